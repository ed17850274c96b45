//! Public information: every card that was ever flipped, when, and who dug it (K9, K11).

use super::cards::{Card, GRID, KINDS};
use super::deck::Deck;
use super::rules::Rules;
use super::state::{Positions, State, bit};
use crate::game::{Points, View};
use crate::player::Player;

/// Phase in which only one card is flipped (K7).
pub(super) const RUSH: &str = "rush";

/// Public view of a game; it does not reveal a card that no one has seen.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::State as _;
/// use goldrush_engine::knizia_gold::{Flip, Setup, State};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::deal_stream;
///
/// let mut game = State::deal(Setup::new(2, false)?, &mut deal_stream(7, 0));
/// game.play(Flip(9))?;
/// let table = game.table();
/// assert_eq!((table.open(), table.cards_left(), table.unseen().count_ones()), (Some(9), 64, 63));
/// assert_eq!(table.unseen_kinds().iter().sum::<u8>(), 63);
/// assert_eq!(table.gold(Player::FIRST), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Table<'a>(&'a State);

impl State {
    /// Returns the public view.
    #[inline]
    pub fn table(&self) -> Table<'_> {
        Table(self)
    }
}

impl Table<'_> {
    /// Returns the number of seats.
    pub fn players(self) -> usize {
        self.0.players.into()
    }

    /// Returns the rule options.
    pub fn rules(self) -> Rules {
        self.0.rules
    }

    /// Returns the number of cards in the grid.
    #[inline]
    pub fn cards_left(self) -> u32 {
        self.0.present.count_ones()
    }

    /// Returns the number of cards dealt at the start of each game (V28–V30).
    pub fn cards_dealt(self) -> usize {
        Deck::new(&self.0.rules).count
    }

    /// Returns the positions with cards, as bits.
    #[inline]
    pub fn present(self) -> Positions {
        self.0.present
    }

    /// Returns the positions of cards that no one has seen, as bits.
    #[inline]
    pub fn unseen(self) -> Positions {
        self.0.present & !self.0.seen
    }

    /// Returns true if a card lies at a position.
    pub fn has_card(self, position: u8) -> bool {
        self.0.present & bit(position) != 0
    }

    /// Returns true if the gold rush has begun (K7).
    #[inline]
    pub fn is_rush(self) -> bool {
        self.0.rush
    }

    /// Returns the position of the open card, if one was flipped in this turn.
    #[inline]
    pub fn open(self) -> Option<u8> {
        (self.0.open != 0 && !self.0.is_over()).then(|| self.0.open.trailing_zeros() as u8)
    }

    /// Returns the kind of the next decision: `first`, `second`, `rush` where only one card is flipped, or `over`.
    pub fn phase(self) -> &'static str {
        match self.open() {
            _ if self.0.is_over() => "over",
            _ if self.is_rush() => RUSH,
            None => "first",
            Some(_) => "second",
        }
    }

    /// Returns the number of finished turns of this game.
    #[inline]
    pub fn turns(self) -> u16 {
        self.0.turns
    }

    /// Returns the index, from 0, of the game in progress (or the last one), and the number of games (K10).
    pub fn game(self) -> (usize, usize) {
        (self.0.series.game.into(), self.0.series.games.into())
    }

    /// Returns the card at a position if it has been seen (K11).
    #[inline]
    pub fn seen(self, position: u8) -> Option<Card> {
        (self.0.present & self.0.seen & bit(position) != 0).then(|| self.0.code(position).card())
    }

    /// Returns the number of finished turns when the card at a position was last flipped; [`Table::turns`] for the open
    /// card. `None` if it was never flipped or there is no card.
    #[inline]
    pub fn last_flipped(self, position: u8) -> Option<u16> {
        self.0.flipped[usize::from(position) & (GRID - 1)].checked_sub(1)
    }

    /// Returns the number of unseen cards of each kind; see [`Card::kind`].
    pub fn unseen_kinds(self) -> [u8; KINDS] {
        let mut kinds = [0; KINDS];
        let mut left = self.unseen();
        while left != 0 {
            kinds[self.0.code(left.trailing_zeros() as u8).kind()] += 1;
            left &= left - 1;
        }
        kinds
    }

    /// Returns value and number of a seat's gold cards in this game; public (K9).
    #[inline]
    pub fn gold(self, seat: Player) -> (u8, u8) {
        self.0.gold[seat.index()]
    }

    /// Returns a seat's points from the start (V21), from earlier games and from this one.
    pub fn points(self, seat: Player) -> Points {
        self.0.total(seat)
    }

    /// Returns the seat that owns a color; `None` for colors beyond the last seat.
    #[inline]
    pub fn owner(self, color: u8) -> Option<Player> {
        (color < self.0.players)
            .then(|| Player::new(usize::from(color)))
            .flatten()
    }
}

impl<'a> View<'a, State> {
    /// Returns the public view.
    #[inline]
    pub fn table(&self) -> Table<'a> {
        self.state().table()
    }
}
