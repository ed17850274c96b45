//! A bot's process: lines to and fro with deadlines, whatever it does. Nothing here waits longer than it is told to.
//!
//! The pipes do not block; one `poll` waits for all of them, so that a bot that does not read, that writes without end or
//! that floods standard error costs time, at most up to the deadline, and bounded memory.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid};

/// The longest line a bot may write, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;
/// How much of the end of standard error is kept, in bytes.
const LAST_WORDS: usize = 2048;
/// How long a process may take to end once its standard input is closed.
const GRACE: Duration = Duration::from_millis(500);

/// How long its children may take to end after it.
const LINGER: Duration = Duration::from_millis(50);

/// Groups of the processes that run, to be ended if this program ends in a hurry.
static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Ends all bots at once, with their children.
pub fn kill_all() {
    let running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    for group in running.iter().filter_map(|raw| Pid::from_raw(*raw)) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Why a line did not come or go.
#[derive(Debug)]
pub enum Trouble {
    /// The deadline passed.
    Late,
    /// The process ended or closed a pipe.
    Gone,
    /// A line was longer than [`LONGEST_LINE`].
    TooLong,
    /// The system refused.
    System(io::Error),
}

/// A process in a group of its own.
pub struct Process {
    child: Child,
    group: Pid,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    /// What it wrote; before `next` it was read.
    written: Vec<u8>,
    next: usize,
    /// Up to here no line ends.
    searched: usize,
    last_words: Vec<u8>,
}

/// How a process ended whose standard input was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// It had to be killed.
    pub killed: bool,
    /// It left children behind, which were killed.
    pub left_children: bool,
}

impl Process {
    /// Starts a command of the shell.
    ///
    /// # Errors
    /// If there is no shell or no process can be made.
    pub fn start(command: &str) -> io::Result<Process> {
        let mut shell = Command::new("/bin/sh");
        shell.arg("-c").arg(command).process_group(0);
        let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let group = Pid::from_child(&child);
        RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(group.as_raw_nonzero().get());
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let stdout = stdout.expect("it is piped");
        let process = Process {
            child,
            group,
            stdin,
            stdout,
            stderr,
            written: Vec::new(),
            next: 0,
            searched: 0,
            last_words: Vec::new(),
        };
        ioctl_fionbio(&process.stdout, true)?;
        process.stdin.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        process.stderr.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        Ok(process)
    }

    /// Writes a line, which has its end.
    ///
    /// # Errors
    /// If it does not take all of it in time.
    pub fn send(&mut self, line: &[u8], deadline: Instant) -> Result<(), Trouble> {
        let mut rest = line;
        while !rest.is_empty() {
            let Some(stdin) = &self.stdin else { return Err(Trouble::Gone) };
            match rustix::io::write(stdin, rest) {
                Ok(sent) => rest = &rest[sent..],
                Err(Errno::AGAIN) => self.wait(true, deadline)?,
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => return Err(Trouble::Gone),
                Err(e) => return Err(Trouble::System(e.into())),
            }
        }
        Ok(())
    }

    /// The next line it writes, without its end.
    ///
    /// # Errors
    /// If there is none in time.
    pub fn receive(&mut self, deadline: Instant) -> Result<&[u8], Trouble> {
        loop {
            if let Some(at) = self.written[self.searched..].iter().position(|byte| *byte == b'\n') {
                let line = self.next..self.searched + at;
                (self.next, self.searched) = (line.end + 1, line.end + 1);
                return Ok(&self.written[line]);
            }
            self.searched = self.written.len();
            if self.written.len() - self.next > LONGEST_LINE {
                return Err(Trouble::TooLong);
            }
            self.wait(false, deadline)?;
        }
    }

