//! The loop that plays a game shown in a browser: commands in, frames out. The game stays on this thread; the server
//! talks to it through a [`GameLoopHandle`].

mod room;
mod show;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use goldrush_engine::player::Player;
use goldrush_games::lessons::Lesson;
use goldrush_games::scene::Art;
use goldrush_support::system::clock;
use goldrush_table::closing::{GameReview, Judgment};
use goldrush_table::host::Host;
use goldrush_table::next_game::{Departure, NextGame};
use goldrush_table::scene_frame::SceneFrame;
use goldrush_table::shown_turn::ShownTurn;
use goldrush_table::thinking::{Progress, Task, Waker};
use goldrush_table::variation::VariationPlayers;
use serde::Deserialize;
use tokio::sync::{oneshot, watch};

use super::frame::LeadCurve;
use super::room::{Member, RoomRequest, SharedRoom};
use super::screens::Screens;
use super::secret::secret;

/// A command from a page.
#[derive(Deserialize, Debug)]
#[serde(tag = "act", rename_all = "snake_case")]
enum ClientCommand {
    /// Play moves of a turn.
    Play { moves: Vec<String> },
    /// Pick up the tile placed in this turn.
    TakeUp,
    /// Undo the last turn.
    Undo,
    /// Find the best turns.
    Hint,
    /// Show them no longer.
    CloseHint,
    /// Show the screen to the person whose turn it is.
    HandOver,
    /// Make the thinking bot play the best move it has found.
    Hurry,
    /// Play the next turn of the bots being watched.
    Next,
    /// Play another game, after the end of this one.
    NextGame { next: NextGame },
    /// Play on from the position before a turn of the finished game, counted from 0.
    Vary { turn: usize },
    /// Let others play the variation.
    ChangePlayers { players: VariationPlayers },
    /// Put another kind of tile in hand, by its index in the line art.
    Draw { kind: usize },
    /// Return from a variation to the game.
    Return,
    /// Ask something of the people in the room.
    Room { request: RoomRequest },
    /// Leave the game.
    Leave,
}

/// A command, and the position in which it was given: see [`Frame::at`].
#[derive(Deserialize, Debug)]
pub(super) struct ClientMessage {
    at: u64,
    #[serde(flatten)]
    command: ClientCommand,
}

/// Something the game loop reacts to; it waits for nothing else.
enum LoopEvent {
    /// A command of a page.
    ClientMessage(Member, ClientMessage, oneshot::Sender<bool>),
    /// A request for the whole game so far.
    Timeline(oneshot::Sender<Option<String>>),
    /// Background work is ready.
    Ready,
    /// Somebody came into the room, or a page there was opened or closed.
    RoomChanged,
    /// The program shall end.
    Leave,
}

/// The server's access to the game loop.
pub(super) struct GameLoopHandle {
    events: Sender<LoopEvent>,
    pub(super) screens: Arc<Screens>,
    news: watch::Receiver<u64>,
}

impl GameLoopHandle {
    /// Returns a receiver that reports new frames.
    pub(super) fn listen(&self) -> watch::Receiver<u64> {
        let mut news = self.news.clone();
        news.mark_changed();
        news
    }

    /// Returns true if a member's command was executed, or `None` if the game loop is gone.
    pub(super) async fn ask(&self, member: Member, message: ClientMessage) -> Option<bool> {
        let (reply, answer) = oneshot::channel();
        self.events
            .send(LoopEvent::ClientMessage(member, message, reply))
            .ok()?;
        answer.await.ok()
    }

    /// Returns the whole game so far, if all of it may be seen.
    pub(super) async fn timeline(&self) -> Option<String> {
        let (reply, answer) = oneshot::channel();
        self.events.send(LoopEvent::Timeline(reply)).ok()?;
        answer.await.ok()?
    }

    /// Tells the game loop that the room has changed.
    pub(super) fn note_room(&self) {
        // A loop that is gone shows no room.
        let _ = self.events.send(LoopEvent::RoomChanged);
    }

