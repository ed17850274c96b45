//! A game in progress (K2, K7, K8), or a match (K10).

use rand::Rng;

use super::cards::{Card, Code, GRID, KINDS};
use super::series::Series;
use super::setup::Setup;
use super::turn::{Census, Effect, effect};
use crate::player::MAX_PLAYERS;
use crate::rng::{choose, shuffle_in_batches};

/// With so many cards or fewer at the start of a turn the gold rush begins (K7).
pub const RUSH: u32 = 10;
/// A game ends after so many turns (K8).
pub const MAX_TURNS: u16 = 1000;

/// Turns over the card at a position, 0 to 63, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Flip(pub u8);

/// Positions of the grid, one bit each.
pub(super) type Positions = u64;

/// What lies open when the game is over.
pub(super) const OVER: Positions = Positions::MAX;

/// A game in progress, or a match of several; the order of the cards is hidden where nobody has looked.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{State as _, Text};
/// use goldrush_engine::knizia_gold::{Setup, State};
///
/// // The gold rush: two cards are left, gold of 4 at a1 and gold of 1 at b1, of which only the first has been seen.
/// let text = format!("turns 30\nseat 0\nrush 1\ngold 7/3 9/4\n+g4@1 g1 {}", "-- ".repeat(62));
/// let mut game = State::from_text(Setup::new(2, false)?, &text)?;
/// for position in ["a1", "b1"] {
///     game.play(game.parse_move(position)?)?;
/// }
/// assert_eq!(game.to_move(), None);
/// assert_eq!(game.scores().as_slice(), [11, 10]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Where cards lie.
    pub(super) present: Positions,
    /// Where a card has ever been seen, or was.
    pub(super) seen: Positions,
    /// The card that was flipped first in this turn; all positions when the game is over, so that none can be flipped.
    pub(super) open: Positions,
    /// Number of cards of each class lie in the grid.
    pub(super) left: Census,
    /// The card at each position; dynamite where none lies.
    pub(super) cards: [Code; GRID],
    /// The turn, from 1, in which the card at each position was last flipped; 0 for never, and where none lies.
    pub(super) flipped: [u16; GRID],
    /// Gold of each seat: its value and its cards.
    pub(super) gold: [(u8, u8); MAX_PLAYERS],
    /// Turns of this game that have ended.
    pub(super) turns: u16,
    pub(super) players: u8,
    pub(super) is_match: bool,
    pub(super) seat: u8,
    pub(super) rush: bool,
    pub(super) series: Series,
}

#[inline]
pub(super) fn bit(position: u8) -> Positions {
    1 << (position & 63)
}

/// Returns a position of a set, each equally likely: positions are drawn from all of the grid, five from a word, until one is in
/// the set. If none is, the number of one among them is drawn.
#[inline]
pub(super) fn draw<R: Rng>(positions: Positions, rng: &mut R) -> u8 {
    let mut word = rng.next_u32();
    for _ in 0..5 {
        if positions >> (word & 63) & 1 != 0 {
            return (word & 63) as u8;
        }
        word >>= 6;
    }
    draw_by_number(positions, rng)
}

