//! The end of a game in sentences: the table of points by source, the winners, and the moves that mattered.

use std::sync::atomic::AtomicBool;

use goldrush_ai::search::Decisions;
use goldrush_engine::game::{State as _, win_shares};
use goldrush_engine::player::{Player, PlayerSet};
use goldrush_games::change::differences;
use goldrush_games::playable::{Playable, StateOf};
use goldrush_games::scene::Seat;
use goldrush_games::viewer::{Viewer, count};
use goldrush_report::document::Table;
use goldrush_report::number::{Number, number, signed};
use goldrush_support::stats::interval::Estimate;
use serde::{Deserialize, Serialize};

use super::game_history::GameHistory;
use super::preview::Preview;
use super::session::Session;
use crate::analysis::grade::{self, Grade, SeatSummary, luck, summary};
use crate::analysis::move_report::SEED;
use crate::analysis::reason::Comparison;
use crate::analysis::review::{
    self, Mistake, Position, Review, WORLDS, looks, mistakes, positions, review,
};
use crate::analysis::source::notation;

/// Returns the table of points, the winners and the faults of bots, as lines.
pub fn result<G: Playable>(session: &Session<G>) -> Vec<String> {
    let mut lines = points(&session.scene().seats);
    lines.push(String::new());
    lines.extend(winners(session, session.viewer()));
    lines
}

/// Returns the winners and the faults of bots, in sentences for a viewer.
pub fn winners<G: Playable>(session: &Session<G>, viewer: &Viewer) -> Vec<String> {
    let shares = win_shares(&session.state().standings());
    let winners: PlayerSet = Player::all(session.seats().players())
        .filter(|&seat| shares[seat] > 0)
        .collect();
    let names = viewer.subjects(winners);
    let won = if winners.len() > 1 {
        format!("{names} share the win.")
    } else {
        format!("{names} {}.", viewer.verb("win", winners))
    };
    [&[won], session.faults()].concat()
}

/// Tabulates the points by source, and what each seat holds that no source includes yet.
fn points(seats: &[Seat]) -> Vec<String> {
    let Some(first) = seats.first() else {
        return Vec::new();
    };
    let sources = first.sources.iter().map(|(name, _)| (*name).to_owned());
    let held: Vec<bool> = first
        .holds
        .iter()
        .map(|held| !is_source(first, held.name))
        .collect();
    let holds = first
        .holds
        .iter()
        .zip(&held)
        .filter(|(_, more)| **more)
        .map(|(held, _)| format!("{}s", held.name));
    let headings: Vec<String> = [String::new()]
        .into_iter()
        .chain(sources)
        .chain(["points".into()])
        .chain(holds)
        .collect();
    let rows = seats.iter().map(|seat| {
        let name = format!("{} {}", seat.seat.letter(), seat.title);
        let sources = seat
            .sources
            .iter()
            .map(|(_, points)| points.map_or_else(|| "?".into(), |n| n.to_string()));
        let holds = seat
            .holds
            .iter()
            .zip(&held)
            .filter(|(_, more)| **more)
            .map(|(held, _)| held.count.to_string());
        [name]
            .into_iter()
            .chain(sources)
            .chain([seat.points.to_string()])
            .chain(holds)
            .collect::<Vec<_>>()
    });
    let table = Table::of_texts(headings, rows).to_string();
    table.lines().map(String::from).collect()
}

/// True if a seat scores points for what it holds under this name.
fn is_source(seat: &Seat, name: &str) -> bool {
    let name = format!("{name}s");
    seat.sources.iter().any(|(source, _)| *source == name)
}

/// The findings of a review of a finished game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameReview {
    /// The moves that mattered, in sentences, for each reviewed seat.
    pub lines: Vec<String>,
    /// The same mistakes one by one, in the order of the game.
    pub marks: Vec<Mark>,
    /// The other choices of the reviewed seats, in the order of the game.
    pub others: Vec<OtherChoice>,
    /// By seat and number of turns played: expected final lead over the best other seat, in points; `None` where it was
    /// not estimated.
    pub leads: Vec<Vec<Option<f64>>>,
}

/// A clear mistake.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// Number of turns played, including the one with the mistake.
    pub turn: usize,
    /// The seat that made the mistake, as the viewer knows it: `You` or its letter.
    pub who: String,
    /// The move played, the points it lost, and the better move, in a sentence.
    pub words: String,
    /// The points lost, in short.
    pub drop: String,
    /// The better turn, and then the next best.
    pub alternatives: Vec<Alternative>,
}

