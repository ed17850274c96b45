//! `goldrush rules`.

use std::io::Write;

use goldrush_engine::rulebook::{self, Rule};

use crate::cli::args::RulesArgs;
use crate::error::bad_input;
use crate::games::GameName;
use crate::report::wrap;

pub(super) fn run(args: &RulesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(id) = &args.rule else {
        let game: GameName = args.game.parse().map_err(|e| bad_input(format!("--game: {e}")))?;
        for rule in game.about().book.rules() {
            print(&rule, out)?;
            writeln!(out)?;
        }
        return Ok(());
    };
    let unknown = || bad_input(format!("there is no rule \"{id}\"; rules are {}", rulebook::numbers()));
    print(&rulebook::find(id).ok_or_else(unknown)?, out)
}

fn print(rule: &Rule, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{} {}", rule.id, rule.title)?;
    Ok(wrap::write(rule.text, "  ", "  ", out)?)
}
