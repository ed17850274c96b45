//! Scenes of tile games: what they have in common, built from the parts in which the games differ.

use std::collections::BTreeMap;

use goldrush_engine::fingerprint::fnv1a;
use goldrush_engine::game::State as _;
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::{Cell, Rotation, Side};
use goldrush_engine::landscape::state::State;
use goldrush_engine::landscape::table::{Table, TileGame};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::landscape::{LaidTile, TileId};
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;

use super::laying::{self, Way, laid_by};
use super::scene::{
    Base, Board, Hand, Ink, KindLeft, Landscape, Left, Picture, Piece, Question, Scene, Seat,
    SegmentPlaces, Sign, Spot, Tile, TilePart,
};
use super::viewer::Viewer;

/// Tile game that can be shown in scenes.
pub(super) trait TileScene: TileGame {
    /// Columns and rows of a tile at each scale, largest first.
    const SCALES: &'static [(usize, usize)];

    /// Returns the full and the short name of the game.
    fn names(setup: &Self::Setup) -> (&'static str, &'static str);

    /// Describes a segment's feature, the pieces on it, and what it would score.
    fn describe(table: &Table<Self>, segment: SegmentId, viewer: &Viewer) -> String;

    /// Describes which features a legal placement extends or completes.
    fn joins(
        state: &State<'static, Self>,
        cell: Cell,
        rotation: Rotation,
        viewer: &Viewer,
    ) -> String;

    /// Names a kind of tile by what it shows: `railroad and mountain tile`.
    fn kind_name(setup: &Self::Setup, kind: KindId) -> String;

    /// Describes a kind of tile, unrotated.
    fn kind_words(setup: &Self::Setup, kind: KindId) -> String;

    /// Describes what a side of a tile shows.
    fn edge(setup: &Self::Setup, kind: KindId, rotation: Rotation, side: Side) -> &'static str;

    /// Draws a tile that is not on the table at one of the scales.
    fn loose_picture(
        setup: &Self::Setup,
        kind: KindId,
        rotation: Rotation,
        scale: usize,
    ) -> Picture;

    /// Draws all tiles, with the numbers of the choices that are played on the new one.
    fn landscape(table: &Table<Self>, turns: &[Player], question: Option<&Question>) -> Landscape;

    /// Returns the places for things on a segment, by its index on a kind of tile.
    fn places(setup: &Self::Setup, kind: KindId, segment: usize) -> SegmentPlaces;

    /// Describes a seat.
    fn seat(state: &State<'static, Self>, seat: Player, viewer: &Viewer) -> Seat;

    /// Returns the question of a decision after the placement.
    fn question(state: &State<'static, Self>, seat: Player, viewer: &Viewer) -> Question;

    /// Names each of a seat's pieces on the landscape, with its feature.
    fn standing(table: &Table<Self>, seat: Player, viewer: &Viewer) -> Vec<String>;

    /// Describes the tokens or ingots on the landscape.
    fn piles(table: &Table<Self>) -> Option<String>;

    /// Returns the legend of the characters.
    fn legend(setup: &Self::Setup) -> Vec<Sign>;
}

/// Items of [`Harness`](super::Harness) that are the same for all tile games with the usual names of types.
macro_rules! harness_items {
    () => {
        const SCHEMA: &'static ResultSchema = &SCHEMA;
        const FALLBACK: &'static str = "greedy";
        type Stats = GameStats;
        type Log = EventLog;

        fn undealt(setup: &Setup) -> State<'_> {
            State::undealt(setup)
        }

        fn begin<'s>(
            _: &'s Setup,
            undealt: &State<'s>,
            state: &mut State<'s>,
            rng: &mut StreamRng,
            observers: &mut Observers<Self>,
        ) {
            state.begin(undealt, rng, observers);
        }

        #[inline]
        fn play(state: &mut State<'_>, mv: Move, observers: &mut Observers<Self>) {
            state.play_observed(mv, observers);
            if let Some(log) = &mut observers.log {
                log.name_discarded(|kind| $crate::events::name(state.table(), kind));
            }
        }

        fn art(setup: &Setup) -> Option<$crate::scene::Art> {
            Some(art::art(setup.catalogue()))
        }

        fn landscape(state: &State<'_>) -> Option<$crate::scene::Landscape> {
            Some(<Self as tile_scene::TileScene>::landscape(
                state.table(),
                &[],
                None,
            ))
        }
    };
}
pub(super) use harness_items;

