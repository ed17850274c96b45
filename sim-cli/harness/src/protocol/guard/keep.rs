//! The guard process, from its start until its bot has ended.

use std::fs::{self, File};
use std::io::{self, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use goldrush_support::system::ignore_termination_signals;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, wait};
use rustix::stdio::{stdin, stdout};
use signal_hook::consts::SIGCHLD;

use super::launch::ways;
use super::pin::pin_to;
use super::{LaunchOrder, Report, descendants};

/// Time the bot's children have to end after it.
const EXIT_GRACE: Duration = Duration::from_millis(50);
/// Time to keep trying to kill. A process that the kernel does not end by then, such as one waiting for a disk, is given
/// up.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);
/// Pause between two attempts.
const RETRY_PAUSE: Duration = Duration::from_millis(2);

/// Number of standard input, output and error: the files that a bot inherits.
const STANDARD: i32 = 3;

/// Exit code of a guard that was not started by goldrush.
const NOT_STARTED_BY_GOLDRUSH: u8 = 2;

/// Starts a bot, and kills what is left of it when the pipe on standard input closes.
pub(super) fn keep(order: &LaunchOrder) -> ExitCode {
    if order.sandbox.is_some() {
        // A folder that goldrush inherited would lead the bot out of its sandbox.
        close_fds::set_fds_cloexec(STANDARD, &[]);
    }
    let Ok([input, output]) = pipes() else {
        eprintln!("a guard is started by goldrush for each bot, and by nobody else");
        return ExitCode::from(NOT_STARTED_BY_GOLDRUSH);
    };
    match GuardLoop::begin() {
        Ok(watch) => watch.run(order, input, output),
        Err(e) => report(&Report::Refused(format!("no guard: {e}"))),
    }
    ExitCode::SUCCESS
}

/// Receives the bot's ends of its pipes, for standard input and output.
fn pipes() -> io::Result<[OwnedFd; 2]> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut handed = RecvAncillaryBuffer::new(&mut space);
    recvmsg(
        stdout(),
        &mut [IoSliceMut::new(&mut [0])],
        &mut handed,
        RecvFlags::empty(),
    )?;
    let pipes = handed.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(pipes) => Some(pipes),
        _ => None,
    });
    let pipes: Vec<OwnedFd> = pipes.flatten().collect();
    // Not every system sets this on receipt; no other thread could start a process in between.
    pipes
        .iter()
        .try_for_each(|pipe| fcntl_setfd(pipe, FdFlags::CLOEXEC))?;
    pipes
        .try_into()
        .map_err(|_| io::Error::other("there are to be two pipes"))
}

/// Reports to the program, which may be gone.
fn report(report: &Report) {
    let mut line = serde_json::to_vec(report).expect("a report serializes to JSON");
    line.push(b'\n');
    let _ = stdout()
        .try_clone_to_owned()
        .and_then(|socket| File::from(socket).write_all(&line));
}

/// Waits for the program or its processes to end.
struct GuardLoop {
    /// Readable when a child has ended.
    children: UnixStream,
    /// The bot, while it runs.
    bot: Option<Pid>,
    /// True if the bot's processor time is limited.
    is_limited: bool,
}

impl GuardLoop {
    fn begin() -> io::Result<GuardLoop> {
        // Killing processes by the program's name must not kill the guards, which have to outlive it.
        let _ = fs::write("/proc/self/comm", "bot-guard");
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        ignore_termination_signals()?;
        let (children, notice) = UnixStream::pair()?;
        children.set_nonblocking(true)?;
        signal_hook::low_level::pipe::register(SIGCHLD, notice)?;
        Ok(GuardLoop {
            children,
            bot: None,
            is_limited: false,
        })
    }

    fn run(mut self, order: &LaunchOrder, input: OwnedFd, output: OwnedFd) {
        let started = start(order, &input, &output);
        // Only the bot may hold the pipes, so that it shows when it closes them.
        drop([input, output]);
        let group = match started {
            Ok(bot) => bot,
            Err(e) => return report(&Report::Refused(e.to_string())),
        };
        (self.bot, self.is_limited) = (Some(group), order.cpu_s.is_some());
        report(&Report::Started(group.as_raw_nonzero().get()));
        while !self.program_has_ended() {
            self.has_descendants();
        }
        let left_children = self.bot.is_none() && self.has_descendants_after(EXIT_GRACE);
        let until = Instant::now() + KILL_TIMEOUT;
        while self.has_descendants() && Instant::now() < until {
            // On systems that do not list processes, the group is all that is known.
            let _ = kill_process_group(group, Signal::KILL);
            descendants::kill();
            self.wait_for_children(RETRY_PAUSE);
        }
        report(&Report::Over { left_children });
    }

    /// Waits until the program or a child ends; true if it is the program.
    fn program_has_ended(&mut self) -> bool {
        let life = stdin();
        let mut fds = [
            PollFd::new(&life, PollFlags::IN),
            PollFd::new(&self.children, PollFlags::IN),
        ];
        // An interrupted call is repeated by the caller.
        let _ = poll(&mut fds, None);
        let ended = !fds[0].revents().is_empty();
        // Clears the notice: the caller looks for ended children next.
        let _ = self.children.read(&mut [0; 64]);
        ended
    }

    fn wait_for_children(&mut self, timeout: Duration) {
        let timeout = Timespec::try_from(timeout).ok();
        let _ = poll(
            &mut [PollFd::new(&self.children, PollFlags::IN)],
            timeout.as_ref(),
        );
        let _ = self.children.read(&mut [0; 64]);
    }

    /// Reaps exited children, and reports if the bot was one; true if any child is left.
    fn has_descendants(&mut self) -> bool {
        loop {
            // Read before the bot is reaped, which makes the system forget it.
            let limited = self.bot.filter(|_| self.is_limited);
            let used =
                limited.and_then(|bot| descendants::processor_time(bot.as_raw_nonzero().get()));
            match wait(WaitOptions::NOHANG) {
                Ok(Some((process, status))) if self.bot == Some(process) => {
                    self.bot = None;
                    let processor_ms = used.map(|used| used.as_millis() as u64);
                    report(&Report::Ended {
                        status: status.as_raw(),
                        processor_ms,
                    });
                }
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }

    /// True if any child is left after this long.
    fn has_descendants_after(&mut self, long: Duration) -> bool {
        let until = Instant::now() + long;
        while self.has_descendants() {
            let Some(left) = until.checked_duration_since(Instant::now()) else {
                return true;
            };
            self.wait_for_children(left);
        }
        false
    }
}

/// Starts the bot in its own process group.
fn start(order: &LaunchOrder, input: &OwnedFd, output: &OwnedFd) -> io::Result<Pid> {
    pin_to(&order.cpus)?;
    let mut last = None;
    for mut way in ways(order)? {
        way.stdin(input.try_clone()?)
            .stdout(output.try_clone()?)
            .process_group(0);
        match way.spawn() {
            Ok(child) => return Ok(Pid::from_child(&child)),
            Err(e) => last = Some(e),
        }
    }
    Err(last.expect("there is at least one way to start the process"))
}
