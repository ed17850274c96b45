//! The games and what the rest of the program needs from each: looking them up by name, setting them up, running,
//! analyzing and showing them.

// A page needs no server, and nothing that only the command line does.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

pub mod about;
pub mod analyzable;
pub mod ask;
pub mod carcassonne;
pub mod change;
pub mod depth;
pub mod effects;
pub mod events;
pub mod features;
pub mod gold_rush;
pub mod knizia_gold;
mod laying;
pub mod legal_moves;
pub mod lessons;
pub mod log;
pub mod perft;
pub mod playable;
mod prospects;
pub mod protocol;
pub mod quality;
pub mod record;
pub mod registry;
pub mod requested;
pub mod scene;
pub mod schema;
mod scored;
mod tile_scene;
pub mod tunable;
pub mod turn_index;
pub mod variants;
pub mod viewer;

use goldrush_ai::luck::LuckModel;
use goldrush_ai::registry::Roster;
use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{Points, State};
use goldrush_engine::landscape::table::Observer;
use goldrush_engine::landscape::table::{Evaluation, Table, TileGame};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::{MAX_PLAYERS, PerPlayer, Player};
pub use goldrush_engine::record::Heading;
use goldrush_engine::rng::StreamRng;

use log::Log;
pub use registry::{GameName, Setup};
use scene::{Art, Landscape};
use schema::{GameValues, MAX_SEAT_VALUES, ResultSchema, SeatValues};
pub use variants::{Choice, Variants};

/// Result of a finished game as its rules and observers have it; bots' faults change it.
pub struct GameCounts {
    /// Turns played.
    pub turns: u16,
    pub game: GameValues,
    /// Points of each seat.
    pub scores: PerPlayer<Points>,
    /// Numbers that rank the seats.
    pub standings: PerPlayer<u32>,
    pub seats: [SeatValues; MAX_PLAYERS],
}

impl GameCounts {
    fn new(
        state: &impl State,
        turns: u16,
        game: GameValues,
        seat: impl Fn(Player) -> SeatValues,
    ) -> GameCounts {
        let mut seats = [[0; MAX_SEAT_VALUES]; MAX_PLAYERS];
        Player::all(state.players()).for_each(|player| seats[player.index()] = seat(player));
        GameCounts {
            turns,
            game,
            scores: state.scores(),
            standings: state.standings(),
            seats,
        }
    }
}

/// Observers of a game in progress: one that counts, and others that record the game and log its events for bots if asked to.
pub struct Observers<G: Harness> {
    stats: G::Stats,
    /// Recorder, if the game is recorded.
    pub recorder: Option<G::Recorder>,
    /// Event log for bots.
    pub log: Option<G::Log>,
    /// Points of all seats for features with pieces of several seats, in games with tiles, if they are to be counted.
    pub shared_points: Option<u32>,
}

impl<G: Harness> Observers<G> {
    /// Creates the observers of a game. They record it if `records` is set, and log events for bots if `logs` is set.
    pub fn new(records: bool, logs: bool) -> Observers<G> {
        Observers {
            stats: G::Stats::default(),
            recorder: records.then(G::Recorder::default),
            log: logs.then(G::Log::default),
            shared_points: None,
        }
    }
}

impl<G: Harness> Clone for Observers<G> {
    fn clone(&self) -> Observers<G> {
        let Observers {
            stats,
            recorder,
            log,
            shared_points,
        } = self;
        Observers {
            stats: stats.clone(),
            recorder: recorder.clone(),
            log: log.clone(),
            shared_points: *shared_points,
        }
    }
}

impl<G: TileGame + Harness> Observer<G> for Observers<G>
where
    G::Stats: Observer<G>,
    G::Recorder: Observer<G>,
    G::Log: Observer<G>,
{
    #[inline]
    fn on_move(&mut self, table: &Table<G>, mv: G::Move) {
        self.stats.on_move(table, mv);
        self.recorder
            .iter_mut()
            .for_each(|to| to.on_move(table, mv));
        self.log.iter_mut().for_each(|to| to.on_move(table, mv));
    }

    #[inline]
    fn on_discard(&mut self, kind: KindId) {
        self.stats.on_discard(kind);
        self.recorder.iter_mut().for_each(|to| to.on_discard(kind));
        self.log.iter_mut().for_each(|to| to.on_discard(kind));
    }

    #[inline]
    fn on_gain(&mut self, seat: Player, gain: G::Gain) {
        self.stats.on_gain(seat, gain);
        self.recorder
            .iter_mut()
            .for_each(|to| to.on_gain(seat, gain));
        self.log.iter_mut().for_each(|to| to.on_gain(seat, gain));
    }

    #[inline]
    fn on_evaluation(&mut self, table: &Table<G>, evaluation: &Evaluation<G::FeatureKind>) {
        self.stats.on_evaluation(table, evaluation);
        self.recorder
            .iter_mut()
            .for_each(|to| to.on_evaluation(table, evaluation));
        self.log
            .iter_mut()
            .for_each(|to| to.on_evaluation(table, evaluation));
        if let Some(shared) = &mut self.shared_points {
            *shared += shared_points(table, evaluation);
        }
    }
}

