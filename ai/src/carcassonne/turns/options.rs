//! Evaluation of second ingot and follower after a placement, each by the changes it makes.

use goldrush_engine::carcassonne::tiles::{bit, tiles_in};
use goldrush_engine::carcassonne::{FeatureKind, Table, monastery};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;

use super::super::worth::{Stake, Worth};
use super::{Deed, Turns};
use crate::landscape::{Seen, Totals};

impl Turns {
    /// Evaluates all options.
    #[inline]
    pub(super) fn each_option<W: Worth>(&mut self, seen: &Seen<Table, W>, mut each: impl FnMut(Deed, i32, u32)) {
        if self.landing.second {
            for second in tiles_in(seen.table.ingot_targets_around(self.landing.cell)) {
                self.followers(seen, Some(second), &mut each);
            }
        } else {
            self.followers(seen, None, &mut each);
        }
    }

    /// C3: evaluates placing no follower and each possible follower.
    #[inline]
    fn followers<W: Worth>(
        &mut self,
        seen: &Seen<Table, W>,
        second: Option<TileId>,
        each: &mut impl FnMut(Deed, i32, u32),
    ) {
        let mut totals = self.landing.totals;
        let golden = match second {
            Some(second) if W::LOOKS_AHEAD => self.second_ingot(seen, second, &mut totals),
            _ => 0,
        };
        let before = totals;
        if self.landing.claimed {
            self.take_ingots(seen, &self.landing.claims, second, &mut totals);
        }
        let none = seen.margin(&totals);
        each(Deed::Settle { second, follow: None }, none, 1);
        let supply = seen.table.follower_supply(seen.seat);
        if supply == 0 {
            return;
        }
        let supply = supply + usize::from(self.landing.home[seen.seat.index()]);
        let price = seen.worth.supply(supply) - seen.worth.supply(supply - 1);
        for at in 0..self.tile.segments {
            let group = self.preview.group(at);
            let mut stake = self.group(group);
            let barred = !seen.table.rules().admits(stake.kind);
            if !stake.word.pieces().is_empty() || barred || W::LOOKS_AHEAD && at != group {
                continue;
            }
            stake.ingots += (golden >> group & 1) as u8;
            if stake.kind == FeatureKind::Field {
                stake.cities = self.cities_of_group(seen.table, group);
            }
            let value = if !stake.is_complete() {
                none + seen.worth.alone(&stake, seen.seat) - price
            } else if seen.table.rules().gold_mines {
                let (mut claims, mut totals) = (self.landing.claims, before);
                claims[seen.seat.index()] |= self.tiles_of_group(seen.table, group);
                totals[seen.seat.index()] += seen.worth.scored(&stake);
                self.take_ingots(seen, &claims, second, &mut totals);
                seen.margin(&totals)
            } else {
                none + seen.worth.scored(&stake)
            };
            each(Deed::Settle { second, follow: Some(at as u8) }, value, 1);
        }
    }

    /// M3: adds a second ingot to everything on its tile, and to monasteries around it. Returns the groups of the new
    /// tile that it belongs to, as bits.
    fn second_ingot<W: Worth>(&mut self, seen: &Seen<Table, W>, second: TileId, totals: &mut Totals) -> u32 {
        let table = seen.table;
        let mut one_more = |stake: &Stake| {
            if !stake.word.pieces().is_empty() && !stake.is_complete() {
                seen.worth.unfinished(stake, totals, -1);
                seen.worth.unfinished(&Stake { ingots: stake.ingots + 1, ..*stake }, totals, 1);
            }
        };
        let mut groups = self.tile.monastery.map_or(0, |at| 1 << (at & (MAX_TILE_SEGMENTS - 1)));
        let tile = table.landscape().tile(second);
        for (at, segment) in table.segments(tile).iter().enumerate() {
            if segment.kind > FeatureKind::City {
                break;
            }
            let feature = table.feature(tile.segment(at));
            if (0..at).any(|earlier| table.feature(tile.segment(earlier)) == feature) {
                continue;
            }
            if let Some(group) = self.preview.group_of(feature) {
                if groups >> group & 1 == 0 {
                    groups |= 1 << group;
                    one_more(&self.group(group));
                }
            } else if let Some(held) = self.stakes.ledger.get(feature) {
                let hardness = held.stake.hardness + self.stakes.cells.change(feature);
                one_more(&Stake { hardness, ..held.stake });
            }
        }
        for &(monk, _) in table.monks() {
            let feature = table.feature(monk);
            let cell = table.landscape().tile_of(monk).cell();
            let near = cell == tile.cell() || monastery::touch(cell, tile.cell());
            if let Some(held) = self.stakes.ledger.get(feature).filter(|_| near) {
                one_more(&self.monastery(table, &held.stake, feature));
            }
        }
        debug_assert!(bit(second) != 1 << self.landing.tile);
        groups
    }
}
