//! Carcassonne, with or without The Gold Mines: description, result schema and observers.

mod art;
mod catalogue;
mod event;
mod glyphs;
mod lent;
mod lessons;
mod offer;
mod perft;
mod play;
mod protocol;
mod scene;
mod scored;
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
use super::sheet::{MAX_COUNTS, Metric, Roles, Sheet, Source, side_by_side, third};
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
    question: "What do The Gold Mines do to Carcassonne?",
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
            question: "Does it matter that whoever shares ingots may choose?",
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
const FOLLOWERS_PLACED: Metric = Metric::of_sheet("followers_placed");

static SHEET: Sheet = Sheet {
    game: GAME,
    game_counts: &[("discarded", "tiles that fitted nowhere"), ("ingots_left", "ingots nobody took")],
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
            (Metric::of_sheet("highwaymen"), "highwaymen", "railroad"),
            (Metric::of_sheet("knights"), "knights", "city"),
            (Metric::of_sheet("monks"), "monks", "mountain"),
            (Metric::of_sheet("farmers"), "farmers", "prairie"),
        ],
    }),
    actions: &[(FOLLOWERS_PLACED, "followers placed"), (Metric::of_sheet("ingots"), "ingots taken")],
    phases: &[(
        [
            Metric::of_sheet("followers_first_third"),
            Metric::of_sheet("followers_second_third"),
            Metric::of_sheet("followers_last_third"),
        ],
        "followers placed",
    )],
};

/// Observers of a game: they count followers by role, and record the game or log events if asked to.
#[derive(Clone, Default)]
pub struct Ears {
    turns: u16,
    /// Followers placed, by seat and kind of feature.
    followers: [[u16; 4]; MAX_PLAYERS],
    /// Followers placed, by seat and third of the game.
    thirds: [[u16; 3]; MAX_PLAYERS],
    recorder: Option<Recorder>,
    /// Event log for bots.
    pub(crate) log: Option<EventLog>,
}

impl Observer for Ears {
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
    const SHEET: &'static Sheet = &SHEET;
    const FALLBACK: &'static str = "greedy";
    type Ears = Ears;

    fn ears(records: bool, tells: bool) -> Ears {
        let (recorder, log) = (records.then(Recorder::default), tells.then(EventLog::default));
        Ears { recorder, log, ..Ears::default() }
    }

    fn undealt(setup: &Setup) -> State<'_> {
        State::undealt(setup)
    }

    fn begin<'s>(_: &'s Setup, undealt: &State<'s>, state: &mut State<'s>, rng: &mut StreamRng, ears: &mut Ears) {
        state.begin(undealt, rng, ears);
    }

    fn hear_deal(dealt: &State<'_>, ears: &mut Ears) {
        State::with_deal(dealt.table().setup(), dealt.deal_order(), ears);
    }

    #[inline]
    fn play(state: &mut State<'_>, mv: Move, ears: &mut Ears) {
        state.play_observed(mv, ears);
        if let Some(log) = &mut ears.log {
            log.name_discarded(|kind| event::name(state.table(), kind));
        }
    }

    fn counted(state: &State<'_>, ears: &Ears) -> Counted {
        let table = state.table();
        let (setup, mut counts) = (table.setup(), [[0; MAX_COUNTS]; MAX_PLAYERS]);
        let mut sources = [[0; 5]; MAX_PLAYERS];
        for player in Player::all(state.players()) {
            let counts = &mut counts[player.index()];
            counts[..4].copy_from_slice(&ears.followers[player.index()]);
            counts[4] = table.collected(player).into();
            counts[5..8].copy_from_slice(&ears.thirds[player.index()]);
            sources[player.index()] = state.sources(player);
        }
        let rules = setup.rules();
        let laid = table.landscape().tiles().len() as u16;
        let drawn = setup.catalogue().bag(rules.gold_mines).len() as u16 + 1;
        let ingots_left = table.landscape().tiles().len();
        let ingots_left = (0..ingots_left as u8).map(|at| u16::from(table.ingots_on(TileId(at))));
        let game = [drawn - laid, ingots_left.sum(), 0, 0, 0];
        Counted { turns: ears.turns, game, scores: state.scores(), sources, counts }
    }

    fn recorder(ears: Ears) -> Option<Recorder> {
        ears.recorder
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
