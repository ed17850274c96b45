//! Section on the strength of the agents of a tournament, the advantage of seats, and the shares of luck and skill.

use goldrush_games::schema::Metric;
use goldrush_harness::findings::rating::{Interval, Rating, Ratings};
use goldrush_harness::findings::variance::VarianceShares;
use goldrush_harness::study::Anchor;

use super::Run;
use crate::document::{Answer, Cell, Media, Part, Section, Table};
use crate::figure::interval::{Intervals, Row};
use crate::figure::{Drawing, Figure};
use crate::number::{Number, chance, number, percent, signed};
use crate::words::{count, ordinal};

pub(super) fn section(run: &Run) -> Option<Section> {
    let ratings = run.summary.ratings.as_ref()?;
    let mut figures = vec![agents(run, ratings)];
    // Nothing is known of seats without a game that somebody won.
    if ratings.seats.iter().any(|seat| !seat.elo.mean.is_nan()) {
        figures.push(seats(run, ratings));
    }
    if let Some(shares) = &run.summary.variance {
        figures.push(variance(run, shares));
    }
    let mut parts = vec![Part::Figures(figures), Part::Table(table(run, ratings))];
    parts.push(Part::Text(format!(
        "Elo ({}) with 95% intervals; a gap of 400 means odds of ten to one.",
        zero(ratings)
    )));
    let matrices = [
        ("finishes ahead of, %", &ratings.ahead),
        ("is stronger than, chance in %", &ratings.stronger),
    ];
    for (heading, shares) in matrices {
        let table = matrix(heading, shares, ratings);
        parts.extend(table.map(|table| Part::Table(table.on(Media::Terminal))));
    }
    parts.push(Part::Table(seat_table(ratings).on(Media::Terminal)));
    if let Some(shares) = &run.summary.variance {
        parts.push(Part::Table(variance_table(shares).on(Media::Terminal)));
    }
    let warnings = ratings.warnings.iter();
    parts.extend(warnings.map(|warning| Part::Text(format!("Warning: {warning}"))));
    Some(Section::new("How strong the bots are", parts))
}

/// Returns the table of agents, the best first.
fn table(run: &Run, ratings: &Ratings) -> Table {
    let rows = ratings
        .order()
        .into_iter()
        .enumerate()
        .map(|(place, agent)| {
            let row = &run.summary.agents[agent];
            let rating = &ratings.agents[agent];
            vec![
                format!("{} {}", place + 1, rating.name).into(),
                elo(&rating.elo),
                Number::percent(&row.mean(Metric::WIN_SHARE)).into(),
                Number::points(&row.mean(Metric::SCORE)).into(),
                Number::points(&row.mean(Metric::MARGIN)).into(),
                Cell::Count(row.results),
            ]
        });
    Table::new(["bot", "Elo", "win rate", "score", "lead", "results"], rows)
}

/// Returns a table of shares between any two agents, the best first, or `None` if nothing is known of any two.
fn matrix(heading: &str, shares: &[Vec<Option<f64>>], ratings: &Ratings) -> Option<Table> {
    if shares.iter().flatten().all(Option::is_none) {
        return None;
    }
    let order = ratings.order();
    let places = (1..=order.len()).map(|place| place.to_string());
    let rows = order.iter().enumerate().map(|(place, &agent)| {
        let name = format!("{} {}", place + 1, ratings.agents[agent].name);
        let shares = order.iter().map(|&other| shares[agent][other]);
        let cells = shares.map(|share| share.map(|share| Number::exact(100.0 * share, 1)).into());
        [name.into()].into_iter().chain(cells).collect()
    });
    Some(Table::new(
        [heading.to_owned()].into_iter().chain(places),
        rows,
    ))
}

fn seat_table(ratings: &Ratings) -> Table {
    let seats = ratings.seats.iter().filter(|seat| !seat.elo.mean.is_nan());
    let rows = seats.map(|seat| {
        let name = format!("{} of {} seats", ordinal(seat.seat), seat.players);
        vec![name.into(), elo(&seat.elo)]
    });
    Table::new(["seat", "Elo"], rows)
}

fn variance_table(shares: &VarianceShares) -> Table {
    let rows =
        parts(shares).map(|(name, share)| vec![name.into(), share_of_variance(share).into()]);
    let heading = format!(
        "variance of a lead (standard deviation {:.1} points)",
        shares.deviation
    );
    Table::new([heading.as_str(), "share"], rows)
}

/// Returns the key answers: the best agent, and the share of skill.
pub(super) fn answers(run: &Run) -> Vec<Answer> {
    let first = run.summary.ratings.as_ref().and_then(first);
    let skill = run.summary.variance.as_ref().map(|shares| {
        let skill = share_of_variance(&shares.skill);
        let sentence = format!(
            "Differences between the bots explain {skill} of the variance of a player's lead; the seat, the deal, the \
             opponents and luck explain the rest."
        );
        Answer::new(&skill, sentence)
    });
    first.into_iter().chain(skill).collect()
}

