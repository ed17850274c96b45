//! A guard as the program knows it.

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

use super::launch::itself;
use super::{KEEP, Order, Report, descendants};
use crate::protocol::limits::Limits;

/// How long a guard may take to end what it guards.
const TO_END: Duration = Duration::from_secs(1);
/// Between two attempts.
const AGAIN: Duration = Duration::from_millis(1);

/// This side of a bot's pipes.
pub struct BotPipes {
    /// Its standard input.
    pub stdin: PipeWriter,
    /// Its standard output.
    pub stdout: PipeReader,
    /// Its standard error.
    pub stderr: Option<ChildStderr>,
}

/// A guard that runs, with its bot.
pub struct Guard {
    process: GuardProcess,
    /// As long as it is open, the bot may live.
    life: Option<ChildStdin>,
    reports: UnixStream,
    /// The beginning of a report.
    unread: Vec<u8>,
    /// Leads the bot's group.
    bot: Option<Pid>,
    end: Option<BotEnd>,
    /// Whether others went on after the bot had ended, once nothing of it runs.
    left_children: Option<bool>,
    /// The guard will report no more.
    silent: bool,
}

/// Makes this program the parent of what a bot leaves behind if it kills its guard, so that it can be ended. Everything else that
/// this program starts from then on would be taken for that.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    if rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok() {
        ADOPTS.store(true, Relaxed);
    }
}

static ADOPTS: AtomicBool = AtomicBool::new(false);
/// The guards that run.
static GUARDS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// A guard's process.
struct GuardProcess(Child);

impl GuardProcess {
    /// Waits for its end.
    fn wait_until(&mut self, until: Instant) {
        while let Ok(None) = self.0.try_wait()
            && Instant::now() < until
        {
            sleep(AGAIN);
        }
    }
}

/// How a bot ended.
enum BotEnd {
    Refused(String),
    Ended(ExitStatus),
}

impl Guard {
    /// Starts a bot with its guard.
    ///
    /// # Errors
    /// If no process can be made. Whether the bot starts is reported.
    pub fn post(command: &str, limits: &Limits) -> io::Result<(Guard, BotPipes)> {
        let ((input, stdin), (stdout, output)) = (io::pipe()?, io::pipe()?);
        let (reports, there) = UnixStream::pair()?;
        let mut guard = itself();
        guard.arg(KEEP).arg(Order::new(command, limits).argument()).process_group(0);
        guard.stdin(Stdio::piped()).stdout(OwnedFd::from(there)).stderr(Stdio::piped());
        let mut process = {
            // Locked, so that nobody takes it for an orphan meanwhile.
            let mut guards = GUARDS.lock().expect("nothing panics while it is locked");
            let process = guard.spawn()?;
            guards.insert(process.id());
            process
        };
        // Closes the socket's other end, which is the guard's alone now.
        drop(guard);
        let (life, stderr) = (process.stdin.take(), process.stderr.take());
        hand_over(&reports, &input, &output)?;
        reports.set_nonblocking(true)?;
        let (process, unread) = (GuardProcess(process), Vec::new());
        let guard = Guard { process, life, reports, unread, bot: None, end: None, left_children: None, silent: false };
        Ok((guard, BotPipes { stdin, stdout, stderr }))
    }

    /// Processor time of the bot and all that came of it so far, if the system tells.
    pub fn processor_time(&mut self) -> Option<Duration> {
        self.listen(|guard| guard.bot.is_some(), Duration::ZERO);
        descendants::processor_time(self.bot?.as_raw_nonzero().get())
    }

    /// Whether the bot has ended, or does within so long.
    pub fn bot_has_ended(&mut self, within: Duration) -> bool {
        self.listen(|guard| guard.end.is_some(), within);
        self.end.is_some()
    }

