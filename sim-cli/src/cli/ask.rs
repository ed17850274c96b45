//! Arguments of `goldrush ask`, and the studies that answer its questions.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::{Args, Id};
use goldrush_games::ask::{Ask, DEPTH, Element, GAME_QUESTIONS, GameQuestion, OF_ALL_GAMES, Topic};
use goldrush_games::depth;
use goldrush_games::registry::with_game;
use goldrush_games::tunable::{Tunable as _, archetypes, habits};
use goldrush_games::{Choice, GameName};
use goldrush_harness::sim::retuning::{RETUNED, has_weights};
use goldrush_harness::study::factor::Factor;
use goldrush_harness::study::lineup::check_players;
use goldrush_harness::study::{ADAPTED_GAMES, Draft, Retune, StudyQuestion};
use goldrush_support::error::bad_input;

use super::args::{ASK, RunArgs};
use super::complete;
use super::question_file::QuestionFile;
use super::study::{plan_study, plan_tournament, player_numbers, titles};
use super::wording::{self, Wording};

/// The question about ways to play rather than rules.
pub const STRATEGY: &str = "strategy";
/// The question about archetypes of players.
pub const STYLES: &str = "styles";
/// Topics to compare if a rule is varied for archetypes.
const OF_STYLES: [Topic; 2] = [Topic::Points, Topic::Sources];
/// The question about the seats.
pub const FIRST_SEAT: &str = "first-seat";
/// The question that compares all numbers of players.
const PLAYERS: &str = "players";
/// The option that a file of tiles varies, and the name of its study.
const TILES: &str = "tiles";
/// Default limit of games of the question about longer thought, whose bots think.
const DEPTH_GAMES: u64 = 20_000;
/// Help of `--games`, which differs from that of other runs.
const GAMES: &str = "Maximum number of games, rounded up to whole deals [default: 300,000, or all of --deals; for the game as it is \
                     1000, for styles and depth 20,000]";

/// Arguments of `ask`.
#[derive(Args, Debug, Clone)]
#[command(after_help = ASK, mut_arg("games", |games| games.help(GAMES)))]
pub struct AskArgs {
    /// Question, by its name or in your words, or a file (.toml) of your tiles or of a question of your own [default: list the questions]
    #[arg(value_name = "QUESTION")]
    pub question: Vec<String>,
    /// Bots, weakest first [default: as `balance`, or heuristic and perfect]
    #[arg(long, value_name = "A,B,…")]
    pub agents: Option<String>,
    /// Rule to ask about, NAME=BEFORE,AFTER,…: for `runaway`, `styles`, the game as it is and files; repeatable
    #[arg(long, value_name = "FACTOR", add = complete::factors())]
    pub factor: Vec<String>,
    /// Numbers of players, 2 to 5 each [default: 2; `players` compares all]
    #[arg(long, value_name = "P,…")]
    pub players: Option<String>,
    /// Stop once every effect is known to within this: share=0.5%, points=0.5 or both, separated by a comma [default: once
    /// every answer is settled]
    #[arg(long, value_name = "GOAL")]
    pub precision: Option<String>,
    /// Do not retune `heuristic` for the changed rules [default: retune it as the last bot, unless --games is below 100,000,
    /// or with --deals or --shard]
    #[arg(long)]
    pub no_adapt: bool,
    /// Print the plan without playing
    #[arg(long)]
    pub dry_run: bool,
    /// Set up studies and watch their answers on a page in your browser
    #[arg(long, conflicts_with_all = of_a_study())]
    pub browser: bool,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Returns the arguments that are set on the page with `--browser`: all but the game and the threads.
fn of_a_study() -> Vec<Id> {
    let own = [
        "question",
        "agents",
        "factor",
        "players",
        "precision",
        "no_adapt",
        "dry_run",
    ]
    .map(Id::from);
    let run = RunArgs::augment_args(clap::Command::default());
    let run = run
        .get_arguments()
        .map(|arg| arg.get_id().clone())
        .filter(|id| id != "game" && id != "threads");
    own.into_iter().chain(run).collect()
}

/// Returns all questions about a game, its own first.
pub fn questions(game: GameName) -> impl Iterator<Item = &'static Ask> {
    game.about().asks.iter().chain(&OF_ALL_GAMES)
}

