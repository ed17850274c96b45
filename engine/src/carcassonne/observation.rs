//! Information available to a seat, in a form that can be sent: everything but the order of the upcoming tiles.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::catalogue::FeatureKind;
use super::setup::Setup;
use super::state::State;
use super::table::Table;
use super::tiles::tiles_in;
use super::{GAME, GAME_WITH_MINES};
use crate::game::{Points, Text};
use crate::landscape::grid::Cell;
use crate::landscape::observed::{ObservedTile, Place, PointsByKind, points};
use crate::landscape::{MAX_TILES, TileId};
use crate::player::Player;

/// Public information, which is all that a seat may know.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};
/// use goldrush_engine::game::{Game, State};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::deal_stream;
///
/// let setup = Setup::new(Arc::new(Catalogue::printed()), Rules::default(), 2)?;
/// let state = Carcassonne::deal(&setup, &mut deal_stream(7, 0));
/// let seen = state.observation(Player::FIRST);
/// assert_eq!((&seen.phase[..], seen.seats[0].follower_supply), ("place", 7));
///
/// // A game consistent with the observation; the upcoming tiles are in some order.
/// assert_eq!(seen.state(&setup)?.observation(Player::FIRST), seen);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// Name of the game: another one with The Gold Mines.
    pub game: Cow<'static, str>,
    /// Observing seat.
    pub seat: usize,
    /// Seat to decide; `None` when the game is over.
    pub to_move: Option<usize>,
    /// Seat whose turn it is.
    pub active: usize,
    /// Kind of the next decision: `place`, `ingot`, `follow`, `take`, or `over`.
    pub phase: Cow<'static, str>,
    /// Kind of the tile to be laid, or just laid.
    pub tile: String,
    /// Tiles on the table, in the order laid.
    pub landscape: Vec<TileWithIngots>,
    /// Public state of each seat.
    pub seats: Vec<ObservedSeat>,
    /// Number of tiles that nobody has seen, by kind: those left to draw, and those left out (V20).
    pub tiles_left: BTreeMap<String, u8>,
}

/// A tile on the table, with its ingots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TileWithIngots {
    /// The tile.
    #[serde(flatten)]
    pub laid: ObservedTile,
    /// Number of ingots on it.
    pub ingots: u8,
}

/// Public state of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObservedSeat {
    /// Points so far by kind of feature.
    pub points: PointsByKind,
    /// Followers on the table, in the order placed.
    pub followers: Vec<Place>,
    /// Followers in supply.
    pub follower_supply: usize,
    /// Ingots collected.
    pub ingots: u8,
    /// Cells of the tiles, in the order laid, from which the seat may still take ingots.
    pub claims: Vec<[i8; 2]>,
}

impl ObservedSeat {
    fn new(table: &Table, seat: Player) -> ObservedSeat {
        ObservedSeat {
            points: points(table, FeatureKind::ALL, seat),
            followers: Place::all(table, table.followers(seat)),
            follower_supply: table.follower_supply(seat),
            ingots: table.collected(seat),
            claims: tiles_in(table.pieces.claims[seat])
                .map(|tile| table.landscape().tile(tile).cell())
                .map(|Cell { x, y }| [x, y])
                .collect(),
        }
    }
}

impl Observation {
    pub(super) fn new(table: &Table, observer: Player) -> Observation {
        let laid = table
            .landscape()
            .tiles()
            .iter()
            .map(|tile| ObservedTile::new(table, *tile));
        let ingots = (0..).map(|at| table.ingots_on(TileId(at)));
        Observation {
            game: if table.rules().gold_mines {
                GAME_WITH_MINES
            } else {
                GAME
            }
            .into(),
            seat: observer.index(),
            to_move: table.to_move().map(Player::index),
            active: table.active().index(),
            phase: table.phase().name().into(),
            tile: table.kind_name(table.hand()).into(),
            landscape: laid
                .zip(ingots)
                .map(|(laid, ingots)| TileWithIngots { laid, ingots })
                .collect(),
            seats: Player::all(table.players())
                .map(|seat| ObservedSeat::new(table, seat))
                .collect(),
            tiles_left: table.names_left().collect(),
        }
    }

    /// Lists a number of each seat, each after a blank.
    fn numbers_by_seat(&self, number: impl Fn(&ObservedSeat) -> Points) -> String {
        self.seats
            .iter()
            .map(|seat| format!(" {}", number(seat)))
            .collect()
    }

