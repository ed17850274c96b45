//! Output of results, for people and for machines.

pub mod answer;
pub mod by_agent;
pub mod cell;
pub mod content;
pub mod contest;
pub mod difference;
pub mod effects;
pub mod estimate;
pub mod fault_report;
pub mod figure;
pub mod ledger;
pub mod luck;
pub mod number;
pub mod page;
pub mod ratings;
pub mod schedule;
pub mod standings;
pub mod strategy;
pub mod summary;
pub mod table;
pub mod words;
pub mod wrap;
