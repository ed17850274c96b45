//! Information available to a seat, in a form that can be sent: everything but the order of the upcoming tiles.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::catalogue::FeatureKind;
use super::setup::Setup;
use super::state::State;
use super::table::Table;
use super::tiles::tiles_in;
use crate::game::{Points, Text};
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
/// assert_eq!((seen.phase.as_str(), seen.seats[0].followers), ("place", 7));
///
/// // A game consistent with the observation; the upcoming tiles are in some order.
/// assert_eq!(seen.state(&setup)?.observation(Player::FIRST), seen);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// Number of players.
    pub players: usize,
    /// Seat to decide; `None` when the game is over.
    pub to_move: Option<usize>,
    /// Seat whose turn it is.
    pub active: usize,
    /// Kind of the next decision: `place`, `ingot`, `follow`, `take`, or `over`.
    pub phase: String,
    /// Kind of the tile to be laid, or just laid.
    pub hand: String,
    /// Tiles on the table, in the order laid.
    pub tiles: Vec<Tile>,
    /// Followers in the order placed.
    pub followers: Vec<Follower>,
    /// Public state by seat.
    pub seats: Vec<Seat>,
    /// Kinds that nobody has seen, with their numbers: those left to draw, and those left out (V20).
    pub left: Vec<(String, u8)>,
}

/// A tile on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tile {
    /// Kind of the tile.
    pub kind: String,
    /// Column, growing east.
    pub x: i8,
    /// Row, growing south.
    pub y: i8,
    /// Clockwise rotation in degrees.
    pub rotation: u16,
    /// Number of ingots on the tile.
    pub ingots: u8,
}

/// A follower on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Follower {
    /// Its seat.
    pub seat: usize,
    /// Index of its tile, in the order laid.
    pub tile: usize,
    /// Label of its segment.
    pub segment: String,
}

/// Public state of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seat {
    /// Points by kind of feature: road, city, monastery, field.
    pub points: [Points; 4],
    /// Followers in supply.
    pub followers: usize,
    /// Ingots collected.
    pub ingots: u8,
    /// Tiles, in the order laid, from which the seat may still take ingots.
    pub claims: Vec<usize>,
}

impl Observation {
    pub(super) fn new(table: &Table) -> Observation {
        let tile = |(at, tile): (usize, &crate::landscape::LaidTile)| Tile {
            kind: table.kind_name(tile.kind()).into(),
            x: tile.cell().x,
            y: tile.cell().y,
            rotation: tile.rotation().degrees(),
            ingots: table.ingots_on(TileId(at as u8)),
        };
        let seats = Player::all(table.players());
        let follower = |seat: Player, segment| Follower {
            seat: seat.index(),
            tile: table.tile_id(segment).index(),
            segment: table.label(segment),
        };
        Observation {
            players: table.players(),
            to_move: table.to_move().map(Player::index),
            active: table.active().index(),
            phase: table.phase().name().into(),
            hand: table.kind_name(table.hand()).into(),
            tiles: table.landscape().tiles().iter().enumerate().map(tile).collect(),
            followers: seats
                .clone()
                .flat_map(|seat| table.followers(seat).iter().map(move |segment| (seat, *segment)))
                .map(|(seat, segment)| follower(seat, segment))
                .collect(),
            seats: seats
                .map(|seat| Seat {
                    points: FeatureKind::ALL.map(|kind| table.points(kind, seat)),
                    followers: table.follower_supply(seat),
                    ingots: table.collected(seat),
                    claims: tiles_in(table.pieces.claims[seat]).map(TileId::index).collect(),
                })
                .collect(),
            left: table.names_left().collect(),
        }
    }

    /// Returns a game consistent with the observation; the upcoming tiles are in some order.
    ///
    /// # Errors
    /// If the observation does not fit this setup.
    pub fn state<'s>(&self, setup: &'s Setup) -> Result<State<'s>, String> {
        let problem = |problem: &str| problem.to_owned();
        if self.players != setup.players() || self.seats.len() != self.players {
            return Err(problem("another number of players"));
        }
        if self.tiles.len() > MAX_TILES {
            return Err(problem("more tiles than a landscape holds"));
        }
        let kinds = self.tiles.iter().map(|tile| &tile.kind).chain(self.left.iter().map(|(kind, _)| kind));
        let names = kinds.chain([&self.hand, &self.phase]);
        if names.into_iter().any(|name| name.contains(char::is_whitespace))
            || self.followers.iter().any(|follower| follower.segment.contains(char::is_control))
        {
            return Err(problem("a name with blanks in it"));
        }
        let place = |at: &usize| self.tiles.get(*at).map(|tile| format!("{},{}", tile.x, tile.y));
        let mut text = String::new();
        for Tile { kind, x, y, rotation, ingots } in &self.tiles {
            let _ = writeln!(text, "tile {kind} {x},{y} {rotation} {ingots}");
        }
        for Follower { seat, tile, segment } in &self.followers {
            let cell = place(tile).ok_or_else(|| problem("a follower stands on a tile that does not lie"))?;
            let _ = writeln!(text, "follower {seat} {cell} {segment}");
        }
        let by_seat = |number: &dyn Fn(&Seat) -> Points| -> String {
            self.seats.iter().map(|seat| format!(" {}", number(seat))).collect()
        };
        for (at, name) in FeatureKind::NAMES.into_iter().enumerate() {
            let _ = writeln!(text, "points {name}{}", by_seat(&|seat| seat.points[at]));
        }
        let _ = writeln!(text, "ingots{}", by_seat(&|seat| seat.ingots.into()));
        for (number, seat) in self.seats.iter().enumerate().filter(|(_, seat)| !seat.claims.is_empty()) {
            if seat.claims.iter().any(|&tile| tile >= self.tiles.len()) {
                return Err(problem("ingots are claimed from a tile that does not lie"));
            }
            let tiles = seat.claims.iter().fold(0, |tiles: u128, tile| tiles | 1 << tile);
            let _ = writeln!(text, "claim {number} {tiles:x}");
        }
        let to_move = self.to_move.unwrap_or(self.active);
        let _ = writeln!(text, "turn {} {to_move} {} {}", self.active, self.phase, self.hand);
        let left = self.left.iter().flat_map(|(kind, count)| (0..*count).map(move |_| &kind[..]));
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
            let rules = Rules { gold_mines: game % 3 > 0, farmers: game % 4 > 0, ..Rules::default() };
            let setup = Setup::new(Catalogue::printed().into(), rules, 2 + game % 4).unwrap();
            let (state, read) = (State::deal(&setup, &mut rng), |seen: &Observation| seen.state(&setup).unwrap());
            check_observations(state, &mut rng, read, |seen| claimed += u32::from(seen.phase == "take"));
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
                |seen| seen.players = 3,
                |seen| seen.hand = "no such kind".into(),
                |seen| seen.tiles = vec![seen.tiles[0].clone(); 2],
                |seen| seen.followers.push(Follower { seat: 0, tile: 1, segment: "road".into() }),
                |seen| seen.seats[0].claims.push(9),
                |seen| seen.left.push(("D".into(), 200)),
                |seen| seen.left.push(("D\nturn 0 0 over A".into(), 1)),
                |seen| seen.left.push(("GM1".into(), 1)),
                |seen| seen.tiles.clear(),
                |seen| seen.phase = "take".into(),
                |seen| (seen.phase, seen.hand) = ("follow".into(), "X".into()),
                |seen| seen.to_move = Some(1),
                |seen| seen.seats[1].points = [Points::MAX; 4],
            ],
        );
    }
}
