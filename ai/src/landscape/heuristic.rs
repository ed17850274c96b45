//! Greedy with foresight: picks a turn with the best margin, where everything on the table has the value given by the
//! weights. The margin is the own total minus that of the rivals, where the best rival may count more than the others.

use goldrush_engine::game::View;
use goldrush_engine::landscape::table::Table;
use goldrush_engine::rng::{StreamRng, below};
use rand::Rng;

use super::chances::points;
use super::game::place;
use super::plan::Plan;
use super::{Evaluator, LandscapeGame, Perspective, Placement, TurnEvaluator};
use crate::agent::Agent;
use crate::best::Best;
use crate::search::Turn;

/// Heuristic agent.
#[derive(Clone)]
pub struct Heuristic<G: LandscapeGame> {
    pub(crate) evaluator: G::Evaluator,
    turns: G::Turns,
    /// Approximate number of placements examined.
    width: u32,
    /// Turns with the best value.
    best: Best<Choice<G::TurnAction>>,
    plan: Plan<G::Move>,
}

/// A turn, or the rest of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Choice<D> {
    /// `None` if the tile is already laid.
    pub(crate) placement: Option<Placement>,
    pub(crate) action: D,
}

impl<D: Copy> Choice<D> {
    /// Returns the decisions in order.
    #[inline]
    pub(super) fn turn<G: LandscapeGame<TurnAction = D>>(
        self,
        table: &Table<'_, G>,
        value: f32,
    ) -> Turn<G::Move> {
        let (action, next) = G::decisions(table, self.action, 0);
        match self.placement {
            Some(placement) => Turn {
                first: place::<G>(table, placement),
                second: Some(action),
                third: next,
                value,
            },
            None => Turn {
                first: action,
                second: next,
                third: None,
                value,
            },
        }
    }
}

impl<G: LandscapeGame> Heuristic<G> {
    /// Creates an agent with these weights. It examines about `width` placements per turn, drawn at random.
    pub fn new(weights: &G::Weights, width: u32) -> Heuristic<G> {
        let evaluator = G::Evaluator::new(weights);
        Heuristic {
            evaluator,
            turns: G::Turns::default(),
            width,
            best: Best::default(),
            plan: Plan::default(),
        }
    }

    /// Calls `each` with all turns and their values.
    #[inline]
    pub(crate) fn value_turns(
        &mut self,
        table: &Table<'_, G>,
        expected: G::Expectation,
        mut each: impl FnMut(Choice<G::TurnAction>, i32),
    ) {
        self.value_good_turns(
            table,
            expected,
            || true,
            |choice, value| {
                each(choice, value);
                i32::MIN
            },
        );
    }

    /// Calls `each` with turns and their values, for placements admitted by `admits` (or the last one). `each` returns the
    /// least value of interest from then on: worse turns may be left out.
    #[inline]
    fn value_good_turns(
        &mut self,
        table: &Table<'_, G>,
        expected: G::Expectation,
        mut admits: impl FnMut() -> bool,
        mut each: impl FnMut(Choice<G::TurnAction>, i32) -> i32,
    ) {
        let Heuristic {
            evaluator, turns, ..
        } = self;
        evaluator.set(table, expected);
        let perspective = &Perspective::new(table, &*evaluator);
        turns.set_table(perspective);
        if !table.is_placing() {
            turns.evaluate_actions(perspective, |action, value, _| {
                each(
                    Choice {
                        placement: None,
                        action,
                    },
                    value,
                );
            });
            return;
        }
        let mut left = table.count_placements();
        let mut any_seen = false;
        let mut at_least = i32::MIN;
        table.for_each_placement(|slot, rotation| {
            left -= 1;
            if !admits() && (any_seen || left > 0) {
                return;
            }
            any_seen = true;
            let placement = Some((slot, rotation));
            turns.evaluate_placement(
                perspective,
                (slot, rotation),
                at_least,
                |action, value, _| {
                    at_least = each(Choice { placement, action }, value);
                },
            );
        });
    }

    /// Returns one of the best turns, or of the rest of a turn.
    pub(super) fn best_turn<R: Rng>(
        &mut self,
        table: &Table<'_, G>,
        expected: G::Expectation,
        rng: &mut R,
    ) -> Turn<G::Move> {
        let (choice, value) = self.best_choice(table, expected, rng);
        choice.turn::<G>(table, points(value))
    }

    /// Returns one of the best turns and its value.
    #[inline]
    fn best_choice<R: Rng>(
        &mut self,
        table: &Table<'_, G>,
        expected: G::Expectation,
        rng: &mut R,
    ) -> (Choice<G::TurnAction>, i32) {
        let width = self.width;
        let ways = table.count_placements();
        let mut best = std::mem::take(&mut self.best);
        best.clear();
        self.value_good_turns(
            table,
            expected,
            || width >= ways || below(rng, ways) < width,
            |choice, value| {
                best.add(value, 1, choice);
                best.value()
            },
        );
        let (choice, _) = best.pick(rng);
        self.best = best;
        (choice, self.best.value())
    }

    /// Replaces the content of `turns` with at most `most` turns, best first.
    pub(super) fn rank(
        &mut self,
        table: &Table<'_, G>,
        expected: G::Expectation,
        most: usize,
        turns: &mut Vec<Turn<G::Move>>,
    ) {
        turns.clear();
        self.value_turns(table, expected, |choice, value| {
            turns.push(choice.turn::<G>(table, points(value)));
        });
        // Unstable sorting allocates nothing, and gives the same order for the same turns.
        turns.sort_unstable_by(|x, y| y.value.total_cmp(&x.value));
        turns.truncate(most);
    }
}

impl<'s, G: LandscapeGame> Agent<G::State<'s>> for Heuristic<G> {
    fn choose(&mut self, view: &View<G::State<'s>>, rng: &mut StreamRng) -> G::Move {
        let table = G::visible_table(view);
        if let Some(mv) = self.plan.take::<G>(table) {
            return mv;
        }
        let choice = self.best_choice(table, G::expectation(view), rng).0;
        let turn = choice.turn::<G>(table, 0.0);
        if let (Some(placement), Some(second)) = (choice.placement, turn.second) {
            self.plan.keep::<G>(table, placement, second);
        }
        turn.first
    }

    fn new_game(&mut self) {
        self.plan = Plan::default();
    }
}

#[cfg(test)]
impl<G: LandscapeGame> Heuristic<G> {
    /// Compares the turns that are reported if worse ones may be left out with all turns of that value.
    pub(crate) fn check_good_turns(&mut self, table: &Table<'_, G>, expected: G::Expectation) {
        let mut all = Vec::new();
        self.value_turns(table, expected, |choice, value| all.push((choice, value)));
        let mut values: Vec<i32> = all.iter().map(|&(_, value)| value).collect();
        values.sort_unstable();
        for at_least in [values[values.len() / 2], values[values.len() - 1]] {
            let mut good = Vec::new();
            self.value_good_turns(
                table,
                expected,
                || true,
                |choice, value| {
                    good.push((choice, value));
                    at_least
                },
            );
            good.retain(|&(_, value)| value >= at_least);
            assert!(
                good.iter()
                    .eq(all.iter().filter(|&&(_, value)| value >= at_least)),
                "{at_least}"
            );
        }
    }
}