/// Returns the names and sentences of the questions about the rules and the play of a game, its own first.
pub fn rule_questions(game: GameName) -> impl Iterator<Item = (&'static str, &'static str)> {
    let strategy = (
        STRATEGY,
        "What pays: what do winners do, and does a bot that does more of it win more?",
    );
    questions(game)
        .map(|ask| (ask.name, ask.question))
        .chain(has_styles(game).then_some(strategy))
}

/// Returns the names and sentences of the questions that can be asked about a game as it is and, with a factor, of a rule.
pub fn game_questions(game: GameName) -> impl Iterator<Item = (&'static str, &'static str)> {
    let styles = (
        STYLES,
        "Which style of play wins, and whom does a rule help?",
    );
    GAME_QUESTIONS
        .iter()
        .map(|asked| (asked.name, asked.question))
        .chain(has_styles(game).then_some(styles))
}

/// True if the bots of a game can play in different styles.
fn has_styles(game: GameName) -> bool {
    with_game!(game, G => !G::HABITS.is_empty())
}

/// Returns the question about a game as it is that has this name.
pub fn game_question(name: &str) -> Option<&'static GameQuestion> {
    GAME_QUESTIONS.iter().find(|question| question.name == name)
}

impl AskArgs {
    /// Returns the question; `None` if there is none.
    pub fn question(&self) -> Option<&str> {
        self.question.first().map(String::as_str)
    }

    /// Returns the same question by its name, with the rule that its words name.
    ///
    /// # Errors
    /// Bad input if there is no such question.
    pub fn named(&self) -> anyhow::Result<AskArgs> {
        let mut named = self.clone();
        if !self.question.is_empty() {
            let Wording {
                question,
                factor,
                players,
            } = wording::read(&self.question, self.run.rules.game()?)?;
            named.players = self.players.clone().or(players);
            // A factor that is given says more than the words.
            if self.factor.is_empty() {
                named.factor.extend(factor);
            }
            if let Some(own) = QuestionFile::read(&question)? {
                own.check_game(&question, self.run.rules.game()?)?;
                let game = self.run.rules.game()?;
                named.factor = [own.factors(&question, game)?, self.factor.clone()].concat();
                named.agents = self.agents.clone().or_else(|| own.agents());
                named.players = named.players.or_else(|| own.players());
            }
            named.question = vec![question];
        }
        Ok(named)
    }