    /// Ends the game.
    pub(super) fn leave(&self) {
        // A loop that is gone has left.
        let _ = self.events.send(LoopEvent::Leave);
    }
}

/// Ends the game when the server is gone.
impl Drop for GameLoopHandle {
    fn drop(&mut self) {
        self.leave();
    }
}

/// The loop that plays the game.
pub(super) struct GameLoop {
    host: Box<dyn Host>,
    art: Option<Art>,
    events: Receiver<LoopEvent>,
    /// The people who play here, if each has a screen of their own.
    room: Option<SharedRoom>,
    screens: Arc<Screens>,
    /// Number of the newest frame.
    newest: watch::Sender<u64>,
    /// Seat of the person at a shared screen for whom the kept frames were made.
    seat_at_screen: Option<Player>,
    /// True if only bots play, so that each turn has to be asked for.
    watched: bool,
    turn_requested: bool,
    leaving: bool,
    /// Words of the command for the next game, if one was asked for.
    next: Option<Vec<String>>,
    hint_task: Option<Task<Vec<ShownTurn>>>,
    /// A search for the first hint, which that of `hint_task` replaces.
    quick_hint_task: Option<Task<Vec<ShownTurn>>>,
    suggestions: Option<Vec<ShownTurn>>,
    review_task: Option<Task<GameReview>>,
    /// Share of the review that was last shown to be done, in per cent.
    review_percent: Option<usize>,
    review: Option<GameReview>,
    lesson: Option<&'static Lesson>,
    notice: Option<String>,
    /// The judgment of a choice in a variation, while it is being made.
    judge_task: Option<Task<Option<Judgment>>>,
    /// The last judgment, with the position before the turn that it is about.
    verdict: Option<(Judgment, SceneFrame)>,
    /// True if the answer to a puzzle has been given, and nobody has wanted to play on from there.
    stopped: bool,
    lead_curve: LeadCurve,
    /// Estimate of the expected lead, while it is being made, and the number of turns and the seat it is made for.
    lead_task: Option<Task<Option<f64>>>,
    lead_task_of: (usize, Player),
    /// Number of the position; it also grows when the game goes back.
    position: u64,
    /// The whole game as pages step through it, with its position and whether it was reviewed.
    timeline_json: Option<(u64, (bool, usize), String)>,
}

/// Creates a game loop and the server's access to it; with a room, each person there has a screen of their own.
pub(super) fn open(
    mut host: Box<dyn Host>,
    art: Option<Art>,
    room: Option<SharedRoom>,
) -> (GameLoop, GameLoopHandle) {
    let (sender, events) = channel();
    let ready = sender.clone();
    // The loop may have ended.
    host.wake_by(Waker::new(move || drop(ready.send(LoopEvent::Ready))));
    let screens = Arc::new(Screens::new(secret().unwrap_or_default()));
    if let Some(room) = &room {
        let mut room = room.lock();
        let is_resumed = host.moves() > 0;
        room.begin_game(host.seats().humans(), is_resumed);
        let saved = host.seats().names().iter().cloned();
        room.set_names(saved.filter(|_| is_resumed).collect());
        host.set_names(room.names(host.seats().players()));
        host.separate_screens();
        room.stand_ins()
            .iter()
            .for_each(|seat| host.set_stand_in(seat, true));
    }
    let (newest, news) = watch::channel(0);
    let watched = host.seats().humans().is_empty();
    let game_loop = GameLoop {
        host,
        art,
        events,
        room,
        screens: screens.clone(),
        newest,
        seat_at_screen: None,
        watched,
        turn_requested: false,
        leaving: false,
        next: None,
        hint_task: None,
        quick_hint_task: None,
        suggestions: None,
        review_task: None,
        review_percent: None,
        review: None,
        lesson: None,
        notice: None,
        judge_task: None,
        verdict: None,
        stopped: false,
        lead_curve: LeadCurve::default(),
        lead_task: None,
        lead_task_of: (0, Player::FIRST),
        position: 0,
        timeline_json: None,
    };
    (
        game_loop,
        GameLoopHandle {
            events: sender,
            screens,
            news,
        },
    )
}

