//! `goldrush lab tune`.

use std::io::Write;
use std::time::Instant;

use goldrush_games::GameName;
use goldrush_games::registry::with_game;
use goldrush_games::tunable::{self, Tunable};
use goldrush_harness::protocol::limits::Limits;
use goldrush_harness::sim::tuner::Tuner;
use goldrush_harness::sim::{batch, bots, leads};
use goldrush_harness::store::tuning_log::{Tuning, TuningLog};
use goldrush_harness::study::{Salt, check_seed, joined};
use goldrush_report::number::Number;
use goldrush_report::wrap;
use goldrush_support::error::bad_input;
use goldrush_support::interrupt::{Interrupt, Interrupted};
use goldrush_support::progress::Progress;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::spsa::{Gains, Tuned};
use rayon::ThreadPool;

use super::tuned_bot::TunedBot;
use crate::cli::args::TuneArgs;

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
        return Err(bad_input(
            "--iterations and --games: at least 1 is possible",
        ));
    }
    for (option, number) in [("--perturbation", args.perturbation), ("--step", args.step)] {
        if !(number > 0.0 && number.is_finite()) {
            return Err(bad_input(format!(
                "{option} {number}: a number above 0 is expected"
            )));
        }
    }
    if let Some(bot) = &args.bot {
        let mut bot = TunedBot::read(game, bot, &args.parameter)?;
        let salt = args.bot_salt.map_or_else(Salt::draw, Ok)?;
        let salted = TuneArgs {
            bot_salt: Some(salt),
            ..args.clone()
        };
        let name = meet(&salted, &mut bot)?;
        check_that_it_reacts(&salted, &bot)?;
        let subject = Subject {
            name,
            salt: Some(salt),
            numbers: bot.numbers(),
            start: format!("untuned bots play with {}", bot.start_words()),
        };
        return climb(
            args,
            subject,
            |values| bot.with(values),
            |index| (bot.name(index), ""),
            out,
        );
    }
    let subject = Subject {
        name: String::new(),
        salt: None,
        numbers: numbers::<G>(game, args.sampled.players)?,
        start: String::new(),
    };
    let describe = |index: usize| (G::WEIGHTS[index].name, G::WEIGHTS[index].meaning);
    climb(args, subject, tunable::spec::<G>, describe, out)
}

/// A bot to be tuned.
struct Subject {
    /// Name and version that an outside bot reports; empty for the heuristic.
    name: String,
    /// Salt of an outside bot's seeds.
    salt: Option<Salt>,
    numbers: Vec<Tuned>,
    /// Origin of an outside bot's start values, in words.
    start: String,
}

/// Returns the weights of the heuristic, as tuned before.
///
/// # Errors
/// Bad input if the game has none.
pub(super) fn numbers<G: Tunable>(game: GameName, players: usize) -> anyhow::Result<Vec<Tuned>> {
    match G::WEIGHTS.is_empty() {
        true => Err(bad_input(format!(
            "--game {game}: its agents go by no weights that could be tuned"
        ))),
        false => Ok(tunable::numbers::<G>(players)),
    }
}

