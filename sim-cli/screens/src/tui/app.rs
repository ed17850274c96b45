//! State of the full-screen game and its updates.

use std::time::Duration;

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use goldrush_games::lessons::Lesson;
use goldrush_games::scene::{Board, Cards, Choice, Landscape, Question, Scene};
use goldrush_table::closing::{GameReview as FinishedReview, Judgment};
use goldrush_table::host::Host;
use goldrush_table::next_game::NextGame;
use goldrush_table::scene_frame::SceneFrame;
use goldrush_table::shown_turn::ShownTurn;
use goldrush_table::thinking::{Progress, Task};
use ratatui::layout::Rect;

use super::animation::Animation;
use super::camera::{Camera, Extent};
use super::theme::Theme;
use super::timeline::Timeline;

/// Current decision and cursor position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// Placing the tile: index of the selected cell among the choices, and of the rotation there.
    Place { at: usize, turned: usize },
    /// Another question: index of the selected choice, and of the spot where to play it.
    Act { at: usize, spot: usize },
    /// Flipping a card: index of the selected choice.
    Flip { at: usize },
    /// Showing what a seat has done.
    Animation(Player),
    /// Showing a turn of a finished game.
    Step,
    /// Showing the judgment of the answer to a puzzle.
    Stop,
    /// Waiting for a bot.
    Wait(Player),
    /// The game is over.
    Over,
}

/// An open overlay and its scroll position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Overlay {
    Help {
        top: u16,
    },
    /// Scrolled up from the end, in lines.
    Log {
        up: u16,
    },
    Tiles {
        top: u16,
    },
    /// Meaning of the signs.
    Legend {
        top: u16,
    },
    /// Full text of the side panel and the news lines.
    Panel {
        top: u16,
    },
    Result {
        top: u16,
    },
}

impl Overlay {
    pub(super) fn scroll(&mut self, by: i16) {
        match self {
            Overlay::Help { top }
            | Overlay::Tiles { top }
            | Overlay::Legend { top }
            | Overlay::Panel { top }
            | Overlay::Result { top } => {
                *top = top.saturating_add_signed(by);
            }
            Overlay::Log { up } => *up = up.saturating_add_signed(-by),
        }
    }
}

/// State of a requested hint.
pub(super) enum Hint {
    None,
    Asked(HintSearch),
    Given {
        suggestions: Vec<ShownTurn>,
        at: usize,
        /// The search for better ones, if these are a first estimate.
        search: Option<HintSearch>,
    },
}

/// A search for hints, with a quick one that is shown until it ends.
pub(super) struct HintSearch {
    quick: Option<Task<Vec<ShownTurn>>>,
    whole: Task<Vec<ShownTurn>>,
}

impl HintSearch {
    fn begin(host: &mut dyn Host) -> HintSearch {
        HintSearch {
            quick: Some(host.quick_hint()),
            whole: host.hint(),
        }
    }

    /// Returns the hints if more are known than before, and whether the search has ended.
    fn take_found(&mut self) -> Progress<(Vec<ShownTurn>, bool)> {
        match self.whole.wait(Duration::ZERO) {
            Progress::Done(found) => return Progress::Done((found, true)),
            Progress::Failed => return Progress::Failed,
            Progress::Working => {}
        }
        let quick = self.quick.as_mut().map(|task| task.wait(Duration::ZERO));
        match quick {
            Some(Progress::Done(found)) => {
                self.quick = None;
                Progress::Done((found, false))
            }
            // The whole search is still running.
            Some(Progress::Failed) => {
                self.quick = None;
                Progress::Working
            }
            Some(Progress::Working) | None => Progress::Working,
        }
    }
}

impl Hint {
    /// True if hints are being searched.
    pub(super) fn is_searched(&self) -> bool {
        matches!(
            self,
            Hint::Asked(_)
                | Hint::Given {
                    search: Some(_),
                    ..
                }
        )
    }

