//! Means with their intervals, one below the other: shares, ratings, effects.

use maud::html;

use super::mark::{BOLD, axis, bar, fit, interval, line, text};
use super::scale::Scale;
use super::{Drawing, WIDTH};
use crate::number::number;

/// A mean with its interval.
pub struct Row {
    /// Heading above the row, if a new group begins.
    pub heading: Option<String>,
    /// Name of the row.
    pub label: String,
    /// The mean; one that is unknown (NaN) has no mark.
    pub mean: f64,
    /// Ends of the 95% interval, or `None` without one.
    pub ends: Option<(f64, f64)>,
    /// Value to compare with, such as the fair share.
    pub reference: Option<f64>,
    /// Numbers in words.
    pub value: String,
    /// True if the row is emphasized, such as one that differs from the reference.
    pub strong: bool,
}

/// A figure of intervals.
pub struct Intervals<'f> {
    /// Rows, from top to bottom.
    pub rows: Vec<Row>,
    /// Distance from 0 up to which values are shaded as too small to matter.
    pub band: Option<f64>,
    /// Label below the axis.
    pub axis: &'static str,
    /// Factor by which the axis multiplies the values.
    pub factor: f64,
    /// Label of the first reference line.
    pub reference: Option<&'f str>,
}

const ROW: f64 = 42.0;
const HEADING: f64 = 24.0;

impl Intervals<'_> {
    /// Draws the figure.
    pub fn draw(&self) -> Drawing {
        let values = self.rows.iter().flat_map(|row| {
            let (low, high) = row.ends.unwrap_or((row.mean, row.mean));
            [row.mean, low, high, row.reference.unwrap_or(row.mean)]
        });
        let band = self.band.into_iter().flat_map(|margin| [-margin, margin]);
        let scale = Scale::over(values.chain(band), 6.0, WIDTH - 6.0);
        let digits = scale.digits(self.factor);
        let top = if self.reference.is_some() { 18.0 } else { 4.0 };
        let headings = self.rows.iter().filter(|row| row.heading.is_some()).count() as f64;
        let bottom = top + ROW * self.rows.len() as f64 + HEADING * headings + 4.0;
        let mut y = top;
        let mut places = Vec::new();
        for row in &self.rows {
            y += if row.heading.is_some() { HEADING } else { 0.0 };
            places.push(y);
            y += ROW;
        }
        let first_reference = self
            .rows
            .first()
            .and_then(|row| row.reference)
            .map(|value| scale.at(value));
        let marks = html! {
            @if let Some(margin) = self.band {
                (bar(scale.at(-margin), top, scale.at(margin) - scale.at(-margin), bottom - top, "band"))
            }
            (axis(&scale, top, bottom, |value| number(value * self.factor, digits)))
            @for (row, y) in self.rows.iter().zip(places) {
                @if let Some(heading) = &row.heading { (text(0.0, y - 8.0, "heading", &fit(heading, WIDTH, 12.5 * BOLD))) }
                @let room = WIDTH - 7.0 * row.value.chars().count() as f64 - 12.0;
                (text(0.0, y + 12.0, "label halo", &fit(&row.label, room, 12.5)))
                (text(WIDTH, y + 12.0, "value end halo", &row.value))
                (line((0.0, y + 26.0), (WIDTH, y + 26.0), "grid"))
                @if let Some(reference) = row.reference {
                    (line((scale.at(reference), y + 17.0), (scale.at(reference), y + 35.0), "reference"))
                }
                @if row.mean.is_finite() {
                    (interval(&scale, y + 26.0, row.mean, row.ends, if row.strong { "strong" } else { "weak" }))
                }
            }
            @if let (Some(name), Some(x)) = (self.reference, first_reference) {
                @let class = if x > WIDTH * 0.8 { "note-reference end" } else if x < WIDTH * 0.2 { "note-reference" } else { "note-reference middle" };
                (text(x, 11.0, class, name))
            }
            (text(WIDTH, bottom + 29.0, "tick end", self.axis))
        };
        Drawing {
            width: WIDTH,
            height: bottom + 34.0,
            marks,
        }
    }
}
