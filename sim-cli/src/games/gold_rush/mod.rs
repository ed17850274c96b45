//! Gold Rush: description, result schema and observers.

mod actions;
mod art;
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
mod search_policy;
pub mod variants;
mod words;

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{Points, State as _};
use goldrush_engine::gold_rush::{
    Acquisition, Action, Deal, Evaluation, FeatureKind, GAME, GoldRush, Move, Observer, Recorder, Setup, State, Table,
};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::rng::StreamRng;
use goldrush_engine::rulebook;

use super::about::About;
use super::ask::Ask;
use super::gold_rush::event::EventLog;
use super::scene::{Art, Landscape};
use super::schema::{MAX_COUNTS, Metric, ResultSchema, Roles, Source, columns, side_by_side, third};
use super::{Counted, Harness};

const fn source(name: &'static str, plural: &'static str) -> Source {
    Source { name, plural, class: name }
}

/// Description of Carcassonne: Gold Rush.
pub static ABOUT: About = About {
    name: GAME,
    title: "Carcassonne: Gold Rush",
    book: rulebook::GOLD_RUSH,
    preset: &[],
    idle: &[],
    lineup: "greedy,random",
    agents: "greedy,heuristic",
    asks: &ASKS,
};

const fn ask(
    name: &'static str,
    question: &'static str,
    factors: &'static [&'static str],
    denied: &'static [&'static str],
) -> Ask {
    Ask { name, question, factors, denied, about: &[] }
}

const ASKS: [Ask; 7] = [
    ask("tents", "How do tents change the game, and how much is one worth?", &["tents=1,0,2"], &["tents"]),
    ask("mining", "How much is mining worth?", &["mining-interval=1,2"], &["mining"]),
    ask(
        "locomotives",
        "How do locomotives change the game, and how many should there be?",
        &["locomotives=exactly-one,never", "locomotive-tiles=11,5"],
        &[],
    ),
    ask("farmers", "How do farmers change the game, and how much is one worth?", &["farmers=yes,no"], &["farmers"]),
    ask("cowboys", "How many cowboys should a player have?", &["cowboys=4,3,5"], &[]),
    // 63 tokens of value 2: nearly the average value of the printed ones.
    ask("tokens", "Does it matter that tokens have different values?", &["tokens=printed,2=63"], &[]),
    ask("take-back", "What changes if players may take cowboys back?", &["take-back=no,yes"], &[]),
];

const GAME_COUNTS: [(&str, &str); 5] = [
    ("discarded", "tiles that fit nowhere"),
    ("railroads_completed", "railroads completed"),
    ("mountains_completed", "mountains completed"),
    ("cities_completed", "cities completed"),
    ("tokens_left", "tokens nobody got"),
];

/// Counts per seat, in the order of [`SeatCounts::in_order`].
const COUNTS: [&str; 21] = [
    "railwaymen",
    "miners",
    "merchants",
    "farmers",
    "tents_pitched",
    "tokens_mined",
    "tokens_won",
    "take_backs",
    "locomotive_bonus",
    "railroads_completed",
    "mountains_completed",
    "cities_completed",
    "cowboys_first_third",
    "cowboys_second_third",
    "cowboys_last_third",
    "tents_first_third",
    "tents_second_third",
    "tents_last_third",
    "mined_first_third",
    "mined_second_third",
    "mined_last_third",
];

const fn phase(first: &'static str, second: &'static str, last: &'static str) -> [Metric; 3] {
    [Metric::of_schema(first), Metric::of_schema(second), Metric::of_schema(last)]
}

const COMPLETED: [&str; 3] = ["railroads_completed", "mountains_completed", "cities_completed"];
const FEATURES_COMPLETED: Metric = Metric::of_schema("features_completed");
const COWBOYS_PLACED: Metric = Metric::of_schema("cowboys_placed");

static SCHEMA: ResultSchema = ResultSchema {
    game: GAME,
    game_counts: &GAME_COUNTS,
    completed: side_by_side(&columns(&GAME_COUNTS), &COMPLETED),
    sources: &[
        source("railroad", "railroads"),
        source("mountain", "mountains"),
        source("city", "cities"),
        source("prairie", "prairies"),
        source("tokens", "tokens"),
    ],
    counts: &COUNTS,
    totals: &[
        (FEATURES_COMPLETED, side_by_side(&COUNTS, &COMPLETED)),
        (COWBOYS_PLACED, side_by_side(&COUNTS, &["railwaymen", "miners", "merchants", "farmers"])),
    ],
    tie_break: None,
    roles: Some(Roles {
        figures: "cowboys",
        total: COWBOYS_PLACED,
        each: &[
            (Metric::of_schema("railwaymen"), "railwaymen", "railroad"),
            (Metric::of_schema("miners"), "miners", "mountain"),
            (Metric::of_schema("merchants"), "merchants", "city"),
            (Metric::of_schema("farmers"), "farmers", "prairie"),
        ],
    }),
    actions: &[
        (COWBOYS_PLACED, "cowboys placed"),
        (Metric::of_schema("tents_pitched"), "tents pitched"),
        (Metric::of_schema("tokens_mined"), "tokens mined"),
        (Metric::of_schema("tokens_won"), "tokens won"),
        (Metric::of_schema("take_backs"), "take-backs"),
        (FEATURES_COMPLETED, "features scored"),
        (Metric::of_schema("locomotive_bonus"), "points from locomotives"),
    ],
    phases: &[
        (phase("cowboys_first_third", "cowboys_second_third", "cowboys_last_third"), "cowboys placed"),
        (phase("tents_first_third", "tents_second_third", "tents_last_third"), "tents pitched"),
        (phase("mined_first_third", "mined_second_third", "mined_last_third"), "tokens mined"),
    ],
};

