//! The landscape of Carcassonne in characters, for scenes.

use std::collections::BTreeMap;

use goldrush_engine::carcassonne::catalogue::Kind;
use goldrush_engine::carcassonne::picture::{Glyph, HEIGHT, Place, WIDTH, piece_on, places};
use goldrush_engine::carcassonne::{FeatureKind, Setup, Table};
use goldrush_engine::landscape::LaidTile;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::player::Player;

use super::small::{self, MIDDLE, SMALLEST, TWO_CITIES};
use crate::games::scene::{Base, Ink, Landscape, Picture, Piece, Question, Sign, TilePart};
use crate::games::tile_scene::{self, sign};

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
    let draw = |number, tile: LaidTile, part: &dyn Fn(usize) -> Option<TilePart>| {
        let mark = |at: usize| {
            let segment = tile.segment(at);
            labels
                .get(&segment.0)
                .copied()
                .map(Glyph::Label)
                .or_else(|| piece_on(table, segment))
        };
        let kind = table.setup().catalogue().kind(tile.kind());
        pictures(kind, tile.rotation(), table.ingots_on(number), mark, part)
    };
    let on = |segment| {
        let followers =
            Player::all(table.players()).filter(|seat| table.followers(*seat).contains(&segment));
        followers.map(|seat| (Ink::Figure(seat), 1)).collect()
    };
    let ingots = |tile| {
        let (count, cell) = (table.ingots_on(tile), table.landscape().tile(tile).cell());
        (count > 0).then_some(Piece {
            ink: Ink::Ingots,
            count,
            cell,
            feature: None,
            lies: false,
            at: INGOTS,
        })
    };
    tile_scene::landscape(table, turns, draw, on, ingots)
}

/// Position of ingots on a tile.
const INGOTS: (f64, f64) = (16.0, 86.0);

/// Draws a tile at each scale; `part` returns the segment and feature numbers of a segment by its index.
pub(super) fn pictures(
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
    drawn
        .into_iter()
        .zip(SCALES)
        .map(|(places, (width, _))| picture(kind, &places, width, &part))
        .collect()
}

fn picture(
    kind: &Kind,
    places: &[Place],
    width: usize,
    part: impl Fn(usize) -> Option<TilePart>,
) -> Picture {
    let spot = |&(glyph, segment): &Place| {
        // Less than a whole character is drawn on the background of the land next to it.
        let is_half = matches!(glyph, Glyph::Land(_, '▀' | '▄' | TWO_CITIES));
        let base = base(
            segment
                .filter(|_| !is_half)
                .map(|at| kind.segments[at].kind),
        );
        tile_scene::spot(
            (glyph.symbol(), ink(glyph)),
            Some(base),
            segment.and_then(&part),
        )
    };
    Picture(
        places
            .chunks(width)
            .map(|row| row.iter().map(spot).collect())
            .collect(),
    )
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

/// Returns the legend of the characters.
pub(super) fn legend(setup: &Setup) -> Vec<Sign> {
    let land = |kind, symbol| (Glyph::Land(kind, symbol), kind);
    let entries = [
        (land(FeatureKind::Road, '═'), "road"),
        (land(FeatureKind::Road, '+'), "where roads end"),
        (land(FeatureKind::City, '#'), "city"),
        (
            (Glyph::Land(FeatureKind::City, '▀'), FeatureKind::Field),
            "city on a small tile",
        ),
        (
            (
                Glyph::Land(FeatureKind::City, TWO_CITIES),
                FeatureKind::Field,
            ),
            "two cities on one",
        ),
        ((Glyph::Pennant, FeatureKind::City), "pennant"),
        (land(FeatureKind::Monastery, 'M'), "monastery"),
        (land(FeatureKind::Field, '·'), "field"),
        ((Glyph::Ingots(2), FeatureKind::Field), "two ingots"),
        (
            (Glyph::Follower(Player::FIRST), FeatureKind::Field),
            "follower of A",
        ),
    ];
    let sign = |((glyph, kind), meaning): ((Glyph, FeatureKind), &str)| {
        sign((glyph.symbol(), ink(glyph)), base(Some(kind)), meaning)
    };
    let is_used = |((glyph, _), _): &((Glyph, FeatureKind), &str)| {
        setup.rules().gold_mines || !matches!(glyph, Glyph::Ingots(_))
    };
    entries.into_iter().filter(is_used).map(sign).collect()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules};
    use goldrush_engine::game::{Game as _, State as _};
    use goldrush_engine::landscape::components::SegmentId;
    use goldrush_engine::rng::tool_stream;

    use super::*;
    use crate::games::tile_scene::TileScene as _;

    #[test]
    fn farmers_lie_and_all_others_stand() {
        let setup: &'static Setup = Box::leak(Box::new(
            Setup::new(Catalogue::printed().into(), Rules::default(), 5).unwrap(),
        ));
        let mut rng = tool_stream(5);
        let (mut state, mut seen) = (Carcassonne::deal(setup, &mut rng), [0, 0]);
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
            for Picture(rows) in Carcassonne::loose_pictures(&setup, id, Rotation::R0) {
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
