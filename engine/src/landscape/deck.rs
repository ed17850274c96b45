//! Deck of tiles in drawing order.
//!
//! ```
//! use goldrush_engine::landscape::deck::Deck;
//! use goldrush_engine::landscape::tile::KindId;
//! use goldrush_engine::rng::tool_stream;
//!
//! let mut deck = Deck::new(&[3, 1, 2, 2].map(KindId), 0);
//! assert_eq!(deck.draw(), Some(KindId(3)));
//! deck.shuffle_upcoming(&mut tool_stream(1));
//! assert_eq!((deck.drawn(), deck.upcoming().len()), (&[KindId(3)][..], 3));
//! ```

use rand::Rng;

use super::MAX_TILES;
use super::frontier::Frontier;
use super::tile::{KindId, MAX_KINDS, TileSet};
use crate::rng::{choose, shuffle};

/// Drawn tiles, which are public, and upcoming tiles, whose order is hidden.
#[derive(Clone, Copy)]
pub struct Deck {
    order: [KindId; MAX_TILES],
    len: u8,
    drawn: u8,
    /// V20: number of tiles at the end that are never drawn.
    left_out: u8,
}

impl Deck {
    /// Creates a deck with this drawing order, of which the last `left_out` tiles are never drawn (V20).
    ///
    /// # Panics
    /// If there are more than [`MAX_TILES`].
    pub fn new(order: &[KindId], left_out: u8) -> Deck {
        let mut deck = Deck {
            order: [KindId(0); MAX_TILES],
            len: order.len() as u8,
            drawn: 0,
            left_out,
        };
        deck.order[..order.len()].copy_from_slice(order);
        deck
    }

    /// Draws the next tile, or returns `None` if none is left.
    #[inline]
    pub fn draw(&mut self) -> Option<KindId> {
        (self.drawn + self.left_out < self.len).then(|| {
            self.drawn += 1;
            self.order[usize::from(self.drawn) - 1]
        })
    }

    /// Draws tiles until `take` returns a value, and returns it; `None` if none is left.
    #[inline]
    pub fn draw_until<T>(&mut self, mut take: impl FnMut(KindId) -> Option<T>) -> Option<T> {
        loop {
            if let Some(taken) = take(self.draw()?) {
                return Some(taken);
            }
        }
    }

    /// Exchanges the tile drawn last for an upcoming one of a kind, each copy equally likely.
    ///
    /// # Panics
    /// If no tile of that kind is upcoming.
    pub fn exchange_last<R: Rng>(&mut self, kind: KindId, rng: &mut R) {
        let copies = self
            .upcoming()
            .iter()
            .filter(|upcoming| **upcoming == kind)
            .count() as u32;
        let drawn = usize::from(self.drawn);
        let nth = choose(rng, copies) as usize;
        let mut places = (drawn..usize::from(self.len)).filter(|&at| self.order[at] == kind);
        let place = places.nth(nth).expect("a tile of the kind is upcoming");
        self.order.swap(drawn - 1, place);
    }

    /// Takes over the order of another deck of the same tiles.
    pub fn adopt_order(&mut self, other: &Deck) {
        self.order = other.order;
    }

    /// Returns the tile drawn last.
    pub fn last_drawn(&self) -> Option<KindId> {
        self.drawn().last().copied()
    }

    /// Continues as if the first `drawn` tiles had been drawn.
    pub fn skip(&mut self, drawn: usize) {
        self.drawn = drawn as u8;
    }

    /// Returns all tiles in order, drawn or not.
    pub fn order(&self) -> &[KindId] {
        &self.order[..usize::from(self.len)]
    }

    /// Returns the drawn tiles in order. Public.
    pub fn drawn(&self) -> &[KindId] {
        &self.order[..usize::from(self.drawn)]
    }

    /// Returns the number of tiles left to draw.
    pub fn to_draw(&self) -> u8 {
        (self.len - self.drawn).saturating_sub(self.left_out)
    }

    /// Returns the upcoming tiles in order, those left out at the end. Hidden.
    pub fn upcoming(&self) -> &[KindId] {
        &self.order[usize::from(self.drawn)..usize::from(self.len)]
    }

    /// Reshuffles the upcoming tiles. The result does not depend on their hidden order.
    #[inline]
    pub fn shuffle_upcoming<R: Rng>(&mut self, rng: &mut R) {
        let coming = &mut self.order[usize::from(self.drawn)..usize::from(self.len)];
        coming.sort_unstable();
        shuffle(rng, coming);
    }
}

/// Returns every kind that a draw could have produced, with its number of copies: `left` gives the copies before the
/// draw, and the kind must fit somewhere. Tiles that fit nowhere are set aside and another is drawn, so every copy
/// returned was equally likely, whatever was set aside (G4, C2).
pub fn possible_draws(
    frontier: &Frontier,
    tiles: &TileSet,
    left: impl Fn(KindId) -> u8,
) -> impl Iterator<Item = (KindId, u8)> {
    let kinds = (0..tiles.kinds().min(MAX_KINDS)).map(|kind| KindId(kind as u8));
    let copies = kinds.map(move |kind| (kind, left(kind)));
    copies.filter(|&(kind, copies)| copies > 0 && frontier.has_placement(tiles, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::tool_stream;

    /// Two tiles of kind 0 and one of kind 1, in every order: after a tile of kind 0 was drawn, the other one is as likely to be
    /// next as the tile of kind 1. Always taking the first copy would make it next in a third of cases.
    #[test]
    fn exchanged_tile_leaves_the_order_of_the_others_random() {
        let mut rng = tool_stream(1);
        let mut next = [0_u32; 2];
        for order in [[0, 0, 1], [0, 1, 0], [1, 0, 0]] {
            for _ in 0..3000 {
                let mut deck = Deck::new(&order.map(KindId), 0);
                if deck.draw() != Some(KindId(0)) {
                    deck.exchange_last(KindId(0), &mut rng);
                }
                assert_eq!(deck.last_drawn(), Some(KindId(0)));
                next[deck.upcoming()[0].index()] += 1;
            }
        }
        // Four standard errors.
        assert!(next[0].abs_diff(4500) < 190, "{next:?}");
    }
}