/// Counts collected while a game is played.
#[derive(Clone, Default, Debug)]
pub struct Counter {
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
    /// Cowboys taken back.
    take_backs: u16,
    /// Tokens mined.
    mined: u16,
    /// Tokens won with a mountain.
    won: u16,
    /// Points gained from locomotives.
    locomotive_bonus: Points,
    /// Completed railroads, mountains and cities that the seat scored.
    completed: [u16; 3],
    /// Cowboys placed, tents pitched or moved, and tokens mined, each by third of the game.
    phases: [[u16; 3]; 3],
}

impl SeatCounts {
    /// Returns all counts in the order of the schema's columns.
    fn in_order(&self) -> [u16; MAX_COUNTS] {
        let ([a, b, c, d], [e, f, g]) = (self.cowboys, self.completed);
        let counts = [a, b, c, d, self.tents, self.mined, self.won, self.take_backs, self.locomotive_bonus, e, f, g];
        let mut all = [0; MAX_COUNTS];
        let phases = self.phases.iter().flatten();
        all.iter_mut().zip(counts.iter().chain(phases)).for_each(|(to, count)| *to = *count);
        all
    }
}

impl Observer for Counter {
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
                seat.phases[0][self.third] += 1;
            }
            Move::Act(Action::Tent { .. }) => {
                seat.tents += 1;
                seat.phases[1][self.third] += 1;
            }
            Move::Act(Action::TakeBack { .. }) => seat.take_backs += 1,
            Move::Act(Action::None | Action::Mine { .. }) => {}
        }
    }

    fn on_discard(&mut self, _: KindId) {
        self.discarded += 1;
    }

    fn on_token(&mut self, player: Player, _: u8, how: Acquisition) {
        let seat = &mut self.seats[player.index()];
        match how {
            Acquisition::Mined => {
                seat.mined += 1;
                seat.phases[2][self.third] += 1;
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

/// Observers of a game: they count, and record the game or log events for bots if asked to.
#[derive(Clone, Default)]
pub struct Observers {
    counter: Counter,
    recorder: Option<Recorder>,
    /// Event log for bots.
    pub(crate) log: Option<EventLog>,
}

impl Observers {
    /// Notifies the recorder and the event log.
    #[inline]
    fn all(&mut self, mut tell: impl FnMut(&mut dyn Observer)) {
        if let Some(recorder) = &mut self.recorder {
            tell(recorder);
        }
        if let Some(log) = &mut self.log {
            tell(log);
        }
    }
}

impl Observer for Observers {
    #[inline]
    fn on_move(&mut self, table: &Table, mv: Move) {
        self.counter.on_move(table, mv);
        self.all(|to| to.on_move(table, mv));
    }

    #[inline]
    fn on_discard(&mut self, kind: KindId) {
        self.counter.on_discard(kind);
        self.all(|to| to.on_discard(kind));
    }

    #[inline]
    fn on_token(&mut self, player: Player, value: u8, how: Acquisition) {
        self.counter.on_token(player, value, how);
        self.all(|to| to.on_token(player, value, how));
    }

    #[inline]
    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
        self.counter.on_evaluation(table, evaluation);
        self.all(|to| to.on_evaluation(table, evaluation));
    }
}

impl Harness for GoldRush {
    const SCHEMA: &'static ResultSchema = &SCHEMA;
    const FALLBACK: &'static str = "greedy";
    type Observers = Observers;

    fn observers(records: bool, tells: bool) -> Observers {
        let (recorder, log) = (records.then(Recorder::default), tells.then(EventLog::default));
        Observers { counter: Counter::default(), recorder, log }
    }

    fn undealt(setup: &Setup) -> State<'_> {
        State::undealt(setup)
    }

    fn begin<'s>(
        setup: &'s Setup,
        undealt: &State<'s>,
        state: &mut State<'s>,
        rng: &mut StreamRng,
        observers: &mut Observers,
    ) {
        state.begin(undealt, &Deal::shuffled(setup, rng), observers);
    }

    fn on_deal(dealt: &State<'_>, observers: &mut Observers) {
        State::with_deal(dealt.table().setup(), &play::deal_of(dealt), observers);
    }

    #[inline]
    fn play(state: &mut State<'_>, mv: Move, observers: &mut Observers) {
        state.play_observed(mv, observers);
        if let Some(log) = &mut observers.log {
            log.name_discarded(|kind| event::name(state, kind));
        }
    }

    fn counted(state: &State<'_>, observers: &Observers) -> Counted {
        let counter = &observers.counter;
        let held: u16 = Player::all(state.players()).map(|p| u16::from(state.table().token_count(p))).sum();
        let tokens_left = state.table().setup().tokens().len() as u16 - held;
        let [railroads, mountains, cities] = counter.completed;
        let mut sources = [[0; 5]; MAX_PLAYERS];
        Player::all(state.players()).for_each(|player| sources[player.index()] = state.sources(player));
        Counted {
            turns: counter.turns,
            game: [counter.discarded, railroads, mountains, cities, tokens_left],
            scores: state.scores(),
            sources,
            counts: counter.seats.each_ref().map(SeatCounts::in_order),
        }
    }

    fn recorder(observers: Observers) -> Option<Recorder> {
        observers.recorder
    }

    fn art(setup: &Setup) -> Option<Art> {
        Some(art::art(setup.catalogue()))
    }

    fn landscape(state: &State<'_>) -> Option<Landscape> {
        Some(glyphs::landscape(state.table(), &[], &glyphs::Marks::new(state.table(), None)))
    }

    #[inline]
    fn stamp(mv: Move, fingerprint: &mut Fingerprint) {
        fingerprint.push(mv.code());
    }
}
