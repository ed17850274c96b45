//! Games written down as their moves: the form of games that have no other.

use std::collections::BTreeMap;

use goldrush_engine::game::{Game, Points, State, Text, TextError};
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::playable::{Playable, Played, StateOf, Unreadable, kept};
use super::protocol::Log;
use super::variants::printed;
use super::{GameName, Heading};
use crate::printable::printable;

/// What `format` says.
pub const FORMAT: &str = "goldrush-record/1";

/// One finished game. Further keys in a file are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRecord<R> {
    /// [`FORMAT`].
    pub format: String,
    /// The game's name.
    pub game: String,
    /// Seed of the run.
    pub seed: u64,
    /// Which deal of the run, from 0.
    pub block: u64,
    /// Entry i of the line-up sits in seat (i + seating) mod players.
    pub seating: usize,
    /// The options.
    pub rules: R,
    /// The agent of each seat.
    pub seats: Vec<String>,
    /// The state before the first move, as text, hidden things included.
    pub deal: String,
    /// The moves in order.
    pub moves: Vec<MoveLine>,
    /// Points of each seat.
    pub scores: Vec<Points>,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveLine {
    /// Whose.
    pub seat: usize,
    /// As text.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Writes moves down while a game is played.
#[derive(Clone, Default, Debug)]
pub struct Diary {
    deal: String,
    moves: Vec<MoveLine>,
}

impl Diary {
    /// Of a game that was just dealt.
    pub fn begin(state: &impl Text) -> Diary {
        Diary { deal: state.to_text(), moves: Vec::new() }
    }

    /// Before a move is played.
    pub fn moving<S: Text>(&mut self, state: &S, mv: S::Move) {
        let seat = state.to_move().map_or(0, Player::index);
        self.moves.push(MoveLine { seat, mv: state.move_text(mv) });
    }

    /// The moves so far.
    pub fn moves(&self) -> &[MoveLine] {
        &self.moves
    }

    /// The record of a game that is over.
    pub fn finish<R>(self, game: &str, rules: R, state: &impl State, heading: Heading) -> MoveRecord<R> {
        let Heading { seed, block, seating, seats } = heading;
        MoveRecord {
            format: FORMAT.into(),
            game: game.into(),
            seed,
            block,
            seating,
            rules,
            seats,
            deal: self.deal,
            moves: self.moves,
            scores: state.scores().as_slice().to_vec(),
        }
    }
}

impl Log for Diary {
    type Event = MoveLine;

    fn count(&self) -> usize {
        self.moves.len()
    }

    fn since(&self, first: usize, _: Player) -> Vec<MoveLine> {
        self.moves[first..].to_vec()
    }
}

impl<R> MoveRecord<R> {
    /// Plays the moves from the deal on, and tells of each state and of the move that is about to be played there.
    /// Returns the state after the last.
    ///
    /// # Errors
    /// If one is not by the rules; says which.
    pub fn follow<'s, G: Game>(
        &self,
        dealt: G::State<'s>,
        mut each: impl FnMut(&G::State<'s>, G::Move),
    ) -> Result<G::State<'s>, String> {
        let mut state = dealt;
        for (number, line) in self.moves.iter().enumerate() {
            let wrong = |what: String| format!("move {} of {}, {}: {what}", number + 1, self.moves.len(), line.mv);
            match state.to_move() {
                None => return Err(wrong("the game is over before it".into())),
                Some(player) if player.index() != line.seat => {
                    return Err(wrong(format!("it is the move of seat {player}, not {}", line.seat)));
                }
                Some(_) => {}
            }
            let mv = state.parse_move(&line.mv).map_err(|e| wrong(e.problem))?;
            if !state.is_legal(mv) {
                return Err(wrong("not legal".into()));
            }
            each(&state, mv);
            state.play_unchecked(mv);
        }
        Ok(state)
    }

    /// Whether a game that is over ended as it says.
    ///
    /// # Errors
    /// If not.
    pub fn check_end(&self, end: &impl State) -> Result<(), String> {
        if end.to_move().is_some() {
            return Err("the game is not over after the last move".into());
        }
        if end.scores().as_slice() != self.scores {
            return Err(format!("the scores are {:?}, not {:?}", end.scores().as_slice(), self.scores));
        }
        Ok(())
    }
}

/// Checks that a game begins as one that was just dealt does: with the same components, whatever their order, and
/// everything else alike. Where chance comes in, lines of their texts differ, and those have the same words.
fn check_deal<G: Playable>(setup: &'static G::Setup, dealt: &StateOf<G>) -> Result<(), String> {
    let undealt = G::undealt(setup);
    let mut another = undealt.clone();
    G::begin(setup, &undealt, &mut another, &mut tool_stream(0), &mut G::ears(false, false));
    let (ours, theirs) = (another.to_text(), dealt.to_text());
    if ours.lines().count() != theirs.lines().count() {
        return Err("is not one of a game that begins".into());
    }
    let mut words: BTreeMap<&str, i32> = BTreeMap::new();
    for (ours, theirs) in ours.lines().zip(theirs.lines()).filter(|(ours, theirs)| ours != theirs) {
        if ours.split_whitespace().count() != theirs.split_whitespace().count() {
            return Err(format!("\"{theirs}\"; at the beginning it is as \"{ours}\""));
        }
        ours.split_whitespace().for_each(|word| *words.entry(word).or_default() -= 1);
        theirs.split_whitespace().for_each(|word| *words.entry(word).or_default() += 1);
    }
    match words.iter().find(|(_, surplus)| **surplus > 0) {
        Some((word, surplus)) => Err(format!("it has {surplus} more of {word} than the game has")),
        None => Ok(()),
    }
}

/// Reads a record of this form and plays it again; see [`Playable::read`]. `deal` reads the state before the first move.
///
/// # Errors
/// If it is no record of this game, or not by the rules.
pub fn read<G: Playable>(
    record: &Value,
    complete: bool,
    deal: impl FnOnce(&'static G::Setup, &str) -> Result<StateOf<G>, TextError>,
) -> Result<Played<G>, Unreadable> {
    let wrong = Unreadable::Format;
    let mut record: MoveRecord<Value> =
        serde_json::from_value(record.clone()).map_err(|e| wrong(format!("not a record: {e}")))?;
    if record.format != FORMAT {
        return Err(wrong(format!("format \"{}\"; {FORMAT} is expected", record.format)));
    }
    let game: GameName = record.game.parse().map_err(wrong)?;
    let (players, rules) = (record.seats.len(), record.rules.take());
    let setup = kept(format!("{players} {rules}"), || {
        let rules = serde_json::from_value(rules).map_err(|e| wrong(format!("not a record: rules: {e}")))?;
        printed::<G>(rules, players).map_err(|e| wrong(e.to_string()))
    })?;
    if G::name(setup) != game.about().name {
        return Err(wrong(format!("rules: these are of {}, not of {game}", G::name(setup))));
    }
    let dealt = deal(setup, &record.deal).map_err(|e| wrong(format!("the deal: {e}")))?;
    check_deal::<G>(setup, &dealt).map_err(|what| Unreadable::Rules(format!("the deal: {what}")))?;
    let mut moves = Vec::new();
    let end = record.follow::<G>(dealt.clone(), |_, mv| moves.push(mv)).map_err(Unreadable::Rules)?;
    if complete || end.to_move().is_none() {
        record.check_end(&end).map_err(Unreadable::Rules)?;
    }
    let MoveRecord { seed, block, seating, .. } = record;
    let seats = record.seats.iter().map(printable).collect();
    Ok(Played { setup, heading: Heading { seed, block, seating, seats }, dealt, moves })
}
