//! Table after the placement and before the follower: features joined, made harder or completed by the tile.

use goldrush_engine::carcassonne::tiles::TileMask;
use goldrush_engine::carcassonne::{FeatureKind, Table, monastery};
use goldrush_engine::landscape::components::FeatureId;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;
use goldrush_engine::player::Player;

use super::super::stakes::{Stakes, ingots_in};
use super::super::worth::{Stake, Worth};
use super::{Change, Turns, go_home};
use crate::landscape::{Placement, Seen, add};

impl Turns {
    /// Sums the properties of groups that their totals lack: hardness and ingots.
    #[inline]
    pub(super) fn gather<W: Worth>(&mut self, seen: &Seen<Table, W>) {
        let Turns { stakes, preview, landing, tile, .. } = self;
        stakes.cells.gather(preview, tile.segments, |_, _| {});
        landing.golden = [landing.ingots; MAX_TILE_SEGMENTS];
        if self.stakes.golden == 0 {
            return;
        }
        for at in (0..self.tile.segments).filter(|&at| self.preview.is_group(at)) {
            if self.tile.kind(at) != FeatureKind::Field {
                let tiles = self.tiles_of_group(seen.table, at) & self.stakes.golden;
                self.landing.golden[at] = self.landing.ingots + ingots_in(seen.table, tiles);
            }
        }
    }

    /// Returns the tiles whose ingots belong to a group (M4), including the new one.
    pub(super) fn tiles_of_group(&self, table: &Table, group: usize) -> TileMask {
        let new = 1 << self.landing.tile;
        if self.tile.kind(group) == FeatureKind::Monastery {
            return table.tiles_around(self.landing.cell) | new;
        }
        let features = table.landscape().features();
        self.preview.features_in(group).fold(new, |set, feature| set | features.tile_set(feature))
    }

    /// Applies the harder cells around the tile to its own features and to others that need them.
    #[inline]
    pub(super) fn narrow_cells<W: Worth>(&mut self, seen: &Seen<Table, W>, placement: Placement) {
        let Turns { stakes: Stakes { ledger, cells, fields, .. }, preview, landing, tile, .. } = self;
        cells.narrow(preview, seen, placement, |group| tile.kind(group) != FeatureKind::Field, |_| true);
        for &(feature, change) in cells.others() {
            let hardness = cells.hardness(feature) + change;
            if let Some(held) = ledger.get(feature) {
                add(&mut landing.totals, &held.worth, -1);
                seen.worth.unfinished(&Stake { hardness, ..held.stake }, &mut landing.totals, 1);
            }
            if fields.matter() && seen.table.segment(feature.segment()).kind == FeatureKind::City {
                let stake = Stake { hardness, ..Stake::new(FeatureKind::City, seen.table.word(feature)) };
                let (cities, worth) = (fields.city(feature), seen.worth.city(&stake));
                landing.changes.push(Change { cities, group: None, worth });
            }
        }
    }

    /// Records the changed values of the tile's cities to fields.
    #[inline]
    pub(super) fn change_cities<W: Worth>(&mut self, seen: &Seen<Table, W>) {
        if !self.stakes.fields.matter() {
            return;
        }
        for at in 0..self.tile.segments {
            if self.tile.kind(at) != FeatureKind::City || !self.preview.is_group(at) {
                continue;
            }
            if !W::LOOKS_AHEAD && !self.preview.word(at).is_complete() {
                continue;
            }
            let fields = &self.stakes.fields;
            let cities = self.preview.features_in(at).fold(0, |set, feature| set | fields.city(feature));
            let worth = seen.worth.city(&self.group(at));
            self.landing.changes.push(Change { cities, group: Some(at), worth });
        }
    }

    /// Returns the value of the cities that a field of the tile touches, after the placement.
    pub(super) fn cities_of_group(&mut self, table: &Table, group: usize) -> i32 {
        let Turns { stakes, preview, landing, tile, .. } = self;
        if !stakes.fields.matter() {
            return 0;
        }
        let mut touched = 0;
        for field in preview.features_in(group) {
            touched |= stakes.fields.cities(table, field);
        }
        if landing.changes.is_empty() {
            return stakes.fields.worth_of(touched);
        }
        let mut own = 0_u32;
        for at in (0..tile.segments).filter(|&at| preview.group(at) == group) {
            let mut beside = tile.cities[at];
            while beside != 0 {
                own |= 1 << preview.group(beside.trailing_zeros() as usize);
                beside &= beside - 1;
            }
        }
        let (mut worth, mut rest) = (0, touched);
        for change in &landing.changes {
            if touched & change.cities != 0 || change.group.is_some_and(|group| own >> group & 1 == 1) {
                worth += change.worth;
            }
            rest &= !change.cities;
        }
        worth + stakes.fields.worth_of(rest)
    }

