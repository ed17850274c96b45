//! `goldrush league compare`: two members side by side.

use std::io::Write;

use goldrush_support::error::bad_input;

use super::standings::none;
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
    let standings = results.standings(&roster);
    let standings = standings.ok_or_else(|| none(&args.league, &results))?;
    documents::print(&compare(&standings, [one, other]), out)
}
