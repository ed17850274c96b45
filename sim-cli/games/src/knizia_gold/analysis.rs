//! Analysis for the card game. Its agents have no heuristic, so there is nothing to tune.

use goldrush_ai::search::Estimates;
use goldrush_ai::weights::Weight;
use goldrush_engine::game::State as _;
use goldrush_engine::knizia_gold::{Card, KniziaGold};
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::record::Recordable as _;

use crate::analyzable::Analyzable;
use crate::tunable::{PlayStyle, Tunable};

impl Analyzable for KniziaGold {
    const CHOICE: &'static str = "flip";
    const POLICY: &'static str = "perfect";
    const OBVIOUS: &'static str = "memory:p=1";

    /// One source: a position does not record where the gold came from.
    fn source_names() -> Vec<&'static str> {
        vec!["gold"]
    }

    fn kind_name(setup: &Self::Setup, seat: Player, kind: u8) -> String {
        match Card::of_kind(kind.into()) {
            Card::Dynamite => "dynamite".into(),
            Card::Gold(value) => format!("gold {value}"),
            Card::Digger { color, strength } => {
                let whose = match usize::from(color) {
                    own if own == seat.index() => "own",
                    other if other < setup.players() => "another's",
                    _ => "nobody's",
                };
                format!("{whose} digger {strength}")
            }
        }
    }

    /// Always true, because the second card is chosen knowing the first.
    fn begins_choice(_: &Self::State<'_>) -> bool {
        true
    }

    fn begins_game(state: &Self::State<'_>) -> bool {
        Self::begins_turn(state) && state.table().turns() == 0
    }
}

impl Tunable for KniziaGold {
    const WEIGHTS: &'static [Weight] = &[];
    const HABITS: &'static [PlayStyle] = &[];
    type Estimator = ();

    fn tuned(_: usize) -> Vec<f64> {
        Vec::new()
    }

    fn estimator(_: &[f64]) {}

    fn estimate((): &mut (), state: &Self::State<'_>) -> Estimates {
        let mut estimates = [0.0; MAX_PLAYERS];
        state
            .scores()
            .iter()
            .for_each(|(seat, points)| estimates[seat.index()] = points.into());
        estimates
    }
}
