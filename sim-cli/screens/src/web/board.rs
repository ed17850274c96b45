//! The board and the cards, as SVG and HTML.

use std::borrow::Cow;

use goldrush_engine::landscape::grid::Cell;
use maud::{Markup, html};

use goldrush_games::scene::svg::{self, corner};
use goldrush_games::scene::{
    Art, Card, Cards, Choice, Ink, KindLeft, Landscape, LeadRange, Piece, Question, Scored, Seat,
};
use goldrush_games::viewer::count;
use goldrush_support::drawing::px;
use goldrush_support::drawing::square::{Point, SIDE};
use goldrush_table::shown_turn::ShownTurn;

/// Radius of the circle with a choice's number.
const STAND: f64 = 10.0;
/// Distance between the middles of such circles, so that fingers can tell them apart.
const APART: f64 = 29.0;
/// Smallest number of columns and rows shown.
const LEAST: (i8, i8) = (5, 4);

/// Returns the first column, first row, last column and last row that are shown: those of the tiles, and while a game `grows`, of
/// the cells around them, so that nothing moves from decision to decision.
pub(super) fn extent(landscape: &Landscape, grows: bool) -> [i8; 4] {
    let around = i8::from(grows);
    let cells = landscape.tiles.iter().map(|tile| tile.cell);
    let [west, north, east, south] =
        cells.fold([0; 4], |[west, north, east, south], Cell { x, y }| {
            [
                west.min(x - around),
                north.min(y - around),
                east.max(x + around),
                south.max(y + around),
            ]
        });
    // A small landscape is not enlarged beyond a size at which tiles look good.
    let (west, east) = widened(west, east, LEAST.0);
    let (north, south) = widened(north, south, LEAST.1);
    [west, north, east, south]
}

/// Returns a range of cells widened on both sides to at least this many.
fn widened(first: i8, last: i8, least: i8) -> (i8, i8) {
    let more = (least - (last - first + 1)).max(0);
    (first - more / 2, last + (more - more / 2))
}

/// Renders the tiles, the last one at the end.
pub(super) fn tiles(landscape: &Landscape, art: &Art) -> Markup {
    html! { @for tile in &landscape.tiles { (svg::tile(art, tile)) } }
}

/// Renders the marks that show which seats placed the tiles of the last round.
pub(super) fn laid(landscape: &Landscape) -> Markup {
    html! {
        @for tile in &landscape.tiles {
            @if let Some(seat) = tile.by {
                @let (x, y) = corner(tile.cell);
                g class={ "laid laid-" (seat.index()) } transform={ "translate(" (px(x)) " " (px(y)) ")" } {
                    rect x="2" y="2" width="96" height="96" rx="5" {}
                    circle class={ "seat-" (seat.index()) } cx="91" cy="9" r="8" {}
                    text class={ "tile-letter on-seat-" (seat.index()) } x="91" y="13.5" { (seat.letter()) }
                }
            }
        }
    }
}

/// Renders the descriptions of the features.
pub(super) fn facts(landscape: &Landscape) -> Markup {
    html! { @for (feature, words) in &landscape.features { i data-f=(feature) { (words) } } }
}

/// Renders the segments of the features, as targets for the pointer.
pub(super) fn parts(landscape: &Landscape, art: &Art) -> Markup {
    html! { @for tile in &landscape.tiles { (svg::segments(art, tile)) } }
}

/// Renders the pieces and markers on the board, each with its name.
pub(super) fn pieces(landscape: &Landscape, seats: &[Seat]) -> Markup {
    html! {
        @for piece in &svg::in_drawing_order(&landscape.pieces) { g role="img" aria-label=(name(piece, landscape, seats)) { (svg::piece(piece)) } }
    }
}

