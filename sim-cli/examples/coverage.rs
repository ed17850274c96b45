//! Measures how often the interval of a win share includes the true share, in simulated matches where it is known: one
//! CSV row for each number of players, of games, true share, and way in which the games of a deal depend on each other.
//! `coverage MATCHES` simulates this many matches per row, by default 20,000.
//!
//! `share` is the interval that is printed. `student` and `hall` are the alternatives: Student's t on the means of the
//! deals, and the same corrected for skewness.

use std::collections::HashMap;
use std::io::Write;

use goldrush_engine::rng::{StreamRng, below, tool_stream};
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::share::Shares;
use goldrush_support::stats::sums::Sums;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

const SHARES: [f64; 9] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 0.99, 0.999, 0.9999];
const GAMES: [usize; 6] = [30, 60, 100, 300, 1000, 2000];
const PLAYERS: std::ops::RangeInclusive<usize> = 2..=5;
/// Percentage of deals in which one result decides all games.
const DECIDED: [u32; 2] = [0, 30];
const USUAL: Confidence = Confidence::SINGLE_LOOK;
/// A won game, in the sum of a block.
const WON: i64 = 60;

/// A row of the grid.
#[derive(Clone, Copy)]
struct Row {
    players: usize,
    games: usize,
    share: f64,
    decided: u32,
}

impl Row {
    /// Simulates a match: returns how many deals had 0, 1, 2, … games won.
    fn play(&self, rng: &mut StreamRng) -> Vec<u64> {
        const STEPS: u32 = 1 << 30;
        let wins =
            |rng: &mut StreamRng| f64::from(below(rng, STEPS)) < self.share * f64::from(STEPS);
        let mut counts = vec![0; self.players + 1];
        for _ in 0..self.games.div_ceil(self.players) {
            let won = if below(rng, 100) < self.decided {
                if wins(rng) { self.players } else { 0 }
            } else {
                (0..self.players).filter(|_| wins(rng)).count()
            };
            counts[won] += 1;
        }
        counts
    }

    /// Returns for each interval of a match if it includes the true share.
    fn holds(&self, counts: &[u64]) -> [bool; 3] {
        let whole = WON * self.players as i64;
        let (mut shares, mut sums) = (Shares::default(), Sums::default());
        for (won, count) in counts.iter().enumerate() {
            for _ in 0..*count {
                shares.push(WON * won as i64, whole);
                sums.push(WON * won as i64);
            }
        }
        let blocks: u64 = counts.iter().sum();
        let student = Estimate::new(USUAL, blocks, &sums, whole as f64);
        let hall = Estimate::of_blocks(USUAL, blocks, &sums, whole as f64);
        let within = |estimate: Estimate| {
            estimate
                .ends()
                .is_some_and(|(low, high)| low <= self.share + 1e-12 && self.share <= high + 1e-12)
        };
        [
            shares.includes(USUAL, self.share, whole),
            within(student),
            within(hall),
        ]
    }

    fn line(&self, number: usize, seeds: u32) -> String {
        let mut rng = tool_stream(1_000_000 + number as u64);
        let mut known: HashMap<Vec<u64>, [bool; 3]> = HashMap::new();
        let mut held = [0_u32; 3];
        for _ in 0..seeds {
            let counts = self.play(&mut rng);
            let holds = *known
                .entry(counts)
                .or_insert_with_key(|counts| self.holds(counts));
            held.iter_mut()
                .zip(holds)
                .for_each(|(held, holds)| *held += u32::from(holds));
        }
        let Row {
            players,
            games,
            share,
            decided,
        } = self;
        let [own, student, hall] =
            held.map(|held| format!("{:.4}", f64::from(held) / f64::from(seeds)));
        format!("{players},{games},{share},0.{decided:02},{seeds},{own},{student},{hall}")
    }
}

fn main() {
    let seeds = std::env::args().nth(1).map_or(20_000, |seeds| {
        seeds.parse().expect("a number of matches a row")
    });
    let mut rows = Vec::new();
    for players in PLAYERS {
        for games in GAMES {
            for share in SHARES {
                rows.extend(DECIDED.map(|decided| Row {
                    players,
                    games,
                    share,
                    decided,
                }));
            }
        }
    }
    let lines: Vec<String> = (0..rows.len())
        .into_par_iter()
        .map(|number| rows[number].line(number, seeds))
        .collect();
    let table = format!(
        "players,games,share,decided_by_the_deal,matches,share_interval,student,hall\n{}\n",
        lines.join("\n")
    );
    std::io::stdout()
        .write_all(table.as_bytes())
        .expect("standard output can be written to");
}
