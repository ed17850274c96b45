//! The turns a player can take, each valued by what it changes: nothing is laid, copied or scored anew.
//!
//! A [`Landing`] is what is at stake after a tile was laid and before the action; it is found from a preview of what
//! the tile joins. Each action then changes a feature or two of it.

use arrayvec::ArrayVec;
use goldrush_engine::gold_rush::rules::MAX_TENTS;
use goldrush_engine::gold_rush::{Action, FeatureKind, Table};
use goldrush_engine::landscape::components::{FeatureId, SegmentId, Word};
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::{Rotation, Side};
use goldrush_engine::landscape::preview::Preview;
use goldrush_engine::landscape::tile::{MAX_TILE_SEGMENTS, TileSet};
use goldrush_engine::player::{Player, PlayerSet};

use super::cities::Cities;
use super::stakes::{Stakes, root};
use super::worth::{Counts, Stake, Totals, Worth, add};

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
    /// V1.
    farm: bool,
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
        Options {
            claim: table.cowboy_supply(seat) > 0,
            farm: rules.farmers,
            tents: tents.into(),
            mine: pitched > 0 && u16::from(table.unmined_turns(seat)) + 1 >= u16::from(rules.mining_interval),
            take_back: rules.take_back,
        }
    }
}

/// The tile of this turn, as far as it matters here.
#[derive(Clone)]
struct Tile {
    /// By segment.
    kinds: [FeatureKind; MAX_TILE_SEGMENTS],
    /// By segment.
    nuggets: [u8; MAX_TILE_SEGMENTS],
    segments: usize,
    /// Segments that are mountains, as bits.
    mountains: u32,
    city: Option<usize>,
}

impl Default for Tile {
    fn default() -> Tile {
        let kinds = [FeatureKind::Prairie; MAX_TILE_SEGMENTS];
        Tile { kinds, nuggets: [0; MAX_TILE_SEGMENTS], segments: 0, mountains: 0, city: None }
    }
}

