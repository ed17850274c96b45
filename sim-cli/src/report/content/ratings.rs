//! Section on the strength of the agents of a tournament, the advantage of seats, and the shares of luck and skill.

use super::LoadedRun;
use crate::findings::rating::{Interval, Rating, Ratings};
use crate::findings::variance::VarianceShares;
use crate::report::figure::interval::{Intervals, Row};
use crate::report::figure::{Drawing, Figure};
use crate::report::number::{chance, number};
use crate::report::page::{Answer, PagePart, Section};
use crate::report::words::{count, ordinal};
use crate::study::Anchor;

pub(super) fn section(run: &LoadedRun) -> Option<Section> {
    let ratings = run.summary.ratings.as_ref()?;
    let mut figures = vec![agents(run, ratings)];
    // Nothing is known of seats without a game that somebody won.
    if ratings.seats.iter().any(|seat| !seat.elo.mean.is_nan()) {
        figures.push(seats(run, ratings));
    }
    figures.extend(
        run.summary
            .variance
            .as_ref()
            .map(|shares| variance(run, shares)),
    );
    let mut parts = vec![PagePart::Pieces(figures)];
    parts.extend(
        ratings
            .warnings
            .iter()
            .map(|warning| PagePart::Text(format!("Warning: {warning}"))),
    );
    Some(Section {
        heading: "How strong the bots are".into(),
        parts,
    })
}

/// Returns the key answers: the best agent, and the share of skill.
pub(super) fn answers(run: &LoadedRun) -> Vec<Answer> {
    let mut answers = Vec::new();
    if let Some(ratings) = &run.summary.ratings
        && let [first, second, ..] = &ranking(ratings)[..]
        // Without a rating, nobody comes first.
        && !first.elo.mean.is_nan()
    {
        let between = first.elo.mean - second.elo.mean;
        let ahead = if between.is_finite() {
            format!(", {} ahead of {}", number(between, 0), second.name)
        } else {
            String::new()
        };
        let order = ratings.order();
        let stronger = ratings.stronger.get(order[0]).and_then(|of| of[order[1]]);
        let stronger = stronger.map_or_else(String::new, |share| {
            format!(
                "; the chance that it is stronger than {} is {}",
                second.name,
                chance(share)
            )
        });
        let sentence = format!(
            "{} comes first: {} Elo{ahead}{stronger}.",
            first.name,
            elo(&first.elo)
        );
        answers.push(if first.elo.mean.is_finite() {
            Answer {
                number: format!("{} Elo", signed(first.elo.mean)),
                interval: ends(&first.elo, 1.0, 0),
                sentence,
            }
        } else {
            Answer {
                number: format!("{} Elo", elo(&first.elo)),
                interval: String::new(),
                sentence,
            }
        });
    }
    if let Some(shares) = &run.summary.variance {
        let VarianceShares { skill, .. } = shares;
        let sentence = format!(
            "Differences between the bots explain {:.1}% ({}) of the variance of a player's lead; the seat, the deal, the \
             opponents and luck explain the rest.",
            100.0 * skill.mean,
            ends(skill, 100.0, 1)
        );
        answers.push(Answer {
            number: format!("{:.1}%", 100.0 * skill.mean),
            interval: ends(skill, 100.0, 1),
            sentence,
        });
    }
    answers
}

/// Returns the ratings, the best first.
fn ranking(ratings: &Ratings) -> Vec<&Rating> {
    ratings
        .order()
        .into_iter()
        .map(|agent| &ratings.agents[agent])
        .collect()
}

fn is_ahead(first: &Rating, second: &Rating) -> bool {
    matches!((first.elo.low, second.elo.high), (Some(low), Some(high)) if low > high)
}

fn agents(run: &LoadedRun, ratings: &Ratings) -> Figure {
    let order = ranking(ratings);
    let title = match &order[..] {
        [first, second, ..] if is_ahead(first, second) => {
            let gap = first.elo.mean - second.elo.mean;
            if gap.is_finite() {
                format!("{} leads by {} Elo", first.name, number(gap, 0))
            } else {
                format!("{} leads", first.name)
            }
        }
        [first, second, ..] => {
            match run
                .summary
                .faults
                .iter()
                .find(|row| [&first.name, &second.name].contains(&&row.name))
            {
                Some(row) => format!("No clear leader: {} lost games through faults", row.name),
                None => format!(
                    "Cannot tell whether {} or {} is the strongest",
                    first.name, second.name
                ),
            }
        }
        _ => "Ratings".into(),
    };
    let zero = match &ratings.anchor {
        Some(Anchor { agent, elo }) => format!("{agent} is {}", signed(*elo)),
        None => "average 0".into(),
    };
    let caption = format!(
        "Elo ({zero}) with 95% intervals, from {} deals ({} games). A gap of 400 means odds of ten to one.",
        count(run.summary.blocks),
        count(run.summary.games)
    );
    let drawing = drawing(
        &order,
        if ratings.anchor.is_some() {
            "0"
        } else {
            "average"
        },
    );
    Figure {
        name: "ratings".into(),
        title,
        caption,
        drawing,
    }
}

