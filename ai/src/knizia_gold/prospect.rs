//! What flipping two cards is worth, to the seat that flips, in points against its rivals, if nothing is forgotten.
//!
//! The gold dug, less what is given away; what is lost and won in diggers; less what the next seat can dig with what it
//! knows then, plus a part of what could still be dug in the turn after. The gold rush is solved. Not handled: more than one
//! turn ahead before it.

use goldrush_engine::knizia_gold::turn::{Outcome, outcome};
use goldrush_engine::knizia_gold::{Card, Flip, KINDS, RUSH_CARDS, Table};
use goldrush_engine::player::Player;

use super::ending::{ByGold, Ending};
use super::known::{Kinds, Known, best_dig, diggers_for, each};

/// What counts how much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// What the next seat can dig.
    pub(super) danger: f32,
    /// What this seat could still dig.
    pub(super) promise: f32,
    /// A digger, by strength from 2, to its owner.
    pub(super) digger: [f32; 4],
}

/// Guessed; when each was varied alone (danger 0.5 to 1.2, promise 0.1 to 0.9, diggers times 0 to 4), nothing did better with
/// two players in 1500 blocks.
pub(super) const WEIGHTS: Weights = Weights { danger: 0.9, promise: 0.4, digger: [0.3, 0.5, 0.6, 0.7] };

/// What doing nothing costs, in points for each turn beyond [`PATIENCE`]: two who are both better off waiting would otherwise
/// do so for a thousand turns.
const IMPATIENCE: f32 = 0.02;
/// More turns than games have in which nobody waits.
const PATIENCE: u16 = 80;

/// Returns the gold that a card of a kind is.
fn gold(kind: usize) -> usize {
    if (1..=4).contains(&kind) { kind } else { 0 }
}

/// A position as the seat to move knows it.
pub(super) struct Prospect {
    pub(super) known: Known,
    /// By kind: cards nobody has looked at, as parts of them all.
    unseen: [f32; KINDS],
    unseen_kinds: Kinds,
    /// Number of there are of them.
    pub(super) unseen_count: u32,
    /// The same by the gold they are.
    unseen_gold: ByGold,
    cards: u32,
    /// What doing nothing costs.
    idle: f32,
    players: usize,
    seat: Player,
    /// Whose gold is that of this seat if it flips them, and of the next.
    own: Kinds,
    next: Kinds,
    weights: Weights,
}

/// A card to flip.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Choice {
    Known(usize),
    Unseen,
}

impl Prospect {
    pub(super) fn new(table: Table, seat: Player, weights: Weights) -> Prospect {
        let counts = table.unseen_kinds();
        let unseen_count = table.unseen().count_ones();
        let mut unseen = [0.0; KINDS];
        let mut unseen_kinds = 0;
        let mut unseen_gold = ByGold::default();
        for (kind, &count) in counts.iter().enumerate() {
            unseen_gold[gold(kind)] += count;
            unseen[kind] = f32::from(count) / unseen_count.max(1) as f32;
            unseen_kinds |= u32::from(count > 0) << kind;
        }
        let players = table.players();
        Prospect {
            known: Known::all(table),
            unseen,
            unseen_kinds,
            unseen_count,
            unseen_gold,
            cards: table.cards_left(),
            idle: IMPATIENCE * f32::from(table.turns().saturating_sub(PATIENCE)),
            players,
            seat,
            own: diggers_for(seat, players),
            next: diggers_for(seat.next(players), players),
            weights,
        }
    }

    /// Returns the mean gold of a card nobody has looked at, in points.
    fn mean_gold(&self) -> f32 {
        (1..=4).map(|value| self.unseen[value] * value as f32).sum()
    }

    /// What it costs that a digger leaves.
    fn loss(&self, card: Card) -> f32 {
        let Card::Digger { colour, strength } = card else { return 0.0 };
        let worth = self.weights.digger[usize::from(strength) - 2];
        match usize::from(colour) {
            colour if colour == self.seat.index() => worth,
            colour if colour < self.players => -worth / self.rivals(),
            _ => 0.0,
        }
    }

    fn rivals(&self) -> f32 {
        (self.players - 1) as f32
    }

    /// What comes of two cards, before what is known then counts; and which of them stay.
    fn outcome(&self, one: Card, other: Card) -> (f32, bool, bool) {
        match outcome(one, other) {
            Outcome::Nothing => (-self.idle, true, true),
            Outcome::FirstLeaves => (-self.loss(one), false, true),
            Outcome::SecondLeaves => (-self.loss(other), true, false),
            Outcome::Blast => (-self.loss(one) - self.loss(other), false, false),
            Outcome::Dug { value, colour } => {
                let value = f32::from(value);
                let to_rival = usize::from(colour) < self.players && usize::from(colour) != self.seat.index();
                let gold = if to_rival { -value / self.rivals() } else { value };
                (gold - self.loss(one) - self.loss(other), false, false)
            }
        }
    }

