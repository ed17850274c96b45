//! The luck of a tile: what the best turn with it is worth, by the weights fitted to how games end, less the mean of that over
//! all tiles that could have come.
//!
//! Each kind is valued once, and all of them on the table as it was before the draw, so that the mean of the luck over what
//! could have come is 0 whatever the weights. Not handled: that the tile is not among those left when somebody else needs it.

use arrayvec::ArrayVec;
use goldrush_engine::landscape::tile::{KindId, MAX_KINDS};
use goldrush_engine::player::Player;

use super::chances::ONE;
use super::{Board, LandscapeGame, Outlook, Seen, Valuer};
use crate::luck::{Fortune, LuckTeller};
use crate::weights::WeightSet;

/// Tells the luck of tiles, and of what else a game draws.
pub struct DrawTeller<'s, G: LandscapeGame> {
    outlook: G::Outlook,
    turns: G::Turns,
    /// The table as it was before the draw, with one tile after another in hand.
    table: Option<G::Table<'s>>,
    /// Draws besides tiles that were told.
    others: usize,
}

impl<'s, G: LandscapeGame> DrawTeller<'s, G> {
    /// For games of so many players.
    pub fn new(players: usize) -> DrawTeller<'s, G> {
        let outlook = G::Outlook::new(&G::Weights::fitted(players));
        DrawTeller { outlook, turns: G::Turns::default(), table: None, others: 0 }
    }

    /// The luck of the tile in hand, in points of the seat whose turn it is against its rivals.
    fn tile(&mut self, drawn: &G::Table<'s>, expected: G::Expectation) -> f64 {
        let kinds: ArrayVec<(KindId, u8), MAX_KINDS> = drawn.could_have_come().collect();
        if kinds.len() < 2 {
            return 0.0;
        }
        let DrawTeller { outlook, turns, table, .. } = self;
        let table = match table {
            Some(table) => {
                table.clone_from(drawn);
                table
            }
            None => table.insert(drawn.clone()),
        };
        table.put_back();
        outlook.set(table, expected);
        turns.look(&Seen::new(&*table, &*outlook));
        let (mut came, mut sum, mut count) = (0, 0, 0);
        for (kind, copies) in kinds {
            table.imagine(drawn.seat(), kind);
            let seen = &Seen::new(&*table, &*outlook);
            turns.look_at_tile(seen);
            let mut best = i32::MIN;
            table.landscape().frontier().each_placement(table.tiles(), kind, |slot, rotation| {
                turns.after_placing(seen, (slot, rotation), |_, value, _| best = best.max(value));
            });
            if kind == drawn.hand() {
                came = i64::from(best);
            }
            sum += i64::from(copies) * i64::from(best);
            count += i64::from(copies);
        }
        (came * count - sum) as f64 / count as f64 / f64::from(ONE)
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
        self.others = 0;
    }

    fn before(&mut self, _: &G::State<'s>, _: G::Move, _: impl FnMut(Player, f64)) {}

    fn after(&mut self, state: &G::State<'s>, mut told: impl FnMut(Player, f64)) {
        self.others = G::other_draws(state, self.others, &mut told);
        let table = G::table(state);
        if table.is_placing() {
            told(table.seat(), self.tile(table, G::shared_expectation(state)));
        }
    }
}