    /// Returns a game consistent with the observation; the upcoming tiles are in some order.
    ///
    /// # Errors
    /// If the observation does not fit this setup.
    pub fn state<'s>(&self, setup: &'s Setup) -> Result<State<'s>, String> {
        if self.seats.len() != setup.players() {
            return Err("another number of players".into());
        }
        if self.landscape.len() > MAX_TILES {
            return Err("more tiles than a landscape holds".into());
        }
        let kinds = self
            .landscape
            .iter()
            .map(|tile| &tile.laid.tile)
            .chain(self.tiles_left.keys());
        let mut names = kinds
            .chain([&self.tile])
            .map(String::as_str)
            .chain([&self.phase[..]]);
        let mut followers = self.seats.iter().flat_map(|seat| &seat.followers);
        if names.any(|name| name.contains(char::is_whitespace))
            || followers.any(|follower| follower.segment.contains(char::is_control))
        {
            return Err("a name with blanks in it".into());
        }
        let mut text = String::new();
        for TileWithIngots {
            laid:
                ObservedTile {
                    tile,
                    x,
                    y,
                    rotation,
                },
            ingots,
        } in &self.landscape
        {
            let _ = writeln!(text, "tile {tile} {x},{y} {rotation} {ingots}");
        }
        for (number, seat) in self.seats.iter().enumerate() {
            for Place { x, y, segment } in &seat.followers {
                let _ = writeln!(text, "follower {number} {x},{y} {segment}");
            }
        }
        for name in FeatureKind::NAMES {
            let points = self.numbers_by_seat(|seat| seat.points.get(name).copied().unwrap_or(0));
            let _ = writeln!(text, "points {name}{points}");
        }
        let ingots = self.numbers_by_seat(|seat| seat.ingots.into());
        let _ = writeln!(text, "ingots{ingots}");
        for (number, seat) in self
            .seats
            .iter()
            .enumerate()
            .filter(|(_, seat)| !seat.claims.is_empty())
        {
            let mut tiles = 0_u128;
            for claim in &seat.claims {
                let at = self
                    .landscape
                    .iter()
                    .position(|tile| [tile.laid.x, tile.laid.y] == *claim);
                tiles |= 1 << at.ok_or("ingots are claimed from a cell without a tile")?;
            }
            let _ = writeln!(text, "claim {number} {tiles:x}");
        }
        let to_move = self.to_move.unwrap_or(self.active);
        let _ = writeln!(
            text,
            "turn {} {to_move} {} {}",
            self.active, self.phase, self.tile
        );
        let left = self
            .tiles_left
            .iter()
            .flat_map(|(kind, count)| (0..*count).map(move |_| &kind[..]));
        let _ = writeln!(text, "coming {}", left.collect::<Vec<_>>().join(" "));
        State::from_text(setup, &text).map_err(|e| e.problem)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Catalogue, Rules};
    use super::*;
    use crate::conformance::{check_observations, check_refused};
    use crate::game::State as _;
    use crate::rng::tool_stream;

    /// Parsing a sent observation gives a game that the seat cannot distinguish, with the same moves.
    #[test]
    fn observation_round_trips_to_an_equivalent_game() {
        let mut rng = tool_stream(11);
        let mut claimed = 0;
        for game in 0..60 {
            let rules = Rules {
                gold_mines: game % 3 > 0,
                farmers: game % 4 > 0,
                ..Rules::default()
            };
            let setup = Setup::new(Catalogue::printed().into(), rules, 2 + game % 4).unwrap();
            let state = State::deal(&setup, &mut rng);
            let read = |seen: &Observation| seen.state(&setup).unwrap();
            check_observations(state, &mut rng, read, |seen| {
                claimed += u32::from(seen.phase == "take");
            });
        }
        assert!(claimed > 0, "no ingot was ever chosen");
    }

    #[test]
    fn invalid_observations_are_refused() {
        let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2).unwrap();
        let state = State::deal(&setup, &mut tool_stream(1));
        let seen = state.observation(Player::FIRST);
        check_refused(
            &seen,
            |seen| seen.state(&setup),
            &[
                |seen| seen.seats.truncate(1),
                |seen| seen.tile = "no such kind".into(),
                |seen| seen.landscape = vec![seen.landscape[0].clone(); 2],
                |seen| {
                    seen.seats[0].followers.push(Place {
                        x: 1,
                        y: 0,
                        segment: "road".into(),
                    });
                },
                |seen| seen.seats[0].claims.push([9, 9]),
                |seen| _ = seen.tiles_left.insert("D".into(), 200),
                |seen| _ = seen.tiles_left.insert("D\nturn 0 0 over A".into(), 1),
                |seen| _ = seen.tiles_left.insert("GM1".into(), 1),
                |seen| seen.landscape.clear(),
                |seen| seen.phase = "take".into(),
                |seen| (seen.phase, seen.tile) = ("follow".into(), "X".into()),
                |seen| seen.to_move = Some(1),
                |seen| {
                    seen.seats[1]
                        .points
                        .values_mut()
                        .for_each(|points| *points = Points::MAX);
                },
            ],
        );
    }
}
