//! Arguments of `tune --estimate` and `tune --value`.

use std::path::PathBuf;

use clap::Args;

use super::complete;
use crate::error::bad_input;

/// What is fitted to what.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Estimates and chances")]
pub struct FitArgs {
    /// Fit the weights of a search's estimates to how games end, instead of tuning those the heuristic plays by
    #[arg(long, group = "fitting", conflicts_with_all = ["iterations", "games", "test", "perturbation", "step"])]
    pub estimate: bool,
    /// Fit how likely a lead wins to how games end, and tell how reliable that is
    #[arg(long, group = "fitting", conflicts_with_all = ["iterations", "games", "test", "perturbation", "step"])]
    pub value: bool,
    /// Games that are played, of which four fifths are fitted to
    #[arg(long, requires = "fitting", allow_negative_numbers = true, value_name = "N", default_value_t = 20_000)]
    pub played: u64,
    /// Who plays them [default: heuristic, with cards perfect]
    #[arg(long, requires = "fitting", value_name = "AGENT", add = complete::agent())]
    pub player: Option<String>,
    /// One turn in so many is taken by `heuristic:width=3`, to see what better players avoid
    #[arg(long, requires = "estimate", allow_negative_numbers = true, value_name = "K", default_value_t = 8)]
    pub careless: u32,
    /// Steps of the fit
    #[arg(long, requires = "estimate", allow_negative_numbers = true, value_name = "K", default_value_t = 5)]
    pub steps: u64,
    /// Observations that speak for a weight as it is, if its range changed each by one point
    #[arg(long, requires = "estimate", allow_negative_numbers = true, value_name = "R", default_value_t = 100.0)]
    pub ridge: f64,
    /// With --value: put the weights into this table, in the place of those of the same game and number of players
    #[arg(long, requires = "value", value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// With --value: put what was said and what happened into this table, likewise
    #[arg(long, requires = "value", value_name = "FILE")]
    pub curve: Option<PathBuf>,
    /// With --value: draw that
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
            return Err(bad_input(format!("--played: {} games; 5 to 1000000 are possible", self.played)));
        }
        if self.careless == 0 {
            return Err(bad_input("--careless: at least 1 is possible"));
        }
        if !(self.ridge >= 0.0 && self.ridge.is_finite()) {
            return Err(bad_input(format!("--ridge: {}; 0 or more is possible", self.ridge)));
        }
        Ok(())
    }
}
