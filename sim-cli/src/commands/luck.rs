//! `goldrush ask luck`: how far the luck of draws sets players apart, and how often the luckiest one wins.

use super::equal_games::{Answer, EqualGames, cells, percent_between};
use crate::games::analyzable::Analyzable;
use crate::report::estimate;
use crate::report::figure::Figure;
use crate::report::figure::interval::{Intervals, Row};
use crate::report::number::plain as number;
use crate::report::table::plain;
use crate::report::words::{count, player_games};
use crate::report::wrap;
use crate::sim::luck::of_game;
use crate::stats::ratio::Ratio;

/// Luck in the games of a bot, each measure as in [`GameLuck`](crate::sim::game_luck::GameLuck).
#[derive(Clone, Copy, Default)]
struct Luck {
    spread: Ratio,
    luckiest_wins: Ratio,
    draw_size: Ratio,
}

/// Plays the games of every bot, and measures their luck.
pub(super) fn answer<G: Analyzable>(
    games: &EqualGames,
    setup: &G::Setup,
) -> anyhow::Result<Answer> {
    let mut all: Vec<(&str, Luck)> = Vec::new();
    for (name, bot) in &games.bots {
        let mut luck = Luck::default();
        games.each::<G, _>(
            setup,
            bot,
            |game| of_game::<G>(setup, game),
            |game| {
                luck.spread.push(game.spread, 1);
                luck.luckiest_wins.push(game.luckiest_wins, 1);
                luck.draw_size.push(game.draw_size, 1);
            },
        );
        all.push((name, luck));
    }
    Ok(Answer {
        text: text(games, &all)?,
        csv: csv(games.players, &all)?,
        figures: vec![figure(games, &all)],
    })
}

fn text(games: &EqualGames, all: &[(&str, Luck)]) -> anyhow::Result<String> {
    let mut text = Vec::new();
    for (name, luck) in all {
        let who = if all.len() == 1 {
            "The luckiest player".into()
        } else {
            format!("{name}: the luckiest player")
        };
        let sentence = format!(
            "{who} wins {} of {} games. If luck did not matter, it would be {}%.",
            percent_between(&luck.luckiest_wins.estimate()),
            player_games(games.players),
            number(100.0 / games.players as f64, 0),
        );
        wrap::write(&sentence, "", "", &mut text)?;
    }
    let method = format!(
        "From {} games by each bot against itself, with 95% intervals. A draw is as lucky as its best turn is better than the \
         average over everything that could have been drawn; the luckiest player has the highest sum. Ahead: that sum minus \
         the mean of the other players'. A draw: how much better or worse than average it is, without sign.",
        count(games.games)
    );
    wrap::write(&format!("\n{method}\n"), "", "", &mut text)?;
    let rows = all.iter().map(|(name, luck)| {
        vec![
            (*name).to_owned(),
            estimate::text(&luck.luckiest_wins.estimate().times(100.0), 1),
            estimate::text(&luck.spread.estimate(), 1),
            estimate::text(&luck.draw_size.estimate(), 2),
        ]
    });
    let table = plain(
        &["bot", "luckiest wins, %", "ahead, points", "a draw, points"],
        rows,
    );
    Ok(format!("{}{table}\n", String::from_utf8(text)?))
}

/// Returns the results as CSV, with the ends of the intervals, under the names of the same measures in studies.
fn csv(players: usize, all: &[(&str, Luck)]) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["players", "bot", "measure", "value", "low", "high"])?;
    for (name, luck) in all {
        let measures = [
            ("luckiest_wins", luck.luckiest_wins),
            ("luck_spread", luck.spread),
            ("draw_size", luck.draw_size),
        ];
        for (measure, ratio) in measures {
            let [value, low, high] = cells(Some(ratio.estimate()));
            table.write_record([&players.to_string(), *name, measure, &value, &low, &high])?;
        }
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

fn figure(games: &EqualGames, all: &[(&str, Luck)]) -> Figure {
    let fair = 1.0 / games.players as f64;
    let rows = all.iter().map(|(name, luck)| {
        let wins = luck.luckiest_wins.estimate();
        Row {
            heading: None,
            label: (*name).to_owned(),
            mean: wins.mean,
            ends: wins.ends(),
            reference: Some(fair),
            value: percent_between(&wins),
            strong: wins
                .ends()
                .is_some_and(|(low, high)| low > fair || high < fair),
        }
    });
    let intervals = Intervals {
        rows: rows.collect(),
        band: None,
        axis: "% of games",
        factor: 100.0,
        reference: Some("if luck did not matter"),
    };
    Figure {
        name: "luck".into(),
        title: "How often the luckiest player wins".into(),
        caption: format!(
            "Share of {} games won by the player with the best draws, in {} games by each bot against itself, with 95% intervals.",
            player_games(games.players),
            count(games.games)
        ),
        drawing: intervals.draw(),
    }
}
