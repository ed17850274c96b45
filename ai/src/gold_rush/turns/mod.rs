//! The turns a player can take, each valued by what it changes: nothing is laid, copied or scored anew.
//!
//! A [`Landing`] is what is at stake after a tile was laid and before the action; it is found from a preview of what
//! the tile joins (`landing.rs`). Each action then changes a feature or two of it (`actions.rs`).

mod actions;
mod landing;
mod seen;

use arrayvec::ArrayVec;
use goldrush_engine::gold_rush::rules::MAX_TENTS;
use goldrush_engine::gold_rush::{Action, Denied, FeatureKind, Phase, Table};
use goldrush_engine::landscape::components::{FeatureId, SegmentId, Word};
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::preview::Preview;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;

pub(super) use seen::Seen;

use super::cities::Cities;
use super::stakes::Stakes;
use super::worth::{Counts, Stake, Totals, Worth};

/// Actions that are valued as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// This one.
    Act(Action),
    /// Any way to pitch or move a tent, to those that see no worth in tents.
    AnyTent,
}

/// Values turns. Kept from turn to turn so that nothing is allocated.
#[derive(Clone, Default)]
pub(super) struct Turns {
    stakes: Stakes,
    /// What the table is worth to the seats before the turn.
    base: Totals,
    /// Mountain segments where a tent may be pitched before the turn, if tents are only counted.
    vacant: u32,
    /// The open mountains where another tent would be worth most, the best first.
    camps: ArrayVec<Camp, MAX_CAMPS>,
    /// The tents of the seat.
    tents: ArrayVec<Tent, MAX_TENTS>,
    options: Options,
    tile: Tile,
    preview: Preview,
    landing: Landing,
}

/// More open mountains than this are not looked at.
const MAX_MOUNTAINS: usize = 32;
/// One tile touches at most four mountains and one is left, so that of six one can be gone to.
const MAX_CAMPS: usize = 6;

/// An open mountain where a tent may be pitched.
#[derive(Clone, Copy)]
struct Camp {
    /// What another tent there adds to the margin.
    gain: i32,
    feature: FeatureId,
    vacant: SegmentId,
}

/// What a tent can do before the tile lies.
#[derive(Clone, Copy)]
struct Tent {
    mountain: FeatureId,
    /// What mining adds to the margin, if there is a token.
    mined: Option<i32>,
    /// What leaving adds to the margin.
    left: i32,
}

/// What the seat may do at all in this turn, wherever the tile goes.
#[derive(Clone, Copy, Default)]
struct Options {
    /// A cowboy is in supply.
    claim: bool,
    /// V1: kinds of features where a cowboy may be placed, as bits.
    roles: u8,
    /// Ways to choose the tent that goes to a segment; 0 if there is none.
    tents: u32,
    /// V8: a tent stands somewhere and may mine.
    mine: bool,
    /// V5.
    take_back: bool,
}

impl Options {
    fn new(table: &Table) -> Options {
        let (seat, rules) = (table.seat(), table.rules());
        let pitched = table.tents(seat).len() as u8;
        let tents = if rules.tents <= 1 { rules.tents } else { (pitched + 1).min(rules.tents) };
        let options = Options {
            claim: table.cowboy_supply(seat) > 0,
            roles: if rules.farmers { 0b1111 } else { 0b0111 },
            tents: tents.into(),
            mine: pitched > 0 && u16::from(table.unmined_turns(seat)) + 1 >= u16::from(rules.mining_interval),
            take_back: rules.take_back,
        };
        rules.denied(seat).map_or(options, |denied| options.without(denied))
    }

    /// V9.
    #[cold]
    fn without(self, denied: Denied) -> Options {
        match denied {
            Denied::Cowboys(kind) => Options { roles: self.roles & !(1 << kind as u8), ..self },
            Denied::Tents => Options { tents: 0, ..self },
            Denied::Mining => Options { mine: false, ..self },
            Denied::TakeBack => Options { take_back: false, ..self },
        }
    }
}

