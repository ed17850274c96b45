//! Which actions are legal (G7–G10, V1, V2, V5, V8, V9): one description from which the list, the count, the check
//! and the random choice are all made.
//!
//! The order of the list is: none; cowboys by segment in catalogue order; tents by target in the order laid, for
//! each target the pitched tents in the order pitched and then one from the supply (with one tent each there is
//! just one); mine by tent in the order pitched; take-backs in the order placed.

use rand::Rng;

use super::catalogue::FeatureKind;
use super::mining;
use super::moves::Action;
use super::restriction::{Denied, Restriction};
use super::table::{SegmentSet, Table};
use crate::landscape::components::SegmentId;
use crate::landscape::frontier::nth_bit;
use crate::rng::choose;

/// The legal actions of the player whose turn it is.
pub struct Actions<'t> {
    /// Segments of the new tile a cowboy may go to, as bits.
    cowboys: u16,
    /// Mountain segments a tent may go to.
    targets: &'t SegmentSet,
    target_count: u32,
    /// How many of the player's tents may go there; with one each, from where it comes is not a choice.
    tents: u8,
    /// Tents that may mine, as bits.
    mines: u8,
    /// How many cowboys may be taken back.
    take_backs: u8,
}

impl Table<'_> {
    /// The legal actions after the tile was laid.
    #[inline]
    pub fn actions(&self) -> Actions<'_> {
        match self.rules().restriction {
            None => self.actions_of_all(),
            Some(restriction) => self.restricted_actions(restriction),
        }
    }

    /// V9. On its own, so that games without a restriction pay no more than the question.
    #[cold]
    fn restricted_actions(&self, restriction: Restriction) -> Actions<'_> {
        let actions = self.actions_of_all();
        if restriction.seat == self.to_move.index() { actions.without(restriction.denied, self) } else { actions }
    }

    /// Those that any seat has.
    #[inline]
    fn actions_of_all(&self) -> Actions<'_> {
        let player = self.to_move;
        let rules = self.rules();
        let pitched = self.tents(player).len() as u8;
        let tents = if rules.tents <= 1 { rules.tents } else { (pitched + 1).min(rules.tents) };
        Actions {
            cowboys: if self.cowboy_supply(player) > 0 { self.claimable() } else { 0 },
            targets: &self.vacant,
            target_count: if tents > 0 { self.vacant.len(self.landscape.features().len()) } else { 0 },
            tents,
            mines: mining::allowed(self),
            take_backs: if rules.take_back { self.cowboys(player).len() as u8 } else { 0 },
        }
    }

    /// G7: the segments of the new tile whose whole feature holds no cowboy, as bits.
    #[inline]
    fn claimable(&self) -> u16 {
        let tile = self.landscape.tile(self.newest());
        let outline = self.setup.catalogue().outline(tile.kind());
        let admitted = if self.rules().farmers { outline.segments } else { outline.city_end };
        let mut free = 0;
        for at in 0..admitted {
            let empty = self.word(self.feature(tile.segment(usize::from(at)))).figures().is_empty();
            free |= u16::from(empty) << at;
        }
        free
    }
}

impl Actions<'_> {
    /// V9: those that are left to a seat that may not do something.
    fn without(mut self, denied: Denied, table: &Table) -> Self {
        match denied {
            Denied::Cowboys(kind) => {
                let tile = table.landscape.tile(table.newest());
                for (at, segment) in table.segments(tile).iter().enumerate() {
                    self.cowboys &= !(u16::from(segment.kind == kind) << at);
                }
            }
            Denied::Tents => (self.tents, self.target_count) = (0, 0),
            Denied::Mining => self.mines = 0,
            Denied::TakeBack => self.take_backs = 0,
        }
        self
    }

    /// How many there are of each kind: none, cowboy, tent, mine, take-back.
    #[inline]
    pub fn counts(&self) -> [u32; 5] {
        [
            1,
            self.cowboys.count_ones(),
            self.target_count * u32::from(self.tents),
            self.mines.count_ones(),
            u32::from(self.take_backs),
        ]
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.counts().iter().sum()
    }

    /// The n-th action of a kind (as [`Actions::counts`] numbers the kinds), from 0.
    #[inline]
    fn nth(&self, kind: usize, n: u32) -> Action {
        match kind {
            0 => Action::None,
            1 => Action::Cowboy { segment: nth_bit(u64::from(self.cowboys), n) as u8 },
            2 => Action::Tent {
                tent: (n % u32::from(self.tents)) as u8,
                to: self.targets.nth(n / u32::from(self.tents)),
            },
            3 => Action::Mine { tent: nth_bit(u64::from(self.mines), n) as u8 },
            _ => Action::TakeBack { cowboy: n as u8 },
        }
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (0..5).flat_map(move |kind| (0..self.counts()[kind]).map(move |n| self.nth(kind, n)))
    }

    /// Whether an action is among them.
    pub fn allow(&self, action: Action) -> bool {
        match action {
            Action::None => true,
            Action::Cowboy { segment } => segment < 16 && self.cowboys >> segment & 1 == 1,
            Action::Tent { tent, to } => tent < self.tents && self.targets.contains_laid(to),
            Action::Mine { tent } => tent < 8 && self.mines >> tent & 1 == 1,
            Action::TakeBack { cowboy } => cowboy < self.take_backs,
        }
    }

    /// One at random: a kind uniformly among those available, then uniformly within it.
    #[inline]
    pub fn random<R: Rng>(&self, rng: &mut R) -> Action {
        let counts = self.counts();
        let available = counts.iter().filter(|&&n| n > 0).count() as u32;
        let mut pick = choose(rng, available);
        for (kind, &count) in counts.iter().enumerate() {
            if count > 0 {
                if pick == 0 {
                    return self.nth(kind, choose(rng, count));
                }
                pick -= 1;
            }
        }
        Action::None
    }
}

impl SegmentSet {
    fn contains_laid(&self, segment: SegmentId) -> bool {
        usize::from(segment.0) == segment.index() && self.contains(segment)
    }
}

/// Names of the kinds of actions, in the order of [`Actions::counts`].
pub const ACTION_KINDS: [&str; 5] = ["none", "cowboy", "tent", "mine", "take_back"];

/// Whether a tent may stand on a segment of this kind at all (G8).
pub(super) fn tents_stand_on(kind: FeatureKind) -> bool {
    kind == FeatureKind::Mountain
}
