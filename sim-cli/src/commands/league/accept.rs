//! `goldrush league accept`: keeps changes that were made to the files of a league by hand, if they can be those of a league.

use std::io::Write;
use std::path::Path;

use goldrush_harness::protocol::guard::hide;
use goldrush_harness::store::disk::make_folder;
use goldrush_harness::store::folder::LockedFolder;
use goldrush_harness::study::Plan;
use goldrush_harness::study::lineup::parse;
use goldrush_report::words::count;

use super::{choice, game_words};
use crate::league::{ROSTER_FILE, Results, Roster, found_rounds, ledger, rounds_folder};

pub(super) fn run(league: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    // Before the lock, which is a file: there may be no league.
    Roster::read_changed(league, usize::MAX)?;
    hide(league);
    let _lock = LockedFolder::wait_for(league)?;
    make_folder(&rounds_folder(league))?;
    let _rounds_lock = LockedFolder::wait_for(&rounds_folder(league))?;
    let rounds = found_rounds(league)?;
    let roster = Roster::read_changed(league, rounds.len())?;
    let choice = choice(league, &roster)?;
    for member in &roster.members {
        let place = league.join(ROSTER_FILE).display().to_string();
        parse(
            choice.game(),
            &format!("{place}: bot of {}", member.name),
            &member.bot,
        )?;
    }
    for round in &rounds {
        let plan = Plan::read(&round.folder)?;
        round.check_rules(&choice, &plan)?;
        round.check_members(&roster, &plan)?;
    }
    let results = Results::read(&roster, &rounds)?;
    ledger(&rounds)?.write(league)?;
    roster.write(league)?;
    let rounds = count(results.number as u64);
    let games = count(results.games);
    writeln!(
        out,
        "A league of {}, with {games} games in {rounds} rounds.",
        game_words(league, &roster)?
    )?;
    for member in &roster.members {
        let retired = if member.left.is_some() {
            " (retired)"
        } else {
            ""
        };
        writeln!(out, "{} plays {}{retired}", member.name, member.bot)?;
    }
    Ok(())
}
