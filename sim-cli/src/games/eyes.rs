//! For whom a position is told: what the seats are called, and whose hidden things may be seen.

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::{Player, PlayerSet};

/// Those who look at a game together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Eyes {
    /// What sits in each seat, in a word or two.
    titles: Vec<String>,
    /// The seat that is called you.
    you: Option<Player>,
    /// Seats of those who look: they are asked what they play.
    here: PlayerSet,
    /// Seats whose hidden things these eyes may look at.
    own: PlayerSet,
    /// Seats whose hidden things are told without being asked for.
    told: PlayerSet,
    /// Whether what was seen before is marked, where it is hidden again.
    pub assist: bool,
    /// How places are named.
    places: Places,
}

/// How places are named to those who look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Places {
    /// As pictures with rulers and records have them: `2,-1`.
    Coordinates,
    /// From where the game began: `2 east, 1 north of the start`.
    Directions,
}

impl Eyes {
    /// The people at one terminal, who sit in these seats; one alone is called you.
    pub fn at_terminal(titles: Vec<String>, people: PlayerSet, assist: bool) -> Eyes {
        let you = people.iter().next().filter(|_| people.len() == 1);
        let told = you.into_iter().collect();
        Eyes { titles, you, here: people, own: people, told, assist, places: Places::Directions }
    }

    /// Somebody who may see everything.
    pub fn open(titles: Vec<String>) -> Eyes {
        let all: PlayerSet = Player::all(titles.len()).collect();
        Eyes { titles, you: None, here: all, own: all, told: all, assist: true, places: Places::Coordinates }
    }

    /// Somebody at a terminal who watches others and may see everything.
    pub fn watching(titles: Vec<String>) -> Eyes {
        Eyes::open(titles).without_coordinates()
    }

    /// Somebody who looks over the shoulder of one seat.
    pub fn beside(titles: Vec<String>, seat: Player) -> Eyes {
        let own: PlayerSet = [seat].into_iter().collect();
        Eyes { titles, you: None, here: own, own, told: own, assist: true, places: Places::Coordinates }
    }

    /// The same, who have no coordinates to look at.
    #[must_use]
    pub fn without_coordinates(self) -> Eyes {
        Eyes { places: Places::Directions, ..self }
    }

    /// The same people when the game is over and nothing is hidden any more.
    pub fn at_the_end(&self) -> Eyes {
        Eyes { told: Player::all(self.players()).collect(), assist: true, ..self.clone() }
    }

    /// The same people while one of them alone is at the screen, or nobody is.
    #[must_use]
    pub fn turned_to(&self, seat: Option<Player>) -> Eyes {
        Eyes { own: seat.into_iter().collect(), ..self.clone() }
    }

    /// How many seats there are.
    pub fn players(&self) -> usize {
        self.titles.len()
    }

    /// What sits in a seat.
    pub fn title(&self, seat: Player) -> &str {
        &self.titles[seat.index()]
    }

    /// The seat that is called you.
    pub fn you(&self) -> Option<Player> {
        self.you
    }

    /// True if the person in a seat is among those who look.
    pub fn are_of(&self, seat: Player) -> bool {
        self.here.contains(seat)
    }

    /// Whether these eyes may look at what a seat hides.
    pub fn may_see(&self, seat: Player) -> bool {
        self.own.contains(seat)
    }

    /// Whether these eyes are told what a seat hides.
    pub fn are_told(&self, seat: Player) -> bool {
        self.told.contains(seat)
    }

    /// How a sentence begins that a seat is the subject of: `You` or the seat's letter.
    pub fn subject(&self, seat: Player) -> String {
        if self.you == Some(seat) { "You".into() } else { seat.letter().into() }
    }

