//! Turns of Carcassonne with their features, by what each of them changes: with The Gold Mines, a turn is played if its tile has ingots
//! or completes a feature.

use goldrush_engine::carcassonne::{
    Carcassonne, FeatureKind, Move, Rules, State, Table, field, ingots, monastery, scoring,
};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::landscape::components::{FeatureId, FeatureWord, MAX_SEGMENTS, SegmentId};
use goldrush_engine::landscape::frontier::{Slot, bits};
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::landscape::preview::Preview;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::rng::tool_stream;

use crate::carcassonne::{follow, pass};
use crate::landscape::{Claim, Claims, Holdings, Shares, Sides, Tally, claims, placement};
use crate::lens::Layout;
use crate::turns::{NONE, Turns};

/// Lists the turns of the seat to move.
pub fn list(
    state: &State<'static>,
    seat: Player,
    window: usize,
    layout: &Layout,
    turns: &mut Turns,
) {
    let table = state.table();
    let brings_ingots = table.rules().gold_mines && table.ingots_brought() > 0;
    let is_last = table.tiles_left() == 0;
    if !table.is_placing() || is_last && table.rules().gold_mines || brings_ingots {
        return turns.play_each::<Carcassonne>(state, seat, window, layout);
    }
    let mut listing = Listing::new(state, seat, window, layout);
    let before = listing.write(&listing.tally, &listing.standing, table.tiles_left(), turns);
    turns.set_before(before);
    for (nth, (slot, rotation)) in table.placements().enumerate() {
        listing.place(slot, rotation, nth, turns);
    }
}

/// The tile in hand.
struct Hand {
    kinds: [FeatureKind; MAX_TILE_SEGMENTS],
    /// City segments that a field touches, as bits.
    cities: [u16; MAX_TILE_SEGMENTS],
    /// Segments of kinds that are open to a follower, as bits; 0 without a follower in supply.
    claimable: u16,
    has_monastery: bool,
}

impl Hand {
    fn new(table: &Table, seat: Player) -> Hand {
        let mut hand = Hand {
            kinds: [FeatureKind::Road; MAX_TILE_SEGMENTS],
            cities: [0; MAX_TILE_SEGMENTS],
            claimable: 0,
            has_monastery: false,
        };
        let segments = &table.setup().catalogue().kind(table.hand()).segments;
        for (at, segment) in segments.iter().enumerate() {
            hand.kinds[at] = segment.kind;
            hand.cities[at] = segment.cities;
            hand.has_monastery |= segment.kind == FeatureKind::Monastery;
            let is_open = table.follower_supply(seat) > 0 && table.rules().admits(segment.kind);
            hand.claimable |= u16::from(is_open) << at;
        }
        hand
    }
}

/// Cities that a field touches, by their root segments, as bits.
#[derive(Clone, Copy, Default)]
struct Beside {
    complete: CitySet,
    all: CitySet,
}

/// Cities by their root segments, as bits.
type CitySet = [u64; MAX_SEGMENTS / 64];

fn insert(set: &mut CitySet, city: FeatureId) {
    set[city.index() / 64] |= 1 << (city.index() & 63);
}

fn contains(set: &CitySet, city: FeatureId) -> bool {
    set[city.index() / 64] >> (city.index() & 63) & 1 == 1
}

/// Changes by a placement for the seats before the follower.
#[derive(Clone, Copy)]
struct Standing {
    /// Points so far, with those for ingots.
    points: [u16; MAX_PLAYERS],
    holdings: Holdings,
    /// Cities that the tile completes, as bits of their groups.
    cities: u32,
}

impl Standing {
    /// Scores a feature for its majority.
    fn score(&mut self, word: FeatureWord, points: u16, rules: &Rules) {
        let (seats, [points]) = rules.ties.shared(word.pieces(), [points]);
        for seat in seats.iter() {
            self.points[seat.index()] += points;
        }
    }
}

/// A placement of the tile in hand.
#[derive(Clone, Copy)]
struct Placed {
    cell: Cell,
    /// Number of tiles around it, if it has a monastery.
    neighbors: u8,
}

