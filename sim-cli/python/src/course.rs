//! A game in progress, of any kind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::registry::Spec;
use goldrush_ai::search::move_evaluation::{Selection, Thoroughness};
use goldrush_engine::game::{State as _, Text as _, View, WHOLE_WIN, win_shares};
use goldrush_engine::player::Player;
use goldrush_engine::record::{BotEvaluations, Record};
use goldrush_engine::rng::{deal_stream, tool_stream};
use goldrush_games::playable::{Components, Playable, RecordedGame, StateOf, turns};
use goldrush_games::scene::{Scene, picture};
use goldrush_games::viewer::Viewer;
use goldrush_games::{Heading, Observers};
use goldrush_harness::surroundings::environment;
use goldrush_table::analysis::move_report::{THOROUGHNESS, move_reports};
use goldrush_table::analysis::source::notation;
use serde_json::{Value, json};

use crate::batch::Listed;
use crate::lens::{self, Layout, Lens, numbers};
use crate::planes::Planes;
use crate::saved::{self, Origin, SavedGame};
use crate::turns::Turns;

/// A turn and its value.
pub struct Worth {
    /// Moves of the turn.
    pub turn: Vec<String>,
    /// Means and half widths of 95% intervals: share of the win, lead over the best other in points, points behind the first.
    pub numbers: Value,
}

/// A game in progress.
pub trait AnyCourse: Send + Sync {
    /// Returns a copy.
    fn boxed(&self) -> Box<dyn AnyCourse>;
    /// Returns the name of the game.
    fn name(&self) -> &'static str;
    /// Returns the number of seats.
    fn players(&self) -> usize;
    /// Returns the seat that decides next, or `None` if the game is over.
    fn to_move(&self) -> Option<usize>;
    /// Returns the legal moves, in the notation of records.
    fn legal_moves(&self) -> Vec<String>;
    /// Returns the numbers of the legal moves in a layout with this number of actions.
    fn legal_actions(&self, window: usize, actions: usize) -> Vec<usize>;
    /// Plays the legal move with this index.
    fn play(&mut self, nth: usize);
    /// Returns the points of each seat.
    fn scores(&self) -> Vec<u16>;
    /// Returns the share of the win of each seat, as the game stands.
    fn shares(&self) -> Vec<f64>;
    /// Returns the moves played, in the notation of records.
    fn history(&self) -> Vec<String>;
    /// Returns the game before the last move.
    fn before(&self) -> Box<dyn AnyCourse>;
    /// Returns the cards that the moves turned over for all to see, as numbers of a layout's draws.
    fn turned_over(&self) -> Vec<usize>;
    /// Returns the kinds of tiles or cards that the last move could have brought, as numbers of a layout's draws, with their
    /// probabilities.
    fn outcomes(&self) -> Vec<(usize, f64)>;
    /// Makes the last move have brought another of these kinds; returns false for any other kind.
    fn play_chance(&mut self, kind: usize) -> bool;
    /// Returns everything that a seat may know, in the form of the protocol.
    fn observation(&self, seat: Player) -> Value;
    /// Returns a possible game that agrees with everything a seat knows.
    fn sample(&self, seat: Player, seed: u64) -> Box<dyn AnyCourse>;
    /// Returns the move that an agent would play.
    fn choose(&self, agent: &str, seed: u64) -> Result<String, String>;
    /// Returns the best turns. `stop` ends the work early.
    fn best(&self, count: usize, worlds: usize, seed: u64, stop: &AtomicBool) -> Vec<Worth>;
    /// Returns the position as people see it.
    fn scene(&self, seat: Option<Player>) -> Value;
    /// Returns the same as a picture.
    fn svg(&self, seat: Option<Player>) -> String;
    /// Returns the record of the game.
    fn record(&self) -> Result<Value, String>;
    /// Returns the meaning of the entries of arrays.
    fn layout(&self, window: usize) -> Layout;
    /// Returns everything from which to make an equal game.
    fn saved(&self, window: usize) -> SavedGame;
    /// Writes what a seat sees; `board` must hold zeros.
    fn observe(&self, seat: Player, window: usize, board: &mut [u8], table: &mut [f32]);
    /// Writes the table and the features of the position.
    fn summarize(&self, seat: Player, layout: &Layout, summary: &mut [f32]);
    /// Returns the turns of the seat to move. With `best`, only that many with the highest lead.
    fn turns(&self, window: usize, layout: &Layout, best: Option<usize>) -> Listed;
    /// Writes the features of the position.
    fn features(&self, seat: Player, layout: &Layout, features: &mut [f32]);
}

