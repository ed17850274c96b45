//! Styles of play for analysis and tuning of Gold Rush.

use goldrush_engine::gold_rush::GoldRush;

use crate::games::tunable::{PlayStyle, TilePolicy};

impl TilePolicy for GoldRush {
    const STYLES: &'static [PlayStyle] = &[
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
}
