//! Catalogue writer: the file parses back to the same catalogue.

use std::fmt::Write;
use std::iter::repeat_n;

use super::{Catalogue, Center, FeatureKind, Kind, Segment, TokenMix};
use crate::landscape::grid::Side;

impl Catalogue {
    /// Formats a catalogue file with the same kinds in the same order, each as a separate design.
    pub fn to_toml(&self) -> String {
        write(&self.tokens, &self.kinds, &self.kind(self.start).name)
    }
}

/// Formats a catalogue file with these kinds; `start` is the name of the start kind.
pub(super) fn write(tokens: &TokenMix, kinds: &[Kind], start: &str) -> String {
    let mut text = String::from("[tokens]\n");
    for (value, count) in tokens.counts() {
        writeln!(text, "{value} = {count}").expect("writing to a String cannot fail");
    }
    for kind in kinds {
        write_kind(&mut text, kind, kind.name == start).expect("writing to a String cannot fail");
    }
    text
}

fn write_kind(to: &mut String, kind: &Kind, start: bool) -> std::fmt::Result {
    writeln!(
        to,
        "\n[[tile]]\nid = \"{}\"\ncopies = {}",
        kind.name, kind.copies
    )?;
    writeln!(to, "edges = \"{}\"", kind.edges.iter().collect::<String>())?;
    if start {
        writeln!(to, "start = true")?;
    }
    let rails = segments(kind, FeatureKind::Railroad);
    let locomotives: u8 = rails.clone().map(|rail| rail.locomotives).sum();
    let rails = list(rails.map(|rail| format!("\"{}\"", letters(rail.sides))));
    writeln!(to, "rails = {rails}")?;
    writeln!(to, "locomotives = {locomotives}")?;
    let mountains = list(segments(kind, FeatureKind::Mountain).map(|mountain| {
        format!(
            "{{ edges = \"{}\", nuggets = {} }}",
            letters(mountain.sides),
            mountain.nuggets
        )
    }));
    writeln!(to, "mountains = {mountains}")?;
    match kind.center {
        None => {}
        Some(Center::City) => writeln!(to, "center = \"city\"")?,
        Some(Center::Junction) => writeln!(to, "center = \"junction\"")?,
    }
    let prairies = segments(kind, FeatureKind::Prairie);
    let halves = list(prairies.clone().map(|prairie| {
        list(
            (0..8)
                .filter(|half| prairie.halves >> half & 1 == 1)
                .map(|half: u8| half.to_string()),
        )
    }));
    writeln!(to, "prairies = {halves}")?;
    if prairies
        .clone()
        .any(|prairie| prairie.camps + prairie.herds > 0)
    {
        let picture =
            list(prairies.map(|prairie| format!("[{}, {}]", prairie.camps, prairie.herds)));
        let variants = list(repeat_n(picture, usize::from(kind.copies)));
        writeln!(to, "variants = {variants}")?;
    }
    Ok(())
}

fn segments(kind: &Kind, feature: FeatureKind) -> impl Iterator<Item = &Segment> + Clone {
    kind.segments
        .iter()
        .filter(move |segment| segment.kind == feature)
}

fn list(parts: impl Iterator<Item = String>) -> String {
    format!("[{}]", parts.collect::<Vec<_>>().join(", "))
}

fn letters(sides: u8) -> String {
    Side::ALL
        .iter()
        .filter(|&&side| sides >> side as u8 & 1 == 1)
        .map(|side| side.letter())
        .collect()
}
