//! What a game is dealt from (G1–G3): catalogue, rules, players; and the deal itself.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rand::Rng;

use super::catalogue::{Catalogue, MAX_TOKENS, TokenMix, Totals};
use super::rules::Rules;
use crate::landscape::MAX_TILES;
use crate::landscape::tile::KindId;
use crate::rng::shuffle;

/// Catalogue, rules and number of players, checked against each other.
#[derive(Clone)]
pub struct Setup {
    catalogue: Arc<Catalogue>,
    rules: Rules,
    players: usize,
}

impl Setup {
    /// Checks and keeps what a game needs.
    ///
    /// # Errors
    /// If the number of players or an option is out of range; says what would be right.
    pub fn new(catalogue: Arc<Catalogue>, rules: Rules, players: usize) -> Result<Setup, String> {
        if !(2..=5).contains(&players) {
            return Err(format!("{players} players; 2 to 5 are possible"));
        }
        rules.validate()?;
        Ok(Setup { catalogue, rules, players })
    }

    /// The printed game for so many players.
    ///
    /// # Panics
    /// If the number of players is not 2 to 5.
    pub fn printed(players: usize) -> Setup {
        let catalogue = Catalogue::built_in("gold_rush").expect("it is built in");
        Setup::new(Arc::new(catalogue), Rules::default(), players).expect("2 to 5 players")
    }

    /// The catalogue.
    #[inline]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The options.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many seats there are.
    #[inline]
    pub fn players(&self) -> usize {
        self.players
    }

    /// The tokens played with (V6).
    pub fn tokens(&self) -> &TokenMix {
        self.rules.tokens.as_ref().unwrap_or_else(|| self.catalogue.tokens())
    }
}

/// The order of all that is hidden: the tiles to draw, and the value of each token in the order of acquisition
/// (G24: the k-th token anybody acquires has the k-th value).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    tiles: ArrayVec<KindId, MAX_TILES>,
    tokens: ArrayVec<u8, MAX_TOKENS>,
}

impl Deal {
    /// A deal in a given order. It need not be a subset of what the catalogue holds.
    ///
    /// # Errors
    /// If a game cannot hold so much; says what and how much it can.
    pub fn new(setup: &Setup, tiles: &[KindId], tokens: &[u8]) -> Result<Deal, String> {
        let catalogue = setup.catalogue();
        let mut totals = Totals::default();
        totals.add(catalogue.kind(catalogue.start()), 1);
        for &tile in tiles {
            totals.add(catalogue.kind(tile), 1);
        }
        if let Some((what, sum, most)) = totals.beyond_capacity() {
            return Err(format!("with the start tile the deal has {sum} {what}; at most {most} are possible"));
        }
        if tokens.len() > MAX_TOKENS {
            return Err(format!("{} tokens; at most {MAX_TOKENS} are possible", tokens.len()));
        }
        if let Some(value) = tokens.iter().find(|&&v| v > super::catalogue::MAX_TOKEN_VALUE) {
            return Err(format!("a token of {value}; at most {} is possible", super::catalogue::MAX_TOKEN_VALUE));
        }
        Ok(Deal { tiles: tiles.iter().copied().collect(), tokens: tokens.iter().copied().collect() })
    }

    /// Everything in the order of the catalogue, to be shuffled.
    pub(super) fn ordered(setup: &Setup) -> Deal {
        Deal { tiles: setup.catalogue().bag().into_iter().collect(), tokens: setup.tokens().values().collect() }
    }

    /// Everything shuffled.
    pub fn shuffled<R: Rng>(setup: &Setup, rng: &mut R) -> Deal {
        let mut deal = Deal::ordered(setup);
        shuffle(rng, &mut deal.tiles);
        shuffle(rng, &mut deal.tokens);
        deal
    }

    /// The tiles in the order in which they are drawn, without the start tile.
    pub fn tiles(&self) -> &[KindId] {
        &self.tiles
    }

    /// Token values in the order in which tokens are acquired.
    pub fn tokens(&self) -> &[u8] {
        &self.tokens
    }
}
