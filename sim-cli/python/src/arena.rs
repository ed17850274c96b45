//! Many games against bots, each seen from one seat: what a vector environment needs. Game i plays the deals of a seed of its own.

use std::sync::{Arc, Mutex, PoisonError};

use goldrush_ai::registry::{BoxedAgent, Spec};
use goldrush_engine::game::{State as _, View, WHOLE_WIN, win_shares};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, agent_stream, choose, deal_stream};
use goldrush_games::playable::StateOf;
use goldrush_harness::surroundings::environment;
use rayon::prelude::*;

use crate::course::{AnyCourse, Course};
use crate::lens::{self, Layout, Lens, numbers};
use crate::turns::{Actions, NONE, Turns};

/// Number of games that a thread takes at once, at least.
const TOGETHER: usize = 16;
/// Reward for an illegal action that loses the game, if rewards are points.
const LOST_POINTS: f64 = -100.0;

/// Consequence of an action without a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Illegal {
    /// The step is refused, and no game moves.
    Error,
    /// The seat loses the game, which ends.
    Loss,
    /// A random turn is played.
    Random,
}

/// Terms of all games.
#[derive(Clone)]
pub struct Terms {
    /// The learner's seat; `None` if it is drawn for each game.
    pub seat: Option<usize>,
    /// Number of turns that are offered.
    pub best: usize,
    /// True if rewards are points of lead; false if they are shares of the win.
    pub in_points: bool,
    pub illegal: Illegal,
    /// True if a game that ends is followed by the next one in the same step; false if in the next step.
    pub same_step: bool,
}

/// Arrays that a step writes, with a row or an entry per game.
pub struct Rows<'a> {
    pub summary: &'a mut [f32],
    pub turns: &'a mut [f32],
    pub mask: &'a mut [i8],
    pub rewards: &'a mut [f64],
    pub terminated: &'a mut [bool],
    /// True if the action had no turn.
    pub illegal: &'a mut [bool],
    /// Summary of each game that ended in this step.
    pub last: &'a mut [f32],
}

/// An action without a turn.
pub struct NoTurn {
    pub game: usize,
    pub action: i64,
    /// Number of turns that there are.
    pub turns: usize,
}

/// Games of any kind.
pub trait AnyArena: Send + Sync {
    /// Returns the meaning of the entries of arrays.
    fn layout(&self) -> &Layout;
    /// Returns the number of games.
    fn len(&self) -> usize;
    /// Deals the first games of new seeds, or the next of each game's seed.
    fn reset(&mut self, seeds: Option<&[u64]>, rows: Rows);
    /// Plays a turn in each game, then those of the bots.
    fn step(&mut self, actions: &[i64], rows: Rows) -> Result<(), NoTurn>;
    /// Writes the learner's seat in each game.
    fn seats(&self, seats: &mut [i8]);
    /// Returns a game.
    fn course(&self, game: usize) -> Box<dyn AnyCourse>;
}

/// A game, seen from one seat.
struct Seat<G: Lens> {
    seed: u64,
    /// Number of the deal of this seed.
    deal: u64,
    state: StateOf<G>,
    /// Moves since the deal.
    played: Vec<G::Move>,
    /// Generator of the bots, and of what else is drawn.
    rng: StreamRng,
    seat: Player,
    /// Turns that are offered; empty if the game is over for the learner.
    offered: Vec<Actions>,
    /// Bots, by seat, if they remember what they saw.
    bots: Mutex<Vec<BoxedAgent<G>>>,
}

