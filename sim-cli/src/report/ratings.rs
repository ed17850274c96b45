//! Writes the ratings of a tournament for people.

use std::io::{self, Write};

use super::estimate::cell;
use super::number::{number, signed};
use super::table::plain;
use super::words::{capital, ordinal};
use crate::findings::rating::{Interval, Ratings};
use crate::findings::summary::Summary;
use crate::findings::variance::VarianceShares;
use crate::games::schema::Metric;
use crate::study::Anchor;

/// Writes the table of agents, the best first, who finishes ahead of whom, and the advantage of each seat.
///
/// # Errors
/// Fails if writing fails.
pub fn write(ratings: &Ratings, summary: &Summary, to: &mut dyn Write) -> io::Result<()> {
    let order = ratings.order();
    let rows = order.iter().enumerate().map(|(place, &agent)| {
        let row = &summary.agents[agent];
        let metric = |metric, digits| cell(row, metric, digits);
        let rating = &ratings.agents[agent];
        let [elo, low, high] = elo(&rating.elo);
        let name = format!("{} {}", place + 1, rating.name);
        let results = row.results.to_string();
        vec![
            name,
            elo,
            low,
            high,
            metric(Metric::WIN_SHARE, 2),
            metric(Metric::SCORE, 1),
            metric(Metric::MARGIN, 1),
            results,
        ]
    });
    let headings = [
        "", "Elo", "from", "to", "wins, %", "score", "lead", "results",
    ];
    writeln!(to, "{}\n", plain(&headings, rows))?;
    let zero = match &ratings.anchor {
        Some(Anchor { agent, elo }) => format!("{agent} is {}", signed(*elo, 0)),
        None => "average 0".into(),
    };
    writeln!(
        to,
        "Elo ({zero}) with 95% intervals; a gap of 400 means odds of ten to one\n"
    )?;
    write_matrix(
        "finishes ahead of, %",
        &ratings.ahead,
        1,
        ratings,
        &order,
        to,
    )?;
    if !ratings.stronger.is_empty() {
        write_matrix(
            "is stronger than, chance in %",
            &ratings.stronger,
            1,
            ratings,
            &order,
            to,
        )?;
    }
    // Nothing is known of a seat without a game that somebody won.
    for seat in ratings.seats.iter().filter(|seat| !seat.elo.mean.is_nan()) {
        let [elo, low, high] = elo(&seat.elo);
        let interval = if low.is_empty() {
            String::new()
        } else {
            format!(" ({low} to {high})")
        };
        writeln!(
            to,
            "{} of {} seats: {elo} Elo{interval}",
            capital(ordinal(seat.seat)),
            seat.players
        )?;
    }
    if let Some(shares) = &summary.variance {
        write_variance(shares, to)?;
    }
    for warning in &ratings.warnings {
        writeln!(to, "warning: {warning}")?;
    }
    writeln!(to)
}

fn write_variance(shares: &VarianceShares, to: &mut dyn Write) -> io::Result<()> {
    writeln!(
        to,
        "\nA player's lead over the average of the others has a standard deviation of {:.1} points.\n\
         Its variance is due to",
        shares.deviation
    )?;
    let parts = [
        ("the bot", shares.skill),
        ("the seat", shares.seat),
        ("the deal", shares.deal),
        ("the rest", shares.rest),
    ];
    for (what, Interval { mean, low, high }) in parts {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let end = |end: Option<f64>| end.map_or_else(|| "?".into(), percent);
        writeln!(
            to,
            "  {what:<10}{:>5}% ({} to {})",
            percent(mean),
            end(low),
            end(high)
        )?;
    }
    Ok(())
}

fn write_matrix(
    heading: &str,
    shares: &[Vec<Option<f64>>],
    digits: usize,
    ratings: &Ratings,
    order: &[usize],
    to: &mut dyn Write,
) -> io::Result<()> {
    // Nothing is known of any two bots without a game that somebody won.
    if shares.iter().flatten().all(Option::is_none) {
        return Ok(());
    }
    let places: Vec<String> = (1..=order.len()).map(|place| place.to_string()).collect();
    let headings: Vec<&str> = [heading]
        .into_iter()
        .chain(places.iter().map(String::as_str))
        .collect();
    let rows = order.iter().enumerate().map(|(place, &agent)| {
        let share = |other: &usize| {
            shares[agent][*other].map_or_else(String::new, |share| number(100.0 * share, digits))
        };
        let name = format!("{} {}", place + 1, ratings.agents[agent].name);
        std::iter::once(name)
            .chain(order.iter().map(share))
            .collect()
    });
    writeln!(to, "{}\n", plain(&headings, rows))
}

/// Formats a rating and its ends, a cell each; an agent that has only a bound gets the bound in place of the rating.
pub fn elo(interval: &Interval) -> [String; 3] {
    let number = |value: f64| {
        if value.is_finite() {
            signed(value, 0)
        } else {
            String::new()
        }
    };
    let end = |end: Option<f64>| end.map_or_else(String::new, number);
    let (low, high) = (end(interval.low), end(interval.high));
    match interval.mean {
        f64::INFINITY => [format!("above {low}"), String::new(), String::new()],
        f64::NEG_INFINITY => [format!("below {high}"), String::new(), String::new()],
        mean if mean.is_nan() => ["none".into(), String::new(), String::new()],
        mean => [number(mean), low, high],
    }
}
