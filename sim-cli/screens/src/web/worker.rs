//! A game in a page whose worker has all of the program: commands in, frames out, and no server in between. A game is started by
//! the same words as on the command line, so that what the program prints to play a deal again is also a link.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::player::Player;
use goldrush_engine::record::HUMAN;
use goldrush_games::about::GameOption;
use goldrush_games::playable::Playable as _;
use goldrush_games::registry::{with_game, with_setup};
use goldrush_games::{Choice, GameName};
use goldrush_harness::protocol::limits::Limits;
use goldrush_harness::sim::play::GameRunner;
use goldrush_harness::sim::seated_agents::SeatedAgents;
use goldrush_harness::study::check_seed;
use goldrush_harness::study::lineup::{Lineup, split_names};
use goldrush_support::error::bad_input;
use goldrush_table::host::Host;
use goldrush_table::live_game;
use goldrush_table::next_game::Departure;
use goldrush_table::seats::{DEFAULT_BOT, Seats};
use goldrush_table::session::{GameSettings, NewGame};
use serde_json::{Value, json};

use super::game_loop::{self, GameLoop, GameLoopHandle};
use super::page;

/// Options of `goldrush play` and `goldrush watch` that a game in a page has, besides those of its rules.
const OPTIONS: [&str; 10] = [
    "--game",
    "--seat",
    "--seed",
    "--opponents",
    "--agents",
    "--practice",
    "--no-lessons",
    "--assist",
    "--names",
    "--rule",
];

/// A game, and what the page has seen of it.
pub struct WorkerGame {
    game_loop: GameLoop,
    handle: GameLoopHandle,
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
        let (mut game_loop, handle) = game_loop::open(host, art, None);
        game_loop.begin();
        WorkerGame {
            game_loop,
            handle,
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
        let (number, id, frame) = self.handle.screens.after(None, self.seen)?;
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
        let own = host.seats().humans().iter().next();
        let others = Player::all(host.seats().players()).filter(|seat| Some(*seat) != own);
        let against: Vec<String> = others
            .map(|seat| host.seats().title(seat))
            .filter(|title| title != HUMAN)
            .collect();
        let kept = json!({
            "game": host.game().about().title,
            "turns": host.turns(),
            "over": host.scene().is_over(),
            "against": against,
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
    let games: Vec<Value> = GameName::ALL.iter().copied().map(choices_of).collect();
    json!(games).to_string()
}

fn choices_of(game: GameName) -> Value {
    let mut levels = Vec::new();
    for name in game.agents() {
        if name.starts_with("level") {
            levels.push(json!({ "name": name, "what": game.agent_summary(name) }));
        }
    }
    json!({
        "name": game.about().name,
        "title": game.about().title,
        "levels": levels,
        "assists": with_game!(game, G => G::ASSISTS),
    })
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
        let mut game_runner = GameRunner::<G>::new(setup);
        let mut agents = SeatedAgents::default();
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
    let game: GameName = value_of(&words, "--game")
        .map_or(Ok(GameName::default()), str::parse)
        .map_err(bad_input)?;
    let seat = value_of(&words, "--seat")
        .map_or(Ok(0), str::parse)
        .map_err(|e| bad_input(format!("--seat: {e}")))?;
    let seed = value_of(&words, "--seed")
        .map_or(Ok(seed), str::parse)
        .map_err(|e| bad_input(format!("--seed: {e}")))?;
    check_seed(seed)?;
    let opponents = value_of(&words, "--opponents").unwrap_or(DEFAULT_BOT);
    let mut seats = if watches {
        Seats::of_agents(game, value_of(&words, "--agents").unwrap_or("best,level4"))?
    } else {
        Seats::of_options(game, opponents, seat)?
    };
    if let Some(names) = value_of(&words, "--names") {
        seats.name_people(names)?;
    }
    let rules_of_game = game.options();
    let unknown = words.iter().find(|word| {
        word.starts_with("--")
            && !OPTIONS.contains(word)
            && !rules_of_game.iter().any(|option| option.flag() == **word)
    });
    if let Some(word) = unknown {
        return Err(bad_input(format!("{word}: {game} has no such option here")));
    }
    let (setup, components) = rules(game, &words)?.setup(seats.players())?;
    let settings = GameSettings {
        practice: !watches && words.contains(&"--practice"),
        lessons: !watches && !words.contains(&"--no-lessons"),
        assist: watches || words.contains(&"--assist"),
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

/// Returns the word after an option, if it is given.
fn value_of<'a>(words: &[&'a str], option: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| *word == option)?;
    words.get(at + 1).copied()
}

/// Returns the rules that the words of a command ask for.
fn rules(game: GameName, words: &[&str]) -> anyhow::Result<Choice> {
    let mut choice = Choice::printed(game);
    for option in game.options() {
        let flag = option.flag();
        let value = rule_value(&option, words).and_then(|value| match value {
            Some(value) => choice.set(option.name, &value),
            None => Ok(()),
        });
        if let Err(problem) = value {
            return Err(bad_input(format!("{flag}: {problem}")));
        }
    }
    Ok(choice)
}

/// Returns the value that the words give to a rule, if they do.
fn rule_value(option: &GameOption, words: &[&str]) -> Result<Option<String>, String> {
    let flag = option.flag();
    if let Some(name) = flag.strip_prefix("--rule ") {
        let mut values = words
            .iter()
            .filter_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        return values.next().map_or(Ok(None), |value| option.stored(value));
    }
    let Some(at) = words.iter().position(|word| *word == flag) else {
        return Ok(None);
    };
    Ok(Some(if option.is_switch() {
        (option.printed != "true").to_string()
    } else {
        words.get(at + 1).copied().unwrap_or_default().to_owned()
    }))
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
