//! `goldrush man`: the manual, one page for the program and one per command, generated from the structs of the command
//! line.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use goldrush_support::build;
use goldrush_support::error::bad_input;
use goldrush_support::printable::printable;

use crate::cli::args::{Cli, ManArgs};

pub(super) fn run(args: &ManArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let pages = pages();
    if let Some(folder) = &args.out {
        return write_all(&pages, folder, out);
    }
    let page_name = [&[NAME.to_owned()], &args.command[..]].concat().join("-");
    let Some(page) = pages.iter().find(|page| page.get_name() == page_name) else {
        return Err(bad_input(format!(
            "there is no command {}; goldrush --help lists them",
            args.command.join(" ")
        )));
    };
    Ok(write_page(page, out)?)
}

const NAME: &str = "goldrush";

/// Returns the program and its commands, each as a standalone command named after its page.
fn pages() -> Vec<Command> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let mut pages = vec![program];
    let mut at = 0;
    while let Some(page) = pages.get(at) {
        let own = page.get_name().to_owned();
        let below = page.get_subcommands().map(|command| {
            let name = format!("{own}-{}", command.get_name());
            command.clone().display_name(&name).name(name)
        });
        let below: Vec<Command> = below.collect();
        pages.extend(below);
        at += 1;
    }
    pages
}

fn wrong_folder(folder: &Path, e: &io::Error) -> anyhow::Error {
    bad_input(format!("--out {}: {e}", folder.display()))
}

fn write_all(pages: &[Command], folder: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    fs::create_dir_all(folder).map_err(|e| wrong_folder(folder, &e))?;
    for page in pages {
        let mut text = Vec::new();
        write_page(page, &mut text)?;
        fs::write(folder.join(format!("{}.1", page.get_name())), text)
            .map_err(|e| wrong_folder(folder, &e))?;
    }
    Ok(writeln!(
        out,
        "{} pages are in {}",
        pages.len(),
        printable(folder.display())
    )?)
}

fn write_page(page: &Command, out: &mut dyn Write) -> io::Result<()> {
    let (name, version, date) = (
        page.get_name(),
        env!("CARGO_PKG_VERSION"),
        build::current().date,
    );
    // Written here because the library omits the quotes of an empty date.
    writeln!(out, ".TH {name} 1 \"{date}\" \"{NAME} {version}\"")?;
    let man = Man::new(page.clone());
    let mut text = Vec::new();
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if page.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    // The library skips a line above possible values with three requests, of which a formatter ignores two.
    out.write_all(
        String::from_utf8_lossy(&text)
            .replace(".br\n\n.br\n", ".sp\n")
            .as_bytes(),
    )?;
    let mut rest = Roff::new();
    if let Some(text) = page.get_after_help() {
        add_text(&mut rest, &text.to_string());
    }
    if name != NAME {
        rest.control("SH", ["SEE ALSO"])
            .text([bold(NAME), roman("(1)")]);
    }
    rest.to_writer(out)
}

/// True if a line stays as it is.
fn is_verbatim(line: &str) -> bool {
    line.starts_with("  ")
}

/// Adds the text at the end of help. Indented lines stay as they are; a word with a colon above them becomes a heading,
/// and the paragraphs after the examples get a heading of their own.
fn add_text(to: &mut Roff, text: &str) {
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let mut section = "";
    let mut at_line_start = true;
    for block in lines.chunk_by(|one, next| is_verbatim(one) && is_verbatim(next)) {
        let verbatim = is_verbatim(block[0]);
        let heading = block[0]
            .strip_suffix(':')
            .filter(|line| !line.contains(' '));
        let notes = (!verbatim && section.starts_with("Example")).then_some("Notes");
        if let Some(heading) = heading.or(notes) {
            to.control("SH", [&*heading.to_uppercase()]);
            section = heading;
            at_line_start = false;
        }
        if heading.is_some() {
            continue;
        }
        // A heading starts a paragraph by itself.
        if at_line_start {
            to.control("PP", []);
        }
        at_line_start = true;
        if verbatim {
            to.control("nf", []);
        }
        for line in block {
            to.text([roman(line.trim_start())]);
        }
        if verbatim {
            to.control("fi", []);
        }
    }
}
