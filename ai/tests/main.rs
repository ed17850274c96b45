//! Tests of agents, as used from outside.

mod carcassonne;
mod endings;
mod family;
mod greedy;
mod joins;
mod knizia_gold;
mod luck;
mod move_evaluation;
mod no_peeking;
mod oracle;
mod regret;
mod search;
mod variants;
mod weights;
