//! The games and what the rest of the program needs from each: looking them up by name, setting them up, running,
//! analyzing and showing them.

pub mod about;
pub mod analyzable;
pub mod ask;
pub mod carcassonne;
pub mod events;
pub mod gold_rush;
pub mod knizia_gold;
mod laying;
pub mod lessons;
pub mod perft;
pub mod playable;
pub mod protocol;
pub mod record;
pub mod registry;
pub mod requested;
pub mod scene;
pub mod schema;
mod scored;
pub mod tunable;
pub mod turn_index;
pub mod variants;
pub mod viewer;

use goldrush_ai::luck::LuckModel;
use goldrush_ai::registry::Roster;
use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::Points;
use goldrush_engine::player::{MAX_PLAYERS, PerPlayer};
pub use goldrush_engine::record::Heading;
use goldrush_engine::rng::StreamRng;

pub use registry::{GameName, Setup};
use scene::{Art, Landscape};
use schema::{MAX_COUNTS, MAX_GAME_COUNTS, MAX_SOURCES, ResultSchema};
pub use variants::{Choice, Variants};

/// Counts and points of a finished game.
pub struct Counted {
    /// Turns played.
    pub turns: u16,
    /// Counts of the game, in the order of [`ResultSchema::game_counts`].
    pub game: [u16; MAX_GAME_COUNTS],
    /// Points of each seat.
    pub scores: PerPlayer<Points>,
    /// Points by seat and source, in the order of [`ResultSchema::sources`].
    pub sources: [[Points; MAX_SOURCES]; MAX_PLAYERS],
    /// Counts by seat, in the order of [`ResultSchema::counts`].
    pub counts: [[u16; MAX_COUNTS]; MAX_PLAYERS],
}

/// The interface for running many games of one kind.
pub trait Harness: Roster + Variants + LuckModel {
    /// Schema of its results.
    const SCHEMA: &'static ResultSchema;
    /// Name of the agent that takes over for a bot with a fault.
    const FALLBACK: &'static str;
    /// Observers of a game in progress: they count, and record the game or log events if asked to.
    type Observers;

    /// Creates the observers of a game. They record it if `records` is set, and log events for bots if `tells` is set.
    fn observers(records: bool, tells: bool) -> Self::Observers;

    /// Returns a state in which nothing is dealt yet.
    fn undealt(setup: &Self::Setup) -> Self::State<'_>;

    /// Deals a new game into an existing state, reusing its memory.
    fn begin<'s>(
        setup: &'s Self::Setup,
        undealt: &Self::State<'s>,
        state: &mut Self::State<'s>,
        rng: &mut StreamRng,
        observers: &mut Self::Observers,
    );

    /// Reports to the observers what happened while the game was dealt.
    fn on_deal(dealt: &Self::State<'_>, observers: &mut Self::Observers);

    /// Deals a new game.
    fn dealt<'s>(setup: &'s Self::Setup, rng: &mut StreamRng, observers: &mut Self::Observers) -> Self::State<'s> {
        let undealt = Self::undealt(setup);
        let mut state = undealt.clone();
        Self::begin(setup, &undealt, &mut state, rng, observers);
        state
    }

    /// Plays a legal move.
    fn play(state: &mut Self::State<'_>, mv: Self::Move, observers: &mut Self::Observers);

    /// Returns the counts of a finished game.
    fn counted(state: &Self::State<'_>, observers: &Self::Observers) -> Counted;

    /// Returns the record, if the observers kept one.
    fn recorder(observers: Self::Observers) -> Option<Self::Recorder>;

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
        assert!("goldrush".parse::<GameName>().unwrap_err().contains("did you mean gold-rush?"));
    }

    #[test]
    fn result_schemas_fit_their_limits() {
        for schema in GameName::ALL.iter().map(|game| game.schema()) {
            assert!(schema.sources.len() <= MAX_SOURCES && schema.counts.len() <= MAX_COUNTS, "{}", schema.game);
            assert!(schema.game_counts.len() <= MAX_GAME_COUNTS && schema.metrics().len() <= schema::MAX_METRICS);
            let metrics = schema.metrics();
            let actions = schema.actions.iter().map(|(metric, _)| *metric);
            let roles = schema.roles.iter().flat_map(|roles| roles.each.iter().map(|(metric, ..)| *metric));
            let all_roles = schema.roles.iter().map(|roles| roles.total);
            for metric in actions.chain(roles).chain(all_roles) {
                assert!(metrics.contains(&metric), "{}: {metric} is no metric", schema.game);
            }
        }
    }
}
