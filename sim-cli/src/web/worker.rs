//! A game in a page whose worker has all of the program: commands in, frames out, and no server in between. A game is started by
//! the same words as on the command line, so that what the program prints to play a deal again is also a link.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use goldrush_engine::fingerprint::Fingerprint;
use serde_json::json;

use super::game_loop::{self, Counter, GameLoop};
use super::page;
use crate::error::bad_input;
use crate::games::playable::Playable as _;
use crate::games::registry::{with_game, with_setup};
use crate::games::{Choice, GameName};
use crate::protocol::limits::Limits;
use crate::sim::play::GameRunner;
use crate::sim::seated_agents::SeatedAgents;
use crate::study::check_seed;
use crate::study::lineup::{Lineup, split_names};
use crate::table::host::Host;
use crate::table::live_game;
use crate::table::next_game::Departure;
use crate::table::seats::{DEFAULT_BOT, Seats};
use crate::table::session::{GameSettings, NewGame};

/// A game, and what the page has seen of it.
pub struct WorkerGame {
    game_loop: GameLoop,
    counter: Counter,
    /// Number of the last frame taken; `None` before the first.
    seen: Option<u64>,
    /// The page on which it is played.
    page: String,
}

impl WorkerGame {
    /// Starts the game of a command, such as `play --opponents level4`; with this seed, unless the words have one. Bots' moves
    /// are shown for `pace` each.
    ///
    /// # Errors
    /// Bad input if the words are no such command.
    pub fn begin(words: &[String], seed: u64, pace: Duration) -> anyhow::Result<WorkerGame> {
        Ok(WorkerGame::open(new_game(words, seed)?, pace))
    }

    /// Resumes a game from the text that [`WorkerGame::saved`] returned.
    ///
    /// # Errors
    /// Bad input if the text is no game that people play.
    pub fn resume(text: &str, pace: Duration) -> anyhow::Result<WorkerGame> {
        Ok(WorkerGame::open(
            live_game::read(text, Limits::default())?,
            pace,
        ))
    }

    fn open(host: Box<dyn Host>, pace: Duration) -> WorkerGame {
        let art = host.art();
        let page = page::in_worker(&*host, art.as_ref(), pace);
        let (mut game_loop, counter) = game_loop::open(host, art, None);
        game_loop.begin();
        WorkerGame {
            game_loop,
            counter,
            seen: None,
            page,
        }
    }

    /// Returns the page on which it is played, which carries everything with it.
    pub fn page(&self) -> &str {
        &self.page
    }

    /// Executes a command of the page. False if it is not possible now.
    ///
    /// # Errors
    /// Bad input if the text is no command.
    pub fn execute(&mut self, command: &str) -> anyhow::Result<bool> {
        self.game_loop
            .execute(serde_json::from_str(command).context("not a command")?)
    }

    /// Shows what has become ready in the background.
    ///
    /// # Errors
    /// Fails if a bot's move cannot be played.
    pub fn attend(&mut self) -> anyhow::Result<()> {
        self.game_loop.handle_pending()
    }

    /// Returns the next frame with its identifier; the latest, if none was taken yet.
    pub fn next_frame(&mut self) -> Option<(String, Arc<str>)> {
        let (number, id, frame) = self.counter.screens.after(None, self.seen)?;
        self.seen = Some(number);
        Some((id, frame))
    }

    /// Returns the whole game so far, if all of it may be seen.
    pub fn timeline(&mut self) -> Option<String> {
        self.game_loop.timeline()
    }

    /// Returns what a list of kept games tells of it, and its text, from which it can be resumed; `None` in a variation, and if
    /// nobody plays.
    pub fn saved(&self) -> Option<String> {
        let host = self.game_loop.host();
        let text = host.saved().filter(|_| !host.seats().humans().is_empty())?;
        let (game, over) = (host.game().about().title, host.scene().is_over());
        let kept = json!({
            "game": game,
            "turns": host.turns(),
            "over": over,
            "seats": host.seats().names(),
            "again": host.again(),
            "text": text,
        });
        Some(kept.to_string())
    }

    /// Returns the words of the command that deals the same game again.
    pub fn again(&self) -> Option<String> {
        self.game_loop.host().again()
    }

