//! Knizia's card game: description, result schema and observers.

mod analysis;
mod event;
mod forecast;
mod perft;
mod play;
mod protocol;
mod scene;
mod variants;
mod words;

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::{Points, State as _};
use goldrush_engine::knizia_gold::{Flip, GAME, GameStats, KniziaGold, Setup, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;
use goldrush_engine::rulebook;

use event::EventLog;

use super::about::About;
use super::ask::{Ask, Element, Topic, ask, runaway};
use super::schema::{Column, GameValues, ResultSchema, SeatValues, columns};
use super::{GameCounts, Harness, Observers};

/// Description of Knizia's card game.
pub static ABOUT: About = About {
    name: GAME,
    title: "Knizia's gold-rush card game: 64 cards to remember",
    book: rulebook::KNIZIA_GOLD,
    preset: &[],
    idle: &[],
    lineup: "memory,random",
    agents: "level2,level4,memory:p=1,perfect",
    asks: &[
        Ask {
            about: &[Topic::Skill, Topic::Closeness, Topic::Seats, Topic::Length],
            ..ask(
                "whole-match",
                "Does a match of several games show better who has the better memory?",
                MATCH,
                &[],
            )
        },
        runaway(
            "In a match of several games, does the leader run away?",
            MATCH,
        ),
    ],
};

/// The match instead of one game.
const MATCH: &[(Element, &[&str])] = &[(Element::Option("whole_match"), &["no", "yes"])];

columns! {
    GAME_COLUMNS, game_values(stats: &GameStats) -> GameValues {
        games = Column::number("games played: 1, or those of the match", "games played") => stats.game_lengths().len() as u16;
        rushes = Column::number("number of them with a gold rush (K7)", "gold rushes") => stats.rush_count().into();
    }
}

columns! {
    SEAT_COLUMNS, seat_values(state: &State, stats: &GameStats, seat: Player) -> SeatValues {
        dug = Column::source("gold that the seat's own flips brought it before the rush", "own flips", "railroad")
            => stats.own_gold(seat);
        received = Column::source("gold that other players' flips brought it, dug with its diggers", "other players' flips", "prairie")
            => others(state, seat).map(|other| stats.received_gold(seat, other)).sum();
        rush = Column::source("gold taken in rushes", "gold rushes", "tokens") => stats.rush_gold(seat);
        given = Column::action("gold that the seat's flips brought other players", "gold dug for others").in_points()
            => others(state, seat).map(|other| stats.received_gold(other, seat)).sum();
        tie_break = Column::number(
            "what breaks ties: the number of gold cards (K8), in a match the score of the last game (K10)",
            "tie break"
        ) => state.tie_break(seat).into();
    }
}

static SCHEMA: ResultSchema = ResultSchema::new(GAME, GAME_COLUMNS, SEAT_COLUMNS, "");

fn others(state: &State, seat: Player) -> impl Iterator<Item = Player> {
    Player::all(state.players()).filter(move |&other| other != seat)
}

/// Returns the points of a seat by source.
fn points(
    state: &State,
    observers: &Observers<KniziaGold>,
    seat: Player,
) -> impl Iterator<Item = (&'static str, Points)> {
    let values = seat_values(state, &observers.stats, seat);
    SCHEMA
        .sources()
        .iter()
        .zip(values)
        .map(|(source, points)| (source.name, points))
}

impl Harness for KniziaGold {
    const SCHEMA: &'static ResultSchema = &SCHEMA;
    const FALLBACK: &'static str = "perfect";
    type Stats = GameStats;
    type Log = EventLog;

    fn undealt(setup: &Setup) -> State {
        State::undealt(*setup)
    }

    fn begin(
        _: &Setup,
        undealt: &State,
        state: &mut State,
        rng: &mut StreamRng,
        _: &mut Observers<KniziaGold>,
    ) {
        state.begin(undealt, rng);
    }

    fn on_deal(_: &State, _: &mut Observers<KniziaGold>) {}

    #[inline]
    fn play(state: &mut State, mv: Flip, observers: &mut Observers<KniziaGold>) {
        observers.stats.observe(state, mv);
        if let Some(recorder) = &mut observers.recorder {
            recorder.on_move(state, mv);
        }
        if let Some(log) = &mut observers.log {
            log.on_move(state, mv);
        }
        state.play_unchecked(mv);
    }

    fn counted(state: &State, observers: &Observers<KniziaGold>) -> GameCounts {
        let stats = &observers.stats;
        GameCounts::new(
            state,
            stats.game_lengths().iter().sum(),
            game_values(stats),
            |seat| seat_values(state, stats, seat),
        )
    }

    fn shared_points(state: &State, observers: &Observers<KniziaGold>) -> u32 {
        let mut shared = 0;
        for seat in Player::all(state.players()) {
            for other in others(state, seat) {
                shared += u32::from(observers.stats.received_gold(seat, other));
            }
        }
        shared
    }

    #[inline]
    fn stamp(mv: Flip, fingerprint: &mut Fingerprint) {
        fingerprint.push(mv.0.into());
    }
}
