//! `goldrush ask luck`: how far the luck of draws sets players apart, and how often the luckiest one wins.

use goldrush_games::analyzable::Analyzable;
use goldrush_harness::sim::luck::of_game;
use goldrush_report::document::{Answer, Table};
use goldrush_report::figure::Figure;
use goldrush_report::figure::interval::{Intervals, Row};
use goldrush_report::number::{Number, differs, fair};
use goldrush_report::words::{count, player_games};
use goldrush_support::stats::ratio::Ratio;

use super::equal_games::{EqualGames, Sampled, cells};

/// Luck in the games of a bot, each measure as in [`GameLuck`](goldrush_harness::sim::game_luck::GameLuck).
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
) -> anyhow::Result<Sampled> {
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
    let document = games.document(
        "How much luck there is",
        answers(games, &all),
        "A draw is as lucky as its best turn is better than the average over everything that could have been drawn; the luckiest \
         player has the highest sum. Ahead: that sum minus the mean of the other players'. A draw: how much better or worse than \
         average it is, without sign.",
        vec![table(&all)],
        vec![figure(games, &all)],
    );
    Ok(Sampled {
        document,
        csv: csv(games.players, &all)?,
    })
}

fn answers(games: &EqualGames, all: &[(&str, Luck)]) -> Vec<Answer> {
    let answer = |(name, luck): &(&str, Luck)| {
        let wins = Number::percent(&luck.luckiest_wins.estimate());
        let sentence = format!(
            "{}The luckiest player wins {wins} of {} games between equal bots. If luck did not matter, it would be {}; if nothing \
             else did, 100%.",
            games.bot_before(name),
            player_games(games.players),
            fair(1.0 / games.players as f64),
        );
        Answer::new(&wins, sentence)
    };
    all.iter().map(answer).collect()
}

fn table(all: &[(&str, Luck)]) -> Table {
    let rows = all.iter().map(|(name, luck)| {
        vec![
            (*name).into(),
            Number::percent(&luck.luckiest_wins.estimate()).into(),
            Number::points(&luck.spread.estimate()).into(),
            Number::new(&luck.draw_size.estimate(), 2).into(),
        ]
    });
    Table::new(
        ["bot", "luckiest wins", "ahead, points", "a draw, points"],
        rows,
    )
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
    let equal = 1.0 / games.players as f64;
    let rows = all.iter().map(|(name, luck)| {
        let wins = luck.luckiest_wins.estimate();
        Row {
            heading: None,
            label: (*name).to_owned(),
            mean: wins.mean,
            ends: wins.ends(),
            reference: Some(equal),
            value: Number::percent(&wins).to_string(),
            strong: differs(&wins, equal),
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
