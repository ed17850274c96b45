//! Finished games written down, format `goldrush-record/1`: enough to play them again and to check every turn.
//!
//! All games have one shape: a heading, what was dealt, the turns with what each brought about, and the points by source.
//! A game says what is in the parts ([`Recorded`]).
//!
//! A game is written down while it is played, and played again from its record:
//!
//! ```
//! use goldrush_engine::game::{Game, State};
//! use goldrush_engine::gold_rush::{GoldRush, Recorder, Setup};
//! use goldrush_engine::record::{Heading, Record, Recorded, Thoughts};
//! use goldrush_engine::rng::{deal_stream, tool_stream};
//!
//! let setup = Setup::printed(2);
//! let mut state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
//! let (mut recorder, mut rng) = (Recorder::default(), tool_stream(1));
//! while let Some(mv) = state.random_move(&mut rng) {
//!     GoldRush::play_recorded(&mut state, mv, &mut recorder);
//! }
//! let heading = Heading { seed: 7, seats: vec!["random".into(); 2], ..Heading::default() };
//! let record = Record::<GoldRush>::new(&setup, &state, recorder, Thoughts::default(), heading);
//! assert_eq!(record.scores, state.scores().as_slice());
//!
//! // A line of JSON is how files hold it.
//! let read: Record<GoldRush> = serde_json::from_str(&serde_json::to_string(&record)?)?;
//! let mut replay = read.replay(&setup)?;
//! while replay.step()? {}
//! replay.check_end(&read)?;
//! assert_eq!(*replay.state(), state);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod replay;
mod scored;

pub use replay::{RecordError, Replay, same, same_list};
pub use scored::{EndRecord, ScoredRecord, same_scored};

use std::fmt::{Debug, Display};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::game::{Game, Points, State as _};
use crate::player::Player;

/// Room for the turns of most games of tiles.
pub const USUAL_TURNS: usize = 96;

/// What `format` says.
pub const FORMAT: &str = "goldrush-record/1";

/// Where a game is from, and who sat where.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Heading {
    /// Seed of the run.
    pub seed: u64,
    /// Which deal of the run, from 0.
    pub block: u64,
    /// Entry i of the line-up sits in seat (i + seating) mod players.
    pub seating: usize,
    /// The agent of each seat.
    pub seats: Vec<String>,
    /// Whether the deal was chosen, so that it need not have all components of the game.
    pub chosen: bool,
    /// How many of the first turns were given, and not decided by the agents.
    pub opening: usize,
}

/// One finished game. Further keys in a file are ignored.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Record<G: Recorded> {
    /// [`FORMAT`].
    pub format: String,
    /// The game's name.
    pub game: String,
    /// Name of the components, such as a catalogue of tiles.
    pub catalogue: String,
    /// Their hash, in hexadecimal; empty if it is not to be checked.
    pub catalogue_hash: String,
    /// See [`Heading::seed`].
    pub seed: u64,
    /// See [`Heading::block`].
    pub block: u64,
    /// See [`Heading::seating`].
    pub seating: usize,
    /// The options.
    pub rules: G::Rules,
    /// See [`Heading::seats`].
    pub seats: Vec<String>,
    /// See [`Heading::chosen`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub chosen: bool,
    /// See [`Heading::opening`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening: usize,
    /// What was shuffled, in order.
    pub deal: G::Deal,
    /// The turns in order.
    pub turns: Vec<G::Turn>,
    /// For each turn, what its agent held it to be worth when it chose it: points that its seat will be ahead of the best
    /// other at the end, or null. Empty where no agent said so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Option<f64>>,
    /// For each turn, what its bot said of it, or null. Empty where no bot said anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Option<Remark>>,
    /// What was counted at the end.
    #[serde(rename = "final")]
    pub end: G::End,
    /// Points of each seat by source.
    pub sources: Vec<G::Sources>,
    /// Points of each seat.
    pub scores: Vec<Points>,
}

/// What was thought of turns when they were chosen: lists that are empty or have an entry for each turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thoughts {
    /// See [`Record::values`].
    pub values: Vec<Option<f64>>,
    /// See [`Record::remarks`].
    pub remarks: Vec<Option<Remark>>,
}

/// What was thought of one decision.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// What the turn that begins with it is held to be worth: points that the seat will be ahead of the best other at the end.
    pub value: Option<f64>,
    /// What a bot said of it.
    pub remark: Option<Remark>,
}

/// What a bot said of a turn, in its own words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Remark {
    /// How it expects the game to go on, move by move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// Anything else.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A list without an entry is left out.
