//! The end of a game in sentences: the table of points by source, the winners, and the moves that mattered.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::search::Decisions;
use goldrush_engine::game::{State as _, win_shares};
use goldrush_engine::player::{Player, PlayerSet};
use goldrush_games::playable::{Playable, StateOf};
use goldrush_games::scene::Seat;
use goldrush_games::viewer::{Viewer, count};
use goldrush_harness::store::kept::Kept;
use goldrush_report::document::Table;
use goldrush_report::number::{Number, number, signed};
use serde::{Deserialize, Serialize};

use super::balance::Balance;
use super::game_history::GameHistory;
use super::hint::{other, shown_leads};
use super::session::Session;
use super::shown_turn::{ShownTurn, brings, distinguish};
use super::thinking::{Steps, Waker};
use crate::analysis::grade::{self, Grade, SeatSummary, luck, summary};
use crate::analysis::kept_reviews::KeptReviews;
use crate::analysis::move_report::SEED;
use crate::analysis::review::{
    self, Mistake, Position, Review, TELLING, WORLDS, positions, review,
};

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
    /// A summary of the game of each reviewed seat, in a sentence.
    pub summaries: Vec<String>,
    /// Why each of them ended as it did.
    pub balances: Vec<Balance>,
    /// Their mistakes, in the order of the game.
    pub marks: Vec<Mark>,
    /// The other choices of the reviewed seats, in the order of the game.
    pub others: Vec<OtherChoice>,
    /// By seat and number of turns played: expected final lead over the best other seat, in points; `None` where it was
    /// not estimated.
    pub leads: Vec<Vec<Option<f64>>>,
}

impl GameReview {
    /// Creates the review that says why there is none.
    pub fn failed() -> GameReview {
        GameReview {
            summaries: vec!["The search for the moves that mattered failed.".into()],
            ..GameReview::default()
        }
    }

    /// Returns the summaries, and why the game ended so, in sentences.
    pub fn overview(&self) -> Vec<String> {
        let balances = self.balances.iter().map(Balance::sentence);
        self.summaries.iter().cloned().chain(balances).collect()
    }

    /// Returns the moves that mattered, in sentences.
    pub fn lines(&self) -> Vec<String> {
        let costliest = costliest(&self.marks);
        let mistakes = self.marks.iter().enumerate().map(|(at, mark)| {
            let words = mark.judgment.in_full();
            if Some(at) == costliest {
                format!("{words} {COSTLIEST}")
            } else {
                words
            }
        });
        self.overview().into_iter().chain(mistakes).collect()
    }
}

/// Marks the costliest of several mistakes.
pub const COSTLIEST: &str = "The costliest mistake.";

/// Returns the index of the mistake that cost most; `None` if there are fewer than two.
pub fn costliest(marks: &[Mark]) -> Option<usize> {
    let all = marks.iter().enumerate();
    let most = all.max_by(|(_, one), (_, other)| one.cost.total_cmp(&other.cost));
    most.filter(|_| marks.len() > 1).map(|(at, _)| at)
}

/// A clear mistake.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// Number of turns played, including the one with the mistake.
    pub turn: usize,
    /// Name of the choice: `21`, or `21b` if it is not the whole turn.
    pub name: String,
    /// The seat that made the mistake, as the viewer knows it: `You`, or the name of its person, or its letter.
    pub who: String,
    /// The points lost.
    pub cost: f64,
    /// The same, in short.
    pub drop: String,
    /// The turn played, and a better one.
    pub judgment: Judgment,
}

/// A choice that was no clear mistake.
#[derive(Clone, PartialEq, Eq, Serialize, Debug, Deserialize)]
pub struct OtherChoice {
    /// Number of turns played, including the one with the choice.
    pub turn: usize,
    /// Verdict on it and what it changed, in sentences.
    pub words: String,
}

/// The judgment of a choice: its turn and better ones, to be shown on the board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Judgment {
    /// Number of turns played before the choice.
    pub turn: usize,
    /// Number of moves played before it.
    pub moves: usize,
    /// That it is the best or as good as the best, or what it costs, in a sentence.
    pub words: String,
    /// For a mistake, why another turn is better, in sentences; empty otherwise.
    pub why: String,
    /// True if it is not worse than the best, as far as can be told.
    pub is_good: bool,
    pub played: ShownTurn,
    /// The best turn, and then the next best; empty if none is known to be better.
    pub better: Vec<ShownTurn>,
}

impl Judgment {
    /// Returns everything in sentences, for screens that do not show the turns.
    pub fn in_full(&self) -> String {
        let better = self.better.first().map_or_else(String::new, |better| {
            format!(" Better: {}.", self.played.words_of_better(better))
        });
        let why = if self.why.is_empty() {
            String::new()
        } else {
            format!(" {}", self.why)
        };
        format!("{}{better}{why}", self.words)
    }
}

