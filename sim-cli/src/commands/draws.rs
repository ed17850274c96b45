//! `goldrush draws`: what every kind of tile or card is worth to whoever draws it.

use std::io::Write;

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use crate::cli::args::DrawsArgs;
use crate::error::bad_input;
use crate::games::analyzable::Analyzable;
use crate::games::registry::with_setup;
use crate::progress::Progress;
use crate::report::estimate;
use crate::report::figure::Figure;
use crate::report::figure::interval::{Intervals, Row};
use crate::report::number::signed;
use crate::report::table::plain;
use crate::sim::batch;
use crate::sim::draws::{Worth, Worths, add, add_game};
use crate::sim::explored::Explorers;
use crate::stats::ratio::Ratio;
use crate::store::file::write_whole;
use crate::study::{check_seed, lineup};

/// Games between two looks at the progress, and those that one thread adds up.
const BATCH: usize = 256;
const CHUNK: usize = 16;

pub(super) fn run(args: &DrawsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    check_seed(args.seed)?;
    if !(2..=10_000_000).contains(&args.games) {
        return Err(bad_input(format!("--games {}: 2 to 10000000 are possible", args.games)));
    }
    let setup = args.rules.setup(args.players)?;
    with_setup!(&setup, G, setup => draws::<G>(args, setup, out))
}

fn draws<G: Analyzable>(args: &DrawsArgs, setup: &G::Setup, out: &mut dyn Write) -> anyhow::Result<()> {
    let agent = args.agent.as_deref().unwrap_or(G::POLICY);
    let player = lineup::parse(args.rules.game()?, "--agent", agent)?.built_in("--agent")?;
    let explorers = Explorers { careful: player.clone(), careless: player, every: u32::MAX };
    let pool = batch::pool(args.threads)?;
    let blocks: Vec<u64> = (0..args.games).collect();
    let mut progress = Progress::new("games", args.games);
    let mut worths = Worths::new();
    for batch in blocks.chunks(BATCH) {
        let play = |some: &[u64]| {
            let mut worths = Worths::new();
            some.iter().for_each(|&block| add_game::<G>(setup, &explorers, args.seed, block, &mut worths));
            worths
        };
        // Added up in order, whatever the threads.
        let parts: Vec<Worths> = pool.install(|| batch.par_chunks(CHUNK).map(play).collect());
        parts.iter().for_each(|part| add(&mut worths, part));
        progress.add(batch.len() as u64);
    }
    progress.finish();
    let mut all: Vec<(String, Worth)> = worths.into_iter().collect();
    all.sort_by(|(_, x), (_, y)| y.points.estimate().mean.total_cmp(&x.points.estimate().mean));
    write(args, agent, &all, out)?;
    if let Some(file) = &args.csv {
        write_whole(file, &csv(&all)?)?;
    }
    if let Some(file) = &args.svg {
        write_whole(file, &figure(args, agent, &all).file())?;
    }
    Ok(())
}

fn write(args: &DrawsArgs, agent: &str, all: &[(String, Worth)], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "What a draw is worth to the player, more than the mean of what could have come: {} games of\n{} players by {agent}, \
         with 95 % intervals. The columns at the right are points in the first, second and\nlast third of the game.\n",
        args.games, args.players
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

/// The same as a table for machines, with the ends of the intervals.
fn csv(all: &[(String, Worth)]) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut header = vec!["draw".to_owned(), "times".to_owned()];
    for what in ["points", "wins", "points_first", "points_second", "points_last"] {
        header.extend(["", "_low", "_high"].map(|end| format!("{what}{end}")));
    }
    table.write_record(&header)?;
    for (name, worth) in all {
        let mut row = vec![name.clone(), worth.points.count.to_string()];
        for ratio in [&worth.points, &worth.wins].into_iter().chain(&worth.thirds) {
            let estimate = (ratio.count > 0).then(|| ratio.estimate());
            let (low, high) = estimate.and_then(|estimate| estimate.ends()).unzip();
            let mean = estimate.map(|estimate| estimate.mean);
            row.extend([mean, low, high].map(|value| value.map_or_else(String::new, |value| format!("{value:.5}"))));
        }
        table.write_record(&row)?;
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

fn figure(args: &DrawsArgs, agent: &str, all: &[(String, Worth)]) -> Figure {
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
    let intervals = Intervals {
        rows: rows.collect(),
        band: None,
        axis: "points",
        factor: 1.0,
        reference: Some("what came on average"),
    };
    Figure {
        name: "draws".into(),
        title: "What a draw is worth".into(),
        caption: format!(
            "Points that a draw is worth to the player more than the mean of what could have come, in {} games of {} players by \
             {agent}, with 95 % intervals.",
            args.games, args.players
        ),
        drawing: intervals.draw(),
    }
}
