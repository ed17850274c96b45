//! `goldrush history`: the user's finished games, and results against each opponent.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::Write;

use goldrush_games::viewer::count;
use goldrush_report::document::Table;
use goldrush_report::wrap;
use goldrush_support::error::bad_input;
use goldrush_table::shelf::{self, KeptGame};

use crate::cli::args::HistoryArgs;

/// Width of the opponents' names, so that a line fits into 80 columns.
const AGAINST: usize = 16;

pub(super) fn run(args: &HistoryArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = args.folder.clone().map_or_else(shelf::folder, Ok)?;
    if args.folder.is_some() && !folder.is_dir() {
        return Err(bad_input(format!(
            "--folder {}: there is no such folder",
            folder.display()
        )));
    }
    let (finished, unfinished): (Vec<_>, Vec<_>) = shelf::games(&folder)
        .into_iter()
        .partition(KeptGame::is_over);
    if finished.is_empty() {
        wrap::write(
            &format!(
                "No finished games in {}. Start one with: goldrush play",
                folder.display()
            ),
            "",
            "",
            out,
        )?;
    } else {
        writeln!(out, "{}\n", games(&finished))?;
        writeln!(out, "{}\n", results(&finished))?;
        wrap::write(
            "You win against an opponent if you finish ahead of it; a tie counts half.",
            "",
            "",
            out,
        )?;
    }
    if !unfinished.is_empty() {
        let text = format!(
            "{} not finished; goldrush play can resume them.",
            count(unfinished.len(), "game")
        );
        wrap::write(&text, "", "", out)?;
    }
    Ok(())
}

fn games(games: &[KeptGame]) -> Table {
    let row = |game: &KeptGame| {
        let ahead = game.ahead.as_deref().unwrap_or_default();
        let has_won = game
            .own()
            .is_some_and(|own| ahead.get(own.index()) == Some(&0));
        let result = match ahead.iter().filter(|&&seats| seats == 0).count() {
            _ if !has_won => "lost",
            1 => "won",
            _ => "shared",
        };
        let points: Vec<_> = game.points.iter().map(ToString::to_string).collect();
        // The file name starts with the game's name, unless the user chose it.
        let file = game
            .file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let name = game.game.to_string();
        let file = if file.starts_with(&name) {
            file
        } else {
            format!("{name}: {file}")
        };
        vec![
            game.ago(),
            file,
            game.against(AGAINST),
            result.into(),
            points.join(":"),
        ]
    };
    Table::of_texts(
        ["", "game", "against", "result", "points"],
        games.iter().map(row),
    )
}

fn results(games: &[KeptGame]) -> Table {
    // By game and opponent: number of games, games won, and total lead. A tie is half a win.
    let mut all: BTreeMap<(String, String), (u32, f64, i64)> = BTreeMap::new();
    for game in games {
        let (Some(own), Some(ahead)) = (game.own(), &game.ahead) else {
            continue;
        };
        for (seat, title) in game.opponents() {
            let (games, wins, lead) = all.entry((game.game.to_string(), title)).or_default();
            *games += 1;
            *wins += match ahead[own.index()].cmp(&ahead[seat.index()]) {
                Ordering::Less => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 0.0,
            };
            *lead += i64::from(game.points[own.index()]) - i64::from(game.points[seat.index()]);
        }
    }
    let row = |((game, title), (games, wins, lead)): ((String, String), (u32, f64, i64))| {
        let [share, lead] = [100.0 * wins, lead as f64].map(|sum| sum / f64::from(games));
        let games = games.to_string();
        vec![
            format!("{title}, {game}"),
            games,
            format!("{wins}"),
            format!("{share:.0}%"),
            format!("{lead:+.1}"),
        ]
    };
    Table::of_texts(
        ["against", "games", "won", "share", "mean lead"],
        all.into_iter().map(row),
    )
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use goldrush_games::GameName;
    use goldrush_table::seats::Seats;

    use super::*;

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
        let all = [
            game([20, 20], [0, 1]),
            game([20, 20], [0, 0]),
            game([20, 20], [1, 0]),
        ];
        let drawn = results(&all[..1]).to_string();
        assert!(drawn.contains("100%"), "{drawn}");
        assert!(results(&all).to_string().contains("50%"));
        let drawn = games(&all).to_string();
        let words = ["won", "shared", "lost"].map(|word| drawn.matches(word).count());
        assert_eq!(words, [1, 1, 1], "{drawn}");
    }

    #[test]
    fn two_player_game_fits_into_80_columns() {
        let game = KeptGame {
            file: "carcassonne+gold-mines-123456.json".into(),
            game: GameName::CarcassonneWithMines,
            seats: Seats::of_options(GameName::CarcassonneWithMines, "level11", 0).unwrap(),
            ..game([104, 98], [0, 1])
        };
        let drawn = games(&[game]).to_string();
        assert!(
            drawn
                .lines()
                .all(|line| line.trim_end().chars().count() <= 80),
            "{drawn}"
        );
    }
}
