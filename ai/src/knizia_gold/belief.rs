//! Value of flipping two cards to the seat to move, in points against its rivals, with perfect memory.
//!
//! Gold dug minus gold given away; diggers lost and removed; minus the next seat's best dig with the knowledge it then
//! has, plus a share of the own best dig in the following turn. The end of the gold rush is solved exactly. Not handled:
//! more than one turn ahead before the rush.

use goldrush_engine::knizia_gold::turn::{Outcome, outcome};
use goldrush_engine::knizia_gold::{Card, Flip, KINDS, Table};
use goldrush_engine::player::Player;

use super::known_cards::{Kinds, KnownCards, best_dig, diggers_for, each};
use super::rush_solution::{ByGold, RushSolution};

/// Weights of the terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// Best dig of the next seat.
    pub(super) danger: f32,
    /// Best further dig of this seat.
    pub(super) promise: f32,
    /// Digger by strength from 2, to its owner.
    pub(super) digger: [f32; 4],
}

/// Guessed; when varied one at a time (danger 0.5 to 1.2, promise 0.1 to 0.9, diggers times 0 to 4), nothing did better
/// with two players in 1500 blocks.
pub(super) const WEIGHTS: Weights = Weights {
    danger: 0.9,
    promise: 0.4,
    digger: [0.3, 0.5, 0.6, 0.7],
};

/// Cost of doing nothing, in points for each turn beyond [`PATIENCE`]: otherwise two players who both prefer to wait
/// would do so for a thousand turns.
const IMPATIENCE: f32 = 0.02;
/// More turns than games without waiting have.
const PATIENCE: u16 = 80;

/// Returns the gold value of a kind of card.
fn gold(kind: usize) -> usize {
    if (1..=4).contains(&kind) { kind } else { 0 }
}

/// Position as known by the seat to move.
pub(super) struct Belief {
    pub(super) known: KnownCards,
    /// Share of each kind among the unseen cards.
    unseen: [f32; KINDS],
    unseen_kinds: Kinds,
    /// Number of unseen cards.
    pub(super) unseen_count: u32,
    /// Number of unseen cards by gold value.
    unseen_gold: ByGold,
    cards: u32,
    /// Number of cards with which the gold rush begins (V31).
    rush_cards: u32,
    /// Cost of doing nothing.
    idle: f32,
    players: usize,
    seat: Player,
    /// Diggers whose gold this seat gets by flipping them, and the next seat likewise.
    own: Kinds,
    next: Kinds,
    weights: Weights,
}

/// Card to flip.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Choice {
    Known(usize),
    Unseen,
}

impl Belief {
    pub(super) fn new(table: Table, seat: Player, weights: Weights) -> Belief {
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
        Belief {
            known: KnownCards::all(table),
            unseen,
            unseen_kinds,
            unseen_count,
            unseen_gold,
            cards: table.cards_left(),
            rush_cards: table.rules().rush_cards.into(),
            idle: IMPATIENCE * f32::from(table.turns().saturating_sub(PATIENCE)),
            players,
            seat,
            own: diggers_for(seat, players),
            next: diggers_for(seat.next(players), players),
            weights,
        }
    }

    /// Returns the mean gold of an unseen card, in points.
    fn mean_gold(&self) -> f32 {
        (1..=4).map(|value| self.unseen[value] * value as f32).sum()
    }

    /// Returns the cost to this seat of a digger leaving the game.
    fn loss(&self, card: Card) -> f32 {
        let Card::Digger { color, strength } = card else {
            return 0.0;
        };
        let value = self.weights.digger[usize::from(strength) - 2];
        match usize::from(color) {
            color if color == self.seat.index() => value,
            color if color < self.players => -value / self.rivals(),
            _ => 0.0,
        }
    }

    fn rivals(&self) -> f32 {
        (self.players - 1) as f32
    }

