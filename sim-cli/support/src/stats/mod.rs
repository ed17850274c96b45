//! Statistics and numerical methods, independent of games, files and plans.

pub mod confidence;
pub mod distribution;
pub mod gaussian_process;
pub mod histogram;
pub mod holm;
pub mod interval;
pub mod least_squares;
pub mod linear;
pub mod logit;
pub mod ratio;
pub mod reliability;
pub mod share;
pub mod sprt;
pub mod spsa;
pub mod sums;
