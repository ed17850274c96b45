//! Records of finished games, format `goldrush-record/1`: enough to replay a game and check every turn.
//!
//! All games share one shape: heading, deal, turns with their effects, and points by source. Each game defines the
//! parts ([`Recordable`]).
//!
//! A game is recorded while it is played and replayed from its record:
//!
//! ```
//! use goldrush_engine::game::{Game, State};
//! use goldrush_engine::gold_rush::{GoldRush, Recorder, Setup};
//! use goldrush_engine::record::{Heading, Record, Recordable, BotEvaluations};
//! use goldrush_engine::rng::{deal_stream, tool_stream};
//!
//! let setup = Setup::printed(2);
//! let mut state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
//! let (mut recorder, mut rng) = (Recorder::default(), tool_stream(1));
//! while let Some(mv) = state.random_move(&mut rng) {
//!     GoldRush::play_and_record(&mut state, mv, &mut recorder);
//! }
//! let heading = Heading { seed: 7, seats: vec!["random".into(); 2], ..Heading::default() };
//! let record = Record::<GoldRush>::new(&setup, &state, recorder, BotEvaluations::default(), heading);
//! assert_eq!(record.scores, state.scores().as_slice());
//!
//! // Files hold one line of JSON per game.
//! let read: Record<GoldRush> = serde_json::from_str(&serde_json::to_string(&record)?)?;
//! let mut replay = read.replay(&setup)?;
//! while replay.step()? {}
//! replay.check_end(&read)?;
//! assert_eq!(*replay.state(), state);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod replay;
mod scored;
pub(crate) mod tiles;

pub use replay::{RecordError, Replay, compare_lists, compare_values};
pub use scored::{EndRecord, ScoredRecord, compare_scored};
pub use tiles::{TileRecorder, TurnRecord};

use std::fmt::{Debug, Display};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::game::{Game, Points, State as _};
use crate::player::{Player, PlayerSet};

/// Value of the key `format`.
pub const FORMAT: &str = "goldrush-record/1";

/// Entry of a person in [`Heading::seats`].
pub const HUMAN: &str = "human";

/// Origin of a game and the agents of its seats.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Heading {
    /// Seed of the run.
    pub seed: u64,
    /// Index of the deal in the run, from 0.
    pub block: u64,
    /// Rotation of the line-up: entry i sits in seat (i + seating) mod players.
    pub seating: usize,
    /// Agent of each seat.
    pub seats: Vec<String>,
    /// Name of the person in each seat, or the one that its agent gives itself; empty if nobody's differs from
    /// [`Heading::seats`].
    pub names: Vec<String>,
    /// Faults of bots, for which their seats lost although other agents played on.
    pub faults: Vec<BotFault>,
    /// True if the deal was chosen by hand; it may then lack components of the game.
    pub chosen: bool,
    /// Number of initial turns that were prescribed rather than decided by the agents.
    pub opening: usize,
}

impl Heading {
    /// Returns the name of each seat, for people: with the fault of its bot, if it had one.
    pub fn names(&self) -> Vec<String> {
        let names = if self.names.is_empty() {
            &self.seats
        } else {
            &self.names
        };
        names
            .iter()
            .enumerate()
            .map(|(seat, name)| {
                let fault = self.faults.iter().find(|fault| fault.seat == seat);
                match fault {
                    Some(BotFault { turn, kind, .. }) => format!("{name} ({kind} in turn {turn})"),
                    None => name.clone(),
                }
            })
            .collect()
    }

    /// Returns the seats of people whose names are known.
    pub fn named_people(&self) -> PlayerSet {
        let names = self.seats.iter().zip(&self.names).enumerate();
        names
            .filter(|(_, (occupant, name))| *occupant == HUMAN && *name != HUMAN)
            .filter_map(|(seat, _)| Player::new(seat))
            .collect()
    }
}