/// The tile of this turn, as far as it matters here.
#[derive(Clone)]
struct Tile {
    /// By segment.
    kinds: [FeatureKind; MAX_TILE_SEGMENTS],
    /// By segment: what it brings to its feature, with the tokens that are laid on it.
    words: [Word; MAX_TILE_SEGMENTS],
    segments: usize,
    /// Segments that are mountains, as bits.
    mountains: u32,
    city: Option<usize>,
}

impl Default for Tile {
    fn default() -> Tile {
        let kinds = [FeatureKind::Prairie; MAX_TILE_SEGMENTS];
        Tile { kinds, words: [Word::NOTHING; MAX_TILE_SEGMENTS], segments: 0, mountains: 0, city: None }
    }
}

impl Tile {
    fn look(&mut self, table: &Table) {
        let kind = table.setup().catalogue().kind(table.hand());
        self.segments = kind.segments.len();
        self.city = table.setup().catalogue().city(table.hand());
        self.mountains = 0;
        self.words = *table.setup().catalogue().tiles().all_words(table.hand());
        let mut supply = table.token_supply();
        for (at, segment) in kind.segments.iter().enumerate() {
            self.kinds[at] = segment.kind;
            if segment.kind == FeatureKind::Mountain {
                self.mountains |= 1 << at;
                // G6: a token for each nugget, as long as the supply lasts.
                let laid = segment.nuggets.min(supply);
                supply -= laid;
                self.words[at] = self.words[at].with_b(laid);
            }
        }
    }

    #[inline]
    fn kind(&self, segment: usize) -> FeatureKind {
        self.kinds[segment & (MAX_TILE_SEGMENTS - 1)]
    }
}

/// What is at stake when the tile lies. What is given by group is named by a segment of the tile, as in the preview.
#[derive(Clone, Default)]
struct Landing {
    totals: Totals,
    tents: [Counts; MAX_TILE_SEGMENTS],
    /// Groups that have tents, as bits: the others' entries are old.
    tented: u32,
    hardness: [i32; MAX_TILE_SEGMENTS],
    /// Features the tile does not join that become harder to complete: three at most at each cell around it.
    harder: ArrayVec<(FeatureId, i32), 12>,
    /// Groups that are complete, as bits.
    complete: u32,
    /// Cowboys that will go home.
    home: Counts,
    cities: Cities,
    /// Mountain segments where a tent may be pitched, if tents are only counted.
    vacant: u32,
}

impl Turns {
    /// Looks at a table before the turns on it are valued; `seats` is what each seat has in points and tokens.
    pub(super) fn look<W: Worth>(&mut self, seen: &Seen<W>, seats: &Totals) {
        self.base = *seats;
        if totals_matter(seen) {
            self.stakes.look(seen.table, seen.worth, &mut self.base);
        } else {
            self.stakes.clear();
        }
        self.look_at_tents(seen);
        self.tile.look(seen.table);
        self.options = Options::new(seen.table);
        if W::LOOKS_AHEAD {
            self.find_camps(seen);
        } else {
            self.vacant = seen.table.vacant().len(seen.table.landscape().features().len());
        }
    }

    /// What a table is worth to the seats, of which `seats` is what each has in points and tokens.
    pub(super) fn worth<W: Worth>(&mut self, seen: &Seen<W>, seats: &Totals) -> Totals {
        let mut totals = *seats;
        self.stakes.look(seen.table, seen.worth, &mut totals);
        totals
    }

    /// What each tent of the seat can do where it stands, as long as the tile does not touch its mountain.
    fn look_at_tents<W: Worth>(&mut self, seen: &Seen<W>) {
        self.tents.clear();
        for &at in seen.table.tents(seen.seat) {
            let mountain = seen.table.feature(at);
            let stake = self.stakes.at(seen.table, mountain, FeatureKind::Mountain);
            let left = if W::LOOKS_AHEAD { seen.pitched(&stake, -1, &self.base) } else { 0 };
            self.tents.push(Tent { mountain, mined: seen.mined(&stake, &self.base), left });
        }
    }

