//! Analysis of positions with any search policy. A boxed policy is compiled in this crate, not again in every caller.

use goldrush_engine::game::{Game, State, View};
use goldrush_engine::rng::StreamRng;

use super::move_evaluation::{EvaluationRequest, MoveEvaluation, evaluate_moves};
use super::regret::{RegretConfig, RegretSamples, sample_regret};
use super::root::PlayoutStrategy;
use super::{Rollout, SearchPolicy};

/// Player of the worlds in which regret is measured.
pub enum Truth<'a, S: State> {
    /// A strategy of the caller.
    Strategy(&'a mut dyn PlayoutStrategy<S>),
    /// The search policy itself, for this many turns.
    Policy(usize),
}

/// Search policy that also analyzes positions.
pub trait Analyzer<S: State>: SearchPolicy<S> {
    /// See [`evaluate_moves`].
    fn evaluate_moves(
        &mut self,
        view: &View<S>,
        request: &EvaluationRequest<S::Move>,
        rng: &mut StreamRng,
    ) -> Vec<MoveEvaluation<S::Move>>;

    /// See [`sample_regret`].
    fn sample_regret(
        &mut self,
        truth: Truth<S>,
        view: &View<S>,
        config: &RegretConfig,
        seed: u64,
    ) -> RegretSamples;
}

/// Analyzer of some game.
pub type BoxedAnalyzer<G> = Box<dyn for<'s> Analyzer<<G as Game>::State<'s>>>;

/// Game whose positions can be analyzed.
pub trait AnalyzedGame: Game {
    /// Creates the analyzer for games of `players` players.
    fn analyzer(players: usize) -> BoxedAnalyzer<Self>;
}

impl<S: State + Sync, P: SearchPolicy<S> + Clone> Analyzer<S> for P
where
    S::Move: Send + Sync,
{
    fn evaluate_moves(
        &mut self,
        view: &View<S>,
        request: &EvaluationRequest<S::Move>,
        rng: &mut StreamRng,
    ) -> Vec<MoveEvaluation<S::Move>> {
        evaluate_moves(self, view, request, rng)
    }

    fn sample_regret(
        &mut self,
        truth: Truth<S>,
        view: &View<S>,
        config: &RegretConfig,
        seed: u64,
    ) -> RegretSamples {
        match truth {
            Truth::Strategy(strategy) => sample_regret(self, strategy, view, config, seed),
            Truth::Policy(turns) => {
                let mut truth = Rollout::new(self.clone(), turns);
                sample_regret(self, &mut truth, view, config, seed)
            }
        }
    }
}