/// Names a piece by its owner and the feature it stands on: `A's cowboy on the railroad of 4 tiles`.
fn name(piece: &Piece, landscape: &Landscape, seats: &[Seat]) -> String {
    let owner = match piece.ink {
        Ink::Figure(seat) | Ink::Tent(seat) => Some(seat),
        _ => None,
    };
    let is_tent = matches!(piece.ink, Ink::Tent(_));
    let what = match owner.and_then(|seat| seats.get(seat.index())) {
        Some(seat) => {
            let mut kinds = seat.supply.iter();
            let kind = kinds.find(|kind| kind.mark.is_lowercase() == is_tent);
            let kind = kind.map_or("piece", |kind| kind.name);
            format!("{}'s {kind}", seat.name)
        }
        None if piece.ink == Ink::Ingots => count(piece.count.into(), "ingot"),
        None => count(piece.count.into(), "token"),
    };
    let feature = piece
        .feature
        .and_then(|feature| landscape.features.get(&feature));
    feature.map_or(what.clone(), |feature| format!("{what} on a {feature}"))
}

/// Renders the tile in hand, in each rotation.
pub(super) fn hand(question: Option<&Question>, art: &Art) -> Markup {
    let Some(hand) = question.and_then(|question| question.hand.as_ref()) else {
        return html! {};
    };
    html! {
        @for degrees in [0, 90, 180, 270] { g id={ "hand-" (degrees) } { (svg::printed(art, hand.art, degrees)) } }
    }
}

/// Renders what was scored in the last round, where the piece that decided it stands or stood.
pub(super) fn scored(landscape: &Landscape, all: &[Scored]) -> Markup {
    html! {
        @for scored in all {
            @let part = landscape.tile_at(scored.cell).and_then(|tile| tile.segments.iter().find(|p| p.part == scored.part));
            @let (left, top) = corner(scored.cell);
            @let (x, y) = part.map_or((SIDE / 2.0, SIDE / 2.0), |part| part.at);
            @let seats: String = scored.seats.iter().map(|seat| seat.letter()).collect();
            @let class = scored.seats.first().map_or(0, |seat| seat.index());
            g class="scored" data-f=(scored.feature) data-say={ (seats) ": " (scored.what) ", " (scored.sum) }
                transform={ "translate(" (px(left + x)) " " (px(top + y - 26.0)) ")" } {
                rect class={ "seat-" (class) } x="-24" y="-12" width="48" height="24" rx="12" {}
                text class={ "tile-letter on-seat-" (class) } y="5" { "+" (scored.points) " " (seats) }
            }
        }
    }
}

/// A choice as listed: one for each feature.
pub(super) struct Entry<'q> {
    /// Description of the choice, unlike those of the others.
    pub(super) what: Cow<'q, str>,
    /// The choice's immediate effect; empty if there is none.
    pub(super) worth: &'q str,
    /// Its move, or that at the first of its places.
    pub(super) mv: &'q str,
    /// The feature it concerns.
    pub(super) feature: Option<u16>,
    /// Its places on the landscape.
    pub(super) places: Vec<EntryPlace<'q>>,
}

/// A place on the landscape where a choice can be played.
pub(super) struct EntryPlace<'q> {
    mv: &'q str,
    part: Option<u16>,
    cell: Cell,
}

/// Returns the choices of a question, listed one by one; for questions other than where to place a tile or a card.
pub(super) fn entries(question: &Question) -> Vec<Entry<'_>> {
    let mut entries: Vec<_> = question.choices.iter().filter_map(entry).collect();
    let alike: Vec<_> = (0..entries.len())
        .map(|at| place_among_alike(&entries, at))
        .collect();
    for (entry, (rank, count)) in entries.iter_mut().zip(alike) {
        if count > 1 {
            let what = format!("{}, {}", entry.what, from_the_north(rank, count));
            entry.what = Cow::Owned(what);
        }
    }
    entries
}

/// Returns how many of the choices with the same description lie north of this one, or as far north and west of it, and how
/// many there are.
fn place_among_alike(entries: &[Entry], at: usize) -> (usize, usize) {
    let own = (place_of(&entries[at]), at);
    let alike = entries.iter().enumerate();
    let alike = alike.filter(|(_, other)| other.what == entries[at].what);
    let places: Vec<_> = alike.map(|(n, other)| (place_of(other), n)).collect();
    let before = places.iter().filter(|other| **other < own).count();
    (before, places.len())
}

/// Returns the row and the column of the first place of a choice.
fn place_of(entry: &Entry) -> Option<(i8, i8)> {
    entry
        .places
        .first()
        .map(|place| (place.cell.y, place.cell.x))
}

