//! Common parts of `goldrush draws` and `goldrush course`: games between equals, and tables of estimates.

use crate::cli::args::EqualsArgs;
use crate::error::bad_input;
use crate::games::Setup;
use crate::report::figure::Figure;
use crate::stats::interval::Estimate;
use crate::store::file::write_atomically;
use crate::study::check_seed;

/// Returns the setup of the games.
///
/// # Errors
/// Bad input if the game or the number of games is invalid.
pub(super) fn setup(args: &EqualsArgs) -> anyhow::Result<Setup> {
    check_seed(args.seed)?;
    if !(2..=10_000_000).contains(&args.games) {
        return Err(bad_input(format!("--games {}: 2 to 10000000 are possible", args.games)));
    }
    args.rules.setup(args.players)
}

/// Writes the results as a table and as a figure, to the files that are asked for.
pub(super) fn write_files(args: &EqualsArgs, csv: &str, figure: &Figure) -> anyhow::Result<()> {
    args.csv.as_ref().map_or(Ok(()), |file| write_atomically(file, csv))?;
    args.svg.as_ref().map_or(Ok(()), |file| write_atomically(file, &figure.file()))
}

/// Formats the mean of an estimate and the ends of its interval for a table; cells without a value are empty.
pub(super) fn cells(estimate: Option<Estimate>) -> [String; 3] {
    let (low, high) = estimate.and_then(|estimate| estimate.ends()).unzip();
    let mean = estimate.map(|estimate| estimate.mean);
    [mean, low, high].map(|value| value.map_or_else(String::new, |value| format!("{value:.5}")))
}