    /// Scores the features that the tile completes, and re-evaluates those it changes.
    #[inline]
    pub(super) fn settle<W: Worth>(&mut self, seen: &Seen<Table, W>) {
        // // A group that joins nothing is unclaimed and open.
        let mut groups = self.preview.touched();
        while groups != 0 {
            let at = groups.trailing_zeros() as usize;
            groups &= groups - 1;
            if !self.preview.word(at).pieces().is_empty() {
                self.settle_group(seen, at);
            }
        }
        self.settle_other_fields(seen);
        self.settle_monks(seen);
        if W::LOOKS_AHEAD {
            for seat in Player::all(seen.players).filter(|&seat| self.landing.home[seat.index()] > 0) {
                let supply = seen.table.follower_supply(seat);
                let more = supply + usize::from(self.landing.home[seat.index()]);
                self.landing.totals[seat.index()] += seen.worth.supply(more) - seen.worth.supply(supply);
            }
        }
    }

    /// Replaces the values of a contested group's parts by the value of the group.
    #[inline]
    fn settle_group<W: Worth>(&mut self, seen: &Seen<Table, W>, group: usize) {
        let mut stake = self.group(group);
        if stake.kind == FeatureKind::Field {
            stake.cities = self.cities_of_group(seen.table, group);
        }
        let Turns { stakes, preview, landing, .. } = self;
        stakes.ledger.take_out(preview, group, &mut landing.totals);
        seen.worth.settle(&stake, &mut landing.totals, 1);
        if stake.is_complete() {
            go_home(stake.word, &mut landing.home);
            self.claim(seen.table, &stake, |turns| turns.tiles_of_group(seen.table, group));
        }
    }

    /// M4: lets the majority take the ingots on the tiles of a completed feature.
    fn claim(&mut self, table: &Table, stake: &Stake, tiles: impl Fn(&Turns) -> TileMask) {
        if table.rules().gold_mines {
            let tiles = tiles(self);
            for seat in stake.word.pieces().majority().iter() {
                self.landing.claims[seat.index()] |= tiles;
            }
            self.landing.claimed = true;
        }
    }

    /// Re-evaluates fields that touch changed cities but not the tile.
    fn settle_other_fields<W: Worth>(&mut self, seen: &Seen<Table, W>) {
        let Turns { stakes, preview, landing, .. } = self;
        if landing.changes.is_empty() {
            return;
        }
        for held in stakes.ledger.all().iter().filter(|held| held.stake.beside != 0) {
            let mut change = 0;
            for city in &landing.changes {
                let parts = held.stake.beside & city.cities;
                if parts != 0 {
                    change += city.worth - stakes.fields.worth_of(parts);
                }
            }
            if change != 0 && preview.group_of(held.feature).is_none() {
                add(&mut landing.totals, &held.worth, -1);
                let cities = held.stake.cities + change;
                seen.worth.unfinished(&Stake { cities, ..held.stake }, &mut landing.totals, 1);
            }
        }
    }

    /// Re-evaluates the monasteries with monks around the tile.
    fn settle_monks<W: Worth>(&mut self, seen: &Seen<Table, W>) {
        for &(monk, _) in seen.table.monks() {
            let feature = seen.table.feature(monk);
            let Some(held) = self.stakes.ledger.get(feature) else { continue };
            let stake = self.monastery(seen.table, &held.stake, feature);
            if stake.neighbors == held.stake.neighbors && !stake.is_complete() {
                continue;
            }
            add(&mut self.landing.totals, &held.worth, -1);
            seen.worth.settle(&stake, &mut self.landing.totals, 1);
            if stake.is_complete() {
                go_home(stake.word, &mut self.landing.home);
                let cell = seen.table.landscape().tile_of(monk).cell();
                self.claim(seen.table, &stake, |turns| seen.table.tiles_around(cell) | 1 << turns.landing.tile);
            }
        }
    }

    /// Returns a monastery with a monk after the placement.
    pub(super) fn monastery(&self, table: &Table, before: &Stake, feature: FeatureId) -> Stake {
        let cell = table.landscape().tile_of(feature.segment()).cell();
        if self.landing.laid || !monastery::touch(cell, self.landing.cell) {
            return *before;
        }
        Stake { neighbors: before.neighbors + 1, ingots: before.ingots + self.landing.ingots, ..*before }
    }
}