/// A course that was played again, or the beginning of one.
struct Replayed<G: Playable> {
    /// State that the moves lead to.
    state: StateOf<G>,
    /// Observers that followed.
    observers: Observers<G>,
}

/// A game in progress. Copies share the deal and the text of the moves.
pub struct Course<G: Playable> {
    setup: &'static G::Setup,
    dealt: Arc<StateOf<G>>,
    moves: Vec<G::Move>,
    /// Moves as text.
    history: History,
    /// State to which the moves lead from the deal.
    state: StateOf<G>,
    /// Seed and number of the deal; `None` if the game was not dealt but made up to agree with what a seat knows.
    seed: Option<(u64, u64)>,
    /// True if a draw was chosen, so that the deal is no longer that of the seed.
    chosen: bool,
}

/// Moves as text, the last one first.
#[derive(Clone, Default)]
struct History(Option<Arc<Said>>);

/// A move as text, and those before it.
struct Said {
    text: String,
    before: History,
}

impl History {
    fn push(&mut self, text: String) {
        let before = std::mem::take(self);
        self.0 = Some(Arc::new(Said { text, before }));
    }

    /// Returns the moves in order, without the first ones.
    fn since(&self, first: usize, moves: usize) -> Vec<String> {
        let mut last = self.0.as_deref();
        let backward = std::iter::from_fn(|| {
            let said = last?;
            last = said.before.0.as_deref();
            Some(said.text.clone())
        });
        let mut texts: Vec<String> = backward.take(moves - first).collect();
        texts.reverse();
        texts
    }
}

/// Not one within the other: a match has thousands of moves.
impl Drop for History {
    fn drop(&mut self) {
        let mut last = self.0.take();
        while let Some(mut said) = last.and_then(Arc::into_inner) {
            last = said.before.0.take();
        }
    }
}

impl<G: Playable> Clone for Course<G> {
    fn clone(&self) -> Course<G> {
        Course {
            setup: self.setup,
            dealt: self.dealt.clone(),
            moves: self.moves.clone(),
            history: self.history.clone(),
            state: self.state.clone(),
            seed: self.seed,
            chosen: self.chosen,
        }
    }
}

impl<G: Lens> Course<G> {
    /// Deals a game: deal 0 is the same as `goldrush play` with this seed.
    pub fn deal(setup: &'static G::Setup, seed: u64, number: u64) -> Course<G> {
        let mut course = Course::from_state(setup, G::deal(setup, &mut deal_stream(seed, number)));
        course.seed = Some((seed, number));
        course
    }

    /// Plays legal moves.
    pub fn play_all(&mut self, moves: &[G::Move]) {
        moves.iter().for_each(|mv| self.push(*mv));
    }

    /// Starts a game from a position.
    pub fn from_state(setup: &'static G::Setup, state: StateOf<G>) -> Course<G> {
        Course {
            setup,
            dealt: Arc::new(state.clone()),
            moves: vec![],
            history: History::default(),
            state,
            seed: None,
            chosen: false,
        }
    }

    /// Makes a game equal to one that was saved.
    ///
    /// # Errors
    /// Fails if it breaks the rules.
    pub fn restore(setup: &'static G::Setup, saved: &SavedGame) -> Result<Course<G>, String> {
        let (start, moves) = match &saved.course {
            saved::Course::Record(record) => {
                return Course::read(record, G::components_text(setup));
            }
            saved::Course::Moves { start, moves } => (start, moves),
        };
        let mut course = Course::from_state(
            setup,
            G::parse(setup, start).map_err(|e| format!("start: {e}"))?,
        );
        moves
            .iter()
            .try_for_each(|text| course.push_text(text))
            .map_err(|e| format!("moves: {e}"))?;
        Ok(course)
    }

    /// Reads a recorded game; `components` is the text of components that do not come with the program.
    pub fn read(record: &Value, components: Option<String>) -> Result<Course<G>, String> {
        let finder = Components::carried(components, "data");
        let played = RecordedGame::<G>::read(record, false, &finder).map_err(|e| e.to_string())?;
        let mut course: Course<G> = Course::from_state(played.setup, played.dealt);
        course.seed = Some((played.heading.seed, played.heading.block));
        course.chosen = played.heading.chosen;
        course.play_all(&played.moves);
        let rest = record
            .get("session")
            .and_then(|session| session.get("moves"))
            .and_then(Value::as_array);
        for text in rest.into_iter().flatten() {
            course
                .push_text(text.as_str().unwrap_or_default())
                .map_err(|e| format!("session: {e}"))?;
        }
        Ok(course)
    }

