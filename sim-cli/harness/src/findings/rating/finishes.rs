//! Finishing orders of the games of a tournament, counted by groups of blocks.

use std::collections::BTreeMap;

use goldrush_engine::player::MAX_PLAYERS;

use crate::sim::result::GameResult;
use crate::study::GameId;
use crate::study::Plan;

/// Number of groups to which blocks are assigned round-robin, so that memory does not grow with the number of games. The
/// bootstrap resamples groups; with no more blocks than this, each group is a single block.
pub const GROUPS: usize = 256;

/// One way in which a game of an arm and seating can end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Ending {
    arm: usize,
    seating: usize,
    /// Rank by seat: 1 is first, tied seats share a rank, and absent seats have 0.
    ranks: [u8; MAX_PLAYERS],
}

/// Number of games with each ending, by group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finishes {
    groups: Vec<BTreeMap<Ending, u64>>,
}

/// A finishing order: who sat where, and their ranks.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Finish {
    /// Contestant in each seat.
    pub agents: Vec<usize>,
    /// Rank of each seat, from 1; equal for ties. Seats with a fault share the last rank.
    pub ranks: Vec<u8>,
}

impl Finish {
    /// True if one of two seats finished ahead of the other, or both are tied. Two seats that lost by a fault are neither: they
    /// share the last rank, which tied seats never have.
    pub fn compares(&self, one: usize, other: usize) -> bool {
        let last = self.ranks.len() as u8;
        one != other && (self.ranks[one], self.ranks[other]) != (last, last)
    }

    /// Iterates over all ordered pairs of seats that can be compared.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let seats = self.ranks.len();
        (0..seats)
            .flat_map(move |one| (0..seats).map(move |other| (one, other)))
            .filter(|(one, other)| self.compares(*one, *other))
    }
}

/// Distinct finishing orders, and how often each occurred in each group, as pairs of index and count.
#[derive(Default)]
pub struct FinishCounts {
    /// Distinct finishing orders.
    pub finishes: Vec<Finish>,
    /// Counts for each group that has games.
    pub groups: Vec<Vec<(usize, u64)>>,
}

impl Default for Finishes {
    fn default() -> Finishes {
        Finishes {
            groups: vec![BTreeMap::new(); GROUPS],
        }
    }
}

impl Finishes {
    /// Counts a game, unless nobody won it.
    pub fn add(&mut self, id: GameId, game: &GameResult) {
        if game.fair_share() == 0 {
            return;
        }
        let mut ranks = [0; MAX_PLAYERS];
        for (rank, seat) in ranks.iter_mut().zip(&game.seats) {
            *rank = seat.rank;
        }
        let ending = Ending {
            arm: id.arm,
            seating: id.seating,
            ranks,
        };
        *self.groups[(id.block % GROUPS as u64) as usize]
            .entry(ending)
            .or_default() += 1;
    }

    /// Returns the counts with arms and seatings replaced by contestants.
    pub fn counted(&self, plan: &Plan) -> FinishCounts {
        let mut indices: BTreeMap<Ending, usize> = BTreeMap::new();
        for ending in self.groups.iter().flat_map(BTreeMap::keys) {
            indices.insert(*ending, 0);
        }
        let mut finishes = Vec::new();
        for (ending, index) in &mut indices {
            *index = finishes.len();
            let lineup = &plan.arms[ending.arm].lineup;
            finishes.push(Finish {
                agents: (0..lineup.players())
                    .map(|seat| {
                        let side = lineup.side(ending.seating, seat);
                        plan.contestants.index(ending.arm, side)
                    })
                    .collect(),
                ranks: ending.ranks[..lineup.players()].to_vec(),
            });
        }
        let mut groups = Vec::new();
        for group in self.groups.iter().filter(|group| !group.is_empty()) {
            let counts = group.iter().map(|(ending, n)| (indices[ending], *n));
            groups.push(counts.collect());
        }
        FinishCounts { finishes, groups }
    }
}
