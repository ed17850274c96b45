//! A league: bots that join and leave a folder over time, and rounds between those whose games tell most about the ratings;
//! or a Swiss or knockout tournament, whose rounds depend on the results before, too.
//!
//! Each round is an ordinary run, in a folder of its own. Everything else follows from the rounds and the roster.

mod archive;
mod compare;
mod duel;
mod history;
mod knockout;
mod ledger;
mod member_page;
mod named_ratings;
mod page;
mod pairing;
mod results;
mod roster;
mod round;
mod schedule;
mod standings;
mod start_folder;
mod swiss;
pub mod tables;
mod tournament;
mod tournament_results;
mod tournament_tables;
mod voided;

pub use self::ledger::{LEDGER_FILE, Ledger};
pub use archive::{ArchivedGame, NamedGame, Query};
pub use compare::compare;
pub use history::RatingHistory;
pub use member_page::{limits_in_words, member_page};
pub use page::{LeaguePage, Loss, games_page, page};
pub use pairing::Focus;
pub use results::{FaultResult, Results};
pub use roster::{Format, Member, ROSTER_FILE, Roster};
pub use round::{Round, enter, folder, found_rounds, ledger, parts_folder, rounds, rounds_folder};
pub use schedule::{NextRound, RoundRequest, next};
pub use standings::{MemberResult, PairResult, PlayersResult, Standings};
pub use start_folder::kept_folder;
pub use tournament::resting;
pub use tournament_results::DuelResult;
pub use voided::VoidedRounds;
