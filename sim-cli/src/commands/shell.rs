//! `goldrush completions`, and the answers to a shell that completes a line.

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::{PathBuf, absolute};

use clap::CommandFactory;
use clap_complete::Shell;
use clap_complete::env::{CompleteEnv, Shells};

use crate::cli::args::Cli;

/// The variable in which a shell that completes a line says which one it is.
const SHELL: &str = "GOLDRUSH_COMPLETE";

/// Prints the script that has the shell ask this program what to offer.
pub(super) fn completions(shell: Shell, out: &mut dyn Write) -> anyhow::Result<()> {
    let shells = Shells::builtins();
    let name = shell.to_string();
    let shell = shells.completer(&name).ok_or_else(|| anyhow::anyhow!("there are no completions for {name}"))?;
    Ok(shell.write_registration(SHELL, "goldrush", "goldrush", &program()?, out)?)
}

/// This program as the shell finds it from wherever it is: by its name, or by the whole path if it was called by one.
fn program() -> anyhow::Result<String> {
    let called = PathBuf::from(env::args_os().next().unwrap_or_else(|| "goldrush".into()));
    let called = if called.components().count() > 1 { absolute(&called)? } else { called };
    Ok(called.to_string_lossy().into_owned())
}

/// Answers the shell, if it is one that completes a line; says whether it was.
pub(super) fn answer(words: &[OsString]) -> Result<bool, clap::Error> {
    let folder = env::current_dir().ok();
    let line = CompleteEnv::with_factory(Cli::command).var(SHELL);
    line.try_complete(words.to_vec(), folder.as_deref())
}
