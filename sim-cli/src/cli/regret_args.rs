//! Arguments of `tune --regret`.

use std::path::PathBuf;

use clap::Args;
use goldrush_ai::search::regret::{Allocation, RegretConfig};

use super::complete;
use crate::error::bad_input;

/// What is judged, and by which tries.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Regret")]
pub struct RegretArgs {
    /// Judge how a search spends its playouts by what it would choose from the tries of many positions
    #[arg(long, conflicts_with_all = ["estimate", "iterations", "games", "test", "perturbation", "step"], requires = "allocation")]
    pub regret: bool,
    /// What is judged, as parameters of `rollout`; repeat it for others, which are compared with the first
    #[arg(long, requires = "regret", value_name = "PARAMETERS")]
    pub allocation: Vec<String>,
    /// Positions, each of a game of its own
    #[arg(long, requires = "regret", allow_negative_numbers = true, value_name = "N", default_value_t = 100)]
    pub positions: u64,
    /// Who plays these games
    #[arg(long, requires = "regret", value_name = "AGENT", default_value = "level6", add = complete::agent())]
    pub by: String,
    /// Turns that are tried at each, at most
    #[arg(long, requires = "regret", allow_negative_numbers = true, value_name = "N", default_value_t = 60)]
    pub candidates: usize,
    /// Worlds in which each is tried
    #[arg(long, requires = "regret", allow_negative_numbers = true, value_name = "N", default_value_t = 256)]
    pub worlds: usize,
    /// Numbers of turns played on, each with an estimate [default: those of the allocations]
    #[arg(long, requires = "regret", value_delimiter = ',', value_name = "D,…")]
    pub depths: Vec<usize>,
    /// Other worlds, in which what is chosen is measured
    #[arg(long, requires = "regret", allow_negative_numbers = true, value_name = "N", default_value_t = 128)]
    pub measured: usize,
    /// Who plays them on [default: as those to choose by]
    #[arg(long, requires = "regret", value_name = "AGENT", add = complete::agent())]
    pub measured_by: Option<String>,
    /// Turns played on there
    #[arg(long, requires = "regret", allow_negative_numbers = true, value_name = "D", default_value_t = 16)]
    pub measured_depth: usize,
    /// Keep the tries in this file, and go on with what it holds
    #[arg(long, requires = "regret", value_name = "FILE")]
    pub tries: Option<PathBuf>,
}

impl RegretArgs {
    /// Returns the allocations to judge, and how positions are tried out for them.
    ///
    /// # Errors
    /// Bad input if a number is out of range, or an allocation needs what is not tried.
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
                return Err(bad_input(format!("--allocation {text}: its depth {depth} is none of --depths")));
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
                return Err(bad_input(format!("{option} {number}: {low} to {high} are possible")));
            }
        }
        let (candidates, worlds, measured) = (self.candidates, self.worlds, self.measured);
        Ok((allocations, RegretConfig { candidates, worlds, depths, measured }))
    }
}
