//! Heuristic policy for playouts that only evaluates turns which may have become the best since the root of the search.

use goldrush_engine::landscape::table::Table;

use rand::Rng;

use super::chances::{ONE, points};
use super::heuristic::Choice;
use super::root_evaluations::RootEvaluations;
use super::{BaseEvaluation, Evaluator, LandscapeGame, Perspective, Placement, TurnEvaluator};
use crate::best::Best;
use crate::search::Turn;

/// Allowance for unnoticed improvements of an unchanged placement, in fixed point: a quarter of a point.
const DOUBT: i32 = ONE / 4;

/// Policy that plays the turns of playouts.
#[derive(Clone)]
pub(super) struct Playout<G: LandscapeGame> {
    evaluator: G::Evaluator,
    turns: G::Turns,
    root: RootEvaluations,
    /// Turns with the best value.
    best: Best<Choice<G::TurnAction>>,
    /// Best turns of the most promising unchanged placement.
    promising: Best<Choice<G::TurnAction>>,
}

impl<G: LandscapeGame> Playout<G> {
    /// Creates a policy with these weights.
    pub(super) fn new(weights: &G::Weights) -> Playout<G> {
        Playout {
            evaluator: G::Evaluator::new(weights),
            turns: G::Turns::default(),
            root: RootEvaluations::default(),
            best: Best::default(),
            promising: Best::default(),
        }
    }

    /// Sets the root of a search; `table` is a copy of its table.
    pub(super) fn begin(&mut self, table: &mut Table<'_, G>, expected: G::Expectation) {
        let Playout {
            evaluator,
            turns,
            root,
            ..
        } = self;
        evaluator.set(table, expected);
        *turns = G::Turns::default();
        root.set_table::<G>(evaluator, turns, table);
    }

    /// Starts a playout from the root.
    pub(super) fn begin_playout(&mut self) {
        self.turns.cells().use_as_reference(self.root.cells());
    }

    /// Returns one of the best turns, or of the rest of a turn.
    pub(super) fn best_turn<R: Rng>(
        &mut self,
        table: &Table<'_, G>,
        expected: G::Expectation,
        rng: &mut R,
    ) -> Turn<G::Move> {
        let Playout {
            evaluator,
            turns,
            root,
            best,
            promising,
        } = self;
        evaluator.set(table, expected);
        let perspective = &Perspective::new(table, &*evaluator);
        turns.set_table(perspective);
        best.clear();
        if table.is_placing() {
            let frontier = table.landscape().frontier();
            let fitting = frontier.fitting_slots(table.tiles(), table.hand());
            let (base, cells) = turns.totals_and_cells();
            let before = perspective.margin(base);
            let unchanged = cells.unchanged(table.landscape(), fitting);
            let more = DOUBT
                + turns
                    .placement_independent(perspective)
                    .improvement_bound(root.placement_independent(table.seat()));
            let mut rest = root
                .placements(table.seat(), table.hand())
                .iter()
                .filter(|one| unchanged.contains(one.slot));
            // Evaluated first, since a high value spares much of the work on others.
            promising.clear();
            if let Some(first) = rest.next() {
                add_turns::<G>(turns, perspective, first.placement(), i32::MIN, promising);
            }
            let changed = fitting.without(unchanged);
            frontier.for_each_placement_in(
                &changed,
                table.tiles(),
                table.hand(),
                |slot, rotation| {
                    let at_least = best.value().max(promising.value());
                    add_turns::<G>(turns, perspective, (slot, rotation), at_least, best);
                },
            );
            best.append(promising);
            for one in rest {
                if before + one.gain + more < best.value() {
                    break;
                }
                add_turns::<G>(turns, perspective, one.placement(), best.value(), best);
            }
        } else {
            turns.evaluate_actions(perspective, |action, value, _| {
                best.add(
                    value,
                    1,
                    Choice {
                        placement: None,
                        action,
                    },
                );
            });
        }
        let (choice, _) = best.pick(rng);
        choice.turn::<G>(table, points(best.value()))
    }
}

