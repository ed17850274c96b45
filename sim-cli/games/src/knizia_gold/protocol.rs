//! Bot protocol of Knizia's card game, in both directions.

use goldrush_engine::game::{Text as _, View};
use goldrush_engine::knizia_gold::{
    Card, Flip, GRID, KINDS, KniziaGold, Observation, Setup, State,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::forecast::Forecast;
use crate::legal_moves::Score;
use crate::protocol::Protocol;
use crate::requested::RequestedFields;

/// The decision to be made.
#[derive(Clone, Debug, Serialize)]
pub struct FlipSituation {
    /// `first`, `second`, or `rush` where only one card is flipped.
    pub phase: &'static str,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename = "flip")]
pub struct FlipSent {
    /// Position of the card.
    at: String,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct LegalMove {
    /// The id to answer with.
    id: u32,
    #[serde(flatten)]
    mv: FlipSent,
    /// Expected points of each seat after the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<Score>>,
}

impl Protocol for KniziaGold {
    type Situation = FlipSituation;
    type MoveSent = FlipSent;
    type LegalMove = LegalMove;
    type Observed = Observation;

    fn catalogue(setup: &Setup) -> Value {
        let mut cards = Vec::new();
        for card in (0..KINDS).map(Card::of_kind) {
            let copies = setup.cards().filter(|other| *other == card).count();
            cards.push(json!({ "card": card.to_string(), "copies": copies }));
        }
        json!({ "cards": cards, "places": GRID })
    }

    fn situation(view: &View<State>) -> FlipSituation {
        FlipSituation {
            phase: view.table().phase(),
        }
    }

    fn offers(view: &View<State>, moves: &[Flip], requested: &RequestedFields) -> Vec<LegalMove> {
        let forecast = requested.scores.then(|| Forecast::new(view));
        (0..)
            .zip(moves)
            .map(|(id, &mv)| LegalMove {
                id,
                mv: FlipSent {
                    at: view.move_text(mv),
                },
                scores: forecast.as_ref().map(|forecast| {
                    let expected = forecast.after(view.table(), mv);
                    expected
                        .as_slice()
                        .iter()
                        .copied()
                        .map(Score::new)
                        .collect()
                }),
            })
            .collect()
    }

    fn sent(state: &State, mv: Flip) -> FlipSent {
        FlipSent {
            at: state.move_text(mv),
        }
    }

    fn state(setup: &Setup, seen: &Self::Observed) -> anyhow::Result<State> {
        seen.state(*setup).map_err(anyhow::Error::msg)
    }
}
