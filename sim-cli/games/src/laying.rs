//! The question where to place a tile, shared by all tile games, and the reasons why it does not fit elsewhere.

use std::collections::BTreeMap;

use goldrush_engine::landscape::grid::{Cell, Rotation, Side};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::landscape::{LaidTile, Landscape};
use goldrush_engine::player::Player;

use super::scene::{Choice, Hand, IllegalReason, LeadRange, Question};
use super::viewer::place;

/// A legal placement.
pub(super) struct Way {
    pub cell: Cell,
    pub rotation: Rotation,
    /// Its effect on features: `extends a road of 3 tiles`.
    pub joins: String,
    /// The move, as text.
    pub mv: String,
}

/// Builds the question where the tile in hand goes; cells are listed from north to south.
pub(super) fn question(seat: Player, hand: Hand, ways: Vec<Way>) -> Question {
    let mut cells = BTreeMap::<(i8, i8), Vec<Way>>::new();
    for way in ways {
        cells.entry((way.cell.y, way.cell.x)).or_default().push(way);
    }
    Question {
        seat,
        task: "lay the tile",
        text: "Where does it go?".into(),
        brief: "Your tile".into(),
        hand: Some(hand),
        can_take_up: false,
        choices: cells
            .into_values()
            .map(|ways| cell_choice(seat, ways))
            .collect(),
    }
}

fn cell_choice(seat: Player, mut ways: Vec<Way>) -> Choice {
    let cell = ways[0].cell;
    if ways.len() == 1 {
        let only = ways.remove(0);
        let mut what = place(cell);
        if only.rotation != Rotation::R0 {
            what += &format!(", {}", rotation_words(only.rotation));
        }
        return way_choice(only, what);
    }
    let what = format!("{}, in one of {} rotations", place(cell), ways.len());
    let choices = ways.into_iter().map(|one| {
        let what = rotation_words(one.rotation).into();
        way_choice(one, what)
    });
    let rotations = Question {
        seat,
        task: "turn the tile",
        text: "Which rotation?".into(),
        brief: "Which rotation?".into(),
        hand: None,
        can_take_up: false,
        choices: choices.collect(),
    };
    Choice {
        cell: Some(cell),
        leads: LeadRange::Question(Box::new(rotations)),
        ..Choice::plain(what, String::new())
    }
}

fn way_choice(way: Way, what: String) -> Choice {
    Choice {
        worth: way.joins,
        cell: Some(way.cell),
        turned: Some(way.rotation.degrees()),
        ..Choice::plain(what, way.mv)
    }
}

/// Lists the cells next to tiles where a tile does not fit in some rotation. `edge` describes what a side of a kind of
/// tile shows.
pub(super) fn illegal_reasons(
    landscape: &Landscape,
    hand: KindId,
    edge: impl Fn(KindId, Rotation, Side) -> &'static str,
) -> Vec<IllegalReason> {
    let mut beside = BTreeMap::<Cell, Vec<(Side, LaidTile)>>::new();
    for &tile in landscape.tiles() {
        for side in Side::ALL {
            let cell = tile.cell().neighbor(side);
            if landscape.tile_at(cell).is_none() {
                beside
                    .entry(cell)
                    .or_default()
                    .push((side.opposite(), tile));
            }
        }
    }
    let mut reasons = Vec::new();
    for (cell, neighbors) in beside {
        let why = Rotation::ALL.map(|rotation| misfit(hand, rotation, &neighbors, &edge));
        if why.iter().any(Option::is_some) {
            reasons.push(IllegalReason { cell, why });
        }
    }
    reasons
}

/// Says on which side a tile does not match its neighbor; `None` if it fits.
fn misfit(
    hand: KindId,
    rotation: Rotation,
    neighbors: &[(Side, LaidTile)],
    edge: impl Fn(KindId, Rotation, Side) -> &'static str,
) -> Option<String> {
    for (side, tile) in neighbors {
        let own = edge(hand, rotation, *side);
        let other = edge(tile.kind(), tile.rotation(), side.opposite());
        if own != other {
            let there = side_name(*side);
            return Some(format!(
                "to the {there} the tile shows {own}, but its neighbor {other}"
            ));
        }
    }
    None
}

fn side_name(side: Side) -> &'static str {
    ["north", "east", "south", "west"][side as usize]
}

/// Names the sides of a set of bits, clockwise from the north.
pub(super) fn side_names(sides: u8) -> Vec<&'static str> {
    let all = Side::ALL.into_iter();
    all.filter(|&side| sides >> side as u8 & 1 == 1)
        .map(side_name)
        .collect()
}

/// Turns the label of a part of a tile into words: `mountain N` becomes `the northern mountain`, and `railroad NS` becomes
/// `the north-south railroad`.
pub(super) fn part_words(label: &str) -> String {
    let Some((kind, sides)) = label.rsplit_once(' ') else {
        return format!("the {label}");
    };
    let sides = sides.to_uppercase();
    let mut parts = Vec::new();
    for (letter, name) in [('N', "north"), ('S', "south"), ('E', "east"), ('W', "west")] {
        if sides.contains(letter) {
            parts.push(name);
        }
    }
    match &parts[..] {
        [one] => format!("the {one}ern {kind}"),
        [one @ ("north" | "south"), other @ ("east" | "west")] => {
            format!("the {one}{other}ern {kind}")
        }
        several => format!("the {} {kind}", several.join("-")),
    }
}