/// Draws ratings, in order; `reference` names a rating of 0.
pub fn drawing(order: &[&Rating], reference: &str) -> Drawing {
    let rows: Vec<Row> = order
        .iter()
        .map(|rating| row(rating.name.clone(), &rating.elo))
        .collect();
    Intervals {
        rows,
        band: None,
        axis: "Elo",
        factor: 1.0,
        reference: Some(reference),
    }
    .draw()
}

fn seats(run: &LoadedRun, ratings: &Ratings) -> Figure {
    let rows: Vec<Row> = ratings
        .seats
        .iter()
        .map(|seat| {
            row(
                format!("{} of {} seats", ordinal(seat.seat), seat.players),
                &seat.elo,
            )
        })
        .collect();
    let best = ratings
        .seats
        .iter()
        .max_by(|a, b| a.elo.mean.total_cmp(&b.elo.mean));
    let title = match best {
        Some(seat) if seat.elo.low.is_some_and(|low| low > 0.0) => {
            format!(
                "The {} of {} seats is worth {} Elo",
                ordinal(seat.seat),
                seat.players,
                signed(seat.elo.mean)
            )
        }
        _ => "Cannot tell whether one seat is better than another".into(),
    };
    let caption = format!(
        "Advantage of each seat in Elo, relative to the average seat; 95% intervals by bootstrap over {} deals.",
        count(run.summary.blocks)
    );
    let drawing = Intervals {
        rows,
        band: None,
        axis: "Elo",
        factor: 1.0,
        reference: None,
    }
    .draw();
    Figure {
        name: "seat-ratings".into(),
        title,
        caption,
        drawing,
    }
}

fn variance(run: &LoadedRun, shares: &VarianceShares) -> Figure {
    let parts = [
        ("the bot", &shares.skill),
        ("the seat", &shares.seat),
        ("the deal", &shares.deal),
        ("the rest", &shares.rest),
    ];
    let rows: Vec<Row> = parts
        .into_iter()
        .map(|(name, share)| Row {
            value: format!("{:.1}% ({})", 100.0 * share.mean, ends(share, 100.0, 1)),
            reference: None,
            strong: true,
            ..row(name.into(), share)
        })
        .collect();
    Figure {
        name: "luck-and-skill".into(),
        title: format!(
            "Differences between the bots explain {:.1}% of the variance of a lead",
            100.0 * shares.skill.mean
        ),
        caption: format!(
            "Parts of the variance of a player's lead over the average of the others (standard deviation: {:.1} points). \
             The rest is due to opponents and to luck within the game. 95% intervals by bootstrap and jackknife over \
             {} deals.",
            shares.deviation,
            count(run.summary.blocks)
        ),
        drawing: Intervals {
            rows,
            band: None,
            axis: "% of the variance",
            factor: 100.0,
            reference: None,
        }
        .draw(),
    }
}

fn row(label: String, elo: &Interval) -> Row {
    let value = self::elo(elo);
    if elo.mean.is_infinite() {
        // The bound stands for the rating.
        let bound = [elo.low, elo.high]
            .into_iter()
            .flatten()
            .find(|end| end.is_finite())
            .unwrap_or(0.0);
        return Row {
            heading: None,
            label,
            mean: bound,
            ends: None,
            reference: Some(0.0),
            value,
            strong: true,
        };
    }
    let limits = elo.low.zip(elo.high);
    let strong = limits.is_some_and(|(low, high)| low > 0.0 || high < 0.0);
    Row {
        heading: None,
        label,
        mean: elo.mean,
        ends: limits,
        reference: Some(0.0),
        value,
        strong,
    }
}

/// Formats a rating: "+123 (110 to 136)", or "above 700".
fn elo(elo: &Interval) -> String {
    let number = |end: Option<f64>| end.map_or_else(|| "any number".into(), |end| number(end, 0));
    match elo.mean {
        f64::INFINITY => format!("above {}", number(elo.low)),
        f64::NEG_INFINITY => format!("below {}", number(elo.high)),
        mean if mean.is_nan() => "no rating".into(),
        mean if elo.low.is_none() => signed(mean),
        mean => format!("{} ({})", signed(mean), ends(elo, 1.0, 0)),
    }
}

fn ends(interval: &Interval, factor: f64, digits: usize) -> String {
    match (interval.low, interval.high) {
        (Some(low), Some(high)) => format!(
            "{} to {}",
            number(low * factor, digits),
            number(high * factor, digits)
        ),
        _ => "too few deals for an interval".into(),
    }
}

fn signed(value: f64) -> String {
    if value.round() > 0.0 {
        format!("+{value:.0}")
    } else {
        number(value, 0)
    }
}
