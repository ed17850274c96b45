//! How a finished game is told: the table of points by source, who won, and the moves that mattered.

use std::sync::atomic::AtomicBool;

use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::game::{State as _, win_shares};
use goldrush_engine::gold_rush::{GoldRush, Move, SOURCES, State};
use goldrush_engine::player::{Player, PlayerSet};

use super::choices::turn;
use super::seats::letter;
use super::session::Session;
use crate::analysis::review::{Review, mistakes, positions, review};
use crate::report::table::plain;

/// What a look back at the people's turns may cost: some seconds for a game.
pub const THOROUGHNESS: Thoroughness = Thoroughness { candidates: 30, finalists: 2, worlds: 96 };
/// How many turns are told, at most.
const MOVES: usize = 3;

/// The table of points, and who won.
pub fn result(session: &Session) -> Vec<String> {
    let seats = Player::all(session.seats().players());
    let scores = session.state().scores();
    let headings: Vec<&str> = [""].into_iter().chain(SOURCES).chain(["points"]).collect();
    let rows = seats.clone().map(|seat| {
        let sources = session.state().sources(seat);
        let name = format!("{} {}", letter(seat), session.seats().title(seat));
        let numbers = sources.iter().copied().chain([scores[seat]]).map(|n| n.to_string());
        [name].into_iter().chain(numbers).collect::<Vec<_>>()
    });
    let mut lines: Vec<String> = plain(&headings, rows).lines().collect();
    let shares = win_shares(&scores);
    let winners: PlayerSet = seats.filter(|&seat| shares[seat] > 0).collect();
    let (names, verb) = (session.seats().subjects(winners), session.seats().verb("win", winners));
    lines.push(String::new());
    lines.push(if winners.len() > 1 { format!("{names} share the win.") } else { format!("{names} {verb}.") });
    lines.extend(session.faults().iter().cloned());
    lines
}

/// The game before its first move.
fn dealt(session: &Session) -> State<'static> {
    State::with_deal(session.setup(), session.deal(), &mut ())
}

/// A review of the turns of all people in the game.
pub fn look_back(session: &Session) -> impl FnOnce(&AtomicBool) -> Vec<Review<Move>> + Send + 'static {
    let (dealt, moves) = (dealt(session), session.moves().to_vec());
    let (humans, seed) = (session.seats().humans(), session.seed());
    move |stop| review::<GoldRush>(&positions::<GoldRush>(dealt, &moves), humans, THOROUGHNESS, seed, stop, &|| ())
}

/// The moves that mattered: for each person the turns that gave away most.
pub fn what_mattered(session: &Session, reviews: &[Review<Move>]) -> Vec<String> {
    let positions = positions::<GoldRush>(dealt(session), session.moves());
    let mut lines = Vec::new();
    for seat in session.seats().humans().iter() {
        let own = mistakes(reviews, seat, MOVES);
        let subject = session.seats().subject(seat);
        if own.is_empty() {
            lines.push(format!("{subject}: no turn was clearly worse than another there was."));
        }
        for review in own {
            let table = positions[review.at].state.table();
            let tile = &table.setup().catalogue().kind(table.hand()).name;
            let [played, best] = [review.played, review.best].map(|opinion| turn(table, opinion.turn, session.seats()));
            lines.push(format!(
                "{subject}, turn {}, tile {tile}: {played}. Better by {:.1} ±{:.1} points: {best}.",
                review.number + 1,
                review.drop(),
                review.played.behind.half_width.unwrap_or_default(),
            ));
        }
    }
    lines
}
