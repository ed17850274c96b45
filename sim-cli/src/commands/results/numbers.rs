//! Numbers of results with their intervals: from entries of files, combined, and written for people.

use anyhow::Context;
use goldrush_report::number::{Number, number, percent};
use goldrush_report::words::count;
use goldrush_support::stats::interval::Estimate;
use serde::Deserialize;
use serde_json::Value;

use super::source::{self, Entry};

/// An estimate, with the number of results that it is a mean of.
#[derive(Clone, Copy)]
pub(super) struct Quantity {
    pub(super) estimate: Estimate,
    pub(super) results: f64,
}

impl Quantity {
    /// Returns a number that is known exactly.
    pub(super) fn exact(value: f64) -> Quantity {
        Quantity::from(Estimate::around(value, None))
    }
}

impl From<Estimate> for Quantity {
    fn from(estimate: Estimate) -> Quantity {
        Quantity {
            estimate,
            results: f64::NAN,
        }
    }
}

/// Returns a sum, difference, product or ratio. Of two independent numbers a sum has an interval, others only if one is exact.
pub(super) fn combined(a: &Estimate, sign: char, b: &Estimate) -> Estimate {
    match sign {
        '-' => combined(a, '+', &scaled(b, -1.0)),
        '+' if a.half_width.is_none() => b.plus(a.mean),
        '+' if b.half_width.is_none() => a.plus(b.mean),
        '+' => {
            let halves = [a, b].map(|one| one.half_width.unwrap_or_default());
            Estimate::around(a.mean + b.mean, Some(libm::hypot(halves[0], halves[1])))
        }
        '*' if a.half_width.is_none() => scaled(b, a.mean),
        '*' => scaled(a, b.mean),
        _ if b.half_width.is_none() => scaled(a, 1.0 / b.mean),
        _ => Estimate::around(a.mean / b.mean, None),
    }
}

/// Returns an estimate in another unit, whose sign may be the opposite.
fn scaled(estimate: &Estimate, factor: f64) -> Estimate {
    let mut scaled = estimate.times(factor);
    if factor < 0.0 {
        scaled.half_width = scaled.half_width.map(f64::abs);
        std::mem::swap(&mut scaled.low, &mut scaled.high);
    }
    scaled
}

/// Returns the numbers of an entry: a mean with its interval, a number, or a list of numbers.
pub(super) fn of_entry(entry: &Entry) -> anyhow::Result<Vec<Quantity>> {
    let estimate = match entry.value {
        Value::Array(all) => {
            return Ok(all
                .iter()
                .filter_map(source::number)
                .map(Quantity::exact)
                .collect());
        }
        Value::Object(fields) if fields.contains_key("half_width") => {
            Estimate::deserialize(entry.value)?
        }
        // Of a rating one end alone may be known.
        Value::Object(fields) if fields.contains_key("mean") => {
            let ends = ["low", "high"].map(|end| fields.get(end).and_then(Value::as_f64));
            Estimate {
                mean: fields["mean"].as_f64().unwrap_or(f64::NAN),
                half_width: ends[0].zip(ends[1]).map(|(low, high)| (high - low) / 2.0),
                low: ends[0],
                high: ends[1],
            }
        }
        value => {
            let mean = source::number(value).with_context(|| format!("{value} is no number"))?;
            match entry.parent.and_then(|(record, name)| ends(record, name)) {
                Some((low, high)) if low < high => within(mean, low, high),
                _ => Estimate::around(mean, None),
            }
        }
    };
    let results = entry.results.unwrap_or(f64::NAN);
    Ok(vec![Quantity { estimate, results }])
}

/// Returns the ends of the interval of a field: `win_share_low` and `win_share_high`, or those of the field that a row is about.
fn ends(record: &Value, name: &str) -> Option<(f64, f64)> {
    let of = ["low", "high"].map(|end| match name {
        "value" => end.to_owned(),
        _ => format!("{name}_{end}"),
    });
    if let ("mean" | "gain", Some(half)) = (name, record.get("half_width")) {
        let mean = source::number(record.get(name)?)?;
        let half = source::number(half)?;
        return Some((mean - half, mean + half));
    }
    let found = of.map(|end| record.get(end).and_then(source::number));
    found[0].zip(found[1])
}

