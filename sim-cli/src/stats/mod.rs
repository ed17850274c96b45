//! Statistics: whole numbers that add up exactly, and what is computed from them at the end.

pub mod claim;
pub mod contest;
pub mod difference;
pub mod effect;
pub mod histogram;
pub mod holm;
pub mod interval;
pub mod least_squares;
pub mod linear;
pub mod paired;
pub mod rating;
pub mod response;
pub mod sprt;
pub mod spsa;
pub mod summary;
pub mod survey;
pub mod tally;
pub mod variance;
