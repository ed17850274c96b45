//! A bot's process: exchanges lines with deadlines, whatever the bot does. No call waits longer than its deadline.
//!
//! The pipes do not block, and one `poll` waits for all of them. A bot that does not read, writes without end or
//! floods standard error costs at most the time until the deadline, and bounded memory.

use std::io::{self, PipeReader, PipeWriter};
use std::ops::Range;
use std::os::fd::AsFd;
use std::process::ChildStderr;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, ioctl_fionread};

use super::guard::{BotPipes, Guard};
use super::limits::Limits;
use super::pipe::{Activity, Ending, LONGEST_LINE, ProcessError};
use super::refusal::Refusal;
use super::transcript::Transcript;

/// Bytes kept of the end of standard error.
const STDERR_TAIL: usize = 2048;
/// Time a process has to end once its standard input is closed.
const GRACE: Duration = Duration::from_millis(500);

/// Longest time for which a process that is ready is expected to start up further.
const TO_BE_IDLE: Duration = Duration::from_millis(10);

/// A bot's process with its guard.
pub struct Process {
    guard: Guard,
    stdin: Option<PipeWriter>,
    stdout: PipeReader,
    stderr: Option<ChildStderr>,
    /// Its output; bytes before `next` have been read.
    written: Vec<u8>,
    next: usize,
    /// No line ends in the unread output before this index.
    searched: usize,
    stderr_tail: Vec<u8>,
    transcript: Transcript,
}

impl Process {
    /// Starts a command with the limits on memory and processor time.
    ///
    /// # Errors
    /// Fails if no process can be created. A command that cannot run is reported as the end of the process.
    pub fn start(command: &str, limits: &Limits) -> io::Result<Process> {
        let (
            guard,
            BotPipes {
                stdin,
                stdout,
                stderr,
            },
        ) = Guard::post(command, limits)?;
        ioctl_fionbio(&stdin, true)?;
        ioctl_fionbio(&stdout, true)?;
        stderr
            .as_ref()
            .map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        let (written, stderr_tail, transcript) =
            (Vec::new(), Vec::new(), Transcript::begin(command));
        Ok(Process {
            guard,
            stdin: Some(stdin),
            stdout,
            stderr,
            written,
            next: 0,
            searched: 0,
            stderr_tail,
            transcript,
        })
    }

    /// Returns the processor time of the process and its descendants so far, if the system reports it.
    pub fn processor_time(&mut self) -> Option<Duration> {
        self.guard.processor_time()
    }

    /// Writes a line, which includes its line end.
    ///
    /// # Errors
    /// Fails if the process does not read all of it in time.
    pub fn send(&mut self, line: &[u8], deadline: Instant) -> Result<(), ProcessError> {
        self.transcript.sent(line);
        let mut rest = line;
        while !rest.is_empty() {
            let Some(stdin) = &self.stdin else {
                return Err(ProcessError::Gone);
            };
            match rustix::io::write(stdin, rest) {
                Ok(sent) => rest = &rest[sent..],
                Err(Errno::AGAIN) => self.wait(true, deadline)?,
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => return Err(ProcessError::Gone),
                Err(e) => return Err(ProcessError::System(e.into())),
            }
        }
        Ok(())
    }

    /// Returns the next line it writes, without the line end.
    ///
    /// # Errors
    /// Fails if no line arrives in time.
    pub fn receive(&mut self, deadline: Instant) -> Result<&[u8], ProcessError> {
        loop {
            if let Some(line) = self.next_line()? {
                return Ok(&self.written[line]);
            }
            self.wait(false, deadline)?;
        }
    }

    /// Returns the next line it has already written, without the line end; does not wait.
    ///
    /// # Errors
    /// Fails if the process is gone, or its line is too long.
    pub fn take_written(&mut self) -> Result<Option<&[u8]>, ProcessError> {
        if let Some(line) = self.next_line()? {
            return Ok(Some(&self.written[line]));
        }
        self.take_stdout()?;
        Ok(self.next_line()?.map(|line| &self.written[line]))
    }

    /// Waits until it writes, but no longer than this.
    ///
    /// # Errors
    /// Fails if the process is gone.
    pub fn await_output(&mut self, longest: Duration) -> Result<(), ProcessError> {
        match self.wait(false, Instant::now() + longest) {
            Err(ProcessError::Late) => Ok(()),
            other => other,
        }
    }

    /// Returns what it and its descendants are doing. They are busy also if a thread wakes up by itself within this time.
    pub fn activity(&self, within: Duration) -> Activity {
        let unread = self
            .stdin
            .as_ref()
            .and_then(|stdin| ioctl_fionread(stdin).ok());
        if unread.is_some_and(|unread| unread > 0) {
            return Activity::Busy;
        }
        let activity = self.guard.activity();
        let wakes_up = activity != Activity::Busy && self.timer().is_some_and(|due| due <= within);
        if wakes_up { Activity::Busy } else { activity }
    }

    /// Learns which threads wait for a time though nothing has been asked: those of its runtime. Waits a moment until it is idle.
    pub fn know_timers(&mut self) {
        self.guard.know_timers(TO_BE_IDLE);
    }

