//! Frames of the position and of turns for every screen, and the whole game turn by turn.

use std::iter;

use goldrush_engine::player::Player;
use goldrush_games::GameName;
use goldrush_table::next_game::NextGame;
use goldrush_table::scene_frame::SceneFrame;

use super::GameLoop;
use crate::web::frame::{Frame, FrameSource, LeadCurve, board_alone};
use crate::web::panels::{Panel, Search};
use crate::web::screens::Screen;
use crate::web::viewer::{self, Account};

/// Number of log lines shown.
const LINES: usize = 12;

impl GameLoop {
    pub(super) fn show_frames(&mut self, scene_frames: &[SceneFrame]) {
        for scene_frame in scene_frames {
            let log = self.host.log_at(scene_frame.screen);
            let mut scene = scene_frame.scene.clone();
            self.name_seats(&mut scene, scene_frame.screen);
            let source = FrameSource {
                scene: &scene,
                art: self.art.as_ref(),
                at: self.position,
                mover: Some(scene_frame.seat),
                fleeting: scene_frame.fleeting,
                news: &scene_frame.news,
                log: last_lines(&log[..scene_frame.log.min(log.len())]),
                panel: Panel {
                    people: self.host.seats().humans().len(),
                    room: self.room_panel(scene_frame.screen),
                    ..Panel::default()
                },
            };
            let frame = source.frame();
            self.push(scene_frame.screen, &frame);
        }
    }

    /// Shows the current position at every screen.
    pub(super) fn show(&mut self) {
        let people = self.host.seats().humans();
        let own = people.iter().filter(|_| self.room.is_some()).map(Some);
        for screen in iter::once(None).chain(own.collect::<Vec<_>>()) {
            self.show_at(screen);
        }
    }

    fn show_at(&mut self, screen: Screen) {
        let mut scene = self.host.scene_at(screen).clone();
        self.name_seats(&mut scene, screen);
        let waiting = self
            .room
            .as_ref()
            .and_then(|room| room.lock().waiting(scene.to_move, screen));
        // People who watch bots see the bots' questions; before the screen is handed over nobody is asked.
        let covered = self.host.covered();
        let is_paused = self
            .room
            .as_ref()
            .is_some_and(|room| room.lock().is_paused());
        scene.question = scene.question.filter(|question| {
            let is_theirs = self.host.is_played_by_person(question.seat) && covered.is_none();
            is_theirs && !is_paused && !self.stopped
        });
        let is_own = self.room.is_none() || screen.is_some() && screen == scene.to_move;
        let is_host = self
            .room
            .as_ref()
            .is_none_or(|room| room.lock().is_host_screen(screen));
        let over = self.is_finished();
        let source = FrameSource {
            scene: &scene,
            art: self.art.as_ref(),
            at: self.position,
            mover: None,
            fleeting: false,
            news: &[],
            log: last_lines(self.host.log_at(screen)),
            panel: Panel {
                people: if screen.is_some() {
                    1
                } else {
                    self.host.seats().humans().len()
                },
                room: self.room_panel(screen),
                waiting,
                hand_over: covered.zip(self.host.shared_secret()),
                thinks: self.host.thinking(),
                practice: self.host.settings().practice && self.room.is_none(),
                can_undo: self.host.can_undo(),
                is_advising: self.hint_task.is_some(),
                has_hints: self
                    .room
                    .as_ref()
                    .is_none_or(|room| room.lock().has_hints()),
                suggestions: if !is_own {
                    // Where each person has a screen, the one who asks sees the answer.
                    Search::NotAsked
                } else if self.hint_task.is_some() || self.suggestions.is_some() {
                    Search::begun(self.suggestions.as_deref())
                } else {
                    Search::NotAsked
                },
                lesson: self.lesson.filter(|_| is_own),
                notice: self.notice.as_deref(),
                variation: self.host.variation(),
                chooses_tiles: self.host.is_by_hand(),
                task: if self.judge_task.is_some() {
                    Some("Looking at your turn…")
                } else {
                    // The task of a puzzle stands there until it is answered.
                    self.host.puzzle().filter(|_| self.asks_puzzle())
                },
                verdict: self.verdict.as_ref().map(|(judgment, _)| judgment),
                is_stopped: self.stopped,
                result: if scene.is_over() {
                    self.host.winners(screen)
                } else {
                    Vec::new()
                },
                review_percent: self.review_percent,
                review: self.review.as_ref().filter(|_| over && !self.watched),
                is_reviewing: over && !self.watched && self.review_task.is_some(),
                again: self.host.again().filter(|_| over && self.room.is_none()),
                has_next_puzzle: self.host.puzzle().is_some(),
                next: if over && is_host {
                    self.next_games()
                } else {
                    Vec::new()
                },
            },
        };
        let before = self.verdict.as_ref().map(|(_, before)| &before.scene);
        let frame = Frame {
            before: before.map(|scene| board_alone(scene, self.art.as_ref())),
            lead_curve: Some(self.visible_lead_curve()),
            ..source.frame()
        };
        self.push(screen, &frame);
    }

