//! The options of the game, the same for every command: players, tiles, variants.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use goldrush_engine::gold_rush::catalogue::{BUILT_IN, TokenMix};
use goldrush_engine::gold_rush::{Catalogue, Locomotives, Rules};
use goldrush_engine::{carcassonne, gold_rush, knizia_gold};

use crate::error::{bad_input, read_input};
use crate::games::{GameName, Setup};

/// The game: players, tiles, variants. The defaults are the printed rules.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Rules of the game")]
pub struct RuleArgs {
    /// Which game of the family: gold-rush, carcassonne, carcassonne+gold-mines, knizia-gold; goldrush games tells more
    #[arg(long, value_name = "GAME", default_value = "gold-rush")]
    pub game: String,
    /// Tile catalogue: a file, or the name of a built-in one (gold_rush, gold_rush_alt)
    #[arg(long, value_name = "FILE", default_value = "gold_rush")]
    pub tiles: String,
    /// No farmers (V1; Carcassonne too)
    #[arg(long)]
    pub no_farmers: bool,
    /// Tents of each player, 0 to 3 (V2)
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub tents: u8,
    /// When locomotives double a railroad: exactly-one, never, at-least-one (V3)
    #[arg(long, value_name = "WHEN", default_value = "exactly-one")]
    pub locomotives: String,
    /// Playable cowboys of each player, 1 to 7 (V4)
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub cowboys: u8,
    /// Allow to take a cowboy back instead of placing one (V5)
    #[arg(long)]
    pub take_back: bool,
    /// Mining tokens as value=count,… instead of the catalogue's (V6), such as 2=63
    #[arg(long, value_name = "MIX")]
    pub tokens: Option<String>,
    /// A player mines at most once in this many of his turns (V8)
    #[arg(long, allow_negative_numbers = true, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=255))]
    pub mining_interval: u8,
    /// carcassonne+gold-mines: who shares ingots takes from the tile that most share, without a choice (M5)
    #[arg(long)]
    pub no_ingot_choice: bool,
    /// knizia-gold: a match of as many games as players (K10)
    #[arg(long)]
    pub whole_match: bool,
}

impl RuleArgs {
    /// Which game is played.
    ///
    /// # Errors
    /// If there is none of that name, or an option of another game is given: bad input.
    pub fn game(&self) -> anyhow::Result<GameName> {
        let game: GameName = self.game.parse().map_err(|e| bad_input(format!("--game: {e}")))?;
        let foreign = self.given().into_iter().find(|option| !game.options().contains(option));
        match foreign {
            Some(option) => {
                let has = |other: &GameName| other.options().contains(&option);
                let other = GameName::ALL.into_iter().find(has).expect("every option is one of some game");
                Err(bad_input(format!("{option} is an option of {other}, not of {game}")))
            }
            None => Ok(game),
        }
    }

    /// The options that are not as usual.
    fn given(&self) -> Vec<&'static str> {
        let options = [
            ("--tiles", self.tiles != BUILT_IN[0].0),
            ("--no-farmers", self.no_farmers),
            ("--tents", self.tents != 1),
            ("--locomotives", self.locomotives != "exactly-one"),
            ("--cowboys", self.cowboys != 4),
            ("--take-back", self.take_back),
            ("--tokens", self.tokens.is_some()),
            ("--mining-interval", self.mining_interval != 1),
            ("--no-ingot-choice", self.no_ingot_choice),
            ("--whole-match", self.whole_match),
        ];
        options.into_iter().filter(|(_, given)| *given).map(|(option, _)| option).collect()
    }

    /// The options of Gold Rush, checked.
    ///
    /// # Errors
    /// If one is wrong: bad input.
    pub fn rules(&self) -> anyhow::Result<Rules> {
        let locomotives: Locomotives =
            self.locomotives.parse().map_err(|e| bad_input(format!("--locomotives: {e}")))?;
        let mix = |text: &String| match text.parse::<TokenMix>() {
            Ok(mix) if !mix.is_empty() => Ok(mix),
            Ok(_) => Err(bad_input("--tokens: no token is given; give value=count, such as 2=63")),
            Err(e) => Err(bad_input(format!("--tokens: {e}"))),
        };
        let rules = Rules {
            farmers: !self.no_farmers,
            tents: self.tents,
            locomotives,
            cowboys: self.cowboys,
            take_back: self.take_back,
            mining_interval: self.mining_interval,
            tokens: self.tokens.as_ref().map(mix).transpose()?,
            restriction: None,
        };
        rules.validate().map_err(bad_input)?;
        Ok(rules)
    }

    /// Everything a game is dealt from.
    ///
    /// # Errors
    /// If the game, the number of players, an option or the catalogue is wrong: bad input.
    pub fn setup(&self, players: usize) -> anyhow::Result<Setup> {
        let game = self.game()?;
        let setup = match game {
            GameName::GoldRush => {
                let catalogue = Arc::new(load_catalogue(&self.tiles)?);
                gold_rush::Setup::new(catalogue, self.rules()?, players).map(Setup::GoldRush)
            }
            GameName::Carcassonne | GameName::CarcassonneWithMines => {
                let rules = carcassonne::Rules {
                    farmers: !self.no_farmers,
                    gold_mines: game == GameName::CarcassonneWithMines,
                    choose_ingots: !self.no_ingot_choice,
                };
                let catalogue = Arc::new(carcassonne::Catalogue::printed());
                carcassonne::Setup::new(catalogue, rules, players).map(Setup::Carcassonne)
            }
            GameName::KniziaGold => knizia_gold::Setup::new(players, self.whole_match).map(Setup::KniziaGold),
        };
        setup.map_err(|e| bad_input(format!("--players: {e}")))
    }

    /// As [`RuleArgs::setup`], where only Gold Rush will do.
    ///
    /// # Errors
    /// Also if another game is asked for: bad input.
    pub fn gold_rush(&self, players: usize) -> anyhow::Result<gold_rush::Setup> {
        match self.setup(players)? {
            Setup::GoldRush(setup) => Ok(setup),
            other => Err(bad_input(format!("--game {}: this command knows {} only", other.game(), gold_rush::GAME))),
        }
    }

    /// The text of the catalogue, if it is not a built-in one.
    ///
    /// # Errors
    /// If its file cannot be read: bad input.
    pub fn tiles_text(&self) -> anyhow::Result<Option<String>> {
        let built_in = Catalogue::built_in(&self.tiles).is_some();
        if built_in { Ok(None) } else { read_input(Path::new(&self.tiles)).map(Some) }
    }
}

/// A catalogue by built-in name or file.
///
/// # Errors
/// If there is none or it is wrong: bad input.
pub fn load_catalogue(name: &str) -> anyhow::Result<Catalogue> {
    if let Some(catalogue) = Catalogue::built_in(name) {
        return Ok(catalogue);
    }
    let path = Path::new(name);
    if !path.exists() {
        let built_in: Vec<_> = BUILT_IN.iter().map(|(n, _)| *n).collect();
        return Err(bad_input(format!(
            "--tiles {name}: no such file, and no built-in catalogue ({})",
            built_in.join(", ")
        )));
    }
    let stem = path.file_stem().map_or_else(|| name.into(), |s| s.to_string_lossy().into_owned());
    Catalogue::parse(&stem, name, &read_input(path)?).map_err(|e| bad_input(e.to_string()))
}
