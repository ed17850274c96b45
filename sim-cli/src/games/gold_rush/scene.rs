//! Scenes of Gold Rush.

use std::collections::BTreeMap;

use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::gold_rush::{Action, FeatureKind, Move, Phase, SOURCES, State, Table};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::player::Player;

use super::actions::{self, ActionChoice};
use super::describe::{describe_feature, edge, joins, tile, tiles_left};
use super::glyphs::{Marks, landscape, legend, loose_pictures};
use crate::games::laying::{self, Way};
use crate::games::scene::{
    Board, Choice, ChoiceSpot, Count, Hand, KindLeft, Landscape, LeadRange, Left, Pieces, Question, Scene, Seat, Secret,
};
use crate::games::scored::prospects;
use crate::games::viewer::Viewer;

/// The question once the tile is placed.
const ASKED: &str = "Cowboy, tent, mine or pass?";

/// Name of what a seat hides from the others.
pub(super) const TOKENS: &str = "tokens";

/// Renders the position for a viewer; `turns` lists the seats whose turns have begun.
pub(super) fn scene(state: &State<'static>, turns: &[Player], viewer: &Viewer) -> Scene {
    let table = state.table();
    let turn = turns.len() + usize::from(table.phase() == Phase::Place);
    let question = state.to_move().filter(|&seat| viewer.are_of(seat)).map(|seat| match table.phase() {
        Phase::Place => place(state, seat, viewer),
        _ => act(state, seat, viewer),
    });
    let marks = Marks::new(table, question.as_ref());
    Scene {
        title: "Carcassonne: Gold Rush",
        name: "Gold Rush",
        turn,
        turns: Some(turn + table.tiles_left()),
        to_move: state.to_move(),
        ground: Board::Landscape(Landscape { features: features(table, viewer), ..landscape(table, turns, &marks) }),
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
        let words = || describe_feature(table, segment, viewer) + &prospects(table.potential_points(segment));
        features.entry(number).or_insert_with(words);
    }
    features
}

fn seat(state: &State, seat: Player, viewer: &Viewer) -> Seat {
    let (table, over) = (state.table(), state.to_move().is_none());
    let sources = SOURCES.into_iter().zip(state.sources(seat)).enumerate();
    // The last source is tokens; they are revealed only at the end.
    let sources = sources.map(|(at, (name, points))| (name, (over || at < FeatureKind::ALL.len()).then_some(points)));
    let supply = [
        ("cowboy", seat.letter(), table.cowboy_supply(seat)),
        ("tent", seat.letter().to_ascii_lowercase(), table.tent_supply(seat)),
    ];
    let mut values: Vec<u8> = state.tokens_of(seat).collect();
    values.sort_unstable();
    let secret = Secret { name: TOKENS, values, points: state.token_points(seat) };
    Seat {
        seat,
        title: viewer.title(seat).to_owned(),
        points: if over { state.scores()[seat] } else { table.feature_points(seat) },
        sources: sources.collect(),
        holds: vec![Count { name: "token", short: "tok", count: table.token_count(seat).into() }],
        supply: supply
            .into_iter()
            .filter(|(name, ..)| *name != "tent" || table.rules().tents > 0)
            .map(|(name, mark, count)| Pieces { name, mark, count })
            .collect(),
        secret: viewer.may_see(seat).then_some(secret),
    }
}

/// Shows in a scene how many tiles were left before the next one was drawn: as many as since the turn began.
pub(super) fn before_drawing(scene: &mut Scene, began: &Table) {
    scene.left = left(began);
    scene.turns = Some(scene.turn + scene.left.count);
}

fn left(table: &Table) -> Left {
    let kinds = tiles_left(table).map(|(id, kind, left)| KindLeft {
        name: kind.name.clone(),
        count: left.into(),
        drawn: loose_pictures(kind, Rotation::R0).pop().expect("it is drawn at every scale"),
        art: id.index(),
    });
    Left { count: table.tiles_left(), thing: "tile", kinds: kinds.collect() }
}

