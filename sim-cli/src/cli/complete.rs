//! Shell completion of games, agents, rules and factors, from the same tables as everything else. The shell asks this
//! program whenever Tab is pressed, so that the agents offered are those of the game on the command line.

use std::ffi::OsStr;

use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use goldrush_ai::parameter::{Parameter, ParameterKind};
use goldrush_ai::registry::Roster;
use goldrush_engine::options::{SetBy, Values};
use goldrush_engine::rulebook::{RULEBOOKS, Rulebook};

use goldrush_games::GameName;
use goldrush_games::about::GameOption;
use goldrush_games::ask::Element;
use goldrush_games::registry::with_game;
use goldrush_games::variants::built_in_components;

/// Offers the names of games.
pub fn games() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        GameName::ALL
            .iter()
            .map(|game| candidate(game.about().name, game.about().title))
            .collect()
    })
}

/// Offers an agent of the game on the command line, and its parameters.
pub fn agent() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let game = game_on_line().unwrap_or_default();
        let current = current.to_string_lossy();
        match current.split_once(':') {
            None => fitting(agents_of(game), "", &current),
            Some((name, given)) => parameters(game, name, given, &format!("{name}:")),
        }
    })
}

/// Offers agents of the game on the command line, separated by commas, and their parameters.
pub fn agents() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let game = game_on_line().unwrap_or_default();
        lineup(game, agents_of(game), &current.to_string_lossy())
    })
}

/// Offers opponents: agents, and other people.
pub fn opponents() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let game = game_on_line().unwrap_or_default();
        let mut all = agents_of(game);
        all.push(candidate("human", "another person at this terminal"));
        lineup(game, all, &current.to_string_lossy())
    })
}

/// Offers the next of several agents or, if the one before it has parameters, also more of these.
fn lineup(
    game: GameName,
    agents: Vec<CompletionCandidate>,
    current: &str,
) -> Vec<CompletionCandidate> {
    let (before, last) = current.split_at(current.rfind(',').map_or(0, |comma| comma + 1));
    // The parameters of an agent are separated by commas, too: the agent is the last word before a colon.
    let open = current
        .rfind(':')
        .map(|colon| current[..colon].rfind(',').map_or(0, |comma| comma + 1));
    let of_open = open.and_then(|start| current[start..].split_once(':'));
    let mut offered = match of_open {
        Some((name, given))
            if given
                .rsplit(',')
                .skip(1)
                .all(|part| part.is_empty() || part.contains('=')) =>
        {
            parameters(game, name, given, &current[..current.len() - given.len()])
        }
        Some(_) | None => Vec::new(),
    };
    if !last.contains([':', '=']) {
        offered.extend(fitting(agents, before, last));
    }
    offered
}

/// Offers the next parameter of an agent, or its value if that is a word; `given` is what stands after the colon.
fn parameters(game: GameName, name: &str, given: &str, before: &str) -> Vec<CompletionCandidate> {
    fn of<G: Roster>(name: &str) -> Option<&'static [Parameter]> {
        G::ENTRIES
            .iter()
            .find(|entry| entry.name == name)
            .map(|entry| entry.parameters)
    }
    let Some(all) = with_game!(game, G => of::<G>(name)) else {
        return Vec::new();
    };
    let (others, last) = given.split_at(given.rfind(',').map_or(0, |comma| comma + 1));
    let before = format!("{before}{others}");
    if let Some((name, value)) = last.split_once('=') {
        let kind = all
            .iter()
            .find(|parameter| parameter.name == name)
            .map(|parameter| parameter.kind);
        let Some(ParameterKind::Choice(words)) = kind else {
            return Vec::new();
        };
        return fitting(
            words.iter().map(CompletionCandidate::new).collect(),
            &format!("{before}{name}="),
            value,
        );
    }
    let given: Vec<&str> = others
        .split(',')
        .filter_map(|part| Some(part.split_once('=')?.0))
        .collect();
    let free = all
        .iter()
        .filter(|parameter| !given.contains(&parameter.name));
    let named = free.map(
        |Parameter {
             name,
             meaning,
             kind,
         }| candidate(format!("{name}="), format!("{meaning} ({kind})")),
    );
    fitting(named.collect(), &before, last)
}

/// Offers rule numbers, of the game on the command line or of all games.
pub fn rules() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let books =
            game_on_line().map_or_else(|| RULEBOOKS.to_vec(), |game| vec![game.about().book]);
        books
            .into_iter()
            .flat_map(Rulebook::rules)
            .map(|rule| candidate(rule.id, rule.title))
            .collect()
    })
}

/// Offers the factors of a study, and the next of their levels.
pub fn factors() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let current = current.to_string_lossy();
        let Some((name, levels)) = current.split_once('=') else {
            let named = Element::all()
                .into_iter()
                .map(|element| candidate(format!("{element}="), element.levels()));
            return fitting(named.collect(), "", &current);
        };
        let all = Element::all()
            .into_iter()
            .find(|element| element.to_string() == name)
            .map(levels_of);
        let (before, last) = levels.split_at(levels.rfind(',').map_or(0, |comma| comma + 1));
        let mut new = all.unwrap_or_default();
        new.retain(|level| before.split(',').all(|given| level.get_value() != given));
        fitting(new, &format!("{name}={before}"), last)
    })
}

