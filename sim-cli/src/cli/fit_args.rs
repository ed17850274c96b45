//! Arguments of `tune --estimate`.

use clap::Args;

use super::complete;
use crate::error::bad_input;

/// What is fitted to what.
#[derive(Args, Debug)]
#[command(next_help_heading = "Estimates")]
pub struct FitArgs {
    /// Fit the weights of a search's estimates to how games end, instead of tuning those the heuristic plays by
    #[arg(long, conflicts_with_all = ["iterations", "games", "test", "perturbation", "step"])]
    pub estimate: bool,
    /// Games that are played, of which four fifths are fitted to
    #[arg(long, requires = "estimate", allow_negative_numbers = true, value_name = "N", default_value_t = 20_000)]
    pub played: u64,
    /// Who plays them
    #[arg(long, requires = "estimate", value_name = "AGENT", default_value = "heuristic", add = complete::agent())]
    pub player: String,
    /// One turn in so many is taken by `heuristic:width=3`, to see what better players avoid
    #[arg(long, requires = "estimate", allow_negative_numbers = true, value_name = "K", default_value_t = 8)]
    pub careless: u32,
    /// Steps of the fit
    #[arg(long, requires = "estimate", allow_negative_numbers = true, value_name = "K", default_value_t = 5)]
    pub steps: u64,
    /// Observations that speak for a weight as it is, if its range changed each by one point
    #[arg(long, requires = "estimate", allow_negative_numbers = true, value_name = "R", default_value_t = 100.0)]
    pub ridge: f64,
}

impl FitArgs {
    /// Checks the numbers.
    ///
    /// # Errors
    /// If one is not possible: bad input.
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
