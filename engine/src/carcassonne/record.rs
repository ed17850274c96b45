//! Record format of Carcassonne (see [`crate::record`]): deal, turns and their effects.

use std::fmt;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::moves::Move;
use super::rules::Rules;
use super::setup::Setup;
use super::state::State;
use super::table::Evaluation;
use super::table::{Phase, Table};
use super::{Carcassonne, GAME, GAME_WITH_MINES, Observer};
use crate::game::{Points, State as _, Text as _};
use crate::landscape::grid::Cell;
use crate::landscape::tile::KindId;
use crate::player::Player;
use crate::record::{self, Recordable, TileRecorder, tiles};

/// Hidden order of the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRecord {
    /// Kinds of the tiles after the start tile, in the order drawn.
    pub tiles: Vec<SmolStr>,
}

/// One turn.
pub type TurnRecord = record::TurnRecord<ActionRecord, TokenRecord>;

/// Follower action of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ActionRecord {
    /// No follower.
    None,
    /// Follower on the new tile (C3).
    Follower {
        /// Label of the segment.
        segment: String,
    },
}

/// Ingot taken.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct TokenRecord {
    /// Seat that takes it.
    pub seat: usize,
    /// Steps east of the start tile.
    pub x: i8,
    /// Steps south of the start tile.
    pub y: i8,
}

impl fmt::Display for TokenRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "an ingot from {},{} for seat {}",
            self.x, self.y, self.seat
        )
    }
}

/// Points of a seat by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sources {
    /// Roads, finished or not.
    pub road: Points,
    /// Cities, finished or not.
    pub city: Points,
    /// Monasteries, finished or not.
    pub monastery: Points,
    /// Fields.
    pub field: Points,
    /// Ingots.
    pub gold: Points,
}

impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sources {
            road,
            city,
            monastery,
            field,
            gold,
        } = self;
        write!(
            f,
            "road {road}, city {city}, monastery {monastery}, field {field}, gold {gold}"
        )
    }
}

/// Sorts the ingots that each seat takes in a row: no other seat may take any between them, so their order decides nothing.
fn sorted(taken: &[TokenRecord]) -> Vec<TokenRecord> {
    let mut taken = taken.to_vec();
    taken
        .chunk_by_mut(|one, next| one.seat == next.seat)
        .for_each(<[_]>::sort_unstable);
    taken
}

impl ActionRecord {
    /// Formats the action for [`Text::parse_move`](crate::game::Text::parse_move).
    fn text(&self) -> String {
        match self {
            ActionRecord::None => "none".into(),
            ActionRecord::Follower { segment } => format!("follower {segment}"),
        }
    }
}

/// Observer that records a game.
pub type Recorder = TileRecorder<ActionRecord, TokenRecord>;

impl Observer<Carcassonne> for Recorder {
    fn on_move(&mut self, table: &Table, mv: Move) {
        match mv {
            Move::Place { cell, rotation } => self.begin(table, cell, rotation, ActionRecord::None),
            Move::Ingot { on } => {
                let cell = table.landscape().tile(on).cell();
                self.turn().ingot = Some([cell.x, cell.y]);
            }
            Move::Follow { segment } => {
                let segment = table
                    .landscape()
                    .tile(table.newest())
                    .segment(usize::from(segment));
                self.turn().action = ActionRecord::Follower {
                    segment: table.label(segment),
                };
            }
            // Recorded by `taken`, which also covers ingots taken without a choice.
            Move::Pass | Move::Take { .. } => {}
        }
    }

    fn on_discard(&mut self, kind: KindId) {
        self.discard(kind);
    }

    fn on_gain(&mut self, seat: Player, Cell { x, y }: Cell) {
        self.take(TokenRecord {
            seat: seat.index(),
            x,
            y,
        });
    }

    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
        self.score(evaluation.record(table), evaluation.complete);
    }
}

impl Recordable for Carcassonne {
    tiles::tile_game_items!();

    fn name(setup: &Setup) -> &'static str {
        if setup.rules().gold_mines {
            GAME_WITH_MINES
        } else {
            GAME
        }
    }

    fn identity(setup: &Setup) -> (String, u64) {
        (GAME.into(), setup.catalogue().hash())
    }

    fn deal_of(state: &State<'_>, _: &Recorder) -> DealRecord {
        DealRecord {
            tiles: tiles::dealt(state),
        }
    }

    fn from_deal<'s>(
        setup: &'s Setup,
        deal: &DealRecord,
        chosen: bool,
        recorder: &mut Recorder,
    ) -> Result<State<'s>, String> {
        let kinds = tiles::kinds(&deal.tiles, |id| setup.find(id))?;
        let most = setup.catalogue().bag(setup.rules().gold_mines);
        if kinds.len() > most.len() {
            return Err(format!(
                "it has {} tiles after the start tile, and the game {}",
                kinds.len(),
                most.len()
            ));
        }
        if !chosen && !tiles::same_tiles(kinds.clone(), most) {
            return Err("it does not have the tiles of the game, and the record does not say that it was chosen".into());
        }
        Ok(State::with_deal(setup, &kinds, recorder))
    }

    fn next_move(
        state: &State<'_>,
        turn: &TurnRecord,
        played: Option<&TurnRecord>,
    ) -> Result<Move, String> {
        let text = match state.table().phase() {
            Phase::Place => {
                let (cell, rotation) = turn.placement(state.table())?;
                return Ok(Move::Place { cell, rotation });
            }
            Phase::Ingot => match turn.ingot {
                Some([x, y]) => format!("ingot {x},{y}"),
                None => return Err("it does not say where the second ingot goes".into()),
            },
            Phase::Follow => turn.action.text(),
            Phase::Take => match turn
                .taken
                .get(played.map_or(0, |played| played.taken.len()))
            {
                Some(TokenRecord { x, y, .. }) => format!("take {x},{y}"),
                None => return Err("more ingots are to be taken".into()),
            },
            Phase::Draw | Phase::Over => return Err("nothing can be done any more".into()),
        };
        let mv = state
            .parse_move(&text)
            .map_err(|e| format!("{text}: {}", e.problem))?;
        state
            .is_legal(mv)
            .then_some(mv)
            .ok_or_else(|| format!("{text} is not legal"))
    }

    fn compare_turn(played: &TurnRecord, recorded: &TurnRecord) -> Result<(), String> {
        played.compare(recorded, ActionRecord::text, "ingots taken", sorted)
    }

    fn sources(state: &State<'_>, _: &Recorder, player: Player) -> Sources {
        let [road, city, monastery, field, gold] = state.sources(player);
        Sources {
            road,
            city,
            monastery,
            field,
            gold,
        }
    }
}