    /// True if games between equal bots answer the question, without a study.
    pub fn is_sampled(&self, question: &str) -> bool {
        let asked = game_question(question);
        asked.is_some_and(|asked| asked.about != [Topic::Skill]) && self.factor.is_empty()
    }

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
        if question == STYLES {
            return self.plan_styles(&choice);
        }
        let agents = match (&self.agents, question) {
            (Some(agents), _) => agents,
            (None, STRATEGY) => "heuristic",
            (None, _) => game.about().agents,
        };
        let mut study = StudyQuestion::new(choice, agents);
        study.players = player_numbers(self.players())?;
        study.factors = self.factors(question, game)?;
        study.retune = (self.adapts(game)
            && (question == DEPTH || study.agents.last().is_some_and(|last| last == RETUNED)))
        .then_some(retune);
        let name = match questions(game).find(|ask| ask.name == question) {
            Some(ask) => {
                // Other values of its rule are all that was asked.
                if study.factors.is_empty() {
                    study.factors = factors(ask, &study.players);
                    study.denied = ask.denied.iter().map(|&denied| denied.to_owned()).collect();
                }
                study.about = ask.about.to_vec();
                ask.name
            }
            None if let Some(asked) = game_question(question) => {
                study.about = asked.about.to_vec();
                if question == DEPTH {
                    study.pairs = self.depths(game)?;
                }
                asked.name
            }
            None if question == STRATEGY => {
                if study.agents.last().is_none_or(|last| last != RETUNED) {
                    return Err(bad_input(format!(
                        "--agents {}: the question `{STRATEGY}` varies the play of `{RETUNED}`; list it last, or leave the option out",
                        study.agents.join(",")
                    )));
                }
                let players = self.only_players(question)?;
                study.habits = with_game!(game, G => habits::<G>(players));
                check_styles(question, game, study.habits.is_empty())?;
                STRATEGY
            }
            None if let Some(own) = QuestionFile::read(question)? => {
                study.denied = own.restrict().to_vec();
                study.about = own.about(question)?;
                study.asked = Some(own.asked(question, game, !study.factors.is_empty())?);
                own_name(question)
            }
            None if question.ends_with(".toml") => {
                let levels = vec!["printed".into(), question.to_owned()];
                let tiles = Factor {
                    element: Element::Option(TILES),
                    levels,
                };
                study.factors.insert(0, tiles);
                TILES
            }
            // A rule, with its values.
            None => {
                let varied = study.factors.first().map(|factor| factor.element);
                let Some(Element::Option(name)) = varied else {
                    return Err(bad_input(format!("there is no question \"{question}\"")));
                };
                name
            }
        };
        let mut run = self.run_in_folder(name, game);
        if question == DEPTH && run.deals.is_none() {
            run.games = Some(run.games.unwrap_or(DEPTH_GAMES));
        }
        Ok((
            plan_study(
                &study,
                self.precision.is_none(),
                self.precision.as_deref(),
                &run,
            )?,
            run,
        ))
    }

    /// Returns the plan in which archetypes of players play each other or, with a factor, each itself under every rule.
    fn plan_styles(&self, choice: &Choice) -> anyhow::Result<(Draft, RunArgs)> {
        let game = choice.game();
        let factors = self.factors(STYLES, game)?;
        let ignored = [
            ("--agents", self.agents.is_some()),
            ("--no-adapt", self.no_adapt),
            (
                "--precision",
                self.precision.is_some() && factors.is_empty(),
            ),
        ];
        if let Some((option, _)) = ignored.iter().find(|(_, given)| *given) {
            return Err(bad_input(format!(
                "{option} does not apply to the question `{STYLES}`"
            )));
        }
        let players = self.only_players(STYLES)?;
        let all = with_game!(game, G => archetypes::<G>(players));
        check_styles(STYLES, game, all.is_empty())?;
        let named = all
            .into_iter()
            .map(|(name, agent)| (name.to_owned(), agent));
        let styles: Vec<(String, String)> = named
            .chain([(RETUNED.to_owned(), RETUNED.to_owned())])
            .collect();
        let run = self.run_in_folder(STYLES, game);
        if factors
            .iter()
            .any(|factor| factor.element == Element::Players)
        {
            return Err(bad_input(format!(
                "--factor players: the question `{STYLES}` is about one number of players, for which its bots are tuned"
            )));
        }
        if factors.is_empty() {
            return Ok((plan_tournament(choice, &styles, players, &run)?, run));
        }
        let study = StudyQuestion {
            factors,
            agents: styles.iter().map(|(_, agent)| agent.clone()).collect(),
            titles: titles(game, &styles)?,
            players: vec![players],
            about: OF_STYLES.to_vec(),
            ..StudyQuestion::new(choice.clone(), RETUNED)
        };
        Ok((
            plan_study(
                &study,
                self.precision.is_none(),
                self.precision.as_deref(),
                &run,
            )?,
            run,
        ))
    }

    /// Returns the pairs of the question `depth`, the weaker first: of the given search, or of the usual one and the levels.
    fn depths(&self, game: GameName) -> anyhow::Result<Vec<[String; 2]>> {
        let search = match &self.agents {
            Some(agents) => agents.trim().to_owned(),
            None => depth::search(game),
        };
        let mut pairs = match game.read_agent(&search) {
            Ok(_) => depth::fractions(game, &search),
            Err(e) => Err(e.to_string()),
        }
        .map_err(|e| bad_input(format!("--agents {search}: {e}")))?;
        if self.agents.is_none() {
            pairs.extend(depth::levels(game));
        }
        Ok(pairs)
    }

    /// Returns the number of players of a question that takes only one.
    fn only_players(&self, question: &str) -> anyhow::Result<usize> {
        let all = player_numbers(self.players())?;
        let [players] = all[..] else {
            return Err(bad_input(format!(
                "--players {}: expected one number for the question `{question}`, such as 3",
                self.players()
            )));
        };
        check_players(players)?;
        Ok(players)
    }

    /// Returns the run, in the folder given or else in one named after the question that does not exist yet.
    fn run_in_folder(&self, name: &str, game: GameName) -> RunArgs {
        let rules = self.factor.iter().filter_map(|text| text.split_once('='));
        let of_rule: String = rules.map(|(rule, _)| format!("-{}", rule.trim())).collect();
        let of_game = if game == GameName::default() {
            String::new()
        } else {
            format!("-{game}")
        };
        let players = self.players().replace(',', "-");
        let out = match &self.run.out {
            Some(out) => out.clone(),
            None => unused(&format!("ask-{name}{of_rule}{of_game}-{players}p")),
        };
        RunArgs {
            out: Some(out),
            ..self.run.clone()
        }
    }

    /// Returns the given factors.
    ///
    /// # Errors
    /// Bad input if the question is not one about any rule, or is not one about this factor.
    fn factors(&self, question: &str, game: GameName) -> anyhow::Result<Vec<Factor>> {
        let Some(first) = self.factor.first() else {
            return Ok(Vec::new());
        };
        let take_any: Vec<&str> = questions(game)
            .filter(|ask| ask.any_factor)
            .map(|ask| ask.name)
            .collect();
        let ask = questions(game).find(|ask| ask.name == question);
        let is_own = ask.is_some_and(|ask| {
            self.factor.iter().all(|text| {
                let name = text.split('=').next().unwrap_or_default().trim();
                ask.factors
                    .iter()
                    .any(|(element, _)| element.to_string() == name.replace('_', "-"))
            })
        });
        let is_known = ask.is_some() || question == STRATEGY;
        if is_known && !is_own && !take_any.contains(&question) {
            let names = take_any
                .into_iter()
                .chain(GAME_QUESTIONS.iter().map(|asked| asked.name))
                .chain([STYLES]);
            let names: Vec<&str> = names.collect();
            return Err(bad_input(format!(
                "--factor {first}: the question `{question}` is about other rules; a factor goes with {}, or with goldrush balance",
                names.join(", ")
            )));
        }
        let factors = self.factor.iter().map(|text| Factor::parse(text, game));
        let factors = factors.collect::<anyhow::Result<Vec<Factor>>>()?;
        if factors.iter().any(|factor| factor.element == Element::Seat) {
            return Err(bad_input(format!(
                "--factor {first}: the question `{question}` is about whole games, which all seats share; goldrush ask {FIRST_SEAT} compares seats"
            )));
        }
        Ok(factors)
    }

    /// True if the run is long enough for retuning a bot, and nothing speaks against it.
    fn adapts(&self, game: GameName) -> bool {
        let RunArgs {
            games,
            deals,
            shard,
            ..
        } = &self.run;
        let is_long =
            games.is_none_or(|games| games >= ADAPTED_GAMES) && deals.is_none() && shard.is_none();
        is_long && !self.no_adapt && !self.dry_run && has_weights(game)
    }

    /// Returns the numbers of players; if they are compared, the first.
    fn players(&self) -> &str {
        self.players.as_deref().unwrap_or("2")
    }
}

