//! Requests of the studio as words of a command line, and as a plan file.

use std::collections::BTreeMap;
use std::iter;

use goldrush_engine::options::Values;
use goldrush_games::GameName;
use goldrush_games::about::GameOption;
use goldrush_games::ask::{DEPTH, SKILL};
use goldrush_games::viewer::capital;
use goldrush_harness::sim::retuning::has_weights;
use goldrush_harness::study::joined;
use goldrush_screens::web::server::studio::{Kind, StudioRequest};
use goldrush_support::error::bad_input;

use crate::cli::ask::game_question;
use crate::design::grid::listed;

/// Games of a first look, which takes seconds.
const QUICK: &str = "20000";
/// Games of the question about longer thought, whose bots think.
const QUICK_DEPTH: &str = "2000";
/// Games of the first look of a search.
const QUICK_SEARCH: &str = "60000";
/// Opponents on a board with the rules of a study.
const OPPONENT: &str = "level4";
/// Message if no number of players was chosen.
const NO_PLAYERS: &str = "choose at least one number of players";

/// Returns the words of the command that plays a study, on at most this many threads.
///
/// # Errors
/// Bad input if the request lacks something, or names no game or rule.
pub(super) fn of_study(
    request: &StudioRequest,
    threads: Option<usize>,
) -> anyhow::Result<Vec<String>> {
    let game = game(request)?;
    let thorough = request.thorough;
    let players: Vec<String> = request.players.iter().map(usize::to_string).collect();
    if players.is_empty() {
        return Err(bad_input(NO_PLAYERS));
    }
    let mut words: Vec<String> = vec!["goldrush".into()];
    let mut add = |more: &[&str]| words.extend(more.iter().map(|&word| word.to_owned()));
    match request.kind {
        Kind::Ask => {
            add(&["ask", &request.question]);
            match &request.question[..] {
                _ if thorough => {}
                DEPTH => add(&["--games", QUICK_DEPTH]),
                SKILL => add(&["--games", QUICK]),
                question if game_question(question).is_some() => {}
                _ => add(&["--games", QUICK]),
            }
        }
        Kind::Compare => {
            let factors = factors(game, request)?;
            if factors.is_empty() {
                return Err(bad_input(
                    "change at least one rule; each is compared with the printed one",
                ));
            }
            add(&["balance", "--until", "settled"]);
            for factor in &factors {
                add(&["--factor", factor]);
            }
            match thorough {
                true if has_weights(game) => add(&["--adapt"]),
                true => {}
                false => add(&["--games", QUICK]),
            }
        }
        Kind::Search => {
            if request.goals.is_empty() || request.vary.is_empty() {
                return Err(bad_input(
                    "choose at least one goal, and at least one rule that may vary",
                ));
            }
            add(&["design", "--want", &request.goals.join(", ")]);
            for (name, values) in &request.vary {
                add(&["--vary", &format!("{name}={values}")]);
            }
            if !thorough {
                add(&["--games", QUICK_SEARCH, "--no-adapt"]);
            }
        }
    }
    if request.kind != Kind::Ask || request.question != "players" {
        add(&["--players", &players.join(",")]);
    }
    match request.kind {
        Kind::Compare if game != GameName::default() => add(&["--game", &game.to_string()]),
        Kind::Compare => {}
        Kind::Ask | Kind::Search => words.extend(of_game(game, request)?),
    }
    words.extend(
        threads
            .iter()
            .flat_map(|threads| ["--threads".to_owned(), threads.to_string()]),
    );
    Ok(words)
}

/// Returns the words of the command that plays a game under the rules of a request.
///
/// # Errors
/// Bad input if no number of players was chosen, or the request names no game or rule.
pub(super) fn of_board(request: &StudioRequest) -> anyhow::Result<Vec<String>> {
    let players = request
        .players
        .iter()
        .min()
        .ok_or_else(|| bad_input(NO_PLAYERS))?;
    let opponents = vec![OPPONENT; players.saturating_sub(1)].join(",");
    let words = ["goldrush", "play", "--browser", "--opponents", &opponents].map(str::to_owned);
    Ok(words
        .into_iter()
        .chain(of_game(game(request)?, request)?)
        .collect())
}

