//! `goldrush history`: the user's finished games, and results against each opponent.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::Write;

use super::start::ago;
use crate::cli::args::HistoryArgs;
use crate::error::bad_input;
use crate::games::viewer::count;
use crate::report::table::plain;
use crate::report::wrap;
use crate::table::shelf::{self, KeptGame};

/// Width of the opponents' names, so that a line fits into 80 columns.
const AGAINST: usize = 16;

/// Results against an opponent.
#[derive(Default)]
struct Against {
    games: u32,
    /// Games won, in halves: a tie is one half.
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
        let result = match (game.own().is_some_and(|own| game.has_won(own)), game.winners()) {
            (false, _) => "lost",
            (true, 1) => "won",
            (true, _) => "shared",
        };
        let points: Vec<_> = game.points.iter().map(ToString::to_string).collect();
        // The file name starts with the game's name, unless the user chose it.
        let file = game.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = game.game.to_string();
        let file = if file.starts_with(&name) { file } else { format!("{name}: {file}") };
        vec![ago(game.when), file, game.against(AGAINST), result.into(), points.join(":")]
    };
    plain(&["", "game", "against", "result", "points"], games.iter().map(row))
}

fn results(games: &[KeptGame]) -> comfy_table::Table {
    let mut all: BTreeMap<(String, String), Against> = BTreeMap::new();
    for game in games {
        let Some(own) = game.own() else { continue };
        for (seat, title) in game.opponents() {
            let of = |list: &[usize]| (list[own.index()], list[seat.index()]);
            let (before_me, before_them) = game.ahead.as_deref().map_or((0, 0), of);
            let (mine, theirs) = (game.points[own.index()], game.points[seat.index()]);
            let entry = all.entry((game.game.to_string(), title)).or_default();
            entry.games += 1;
            entry.halves += match before_me.cmp(&before_them) {
                Ordering::Less => 2,
                Ordering::Equal => 1,
                Ordering::Greater => 0,
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

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::super::start::label;
    use super::*;
    use crate::games::GameName;
    use crate::table::seats::Seats;
    use crate::tui::menu::ROOM;

    fn game(points: [u32; 2], ahead: [usize; 2]) -> KeptGame {
        KeptGame {
            file: "knizia-gold-5.json".into(),
            when: SystemTime::now(),
            game: GameName::KniziaGold,
            seats: Seats::of_options(GameName::KniziaGold, "level3", 0).unwrap(),
            turns: 30,
            points: points.to_vec(),
            ahead: Some(ahead.to_vec()),
        }
    }

    /// Equal points are not a tie if the game has a tie-breaker.
    #[test]
    fn ties_are_broken_by_the_rules_of_the_game() {
        let all = [game([20, 20], [0, 1]), game([20, 20], [0, 0]), game([20, 20], [1, 0])];
        let drawn = results(&all[..1]).to_string();
        assert!(drawn.contains("100 %"), "{drawn}");
        assert!(results(&all).to_string().contains("50 %"));
        let drawn = games(&all).to_string();
        let words = ["won", "shared", "lost"].map(|word| drawn.matches(word).count());
        assert_eq!(words, [1, 1, 1], "{drawn}");
    }

    #[test]
    fn two_player_game_fits_into_80_columns() {
        let of = |opponents: &str| KeptGame {
            file: "carcassonne+gold-mines-123456.json".into(),
            game: GameName::CarcassonneWithMines,
            seats: Seats::of_options(GameName::CarcassonneWithMines, opponents, 0).unwrap(),
            ..game([104, 98], [0, 1])
        };
        let drawn = games(&[of("level11")]).to_string();
        assert!(drawn.lines().all(|line| line.trim_end().chars().count() <= 80), "{drawn}");
        let kept = of("level11,level11,level11,level10");
        let label = label(&kept, "Go on: ");
        assert!(label.chars().count() <= ROOM && label.contains("against 3 × level11"), "{label}");
    }
}
