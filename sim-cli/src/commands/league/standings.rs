//! The standings of a league, printed and as a page.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use goldrush_harness::store::disk::{make_folder, remove};
use goldrush_harness::store::file::write_atomically;
use goldrush_harness::store::folder::{FIGURES, LockedFolder};
use goldrush_report::document::html;
use goldrush_report::words::counted;
use goldrush_support::error::bad_input;

use super::game_words;
use super::games::records;
use crate::cli::args::LeagueTableArgs;
use crate::commands::documents;
use crate::commands::replay::page_of_record;
use crate::league::{
    ArchivedGame, LeaguePage, Loss, Results, Roster, Standings, member_page, page, rounds, tables,
};

/// Page of the standings, and the same as text.
pub(super) const PAGES: [&str; 2] = ["index.html", "index.md"];

/// Returns the name of a league: that of its folder.
pub(super) fn title(league: &Path) -> String {
    let whole = fs::canonicalize(league).unwrap_or_else(|_| league.into());
    whole.file_name().map_or_else(
        || "League".into(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Returns the worst loss of each member, the worst of all first.
pub(super) fn worst_losses(roster: &Roster, results: &Results) -> Vec<Loss> {
    let names = roster.names();
    let mut worst: Vec<Option<(i32, &ArchivedGame)>> = vec![None; names.len()];
    for game in results.archive.iter().filter(|game| game.voided.is_none()) {
        for (seat, &member) in game.members.iter().enumerate() {
            let lead = game.leads[seat];
            let is_worse = worst[member].is_none_or(|(known, _)| lead < known);
            if game.ranks[seat] > 1 && is_worse {
                worst[member] = Some((lead, game));
            }
        }
    }
    let mut losses = Vec::new();
    for (name, of_member) in names.iter().zip(worst) {
        let Some((lead, game)) = of_member else {
            continue;
        };
        let seats = tables::seats(&names, game);
        let loss = Loss {
            words: format!("{name}: {seats} (round {}, game {})", game.round, game.game),
            page: LeaguePage::Game(game.round, game.game),
        };
        losses.push((lead, loss));
    }
    losses.sort_by_key(|(lead, _)| *lead);
    losses.into_iter().map(|(_, loss)| loss).collect()
}

/// Returns a page to step through a game.
pub(super) fn game_page(league: &Path, round: usize, game: u64) -> anyhow::Result<String> {
    page_of_record(&records(league, round), game)
}

fn make_figures(league: &Path) -> anyhow::Result<PathBuf> {
    let figures = league.join(FIGURES);
    make_folder(&figures).with_context(|| format!("cannot make {}", figures.display()))?;
    Ok(figures)
}

/// Writes the page of the standings, with its figures. Pages of games cost as much as many games: `league serve` makes them on demand.
pub(super) fn write_pages(
    league: &Path,
    roster: &Roster,
    results: &Results,
) -> anyhow::Result<Standings> {
    let figures = make_figures(league)?;
    // Other commands may write them, too.
    let _lock = LockedFolder::wait_for(&figures)?;
    let losses = worst_losses(roster, results);
    // Files that were not finished.
    for entry in fs::read_dir(&figures).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_name().to_string_lossy().ends_with(".partial") {
            remove(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    let links = |page: LeaguePage| match page {
        LeaguePage::Member(_) => Some(page.file()),
        _ => None,
    };
    let standings = results.standings(roster);
    let page = page(
        &standings,
        &title(league),
        &game_words(league, roster)?,
        &losses,
        &links,
    );
    documents::write(&page, league, PAGES)?;
    Ok(standings)
}

/// Times that pages are written at most, while rounds end meanwhile.
const TRIES: usize = 3;

/// Writes the pages again after a change of the members or of what counts, if there are any: also while rounds are played, whose
/// process may have read what was there before.
pub(super) fn rewrite_pages(league: &Path) -> anyhow::Result<()> {
    if !league.join(PAGES[0]).exists() {
        return Ok(());
    }
    for _ in 0..TRIES {
        let roster = Roster::read(league)?;
        let mut results = Results::with_history();
        results.update(&roster, &rounds(league)?)?;
        let standings = write_pages(league, &roster, &results)?;
        write_member_pages(league, &standings, &results)?;
        let finished = rounds(league)?.iter().filter(|of| of.is_complete()).count();
        if finished == results.number && Roster::read(league)? == roster {
            break;
        }
    }
    Ok(())
}

/// Writes the page of each member, beside the figures.
pub(super) fn write_member_pages(
    league: &Path,
    standings: &Standings,
    results: &Results,
) -> anyhow::Result<()> {
    let Some(history) = &results.history else {
        return Ok(());
    };
    let figures = make_figures(league)?;
    let _lock = LockedFolder::wait_for(&figures)?;
    for member in 0..standings.members.len() {
        let page = member_page(standings, history, member, &|_| None);
        let path = figures.join(LeaguePage::Member(member).file());
        write_atomically(&path, &html::write(&page, "."))?;
    }
    Ok(())
}

pub(super) fn table(args: &LeagueTableArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let LeagueTableArgs {
        league,
        since,
        json,
        csv,
    } = args;
    let roster = Roster::read(league)?;
    let rounds = rounds(league)?;
    let results = Results::read(&roster, &rounds)?;
    if results.number == 0 && !json && !csv {
        return no_round(&roster, out);
    }
    let mut standings = results.standings(&roster);
    if let Some(since) = since {
        let since = *since as usize;
        if since > results.number {
            let finished = counted(results.number as u64, "round");
            return Err(bad_input(format!("--since {since}: {finished} so far")));
        }
        let before = Results::read(&roster, &rounds[..since])?;
        standings.compare_with(&before.standings(&roster));
    }
    if *json {
        writeln!(out, "{}", serde_json::to_string_pretty(&standings)?)?;
        return Ok(());
    }
    if *csv {
        return Ok(write!(out, "{}", tables::members_csv(&standings)?)?);
    }
    print_standings(league, &roster, &results, &standings, out)
}

/// Prints who will play.
pub(super) fn no_round(roster: &Roster, out: &mut dyn Write) -> anyhow::Result<()> {
    let members = roster.names().join(", ");
    let members = if members.is_empty() { "none" } else { &members };
    Ok(writeln!(
        out,
        "No round has been finished. Members: {members}"
    )?)
}

/// Prints the standings.
pub(super) fn print_standings(
    league: &Path,
    roster: &Roster,
    results: &Results,
    standings: &Standings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let losses = worst_losses(roster, results);
    let title = title(league);
    let game = game_words(league, roster)?;
    let page = page(standings, &title, &game, &losses, &|_| None);
    documents::print(&page, out)
}
