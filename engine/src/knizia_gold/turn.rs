//! What two flipped cards do to each other (K3–K6).

use super::cards::Card;

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
pub fn outcome(first: Card, second: Card) -> Outcome {
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