    /// Takes the search out, if there is one; hints that were given stay.
    fn take_search(&mut self) -> Option<HintSearch> {
        match std::mem::replace(self, Hint::None) {
            Hint::None => None,
            Hint::Asked(search) => Some(search),
            Hint::Given {
                suggestions,
                at,
                search,
            } => {
                *self = Hint::Given {
                    suggestions,
                    at,
                    search: None,
                };
                search
            }
        }
    }

    /// Puts back a search that is still running.
    fn put_search(&mut self, running: HintSearch) {
        match self {
            Hint::Given { search, .. } => *search = Some(running),
            Hint::None | Hint::Asked(_) => *self = Hint::Asked(running),
        }
    }
}

/// Review of a finished game.
pub(super) struct GameReview {
    /// Everything that was found so far.
    pub(super) found: FinishedReview,
    /// The search, until it has ended.
    pub(super) task: Option<Task<FinishedReview>>,
}

/// A judged turn of a variation.
pub(super) struct Judged {
    pub(super) judgment: Judgment,
    /// The position before it.
    pub(super) before: SceneFrame,
    /// Which of the better turns is on the screen, if any.
    pub(super) instead: Option<usize>,
}

/// The full-screen game.
pub struct App {
    /// The game being played.
    pub host: Box<dyn Host>,
    /// True once the player wants to leave.
    pub leaving: bool,
    /// Words of the command for the next game, if the player wants one.
    pub(super) next: Option<Vec<String>>,
    pub(super) theme: Theme,
    pub(super) decision: Decision,
    pub(super) camera: Camera,
    pub(super) overlay: Option<Overlay>,
    pub(super) hint: Hint,
    pub(super) lesson: Option<&'static Lesson>,
    pub(super) message: Option<String>,
    pub(super) review_game: Option<GameReview>,
    /// The finished game that is stepped through.
    pub(super) stepping: Option<Timeline>,
    /// The judgment of a choice in a variation, while it is being made.
    pub(super) judge: Option<Task<Option<Judgment>>>,
    /// The last judgment.
    pub(super) judged: Option<Judged>,
    /// True if two turns that are compared are too far apart for one view.
    pub(super) far_apart: bool,
    /// True if the view is then at the turn that was played, not at the better one.
    pub(super) looks_at_played: bool,
    /// True if the answer to a puzzle has been given, and nobody has wanted to play on from there.
    pub(super) stopped: bool,
    /// The task of a puzzle, or what a search is doing.
    pub(super) task: Option<String>,
    /// Index of the selected mistake in the list at the end of a game.
    pub(super) entry: usize,
    /// True if another one has just been selected, which is then to be in view.
    pub(super) entry_moved: bool,
    /// Remaining moves of the hint that is being played.
    pub(super) advised: Vec<String>,
    /// Animation of what others have done.
    pub(super) show: Animation,
    /// Points of all seats when a person here began the turn before last and the last turn, and the number of the last
    /// turn.
    pub(super) rounds: (Vec<i32>, Vec<i32>, usize),
    /// Index of the selected score of the last round.
    pub(super) scored: Option<usize>,
    /// True if the mouse controls the game; false if it selects text.
    pub captures_mouse: bool,
    /// Last cursor position on the cards.
    pub(super) place: usize,
    /// Number of ticks so far; drives animations.
    pub(super) ticks: usize,
    /// Area of the landscape or cards; the next field is that of the list of choices. Both for the mouse.
    pub(super) map_area: Rect,
    pub(super) list_area: Rect,
    /// Index of the choice shown in each line of the list.
    pub(super) list_lines: Vec<usize>,
    /// Row of the screen and entry of each line of the list of mistakes.
    pub(super) entry_rows: Vec<(u16, usize)>,
}

