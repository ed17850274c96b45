//! A whole game: the margin after every turn, and each seat's mistakes.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::player::Player;
use serde::Serialize;

use super::graph;
use super::opinion::Opinion;
use super::position::cell;
use super::review::{Review, mistakes, positions, review};
use super::source::{Source, notation};
use crate::play::seats::letter;
use crate::progress::Progress;

/// Mistakes of a seat that are told, at most.
const MISTAKES: usize = 5;

/// What is said of a game.
#[derive(Serialize)]
pub struct GameAnalysis {
    /// The agents or people.
    seats: Vec<String>,
    /// Worlds in which every turn was played out.
    worlds: usize,
    /// Every turn.
    turns: Vec<TurnAnalysis>,
    #[serde(skip)]
    reviews: Vec<Review>,
}

#[derive(Serialize)]
struct TurnAnalysis {
    /// From 1.
    turn: usize,
    seat: usize,
    tile: String,
    played: Said,
    best: Said,
    /// Whether what it gave away is more than chance.
    mistake: bool,
}

#[derive(Serialize)]
struct Said {
    turn: Vec<String>,
    #[serde(flatten)]
    opinion: Opinion,
}

/// Looks at every turn of a game again.
pub fn analyse(source: &Source, thoroughness: Thoroughness, seed: u64) -> GameAnalysis {
    let positions = positions(&source.setup, &source.deal, &source.moves);
    let progress = Mutex::new(Progress::new("turns", positions.len() as u64));
    let done = || progress.lock().expect("nobody panics").add(1);
    let everybody = Player::all(source.setup.players()).collect();
    let reviews = review(&positions, everybody, thoroughness, seed, &AtomicBool::new(false), &done);
    progress.into_inner().expect("nobody panics").finish();
    let turn = |review: &Review| {
        let table = positions[review.turn].0.table();
        let said = |opinion: Opinion| Said { turn: notation(table, opinion.turn), opinion };
        TurnAnalysis {
            turn: review.turn + 1,
            seat: review.seat.index(),
            tile: table.setup().catalogue().kind(table.hand()).name.clone(),
            played: said(review.played),
            best: said(review.best),
            mistake: review.is_clear(),
        }
    };
    GameAnalysis {
        seats: source.seats.clone(),
        worlds: thoroughness.worlds,
        turns: reviews.iter().map(turn).collect(),
        reviews,
    }
}

impl GameAnalysis {
    /// The margins over the game as a drawing.
    pub fn svg(&self) -> String {
        graph::margins(&self.seats, &self.reviews, self.worlds)
    }

    /// Writes the mistakes of every seat.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&self, to: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(
            to,
            "Every turn against the best that was found, played to the end by heuristic in {} worlds that\nthe seat \
             may have been in; points of margin given away, 95 % intervals.",
            self.worlds
        )?;
        for (at, name) in self.seats.iter().enumerate() {
            let Some(seat) = Player::new(at) else { continue };
            let own: Vec<&Review> = self.reviews.iter().filter(|review| review.seat == seat).collect();
            let clear = mistakes(&self.reviews, seat, usize::MAX);
            let given: f64 = clear.iter().map(Review::drop).sum();
            writeln!(
                to,
                "\n{} {name}: {} of {} turns were clearly not the best and gave away {given:.1} points",
                letter(seat),
                clear.len(),
                own.len()
            )?;
            for review in clear.iter().take(MISTAKES) {
                let Some(turn) = self.turns.iter().find(|turn| turn.turn == review.turn + 1) else { continue };
                writeln!(
                    to,
                    "{:>12}  turn {} tile {}: {}; better {}",
                    cell(&review.played.behind, false, 1),
                    turn.turn,
                    turn.tile,
                    turn.played.turn.join(", "),
                    turn.best.turn.join(", ")
                )?;
            }
        }
        Ok(())
    }
}
