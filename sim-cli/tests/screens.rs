//! The full-screen game, compared with the screens in `screens/`, which were checked by eye. To accept a change:
//! `GOLDRUSH_BLESS=1 cargo test -p goldrush --test screens`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use goldrush_ai::environment::Environment;
use goldrush_ai::registry::Spec;
use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Catalogue, GoldRush, Rules, Setup};
use goldrush_engine::knizia_gold::{self, KniziaGold};
use goldrush_engine::rng::{choose, tool_stream};
use goldrush_games::playable::Playable;
use goldrush_harness::protocol::limits::Limits;
use goldrush_screens::tui::{App, Theme, draw};
use goldrush_table::analysis::move_report::QUICK;
use goldrush_table::bots::Bots;
use goldrush_table::hint::hint;
use goldrush_table::live_game::LiveGame;
use goldrush_table::seats::Seats;
use goldrush_table::session::{GameSettings, NewGame, Session};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::Color;

/// Folder of all saved games, under the short names that the screens show.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    folder
});

fn session(opponents: &str, seed: u64, name: &str, rules: Rules) -> Session<GoldRush> {
    begin(opponents, seed, name, rules, true)
}

fn begin(opponents: &str, seed: u64, name: &str, rules: Rules, lessons: bool) -> Session<GoldRush> {
    assert!(FOLDER.path().exists());
    let seats = Seats::of_options(goldrush_games::GameName::GoldRush, opponents, 0).unwrap();
    let catalogue = Catalogue::built_in("gold_rush").unwrap();
    let setup = Setup::new(catalogue, rules, seats.players()).unwrap();
    let settings = GameSettings {
        practice: true,
        lessons,
        assist: false,
    };
    let file = Some(PathBuf::from(format!("{name}.json")));
    Session::new(NewGame {
        setup,
        seed,
        seats,
        settings,
        file,
        components: None,
    })
}

/// Plays this many turns with greedy for all seats and an occasional random move; neither changes when bots improve.
fn game(opponents: &str, seed: u64, name: &str, turns: usize) -> Session<GoldRush> {
    let mut session = begin(opponents, seed, name, Rules::default(), false);
    let mut agent = Spec::read::<GoldRush>("greedy")
        .unwrap()
        .build::<GoldRush>(&Environment::sequential(session.seats().players()));
    let mut rng = tool_stream(seed);
    while session.turns() < turns
        && let Some(seat) = session.to_move()
    {
        let view = View::new(session.state(), seat);
        let random = view.random_move(&mut rng).unwrap();
        let mv = if choose(&mut rng, 3) == 0 {
            random
        } else {
            agent.choose(&view, &mut rng)
        };
        session.play(&[mv]).unwrap();
    }
    session
}

/// Starts a two-person game of Carcassonne with The Gold Mines.
fn mines(seed: u64, name: &str) -> Session<Carcassonne> {
    assert!(FOLDER.path().exists());
    let seats =
        Seats::of_options(goldrush_games::GameName::CarcassonneWithMines, "human", 0).unwrap();
    let rules = carcassonne::Rules {
        gold_mines: true,
        ..Default::default()
    };
    let setup =
        carcassonne::Setup::new(carcassonne::Catalogue::printed().into(), rules, 2).unwrap();
    let settings = GameSettings {
        practice: true,
        lessons: true,
        assist: false,
    };
    let file = Some(PathBuf::from(format!("{name}.json")));
    Session::new(NewGame {
        setup,
        seed,
        seats,
        settings,
        file,
        components: None,
    })
}

/// Starts a two-person card game.
fn cards(seed: u64, name: &str) -> Session<KniziaGold> {
    assert!(FOLDER.path().exists());
    let seats = Seats::of_options(goldrush_games::GameName::KniziaGold, "human", 0).unwrap();
    let setup = knizia_gold::Setup::new(2, false).unwrap();
    let settings = GameSettings {
        practice: false,
        lessons: false,
        assist: false,
    };
    let file = Some(PathBuf::from(format!("{name}.json")));
    Session::new(NewGame {
        setup,
        seed,
        seats,
        settings,
        file,
        components: None,
    })
}

