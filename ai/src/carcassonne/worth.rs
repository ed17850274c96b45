//! What things are worth to the seats: the part in which greedy and heuristic differ.

use goldrush_engine::carcassonne::{FeatureKind, city, monastery, road};
use goldrush_engine::landscape::components::Word;
use goldrush_engine::player::{MAX_PLAYERS, Player};

/// One number for each seat, in the unit of a [`Worth`].
pub(super) type Totals = [i32; MAX_PLAYERS];

/// Adds one to another, times `sign`.
#[inline]
pub(super) fn add(to: &mut Totals, more: &Totals, sign: i32) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to += sign * more);
}

/// A feature in which somebody has a stake, or could have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stake {
    pub(super) kind: FeatureKind,
    pub(super) word: Word,
    /// How hard the cells at its open ends are to fill: sum of [`Worth::hardness`]. Roads and cities.
    pub(super) hardness: i32,
    /// What the cities it touches are worth to it: sum of [`Worth::city`]. Fields.
    pub(super) cities: i32,
    /// Tiles around it. Monasteries.
    pub(super) neighbours: u8,
    /// Ingots on its tiles, as far as somebody looks ahead.
    pub(super) ingots: u8,
}

impl Stake {
    /// A feature with these totals, nothing else known of it.
    pub(super) fn new(kind: FeatureKind, word: Word) -> Stake {
        Stake { kind, word, hardness: 0, cities: 0, neighbours: 0, ingots: 0 }
    }

    /// Whether it is scored when the turn ends.
    #[inline]
    pub(super) fn is_complete(&self) -> bool {
        match self.kind {
            FeatureKind::Road | FeatureKind::City => self.word.is_complete(),
            FeatureKind::Monastery => self.neighbours >= monastery::NEIGHBOURS,
            FeatureKind::Field => false,
        }
    }
}

/// What things are worth, in whole numbers of a small unit.
pub(super) trait Worth {
    /// Whether anything counts besides what would be scored now: hardness, followers and ingots to come.
    const LOOKS_AHEAD: bool;

    /// One point.
    fn point(&self) -> i32;

    /// So many ingots collected.
    fn ingots(&self, collected: u8) -> i32;

    /// A city, to a field that touches it.
    fn city(&self, city: &Stake) -> i32;

    /// A feature that is not complete, to the seat of a follower who is alone in it.
    fn alone(&self, stake: &Stake, seat: Player) -> i32;

    /// A feature that is not complete, to all: adds it to `to`, times `sign`.
    fn unfinished(&self, stake: &Stake, to: &mut Totals, sign: i32);

    /// So many followers in supply.
    fn supply(&self, followers: usize) -> i32;

    /// How hard a cell is to fill for which so many tiles are left that fit.
    fn hardness(&self, tiles: u32) -> i32;

    /// How far `seat` is ahead of its rivals, of whom several may count: the higher the better for it.
    fn margin(&self, totals: &Totals, seat: Player, players: usize) -> i32;

    /// What a completed feature scores by the rules.
    #[inline]
    fn scored(&self, stake: &Stake) -> i32 {
        self.point()
            * i32::from(match stake.kind {
                FeatureKind::Road => road::points(stake.word),
                FeatureKind::City => city::completed_points(stake.word),
                FeatureKind::Monastery => monastery::points(stake.neighbours),
                FeatureKind::Field => 0,
            })
    }

    /// What a feature would score if the game ended now (C5).
    #[inline]
    fn scored_at_the_end(&self, stake: &Stake) -> i32 {
        let points = match stake.kind {
            FeatureKind::Road => road::points(stake.word),
            FeatureKind::City => city::incomplete_points(stake.word),
            FeatureKind::Monastery => monastery::points(stake.neighbours),
            FeatureKind::Field => return stake.cities,
        };
        self.point() * i32::from(points)
    }

    /// What a feature is worth to all when the turn ends, complete or not: adds it to `to`, times `sign`.
    #[inline]
    fn settle(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        if !stake.is_complete() {
            return self.unfinished(stake, to, sign);
        }
        let each = sign * self.scored(stake);
        stake.word.figures().majority().iter().for_each(|seat| to[seat.index()] += each);
    }
}
