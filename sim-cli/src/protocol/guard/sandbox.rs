//! Sandbox of a bot whose author one does not trust: bubblewrap starts it without network, other processes or files,
//! except those that it runs on, which are read-only, and a small folder that is empty at the start.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Program that makes sandboxes.
const BUBBLEWRAP: &str = "bwrap";
/// Files of the system that programs run on; those that exist are shown.
const SYSTEM: [&str; 8] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache"];
/// Folder for the bot's files. It is its home, too.
const SCRATCH: &str = "/tmp";
/// Folders in which programs are found by name.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";
/// Space for the bot's files, and for its shared memory, in bytes.
const SPACE: &str = "67108864";
/// Most processes of a bot; the system does not limit those of root.
const PROCESSES: &str = "--nproc=128";

/// Checks that sandboxes can be made.
///
/// # Errors
/// Describes what is missing.
pub fn check() -> Result<(), String> {
    let without = "leave out --sandbox, or begin a league with --no-sandbox";
    let tried = command(&["true".into()], &[], &[]).stdin(Stdio::null()).output().map_err(|e| {
        let install = "install it, such as by apt install bubblewrap";
        format!("bubblewrap ({BUBBLEWRAP}) is needed and cannot be started ({e}); {install}, or {without}")
    })?;
    let why = String::from_utf8_lossy(&tried.stderr);
    let why = why.lines().last().unwrap_or("it gave no reason");
    let refused = || format!("this system does not let bubblewrap ({BUBBLEWRAP}) make one: {why}; {without}");
    tried.status.success().then_some(()).ok_or_else(refused)
}

/// Returns a command that starts a program in a sandbox; `mentioned` are the words that may name files it needs, and `hidden`
/// folders that it must not see.
pub(super) fn command(program: &[String], mentioned: &[String], hidden: &[PathBuf]) -> Command {
    let here = env::current_dir().unwrap_or_else(|_| "/".into());
    let mut command = Command::new(BUBBLEWRAP);
    command.args(["--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]);
    command.args(["--uid", "65534", "--gid", "65534"]);
    for path in SYSTEM {
        command.args(["--ro-bind-try", path, path]);
    }
    command.args(["--proc", "/proc", "--dev", "/dev"]);
    for folder in ["/dev/shm", SCRATCH] {
        command.args(["--size", SPACE, "--tmpfs", folder]);
    }
    for path in shown(mentioned, &here, hidden) {
        command.arg("--ro-bind").args([&path, &path]);
    }
    command.arg("--dir").arg(&here).arg("--chdir").arg(&here);
    // Nothing can be written outside the folders above.
    command.args(["--remount-ro", "/dev", "--remount-ro", "/"]);
    command.args(["--setenv", "HOME", SCRATCH, "--setenv", "LANG", "C.UTF-8", "--setenv", "PATH", PATH]);
    command.args(["--", "prlimit", PROCESSES, "--"]).args(program);
    command
}

/// Returns the files and folders outside the system that words name, to be shown to the bot.
fn shown(words: &[String], here: &Path, hidden: &[PathBuf]) -> BTreeSet<PathBuf> {
    let private = [Some(here.to_owned()), env::home_dir(), Some(env::temp_dir())];
    let private: Vec<PathBuf> = private.into_iter().flatten().chain(hidden.iter().cloned()).collect();
    // The first word without a slash is a program of the system.
    let words = words.iter().enumerate().filter(|(nth, word)| *nth > 0 || word.contains('/'));
    let files = words.map(|(_, word)| here.join(word)).filter(|file| file.is_file());
    // A link is shown with what it leads to.
    let files = files.flat_map(|file| [file.canonicalize().ok(), Some(file)].into_iter().flatten());
    let files = files.filter(|file| !SYSTEM.iter().any(|system| file.starts_with(system)));
    files.flat_map(|file| around(&file, &private)).collect()
}

/// Returns what is shown of a file's surroundings: its virtual environment of Python and the Python installed there, or
/// its folder; the file alone if that contains a private folder, such as the current one.
fn around(file: &Path, private: &[PathBuf]) -> Vec<PathBuf> {
    let Some(folder) = file.parent() else { return vec![file.into()] };
    if let Some(environment) = folder.parent()
        && let Ok(settings) = fs::read_to_string(environment.join("pyvenv.cfg"))
    {
        let home = settings.lines().filter_map(|line| line.split_once('=')).find(|(name, _)| name.trim() == "home");
        let python = home.and_then(|(_, bin)| Path::new(bin.trim()).parent()).map(PathBuf::from);
        let python = python.filter(|python| python.is_dir() && !is_private(python, private));
        return [environment.into()].into_iter().chain(python).collect();
    }
    vec![if is_private(folder, private) { file.into() } else { folder.into() }]
}

/// Returns true if a folder contains a private one, or is one.
fn is_private(folder: &Path, private: &[PathBuf]) -> bool {
    private.iter().any(|private| private.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_see_their_own_folders_but_not_the_current_one() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        for file in ["bot.py", "mine/bot.py", "mine/model.bin", "env/pyvenv.cfg", "env/bin/python", "run/games.csv"] {
            let file = here.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let shown = |command: &str, hidden: &[PathBuf]| {
            let words: Vec<String> = command.split(' ').map(String::from).collect();
            let shown = shown(&words, &here, hidden).into_iter();
            shown.map(|path| path.strip_prefix(&here).unwrap().display().to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown("sh bot.py --depth 3", &[]), "bot.py");
        assert_eq!(shown("./bot.py run", &[]), "bot.py");
        assert_eq!(shown("sh mine/bot.py mine/model.bin", &[]), "mine");
        assert_eq!(shown("env/bin/python -u mine/bot.py", &[]), "env mine");
        let league = here.join("mine/league");
        assert_eq!(shown("sh mine/bot.py mine/model.bin", &[league]), "mine/bot.py mine/model.bin");
        fs::create_dir_all(here.join("python/bin")).unwrap();
        fs::write(here.join("env/pyvenv.cfg"), format!("home = {}\n", here.join("python/bin").display())).unwrap();
        assert_eq!(shown("env/bin/python -u mine/bot.py", &[]), "env mine python");
        assert_eq!(shown("sh ../nowhere.py", &[]), "");
    }
}