/// Adds the turns with a placement, apart from some that are worth less than `at_least`.
#[inline]
fn add_turns<G: LandscapeGame>(
    turns: &mut G::Turns,
    perspective: &Perspective<Table<'_, G>, G::Evaluator>,
    placement: Placement,
    at_least: i32,
    best: &mut Best<Choice<G::TurnAction>>,
) {
    turns.evaluate_placement(perspective, placement, at_least, |action, value, _| {
        let placement = Some(placement);
        best.add(value, 1, Choice { placement, action });
    });
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{self, Carcassonne};
    use goldrush_engine::game::{State as _, View};
    use goldrush_engine::gold_rush::{self, GoldRush};
    use goldrush_engine::rng::tool_stream;

    use super::super::Heuristic;
    use super::*;
    use crate::weights::WeightSet as _;

    /// Returns the mean loss of playout turns against the heuristic's, in points, by turns since the root.
    fn losses<G: LandscapeGame>(setup: &G::Setup, players: usize) -> [f32; 8] {
        let mut rng = tool_stream(3);
        let weights = G::Weights::for_playouts(players);
        let mut heuristic = Heuristic::<G>::new(&weights, u32::MAX);
        let mut playout = Playout::<G>::new(&weights);
        let mut turns = Vec::new();
        let mut losses = [0.0; 8];
        let mut roots = 0.0;
        for _ in 0..6 {
            let mut root = G::deal(setup, &mut rng);
            while let Some(seat) = root.to_move() {
                let table = G::table(&root);
                if table.is_placing() && table.tiles_left() % 5 == 1 {
                    let expected = G::expectation(&View::new(&root, seat));
                    playout.begin(&mut table.clone(), expected);
                    for _ in 0..4 {
                        let mut world = View::new(&root, seat).sample(&mut rng);
                        let first = heuristic.best_turn(G::table(&world), expected, &mut rng);
                        first.moves().for_each(|mv| world.play_unchecked(mv));
                        playout.begin_playout();
                        roots += 1.0;
                        for loss in &mut losses {
                            let table = G::table(&world);
                            if !table.is_placing() {
                                break;
                            }
                            heuristic.rank(table, expected, usize::MAX, &mut turns);
                            let chosen = playout.best_turn(table, expected, &mut rng);
                            let same =
                                |turn: &&Turn<G::Move>| turn.decisions() == chosen.decisions();
                            // Other mountains open to a tent may be equally good.
                            let value = turns.iter().find(same).unwrap_or(&chosen).value;
                            *loss += turns[0].value - value;
                            chosen.moves().for_each(|mv| world.play_unchecked(mv));
                        }
                    }
                }
                let turn = heuristic.best_turn(
                    G::table(&root),
                    G::expectation(&View::new(&root, seat)),
                    &mut rng,
                );
                turn.moves().for_each(|mv| root.play_unchecked(mv));
            }
        }
        losses.map(|loss| loss / roots)
    }

    /// Compares the fast path with the slow one. A random turn loses more than ten points.
    #[test]
    fn playout_turns_are_nearly_as_good_as_the_heuristics() {
        for players in [2, 4] {
            let gold_rush = losses::<GoldRush>(&gold_rush::Setup::printed(players), players);
            let catalogue = carcassonne::Catalogue::printed().into();
            let setup =
                carcassonne::Setup::new(catalogue, carcassonne::Rules::default(), players).unwrap();
            let carcassonne = losses::<Carcassonne>(&setup, players);
            for (losses, most) in [(gold_rush, 0.03), (carcassonne, 0.05)] {
                let mean = losses.iter().sum::<f32>() / losses.len() as f32;
                assert!(
                    mean < most,
                    "{mean} points a turn with {players} players: {losses:?}"
                );
            }
        }
    }
}
