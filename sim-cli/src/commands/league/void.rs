//! `goldrush league void`: games of a member that are kept and shown, but do not count.

use std::io::Write;

use goldrush_harness::store::folder::LockedFolder;
use goldrush_support::error::bad_input;

use super::existing;
use crate::cli::args::LeagueVoidArgs;
use crate::league::{Roster, VoidedRounds, rounds};

pub(super) fn run(args: &LeagueVoidArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let league = existing(&args.league)?;
    let _lock = LockedFolder::wait_for(league)?;
    let mut roster = Roster::read(league)?;
    let member = roster.find(&args.name)?;
    let played = rounds(league)?.len();
    let name = &args.name;
    if args.undo {
        roster.members[member].voided.clear();
        roster.write(league)?;
        writeln!(out, "All games of {name} count.")?;
        return Ok(());
    }
    if played == 0 {
        return Err(bad_input(format!("{name} has played no games")));
    }
    let given = args.rounds.map(|(first, last)| [first, last]);
    let [first, last] = given.unwrap_or([1, played]);
    if first == 0 || last > played {
        return Err(bad_input(format!(
            "--rounds {first}..{last}: the league has rounds 1 to {played}"
        )));
    }
    let reason = args.reason.clone().unwrap_or_default();
    roster.void(
        member,
        VoidedRounds {
            first,
            last,
            reason,
        },
    )?;
    roster.write(league)?;
    writeln!(
        out,
        "The games of {name} in {} stay visible, but do not count.",
        VoidedRounds::words(first, last)
    )?;
    Ok(())
}