/// Returns bots, which nobody else uses: they can be sent to other threads, and not shared.
fn own<T>(bots: &mut Mutex<T>) -> &mut T {
    bots.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// Buffers that a thread reuses from game to game.
struct Scratch<G: Lens> {
    turns: Turns,
    moves: Vec<G::Move>,
    /// Bot for all games, unless it remembers what it saw.
    bot: BoxedAgent<G>,
}

/// Games of one setup.
pub struct Arena<G: Lens> {
    setup: &'static G::Setup,
    terms: Terms,
    bot: Spec,
    layout: Arc<Layout>,
    window: usize,
    seats: Vec<Seat<G>>,
}

/// Result of a turn for the learner.
struct Ending {
    reward: f64,
    is_over: bool,
}

impl<G: Lens> Seat<G> {
    /// True if an action is one of the turns that are offered, or none are.
    fn has_turn(&self, action: i64) -> bool {
        self.offered.is_empty() || usize::try_from(action).is_ok_and(|at| at < self.offered.len())
    }

    fn new(setup: &'static G::Setup, bots: Vec<BoxedAgent<G>>) -> Seat<G> {
        Seat {
            seed: 0,
            deal: 0,
            state: G::deal(setup, &mut deal_stream(0, 0)),
            played: Vec::new(),
            rng: agent_stream(0, 0, 0, 0),
            seat: Player::FIRST,
            offered: Vec::new(),
            bots: Mutex::new(bots),
        }
    }

    /// Deals, and lets the bots play until it is the learner's turn.
    fn begin(&mut self, setup: &'static G::Setup, terms: &Terms, scratch: &mut Scratch<G>) {
        self.state = G::deal(setup, &mut deal_stream(self.seed, self.deal));
        self.rng = agent_stream(self.seed, self.deal, 0, 0);
        self.played.clear();
        own(&mut self.bots)
            .iter_mut()
            .for_each(|bot| bot.new_game());
        let players = self.state.players();
        let seat = match terms.seat {
            Some(seat) => seat,
            None => choose(&mut self.rng, players as u32) as usize,
        };
        self.seat = Player::new(seat).expect("the game has the seat");
        self.let_bots_play(scratch);
    }

    fn let_bots_play(&mut self, scratch: &mut Scratch<G>) {
        while let Some(seat) = self.state.to_move().filter(|seat| *seat != self.seat) {
            let bots = own(&mut self.bots);
            let bot = bots.get_mut(seat.index()).unwrap_or(&mut scratch.bot);
            let mv = bot.choose(&View::new(&self.state, seat), &mut self.rng);
            self.play(mv);
        }
    }

    fn play(&mut self, mv: G::Move) {
        self.state.play_unchecked(mv);
        self.played.push(mv);
    }

    /// Plays one of the turns that are offered, then those of the bots.
    fn turn(&mut self, turn: usize, window: usize, actions: usize, scratch: &mut Scratch<G>) {
        for part in self.offered[turn]
            .into_iter()
            .take_while(|part| *part != NONE)
        {
            self.state.legal_moves(&mut scratch.moves);
            let at = numbers::<G>(&self.state, &scratch.moves, window, actions)
                .position(|number| number as i32 == part);
            let mv = scratch.moves[at.expect("a turn that is offered is legal")];
            self.play(mv);
        }
        self.let_bots_play(scratch);
    }

    /// Returns the result, if the game is over.
    fn ending(&self, terms: &Terms) -> Ending {
        let is_over = self.state.to_move().is_none();
        let reward = match (is_over, terms.in_points) {
            (false, _) => 0.0,
            (true, false) => {
                let share = win_shares(&self.state.standings())[self.seat];
                2.0 * f64::from(share) / f64::from(WHOLE_WIN) - 1.0
            }
            (true, true) => {
                let points = self.state.scores();
                let others = points.iter().filter(|(seat, _)| *seat != self.seat);
                let best = others.map(|(_, points)| points).max().unwrap_or(0);
                f64::from(points[self.seat]) - f64::from(best)
            }
        };
        Ending { reward, is_over }
    }
}

/// Arrays of one game.
struct Row<'a> {
    summary: &'a mut [f32],
    turns: &'a mut [f32],
    mask: &'a mut [i8],
    reward: &'a mut f64,
    terminated: &'a mut bool,
    illegal: &'a mut bool,
    last: &'a mut [f32],
}

impl<G: Lens> Arena<G> {
    /// Creates games that `reset` deals.
    pub fn new(
        setup: &'static G::Setup,
        games: usize,
        bot: Spec,
        terms: Terms,
        window: usize,
    ) -> Arena<G> {
        let players = G::players(setup);
        let layout = Arc::new(G::layout(setup, window));
        let mut arena = Arena {
            setup,
            terms,
            bot,
            layout,
            window,
            seats: Vec::new(),
        };
        let remembers = arena.build().remembers();
        let bots = || (0..players).map(|_| arena.build()).collect();
        let seats = (0..games)
            .map(|_| Seat::new(setup, if remembers { bots() } else { Vec::new() }))
            .collect();
        arena.seats = seats;
        arena
    }

    fn build(&self) -> BoxedAgent<G> {
        self.bot.build::<G>(&environment(G::players(self.setup)))
    }

    /// Works on each game with its row.
    fn each(
        &mut self,
        rows: Rows,
        work: impl Fn(usize, &mut Seat<G>, Row, &mut Scratch<G>) + Sync,
    ) {
        let summary = self.layout.summary();
        let features = self.layout.features.len();
        let best = self.terms.best;
        let mut seats = std::mem::take(&mut self.seats);
        let arrays = (
            rows.summary.par_chunks_mut(summary),
            rows.turns.par_chunks_mut(best * features),
            rows.mask.par_chunks_mut(best),
            rows.rewards.par_iter_mut(),
            rows.terminated.par_iter_mut(),
            rows.illegal.par_iter_mut(),
            rows.last.par_chunks_mut(summary),
        );
        let rows = arrays.into_par_iter().map(
            |(summary, turns, mask, reward, terminated, illegal, last)| Row {
                summary,
                turns,
                mask,
                reward,
                terminated,
                illegal,
                last,
            },
        );
        let scratch = || Scratch {
            turns: Turns::default(),
            moves: Vec::new(),
            bot: self.build(),
        };
        seats
            .par_iter_mut()
            .zip(rows)
            .enumerate()
            .with_min_len(TOGETHER)
            .for_each_init(scratch, |scratch, (game, (seat, row))| {
                work(game, seat, row, scratch);
            });
        self.seats = seats;
    }
}