    /// Returns the time until one of its other threads wakes up by itself, at most; `None` if none does, or the system does not say.
    pub fn timer(&self) -> Option<Duration> {
        self.guard.timer()
    }

    /// True if it has written an incomplete line.
    pub fn is_in_a_line(&self) -> bool {
        !self.incomplete_line().is_empty()
    }

    /// Returns the incomplete line that it has written.
    pub fn incomplete_line(&self) -> &[u8] {
        &self.written[self.next..]
    }

    /// Takes the next complete line and returns its position in `written`.
    fn next_line(&mut self) -> Result<Option<Range<usize>>, ProcessError> {
        if let Some(at) = self.written[self.searched..]
            .iter()
            .position(|byte| *byte == b'\n')
        {
            let line = self.next..self.searched + at;
            (self.next, self.searched) = (line.end + 1, line.end + 1);
            self.transcript.received(&self.written[line.clone()]);
            return Ok(Some(line));
        }
        self.searched = self.written.len();
        if self.written.len() - self.next > LONGEST_LINE {
            Err(ProcessError::TooLong)
        } else {
            Ok(None)
        }
    }

    /// Waits until the process writes or, if `to_write`, reads; then takes its output.
    fn wait(&mut self, to_write: bool, deadline: Instant) -> Result<(), ProcessError> {
        let left = deadline
            .checked_duration_since(Instant::now())
            .ok_or(ProcessError::Late)?;
        // The pipe has all output from before the end by now; a child may hold it open, but does not answer for the bot.
        let has_ended = self.guard.has_ended();
        let left = if has_ended { Duration::ZERO } else { left };
        let timeout =
            Timespec::try_from(left).map_err(|e| ProcessError::System(io::Error::other(e)))?;
        let mut fds = vec![PollFd::from_borrowed_fd(self.stdout.as_fd(), PollFlags::IN)];
        fds.extend(
            self.stderr
                .as_ref()
                .map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)),
        );
        fds.push(PollFd::from_borrowed_fd(
            self.guard.reports(),
            PollFlags::IN,
        ));
        let reports = fds.len() - 1;
        let stdin = self.stdin.as_ref().filter(|_| to_write);
        fds.extend(stdin.map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::OUT)));
        match poll(&mut fds, Some(&timeout)) {
            Ok(0) if !has_ended => return Err(ProcessError::Late),
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(ProcessError::System(e.into())),
        }
        let (wrote, errors) = (
            !fds[0].revents().is_empty(),
            self.stderr.is_some() && !fds[1].revents().is_empty(),
        );
        if !fds[reports].revents().is_empty() && self.guard.was_killed() {
            return Err(ProcessError::Unguarded);
        }
        if errors {
            self.take_stderr();
        }
        if wrote {
            return self.take_stdout();
        }
        if has_ended {
            Err(ProcessError::Gone)
        } else {
            Ok(())
        }
    }

    fn take_stdout(&mut self) -> Result<(), ProcessError> {
        if self.next > 0 {
            self.written.drain(..self.next);
            self.searched -= self.next;
            self.next = 0;
        }
        // Lines pile up while the program is sending.
        if self.written.len() > 2 * LONGEST_LINE {
            return Err(ProcessError::TooLong);
        }
        let mut chunk = [0; 1 << 14];
        match rustix::io::read(&self.stdout, &mut chunk) {
            Ok(0) => Err(ProcessError::Gone),
            Ok(count) => {
                self.written.extend_from_slice(&chunk[..count]);
                Ok(())
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(e) => Err(ProcessError::System(e.into())),
        }
    }

    /// Reads available standard error and keeps the end of it.
    fn take_stderr(&mut self) {
        let mut chunk = [0; 1 << 14];
        let Some(stderr) = &self.stderr else { return };
        match rustix::io::read(stderr, &mut chunk) {
            Ok(0) => self.stderr = None,
            Ok(count) => {
                self.transcript.errors(&chunk[..count]);
                self.stderr_tail.extend_from_slice(&chunk[..count]);
                let excess = self.stderr_tail.len().saturating_sub(STDERR_TAIL);
                self.stderr_tail.drain(..excess);
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.stderr = None,
        }
    }

    /// Returns the end of its standard error so far.
    pub fn stderr_tail(&mut self) -> String {
        // Repeated, because there may be more than one chunk; bounded, because it may never stop writing.
        for _ in 0..16 {
            self.take_stderr();
        }
        String::from_utf8_lossy(&self.stderr_tail).trim().to_owned()
    }

    /// Describes why it is gone, and what its author may change.
    pub fn exit_reason(&mut self) -> Refusal {
        self.guard.bot_has_ended(GRACE);
        self.guard
            .exit_reason()
            .unwrap_or_else(|| "closed its standard output".into())
    }

    /// Closes its standard input, which asks it to end; after `grace` it is killed, with all its descendants.
    pub fn finish(&mut self, grace: Duration) -> Ending {
        self.stdin = None;
        let killed = !self.guard.bot_has_ended(grace);
        let left_children = self.guard.dismiss();
        Ending {
            killed,
            left_children: left_children && !killed,
        }
    }

    /// Kills it and its descendants at once.
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