/// Returns the error of a command for people who set rules on a page: `Tents per player: whole numbers from 0 to 5 are possible`.
pub(super) fn without_flags(request: &StudioRequest, error: &anyhow::Error) -> anyhow::Error {
    let text = format!("{error:#}");
    let Some((flag, problem)) = text
        .strip_prefix("--")
        .and_then(|rest| rest.split_once(": "))
    else {
        return bad_input(text);
    };
    // `vary tents=0..6`, `rule komi`, `tents` or `tents 2`.
    let flag = ["vary ", "rule ", "factor "]
        .iter()
        .find_map(|general| flag.strip_prefix(general))
        .unwrap_or(flag);
    let subject = flag.split(' ').next().unwrap_or(flag);
    let (name, _) = subject.split_once('=').unwrap_or((subject, ""));
    let options = game(request)
        .ok()
        .into_iter()
        .flat_map(GameName::user_options);
    let label = options
        .filter(|option| word(option) == name)
        .map(|option| option.label())
        .next();
    let label = label.unwrap_or_else(|| capital(&name.replace('-', " ")));
    let problem = problem
        .strip_prefix(&format!("{subject}: "))
        .unwrap_or(problem);
    match problem.starts_with("NAME=") {
        true => bad_input(format!(
            "{label}: enter at least two values, such as 1,0,2, or a range, such as 0..2"
        )),
        false => bad_input(format!("{label}: {problem}")),
    }
}

fn game(request: &StudioRequest) -> anyhow::Result<GameName> {
    request.game.parse().map_err(|e: String| bad_input(e))
}

/// Returns options by their names, each with its value.
fn changed(
    game: GameName,
    rules: &BTreeMap<String, String>,
) -> anyhow::Result<Vec<(GameOption, String)>> {
    let found = |(name, value): (&String, &String)| {
        let option = game
            .user_options()
            .find(|option| option.name == name.replace('-', "_"));
        let option = option.ok_or_else(|| bad_input(format!("{game} has no rule {name}")))?;
        Ok((option, value.clone()))
    };
    rules.iter().map(found).collect()
}

/// Returns the words that ask for the game and its rules.
fn of_game(game: GameName, request: &StudioRequest) -> anyhow::Result<Vec<String>> {
    let named = (game != GameName::default()).then(|| ["--game".to_owned(), game.to_string()]);
    let rules = changed(game, &request.rules)?;
    let rules = rules
        .into_iter()
        .flat_map(|(option, value)| option.asking(value));
    Ok(named.into_iter().flatten().chain(rules).collect())
}

/// Returns each rule that is set or has several values as a factor, the printed rule first.
fn factors(game: GameName, request: &StudioRequest) -> anyhow::Result<Vec<String>> {
    let level = |option: &GameOption, value: &str| match (option.values, value) {
        (Values::Text(..), "") => "printed".into(),
        _ => option.written(value).replace(',', "+"),
    };
    let mut factors = Vec::new();
    for (option, value) in changed(game, &request.rules)? {
        factors.push(format!(
            "{}={},{}",
            word(&option),
            level(&option, &option.printed),
            level(&option, &value)
        ));
    }
    for (option, values) in changed(game, &request.vary)? {
        let printed = level(&option, &option.printed);
        let factor = format!("{}={values}", word(&option));
        let listed = listed(&factor).map_err(|e| bad_input(format!("--factor {factor}: {e}")))?;
        let (name, values) = listed.split_once('=').unwrap_or((&listed, ""));
        let others = values.split(',').filter(|value| *value != printed);
        factors.push(format!(
            "{name}={}",
            iter::once(&*printed)
                .chain(others)
                .collect::<Vec<_>>()
                .join(",")
        ));
    }
    Ok(factors)
}

/// Name of an option on the command line.
fn word(option: &GameOption) -> String {
    option.name.replace('_', "-")
}

/// Returns the options of a command as a plan file.
pub(super) fn plan_file(words: &[String]) -> String {
    let (given, options) = words.split_at(
        words
            .iter()
            .position(|word| word.starts_with("--"))
            .unwrap_or(words.len()),
    );
    let mut table = toml::Table::new();
    let mut at = 0;
    while at < options.len() {
        let name = options[at].trim_start_matches('-').to_owned();
        let value = options.get(at + 1).filter(|next| !next.starts_with("--"));
        at += 1 + usize::from(value.is_some());
        let value = value.map_or(toml::Value::Boolean(true), |value| value.clone().into());
        match table.entry(name) {
            toml::map::Entry::Vacant(entry) => drop(entry.insert(value)),
            toml::map::Entry::Occupied(mut entry) => match entry.get_mut() {
                toml::Value::Array(values) => values.push(value),
                one => *one = toml::Value::Array(vec![one.clone(), value]),
            },
        }
    }
    format!("# {} --plan FILE\n{table}", joined(given))
}
