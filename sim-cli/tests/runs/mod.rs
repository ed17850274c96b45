//! Runs that are killed, and comparison of run folders.

mod same;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub use same::assert_same;

/// A process that plays a run.
pub struct Running {
    /// The process.
    pub child: Child,
    /// The folder it writes to.
    pub out: PathBuf,
}

impl Running {
    /// Starts the process.
    pub fn new(args: &[String], out: PathBuf) -> Running {
        // The process that runs the tests may ignore signals.
        let env = ["env", "--default-signal=INT,TERM,HUP"];
        let resets = Command::new(env[0])
            .args([env[1], "true"])
            .output()
            .is_ok_and(|output| output.status.success());
        let program = assert_cmd::cargo::cargo_bin("goldrush");
        let mut command = Command::new(if resets { Path::new(env[0]) } else { &program });
        if resets {
            command.arg(env[1]).arg(&program);
        }
        let child = command
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Running { child, out }
    }

    /// Waits until the table of seats has more than this many bytes.
    pub fn wait_for(&mut self, bytes: u64) {
        let began = Instant::now();
        while length(&self.out.join("seats.csv")) <= bytes {
            assert!(
                self.child.try_wait().unwrap().is_none(),
                "it ended before {bytes} bytes"
            );
            assert!(began.elapsed() < Duration::from_secs(60));
            sleep(Duration::from_millis(1));
        }
    }

    /// Sends a signal to the process.
    pub fn signal(&self, name: &str) {
        assert!(
            Command::new("kill")
                .args([name, &self.child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
    }

    /// Waits until the process has ended.
    pub fn end(mut self) -> Output {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        self.child
            .stdout
            .take()
            .unwrap()
            .read_to_end(&mut stdout)
            .unwrap();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_end(&mut stderr)
            .unwrap();
        Output {
            status: self.child.wait().unwrap(),
            stdout,
            stderr,
        }
    }
}

/// Stops the process even if the test fails.
impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the length of a file in bytes, 0 if it does not exist.
pub fn length(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |m| m.len())
}
