//! Independent perft counter that shares only the list of tiles with the engine: it parses the data itself and answers
//! every question by flood fill.
//!
//! In the first turns no player runs out of followers, and a completed feature is never joined again, so followers need
//! not return. Choices of ingots (M5) are not supported, so deals must not have two gold tiles.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

#[derive(Deserialize)]
struct Data {
    tile: Vec<Design>,
}

#[derive(Deserialize)]
struct Design {
    id: String,
    edges: String,
    monastery: bool,
    gold: bool,
    cities: Vec<City>,
    roads: Vec<String>,
    fields: Vec<Field>,
}

#[derive(Deserialize)]
struct City {
    edges: String,
    pennants: u8,
}

#[derive(Deserialize)]
struct Field {
    halves: Vec<usize>,
}

/// Part of a tile: ('road', side), ('city', side), ('field', half), ('monastery', 0).
type RecordPart = BTreeSet<(&'static str, usize)>;

/// A rotated tile.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Tile {
    edges: [char; 4],
    parts: Vec<RecordPart>,
    pennants: Vec<u8>,
    gold: bool,
}

impl Design {
    fn turned(&self, quarters: usize) -> Tile {
        let side = |letter: char| ("NESW".find(letter).unwrap() + quarters) % 4;
        let sides = |kind, letters: &str| -> RecordPart {
            letters.chars().map(|letter| (kind, side(letter))).collect()
        };
        let mut parts: Vec<(RecordPart, u8)> = Vec::new();
        parts.extend(self.roads.iter().map(|road| (sides("road", road), 0)));
        parts.extend(
            self.cities
                .iter()
                .map(|city| (sides("city", &city.edges), city.pennants)),
        );
        let half = |half: &usize| ("field", (half + 2 * quarters) % 8);
        parts.extend(
            self.fields
                .iter()
                .map(|field| (field.halves.iter().map(half).collect(), 0)),
        );
        if self.monastery {
            parts.push((RecordPart::from([("monastery", 0)]), 0));
        }
        parts.sort();
        let mut edges = [' '; 4];
        self.edges
            .chars()
            .enumerate()
            .for_each(|(at, edge)| edges[(at + quarters) % 4] = edge);
        let (parts, pennants) = parts.into_iter().unzip();
        Tile {
            edges,
            parts,
            pennants,
            gold: self.gold,
        }
    }
}

type Cell = (i32, i32);
type Place = (Cell, usize);

const STEPS: [Cell; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

fn beyond((x, y): Cell, side: usize) -> Cell {
    (x + STEPS[side].0, y + STEPS[side].1)
}

#[derive(Clone, Default)]
struct Board {
    tiles: BTreeMap<Cell, Tile>,
    followers: BTreeSet<Place>,
}

impl Board {
    /// Returns the parts of other tiles that a part touches.
    fn touching(&self, (cell, part): Place) -> Vec<Place> {
        let across = |&(kind, at): &(&'static str, usize)| {
            let (side, reaches) = match kind {
                "road" | "city" => (at, (kind, (at + 2) % 4)),
                // Half-edges 0 and 5 touch, 1 and 4, 2 and 7, 3 and 6.
                "field" => (at / 2, (kind, [5, 4, 7, 6, 1, 0, 3, 2][at])),
                _ => return None,
            };
            let there = beyond(cell, side);
            let part = self
                .tiles
                .get(&there)?
                .parts
                .iter()
                .position(|part| part.contains(&reaches))?;
            Some((there, part))
        };
        self.tiles[&cell].parts[part]
            .iter()
            .filter_map(across)
            .collect()
    }

    fn is_occupied(&self, from: Place) -> bool {
        let (mut seen, mut todo) = (BTreeSet::from([from]), vec![from]);
        while let Some(place) = todo.pop() {
            todo.extend(
                self.touching(place)
                    .into_iter()
                    .filter(|next| seen.insert(*next)),
            );
        }
        seen.iter().any(|place| self.followers.contains(place))
    }

    fn fits(&self, tile: &Tile, cell: Cell) -> bool {
        let neighbors: Vec<_> = (0..4)
            .filter(|&side| self.tiles.contains_key(&beyond(cell, side)))
            .collect();
        let matches = |&side: &usize| {
            self.tiles[&beyond(cell, side)].edges[(side + 2) % 4] == tile.edges[side]
        };
        !self.tiles.contains_key(&cell) && !neighbors.is_empty() && neighbors.iter().all(matches)
    }

    fn placements(&self, design: &Design) -> Vec<(Cell, Tile)> {
        let looks: BTreeSet<Tile> = (0..4).map(|quarters| design.turned(quarters)).collect();
        let around: BTreeSet<Cell> = self
            .tiles
            .keys()
            .flat_map(|&cell| (0..4).map(move |side| beyond(cell, side)))
            .collect();
        let all = looks
            .into_iter()
            .flat_map(|tile| around.iter().map(move |&cell| (cell, tile.clone())));
        all.filter(|(cell, tile)| self.fits(tile, *cell)).collect()
    }

    fn count(&self, coming: &[&Design], depth: u32) -> u64 {
        let Some((design, rest)) = coming.split_first() else {
            return 1;
        };
        if depth == 0 {
            return 1;
        }
        let placements = self.placements(design);
        if placements.is_empty() {
            return self.count(rest, depth);
        }
        let mut sum = 0;
        for (cell, tile) in placements {
            let mut laid = self.clone();
            let parts = tile.parts.len();
            let near =
                |other: &&Cell| (other.0 - cell.0).abs() <= 1 && (other.1 - cell.1).abs() <= 1;
            let targets = if tile.gold {
                self.tiles.keys().filter(near).count() as u64
            } else {
                1
            };
            laid.tiles.insert(cell, tile);
            let mut ways = laid.count(rest, depth - 1);
            for part in (0..parts).filter(|&part| !laid.is_occupied((cell, part))) {
                let mut followed = laid.clone();
                followed.followers.insert((cell, part));
                ways += followed.count(rest, depth - 1);
            }
            sum += targets * ways;
        }
        sum
    }
}

/// Counts the ways to play the first `depth` turns with the named tiles in this order.
pub fn count(names: &str, depth: u32) -> u64 {
    let data: Data = toml::from_str(include_str!("../../data/carcassonne.toml")).unwrap();
    let find = |name: &str| {
        data.tile
            .iter()
            .find(|design| design.id == name)
            .expect("a kind")
    };
    let coming: Vec<_> = names.split_whitespace().map(find).collect();
    let mut board = Board::default();
    board.tiles.insert((0, 0), find("D").turned(0));
    board.count(&coming, depth)
}
