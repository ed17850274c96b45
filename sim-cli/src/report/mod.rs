//! Results for people and for machines.

pub mod csv;
pub mod folder;
pub mod table;
pub mod wrap;
