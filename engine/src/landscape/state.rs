//! Landscape game in progress: the table, the order of the upcoming tiles, and what else is hidden.

use std::fmt;
use std::ops::Deref;

use rand::Rng;

use super::deck::Deck;
use super::frontier::Slot;
use super::grid::Rotation;
use super::table::{Hidden as _, Table, TileGame};
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

        fn adopt_deal(&mut self, later: &Self) {
            self.adopt_hidden(later);
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
        State {
            table: self.table.clone(),
            ..*self
        }
    }

    /// Copies only the part in use: cheaper than [`Clone::clone`], and the way to return to a position.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let State {
            table,
            deck,
            hidden,
        } = source;
        self.table.clone_from(table);
        self.deck = *deck;
        self.hidden = *hidden;
    }
}

impl<'s, G: TileGame> State<'s, G> {
    /// Creates a game before its first draw, with the tiles in a given order.
    ///
    /// # Panics
    /// If there are more tiles than a landscape holds.
    pub(crate) fn before_first_draw(
        table: Table<'s, G>,
        tiles: &[KindId],
        hidden: G::Hidden,
    ) -> State<'s, G> {
        let mut state = State {
            table,
            deck: Deck::new(&[], 0),
            hidden,
        };
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

    /// Returns all tiles in the order in which they are drawn, hidden ones included.
    pub fn draw_order(&self) -> &[KindId] {
        self.deck.order()
    }

    /// Exchanges the tile in hand for an undrawn one of a kind, as if that one had been drawn. Every copy is equally likely,
    /// so the order of the others stays random. Returns false, and changes nothing, if there is no tile in hand or that
    /// kind could not have been drawn ([`Table::possible_draws`]).
    ///
    /// # Examples
    ///
    /// ```
    /// use goldrush_engine::game::State;
    /// use goldrush_engine::gold_rush::{self, Setup};
    /// use goldrush_engine::rng::{deal_stream, tool_stream};
    ///
    /// let setup = Setup::printed(2);
    /// let state = gold_rush::State::deal(&setup, &mut deal_stream(7, 0));
    /// for (kind, copies) in state.table().possible_draws() {
    ///     let mut other = state.clone();
    ///     assert!(other.redraw(kind, &mut tool_stream(1)));
    ///     assert_eq!((other.table().hand(), other.table().left(kind)), (kind, copies - 1));
    /// }
    /// ```
    pub fn redraw<R: Rng>(&mut self, kind: KindId, rng: &mut R) -> bool {
        let table = &self.table;
        if !table.is_placing() || table.possible_draws().all(|(possible, _)| possible != kind) {
            return false;
        }
        if kind != table.hand {
            self.deck.exchange_last(kind, rng);
            self.table.exchange_hand(kind);
        }
        true
    }

    /// See [`State::adopt_deal`](crate::game::State::adopt_deal).
    pub(crate) fn adopt_hidden(&mut self, later: &State<'s, G>) {
        self.deck.adopt_order(&later.deck);
        self.hidden.adopt_deal(&later.hidden);
        if let Some(kind) = self.deck.last_drawn().filter(|_| self.table.is_placing()) {
            self.table.exchange_hand(kind);
        }
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
            table.remove_from_counts(kind);
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
            table.remove_from_counts(kind);
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
