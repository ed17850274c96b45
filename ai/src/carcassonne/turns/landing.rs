//! What is at stake when the tile lies, before the follower: what it joins, narrows and completes.

use goldrush_engine::carcassonne::table::Tiles;
use goldrush_engine::carcassonne::{FeatureKind, Table, monastery};
use goldrush_engine::landscape::components::FeatureId;
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::{Rotation, Side};
use goldrush_engine::landscape::tile::{MAX_TILE_SEGMENTS, TileSet};
use goldrush_engine::player::Player;

use super::super::stakes::ingots_in;
use super::super::worth::{Stake, Worth, add};
use super::{Change, Seen, Turns, go_home};

impl Turns {
    /// Adds up what groups have that is not in their totals: hardness and ingots.
    #[inline]
    pub(super) fn gather<W: Worth>(&mut self, seen: &Seen<W>) {
        self.landing.hardness[..self.tile.segments.min(MAX_TILE_SEGMENTS)].fill(0);
        self.landing.golden = [self.landing.ingots; MAX_TILE_SEGMENTS];
        for &(feature, group) in self.preview.joined() {
            let at = usize::from(group) & (MAX_TILE_SEGMENTS - 1);
            if self.tile.kind(at) <= FeatureKind::City {
                self.landing.hardness[at] += self.stakes.hardness(feature);
            }
        }
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

    /// The tiles that bear the ingots of a group (M4), the new one among them.
    pub(super) fn tiles_of_group(&self, table: &Table, group: usize) -> Tiles {
        let new = 1 << self.landing.tile;
        if self.tile.kind(group) == FeatureKind::Monastery {
            return table.tiles_around(self.landing.cell) | new;
        }
        let parts = self.preview.joined().iter().filter(|&&(_, of)| usize::from(of) == group);
        parts.fold(new, |set, &(feature, _)| set | table.landscape().features().tile_set(feature))
    }

    /// The cells around the tile become harder to fill, for its own features and for others that need them.
    #[inline]
    pub(super) fn narrow_cells<W: Worth>(&mut self, seen: &Seen<W>, slot: Slot, rotation: Rotation) {
        let Turns { stakes, preview, landing, tile, .. } = self;
        let landscape = seen.table.landscape();
        let tiles = seen.table.setup().catalogue().tiles();
        let joined = |feature: FeatureId| preview.joined().iter().find(|&&(known, _)| known == feature);
        // Ends that the tile takes up.
        let (hardness, features) = stakes.cell(slot);
        for &feature in features {
            if let Some(&(_, group)) = joined(feature) {
                landing.hardness[usize::from(group) & (MAX_TILE_SEGMENTS - 1)] -= hardness;
            }
        }
        let shape = tiles.shape(TileSet::shape_index(seen.table.hand(), rotation));
        let (cell, around) = (landscape.frontier().cell(slot), landscape.frontier().around(slot));
        for &side in Side::ALL.iter().filter(|&&side| around[side as usize] == 0) {
            let beyond = landscape.frontier().slot(cell.beyond(side));
            let known = beyond.map_or(0, |beyond| landscape.frontier().constraint(beyond));
            let constraint = known | shape.outward[side as usize].constraint;
            let harder = stakes.hardness_of(seen.table, seen.worth, constraint);
            let group = preview.group(shape.links[side as usize].middle());
            if tile.kind(group) != FeatureKind::Field {
                landing.hardness[group & (MAX_TILE_SEGMENTS - 1)] += harder;
            }
            let Some((before, features)) = beyond.map(|beyond| stakes.cell(beyond)) else { continue };
            if harder == before {
                continue;
            }
            for &feature in features {
                if let Some(&(_, group)) = joined(feature) {
                    landing.hardness[usize::from(group) & (MAX_TILE_SEGMENTS - 1)] += harder - before;
                    continue;
                }
                match landing.harder.iter_mut().find(|(known, _)| *known == feature) {
                    Some((_, change)) => *change += harder - before,
                    None => landing.harder.push((feature, harder - before)),
                }
            }
        }
        for &(feature, change) in &landing.harder {
            let hardness = stakes.hardness(feature) + change;
            if let Some(held) = stakes.get(feature) {
                add(&mut landing.totals, &held.worth, -1);
                seen.worth.unfinished(&Stake { hardness, ..held.stake }, &mut landing.totals, 1);
            }
            if stakes.fields.matter() && seen.table.segment(feature.segment()).kind == FeatureKind::City {
                let stake = Stake { hardness, ..Stake::new(FeatureKind::City, seen.table.word(feature)) };
                let (cities, worth) = (stakes.fields.city(feature), seen.worth.city(&stake));
                landing.changes.push(Change { cities, group: None, worth });
            }
        }
    }

    /// What the cities of the tile will be worth to fields.
    #[inline]
    pub(super) fn change_cities<W: Worth>(&mut self, seen: &Seen<W>) {
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
            let parts = self.preview.joined().iter().filter(|&&(_, of)| usize::from(of) == at);
            let cities = parts.fold(0, |set, &(feature, _)| set | self.stakes.fields.city(feature));
            let worth = seen.worth.city(&self.group(at));
            self.landing.changes.push(Change { cities, group: Some(at), worth });
        }
    }

