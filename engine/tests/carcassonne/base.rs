//! Base game (C1–C5).

use super::*;

#[test]
fn c1_the_base_game_has_seventy_two_tiles() {
    let catalogue = Catalogue::printed();
    let base = || catalogue.kinds().filter(|(_, kind)| !kind.gold);
    assert_eq!(base().count(), 24);
    assert_eq!(
        base().map(|(_, kind)| u32::from(kind.count)).sum::<u32>(),
        72
    );
    let sum = |of: fn(&goldrush_engine::carcassonne::catalogue::Segment) -> u32| -> u32 {
        base()
            .map(|(_, kind)| u32::from(kind.count) * kind.segments.iter().map(of).sum::<u32>())
            .sum()
    };
    assert_eq!(sum(|segment| segment.pennants.into()), 10);
    assert_eq!(
        sum(|segment| u32::from(segment.kind == FeatureKind::Monastery)),
        6
    );
    assert_eq!(catalogue.kind(catalogue.start()).id, "D");
    assert_eq!(catalogue.bag(false).len(), 71);
    let state = State::deal(setup(Rules::default(), 4), &mut tool_stream(1));
    assert_eq!(
        (supplies(&state), state.table().landscape().tiles().len()),
        (vec![7; 4], 1)
    );
    assert!(Setup::new(Arc::new(catalogue), Rules::default(), 6).is_err());
}

#[test]
fn c2_a_tile_that_fits_nowhere_is_set_aside() {
    // Around the start tile D only the north side shows a city, and C has four.
    let state = game("tile D 0,0 0; turn 0 0 place D; coming");
    assert!(moves(&state).contains(&"place 0,-1 180".to_owned()));
    assert!(!moves(&state).contains(&"place 0,-1 0".to_owned()));
    let mut state = game("tile E 0,0 0; tile E 0,-1 180; turn 0 0 place B; coming C B");
    play(&mut state, "place 0,1 0; none");
    // C was drawn and fitted nowhere.
    assert_eq!(
        (
            state.table().tiles_left(),
            state.table().landscape().tiles().len()
        ),
        (0, 3)
    );
    let hand = state.table().hand();
    assert_eq!(state.table().setup().catalogue().kind(hand).id, "B");
}

#[test]
fn c3_followers_go_to_unoccupied_features() {
    let mut state = game("tile D 0,0 0; turn 0 0 place D; coming D E");
    play(&mut state, "place 1,0 0");
    let free = [
        "none",
        "follower road",
        "follower city",
        "follower field NNE",
        "follower field ESE",
    ];
    assert_eq!(moves(&state).len(), free.len());
    play(&mut state, "follower road; place 2,0 0");
    assert!(
        !moves(&state).contains(&"follower road".to_owned()),
        "{:?}",
        moves(&state)
    );
    assert_eq!(supplies(&state), [6, 7]);
    play(&mut state, "none; place 2,-1 180");
    assert!(moves(&state).contains(&"follower city".to_owned()));
    // Without followers in supply none can be placed.
    let standing = "follower 0 0,0 field;".repeat(7);
    let mut state = game(&format!(
        "tile B 0,0 0; {standing} turn 0 0 place B; coming"
    ));
    play(&mut state, "place 1,0 0");
    assert_eq!(moves(&state), ["none"]);
}

#[test]
fn c3_without_farmers_fields_are_closed() {
    let setup = setup(
        Rules {
            farmers: false,
            ..Rules::default()
        },
        2,
    );
    let mut state = State::from_text(setup, "tile B 0,0 0\nturn 0 0 place B\ncoming").unwrap();
    play(&mut state, "place 1,0 0");
    assert_eq!(moves(&state), ["none", "follower monastery"]);
}

#[test]
fn c4_a_road_of_three_tiles_scores_three() {
    // From one monastery (A, its road to the south) to another.
    let mut state =
        game("tile A 0,0 0; tile U 0,1 90; follower 0 0,1 road; turn 1 1 place A; coming B");
    play(&mut state, "place 0,2 180; none");
    assert_eq!(
        (points(&state, FeatureKind::Road), supplies(&state)),
        (vec![3, 0], vec![7, 7])
    );
}

#[test]
fn c4_a_loop_road_is_complete() {
    let text = "tile V 0,0 270; tile V 1,0 0; tile V 1,1 90; follower 1 0,0 road; turn 0 0 place V; coming B";
    let mut state = game(text);
    play(&mut state, "place 0,1 180; none");
    assert_eq!(points(&state, FeatureKind::Road), [0, 4]);
}

#[test]
fn c4_cities_score_tiles_and_pennants_for_all_tied_players() {
    // Two caps: two points per tile.
    let mut state = game("tile E 0,0 0; follower 0 0,0 city; turn 1 1 place E; coming B");
    play(&mut state, "place 0,-1 180; none");
    assert_eq!(
        (points(&state, FeatureKind::City), supplies(&state)),
        (vec![4, 0], vec![7, 7])
    );
    // F has a pennant; both players have one follower there: both score fully.
    let text = "tile F 0,0 0; tile E -1,0 90; follower 0 -1,0 city; follower 1 0,0 city; turn 1 1 place E; coming B";
    let mut state = game(text);
    play(&mut state, "place 1,0 270; none");
    assert_eq!(
        (points(&state, FeatureKind::City), supplies(&state)),
        (vec![8, 8], vec![7, 7])
    );
}