/// Names one of several things by its place: `the second from the north`.
fn from_the_north(rank: usize, count: usize) -> String {
    const NTH: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    match (rank, count) {
        (0, 2) => "the northern one".into(),
        (1, 2) => "the southern one".into(),
        _ => match NTH.get(rank) {
            Some(nth) => format!("the {nth} from the north"),
            None => format!("number {} from the north", rank + 1),
        },
    }
}

fn entry(choice: &Choice) -> Option<Entry<'_>> {
    let mv = match (choice.spots.first(), &choice.leads) {
        (Some(spot), _) => &spot.mv,
        (None, LeadRange::Move(mv)) => mv,
        (None, LeadRange::Question(_)) => return None,
    };
    let spots = choice.spots.iter().map(|spot| EntryPlace {
        mv: &spot.mv,
        part: Some(spot.part),
        cell: spot.cell,
    });
    let alone = choice.cell.filter(|_| choice.spots.is_empty());
    let alone = alone.map(|cell| EntryPlace {
        mv,
        part: None,
        cell,
    });
    Some(Entry {
        what: Cow::Borrowed(&choice.what),
        worth: &choice.worth,
        mv,
        feature: choice.feature,
        places: spots.chain(alone).collect(),
    })
}

/// Renders the places where a tile or a piece may go. While there are `hints`, their numbers stand there instead of others.
pub(super) fn spots(
    landscape: &Landscape,
    question: Option<&Question>,
    hints: &[ShownTurn],
) -> Markup {
    let Some(question) = question else {
        return html! {};
    };
    if question.hand.is_some() {
        return html! { @for at in 0..question.choices.len() { (place(at, question, hints)) } };
    }
    let entries = entries(question);
    let mut taken: Vec<Point> = Vec::new();
    html! {
        @for (at, entry) in entries.iter().enumerate() {
            @for place in &entry.places {
                @let (x, y) = free(stand(landscape, place), place.cell, &taken);
                @let () = taken.push((x, y));
                g class="stand" data-entry=(at) data-move=(place.mv) data-f=[entry.feature]
                    transform={ "translate(" (px(x)) " " (px(y)) ")" } {
                    circle class="reach" r=(STAND) {}
                    circle r=(STAND) {}
                    @if let Some(number) = number(at, place, hints) { text class="tile-count" y="4" { (number) } }
                }
            }
        }
    }
}

/// Returns the number at a place: that of the choice, or while there are hints, that of the hint to play it there.
fn number(entry: usize, place: &EntryPlace, hints: &[ShownTurn]) -> Option<usize> {
    if hints.is_empty() {
        return Some(entry + 1);
    }
    let mut hints = hints.iter();
    let hint = hints.position(|hint| hint.moves.first().is_some_and(|mv| mv == place.mv));
    hint.map(|at| at + 1)
}

/// Returns the numbers of the hints that place the tile in a cell: `1 3`.
fn numbers_there(choice: &Choice, hints: &[ShownTurn]) -> String {
    let there = hints.iter().enumerate().filter(|(_, hint)| {
        let first = hint.moves.first().map(String::as_str);
        let mut ways = choice.ways().iter();
        first.is_some() && ways.any(|way| way.mv() == first)
    });
    let numbers: Vec<String> = there.map(|(at, _)| (at + 1).to_string()).collect();
    numbers.join(" ")
}

/// Returns the nearest position on its tile at which a choice overlaps none of those taken.
fn free(wanted: Point, cell: Cell, taken: &[Point]) -> Point {
    let corner = corner(cell);
    let inside = STAND..=SIDE - STAND;
    for step in 0..40 {
        for turn in 0..8 {
            let (sin, cos) = libm::sincos(f64::from(turn) * std::f64::consts::FRAC_PI_4);
            let x = wanted.0 + f64::from(step) * 0.25 * APART * cos;
            let y = wanted.1 + f64::from(step) * 0.25 * APART * sin;
            let mut others = taken.iter();
            let is_on_tile = inside.contains(&(x - corner.0)) && inside.contains(&(y - corner.1));
            if is_on_tile && others.all(|other| libm::hypot(x - other.0, y - other.1) >= APART) {
                return (x, y);
            }
        }
    }
    wanted
}