/// The turns of a seat on a table.
struct Listing<'t> {
    state: &'t State<'static>,
    seat: Player,
    window: usize,
    layout: &'t Layout,
    rules: &'t Rules,
    sides: Sides,
    standing: Standing,
    claims: Claims,
    shares: Shares,
    /// The claims and holdings before the turn.
    tally: Tally,
    hand: Hand,
    preview: Preview,
    /// Fields asked for so far.
    fields: Vec<(FeatureId, Beside)>,
    /// True if no tile is left to draw: the turn ends the game, and features with followers are scored (C5).
    is_last: bool,
    /// A world that is possible for the seat, and the same after a placement.
    worlds: Option<(State<'static>, State<'static>)>,
}

impl<'t> Listing<'t> {
    fn new(
        state: &'t State<'static>,
        seat: Player,
        window: usize,
        layout: &'t Layout,
    ) -> Listing<'t> {
        let table = state.table();
        let sides = Sides::new(seat, state.players());
        let mut standing = Standing {
            points: [0; MAX_PLAYERS],
            holdings: Holdings::of(table),
            cities: 0,
        };
        for seat in Player::all(table.players()) {
            standing.points[seat.index()] =
                table.feature_points(seat) + ingots::ingot_points(table.collected(seat));
        }
        let claims = claims(table);
        let mut tally = Tally::new(sides);
        tally.hold(&standing.holdings);
        let shares: Shares = claims.iter().map(|claim| sides.share(claim)).collect();
        shares.iter().for_each(|share| tally.add_share(share));
        Listing {
            state,
            seat,
            window,
            layout,
            rules: table.rules(),
            sides,
            standing,
            claims,
            shares,
            tally,
            hand: Hand::new(table, seat),
            preview: Preview::default(),
            fields: Vec::new(),
            is_last: table.tiles_left() == 0,
            worlds: None,
        }
    }

    /// Lists the turns that begin with a placement, the `nth` of the legal moves.
    fn place(&mut self, slot: Slot, rotation: Rotation, nth: usize, turns: &mut Turns) {
        let table = self.state.table();
        let tiles = table.setup().catalogue().tiles();
        table.landscape().preview(
            tiles,
            table.hand(),
            tiles.all_words(table.hand()),
            slot,
            rotation,
            &mut self.preview,
        );
        let cell = table.landscape().frontier().cell(slot);
        let mut placed = Placed { cell, neighbors: 0 };
        if self.hand.has_monastery {
            placed.neighbors = table.neighbors(cell);
        }
        let number = placement(cell, rotation, self.window);
        let place = number.unwrap_or_else(|| self.layout.actions() + nth) as i32;
        if self.rules.gold_mines && self.completes(placed) {
            return self.play(Move::Place { cell, rotation }, place, turns);
        }
        let mut standing = self.standing;
        let tally = self.tally_after(placed, &mut standing);
        let row = self.row(&tally, &standing, turns);
        turns.push([place, pass(self.window) as i32, NONE], row);
        for segment in bits(self.hand.claimable.into()) {
            let at = usize::from(segment);
            if let Some(row) = self.follower(at, placed, &tally, &standing, turns) {
                turns.push([place, follow(self.window, segment) as i32, NONE], row);
            }
        }
    }

    /// Adds the turns of a placement by playing them.
    fn play(&mut self, mv: Move, place: i32, turns: &mut Turns) {
        let (world, after) = self.worlds.get_or_insert_with(|| {
            let world = View::new(self.state, self.seat).sample(&mut tool_stream(0));
            (world.clone(), world)
        });
        after.clone_from(world);
        after.play_unchecked(mv);
        let window = self.window;
        let layout = self.layout;
        turns.expand::<Carcassonne>(world, after, self.seat, &mut vec![place], window, layout);
    }

    /// Returns true if a placement completes a feature.
    fn completes(&self, placed: Placed) -> bool {
        let mut groups = self.preview.touched_groups();
        let mut monks = self.state.table().monks().iter();
        groups.any(|group| self.is_complete(group))
            || placed.neighbors == monastery::NEIGHBORS
            || monks.any(|&(monk, neighbors)| {
                neighbors + 1 == monastery::NEIGHBORS && self.is_beside(monk, placed)
            })
    }

    /// Returns true if a group of the tile is a complete road or city.
    fn is_complete(&self, group: usize) -> bool {
        scoring::is_complete(self.hand.kinds[group], self.preview.word(group), 0)
    }

    /// Scores what the placement completes, and counts holdings and claims after it.
    fn tally_after(&mut self, placed: Placed, standing: &mut Standing) -> Tally {
        let mut claimed = false;
        // A group that joins nothing is unclaimed and open.
        for group in self.preview.touched_groups() {
            let kind = self.hand.kinds[group];
            let word = self.preview.word(group);
            claimed |= !word.pieces().is_empty();
            if self.is_complete(group) {
                standing.cities |= u32::from(kind == FeatureKind::City) << group;
                let points = scoring::completed_points(kind, word, 0, self.rules);
                self.score(word, points, standing);
            }
        }
        let table = self.state.table();
        let mut monks = table.monks().iter();
        if !claimed && standing.cities == 0 && !monks.any(|(monk, _)| self.is_beside(*monk, placed))
        {
            for nth in 0..self.claims.len() {
                self.end(&self.claims[nth], standing);
            }
            return self.tally;
        }
        let mut tally = Tally::new(self.sides);
        let mut counted = 0_u32;
        for nth in 0..self.claims.len() {
            let claim = self.claims[nth];
            let after = match self.preview.group_of(claim.feature) {
                None if !self.may_change(&claim, placed, standing) => {
                    tally.add_share(&self.shares[nth]);
                    self.end(&claim, standing);
                    continue;
                }
                None => self.untouched(&claim, standing),
                Some(group) if counted >> group & 1 == 1 => None,
                Some(group) => {
                    counted |= 1 << group;
                    let word = self.preview.word(group);
                    let is_complete = self.is_complete(group);
                    (!is_complete).then(|| self.claim(group, word, placed, standing))
                }
            };
            if let Some(claim) = after {
                tally.add(&claim);
                self.end(&claim, standing);
            }
        }
        // Scored features return their followers.
        tally.hold(&standing.holdings);
        tally
    }

    /// Scores a completed feature, and returns its followers.
    fn score(&self, word: FeatureWord, points: u16, standing: &mut Standing) {
        standing.score(word, points, self.rules);
        word.pieces()
            .for_each_seat(|seat, count| standing.holdings.supply[seat] += usize::from(count));
    }

    /// Scores an incomplete feature, if the game ends.
    fn end(&self, claim: &Claim, standing: &mut Standing) {
        if self.is_last {
            standing.score(claim.word, claim.worth.1, self.rules);
        }
    }

    /// Returns true if the tile is beside a monastery.
    fn is_beside(&self, monastery: SegmentId, placed: Placed) -> bool {
        let cell = self.state.table().landscape().tile_of(monastery).cell();
        monastery::touch(cell, placed.cell)
    }

    /// Returns true for claims that change though the tile does not join their feature: monasteries beside it, and fields if it
    /// completes cities.
    fn may_change(&self, claim: &Claim, placed: Placed, standing: &Standing) -> bool {
        if claim.kind == FeatureKind::Monastery as usize {
            self.is_beside(claim.feature.segment(), placed)
        } else {
            claim.kind == FeatureKind::Field as usize && standing.cities != 0
        }
    }

    /// Returns such a claim after the placement; `None` if it is scored.
    fn untouched(&mut self, claim: &Claim, standing: &mut Standing) -> Option<Claim> {
        let mut changed = *claim;
        if claim.kind == FeatureKind::Field as usize {
            let all = self.beside(claim.feature).all;
            let completed = bits(standing.cities.into());
            let touched = completed.filter(|city| self.joins_any(usize::from(*city), &all));
            changed.worth.1 += field::points(touched.count() as u16, self.rules);
            return Some(changed);
        }
        let neighbors = self.state.table().monk_neighbors(claim.feature.segment()) + 1;
        if neighbors == monastery::NEIGHBORS {
            let points = monastery::points(neighbors, self.rules);
            self.score(claim.word, points, standing);
            return None;
        }
        let kind = FeatureKind::Monastery;
        changed.worth.1 = scoring::incomplete_points(kind, claim.word, neighbors, self.rules);
        Some(changed)
    }

    /// Returns true if a group of the tile joins one of these features.
    fn joins_any(&self, group: usize, set: &CitySet) -> bool {
        self.preview
            .features_in(group)
            .any(|feature| contains(set, feature))
    }

    /// Returns the cities that a field touches before the placement.
    fn beside(&mut self, field: FeatureId) -> Beside {
        if let Some((_, beside)) = self.fields.iter().find(|(asked, _)| *asked == field) {
            return *beside;
        }
        let table = self.state.table();
        let mut beside = Beside::default();
        let features = table.landscape().features();
        for segment in features.ring(field) {
            let cities = table.segment(segment).cities;
            let tile = table.landscape().tile_of(segment);
            for at in bits(cities.into()) {
                let (city, word) = features.find_with_word(tile.segment(usize::from(at)));
                insert(&mut beside.all, city);
                if word.is_complete() {
                    insert(&mut beside.complete, city);
                }
            }
        }
        self.fields.push((field, beside));
        beside
    }

    /// Returns the number of completed cities that a field of the tile touches after the placement.
    fn cities_of(&mut self, group: usize, standing: &Standing) -> u16 {
        let mut union = Beside::default();
        for nth in 0..self.preview.joined().len() {
            let (feature, of) = self.preview.joined()[nth];
            if usize::from(of) == group {
                let Beside { complete, all } = self.beside(feature);
                for word in 0..all.len() {
                    union.complete[word] |= complete[word];
                    union.all[word] |= all[word];
                }
            }
        }
        let before: u32 = union.complete.iter().map(|word| word.count_ones()).sum();
        let completed = bits(standing.cities.into()).map(usize::from);
        let new = completed
            .filter(|city| self.joins_any(*city, &union.all) || self.touch_on_tile(group, *city));
        (before as usize + new.count()) as u16
    }

    /// Returns true if a field and a city of the tile touch on it.
    fn touch_on_tile(&self, field: usize, city: usize) -> bool {
        let parts = (0..MAX_TILE_SEGMENTS).filter(|part| self.preview.group(*part) == field);
        parts
            .flat_map(|part| bits(self.hand.cities[part].into()))
            .any(|beside| self.preview.group(beside.into()) == city)
    }

    /// Returns the claim on an incomplete group of the tile with these totals.
    fn claim(
        &mut self,
        group: usize,
        word: FeatureWord,
        placed: Placed,
        standing: &Standing,
    ) -> Claim {
        let kind = self.hand.kinds[group];
        let rules = self.rules;
        let complete = match kind {
            FeatureKind::Field | FeatureKind::Monastery => None,
            FeatureKind::Road | FeatureKind::City => {
                Some(scoring::completed_points(kind, word, 0, rules))
            }
        };
        let now = match kind {
            FeatureKind::Field => field::points(self.cities_of(group, standing), rules),
            _ => scoring::incomplete_points(kind, word, placed.neighbors, rules),
        };
        Claim {
            feature: FeatureId::default(),
            kind: kind.into(),
            word,
            worth: (complete, now),
        }
    }

    /// Adds a row of features.
    fn row(&self, tally: &Tally, standing: &Standing, turns: &mut Turns) -> usize {
        // The next tile is drawn.
        let left = self.state.table().tiles_left().saturating_sub(1);
        self.write(tally, standing, left, turns)
    }

    /// Adds the row of a position with this number of tiles left.
    fn write(&self, tally: &Tally, standing: &Standing, left: usize, turns: &mut Turns) -> usize {
        let points = standing.points.map(f32::from);
        let row = turns.add_row();
        tally.write(self.sides.sum(&points), left, turns.row_mut(row));
        row
    }

    /// Adds the row of a follower on a segment of the tile; `None` if others stand there.
    fn follower(
        &mut self,
        segment: usize,
        placed: Placed,
        tally: &Tally,
        standing: &Standing,
        turns: &mut Turns,
    ) -> Option<usize> {
        let group = self.preview.group(segment);
        let own = self.seat.index();
        let kind = self.hand.kinds[group];
        let word = self.preview.word(group);
        if !word.pieces().is_empty() {
            return None;
        }
        let neighbors = placed.neighbors;
        let mut tally = *tally;
        let mut standing = *standing;
        let word = word.with_piece(self.seat);
        standing.holdings.supply[own] -= 1;
        if scoring::is_complete(kind, word, neighbors) {
            let points = scoring::completed_points(kind, word, neighbors, self.rules);
            self.score(word, points, &mut standing);
        } else {
            let Holdings { supply, camps } = standing.holdings;
            tally = tally.with_own(supply[own], camps[own]);
            let claim = self.claim(group, word, placed, &standing);
            tally.add(&claim);
            self.end(&claim, &mut standing);
        }
        Some(self.row(&tally, &standing, turns))
    }
}
