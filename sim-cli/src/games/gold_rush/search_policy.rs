//! Search policy for analysis, and heuristic weights for tuning, for Gold Rush.

use goldrush_ai::gold_rush::heuristic::{self, Weights};
use goldrush_ai::gold_rush::search_policy::GoldRushSearchPolicy;
use goldrush_ai::search::{Estimates, PlayoutPolicy};
use goldrush_ai::weights::Weight;
use goldrush_engine::game::View;
use goldrush_engine::gold_rush::GoldRush;
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;

use crate::games::analyzable::Analyzable;
use crate::games::tunable::{PlayStyle, Tunable, exactly};

impl Analyzable for GoldRush {
    type SearchPolicy = GoldRushSearchPolicy;
    const CHOICE: &'static str = "turn";
    const POLICY: &'static str = "heuristic";

    fn kind_name(setup: &Self::Setup, _: Player, kind: u8) -> String {
        format!("tile {}", setup.catalogue().kind(KindId(kind)).name)
    }

    fn guide(players: usize) -> GoldRushSearchPolicy {
        GoldRushSearchPolicy::new(PlayoutPolicy::Heuristic, &Weights::tuned(players), &Weights::fitted(players))
    }
}

impl Tunable for GoldRush {
    const WEIGHTS: &'static [Weight] = heuristic::WEIGHTS;
    const HABITS: &'static [PlayStyle] = &[
        PlayStyle { more: "more tents", less: "fewer tents", weights: &["tent_token", "tent_growth"] },
        PlayStyle { more: "more miners", less: "fewer miners", weights: &["mountain_growth", "mountain_tokens"] },
        PlayStyle { more: "more farmers", less: "fewer farmers", weights: &["prairie_growth", "prairie_lead"] },
        PlayStyle { more: "more locomotives", less: "fewer locomotives", weights: &["keep_double", "gain_double"] },
        PlayStyle {
            more: "cowboys kept back",
            less: "cowboys placed early",
            weights: &["first_in_supply", "second_in_supply"],
        },
    ];
    type Estimator = heuristic::Estimator;

    fn tuned(players: usize) -> Vec<f64> {
        Weights::tuned(players).values().map(f64::from).to_vec()
    }

    fn estimator(values: &[f64]) -> Self::Estimator {
        Self::Estimator::new(&Weights::from_values(exactly(values)))
    }

    fn estimate(estimator: &mut Self::Estimator, state: &Self::State<'_>) -> Estimates {
        let table = state.table();
        let token = heuristic::mean_token(&View::new(state, table.seat()));
        estimator.estimate(table, token)
    }
}
