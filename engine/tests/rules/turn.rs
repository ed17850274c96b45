//! Components, preparation and sequence of a turn: G1–G10.

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::{Catalogue, Deal, FeatureKind, Phase, Rules, Setup, State};
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;

use super::{
    actions, allowed, game, moves, pile, play, points, setup, shows, supplies, token_count,
};

#[test]
fn g01_the_components_are_complete() {
    let catalogue = Catalogue::built_in("gold_rush").unwrap();
    assert_eq!(catalogue.totals().tiles, 72);
    let tokens: Vec<_> = catalogue.tokens().counts().collect();
    assert_eq!(tokens, [(0, 10), (1, 10), (2, 30), (3, 10), (5, 3)]);
    for players in [0, 1, 6] {
        assert!(
            Setup::new(catalogue_arc(), Rules::default(), players).is_err(),
            "{players} players"
        );
    }
}

fn catalogue_arc() -> std::sync::Arc<Catalogue> {
    Catalogue::built_in("gold_rush").unwrap()
}

#[test]
fn g02_each_player_has_four_cowboys_and_a_tent() {
    for players in 2..=5 {
        let setup = setup(Rules::default(), players);
        let state = State::deal(setup, &mut tool_stream(1));
        for player in Player::all(players) {
            assert_eq!(
                (
                    state.table().cowboy_supply(player),
                    state.table().tent_supply(player)
                ),
                (4, 1)
            );
        }
    }
}

#[test]
fn g03_the_start_tile_lies_with_its_token_and_seat_0_begins() {
    let setup = setup(Rules::default(), 3);
    let state = State::deal(setup, &mut tool_stream(1));
    assert_eq!(state.to_move(), Some(Player::FIRST));
    let tiles = state.table().landscape().tiles();
    assert_eq!((tiles.len(), tiles[0].cell()), (1, Cell::START));
    assert_eq!(setup.catalogue().kind(tiles[0].kind()).name, "33");
    assert_eq!(
        (pile(&state, "0,0 mountain N"), state.table().token_supply()),
        (1, 62)
    );
    shows(
        &state,
        r"
        0
     ^^^^^^^
    ···^1^···
  0 ═════════
    ·········
     ·······
",
    );
}

#[test]
fn g04_each_tile_left_is_equally_likely_to_be_drawn() {
    let setup = setup(Rules::default(), 2);
    let mut drawn = [0u32; 35];
    const DEALS: u32 = 35_500;
    for seed in 0..DEALS {
        let deal = Deal::shuffled(setup, &mut tool_stream(u64::from(seed)));
        drawn[deal.tiles()[0].index()] += 1;
    }
    let start = setup.catalogue().start();
    for (i, kind) in setup.catalogue().kinds().iter().enumerate() {
        let copies = u32::from(kind.copies) - u32::from(i == start.index());
        let expected = DEALS * copies / 71;
        // Six standard deviations.
        let most = 6.0 * f64::from(expected).sqrt();
        assert!(
            f64::from(drawn[i].abs_diff(expected)) < most,
            "{}: {} of {expected}",
            kind.name,
            drawn[i]
        );
    }
}

#[test]
fn g04_a_tile_that_fits_nowhere_leaves_the_game_and_another_is_drawn() {
    let mut state = game("tile 72 0,0 0; turn 0 act; coming 31 38 56 12a");
    shows(
        &state,
        r"
        0
     ^^^^^^^
    ^^^^3^^^^
  0 ^^^^^^^^^
    ^^^^^^^^^
     ^^^^^^^
",
    );
    play(&mut state, "none");
    let names = state
        .discarded()
        .iter()
        .map(|&k| state.table().setup().catalogue().kind(k).name.clone())
        .collect::<Vec<_>>();
    assert_eq!(names, ["31", "38"]);
    assert_eq!(
        state
            .table()
            .setup()
            .catalogue()
            .kind(state.table().hand())
            .name,
        "56"
    );
    assert_eq!(state.to_move(), Player::new(1));
}

#[test]
fn g04_the_game_ends_when_no_tile_left_fits() {
    let mut state = game("tile 72 0,0 0; cowboy 1 0,0 mountain N; turn 0 act; coming 31 38");
    play(&mut state, "none");
    assert_eq!(state.to_move(), None);
    assert_eq!(points(&state, FeatureKind::Mountain), [0, 3]);
}

