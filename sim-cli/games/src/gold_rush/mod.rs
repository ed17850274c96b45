//! Gold Rush: description, result schema and observers.

mod actions;
mod analysis;
mod art;
mod brief;
pub mod catalogue;
mod describe;
pub mod event;
mod glyphs;
pub mod legal_moves;
mod lessons;
mod perft;
mod play;
pub mod protocol;
mod scene;
mod scored;
mod small;
pub mod variants;
mod words;

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{Points, State as _};
use goldrush_engine::gold_rush::{
    AcquiredToken, Acquisition, Action, Evaluation, FeatureKind, GAME, GoldRush, Move, Observer,
    Setup, State, Table,
};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::rng::StreamRng;
use goldrush_engine::rulebook;

use super::about::About;
use super::ask::Element::Option as Rule;
use super::ask::{Ask, RUNAWAY, ask};
use super::gold_rush::event::EventLog;
use super::schema::{Column, GameValues, ResultSchema, Role, SeatValues, columns, third};
use super::{GameCounts, Harness, Observers, tile_scene};

/// Description of Carcassonne: Gold Rush.
pub static ABOUT: About = About {
    name: GAME,
    title: "Carcassonne: Gold Rush",
    book: rulebook::GOLD_RUSH,
    preset: &[],
    idle: &[],
    lineup: "greedy,random",
    agents: "level3,greedy,level7,heuristic",
    asks: &ASKS,
};

const ASKS: [Ask; 8] = [
    ask(
        "tents",
        "How do tents change the game, and how much is one worth?",
        &[(Rule("tents"), &["1", "0", "2"])],
        &["tents"],
    ),
    ask(
        "mining",
        "How much is mining worth?",
        &[(Rule("mining_interval"), &["1", "2"])],
        &["mining"],
    ),
    ask(
        "locomotives",
        "How do locomotives change the game, and how many should there be?",
        &[
            (Rule("locomotives"), &["exactly-one", "never"]),
            (Rule("locomotive_tiles"), &["11", "5"]),
        ],
        &[],
    ),
    ask(
        "farmers",
        "How do farmers change the game, and how much is one worth?",
        &[(Rule("farmers"), &["yes", "no"])],
        &["farmers"],
    ),
    RUNAWAY,
    ask(
        "cowboys",
        "How many cowboys should a player have?",
        &[(Rule("cowboys"), &["4", "3", "5"])],
        &[],
    ),
    // 63 tokens of value 2: nearly the average value of the printed ones.
    ask(
        "tokens",
        "Does it matter that tokens have different values?",
        &[(Rule("tokens"), &["printed", "2=63"])],
        &[],
    ),
    ask(
        "take-back",
        "What changes if players may take cowboys back?",
        &[(Rule("take_back"), &["no", "yes"])],
        &[],
    ),
];

columns! {
    GAME_COLUMNS, game_values(state: &State<'_>, stats: &GameStats) -> GameValues {
        discarded = Column::number("tiles that fit nowhere and left the game", "tiles that fit nowhere") => stats.discarded;
        railroads_completed = Column::completed("railroads completed, scored or not") => stats.completed[0];
        mountains_completed = Column::completed("mountains completed, scored or not") => stats.completed[1];
        cities_completed = Column::completed("cities completed, scored or not") => stats.completed[2];
        tokens_left = Column::number("mining tokens that nobody acquired", "tokens nobody got") => tokens_left(state);
    }
}

columns! {
    SEAT_COLUMNS, seat_values(points: [Points; 5], counts: &SeatCounts) -> SeatValues {
        railroad = Column::source("points from railroads", "railroads", "railroad") => points[0];
        mountain = Column::source("points from mountains", "mountains", "mountain") => points[1];
        city = Column::source("points from cities", "cities", "city") => points[2];
        prairie = Column::source("points from prairies", "prairies", "prairie") => points[3];
        tokens = Column::source("points from mining tokens", "tokens", "tokens") => points[4];
        cowboys_placed = Column::sum("cowboys placed", Role::AllPieces);
        railwaymen = Column::piece("cowboys placed on railroads", "railroad") => counts.cowboys[0];
        miners = Column::piece("cowboys placed on mountains", "mountain") => counts.cowboys[1];
        merchants = Column::piece("cowboys placed in cities", "city") => counts.cowboys[2];
        farmers = Column::piece("cowboys placed on prairies", "prairie") => counts.cowboys[3];
        tents_pitched = Column::action("times a tent was pitched or moved", "tents pitched") => counts.tents;
        tokens_mined = Column::action("tokens mined", "tokens mined") => counts.mined;
        tokens_won = Column::action("tokens won with a completed mountain", "tokens won") => counts.won;
        take_backs = Column::action("cowboys taken back (V5)", "take-backs") => counts.take_backs;
        features_completed = Column::sum("features scored", Role::AllCompleted);
        locomotive_bonus = Column::action("points due to locomotives; part of `railroad`", "points from locomotives").in_points()
            => counts.locomotive_bonus;
        railroads_completed = Column::completed("completed railroads that the seat scored") => counts.completed[0];
        mountains_completed = Column::completed("completed mountains that the seat scored") => counts.completed[1];
        cities_completed = Column::completed("completed cities that the seat scored") => counts.completed[2];
        cowboys_first_third = Column::third(0, "cowboys placed in the first third of the tiles", COWBOYS) => counts.thirds[0][0];
        cowboys_second_third = Column::third(1, "cowboys placed in the second third of the tiles", COWBOYS) => counts.thirds[0][1];
        cowboys_last_third = Column::third(2, "cowboys placed in the last third of the tiles", COWBOYS) => counts.thirds[0][2];
        tents_first_third = Column::third(0, "times a tent was pitched or moved in the first third of the tiles", TENTS)
            => counts.thirds[1][0];
        tents_second_third = Column::third(1, "times a tent was pitched or moved in the second third of the tiles", TENTS)
            => counts.thirds[1][1];
        tents_last_third = Column::third(2, "times a tent was pitched or moved in the last third of the tiles", TENTS)
            => counts.thirds[1][2];
        mined_first_third = Column::third(0, "tokens mined in the first third of the tiles", MINED) => counts.thirds[2][0];
        mined_second_third = Column::third(1, "tokens mined in the second third of the tiles", MINED) => counts.thirds[2][1];
        mined_last_third = Column::third(2, "tokens mined in the last third of the tiles", MINED) => counts.thirds[2][2];
    }
}