    /// Waits until it writes or, if that is wanted, reads, and takes what it wrote.
    fn wait(&mut self, to_write: bool, deadline: Instant) -> Result<(), Trouble> {
        let left = deadline.checked_duration_since(Instant::now()).ok_or(Trouble::Late)?;
        let timeout = Timespec::try_from(left).map_err(|e| Trouble::System(io::Error::other(e)))?;
        let mut fds = vec![PollFd::from_borrowed_fd(self.stdout.as_fd(), PollFlags::IN)];
        fds.extend(self.stderr.as_ref().map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)));
        let stdin = self.stdin.as_ref().filter(|_| to_write);
        fds.extend(stdin.map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::OUT)));
        match poll(&mut fds, Some(&timeout)) {
            Ok(0) => return Err(Trouble::Late),
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(Trouble::System(e.into())),
        }
        let (wrote, complained) = (!fds[0].revents().is_empty(), self.stderr.is_some() && !fds[1].revents().is_empty());
        if complained {
            self.take_stderr();
        }
        if wrote { self.take_stdout() } else { Ok(()) }
    }

    fn take_stdout(&mut self) -> Result<(), Trouble> {
        if self.next > 0 {
            self.written.drain(..self.next);
            self.searched -= self.next;
            self.next = 0;
        }
        // While it is written to, nobody takes its lines.
        if self.written.len() > 2 * LONGEST_LINE {
            return Err(Trouble::TooLong);
        }
        let mut chunk = [0; 1 << 14];
        match rustix::io::read(&self.stdout, &mut chunk) {
            Ok(0) => Err(Trouble::Gone),
            Ok(count) => {
                self.written.extend_from_slice(&chunk[..count]);
                Ok(())
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(e) => Err(Trouble::System(e.into())),
        }
    }

    /// Takes what is there of standard error and keeps the end of it.
    fn take_stderr(&mut self) {
        let mut chunk = [0; 1 << 14];
        let Some(stderr) = &self.stderr else { return };
        match rustix::io::read(stderr, &mut chunk) {
            Ok(0) => self.stderr = None,
            Ok(count) => {
                self.last_words.extend_from_slice(&chunk[..count]);
                let excess = self.last_words.len().saturating_sub(LAST_WORDS);
                self.last_words.drain(..excess);
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.stderr = None,
        }
    }

    /// The end of what it wrote to standard error so far.
    pub fn last_words(&mut self) -> String {
        // A few times, because it may have written more than one chunk; not for ever, because it may go on writing.
        for _ in 0..16 {
            self.take_stderr();
        }
        String::from_utf8_lossy(&self.last_words).trim().to_owned()
    }

    /// How it ended, if it does within so long; it stays a zombie, so that its group is still its own.
    fn has_ended(&self, within: Duration) -> bool {
        let until = Instant::now() + within;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            match waitid(WaitId::Pid(self.group), options) {
                Ok(None) | Err(Errno::INTR) if Instant::now() < until => sleep(Duration::from_millis(1)),
                Ok(None) | Err(Errno::INTR) => return false,
                Ok(Some(_)) | Err(_) => return true,
            }
        }
    }

    /// Why it is gone, in words.
    pub fn how_it_ended(&mut self) -> String {
        if !self.has_ended(GRACE) {
            return "closed its standard output".into();
        }
        match self.child.try_wait() {
            Ok(Some(status)) => ended(status),
            Ok(None) | Err(_) => "ended".into(),
        }
    }

    /// Closes its standard input, which asks it to end, and sees to it that it does, with all its children.
    pub fn finish(&mut self, grace: Duration) -> Ending {
        self.stdin = None;
        let killed = !self.has_ended(grace);
        if killed {
            let _ = kill_process_group(self.group, Signal::KILL);
            // What the kernel does not end at once, such as a process that waits for a disk, nobody waits for.
            self.has_ended(GRACE);
        }
        let _ = self.child.try_wait();
        let left_children = self.group_stays(LINGER);
        let _ = kill_process_group(self.group, Signal::KILL);
        RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner).remove(&self.group.as_raw_nonzero().get());
        Ending { killed, left_children: left_children && !killed }
    }

    /// Whether others of its group are there for so long after it ended.
    fn group_stays(&self, long: Duration) -> bool {
        let until = Instant::now() + long;
        while test_kill_process_group(self.group).is_ok() {
            if Instant::now() >= until {
                return true;
            }
            sleep(Duration::from_millis(1));
        }
        false
    }

    /// Ends it and its children at once.
    pub fn kill(&mut self) {
        self.finish(Duration::ZERO);
    }
}

fn ended(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("ended with exit code {code}"),
        (None, Some(signal)) => format!("was ended by signal {signal}"),
        (None, None) => "ended".into(),
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.stdin.is_some() {
            self.finish(GRACE);
        }
    }
}
