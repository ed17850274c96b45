//! A whole game: the margin after every turn, and each seat's mistakes.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::game::View;
use goldrush_engine::player::Player;
use serde::Serialize;
use serde_json::Value;

use super::graph;
use super::opinion::Opinion;
use super::position::{cell, in_words, situation};
use super::review::{Review, mistakes, positions, review};
use super::source::notation;
use crate::games::analyzable::Analyzable;
use crate::games::playable::{Playable, Played};
use crate::progress::Progress;

/// Mistakes of a seat that are told, at most.
const MISTAKES: usize = 5;

/// What is said of a game.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct GameAnalysis<M> {
    /// The agents or people.
    seats: Vec<String>,
    /// Worlds in which every turn was played out.
    worlds: usize,
    /// Every turn, or what else is chosen at once.
    turns: Vec<TurnAnalysis<M>>,
    #[serde(skip)]
    reviews: Vec<Review<M>>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct TurnAnalysis<M> {
    /// From 1.
    turn: usize,
    /// As people call it, which tells choices inside a turn apart: `21b`.
    name: String,
    seat: usize,
    #[serde(flatten)]
    situation: Value,
    played: Said<M>,
    best: Said<M>,
    /// Whether what it gave away is more than chance.
    mistake: bool,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct Said<M> {
    turn: Vec<String>,
    #[serde(flatten)]
    opinion: Opinion<M>,
}

/// Looks at every turn of a game again.
pub fn analyse<G: Playable>(game: &Played<G>, thoroughness: Thoroughness, seed: u64) -> GameAnalysis<G::Move> {
    let positions = positions::<G>(game.dealt.clone(), &game.moves);
    let progress = Mutex::new(Progress::new("decisions", positions.len() as u64));
    let done = || progress.lock().expect("nobody panics").add(1);
    let everybody = Player::all(game.heading.seats.len()).collect();
    let reviews = review::<G>(&positions, everybody, thoroughness, seed, &AtomicBool::new(false), &done);
    progress.into_inner().expect("nobody panics").finish();
    let turn = |review: &Review<G::Move>| {
        let state = &positions[review.at].state;
        let said = |opinion: Opinion<G::Move>| Said { turn: notation::<G>(state, opinion.turn), opinion };
        TurnAnalysis {
            turn: review.turn + 1,
            name: positions[review.at].name(),
            seat: review.seat.index(),
            situation: situation::<G>(&View::new(state, review.seat)),
            played: said(review.played),
            best: said(review.best),
            mistake: review.is_clear(),
        }
    };
    GameAnalysis {
        seats: game.heading.seats.clone(),
        worlds: thoroughness.worlds,
        turns: reviews.iter().map(turn).collect(),
        reviews,
    }
}

impl<M: Copy> GameAnalysis<M> {
    /// The margins over the game as a drawing.
    pub fn svg(&self) -> String {
        graph::margins(&self.seats, &self.reviews, self.worlds, &|at| self.turns[at].name.clone())
    }

    /// Writes the mistakes of every seat.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write<G: Analyzable>(&self, to: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(
            to,
            "Every {} against the best that was found, played to the end by {} in {} worlds that\nthe seat \
             may have been in; points of margin given away, 95 % intervals.",
            G::CHOICE,
            G::POLICY,
            self.worlds
        )?;
        for (at, name) in self.seats.iter().enumerate() {
            let Some(seat) = Player::new(at) else { continue };
            let own: Vec<&Review<M>> = self.reviews.iter().filter(|review| review.seat == seat).collect();
            let clear = mistakes(&self.reviews, seat, usize::MAX);
            let given: f64 = clear.iter().map(Review::drop).sum();
            writeln!(
                to,
                "\n{} {name}: {} of {} {}s were clearly not the best and gave away {given:.1} points",
                seat.letter(),
                clear.len(),
                own.len(),
                G::CHOICE
            )?;
            let told = |review: &Review<M>| self.reviews.iter().position(|known| known.at == review.at);
            for review in clear.iter().take(MISTAKES) {
                let Some(turn) = told(review).map(|at| &self.turns[at]) else { continue };
                writeln!(
                    to,
                    "{:>12}  turn {} {}: {}; better {}",
                    cell(&review.played.behind, false, 1),
                    turn.name,
                    in_words(&turn.situation),
                    turn.played.turn.join(", "),
                    turn.best.turn.join(", ")
                )?;
            }
        }
        Ok(())
    }
}