/// Items of [`Playable`](super::playable::Playable) that are the same for all tile games.
macro_rules! playable_items {
    () => {
        fn scene(
            state: &State<'static>,
            _: &Observers<Self>,
            turns: &[Player],
            viewer: &Viewer,
        ) -> Scene {
            tile_scene::scene(state, turns, viewer)
        }

        fn at_hand(state: &State<'static>) -> String {
            let table = state.table();
            <Self as tile_scene::TileScene>::kind_name(table.setup(), table.hand())
        }

        fn keep_unrevealed(scene: &mut Scene, before: &State<'static>, _: &[Move]) {
            tile_scene::before_drawing(scene, before.table());
        }

        fn draws(_: &State<'static>, _: &[Move], state: &State<'static>) -> Vec<(usize, u8)> {
            tile_scene::draws(state.table())
        }

        fn redraw(
            dealt: &mut State<'static>,
            _: &[Move],
            state: &mut State<'static>,
            kind: usize,
        ) -> bool {
            tile_scene::redraw(dealt, state, kind)
        }
    };
}
pub(super) use playable_items;

/// Items of [`TileScene`] that are the same for all tile games with the usual names of functions.
macro_rules! scene_items {
    () => {
        fn edge(
            setup: &Setup,
            kind: KindId,
            rotation: Rotation,
            side: goldrush_engine::landscape::grid::Side,
        ) -> &'static str {
            edge(setup.catalogue().kind(kind), rotation, side)
        }

        fn places(setup: &Setup, kind: KindId, segment: usize) -> $crate::scene::SegmentPlaces {
            super::art::places(&setup.catalogue().kind(kind).segments[segment])
        }

        fn legend(setup: &Setup) -> Vec<$crate::scene::Sign> {
            legend(setup)
        }
    };
}
pub(super) use scene_items;

/// Renders the position for a viewer; `turns` lists the seats whose turns have begun.
pub(super) fn scene<G: TileScene>(
    state: &State<'static, G>,
    turns: &[Player],
    viewer: &Viewer,
) -> Scene {
    let table = state.table();
    let turn = turns.len() + usize::from(table.is_placing());
    let question = table
        .to_move()
        .filter(|&seat| viewer.are_of(seat))
        .map(|seat| {
            if table.is_placing() {
                place(state, seat, viewer)
            } else {
                G::question(state, seat, viewer)
            }
        });
    let (title, name) = G::names(table.setup());
    let mut landscape = G::landscape(table, turns, question.as_ref());
    landscape.features = features(table, viewer);
    Scene {
        title,
        name,
        turn,
        turns: Some(turn + table.tiles_left()),
        to_move: table.to_move(),
        ground: Board::Landscape(landscape),
        scored: Vec::new(),
        notes: Player::all(table.players())
            .map(|seat| standing(table, seat, viewer))
            .chain(G::piles(table))
            .collect(),
        legend: G::legend(table.setup()),
        seats: Player::all(table.players())
            .map(|seat| G::seat(state, seat, viewer))
            .collect(),
        left: left(table),
        question,
    }
}

/// Names the pieces of a seat on the landscape in a sentence.
fn standing<G: TileScene>(table: &Table<G>, seat: Player, viewer: &Viewer) -> String {
    let name = viewer.name(seat);
    let pieces = G::standing(table, seat, viewer);
    if pieces.is_empty() {
        format!("{name}: nothing on the board.")
    } else {
        format!("{name}: {}.", pieces.join("; "))
    }
}

