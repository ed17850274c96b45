//! Events of Gold Rush, as sent to bots.

use goldrush_engine::gold_rush::{
    AcquiredToken, Acquisition, ActionRecord, Evaluation, GoldRush, Move, Observer, Table,
};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;

pub use crate::events::name;
use crate::events::{TileEvent, TileLog, log_items};

/// Log of everything that happened in a game so far.
pub type EventLog = TileLog<ActionRecord>;

impl Observer<GoldRush> for EventLog {
    fn on_move(&mut self, table: &Table, mv: Move) {
        self.name_discarded(|kind| name(table, kind));
        match mv {
            Move::Place { cell, rotation } => {
                self.placed(table.seat(), name(table, table.hand()), cell, rotation);
            }
            Move::Act(action) => {
                self.push(TileEvent::Acted {
                    seat: table.seat().index(),
                    action: ActionRecord::new(table, action),
                });
            }
        }
    }

    log_items!();

    fn on_gain(&mut self, seat: Player, AcquiredToken { value, how }: AcquiredToken) {
        let how = match how {
            Acquisition::Mined => "mined",
            Acquisition::Won => "won",
        };
        self.push(TileEvent::Token {
            seat: seat.index(),
            how,
            value: Some(value),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::Log as _;

    #[test]
    fn token_values_are_sent_only_to_their_owner() {
        let mut log = EventLog::default();
        log.on_gain(
            Player::new(1).unwrap(),
            AcquiredToken {
                value: 3,
                how: Acquisition::Mined,
            },
        );
        log.on_gain(
            Player::FIRST,
            AcquiredToken {
                value: 2,
                how: Acquisition::Won,
            },
        );
        let values = |seat| {
            let visible = log.since(0, Player::new(seat).unwrap());
            visible
                .iter()
                .map(|event| {
                    if let TileEvent::Token { value, .. } = event {
                        *value
                    } else {
                        None
                    }
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(values(1), [Some(3), None]);
        assert_eq!(values(0), [None, Some(2)]);
        assert_eq!(values(2), [None, None]);
        assert_eq!(log.since(1, Player::FIRST).len(), 1);
    }
}
