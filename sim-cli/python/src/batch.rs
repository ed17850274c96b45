//! Many games of one setup at once. Each game that ends is followed by the next deal; deal k of seed s is that of a run with the
//! seed s.

use goldrush::games::playable::StateOf;
use goldrush_engine::game::{State as _, View, WHOLE_WIN, win_shares};
use goldrush_engine::rng::{StreamRng, agent_stream, choose, deal_stream};
use rayon::prelude::*;

use crate::lens::{Layout, Lens, Outside};
use crate::turns::{NONE, Turns};

/// Games that a thread takes at once, at least.
const TOGETHER: usize = 16;

/// Why a step was not taken.
#[derive(Debug)]
pub enum Problem {
    /// This action is not legal in this game.
    Illegal(usize, i32),
    /// A legal move of this game has no number.
    Outside(usize, Outside),
}

/// What came of a step, a row a game.
pub struct Outcome<'a> {
    /// For each seat 0, or at the end the lead over the best other seat in points.
    pub rewards: &'a mut [f32],
    /// Whether the game ended.
    pub done: &'a mut [bool],
    /// Points of each seat, if it did.
    pub scores: &'a mut [i32],
    /// Share of the win of each seat, if it did.
    pub wins: &'a mut [f32],
}

/// Many games, whichever they are.
pub trait AnyBatch: Send + Sync {
    /// What entries of arrays stand for.
    fn layout(&self) -> &Layout;
    /// How many games.
    fn len(&self) -> usize;
    /// Marks the legal actions in an array of zeros.
    fn begin(&mut self, mask: &mut [bool]) -> Result<(), Problem>;
    /// Whose decision it is in each game.
    fn to_move(&self, seats: &mut [i8]);
    /// A legal action at random in each game.
    fn random(&mut self, actions: &mut [i32]);
    /// How many actions are legal in each game, and all of them.
    fn legal(&self) -> (Vec<usize>, Vec<i32>);
    /// Plays up to `width` actions in each game. Nothing is played if the first of any is not legal.
    fn step(&mut self, actions: &[i32], width: usize, mask: &mut [bool], outcome: Outcome) -> Result<(), Problem>;
    /// What the seat to move sees in each game, over arrays of zeros.
    fn observe(&self, board: &mut [u8], table: &mut [f32]);
    /// The turns of the seat to move in each game.
    fn turns(&mut self) -> Result<Vec<Turns>, Problem>;
}

/// One of the games.
struct Table<G: Lens> {
    state: StateOf<G>,
    /// The legal moves and their numbers.
    moves: Vec<G::Move>,
    actions: Vec<u32>,
    /// Which deal it is.
    deal: u64,
    /// For random actions, and worlds that are possible.
    rng: StreamRng,
}

/// Many games.
pub struct Batch<G: Lens> {
    setup: &'static G::Setup,
    tables: Vec<Table<G>>,
    layout: Layout,
    window: usize,
    seed: u64,
}

impl<G: Lens> Table<G> {
    fn look(&mut self, window: usize) -> Result<(), Outside> {
        self.state.legal_moves(&mut self.moves);
        self.actions.clear();
        for &mv in &self.moves {
            self.actions.push(G::action(&self.state, mv, window)? as u32);
        }
        Ok(())
    }

    fn find(&self, action: i32) -> Option<G::Move> {
        let at = self.actions.iter().position(|legal| i64::from(*legal) == i64::from(action))?;
        Some(self.moves[at])
    }

    fn deal(&mut self, setup: &'static G::Setup, seed: u64, deal: u64) {
        self.deal = deal;
        self.state = G::deal(setup, &mut deal_stream(seed, deal));
    }
}

impl<G: Lens> Batch<G> {
    /// So many games.
    pub fn new(setup: &'static G::Setup, games: usize, seed: u64, window: usize) -> Batch<G> {
        let table = |at: usize| Table {
            state: G::deal(setup, &mut deal_stream(seed, at as u64)),
            moves: Vec::new(),
            actions: Vec::new(),
            deal: at as u64,
            rng: agent_stream(seed, at as u64, 0, 0),
        };
        Batch { setup, tables: (0..games).map(table).collect(), layout: G::layout(setup, window), window, seed }
    }
}

fn first_problem(results: Vec<Result<(), Problem>>) -> Result<(), Problem> {
    results.into_iter().collect()
}

