//! Finished games written down, format `goldrush-record/1`: enough to play them again and to check every turn.

use serde::{Deserialize, Serialize};

use super::catalogue::TokenMix;
use super::consequences::{Acquired, Evaluation, Observer};
use super::moves::{Action, Move};
use super::observation::Place;
use super::rules::{Locomotives, Rules};
use super::setup::{Deal, Setup};
use super::state::State;
use super::table::{Phase, Table};
use crate::game::{Points, State as _};
use crate::landscape::grid::{Cell, Rotation};
use crate::landscape::tile::KindId;
use crate::player::Player;

/// What `format` says.
pub const FORMAT: &str = "goldrush-record/1";

/// One finished game. Further keys in a file are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// `gold-rush`.
    pub game: String,
    /// Name of the tile catalogue.
    pub catalogue: String,
    /// Its hash, in hexadecimal.
    pub catalogue_hash: String,
    /// Seed of the run.
    pub seed: u64,
    /// Which deal of the run, from 0.
    pub block: u64,
    /// Entry i of the line-up sits in seat (i + seating) mod players.
    pub seating: usize,
    /// The options.
    pub rules: RecordRules,
    /// The agent of each seat.
    pub seats: Vec<String>,
    /// What was shuffled.
    pub deal: DealRecord,
    /// The turns in order.
    pub turns: Vec<TurnRecord>,
    /// What was scored at the end.
    #[serde(rename = "final")]
    pub end: EndRecord,
    /// Points of each seat by source.
    pub sources: Vec<Sources>,
    /// Points of each seat.
    pub scores: Vec<Points>,
}

/// The options of a game, as records name them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordRules {
    /// V1.
    pub farmers: bool,
    /// V2, per player.
    pub tents: u8,
    /// V3.
    pub locomotives: Locomotives,
    /// V4, playable.
    pub cowboys: u8,
    /// V5.
    pub take_back: bool,
    /// V6, if not the catalogue's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<TokenMix>,
    /// V8.
    #[serde(default = "one")]
    pub mining_interval: u8,
}

fn one() -> u8 {
    1
}

impl From<&Rules> for RecordRules {
    fn from(rules: &Rules) -> RecordRules {
        let Rules { farmers, tents, locomotives, cowboys, take_back, mining_interval, tokens } = rules.clone();
        RecordRules { farmers, tents, locomotives, cowboys, take_back, tokens, mining_interval }
    }
}

impl From<&RecordRules> for Rules {
    fn from(rules: &RecordRules) -> Rules {
        let RecordRules { farmers, tents, locomotives, cowboys, take_back, tokens, mining_interval } = rules.clone();
        Rules { farmers, tents, locomotives, cowboys, take_back, mining_interval, tokens }
    }
}

/// The order of everything hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRecord {
    /// Kinds of the tiles after the start tile, in the order drawn.
    pub tiles: Vec<String>,
    /// Token values in the order of acquisition.
    pub tokens: Vec<u8>,
}

/// One turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnRecord {
    /// Whose.
    pub seat: usize,
    /// Tiles drawn that fitted nowhere.
    pub discarded: Vec<String>,
    /// The tile laid.
    pub tile: String,
    /// Its cell.
    pub x: i8,
    /// Its cell.
    pub y: i8,
    /// Its angle in degrees.
    pub rotation: u16,
    /// What was done then.
    pub action: ActionRecord,
    /// Tokens acquired, in order.
    pub taken: Vec<TakenRecord>,
    /// Features that scored.
    pub scored: Vec<ScoredRecord>,
}

/// An action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ActionRecord {
    /// G10.
    None,
    /// G9; `from` names the tent if a player has several.
    Mine {
        /// The tent that mines.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<PlaceRecord>,
    },
    /// G7, on the new tile.
    Cowboy {
        /// The segment's name.
        segment: String,
    },
    /// G8.
    Tent {
        /// Where it goes.
        #[serde(flatten)]
        to: PlaceRecord,
        /// Where it comes from, if a player has several and it was pitched already.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<PlaceRecord>,
    },
    /// V5.
    TakeBack {
        /// Where it stood.
        #[serde(flatten)]
        at: PlaceRecord,
    },
}