#[test]
fn g05_placements_continue_railroad_mountain_and_prairie() {
    let mut state = game("tile 33 0,0 0; turn 0 place; coming 12d 33 47a");
    shows(
        &state,
        r"
        0
     ^^^^^^^
    ···^1^···
  0 ═════════
    ·········
     ·······
",
    );
    play(
        &mut state,
        "place 1,0 0; none; place 0,-1 180; none; place 0,1 180; none",
    );
    shows(
        &state,
        r"
        0        1
     ·······
    ·········
 -1 ═════════
    ···^1^···
     ^^^^^^^
     ^^^^^^^  ·······
    ···^1^············
  0 ══════════════════
    ··················
     ·······  ·······
     ·······
    ··t······
  1 ·········
    ···^1^···
     ^^^^^^^
",
    );
}

#[test]
fn g05_prairie_against_mountain_is_refused() {
    let state = game("tile 33 0,0 0; turn 0 place; coming 12d");
    for rotation in [0, 90] {
        assert!(
            !allowed(&state, &format!("place 0,-1 {rotation}")),
            "{rotation}"
        );
    }
    assert!(!moves(&state).iter().any(|m| m.starts_with("place 0,-1")));
}

#[test]
fn g05_tiles_need_a_shared_side_and_an_empty_cell() {
    let state = game("tile 33 0,0 0; turn 0 place; coming 47a");
    assert!(
        !allowed(&state, "place 1,1 0")
            && !allowed(&state, "place 0,0 0")
            && !allowed(&state, "place 5,0 0")
    );
    assert_eq!(
        moves(&state),
        [
            "place 0,1 90",
            "place 0,-1 180",
            "place 0,1 180",
            "place 0,1 270"
        ]
    );
}

#[test]
fn g05_the_landscape_grows_without_limit_in_every_direction() {
    let text = r#"
        [tokens]
        1 = 100
        [[tile]]
        id = "green"
        copies = 100
        start = true
        edges = "PMPM"
        rails = []
        mountains = [{ edges = "EW", nuggets = 1 }]
        prairies = [[0, 1], [4, 5]]
    "#;
    let catalogue = std::sync::Arc::new(Catalogue::parse("line", "line.toml", text).unwrap());
    let setup = Setup::new(catalogue, Rules::default(), 2).unwrap();
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let mut state = State::deal(&setup, &mut tool_stream(1));
        for step in 1..100 {
            play(
                &mut state,
                &format!("place {},{} 0; none", dx * step, dy * step),
            );
        }
        assert_eq!(state.to_move(), None);
        assert_eq!(state.table().landscape().tiles().len(), 100);
        assert_eq!(
            pile(&state, "0,0 mountain E"),
            if dx == 0 { 1 } else { 100 }
        );
    }
}

#[test]
fn g06_two_nuggets_add_two_tokens_to_an_existing_pile() {
    let mut state = game("tile 33 0,0 0; turn 0 place; coming 54 45");
    play(&mut state, "place 0,-1 90; none");
    shows(
        &state,
        r"
        0
     ^^^^^^^
    ···^2^···
 -1 ····^····
    ···^^^···
     ^^^^^^^
     ^^^^^^^
    ···^1^···
  0 ═════════
    ·········
     ·······
",
    );
    assert_eq!(
        (pile(&state, "0,0 mountain N"), state.table().token_supply()),
        (3, 60)
    );
    play(&mut state, "place 0,-2 90; none");
    assert_eq!(
        (pile(&state, "0,0 mountain N"), state.table().token_supply()),
        (5, 58)
    );
}

#[test]
fn g06_joined_mountains_join_their_piles() {
    let mut state = game(
        "tile 47a 0,0 90; tile 47a 0,1 180; tile 47a 1,1 180; tile 47a 2,1 180; tile 47a 2,0 270;
         turn 0 place; coming 71",
    );
    shows(
        &state,
        r"
        0        1        2
     ·······           ·······
    ··t····^^         ^^t······
  0 ······^1^         ^1^······
    ·······^^         ^^·······
     ·······           ·······
     ·······  ·······  ·······
    ··t········t········t······
  1 ···························
    ···^1^······^1^······^1^···
     ^^^^^^^  ^^^^^^^  ^^^^^^^
",
    );
    assert_eq!(
        (
            pile(&state, "0,0 mountain E"),
            pile(&state, "2,0 mountain W")
        ),
        (1, 1)
    );
    play(&mut state, "place 1,0 0; cowboy mountain E");
    assert_eq!(
        token_count(&state),
        [5, 0],
        "all five went to the miner who completed it"
    );
}

