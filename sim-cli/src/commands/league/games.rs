//! `goldrush league games` and `league export`: the games of a league.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use goldrush_harness::store::disk::{DiskFile, remove, rename};
use goldrush_harness::store::faults::{FaultLine, first_faults};
use goldrush_harness::store::file::{beside, write_shared};
use goldrush_harness::store::folder::RECORDS_FILE;
use goldrush_harness::store::lines::Lines;
use goldrush_harness::study::{joined, tiles_file};
use goldrush_report::content::faults;
use goldrush_report::words::count;
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use goldrush_support::printable::printable;
use serde_json::Value;

use crate::cli::args::{LeagueExportArgs, LeagueGamesArgs, LeagueQueryArgs};
use crate::commands::documents;
use crate::league::{ArchivedGame, NamedGame, Query, Results, Roster, folder, rounds, tables};

/// Games that are listed for people, without options.
const USUAL_GAMES: usize = 20;

/// Returns the file with the records of a round.
pub(super) fn records(league: &Path, round: usize) -> PathBuf {
    folder(league, round).join(format!("{RECORDS_FILE}.gz"))
}

/// Returns the index of a member, if one is named.
fn member(name: &Option<String>, roster: &Roster) -> anyhow::Result<Option<usize>> {
    name.as_ref().map(|name| roster.find(name)).transpose()
}

/// Returns what is asked about the games of a league.
fn query(args: &LeagueQueryArgs, roster: &Roster) -> anyhow::Result<Query> {
    Ok(Query {
        of: member(&args.of, roster)?,
        against: member(&args.against, roster)?,
        won: if args.won || args.lost {
            Some(args.won)
        } else {
            None
        },
        faults: args.faults,
        players: args.players,
        lead: args.lead,
        turns: args.turns,
    })
}

/// Finds the games that are asked for.
fn find<'g>(
    args: &LeagueQueryArgs,
    league: &Path,
    roster: &Roster,
    results: &'g Results,
) -> anyhow::Result<Vec<&'g ArchivedGame>> {
    let query = query(args, roster)?;
    let mut found = query.find(&results.archive);
    if let Some(tile) = &args.tile {
        let mut with_tile = BTreeSet::new();
        each_record(league, &found, |game, record| {
            let record: Value = serde_json::from_str(record).context("a damaged record")?;
            let turns = record["turns"].as_array().into_iter().flatten();
            let mut seats = turns
                .filter(|turn| turn["tile"] == **tile)
                .filter_map(|turn| turn["seat"].as_u64());
            let is_asked_about = |seat: u64| {
                query
                    .of
                    .is_none_or(|of| game.members.get(seat as usize) == Some(&of))
            };
            if seats.any(is_asked_about) {
                with_tile.insert((game.round, game.game));
            }
            Ok(())
        })?;
        found.retain(|game| with_tile.contains(&(game.round, game.game)));
    }
    Ok(found)
}

