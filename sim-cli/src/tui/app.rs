//! The state of the full-screen game, and what goes on in it.

use std::time::Duration;

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use ratatui::layout::Rect;

use super::camera::{Camera, Extent};
use super::overlay::Overlay;
use super::theme::Theme;
use crate::games::playable::Lesson;
use crate::games::scene::{Choice, Landscape, Question, Scene};
use crate::table::hint::Idea;
use crate::table::host::Host;
use crate::table::thinking::{Progress, Task};

/// What is pointed at on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// Where the tile goes: which of the choices, each a cell, and which of the ways to turn it there.
    Place { at: usize, turned: usize },
    /// Another question: which of the choices, and on which of the spots where it can be played.
    Act { at: usize, spot: usize },
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
    Asked(Task<Vec<String>>),
    Done(Vec<String>),
}

/// The full-screen game.
pub struct App {
    /// The game.
    pub host: Box<dyn Host>,
    /// Somebody wants to leave.
    pub leaving: bool,
    pub(super) theme: Theme,
    pub(super) decision: Decision,
    pub(super) camera: Camera,
    pub(super) overlay: Option<Overlay>,
    pub(super) hint: Hint,
    pub(super) lesson: Option<&'static Lesson>,
    pub(super) message: Option<String>,
    /// With several people at the terminal, what one of them hides is hidden until asked for.
    pub(super) secret_shown: bool,
    pub(super) look_back: Option<LookBack>,
    /// Counts looks; for things that move.
    pub(super) ticks: usize,
    /// Where the landscape and the list of choices were drawn; for the mouse.
    pub(super) map_area: Rect,
    pub(super) list_area: Rect,
    /// For each line of the list the choice it belongs to.
    pub(super) list_lines: Vec<usize>,
}

impl App {
    /// A game on the screen.
    pub fn new(host: Box<dyn Host>, theme: Theme) -> App {
        let scales = host.scene().landscape().map(|landscape| landscape.scales.clone());
        let mut app = App {
            host,
            leaving: false,
            theme,
            decision: Decision::Over,
            camera: Camera::new(scales.unwrap_or_default()),
            overlay: None,
            hint: Hint::None,
            lesson: None,
            message: None,
            secret_shown: false,
            look_back: None,
            ticks: 0,
            map_area: Rect::new(0, 0, 52, 17),
            list_area: Rect::default(),
            list_lines: Vec::new(),
        };
        app.camera.centre_on(app.newest_cell());
        app.look();
        app
    }

    /// The position.
    pub(super) fn scene(&self) -> &Scene {
        self.host.scene()
    }

    /// What lies on the table; only landscapes are shown here.
    pub(super) fn landscape(&self) -> &Landscape {
        self.scene().landscape().expect("the screen shows landscapes")
    }

    /// What is to be decided by somebody here.
    pub(super) fn question(&self) -> Option<&Question> {
        self.scene().question.as_ref()
    }

    /// The choice that is pointed at.
    pub(super) fn choice(&self) -> Option<&Choice> {
        let (Decision::Place { at, .. } | Decision::Act { at, .. }) = self.decision else { return None };
        self.question()?.choices.get(at)
    }

    /// The way to lay the tile that is pointed at.
    pub(super) fn way(&self) -> Option<&Choice> {
        let Decision::Place { turned, .. } = self.decision else { return None };
        self.choice()?.ways().get(turned)
    }

    pub(super) fn newest_cell(&self) -> Cell {
        self.landscape().tiles.last().map_or(Cell::START, |tile| tile.cell)
    }

    /// What to say when the game leaves the screen.
    pub fn farewell(&self) -> String {
        let file = self.host.file().display();
        if self.scene().is_over() {
            format!("{}\n\nThe record of the game: {file}", self.host.result().join("\n"))
        } else {
            format!("The game is kept; go on with: goldrush play --resume {file}")
        }
    }

    /// Whether something goes on in the background.
    pub fn is_busy(&self) -> bool {
        self.host.thinking().is_some()
            || matches!(self.hint, Hint::Asked(_))
            || matches!(self.look_back, Some(LookBack::Asked(_)))
    }

    /// Looks at the position afresh, after it changed.
    pub(super) fn look(&mut self) {
        self.hint = Hint::None;
        let newest = self.newest_cell();
        let scene = self.host.scene();
        self.decision = match (scene.to_move, &scene.question) {
            (None, _) => Decision::Over,
            (Some(seat), None) => Decision::Wait(seat),
            (Some(_), Some(question)) if question.hand.is_some() => {
                let near = |choice: &Choice| choice.cell.map_or(i32::MAX, |cell| distance(cell, newest));
                let cells = question.choices.iter().enumerate();
                let at = cells.min_by_key(|(_, choice)| near(choice)).map_or(0, |(at, _)| at);
                Decision::Place { at, turned: 0 }
            }
            (Some(_), Some(_)) => Decision::Act { at: 0, spot: 0 },
        };
        self.lesson = None;
        match self.decision {
            Decision::Over => {
                self.look_back = Some(LookBack::Asked(self.host.look_back()));
                self.overlay = Some(Overlay::Result { top: 0 });
            }
            Decision::Wait(_) => self.host.think(),
            Decision::Place { .. } | Decision::Act { .. } => self.lesson = self.host.lesson(),
        }
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
        match self.decision {
            Decision::Place { .. } => self.choice()?.cell,
            Decision::Act { spot, .. } => {
                let choice = self.choice()?;
                let at = choice.spots.get(spot).map(|spot| spot.cell).or(choice.cell);
                Some(at.unwrap_or_else(|| self.newest_cell()))
            }
            Decision::Wait(_) => Some(self.newest_cell()),
            Decision::Over => None,
        }
    }

    /// How many quarters the tile in hand is turned.
    pub(super) fn quarters(&self) -> usize {
        self.way().and_then(|way| way.turned).map_or(0, |degrees| usize::from(degrees / 90) & 3)
    }

    /// Looks at what goes on in the background.
    ///
    /// # Errors
    /// If the file of the game cannot be written.
    pub fn tick(&mut self) -> anyhow::Result<()> {
        self.ticks += 1;
        if let Some(reply) = self.host.wait(Duration::ZERO)? {
            if reply.trouble.is_some() {
                self.message = reply.trouble;
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
                Progress::Done(lines) => self.look_back = Some(LookBack::Done(lines)),
                Progress::Failed => self.look_back = Some(LookBack::Done(vec!["They could not be found.".into()])),
            }
        }
        Ok(())
    }

    /// Takes the last turn back in a practice game.
    pub(super) fn undo(&mut self) -> anyhow::Result<()> {
        if !self.host.manner().practice {
            self.message = Some("Turns are taken back in practice games only: goldrush play --practice.".into());
        } else if self.host.undo()? {
            (self.look_back, self.overlay) = (None, None);
            self.look();
        } else {
            self.message = Some("There is no turn to take back.".into());
        }
        Ok(())
    }

    /// Asks for a hint.
    pub(super) fn ask(&mut self) {
        if matches!(self.decision, Decision::Place { .. } | Decision::Act { .. }) {
            self.hint = Hint::Asked(self.host.hint());
        }
    }

    pub(super) fn extent(&self) -> Extent {
        Extent::of(self.landscape())
    }
}

fn distance(a: Cell, b: Cell) -> i32 {
    (i32::from(a.x) - i32::from(b.x)).abs() + (i32::from(a.y) - i32::from(b.y)).abs()
}
