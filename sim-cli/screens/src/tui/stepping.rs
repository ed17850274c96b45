//! Stepping through a finished game, and playing on from one of its turns.

use goldrush_table::closing::{Judgment, Mark, costliest};
use goldrush_table::next_game::NextGame;
use goldrush_table::scene_frame::SceneFrame;
use goldrush_table::shown_turn::ShownTurn;
use goldrush_table::thinking::Progress;
use goldrush_table::variation::VariationPlayers;
use ratatui::crossterm::event::KeyCode;

use super::app::{App, Decision, Hint, Judged};
use super::timeline::Timeline;

impl App {
    /// Returns the frame that is shown instead of the current position: of a finished game, or of others' turns.
    pub(super) fn frame(&self) -> Option<&SceneFrame> {
        self.stepping
            .as_ref()
            .map(Timeline::frame)
            .or_else(|| {
                let judged = self.judged.as_ref().filter(|_| self.stopped)?;
                judged.instead.map(|_| &judged.before)
            })
            .or_else(|| self.show.now())
    }

    /// Returns the entries of the log from before the turn that is shown. That of a finished game tells everything.
    pub(super) fn log_shown(&self) -> &[(usize, String)] {
        let all = self.host.log();
        let count = match (&self.stepping, self.frame()) {
            (Some(stepping), _) => all
                .iter()
                .take_while(|(turn, _)| *turn < stepping.index())
                .count(),
            (None, Some(frame)) => frame.log.min(all.len()),
            (None, None) => all.len(),
        };
        &all[..count]
    }

    /// Handles a key that steps through a finished game or leaves it for a variation; false if the key does neither.
    pub(super) fn step_key(&mut self, key: KeyCode) -> bool {
        if !matches!(self.decision, Decision::Over | Decision::Step)
            || self.host.variation().is_some()
        {
            return false;
        }
        let (at, last) = match &self.stepping {
            Some(stepping) => (stepping.at, stepping.frames.len() - 1),
            None => (self.host.turns(), self.host.turns()),
        };
        match key {
            KeyCode::Left => self.step_through(at.saturating_sub(1)),
            KeyCode::Right => self.step_through((at + 1).min(last)),
            KeyCode::Home => self.step_through(0),
            KeyCode::End => self.step_through(last),
            KeyCode::Char('m') if !self.marks().is_empty() => {
                let turn = self.next_mistake(at);
                self.step_through(turn);
            }
            KeyCode::Char('m' | 'x') if self.stepping.is_some() && self.marks().is_empty() => {
                let text = if self.finished_review().is_some() {
                    "No mistakes found."
                } else {
                    "Still looking for mistakes."
                };
                self.message = Some(text.into());
            }
            KeyCode::Char('x') if self.stepping.is_some() => self.show_better_turn(),
            KeyCode::Char('b') if self.stepping.is_some() => self.play_on(at, last),
            KeyCode::Esc if self.stepping.is_some() => self.stop_stepping(),
            _ => return false,
        }
        true
    }

    /// Returns the turn of the mistake to be shown next: from the end of the game the costliest, then in the order of the game.
    fn next_mistake(&self, at: usize) -> usize {
        let marks = self.marks();
        let mut turns = marks.iter().map(|mark| mark.turn);
        let first = turns.clone().min().unwrap_or_default();
        if self.stepping.is_none() {
            return costliest(marks).map_or(first, |costliest| marks[costliest].turn);
        }
        turns.find(|turn| *turn > at).unwrap_or(first)
    }

    /// True if the list at the end of the game has a mistake of this index, and the game is not played on from a turn.
    pub(super) fn has_entry(&self, entry: usize) -> bool {
        entry < self.marks().len() && self.host.variation().is_none()
    }

    /// Shows the selected mistake of the list at the end of the game.
    pub(super) fn show_entry(&mut self) {
        if let Some(turn) = self.marks().get(self.entry).map(|mark| mark.turn) {
            self.step_through(turn);
        }
    }

