//! What a game of any kind is dealt from.

use goldrush_engine::fingerprint::fnv1a;
use goldrush_engine::gold_rush::catalogue::BUILT_IN;
use goldrush_engine::{carcassonne, gold_rush, knizia_gold};
use serde::{Deserialize, Serialize};

use super::GameName;
use super::sheet::Sheet;

/// Components, options and number of players of a game.
#[derive(Clone)]
pub enum Setup {
    /// Carcassonne: Gold Rush.
    GoldRush(gold_rush::Setup),
    /// Carcassonne, with or without The Gold Mines.
    Carcassonne(carcassonne::Setup),
    /// Knizia's card game.
    KniziaGold(knizia_gold::Setup),
}

/// The options of a game, as plans keep them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Rules {
    /// Of Gold Rush.
    GoldRush(gold_rush::Rules),
    /// Of Carcassonne.
    Carcassonne(carcassonne::Rules),
    /// Of Knizia's card game.
    KniziaGold(super::knizia_gold::Rules),
}

/// Evaluates an expression with the game of a setup as a type, and what it is dealt from.
macro_rules! with_setup {
    ($setup:expr, $Game:ident, $inner:ident => $body:expr) => {
        match $setup {
            $crate::games::Setup::GoldRush($inner) => {
                type $Game = goldrush_engine::gold_rush::GoldRush;
                $body
            }
            $crate::games::Setup::Carcassonne($inner) => {
                type $Game = goldrush_engine::carcassonne::Carcassonne;
                $body
            }
            $crate::games::Setup::KniziaGold($inner) => {
                type $Game = goldrush_engine::knizia_gold::KniziaGold;
                $body
            }
        }
    };
}
pub(crate) use with_setup;

impl Setup {
    /// A game as it is printed, for so many players.
    ///
    /// # Errors
    /// If so many cannot play it.
    pub fn printed(game: GameName, players: usize) -> Result<Setup, String> {
        match game {
            GameName::GoldRush => {
                let catalogue = gold_rush::Catalogue::built_in(BUILT_IN[0].0).expect("it is built in");
                gold_rush::Setup::new(catalogue.into(), gold_rush::Rules::default(), players).map(Setup::GoldRush)
            }
            GameName::Carcassonne | GameName::CarcassonneWithMines => {
                let rules =
                    carcassonne::Rules { gold_mines: game == GameName::CarcassonneWithMines, ..Default::default() };
                let catalogue = carcassonne::Catalogue::printed();
                carcassonne::Setup::new(catalogue.into(), rules, players).map(Setup::Carcassonne)
            }
            GameName::KniziaGold => knizia_gold::Setup::new(players, false).map(Setup::KniziaGold),
        }
    }

    /// A game of two with options other than the printed ones, as many as go together.
    pub fn varied(game: GameName) -> Setup {
        let setup = match game {
            GameName::GoldRush => {
                let rules = gold_rush::Rules {
                    tents: 2,
                    cowboys: 7,
                    take_back: true,
                    mining_interval: 3,
                    ..gold_rush::Rules::default()
                };
                let (name, _) = BUILT_IN[BUILT_IN.len() - 1];
                let catalogue = gold_rush::Catalogue::built_in(name).expect("it is built in");
                gold_rush::Setup::new(catalogue.into(), rules, 2).map(Setup::GoldRush)
            }
            GameName::Carcassonne | GameName::CarcassonneWithMines => {
                let gold_mines = game == GameName::CarcassonneWithMines;
                let rules = carcassonne::Rules { farmers: false, gold_mines, choose_ingots: false };
                let catalogue = carcassonne::Catalogue::printed();
                carcassonne::Setup::new(catalogue.into(), rules, 2).map(Setup::Carcassonne)
            }
            GameName::KniziaGold => knizia_gold::Setup::new(2, true).map(Setup::KniziaGold),
        };
        setup.expect("two can play every variant")
    }

