//! The board of a scene: tiles drawn in characters, or cards.

use std::collections::BTreeMap;

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use serde::{Deserialize, Serialize};

use goldrush_support::drawing::square::Point;

/// The board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Board {
    /// Tiles.
    Landscape(Landscape),
    Cards(Cards),
}

/// Board of a tile game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Landscape {
    /// Columns and rows of a tile at each scale, largest first.
    pub scales: Vec<(usize, usize)>,
    /// Tiles in the order placed; the start tile is the first.
    pub tiles: Vec<Tile>,
    /// Pieces, tokens and ingots on the tiles.
    pub pieces: Vec<Piece>,
    /// Description of each feature, by its number.
    pub features: BTreeMap<u16, String>,
}

/// A placed tile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tile {
    pub kind: String,
    /// Name of what it shows.
    pub words: String,
    pub cell: Cell,
    /// Its angle in degrees, clockwise.
    pub turned: u16,
    /// The seat that placed it; `None` unless that was in the last round.
    pub by: Option<Player>,
    /// The tile in characters at each scale.
    pub drawn: Vec<Picture>,
    /// Index of its kind in the line art.
    pub art: usize,
    /// Its segments, in the order of the line art.
    pub segments: Vec<TilePart>,
}

/// A segment of a placed tile.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TilePart {
    /// Number of the segment; stays the same all game.
    pub part: u16,
    /// Number of the feature it belongs to in this position; equal for all segments of a feature.
    pub feature: u16,
    /// Position on the tile for the next piece, in hundredths of the tile's side from its north-west corner.
    pub at: Point,
}

/// A piece or pile on a tile.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Kind of thing.
    pub ink: Ink,
    /// Number of things there.
    pub count: u8,
    /// Cell of its tile.
    pub cell: Cell,
    /// Feature it stands on, if any.
    pub feature: Option<u16>,
    /// True if it lies: a figure on open land.
    pub lies: bool,
    /// Position on the tile, in hundredths of the tile's side from its north-west corner.
    pub at: Point,
}

/// A tile in characters: rows, top first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Picture(pub Vec<Vec<Spot>>);

/// One character of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spot {
    /// The character.
    pub symbol: char,
    /// The kind of thing it shows, which gives it its color.
    pub ink: Ink,
    /// The background it is drawn on; `None` outside tiles.
    pub base: Option<Base>,
    /// Number of its segment; stays the same all game.
    pub part: Option<u16>,
    /// Number of the feature it belongs to in this position; equal for all segments of a feature.
    pub feature: Option<u16>,
}

/// The kind of thing a character shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ink {
    /// Nothing.
    Blank,
    /// Open land: prairie, field.
    Field,
    /// Mountain.
    Rock,
    /// Railroad, road, and junctions of them.
    Track,
    City,
    /// Monastery.
    Cloister,
    /// Something that doubles points: a locomotive, a pennant.
    Bonus,
    /// Printed gold: nuggets.
    Gold,
    /// A pile of tokens.
    Pile,
    Ingots,
    /// Something that gives a prairie its points: camps, herds.
    Sight,
    /// A piece of a seat.
    Figure(Player),
    /// A piece of a seat's second kind.
    Tent(Player),
    /// A piece that belongs to nobody.
    Unowned,
    /// Something that destroys.
    Danger,
    /// The number of a choice, or a label beside the tiles.
    Label,
}

impl Ink {
    /// True if it is drawn on top of the print of a tile.
    pub fn is_mark(self) -> bool {
        matches!(
            self,
            Ink::Figure(_) | Ink::Tent(_) | Ink::Pile | Ink::Ingots | Ink::Label
        )
    }
}

/// Background of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Base {
    /// Open land.
    Field,
    /// Mountain.
    Rock,
    City,
}

/// Board of a card game: cards in rows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cards {
    /// Cards per row.
    pub columns: usize,
    /// Cards row by row, top row first; `None` is a gap.
    pub places: Vec<Option<Card>>,
}

/// A card on the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Card {
    /// Its position: `c4`.
    pub at: String,
    /// Its face, if the card is open, or was seen before and is to be marked.
    pub face: Option<Face>,
    /// True if it lies face up.
    pub open: bool,
    /// The seat that flipped it; `None` unless that was in the last round and it lies face down again.
    pub by: Option<Player>,
}

/// The face of a card.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Face {
    /// Two characters: `g3`.
    pub short: String,
    /// Description in words: `gold of 3`.
    pub words: String,
    /// Kind of thing it shows.
    pub ink: Ink,
}

impl Landscape {
    /// Returns the tile in a cell.
    pub fn tile_at(&self, cell: Cell) -> Option<&Tile> {
        self.tiles.iter().find(|tile| tile.cell == cell)
    }
}
