//! Turns in records of tile games, and their recorder.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{EndRecord, ScoredRecord, TurnRecorder, compare_lists, compare_scored, compare_values};
use crate::landscape::grid::{Cell, Rotation};
use crate::landscape::state::State;
use crate::landscape::table::{Evaluation, Table, TileGame};
use crate::landscape::tile::KindId;

/// Initial capacity for turns; enough for most games.
const TYPICAL_TURNS: usize = 96;

/// One turn: a placement, an action (`A`), and its effects, such as tokens taken (`T`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnRecord<A, T> {
    /// Seat to move.
    pub seat: usize,
    /// Tiles drawn that fitted nowhere.
    pub discarded: Vec<SmolStr>,
    /// Kind of the tile laid.
    pub tile: SmolStr,
    /// Steps east of the start tile.
    pub x: i8,
    /// Steps south of the start tile.
    pub y: i8,
    /// Rotation in degrees.
    pub rotation: u16,
    /// Tile that got the second ingot of a gold tile (M2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ingot: Option<[i8; 2]>,
    /// Action taken after the placement.
    pub action: A,
    /// Tokens acquired or ingots taken, in order (M5: several in a row by one seat in any order).
    pub taken: Vec<T>,
    /// Features that scored.
    pub scored: Vec<ScoredRecord>,
}

impl<A: Clone, T: Clone + PartialEq + Display> TurnRecord<A, T> {
    /// Returns the recorded placement, if it is legal.
    pub(crate) fn placement<G: TileGame>(
        &self,
        table: &Table<G>,
    ) -> Result<(Cell, Rotation), String> {
        let TurnRecord {
            tile,
            x,
            y,
            rotation,
            ..
        } = self;
        let angle = Rotation::from_degrees(*rotation)
            .ok_or_else(|| format!("{rotation} is no rotation"))?;
        let cell = Cell { x: *x, y: *y };
        if table.allows(cell, angle) {
            Ok((cell, angle))
        } else {
            Err(format!(
                "{tile} cannot be laid at {x},{y} turned by {rotation}"
            ))
        }
    }

    /// Compares a turn with its record; `text` formats an action, and `what` and `sorted` name and sort the things
    /// taken.
    pub(crate) fn compare(
        &self,
        recorded: &Self,
        text: impl Fn(&A) -> String,
        what: &str,
        sorted: impl Fn(&[T]) -> Vec<T>,
    ) -> Result<(), String> {
        compare_values("seat", &self.seat, &recorded.seat)?;
        compare_values("discarded", &self.discarded, &recorded.discarded)?;
        compare_values("tile", &self.tile, &recorded.tile)?;
        compare_values("ingot", &self.ingot, &recorded.ingot)?;
        compare_values("action", &text(&self.action), &text(&recorded.action))?;
        compare_lists(what, &sorted(&self.taken), &sorted(&recorded.taken))?;
        compare_scored("scored", &self.scored, &recorded.scored)
    }
}

/// Recorder of a tile game; the game's observer tells it what happens.
#[derive(Clone, Debug)]
pub struct TileRecorder<A, T> {
    turns: Vec<TurnRecord<A, T>>,
    pub(crate) end: EndRecord,
    discarded: Vec<KindId>,
}

impl<A, T> Default for TileRecorder<A, T> {
    fn default() -> Self {
        TileRecorder {
            turns: Vec::new(),
            end: EndRecord::default(),
            discarded: Vec::new(),
        }
    }
}

impl<A: Clone + std::fmt::Debug, T: Clone + std::fmt::Debug> TurnRecorder for TileRecorder<A, T> {
    type Turn = TurnRecord<A, T>;

    fn turns(&self) -> &[TurnRecord<A, T>] {
        &self.turns
    }

    fn into_turns(self) -> Vec<TurnRecord<A, T>> {
        self.turns
    }
}

