//! A run's folder: its tables, its records, its parts, and the lock that keeps other writers out.

pub mod arms;
pub mod collection;
pub mod csv;
pub mod digest;
pub mod disk;
pub mod faults;
pub mod file;
pub mod folder;
pub mod gzip;
pub mod kept;
pub mod lines;
mod log_file;
pub mod machine;
mod names;
mod part;
pub mod record;
pub mod seal;
pub mod times;
pub mod tuning_log;
pub mod written;
