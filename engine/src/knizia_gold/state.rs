//! Game (K2, K7, K8) or match (K10) in progress.

use rand::Rng;

use super::cards::{Card, Code, GRID, KINDS};
use super::deck::Deck;
use super::rules::Rules;
use super::series::Series;
use super::setup::Setup;
use super::turn::{ClassCounts, Effect, effect};
use crate::player::MAX_PLAYERS;
use crate::rng::{choose, shuffle_in_batches};

/// Number of turns after which a game ends (K8).
pub const MAX_TURNS: u16 = 1000;

/// Move that turns over the card at a position, 0 to 63, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Flip(pub u8);

/// Positions of the grid, one bit each.
pub(super) type Positions = u64;

/// Value of `open` when the game is over.
pub(super) const OVER: Positions = Positions::MAX;

/// Game or match in progress; cards that no one has seen are hidden.
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
    /// Positions with cards.
    pub(super) present: Positions,
    /// Positions whose card has ever been seen.
    pub(super) seen: Positions,
    /// Card flipped first in this turn; all positions when the game is over, so that none can be flipped.
    pub(super) open: Positions,
    /// Number of cards of each class in the grid.
    pub(super) left: ClassCounts,
    /// Card at each position; dynamite where there is none.
    pub(super) cards: [Code; GRID],
    /// Turn, from 1, in which the card at each position was last flipped; 0 for never, or without a card.
    pub(super) flipped: [u16; GRID],
    /// Each seat's gold: value and number of cards.
    pub(super) gold: [(u8, u8); MAX_PLAYERS],
    /// Number of finished turns of this game.
    pub(super) turns: u16,
    pub(super) players: u8,
    pub(super) rules: Rules,
    pub(super) seat: u8,
    pub(super) rush: bool,
    pub(super) series: Series,
}

#[inline]
pub(super) fn bit(position: u8) -> Positions {
    1 << (position & 63)
}

/// Shuffles the first `count` cards.
#[inline]
pub(super) fn shuffle_cards<R: Rng>(rng: &mut R, cards: &mut [Code; GRID], count: usize) {
    if count == GRID {
        // Quicker with the number known.
        return shuffle_in_batches(rng, cards, GRID);
    }
    shuffle_in_batches(rng, cards, count);
}

/// Draws a position of a set uniformly. Draws from the whole grid, five times per word, until one is in the set; if
/// none is, draws by rank within the set.
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

