//! The tile catalogue, as sent to bots that request it.

use goldrush_engine::gold_rush::Setup;
use goldrush_engine::gold_rush::catalogue::{Center, Kind, Segment};
use goldrush_engine::landscape::grid::Rotation;
use serde_json::{Value, json};

use crate::protocol::places_in;

/// Returns a whole catalogue: the start tile, which is on the table when a game begins, and the kinds of tiles.
pub fn catalogue(setup: &Setup) -> Value {
    let catalogue = setup.catalogue();
    let kinds: Vec<Value> = catalogue.kinds().iter().map(kind).collect();
    json!({ "start": catalogue.kind(catalogue.start()).name, "kinds": kinds })
}

/// Returns a kind of tile, at rotation 0: edges (P, R or M) clockwise from north, and the center, if railroads end there.
fn kind(kind: &Kind) -> Value {
    let mut sent = json!({
        "tile": kind.name,
        "copies": kind.copies,
        "edges": kind.edges.iter().collect::<String>(),
        "center": kind.center.map(|center| match center {
            Center::City => "city",
            Center::Junction => "junction",
        }),
        "segments": kind.segments.iter().map(segment).collect::<Vec<_>>(),
    });
    if let Some(sent) = sent.as_object_mut().filter(|_| kind.center.is_none()) {
        sent.shift_remove("center");
    }
    sent
}

/// Returns a segment of a kind. Sides, and half-edges from the north-west corner, are numbered clockwise.
fn segment(segment: &Segment) -> Value {
    json!({
        "segment": segment.label(Rotation::R0),
        "feature": segment.kind.name(),
        "sides": places_in(segment.sides),
        "halves": places_in(segment.halves),
        "locomotives": segment.locomotives,
        "nuggets": segment.nuggets,
        "camps": segment.camps,
        "herds": segment.herds,
    })
}
