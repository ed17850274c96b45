//! The file in which a game is kept: a record of the moves so far, and under `session` what is needed to go on. When the
//! game is over it is a complete record.

use std::path::Path;

use goldrush_engine::game::{State as _, Text as _};
use serde::{Deserialize, Serialize};

use super::Manner;
use super::session::Session;
use super::shown::Shown;
use crate::error::bad_input;
use crate::games::GameName;
use crate::games::diary::{FORMAT as RECORD_FORMAT, MoveRecord};
use crate::games::variants::printed;
use crate::store::record::read_line;
use crate::table::kept::Kept;
use crate::table::seats::Seats;

const FORMAT: &str = "goldrush-session/1";

/// What a session needs besides the record.
#[derive(Serialize, Deserialize)]
struct SessionPart {
    format: String,
    practice: bool,
    assist: bool,
    undone: usize,
}

pub(super) fn text<G: Shown>(session: &Session<G>) -> anyhow::Result<String> {
    let Manner { practice, assist } = session.manner();
    let part = SessionPart { format: FORMAT.into(), practice, assist, undone: session.undone() };
    let mut value = serde_json::to_value(session.record())?;
    value["session"] = serde_json::to_value(part)?;
    Ok(format!("{value}\n"))
}

/// The game of a file, which nobody else plays from now on.
pub(super) fn read<G: Shown>(file: &Path) -> anyhow::Result<Session<G>> {
    let wrong = |what: String| bad_input(format!("{}: {what}", file.display()));
    let taken = Kept::take(file)?;
    let kept = read_line(file, 0)?;
    let record: MoveRecord<G::Rules> =
        serde_json::from_value(kept.clone()).map_err(|e| wrong(format!("not a record: {e}")))?;
    if record.format != RECORD_FORMAT {
        return Err(wrong(format!("format \"{}\"; {RECORD_FORMAT} is expected", record.format)));
    }
    let part: SessionPart = match kept.get("session") {
        Some(part) => serde_json::from_value(part.clone()).map_err(|e| wrong(format!("session: {e}")))?,
        None => return Err(wrong("a record, but not of a game of goldrush play, which has a part \"session\"".into())),
    };
    if part.format != FORMAT {
        return Err(wrong(format!("session: format \"{}\"; {FORMAT} is expected", part.format)));
    }
    let game: GameName = record.game.parse().map_err(wrong)?;
    let seats = Seats::of_names(game, &record.seats).map_err(|e| wrong(format!("seats: {e}")))?;
    if seats.humans().is_empty() {
        return Err(wrong("seats: nobody is human".into()));
    }
    let setup = printed::<G>(record.rules, seats.players())?;
    if G::name(&setup) != game.about().name {
        return Err(wrong(format!("rules: these are of {}, not of {game}", G::name(&setup))));
    }
    let setup: &'static G::Setup = Box::leak(Box::new(setup));
    let dealt = G::read_deal(setup, &record.deal).map_err(|e| wrong(format!("the deal: {e}")))?;
    let manner = Manner { practice: part.practice, assist: part.assist };
    let mut session = Session::<G>::of_deal(setup, record.seed, seats, manner, dealt, taken);
    for (number, line) in record.moves.iter().enumerate() {
        let wrong = |what: &str| wrong(format!("not by the rules: move {}, {}: {what}", number + 1, line.mv));
        if session.to_move().is_none_or(|seat| seat.index() != line.seat) {
            return Err(wrong(&format!("it is not the move of seat {}", line.seat)));
        }
        let mv = session.state().parse_move(&line.mv).map_err(|e| wrong(&e.problem))?;
        if !session.state().is_legal(mv) {
            return Err(wrong("not legal"));
        }
        session.follow(mv);
    }
    session.set_undone(part.undone);
    Ok(session)
}