impl App {
    /// Creates the screen for a game; each step of others is shown for `pace`, or not at all if it is zero.
    pub fn new(host: Box<dyn Host>, theme: Theme, pace: Duration) -> App {
        let scales = host
            .scene()
            .landscape()
            .map(|landscape| landscape.scales.clone());
        let mut app = App {
            host,
            leaving: false,
            next: None,
            theme,
            decision: Decision::Over,
            camera: Camera::new(scales.unwrap_or_default()),
            overlay: None,
            hint: Hint::None,
            lesson: None,
            message: None,
            review_game: None,
            stepping: None,
            judge: None,
            judged: None,
            far_apart: false,
            looks_at_played: false,
            stopped: false,
            task: None,
            entry: 0,
            entry_moved: false,
            advised: Vec::new(),
            show: Animation::new(pace),
            rounds: (Vec::new(), Vec::new(), 0),
            scored: None,
            captures_mouse: true,
            place: 0,
            ticks: 0,
            map_area: Rect::new(0, 0, 52, 17),
            list_area: Rect::default(),
            list_lines: Vec::new(),
            entry_rows: Vec::new(),
        };
        app.task = app.host.puzzle().map(str::to_owned);
        app.camera.centre_on(app.newest_cell());
        app.refresh();
        app
    }

    /// Returns the position on display.
    pub(super) fn scene(&self) -> &Scene {
        self.frame().map_or(self.host.scene(), |frame| &frame.scene)
    }

    /// Returns the landscape, in a game with tiles.
    pub(super) fn landscape(&self) -> Option<&Landscape> {
        self.scene().landscape()
    }

    /// Returns the cards on the table, in a game with cards.
    pub(super) fn cards(&self) -> Option<&Cards> {
        if let Board::Cards(cards) = &self.scene().ground {
            Some(cards)
        } else {
            None
        }
    }

    /// Returns the question that a person here has to answer.
    pub(super) fn question(&self) -> Option<&Question> {
        self.scene().question.as_ref()
    }

    /// Returns the selected choice.
    pub(super) fn choice(&self) -> Option<&Choice> {
        let (Decision::Place { at, .. } | Decision::Act { at, .. } | Decision::Flip { at }) =
            self.decision
        else {
            return None;
        };
        self.question()?.choices.get(at)
    }

    /// Returns the selected rotation of the tile.
    pub(super) fn way(&self) -> Option<&Choice> {
        let Decision::Place { turned, .. } = self.decision else {
            return None;
        };
        self.choice()?.ways().get(turned)
    }

    pub(super) fn newest_cell(&self) -> Cell {
        self.landscape()
            .and_then(|landscape| landscape.tiles.last())
            .map_or(Cell::START, |tile| tile.cell)
    }

    /// True if a person here is to decide.
    pub(super) fn decides(&self) -> bool {
        matches!(
            self.decision,
            Decision::Place { .. } | Decision::Act { .. } | Decision::Flip { .. }
        )
    }

    /// Returns the text to print when the game leaves the screen.
    pub fn closing_message(&self) -> String {
        let found = self
            .finished_review()
            .map(FinishedReview::lines)
            .unwrap_or_default();
        self.host.printed_end(&found)
    }

    /// Returns the review of the game once it is finished.
    pub(super) fn finished_review(&self) -> Option<&FinishedReview> {
        let review = self.review_game.as_ref()?;
        review.task.is_none().then_some(&review.found)
    }

    /// Leaves for the next game.
    pub(super) fn play_next(&mut self, next: &NextGame) {
        match self.host.next_game(next) {
            Some(words) => (self.leaving, self.next) = (true, Some(words)),
            None => {
                let why = match next {
                    _ if self.host.again().is_none() => {
                        "This game was dealt elsewhere; n begins a new one."
                    }
                    NextGame::Stronger => "Your opponents have no stronger level.",
                    NextGame::Weaker => "Your opponents have no weaker level.",
                    _ => "Its tiles are your own: start it again by its command.",
                };
                (self.overlay, self.message) = (None, Some(why.into()));
            }
        }
    }

    /// True if this game can be played next.
    pub(super) fn can_follow(&self, next: &NextGame) -> bool {
        self.host.next_game(next).is_some()
    }

    /// True if a task runs in the background or an animation is in progress.
    pub fn is_busy(&self) -> bool {
        self.host.thinking().is_some()
            || self.show.is_running()
            || self.judge.is_some()
            || self.hint.is_searched()
            || self.review_game.is_some() && self.finished_review().is_none()
    }

