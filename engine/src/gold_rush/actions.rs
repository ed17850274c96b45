//! Legal actions (G7–G10, V1, V2, V5, V8, V9, V18): one description serves the list, the count, the check and the random
//! choice.
//!
//! Order of the list: none; cowboys by segment in catalogue order; tents by target in the order laid, for each target
//! the pitched tents in the order pitched and then one from the supply (with one tent per player there is only one
//! entry); mine by tent in the order pitched; take-backs in the order placed.

use std::borrow::Cow;

use rand::Rng;

use super::catalogue::FeatureKind;
use super::mining;
use super::moves::Action;
use super::restriction::{Denied, Restriction};
use super::rules::TentPlaces;
use super::table::Table;
use crate::landscape::frontier::{bits, nth_bit};
use crate::landscape::segments::SegmentSet;
use crate::landscape::tile::KindId;
use crate::rng::{choose, pick_bit};

/// Legal actions of the player to move.
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
/// // None, a cowboy on one of three segments of the new tile, a tent on the mountain.
/// let counts: Vec<_> = ACTION_KINDS.into_iter().zip(actions.counts()).collect();
/// assert_eq!(counts, [("none", 1), ("cowboy", 3), ("tent", 1), ("mine", 0), ("take_back", 0)]);
/// # Ok::<(), TextError>(())
/// ```
pub struct Actions<'t> {
    /// Segments of the new tile open to a cowboy, as bits.
    cowboys: u16,
    /// Mountain segments open to a tent.
    targets: Cow<'t, SegmentSet>,
    target_count: u32,
    /// Number of the player's tents that may go there; with one tent per player its origin is not a choice.
    tents: u8,
    /// Tents that may mine, as bits.
    mines: u8,
    /// Number of cowboys that may be taken back.
    take_backs: u8,
}

/// Actions a player may take after laying the tile, regardless of its placement.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AllowedActions {
    /// Kinds of features open to a cowboy, as bits (V1, V9); 0 without a cowboy in supply (V4).
    pub cowboys: u8,
    /// Number of the player's tents that may go to a segment (V2); with one tent per player its origin is not a choice.
    pub tents: u8,
    /// True if a tent may mine (V8), provided that one is pitched on tokens.
    pub mining: bool,
    /// Number of cowboys that may be taken back (V5).
    pub take_backs: u8,
}

const PRAIRIES: u8 = 1 << FeatureKind::Prairie as u8;
const NO_PRAIRIES: u8 = PRAIRIES - 1;

impl AllowedActions {
    /// V9: removes what the seat is denied.
    fn without(self, denied: Denied) -> AllowedActions {
        match denied {
            Denied::Cowboys(kind) => AllowedActions {
                cowboys: self.cowboys & !(1 << kind as u8),
                ..self
            },
            Denied::Tents => AllowedActions { tents: 0, ..self },
            Denied::Mining => AllowedActions {
                mining: false,
                ..self
            },
            Denied::TakeBack => AllowedActions {
                take_backs: 0,
                ..self
            },
            // Already missing from the seat's supply.
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

    /// V9: out of line so that unrestricted games pay only for the check.
    #[cold]
    fn restricted_actions(&self, restriction: Restriction) -> Actions<'_> {
        self.actions_among(self.restricted(restriction))
    }

    #[inline(always)]
    fn actions_among(&self, allowed: AllowedActions) -> Actions<'_> {
        let AllowedActions {
            cowboys,
            tents,
            mining,
            take_backs,
        } = allowed;
        let targets = self.tent_targets();
        Actions {
            cowboys: if cowboys > 0 {
                self.claimable(cowboys)
            } else {
                0
            },
            target_count: if tents > 0 {
                targets.len(self.landscape.features().len())
            } else {
                0
            },
            targets,
            tents,
            mines: if mining {
                mining::tents_with_tokens(self)
            } else {
                0
            },
            take_backs,
        }
    }

