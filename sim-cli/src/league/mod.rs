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
mod page;
mod pairing;
mod results;
mod roster;
mod round;
mod schedule;
mod standings;
mod swiss;
pub mod tables;
mod tournament;

pub use self::ledger::{LEDGER_FILE, Ledger};
pub use archive::{ArchivedGame, Query};
pub use compare::compare;
pub use history::RatingHistory;
pub use member_page::member_page;
pub use page::{LeaguePage, Loss, games_page, page};
pub use pairing::Focus;
pub use results::{FaultResult, Results};
pub use roster::{Format, Member, ROSTER_FILE, Roster, VoidedRounds};
pub use round::{Round, enter, folder, found_rounds, ledger, parts_folder, rounds, rounds_folder};
pub use schedule::{NextRound, RoundRequest, next};
pub use standings::{DuelResult, MemberResult, PairResult, PlayersResult, Standings};
