//! A position as people see it: a plain value that skins draw, and whose choices they send back. It holds nothing that
//! those for whom it was made may not know, and whoever draws it needs no rule.

use goldrush_engine::game::Points;
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use serde::Serialize;

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
    /// The tile at its smallest scale.
    pub drawn: Picture,
}

/// What is to be decided.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// Who decides.
    pub seat: Player,
    /// What to do: `lay the tile`.
    pub task: &'static str,
    /// The question, with what one has to know.
    pub text: String,
    /// The same for a narrow column.
    pub brief: String,
    /// The tile to be laid, if the question is where it goes.
    pub hand: Option<Hand>,
    /// Whether what was done in this turn can be taken up again: nothing hidden was seen since it began.
    pub can_take_up: bool,
    /// The answers there are.
    pub choices: Vec<Choice>,
}

/// A tile to be laid.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hand {
    /// The name of its kind.
    pub kind: String,
    /// What it shows.
    pub words: String,
    /// The tile turned by each number of quarters, at each scale.
    pub drawn: Vec<Vec<Picture>>,
    /// Cells beside tiles where it does not fit in every rotation.
    pub refusals: Vec<Refusal>,
}

/// A cell where a tile does not fit, at least not in every rotation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refusal {
    /// The cell.
    pub cell: Cell,
    /// By number of quarter turns: why not.
    pub why: [Option<String>; 4],
}

/// One of several answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// What it is.
    pub what: String,
    /// What it brings now; empty if nothing.
    pub worth: String,
    /// The cell it is about.
    pub cell: Option<Cell>,
    /// The angle it is about, in degrees.
    pub turned: Option<u16>,
    /// The feature it is about, on the picture.
    pub feature: Option<u16>,
    /// The parts of the landscape where it can be played, if that is on one, each with what it is there.
    pub spots: Vec<ChoiceSpot>,
    /// What it leads to.
    pub leads: Leads,
}

/// A part of the landscape where a choice can be played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ChoiceSpot {
    /// The part.
    pub part: u16,
    /// Whether a figure claims it, so that the choice's number may stand there.
    pub claims: bool,
    /// The cell it lies in.
    pub cell: Cell,
    /// What the choice is there.
    pub what: String,
    /// The move, as text.
    pub mv: String,
}

/// What a choice leads to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Leads {
    /// A move, as text.
    Move(String),
    /// Another question.
    Question(Box<Question>),
}

impl Choice {
    /// An answer that is a move, with nothing on the picture.
    pub fn plain(what: impl Into<String>, mv: String) -> Choice {
        let (worth, spots) = (String::new(), Vec::new());
        Choice { what: what.into(), worth, cell: None, turned: None, feature: None, spots, leads: Leads::Move(mv) }
    }

    /// The answers that are moves: this one, or those of the question it leads to.
    pub fn ways(&self) -> &[Choice] {
        match &self.leads {
            Leads::Move(_) => std::slice::from_ref(self),
            Leads::Question(question) => &question.choices,
        }
    }

    /// Its move, if it is one.
    pub fn mv(&self) -> Option<&str> {
        if let Leads::Move(mv) = &self.leads { Some(mv) } else { None }
    }

    /// What it is and what it brings.
    pub fn words(&self) -> String {
        if self.worth.is_empty() { self.what.clone() } else { format!("{}: {}", self.what, self.worth) }
    }
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

impl Landscape {
    /// The tile on a cell.
    pub fn tile_at(&self, cell: Cell) -> Option<&Tile> {
        self.tiles.iter().find(|tile| tile.cell == cell)
    }
}
