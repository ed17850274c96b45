//! `goldrush lab tune`.

use std::io::Write;

use rayon::ThreadPool;

use super::tuned_bot::TunedBot;
use crate::cli::args::TuneArgs;
use crate::error::bad_input;
use crate::games::GameName;
use crate::games::registry::with_game;
use crate::games::tunable::{self, Tunable};
use crate::progress::Progress;
use crate::protocol::limits::Limits;
use crate::sim::tuner::Tuner;
use crate::sim::{batch, bots, leads};
use crate::stats::spsa::{Gains, Tuned};
use crate::study::{Salt, check_seed};

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
        tunable::spec::<G>,
        |index| (G::WEIGHTS[index].name, G::WEIGHTS[index].meaning),
        out,
    )
}

/// Returns the weights of the heuristic, as tuned before.
///
/// # Errors
/// Bad input if the game has none.
pub(super) fn numbers<G: Tunable>(game: GameName, players: usize) -> anyhow::Result<Vec<Tuned>> {
    match G::WEIGHTS.is_empty() {
        true => Err(bad_input(format!("--game {game}: its agents go by no weights that could be tuned"))),
        false => Ok(tunable::numbers::<G>(players)),
    }
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
    let tuner = tuner(args, &pool)?;
    let start: Vec<f64> = numbers.iter().map(|number| number.value).collect();
    let mut progress = Progress::new("iterations", args.iterations);
    let tuned = tuner.climb(numbers, args.iterations, &spec, || progress.add(1))?;
    progress.finish();
    let tests = args.test.div_ceil(tuner.players as u64);
    let gain = if spec(&tuned) == spec(&start) {
        None
    } else {
        let mut progress = Progress::new("test deals", tests);
        let gain = tuner.gain(&spec(&tuned), &spec(&start), tests, || progress.add(1))?;
        progress.finish();
        Some(gain)
    };
    for (index, (before, after)) in start.iter().zip(&tuned).enumerate() {
        let (name, meaning) = describe(index);
        writeln!(out, "{}", format!("{name:<18}{before:>9.4} -> {after:>9.4}   {meaning}").trim_end())?;
    }
    match gain {
        Some(gain) => {
            let test_seed = tuner.test_seed();
            let half = gain.half_width.map_or_else(String::new, |half| format!(" ±{half:.2}"));
            writeln!(
                out,
                "\nlead of one tuned bot over the average of untuned ones: {:+.2}{half} points ({tests} deals, seed \
                 {test_seed})",
                gain.mean
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
    let tuner = tuner(args, &pool)?;
    let start: Vec<f64> = bot.numbers().iter().map(|number| number.value).collect();
    let usual = bot.with(&start);
    bots::titles(&tuner.plan([&usual, &usual], tuner.seed, 1)?.arms, Limits::default())?;
    for (index, Tuned { low, high, .. }) in bot.numbers().into_iter().enumerate() {
        let games = |value, deal| {
            let mut values = start.clone();
            values[index] = value;
            let plan = tuner.plan([&bot.with(&values), &usual], tuner.seed, deal + 1)?;
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

fn tuner<'a>(args: &TuneArgs, pool: &'a ThreadPool) -> anyhow::Result<Tuner<'a>> {
    Ok(Tuner {
        choice: args.sampled.rules.choice()?,
        players: args.sampled.players,
        games: args.games,
        gains: Gains { perturbation: args.perturbation, step: args.step },
        seed: args.sampled.seed,
        salt: args.bot_salt,
        pool,
    })
}