impl<A, T> TileRecorder<A, T> {
    /// Begins a turn with the placement of the tile in hand; `action` stands until another one is recorded.
    pub(crate) fn begin<G: TileGame>(
        &mut self,
        table: &Table<G>,
        Cell { x, y }: Cell,
        rotation: Rotation,
        action: A,
    ) {
        if self.turns.is_empty() {
            self.turns.reserve(TYPICAL_TURNS);
        }
        let discarded = self.discarded.drain(..);
        self.turns.push(TurnRecord {
            seat: table.seat().index(),
            discarded: discarded
                .map(|kind| SmolStr::new(table.kind_name(kind)))
                .collect(),
            tile: SmolStr::new(table.kind_name(table.hand())),
            x,
            y,
            rotation: rotation.degrees(),
            ingot: None,
            action,
            taken: Vec::new(),
            scored: Vec::new(),
        });
    }

    /// Notes a tile that fitted nowhere.
    pub(crate) fn discard(&mut self, kind: KindId) {
        self.discarded.push(kind);
    }

    /// Returns the turn in progress.
    ///
    /// # Panics
    /// If there is none: a turn begins with a placement.
    pub(crate) fn turn(&mut self) -> &mut TurnRecord<A, T> {
        self.turns
            .last_mut()
            .expect("a turn begins with a placement")
    }

    /// Records something taken.
    pub(crate) fn take(&mut self, taken: T) {
        if let Some(turn) = self.turns.last_mut() {
            turn.taken.push(taken);
        }
    }

    /// Records an evaluated feature, if it scored: in this turn if it is complete, otherwise at the end.
    pub(crate) fn score(&mut self, scored: Option<ScoredRecord>, complete: bool) {
        match self.turns.last_mut() {
            Some(turn) if complete => turn.scored.extend(scored),
            _ => self.end.scored.extend(scored),
        }
    }
}

/// Returns the names of the tiles after the start tile, in the order dealt.
pub(crate) fn dealt<G: TileGame>(state: &State<G>) -> Vec<SmolStr> {
    state
        .deck
        .order()
        .iter()
        .map(|kind| SmolStr::new(state.table.kind_name(*kind)))
        .collect()
}

/// Finds the kinds of recorded tiles.
pub(crate) fn kinds(
    tiles: &[SmolStr],
    find: impl Fn(&str) -> Option<KindId>,
) -> Result<Vec<KindId>, String> {
    tiles
        .iter()
        .map(|id| find(id).ok_or_else(|| format!("no kind of tile is called \"{id}\"")))
        .collect()
}

/// Returns true if two deals have the same tiles.
pub(crate) fn same_tiles(mut one: Vec<KindId>, mut other: Vec<KindId>) -> bool {
    one.sort_unstable();
    other.sort_unstable();
    one == other
}

/// Items of [`Recordable`](super::Recordable) that are the same for all tile games with the usual names of types.
macro_rules! tile_game_items {
    () => {
        type Rules = Rules;
        type Deal = DealRecord;
        type Turn = TurnRecord;
        type End = $crate::record::EndRecord;
        type Sources = Sources;
        type Recorder = Recorder;

        fn rules(setup: &Setup) -> Rules {
            Rules::clone(setup.rules())
        }

        fn players(setup: &Setup) -> usize {
            setup.players()
        }

        #[inline]
        fn begins_turn(state: &State<'_>) -> bool {
            state.table().is_placing()
        }

        fn play_and_record(state: &mut State<'_>, mv: Move, recorder: &mut Recorder) {
            state.play_observed(mv, recorder);
        }

        fn end(recorder: &Recorder) -> $crate::record::EndRecord {
            recorder.end.clone()
        }

        fn compare_end(
            played: &$crate::record::EndRecord,
            recorded: &$crate::record::EndRecord,
        ) -> Result<(), String> {
            $crate::record::compare_scored("scored at the end", &played.scored, &recorded.scored)
        }
    };
}
pub(crate) use tile_game_items;

impl<K: Copy + Into<&'static str>> Evaluation<K> {
    /// Returns the record of the feature, or `None` if nobody scores.
    pub fn record<G: TileGame>(&self, table: &Table<G>) -> Option<ScoredRecord> {
        ScoredRecord::new(
            table.landscape(),
            self.kind.into(),
            self.feature,
            self.points,
            self.seats,
        )
    }
}
