//! What lies on the table, as a scene shows it: tiles in characters, or cards.

use std::collections::BTreeMap;

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use serde::Serialize;

use crate::drawing::square::Point;

/// What lies on the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Tiles.
    Landscape(Landscape),
    /// Cards.
    Cards(Cards),
}

/// Tiles that were laid.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Landscape {
    /// Columns and rows of a tile, for each scale it is drawn at, the largest first.
    pub scales: Vec<(usize, usize)>,
    /// In the order laid; the start tile is the first.
    pub tiles: Vec<Tile>,
    /// What lies and stands on them.
    pub pieces: Vec<Piece>,
    /// What each feature is, in words.
    pub features: BTreeMap<u16, String>,
}

/// A tile that was laid.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tile {
    /// The name of its kind.
    pub kind: String,
    /// Where it lies.
    pub cell: Cell,
    /// Its angle in degrees, clockwise.
    pub turned: u16,
    /// Who laid it, if that was in the last round.
    pub by: Option<Player>,
    /// The tile at each scale.
    pub drawn: Vec<Picture>,
    /// The number of its kind among the drawings in lines.
    pub art: usize,
    /// Its segments, in the order of that drawing.
    pub segments: Vec<Part>,
}

/// A segment of a tile that was laid.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Part {
    /// The part of the landscape it is, by a number that stays.
    pub part: u16,
    /// The feature it belongs to in this position: all its parts have the same.
    pub feature: u16,
    /// Where the next piece would stand on the tile, in hundredths of its side from the north-west corner.
    pub at: Point,
}

/// Something that lies or stands on a tile.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    /// What it is.
    pub ink: Ink,
    /// How many lie there.
    pub count: u8,
    /// On which tile.
    pub cell: Cell,
    /// On which feature, if on one.
    pub feature: Option<u16>,
    /// Where on the tile, in hundredths of its side from the north-west corner.
    pub at: Point,
}

/// A tile in characters: rows, top first.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(transparent)]
pub struct Picture(pub Vec<Vec<Spot>>);

/// One character of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Spot {
    /// The character.
    pub symbol: char,
    /// What it shows.
    pub ink: Ink,
    /// What it is drawn on; nothing where no tile is.
    pub base: Option<Base>,
    /// The part of the landscape it belongs to, by a number that stays.
    pub part: Option<u16>,
    /// The feature it belongs to in this position: all its parts have the same.
    pub feature: Option<u16>,
}

/// What a character shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ink {
    /// Nothing.
    Blank,
    /// Open land: prairie, field.
    Field,
    /// Mountain.
    Rock,
    /// Railroad, road, and where they meet.
    Track,
    /// City.
    City,
    /// Monastery.
    Cloister,
    /// Something that doubles: a locomotive, a pennant.
    Bonus,
    /// Printed gold: nuggets.
    Gold,
    /// Tokens or ingots that lie there.
    Pile,
    /// What a prairie is worth: camps, herds.
    Sight,
    /// A figure of a seat.
    Figure(Player),
    /// Another kind of figure of a seat.
    Tent(Player),
    /// A figure of nobody.
    Stranger,
    /// Something that destroys.
    Danger,
    /// The number of a choice, or something written beside the tiles.
    Label,
}

impl Ink {
    /// Whether it lies or stands on what is printed.
    pub fn is_mark(self) -> bool {
        matches!(self, Ink::Figure(_) | Ink::Tent(_) | Ink::Pile | Ink::Label)
    }
}

/// What characters are drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Base {
    /// Open land.
    Field,
    /// Mountain.
    Rock,
    /// City.
    City,
}

/// Cards in rows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cards {
    /// How many lie in a row.
    pub columns: usize,
    /// Row by row, the top one first; none is a gap.
    pub places: Vec<Option<Card>>,
}

/// A card on the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Card {
    /// Where it lies: `c4`.
    pub at: String,
    /// What it shows: all see it, or it was seen before and is to be marked.
    pub face: Option<Face>,
    /// Whether it lies face up.
    pub open: bool,
    /// Who flipped it, if that was in the last round and it lies face down again.
    pub by: Option<Player>,
}

/// The face of a card.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Face {
    /// Two characters: `g3`.
    pub short: String,
    /// In words: `gold of 3`.
    pub words: String,
    /// What it shows.
    pub ink: Ink,
}

impl Landscape {
    /// The tile on a cell.
    pub fn tile_at(&self, cell: Cell) -> Option<&Tile> {
        self.tiles.iter().find(|tile| tile.cell == cell)
    }
}
