//! `goldrush completions` and `goldrush man`: made from the structs of the command line.

use std::io::Write;

use clap::CommandFactory;

use crate::cli::args::Cli;

pub(super) fn completions(shell: clap_complete::Shell, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "goldrush", &mut script);
    Ok(out.write_all(&script)?)
}

/// The page of the command, followed by those of its subcommands.
pub(super) fn man(out: &mut dyn Write) -> anyhow::Result<()> {
    let command = Cli::command();
    clap_mangen::Man::new(command.clone()).render(out)?;
    for subcommand in command.get_subcommands() {
        let named = subcommand.clone().name(format!("goldrush-{}", subcommand.get_name()));
        clap_mangen::Man::new(named).render(out)?;
    }
    Ok(())
}
