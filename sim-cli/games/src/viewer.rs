//! The viewer a position is described to: the names of the seats, and whose hidden information may be shown.

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::{Player, PlayerSet};

/// A viewer of a game; several people at one screen count as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Viewer {
    /// The occupant of each seat, in a word or two.
    titles: Vec<String>,
    /// Seats that sentences call by their titles, which are names of people.
    called: PlayerSet,
    /// The seat that is addressed as "you".
    you: Option<Player>,
    /// Seats of the people who look: they are asked what they play.
    here: PlayerSet,
    /// Seats whose hidden information the viewer may look at.
    own: PlayerSet,
    /// Seats whose hidden information is shown without asking.
    announced: PlayerSet,
    /// True if cards seen before and hidden again are marked.
    pub assist: bool,
}

impl Viewer {
    /// Creates the viewer for the people at one terminal, who occupy the seats `people`; a person alone is addressed as
    /// "you".
    pub fn at_terminal(titles: Vec<String>, people: PlayerSet, assist: bool) -> Viewer {
        let you = people.iter().next().filter(|_| people.len() == 1);
        let announced = you.into_iter().collect();
        Viewer {
            titles,
            called: PlayerSet::EMPTY,
            you,
            here: people,
            own: people,
            announced,
            assist,
        }
    }

    /// Creates a viewer who sees only what everybody at the table knows, and is asked nothing.
    pub fn spectator(titles: Vec<String>, assist: bool) -> Viewer {
        let none = PlayerSet::EMPTY;
        Viewer {
            titles,
            called: PlayerSet::EMPTY,
            you: None,
            here: none,
            own: none,
            announced: none,
            assist,
        }
    }

    /// Creates a viewer who may see everything.
    pub fn open(titles: Vec<String>) -> Viewer {
        let all: PlayerSet = Player::all(titles.len()).collect();
        Viewer {
            titles,
            called: PlayerSet::EMPTY,
            you: None,
            here: all,
            own: all,
            announced: all,
            assist: true,
        }
    }

    /// Creates a viewer who sees what one seat sees.
    pub fn beside(titles: Vec<String>, seat: Player) -> Viewer {
        let own: PlayerSet = [seat].into_iter().collect();
        Viewer {
            titles,
            called: PlayerSet::EMPTY,
            you: None,
            here: own,
            own,
            announced: own,
            assist: true,
        }
    }

    /// Returns this viewer, told about some seats by their titles, which are names of people.
    #[must_use]
    pub fn calling(self, called: PlayerSet) -> Viewer {
        Viewer { called, ..self }
    }

    /// Returns a viewer of the same seats who may see everything.
    #[must_use]
    pub fn opened(&self) -> Viewer {
        Viewer::open(self.titles.clone()).calling(self.called)
    }

    /// Returns this viewer for a finished game, where nothing is hidden any more.
    pub fn at_the_end(&self) -> Viewer {
        Viewer {
            announced: Player::all(self.players()).collect(),
            assist: true,
            ..self.clone()
        }
    }

    /// Returns the viewer for the same people while one of them alone is at the screen, or nobody is.
    #[must_use]
    pub fn turned_to(&self, seat: Option<Player>) -> Viewer {
        Viewer {
            own: seat.into_iter().collect(),
            ..self.clone()
        }
    }

    /// Returns the number of seats.
    pub fn players(&self) -> usize {
        self.titles.len()
    }

    /// Returns the occupant of a seat, in a word or two.
    pub fn title(&self, seat: Player) -> &str {
        &self.titles[seat.index()]
    }

    /// Returns the seat that is addressed as "you", if there is one.
    pub fn you(&self) -> Option<Player> {
        self.you
    }

    /// True if the person in a seat is among those who look.
    pub fn are_of(&self, seat: Player) -> bool {
        self.here.contains(seat)
    }

    /// True if the viewer may look at what a seat hides.
    pub fn may_see(&self, seat: Player) -> bool {
        self.own.contains(seat)
    }

    /// True if the viewer is shown what a seat hides without asking.
    pub fn are_announced(&self, seat: Player) -> bool {
        self.announced.contains(seat)
    }

    /// True if the viewer is shown everything.
    pub fn is_open(&self) -> bool {
        self.announced.len() == self.players()
    }

    /// Returns the name of the person in a seat, or the seat's letter.
    pub fn name(&self, seat: Player) -> String {
        if self.called.contains(seat) {
            self.title(seat).into()
        } else {
            seat.letter().into()
        }
    }

    /// Returns a seat as the subject of a sentence: `You`, or the name of its person, or the seat's letter.
    pub fn subject(&self, seat: Player) -> String {
        if self.you == Some(seat) {
            "You".into()
        } else {
            self.name(seat)
        }
    }

    /// Returns several seats as the subject of a sentence, like [`Viewer::subject`].
    pub fn subjects(&self, seats: PlayerSet) -> String {
        let names: Vec<_> = seats.iter().map(|seat| self.subject(seat)).collect();
        if names.is_empty() {
            "Nobody".into()
        } else {
            list(&names)
        }
    }

