//! `goldrush ask points`: where points come from, by source and by tenth of the game.

use goldrush_games::analyzable::Analyzable;
use goldrush_games::schema::{Column, ResultSchema};
use goldrush_harness::sim::point_sources::{PARTS, PointSources, of_game};
use goldrush_report::document::{Answer, Cell, Table};
use goldrush_report::figure::{Figure, heat_map};
use goldrush_report::number::{Number, percent};
use goldrush_report::words::{capital, count, player_games};
use goldrush_support::stats::ratio::Ratio;

use super::equal_games::{EqualGames, Sampled, cells};

/// Plays the games of the bot, and adds up the points in them.
///
/// # Errors
/// Bad input if there are several bots.
pub(super) fn answer<G: Analyzable>(
    games: &EqualGames,
    setup: &G::Setup,
) -> anyhow::Result<Sampled> {
    let (agent, bot) = games.only_bot("points")?;
    let mut points = PointSources::default();
    games.each::<G, _>(
        setup,
        bot,
        |game| of_game::<G>(setup, game),
        |game| points.add(&game),
    );
    let schema = G::SCHEMA;
    let document = games.document(
        "Where points come from",
        vec![main_answer(games, schema, &points)],
        &format!(
            "Points of a player of {agent} by source and by tenth of the turns, when they are scored. `end` is the last turn, with \
             everything that is scored only at the end of the game."
        ),
        vec![table(schema, &points)],
        vec![figure(games, agent, schema, &points)],
    );
    Ok(Sampled {
        document,
        csv: csv(schema, &points)?,
    })
}

/// Returns the name of a part of the game: `20%` for the second tenth of its turns.
fn part_name(part: usize) -> String {
    if part + 1 == PARTS {
        "end".into()
    } else {
        format!("{}%", 10 * (part + 1))
    }
}

/// Returns the sources that brought any points, with these by part and in all; others are not in the game.
fn played<'p>(
    schema: &ResultSchema,
    points: &'p PointSources,
) -> impl Iterator<Item = (&'static Column, &'p [Ratio; PARTS], &'p Ratio)> {
    let all = schema.sources().iter().zip(&points.cells).zip(&points.sums);
    all.map(|((source, cells), sum)| (source, cells, sum))
        .filter(|(.., sum)| mean(sum) > 0.0)
}

fn mean(ratio: &Ratio) -> f64 {
    ratio.estimate().mean
}

fn main_answer(games: &EqualGames, schema: &ResultSchema, points: &PointSources) -> Answer {
    let all: f64 = points.sums.iter().map(mean).sum();
    let sources = schema.sources().iter().zip(&points.sums);
    let most = sources.max_by(|(_, x), (_, y)| mean(x).total_cmp(&mean(y)));
    let (most, of_most) = most.expect("a game has sources");
    let share = |points: f64| percent(if all == 0.0 { 0.0 } else { points / all }, 0);
    let score = Number::exact(all, 0);
    let sentence = format!(
        "In {} games, a player scores {score} points. {} bring {} of them, and {} are scored in the last turn.",
        player_games(games.players),
        capital(most.noun),
        share(mean(of_most)),
        share(mean(&points.parts[PARTS - 1]))
    );
    Answer::new(&score.with_unit(" points"), sentence)
}

fn table(schema: &ResultSchema, points: &PointSources) -> Table {
    let row = |name: &str, parts: &[Ratio; PARTS], sum: f64| -> Vec<Cell> {
        let cells = parts.iter().map(mean).chain([sum]);
        let cells = cells.map(|points| Number::exact(points, 1).into());
        [name.into()].into_iter().chain(cells).collect()
    };
    let all = row("all", &points.parts, points.sums.iter().map(mean).sum());
    let rows =
        played(schema, points).map(|(source, parts, sum)| row(source.noun, parts, mean(sum)));
    let headings = (0..PARTS).map(part_name).chain(["all".into()]);
    Table::new(
        ["points from".into()].into_iter().chain(headings),
        rows.chain([all]),
    )
}

/// Returns the results as CSV, with the ends of the intervals.
fn csv(schema: &ResultSchema, points: &PointSources) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["source", "part", "points", "low", "high"])?;
    for (source, parts) in schema.sources().iter().zip(&points.cells) {
        for (part, cell) in parts.iter().enumerate() {
            let [value, low, high] = cells(Some(cell.estimate()));
            // No reader takes it for a number.
            let part = if part + 1 == PARTS {
                part_name(part)
            } else {
                format!("to {}", part_name(part))
            };
            table.write_record([source.name, &part, &value, &low, &high])?;
        }
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

fn figure(games: &EqualGames, agent: &str, schema: &ResultSchema, points: &PointSources) -> Figure {
    let map = heat_map::HeatMap {
        rows: played(schema, points)
            .map(|(source, ..)| capital(source.noun))
            .collect(),
        columns: (0..PARTS).map(part_name).collect(),
        cells: played(schema, points)
            .map(|(_, parts, _)| parts.iter().map(mean).collect())
            .collect(),
        axis: "turns played",
    };
    Figure {
        name: "points".into(),
        title: "Where points come from, early and late".into(),
        caption: format!(
            "Points that a player scores from each source in each tenth of the turns and, at the end, in the last turn and the final \
             scoring: {} {} games by {agent}.",
            count(games.games),
            player_games(games.players)
        ),
        drawing: map.draw(),
    }
}
