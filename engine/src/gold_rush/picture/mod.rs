//! Text picture of the landscape, nine by five characters per tile.
//!
//! `═║╔╗╚╝` railroad · `L` locomotive · `^` mountain · a digit: nuggets (`*`: ten or more) · `[#]` city · `+` junction · `·`
//! prairie ·
//! `t` tipi camp · `h` herd · `A`–`E` cowboys of seats 0–4 · `a`–`e` their tents.
//!
//! ```
//! use goldrush_engine::game::{Text, TextError};
//! use goldrush_engine::gold_rush::picture::Picture;
//! use goldrush_engine::gold_rush::{Setup, State};
//!
//! let setup = Setup::printed(2);
//! let text = "tile 33 0,0 0\ntile 12d 1,0 0\ncowboy 0 1,0 railroad E\nturn 0 act\n";
//! let state = State::from_text(&setup, text)?;
//! let drawn = Picture::of_table(state.table()).to_string();
//! // The tracks of both tiles, with the cowboy of seat 0 on them.
//! assert!(drawn.contains('═') && drawn.contains('A'));
//! # Ok::<(), TextError>(())
//! ```

mod tile;

use std::fmt;

pub use tile::{HEIGHT, Scale, TilePicture, WIDTH};

use super::catalogue::Kind;
use super::table::Table;
use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Bounds, Rotation};
use crate::player::Player;

/// Meaning of one character of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glyph {
    /// No tile, or the corner of one.
    Nothing,
    /// Prairie.
    Prairie,
    /// Mountain.
    Mountain,
    /// Track with its shape.
    Track(char),
    /// Part of a city.
    City(char),
    /// A junction.
    Junction,
    /// A locomotive.
    Locomotive,
    /// Number of nuggets.
    Nuggets(u8),
    /// Number of tokens on a mountain.
    Pile(u8),
    /// A tipi camp.
    Camp,
    /// A herd of wild horses.
    Herd,
    /// Cowboy of a player.
    Cowboy(Player),
    /// Tent of a player.
    Tent(Player),
    /// Text beside the tiles.
    Label(char),
}

impl Glyph {
    /// Returns the character.
    pub fn symbol(self) -> char {
        match self {
            Glyph::Nothing => ' ',
            Glyph::Prairie => '·',
            Glyph::Mountain => '^',
            Glyph::Track(c) | Glyph::City(c) | Glyph::Label(c) => c,
            Glyph::Junction => '+',
            Glyph::Locomotive => 'L',
            Glyph::Nuggets(n) => char::from_digit(u32::from(n), 10).unwrap_or('*'),
            // Circled numbers; Unicode has them up to 20.
            Glyph::Pile(n @ 1..=20) => char::from_u32(0x245f + u32::from(n)).unwrap_or('$'),
            Glyph::Pile(_) => '$',
            Glyph::Camp => 't',
            Glyph::Herd => 'h',
            Glyph::Cowboy(player) => player.letter(),
            Glyph::Tent(player) => player.letter().to_ascii_lowercase(),
        }
    }
}

/// Text picture as rows of glyphs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    rows: Vec<Vec<Glyph>>,
}

impl Picture {
    fn blank(columns: usize, rows: usize) -> Picture {
        Picture {
            rows: vec![vec![Glyph::Nothing; columns]; rows],
        }
    }

    /// Returns the rows, top first, all of equal length.
    pub fn rows(&self) -> &[Vec<Glyph>] {
        &self.rows
    }

    fn copy(&mut self, tile: &TilePicture, left: usize, top: usize) {
        for (row, line) in tile.rows().enumerate() {
            for (place, &(glyph, _)) in self.rows[top + row][left..].iter_mut().zip(line) {
                *place = glyph;
            }
        }
    }

    fn write(&mut self, text: &str, left: usize, top: usize) {
        for (glyph, c) in self.rows[top][left..].iter_mut().zip(text.chars()) {
            *glyph = Glyph::Label(c);
        }
    }

    /// Draws a tile kind at rotation 0.
    pub fn of_kind(kind: &Kind) -> Picture {
        let mut picture = Picture::blank(WIDTH, HEIGHT);
        picture.copy(
            &TilePicture::new(kind, Rotation::R0, Scale::Large, |_| Vec::new()),
            0,
            0,
        );
        picture
    }

    /// Draws everything on the table, with the coordinates of columns and rows.
    pub fn of_table(table: &Table) -> Picture {
        const MARGIN: usize = 4;
        let tiles = table.landscape().tiles();
        let bounds = Bounds::of(tiles.iter().map(|tile| tile.cell()));
        let mut picture = Picture::blank(
            MARGIN + WIDTH * bounds.width(),
            1 + HEIGHT * bounds.height(),
        );
        for (x, left) in (bounds.west..=bounds.east).zip((MARGIN..).step_by(WIDTH)) {
            picture.write(&format!("{x:^WIDTH$}"), left, 0);
        }
        for (y, top) in (bounds.north..=bounds.south).zip((1..).step_by(HEIGHT)) {
            picture.write(&format!("{y:>3}"), 0, top + HEIGHT / 2);
        }
        for &tile in tiles {
            let kind = table.setup().catalogue().kind(tile.kind());
            let drawn = TilePicture::new(kind, tile.rotation(), Scale::Large, |at| {
                piece_on(table, tile.segment(at)).into_iter().collect()
            });
            picture.copy(
                &drawn,
                MARGIN + WIDTH * bounds.column(tile.cell()),
                1 + HEIGHT * bounds.row(tile.cell()),
            );
        }
        picture
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let line: String = row.iter().map(|g| g.symbol()).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Returns the piece on a segment; there is never more than one.
pub fn piece_on(table: &Table, segment: SegmentId) -> Option<Glyph> {
    Player::all(table.players()).find_map(|p| {
        let cowboy = table
            .cowboys(p)
            .contains(&segment)
            .then_some(Glyph::Cowboy(p));
        cowboy.or_else(|| table.tents(p).contains(&segment).then_some(Glyph::Tent(p)))
    })
}