/// Like [`draw`], faster for few positions.
#[inline(never)]
pub(super) fn draw_by_number<R: Rng>(positions: Positions, rng: &mut R) -> u8 {
    let mut rest = positions;
    for _ in 0..choose(rng, rest.count_ones()) {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as u8
}

impl State {
    /// Creates a game with ordered cards, as a template for [`State::begin`].
    pub fn undealt(setup: Setup) -> State {
        let deck = Deck::new(&setup.rules());
        State {
            present: deck.present(),
            seen: 0,
            open: 0,
            left: deck.left,
            cards: deck.cards,
            flipped: [0; GRID],
            gold: [(0, 0); MAX_PLAYERS],
            turns: 0,
            players: setup.players() as u8,
            rules: setup.rules(),
            seat: 0,
            rush: deck.rush,
            series: Series::new(setup.games(), deck.cards),
        }
    }

    /// Deals a game over an existing one; `undealt` must have the same setup.
    #[inline]
    pub fn begin<R: Rng>(&mut self, undealt: &State, rng: &mut R) {
        self.clone_from(undealt);
        self.shuffle(rng);
    }

    #[inline]
    pub(super) fn shuffle<R: Rng>(&mut self, rng: &mut R) {
        let count = self.present.count_ones() as usize;
        shuffle_cards(rng, &mut self.cards, count);
        for cards in self.series.upcoming() {
            shuffle_cards(rng, cards, count);
        }
    }

    /// Returns the card that a flip turns over, for observers. Views of agents do not offer it.
    pub fn card_under(&self, Flip(position): Flip) -> Card {
        self.code(position).card()
    }

    /// Exchanges a card that no one has seen for another one of a kind, as if that one had been dealt there. Every copy is
    /// equally likely, so the order of the others stays random. Returns false, and changes nothing, if the card has been
    /// seen or that kind could not lie there ([`Table::unseen_kinds`](super::Table::unseen_kinds)).
    ///
    /// # Examples
    ///
    /// ```
    /// use goldrush_engine::game::State as _;
    /// use goldrush_engine::knizia_gold::{Card, Flip, Setup, State};
    /// use goldrush_engine::rng::{deal_stream, tool_stream};
    ///
    /// let mut game = State::deal(Setup::new(2, false)?, &mut deal_stream(7, 0));
    /// assert!(game.redraw(Flip(9), Card::Gold(4), &mut tool_stream(1)));
    /// game.play(Flip(9))?;
    /// assert_eq!(game.table().seen(9), Some(Card::Gold(4)));
    /// assert!(!game.redraw(Flip(9), Card::Dynamite, &mut tool_stream(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redraw<R: Rng>(&mut self, Flip(position): Flip, card: Card, rng: &mut R) -> bool {
        let unseen = self.table().unseen();
        let copies =
            (0..GRID as u8).filter(|at| unseen & bit(*at) != 0 && self.code(*at) == card.code());
        let copies = copies.fold(0, |all, at| all | bit(at));
        let redraws = unseen & bit(position) != 0 && copies != 0;
        if redraws && copies & bit(position) == 0 {
            self.cards
                .swap(position.into(), draw_by_number(copies, rng).into());
        }
        redraws
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

    /// Removes a card from the grid; the caller removes its position.
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

    /// K3: gives the gold to the owner of the digger, or to the seat to move if the digger is unowned.
    #[inline]
    fn dig(&mut self, digger: Code, gold: Code) {
        let seat = if digger.color() < self.players {
            digger.color()
        } else {
            self.seat
        };
        self.take(seat.into(), gold.class());
    }

    /// K3–K6: applies the effect of two cards, except for the positions of those that leave.
    // Inlined: both callers also need to know what left.
    #[inline(always)]
    pub(super) fn resolve(&mut self, first: u8, second: u8) -> Effect {
        let one = self.code(first);
        let other = self.code(second);
        let effect = effect(one, other);
        if effect.digs() {
            if effect.first_digs() {
                self.dig(one, other);
            } else {
                self.dig(other, one);
            }
        }
        if effect.first_leaves() {
            self.clear(first);
        }
        if effect.second_leaves() {
            self.clear(second);
        }
        effect
    }

    /// K7: takes a card in the gold rush, except for its position; `cards` is the number of cards left in the grid.
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

    /// Starts the gold rush (K7) or ends the game early (K8) after cards have left; `cards` is the number left.
    #[inline]
    pub(super) fn find_end(&mut self, cards: usize) {
        if cards <= usize::from(self.rules.rush_cards) {
            self.rush |= self.open == 0 && cards > 0;
            if cards == 0 {
                self.open = OVER;
            }
        } else if cards < 2 || self.left.is_stuck() {
            self.open = OVER;
        }
    }

    /// Ends a turn; returns true if the same game continues.
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

    /// Returns the cards at some positions in an order independent of where they lie, so that a redeal from them is,
    /// too.
    pub(super) fn sorted_cards(&self, mut positions: Positions) -> [Code; GRID] {
        let mut counts = [0u8; KINDS];
        while positions != 0 {
            counts[self.cards[positions.trailing_zeros() as usize & (GRID - 1)].kind()] += 1;
            positions &= positions - 1;
        }
        let mut cards = [Code::DECK[0]; GRID];
        let mut at = 0;
        for (kind, &count) in counts.iter().enumerate() {
            let end = at + usize::from(count);
            cards[at..end].fill(Card::of_kind(kind).code());
            at = end;
        }
        cards
    }

    /// Returns the positions that may be flipped (K2).
    #[inline]
    pub(super) fn flippable(&self) -> Positions {
        self.present & !self.open
    }
}
