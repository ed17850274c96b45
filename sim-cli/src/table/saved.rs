//! The file in which a game with people is kept: a record of the turns played, and under `session` what is needed to
//! go on. When the game is over it is a complete record, which every command takes.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::{Catalogue, Deal, Move, Phase, Setup};
use goldrush_engine::landscape::grid::{Cell, Rotation};
use serde::{Deserialize, Serialize};

use super::seats::Seats;
use super::session::{Manner, Session};
use crate::error::bad_input;
use crate::games::GameName;
use crate::store::record::read_record;

const FORMAT: &str = "goldrush-session/1";

/// What a session needs besides the record.
#[derive(Serialize, Deserialize)]
struct SessionPart {
    format: String,
    practice: bool,
    lessons: bool,
    told: BTreeSet<String>,
    undone: usize,
    /// The tile of the turn that has not ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    laid: Option<Laid>,
    /// The catalogue's text, if it is not a built-in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Laid {
    x: i8,
    y: i8,
    rotation: u16,
}

/// A game as it was left.
pub(super) struct Saved {
    pub(super) setup: Setup,
    pub(super) seed: u64,
    pub(super) seats: Seats,
    pub(super) manner: Manner,
    pub(super) deal: Deal,
    pub(super) moves: Vec<Move>,
    pub(super) told: BTreeSet<String>,
    pub(super) undone: usize,
    /// The catalogue's text, if it is not a built-in one.
    pub(super) tiles: Option<String>,
}

pub(super) fn text(session: &Session) -> anyhow::Result<String> {
    let laid = session.moves().last().and_then(|&mv| match mv {
        Move::Place { cell, rotation } => Some(Laid { x: cell.x, y: cell.y, rotation: rotation.degrees() }),
        Move::Act(_) => None,
    });
    let part = SessionPart {
        format: FORMAT.into(),
        practice: session.manner().practice,
        lessons: session.manner().lessons,
        told: session.told().clone(),
        undone: session.undone(),
        laid,
        tiles: session.tiles().map(Into::into),
    };
    let mut value = serde_json::to_value(session.record())?;
    value["session"] = serde_json::to_value(part)?;
    Ok(format!("{value}\n"))
}

pub(super) fn read(file: &Path) -> anyhow::Result<Saved> {
    let wrong = |what: String| bad_input(format!("{}: {what}", file.display()));
    let (record, value) = read_record(file, 0)?;
    let part: SessionPart = match value.get("session") {
        Some(part) => serde_json::from_value(part.clone()).map_err(|e| wrong(format!("session: {e}")))?,
        None => return Err(wrong("a record, but not of a game of goldrush play, which has a part \"session\"".into())),
    };
    if part.format != FORMAT {
        return Err(wrong(format!("session: format \"{}\"; {FORMAT} is expected", part.format)));
    }
    let (rules, players) = record.check_format().map_err(|e| wrong(e.to_string()))?;
    let catalogue = match &part.tiles {
        Some(text) => Catalogue::parse(&record.catalogue, "its tiles", text).map_err(|e| wrong(e.to_string()))?,
        None => Catalogue::built_in(&record.catalogue)
            .ok_or_else(|| wrong(format!("there is no built-in catalogue {}", record.catalogue)))?,
    };
    let setup = Setup::new(Arc::new(catalogue), rules, players).map_err(wrong)?;
    let seats = Seats::of_names(GameName::GoldRush, &record.seats).map_err(|e| wrong(format!("seats: {e}")))?;
    if seats.humans().is_empty() {
        return Err(wrong("seats: nobody is human".into()));
    }
    let not_by_the_rules = |e| wrong(format!("not by the rules: {e}"));
    let deal = record.dealt(&setup).map_err(not_by_the_rules)?;
    let mut replay = record.replay(&setup).map_err(not_by_the_rules)?;
    for _ in 0..record.turns.len() {
        replay.step().map_err(not_by_the_rules)?;
    }
    let mut moves = replay.moves().to_vec();
    if let Some(Laid { x, y, rotation }) = part.laid {
        let rotation = Rotation::from_degrees(rotation).ok_or_else(|| wrong(format!("{rotation} is no rotation")))?;
        let laid = Move::Place { cell: Cell { x, y }, rotation };
        if replay.state().table().phase() != Phase::Place || !replay.state().is_legal(laid) {
            return Err(wrong(format!("the tile cannot be laid at {x},{y} turned by {rotation}")));
        }
        moves.push(laid);
    }
    let manner = Manner { practice: part.practice, lessons: part.lessons };
    let (told, undone, seed) = (part.told, part.undone, record.seed);
    Ok(Saved { seed, seats, manner, deal, moves, told, undone, setup, tiles: part.tiles })
}