/// A segment on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceRecord {
    /// The tile's cell.
    pub x: i8,
    /// The tile's cell.
    pub y: i8,
    /// The segment's name.
    pub segment: String,
}

impl From<Place> for PlaceRecord {
    fn from(place: Place) -> PlaceRecord {
        PlaceRecord { x: place.x, y: place.y, segment: place.segment }
    }
}

/// A token acquired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakenRecord {
    /// By whom.
    pub seat: usize,
    /// Its value.
    pub value: u8,
}

/// A feature that scored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScoredRecord {
    /// Its kind.
    pub feature: String,
    /// The distinct cells it lies on.
    pub tiles: Vec<[i8; 2]>,
    /// Points for each of its seats.
    pub points: Points,
    /// The seats that score.
    pub seats: Vec<usize>,
}

impl ScoredRecord {
    fn new(table: &Table, evaluation: &Evaluation) -> ScoredRecord {
        let landscape = table.landscape();
        let cells = landscape.features().ring(evaluation.feature).map(|s| landscape.tile_of(s).cell());
        let mut tiles: Vec<_> = cells.map(|c| [c.x, c.y]).collect();
        tiles.sort_unstable();
        tiles.dedup();
        ScoredRecord {
            feature: evaluation.kind.name().into(),
            tiles,
            points: evaluation.points,
            seats: evaluation.seats.iter().map(Player::index).collect(),
        }
    }
}

/// The final scoring.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EndRecord {
    /// Incomplete features and prairies that scored.
    pub scored: Vec<ScoredRecord>,
}

/// Points of a seat by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)] // The names say it.
pub struct Sources {
    pub railroad: Points,
    pub mountain: Points,
    pub city: Points,
    pub prairie: Points,
    pub tokens: Points,
}

impl Sources {
    fn of(state: &State, player: Player) -> Sources {
        let [railroad, mountain, city, prairie, tokens] = state.sources(player);
        Sources { railroad, mountain, city, prairie, tokens }
    }
}

/// Writes a game down while it is played.
#[derive(Clone, Default, Debug)]
pub struct Recorder {
    turns: Vec<TurnRecord>,
    end: EndRecord,
    discarded: Vec<KindId>,
}

impl Observer for Recorder {
    fn moving(&mut self, table: &Table, mv: Move) {
        let catalogue = table.setup().catalogue();
        let name = |kind| catalogue.kind(kind).name.clone();
        match (mv, self.turns.last_mut()) {
            (Move::Place { cell, rotation }, _) => self.turns.push(TurnRecord {
                seat: table.seat().index(),
                discarded: std::mem::take(&mut self.discarded).into_iter().map(name).collect(),
                tile: name(table.hand()),
                x: cell.x,
                y: cell.y,
                rotation: rotation.degrees(),
                action: ActionRecord::None,
                taken: Vec::new(),
                scored: Vec::new(),
            }),
            (Move::Act(action), Some(turn)) => turn.action = ActionRecord::new(table, action),
            (Move::Act(_), None) => unreachable!("a turn begins with a placement"),
        }
    }

    fn discarded(&mut self, kind: KindId) {
        self.discarded.push(kind);
    }

    fn token(&mut self, player: Player, value: u8, _: Acquired) {
        if let Some(turn) = self.turns.last_mut() {
            turn.taken.push(TakenRecord { seat: player.index(), value });
        }
    }

    fn evaluated(&mut self, table: &Table, evaluation: &Evaluation) {
        if evaluation.points == 0 || evaluation.seats.is_empty() {
            return;
        }
        let scored = ScoredRecord::new(table, evaluation);
        match self.turns.last_mut() {
            Some(turn) if evaluation.complete => turn.scored.push(scored),
            _ => self.end.scored.push(scored),
        }
    }
}

impl Recorder {
    /// The turns so far.
    pub fn turns(&self) -> &[TurnRecord] {
        &self.turns
    }

    /// What was scored at the end, once the game is over.
    pub fn end(&self) -> &EndRecord {
        &self.end
    }

