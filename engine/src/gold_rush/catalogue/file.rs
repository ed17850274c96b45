//! Catalogue file parser. Errors name the file, the tile, the field, and what is expected.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::geometry::Barrier;
use super::{Catalogue, Center, FeatureKind, Kind, Segment, TokenMix, Totals};
use crate::landscape::grid::{HALF_EDGES, Side};
use crate::landscape::tile::{KindId, MAX_KINDS};
use crate::plain_error::{toml_problem, value_problem};

/// Error in a catalogue file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {}{problem}", self.place())]
pub struct CatalogueError {
    /// File name.
    pub file: String,
    /// Id of the tile concerned, if any.
    pub tile: Option<String>,
    /// Field concerned, if any.
    pub field: Option<&'static str>,
    /// Problem, and what is expected instead.
    pub problem: String,
}

impl CatalogueError {
    fn place(&self) -> String {
        let tile = self.tile.as_ref().map(|t| format!("tile {t}: "));
        let field = self.field.map(|f| format!("{f}: "));
        tile.unwrap_or_default() + &field.unwrap_or_default()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCatalogue {
    tokens: BTreeMap<String, toml::Value>,
    tile: Vec<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTile {
    id: String,
    copies: u32,
    edges: String,
    #[serde(default)]
    start: bool,
    rails: Vec<String>,
    #[serde(default)]
    locomotives: u32,
    #[serde(default)]
    mountains: Vec<RawMountain>,
    center: Option<String>,
    prairies: Vec<Vec<u32>>,
    variants: Option<Vec<Picture>>,
}

#[derive(Deserialize)]
#[serde(try_from = "toml::Table")]
struct RawMountain {
    edges: String,
    nuggets: u32,
}

impl TryFrom<toml::Table> for RawMountain {
    type Error = String;

    fn try_from(table: toml::Table) -> Result<RawMountain, String> {
        const FORM: &str = "a mountain is written { edges = \"NE\", nuggets = 1 }";
        let edges = table
            .get("edges")
            .and_then(toml::Value::as_str)
            .ok_or(FORM)?;
        let nuggets = table
            .get("nuggets")
            .and_then(toml::Value::as_integer)
            .ok_or(FORM)?;
        let nuggets = u32::try_from(nuggets)
            .map_err(|_| format!("{nuggets} nuggets; 0 to 255 are possible"))?;
        if table.len() > 2 {
            Err(FORM.into())
        } else {
            Ok(RawMountain {
                edges: edges.into(),
                nuggets,
            })
        }
    }
}

/// Error within one tile: field and problem.
type Fault = (&'static str, String);

fn fault<T>(field: &'static str, problem: String) -> Result<T, Fault> {
    Err((field, problem))
}

/// File that errors name.
#[derive(Clone, Copy)]
struct Source<'f>(&'f str);

impl Source<'_> {
    fn error(
        self,
        tile: Option<&str>,
        field: Option<&'static str>,
        problem: &str,
    ) -> CatalogueError {
        CatalogueError {
            file: self.0.into(),
            tile: tile.map(one_line),
            field,
            problem: one_line(problem),
        }
    }
}

/// Joins the lines of a text: quotes from the file may span several, an error is one.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

pub(super) fn parse(name: &str, file: &str, text: &str) -> Result<Catalogue, CatalogueError> {
    let source = Source(file);
    let raw: RawCatalogue =
        toml::from_str(text).map_err(|e| source.error(None, None, &toml_problem(text, &e)))?;
    let tokens =
        token_mix(&raw.tokens).map_err(|problem| source.error(None, Some("tokens"), &problem))?;
    // Before the designs are compared with each other: each is a kind at least.
    check_kinds(raw.tile.len()).map_err(|problem| source.error(None, None, &problem))?;
    let tiles = read_tiles(&raw.tile, source)?;
    let mut kinds: Vec<Kind> = Vec::new();
    let mut starts = Vec::new();
    for (i, tile) in tiles.iter().enumerate() {
        if tile.start {
            starts.push((&tile.id, KindId(kinds.len().min(MAX_KINDS) as u8)));
        }
        add_kinds(&mut kinds, tile, &tiles[..i])
            .map_err(|(field, problem)| source.error(Some(&tile.id), Some(field), &problem))?;
    }
    let start = match starts[..] {
        [(_, start)] => start,
        [] => {
            return Err(source.error(
                None,
                Some("start"),
                "no tile has start = true; exactly one design needs it",
            ));
        }
        [_, (second, _), ..] => {
            return Err(source.error(
                Some(second),
                Some("start"),
                "a second start design; exactly one is needed",
            ));
        }
    };
    check_kinds(kinds.len()).map_err(|problem| source.error(None, None, &problem))?;
    let mut totals = Totals::default();
    for kind in &kinds {
        totals.add(kind, u32::from(kind.copies));
        if let Some((what, sum, most)) = totals.over_capacity() {
            let problem =
                format!("with this tile the set has {sum} {what}; at most {most} are possible");
            return Err(source.error(Some(&kind.name), Some("copies"), &problem));
        }
    }
    Ok(Catalogue::new(name.into(), kinds, start, tokens))
}

fn token_mix(tokens: &BTreeMap<String, toml::Value>) -> Result<TokenMix, String> {
    let mut counts = Vec::new();
    for (name, count) in tokens {
        let value = name.parse::<u32>().ok().filter(|v| v.to_string() == *name);
        let value = value
            .ok_or_else(|| format!("\"{name}\" is no value; a whole number from 0 is expected"))?;
        let number = count.as_integer().and_then(|n| u32::try_from(n).ok());
        let number = number.ok_or_else(|| {
            format!("{count} tokens of {value}; a whole number from 0 is expected")
        })?;
        counts.push((value, number));
    }
    TokenMix::new(counts)
}

fn check_kinds(kinds: usize) -> Result<(), String> {
    if kinds > MAX_KINDS {
        Err(format!(
            "{kinds} kinds of tiles; at most {MAX_KINDS} are possible"
        ))
    } else {
        Ok(())
    }
}

fn read_tiles(tables: &[toml::Table], source: Source) -> Result<Vec<RawTile>, CatalogueError> {
    let mut tiles = Vec::new();
    for (i, table) in tables.iter().enumerate() {
        let tile = RawTile::deserialize(table.clone()).map_err(|e| {
            let id = table
                .get("id")
                .and_then(toml::Value::as_str)
                .map_or_else(|| format!("number {}", i + 1), str::to_owned);
            source.error(Some(&id), None, &value_problem(&e))
        })?;
        tiles.push(tile);
    }
    Ok(tiles)
}

/// Adds the kinds of one design; `earlier` are the designs before it.
fn add_kinds(kinds: &mut Vec<Kind>, tile: &RawTile, earlier: &[RawTile]) -> Result<(), Fault> {
    if tile.id.is_empty() || !tile.id.chars().all(is_id_character) {
        return fault(
            "id",
            "an id is letters, digits, - and _, at least one".into(),
        );
    }
    if earlier.iter().any(|t| t.id == tile.id) {
        let problem = format!(
            "{} is given twice; each design needs an id of its own",
            tile.id
        );
        return fault("id", problem);
    }
    for kind in tile_kinds(tile)? {
        if kinds.iter().any(|k| k.name == kind.name) {
            let problem = format!("kind {} exists already; rename the design", kind.name);
            return fault("id", problem);
        }
        kinds.push(kind);
    }
    Ok(())
}

fn is_id_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Returns the kinds of one design: one per picture, named by letter if there are several.
fn tile_kinds(tile: &RawTile) -> Result<Vec<Kind>, Fault> {
    if !(1..=100).contains(&tile.copies) {
        return fault(
            "copies",
            format!("{} copies; 1 to 100 are possible", tile.copies),
        );
    }
    let edges = edge_letters(&tile.edges)?;
    let center = match tile.center.as_deref() {
        None => None,
        Some("city") => Some(Center::City),
        Some("junction") => Some(Center::Junction),
        Some(other) => {
            return fault(
                "center",
                format!("\"{other}\" is unknown; \"city\" or \"junction\" is possible"),
            );
        }
    };
    let rails = rail_sides(tile, &edges, center)?;
    let mountains = mountain_sides(tile, &edges)?;
    let prairies = prairie_halves(tile, &edges)?;
    check_separation(tile, center, &rails, &mountains, &prairies)?;

    let none = Segment {
        kind: FeatureKind::City,
        sides: 0,
        halves: 0,
        locomotives: 0,
        nuggets: 0,
        camps: 0,
        herds: 0,
    };
    let mut fixed: Vec<Segment> = Vec::new();
    let locomotives = to_byte("locomotives", tile.locomotives)?;
    if locomotives > 0 && rails.len() != 1 {
        return fault(
            "locomotives",
            format!(
                "{locomotives} on a tile with {} rails; they need exactly one rail to stand on",
                rails.len()
            ),
        );
    }
    fixed.extend(rails.iter().map(|&sides| Segment {
        kind: FeatureKind::Railroad,
        sides,
        locomotives,
        ..none
    }));
    for (&sides, mountain) in mountains.iter().zip(&tile.mountains) {
        let nuggets = to_byte("mountains", mountain.nuggets)?;
        fixed.push(Segment {
            kind: FeatureKind::Mountain,
            sides,
            nuggets,
            ..none
        });
    }
    fixed.extend((center == Some(Center::City)).then_some(none));

    let pictures = pictures(tile)?;
    let several = pictures.len() > 1;
    if pictures.len() > 26 {
        return fault(
            "variants",
            format!(
                "{} pictures; at most 26 (one letter each) are possible",
                pictures.len()
            ),
        );
    }
    let kinds = pictures
        .into_iter()
        .zip('a'..)
        .map(|((contents, copies), letter)| {
            let prairies = prairies.iter().zip(&contents).map(|(&halves, contents)| {
                Ok(Segment {
                    kind: FeatureKind::Prairie,
                    halves,
                    camps: to_byte("variants", contents[0])?,
                    herds: to_byte("variants", contents[1])?,
                    ..none
                })
            });
            Ok(Kind {
                name: if several {
                    format!("{}{letter}", tile.id)
                } else {
                    tile.id.clone()
                },
                copies,
                edges,
                center,
                segments: fixed
                    .iter()
                    .copied()
                    .map(Ok)
                    .chain(prairies)
                    .collect::<Result<_, Fault>>()?,
            })
        });
    kinds.collect()
}

fn to_byte(field: &'static str, number: u32) -> Result<u8, Fault> {
    u8::try_from(number).or_else(|_| {
        fault(
            field,
            format!("{number} is too many; at most 255 are possible"),
        )
    })
}

fn edge_letters(text: &str) -> Result<[char; 4], Fault> {
    let letters: Vec<char> = text.chars().collect();
    if let Some(unknown) = letters.iter().find(|c| !"PRM".contains(**c)) {
        return fault(
            "edges",
            format!("\"{text}\" has the unknown letter {unknown}; P, R and M are possible"),
        );
    }
    letters.try_into().or_else(|_| {
        fault(
            "edges",
            format!("\"{text}\" is not four letters, one for each of N E S W"),
        )
    })
}

/// Returns the sides of each rail, as bits.
fn rail_sides(tile: &RawTile, edges: &[char; 4], center: Option<Center>) -> Result<Vec<u8>, Fault> {
    let rails = sides_matching("rails", tile.rails.iter().map(String::as_str), edges, 'R')?;
    for (rail, sides) in tile.rails.iter().zip(&rails) {
        match sides.count_ones() {
            1 if center.is_none() && tile.mountains.is_empty() => {
                let problem = format!(
                    "\"{rail}\" has nothing to end at; a one-letter rail needs a city, a junction or a mountain"
                );
                return fault("rails", problem);
            }
            2 if center.is_some() => {
                let problem = format!(
                    "\"{rail}\" passes through, but rails end at the {}; give one letter each",
                    tile.center.as_deref().unwrap_or("")
                );
                return fault("rails", problem);
            }
            1 | 2 => {}
            _ => {
                return fault(
                    "rails",
                    format!(
                        "\"{rail}\" has {} letters; a rail has one or two ends",
                        rail.len()
                    ),
                );
            }
        }
    }
    if center.is_some() && !(3..=4).contains(&rails.len()) {
        let name = tile.center.as_deref().unwrap_or("");
        return fault(
            "center",
            format!("a {name} with {} rails; 3 or 4 are needed", rails.len()),
        );
    }
    Ok(rails)
}

fn mountain_sides(tile: &RawTile, edges: &[char; 4]) -> Result<Vec<u8>, Fault> {
    sides_matching(
        "mountains",
        tile.mountains.iter().map(|m| m.edges.as_str()),
        edges,
        'M',
    )
}

/// Parses the letters of rails or mountains, and checks that they use each matching edge exactly once.
fn sides_matching<'a>(
    field: &'static str,
    parts: impl Iterator<Item = &'a str>,
    edges: &[char; 4],
    letter: char,
) -> Result<Vec<u8>, Fault> {
    let shown: String = edges.iter().collect();
    let mut used = 0u8;
    let mut all = Vec::new();
    for part in parts {
        let mut sides = 0u8;
        for c in part.chars() {
            let Some(side) = Side::from_letter(c) else {
                return fault(
                    field,
                    format!("\"{part}\" has the unknown side {c}; N, E, S and W are possible"),
                );
            };
            if edges[side as usize] != letter {
                return fault(
                    field,
                    format!("\"{part}\" reaches {c}, where edges = \"{shown}\" has no {letter}"),
                );
            }
            if (used | sides) >> side as u8 & 1 == 1 {
                return fault(
                    field,
                    format!("side {c} is used twice; each {letter} side belongs to exactly one"),
                );
            }
            sides |= 1 << side as u8;
        }
        if sides == 0 {
            return fault(
                field,
                "one reaches no side; give at least one letter".into(),
            );
        }
        used |= sides;
        all.push(sides);
    }
    for side in Side::ALL {
        if edges[side as usize] == letter && used >> side as u8 & 1 == 0 {
            let problem = format!(
                "edges = \"{shown}\" has {letter} at {}, which belongs to none; each needs exactly one",
                side.letter()
            );
            return fault(field, problem);
        }
    }
    Ok(all)
}

/// Returns the half-edges of each prairie, as bits; checks that each half-edge of a P or R side is used exactly once.
fn prairie_halves(tile: &RawTile, edges: &[char; 4]) -> Result<Vec<u8>, Fault> {
    let mut used = 0u8;
    let mut all = Vec::new();
    for prairie in &tile.prairies {
        let mut halves = 0u8;
        for &half in prairie {
            let Some(name) = HALF_EDGES.get(half as usize) else {
                return fault(
                    "prairies",
                    format!("{half} is no half-edge; 0 to 7 are possible"),
                );
            };
            if edges[half as usize / 2] == 'M' {
                return fault(
                    "prairies",
                    format!("half-edge {half} ({name}) lies on a mountain side; leave it out"),
                );
            }
            if (used | halves) >> half & 1 == 1 {
                return fault(
                    "prairies",
                    format!(
                        "half-edge {half} ({name}) is used twice; each belongs to exactly one prairie"
                    ),
                );
            }
            halves |= 1 << half;
        }
        if halves == 0 {
            return fault("prairies", "one has no half-edge; give at least one".into());
        }
        used |= halves;
        all.push(halves);
    }
    let missing = (0..8).find(|half| edges[half / 2] != 'M' && used >> half & 1 == 0);
    if let Some(half) = missing {
        let name = HALF_EDGES[half];
        return fault(
            "prairies",
            format!(
                "half-edge {half} ({name}) is missing; each of a P or R side belongs to exactly one prairie"
            ),
        );
    }
    Ok(all)
}

/// Checks that the prairies are exactly the areas separated by rails and mountains.
fn check_separation(
    tile: &RawTile,
    center: Option<Center>,
    rails: &[u8],
    mountains: &[u8],
    prairies: &[u8],
) -> Result<(), Fault> {
    let loose = if center.is_none() {
        rails.iter().filter(|s| s.count_ones() == 1).count()
    } else {
        0
    };
    // A rail that ends at a mountain forms one barrier with it. With several mountains the picture decides which;
    // any choice that fits the prairies is accepted. If none fits, the error of the first is reported.
    let choices = mountains.len().max(1).pow(loose as u32);
    let mut first = Ok(());
    for choice in 0..choices {
        let barriers = barriers(tile, center, rails, mountains, choice);
        let result = check_prairies(prairies, &barriers);
        if result.is_ok() {
            return Ok(());
        }
        if choice == 0 {
            first = result;
        }
    }
    first
}

fn sides_of(bits: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |side| bits >> side & 1 == 1)
}

