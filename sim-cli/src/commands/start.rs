//! The start menu of `goldrush play`: choice of game, opponents and seat, or a saved game to resume.

use std::path::Path;
use std::time::SystemTime;

use crate::games::GameName;
use crate::games::playable::Playable as _;
use crate::games::registry::with_game;
use crate::games::viewer::count;
use crate::study::quoted;
use crate::table::shelf::KeptGame;
use crate::tui::menu::{self, Form, Row};

/// Most saved games offered.
const KEPT: usize = 8;
/// Name of a person among the opponents.
const HUMAN: &str = "human";
/// Degrees of knowledge of a game, each with the level that suits it, as a share of all levels from the weakest.
const KNOWS: [(&str, f64); 4] = [("not at all", 0.1), ("a little", 0.3), ("well", 0.58), ("very well", 0.72)];
/// Default entry of [`KNOWS`].
const USUAL: usize = 1;

/// Settings of the menu.
pub(super) struct Start {
    kept: Vec<KeptGame>,
    game: usize,
    opponents: usize,
    knows: usize,
    strength: usize,
    seat: usize,
    practice: bool,
    assist: bool,
    browser: bool,
}

/// Lines of the menu.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Begin,
    Game,
    Knows,
    Opponents,
    Strength,
    Seat,
    Practice,
    Assist,
    Browser,
    Kept(usize),
}

impl Start {
    /// Creates the menu with the unfinished games in the user's folder.
    pub(super) fn new(kept: Vec<KeptGame>) -> Start {
        // A game without a turn is not worth resuming.
        let kept = kept.into_iter().filter(|game| !game.is_over() && game.turns > 0).take(KEPT).collect();
        let (knows, practice, assist, browser) = (USUAL, false, false, false);
        let mut start = Start { kept, game: 0, opponents: 1, knows, strength: 0, seat: 0, practice, assist, browser };
        start.strength = start.fitting_strength();
        start
    }

    fn game(&self) -> GameName {
        GameName::ALL[self.game]
    }

    /// Returns the levels, weakest first, and people.
    fn strengths(&self) -> Vec<&'static str> {
        let levels = self.game().agents().into_iter().filter(|name| name.starts_with("level"));
        levels.chain([HUMAN]).collect()
    }

    /// Returns the level that suits the user's knowledge of the game.
    fn fitting_strength(&self) -> usize {
        let levels = self.strengths().len() - 1;
        (levels as f64 * KNOWS[self.knows].1) as usize
    }

    fn lines(&self) -> Vec<Line> {
        let assists = with_game!(self.game(), G => G::ASSISTS);
        // Most people come back for the game they played last.
        let (last, others) = (!self.kept.is_empty(), (1..self.kept.len()).map(Line::Kept));
        let fixed = [Line::Begin, Line::Game, Line::Knows, Line::Opponents, Line::Strength, Line::Seat, Line::Practice];
        let settings = fixed.into_iter().chain(assists.then_some(Line::Assist)).chain([Line::Browser]);
        last.then_some(Line::Kept(0)).into_iter().chain(settings).chain(others).collect()
    }

    /// Returns the words of the command for a line.
    pub(super) fn words(&self, row: usize) -> Vec<String> {
        let mut words = vec!["goldrush".to_owned(), "play".into()];
        if let Some(Line::Kept(at)) = self.lines().get(row) {
            words.extend(["--resume".into(), self.kept[*at].file.display().to_string()]);
            words.extend(self.browser.then(|| "--browser".into()));
            return words;
        }
        if self.game > 0 {
            words.extend(["--game".into(), self.game().to_string()]);
        }
        let opponents = vec![self.strengths()[self.strength]; self.opponents];
        words.extend(["--opponents".into(), opponents.join(",")]);
        if self.seat > 0 {
            words.extend(["--seat".into(), self.seat.to_string()]);
        }
        words.extend(self.practice.then(|| "--practice".into()));
        words.extend((self.assist && self.lines().contains(&Line::Assist)).then(|| "--assist".into()));
        words.extend(self.browser.then(|| "--browser".into()));
        words
    }

    fn row(&self, line: Line) -> Row {
        let set =
            |label: &str, value: String, note: &str| Row { label: label.into(), value: Some(value), note: note.into() };
        let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
        match line {
            Line::Begin => {
                let title = self.game().about().title;
                Row { label: "Begin".into(), value: None, note: format!("Deals a game of {title}.") }
            }
            Line::Game => set("Game", self.game().to_string(), self.game().about().title),
            Line::Knows => set("You know it", KNOWS[self.knows].0.into(), "Sets how strong the opponents are."),
            Line::Opponents => set("Opponents", self.opponents.to_string(), "One to four."),
            Line::Strength => {
                let name = self.strengths()[self.strength];
                let value = if name == HUMAN { "people here".into() } else { name.to_owned() };
                let note = match self.game().agent_summary(name).split_once(": ") {
                    Some((_, what)) => {
                        format!("{name}: {what}. Each level wins about two games of three against the one below.")
                    }
                    None => "People take turns at this terminal.".into(),
                };
                set("How strong", value, &note)
            }
            Line::Seat => {
                let seat = ["first", "second", "third", "fourth", "fifth"][self.seat];
                set("Your turn is the", seat.into(), "The first seat begins.")
            }
            Line::Practice => set("Practice", yes(self.practice), "In practice you may take turns back."),
            Line::Assist => set(
                "Mark seen cards",
                yes(self.assist),
                "Cards that were seen stay marked, so that nothing has to be remembered.",
            ),
            Line::Browser => {
                let value = if self.browser { "in the browser" } else { "in this terminal" };
                set("Shown", value.into(), "A board in your browser, or the full screen here.")
            }
            Line::Kept(at) => {
                let game = &self.kept[at];
                Row { label: label(game, "Go on: "), value: None, note: place(&game.file) }
            }
        }
    }
}

