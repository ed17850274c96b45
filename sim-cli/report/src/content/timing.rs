//! Section on the effort of each side of a match.

use super::Run;
use crate::document::{Cell, Part, Section, Table};
use crate::number::Number;

pub(super) fn section(run: &Run) -> Option<Section> {
    if run.timings.is_empty() {
        return None;
    }
    let rows = run.timings.iter().map(|(name, timing)| {
        vec![
            name.as_str().into(),
            known(timing.ms_per_turn(), 4),
            known(timing.playouts_per_turn(), 1),
            known(timing.processor_ms_per_turn(), 4),
        ]
    });
    let mut table = Table::new(["per turn", "ms", "playouts", "processor ms"], rows);
    // Only bots in child processes report processor time; that of built-in agents is the time shown already.
    if run
        .timings
        .iter()
        .all(|(_, timing)| timing.processor.is_none())
    {
        table.headings.truncate(3);
        table.rows.iter_mut().for_each(|row| row.truncate(3));
    }
    Some(Section::new("Effort", vec![Part::Table(table)]))
}

fn known(value: Option<f64>, digits: usize) -> Cell {
    value.map(|value| Number::exact(value, digits)).into()
}
