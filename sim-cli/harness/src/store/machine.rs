//! `machine.json`: facts that may differ between two runs of one plan.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use goldrush_support::system::host_name;
use serde::{Deserialize, Serialize};

use crate::sim::timing::TimingStats;

/// Contents of `machine.json`. In a resumed run they describe only the time since it was last resumed.
#[derive(Serialize, Deserialize)]
pub struct Machine {
    host: String,
    os: String,
    architecture: String,
    threads: usize,
    started_unix_s: u64,
    games: u64,
    elapsed_s: f64,
    games_per_s: f64,
    /// Timing of each side of a match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    effort: Vec<SideTiming>,
}

#[derive(Serialize, Deserialize)]
struct SideTiming {
    name: String,
    turns: u64,
    ms_per_turn: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    processor_ms_per_turn: Option<f64>,
    playouts_per_turn: Option<f64>,
}

impl SideTiming {
    fn new((name, timing): &(String, TimingStats)) -> SideTiming {
        SideTiming {
            name: name.clone(),
            turns: timing.turns,
            ms_per_turn: timing.ms_per_turn(),
            processor_ms_per_turn: timing.processor_ms_per_turn(),
            playouts_per_turn: timing.playouts_per_turn(),
        }
    }

    fn timing(&self) -> TimingStats {
        let playouts = self.playouts_per_turn.unwrap_or(0.0) * self.turns as f64;
        TimingStats {
            turns: self.turns,
            time: self.total(self.ms_per_turn.unwrap_or(0.0)),
            processor: self.processor_ms_per_turn.map(|ms| self.total(ms)),
            playouts: playouts.round() as u64,
        }
    }

    /// Returns the time of all turns.
    fn total(&self, ms_per_turn: f64) -> Duration {
        Duration::try_from_secs_f64(ms_per_turn * self.turns as f64 / 1e3).unwrap_or_default()
    }
}

impl Machine {
    /// Describes games played on this machine. `timings` are the sides' names and timings, empty if none were taken.
    pub fn new(
        threads: usize,
        started: SystemTime,
        elapsed: Duration,
        games: u64,
        timings: &[(String, TimingStats)],
    ) -> Machine {
        Machine {
            host: host_name(),
            os: std::env::consts::OS.into(),
            architecture: std::env::consts::ARCH.into(),
            threads,
            started_unix_s: started
                .duration_since(UNIX_EPOCH)
                .map_or(0, |d| d.as_secs()),
            games,
            elapsed_s: elapsed.as_secs_f64(),
            games_per_s: games as f64 / elapsed.as_secs_f64(),
            effort: timings.iter().map(SideTiming::new).collect(),
        }
    }
}

/// Contents of `machine.json` for a run merged from parts.
#[derive(Default, Serialize)]
pub struct MergedMachine {
    /// Sorted by name.
    hosts: BTreeSet<String>,
    parts: u64,
    started_unix_s: Option<u64>,
    games: u64,
    /// Sum over all parts, in seconds.
    elapsed_s: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    effort: Vec<SideTiming>,
}

impl MergedMachine {
    /// Adds a part.
    pub fn add(&mut self, part: Machine) {
        self.started_unix_s = Some(
            self.started_unix_s
                .map_or(part.started_unix_s, |s| s.min(part.started_unix_s)),
        );
        self.hosts.insert(part.host);
        self.parts += 1;
        self.games += part.games;
        self.elapsed_s += part.elapsed_s;
        if self.effort.is_empty() {
            self.effort = part.effort;
            return;
        }
        for (side, more) in self.effort.iter_mut().zip(&part.effort) {
            let mut timing = side.timing();
            timing += more.timing();
            *side = SideTiming::new(&(side.name.clone(), timing));
        }
    }

    /// Returns the name and the timing of each side of a match, over all parts.
    pub fn timings(&self) -> Vec<(String, TimingStats)> {
        self.effort
            .iter()
            .map(|side| (side.name.clone(), side.timing()))
            .collect()
    }
}
