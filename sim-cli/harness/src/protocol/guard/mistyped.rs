//! Commands that cannot start a bot: their program is not there, may not be executed, or is not a program.

use std::env;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::folders::folder_of;
use super::interpreter;
use super::launch::words;
use crate::protocol::refusal::Refusal;

/// Commands of shells, which are no programs.
const OF_SHELLS: [&str; 6] = [".", "command", "eval", "exec", "source", "ulimit"];
/// Interpreters by the ends of names of their scripts.
const INTERPRETERS: [(&str, &str); 7] = [
    ("py", "python3"),
    ("js", "node"),
    ("mjs", "node"),
    ("lua", "lua"),
    ("rb", "ruby"),
    ("pl", "perl"),
    ("sh", "sh"),
];
/// Options of interpreters after which no script follows.
const NO_SCRIPT: [&str; 5] = ["-c", "-e", "-m", "-jar", "--eval"];
/// Bytes at the start of a file that show whether it is text.
const LOOKED_AT: usize = 64;

/// Returns what is wrong with the command of a bot that ended at its start; `None` if nothing is seen to be wrong. A command for a
/// shell is not looked at.
pub fn problem(command: &str) -> Option<Refusal> {
    let words = words(command)?;
    let program = words.first()?;
    // It may be another one than the current folder.
    let folder = folder_of(command).or_else(|| env::current_dir().ok())?;
    if OF_SHELLS.contains(&program.as_str()) || !folder.is_dir() {
        return None;
    }
    if program.contains('/') {
        problem_of_file(program, &folder)
    } else {
        problem_of_name(program, &folder)
    }
    .or_else(|| missing_script(&words, &folder))
}

fn refusal(what: String, advice: String) -> Option<Refusal> {
    Some(Refusal {
        what,
        advice: Some(advice),
    })
}

/// Returns what is wrong with a program given by its path.
fn problem_of_file(program: &str, folder: &Path) -> Option<Refusal> {
    let Ok(about) = fs::metadata(folder.join(program)) else {
        return missing("program", program, folder);
    };
    if about.is_dir() {
        return refusal(
            format!("{program} is a folder"),
            "name the program in it".into(),
        );
    }
    if about.permissions().mode() & 0o111 == 0 {
        let advice = format!("run chmod +x {program}, or {}", with_interpreter(program));
        return refusal(format!("{program} may not be executed"), advice);
    }
    is_plain_text(program, folder).then(|| {
        let what =
            format!("{program} does not begin with #! and an interpreter, so a shell runs it");
        let (_, name) = interpreter_of(program).unwrap_or(("", "python3"));
        let advice = format!(
            "let its first line be #!/usr/bin/env {name}, or {}",
            with_interpreter(program)
        );
        Refusal {
            what,
            advice: Some(advice),
        }
    })
}

/// Returns what is wrong with a program that the system searches by its name.
fn problem_of_name(program: &str, folder: &Path) -> Option<Refusal> {
    let folders = env::var_os("PATH").unwrap_or_default();
    if env::split_paths(&folders).any(|folder| folder.join(program).is_file()) {
        return None;
    }
    if folder.join(program).is_file() {
        let what = format!("{program} is a file here and not an installed program");
        let advice = format!("write ./{program}, or {}", with_interpreter(program));
        return refusal(what, advice);
    }
    let advice =
        "check its spelling, or install it; a program of your own needs its path, as in ./mybot";
    refusal(format!("there is no program {program}"), advice.into())
}

/// Returns that the script does not exist which an interpreter is to run.
fn missing_script(words: &[String], folder: &Path) -> Option<Refusal> {
    let name = Path::new(words.first()?).file_name()?.to_str()?;
    if !interpreter::is_name(name) {
        return None;
    }
    let arguments = &words[1..];
    if arguments
        .iter()
        .any(|word| NO_SCRIPT.contains(&word.as_str()))
    {
        return None;
    }
    let script = arguments
        .iter()
        .find(|word| !word.starts_with('-') && word.contains(['.', '/']))?;
    if folder.join(script).exists() {
        return None;
    }
    missing("file", script, folder)
}

fn missing(kind: &str, path: &str, folder: &Path) -> Option<Refusal> {
    let here = folder.display();
    let what = if Path::new(path).is_absolute() {
        format!("there is no {kind} {path}")
    } else {
        format!("there is no {kind} {path} in {here}")
    };
    refusal(
        what,
        format!("check the path; the command runs in the folder {here}"),
    )
}

fn interpreter_of(program: &str) -> Option<(&'static str, &'static str)> {
    let (_, end) = program.rsplit_once('.')?;
    INTERPRETERS.into_iter().find(|(known, _)| *known == end)
}

/// Returns the advice to name the interpreter of a program.
fn with_interpreter(program: &str) -> String {
    match interpreter_of(program) {
        Some((_, name)) => format!("start it with {name} {program}"),
        None => "write its interpreter before it".into(),
    }
}

/// True for a script that names no interpreter, and is not one of a shell by its name.
fn is_plain_text(program: &str, folder: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(folder.join(program))
        .and_then(|file| file.take(LOOKED_AT as u64).read_to_end(&mut start))
        .is_ok();
    let is_of_shell = interpreter_of(program).is_some_and(|(_, name)| name == "sh");
    let is_text = !start.contains(&0) && !start.starts_with(b"\x7fELF");
    read && !is_of_shell && is_text && !start.starts_with(b"#!")
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;

    #[test]
    fn commands_that_cannot_start_are_explained() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).display().to_string();
        for (name, text, mode) in [
            ("notx.py", "#!/usr/bin/env python3\n", 0o644),
            ("bare", "import json\n", 0o755),
            ("bot.sh", "read line\n", 0o755),
            ("good", "#!/bin/sh\n", 0o755),
        ] {
            fs::write(at(name), text).unwrap();
            fs::set_permissions(at(name), Permissions::from_mode(mode)).unwrap();
        }
        for (command, what, advice) in [
            (at("nosuch"), "there is no program ", "check the path"),
            (at(""), "is a folder", "name the program in it"),
            (
                at("notx.py"),
                "may not be executed",
                "start it with python3 ",
            ),
            (
                at("bare"),
                "does not begin with #!",
                "#!/usr/bin/env python3",
            ),
            (
                "pyton3 base.py".into(),
                "there is no program pyton3",
                "check its spelling",
            ),
            (
                "Cargo.toml".into(),
                "is a file here",
                "write ./Cargo.toml, or",
            ),
            (
                "sh -x nosuch.sh".into(),
                "there is no file nosuch.sh in /",
                "the command runs in",
            ),
        ] {
            let found = problem(&command).unwrap_or_else(|| panic!("{command}"));
            assert!(found.what.contains(what), "{found:?}");
            assert!(found.advice.clone().unwrap().contains(advice), "{found:?}");
        }
        for command in [
            at("bot.sh"),
            at("good"),
            "sh -c nosuch.sh".into(),
            "exec sh bot".into(),
            "nosuch | sh".into(),
        ] {
            assert_eq!(problem(&command), None, "{command}");
        }
    }
}
