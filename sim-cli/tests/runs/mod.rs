//! Runs that are killed, and folders that must be the same.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A process that plays.
pub struct Running {
    /// The process.
    pub child: Child,
    /// Where it writes.
    pub out: PathBuf,
}

impl Running {
    /// Starts it.
    pub fn new(args: &[String], out: PathBuf) -> Running {
        // Whoever runs the tests may have had signals ignored.
        let env = ["env", "--default-signal=INT,TERM,HUP"];
        let resets = Command::new(env[0]).args([env[1], "true"]).output().is_ok_and(|output| output.status.success());
        let program = assert_cmd::cargo::cargo_bin("goldrush");
        let mut command = Command::new(if resets { Path::new(env[0]) } else { &program });
        if resets {
            command.arg(env[1]).arg(&program);
        }
        let child = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        Running { child, out }
    }

    /// Waits until the table of seats has more than so many bytes.
    pub fn wait_for(&mut self, bytes: u64) {
        let began = Instant::now();
        while length(&self.out.join("seats.csv")) <= bytes {
            assert!(self.child.try_wait().unwrap().is_none(), "it ended before {bytes} bytes");
            assert!(began.elapsed() < Duration::from_secs(60));
            sleep(Duration::from_millis(1));
        }
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// Waits for its end.
    pub fn end(mut self) -> Output {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        self.child.stdout.take().unwrap().read_to_end(&mut stdout).unwrap();
        self.child.stderr.take().unwrap().read_to_end(&mut stderr).unwrap();
        Output { status: self.child.wait().unwrap(), stdout, stderr }
    }
}

/// A test that fails leaves nothing behind.
impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Of a file; 0 if there is none.
pub fn length(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |m| m.len())
}

/// All files but `machine.json` and `times.jsonl` have the same bytes.
#[track_caller]
pub fn assert_same(run: &Path, reference: &Path) {
    let names = |folder: &Path| -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(names(run), names(reference));
    for name in names(run).iter().filter(|name| !["machine.json", "times.jsonl"].contains(&&name[..])) {
        assert!(fs::read(run.join(name)).unwrap() == fs::read(reference.join(name)).unwrap(), "{name} differs");
    }
}
