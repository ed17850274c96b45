//! Styles of play for analysis and tuning of Carcassonne.

use goldrush_engine::carcassonne::{Carcassonne, Phase};
use goldrush_engine::player::Player;

use crate::tunable::{PlayStyle, TilePolicy};

impl TilePolicy for Carcassonne {
    const STYLES: &'static [PlayStyle] = &[
        PlayStyle {
            action: "farmers",
            archetype: Some("farmer"),
            weights: &["field_city", "field_growth", "field_lead"],
        },
        PlayStyle {
            action: "knights",
            archetype: Some("knight"),
            weights: &["city_growth"],
        },
        PlayStyle {
            action: "highwaymen",
            archetype: Some("highwayman"),
            weights: &["road_growth"],
        },
        PlayStyle {
            action: "monks",
            archetype: Some("monk"),
            weights: &["monastery_growth"],
        },
        PlayStyle {
            action: "followers kept at hand",
            archetype: None,
            weights: &["first_in_supply", "second_in_supply"],
        },
    ];
    const PIECE: &'static str = "follower";

    fn pieces_left(state: &Self::State<'_>, seat: Player) -> usize {
        state.table().follower_supply(seat)
    }

    /// A tile and its follower are one choice; each ingot is another, because the seats that share ingots take turns.
    fn is_choice(state: &Self::State<'_>) -> bool {
        matches!(state.table().phase(), Phase::Place | Phase::Take)
    }
}
