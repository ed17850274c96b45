//! Numbers of the rules: V16, V17, V20–V27.

use super::*;

fn game_by(rules: Rules, text: &str) -> State<'static> {
    State::from_text(setup(rules, 2), &text.replace(';', "\n")).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns the points of both seats from a kind of feature after some moves.
fn scored(rules: Rules, text: &str, moves: &str, kind: FeatureKind) -> Vec<u16> {
    let mut state = game_by(rules, text);
    play(&mut state, moves);
    points(&state, kind)
}

const ROAD: &str = "tile A 0,0 0; tile U 0,1 90; follower 0 0,1 road; turn 1 1 place A; coming B";
/// A city of three tiles with a pennant, with a knight of each seat.
const CITY: &str = "tile F 0,0 0; tile E -1,0 90; follower 0 -1,0 city; follower 1 0,0 city; turn 1 1 place E; coming B";
/// The same before it is completed; the last tile lies elsewhere.
const OPEN: &str = "tile F 0,0 0; tile E -1,0 90; follower 0 -1,0 city; turn 1 1 place E; coming";

#[test]
fn v22_roads_score_other_points() {
    let rules = Rules {
        road_points: 3,
        ..Rules::default()
    };
    assert_eq!(
        scored(rules, ROAD, "place 0,2 180; none", FeatureKind::Road),
        [9, 0]
    );
}

#[test]
fn v23_cities_score_other_points() {
    let rules = Rules {
        city_points: 3,
        ..Rules::default()
    };
    assert_eq!(
        scored(rules, CITY, "place 1,0 270; none", FeatureKind::City),
        [11, 11]
    );
    // Two tiles and a pennant, each half.
    assert_eq!(
        scored(rules, OPEN, "place -2,0 0; none", FeatureKind::City),
        [3, 0]
    );
}

#[test]
fn v24_pennants_score_other_points() {
    let rules = Rules {
        pennant_points: 5,
        ..Rules::default()
    };
    assert_eq!(
        scored(rules, CITY, "place 1,0 270; none", FeatureKind::City),
        [11, 11]
    );
    assert_eq!(
        scored(rules, OPEN, "place -2,0 0; none", FeatureKind::City),
        [4, 0]
    );
}

#[test]
fn v25_monasteries_score_other_points() {
    let rules = Rules {
        monastery_points: 2,
        ..Rules::default()
    };
    let text = "tile B 0,0 0; tile B 1,0 0; follower 1 0,0 monastery; turn 0 0 place B; coming";
    assert_eq!(
        scored(rules, text, "place 0,1 0; none", FeatureKind::Monastery),
        [0, 6]
    );
}

#[test]
fn v26_fields_score_other_points() {
    let text = "tile E 0,0 0; tile E 0,-1 180; follower 0 0,0 field; turn 1 1 place B; coming";
    let printed = scored(
        Rules::default(),
        text,
        "place 0,1 0; none",
        FeatureKind::Field,
    );
    assert_eq!(printed, [3, 0]);
    let rules = Rules {
        field_points: 5,
        ..Rules::default()
    };
    assert_eq!(
        scored(rules, text, "place 0,1 0; none", FeatureKind::Field),
        [5, 0]
    );
}

#[test]
fn v27_players_have_other_numbers_of_followers() {
    let state = State::deal(
        setup(
            Rules {
                followers: 3,
                ..Rules::default()
            },
            2,
        ),
        &mut tool_stream(1),
    );
    assert_eq!(supplies(&state), [3, 3]);
    assert!(
        Setup::new(
            Arc::new(Catalogue::printed()),
            Rules {
                followers: 8,
                ..Rules::default()
            },
            2
        )
        .is_err()
    );
}

#[test]
fn v16_incomplete_features_score_nothing() {
    let rules = Rules {
        incomplete: false,
        ..Rules::default()
    };
    assert_eq!(
        scored(rules, OPEN, "place -2,0 0; none", FeatureKind::City),
        [0, 0]
    );
    let field = "tile E 0,0 0; tile E 0,-1 180; follower 0 0,0 field; turn 1 1 place B; coming";
    assert_eq!(
        scored(rules, field, "place 0,1 0; none", FeatureKind::Field),
        [3, 0]
    );
}

#[test]
fn v17_tied_seats_score_nothing_or_half() {
    let tied = |ties| {
        scored(
            Rules {
                ties,
                ..Rules::default()
            },
            CITY,
            "place 1,0 270; none",
            FeatureKind::City,
        )
    };
    assert_eq!(
        [Ties::All, Ties::Nobody, Ties::Half].map(tied),
        [[8, 8], [0, 0], [4, 4]]
    );
}

#[test]
fn v20_tiles_left_out_are_never_drawn() {
    let mut rng = tool_stream(3);
    let mut state = State::deal(
        setup(
            Rules {
                tiles_left_out: 12,
                ..Rules::default()
            },
            2,
        ),
        &mut rng,
    );
    state.play_out(&mut rng);
    assert_eq!(
        state.table().landscape().tiles().len() + state.discarded(),
        72 - 12
    );
}

#[test]
fn v21_seats_begin_with_points() {
    let rules = Rules {
        komi: "A1+B5".parse().unwrap(),
        ..Rules::default()
    };
    let state = State::deal(setup(rules, 2), &mut tool_stream(3));
    assert_eq!(state.scores().as_slice(), [1, 5]);
}
