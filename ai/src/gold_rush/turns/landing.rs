//! What is at stake when the tile lies, before the action: what it joins, narrows and completes.

use goldrush_engine::gold_rush::FeatureKind;
use goldrush_engine::landscape::components::{FeatureId, Word};
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::{Rotation, Side};
use goldrush_engine::landscape::tile::{MAX_TILE_SEGMENTS, TileSet};
use goldrush_engine::player::Player;

use super::super::worth::{Counts, Stake, Worth, add};
use super::{Landing, Seen, Turns};

impl Turns {
    /// Adds up what groups have that is not in their totals: tents and hardness.
    #[inline]
    pub(super) fn gather(&mut self) {
        let Turns { stakes, preview, landing, tile, .. } = self;
        landing.tented = 0;
        landing.harder.clear();
        landing.hardness[..tile.segments.min(MAX_TILE_SEGMENTS)].fill(0);
        for &(feature, group) in preview.joined() {
            let at = usize::from(group) & (MAX_TILE_SEGMENTS - 1);
            landing.hardness[at] += stakes.hardness(feature);
            if let Some(stake) = stakes.get(feature).filter(|stake| !stake.tents.is_empty()) {
                if landing.tented >> at & 1 == 0 {
                    landing.tents[at] = Counts::NONE;
                }
                landing.tents[at].merge(stake.tents);
                landing.tented |= 1 << at;
            }
        }
    }

    /// G8: the mountains that the tile completes are no place for tents any more.
    pub(super) fn leave_completed_mountains<W: Worth>(&mut self, seen: &Seen<W>) {
        let Turns { preview, landing, tile, .. } = self;
        let closed = landing.complete & tile.mountains;
        landing.vacant -= (0..tile.segments).filter(|&at| closed >> preview.group(at) & 1 == 1).count() as u32;
        for &(feature, _) in preview.joined().iter().filter(|&&(_, group)| closed >> group & 1 == 1) {
            let ring = seen.table.landscape().features().ring(feature);
            landing.vacant -= ring.filter(|&segment| seen.table.vacant().contains(segment)).count() as u32;
        }
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
            if tile.kind(group) != FeatureKind::Prairie {
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
                    None if stakes.get(feature).is_some() => landing.harder.push((feature, harder - before)),
                    None => {}
                }
            }
        }
        for &(feature, change) in &landing.harder {
            if let Some((stake, worth)) = stakes.get_with_worth(feature) {
                add(&mut landing.totals, worth, -1);
                let harder = Stake { hardness: stake.hardness + change, ..*stake };
                seen.worth.unfinished(&harder, &mut landing.totals, 1);
            }
        }
    }

    /// Scores what the tile completes, as it is before the action. `first` is the tile's first segment.
    #[inline]
    pub(super) fn settle_groups<W: Worth>(&mut self, seen: &Seen<W>, first: usize) {
        self.landing.home = Counts::NONE;
        self.landing.cities.clear();
        self.landing.complete = 0;
        // A group that joins nothing holds nobody, and is open.
        let mut groups = self.preview.touched();
        while groups != 0 {
            let at = groups.trailing_zeros() as usize;
            groups &= groups - 1;
            let word = self.preview.word(at);
            if word.is_complete() {
                self.landing.complete |= 1 << at;
            }
            if !word.figures().is_empty() || W::LOOKS_AHEAD && self.landing.tented >> at & 1 == 1 {
                self.settle_group(seen, at);
            }
        }
        if self.landing.complete != 0 && (self.stakes.in_cities() || self.tile.city.is_some()) {
            self.settle_cities(seen, first);
        }
        let Landing { totals, home, .. } = &mut self.landing;
        if W::LOOKS_AHEAD && !home.is_empty() {
            for seat in Player::all(seen.players).filter(|&seat| home.of(seat) > 0) {
                let supply = seen.table.cowboy_supply(seat);
                totals[seat.index()] += seen.worth.supply(supply + home.of(seat)) - seen.worth.supply(supply);
            }
        }
    }

    /// A group in which somebody has a stake: what it is worth now, instead of what its parts were worth.
    #[inline]
    fn settle_group<W: Worth>(&mut self, seen: &Seen<W>, group: usize) {
        let stake = self.group(group);
        let Turns { stakes, preview, landing, .. } = self;
        for &(feature, _) in preview.joined().iter().filter(|&&(_, of)| usize::from(of) == group) {
            if let Some((_, worth)) = stakes.get_with_worth(feature) {
                add(&mut landing.totals, worth, -1);
            }
        }
        seen.settle(&stake, &mut landing.totals, 1);
        if W::LOOKS_AHEAD && stake.word.is_complete() && stake.kind != FeatureKind::Prairie {
            go_home(stake.word, &mut landing.home, seen.players);
        }
    }

    /// G16: the cities at the ends of railroads that the tile completes.
    #[cold]
    fn settle_cities<W: Worth>(&mut self, seen: &Seen<W>, first: usize) {
        let Turns { stakes, preview, landing, tile, .. } = self;
        let Landing { totals, home, cities, complete, .. } = landing;
        for at in (0..tile.segments).filter(|&at| *complete >> at & 1 == 1) {
            if tile.kind(at) == FeatureKind::Railroad && preview.word(at).b() > 0 {
                cities.tell(seen.table, preview, at, first);
            }
        }
        if cities.is_empty() {
            return;
        }
        if let Some(at) = tile.city {
            preview.set_word(at, cities.told(first + at, preview.word(at)));
        }
        for city in cities.others(first) {
            if let Some(stake) = stakes.get(seen.table.feature(city)) {
                let told = Stake { word: cities.told(city.index(), stake.word), ..*stake };
                seen.worth.unfinished(stake, totals, -1);
                seen.settle(&told, totals, 1);
                if told.word.is_complete() {
                    go_home(told.word, home, seen.players);
                }
            }
        }
    }
}

/// G17: the cowboys of a completed feature.
fn go_home(word: Word, home: &mut Counts, players: usize) {
    for seat in Player::all(players) {
        home.add(seat, word.figures().count(seat));
    }
}
