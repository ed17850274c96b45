//! What two flipped cards do to each other (K3–K6).

use super::cards::{CLASSES, COLOURS, Card, Code, GRID};

/// What comes of two cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Both are turned face down again (K6).
    Nothing,
    /// Both leave the game (K5).
    Blast,
    /// The first leaves, the other is turned face down (K4).
    FirstLeaves,
    /// The second leaves, the other is turned face down (K4).
    SecondLeaves,
    /// Gold is dug: both leave, and the gold goes to the owner of the digger's colour (K3).
    Dug {
        /// Its value.
        value: u8,
        /// The digger's colour.
        colour: u8,
    },
}

/// The outcome of two flipped cards.
pub const fn outcome(first: Card, second: Card) -> Outcome {
    match (first, second) {
        (Card::Dynamite, _) | (_, Card::Dynamite) => Outcome::Blast,
        (Card::Digger { colour, strength }, Card::Gold(value))
        | (Card::Gold(value), Card::Digger { colour, strength })
            if strength >= value =>
        {
            Outcome::Dug { value, colour }
        }
        (Card::Digger { strength: one, .. }, Card::Digger { strength: other, .. }) if one < other => {
            Outcome::FirstLeaves
        }
        (Card::Digger { strength: one, .. }, Card::Digger { strength: other, .. }) if one > other => {
            Outcome::SecondLeaves
        }
        _ => Outcome::Nothing,
    }
}

/// What two cards of some classes do; colours do not matter to it. In this form it is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Nothing,
    Blast,
    FirstLeaves,
    SecondLeaves,
    /// The first is gold, the second a digger.
    SecondDigs,
    /// The first is a digger, the second gold.
    FirstDigs,
}

/// By class of the first card, then of the second: [`outcome`] as a table. A power of two for each row.
static EFFECTS: [[Effect; 16]; CLASSES] = {
    let mut effects = [[Effect::Nothing; 16]; CLASSES];
    let mut pair = 0;
    while pair < GRID * GRID {
        let (first, second) = (Card::DECK[pair / GRID], Card::DECK[pair % GRID]);
        effects[first.code().class()][second.code().class()] = match outcome(first, second) {
            Outcome::Nothing => Effect::Nothing,
            Outcome::Blast => Effect::Blast,
            Outcome::FirstLeaves => Effect::FirstLeaves,
            Outcome::SecondLeaves => Effect::SecondLeaves,
            Outcome::Dug { .. } if matches!(first, Card::Gold(_)) => Effect::SecondDigs,
            Outcome::Dug { .. } => Effect::FirstDigs,
        };
        pair += 1;
    }
    effects
};

/// The effect of two cards.
#[inline]
pub(super) fn effect(first: Code, second: Code) -> Effect {
    EFFECTS[first.class()][second.class()]
}

/// As many cards of a class as can be counted.
pub(super) const MOST_OF_A_CLASS: u8 = 15;

/// How many cards of each class lie in the grid, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Census(u64);

impl Census {
    pub(super) const NONE: Census = Census(0);
    /// Of all 64 cards.
    pub(super) const DECK: Census = {
        let mut census = Census::NONE;
        let mut at = 0;
        while at < GRID {
            census.0 += 1 << (4 * Code::DECK[at].class());
            at += 1;
        }
        // The largest class still fits its four bits.
        assert!(2 * COLOURS < 16);
        census
    };

    /// Counts a card; returns how many there were before.
    pub(super) fn add(&mut self, card: Code) -> u8 {
        let before = (self.0 >> (4 * card.class()) & 15) as u8;
        self.0 += 1 << (4 * card.class());
        before
    }

    #[inline]
    pub(super) fn remove(&mut self, card: Code) {
        self.0 -= 1 << (4 * card.class());
    }

    /// K8: whether no two of the cards could remove anything.
    #[inline]
    pub(super) fn is_stuck(self) -> bool {
        self.0 & 15 == 0 && self.is_stuck_without_dynamite()
    }

    fn is_stuck_without_dynamite(self) -> bool {
        let has = |class: usize| self.0 >> (4 * class) & 15 != 0;
        let mut strengths = (2..=5).filter(|strength| has(strength + 3));
        match (strengths.next(), strengths.next()) {
            (_, Some(_)) => false,
            (Some(strength), None) => !(1..=strength.min(4)).any(has),
            (None, None) => true,
        }
    }
}
