//! Rules in which every number differs from the printed game, for tests of engine and agents.

use crate::gold_rush::TentPlaces;
use crate::knizia_gold::card_counts::{DiggerCards, GoldCards};
use crate::landscape::ties::Ties;
use crate::{carcassonne, gold_rush, knizia_gold};

/// Returns rules of Gold Rush in which every number differs from the printed game (V10–V21), for tests.
pub fn gold_rush() -> [gold_rush::Rules; 3] {
    let printed = gold_rush::Rules::default();
    let more = gold_rush::Rules {
        railroad_points: 2,
        locomotive_factor: 3,
        nugget_points: 3,
        city_points: 5,
        camp_points: 1,
        herd_points: 7,
        incomplete: false,
        ties: Ties::Half,
        tent_places: TentPlaces::WithoutOthers,
        tokens_per_nugget: 2,
        tiles_left_out: 12,
        komi: "A1+B9".parse().expect("these are points of seats"),
        ..printed
    };
    let fewer = gold_rush::Rules {
        locomotive_factor: 1,
        nugget_points: 0,
        ties: Ties::Nobody,
        tent_places: TentPlaces::WithOwn,
        tokens_per_nugget: 0,
        tiles_left_out: 60,
        ..more.clone()
    };
    let tents = gold_rush::Rules {
        tents: 3,
        take_back: true,
        tent_places: TentPlaces::WithCowboys,
        ..more.clone()
    };
    [more, fewer, tents]
}

/// Returns rules of Carcassonne in which every number differs from the printed game (V16, V17, V20–V27), for tests.
pub fn carcassonne() -> [carcassonne::Rules; 2] {
    let more = carcassonne::Rules {
        gold_mines: true,
        road_points: 2,
        city_points: 3,
        pennant_points: 5,
        monastery_points: 2,
        field_points: 4,
        followers: 4,
        incomplete: false,
        ties: Ties::Half,
        tiles_left_out: 12,
        komi: "A1+B9".parse().expect("these are points of seats"),
        ..carcassonne::Rules::default()
    };
    let fewer = carcassonne::Rules {
        road_points: 0,
        pennant_points: 0,
        followers: 1,
        incomplete: true,
        ties: Ties::Nobody,
        tiles_left_out: 60,
        ..more
    };
    [more, fewer]
}

/// Returns rules of the card game in which every number differs from the printed game (V21, V28–V31), for tests.
pub fn knizia_gold(whole_match: bool) -> [knizia_gold::Rules; 2] {
    let more = knizia_gold::Rules {
        whole_match,
        dynamite: 7,
        gold_cards: GoldCards::new([7, 0, 9, 4]),
        digger_cards: DiggerCards::new([1, 3, 0, 2]),
        rush_cards: 3,
        komi: "A1+B9".parse().expect("these are points of seats"),
    };
    let fewer = knizia_gold::Rules {
        dynamite: 0,
        gold_cards: GoldCards::new([2, 2, 2, 2]),
        digger_cards: DiggerCards::new([0, 1, 1, 0]),
        rush_cards: 1,
        ..more
    };
    [more, fewer]
}
