//! Luck of a tile: value of the best turn with it, by the weights fitted to final scores, minus the mean of that over
//! all tiles that could have come.
//!
//! All kinds are evaluated on the table before the draw, so the mean luck over all possible draws is 0 for any weights.
//! Not handled: that the tile is missing when somebody else needs it.

use arrayvec::ArrayVec;
use goldrush_engine::landscape::table::Table;
use goldrush_engine::landscape::tile::{KindId, MAX_KINDS};

use super::chances::{ONE, points};
use super::{BaseEvaluation, Evaluator, LandscapeGame, Perspective, TurnEvaluator};
use crate::luck::{Draw, LuckEstimator, LuckModel};
use crate::value::Standing;
use crate::weights::WeightSet;

/// Estimates the luck of tiles and of a game's other draws.
pub struct DrawLuckEstimator<'s, G: LandscapeGame> {
    evaluator: G::Evaluator,
    turns: G::Turns,
    /// Table before the draw, with each possible tile in hand in turn.
    table: Option<Table<'s, G>>,
    /// Number of other draws reported.
    others: usize,
    /// Evaluation of the game before the last tile was drawn.
    before: Option<Standing>,
}

impl<'s, G: LandscapeGame> DrawLuckEstimator<'s, G> {
    /// Creates an estimator for games with this number of players.
    pub fn new(players: usize) -> DrawLuckEstimator<'s, G> {
        let evaluator = G::Evaluator::new(&G::Weights::fitted(players));
        DrawLuckEstimator {
            evaluator,
            turns: G::Turns::default(),
            table: None,
            others: 0,
            before: None,
        }
    }

    /// Returns the luck of the tile in hand; `None` if no other could have come.
    fn tile(&mut self, drawn: &Table<'s, G>, expected: G::Expectation) -> Option<Draw> {
        let kinds: ArrayVec<(KindId, u8), MAX_KINDS> = drawn.possible_draws().collect();
        if kinds.len() < 2 {
            return None;
        }
        let DrawLuckEstimator {
            evaluator,
            turns,
            table,
            ..
        } = self;
        let table = match table {
            Some(table) => {
                table.clone_from(drawn);
                table
            }
            None => table.insert(drawn.clone()),
        };
        table.return_hand();
        evaluator.set(table, expected);
        turns.set_table(&Perspective::new(&*table, &*evaluator));
        let seat = drawn.seat();
        let draws_left = drawn.tiles_left() as u16;
        let before = Standing {
            expected: turns.totals().map(points),
            turn: seat,
            draws_left,
        };
        let mut actual = 0;
        let mut sum = 0;
        let mut count = 0;
        for (kind, copies) in kinds {
            table.set_hypothetical_draw(seat, kind);
            let perspective = &Perspective::new(&*table, &*evaluator);
            turns.set_tile_in_hand(perspective);
            let mut best = i32::MIN;
            table.for_each_placement(|slot, rotation| {
                turns.evaluate_placement(perspective, (slot, rotation), best, |_, value, _| {
                    best = best.max(value);
                });
            });
            if kind == drawn.hand() {
                actual = i64::from(best);
            }
            sum += i64::from(copies) * i64::from(best);
            count += i64::from(copies);
        }
        let points = (actual * count - sum) as f64 / count as f64 / f64::from(ONE);
        Some(Draw {
            seat,
            kind: Some(drawn.hand().0),
            points,
            before,
        })
    }
}

impl<G: LandscapeGame> LuckModel for G {
    type LuckEstimator<'s> = DrawLuckEstimator<'s, G>;

    fn luck_estimator<'s>(players: usize) -> DrawLuckEstimator<'s, G> {
        DrawLuckEstimator::new(players)
    }
}

impl<'s, G: LandscapeGame> LuckEstimator<G::State<'s>> for DrawLuckEstimator<'s, G> {
    fn begin(&mut self) {
        self.others = 0;
        self.before = None;
    }

    fn before_move(&mut self, _: &G::State<'s>, _: G::Move, _: impl FnMut(Draw)) {}

    fn after_move(&mut self, state: &G::State<'s>, mut report: impl FnMut(Draw)) {
        // Other draws happen during a turn, which began with a tile.
        if let Some(before) = self.before {
            self.others = G::other_draws(state, self.others, |seat, points| {
                report(Draw {
                    seat,
                    kind: None,
                    points,
                    before,
                });
            });
        }
        let table = G::table(state);
        if table.is_placing()
            && let Some(draw) = self.tile(table, G::public_expectation(state))
        {
            self.before = Some(draw.before);
            report(draw);
        }
    }
}
