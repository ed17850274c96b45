//! Search policy for analysis, and heuristic weights for tuning, for Carcassonne.

use goldrush_ai::carcassonne::heuristic::{self, Weights};
use goldrush_ai::carcassonne::search_policy::CarcassonneSearchPolicy;
use goldrush_ai::search::{Estimates, PlayoutPolicy};
use goldrush_ai::weights::Weight;
use goldrush_engine::carcassonne::{Carcassonne, Phase};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;

use crate::games::analyzable::Analyzable;
use crate::games::tunable::{PlayStyle, Tunable, exactly};

impl Analyzable for Carcassonne {
    type SearchPolicy = CarcassonneSearchPolicy;
    const CHOICE: &'static str = "turn";
    const POLICY: &'static str = "heuristic";

    fn kind_name(setup: &Self::Setup, _: Player, kind: u8) -> String {
        format!("tile {}", setup.catalogue().kind(KindId(kind)).id)
    }

    fn guide(players: usize) -> CarcassonneSearchPolicy {
        CarcassonneSearchPolicy::new(PlayoutPolicy::Heuristic, &Weights::tuned(players), &Weights::fitted(players))
    }

    /// A tile and its follower are one choice; each ingot is another, because the seats that share ingots take turns.
    fn begins_choice(state: &Self::State<'_>) -> bool {
        matches!(state.table().phase(), Phase::Place | Phase::Take)
    }
}

impl Tunable for Carcassonne {
    const WEIGHTS: &'static [Weight] = heuristic::WEIGHTS;
    const HABITS: &'static [PlayStyle] = &[
        PlayStyle {
            more: "more farmers",
            less: "fewer farmers",
            weights: &["field_city", "field_growth", "field_lead"],
        },
        PlayStyle { more: "larger cities", less: "smaller cities", weights: &["city_growth"] },
        PlayStyle { more: "longer roads", less: "shorter roads", weights: &["road_growth"] },
        PlayStyle { more: "more monks", less: "fewer monks", weights: &["monastery_growth"] },
        PlayStyle {
            more: "followers kept back",
            less: "followers placed early",
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
        estimator.estimate(state.table(), ())
    }
}
