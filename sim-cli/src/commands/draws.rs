//! `goldrush draws`: how much drawing each kind of tile or card helps.

use std::io::Write;

use goldrush_ai::value::Value;

use super::equals;
use crate::cli::args::DrawsArgs;
use crate::games::analyzable::Analyzable;
use crate::games::registry::with_setup;
use crate::report::estimate;
use crate::report::figure::Figure;
use crate::report::figure::interval::{Intervals, Row};
use crate::report::number::signed;
use crate::report::table::plain;
use crate::sim::batch;
use crate::sim::draws::{DrawValue, DrawValues, add, of_game};
use crate::sim::sampled_game::{SampledGame, Samplers};
use crate::stats::ratio::Ratio;
use crate::study::lineup;

pub(super) fn run(args: &DrawsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let setup = equals::setup(&args.equals)?;
    with_setup!(&setup, G, setup => draws::<G>(args, setup, out))
}

fn draws<G: Analyzable>(args: &DrawsArgs, setup: &G::Setup, out: &mut dyn Write) -> anyhow::Result<()> {
    let agent = args.agent.as_deref().unwrap_or(G::POLICY);
    let player = lineup::parse(args.equals.rules.game()?, "--agent", agent)?.built_in("--agent")?;
    let explorers = Samplers::alike(player);
    let value =
        Value::fitted(G::name(setup), args.equals.players).expect("it is fitted for every game and number of players");
    let mut worths = DrawValues::new();
    let play = |block| {
        let game = SampledGame::play::<G>(setup, &explorers, args.equals.seed, block);
        of_game::<G>(setup, &value, &game)
    };
    batch::each(&batch::pool(args.equals.threads)?, args.equals.games, play, |game| add(&mut worths, game));
    let mut all: Vec<(String, DrawValue)> = worths.into_iter().collect();
    all.sort_by(|(_, x), (_, y)| y.points.estimate().mean.total_cmp(&x.points.estimate().mean));
    write(args, agent, &all, out)?;
    equals::write_files(&args.equals, &csv(&all)?, &figure(args, agent, &all))
}

fn write(args: &DrawsArgs, agent: &str, all: &[(String, DrawValue)], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "How much better or worse each draw is for the player than the average draw at that moment: {} games of\n{} players by {agent}, \
         with 95 % intervals. The last three columns are points in the first, second and\nlast third of the game.\n",
        args.equals.games, args.equals.players
    )?;
    let rows = all.iter().map(|(name, worth)| {
        let third = |ratio: &Ratio| match ratio.count {
            0 => String::new(),
            _ => signed(ratio.estimate().mean, 1),
        };
        let mut row = vec![name.clone(), worth.points.count.to_string(), estimate::signed(&worth.points.estimate(), 2)];
        row.push(estimate::signed(&worth.wins.estimate().times(100.0), 1));
        row.extend(worth.thirds.iter().map(third));
        row
    });
    let table = plain(&["draw", "times", "points", "wins, %", "first", "second", "last"], rows);
    Ok(writeln!(out, "{table}")?)
}

/// Returns the results as CSV, with the ends of the intervals.
fn csv(all: &[(String, DrawValue)]) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut header = vec!["draw".to_owned(), "times".to_owned()];
    for what in ["points", "wins", "points_first", "points_second", "points_last"] {
        header.extend(["", "_low", "_high"].map(|end| format!("{what}{end}")));
    }
    table.write_record(&header)?;
    for (name, worth) in all {
        let mut row = vec![name.clone(), worth.points.count.to_string()];
        for ratio in [&worth.points, &worth.wins].into_iter().chain(&worth.thirds) {
            row.extend(equals::cells((ratio.count > 0).then(|| ratio.estimate())));
        }
        table.write_record(&row)?;
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

fn figure(args: &DrawsArgs, agent: &str, all: &[(String, DrawValue)]) -> Figure {
    let rows = all.iter().map(|(name, worth)| {
        let points = worth.points.estimate();
        Row {
            heading: None,
            label: name.clone(),
            mean: points.mean,
            ends: points.ends(),
            reference: Some(0.0),
            value: estimate::signed(&points, 2).replace('-', "−"),
            strong: points.ends().is_some_and(|(low, high)| low > 0.0 || high < 0.0),
        }
    });
    let intervals =
        Intervals { rows: rows.collect(), band: None, axis: "points", factor: 1.0, reference: Some("average draw") };
    Figure {
        name: "draws".into(),
        title: "What a draw is worth".into(),
        caption: format!(
            "How many points better or worse a draw is for the player than the average draw at that moment, in {} games of {} \
             players by {agent}, with 95 % intervals.",
            args.equals.games, args.equals.players
        ),
        drawing: intervals.draw(),
    }
}