impl GameLoop {
    /// Shows the game as it was left.
    pub(super) fn begin(&mut self) {
        self.lead_curve = LeadCurve::default();
        for (turns, frame) in self.host.timeline().iter().enumerate() {
            self.lead_curve.add_turn(turns, &frame.scene);
        }
        self.refresh();
    }

    /// Shows another line of the game.
    fn show_line(&mut self) {
        self.forget_verdict();
        self.notice = None;
        self.screens.forget();
        self.begin();
    }

    fn forget_verdict(&mut self) {
        self.judge_task = None;
        self.verdict = None;
        self.stopped = false;
    }

    fn close_hint(&mut self) {
        self.hint_task = None;
        self.quick_hint_task = None;
        self.suggestions = None;
    }

    /// Plays until the user leaves the game, or wants another one.
    pub(super) fn work(&mut self) -> anyhow::Result<Departure> {
        let result = self.handle_events();
        if self.next.is_none() {
            self.host.end_variation();
        }
        self.host.save()?;
        result?;
        let review = self
            .review
            .as_ref()
            .filter(|_| self.review_task.is_none())
            .map(GameReview::lines)
            .unwrap_or_default();
        Ok(Departure {
            message: self.host.printed_end(&review),
            next: self.next.take(),
        })
    }

    /// Keeps the game on the screen, with a message.
    pub(super) fn stay(&mut self, notice: String) {
        self.leaving = false;
        self.notice = Some(notice);
        self.show();
    }

    /// Executes a command of the person at this machine. False if it is not possible now.
    pub(super) fn execute(&mut self, message: ClientMessage) -> anyhow::Result<bool> {
        self.execute_for(Member::Host, message)
    }

    /// Handles what has happened so far, without waiting.
    pub(super) fn handle_pending(&mut self) -> anyhow::Result<()> {
        while let Ok(event) = self.events.try_recv() {
            self.handle(event)?;
        }
        Ok(())
    }

    pub(super) fn host(&self) -> &dyn Host {
        &*self.host
    }

    /// True once the game was left.
    pub(super) fn is_leaving(&self) -> bool {
        self.leaving
    }