/// Returns a mean within its interval. What is a share, or cannot be negative, is not shown as if it could be.
fn within(mean: f64, low: f64, high: f64) -> Estimate {
    let least = if low >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
    let most = if high <= 1.0 { 1.0 } else { f64::INFINITY };
    Estimate::within(mean, (low, high), (least, most))
}

/// Returns what a function makes of numbers, or `None` if there is no such function.
pub(super) fn call(name: &str, of: &[Quantity]) -> Option<Vec<Quantity>> {
    let means: Vec<f64> = of.iter().map(|one| one.estimate.mean).collect();
    let value = match name {
        "" => return Some(of.to_vec()),
        "abs" => {
            return Some(
                means
                    .into_iter()
                    .map(f64::abs)
                    .map(Quantity::exact)
                    .collect(),
            );
        }
        "pool" => return Some(vec![pooled(of)]),
        "histogram" => return Some(vec![of_histogram(&means).into()]),
        "count" => means.len() as f64,
        "sum" => means.iter().sum(),
        "min" => means.into_iter().fold(f64::INFINITY, f64::min),
        "max" => means.into_iter().fold(f64::NEG_INFINITY, f64::max),
        _ => return None,
    };
    Some(vec![Quantity::exact(value)])
}

/// Returns the mean of independent means, each weighted by its number of results.
fn pooled(of: &[Quantity]) -> Quantity {
    let results: f64 = of.iter().map(|one| one.results).sum();
    let mut sum = 0.0;
    let mut half = Some(0.0);
    for one in of {
        sum += one.results * one.estimate.mean;
        half = half
            .zip(one.estimate.half_width)
            .map(|(all, own)| libm::hypot(all, own * one.results));
    }
    Quantity {
        estimate: Estimate::around(sum / results, half.map(|half| half / results)),
        results,
    }
}

/// Returns the mean of whole numbers from 0 up, of which each occurs so often.
fn of_histogram(counts: &[f64]) -> Estimate {
    let mut all = [0.0; 3];
    for (value, count) in counts.iter().enumerate() {
        for (power, sum) in all.iter_mut().enumerate() {
            *sum += count * (value as f64).powi(power as i32);
        }
    }
    let mean = all[1] / all[0];
    let variance = all[2] / all[0] - mean * mean;
    Estimate::around(mean, Some(1.96 * (variance / all[0]).sqrt()))
}

/// Writes a number in a form of `tables.toml`; `None` if there is no such form.
pub(super) fn write(form: &str, digits: usize, estimate: &Estimate) -> Option<String> {
    let mean = estimate.mean;
    let shown = match estimate.half_width {
        Some(0.0) => Estimate::around(mean, None),
        _ => *estimate,
    };
    Some(match form {
        "percent" => Number::new(&shown.times(100.0), digits)
            .with_unit("%")
            .to_string(),
        "signed" => Number::new(&shown, digits).signed().to_string(),
        "number" => Number::new(&shown, digits).to_string(),
        "brief" => brief(&shown, digits, ""),
        "percent-brief" => brief(&shown.times(100.0), digits, "%"),
        "share" => percent(mean, digits),
        "mean" => number(mean, digits),
        "half" => number(shown.half_width.unwrap_or_default(), digits),
        "count" => count(mean as u64),
        "rating" if mean.is_nan() => format!("below {}", number(shown.high?, 0)),
        "rating" => Number::new(&shown, 0).with_digits(0).to_string(),
        "near" if libm::log(mean).abs() < libm::log(1.1) => " *".into(),
        "near" => String::new(),
        _ => return None,
    })
}

/// Writes a number with this number of decimals, and with its interval only if that has a width in them.
fn brief(estimate: &Estimate, digits: usize, unit: &'static str) -> String {
    let is_narrow = number(estimate.half_width.unwrap_or_default(), digits) == number(0.0, digits);
    let shown = match is_narrow {
        true => Estimate::around(estimate.mean, None),
        false => *estimate,
    };
    Number::new(&shown, digits)
        .with_digits(digits)
        .with_unit(unit)
        .to_string()
}
