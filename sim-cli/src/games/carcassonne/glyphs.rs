//! The landscape of Carcassonne in characters, for scenes.

use std::collections::BTreeMap;

use goldrush_engine::carcassonne::catalogue::Kind;
use goldrush_engine::carcassonne::picture::{Glyph, HEIGHT, Place, WIDTH, places, standing};
use goldrush_engine::carcassonne::{FeatureKind, Table};
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::{LaidTile, TileId};
use goldrush_engine::player::Player;

use super::art::sketch;
use super::small::{self, MIDDLE, SMALLEST};
use crate::games::laying::laid_by;
use crate::games::scene::{Base, Ink, Landscape, Picture, Piece, Question, Sign, Spot, Tile, TilePart};

/// Columns and rows of a tile at each scale.
const SCALES: [(usize, usize); 3] = [(WIDTH, HEIGHT), MIDDLE, SMALLEST];

/// Draws all tiles, with the numbers of the choices that are played on the new one.
pub(super) fn landscape(table: &Table, turns: &[Player], question: Option<&Question>) -> Landscape {
    let by = laid_by(turns, table.players());
    let choices = question.into_iter().flat_map(|question| &question.choices).zip('1'..='9');
    let labels: BTreeMap<u16, char> =
        choices.filter_map(|(choice, digit)| Some((choice.spots.first()?.part, digit))).collect();
    let mut pieces = Vec::new();
    let one = |(number, &tile): (usize, &LaidTile)| {
        let kind = table.setup().catalogue().kind(tile.kind());
        let mark = |at: usize| {
            let segment = tile.segment(at);
            labels.get(&segment.0).copied().map(Glyph::Label).or_else(|| standing(table, segment))
        };
        let (segments, stands) = parts(table, TileId(number as u8), tile);
        pieces.extend(stands);
        let part = |at: usize| Some(segments[at]);
        let drawn = pictures(kind, tile.rotation(), table.ingots_on(TileId(number as u8)), mark, part);
        let (cell, turned) = (tile.cell(), tile.rotation().degrees());
        Tile { kind: kind.id.clone(), cell, turned, by: by(number), drawn, art: tile.kind().index(), segments }
    };
    let tiles = table.landscape().tiles().iter().enumerate().map(one).collect();
    Landscape { scales: SCALES.to_vec(), tiles, pieces, features: BTreeMap::new() }
}

/// Returns the segments of a tile, and the pieces and ingots on them.
fn parts(table: &Table, number: TileId, tile: LaidTile) -> (Vec<TilePart>, Vec<Piece>) {
    let kind = table.setup().catalogue().kind(tile.kind());
    let (mut parts, mut pieces) = (Vec::new(), Vec::new());
    let piece = |ink, count, feature, at| Piece { ink, count, cell: tile.cell(), feature, at };
    for (at, segment) in kind.segments.iter().enumerate() {
        let (id, sketch) = (tile.segment(at), sketch(kind, segment));
        let feature = table.feature(id).index() as u16;
        let spot = |before| sketch.spot(before, tile.rotation().quarters());
        let followers = Player::all(table.players()).filter(|seat| table.followers(*seat).contains(&id));
        let standing = pieces.len();
        for (before, seat) in followers.enumerate() {
            pieces.push(piece(Ink::Figure(seat), 1, Some(feature), spot(before)));
        }
        parts.push(TilePart { part: id.0, feature, at: spot(pieces.len() - standing) });
    }
    let ingots = table.ingots_on(number);
    pieces.extend((ingots > 0).then(|| piece(Ink::Pile, ingots, None, INGOTS)));
    (parts, pieces)
}

/// Position of ingots on a tile.
const INGOTS: (f64, f64) = (16.0, 86.0);

/// Draws a tile that is not on the table, at each scale.
pub(super) fn loose_pictures(kind: &Kind, rotation: Rotation) -> Vec<Picture> {
    pictures(kind, rotation, 0, |_| None, |_| None)
}

/// Draws a tile at each scale; `part` returns the segment and feature numbers of a segment by its index.
fn pictures(
    kind: &Kind,
    rotation: Rotation,
    ingots: u8,
    mark: impl Fn(usize) -> Option<Glyph>,
    part: impl Fn(usize) -> Option<TilePart>,
) -> Vec<Picture> {
    let drawn = [
        places(kind, rotation, ingots, &mark),
        small::middle(kind, rotation, ingots, &mark),
        small::smallest(kind, rotation, ingots, &mark),
    ];
    drawn.into_iter().zip(SCALES).map(|(places, (width, _))| picture(kind, &places, width, &part)).collect()
}

fn picture(kind: &Kind, places: &[Place], width: usize, part: impl Fn(usize) -> Option<TilePart>) -> Picture {
    let spot = |&(glyph, segment): &Place| {
        // Half a character is drawn on the background of the land next to it.
        let is_half = matches!(glyph, Glyph::Land(_, '▀' | '▄'));
        let base = base(segment.filter(|_| !is_half).map(|at| kind.segments[at].kind));
        let (part, feature) = segment.and_then(&part).map(|part| (part.part, part.feature)).unzip();
        Spot { symbol: glyph.symbol(), ink: ink(glyph), base: Some(base), part, feature }
    };
    Picture(places.chunks(width).map(|row| row.iter().map(spot).collect()).collect())
}

fn base(kind: Option<FeatureKind>) -> Base {
    match kind {
        Some(FeatureKind::City) => Base::City,
        Some(FeatureKind::Road | FeatureKind::Monastery | FeatureKind::Field) | None => Base::Field,
    }
}

fn ink(glyph: Glyph) -> Ink {
    match glyph {
        Glyph::Nothing => Ink::Blank,
        Glyph::Land(FeatureKind::Road, _) => Ink::Track,
        Glyph::Land(FeatureKind::City, _) => Ink::City,
        Glyph::Land(FeatureKind::Monastery, _) => Ink::Cloister,
        Glyph::Land(FeatureKind::Field, _) => Ink::Field,
        Glyph::Pennant => Ink::Bonus,
        Glyph::Ingots(_) => Ink::Pile,
        Glyph::Follower(seat) => Ink::Figure(seat),
        Glyph::Label(_) => Ink::Label,
    }
}

/// Returns the legend of the characters.
pub(super) fn legend() -> Vec<Sign> {
    let land = |kind, symbol| (Glyph::Land(kind, symbol), kind);
    let entries = [
        (land(FeatureKind::Road, '═'), "road"),
        (land(FeatureKind::Road, '+'), "where roads end"),
        (land(FeatureKind::City, '#'), "city"),
        ((Glyph::Pennant, FeatureKind::City), "pennant"),
        (land(FeatureKind::Monastery, 'M'), "monastery"),
        (land(FeatureKind::Field, '·'), "field"),
        ((Glyph::Ingots(2), FeatureKind::Field), "two ingots"),
        ((Glyph::Follower(Player::FIRST), FeatureKind::Field), "follower of A"),
    ];
    let sign = |((glyph, kind), meaning): ((Glyph, FeatureKind), &str)| Sign {
        spot: Spot { symbol: glyph.symbol(), ink: ink(glyph), base: Some(base(Some(kind))), part: None, feature: None },
        meaning: meaning.into(),
    };
    entries.into_iter().map(sign).collect()
}
