//! Keyboard and mouse actions.

use goldrush_table::next_game::NextGame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::app::{App, Decision, Hint, Overlay};
use super::cards;

impl App {
    /// Performs the action of a key or mouse event.
    pub fn handle(&mut self, event: &Event) -> anyhow::Result<()> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.message = None;
                // Zooming does not clear the selection.
                if !matches!(key.code, KeyCode::Char('s' | 'z' | '+' | '-' | '0')) {
                    self.scored = None;
                }
                self.key(*key)
            }
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => Ok(()),
        }
    }

    fn key(&mut self, key: KeyEvent) -> anyhow::Result<()> {
        let far = key
            .modifiers
            .intersects(KeyModifiers::SHIFT | KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.leaving = true;
            }
            _ if self.overlay.is_some() => self.key_on_overlay(key.code),
            code if !far && self.step_key(code) => {}
            code if self.show.now().is_some() && self.skips(code) => {}
            code if self.goes_on(code) => {}
            KeyCode::Left if far => self.scroll(-1.0, 0.0),
            KeyCode::Right if far => self.scroll(1.0, 0.0),
            KeyCode::Up if far => self.scroll(0.0, -1.0),
            KeyCode::Down if far => self.scroll(0.0, 1.0),
            KeyCode::Up | KeyCode::Down if matches!(self.hint, Hint::Given { .. }) => {
                self.step_suggestion(if key.code == KeyCode::Up { -1 } else { 1 });
            }
            KeyCode::Up | KeyCode::Down if matches!(self.decision, Decision::Act { .. }) => {
                self.step(if key.code == KeyCode::Up { -1 } else { 1 });
            }
            KeyCode::Left => self.step_towards(-1, 0),
            KeyCode::Right => self.step_towards(1, 0),
            KeyCode::Up => self.step_towards(0, -1),
            KeyCode::Down => self.step_towards(0, 1),
            KeyCode::Char('n') if self.host.puzzle().is_some() => self.next_puzzle(),
            KeyCode::Tab if self.far_apart => self.look_at_other_turn(),
            KeyCode::Tab | KeyCode::Char('n') => self.step(1),
            KeyCode::BackTab | KeyCode::Char('N') => self.step(-1),
            KeyCode::Char('r' | ' ') => self.turn(1),
            KeyCode::Char('R') => self.turn(-1),
            KeyCode::Enter => return self.confirm(),
            KeyCode::Esc => self.back(),
            KeyCode::Backspace | KeyCode::Char('b') => self.pick_up_tile(),
            KeyCode::Char(digit @ '1'..='9') if matches!(self.hint, Hint::Given { .. }) => {
                self.go_to_suggestion(digit as usize - '1' as usize);
            }
            KeyCode::Char(digit @ '1'..='9') => self.step_to(digit as usize - '1' as usize),
            KeyCode::Char('z' | '+' | '-') => {
                self.camera.zoom();
                self.follow();
            }
            KeyCode::Char('c') => {
                if let Some(cell) = self.selected_cell() {
                    self.camera.centre_on(cell);
                }
            }
            KeyCode::Char('0') => self.show_all(),
            KeyCode::Char('s') if self.landscape().is_some() => self.step_scored(),
            KeyCode::Char('x') if self.stopped => self.show_better_turn(),
            KeyCode::Char('h') => self.ask(),
            KeyCode::Char('g') => self.return_to_game(),
            KeyCode::Char('a') => self.change_players(),
            KeyCode::Char(key @ ('y' | 'Y')) => self.change_tile(if key == 'y' { 1 } else { -1 }),
            KeyCode::Char('u') => return self.undo(),
            KeyCode::Char('t') => self.host.hand_over(self.host.covered()),
            KeyCode::Char('e') => {
                let lessons = !self.host.settings().lessons;
                self.host.set_lessons(lessons);
                self.lesson = None;
                let text = if lessons {
                    "Explanations of rules are on."
                } else {
                    "Explanations of rules are off."
                };
                self.message = Some(text.into());
            }
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Some(Overlay::Help { top: 0 }),
            KeyCode::Char('l') => self.overlay = Some(Overlay::Log { up: 0 }),
            KeyCode::Char('d') => self.overlay = Some(Overlay::Tiles { top: 0 }),
            KeyCode::Char('i') => self.overlay = Some(Overlay::Legend { top: 0 }),
            KeyCode::Char('v') if self.has_text() => self.overlay = Some(Overlay::Panel { top: 0 }),
            KeyCode::Char('v') => self.message = Some("There is no more text.".into()),
            KeyCode::Char('m') => self.captures_mouse = !self.captures_mouse,
            KeyCode::Char('f') if self.host.scene().is_over() => {
                self.overlay = Some(Overlay::Result { top: 0 });
            }
            KeyCode::Char('q') => self.leaving = true,
            _ => {}
        }
        Ok(())
    }

    /// Starts another game after the end of this one, if the key asks for it.
    fn goes_on(&mut self, key: KeyCode) -> bool {
        if !matches!(self.decision, Decision::Over | Decision::Step)
            || self.host.variation().is_some()
        {
            return false;
        }
        match key {
            KeyCode::Char('r') => self.play_next(&NextGame::Rematch),
            KeyCode::Char('>') => self.play_next(&NextGame::Stronger),
            KeyCode::Char('<') => self.play_next(&NextGame::Weaker),
            KeyCode::Char('n') if self.host.puzzle().is_some() => self.next_puzzle(),
            // Without options, the command shows the menu.
            KeyCode::Char('n') => {
                (self.leaving, self.next) =
                    (true, Some(["goldrush", "play"].map(str::to_owned).to_vec()));
            }
            _ => return false,
        }
        true
    }

    /// Handles a key during an animation: true, and the animation advances, unless the key is for looking around.
    fn skips(&mut self, key: KeyCode) -> bool {
        match key {
            // Not `n`, which begins another game once this one is over.
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('.') | KeyCode::Tab => self.show.next(),
            KeyCode::Char(' ' | 'p') if self.host.seats().humans().is_empty() => self.show.pause(),
            KeyCode::Char(' ') => self.show.next(),
            KeyCode::Esc => self.show.skip(),
            _ => return false,
        }
        self.refresh();
        true
    }

    /// Shows the whole table, or a message if it does not fit.
    fn show_all(&mut self) {
        let area = self.map_area;
        match self.extent() {
            Some(extent) if !self.camera.fit(area, extent) => {
                self.message =
                    Some("The board does not fit: shift+arrows or the wheel move the view.".into());
            }
            Some(_) => {}
            None => self.message = Some("All cards are on the screen.".into()),
        }
    }

    fn back(&mut self) {
        if !matches!(self.hint, Hint::None) {
            self.hint = Hint::None;
        } else if self.stopped {
            self.stopped = false;
            self.refresh();
        } else if let Decision::Wait(_) = self.decision {
            self.host.interrupt();
        } else if self.lesson.is_some() {
            self.lesson = None;
        } else {
            self.pick_up_tile();
        }
    }

    fn step_suggestion(&mut self, by: isize) {
        if let Hint::Given {
            suggestions, at, ..
        } = &mut self.hint
        {
            *at = (*at as isize + by).rem_euclid(suggestions.len().max(1) as isize) as usize;
            self.take_suggestion();
        }
    }

    /// Selects a hint by the number beside it.
    fn go_to_suggestion(&mut self, number: usize) {
        if let Hint::Given {
            suggestions, at, ..
        } = &mut self.hint
            && number < suggestions.len()
        {
            *at = number;
            self.take_suggestion();
        }
    }

    fn scroll(&mut self, dx: f32, dy: f32) {
        if let Some(extent) = self.extent() {
            self.camera.scroll(extent, dx, dy);
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> anyhow::Result<()> {
        let position = Position {
            x: mouse.column,
            y: mouse.row,
        };
        let far = !mouse.modifiers.is_empty();
        match mouse.kind {
            MouseEventKind::Moved if self.overlay.is_none() => self.hover(position),
            MouseEventKind::ScrollUp if self.overlay.is_some() => self.key_on_overlay(KeyCode::Up),
            MouseEventKind::ScrollDown if self.overlay.is_some() => {
                self.key_on_overlay(KeyCode::Down);
            }
            MouseEventKind::ScrollUp if far => self.scroll(-0.5, 0.0),
            MouseEventKind::ScrollDown if far => self.scroll(0.5, 0.0),
            MouseEventKind::ScrollUp => self.scroll(0.0, -0.5),
            MouseEventKind::ScrollDown => self.scroll(0.0, 0.5),
            MouseEventKind::ScrollLeft => self.scroll(-0.5, 0.0),
            MouseEventKind::ScrollRight => self.scroll(0.5, 0.0),
            MouseEventKind::Down(button) => {
                self.message = None;
                if let Some(overlay) = self.overlay.take() {
                    let mut rows = self.entry_rows.iter();
                    let clicked = rows.find(|(row, _)| *row == position.y);
                    if let (Overlay::Result { .. }, Some((_, entry))) = (overlay, clicked) {
                        self.entry = *entry;
                        self.show_entry();
                    }
                } else if self.show.now().is_some() {
                    self.show.next();
                    self.refresh();
                } else if button == MouseButton::Right {
                    self.turn(1);
                } else if button == MouseButton::Middle {
                    self.pick_up_tile();
                } else if self.map_area.contains(position) {
                    return self.click_map(position);
                } else if self.list_area.contains(position) {
                    return self.click_list(position);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn click_map(&mut self, position: Position) -> anyhow::Result<()> {
        if let Some(cards) = self.cards() {
            let place = cards::place_at(cards, self.map_area, position);
            let flips = matches!(self.decision, Decision::Flip { .. });
            return match place.filter(|_| flips) {
                Some(place) if self.choose_card(place) => self.confirm(),
                _ => Ok(()),
            };
        }
        let (cell, column, row) = self.camera.cell_at(self.map_area, position.x, position.y);
        let again = match self.decision {
            Decision::Place { .. } => self.choose_cell(cell),
            Decision::Act { .. } => {
                let part = self.spot_at(cell, column, row).and_then(|spot| spot.part);
                self.choose_part(cell, part)
            }
            Decision::Flip { .. }
            | Decision::Animation(_)
            | Decision::Step
            | Decision::Stop
            | Decision::Wait(_)
            | Decision::Over => false,
        };
        if again { self.confirm() } else { Ok(()) }
    }

    fn click_list(&mut self, position: Position) -> anyhow::Result<()> {
        let line = usize::from(position.y - self.list_area.y);
        let Some(&choice) = self.list_lines.get(line) else {
            return Ok(());
        };
        match (&self.hint, self.decision) {
            (Hint::Given { at, .. }, _) if *at == choice => return self.confirm(),
            (Hint::Given { .. }, _) => self.go_to_suggestion(choice),
            (_, Decision::Act { at, .. }) if at == choice => return self.confirm(),
            _ => self.step_to(choice),
        }
        Ok(())
    }

    fn key_on_overlay(&mut self, key: KeyCode) {
        let Some(overlay) = &self.overlay else {
            return;
        };
        let is_result = matches!(overlay, Overlay::Result { .. });
        let entry = match key {
            KeyCode::Up => self.entry.checked_sub(1),
            KeyCode::Down => Some(self.entry + 1),
            KeyCode::Enter if is_result && self.has_entry(self.entry) => {
                self.overlay = None;
                self.show_entry();
                return;
            }
            _ => None,
        };
        if let Some(entry) = entry.filter(|entry| is_result && self.has_entry(*entry)) {
            (self.entry, self.entry_moved) = (entry, true);
            return;
        }
        let Some(overlay) = &mut self.overlay else {
            return;
        };
        let by = match key {
            KeyCode::Up | KeyCode::Char('k') => -1,
            KeyCode::Down | KeyCode::Char('j') => 1,
            KeyCode::PageUp => -10,
            KeyCode::PageDown | KeyCode::Char(' ') => 10,
            KeyCode::Char('q') if matches!(overlay, Overlay::Result { .. }) => {
                self.leaving = true;
                return;
            }
            KeyCode::Char('g') => {
                self.overlay = None;
                self.return_to_game();
                return;
            }
            key => {
                if !is_result || !(self.goes_on(key) || self.step_key(key)) {
                    self.overlay = None;
                }
                return;
            }
        };
        overlay.scroll(by);
    }
}
