//! Cards somebody knows, by kind: cards of a kind are as good as each other, so that one of them stands for all.

use goldrush_engine::knizia_gold::{Card, Flip, KINDS, Table};
use goldrush_engine::player::Player;

/// A set of kinds, one bit each.
pub(super) type Kinds = u32;

const DIGGERS: Kinds = ((1 << KINDS) - 1) & !31;

/// The diggers strong enough for gold of a value, 0 to 4, of all colours.
const CARRIERS: [Kinds; 5] = {
    let mut carriers = [0; 5];
    let mut kind = 5;
    while kind < KINDS {
        if let Card::Digger { strength, .. } = Card::of_kind(kind) {
            let mut value = 0;
            while value < 5 {
                if strength as usize >= value {
                    carriers[value] |= 1 << kind;
                }
                value += 1;
            }
        }
        kind += 1;
    }
    carriers
};

/// Returns the diggers whose gold goes to a seat if it flips them: its own and nobody's.
#[inline]
pub(super) fn diggers_for(seat: Player, players: usize) -> Kinds {
    let own = 0b1111 << (5 + 4 * seat.index());
    (DIGGERS >> (5 + 4 * players) << (5 + 4 * players)) | own
}

/// Returns the highest gold among some kinds that one of `diggers` among them carries, and those that do; 0 if there is none.
#[inline]
pub(super) fn best_dig(kinds: Kinds, diggers: Kinds) -> (usize, Kinds) {
    let diggers = kinds & diggers;
    for value in (1..=4).rev() {
        let able = diggers & CARRIERS[value];
        if kinds >> value & 1 == 1 && able != 0 {
            return (value, able);
        }
    }
    (0, 0)
}

/// The cards that are known.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// Number of of each kind.
    pub(super) count: [u8; KINDS],
    /// Kinds of which there are some.
    pub(super) kinds: Kinds,
    /// Where one of each kind lies.
    place: [u8; KINDS],
}

impl Known {
    /// Returns the cards at some positions, all of which have been seen; without the one that lies open.
    #[inline]
    pub(super) fn at(table: Table, mut positions: u64) -> Known {
        let mut known = Known { count: [0; KINDS], kinds: 0, place: [0; KINDS] };
        if let Some(open) = table.open() {
            positions &= !(1 << open);
        }
        while positions != 0 {
            let at = positions.trailing_zeros() as u8;
            positions &= positions - 1;
            if let Some(card) = table.seen(at) {
                let kind = card.kind();
                known.count[kind] += 1;
                known.kinds |= 1 << kind;
                known.place[kind] = at;
            }
        }
        known
    }

    /// Returns all cards that have been seen.
    #[inline]
    pub(super) fn all(table: Table) -> Known {
        Known::at(table, table.present() & !table.unseen())
    }

    /// Flips a card of a kind that is known.
    #[inline]
    pub(super) fn flip(&self, kind: usize) -> Flip {
        Flip(self.place[kind])
    }

    /// Two cards of these kinds, if there are two.
    #[inline]
    pub(super) fn has_pair(&self, one: usize, other: usize) -> bool {
        one != other || self.count[one] > 1
    }

    /// Kinds of which there are some after one card of each of `gone` was taken.
    #[inline]
    pub(super) fn without(&self, one: Option<usize>, other: Option<usize>) -> Kinds {
        let mut kinds = self.kinds;
        for kind in [one, other].into_iter().flatten() {
            let taken = if one == other { 2 } else { 1 };
            if self.count[kind] <= taken {
                kinds &= !(1 << kind);
            }
        }
        kinds
    }
}

/// Returns the kinds of a set.
#[inline]
pub(super) fn each(mut kinds: Kinds) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (kinds != 0).then(|| {
            let kind = kinds.trailing_zeros() as usize;
            kinds &= kinds - 1;
            kind
        })
    })
}
