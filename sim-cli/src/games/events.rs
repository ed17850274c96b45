//! What happens in games of tiles, as bots are told it: by these events alone a game can be followed.

use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;
use goldrush_engine::record::ScoredRecord;
use serde::Serialize;

use super::protocol::Log;

/// Something that happened; `A` is what a game's records call an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TileEvent<A> {
    /// A tile was drawn that fitted nowhere.
    Discarded {
        /// The tile.
        tile: String,
    },
    /// A tile was drawn and laid.
    Placed {
        /// By whom.
        seat: usize,
        /// The tile.
        tile: String,
        /// Its cell.
        x: i8,
        /// Its cell.
        y: i8,
        /// Its angle in degrees.
        rotation: u16,
    },
    /// The second ingot of a gold tile was laid (M2).
    Ingot {
        /// By whom.
        seat: usize,
        /// On which tile.
        x: i8,
        /// On which tile.
        y: i8,
    },
    /// The action of that turn.
    Acted {
        /// By whom.
        seat: usize,
        /// As in records.
        action: A,
    },
    /// A token was acquired.
    Token {
        /// By whom.
        seat: usize,
        /// `mined` or `won`.
        how: &'static str,
        /// Its value, if it is one's own.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<u8>,
    },
    /// An ingot was taken (M5).
    Taken {
        /// By whom.
        seat: usize,
        /// From which tile.
        x: i8,
        /// From which tile.
        y: i8,
    },
    /// A feature was evaluated.
    Scored {
        /// Its kind, cells, points and the seats that get them.
        #[serde(flatten)]
        scored: ScoredRecord,
        /// Whether it was completed; if not, the game is over.
        complete: bool,
    },
}

/// Everything that happened in a game so far.
#[derive(Clone, Debug)]
pub struct TileLog<A> {
    events: Vec<TileEvent<A>>,
    /// Tiles that were discarded while nobody who knows their names was there to be asked.
    discarded: Vec<KindId>,
}

impl<A> Default for TileLog<A> {
    fn default() -> TileLog<A> {
        TileLog { events: Vec::new(), discarded: Vec::new() }
    }
}

impl<A> TileLog<A> {
    /// Something happened.
    pub fn push(&mut self, event: TileEvent<A>) {
        self.events.push(event);
    }

    /// A tile was laid.
    pub fn placed(&mut self, seat: Player, tile: String, Cell { x, y }: Cell, rotation: Rotation) {
        self.push(TileEvent::Placed { seat: seat.index(), tile, x, y, rotation: rotation.degrees() });
    }

    /// A tile was discarded.
    pub fn discard(&mut self, kind: KindId) {
        self.discarded.push(kind);
    }

    /// Tells of the tiles that were discarded, by name.
    pub fn name_discarded(&mut self, name: impl Fn(KindId) -> String) {
        self.events.extend(self.discarded.drain(..).map(|kind| TileEvent::Discarded { tile: name(kind) }));
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
            if let TileEvent::Token { seat: owner, value, .. } = event
                && *owner != seat.index()
            {
                *value = None;
            }
        }
        events
    }
}
