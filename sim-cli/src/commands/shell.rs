//! `goldrush completions`, and answers to a shell that completes a command line.

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::{PathBuf, absolute};

use clap::CommandFactory;
use clap_complete::Shell;
use clap_complete::env::{CompleteEnv, Elvish, Fish, Powershell, Shells};

use super::shells::{Bash, Zsh};
use crate::cli::args::Cli;

/// Environment variable in which a completing shell names itself.
const SHELL: &str = "GOLDRUSH_COMPLETE";

/// The shells. Bash and zsh have scripts of our own: see there.
const SHELLS: Shells<'static> = Shells(&[&Bash, &Elvish, &Fish, &Powershell, &Zsh]);

/// Prints the script with which a shell asks this program for completions.
pub(super) fn completions(shell: Shell, out: &mut dyn Write) -> anyhow::Result<()> {
    let name = shell.to_string();
    let shell = SHELLS
        .completer(&name)
        .ok_or_else(|| anyhow::anyhow!("there are no completions for {name}"))?;
    Ok(shell.write_registration(SHELL, "goldrush", "goldrush", &program()?, out)?)
}

/// Returns how the shell finds this program from any folder: its name, or the whole path if it was called by a path.
fn program() -> anyhow::Result<String> {
    let called = PathBuf::from(env::args_os().next().unwrap_or_else(|| "goldrush".into()));
    let called = if called.components().count() > 1 {
        absolute(&called)?
    } else {
        called
    };
    Ok(called.to_string_lossy().into_owned())
}

/// Answers a completing shell; true if one asked.
pub(super) fn answer(words: &[OsString]) -> Result<bool, clap::Error> {
    let folder = env::current_dir().ok();
    let line = CompleteEnv::with_factory(Cli::command)
        .var(SHELL)
        .shells(SHELLS);
    line.try_complete(words.to_vec(), folder.as_deref())
}