/// A choice that was no clear mistake.
#[derive(Clone, PartialEq, Eq, Serialize, Debug, Deserialize)]
pub struct OtherChoice {
    /// Number of turns played, including the one with the choice.
    pub turn: usize,
    /// Verdict on it and what it changed, in sentences.
    pub words: String,
}

/// A turn that could have been played instead of a mistake.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Alternative {
    /// The turn in words.
    pub words: String,
    /// The points it is behind the best turn, in short; empty for the best.
    pub behind: String,
    /// Its moves, as text.
    pub moves: Vec<String>,
    /// The tile and pieces that it adds.
    pub preview: Preview,
}

/// Returns the task that finds the moves that mattered, to be run in the background: each person's clear mistakes, as
/// in `analyze --mistakes`. It takes some seconds.
pub fn review_game<G: Playable>(
    session: &Session<G>,
) -> impl FnOnce(&AtomicBool) -> GameReview + Send + 'static {
    let setup = session.setup();
    let dealt = session.dealt().clone();
    let moves = session.moves().to_vec();
    let humans = session.seats().humans();
    let viewer = session.viewer().clone();
    move |stop| review_of::<G>(setup, &dealt, &moves, humans, &viewer, stop, &|| ())
}

/// Finds the moves that mattered for some seats; calls `done` as many times as [`looks_back`] returns.
pub fn review_of<G: Playable>(
    setup: &G::Setup,
    dealt: &StateOf<G>,
    moves: &[G::Move],
    seats: PlayerSet,
    viewer: &Viewer,
    stop: &AtomicBool,
    done: &(dyn Fn() + Sync),
) -> GameReview {
    let positions = positions::<G>(dealt.clone(), moves);
    let reviews = review::<G>(&positions, seats, WORLDS, SEED, stop, done);
    let mut back = GameReview {
        leads: vec![Vec::new(); dealt.players()],
        ..GameReview::default()
    };
    for review in &reviews {
        let of_seat = &mut back.leads[review.seat.index()];
        of_seat.resize((review.turn + 2).max(of_seat.len()), None);
        of_seat[review.turn + 1] = Some(review.played.margin.mean);
        if review.mistake.is_none() {
            let words = verdict::<G>(&positions[review.at], review, viewer);
            back.others.push(OtherChoice {
                turn: review.turn + 1,
                words,
            });
        }
    }
    let luck = luck::<G>(setup, dealt, moves);
    for seat in seats.iter() {
        let own = mistakes(&reviews, seat, usize::MAX);
        let subject = viewer.subject(seat);
        if !reviews.is_empty() {
            back.lines.push(summary_sentence::<G>(
                &subject,
                &summary(&reviews, seat, &luck),
            ));
        }
        for (review, mistake) in own {
            let position = &positions[review.at];
            let sentence = mistake_sentence::<G>(position, &review, &mistake, viewer);
            let drop = Number::points(&mistake.drop).to_string();
            let mut alternatives = vec![alternative::<G>(
                dealt,
                moves,
                position,
                mistake.better,
                None,
                viewer,
            )];
            for (turn, behind) in mistake.alternatives.into_iter().flatten() {
                let behind = Some(behind);
                alternatives.push(alternative::<G>(
                    dealt, moves, position, turn, behind, viewer,
                ));
            }
            let drop = format!("−{drop} points");
            back.marks.push(Mark {
                turn: review.turn + 1,
                who: subject.clone(),
                words: sentence.clone(),
                drop,
                alternatives,
            });
            back.lines.push(sentence);
        }
    }
    back.marks.sort_by_key(|mark| mark.turn);
    back
}

/// Describes a turn that was possible instead of a mistake, and by how much it is behind the best one.
fn alternative<G: Playable>(
    dealt: &StateOf<G>,
    moves: &[G::Move],
    position: &Position<StateOf<G>, G::Move>,
    turn: Decisions<G::Move>,
    behind: Option<Estimate>,
    viewer: &Viewer,
) -> Alternative {
    let mut history = GameHistory::<G>::replay(dealt, viewer, &moves[..position.first]);
    let behind = behind.map(|behind| signed(-behind.mean, 1) + " points");
    Alternative {
        words: in_words::<G>(&position.state, turn, viewer),
        behind: behind.unwrap_or_default(),
        moves: notation::<G>(&position.state, turn),
        preview: Preview::of(&mut history, turn.into_iter().flatten()),
    }
}