    /// Returns the actions allowed to the player to move, regardless of the placement.
    #[inline]
    pub fn allowed(&self) -> AllowedActions {
        match self.rules().restriction {
            None => self.allowed_to_all(),
            Some(restriction) => self.restricted(restriction),
        }
    }

    /// Returns the actions allowed without restrictions.
    #[inline]
    fn allowed_to_all(&self) -> AllowedActions {
        let player = self.to_move;
        let rules = self.rules();
        let pitched = self.tents(player).len() as u8;
        let kinds = if rules.admits(FeatureKind::Prairie) {
            NO_PRAIRIES | PRAIRIES
        } else {
            NO_PRAIRIES
        };
        AllowedActions {
            cowboys: if self.cowboy_supply(player) > 0 {
                kinds
            } else {
                0
            },
            tents: if rules.tents <= 1 {
                rules.tents
            } else {
                (pitched + 1).min(rules.tents)
            },
            mining: mining::is_due(self),
            take_backs: if rules.take_back {
                self.cowboys(player).len() as u8
            } else {
                0
            },
        }
    }

    /// V9: like [`Table::allowed`], for a game with a restriction.
    #[cold]
    fn restricted(&self, restriction: Restriction) -> AllowedActions {
        let allowed = self.allowed_to_all();
        if restriction.seat == self.to_move.index() {
            allowed.without(restriction.denied)
        } else {
            allowed
        }
    }

    /// Draws a legal action: a kind uniformly among those available, then uniformly within it.
    ///
    /// Availability of a kind is only checked when it is drawn; if unavailable, another is drawn.
    #[inline]
    pub fn random_action<R: Rng>(&self, rng: &mut R) -> Action {
        let allowed = self.allowed();
        let [none, cowboy, tent, mine, take_back] = [1, 2, 4, 8, 16];
        let mut kinds = none;
        kinds |= if allowed.cowboys > 0 { cowboy } else { 0 };
        kinds |= if allowed.tents > 0 { tent } else { 0 };
        kinds |= if allowed.mining && !self.tents(self.to_move).is_empty() {
            mine
        } else {
            0
        };
        kinds |= if allowed.take_backs > 0 { take_back } else { 0 };
        loop {
            let kind = pick_bit(kinds, rng);
            let action = match 1 << kind {
                1 => Some(Action::None),
                2 => self.random_claim(allowed.cowboys, rng),
                4 => self.random_tent(u32::from(allowed.tents), rng),
                8 => {
                    let mines = mining::tents_with_tokens(self);
                    (mines != 0).then(|| Action::Mine {
                        tent: pick_bit(mines.into(), rng),
                    })
                }
                _ => Some(Action::TakeBack {
                    cowboy: choose(rng, allowed.take_backs.into()) as u8,
                }),
            };
            if let Some(action) = action {
                return action;
            }
            kinds &= !(1 << kind);
        }
    }

    /// G7: draws a cowboy action on a free segment, or `None` if there is none.
    #[inline]
    fn random_claim<R: Rng>(&self, kinds: u8, rng: &mut R) -> Option<Action> {
        let tile = self.landscape.tile(self.newest());
        let mut segments = self.segments_of(tile.kind(), kinds);
        while segments != 0 {
            let segment = pick_bit(segments.into(), rng);
            if self
                .word(self.feature(tile.segment(usize::from(segment))))
                .pieces()
                .is_empty()
            {
                return Some(Action::Cowboy { segment });
            }
            segments &= !(1 << segment);
        }
        None
    }

    /// G8: draws one of `tents` tents and a vacant segment for it, or `None` if no segment is vacant.
    #[inline]
    fn random_tent<R: Rng>(&self, tents: u32, rng: &mut R) -> Option<Action> {
        let targets = self.tent_targets();
        let count = targets.len(self.landscape.features().len());
        (count > 0).then(|| {
            let n = choose(rng, count * tents);
            Action::Tent {
                tent: (n % tents) as u8,
                to: targets.nth(n / tents),
            }
        })
    }

