//! Cards (K1).

use std::fmt;
use std::str::FromStr;

/// Number of positions of the grid, 8 × 8.
pub const GRID: usize = 64;
/// Number of digger colors. Seat i owns color i; colors beyond the last seat are unowned.
pub const COLORS: usize = 5;
/// Gold cards: value and number.
const GOLD: [(u8, usize); 4] = [(1, 5), (2, 7), (3, 7), (4, 5)];
/// Diggers of each color: strength and number.
const DIGGERS: [(u8, usize); 4] = [(2, 2), (3, 2), (4, 2), (5, 1)];
const DYNAMITE: usize = 5;

/// A card.
///
/// # Examples
///
/// ```
/// use goldrush_engine::knizia_gold::Card;
///
/// assert_eq!("b4".parse(), Ok(Card::Digger { color: 1, strength: 4 }));
/// let gold = Card::DECK.iter().map(|card| if let Card::Gold(value) = card { *value } else { 0 });
/// assert_eq!(gold.sum::<u8>(), 60);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Card {
    /// Removes itself and the card flipped with it.
    Dynamite,
    /// Gold of a value, 1 to 4.
    Gold(u8),
    /// A digger.
    Digger {
        /// Color, below [`COLORS`].
        color: u8,
        /// Strength, 2 to 5: the highest gold it can carry.
        strength: u8,
    },
}

impl Card {
    /// All 64 cards (K1).
    pub const DECK: [Card; GRID] = {
        // The 5 dynamite cards come first.
        let mut deck = [Card::Dynamite; GRID];
        let mut at = DYNAMITE;
        let mut i = 0;
        while i < GOLD.len() {
            let (value, count) = GOLD[i];
            let end = at + count;
            while at < end {
                deck[at] = Card::Gold(value);
                at += 1;
            }
            i += 1;
        }
        let mut color = 0;
        while color < COLORS as u8 {
            let mut i = 0;
            while i < DIGGERS.len() {
                let (strength, count) = DIGGERS[i];
                let end = at + count;
                while at < end {
                    deck[at] = Card::Digger { color, strength };
                    at += 1;
                }
                i += 1;
            }
            color += 1;
        }
        assert!(at == GRID);
        deck
    };

    /// Packs the card into one byte.
    pub(super) const fn code(self) -> Code {
        match self {
            Card::Dynamite => Code(0),
            Card::Gold(value) => Code(value),
            Card::Digger { color, strength } => Code(color << 4 | (strength + 3)),
        }
    }

    /// Returns its kind, below [`KINDS`]: dynamite, gold of 1 to 4, then diggers of 2 to 5 by color. Cards of a kind
    /// are identical.
    pub const fn kind(self) -> usize {
        match self {
            Card::Dynamite => 0,
            Card::Gold(value) => value as usize,
            Card::Digger { color, strength } => color as usize * 4 + strength as usize + 3,
        }
    }

    /// Returns the card of a kind below [`KINDS`].
    pub const fn of_kind(kind: usize) -> Card {
        match kind as u8 {
            0 => Card::Dynamite,
            value @ 1..=4 => Card::Gold(value),
            digger => Card::Digger {
                color: (digger - 5) / 4,
                strength: (digger - 5) % 4 + 2,
            },
        }
    }
}

/// Number of kinds of cards.
pub const KINDS: usize = 5 + 4 * COLORS;

/// A card in one byte: its class, and a digger's color above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Code(u8);

impl Code {
    /// All cards, in the order of [`Card::DECK`].
    pub(super) const DECK: [Code; GRID] = {
        let mut codes = [Code(0); GRID];
        let mut at = 0;
        while at < GRID {
            codes[at] = Card::DECK[at].code();
            at += 1;
        }
        codes
    };

    /// Returns the class: 0 is dynamite, 1 to 4 gold of that value, 5 to 8 a digger of 2 to 5. Cards of a class have
    /// the same effect on other cards, whatever their color.
    #[inline]
    pub(super) const fn class(self) -> usize {
        self.0 as usize & 15
    }

    /// Returns the color of a digger.
    #[inline]
    pub(super) const fn color(self) -> u8 {
        self.0 >> 4
    }

    /// See [`Card::kind`].
    #[inline]
    pub(super) const fn kind(self) -> usize {
        // `5 + 4 * color + strength - 2` for diggers; color 0 for others.
        self.class() + 4 * self.color() as usize
    }

    #[inline]
    pub(super) const fn card(self) -> Card {
        match self.class() as u8 {
            0 => Card::Dynamite,
            value @ 1..=4 => Card::Gold(value),
            digger => Card::Digger {
                color: self.color(),
                strength: digger - 3,
            },
        }
    }
}

/// `xx` is dynamite, `g3` gold of 3, `b4` a digger of color b and strength 4; colors are a to e.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Dynamite => f.write_str("xx"),
            Card::Gold(value) => write!(f, "g{value}"),
            Card::Digger { color, strength } => write!(f, "{}{strength}", char::from(b'a' + color)),
        }
    }
}

impl FromStr for Card {
    type Err = String;
    fn from_str(text: &str) -> Result<Card, String> {
        let card = match text.as_bytes() {
            b"xx" => Some(Card::Dynamite),
            [b'g', value @ b'1'..=b'4'] => Some(Card::Gold(value - b'0')),
            [color @ b'a'..=b'e', strength @ b'2'..=b'5'] => Some(Card::Digger {
                color: color - b'a',
                strength: strength - b'0',
            }),
            _ => None,
        };
        card.ok_or_else(|| format!("\"{text}\" is no card; xx, g1 to g4, a2 to e5 are"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_parses_back() {
        for card in Card::DECK {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.code().card(), card);
            assert_eq!(card.code().kind(), card.kind());
            assert_eq!(Card::of_kind(card.kind()), card);
        }
        for text in ["", "g5", "f2", "a6", "x"] {
            assert!(text.parse::<Card>().is_err());
        }
    }
}
