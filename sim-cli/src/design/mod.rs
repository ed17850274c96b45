//! Search for rules that meet a designer's goals: many settings are played on the same deals, a model of each quantity says
//! where to look next, and the best settings are confirmed on other deals.

pub mod exploration;
pub mod front;
pub mod goal;
pub mod grid;
pub mod measurement;
pub mod objective;
mod outcome;
pub mod quantity;
pub mod readings;
pub mod record;
mod report;
pub mod search;

pub use report::page;