/// Returns the task that finds the moves that mattered, to be run in the background: each person's clear mistakes, as
/// in `analyze --mistakes`. It takes some seconds.
pub fn review_game<G: Playable>(
    session: &Session<G>,
    steps: Steps<GameReview>,
) -> impl FnOnce(&AtomicBool) -> GameReview + Send + 'static {
    let setup = session.setup();
    let dealt = session.dealt().clone();
    let moves = session.moves().to_vec();
    let humans = session.seats().humans();
    let mut viewer = session.viewer().clone();
    // Nobody has to remember cards any more.
    viewer.assist = true;
    // A saved game is opened again and again.
    let kept = kept_as(session, "reviews", &viewer);
    let begun = kept_as(session, "judged", &viewer);
    move |stop| {
        if let Some(review) = kept.as_ref().and_then(Kept::read) {
            return review;
        }
        let positions = positions::<G>(dealt.clone(), &moves);
        let judged = KeptReviews::<G>::read(begun, &positions);
        let run = ReviewRun {
            stop,
            known: &judged.known,
            judged: &|review| judged.add(review, &positions[review.at]),
            done: &|marks| {
                if let Some(marks) = marks {
                    steps.find(GameReview {
                        marks,
                        ..GameReview::default()
                    });
                }
                steps.count();
            },
        };
        let review = review_of::<G>(setup, &dealt, &moves, humans, &viewer, &run);
        if let Some(kept) = kept.filter(|_| !stop.load(Ordering::Relaxed)) {
            kept.write(&review);
        }
        review
    }
}

/// Returns the place of a kind of results on a saved game as a viewer sees it; `None` if it is not saved.
fn kept_as<G: Playable>(session: &Session<G>, kind: &str, viewer: &Viewer) -> Option<Kept> {
    session.file()?;
    let humans = session.seats().humans();
    let record = serde_json::to_string(&session.record()).unwrap_or_default();
    Some(Kept::of(
        kind,
        &[&record, &format!("{humans:?} {viewer:?}")],
    ))
}

/// Returns the count of the steps of [`review_game`].
pub fn steps<G: Playable>(session: &Session<G>, waker: Waker) -> Steps<GameReview> {
    Steps::of(looks_back::<G>(session.dealt(), session.moves()), waker)
}

/// Inputs and callbacks of a review.
pub struct ReviewRun<'a, M> {
    pub stop: &'a AtomicBool,
    /// Reviews that need not be made again, by the index of their position.
    pub known: &'a BTreeMap<usize, Review<M>>,
    /// Called with each review.
    pub judged: &'a (dyn Fn(&Review<M>) + Sync),
    /// Called as many times as [`looks_back`] returns, after a mistake with all those found so far.
    pub done: &'a (dyn Fn(Option<Vec<Mark>>) + Sync),
}

/// Finds the moves that mattered for some seats.
pub fn review_of<G: Playable>(
    setup: &G::Setup,
    dealt: &StateOf<G>,
    moves: &[G::Move],
    seats: PlayerSet,
    viewer: &Viewer,
    run: &ReviewRun<G::Move>,
) -> GameReview {
    let positions = positions::<G>(dealt.clone(), moves);
    let judge = Judge::<G> {
        dealt,
        moves,
        viewer,
    };
    // By index of the position.
    let marks = Mutex::new(BTreeMap::new());
    let others = Player::all(dealt.players()).filter(|seat| !seats.contains(*seat));
    let begun = (run.known, run.stop);
    let mut reviews = review::<G>(&positions, seats, WORLDS, SEED, begun, &|review| {
        (run.judged)(review);
        let mark = review
            .mistake
            .as_ref()
            .map(|mistake| judge.mark(&positions[review.at], review, mistake));
        (run.done)(mark.map(|mark| {
            let mut marks = marks
                .lock()
                .expect("no thread panicked while holding the lock");
            marks.insert(review.at, mark);
            marks.values().cloned().collect()
        }));
    });
    // Mistakes of others explain the result, too. One number shows them all, so fewer worlds do.
    let theirs = review::<G>(
        &positions,
        others.collect(),
        WORLDS / 4,
        SEED,
        begun,
        &|review| {
            (run.judged)(review);
            (run.done)(None);
        },
    );
    reviews.extend(theirs);
    let is_stopped = run.stop.load(Ordering::Relaxed);
    let mut end = dealt.clone();
    moves.iter().for_each(|&mv| end.play_unchecked(mv));
    let mut back = GameReview {
        leads: vec![Vec::new(); dealt.players()],
        ..GameReview::default()
    };
    for review in reviews.iter().filter(|review| seats.contains(review.seat)) {
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
    for seat in seats.iter().filter(|_| !reviews.is_empty()) {
        let subject = viewer.subject(seat);
        let summary = summary(&reviews, seat, &luck);
        back.summaries
            .push(summary_sentence::<G>(&subject, &summary));
        if !is_stopped && end.to_move().is_none() {
            back.balances
                .push(Balance::of(&end, &reviews, seat, &summary, viewer));
        }
    }
    if !is_stopped {
        let marks = marks.into_inner();
        let marks = marks.expect("no thread panicked while holding the lock");
        back.marks = marks.into_values().collect();
    }
    back
}

/// Game and viewer for which a choice is judged.
struct Judge<'a, G: Playable> {
    dealt: &'a StateOf<G>,
    moves: &'a [G::Move],
    viewer: &'a Viewer,
}

