//! Arguments of `goldrush ask`, and the studies that answer its questions.

use std::path::PathBuf;

use clap::Args;
use goldrush_ai::parameter::unknown as unknown_name;

use super::args::{ASK, RunArgs};
use super::rule_args;
use super::study::{plan_study, player_numbers};
use crate::error::bad_input;
use crate::games::GameName;
use crate::games::ask::{Ask, Element, OF_ALL_GAMES};
use crate::games::registry::with_game;
use crate::games::tunable::{Tunable as _, habits};
use crate::sim::retuning::{RETUNED, has_weights};
use crate::study::factor::Factor;
use crate::study::lineup::check_players;
use crate::study::{Draft, Retune, StudyQuestion};

/// The question about ways to play rather than rules.
pub const STRATEGY: &str = "strategy";
/// The question about draws.
pub const DRAWS: &str = "draws";
/// Questions that games between equal bots answer, without a study.
pub const SAMPLED: [(&str, &str); 2] = [
    ("leads", "What does a typical game look like, and does the leader run away?"),
    (DRAWS, "Which tile or card helps most when it is drawn?"),
];
/// Smallest number of games for which a bot is retuned: retuning costs the time of tens of thousands.
const ADAPTED_GAMES: u64 = 100_000;
/// The question about the seats.
pub const FIRST_SEAT: &str = "first-seat";
/// The question that compares all numbers of players.
const PLAYERS: &str = "players";
/// Name of the question about a file of tiles, and the option it varies.
const TILES: &str = "tiles";
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
    /// Bots of different strength, weakest first [default: level4,greedy,level7,heuristic; knizia-gold:
    /// level2,level4,memory:p=1,perfect; `draws` and `leads`: heuristic, perfect]
    #[arg(long, value_name = "A,B,…")]
    pub agents: Option<String>,
    /// Numbers of players to play with, 2 to 5 each [default: 2; the question `players` compares all]
    #[arg(long, value_name = "P,…")]
    pub players: Option<String>,
    /// Stop once every effect is known to within this: share=0.5%, points=0.5 or both, separated by a comma [default: once
    /// every answer is settled]
    #[arg(long, value_name = "GOAL")]
    pub precision: Option<String>,
    /// Do not retune `heuristic`, if it is the last bot, for the changed rules [default: retune it, but not with fewer than
    /// 100,000 --games, with --deals or --shard]
    #[arg(long)]
    pub no_adapt: bool,
    /// Print the plan without playing
    #[arg(long)]
    pub dry_run: bool,
    /// Open a page in your browser on which you set up studies and watch their answers
    #[arg(long, conflicts_with_all = of_a_study())]
    pub browser: bool,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Returns the arguments that are set on the page with `--browser`.
fn of_a_study() -> Vec<&'static str> {
    let study = ["question", "agents", "players", "precision", "no_adapt", "dry_run", "plan"];
    let run = ["games", "seed", "deals", "out", "records", "compress", "shard", "luck", "no_luck"];
    let rules = rule_args::ids().into_iter().filter(|id| *id != "game");
    study.into_iter().chain(run).chain(rules).collect()
}

/// Returns all questions about a game, its own first.
pub fn questions(game: GameName) -> impl Iterator<Item = &'static Ask> {
    game.about().asks.iter().chain(&OF_ALL_GAMES)
}

/// Returns the names and sentences of everything that can be asked about a game, its own questions first.
pub fn all_questions(game: GameName) -> Vec<(&'static str, &'static str)> {
    let has_styles = with_game!(game, G => !G::HABITS.is_empty());
    let strategy = has_styles
        .then_some((STRATEGY, "What pays: what do winners do, and does a bot that does more of it win more?"));
    questions(game).map(|ask| (ask.name, ask.question)).chain(SAMPLED).chain(strategy).collect()
}