    /// Which game it is.
    pub fn game(&self) -> GameName {
        match self {
            Setup::GoldRush(_) => GameName::GoldRush,
            Setup::Carcassonne(setup) if setup.rules().gold_mines => GameName::CarcassonneWithMines,
            Setup::Carcassonne(_) => GameName::Carcassonne,
            Setup::KniziaGold(_) => GameName::KniziaGold,
        }
    }

    /// How many seats there are.
    pub fn players(&self) -> usize {
        match self {
            Setup::GoldRush(setup) => setup.players(),
            Setup::Carcassonne(setup) => setup.players(),
            Setup::KniziaGold(setup) => setup.players(),
        }
    }

    /// The name of what it is played with, and its hash in hexadecimal.
    pub fn components(&self) -> (String, String) {
        match self {
            Setup::GoldRush(setup) => (setup.catalogue().name().into(), format!("{:016x}", setup.catalogue().hash())),
            Setup::Carcassonne(setup) => {
                let catalogue = setup.catalogue();
                (carcassonne::GAME.into(), format!("{:016x}", catalogue.hash()))
            }
            Setup::KniziaGold(_) => {
                let deck = format!("{:?}", knizia_gold::Card::DECK);
                (knizia_gold::GAME.into(), format!("{:016x}", fnv1a(deck.as_bytes())))
            }
        }
    }

    /// Its options.
    pub fn rules(&self) -> Rules {
        match self {
            Setup::GoldRush(setup) => Rules::GoldRush(setup.rules().clone()),
            Setup::Carcassonne(setup) => Rules::Carcassonne(*setup.rules()),
            Setup::KniziaGold(setup) => Rules::KniziaGold(super::knizia_gold::Rules { whole_match: setup.is_match() }),
        }
    }

    /// How results are written down.
    pub fn sheet(&self) -> &'static Sheet {
        self.game().sheet()
    }

    /// In the order of [`Sheet::rule_columns`].
    pub fn rule_values(&self) -> Vec<String> {
        match self {
            Setup::GoldRush(setup) => {
                let rules = setup.rules();
                vec![
                    rules.farmers.to_string(),
                    rules.tents.to_string(),
                    rules.locomotives.to_string(),
                    rules.cowboys.to_string(),
                    rules.take_back.to_string(),
                    rules.mining_interval.to_string(),
                    rules.tokens.as_ref().map(ToString::to_string).unwrap_or_default(),
                    rules.restriction.as_ref().map(ToString::to_string).unwrap_or_default(),
                ]
            }
            Setup::Carcassonne(setup) => {
                let rules = setup.rules();
                [rules.farmers, rules.gold_mines, rules.choose_ingots].map(|rule| rule.to_string()).to_vec()
            }
            Setup::KniziaGold(setup) => vec![setup.is_match().to_string()],
        }
    }

    /// The file of tiles that do not come with the program, by the hash of its name, if it is played with such.
    pub fn own_tiles(&self) -> Option<(String, String)> {
        let own = |(name, _): &(String, String)| BUILT_IN.iter().all(|(known, _)| known != name);
        self.gold_rush().map(|_| self.components()).filter(own)
    }

    /// What of the components is known, and what is reconstructed, in words.
    pub fn provenance(&self) -> &'static str {
        match self {
            Setup::GoldRush(_) => {
                "Ids and copies of the designs, the sum of nuggets and the tokens are exact; which design has which edges, and \
                 where locomotives, camps and herds are, is reconstructed (engine/data/README.md). A finding that could hang on \
                 that should be repeated on the rival catalogue."
            }
            Setup::Carcassonne(_) => "The tiles are the printed ones (engine/data/README.md).",
            Setup::KniziaGold(_) => "The cards are the printed ones (K1).",
        }
    }

    /// If it is one of Gold Rush.
    pub fn gold_rush(&self) -> Option<&gold_rush::Setup> {
        match self {
            Setup::GoldRush(setup) => Some(setup),
            Setup::Carcassonne(_) | Setup::KniziaGold(_) => None,
        }
    }
}
