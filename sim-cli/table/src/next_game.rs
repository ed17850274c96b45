//! The game after this one: a rematch, other levels, or another game.

use goldrush_games::playable::Playable;
use goldrush_games::registry::with_game;
use serde::{Deserialize, Serialize};

use super::again;
use super::seats::Seats;
use super::session::Session;

/// A game to play after this one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextGame {
    /// A new deal of the same game with the same opponents, in which everybody moves one seat earlier; the first becomes
    /// the last.
    Rematch,
    /// The same against opponents one level stronger.
    Stronger,
    /// The same against opponents one level weaker.
    Weaker,
    /// The next puzzle.
    Puzzle,
    /// The game of this name, against opponents of the same levels.
    Game(String),
}

/// Result of a game on the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Departure {
    /// Text to print.
    pub message: String,
    /// Words of the command for the next game, if there is to be one.
    pub next: Option<Vec<String>>,
}

/// Prefix of the agents that are levels for people.
const LEVEL: &str = "level";

/// Returns the words of the command for the next game; `None` if there is no such game, no opponent has such a level, or the
/// game is the same and its components do not come with the program.
pub(super) fn words<G: Playable>(session: &Session<G>, next: &NextGame) -> Option<Vec<String>> {
    let this = session.game();
    let (game, by) = match next {
        NextGame::Rematch => (this, 0),
        NextGame::Stronger => (this, 1),
        NextGame::Weaker => (this, -1),
        NextGame::Puzzle => return None,
        NextGame::Game(name) => (name.parse().ok()?, 0),
    };
    let names = session.seats().occupants();
    let levels = game
        .agents()
        .into_iter()
        .filter(|name| name.starts_with(LEVEL))
        .count() as isize;
    let mut changed: Vec<String> = names.iter().map(|name| level(name, by, levels)).collect();
    if (by != 0 && changed == names) || (game == this && session.has_own_components()) {
        return None;
    }
    let mut people = session.seats().names().to_vec();
    if *next == NextGame::Rematch {
        changed.rotate_left(1);
        people.rotate_left(1);
    }
    let seats = Seats::of_occupants(game, &changed).ok()?;
    let mut words = if game == this {
        again::same_rules::<G>(session.setup(), &seats)
    } else {
        again::new_deal(game.about().name, &seats)
    };
    if !seats.humans().is_empty() {
        let settings = session.settings();
        let assists = with_game!(game, G => G::ASSISTS);
        let options = [
            (settings.practice, "--practice"),
            (!settings.lessons, "--no-lessons"),
            (settings.assist && assists, "--assist"),
        ];
        words.extend(
            options
                .into_iter()
                .filter(|(is_set, _)| *is_set)
                .map(|(_, option)| option.to_owned()),
        );
        let people: Vec<String> = people.into_iter().flatten().collect();
        // One option has all names, in the order of the seats.
        if people.len() == seats.humans().len() {
            words.extend(["--names".into(), people.join(",")]);
        }
    }
    Some(words)
}

/// Returns the name of the agent `by` levels above, from `level0` to the last; other agents stay.
fn level(name: &str, by: isize, levels: isize) -> String {
    let number = name
        .strip_prefix(LEVEL)
        .and_then(|number| number.parse::<isize>().ok());
    number.map_or_else(
        || name.to_owned(),
        |number| format!("{LEVEL}{}", (number + by).clamp(0, levels - 1)),
    )
}

#[cfg(test)]
mod tests {
    use goldrush_games::{Choice, GameName};
    use goldrush_harness::protocol::limits::Limits;

    use super::*;
    use crate::live_game;
    use crate::session::{GameSettings, NewGame};

    #[test]
    fn next_game_keeps_rules_and_settings() {
        let seats = Seats::of_options(GameName::GoldRush, "level12,greedy", 1).unwrap();
        let (setup, components) = Choice::printed(GameName::GoldRush).setup(3).unwrap();
        let settings = GameSettings {
            practice: true,
            lessons: false,
            assist: false,
        };
        let host = live_game::begin(
            NewGame {
                setup,
                seed: 1,
                seats,
                settings,
                file: None,
                components,
            },
            Limits::default(),
        );
        let next = |next: NextGame| {
            host.as_ref()
                .unwrap()
                .next_game(&next)
                .map(|words| words.join(" "))
        };
        let same = "--seat 1 --practice --no-lessons";
        // The person who moved second now moves first.
        let rematch = "goldrush play --opponents greedy,level12 --practice --no-lessons";
        assert_eq!(next(NextGame::Rematch).unwrap(), rematch);
        assert_eq!(next(NextGame::Stronger), None, "there is no level above");
        assert_eq!(
            next(NextGame::Weaker).unwrap(),
            format!("goldrush play --opponents level11,greedy {same}")
        );
        assert_eq!(
            next(NextGame::Game("carcassonne".into())).unwrap(),
            "goldrush play --opponents level12,greedy --seat 1 --game carcassonne --practice --no-lessons"
        );
        assert_eq!(next(NextGame::Game("chess".into())), None);
    }

    #[test]
    fn a_game_with_own_tiles_has_no_rematch() {
        let seats = Seats::of_options(GameName::GoldRush, "level3", 0).unwrap();
        let (setup, _) = Choice::printed(GameName::GoldRush).setup(2).unwrap();
        let settings = GameSettings {
            practice: false,
            lessons: true,
            assist: false,
        };
        let components = Some("name = \"mine\"".into());
        let host = live_game::begin(
            NewGame {
                setup,
                seed: 1,
                seats,
                settings,
                file: None,
                components,
            },
            Limits::default(),
        );
        let next = |next: NextGame| host.as_ref().unwrap().next_game(&next);
        assert_eq!(
            (next(NextGame::Rematch), next(NextGame::Weaker)),
            (None, None)
        );
        assert!(next(NextGame::Game("carcassonne".into())).is_some());
    }
}
