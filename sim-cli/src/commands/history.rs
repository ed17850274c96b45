//! `goldrush history`: one's own finished games, and how one did against each opponent.

use std::collections::BTreeMap;
use std::io::Write;

use goldrush_engine::player::Player;

use super::start::ago;
use crate::cli::args::HistoryArgs;
use crate::error::bad_input;
use crate::games::eyes::count;
use crate::report::table::plain;
use crate::report::wrap;
use crate::table::shelf::{self, KeptGame};

/// Games against an opponent.
#[derive(Default)]
struct Against {
    games: u32,
    /// In halves: a tie is one.
    halves: u32,
    margin: i64,
}

pub(super) fn run(args: &HistoryArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = args.folder.clone().map_or_else(shelf::folder, Ok)?;
    if args.folder.is_some() && !folder.is_dir() {
        return Err(bad_input(format!("--folder {}: there is no such folder", folder.display())));
    }
    let (finished, begun): (Vec<_>, Vec<_>) = shelf::games(&folder).into_iter().partition(KeptGame::is_over);
    if finished.is_empty() {
        wrap::write(&format!("No finished games in {}. Begin one with: goldrush play", folder.display()), "", "", out)?;
    } else {
        writeln!(out, "{}\n", games(&finished))?;
        writeln!(out, "{}\n", results(&finished))?;
        wrap::write(
            "Wins against an opponent are games in which you ended ahead of it; a tie counts half.",
            "",
            "",
            out,
        )?;
    }
    if !begun.is_empty() {
        let text = format!("{} not finished; goldrush play offers to go on.", count(begun.len(), "game"));
        wrap::write(&text, "", "", out)?;
    }
    Ok(())
}

fn games(games: &[KeptGame]) -> comfy_table::Table {
    let row = |game: &KeptGame| {
        let own = game.own().map_or(0, Player::index);
        let share = game.shares.as_ref().map_or(0, |shares| shares[own]);
        let result = match share {
            0 => "lost",
            60 => "won",
            _ => "shared",
        };
        let points: Vec<_> = game.points.iter().map(ToString::to_string).collect();
        let others: Vec<_> = game.opponents().map(|(_, title)| title).collect();
        let file = game.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        vec![ago(game.when), game.game.to_string(), others.join(", "), result.into(), points.join(":"), file]
    };
    plain(&["", "game", "against", "result", "points", "file"], games.iter().map(row))
}

fn results(games: &[KeptGame]) -> comfy_table::Table {
    let mut all: BTreeMap<(String, String), Against> = BTreeMap::new();
    for game in games {
        let Some(own) = game.own() else { continue };
        for (seat, title) in game.opponents() {
            let (mine, theirs) = (game.points[own.index()], game.points[seat.index()]);
            let entry = all.entry((game.game.to_string(), title)).or_default();
            entry.games += 1;
            entry.halves += match mine.cmp(&theirs) {
                std::cmp::Ordering::Greater => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 0,
            };
            entry.margin += i64::from(mine) - i64::from(theirs);
        }
    }
    let row = |((game, title), Against { games, halves, margin }): ((String, String), Against)| {
        let wins = f64::from(halves) / 2.0;
        let (games_f, share) = (f64::from(games), 100.0 * wins / f64::from(games));
        let margin = margin as f64 / games_f;
        vec![
            format!("{title}, {game}"),
            games.to_string(),
            format!("{wins}"),
            format!("{share:.0} %"),
            format!("{margin:+.1}"),
        ]
    };
    plain(&["against", "games", "won", "share", "mean lead"], all.into_iter().map(row))
}