    /// What all know after the turn, for this seat; `left` cards lie in the grid then.
    fn after(&self, kinds: Kinds, left: u32) -> f32 {
        if left <= RUSH_CARDS {
            // The next seat takes the best gold first, and so on: half of the best is what it is ahead.
            let known = (1..=4).rev().find(|&value| kinds >> value & 1 == 1).unwrap_or(0) as f32;
            let best = known.max(self.mean_gold());
            return -0.5 * best / self.rivals();
        }
        let (danger, promise) = (best_dig(kinds, self.next).0, best_dig(kinds, self.own).0);
        self.weights.promise * promise as f32 - self.weights.danger * danger as f32 / self.rivals()
    }

    /// Returns the worth of a pair of which the first lies open or is known, and is not among `known` any more.
    #[inline]
    fn pair(&self, one: usize, other: usize, kinds_without: Kinds) -> f32 {
        let (value, one_stays, other_stays) = self.outcome(Card::of_kind(one), Card::of_kind(other));
        let kinds = kinds_without | u32::from(one_stays) << one | u32::from(other_stays) << other;
        value + self.after(kinds, self.cards - u32::from(!one_stays) - u32::from(!other_stays))
    }

    /// Returns the worth of flipping two known cards.
    fn known_pair(&self, one: usize, other: usize) -> f32 {
        self.pair(one, other, self.known.without(Some(one), Some(other)))
    }

    /// Returns the worth of each second card when one of a kind lies open.
    pub(super) fn seconds(&self, open: usize, mut each_second: impl FnMut(Choice, f32)) {
        for other in each(self.known.kinds) {
            each_second(Choice::Known(other), self.pair(open, other, self.known.without(None, Some(other))));
        }
        if self.unseen_count > 0 {
            let worth = |kind: usize| self.unseen[kind] * self.pair(open, kind, self.known.kinds);
            each_second(Choice::Unseen, each(self.unseen_kinds).map(worth).sum());
        }
    }

    /// Returns the worth of the best second card when one of a kind lies open.
    fn best_second(&self, open: usize) -> f32 {
        let mut best = f32::MIN;
        self.seconds(open, |_, worth| best = best.max(worth));
        best
    }

    /// Returns the worth of flipping a card nobody has looked at, and then the best there is.
    fn explore(&self) -> f32 {
        each(self.unseen_kinds).map(|kind| self.unseen[kind] * self.best_second(kind)).sum()
    }

    /// Returns the worth of the turn when a card nobody had looked at turns out to be of a kind: with one that lies open before it, if
    /// one does.
    pub(super) fn turned_out(&self, kind: usize, open: Option<usize>, is_rush: bool) -> f32 {
        match open {
            _ if is_rush => self.ending().turned_out(gold(kind)),
            Some(open) => self.pair(open, kind, self.known.kinds),
            None => self.best_second(kind),
        }
    }

    /// Returns the worth of each way to begin a turn before the gold rush: two known cards, or one that nobody has looked at. Two
    /// known cards that do nothing to each other are a way only if all cards are known: else play could go on for ever.
    pub(super) fn firsts(&self, mut each_first: impl FnMut(Choice, Option<usize>, f32)) {
        for one in each(self.known.kinds) {
            for other in each(self.known.kinds & !((1 << one) - 1)).filter(|&other| self.known.has_pair(one, other)) {
                let idle = outcome(Card::of_kind(one), Card::of_kind(other)) == Outcome::Nothing;
                if !idle || self.unseen_count == 0 {
                    each_first(Choice::Known(one), Some(other), self.known_pair(one, other));
                }
            }
        }
        if self.unseen_count > 0 {
            each_first(Choice::Unseen, None, self.explore());
        }
    }

    /// Returns the worth of each card in the gold rush.
    pub(super) fn rush(&self, mut each_card: impl FnMut(Choice, f32)) {
        let ending = self.ending();
        for kind in each(self.known.kinds) {
            each_card(Choice::Known(kind), ending.known(gold(kind)));
        }
        if self.unseen_count > 0 {
            each_card(Choice::Unseen, ending.unseen());
        }
    }

    /// Returns the gold rush from here on.
    fn ending(&self) -> Ending {
        let mut known = ByGold::default();
        self.known.count.iter().enumerate().for_each(|(kind, count)| known[gold(kind)] += count);
        Ending::solve(self.players, known, self.unseen_gold)
    }

    /// Returns the worth in the gold rush of flipping the card at a position.
    pub(super) fn rush_worth(&self, table: Table, Flip(position): Flip) -> f32 {
        match table.seen(position) {
            Some(card) => self.ending().known(gold(card.kind())),
            None => self.ending().unseen(),
        }
    }

    /// Where to flip.
    pub(super) fn flip(&self, table: Table, card: Choice) -> Flip {
        match card {
            Choice::Known(kind) => self.known.flip(kind),
            // They are all alike.
            Choice::Unseen => Flip(table.unseen().trailing_zeros() as u8),
        }
    }
}
