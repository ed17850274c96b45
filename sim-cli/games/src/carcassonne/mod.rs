//! Carcassonne, with or without The Gold Mines: description, result schema and observers.

mod analysis;
mod art;
mod brief;
mod catalogue;
mod event;
mod glyphs;
mod legal_moves;
mod lessons;
mod perft;
mod play;
mod protocol;
mod scene;
mod scored;
mod small;
mod variants;
mod words;

use goldrush_engine::carcassonne::{
    Carcassonne, GAME, GAME_WITH_MINES, Move, Observer, Setup, State, Table,
};
use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{Points, State as _};
use goldrush_engine::landscape::TileId;
use goldrush_engine::player::MAX_PLAYERS;
use goldrush_engine::rng::StreamRng;
use goldrush_engine::rulebook;

use event::EventLog;

use super::about::About;
use super::ask::{Ask, Element, FARMERS, RUNAWAY, ask};
use super::schema::{Column, GameValues, ResultSchema, Role, SeatValues, columns, third};
use super::{GameCounts, Harness, Observers, tile_scene};

/// Description of the base game.
pub const ABOUT: About = About {
    name: GAME,
    title: "Carcassonne, the base game with fields",
    book: rulebook::CARCASSONNE,
    preset: &[("gold_mines", "false")],
    idle: &["choose_ingots"],
    lineup: "greedy,random",
    agents: "level3,greedy,level7,heuristic",
    asks: &[FARMERS, RUNAWAY, GOLD_MINES],
};

const GOLD_MINES: Ask = ask(
    "gold-mines",
    "How do The Gold Mines change Carcassonne?",
    &[(Element::Game, &["carcassonne", "carcassonne+gold-mines"])],
    &[],
);

/// Description of the game with the gold tiles.
pub static ABOUT_WITH_MINES: About = About {
    asks: &[
        FARMERS,
        RUNAWAY,
        GOLD_MINES,
        ask(
            "choose-ingots",
            "Does it matter that players who share ingots may choose?",
            &[(Element::Option("choose_ingots"), &["yes", "no"])],
            &[],
        ),
    ],
    name: GAME_WITH_MINES,
    title: "Carcassonne with The Gold Mines",
    book: rulebook::GOLD_MINES,
    preset: &[("gold_mines", "true")],
    idle: &[],
    ..ABOUT
};

columns! {
    GAME_COLUMNS, game_values(state: &State<'_>) -> GameValues {
        discarded = Column::number("tiles that fit nowhere and left the game", "tiles that fit nowhere")
            => state.discarded() as u16;
        ingots_left = Column::number("ingots left on tiles at the end", "ingots nobody took") => ingots_left(state.table());
    }
}

columns! {
    SEAT_COLUMNS, seat_values(points: [Points; 5], ingots: u8, counts: &SeatCounts) -> SeatValues {
        road = Column::source("points from roads", "roads", "railroad") => points[0];
        city = Column::source("points from cities", "cities", "city") => points[1];
        monastery = Column::source("points from monasteries", "monasteries", "mountain") => points[2];
        field = Column::source("points from fields", "fields", "prairie") => points[3];
        gold = Column::source("points from ingots (M7)", "ingots", "tokens") => points[4];
        followers_placed = Column::sum(FOLLOWERS, Role::AllPieces);
        highwaymen = Column::piece("followers placed on roads", "railroad") => counts.followers[0];
        knights = Column::piece("followers placed in cities", "city") => counts.followers[1];
        monks = Column::piece("followers placed on monasteries", "mountain") => counts.followers[2];
        farmers = Column::piece("followers placed on fields", "prairie") => counts.followers[3];
        ingots = Column::action("ingots taken", "ingots taken") => ingots.into();
        followers_first_third = Column::third(0, "followers placed in the first third of the tiles", FOLLOWERS)
            => counts.thirds[0];
        followers_second_third = Column::third(1, "followers placed in the second third of the tiles", FOLLOWERS)
            => counts.thirds[1];
        followers_last_third = Column::third(2, "followers placed in the last third of the tiles", FOLLOWERS)
            => counts.thirds[2];
    }
}

const FOLLOWERS: &str = "followers placed";

static SCHEMA: ResultSchema = ResultSchema::new(GAME, GAME_COLUMNS, SEAT_COLUMNS, "followers");

/// Returns the number of ingots on tiles.
fn ingots_left(table: &Table) -> u16 {
    let tiles = table.landscape().tiles().len() as u8;
    (0..tiles)
        .map(|at| u16::from(table.ingots_on(TileId(at))))
        .sum()
}

/// Counts collected while a game is played.
#[derive(Clone, Default, Debug)]
pub struct GameStats {
    turns: u16,
    seats: [SeatCounts; MAX_PLAYERS],
}

/// Counts of one seat.
#[derive(Clone, Copy, Default, Debug)]
struct SeatCounts {
    /// Followers placed, by kind of feature.
    followers: [u16; 4],
    /// Followers placed, by third of the game.
    thirds: [u16; 3],
}

impl Observer<Carcassonne> for GameStats {
    fn on_move(&mut self, table: &Table, mv: Move) {
        match mv {
            Move::Place { .. } => self.turns += 1,
            Move::Follow { segment } => {
                let tile = table.landscape().tile(table.newest());
                let kind = table.segments(tile)[usize::from(segment)].kind;
                let seat = &mut self.seats[table.seat().index()];
                seat.followers[kind as usize] += 1;
                seat.thirds[third(usize::from(self.turns), table.tiles_left())] += 1;
            }
            Move::Ingot { .. } | Move::Pass | Move::Take { .. } => {}
        }
    }
}

impl Harness for Carcassonne {
    tile_scene::harness_items!();

    fn on_deal(dealt: &State<'_>, observers: &mut Observers<Carcassonne>) {
        State::with_deal(dealt.table().setup(), dealt.deal_order(), observers);
    }

    fn counted(state: &State<'_>, observers: &Observers<Carcassonne>) -> GameCounts {
        let table = state.table();
        let stats = &observers.stats;
        GameCounts::new(state, stats.turns, game_values(state), |seat| {
            seat_values(
                state.sources(seat),
                table.collected(seat),
                &stats.seats[seat.index()],
            )
        })
    }

    #[inline]
    fn stamp(mv: Move, fingerprint: &mut Fingerprint) {
        match mv {
            Move::Place { cell, rotation } => {
                let place = u64::from(cell.x as u8) << 8 | u64::from(cell.y as u8);
                fingerprint.push(1 << 32 | place << 8 | rotation as u64);
            }
            Move::Ingot { on } => fingerprint.push(2 << 32 | on.index() as u64),
            Move::Pass => fingerprint.push(3 << 32),
            Move::Follow { segment } => fingerprint.push(4 << 32 | u64::from(segment)),
            Move::Take { from } => fingerprint.push(5 << 32 | from.index() as u64),
        }
    }
}
