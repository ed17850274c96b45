//! A position written down: an unchecked description that either becomes a state or says why it cannot.
//!
//! ```text
//! players 2
//! rules tents=2 locomotives=never       options other than the printed rules
//! tile 33 0,0 0                         in the order laid: kind, cell, rotation
//! tile 27 1,0 90
//! cowboy 0 1,0 railroad N               seat, cell, segment; in the order placed
//! tent 1 0,0 mountain N
//! pile 0,0 mountain N 0                 tokens left on that mountain; without such a line, one per nugget
//! points 0 railroad 3 mountain 2        points so far
//! acquired 0:2 1:0                      tokens acquired so far, seat and value, in order
//! unmined 0 1                           own turns since the seat last mined (V8)
//! turn 1 act                            whose turn, and what is to be decided: place, act or over
//! discarded 39
//! coming 12a 27                         tiles to come; when placing, the first is in hand
//! tokens 0 0 1 2 5                      values to come; without this line, the rest, lowest first
//! ```

use std::fmt;
use std::str::FromStr;

use super::catalogue::FeatureKind;
use super::notation::parse_rotation;
use super::rules::Rules;
use super::setup::{Deal, Setup};
use super::state::State;
use super::table::{Phase, Table};
use crate::game::{Points, TextError};
use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Cell, Rotation};
use crate::landscape::tile::KindId;
use crate::player::Player;

/// A segment by cell and name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The tile's cell.
    pub cell: Cell,
    /// The segment's name in the placed orientation.
    pub segment: String,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.cell, self.segment)
    }
}

/// A position, not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// How many seats.
    pub players: usize,
    /// The options.
    pub rules: Rules,
    /// Kind, cell and rotation of every tile, in the order laid; the first at 0,0.
    pub tiles: Vec<(String, Cell, Rotation)>,
    /// Seat and place of every cowboy on the table, each seat's in the order placed.
    pub cowboys: Vec<(usize, Spot)>,
    /// Seat and place of every tent on the table, each seat's in the order pitched.
    pub tents: Vec<(usize, Spot)>,
    /// Mountains that do not hold as many tokens as nuggets, by any of their segments, with the tokens they hold.
    pub piles: Vec<(Spot, u8)>,
    /// Points of a seat so far from a kind of feature.
    pub points: Vec<(usize, FeatureKind, Points)>,
    /// Seat and value of every token acquired, in that order.
    pub acquired: Vec<(usize, u8)>,
    /// V8: own turns of a seat since it last mined; 255 unless given.
    pub unmined: Vec<(usize, u8)>,
    /// Whose turn it is.
    pub turn: usize,
    /// What is to be decided; when acting, the last tile is the new one.
    pub phase: Phase,
    /// Tiles that fitted nowhere.
    pub discarded: Vec<String>,
    /// Tiles to come; when placing, the first is in hand.
    pub coming: Vec<String>,
    /// Token values to come, in the order of acquisition; if none, all that are left, lowest first.
    pub tokens: Option<Vec<u8>>,
}

impl Default for Scenario {
    fn default() -> Scenario {
        Scenario {
            players: 2,
            rules: Rules::default(),
            tiles: Vec::new(),
            cowboys: Vec::new(),
            tents: Vec::new(),
            piles: Vec::new(),
            points: Vec::new(),
            acquired: Vec::new(),
            unmined: Vec::new(),
            turn: 0,
            phase: Phase::Act,
            discarded: Vec::new(),
            coming: Vec::new(),
            tokens: None,
        }
    }
}

/// Why a scenario is no state.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct ScenarioError {
    /// The line of [`Scenario`]'s text it is about, from 1, if the scenario were printed.
    pub line: usize,
    /// What is wrong and what would be right.
    pub problem: String,
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Place => "place",
        Phase::Act => "act",
        Phase::Over => "over",
    }
}

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
            let tokens: Vec<_> = self.acquired.iter().map(|(seat, value)| format!("{seat}:{value}")).collect();
            writeln!(f, "acquired {}", tokens.join(" "))?;
        }
        for (seat, turns) in &self.unmined {
            writeln!(f, "unmined {seat} {turns}")?;
        }
        writeln!(f, "turn {} {}", self.turn, phase_name(self.phase))?;
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

