//! Shell completion of games, agents, rules and factors, from the same tables as everything else. The shell asks this
//! program whenever Tab is pressed, so that the agents offered are those of the game on the command line.

use std::ffi::OsStr;

use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use goldrush_ai::registry::Roster;
use goldrush_engine::options::SetBy;
use goldrush_engine::rulebook::{RULEBOOKS, Rulebook};

use crate::games::GameName;
use crate::games::ask::Element;
use crate::games::registry::with_game;
use crate::games::variants::built_in_components;

/// Offers the names of games.
pub fn games() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        GameName::ALL.iter().map(|game| candidate(game.about().name, game.about().title)).collect()
    })
}

/// Offers an agent of the game on the command line.
pub fn agent() -> ArgValueCandidates {
    ArgValueCandidates::new(|| agents_of(game_on_line().unwrap_or_default()))
}

/// Offers agents of the game on the command line, separated by commas.
pub fn agents() -> ArgValueCompleter {
    list(|| agents_of(game_on_line().unwrap_or_default()))
}

/// Offers opponents: agents, and other people.
pub fn opponents() -> ArgValueCompleter {
    list(|| {
        let mut all = agents_of(game_on_line().unwrap_or_default());
        all.push(candidate("human", "another person at this terminal"));
        all
    })
}

/// Offers rule numbers, of the game on the command line or of all games.
pub fn rules() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let books = game_on_line().map_or_else(|| RULEBOOKS.to_vec(), |game| vec![game.about().book]);
        books.into_iter().flat_map(Rulebook::rules).map(|rule| candidate(rule.id, rule.title)).collect()
    })
}

/// Offers the factors of a study, without their levels.
pub fn factors() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        Element::all().into_iter().map(|element| candidate(format!("{element}="), element.levels())).collect()
    })
}

/// Offers the numbers of the rules of the game on the command line or of all games, without their values.
pub fn numbers() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let games = game_on_line().map_or_else(|| GameName::ALL.to_vec(), |game| vec![game]);
        let all = games.into_iter().flat_map(|game| game.options_set_by(SetBy::Number));
        all.map(|option| candidate(format!("{}=", option.name.replace('_', "-")), option.meaning)).collect()
    })
}

/// Offers what a seat can be denied, separated by commas.
pub fn denials() -> ArgValueCompleter {
    list(|| game_on_line().unwrap_or_default().denials().into_iter().map(CompletionCandidate::new).collect())
}

/// Offers sets of tiles: the built-in ones, and files.
pub fn tiles() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let built_in = built_in_components().map(|(name, _)| CompletionCandidate::new(name));
        let mut all: Vec<_> = built_in.filter(|tiles| begins(tiles, &current.to_string_lossy())).collect();
        all.extend(PathCompleter::file().complete(current));
        all
    })
}

/// Offers a fixed list of words.
pub fn words(words: &'static [&'static str]) -> ArgValueCandidates {
    ArgValueCandidates::new(|| words.iter().map(|word| CompletionCandidate::new(*word)).collect())
}

fn candidate(value: impl Into<String>, help: impl Into<String>) -> CompletionCandidate {
    CompletionCandidate::new(value.into()).help(Some(help.into().into()))
}

fn begins(candidate: &CompletionCandidate, with: &str) -> bool {
    candidate.get_value().to_string_lossy().starts_with(with)
}

/// Completes a list: offers candidates for the part after the last comma.
fn list(all: impl Fn() -> Vec<CompletionCandidate> + Send + Sync + 'static) -> ArgValueCompleter {
    ArgValueCompleter::new(move |current: &OsStr| {
        let current = current.to_string_lossy();
        let (before, prefix) = current.split_at(current.rfind(',').map_or(0, |comma| comma + 1));
        let fitting = all().into_iter().filter(|candidate| begins(candidate, prefix));
        fitting.map(|candidate| candidate.add_prefix(before)).collect()
    })
}

fn agents_of(game: GameName) -> Vec<CompletionCandidate> {
    fn of<G: Roster>() -> Vec<CompletionCandidate> {
        let agents = G::ENTRIES.iter().map(|entry| candidate(entry.name, entry.summary));
        agents.chain(G::ALIASES.iter().map(|alias| candidate(alias.name, alias.summary))).collect()
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
        offered.iter().map(|candidate| candidate.get_value().to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn completions_fit_the_option() {
        for (line, all) in [
            ("goldrush simulate --game car", &["carcassonne", "carcassonne+gold-mines"][..]),
            ("goldrush agents --game kn", &["knizia-gold"]),
            ("goldrush match --a heur", &["heuristic"]),
            ("goldrush match --b=heur", &["--b=heuristic"]),
            ("goldrush simulate --agents greedy,heur", &["greedy,heuristic"]),
            ("goldrush play --opponents best,hu", &["best,human"]),
            ("goldrush lab serve --agent mct", &["mcts"]),
            ("goldrush balance --factor locomotive-t", &["locomotive-tiles="]),
            ("goldrush balance --restrict tents,mi", &["tents,miners", "tents,mining"]),
            ("goldrush simulate --locomotives ex", &["exactly-one"]),
            ("goldrush rules G1", &["G1", "G10", "G11", "G12", "G13", "G14", "G15", "G16", "G17", "G18", "G19"]),
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
        assert_eq!(game("goldrush match --game knizia-gold --a p"), Some(GameName::KniziaGold));
        assert_eq!(game("goldrush match --game=knizia-gold --a p"), Some(GameName::KniziaGold));
        assert_eq!(game("goldrush match --game = knizia-gold --a p"), Some(GameName::KniziaGold));
        assert_eq!(game("goldrush match --a p"), None);
        let names = |game| agents_of(game).iter().map(|agent| agent.get_value().to_owned()).collect::<Vec<_>>();
        assert!(names(GameName::KniziaGold).contains(&"perfect".into()));
        assert!(!names(GameName::GoldRush).contains(&"perfect".into()));
    }
}