impl Tile {
    fn look(&mut self, table: &Table) {
        let kind = table.setup().catalogue().kind(table.hand());
        self.segments = kind.segments.len();
        self.city = kind.city();
        self.mountains = 0;
        for (at, segment) in kind.segments.iter().enumerate() {
            self.kinds[at] = segment.kind;
            self.nuggets[at] = segment.nuggets;
            self.mountains |= u32::from(segment.kind == FeatureKind::Mountain) << at;
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
    /// Cowboys that will go home.
    home: Counts,
    cities: Cities,
    /// Mountain segments where a tent may be pitched, if tents are only counted.
    vacant: u32,
}

/// A table and who looks at it how.
pub(super) struct Seen<'t, 's, W> {
    pub(super) table: &'t Table<'s>,
    worth: &'t W,
    seat: Player,
    players: usize,
}

impl<'t, 's, W: Worth> Seen<'t, 's, W> {
    pub(super) fn new(table: &'t Table<'s>, worth: &'t W) -> Seen<'t, 's, W> {
        Seen { table, worth, seat: table.seat(), players: table.players() }
    }

    #[inline]
    fn margin(&self, totals: &Totals) -> i32 {
        self.worth.margin(totals, self.seat, self.players)
    }

    /// What a feature is worth to all when the turn ends, complete or not: adds it to `to`, times `sign`.
    #[inline]
    fn settle(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        if !stake.word.is_complete() || stake.kind == FeatureKind::Prairie {
            self.worth.unfinished(stake, to, sign);
            return;
        }
        let figures = stake.word.figures();
        if figures.is_empty() {
            return;
        }
        let leaders = figures.majority();
        let each = sign * self.worth.scored(stake.kind, stake.word, self.table.rules());
        leaders.iter().for_each(|seat| to[seat.index()] += each);
        if stake.kind == FeatureKind::Mountain {
            self.share_tokens(stake.word.b(), leaders, to, sign);
        }
    }

    /// What mining on a mountain adds to the margin of these totals, if there is a token.
    #[inline]
    fn mined(&self, stake: &Stake, totals: &Totals) -> Option<i32> {
        let left = stake.word.b().checked_sub(1)?;
        if !W::LOOKS_AHEAD && !stake.word.is_complete() {
            return Some(self.worth.token());
        }
        let mut after = *totals;
        self.settle(stake, &mut after, -1);
        self.settle(&Stake { word: stake.word.with_b(left), ..*stake }, &mut after, 1);
        after[self.seat.index()] += self.worth.token();
        Some(self.margin(&after) - self.margin(totals))
    }

    /// What a tent more (1) or less (-1) on a mountain adds to the margin of these totals.
    #[inline]
    fn pitched(&self, stake: &Stake, more: i32, totals: &Totals) -> i32 {
        let mut changed = *stake;
        if more > 0 {
            changed.tents.add(self.seat, 1);
        } else {
            changed.tents.remove_one(self.seat);
        }
        if stake.word.is_complete() {
            return 0;
        }
        let mut after = *totals;
        self.worth.tents(stake, &mut after, -1);
        self.worth.tents(&changed, &mut after, 1);
        self.margin(&after) - self.margin(totals)
    }

    /// G13: the leaders take the tokens in turn, beginning with the player whose turn it is.
    fn share_tokens(&self, tokens: u8, leaders: PlayerSet, to: &mut Totals, sign: i32) {
        let mut seat = self.seat;
        let (each, mut more) = (tokens / leaders.len() as u8, tokens % leaders.len() as u8);
        for _ in 0..self.players {
            if leaders.contains(seat) {
                let share = each + u8::from(more > 0);
                more = more.saturating_sub(1);
                to[seat.index()] += sign * i32::from(share) * self.worth.token();
            }
            seat = seat.next(self.players);
        }
    }
}

impl Turns {
    /// Looks at a table before the turns on it are valued; `seats` is what each seat has in points and tokens.
    pub(super) fn look<W: Worth>(&mut self, seen: &Seen<W>, seats: &Totals) {
        self.base = *seats;
        self.stakes.look(seen.table, seen.worth, &mut self.base);
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
        table.landscape().preview(tiles, table.hand(), slot, rotation, &mut self.preview);
        self.join::<W>();
        if self.tile.mountains != 0 {
            self.lay_tokens(seen);
        }
        self.landing.vacant = self.vacant;
        if W::LOOKS_AHEAD {
            self.narrow_cells(seen, slot, rotation);
        } else if self.tile.mountains != 0 {
            self.count_vacant(seen);
        }
        let first = table.landscape().features().len();
        self.settle_groups(seen, first);
        self.act(seen, first, each);
    }

    /// The same for the tile that was just laid.
    pub(super) fn after_placed<W: Worth>(&mut self, seen: &Seen<W>, each: impl FnMut(Deed, i32, u32)) {
        let table = seen.table;
        let tile = table.landscape().tile(table.newest());
        table.landscape().groups_of(table.setup().catalogue().tiles(), tile, &mut self.preview);
        self.join::<W>();
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

    /// Takes what the tile joins out of the totals and into its groups.
    #[inline]
    fn join<W: Worth>(&mut self) {
        let Turns { stakes, preview, landing, base, tile, .. } = self;
        landing.totals = *base;
        landing.tented = 0;
        landing.harder.clear();
        if W::LOOKS_AHEAD {
            landing.hardness[..tile.segments.min(MAX_TILE_SEGMENTS)].fill(0);
        }
        for &(feature, group) in preview.joined() {
            let at = usize::from(group) & (MAX_TILE_SEGMENTS - 1);
            if let Some((stake, worth)) = stakes.get_with_worth(feature) {
                add(&mut landing.totals, worth, -1);
                if !stake.tents.is_empty() {
                    if landing.tented >> at & 1 == 0 {
                        landing.tents[at] = Counts::NONE;
                    }
                    landing.tents[at].merge(stake.tents);
                    landing.tented |= 1 << at;
                }
            }
            if W::LOOKS_AHEAD {
                landing.hardness[at] += stakes.hardness(feature);
            }
        }
    }

    /// G6: tokens for the nuggets of the tile, as long as the supply lasts.
    #[inline]
    fn lay_tokens<W: Worth>(&mut self, seen: &Seen<W>) {
        let mut supply = seen.table.token_supply();
        let mut mountains = self.tile.mountains;
        while mountains != 0 {
            let at = mountains.trailing_zeros() as usize;
            mountains &= mountains - 1;
            let laid = self.tile.nuggets[at & (MAX_TILE_SEGMENTS - 1)].min(supply);
            supply -= laid;
            let group = self.preview.group(at);
            let word = self.preview.word(group);
            self.preview.set_word(group, word.with_b(word.b() + laid));
        }
    }

    /// How many segments will be vacant for tents when the tile lies.
    #[inline]
    fn count_vacant<W: Worth>(&mut self, seen: &Seen<W>) {
        let Turns { preview, landing, tile, .. } = self;
        let (mut mountains, mut closes) = (tile.mountains, false);
        while mountains != 0 {
            let complete = preview.word(preview.group(mountains.trailing_zeros() as usize)).is_complete();
            landing.vacant += u32::from(!complete);
            closes |= complete;
            mountains &= mountains - 1;
        }
        if !closes {
            return;
        }
        for &(feature, group) in preview.joined() {
            let group = usize::from(group);
            if tile.kind(group) == FeatureKind::Mountain && preview.word(group).is_complete() {
                let ring = seen.table.landscape().features().ring(feature);
                landing.vacant -= ring.filter(|&segment| seen.table.vacant().contains(segment)).count() as u32;
            }
        }
    }

    /// The cells around the tile become harder to fill, for its own features and for others that need them.
    #[inline]
    fn narrow_cells<W: Worth>(&mut self, seen: &Seen<W>, slot: Slot, rotation: Rotation) {
        let Turns { stakes, preview, landing, tile, .. } = self;
        let landscape = seen.table.landscape();
        let tiles = seen.table.setup().catalogue().tiles();
        let joined = |root: SegmentId| preview.joined().iter().find(|(feature, _)| feature.segment() == root);
        // Ends that the tile takes up.
        let (hardness, features) = stakes.cell(slot);
        for root in features.into_iter().filter_map(root) {
            if let Some(&(_, group)) = joined(root) {
                landing.hardness[usize::from(group) & (MAX_TILE_SEGMENTS - 1)] -= hardness;
            }
        }
        let shape = tiles.shape(TileSet::shape_index(seen.table.hand(), rotation));
        let around = landscape.frontier().around(slot);
        for side in Side::ALL.into_iter().filter(|&side| around[side as usize] == 0) {
            let beyond = landscape.frontier().slot(landscape.frontier().cell(slot).beyond(side));
            let known = beyond.map_or(0, |beyond| landscape.frontier().constraint(beyond));
            let constraint = known | shape.outward[side as usize].constraint;
            let harder = stakes.hardness_of(seen.table, seen.worth, constraint);
            let links = shape.links[side as usize];
            let group = preview.group(links.clockwise(links.count() / 2));
            if tile.kind(group) != FeatureKind::Prairie {
                landing.hardness[group & (MAX_TILE_SEGMENTS - 1)] += harder;
            }
            let Some((before, features)) = beyond.map(|beyond| stakes.cell(beyond)) else { continue };
            if harder == before {
                continue;
            }
            for root in features.into_iter().filter_map(root) {
                if let Some(&(_, group)) = joined(root) {
                    landing.hardness[usize::from(group) & (MAX_TILE_SEGMENTS - 1)] += harder - before;
                    continue;
                }
                let feature = landscape.features().find(root);
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
    fn settle_groups<W: Worth>(&mut self, seen: &Seen<W>, first: usize) {
        self.landing.home = Counts::NONE;
        self.landing.cities.clear();
        // A group that joins nothing holds nobody, and is open.
        let mut settled = 0u32;
        for nth in 0..self.preview.joined().len() {
            let at = usize::from(self.preview.joined()[nth].1);
            if settled >> at & 1 == 1 {
                continue;
            }
            settled |= 1 << at;
            let word = self.preview.word(at);
            if word.is_complete() && self.tile.kind(at) == FeatureKind::Railroad && word.b() > 0 {
                self.landing.cities.tell(seen.table, &self.preview, at, first);
            }
            if word.figures().is_empty() && (!W::LOOKS_AHEAD || self.landing.tented >> at & 1 == 0) {
                continue;
            }
            let stake = self.group(at);
            seen.settle(&stake, &mut self.landing.totals, 1);
            if W::LOOKS_AHEAD && word.is_complete() && stake.kind != FeatureKind::Prairie {
                go_home(word, &mut self.landing.home, seen.players);
            }
        }
        if !self.landing.cities.is_empty() {
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

    /// G16: the cities at the ends of railroads that the tile completes.
    fn settle_cities<W: Worth>(&mut self, seen: &Seen<W>, first: usize) {
        let Turns { stakes, preview, landing, tile, .. } = self;
        let Landing { totals, home, cities, .. } = landing;
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

    /// Values the actions.
    #[inline]
    fn act<W: Worth>(&mut self, seen: &Seen<W>, first: usize, mut each: impl FnMut(Deed, i32, u32)) {
        let none = seen.margin(&self.landing.totals);
        each(Deed::Act(Action::None), none, 1);
        if self.options.claim {
            self.claims(seen, none, &mut each);
        }
        if W::LOOKS_AHEAD {
            self.pitches(seen, none, first, &mut each);
        } else {
            let ways = self.options.tents * self.landing.vacant;
            if ways > 0 {
                each(Deed::AnyTent, none, ways);
            }
        }
        if self.options.mine {
            self.mines(seen, none, &mut each);
        }
        if self.options.take_back {
            self.take_backs(seen, &mut each);
        }
    }

    /// G7: cowboys on the tile.
    #[inline]
    fn claims<W: Worth>(&self, seen: &Seen<W>, none: i32, each: &mut impl FnMut(Deed, i32, u32)) {
        let supply = seen.table.cowboy_supply(seen.seat) + self.landing.home.of(seen.seat);
        let price = seen.worth.supply(supply) - seen.worth.supply(supply - 1);
        for at in 0..self.tile.segments {
            let group = self.preview.group(at);
            let (kind, word) = (self.tile.kind(at), self.preview.word(group));
            let barred = kind == FeatureKind::Prairie && !self.options.farm;
            if !word.figures().is_empty() || barred || W::LOOKS_AHEAD && at != group {
                continue;
            }
            let gain = if word.is_complete() && kind != FeatureKind::Prairie {
                let tokens = if kind == FeatureKind::Mountain { word.b() } else { 0 };
                seen.worth.scored(kind, word, seen.table.rules()) + i32::from(tokens) * seen.worth.token()
            } else {
                seen.worth.alone(&self.group(group)) - price
            };
            each(Deed::Act(Action::Cowboy { segment: at as u8 }), none + gain, 1);
        }
    }

    /// G9: a token from the mountain of a tent.
    #[inline]
    fn mines<W: Worth>(&self, seen: &Seen<W>, none: i32, each: &mut impl FnMut(Deed, i32, u32)) {
        for (tent, here) in self.tents.iter().enumerate() {
            let gain = match self.joined(here.mountain) {
                Some(group) => seen.mined(&self.group(group), &self.landing.totals),
                None => here.mined,
            };
            if let Some(gain) = gain {
                each(Deed::Act(Action::Mine { tent: tent as u8 }), none + gain, 1);
            }
        }
    }

    /// V5: a cowboy back from the board.
    fn take_backs<W: Worth>(&self, seen: &Seen<W>, each: &mut impl FnMut(Deed, i32, u32)) {
        let seat = seen.seat;
        for (cowboy, &at) in seen.table.cowboys(seat).iter().enumerate() {
            let stake = self.stake_of(seen, at);
            let left = Stake { word: stake.word.without_figure(seat), ..stake };
            let mut totals = self.landing.totals;
            seen.settle(&stake, &mut totals, -1);
            seen.settle(&left, &mut totals, 1);
            let goes_home_anyway = stake.word.is_complete() && stake.kind != FeatureKind::Prairie;
            if W::LOOKS_AHEAD && !goes_home_anyway {
                let supply = seen.table.cowboy_supply(seat) + self.landing.home.of(seat);
                totals[seat.index()] += seen.worth.supply(supply + 1) - seen.worth.supply(supply);
            }
            each(Deed::Act(Action::TakeBack { cowboy: cowboy as u8 }), seen.margin(&totals), 1);
        }
    }

    /// G8: tents, to those that see worth in them: the best mountain that the tile does not touch, and those it does,
    /// each by its first vacant segment.
    #[inline]
    fn pitches<W: Worth>(&self, seen: &Seen<W>, none: i32, first: usize, each: &mut impl FnMut(Deed, i32, u32)) {
        let Some((tent, from)) = self.tent_to_move(seen) else { return };
        let from_group = from.and_then(|feature| self.joined(feature));
        let left = match (from, from_group) {
            (None, _) => 0,
            (Some(_), Some(group)) => seen.pitched(&self.group(group), -1, &self.landing.totals),
            (Some(_), None) => self.tents[usize::from(tent)].left,
        };
        let untouched = |camp: &&Camp| self.joined(camp.feature).is_none() && from != Some(camp.feature);
        if let Some(camp) = self.camps.iter().find(untouched) {
            each(Deed::Act(Action::Tent { tent, to: camp.vacant }), none + left + camp.gain, 1);
        }
        let mut mountains = self.tile.mountains;
        while mountains != 0 {
            let at = mountains.trailing_zeros() as usize;
            mountains &= mountains - 1;
            if !self.preview.is_group(at) || self.preview.word(at).is_complete() || from_group == Some(at) {
                continue;
            }
            let gain = seen.pitched(&self.group(at), 1, &self.landing.totals);
            let to = SegmentId((first + at) as u16);
            each(Deed::Act(Action::Tent { tent, to }), none + left + gain, 1);
        }
    }

    /// The tent to pitch: one in supply, else the one that is worth least where it is; and the mountain it leaves.
    #[inline]
    fn tent_to_move<W: Worth>(&self, seen: &Seen<W>) -> Option<(u8, Option<FeatureId>)> {
        if seen.table.tent_supply(seen.seat) > 0 {
            return Some((self.tents.len() as u8, None));
        }
        let (tent, from) = self.tents.iter().enumerate().max_by_key(|(_, tent)| tent.left)?;
        Some((tent as u8, Some(from.mountain)))
    }

    /// The group that a feature becomes part of.
    #[inline]
    fn joined(&self, feature: FeatureId) -> Option<usize> {
        self.preview.joined().iter().find(|&&(joined, _)| joined == feature).map(|&(_, group)| usize::from(group))
    }

    /// The feature a figure stands in, as it is when the tile lies.
    #[inline]
    fn stake_of<W: Worth>(&self, seen: &Seen<W>, segment: SegmentId) -> Stake {
        let feature = seen.table.feature(segment);
        match self.joined(feature) {
            Some(group) => self.group(group),
            None => {
                let harder = self.landing.harder.iter().find(|&&(changed, _)| changed == feature);
                let stake = self.stakes.get(feature).expect("where a figure stands there is a stake");
                let word = match stake.kind {
                    FeatureKind::City => self.landing.cities.told(segment.index(), stake.word),
                    _ => stake.word,
                };
                Stake { word, hardness: stake.hardness + harder.map_or(0, |&(_, change)| change), ..*stake }
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
