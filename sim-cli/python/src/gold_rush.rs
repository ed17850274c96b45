//! Gold Rush in arrays.

use goldrush_engine::game::{Text as _, TextError, View};
use goldrush_engine::gold_rush::rules::MAX_COWBOYS;
use goldrush_engine::gold_rush::{Action, FeatureKind, GoldRush, Move, Rules, Setup, State, Table};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use crate::gold_rush_turns;
use crate::landscape::{self, KINDS, LandscapeArrays, cell_in, placement};
use crate::lens::{Layout, Lens, Section};
use crate::planes::Planes;
use crate::turns::Turns;

impl LandscapeArrays for GoldRush {
    const KINDS: [&'static str; KINDS] = ["railroads", "mountains", "cities", "prairies"];
    const HOLDS: &'static [&'static str] = &["tokens", "tents in supply"];

    fn figures<'t>(table: &'t Table, seat: Player) -> &'t [SegmentId] {
        table.cowboys(seat)
    }

    fn camps<'t>(table: &'t Table, seat: Player) -> &'t [SegmentId] {
        table.tents(seat)
    }

    fn supply(table: &Table, seat: Player) -> usize {
        table.cowboy_supply(seat)
    }

    fn points_from(table: &Table, kind: usize, seat: Player) -> u16 {
        table.points(FeatureKind::ALL[kind], seat)
    }

    fn worth(table: &Table, segment: SegmentId) -> (Option<u16>, u16) {
        table.potential_points(segment)
    }

    fn holds(table: &Table, seat: Player, at: usize) -> f32 {
        if at == 0 {
            f32::from(table.token_count(seat))
        } else {
            table.tent_supply(seat) as f32
        }
    }

    /// Calls `each` with the tokens of each mountain, on the tile of its first segment.
    fn piles(table: &Table, mut each: impl FnMut(Cell, u8)) {
        let features = table.landscape().features();
        for segment in (0..features.len() as u16).map(SegmentId) {
            let feature = features.find(segment);
            if feature.segment() == segment && table.kind(segment) == FeatureKind::Mountain {
                let first = features.ring(feature).min().unwrap_or(segment);
                each(
                    table.landscape().tile_of(first).cell(),
                    features.word(feature).tokens(),
                );
            }
        }
    }
}

/// Maximum number of mountain segments of a tile: each reaches a side, which the checks of catalogues ensure.
const MOUNTAINS: usize = 4;

