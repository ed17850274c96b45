//! Where a game that is shown in a browser is played on: commands come in, frames go out. The game stays on this thread; the
//! server has a counter to ask at.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use goldrush_engine::player::Player;
use serde::Deserialize;
use tokio::sync::{oneshot, watch};

use super::address::secret;
use super::frame::{Frame, LeadCurve, Sight};
use super::panels::Panel;
use super::viewer::{self, Account};
use crate::games::playable::Lesson;
use crate::games::scene::Art;
use crate::interrupt::on_termination_signal;
use crate::table::closing::GameReview;
use crate::table::hint::Suggestion;
use crate::table::host::Host;
use crate::table::scene_frame::SceneFrame;
use crate::table::thinking::{Progress, Task};

/// Between two looks at what goes on in the background, when something does.
const BUSY: Duration = Duration::from_millis(20);
/// Between two looks otherwise.
const IDLE: Duration = Duration::from_millis(250);
/// So many lines of what happened are shown.
const LINES: usize = 12;
/// More frames than this are not kept for a page that fell behind.
const MOST_FRAMES: usize = 64;

/// What a page commands.
#[derive(Deserialize, Debug)]
#[serde(tag = "act", rename_all = "snake_case")]
enum ClientCommand {
    /// To play moves of a turn.
    Play { moves: Vec<String> },
    /// To take up what was laid in this turn.
    TakeUp,
    /// To take the last turn back.
    Undo,
    /// The best turns.
    Hint,
    /// To show the screen to the person whose turn it is.
    HandOver,
    /// That the bot which thinks plays what it has.
    Hurry,
    /// The next turn of bots that are watched.
    Next,
    /// The end.
    Leave,
}

/// A command, and which position it was made in: see [`Frame::at`].
#[derive(Deserialize, Debug)]
pub(super) struct ClientMessage {
    at: u64,
    #[serde(flatten)]
    command: ClientCommand,
}

/// What is asked at the counter.
enum LoopEvent {
    ClientMessage(ClientMessage, oneshot::Sender<bool>),
    Timeline(oneshot::Sender<Option<String>>),
}

/// What both sides see.
struct ViewState {
    /// Tells frames of this program from those of one before it.
    session: String,
    frames: Mutex<VecDeque<(u64, Arc<str>)>>,
}

/// Where the server asks.
pub(super) struct Counter {
    asked: Sender<LoopEvent>,
    shown: Arc<ViewState>,
    news: watch::Receiver<u64>,
}

impl Counter {
    /// The number of a frame of this program, from what a page calls it.
    pub(super) fn number_of(&self, id: &str) -> Option<u64> {
        id.strip_prefix(&self.shown.session)?.strip_prefix('-')?.parse().ok()
    }

    /// Tells when there are new frames.
    pub(super) fn listen(&self) -> watch::Receiver<u64> {
        let mut news = self.news.clone();
        news.mark_changed();
        news
    }

    /// The next frame after one that was seen, or the last of all; its number and what a page calls it.
    pub(super) fn after(&self, seen: Option<u64>) -> Option<(u64, String, Arc<str>)> {
        let frames = self.shown.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match seen {
            Some(seen) => frames.iter().find(|(number, _)| *number > seen),
            None => frames.back(),
        };
        found.map(|(number, frame)| (*number, format!("{}-{number}", self.shown.session), frame.clone()))
    }

    /// Whether a command was granted; none if nobody is there any more.
    pub(super) async fn ask(&self, order: ClientMessage) -> Option<bool> {
        let (reply, answer) = oneshot::channel();
        self.asked.send(LoopEvent::ClientMessage(order, reply)).ok()?;
        answer.await.ok()
    }

    /// The whole game so far, if all of it may be seen.
    pub(super) async fn timeline(&self) -> Option<String> {
        let (reply, answer) = oneshot::channel();
        self.asked.send(LoopEvent::Timeline(reply)).ok()?;
        answer.await.ok()?
    }
}