#[test]
fn c4_a_city_that_meets_itself_counts_each_tile_once() {
    // The two cities of H stay separate.
    let mut state =
        game("tile H 0,0 0; tile E 0,1 0; follower 0 0,0 city N; turn 1 1 place E; coming B");
    play(&mut state, "place 0,-1 180; none");
    assert_eq!(points(&state, FeatureKind::City), [4, 0]);
    // I's cities lie north and west; N joins north to west at the corner north-west of it.
    let text = "tile I 0,0 0; tile N 0,-1 270; tile N -1,0 90; follower 0 0,0 city N; turn 1 1 place N; coming B";
    let mut state = game(text);
    play(&mut state, "place -1,-1 180; none");
    assert_eq!(points(&state, FeatureKind::City), [8, 0]);
}

#[test]
fn c4_a_monastery_is_complete_with_eight_neighbors() {
    let ring = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)];
    let tiles: String = ring
        .iter()
        .map(|(x, y)| format!("tile B {x},{y} 0;"))
        .collect();
    let mut state = game(&format!(
        "tile B 0,0 0; {tiles} follower 1 0,0 monastery; turn 0 0 place B; coming B"
    ));
    play(&mut state, "place 1,-1 0; none");
    assert_eq!(
        (points(&state, FeatureKind::Monastery), supplies(&state)),
        (vec![0, 9], vec![7, 7])
    );
    // The last neighbor may be the monastery itself.
    let mut tiles: String = ring
        .iter()
        .map(|(x, y)| format!("tile B {},{y} 0;", x - 1))
        .collect();
    tiles += "tile B 0,-1 0;";
    let tiles = tiles.replacen("tile B 0,0 0;", "", 1);
    let mut state = game(&format!("tile B 0,0 0; {tiles} turn 0 0 place B; coming B"));
    play(&mut state, "place -1,0 0; follower monastery");
    assert_eq!(
        (points(&state, FeatureKind::Monastery), supplies(&state)),
        (vec![9, 0], vec![7, 7])
    );
}

#[test]
fn c5_incomplete_features_score_at_the_end() {
    let text = "tile F 0,0 0; tile U 0,1 0; tile B 0,-1 0; follower 0 0,0 city; follower 1 0,1 road; \
                follower 1 0,-1 monastery; turn 0 0 place B; coming";
    let mut state = game(text);
    play(&mut state, "place 0,-2 0; none");
    assert_eq!(state.to_move(), None);
    // One tile and one pennant; one tile; the monastery, and two neighbors.
    assert_eq!(points(&state, FeatureKind::City), [2, 0]);
    assert_eq!(points(&state, FeatureKind::Road), [0, 1]);
    assert_eq!(points(&state, FeatureKind::Monastery), [0, 3]);
}

#[test]
fn c5_fields_score_the_completed_cities_they_touch() {
    // One field south of three caps: two of the cities are complete. The farmer does not return.
    let text = "tile E 0,0 0; tile E 1,0 0; tile E 2,0 0; tile E 0,-1 180; \
                follower 0 1,0 field; follower 1 2,0 city; turn 0 0 place E; coming B";
    let mut state = game(text);
    play(&mut state, "place 1,-1 180; none");
    assert_eq!(
        (points(&state, FeatureKind::Field), supplies(&state)),
        (vec![0, 0], vec![6, 6])
    );
    play(&mut state, "place 0,1 0; none");
    assert_eq!(points(&state, FeatureKind::Field), [6, 0]);
    // A city touched in two places counts once.
    let text = "tile F 0,0 0; tile E -1,0 90; follower 0 -1,0 field; turn 0 0 place E; coming";
    let mut state = game(text);
    play(&mut state, "place 1,0 270; none");
    assert_eq!(points(&state, FeatureKind::Field), [3, 0]);
}

#[test]
fn c2_dealing_over_a_game_equals_a_new_deal() {
    use goldrush_engine::rng::tool_stream;
    for gold_mines in [false, true] {
        let rules = Rules {
            gold_mines,
            ..Rules::default()
        };
        let setup = Setup::new(Arc::new(Catalogue::printed()), rules, 3).unwrap();
        let undealt = State::undealt(&setup);
        let mut state = undealt.clone();
        for seed in 0..20 {
            state.begin(&undealt, &mut tool_stream(seed), &mut ());
            assert!(state == State::deal(&setup, &mut tool_stream(seed)));
            let mut rng = tool_stream(seed);
            for _ in 0..40 {
                let mv = state.random_move(&mut rng).unwrap();
                state.play_unchecked(mv);
            }
        }
    }
}
