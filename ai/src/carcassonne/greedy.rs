//! Looks one turn ahead: of all ways to place the tile, the second ingot and a follower, one with the best margin if
//! the game ended after this turn's scoring.
//!
//! Margin: own total minus the best other total, final scoring (C5) and the worth of collected ingots (M7) included.
//! Ingots that players share go by the rule that programs go by (M5). Ties are broken uniformly over all ways.
//!
//! Not handled: anything beyond this turn. A follower in supply is worth nothing to it, an ingot on the table neither.

use goldrush_engine::carcassonne::{Move, Phase, State, Table, ingots};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::rng::StreamRng;
use rand::Rng;

use super::turns::{Deed, Seen, Turns};
use super::worth::{Stake, Totals, Worth};
use crate::agent::Agent;
use crate::best::Best;

/// The greedy agent.
#[derive(Clone, Default)]
pub struct Greedy {
    turns: Turns,
    placements: Best<(Slot, Rotation)>,
    deeds: Best<Deed>,
    takings: Best<TileId>,
}

impl Greedy {
    /// One of the best moves.
    pub(super) fn best_move<R: Rng>(&mut self, table: &Table, rng: &mut R) -> Move {
        let seen = &Seen::new(table, &EndsNow);
        self.turns.look(seen);
        match table.phase() {
            Phase::Place => {
                let (slot, rotation) = self.place(seen, rng);
                Move::Place { cell: table.landscape().frontier().cell(slot), rotation }
            }
            Phase::Take => {
                self.takings.clear();
                self.turns.takings(seen, |from, value| self.takings.offer(value, 1, from));
                Move::Take { from: self.takings.pick(rng).0 }
            }
            _ => {
                self.deeds.clear();
                self.turns.after_placed(seen, |deed, value| self.deeds.offer(value, 1, deed));
                next_move(self.deeds.pick(rng).0)
            }
        }
    }

    /// One of the best placements.
    fn place<R: Rng>(&mut self, seen: &Seen<EndsNow>, rng: &mut R) -> (Slot, Rotation) {
        self.placements.clear();
        let frontier = seen.table.landscape().frontier();
        frontier.each_placement(seen.table.setup().catalogue().tiles(), seen.table.hand(), |slot, rotation| {
            let (mut best, mut ties) = (i32::MIN, 0);
            self.turns.after_placing(seen, slot, rotation, |_, value| {
                if value > best {
                    (best, ties) = (value, 1);
                } else if value == best {
                    ties += 1;
                }
            });
            self.placements.offer(best, ties, (slot, rotation));
        });
        self.placements.pick(rng).0
    }

    /// Plays the turn of the seat to move in a world, ingots included.
    pub(super) fn play_turn<R: Rng>(&mut self, world: &mut State, rng: &mut R) {
        loop {
            let mv = self.best_move(world.table(), rng);
            world.play_unchecked(mv);
            if matches!(world.table().phase(), Phase::Place | Phase::Over) {
                break;
            }
        }
    }
}

/// The next decision of a deed.
pub(super) fn next_move(deed: Deed) -> Move {
    let follow = deed.follow.map_or(Move::Pass, |segment| Move::Follow { segment });
    deed.second.map_or(follow, |on| Move::Ingot { on })
}

impl<'s> Agent<State<'s>> for Greedy {
    fn choose(&mut self, view: &View<State<'s>>, rng: &mut StreamRng) -> Move {
        self.best_move(view.table(), rng)
    }
}

/// What things would be worth if the game ended now, in points.
struct EndsNow;

impl Worth for EndsNow {
    const LOOKS_AHEAD: bool = false;

    #[inline]
    fn point(&self) -> i32 {
        1
    }

    #[inline]
    fn ingots(&self, collected: u8) -> i32 {
        ingots::worth(collected).into()
    }

    #[inline]
    fn city(&self, city: &Stake) -> i32 {
        if city.is_complete() { i32::from(goldrush_engine::carcassonne::field::CITY_POINTS) } else { 0 }
    }

    #[inline]
    fn alone(&self, stake: &Stake, _: Player) -> i32 {
        self.scored_at_the_end(stake)
    }

    #[inline]
    fn unfinished(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        let each = sign * self.scored_at_the_end(stake);
        stake.word.figures().majority().iter().for_each(|seat| to[seat.index()] += each);
    }

    #[inline]
    fn supply(&self, _: usize) -> i32 {
        0
    }

    #[inline]
    fn hardness(&self, _: u32) -> i32 {
        0
    }

    #[inline]
    fn margin(&self, totals: &Totals, seat: Player, players: usize) -> i32 {
        let me = seat.index() % MAX_PLAYERS;
        let others = totals[..players.min(MAX_PLAYERS)].iter().enumerate().filter(|&(at, _)| at != me);
        totals[me] - others.map(|(_, &total)| total).max().unwrap_or(0)
    }
}
