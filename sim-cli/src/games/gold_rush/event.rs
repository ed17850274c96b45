//! What happens in a game, as bots are told.

use goldrush_engine::gold_rush::{Acquired, ActionRecord, Evaluation, Move, Observer, Table};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;
use goldrush_engine::record::ScoredRecord;
use serde::Serialize;

use crate::games::protocol::Log;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
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
    /// The action of that turn.
    Acted {
        /// By whom.
        seat: usize,
        /// As in records.
        action: ActionRecord,
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
#[derive(Clone, Default, Debug)]
pub struct EventLog {
    events: Vec<Event>,
    discarded: Vec<KindId>,
}

impl Log for EventLog {
    type Event = Event;

    fn count(&self) -> usize {
        self.events.len()
    }

    fn since(&self, first: usize, seat: Player) -> Vec<Event> {
        let mut events = self.events[first..].to_vec();
        for event in &mut events {
            if let Event::Token { seat: owner, value, .. } = event
                && *owner != seat.index()
            {
                *value = None;
            }
        }
        events
    }
}

impl Observer for EventLog {
    fn moving(&mut self, table: &Table, mv: Move) {
        let (seat, catalogue) = (table.seat().index(), table.setup().catalogue());
        let name = |kind| catalogue.kind(kind).name.clone();
        // A tile is discarded while nobody who knows the names is there to be asked.
        self.events.extend(self.discarded.drain(..).map(|kind| Event::Discarded { tile: name(kind) }));
        self.events.push(match mv {
            Move::Place { cell, rotation } => {
                Event::Placed { seat, tile: name(table.hand()), x: cell.x, y: cell.y, rotation: rotation.degrees() }
            }
            Move::Act(action) => Event::Acted { seat, action: ActionRecord::new(table, action) },
        });
    }

    fn discarded(&mut self, kind: KindId) {
        self.discarded.push(kind);
    }

    fn token(&mut self, player: Player, value: u8, how: Acquired) {
        let how = match how {
            Acquired::Mined => "mined",
            Acquired::Won => "won",
        };
        self.events.push(Event::Token { seat: player.index(), how, value: Some(value) });
    }

    fn evaluated(&mut self, table: &Table, evaluation: &Evaluation) {
        if evaluation.points > 0 && !evaluation.seats.is_empty() {
            let scored = evaluation.record(table);
            self.events.push(Event::Scored { scored, complete: evaluation.complete });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_a_token_is_told_to_its_owner_alone() {
        let mut log = EventLog::default();
        log.token(Player::new(1).unwrap(), 3, Acquired::Mined);
        log.token(Player::FIRST, 2, Acquired::Won);
        let values = |seat| {
            let told = log.since(0, Player::new(seat).unwrap());
            told.iter()
                .map(|event| if let Event::Token { value, .. } = event { *value } else { None })
                .collect::<Vec<_>>()
        };
        assert_eq!(values(1), [Some(3), None]);
        assert_eq!(values(0), [None, Some(2)]);
        assert_eq!(values(2), [None, None]);
        assert_eq!(log.since(1, Player::FIRST).len(), 1);
    }
}
