//! The menus: of a bare `goldrush` on a terminal, and of `goldrush play`, where a game is set up or a saved one resumed.
//! Each choice is a command, which is shown.

use std::io::Write as _;

use goldrush_games::GameName;
use goldrush_games::playable::Playable as _;
use goldrush_games::registry::with_game;
use goldrush_harness::study::joined;
use goldrush_screens::tui::menu::{Form, Page, ROOM, Row, choose};
use goldrush_support::paint::ColorChoice;
use goldrush_table::person_name::names_of_option;
use goldrush_table::shelf::{self, KeptGame};

/// Most saved games offered besides the settings of a new one.
const KEPT: usize = 8;
/// Degrees of knowledge of a game, each with the level that suits it, as a share of all levels above `level0`.
const KNOWLEDGE: [(&str, f64); 4] = [
    ("not at all", 0.1),
    ("a little", 0.3),
    ("well", 0.58),
    ("very well", 0.72),
];

/// Settings of a new game, in their order on the screen, each with a sentence about it.
const SETTINGS: [(&str, &str); 10] = [
    ("Game", ""),
    (
        "You know it",
        "Chooses the level of the bots; level0 is for children.",
    ),
    ("Number of opponents", "One to four."),
    ("They are", ""),
    ("Your turn is the", "The first seat goes first."),
    ("Practice", "In practice games you can undo turns."),
    (
        "Mark seen cards",
        "Seen cards stay marked, so you need not remember them.",
    ),
    ("Shown", "A board in your browser, or the full screen here."),
    (
        "Hints",
        "Everybody at the table sees whether hints are allowed.",
    ),
    (
        "Names",
        "Type your name; with people here, type all names with commas between.",
    ),
];
const GAME: usize = 0;
const KNOWS: usize = 1;
const OPPONENTS: usize = 2;
const STRENGTH: usize = 3;
const SEAT: usize = 4;
const PRACTICE: usize = 5;
const ASSIST: usize = 6;
const BROWSER: usize = 7;
const HINTS: usize = 8;
const NAMES: usize = 9;

/// The menu of `goldrush play`.
pub(super) struct Start {
    kept: Vec<KeptGame>,
    /// Number of the chosen value of each setting.
    at: [usize; SETTINGS.len()],
    /// Names of the people, as typed.
    names: String,
    /// Effect of leaving it, in a word or two.
    leave: &'static str,
}

impl Start {
    /// Creates the menu with the unfinished games in the user's folder.
    pub(super) fn new(kept: Vec<KeptGame>) -> Start {
        // A game without a turn is not worth resuming.
        let kept = kept
            .into_iter()
            .filter(|game| !game.is_over() && game.turns > 0)
            .take(KEPT)
            .collect();
        let mut start = Start {
            kept,
            at: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
            names: String::new(),
            leave: "quit",
        };
        start.at[STRENGTH] = start.fitting_strength();
        start
    }

    fn game(&self) -> GameName {
        GameName::ALL[self.at[GAME]]
    }

