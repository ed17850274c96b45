//! Plays games as fast as possible and keeps nothing of them but their fingerprint.

use std::hint::black_box;
use std::time::Instant;

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::Game as _;
use goldrush_engine::rng::deal_stream;
use goldrush_games::Setup;
use goldrush_games::analyzable::Analyzable;
use goldrush_games::registry::with_setup;
use goldrush_support::progress::Progress;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::play::GameRunner;
use super::seated_agents::SeatedAgents;
use crate::study::lineup::Lineup;

/// Games to play.
pub struct Bench<'a> {
    /// Rules and number of players.
    pub setup: &'a Setup,
    /// Agents, and their seats.
    pub lineup: &'a Lineup,
    /// Seed of all games.
    pub seed: u64,
    pub games: u64,
    /// True if the engine plays random moves itself, without agents and turns.
    pub playouts: bool,
}

/// Result of the games.
#[derive(Clone, Copy)]
pub struct Played {
    /// Fingerprint of all games.
    pub fingerprint: Fingerprint,
    /// Turns of all games; 0 of playouts.
    pub turns: u64,
}

impl Played {
    const NOTHING: Played = Played {
        fingerprint: Fingerprint::EMPTY,
        turns: 0,
    };

    fn and(mut self, other: Played) -> Played {
        self.fingerprint.merge(other.fingerprint);
        self.turns += other.turns;
        self
    }
}

impl Bench<'_> {
    /// Plays all games.
    pub fn play(&self, pool: &ThreadPool) -> Played {
        with_setup!(self.setup, G, setup => self.play_game::<G>(setup, pool))
    }

    /// Returns the size of a state in bytes, and the nanoseconds that copying one takes.
    pub fn state(&self) -> (usize, f64) {
        with_setup!(self.setup, G, setup => {
            let state = G::deal(setup, &mut deal_stream(self.seed, 0));
            (size_of_val(&state), clone_ns(&state))
        })
    }

    fn play_game<G: Analyzable>(&self, setup: &G::Setup, pool: &ThreadPool) -> Played {
        let mut progress = Progress::new("games", self.games);
        // Parts are long enough to make their start-up cost negligible.
        let part = self.games.div_ceil(100).max(1000);
        let mut played = 0;
        let mut sum = Played::NOTHING;
        while played < self.games {
            let games = played..(played + part).min(self.games);
            let count = games.end - games.start;
            let parts = pool.install(|| {
                games
                    .into_par_iter()
                    .map_init(
                        || (GameRunner::new(setup), SeatedAgents::default()),
                        |(runner, agents), block| self.one_game::<G>(runner, agents, block),
                    )
                    .reduce(|| Played::NOTHING, Played::and)
            });
            sum = sum.and(parts);
            played += count;
            progress.add(count);
        }
        progress.finish();
        sum
    }

    fn one_game<G: Analyzable>(
        &self,
        runner: &mut GameRunner<G>,
        agents: &mut SeatedAgents<G>,
        block: u64,
    ) -> Played {
        let (fingerprint, turns) = if self.playouts {
            (runner.play_out(self.seed, block), 0)
        } else {
            runner.play_hashed(agents, self.lineup, self.seed, block)
        };
        Played { fingerprint, turns }
    }
}

/// Returns the time of one clone, in nanoseconds.
fn clone_ns(state: &impl Clone) -> f64 {
    const CLONES: u32 = 10_000;
    let started = Instant::now();
    for _ in 0..CLONES {
        black_box(black_box(state).clone());
    }
    started.elapsed().as_secs_f64() * 1e9 / f64::from(CLONES)
}