struct Screen {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Screen {
    fn new<G: Playable>(session: Session<G>, (width, height): (u16, u16)) -> Screen {
        Screen::themed(session, (width, height), true)
    }

    fn themed<G: Playable>(
        session: Session<G>,
        (width, height): (u16, u16),
        colors: bool,
    ) -> Screen {
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let live_game = LiveGame::new(session, Bots::new(Limits::default()));
        let mut screen = Screen {
            app: App::new(Box::new(live_game), Theme { colors }, Duration::ZERO),
            terminal,
        };
        screen.draw();
        screen
    }

    fn draw(&mut self) -> String {
        let Screen { app, terminal } = self;
        terminal.draw(|frame| draw(frame, app)).unwrap();
        let buffer = terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width);
        let text = |row: &[ratatui::buffer::Cell]| {
            row.iter()
                .map(ratatui::buffer::Cell::symbol)
                .collect::<String>()
        };
        rows.map(|row| text(row).trim_end().to_owned() + "\n")
            .collect()
    }

    fn keys(&mut self, keys: &[KeyCode]) {
        for &key in keys {
            self.app
                .handle(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)))
                .unwrap();
            self.draw();
        }
    }

    fn type_in(&mut self, text: &str) {
        self.keys(&text.chars().map(KeyCode::Char).collect::<Vec<_>>());
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

    fn hover(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Moved;
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

    /// Returns the position of a text on the screen.
    fn find(&mut self, text: &str) -> (u16, u16) {
        let screen = self.draw();
        let (row, line) = screen
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(text))
            .expect(text);
        let column = line[..line.find(text).unwrap()].chars().count();
        (column as u16, row as u16)
    }

    /// Returns the digits on the board of a large screen, each with its row and column.
    fn digits(&mut self) -> BTreeSet<(usize, usize, char)> {
        let mut digits = BTreeSet::new();
        for (row, line) in self.draw().lines().enumerate().take(48).skip(1) {
            for (column, symbol) in line.chars().enumerate().take(BOARD) {
                if symbol.is_ascii_digit() {
                    digits.insert((row, column, symbol));
                }
            }
        }
        digits
    }

    /// Waits until no background task is running.
    fn wait(&mut self) {
        for _ in 0..30_000 {
            self.app.tick().unwrap();
            if !self.app.is_busy() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it takes too long");
    }

    /// Waits until a text is on the screen.
    fn wait_for(&mut self, text: &str) {
        while !self.draw().contains(text) {
            assert!(self.app.is_busy(), "{text} is never shown");
            self.app.tick().unwrap();
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[track_caller]
    fn is_as(&mut self, name: &str) {
        let drawn = self.draw();
        let file = PathBuf::from(format!(
            "{}/tests/screens/{name}.txt",
            env!("CARGO_MANIFEST_DIR")
        ));
        if std::env::var_os("GOLDRUSH_BLESS").is_some() {
            fs::write(&file, &drawn).unwrap();
        }
        let known = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            drawn == known,
            "{}:\n{known}\nis now:\n{drawn}",
            file.display()
        );
    }
}

const NORMAL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (200, 60);
/// Columns of the board on a large screen.
const BOARD: usize = 150;

#[test]
fn turn_is_played_from_tile_to_cowboy() {
    let mut screen = Screen::new(session("human", 7, "turn", Rules::default()), NORMAL);
    screen.is_as("place");
    screen.keys(&[KeyCode::Down]);
    screen.type_in("r");
    screen.is_as("place-turned");
    screen.keys(&[KeyCode::Enter]);
    screen.is_as("act");
    screen.keys(&[KeyCode::Down, KeyCode::Down]);
    screen.is_as("act-chosen");
    // When picked up again, the tile is still selected where it was.
    screen.type_in("b");
    assert_eq!(screen.app.host.moves(), 0);
    screen.keys(&[KeyCode::Enter, KeyCode::Char('3'), KeyCode::Enter]);
    assert_eq!(screen.app.host.turns(), 1);
    assert!(screen.draw().contains("seat B: lay the tile"));
    screen.type_in("u");
    assert_eq!(screen.app.host.turns(), 0);
}

#[test]
fn middle_of_a_game_is_drawn_at_both_sizes_and_zoom_levels() {
    let mut screen = Screen::new(game("human", 36, "middle", 36), NORMAL);
    screen.is_as("middle");
    screen.type_in("z");
    screen.is_as("middle-small");
    let mut screen = Screen::new(game("human", 36, "middle-large", 36), LARGE);
    screen.type_in("0");
    screen.is_as("middle-large");
}

/// The points stay where the deciding piece stood; pointing there, or `s`, shows how they came about.
#[test]
fn scores_stay_on_the_screen_for_a_round() {
    let mut session = game("human", 5, "scored", 15);
    while session.scene().scored.is_empty() {
        let mv = session
            .state()
            .random_move(&mut tool_stream(session.turns() as u64))
            .unwrap();
        session.play(&[mv]).unwrap();
    }
    let scored = session.scene().scored[0].clone();
    let letters: String = scored.seats.iter().map(|seat| seat.letter()).collect();
    let label = format!("+{}{letters}", scored.points);
    let mut screen = Screen::new(session, NORMAL);
    screen.type_in("s");
    assert!(screen.draw().contains(&scored.sum), "{}", screen.draw());
    screen.is_as("scored");
    screen.keys(&[KeyCode::Esc]);
    assert!(!screen.draw().contains(&scored.sum));
    let (column, row) = screen.find(&label);
    screen.hover(column, row);
    assert!(screen.draw().contains(&scored.sum), "{}", screen.draw());
    screen.hover(79, 23);
    assert!(!screen.draw().contains(&scored.sum));
}

/// Cards flipped by another seat keep its letter for a turn, but not their faces.
#[test]
fn cards_flipped_by_others_stay_marked() {
    let mut screen = Screen::new(cards(3, "cards"), NORMAL);
    for _ in 0..2 {
        screen.keys(&[KeyCode::Right, KeyCode::Enter]);
    }
    // The turn is shown until a key is pressed.
    screen.keys(&[KeyCode::Enter, KeyCode::Down]);
    assert_eq!(screen.draw().matches("(A").count(), 2, "{}", screen.draw());
    screen.is_as("cards-flipped");
}

/// On a gold tile a turn has three moves.
#[test]
fn hint_is_played_to_its_last_move() {
    let mut session = mines(1, "advised");
    let mut rng = tool_stream(1);
    let idea = loop {
        let table = session.state().table();
        if table.phase() == carcassonne::Phase::Place
            && table.setup().catalogue().kind(table.hand()).gold
        {
            let ideas = hint(&session, QUICK)(&AtomicBool::new(false));
            if let Some(idea) = ideas
                .into_iter()
                .next()
                .filter(|idea| idea.moves.len() == 3 && idea.moves[2] != "pass")
            {
                break idea;
            }
        }
        let mv = session
            .state()
            .random_move(&mut rng)
            .expect("no hint had three moves");
        session.play(&[mv]).unwrap();
    };
    let mut screen = Screen::new(session, LARGE);
    screen.type_in("h");
    screen.wait();
    screen.keys(&[KeyCode::Enter; 3]);
    screen.type_in("l");
    let log = screen.draw();
    assert!(log.contains(" places "), "{:?}: {log}", idea.moves);
}

/// The screen in REFERENCE.md is up to date.
#[test]
fn reference_shows_the_current_screen() {
    let file =
        |name: &str| fs::read_to_string(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert!(
        file("REFERENCE.md").contains(&format!("```text\n{}```", file("tests/screens/middle.txt")))
    );
}

#[test]
fn overlays_and_hints_are_drawn_on_request() {
    let mut screen = Screen::new(game("human", 8, "asked", 50), NORMAL);
    for (key, name) in [('?', "help"), ('l', "log"), ('d', "tiles")] {
        screen.type_in(&key.to_string());
        screen.is_as(name);
        screen.keys(&[KeyCode::Down, KeyCode::PageDown, KeyCode::Up, KeyCode::Esc]);
    }
    screen.type_in("h");
    screen.wait_for("First estimate, searching");
    assert!(screen.draw().contains(" to win"));
    screen.wait();
    let drawn = screen.draw();
    assert!(
        drawn.contains("Best moves and final lead") && drawn.contains(" ±"),
        "{drawn}"
    );
    screen.keys(&[KeyCode::Down, KeyCode::Esc]);
    assert!(!screen.draw().contains("Best moves"));
    // Playing the hint places the tile.
    screen.type_in("h");
    screen.wait();
    screen.keys(&[KeyCode::Enter]);
    assert_eq!(screen.app.host.moves(), 101);
    assert!(screen.draw().contains("play a piece, mine or pass"));
}

#[test]
fn people_at_one_terminal_see_their_tokens_on_request() {
    let mut screen = Screen::new(game("human,human", 9, "people", 30), NORMAL);
    let hidden = "A's tokens: press t";
    assert!(screen.draw().contains(hidden));
    screen.type_in("t");
    let shown = screen.draw();
    assert!(
        !shown.contains(hidden) && shown.contains("Tokens"),
        "{shown}"
    );
    screen.keys(&[KeyCode::Enter, KeyCode::Enter]);
    assert!(
        screen.draw().contains("B's tokens: press t"),
        "the next one's are hidden again"
    );
}

#[test]
fn only_hints_have_numbers_on_the_board_while_they_are_shown() {
    let mut screen = Screen::new(game("human", 8, "numbered", 50), LARGE);
    screen.type_in("0");
    let asked = screen.digits();
    screen.type_in("h");
    screen.wait();
    let hints = screen.digits();
    screen.keys(&[KeyCode::Esc, KeyCode::Enter]);
    // Of the others, those that stay belong to tiles.
    let laid = screen.digits();
    let rotations: Vec<_> = asked.difference(&laid).collect();
    assert!(!rotations.is_empty());
    for rotation in rotations {
        assert!(!hints.contains(rotation), "{rotation:?}: {hints:?}");
    }
    for number in '1'..='5' {
        let mut new = hints.difference(&asked);
        assert!(
            new.any(|(_, _, digit)| *digit == number),
            "{number}: {hints:?}"
        );
    }
}

#[test]
#[ignore = "slow"]
fn result_is_drawn_and_every_turn_judged_at_the_end() {
    let mut screen = Screen::new(game("human", 8, "result", usize::MAX), NORMAL);
    screen.wait();
    let drawn = screen.draw();
    for part in [
        "railroad   mountain   city   prairie   tokens   points",
        "A human",
        " win",
        "The moves that mattered",
    ] {
        assert!(drawn.contains(part), "{part}\n{drawn}");
    }
    assert!(drawn.contains("the best or about as good; "), "{drawn}");
    screen.keys(&[KeyCode::PageDown]);
    let drawn = screen.draw();
    assert!(
        drawn.contains(" that cost about ") && !drawn.contains("Searching"),
        "{drawn}"
    );
    screen.keys(&[KeyCode::PageDown; 9]);
    assert!(
        screen
            .draw()
            .contains("The record of the game: result.json")
    );
    // Enter shows the selected mistake on the board, with both turns.
    screen.keys(&[KeyCode::Down, KeyCode::Enter]);
    let shown = screen.draw();
    assert!(
        shown.contains("stepping through the game") && shown.contains("Better"),
        "{shown}"
    );
    screen.keys(&[KeyCode::Esc]);
    screen.type_in("0");
    screen.is_as("end");
    // For a mistake, the better turns can be looked at on the board.
    screen.terminal = Terminal::new(TestBackend::new(LARGE.0, LARGE.1)).unwrap();
    screen.keys(&[KeyCode::Home]);
    let verdicts = [
        "the best turn found. It ",
        "as good as the best turn found",
        " that cost about ",
    ];
    let mut found = [0; 3];
    for _ in 0..screen.app.host.turns() {
        screen.keys(&[KeyCode::Right]);
        let drawn = screen.draw().replace('\n', " ");
        let of_turn = verdicts.map(|verdict| drawn.contains(verdict));
        assert!(
            of_turn.contains(&true) || drawn.contains("perhaps "),
            "{drawn}"
        );
        found
            .iter_mut()
            .zip(of_turn)
            .for_each(|(count, is_found)| *count += usize::from(is_found));
    }
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
    // A mistake is drawn with the better turn, and the reason is not cut.
    screen.type_in("zm");
    let mistake = screen.draw();
    screen.is_as("better");
    assert!(
        mistake.contains("better") && !mistake.contains("more line"),
        "{mistake}"
    );
    for place in [" of the start,", "°", " west,", " north,"] {
        let better = mistake.find("Better").unwrap();
        assert!(!mistake[better..].contains(place), "{place}: {mistake}");
    }
    // After the other good turns and where the mistake led, it is shown again.
    let others = (0..5).position(|_| {
        screen.type_in("x");
        screen.draw() == mistake
    });
    assert!(others.is_some_and(|others| others > 0), "{others:?}");
    assert!(!screen.app.leaving && screen.app.closing_message().contains("result.json"));
    // A click on a mistake of the list shows it, too.
    screen.keys(&[KeyCode::Esc]);
    screen.type_in("f");
    let list = screen.draw();
    let row = list.lines().position(|line| line.contains("│ Turn "));
    screen.click(LARGE.0 - 10, row.expect("the list has a mistake") as u16);
    let clicked = screen.draw();
    assert!(
        clicked.contains("stepping through the game") && clicked.contains("Better"),
        "{clicked}"
    );
    screen.type_in("r");
    assert!(screen.app.leaving, "a rematch can be begun from a review");
}

/// The log of a finished game keeps cards that were turned up and hidden again, up to the turn that is shown.
#[test]
fn log_of_a_step_ends_before_its_turn() {
    let (mut session, mut rng) = (cards(3, "steps"), tool_stream(3));
    while let Some(mv) = session.state().random_move(&mut rng) {
        session.play(&[mv]).unwrap();
    }
    let mut screen = Screen::new(session, LARGE);
    let last = screen.app.host.turns();
    screen.keys(&[KeyCode::Left]);
    for at in (last - 3..last).rev() {
        screen.type_in("l");
        let log = screen.draw();
        let shows = |turn: usize| log.contains(&format!(" {turn:>3}  "));
        assert!(shows(at - 1) && !shows(at) && !shows(at + 1), "{at}: {log}");
        screen.keys(&[KeyCode::Esc, KeyCode::Left]);
    }
}

#[test]
fn mouse_does_what_the_keys_do() {
    let mut screen = Screen::new(session("human", 7, "mouse", Rules::default()), NORMAL);
    // Selects the other cell, which shows the number of legal rotations; another click there places the tile.
    let (column, row) = (24, 14);
    screen.click(column, row);
    assert!(screen.draw().contains("place 2 of 2"), "{}", screen.draw());
    let frame = screen.find("┏").1;
    screen.click(column, frame + 1);
    assert_eq!(screen.app.host.moves(), 1);
    let (column, row) = screen.find("2 miner");
    screen.click(column, row);
    screen.click(column, row);
    assert_eq!(screen.app.host.turns(), 1);
    // A click where the tile does not fit shows why.
    let (column, row) = screen.find("═════════");
    screen.click(column, row);
    assert!(
        screen
            .draw()
            .contains("Not there: there is a tile already.")
    );
}

#[test]
fn bots_play_in_the_background() {
    let mut screen = Screen::new(
        session("level1,level1", 10, "bots", Rules::default()),
        NORMAL,
    );
    screen.keys(&[KeyCode::Enter, KeyCode::Enter]);
    assert!(screen.draw().contains("is thinking"));
    screen.wait();
    assert_eq!(screen.app.host.turns(), 3);
    assert!(screen.draw().contains("your turn: lay the tile"));
}

/// Returns the colors of every cell of the screen.
fn styles(buffer: &Buffer) -> impl Iterator<Item = (Color, Color)> {
    buffer.content.iter().map(|cell| (cell.fg, cell.bg))
}

#[test]
fn plain_screen_has_no_colors_but_the_same_distinctions() {
    let mut plain = Screen::themed(game("human", 8, "plain", 40), NORMAL, false);
    let mut colored = Screen::themed(game("human", 8, "colored", 40), NORMAL, true);
    assert_eq!(plain.draw(), colored.draw(), "the same characters");
    assert!(
        styles(plain.terminal.backend().buffer())
            .all(|style| style == (Color::Reset, Color::Reset))
    );
    assert!(
        styles(colored.terminal.backend().buffer())
            .any(|style| style != (Color::Reset, Color::Reset))
    );
}

#[test]
fn any_landscape_can_be_viewed_in_any_window() {
    for size in [(1, 1), (59, 24), (60, 20), (80, 24), (81, 61), (300, 100)] {
        let mut screen = Screen::new(
            game(
                "human,human,human,human",
                11,
                &format!("any-{}", size.0),
                60,
            ),
            size,
        );
        for keys in ["z0c", "zzz", "?", "x", "nnn", "NN", "rrR", "e", "t"] {
            screen.type_in(keys);
        }
        for key in [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down] {
            for _ in 0..30 {
                screen
                    .app
                    .handle(&Event::Key(KeyEvent::new(key, KeyModifiers::SHIFT)))
                    .unwrap();
                screen.keys(&[key]);
            }
        }
        screen.keys(&[KeyCode::Enter, KeyCode::Down, KeyCode::Backspace]);
        assert_eq!(screen.app.host.turns(), 60);
    }
}

/// Every option of the game can be played on the screen.
#[test]
fn variants_are_played_to_the_end() {
    let rules = Rules {
        tents: 3,
        take_back: true,
        cowboys: 2,
        mining_interval: 2,
        ..Rules::default()
    };
    let mut screen = Screen::new(session("human", 12, "variants", rules), NORMAL);
    let mut rng = 1_u32;
    while !screen.app.host.scene().is_over() {
        rng = rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let steps = [
            KeyCode::Tab,
            KeyCode::Down,
            KeyCode::Char('r'),
            KeyCode::Char('9'),
        ];
        screen.keys(&[steps[rng as usize >> 16 & 3], KeyCode::Enter]);
    }
    assert!(screen.draw().contains("The result"));
}

/// Other games with tiles use the same screen.
#[test]
fn carcassonne_is_played_on_the_same_screen() {
    let mut screen = Screen::new(mines(4, "mines"), NORMAL);
    screen.is_as("mines-place");
    screen.keys(&[KeyCode::Enter, KeyCode::Down]);
    screen.is_as("mines-follow");
    screen.type_in("b");
    assert_eq!(screen.app.host.moves(), 0);
    // Clicks twice on a part of the new tile.
    screen.keys(&[KeyCode::Enter]);
    let (column, row) = screen.find("2##");
    screen.click(column, row);
    screen.click(column, row);
    assert_eq!(screen.app.host.turns(), 1);
    assert!(screen.draw().contains("seat B: lay the tile"));
    screen.type_in("z");
    screen.is_as("mines-small");
    screen.type_in("zz");
    let mut rng = 1_u32;
    while !screen.app.host.scene().is_over() {
        rng = rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let steps = [
            KeyCode::Tab,
            KeyCode::Down,
            KeyCode::Char('r'),
            KeyCode::Char('2'),
        ];
        screen.keys(&[steps[rng as usize >> 16 & 3], KeyCode::Enter]);
    }
    assert!(screen.draw().contains("The result"));
    // The whole landscape is visible at once.
    screen.keys(&[KeyCode::Esc]);
    screen.type_in("0");
    screen.is_as("mines-end");
}