    /// What the cities that a field of the tile touches will be worth to it.
    pub(super) fn cities_of_group(&mut self, table: &Table, group: usize) -> i32 {
        let Turns { stakes, preview, landing, tile, .. } = self;
        if !stakes.fields.matter() {
            return 0;
        }
        let parts = preview.joined().iter().filter(|&&(_, of)| usize::from(of) == group);
        let mut touched = 0;
        for &(field, _) in parts {
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

    /// Scores what the tile completes, and values anew what it changes.
    #[inline]
    pub(super) fn settle<W: Worth>(&mut self, seen: &Seen<W>) {
        // A group that joins nothing holds nobody, and is open.
        let mut groups = self.preview.touched();
        while groups != 0 {
            let at = groups.trailing_zeros() as usize;
            groups &= groups - 1;
            if !self.preview.word(at).figures().is_empty() {
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

    /// A group in which somebody has a stake: what it is worth now, instead of what its parts were worth.
    #[inline]
    fn settle_group<W: Worth>(&mut self, seen: &Seen<W>, group: usize) {
        let mut stake = self.group(group);
        if stake.kind == FeatureKind::Field {
            stake.cities = self.cities_of_group(seen.table, group);
        }
        let Turns { stakes, preview, landing, .. } = self;
        for &(feature, _) in preview.joined().iter().filter(|&&(_, of)| usize::from(of) == group) {
            if let Some(held) = stakes.get(feature) {
                add(&mut landing.totals, &held.worth, -1);
            }
        }
        seen.worth.settle(&stake, &mut landing.totals, 1);
        if stake.is_complete() {
            go_home(stake.word, &mut landing.home);
            self.claim(seen.table, &stake, |turns| turns.tiles_of_group(seen.table, group));
        }
    }

    /// M4: the majority may take the ingots on the tiles of a feature that is complete.
    fn claim(&mut self, table: &Table, stake: &Stake, tiles: impl Fn(&Turns) -> Tiles) {
        if table.rules().gold_mines {
            let tiles = tiles(self);
            for seat in stake.word.figures().majority().iter() {
                self.landing.claims[seat.index()] |= tiles;
            }
            self.landing.claimed = true;
        }
    }

    /// Fields that the tile does not touch, but that touch cities it changes.
    fn settle_other_fields<W: Worth>(&mut self, seen: &Seen<W>) {
        let Turns { stakes, preview, landing, .. } = self;
        if landing.changes.is_empty() {
            return;
        }
        for held in stakes.all().iter().filter(|held| held.cities != 0) {
            let mut change = 0;
            for city in &landing.changes {
                let parts = held.cities & city.cities;
                if parts != 0 {
                    change += city.worth - stakes.fields.worth_of(parts);
                }
            }
            if change != 0 && !preview.joined().iter().any(|&(joined, _)| joined == held.feature) {
                add(&mut landing.totals, &held.worth, -1);
                let cities = held.stake.cities + change;
                seen.worth.unfinished(&Stake { cities, ..held.stake }, &mut landing.totals, 1);
            }
        }
    }

    /// The monasteries around the tile that hold a monk.
    fn settle_monks<W: Worth>(&mut self, seen: &Seen<W>) {
        for &(monk, _) in seen.table.monks() {
            let feature = seen.table.feature(monk);
            let Some(held) = self.stakes.get(feature) else { continue };
            let stake = self.monastery(seen.table, &held.stake, feature);
            if stake.neighbours == held.stake.neighbours && !stake.is_complete() {
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

    /// A monastery with a monk as it is when the tile lies.
    pub(super) fn monastery(&self, table: &Table, before: &Stake, feature: FeatureId) -> Stake {
        let cell = table.landscape().tile_of(feature.segment()).cell();
        if self.landing.laid || !monastery::touch(cell, self.landing.cell) {
            return *before;
        }
        Stake { neighbours: before.neighbours + 1, ingots: before.ingots + self.landing.ingots, ..*before }
    }
}