/// Tunes numbers of the bot given by `spec`; `describe` returns the name and meaning of each number.
fn climb<'a>(
    args: &TuneArgs,
    subject: Subject,
    spec: impl Fn(&[f64]) -> String,
    describe: impl Fn(usize) -> (&'a str, &'a str),
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Subject {
        name: bot_name,
        salt,
        numbers,
        start: start_words,
    } = subject;
    let pool = batch::pool(args.sampled.threads)?;
    let names: Vec<&str> = (0..numbers.len()).map(|index| describe(index).0).collect();
    let salt_text = salt.map_or_else(String::new, |salt| salt.to_string());
    let tuning = || {
        Ok::<_, anyhow::Error>(Tuning {
            command: command(args)?,
            bot_name,
            salt: salt_text,
        })
    };
    let log = args
        .out
        .as_ref()
        .map(|path| TuningLog::open(path, tuning()?, &names));
    let mut log = log.transpose()?;
    let salt = log
        .as_ref()
        .map_or(Ok(salt), |log| salt.map(|_| log.salt().parse()).transpose());
    let salt = salt.map_err(|e: String| bad_input(format!("--out: {e}")))?;
    let tuner = tuner(
        &TuneArgs {
            bot_salt: salt,
            ..args.clone()
        },
        &pool,
    )?;
    let start: Vec<f64> = numbers.iter().map(|number| number.value).collect();
    let interrupt = Interrupt::listen();
    let mut progress = Progress::new("iterations", args.iterations);
    let mut done = 0;
    let mut reacted = false;
    let mut tried: Vec<[f64; 2]> = start.iter().map(|value| [*value; 2]).collect();
    let deals = args.games.div_ceil(tuner.players as u64);
    let tests = args.test.div_ceil(tuner.players as u64);
    let mut is_announced = false;
    let tuned = tuner.climb(numbers, args.iterations, &spec, |trial, play| {
        if interrupt.requested() {
            return Ok(None);
        }
        let lead = match log.as_ref().and_then(|log| log.lead(trial.iteration)) {
            Some(lead) => lead,
            None => {
                let begun = Instant::now();
                let lead = play()?;
                if !is_announced {
                    is_announced = true;
                    let iterations = args.iterations - trial.iteration;
                    let deal_s = begun.elapsed().as_secs_f64() / deals as f64;
                    if let Some(words) = duration_words(deal_s, iterations * deals, tests) {
                        progress.tell(&words);
                    }
                }
                log.as_mut()
                    .map_or(Ok(()), |log| log.push(trial.iteration, lead, trial.values))?;
                lead
            }
        };
        for value in trial.settings {
            for ([low, high], value) in tried.iter_mut().zip(value) {
                *low = low.min(*value);
                *high = high.max(*value);
            }
        }
        done += 1;
        reacted |= lead != 0.0;
        progress.add(1);
        Ok(Some(lead))
    })?;
    progress.finish();
    for (index, (before, after)) in start.iter().zip(&tuned).enumerate() {
        let (name, meaning) = describe(index);
        writeln!(
            out,
            "{}",
            format!("{name:<18}{before:>9.4} -> {after:>9.4}   {meaning}").trim_end()
        )?;
    }
    if done < args.iterations {
        writeln!(out, "{}", spec(&tuned))?;
        out.flush()?;
        let advice = match log {
            Some(_) => "the same command resumes it".into(),
            None => "with --out FILE it could be resumed".into(),
        };
        return Err(Interrupted {
            done,
            of: args.iterations,
            units: "iterations",
            advice,
        }
        .into());
    }
    let gain = if spec(&tuned) == spec(&start) {
        None
    } else {
        let mut progress = Progress::new("test deals", tests);
        let gain = tuner.gain(&spec(&tuned), &spec(&start), tests, || progress.add(1))?;
        progress.finish();
        Some(gain)
    };
    match gain {
        Some(gain) => {
            let test_seed = tuner.test_seed();
            let half = gain
                .half_width
                .map_or_else(String::new, |half| format!(" ±{half:.2}"));
            writeln!(
                out,
                "\nlead of one tuned bot over the average of untuned ones: {:+.2}{half} points ({tests} deals, seed \
                 {test_seed})",
                gain.mean
            )?;
        }
        None if reacted => writeln!(
            out,
            "\nNothing to test: {} did not change.",
            names.join(", ")
        )?,
        None => {
            writeln!(out)?;
            wrap::write(
                &without_effect(&names, &tried, args.perturbation),
                "",
                "",
                out,
            )?;
        }
    }
    if !start_words.is_empty() {
        writeln!(out, "{start_words}")?;
    }
    if let Some(salt) = salt {
        writeln!(
            out,
            "To play the same games again, add --seed {} --bot-salt {salt}",
            args.sampled.seed
        )?;
    }
    // Scripts take the bot from the last line.
    match gain.as_ref().and_then(unproven) {
        Some(verdict) => {
            wrap::write(&verdict, "", "", out)?;
            writeln!(out, "tried: {}", spec(&tuned))?;
            writeln!(out, "keep:\n{}", spec(&start))?;
        }
        None => writeln!(out, "{}", spec(&tuned))?,
    }
    Ok(())
}

/// Perturbation that is proposed if smaller ones had no effect.
const WIDER: f64 = 0.25;
/// Seconds that need no announcement.
const SHORT_S: f64 = 60.0;

/// Returns the sentence on numbers that had no effect within the values tried.
fn without_effect(names: &[&str], tried: &[[f64; 2]], perturbation: f64) -> String {
    let ranges = names
        .iter()
        .zip(tried)
        .map(|(name, [low, high])| format!("{name} between {low:.2} and {high:.2}"));
    let ranges: Vec<String> = ranges.collect();
    let advice = if perturbation < WIDER {
        format!("try --perturbation {WIDER}, or another start")
    } else {
        "try another start".into()
    };
    format!(
        "Nothing to test: no game ended differently with {}; {advice}.",
        ranges.join(", ")
    )
}

