//! What is at stake on a table before a turn: the features where cowboys and tents stand, and the open cells.

use arrayvec::ArrayVec;
use goldrush_engine::gold_rush::rules::{MAX_COWBOYS, MAX_TENTS};
use goldrush_engine::gold_rush::{FeatureKind, Table};
use goldrush_engine::landscape::components::{FeatureId, MAX_SEGMENTS};
use goldrush_engine::landscape::frontier::{SLOTS, Slot, bits};
use goldrush_engine::landscape::grid::Side;
use goldrush_engine::landscape::tile::{KindId, MAX_KINDS};
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::worth::{Counts, Stake, Totals, Worth, add};

/// The most features in which anybody can have a stake.
const MAX_STAKES: usize = MAX_PLAYERS * (MAX_COWBOYS + MAX_TENTS);

/// Everything at stake. Kept from turn to turn so that nothing is allocated.
#[derive(Clone)]
pub(super) struct Stakes {
    list: ArrayVec<Held, MAX_STAKES>,
    /// Somebody has a stake in a city.
    in_cities: bool,
    /// By root segment: position in the list. Only an entry that points to its own feature means anything.
    index: [u8; MAX_SEGMENTS],
    /// By root segment: how hard the cells at the feature's open ends are to fill.
    hardness: [i16; MAX_SEGMENTS],
    /// By slot: how hard the cell is to fill, and the features that need it.
    cells: [Cell; SLOTS],
    left: Left,
    /// By constraint: how hard a cell is to fill that must show this, as far as somebody asked.
    by_constraint: [i16; 256],
}

/// Nobody has asked yet.
const NOT_ASKED: i16 = -1;

/// A stake and what it is worth to the seats.
#[derive(Clone, Copy)]
struct Held {
    feature: FeatureId,
    stake: Stake,
    worth: Totals,
}

/// An open cell.
#[derive(Clone, Copy, Default)]
struct Cell {
    hardness: i16,
    /// The railroads and mountains that end there, one for each end: so many.
    features: [FeatureId; 4],
    ends: u8,
}

/// How many tiles are left of each kind, transposed: bit k of plane i is bit i of the number of kind k.
#[derive(Clone, Copy, Default)]
struct Left {
    planes: [u64; 8],
    used: u8,
}

impl Left {
    fn new(table: &Table) -> Left {
        let mut left = Left::default();
        for kind in 0..table.setup().catalogue().kinds().len().min(MAX_KINDS) {
            let mut count = table.left(KindId(kind as u8));
            while count != 0 {
                let plane = count.trailing_zeros() as u8;
                left.planes[usize::from(plane & 7)] |= 1 << kind;
                left.used = left.used.max(plane + 1);
                count &= count - 1;
            }
        }
        left
    }

    /// How many tiles are left of these kinds.
    #[inline]
    fn of(&self, kinds: u64) -> u32 {
        let planes = self.planes[..usize::from(self.used & 15).min(8)].iter().enumerate();
        planes.map(|(plane, word)| (word & kinds).count_ones() << plane).sum()
    }
}

impl Default for Stakes {
    fn default() -> Stakes {
        Stakes {
            list: ArrayVec::new(),
            in_cities: false,
            index: [0; MAX_SEGMENTS],
            hardness: [0; MAX_SEGMENTS],
            cells: [Cell::default(); SLOTS],
            left: Left::default(),
            by_constraint: [NOT_ASKED; 256],
        }
    }
}

