//! The state of the full-screen game, and what can be done to it.

use std::time::Duration;

use goldrush_engine::gold_rush::{Move, Phase};
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::player::Player;
use ratatui::layout::Rect;

use super::camera::{Camera, Extent};
use super::overlay::Overlay;
use super::theme::Theme;
use crate::analysis::review::Review;
use crate::table::bots::Bots;
use crate::table::choices::{Choice, choices, scores_anyway};
use crate::table::closing;
use crate::table::describe::placements;
use crate::table::hint::{Idea, hint};
use crate::table::lessons;
use crate::table::lessons::Lesson;
use crate::table::session::Session;
use crate::table::thinking::{Progress, Task};

/// What is to be decided on the screen.
pub(super) enum Decision {
    /// Where the tile goes: the legal cells with their rotations, from north to south, and which is at hand.
    Place { cells: Vec<(Cell, Vec<Rotation>)>, at: usize, turned: usize },
    /// What follows; what the tile scores anyway.
    Act { choices: Vec<Choice>, at: usize, anyway: i32 },
    /// A bot thinks.
    Wait(Player),
    /// Nothing.
    Over,
}

/// A hint that was asked for.
pub(super) enum Hint {
    None,
    Asked(Task<Vec<Idea>>),
    Given { ideas: Vec<Idea>, at: usize },
}

/// A look back at a finished game.
pub(super) enum LookBack {
    Asked(Task<Vec<Review<Move>>>),
    Done(Vec<String>),
}

/// The full-screen game.
pub struct App {
    /// The game.
    pub session: Session,
    /// Somebody wants to leave.
    pub leaving: bool,
    pub(super) theme: Theme,
    pub(super) decision: Decision,
    pub(super) camera: Camera,
    pub(super) overlay: Option<Overlay>,
    pub(super) hint: Hint,
    pub(super) lesson: Option<&'static Lesson>,
    pub(super) message: Option<String>,
    /// With several people at the terminal, own tokens are hidden until asked for.
    pub(super) tokens_shown: bool,
    pub(super) look_back: Option<LookBack>,
    /// Counts looks; for things that move.
    pub(super) ticks: usize,
    /// Where the landscape and the list of choices were drawn; for the mouse.
    pub(super) map_area: Rect,
    pub(super) list_area: Rect,
    /// For each line of the list the choice it belongs to.
    pub(super) list_lines: Vec<usize>,
    bots: Bots,
}

impl App {
    /// A game on the screen.
    pub fn new(session: Session, bots: Bots, theme: Theme) -> App {
        let mut app = App {
            session,
            leaving: false,
            theme,
            decision: Decision::Over,
            camera: Camera::new(),
            overlay: None,
            hint: Hint::None,
            lesson: None,
            message: None,
            tokens_shown: false,
            look_back: None,
            ticks: 0,
            map_area: Rect::new(0, 0, 52, 17),
            list_area: Rect::default(),
            list_lines: Vec::new(),
            bots,
        };
        app.camera.centre_on(app.newest_cell());
        app.look();
        app
    }

    pub(super) fn newest_cell(&self) -> Cell {
        let table = self.session.table();
        table.landscape().tile(table.newest()).cell()
    }

    /// What to say when the game leaves the screen.
    pub fn farewell(&self) -> String {
        let file = self.session.file().display();
        if self.session.is_over() {
            format!("{}\n\nThe record of the game: {file}", closing::result(&self.session).join("\n"))
        } else {
            format!("The game is kept; go on with: goldrush play --resume {file}")
        }
    }

    /// Whether something goes on in the background.
    pub fn is_busy(&self) -> bool {
        self.bots.thinking().is_some()
            || matches!(self.hint, Hint::Asked(_))
            || matches!(self.look_back, Some(LookBack::Asked(_)))
    }

