//! Regret samples: positions whose moves are tried out once and reused for any number of analyses. A file keeps them, one per
//! line.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use goldrush_ai::registry::Spec;
use goldrush_ai::search::analyzer::Truth;
use goldrush_ai::search::regret::{RegretConfig, RegretSamples};
use goldrush_engine::game::{State as _, View};
use goldrush_games::analyzable::Analyzable;
use goldrush_support::error::bad_input;
use goldrush_support::input::{Text, read_to_append};
use goldrush_support::parallel;
use goldrush_support::progress::Progress;
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use super::playouts::PlayoutBatch;
use super::sampled_game::{SampledGame, Samplers};

/// Which positions are tried out, and how; the first line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RegretTrials {
    pub game: String,
    /// Its rule options that differ from the printed rules.
    pub options: BTreeMap<String, String>,
    /// Number of seats.
    pub players: usize,
    /// Agent that plays the games.
    pub by: String,
    /// Seed of the games and of the sampled worlds.
    pub seed: u64,
    /// Settings of the trial at each position.
    pub trial: RegretConfig,
    /// Agent that plays the worlds used to measure moves; `None` for the playout policy that plays those used to choose them.
    pub measured_by: Option<String>,
    /// Turns played in those worlds.
    pub measured_depth: usize,
}

/// A position and its results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// Turns of its game, counting all seats.
    pub turns: usize,
    /// Results of the moves tried.
    pub tries: RegretSamples,
}

/// The agents named in [`RegretTrials`].
#[derive(Debug)]
pub struct Players {
    /// Built from `by`.
    pub games: Spec,
    /// Built from `measured_by`.
    pub measured: Option<Spec>,
}

/// Golden ratio: its multiples modulo 1 spread evenly. They give the place of each position in its game.
const GOLDEN: f64 = 0.618_033_988_749_895;

impl RegretTrials {
    /// Returns `count` positions: those in the file, and new ones, which are appended to it.
    ///
    /// # Errors
    /// Bad input if the file is damaged or belongs to other positions; fails if it cannot be read or written.
    pub fn positions<G: Analyzable>(
        &self,
        setup: &G::Setup,
        players: &Players,
        count: u64,
        file: Option<&Path>,
        pool: &ThreadPool,
    ) -> anyhow::Result<Vec<Tried>> {
        let (mut tried, line_end) =
            file.map_or_else(|| Ok((Vec::new(), "\n")), |file| self.read(file))?;
        tried.truncate(count as usize);
        let mut progress = Progress::from("positions", tried.len() as u64, count);
        // Enough that no thread waits for long, and few enough that an interruption loses little.
        let at_a_time = 4 * pool.current_num_threads() as u64;
        while (tried.len() as u64) < count {
            let first = tried.len() as u64;
            let blocks = at_a_time.min(count - first) as usize;
            let more = pool.install(|| {
                parallel::map(blocks, |nth| {
                    self.position::<G>(setup, players, first + nth as u64)
                })
            });
            progress.add(more.len() as u64);
            if let Some(file) = file {
                append(file, &more, line_end)
                    .with_context(|| format!("cannot write {}", file.display()))?;
            }
            tried.extend(more);
        }
        progress.finish();
        Ok(tried)
    }

    /// Tries out one position of one game.
    fn position<G: Analyzable>(&self, setup: &G::Setup, players: &Players, block: u64) -> Tried {
        let Players { games, measured } = players;
        let samplers = Samplers::alike(games.clone());
        let game = SampledGame::play::<G>(setup, &samplers, self.seed, block);
        let mut turns = 0;
        game.replay::<G>(setup, |nth, _| turns = nth);
        let at = 1 + (turns as f64 * (block as f64 * GOLDEN).fract()) as usize;
        let mut tries = None;
        game.replay::<G>(setup, |nth, state| {
            if nth == at.min(turns) {
                let seat = state.to_move().expect("the game is in progress");
                let mut analyzer = G::analyzer(self.players);
                let view = View::new(state, seat);
                let trial = &self.trial;
                let turns = self.measured_depth;
                let seed = self.seed ^ block << 32;
                let mut played = measured
                    .as_ref()
                    .map(|player| PlayoutBatch::<G>::new(G::analyzer(self.players), player, turns));
                let truth = played
                    .as_mut()
                    .map_or(Truth::Policy(turns), |played| Truth::Strategy(played));
                tries = Some(analyzer.sample_regret(truth, &view, trial, seed));
            }
        });
        Tried {
            turns: turns + 1,
            tries: tries.expect("the game has at least one turn"),
        }
    }

    /// Reads the file, or creates it with its header if there is none; also returns how its lines end. Cuts off an incomplete
    /// last line.
    fn read(&self, file: &Path) -> anyhow::Result<(Vec<Tried>, &'static str)> {
        if !file.exists() {
            let header = serde_json::to_string(self)?;
            fs::write(file, header + "\n")
                .with_context(|| format!("cannot write {}", file.display()))?;
            return Ok((Vec::new(), "\n"));
        }
        let Text {
            text,
            line_end,
            whole,
            ..
        } = read_to_append(file)?;
        let mut lines = text[..text.rfind('\n').map_or(0, |end| end + 1)].lines();
        let header = lines
            .next()
            .and_then(|line| serde_json::from_str::<RegretTrials>(line).ok());
        let header = header.ok_or_else(|| wrong(file, "holds no tries of positions"))?;
        if header != *self {
            return Err(wrong(
                file,
                "holds tries of other positions, or others of these; name another file",
            ));
        }
        let mut tried: Vec<Tried> = Vec::new();
        for (number, line) in (2..).zip(lines) {
            let read = serde_json::from_str(line);
            tried.push(read.map_err(|_| wrong(file, &format!("line {number} is damaged")))?);
        }
        if !text.ends_with('\n') {
            OpenOptions::new().write(true).open(file)?.set_len(whole)?;
        }
        Ok((tried, line_end))
    }
}

fn wrong(file: &Path, what: &str) -> anyhow::Error {
    bad_input(format!("--tries {}: {what}", file.display()))
}

fn append(file: &Path, tried: &[Tried], line_end: &str) -> anyhow::Result<()> {
    let mut lines = String::new();
    for one in tried {
        lines.push_str(&serde_json::to_string(one)?);
        lines.push_str(line_end);
    }
    OpenOptions::new()
        .append(true)
        .open(file)?
        .write_all(lines.as_bytes())?;
    Ok(())
}
