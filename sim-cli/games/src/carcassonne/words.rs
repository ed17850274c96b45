//! Texts of Carcassonne, with or without The Gold Mines.

use std::collections::BTreeSet;

use goldrush_engine::carcassonne::catalogue::Kind;
use goldrush_engine::carcassonne::ingots::ingot_points;
use goldrush_engine::carcassonne::{
    Carcassonne, Evaluation, FeatureKind, Move, Observer, Phase, State, Table,
};
use goldrush_engine::game::{Points, State as _};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::landscape::grid::{Rotation, Side};
use goldrush_engine::player::Player;

use super::brief;
use crate::change::Change;
use crate::laying::{part_words, side_names, tile_name, turned};
use crate::viewer::{Viewer, count, direction, list, place};

/// Roles of a follower, by kind of feature.
pub(super) const ROLES: [&str; 4] = ["highwayman", "knight", "monk", "farmer"];

/// Describes a legal move.
pub(super) fn words(state: &State, mv: Move) -> String {
    let table = state.table();

    match mv {
        Move::Place { cell, rotation } => format!("{}{}", place(cell), turned(rotation)),
        Move::Ingot { on } => format!("the second ingot on {}", named_tile(table, on)),
        Move::Pass => "no follower".into(),
        Move::Follow { segment } => {
            let segment = new_segment(table, segment);
            let on = part_words(&table.label(segment));
            format!("a {} on {on}", ROLES[table.segment(segment).kind as usize])
        }
        Move::Take { from } => format!("an ingot from {}", named_tile(table, from)),
    }
}

/// Names a tile on the table by what it shows, and by its direction from the newest one.
fn named_tile(table: &Table, tile: TileId) -> String {
    if tile == table.newest() {
        return "the new tile".into();
    }
    let landscape = table.landscape();
    let there = landscape.tile(tile);
    let name = kind_name(table.setup().catalogue().kind(there.kind()));
    let here = landscape.tile(table.newest()).cell();
    format!("the {name} to the {}", direction(here, there.cell()))
}

/// Returns what the moves after a placement change.
pub(super) fn changed(before: &State<'static>, moves: &[Move]) -> Vec<Change> {
    let mut state = before.clone();
    let mut changes = Vec::new();
    for &mv in moves {
        match mv {
            // The ingots that the turn brings include those taken.
            Move::Place { .. } | Move::Ingot { .. } | Move::Pass | Move::Take { .. } => {}
            Move::Follow { segment } => {
                let table = state.table();
                let kind = table.segment(new_segment(table, segment)).kind;
                changes.push(Change::new("place", format!("a {}", ROLES[kind as usize])));
            }
        }
        state.play_unchecked(mv);
    }
    changes
}

/// Names a tile by what it shows: `city and road tile`.
pub(super) fn kind_name(kind: &Kind) -> String {
    let shown = kind
        .segments
        .iter()
        .filter(|segment| segment.kind != FeatureKind::Field);
    tile_name(
        shown.map(|segment| segment.kind.name()),
        FeatureKind::Field.name(),
    )
}

/// Plays a move and describes what happened, in sentences.
pub(super) fn news(state: &mut State, mv: Move, viewer: &Viewer) -> Vec<String> {
    let Some(seat) = state.to_move() else {
        return Vec::new();
    };
    let mut news = Vec::from_iter(sentence(state, mv, seat, viewer));
    let collected = state.table().ingots_collected();
    let discarded = state.discarded();
    let mut scores = Scores {
        viewer,
        sentences: Vec::new(),
    };
    state.play_observed(mv, &mut scores);
    news.append(&mut scores.sentences);
    for (player, before) in collected.iter() {
        let ingots = state.table().collected(player) - before;
        if ingots > 0 && !matches!(mv, Move::Take { .. } if player == seat && ingots == 1) {
            let all = state.table().collected(player);
            let worth = count(usize::from(ingot_points(all) / Points::from(all)), "point");
            let got = format!(
                "{} {}",
                viewer.does(player, "get"),
                count(ingots.into(), "ingot")
            );
            news.push(format!("{got}: {all} in all, worth {worth} each."));
        }
    }
    let discarded = state.discarded().saturating_sub(discarded);
    if discarded > 0 {
        let [fits, is] = if discarded == 1 {
            ["fits", "is"]
        } else {
            ["fit", "are"]
        };
        news.push(format!(
            "{} {fits} nowhere and {is} discarded.",
            count(discarded, "tile")
        ));
    }
    news
}

