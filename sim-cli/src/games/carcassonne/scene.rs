//! Scenes of Carcassonne.

use std::collections::BTreeMap;

use goldrush_engine::carcassonne::{Move, Phase, State, Table};
use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;

use super::SCHEMA;
use super::glyphs::{landscape, legend, loose_pictures};
use super::words::{edge, feature, joins, new_segment, now, tile_words, words};
use crate::games::laying::{self, Way};
use crate::games::scene::{
    Board, Choice, ChoiceSpot, Count, Hand, KindLeft, Landscape, Left, Pieces, Question, Scene, Seat,
};
use crate::games::scored::prospects;
use crate::games::viewer::Viewer;

/// Renders the position for a viewer; `turns` lists the seats whose turns have begun.
pub(super) fn scene(state: &State<'static>, turns: &[Player], viewer: &Viewer) -> Scene {
    let table = state.table();
    let turn = turns.len() + usize::from(table.phase() == Phase::Place);
    let decides = state.to_move().filter(|&seat| viewer.are_of(seat));
    let question = decides.map(|seat| question(state, seat, viewer));
    let (title, name) = match table.rules().gold_mines {
        true => ("Carcassonne with The Gold Mines", "Gold Mines"),
        false => ("Carcassonne", "Carcassonne"),
    };
    Scene {
        title,
        name,
        turn,
        turns: Some(turn + table.tiles_left()),
        to_move: state.to_move(),
        ground: Board::Landscape(Landscape {
            features: features(table, viewer),
            ..landscape(table, turns, question.as_ref())
        }),
        scored: Vec::new(),
        notes: notes(table, viewer),
        legend: legend(),
        seats: Player::all(table.players()).map(|seat| self::seat(state, seat, viewer)).collect(),
        left: left(table),
        question,
    }
}

/// Describes each feature and what it would score.
fn features(table: &Table, viewer: &Viewer) -> BTreeMap<u16, String> {
    let mut features = BTreeMap::new();
    for segment in (0..table.landscape().features().len() as u16).map(SegmentId) {
        let number = table.feature(segment).index() as u16;
        let words = || feature(table, segment, viewer) + &prospects(table.potential_points(segment));
        features.entry(number).or_insert_with(words);
    }
    features
}

fn seat(state: &State, seat: Player, viewer: &Viewer) -> Seat {
    let table = state.table();
    let mines = table.rules().gold_mines;
    let sources = SCHEMA.sources.iter().zip(state.sources(seat)).map(|(source, points)| (source.name, Some(points)));
    let ingots = Count { name: "ingot", short: "ing", count: table.collected(seat).into() };
    Seat {
        seat,
        title: viewer.title(seat).to_owned(),
        points: state.scores()[seat],
        // Ingots are the last source.
        sources: sources.take(if mines { 5 } else { 4 }).collect(),
        holds: if mines { vec![ingots] } else { Vec::new() },
        supply: vec![Pieces { name: "follower", mark: seat.letter(), count: table.follower_supply(seat) }],
        secret: None,
    }
}

/// Shows in a scene how many tiles were left before the next one was drawn: as many as since the turn began.
pub(super) fn before_drawing(scene: &mut Scene, began: &Table) {
    scene.left = left(began);
    scene.turns = Some(scene.turn + scene.left.count);
}

fn left(table: &Table) -> Left {
    let kind = |(id, kind): (KindId, &goldrush_engine::carcassonne::catalogue::Kind)| {
        let count = usize::from(table.left(id));
        (count > 0).then(|| KindLeft {
            name: kind.id.clone(),
            count,
            drawn: loose_pictures(kind, Rotation::R0).swap_remove(1),
            art: id.index(),
        })
    };
    let kinds = table.setup().catalogue().kinds().filter_map(kind).collect();
    Left { count: table.tiles_left(), thing: "tile", kinds }
}