fn barriers(
    tile: &RawTile,
    center: Option<Center>,
    rails: &[u8],
    mountains: &[u8],
    mut choice: usize,
) -> Vec<Barrier> {
    let mut all: Vec<Barrier> = Vec::new();
    for (sides, mountain) in mountains.iter().zip(&tile.mountains) {
        all.push(Barrier {
            name: format!("the mountain {}", mountain.edges),
            sides: sides_of(*sides).collect(),
        });
    }
    if center.is_some() {
        let name = format!("the rails of the {}", tile.center.as_deref().unwrap_or(""));
        all.push(Barrier {
            name,
            sides: rails.iter().flat_map(|&s| sides_of(s)).collect(),
        });
        return all;
    }
    for (sides, rail) in rails.iter().zip(&tile.rails) {
        if sides.count_ones() == 1 {
            let mountain = &mut all[choice % mountains.len()];
            choice /= mountains.len();
            mountain.name += &format!(" with the rail {rail}");
            mountain.sides.extend(sides_of(*sides));
        } else {
            all.push(Barrier {
                name: format!("the rail {rail}"),
                sides: sides_of(*sides).collect(),
            });
        }
    }
    all
}

fn check_prairies(prairies: &[u8], barriers: &[Barrier]) -> Result<(), Fault> {
    // Half-edges of mountain sides have none.
    let prairie_of: [Option<usize>; 8] =
        std::array::from_fn(|half| prairies.iter().position(|p| p >> half & 1 == 1));
    for one in 0..8 {
        for other in one + 1..8 {
            if prairie_of[one].is_none() || prairie_of[other].is_none() {
                continue;
            }
            let same = prairie_of[one] == prairie_of[other];
            let barrier = barriers
                .iter()
                .find(|barrier| barrier.separates(one, other));
            match barrier {
                Some(barrier) if same => {
                    let problem = format!(
                        "{one} and {other} are one prairie, but {} runs between them; give two",
                        barrier.name
                    );
                    return fault("prairies", problem);
                }
                None if !same => {
                    let problem = format!(
                        "{one} and {other} are two prairies, but nothing separates them; give one"
                    );
                    return fault("prairies", problem);
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Camps and herds of each prairie.
type Picture = Vec<Vec<u32>>;

/// Returns the pictures of a design in order of first occurrence, each with its number of copies.
fn pictures(tile: &RawTile) -> Result<Vec<(Picture, u8)>, Fault> {
    let plain = vec![vec![vec![0, 0]; tile.prairies.len()]; tile.copies as usize];
    let variants = tile.variants.as_ref().unwrap_or(&plain);
    if variants.len() != tile.copies as usize {
        return fault(
            "variants",
            format!(
                "{} entries for {} copies; give one for each copy",
                variants.len(),
                tile.copies
            ),
        );
    }
    let mut pictures: Vec<(Picture, u8)> = Vec::new();
    for variant in variants {
        if variant.len() != tile.prairies.len() {
            let problem = format!(
                "an entry lists {} prairies, the tile has {}; give [camps, herds] for each",
                variant.len(),
                tile.prairies.len()
            );
            return fault("variants", problem);
        }
        if let Some(wrong) = variant.iter().find(|prairie| prairie.len() != 2) {
            return fault(
                "variants",
                format!("{wrong:?} has {} numbers; give [camps, herds]", wrong.len()),
            );
        }
        match pictures.iter_mut().find(|(picture, _)| picture == variant) {
            Some((_, copies)) => *copies += 1,
            None => pictures.push((variant.clone(), 1)),
        }
    }
    Ok(pictures)
}