#[test]
fn g06_an_exhausted_supply_lays_fewer() {
    let mut state = game("rules tokens=1=2; tile 33 0,0 0; turn 0 place; coming 54 45");
    play(&mut state, "place 0,-1 90; none");
    assert_eq!(
        (pile(&state, "0,0 mountain N"), state.table().token_supply()),
        (2, 0)
    );
    play(&mut state, "place 0,-2 90; none");
    assert_eq!(
        (pile(&state, "0,0 mountain N"), state.table().token_supply()),
        (2, 0)
    );
}

#[test]
fn g07_the_railroad_is_taken_but_mountain_and_both_prairies_are_free() {
    let state = game("tile 33 0,0 0; cowboy 1 0,0 railroad E; tile 33 1,0 0; turn 0 act");
    shows(
        &state,
        r"
        0        1
     ^^^^^^^  ^^^^^^^
    ···^1^······^1^···
  0 ═══════B══════════
    ··················
     ·······  ·······
",
    );
    assert_eq!(
        actions(&state, "cowboy"),
        ["mountain N", "prairie En", "prairie Es"]
    );
}

#[test]
fn g07_the_mountain_is_taken_but_railroad_and_both_prairies_are_free() {
    let state = game("tile 33 0,0 0; cowboy 1 0,0 mountain N; tile 33 0,-1 180; turn 0 act");
    shows(
        &state,
        r"
        0
     ·······
    ·········
 -1 ═════════
    ···^1^···
     ^^^^^^^
     ^^^1^^^
    ···^B^···
  0 ═════════
    ·········
     ·······
",
    );
    assert_eq!(
        actions(&state, "cowboy"),
        ["railroad E", "prairie Es", "prairie Nw"]
    );
    assert_eq!(
        pile(&state, "0,-1 mountain S"),
        2,
        "the nugget brings its token all the same"
    );
}

#[test]
fn g07_own_cowboys_occupy_a_feature_and_tents_do_not() {
    let state = game("tile 33 0,0 0; cowboy 0 0,0 mountain N; tile 33 0,-1 180; turn 0 act");
    assert!(!allowed(&state, "cowboy mountain S"));
    let state = game("tile 33 0,0 0; tent 1 0,0 mountain N; tile 33 0,-1 180; turn 0 act");
    assert!(allowed(&state, "cowboy mountain S"));
}

#[test]
fn g07_without_a_cowboy_in_supply_none_is_placed() {
    let state = game(
        "tile 31 0,0 0; cowboy 0 0,0 railroad N; cowboy 0 0,0 railroad E; cowboy 0 0,0 railroad S; cowboy 0 0,0 city;
         tile 26d 0,1 90; turn 0 act",
    );
    assert_eq!(actions(&state, "cowboy"), [""; 0]);
    assert_eq!(supplies(&state), [0, 4]);
}