    fn push_text(&mut self, text: &str) -> Result<(), String> {
        let mv = self
            .state
            .parse_move(text)
            .ok()
            .filter(|mv| self.state.is_legal(*mv));
        self.push(mv.ok_or_else(|| format!("\"{text}\" is no legal move"))?);
        Ok(())
    }

    fn push(&mut self, mv: G::Move) {
        self.history.push(self.state.move_text(mv));
        self.state.play_unchecked(mv);
        self.moves.push(mv);
    }

    /// Replays the first moves.
    fn replay(&self, moves: usize) -> Replayed<G> {
        let mut state = StateOf::<G>::clone(&self.dealt);
        let mut observers = G::observers_of(&self.dealt);
        self.moves[..moves]
            .iter()
            .for_each(|&mv| G::play(&mut state, mv, &mut observers));
        Replayed { state, observers }
    }

    fn scene_for(&self, seat: Option<Player>) -> Scene {
        let Replayed { state, observers } = self.replay(self.moves.len());
        let seats: Vec<Player> = turns::<G>(&self.dealt, &self.moves)
            .into_iter()
            .map(|(_, seat)| seat)
            .collect();
        G::scene(&state, &observers, &seats, &self.viewer(seat))
    }

    fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.state.legal_moves(&mut moves);
        moves
    }

    fn viewer(&self, seat: Option<Player>) -> Viewer {
        let titles = Player::all(self.state.players())
            .map(|seat| format!("seat {seat}"))
            .collect();
        seat.map_or_else(
            || Viewer::open(Clone::clone(&titles)),
            |seat| Viewer::beside(Clone::clone(&titles), seat),
        )
    }
}

impl<G: Lens> AnyCourse for Course<G> {
    fn boxed(&self) -> Box<dyn AnyCourse> {
        Box::new(self.clone())
    }