    fn step_through(&mut self, at: usize) {
        let frames = match self.stepping.take() {
            Some(stepping) => stepping.frames,
            None => self.host.timeline(),
        };
        self.show.clear();
        (self.overlay, self.decision) = (None, Decision::Step);
        self.looks_at_played = false;
        self.stepping = Some(Timeline {
            frames,
            at,
            instead: None,
        });
        // A mistake is shown at once with what would have been better.
        let is_mistake = self.is_mistake_on_screen();
        if let Some(stepping) = &mut self.stepping {
            stepping.instead = is_mistake.then_some(0);
        }
        if let Some(entry) = self.marks().iter().position(|mark| mark.turn == at) {
            self.entry = entry;
        }
        self.follow();
    }

    /// Returns to the end of the game.
    fn stop_stepping(&mut self) {
        self.stepping = None;
        self.refresh();
    }

    /// Plays on from the turn on the screen; a mistake is played again.
    fn play_on(&mut self, at: usize, last: usize) {
        let again = at == last || self.is_mistake_on_screen();
        let turn = if again { at.saturating_sub(1) } else { at };
        if self
            .host
            .begin_variation(turn, VariationPlayers::AsInTheGame)
        {
            self.stepping = None;
            self.show_line();
        }
    }

    /// Goes back to the beginning of the variation: to the question of a puzzle.
    pub(super) fn try_again(&mut self) {
        let variation = self.host.variation();
        if let Some(variation) = variation
            && self.host.begin_variation(variation.turn, variation.players)
        {
            self.show_line();
        }
    }

    /// Returns from a variation to the turn at which it left the game.
    pub(super) fn return_to_game(&mut self) {
        let turn = self.host.variation().map(|variation| variation.turn);
        if self.host.end_variation() {
            self.show_line();
            self.step_through(turn.map_or(0, |turn| turn + 1));
        }
    }

    /// Lets the person here play every seat of a variation, or only their own again.
    pub(super) fn change_players(&mut self) {
        let Some(variation) = self
            .host
            .variation()
            .filter(|variation| variation.is_choice)
        else {
            return;
        };
        let players = match variation.players {
            VariationPlayers::AsInTheGame => VariationPlayers::PersonHere,
            VariationPlayers::PersonHere => VariationPlayers::AsInTheGame,
        };
        if self.host.change_variation_players(players) {
            self.show_line();
        }
    }

    /// Leaves for the next puzzle, once the answer to this one has been judged.
    pub(super) fn next_puzzle(&mut self) {
        if self.judge.is_none() {
            self.play_next(&NextGame::Puzzle);
        } else {
            self.message = Some("Still looking at your turn.".into());
        }
    }

    /// Puts the next or the previous of the kinds left in hand, where the person here moves for every seat.
    pub(super) fn change_tile(&mut self, by: isize) {
        let kinds: Vec<usize> = self
            .scene()
            .left
            .kinds
            .iter()
            .map(|kind| kind.art)
            .collect();
        if !self.host.is_by_hand() || kinds.is_empty() {
            return;
        }
        let Some(start) = self
            .question()
            .and_then(|question| Some(question.hand.as_ref()?.art))
        else {
            return;
        };
        let next = if by > 0 {
            kinds.iter().find(|kind| **kind > start)
        } else {
            kinds.iter().rfind(|kind| **kind < start)
        };
        let last = if by > 0 { kinds.first() } else { kinds.last() };
        let Some(&kind) = next.or(last) else { return };
        if self.host.put_tile_in_hand(kind) {
            self.refresh();
        }
    }

    fn show_line(&mut self) {
        self.forget_judgment();
        self.overlay = None;
        self.rounds = (Vec::new(), Vec::new(), 0);
        self.show.clear();
        self.refresh();
    }

    /// Starts judging the turn that a person here has completed in a variation.
    pub(super) fn judge(&mut self) {
        let Some(task) = self.host.judge() else {
            return;
        };
        self.forget_judgment();
        self.judge = Some(task);
        self.task = Some("Looking at your turn …".into());
        self.stopped = self.host.stops_at_answer();
    }

    pub(super) fn forget_judgment(&mut self) {
        (self.judge, self.judged, self.stopped) = (None, None, false);
        self.task = self.host.puzzle().map(str::to_owned);
    }

