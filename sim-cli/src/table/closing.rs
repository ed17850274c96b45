//! How a finished game is told: the table of points by source, who won, and the moves that mattered.

use std::sync::atomic::AtomicBool;

use goldrush_ai::search::Decisions;
use goldrush_engine::game::{State as _, View, win_shares};
use goldrush_engine::player::{Player, PlayerSet};

use super::session::Session;
use crate::analysis::opinion::SEED;
use crate::analysis::position::{in_words, situation};
use crate::analysis::review::{WORLDS, mistakes, positions, review};
use crate::games::playable::{Playable, StateOf};
use crate::games::scene::Seat;
use crate::report::estimate;
use crate::report::table::plain;

/// How many turns are told, at most.
const MOVES: usize = 3;

/// The table of points, who won, and the faults of bots.
pub fn result<G: Playable>(session: &Session<G>) -> Vec<String> {
    let mut lines = points(&session.scene().seats);
    let shares = win_shares(&session.state().standings());
    let winners: PlayerSet = Player::all(session.seats().players()).filter(|&seat| shares[seat] > 0).collect();
    let (names, verb) = (session.eyes().subjects(winners), session.eyes().verb("win", winners));
    lines.push(String::new());
    lines.push(if winners.len() > 1 { format!("{names} share the win.") } else { format!("{names} {verb}.") });
    lines.extend(session.faults().iter().cloned());
    lines
}

/// Points by source, and what is held that no source has told yet.
fn points(seats: &[Seat]) -> Vec<String> {
    let Some(first) = seats.first() else { return Vec::new() };
    let sources = first.sources.iter().map(|(name, _)| (*name).to_owned());
    let told = |name: &str| first.sources.iter().any(|(source, _)| *source == format!("{name}s"));
    let held: Vec<bool> = first.holds.iter().map(|held| !told(held.name)).collect();
    let holds = first.holds.iter().zip(&held).filter(|(_, more)| **more).map(|(held, _)| format!("{}s", held.name));
    let headings: Vec<String> =
        [String::new()].into_iter().chain(sources).chain(["points".into()]).chain(holds).collect();
    let rows = seats.iter().map(|seat| {
        let name = format!("{} {}", seat.seat.letter(), seat.title);
        let sources = seat.sources.iter().map(|(_, points)| points.map_or_else(|| "?".into(), |n| n.to_string()));
        let holds = seat.holds.iter().zip(&held).filter(|(_, more)| **more).map(|(held, _)| held.count.to_string());
        [name].into_iter().chain(sources).chain([seat.points.to_string()]).chain(holds).collect::<Vec<_>>()
    });
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    plain(&headings, rows).lines().map(|line| line.trim_end().to_owned()).collect()
}

/// The moves that mattered, to be looked for in the background: for each person the clear mistakes, as `analyze --game`
/// says. It takes some seconds.
pub fn look_back<G: Playable>(session: &Session<G>) -> impl FnOnce(&AtomicBool) -> Vec<String> + Send + 'static {
    let (dealt, moves) = (session.dealt().clone(), session.moves().to_vec());
    let (humans, eyes) = (session.seats().humans(), session.eyes().clone());
    move |stop| {
        let positions = positions::<G>(dealt, &moves);
        let reviews = review::<G>(&positions, humans, WORLDS, SEED, stop, &|| ());
        let mut lines = Vec::new();
        for seat in humans.iter() {
            let own = mistakes(&reviews, seat, MOVES);
            let subject = eyes.subject(seat);
            if own.is_empty() {
                lines.push(format!("{subject}: no clear mistakes found."));
            }
            for (review, mistake) in own {
                let position = &positions[review.at];
                let words = |turn: Decisions<G::Move>| {
                    G::words(&position.state, &turn.into_iter().flatten().collect::<Vec<_>>(), &eyes)
                };
                lines.push(format!(
                    "{subject}, turn {}, {}: {}. Better by {} points: {}.",
                    position.name(),
                    what_was_asked::<G>(&position.state, seat),
                    words(review.played.turn),
                    estimate::text(&mistake.drop, 1),
                    words(mistake.better),
                ));
            }
        }
        lines
    }
}

fn what_was_asked<G: Playable>(state: &StateOf<G>, seat: Player) -> String {
    in_words(&situation::<G>(&View::new(state, seat)))
}