/// The options other than the printed rules, as `name=value` words.
fn rules_text(rules: &Rules) -> String {
    let printed = Rules::default();
    let mut words = Vec::new();
    let mut word = |name: &str, value: String, differs: bool| {
        if differs {
            words.push(format!("{name}={value}"));
        }
    };
    word("farmers", rules.farmers.to_string(), rules.farmers != printed.farmers);
    word("tents", rules.tents.to_string(), rules.tents != printed.tents);
    word("locomotives", rules.locomotives.to_string(), rules.locomotives != printed.locomotives);
    word("cowboys", rules.cowboys.to_string(), rules.cowboys != printed.cowboys);
    word("take_back", rules.take_back.to_string(), rules.take_back != printed.take_back);
    word("mining_interval", rules.mining_interval.to_string(), rules.mining_interval != printed.mining_interval);
    if let Some(tokens) = &rules.tokens {
        word("tokens", tokens.to_string(), true);
    }
    words.join(" ")
}

fn parse_rules(text: &str) -> Result<Rules, String> {
    let mut rules = Rules::default();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("\"{word}\" is not option=value"))?;
        let wrong = |what: &str| format!("\"{value}\" is wrong for {name}; {what} is expected");
        match name {
            "farmers" => rules.farmers = value.parse().map_err(|_| wrong("true or false"))?,
            "tents" => rules.tents = value.parse().map_err(|_| wrong("a small number"))?,
            "locomotives" => rules.locomotives = value.parse()?,
            "cowboys" => rules.cowboys = value.parse().map_err(|_| wrong("a small number"))?,
            "take_back" => rules.take_back = value.parse().map_err(|_| wrong("true or false"))?,
            "mining_interval" => rules.mining_interval = value.parse().map_err(|_| wrong("a small number"))?,
            "tokens" => rules.tokens = Some(value.parse()?),
            _ => return Err(format!("the option \"{name}\" is unknown")),
        }
    }
    Ok(rules)
}

impl FromStr for Scenario {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Scenario, TextError> {
        let mut scenario = Scenario::default();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if !line.is_empty() {
                scenario.parse_line(line).map_err(|problem| TextError { line: at + 1, problem })?;
            }
        }
        Ok(scenario)
    }
}

