//! The landscape of Gold Rush in characters, for scenes.

use std::collections::BTreeMap;

use goldrush_engine::gold_rush::catalogue::Kind;
use goldrush_engine::gold_rush::picture::{Glyph, Scale, TilePicture, piece_on};
use goldrush_engine::gold_rush::{FeatureKind, Setup, Table};

use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::player::Player;

use super::small::{SMALLEST, smallest};
use crate::scene::{Base, Ink, Landscape, Picture, Question, Sign, Spot, TilePart};
use crate::tile_scene::{self, sign};

const SCALES: [Scale; 2] = [Scale::Large, Scale::Small];
/// Columns and rows of a tile at each scale.
pub(super) const SIZES: [(usize, usize); 3] = [
    (Scale::Large.width(), Scale::Large.height()),
    (Scale::Small.width(), Scale::Small.height()),
    SMALLEST,
];

/// Marks on segments other than pieces: piles of tokens, and numbers of choices.
pub(super) struct Marks {
    piles: BTreeMap<SegmentId, u8>,
    labels: BTreeMap<u16, char>,
}

impl Marks {
    /// Collects the tokens on mountains, and the numbers of the choices that claim a segment of the new tile.
    pub(super) fn new(table: &Table, question: Option<&Question>) -> Marks {
        let new = table.landscape().tile(table.newest()).cell();
        let choices = question
            .into_iter()
            .flat_map(|question| &question.choices)
            .zip('1'..='9');
        let labels = choices.filter_map(|(choice, digit)| match &choice.spots[..] {
            [spot] if spot.cell == new && spot.claims => Some((spot.part, digit)),
            _ => None,
        });
        Marks {
            piles: piles(table),
            labels: labels.collect(),
        }
    }

    /// Returns what is drawn on a segment, most important first.
    fn glyphs(&self, table: &Table, segment: SegmentId) -> Vec<Glyph> {
        let mut glyphs = Vec::new();
        glyphs.extend(
            self.labels
                .get(&segment.0)
                .map(|&label| Glyph::Label(label)),
        );
        glyphs.extend(piece_on(table, segment));
        glyphs.extend(self.piles.get(&segment).map(|&tokens| Glyph::Pile(tokens)));
        glyphs
    }
}

/// Returns the tokens of each mountain, at the segment where they are drawn: the first one without a piece, or else the first.
fn piles(table: &Table) -> BTreeMap<SegmentId, u8> {
    let mut shown: BTreeMap<FeatureId, SegmentId> = BTreeMap::new();
    for segment in (0..table.landscape().features().len() as u16).map(SegmentId) {
        if table.kind(segment) != FeatureKind::Mountain {
            continue;
        }
        let at = shown.entry(table.feature(segment)).or_insert(segment);
        if piece_on(table, *at).is_some() && piece_on(table, segment).is_none() {
            *at = segment;
        }
    }
    shown
        .into_iter()
        .map(|(id, at)| (at, table.word(id).tokens()))
        .filter(|&(_, tokens)| tokens > 0)
        .collect()
}

pub(super) fn landscape(table: &Table, turns: &[Player], marks: &Marks) -> Landscape {
    tile_scene::landscape(
        table,
        turns,
        |_, tile, scale, part| {
            let kind = table.setup().catalogue().kind(tile.kind());
            picture(
                kind,
                tile.rotation(),
                scale,
                |at| marks.glyphs(table, tile.segment(at)),
                part,
            )
        },
        |segment| things(table, segment, marks),
        |_| None,
    )
}

/// Lists the pieces and piles on a segment, each with the number of things it stands for.
fn things(table: &Table, segment: SegmentId, marks: &Marks) -> Vec<(Ink, u8)> {
    let mut things = Vec::new();
    for seat in Player::all(table.players()) {
        for (ink, pieces) in [
            (Ink::Figure(seat), table.cowboys(seat)),
            (Ink::Tent(seat), table.tents(seat)),
        ] {
            let here = pieces.iter().filter(|at| **at == segment);
            things.extend(here.map(|_| (ink, 1)));
        }
    }
    things.extend(marks.piles.get(&segment).map(|tokens| (Ink::Pile, *tokens)));
    things
}

/// Draws a tile that is not on the table at one of the scales.
pub(super) fn loose_picture(kind: &Kind, rotation: Rotation, scale: usize) -> Picture {
    picture(kind, rotation, scale, |_| Vec::new(), |_| None)
}