const COWBOYS: &str = "cowboys placed";
const TENTS: &str = "tents pitched";
const MINED: &str = "tokens mined";

static SCHEMA: ResultSchema = ResultSchema::new(GAME, GAME_COLUMNS, SEAT_COLUMNS, "cowboys");

/// Returns the number of tokens that nobody has.
fn tokens_left(state: &State<'_>) -> u16 {
    let held: u16 = Player::all(state.players())
        .map(|p| u16::from(state.table().token_count(p)))
        .sum();
    state.table().setup().tokens().len() as u16 - held
}

/// Counts collected while a game is played.
#[derive(Clone, Default, Debug)]
pub struct GameStats {
    seats: [SeatCounts; MAX_PLAYERS],
    turns: u16,
    /// The third of the game being played, from 0.
    third: usize,
    discarded: u16,
    completed: [u16; 3],
}

/// Counts of one seat.
#[derive(Clone, Copy, Default, Debug)]
struct SeatCounts {
    /// Cowboys placed, by kind of feature.
    cowboys: [u16; 4],
    /// Times a tent was pitched or moved.
    tents: u16,
    take_backs: u16,
    mined: u16,
    /// Tokens won with a mountain.
    won: u16,
    /// Points gained from locomotives.
    locomotive_bonus: Points,
    /// Completed railroads, mountains and cities that the seat scored.
    completed: [u16; 3],
    /// Cowboys placed, tents pitched or moved, and tokens mined, each by third of the game.
    thirds: [[u16; 3]; 3],
}

impl Observer<GoldRush> for GameStats {
    fn on_move(&mut self, table: &Table, mv: Move) {
        let seat = &mut self.seats[table.seat().index()];
        match mv {
            Move::Place { .. } => {
                self.turns += 1;
                self.third = third(usize::from(self.turns), table.tiles_left());
            }
            Move::Act(Action::Cowboy { segment }) => {
                let tile = table.landscape().tile(table.newest());
                seat.cowboys[table.segments(tile)[usize::from(segment)].kind as usize] += 1;
                seat.thirds[0][self.third] += 1;
            }
            Move::Act(Action::Tent { .. }) => {
                seat.tents += 1;
                seat.thirds[1][self.third] += 1;
            }
            Move::Act(Action::TakeBack { .. }) => seat.take_backs += 1,
            Move::Act(Action::None | Action::Mine { .. }) => {}
        }
    }

    fn on_discard(&mut self, _: KindId) {
        self.discarded += 1;
    }

    fn on_gain(&mut self, player: Player, token: AcquiredToken) {
        let seat = &mut self.seats[player.index()];
        match token.how {
            Acquisition::Mined => {
                seat.mined += 1;
                seat.thirds[2][self.third] += 1;
            }
            Acquisition::Won => seat.won += 1,
        }
    }

    fn on_evaluation(&mut self, _: &Table, evaluation: &Evaluation) {
        if !evaluation.complete || evaluation.kind == FeatureKind::Prairie {
            return;
        }
        self.completed[evaluation.kind as usize] += 1;
        for seat in evaluation.seats.iter() {
            let seat = &mut self.seats[seat.index()];
            seat.completed[evaluation.kind as usize] += 1;
            seat.locomotive_bonus += evaluation.doubled;
        }
    }
}

impl Harness for GoldRush {
    tile_scene::harness_items!();

    fn on_deal(dealt: &State<'_>, observers: &mut Observers<GoldRush>) {
        State::with_deal(dealt.table().setup(), &play::deal_of(dealt), observers);
    }

    fn counted(state: &State<'_>, observers: &Observers<GoldRush>) -> GameCounts {
        let stats = &observers.stats;
        GameCounts::new(state, stats.turns, game_values(state, stats), |seat| {
            seat_values(state.sources(seat), &stats.seats[seat.index()])
        })
    }

    #[inline]
    fn stamp(mv: Move, fingerprint: &mut Fingerprint) {
        fingerprint.push(mv.code());
    }
}
