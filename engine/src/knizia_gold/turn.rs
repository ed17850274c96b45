//! Effect of two flipped cards on each other (K3–K6).

use super::cards::{COLORS, Card, Code, GRID};

/// Outcome of two flipped cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Both are turned face down again (K6).
    Nothing,
    /// Both leave the game (K5).
    Blast,
    /// The first leaves, the second is turned face down (K4).
    FirstLeaves,
    /// The second leaves, the first is turned face down (K4).
    SecondLeaves,
    /// Gold is dug: both leave, and the gold goes to the owner of the digger's color (K3).
    Dug {
        /// Value of the gold.
        value: u8,
        /// Color of the digger.
        color: u8,
    },
}

/// Returns the outcome of two flipped cards.
///
/// # Examples
///
/// ```
/// use goldrush_engine::knizia_gold::Card;
/// use goldrush_engine::knizia_gold::turn::{Outcome, outcome};
///
/// let digger = Card::Digger { color: 1, strength: 3 };
/// assert_eq!(outcome(Card::Gold(3), digger), Outcome::Dug { value: 3, color: 1 });
/// assert_eq!(outcome(Card::Gold(4), digger), Outcome::Nothing);
/// assert_eq!(outcome(Card::Dynamite, digger), Outcome::Blast);
/// ```
pub const fn outcome(first: Card, second: Card) -> Outcome {
    match (first, second) {
        (Card::Dynamite, _) | (_, Card::Dynamite) => Outcome::Blast,
        (Card::Digger { color, strength }, Card::Gold(value))
        | (Card::Gold(value), Card::Digger { color, strength })
            if strength >= value =>
        {
            Outcome::Dug { value, color }
        }
        (
            Card::Digger { strength: one, .. },
            Card::Digger {
                strength: other, ..
            },
        ) if one < other => Outcome::FirstLeaves,
        (
            Card::Digger { strength: one, .. },
            Card::Digger {
                strength: other, ..
            },
        ) if one > other => Outcome::SecondLeaves,
        _ => Outcome::Nothing,
    }
}

/// Effect of two cards by class, ignoring colors; precomputed in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effect(u8);

impl Effect {
    /// Both are turned face down again.
    pub(super) const EMPTY: Effect = Effect(0);
    const FIRST_LEAVES: u8 = 1;
    const SECOND_LEAVES: u8 = 2;
    const FIRST_DIGS: u8 = 4;
    const SECOND_DIGS: u8 = 8;

    const fn of(first: Card, second: Card) -> Effect {
        const BOTH_LEAVE: u8 = Effect::FIRST_LEAVES | Effect::SECOND_LEAVES;
        Effect(match outcome(first, second) {
            Outcome::Nothing => 0,
            Outcome::FirstLeaves => Effect::FIRST_LEAVES,
            Outcome::SecondLeaves => Effect::SECOND_LEAVES,
            Outcome::Blast => BOTH_LEAVE,
            Outcome::Dug { .. } if matches!(first, Card::Gold(_)) => {
                BOTH_LEAVE | Effect::SECOND_DIGS
            }
            Outcome::Dug { .. } => BOTH_LEAVE | Effect::FIRST_DIGS,
        })
    }

    /// Returns true if the first card leaves.
    #[inline]
    pub(super) const fn first_leaves(self) -> bool {
        self.0 & Effect::FIRST_LEAVES != 0
    }

    /// Returns true if the second card leaves.
    #[inline]
    pub(super) const fn second_leaves(self) -> bool {
        self.0 & Effect::SECOND_LEAVES != 0
    }

    /// Returns true if gold is dug.
    #[inline]
    pub(super) const fn digs(self) -> bool {
        self.0 & (Effect::FIRST_DIGS | Effect::SECOND_DIGS) != 0
    }

    /// Returns true if gold is dug and the first card is the digger.
    #[inline]
    pub(super) const fn first_digs(self) -> bool {
        self.0 & Effect::FIRST_DIGS != 0
    }
}

/// Table of [`outcome`], indexed by [`pair`].
static EFFECTS: [Effect; 256] = {
    let mut effects = [Effect::EMPTY; 256];
    let mut at = 0;
    while at < GRID * GRID {
        let first = Card::DECK[at / GRID];
        let second = Card::DECK[at % GRID];
        effects[pair(first.code(), second.code()) as usize] = Effect::of(first, second);
        at += 1;
    }
    effects
};

/// Packs the classes of two cards.
#[inline]
const fn pair(first: Code, second: Code) -> u8 {
    (first.class() << 4 | second.class()) as u8
}

/// Returns the effect of two cards.
#[inline]
pub(super) fn effect(first: Code, second: Code) -> Effect {
    EFFECTS[usize::from(pair(first, second))]
}

/// Maximum count per class.
pub(super) const MAX_CLASS_COUNT: u8 = 15;

/// Number of cards of each class in the grid, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClassCounts(u64);

impl ClassCounts {
    pub(super) const EMPTY: ClassCounts = ClassCounts(0);
    /// Counts of all 64 cards.
    pub(super) const DECK: ClassCounts = {
        let mut counts = ClassCounts::EMPTY;
        let mut at = 0;
        while at < GRID {
            counts.0 += 1 << (4 * Code::DECK[at].class());
            at += 1;
        }
        // The largest class fits in four bits.
        assert!(2 * COLORS < 16);
        counts
    };

    /// Counts a card; returns the number before.
    pub(super) fn add(&mut self, card: Code) -> u8 {
        let before = (self.0 >> (4 * card.class()) & 15) as u8;
        self.0 += 1 << (4 * card.class());
        before
    }

    #[inline]
    pub(super) fn remove(&mut self, card: Code) {
        self.0 -= 1 << (4 * card.class());
    }

    /// K8: returns true if no two cards could have an effect.
    #[inline]
    pub(super) fn is_stuck(self) -> bool {
        self.0 & 15 == 0 && self.is_stuck_without_dynamite()
    }

    fn is_stuck_without_dynamite(self) -> bool {
        let mut strengths = (2..=5).filter(|strength| self.has(strength + 3));
        match (strengths.next(), strengths.next()) {
            (_, Some(_)) => false,
            (Some(strength), None) => !(1..=strength.min(4)).any(|class| self.has(class)),
            (None, None) => true,
        }
    }

    #[inline]
    fn has(self, class: usize) -> bool {
        self.0 >> (4 * class) & 15 != 0
    }
}