/// Returns the levels of an element that can be listed.
fn levels_of(element: Element) -> Vec<CompletionCandidate> {
    let levels = element.levels();
    match levels
        .split_once("..")
        .map(|(first, last)| (first.parse(), last.parse()))
    {
        Some((Ok(first), Ok(last))) => range(first, last),
        _ => levels.split(',').map(CompletionCandidate::new).collect(),
    }
}

/// Offers the numbers of the rules of the game on the command line or of all games, and their values.
pub fn numbers() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let current = current.to_string_lossy();
        let games = game_on_line().map_or_else(|| GameName::ALL.to_vec(), |game| vec![game]);
        let mut all: Vec<GameOption> = Vec::new();
        for option in games
            .into_iter()
            .flat_map(|game| game.options_set_by(SetBy::Number))
        {
            if all.iter().all(|known| known.name != option.name) {
                all.push(option);
            }
        }
        let Some((name, value)) = current.split_once('=') else {
            return fitting(
                all.iter()
                    .map(|option| candidate(beginning(option), option.meaning))
                    .collect(),
                "",
                &current,
            );
        };
        let option = all
            .iter()
            .find(|option| beginning(option) == format!("{name}="));
        let values = option.map_or_else(Vec::new, |option| match option.values {
            Values::Switch => ["yes", "no"].map(CompletionCandidate::new).into(),
            Values::Number(least, most) => range(least, most),
            Values::Words(words) => words.iter().map(CompletionCandidate::new).collect(),
            Values::Text(form, example) => vec![candidate(example, form)],
        });
        fitting(values, &format!("{name}="), value)
    })
}

/// Returns what stands before the value of a number of the rules.
fn beginning(option: &GameOption) -> String {
    format!("{}=", option.name.replace('_', "-"))
}

/// Returns the whole numbers of a range, unless they are too many to choose from.
fn range(first: u8, last: u8) -> Vec<CompletionCandidate> {
    const MOST: u8 = 100;
    if last - first > MOST {
        Vec::new()
    } else {
        (first..=last)
            .map(|n| CompletionCandidate::new(n.to_string()))
            .collect()
    }
}

/// Offers what a seat can be denied, separated by commas.
pub fn denials() -> ArgValueCompleter {
    list(|| {
        game_on_line()
            .unwrap_or_default()
            .denials()
            .into_iter()
            .map(CompletionCandidate::new)
            .collect()
    })
}

/// Offers sets of tiles: the built-in ones, and files.
pub fn tiles() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let built_in = built_in_components().map(|(name, _)| CompletionCandidate::new(name));
        let mut all: Vec<_> = built_in
            .filter(|tiles| begins(tiles, &current.to_string_lossy()))
            .collect();
        all.extend(PathCompleter::file().complete(current));
        all
    })
}

/// Offers a fixed list of words.
pub fn words(words: &'static [&'static str]) -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        words
            .iter()
            .map(|word| CompletionCandidate::new(*word))
            .collect()
    })
}

fn candidate(value: impl Into<String>, help: impl Into<String>) -> CompletionCandidate {
    CompletionCandidate::new(value.into()).help(Some(help.into().into()))
}

/// Returns the candidates for a word that begins like this, with the text before the word.
fn fitting(all: Vec<CompletionCandidate>, before: &str, word: &str) -> Vec<CompletionCandidate> {
    let fitting = all.into_iter().filter(|candidate| begins(candidate, word));
    fitting
        .map(|candidate| candidate.add_prefix(before))
        .collect()
}

fn begins(candidate: &CompletionCandidate, with: &str) -> bool {
    candidate.get_value().to_string_lossy().starts_with(with)
}

/// Completes a list: offers candidates for the part after the last comma.
fn list(all: impl Fn() -> Vec<CompletionCandidate> + Send + Sync + 'static) -> ArgValueCompleter {
    ArgValueCompleter::new(move |current: &OsStr| {
        let current = current.to_string_lossy();
        let (before, prefix) = current.split_at(current.rfind(',').map_or(0, |comma| comma + 1));
        fitting(all(), before, prefix)
    })
}

fn agents_of(game: GameName) -> Vec<CompletionCandidate> {
    fn of<G: Roster>() -> Vec<CompletionCandidate> {
        let agents = G::ENTRIES
            .iter()
            .map(|entry| candidate(entry.name, entry.summary));
        agents
            .chain(
                G::ALIASES
                    .iter()
                    .map(|alias| candidate(alias.name, alias.summary)),
            )
            .collect()
    }
    with_game!(game, G => of::<G>())
}

/// Returns the game named on the command line being completed, if any.
fn game_on_line() -> Option<GameName> {
    game_among(std::env::args_os().filter_map(|word| word.into_string().ok()))
}

