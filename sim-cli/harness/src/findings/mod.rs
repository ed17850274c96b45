//! Statistics of a run: exact sums, and the estimates and conclusions drawn from them.

pub mod answer;
pub mod balance;
pub mod conclusion;
pub mod contest;
pub mod effect;
#[cfg(test)]
mod false_claims;
#[cfg(test)]
mod fault_claims;
pub mod group;
pub mod komi;
pub mod luck;
mod luck_tally;
pub mod paired;
pub mod rating;
pub mod read_back;
pub mod report_stats;
pub mod response;
pub mod row;
mod seat_luck;
pub mod stop;
pub mod summary;
pub mod tally;
pub mod variance;
pub mod winners;