/// Fault of a bot in a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BotFault {
    /// Seat of the bot, from 0.
    pub seat: usize,
    /// Turn of the game in which it happened, from 1; 0 before the first turn.
    pub turn: usize,
    /// Kind of fault, such as `crash`.
    pub kind: String,
    /// Description in one line.
    pub what: String,
}

/// A finished game. Unknown keys in a file are ignored.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Record<G: Recordable> {
    /// Always [`FORMAT`].
    pub format: String,
    /// Name of the game.
    pub game: String,
    /// Name of the components, such as a tile catalogue.
    pub catalogue: String,
    /// Hash of the components in hexadecimal; empty to skip the check.
    pub catalogue_hash: String,
    /// See [`Heading::seed`].
    pub seed: u64,
    /// See [`Heading::block`].
    pub block: u64,
    /// See [`Heading::seating`].
    pub seating: usize,
    /// Rule options.
    pub rules: G::Rules,
    /// See [`Heading::seats`].
    pub seats: Vec<String>,
    /// See [`Heading::names`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// See [`Heading::faults`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<BotFault>,
    /// See [`Heading::chosen`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub chosen: bool,
    /// See [`Heading::opening`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening: usize,
    /// Shuffled components, in order.
    pub deal: G::Deal,
    /// Turns in order.
    pub turns: Vec<G::Turn>,
    /// For each turn, its agent's evaluation when it chose: expected final lead of its seat over the best other, in
    /// points, or null. Empty if no agent evaluated any turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Option<f64>>,
    /// For each turn, its bot's comment, or null. Empty if no bot commented.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Option<BotComment>>,
    /// Final scoring.
    #[serde(rename = "final")]
    pub end: G::End,
    /// Points of each seat by source.
    pub sources: Vec<G::Sources>,
    /// Points of each seat.
    pub scores: Vec<Points>,
}

/// Evaluations and comments made when turns were chosen: each list is empty or has one entry per turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BotEvaluations {
    /// See [`Record::values`].
    pub values: Vec<Option<f64>>,
    /// See [`Record::remarks`].
    pub remarks: Vec<Option<BotComment>>,
}

/// Evaluation and comment of one decision.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BotEvaluation {
    /// Expected final lead of the seat over the best other, in points, for the turn that begins with this decision.
    pub value: Option<f64>,
    /// The bot's comment.
    pub remark: Option<BotComment>,
}

/// A bot's comment on a turn, in its own words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BotComment {
    /// Principal variation: expected continuation, move by move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// Free text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Returns an empty list if no entry is set.
