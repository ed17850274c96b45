//! Evaluation of the actions after a placement, each by the changes it makes.

use goldrush_engine::gold_rush::{Action, FeatureKind, Table};
use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::landscape::frontier::bits;

use super::super::worth::{Stake, Worth};
use super::{Camp, Deed, Pitch, Turns};
use crate::landscape::Seen;

impl Turns {
    /// Evaluates all actions.
    #[inline]
    pub(super) fn act<W: Worth>(&mut self, seen: &Seen<Table, W>, first: usize, mut each: impl FnMut(Deed, i32, u32)) {
        let none = seen.margin(&self.landing.totals);
        each(Deed::Act(Action::None), none, 1);
        if self.allowed.cowboys > 0 {
            self.claims(seen, none, &mut each);
        }
        if W::LOOKS_AHEAD {
            if self.pitch.is_some() {
                self.pitches(seen, none, first, &mut each);
            }
        } else {
            let ways = u32::from(self.allowed.tents) * self.landing.vacant;
            if ways > 0 {
                each(Deed::AnyTent, none, ways);
            }
        }
        if self.allowed.mining {
            self.mines(seen, none, &mut each);
        }
        if self.allowed.take_backs > 0 {
            self.take_backs(seen, &mut each);
        }
    }

    /// G7: evaluates cowboys on the tile.
    #[inline]
    fn claims<W: Worth>(&self, seen: &Seen<Table, W>, none: i32, each: &mut impl FnMut(Deed, i32, u32)) {
        let supply = seen.table.cowboy_supply(seen.seat) + self.landing.home.of(seen.seat);
        let price = seen.worth.supply(supply) - seen.worth.supply(supply - 1);
        for at in bits(self.claimable.into()).map(usize::from) {
            let group = self.preview.group(at);
            let (kind, word) = (self.tile.kind(at), self.preview.word(group));
            if !word.pieces().is_empty() || W::LOOKS_AHEAD && at != group {
                continue;
            }
            let gain = if word.is_complete() && kind != FeatureKind::Prairie {
                let tokens = if kind == FeatureKind::Mountain { word.tokens() } else { 0 };
                seen.worth.scored(kind, word, seen.table.rules()) + i32::from(tokens) * seen.worth.on_token()
            } else {
                seen.worth.alone(&self.group(group)) - price
            };
            each(Deed::Act(Action::Cowboy { segment: at as u8 }), none + gain, 1);
        }
    }

    /// G9: evaluates taking a token from the mountain of a tent.
    #[inline]
    fn mines<W: Worth>(&self, seen: &Seen<Table, W>, none: i32, each: &mut impl FnMut(Deed, i32, u32)) {
        for (tent, here) in self.tents.iter().enumerate() {
            let gain = match self.joined_mountain(here.mountain) {
                Some(group) => seen.mined(&self.group(group), &self.landing.totals),
                None => here.mined,
            };
            if let Some(gain) = gain {
                each(Deed::Act(Action::Mine { tent: tent as u8 }), none + gain, 1);
            }
        }
    }

    /// V5: evaluates taking a cowboy back from the board.
    fn take_backs<W: Worth>(&self, seen: &Seen<Table, W>, each: &mut impl FnMut(Deed, i32, u32)) {
        let seat = seen.seat;
        for (cowboy, &at) in seen.table.cowboys(seat).iter().enumerate() {
            let stake = self.stake_of(seen, at);
            let left = Stake { word: stake.word.without_piece(seat), ..stake };
            let mut totals = self.landing.totals;
            seen.settle(&stake, &mut totals, -1);
            seen.settle(&left, &mut totals, 1);
            let goes_home_anyway = stake.word.is_complete() && stake.kind != FeatureKind::Prairie;
            if W::LOOKS_AHEAD && !goes_home_anyway {
                let supply = seen.table.cowboy_supply(seat) + self.landing.home.of(seat);
                totals[seat.index()] += seen.worth.supply(supply + 1) - seen.worth.supply(supply);
            }
            each(Deed::Act(Action::TakeBack { cowboy: cowboy as u8 }), seen.margin(&totals), 1);
        }
    }

    /// G8: evaluates tents, for values that include them: on the best mountain that the tile does not touch, and on
    /// those that it does, each by its first vacant segment.
    #[inline]
    fn pitches<W: Worth>(&self, seen: &Seen<Table, W>, none: i32, first: usize, each: &mut impl FnMut(Deed, i32, u32)) {
        let Some(Pitch { tent, from, left }) = self.pitch else { return };
        let from_group = from.and_then(|feature| self.joined_mountain(feature));
        let left = match from_group {
            Some(group) => seen.pitched(&self.group(group), -1, &self.landing.totals),
            None => left,
        };
        let untouched = |camp: &&Camp| self.joined_mountain(camp.feature).is_none() && from != Some(camp.feature);
        if let Some(camp) = self.camps.iter().find(untouched) {
            each(Deed::Act(Action::Tent { tent, to: camp.vacant }), none + left + camp.gain, 1);
        }
        let mut mountains = self.tile.mountains;
        while mountains != 0 {
            let at = mountains.trailing_zeros() as usize;
            mountains &= mountains - 1;
            if !self.preview.is_group(at) || self.preview.word(at).is_complete() || from_group == Some(at) {
                continue;
            }
            let gain = seen.pitched(&self.group(at), 1, &self.landing.totals);
            let to = SegmentId((first + at) as u16);
            each(Deed::Act(Action::Tent { tent, to }), none + left + gain, 1);
        }
    }

    /// Returns the group that a mountain joins; most placements touch none.
    #[inline]
    fn joined_mountain(&self, feature: FeatureId) -> Option<usize> {
        if self.preview.touched() & self.tile.mountains == 0 { None } else { self.preview.group_of(feature) }
    }

    /// Returns the feature of a piece after the placement.
    #[inline]
    fn stake_of<W: Worth>(&self, seen: &Seen<Table, W>, segment: SegmentId) -> Stake {
        let feature = seen.table.feature(segment);
        match self.preview.group_of(feature) {
            Some(group) => self.group(group),
            None => {
                let stake = self.stakes.get(feature).expect("where a piece stands there is a stake");
                let word = match stake.kind {
                    FeatureKind::City => self.landing.cities.told(segment.index(), stake.word),
                    _ => stake.word,
                };
                Stake { word, hardness: stake.hardness + self.stakes.cells.change(feature), ..*stake }
            }
        }
    }
}