/// Like [`draw`], for few positions.
#[inline(never)]
pub(super) fn draw_by_number<R: Rng>(positions: Positions, rng: &mut R) -> u8 {
    let mut rest = positions;
    for _ in 0..choose(rng, rest.count_ones()) {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as u8
}

impl State {
    /// Returns the cards in order, before a deal.
    pub fn undealt(setup: Setup) -> State {
        State {
            present: Positions::MAX,
            seen: 0,
            open: 0,
            left: Census::DECK,
            cards: Code::DECK,
            flipped: [0; GRID],
            gold: [(0, 0); MAX_PLAYERS],
            turns: 0,
            players: setup.players() as u8,
            is_match: setup.is_match(),
            seat: 0,
            rush: false,
            series: Series::new(setup.games()),
        }
    }

    /// Begins a game in the place of another; `undealt` is of the same setup.
    #[inline]
    pub fn begin<R: Rng>(&mut self, undealt: &State, rng: &mut R) {
        self.clone_from(undealt);
        self.shuffle(rng);
    }

    #[inline]
    pub(super) fn shuffle<R: Rng>(&mut self, rng: &mut R) {
        shuffle_in_batches(rng, &mut self.cards, GRID);
        for cards in self.series.upcoming() {
            shuffle_in_batches(rng, cards, GRID);
        }
    }

    /// Returns the card that a flip turns over: for whoever tells what happened. Agents have a view, which has no such thing.
    pub fn turned_over(&self, Flip(position): Flip) -> Card {
        self.code(position).card()
    }

    /// Returns true if the last game is over.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.open == OVER
    }

    #[inline]
    pub(super) fn code(&self, position: u8) -> Code {
        self.cards[usize::from(position) & (GRID - 1)]
    }

    /// Turns a card over.
    #[inline]
    pub(super) fn look_at(&mut self, position: u8) {
        self.seen |= bit(position);
        self.flipped[usize::from(position) & (GRID - 1)] = self.turns + 1;
    }

    /// What leaves the grid: the card, but not its position among those where cards lie.
    #[inline]
    fn clear(&mut self, position: u8) {
        let at = usize::from(position) & (GRID - 1);
        self.left.remove(self.cards[at]);
        self.cards[at] = Code::DECK[0];
        self.flipped[at] = 0;
    }

    #[inline]
    fn take(&mut self, seat: usize, value: usize) {
        let (total, cards) = &mut self.gold[seat];
        *total += value as u8;
        *cards += 1;
    }

    /// K3: returns the gold goes to the owner of the digger, or to who flipped them.
    #[inline]
    fn dig(&mut self, digger: Code, gold: Code) {
        let seat = if digger.colour() < self.players { digger.colour() } else { self.seat };
        self.take(seat.into(), gold.class());
    }

    /// K3–K6, but for the positions of what leaves.
    // Inlined: both callers ask again what left.
    #[inline(always)]
    pub(super) fn resolve(&mut self, first: u8, second: u8) -> Effect {
        let (one, other) = (self.code(first), self.code(second));
        let effect = effect(one, other);
        if effect.digs() {
            let (digger, gold) = if effect.first_digs() { (one, other) } else { (other, one) };
            self.dig(digger, gold);
        }
        if effect.first_leaves() {
            self.clear(first);
        }
        if effect.second_leaves() {
            self.clear(second);
        }
        effect
    }

    /// K7, but for the position; `cards` lie in the grid after it.
    #[inline]
    pub(super) fn dig_in_rush(&mut self, position: u8, cards: usize) {
        let card = self.code(position).class();
        if (1..=4).contains(&card) {
            self.take(self.seat.into(), card);
        }
        self.seen |= bit(position);
        self.clear(position);
        if cards == 0 {
            self.open = OVER;
        }
    }

    /// After cards have left, so many of which lie in the grid: whether the gold rush begins (K7), or the game is over before
    /// it has lasted too long (K8).
    #[inline]
    pub(super) fn find_end(&mut self, cards: usize) {
        if cards <= RUSH as usize {
            self.rush |= self.open == 0;
            if cards == 0 {
                self.open = OVER;
            }
        } else if self.left.is_stuck() {
            self.open = OVER;
        }
    }

    /// Returns true if the same game goes on.
    #[inline]
    pub(super) fn end_turn(&mut self) -> bool {
        self.turns += 1;
        self.seat += 1;
        if self.seat == self.players {
            self.seat = 0;
        }
        if self.turns == MAX_TURNS {
            self.open = OVER;
        }
        if self.open != 0 {
            self.begin_next_game();
            return false;
        }
        true
    }

    /// Returns the cards at some positions, in an order that does not depend on where they lie: what is dealt anew from them may
    /// not depend on it either.
    pub(super) fn in_order(&self, mut positions: Positions) -> [Code; GRID] {
        let mut counts = [0u8; KINDS];
        while positions != 0 {
            counts[self.cards[positions.trailing_zeros() as usize & (GRID - 1)].kind()] += 1;
            positions &= positions - 1;
        }
        let (mut cards, mut at) = ([Code::DECK[0]; GRID], 0);
        for (kind, &count) in counts.iter().enumerate() {
            let end = at + usize::from(count);
            cards[at..end].fill(Card::of_kind(kind).code());
            at = end;
        }
        cards
    }

    /// Positions that may be flipped (K2).
    #[inline]
    pub(super) fn flippable(&self) -> Positions {
        self.present & !self.open
    }
}
