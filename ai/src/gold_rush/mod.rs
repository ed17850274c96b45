//! Agents made for Carcassonne: Gold Rush.

pub mod greedy;
