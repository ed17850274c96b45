//! The tile catalogue, as sent to bots that request it.

use goldrush_engine::carcassonne::Setup;
use goldrush_engine::carcassonne::catalogue::Kind;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::tile::TileSet;
use serde_json::{Value, json};

use crate::protocol::places_in;

/// Returns the tiles of a setup: the start tile, which is on the table when a game begins, and the kinds of tiles with
/// their edges (F, R or C) clockwise from north.
pub fn catalogue(setup: &Setup) -> Value {
    let catalogue = setup.catalogue();
    let played = catalogue
        .kinds()
        .filter(|(_, kind)| !kind.gold || setup.rules().gold_mines);
    let kinds = played.map(|(id, kind)| {
        let shape = catalogue
            .tiles()
            .shape(TileSet::shape_index(id, Rotation::R0));

        json!({
            "tile": kind.id,
            "copies": kind.count,
            "edges": shape.terrain.map(letter).iter().collect::<String>(),
            "gold": kind.gold,
            "segments": (0..kind.segments.len()).map(|at| segment(kind, at)).collect::<Vec<_>>(),
        })
    });
    json!({ "start": catalogue.kind(catalogue.start()).id, "kinds": kinds.collect::<Vec<_>>() })
}

/// Returns the letter of the land at an edge.
fn letter(terrain: u8) -> char {
    ['F', 'R', 'C'][usize::from(terrain) - 1]
}

/// Returns a segment of a kind, with the city segments that a field touches. Sides, and half-edges from the north-west
/// corner, are numbered clockwise.
fn segment(kind: &Kind, at: usize) -> Value {
    let segment = &kind.segments[at];
    let cities: Vec<_> = (0..kind.segments.len())
        .filter(|at| segment.cities >> at & 1 == 1)
        .map(|at| kind.label(at, Rotation::R0))
        .collect();
    json!({
        "segment": kind.label(at, Rotation::R0),
        "feature": segment.kind.name(),
        "sides": places_in(segment.sides),
        "halves": places_in(segment.halves),
        "pennants": segment.pennants,
        "cities": cities,
    })
}