    /// The record of a game that is over; `seats` names the agents.
    pub fn finish(self, state: &State, seed: u64, block: u64, seating: usize, seats: Vec<String>) -> Record {
        let setup = state.table().setup();
        let catalogue = setup.catalogue();
        let (tiles, tokens) = state.deal_order();
        Record {
            format: FORMAT.into(),
            game: super::GAME.into(),
            catalogue: catalogue.name().into(),
            catalogue_hash: format!("{:016x}", catalogue.hash()),
            seed,
            block,
            seating,
            rules: setup.rules().into(),
            seats,
            deal: DealRecord { tiles: tiles.into_iter().map(|k| catalogue.kind(k).name.clone()).collect(), tokens },
            turns: self.turns,
            end: self.end,
            sources: Player::all(setup.players()).map(|p| Sources::of(state, p)).collect(),
            scores: state.scores().as_slice().to_vec(),
        }
    }
}

impl ActionRecord {
    fn new(table: &Table, action: Action) -> ActionRecord {
        let place = |segment| PlaceRecord::from(Place::new(table, segment));
        let tents = table.tents(table.seat());
        let several = table.rules().tents > 1;
        match action {
            Action::None => ActionRecord::None,
            Action::Cowboy { segment } => {
                let tile = table.landscape().tile(table.newest());
                ActionRecord::Cowboy { segment: table.label(tile.segment(usize::from(segment))) }
            }
            Action::Tent { tent, to } => ActionRecord::Tent {
                to: place(to),
                from: tents.get(usize::from(tent)).filter(|_| several).map(|&s| place(s)),
            },
            Action::Mine { tent } => ActionRecord::Mine { from: several.then(|| place(tents[usize::from(tent)])) },
            Action::TakeBack { cowboy } => {
                ActionRecord::TakeBack { at: place(table.cowboys(table.seat())[usize::from(cowboy)]) }
            }
        }
    }

    /// The action as text of this position, for [`Table::parse_action`].
    fn text(&self) -> String {
        let place = |p: &PlaceRecord| format!("{},{} {}", p.x, p.y, p.segment);
        let from = |p: &Option<PlaceRecord>| p.as_ref().map(|p| format!(" from {}", place(p))).unwrap_or_default();
        match self {
            ActionRecord::None => "none".into(),
            ActionRecord::Cowboy { segment } => format!("cowboy {segment}"),
            ActionRecord::Tent { to, from: f } => format!("tent {}{}", place(to), from(f)),
            ActionRecord::Mine { from: f } => format!("mine{}", from(f)),
            ActionRecord::TakeBack { at } => format!("take_back {}", place(at)),
        }
    }
}

/// Where a record and the rules disagree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{problem}", self.place())]
pub struct RecordError {
    /// The turn, from 0; none if it is about the whole game.
    pub turn: Option<usize>,
    /// What disagrees.
    pub problem: String,
}

impl RecordError {
    fn place(&self) -> String {
        self.turn.map(|t| format!("turn {t}: ")).unwrap_or_default()
    }
}

fn wrong(problem: impl Into<String>) -> RecordError {
    RecordError { turn: None, problem: problem.into() }
}

impl Record {
    /// The options and number of players; the catalogue is for the caller to find.
    ///
    /// # Errors
    /// If this is not a game this program knows.
    pub fn check_format(&self) -> Result<(Rules, usize), RecordError> {
        if self.format != FORMAT {
            return Err(wrong(format!("format \"{}\"; {FORMAT} is expected", self.format)));
        }
        if self.game != super::GAME {
            return Err(wrong(format!("game \"{}\"; {} is expected", self.game, super::GAME)));
        }
        Ok(((&self.rules).into(), self.seats.len()))
    }

    /// Begins to play the game again.
    ///
    /// # Errors
    /// If the record is of another setup or its deal is not one of it.
    pub fn replay<'r, 's>(&'r self, setup: &'s Setup) -> Result<Replay<'r, 's>, RecordError> {
        let (rules, players) = self.check_format()?;
        if &rules != setup.rules() || players != setup.players() {
            return Err(wrong("the rules or the number of seats are not those of the setup"));
        }
        let hash = format!("{:016x}", setup.catalogue().hash());
        if !self.catalogue_hash.is_empty() && self.catalogue_hash != hash {
            return Err(wrong(format!("catalogue {} has hash {}, here {hash}", self.catalogue, self.catalogue_hash)));
        }
        let kinds: Result<Vec<_>, _> = (self.deal.tiles.iter())
            .map(|name| {
                setup.catalogue().find(name).ok_or_else(|| wrong(format!("no kind of tile is called \"{name}\"")))
            })
            .collect();
        let deal = Deal::new(setup, &kinds?, &self.deal.tokens).map_err(wrong)?;
        let full = Deal::ordered(setup);
        let sorted = |kinds: &[KindId]| {
            let mut kinds = kinds.to_vec();
            kinds.sort_unstable();
            kinds
        };
        if sorted(deal.tiles()) != sorted(full.tiles()) {
            return Err(wrong("the deal is not the catalogue without its start tile"));
        }
        let mut recorder = Recorder::default();
        let state = State::with_deal(setup, &deal, &mut recorder);
        Ok(Replay { record: self, recorder, state })
    }
}

