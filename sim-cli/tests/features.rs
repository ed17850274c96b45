//! The features and effects that bots are sent, compared on random games with a flood fill over the tiles of the
//! observation, as a bot would do it from the messages alone.

use std::collections::{BTreeMap, BTreeSet};

use goldrush_engine::game::{Game, State as _, View};
use goldrush_engine::rng::{StreamRng, below, tool_stream};
use goldrush_games::protocol::Protocol;
use goldrush_games::requested::RequestedFields;
use goldrush_games::{GameName, Setup};
use serde_json::{Value, json};

/// A segment of the table: its tile and its number on it.
type Segment = (usize, usize);

/// A feature found by flood fill.
#[derive(Clone, PartialEq, Debug)]
struct Found {
    kind: String,
    segments: Vec<Segment>,
    open: usize,
}

/// The tiles of an observation with their segments.
struct Board<'v> {
    seen: &'v Value,
    /// Rotated segments of each tile.
    tiles: Vec<Vec<Value>>,
    cells: Vec<[i64; 2]>,
    features: BTreeMap<usize, Found>,
}

const DIRECTIONS: [[i64; 2]; 4] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

fn numbers(value: &Value) -> Vec<usize> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap() as usize)
        .collect()
}

fn count(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

/// Turns a segment clockwise and names it after the first side or half-edge it reaches.
fn turned(segment: &Value, turns: usize, halves: &[&str; 8]) -> Value {
    let turn = |key: &str, by: usize, all: usize| {
        let mut places: Vec<usize> = numbers(&segment[key])
            .iter()
            .map(|place| (place + by) % all)
            .collect();
        places.sort_unstable();
        places
    };
    let (sides, edges) = (turn("sides", turns, 4), turn("halves", 2 * turns, 8));
    let first = sides
        .first()
        .map(|side| ["N", "E", "S", "W"][*side])
        .or(edges.first().map(|half| halves[*half]));
    let mut turned = segment.clone();
    let name = segment["segment"].as_str().unwrap();
    if name.contains(' ') {
        turned["segment"] = format!(
            "{} {}",
            segment["feature"].as_str().unwrap(),
            first.unwrap()
        )
        .into();
    }
    (turned["sides"], turned["halves"]) = (json!(sides), json!(edges));
    turned
}

impl<'v> Board<'v> {
    fn new(catalogue: &Value, seen: &'v Value) -> Board<'v> {
        let halves = match seen["game"] == "gold-rush" {
            true => ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"],
            false => ["NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW"],
        };
        let kinds = catalogue["kinds"].as_array().unwrap();
        let landscape = seen["landscape"].as_array().unwrap();
        let tiles = landscape.iter().map(|tile| {
            let kind = kinds
                .iter()
                .find(|kind| kind["tile"] == tile["tile"])
                .unwrap();
            let turns = count(&tile["rotation"]) / 90;
            kind["segments"]
                .as_array()
                .unwrap()
                .iter()
                .map(|segment| turned(segment, turns, &halves))
                .collect()
        });
        let cells = landscape
            .iter()
            .map(|tile| [tile["x"].as_i64().unwrap(), tile["y"].as_i64().unwrap()])
            .collect();
        let mut board = Board {
            seen,
            tiles: tiles.collect(),
            cells,
            features: BTreeMap::new(),
        };
        board.fill();
        board
    }

    fn segment(&self, (tile, at): Segment) -> &Value {
        &self.tiles[tile][at]
    }

    fn kind(&self, segment: Segment) -> &str {
        self.segment(segment)["feature"].as_str().unwrap()
    }

    fn tile_at(&self, tile: usize, direction: usize) -> Option<usize> {
        let [[x, y], [east, south]] = [self.cells[tile], DIRECTIONS[direction]];
        self.cells
            .iter()
            .position(|cell| *cell == [x + east, y + south])
    }

    /// Returns the segments that touch one, and its number of ends at empty cells.
    fn neighbors(&self, (tile, at): Segment) -> (Vec<Segment>, usize) {
        let (mut touching, mut open) = (Vec::new(), 0);
        let segment = &self.tiles[tile][at];
        let sides = numbers(&segment["sides"])
            .into_iter()
            .map(|side| (side, "sides", (side + 2) % 4));
        // The first half of a side meets the second half of the opposite side.
        let halves = numbers(&segment["halves"]);
        let halves = halves
            .into_iter()
            .map(|half| (half / 2, "halves", ((half / 2 + 2) % 4) * 2 + 1 - half % 2));
        for (direction, key, there) in sides.chain(halves) {
            let Some(other) = self.tile_at(tile, direction) else {
                // A side of nothing but open land is one end.
                let is_divided = self.tiles[tile]
                    .iter()
                    .any(|other| numbers(&other["sides"]).contains(&direction));
                open += usize::from(key == "sides" || is_divided || there % 2 == 1);
                continue;
            };
            let meets = |found: &Value| {
                found["feature"] == segment["feature"] && numbers(&found[key]).contains(&there)
            };
            touching.push((other, self.tiles[other].iter().position(meets).unwrap()));
        }
        (touching, open)
    }

    fn fill(&mut self) {
        let mut done = BTreeSet::new();
        let all = self.all();
        for (id, &start) in all.iter().enumerate() {
            let (mut open, mut segments, mut next) = (0, Vec::new(), vec![start]);
            while let Some(segment) = next.pop() {
                if done.insert(segment) {
                    let (touching, ends) = self.neighbors(segment);
                    open += ends;
                    segments.push(segment);
                    next.extend(touching);
                }
            }
            segments.sort_unstable();
            if !segments.is_empty() {
                self.features.insert(
                    id,
                    Found {
                        kind: self.kind(start).into(),
                        segments,
                        open,
                    },
                );
            }
        }
        let counted: Vec<(usize, usize)> = self
            .features
            .iter()
            .map(|(id, found)| (*id, self.open(found)))
            .collect();
        counted
            .into_iter()
            .for_each(|(id, open)| self.features.get_mut(&id).unwrap().open = open);
    }

    fn all(&self) -> Vec<Segment> {
        let of_tile =
            |(tile, segments): (usize, &Vec<Value>)| (0..segments.len()).map(move |at| (tile, at));
        self.tiles.iter().enumerate().flat_map(of_tile).collect()
    }

    /// Returns the railroads that end in a city of Gold Rush.
    fn railroads(&self, city: Segment) -> Vec<&Found> {
        let is_here = |found: &&Found| found.segments.iter().any(|segment| segment.0 == city.0);
        self.features
            .values()
            .filter(|found| found.kind == "railroad")
            .filter(is_here)
            .collect()
    }

    fn around(&self, tile: usize) -> Vec<usize> {
        let [x, y] = self.cells[tile];
        let touches = |cell: &[i64; 2]| (cell[0] - x).abs() <= 1 && (cell[1] - y).abs() <= 1;
        (0..self.cells.len())
            .filter(|other| touches(&self.cells[*other]))
            .collect()
    }

    /// Returns the number of open ends of a feature, of cells around a monastery, or of railroad ends in a city.
    fn open(&self, found: &Found) -> usize {
        let first = found.segments[0];
        match &found.kind[..] {
            "monastery" => 9 - self.around(first.0).len(),
            "city" if self.segment(first)["sides"] == json!([]) => {
                let ends = |road: &&Found| {
                    road.segments
                        .iter()
                        .filter(|segment| segment.0 == first.0)
                        .count()
                };
                self.railroads(first)
                    .iter()
                    .filter(|road| road.open > 0)
                    .map(ends)
                    .sum()
            }
            _ => found.open,
        }
    }

    fn id_of(&self, segment: Segment) -> usize {
        *self
            .features
            .iter()
            .find(|(_, found)| found.segments.contains(&segment))
            .unwrap()
            .0
    }

    fn total(&self, found: &Found, key: &str) -> usize {
        found
            .segments
            .iter()
            .map(|segment| count(&self.segment(*segment)[key]))
            .sum()
    }

    /// Returns the points at the end of the game, complete or not, and those once complete, if it can be completed.
    fn points(&self, found: &Found) -> (usize, Option<usize>) {
        let tiles: BTreeSet<usize> = found.segments.iter().map(|segment| segment.0).collect();
        let (tiles, first) = (tiles.len(), found.segments[0]);
        let is_complete = found.open == 0;
        match &found.kind[..] {
            "railroad" => {
                let completed = tiles
                    * if self.total(found, "locomotives") == 1 {
                        2
                    } else {
                        1
                    };
                (if is_complete { completed } else { tiles }, Some(completed))
            }
            "mountain" => (
                self.total(found, "nuggets"),
                Some(self.total(found, "nuggets")),
            ),
            "prairie" => (
                2 * self.total(found, "camps") + 4 * self.total(found, "herds"),
                None,
            ),
            "city" if self.seen["game"] == "gold-rush" => (
                3 * self
                    .railroads(first)
                    .iter()
                    .filter(|road| road.open == 0)
                    .count(),
                None,
            ),
            "road" => (tiles, Some(tiles)),
            "city" => {
                let incomplete = tiles + self.total(found, "pennants");
                (
                    incomplete * if is_complete { 2 } else { 1 },
                    Some(2 * incomplete),
                )
            }
            "monastery" => (self.around(first.0).len(), Some(9)),
            "field" => {
                let mut cities = BTreeSet::new();
                for &(tile, at) in &found.segments {
                    for name in self.tiles[tile][at]["cities"].as_array().unwrap() {
                        // The catalogue names cities of the unturned tile; their order is the same.
                        let unturned = |city: &Value| city["unturned"] == *name;
                        cities.insert(
                            self.id_of((tile, self.tiles[tile].iter().position(unturned).unwrap())),
                        );
                    }
                }
                (
                    3 * cities
                        .iter()
                        .filter(|city| self.features[city].open == 0)
                        .count(),
                    None,
                )
            }
            other => panic!("{other}"),
        }
    }

    /// Returns the pieces on a feature, by seat.
    fn pieces(&self, found: &Found) -> Vec<Value> {
        let mut pieces = Vec::new();
        for (seat, of_seat) in self.seen["seats"].as_array().unwrap().iter().enumerate() {
            for (key, piece) in [
                ("cowboys", "cowboy"),
                ("tents", "tent"),
                ("followers", "follower"),
            ] {
                for place in of_seat
                    .get(key)
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                {
                    if found
                        .segments
                        .iter()
                        .any(|segment| self.place(*segment) == *place)
                    {
                        let mut sent = place.clone();
                        (sent["seat"], sent["piece"]) = (seat.into(), piece.into());
                        pieces.push(sent);
                    }
                }
            }
        }
        pieces
    }

    fn place(&self, segment: Segment) -> Value {
        let [x, y] = self.cells[segment.0];
        json!({ "x": x, "y": y, "segment": self.segment(segment)["segment"] })
    }

    fn gold(&self, found: &Found) -> usize {
        if self.seen["game"] == "gold-rush" {
            let is_here = |pile: &&Value| {
                let place = json!({ "x": pile["x"], "y": pile["y"], "segment": pile["segment"] });
                found
                    .segments
                    .iter()
                    .any(|segment| self.place(*segment) == place)
            };
            return self.seen["piles"]
                .as_array()
                .unwrap()
                .iter()
                .find(is_here)
                .map_or(0, |pile| count(&pile["tokens"]));
        }
        let tiles: BTreeSet<usize> = match &found.kind[..] {
            "field" => BTreeSet::new(),
            "monastery" => self.around(found.segments[0].0).into_iter().collect(),
            _ => found.segments.iter().map(|segment| segment.0).collect(),
        };
        tiles
            .into_iter()
            .map(|tile| count(&self.seen["landscape"][tile]["ingots"]))
            .sum()
    }

    /// Returns a feature as it should be sent.
    fn sent(&self, id: usize, found: &Found) -> Value {
        let pieces = self.pieces(found);
        let figures = |seat: usize| {
            pieces
                .iter()
                .filter(|p| p["seat"] == seat && p["piece"] != "tent")
                .count()
        };
        let seats = 0..self.seen["seats"].as_array().unwrap().len();
        let most = seats.clone().map(figures).max().unwrap();
        let leaders: Vec<usize> = seats
            .filter(|seat| most > 0 && figures(*seat) == most)
            .collect();
        let is_scored = found.open == 0
            && leaders.is_empty()
            && !["prairie", "field"].contains(&&found.kind[..]);
        let (points, completed) = if is_scored {
            (0, None)
        } else {
            self.points(found)
        };
        let mut sent = json!({
            "id": id, "feature": found.kind, "open": found.open, "leaders": leaders, "points": points,
            "segments": found.segments.iter().map(|segment| self.place(*segment)).collect::<Vec<_>>(),
            "pieces": pieces,
        });
        completed
            .into_iter()
            .for_each(|completed| sent["completed_points"] = completed.into());
        Some(self.gold(found))
            .filter(|gold| *gold > 0)
            .into_iter()
            .for_each(|gold| sent["gold"] = gold.into());
        sent
    }

    /// Returns the features that are complete, with their kinds; monasteries count if a follower stands there.
    fn complete(&self) -> BTreeSet<(usize, String)> {
        let can_be = |found: &Found| match &found.kind[..] {
            "prairie" | "field" => false,
            "monastery" => !self.pieces(found).is_empty(),
            _ => true,
        };
        let complete = self
            .features
            .iter()
            .filter(|(_, found)| found.open == 0 && can_be(found));
        complete
            .map(|(id, found)| (*id, found.kind.clone()))
            .collect()
    }
}

/// Adds the names of segments on the unturned tile, by which fields name cities.
fn with_unturned_names(mut catalogue: Value) -> Value {
    for kind in catalogue["kinds"].as_array_mut().unwrap() {
        for segment in kind["segments"].as_array_mut().unwrap() {
            segment["unturned"] = segment["segment"].clone();
        }
    }
    catalogue
}

/// Compares the features at every placement of a random game, and what a random placement announces; returns how many
/// features were completed, and the kinds of all features.
fn compare<G: Protocol>(setup: &G::Setup, rng: &mut StreamRng) -> (usize, BTreeSet<String>) {
    let requested = RequestedFields::new(Some(&["effects".to_owned(), "features".to_owned()]));
    let catalogue = with_unturned_names(G::catalogue(setup));
    let (mut state, mut moves) = (<G as Game>::deal(setup, rng), Vec::new());
    let (mut completed, mut kinds) = (0, BTreeSet::new());
    // Ids at the last decision, with the segments of the features.
    let mut earlier: BTreeMap<usize, Vec<Segment>> = BTreeMap::new();
    while let Some(seat) = state.to_move() {
        let view = View::new(&state, seat);
        state.legal_moves(&mut moves);
        let at = below(rng, moves.len() as u32) as usize;
        if serde_json::to_value(G::situation(&view)).unwrap()["phase"] == "place" {
            let seen = serde_json::to_value(view.observation()).unwrap();
            let board = Board::new(&catalogue, &seen);
            let sent = serde_json::to_value(G::features(&view).unwrap()).unwrap();
            let expected: Vec<Value> = board
                .features
                .iter()
                .map(|(id, found)| board.sent(*id, found))
                .collect();
            for (sent, expected) in sent.as_array().unwrap().iter().zip(&expected) {
                let sorted = |value: &Value| {
                    serde_json::from_value::<BTreeMap<String, Value>>(value.clone()).unwrap()
                };
                assert_eq!(sorted(sent), sorted(expected), "{seen}");
            }
            assert_eq!(sent.as_array().unwrap().len(), expected.len());
            for (id, segments) in &earlier {
                // A feature keeps its id, unless it joined an older one.
                let now = board
                    .features
                    .values()
                    .find(|found| found.segments.contains(&segments[0]))
                    .unwrap();
                assert!(
                    board.features.get(id).is_some_and(|found| found == now)
                        || board.id_of(segments[0]) < *id
                );
            }
            earlier = board
                .features
                .iter()
                .map(|(id, found)| (*id, found.segments.clone()))
                .collect();
            kinds.extend(board.features.values().map(|found| found.kind.clone()));

            let offered = serde_json::to_value(G::offers(&view, &moves, &requested)).unwrap();
            let announced = offered[at]["completes"].as_array().unwrap().iter();
            let announced: BTreeSet<(usize, String)> = announced
                .map(|f| (count(&f["id"]), f["feature"].as_str().unwrap().to_owned()))
                .collect();
            let before = board.complete();
            state.play_unchecked(moves[at]);
            let seen = serde_json::to_value(state.observation(seat)).unwrap();
            let after = Board::new(&catalogue, &seen).complete();
            // A monastery that was completed before has had its follower returned.
            assert_eq!(
                announced,
                after.difference(&before).cloned().collect(),
                "{seen}"
            );
            completed += announced.len();
        } else {
            state.play_unchecked(moves[at]);
        }
    }
    (completed, kinds)
}

fn check(game: GameName, games: usize, kinds: &[&str]) {
    let (mut completed, mut found, mut rng) = (0, BTreeSet::new(), tool_stream(17));
    for players in (2..=5).cycle().take(games) {
        let one = match Setup::printed(game, players).unwrap() {
            Setup::GoldRush(setup) => {
                compare::<goldrush_engine::gold_rush::GoldRush>(&setup, &mut rng)
            }
            Setup::Carcassonne(setup) | Setup::CarcassonneWithMines(setup) => {
                compare::<goldrush_engine::carcassonne::Carcassonne>(&setup, &mut rng)
            }
            Setup::KniziaGold(_) => unreachable!("it has no features"),
        };
        completed += one.0;
        found.extend(one.1);
    }
    assert!(completed > 4 * games, "{completed}");
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), kinds);
}

#[test]
fn features_of_gold_rush_equal_a_flood_fill() {
    check(
        GameName::GoldRush,
        4,
        &["city", "mountain", "prairie", "railroad"],
    );
}

#[test]
fn features_of_carcassonne_equal_a_flood_fill() {
    check(
        GameName::Carcassonne,
        4,
        &["city", "field", "monastery", "road"],
    );
}

#[test]
fn features_of_the_gold_mines_equal_a_flood_fill() {
    check(
        GameName::CarcassonneWithMines,
        4,
        &["city", "field", "monastery", "road"],
    );
}
