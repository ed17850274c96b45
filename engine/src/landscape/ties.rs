//! V17: majorities that several seats share.

use super::pieces::PieceCounts;
use crate::game::Points;
use crate::options::{self, Row, Values, row};
use crate::player::PlayerSet;

/// Row of the table of options.
pub const TIES: Row = row(
    "V17",
    Values::Words(Ties::WORDS),
    "Points of players tied for a majority",
    &[
        ("all", "If all tied players score in full"),
        ("nobody", "If tied players score nothing"),
        ("half", "If tied players score half"),
    ],
);

options::word_option! {
    /// V17: the points of tied seats.
    ///
    /// # Examples
    ///
    /// ```
    /// use goldrush_engine::landscape::components::FeatureWord;
    /// use goldrush_engine::landscape::ties::Ties;
    /// use goldrush_engine::player::{Player, PlayerSet};
    ///
    /// let tied = FeatureWord::EMPTY.with_piece(Player::FIRST).with_piece(Player::FIRST.next(2)).pieces();
    /// let shared = |ties: Ties| ties.shared(tied, [5]);
    /// let all = shared(Ties::All).0;
    /// assert_eq!([Ties::Nobody, Ties::Half].map(shared), [(PlayerSet::EMPTY, [5]), (all, [2])]);
    /// ```
    Ties {
        /// All score in full: the printed rule.
        #[default]
        All = "all",
        /// Nobody scores.
        Nobody = "nobody",
        /// Each scores half, rounded down.
        Half = "half",
    }
}

impl Ties {
    /// Returns the seats that score a feature with these pieces, and each one's part of some points.
    // Every completed feature comes here: a call would cost more than the check.
    #[inline(always)]
    pub fn shared<const N: usize>(
        self,
        pieces: PieceCounts,
        points: [Points; N],
    ) -> (PlayerSet, [Points; N]) {
        let leaders = pieces.majority();
        if self == Ties::All {
            (leaders, points)
        } else {
            self.part(leaders, points)
        }
    }

    /// Out of line, so that games by the printed rule pay only for the check.
    #[cold]
    fn part<const N: usize>(
        self,
        leaders: PlayerSet,
        points: [Points; N],
    ) -> (PlayerSet, [Points; N]) {
        match self {
            _ if leaders.len() <= 1 => (leaders, points),
            Ties::All => (leaders, points),
            Ties::Nobody => (PlayerSet::EMPTY, points),
            Ties::Half => (leaders, points.map(|points| points / 2)),
        }
    }

    /// Returns the seats that score a feature with these pieces.
    #[inline]
    pub fn scorers(self, pieces: PieceCounts) -> PlayerSet {
        self.shared(pieces, []).0
    }

    /// Returns the points of each of some seats that score together.
    #[inline]
    pub fn share(self, points: Points, scorers: PlayerSet) -> Points {
        if self == Ties::Half && scorers.len() > 1 {
            points / 2
        } else {
            points
        }
    }

    /// Returns the part of a value that each of `leaders` seats with the majority gets.
    #[inline]
    pub fn lead(self, value: i32, leaders: usize) -> i32 {
        match self {
            Ties::All => value,
            _ if leaders <= 1 => value,
            Ties::Nobody => 0,
            Ties::Half => value / 2,
        }
    }
}
