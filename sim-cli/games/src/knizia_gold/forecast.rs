//! Expected points after a turn of the card game, for bots: a card that nobody has seen counts as the mean of the unseen ones.

use std::array;

use goldrush_engine::game::View;
use goldrush_engine::knizia_gold::turn::{Outcome, outcome};
use goldrush_engine::knizia_gold::{Card, Flip, GRID, KINDS, State, Table};
use goldrush_engine::player::{PerPlayer, Player};

/// Expected points of each seat.
pub(super) type Expected = PerPlayer<f64>;

/// Expected points after the turn, by the card that is flipped next.
pub(super) struct Forecast {
    /// By kind of a card that has been seen.
    seen: [Expected; KINDS],
    unseen: Expected,
}

impl Forecast {
    /// Calculates the expected points for the seat to move.
    pub(super) fn new(view: &View<State>) -> Forecast {
        let table = view.table();
        let open = table.open();
        let mut cards = Cards {
            table,
            mover: view.observer(),
            open: open.and_then(|at| table.seen(at)).map(Card::kind),
            seen: [0; KINDS],
            unseen: table.unseen_kinds(),
        };
        let places = (0..GRID as u8).filter(|at| Some(*at) != open);
        for card in places.filter_map(|at| table.seen(at)) {
            cards.seen[card.kind()] += 1;
        }
        Forecast {
            seen: array::from_fn(|kind| {
                let mut rest = cards;
                rest.seen[kind] = rest.seen[kind].saturating_sub(1);
                rest.after(kind)
            }),
            unseen: cards.mean_of_unseen(|kind| {
                let mut rest = cards;
                rest.unseen[kind] -= 1;
                rest.after(kind)
            }),
        }
    }

    /// Returns the expected points of each seat after a flip and the rest of its turn.
    pub(super) fn after(&self, table: Table, flip: Flip) -> Expected {
        table
            .seen(flip.0)
            .map_or(self.unseen, |card| self.seen[card.kind()])
    }
}

/// Cards that can be flipped, by kind.
#[derive(Clone, Copy)]
struct Cards<'t> {
    table: Table<'t>,
    mover: Player,
    /// Kind of the open card, if there is one.
    open: Option<usize>,
    /// Numbers of cards that have been seen.
    seen: [u8; KINDS],
    /// Numbers of cards that nobody has seen.
    unseen: [u8; KINDS],
}

