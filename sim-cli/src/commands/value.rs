//! `goldrush lab value`: fits win chances to the results of games.

use std::io::Write;
use std::path::Path;

use goldrush_ai::value::{KNOTS, WEIGHTS};
use goldrush_games::analyzable::Analyzable;
use goldrush_games::registry::with_setup;
use goldrush_harness::sim::batch;
use goldrush_harness::sim::sampled_game::{SampledGame, Samplers};
use goldrush_harness::sim::standings::{Seats, standings};
use goldrush_harness::store::file::write_shared;
use goldrush_harness::study::{check_seed, lineup};
use goldrush_report::figure::{Figure, reliability};
use goldrush_report::number::percent;
use goldrush_report::words::player_games;
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use goldrush_support::stats::logit::{chances, fit};
use goldrush_support::stats::reliability::{Bin, Reliability};

use crate::cli::args::ValueArgs;

/// Ridge penalty: acts like one more observation that each coefficient is 0.
const RIDGE: f64 = 1.0;

pub(super) fn run(args: &ValueArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let setup = args
        .played
        .sampled
        .rules
        .setup(args.played.sampled.players)?;
    with_setup!(&setup, G, setup => value::<G>(args, setup, out))
}

fn value<G: Analyzable>(
    args: &ValueArgs,
    setup: &G::Setup,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let played = &args.played;
    let sampled = &played.sampled;
    check_seed(sampled.seed)?;
    let game = sampled.rules.game()?;
    let players = sampled.players;
    let seed = sampled.seed;
    let player = played.player.as_deref().unwrap_or(G::POLICY);
    let samplers = Samplers::alike(lineup::parse(game, "--player", player)?.built_in("--player")?);
    // A wrong file is reported before anything is played.
    let weights_table = args
        .weights
        .as_deref()
        .map(|file| Table::open(file, ["draws_left", "point", "turn"]))
        .transpose()?;
    let curve = args.curve.as_deref();
    let curve = curve
        .map(|file| Table::open(file, ["said", "won", "low", "high", "positions"]))
        .transpose()?;
    let mut games: Vec<Vec<Seats>> = Vec::new();
    let look = |block| {
        let game = SampledGame::play::<G>(setup, &samplers, seed, block);
        standings::<G>(setup, &game, block, seed)
    };
    batch::each(
        &batch::pool(sampled.threads)?,
        played.number,
        look,
        |game| games.push(game),
    );
    let tests = games.split_off(games.len() - games.len() / 5);
    let weights = fit(WEIGHTS, RIDGE, &games.concat());
    let (reliability, log_loss) = test(&weights, &tests);
    let bins: Vec<Bin> = reliability.bins().collect();
    writeln!(
        out,
        "Chances of winning {} games, fitted to {} games of {player} and tested on {} others, in log-odds.\n",
        player_games(players),
        games.len(),
        tests.len()
    )?;
    writeln!(
        out,
        "{:>10}{:>18}{:>18}",
        "draws left", "per point ahead", "for moving next"
    )?;
    for (knot, draws) in KNOTS.iter().enumerate() {
        writeln!(
            out,
            "{draws:>10}{:>18.4}{:>18.4}",
            weights[knot],
            weights[KNOTS.len() + knot]
        )?;
    }
    writeln!(out, "\n{:>10}{:>28}{:>12}", "predicted", "won", "positions")?;
    let percent = |share: f64| percent(share, 1);
    for Bin {
        predicted,
        observed,
        count,
    } in &bins
    {
        let ends = observed
            .ends()
            .map(|(low, high)| format!(" ({} to {})", percent(low), percent(high)));
        let won = percent(observed.mean) + &ends.unwrap_or_default();
        writeln!(out, "{:>10}{won:>28}{count:>12}", percent(*predicted))?;
    }
    let fair = libm::log(players as f64);
    writeln!(
        out,
        "\nThe predictions reduce the log loss by {}, compared with equal chances for all players.",
        percent(1.0 - log_loss / fair)
    )?;
    let key = [game.to_string(), players.to_string()];
    if let Some(table) = weights_table {
        let rows = (0..KNOTS.len()).map(|knot| {
            vec![
                KNOTS[knot].to_string(),
                format!("{:.5}", weights[knot]),
                format!("{:.5}", weights[KNOTS.len() + knot]),
            ]
        });
        table.write(&key, rows)?;
    }
    if let Some(table) = curve {
        table.write(&key, bins.iter().map(row_of_bin))?;
    }
    if let Some(file) = &args.svg {
        let figure = Figure {
            name: "reliability".into(),
            title: "Predicted chances of winning come true as often as predicted".into(),
            caption: format!(
                "Predicted chances of winning in {} {} games by {player}, and how often those seats won, with 95% intervals. \
                 On the line, both are equal.",
                tests.len(),
                player_games(players)
            ),
            drawing: reliability::draw(&bins, "predicted", "won"),
        };
        write_shared(file, &figure.file())?;
    }
    Ok(())
}

