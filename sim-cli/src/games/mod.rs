//! The games of the family, as everything above the engine sees them: by name, by setup, and by what a program that
//! plays many of them needs of each.

pub mod about;
pub mod analyzable;
pub mod ask;
pub mod carcassonne;
pub mod events;
pub mod eyes;
pub mod gold_rush;
pub mod knizia_gold;
mod laying;
pub mod moment;
pub mod perft;
pub mod playable;
pub mod protocol;
pub mod record;
pub mod registry;
pub mod scene;
mod scored;
pub mod sheet;
pub mod tunable;
pub mod variants;
pub mod wishes;

use goldrush_ai::luck::LuckModel;
use goldrush_ai::registry::Roster;
use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::Points;
use goldrush_engine::player::{MAX_PLAYERS, PerPlayer};
pub use goldrush_engine::record::Heading;
use goldrush_engine::rng::StreamRng;

pub use registry::{GameName, Setup};
use scene::{Art, Landscape};
use sheet::{MAX_COUNTS, MAX_GAME_COUNTS, MAX_SOURCES, Sheet};
pub use variants::{Choice, Variants};

/// What was counted in a game that is over.
pub struct Counted {
    /// Turns played.
    pub turns: u16,
    /// In the order of [`Sheet::game_counts`].
    pub game: [u16; MAX_GAME_COUNTS],
    /// Points of each seat.
    pub scores: PerPlayer<Points>,
    /// By seat, in the order of [`Sheet::sources`].
    pub sources: [[Points; MAX_SOURCES]; MAX_PLAYERS],
    /// By seat, in the order of [`Sheet::counts`].
    pub counts: [[u16; MAX_COUNTS]; MAX_PLAYERS],
}

/// What a program that plays many games needs of each kind of them.
pub trait Harness: Roster + Variants + LuckModel {
    /// How results are written down.
    const SHEET: &'static Sheet;
    /// The agent that plays for a bot with a fault.
    const FALLBACK: &'static str;
    /// Whoever listens while a game is played: counts, and writes it down if it was made to.
    type Ears;

    /// Listens; `records` if the game is to be written down, `tells` if bots are to be told what happens.
    fn ears(records: bool, tells: bool) -> Self::Ears;

    /// A table on which nothing is dealt yet.
    fn undealt(setup: &Self::Setup) -> Self::State<'_>;

    /// Deals a game of a setup into the place of another.
    fn begin<'s>(
        setup: &'s Self::Setup,
        undealt: &Self::State<'s>,
        state: &mut Self::State<'s>,
        rng: &mut StreamRng,
        ears: &mut Self::Ears,
    );

    /// Tells ears what happened when a game was dealt.
    fn hear_deal(dealt: &Self::State<'_>, ears: &mut Self::Ears);

    /// A game of a setup, dealt.
    fn dealt<'s>(setup: &'s Self::Setup, rng: &mut StreamRng, ears: &mut Self::Ears) -> Self::State<'s> {
        let undealt = Self::undealt(setup);
        let mut state = undealt.clone();
        Self::begin(setup, &undealt, &mut state, rng, ears);
        state
    }

    /// Plays a legal move.
    fn play(state: &mut Self::State<'_>, mv: Self::Move, ears: &mut Self::Ears);

    /// What was counted in a game that is over.
    fn counted(state: &Self::State<'_>, ears: &Self::Ears) -> Counted;

    /// What was written down, if the ears were made to.
    fn recorder(ears: Self::Ears) -> Option<Self::Recorder>;

    /// What its tiles look like in lines, if it has tiles.
    fn art(_setup: &Self::Setup) -> Option<Art> {
        None
    }

    /// The tiles that were laid, if it has tiles.
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
    fn games_parse_back_and_unknown_ones_get_the_nearest_name() {
        for game in GameName::ALL {
            assert_eq!(game.about().name.parse(), Ok(*game));
        }
        assert!("goldrush".parse::<GameName>().unwrap_err().contains("did you mean gold-rush?"));
    }

    #[test]
    fn sheets_fit_into_results() {
        for sheet in GameName::ALL.iter().map(|game| game.sheet()) {
            assert!(sheet.sources.len() <= MAX_SOURCES && sheet.counts.len() <= MAX_COUNTS, "{}", sheet.game);
            assert!(sheet.game_counts.len() <= MAX_GAME_COUNTS && sheet.metrics().len() <= sheet::MAX_METRICS);
            let metrics = sheet.metrics();
            let actions = sheet.actions.iter().map(|(metric, _)| *metric);
            let roles = sheet.roles.iter().flat_map(|roles| roles.each.iter().map(|(metric, ..)| *metric));
            let all_roles = sheet.roles.iter().map(|roles| roles.total);
            for metric in actions.chain(roles).chain(all_roles) {
                assert!(metrics.contains(&metric), "{}: {metric} is no metric", sheet.game);
            }
        }
    }
}
