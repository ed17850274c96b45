//! Statistics: whole numbers that add up exactly, and what is computed from them at the end.

pub mod interval;
pub mod summary;
pub mod tally;