impl<G: Playable> Judge<'_, G> {
    /// Returns a mistake as it is listed.
    fn mark(
        &self,
        position: &Position<StateOf<G>, G::Move>,
        review: &Review<G::Move>,
        mistake: &Mistake<G::Move>,
    ) -> Mark {
        Mark {
            turn: review.turn + 1,
            name: position.name(),
            who: self.viewer.subject(review.seat),
            cost: mistake.drop.mean,
            drop: format!("−{} points", Number::points(&mistake.drop)),
            judgment: self.judgment(position, review),
        }
    }

    /// Describes how good a choice is, with its turn and better ones.
    fn judgment(
        &self,
        position: &Position<StateOf<G>, G::Move>,
        review: &Review<G::Move>,
    ) -> Judgment {
        let Some(mistake) = &review.mistake else {
            return Judgment {
                turn: position.turn,
                moves: position.first,
                words: verdict::<G>(position, review, self.viewer),
                why: String::new(),
                is_good: true,
                played: self.shown(position, review.played.turn, String::new()),
                better: Vec::new(),
            };
        };
        let played = self.shown(position, review.played.turn, String::new());
        let turns: Vec<_> = mistake.alternatives.into_iter().flatten().collect();
        // Other worlds than those that ranked the turns measure them, so that they may contradict the ranking.
        let behind = turns.iter().map(|(_, behind)| -behind.mean);
        let leads = shown_leads([0.0].into_iter().chain(behind));
        let mut better = vec![self.shown(position, mistake.better, "best".into())];
        for ((turn, _), lead) in turns.iter().zip(&leads[1..]) {
            let worth = match signed(lead - leads[0], 1) {
                nothing if !nothing.contains(|c| ('1'..='9').contains(&c)) => "as good".into(),
                behind => format!("{behind} points"),
            };
            better.push(self.shown(position, *turn, worth));
        }
        distinguish(&mut better);
        Judgment {
            turn: position.turn,
            moves: position.first,
            words: mistake_sentence::<G>(position, review, mistake, &played.words, self.viewer),
            why: self.why(mistake, &better[0], review.seat),
            is_good: false,
            played,
            better,
        }
    }

    /// Returns why the better turn is better, in sentences: what it brings at once, and how the points at the end differ.
    fn why(&self, mistake: &Mistake<G::Move>, better: &ShownTurn, seat: Player) -> String {
        let other = other(self.dealt.players(), seat, self.viewer);
        let ends = ends(mistake, seat, &other, self.viewer);
        [&better.brings[..], &ends].join(" ").trim().to_owned()
    }

    fn shown(
        &self,
        position: &Position<StateOf<G>, G::Move>,
        turn: Decisions<G::Move>,
        worth: String,
    ) -> ShownTurn {
        let before = &self.moves[..position.first];
        let mut history = GameHistory::<G>::replay(self.dealt, self.viewer, before);
        ShownTurn::of::<G>(&mut history, &position.state, turn, worth, self.viewer)
    }
}

/// Turns that are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The last choice.
    Choice,
    /// All choices of the last turn; the first one that is not good is told, or else the last one.
    Turn,
}

