//! Formats values and their intervals for people: no more digits than an interval justifies, shares as percentages.

use goldrush_harness::findings::answer::AnsweredResponse;
use goldrush_harness::findings::response::Unit;
use goldrush_support::stats::interval::Estimate;

use crate::number::{Number, brief_digits, number, percent, signed};
use crate::words::list;

/// Formats a value before and after, with the interval of the change: `77 points instead of 96 (17 to 20 fewer)`.
pub(super) fn before_and_after(answered: &AnsweredResponse) -> String {
    let (now, before) = (
        value(answered.unit, answered.now, &answered.change),
        value(answered.unit, answered.before, &answered.change),
    );
    let unit = unit_name(answered.unit);
    let size = Estimate::around(answered.change.mean.abs(), answered.change.half_width);
    let interval_text = inside(&ends(answered.unit, &size));
    let direction = match answered.unit {
        _ if answered.change.mean > 0.0 => "more",
        unit if unit.is_within_one() => "less",
        _ => "fewer",
    };
    let of = points_of_share(answered);
    if interval_text.is_empty() {
        format!("{now}{unit} instead of {before}")
    } else {
        format!("{now}{unit} instead of {before} ({interval_text}{of} {direction})")
    }
}

/// Returns the unit to write after a number; empty if it needs none.
pub(super) fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => " of games",
        Unit::Points | Unit::PointsOfDraw => " points",
        Unit::Turns => " turns",
        Unit::Part | Unit::Index | Unit::Features | Unit::Times | Unit::Choices => "",
    }
}

/// Shows a value with as many digits as the interval of its change justifies.
pub fn value(unit: Unit, value: f64, change: &Estimate) -> Number {
    let factor = factor(unit);
    let sign = if unit.is_share() { "%" } else { "" };
    Number::exact(value * factor, 0)
        .with_digits(digits(change, factor))
        .with_unit(sign)
}

/// Returns the value after a change, with the interval of the change around it; a share of games stays within 0 and 1.
pub fn level(answered: &AnsweredResponse) -> Estimate {
    let level = answered.change.plus(answered.now - answered.change.mean);
    match level.ends() {
        Some((low, high)) if answered.unit.is_share() && !answered.above_fair => {
            let inside = (low.clamp(0.0, level.mean), high.clamp(level.mean, 1.0));
            Estimate::within(level.mean, inside, (0.0, 1.0))
        }
        _ => level,
    }
}

/// Returns the factor by which values of a unit are shown.
pub(super) fn factor(unit: Unit) -> f64 {
    if unit.is_share() { 100.0 } else { 1.0 }
}

/// Formats an interval in parentheses, after a space: ` (7 to 11)`; empty without one.
pub(super) fn ends(unit: Unit, estimate: &Estimate) -> String {
    let factor = factor(unit);
    let Some((low, high)) = estimate.ends() else {
        return String::new();
    };
    let digits = digits(estimate, factor);
    let low = number(low * factor, digits);
    let high = number(high * factor, digits);
    format!(" ({low} to {high})")
}

/// Formats a change with its sign: `+1.2`, `−4 percentage points`.
pub(super) fn difference(answered: &AnsweredResponse) -> String {
    let factor = factor(answered.unit);
    let change = signed(
        answered.change.mean * factor,
        digits(&answered.change, factor),
    );
    change + points_of_share(answered)
}

/// Returns the unit of a change of a share, after a space; empty for other units.
pub(super) fn points_of_share(answered: &AnsweredResponse) -> &'static str {
    if answered.unit.is_share() {
        " percentage points"
    } else {
        ""
    }
}

/// Formats the interval of a change, with signs: `−0.3 and +2.7`; empty without one.
pub(super) fn range(unit: Unit, change: &Estimate) -> String {
    let factor = factor(unit);
    let Some((low, high)) = change.ends() else {
        return String::new();
    };
    let digits = digits(change, factor);
    let low = signed(low * factor, digits);
    let high = signed(high * factor, digits);
    format!("{low} and {high}")
}

/// Removes the parentheses from an interval.
pub(super) fn inside(interval: &str) -> String {
    interval
        .trim()
        .trim_start_matches('(')
        .trim_end_matches(')')
        .to_owned()
}

/// Returns enough decimals to distinguish before from after, and no more than the interval justifies.
pub(super) fn digits(estimate: &Estimate, factor: f64) -> usize {
    brief_digits(&estimate.times(factor))
}

pub(super) fn share(share: f64) -> String {
    percent(share, 0)
}

/// Formats the largest difference that is too small to matter: `1 point`.
pub fn margin(answered: &AnsweredResponse) -> String {
    let (factor, one, many) = match answered.unit {
        Unit::Share => (100.0, "% of games", "% of games"),
        Unit::Part => (100.0, " percentage point", " percentage points"),
        Unit::Points | Unit::PointsOfDraw => (1.0, " point", " points"),
        Unit::Turns => (1.0, " turn", " turns"),
        Unit::Index | Unit::Features | Unit::Times | Unit::Choices => (1.0, "", ""),
    };
    let margin = answered.margin * factor;
    format!("{margin}{}", if margin == 1.0 { one } else { many })
}

/// Formats the largest differences that are too small to matter in any of these results.
pub(super) fn within(answered: &[&AnsweredResponse]) -> String {
    let mut margins: Vec<String> = Vec::new();
    for answered in answered {
        let margin = margin(answered);
        if !margins.contains(&margin) {
            margins.push(margin);
        }
    }
    format!("within {}", list(&margins))
}