    /// Looks at the position afresh, after it changed.
    pub(super) fn look(&mut self) {
        self.hint = Hint::None;
        let table = self.session.table();
        self.decision = match self.session.to_move() {
            None => {
                self.bots.end(&self.session);
                self.look_back = Some(LookBack::Asked(Task::begin(closing::look_back(&self.session))));
                self.overlay = Some(Overlay::Result { top: 0 });
                Decision::Over
            }
            Some(seat) if !self.session.seats().is_human(seat) => {
                self.bots.begin(&self.session);
                Decision::Wait(seat)
            }
            Some(_) if table.phase() == Phase::Place => {
                let cells = placements(table);
                let newest = self.newest_cell();
                let near = |cell: Cell| distance(cell, newest);
                let at = (0..cells.len()).min_by_key(|&at| near(cells[at].0)).unwrap_or(0);
                Decision::Place { cells, at, turned: 0 }
            }
            Some(_) => {
                let choices = choices(table, self.session.seats());
                Decision::Act { choices, at: 0, anyway: scores_anyway(table) }
            }
        };
        self.lesson = match self.decision {
            Decision::Place { .. } | Decision::Act { .. } => lessons::next(&mut self.session),
            _ => None,
        };
        self.follow();
    }

    /// Brings what is at hand onto the screen.
    pub(super) fn follow(&mut self) {
        if let Some(cell) = self.cell_at_hand() {
            let extent = self.extent();
            self.camera.show(self.map_area, extent, cell);
        }
    }

    /// The cell that is pointed at.
    pub(super) fn cell_at_hand(&self) -> Option<Cell> {
        match &self.decision {
            Decision::Place { cells, at, .. } => cells.get(*at).map(|(cell, _)| *cell),
            Decision::Act { choices, at, .. } => {
                let at = choices[*at].segment.map(|s| self.session.table().landscape().tile_of(s).cell());
                Some(at.unwrap_or_else(|| self.newest_cell()))
            }
            Decision::Wait(_) => Some(self.newest_cell()),
            Decision::Over => None,
        }
    }

    /// The rotation of the tile in hand.
    pub(super) fn rotation(&self) -> Rotation {
        match &self.decision {
            Decision::Place { cells, at, turned } => cells[*at].1[*turned],
            _ => Rotation::R0,
        }
    }

    /// Looks at what goes on in the background.
    ///
    /// # Errors
    /// If the file of the game cannot be written.
    pub fn tick(&mut self) -> anyhow::Result<()> {
        self.ticks += 1;
        if let Some(seat) = self.bots.thinking()
            && let Some(decision) = self.bots.wait(&self.session, Duration::ZERO)
        {
            self.session.play_turn(&decision.moves)?;
            if let Some(fault) = &decision.fault {
                self.message = Some(self.session.note_fault(seat, fault));
            } else if decision.replaced {
                let name = self.session.seats().subject(seat);
                self.message = Some(format!("{name} did not answer in time; a quick move was played for it."));
            }
            self.look();
        }
        if let Hint::Asked(task) = &mut self.hint {
            match task.wait(Duration::ZERO) {
                Progress::Working => {}
                Progress::Done(ideas) => {
                    self.hint = Hint::Given { ideas, at: 0 };
                    self.take_idea();
                }
                Progress::Failed => {
                    self.hint = Hint::None;
                    self.message = Some("No hint could be worked out.".into());
                }
            }
        }
        if let Some(LookBack::Asked(task)) = &mut self.look_back {
            match task.wait(Duration::ZERO) {
                Progress::Working => {}
                Progress::Done(reviews) => {
                    self.look_back = Some(LookBack::Done(closing::what_mattered(&self.session, &reviews)));
                }
                Progress::Failed => self.look_back = Some(LookBack::Done(vec!["They could not be found.".into()])),
            }
        }
        Ok(())
    }

    /// Takes the last turn back in a practice game.
    pub(super) fn undo(&mut self) -> anyhow::Result<()> {
        if !self.session.manner().practice {
            self.message = Some("Turns are taken back in practice games only: goldrush play --practice.".into());
            return Ok(());
        }
        self.bots.forget();
        if !self.session.undo()? {
            self.message = Some("There is no turn to take back.".into());
        }
        (self.look_back, self.overlay) = (None, None);
        self.look();
        Ok(())
    }

    /// Asks for a hint.
    pub(super) fn ask(&mut self) {
        if matches!(self.decision, Decision::Place { .. } | Decision::Act { .. }) {
            self.hint = Hint::Asked(Task::begin(hint(&self.session)));
        }
    }

    /// Asks the bot that thinks to play what it has.
    pub(super) fn interrupt(&mut self) {
        self.bots.interrupt();
    }

    pub(super) fn extent(&self) -> Extent {
        Extent::of(self.session.table())
    }
}

fn distance(a: Cell, b: Cell) -> i32 {
    (i32::from(a.x) - i32::from(b.x)).abs() + (i32::from(a.y) - i32::from(b.y)).abs()
}