/// Returns the position of a place where a choice can be played: on its part, or in the middle of its tile.
fn stand(landscape: &Landscape, place: &EntryPlace) -> Point {
    let corner = corner(place.cell);
    let tile = landscape.tile_at(place.cell);
    let part = tile.and_then(|tile| {
        let mut parts = tile.segments.iter();
        parts.find(|part| Some(part.part) == place.part)
    });
    let at = part.map_or((SIDE / 2.0, SIDE / 2.0), |part| part.at);
    (corner.0 + at.0, corner.1 + at.1)
}

/// Renders a cell where the tile in hand may be placed.
fn place(at: usize, question: &Question, hints: &[ShownTurn]) -> Markup {
    let choice = &question.choices[at];
    let Some(cell) = choice.cell else {
        return html! {};
    };
    let (x, y) = corner(cell);
    let ways = choice.ways().len();
    let name = format!("Place {} of {}", at + 1, question.choices.len());
    let worth = &choice.ways()[0].worth;
    html! {
        g class="place" data-place=(at) role="button" tabindex=(if at == 0 { 0 } else { -1 })
            aria-label={ (name) ": " (worth) "; fits in " (count(ways, "way")) }
            transform={ "translate(" (px(x)) " " (px(y)) ")" } {
            rect x="8" y="8" width="84" height="84" rx="10" {}
            @if !hints.is_empty() {
                text class="hint-number" x="50" y="60" { (numbers_there(choice, hints)) }
            } @else if ways > 1 {
                // Shows the number of rotations that fit, if there are several.
                path d="M38 36A18 18 0 1 1 32 50M38 36l-2-11M38 36l11-1" {}
                text class="tile-count" x="50" y="56" { (ways) }
            }
        }
    }
}

/// Renders the cards in rows.
pub(super) fn cards(cards: &Cards, question: Option<&Question>) -> Markup {
    let moves: Vec<&str> = question
        .into_iter()
        .flat_map(|q| &q.choices)
        .filter_map(Choice::mv)
        .collect();
    html! {
        @if cards.places.iter().all(Option::is_none) { p class="no-cards quiet" { "All cards have left the game." } }
        @for card in &cards.places {
            @match card {
                None => div class="card gap" {},
                Some(card) => (one_card(card, moves.contains(&&card.at[..]))),
            }
        }
    }
}

fn one_card(card: &Card, can_be_flipped: bool) -> Markup {
    let (class, words) = match &card.face {
        Some(face) if card.open => ("card open", face.words.clone()),
        Some(face) => ("card seen", format!("{}, face down", face.words)),
        None => ("card back", "face down".into()),
    };
    html! {
        button class=(class) type="button" data-at=(card.at) data-move=[can_be_flipped.then_some(&card.at)] title=(words)
            disabled[!can_be_flipped] aria-label={ (card.at) ": " (words) } {
            span class="at" { (card.at) }
            @if let Some(seat) = card.by {
                span class={ "by seat-" (seat.index()) " on-seat-" (seat.index()) } { (seat.letter()) }
            }
            @if let Some(face) = &card.face {
                span class="show" {
                    svg class={ "card-picture " (hue(face.ink)) } aria-hidden="true" { use href={ "#card-" (picture(face.ink)) } {} }
                    span class={ "face " (ink(face.ink)) } { (short(&face.short, face.ink)) }
                }
                small { (face.words) }
            }
        }
    }
}

/// Renders what a kind of card shows, without its place.
pub(super) fn face_alone(kind: &KindLeft) -> Markup {
    let spots: Vec<_> = kind.drawn.0.iter().flatten().collect();
    let text: String = spots.iter().map(|spot| spot.symbol).collect();
    let of = spots.first().map_or(Ink::Unowned, |spot| spot.ink);
    html! { span class={ "face " (ink(of)) } title=(kind.words) { (short(&text, of)) } }
}

/// Returns a card's characters for its badge; gold by its value alone, because `g1` is also a place.
fn short(text: &str, ink: Ink) -> &str {
    if ink == Ink::Gold {
        text.trim_start_matches('g')
    } else {
        text
    }
}

