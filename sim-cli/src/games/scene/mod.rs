//! A position as people see it: a plain value that skins draw, and whose choices they send back. It holds nothing that
//! those for whom it was made may not know, and whoever draws it needs no rule.

mod art;
mod ground;
pub mod picture;
mod question;
mod scored;
pub mod svg;

use goldrush_engine::game::Points;
use goldrush_engine::player::Player;
use serde::Serialize;

pub use art::{Art, KindArt, Shape, Sketch};
pub use ground::{Base, Card, Cards, Face, Ground, Ink, Landscape, Part, Picture, Piece, Spot, Tile};
pub use question::{Choice, ChoiceSpot, Hand, Leads, Question, Refusal};
pub use scored::Scored;

/// A position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// The game's name: `Carcassonne: Gold Rush`.
    pub title: &'static str,
    /// The same, shorter.
    pub name: &'static str,
    /// The turn in progress, from 1; when the game is over, the last.
    pub turn: usize,
    /// How many turns there will be, if all tiles can be laid; none where nobody can tell.
    pub turns: Option<usize>,
    /// Whose decision is next; nobody's when the game is over.
    pub to_move: Option<Player>,
    /// What lies on the table.
    pub ground: Ground,
    /// What was scored in the last round, the latest last.
    pub scored: Vec<Scored>,
    /// What the picture shows, in words.
    pub notes: Vec<String>,
    /// What the characters of the picture mean.
    pub legend: Vec<Sign>,
    /// The seats, in playing order.
    pub seats: Vec<Seat>,
    /// What is left to draw or to flip.
    pub left: Left,
    /// What is to be decided, if one of those who look decides.
    pub question: Option<Question>,
}

/// What a character of the picture means.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sign {
    /// The character, as it is drawn.
    pub spot: Spot,
    /// What it is.
    pub meaning: String,
}

/// A seat, as those who look may know it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Seat {
    /// Which.
    pub seat: Player,
    /// Who sits there: `you`, a bot.
    pub title: String,
    /// Points; what is hidden does not count before the end.
    pub points: Points,
    /// Points by source; none where they are hidden.
    pub sources: Vec<(&'static str, Option<Points>)>,
    /// What it holds that counts in another way.
    pub holds: Vec<Count>,
    /// Figures it can still play.
    pub supply: Vec<Figures>,
    /// What it hides, if those who look may see it.
    pub secret: Option<Secret>,
}

/// So many of something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    /// What one is called.
    pub name: &'static str,
    /// The same in three letters.
    pub short: &'static str,
    /// How many.
    pub count: usize,
}

/// Figures that wait to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Figures {
    /// What one is called.
    pub name: &'static str,
    /// As it is drawn.
    pub mark: char,
    /// How many.
    pub count: usize,
}

/// What others at the table do not see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Secret {
    /// What it is: `tokens`.
    pub name: &'static str,
    /// The value of each.
    pub values: Vec<u8>,
    /// Their sum.
    pub points: Points,
}

/// What is left to draw or to flip.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Left {
    /// How many.
    pub count: usize,
    /// What one is called.
    pub thing: &'static str,
    /// By kind, as far as all know it.
    pub kinds: Vec<KindLeft>,
}

/// A kind of tile that is left.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KindLeft {
    /// Its name.
    pub name: String,
    /// How many there are.
    pub count: usize,
    /// The tile, drawn small.
    pub drawn: Picture,
    /// The number of its kind among the drawings in lines.
    pub art: usize,
}

impl Scene {
    /// Its tiles, if it has any.
    pub fn landscape(&self) -> Option<&Landscape> {
        if let Ground::Landscape(landscape) = &self.ground { Some(landscape) } else { None }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.to_move.is_none()
    }
}
