//! Positions that are tried out once and judged by as often as one likes; kept in a file, a line each.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use goldrush_ai::registry::Spec;
use goldrush_ai::search::Rollout;
use goldrush_ai::search::regret::{Trial, Tries, try_out};
use goldrush_engine::game::{State as _, View};
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};

use super::explored::{Explored, Explorers};
use super::played::Played;
use crate::error::{bad_input, open_input};
use crate::games::analyzable::Analyzable;
use crate::progress::Progress;

/// Which positions are tried out, and how: the first line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trying {
    /// The game.
    pub game: String,
    /// Its options, as far as they are not as printed.
    pub options: BTreeMap<String, String>,
    /// How many seats there are.
    pub players: usize,
    /// Who plays the games.
    pub by: String,
    /// Seed of the games, and of the worlds.
    pub seed: u64,
    /// How thoroughly each position is tried out.
    pub trial: Trial,
    /// Who plays the worlds to measure in; if nobody is said, who plays those to choose by.
    pub measured_by: Option<String>,
    /// Turns played on there.
    pub measured_depth: usize,
}

/// A position and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// Turns of the game it is from, of all seats.
    pub turns: usize,
    /// What was tried.
    pub tries: Tries,
}

/// Those of [`Trying`] who are named there.
#[derive(Debug)]
pub struct Players {
    /// `by`.
    pub games: Spec,
    /// `measured_by`.
    pub measured: Option<Spec>,
}

/// How far into its game the next position lies: multiples of it are spread evenly.
const GOLDEN: f64 = 0.618_033_988_749_895;

impl Trying {
    /// So many positions: what the file holds of them, and the others, which are added to it.
    ///
    /// # Errors
    /// If the file is of something else or damaged: bad input; if it cannot be read or written.
    pub fn positions<G: Analyzable>(
        &self,
        setup: &G::Setup,
        players: &Players,
        count: u64,
        file: Option<&Path>,
        pool: &ThreadPool,
    ) -> anyhow::Result<Vec<Tried>> {
        let mut tried = file.map_or_else(|| Ok(Vec::new()), |file| self.read(file))?;
        tried.truncate(count as usize);
        let mut progress = Progress::from("positions", tried.len() as u64, count);
        // So many that no thread has to wait for long, and little is lost with one that is ended.
        let at_a_time = 4 * pool.current_num_threads() as u64;
        while (tried.len() as u64) < count {
            let first = tried.len() as u64;
            let blocks = first..(first + at_a_time).min(count);
            let more: Vec<Tried> = pool
                .install(|| blocks.into_par_iter().map(|block| self.position::<G>(setup, players, block)).collect());
            progress.add(more.len() as u64);
            if let Some(file) = file {
                append(file, &more).with_context(|| format!("cannot write {}", file.display()))?;
            }
            tried.extend(more);
        }
        progress.finish();
        Ok(tried)
    }

    /// The position of one game.
    fn position<G: Analyzable>(&self, setup: &G::Setup, players: &Players, block: u64) -> Tried {
        let Players { games, measured } = players;
        let explorers = Explorers::alike(games.clone());
        let game = Explored::play::<G>(setup, &explorers, self.seed, block);
        let mut turns = 0;
        game.replay::<G>(setup, |nth, _| turns = nth);
        let at = 1 + (turns as f64 * (block as f64 * GOLDEN).fract()) as usize;
        let mut tries = None;
        game.replay::<G>(setup, |nth, state| {
            if nth == at.min(turns) {
                let seat = state.to_move().expect("the game goes on");
                let (mut guide, view) = (G::guide(self.players), View::new(state, seat));
                let (trial, turns, seed) = (&self.trial, self.measured_depth, self.seed ^ block << 32);
                let policy = guide.clone();
                tries = Some(match measured {
                    Some(player) => {
                        try_out(&mut guide, &mut Played::<G>::new(policy, player, turns), &view, trial, seed)
                    }
                    None => try_out(&mut guide, &mut Rollout::new(policy, turns), &view, trial, seed),
                });
            }
        });
        Tried { turns: turns + 1, tries: tries.expect("a game has turns") }
    }

    /// What a file holds; one that is not there is begun. A line that was not finished is cut off.
    fn read(&self, file: &Path) -> anyhow::Result<Vec<Tried>> {
        let wrong = |what: &str| bad_input(format!("--tries {}: {what}", file.display()));
        if !file.exists() {
            let header = serde_json::to_string(self)?;
            fs::write(file, header + "\n").with_context(|| format!("cannot write {}", file.display()))?;
            return Ok(Vec::new());
        }
        let text =
            open_input(file).and_then(io::read_to_string).with_context(|| format!("cannot read {}", file.display()))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let header = lines.next().and_then(|line| serde_json::from_str::<Trying>(line).ok());
        let header = header.ok_or_else(|| wrong("holds no tries of positions"))?;
        if header != *self {
            return Err(wrong("holds tries of other positions, or others of these; name another file"));
        }
        let read = |(nth, line)| serde_json::from_str(line).map_err(|_| wrong(&format!("line {} is damaged", nth + 2)));
        let tried = lines.enumerate().map(read).collect::<anyhow::Result<Vec<Tried>>>()?;
        if whole < text.len() {
            OpenOptions::new().write(true).open(file)?.set_len(whole as u64)?;
        }
        Ok(tried)
    }
}

fn append(file: &Path, tried: &[Tried]) -> anyhow::Result<()> {
    let mut lines = String::new();
    for one in tried {
        lines.push_str(&serde_json::to_string(one)?);
        lines.push('\n');
    }
    OpenOptions::new().append(true).open(file)?.write_all(lines.as_bytes())?;
    Ok(())
}
