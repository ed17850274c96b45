//! `goldrush lab endings`: how much bots lose in last turns that can be solved.

use std::collections::BTreeMap;
use std::io::Write;

use goldrush_ai::registry::Spec;
use goldrush_ai::search::analyzer::BoxedAnalyzer;
use goldrush_ai::search::{Reward, SolvedMove};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, agent_stream};
use goldrush_games::analyzable::Analyzable;
use goldrush_games::registry::with_setup;
use goldrush_harness::sim::batch;
use goldrush_harness::sim::sampled_game::{SampledGame, Samplers};
use goldrush_harness::study::{check_seed, lineup};
use goldrush_harness::surroundings::environment;
use goldrush_report::document::{Cell, Document, Part, Section, Table};
use goldrush_report::number::Number;
use goldrush_report::words::{count, player_games};
use goldrush_support::error::bad_input;
use goldrush_support::parallel;
use goldrush_support::progress::Progress;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::sums::Sums;

use super::documents;
use crate::cli::args::EndingsArgs;

/// Units per point in which losses are added up.
const UNIT: f64 = 1000.0;
/// Loss in points up to which a turn counts as the best.
const ROUNDING: f32 = 0.001;

pub(super) fn run(args: &EndingsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let setup = args.sampled.rules.setup(args.sampled.players)?;
    with_setup!(&setup, G, setup => endings::<G>(args, setup, out))
}

fn endings<G: Analyzable>(
    args: &EndingsArgs,
    setup: &G::Setup,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let sampled = &args.sampled;
    check_seed(sampled.seed)?;
    let game = sampled.rules.choice()?.game();
    let player = args.by.as_deref().unwrap_or(G::POLICY);
    let by = lineup::parse(game, "--by", player)?.built_in("--by")?;
    let bots = args
        .agent
        .iter()
        .map(|agent| lineup::parse(game, "--agent", agent)?.built_in("--agent"))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let samplers = Samplers::alike(by);
    let mut progress = Progress::from("games", 0, args.games);
    let mut losses = vec![BTreeMap::<u16, Loss>::new(); bots.len()];
    let pool = batch::pool(sampled.threads)?;
    let mut positions = 0;
    let at_a_time = 4 * pool.current_num_threads() as u64;
    for first in (0..args.games).step_by(at_a_time as usize) {
        let more = at_a_time.min(args.games - first);
        let play = |nth| judge_game::<G>(args, setup, &samplers, &bots, first + nth as u64);
        let judged = pool.install(|| parallel::map(more as usize, play));
        for Judged { left, lost } in judged.into_iter().flatten() {
            positions += 1;
            losses
                .iter_mut()
                .zip(lost)
                .for_each(|(losses, lost)| losses.entry(left).or_default().add(lost));
        }
        progress.add(more);
    }
    progress.finish();
    if positions == 0 {
        return Err(bad_input(format!(
            "no last turn of these games of {game} could be solved"
        )));
    }
    let rows = args.agent.iter().zip(&losses).flat_map(|(agent, losses)| {
        let losses = losses.iter().rev();
        losses.map(|(left, loss)| {
            let about = [agent.as_str().into(), Cell::Count((*left).into())];
            about.into_iter().chain(loss.cells()).collect()
        })
    });
    let headings = [
        "bot",
        "tiles left",
        "turns",
        "best turn",
        "points lost per turn",
    ];
    let table = Table::new(headings, rows);
    let document = Document {
        title: "Points lost by a last turn, compared with the best".into(),
        subtitle: format!(
            "{} turns that could be solved, of {} {} games by {player}.",
            count(positions),
            count(args.games),
            player_games(sampled.players)
        ),
        sections: vec![Section::new("Losses", vec![Part::Table(table)])],
        ..Document::default()
    };
    documents::print(&document, out)
}

/// A turn that was solved.
struct Judged {
    /// Number of tiles left.
    left: u16,
    /// Points lost by each bot.
    lost: Vec<f32>,
}

/// Lets every bot play each of the last turns of a game.
fn judge_game<G: Analyzable>(
    args: &EndingsArgs,
    setup: &G::Setup,
    samplers: &Samplers,
    bots: &[Spec],
    block: u64,
) -> Vec<Judged> {
    let game = SampledGame::play::<G>(setup, samplers, args.sampled.seed, block);
    let mut solver = Solver::<G> {
        analyzer: G::analyzer(game.scores.players()),
        most_ends: args.ends,
        moves: Vec::new(),
    };
    let mut judged = Vec::new();
    game.replay::<G>(setup, |_, state| {
        let seat = state.to_move().expect("the game is in progress");
        if solver.solve(state, seat) {
            let first = std::mem::take(&mut solver.moves);
            let lost = bots.iter().map(|bot| {
                let rng = agent_stream(args.sampled.seed, block, 0, seat.index());
                solver.moves.clone_from(&first);
                solver.lost_in_turn(state, seat, bot, rng)
            });
            judged.extend(lost.collect::<Option<Vec<f32>>>().map(|lost| Judged {
                left: solver.analyzer.draws_left(state),
                lost,
            }));
        }
    });
    judged
}

/// Solves positions, in points of lead over the best other seat.
struct Solver<G: Analyzable> {
    analyzer: BoxedAnalyzer<G>,
    /// Maximum number of ends of games tried per decision.
    most_ends: u64,
    /// The moves of the position solved last.
    moves: Vec<SolvedMove<G::Move>>,
}

impl<G: Analyzable> Solver<G> {
    /// Returns true if the position was solved.
    fn solve(&mut self, state: &G::State<'_>, seat: Player) -> bool {
        self.analyzer.solve(
            &View::new(state, seat),
            &Reward::margin_of,
            self.most_ends,
            &mut self.moves,
        )
    }

    /// Returns the points that a bot loses in a turn: the sum over its decisions, of which the first has been solved.
    fn lost_in_turn(
        &mut self,
        state: &G::State<'_>,
        seat: Player,
        bot: &Spec,
        mut rng: StreamRng,
    ) -> Option<f32> {
        let mut agent = bot.build::<G>(&environment(state.players()));
        let mut state = state.clone();
        let mut lost = 0.0;
        loop {
            let mv = agent.choose(&View::new(&state, seat), &mut rng);
            let values = self.moves.iter().map(|solved| solved.value);
            let best = values.fold(f32::MIN, f32::max);
            lost += best - self.moves.iter().find(|solved| solved.mv == mv)?.value;
            state.play_unchecked(mv);
            if state.to_move() != Some(seat) || G::begins_turn(&state) {
                return Some(lost);
            }
            if !self.solve(&state, seat) {
                return None;
            }
        }
    }
}

/// Losses of a bot in turns with the same number of tiles left; a game has at most one.
#[derive(Clone, Default)]
struct Loss {
    turns: u64,
    best: u64,
    sums: Sums,
}

impl Loss {
    fn add(&mut self, lost: f32) {
        self.turns += 1;
        self.best += u64::from(lost <= ROUNDING);
        self.sums.push((f64::from(lost) * UNIT).round() as i64);
    }

    /// Returns the number of turns, the share of best ones, and the mean loss.
    fn cells(&self) -> [Cell; 3] {
        let lost = Estimate::of_blocks(Confidence::SINGLE_LOOK, self.turns, &self.sums, UNIT);
        let best = 100.0 * self.best as f64 / self.turns as f64;
        [
            Cell::Count(self.turns),
            Number::exact(best, 1).with_unit("%").into(),
            Number::new(&lost, 2).into(),
        ]
    }
}