/// A record being played again, turn by turn.
pub struct Replay<'r, 's> {
    record: &'r Record,
    recorder: Recorder,
    state: State<'s>,
}

impl<'s> Replay<'_, 's> {
    /// The position after the turns played so far.
    pub fn state(&self) -> &State<'s> {
        &self.state
    }

    /// What was played and scored so far.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// Plays the next turn. False when all turns were played and the end agrees too.
    ///
    /// # Errors
    /// If the record does not agree with the rules.
    pub fn step(&mut self) -> Result<bool, RecordError> {
        let turn = self.recorder.turns.len();
        let at = |problem: String| RecordError { turn: Some(turn), problem };
        let Some(recorded) = self.record.turns.get(turn) else {
            return self.check_end().map(|()| false);
        };
        if self.state.phase() == Phase::Over {
            return Err(at("the game is over, but the record goes on".into()));
        }
        let rotation = Rotation::from_degrees(recorded.rotation);
        let rotation = rotation.ok_or_else(|| at(format!("{} is no rotation", recorded.rotation)))?;
        let place = Move::Place { cell: Cell { x: recorded.x, y: recorded.y }, rotation };
        if !self.state.is_legal(place) {
            return Err(at(format!(
                "{} cannot be laid at {},{} turned by {rotation}",
                recorded.tile, recorded.x, recorded.y
            )));
        }
        self.state.play_observed(place, &mut self.recorder);
        let text = recorded.action.text();
        let action = self.state.table().parse_action(&text).map_err(at)?;
        if !self.state.is_legal(Move::Act(action)) {
            return Err(at(format!("illegal action {text}")));
        }
        self.state.play_observed(Move::Act(action), &mut self.recorder);
        let played = &self.recorder.turns[turn];
        same("seat", &played.seat, &recorded.seat).map_err(at)?;
        same("discarded", &played.discarded, &recorded.discarded).map_err(at)?;
        same("tile", &played.tile, &recorded.tile).map_err(at)?;
        same("taken", &played.taken, &recorded.taken).map_err(at)?;
        same("scored", &in_order(&played.scored), &in_order(&recorded.scored)).map_err(at)?;
        Ok(true)
    }

    fn check_end(&self) -> Result<(), RecordError> {
        if self.state.phase() != Phase::Over {
            return Err(wrong("the record ends, but the game goes on"));
        }
        same("final scored", &in_order(&self.recorder.end.scored), &in_order(&self.record.end.scored))
            .map_err(wrong)?;
        let sources: Vec<_> = Player::all(self.state.players()).map(|p| Sources::of(&self.state, p)).collect();
        same("sources", &sources, &self.record.sources).map_err(wrong)?;
        same("scores", &self.state.scores().as_slice(), &self.record.scores.as_slice()).map_err(wrong)
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, played: &T, recorded: &T) -> Result<(), String> {
    if played == recorded { Ok(()) } else { Err(format!("{what} {recorded:?} in the record, {played:?} by the rules")) }
}

/// Scored features in an order that does not depend on who lists them; those without points do not count.
fn in_order(scored: &[ScoredRecord]) -> Vec<(String, Vec<[i8; 2]>, Points, Vec<usize>)> {
    let mut all: Vec<_> = scored
        .iter()
        .filter(|s| s.points > 0)
        .map(|s| {
            let (mut tiles, mut seats) = (s.tiles.clone(), s.seats.clone());
            tiles.sort_unstable();
            seats.sort_unstable();
            (s.feature.clone(), tiles, s.points, seats)
        })
        .collect();
    all.sort();
    all
}
