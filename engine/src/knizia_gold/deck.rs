//! Cards of a game (K1, V28–V30).

use std::iter::repeat_n;

use super::cards::{COLORS, Card, Code, GRID};
use super::rules::Rules;
use super::turn::ClassCounts;

/// Fewest cards of a game: enough for a turn before the printed gold rush begins.
const FEWEST: usize = 12;

/// Cards in order, at the first positions of the grid; dynamite at positions without a card.
pub(super) struct Deck {
    pub(super) cards: [Code; GRID],
    pub(super) count: usize,
    pub(super) left: ClassCounts,
    /// V31: true if the gold rush begins with the deal.
    pub(super) rush: bool,
}

impl Deck {
    /// Builds the deck of some rules.
    pub(super) fn new(rules: &Rules) -> Deck {
        let printed = Rules::default();
        if (rules.dynamite, rules.gold_cards, rules.digger_cards)
            == (printed.dynamite, printed.gold_cards, printed.digger_cards)
        {
            return Deck {
                cards: Code::DECK,
                count: GRID,
                left: ClassCounts::DECK,
                rush: GRID <= usize::from(rules.rush_cards),
            };
        }
        let mut deck = Deck {
            cards: [Card::Dynamite.code(); GRID],
            count: 0,
            left: ClassCounts::EMPTY,
            rush: false,
        };
        for card in cards(rules).take(GRID) {
            deck.cards[deck.count] = card.code();
            deck.left.add(card.code());
            deck.count += 1;
        }
        deck.rush = deck.count <= usize::from(rules.rush_cards);
        deck
    }

    /// Returns the positions with cards, as bits.
    pub(super) fn present(&self) -> u64 {
        if self.count == GRID {
            u64::MAX
        } else {
            (1 << self.count) - 1
        }
    }
}

/// Iterates over the cards of some rules, in the order of [`Card::DECK`].
fn cards(rules: &Rules) -> impl Iterator<Item = Card> {
    let gold = rules
        .gold_cards
        .counts()
        .flat_map(|(value, count)| copies(Card::Gold(value), count));
    let diggers = rules.digger_cards;
    let diggers = (0..COLORS as u8).flat_map(move |color| {
        diggers
            .counts()
            .flat_map(move |(strength, count)| copies(Card::Digger { color, strength }, count))
    });
    copies(Card::Dynamite, rules.dynamite)
        .chain(gold)
        .chain(diggers)
}

fn copies(card: Card, count: u8) -> impl Iterator<Item = Card> {
    repeat_n(card, count.into())
}

/// Checks the cards.
///
/// # Errors
/// If they are too few or too many, or if no two of them could have an effect; says what would be right.
pub(super) fn check(rules: &Rules) -> Result<(), String> {
    let count = cards(rules).count();
    if !(FEWEST..=GRID).contains(&count) {
        return Err(format!(
            "{count} cards in all; {FEWEST} to {GRID} are possible (dynamite, gold, and diggers of five colors)"
        ));
    }
    let deck = Deck::new(rules);
    if deck.left.is_stuck() && !deck.rush {
        return Err(
            "no two of these cards can have an effect together; add dynamite, diggers of at least two strengths, or gold that the diggers can dig"
                .into(),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_rules_give_the_printed_deck() {
        assert!(cards(&Rules::default()).eq(Card::DECK));
    }
}