/// Where the game is played.
pub(super) struct GameLoop {
    host: Box<dyn Host>,
    art: Option<Art>,
    asked: Receiver<LoopEvent>,
    shown: Arc<ViewState>,
    /// The number of the newest frame.
    newest: watch::Sender<u64>,
    /// Where people share the screen, the seat for whose eyes the frames are that are kept.
    seat_at_screen: Option<Player>,
    /// Whether nobody plays, so that every turn is wished for.
    watched: bool,
    wanted: bool,
    leaving: Arc<AtomicBool>,
    hint: Option<Task<Vec<Suggestion>>>,
    ideas: Option<Vec<Suggestion>>,
    review_game: Option<Task<GameReview>>,
    found: Option<GameReview>,
    lesson: Option<&'static Lesson>,
    trouble: Option<String>,
    /// How the game went so far.
    course: LeadCurve,
    /// What lead can be expected after so many turns, while that is worked out.
    outlook: Option<(usize, Player, Task<Option<f64>>)>,
    /// Counts the positions, also those that were gone back to.
    position: u64,
}

/// Opens a game_loop, and a counter to ask at.
pub(super) fn open(host: Box<dyn Host>, art: Option<Art>) -> (GameLoop, Counter) {
    let (sender, asked) = channel();
    let session = secret().unwrap_or_default();
    let shown = Arc::new(ViewState { session, frames: Mutex::default() });
    let (newest, news) = watch::channel(0);
    let watched = host.seats().humans().is_empty();
    let game_loop = GameLoop {
        host,
        art,
        asked,
        shown: shown.clone(),
        newest,
        seat_at_screen: None,
        watched,
        wanted: false,
        leaving: Arc::default(),
        hint: None,
        ideas: None,
        review_game: None,
        found: None,
        lesson: None,
        trouble: None,
        course: LeadCurve::default(),
        outlook: None,
        position: 0,
    };
    (game_loop, Counter { asked: sender, shown, news })
}

impl GameLoop {
    /// Plays until somebody ends it.
    pub(super) fn work(mut self) -> anyhow::Result<String> {
        let leaving = self.leaving.clone();
        on_termination_signal(move || leaving.store(true, Ordering::Relaxed));
        let result = self.resume_run();
        self.host.save()?;
        result?;
        let over = self.host.scene().is_over();
        let result = if over { [self.host.result(), vec![String::new()]].concat() } else { Vec::new() };
        Ok([result, self.host.closing_message()].concat().join("\n"))
    }

    /// Shows the game as it was left.
    fn begin(&mut self) {
        for (turns, step) in self.host.timeline().iter().enumerate() {
            self.course.tell(turns, &step.scene);
        }
        self.look();
    }

