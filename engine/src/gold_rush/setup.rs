//! Setup from which a game is dealt (G1–G3): catalogue, rules, players; and the deal itself.

use std::sync::Arc;

use rand::Rng;

use super::catalogue::{Catalogue, MAX_TOKENS, TokenMix, Totals};
use super::rules::Rules;
use super::scoring::Scoring;
use crate::landscape::segments::SegmentSet;
use crate::landscape::tile::KindId;
use crate::landscape::{Landscape, MAX_TILES};
use crate::player::{PerPlayer, Player};
use crate::rng::shuffle;

/// Catalogue, rules and number of players, validated together.
#[derive(Clone)]
pub struct Setup {
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) rules: Rules,
    pub(super) scoring: Scoring,
    pub(super) players: usize,
    /// Number of cowboys of each seat (V4, V9).
    pub(super) cowboys: PerPlayer<u8>,
    /// Built once, copied for every game.
    pub(super) opening: Option<Box<Opening>>,
}

/// Non-empty parts of the table before the first turn (G3).
#[derive(Clone)]
pub(super) struct Opening {
    pub(super) landscape: Landscape,
    pub(super) vacant: SegmentSet,
    pub(super) token_supply: u8,
    pub(super) deal: Deal,
}

impl Setup {
    #[inline]
    pub(super) fn opening(&self) -> &Opening {
        self.opening
            .as_ref()
            .expect("the opening is set when the setup is created")
    }

    /// Returns the points of features.
    #[inline]
    pub fn scoring(&self) -> &Scoring {
        &self.scoring
    }

    /// Returns the number of cowboys of a seat, on the table and in supply (V4, V9).
    #[inline]
    pub fn cowboys(&self, seat: Player) -> u8 {
        self.cowboys[seat]
    }

    /// Returns the token mix in play (V6).
    pub fn tokens(&self) -> &TokenMix {
        self.rules
            .tokens
            .as_ref()
            .unwrap_or_else(|| self.catalogue.tokens())
    }
}

/// Hidden order of a game: the tiles to draw, and the token values in the order of acquisition (G24: the k-th token
/// acquired by anyone has the k-th value).
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::{Deal, Setup, State};
/// use goldrush_engine::rng::deal_stream;
///
/// let setup = Setup::printed(2);
/// let mut tiles = Deal::shuffled(&setup, &mut deal_stream(7, 0)).tiles().to_vec();
/// // The same tiles in reverse; the tokens lowest first.
/// tiles.reverse();
/// let deal = Deal::new(&setup, &tiles, Deal::ordered(&setup).tokens())?;
/// let state = State::with_deal(&setup, &deal, &mut ());
/// assert_eq!(state.table().hand(), tiles[0]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    tiles: [KindId; MAX_TILES],
    tile_count: u8,
    tokens: [u8; MAX_TOKENS],
    token_count: u8,
}

impl Deal {
    /// Creates a deal in a given order. It need not be a subset of the catalogue's tiles.
    ///
    /// # Errors
    /// If the deal exceeds the capacity of a game, or the tokens are not those of the rules; names the limit.
    pub fn new(setup: &Setup, tiles: &[KindId], tokens: &[u8]) -> Result<Deal, String> {
        let catalogue = setup.catalogue();
        let mut totals = Totals::default();
        totals.add(catalogue.kind(catalogue.start()), 1);
        for &tile in tiles {
            totals.add(catalogue.kind(tile), 1);
        }
        if let Some((what, sum, most)) = totals.over_capacity() {
            return Err(format!(
                "with the start tile the deal has {sum} {what}; at most {most} are possible"
            ));
        }
        let mut sorted = tokens.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(setup.tokens().values()) {
            return Err("the tokens dealt are not those of the rules".into());
        }
        Ok(Deal::of(tiles, tokens))
    }

    pub(super) fn of(tiles: &[KindId], tokens: &[u8]) -> Deal {
        let mut deal = Deal {
            tiles: [KindId(0); MAX_TILES],
            tile_count: tiles.len() as u8,
            tokens: [0; MAX_TOKENS],
            token_count: tokens.len() as u8,
        };
        deal.tiles[..tiles.len()].copy_from_slice(tiles);
        deal.tokens[..tokens.len()].copy_from_slice(tokens);
        deal
    }

    /// Returns the deal in catalogue order.
    pub fn ordered(setup: &Setup) -> Deal {
        setup.opening().deal
    }

    /// Shuffles a deal.
    #[inline]
    pub fn shuffled<R: Rng>(setup: &Setup, rng: &mut R) -> Deal {
        let mut deal = setup.opening().deal;
        shuffle(rng, &mut deal.tiles[..usize::from(deal.tile_count)]);
        shuffle(rng, &mut deal.tokens[..usize::from(deal.token_count)]);
        deal
    }

    /// Returns the tiles in drawing order, without the start tile.
    #[inline]
    pub fn tiles(&self) -> &[KindId] {
        &self.tiles[..usize::from(self.tile_count)]
    }

    /// Returns the token values in the order of acquisition.
    #[inline]
    pub fn tokens(&self) -> &[u8] {
        &self.tokens[..usize::from(self.token_count)]
    }
}
