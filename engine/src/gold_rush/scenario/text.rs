//! Text form of scenarios.

use std::fmt;
use std::str::FromStr;

use super::{Scenario, Spot};
use crate::game::TextError;
use crate::gold_rush::catalogue::FeatureKind;
use crate::gold_rush::notation::parse_rotation;
use crate::gold_rush::rules::Rules;
use crate::gold_rush::table::Phase;
use crate::options;

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "players {}", self.players)?;
        let rules = rules_text(&self.rules);
        if !rules.is_empty() {
            writeln!(f, "rules {rules}")?;
        }
        for (kind, cell, rotation) in &self.tiles {
            writeln!(f, "tile {kind} {cell} {rotation}")?;
        }
        for (seat, spot) in &self.cowboys {
            writeln!(f, "cowboy {seat} {spot}")?;
        }
        for (seat, spot) in &self.tents {
            writeln!(f, "tent {seat} {spot}")?;
        }
        for (spot, tokens) in &self.piles {
            writeln!(f, "pile {spot} {tokens}")?;
        }
        for (seat, kind, points) in &self.points {
            writeln!(f, "points {seat} {} {points}", kind.name())?;
        }
        if !self.acquired.is_empty() {
            let tokens: Vec<_> = self
                .acquired
                .iter()
                .map(|(seat, value)| format!("{seat}:{value}"))
                .collect();
            writeln!(f, "acquired {}", tokens.join(" "))?;
        }
        for (seat, turns) in &self.unmined {
            writeln!(f, "unmined {seat} {turns}")?;
        }
        writeln!(f, "turn {} {}", self.turn, self.phase.name())?;
        for (word, kinds) in [("discarded", &self.discarded), ("coming", &self.coming)] {
            if !kinds.is_empty() {
                writeln!(f, "{word} {}", kinds.join(" "))?;
            }
        }
        if let Some(tokens) = &self.tokens {
            let values: Vec<_> = tokens.iter().map(u8::to_string).collect();
            writeln!(f, "{}", format!("tokens {}", values.join(" ")).trim_end())?;
        }
        Ok(())
    }
}

/// Formats the options that differ from the printed rules as `name=value` words.
fn rules_text(rules: &Rules) -> String {
    options::non_default(rules)
        .map(|(option, value)| format!("{}={value}", option.name))
        .collect::<Vec<_>>()
        .join(" ")
}

fn parse_rules(text: &str) -> Result<Rules, String> {
    let mut rules = Rules::default();
    for word in text.split_whitespace() {
        let (name, value) = word
            .split_once('=')
            .ok_or_else(|| format!("\"{word}\" is not option=value"))?;
        let option = options::find::<Rules>(name)
            .ok_or_else(|| format!("the option \"{name}\" is unknown"))?;
        option
            .read(&mut rules, value)
            .map_err(|e| format!("{name}: {e}"))?;
    }
    Ok(rules)
}

impl FromStr for Scenario {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Scenario, TextError> {
        let mut scenario = Scenario::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if !line.is_empty() {
                scenario.parse_line(line).map_err(|problem| TextError {
                    line: index + 1,
                    problem,
                })?;
            }
        }
        Ok(scenario)
    }
}

impl Scenario {
    fn parse_line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let (first, after) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "players" => self.players = number(rest)?,
            "rules" => self.rules = parse_rules(rest)?,
            "tile" => match rest.split_whitespace().collect::<Vec<_>>()[..] {
                [kind, cell, rotation] => {
                    let cell = cell.parse().map_err(|e| format!("{e}"))?;
                    self.tiles
                        .push((kind.into(), cell, parse_rotation(rotation)?));
                }
                _ => return Err("a tile is written: tile KIND X,Y ROTATION".into()),
            },
            "cowboy" => self.cowboys.push((number(first)?, parse_spot(after)?)),
            "tent" => self.tents.push((number(first)?, parse_spot(after)?)),
            "pile" => {
                let (spot, tokens) = rest
                    .rsplit_once(' ')
                    .ok_or("a pile is written: pile X,Y SEGMENT TOKENS")?;
                self.piles.push((parse_spot(spot)?, number(tokens)?));
            }
            "points" => {
                let words: Vec<_> = after.split_whitespace().collect();
                for pair in words.chunks(2) {
                    let kind = FeatureKind::from_name(pair[0]);
                    let kind =
                        kind.ok_or_else(|| format!("\"{}\" is no kind of feature", pair[0]))?;
                    let points = pair
                        .get(1)
                        .ok_or("points are written: points SEAT KIND POINTS …")?;
                    self.points.push((number(first)?, kind, number(points)?));
                }
            }
            "acquired" => {
                for token in rest.split_whitespace() {
                    let (seat, value) = token
                        .split_once(':')
                        .ok_or("a token acquired is written SEAT:VALUE")?;
                    self.acquired.push((number(seat)?, number(value)?));
                }
            }
            "unmined" => self.unmined.push((number(first)?, number(after)?)),
            "turn" => {
                self.turn = number(first)?;
                self.phase = Phase::ALL
                    .into_iter()
                    .find(|phase| phase.name() == after.trim())
                    .ok_or_else(|| {
                        format!(
                            "\"{after}\" is nothing to decide; place, act and over are possible"
                        )
                    })?;
            }
            "discarded" => self.discarded.extend(words(rest)),
            "coming" => self.coming.extend(words(rest)),
            "tokens" => {
                let values = rest
                    .split_whitespace()
                    .map(number)
                    .collect::<Result<Vec<u8>, _>>()?;
                self.tokens.get_or_insert_default().extend(values);
            }
            _ => {
                return Err(format!(
                    "\"{word}\" is unknown; players, rules, tile, cowboy, tent, pile, points, acquired, unmined, turn, discarded, coming and tokens are possible"
                ));
            }
        }
        Ok(())
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(str::to_owned)
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.trim()
        .parse()
        .map_err(|_| format!("\"{text}\" is no number that fits here"))
}

fn parse_spot(text: &str) -> Result<Spot, String> {
    let (cell, segment) = text.trim().split_once(' ').ok_or_else(|| {
        format!("\"{text}\" is no place; a place is a cell and a segment, such as 1,0 railroad N")
    })?;
    Ok(Spot {
        cell: cell.parse().map_err(|e| format!("{e}"))?,
        segment: segment.trim().into(),
    })
}
