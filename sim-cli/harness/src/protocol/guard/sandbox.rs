//! Sandbox of a bot whose author one does not trust: bubblewrap starts it without network, other processes or files,
//! except those that it runs on, which are read-only, and a small folder that is empty at the start.

use std::env;
use std::os::fd::{AsRawFd, RawFd};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use rustix::process::getuid;
use serde::{Deserialize, Serialize};

use super::keys;
use super::sight::{Sight, check_given, sight};
use super::system_files;
use crate::protocol::limits::Limits;

/// Program that makes sandboxes.
const BUBBLEWRAP: &str = "bwrap";
/// Folder for the bot's files. It is its home, too.
pub(super) const SCRATCH: &str = "/tmp";
/// Folders of the programs that a bot finds by their names.
const PROGRAMS: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];
/// Variables of every process in the sandbox besides `PATH`, and of those that make it.
const ENVIRONMENT: [(&str, &str); 2] = [("HOME", SCRATCH), ("LANG", "C.UTF-8")];
/// Space for the bot's files with its shared memory, in bytes.
const SPACE: &str = "67108864";
/// Most files there.
const FILES: &str = "10000";
/// Most processes of a bot; the system does not limit those of root.
const PROCESSES: &str = "--nproc=128";
/// Highest number of a process, which limits those of root, too. Linux uses the first 300 only once.
const HIGHEST: &str = "450";

/// Starts bubblewrap as the root of a user namespace, which may mount folders.
const NAMESPACE: [&str; 7] = [
    "unshare",
    "--user",
    "--map-root-user",
    "--mount",
    "--pid",
    "--fork",
    "--kill-child",
];
/// Prepares the sandbox: mounts a folder with limits, where none is needed; makes the devices read-only that belong to the user,
/// who might change their permissions for everybody; and limits the number of processes, if the system can (Linux 6.14).
const PREPARE: &str = "\
    mount -t tmpfs -o size=$1,nr_inodes=$2,mode=0700,nosuid,nodev goldrush /sys && mkdir /sys/files /sys/memory || exit\n\
    for device in null zero full random urandom tty; do\n\
    if [ -O /dev/$device ]; then mount -o bind,ro,nosuid,noexec /dev/$device /dev/$device || exit; fi\n\
    done\n\
    { echo $3 > /proc/sys/kernel/pid_max; } 2> /dev/null\n\
    shift 3\n\
    unset PWD\n\
    exec \"$@\"\n";
/// Folders of the prepared one, by the paths at which the bot finds them.
const PREPARED: [(&str, &str); 2] = [("/sys/files", SCRATCH), ("/sys/memory", "/dev/shm")];

/// A bot's sandbox.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct Sandbox {
    sight: Sight,
    strength: Strength,
}

/// Means that this system has to confine a bot.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
enum Strength {
    /// The number of files is limited, and that of processes where the kernel can.
    Full,
    /// Only bubblewrap may use user namespaces, so neither is limited for root, and files for nobody.
    Plain,
}

impl Sandbox {
    /// Returns the sandbox of a bot.
    ///
    /// # Errors
    /// Describes what is missing on this system.
    pub(super) fn new(command: &str, limits: &Limits) -> Result<Sandbox, String> {
        check_given(&limits.sandbox_show)?;
        Ok(Sandbox {
            sight: sight(command, &limits.sandbox_show),
            strength: strength()?,
        })
    }

