//! Where the program cannot start processes: no bot of another program, and nothing to hide from one.

/// Guards of bots.
pub mod guard {
    use std::ffi::OsString;
    use std::path::Path;
    use std::process::ExitCode;

    use super::super::limits::Limits;
    use super::super::refusal::Refusal;

    /// Returns nothing: no command starts a bot.
    pub fn problem(_: &str) -> Option<Refusal> {
        None
    }

    /// Returns nothing: the program is never started as a guard.
    pub fn called(_: &[OsString]) -> Option<ExitCode> {
        None
    }

    /// Returns what is missing for a sandbox.
    ///
    /// # Errors
    /// Always: there is none.
    pub fn check_sandbox(_: &Limits) -> Result<(), String> {
        Err("this system has none".into())
    }

    /// Does nothing: no folder is shown.
    pub fn check_shown_folder(_: &Path) -> Result<(), String> {
        Ok(())
    }

    /// Does nothing: there are no processes to adopt.
    pub fn become_subreaper() {}

    /// Does nothing: no bot could look there.
    pub fn hide(_: &Path) {}

    /// Does nothing: no command is started.
    pub fn start_from(_: &str, _: &Path) {}

    /// Does nothing: there are no bots.
    pub fn keep_apart<'a>(_: impl IntoIterator<Item = &'a str>) {}

    /// Returns nothing: there is no sandbox.
    pub fn described(_: &str, _: &Limits) -> Option<String> {
        None
    }

    /// Returns all there is to limit.
    pub fn unlimited(_: &Limits) -> String {
        "this system has no sandbox".into()
    }
}

/// Processes of bots.
pub mod process {
    use std::io;
    use std::time::{Duration, Instant};

    use super::super::limits::Limits;
    use super::super::pipe::{Activity, Ending, ProcessError};
    use super::super::refusal::Refusal;

    /// A bot's process, of which there is none.
    pub enum Process {}

    impl Process {
        /// Starts nothing.
        ///
        /// # Errors
        /// Always.
        pub fn start(_: &str, _: &Limits) -> io::Result<Process> {
            Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "goldrush cannot start other programs here",
            ))
        }

        /// Returns its processor time.
        pub fn processor_time(&mut self) -> Option<Duration> {
            match *self {}
        }

        /// Writes a line.
        ///
        /// # Errors
        /// Never: there is no process.
        pub fn send(&mut self, _: &[u8], _: Instant) -> Result<(), ProcessError> {
            match *self {}
        }

        /// Waits for a line.
        ///
        /// # Errors
        /// Never: there is no process.
        pub fn receive(&mut self, _: Instant) -> Result<&[u8], ProcessError> {
            match *self {}
        }

        /// Returns a line that is already there.
        ///
        /// # Errors
        /// Never: there is no process.
        pub fn take_written(&mut self) -> Result<Option<&[u8]>, ProcessError> {
            match *self {}
        }

        /// Waits until it writes.
        ///
        /// # Errors
        /// Never: there is no process.
        pub fn await_output(&mut self, _: Duration) -> Result<(), ProcessError> {
            match *self {}
        }

        /// Returns what it is doing.
        pub fn activity(&self, _: Duration) -> Activity {
            match *self {}
        }

        /// Learns nothing.
        pub fn know_timers(&mut self) {
            match *self {}
        }

        /// Returns the time until it wakes up.
        pub fn timer(&self) -> Option<Duration> {
            match *self {}
        }

        /// True if it has begun a line.
        pub fn is_in_a_line(&self) -> bool {
            match *self {}
        }

        /// Returns the line that it has begun.
        pub fn incomplete_line(&self) -> &[u8] {
            match *self {}
        }

        /// Returns the end of its standard error.
        pub fn stderr_tail(&mut self) -> String {
            match *self {}
        }

        /// Describes why it is gone.
        pub fn exit_reason(&mut self) -> Refusal {
            match *self {}
        }

        /// Ends it.
        pub fn finish(&mut self, _: Duration) -> Ending {
            match *self {}
        }

        /// Kills it.
        pub fn kill(&mut self) {
            match *self {}
        }
    }
}