/// Describes each feature and what it would score.
fn features<G: TileScene>(table: &Table<G>, viewer: &Viewer) -> BTreeMap<u16, String> {
    let mut features = BTreeMap::new();
    for segment in (0..table.landscape().features().len() as u16).map(SegmentId) {
        let number = table.feature(segment).index() as u16;
        features
            .entry(number)
            .or_insert_with(|| G::describe(table, segment, viewer));
    }
    features
}

/// Returns the kinds that could have been drawn for the turn that begins, with their numbers of copies.
pub(super) fn draws<G: TileGame>(table: &Table<G>) -> Vec<(usize, u8)> {
    let draws = table.possible_draws().filter(|_| table.is_placing());
    draws.map(|(kind, copies)| (kind.index(), copies)).collect()
}

/// Exchanges the tile in hand, in a state and in its deal.
pub(super) fn redraw<G>(
    dealt: &mut State<'static, G>,
    state: &mut State<'static, G>,
    kind: usize,
) -> bool
where
    G: TileGame<State<'static> = State<'static, G>>,
    State<'static, G>: goldrush_engine::game::State,
{
    // The hidden order decides which copy comes: the same call then always gives the same game.
    let order: Vec<u8> = state.draw_order().iter().map(|kind| kind.0).collect();
    let kind = u8::try_from(kind).map(KindId);
    let redraws = kind.is_ok_and(|kind| state.redraw(kind, &mut tool_stream(fnv1a(&order))));
    if redraws {
        dealt.adopt_deal(state);
    }
    redraws
}

/// Shows in a scene how many tiles were left before the next one was drawn: as many as since the turn began.
pub(super) fn before_drawing<G: TileScene>(scene: &mut Scene, began: &Table<G>) {
    scene.left = left(began);
    scene.turns = Some(scene.turn + scene.left.count);
}

/// Scale at which the tiles left are drawn.
const LEFT_SCALE: usize = 1;

fn left<G: TileScene>(table: &Table<G>) -> Left {
    let kinds = (0..table.tiles().kinds() as u8)
        .map(KindId)
        .filter(|kind| table.left(*kind) > 0);
    let kinds = kinds.map(|kind| KindLeft {
        words: G::kind_words(table.setup(), kind),
        count: table.left(kind).into(),
        drawn: G::loose_picture(table.setup(), kind, Rotation::R0, LEFT_SCALE),
        art: kind.index(),
    });
    Left {
        count: table.tiles_left(),
        thing: "tile",
        kinds: kinds.collect(),
    }
}

/// Returns the question where the tile in hand goes.
fn place<G: TileScene>(state: &State<'static, G>, seat: Player, viewer: &Viewer) -> Question {
    let table = state.table();
    let setup = table.setup();
    let kind = table.hand();
    let hand = Hand {
        words: G::kind_words(setup, kind),
        drawn: Rotation::ALL
            .map(|rotation| {
                let scales = 0..G::SCALES.len();
                scales
                    .map(|scale| G::loose_picture(setup, kind, rotation, scale))
                    .collect()
            })
            .to_vec(),
        art: kind.index(),
        illegal_reasons: laying::illegal_reasons(
            table.landscape(),
            kind,
            |kind, rotation, side| G::edge(setup, kind, rotation, side),
        ),
    };
    let ways = table.placements().map(|(slot, rotation)| {
        let cell = table.landscape().frontier().cell(slot);
        Way {
            cell,
            rotation,
            joins: G::joins(state, cell, rotation, viewer),
            mv: place_text(cell, rotation),
        }
    });
    laying::question(seat, hand, ways.collect())
}

