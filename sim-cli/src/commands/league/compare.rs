//! `goldrush league compare`: two members side by side.

use std::io::Write;

use goldrush_support::error::bad_input;

use crate::cli::args::LeagueCompareArgs;
use crate::commands::documents;
use crate::league::{Results, Roster, compare, rounds};

pub(super) fn run(args: &LeagueCompareArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let roster = Roster::read(&args.league)?;
    let one = roster.find(&args.one)?;
    let other = roster.find(&args.other)?;
    if one == other {
        return Err(bad_input(format!("{}: give two members", args.one)));
    }
    let results = Results::read(&roster, &rounds(&args.league)?)?;
    if results.number == 0 {
        let shown = args.league.display();
        return Err(bad_input(format!(
            "{shown}: no round has been finished; goldrush league play {shown} plays some"
        )));
    }
    documents::print(&compare(&results.standings(&roster), [one, other]), out)
}