fn none_if_empty<T>(list: Vec<Option<T>>) -> Vec<Option<T>> {
    if list.iter().all(Option::is_none) {
        Vec::new()
    } else {
        list
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Type that can be part of a record.
pub trait RecordPart: Clone + PartialEq + Debug + Serialize + DeserializeOwned {}

impl<T: Clone + PartialEq + Debug + Serialize + DeserializeOwned> RecordPart for T {}

/// Observer that records the turns of a game while it is played.
pub trait TurnRecorder: Clone + Default + Debug {
    /// A turn and its effects.
    type Turn;

    /// Returns the recorded turns; the last may be in progress.
    fn turns(&self) -> &[Self::Turn];

    /// Consumes the recorder and returns its turns.
    fn into_turns(self) -> Vec<Self::Turn>;
}

/// Game that can be recorded and replayed.
pub trait Recordable: Game {
    /// Rule options.
    type Rules: RecordPart;
    /// Shuffled components, in order.
    type Deal: RecordPart;
    /// A turn and its effects.
    type Turn: RecordPart;
    /// Final scoring.
    type End: RecordPart;
    /// Points of a seat by source.
    type Sources: RecordPart + Display;
    /// Observer that records a game while it is played.
    type Recorder: TurnRecorder<Turn = Self::Turn>;

    /// Returns the name of the game that `setup` belongs to.
    fn name(setup: &Self::Setup) -> &'static str {
        let _ = setup;
        Self::NAME
    }

    /// Returns the name of the setup's components and their hash.
    fn identity(setup: &Self::Setup) -> (String, u64);

    /// Returns the setup's rule options.
    fn rules(setup: &Self::Setup) -> Self::Rules;

    /// Returns the setup's number of players.
    fn players(setup: &Self::Setup) -> usize;

    /// Returns true if the next decision begins a turn.
    fn begins_turn(state: &Self::State<'_>) -> bool;

    /// Returns the deal of a recorded game.
    fn deal_of(state: &Self::State<'_>, recorder: &Self::Recorder) -> Self::Deal;

    /// Deals a game from a recorded deal. Unless `chosen`, it must have all components of the setup.
    ///
    /// # Errors
    /// If the deal does not fit the setup.
    fn from_deal<'s>(
        setup: &'s Self::Setup,
        deal: &Self::Deal,
        chosen: bool,
        recorder: &mut Self::Recorder,
    ) -> Result<Self::State<'s>, String>;

    /// Plays a legal move and records it.
    fn play_and_record(state: &mut Self::State<'_>, mv: Self::Move, recorder: &mut Self::Recorder);

    /// Returns the next move of a recorded turn; `played` is the part already played, if any.
    ///
    /// # Errors
    /// If the turn has no further move or its text is not a move.
    fn next_move(
        state: &Self::State<'_>,
        turn: &Self::Turn,
        played: Option<&Self::Turn>,
    ) -> Result<Self::Move, String>;

    /// Compares a turn with its record.
    ///
    /// # Errors
    /// Describes the difference.
    fn compare_turn(played: &Self::Turn, recorded: &Self::Turn) -> Result<(), String>;

    /// Returns the final scoring; for a game in progress, the part scored so far.
    fn end(recorder: &Self::Recorder) -> Self::End;

    /// Compares the final scoring with its record.
    ///
    /// # Errors
    /// Describes the difference.
    fn compare_end(played: &Self::End, recorded: &Self::End) -> Result<(), String>;

    /// Returns a seat's points by source so far.
    fn sources(state: &Self::State<'_>, recorder: &Self::Recorder, player: Player)
    -> Self::Sources;
}

impl<G: Recordable> Record<G> {
    /// Returns the heading, its texts as `shown`.
    pub fn heading(&self, shown: impl Fn(&String) -> String) -> Heading {
        let Record {
            seed,
            block,
            seating,
            chosen,
            opening,
            ..
        } = *self;
        let [seats, names] =
            [&self.seats, &self.names].map(|texts| texts.iter().map(&shown).collect());
        let faults = self.faults.iter().map(|fault| BotFault {
            kind: shown(&fault.kind),
            what: shown(&fault.what),
            ..fault.clone()
        });
        Heading {
            seed,
            block,
            seating,
            seats,
            names,
            faults: faults.collect(),
            chosen,
            opening,
        }
    }

    /// Creates the record of a game that is over or in progress.
    pub fn new(
        setup: &G::Setup,
        state: &G::State<'_>,
        recorder: G::Recorder,
        evaluations: BotEvaluations,
        heading: Heading,
    ) -> Record<G> {
        let (catalogue, hash) = G::identity(setup);
        let Heading {
            seed,
            block,
            seating,
            seats,
            names,
            faults,
            chosen,
            opening,
        } = heading;
        Record {
            format: FORMAT.into(),
            game: G::name(setup).into(),
            catalogue,
            catalogue_hash: format!("{hash:016x}"),
            seed,
            block,
            seating,
            rules: G::rules(setup),
            seats,
            names,
            faults,
            chosen,
            opening,
            deal: G::deal_of(state, &recorder),
            values: none_if_empty(evaluations.values),
            remarks: none_if_empty(evaluations.remarks),
            end: G::end(&recorder),
            sources: Player::all(state.players())
                .map(|player| G::sources(state, &recorder, player))
                .collect(),
            scores: state.scores().as_slice().to_vec(),
            turns: recorder.into_turns(),
        }
    }
}
