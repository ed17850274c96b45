//! The luck of a tile: what the best turn with it is worth, by the weights fitted to how games end, less the mean of that over
//! all tiles that could have come.
//!
//! Each kind is valued once, and all of them on the table as it was before the draw, so that the mean of the luck over what
//! could have come is 0 whatever the weights. Not handled: that the tile is not among those left when somebody else needs it.

use arrayvec::ArrayVec;
use goldrush_engine::landscape::tile::{KindId, MAX_KINDS};

use super::chances::{ONE, points};
use super::{Basis, Board, LandscapeGame, Outlook, Seen, Valuer};
use crate::luck::{Draw, Fortune, LuckTeller};
use crate::value::Standing;
use crate::weights::WeightSet;

/// Tells the luck of tiles, and of what else a game draws.
pub struct DrawTeller<'s, G: LandscapeGame> {
    outlook: G::Outlook,
    turns: G::Turns,
    /// The table as it was before the draw, with one tile after another in hand.
    table: Option<G::Table<'s>>,
    /// Draws besides tiles that were told.
    others: usize,
    /// How the game stood before the last tile was drawn.
    before: Option<Standing>,
}

impl<'s, G: LandscapeGame> DrawTeller<'s, G> {
    /// For games of so many players.
    pub fn new(players: usize) -> DrawTeller<'s, G> {
        let outlook = G::Outlook::new(&G::Weights::fitted(players));
        DrawTeller { outlook, turns: G::Turns::default(), table: None, others: 0, before: None }
    }

    /// Returns the luck of the tile in hand; `None` if no other could have come.
    fn tile(&mut self, drawn: &G::Table<'s>, expected: G::Expectation) -> Option<Draw> {
        let kinds: ArrayVec<(KindId, u8), MAX_KINDS> = drawn.possible_draws().collect();
        if kinds.len() < 2 {
            return None;
        }
        let DrawTeller { outlook, turns, table, .. } = self;
        let table = match table {
            Some(table) => {
                table.clone_from(drawn);
                table
            }
            None => table.insert(drawn.clone()),
        };
        table.return_hand();
        outlook.set(table, expected);
        turns.look(&Seen::new(&*table, &*outlook));
        let (seat, draws_left) = (drawn.seat(), drawn.tiles_left() as u16);
        let before = Standing { expected: turns.base().map(points), turn: seat, draws_left };
        let (mut came, mut sum, mut count) = (0, 0, 0);
        for (kind, copies) in kinds {
            table.set_hypothetical_draw(seat, kind);
            let seen = &Seen::new(&*table, &*outlook);
            turns.look_at_tile(seen);
            let mut best = i32::MIN;
            table.landscape().frontier().for_each_placement(table.tiles(), kind, |slot, rotation| {
                turns.after_placing(seen, (slot, rotation), |_, value, _| best = best.max(value));
            });
            if kind == drawn.hand() {
                came = i64::from(best);
            }
            sum += i64::from(copies) * i64::from(best);
            count += i64::from(copies);
        }
        let points = (came * count - sum) as f64 / count as f64 / f64::from(ONE);
        Some(Draw { seat, kind: Some(drawn.hand().0), points, before })
    }
}

impl<G: LandscapeGame> Fortune for G {
    type Teller<'s> = DrawTeller<'s, G>;

    fn teller<'s>(players: usize) -> DrawTeller<'s, G> {
        DrawTeller::new(players)
    }
}

impl<'s, G: LandscapeGame> LuckTeller<G::State<'s>> for DrawTeller<'s, G> {
    fn begin(&mut self) {
        (self.others, self.before) = (0, None);
    }

    fn before(&mut self, _: &G::State<'s>, _: G::Move, _: impl FnMut(Draw)) {}

    fn after(&mut self, state: &G::State<'s>, mut told: impl FnMut(Draw)) {
        // They are drawn in the course of a turn, which began with a tile.
        if let Some(before) = self.before {
            let told = |seat, points| told(Draw { seat, kind: None, points, before });
            self.others = G::other_draws(state, self.others, told);
        }
        let table = G::table(state);
        if table.is_placing()
            && let Some(draw) = self.tile(table, G::shared_expectation(state))
        {
            self.before = Some(draw.before);
            told(draw);
        }
    }
}