impl Stakes {
    /// Looks at a table. Adds to `totals` what all that is not complete is worth to the seats, and their supply.
    #[inline]
    pub(super) fn look<W: Worth>(&mut self, table: &Table, worth: &W, totals: &mut Totals) {
        self.clear();
        if W::LOOKS_AHEAD {
            self.look_at_cells(table, worth);
        }
        for player in Player::all(table.players()) {
            for &cowboy in table.cowboys(player) {
                let feature = table.feature(cowboy);
                if self.position(feature).is_none() {
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
        for held in &mut self.list {
            worth.unfinished(&held.stake, &mut held.worth, 1);
            add(totals, &held.worth, 1);
        }
    }

    fn look_at_tents(&mut self, table: &Table) {
        for player in Player::all(table.players()) {
            for &tent in table.tents(player) {
                let feature = table.feature(tent);
                let at = match self.position(feature) {
                    Some(at) => at,
                    None => self.push(table, feature, FeatureKind::Mountain),
                };
                self.list[at].stake.tents.add(player, 1);
            }
        }
    }

    /// Forgets what was at stake.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.in_cities = false;
    }

    fn push(&mut self, table: &Table, feature: FeatureId, kind: FeatureKind) -> usize {
        let (at, word) = (self.list.len(), table.word(feature));
        self.index[feature.index()] = at as u8;
        self.in_cities |= kind == FeatureKind::City;
        let stake = Stake { kind, word, tents: Counts::NONE, hardness: self.hardness(feature) };
        self.list.push(Held { feature, stake, worth: Totals::default() });
        at
    }

    #[inline]
    fn position(&self, feature: FeatureId) -> Option<usize> {
        let at = usize::from(self.index[feature.index()]);
        self.list.get(at).is_some_and(|held| held.feature == feature).then_some(at)
    }

    /// Whether somebody has a stake in a city.
    #[inline]
    pub(super) fn in_cities(&self) -> bool {
        self.in_cities
    }

    /// What is at stake in a feature, if anything is.
    #[inline]
    pub(super) fn get(&self, feature: FeatureId) -> Option<&Stake> {
        self.position(feature).map(|at| &self.list[at].stake)
    }

    /// The same, and what it is worth to the seats.
    #[inline]
    pub(super) fn get_with_worth(&self, feature: FeatureId) -> Option<(&Stake, &Totals)> {
        self.position(feature).map(|at| (&self.list[at].stake, &self.list[at].worth))
    }

    /// A feature of this kind as a stake, whether anybody has one or not.
    #[inline]
    pub(super) fn at(&self, table: &Table, feature: FeatureId, kind: FeatureKind) -> Stake {
        let nobody = || {
            let (word, hardness) = (table.word(feature), self.hardness(feature));
            Stake { kind, word, tents: Counts::NONE, hardness }
        };
        self.get(feature).copied().unwrap_or_else(nobody)
    }

    /// How hard the cells at a feature's open ends are to fill.
    #[inline]
    pub(super) fn hardness(&self, feature: FeatureId) -> i32 {
        i32::from(self.hardness[feature.index()])
    }

    /// How hard a cell would be to fill that must show this.
    #[inline]
    pub(super) fn hardness_of<W: Worth>(&mut self, table: &Table, worth: &W, constraint: u8) -> i32 {
        let hardness = &mut self.by_constraint[usize::from(constraint)];
        if *hardness == NOT_ASKED {
            let fitting = table.setup().catalogue().tiles().fitting_kinds(constraint);
            *hardness = worth.hardness(self.left.of(fitting)) as i16;
        }
        i32::from(*hardness)
    }

    /// How hard an open cell is to fill, and the railroads and mountains that end there, one for each end.
    #[inline]
    pub(super) fn cell(&self, slot: Slot) -> (i32, &[FeatureId]) {
        let cell = &self.cells[slot.index()];
        (i32::from(cell.hardness), &cell.features[..usize::from(cell.ends).min(4)])
    }

    fn look_at_cells<W: Worth>(&mut self, table: &Table, worth: &W) {
        self.left = Left::new(table);
        self.by_constraint.fill(NOT_ASKED);
        let landscape = table.landscape();
        let tiles = table.setup().catalogue().tiles();
        self.hardness[..landscape.features().len()].fill(0);
        for slot in landscape.frontier().slots() {
            let constraint = landscape.frontier().constraint(slot);
            let hardness = self.hardness_of(table, worth, constraint) as i16;
            let mut cell = Cell { hardness, ..Cell::default() };
            let around = landscape.frontier().around(slot);
            for side in ends(constraint) {
                let tile = landscape.tiles()[usize::from(around[side as usize]) - 1];
                let feature = landscape.features().find(landscape.middle(tiles, tile, side.opposite()));
                self.hardness[feature.index()] += hardness;
                cell.features[usize::from(cell.ends) & 3] = feature;
                cell.ends += 1;
            }
            self.cells[slot.index()] = cell;
        }
    }
}

/// The sides of a cell with this constraint at which a railroad or mountain ends: of the terrains, two bits each,
/// prairie is the only one without the higher bit.
#[inline]
fn ends(constraint: u8) -> impl Iterator<Item = Side> {
    bits(u64::from(constraint & 0b1010_1010)).map(|bit| Side::ALL[usize::from(bit / 2) & 3])
}