#[test]
fn g07_cities_and_features_just_completed_may_be_claimed() {
    let state = game("tile 26d 0,0 0; tile 27 1,0 0; turn 0 act");
    shows(
        &state,
        r"
        0        1
     ·······  ·······
    ··················
  0 ════+═══════[#]═══
    ····║········║····
     ···║···  ···║···
",
    );
    let all = [
        "railroad E",
        "railroad S",
        "railroad W",
        "city",
        "prairie Nw",
        "prairie Es",
        "prairie Sw",
    ];
    assert_eq!(actions(&state, "cowboy"), all);
    assert!(
        state
            .table()
            .word(
                state
                    .table()
                    .feature(state.table().parse_place("1,0 railroad W").unwrap())
            )
            .is_complete()
    );
}

#[test]
fn g08_a_tent_may_share_a_mountain_with_miners_and_tents() {
    let state = game("tile 33 0,0 0; cowboy 1 0,0 mountain N; tile 54 0,-1 90; turn 0 act");
    assert_eq!(actions(&state, "tent"), ["0,-1 mountain N"]);
    let state = game(
        "players 3; tile 54 0,0 0; tile 54 1,0 0; tile 54 2,0 0; tile 61 3,0 0;
         cowboy 1 0,0 mountain E; cowboy 2 1,0 mountain E; tent 2 2,0 mountain E; cowboy 1 3,0 railroad E; turn 0 act",
    );
    shows(
        &state,
        r"
        0        1        2        3
     ·······  ·······  ·······  ^^^^^^^
    ^^·····2^^^·····2^^^·····2^^^^^1^···
  0 ^^^^^^^B^^^^^^^^C^^^^^^^^c^^^^^╔L═B═
    ^^·····^^^^·····^^^^·····^^^^··║····
     ·······  ·······  ·······  ···║···
",
    );
    assert_eq!(
        actions(&state, "tent"),
        ["3,0 mountain N"],
        "the mountain part is free though a railwayman is on the tile"
    );
}

#[test]
fn g08_an_occupied_part_and_a_completed_mountain_are_refused() {
    let state = game("tile 33 0,0 0; cowboy 0 0,0 mountain N; turn 1 act");
    assert_eq!(actions(&state, "tent"), [""; 0], "a cowboy is there");
    let state = game("tile 33 0,0 0; tent 0 0,0 mountain N; turn 1 act");
    assert_eq!(actions(&state, "tent"), [""; 0], "a tent is there");
    let state = game("tile 47a 0,0 0; tile 47a 0,-1 180; turn 0 act");
    assert_eq!(actions(&state, "tent"), [""; 0], "the mountain is complete");
}

#[test]
fn g08_a_tent_moves_from_anywhere_to_any_tile() {
    let mut state = game(
        "tile 33 0,0 0; tile 33 1,0 0; tile 33 2,0 0; tent 0 0,0 mountain N; turn 0 act; coming 12d 12d 12d",
    );
    play(&mut state, "tent 1,0 mountain N");
    shows(
        &state,
        r"
        0        1        2
     ^^^^^^^  ^^^1^^^  ^^^^^^^
    ···^1^······^a^······^1^···
  0 ═══════════════════════════
    ···························
     ·······  ·······  ·······
",
    );
    assert_eq!(state.table().tents(Player::FIRST).len(), 1);
    assert_eq!(state.table().tent_supply(Player::FIRST), 0);
    play(&mut state, "place 3,0 0; tent 0,0 mountain N");
    assert_eq!(
        state.table().tents(Player::new(1).unwrap()).len(),
        1,
        "what the tent left is vacant again"
    );
}

#[test]
fn g09_mining_past_a_rivals_miner_is_private_and_needs_a_token() {
    let mut state = game(
        "tile 33 0,0 0; cowboy 1 0,0 mountain N; tile 54 0,-1 90; tent 0 0,-1 mountain N; pile 0,0 mountain N 2;
         acquired 1:0; turn 0 act;
         coming 12d 12d 12d 12d; tokens 5 3 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 3 3 3 3 3 3 3 3 3 5 5;
         tokens 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2",
    );
    shows(
        &state,
        r"
        0
     ^^^2^^^
    ···^a^···
 -1 ····^····
    ···^^^···
     ^^^^^^^
     ^^^1^^^
    ···^B^···
  0 ═════════
    ·········
     ·······
",
    );
    play(&mut state, "mine; place 1,0 0");
    assert_eq!(
        (token_count(&state), pile(&state, "0,0 mountain N")),
        (vec![1, 1], 1)
    );
    assert_eq!(state.observation(Player::FIRST).own_tokens, [5]);
    let other = state.observation(Player::new(1).unwrap());
    assert!(other.own_tokens == [0] && other.seats[0].tokens == 1);
    assert!(!allowed(&state, "mine"), "without a tent there");
    play(&mut state, "none; place -1,0 0; mine; place 2,0 0; none");
    assert_eq!(
        (token_count(&state), pile(&state, "0,0 mountain N")),
        (vec![2, 1], 0)
    );
    play(&mut state, "place 0,1 0");
    assert!(!allowed(&state, "mine"), "no token is left");
}

#[test]
fn g09_a_mountain_just_completed_is_mined_before_scoring() {
    let mut state = game(
        "tile 47a 0,0 0; tile 54 0,-1 90; tent 0 0,-1 mountain N; cowboy 1 0,0 mountain N; turn 0 place; coming 47a",
    );
    play(&mut state, "place 0,-2 180; mine");
    shows(
        &state,
        r"
        0
     ·······
    ··t······
 -2 ·········
    ···^1^···
     ^^^^^^^
     ^^^^^^^
    ···^2^···
 -1 ····^····
    ···^^^···
     ^^^^^^^
     ^^^^^^^
    ···^1^·t·
  0 ·········
    ·········
     ·······
",
    );
    assert_eq!(
        token_count(&state),
        [1, 3],
        "one mined, three left for the miner"
    );
    assert_eq!(points(&state, FeatureKind::Mountain), [0, 4]);
}

#[test]
fn g10_passing_is_always_legal() {
    let state = game("tile 33 0,0 0; turn 1 act; coming 12d");
    assert_eq!(moves(&state)[0], "none");
    assert_eq!(state.table().phase(), Phase::Act);
}