    /// G8, V18: returns the segments where the player to move may pitch a tent.
    #[inline]
    pub fn tent_targets(&self) -> Cow<'_, SegmentSet> {
        match self.rules().tent_places {
            TentPlaces::Any => Cow::Borrowed(&self.pieces.vacant),
            places => Cow::Owned(self.permitted_targets(places)),
        }
    }

    /// V18: out of line so that games by the printed rule pay only for the check.
    #[cold]
    #[inline(never)]
    fn permitted_targets(&self, places: TentPlaces) -> SegmentSet {
        let mut targets = SegmentSet::EMPTY;
        for segment in self.pieces.vacant.iter() {
            if places.allow(self.to_move, self.word(self.feature(segment)).pieces()) {
                targets.insert(segment);
            }
        }
        targets
    }

    /// Returns the segments of a tile that are of these kinds, as bits.
    #[inline]
    fn segments_of(&self, tile: KindId, kinds: u8) -> u16 {
        let outline = self.setup.catalogue().outline(tile);
        let admitted = if kinds & PRAIRIES != 0 {
            outline.segments
        } else {
            outline.city_end
        };
        let all = (1 << admitted) - 1;
        if kinds & NO_PRAIRIES == NO_PRAIRIES {
            all
        } else {
            self.of_kinds(all, kinds)
        }
    }

    /// G7: returns the segments of the new tile that are of these kinds and whose features hold no cowboy, as bits.
    #[inline]
    fn claimable(&self, kinds: u8) -> u16 {
        let tile = self.landscape.tile(self.newest());
        let mut free = 0;
        for at in bits(self.segments_of(tile.kind(), kinds).into()) {
            let empty = self
                .word(self.feature(tile.segment(usize::from(at))))
                .pieces()
                .is_empty();
            free |= u16::from(empty) << at;
        }
        free
    }

    /// V9: keeps the segments of the new tile that are of these kinds.
    #[cold]
    fn of_kinds(&self, segments: u16, kinds: u8) -> u16 {
        let all = self
            .segments(self.landscape.tile(self.newest()))
            .iter()
            .enumerate();
        all.fold(segments, |left, (at, segment)| {
            left & !(u16::from(kinds >> segment.kind as u8 & 1 == 0) << at)
        })
    }
}

impl Actions<'_> {
    /// Returns the number of actions of each kind: none, cowboy, tent, mine, take-back.
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

    /// Returns the number of actions.
    #[inline]
    pub fn count(&self) -> u32 {
        self.counts().iter().sum()
    }

    /// Returns the n-th action of a kind (numbered as in [`Actions::counts`]), from 0.
    #[inline]
    fn nth(&self, kind: usize, n: u32) -> Action {
        match kind {
            0 => Action::None,
            1 => Action::Cowboy {
                segment: nth_bit(u64::from(self.cowboys), n) as u8,
            },
            2 => Action::Tent {
                tent: (n % u32::from(self.tents)) as u8,
                to: self.targets.nth(n / u32::from(self.tents)),
            },
            3 => Action::Mine {
                tent: nth_bit(u64::from(self.mines), n) as u8,
            },
            _ => Action::TakeBack { cowboy: n as u8 },
        }
    }

    /// Returns the n-th tent action, from 0.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub fn nth_tent(&self, n: u32) -> Action {
        self.nth(2, n)
    }

    /// Iterates over all actions in order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (0..5).flat_map(move |kind| (0..self.counts()[kind]).map(move |n| self.nth(kind, n)))
    }

    /// Returns true if the action is legal.
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

/// Returns true if tents may stand on segments of this kind (G8).
pub(super) fn holds_tents(kind: FeatureKind) -> bool {
    kind == FeatureKind::Mountain
}