    /// Returns the immediate value of two cards, and whether each stays.
    fn outcome(&self, one: Card, other: Card) -> (f32, bool, bool) {
        match outcome(one, other) {
            Outcome::Nothing => (-self.idle, true, true),
            Outcome::FirstLeaves => (-self.loss(one), false, true),
            Outcome::SecondLeaves => (-self.loss(other), true, false),
            Outcome::Blast => (-self.loss(one) - self.loss(other), false, false),
            Outcome::Dug { value, color } => {
                let value = f32::from(value);
                let to_rival =
                    usize::from(color) < self.players && usize::from(color) != self.seat.index();
                let gold = if to_rival {
                    -value / self.rivals()
                } else {
                    value
                };
                (gold - self.loss(one) - self.loss(other), false, false)
            }
        }
    }

    /// Returns the value to this seat of what is public after the turn; `left` is the number of cards in the grid then.
    fn after(&self, kinds: Kinds, left: u32) -> f32 {
        if left <= self.rush_cards {
            return self.before_rush_turn(kinds);
        }
        let danger = best_dig(kinds, self.next).0;
        let promise = best_dig(kinds, self.own).0;
        self.weights.promise * promise as f32 - self.weights.danger * danger as f32 / self.rivals()
    }

    /// Estimates what the next turn of the gold rush costs this seat, with these kinds of known cards; not positive.
    fn before_rush_turn(&self, kinds: Kinds) -> f32 {
        // The seats take the best gold in turn, so going first gains about half of the best card.
        let known = (1..=4)
            .rev()
            .find(|&value| kinds >> value & 1 == 1)
            .unwrap_or(0) as f32;
        let best = known.max(self.mean_gold());
        -0.5 * best / self.rivals()
    }

    /// Returns the mean of a value by kind over the unseen cards.
    fn mean_of_unseen(&self, value: impl Fn(usize) -> f32) -> f32 {
        each(self.unseen_kinds)
            .map(|kind| self.unseen[kind] * value(kind))
            .sum()
    }

    /// Returns the value of a pair; the first card is open or known, and excluded from `kinds_without`.
    #[inline]
    fn pair(&self, one: usize, other: usize, kinds_without: Kinds) -> f32 {
        let (value, one_stays, other_stays) =
            self.outcome(Card::of_kind(one), Card::of_kind(other));
        let kinds = kinds_without | u32::from(one_stays) << one | u32::from(other_stays) << other;
        value
            + self.after(
                kinds,
                self.cards - u32::from(!one_stays) - u32::from(!other_stays),
            )
    }

    /// Returns the value of flipping two known cards.
    fn known_pair(&self, one: usize, other: usize) -> f32 {
        self.pair(one, other, self.known.without(Some(one), Some(other)))
    }

    /// Calls `each_second` with the value of each second card when one of a kind is open.
    pub(super) fn second_cards(&self, open: usize, mut each_second: impl FnMut(Choice, f32)) {
        for other in each(self.known.kinds) {
            each_second(
                Choice::Known(other),
                self.pair(open, other, self.known.without(None, Some(other))),
            );
        }
        if self.unseen_count > 0 {
            each_second(
                Choice::Unseen,
                self.mean_of_unseen(|kind| self.pair(open, kind, self.known.kinds)),
            );
        }
    }

    /// Returns the value of the best second card when one of a kind is open.
    fn best_second(&self, open: usize) -> f32 {
        let mut best = f32::MIN;
        self.second_cards(open, |_, value| best = best.max(value));
        best
    }

    /// Returns the value of flipping an unseen card, and then the best second card.
    fn value_of_unseen(&self) -> f32 {
        self.mean_of_unseen(|kind| self.best_second(kind))
    }

    /// Returns the value of the turn when an unseen card turns out to be of a kind; `open` is the card that was open
    /// before.
    pub(super) fn value_if_revealed(&self, kind: usize, open: Option<usize>, is_rush: bool) -> f32 {
        match open {
            _ if is_rush => RushValues::new(self).if_revealed(kind),
            Some(open) => self.pair(open, kind, self.known.kinds),
            None => self.best_second(kind),
        }
    }

