//! Carcassonne, with and without The Gold Mines, in arrays.

use goldrush_engine::carcassonne::catalogue::FeatureKind;
use goldrush_engine::carcassonne::moves::Move;
use goldrush_engine::carcassonne::setup::Setup;
use goldrush_engine::carcassonne::state::State;
use goldrush_engine::carcassonne::table::Table;
use goldrush_engine::carcassonne::{Carcassonne, ingots};
use goldrush_engine::game::{Text as _, TextError, View};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use crate::carcassonne_turns;
use crate::landscape::{self, KINDS, LandscapeArrays, cell_in, placement};
use crate::lens::{Layout, Lens, Section};
use crate::planes::Planes;
use crate::turns::Turns;

impl LandscapeArrays for Carcassonne {
    const KINDS: [&'static str; KINDS] = ["roads", "cities", "monasteries", "fields"];
    const HOLDS: &'static [&'static str] = &["ingots"];

    fn figures<'t>(table: &'t Table, seat: Player) -> &'t [SegmentId] {
        table.followers(seat)
    }

    fn camps<'t>(_: &'t Table, _: Player) -> &'t [SegmentId] {
        &[]
    }

    fn supply(table: &Table, seat: Player) -> usize {
        table.follower_supply(seat)
    }

    fn points_from(table: &Table, kind: usize, seat: Player) -> u16 {
        table.points(FeatureKind::ALL[kind], seat)
    }

    fn worth(table: &Table, segment: SegmentId) -> (Option<u16>, u16) {
        table.potential_points(segment)
    }

    fn holds(table: &Table, seat: Player, _: usize) -> f32 {
        f32::from(table.collected(seat))
    }

    fn piles(table: &Table, mut each: impl FnMut(Cell, u8)) {
        for (at, tile) in table.landscape().tiles().iter().enumerate() {
            each(tile.cell(), table.ingots_on(TileId(at as u8)));
        }
    }
}

/// Returns the number of the action without a follower.
pub fn pass(window: usize) -> usize {
    window * window * 4
}

/// Returns the number of the action with a follower on a segment of the tile just laid.
pub fn follow(window: usize, segment: u8) -> usize {
    pass(window) + 1 + usize::from(segment)
}

/// Returns the distance between neighbors in a row or column as a number: 0, 1 or 2.
fn offset(from: i8, to: i8) -> usize {
    (i16::from(to) - i16::from(from) + 1) as usize
}

/// Number of cells around the tile just laid, including its own.
const AROUND: usize = 9;

impl Lens for Carcassonne {
    fn parse(setup: &'static Setup, text: &str) -> Result<State<'static>, TextError> {
        State::from_text(setup, text)
    }

    fn layout(setup: &Setup, window: usize) -> Layout {
        let half = window / 2;
        let take =
            format!("(y + {half}) * {window} + x + {half} of the tile an ingot is taken from");
        let tiles: Vec<&str> = setup
            .catalogue()
            .kinds()
            .map(|(_, kind)| &kind.id[..])
            .collect();
        Layout {
            sections: vec![
                landscape::places(window),
                Section::new("none", 1, "no follower"),
                landscape::figures("follow"),
                Section::new(
                    "ingot",
                    AROUND,
                    "(dy + 1) * 3 + dx + 1 from the tile just laid to where the second ingot goes",
                ),
                Section {
                    name: "take",
                    size: window * window,
                    meaning: take,
                },
            ],
            draws: tiles.iter().map(ToString::to_string).collect(),
            planes: landscape::planes(["field", "road", "city"]),
            side: window,
            table: landscape::table_names::<Carcassonne>(&tiles),
            features: landscape::feature_names::<Carcassonne>(),
            terms: landscape::TERMS,
        }
    }

    fn action(state: &State<'static>, mv: Move, window: usize) -> Option<usize> {
        let table = state.table();
        let ingot = follow(window, 0) + MAX_TILE_SEGMENTS;
        let cell_of = |tile| table.landscape().tile(tile).cell();
        Some(match mv {
            Move::Place { cell, rotation } => placement(cell, rotation, window)?,
            Move::Pass => pass(window),
            Move::Follow { segment } => follow(window, segment),
            Move::Ingot { on } => {
                let from = cell_of(table.newest());
                let to = cell_of(on);
                ingot + offset(from.y, to.y) * 3 + offset(from.x, to.x)
            }
            Move::Take { from } => ingot + AROUND + cell_in(cell_of(from), window)?,
        })
    }

    fn table(view: &View<State<'static>>, table: &mut [f32]) {
        landscape::table(view.table(), view.observer(), table);
    }

    fn board(view: &View<State<'static>>, window: usize, board: &mut Planes) {
        landscape::board(view.table(), view.observer(), window, board);
    }

    fn describe(view: &View<State<'static>>, terms: &mut [f32]) {
        let table = view.table();
        let mut points = [0.0; MAX_PLAYERS];
        for seat in Player::all(table.players()) {
            points[seat.index()] =
                f32::from(table.feature_points(seat) + ingots::ingot_points(table.collected(seat)));
        }
        landscape::terms(table, view.observer(), &points, terms);
    }

    fn complete(features: &mut [f32]) {
        landscape::complete(features);
    }

    fn expect(
        _: &State<'static>,
        _: Move,
        after: &State<'static>,
        seat: Player,
        terms: &mut [f32],
    ) {
        Self::describe(&View::new(after, seat), terms);
    }

    fn list_turns(
        state: &State<'static>,
        seat: Player,
        window: usize,
        layout: &Layout,
        turns: &mut Turns,
    ) {
        carcassonne_turns::list(state, seat, window, layout, turns);
    }

    fn lead(terms: &[f32]) -> f32 {
        landscape::lead(terms)
    }
}
