//! Carcassonne, with or without The Gold Mines: description, result schema and observers.

mod art;
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
mod search_policy;
mod small;
mod variants;
mod words;

use goldrush_engine::carcassonne::{
    Carcassonne, Evaluation, GAME, GAME_WITH_MINES, Move, Observer, Recorder, Setup, State, Table,
};
use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::State as _;
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::rng::StreamRng;
use goldrush_engine::rulebook;

use event::EventLog;

use super::about::About;
use super::ask::{Ask, FARMERS};
use super::scene::{Art, Landscape};
use super::schema::{MAX_COUNTS, Metric, ResultSchema, Roles, Source, side_by_side, third};
use super::{Counted, Harness};

/// Description of the base game.
pub const ABOUT: About = About {
    name: GAME,
    title: "Carcassonne, the base game with fields",
    book: rulebook::CARCASSONNE,
    preset: &[("gold_mines", "false")],
    idle: &["choose_ingots"],
    lineup: "greedy,random",
    agents: "greedy,heuristic",
    asks: &[FARMERS, GOLD_MINES],
};

const GOLD_MINES: Ask = Ask {
    name: "gold-mines",
    question: "How do The Gold Mines change Carcassonne?",
    factors: &["game=carcassonne,carcassonne+gold-mines"],
    denied: &[],
    about: &[],
};

/// Description of the game with the gold tiles.
pub static ABOUT_WITH_MINES: About = About {
    asks: &[
        FARMERS,
        GOLD_MINES,
        Ask {
            name: "choose-ingots",
            question: "Does it matter that players who share ingots may choose?",
            factors: &["choose-ingots=yes,no"],
            denied: &[],
            about: &[],
        },
    ],
    name: GAME_WITH_MINES,
    title: "Carcassonne with The Gold Mines",
    preset: &[("gold_mines", "true")],
    idle: &[],
    ..ABOUT
};

const COUNTS: [&str; 8] = [
    "highwaymen",
    "knights",
    "monks",
    "farmers",
    "ingots",
    "followers_first_third",
    "followers_second_third",
    "followers_last_third",
];
const FOLLOWERS_PLACED: Metric = Metric::of_schema("followers_placed");

static SCHEMA: ResultSchema = ResultSchema {
    game: GAME,
    game_counts: &[("discarded", "tiles that fit nowhere"), ("ingots_left", "ingots nobody took")],
    completed: 0..0,
    sources: &[
        Source { name: "road", plural: "roads", class: "railroad" },
        Source { name: "city", plural: "cities", class: "city" },
        Source { name: "monastery", plural: "monasteries", class: "mountain" },
        Source { name: "field", plural: "fields", class: "prairie" },
        Source { name: "gold", plural: "ingots", class: "tokens" },
    ],
    counts: &COUNTS,
    totals: &[(FOLLOWERS_PLACED, side_by_side(&COUNTS, &["highwaymen", "knights", "monks", "farmers"]))],
    tie_break: None,
    roles: Some(Roles {
        figures: "followers",
        total: FOLLOWERS_PLACED,
        each: &[
            (Metric::of_schema("highwaymen"), "highwaymen", "railroad"),
            (Metric::of_schema("knights"), "knights", "city"),
            (Metric::of_schema("monks"), "monks", "mountain"),
            (Metric::of_schema("farmers"), "farmers", "prairie"),
        ],
    }),
    actions: &[(FOLLOWERS_PLACED, "followers placed"), (Metric::of_schema("ingots"), "ingots taken")],
    phases: &[(
        [
            Metric::of_schema("followers_first_third"),
            Metric::of_schema("followers_second_third"),
            Metric::of_schema("followers_last_third"),
        ],
        "followers placed",
    )],
};

/// Observers of a game: they count followers by role, and record the game or log events if asked to.
#[derive(Clone, Default)]
pub struct Observers {
    turns: u16,
    /// Followers placed, by seat and kind of feature.
    followers: [[u16; 4]; MAX_PLAYERS],
    /// Followers placed, by seat and third of the game.
    thirds: [[u16; 3]; MAX_PLAYERS],
    recorder: Option<Recorder>,
    /// Event log for bots.
    pub(crate) log: Option<EventLog>,
}

