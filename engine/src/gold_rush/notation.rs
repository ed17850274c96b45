//! Text of moves and their segments: `place 3,-1 90`, `cowboy railroad N`, `tent 0,0 mountain N`, `mine`, `take_back
//! 1,0 prairie Nw`, `none`. With two or more tents per player, moving and mining name the tent: `tent 0,0 mountain N
//! from 2,1 mountain E`, `mine from 2,1 mountain E`.

use super::moves::{Action, Move};
use super::scenario::Scenario;
use super::setup::Setup;
use super::state::State;
use super::table::Table;
use crate::game::{Text, TextError};
use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Cell, Rotation};

impl Table<'_> {
    /// Formats cell and segment: `1,0 railroad N`.
    pub fn place_text(&self, segment: SegmentId) -> String {
        format!(
            "{} {}",
            self.landscape().tile_of(segment).cell(),
            self.label(segment)
        )
    }

    /// Finds a segment of the tile on a cell by its label.
    ///
    /// # Errors
    /// If there is no tile, or no such segment on it; lists the tile's segments.
    pub fn find_segment(&self, cell: Cell, label: &str) -> Result<SegmentId, String> {
        let id = self
            .landscape()
            .tile_at(cell)
            .ok_or_else(|| format!("no tile lies at {cell}"))?;
        let tile = self.landscape().tile(id);
        let labels: Vec<_> = self
            .segments(tile)
            .iter()
            .map(|s| s.label(tile.rotation()))
            .collect();
        labels
            .iter()
            .position(|l| l == label)
            .map(|at| tile.segment(at))
            .ok_or_else(|| {
                format!(
                    "the tile at {cell} has no segment \"{label}\"; it has {}",
                    labels.join(", ")
                )
            })
    }

    /// Parses cell and segment: `1,0 railroad N`.
    ///
    /// # Errors
    /// If there is no such segment.
    pub fn parse_place(&self, text: &str) -> Result<SegmentId, String> {
        let (cell, label) = text.trim().split_once(' ').ok_or_else(|| {
            format!(
                "\"{text}\" is no place; a place is a cell and a segment, such as 1,0 railroad N"
            )
        })?;
        self.find_segment(cell.parse().map_err(|e| format!("{e}"))?, label.trim())
    }

    /// Formats an action of the player to move.
    pub fn action_text(&self, action: Action) -> String {
        let player = self.seat();
        let several = self.rules().tents > 1;
        match action {
            Action::None => "none".into(),
            Action::Cowboy { segment } => {
                let tile = self.landscape().tile(self.newest());
                format!("cowboy {}", self.label(tile.segment(usize::from(segment))))
            }
            Action::Tent { tent, to } => {
                let target = format!("tent {}", self.place_text(to));
                match self.tents(player).get(usize::from(tent)) {
                    Some(&from) if several => format!("{target} from {}", self.place_text(from)),
                    _ => target,
                }
            }
            Action::Mine { tent } => match self.tents(player).get(usize::from(tent)) {
                Some(&from) if several => format!("mine from {}", self.place_text(from)),
                _ => "mine".into(),
            },
            Action::TakeBack { cowboy } => {
                format!(
                    "take_back {}",
                    self.place_text(self.cowboys(player)[usize::from(cowboy)])
                )
            }
        }
    }

    /// Parses an action of the player to move; it need not be legal.
    ///
    /// # Errors
    /// If the text is not an action.
    pub fn parse_action(&self, text: &str) -> Result<Action, String> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (word, rest) {
            ("none", "") => Ok(Action::None),
            ("cowboy", label) if !label.is_empty() => {
                let tile = self.landscape().tile(self.newest());
                let segment = self.find_segment(tile.cell(), label)?;
                Ok(Action::Cowboy {
                    segment: self.landscape().index_on_tile(segment) as u8,
                })
            }
            ("tent", target) if !target.is_empty() => match target.split_once(" from ") {
                None => Ok(Action::Tent {
                    tent: self.supply_tent(),
                    to: self.parse_place(target)?,
                }),
                Some((to, from)) => Ok(Action::Tent {
                    tent: self.parse_tent(from)?,
                    to: self.parse_place(to)?,
                }),
            },
            ("mine", "") => Ok(Action::Mine { tent: 0 }),
            ("mine", from) => {
                let from = from
                    .strip_prefix("from ")
                    .ok_or("mine is followed by nothing or by from and a place")?;
                Ok(Action::Mine {
                    tent: self.parse_tent(from)?,
                })
            }
            ("take_back", place) if !place.is_empty() => {
                let segment = self.parse_place(place)?;
                let own = self.cowboys(self.seat()).iter().position(|&s| s == segment);
                let cowboy =
                    own.ok_or_else(|| format!("player {} has no cowboy at {place}", self.seat()))?;
                Ok(Action::TakeBack {
                    cowboy: cowboy as u8,
                })
            }
            _ => Err(format!(
                "\"{text}\" is no move; place X,Y ROTATION, none, cowboy SEGMENT, tent X,Y SEGMENT, mine and take_back X,Y SEGMENT are"
            )),
        }
    }

    /// Returns the tent index that means one from the supply; always 0 with one tent per player.
    pub(super) fn supply_tent(&self) -> u8 {
        if self.rules().tents > 1 {
            self.tents(self.seat()).len() as u8
        } else {
            0
        }
    }

    fn parse_tent(&self, place: &str) -> Result<u8, String> {
        let segment = self.parse_place(place)?;
        let own = self.tents(self.seat()).iter().position(|&s| s == segment);
        own.map(|tent| tent as u8)
            .ok_or_else(|| format!("player {} has no tent at {place}", self.seat()))
    }
}

/// Parses a rotation in degrees.
pub(super) fn parse_rotation(text: &str) -> Result<Rotation, String> {
    text.parse()
        .ok()
        .and_then(Rotation::from_degrees)
        .ok_or_else(|| format!("\"{text}\" is no rotation; 0, 90, 180 and 270 are"))
}

/// Parses cell and rotation: `1,0 90`.
fn parse_placement(text: &str) -> Result<Move, String> {
    let (cell, rotation) = text.split_once(' ').ok_or_else(|| {
        format!("\"place {text}\" is no placement; a placement is place X,Y ROTATION")
    })?;
    Ok(Move::Place {
        cell: cell.parse().map_err(|e| format!("{e}"))?,
        rotation: parse_rotation(rotation)?,
    })
}

impl<'s> Text for State<'s> {
    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Place { cell, rotation } => format!("place {cell} {rotation}"),
            Move::Act(action) => self.table.action_text(action),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let text = text.trim();
        match text.strip_prefix("place ") {
            Some(placement) => parse_placement(placement),
            None => self.table.parse_action(text).map(Move::Act),
        }
        .map_err(|problem| TextError { line: 1, problem })
    }

    fn to_text(&self) -> String {
        self.scenario().to_string()
    }

    fn from_text(setup: &'s Setup, text: &str) -> Result<State<'s>, TextError> {
        let scenario: Scenario = text.parse()?;
        scenario.state(setup).map_err(|e| e.at_line_of(text))
    }
}