    /// Updates the screen after the position changed. Bots keep thinking while earlier actions are shown.
    pub(super) fn refresh(&mut self) {
        self.stepping = None;
        self.hint = Hint::None;
        self.lesson = None;
        self.scored = None;
        let here = self.host.scene();
        let to_move = here.to_move;
        let decides = to_move.is_some_and(|seat| self.host.seats().is_human(seat));
        if to_move.is_some() && !decides && !self.stopped && self.host.thinking().is_none() {
            self.host.think();
        }
        let newest = self.newest_cell();
        self.decision = match (self.show.now(), to_move, self.question()) {
            _ if self.stopped => Decision::Stop,
            (Some(step), ..) => Decision::Animation(step.seat),
            (None, None, _) => Decision::Over,
            (None, Some(_), Some(question)) if decides && question.hand.is_some() => {
                let cells = question.choices.iter().map(|choice| choice.cell);
                let distances = cells.map(|cell| cell.map(|cell| distance(cell, newest)));
                let nearest = distances
                    .enumerate()
                    .min_by_key(|(_, distance)| distance.unwrap_or(i32::MAX));
                let at = nearest.map_or(0, |(at, _)| at);
                Decision::Place { at, turned: 0 }
            }
            (None, Some(_), Some(_)) if decides && self.cards().is_some() => Decision::Flip {
                at: self.card_near(self.place),
            },
            (None, Some(_), Some(_)) if decides => Decision::Act { at: 0, spot: 0 },
            (None, Some(seat), _) => Decision::Wait(seat),
        };
        if self.decision == Decision::Over && self.host.variation().is_some() {
            // The result does not cover the verdict on the answer to a puzzle.
            self.overlay = self
                .host
                .puzzle()
                .is_none()
                .then_some(Overlay::Result { top: 0 });
        } else if self.decision == Decision::Over && self.review_game.is_none() {
            self.review_game = Some(GameReview {
                found: FinishedReview::default(),
                task: Some(self.host.review_game()),
            });
            self.overlay = Some(Overlay::Result { top: 0 });
        }
        if self.host.seats().humans().is_empty() && self.rounds.2 != self.scene().turn {
            // Spectators see what each turn scored.
            let now = self
                .scene()
                .seats
                .iter()
                .map(|seat| seat.points.into())
                .collect();
            self.rounds = (now, std::mem::take(&mut self.rounds.0), self.scene().turn);
        }
        if self.decides() {
            self.lesson = self.host.lesson();
            if self.rounds.2 != self.scene().turn {
                self.rounds = (
                    std::mem::take(&mut self.rounds.1),
                    self.points(),
                    self.scene().turn,
                );
            }
        }
        self.follow();
    }

    fn points(&self) -> Vec<i32> {
        self.host
            .scene()
            .seats
            .iter()
            .map(|seat| seat.points.into())
            .collect()
    }

    /// Shows the other of two turns that are compared, if both are too far apart for one view.
    pub(super) fn look_at_other_turn(&mut self) {
        self.looks_at_played = !self.looks_at_played;
        self.follow();
    }

    /// Scrolls to the selected cell, or to two turns that are compared; if they are too far apart for one view, to one of them.
    pub(super) fn follow(&mut self) {
        let compared = [self.played_turn(), self.better_turn()]
            .map(|turn| Some(turn?.preview.tile.as_ref()?.cell));
        self.far_apart = false;
        if let ([Some(played), Some(better)], Some(extent)) = (compared, self.extent()) {
            let cells = if self.looks_at_played {
                [played, better]
            } else {
                [better, played]
            };
            self.far_apart = !self.camera.show_both(self.map_area, extent, cells);
        } else if let (Some(cell), Some(extent)) = (self.selected_cell(), self.extent()) {
            self.camera.show(self.map_area, extent, cell);
        }
    }

    pub(super) fn selected_cell(&self) -> Option<Cell> {
        match self.decision {
            Decision::Place { .. } => self.choice()?.cell,
            Decision::Act { spot, .. } => {
                let choice = self.choice()?;
                let at = choice.spots.get(spot).map(|spot| spot.cell).or(choice.cell);
                Some(at.unwrap_or_else(|| self.newest_cell()))
            }
            Decision::Wait(_) | Decision::Animation(_) | Decision::Step | Decision::Stop => {
                let better = self
                    .better_turn()
                    .and_then(|turn| turn.preview.tile.as_ref());
                Some(better.map_or_else(|| self.newest_cell(), |tile| tile.cell))
            }
            Decision::Flip { .. } | Decision::Over => None,
        }
    }

