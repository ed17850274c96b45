//! What analysis needs of a game.

use goldrush_ai::carcassonne::guide::CarcassonneGuide;
use goldrush_ai::gold_rush::guide::GoldRushGuide;
use goldrush_ai::knizia_gold::guide::KniziaGuide;
use goldrush_ai::search::{Guide, Policy};
use goldrush_ai::{carcassonne as carcassonne_ai, gold_rush as gold_rush_ai};
use goldrush_engine::carcassonne::{Carcassonne, Phase};
use goldrush_engine::gold_rush::GoldRush;
use goldrush_engine::knizia_gold::KniziaGold;

use super::spoken::Spoken;

/// A game whose positions can be analysed.
pub trait Analyzed: Spoken {
    /// Who says what turns are worth.
    type Guide: for<'s> Guide<Self::State<'s>>;
    /// What is looked at as a whole, in words.
    const CHOICE: &'static str;
    /// The agent whose policy plays the worlds.
    const POLICY: &'static str;

    /// For games of so many players.
    fn guide(players: usize) -> Self::Guide;

    /// Whether what is decided now is looked at anew: not the rest of a turn that was thought of as a whole.
    fn begins_choice(state: &Self::State<'_>) -> bool {
        Self::begins_turn(state)
    }
}

impl Analyzed for GoldRush {
    type Guide = GoldRushGuide;
    const CHOICE: &'static str = "turn";
    const POLICY: &'static str = "heuristic";

    fn guide(players: usize) -> GoldRushGuide {
        use gold_rush_ai::heuristic::Weights;
        GoldRushGuide::new(Policy::Heuristic, u32::MAX, &Weights::tuned(players), &Weights::fitted(players))
    }
}

impl Analyzed for Carcassonne {
    type Guide = CarcassonneGuide;
    const CHOICE: &'static str = "turn";
    const POLICY: &'static str = "heuristic";

    fn guide(players: usize) -> CarcassonneGuide {
        use carcassonne_ai::heuristic::Weights;
        CarcassonneGuide::new(Policy::Heuristic, u32::MAX, &Weights::tuned(players), &Weights::fitted(players))
    }

    /// Ingots are taken one by one, by whoever shares them.
    fn begins_choice(state: &Self::State<'_>) -> bool {
        matches!(state.table().phase(), Phase::Place | Phase::Take)
    }
}

impl Analyzed for KniziaGold {
    type Guide = KniziaGuide;
    const CHOICE: &'static str = "flip";
    const POLICY: &'static str = "perfect";

    fn guide(_: usize) -> KniziaGuide {
        KniziaGuide::new()
    }

    /// What the first card is decides on the second.
    fn begins_choice(_: &Self::State<'_>) -> bool {
        true
    }
}
