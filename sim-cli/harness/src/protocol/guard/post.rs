//! The program's handle on a guard.

use std::collections::BTreeSet;
use std::io::{self, IoSlice, PipeReader, PipeWriter};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGKILL, SIGXCPU};

use super::launch::itself;
use super::timers::{Timer, timers};
use super::{KEEP, LaunchOrder, Report, descendants, folders, signals};
use crate::protocol::limits::Limits;
use crate::protocol::pipe::Activity;
use crate::protocol::refusal::Refusal;

/// Time a guard has to end its processes.
const TO_END: Duration = Duration::from_secs(1);
/// Milliseconds by which the system's count of processor time may fall short of the limit, which it applies by counting
/// ticks: more on a busy machine.
const TICKS_MS: u64 = 250;
/// Pause between two attempts.
const AGAIN: Duration = Duration::from_millis(1);

/// The program's ends of a bot's pipes.
pub struct BotPipes {
    /// Writes to the bot's standard input.
    pub stdin: PipeWriter,
    /// Reads the bot's standard output.
    pub stdout: PipeReader,
    /// Reads the bot's standard error.
    pub stderr: Option<ChildStderr>,
}

/// A running guard with its bot.
pub struct Guard {
    process: GuardProcess,
    /// The bot may live while this is open.
    life: Option<ChildStdin>,
    reports: UnixStream,
    /// Beginning of an incomplete report.
    unparsed: Vec<u8>,
    /// Leader of the bot's process group.
    bot: Option<Pid>,
    /// Limit of the bot's processor time, in seconds.
    cpu_s: Option<u64>,
    end: Option<BotEnd>,
    /// Threads that waited for a time when the bot was ready, as those of runtimes do.
    known_timers: BTreeSet<i32>,
    /// True if children outlived the bot; `None` while any of its processes may be running.
    left_children: Option<bool>,
    /// True if no more reports will come.
    silent: bool,
}

/// Makes this program the parent of processes orphaned when a bot kills its guard, so that they can be killed. Any
/// other child that this program starts from then on would be mistaken for one of them.
pub fn become_subreaper() {
    #[cfg(target_os = "linux")]
    if rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok() {
        IS_SUBREAPER.store(true, Relaxed);
    }
}

static IS_SUBREAPER: AtomicBool = AtomicBool::new(false);
/// The running guards.
static GUARDS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Process of a guard.
struct GuardProcess(Child);

impl GuardProcess {
    /// Waits until the process ends or the time is up.
    fn wait_until(&mut self, until: Instant) {
        while let Ok(None) = self.0.try_wait()
            && Instant::now() < until
        {
            sleep(AGAIN);
        }
    }
}

/// The end of a bot.
enum BotEnd {
    Refused(String),
    Ended {
        status: ExitStatus,
        /// True if it had used the processor time that it was allowed.
        is_spent: bool,
    },
}

impl Guard {
    /// Starts a guard with its bot.
    ///
    /// # Errors
    /// Fails if no process can be created. Whether the bot itself starts is reported later.
    pub fn post(command: &str, limits: &Limits) -> io::Result<(Guard, BotPipes)> {
        let ((input, stdin), (stdout, output)) = (io::pipe()?, io::pipe()?);
        let (reports, there) = UnixStream::pair()?;
        let mut guard = itself();
        guard
            .arg(KEEP)
            .arg(LaunchOrder::new(command, limits)?.argument()?)
            .process_group(0);
        folders::enter(&mut guard, command)?;
        guard
            .stdin(Stdio::piped())
            .stdout(OwnedFd::from(there))
            .stderr(Stdio::piped());
        let mut process = {
            // Locked, so that no thread mistakes the new process for an orphan.
            let mut guards = GUARDS
                .lock()
                .expect("no thread panicked while holding the lock");
            let process = guard.spawn()?;
            guards.insert(process.id());
            process
        };
        // Closes the program's copy of the socket's other end; only the guard has it now.
        drop(guard);
        let life = process.stdin.take();
        let stderr = process.stderr.take();
        hand_over(&reports, &input, &output)?;
        reports.set_nonblocking(true)?;
        let process = GuardProcess(process);
        let unparsed = Vec::new();
        let bot = None;
        let cpu_s = limits.cpu_s;
        let end = None;
        let left_children = None;
        let silent = false;
        let known_timers = BTreeSet::new();
        let guard = Guard {
            process,
            life,
            reports,
            unparsed,
            bot,
            cpu_s,
            end,
            known_timers,
            left_children,
            silent,
        };
        Ok((
            guard,
            BotPipes {
                stdin,
                stdout,
                stderr,
            },
        ))
    }

