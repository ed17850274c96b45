//! Catalogue writer: the file parses back to the same catalogue.

use std::fmt::Write;

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
    let of = |feature_kind: FeatureKind| {
        kind.segments
            .iter()
            .filter(move |segment| segment.kind == feature_kind)
    };
    let list = |parts: Vec<String>| format!("[{}]", parts.join(", "));
    writeln!(
        to,
        "\n[[tile]]\nid = \"{}\"\ncopies = {}",
        kind.name, kind.copies
    )?;
    writeln!(to, "edges = \"{}\"", kind.edges.iter().collect::<String>())?;
    if start {
        writeln!(to, "start = true")?;
    }
    let rails = of(FeatureKind::Railroad).map(|rail| format!("\"{}\"", letters(rail.sides)));
    writeln!(to, "rails = {}", list(rails.collect()))?;
    let locomotives: u8 = of(FeatureKind::Railroad).map(|rail| rail.locomotives).sum();
    writeln!(to, "locomotives = {locomotives}")?;
    let mountain = |m: &Segment| {
        format!(
            "{{ edges = \"{}\", nuggets = {} }}",
            letters(m.sides),
            m.nuggets
        )
    };
    writeln!(
        to,
        "mountains = {}",
        list(of(FeatureKind::Mountain).map(mountain).collect())
    )?;
    match kind.center {
        None => {}
        Some(Center::City) => writeln!(to, "center = \"city\"")?,
        Some(Center::Junction) => writeln!(to, "center = \"junction\"")?,
    }
    let halves = |prairie: &Segment| {
        let halves = (0..8)
            .filter(|half| prairie.halves >> half & 1 == 1)
            .map(|half: u8| half.to_string());
        list(halves.collect())
    };
    writeln!(
        to,
        "prairies = {}",
        list(of(FeatureKind::Prairie).map(halves).collect())
    )?;
    if of(FeatureKind::Prairie).any(|prairie| prairie.camps + prairie.herds > 0) {
        let contents = |prairie: &Segment| format!("[{}, {}]", prairie.camps, prairie.herds);
        let picture = list(of(FeatureKind::Prairie).map(contents).collect());
        writeln!(
            to,
            "variants = {}",
            list(vec![picture; usize::from(kind.copies)])
        )?;
    }
    Ok(())
}

fn letters(sides: u8) -> String {
    Side::ALL
        .iter()
        .filter(|&&side| sides >> side as u8 & 1 == 1)
        .map(|side| side.letter())
        .collect()
}
