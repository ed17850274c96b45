//! The landscape of Carcassonne in characters, for scenes.

use std::collections::BTreeMap;

use goldrush_engine::carcassonne::catalogue::Kind;
use goldrush_engine::carcassonne::picture::{Glyph, HEIGHT, Place, WIDTH, piece_on, places};
use goldrush_engine::carcassonne::{FeatureKind, Setup, Table};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::player::Player;

use super::small::{self, MIDDLE, SMALLEST, TWO_CITIES};
use crate::scene::{Base, Ink, Landscape, Picture, Piece, Question, Sign, Spot, TilePart};
use crate::tile_scene::{self, sign};

/// Columns and rows of a tile at each scale.
pub(super) const SCALES: [(usize, usize); 3] = [(WIDTH, HEIGHT), MIDDLE, SMALLEST];

/// Draws all tiles, with the numbers of the choices that are played on the new one.
pub(super) fn landscape(table: &Table, turns: &[Player], question: Option<&Question>) -> Landscape {
    let choices = question
        .into_iter()
        .flat_map(|question| &question.choices)
        .zip('1'..='9');
    let labels: BTreeMap<u16, char> = choices
        .filter_map(|(choice, digit)| Some((choice.spots.first()?.part, digit)))
        .collect();
    tile_scene::landscape(
        table,
        turns,
        |number, tile, scale, part| {
            let kind = table.setup().catalogue().kind(tile.kind());
            let ingots = table.ingots_on(number);
            picture(
                kind,
                tile.rotation(),
                scale,
                ingots,
                |at| mark(table, &labels, tile.segment(at)),
                part,
            )
        },
        |segment| followers_on(table, segment),
        |tile| ingots_on(table, tile),
    )
}

/// Returns what is drawn on a segment: the number of a choice, or else the piece there.
fn mark(table: &Table, labels: &BTreeMap<u16, char>, segment: SegmentId) -> Option<Glyph> {
    match labels.get(&segment.0) {
        Some(&label) => Some(Glyph::Label(label)),
        None => piece_on(table, segment),
    }
}

/// Lists the followers on a segment, each with the number of things it stands for.
fn followers_on(table: &Table, segment: SegmentId) -> Vec<(Ink, u8)> {
    Player::all(table.players())
        .filter(|seat| table.followers(*seat).contains(&segment))
        .map(|seat| (Ink::Figure(seat), 1))
        .collect()
}

fn ingots_on(table: &Table, tile: TileId) -> Option<Piece> {
    let count = table.ingots_on(tile);
    (count > 0).then(|| Piece {
        ink: Ink::Ingots,
        count,
        cell: table.landscape().tile(tile).cell(),
        feature: None,
        lies: false,
        at: INGOTS,
    })
}

/// Position of ingots on a tile.
const INGOTS: (f64, f64) = (16.0, 86.0);

/// Draws a tile at one of the scales; `part` returns the segment and feature numbers of a segment by its index.
pub(super) fn picture(
    kind: &Kind,
    rotation: Rotation,
    scale: usize,
    ingots: u8,
    mark: impl Fn(usize) -> Option<Glyph>,
    part: impl Fn(usize) -> Option<TilePart>,
) -> Picture {
    let places = match scale {
        0 => places(kind, rotation, ingots, &mark),
        1 => small::middle(kind, rotation, ingots, &mark),
        _ => small::smallest(kind, rotation, ingots, &mark),
    };
    let spots: Vec<Spot> = places
        .iter()
        .map(|&place| spot(kind, place, &part))
        .collect();
    let (width, _) = SCALES[scale];
    Picture(spots.chunks(width).map(<[Spot]>::to_vec).collect())
}

/// Converts a character of a tile's picture.
fn spot(kind: &Kind, (glyph, segment): Place, part: impl Fn(usize) -> Option<TilePart>) -> Spot {
    // Less than a whole character is drawn on the background of the land next to it.
    let is_half = matches!(glyph, Glyph::Land(_, '▀' | '▄' | TWO_CITIES));
    let ground = segment.filter(|_| !is_half);
    let base = base(ground.map(|at| kind.segments[at].kind));
    let symbol = (glyph.symbol(), ink(glyph));
    tile_scene::spot(symbol, Some(base), segment.and_then(part))
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
        Glyph::Ingots(_) => Ink::Ingots,
        Glyph::Follower(seat) => Ink::Figure(seat),
        Glyph::Label(_) => Ink::Label,
    }
}