    /// Returns a command that starts a program in the sandbox, with a filter of system calls, an open file.
    pub(super) fn command(&self, program: &[String], filter: Option<RawFd>) -> Command {
        let Sandbox { sight, strength } = self;
        let mut command = strength.bubblewrap();
        command.args([
            "--unshare-all",
            "--unshare-user",
            "--disable-userns",
            "--cap-drop",
            "ALL",
        ]);
        command.args([
            "--die-with-parent",
            "--new-session",
            "--uid",
            "65534",
            "--gid",
            "65534",
        ]);
        for path in system_files::all() {
            command.arg("--ro-bind-try").args([path, path]);
        }
        command.args(["--proc", "/proc", "--dev", "/dev"]);
        for (folder, path) in PREPARED {
            match strength {
                Strength::Full => command.args(["--bind", folder, path]),
                Strength::Plain => command.args(["--size", SPACE, "--tmpfs", path]),
            };
        }
        for (path, real) in &sight.shown {
            command.arg("--ro-bind").args([real, path]);
        }
        for (path, target) in &sight.links {
            command.arg("--symlink").args([target, path]);
        }
        for path in &sight.passed {
            command.arg("--dir").arg(path);
        }
        for path in &sight.masked {
            mask(&mut command, path);
        }
        for list in keys::LISTS.map(Path::new) {
            if list.exists() {
                mask(&mut command, list);
            }
        }
        if let Some(filter) = filter {
            command.arg("--seccomp").arg(filter.to_string());
        }
        let here = env::current_dir().unwrap_or_else(|_| "/".into());
        command.arg("--dir").arg(&here).arg("--chdir").arg(&here);
        // Nothing can be written outside the folders above; for root, that includes the kernel's settings.
        command.args([
            "--remount-ro",
            "/dev",
            "--remount-ro",
            "/proc",
            "--remount-ro",
            "/",
        ]);
        // Bubblewrap sets this variable.
        command
            .args(["--", "env", "-u", "PWD", "prlimit", PROCESSES, "--"])
            .args(program);
        command
    }
}

/// Puts something empty that cannot be written in the place of a file or folder.
fn mask(command: &mut Command, path: &Path) {
    if path.is_dir() {
        command
            .arg("--tmpfs")
            .arg(path)
            .arg("--remount-ro")
            .arg(path);
    } else {
        command.arg("--ro-bind").arg("/dev/null").arg(path);
    }
}

impl Strength {
    /// Returns a command that starts bubblewrap. Its process stays in the sandbox, where the bot can read its environment.
    fn bubblewrap(self) -> Command {
        let program = bubblewrap().unwrap_or_else(|| BUBBLEWRAP.into());
        let mut command = match self {
            Strength::Full => {
                let mut command = Command::new(NAMESPACE[0]);
                command
                    .args(&NAMESPACE[1..])
                    .args(["--", "sh", "-c", PREPARE, "sh", SPACE, FILES, HIGHEST])
                    .arg(program);
                command
            }
            Strength::Plain => Command::new(program),
        };
        command
            .env_clear()
            .envs(ENVIRONMENT)
            .env("PATH", PROGRAMS.join(":"));
        command
    }

    /// Makes a sandbox.
    ///
    /// # Errors
    /// The reason if that fails.
    fn check(self) -> Result<(), String> {
        let filter = keys::filter().map_err(|e| e.to_string())?;
        let sandbox = Sandbox {
            sight: Sight::default(),
            strength: self,
        };
        let mut command =
            sandbox.command(&["true".into()], filter.as_ref().map(AsRawFd::as_raw_fd));
        let tried = command
            .stdin(Stdio::null())
            .output()
            .map_err(|e| e.to_string())?;
        if tried.status.success() {
            return Ok(());
        }
        let why = String::from_utf8_lossy(&tried.stderr);
        Err(why.lines().last().unwrap_or("it gave no reason").into())
    }
}

/// Returns the path of bubblewrap, which is found as the person's programs are.
fn bubblewrap() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(BUBBLEWRAP))
        .find(|program| program.is_file())
}

/// True if a program of this name is found in the sandbox.
pub(super) fn has_program(name: &str) -> bool {
    PROGRAMS
        .iter()
        .any(|folder| Path::new(folder).join(name).exists())
}

/// Checks that sandboxes can be made that show what the person shows to bots.
///
/// # Errors
/// Describes what is missing.
pub fn check(limits: &Limits) -> Result<(), String> {
    check_given(&limits.sandbox_show)?;
    strength().map(drop)
}

