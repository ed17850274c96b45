//! Descriptions of tiles, features and placements.

use std::collections::BTreeMap;

use goldrush_engine::gold_rush::catalogue::{Center, Kind};
use goldrush_engine::gold_rush::{FeatureKind, Table};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::{Cell, Rotation, Side};

use crate::laying;
use crate::viewer::{Viewer, count};

/// Describes a tile in a rotation: `railroad from north to south with a locomotive; prairie with 1 camp`.
pub fn tile(kind: &Kind, rotation: Rotation) -> String {
    let mut parts = Vec::new();
    for segment in &kind.segments {
        let at = laying::side_names(rotation.turn_sides(segment.sides));
        let text = match segment.kind {
            FeatureKind::Railroad => {
                let end = match kind.center {
                    Some(Center::City) => "the city",
                    Some(Center::Junction) => "the junction",
                    None => "its end",
                };
                let to = at.get(1).copied().unwrap_or(end);
                let locomotive = if segment.locomotives > 0 {
                    " with a locomotive"
                } else {
                    ""
                };
                format!("railroad from {} to {to}{locomotive}", at[0])
            }
            FeatureKind::Mountain => {
                let nuggets = count(segment.nuggets.into(), "nugget");
                format!("mountain to the {} with {nuggets}", at.join(" and "))
            }
            FeatureKind::City => "a city in the middle".into(),
            FeatureKind::Prairie if segment.camps + segment.herds == 0 => continue,
            FeatureKind::Prairie => {
                let part = laying::part_words(&segment.label(rotation));
                format!(
                    "{} with {}",
                    part.trim_start_matches("the "),
                    camps_and_herds(segment.camps, segment.herds)
                )
            }
        };
        parts.push(text);
    }
    if parts.is_empty() {
        "prairie".into()
    } else {
        parts.join("; ")
    }
}

/// Names a tile by what it shows: `railroad and mountain tile`.
pub fn tile_name(kind: &Kind) -> String {
    let parts = kind
        .segments
        .iter()
        .filter_map(|segment| match segment.kind {
            FeatureKind::Railroad => Some("railroad"),
            FeatureKind::Mountain => Some("mountain"),
            FeatureKind::City => Some("city"),
            FeatureKind::Prairie => None,
        });
    laying::tile_name(parts, "prairie")
}

/// Describes what makes a prairie valuable: `1 camp and 2 herds`.
pub fn camps_and_herds(camps: u8, herds: u8) -> String {
    let mut parts = Vec::new();
    for (n, thing) in [(camps, "camp"), (herds, "herd")] {
        if n > 0 {
            parts.push(count(n.into(), thing));
        }
    }
    if parts.is_empty() {
        "no camps or herds".into()
    } else {
        parts.join(" and ")
    }
}

/// Describes a feature and the pieces on it: `railroad of 4 tiles with 1 locomotive, B's`.
pub fn describe_feature(table: &Table, segment: SegmentId, viewer: &Viewer) -> String {
    let word = table.word(table.feature(segment));
    let what = match table.kind(segment) {
        FeatureKind::Railroad => {
            let tiles = count(word.tiles().into(), "tile");
            match word.locomotives() {
                0 => format!("railroad of {tiles}"),
                n => format!("railroad of {tiles} with {}", count(n.into(), "locomotive")),
            }
        }
        FeatureKind::Mountain => {
            format!(
                "mountain with {} and {}",
                count(word.nuggets().into(), "nugget"),
                count(word.tokens().into(), "token")
            )
        }
        FeatureKind::City => format!(
            "city with {}",
            count(word.railroads().into(), "completed railroad")
        ),
        FeatureKind::Prairie => format!(
            "prairie with {}",
            camps_and_herds(word.camps(), word.herds())
        ),
    };
    let there = viewer.owners(|seat| word.pieces().count(seat).into());
    if there.is_empty() {
        what
    } else {
        format!("{what}, {there}")
    }
}

/// Returns the table after a placement; `None` if the placement is not legal.
pub fn after_placing<'s>(table: &Table<'s>, cell: Cell, rotation: Rotation) -> Option<Table<'s>> {
    let slot = table.landscape().frontier().slot(cell)?;
    let allowed = table.landscape().frontier().allows(
        table.setup().catalogue().tiles(),
        table.hand(),
        slot,
        rotation,
    );
    let mut after = table.clone();
    allowed.then(|| {
        after.place(slot, rotation);
        after
    })
}

/// Describes which features a legal placement extends or completes; features of this tile alone, and prairies without
/// pieces, are left out.
pub fn joins(table: &Table, cell: Cell, rotation: Rotation, viewer: &Viewer) -> String {
    let Some(after) = after_placing(table, cell, rotation) else {
        return String::new();
    };
    let tile = after.landscape().tile(after.newest());
    let mut features = BTreeMap::new();
    for at in 0..after.segments(tile).len() {
        let segment = tile.segment(at);
        let feature = after.feature(segment);
        let reaches_out = after
            .landscape()
            .features()
            .ring(feature)
            .any(|s| after.landscape().tile_of(s) != tile);
        let matters =
            after.kind(segment) != FeatureKind::Prairie || !after.word(feature).pieces().is_empty();
        if reaches_out && matters {
            features.insert(feature, segment);
        }
    }
    let mut parts = Vec::new();
    for (feature, segment) in features {
        let verb = if after.word(feature).is_complete() {
            "completes"
        } else {
            "makes"
        };
        let what = describe_feature(&after, segment, viewer);
        parts.push(format!("{verb} a {what}"));
    }
    if parts.is_empty() {
        "extends no railroad or mountain".into()
    } else {
        parts.join("; ")
    }
}

/// Describes what a side of a tile shows.
pub fn edge(kind: &Kind, rotation: Rotation, side: Side) -> &'static str {
    match kind.edges[(side as usize + 4 - rotation.quarters() as usize) & 3] {
        'R' => "a railroad",
        'M' => "a mountain",
        _ => "prairie",
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::gold_rush::Setup;

    use super::*;

    #[test]
    fn tiles_are_described_as_rotated() {
        let setup = Setup::printed(2);
        let of = |name: &str, rotation| {
            let catalogue = setup.catalogue();
            tile(catalogue.kind(catalogue.find(name).unwrap()), rotation)
        };
        assert_eq!(
            of("33", Rotation::R0),
            "railroad from east to west; mountain to the north with 1 nugget"
        );
        assert_eq!(
            of("33", Rotation::R90),
            "railroad from north to south; mountain to the east with 1 nugget"
        );
        assert_eq!(
            of("47b", Rotation::R0),
            "mountain to the north with 1 nugget; northeastern prairie with 1 herd"
        );
    }
}
