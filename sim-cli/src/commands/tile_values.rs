//! `goldrush ask tiles`: how much drawing each kind of tile or card helps, and how much that varies.

use goldrush_ai::value::WinModel;
use goldrush_games::analyzable::Analyzable;
use goldrush_harness::sim::draws::{DrawValue, DrawValues, add, of_game};
use goldrush_report::document::{Answer, Cell, Table};
use goldrush_report::figure::Figure;
use goldrush_report::figure::interval::{Intervals, Row};
use goldrush_report::number::{Number, differs};
use goldrush_report::words::{count, player_games};

use super::equal_games::{EqualGames, Sampled, cells};

/// Plays the games of the bot, and ranks the draws in them.
///
/// # Errors
/// Bad input if there are several bots.
pub(super) fn answer<G: Analyzable>(
    games: &EqualGames,
    setup: &G::Setup,
) -> anyhow::Result<Sampled> {
    let (agent, bot) = games.only_bot("tiles")?;
    let value = WinModel::fitted(G::name(setup), games.players)
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
    let size = Number::new(&values.size.estimate(), 2);
    let sentence = format!(
        "On average, a draw helps or hurts a player by {size} points, compared with the average over everything that could have been \
         drawn."
    );
    let document = games.document(
        "What each draw is worth",
        vec![Answer::new(&size.with_unit(" points"), sentence)],
        &format!(
            "Value of each draw to the player, minus the average draw at that moment, in games of {agent}. Varies: standard deviation of \
             the points from draw to draw. The last three columns are points in the first, second and last third of the game."
        ),
        vec![table(&all)],
        vec![figure(games, agent, &all)],
    );
    Ok(Sampled {
        document,
        csv: csv(&all)?,
    })
}

fn table(all: &[(String, DrawValue)]) -> Table {
    let rows = all.iter().map(|(name, worth)| {
        let thirds = worth.thirds.iter().map(|third| {
            let known = (third.count > 0).then(|| third.estimate().mean);
            known.map(|points| Number::exact(points, 1).signed()).into()
        });
        let own = [
            name.as_str().into(),
            Number::new(&worth.points.estimate(), 2).signed().into(),
            Number::percent(&worth.wins.estimate()).signed().into(),
            Cell::Count(worth.points.count),
            Number::exact(worth.deviation(), 2).into(),
        ];
        own.into_iter().chain(thirds).collect()
    });
    let headings = [
        "draw", "points", "wins", "times", "varies", "first", "second", "last",
    ];
    Table::new(headings, rows)
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
            value: Number::new(&points, 2).signed().to_string(),
            strong: differs(&points, 0.0),
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