/// Returns how well this system can confine a bot.
fn strength() -> Result<Strength, String> {
    static STRENGTH: OnceLock<Result<Strength, String>> = OnceLock::new();
    STRENGTH.get_or_init(find_strength).clone()
}

fn find_strength() -> Result<Strength, String> {
    let without = "leave out --sandbox, or begin a league with --no-sandbox";
    if bubblewrap().is_none() {
        let install = "install it, such as by apt install bubblewrap";
        return Err(format!(
            "bubblewrap ({BUBBLEWRAP}) is needed and is not in PATH; {install}, or {without}"
        ));
    }
    if Strength::Full.check().is_ok() {
        return Ok(Strength::Full);
    }
    match Strength::Plain.check() {
        Ok(()) => Ok(Strength::Plain),
        Err(why) if why.contains("--disable-userns") => Err(format!(
            "bubblewrap ({BUBBLEWRAP}) 0.8 or later is needed: {why}; {without}"
        )),
        Err(why) => Err(format!(
            "this system does not let bubblewrap ({BUBBLEWRAP}) make one: {why}; {without}"
        )),
    }
}

/// Lists what neither these limits nor this system limit for a bot in a sandbox.
pub fn unlimited(limits: &Limits) -> String {
    let strength = strength().unwrap_or(Strength::Plain);
    let has_few_processes =
        !getuid().is_root() || strength == Strength::Full && limits_processes_of_root();
    unlimited_on(limits, strength, has_few_processes)
}

fn unlimited_on(limits: &Limits, strength: Strength, has_few_processes: bool) -> String {
    let of_all = "memory and processor time of all its processes together";
    let memory = "memory (--bot-memory-mb)";
    let time = "processor time (--bot-cpu-s)";
    let mut left = match (limits.memory_mb, limits.cpu_s) {
        (Some(_), Some(_)) => vec![of_all],
        (None, Some(_)) => vec![memory],
        (Some(_), None) => vec!["memory of all its processes together", time],
        (None, None) => vec![memory, time],
    };
    if strength == Strength::Plain {
        left.push("the number of its files");
    }
    if !has_few_processes {
        left.push("the number of its processes, since you are root");
    }
    left.join(", ")
}

/// True if the kernel can limit the number of processes in a namespace.
fn limits_processes_of_root() -> bool {
    let write = format!("echo {HIGHEST} > /proc/sys/kernel/pid_max");
    let tried = Command::new(NAMESPACE[0])
        .args(&NAMESPACE[1..])
        .args(["--", "sh", "-c", &write])
        .output();
    tried.is_ok_and(|tried| tried.status.success())
}

/// Describes what a bot sees in its sandbox, if it has one: it may be the reason that the bot does not start.
pub fn described(command: &str, limits: &Limits) -> Option<String> {
    let sight = limits
        .sandbox
        .then(|| sight(command, &limits.sandbox_show))?;
    let seen: Vec<String> = sight
        .seen
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let seen = match &seen[..] {
        [] => "it sees no file of yours, since its command names none that it may see".into(),
        seen => format!("it sees nothing of yours but {}", seen.join(", ")),
    };
    let shown = format!("{seen}; --sandbox-show DIR shows it another folder");
    Some([&sight.missing[..], &[shown]].concat().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_limited_is_one_line() {
        let free = Limits::default();
        let tight = Limits {
            memory_mb: Some(1),
            cpu_s: Some(1),
            ..Limits::default()
        };
        let line = unlimited_on(&free, Strength::Full, true);
        assert_eq!(
            line,
            "memory (--bot-memory-mb), processor time (--bot-cpu-s)"
        );
        let line = unlimited_on(&tight, Strength::Plain, false);
        let expected = "memory and processor time of all its processes together, the number of its files, \
                        the number of its processes, since you are root";
        assert_eq!(line, expected);
    }

    /// Some systems let bubblewrap alone use user namespaces.
    #[test]
    fn bubblewrap_alone_makes_a_sandbox() {
        assert_eq!(Strength::Plain.check(), Ok(()));
        assert_eq!(strength(), Ok(Strength::Full));
    }
}
