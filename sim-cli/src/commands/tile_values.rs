//! `goldrush ask tiles`: how much drawing each kind of tile or card helps, and how much that varies.

use goldrush_ai::value::Value;

use super::equal_games::{Answer, EqualGames, cells};
use crate::games::analyzable::Analyzable;
use crate::report::estimate;
use crate::report::figure::Figure;
use crate::report::figure::interval::{Intervals, Row};
use crate::report::number::{plain as number, signed};
use crate::report::table::plain;
use crate::report::words::{count, player_games};
use crate::report::wrap;
use crate::sim::draws::{DrawValue, DrawValues, add, of_game};
use crate::stats::ratio::Ratio;

/// Plays the games of the bot, and ranks the draws in them.
///
/// # Errors
/// Bad input if there are several bots.
pub(super) fn answer<G: Analyzable>(
    games: &EqualGames,
    setup: &G::Setup,
) -> anyhow::Result<Answer> {
    let (agent, bot) = games.only_bot("tiles")?;
    let value = Value::fitted(G::name(setup), games.players)
        .expect("the value table is fitted for every game and number of players");
    let mut values = DrawValues::default();
    games.each::<G, _>(
        setup,
        bot,
        |game| of_game::<G>(setup, &value, game),
        |game| add(&mut values, game),
    );
    let mut all: Vec<(String, DrawValue)> = values.kinds.into_iter().collect();
    all.sort_by(|(_, x), (_, y)| {
        y.points
            .estimate()
            .mean
            .total_cmp(&x.points.estimate().mean)
    });
    Ok(Answer {
        text: text(games, agent, &all, &values.size)?,
        csv: csv(&all)?,
        figures: vec![figure(games, agent, &all)],
    })
}

fn text(
    games: &EqualGames,
    agent: &str,
    all: &[(String, DrawValue)],
    size: &Ratio,
) -> anyhow::Result<String> {
    let rows = all.iter().map(|(name, worth)| {
        let third = |ratio: &Ratio| match ratio.count {
            0 => String::new(),
            _ => signed(ratio.estimate().mean, 1),
        };
        let mut row = vec![
            name.clone(),
            worth.points.count.to_string(),
            estimate::signed(&worth.points.estimate(), 2),
        ];
        row.push(number(worth.deviation(), 2));
        row.push(estimate::signed(&worth.wins.estimate().times(100.0), 1));
        row.extend(worth.thirds.iter().map(third));
        row
    });
    let table = plain(
        &[
            "draw", "times", "points", "varies", "wins, %", "first", "second", "last",
        ],
        rows,
    );
    let mut text = Vec::new();
    let sentence = format!(
        "On average, a draw helps or hurts a player by {} points, compared with the average over everything that could have been \
         drawn.",
        estimate::text(&size.estimate(), 2)
    );
    wrap::write(&sentence, "", "", &mut text)?;
    let method = format!(
        "Value of each draw to the player, minus the average draw at that moment: {} {} games by {agent}, with 95% intervals. \
         Varies: standard deviation of the points from draw to draw. The last three columns are points in the first, second and \
         last third of the game.",
        count(games.games),
        player_games(games.players)
    );
    wrap::write(&format!("\n{method}\n"), "", "", &mut text)?;
    Ok(format!("{}{table}\n", String::from_utf8(text)?))
}

/// Returns the results as CSV, with the ends of the intervals.
fn csv(all: &[(String, DrawValue)]) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut header = vec!["draw".to_owned(), "times".to_owned()];
    for what in [
        "points",
        "wins",
        "points_first",
        "points_second",
        "points_last",
    ] {
        header.extend(["", "_low", "_high"].map(|end| format!("{what}{end}")));
    }
    header.push("points_deviation".into());
    table.write_record(&header)?;
    for (name, worth) in all {
        let mut row = vec![name.clone(), worth.points.count.to_string()];
        for ratio in [&worth.points, &worth.wins]
            .into_iter()
            .chain(&worth.thirds)
        {
            row.extend(cells((ratio.count > 0).then(|| ratio.estimate())));
        }
        row.push(format!("{:.5}", worth.deviation()));
        table.write_record(&row)?;
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

fn figure(games: &EqualGames, agent: &str, all: &[(String, DrawValue)]) -> Figure {
    let rows = all.iter().map(|(name, worth)| {
        let points = worth.points.estimate();
        Row {
            heading: None,
            label: name.clone(),
            mean: points.mean,
            ends: points.ends(),
            reference: Some(0.0),
            value: estimate::signed(&points, 2).replace('-', "−"),
            strong: points
                .ends()
                .is_some_and(|(low, high)| low > 0.0 || high < 0.0),
        }
    });
    let intervals = Intervals {
        rows: rows.collect(),
        band: None,
        axis: "points",
        factor: 1.0,
        reference: Some("average draw"),
    };
    Figure {
        name: "tiles".into(),
        title: "What a draw is worth".into(),
        caption: format!(
            "Points that a draw is better or worse than the average draw at that moment, in {} {} games by {agent}, with 95% \
             intervals.",
            count(games.games),
            player_games(games.players)
        ),
        drawing: intervals.draw(),
    }
}