fn game_among(words: impl Iterator<Item = String>) -> Option<GameName> {
    // Bash splits words at `=` too.
    let mut parts = words.flat_map(|word| word.split('=').map(str::to_owned).collect::<Vec<_>>());
    parts.find(|part| part == "--game")?;
    parts.find(|part| !part.is_empty())?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::CommandFactory;
    use clap_complete::engine::complete;

    use super::*;
    use crate::cli::args::Cli;

    /// Returns the candidates at the end of a command line.
    fn offered(line: &str) -> Vec<String> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let last = words.len() - 1;
        let offered = complete(&mut Cli::command(), words, last, None).unwrap();
        offered
            .iter()
            .map(|candidate| candidate.get_value().to_str().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn completions_fit_the_option() {
        for (line, all) in [
            (
                "goldrush simulate --game car",
                &["carcassonne", "carcassonne+gold-mines"][..],
            ),
            ("goldrush agents --game kn", &["knizia-gold"]),
            ("goldrush match --a heur", &["heuristic"]),
            ("goldrush match --b=heur", &["--b=heuristic"]),
            (
                "goldrush simulate --agents greedy,heur",
                &["greedy,heuristic"],
            ),
            ("goldrush play --opponents best,hu", &["best,human"]),
            ("goldrush lab serve --agent mct", &["mcts"]),
            (
                "goldrush balance --factor locomotive-t",
                &["locomotive-tiles="],
            ),
            (
                "goldrush balance --factor farmers=",
                &["farmers=no", "farmers=yes"],
            ),
            ("goldrush balance --factor farmers=y", &["farmers=yes"]),
            (
                "goldrush balance --factor farmers=yes,",
                &["farmers=yes,no"],
            ),
            (
                "goldrush balance --factor tents=1,",
                &[
                    "tents=1,0",
                    "tents=1,2",
                    "tents=1,3",
                    "tents=1,4",
                    "tents=1,5",
                ],
            ),
            (
                "goldrush balance --factor=ties=n",
                &["--factor=ties=nobody"],
            ),
            (
                "goldrush balance --factor komi=",
                &["komi=B4", "komi=printed"],
            ),
            (
                "goldrush simulate --rule incomplete=",
                &["incomplete=no", "incomplete=yes"],
            ),
            ("goldrush simulate --rule ties=h", &["ties=half"]),
            (
                "goldrush simulate --rule locomotive-factor=1",
                &["locomotive-factor=1", "locomotive-factor=10"],
            ),
            ("goldrush match --a rollout:play", &["rollout:playouts="]),
            (
                "goldrush match --a rollout:playouts=5,dep",
                &["rollout:playouts=5,depth="],
            ),
            (
                "goldrush match --a=rollout:play",
                &["--a=rollout:playouts="],
            ),
            (
                "goldrush simulate --agents greedy,rollout:play",
                &["greedy,rollout:playouts="],
            ),
            (
                "goldrush simulate --agents rollout:playouts=5,heur",
                &["rollout:playouts=5,heuristic"],
            ),
            (
                "goldrush simulate --agents rollout:playouts=5,greedy,pla",
                &[],
            ),
            ("goldrush simulate --agents greedy:", &[]),
            ("goldrush simulate --agents level1:p", &[]),
            (
                "goldrush play --opponents human,rollout:play",
                &["human,rollout:playouts="],
            ),
            (
                "goldrush balance --restrict tents,mi",
                &["tents,miners", "tents,mining"],
            ),
            ("goldrush simulate --locomotives ex", &["exactly-one"]),
            (
                "goldrush rules G1",
                &[
                    "G1", "G10", "G11", "G12", "G13", "G14", "G15", "G16", "G17", "G18", "G19",
                ],
            ),
            ("goldrush tiles gold_rush_", &["gold_rush_alt"]),
            ("goldrush completions z", &["zsh"]),
            ("goldrush man la", &["lab"]),
            ("goldrush man lab tu", &["tune"]),
            ("goldrush lab tu", &["tune"]),
        ] {
            let mut offered = offered(line);
            offered.sort();
            assert_eq!(offered, all, "{line}");
        }
    }

    #[test]
    fn completed_agents_belong_to_the_game_on_the_line() {
        let game = |line: &str| game_among(line.split(' ').map(str::to_owned));
        assert_eq!(
            game("goldrush match --game knizia-gold --a p"),
            Some(GameName::KniziaGold)
        );
        assert_eq!(
            game("goldrush match --game=knizia-gold --a p"),
            Some(GameName::KniziaGold)
        );
        assert_eq!(
            game("goldrush match --game = knizia-gold --a p"),
            Some(GameName::KniziaGold)
        );
        assert_eq!(game("goldrush match --a p"), None);
        let names = |game| {
            agents_of(game)
                .iter()
                .map(|agent| agent.get_value().to_owned())
                .collect::<Vec<_>>()
        };
        assert!(names(GameName::KniziaGold).contains(&"perfect".into()));
        assert!(!names(GameName::GoldRush).contains(&"perfect".into()));
    }
}
