//! Arguments of `tune --regret`.

use std::path::PathBuf;

use clap::Args;
use goldrush_ai::search::regret::{Allocation, RegretConfig};

use super::complete;
use crate::error::bad_input;

/// Allocations of playouts to compare, and the trials they choose from.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Regret of a search")]
pub struct RegretArgs {
    /// Compare ways to allocate a search's playouts, by how much worse their choices are than the best
    #[arg(long, conflicts_with_all = ["estimate", "iterations", "games", "test", "perturbation", "step"], requires = "allocation")]
    pub regret: bool,
    /// Parameters of `rollout` to judge; repeat it to compare others with the first
    #[arg(long, requires = "regret", value_name = "PARAMETERS")]
    pub allocation: Vec<String>,
    /// Number of positions, each from a different game
    #[arg(long, requires = "regret", allow_negative_numbers = true, value_name = "N", default_value_t = 100)]
    pub positions: u64,
    /// Bot that plays the games
    #[arg(long, requires = "regret", value_name = "AGENT", default_value = "level6", add = complete::agent())]
    pub by: String,
    /// Maximum number of turns to try per position
    #[arg(long, requires = "regret", allow_negative_numbers = true, value_name = "N", default_value_t = 60)]
    pub candidates: usize,
    /// Number of worlds to try each turn in
    #[arg(long, requires = "regret", allow_negative_numbers = true, value_name = "N", default_value_t = 256)]
    pub worlds: usize,
    /// Search depths to try, in turns [default: those of the allocations]
    #[arg(long, requires = "regret", value_delimiter = ',', value_name = "D,…")]
    pub depths: Vec<usize>,
    /// Number of separate worlds to measure the choices in
    #[arg(long, requires = "regret", allow_negative_numbers = true, value_name = "N", default_value_t = 128)]
    pub measured: usize,
    /// Bot that plays on in them [default: the same as for the trials]
    #[arg(long, requires = "regret", value_name = "AGENT", add = complete::agent())]
    pub measured_by: Option<String>,
    /// Turns it plays on before estimating
    #[arg(long, requires = "regret", allow_negative_numbers = true, value_name = "D", default_value_t = 16)]
    pub measured_depth: usize,
    /// File to save the trials in, and to resume from
    #[arg(long, requires = "regret", value_name = "FILE")]
    pub tries: Option<PathBuf>,
}

impl RegretArgs {
    /// Returns the allocations to judge, and how positions are tried out for them.
    ///
    /// # Errors
    /// Bad input if a number is out of range, or an allocation needs trials that --depths or --candidates leave out.
    pub fn read(&self, players: usize) -> anyhow::Result<(Vec<Allocation>, RegretConfig)> {
        let read = |text: &String| {
            Allocation::read(text, players).map_err(|wrong| bad_input(format!("--allocation {text}: {wrong}")))
        };
        let allocations = self.allocation.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
        let mut depths = self.depths.clone();
        if depths.is_empty() {
            depths.extend(allocations.iter().map(Allocation::depth));
        }
        depths.sort_unstable();
        depths.dedup();
        for (allocation, text) in allocations.iter().zip(&self.allocation) {
            if !depths.contains(&allocation.depth()) {
                let depth = allocation.depth();
                return Err(bad_input(format!("--allocation {text}: its depth {depth} is not among --depths")));
            }
        }
        for (allocation, text) in allocations.iter().zip(&self.allocation) {
            let (asked, tried) = (allocation.candidates(), self.candidates);
            if asked > tried {
                return Err(bad_input(format!(
                    "--allocation {text}: its {asked} candidates are more than --candidates {tried}"
                )));
            }
        }
        let numbers = [
            ("--positions", self.positions as usize, 2, 100_000),
            ("--candidates", self.candidates, 2, 1000),
            ("--worlds", self.worlds, 1, 10_000),
            ("--measured", self.measured, 1, 10_000),
            ("--measured-depth", self.measured_depth, 0, 100),
            ("--depths", depths.last().copied().unwrap_or(0), 0, 100),
        ];
        for (option, number, low, high) in numbers {
            if !(low..=high).contains(&number) {
                return Err(bad_input(format!("{option} {number}: expected {low} to {high}")));
            }
        }
        let (candidates, worlds, measured) = (self.candidates, self.worlds, self.measured);
        Ok((allocations, RegretConfig { candidates, worlds, depths, measured }))
    }
}
