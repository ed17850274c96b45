//! Plays every game from first turn to end on the full screen, by keys alone and by mouse alone, each in a window of another
//! size; and checks what a memory game must not leave on the screen. `scripts/play_by_keys.py` plays every game in every size.

use std::path::PathBuf;
use std::time::Duration;

use goldrush_games::{Choice, GameName};
use goldrush_harness::protocol::limits::Limits;
use goldrush_screens::tui::{App, Theme, draw};
use goldrush_table::live_game;
use goldrush_table::seats::Seats;
use goldrush_table::session::{GameSettings, NewGame};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::Color;

const SMALL: (u16, u16) = (80, 24);
const MEDIUM: (u16, u16) = (100, 30);
const LARGE: (u16, u16) = (200, 60);
/// Color of places where the tile may go.
const LEGAL: Color = Color::Indexed(113);

struct Screen {
    app: App,
    terminal: Terminal<TestBackend>,
    _folder: tempfile::TempDir,
}

impl Screen {
    fn new(game: GameName, opponents: &str, (width, height): (u16, u16), pace: Duration) -> Screen {
        let folder = tempfile::tempdir().unwrap();
        let seats = Seats::of_options(game, opponents, 0).unwrap();
        let (setup, components) = Choice::printed(game).setup(seats.players()).unwrap();
        let settings = GameSettings {
            practice: false,
            lessons: true,
            assist: false,
        };
        let file: Option<PathBuf> = Some(folder.path().join("game.json"));
        let new_game = NewGame {
            setup,
            seed: 11,
            seats,
            settings,
            file,
            components,
        };
        let host = live_game::begin(new_game, Limits::default()).unwrap();
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut screen = Screen {
            app: App::new(host, Theme { colors: true }, pace),
            terminal,
            _folder: folder,
        };
        screen.draw();
        screen
    }

    fn draw(&mut self) -> Vec<String> {
        let Screen { app, terminal, .. } = self;
        terminal.draw(|frame| draw(frame, app)).unwrap();
        let buffer = terminal.backend().buffer();
        let rows = buffer.content.chunks(usize::from(buffer.area.width));
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect())
            .collect()
    }

    fn press(&mut self, key: KeyCode) {
        self.app
            .handle(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)))
            .unwrap();
        self.draw();
    }

    fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.app
            .handle(&Event::Mouse(MouseEvent {
                kind,
                column,
                row,
                modifiers: KeyModifiers::NONE,
            }))
            .unwrap();
        self.draw();
    }

    /// Waits until a person has to act.
    fn wait(&mut self) {
        for _ in 0..30_000 {
            self.app.tick().unwrap();
            if !self.app.is_busy() {
                self.draw();
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("it takes too long");
    }

    fn is_over(&self) -> bool {
        self.app.host.scene().is_over()
    }

    /// Returns a place marked with the number of rotations that fit there.
    fn marked(&self, number: u32) -> Option<(u16, u16)> {
        let buffer = self.terminal.backend().buffer();
        let places = buffer.content.iter().enumerate().filter(|(_, cell)| {
            cell.fg == LEGAL && cell.symbol().chars().all(|c| c.is_ascii_digit())
        });
        let places: Vec<_> = places.map(|(at, _)| buffer.pos_of(at)).collect();
        places.get(number as usize % places.len().max(1)).copied()
    }
}

/// A simple generator with the same numbers in every run.
struct Chance(u32);

impl Chance {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 >> 8
    }
}

fn by_keys(game: GameName, size: (u16, u16)) {
    let mut screen = Screen::new(game, "level1", size, Duration::ZERO);
    let (mut chance, mut keys) = (Chance(3), 0);
    while !screen.is_over() {
        screen.wait();
        let all = [
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Tab,
            KeyCode::Char('r'),
        ];
        for _ in 0..chance.next() % 4 {
            screen.press(all[chance.next() as usize % all.len()]);
        }
        screen.press(KeyCode::Enter);
        keys += 1;
        assert!(keys < 3000, "{game} at {size:?} does not end");
    }
    ends(&mut screen, game);
}

