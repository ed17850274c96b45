//! A position as shown to a viewer: a plain value that front ends draw, and whose choices they send back. It contains
//! nothing the viewer may not know, and front ends need not know the rules.

mod art;
mod board;
pub mod picture;
mod question;
pub(crate) mod scenery;
mod scored;
pub mod svg;

use goldrush_engine::game::{Points, State};
use goldrush_engine::player::Player;
use serde::Serialize;

use super::viewer::Viewer;
pub use art::{Art, KindArt, SegmentArt, SegmentPlaces, Shape};
pub use board::{
    Base, Board, Card, Cards, Face, Ink, Landscape, Picture, Piece, Spot, Tile, TilePart,
};
pub use question::{Choice, ChoiceSpot, Hand, IllegalReason, LeadRange, Question};
pub use scored::Scored;

/// A position as shown to a viewer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// Full name of the game: `Carcassonne: Gold Rush`.
    pub title: &'static str,
    /// Short name of the game.
    pub name: &'static str,
    /// Number of the turn in progress, from 1; the last turn if the game is over.
    pub turn: usize,
    /// Number of turns in the game if all tiles can be placed; `None` where nobody can tell.
    pub turns: Option<usize>,
    /// The seat to move; `None` if the game is over.
    pub to_move: Option<Player>,
    pub ground: Board,
    /// Features scored in the last round, latest last.
    pub scored: Vec<Scored>,
    /// Description of the picture in words.
    pub notes: Vec<String>,
    /// Explanation of the characters in the picture.
    pub legend: Vec<Sign>,
    /// Seats, in playing order.
    pub seats: Vec<Seat>,
    /// Tiles or cards left to draw or flip.
    pub left: Left,
    /// The decision to be made, if it is the viewer's.
    pub question: Option<Question>,
}

/// Legend entry for a character of the picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sign {
    /// The character, as it is drawn.
    pub spot: Spot,
    pub meaning: String,
}

/// A seat, as far as the viewer may know it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Seat {
    pub seat: Player,
    /// Its occupant: `you`, a bot.
    pub title: String,
    /// Its person's name, or its letter.
    pub name: String,
    /// Its points; hidden ones do not count before the end.
    pub points: Points,
    /// Its points by source; `None` where they are hidden.
    pub sources: Vec<(&'static str, Option<Points>)>,
    /// Its other holdings that count, such as tokens.
    pub holds: Vec<Count>,
    /// Pieces it can still place.
    pub supply: Vec<Pieces>,
    /// Its hidden holdings, if the viewer may see them.
    pub secret: Option<Secret>,
}

impl Seat {
    /// Describes a seat of a game in which all points are public, without sources, holdings and supply.
    pub(super) fn new(state: &impl State, seat: Player, viewer: &Viewer) -> Seat {
        Seat {
            seat,
            title: viewer.title(seat).to_owned(),
            name: viewer.name(seat),
            points: state.scores()[seat],
            sources: Vec::new(),
            holds: Vec::new(),
            supply: Vec::new(),
            secret: None,
        }
    }
}

/// A number of things of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    /// Name of one thing.
    pub name: &'static str,
    /// Three-letter abbreviation.
    pub short: &'static str,
    /// Number of things.
    pub count: usize,
}

/// Pieces of one kind in a seat's supply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pieces {
    /// Name of one piece.
    pub name: &'static str,
    /// Character it is drawn as.
    pub mark: char,
    /// Number of pieces.
    pub count: usize,
}

/// Holdings hidden from the other seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Secret {
    /// Name of the things: `tokens`.
    pub name: &'static str,
    pub values: Vec<u8>,
    /// Sum of the values.
    pub points: Points,
}

/// Tiles or cards left to draw or flip.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Left {
    /// Number left.
    pub count: usize,
    /// Name of one of them.
    pub thing: &'static str,
    /// Numbers by kind, as far as they are public.
    pub kinds: Vec<KindLeft>,
}

/// A kind of tile or card of which some are left.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KindLeft {
    /// Description of what it shows.
    pub words: String,
    /// Number left.
    pub count: usize,
    /// The tile or card in characters, at a small scale.
    pub drawn: Picture,
    /// Index of the kind in the line art of tiles.
    pub art: usize,
}

impl Scene {
    /// Returns the board, if it is one of tiles.
    pub fn landscape(&self) -> Option<&Landscape> {
        if let Board::Landscape(landscape) = &self.ground {
            Some(landscape)
        } else {
            None
        }
    }

    /// True if the game is over.
    pub fn is_over(&self) -> bool {
        self.to_move.is_none()
    }
}
