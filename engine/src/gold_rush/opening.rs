//! Construction of a setup, with the table before the first turn, from which games are copied (G3).

use std::sync::Arc;

use super::catalogue::Catalogue;
use super::restriction::Denied;
use super::rules::Rules;
use super::scoring::Scoring;
use super::setup::{Deal, Opening, Setup};
use super::table::Table;
use crate::landscape::grid::{Cell, Rotation};
use crate::options;
use crate::player::{PerPlayer, Player};

impl Setup {
    /// Validates the parts of a setup.
    ///
    /// # Errors
    /// If the number of players or an option is out of range; lists what is accepted.
    ///
    /// # Examples
    ///
    /// ```
    /// use goldrush_engine::gold_rush::{Catalogue, Rules, Setup};
    ///
    /// let catalogue = Catalogue::built_in("gold_rush").ok_or("there is no such catalogue")?;
    /// let rules = Rules { cowboys: 8, ..Rules::default() };
    /// assert!(Setup::new(catalogue.clone(), rules, 2).is_err_and(|e| e.contains("1 to 7")));
    /// assert!(Setup::new(catalogue, Rules::default(), 6).is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn new(catalogue: Arc<Catalogue>, rules: Rules, players: usize) -> Result<Setup, String> {
        if !(2..=5).contains(&players) {
            return Err(format!("{players} players; 2 to 5 are possible"));
        }
        options::validate(&rules)?;
        rules.komi.check(players)?;
        if let Some(restriction) = rules
            .restriction
            .filter(|restriction| restriction.seat >= players)
        {
            return Err(format!(
                "a restriction of seat {}; 0 to {} are possible",
                restriction.seat,
                players - 1
            ));
        }
        let tiles = catalogue.bag().len();
        if usize::from(rules.tiles_left_out) >= tiles {
            return Err(format!(
                "tiles_left_out: {}; there are {tiles} tiles to draw",
                rules.tiles_left_out
            ));
        }
        let mut cowboys = PerPlayer::new(players, rules.cowboys);
        for seat in Player::all(players).filter(|&seat| rules.denied(seat) == Some(Denied::Cowboy))
        {
            cowboys[seat] -= 1;
        }
        let mut setup = Setup {
            catalogue,
            scoring: Scoring::new(&rules),
            rules,
            players,
            cowboys,
            opening: None,
        };
        let mut table = Table::new(&setup);
        let start = table
            .landscape
            .frontier()
            .slot(Cell::START)
            .expect("the start cell is open on an empty table");
        table.place(start, Rotation::R0);
        let landscape = table.landscape;
        let vacant = table.pieces.vacant;
        let token_supply = table.pieces.token_supply;
        let tokens: Vec<u8> = setup.tokens().values().collect();
        let deal = Deal::of(&setup.catalogue.bag(), &tokens);
        let opening = Opening {
            landscape,
            vacant,
            token_supply,
            deal,
        };
        setup.opening = Some(Box::new(opening));
        Ok(setup)
    }

    /// Returns the setup of the printed game for a number of players.
    ///
    /// # Panics
    /// If the number of players is not 2 to 5.
    pub fn printed(players: usize) -> Setup {
        let catalogue = Catalogue::built_in("gold_rush").expect("the catalogue is built in");
        Setup::new(catalogue, Rules::default(), players).expect("players is between 2 and 5")
    }
}
