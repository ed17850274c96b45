//! Search policy of Knizia's card game: candidates, a fast playout policy, and estimates.
//!
//! In the sampled worlds all seats remember every flipped card: the search prepares for opponents with perfect memory.
//! Unseen cards are equivalent before they are flipped, so one of them stands for all. A turn is planned through its
//! second card only if both are known; otherwise the second is decided once the first is seen. A search looks no
//! further than the game in progress of a match.

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::knizia_gold::{Card, Flip, State, Table};
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::belief::{Belief, Choice, WEIGHTS};
use super::known_cards::{KnownCards, best_dig, diggers_for, each};
use crate::search::{Estimates, PlayoutRng, SearchPolicy, Turn};

/// Search policy of the card game.
///
/// # Examples
///
/// ```
/// use goldrush_ai::knizia_gold::search_policy::KniziaSearchPolicy;
/// use goldrush_ai::search::{PlayoutRng, SearchPolicy};
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::knizia_gold::{KniziaGold, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::deal_stream;
///
/// let game = KniziaGold::deal(&Setup::new(2, false)?, &mut deal_stream(7, 0));
/// let view = View::new(&game, Player::FIRST);
/// let (mut search_policy, mut turns) = (KniziaSearchPolicy::new(), Vec::new());
/// search_policy.set_root(&view);
/// search_policy.best_turns(&view.sample(&mut PlayoutRng::new(1, 0)), 10, &mut turns);
/// // No card has been seen: all are equivalent, and one stands for all.
/// assert_eq!(turns.len(), 1);
/// assert!(game.is_legal(turns[0].first));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KniziaSearchPolicy {
    /// Unseen cards at the root of the search.
    unseen: u64,
}

impl KniziaSearchPolicy {
    /// Creates a search policy.
    pub fn new() -> KniziaSearchPolicy {
        KniziaSearchPolicy::default()
    }
}

/// Returns the first of some positions.
fn lowest(positions: u64) -> Flip {
    Flip(positions.trailing_zeros() as u8)
}

/// Returns the second card of the turn with the best value.
fn second(table: Table, seat: Player, open: Card) -> Flip {
    let belief = Belief::new(table, seat, WEIGHTS);
    let mut best = (f32::MIN, Choice::Unseen);
    belief.second_cards(open.kind(), |card, value| {
        if value > best.0 {
            best = (value, card);
        }
    });
    belief.flip(table, best.1)
}

/// Flips a card by the playout policy.
fn policy(table: Table, seat: Player, playout_rng: &mut PlayoutRng, world: &State) -> Flip {
    if let Some(open) = table.open().and_then(|open| table.seen(open)) {
        return second(table, seat, open);
    }
    let known = KnownCards::all(table);
    let own = diggers_for(seat, table.players());
    if table.is_rush() {
        let best = each(known.kinds & 0b11110).last();
        return match best {
            Some(gold) if gold > 1 || table.unseen() == 0 => known.flip(gold),
            _ if table.unseen() != 0 => lowest(table.unseen()),
            _ => lowest(table.present()),
        };
    }
    match best_dig(known.kinds, own) {
        (1.., diggers) => known.flip(diggers.trailing_zeros() as usize),
        _ if table.unseen() != 0 => lowest(table.unseen()),
        // All cards are known and nothing can be dug.
        _ => world
            .random_move(playout_rng)
            .expect("the game is in progress"),
    }
}

/// Returns the expected final points of each seat from public information: the gold so far, and the immediate gain
/// available to the seat to move.
pub(super) fn estimate(world: &State) -> Estimates {
    let mut estimates = [0.0; MAX_PLAYERS];
    for (seat, points) in world.scores().iter() {
        estimates[seat.index()] = f32::from(points);
    }
    let table = world.table();
    if let Some(seat) = world.to_move() {
        // Immediate gain of the seat to move.
        let known = KnownCards::all(table);
        let best = if table.is_rush() {
            each(known.kinds & 0b11110).last().unwrap_or(0)
        } else {
            best_dig(known.kinds, diggers_for(seat, table.players())).0
        };
        estimates[seat.index()] += best as f32;
    }
    estimates
}