    /// Returns the levels, weakest first.
    fn levels(&self) -> Vec<&'static str> {
        self.game()
            .agents()
            .into_iter()
            .filter(|name| name.starts_with("level"))
            .collect()
    }

    /// Returns the level that suits the user's knowledge of the game.
    fn fitting_strength(&self) -> usize {
        let above = self.levels().len() - 1;
        1 + (above as f64 * KNOWLEDGE[self.at[KNOWS]].1) as usize
    }

    /// Returns the settings that apply to the game.
    fn settings(&self) -> impl Iterator<Item = usize> {
        let assists = with_game!(self.game(), G => G::ASSISTS);
        let applies = move |&setting: &usize| match setting {
            ASSIST => assists,
            // Friends choose their seats, and see the board in their browsers.
            SEAT | PRACTICE | BROWSER => !self.are_friends(),
            HINTS => self.are_friends(),
            _ => true,
        };
        (0..SETTINGS.len()).filter(applies)
    }

    /// Returns the setting in a row of the page.
    fn setting_of(&self, row: usize) -> Option<usize> {
        let above = 1 + self.kept.len().min(1);
        self.settings().nth(row.checked_sub(above)?)
    }

    /// Returns true if the opponents are people with devices of their own.
    fn are_friends(&self) -> bool {
        self.at[STRENGTH] == self.levels().len() + 1
    }

    /// Returns what is wrong with the names; without any, nothing is.
    fn trouble_with_names(&self) -> Option<String> {
        let are_here = self.at[STRENGTH] == self.levels().len();
        let most = if are_here { self.at[OPPONENTS] + 2 } else { 1 };
        match names_of_option(&self.names) {
            _ if self.names.trim().is_empty() => None,
            Ok(names) if names.len() <= most => None,
            Ok(names) if most == 1 => Some(format!("{} names, but one person here.", names.len())),
            Ok(names) => Some(format!("{} names, but {most} people here.", names.len())),
            Err(e) => Some(e.to_string().trim_start_matches("--names: ").to_owned()),
        }
    }

    /// Returns the values of a setting, each with its options of the command.
    fn values(&self, setting: usize) -> Vec<(String, String)> {
        let words = |all: &[(&str, &str)]| {
            all.iter()
                .map(|&(shown, word)| (shown.into(), word.into()))
                .collect()
        };
        match setting {
            GAME => {
                let option = |at, game| {
                    if at == 0 {
                        String::new()
                    } else {
                        format!("--game {game}")
                    }
                };
                GameName::ALL
                    .iter()
                    .enumerate()
                    .map(|(at, &game)| (game.about().title.into(), option(at, game)))
                    .collect()
            }
            KNOWS => KNOWLEDGE
                .map(|(shown, _)| (shown.into(), String::new()))
                .into(),
            OPPONENTS => (1..=4)
                .map(|number| (number.to_string(), String::new()))
                .collect(),
            STRENGTH => {
                let option = |name| {
                    format!(
                        "--opponents {}",
                        vec![name; self.at[OPPONENTS] + 1].join(",")
                    )
                };
                let levels = self
                    .levels()
                    .into_iter()
                    .map(|name| (name.to_owned(), option(name)));
                let people = [
                    ("people here", ""),
                    ("friends, each on their own device", "--lan "),
                ];
                let people =
                    people.map(|(shown, lan)| (shown.into(), lan.to_owned() + &option("human")));
                levels.chain(people).collect()
            }
            SEAT => {
                let all = [
                    ("first", ""),
                    ("second", "--seat 1"),
                    ("third", "--seat 2"),
                    ("fourth", "--seat 3"),
                ];
                words(&[&all[..], &[("fifth", "--seat 4")]].concat()[..self.at[OPPONENTS] + 2])
            }
            PRACTICE => words(&[("no", ""), ("yes", "--practice")]),
            ASSIST => words(&[("no", ""), ("yes", "--assist")]),
            HINTS => words(&[("no", ""), ("yes", "--hints")]),
            NAMES => vec![(self.names.clone(), String::new())],
            _ => words(&[("in this terminal", ""), ("in the browser", "--browser")]),
        }
    }

    fn note(&self, setting: usize) -> String {
        match setting {
            GAME => format!("{} in commands.", self.game()),
            STRENGTH => match self.levels().get(self.at[STRENGTH]) {
                Some(level) => {
                    let summary = self.game().agent_summary(level);
                    let what = summary.split_once(": ").map_or(summary, |(_, what)| what);
                    format!(
                        "{level}: {what}. From level2 on, each wins 60% to 75% of its games against the one below."
                    )
                }
                None if self.are_friends() => {
                    "They join over your local network, with a code that you show them.".into()
                }
                None => "People take turns at this terminal.".into(),
            },
            NAMES => self
                .trouble_with_names()
                .unwrap_or_else(|| SETTINGS[NAMES].1.into()),
            _ => SETTINGS[setting].1.into(),
        }
    }
}

impl Form for Start {
    fn page(&self) -> Page {
        let chosen = |setting| self.values(setting).swap_remove(self.at[setting]);
        let options = self
            .settings()
            .map(|setting| chosen(setting).1)
            .filter(|option| !option.is_empty());
        let mut play = words(&format!("play {}", options.collect::<Vec<_>>().join(" ")));
        let names = self.names.trim();
        if !names.is_empty() && self.trouble_with_names().is_none() {
            play.extend(["--names".to_owned(), names.to_owned()]);
        }
        let title = self.game().about().title;
        let begin = Row::new("Begin", format!("Deals a game of {title}."), play.clone());
        let setting = |setting: usize| Row {
            value: Some(chosen(setting).0),
            is_typed: setting == NAMES,
            ..Row::new(SETTINGS[setting].0, self.note(setting), play.clone())
        };
        let browser =
            (self.at[BROWSER] == 1 && !self.are_friends()).then(|| "--browser".to_owned());
        let mut kept = self.kept.iter().map(|game| {
            let mut row = kept(game, "Resume: ");
            row.words.extend(browser.clone());
            row
        });
        // Most people come back for the game they played last.
        let last = kept.next();
        let rows = last
            .into_iter()
            .chain([begin])
            .chain(self.settings().map(setting))
            .chain(kept)
            .collect();
        Page {
            title: "Play",
            greeting: "Begin deals a game with the settings below.",
            rows,
            leave: self.leave,
        }
    }

