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
use super::table::Table;
use crate::landscape::frontier::{bits, nth_bit};
use crate::landscape::segments::SegmentSet;
use crate::landscape::tile::KindId;
use crate::rng::{choose, pick_bit};

/// The legal actions of the player whose turn it is.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{State as _, Text, TextError};
/// use goldrush_engine::gold_rush::{ACTION_KINDS, Setup, State};
///
/// let setup = Setup::printed(2);
/// let state = State::from_text(&setup, "tile 33 0,0 0\ntile 12d 1,0 0\nturn 0 act\n")?;
/// let actions = state.table().actions();
/// let mut moves = Vec::new();
/// state.legal_moves(&mut moves);
/// assert_eq!(actions.count() as usize, moves.len());
/// // Nothing, a cowboy to one of three segments of the new tile, a tent to the mountain.
/// let counts: Vec<_> = ACTION_KINDS.into_iter().zip(actions.counts()).collect();
/// assert_eq!(counts, [("none", 1), ("cowboy", 3), ("tent", 1), ("mine", 0), ("take_back", 0)]);
/// # Ok::<(), TextError>(())
/// ```
pub struct Actions<'t> {
    /// Segments of the new tile a cowboy may go to, as bits.
    cowboys: u16,
    /// Mountain segments a tent may go to.
    targets: &'t SegmentSet,
    target_count: u32,
    /// Number of of the player's tents may go there; with one each, from where it comes is not a choice.
    tents: u8,
    /// Tents that may mine, as bits.
    mines: u8,
    /// Number of cowboys may be taken back.
    take_backs: u8,
}

/// What a player may do after laying the tile, wherever it goes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AllowedActions {
    /// Kinds of features where a cowboy may be placed, as bits (V1, V9); none without one in supply (V4).
    pub cowboys: u8,
    /// Number of of the player's tents may go to a segment (V2); with one each, from where it comes is not a choice.
    pub tents: u8,
    /// True if a tent may mine, if there is one and there are tokens (V8).
    pub mining: bool,
    /// Number of cowboys may be taken back (V5).
    pub take_backs: u8,
}

const PRAIRIES: u8 = 1 << FeatureKind::Prairie as u8;
const NO_PRAIRIES: u8 = PRAIRIES - 1;

impl AllowedActions {
    /// V9: what is left to a seat that may not do something.
    fn without(self, denied: Denied) -> AllowedActions {
        match denied {
            Denied::Cowboys(kind) => AllowedActions { cowboys: self.cowboys & !(1 << kind as u8), ..self },
            Denied::Tents => AllowedActions { tents: 0, ..self },
            Denied::Mining => AllowedActions { mining: false, ..self },
            Denied::TakeBack => AllowedActions { take_backs: 0, ..self },
            // It is not in its supply.
            Denied::Cowboy => self,
        }
    }
}

