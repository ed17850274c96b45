//! Styles of play for analysis and tuning of Gold Rush.

use goldrush_engine::gold_rush::GoldRush;
use goldrush_engine::player::Player;

use crate::tunable::{PlayStyle, TilePolicy};

impl TilePolicy for GoldRush {
    const STYLES: &'static [PlayStyle] = &[
        PlayStyle {
            action: "tents_pitched",
            archetype: Some("tent owner"),
            weights: &["tent_token", "tent_growth"],
        },
        PlayStyle {
            action: "miners",
            archetype: Some("miner"),
            weights: &["mountain_growth", "mountain_tokens"],
        },
        PlayStyle {
            action: "farmers",
            archetype: Some("farmer"),
            weights: &["prairie_growth", "prairie_lead"],
        },
        PlayStyle {
            action: "locomotive_bonus",
            archetype: Some("railroader"),
            weights: &["keep_double", "gain_double"],
        },
        PlayStyle {
            action: "cowboys kept at hand",
            archetype: None,
            weights: &["first_in_supply", "second_in_supply"],
        },
    ];
    const PIECE: &'static str = "cowboy";

    fn pieces_left(state: &Self::State<'_>, seat: Player) -> usize {
        state.table().cowboy_supply(seat)
    }
}
