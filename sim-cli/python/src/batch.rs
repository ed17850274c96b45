//! Many games of one setup at once. A finished game is replaced by the next deal; deal k of seed s is the same as in a run with
//! seed s.

use std::ops::Range;

use goldrush_engine::game::{State as _, View, WHOLE_WIN, win_shares};
use goldrush_engine::rng::{StreamRng, agent_stream, choose, deal_stream};
use goldrush_games::playable::StateOf;
use rayon::prelude::*;

use crate::lens::{self, Layout, Lens};
use crate::planes::Planes;
use crate::saved::{Origin, SavedBatch, SavedTable};
use crate::turns::{NONE, Turns};

/// Minimum number of games that a thread takes at once.
const TOGETHER: usize = 16;

/// An illegal action.
#[derive(Debug)]
pub struct Illegal {
    /// Index of the game, from 0.
    pub game: usize,
    /// The action.
    pub action: i64,
}

/// Results of a step, one row per game.
pub struct Outcome<'a> {
    /// 0 for each seat; at the end of a game its lead over the best other seat, in points.
    pub rewards: &'a mut [f32],
    /// True if the game ended or was truncated.
    pub done: &'a mut [bool],
    /// True if it was truncated because a legal move lay outside the window.
    pub truncated: &'a mut [bool],
    /// Points of each seat, if the game is over.
    pub scores: &'a mut [i32],
    /// Share of the win of each seat, if the game ended.
    pub wins: &'a mut [f32],
}

/// Many games of any kind.
pub trait AnyBatch: Send + Sync {
    /// Returns the meaning of the entries of arrays.
    fn layout(&self) -> &Layout;
    /// Returns the number of games.
    fn len(&self) -> usize;
    /// Deals the next games; marks their legal actions in an array of zeros.
    fn deal(&mut self, games: Range<usize>, mask: &mut [bool]);
    /// Brings new games to where others were saved, and marks their legal actions; false if one breaks the rules.
    fn restore(&mut self, games: Range<usize>, saved: &[SavedTable], mask: &mut [bool]) -> bool;
    /// Writes the seat to move in each game.
    fn to_move(&self, seats: &mut [i8]);
    /// Writes a random legal action for each game.
    fn random(&mut self, actions: &mut [i32]);
    /// Returns the number of legal actions in each game, and all of these actions.
    fn legal(&self) -> (Vec<usize>, Vec<i32>);
    /// Plays up to `width` actions in each game, until it ends. Plays nothing if any of them is illegal.
    fn step(
        &mut self,
        actions: &[i64],
        width: usize,
        mask: &mut [bool],
        outcome: Outcome,
    ) -> Result<(), Illegal>;
    /// Writes the view of the seat to move in some of the games. `written` lists the entries of each board that are not zero.
    fn observe(
        &self,
        games: Range<usize>,
        board: &mut [u8],
        written: &mut [Vec<u32>],
        table: &mut [f32],
    );
    /// Returns everything from which to make equal games. `truncated` marks those whose last step truncated a game.
    fn saved(&self, truncated: &[bool]) -> SavedBatch;
    /// Writes the table and the features of the seat to move in some of the games.
    fn summarize(&self, games: Range<usize>, summary: &mut [f32]);
    /// Lists the turns of the seat to move in some of the games; with `best`, only that many with the highest lead.
    fn turns(&self, games: Range<usize>, best: Option<usize>) -> Vec<Listed>;
}

/// One game of a batch.
struct Table<G: Lens> {
    state: StateOf<G>,
    /// Legal moves; `actions` has their numbers.
    moves: Vec<G::Move>,
    actions: Vec<u32>,
    /// Moves of the current step.
    step: Vec<G::Move>,
    /// Moves since the deal.
    played: Vec<G::Move>,
    /// Number of the deal.
    deal: u64,
    /// Generator for random actions.
    rng: StreamRng,
}

/// Many games of one setup.
pub struct Batch<G: Lens> {
    setup: &'static G::Setup,
    tables: Vec<Table<G>>,
    layout: Layout,
    window: usize,
    seed: u64,
}