    fn type_in(&mut self, row: usize, typed: Option<char>) -> bool {
        let is_text = self.setting_of(row) == Some(NAMES);
        match typed.filter(|_| is_text) {
            Some(c) => self.names.push(c),
            None if is_text => drop(self.names.pop()),
            None => {}
        }
        is_text
    }

    fn change(&mut self, row: usize, by: isize) {
        let Some(setting) = self.setting_of(row) else {
            return;
        };
        let people = self.at[STRENGTH].checked_sub(self.levels().len());
        let values = self.values(setting).len() as isize;
        let next = self.at[setting] as isize + by;
        // Below the weakest level there are no people.
        self.at[setting] = match setting {
            STRENGTH => next.clamp(0, values - 1),
            _ => next.rem_euclid(values),
        } as usize;
        match setting {
            // People stay people; the level of the same name, if the game has it.
            GAME => {
                let levels = self.levels().len();
                self.at[STRENGTH] =
                    people.map_or(self.at[STRENGTH].min(levels - 1), |kind| levels + kind);
            }
            KNOWS => self.at[STRENGTH] = self.fitting_strength(),
            _ => self.at[SEAT] = self.at[SEAT].min(self.at[OPPONENTS] + 1),
        }
    }
}

/// Returns the words of a command.
fn words(command: &str) -> Vec<String> {
    ["goldrush"]
        .into_iter()
        .chain(command.split_whitespace())
        .map(str::to_owned)
        .collect()
}

/// Returns the line of a saved game, after a heading: which game, how far, when, against whom; the opponents are cut off
/// if they do not fit.
fn kept(game: &KeptGame, head: &str) -> Row {
    let state = if game.is_over() {
        "finished".into()
    } else {
        format!("turn {}", game.turns)
    };
    let label = format!("{head}{}, {state}, {}, against ", game.game, game.ago());
    let against = game.against(ROOM.saturating_sub(label.chars().count()));
    let file = game.file.display();
    let command = [words("play --resume"), vec![file.to_string()]].concat();
    Row::new(&(label + &against), format!("Saved in {file}."), command)
}

/// Returns a row that gives a command.
fn entry(label: &str, note: &str, command: &str) -> Row {
    Row::new(label, note.into(), words(command))
}

fn greeting() -> Page {
    let rows = [
        entry(
            "Play",
            "Against bots, or with friends, here or on their devices. Rules are explained when they matter.",
            "play",
        ),
        entry(
            "Watch two bots",
            "The strongest against one that does not look ahead, turn by turn.",
            "watch --agents best,level4",
        ),
        entry(
            "Resume or review a saved game",
            "Your own games, finished or not.",
            "history",
        ),
        entry(
            "Solve puzzles",
            "From your own mistakes and from games of bots: find the best turn.",
            "train",
        ),
        entry(
            "Read the rules",
            "goldrush rules WORD finds the rules that mention a word.",
            "rules",
        ),
        entry(
            "Ask what the rules do",
            "A page in your browser: set up a study by clicks and watch its answer.",
            "ask --browser",
        ),
        entry(
            "See all commands",
            "Each command has its own --help.",
            "--help",
        ),
    ];
    let greeting = "Carcassonne: Gold Rush and its family. What would you like to do?";
    Page {
        title: "Gold Rush",
        greeting,
        rows: rows.into(),
        leave: "quit",
    }
}

fn rules() -> Page {
    let mut rows = Vec::new();
    for game in GameName::ALL {
        rows.push(entry(
            game.about().title,
            "All rules; q quits the pager.",
            &format!("rules --game {game}"),
        ));
    }
    for word in ["tents", "farmers", "dynamite"] {
        rows.push(entry(
            &format!("Rules that mention {word}"),
            "Works with any word.",
            &format!("rules {word}"),
        ));
    }
    Page {
        title: "The rules",
        greeting: "Of which game?",
        rows,
        leave: "first menu",
    }
}

fn puzzles() -> Page {
    let row = |game: GameName| {
        entry(
            game.about().title,
            "Easy ones first: --difficulty medium or hard for more.",
            &format!("train --game {game} --difficulty easy"),
        )
    };
    Page {
        title: "Puzzles",
        greeting: "Of which game?",
        rows: GameName::ALL.iter().copied().map(row).collect(),
        leave: "first menu",
    }
}

