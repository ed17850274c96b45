//! The events of a game, in words.

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::{
    AcquiredToken, Acquisition, Action, Evaluation, FeatureKind, GoldRush, Move, Observer, Setup,
    State, Table,
};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::{Player, PlayerSet};

use super::describe::{camps_and_herds, tile_name};
use crate::change::Change;
use crate::viewer::{Viewer, count, place, place_from};

/// An event of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A turn: a tile was placed, perhaps followed by an action.
    Turn {
        seat: Player,
        kind: KindId,
        cell: Cell,
        turn_action: TurnAction,
    },
    /// A tile fit nowhere and was discarded.
    Discarded(KindId),
    /// A seat acquired tokens.
    Tokens {
        seat: Player,
        how: Acquisition,
        values: Vec<u8>,
    },
    /// A feature was evaluated.
    Scored {
        seats: PlayerSet,
        points: u16,
        /// The feature: `a completed railroad of 4 tiles, doubled by its locomotive`.
        what: String,
    },
}

/// An action after placing a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnAction {
    /// No action, or none yet.
    None,
    /// A cowboy was placed on a feature of this kind.
    Cowboy(FeatureKind),
    /// A tent was pitched on, or moved to, this cell.
    Tent(Cell),
    Mined,
    /// A cowboy was taken back from this cell.
    TakenBack(Cell),
}

/// Returns the name of a cowboy's role on a kind of feature.
pub fn role(kind: FeatureKind) -> &'static str {
    ["railwayman", "miner", "merchant", "farmer"][kind as usize]
}

/// Observer that collects events in order.
#[derive(Clone, Default, Debug)]
pub struct Log(pub Vec<Event>);

impl Observer<GoldRush> for Log {
    fn on_move(&mut self, table: &Table, mv: Move) {
        match mv {
            Move::Place { cell, .. } => {
                self.0.push(Event::Turn {
                    seat: table.seat(),
                    kind: table.hand(),
                    cell,
                    turn_action: TurnAction::None,
                });
            }
            Move::Act(action) => {
                let done = turn_action(table, action);
                let turn = self.0.iter_mut().rev().find_map(|event| match event {
                    Event::Turn { turn_action, .. } => Some(turn_action),
                    _ => None,
                });
                if let Some(turn_action) = turn {
                    *turn_action = done;
                }
            }
        }
    }

    fn on_discard(&mut self, kind: KindId) {
        self.0.push(Event::Discarded(kind));
    }

    fn on_gain(&mut self, player: Player, token: AcquiredToken) {
        match self.0.last_mut() {
            Some(Event::Tokens { seat, how, values }) if (*seat, *how) == (player, token.how) => {
                values.push(token.value);
            }
            _ => self.0.push(Event::Tokens {
                seat: player,
                how: token.how,
                values: vec![token.value],
            }),
        }
    }

    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
        let Evaluation {
            seats,
            points,
            complete,
            ..
        } = *evaluation;
        if complete || points > 0 {
            self.0.push(Event::Scored {
                seats,
                points,
                what: feature(table, evaluation),
            });
        }
    }
}

/// Returns what the action of a turn changes, if it takes one.
pub(super) fn changed(before: &State<'static>, moves: &[Move]) -> Option<Change> {
    let mut state = before.clone();
    moves.iter().find_map(|&mv| {
        let change = match mv {
            Move::Place { .. } => None,
            Move::Act(action) => match turn_action(state.table(), action) {
                // The tokens that the turn brings include the mined one.
                TurnAction::None | TurnAction::Mined => None,
                TurnAction::Cowboy(kind) => Some(Change::new("place", format!("a {}", role(kind)))),
                TurnAction::Tent(_) => Some(Change::new("set", "up a tent")),
                TurnAction::TakenBack(_) => Some(Change::new("take", "back a cowboy")),
            },
        };
        state.play_unchecked(mv);
        change
    })
}

fn turn_action(table: &Table, action: Action) -> TurnAction {
    match action {
        Action::None => TurnAction::None,
        Action::Cowboy { segment } => {
            let tile = table.landscape().tile(table.newest());
            TurnAction::Cowboy(table.kind(tile.segment(usize::from(segment))))
        }
        Action::Tent { to, .. } => TurnAction::Tent(cell_of(table, to)),
        Action::Mine { .. } => TurnAction::Mined,
        Action::TakeBack { cowboy } => {
            let from = table.cowboys(table.seat())[usize::from(cowboy)];
            TurnAction::TakenBack(cell_of(table, from))
        }
    }
}

