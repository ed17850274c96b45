//! Luck of the cards: the value of the revealed card minus the mean over all unseen cards. Cards already seen
//! involve no luck: remembering them is skill (K11).

use goldrush_engine::game::State as _;
use goldrush_engine::knizia_gold::{Card, Flip, KniziaGold, State};

use super::belief::{Belief, WEIGHTS};
use super::search_policy::{draws_left, estimate};
use crate::luck::{Draw, LuckEstimator, LuckModel};
use crate::value::Standing;

/// Estimates the luck of cards.
#[derive(Clone, Copy, Default, Debug)]
pub struct CardLuckEstimator;

impl LuckModel for KniziaGold {
    type LuckEstimator<'s> = CardLuckEstimator;

    fn luck_estimator<'s>(_: usize) -> Self::LuckEstimator<'s> {
        CardLuckEstimator
    }
}

impl LuckEstimator<State> for CardLuckEstimator {
    fn begin(&mut self) {}

    fn before_move(&mut self, state: &State, flip: Flip, mut report: impl FnMut(Draw)) {
        let table = state.table();
        let Some(seat) = state
            .to_move()
            .filter(|_| table.unseen() >> flip.0 & 1 == 1)
        else {
            return;
        };
        let actual_kind = state.card_under(flip).kind();
        let open = table.open().and_then(|open| table.seen(open));
        let belief = Belief::new(table, seat, WEIGHTS);
        let mut actual = 0.0;
        let mut sum = 0.0;
        let mut cards = 0.0;
        for (kind, &count) in table
            .unseen_kinds()
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
        {
            let value =
                f64::from(belief.value_if_revealed(kind, open.map(Card::kind), table.is_rush()));
            if kind == actual_kind {
                actual = value;
            }
            sum += f64::from(count) * value;
            cards += f64::from(count);
        }
        let before = Standing {
            expected: estimate(state),
            turn: seat,
            draws_left: draws_left(table),
        };
        report(Draw {
            seat,
            kind: Some(actual_kind as u8),
            points: actual - sum / cards,
            before,
        });
    }

    fn after_move(&mut self, _: &State, _: impl FnMut(Draw)) {}
}