    /// Calls `each_first` with the value of each start of a turn before the gold rush: two known cards, or an unseen
    /// one. Two known cards without effect are included only if all cards are known; otherwise play could continue
    /// forever.
    pub(super) fn first_cards(&self, mut each_first: impl FnMut(Choice, Option<usize>, f32)) {
        for one in each(self.known.kinds) {
            for other in each(self.known.kinds & !((1 << one) - 1))
                .filter(|&other| self.known.has_pair(one, other))
            {
                let idle = outcome(Card::of_kind(one), Card::of_kind(other)) == Outcome::Nothing;
                if !idle || self.unseen_count == 0 {
                    each_first(Choice::Known(one), Some(other), self.known_pair(one, other));
                }
            }
        }
        if self.unseen_count > 0 {
            each_first(Choice::Unseen, None, self.value_of_unseen());
        }
    }

    /// Calls `each_card` with the value of each card in the gold rush.
    pub(super) fn rush(&self, mut each_card: impl FnMut(Choice, f32)) {
        let values = RushValues::new(self);
        for kind in each(self.known.kinds) {
            each_card(Choice::Known(kind), values.known(kind));
        }
        if self.unseen_count > 0 {
            each_card(Choice::Unseen, values.unseen());
        }
    }

    /// Returns the value in the gold rush of flipping the card at a position.
    pub(super) fn rush_value(&self, table: Table, Flip(position): Flip) -> f32 {
        let values = RushValues::new(self);
        table
            .seen(position)
            .map_or_else(|| values.unseen(), |card| values.known(card.kind()))
    }

    /// Returns the flip of a chosen card.
    pub(super) fn flip(&self, table: Table, card: Choice) -> Flip {
        match card {
            Choice::Known(kind) => self.known.flip(kind),
            // All unseen cards are equivalent.
            Choice::Unseen => Flip(table.unseen().trailing_zeros() as u8),
        }
    }
}

/// Values of the flips of one position in the gold rush (K7) to the seat to move: its lead over the mean of its rivals,
/// in points from here on. Exact if the rest of the game is small enough to be solved, as with ten cards or fewer; else
/// estimated (V31).
struct RushValues<'b> {
    belief: &'b Belief,
    exact: Option<RushSolution>,
}

impl RushValues<'_> {
    fn new(belief: &Belief) -> RushValues<'_> {
        let mut known = ByGold::default();
        belief
            .known
            .count
            .iter()
            .enumerate()
            .for_each(|(kind, count)| known[gold(kind)] += count);
        RushValues {
            belief,
            exact: RushSolution::solve(belief.players, known, belief.unseen_gold),
        }
    }

    /// Returns the value of flipping a known card.
    fn known(&self, kind: usize) -> f32 {
        match &self.exact {
            Some(solution) => solution.known(gold(kind)),
            None => self.estimate(kind, self.belief.known.without(Some(kind), None)),
        }
    }

    /// Returns the value of flipping an unseen card.
    fn unseen(&self) -> f32 {
        match &self.exact {
            Some(solution) => solution.unseen(),
            None => self.belief.mean_of_unseen(|kind| self.if_revealed(kind)),
        }
    }

    /// Returns the value once an unseen card turns out to be of a kind.
    fn if_revealed(&self, kind: usize) -> f32 {
        match &self.exact {
            Some(solution) => solution.value_if_revealed(gold(kind)),
            None => self.estimate(kind, self.belief.known.kinds),
        }
    }

    /// Returns the gold of a kind of card minus what the next seat can expect.
    fn estimate(&self, kind: usize, kinds_left: Kinds) -> f32 {
        gold(kind) as f32 + self.belief.before_rush_turn(kinds_left)
    }
}