/// Returns the name of the picture on a card.
fn picture(ink: Ink) -> &'static str {
    match ink {
        Ink::Gold => "gold",
        Ink::Danger => "dynamite",
        _ => "digger",
    }
}

/// Returns the color of a digger.
fn hue(ink: Ink) -> String {
    if let Ink::Figure(seat) = ink {
        format!("hue-{}", seat.index())
    } else {
        "hue-nobody".into()
    }
}

/// Returns the color of a card's face.
fn ink(ink: Ink) -> String {
    match ink {
        Ink::Gold => "gold".into(),
        Ink::Danger => "danger".into(),
        Ink::Figure(seat) => format!("seat-{0} on-seat-{0}", seat.index()),
        _ => "nobody".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use goldrush_engine::player::Player;
    use goldrush_games::scene::Tile;

    use super::*;

    fn tile(x: i8, y: i8) -> Tile {
        Tile {
            kind: String::new(),
            words: String::new(),
            cell: Cell { x, y },
            turned: 0,
            by: None,
            drawn: Vec::new(),
            art: 0,
            segments: Vec::new(),
        }
    }

    #[test]
    fn choices_with_the_same_words_are_told_apart() {
        let choice = |what: &str, x, y| Choice {
            cell: Some(Cell { x, y }),
            ..Choice::plain(what, format!("{x},{y}"))
        };
        let pass = Choice::plain("pass", "pass".into());
        let city = "an ingot from the city tile";
        for (choices, expected) in [
            (vec![choice(city, 0, 0), pass], vec![city, "pass"]),
            (
                vec![choice(city, 0, 3), choice(city, 4, -2)],
                vec![
                    "an ingot from the city tile, the southern one",
                    "an ingot from the city tile, the northern one",
                ],
            ),
            (
                vec![choice(city, 1, 0), choice(city, 0, 0), choice(city, 0, -1)],
                vec![
                    "an ingot from the city tile, the third from the north",
                    "an ingot from the city tile, the second from the north",
                    "an ingot from the city tile, the first from the north",
                ],
            ),
        ] {
            let question = Question {
                seat: Player::all(2).next().unwrap(),
                task: "",
                text: String::new(),
                brief: String::new(),
                hand: None,
                can_take_up: false,
                choices,
            };
            let entries = entries(&question);
            let names: Vec<_> = entries.iter().map(|entry| &*entry.what).collect();
            assert_eq!(names, expected);
        }
    }

    #[test]
    fn only_hints_have_numbers_while_they_are_shown() {
        let choice = |x| Choice {
            cell: Some(Cell { x, y: 0 }),
            ..Choice::plain(format!("answer {x}"), format!("move {x}"))
        };
        let question = Question {
            seat: Player::FIRST,
            task: "",
            text: String::new(),
            brief: String::new(),
            hand: None,
            can_take_up: false,
            choices: (0..4).map(choice).collect(),
        };
        let hint = |x: usize| ShownTurn {
            moves: vec![format!("move {x}"), "then".into()],
            ..ShownTurn::default()
        };
        let all = entries(&question);
        for (hints, expected) in [
            (vec![], [Some(1), Some(2), Some(3), Some(4)]),
            (vec![hint(2), hint(0)], [Some(2), None, Some(1), None]),
        ] {
            let numbers = all.iter().enumerate();
            let numbers = numbers.map(|(at, entry)| number(at, &entry.places[0], &hints));
            assert_eq!(numbers.collect::<Vec<_>>(), expected);
        }
        let hints = [hint(2), hint(0), hint(2)];
        let there = question
            .choices
            .iter()
            .map(|choice| numbers_there(choice, &hints));
        assert_eq!(there.collect::<Vec<_>>(), ["2", "", "1 3", ""]);
    }

    #[test]
    fn room_for_the_next_tile_is_shown_while_a_game_grows() {
        let landscape = Landscape {
            scales: Vec::new(),
            tiles: vec![tile(-4, -3), tile(0, 0), tile(5, 2)],
            pieces: Vec::new(),
            features: BTreeMap::new(),
        };
        assert_eq!(extent(&landscape, true), [-5, -4, 6, 3]);
        assert_eq!(extent(&landscape, false), [-4, -3, 5, 2]);
    }
}
