//! Known cards by kind: cards of a kind are equivalent, so one of them stands for all.

use goldrush_engine::knizia_gold::{Card, Flip, KINDS, Table};
use goldrush_engine::player::Player;

/// Set of kinds, one bit each.
pub(super) type Kinds = u32;

const DIGGERS: Kinds = ((1 << KINDS) - 1) & !31;

/// Diggers of all colors strong enough for gold of a value, 0 to 4.
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

/// Returns the diggers whose gold a seat gets when it flips them: its own and unowned ones.
#[inline]
pub(super) fn diggers_for(seat: Player, players: usize) -> Kinds {
    let own = 0b1111 << (5 + 4 * seat.index());
    (DIGGERS >> (5 + 4 * players) << (5 + 4 * players)) | own
}

/// Returns the highest gold among some kinds that any of `diggers` among them can carry, and those that can; 0 if there
/// is none.
#[inline]
pub(super) fn best_dig(kinds: Kinds, diggers: Kinds) -> (usize, Kinds) {
    let diggers = kinds & diggers;
    for value in (1..=4).rev() {
        let can_carry = diggers & CARRIERS[value];
        if kinds >> value & 1 == 1 && can_carry != 0 {
            return (value, can_carry);
        }
    }
    (0, 0)
}

/// Known cards.
#[derive(Clone, Copy)]
pub(super) struct KnownCards {
    /// Number of known cards by kind.
    pub(super) count: [u8; KINDS],
    /// Kinds with known cards.
    pub(super) kinds: Kinds,
    /// Position of one card by kind.
    place: [u8; KINDS],
}

impl KnownCards {
    /// Returns the cards at positions that have been seen, without the open card.
    #[inline]
    pub(super) fn at(table: Table, mut positions: u64) -> KnownCards {
        let mut known = KnownCards {
            count: [0; KINDS],
            kinds: 0,
            place: [0; KINDS],
        };
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
    pub(super) fn all(table: Table) -> KnownCards {
        KnownCards::at(table, table.present() & !table.unseen())
    }

    /// Flips a card of a known kind.
    #[inline]
    pub(super) fn flip(&self, kind: usize) -> Flip {
        Flip(self.place[kind])
    }

    /// Returns true if two separate cards of these kinds are known.
    #[inline]
    pub(super) fn has_pair(&self, one: usize, other: usize) -> bool {
        one != other || self.count[one] > 1
    }

    /// Returns the kinds left after one card of each of the given kinds is taken.
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

/// Iterates over the kinds of a set.
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
