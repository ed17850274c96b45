//! Knizia's card game: description, result schema and observers.

mod event;
mod perft;
mod play;
mod protocol;
mod scene;
mod search_policy;
mod variants;
mod words;

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::State as _;
use goldrush_engine::knizia_gold::{Flip, GAME, GameStats, KniziaGold, Recorder, Setup, State};
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::rng::StreamRng;
use goldrush_engine::rulebook;

use event::EventLog;

use super::about::About;
use super::ask::Ask;
use super::schema::{MAX_COUNTS, Metric, ResultSchema, Source, position};
use super::{Counted, Harness};

/// Description of Knizia's card game.
pub static ABOUT: About = About {
    name: GAME,
    title: "Knizia's gold-rush card game: 64 cards to remember",
    book: rulebook::KNIZIA_GOLD,
    preset: &[],
    idle: &[],
    lineup: "memory,random",
    agents: "memory,perfect",
    asks: &[Ask {
        name: "whole-match",
        question: "Does a match of several games show better who has the better memory?",
        factors: &["whole-match=no,yes"],
        denied: &[],
        about: &["skill", "closeness", "seats", "length"],
    }],
};

const COUNTS: [&str; 2] = ["given", "tie_break"];

static SCHEMA: ResultSchema = ResultSchema {
    game: GAME,
    game_counts: &[("games", "games played"), ("rushes", "gold rushes")],
    completed: 0..0,
    sources: &[
        Source { name: "dug", plural: "own flips", class: "railroad" },
        Source { name: "received", plural: "other players' flips", class: "prairie" },
        Source { name: "rush", plural: "gold rushes", class: "tokens" },
    ],
    counts: &COUNTS,
    totals: &[],
    tie_break: Some(position(&COUNTS, "tie_break")),
    roles: None,
    actions: &[
        (Metric::of_schema("dug"), "gold dug"),
        (Metric::of_schema("received"), "gold received"),
        (Metric::of_schema("given"), "gold dug for others"),
        (Metric::of_schema("rush"), "gold from rushes"),
    ],
    phases: &[],
};

/// Observers of a game: they count who dug what, and record the game or log events if asked to.
#[derive(Clone, Default)]
pub struct Observers {
    chronicle: GameStats,
    recorder: Option<Recorder>,
    /// Event log for bots.
    pub(crate) log: Option<EventLog>,
}

impl Harness for KniziaGold {
    const SCHEMA: &'static ResultSchema = &SCHEMA;
    const FALLBACK: &'static str = "perfect";
    type Observers = Observers;

    fn observers(records: bool, tells: bool) -> Observers {
        let (recorder, log) = (records.then(Recorder::default), tells.then(EventLog::default));
        Observers { recorder, log, ..Observers::default() }
    }

    fn undealt(setup: &Setup) -> State {
        State::undealt(*setup)
    }

    fn begin(_: &Setup, undealt: &State, state: &mut State, rng: &mut StreamRng, _: &mut Observers) {
        state.begin(undealt, rng);
    }

    fn on_deal(_: &State, _: &mut Observers) {}

    #[inline]
    fn play(state: &mut State, mv: Flip, observers: &mut Observers) {
        observers.chronicle.observe(state, mv);
        if let Some(recorder) = &mut observers.recorder {
            recorder.on_move(state, mv);
        }
        if let Some(log) = &mut observers.log {
            log.on_move(state, mv);
        }
        state.play_unchecked(mv);
    }

    fn counted(state: &State, observers: &Observers) -> Counted {
        let (chronicle, standings) = (&observers.chronicle, state.standings());
        let mut counts = [[0; MAX_COUNTS]; MAX_PLAYERS];
        let mut sources = [[0; 5]; MAX_PLAYERS];
        for player in Player::all(state.players()) {
            let others = || Player::all(state.players()).filter(|&other| other != player);
            let received: u16 = others().map(|other| chronicle.received(player, other)).sum();
            let given: u16 = others().map(|other| chronicle.received(other, player)).sum();
            sources[player.index()][..3].copy_from_slice(&[chronicle.own(player), received, chronicle.rush(player)]);
            counts[player.index()][..2].copy_from_slice(&[given, (standings[player] & 255) as u16]);
        }
        let games = chronicle.lengths().len() as u16;
        Counted {
            turns: chronicle.lengths().iter().sum(),
            game: [games, chronicle.rushes().into(), 0, 0, 0],
            scores: state.scores(),
            sources,
            counts,
        }
    }

    fn recorder(observers: Observers) -> Option<Recorder> {
        observers.recorder
    }

    #[inline]
    fn stamp(mv: Flip, fingerprint: &mut Fingerprint) {
        fingerprint.push(mv.0.into());
    }
}