    fn resume_run(&mut self) -> anyhow::Result<()> {
        self.begin();
        while !self.leaving.load(Ordering::Relaxed) {
            let looks = self.hint.is_some() || self.review_game.is_some() || self.outlook.is_some();
            let busy = self.host.thinking().is_some() || looks;
            match self.asked.recv_timeout(if busy { BUSY } else { IDLE }) {
                Ok(LoopEvent::ClientMessage(order, reply)) => {
                    let granted = self.grant(order)?;
                    // Nobody may be waiting any more.
                    let _ = reply.send(granted);
                }
                Ok(LoopEvent::Timeline(reply)) => {
                    let _ = reply.send(self.timeline());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.attend()?;
        }
        Ok(())
    }

    /// Does what is wished, if it is possible.
    fn grant(&mut self, order: ClientMessage) -> anyhow::Result<bool> {
        if order.at != self.position && !matches!(order.command, ClientCommand::Leave) {
            return Ok(false);
        }
        match order.command {
            ClientCommand::Play { moves } => return self.play(&moves),
            ClientCommand::TakeUp if self.host.pick_up() => self.change(),
            ClientCommand::Undo => match self.host.undo()? {
                true => self.change(),
                false => return Ok(false),
            },
            ClientCommand::Hint if self.may_be_advised() => {
                (self.hint, self.ideas) = (Some(self.host.hint()), None);
                self.show();
            }
            ClientCommand::HandOver if self.host.covered().is_some() => {
                self.host.hand_over(self.host.covered());
                self.lesson = self.host.lesson();
                self.show();
            }
            ClientCommand::Hurry if self.host.thinking().is_some() => self.host.interrupt(),
            ClientCommand::Next
                if self.watched && self.host.scene().to_move.is_some() && self.host.thinking().is_none() =>
            {
                self.wanted = true;
                self.think();
            }
            ClientCommand::Leave => self.leaving.store(true, Ordering::Relaxed),
            ClientCommand::TakeUp
            | ClientCommand::Hint
            | ClientCommand::HandOver
            | ClientCommand::Hurry
            | ClientCommand::Next => return Ok(false),
        }
        Ok(true)
    }

    /// True if somebody here decides who may be told the best turns.
    fn may_be_advised(&self) -> bool {
        self.host.scene().to_move.is_some() && self.host.thinking().is_none() && self.host.covered().is_none()
    }

    /// Plays moves of whoever sits here, as far as they are legal.
    fn play(&mut self, moves: &[String]) -> anyhow::Result<bool> {
        let decides = self.host.scene().question.as_ref().map(|question| question.seat);
        if !decides.is_some_and(|seat| self.host.seats().is_human(seat)) || self.host.covered().is_some() {
            return Ok(false);
        }
        // What was seen by then is not shown again.
        self.forget();
        let mut played = false;
        for mv in moves {
            if !self.host.is_legal(mv) || self.host.scene().to_move != decides {
                break;
            }
            let steps = self.host.play(mv)?;
            self.show_steps(&steps);
            played = true;
        }
        if played {
            self.change();
        }
        Ok(played)
    }

    /// Somebody here has changed the position.
    fn change(&mut self) {
        self.trouble = None;
        self.look();
    }

    /// Looks at the position afresh, after it changed.
    fn look(&mut self) {
        self.position += 1;
        (self.hint, self.ideas) = (None, None);
        self.look_ahead();
        let decides = self.host.scene().to_move.is_some_and(|seat| self.host.seats().is_human(seat));
        self.lesson = if decides && self.host.covered().is_none() { self.host.lesson() } else { None };
        if self.host.scene().is_over() && self.review_game.is_none() && self.found.is_none() {
            self.review_game = Some(self.host.review_game());
        } else if !self.host.scene().is_over() {
            (self.review_game, self.found) = (None, None);
        }
        self.think();
        self.show();
    }

    /// Notes who is ahead; in practice and where nobody plays, also what lead can be expected at the end.
    fn look_ahead(&mut self) {
        let turns = self.host.turns();
        let begins = self.course.points.first().is_none_or(|points| points.len() != turns + 1);
        self.course.tell(turns, self.host.scene());
        let told = |seat: Player| self.watched || self.host.settings().practice && self.host.seats().is_human(seat);
        self.outlook = match self.host.scene().to_move.filter(|&seat| told(seat)) {
            Some(seat) if begins || turns == 0 => Some((turns, seat, self.host.outlook())),
            _ => None,
        };
    }

    /// Has a bot think, if it is one's turn.
    fn think(&mut self) {
        let seat = self.host.scene().to_move;
        let is_bot = seat.is_some_and(|seat| !self.host.seats().is_human(seat));
        if is_bot && self.host.thinking().is_none() && (self.wanted || !self.watched) {
            self.wanted = false;
            self.host.think();
        }
    }

    /// Looks at what goes on in the background.
    fn attend(&mut self) -> anyhow::Result<()> {
        if let Some(reply) = self.host.wait(Duration::ZERO)? {
            self.show_steps(&reply.steps);
            // It stays until somebody here plays.
            self.trouble = reply.trouble.or(self.trouble.take());
            self.look();
        }
        if let Some((turns, seat, mut task)) = self.outlook.take() {
            match task.wait(Duration::ZERO) {
                Progress::Working => self.outlook = Some((turns, seat, task)),
                Progress::Done(Some(lead)) => {
                    self.course.expect(turns, seat, lead);
                    self.show();
                }
                Progress::Done(None) | Progress::Failed => {}
            }
        }
        if let Some(ideas) = ready(&mut self.hint, Vec::new) {
            self.ideas = Some(ideas);
            self.show();
        }
        let failed = || GameReview {
            lines: vec!["The turns that mattered could not be worked out.".into()],
            ..GameReview::default()
        };
        if let Some(found) = ready(&mut self.review_game, failed) {
            self.found = Some(found);
            self.show();
        }
        Ok(())
    }

    /// Only the last frame is still told to a page that comes.
    fn forget(&self) {
        let mut frames = self.shown.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let last = frames.len().saturating_sub(1);
        frames.drain(..last);
    }

    fn show_steps(&mut self, steps: &[SceneFrame]) {
        for step in steps {
            let log = self.host.log();
            let sight = Sight {
                scene: &step.scene,
                art: self.art.as_ref(),
                at: self.position,
                mover: Some(step.seat),
                fleeting: step.fleeting,
                news: &step.news,
                log: recent_turn(&log[..step.log.min(log.len())]),
                panel: Panel { people: self.host.seats().humans().len(), ..Panel::default() },
            };
            self.push(&sight.frame());
        }
    }

    /// The position as it is.
    fn show(&mut self) {
        let mut scene = self.host.scene().clone();
        // People who watch bots see what these are asked; nobody is asked before the screen is handed over.
        let covered = self.host.covered();
        let is_asked = |seat| self.host.seats().is_human(seat) && covered.is_none();
        scene.question = scene.question.filter(|question| is_asked(question.seat));
        let over = scene.is_over();
        let sight = Sight {
            scene: &scene,
            art: self.art.as_ref(),
            at: self.position,
            mover: None,
            fleeting: false,
            news: &[],
            log: recent_turn(self.host.log()),
            panel: Panel {
                people: self.host.seats().humans().len(),
                hand_over: covered.zip(self.host.shared_secret()),
                thinks: self.host.thinking(),
                practice: self.host.settings().practice,
                ideas: (self.hint.is_some() || self.ideas.is_some()).then_some(self.ideas.as_deref()),
                lesson: self.lesson,
                trouble: self.trouble.as_deref(),
                result: if over { self.host.winners() } else { Vec::new() },
                review_game: (over && !self.watched).then_some(self.found.as_ref().map(|found| &found.lines[..])),
                again: if over { self.host.again() } else { String::new() },
            },
        };
        let frame = Frame { course: Some(self.course_so_far()), ..sight.frame() };
        self.push(&frame);
    }

    /// The course of the game as the person at the screen may know it: the leads that another person can expect tell of
    /// that person's secrets.
    fn course_so_far(&self) -> LeadCurve {
        let mut course = self.course.clone();
        if self.host.shared_secret().is_some() && !self.host.scene().is_over() {
            let seat_at_screen = self.host.seat_at_screen().map(Player::index);
            let others = course.leads.iter_mut().enumerate().filter(|(seat, _)| Some(*seat) != seat_at_screen);
            others.for_each(|(_, leads)| leads.clear());
        }
        course
    }

    fn push(&mut self, frame: &Frame) {
        let text = serde_json::to_string(frame).expect("a frame is plain data");
        let mut frames = self.shown.frames.lock().unwrap_or_else(PoisonError::into_inner);
        // No page is told what somebody else was shown.
        if self.seat_at_screen != self.host.seat_at_screen() {
            frames.clear();
            self.seat_at_screen = self.host.seat_at_screen();
        }
        let number = self.newest.borrow().wrapping_add(1);
        frames.push_back((number, text.into()));
        if frames.len() > MOST_FRAMES {
            frames.pop_front();
        }
        drop(frames);
        self.newest.send_replace(number);
    }

    /// The game so far, turn by turn: if it is over, or nobody here plays.
    fn timeline(&self) -> Option<String> {
        let may_be_told = self.watched || self.host.scene().is_over();
        let view = Account::only(may_be_told.then(|| self.host.timeline())?);
        // Leads that were told on the way, until all of it was looked at.
        let found = self.found.clone();
        let found = found.unwrap_or_else(|| GameReview { leads: self.course.leads.clone(), ..GameReview::default() });
        Some(viewer::timeline(&[view], self.art.as_ref(), Some(&found)))
    }
}

fn recent_turn(log: &[(usize, String)]) -> &[(usize, String)] {
    &log[log.len().saturating_sub(LINES)..]
}

/// What a task has come to, if it has ended.
fn ready<T: Send + 'static>(task: &mut Option<Task<T>>, failed: impl FnOnce() -> T) -> Option<T> {
    let result = match task.as_mut()?.wait(Duration::ZERO) {
        Progress::Working => return None,
        Progress::Done(result) => result,
        Progress::Failed => failed(),
    };
    *task = None;
    Some(result)
}

#[cfg(test)]
mod tests;
