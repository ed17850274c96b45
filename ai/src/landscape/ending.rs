//! Exact last turns: every turn of every seat is tried with every tile that may come. Among two, one's gain is the
//! other's loss; among more, each seat maximizes its own utility (max^n: Luckhardt, Irani 1986). Tokens that nobody has
//! seen count with their mean. Not handled: tiles that fit nowhere, which may be drawn in several orders.

use goldrush_engine::game::{State, View};
use goldrush_engine::landscape::table::Table;
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::{FeatureValues, LandscapeGame, Perspective, TurnEvaluator};
use crate::search::{Estimates, PlayoutRng, SolvedMove, Utility};

/// See [`SearchPolicy::solve`](crate::search::SearchPolicy::solve); `turns` is memory that it overwrites.
pub(super) fn solve<G: LandscapeGame>(
    turns: &mut G::Turns,
    view: &View<G::State<'_>>,
    utility: Utility,
    most: u64,
    moves: &mut Vec<SolvedMove<G::Move>>,
) -> bool {
    moves.clear();
    let table = G::visible_table(view);
    if expected_ends(table) > most {
        return false;
    }
    let world = view.sample(&mut PlayoutRng::new(0, 0));
    let mut solution = Solution::<G> {
        turns,
        values: &G::immediate_values(view),
        utility,
        ends_left: most,
    };
    let mover = view.observer().index();
    let mut after = world.clone();
    let mut legal = Vec::new();
    view.legal_moves(&mut legal);
    for mv in legal {
        after.clone_from(&world);
        after.play_unchecked(mv);
        let Some(values) = solution.after(table.tiles_left(), &after, f32::INFINITY) else {
            moves.clear();
            return false;
        };
        moves.push(SolvedMove {
            mv,
            value: values[mover],
        });
    }
    true
}

/// Work on one position.
struct Solution<'a, G: LandscapeGame> {
    turns: &'a mut G::Turns,
    /// Values of the observer, at the root.
    values: &'a G::ImmediateValues,
    utility: Utility<'a>,
    /// Number of further ends of games that may be evaluated.
    ends_left: u64,
}

