//! `goldrush rules`.

use std::io::Write;

use goldrush_engine::gold_rush::rulebook::{self, Rule};

use crate::cli::args::RulesArgs;
use crate::cli::bad_input;
use crate::report::wrap;

pub(super) fn run(args: &RulesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(id) = &args.rule else {
        for rule in rulebook::rules() {
            print(&rule, out)?;
            writeln!(out)?;
        }
        return Ok(());
    };
    let unknown = || bad_input(format!("there is no rule \"{id}\"; rules are G1 to G24 and V1 to V9"));
    print(&rulebook::find(id).ok_or_else(unknown)?, out)
}

fn print(rule: &Rule, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{} {}", rule.id, rule.title)?;
    Ok(wrap::write(rule.text, "  ", "  ", out)?)
}