    /// Finds the open mountains where another tent of the seat would be worth most.
    fn find_camps<W: Worth>(&mut self, seen: &Seen<W>) {
        let Turns { stakes, camps, base, .. } = self;
        camps.clear();
        if seen.table.rules().tents == 0 {
            return;
        }
        let mut mountains = ArrayVec::<Camp, MAX_MOUNTAINS>::new();
        for vacant in seen.table.vacant().iter() {
            let feature = seen.table.feature(vacant);
            if mountains.is_full() || mountains.iter().any(|camp| camp.feature == feature) {
                continue;
            }
            let stake = stakes.at(seen.table, feature, FeatureKind::Mountain);
            mountains.push(Camp { gain: seen.pitched(&stake, 1, base), feature, vacant });
        }
        while !camps.is_full() && !mountains.is_empty() {
            let best = (0..mountains.len()).max_by_key(|&at| (mountains[at].gain, std::cmp::Reverse(at))).unwrap_or(0);
            camps.push(mountains.remove(best));
        }
    }

    /// Values every action after the tile in hand is laid: tells `each` the action, its value and for how many it
    /// stands. Actions come in their order; what is worth the same whichever segment it concerns may come once.
    #[inline]
    pub(super) fn after_placing<W: Worth>(
        &mut self,
        seen: &Seen<W>,
        slot: Slot,
        rotation: Rotation,
        each: impl FnMut(Deed, i32, u32),
    ) {
        let table = seen.table;
        let tiles = table.setup().catalogue().tiles();
        let (landscape, words) = (table.landscape(), &self.tile.words);
        landscape.preview(tiles, table.hand(), words, slot, rotation, &mut self.preview);
        self.landing.totals = self.base;
        if W::LOOKS_AHEAD {
            self.gather();
            self.narrow_cells(seen, slot, rotation);
        }
        let first = landscape.features().len();
        self.settle_groups(seen, first);
        if !W::LOOKS_AHEAD {
            self.landing.vacant = self.vacant + self.tile.mountains.count_ones();
            if self.landing.complete & self.tile.mountains != 0 {
                self.leave_completed_mountains(seen);
            }
        }
        self.act(seen, first, each);
    }

    /// The same for the tile that was just laid.
    pub(super) fn after_placed<W: Worth>(&mut self, seen: &Seen<W>, each: impl FnMut(Deed, i32, u32)) {
        let table = seen.table;
        let tile = table.landscape().tile(table.newest());
        table.landscape().groups_of(table.setup().catalogue().tiles(), tile, &mut self.preview);
        self.landing.totals = self.base;
        if W::LOOKS_AHEAD {
            self.gather();
        }
        self.landing.vacant = self.vacant;
        let first = tile.segment(0).index();
        self.settle_groups(seen, first);
        self.act(seen, first, each);
    }

    /// A group as it is when the tile lies.
    #[inline]
    fn group(&self, group: usize) -> Stake {
        let at = group & (MAX_TILE_SEGMENTS - 1);
        Stake {
            kind: self.tile.kinds[at],
            word: self.preview.word(at),
            tents: if self.landing.tented >> at & 1 == 1 { self.landing.tents[at] } else { Counts::NONE },
            hardness: self.landing.hardness[at],
        }
    }
}

/// Whether what a seat has at stake elsewhere makes a difference. Not for the action, to those who do not look ahead,
/// if there is one rival and no taking back: then it changes nothing but features of the tile and tokens, and by as
/// much whatever both seats have.
fn totals_matter<W: Worth>(seen: &Seen<W>) -> bool {
    let table = seen.table;
    W::LOOKS_AHEAD || table.phase() == Phase::Place || seen.players > 2 || table.rules().take_back
}