    /// Returns the processor time of the bot and its descendants so far, if the system reports it.
    pub fn processor_time(&mut self) -> Option<Duration> {
        self.listen(|guard| guard.bot.is_some(), Duration::ZERO);
        descendants::processor_time(self.bot?.as_raw_nonzero().get())
    }

    /// Returns what the bot and its descendants are doing.
    pub fn activity(&self) -> Activity {
        descendants::activity(self.process.0.id().cast_signed())
    }

    /// Learns which threads wait for a time at the start, once the bot is idle or this time is up.
    pub fn know_timers(&mut self, within: Duration) {
        let until = Instant::now() + within;
        while self.activity() == Activity::Busy && Instant::now() < until {
            sleep(AGAIN);
        }
        self.known_timers = self.timers().map(|timer| timer.thread).collect();
    }

    /// Returns the time until a thread wakes up by itself that did not wait for a time at the start, at most; `None` if none does, or
    /// the system does not say.
    pub fn timer(&self) -> Option<Duration> {
        let timers = self.timers();
        timers
            .filter(|timer| !self.known_timers.contains(&timer.thread))
            .map(|timer| timer.due)
            .min()
    }

    fn timers(&self) -> impl Iterator<Item = Timer> {
        timers(self.process.0.id().cast_signed()).into_iter()
    }

    /// True if the bot has ended, or ends within this time.
    pub fn bot_has_ended(&mut self, within: Duration) -> bool {
        self.listen(|guard| guard.end.is_some(), within);
        self.end.is_some()
    }

    /// True if the guard has reported the end of the bot.
    pub fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    /// Describes how the bot ended, and what its author may change; `None` while it runs.
    pub fn exit_reason(&self) -> Option<Refusal> {
        Some(match self.end.as_ref()? {
            BotEnd::Refused(why) => format!("did not start: {why}").into(),
            BotEnd::Ended { status, is_spent } => self.ending(*status, *is_spent),
        })
    }

    fn ending(&self, status: ExitStatus, is_spent: bool) -> Refusal {
        let end = match (status.code(), status.signal()) {
            (Some(code), _) => format!("ended with exit code {code}"),
            (None, Some(signal)) => format!("was ended by signal {signal}"),
            (None, None) => "ended".into(),
        };
        // A shell or a sandbox reports the signal that ended its child.
        let signal = status.signal().or_else(|| status.code()?.checked_sub(128));
        if let (Some(SIGKILL | SIGXCPU), Some(limit_s), true) = (signal, self.cpu_s, is_spent) {
            let what = format!("{end} after {limit_s} s of processor time (--bot-cpu-s)");
            return what.into();
        }
        let mistake = match status.code() {
            Some(code) if code < 128 => signals::mistake_of_code(code),
            _ => signal.and_then(signals::mistake_of_signal),
        };
        let meaning = signal.and_then(signals::described);
        let what = meaning.map_or(end.clone(), |meaning| format!("{end} ({meaning})"));
        Refusal {
            what,
            advice: mistake.map(|mistake| mistake.advice().into()),
        }
    }

    /// True if the guard was killed while its bot ran.
    pub fn was_killed(&mut self) -> bool {
        self.take_reports();
        self.silent && self.end.is_none() && self.left_children.is_none()
    }