impl<G: Lens> Table<G> {
    fn new(setup: &'static G::Setup, seed: u64, deal: u64, window: usize) -> Table<G> {
        let state = G::deal(setup, &mut deal_stream(seed, deal));
        let moves = vec![];
        let actions = vec![];
        let step = vec![];
        let played = vec![];
        let mut table = Table {
            state,
            moves,
            actions,
            step,
            played,
            deal,
            rng: agent_stream(seed, deal, 0, 0),
        };
        table.look_at_deal(window);
        table
    }

    /// Lists the legal moves; returns false if one lies outside the window.
    fn look(&mut self, window: usize) -> bool {
        self.state.legal_moves(&mut self.moves);
        self.actions.clear();
        self.actions.extend(
            self.moves
                .iter()
                .map_while(|mv| Some(G::action(&self.state, *mv, window)? as u32)),
        );
        self.actions.len() == self.moves.len()
    }

    fn look_at_deal(&mut self, window: usize) {
        assert!(
            self.look(window),
            "every game begins inside the smallest window"
        );
    }

    /// Deals again, as the number of the deal says.
    fn redeal(&mut self, setup: &'static G::Setup, seed: u64) {
        self.state = G::deal(setup, &mut deal_stream(seed, self.deal));
        self.played.clear();
    }

    fn mark(&self, mask: &mut [bool], legal: bool) {
        self.actions
            .iter()
            .for_each(|action| mask[*action as usize] = legal);
    }

    /// Looks up the moves of a step, until the game ends. Returns the first illegal action, if any; `after` is scratch space.
    fn find(
        &mut self,
        actions: &[i64],
        window: usize,
        after: &mut Option<StateOf<G>>,
    ) -> Option<i64> {
        let Table {
            state,
            moves,
            actions: legal,
            step,
            ..
        } = self;
        let first = legal
            .iter()
            .position(|legal| i64::from(*legal) == actions[0]);
        let Some(first) = first else {
            return Some(actions[0]);
        };
        step.clear();
        step.push(moves[first]);
        let mut rest = actions[1..]
            .iter()
            .take_while(|action| **action != i64::from(NONE))
            .peekable();
        // A single action is known to be legal here.
        rest.peek()?;
        let after = match after {
            Some(after) => {
                after.clone_from(state);
                after
            }
            None => after.insert(state.clone()),
        };
        let mut moves = Vec::new();
        for action in rest {
            after.play_unchecked(step[step.len() - 1]);
            after.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let number = |mv: &&G::Move| {
                G::action(after, **mv, window).is_some_and(|legal| legal as i64 == *action)
            };
            match moves.iter().find(number) {
                Some(mv) => step.push(*mv),
                None => return Some(*action),
            }
        }
        None
    }
}

impl<G: Lens> Batch<G> {
    /// Reserves memory for the games, or returns `None`.
    pub fn new(
        setup: &'static G::Setup,
        games: usize,
        seed: u64,
        window: usize,
    ) -> Option<Batch<G>> {
        let mut tables = Vec::new();
        tables.try_reserve_exact(games).ok()?;
        Some(Batch {
            setup,
            tables,
            layout: G::layout(setup, window),
            window,
            seed,
        })
    }
}

impl<G: Lens> Table<G> {
    /// Describes the game, with its moves as places in the lists of legal moves.
    fn saved(&self, setup: &'static G::Setup, seed: u64, truncated: bool) -> SavedTable {
        let mut state = G::deal(setup, &mut deal_stream(seed, self.deal));
        let mut legal = Vec::new();
        let place = |mv: &G::Move| {
            state.legal_moves(&mut legal);
            state.play_unchecked(*mv);
            legal
                .iter()
                .position(|legal| legal == mv)
                .expect("it was legal when it was played")
        };
        let moves = self.played.iter().map(place).collect();
        SavedTable {
            deal: self.deal,
            moves,
            words: self.rng.get_word_pos() as u64,
            truncated,
        }
    }

