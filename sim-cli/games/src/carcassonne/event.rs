//! Events of Carcassonne, as sent to bots.

use goldrush_engine::carcassonne::{ActionRecord, Carcassonne, Evaluation, Move, Observer, Table};
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;

pub use crate::events::name;
use crate::events::{TileEvent, TileLog, log_items};

/// Log of everything that happened in a game so far.
pub type EventLog = TileLog<ActionRecord>;

impl Observer<Carcassonne> for EventLog {
    fn on_move(&mut self, table: &Table, mv: Move) {
        self.name_discarded(|kind| name(table, kind));
        let seat = table.seat().index();
        match mv {
            Move::Place { cell, rotation } => {
                self.placed(table.seat(), name(table, table.hand()), cell, rotation);
            }
            Move::Ingot { on } => {
                let cell = table.landscape().tile(on).cell();
                self.push(TileEvent::Ingot {
                    seat,
                    x: cell.x,
                    y: cell.y,
                });
            }
            Move::Pass => self.push(TileEvent::Acted {
                seat,
                action: ActionRecord::None,
            }),
            Move::Follow { segment } => {
                let segment = table
                    .landscape()
                    .tile(table.newest())
                    .segment(usize::from(segment));
                let action = ActionRecord::Follower {
                    segment: table.label(segment),
                };
                self.push(TileEvent::Acted { seat, action });
            }
            // Logged in `taken`, which also sees the ingots taken without a choice.
            Move::Take { .. } => {}
        }
    }

    log_items!();

    fn on_gain(&mut self, seat: Player, Cell { x, y }: Cell) {
        self.push(TileEvent::Taken {
            seat: seat.index(),
            x,
            y,
        });
    }
}
