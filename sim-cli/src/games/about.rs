//! What there is to say of each game before it is played: the one list behind `goldrush games`, the rules and the options.

use goldrush_ai::registry::Roster;
use goldrush_engine::rulebook::{self, Book};

use super::{GameName, with_game};

impl GameName {
    /// What it is, in a line.
    pub fn title(self) -> &'static str {
        match self {
            GameName::GoldRush => "Carcassonne: Gold Rush",
            GameName::Carcassonne => "Carcassonne, the base game with fields",
            GameName::CarcassonneWithMines => "Carcassonne with The Gold Mines",
            GameName::KniziaGold => "Knizia's gold-rush card game: 64 cards to remember",
        }
    }

    /// Its rules.
    pub fn book(self) -> Book {
        match self {
            GameName::GoldRush => rulebook::GOLD_RUSH,
            GameName::Carcassonne | GameName::CarcassonneWithMines => rulebook::CARCASSONNE,
            GameName::KniziaGold => rulebook::KNIZIA_GOLD,
        }
    }

    /// The options of the command line that change it.
    pub fn options(self) -> &'static [&'static str] {
        match self {
            GameName::GoldRush => &[
                "--tiles",
                "--no-farmers",
                "--tents",
                "--locomotives",
                "--cowboys",
                "--take-back",
                "--tokens",
                "--mining-interval",
            ],
            GameName::Carcassonne => &["--no-farmers"],
            GameName::CarcassonneWithMines => &["--no-farmers", "--no-ingot-choice"],
            GameName::KniziaGold => &["--whole-match"],
        }
    }

    /// The line-up of a simulation if none is given.
    pub fn usual_lineup(self) -> &'static str {
        if self == GameName::KniziaGold { "memory,random" } else { "greedy,random" }
    }

    /// The agents of a study if none are given, the weaker first.
    pub fn usual_agents(self) -> &'static str {
        if self == GameName::KniziaGold { "memory,perfect" } else { "greedy,heuristic" }
    }

    /// Its agents and their short names.
    pub fn agents(self) -> Vec<&'static str> {
        fn names<G: Roster>() -> Vec<&'static str> {
            let aliases = G::ALIASES.iter().map(|alias| alias.name);
            G::ENTRIES.iter().map(|entry| entry.name).chain(aliases).collect()
        }
        with_game!(self, G => names::<G>())
    }
}