fn games(games: &[KeptGame]) -> Page {
    let note = "Counts finished games.".into();
    let results = Row::new("Results against each opponent", note, words("history"));
    let rows = games
        .iter()
        .map(|game| kept(game, ""))
        .chain([results])
        .collect();
    Page {
        title: "Your games",
        greeting: "Which one?",
        rows,
        leave: "first menu",
    }
}

/// Shows the menu of a bare `goldrush`; returns the words of the chosen command, if any.
pub(super) fn ask() -> anyhow::Result<Option<Vec<String>>> {
    let colors = ColorChoice::Auto.colors();
    loop {
        let Some(words) = choose(greeting(), colors)? else {
            return Ok(None);
        };
        let more = match words[1].as_str() {
            "play" => {
                let start = Start {
                    leave: "first menu",
                    ..Start::new(shelf::saved())
                };
                choose(start, colors)?
            }
            "history" if !shelf::saved().is_empty() => choose(games(&shelf::saved()), colors)?,
            "rules" => choose(rules(), colors)?,
            "train" => choose(puzzles(), colors)?,
            _ => Some(words),
        };
        // Leaving the second menu returns to the first.
        let Some(words) = more else { continue };
        // As if it had been typed.
        let _ = writeln!(std::io::stdout(), "$ {}", joined(&words));
        return Ok(Some(words));
    }
}