impl Scenario {
    fn parse_line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let kinds = || rest.split_whitespace().map(str::to_owned);
        let (first, after) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "players" => self.players = number(rest)?,
            "rules" => self.rules = parse_rules(rest)?,
            "tile" => match rest.split_whitespace().collect::<Vec<_>>()[..] {
                [kind, cell, rotation] => {
                    let cell = cell.parse().map_err(|e| format!("{e}"))?;
                    self.tiles.push((kind.into(), cell, parse_rotation(rotation)?));
                }
                _ => return Err("a tile is written: tile KIND X,Y ROTATION".into()),
            },
            "cowboy" => self.cowboys.push((number(first)?, parse_spot(after)?)),
            "tent" => self.tents.push((number(first)?, parse_spot(after)?)),
            "pile" => {
                let (spot, tokens) = rest.rsplit_once(' ').ok_or("a pile is written: pile X,Y SEGMENT TOKENS")?;
                self.piles.push((parse_spot(spot)?, number(tokens)?));
            }
            "points" => {
                let words: Vec<_> = after.split_whitespace().collect();
                for pair in words.chunks(2) {
                    let kind = FeatureKind::from_name(pair[0]);
                    let kind = kind.ok_or_else(|| format!("\"{}\" is no kind of feature", pair[0]))?;
                    let points = pair.get(1).ok_or("points are written: points SEAT KIND POINTS …")?;
                    self.points.push((number(first)?, kind, number(points)?));
                }
            }
            "acquired" => {
                for token in rest.split_whitespace() {
                    let (seat, value) = token.split_once(':').ok_or("a token acquired is written SEAT:VALUE")?;
                    self.acquired.push((number(seat)?, number(value)?));
                }
            }
            "unmined" => self.unmined.push((number(first)?, number(after)?)),
            "turn" => {
                self.turn = number(first)?;
                self.phase = [Phase::Place, Phase::Act, Phase::Over]
                    .into_iter()
                    .find(|&p| phase_name(p) == after.trim())
                    .ok_or_else(|| format!("\"{after}\" is nothing to decide; place, act and over are possible"))?;
            }
            "discarded" => self.discarded.extend(kinds()),
            "coming" => self.coming.extend(kinds()),
            "tokens" => {
                let values = rest.split_whitespace().map(number).collect::<Result<Vec<u8>, _>>()?;
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

    /// The position as a state.
    ///
    /// # Errors
    /// If it is no position of this setup; says what is wrong and what would be right.
    pub fn state<'s>(&self, setup: &'s Setup) -> Result<State<'s>, ScenarioError> {
        self.build(setup).map_err(|(what, index, problem)| ScenarioError { line: self.line_of(what, index), problem })
    }

    /// The line an item is printed on.
    fn line_of(&self, what: Item, index: usize) -> usize {
        let text = self.to_string();
        let word = format!("{} ", what.word());
        let lines = text.lines().enumerate().filter(|(_, line)| line.starts_with(&word));
        lines.map(|(at, _)| at + 1).nth(index).unwrap_or(1)
    }

    fn build<'s>(&self, setup: &'s Setup) -> Result<State<'s>, Fault> {
        if self.players != setup.players() {
            return Err((Item::Players, 0, format!("{} players, but the setup has {}", self.players, setup.players())));
        }
        if &self.rules != setup.rules() {
            return Err((Item::Rules, 0, "the rules are not those of the setup".into()));
        }
        let mut table = Table::new(setup);
        self.lay_tiles(&mut table)?;
        self.stand_figures(&mut table)?;
        self.heap_piles(&mut table)?;
        for &(seat, kind, points) in &self.points {
            let seat = self.seat(seat).map_err(|p| (Item::Points, 0, p))?;
            table.points[kind as usize][seat] = points;
        }
        for &(seat, turns) in &self.unmined {
            let seat = self.seat(seat).map_err(|p| (Item::Unmined, 0, p))?;
            table.unmined_turns[seat] = turns;
        }
        let tokens = self.count_tokens(&mut table)?;
        table.to_move = self.seat(self.turn).map_err(|p| (Item::Turn, 0, p))?;
        table.phase = self.phase;
        self.stack_deck(table, &tokens)
    }

    fn seat(&self, seat: usize) -> Result<Player, String> {
        Player::new(seat)
            .filter(|_| seat < self.players)
            .ok_or_else(|| format!("there is no seat {seat}; seats are 0 to {}", self.players - 1))
    }

    /// Lays the tiles; what they complete is settled, except what the new tile completes in a turn that goes on.
    fn lay_tiles(&self, table: &mut Table) -> Result<(), Fault> {
        let catalogue = table.setup.catalogue();
        if self.tiles.is_empty() {
            return Err((Item::Tile, 0, "no tile lies on the table; the first lies at 0,0".into()));
        }
        let mut totals = super::catalogue::Totals::default();
        for (i, (name, cell, rotation)) in self.tiles.iter().enumerate() {
            let wrong = |problem: String| (Item::Tile, i, problem);
            let kind = find_kind(table.setup, name).map_err(wrong)?;
            totals.add(catalogue.kind(kind), 1);
            if let Some((what, sum, most)) = totals.beyond_capacity() {
                return Err(wrong(format!("with this tile there are {sum} {what}; at most {most} are possible")));
            }
            let frontier = table.landscape.frontier();
            let slot = frontier.slot(*cell).ok_or_else(|| {
                let first = if i == 0 { "; the first tile lies at 0,0" } else { "" };
                wrong(format!("{cell} is not an empty cell next to a tile{first}"))
            })?;
            let tiles = catalogue.tiles();
            if tiles.rotations(kind) >> *rotation as u8 & 1 == 0 {
                return Err(wrong(format!("{name} turned by {rotation} looks like a smaller rotation; write that")));
            }
            if !frontier.allows(tiles, kind, slot, *rotation) {
                return Err(wrong(format!("{name} turned by {rotation} does not match its neighbours at {cell}")));
            }
            table.hand = kind;
            table.place(slot, *rotation);
            if i + 1 < self.tiles.len() || self.phase != Phase::Act {
                table.score(&mut ());
            }
        }
        Ok(())
    }

    fn stand_figures(&self, table: &mut Table) -> Result<(), Fault> {
        let mut taken: Vec<SegmentId> = Vec::new();
        for (what, figures, each) in
            [(Item::Cowboy, &self.cowboys, table.rules().cowboys), (Item::Tent, &self.tents, table.rules().tents)]
        {
            for (i, (seat, spot)) in figures.iter().enumerate() {
                let wrong = |problem: String| (what, i, problem);
                let player = self.seat(*seat).map_err(wrong)?;
                let segment = table.find_segment(spot.cell, &spot.segment).map_err(wrong)?;
                let (feature, kind) = (table.feature(segment), table.kind(segment));
                if taken.contains(&segment) {
                    return Err(wrong(format!("two figures at {spot}; one is possible")));
                }
                taken.push(segment);
                if table.word(feature).is_settled() {
                    return Err(wrong(format!("the {} at {spot} is complete and nobody stands there", kind.name())));
                }
                let standing =
                    if what == Item::Cowboy { table.cowboys(player).len() } else { table.tents(player).len() };
                if standing >= usize::from(each) {
                    return Err(wrong(format!("player {seat} has more than {each} on the table")));
                }
                if what == Item::Cowboy {
                    if !table.rules().admits(kind) {
                        return Err(wrong("no farmers in this game".into()));
                    }
                    table.landscape.features_mut().add_figure(feature, player);
                    table.cowboys[player].push(segment);
                } else {
                    if !super::actions::tents_stand_on(kind) {
                        return Err(wrong(format!("a tent stands on a mountain, not on a {}", kind.name())));
                    }
                    table.tents[player].push(segment);
                }
                table.vacant.remove(segment);
            }
        }
        Ok(())
    }

    /// Puts one token per nugget on each mountain in play, or as many as the scenario says.
    fn heap_piles(&self, table: &mut Table) -> Result<(), Fault> {
        for segment in (0..table.landscape.features().len() as u16).map(SegmentId) {
            let mountain = table.feature(segment);
            let word = table.word(mountain);
            if table.kind(segment) == FeatureKind::Mountain && !word.is_settled() {
                table.landscape.features_mut().set_b(mountain, word.a());
            }
        }
        for (i, (spot, tokens)) in self.piles.iter().enumerate() {
            let wrong = |problem: String| (Item::Pile, i, problem);
            let segment = table.find_segment(spot.cell, &spot.segment).map_err(wrong)?;
            let mountain = table.feature(segment);
            let word = table.word(mountain);
            if table.kind(segment) != FeatureKind::Mountain {
                return Err(wrong(format!("{spot} is no mountain")));
            }
            let most = if word.is_settled() { 0 } else { word.a() };
            if *tokens > most {
                return Err(wrong(format!("{tokens} tokens on the mountain at {spot}; at most {most} are possible")));
            }
            table.landscape.features_mut().set_b(mountain, *tokens);
        }
        Ok(())
    }

    /// Counts the tokens held and in supply; returns all values in the order of acquisition.
    fn count_tokens(&self, table: &mut Table) -> Result<Vec<u8>, Fault> {
        let mut rest: Vec<u8> = table.setup.tokens().values().collect();
        let mut order = Vec::with_capacity(rest.len());
        for &(seat, value) in &self.acquired {
            let wrong = |problem: String| (Item::Acquired, 0, problem);
            let player = self.seat(seat).map_err(wrong)?;
            let at = rest.iter().position(|&v| v == value);
            rest.remove(at.ok_or_else(|| wrong(format!("there are not so many tokens of {value}")))?);
            table.held[player] += 1;
            order.push(value);
        }
        let coming = self.tokens.clone().unwrap_or_else(|| rest.clone());
        let mut sorted = coming.clone();
        sorted.sort_unstable();
        if sorted != rest {
            return Err((Item::Tokens, 0, "the tokens to come are not those that nobody has acquired".into()));
        }
        let on_mountains = super::observation::piles(table).map(|(_, tokens)| usize::from(tokens)).sum::<usize>();
        let supply = coming.len().checked_sub(on_mountains);
        let problem = || format!("{on_mountains} tokens lie on mountains, but only {} are not acquired", coming.len());
        table.token_supply = supply.ok_or_else(|| (Item::Pile, 0, problem()))? as u8;
        order.extend(coming);
        Ok(order)
    }

    fn stack_deck<'s>(&self, mut table: Table<'s>, tokens: &[u8]) -> Result<State<'s>, Fault> {
        let setup = table.setup;
        let kinds = |what: Item, names: &[String]| -> Result<Vec<KindId>, Fault> {
            names.iter().map(|name| find_kind(setup, name).map_err(|p| (what, 0, p))).collect()
        };
        let laid: Vec<KindId> = table.landscape.tiles()[1..].iter().map(|t| t.kind()).collect();
        let discarded = kinds(Item::Discarded, &self.discarded)?;
        let coming = kinds(Item::Coming, &self.coming)?;
        let order = [&laid[..], &discarded, &coming].concat();
        let deal = Deal::new(setup, &order, tokens).map_err(|p| (Item::Coming, 0, p))?;
        let mut drawn = laid.len() + discarded.len();
        match self.phase {
            Phase::Place => {
                let &hand = coming.first().ok_or((Item::Turn, 0, "no tile is in hand to be placed".to_owned()))?;
                if !table.take_in_hand(hand) {
                    return Err((Item::Coming, 0, format!("{} fits nowhere and would be discarded", self.coming[0])));
                }
                drawn += 1;
            }
            Phase::Act => {}
            Phase::Over if coming.is_empty() => {}
            Phase::Over => return Err((Item::Coming, 0, "the game is over, no tile is to come".into())),
        }
        for kind in &order[drawn..] {
            table.left[kind.index()] += 1;
        }
        table.tiles_left = (order.len() - drawn) as u8;
        let owners: Vec<Player> = self
            .acquired
            .iter()
            .map(|&(seat, _)| self.seat(seat))
            .collect::<Result<_, _>>()
            .map_err(|p| (Item::Acquired, 0, p))?;
        Ok(State::assemble(table, &deal, drawn, &owners))
    }
}

