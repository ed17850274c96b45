//! `goldrush lab tune`.

use std::collections::BTreeMap;
use std::io::Write;

use goldrush_engine::rng::tool_stream;

use super::tuned_bot::TunedBot;
use crate::cli::args::TuneArgs;
use crate::error::bad_input;
use crate::games::GameName;
use crate::games::registry::with_game;
use crate::games::tunable::Tunable;
use crate::progress::Progress;
use crate::protocol::limits::Limits;
use crate::sim::{batch, bots, leads};
use crate::stats::confidence::Confidence;
use crate::stats::interval::Estimate;
use crate::stats::spsa::{self, Gains, Tuned};
use crate::study::arm::Arm;
use crate::study::lineup::Lineup;
use crate::study::{Contest, Draft, Plan, Question, Run, Salt, check_seed};

/// Deals on which a parameter has to make a difference.
const TRIED: u64 = 8;

pub(super) fn run(args: &TuneArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    args.sampled.rules.setup(args.sampled.players)?;
    with_game!(args.sampled.rules.game()?, G => tune::<G>(args, out))
}

fn tune<G: Tunable>(args: &TuneArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.sampled.rules.game()?;
    check_seed(args.sampled.seed)?;
    if args.iterations == 0 || args.games == 0 {
        return Err(bad_input("--iterations and --games: at least 1 is possible"));
    }
    for (option, number) in [("--perturbation", args.perturbation), ("--step", args.step)] {
        if !(number > 0.0 && number.is_finite()) {
            return Err(bad_input(format!("{option} {number}: a number above 0 is expected")));
        }
    }
    if let Some(bot) = &args.bot {
        let args = &TuneArgs { bot_salt: Some(args.bot_salt.map_or_else(Salt::draw, Ok)?), ..args.clone() };
        let bot = TunedBot::read(game, bot, &args.parameter)?;
        check_that_it_reacts(args, &bot)?;
        return climb(args, bot.numbers(), |values| bot.with(values), |index| (bot.name(index), ""), out);
    }
    climb(
        args,
        numbers::<G>(game, args.sampled.players)?,
        spec::<G>,
        |index| (G::WEIGHTS[index].name, G::WEIGHTS[index].meaning),
        out,
    )
}

/// Returns the weights of the heuristic, as tuned before.
///
/// # Errors
/// Bad input if the game has none.
pub(super) fn numbers<G: Tunable>(game: GameName, players: usize) -> anyhow::Result<Vec<Tuned>> {
    if G::WEIGHTS.is_empty() {
        return Err(bad_input(format!("--game {game}: its agents go by no weights that could be tuned")));
    }
    let weights = G::WEIGHTS.iter().zip(G::tuned(players));
    let tuned = weights.map(|(weight, value)| {
        let (low, high) = weight.range;
        Tuned { low: low.into(), high: high.into(), value, least: 0.0 }
    });
    Ok(tuned.collect())
}