impl Observer for Observers {
    #[inline]
    fn on_move(&mut self, table: &Table, mv: Move) {
        match mv {
            Move::Place { .. } => self.turns += 1,
            Move::Follow { segment } => {
                let tile = table.landscape().tile(table.newest());
                let kind = table.segments(tile)[usize::from(segment)].kind;
                let seat = table.seat().index();
                self.followers[seat][kind as usize] += 1;
                self.thirds[seat][third(usize::from(self.turns), table.tiles_left())] += 1;
            }
            Move::Ingot { .. } | Move::Pass | Move::Take { .. } => {}
        }
        self.recorder.iter_mut().for_each(|to| to.on_move(table, mv));
        self.log.iter_mut().for_each(|to| to.on_move(table, mv));
    }

    #[inline]
    fn on_discard(&mut self, kind: KindId) {
        self.recorder.iter_mut().for_each(|to| to.on_discard(kind));
        self.log.iter_mut().for_each(|to| to.on_discard(kind));
    }

    #[inline]
    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
        self.recorder.iter_mut().for_each(|to| to.on_evaluation(table, evaluation));
        self.log.iter_mut().for_each(|to| to.on_evaluation(table, evaluation));
    }

    #[inline]
    fn on_ingot(&mut self, table: &Table, seat: Player, from: TileId) {
        self.recorder.iter_mut().for_each(|to| to.on_ingot(table, seat, from));
        self.log.iter_mut().for_each(|to| to.on_ingot(table, seat, from));
    }
}

impl Harness for Carcassonne {
    const SCHEMA: &'static ResultSchema = &SCHEMA;
    const FALLBACK: &'static str = "greedy";
    type Observers = Observers;

    fn observers(records: bool, tells: bool) -> Observers {
        let (recorder, log) = (records.then(Recorder::default), tells.then(EventLog::default));
        Observers { recorder, log, ..Observers::default() }
    }

    fn undealt(setup: &Setup) -> State<'_> {
        State::undealt(setup)
    }

    fn begin<'s>(
        _: &'s Setup,
        undealt: &State<'s>,
        state: &mut State<'s>,
        rng: &mut StreamRng,
        observers: &mut Observers,
    ) {
        state.begin(undealt, rng, observers);
    }

    fn on_deal(dealt: &State<'_>, observers: &mut Observers) {
        State::with_deal(dealt.table().setup(), dealt.deal_order(), observers);
    }

    #[inline]
    fn play(state: &mut State<'_>, mv: Move, observers: &mut Observers) {
        state.play_observed(mv, observers);
        if let Some(log) = &mut observers.log {
            log.name_discarded(|kind| event::name(state.table(), kind));
        }
    }

    fn counted(state: &State<'_>, observers: &Observers) -> Counted {
        let table = state.table();
        let (setup, mut counts) = (table.setup(), [[0; MAX_COUNTS]; MAX_PLAYERS]);
        let mut sources = [[0; 5]; MAX_PLAYERS];
        for player in Player::all(state.players()) {
            let counts = &mut counts[player.index()];
            counts[..4].copy_from_slice(&observers.followers[player.index()]);
            counts[4] = table.collected(player).into();
            counts[5..8].copy_from_slice(&observers.thirds[player.index()]);
            sources[player.index()] = state.sources(player);
        }
        let rules = setup.rules();
        let laid = table.landscape().tiles().len() as u16;
        let drawn = setup.catalogue().bag(rules.gold_mines).len() as u16 + 1;
        let ingots_left = table.landscape().tiles().len();
        let ingots_left = (0..ingots_left as u8).map(|at| u16::from(table.ingots_on(TileId(at))));
        let game = [drawn - laid, ingots_left.sum(), 0, 0, 0];
        Counted { turns: observers.turns, game, scores: state.scores(), sources, counts }
    }

    fn recorder(observers: Observers) -> Option<Recorder> {
        observers.recorder
    }

    fn art(setup: &Setup) -> Option<Art> {
        Some(art::art(setup.catalogue()))
    }

    fn landscape(state: &State<'_>) -> Option<Landscape> {
        Some(glyphs::landscape(state.table(), &[], None))
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