pub(super) fn legend(setup: &Setup) -> Vec<Sign> {
    let entries = [
        (
            Glyph::Land(FeatureKind::Road, '═'),
            FeatureKind::Road,
            "road",
        ),
        (
            Glyph::Land(FeatureKind::Road, '+'),
            FeatureKind::Road,
            "where roads end",
        ),
        (
            Glyph::Land(FeatureKind::City, '#'),
            FeatureKind::City,
            "city",
        ),
        (
            Glyph::Land(FeatureKind::City, '▀'),
            FeatureKind::Field,
            "city on a small tile",
        ),
        (
            Glyph::Land(FeatureKind::City, TWO_CITIES),
            FeatureKind::Field,
            "two cities on one",
        ),
        (Glyph::Pennant, FeatureKind::City, "pennant"),
        (
            Glyph::Land(FeatureKind::Monastery, 'M'),
            FeatureKind::Monastery,
            "monastery",
        ),
        (
            Glyph::Land(FeatureKind::Field, '·'),
            FeatureKind::Field,
            "field",
        ),
        (Glyph::Ingots(2), FeatureKind::Field, "two ingots"),
        (
            Glyph::Follower(Player::FIRST),
            FeatureKind::Field,
            "follower of A",
        ),
    ];
    let mut legend = Vec::new();
    for (glyph, kind, meaning) in entries {
        if setup.rules().gold_mines || !matches!(glyph, Glyph::Ingots(_)) {
            let base = base(Some(kind));
            legend.push(sign((glyph.symbol(), ink(glyph)), base, meaning));
        }
    }
    legend
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules};
    use goldrush_engine::game::{Game as _, State as _};
    use goldrush_engine::rng::tool_stream;

    use super::*;
    use crate::tile_scene::TileScene as _;

    #[test]
    fn farmers_lie_and_all_others_stand() {
        let setup: &'static Setup = Box::leak(Box::new(
            Setup::new(Catalogue::printed().into(), Rules::default(), 5).unwrap(),
        ));
        let mut rng = tool_stream(5);
        let mut state = Carcassonne::deal(setup, &mut rng);
        let mut seen = [0, 0];
        while let Some(mv) = state.random_move(&mut rng) {
            state.play_unchecked(mv);
            let Landscape { pieces, tiles, .. } = landscape(state.table(), &[], None);
            for piece in pieces {
                let parts = tiles.iter().flat_map(|tile| &tile.segments);
                let part = parts
                    .clone()
                    .find(|part| Some(part.feature) == piece.feature)
                    .unwrap();
                let is_farmer = state.table().kind(SegmentId(part.part)) == FeatureKind::Field;
                assert_eq!(piece.lies, is_farmer);
                seen[usize::from(is_farmer)] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    }

    #[test]
    fn loose_tiles_show_the_sign_of_gold() {
        let rules = Rules {
            gold_mines: true,
            ..Rules::default()
        };
        let setup = Setup::new(Catalogue::printed().into(), rules, 2).unwrap();
        for (id, kind) in setup.catalogue().kinds() {
            for scale in 0..SCALES.len() {
                let Picture(rows) = Carcassonne::loose_picture(&setup, id, Rotation::R0, scale);
                let shows_gold = rows
                    .iter()
                    .flatten()
                    .any(|spot| spot.ink == Ink::Ingots && spot.symbol == '1');
                assert_eq!(shows_gold, kind.gold, "{}", kind.id);
            }
        }
    }

    #[test]
    fn legend_has_small_cities_and_ingots_only_where_there_are_some() {
        for gold_mines in [false, true] {
            let rules = Rules {
                gold_mines,
                ..Rules::default()
            };
            let setup = Setup::new(Catalogue::printed().into(), rules, 2).unwrap();
            assert_eq!(
                legend(&setup)
                    .iter()
                    .any(|sign| sign.meaning == "two ingots"),
                gold_mines
            );
            assert!(legend(&setup).iter().any(|sign| sign.spot.symbol == '▀'));
        }
    }
}