/// Returns the answer on the best agent; without a rating, nobody comes first.
fn first(ratings: &Ratings) -> Option<Answer> {
    let order = ratings.order();
    let [first, second, ..] = order[..] else {
        return None;
    };
    let stronger = ratings.stronger.get(first).and_then(|of| of[second]);
    let first = &ratings.agents[first];
    let second = &ratings.agents[second];
    if first.elo.mean.is_nan() {
        return None;
    }
    let between = first.elo.mean - second.elo.mean;
    let ahead = if between.is_finite() {
        format!(", {} ahead of {}", number(between, 0), second.name)
    } else {
        String::new()
    };
    let stronger = stronger.map_or_else(String::new, |share| {
        format!(
            "; the chance that it is stronger than {} is {}",
            second.name,
            chance(share)
        )
    });
    let rating = elo(&first.elo);
    let sentence = format!("{} comes first: {rating} Elo{ahead}{stronger}.", first.name);
    Some(match rating {
        Cell::Number(rating) => Answer::new(&rating.with_unit(" Elo"), sentence),
        bound => Answer {
            number: format!("{bound} Elo"),
            interval: String::new(),
            sentence,
        },
    })
}

fn zero(ratings: &Ratings) -> String {
    match &ratings.anchor {
        Some(Anchor { agent, elo }) => format!("{agent} is {}", signed(*elo, 0)),
        None => "average 0".into(),
    }
}

fn parts(shares: &VarianceShares) -> [(&'static str, &Interval); 4] {
    [
        ("the bot", &shares.skill),
        ("the seat", &shares.seat),
        ("the deal", &shares.deal),
        ("the rest", &shares.rest),
    ]
}

fn share_of_variance(share: &Interval) -> Number {
    Number::percent(&share.estimate())
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

fn agents(run: &Run, ratings: &Ratings) -> Figure {
    let order = ranking(ratings);
    let caption = format!(
        "Elo ({}) with 95% intervals, from {} deals ({} games). A gap of 400 means odds of ten to one.",
        zero(ratings),
        count(run.summary.blocks),
        count(run.summary.games)
    );
    let reference = if ratings.anchor.is_some() {
        "0"
    } else {
        "average"
    };
    Figure {
        name: "ratings".into(),
        title: title(run, &order),
        caption,
        drawing: drawing(&order, reference),
    }
}

/// Says who leads, if that is known.
fn title(run: &Run, order: &[&Rating]) -> String {
    let [first, second, ..] = order else {
        return "Ratings".into();
    };
    if is_ahead(first, second) {
        let gap = first.elo.mean - second.elo.mean;
        return match gap.is_finite() {
            true => format!("{} leads by {} Elo", first.name, number(gap, 0)),
            false => format!("{} leads", first.name),
        };
    }
    let names = [&first.name, &second.name];
    let mut faults = run.summary.faults.iter();
    match faults.find(|row| names.contains(&&row.name)) {
        Some(row) => format!("No clear leader: {} lost games through faults", row.name),
        None => format!(
            "Cannot tell whether {} or {} is the strongest",
            first.name, second.name
        ),
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

fn seats(run: &Run, ratings: &Ratings) -> Figure {
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
                signed(seat.elo.mean, 0)
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

fn variance(run: &Run, shares: &VarianceShares) -> Figure {
    let rows = parts(shares).map(|(name, share)| Row {
        value: share_of_variance(share).to_string(),
        reference: None,
        strong: true,
        ..row(name.into(), share)
    });
    let drawing = Intervals {
        rows: rows.into(),
        band: None,
        axis: "% of the variance",
        factor: 100.0,
        reference: None,
    };
    Figure {
        name: "luck-and-skill".into(),
        title: format!(
            "Differences between the bots explain {} of the variance of a lead",
            percent(shares.skill.mean, 1)
        ),
        caption: format!(
            "Parts of the variance of a player's lead over the average of the others (standard deviation: {:.1} points). \
             The rest is due to opponents and to luck within the game. 95% intervals by bootstrap and jackknife over \
             {} deals.",
            shares.deviation,
            count(run.summary.blocks)
        ),
        drawing: drawing.draw(),
    }
}

fn row(label: String, interval: &Interval) -> Row {
    let row = Row {
        heading: None,
        label,
        mean: interval.mean,
        ends: interval.low.zip(interval.high),
        reference: Some(0.0),
        value: elo(interval).to_string(),
        strong: true,
    };
    if interval.mean.is_infinite() {
        // The bound stands for the rating.
        let ends = [interval.low, interval.high].into_iter().flatten();
        let bound = ends.into_iter().find(|end| end.is_finite());
        return Row {
            mean: bound.unwrap_or(0.0),
            ends: None,
            ..row
        };
    }
    let strong = row.ends.is_some_and(|(low, high)| low > 0.0 || high < 0.0);
    Row { strong, ..row }
}

/// Returns a rating, or its bound if the agent won or lost all games: `above +700`.
pub fn elo(elo: &Interval) -> Cell {
    match (elo.mean, elo.low, elo.high) {
        (f64::INFINITY, Some(low), _) => format!("above {}", signed(low, 0)).into(),
        (f64::NEG_INFINITY, _, Some(high)) => format!("below {}", signed(high, 0)).into(),
        (mean, ..) if mean.is_finite() => Number::elo(elo).into(),
        _ => "no rating".into(),
    }
}