    /// True until a puzzle is answered.
    fn asks_puzzle(&self) -> bool {
        let variation = self.host.variation();
        variation.is_some_and(|variation| self.host.turns() <= variation.turn) && !self.stopped
    }

    /// Returns the games that can be played next, with the words on their buttons.
    fn next_games(&self) -> Vec<(String, NextGame)> {
        let this = self.host.game();
        let levels = [
            ("Next puzzle", NextGame::Puzzle),
            ("Rematch", NextGame::Rematch),
            ("Stronger", NextGame::Stronger),
            ("Weaker", NextGame::Weaker),
        ];
        let levels = levels.map(|(words, next)| (words.to_owned(), next));
        let others = GameName::ALL
            .iter()
            .filter(|&&game| game != this)
            .map(|game| game.about());
        let others =
            others.map(|about| (about.title.to_owned(), NextGame::Game(about.name.into())));
        levels
            .into_iter()
            .chain(others)
            .filter(|(_, next)| self.host.next_game(next).is_some())
            .collect()
    }

    /// Returns the lead curve that the person at the screen may see: the leads that another person can expect reveal
    /// that person's secrets.
    fn visible_lead_curve(&self) -> LeadCurve {
        let mut lead_curve = self.lead_curve.clone();
        if self.host.shared_secret().is_some() && !self.host.scene().is_over() {
            let seat_at_screen = self.host.seat_at_screen().map(Player::index);
            let others = lead_curve
                .leads
                .iter_mut()
                .enumerate()
                .filter(|(seat, _)| Some(*seat) != seat_at_screen);
            others.for_each(|(_, leads)| leads.clear());
        }
        lead_curve
    }

    fn push(&mut self, screen: Screen, frame: &Frame) {
        let text = serde_json::to_string(frame).expect("a frame serializes to JSON");
        // No page is sent frames that were made for another person.
        if self.seat_at_screen != self.host.seat_at_screen() {
            self.screens.clear();
            self.seat_at_screen = self.host.seat_at_screen();
        }
        let number = self.newest.borrow().wrapping_add(1);
        self.screens.push(screen, number, text);
        self.newest.send_replace(number);
    }

    /// Returns the game so far, turn by turn, if it is over or only bots play.
    pub(in crate::web) fn timeline(&mut self) -> Option<String> {
        // Number of mistakes found so far.
        let is_searching = self.review_task.is_some();
        let reviewed = (
            !is_searching,
            self.review.as_ref().map_or(0, |found| found.marks.len()),
        );
        if let Some((position, was_reviewed, timeline)) = &self.timeline_json
            && *position == self.position
            && *was_reviewed == reviewed
        {
            return Some(timeline.clone());
        }
        let shows_timeline =
            (self.watched || self.host.scene().is_over()) && self.host.variation().is_none();
        if !shows_timeline {
            return None;
        }
        let mut frames = self.host.timeline();
        for frame in &mut frames {
            self.name_seats(&mut frame.scene, None);
        }
        // Until the review is finished, the leads estimated during the game stand in for it.
        let mut review = self.review.clone().unwrap_or_default();
        if review.leads.is_empty() {
            review.leads = self.lead_curve.leads.clone();
        }
        let account = Account::only(frames);
        let timeline = viewer::timeline(&[account], self.art.as_ref(), Some(&review), is_searching);
        self.timeline_json = Some((self.position, reviewed, timeline.clone()));
        Some(timeline)
    }
}

/// Returns the end of a log.
fn last_lines(log: &[(usize, String)]) -> &[(usize, String)] {
    &log[log.len().saturating_sub(LINES)..]
}