    /// Shows the judgment of a turn, once it is there.
    pub(super) fn take_judgment(&mut self) {
        let Some(task) = &mut self.judge else {
            return;
        };
        let judgment = match task.wait(std::time::Duration::ZERO) {
            Progress::Working => return,
            Progress::Done(judgment) => judgment,
            Progress::Failed => {
                (self.judge, self.task) = (None, Some("The search failed.".into()));
                return;
            }
        };
        (self.judge, self.task) = (None, None);
        self.looks_at_played = false;
        self.judged = judgment.and_then(|judgment| {
            let before = self.host.frame_before(&judgment)?;
            Some(Judged {
                instead: (self.stopped && !judgment.better.is_empty()).then_some(0),
                judgment,
                before,
            })
        });
        self.follow();
    }

    fn marks(&self) -> &[Mark] {
        let review = self.review_game.as_ref();
        review.map_or(&[], |review| &review.found.marks)
    }

    fn marks_on_screen(&self) -> impl Iterator<Item = &Mark> {
        let turns = self.stepping.as_ref().map(|stepping| stepping.at);
        self.marks()
            .iter()
            .filter(move |mark| Some(mark.turn) == turns)
    }

    /// True if a mistake was made in the turn on the screen.
    pub(super) fn is_mistake_on_screen(&self) -> bool {
        self.marks_on_screen().next().is_some()
    }

    fn better_turns(&self) -> usize {
        self.judgment_on_screen()
            .map_or(0, |judgment| judgment.better.len())
    }

    /// True if turns are known that would have been better than the one on the screen.
    pub(super) fn has_better_turns(&self) -> bool {
        self.better_turns() > 0
    }

    /// Shows the next of the turns that would have been better than the one on the screen, or after the last the position
    /// to which that led.
    pub(super) fn show_better_turn(&mut self) {
        let turns = self.better_turns();
        let instead = match (&mut self.stepping, &mut self.judged) {
            (Some(stepping), _) => &mut stepping.instead,
            (None, Some(judged)) => &mut judged.instead,
            (None, None) => return,
        };
        if turns == 0 {
            let text = if self.stepping.is_some() {
                "No mistake in this turn; m shows the next one."
            } else {
                "No other turn is known to be better."
            };
            self.message = Some(text.into());
            return;
        }
        let next = instead.map_or(0, |at| at + 1);
        *instead = (next < turns).then_some(next);
        self.looks_at_played = false;
        self.follow();
    }

    /// Returns the judgment of the turn on the screen.
    pub(super) fn judgment_on_screen(&self) -> Option<&Judgment> {
        if self.stepping.is_some() {
            self.marks_on_screen().next().map(|mark| &mark.judgment)
        } else {
            self.judged.as_ref().map(|judged| &judged.judgment)
        }
    }

    /// Returns the index of the better turn on the screen.
    pub(super) fn instead(&self) -> Option<usize> {
        match (&self.stepping, &self.judged) {
            (Some(stepping), _) => stepping.instead,
            (None, Some(judged)) => judged.instead.filter(|_| self.stopped),
            (None, None) => None,
        }
    }

    /// Returns the better turn on the screen, or the selected hint.
    pub(super) fn better_turn(&self) -> Option<&ShownTurn> {
        if let Hint::Given {
            suggestions, at, ..
        } = &self.hint
        {
            return suggestions.get(*at);
        }
        self.judgment_on_screen()?.better.get(self.instead()?)
    }

    /// Returns the turn played, where a better one is on the screen too.
    pub(super) fn played_turn(&self) -> Option<&ShownTurn> {
        self.instead()?;
        Some(&self.judgment_on_screen()?.played)
    }

    /// Returns the verdicts on the turn on the screen, in words. The side panel says why.
    pub(super) fn verdict_on_screen(&self) -> Option<String> {
        if let Some(judgment) = self.judgment_on_screen() {
            let words = if self.instead().is_some() {
                judgment.words.clone()
            } else {
                judgment.in_full()
            };
            return Some(words);
        }
        let turns = self.stepping.as_ref()?.at;
        let mut others = self.finished_review()?.others.iter();
        others
            .find(|other| other.turn == turns)
            .map(|other| other.words.clone())
    }
}
