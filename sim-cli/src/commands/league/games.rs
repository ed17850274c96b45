//! `goldrush league games` and `league export`: the games of a league.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::cli::args::{LeagueExportArgs, LeagueGamesArgs, LeagueQueryArgs};
use crate::error::bad_input;
use crate::league::{ArchivedGame, Query, Results, Roster, folder, rounds, tables};
use crate::printable::printable;
use crate::report::content::faults;
use crate::report::table::plain;
use crate::report::words::count;
use crate::store::faults::{FaultLine, first_faults};
use crate::store::folder::RECORDS_FILE;
use crate::store::lines::Lines;
use crate::study::{joined, tiles_file};

/// Returns the file with the records of a round.
pub(super) fn records(league: &Path, round: usize) -> PathBuf {
    folder(league, round).join(format!("{RECORDS_FILE}.gz"))
}

/// Returns what is asked about the games of a league.
fn query(args: &LeagueQueryArgs, roster: &Roster) -> anyhow::Result<Query> {
    let member = |name: &Option<String>| name.as_ref().map(|name| roster.find(name)).transpose();
    Ok(Query {
        of: member(&args.of)?,
        against: member(&args.against)?,
        won: if args.won || args.lost { Some(args.won) } else { None },
        faults: args.faults,
        players: args.players,
        turns: args.turns,
    })
}

pub(super) fn list(args: &LeagueGamesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let roster = Roster::read(&args.league)?;
    let results = Results::read(&roster, &rounds(&args.league)?)?;
    let found = query(&args.query, &roster)?.find(&results.archive);
    let all = found.len();
    let shown = &found[..all.min(args.most)];
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(shown)?)?;
        return Ok(());
    }
    writeln!(out, "{}", plain(&tables::GAMES, tables::games(&roster.names(), shown)))?;
    for game in shown.iter().filter(|game| game.faults.iter().any(Option::is_some)) {
        let of_round = first_faults(&folder(&args.league, game.round), usize::MAX)?;
        for fault in of_round.iter().filter(|fault| fault.game == game.game) {
            let name = &roster.members[game.members[fault.seat]].name;
            let FaultLine { turn, decision, seed, .. } = fault;
            let (round, game, words) = (game.round, game.game, faults::words(fault));
            writeln!(
                out,
                "Round {round}, game {game}, turn {turn}: {name}, its decision {decision}, its seed {seed}: {words}"
            )?;
        }
    }
    writeln!(out, "\n{} of {} games", count(shown.len() as u64), count(all as u64))?;
    if let Some(game) = shown.first() {
        let records = printable(records(&args.league, game.round).display()).to_string();
        let words = ["replay", &records, "--number", &game.game.to_string(), "--html", "game.html"].map(str::to_owned);
        writeln!(out, "The first as a page: goldrush {}", joined(&words))?;
    }
    Ok(())
}

/// Writes the records of the games that match, in the order in which they were played.
pub(super) fn export(args: &LeagueExportArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let roster = Roster::read(&args.league)?;
    let results = Results::read(&roster, &rounds(&args.league)?)?;
    let mut found = query(&args.query, &roster)?.find(&results.archive);
    found.sort_by_key(|game| (game.round, game.game));
    let shown = printable(args.file.display()).to_string();
    let wrong = |e: io::Error| bad_input(format!("{shown}: {e}"));
    let mut file = BufWriter::new(File::create_new(&args.file).map_err(wrong)?);
    let mut games = found.iter().peekable();
    while let Some(first) = games.peek().map(|game| game.round) {
        let mut lines = Lines::of_file(records(&args.league, first))?;
        while let Some(line) = lines.next_or_torn()? {
            let is_it = |game: &&&ArchivedGame| game.round == first && game.game + 1 == lines.line;
            if games.next_if(is_it).is_some() {
                writeln!(file, "{}", line.trim_end()).map_err(wrong)?;
            }
        }
        if games.peek().is_some_and(|game| game.round == first) {
            return Err(lines.wrong(lines.line, "records are missing after it"));
        }
    }
    file.flush().map_err(wrong)?;
    // Tiles or cards of one's own are found beside the records.
    let components = tiles_file(&roster.components);
    let of_rounds = found.first().map(|game| folder(&args.league, game.round).join(&components));
    if let Some(of_rounds) = of_rounds.filter(|file| file.exists()) {
        let beside = args.file.with_file_name(&components);
        fs::copy(of_rounds, &beside).map_err(|e| bad_input(format!("{}: {e}", printable(beside.display()))))?;
    }
    writeln!(out, "{} games written to {shown}", count(found.len() as u64))?;
    Ok(())
}
