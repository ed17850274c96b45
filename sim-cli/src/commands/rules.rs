//! `goldrush rules`.

use std::io::Write;

use goldrush_engine::gold_rush::rulebook::{self, Rule};

use crate::cli::args::RulesArgs;
use crate::cli::bad_input;

pub(super) fn run(args: &RulesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(id) = &args.rule else {
        for rule in rulebook::rules() {
            print(&rule, out)?;
            writeln!(out)?;
        }
        return Ok(());
    };
    let unknown = || bad_input(format!("there is no rule \"{id}\"; rules are G1 to G24 and V1 to V8"));
    print(&rulebook::find(id).ok_or_else(unknown)?, out)
}

fn print(rule: &Rule, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{} {}", rule.id, rule.title)?;
    let mut line = String::new();
    for word in rule.text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > 78 {
            writeln!(out, "  {line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    Ok(writeln!(out, "  {line}")?)
}
