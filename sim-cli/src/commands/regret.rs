//! `goldrush lab regret`: measures how much a search loses by the way it spends its playouts.

use std::io::Write;

use goldrush_ai::search::regret::{Allocation, RegretSamples};
use goldrush_engine::rng::agent_stream;
use goldrush_games::analyzable::Analyzable;
use goldrush_games::registry::with_setup;
use goldrush_harness::sim::batch;
use goldrush_harness::sim::regret_trials::{Players, RegretTrials, Tried};
use goldrush_harness::study::{check_seed, lineup};
use goldrush_report::words::player_games;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::sums::Sums;

use crate::cli::args::RegretArgs;

/// Units per point in which regrets are added up.
const UNIT: f64 = 1000.0;

pub(super) fn run(args: &RegretArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let setup = args.sampled.rules.setup(args.sampled.players)?;
    with_setup!(&setup, G, setup => regret::<G>(args, setup, out))
}

fn regret<G: Analyzable>(
    args: &RegretArgs,
    setup: &G::Setup,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let sampled = &args.sampled;
    check_seed(sampled.seed)?;
    let (allocations, trial) = args.read(sampled.players)?;
    let choice = sampled.rules.choice()?;
    let game = choice.game();
    let trials = RegretTrials {
        game: game.to_string(),
        options: choice
            .into_values()
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        players: sampled.players,
        by: args.by.clone(),
        seed: sampled.seed,
        trial,
        measured_by: args.measured_by.clone(),
        measured_depth: args.measured_depth,
    };
    let games = lineup::parse(game, "--by", &args.by)?.built_in("--by")?;
    let measured = args
        .measured_by
        .as_ref()
        .map(|agent| lineup::parse(game, "--measured-by", agent)?.built_in("--measured-by"))
        .transpose()?;
    let players = Players { games, measured };
    let tried = trials.positions::<G>(
        setup,
        &players,
        args.positions,
        args.tries.as_deref(),
        &batch::pool(sampled.threads)?,
    )?;
    let turns = tried.iter().map(|one| one.turns).sum::<usize>() as f64
        / (tried.len() * sampled.players) as f64;
    let regrets: Vec<Regrets> = allocations
        .iter()
        .map(|allocation| Regrets::new(allocation, &tried, &trials.trial.depths, sampled.seed))
        .collect();
    let width = args
        .allocation
        .iter()
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(0)
        .max("allocation".len());
    writeln!(
        out,
        "Points lost compared with the choice of all tries together, in {} positions of {} games by {}, and playouts spent per \
         turn. A player has {turns:.1} turns per game.\n",
        tried.len(),
        player_games(sampled.players),
        args.by
    )?;
    writeln!(
        out,
        "{:<width$}  {:>8}  {:>16}  {:>14}  {:>22}",
        "allocation", "playouts", "per turn", "per game", "per game, minus first"
    )?;
    for (nth, (text, regret)) in args.allocation.iter().zip(&regrets).enumerate() {
        let [a_turn, a_game] = [(1.0, 3), (turns, 1)]
            .map(|(times, digits)| estimate_text(regret.mean().times(times), digits));
        let difference = match nth {
            0 => String::new(),
            _ => estimate_text(regret.less(&regrets[0]).times(turns), 1),
        };
        let playouts = regret.playouts / tried.len() as f64;
        writeln!(
            out,
            "{text:<width$}  {playouts:>8.0}  {a_turn:>16}  {a_game:>14}  {difference:>22}"
        )?;
    }
    let bias = mean(
        tried
            .iter()
            .map(|one| (UNIT * one.tries.model_bias()).round() as i64),
    );
    writeln!(
        out,
        "\nThe choice of all tries together loses {} points per turn, {} per game, compared with choosing by final scores \
         (each choice is measured in worlds that did not choose it).",
        estimate_text(bias, 3),
        estimate_text(bias.times(turns), 1)
    )?;
    for (text, regret) in args.allocation.iter().zip(&regrets) {
        let share = 100 * regret.short / tried.len();
        if share > 0 {
            writeln!(
                out,
                "\n{text}: in {share}% of the positions it needed more worlds than were tried and used some twice, which makes it look a little worse; increase --worlds."
            )?;
        }
    }
    Ok(())
}

/// Formats a mean with its interval.
fn estimate_text(estimate: Estimate, digits: usize) -> String {
    let half = estimate
        .half_width
        .map_or_else(String::new, |half| format!(" ± {half:.digits$}"));
    format!("{:.digits$}{half}", estimate.mean)
}

/// Losses of one allocation.
struct Regrets {
    /// Losses by position, in units of 1/[`UNIT`] point.
    lost: Vec<i64>,
    /// Playouts of all positions.
    playouts: f64,
    /// Number of positions at which it used some worlds twice.
    short: usize,
}

impl Regrets {
    fn new(allocation: &Allocation, tried: &[Tried], depths: &[usize], seed: u64) -> Regrets {
        let mut lost = Vec::with_capacity(tried.len());
        let mut playouts = 0.0;
        let mut short = 0;
        for (nth, Tried { tries, .. }) in tried.iter().enumerate() {
            // Every allocation gets the worlds in the same order.
            let mut rng = agent_stream(seed, nth as u64, 0, 0);
            let regret = RegretSamples::regret(tries, allocation, depths, &mut rng);
            lost.push((regret.points * UNIT).round() as i64);
            playouts += regret.playouts;
            short += usize::from(regret.short_of_worlds);
        }
        Regrets {
            lost,
            playouts,
            short,
        }
    }

    fn mean(&self) -> Estimate {
        mean(self.lost.iter().copied())
    }

    /// Returns how much more this allocation loses than another, paired by position.
    fn less(&self, other: &Regrets) -> Estimate {
        mean(
            self.lost
                .iter()
                .zip(&other.lost)
                .map(|(one, other)| one - other),
        )
    }
}

fn mean(parts: impl ExactSizeIterator<Item = i64>) -> Estimate {
    let blocks = parts.len() as u64;
    let mut sums = Sums::default();
    parts.for_each(|part| sums.push(part));
    Estimate::of_blocks(Confidence::SINGLE_LOOK, blocks, &sums, UNIT)
}
