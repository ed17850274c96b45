//! Analysis of positions and finished games: how good each turn is, what each turn gave away, and a graph of the
//! margin.

pub mod chance;
pub mod game;
pub mod grade;
mod graph;
pub mod kept_reviews;
pub mod move_report;
pub mod position;
pub mod puzzle;
pub mod reason;
pub mod review;
pub mod source;
