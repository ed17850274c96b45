//! Frames of the position and of turns for every screen, and the whole game turn by turn.

use std::iter;

use goldrush_engine::player::Player;

use super::GameLoop;
use crate::games::GameName;
use crate::table::closing::GameReview;
use crate::table::next_game::NextGame;
use crate::table::scene_frame::SceneFrame;
use crate::web::frame::{Frame, FrameSource, LeadCurve};
use crate::web::panels::Panel;
use crate::web::screens::Screen;
use crate::web::viewer::{self, Account};

/// Number of log lines shown.
const LINES: usize = 12;

impl GameLoop {
    pub(super) fn show_steps(&mut self, steps: &[SceneFrame]) {
        for step in steps {
            let log = self.host.log_at(step.screen);
            let mut scene = step.scene.clone();
            self.name_seats(&mut scene, step.screen);
            let source = FrameSource {
                scene: &scene,
                art: self.art.as_ref(),
                at: self.position,
                mover: Some(step.seat),
                fleeting: step.fleeting,
                news: &step.news,
                log: recent_turn(&log[..step.log.min(log.len())]),
                panel: Panel {
                    people: self.host.seats().humans().len(),
                    room: self.room_panel(step.screen),
                    ..Panel::default()
                },
            };
            let frame = source.frame();
            self.push(step.screen, &frame);
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
        let is_asked =
            |seat| self.host.is_played_by_person(seat) && covered.is_none() && !is_paused;
        scene.question = scene.question.filter(|question| is_asked(question.seat));
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
            log: recent_turn(self.host.log_at(screen)),
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
                ideas: (self.hint.is_some() || self.ideas.is_some())
                    .then_some(self.ideas.as_deref()),
                lesson: self.lesson.filter(|_| is_own),
                notice: self.notice.as_deref(),
                variation: self.host.variation(),
                chooses_tiles: self.host.is_by_hand(),
                verdict: self
                    .judge
                    .is_some()
                    .then_some("Looking at your turn…")
                    .or(self.verdict.as_deref()),
                result: if scene.is_over() {
                    self.host.winners(screen)
                } else {
                    Vec::new()
                },
                review_game: (over && !self.watched)
                    .then_some(self.found.as_ref().map(|found| &found.lines[..])),
                again: self.host.again().filter(|_| over && self.room.is_none()),
                has_next_puzzle: self.host.puzzle().is_some(),
                next: if over && is_host {
                    self.next_games()
                } else {
                    Vec::new()
                },
            },
        };
        let frame = Frame {
            course: Some(self.lead_curve()),
            ..source.frame()
        };
        self.push(screen, &frame);
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
    fn lead_curve(&self) -> LeadCurve {
        let mut course = self.course.clone();
        if self.host.shared_secret().is_some() && !self.host.scene().is_over() {
            let seat_at_screen = self.host.seat_at_screen().map(Player::index);
            let others = course
                .leads
                .iter_mut()
                .enumerate()
                .filter(|(seat, _)| Some(*seat) != seat_at_screen);
            others.for_each(|(_, leads)| leads.clear());
        }
        course
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
        let (position, is_reviewed) = (self.position, self.found.is_some());
        if let Some((at, reviewed, told)) = &self.told
            && (*at, *reviewed) == (position, is_reviewed)
        {
            return Some(told.clone());
        }
        let shows_timeline =
            (self.watched || self.host.scene().is_over()) && self.host.variation().is_none();
        let mut steps = shows_timeline.then(|| self.host.timeline())?;
        steps
            .iter_mut()
            .for_each(|step| self.name_seats(&mut step.scene, None));
        let view = Account::only(steps);
        // Until the review is finished, the leads estimated during the game stand in for it.
        let found = self.found.clone();
        let found = found.unwrap_or_else(|| GameReview {
            leads: self.course.leads.clone(),
            ..GameReview::default()
        });
        let told = viewer::timeline(&[view], self.art.as_ref(), Some(&found));
        self.told = Some((position, is_reviewed, told.clone()));
        Some(told)
    }
}

fn recent_turn(log: &[(usize, String)]) -> &[(usize, String)] {
    &log[log.len().saturating_sub(LINES)..]
}
