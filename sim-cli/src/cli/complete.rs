//! What a shell offers to complete: games, agents, rules and what can be varied, from the same tables as everything else. The
//! shell asks this program whenever Tab is pressed, so that the agents are those of the game on the line.

use std::ffi::OsStr;

use clap::{Command, CommandFactory};
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use goldrush_ai::registry::Roster;
use goldrush_engine::gold_rush::Denied;
use goldrush_engine::gold_rush::catalogue::BUILT_IN;
use goldrush_engine::rulebook::{RULEBOOKS, Rulebook};

use super::args::Cli;
use crate::games::GameName;
use crate::games::registry::with_game;
use crate::study::factor::Element;

/// Names of games.
pub fn games() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        GameName::ALL.iter().map(|game| candidate(game.about().name, game.about().title)).collect()
    })
}

/// One agent of the game on the line.
pub fn agent() -> ArgValueCandidates {
    ArgValueCandidates::new(|| agents_of(game_on_line().unwrap_or_default()))
}

/// Agents of the game on the line, with commas between them.
pub fn agents() -> ArgValueCompleter {
    list(|| agents_of(game_on_line().unwrap_or_default()))
}

/// Those who sit down with a person: agents, and other people.
pub fn opponents() -> ArgValueCompleter {
    list(|| {
        let mut all = agents_of(game_on_line().unwrap_or_default());
        all.push(candidate("human", "another person at this terminal"));
        all
    })
}

/// Numbers of rules: of the game on the line, or of all.
pub fn rules() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let books = game_on_line().map_or_else(|| RULEBOOKS.to_vec(), |game| vec![game.about().book]);
        books.into_iter().flat_map(Rulebook::rules).map(|rule| candidate(rule.id, rule.title)).collect()
    })
}

/// What a study can vary; its levels are another matter.
pub fn factors() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        Element::all().into_iter().map(|element| candidate(format!("{element}="), element.levels())).collect()
    })
}

/// What a seat can be denied, with commas between.
pub fn denials() -> ArgValueCompleter {
    list(|| Denied::ALL.iter().map(|denied| CompletionCandidate::new(denied.to_string())).collect())
}

/// Commands of this program.
pub fn commands() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let command = Cli::command();
        let named = |command: &Command| {
            let about = command.get_about().cloned();
            CompletionCandidate::new(command.get_name()).help(about)
        };
        command.get_subcommands().map(named).collect()
    })
}

/// Sets of tiles: those that come with the program, and files.
pub fn tiles() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let built_in = BUILT_IN.iter().map(|(name, _)| CompletionCandidate::new(*name));
        let mut all: Vec<_> = built_in.filter(|tiles| begins(tiles, &current.to_string_lossy())).collect();
        all.extend(PathCompleter::file().complete(current));
        all
    })
}

/// Some words of which one is right.
pub fn words(words: &'static [&'static str]) -> ArgValueCandidates {
    ArgValueCandidates::new(|| words.iter().map(|word| CompletionCandidate::new(*word)).collect())
}

fn candidate(value: impl Into<String>, help: impl Into<String>) -> CompletionCandidate {
    CompletionCandidate::new(value.into()).help(Some(help.into().into()))
}

fn begins(candidate: &CompletionCandidate, with: &str) -> bool {
    candidate.get_value().to_string_lossy().starts_with(with)
}

/// A list: what is offered is the part after its last comma.
fn list(all: impl Fn() -> Vec<CompletionCandidate> + Send + Sync + 'static) -> ArgValueCompleter {
    ArgValueCompleter::new(move |current: &OsStr| {
        let current = current.to_string_lossy();
        let (before, begun) = current.split_at(current.rfind(',').map_or(0, |comma| comma + 1));
        let fitting = all().into_iter().filter(|candidate| begins(candidate, begun));
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

/// The game that is named on the line which is being completed, if there is one.
fn game_on_line() -> Option<GameName> {
    game_among(std::env::args_os().filter_map(|word| word.into_string().ok()))
}

fn game_among(words: impl Iterator<Item = String>) -> Option<GameName> {
    // Bash ends a word at `=` too.
    let mut parts = words.flat_map(|word| word.split('=').map(str::to_owned).collect::<Vec<_>>());
    parts.find(|part| part == "--game")?;
    parts.find(|part| !part.is_empty())?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap_complete::engine::complete;

    use super::*;

    /// What is offered at the end of a line.
    fn offered(line: &str) -> Vec<String> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let last = words.len() - 1;
        let offered = complete(&mut Cli::command(), words, last, None).unwrap();
        offered.iter().map(|candidate| candidate.get_value().to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn names_are_offered_where_they_are_asked_for() {
        for (line, all) in [
            ("goldrush simulate --game car", &["carcassonne", "carcassonne+gold-mines"][..]),
            ("goldrush agents --game kn", &["knizia-gold"]),
            ("goldrush match --a heur", &["heuristic"]),
            ("goldrush match --b=heur", &["--b=heuristic"]),
            ("goldrush simulate --agents greedy,heur", &["greedy,heuristic"]),
            ("goldrush play --opponents best,hu", &["best,human"]),
            ("goldrush serve --agent mct", &["mcts"]),
            ("goldrush balance --factor locomotive-t", &["locomotive-tiles="]),
            ("goldrush balance --restrict tents,mi", &["tents,miners", "tents,mining"]),
            ("goldrush simulate --locomotives ex", &["exactly-one"]),
            ("goldrush rules G1", &["G1", "G10", "G11", "G12", "G13", "G14", "G15", "G16", "G17", "G18", "G19"]),
            ("goldrush tiles gold_rush_", &["gold_rush_alt"]),
            ("goldrush completions z", &["zsh"]),
            ("goldrush man tu", &["tune"]),
        ] {
            let mut offered = offered(line);
            offered.sort();
            assert_eq!(offered, all, "{line}");
        }
    }

    #[test]
    fn agents_are_those_of_the_game_on_the_line() {
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
