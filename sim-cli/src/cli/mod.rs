//! What was asked for: raw arguments, and the plan they become.

pub mod args;
pub mod ask;
pub mod balance;
pub mod complete;
pub mod fit_args;
pub mod options_file;
pub mod regret_args;
pub mod rule_args;
mod study;
mod values;