    /// Returns the words of the command for the next game, or none to go back to the menu, once the game was left.
    ///
    /// # Errors
    /// Fails if the end of the game cannot be recorded.
    pub fn departure(&mut self) -> anyhow::Result<Option<Vec<String>>> {
        if !self.game_loop.is_leaving() {
            return Ok(None);
        }
        let Departure { next, .. } = self.game_loop.work()?;
        Ok(Some(next.unwrap_or_default()))
    }
}

/// Returns the choices for a new game as JSON: by game its name, title, levels with what they are, and whether it marks seen cards.
pub fn choices() -> String {
    let level =
        |game: GameName, name: &str| json!({ "name": name, "what": game.agent_summary(name) });
    let game = |&game: &GameName| {
        let levels = game
            .agents()
            .into_iter()
            .filter(|name| name.starts_with("level"));
        json!({
            "name": game.about().name,
            "title": game.about().title,
            "levels": levels.map(|name| level(game, name)).collect::<Vec<_>>(),
            "assists": with_game!(game, G => G::ASSISTS),
        })
    };
    json!(GameName::ALL.iter().map(game).collect::<Vec<_>>()).to_string()
}

/// Plays games of built-in agents as `goldrush lab bench` does with its usual seed; returns their fingerprint.
///
/// # Errors
/// Bad input if there is no such game or agent.
pub fn fingerprint(game: &str, agents: &str, games: u64) -> anyhow::Result<String> {
    const SEED: u64 = 1;
    let game: GameName = game.parse().map_err(bad_input)?;
    let lineup = Lineup::from_names(game, &split_names(agents), None)?;
    let (setup, _) = Choice::printed(game).setup(lineup.players())?;
    let sum = with_setup!(&setup, G, setup => {
        let (mut game_runner, mut agents) = (GameRunner::<G>::new(setup), SeatedAgents::default());
        (0..games).fold(Fingerprint::EMPTY, |mut sum, block| {
            sum.merge(game_runner.play_hashed(&mut agents, &lineup, SEED, block).0);
            sum
        })
    });
    Ok(format!("{:016x}", sum.value()))
}

/// Starts the game of a command.
fn new_game(words: &[String], seed: u64) -> anyhow::Result<Box<dyn Host>> {
    let mut words = words
        .iter()
        .skip_while(|word| *word == "goldrush")
        .map(String::as_str);
    let watches = match words.next() {
        Some("play") => false,
        Some("watch") => true,
        _ => {
            return Err(bad_input(
                "a game begins with the words of goldrush play or goldrush watch",
            ));
        }
    };
    let words: Vec<&str> = words.collect();
    let given = |option: &str| {
        let at = words.iter().position(|word| *word == option)?;
        words.get(at + 1).copied()
    };
    let is_set = |switch: &str| words.contains(&switch);
    let game: GameName = given("--game")
        .map_or(Ok(GameName::default()), str::parse)
        .map_err(bad_input)?;
    let seat = given("--seat")
        .map_or(Ok(0), str::parse)
        .map_err(|e| bad_input(format!("--seat: {e}")))?;
    let seed = given("--seed")
        .map_or(Ok(seed), str::parse)
        .map_err(|e| bad_input(format!("--seed: {e}")))?;
    check_seed(seed)?;
    let opponents = given("--opponents").unwrap_or(DEFAULT_BOT);
    let seats = match watches {
        true => Seats::of_agents(game, given("--agents").unwrap_or("best,level4"))?,
        false => Seats::of_options(game, opponents, seat)?,
    };
    let known = [
        "--game",
        "--seat",
        "--seed",
        "--opponents",
        "--agents",
        "--practice",
        "--no-lessons",
        "--assist",
        "--rule",
    ];
    let is_known = |word: &str| {
        known.contains(&word) || game.options().iter().any(|option| option.flag() == word)
    };
    if let Some(word) = words
        .iter()
        .find(|word| word.starts_with("--") && !is_known(word))
    {
        return Err(bad_input(format!("{word}: {game} has no such option here")));
    }
    let (setup, components) = rules(game, &words)?.setup(seats.players())?;
    let settings = GameSettings {
        practice: !watches && is_set("--practice"),
        lessons: !watches && !is_set("--no-lessons"),
        assist: watches || is_set("--assist"),
    };
    live_game::begin(
        NewGame {
            setup,
            seed,
            seats,
            settings,
            file: None,
            components,
        },
        Limits::default(),
    )
}

