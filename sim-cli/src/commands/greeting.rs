//! The menu of a bare `goldrush` on a terminal. Each choice is a command, which is shown.

use std::ffi::OsString;

use crate::games::GameName;
use crate::paint::ColorChoice;
use crate::study::quoted;
use crate::table::shelf::{self, KeptGame};
use crate::tui::menu::{self, Form, Row};

use super::start::label;

/// A choice: its label, a sentence about it, and the command.
struct Suggested {
    label: String,
    note: String,
    words: Vec<String>,
}

/// A list of choices.
struct Offers {
    title: &'static str,
    greeting: &'static str,
    offers: Vec<Suggested>,
}

impl Form for Offers {
    fn title(&self) -> String {
        self.title.into()
    }

    fn greeting(&self) -> String {
        self.greeting.into()
    }

    fn rows(&self) -> Vec<Row> {
        let row = |offer: &Suggested| Row { label: offer.label.clone(), value: None, note: offer.note.clone() };
        self.offers.iter().map(row).collect()
    }

    fn change(&mut self, _: usize, _: isize) {}

    fn command(&self, row: usize) -> String {
        let words = self.offers.get(row).map(|offer| &offer.words[..]).unwrap_or_default();
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

fn offer(label: impl Into<String>, note: impl Into<String>, command: &str) -> Suggested {
    let words = format!("goldrush {command}").split(' ').map(str::to_owned).collect();
    Suggested { label: label.into(), note: note.into(), words }
}

const KEPT: usize = 2;
const RULES: usize = 3;

fn greeting() -> Offers {
    Offers {
        title: "Gold Rush",
        greeting: "Carcassonne: Gold Rush and its family. What would you like to do?",
        offers: vec![
            offer(
                "Play",
                "Against bots, or with people at this terminal. Rules are explained when they matter.",
                "play",
            ),
            offer(
                "Watch two bots",
                "The strongest against one that does not look ahead, turn by turn.",
                "watch --agents best,level4",
            ),
            offer("Look at a kept game", "Your own games, finished or not.", "history"),
            offer("Read the rules", "goldrush rules WORD finds those that a word is in.", "rules"),
            offer(
                "Run a first study",
                "Two thousand games of four equal players: is it good to begin? It takes a second.",
                "simulate --agents greedy --players 4 --games 2000",
            ),
            offer("See all commands", "Each has --help of its own.", "--help"),
        ],
    }
}

fn rules() -> Offers {
    let game = |game: &GameName| {
        offer(
            game.about().title,
            "One after the other; q leaves what fills more than the screen.",
            &format!("rules --game {game}"),
        )
    };
    let word = |word: &str| offer(format!("What they say of {word}"), "Any word will do.", &format!("rules {word}"));
    let offers = GameName::ALL.iter().map(game).chain(["tents", "farmers", "dynamite"].map(word)).collect();
    Offers { title: "The rules", greeting: "Of which game?", offers }
}

fn kept(games: &[KeptGame]) -> Offers {
    let one = |game: &KeptGame| {
        let words = ["goldrush", "play", "--resume"].map(str::to_owned).into_iter();
        let words = words.chain([game.file.display().to_string()]).collect();
        Suggested { label: label(game, ""), note: format!("It is kept in {}.", game.file.display()), words }
    };
    let list = offer("Results against each opponent", "Of the games that are finished.", "history");
    Offers { title: "Your games", greeting: "Which one?", offers: games.iter().map(one).chain([list]).collect() }
}

/// Shows the menu; returns the words of the chosen command, if any.
pub(super) fn ask() -> anyhow::Result<Option<Vec<OsString>>> {
    let colors = ColorChoice::Auto.colors();
    loop {
        let Some((first, row)) = menu::choose(greeting(), colors)? else { return Ok(None) };
        let more = match row {
            KEPT => {
                let games = shelf::folder().map(|folder| shelf::games(&folder)).unwrap_or_default();
                (!games.is_empty()).then(|| kept(&games))
            }
            RULES => Some(rules()),
            _ => None,
        };
        let (form, row) = match more {
            None => (first, row),
            // Leaving the second list returns to the first.
            Some(more) => match menu::choose(more, colors)? {
                Some(chosen) => chosen,
                None => continue,
            },
        };
        println_command(&form.command(row));
        return Ok(form.offers.into_iter().nth(row).map(|offer| offer.words.into_iter().map(Into::into).collect()));
    }
}

/// Prints the chosen command, as if it had been typed.
fn println_command(command: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stdout(), "$ {command}");
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use clap::error::ErrorKind;

    use super::*;
    use crate::cli::args::Cli;

    #[test]
    fn every_choice_is_a_command() {
        for offers in [greeting(), rules(), kept(&[])] {
            for Suggested { words, .. } in &offers.offers {
                let parsed = Cli::try_parse_from(words);
                let is = parsed.as_ref().map_or_else(|e| e.kind() == ErrorKind::DisplayHelp, |_| true);
                assert!(is, "{words:?}: {parsed:?}");
            }
        }
        assert_eq!(greeting().offers[KEPT].label, "Look at a kept game");
        assert_eq!(greeting().offers[RULES].label, "Read the rules");
    }
}
