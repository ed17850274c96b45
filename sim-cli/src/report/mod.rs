//! Results for people and for machines.

pub mod arms;
pub mod collection;
pub mod complaints;
pub mod content;
pub mod contest;
pub mod csv;
pub mod difference;
pub mod effects;
pub mod figure;
pub mod file;
pub mod folder;
pub mod gzip;
pub mod ledger;
pub mod machine;
pub mod page;
pub mod ratings;
pub mod schedule;
pub mod table;
pub mod wrap;
pub mod written;