    /// Brings a new game to where another was saved; `None` if that breaks the rules or leaves the window.
    fn restore(
        &mut self,
        setup: &'static G::Setup,
        seed: u64,
        window: usize,
        saved: &SavedTable,
    ) -> Option<()> {
        self.deal = saved.deal;
        self.redeal(setup, seed);
        for place in &saved.moves {
            self.state.legal_moves(&mut self.moves);
            let mv = *self.moves.get(*place)?;
            self.state.play_unchecked(mv);
            self.played.push(mv);
        }
        self.rng.set_word_pos(saved.words.into());
        (self.look(window) && self.state.to_move().is_some()).then_some(())
    }
}

impl<G: Lens> AnyBatch for Batch<G> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn len(&self) -> usize {
        self.tables.len()
    }

    fn deal(&mut self, games: Range<usize>, mask: &mut [bool]) {
        let setup = self.setup;
        let seed = self.seed;
        let window = self.window;
        let size = self.layout.actions();
        let dealt = games
            .into_par_iter()
            .zip(mask.par_chunks_mut(size))
            .map(|(deal, mask)| {
                let table = Table::new(setup, seed, deal as u64, window);
                table.mark(mask, true);
                table
            });
        self.tables.par_extend(dealt);
    }

    fn to_move(&self, seats: &mut [i8]) {
        for (table, seat) in self.tables.iter().zip(seats) {
            *seat = table
                .state
                .to_move()
                .map_or(-1, |player| player.index() as i8);
        }
    }

    fn random(&mut self, actions: &mut [i32]) {
        self.tables
            .par_iter_mut()
            .zip(actions)
            .with_min_len(TOGETHER)
            .for_each(|(table, action)| {
                *action = table.actions[choose(&mut table.rng, table.actions.len() as u32) as usize]
                    as i32;
            });
    }

    fn legal(&self) -> (Vec<usize>, Vec<i32>) {
        let actions = self
            .tables
            .iter()
            .flat_map(|table| table.actions.iter().map(|action| *action as i32))
            .collect();
        (
            self.tables
                .iter()
                .map(|table| table.actions.len())
                .collect(),
            actions,
        )
    }

    fn step(
        &mut self,
        actions: &[i64],
        width: usize,
        mask: &mut [bool],
        outcome: Outcome,
    ) -> Result<(), Illegal> {
        let setup = self.setup;
        let window = self.window;
        let seed = self.seed;
        let games = self.tables.len() as u64;
        let found = self
            .tables
            .par_iter_mut()
            .zip(actions.par_chunks(width))
            .enumerate()
            .with_min_len(TOGETHER);
        let found = found.map_init(
            || None,
            |after, (game, (table, actions))| {
                Some(Illegal {
                    game,
                    action: table.find(actions, window, after)?,
                })
            },
        );
        if let Some(illegal) = found.find_map_first(|illegal| illegal) {
            return Err(illegal);
        }
        let players = G::players(setup);
        let size = self.layout.actions();
        let rows = (
            outcome.rewards.par_chunks_mut(players),
            outcome.scores.par_chunks_mut(players),
        );
        let ends = (
            outcome.done.par_iter_mut(),
            outcome.truncated.par_iter_mut(),
            outcome.wins.par_chunks_mut(players),
        );
        let tables = self.tables.par_iter_mut().zip(mask.par_chunks_mut(size));
        let all = (tables, rows.0, rows.1, ends.0, ends.1, ends.2)
            .into_par_iter()
            .with_min_len(TOGETHER);
        all.for_each(|((table, mask), rewards, scores, done, truncated, wins)| {
            table.mark(mask, false);
            table
                .step
                .iter()
                .for_each(|mv| table.state.play_unchecked(*mv));
            table.played.extend_from_slice(&table.step);
            let ended = table.state.to_move().is_none();
            *truncated = !ended && !table.look(window);
            *done = ended || *truncated;
            if *done {
                finish(&table.state, rewards, scores, wins, ended);
                table.deal += games;
                table.redeal(setup, seed);
                table.look_at_deal(window);
            }
            table.mark(mask, true);
        });
        Ok(())
    }

    fn observe(
        &self,
        games: Range<usize>,
        board: &mut [u8],
        written: &mut [Vec<u32>],
        table: &mut [f32],
    ) {
        let window = self.window;
        let layout = &self.layout;
        let boards = board.par_chunks_mut(layout.board()).zip(written);
        let rows = boards.zip(table.par_chunks_mut(layout.table.len()));
        self.tables[games]
            .par_iter()
            .zip(rows)
            .with_min_len(TOGETHER)
            .for_each(|(game, ((board, written), table))| {
                if let Some(seat) = game.state.to_move() {
                    let view = View::new(&game.state, seat);
                    G::board(&view, window, &mut Planes::cleared(board, written));
                    G::table(&view, table);
                }
            });
    }

    fn saved(&self, truncated: &[bool]) -> SavedBatch {
        let tables = self.tables.par_iter().zip(truncated);
        let games = tables
            .map(|(table, truncated)| table.saved(self.setup, self.seed, *truncated))
            .collect();
        SavedBatch {
            origin: Origin::of::<G>(self.setup),
            window: self.window,
            seed: self.seed,
            games,
        }
    }

    fn restore(&mut self, games: Range<usize>, saved: &[SavedTable], mask: &mut [bool]) -> bool {
        let setup = self.setup;
        let seed = self.seed;
        let window = self.window;
        let size = self.layout.actions();
        let tables = self.tables[games]
            .par_iter_mut()
            .zip(saved)
            .zip(mask.par_chunks_mut(size));
        let restored = tables.map(|((table, saved), mask)| {
            table.mark(mask, false);
            let restored = table.restore(setup, seed, window, saved);
            table.mark(mask, restored.is_some());
            restored.is_some()
        });
        restored.reduce(|| true, |one, other| one && other)
    }

    fn summarize(&self, games: Range<usize>, summary: &mut [f32]) {
        let rows = summary.par_chunks_mut(self.layout.summary());
        self.tables[games]
            .par_iter()
            .zip(rows)
            .with_min_len(TOGETHER)
            .for_each(|(game, summary)| {
                if let Some(seat) = game.state.to_move() {
                    lens::summarize::<G>(
                        &View::new(&game.state, seat),
                        &self.layout,
                        None,
                        summary,
                    );
                }
            });
    }

    fn turns(&self, games: Range<usize>, best: Option<usize>) -> Vec<Listed> {
        let window = self.window;
        let layout = &self.layout;
        self.tables[games]
            .par_iter()
            .with_min_len(TOGETHER)
            .map_init(Turns::default, |turns, table| {
                turns.list::<G>(&table.state, window, layout, best);
                Listed::of::<G>(turns, layout)
            })
            .collect()
    }
}