/// Returns the name of a file without its folder and ending, for the folder of its run.
fn own_name(file: &str) -> &str {
    let name = Path::new(file).file_stem().and_then(OsStr::to_str);
    name.unwrap_or("own")
}

/// Checks that a game has styles of play to ask about.
fn check_styles(question: &str, game: GameName, has_none: bool) -> anyhow::Result<()> {
    if has_none {
        return Err(bad_input(format!(
            "the question `{question}` does not apply to {game}: its bots have no styles to vary"
        )));
    }
    Ok(())
}

/// Returns the factors of a question; of seats, only those that exist with some number of players.
fn factors(ask: &Ask, players: &[usize]) -> Vec<Factor> {
    let most = players.iter().max().copied().unwrap_or_default();
    let mut factors = Vec::new();
    for &(element, levels) in ask.factors {
        let count = if element == Element::Seat {
            most
        } else {
            levels.len()
        };
        let levels = levels.iter().take(count);
        factors.push(Factor {
            element,
            levels: levels.map(|&level| level.to_owned()).collect(),
        });
    }
    factors
}

/// Returns a folder of this name, with a number added if it already exists.
pub fn unused(name: &str) -> PathBuf {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let free = [name.to_owned()]
        .into_iter()
        .chain(numbered)
        .find(|name| !PathBuf::from(name).exists());
    free.expect("the search for a free name is unbounded")
        .into()
}
