//! Game in progress: the table, and the order of the upcoming tiles.

use std::fmt;

use rand::Rng;

use super::catalogue::FeatureKind;
use super::ingots::ingot_points;
use super::moves::Move;
use super::observers::Observer;
use super::setup::Setup;
use super::table::{Phase, Table};
use crate::game::{Points, Text};
use crate::landscape::deck::Deck;
use crate::landscape::frontier::Slot;
use crate::landscape::grid::Rotation;
use crate::landscape::tile::KindId;
use crate::player::Player;

/// Game in progress.
pub struct State<'s> {
    pub(super) table: Table<'s>,
    pub(super) deck: Deck,
}

impl Clone for State<'_> {
    #[inline]
    fn clone(&self) -> Self {
        State { table: self.table.clone(), ..*self }
    }

    /// Copies only the part in use.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let State { table, deck } = source;
        self.table.clone_from(table);
        self.deck = *deck;
    }
}

impl<'s> State<'s> {
    /// Starts a game with the tiles in a given order.
    ///
    /// # Panics
    /// If there are more tiles than a landscape holds.
    ///
    /// # Examples
    ///
    /// ```
    /// use goldrush_engine::carcassonne::{Catalogue, Rules, Setup, State};
    ///
    /// let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
    /// // In catalogue order.
    /// let tiles = setup.catalogue().bag(false);
    /// let state = State::with_deal(&setup, &tiles, &mut ());
    /// assert_eq!((state.table().hand(), state.deal_order()), (tiles[0], &tiles[..]));
    /// # Ok::<(), String>(())
    /// ```
    pub fn with_deal<O: Observer>(setup: &'s Setup, tiles: &[KindId], observer: &mut O) -> State<'s> {
        let mut state = State::before_first_draw(setup, tiles);
        state.draw(observer);
        state
    }

    /// Creates a game before the shuffle, as a template for [`State::begin`].
    pub fn undealt(setup: &'s Setup) -> State<'s> {
        State::before_first_draw(setup, &setup.catalogue().bag(setup.rules().gold_mines))
    }

    /// Deals a game over an existing one: the same result as a new deal, without rebuilding the table.
    #[inline]
    pub fn begin<R: Rng, O: Observer>(&mut self, undealt: &State<'s>, rng: &mut R, observer: &mut O) {
        self.clone_from(undealt);
        self.deck.shuffle_upcoming(rng);
        self.draw(observer);
    }

    fn before_first_draw(setup: &'s Setup, tiles: &[KindId]) -> State<'s> {
        let mut state = State { table: Table::new(setup), deck: Deck::new(tiles) };
        for tile in tiles {
            state.table.left[tile.index()] += 1;
        }
        state.table.tiles_left = tiles.len() as u8;
        state
    }

    /// Returns the public table.
    #[inline]
    pub fn table(&self) -> &Table<'s> {
        &self.table
    }

    /// C2: draws until a tile fits; ends the game if none does.
    #[inline]
    fn draw<O: Observer>(&mut self, observer: &mut O) {
        let table = &mut self.table;
        let taken = self.deck.draw_until(|kind| {
            table.count_off(kind);
            let fits = table.try_hand(kind);
            if !fits {
                observer.on_discard(kind);
            }
            fits.then_some(())
        });
        if taken.is_none() {
            self.table.end(observer);
        }
    }

    /// Like [`State::draw`], for playouts: returns a random placement of the tile, or `None` if the game must end.
    #[inline]
    pub(super) fn draw_in_playout<R: Rng>(&mut self, rng: &mut R) -> Option<(Slot, Rotation)> {
        let table = &mut self.table;
        self.deck.draw_until(|kind| {
            table.count_off(kind);
            let placement = table.random_placement(kind, rng)?;
            table.hand = kind;
            Some(placement)
        })
    }

    /// Plays a legal move and reports its effects to `observer`.
    ///
    /// # Panics
    /// If a placement is not on an open cell; other illegal moves may panic too.
    #[inline]
    pub fn play_observed<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        observer.on_move(&self.table, mv);
        match mv {
            Move::Place { cell, rotation } => {
                let slot = self.table.landscape.frontier().slot(cell).expect("a legal placement is on an open cell");
                self.table.place(slot, rotation);
            }
            Move::Ingot { on } => self.table.lay_second_ingot(on),
            Move::Pass => self.table.finish_turn(observer),
            Move::Follow { segment } => {
                self.table.follow(segment);
                self.table.finish_turn(observer);
            }
            Move::Take { from } => self.table.take(from, observer),
        }
        if self.table.phase == Phase::Draw {
            self.draw(observer);
        }
    }

    /// Returns the tiles after the start tile in the order dealt, hidden ones included; for records and tests against
    /// peeking.
    pub fn deal_order(&self) -> &[KindId] {
        self.deck.order()
    }

    /// Returns the number of tiles set aside because they fitted nowhere (C2).
    pub fn discarded(&self) -> usize {
        let laid = self.table.landscape.tiles().len() - 1;
        let in_hand = usize::from(self.table.phase == Phase::Place);
        self.deck.drawn().len().saturating_sub(laid + in_hand)
    }

    /// Returns a player's points so far by source: the kinds of features, then ingots.
    pub fn sources(&self, player: Player) -> [Points; 5] {
        let [r, c, m, f] = FeatureKind::ALL.map(|kind| self.table.points(kind, player));
        [r, c, m, f, ingot_points(self.table.collected(player))]
    }
}

impl PartialEq for State<'_> {
    /// Compares everything that can matter later: two states are equal if their text is.
    fn eq(&self, other: &Self) -> bool {
        self.to_text() == other.to_text()
    }
}

impl fmt::Debug for State<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}
