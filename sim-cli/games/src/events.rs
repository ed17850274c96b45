//! Events of tile games, as sent to bots. The events alone suffice to follow a game.

use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::landscape::table::{Evaluation, Table, TileGame};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;
use goldrush_engine::record::ScoredRecord;
use serde::Serialize;

use super::log::Log;

/// Items of an [`Observer`](goldrush_engine::landscape::table::Observer) that all logs of tile games have.
macro_rules! log_items {
    () => {
        fn on_discard(&mut self, kind: KindId) {
            self.discard(kind);
        }

        fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
            self.evaluated(table, evaluation);
        }
    };
}
pub(super) use log_items;

/// Returns the name of a kind of tile.
pub fn name<G: TileGame>(table: &Table<G>, kind: KindId) -> String {
    table.kind_name(kind).into()
}

/// An event; `A` is the type of an action in the game's records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TileEvent<A> {
    /// A tile was drawn that fit nowhere and was discarded.
    Discarded { tile: String },
    /// A tile was drawn and placed.
    Placed {
        /// The seat that placed it.
        seat: usize,
        tile: String,
        /// Column of its cell.
        x: i8,
        /// Row of its cell.
        y: i8,
        /// Angle in degrees, clockwise.
        rotation: u16,
    },
    /// The second ingot of a gold tile was placed (M2).
    Ingot {
        /// The seat that placed it.
        seat: usize,
        /// Column of the tile it was placed on.
        x: i8,
        /// Row of the tile it was placed on.
        y: i8,
    },
    /// The action of the turn was taken.
    Acted {
        /// The seat that took it.
        seat: usize,
        /// The action, as in records.
        action: A,
    },
    /// A token was acquired.
    Token {
        /// The seat that acquired it.
        seat: usize,
        /// `mined` or `won`.
        how: &'static str,
        /// Its value; `None` for other seats than its owner.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<u8>,
    },
    /// An ingot was taken (M5).
    Taken {
        /// The seat that took it.
        seat: usize,
        /// Column of the tile it was taken from.
        x: i8,
        /// Row of the tile it was taken from.
        y: i8,
    },
    /// A feature was evaluated.
    Scored {
        /// Its kind, cells and points, and the seats that get them.
        #[serde(flatten)]
        scored: ScoredRecord,
        /// True if it was completed; false if it was evaluated at the end of the game.
        complete: bool,
    },
}

/// Log of everything that happened in a game so far.
#[derive(Clone, Debug)]
pub struct TileLog<A> {
    events: Vec<TileEvent<A>>,
    /// Tiles discarded but not yet logged: their names need the table, which the observer lacks when they are
    /// discarded.
    discarded: Vec<KindId>,
}

impl<A> Default for TileLog<A> {
    fn default() -> TileLog<A> {
        TileLog {
            events: Vec::new(),
            discarded: Vec::new(),
        }
    }
}

impl<A> TileLog<A> {
    /// Adds an event.
    pub fn push(&mut self, event: TileEvent<A>) {
        self.events.push(event);
    }

    /// Logs an evaluated feature, if somebody scores.
    pub fn evaluated<G: TileGame>(
        &mut self,
        table: &Table<G>,
        evaluation: &Evaluation<G::FeatureKind>,
    ) where
        G::FeatureKind: Into<&'static str>,
    {
        let complete = evaluation.complete;
        self.events.extend(
            evaluation
                .record(table)
                .map(|scored| TileEvent::Scored { scored, complete }),
        );
    }

    /// Logs that a tile was placed.
    pub fn placed(&mut self, seat: Player, tile: String, Cell { x, y }: Cell, rotation: Rotation) {
        self.push(TileEvent::Placed {
            seat: seat.index(),
            tile,
            x,
            y,
            rotation: rotation.degrees(),
        });
    }

    /// Notes that a tile was discarded; [`TileLog::name_discarded`] logs it.
    pub fn discard(&mut self, kind: KindId) {
        self.discarded.push(kind);
    }

    /// Logs the tiles discarded since the last call, by name.
    pub fn name_discarded(&mut self, name: impl Fn(KindId) -> String) {
        self.events.extend(
            self.discarded
                .drain(..)
                .map(|kind| TileEvent::Discarded { tile: name(kind) }),
        );
    }
}

impl<A: Clone + Serialize> Log for TileLog<A> {
    type Event = TileEvent<A>;

    fn count(&self) -> usize {
        self.events.len()
    }

    fn since(&self, first: usize, seat: Player) -> Vec<TileEvent<A>> {
        let mut events = self.events[first..].to_vec();
        for event in &mut events {
            if let TileEvent::Token {
                seat: owner, value, ..
            } = event
                && *owner != seat.index()
            {
                *value = None;
            }
        }
        events
    }
}