/// The judgment of a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// That it is the best or as good as the best, or what it costs, what would be better and why.
    pub words: String,
    /// True if it is not worse than the best, as far as can be told.
    pub is_good: bool,
}

/// Returns the task that judges the last choice of a game, to be run in the background. The result is `None` if there is
/// no choice, or the work was stopped.
pub fn judge<G: Playable>(
    session: &Session<G>,
) -> impl FnOnce(&AtomicBool) -> Option<Verdict> + Send + 'static {
    let dealt = session.dealt().clone();
    let moves = session.moves().to_vec();
    let viewer = session.viewer().clone();
    move |stop| {
        let positions = positions::<G>(dealt, &moves);
        let (at, position) = positions.iter().enumerate().next_back()?;
        let review = review::judge::<G>(position, at, WORLDS, SEED, stop)?;
        let words = verdict::<G>(position, &review, &viewer);
        Some(Verdict {
            words,
            is_good: review.mistake.is_none(),
        })
    }
}

/// Describes a choice in words.
fn in_words<G: Playable>(
    state: &StateOf<G>,
    choice: Decisions<G::Move>,
    viewer: &Viewer,
) -> String {
    G::words(
        state,
        &choice.into_iter().flatten().collect::<Vec<_>>(),
        viewer,
    )
}

/// Names a choice and the seat that made it: `Turn 21b, You`.
fn heading<S, M>(position: &Position<S, M>, seat: Player, viewer: &Viewer) -> String {
    format!("Turn {}, {}", position.name(), viewer.subject(seat))
}

/// Returns in sentences how good a choice was: for a mistake what would be better and why, otherwise what it changed.
fn verdict<G: Playable>(
    position: &Position<StateOf<G>, G::Move>,
    review: &Review<G::Move>,
    viewer: &Viewer,
) -> String {
    if let Some(mistake) = &review.mistake {
        return mistake_sentence::<G>(position, review, mistake, viewer);
    }
    let behind = review.played.behind;
    let how = match Grade::of(review) {
        Grade::Best => "the best turn found".into(),
        Grade::Good => {
            format!(
                "as good as the best turn found, within ± {} points",
                number(behind.half_width.unwrap_or_default(), 1)
            )
        }
        Grade::Inaccuracy | Grade::Mistake | Grade::Blunder => format!(
            "perhaps {} worse than the best turn found ({})",
            count((behind.mean.round() as usize).max(1), "point"),
            in_words::<G>(&position.state, review.best.turn, viewer)
        ),
    };
    let moves: Vec<_> = review.played.turn.into_iter().flatten().collect();
    let changes = differences(&G::changes(&position.state, &moves, viewer), &[]);
    let why = if changes.is_empty() {
        String::new()
    } else {
        format!(" It {changes}.")
    };
    format!("{}: {how}.{why}", heading(position, review.seat, viewer))
}

/// Returns a mistake in sentences: the move played, the points it lost, the better move and why it is better.
fn mistake_sentence<G: Playable>(
    position: &Position<StateOf<G>, G::Move>,
    review: &Review<G::Move>,
    mistake: &Mistake<G::Move>,
    viewer: &Viewer,
) -> String {
    let comparison = Comparison::<G> {
        state: &position.state,
        better: mistake.better,
        worse: review.played.turn,
        viewer,
    };
    let why = comparison.why_better(&mistake.reason);
    format!(
        "{}: {}. {} that cost about {}. Better: {}.{}",
        heading(position, review.seat, viewer),
        in_words::<G>(&position.state, review.played.turn, viewer),
        Grade::of(review).name(),
        count((mistake.drop.mean.round() as usize).max(1), "point"),
        in_words::<G>(&position.state, mistake.better, viewer),
        why.map_or_else(String::new, |why| format!(" Why: {why}.")),
    )
}

/// Returns the summary of a seat's game in a sentence.
fn summary_sentence<G: Playable>(subject: &str, summary: &SeatSummary) -> String {
    let errors = match summary.given_away.mean.round() as usize {
        0 => "no clear errors".into(),
        points => format!("clear errors cost {}", count(points, "point")),
    };
    format!(
        "{subject}: {} of {} were the best or about as good; {errors}; luck of the draw: {}.",
        summary.good(),
        count(summary.turns(), G::CHOICE),
        grade::in_words(summary.luck),
    )
}

/// Number of times that [`review_of`] reports progress if it reviews every seat.
pub fn looks_back<G: Playable>(dealt: &StateOf<G>, moves: &[G::Move]) -> usize {
    looks(&positions::<G>(dealt.clone(), moves), dealt.players())
}
