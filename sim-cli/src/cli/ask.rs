//! Arguments of `goldrush ask`, and the studies it stands for.

use std::path::PathBuf;

use clap::Args;

use super::args::{ASK, RunArgs};
use super::balance::{BalanceArgs, Until};
use crate::error::bad_input;
use crate::games::GameName;
use crate::games::ask::{Ask, OF_ALL_GAMES};
use crate::games::registry::with_game;
use crate::games::tunable::habits;
use crate::study::Design;
use crate::study::lineup::check_players;

/// The question about ways to play rather than rules.
pub const STRATEGY: &str = "strategy";
/// The question about draws.
pub const DRAWS: &str = "draws";
/// Questions that games between equal bots answer, without a study.
pub const SAMPLED: [(&str, &str); 2] = [
    ("leads", "What does a typical game look like, and does the leader run away?"),
    (DRAWS, "Which tile or card helps most when it is drawn?"),
];
/// The question that compares all numbers of players.
const PLAYERS: &str = "players";
/// Help of `--games`, which differs from that of other runs.
const GAMES: &str = "Maximum number of games, rounded up to whole deals [default: 300,000, or all of --deals; draws and \
                     leads: 1000]";

/// Arguments of `ask`.
#[derive(Args, Debug, Clone)]
#[command(after_help = ASK, mut_arg("games", |games| games.help(GAMES)))]
pub struct AskArgs {
    /// Question to ask, or a file of tiles (.toml) to compare with the built-in ones [default: list the questions]
    #[arg(value_name = "QUESTION")]
    pub question: Option<String>,
    /// Bots of different strength, weakest first [default: greedy,heuristic; knizia-gold: memory,perfect; `draws` and `leads`:
    /// heuristic, perfect]
    #[arg(long, value_name = "A,B,…")]
    pub agents: Option<String>,
    /// Numbers of players to play with, 2 to 5 each [default: 2; the question `players` compares all]
    #[arg(long, value_name = "P,…")]
    pub players: Option<String>,
    /// Stop once every effect is known to within this: share=0.5%, points=0.5 or both, separated by a comma [default: once
    /// every answer is settled]
    #[arg(long, value_name = "GOAL")]
    pub precision: Option<String>,
    /// Print the plan without playing
    #[arg(long)]
    pub dry_run: bool,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Returns all questions about a game, its own first.
pub fn questions(game: GameName) -> impl Iterator<Item = &'static Ask> {
    game.about().asks.iter().chain(&OF_ALL_GAMES)
}

impl AskArgs {
    /// Returns the study that answers a question, and the folder it is written to.
    ///
    /// # Errors
    /// Bad input if there is no such question.
    pub fn study(&self, question: &str) -> anyhow::Result<BalanceArgs> {
        let game = self.run.rules.game()?;
        if let (PLAYERS, Some(players)) = (question, &self.players) {
            return Err(bad_input(format!(
                "--players {players}: the question `players` compares all numbers of players; leave the option out"
            )));
        }
        let mut habit = Vec::new();
        let (name, factors, denied, about) = match questions(game).find(|ask| ask.name == question) {
            None if question == STRATEGY => {
                habit = self.habits(game)?;
                (STRATEGY, Vec::new(), &[][..], &[][..])
            }
            Some(ask) => (ask.name, self.levels(ask), ask.denied, ask.about),
            None if question.ends_with(".toml") => {
                ("tiles", vec![format!("tiles=printed,{question}")], &[][..], &[][..])
            }
            None => {
                let other = GameName::ALL.iter().find(|other| questions(**other).any(|ask| ask.name == question));
                return Err(bad_input(match other {
                    Some(other) => {
                        format!("\"{question}\" is a question about {other}, not {game}: add --game {other}")
                    }
                    None => {
                        let names = questions(game).map(|ask| ask.name).chain(SAMPLED.map(|(name, _)| name));
                        let names = names.collect::<Vec<_>>().join(", ");
                        format!(
                            "there is no question \"{question}\" about {game}; choose {names}, or a .toml file of tiles"
                        )
                    }
                }));
            }
        };
        let mut run = self.run.clone();
        let of_game = if game == GameName::default() { String::new() } else { format!("-{game}") };
        run.out =
            run.out.or_else(|| Some(unused(&format!("ask-{name}{of_game}-{}p", self.players().replace(',', "")))));
        let list = |all: &[&str]| (!all.is_empty()).then(|| all.join(","));
        Ok(BalanceArgs {
            agents: self.agents.clone().or((!habit.is_empty()).then(|| "heuristic".into())),
            factor: factors,
            habit,
            restrict: list(denied),
            about: list(about),
            players: self.players().into(),
            design: Design::OneAtATime,
            margin: 0.02,
            margin_points: 1.0,
            until: self.precision.is_none().then_some(Until::Settled),
            precision: self.precision.clone(),
            dry_run: self.dry_run,
            run,
        })
    }

    /// Returns the numbers of players; if they are compared, the first.
    fn players(&self) -> &str {
        self.players.as_deref().unwrap_or("2")
    }

    /// Returns the ways in which the heuristic can play differently, each as an option of a study.
    fn habits(&self, game: GameName) -> anyhow::Result<Vec<String>> {
        let players = self.players().trim().parse();
        let players = players.map_err(|_| {
            bad_input(format!(
                "--players {}: expected one number for the question `{STRATEGY}`, such as 3",
                self.players()
            ))
        })?;
        check_players(players)?;
        let habits = with_game!(game, G => habits::<G>(players));
        if habits.is_empty() {
            return Err(bad_input(format!(
                "the question `{STRATEGY}` does not apply to {game}: its bots have no styles to vary"
            )));
        }
        Ok(habits.into_iter().map(|(name, agent)| format!("{name}={agent}")).collect())
    }

    /// Returns the factors of a question; for seats, only those that exist.
    fn levels(&self, ask: &Ask) -> Vec<String> {
        let least = self.players().split(',').filter_map(|players| players.trim().parse().ok()).min().unwrap_or(2);
        let seats = |levels: &str| levels.split(',').take(least).collect::<Vec<_>>().join(",");
        let levels = ask.factors.iter().map(|factor| match factor.strip_prefix("seat=") {
            Some(levels) => format!("seat={}", seats(levels)),
            None => (*factor).to_owned(),
        });
        levels.collect()
    }
}

/// Returns a folder of this name, with a number added if it already exists.
fn unused(name: &str) -> PathBuf {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let free = [name.to_owned()].into_iter().chain(numbered).find(|name| !PathBuf::from(name).exists());
    free.expect("numbers do not end").into()
}