/// Turns of one game.
pub struct Listed {
    pub count: usize,
    /// Actions of each turn, padded with [`NONE`].
    pub actions: Vec<i32>,
    /// Features of the position that each turn leads to.
    pub features: Vec<f32>,
}

impl Listed {
    /// Copies the turns of a list.
    pub fn of<G: Lens>(turns: &Turns, layout: &Layout) -> Listed {
        let mut features = vec![0.0; turns.len() * layout.features.len()];
        turns.write_features::<G>(layout, &mut features);
        Listed {
            count: turns.len(),
            actions: turns.actions().flatten().collect(),
            features,
        }
    }
}

/// Writes the points of a game, and the result if it has ended.
fn finish<S: goldrush_engine::game::State>(
    state: &S,
    rewards: &mut [f32],
    scores: &mut [i32],
    wins: &mut [f32],
    ended: bool,
) {
    let points = state.scores();
    let shares = win_shares(&state.standings());
    for (seat, own) in points.iter() {
        scores[seat.index()] = own.into();
        if ended {
            let others = points
                .iter()
                .filter(|(other, _)| *other != seat)
                .map(|(_, points)| points);
            rewards[seat.index()] = f32::from(own) - f32::from(others.max().unwrap_or(0));
            wins[seat.index()] = f32::from(shares[seat]) / f32::from(WHOLE_WIN);
        }
    }
}