    /// How the bot ended, in words, if it did.
    pub fn how_it_ended(&self) -> Option<String> {
        Some(match self.end.as_ref()? {
            BotEnd::Refused(why) => format!("did not start: {why}"),
            BotEnd::Ended(status) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("ended with exit code {code}"),
                (None, Some(signal)) => format!("was ended by signal {signal}"),
                (None, None) => "ended".into(),
            },
        })
    }

    /// True if the guard was killed while its bot ran.
    pub fn was_killed(&mut self) -> bool {
        self.take_reports();
        self.silent && self.end.is_none() && self.left_children.is_none()
    }

    /// Has something to read when the guard reports or is gone.
    pub fn reports(&self) -> BorrowedFd<'_> {
        self.reports.as_fd()
    }

    /// Has the guard end the bot and all that came of it; whether anything went on after the bot had ended.
    pub fn dismiss(&mut self) -> bool {
        self.life = None;
        self.listen(|guard| guard.left_children.is_some(), TO_END);
        if self.left_children.is_none() {
            self.end_without_guard();
        }
        self.process.wait_until(Instant::now() + TO_END);
        GUARDS.lock().expect("nothing panics while it is locked").remove(&self.process.0.id());
        self.left_children.unwrap_or(false)
    }

    /// The guard was killed or stopped: ends what is in the bot's group, and what became a child of this program since.
    fn end_without_guard(&mut self) {
        let _ = self.process.0.kill();
        let _ = self.bot.map(|bot| kill_process_group(bot, Signal::KILL));
        let until = Instant::now() + TO_END;
        self.process.wait_until(until);
        if ADOPTS.load(Relaxed) {
            let guards = GUARDS.lock().expect("nothing panics while it is locked");
            while descendants::kill_children_but(&guards) && Instant::now() < until {
                sleep(AGAIN);
            }
        }
    }

    /// Takes reports until one is there, none will come any more, or so long has passed.
    fn listen(&mut self, is_there: impl Fn(&Guard) -> bool, within: Duration) {
        let until = Instant::now() + within;
        loop {
            self.take_reports();
            let left = until.saturating_duration_since(Instant::now());
            if is_there(self) || self.silent || left.is_zero() {
                return;
            }
            let timeout = Timespec::try_from(left).ok();
            // After an interruption it is asked again.
            let _ = poll(&mut [PollFd::from_borrowed_fd(self.reports.as_fd(), PollFlags::IN)], timeout.as_ref());
        }
    }

    /// Takes the reports that have come.
    fn take_reports(&mut self) {
        let mut chunk = [0; 1 << 10];
        loop {
            match rustix::io::read(&self.reports, &mut chunk) {
                Ok(0) => self.silent = true,
                Ok(count) => {
                    self.unread.extend_from_slice(&chunk[..count]);
                    continue;
                }
                Err(Errno::INTR) => continue,
                Err(Errno::AGAIN) => {}
                Err(_) => self.silent = true,
            }
            break;
        }
        while let Some(end) = self.unread.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.unread.drain(..=end).collect();
            match serde_json::from_slice(&line) {
                Ok(Report::Started(bot)) => self.bot = Pid::from_raw(bot),
                Ok(Report::Refused(why)) => self.end = Some(BotEnd::Refused(why)),
                Ok(Report::Ended(status)) => self.end = Some(BotEnd::Ended(ExitStatus::from_raw(status))),
                Ok(Report::Over { left_children }) => self.left_children = Some(left_children),
                Err(_) => self.silent = true,
            }
        }
    }
}

/// Hands the bot's ends of its pipes to the guard.
fn hand_over(socket: &UnixStream, input: &PipeReader, output: &PipeWriter) -> io::Result<()> {
    let pipes = [input.as_fd(), output.as_fd()];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut handed = SendAncillaryBuffer::new(&mut space);
    handed.push(SendAncillaryMessage::ScmRights(&pipes));
    sendmsg(socket, &[IoSlice::new(&[0])], &mut handed, SendFlags::empty())?;
    Ok(())
}