fn minutes(seconds: f64) -> f64 {
    (seconds / 60.0).ceil()
}

/// Returns how long the tuning and its test will take; `None` if they are short.
fn duration_words(deal_s: f64, tuning_deals: u64, test_deals: u64) -> Option<String> {
    let is_long = deal_s * (tuning_deals + test_deals) as f64 > SHORT_S;
    is_long.then(|| {
        format!(
            "about {} minutes for the iterations (--iterations), {} for the test (--test)",
            minutes(deal_s * tuning_deals as f64),
            minutes(deal_s * test_deals as f64)
        )
    })
}

/// Returns the sentence on a gain that may be none; `None` if the tuned bot is better.
fn unproven(gain: &Estimate) -> Option<String> {
    let lead = Number::points(gain).signed();
    let is_shown = gain.half_width.is_some_and(|half| gain.mean > half);
    (!is_shown).then(|| {
        format!("Not shown to be better ({lead} points): keep the old options, in the last line.")
    })
}

/// Returns the command that tunes, which names the log of a tuning.
fn command(args: &TuneArgs) -> anyhow::Result<String> {
    let numbers = [
        ("--players", args.sampled.players.to_string()),
        ("--seed", args.sampled.seed.to_string()),
        ("--iterations", args.iterations.to_string()),
        ("--games", args.games.to_string()),
        ("--perturbation", args.perturbation.to_string()),
        ("--step", args.step.to_string()),
        ("--game", args.sampled.rules.game()?.to_string()),
    ];
    let bot = args.bot.iter().map(|bot| ("--bot", bot.clone()));
    let parameters = args
        .parameter
        .iter()
        .map(|parameter| ("--parameter", parameter.clone()));
    let salt = args.bot_salt.map(|salt| ("--bot-salt", salt.to_string()));
    let options = bot.chain(parameters).chain(salt).chain(numbers);
    let words = options
        .flat_map(|(option, value)| [option.to_owned(), value])
        .chain(args.sampled.rules.words());
    Ok(format!(
        "goldrush lab tune {}",
        joined(&words.collect::<Vec<_>>())
    ))
}

/// Starts the bot, which declares its parameters, and returns the name and version it reports.
///
/// # Errors
/// Fails if it cannot be started or has no such parameters.
fn meet(args: &TuneArgs, bot: &mut TunedBot) -> anyhow::Result<String> {
    let pool = batch::pool(args.sampled.threads)?;
    let tuner = tuner(args, &pool)?;
    let start: Vec<f64> = bot.numbers().iter().map(|number| number.value).collect();
    let usual = bot.with(&start);
    let plan = tuner.plan([&usual, &usual], tuner.seed, 1)?;
    let introductions = bots::introductions(&plan.arms, &Limits::default())?;
    let (ready, _) = introductions
        .values()
        .next()
        .expect("the bot plays in the match");
    bot.meet(&ready.options);
    Ok(ready.title())
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
        gains: Gains {
            perturbation: args.perturbation,
            step: args.step,
        },
        seed: args.sampled.seed,
        salt: args.bot_salt,
        pool,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_without_effect_are_told() {
        let told = without_effect(&["piece"], &[[1.26, 1.74]], 0.06);
        let says = "Nothing to test: no game ended differently with piece between 1.26 and 1.74; try --perturbation 0.25, or \
                    another start.";
        assert_eq!(told, says);
    }

    #[test]
    fn long_tunings_are_announced() {
        assert_eq!(duration_words(0.001, 100, 200), None);
        let says = "about 117 minutes for the iterations (--iterations), 8 for the test (--test)";
        assert_eq!(duration_words(0.0909, 77_000, 5_000).as_deref(), Some(says));
    }

    #[test]
    fn unproven_gains_are_told() {
        let told = |mean, half| unproven(&Estimate::around(mean, half));
        let says =
            "Not shown to be better (−7.1 ± 10.7 points): keep the old options, in the last line.";
        assert_eq!(told(-7.1, Some(10.7)).as_deref(), Some(says));
        assert!(told(3.0, Some(4.0)).is_some());
        assert!(told(3.0, None).is_some(), "from a single deal");
        assert_eq!(told(5.0, Some(4.0)), None);
    }
}