    /// Readable when the guard has reported or is gone.
    pub fn reports(&self) -> BorrowedFd<'_> {
        self.reports.as_fd()
    }

    /// Makes the guard kill the bot and its descendants; true if any process outlived the bot.
    pub fn dismiss(&mut self) -> bool {
        self.life = None;
        self.listen(|guard| guard.left_children.is_some(), TO_END);
        if self.left_children.is_none() {
            self.end_without_guard();
        }
        self.process.wait_until(Instant::now() + TO_END);
        GUARDS
            .lock()
            .expect("no thread panicked while holding the lock")
            .remove(&self.process.0.id());
        self.left_children.unwrap_or(false)
    }

    /// Kills the bot's group and its orphans, after the guard was killed or stopped.
    fn end_without_guard(&mut self) {
        let _ = self.process.0.kill();
        let _ = self.bot.map(|bot| kill_process_group(bot, Signal::KILL));
        let until = Instant::now() + TO_END;
        self.process.wait_until(until);
        if IS_SUBREAPER.load(Relaxed) {
            let guards = GUARDS
                .lock()
                .expect("no thread panicked while holding the lock");
            while descendants::kill_children_except(&guards) && Instant::now() < until {
                sleep(AGAIN);
            }
        }
    }

    /// Reads reports until the condition holds, no more will come, or the time is up.
    fn listen(&mut self, is_there: impl Fn(&Guard) -> bool, within: Duration) {
        let until = Instant::now() + within;
        loop {
            self.take_reports();
            let left = until.saturating_duration_since(Instant::now());
            if is_there(self) || self.silent || left.is_zero() {
                return;
            }
            let timeout = Timespec::try_from(left).ok();
            // An interrupted call is repeated.
            let _ = poll(
                &mut [PollFd::from_borrowed_fd(
                    self.reports.as_fd(),
                    PollFlags::IN,
                )],
                timeout.as_ref(),
            );
        }
    }

    /// Reads the reports that have arrived.
    fn take_reports(&mut self) {
        let mut chunk = [0; 1 << 10];
        loop {
            match rustix::io::read(&self.reports, &mut chunk) {
                Ok(0) => self.silent = true,
                Ok(count) => {
                    self.unparsed.extend_from_slice(&chunk[..count]);
                    continue;
                }
                Err(Errno::INTR) => continue,
                Err(Errno::AGAIN) => {}
                Err(_) => self.silent = true,
            }
            break;
        }
        while let Some(end) = self.unparsed.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.unparsed.drain(..=end).collect();
            match serde_json::from_slice(&line) {
                Ok(Report::Started(bot)) => self.bot = Pid::from_raw(bot),
                Ok(Report::Refused(why)) => self.end = Some(BotEnd::Refused(why)),
                Ok(Report::Ended {
                    status,
                    processor_ms,
                }) => {
                    let limit_ms = self
                        .cpu_s
                        .map(|s| s.saturating_mul(1000).saturating_sub(TICKS_MS));
                    let is_spent = processor_ms
                        .zip(limit_ms)
                        .is_some_and(|(used, limit)| used >= limit);
                    self.end = Some(BotEnd::Ended {
                        status: ExitStatus::from_raw(status),
                        is_spent,
                    });
                }
                Ok(Report::Over { left_children }) => self.left_children = Some(left_children),
                Err(_) => self.silent = true,
            }
        }
    }
}

/// Passes the bot's ends of its pipes to the guard.
fn hand_over(socket: &UnixStream, input: &PipeReader, output: &PipeWriter) -> io::Result<()> {
    let pipes = [input.as_fd(), output.as_fd()];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut handed = SendAncillaryBuffer::new(&mut space);
    handed.push(SendAncillaryMessage::ScmRights(&pipes));
    sendmsg(
        socket,
        &[IoSlice::new(&[0])],
        &mut handed,
        SendFlags::empty(),
    )?;
    Ok(())
}
