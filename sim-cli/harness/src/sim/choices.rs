//! Choices of the players in a game: decisions, legal moves at each, and turns that are nearly as good as the best.

use goldrush_ai::search::analyzer::BoxedAnalyzer;
use goldrush_ai::search::{PlayoutRng, Turn};
use goldrush_engine::game::{State as _, View};
use goldrush_games::analyzable::Analyzable;
use goldrush_support::stats::ratio::Ratio;

use super::sampled_game::SampledGame;

/// Largest difference of two turns that are nearly equal, in points.
const NEAR: f32 = 1.0;

/// Seed of the samples in which turns are evaluated.
const SEED: u64 = 1;

/// Looks at the choices in one position after another.
pub struct ChoiceObserver<G: Analyzable> {
    analyzer: BoxedAnalyzer<G>,
    moves: Vec<G::Move>,
    ranked: Vec<Turn<G::Move>>,
}

impl<G: Analyzable> ChoiceObserver<G> {
    /// Creates the observer for games of `players` players.
    pub fn new(players: usize) -> ChoiceObserver<G> {
        ChoiceObserver {
            analyzer: G::analyzer(players),
            moves: Vec::new(),
            ranked: Vec::new(),
        }
    }

    /// Returns the number of legal moves. `None` if there is no choice.
    pub fn legal_moves(&mut self, state: &G::State<'_>) -> Option<u32> {
        state.legal_moves(&mut self.moves);
        (self.moves.len() > 1).then_some(self.moves.len() as u32)
    }

    /// Looks at the turns that can be played, at the start of one.
    pub fn turns(&mut self, view: &View<G::State<'_>>) -> NearEqual {
        self.analyzer.set_root(view);
        let world = view.sample(&mut PlayoutRng::new(SEED, 0));
        self.analyzer
            .best_turns(&world, usize::MAX, &mut self.ranked);
        NearEqual::of(&self.ranked)
    }
}

/// Turns that are nearly as good as the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NearEqual {
    /// Number of them, without the best one.
    pub others: u32,
    /// True if no choice matters: with the best one, they are at least half of all turns.
    pub is_free: bool,
}

impl NearEqual {
    /// Counts the turns that are within [`NEAR`] of the first, which is the best.
    fn of<M>(ranked: &[Turn<M>]) -> NearEqual {
        let others = ranked
            .iter()
            .skip(1)
            .take_while(|turn| ranked[0].value - turn.value <= NEAR)
            .count();
        NearEqual {
            others: others as u32,
            is_free: 2 * (others + 1) >= ranked.len(),
        }
    }
}

/// Choices in a part of several games.
#[derive(Clone, Copy, Default, Debug)]
pub struct Choices {
    /// Decisions of a game: moves with more than one legal move.
    pub decisions: Ratio,
    /// Legal moves at a decision.
    pub moves: Ratio,
    /// Other turns that are nearly as good as the best one.
    pub near_equal: Ratio,
}

/// Choices in the whole game and in the first, second and last third of its turns.
pub type ChoicesByThird = [Choices; 4];

#[derive(Clone, Copy, Default)]
struct TurnCounts {
    decisions: u32,
    moves: u32,
    near_equal: u32,
}

/// Measures the choices of one game.
pub fn of_game<G: Analyzable>(setup: &G::Setup, game: &SampledGame<G::Move>) -> ChoicesByThird {
    let mut state = game.dealt::<G>(setup);
    let mut observer = ChoiceObserver::<G>::new(state.players());
    let mut turns: Vec<TurnCounts> = Vec::new();
    for &mv in game.moves() {
        if G::begins_turn(&state) {
            let seat = state
                .to_move()
                .expect("a seat is to move before every move");
            let near_equal = observer.turns(&View::new(&state, seat)).others;
            turns.push(TurnCounts {
                near_equal,
                ..TurnCounts::default()
            });
        }
        let turn = turns.last_mut().expect("the first move begins a turn");
        if let Some(moves) = observer.legal_moves(&state) {
            turn.decisions += 1;
            turn.moves += moves;
        }
        state.play_unchecked(mv);
    }
    let count = turns.len();
    [
        0..count,
        0..count / 3,
        count / 3..2 * count / 3,
        2 * count / 3..count,
    ]
    .map(|part| of_turns(&turns[part]))
}

/// Sums up the choices of some turns of a game.
fn of_turns(turns: &[TurnCounts]) -> Choices {
    let mut decisions: u32 = 0;
    let mut moves: u32 = 0;
    let mut near_equal: u32 = 0;
    for turn in turns {
        decisions += turn.decisions;
        moves += turn.moves;
        near_equal += turn.near_equal;
    }
    Choices {
        decisions: Ratio::of(decisions.into(), 1),
        moves: Ratio::of(moves.into(), decisions.into()),
        near_equal: Ratio::of(near_equal.into(), turns.len() as u64),
    }
}

/// Adds the choices of other games.
pub fn add(to: &mut ChoicesByThird, more: &ChoicesByThird) {
    for (own, more) in to.iter_mut().zip(more) {
        own.decisions.add(&more.decisions);
        own.moves.add(&more.moves);
        own.near_equal.add(&more.near_equal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_within_a_point_of_the_best_are_nearly_equal() {
        let ranked = [5.0, 4.5, 4.0, 3.9, 1.0, 1.0, 1.0].map(|value| Turn {
            first: (),
            second: None,
            third: None,
            value,
        });
        let near = |turns: usize| NearEqual::of(&ranked[..turns]);
        let is = |others, is_free| NearEqual { others, is_free };
        assert_eq!(
            [1, 4, 6, 7].map(near),
            [is(0, true), is(2, true), is(2, true), is(2, false)]
        );
    }

    #[test]
    fn choices_of_turns_match_hand_calculation() {
        let turn = |decisions, moves, near_equal| TurnCounts {
            decisions,
            moves,
            near_equal,
        };
        let choices = of_turns(&[turn(2, 14, 3), turn(0, 0, 0), turn(1, 4, 0), turn(0, 0, 0)]);
        let means = [choices.decisions, choices.moves, choices.near_equal]
            .map(|ratio| ratio.estimate().mean);
        assert_eq!(means, [3.0, 6.0, 0.75]);
    }
}
