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

use super::brief::{self, effect, segment};
use super::describe::{after_placing, camps_and_herds, tile_name};
use crate::change::{Change, TileEffect};
use crate::viewer::{Viewer, count};

/// An event of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A turn: a tile was placed, perhaps followed by an action.
    Turn {
        seat: Player,
        kind: KindId,
        /// Effect of the tile on a feature other than that of the action.
        effect: Option<TileEffect>,
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

/// An action after placing a tile; a feature is named by what makes it valuable: `mountain with 7 tokens`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnAction {
    /// No action, or none yet.
    None,
    /// A cowboy was placed on this feature.
    Cowboy(FeatureKind, String),
    /// A tent was pitched on, or moved to, this mountain.
    Tent {
        on: String,
        is_moved: bool,
    },
    Mined,
    /// A cowboy was taken back from this feature.
    TakenBack(String),
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
            Move::Place { cell, rotation } => {
                let after = after_placing(table, cell, rotation);
                self.0.push(Event::Turn {
                    seat: table.seat(),
                    kind: table.hand(),
                    effect: after.and_then(|after| effect(&after, Action::None)),
                    turn_action: TurnAction::None,
                });
            }
            Move::Act(action) => {
                let turn = self.0.iter_mut().rev().find_map(|event| match event {
                    Event::Turn {
                        effect,
                        turn_action,
                        ..
                    } => Some((effect, turn_action)),
                    _ => None,
                });
                if let Some((of_tile, done)) = turn {
                    *of_tile = effect(table, action);
                    *done = turn_action(table, action);
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
                TurnAction::Cowboy(kind, _) => {
                    Some(Change::new("place", format!("a {}", role(kind))))
                }
                TurnAction::Tent { .. } => Some(Change::new("set", "up a tent")),
                TurnAction::TakenBack(_) => Some(Change::new("take", "back a cowboy")),
            },
        };
        state.play_unchecked(mv);
        change
    })
}

/// Returns what a tent that the moves pitch or move may mine there.
pub(super) fn tent_prospect(before: &State<'static>, moves: &[Move]) -> Option<Change> {
    let mut state = before.clone();
    moves.iter().find_map(|&mv| {
        let mountain = match mv {
            Move::Act(Action::Tent { to, .. }) => Some(to),
            Move::Act(_) | Move::Place { .. } => None,
        };
        let tokens = mountain.map(|to| state.table().word(state.table().feature(to)).tokens());
        state.play_unchecked(mv);
        Some(match tokens? {
            0 => Change::new("wait", "for tokens to mine there"),
            tokens => Change::new(
                "open",
                format!("{} to mining", count(tokens.into(), "token")),
            ),
        })
    })
}

fn turn_action(table: &Table, action: Action) -> TurnAction {
    let Some(segment) = segment(table, action) else {
        return TurnAction::None;
    };
    let on = brief::feature(table, segment);
    match action {
        Action::None => TurnAction::None,
        Action::Cowboy { .. } => TurnAction::Cowboy(table.kind(segment), on),
        Action::Tent { tent, .. } => TurnAction::Tent {
            on,
            is_moved: usize::from(tent) < table.tents(table.seat()).len(),
        },
        Action::Mine { .. } => TurnAction::Mined,
        Action::TakeBack { .. } => TurnAction::TakenBack(on),
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

/// Describes an event in a sentence. Token values are included only if `known` is set.
pub fn sentence(event: &Event, setup: &Setup, viewer: &Viewer, known: bool) -> String {
    match event {
        Event::Turn {
            seat,
            kind,
            effect,
            turn_action,
        } => {
            let effect = effect
                .as_ref()
                .map_or_else(String::new, |effect| format!(", {}", effect.words(viewer)));
            let deed = match turn_action {
                // The event of the token mentions that it was mined.
                TurnAction::None | TurnAction::Mined => None,
                TurnAction::Cowboy(kind, on) => {
                    Some(("place", format!("a {} on the {on}", role(*kind))))
                }
                TurnAction::Tent { on, is_moved } => Some(match is_moved {
                    true => ("move", format!("the tent to the {on}")),
                    false => ("set", format!("up a tent on the {on}")),
                }),
                TurnAction::TakenBack(on) => {
                    Some(("take", format!("back the cowboy from the {on}")))
                }
            };
            let then = deed.map_or_else(String::new, |(verb, what)| {
                let comma = if effect.is_empty() { "" } else { "," };
                format!("{comma} and {} {what}", viewer.verb_of(*seat, verb))
            });
            format!(
                "{} a {}{effect}{then}.",
                viewer.does(*seat, "lay"),
                tile_name(setup.catalogue().kind(*kind)),
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