/// Writes what the learner sees, and offers its turns.
fn show<G: Lens>(shown: &Shown, seat: &mut Seat<G>, row: &mut Row, scratch: &mut Scratch<G>) {
    scratch
        .turns
        .list::<G>(&seat.state, shown.window, shown.layout, Some(shown.best));
    lens::summarize::<G>(
        &View::new(&seat.state, seat.seat),
        shown.layout,
        scratch.turns.before(),
        row.summary,
    );
    seat.offered.clear();
    seat.offered.extend(scratch.turns.actions());
    let count = seat.offered.len();
    let width = shown.layout.features.len();
    let end = count * width;
    scratch
        .turns
        .write_features::<G>(shown.layout, &mut row.turns[..end]);
    row.turns[end..].fill(0.0);
    row.mask[..count].fill(1);
    row.mask[count..].fill(0);
}

/// Writes the end of a game, in which no turn is offered.
fn show_end<G: Lens>(shown: &Shown, seat: &mut Seat<G>, row: &mut Row) {
    let view = View::new(&seat.state, seat.seat);
    lens::summarize::<G>(&view, shown.layout, None, row.summary);
    seat.offered.clear();
    row.turns.fill(0.0);
    row.mask.fill(0);
}

/// Form in which each game is shown.
struct Shown<'a> {
    layout: &'a Layout,
    window: usize,
    best: usize,
}

impl<G: Lens> AnyArena for Arena<G> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn len(&self) -> usize {
        self.seats.len()
    }

    fn reset(&mut self, seeds: Option<&[u64]>, rows: Rows) {
        let setup = self.setup;
        let terms = self.terms.clone();
        let layout = self.layout.clone();
        let shown = Shown {
            layout: &layout,
            window: self.window,
            best: terms.best,
        };
        self.each(rows, |game, seat, mut row, scratch| {
            match seeds {
                Some(seeds) => (seat.seed, seat.deal) = (seeds[game], 0),
                None => seat.deal += 1,
            }
            seat.begin(setup, &terms, scratch);
            show(&shown, seat, &mut row, scratch);
        });
    }

    fn step(&mut self, actions: &[i64], rows: Rows) -> Result<(), NoTurn> {
        if self.terms.illegal == Illegal::Error {
            let mut all = self.seats.iter().zip(actions).enumerate();
            if let Some((game, (seat, action))) =
                all.find(|(_, (seat, action))| !seat.has_turn(**action))
            {
                return Err(NoTurn {
                    game,
                    action: *action,
                    turns: seat.offered.len(),
                });
            }
        }
        let setup = self.setup;
        let terms = self.terms.clone();
        let window = self.window;
        let layout = self.layout.clone();
        let shown = Shown {
            layout: &layout,
            window,
            best: terms.best,
        };
        let count = layout.actions();
        self.each(rows, |game, seat, mut row, scratch| {
            if seat.offered.is_empty() {
                // It ended in the step before.
                seat.deal += 1;
                seat.begin(setup, &terms, scratch);
                return show(&shown, seat, &mut row, scratch);
            }
            let action = actions[game];
            *row.illegal = !seat.has_turn(action);
            let mut is_lost = false;
            let turn = match terms.illegal {
                _ if !*row.illegal => action as usize,
                Illegal::Random => choose(&mut seat.rng, seat.offered.len() as u32) as usize,
                Illegal::Loss | Illegal::Error => {
                    is_lost = true;
                    0
                }
            };
            let mut ending = Ending {
                reward: if terms.in_points { LOST_POINTS } else { -1.0 },
                is_over: true,
            };
            if !is_lost {
                seat.turn(turn, window, count, scratch);
                ending = seat.ending(&terms);
            }
            (*row.reward, *row.terminated) = (ending.reward, ending.is_over);
            if !ending.is_over {
                return show(&shown, seat, &mut row, scratch);
            }
            show_end(&shown, seat, &mut row);
            if terms.same_step {
                row.last.copy_from_slice(row.summary);
                seat.deal += 1;
                seat.begin(setup, &terms, scratch);
                show(&shown, seat, &mut row, scratch);
            }
        });
        Ok(())
    }

    fn seats(&self, seats: &mut [i8]) {
        for (seat, number) in self.seats.iter().zip(seats) {
            *number = seat.seat.index() as i8;
        }
    }

    fn course(&self, game: usize) -> Box<dyn AnyCourse> {
        let seat = &self.seats[game];
        let mut course = Course::<G>::deal(self.setup, seat.seed, seat.deal);
        course.play_all(&seat.played);
        Box::new(course)
    }
}
