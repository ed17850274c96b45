//! Agents: programs that decide under hidden information. They see a `View` and nothing else.

pub mod agent;
mod best;
pub mod carcassonne;
pub mod gold_rush;
pub mod knizia_gold;
pub mod landscape;
pub mod luck;
pub mod measured;
pub mod parameter;
pub mod random;
pub mod registry;
pub mod search;
pub mod surroundings;
pub mod value;
pub mod weights;