/// True if a chosen command fills the screen itself, so that the menu follows when it ends; others leave text to read.
pub(super) fn returns_from(chosen: &[String]) -> bool {
    matches!(
        chosen.get(1).map(|word| &word[..]),
        Some("play" | "watch" | "train")
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Parser as _;
    use clap::error::ErrorKind;
    use goldrush_screens::tui::Theme;
    use goldrush_screens::tui::menu::Menu;
    use goldrush_table::seats::Seats;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{
        Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    };

    use super::*;
    use crate::cli::args::Cli;

    #[test]
    fn game_is_set_up_and_started_on_screen() {
        let mut menu = Menu::new(Start::new(Vec::new()), Theme { colors: true });
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let mut draw = |menu: &mut Menu<Start>| {
            terminal.draw(|frame| menu.draw(frame)).unwrap();
            let cells = terminal.backend().buffer().content.iter();
            cells.map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        let press = |menu: &mut Menu<Start>, key| {
            menu.handle(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
        };
        assert!(draw(&mut menu).contains("$ goldrush play --opponents level4 "));
        let down = KeyCode::Down;
        for key in [
            down,
            KeyCode::Right,
            down,
            down,
            KeyCode::Enter,
            KeyCode::Up,
            KeyCode::Up,
            KeyCode::Up,
        ] {
            press(&mut menu, key);
        }
        let drawn = draw(&mut menu);
        assert!(
            drawn.contains("$ goldrush play --game carcassonne --opponents level4,level4 "),
            "{drawn}"
        );
        // Sets the seat by a click on its line.
        let at = drawn.chars().collect::<Vec<_>>();
        let line = at
            .chunks(80)
            .position(|line| line.iter().collect::<String>().contains("Your turn is the"))
            .unwrap();
        let kind = MouseEventKind::Down(MouseButton::Left);
        let click = MouseEvent {
            kind,
            column: 30,
            row: line as u16,
            modifiers: KeyModifiers::NONE,
        };
        menu.handle(&Event::Mouse(click));
        assert!(draw(&mut menu).contains("--seat 1") && menu.chosen.is_none());
        press(&mut menu, KeyCode::Char('?'));
        let explained = draw(&mut menu);
        assert!(explained.contains("Enter or a click takes it") && !explained.contains("--seat 1"));
        press(&mut menu, KeyCode::Esc);
        assert!(
            draw(&mut menu).contains("--seat 1"),
            "Esc closes only the explanation"
        );
        press(&mut menu, KeyCode::Char('1'));
        press(&mut menu, KeyCode::Enter);
        assert_eq!(
            menu.chosen.unwrap()[4..],
            ["--opponents", "level4,level4", "--seat", "1"]
        );
    }

    #[test]
    fn every_setting_gives_a_valid_command() {
        let mut start = Start::new(Vec::new());
        let mut commands = BTreeSet::new();
        for row in (1..9).cycle().take(200) {
            start.change(row, if row % 2 == 0 { 1 } else { -1 });
            commands.extend(start.page().rows.into_iter().map(|row| row.words));
        }
        for words in commands {
            assert!(Cli::try_parse_from(&words).is_ok(), "{words:?}");
        }
        assert_eq!(
            joined(&Start::new(Vec::new()).page().rows[0].words),
            "goldrush play --opponents level4"
        );
    }

    #[test]
    fn changing_the_game_keeps_the_level() {
        let mut start = Start::new(Vec::new());
        start.change(4, 1);
        start.change(1, 1);
        assert_eq!(
            joined(&start.page().rows[0].words),
            "goldrush play --game carcassonne --opponents level5"
        );
    }

    #[test]
    fn friends_join_from_their_devices() {
        let mut start = Start::new(Vec::new());
        start.at[SEAT] = 1;
        start.at[BROWSER] = 1;
        start.at[STRENGTH] = 0;
        start.change(4, -1);
        assert!(!start.are_friends());
        start.at[STRENGTH] = start.levels().len();
        start.change(4, 1);
        assert_eq!(
            joined(&start.page().rows[0].words),
            "goldrush play --lan --opponents human"
        );
        start.change(1, 1);
        assert_eq!(
            joined(&start.page().rows[0].words),
            "goldrush play --game carcassonne --lan --opponents human"
        );
        start.change(5, 1);
        assert_eq!(
            joined(&start.page().rows[0].words),
            "goldrush play --game carcassonne --lan --opponents human --hints"
        );
    }

    #[test]
    fn names_are_typed_and_checked() {
        let mut menu = Menu::new(Start::new(Vec::new()), Theme { colors: true });
        let mut press = |key| {
            menu.handle(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
            let row = menu.form().page().rows.swap_remove(0);
            let note = menu.form().note(NAMES);
            (joined(&row.words), note)
        };
        press(KeyCode::Up);
        // Keys with a meaning elsewhere are letters here.
        for c in "Jaq 1x".chars() {
            press(KeyCode::Char(c));
        }
        let (command, _) = press(KeyCode::Backspace);
        assert!(command.ends_with(" --names 'Jaq 1'"), "{command}");
        press(KeyCode::Char(','));
        let (command, note) = press(KeyCode::Char('B'));
        assert!(!command.contains("--names") && note == "2 names, but one person here.");
        let (_, note) = press(KeyCode::Char('\u{2063}'));
        assert!(note.contains("letters and digits"), "{note}");
    }

    /// A better player gets a stronger opponent, and nobody gets the strongest one unasked.
    #[test]
    fn opponents_match_knowledge_of_the_game() {
        let mut start = Start::new(Vec::new());
        for _ in 0..GameName::ALL.len() {
            let mut strengths = Vec::new();
            for knows in 0..KNOWLEDGE.len() {
                start.at[KNOWS] = knows;
                strengths.push(start.fitting_strength());
            }
            assert!(
                strengths.is_sorted_by(|one, next| one < next),
                "{strengths:?}"
            );
            assert!(
                strengths[0] <= 2 && strengths[3] + 1 < start.levels().len(),
                "{strengths:?}"
            );
            start.change(1, 1);
        }
    }

    #[test]
    fn every_choice_of_the_first_menu_is_a_command() {
        for page in [greeting(), rules(), games(&[])] {
            for row in &page.rows {
                let parsed = Cli::try_parse_from(&row.words);
                let is = parsed
                    .as_ref()
                    .map_or_else(|e| e.kind() == ErrorKind::DisplayHelp, |_| true);
                assert!(is, "{row:?}: {parsed:?}");
            }
        }
    }

    #[test]
    fn saved_game_fits_a_line_of_the_menu_and_is_resumed() {
        let opponents = "level11,level11,level11,level10";
        let game = |turns, ahead| KeptGame {
            file: "carcassonne+gold-mines-123456.json".into(),
            when: std::time::SystemTime::now(),
            game: GameName::CarcassonneWithMines,
            seats: Seats::of_options(GameName::CarcassonneWithMines, opponents, 0).unwrap(),
            turns,
            points: vec![104; 5],
            ahead,
        };
        let row = kept(&game(30, Some(vec![0; 5])), "Resume: ");
        assert!(
            row.label.chars().count() <= ROOM && row.label.contains("against 3 × level11"),
            "{row:?}"
        );
        let mut start = Start::new(vec![
            game(0, None),
            game(30, None),
            game(30, Some(vec![0; 5])),
        ]);
        start.change(9, 1);
        let rows = start.page().rows;
        assert_eq!(rows.len(), 10, "{rows:?}");
        assert_eq!(
            rows[0].words[1..],
            ["play", "--resume", "carcassonne+gold-mines-123456.json"]
        );
    }
}