impl Lens for GoldRush {
    fn parse(setup: &'static Setup, text: &str) -> Result<State<'static>, TextError> {
        State::from_text(setup, text)
    }

    fn layout(setup: &Setup, window: usize) -> Layout {
        let tents = usize::from(setup.rules().tents);
        let half = window / 2;
        let tent = format!(
            "((tent * {window} + y + {half}) * {window} + x + {half}) * {MOUNTAINS} + which mountain segment of the tile it goes to; \
             tents are numbered in the order pitched, then the next of the supply"
        );
        let tiles: Vec<&str> = setup
            .catalogue()
            .kinds()
            .iter()
            .map(|kind| &kind.name[..])
            .collect();
        Layout {
            sections: vec![
                landscape::places(window),
                Section::new("none", 1, "no action"),
                landscape::figures("cowboy"),
                Section {
                    name: "tent",
                    size: tents * window * window * MOUNTAINS,
                    meaning: tent,
                },
                Section::new("mine", tents, "tent, in the order pitched"),
                Section::new("take_back", MAX_COWBOYS, "cowboy, in the order placed"),
            ],
            draws: tiles.iter().map(ToString::to_string).collect(),
            planes: landscape::planes(["prairie", "railroad", "mountain"]),
            side: window,
            table: landscape::table_names::<GoldRush>(&tiles)
                .into_iter()
                .chain([OWN_TOKENS.into()])
                .collect(),
            features: landscape::feature_names::<GoldRush>(),
            terms: landscape::TERMS,
        }
    }

    fn action(state: &State<'static>, mv: Move, window: usize) -> Option<usize> {
        let table = state.table();
        let numbers = ActionNumbers::new(table.rules(), window);
        let action = match mv {
            Move::Place { cell, rotation } => return placement(cell, rotation, window),
            Move::Act(action) => action,
        };
        Some(match action {
            Action::None => numbers.none(),
            Action::Cowboy { segment } => numbers.cowboy(segment),
            Action::Tent { tent, to } => {
                let landscape = table.landscape();
                let before =
                    (1..=landscape.index_on_tile(to) as u16).map(|back| SegmentId(to.0 - back));
                let nth = before
                    .filter(|segment| table.kind(*segment) == FeatureKind::Mountain)
                    .count();
                numbers.tent(tent, landscape.tile_of(to).cell(), nth)?
            }
            Action::Mine { tent } => numbers.mine(tent),
            Action::TakeBack { cowboy } => numbers.take_back(cowboy),
        })
    }

    fn table(view: &View<State<'static>>, table: &mut [f32]) {
        let (own, table) = table
            .split_last_mut()
            .expect("the last entry is of the own tokens");
        landscape::table(view.table(), view.observer(), table);
        *own = f32::from(view.own_token_points());
    }

    fn board(view: &View<State<'static>>, window: usize, board: &mut Planes) {
        landscape::board(view.table(), view.observer(), window, board);
    }

    fn describe(view: &View<State<'static>>, terms: &mut [f32]) {
        describe(view, view.table(), terms);
    }

    fn complete(features: &mut [f32]) {
        landscape::complete(features);
    }

    fn expect(
        before: &State<'static>,
        _: Move,
        after: &State<'static>,
        seat: Player,
        terms: &mut [f32],
    ) {
        describe(&View::new(before, seat), after.table(), terms);
    }

    /// Features do not depend on the mountain where a tent is pitched or a token mined, unless it is complete and scored.
    fn outcome(state: &State<'static>, mv: Move) -> Option<u32> {
        let table = state.table();
        if table.tiles_left() == 0 {
            return None;
        }
        let tents = table.tents(table.seat());
        match mv {
            Move::Act(Action::Tent { tent, .. }) => Some(match tents.get(usize::from(tent)) {
                Some(from) => scored_mountain(table, *from) << 1,
                None => SUPPLY,
            }),
            Move::Act(Action::Mine { tent }) => {
                Some(scored_mountain(table, tents[usize::from(tent)]) << 1 | 1)
            }
            _ => None,
        }
    }

    fn list_turns(
        state: &State<'static>,
        seat: Player,
        window: usize,
        layout: &Layout,
        turns: &mut Turns,
    ) {
        gold_rush_turns::list(state, seat, window, layout, turns);
    }

    fn lead(terms: &[f32]) -> f32 {
        landscape::lead(terms)
    }
}

/// Outcome of pitching a tent from the supply: no mountain has this number.
const SUPPLY: u32 = u32::MAX;

/// Returns a number of the mountain of a segment if it is complete, or else 0.
fn scored_mountain(table: &Table<'static>, segment: SegmentId) -> u32 {
    let mountain = table.feature(segment);
    let is_complete = table.word(mountain).is_complete();
    u32::from(is_complete) * (1 + u32::from(mountain.segment().0))
}

/// Writes the terms of a position; the observer of `view` knows the values of the tokens that it has there, and no other's.
fn describe(view: &View<State<'static>>, table: &Table<'static>, terms: &mut [f32]) {
    let expectation = Expectation::of(view);
    let mut points = [0.0; MAX_PLAYERS];
    for seat in Player::all(table.players()) {
        points[seat.index()] =
            expectation.points(seat, table.feature_points(seat), table.token_count(seat));
    }
    landscape::terms(table, view.observer(), &points, terms);
}

/// Tokens as a seat expects them: it knows the values of its own.
pub(crate) struct Expectation {
    observer: Player,
    /// Points of its own tokens, and their number.
    own: (f32, u8),
    /// Mean of the values it has not seen.
    mean: f32,
}

impl Expectation {
    /// Returns what the observer of a view expects.
    pub(crate) fn of(view: &View<State<'static>>) -> Expectation {
        let (sum, count) = view.unseen_tokens();
        Expectation {
            observer: view.observer(),
            own: (
                f32::from(view.own_token_points()),
                view.table().token_count(view.observer()),
            ),
            mean: if count == 0 {
                0.0
            } else {
                sum as f32 / count as f32
            },
        }
    }

    /// Returns the points of a seat with these points from features and this number of tokens.
    #[inline]
    pub(crate) fn points(&self, seat: Player, from_features: u16, tokens: u8) -> f32 {
        let (known, held) = if seat == self.observer {
            self.own
        } else {
            (0.0, 0)
        };
        f32::from(from_features) + known + self.mean * f32::from(tokens - held)
    }
}

/// Numbers of the actions after the placement.
pub(crate) struct ActionNumbers {
    window: usize,
    tents: usize,
}

impl ActionNumbers {
    pub(crate) fn new(rules: &Rules, window: usize) -> ActionNumbers {
        ActionNumbers {
            window,
            tents: usize::from(rules.tents),
        }
    }

    pub(crate) fn none(&self) -> usize {
        self.window * self.window * 4
    }

    pub(crate) fn cowboy(&self, segment: u8) -> usize {
        self.none() + 1 + usize::from(segment)
    }

    /// Returns the number of pitching a tent on a mountain segment of the tile on a cell, the `nth` of that tile; `None` outside the
    /// window.
    pub(crate) fn tent(&self, tent: u8, cell: Cell, nth: usize) -> Option<usize> {
        let place = usize::from(tent) * self.window * self.window + cell_in(cell, self.window)?;
        Some(self.first_tent() + place * MOUNTAINS + nth)
    }

    pub(crate) fn mine(&self, tent: u8) -> usize {
        self.first_tent() + self.tents * self.window * self.window * MOUNTAINS + usize::from(tent)
    }

    fn take_back(&self, cowboy: u8) -> usize {
        self.mine(0) + self.tents + usize::from(cowboy)
    }

    fn first_tent(&self) -> usize {
        self.none() + 1 + MAX_TILE_SEGMENTS
    }
}

const OWN_TOKENS: &str = "points of the seat's own tokens";
