//! Carcassonne, with or without The Gold Mines, in words.

use goldrush_engine::carcassonne::catalogue::{Kind, Segment};
use goldrush_engine::carcassonne::picture::Picture;
use goldrush_engine::carcassonne::{Carcassonne, FeatureKind, Move, Phase, Setup, State, Table};
use goldrush_engine::game::{State as _, Text as _, TextError};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::{Cell, Rotation, Side};
use goldrush_engine::player::{Player, PlayerSet};

use super::shown::{Choice, Shown};
use crate::paint;
use crate::table::seats::{Seats, letter};

/// What a follower becomes, by kind of feature.
const ROLES: [&str; 4] = ["highwayman", "knight", "monk", "farmer"];

impl Shown for Carcassonne {
    const HELP: &'static [&'static str] = &[
        "The landscape: ═║ road, + where roads end, # city, * pennant, M monastery, · field, a digit: ingots, A to E \
         followers. Columns and rows are numbered as cells are: 2,-1 is column 2, row -1; rows grow to the south.",
        "Moves as text: place 2,-1 90 (turned clockwise), follow city N, pass, ingot 1,0, take 1,0.",
    ];
    const SUPPLIES: &'static [&'static str] = &["supply", "ingots"];

    fn read_deal(setup: &'static Setup, text: &str) -> Result<State<'static>, TextError> {
        State::from_text(setup, text)
    }

    fn picture(state: &State<'static>, _: bool, colors: bool) -> String {
        let table = state.table();
        let landscape = paint::carcassonne(&Picture::of_table(table), colors);
        if table.phase() != Phase::Place {
            return landscape;
        }
        let hand = Picture::of_kind(table.setup().catalogue().kind(table.hand()), Rotation::R0);
        format!("{landscape}\nThe tile drawn:\n{}", paint::carcassonne(&hand, colors))
    }

    fn supplies(state: &State<'static>, seat: Player) -> Vec<String> {
        let table = state.table();
        vec![table.follower_supply(seat).to_string(), table.collected(seat).to_string()]
    }

    fn left(state: &State<'static>) -> String {
        match state.table().tiles_left() {
            1 => "1 tile is left to draw.".into(),
            tiles => format!("{tiles} tiles are left to draw."),
        }
    }

    fn question(state: &State<'static>) -> String {
        let table = state.table();
        let kind = table.setup().catalogue().kind(table.hand());
        match table.phase() {
            Phase::Place => format!("Tile {}: {}. Where does it go?", kind.id, tile_words(kind)),
            Phase::Ingot => "An ingot lies on the new tile. Where does the second one go?".into(),
            Phase::Follow => {
                format!("Tile {} lies at {}. A follower?", kind.id, table.landscape().tile(table.newest()).cell())
            }
            Phase::Take => "An ingot from where?".into(),
            Phase::Draw | Phase::Over => String::new(),
        }
    }

    fn choices(state: &State<'static>, moves: &[Move]) -> Vec<Choice<Move>> {
        let mut cells: Vec<(Cell, Vec<Move>)> = Vec::new();
        for &mv in moves {
            let Move::Place { cell, .. } = mv else { continue };
            match cells.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, ways)) => ways.push(mv),
                None => cells.push((cell, vec![mv])),
            }
        }
        cells.sort_by_key(|(cell, _)| (cell.y, cell.x));
        if cells.len() < 2 {
            let choice = |&mv: &Move| Choice { what: outlook(state, mv), moves: vec![mv] };
            return moves.iter().map(choice).collect();
        }
        let choice = |(cell, ways): (Cell, Vec<Move>)| {
            let what = match ways[..] {
                [only] => outlook(state, only),
                _ => format!("at {cell}, turned in one of {} ways", ways.len()),
            };
            Choice { what, moves: ways }
        };
        cells.into_iter().map(choice).collect()
    }

    fn words(state: &State<'static>, mv: Move) -> String {
        let table = state.table();
        let cell = |tile: TileId| table.landscape().tile(tile).cell();
        match mv {
            Move::Place { cell, rotation } => format!("at {cell}, turned {}", rotation.degrees()),
            Move::Ingot { on } => format!("the second ingot onto {}", cell(on)),
            Move::Pass => "no follower".into(),
            Move::Follow { segment } => {
                let segment = new_segment(table, segment);
                format!("a {} on {}", ROLES[table.segment(segment).kind as usize], table.label(segment))
            }
            Move::Take { from } => format!("an ingot from {}", cell(from)),
        }
    }

    fn news(before: &State<'static>, mv: Move, after: &State<'static>, seats: &Seats) -> Vec<String> {
        let table = before.table();
        let seat = table.seat();
        let (subject, only) = (seats.subject(seat), [seat].into_iter().collect::<PlayerSet>());
        let act = |verb: &str, what: &str| format!("{subject} {} {what}.", seats.verb(verb, only));
        let mut news = match mv {
            Move::Place { .. } => {
                let kind = table.setup().catalogue().kind(table.hand());
                vec![act("lay", &format!("tile {} {}", kind.id, Self::words(before, mv)))]
            }
            Move::Ingot { .. } => vec![act("lay", &Self::words(before, mv))],
            Move::Pass => Vec::new(),
            Move::Follow { .. } => vec![act("place", &Self::words(before, mv))],
            Move::Take { .. } => vec![act("take", &Self::words(before, mv))],
        };
        let over = after.table().phase() == Phase::Over;
        for player in Player::all(table.players()) {
            let gained = gains(table, after.table(), player);
            if !gained.is_empty() {
                let verb = seats.verb("score", [player].into_iter().collect());
                let end = if over { ", final scoring included" } else { "" };
                news.push(format!("{} {verb} {}{end}.", seats.subject(player), gained.join(", ")));
            }
            let ingots = after.table().collected(player) - table.collected(player);
            if ingots > 0 && !matches!(mv, Move::Take { .. } if player == seat && ingots == 1) {
                let verb = seats.verb("get", [player].into_iter().collect());
                let plural = if ingots == 1 { "" } else { "s" };
                news.push(format!("{} {verb} {ingots} ingot{plural}.", seats.subject(player)));
            }
        }
        let discarded = after.discarded().saturating_sub(before.discarded());
        if discarded > 0 {
            news.push(format!("{discarded} tile{} put aside: no place.", if discarded == 1 { " is" } else { "s are" }));
        }
        news
    }
}