impl Form for Start {
    fn title(&self) -> String {
        "Play".into()
    }

    fn greeting(&self) -> String {
        "Begin deals the game as it is set below it.".into()
    }

    fn rows(&self) -> Vec<Row> {
        self.lines().into_iter().map(|line| self.row(line)).collect()
    }

    fn change(&mut self, row: usize, by: isize) {
        let turn = |at: usize, all: usize| (at as isize + by).rem_euclid(all as isize) as usize;
        match self.lines().get(row) {
            Some(Line::Game) => {
                let are_people = self.strengths()[self.strength] == HUMAN;
                self.game = turn(self.game, GameName::ALL.len());
                self.strength = if are_people { self.strengths().len() - 1 } else { self.fitting_strength() };
            }
            Some(Line::Knows) => {
                self.knows = turn(self.knows, KNOWS.len());
                self.strength = self.fitting_strength();
            }
            Some(Line::Opponents) => {
                self.opponents = turn(self.opponents - 1, 4) + 1;
                self.seat = self.seat.min(self.opponents);
            }
            Some(Line::Strength) => self.strength = turn(self.strength, self.strengths().len()),
            Some(Line::Seat) => self.seat = turn(self.seat, self.opponents + 1),
            Some(Line::Practice) => self.practice = !self.practice,
            Some(Line::Assist) => self.assist = !self.assist,
            Some(Line::Browser) => self.browser = !self.browser,
            Some(Line::Begin | Line::Kept(_)) | None => {}
        }
    }

    fn command(&self, row: usize) -> String {
        self.words(row).iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

fn place(file: &Path) -> String {
    format!("It is kept in {}.", file.display())
}

/// Formats a saved game as a line of a menu, after a heading: which game, how far, when, against whom; the opponents
/// are cut off if they do not fit.
pub(super) fn label(game: &KeptGame, head: &str) -> String {
    let state = if game.is_over() { "finished".into() } else { format!("turn {}", game.turns) };
    let label = format!("{head}{}, {state}, {}, against ", game.game, ago(game.when));
    let room = menu::ROOM.saturating_sub(label.chars().count());
    label + &game.against(room)
}

/// Formats how long ago something was: `12 min ago`.
pub(super) fn ago(when: SystemTime) -> String {
    let minutes = when.elapsed().unwrap_or_default().as_secs() / 60;
    match minutes {
        0 => "just now".into(),
        1..60 => format!("{minutes} min ago"),
        60..1440 => format!("{} h ago", minutes / 60),
        _ => format!("{} ago", count(minutes as usize / 1440, "day")),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

    use super::*;
    use crate::cli::args::Cli;
    use crate::tui::Theme;
    use crate::tui::menu::Menu;

    /// Uses keys and mouse, as on the screen.
    #[test]
    fn game_is_set_up_and_started_on_screen() {
        let mut menu = Menu::new(Start::new(Vec::new()), Theme { colors: true });
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let mut draw = |menu: &mut Menu<Start>| {
            terminal.draw(|frame| menu.draw(frame)).unwrap();
            let cells = terminal.backend().buffer().content.iter();
            cells.map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        let press = |menu: &mut Menu<Start>, key| menu.handle(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
        assert!(draw(&mut menu).contains("$ goldrush play --opponents level4 "));
        let down = KeyCode::Down;
        for key in [down, KeyCode::Right, down, down, KeyCode::Enter, KeyCode::Up, KeyCode::Up, KeyCode::Up] {
            press(&mut menu, key);
        }
        let drawn = draw(&mut menu);
        assert!(drawn.contains("$ goldrush play --game carcassonne --opponents level4,level4 "), "{drawn}");
        // Sets the seat by a click on its line.
        let at = drawn.chars().collect::<Vec<_>>();
        let line = at.chunks(80).position(|line| line.iter().collect::<String>().contains("Your turn is the")).unwrap();
        let kind = MouseEventKind::Down(MouseButton::Left);
        let click = MouseEvent { kind, column: 30, row: line as u16, modifiers: KeyModifiers::NONE };
        menu.handle(&Event::Mouse(click));
        assert!(draw(&mut menu).contains("--seat 1") && menu.chosen.is_none());
        press(&mut menu, KeyCode::Char('1'));
        press(&mut menu, KeyCode::Enter);
        assert_eq!(menu.chosen, Some(0));
    }

    /// Every setting gives a valid command.
    #[test]
    fn every_setting_gives_a_valid_command() {
        let mut start = Start::new(Vec::new());
        for row in (1..9).cycle().take(200) {
            start.change(row, if row % 2 == 0 { 1 } else { -1 });
            let words = start.words(0);
            assert!(Cli::try_parse_from(&words).is_ok(), "{words:?}");
            assert!(start.seat <= start.opponents && start.strength < start.strengths().len());
        }
        assert_eq!(Start::new(Vec::new()).command(0), "goldrush play --opponents level4");
    }

    /// A better player gets a stronger opponent, and nobody gets the strongest one unasked.
    #[test]
    fn opponents_match_knowledge_of_the_game() {
        let mut start = Start::new(Vec::new());
        for _ in 0..GameName::ALL.len() {
            let mut strengths = Vec::new();
            for knows in 0..KNOWS.len() {
                start.knows = knows;
                strengths.push(start.fitting_strength());
            }
            assert!(strengths.is_sorted_by(|one, next| one < next), "{strengths:?}");
            assert!(strengths[0] <= 1 && strengths[3] + 2 < start.strengths().len(), "{strengths:?}");
            start.change(1, 1);
        }
    }
}
