//! The standings of a league, printed and as a page.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use goldrush_harness::store::disk::{make_folder, remove};
use goldrush_harness::store::file::write_atomically;
use goldrush_harness::store::folder::{FIGURES, LockedFolder};
use goldrush_report::document::html;

use super::game_words;
use super::games::records;
use crate::commands::documents;
use crate::commands::replay::page_of_record;
use crate::league::{
    LeaguePage, Loss, Query, Results, Roster, Standings, member_page, page, rounds, tables,
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
    let mut losses = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let query = Query {
            of: Some(index),
            won: Some(false),
            ..Query::default()
        };
        let mut games = query.find(&results.archive).into_iter();
        let Some(game) = games.find(|game| game.voided.is_none()) else {
            continue;
        };
        let seats = tables::seats(&names, game);
        let loss = Loss {
            words: format!("{name}: {seats} (round {}, game {})", game.round, game.game),
            page: LeaguePage::Game(game.round, game.game),
        };
        losses.push((query.lead_of(game), loss));
    }
    losses.sort_by_key(|(lead, _)| *lead);
    losses.into_iter().map(|(_, loss)| loss).collect()
}

/// Returns a page to step through a game.
pub(super) fn game_page(league: &Path, round: usize, game: u64) -> anyhow::Result<String> {
    page_of_record(&records(league, round), game)
}

/// Number of losses, the worst first, that have a page.
const GAME_PAGES: usize = 5;

/// Writes pages of the worst losses, beside the figures. Such a page costs as much as many games, so it is written once, after all
/// rounds.
pub(super) fn write_game_pages(
    league: &Path,
    roster: &Roster,
    results: &Results,
) -> anyhow::Result<()> {
    let figures = make_figures(league)?;
    let _lock = LockedFolder::wait_for(&figures)?;
    for loss in worst_losses(roster, results).iter().take(GAME_PAGES) {
        let path = figures.join(loss.page.file());
        if let (LeaguePage::Game(round, game), false) = (&loss.page, path.exists()) {
            write_atomically(&path, &game_page(league, *round, *game)?)?;
        }
    }
    Ok(())
}

fn make_figures(league: &Path) -> anyhow::Result<PathBuf> {
    let figures = league.join(FIGURES);
    make_folder(&figures).with_context(|| format!("cannot make {}", figures.display()))?;
    Ok(figures)
}

/// Writes the page of the standings, with its figures. It links to the pages of games that are written.
pub(super) fn write_pages(
    league: &Path,
    roster: &Roster,
    results: &Results,
) -> anyhow::Result<Standings> {
    let figures = make_figures(league)?;
    // Other commands may write them, too.
    let _lock = LockedFolder::wait_for(&figures)?;
    let losses = worst_losses(roster, results);
    // Pages of games that are not the worst any more, and files that were not finished.
    for entry in fs::read_dir(&figures).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let page = LeaguePage::of_file(&name);
        let is_game = matches!(page, Some(LeaguePage::Game(..)));
        if is_game && losses.iter().all(|loss| Some(&loss.page) != page.as_ref())
            || name.ends_with(".partial")
        {
            remove(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    let links = |page: LeaguePage| {
        let is_member = matches!(page, LeaguePage::Member(_));
        (is_member || figures.join(page.file()).exists()).then(|| page.file())
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

pub(super) fn table(league: &Path, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let roster = Roster::read(league)?;
    let results = Results::read(&roster, &rounds(league)?)?;
    let standings = results.standings(&roster);
    if results.number == 0 && !json {
        let members = roster.names().join(", ");
        let members = if members.is_empty() { "none" } else { &members };
        writeln!(out, "No round has been finished. Members: {members}")?;
        return Ok(());
    }
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&standings)?)?;
        return Ok(());
    }
    print_standings(league, &roster, &results, &standings, out)
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