impl<G: Lens> AnyBatch for Batch<G> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn len(&self) -> usize {
        self.tables.len()
    }

    fn begin(&mut self, mask: &mut [bool]) -> Result<(), Problem> {
        let (window, size) = (self.window, self.layout.actions());
        for (at, (table, mask)) in self.tables.iter_mut().zip(mask.chunks_mut(size)).enumerate() {
            table.look(window).map_err(|outside| Problem::Outside(at, outside))?;
            table.actions.iter().for_each(|action| mask[*action as usize] = true);
        }
        Ok(())
    }

    fn to_move(&self, seats: &mut [i8]) {
        for (table, seat) in self.tables.iter().zip(seats) {
            *seat = table.state.to_move().map_or(-1, |player| player.index() as i8);
        }
    }

    fn random(&mut self, actions: &mut [i32]) {
        self.tables.par_iter_mut().zip(actions).with_min_len(TOGETHER).for_each(|(table, action)| {
            *action = table.actions[choose(&mut table.rng, table.actions.len() as u32) as usize] as i32;
        });
    }

    fn legal(&self) -> (Vec<usize>, Vec<i32>) {
        let actions = self.tables.iter().flat_map(|table| table.actions.iter().map(|action| *action as i32)).collect();
        (self.tables.iter().map(|table| table.actions.len()).collect(), actions)
    }

    fn step(&mut self, actions: &[i32], width: usize, mask: &mut [bool], outcome: Outcome) -> Result<(), Problem> {
        let (setup, window, seed, games) = (self.setup, self.window, self.seed, self.tables.len() as u64);
        for (at, (table, actions)) in self.tables.iter().zip(actions.chunks(width)).enumerate() {
            if table.find(actions[0]).is_none() {
                return Err(Problem::Illegal(at, actions[0]));
            }
        }
        let (players, size) = (G::players(setup), self.layout.actions());
        let rows = (outcome.rewards.par_chunks_mut(players), outcome.scores.par_chunks_mut(players));
        let ends = (outcome.done.par_iter_mut(), outcome.wins.par_chunks_mut(players));
        let tables = self.tables.par_iter_mut().zip(mask.par_chunks_mut(size)).zip(actions.par_chunks(width));
        let all = tables.zip(rows.0.zip(rows.1)).zip(ends.0.zip(ends.1)).enumerate().with_min_len(TOGETHER);
        let played = all.map(|(at, ((((table, mask), actions), (rewards, scores)), (done, wins)))| {
            for action in actions.iter().take_while(|action| **action != NONE) {
                let mv = table.find(*action).ok_or(Problem::Illegal(at, *action))?;
                table.actions.iter().for_each(|action| mask[*action as usize] = false);
                table.state.play_unchecked(mv);
                if table.state.to_move().is_none() {
                    finish(&table.state, rewards, scores, wins);
                    *done = true;
                    let next = table.deal + games;
                    table.deal(setup, seed, next);
                }
                table.look(window).map_err(|outside| Problem::Outside(at, outside))?;
                table.actions.iter().for_each(|action| mask[*action as usize] = true);
                if *done {
                    break;
                }
            }
            Ok(())
        });
        first_problem(played.collect())
    }

    fn observe(&self, board: &mut [u8], table: &mut [f32]) {
        let (window, layout) = (self.window, &self.layout);
        let rows = board.par_chunks_mut(layout.board()).zip(table.par_chunks_mut(layout.table.len()));
        self.tables.par_iter().zip(rows).with_min_len(TOGETHER).for_each(|(game, (board, table))| {
            if let Some(seat) = game.state.to_move() {
                G::observe(&View::new(&game.state, seat), window, board, table);
            }
        });
    }

    fn turns(&mut self) -> Result<Vec<Turns>, Problem> {
        let (window, width) = (self.window, self.layout.features.len());
        let turns = |(at, table): (usize, &mut Table<G>)| {
            let mut turns = Turns::default();
            if let Some(seat) = table.state.to_move() {
                let world = View::new(&table.state, seat).sample(&mut table.rng);
                turns.add::<G>(&world, seat, window, width).map_err(|outside| Problem::Outside(at, outside))?;
            }
            Ok(turns)
        };
        self.tables.par_iter_mut().enumerate().with_min_len(TOGETHER).map(turns).collect()
    }
}

/// Writes how a game ended.
fn finish<S: goldrush_engine::game::State>(state: &S, rewards: &mut [f32], scores: &mut [i32], wins: &mut [f32]) {
    let points = state.scores();
    let shares = win_shares(&state.standings());
    for (seat, own) in points.iter() {
        let others = points.iter().filter(|(other, _)| *other != seat).map(|(_, points)| points);
        rewards[seat.index()] = f32::from(own) - f32::from(others.max().unwrap_or(0));
        scores[seat.index()] = own.into();
        wins[seat.index()] = f32::from(shares[seat]) / f32::from(WHOLE_WIN);
    }
}