/// Tunes numbers of the bot given by `spec`; `describe` returns the name and meaning of each number.
fn climb<'a>(
    args: &TuneArgs,
    numbers: Vec<Tuned>,
    spec: impl Fn(&[f64]) -> String,
    describe: impl Fn(usize) -> (&'a str, &'a str),
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let pool = batch::pool(args.sampled.threads)?;
    let start: Vec<f64> = numbers.iter().map(|number| number.value).collect();
    let (players, unit) = (args.sampled.players, leads::unit(args.sampled.players));
    let blocks = args.games.div_ceil(players as u64);
    let mut progress = Progress::new("iterations", args.iterations);
    let gains = Gains { perturbation: args.perturbation, step: args.step };
    let tuned = spsa::tune(numbers, args.iterations, gains, &mut tool_stream(args.sampled.seed), |k, plus, minus| {
        let plan = plan(args, [&spec(plus), &spec(minus)], args.sampled.seed, (k + 1) * blocks)?;
        let sums = leads::of_match(&plan, k * blocks, &pool, || {})?;
        progress.add(1);
        Ok(sums.sum as f64 / unit / blocks as f64)
    })?;
    progress.finish();
    // The test plays deals that tuning never saw.
    let test_seed = (args.sampled.seed + 1) % crate::study::LIMIT;
    let tests = args.test.div_ceil(players as u64);
    let sums = if spec(&tuned) == spec(&start) {
        None
    } else {
        let plan = plan(args, [&spec(&tuned), &spec(&start)], test_seed, tests)?;
        let mut progress = Progress::new("test deals", tests);
        let sums = leads::of_match(&plan, 0, &pool, || progress.add(1))?;
        progress.finish();
        Some(sums)
    };
    for (index, (before, after)) in start.iter().zip(&tuned).enumerate() {
        let (name, meaning) = describe(index);
        writeln!(out, "{}", format!("{name:<18}{before:>9.4} -> {after:>9.4}   {meaning}").trim_end())?;
    }
    match sums {
        Some(sums) => {
            let test = Estimate::new(Confidence::SINGLE_LOOK, tests, &sums, unit);
            let half = test.half_width.map_or_else(String::new, |half| format!(" ±{half:.2}"));
            writeln!(
                out,
                "\nlead of one tuned bot over the average of untuned ones: {:+.2}{half} points ({tests} deals, seed \
                 {test_seed})",
                test.mean
            )?;
        }
        None => writeln!(out, "\nTuning changed nothing, so there was nothing to test.")?,
    }
    if let Some(salt) = args.bot_salt {
        writeln!(out, "To play the same games again, add --seed {} --bot-salt {salt}", args.sampled.seed)?;
    }
    Ok(writeln!(out, "{}", spec(&tuned))?)
}

/// Checks that each parameter affects the bot's games: others cannot be tuned.
///
/// # Errors
/// Bad input if a parameter has no effect; fails if the bot cannot be started, or has a fault.
fn check_that_it_reacts(args: &TuneArgs, bot: &TunedBot) -> anyhow::Result<()> {
    let pool = batch::pool(args.sampled.threads)?;
    let start: Vec<f64> = bot.numbers().iter().map(|number| number.value).collect();
    let usual = bot.with(&start);
    bots::titles(&plan(args, [&usual, &usual], args.sampled.seed, 1)?.arms, Limits::default())?;
    for (index, Tuned { low, high, .. }) in bot.numbers().into_iter().enumerate() {
        let games = |value, deal| {
            let mut values = start.clone();
            values[index] = value;
            let plan = plan(args, [&bot.with(&values), &usual], args.sampled.seed, deal + 1)?;
            let mut games = Vec::new();
            leads::each_game(&plan, deal, &pool, |_, game| games.push(game.clone()))?;
            Ok::<_, anyhow::Error>(games)
        };
        let mut reacts = false;
        for deal in 0..TRIED {
            reacts = games(low, deal)? != games(high, deal)?;
            if reacts {
                break;
            }
        }
        if !reacts {
            let name = bot.name(index);
            return Err(bad_input(format!(
                "--parameter {name}: the bot plays the same with {name}={low} and {name}={high} ({TRIED} deals): \
                 there is nothing to tune"
            )));
        }
    }
    Ok(())
}

/// Plans a match of these two on this many deals.
fn plan(args: &TuneArgs, [a, b]: [&str; 2], seed: u64, deals: u64) -> anyhow::Result<Plan> {
    let choice = args.sampled.rules.choice()?;
    let (game, players) = (choice.game(), args.sampled.players);
    let lineup = Lineup::of_match(game, a, b, players, false)?;
    let games = Some(deals * players as u64);
    let run = Run { games, seed: Some(seed), salt: args.bot_salt, luck: Some(false), ..Run::default() };
    let draft = Draft::new(Question::Match(Contest::default()), vec![Arm::only(lineup, &choice)?], &run)?;
    // Only their moves matter here, not what they are called.
    draft.meet(|_, _| Ok(BTreeMap::new()))
}

/// Returns the heuristic with these weights.
fn spec<G: Tunable>(values: &[f64]) -> String {
    let pairs: Vec<_> =
        G::WEIGHTS.iter().zip(values).map(|(weight, value)| format!("{}={value:.4}", weight.name)).collect();
    format!("heuristic:{}", pairs.join(","))
}