/// Returns the cell of the tile that a segment is on.
pub(super) fn cell_of(table: &Table, segment: SegmentId) -> Cell {
    table.landscape().tile_of(segment).cell()
}

fn feature(table: &Table, evaluation: &Evaluation) -> String {
    let word = table.word(evaluation.feature);
    let state = if evaluation.complete {
        "a completed"
    } else {
        "an unfinished"
    };
    match evaluation.kind {
        FeatureKind::Railroad => {
            let times = match table.rules().locomotive_factor {
                2 => "doubled".to_owned(),
                3 => "tripled".to_owned(),
                factor => format!("multiplied by {factor}"),
            };
            let doubled = match (evaluation.doubled > 0, word.locomotives()) {
                (true, 1) => format!(", {times} by its locomotive"),
                (true, _) => format!(", {times} by its locomotives"),
                (false, 2..) if evaluation.complete => {
                    format!(", not {times} because it has several locomotives")
                }
                _ => String::new(),
            };
            format!(
                "{state} railroad of {}{doubled}",
                count(word.tiles().into(), "tile")
            )
        }
        FeatureKind::Mountain => format!(
            "{state} mountain with {}",
            count(word.nuggets().into(), "nugget")
        ),
        FeatureKind::City => format!(
            "{state} city with {}",
            count(word.railroads().into(), "completed railroad")
        ),
        FeatureKind::Prairie => format!(
            "a prairie with {}",
            camps_and_herds(word.camps(), word.herds())
        ),
    }
}

/// Names a place as seen from the tile just placed.
fn from_tile(tile: Cell, cell: Cell) -> String {
    let place = place_from(tile, cell);
    if place == "here" {
        "there".into()
    } else {
        place.replace("of here", "of it")
    }
}

/// Describes an event in a sentence. Token values are included only if `known` is set.
pub fn sentence(event: &Event, setup: &Setup, viewer: &Viewer, known: bool) -> String {
    match event {
        Event::Turn {
            seat,
            kind,
            cell,
            turn_action,
        } => {
            let then = match *turn_action {
                // The event of the token mentions that it was mined.
                TurnAction::None | TurnAction::Mined => String::new(),
                TurnAction::Cowboy(kind) => {
                    format!(" and {} a {}", viewer.verb_of(*seat, "place"), role(kind))
                }
                TurnAction::Tent(to) => {
                    let set = viewer.verb_of(*seat, "set");
                    format!(" and {set} up a tent {}", from_tile(*cell, to))
                }
                TurnAction::TakenBack(from) => {
                    let take = viewer.verb_of(*seat, "take");
                    format!(" and {take} back the cowboy {}", from_tile(*cell, from))
                }
            };
            format!(
                "{} a {} {}{then}.",
                viewer.does(*seat, "lay"),
                tile_name(setup.catalogue().kind(*kind)),
                place(*cell)
            )
        }
        Event::Discarded(kind) => {
            let tile = tile_name(setup.catalogue().kind(*kind));
            format!("A {tile} fits nowhere and is discarded.")
        }
        Event::Tokens { seat, how, values } => {
            let shown: Vec<_> = values.iter().map(ToString::to_string).collect();
            let shown = if known {
                format!(": {}", shown.join(", "))
            } else {
                String::new()
            };
            let verb = if *how == Acquisition::Mined {
                "mine"
            } else {
                "win"
            };
            format!(
                "{} {}{shown}.",
                viewer.does(*seat, verb),
                count(values.len(), "token")
            )
        }
        Event::Scored {
            seats: winners,
            points,
            what,
        } => {
            if winners.is_empty() {
                return format!("Nobody scores for {what}.");
            }
            let each = if winners.len() > 1 { " each" } else { "" };
            let subject = viewer.subjects(*winners);
            let verb = viewer.verb("score", *winners);
            format!("{subject} {verb} {points}{each} for {what}.")
        }
    }
}
