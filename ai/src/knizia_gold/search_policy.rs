//! What Knizia's card game lends to search: turns, a fast policy for playouts, and estimates.
//!
//! In the worlds a search plays in, all seats remember all that was ever flipped: it prepares for opponents that forget
//! nothing. Cards nobody has looked at are all alike before they are flipped, so one of them stands for all. A turn is
//! planned to its second card only if both are known; else the second is decided on when the first is seen. A search looks
//! no further than the game in progress of a match.

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::knizia_gold::{Card, Flip, GRID, State, Table};
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::known::{Known, best_dig, diggers_for, each};
use super::prospect::{Choice, Prospect, WEIGHTS};
use crate::search::{Estimates, PlayoutRng, SearchPolicy, Turn};

/// The search_policy.
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
/// // Nobody has looked at any card: all are alike, and one of them stands for all.
/// assert_eq!(turns.len(), 1);
/// assert!(game.is_legal(turns[0].first));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KniziaSearchPolicy {
    /// Cards nobody had looked at where the search began.
    unseen: u64,
}

impl KniziaSearchPolicy {
    /// Returns a search_policy.
    pub fn new() -> KniziaSearchPolicy {
        KniziaSearchPolicy::default()
    }
}

/// Returns the first of some positions.
fn lowest(positions: u64) -> Flip {
    Flip(positions.trailing_zeros() as u8)
}

/// Returns the second card of the turn: the one that is worth most, as far as it looks ahead.
fn second(table: Table, seat: Player, open: Card) -> Flip {
    let prospect = Prospect::new(table, seat, WEIGHTS);
    let mut best = (f32::MIN, Choice::Unseen);
    prospect.seconds(open.kind(), |card, worth| {
        if worth > best.0 {
            best = (worth, card);
        }
    });
    prospect.flip(table, best.1)
}

/// Flips a card as the policy does.
fn policy(table: Table, seat: Player, playout_rng: &mut PlayoutRng, world: &State) -> Flip {
    if let Some(open) = table.open().and_then(|open| table.seen(open)) {
        return second(table, seat, open);
    }
    let known = Known::all(table);
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
        // All is known and nothing is to be dug.
        _ => world.random_move(playout_rng).expect("the game goes on"),
    }
}

/// What each seat is expected to have at the end, but for what nobody can tell: the gold so far, and what the seat to move can
/// have at once of what all have seen.
pub(super) fn estimate(world: &State) -> Estimates {
    let mut estimates = [0.0; MAX_PLAYERS];
    for (seat, points) in world.scores().iter() {
        estimates[seat.index()] = f32::from(points);
    }
    let table = world.table();
    if let Some(seat) = world.to_move() {
        // What the seat to move can have at once.
        let known = Known::all(table);
        let best = match table.is_rush() {
            true => each(known.kinds & 0b11110).last().unwrap_or(0),
            false => best_dig(known.kinds, diggers_for(seat, table.players())).0,
        };
        estimates[seat.index()] += best as f32;
    }
    estimates
}

/// Returns the number of cards are to come, those of the games after this one too.
pub(super) fn draws_left(table: Table) -> u16 {
    let (game, games) = table.game();
    table.cards_left() as u16 + ((games - game - 1) * GRID) as u16
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
        let prospect = Prospect::new(table, seat, WEIGHTS);
        let mut push = |first, second, value| turns.push(Turn { first, second, third: None, value });
        match table.open().and_then(|open| table.seen(open)) {
            _ if table.is_rush() => prospect.rush(|card, worth| push(prospect.flip(table, card), None, worth)),
            Some(open) => prospect.seconds(open.kind(), |card, worth| push(prospect.flip(table, card), None, worth)),
            None => prospect.firsts(|card, second, worth| match second {
                // Two of a kind: which of them is the second is found when the first lies open.
                Some(second) if card != Choice::Known(second) => {
                    push(prospect.flip(table, card), Some(prospect.known.flip(second)), worth);
                }
                _ => push(prospect.flip(table, card), None, worth),
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
        // Of two cards that left without gold, all that matters is where they lay: what they were is not told apart.
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

/// No kind.
const GAP: u64 = 64;