    /// Returns the rotation of the tile in hand, in quarter turns.
    pub(super) fn quarters(&self) -> usize {
        self.way()
            .and_then(|way| way.turned)
            .map_or(0, |degrees| usize::from(degrees / 90) & 3)
    }

    /// Checks for progress in the background.
    pub fn tick(&mut self) -> anyhow::Result<()> {
        self.ticks += 1;
        if let Some(reply) = self.host.wait(Duration::ZERO)? {
            if reply.notice.is_some() {
                self.message = reply.notice;
            }
            self.show.add(reply.frames);
            self.refresh();
        }
        if self.show.tick() {
            self.refresh();
        }
        self.take_hints();
        self.take_judgment();
        self.take_review();
        Ok(())
    }

    /// Takes the hints that were found since the last tick. The turn that is pointed at stays the same.
    fn take_hints(&mut self) {
        let Some(mut search) = self.hint.take_search() else {
            return;
        };
        match search.take_found() {
            Progress::Working => self.hint.put_search(search),
            Progress::Done((suggestions, is_over)) => {
                let pointed = self.better_turn().map(|turn| &turn.moves);
                let mut moves = suggestions.iter().map(|turn| &turn.moves);
                let at = pointed.and_then(|pointed| moves.position(|moves| moves == pointed));
                let is_first = pointed.is_none();
                self.hint = Hint::Given {
                    suggestions,
                    at: at.unwrap_or(0),
                    search: (!is_over).then_some(search),
                };
                if is_first || at.is_none() {
                    self.take_suggestion();
                }
            }
            Progress::Failed => {
                self.hint = Hint::None;
                self.message = Some("The search for a hint failed.".into());
            }
        }
    }

    /// Takes what the review of the game has found so far. The entry that is pointed at stays the same.
    fn take_review(&mut self) {
        let Some(review) = &mut self.review_game else {
            return;
        };
        let Some(task) = &mut review.task else { return };
        let (found, is_over) = match task.wait(Duration::ZERO) {
            Progress::Working => match task.take_found() {
                Some(found) => (found, false),
                None => return,
            },
            Progress::Done(found) => (found, true),
            Progress::Failed => (FinishedReview::failed(), true),
        };
        if let Some(pointed) = review.found.marks.get(self.entry) {
            let mut marks = found.marks.iter();
            self.entry = marks.position(|mark| mark == pointed).unwrap_or(0);
        }
        review.found = found;
        if is_over {
            review.task = None;
        }
    }

    /// Takes back the last turn in a practice game.
    pub(super) fn undo(&mut self) -> anyhow::Result<()> {
        if self.stopped {
            self.try_again();
        } else if !self.host.settings().practice {
            self.message =
                Some("Undo works only in practice games: goldrush play --practice.".into());
        } else if self.host.undo()? {
            if self.host.variation().is_none() {
                self.review_game = None;
            }
            self.forget_judgment();
            self.overlay = None;
            self.show.clear();
            self.refresh();
        } else {
            self.message = Some("There is no turn to undo.".into());
        }
        Ok(())
    }

    /// Requests a hint.
    pub(super) fn ask(&mut self) {
        if self.decides() {
            self.hint = Hint::Asked(HintSearch::begin(&mut *self.host));
        }
    }

    /// Returns the extent of the landscape, if there is one.
    pub(super) fn extent(&self) -> Option<Extent> {
        let landscape = self.landscape()?;
        // Nothing can be laid around the landscape of a finished game.
        let margin = i8::from(!self.host.scene().is_over());
        Some(Extent::of(landscape, margin))
    }
}

fn distance(a: Cell, b: Cell) -> i32 {
    (i32::from(a.x) - i32::from(b.x)).abs() + (i32::from(a.y) - i32::from(b.y)).abs()
}
