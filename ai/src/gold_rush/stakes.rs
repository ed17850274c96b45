//! Contested features and open cells of a table before a turn.

use goldrush_engine::gold_rush::rules::{MAX_COWBOYS, MAX_TENTS};
use goldrush_engine::gold_rush::{FeatureKind, Table};
use goldrush_engine::landscape::components::FeatureId;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::worth::{Counts, Stake, Worth};
use crate::landscape::{Cells, Ledger, Totals};

/// Maximum number of contested features.
const MAX_STAKES: usize = MAX_PLAYERS * (MAX_COWBOYS + MAX_TENTS);

/// Features and open cells of a table. Reused between turns so that nothing is allocated.
#[derive(Clone, Default)]
pub(super) struct Stakes {
    pub(super) ledger: Ledger<Stake, MAX_STAKES>,
    pub(super) cells: Cells,
    /// True if some seat has a claim in a city.
    in_cities: bool,
}

impl Stakes {
    /// Reads a table. Adds the values of all incomplete features, and of the supply, to each seat's total.
    #[inline]
    pub(super) fn look<W: Worth>(&mut self, table: &Table, worth: &W, totals: &mut Totals) {
        self.clear();
        if W::LOOKS_AHEAD {
            self.cells.look(table, worth);
        }
        for player in Player::all(table.players()) {
            for &cowboy in table.cowboys(player) {
                let feature = table.feature(cowboy);
                if self.ledger.position(feature).is_none() {
                    self.push(table, feature, table.kind(cowboy));
                }
            }
            if W::LOOKS_AHEAD {
                totals[player.index()] += worth.supply(table.cowboy_supply(player));
            }
        }
        if W::LOOKS_AHEAD {
            self.look_at_tents(table);
        }
        self.ledger.value(worth, totals);
    }

    fn look_at_tents(&mut self, table: &Table) {
        for player in Player::all(table.players()) {
            for &tent in table.tents(player) {
                let feature = table.feature(tent);
                let at = match self.ledger.position(feature) {
                    Some(at) => at,
                    None => self.push(table, feature, FeatureKind::Mountain),
                };
                self.ledger.stake_mut(at).tents.add(player, 1);
            }
        }
    }

    /// Removes all features.
    pub(super) fn clear(&mut self) {
        self.ledger.clear();
        self.in_cities = false;
    }

    fn push(&mut self, table: &Table, feature: FeatureId, kind: FeatureKind) -> usize {
        self.in_cities |= kind == FeatureKind::City;
        self.ledger.push(feature, self.without_tents(table, feature, kind))
    }

    fn without_tents(&self, table: &Table, feature: FeatureId, kind: FeatureKind) -> Stake {
        Stake { kind, word: table.word(feature), tents: Counts::NONE, hardness: self.cells.hardness(feature) }
    }

    /// Returns true if some seat has a claim in a city.
    #[inline]
    pub(super) fn in_cities(&self) -> bool {
        self.in_cities
    }

    /// Returns the entry of a feature, if it is contested.
    #[inline]
    pub(super) fn get(&self, feature: FeatureId) -> Option<&Stake> {
        self.ledger.get(feature).map(|held| &held.stake)
    }

    /// Returns a feature of this kind, contested or not.
    #[inline]
    pub(super) fn at(&self, table: &Table, feature: FeatureId, kind: FeatureKind) -> Stake {
        self.get(feature).copied().unwrap_or_else(|| self.without_tents(table, feature, kind))
    }
}
