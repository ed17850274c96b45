//! The table of points by source, and who won.

use goldrush_engine::game::{State as _, win_shares};
use goldrush_engine::player::{Player, PlayerSet};

use super::session::Session;
use super::shown::Shown;
use crate::report::table::plain;
use crate::table::seats::letter;

/// Points of all by source, and what they have.
pub(super) fn standing<G: Shown>(session: &Session<G>) -> String {
    let counted = session.counted();
    let sources = G::SHEET.sources;
    let headings: Vec<&str> = [""]
        .into_iter()
        .chain(sources.iter().map(|source| source.name))
        .chain(["points"])
        .chain(G::SUPPLIES.iter().copied())
        .collect();
    let rows = Player::all(session.seats().players()).map(|seat| {
        let name = format!("{} {}", letter(seat), session.seats().title(seat));
        let points = counted.sources[seat.index()][..sources.len()].iter().copied().chain([counted.scores[seat]]);
        let supplies = G::supplies(session.state(), seat);
        [name].into_iter().chain(points.map(|n| n.to_string())).chain(supplies).collect::<Vec<_>>()
    });
    plain(&headings, rows).lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Who won, and the faults of bots: sentences.
pub(super) fn result<G: Shown>(session: &Session<G>) -> Vec<String> {
    let shares = win_shares(&session.state().standings());
    let winners: PlayerSet = Player::all(session.seats().players()).filter(|&seat| shares[seat] > 0).collect();
    let (names, verb) = (session.seats().subjects(winners), session.seats().verb("win", winners));
    let won = if winners.len() > 1 { format!("{names} share the win.") } else { format!("{names} {verb}.") };
    [won].into_iter().chain(session.faults().iter().cloned()).collect()
}