/// Reads the records of games, in the order in which they were played.
fn each_record(
    league: &Path,
    games: &[&ArchivedGame],
    mut each: impl FnMut(&ArchivedGame, &str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut games = games.to_vec();
    games.sort_by_key(|game| (game.round, game.game));
    let mut games = games.into_iter().peekable();
    while let Some(round) = games.peek().map(|game| game.round) {
        let mut lines = Lines::of_file(records(league, round))?;
        while let Some(line) = lines.next_or_torn()? {
            if let Some(game) =
                games.next_if(|game| game.round == round && game.game + 1 == lines.line)
            {
                each(game, line.trim_end())?;
            }
        }
        if games.peek().is_some_and(|game| game.round == round) {
            return Err(lines.wrong(lines.line, "records are missing after it"));
        }
    }
    Ok(())
}

pub(super) fn list(args: &LeagueGamesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let roster = Roster::read(&args.league)?;
    let results = Results::read(&roster, &rounds(&args.league)?)?;
    let found = find(&args.query, &args.league, &roster, &results)?;
    let all = found.len();
    let usual = if args.json { all } else { USUAL_GAMES };
    let shown = &found[..all.min(args.most.unwrap_or(usual))];
    if args.json {
        let names = roster.names();
        let named: Vec<NamedGame<'_>> = shown
            .iter()
            .map(|game| NamedGame::new(game, &names))
            .collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&named)?)?;
        return Ok(());
    }
    documents::print_table(&tables::games(&roster.names(), shown), out)?;
    for game in shown
        .iter()
        .filter(|game| game.faults.iter().any(Option::is_some))
    {
        let of_round = first_faults(&folder(&args.league, game.round), usize::MAX)?;
        for fault in of_round.iter().filter(|fault| fault.game == game.game) {
            let name = &roster.members[game.members[fault.seat]].name;
            let FaultLine {
                turn,
                decision,
                seed,
                ..
            } = fault;
            let round = game.round;
            let game = game.game;
            let words = faults::words(fault);
            writeln!(
                out,
                "Round {round}, game {game}, turn {turn}: {name}, its decision {decision}, its seed {seed}: {words}"
            )?;
            // All lines of a traceback, of which the words have the last.
            if fault.stderr.trim_end().contains('\n') {
                for line in fault.stderr.trim_end().lines() {
                    writeln!(out, "  {}", printable(line))?;
                }
            }
        }
    }
    writeln!(
        out,
        "\n{} of {} games",
        count(shown.len() as u64),
        count(all as u64)
    )?;
    if let Some(game) = shown.first() {
        let records = printable(records(&args.league, game.round).display()).to_string();
        let words = [
            "replay",
            &records,
            "--number",
            &game.game.to_string(),
            "--html",
            "game.html",
        ]
        .map(str::to_owned);
        writeln!(out, "The first as a page: goldrush {}", joined(&words))?;
    }
    Ok(())
}

/// True if two files have the same text.
fn is_same_text(one: &Path, other: &Path) -> io::Result<bool> {
    let mut one = BufReader::new(File::open(one)?);
    let mut other = BufReader::new(File::open(other)?);
    loop {
        let of_one = one.fill_buf()?;
        let of_other = other.fill_buf()?;
        let both = of_one.len().min(of_other.len());
        if of_one[..both] != of_other[..both] {
            return Ok(false);
        }
        if both == 0 {
            return Ok(of_one.len() == of_other.len());
        }
        one.consume(both);
        other.consume(both);
    }
}

/// Writes the records of the games that match, in the order in which they were played.
pub(super) fn export(args: &LeagueExportArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let roster = Roster::read(&args.league)?;
    let results = Results::read(&roster, &rounds(&args.league)?)?;
    let found = find(&args.query, &args.league, &roster, &results)?;
    let shown = printable(args.file.display());
    if args.file.exists() && !args.file.is_file() {
        return Err(bad_input(format!(
            "{shown}: exists already; name a new file"
        )));
    }
    // Locked, since another export to the same file may run at the same time.
    let partial = beside(&args.file, ".partial");
    let file = DiskFile::create_locked(&partial).map_err(|e| bad_input(format!("{shown}: {e}")))?;
    let mut file = BufWriter::new(file);
    let cannot = format!("cannot write {shown}");
    each_record(&args.league, &found, |_, record| {
        writeln!(file, "{record}").with_context(|| cannot.clone())
    })?;
    let locked = file
        .into_inner()
        .map_err(IntoInnerError::into_error)
        .with_context(|| cannot.clone())?;
    locked.sync().with_context(|| cannot.clone())?;
    let is_new = !args.file.exists();
    if !is_new {
        // Given again, the command succeeds.
        let is_same = is_same_text(&partial, &args.file);
        remove(&partial).with_context(|| cannot.clone())?;
        if !is_same.with_context(|| cannot.clone())? {
            return Err(bad_input(format!(
                "{shown}: exists already, with other games; name a new file"
            )));
        }
    }
    // Tiles or cards of one's own are found beside the records.
    let components = tiles_file(&roster.components);
    let of_rounds = found
        .first()
        .map(|game| folder(&args.league, game.round).join(&components));
    if let Some(of_rounds) = of_rounds.filter(|file| file.exists()) {
        let copy = args.file.with_file_name(&components);
        let text = read_input(&of_rounds)?;
        if fs::read(&copy).ok().as_deref() != Some(text.as_bytes()) {
            write_shared(&copy, &text)?;
        }
    }
    if is_new {
        rename(&partial, &args.file).with_context(|| cannot)?;
    }
    writeln!(
        out,
        "{} games written to {shown}",
        count(found.len() as u64)
    )?;
    Ok(())
}