/// Describes the move of a seat in a sentence; `None` if the seat passes.
fn sentence(state: &State, mv: Move, seat: Player, viewer: &Viewer) -> Option<String> {
    let table = state.table();
    let verb = match mv {
        Move::Place { .. } | Move::Ingot { .. } => "lay",
        Move::Follow { .. } => "place",
        Move::Take { .. } => "take",
        Move::Pass => return None,
    };
    let what = match mv {
        Move::Place { .. } => {
            let tile = kind_name(table.setup().catalogue().kind(table.hand()));
            let mut after = state.clone();
            after.play_unchecked(mv);
            let effect = brief::effect(after.table(), None, seat);
            let effect = effect.map(|effect| format!(", {}", effect.words(viewer)));
            format!("a {tile}{}", effect.unwrap_or_default())
        }
        Move::Follow { segment } => brief::follower(table, new_segment(table, segment)),
        Move::Ingot { .. } | Move::Take { .. } | Move::Pass => words(state, mv),
    };
    Some(format!("{} {what}.", viewer.does(seat, verb)))
}

/// Observer that describes scored features in sentences.
struct Scores<'e> {
    viewer: &'e Viewer,
    sentences: Vec<String>,
}

impl Observer<Carcassonne> for Scores<'_> {
    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
        let Evaluation { seats, points, .. } = *evaluation;
        if seats.is_empty() || points == 0 {
            return;
        }
        let each = if seats.len() > 1 { " each" } else { "" };
        let subject = self.viewer.subjects(seats);
        let verb = self.viewer.verb("score", seats);
        self.sentences.push(format!(
            "{subject} {verb} {points}{each} for {}.",
            scored(table, evaluation)
        ));
    }
}

/// Describes a feature that scores: `a completed city of 3 tiles with 1 pennant`.
fn scored(table: &Table, evaluation: &Evaluation) -> String {
    let Evaluation {
        kind,
        feature,
        complete,
        ..
    } = *evaluation;
    let state = if complete {
        "a completed"
    } else {
        "an unfinished"
    };
    let tiles = tile_count(table, feature);
    match kind {
        FeatureKind::Road => format!("{state} road of {tiles}"),
        FeatureKind::City => match table.word(feature).pennants() {
            0 => format!("{state} city of {tiles}"),
            pennants => {
                let pennants = count(pennants.into(), "pennant");
                format!("{state} city of {tiles} with {pennants}")
            }
        },
        FeatureKind::Monastery => {
            let neighbors = table.neighbors(table.landscape().tile_of(feature.segment()).cell());
            format!(
                "{state} monastery with {} around it",
                count(neighbors.into(), "tile")
            )
        }
        FeatureKind::Field => match table.cities_of(feature) {
            1 => "a field with 1 completed city".into(),
            cities => format!("a field with {cities} completed cities"),
        },
    }
}

/// Counts the tiles of a feature: `3 tiles`.
pub(super) fn tile_count(table: &Table, feature: FeatureId) -> String {
    let tiles = table.landscape().features().tile_set(feature);
    count(tiles.count_ones() as usize, "tile")
}

/// Returns the segment of the newest tile with this index in the catalogue.
pub(super) fn new_segment(table: &Table, segment: u8) -> SegmentId {
    table
        .landscape()
        .tile(table.newest())
        .segment(usize::from(segment))
}

/// Describes a kind, unrotated: `city to the north and west with a pennant; road from east to south`.
pub(super) fn tile_words(kind: &Kind) -> String {
    let mut parts = Vec::new();
    for segment in &kind.segments {
        let sides = side_names(segment.sides);
        match (segment.kind, sides.len()) {
            (FeatureKind::Field, _) => {}
            (FeatureKind::Monastery, _) => parts.push("monastery".to_owned()),
            (FeatureKind::Road, 2) => parts.push(format!("road from {}", sides.join(" to "))),
            (FeatureKind::Road | FeatureKind::City, number) => {
                let pennant = if segment.pennants > 0 {
                    " with a pennant"
                } else {
                    ""
                };
                let name = segment.kind.name();
                let there = match number {
                    4 => "on all sides".to_owned(),
                    _ => format!(
                        "to the {}",
                        list(&sides.into_iter().map(str::to_owned).collect::<Vec<_>>())
                    ),
                };
                parts.push(format!("{name} {there}{pennant}"));
            }
        }
    }
    if kind.gold {
        parts.push("gold".to_owned());
    }
    parts.join("; ")
}