    fn name(&self) -> &'static str {
        G::name(self.setup)
    }

    fn players(&self) -> usize {
        self.state.players()
    }

    fn to_move(&self) -> Option<usize> {
        self.state.to_move().map(Player::index)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.moves()
            .into_iter()
            .map(|mv| self.state.move_text(mv))
            .collect()
    }

    fn legal_actions(&self, window: usize, actions: usize) -> Vec<usize> {
        numbers::<G>(&self.state, &self.moves(), window, actions).collect()
    }

    fn play(&mut self, nth: usize) {
        self.push(self.moves()[nth]);
    }

    fn scores(&self) -> Vec<u16> {
        self.state.scores().as_slice().to_vec()
    }

    fn shares(&self) -> Vec<f64> {
        let shares = win_shares(&self.state.standings());
        shares
            .as_slice()
            .iter()
            .map(|share| f64::from(*share) / f64::from(WHOLE_WIN))
            .collect()
    }

    fn history(&self) -> Vec<String> {
        self.history.since(0, self.moves.len())
    }

    fn before(&self) -> Box<dyn AnyCourse> {
        let mut before = Course::<G>::from_state(self.setup, StateOf::<G>::clone(&self.dealt));
        before.play_all(&self.moves[..self.moves.len().saturating_sub(1)]);
        before.dealt = self.dealt.clone();
        (before.seed, before.chosen) = (self.seed, self.chosen);
        Box::new(before)
    }

    fn turned_over(&self) -> Vec<usize> {
        G::turned_over(&self.dealt, &self.moves)
    }

    fn outcomes(&self) -> Vec<(usize, f64)> {
        let draws = G::draws(&self.dealt, &self.moves, &self.state);
        let all: f64 = draws.iter().map(|(_, copies)| f64::from(*copies)).sum();
        draws
            .into_iter()
            .map(|(kind, copies)| (kind, f64::from(copies) / all))
            .collect()
    }

    fn play_chance(&mut self, kind: usize) -> bool {
        let dealt = Arc::make_mut(&mut self.dealt);
        let is_drawn = G::redraw(dealt, &self.moves, &mut self.state, kind);
        self.chosen |= is_drawn;
        is_drawn
    }

    fn observation(&self, seat: Player) -> Value {
        serde_json::to_value(self.state.observation(seat)).expect("it is plain data")
    }

    fn sample(&self, seat: Player, seed: u64) -> Box<dyn AnyCourse> {
        let mut world = self.clone();
        world.state.determinize(seat, &mut tool_stream(seed));
        Arc::make_mut(&mut world.dealt).adopt_deal(&world.state);
        world.seed = None;
        Box::new(world)
    }

    fn choose(&self, agent: &str, seed: u64) -> Result<String, String> {
        let seat = self.state.to_move().ok_or("the game is over")?;
        let spec = Spec::read::<G>(agent).map_err(|e| e.to_string())?;
        let mut agent = spec.build::<G>(&environment(self.state.players()));
        let mv = agent.choose(&View::new(&self.state, seat), &mut tool_stream(seed));
        Ok(self.state.move_text(mv))
    }

    fn best(&self, count: usize, worlds: usize, seed: u64, stop: &AtomicBool) -> Vec<Worth> {
        let Some(seat) = self.state.to_move() else {
            return Vec::new();
        };
        let Selection::Rounds(rounds) = THOROUGHNESS.selection else {
            unreachable!("it is in rounds")
        };
        let choosing = Selection::Rounds(rounds / THOROUGHNESS.worlds * worlds);
        let thoroughness = Thoroughness {
            selection: choosing,
            finalists: count,
            worlds,
        };
        let view = View::new(&self.state, seat);
        let found = move_reports::<G>(&view, thoroughness, &[], &mut tool_stream(seed), &|| {
            stop.load(Ordering::Relaxed)
        });
        found
            .iter()
            .map(|opinion| Worth {
                turn: notation::<G>(&self.state, opinion.turn),
                numbers: json!(opinion),
            })
            .collect()
    }

    fn scene(&self, seat: Option<Player>) -> Value {
        serde_json::to_value(self.scene_for(seat)).expect("it is plain data")
    }

    fn svg(&self, seat: Option<Player>) -> String {
        picture::file(&self.scene_for(seat), G::art(self.setup).as_ref())
    }

    fn record(&self) -> Result<Value, String> {
        let (seed, block) = self.seed.ok_or(
            "a sampled game, or one started from an observation, has no deal to write down",
        )?;
        let begun = turns::<G>(&self.dealt, &self.moves);
        let whole = self.state.to_move().is_none() || G::begins_turn(&self.state);
        let until = if whole {
            self.moves.len()
        } else {
            begun.last().map_or(0, |(first, _)| *first)
        };
        let Replayed { state, observers } = self.replay(until);
        let seats = (0..self.players()).map(|_| "python".to_owned()).collect();
        let heading = Heading {
            seed,
            block,
            seats,
            chosen: self.chosen,
            ..Heading::default()
        };
        let recorder = observers.recorder.expect("its ears write");
        let mut record = json!(Record::<G>::new(
            self.setup,
            &state,
            recorder,
            BotEvaluations::default(),
            heading
        ));
        if self.state.to_move().is_some() {
            record["session"] = json!({ "moves": self.history.since(until, self.moves.len()) });
        }
        Ok(record)
    }

    fn layout(&self, window: usize) -> Layout {
        G::layout(self.setup, window)
    }

    fn saved(&self, window: usize) -> SavedGame {
        let moves = || saved::Course::Moves {
            start: self.dealt.to_text(),
            moves: self.history(),
        };
        let course = self
            .record()
            .map_or_else(|_| moves(), saved::Course::Record);
        SavedGame {
            origin: Origin::of::<G>(self.setup),
            window,
            course,
        }
    }

    fn observe(&self, seat: Player, window: usize, board: &mut [u8], table: &mut [f32]) {
        let view = View::new(&self.state, seat);
        G::board(&view, window, &mut Planes::cleared(board, &mut Vec::new()));
        G::table(&view, table);
    }

    fn summarize(&self, seat: Player, layout: &Layout, summary: &mut [f32]) {
        lens::summarize::<G>(&View::new(&self.state, seat), layout, None, summary);
    }

    fn turns(&self, window: usize, layout: &Layout, best: Option<usize>) -> Listed {
        let mut turns = Turns::default();
        turns.list::<G>(&self.state, window, layout, best);
        Listed::of::<G>(&turns, layout)
    }

    fn features(&self, seat: Player, layout: &Layout, features: &mut [f32]) {
        lens::describe::<G>(&View::new(&self.state, seat), layout, features);
    }
}
