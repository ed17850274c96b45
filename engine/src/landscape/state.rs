//! Landscape game in progress: the table, the order of the upcoming tiles, and what else is hidden.

use std::fmt;
use std::ops::Deref;

use rand::Rng;

use super::deck::Deck;
use super::frontier::Slot;
use super::grid::Rotation;
use super::table::{Table, TileGame};
use super::tile::KindId;
use crate::game::{Text, View};

/// Items of [`State`](crate::game::State) that are the same for all tile games with the usual names of types.
macro_rules! state_items {
    ($s:lifetime) => {
        type Setup = &$s Setup;
        type Move = Move;
        type Observation = Observation;

        #[inline]
        fn players(&self) -> usize {
            self.table.players()
        }

        #[inline]
        fn to_move(&self) -> Option<Player> {
            self.table.to_move()
        }

        #[inline]
        fn play_unchecked(&mut self, mv: Move) {
            self.play_observed(mv, &mut ());
        }
    };
}
pub(crate) use state_items;

/// Game in progress.
///
/// Dereferences to the public table, for the convenience of tests and tools that hold the true state. Agents get a
/// [`View`] instead, which does not dereference and whose table is entirely public.
pub struct State<'s, G: TileGame> {
    pub(crate) table: Table<'s, G>,
    pub(crate) deck: Deck,
    pub(crate) hidden: G::Hidden,
}

impl<G: TileGame> Clone for State<'_, G> {
    #[inline]
    fn clone(&self) -> Self {
        State { table: self.table.clone(), ..*self }
    }

    /// Copies only the part in use: cheaper than [`Clone::clone`], and the way to return to a position.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let State { table, deck, hidden } = source;
        self.table.clone_from(table);
        (self.deck, self.hidden) = (*deck, *hidden);
    }
}

impl<'s, G: TileGame> State<'s, G> {
    /// Creates a game before its first draw, with the tiles in a given order.
    ///
    /// # Panics
    /// If there are more tiles than a landscape holds.
    pub(crate) fn before_first_draw(table: Table<'s, G>, tiles: &[KindId], hidden: G::Hidden) -> State<'s, G> {
        let mut state = State { table, deck: Deck::new(&[], 0), hidden };
        state.stack(tiles);
        state
    }

    /// Stacks the tiles to draw, and counts them. None may be left.
    #[inline]
    pub(crate) fn stack(&mut self, tiles: &[KindId]) {
        self.deck = Deck::new(tiles, G::tiles_left_out(self.table.setup));
        for tile in tiles {
            self.table.left[tile.index()] += 1;
        }
        self.table.tiles_left = self.deck.to_draw();
    }

    /// Returns all tiles in the order in which they are drawn, and how many have been, with the one in hand. The order of
    /// the others is hidden.
    pub fn draws(&self) -> (&[KindId], usize) {
        (self.deck.order(), self.deck.drawn().len())
    }

    /// Returns the public table.
    #[inline]
    pub fn table(&self) -> &Table<'s, G> {
        &self.table
    }

    /// G4, C2: draws until a tile fits, and calls `discard` with those that do not. Returns false if none does.
    #[inline]
    pub(crate) fn draw_tile(&mut self, mut discard: impl FnMut(KindId)) -> bool {
        let table = &mut self.table;
        let taken = self.deck.draw_until(|kind| {
            table.count_off(kind);
            let fits = table.try_hand(kind);
            if !fits {
                discard(kind);
            }
            fits.then_some(())
        });
        taken.is_some()
    }

    /// Like [`State::draw_tile`], for playouts: returns a random placement of the tile, or `None` if the game must end.
    #[inline]
    pub(crate) fn draw_in_playout<R: Rng>(&mut self, rng: &mut R) -> Option<(Slot, Rotation)> {
        let table = &mut self.table;
        self.deck.draw_until(|kind| {
            table.count_off(kind);
            let placement = table.random_placement(kind, rng)?;
            table.hand = kind;
            Some(placement)
        })
    }
}

impl<'s, G: TileGame> Deref for State<'s, G> {
    type Target = Table<'s, G>;

    #[inline]
    fn deref(&self) -> &Table<'s, G> {
        &self.table
    }
}

impl<G: TileGame> PartialEq for State<'_, G>
where
    Self: Text,
{
    /// Compares everything that can matter later: two states are equal if their text is.
    fn eq(&self, other: &Self) -> bool {
        self.to_text() == other.to_text()
    }
}

impl<G: TileGame> fmt::Debug for State<'_, G>
where
    Self: Text,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl<'a, 's, G: TileGame> View<'a, State<'s, G>>
where
    State<'s, G>: crate::game::State,
{
    /// Returns the table; all of it is public.
    #[inline]
    pub fn table(&self) -> &'a Table<'s, G> {
        self.state().table()
    }
}
