//! Table after the placement and before the action: features joined, made harder or completed by the tile.

use goldrush_engine::gold_rush::{FeatureKind, Table};
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::player::Player;

use super::super::stakes::Stakes;
use super::super::worth::{Counts, Stake, Worth};
use super::{Landing, Turns};
use crate::landscape::{Placement, Seen, add};

impl Turns {
    /// Sums the properties of groups that their totals lack: tents and hardness.
    #[inline]
    pub(super) fn gather(&mut self) {
        let Turns { stakes, preview, landing, tile, .. } = self;
        let Stakes { ledger, cells, .. } = stakes;
        let Landing { tents, tented, .. } = landing;
        *tented = 0;
        cells.gather(preview, tile.segments, |feature, at| {
            if let Some(stake) = ledger.get(feature).map(|held| &held.stake).filter(|stake| !stake.tents.is_empty()) {
                if *tented >> at & 1 == 0 {
                    tents[at] = Counts::NONE;
                }
                tents[at].merge(stake.tents);
                *tented |= 1 << at;
            }
        });
    }

    /// G8: closes the mountains that the tile completes to tents.
    pub(super) fn leave_completed_mountains<W: Worth>(&mut self, seen: &Seen<Table, W>) {
        let Turns { preview, landing, tile, .. } = self;
        let closed = landing.complete & tile.mountains;
        landing.vacant -= (0..tile.segments).filter(|&at| closed >> preview.group(at) & 1 == 1).count() as u32;
        for &(feature, _) in preview.joined().iter().filter(|&&(_, group)| closed >> group & 1 == 1) {
            let ring = seen.table.landscape().features().ring(feature);
            landing.vacant -= ring.filter(|&segment| seen.table.vacant().contains(segment)).count() as u32;
        }
    }

    /// Applies the harder cells around the tile to its own features and to others that need them.
    #[inline]
    pub(super) fn narrow_cells<W: Worth>(&mut self, seen: &Seen<Table, W>, placement: Placement) {
        let Turns { stakes: Stakes { ledger, cells, .. }, preview, landing, tile, .. } = self;
        cells.narrow(
            preview,
            seen,
            placement,
            |group| tile.kind(group) != FeatureKind::Prairie,
            |feature| ledger.position(feature).is_some(),
        );
        for &(feature, change) in cells.others() {
            if let Some(held) = ledger.get(feature) {
                add(&mut landing.totals, &held.worth, -1);
                let harder = Stake { hardness: held.stake.hardness + change, ..held.stake };
                seen.worth.unfinished(&harder, &mut landing.totals, 1);
            }
        }
    }

    /// Scores the features that the tile completes, before the action. `first` is the tile's first segment.
    #[inline]
    pub(super) fn settle_groups<W: Worth>(&mut self, seen: &Seen<Table, W>, first: usize) {
        self.landing.home = Counts::NONE;
        self.landing.cities.clear();
        self.landing.complete = 0;
        // // A group that joins nothing is unclaimed and open.
        let mut groups = self.preview.touched();
        while groups != 0 {
            let at = groups.trailing_zeros() as usize;
            groups &= groups - 1;
            let word = self.preview.word(at);
            if word.is_complete() {
                self.landing.complete |= 1 << at;
            }
            if !word.pieces().is_empty() || W::LOOKS_AHEAD && self.landing.tented >> at & 1 == 1 {
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

    /// Replaces the values of a contested group's parts by the value of the group.
    #[inline]
    fn settle_group<W: Worth>(&mut self, seen: &Seen<Table, W>, group: usize) {
        let stake = self.group(group);
        let Turns { stakes, preview, landing, .. } = self;
        stakes.ledger.take_out(preview, group, &mut landing.totals);
        seen.settle(&stake, &mut landing.totals, 1);
        if W::LOOKS_AHEAD && stake.word.is_complete() && stake.kind != FeatureKind::Prairie {
            go_home(stake.word, &mut landing.home, seen.players);
        }
    }

    /// G16: scores the cities at the ends of railroads that the tile completes.
    #[cold]
    fn settle_cities<W: Worth>(&mut self, seen: &Seen<Table, W>, first: usize) {
        let Turns { stakes, preview, landing, tile, .. } = self;
        let Landing { totals, home, cities, complete, .. } = landing;
        for at in (0..tile.segments).filter(|&at| *complete >> at & 1 == 1) {
            if tile.kind(at) == FeatureKind::Railroad && preview.word(at).city_ends() > 0 {
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

/// G17: returns the cowboys of a completed feature.
fn go_home(word: FeatureWord, home: &mut Counts, players: usize) {
    for seat in Player::all(players) {
        home.add(seat, word.pieces().count(seat));
    }
}