/// Points of a player for each kind of feature since another position: `8 from cities`.
fn gains(before: &Table, after: &Table, player: Player) -> Vec<String> {
    const PLURALS: [&str; 4] = ["roads", "cities", "monasteries", "fields"];
    let gain = |kind: FeatureKind| {
        let points = after.points(kind, player) - before.points(kind, player);
        (points > 0).then(|| format!("{points} from {}", PLURALS[kind as usize]))
    };
    FeatureKind::ALL.into_iter().filter_map(gain).collect()
}

/// The segment of the newest tile in that place of the catalogue's order.
fn new_segment(table: &Table, segment: u8) -> SegmentId {
    table.landscape().tile(table.newest()).segment(usize::from(segment))
}

fn sides(segment: &Segment) -> String {
    Side::ALL.into_iter().filter(|side| segment.sides >> *side as u8 & 1 == 1).map(Side::letter).collect()
}

/// A kind as it is drawn: `city NW with a pennant, road ES`.
fn tile_words(kind: &Kind) -> String {
    let segment = |segment: &Segment| match segment.kind {
        FeatureKind::Field => None,
        FeatureKind::Monastery => Some("monastery".to_owned()),
        kind => {
            let pennant = if segment.pennants > 0 { " with a pennant" } else { "" };
            Some(format!("{} {}{pennant}", kind.name(), sides(segment)))
        }
    };
    let gold = kind.gold.then(|| "gold".to_owned());
    kind.segments.iter().filter_map(segment).chain(gold).collect::<Vec<_>>().join(", ")
}

/// A move with what it makes of the landscape and brings now.
fn outlook(state: &State<'static>, mv: Move) -> String {
    let table = state.table();
    let words = Carcassonne::words(state, mv);
    // What is drawn afterwards is not looked at.
    let mut after = state.clone();
    after.play_unchecked(mv);
    match mv {
        Move::Place { .. } => {
            let tile = after.table().landscape().tile(after.table().newest());
            let segments = (0..after.table().segments(tile).len()).map(|at| tile.segment(at));
            let joined: Vec<_> = segments.filter_map(|segment| feature(after.table(), segment, true)).collect();
            let joined = if joined.is_empty() { "no road or city goes on".into() } else { joined.join("; ") };
            format!("{words}: {joined}")
        }
        Move::Follow { segment } => {
            let about = feature(table, new_segment(table, segment), false).unwrap_or_default();
            format!("{words}: {about}{}", now(state, &after))
        }
        Move::Pass => format!("{words}{}", now(state, &after)),
        Move::Ingot { .. } | Move::Take { .. } => words,
    }
}

/// What the seat whose turn it is scores at once; nothing is said of a turn that ends the game.
fn now(before: &State, after: &State) -> String {
    let seat = before.table().seat();
    let points = after.table().feature_points(seat) - before.table().feature_points(seat);
    let ends = after.table().phase() == Phase::Over;
    if points > 0 && !ends { format!("; scores {points}") } else { String::new() }
}

/// The feature of a segment: `city of 3 tiles, complete, with A and B`. If only what goes on is asked for, none for roads,
/// cities and monasteries that begin here, and for fields nobody stands on.
fn feature(table: &Table, segment: SegmentId, going_on: bool) -> Option<String> {
    let (kind, feature) = (table.segment(segment).kind, table.feature(segment));
    let word = table.word(feature);
    let owners: Vec<_> = Player::all(table.players())
        .filter(|player| word.figures().count(*player) > 0)
        .map(|player| letter(player).to_string())
        .collect();
    let tiles = table.landscape().features().tile_set(feature).count_ones();
    let many = |n: u32, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
    let mut text = match kind {
        FeatureKind::Field if going_on && owners.is_empty() => return None,
        FeatureKind::Field => {
            let cities = u32::from(table.cities_of(feature));
            format!("field with {}", many(cities, "complete city", "complete cities"))
        }
        FeatureKind::Monastery => {
            let cell = table.landscape().tile_of(segment).cell();
            format!("monastery with {}", many(table.neighbours(cell).into(), "neighbour", "neighbours"))
        }
        _ if going_on && tiles == 1 => return None,
        _ => format!("{} of {}", kind.name(), many(tiles, "tile", "tiles")),
    };
    if matches!(kind, FeatureKind::Road | FeatureKind::City) && word.is_complete() {
        text += ", complete";
    }
    if !owners.is_empty() {
        text += &format!(", with {}", owners.join(" and "));
    }
    Some(text)
}
