//! Game in progress: the table, and the order of the upcoming tiles.

use rand::Rng;

use super::moves::Move;
use super::{Carcassonne, Observer};

use super::setup::Setup;
use super::table::{Phase, Table};
use crate::landscape::state;
use crate::landscape::tile::KindId;

/// Game in progress; nothing is hidden but the order of the upcoming tiles.
pub type State<'s> = state::State<'s, Carcassonne>;

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
    pub fn with_deal<O: Observer<Carcassonne>>(
        setup: &'s Setup,
        tiles: &[KindId],
        observer: &mut O,
    ) -> State<'s> {
        let mut state = State::before_first_draw(Table::new(setup), tiles, ());
        state.draw(observer);
        state
    }

    /// Creates a game before the shuffle, as a template for [`State::begin`].
    pub fn undealt(setup: &'s Setup) -> State<'s> {
        State::before_first_draw(
            Table::new(setup),
            &setup.catalogue().bag(setup.rules().gold_mines),
            (),
        )
    }

    /// Deals a game over an existing one: the same result as a new deal, without rebuilding the table.
    #[inline]
    pub fn begin<R: Rng, O: Observer<Carcassonne>>(
        &mut self,
        undealt: &State<'s>,
        rng: &mut R,
        observer: &mut O,
    ) {
        self.clone_from(undealt);
        self.deck.shuffle_upcoming(rng);
        self.draw(observer);
    }

    /// C2: draws until a tile fits; ends the game if none does.
    #[inline]
    fn draw<O: Observer<Carcassonne>>(&mut self, observer: &mut O) {
        if !self.draw_tile(|kind| observer.on_discard(kind)) {
            self.table.end(observer);
        }
    }

    /// Plays a legal move and reports its effects to `observer`.
    ///
    /// # Panics
    /// If a placement is not on an open cell; other illegal moves may panic too.
    #[inline]
    pub fn play_observed<O: Observer<Carcassonne>>(&mut self, mv: Move, observer: &mut O) {
        observer.on_move(&self.table, mv);
        match mv {
            Move::Place { cell, rotation } => {
                self.table.place(self.table.open_slot(cell), rotation);
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
        let in_hand = usize::from(self.table.is_placing());
        self.deck.drawn().len().saturating_sub(laid + in_hand)
    }
}
