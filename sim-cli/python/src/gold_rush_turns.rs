//! Turns of Gold Rush with their features, by what each of them changes: a turn is played only if its tile completes a mountain, or a
//! railroad that ends at a city.

use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::rules::TentPlaces;
use goldrush_engine::gold_rush::scoring::Scoring;
use goldrush_engine::gold_rush::{
    Action, AllowedActions, FeatureKind, GoldRush, Move, State, Table, final_scoring, mining,
};
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::landscape::frontier::{Slot, bits};
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::landscape::preview::Preview;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::rng::tool_stream;

use crate::gold_rush::{ActionNumbers, Expectation};
use crate::landscape::{Claim, Claims, Holdings, Shares, Sides, Tally, claims, placement};
use crate::lens::{Layout, Lens as _};
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
    let is_plain = table.is_placing()
        && table.tiles_left() > 0
        && table.rules().tent_places == TentPlaces::Any
        && table.allowed().take_backs == 0;
    if !is_plain {
        return turns.play_each::<GoldRush>(state, seat, window, layout);
    }
    let mut listing = Listing::new(state, seat, window, layout);
    let left = table.tiles_left();
    let before = listing.write(&listing.tally, &listing.standing, None, left, turns);
    turns.set_before(before);
    for (nth, (slot, rotation)) in table.placements().enumerate() {
        listing.place(slot, rotation, nth, turns);
    }
}

/// The tile in hand.
struct Hand {
    kinds: [FeatureKind; MAX_TILE_SEGMENTS],
    /// Contributions of its segments, with the tokens that are laid on them.
    words: [FeatureWord; MAX_TILE_SEGMENTS],
    /// Segments of kinds that are open to a cowboy, as bits.
    claimable: u16,
    /// Mountain segments, in order.
    mountains: Vec<usize>,
}

impl Hand {
    fn new(table: &Table, allowed: AllowedActions) -> Hand {
        let catalogue = table.setup().catalogue();
        let mut hand = Hand {
            kinds: [FeatureKind::default(); MAX_TILE_SEGMENTS],
            words: *catalogue.tiles().all_words(table.hand()),
            claimable: 0,
            mountains: Vec::new(),
        };
        let mut supply = table.token_supply();
        for (at, segment) in catalogue.kind(table.hand()).segments.iter().enumerate() {
            hand.kinds[at] = segment.kind;
            hand.claimable |= u16::from(allowed.cowboys >> segment.kind as u8 & 1) << at;
            if segment.kind == FeatureKind::Mountain {
                hand.mountains.push(at);
                let each = table.rules().tokens_per_nugget;
                let laid = mining::tokens_for_nuggets(segment.nuggets, each, &mut supply);
                hand.words[at] = hand.words[at].with_tokens(laid);
            }
        }
        hand
    }
}

/// Changes by a placement for the seats before the action.
#[derive(Clone, Copy)]
struct Standing {
    /// Points from features.
    points: [u16; MAX_PLAYERS],
    holdings: Holdings,
}