fn question(state: &State<'static>, seat: Player, viewer: &Viewer) -> Question {
    let table = state.table();
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    if table.phase() == Phase::Place {
        return place(state, seat, &moves, viewer);
    }
    let kind = table.setup().catalogue().kind(table.hand());
    let newest = table.landscape().tile(table.newest()).cell();
    let (task, text, brief) = match table.phase() {
        Phase::Ingot => (
            "place the second ingot",
            "The new tile gets an ingot. Where does the second one go?".into(),
            "Where does the second ingot go?",
        ),
        Phase::Take => ("take an ingot", "From which tile do you take an ingot?".into(), "Take an ingot from where?"),
        Phase::Place | Phase::Follow | Phase::Draw | Phase::Over => {
            ("place a follower?", format!("Tile {} lies at {newest}. Place a follower?", kind.id), "Place a follower?")
        }
    };
    let choices = moves.into_iter().map(|mv| choice(state, mv, viewer)).collect();
    Question { seat, task, text, brief: brief.into(), hand: None, can_take_up: table.phase() != Phase::Take, choices }
}

fn place(state: &State<'static>, seat: Player, moves: &[Move], viewer: &Viewer) -> Question {
    let table = state.table();
    let catalogue = table.setup().catalogue();
    let kind = catalogue.kind(table.hand());
    let hand = Hand {
        kind: kind.id.clone(),
        words: tile_words(kind),
        drawn: Rotation::ALL.map(|rotation| loose_pictures(kind, rotation)).to_vec(),
        art: table.hand().index(),
        illegal_reasons: laying::illegal_reasons(table.landscape(), table.hand(), |kind, rotation, side| {
            edge(catalogue.kind(kind), rotation, side)
        }),
    };
    let way = |&mv: &Move| {
        let Move::Place { cell, rotation } = mv else { return None };
        Some(Way { cell, rotation, joins: joins(state, mv, viewer), mv: state.move_text(mv) })
    };
    laying::question(seat, hand, moves.iter().filter_map(way).collect())
}

fn choice(state: &State<'static>, mv: Move, viewer: &Viewer) -> Choice {
    let table = state.table();
    let plain = Choice::plain(words(state, mv, viewer), state.move_text(mv));
    let cell = |tile: TileId| Some(table.landscape().tile(tile).cell());
    match mv {
        Move::Follow { segment } => {
            let segment = new_segment(table, segment);
            let about = [Some(feature(table, segment, viewer)), now(state, mv)];
            let spot = ChoiceSpot {
                part: segment.0,
                claims: true,
                cell: table.landscape().tile_of(segment).cell(),
                what: plain.what.clone(),
                mv: state.move_text(mv),
            };
            Choice {
                worth: about.into_iter().flatten().collect::<Vec<_>>().join("; "),
                cell: Some(spot.cell),
                feature: Some(table.feature(segment).index() as u16),
                spots: vec![spot],
                ..plain
            }
        }
        Move::Pass => Choice { worth: now(state, mv).unwrap_or_default(), ..plain },
        Move::Ingot { on: tile } | Move::Take { from: tile } => Choice { cell: cell(tile), ..plain },
        Move::Place { .. } => plain,
    }
}

/// Describes where each seat's pieces stand, and where ingots lie.
fn notes(table: &Table, viewer: &Viewer) -> Vec<String> {
    let figures = |seat: Player| {
        let place = |&segment: &_| {
            let cell = table.landscape().tile_of(segment).cell();
            format!("{cell} {} ({})", table.label(segment), feature(table, segment, viewer))
        };
        let all: Vec<_> = table.followers(seat).iter().map(place).collect();
        let all = if all.is_empty() { "nothing on the board".into() } else { all.join("; ") };
        format!("{}: {all}.", seat.letter())
    };
    let mut notes: Vec<_> = Player::all(table.players()).map(figures).collect();
    if table.rules().gold_mines {
        let tiles = table.landscape().tiles().iter().enumerate();
        let ingots = tiles.filter_map(|(at, tile)| match table.ingots_on(TileId(at as u8)) {
            0 => None,
            ingots => Some(format!("{ingots} at {}", tile.cell())),
        });
        let ingots: Vec<_> = ingots.collect();
        notes.push(format!("Ingots: {}.", if ingots.is_empty() { "none".into() } else { ingots.join(", ") }));
    }
    notes
}
