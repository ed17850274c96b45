//! `goldrush lab results`: writes the tables of the pages of studies from the files of their runs.

mod numbers;
mod query;
mod source;
mod tables;

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Context, anyhow, bail};
use goldrush_engine::plain_error::toml_problem;
use goldrush_harness::store::file::write_atomically;
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;

use crate::cli::args::ResultsArgs;
use source::Sources;
use tables::Tables;

/// File in the folder of the results that says what stands where.
const TABLES: &str = "tables.toml";

pub(super) fn run(args: &ResultsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut stale = Vec::new();
    for page in pages(args).map_err(|wrong| bad_input(format!("{wrong:#}")))? {
        let file = args.folder.join(&page.0);
        if read_input(&file)? == page.1 {
            continue;
        }
        if !args.check {
            write_atomically(&file, &page.1)?;
            writeln!(out, "{}", file.display())?;
        }
        stale.push(file.display().to_string());
    }
    if args.check && !stale.is_empty() {
        let command = format!("goldrush lab results {}", args.folder.display());
        bail!("{}: out of date; run {command}", stale.join(", "));
    }
    Ok(())
}

/// Returns each page as it should be.
fn pages(args: &ResultsArgs) -> anyhow::Result<BTreeMap<String, String>> {
    let file = args.folder.join(TABLES);
    let text = read_input(&file)?;
    let tables: Tables = toml::from_str(&text)
        .map_err(|wrong| anyhow!("{}: {}", file.display(), toml_problem(&text, &wrong)))?;
    let sources = Sources::new(&args.folder);
    let mut pages = BTreeMap::new();
    for part in tables.parts(&sources)? {
        let file = args.folder.join(&part.page);
        let text = match pages.remove(&part.page) {
            Some(text) => text,
            None => read_input(&file)?,
        };
        let text =
            replaced(&text, &part.mark, &part.lines).with_context(|| file.display().to_string())?;
        pages.insert(part.page, text);
    }
    Ok(pages)
}

/// Returns a page with these lines between `<!-- MARK -->` and `<!-- end of MARK -->`.
fn replaced(page: &str, mark: &str, lines: &[String]) -> anyhow::Result<String> {
    let first = format!("<!-- {mark} -->\n");
    let last = format!("<!-- end of {mark} -->");
    let start = page
        .find(&first)
        .with_context(|| format!("no line {}; add it above the table", first.trim_end()))?
        + first.len();
    let length = page[start..]
        .find(&last)
        .with_context(|| format!("no line {last}; add it below the table"))?;
    let before = &page[..start];
    let after = &page[start + length..];
    Ok(format!("{before}{}\n{after}", lines.join("\n")))
}