    fn handle_events(&mut self) -> anyhow::Result<()> {
        while !self.leaving {
            match self.events.recv_timeout(self.time_to_timeout(clock())) {
                Ok(event) => self.handle(event)?,
                Err(RecvTimeoutError::Timeout) => self.replace_timed_out_player(clock())?,
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("the host has a sender to wake the loop")
                }
            }
        }
        Ok(())
    }

    fn handle(&mut self, event: LoopEvent) -> anyhow::Result<()> {
        match event {
            LoopEvent::ClientMessage(member, message, reply) => {
                let granted = self.execute_for(member, message)?;
                // Nobody may be waiting any more.
                let _ = reply.send(granted);
            }
            LoopEvent::Timeline(reply) => drop(reply.send(self.timeline())),
            LoopEvent::Ready => self.poll()?,
            LoopEvent::RoomChanged => {
                self.name_people()?;
                self.run_clock(clock());
                self.show();
            }
            LoopEvent::Leave => self.leaving = true,
        }
        Ok(())
    }

    /// Executes a member's command if it is possible in the current position.
    fn execute_for(&mut self, member: Member, message: ClientMessage) -> anyhow::Result<bool> {
        let is_for_any_position = match &message.command {
            ClientCommand::Leave => true,
            ClientCommand::Room { request } => request.is_for_any_position(),
            _ => false,
        };
        if (message.at != self.position && !is_for_any_position)
            || !self.may_command(member, &message.command)
        {
            return Ok(false);
        }
        match message.command {
            ClientCommand::Room { request } => return self.ask_room(member, &request),
            ClientCommand::Play { moves } => return self.play(&moves),
            ClientCommand::TakeUp if self.host.pick_up() => self.refresh_after_command(),
            ClientCommand::Undo => {
                if !self.host.undo()? {
                    return Ok(false);
                }
                self.forget_verdict();
                self.refresh_after_command();
            }
            ClientCommand::Hint if self.may_be_advised() => {
                self.close_hint();
                self.quick_hint_task = Some(self.host.quick_hint());
                self.hint_task = Some(self.host.hint());
                self.show();
            }
            ClientCommand::CloseHint => {
                self.close_hint();
                self.show();
            }
            ClientCommand::HandOver if self.host.covered().is_some() => {
                self.host.hand_over(self.host.covered());
                self.lesson = self.host.lesson();
                self.show();
            }
            ClientCommand::Hurry if self.stopped => {
                self.stopped = false;
                self.think();
                self.show();
            }
            ClientCommand::Hurry if self.host.thinking().is_some() => self.host.interrupt(),
            ClientCommand::Next
                if self.watched
                    && self.host.scene().to_move.is_some()
                    && self.host.thinking().is_none() =>
            {
                self.turn_requested = true;
                self.think();
            }
            ClientCommand::NextGame { next } if self.may_follow(&next) => {
                match self.host.next_game(&next) {
                    Some(words) => {
                        self.next = Some(words);
                        self.leaving = true;
                    }
                    None => return Ok(false),
                }
            }
            ClientCommand::Vary { turn }
                if self
                    .host
                    .begin_variation(turn, VariationPlayers::AsInTheGame) =>
            {
                self.show_line();
            }
            ClientCommand::ChangePlayers { players }
                if self.host.change_variation_players(players) =>
            {
                self.show_line();
            }
            ClientCommand::Draw { kind } if self.host.put_tile_in_hand(kind) => {
                self.refresh_after_command();
            }
            ClientCommand::Return if self.host.end_variation() => self.show_line(),
            ClientCommand::Leave => self.leaving = true,
            ClientCommand::Vary { .. }
            | ClientCommand::ChangePlayers { .. }
            | ClientCommand::Draw { .. }
            | ClientCommand::Return
            | ClientCommand::TakeUp
            | ClientCommand::Hint
            | ClientCommand::HandOver
            | ClientCommand::Hurry
            | ClientCommand::Next
            | ClientCommand::NextGame { .. } => return Ok(false),
        }
        Ok(true)
    }

    /// True if the game itself is over, and no variation of it is on the table.
    fn is_finished(&self) -> bool {
        self.host.scene().is_over() && self.host.variation().is_none()
    }

    /// True if this game can follow now: another game after the end, another puzzle once the answer has been judged.
    fn may_follow(&self, next: &NextGame) -> bool {
        if *next == NextGame::Puzzle {
            self.judge_task.is_none()
        } else {
            self.is_finished()
        }
    }

    /// True if a person here decides who may be shown the best turns.
    fn may_be_advised(&self) -> bool {
        self.host.scene().to_move.is_some()
            && self.host.thinking().is_none()
            && self.host.covered().is_none()
    }

    /// Plays moves for the person here, up to the first illegal one.
    fn play(&mut self, moves: &[String]) -> anyhow::Result<bool> {
        let decides = self.host.scene().to_move;
        if !decides.is_some_and(|seat| self.host.is_played_by_person(seat))
            || self.host.covered().is_some()
            || self.stopped
        {
            return Ok(false);
        }
        // Frames already seen are not shown again.
        self.screens.forget();
        let mut played = false;
        for mv in moves {
            if self.host.scene().to_move != decides {
                break;
            }
            let Some(frames) = self.host.play(mv)? else {
                break;
            };
            self.show_frames(&frames);
            played = true;
        }
        if played {
            if let Some(task) = self.host.judge() {
                self.forget_verdict();
                self.judge_task = Some(task);
                self.stopped = self.host.stops_at_answer();
            }
            self.refresh_after_command();
        }
        Ok(played)
    }

    /// Updates the page after a person here has changed the position.
    fn refresh_after_command(&mut self) {
        self.notice = None;
        self.refresh();
    }

    /// Updates everything that depends on the position after a change.
    fn refresh(&mut self) {
        self.position += 1;
        self.close_hint();
        if let Some(room) = &self.room {
            room.lock().forget_take_back();
        }
        self.update_lead_curve();
        let decides = self
            .host
            .scene()
            .to_move
            .is_some_and(|seat| self.host.is_played_by_person(seat));
        self.lesson = if decides && self.host.covered().is_none() {
            self.host.lesson()
        } else {
            None
        };
        if self.is_finished() && self.review_task.is_none() && self.review.is_none() {
            self.review_task = Some(self.host.review_game());
        } else if !self.host.scene().is_over() && self.host.variation().is_none() {
            self.review_task = None;
            self.review = None;
        }
        self.think();
        self.run_clock(clock());
        self.show();
    }

    /// Records the points; in practice games and with only bots, also starts an estimate of the expected final lead.
    fn update_lead_curve(&mut self) {
        let turns = self.host.turns();
        let begins = self
            .lead_curve
            .points
            .first()
            .is_none_or(|points| points.len() != turns + 1);
        self.lead_curve.add_turn(turns, self.host.scene());
        self.lead_task = match self.host.scene().to_move {
            Some(seat) if self.may_see_leads_of(seat) && (begins || turns == 0) => {
                self.lead_task_of = (turns, seat);
                Some(self.host.expected_lead())
            }
            _ => None,
        };
    }

    /// True if the leads that a seat can expect are shown during the game.
    fn may_see_leads_of(&self, seat: Player) -> bool {
        let practices = self.host.settings().practice && self.room.is_none();
        self.watched || practices && self.host.seats().is_human(seat)
    }

    /// Makes a bot think, if it is a bot's turn.
    fn think(&mut self) {
        let is_bot = self
            .host
            .scene()
            .to_move
            .is_some_and(|seat| !self.host.is_played_by_person(seat));
        if is_bot
            && !self.bots_wait()
            && self.host.thinking().is_none()
            && (self.turn_requested || !self.watched)
        {
            self.turn_requested = false;
            self.host.think();
        }
    }

    /// Collects the results of background work.
    fn poll(&mut self) -> anyhow::Result<()> {
        if !self.bots_wait()
            && let Some(reply) = self.host.wait(Duration::ZERO)?
        {
            self.show_frames(&reply.frames);
            // The message stays until a person here plays.
            self.notice = reply.notice.or(self.notice.take());
            self.refresh();
        }
        if let Some(Some(lead)) = ready(&mut self.lead_task, || None) {
            let (turns, seat) = self.lead_task_of;
            self.lead_curve.add_lead(turns, seat, lead);
            self.show();
        }
        if let Some(suggestions) = ready(&mut self.hint_task, Vec::new) {
            self.quick_hint_task = None;
            self.suggestions = Some(suggestions);
            self.show();
        }
        if let Some(suggestions) = ready(&mut self.quick_hint_task, Vec::new) {
            self.suggestions = Some(suggestions);
            self.show();
        }
        if let Some(judgment) = ready(&mut self.judge_task, || None) {
            self.verdict = judgment.and_then(|judgment| {
                let before = self.host.frame_before(&judgment)?;
                Some((judgment, before))
            });
            self.show();
        }
        if let Some(review) = ready(&mut self.review_task, GameReview::failed) {
            self.review = Some(review);
            self.show();
        }
        if let Some(found) = self.review_task.as_ref().and_then(Task::take_found) {
            self.review = Some(found);
            self.show();
        }
        let percent = self.review_task.as_ref().and_then(Task::percent);
        if percent.is_some() && percent != self.review_percent {
            self.review_percent = percent;
            self.show();
        }
        Ok(())
    }
}

/// Takes a task's result, if the task has ended.
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