/// Returns the row of a table on the reliability of predictions.
fn row_of_bin(bin: &Bin) -> Vec<String> {
    let (low, high) = bin.observed.ends().unwrap_or((0.0, 1.0));
    let mut row = [bin.predicted, bin.observed.mean, low, high]
        .map(|share| format!("{share:.4}"))
        .to_vec();
    row.push(bin.count.to_string());
    row
}

/// Tests the weights on games they were not fitted to; returns their reliability and the mean logarithmic loss per
/// position.
fn test(weights: &[f64], games: &[Vec<Seats>]) -> (Reliability, f64) {
    let mut reliability = Reliability::default();
    let mut predicted = Vec::new();
    let mut log_loss = 0.0;
    let mut positions = 0;
    for game in games {
        for seats in game {
            chances(weights, seats, &mut predicted);
            for (seat, &predicted) in seats.iter().zip(&predicted) {
                reliability.push(predicted, seat.share);
                log_loss -= if seat.share > 0.0 {
                    seat.share * libm::log(predicted)
                } else {
                    0.0
                };
            }
            positions += 1;
        }
        reliability.end_case();
    }
    (reliability, log_loss / f64::from(positions.max(1)))
}

/// A table with rows for several games and numbers of players.
struct Table<'f> {
    file: &'f Path,
    header: Vec<&'static str>,
    rows: Vec<csv::StringRecord>,
}

impl<'f> Table<'f> {
    /// Reads a table from a file; empty if there is none.
    ///
    /// # Errors
    /// Bad input if it has other columns; fails if it cannot be read.
    fn open<const N: usize>(
        file: &'f Path,
        columns: [&'static str; N],
    ) -> anyhow::Result<Table<'f>> {
        let header: Vec<&str> = ["game", "players"].into_iter().chain(columns).collect();
        let mut table = Table {
            file,
            header,
            rows: Vec::new(),
        };
        if file.exists() {
            let text = read_input(file)?;
            let wrong = || {
                bad_input(format!(
                    "{}: not a table of {}",
                    file.display(),
                    table.header.join(",")
                ))
            };
            let mut there = csv::Reader::from_reader(text.as_bytes());
            if there
                .headers()
                .map_err(|_| wrong())?
                .iter()
                .ne(table.header.iter().copied())
            {
                return Err(wrong());
            }
            table.rows = there
                .records()
                .collect::<Result<_, _>>()
                .map_err(|_| wrong())?;
        }
        Ok(table)
    }

    /// Writes the table, with these rows replacing those of the same game and number of players.
    fn write(
        self,
        key: &[String; 2],
        rows: impl Iterator<Item = Vec<String>>,
    ) -> anyhow::Result<()> {
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record(&self.header)?;
        for row in self
            .rows
            .iter()
            .filter(|row| row.iter().take(2).ne(key.iter().map(String::as_str)))
        {
            table.write_record(row)?;
        }
        for row in rows {
            table.write_record(key.iter().cloned().chain(row))?;
        }
        write_shared(self.file, &String::from_utf8(table.into_inner()?)?)
    }
}
