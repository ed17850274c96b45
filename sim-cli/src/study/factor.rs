//! What a balance study varies: an element of the game, and the levels it is played at.

use std::fmt;
use std::sync::Arc;

use goldrush_engine::gold_rush::{self, Denied, Restriction, Rules};

use super::lineup::check_players;
use crate::cli::args::{RuleArgs, load_catalogue};
use crate::error::bad_input;
use crate::games::{GameName, Setup};

/// An element of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// Which game, of those whose results can be compared.
    Game,
    /// V1.
    Farmers,
    /// V2.
    Tents,
    /// V3.
    Locomotives,
    /// V4.
    Cowboys,
    /// V5.
    TakeBack,
    /// V6.
    Tokens,
    /// V7.
    Tiles,
    /// V7: how many tiles have a locomotive.
    LocomotiveTiles,
    /// V8.
    MiningInterval,
    /// How many play.
    Players,
    /// Which seat is looked at; the games are the same.
    Seat,
}

impl Element {
    const ALL: [Element; 12] = [
        Element::Game,
        Element::Farmers,
        Element::Tents,
        Element::Locomotives,
        Element::Cowboys,
        Element::TakeBack,
        Element::Tokens,
        Element::Tiles,
        Element::LocomotiveTiles,
        Element::MiningInterval,
        Element::Players,
        Element::Seat,
    ];
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Element::Game => "game",
            Element::Farmers => "farmers",
            Element::Tents => "tents",
            Element::Locomotives => "locomotives",
            Element::Cowboys => "cowboys",
            Element::TakeBack => "take-back",
            Element::Tokens => "tokens",
            Element::Tiles => "tiles",
            Element::LocomotiveTiles => "locomotive-tiles",
            Element::MiningInterval => "mining-interval",
            Element::Players => "players",
            Element::Seat => "seat",
        })
    }
}

/// An element and its levels, at least two; the first is the base.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factor {
    /// What is varied.
    pub element: Element,
    /// Its levels as they were given.
    pub levels: Vec<String>,
}

/// The game a level is played with.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Tiles and variants.
    pub rules: RuleArgs,
    /// How many play.
    pub players: usize,
    /// How many tiles have a locomotive, if not as many as in the catalogue.
    pub locomotive_tiles: Option<u32>,
    /// V9.
    pub restriction: Option<Restriction>,
}

impl Setting {
    /// The game of these options.
    pub fn new(rules: &RuleArgs, players: usize) -> Setting {
        Setting { rules: rules.clone(), players, locomotive_tiles: None, restriction: None }
    }

    /// Everything a game is dealt from, and the text of the catalogue if it is not a built-in one.
    ///
    /// # Errors
    /// If an option or the catalogue is wrong: bad input.
    pub fn setup(&self) -> anyhow::Result<(Setup, Option<String>)> {
        if self.rules.game()? != GameName::GoldRush {
            return Ok((self.rules.setup(self.players)?, None));
        }
        let (mut catalogue, mut text) = (load_catalogue(&self.rules.tiles)?, self.rules.tiles_text()?);
        if let Some(tiles) = self.locomotive_tiles.filter(|&tiles| tiles != catalogue.locomotive_tiles()) {
            let derived = catalogue.with_locomotive_tiles(tiles);
            catalogue = derived.map_err(|e| bad_input(format!("--factor {}: {e}", Element::LocomotiveTiles)))?;
            text = Some(catalogue.to_toml());
        }
        let rules = Rules { restriction: self.restriction, ..self.rules.rules()? };
        let setup = gold_rush::Setup::new(Arc::new(catalogue), rules, self.players).map_err(bad_input)?;
        Ok((Setup::GoldRush(setup), text))
    }