/// Returns the task that judges the end of a game, to be run in the background. The result is `None` if there is no choice, or
/// the work was stopped.
pub fn judge<G: Playable>(
    session: &Session<G>,
    scope: Scope,
) -> impl FnOnce(&AtomicBool) -> Option<Judgment> + Send + 'static {
    let dealt = session.dealt().clone();
    let moves = session.moves().to_vec();
    let viewer = session.viewer().clone();
    move |stop| {
        let positions = positions::<G>(dealt.clone(), &moves);
        let judge = Judge::<G> {
            dealt: &dealt,
            moves: &moves,
            viewer: &viewer,
        };
        let last = positions.last()?.turn;
        let first = match scope {
            Scope::Choice => positions.len() - 1,
            Scope::Turn => positions.iter().position(|one| one.turn == last)?,
        };
        let mut found = None;
        for (at, position) in positions.iter().enumerate().skip(first) {
            let review = review::judge::<G>(position, at, WORLDS, SEED, stop)?;
            let judgment = judge.judgment(position, &review);
            let is_good = judgment.is_good;
            found = Some(judgment);
            if !is_good {
                break;
            }
        }
        found
    }
}

/// Names a choice and the seat that made it: `Turn 21b, You`.
fn heading<S, M>(position: &Position<S, M>, seat: Player, viewer: &Viewer) -> String {
    format!("Turn {}, {}", position.name(), viewer.subject(seat))
}

/// Returns in sentences how good a choice was that is no mistake, and what it changed.
fn verdict<G: Playable>(
    position: &Position<StateOf<G>, G::Move>,
    review: &Review<G::Move>,
    viewer: &Viewer,
) -> String {
    let behind = review.played.behind;
    let half_width = behind.half_width.unwrap_or_default();
    let how = match Grade::of(review) {
        Grade::Best => "the best turn found".into(),
        _ if half_width > TELLING => format!(
            "perhaps as good as the best turn found: how far behind is known to ± {} points",
            number(half_width, 0)
        ),
        _ if half_width < 0.05 => "as good as the best turn found".into(),
        _ => format!(
            "as good as the best turn found, within ± {} points",
            number(half_width, 1)
        ),
    };
    let moves: Vec<_> = review.played.turn.into_iter().flatten().collect();
    let brings = brings::<G>(&position.state, &moves, viewer);
    format!(
        "{}: {how}. {brings}",
        heading(position, review.seat, viewer)
    )
}

/// Returns a mistake in sentences: the turn played, and the points it lost.
fn mistake_sentence<G: Playable>(
    position: &Position<StateOf<G>, G::Move>,
    review: &Review<G::Move>,
    mistake: &Mistake<G::Move>,
    played: &str,
    viewer: &Viewer,
) -> String {
    format!(
        "{}: {played}. {} that cost about {}.",
        heading(position, review.seat, viewer),
        Grade::of(review).name(),
        count(cost(mistake), "point"),
    )
}

/// Returns the points that a mistake cost, as they are shown.
fn cost<M>(mistake: &Mistake<M>) -> usize {
    (mistake.drop.mean.round() as usize).max(1)
}

/// Returns how the points at the end differ with the better turn, in a sentence; those of the seat and of `other`, the best
/// other one, add up to the cost of the mistake.
fn ends<M>(mistake: &Mistake<M>, seat: Player, other: &str, viewer: &Viewer) -> String {
    let own = mistake.own.round() as i64;
    let others = own - cost(mistake) as i64;
    let does = viewer.does(seat, "end");
    let points = match (own, others) {
        (0, _) => format!(
            "With it {other} {} with about {}",
            if other == "you" { "end" } else { "ends" },
            more(others, true)
        ),
        (_, 0) => format!("With it {does} with about {}", more(own, true)),
        _ => format!(
            "With it {does} with about {}, {other} with {}",
            more(own, true),
            more(others, false)
        ),
    };
    format!("{}.", points.replace("With it You ", "With it you "))
}

/// Says how many more or fewer points: `3 points more`; `2 fewer`, unless it `names` them.
fn more(points: i64, names: bool) -> String {
    let n = points.unsigned_abs() as usize;
    let more = if points < 0 { "fewer" } else { "more" };
    if names {
        format!("{} {more}", count(n, "point"))
    } else {
        format!("{n} {more}")
    }
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
    positions::<G>(dealt.clone(), moves).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costliest_of_several_mistakes_is_marked() {
        let mark = |turn, cost| Mark {
            turn,
            name: turn.to_string(),
            who: "You".into(),
            cost,
            drop: String::new(),
            judgment: Judgment::default(),
        };
        for (costs, expected) in [(&[][..], None), (&[3.0], None), (&[3.0, 9.5, 1.2], Some(1))] {
            let marks: Vec<Mark> = (1..)
                .zip(costs)
                .map(|(turn, &cost)| mark(turn, cost))
                .collect();
            assert_eq!(costliest(&marks), expected);
            let review = GameReview {
                marks,
                ..GameReview::default()
            };
            let lines = review.lines();
            let marked = lines.iter().position(|line| line.ends_with(COSTLIEST));
            assert_eq!(marked, expected, "{lines:?}");
        }
    }
}