fn place(state: &State<'static>, seat: Player, viewer: &Viewer) -> Question {
    let table = state.table();
    let catalogue = table.setup().catalogue();
    let kind = catalogue.kind(table.hand());
    let hand = Hand {
        kind: kind.name.clone(),
        words: tile(kind, Rotation::R0),
        drawn: Rotation::ALL.map(|rotation| loose_pictures(kind, rotation)).to_vec(),
        art: table.hand().index(),
        illegal_reasons: laying::illegal_reasons(table.landscape(), table.hand(), |kind, rotation, side| {
            edge(catalogue.kind(kind), rotation, side)
        }),
    };
    let ways = table.placements().map(|(slot, rotation)| {
        let cell = table.landscape().frontier().cell(slot);
        let mv = state.move_text(Move::Place { cell, rotation });
        Way { cell, rotation, joins: joins(table, cell, rotation, viewer), mv }
    });
    laying::question(seat, hand, ways.collect())
}

fn act(state: &State<'static>, seat: Player, viewer: &Viewer) -> Question {
    let table = state.table();
    let cell = table.landscape().tile(table.newest()).cell();
    let (anyway, brief) = match actions::scores_anyway(table) {
        0 => (String::new(), ASKED.into()),
        points => (format!(" It scores {points} for you in any case."), format!("The tile scores {points}. {ASKED}")),
    };
    Question {
        seat,
        task: "play a piece, mine or pass",
        text: format!("The tile lies at {cell}.{anyway} {ASKED}"),
        brief,
        hand: None,
        can_take_up: true,
        choices: actions::choices(table, viewer).into_iter().map(|action| choice(state, action, viewer)).collect(),
    }
}

fn choice(state: &State<'static>, offered: ActionChoice, viewer: &Viewer) -> Choice {
    let table = state.table();
    let text = |action| state.move_text(Move::Act(action));
    let cell = |segment: SegmentId| table.landscape().tile_of(segment).cell();
    let claims = matches!(offered.action, Action::Cowboy { .. });
    let spot = |(segment, action, what): (SegmentId, _, String)| ChoiceSpot {
        claims,
        part: segment.0,
        cell: cell(segment),
        what,
        mv: text(action),
    };
    Choice {
        worth: offered.worth.clone(),
        cell: offered.segment.map(cell),
        turned: None,
        feature: offered.segment.map(|segment| table.feature(segment).index() as u16),
        spots: actions::spots(table, &offered, viewer).into_iter().map(spot).collect(),
        leads: LeadRange::Move(text(offered.action)),
        what: offered.what,
    }
}

/// Describes where each seat's pieces stand, and the tokens on mountains.
fn notes(table: &Table, viewer: &Viewer) -> Vec<String> {
    let figures = |seat: Player| {
        let place = |&segment: &SegmentId| {
            format!("{} ({})", table.place_text(segment), describe_feature(table, segment, viewer))
        };
        let cowboys = table.cowboys(seat).iter().map(|at| format!("cowboy {}", place(at)));
        let tents = table.tents(seat).iter().map(|at| format!("tent {}", place(at)));
        let all: Vec<_> = cowboys.chain(tents).collect();
        let all = if all.is_empty() { "nothing on the board".into() } else { all.join("; ") };
        format!("{}: {all}.", seat.letter())
    };
    let mut notes: Vec<_> = Player::all(table.players()).map(figures).collect();
    notes.push(format!("Tokens on mountains: {}.", piles(table)));
    notes
}

/// Lists the mountains with tokens: `3 at 1,0 mountain N`.
fn piles(table: &Table) -> String {
    let mut seen = Vec::new();
    let mut piles = Vec::new();
    for segment in (0..table.landscape().features().len() as u16).map(SegmentId) {
        let feature = table.feature(segment);
        if table.kind(segment) == FeatureKind::Mountain && table.word(feature).tokens() > 0 && !seen.contains(&feature)
        {
            seen.push(feature);
            piles.push(format!("{} at {}", table.word(feature).tokens(), table.place_text(segment)));
        }
    }
    if piles.is_empty() { "none".into() } else { piles.join(", ") }
}