/// Draws all tiles: `draw` draws one at one of the scales, `on` lists the things on a segment, and `beside` returns a pile on a
/// tile but on none of its segments.
pub(super) fn landscape<G: TileScene>(
    table: &Table<G>,
    turns: &[Player],
    draw: impl Fn(TileId, LaidTile, usize, &dyn Fn(usize) -> Option<TilePart>) -> Picture,
    on: impl Fn(SegmentId) -> Vec<(Ink, u8)>,
    beside: impl Fn(TileId) -> Option<Piece>,
) -> Landscape {
    let by = laid_by(turns, table.players());
    let mut tiles = Vec::new();
    let mut pieces = Vec::new();
    for (number, &tile) in table.landscape().tiles().iter().enumerate() {
        let id = TileId(number as u8);
        let quarters = tile.rotation().quarters();
        let mut segments = Vec::new();
        for at in 0..table.segments(tile).len() {
            let segment = tile.segment(at);
            let feature = table.feature(segment).index() as u16;
            let places = G::places(table.setup(), tile.kind(), at);
            let things = on(segment);
            segments.push(TilePart {
                part: segment.0,
                feature,
                at: places.spot(things.len(), quarters),
            });
            for (before, (ink, count)) in things.into_iter().enumerate() {
                pieces.push(Piece {
                    ink,
                    count,
                    cell: tile.cell(),
                    feature: Some(feature),
                    lies: matches!(ink, Ink::Figure(_)) && places.is_land,
                    at: places.spot(before, quarters),
                });
            }
        }
        pieces.extend(beside(id));
        tiles.push(Tile {
            kind: table.kind_name(tile.kind()).into(),
            words: <G as TileScene>::kind_name(table.setup(), tile.kind()),
            cell: tile.cell(),
            turned: tile.rotation().degrees(),
            by: by(number),
            drawn: (0..G::SCALES.len())
                .map(|scale| draw(id, tile, scale, &|at| Some(segments[at])))
                .collect(),
            art: tile.kind().index(),
            segments,
        });
    }
    Landscape {
        scales: G::SCALES.to_vec(),
        tiles,
        pieces,
        features: BTreeMap::new(),
    }
}

/// Returns one character of a tile; `part` is its segment.
pub(super) fn spot((symbol, ink): (char, Ink), base: Option<Base>, part: Option<TilePart>) -> Spot {
    let (part, feature) = part.map(|part| (part.part, part.feature)).unzip();
    Spot {
        symbol,
        ink,
        base,
        part,
        feature,
    }
}

/// Returns the character for a road or track that reaches these sides.
pub(super) fn track(sides: u8) -> char {
    const SHAPES: [char; 16] = [
        '+', '║', '═', '╚', '║', '║', '╔', '╠', '═', '╝', '═', '╩', '╗', '╣', '╦', '╬',
    ];
    SHAPES[usize::from(sides & 15)]
}

/// Returns an entry of the legend.
pub(super) fn sign(glyph: (char, Ink), base: Base, meaning: &str) -> Sign {
    Sign {
        spot: spot(glyph, Some(base), None),
        meaning: meaning.into(),
    }
}

/// Formats a placement as a move.
fn place_text(cell: Cell, rotation: Rotation) -> String {
    format!("place {cell} {}", rotation.degrees())
}

/// Checks that the art of a game's tiles has no undefined numbers, and that its things lie on the tiles.
#[cfg(test)]
pub(super) fn check_art(art: &super::scene::Art) {
    for kind in &art.kinds {
        assert!(!kind.printed.0.contains("NaN"));
        for (thing, (x, y)) in kind.things.iter().chain(&kind.scenery) {
            let drawn = format!("<g id=\"thing-{thing}\">");
            assert!(
                [art.symbols, super::scene::svg::GROUND]
                    .iter()
                    .any(|all| all.contains(&drawn)),
                "{thing}"
            );
            assert!(
                (0.0..=100.0).contains(x) && (0.0..=100.0).contains(y),
                "{thing}"
            );
        }
    }
}
