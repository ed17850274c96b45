//! Looks one turn ahead: of all pairs of placement and action, one with the best margin if the game ended after
//! this turn's scoring.
//!
//! Margin: own total minus the best other total. The own tokens count with their values; tokens that others hold,
//! and tokens that change hands in this turn, with the mean of the values this seat has not seen. Everything is
//! multiplied by the number of such values, so it stays in whole numbers. Ties are broken uniformly over the pairs.
//!
//! Not handled: anything beyond this turn. A tent is worth nothing to it, a cowboy in hand neither.

use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Action, Move, Phase, State};
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::rng::StreamRng;
use rand::Rng;

use super::turns::{Deed, Seen, Turns};
use super::worth::{Stake, Totals, Worth, points_now};
use crate::agent::Agent;
use crate::best::Best;

/// The greedy agent.
#[derive(Clone, Default)]
pub struct Greedy {
    turns: Turns,
    placements: Best<(Slot, Rotation)>,
    deeds: Best<Deed>,
}

impl Greedy {
    /// Looks at a table with one's own eyes.
    fn look(&mut self, view: &View<State>) -> EndsNow {
        let (worth, seats) = EndsNow::new(view);
        self.turns.look(&Seen::new(view.table(), &worth), &seats);
        worth
    }

    /// Plays the turn of the seat to move in a world.
    pub(super) fn play_turn<R: Rng>(&mut self, world: &mut State, rng: &mut R) {
        let Some(seat) = world.to_move() else { return };
        if world.table().phase() == Phase::Place {
            let worth = self.look(&View::new(world, seat));
            let (slot, rotation) = self.place(&Seen::new(world.table(), &worth), rng);
            let cell = world.table().landscape().frontier().cell(slot);
            world.play_unchecked(Move::Place { cell, rotation });
        }
        let worth = self.look(&View::new(world, seat));
        let action = self.act(&Seen::new(world.table(), &worth), rng);
        world.play_unchecked(Move::Act(action));
    }

    /// One of the best placements.
    fn place<R: Rng>(&mut self, seen: &Seen<EndsNow>, rng: &mut R) -> (Slot, Rotation) {
        self.placements.clear();
        seen.table.each_placement(|slot, rotation| {
            let (mut best, mut ties) = (i32::MIN, 0);
            self.turns.after_placing(seen, slot, rotation, |_, value, weight| {
                if value > best {
                    (best, ties) = (value, weight);
                } else if value == best {
                    ties += weight;
                }
            });
            self.placements.offer(best, ties, (slot, rotation));
        });
        self.placements.pick(rng).0
    }

    /// One of the best actions for the tile that was just laid.
    fn act<R: Rng>(&mut self, seen: &Seen<EndsNow>, rng: &mut R) -> Action {
        self.deeds.clear();
        self.turns.after_placed(seen, |deed, value, weight| self.deeds.offer(value, weight, deed));
        match self.deeds.pick(rng) {
            (Deed::Act(action), _) => action,
            (Deed::AnyTent, nth) => {
                let actions = seen.table.actions();
                let mut tents = actions.iter().filter(|a| matches!(a, Action::Tent { .. }));
                tents.nth(nth as usize).expect("there are as many ways as were counted")
            }
        }
    }
}

impl<'s> Agent<State<'s>> for Greedy {
    fn choose(&mut self, view: &View<State<'s>>, rng: &mut StreamRng) -> Move {
        let worth = self.look(view);
        let seen = &Seen::new(view.table(), &worth);
        if seen.table.phase() == Phase::Act {
            return Move::Act(self.act(seen, rng));
        }
        let (slot, rotation) = self.place(seen, rng);
        Move::Place { cell: seen.table.landscape().frontier().cell(slot), rotation }
    }
}

/// What things would be worth if the game ended now. The unit is a point divided by the number of tokens not seen.
struct EndsNow {
    /// Number of the values not seen, at least 1.
    point: i32,
    /// Their sum.
    token: i32,
}

impl EndsNow {
    /// Also returns what each seat has in points and tokens.
    fn new(view: &View<State>) -> (EndsNow, Totals) {
        let (sum, count) = view.unseen_tokens();
        let worth = EndsNow { point: count.max(1) as i32, token: sum as i32 };
        let mut seats = Totals::default();
        for seat in Player::all(view.players()) {
            let tokens = if seat == view.observer() {
                worth.point * i32::from(view.own_token_points())
            } else {
                worth.token * i32::from(view.table().held(seat))
            };
            seats[seat.index()] = worth.point * i32::from(view.table().feature_points(seat)) + tokens;
        }
        (worth, seats)
    }
}

impl Worth for EndsNow {
    const LOOKS_AHEAD: bool = false;

    #[inline]
    fn point(&self) -> i32 {
        self.point
    }

    #[inline]
    fn token(&self) -> i32 {
        self.token
    }

    #[inline]
    fn alone(&self, stake: &Stake) -> i32 {
        self.point * points_now(stake.kind, stake.word)
    }

    #[inline]
    fn unfinished(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        let each = sign * self.alone(stake);
        stake.word.figures().majority().iter().for_each(|seat| to[seat.index()] += each);
    }

    #[inline]
    fn tents(&self, _: &Stake, _: &mut Totals, _: i32) {}

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
        if players == 2 {
            return totals[me] - totals[me ^ 1];
        }
        let mut best = i32::MIN;
        for (at, &total) in totals[..players.min(MAX_PLAYERS)].iter().enumerate() {
            if at != me {
                best = best.max(total);
            }
        }
        totals[me] - best
    }
}
