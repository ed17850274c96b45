//! What a seat may know, in a form that can be sent: everything but the order of the tiles to come.

use serde::Serialize;

use super::catalogue::FeatureKind;
use super::state::State;
use super::table::{Phase, Table};
use crate::game::{Points, View};
use crate::landscape::TileId;
use crate::player::Player;

/// All that is public, which is all that a seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Observation {
    /// Number of players.
    pub players: usize,
    /// Whose decision it is; nobody's when the game is over.
    pub to_move: Option<usize>,
    /// Whose turn it is.
    pub active: usize,
    /// The kind drawn and to be laid, or just laid.
    pub hand: String,
    /// Tiles in the order laid.
    pub tiles: Vec<Tile>,
    /// Followers in the order placed.
    pub followers: Vec<Follower>,
    /// By seat.
    pub seats: Vec<Seat>,
    /// Kinds left to draw, with their numbers.
    pub left: Vec<(String, u8)>,
}

/// A tile that lies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tile {
    /// Its kind.
    pub kind: String,
    /// Column, growing east.
    pub x: i8,
    /// Row, growing south.
    pub y: i8,
    /// Clockwise turn in degrees.
    pub rotation: u16,
    /// Ingots on it.
    pub ingots: u8,
}

/// A follower that stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Follower {
    /// Whose.
    pub seat: usize,
    /// On which tile, in the order laid.
    pub tile: usize,
    /// On which of its segments.
    pub segment: String,
}

/// What a seat has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Seat {
    /// Points by kind of feature: road, city, monastery, field.
    pub points: [Points; 4],
    /// Followers in supply.
    pub followers: usize,
    /// Ingots collected.
    pub ingots: u8,
}

impl Observation {
    pub(super) fn new(table: &Table) -> Observation {
        let catalogue = table.setup().catalogue();
        let tile = |(at, tile): (usize, &crate::landscape::LaidTile)| Tile {
            kind: catalogue.kind(tile.kind()).id.clone(),
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
            to_move: (table.phase() != Phase::Over).then(|| table.seat().index()),
            active: table.active().index(),
            hand: catalogue.kind(table.hand()).id.clone(),
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
                })
                .collect(),
            left: catalogue
                .kinds()
                .filter(|(id, _)| table.left(*id) > 0)
                .map(|(id, kind)| (kind.id.clone(), table.left(id)))
                .collect(),
        }
    }
}

impl<'a, 's> View<'a, State<'s>> {
    /// What lies on the table: all players see it.
    #[inline]
    pub fn table(&self) -> &'a Table<'s> {
        self.state().table()
    }
}
