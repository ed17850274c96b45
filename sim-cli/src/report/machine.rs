//! `machine.json`: what may differ between two runs of one plan.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::sim::effort::Effort;

/// What it holds. In a run that was resumed only the last part counts.
#[derive(Serialize)]
pub struct Machine {
    host: String,
    os: &'static str,
    architecture: &'static str,
    threads: usize,
    started_unix_s: u64,
    games: u64,
    elapsed_s: f64,
    games_per_s: f64,
    /// Of each side of a match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    effort: Vec<SideEffort>,
}

#[derive(Serialize)]
struct SideEffort {
    name: String,
    turns: u64,
    ms_per_turn: Option<f64>,
    playouts_per_turn: Option<f64>,
}

impl Machine {
    /// Of games played on this machine; `efforts` are names of sides and theirs, none if nobody watched.
    pub fn new(
        threads: usize,
        started: SystemTime,
        elapsed: Duration,
        games: u64,
        efforts: &[(String, Effort)],
    ) -> Machine {
        let side = |(name, effort): &(String, Effort)| SideEffort {
            name: name.clone(),
            turns: effort.turns,
            ms_per_turn: effort.ms_per_turn(),
            playouts_per_turn: effort.playouts_per_turn(),
        };
        Machine {
            host: gethostname::gethostname().to_string_lossy().into_owned(),
            os: std::env::consts::OS,
            architecture: std::env::consts::ARCH,
            threads,
            started_unix_s: started.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()),
            games,
            elapsed_s: elapsed.as_secs_f64(),
            games_per_s: games as f64 / elapsed.as_secs_f64(),
            effort: efforts.iter().map(side).collect(),
        }
    }
}