/// Describes a rotation in words.
fn rotation_words(rotation: Rotation) -> &'static str {
    match rotation {
        Rotation::R0 => "as it is",
        Rotation::R90 => "a quarter turn to the right",
        Rotation::R180 => "upside down",
        Rotation::R270 => "a quarter turn to the left",
    }
}

/// Describes how far a tile is turned, in notation: `, turned 90°`; empty if it is not turned.
pub(super) fn turned(rotation: Rotation) -> String {
    if rotation == Rotation::R0 {
        String::new()
    } else {
        format!(", turned {}°", rotation.degrees())
    }
}

/// Names a tile by what it shows: `railroad and mountain tile`; uses `open` if it has no such parts.
pub(super) fn tile_name<'a>(parts: impl IntoIterator<Item = &'a str>, open: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for part in parts {
        if !names.contains(&part) {
            names.push(part);
        }
    }
    if names.is_empty() {
        format!("{open} tile")
    } else {
        format!("{} tile", names.join(" and "))
    }
}

/// Returns a function from a tile's index, in placing order from the start tile, to the seat that placed it; `None`
/// unless that was in the last round.
pub(super) fn laid_by(turns: &[Player], players: usize) -> impl Fn(usize) -> Option<Player> {
    move |tile| {
        let turn = tile.checked_sub(1)?;
        turns
            .get(turn)
            .copied()
            .filter(|_| turn + players >= turns.len())
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::{Game, State as _, Text as _};
    use goldrush_engine::landscape::grid::{Cell, Rotation};
    use goldrush_engine::rng::tool_stream;

    use crate::playable::{Playable, StateOf};
    use crate::scene::Choice;
    use crate::viewer::Viewer;

    #[test]
    fn tile_parts_are_named_in_plain_words() {
        for (label, words) in [
            ("mountain N", "the northern mountain"),
            ("prairie En", "the northeastern prairie"),
            ("field WSW", "the southwestern field"),
            ("city", "the city"),
        ] {
            assert_eq!(super::part_words(label), words);
        }
        assert_eq!(
            super::tile_name(["city", "road", "city"], "field"),
            "city and road tile"
        );
        assert_eq!(super::tile_name([], "field"), "field tile");
    }

    /// True if a tile that looks the same in a smaller rotation is listed under that one instead.
    type Alike<G> = fn(&StateOf<G>, Rotation) -> bool;

    /// Checks that every cell next to a tile and every rotation has a reason, except the legal ones.
    fn what_is_not_legal_has_a_reason<G: Playable>(setup: G::Setup, alike: Alike<G>) {
        let setup: &'static G::Setup = Box::leak(Box::new(setup));
        let mut rng = tool_stream(2);
        let mut state = <G as Game>::deal(setup, &mut rng);
        let (observers, viewer) = (
            G::observers_of(&state),
            Viewer::open(["A", "B"].map(String::from).to_vec()),
        );
        for _ in 0..40 {
            let scene = G::scene(&state, &observers, &[], &viewer);
            let question = scene.question.as_ref().unwrap();
            if let Some(hand) = &question.hand {
                let ways = || question.choices.iter().flat_map(Choice::ways);
                assert!(
                    question
                        .choices
                        .is_sorted_by_key(|choice| choice.cell.map(|cell| (cell.y, cell.x)))
                );
                assert!(
                    ways().all(|way| state.is_legal(state.parse_move(way.mv().unwrap()).unwrap()))
                );
                let landscape = scene.landscape().unwrap();
                let beside = |x: i8, y: i8| landscape.tile_at(Cell { x, y }).is_some();
                for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
                    let cell = Cell { x, y };
                    let illegal_reason = hand
                        .illegal_reasons
                        .iter()
                        .find(|illegal_reason| illegal_reason.cell == cell);
                    let is_open = landscape.tile_at(cell).is_none()
                        && (beside(x + 1, y)
                            || beside(x - 1, y)
                            || beside(x, y + 1)
                            || beside(x, y - 1));
                    assert!(is_open || illegal_reason.is_none());
                    for rotation in Rotation::ALL.into_iter().filter(|_| is_open) {
                        let turned = Some(rotation.degrees());
                        let fits = ways().any(|way| way.cell == Some(cell) && way.turned == turned);
                        let why = illegal_reason.and_then(|illegal_reason| {
                            illegal_reason.why[rotation as usize].as_ref()
                        });
                        assert!(
                            fits != why.is_some() || !fits && alike(&state, rotation),
                            "{cell} {rotation}: {why:?}"
                        );
                    }
                }
            }
            let mv = state.random_move(&mut rng).unwrap();
            state.play_unchecked(mv);
        }
    }

    #[test]
    fn every_illegal_placement_has_a_reason() {
        use goldrush_engine::{carcassonne, gold_rush};
        what_is_not_legal_has_a_reason::<gold_rush::GoldRush>(
            gold_rush::Setup::printed(2),
            |state, rotation| {
                let tiles = state.table().setup().catalogue().tiles();
                tiles.rotations(state.table().hand()) >> rotation as u8 & 1 == 0
            },
        );
        let catalogue = carcassonne::Catalogue::printed().into();
        let setup = carcassonne::Setup::new(catalogue, carcassonne::Rules::default(), 2).unwrap();
        what_is_not_legal_has_a_reason::<carcassonne::Carcassonne>(setup, |state, rotation| {
            let tiles = state.table().setup().catalogue().tiles();
            tiles.rotations(state.table().hand()) >> rotation as u8 & 1 == 0
        });
    }
}