    /// Conjugates a verb for some subjects: `score` or `scores`.
    pub fn verb(&self, verb: &str, seats: PlayerSet) -> String {
        let you = self.you.is_some_and(|you| seats.contains(you));
        if you || seats.len() > 1 {
            verb.into()
        } else {
            format!("{verb}s")
        }
    }

    /// Conjugates a verb for one seat.
    pub fn verb_of(&self, seat: Player, verb: &str) -> String {
        self.verb(verb, PlayerSet::from_iter([seat]))
    }

    /// Returns the beginning of a sentence: `You lay`, `B lays`.
    pub fn does(&self, seat: Player, verb: &str) -> String {
        format!("{} {}", self.subject(seat), self.verb_of(seat, verb))
    }

    /// Names the owners of pieces, given how many each seat has in a place: `yours and 2 of B's`; empty if there are
    /// none.
    pub fn owners(&self, count: impl Fn(Player) -> usize) -> String {
        let mut owners = Vec::new();
        for seat in Player::all(self.players()) {
            owners.push(match (self.you == Some(seat), count(seat)) {
                (_, 0) => continue,
                (true, 1) => "yours".into(),
                (true, n) => format!("{n} of yours"),
                (false, 1) => format!("{}'s", self.subject(seat)),
                (false, n) => format!("{n} of {}'s", self.subject(seat)),
            });
        }
        owners.join(" and ")
    }
}

/// Names a place: `2 east, 1 north of the start`.
pub fn place(cell: Cell) -> String {
    if cell == Cell::START {
        "at the start".into()
    } else {
        format!("{} of the start", way(Cell::START, cell))
    }
}

/// Names the direction from one cell to another: `north`, `southeast`.
pub fn direction(from: Cell, to: Cell) -> String {
    let x = i32::from(to.x) - i32::from(from.x);
    let y = i32::from(to.y) - i32::from(from.y);
    // Within 27° of a main direction, it is that one.
    let mut name = String::new();
    if 2 * y.abs() > x.abs() {
        name += if y < 0 { "north" } else { "south" };
    }
    if 2 * x.abs() > y.abs() {
        name += if x < 0 { "west" } else { "east" };
    }
    name
}

/// Describes the way from one cell to another: `2 east, 1 north`.
fn way(from: Cell, to: Cell) -> String {
    let mut parts = Vec::new();
    for (from, to, ahead, back) in [
        (from.x, to.x, "east", "west"),
        (from.y, to.y, "south", "north"),
    ] {
        let steps = i32::from(to) - i32::from(from);
        if steps != 0 {
            let direction = if steps > 0 { ahead } else { back };
            parts.push(format!("{} {direction}", steps.abs()));
        }
    }
    parts.join(", ")
}

/// Writes a number of things: `1 tile`, `2 tiles`.
pub fn count(n: usize, thing: &str) -> String {
    if n == 1 {
        format!("1 {thing}")
    } else {
        format!("{n} {thing}s")
    }
}

/// Writes a list: `A, B and C`.
pub fn list(parts: &[String]) -> String {
    match parts {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        _ => parts.concat(),
    }
}

/// Returns the text with its first letter capitalized.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_agree_with_their_subjects() {
        let of = |list: &[usize]| {
            list.iter()
                .filter_map(|&s| Player::new(s))
                .collect::<PlayerSet>()
        };
        let titles = ["you", "level1", "level2"].map(String::from).to_vec();
        let viewer = Viewer::at_terminal(titles.clone(), of(&[0]), false);
        let text = |list: &[usize]| {
            format!(
                "{} {}",
                viewer.subjects(of(list)),
                viewer.verb("score", of(list))
            )
        };
        assert_eq!(text(&[0]), "You score");
        assert_eq!(text(&[1]), "B scores");
        assert_eq!(text(&[0, 1, 2]), "You, B and C score");
        assert_eq!(text(&[]), "Nobody scores");
        assert_eq!(viewer.owners(Player::index), "B's and 2 of C's");
        let titles_of_people = ["Ann", "level1", "Bo"].map(String::from).to_vec();
        let named = Viewer::open(titles_of_people).calling(of(&[0, 2]));
        assert_eq!(named.subjects(of(&[0, 1, 2])), "Ann, B and Bo");
        let place = |x, y| place(Cell { x, y });
        assert_eq!(
            [place(2, -1), place(0, 3), place(0, 0)],
            [
                "2 east, 1 north of the start",
                "3 south of the start",
                "at the start"
            ]
        );
        let from = |x, y| direction(Cell { x: 1, y: 1 }, Cell { x, y });
        assert_eq!(
            [from(0, 1), from(9, 4), from(3, -1), from(1, 5)],
            ["west", "east", "northeast", "south"]
        );
        let several = Viewer::at_terminal(titles, of(&[0, 2]), false);
        let [first, _, third] = [0, 1, 2].map(|seat| Player::new(seat).unwrap());
        assert_eq!(
            (
                several.you(),
                several.may_see(first),
                several.are_announced(third)
            ),
            (None, true, false)
        );
        let one = several.turned_to(Some(third));
        assert_eq!(
            (one.are_of(first), one.may_see(first), one.may_see(third)),
            (true, false, true)
        );
    }
}