/// Describes which features a legal placement extends or completes.
pub(super) fn joins(state: &State, mv: Move, viewer: &Viewer) -> String {
    // The tile drawn afterwards is ignored.
    let mut after = state.clone();
    after.play_unchecked(mv);
    let table = after.table();
    let tile = table.landscape().tile(table.newest());
    let mut features = BTreeSet::new();
    let joined: Vec<_> = (0..table.segments(tile).len())
        .map(|at| tile.segment(at))
        // Several segments of the tile may be of one feature.
        .filter(|&segment| features.insert(table.feature(segment)))
        .filter_map(|segment| joined(table, segment, viewer))
        .collect();
    if joined.is_empty() {
        "extends no road or city".into()
    } else {
        joined.join("; ")
    }
}

/// Describes how a segment of the newest tile extends or completes a feature; `None` if it does neither.
fn joined(table: &Table, segment: SegmentId, viewer: &Viewer) -> Option<String> {
    let word = table.word(table.feature(segment));
    let tiles = table
        .landscape()
        .features()
        .tile_set(table.feature(segment))
        .count_ones();
    let what = feature(table, segment, viewer);
    match table.segment(segment).kind {
        FeatureKind::Monastery => Some(format!("has a {what}")),
        FeatureKind::Field if word.pieces().is_empty() => None,
        _ if tiles == 1 => None,
        // The verb already says that it is complete.
        FeatureKind::Road | FeatureKind::City if word.is_complete() => Some(format!(
            "completes a {}",
            what.replacen(", complete", "", 1)
        )),
        _ => Some(format!("makes a {what}")),
    }
}

/// Describes the points a move brings its seat at once: `scores 5`. `None` if there are none, or if the move ends the
/// game.
pub(super) fn now(before: &State, mv: Move) -> Option<String> {
    let mut after = before.clone();
    after.play_unchecked(mv);
    let seat = before.table().seat();
    let points = after.table().feature_points(seat) - before.table().feature_points(seat);
    let ends = after.table().phase() == Phase::Over;
    (points > 0 && !ends).then(|| format!("scores {points}"))
}

/// Describes a segment's feature and the pieces on it: `city of 3 tiles, complete, yours and B's`.
pub(super) fn feature(table: &Table, segment: SegmentId, viewer: &Viewer) -> String {
    let word = table.word(table.feature(segment));
    let mut text = feature_name(table, segment);
    let has_tiles = matches!(
        table.segment(segment).kind,
        FeatureKind::Road | FeatureKind::City
    );
    if has_tiles && word.is_complete() {
        text += ", complete";
    }
    let owners = viewer.owners(|player| word.pieces().count(player).into());
    if !owners.is_empty() {
        text += &format!(", {owners}");
    }
    text
}

/// Names a segment's feature by what makes it valuable: `city of 3 tiles`.
pub(super) fn feature_name(table: &Table, segment: SegmentId) -> String {
    let kind = table.segment(segment).kind;
    let feature = table.feature(segment);
    match kind {
        FeatureKind::Field => match table.cities_of(feature) {
            0 => "field without completed cities".into(),
            1 => "field with 1 completed city".into(),
            cities => format!("field with {cities} completed cities"),
        },
        FeatureKind::Monastery => {
            let cell = table.landscape().tile_of(segment).cell();
            format!(
                "monastery with {}",
                count(table.neighbors(cell).into(), "neighbor")
            )
        }
        FeatureKind::Road | FeatureKind::City => {
            format!("{} of {}", kind.name(), tile_count(table, feature))
        }
    }
}

/// Describes what a side of a tile shows.
pub(super) fn edge(kind: &Kind, rotation: Rotation, side: Side) -> &'static str {
    let side = 1 << side as u8;
    for (feature, words) in [(FeatureKind::City, "a city"), (FeatureKind::Road, "a road")] {
        let mut segments = kind.segments.iter();
        if segments.any(|s| s.kind == feature && rotation.turn_sides(s.sides) & side > 0) {
            return words;
        }
    }
    "a field"
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::Catalogue;

    use super::*;

    #[test]
    fn tiles_are_described_in_words() {
        let catalogue = Catalogue::printed();
        let all: Vec<String> = catalogue
            .kinds()
            .map(|(_, kind)| tile_words(kind))
            .collect();
        for words in &all {
            assert!(!words.contains(char::is_uppercase), "{words}");
        }
        for wanted in [
            "road from east to south; city to the north and west with a pennant",
            "road to the south; monastery",
            "road from east to west; city to the north",
            "city to the north, east and west",
            "city on all sides with a pennant",
        ] {
            assert!(all.iter().any(|words| words == wanted), "{wanted}: {all:?}");
        }
    }
}