fn find_kind(setup: &Setup, name: &str) -> Result<KindId, String> {
    setup.catalogue().find(name).ok_or_else(|| format!("\"{name}\" is no kind of tile in {}", setup.catalogue().name()))
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("\"{text}\" is no number that fits here"))
}

fn parse_spot(text: &str) -> Result<Spot, String> {
    let (cell, segment) = text
        .trim()
        .split_once(' ')
        .ok_or_else(|| format!("\"{text}\" is no place; a place is a cell and a segment, such as 1,0 railroad N"))?;
    Ok(Spot { cell: cell.parse().map_err(|e| format!("{e}"))?, segment: segment.trim().into() })
}

/// What is wrong: the kind of line, which of these lines, and the problem.
type Fault = (Item, usize, String);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    Players,
    Rules,
    Tile,
    Cowboy,
    Tent,
    Pile,
    Points,
    Acquired,
    Unmined,
    Turn,
    Discarded,
    Coming,
    Tokens,
}

impl Item {
    fn word(self) -> &'static str {
        [
            "players",
            "rules",
            "tile",
            "cowboy",
            "tent",
            "pile",
            "points",
            "acquired",
            "unmined",
            "turn",
            "discarded",
            "coming",
            "tokens",
        ][self as usize]
    }
}

impl State<'_> {
    /// The position, written down: [`Scenario::state`] makes an equal state of it.
    pub fn scenario(&self) -> Scenario {
        let table = &self.table;
        let name = |kind: KindId| table.setup.catalogue().kind(kind).name.clone();
        let spot = |segment| Spot { cell: table.landscape.tile_of(segment).cell(), segment: table.label(segment) };
        let seats = || Player::all(table.players());
        let mut piles = Vec::new();
        for segment in (0..table.landscape.features().len() as u16).map(SegmentId) {
            let mountain = table.feature(segment);
            let word = table.word(mountain);
            let first = table.landscape.features().ring(mountain).min() == Some(segment);
            let in_play = table.kind(segment) == FeatureKind::Mountain && !word.is_settled();
            if first && in_play && word.b() != word.a() {
                piles.push((spot(segment), word.b()));
            }
        }
        let hand = (table.phase == Phase::Place).then_some(table.hand);
        Scenario {
            players: table.players(),
            rules: table.rules().clone(),
            tiles: table.landscape.tiles().iter().map(|t| (name(t.kind()), t.cell(), t.rotation())).collect(),
            cowboys: seats().flat_map(|p| table.cowboys(p).iter().map(move |&s| (p.index(), spot(s)))).collect(),
            tents: seats().flat_map(|p| table.tents(p).iter().map(move |&s| (p.index(), spot(s)))).collect(),
            piles,
            points: seats()
                .flat_map(|p| FeatureKind::ALL.map(|kind| (p.index(), kind, table.points(kind, p))))
                .filter(|&(_, _, points)| points > 0)
                .collect(),
            acquired: self.tokens.acquired().map(|(p, value)| (p.index(), value)).collect(),
            unmined: seats()
                .map(|p| (p.index(), table.unmined_turns[p]))
                .filter(|&(_, turns)| turns < u8::MAX && table.rules().mining_interval > 1)
                .collect(),
            turn: table.to_move.index(),
            phase: table.phase,
            discarded: self.discarded().into_iter().map(name).collect(),
            coming: hand.into_iter().chain(self.coming_tiles().iter().copied()).map(name).collect(),
            tokens: Some(self.tokens.coming().to_vec()),
        }
    }
}
