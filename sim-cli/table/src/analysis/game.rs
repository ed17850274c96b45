//! Analysis of a whole game: the margin after every turn, and each seat's mistakes.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use goldrush_ai::search::Decisions;
use goldrush_engine::game::View;
use goldrush_engine::player::Player;
use goldrush_games::analyzable::Analyzable;
use goldrush_games::playable::{Playable, RecordedGame, StateOf};
use goldrush_games::viewer::Viewer;
use goldrush_report::number::Number;
use goldrush_support::progress::Progress;
use goldrush_support::stats::interval::Estimate;
use serde::Serialize;
use serde_json::Value;

use super::grade::{self, Grade, SeatSummary, luck, summary};
use super::graph;
use super::move_report::MoveReport;
use super::position::situation;
use super::reason::{Comparison, Gain};
use super::review::{Position, Review, given_away, mistakes, positions, review};
use super::source::notation;

/// Analysis of one game.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct GameAnalysis<M> {
    /// The name of the agent or person in each seat.
    seats: Vec<String>,
    /// Sampled worlds in which every turn was played out.
    worlds: usize,
    /// Names of the sources of points.
    sources: Vec<&'static str>,
    summaries: Vec<SeatSummary>,
    /// Every turn, or every smaller choice that is analyzed on its own.
    turns: Vec<TurnAnalysis<M>>,
    #[serde(skip)]
    reviews: Vec<Review<M>>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct TurnAnalysis<M> {
    /// Number of the turn, from 1.
    turn: usize,
    /// Name for people; a letter tells apart the choices within a turn: `21b`.
    name: String,
    seat: usize,
    #[serde(flatten)]
    situation: Value,
    /// The tile or card that the seat had to place or to flip, in words.
    #[serde(skip)]
    at_hand: String,
    played: RecordedTurn<M>,
    best: RecordedTurn<M>,
    grade: Grade,
    /// True if this is one of its seat's largest mistakes, confirmed by the second look.
    mistake: bool,
    /// The better alternative, if this was a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<Vec<String>>,
    /// Margin given away by the mistake, in points, measured in fresh worlds.
    #[serde(skip_serializing_if = "Option::is_none")]
    gave_away: Option<Estimate>,
    /// The clearest differences of the better alternative from this turn, if this was a mistake.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<Gain>,
    /// The mistake in words: the turn played, and the better alternative.
    #[serde(skip)]
    words: String,
    /// Why the better alternative is better, in words.
    #[serde(skip)]
    comparison: Option<String>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct RecordedTurn<M> {
    turn: Vec<String>,
    #[serde(flatten)]
    report: MoveReport<M>,
}

impl<M: Copy> RecordedTurn<M> {
    fn of<G: Playable<Move = M>>(state: &StateOf<G>, report: MoveReport<M>) -> RecordedTurn<M> {
        RecordedTurn {
            turn: notation::<G>(state, report.turn),
            report,
        }
    }
}

/// Analyzes every turn of a game.
pub fn analyse<G: Playable>(
    game: &RecordedGame<G>,
    worlds: usize,
    seed: u64,
) -> GameAnalysis<G::Move> {
    let positions = positions::<G>(game.dealt.clone(), &game.moves);
    let progress = Mutex::new(Progress::new("positions", positions.len() as u64));
    let all_seats = Player::all(game.heading.seats.len()).collect();
    let reviews = review::<G>(
        &positions,
        all_seats,
        worlds,
        seed,
        (&BTreeMap::new(), &AtomicBool::new(false)),
        &|_| {
            progress
                .lock()
                .expect("no thread panicked while holding the lock")
                .add(1);
        },
    );
    progress
        .into_inner()
        .expect("no thread panicked while holding the lock")
        .finish();
    let viewer = Viewer::open(game.heading.names()).calling(game.heading.named_people());
    let turns = reviews
        .iter()
        .map(|review| turn_analysis::<G>(&positions[review.at], review, &viewer))
        .collect();
    let sources = G::source_names();
    let luck = luck::<G>(game.setup, &game.dealt, &game.moves);
    let summaries = Player::all(luck.len())
        .map(|seat| summary(&reviews, seat, &luck))
        .collect();
    GameAnalysis {
        seats: game.heading.names(),
        worlds,
        sources,
        summaries,
        turns,
        reviews,
    }
}

fn turn_analysis<G: Playable>(
    position: &Position<StateOf<G>, G::Move>,
    review: &Review<G::Move>,
    viewer: &Viewer,
) -> TurnAnalysis<G::Move> {
    let state = &position.state;
    let mut analysis = TurnAnalysis {
        turn: review.turn + 1,
        name: position.name(),
        seat: review.seat.index(),
        situation: situation::<G>(&View::new(state, review.seat)),
        at_hand: G::at_hand(state),
        played: RecordedTurn::of::<G>(state, review.played),
        best: RecordedTurn::of::<G>(state, review.best),
        grade: Grade::of(review),
        mistake: false,
        better: None,
        gave_away: None,
        why: Vec::new(),
        words: String::new(),
        comparison: None,
    };
    if let Some(mistake) = &review.mistake {
        let comparison = Comparison::<G> {
            state,
            better: mistake.better,
            worse: review.played.turn,
            viewer,
        };
        analysis.mistake = true;
        analysis.better = Some(notation::<G>(state, mistake.better));
        analysis.gave_away = Some(mistake.drop);
        analysis.why = mistake.reason.into_iter().flatten().collect();
        analysis.words = format!(
            "{}; better {}",
            turn_in_words::<G>(state, review.played.turn, viewer),
            turn_in_words::<G>(state, mistake.better, viewer)
        );
        analysis.comparison = comparison.why_better(&mistake.reason);
    }
    analysis
}

fn turn_in_words<G: Playable>(
    state: &StateOf<G>,
    turn: Decisions<G::Move>,
    viewer: &Viewer,
) -> String {
    let moves: Vec<_> = turn.into_iter().flatten().collect();
    G::words(state, &moves, viewer)
}

fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

impl<M: Copy> GameAnalysis<M> {
    /// Returns a graph of the margins over the game, as SVG.
    pub fn svg(&self) -> String {
        graph::margins(&self.seats, &self.reviews, self.worlds, &|at| {
            self.turns[at].name.clone()
        })
    }

    /// Writes a list of every seat's mistakes.
    pub fn write<G: Analyzable>(&self, to: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(
            to,
            "Each {} is compared with the best one found. {} plays both to the end in {} worlds that\nwere possible for all the \
             seat knew; possible mistakes are checked in fresh worlds. 95% intervals.",
            G::CHOICE,
            G::POLICY,
            self.worlds
        )?;
        for (at, name) in self.seats.iter().enumerate() {
            let Some(seat) = Player::new(at) else {
                continue;
            };
            let own = self
                .reviews
                .iter()
                .filter(|review| review.seat == seat)
                .count();
            let clear = mistakes(&self.reviews, seat, usize::MAX);
            write!(to, "\n{} {name}: ", seat.letter())?;
            match Number::points(&given_away(&clear)) {
                _ if clear.is_empty() => writeln!(to, "no clear errors in {own} {}s", G::CHOICE)?,
                given => writeln!(
                    to,
                    "the clear errors in {own} {}s cost {given} points",
                    G::CHOICE
                )?,
            }
            let SeatSummary {
                grades: [_, _, inaccuracies, mistakes, blunders],
                luck,
                ..
            } = self.summaries[at];
            writeln!(
                to,
                "  {} of {own} {}s were the best or about as good; {}, {}, {}; luck of the draw: {}",
                self.summaries[at].good(),
                G::CHOICE,
                counted(inaccuracies, "inaccuracy", "inaccuracies"),
                counted(mistakes, "mistake", "mistakes"),
                counted(blunders, "blunder", "blunders"),
                grade::in_words(luck)
            )?;
            for (review, mistake) in clear {
                let Some(turn) = self.reviews.iter().position(|known| known.at == review.at) else {
                    continue;
                };
                let turn = &self.turns[turn];
                writeln!(
                    to,
                    "{:>12}  turn {} {}: {}",
                    Number::points(&mistake.drop),
                    turn.name,
                    turn.at_hand,
                    turn.words
                )?;
                if let Some(comparison) = &turn.comparison {
                    writeln!(to, "{:>14}{comparison}", "")?;
                }
            }
        }
        Ok(())
    }
}
