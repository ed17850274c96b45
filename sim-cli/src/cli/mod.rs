//! The command line: raw arguments, and the plans made from them.

pub mod args;
pub mod ask;
pub mod balance;
pub mod complete;
pub mod design;
pub mod options_file;
mod question_file;
pub mod rule_args;
pub mod study;
mod values;
pub mod wording;
