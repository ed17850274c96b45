//! A bot's process: lines to and fro with deadlines, whatever it does. Nothing here waits longer than it is told to.
//!
//! The pipes do not block; one `poll` waits for all of them, so that a bot that does not read, that writes without end or
//! that floods standard error costs time, at most up to the deadline, and bounded memory.

use std::io::{self, PipeReader, PipeWriter};
use std::ops::Range;
use std::os::fd::AsFd;
use std::process::ChildStderr;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};

use super::guard::{BotPipes, Guard};
use super::limits::Limits;
use super::transcript::Transcript;

/// The longest line a bot may write, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;
/// How much of the end of standard error is kept, in bytes.
const LAST_WORDS: usize = 2048;
/// How long a process may take to end once its standard input is closed.
const GRACE: Duration = Duration::from_millis(500);

/// Why a line did not come or go.
#[derive(Debug)]
pub enum Trouble {
    /// The deadline passed.
    Late,
    /// The process ended or closed a pipe.
    Gone,
    /// The process that guards it was killed.
    Unguarded,
    /// A line was longer than [`LONGEST_LINE`].
    TooLong,
    /// The system refused.
    System(io::Error),
}

/// A bot's process, under guard.
pub struct Process {
    guard: Guard,
    stdin: Option<PipeWriter>,
    stdout: PipeReader,
    stderr: Option<ChildStderr>,
    /// What it wrote; before `next` it was read.
    written: Vec<u8>,
    next: usize,
    /// Up to here no line ends.
    searched: usize,
    last_words: Vec<u8>,
    transcript: Transcript,
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
    /// Starts a command within the limits of the machine.
    ///
    /// # Errors
    /// If no process can be made. A command that cannot be run is told as the end of the process.
    pub fn start(command: &str, limits: &Limits) -> io::Result<Process> {
        let (guard, BotPipes { stdin, stdout, stderr }) = Guard::post(command, limits)?;
        ioctl_fionbio(&stdin, true)?;
        ioctl_fionbio(&stdout, true)?;
        stderr.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        let (written, last_words, transcript) = (Vec::new(), Vec::new(), Transcript::begin(command));
        Ok(Process { guard, stdin: Some(stdin), stdout, stderr, written, next: 0, searched: 0, last_words, transcript })
    }

    /// Processor time of it and all that came of it so far, if the system tells.
    pub fn processor_time(&mut self) -> Option<Duration> {
        self.guard.processor_time()
    }

    /// Writes a line, which has its end.
    ///
    /// # Errors
    /// If it does not take all of it in time.
    pub fn send(&mut self, line: &[u8], deadline: Instant) -> Result<(), Trouble> {
        self.transcript.sent(line);
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
            if let Some(line) = self.next_line()? {
                return Ok(&self.written[line]);
            }
            self.wait(false, deadline)?;
        }
    }

    /// The next line that it has written already, without its end; waits for none.
    ///
    /// # Errors
    /// If it is gone, or its line is too long.
    pub fn take_written(&mut self) -> Result<Option<&[u8]>, Trouble> {
        if let Some(line) = self.next_line()? {
            return Ok(Some(&self.written[line]));
        }
        self.take_stdout()?;
        Ok(self.next_line()?.map(|line| &self.written[line]))
    }

    /// Whether the beginning of a line is there and its end is not.
    pub fn is_in_a_line(&self) -> bool {
        self.next < self.written.len()
    }

    /// Where the next line is, if all of it is there; it is taken.
    fn next_line(&mut self) -> Result<Option<Range<usize>>, Trouble> {
        if let Some(at) = self.written[self.searched..].iter().position(|byte| *byte == b'\n') {
            let line = self.next..self.searched + at;
            (self.next, self.searched) = (line.end + 1, line.end + 1);
            self.transcript.received(&self.written[line.clone()]);
            return Ok(Some(line));
        }
        self.searched = self.written.len();
        if self.written.len() - self.next > LONGEST_LINE { Err(Trouble::TooLong) } else { Ok(None) }
    }

    /// Waits until it writes or, if that is wanted, reads, and takes what it wrote.
    fn wait(&mut self, to_write: bool, deadline: Instant) -> Result<(), Trouble> {
        let left = deadline.checked_duration_since(Instant::now()).ok_or(Trouble::Late)?;
        let timeout = Timespec::try_from(left).map_err(|e| Trouble::System(io::Error::other(e)))?;
        let mut fds = vec![PollFd::from_borrowed_fd(self.stdout.as_fd(), PollFlags::IN)];
        fds.extend(self.stderr.as_ref().map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)));
        fds.push(PollFd::from_borrowed_fd(self.guard.reports(), PollFlags::IN));
        let reports = fds.len() - 1;
        let stdin = self.stdin.as_ref().filter(|_| to_write);
        fds.extend(stdin.map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::OUT)));
        match poll(&mut fds, Some(&timeout)) {
            Ok(0) => return Err(Trouble::Late),
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(Trouble::System(e.into())),
        }
        let (wrote, complained) = (!fds[0].revents().is_empty(), self.stderr.is_some() && !fds[1].revents().is_empty());
        if !fds[reports].revents().is_empty() && self.guard.was_killed() {
            return Err(Trouble::Unguarded);
        }
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
                self.transcript.complained(&chunk[..count]);
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

    /// Why it is gone, in words.
    pub fn how_it_ended(&mut self) -> String {
        self.guard.bot_has_ended(GRACE);
        self.guard.how_it_ended().unwrap_or_else(|| "closed its standard output".into())
    }

    /// Closes its standard input, which asks it to end, and sees to it that it does, with all that came of it.
    pub fn finish(&mut self, grace: Duration) -> Ending {
        self.stdin = None;
        let killed = !self.guard.bot_has_ended(grace);
        let left_children = self.guard.dismiss();
        Ending { killed, left_children: left_children && !killed }
    }

    /// Ends it and its children at once.
    pub fn kill(&mut self) {
        self.finish(Duration::ZERO);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.stdin.is_some() {
            self.finish(GRACE);
        }
    }
}