    /// As [`Eyes::subject`], for several.
    pub fn subjects(&self, seats: PlayerSet) -> String {
        let names: Vec<_> = seats.iter().map(|seat| self.subject(seat)).collect();
        match &names[..] {
            [] => "Nobody".into(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }

    /// A place: `at 2,-1`, or `2 east, 1 north of the start`.
    pub fn place(&self, cell: Cell) -> String {
        match self.places {
            Places::Coordinates => format!("at {cell}"),
            Places::Directions if cell == Cell::START => "where the game began".into(),
            Places::Directions => format!("{} of the start", way(Cell::START, cell)),
        }
    }

    /// A place seen from another: `at 2,-1`, or `2 east, 1 north of here`, or just `here`.
    pub fn place_from(&self, here: Cell, cell: Cell) -> String {
        match self.places {
            Places::Coordinates => format!("at {cell}"),
            Places::Directions if cell == here => "here".into(),
            Places::Directions => format!("{} of here", way(here, cell)),
        }
    }

    /// Whether tiles and places are told as pictures with rulers and records have them: `47b at 2,-1`.
    pub fn read_codes(&self) -> bool {
        self.places == Places::Coordinates
    }

    /// The form of a verb for some subjects: `score` or `scores`.
    pub fn verb(&self, verb: &str, seats: PlayerSet) -> String {
        let you = self.you.is_some_and(|you| seats.contains(you));
        if you || seats.len() > 1 { verb.into() } else { format!("{verb}s") }
    }

    /// A sentence's beginning: `You lay`, `B lays`.
    pub fn does(&self, seat: Player, verb: &str) -> String {
        format!("{} {}", self.subject(seat), self.verb(verb, [seat].into_iter().collect()))
    }

    /// Whose figures stand somewhere, by how many each seat has there: `yours and 2 of B's`; empty if nobody's.
    pub fn owners(&self, count: impl Fn(Player) -> usize) -> String {
        let owner = |seat| match (self.you == Some(seat), count(seat)) {
            (_, 0) => None,
            (true, 1) => Some("yours".into()),
            (true, n) => Some(format!("{n} of yours")),
            (false, 1) => Some(format!("{}'s", self.subject(seat))),
            (false, n) => Some(format!("{n} of {}'s", self.subject(seat))),
        };
        Player::all(self.players()).filter_map(owner).collect::<Vec<_>>().join(" and ")
    }
}

/// How one goes from a cell to another: `2 east, 1 north`.
pub fn way(from: Cell, to: Cell) -> String {
    let (east, south) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let part = |n: i32, ahead, back| (n != 0).then(|| format!("{} {}", n.abs(), if n > 0 { ahead } else { back }));
    [part(east, "east", "west"), part(south, "south", "north")].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A number of things: `1 tile`, `2 tiles`.
pub fn count(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_fit_their_subjects() {
        let of = |list: &[usize]| list.iter().filter_map(|&s| Player::new(s)).collect::<PlayerSet>();
        let titles = ["you", "level1", "level2"].map(String::from).to_vec();
        let eyes = Eyes::at_terminal(titles.clone(), of(&[0]), false);
        let said = |list: &[usize]| format!("{} {}", eyes.subjects(of(list)), eyes.verb("score", of(list)));
        assert_eq!(said(&[0]), "You score");
        assert_eq!(said(&[1]), "B scores");
        assert_eq!(said(&[0, 1, 2]), "You, B and C score");
        assert_eq!(said(&[]), "Nobody scores");
        assert_eq!(eyes.owners(Player::index), "B's and 2 of C's");
        let place = |x, y| eyes.place(Cell { x, y });
        assert_eq!(
            [place(2, -1), place(0, 3), place(0, 0)],
            ["2 east, 1 north of the start", "3 south of the start", "where the game began"]
        );
        assert_eq!(eyes.place_from(Cell { x: 1, y: 1 }, Cell { x: 0, y: 1 }), "1 west of here");
        assert_eq!(Eyes::open(titles.clone()).place(Cell { x: 2, y: -1 }), "at 2,-1");
        let several = Eyes::at_terminal(titles, of(&[0, 2]), false);
        let [first, _, third] = [0, 1, 2].map(|seat| Player::new(seat).unwrap());
        assert_eq!((several.you(), several.may_see(first), several.are_told(third)), (None, true, false));
        let one = several.turned_to(Some(third));
        assert_eq!((one.are_of(first), one.may_see(first), one.may_see(third)), (true, false, true));
    }
}