impl Table<'_> {
    /// Returns the legal actions after the tile was laid.
    #[inline]
    pub fn actions(&self) -> Actions<'_> {
        match self.rules().restriction {
            None => self.actions_among(self.allowed_to_all()),
            Some(restriction) => self.restricted_actions(restriction),
        }
    }

    /// V9. On its own, so that games without a restriction pay no more than the question.
    #[cold]
    fn restricted_actions(&self, restriction: Restriction) -> Actions<'_> {
        self.actions_among(self.restricted(restriction))
    }

    #[inline(always)]
    fn actions_among(&self, allowed: AllowedActions) -> Actions<'_> {
        let AllowedActions { cowboys, tents, mining, take_backs } = allowed;
        Actions {
            cowboys: if cowboys > 0 { self.claimable(cowboys) } else { 0 },
            targets: &self.vacant,
            target_count: if tents > 0 { self.vacant.len(self.landscape.features().len()) } else { 0 },
            tents,
            mines: if mining { mining::tents_with_tokens(self) } else { 0 },
            take_backs,
        }
    }

    /// What the player whose turn it is may do, wherever the tile goes.
    #[inline]
    pub fn allowed(&self) -> AllowedActions {
        match self.rules().restriction {
            None => self.allowed_to_all(),
            Some(restriction) => self.restricted(restriction),
        }
    }

    /// What any seat may do.
    #[inline]
    fn allowed_to_all(&self) -> AllowedActions {
        let player = self.to_move;
        let rules = self.rules();
        let pitched = self.tents(player).len() as u8;
        let kinds = if rules.admits(FeatureKind::Prairie) { NO_PRAIRIES | PRAIRIES } else { NO_PRAIRIES };
        AllowedActions {
            cowboys: if self.cowboy_supply(player) > 0 { kinds } else { 0 },
            tents: if rules.tents <= 1 { rules.tents } else { (pitched + 1).min(rules.tents) },
            mining: mining::is_due(self),
            take_backs: if rules.take_back { self.cowboys(player).len() as u8 } else { 0 },
        }
    }

    /// V9: what is left to a seat that may not do something.
    #[cold]
    fn restricted(&self, restriction: Restriction) -> AllowedActions {
        let allowed = self.allowed_to_all();
        if restriction.seat == self.to_move.index() { allowed.without(restriction.denied) } else { allowed }
    }

    /// Returns a legal action at random: a kind uniformly among those available, then uniformly within it.
    ///
    /// Whether a kind is available is found when it is drawn; another is drawn where it is not.
    #[inline]
    pub fn random_action<R: Rng>(&self, rng: &mut R) -> Action {
        let allowed = self.allowed();
        let [none, cowboy, tent, mine, take_back] = [1, 2, 4, 8, 16];
        let mut kinds = none;
        kinds |= if allowed.cowboys > 0 { cowboy } else { 0 };
        kinds |= if allowed.tents > 0 { tent } else { 0 };
        kinds |= if allowed.mining && !self.tents(self.to_move).is_empty() { mine } else { 0 };
        kinds |= if allowed.take_backs > 0 { take_back } else { 0 };
        loop {
            let kind = pick_bit(kinds, rng);
            let action = match 1 << kind {
                1 => Some(Action::None),
                2 => self.random_claim(allowed.cowboys, rng),
                4 => self.random_tent(u32::from(allowed.tents), rng),
                8 => {
                    let mines = mining::tents_with_tokens(self);
                    (mines != 0).then(|| Action::Mine { tent: pick_bit(mines.into(), rng) })
                }
                _ => Some(Action::TakeBack { cowboy: choose(rng, allowed.take_backs.into()) as u8 }),
            };
            if let Some(action) = action {
                return action;
            }
            kinds &= !(1 << kind);
        }
    }

    /// G7: returns a cowboy to one of the segments where one may go, if there is any.
    #[inline]
    fn random_claim<R: Rng>(&self, kinds: u8, rng: &mut R) -> Option<Action> {
        let tile = self.landscape.tile(self.newest());
        let mut segments = self.segments_of(tile.kind(), kinds);
        while segments != 0 {
            let segment = pick_bit(segments.into(), rng);
            if self.word(self.feature(tile.segment(usize::from(segment)))).pieces().is_empty() {
                return Some(Action::Cowboy { segment });
            }
            segments &= !(1 << segment);
        }
        None
    }

    /// G8: one of so many tents to a vacant segment, if there is any.
    #[inline]
    fn random_tent<R: Rng>(&self, tents: u32, rng: &mut R) -> Option<Action> {
        let targets = self.vacant.len(self.landscape.features().len());
        (targets > 0).then(|| {
            let n = choose(rng, targets * tents);
            Action::Tent { tent: (n % tents) as u8, to: self.vacant.nth(n / tents) }
        })
    }

    /// Returns the segments of a tile that are of these kinds, as bits.
    #[inline]
    fn segments_of(&self, tile: KindId, kinds: u8) -> u16 {
        let outline = self.setup.catalogue().outline(tile);
        let admitted = if kinds & PRAIRIES != 0 { outline.segments } else { outline.city_end };
        let all = (1 << admitted) - 1;
        if kinds & NO_PRAIRIES == NO_PRAIRIES { all } else { self.of_kinds(all, kinds) }
    }

    /// G7: returns the segments of the new tile, of these kinds, whose whole feature holds no cowboy, as bits.
    #[inline]
    fn claimable(&self, kinds: u8) -> u16 {
        let tile = self.landscape.tile(self.newest());
        let mut free = 0;
        for at in bits(self.segments_of(tile.kind(), kinds).into()) {
            let empty = self.word(self.feature(tile.segment(usize::from(at)))).pieces().is_empty();
            free |= u16::from(empty) << at;
        }
        free
    }

    /// V9: those of some segments of the new tile that are of these kinds.
    #[cold]
    fn of_kinds(&self, segments: u16, kinds: u8) -> u16 {
        let all = self.segments(self.landscape.tile(self.newest())).iter().enumerate();
        all.fold(segments, |left, (at, segment)| left & !(u16::from(kinds >> segment.kind as u8 & 1 == 0) << at))
    }
}

impl Actions<'_> {
    /// Returns the number of there are of each kind: none, cowboy, tent, mine, take-back.
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

    /// Returns the number of there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.counts().iter().sum()
    }

    /// Returns the n-th action of a kind (as [`Actions::counts`] numbers the kinds), from 0.
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

    /// Returns the n-th way to pitch or move a tent, from 0.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub fn nth_tent(&self, n: u32) -> Action {
        self.nth(2, n)
    }

    /// Returns all of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (0..5).flat_map(move |kind| (0..self.counts()[kind]).map(move |n| self.nth(kind, n)))
    }

    /// Returns true if an action is among them.
    pub fn allow(&self, action: Action) -> bool {
        match action {
            Action::None => true,
            Action::Cowboy { segment } => segment < 16 && self.cowboys >> segment & 1 == 1,
            Action::Tent { tent, to } => tent < self.tents && self.targets.contains_checked(to),
            Action::Mine { tent } => tent < 8 && self.mines >> tent & 1 == 1,
            Action::TakeBack { cowboy } => cowboy < self.take_backs,
        }
    }
}

/// Names of the kinds of actions, in the order of [`Actions::counts`].
pub const ACTION_KINDS: [&str; 5] = ["none", "cowboy", "tent", "mine", "take_back"];

/// Returns true if a tent may stand on a segment of this kind at all (G8).
pub(super) fn holds_tents(kind: FeatureKind) -> bool {
    kind == FeatureKind::Mountain
}
