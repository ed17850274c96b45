//! The tiles in the order in which they are drawn.
//!
//! ```
//! use goldrush_engine::landscape::deck::Deck;
//! use goldrush_engine::landscape::tile::KindId;
//! use goldrush_engine::rng::tool_stream;
//!
//! let mut deck = Deck::new(&[3, 1, 2, 2].map(KindId));
//! assert_eq!(deck.draw(), Some(KindId(3)));
//! deck.shuffle_coming(&mut tool_stream(1));
//! assert_eq!((deck.drawn(), deck.coming().len()), (&[KindId(3)][..], 3));
//! ```

use rand::Rng;

use super::MAX_TILES;
use super::frontier::Frontier;
use super::tile::{KindId, MAX_KINDS, TileSet};
use crate::rng::shuffle;

/// Tiles drawn, which everybody has seen, and tiles to come, whose order is hidden.
#[derive(Clone, Copy)]
pub struct Deck {
    order: [KindId; MAX_TILES],
    len: u8,
    drawn: u8,
}

impl Deck {
    /// Tiles to be drawn in this order.
    ///
    /// # Panics
    /// If there are more than [`MAX_TILES`].
    pub fn new(order: &[KindId]) -> Deck {
        let mut deck = Deck { order: [KindId(0); MAX_TILES], len: order.len() as u8, drawn: 0 };
        deck.order[..order.len()].copy_from_slice(order);
        deck
    }

    /// Draws the next tile, if there is one.
    #[inline]
    pub fn draw(&mut self) -> Option<KindId> {
        (self.drawn < self.len).then(|| {
            self.drawn += 1;
            self.order[usize::from(self.drawn) - 1]
        })
    }

    /// Draws tile after tile until `take` makes something of one: that, or nothing when all are drawn.
    #[inline]
    pub fn draw_until<T>(&mut self, mut take: impl FnMut(KindId) -> Option<T>) -> Option<T> {
        loop {
            if let Some(taken) = take(self.draw()?) {
                return Some(taken);
            }
        }
    }

    /// Goes on as if the first `drawn` tiles had been drawn.
    pub fn skip(&mut self, drawn: usize) {
        self.drawn = drawn as u8;
    }

    /// All tiles, drawn or not, in order.
    pub fn order(&self) -> &[KindId] {
        &self.order[..usize::from(self.len)]
    }

    /// Drawn so far, in order. Public.
    pub fn drawn(&self) -> &[KindId] {
        &self.order[..usize::from(self.drawn)]
    }

    /// To come, in order. Hidden.
    pub fn coming(&self) -> &[KindId] {
        &self.order[usize::from(self.drawn)..usize::from(self.len)]
    }

    /// Deals what is to come anew. The outcome does not depend on the hidden order.
    #[inline]
    pub fn shuffle_coming<R: Rng>(&mut self, rng: &mut R) {
        let coming = &mut self.order[usize::from(self.drawn)..usize::from(self.len)];
        coming.sort_unstable();
        shuffle(rng, coming);
    }
}

/// What a draw could have brought: each kind of which `left` says that copies were there before it and that fits somewhere, with
/// the number of those copies. Tiles that fit nowhere are put aside and another is drawn, so each copy of these was as likely as
/// any other, whatever was put aside (G4, C2).
pub fn could_have_come(
    frontier: &Frontier,
    tiles: &TileSet,
    left: impl Fn(KindId) -> u8,
) -> impl Iterator<Item = (KindId, u8)> {
    let kinds = (0..tiles.kinds().min(MAX_KINDS)).map(|kind| KindId(kind as u8));
    let copies = kinds.map(move |kind| (kind, left(kind)));
    copies.filter(|&(kind, copies)| copies > 0 && frontier.has_placement(tiles, kind))
}