impl<G: LandscapeGame> Solution<'_, G> {
    /// Returns each seat's value of a position after a decision, before which `left` tiles were left; `None` if it cannot
    /// be solved. `enough` is a value for the next seat to move at which more does not matter.
    fn after(&mut self, left: usize, world: &G::State<'_>, enough: f32) -> Option<Estimates> {
        let table = G::table(world);
        if table.is_over() {
            self.ends_left = self.ends_left.checked_sub(1)?;
            return (left == 0).then(|| self.result(table));
        }
        if !table.is_placing() {
            return self.decide(world, enough);
        }
        let draws: Vec<_> = table.possible_draws().collect();
        let copies: u8 = draws.iter().map(|&(_, copies)| copies).sum();
        let unseen: u8 = (0..table.tiles().kinds())
            .map(|kind| table.left(KindId(kind as u8)))
            .sum();
        if table.tiles_left() + 1 != left || copies != unseen + 1 {
            // A tile fits nowhere.
            return None;
        }
        let enough = if draws.len() == 1 {
            enough
        } else {
            f32::INFINITY
        };
        let mut drawn = world.clone();
        let mut mean = Estimates::default();
        for (kind, these) in draws {
            drawn.clone_from(world);
            // The order of the others does not matter, since all of them are tried.
            G::redraw(&mut drawn, kind, &mut PlayoutRng::new(0, 0));
            let values = self.decide(&drawn, enough)?;
            let weight = f32::from(these) / f32::from(copies);
            mean.iter_mut()
                .zip(values)
                .for_each(|(mean, value)| *mean += weight * value);
        }
        Some(mean)
    }

    /// Returns each seat's value of the best move of the seat to move.
    fn decide(&mut self, world: &G::State<'_>, enough: f32) -> Option<Estimates> {
        let table = G::table(world);
        // Between two, taking shared ingots by the automatic rule (M5) is best for both.
        if table.is_placing() && table.tiles_left() == 0 && table.players() == 2 {
            self.ends_left = self.ends_left.checked_sub(1)?;
            return Some(self.last_turn(table, enough));
        }
        let mover = table.seat();
        let mut best = None::<Estimates>;
        let mut after = world.clone();
        for mv in distinct_moves::<G>(world) {
            after.clone_from(world);
            after.play_unchecked(mv);
            let value = best.map_or(f32::NEG_INFINITY, |best| best[mover.index()]);
            let next = G::table(&after);
            let enough_next = if next.seat() == mover {
                enough
            } else if table.players() == 2 {
                -value
            } else {
                f32::INFINITY
            };
            let values = self.after(table.tiles_left(), &after, enough_next)?;
            if values[mover.index()] > value {
                best = Some(values);
                if values[mover.index()] >= enough {
                    break;
                }
            }
        }
        best
    }

    /// Returns the values of the last turn of a two-player game.
    fn last_turn(&mut self, table: &Table<'_, G>, enough: f32) -> Estimates {
        let perspective = &Perspective::new(table, self.values);
        self.turns.set_table(perspective);
        let mut best = i32::MIN;
        let seat = table.seat();
        let point = perspective.values.point() as f32;
        let mut utility = f32::NEG_INFINITY;
        table.for_each_placement(|slot, rotation| {
            if utility < enough {
                let before = best;
                self.turns.evaluate_placement(
                    perspective,
                    (slot, rotation),
                    before,
                    |_, value, _| best = best.max(value),
                );
                if best > before {
                    let mut lead = Estimates::default();
                    lead[seat.index()] = best as f32 / point;
                    utility = (self.utility)(seat, 2, &lead);
                }
            }
        });
        let mut values = [-utility; MAX_PLAYERS];
        values[seat.index()] = utility;
        values
    }

    /// Returns the values of a finished game.
    fn result(&mut self, table: &Table<'_, G>) -> Estimates {
        let perspective = &Perspective::new(table, self.values);
        let point = perspective.values.point() as f32;
        let points = self
            .turns
            .table_value(perspective)
            .map(|total| total as f32 / point);
        let mut values = Estimates::default();
        for seat in Player::all(table.players()) {
            values[seat.index()] = (self.utility)(seat, table.players(), &points);
        }
        values
    }
}

/// Returns about how many ends of games a solution evaluates.
fn expected_ends<G: LandscapeGame>(table: &Table<'_, G>) -> u64 {
    /// Distinct actions after a placement.
    const ACTIONS: u64 = 5;
    let turns = ACTIONS
        * u64::from(if table.is_placing() {
            table.count_placements()
        } else {
            1
        });
    // The last turn of a two-player game is evaluated as a whole.
    let last = if table.players() == 2 { 1 } else { turns };
    let copies = (0..table.tiles().kinds()).map(|kind| u64::from(table.left(KindId(kind as u8))));
    let kinds = copies.clone().filter(|&copies| copies > 0).count() as u64;
    let unseen = copies.sum::<u64>();
    let left = table.tiles_left() as u64;
    (0..left).fold(turns, |ends, drawn| {
        // More tiles than are drawn may be unseen (V20).
        let draws = kinds.min(unseen.saturating_sub(drawn));
        let next = if drawn + 1 == left { last } else { turns };
        ends.saturating_mul(draws).saturating_mul(next)
    })
}

/// Returns the legal moves, without those that are worth as much as one of them.
fn distinct_moves<G: LandscapeGame>(world: &G::State<'_>) -> Vec<G::Move> {
    let mut moves = Vec::new();
    world.legal_moves(&mut moves);
    let table = G::table(world);
    moves.retain(|&mv| G::is_distinct(table, mv));
    moves
}
