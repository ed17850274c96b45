//! `goldrush ask choices`: how many decisions a game has, and how many choices each, by third of the game.

use super::equal_games::{Answer, EqualGames, cells};
use crate::games::analyzable::Analyzable;
use crate::report::estimate;
use crate::report::figure::Figure;
use crate::report::figure::interval::{Intervals, Row};
use crate::report::number::plain as number;
use crate::report::table::plain;
use crate::report::words::{count, player_games};
use crate::report::wrap;
use crate::sim::choices::{Choices, ChoicesByThird, add, of_game};
use crate::stats::ratio::Ratio;

/// Names of the parts of the game.
const PARTS: [&str; 4] = ["whole game", "first third", "second third", "last third"];

/// Plays the games of every bot, and counts the choices in them.
pub(super) fn answer<G: Analyzable>(
    games: &EqualGames,
    setup: &G::Setup,
) -> anyhow::Result<Answer> {
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
    Ok(Answer {
        text: text(games, &all)?,
        csv: csv(games.players, &all)?,
        figures: vec![figure(games, &all)],
    })
}

fn text(games: &EqualGames, all: &[(&str, ChoicesByThird)]) -> anyhow::Result<String> {
    let mut text = Vec::new();
    for (name, [whole, ..]) in all {
        let who = if all.len() == 1 {
            String::new()
        } else {
            format!("{name}: ")
        };
        let [decisions, moves, near] =
            [whole.decisions, whole.moves, whole.near_equal].map(|ratio| ratio.estimate().mean);
        let sentence = format!(
            "{who}A {} game has {} decisions with {} choices each. On average, {} other turns are nearly as good as the best one.",
            player_games(games.players),
            number(decisions, 0),
            number(moves, 1),
            number(near, 1)
        );
        wrap::write(&sentence, "", "", &mut text)?;
    }
    let method = format!(
        "From {} games by each bot against itself, with 95% intervals. A decision is a move with more than one legal move, such as \
         the place of a tile, what to do with a piece, or a card to flip. Nearly as good: within one point, by the values of {}.",
        count(games.games),
        games.policy
    );
    wrap::write(&format!("\n{method}\n"), "", "", &mut text)?;
    let rows = all.iter().flat_map(|(name, parts)| {
        PARTS
            .iter()
            .zip(parts)
            .filter(|(_, of)| of.decisions.count > 0)
            .map(|(part, of)| {
                let Choices {
                    decisions,
                    moves,
                    near_equal,
                } = of;
                let cell = |ratio: &Ratio, digits| match ratio.count {
                    0 => String::new(),
                    _ => estimate::text(&ratio.estimate(), digits),
                };
                vec![
                    (*name).to_owned(),
                    (*part).to_owned(),
                    cell(decisions, 1),
                    cell(moves, 2),
                    cell(near_equal, 2),
                ]
            })
    });
    let table = plain(
        &["bot", "part", "decisions", "choices each", "nearly as good"],
        rows,
    );
    Ok(format!("{}{table}\n", String::from_utf8(text)?))
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
                value: estimate::text(&moves, 1),
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
