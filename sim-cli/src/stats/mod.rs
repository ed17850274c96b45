//! Statistics: whole numbers that add up exactly, and what is computed from them at the end.

pub mod histogram;
pub mod holm;
pub mod interval;
pub mod least_squares;
pub mod linear;
pub mod sprt;
pub mod spsa;