/// Returns the points of all seats for a feature if several seats have pieces there, otherwise 0.
fn shared_points<G: TileGame>(table: &Table<G>, evaluation: &Evaluation<G::FeatureKind>) -> u32 {
    let pieces = table.word(evaluation.feature).pieces();
    let present = Player::all(table.players())
        .filter(|&seat| pieces.count(seat) > 0)
        .count();
    if present > 1 {
        u32::from(evaluation.points) * evaluation.seats.len() as u32
    } else {
        0
    }
}

/// The interface for running many games of one kind.
pub trait Harness: Roster + Variants + LuckModel + Sized {
    /// Schema of its results.
    const SCHEMA: &'static ResultSchema;
    /// Name of the agent that takes over for a bot with a fault.
    const FALLBACK: &'static str;
    /// Counts collected while a game is played.
    type Stats: Clone + Default + Send + Sync + 'static;
    /// Event log for bots that run as child processes.
    type Log: Log + Clone + Default + Send + Sync + 'static;

    /// Returns a state in which nothing is dealt yet.
    fn undealt(setup: &Self::Setup) -> Self::State<'_>;

    /// Deals a new game into an existing state, reusing its memory.
    fn begin<'s>(
        setup: &'s Self::Setup,
        undealt: &Self::State<'s>,
        state: &mut Self::State<'s>,
        rng: &mut StreamRng,
        observers: &mut Observers<Self>,
    );

    /// Reports to the observers what happened while the game was dealt.
    fn on_deal(dealt: &Self::State<'_>, observers: &mut Observers<Self>);

    /// Deals a new game.
    fn dealt<'s>(
        setup: &'s Self::Setup,
        rng: &mut StreamRng,
        observers: &mut Observers<Self>,
    ) -> Self::State<'s> {
        let undealt = Self::undealt(setup);
        let mut state = undealt.clone();
        Self::begin(setup, &undealt, &mut state, rng, observers);
        state
    }

    /// Plays a legal move.
    fn play(state: &mut Self::State<'_>, mv: Self::Move, observers: &mut Observers<Self>);

    /// Returns the counts of a finished game.
    fn counted(state: &Self::State<'_>, observers: &Observers<Self>) -> GameCounts;

    /// Returns the points of all seats in a finished game that another seat had a part in.
    fn shared_points(_state: &Self::State<'_>, observers: &Observers<Self>) -> u32 {
        observers.shared_points.unwrap_or(0)
    }

    /// Returns the line art of its tiles. `None` if it has no tiles.
    fn art(_setup: &Self::Setup) -> Option<Art> {
        None
    }

    /// Returns the placed tiles. `None` if it has no tiles.
    fn landscape(_state: &Self::State<'_>) -> Option<Landscape> {
        None
    }

    /// Adds a move to a fingerprint.
    fn stamp(mv: Self::Move, fingerprint: &mut Fingerprint);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_names_parse_back_and_typos_get_a_suggestion() {
        for game in GameName::ALL {
            assert_eq!(game.about().name.parse(), Ok(*game));
        }
        assert!(
            "goldrush"
                .parse::<GameName>()
                .unwrap_err()
                .contains("did you mean gold-rush?")
        );
    }

    #[test]
    fn names_of_metrics_are_unique_and_values_follow_them() {
        for schema in GameName::ALL.iter().map(|game| game.schema()) {
            let metrics = schema.metrics();
            let distinct: std::collections::HashSet<_> =
                metrics.iter().map(|metric| metric.name()).collect();
            assert_eq!(distinct.len(), metrics.len(), "{}", schema.name);
            let stored: SeatValues = std::array::from_fn(|at| 1 << (at % 16));
            let values = schema.values([0; 4], &stored);
            for (metric, value) in metrics.iter().zip(values).skip(4) {
                let of = schema.values_of(schema.column(metric.name()).unwrap());
                assert_eq!(
                    value,
                    stored[of]
                        .iter()
                        .map(|&value| i64::from(value))
                        .sum::<i64>(),
                    "{metric}"
                );
            }
        }
    }
}

/// Checks that the example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
