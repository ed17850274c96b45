//! The Gold Mines (M1–M7).

use goldrush_engine::carcassonne::ingots::ingot_points;

use super::*;

/// Returns the first gold tile that fits beside B at 0,0, laid at 1,0, and its moves so far.
fn with_gold_tile() -> (State<'static>, String) {
    let catalogue = Catalogue::printed();
    for (_, kind) in catalogue.kinds().filter(|(_, kind)| kind.gold) {
        let state = game(&format!(
            "tile B 0,0 0; tile B 0,1 0; turn 0 0 place {}; coming B",
            kind.id
        ));
        let place = moves(&state)
            .into_iter()
            .find(|mv| mv.starts_with("place 1,0"));
        if let Some(place) = place {
            return (state, place);
        }
    }
    panic!("no gold tile has a field side");
}

#[test]
fn m1_there_are_eight_gold_tiles_and_sixteen_ingots() {
    let catalogue = Catalogue::printed();
    let gold: u8 = catalogue
        .kinds()
        .filter(|(_, kind)| kind.gold)
        .map(|(_, kind)| kind.count)
        .sum();
    assert_eq!(gold, 8);
    assert_eq!(catalogue.bag(true).len(), 79);
    let state = State::deal(
        setup(
            Rules {
                gold_mines: true,
                ..Rules::default()
            },
            2,
        ),
        &mut tool_stream(2),
    );
    assert_eq!(state.table().count_ingots(), 16);
}

#[test]
fn m2_one_ingot_goes_on_the_tile_and_one_beside_it() {
    let (mut state, place) = with_gold_tile();
    play(&mut state, &place);
    let newest = state.table().newest();
    assert_eq!(state.table().ingots_on(newest), 1);
    // A corner counts.
    assert_eq!(moves(&state), ["ingot 0,0", "ingot 0,1"]);
    assert_eq!(state.to_move(), Some(Player::FIRST));
    play(&mut state, "ingot 0,1");
    assert!(moves(&state).contains(&"none".to_owned()));
    // A tile may hold several.
    let mut state = game("tile B 0,0 0 3; turn 0 0 place B; coming");
    play(&mut state, "place 1,0 0");
    assert_eq!(moves(&state)[0], "none");
}

#[test]
fn m3_an_ingot_belongs_to_every_feature_on_its_tile() {
    // The ingot on D lies on its road and on its city.
    for (follower, last, turn) in [
        ("city", "E", "place 0,-1 180"),
        ("road", "A", "place 1,0 90"),
    ] {
        let text = format!(
            "tile D 0,0 0 1; tile A -1,0 270; follower 0 0,0 {follower}; turn 1 1 place {last}; coming B"
        );
        let mut state = game(&text);
        play(&mut state, &format!("{turn}; none"));
        assert_eq!(ingots(&state), [1, 0], "{follower}");
    }
}

#[test]
fn m4_the_majority_takes_all_ingots_of_a_completed_feature() {
    let mut state =
        game("tile A 0,0 0 2; tile U 0,1 90 1; follower 0 0,1 road; turn 1 1 place A; coming B");
    play(&mut state, "place 0,2 180; none");
    assert_eq!(
        (ingots(&state), points(&state, FeatureKind::Road)),
        (vec![3, 0], vec![3, 0])
    );
    // A monastery: its tile and the eight around it.
    let ring = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)];
    let tiles: String = ring
        .iter()
        .map(|(x, y)| format!("tile B {x},{y} 0 1;"))
        .collect();
    let text = format!(
        "tile B 0,0 0 1; {tiles} tile B 2,0 0 1; follower 1 0,0 monastery; turn 0 0 place B; coming B"
    );
    let mut state = game(&text);
    play(&mut state, "place 1,-1 0; none");
    assert_eq!(ingots(&state), [0, 8]);
}

/// Example of the printed rules: Red completes a road shared with Blue; of three ingots Red takes the first, Blue the
/// second, Red the last.
#[test]
fn m5_sharing_players_take_ingots_in_turn_order() {
    let text = "tile A 0,0 0 1; tile U 0,1 90 2; follower 0 0,0 road; follower 1 0,1 road; turn 0 0 place A; coming B";
    let mut state = game(text);
    play(&mut state, "place 0,2 180; none");
    assert_eq!(
        (state.to_move(), moves(&state)),
        (
            Some(Player::FIRST),
            vec!["take 0,0".into(), "take 0,1".to_owned()]
        )
    );
    play(&mut state, "take 0,1");
    // Blue has a choice too; the last one is Red's.
    assert_eq!(state.to_move(), Player::new(1));
    play(&mut state, "take 0,0");
    assert_eq!(ingots(&state), [2, 1]);
    assert_eq!(state.to_move(), Player::new(1), "it is Blue's turn");
    // On Blue's own turn, Blue starts.
    let mut state = game(&text.replace("turn 0 0", "turn 1 1"));
    play(&mut state, "place 0,2 180; none; take 0,0");
    assert_eq!(ingots(&state), [1, 2]);
}

#[test]
fn m5_without_a_choice_ingots_come_from_the_most_shared_tile() {
    let setup = setup(
        Rules {
            gold_mines: true,
            choose_ingots: false,
            ..Rules::default()
        },
        2,
    );
    let text = "tile A 0,0 0 1\ntile U 0,1 90 1\nfollower 0 0,0 road\nfollower 1 0,1 road\nturn 0 0 place A\ncoming B";
    let mut state = State::from_text(setup, text).unwrap();
    play(&mut state, "place 0,2 180; none");
    assert_eq!(ingots(&state), [1, 1]);
}

#[test]
fn m6_unclaimed_features_and_farmers_take_no_ingots() {
    let mut state = game(
        "tile A 0,0 0 2; tile U 0,1 90 1; follower 0 0,1 field NNE; turn 1 1 place A; coming B",
    );
    play(&mut state, "place 0,2 180; none");
    assert_eq!(ingots(&state), [0, 0]);
    assert_eq!(state.table().count_ingots(), 16);
}

#[test]
fn m7_more_ingots_are_worth_more_each() {
    let table = [0, 1, 2, 3, 8, 10, 12, 21, 24, 27, 40, 44];
    for (ingots, points) in (0..).zip(table) {
        assert_eq!(ingot_points(ingots), points, "{ingots}");
    }
    let state = game("tile B 0,0 0; ingots 4 1; turn 0 0 place B; coming");
    assert_eq!(state.scores().as_slice(), [8, 1]);
    assert_eq!(state.sources(Player::FIRST), [0, 0, 0, 0, 8]);
}