fn by_mouse(game: GameName, size: (u16, u16)) {
    let mut screen = Screen::new(game, "level1", size, Duration::ZERO);
    let (mut chance, mut clicks) = (Chance(5), 0);
    while !screen.is_over() {
        screen.wait();
        clicks += 1;
        assert!(clicks < 5000, "{game} at {size:?} does not end");
        let lines = screen.draw();
        let frame = lines.iter().position(|line| line.contains('┏'));
        if let Some((column, row)) = screen
            .marked(chance.next())
            .filter(|_| chance.next().is_multiple_of(2))
        {
            screen.click(column, row);
        } else if let Some(row) =
            frame.filter(|_| !screen.draw().iter().any(|line| line.contains("▶ 1 ")))
        {
            // The tile in hand; if it is already placed, this is another spot, and the list is clicked below.
            let column = lines[row].chars().position(|c| c == '┏').unwrap();
            screen.click(column as u16 + 1, row as u16 + 1);
        } else {
            screen.click(
                (chance.next() % u32::from(size.0)) as u16,
                1 + (chance.next() % u32::from(size.1 - 2)) as u16,
            );
        }
        // Clicks twice on a line of the list of choices.
        let lines = screen.draw();
        let entry = |line: &String| {
            let text: String = line.chars().skip(usize::from(size.0) / 2).collect();
            text.contains(" 1 ") && !text.contains("fits")
        };
        if let Some(row) = lines.iter().position(entry) {
            let column = size.0 - 8;
            for _ in 0..2 {
                screen.click(column, row as u16);
            }
        }
    }
    ends(&mut screen, game);
}

/// Checks that the result is on the screen, with the command that gives a friend the same deal below it.
fn ends(screen: &mut Screen, game: GameName) {
    for _ in 0..10 {
        screen.app.tick().unwrap();
        if screen.draw().concat().contains("The result") {
            break;
        }
        // A card is still shown, or a click has closed the result.
        screen.press(KeyCode::Enter);
        screen.press(KeyCode::Char('f'));
    }
    let mut text = screen.draw().concat();
    for _ in 0..20 {
        screen.press(KeyCode::PageDown);
        text += &screen.draw().concat();
    }
    assert!(text.contains("points") && text.contains("win"), "{game}");
    assert!(
        text.contains("goldrush play --opponents level1") && text.contains("--seed 11"),
        "{game}"
    );
    assert!(screen.app.closing_message().contains("game.json"));
}

macro_rules! whole {
    ($($name:ident $game:ident $keys:ident $mouse:ident;)*) => {
        $(#[test]
        fn $name() {
            by_keys(GameName::$game, $keys);
            by_mouse(GameName::$game, $mouse);
        })*
    };
}

whole! {
    gold_rush_to_its_end GoldRush SMALL LARGE;
    carcassonne_to_its_end Carcassonne LARGE MEDIUM;
    carcassonne_with_mines_to_its_end CarcassonneWithMines MEDIUM SMALL;
    cards_to_their_end KniziaGold SMALL MEDIUM;
}

/// A card's face is on the screen while it is open, and nowhere once it is turned back: not on the table, not below it,
/// not in the log.
#[test]
fn no_trace_of_a_turned_back_card_stays() {
    let mut screen = Screen::new(GameName::KniziaGold, "human", (80, 24), Duration::ZERO);
    let (mut chance, mut turned_back, mut tries) = (Chance(1), 0, 0);
    while turned_back < 6 {
        tries += 1;
        assert!(tries < 100);
        let before = screen.app.host.log().len();
        screen.press(KeyCode::Enter);
        let open = screen.draw();
        assert!(
            open.concat().contains('['),
            "the first card lies open: {open:#?}"
        );
        for _ in 0..chance.next() % 5 {
            screen.press(KeyCode::Tab);
        }
        screen.press(KeyCode::Enter);
        let both = screen.draw().concat();
        assert_eq!(
            screen.draw()[1..17].concat().matches('[').count(),
            2,
            "both cards are seen: {both}"
        );
        let news = screen.app.host.news().to_vec();
        let turn = news.last().unwrap().0;
        let back = news
            .iter()
            .any(|(of, text)| *of == turn && text.contains("face down again"));
        // Until a key is pressed.
        screen.wait();
        assert_eq!(screen.draw()[1..17].concat().matches('[').count(), 2);
        screen.press(KeyCode::Enter);
        if !back {
            continue;
        }
        turned_back += 1;
        let shown: Vec<_> = news
            .iter()
            .filter(|(of, _)| *of == turn)
            .map(|(_, text)| text.clone())
            .collect();
        let faces: Vec<&str> = shown
            .iter()
            .filter_map(|text| text.split_once(": "))
            .map(|(_, face)| face)
            .collect();
        assert!(faces.len() == 2, "{shown:?}");
        assert!(!screen.draw()[1..17].concat().contains('['));
        let log: Vec<_> = screen.app.host.log()[before..]
            .iter()
            .map(|(_, text)| text.clone())
            .collect();
        for face in &faces {
            assert!(
                log.iter()
                    .all(|line| !line.contains(face.trim_end_matches('.'))),
                "{log:?}"
            );
        }
        screen.press(KeyCode::Char('l'));
        let overlay = screen.draw().concat();
        screen.press(KeyCode::Esc);
        assert!(overlay.contains("face down again"), "{overlay}");
        for face in &faces {
            assert!(!overlay.contains(&format!(": {face}")), "{overlay}");
        }
    }
}

