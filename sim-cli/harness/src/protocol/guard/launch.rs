//! Turns a bot's command into a process.

use std::io;
use std::os::fd::IntoRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use rustix::process::{Resource, Rlimit, setrlimit};

use super::sandbox::has_program;
use super::{CONFINE, LaunchOrder, keys};

/// Characters that need a shell; some of them would be literal inside quotes, but use the shell all the same.
const OF_THE_SHELL: &[char] = &[
    '|', '&', ';', '<', '>', '(', ')', '$', '`', '\\', '*', '?', '[', '{', '#', '~', '\n',
];
/// Exit codes, as shells use them, for a command that cannot run and for limits that cannot be set.
const CANNOT_RUN: u8 = 126;
const CANNOT_LIMIT: u8 = 125;

/// Returns the ways to start the bot, to be tried in order.
///
/// # Errors
/// Fails if the order cannot be passed on.
pub(super) fn ways(order: &LaunchOrder) -> io::Result<Vec<Command>> {
    if order.memory_mb.is_some() || order.cpu_s.is_some() {
        let mut confined = itself();
        confined.arg(CONFINE).arg(order.argument()?);
        return Ok(vec![confined]);
    }
    program_or_shell(order)
}

/// Returns a command that starts this program, even if its file has been replaced.
pub(super) fn itself() -> Command {
    let mut command = match std::env::current_exe() {
        Ok(path) if !cfg!(target_os = "linux") => Command::new(path),
        _ => Command::new("/proc/self/exe"),
    };
    command.arg0("goldrush");
    command
}

/// Sets the limits and becomes the bot; its children inherit the limits.
pub(super) fn confine(order: &LaunchOrder) -> ExitCode {
    let mut ways = match program_or_shell(order) {
        Ok(ways) => ways,
        Err(e) => {
            eprintln!("no sandbox: {e}");
            return ExitCode::from(CANNOT_LIMIT);
        }
    };
    let memory = order
        .memory_mb
        .map(|mb| (Resource::As, "memory", mb.saturating_mul(1 << 20)));
    let processor = order.cpu_s.map(|s| (Resource::Cpu, "processor time", s));
    for (resource, name, most) in memory.into_iter().chain(processor) {
        if let Err(e) = setrlimit(
            resource,
            Rlimit {
                current: Some(most),
                maximum: Some(most),
            },
        ) {
            eprintln!("the limit of {name} cannot be set: {}", io::Error::from(e));
            return ExitCode::from(CANNOT_LIMIT);
        }
    }
    for way in &mut ways {
        // Returns only on failure; the shell gives a better reason.
        let _ = way.exec();
    }
    eprintln!("no shell can be started");
    ExitCode::from(CANNOT_RUN)
}

/// Starts the program directly if no shell is needed, since a shell may keep the bot's pipes open after the bot closed them.
/// A name that is not a program may be a shell builtin, so the shell is tried next. In a sandbox there is one way.
///
/// # Errors
/// Fails if there are too many open files.
fn program_or_shell(order: &LaunchOrder) -> io::Result<Vec<Command>> {
    let command = order.command.as_str();
    if let Some(sandbox) = &order.sandbox {
        let shell = || ["/bin/sh", "-c", command].map(String::from).into();
        let program =
            words(command).filter(|words| words[0].contains('/') || has_program(&words[0]));
        // Open until the process is started, which may be done by becoming it.
        let filter = keys::filter()?.map(IntoRawFd::into_raw_fd);
        return Ok(vec![
            sandbox.command(&program.unwrap_or_else(shell), filter),
        ]);
    }
    let program = words(command).map(|words| {
        let mut program = Command::new(&words[0]);
        program.args(&words[1..]);
        program
    });
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command);
    Ok(program.into_iter().chain([shell]).collect())
}

/// Splits a command that needs no shell into the program and its arguments; `None` if it needs one.
pub(super) fn words(command: &str) -> Option<Vec<String>> {
    let words = if command.contains(OF_THE_SHELL) {
        None
    } else {
        shlex::split(command)
    }?;
    // `NAME=VALUE program` sets a variable.
    words
        .first()
        .is_some_and(|program| !program.contains('='))
        .then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shell_is_used_only_if_needed() {
        let program = |command: &str| words(command).map(|words| words.join("|"));
        for (command, expected) in [
            ("./bot", "./bot"),
            (
                "python3 -u  bot.py --level=3",
                "python3|-u|bot.py|--level=3",
            ),
            ("./my bot -x 'a b' \"c d\"", "./my|bot|-x|a b|c d"),
        ] {
            assert_eq!(program(command).as_deref(), Some(expected), "{command}");
        }
        let of_the_shell = [
            "a | b",
            "a && b",
            "a; b",
            "a > log",
            "(a)",
            "$BOT",
            "`which bot`",
            "bot\\ 1",
            "bots/*",
            "bot?",
            "b[1]",
            "{ a",
            "a # b",
            "~/bot",
            "SEED=1 ./bot",
            "a 'b",
            "",
        ];
        for command in of_the_shell {
            assert_eq!(program(command), None, "{command}");
        }
    }
}