/// Returns the rules that the words of a command ask for.
fn rules(game: GameName, words: &[&str]) -> anyhow::Result<Choice> {
    let mut choice = Choice::printed(game);
    for option in game.options() {
        let flag = option.flag();
        let wrong = |problem: String| bad_input(format!("{flag}: {problem}"));
        let value = match flag.strip_prefix("--rule ") {
            Some(name) => words
                .iter()
                .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
                .map(|value| option.stored(value).map_err(wrong))
                .transpose()?
                .flatten(),
            None => {
                words
                    .iter()
                    .position(|word| *word == flag)
                    .map(|at| match option.is_switch() {
                        true => (option.printed != "true").to_string(),
                        false => words.get(at + 1).copied().unwrap_or_default().to_owned(),
                    })
            }
        };
        if let Some(value) = value {
            choice.set(option.name, &value).map_err(wrong)?;
        }
    }
    Ok(choice)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use serde_json::Value;

    use super::*;

    fn words(command: &str) -> Vec<String> {
        command.split(' ').map(str::to_owned).collect()
    }

    /// Plays a game by what its frames offer, until it is over; returns the last frame.
    fn play(game: &mut WorkerGame) -> Value {
        let begun = Instant::now();
        let mut last = Value::Null;
        loop {
            game.attend().unwrap();
            while let Some((_, frame)) = game.next_frame() {
                last = serde_json::from_str(&frame).unwrap();
            }
            if last["over"] == true {
                return last;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "{last}");
            let regions = last["regions"].as_object().unwrap();
            let offered = last["places"][0]["ways"][0]["move"]
                .as_str()
                .map(str::to_owned)
                .or_else(|| {
                    let marked = |text: &Value| {
                        Some(
                            text.as_str()?
                                .split("data-move=\"")
                                .nth(1)?
                                .split('"')
                                .next()?
                                .to_owned(),
                        )
                    };
                    ["ask", "spots", "cards"]
                        .iter()
                        .find_map(|region| marked(regions.get(*region)?))
                });
            match offered.filter(|_| last["waits"] == true) {
                Some(mv) => {
                    let command =
                        json!({ "at": last["at"], "act": "play", "moves": [mv] }).to_string();
                    assert!(game.execute(&command).unwrap(), "{command}");
                }
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    #[test]
    fn every_game_is_played_kept_and_resumed() {
        for game in GameName::ALL {
            let command = words(&format!("play --game {game} --opponents level1 --practice"));
            let mut played = WorkerGame::begin(&command, 7, Duration::ZERO).unwrap();
            assert!(
                played.page().contains("<script>") && !played.page().contains("src=\"page.js\"")
            );
            let last = play(&mut played);
            assert!(played.timeline().is_some(), "{game}");
            let kept: Value = serde_json::from_str(&played.saved().unwrap()).unwrap();
            let mut resumed =
                WorkerGame::resume(kept["text"].as_str().unwrap(), Duration::ZERO).unwrap();
            let again: Value = serde_json::from_str(&resumed.next_frame().unwrap().1).unwrap();
            assert_eq!(
                (kept["over"] == true, &again["turn"]),
                (true, &last["turn"]),
                "{game}"
            );
        }
    }

    #[test]
    fn words_that_deal_a_game_again_deal_it_here_too() {
        let command = "goldrush play --opponents level2,level1 --seat 1 --game carcassonne --no-farmers --seed 5";
        let game = WorkerGame::begin(&words(command), 1, Duration::ZERO).unwrap();
        assert_eq!(game.again().unwrap(), command);
        let next = "goldrush watch --agents level2,level1 --rule nugget-points=2 --seed 5";
        assert_eq!(
            WorkerGame::begin(&words(next), 1, Duration::ZERO)
                .unwrap()
                .again()
                .unwrap(),
            next
        );
        for (wrong, what) in [
            ("simulate", "goldrush play"),
            ("play --game chess", "chess"),
            ("play --opponents best,nobody", "nobody"),
            ("play --seed x", "--seed"),
            ("play --seat 7", "--seat 7"),
            ("play --opponent level1", "--opponent"),
        ] {
            let error = WorkerGame::begin(&words(wrong), 1, Duration::ZERO)
                .err()
                .unwrap()
                .to_string();
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn a_game_that_is_left_names_the_next_one() {
        let mut game =
            WorkerGame::begin(&words("play --opponents level1"), 1, Duration::ZERO).unwrap();
        assert_eq!(game.departure().unwrap(), None);
        assert!(game.execute(r#"{"at":0,"act":"leave"}"#).unwrap());
        assert_eq!(game.departure().unwrap(), Some(Vec::new()));
    }
}
