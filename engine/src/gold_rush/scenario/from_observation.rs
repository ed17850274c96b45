//! Scenario of an observation, with hidden information filled in.

use super::build::{Fault, Item};
use super::{Scenario, ScenarioError, Spot};
use crate::gold_rush::catalogue::FeatureKind;
use crate::gold_rush::observation::{Observation, ObservedSeat};
use crate::gold_rush::setup::Setup;
use crate::gold_rush::table::{Phase, Table};
use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Cell, Rotation};
use crate::landscape::observed::Place;

impl Observation {
    /// Returns a position consistent with the observation: upcoming tiles are sorted by name, and other seats hold the
    /// lowest tokens that the observer has not seen. The observer cannot tell it from the true position, except that V8
    /// reaches back at most 255 turns.
    ///
    /// # Errors
    /// If the observation does not fit this setup; names the problem and what is expected.
    pub fn scenario(&self, setup: &Setup) -> Result<Scenario, ScenarioError> {
        self.fill_in(setup)
            .map_err(|(item, index, problem)| ScenarioError {
                item: item.word(),
                index,
                problem,
            })
    }

    fn fill_in(&self, setup: &Setup) -> Result<Scenario, Fault> {
        let phase = Phase::ALL
            .into_iter()
            .find(|phase| phase.name() == self.phase);
        let phase = phase.ok_or_else(|| {
            (
                Item::Turn,
                0,
                format!("\"{}\" is nothing to decide", self.phase),
            )
        })?;
        let hand = (phase == Phase::Place).then(|| self.tile.clone());
        let left = self
            .tiles_left
            .iter()
            .flat_map(|(tile, count)| vec![tile.clone(); usize::from(*count)]);
        let mut points = Vec::new();
        for (seat, seen) in self.seats.iter().enumerate() {
            for kind in FeatureKind::ALL {
                points.push((
                    seat,
                    kind,
                    seen.points.get(kind.name()).copied().unwrap_or(0),
                ));
            }
        }
        let mut scenario = Scenario {
            players: self.seats.len(),
            rules: setup.rules().clone(),
            tiles: self.laid()?,
            cowboys: self.pieces(|seat| &seat.cowboys),
            tents: self.pieces(|seat| &seat.tents),
            piles: Vec::new(),
            points,
            acquired: self.acquired(setup)?,
            unmined: self
                .seats
                .iter()
                .map(|seat| seat.unmined_turns)
                .enumerate()
                .collect(),
            turn: self.to_move.unwrap_or(0),
            phase,
            discarded: self.discarded.clone(),
            coming: hand.into_iter().chain(left).collect(),
            tokens: None,
        };
        scenario.piles = self.all_piles(&scenario, setup)?;
        Ok(scenario)
    }

    fn laid(&self) -> Result<Vec<(String, Cell, Rotation)>, Fault> {
        let laid = self.landscape.iter().enumerate().map(|(i, tile)| {
            let rotation = Rotation::from_degrees(tile.rotation).ok_or_else(|| {
                (
                    Item::Tile,
                    i,
                    format!("{} is no rotation; 0, 90, 180 and 270 are", tile.rotation),
                )
            })?;
            Ok((
                tile.tile.clone(),
                Cell {
                    x: tile.x,
                    y: tile.y,
                },
                rotation,
            ))
        });
        laid.collect()
    }

    fn pieces(&self, of: impl Fn(&ObservedSeat) -> &Vec<Place>) -> Vec<(usize, Spot)> {
        let seats = self.seats.iter().enumerate();
        seats
            .flat_map(|(seat, seen)| of(seen).iter().map(move |place| (seat, spot(place))))
            .collect()
    }

    /// Returns the observer's tokens, followed by the lowest remaining ones for the others.
    fn acquired(&self, setup: &Setup) -> Result<Vec<(usize, u8)>, Fault> {
        let mut rest: Vec<u8> = setup.tokens().values().collect();
        for own in &self.own_tokens {
            let at = rest.iter().position(|value| value == own);
            rest.remove(
                at.ok_or_else(|| (Item::Acquisition, 0, format!("too many tokens of {own}")))?,
            );
        }
        let others = self
            .seats
            .iter()
            .enumerate()
            .filter(|(seat, _)| *seat != self.seat);
        let owners = others.flat_map(|(seat, seen)| vec![seat; usize::from(seen.tokens)]);
        let own = self.own_tokens.iter().map(|value| (self.seat, *value));
        Ok(own.chain(owners.zip(rest)).collect())
    }

    /// Returns the tokens on every mountain in play, including those without tokens.
    fn all_piles(&self, scenario: &Scenario, setup: &Setup) -> Result<Vec<(Spot, u8)>, Fault> {
        let mut table = Table::new(setup);
        scenario.lay_tiles(&mut table)?;
        let mut piles = Vec::new();
        for segment in (0..table.landscape.features().len() as u16).map(SegmentId) {
            let mountain = table.feature(segment);
            let in_play =
                table.kind(segment) == FeatureKind::Mountain && !table.word(mountain).is_settled();
            if in_play && table.landscape.features().ring(mountain).min() == Some(segment) {
                piles.push((spot(&Place::new(&table, segment)), 0));
            }
        }
        piles.extend(self.piles.iter().map(|pile| (spot(&pile.at), pile.tokens)));
        Ok(piles)
    }
}

fn spot(place: &Place) -> Spot {
    Spot {
        cell: Cell {
            x: place.x,
            y: place.y,
        },
        segment: place.segment.clone(),
    }
}