/// At a set pace, others' actions stay on the screen for a while with their results, and a key skips them.
#[test]
fn others_actions_are_shown_at_a_pace() {
    let mut screen = Screen::new(
        GameName::GoldRush,
        "level1,level1",
        (80, 24),
        Duration::from_secs(50),
    );
    screen.press(KeyCode::Enter);
    screen.press(KeyCode::Enter);
    for _ in 0..5000 {
        screen.app.tick().unwrap();
        if screen.app.host.turns() == 3 {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let first = screen.draw().concat();
    assert!(
        first.contains("B level1") && first.contains("B lays") && !first.contains("C lays"),
        "{first}"
    );
    // A key that would play only skips.
    screen.press(KeyCode::Enter);
    let second = screen.draw().concat();
    assert!(
        second.contains("C lays") && !second.contains("your turn"),
        "{second}"
    );
    screen.press(KeyCode::Esc);
    assert!(screen.draw().concat().contains("your turn: lay the tile"));
    assert_eq!(screen.app.host.turns(), 3);
}

/// A key meant for an animation, pressed a moment after it ended by itself, places nothing.
#[test]
fn late_key_plays_nothing() {
    let mut screen = Screen::new(
        GameName::GoldRush,
        "level1",
        (80, 24),
        Duration::from_millis(20),
    );
    screen.press(KeyCode::Enter);
    screen.press(KeyCode::Enter);
    screen.wait();
    assert_eq!(screen.app.host.moves(), 4, "a turn of each");
    screen.press(KeyCode::Enter);
    assert_eq!(screen.app.host.moves(), 4);
    std::thread::sleep(Duration::from_millis(400));
    screen.press(KeyCode::Enter);
    assert_eq!(screen.app.host.moves(), 5);
}

/// Cut-off text is marked in windows of all sizes: five players at 80 by 24 leave little room.
#[test]
fn hidden_lines_are_announced() {
    let mut screen = Screen::new(
        GameName::Carcassonne,
        "human,human,human,human",
        (80, 24),
        Duration::ZERO,
    );
    let mut chance = Chance(9);
    let (mut lists, mut logs) = (false, false);
    while !lists || !logs {
        assert!(!screen.is_over());
        for _ in 0..chance.next() % 9 {
            screen.press(KeyCode::Tab);
        }
        screen.press(KeyCode::Enter);
        let lines = screen.draw();
        let question = screen.app.host.scene().question.clone();
        if let Some(question) = question.filter(|question| question.hand.is_none()) {
            let shown = |n: usize| {
                lines
                    .iter()
                    .any(|line| line.contains(&format!("│ {n:>2} ")))
            };
            let hidden = (1..=question.choices.len()).filter(|n| !shown(*n)).count();
            let told = lines.iter().find_map(|line| {
                line.split_once("▼ ")?
                    .1
                    .split_once(" more")?
                    .0
                    .parse::<usize>()
                    .ok()
            });
            if hidden > 0 {
                assert!(
                    told.is_some_and(|told| told >= hidden),
                    "{hidden} choices are not shown: {lines:#?}"
                );
                lists = true;
                // The last one is reached; then those above are announced.
                for _ in 1..question.choices.len() {
                    screen.press(KeyCode::Down);
                }
                let lines = screen.draw();
                assert!(
                    lines
                        .iter()
                        .any(|line| line.contains("▲ ") && line.contains(" more")),
                    "{lines:#?}"
                );
                let last = format!("│ {:>2} ", question.choices.len());
                assert!(lines.iter().any(|line| line.contains(&last)), "{lines:#?}");
            }
        }
        logs |= lines[18].contains(" more: l ");
    }
}
