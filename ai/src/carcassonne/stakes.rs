//! What is at stake on a table before a turn: the features where followers stand, and the open cells.

use arrayvec::ArrayVec;
use goldrush_engine::carcassonne::ingots::tiles_in;
use goldrush_engine::carcassonne::rules::FOLLOWERS;
use goldrush_engine::carcassonne::table::Tiles;
use goldrush_engine::carcassonne::{FeatureKind, Table};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::components::{FeatureId, MAX_SEGMENTS};
use goldrush_engine::landscape::frontier::{SLOTS, Slot, bits};
use goldrush_engine::landscape::grid::Side;
use goldrush_engine::landscape::tile::{KindId, MAX_KINDS};
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::fields::{Cities, Fields};
use super::worth::{Stake, Totals, Worth, add};

/// The most features in which anybody can have a stake.
const MAX_STAKES: usize = MAX_PLAYERS * FOLLOWERS;

/// Everything at stake. Kept from turn to turn so that nothing is allocated.
#[derive(Clone)]
pub(super) struct Stakes {
    list: ArrayVec<Held, MAX_STAKES>,
    /// By root segment: position in the list. Only an entry that points to its own feature means anything.
    index: [u8; MAX_SEGMENTS],
    /// By root segment: how hard the cells at the feature's open ends are to fill.
    hardness: [i16; MAX_SEGMENTS],
    /// By slot: how hard the cell is to fill, and the features that need it.
    cells: [Cell; SLOTS],
    left: Left,
    /// By constraint: how hard a cell is to fill that must show this, as far as somebody asked.
    by_constraint: [i16; 256],
    /// The cities, as fields see them.
    pub(super) fields: Fields,
    /// The tiles that bear ingots.
    pub(super) golden: Tiles,
}

/// Nobody has asked yet.
const NOT_ASKED: i16 = -1;

/// A stake and what it is worth to the seats.
#[derive(Clone, Copy)]
pub(super) struct Held {
    pub(super) feature: FeatureId,
    pub(super) stake: Stake,
    pub(super) worth: Totals,
    /// The cities it touches, if it is a field.
    pub(super) cities: Cities,
}

/// An open cell.
#[derive(Clone, Copy, Default)]
struct Cell {
    hardness: i16,
    /// The roads and cities that end there, one for each end: so many.
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
        for kind in 0..table.setup().catalogue().tiles().kinds().min(MAX_KINDS) {
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
        let planes = self.planes[..usize::from(self.used).min(8)].iter().enumerate();
        planes.map(|(plane, word)| (word & kinds).count_ones() << plane).sum()
    }
}

impl Default for Stakes {
    fn default() -> Stakes {
        Stakes {
            list: ArrayVec::new(),
            index: [0; MAX_SEGMENTS],
            hardness: [0; MAX_SEGMENTS],
            cells: [Cell::default(); SLOTS],
            left: Left::default(),
            by_constraint: [NOT_ASKED; 256],
            fields: Fields::default(),
            golden: 0,
        }
    }
}

impl Stakes {
    /// Looks at a table. Adds to `totals` what all that is not complete is worth to the seats, and their supply.
    pub(super) fn look<W: Worth>(&mut self, table: &Table, worth: &W, totals: &mut Totals) {
        self.list.clear();
        if W::LOOKS_AHEAD {
            self.look_at_cells(table, worth);
        }
        let tiles = 0..table.landscape().tiles().len() as u8;
        self.golden = if table.rules().gold_mines {
            tiles.filter(|&tile| table.ingots_on(TileId(tile)) > 0).fold(0, |set, tile| set | 1 << tile)
        } else {
            0
        };
        let Stakes { fields, hardness, .. } = self;
        fields.look(table, |feature, word| {
            let hardness = if W::LOOKS_AHEAD { i32::from(hardness[feature.index()]) } else { 0 };
            worth.city(&Stake { hardness, ..Stake::new(FeatureKind::City, word) })
        });
        for player in Player::all(table.players()) {
            for &follower in table.followers(player) {
                let feature = table.feature(follower);
                if self.get(feature).is_none() {
                    self.push::<W>(table, feature);
                }
            }
            if W::LOOKS_AHEAD {
                totals[player.index()] += worth.supply(table.follower_supply(player));
            }
        }
        for held in &mut self.list {
            worth.unfinished(&held.stake, &mut held.worth, 1);
            add(totals, &held.worth, 1);
        }
    }

    fn push<W: Worth>(&mut self, table: &Table, feature: FeatureId) {
        let (kind, word) = (table.segment(feature.segment()).kind, table.word(feature));
        self.index[feature.index()] = self.list.len() as u8;
        let mut stake = Stake::new(kind, word);
        let mut cities = 0;
        match kind {
            FeatureKind::Road | FeatureKind::City if W::LOOKS_AHEAD => stake.hardness = self.hardness(feature),
            FeatureKind::Road | FeatureKind::City => {}
            FeatureKind::Monastery => {
                let monk = table.monks().iter().find(|(monk, _)| *monk == feature.segment());
                stake.neighbours = monk.map_or(0, |(_, neighbours)| *neighbours);
            }
            FeatureKind::Field => {
                cities = self.fields.cities(table, feature);
                stake.cities = self.fields.worth_of(cities);
            }
        }
        if W::LOOKS_AHEAD && self.golden != 0 && kind != FeatureKind::Field {
            stake.ingots = ingots_in(table, self.tiles_of(table, feature, kind));
        }
        self.list.push(Held { feature, stake, worth: Totals::default(), cities });
    }

    /// The tiles that bear the ingots of a feature (M4).
    pub(super) fn tiles_of(&self, table: &Table, feature: FeatureId, kind: FeatureKind) -> Tiles {
        match kind {
            FeatureKind::Monastery => table.tiles_around(table.landscape().tile_of(feature.segment()).cell()),
            _ => table.landscape().features().tile_set(feature),
        }
    }

    /// What is at stake in a feature, if anything is.
    #[inline]
    pub(super) fn get(&self, feature: FeatureId) -> Option<&Held> {
        self.list.get(usize::from(self.index[feature.index()])).filter(|held| held.feature == feature)
    }

    /// All that is at stake.
    #[inline]
    pub(super) fn all(&self) -> &[Held] {
        &self.list
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

    /// How hard an open cell is to fill, and the roads and cities that end there, one for each end.
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

/// The ingots on some tiles.
pub(super) fn ingots_in(table: &Table, tiles: Tiles) -> u8 {
    tiles_in(tiles).map(|tile| table.ingots_on(tile)).sum()
}

/// The sides of a cell with this constraint at which a road or city ends: of the terrains, two bits each, field is the
/// only one without the higher bit.
#[inline]
fn ends(constraint: u8) -> impl Iterator<Item = Side> {
    bits(u64::from(constraint & 0b1010_1010)).map(|bit| Side::ALL[usize::from(bit / 2) & 3])
}