fn none_if_empty<T>(list: Vec<Option<T>>) -> Vec<Option<T>> {
    if list.iter().all(Option::is_none) { Vec::new() } else { list }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A part of a record.
pub trait Part: Clone + PartialEq + Debug + Serialize + DeserializeOwned {}

impl<T: Clone + PartialEq + Debug + Serialize + DeserializeOwned> Part for T {}

/// A game that can be written down.
pub trait Recorded: Game {
    /// The options of a game.
    type Rules: Part;
    /// What was shuffled, in order.
    type Deal: Part;
    /// A turn, and what it brought about.
    type Turn: Part;
    /// What was counted at the end.
    type End: Part;
    /// Points of a seat by source.
    type Sources: Part + Display;
    /// Writes a game down while it is played.
    type Recorder: Clone + Default + Debug;

    /// The name of the game that a setup is of.
    fn name(setup: &Self::Setup) -> &'static str {
        let _ = setup;
        Self::NAME
    }

    /// The name of the components of a setup, and their hash.
    fn identity(setup: &Self::Setup) -> (String, u64);

    /// The options of a setup.
    fn rules(setup: &Self::Setup) -> Self::Rules;

    /// The number of players of a setup.
    fn players(setup: &Self::Setup) -> usize;

    /// Whether a turn begins with the decision at hand.
    fn begins_turn(state: &Self::State<'_>) -> bool;

    /// What was shuffled, of a game that was written down so far.
    fn deal_of(state: &Self::State<'_>, recorder: &Self::Recorder) -> Self::Deal;

    /// A game of a deal. Unless it is `chosen`, it must have all components of the setup.
    ///
    /// # Errors
    /// If it is no deal of the setup.
    fn from_deal<'s>(
        setup: &'s Self::Setup,
        deal: &Self::Deal,
        chosen: bool,
        recorder: &mut Self::Recorder,
    ) -> Result<Self::State<'s>, String>;

    /// Plays a legal move and writes it down.
    fn play_recorded(state: &mut Self::State<'_>, mv: Self::Move, recorder: &mut Self::Recorder);

    /// The turns written down, the last of which may be in progress.
    fn turns(recorder: &Self::Recorder) -> &[Self::Turn];

    /// The same, when nothing more is written down.
    fn into_turns(recorder: Self::Recorder) -> Vec<Self::Turn>;

    /// The next move of a turn of which some was `played` already, or nothing.
    ///
    /// # Errors
    /// If the turn has none, or what it says is no move.
    fn next_move(state: &Self::State<'_>, turn: &Self::Turn, played: Option<&Self::Turn>)
    -> Result<Self::Move, String>;

    /// Compares a turn with what is recorded of it.
    ///
    /// # Errors
    /// Where they differ.
    fn same_turn(played: &Self::Turn, recorded: &Self::Turn) -> Result<(), String>;

    /// What was counted at the end; of a game in progress, nothing or what was counted so far.
    fn end(recorder: &Self::Recorder) -> Self::End;

    /// Compares the end with what is recorded of it.
    ///
    /// # Errors
    /// Where they differ.
    fn same_end(played: &Self::End, recorded: &Self::End) -> Result<(), String>;

    /// Points of a seat by source so far.
    fn sources(state: &Self::State<'_>, recorder: &Self::Recorder, player: Player) -> Self::Sources;
}

impl<G: Recorded> Record<G> {
    /// Where it is from, with these names of the agents.
    pub fn heading(&self, seats: Vec<String>) -> Heading {
        let Record { seed, block, seating, chosen, opening, .. } = *self;
        Heading { seed, block, seating, seats, chosen, opening }
    }

    /// The record of a game that is over, or of what was played of it.
    pub fn new(
        setup: &G::Setup,
        state: &G::State<'_>,
        recorder: G::Recorder,
        thoughts: Thoughts,
        heading: Heading,
    ) -> Record<G> {
        let (catalogue, hash) = G::identity(setup);
        let Heading { seed, block, seating, seats, chosen, opening } = heading;
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
            chosen,
            opening,
            deal: G::deal_of(state, &recorder),
            values: none_if_empty(thoughts.values),
            remarks: none_if_empty(thoughts.remarks),
            end: G::end(&recorder),
            sources: Player::all(state.players()).map(|player| G::sources(state, &recorder, player)).collect(),
            scores: state.scores().as_slice().to_vec(),
            turns: G::into_turns(recorder),
        }
    }
}