/// Draws a tile at one of the scales; `part` returns the segment and feature numbers of a segment by its index.
fn picture(
    kind: &Kind,
    rotation: Rotation,
    scale: usize,
    on: impl Fn(usize) -> Vec<Glyph>,
    part: impl Fn(usize) -> Option<TilePart>,
) -> Picture {
    match SCALES.get(scale) {
        Some(&scale) => spots(
            kind,
            TilePicture::new(kind, rotation, scale, on).rows(),
            part,
        ),
        None => spots(kind, [&smallest(kind, rotation, on)[..]], part),
    }
}

/// Converts the rows of a tile's picture.
fn spots<'r>(
    kind: &Kind,
    rows: impl IntoIterator<Item = &'r [(Glyph, Option<usize>)]>,
    part: impl Fn(usize) -> Option<TilePart>,
) -> Picture {
    let mut picture = Vec::new();
    for row in rows {
        let columns = 0..row.len();
        picture.push(columns.map(|at| spot(kind, row, at, &part)).collect());
    }
    Picture(picture)
}

/// Converts a character in a row of a tile's picture.
fn spot(
    kind: &Kind,
    row: &[(Glyph, Option<usize>)],
    column: usize,
    part: impl Fn(usize) -> Option<TilePart>,
) -> Spot {
    let (glyph, segment) = row[column];
    let ground = match glyph {
        Glyph::Nothing => row[if column == 0 { 1 } else { column - 1 }].1,
        _ => segment,
    };
    // Cut the corners of large tiles, so that it is clear where each tile ends.
    let is_cut = glyph == Glyph::Nothing && row.len() > Scale::Small.width();
    let base = (!is_cut).then(|| base(ground.map(|at| kind.segments[at].kind)));
    tile_scene::spot((glyph.symbol(), ink(glyph)), base, segment.and_then(part))
}

fn base(kind: Option<FeatureKind>) -> Base {
    match kind {
        Some(FeatureKind::Mountain) => Base::Rock,
        Some(FeatureKind::City) => Base::City,
        Some(FeatureKind::Railroad | FeatureKind::Prairie) | None => Base::Field,
    }
}

fn ink(glyph: Glyph) -> Ink {
    match glyph {
        Glyph::Nothing => Ink::Blank,
        Glyph::Prairie => Ink::Field,
        Glyph::Mountain => Ink::Rock,
        Glyph::Track(_) | Glyph::Junction => Ink::Track,
        Glyph::City(_) => Ink::City,
        Glyph::Locomotive => Ink::Bonus,
        Glyph::Nuggets(_) => Ink::Gold,
        Glyph::Pile(_) => Ink::Pile,
        Glyph::Camp | Glyph::Herd => Ink::Sight,
        Glyph::Cowboy(seat) => Ink::Figure(seat),
        Glyph::Tent(seat) => Ink::Tent(seat),
        Glyph::Label(_) => Ink::Label,
    }
}

pub(super) fn legend(setup: &Setup) -> Vec<Sign> {
    let seat = Player::FIRST;
    let entries = [
        (Glyph::Track('═'), FeatureKind::Railroad, "railroad"),
        (Glyph::Locomotive, FeatureKind::Railroad, "locomotive"),
        (Glyph::Junction, FeatureKind::Railroad, "junction"),
        (Glyph::City('#'), FeatureKind::City, "city"),
        (Glyph::Mountain, FeatureKind::Mountain, "mountain"),
        (Glyph::Nuggets(2), FeatureKind::Mountain, "two nuggets"),
        (Glyph::Pile(3), FeatureKind::Mountain, "three tokens"),
        (Glyph::Prairie, FeatureKind::Prairie, "prairie"),
        (Glyph::Camp, FeatureKind::Prairie, "tipi camp"),
        (Glyph::Herd, FeatureKind::Prairie, "herd of horses"),
        (Glyph::Cowboy(seat), FeatureKind::Prairie, "cowboy of A"),
        (Glyph::Tent(seat), FeatureKind::Mountain, "tent of A"),
    ];
    let mut legend = Vec::new();
    for (glyph, kind, meaning) in entries {
        if setup.rules().tents > 0 || !matches!(glyph, Glyph::Tent(_)) {
            let base = base(Some(kind));
            legend.push(sign((glyph.symbol(), ink(glyph)), base, meaning));
        }
    }
    legend
}