/// The turns of a seat on a table.
struct Listing<'t> {
    state: &'t State<'static>,
    seat: Player,
    window: usize,
    layout: &'t Layout,
    numbers: ActionNumbers,
    scoring: &'t Scoring,
    allowed: AllowedActions,
    expectation: Expectation,
    sides: Sides,
    standing: Standing,
    claims: Claims,
    shares: Shares,
    /// The claims and holdings before the turn.
    tally: Tally,
    hand: Hand,
    /// Actions that pitch a tent on a tile laid before: the tent, and the number if it is inside the window.
    tents: Vec<(u8, Option<usize>)>,
    preview: Preview,
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
        let allowed = table.allowed();
        let claims = claims(table);
        let mut points = [0; MAX_PLAYERS];
        for seat in Player::all(table.players()) {
            points[seat.index()] = table.feature_points(seat);
        }
        let standing = Standing {
            points,
            holdings: Holdings::of(table),
        };
        let mut tents = Vec::new();
        for to in table.vacant().iter() {
            for tent in 0..allowed.tents {
                let mv = Move::Act(Action::Tent { tent, to });
                tents.push((tent, GoldRush::action(state, mv, window)));
            }
        }
        let mut tally = Tally::new(sides);
        tally.hold(&standing.holdings);
        let shares: Shares = claims.iter().map(|claim| sides.share(claim)).collect();
        shares.iter().for_each(|share| tally.add_share(share));
        Listing {
            state,
            seat,
            window,
            layout,
            numbers: ActionNumbers::new(table.rules(), window),
            scoring: table.setup().scoring(),
            allowed,
            expectation: Expectation::of(&View::new(state, seat)),
            sides,
            standing,
            claims,
            shares,
            tally,
            hand: Hand::new(table, allowed),
            tents,
            preview: Preview::default(),
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
            &self.hand.words,
            slot,
            rotation,
            &mut self.preview,
        );
        let cell = table.landscape().frontier().cell(slot);
        let number = placement(cell, rotation, self.window);
        let place = number.unwrap_or_else(|| self.layout.actions() + nth) as i32;
        let Some(standing) = self.complete_railroads() else {
            return self.play(Move::Place { cell, rotation }, place, turns);
        };
        let tally = self.tally_after(&standing);
        let none = self.row(&tally, &standing, None, turns);
        turns.push([place, self.numbers.none() as i32, NONE], none);
        // Place of the next action among the legal ones.
        let mut at = 1;
        for segment in bits(self.hand.claimable.into()) {
            if let Some(row) = self.cowboy(usize::from(segment), &tally, &standing, turns) {
                turns.push([place, self.numbers.cowboy(segment) as i32, NONE], row);
                at += 1;
            }
        }
        self.pitch([place as usize, at, none], cell, &tally, &standing, turns);
        self.mine(place, &tally, &standing, turns);
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
        turns.expand::<GoldRush>(world, after, self.seat, &mut vec![place], window, layout);
    }

    /// Scores the railroads that the tile completes; `None` if it completes more than railroads without cities.
    fn complete_railroads(&self) -> Option<Standing> {
        let mut standing = self.standing;
        // A group that joins nothing is unclaimed and open.
        for group in self.preview.touched_groups() {
            let word = self.preview.word(group);
            if !word.is_complete() {
                continue;
            }
            match self.hand.kinds[group] {
                FeatureKind::Railroad if word.city_ends() == 0 => self.score(word, &mut standing),
                FeatureKind::Railroad | FeatureKind::Mountain => return None,
                FeatureKind::City | FeatureKind::Prairie => {}
            }
        }
        Some(standing)
    }

    /// Scores a completed railroad, and returns its cowboys.
    fn score(&self, word: FeatureWord, standing: &mut Standing) {
        let points = final_scoring::completed_points(FeatureKind::Railroad, word, self.scoring).0;
        let (seats, [points]) = self.scoring.ties.shared(word.pieces(), [points]);
        for seat in seats.iter() {
            standing.points[seat.index()] += points;
        }
        word.pieces()
            .for_each_seat(|seat, count| standing.holdings.supply[seat] += usize::from(count));
    }

    /// Returns true if a group is scored at the end of the turn, provided that railroads are all that is completed.
    fn is_scored(&self, group: usize) -> bool {
        self.hand.kinds[group] == FeatureKind::Railroad && self.preview.word(group).is_complete()
    }

    /// Counts holdings and claims after the placement.
    fn tally_after(&self, standing: &Standing) -> Tally {
        let mut touched = self.preview.touched_groups();
        if touched.all(|group| self.preview.word(group).pieces().is_empty()) {
            return self.tally;
        }
        let mut tally = Tally::new(self.sides);
        tally.hold(&standing.holdings);
        let mut counted = 0_u32;
        for (claim, share) in self.claims.iter().zip(&self.shares) {
            match self.preview.group_of(claim.feature) {
                None => tally.add_share(share),
                Some(group) if counted >> group & 1 == 0 => {
                    counted |= 1 << group;
                    if !self.is_scored(group) {
                        tally.add(&self.claim(group, self.preview.word(group)));
                    }
                }
                Some(_) => {}
            }
        }
        tally
    }

    /// Returns the claim on a group of the tile with these totals.
    fn claim(&self, group: usize, word: FeatureWord) -> Claim {
        let kind = self.hand.kinds[group];
        let complete = match kind {
            FeatureKind::Railroad | FeatureKind::Mountain => {
                Some(final_scoring::completed_points(kind, word, self.scoring).0)
            }
            FeatureKind::City | FeatureKind::Prairie => None,
        };
        Claim {
            feature: Default::default(),
            kind: kind.into(),
            word,
            worth: (complete, final_scoring::points(kind, word, self.scoring)),
        }
    }

    /// Adds a row of features; `mined` is the seat that has got another token.
    fn row(
        &self,
        tally: &Tally,
        standing: &Standing,
        mined: Option<Player>,
        turns: &mut Turns,
    ) -> usize {
        // The next tile is drawn.
        let left = self.state.table().tiles_left() - 1;
        self.write(tally, standing, mined, left, turns)
    }

    /// Adds the row of a position with this number of tiles left.
    fn write(
        &self,
        tally: &Tally,
        standing: &Standing,
        mined: Option<Player>,
        left: usize,
        turns: &mut Turns,
    ) -> usize {
        let table = self.state.table();
        let mut points = [0.0; MAX_PLAYERS];
        for seat in Player::all(table.players()) {
            let tokens = table.token_count(seat) + u8::from(mined == Some(seat));
            points[seat.index()] =
                self.expectation
                    .points(seat, standing.points[seat.index()], tokens);
        }
        let row = turns.add_row();
        tally.write(self.sides.sum(&points), left, turns.row_mut(row));
        row
    }

    /// Adds the row of a cowboy on a segment of the tile; `None` if others stand there.
    fn cowboy(
        &self,
        segment: usize,
        tally: &Tally,
        standing: &Standing,
        turns: &mut Turns,
    ) -> Option<usize> {
        let group = self.preview.group(segment);
        let own = self.seat.index();
        let word = self.preview.word(group);
        if !word.pieces().is_empty() {
            return None;
        }
        let mut tally = *tally;
        let mut standing = *standing;
        let word = word.with_piece(self.seat);
        standing.holdings.supply[own] -= 1;
        if self.is_scored(group) {
            self.score(word, &mut standing);
        } else {
            let Holdings { supply, camps } = standing.holdings;
            tally = tally.with_own(supply[own], camps[own]);
            tally.add(&self.claim(group, word));
        }
        Some(self.row(&tally, &standing, None, turns))
    }

    /// Adds the turns with a tent: one from the supply is one more that is pitched, and a moved one changes no feature. `begun` has
    /// the action of the placement, the place of the first tent among the legal actions, and the row without an action.
    fn pitch(
        &self,
        begun: [usize; 3],
        cell: Cell,
        tally: &Tally,
        standing: &Standing,
        turns: &mut Turns,
    ) {
        let [place, first, none] = begun;
        let Holdings { supply, camps } = standing.holdings;
        let [supply, pitched] = [supply, camps].map(|held| held[self.seat.index()]);
        let another = tally.with_own(supply, pitched + 1);
        let mut row_of_another = None;
        let here = (0..self.hand.mountains.len()).flat_map(|nth| {
            (0..self.allowed.tents).map(move |tent| (tent, self.numbers.tent(tent, cell, nth)))
        });
        for (at, (tent, number)) in (first..).zip(self.tents.iter().copied().chain(here)) {
            let row = if usize::from(tent) < pitched {
                none
            } else {
                *row_of_another.get_or_insert_with(|| self.row(&another, standing, None, turns))
            };
            let number = number.unwrap_or_else(|| self.layout.actions() + at);
            turns.push([place as i32, number as i32, NONE], row);
        }
    }

    /// Adds the turns that mine a token.
    fn mine(&self, place: i32, tally: &Tally, standing: &Standing, turns: &mut Turns) {
        if !self.allowed.mining {
            return;
        }
        let table = self.state.table();
        let mut mined = None;
        for (tent, at) in (0..).zip(table.tents(self.seat)) {
            let mountain = table.feature(*at);
            let group = self.preview.group_of(mountain);
            let word = group.map_or(table.word(mountain), |group| self.preview.word(group));
            if word.tokens() > 0 {
                let seat = Some(self.seat);
                let row = *mined.get_or_insert_with(|| self.row(tally, standing, seat, turns));
                turns.push([place, self.numbers.mine(tent) as i32, NONE], row);
            }
        }
    }
}