impl AskArgs {
    /// Returns the plan of the study that answers a question, and its run, which has a folder.
    ///
    /// # Errors
    /// Bad input if there is no such question.
    pub fn plan(&self, question: &str, retune: Retune) -> anyhow::Result<(Draft, RunArgs)> {
        let choice = self.run.rules.choice()?;
        let game = choice.game();
        if let (PLAYERS, Some(players)) = (question, &self.players) {
            return Err(bad_input(format!(
                "--players {players}: the question `players` compares all numbers of players; leave the option out"
            )));
        }
        let agents = match (&self.agents, question) {
            (Some(agents), _) => agents,
            (None, STRATEGY) => "heuristic",
            (None, _) => game.about().agents,
        };
        let mut study = StudyQuestion::new(choice, agents);
        study.players = player_numbers(self.players())?;
        study.retune = (self.adapts(game) && study.agents.last().is_some_and(|last| last == RETUNED)).then_some(retune);
        let name = match questions(game).find(|ask| ask.name == question) {
            Some(ask) => {
                study.factors = factors(ask, &study.players);
                study.denied = ask.denied.iter().map(|&denied| denied.to_owned()).collect();
                study.about = ask.about.to_vec();
                ask.name
            }
            None if question == STRATEGY => {
                if study.agents.last().is_none_or(|last| last != RETUNED) {
                    return Err(bad_input(format!(
                        "--agents {}: the question `{STRATEGY}` varies the play of `{RETUNED}`; list it last, or leave the option out",
                        study.agents.join(",")
                    )));
                }
                study.habits = styles(game, &study.players)?;
                STRATEGY
            }
            None if question.ends_with(".toml") => {
                let levels = vec!["printed".into(), question.to_owned()];
                study.factors = vec![Factor { element: Element::Option(TILES), levels }];
                TILES
            }
            None => return Err(unknown(question, game)),
        };
        let of_game = if game == GameName::default() { String::new() } else { format!("-{game}") };
        let unused = || unused(&format!("ask-{name}{of_game}-{}p", self.players().replace(',', "-")));
        let run = RunArgs { out: self.run.out.clone().or_else(|| Some(unused())), ..self.run.clone() };
        Ok((plan_study(&study, self.precision.is_none(), self.precision.as_deref(), &run)?, run))
    }

    /// True if the run is long enough for retuning a bot, and nothing speaks against it.
    fn adapts(&self, game: GameName) -> bool {
        let RunArgs { games, deals, shard, .. } = &self.run;
        let is_long = games.is_none_or(|games| games >= ADAPTED_GAMES) && deals.is_none() && shard.is_none();
        is_long && !self.no_adapt && !self.dry_run && has_weights(game)
    }

    /// Returns the numbers of players; if they are compared, the first.
    fn players(&self) -> &str {
        self.players.as_deref().unwrap_or("2")
    }
}

/// Returns the ways in which the heuristic can play differently, each with its agent.
fn styles(game: GameName, players: &[usize]) -> anyhow::Result<Vec<(String, String)>> {
    let [players] = *players else {
        let all = players.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        return Err(bad_input(format!(
            "--players {all}: expected one number for the question `{STRATEGY}`, such as 3"
        )));
    };
    check_players(players)?;
    let habits = with_game!(game, G => habits::<G>(players));
    if habits.is_empty() {
        return Err(bad_input(format!(
            "the question `{STRATEGY}` does not apply to {game}: its bots have no styles to vary"
        )));
    }
    Ok(habits)
}

/// Returns the factors of a question; of seats, only those that exist with some number of players.
fn factors(ask: &Ask, players: &[usize]) -> Vec<Factor> {
    let most = players.iter().max().copied().unwrap_or_default();
    let factor = |(element, levels): &(Element, &[&str])| {
        let count = if *element == Element::Seat { most } else { levels.len() };
        Factor { element: *element, levels: levels.iter().take(count).map(|&level| level.to_owned()).collect() }
    };
    ask.factors.iter().map(factor).collect()
}

/// Returns the error for a question that is not one about this game.
fn unknown(question: &str, game: GameName) -> anyhow::Error {
    let other = GameName::ALL.iter().find(|other| questions(**other).any(|ask| ask.name == question));
    bad_input(match other {
        Some(other) => format!("\"{question}\" is a question about {other}, not {game}: add --game {other}"),
        None => {
            let names = questions(game).map(|ask| ask.name).chain(SAMPLED.map(|(name, _)| name)).chain([STRATEGY]);
            unknown_name("question", question, names) + "; QUESTION may also be a .toml file of tiles"
        }
    })
}

/// Returns a folder of this name, with a number added if it already exists.
pub fn unused(name: &str) -> PathBuf {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let free = [name.to_owned()].into_iter().chain(numbered).find(|name| !PathBuf::from(name).exists());
    free.expect("the search for a free name is unbounded").into()
}
