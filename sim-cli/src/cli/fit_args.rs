//! Arguments of `tune --estimate` and `tune --value`.

use std::path::PathBuf;

use clap::Args;

use super::complete;
use crate::error::bad_input;

/// Fits to the games a bot plays.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Fitting to played games")]
pub struct FitArgs {
    /// Fit the weights that `rollout:estimate=fitted` evaluates positions by
    #[arg(long, group = "fitting", conflicts_with_all = ["iterations", "games", "test", "perturbation", "step"])]
    pub estimate: bool,
    /// Fit how likely a lead is to win, and report how reliable that is
    #[arg(long, group = "fitting", conflicts_with_all = ["iterations", "games", "test", "perturbation", "step"])]
    pub value: bool,
    /// Games to play; four fifths are fitted, the rest are the test
    #[arg(long, requires = "fitting", allow_negative_numbers = true, value_name = "N", default_value_t = 20_000)]
    pub played: u64,
    /// Bot that plays the games [default: heuristic; knizia-gold: perfect]
    #[arg(long, requires = "fitting", value_name = "AGENT", add = complete::agent())]
    pub player: Option<String>,
    /// With --estimate: let `heuristic:width=3` play every K-th turn, to include weaker positions
    #[arg(long, requires = "estimate", allow_negative_numbers = true, value_name = "K", default_value_t = 8)]
    pub careless: u32,
    /// With --estimate: number of fitting steps
    #[arg(long, requires = "estimate", allow_negative_numbers = true, value_name = "K", default_value_t = 5)]
    pub steps: u64,
    /// With --estimate: how strongly to hold weights at their current values (ridge penalty)
    #[arg(long, requires = "estimate", allow_negative_numbers = true, value_name = "R", default_value_t = 100.0)]
    pub ridge: f64,
    /// With --value: write the weights to this table, replacing this game and number of players
    #[arg(long, requires = "value", value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// With --value: write predicted and actual win rates to this table, likewise
    #[arg(long, requires = "value", value_name = "FILE")]
    pub curve: Option<PathBuf>,
    /// With --value: draw predicted and actual win rates to this file
    #[arg(long, requires = "value", value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

impl FitArgs {
    /// Checks the numbers.
    ///
    /// # Errors
    /// Bad input if a number is out of range.
    pub fn check(&self) -> anyhow::Result<()> {
        if !(5..=1_000_000).contains(&self.played) {
            return Err(bad_input(format!("--played {}: expected 5 to 1,000,000 games", self.played)));
        }
        if self.careless == 0 {
            return Err(bad_input("--careless 0: expected 1 or more"));
        }
        if !(self.ridge >= 0.0 && self.ridge.is_finite()) {
            return Err(bad_input(format!("--ridge {}: expected 0 or more", self.ridge)));
        }
        Ok(())
    }
}