impl Cards<'_> {
    /// Returns the points after a card of this kind, which is no longer among the others, and the best second card for the mover if
    /// one follows.
    fn after(&self, kind: usize) -> Expected {
        match (self.open, Card::of_kind(kind)) {
            (_, Card::Gold(value)) if self.table.is_rush() => self.dug(self.mover, value),
            _ if self.table.is_rush() => self.points(),
            (Some(open), _) => self.pair(open, kind),
            (None, _) => self.best_second(kind),
        }
    }

    /// Returns the points after the second card that gives the mover the largest expected lead.
    fn best_second(&self, first: usize) -> Expected {
        let seen = (0..KINDS).filter(|kind| self.seen[*kind] > 0);
        let unseen = self.unseen.iter().any(|count| *count > 0);
        seen.map(|kind| self.pair(first, kind))
            .chain(unseen.then(|| self.mean_of_unseen(|kind| self.pair(first, kind))))
            .max_by(|one, other| self.lead(one).total_cmp(&self.lead(other)))
            .unwrap_or_else(|| self.points())
    }

    fn pair(&self, first: usize, second: usize) -> Expected {
        match outcome(Card::of_kind(first), Card::of_kind(second)) {
            Outcome::Dug { value, color } => {
                self.dug(self.table.owner(color).unwrap_or(self.mover), value)
            }
            _ => self.points(),
        }
    }

    /// Returns the mean of the points over the unseen cards.
    fn mean_of_unseen(&self, points: impl Fn(usize) -> Expected) -> Expected {
        let count: u8 = self.unseen.iter().sum();
        if count == 0 {
            return self.points();
        }
        let mut mean = PerPlayer::new(self.table.players(), 0.0);
        for kind in (0..KINDS).filter(|kind| self.unseen[*kind] > 0) {
            let share = f64::from(self.unseen[kind]) / f64::from(count);
            for (seat, points) in points(kind).iter() {
                mean[seat] += share * points;
            }
        }
        mean
    }

    fn points(&self) -> Expected {
        PerPlayer::from_fn(self.table.players(), |seat| self.table.points(seat).into())
    }

    fn dug(&self, seat: Player, value: u8) -> Expected {
        let mut points = self.points();
        points[seat] += f64::from(value);
        points
    }

    /// Returns the mover's points minus the most that another seat has.
    fn lead(&self, points: &Expected) -> f64 {
        let others = points.iter().filter(|(seat, _)| *seat != self.mover);
        points[self.mover] - others.map(|(_, points)| points).fold(f64::MIN, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goldrush_engine::game::Text as _;
    use goldrush_engine::knizia_gold::Setup;

    /// Returns what seat 0 of two may expect after each flip, by place, if these cards lie in the first places.
    fn forecast(head: &str, cards: &str) -> Vec<[f64; 2]> {
        let gaps = " --".repeat(64 - cards.split_whitespace().count());
        let text = format!("turns 30\nseat 0\nrush 0\ngold 5/2 7/3\n{head}{cards}{gaps}");
        let game = State::from_text(Setup::new(2, false).unwrap(), &text).unwrap();
        let view = View::new(&game, Player::FIRST);
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        let forecast = Forecast::new(&view);
        moves
            .iter()
            .map(|flip| {
                let points = forecast.after(view.table(), *flip);
                [points.as_slice()[0], points.as_slice()[1]]
            })
            .collect()
    }

    /// Enough cards that the gold rush does not begin: two diggers of seat 1, which can dig nothing among themselves, and golds.
    const REST: &str = " +b5@1 +b5@1 +g4@1 +g4@1 +g4@1 +g4@1 +g4@1 +g4@1 +g4@1";

    #[test]
    fn second_card_digs_for_the_owner_of_the_digger() {
        let told = forecast("open a1\n", &format!("+g4@31 +a5@1 +a2@1 +c4@1{REST}"));
        assert_eq!(told[..4], [[9.0, 7.0], [5.0, 7.0], [9.0, 7.0], [5.0, 11.0]]);
    }

    #[test]
    fn unseen_card_counts_as_the_mean_of_the_unseen_ones() {
        let told = forecast("open a1\n", &format!("+g4@31 a5 b5 xx g1{REST}"));
        assert_eq!(told[..4], [[6.0, 8.0]; 4]);
    }

    #[test]
    fn best_second_card_follows_the_first() {
        let told = forecast("", &format!("+a3@1 +g3@1 +b3@1{REST}"));
        // The digger of seat 1 can be followed by gold that it gives to seat 1, and by others that bring nothing.
        assert_eq!(told[..3], [[8.0, 7.0], [8.0, 7.0], [5.0, 7.0]]);
        // Half of what the unseen digger digs: the other half is that of an unseen card which does not dig.
        let told = forecast("", &format!("a4 xx{REST}"));
        assert_eq!(told[..2], [[7.0, 7.0]; 2]);
    }

    #[test]
    fn gold_rush_gives_gold_to_the_mover() {
        let text = "turns 30\nseat 0\nrush 1\ngold 5/2 7/3\n+g4@1 +a5@1 g1 g2";
        let game = State::from_text(
            Setup::new(2, false).unwrap(),
            &format!("{text}{}", " --".repeat(60)),
        )
        .unwrap();
        let view = View::new(&game, Player::FIRST);
        let forecast = Forecast::new(&view);
        let own: Vec<f64> = (0..4)
            .map(|at| forecast.after(view.table(), Flip(at)).as_slice()[0])
            .collect();
        assert_eq!(own, [9.0, 5.0, 6.5, 6.5]);
    }
}