/// Returns the number of cards left, including those of later games.
pub(super) fn draws_left(table: Table) -> u16 {
    let (game, games) = table.game();
    let later = games - game - 1;
    table.cards_left() as u16
        + if later > 0 {
            (later * table.cards_dealt()) as u16
        } else {
            0
        }
}

fn turn(first: Flip, second: Option<Flip>, value: f32) -> Turn<Flip> {
    Turn {
        first,
        second,
        third: None,
        value,
    }
}

impl SearchPolicy<State> for KniziaSearchPolicy {
    fn set_root(&mut self, view: &View<State>) {
        self.unseen = view.table().unseen();
    }

    fn position_key(&self, world: &State) -> u64 {
        let table = world.table();
        let mut key = Fingerprint::EMPTY;
        key.push(u64::from(table.turns()) << 16 | table.game().0 as u64);
        key.push(table.present());
        key.push(table.unseen());
        key.push(table.open().map_or(64, u64::from));
        key.value()
    }

    fn best_turns(&mut self, world: &State, most: usize, turns: &mut Vec<Turn<Flip>>) {
        let table = world.table();
        turns.clear();
        let Some(seat) = world.to_move() else { return };
        let belief = Belief::new(table, seat, WEIGHTS);
        match table.open().and_then(|open| table.seen(open)) {
            _ if table.is_rush() => {
                belief.rush(|card, value| turns.push(turn(belief.flip(table, card), None, value)));
            }
            Some(open) => belief.second_cards(open.kind(), |card, value| {
                turns.push(turn(belief.flip(table, card), None, value));
            }),
            None => belief.first_cards(|card, second, value| match second {
                // A pair of one kind: the second card is chosen once the first is open.
                Some(second) if card != Choice::Known(second) => {
                    turns.push(turn(
                        belief.flip(table, card),
                        Some(belief.known.flip(second)),
                        value,
                    ));
                }
                _ => turns.push(turn(belief.flip(table, card), None, value)),
            }),
        }
        turns.sort_unstable_by(|x, y| y.value.total_cmp(&x.value).then(x.first.cmp(&y.first)));
        turns.truncate(most);
    }

    fn play_turn(&mut self, world: &mut State, playout_rng: &mut PlayoutRng) {
        world.drop_later_games();
        let seat = world.to_move();
        let turns = world.table().turns();
        while let Some(player) = world.to_move()
            && seat == Some(player)
            && world.table().turns() == turns
        {
            let flip = policy(world.table(), player, playout_rng, world);
            world.play_unchecked(flip);
        }
    }

    fn estimate(&mut self, world: &State) -> Estimates {
        estimate(world)
    }

    fn draws_left(&self, world: &State) -> u16 {
        draws_left(world.table())
    }

    fn chance_key(&self, world: &State) -> u32 {
        let table = world.table();
        let mut chance = Fingerprint::EMPTY;
        // For two cards that left without gold, only their positions matter, not their kinds.
        chance.push(table.present());
        let mut looked_at = self.unseen & !table.unseen();
        while looked_at != 0 {
            let at = looked_at.trailing_zeros() as u8;
            looked_at &= looked_at - 1;
            chance.push(u64::from(at) << 8 | table.seen(at).map_or(GAP, |card| card.kind() as u64));
        }
        for (seat, points) in world.scores().iter() {
            chance.push(u64::from(points) << 8 | seat.index() as u64);
        }
        chance.push(table.open().map_or(64, u64::from));
        chance.push(u64::from(table.turns()) << 16 | table.game().0 as u64);
        chance.value() as u32
    }
}

/// Marker for no card.
const GAP: u64 = 64;
