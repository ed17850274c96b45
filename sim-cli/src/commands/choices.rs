//! `goldrush ask choices`: how many decisions a game has, and how many choices each, by third of the game.

use goldrush_games::analyzable::Analyzable;
use goldrush_harness::sim::choices::{ChoicesByThird, add, of_game};
use goldrush_report::document::{Answer, Cell, Table};
use goldrush_report::figure::Figure;
use goldrush_report::figure::interval::{Intervals, Row};
use goldrush_report::number::{Number, number};
use goldrush_report::words::{count, player_games};
use goldrush_support::stats::ratio::Ratio;

use super::equal_games::{EqualGames, Sampled, cells};

/// Names of the parts of the game.
const PARTS: [&str; 4] = ["whole game", "first third", "second third", "last third"];

/// Plays the games of every bot, and counts the choices in them.
pub(super) fn answer<G: Analyzable>(
    games: &EqualGames,
    setup: &G::Setup,
) -> anyhow::Result<Sampled> {
    let mut all: Vec<(&str, ChoicesByThird)> = Vec::new();
    for (name, bot) in &games.bots {
        let mut choices = ChoicesByThird::default();
        games.each::<G, _>(
            setup,
            bot,
            |game| of_game::<G>(setup, game),
            |game| add(&mut choices, &game),
        );
        all.push((name, choices));
    }
    let document = games.document(
        "How many choices a game offers",
        answers(games, &all),
        &format!(
            "A decision is a move with more than one legal move, such as the place of a tile, what to do with a piece, or a card to \
             flip. Nearly as good: within one point, by the values of {}.",
            games.policy
        ),
        vec![table(&all)],
        vec![figure(games, &all)],
    );
    Ok(Sampled {
        document,
        csv: csv(games.players, &all)?,
    })
}

fn answers(games: &EqualGames, all: &[(&str, ChoicesByThird)]) -> Vec<Answer> {
    let answer = |(name, [whole, ..]): &(&str, ChoicesByThird)| {
        let moves = Number::points(&whole.moves.estimate());
        let sentence = format!(
            "{}A {} game has {} decisions with {moves} choices each. On average, {} other turns are nearly as good as the best one.",
            games.bot_before(name),
            player_games(games.players),
            number(whole.decisions.estimate().mean, 0),
            Number::points(&whole.near_equal.estimate())
        );
        Answer::new(&moves.with_unit(" choices"), sentence)
    };
    all.iter().map(answer).collect()
}

fn table(all: &[(&str, ChoicesByThird)]) -> Table {
    let rows = all.iter().flat_map(|(name, parts)| {
        let parts = PARTS.iter().zip(parts);
        parts
            .filter(|(_, of)| of.decisions.count > 0)
            .map(|(part, of)| {
                vec![
                    (*name).into(),
                    (*part).into(),
                    mean(&of.decisions, 1),
                    mean(&of.moves, 2),
                    mean(&of.near_equal, 2),
                ]
            })
    });
    let headings = ["bot", "part", "decisions", "choices each", "nearly as good"];
    Table::new(headings, rows)
}

fn mean(ratio: &Ratio, digits: usize) -> Cell {
    let known = (ratio.count > 0).then(|| ratio.estimate());
    known.map(|mean| Number::new(&mean, digits)).into()
}

/// Returns the results as CSV, with the ends of the intervals, under the names of the same measures in studies.
fn csv(players: usize, all: &[(&str, ChoicesByThird)]) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["players", "bot", "part", "measure", "value", "low", "high"])?;
    for (name, parts) in all {
        for (part, of) in PARTS.iter().zip(parts) {
            let measures = [
                ("decisions", of.decisions),
                ("choices", of.moves),
                ("near_equal", of.near_equal),
            ];
            for (measure, ratio) in measures {
                let [value, low, high] = cells((ratio.count > 0).then(|| ratio.estimate()));
                table.write_record([
                    &players.to_string(),
                    *name,
                    part,
                    measure,
                    &value,
                    &low,
                    &high,
                ])?;
            }
        }
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

fn figure(games: &EqualGames, all: &[(&str, ChoicesByThird)]) -> Figure {
    let rows = all.iter().flat_map(|(name, parts)| {
        let thirds = PARTS
            .iter()
            .zip(parts)
            .skip(1)
            .filter(|(_, of)| of.moves.count > 0);
        thirds.enumerate().map(|(at, (part, of))| {
            let moves = of.moves.estimate();
            Row {
                heading: (at == 0).then(|| (*name).to_owned()),
                label: (*part).to_owned(),
                mean: moves.mean,
                ends: moves.ends(),
                reference: None,
                value: Number::points(&moves).to_string(),
                strong: true,
            }
        })
    });
    let intervals = Intervals {
        rows: rows.collect(),
        band: None,
        axis: "choices at a decision",
        factor: 1.0,
        reference: None,
    };
    Figure {
        name: "choices".into(),
        title: "How many choices a decision has".into(),
        caption: format!(
            "Legal moves where there is more than one, by third of the turns, in {} {} games by each bot against itself, with 95% \
             intervals.",
            count(games.games),
            player_games(games.players)
        ),
        drawing: intervals.draw(),
    }
}