    /// Checks that all may do what one seat is to be denied.
    ///
    /// # Errors
    /// If nobody may: bad input.
    pub fn check_use(&self, denied: Denied) -> anyhow::Result<()> {
        if self.rules.game()? != GameName::GoldRush {
            return Err(bad_input(format!("--restrict {denied}: only {} can deny a seat something", gold_rush::GAME)));
        }
        let rules = self.rules.rules()?;
        let nobody = match denied {
            Denied::Cowboys(kind) => !rules.admits(kind),
            Denied::Tents | Denied::Mining => rules.tents == 0,
            Denied::TakeBack => !rules.take_back,
        };
        if nobody {
            let problem =
                format!("--restrict {denied}: in the game of the base nobody may do that; change its options");
            return Err(bad_input(problem));
        }
        Ok(())
    }
}

impl Factor {
    /// Reads `NAME=LEVEL,LEVEL,…`. The values of a token level are joined by `+`.
    ///
    /// # Errors
    /// If there is no such element or it has not at least two different levels: bad input.
    pub fn parse(text: &str) -> anyhow::Result<Factor> {
        let wrong = |problem: String| bad_input(format!("--factor {text}: {problem}"));
        let form = || wrong("NAME=LEVEL,LEVEL,… is expected, such as tents=1,0,2".into());
        let (name, levels) = text.split_once('=').ok_or_else(form)?;
        let name = name.trim().replace('_', "-");
        let element = Element::ALL.into_iter().find(|element| element.to_string() == name).ok_or_else(|| {
            let known = Element::ALL.map(|element| element.to_string()).join(", ");
            wrong(format!("\"{name}\" cannot be varied; {known} can"))
        })?;
        let levels: Vec<String> = levels.split(',').map(|level| level.trim().to_owned()).collect();
        if levels.len() < 2 || levels.iter().any(String::is_empty) {
            return Err(form());
        }
        if let Some((_, twice)) = levels.iter().enumerate().find(|(i, level)| levels[..*i].contains(level)) {
            return Err(wrong(format!("the level {twice} is given twice")));
        }
        Ok(Factor { element, levels })
    }

    /// Changes a game to a level.
    ///
    /// # Errors
    /// If the level is not one of the element: bad input.
    pub fn apply(&self, level: usize, to: &mut Setting) -> anyhow::Result<()> {
        let level = &self.levels[level];
        let wrong = |expected: &str| {
            let problem = format!("--factor {}: the level \"{level}\"; {expected} is expected", self.element);
            bad_input(problem)
        };
        let number = || level.parse::<u8>().map_err(|_| wrong("a whole number from 0 to 255"));
        let yes_or_no = || match level.as_str() {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(wrong("yes or no")),
        };
        let rules = &mut to.rules;
        match self.element {
            Element::Game => rules.game.clone_from(level),
            Element::Farmers => rules.no_farmers = !yes_or_no()?,
            Element::Tents => rules.tents = number()?,
            Element::Locomotives => rules.locomotives.clone_from(level),
            Element::Cowboys => rules.cowboys = number()?,
            Element::TakeBack => rules.take_back = yes_or_no()?,
            Element::Tokens => rules.tokens = (level != "printed").then(|| level.replace('+', ",")),
            Element::Tiles => rules.tiles.clone_from(level),
            Element::LocomotiveTiles => to.locomotive_tiles = Some(number()?.into()),
            Element::MiningInterval => rules.mining_interval = number()?,
            Element::Players => {
                to.players = usize::from(number()?);
                check_players(to.players)?;
            }
            // The games are the same.
            Element::Seat => {}
        }
        let name = self.element;
        let checked = to.rules.game().and_then(|_| to.rules.rules());
        checked.map(drop).map_err(|e| bad_input(format!("--factor {name}: the level \"{level}\": {e}")))
    }

    /// The seat that a level of a seat factor names.
    ///
    /// # Errors
    /// If there is no such seat: bad input.
    pub fn seat(&self, level: &str, players: usize) -> anyhow::Result<usize> {
        level.parse().ok().filter(|&seat| seat < players).ok_or_else(|| {
            bad_input(format!("--factor seat: no seat {level} of {players} players; 0 to {} are possible", players - 1))
        })
    }
}
