//! Completed features: G11–G18.

use goldrush_engine::gold_rush::FeatureKind::{City, Mountain, Railroad};
use goldrush_engine::player::Player;

use super::{game, pile, play, points, shows, supplies, token_count};

#[test]
fn g11_tied_players_score_fully_when_railroads_join() {
    let mut state = game(
        "tile 26d 0,0 0; tile 12d 1,0 0; tile 47a 1,1 180; tile 47a 2,1 180; tile 47a 3,1 180; tile 12d 3,0 0;
         tile 26d 4,0 0; cowboy 0 1,0 railroad E; cowboy 1 3,0 railroad E; turn 0 place; coming 12d",
    );
    shows(
        &state,
        r"
        0        1        2        3        4
     ·······  ·······           ·······  ·······
    ··················         ··················
  0 ════+═══════════A═         ═══════B═════+════
    ····║·············         ·············║····
     ···║···  ·······           ·······  ···║···
              ·······  ·······  ·······
             ··t········t········t······
  1          ···························
             ···^1^······^1^······^1^···
              ^^^^^^^  ^^^^^^^  ^^^^^^^
",
    );
    play(&mut state, "place 2,0 0; none");
    assert_eq!(points(&state, Railroad), [5, 5]);
}

#[test]
fn g11_the_majority_scores_alone_and_an_empty_feature_scores_for_nobody() {
    let mut state = game(
        "tile 26d 0,0 0; tile 12d 1,0 0; tile 47a 1,1 180; tile 47a 2,1 180; tile 47a 3,1 180; tile 12d 3,0 0;
         tile 26d 4,0 0; cowboy 0 1,0 railroad E; cowboy 1 3,0 railroad E; cowboy 1 4,0 railroad W;
         turn 0 place; coming 12d",
    );
    play(&mut state, "place 2,0 0; none");
    assert_eq!(points(&state, Railroad), [0, 5]);
    let mut state = game("tile 26d 0,0 0; tile 12d 1,0 0; turn 0 place; coming 26d");
    play(&mut state, "place 2,0 0; none");
    assert_eq!(points(&state, Railroad), [0, 0]);
}

/// Returns a railroad from one junction to another, with the last tile just laid.
fn straight(middle: &[&str]) -> String {
    let mut text = "tile 26d 0,0 0; ".to_owned();
    for (i, kind) in middle.iter().enumerate() {
        text += &format!("tile {kind} {},0 0; ", i + 1);
    }
    text + &format!(
        "tile 26d {},0 0; cowboy 0 0,0 railroad E; turn 1 act",
        middle.len() + 1
    )
}

#[test]
fn g12_a_railroad_scores_its_tiles_including_the_ends() {
    for (middle, expected) in [
        (&["12d"][..], 3),
        (&["12d", "12d"], 4),
        (&["12d", "12d", "12d"], 5),
    ] {
        let mut state = game(&straight(middle));
        if expected == 4 {
            shows(
                &state,
                r"
        0        1        2        3
     ·······  ·······  ·······  ·······
    ····································
  0 ════+══A═══════════════════════+════
    ····║··························║····
     ···║···  ·······  ·······  ···║···
",
            );
        }
        play(&mut state, "none");
        assert_eq!(points(&state, Railroad), [expected, 0]);
    }
}

#[test]
fn g12_one_locomotive_doubles_and_two_do_not() {
    let mut state = game(&straight(&["17", "12d"]));
    shows(
        &state,
        r"
        0        1        2        3
     ·······  ·······  ·······  ·······
    ····································
  0 ════+══A════════L══════════════+════
    ····║··························║····
     ···║···  ·······  ·······  ···║···
",
    );
    play(&mut state, "none");
    assert_eq!(points(&state, Railroad), [8, 0], "4 tiles, one locomotive");
    let mut state = game(&straight(&["17", "17", "12d", "12d"]));
    shows(
        &state,
        r"
        0        1        2        3        4        5
     ·······  ·······  ·······  ·······  ·······  ·······
    ······················································
  0 ════+══A════════L════════L═══════════════════════+════
    ····║············································║····
     ···║···  ·······  ·······  ·······  ·······  ···║···
",
    );
    play(&mut state, "none");
    assert_eq!(points(&state, Railroad), [6, 0], "6 tiles, two locomotives");
}

#[test]
fn g12_a_circle_is_complete() {
    let mut state = game(
        "tile 01d 0,0 270; tile 01d 1,0 0; tile 01d 1,1 90; cowboy 0 0,0 railroad E; turn 0 place; coming 01d",
    );
    play(&mut state, "place 0,1 180; none");
    shows(
        &state,
        r"
        0        1
     ·······  ·······
    ··················
  0 ····╔════════╗····
    ····║········║····
     ···║···  ···║···
     ···║···  ···║···
    ····║········║····
  1 ····╚════════╝····
    ··················
     ·······  ·······
",
    );
    assert_eq!(points(&state, Railroad), [4, 0]);
}

#[test]
fn g12_a_railroad_back_to_its_own_junction_counts_that_tile_once() {
    let mut state = game(
        "tile 26d 0,0 0; tile 01d 1,0 0; tile 01d 1,1 90; cowboy 0 1,0 railroad S; turn 0 place; coming 01d",
    );
    play(&mut state, "place 0,1 180; none");
    shows(
        &state,
        r"
        0        1
     ·······  ·······
    ··················
  0 ════+════════╗····
    ····║········║····
     ···║···  ···║···
     ···║···  ···║···
    ····║········║····
  1 ····╚════════╝····
    ··················
     ·······  ·······
",
    );
    assert_eq!(points(&state, Railroad), [4, 0]);
}

#[test]
fn g12_the_tracks_of_one_junction_are_separate_and_a_mountain_is_an_end() {
    let mut state = game(
        "tile 38 0,0 0; cowboy 0 0,0 railroad N; cowboy 1 0,0 railroad S; turn 0 place; coming 45 45",
    );
    play(&mut state, "place 0,-1 0; cowboy mountain N");
    shows(
        &state,
        r"
        0
     ^^^2^^^
    ^^^^A^^^^
 -1 ^^^^^^^^^
    ^^··║··^^
     ···║···
     ···║···
    ····║····
  0 ════+════
    ····B····
     ···║···
",
    );
    assert_eq!(
        points(&state, Railroad),
        [2, 0],
        "from the junction to the mountain"
    );
    play(&mut state, "place 0,1 180; none");
    assert_eq!(points(&state, Railroad), [2, 2]);
}

#[test]
fn g13_a_mountain_of_seven_nuggets_scores_seven() {
    let mut state = game(
        "tile 72 0,0 0; tile 47a 1,0 270; tile 47a -1,0 90; tile 47a 0,1 0; cowboy 1 0,0 mountain N;
         pile 0,0 mountain N 2; acquired 0:0 0:0 0:0 0:0; turn 1 place; coming 47a",
    );
    play(&mut state, "place 0,-1 180; none");
    shows(
        &state,
        r"
       -1        0        1
              ·······
             ··t······
 -1          ·········
             ···^1^···
              ^^^^^^^
     ·······  ^^^^^^^  ·······
    ··t····^^^^^^3^^^^^^t······
  0 ······^1^^^^^^^^^^^1^······
    ·······^^^^^^^^^^^^^·······
     ·······  ^^^^^^^  ·······
              ^^^^^^^
             ···^1^·t·
  1          ·········
             ·········
              ·······
",
    );
    assert_eq!(
        token_count(&state),
        [4, 3],
        "two that lay there and the one of the last tile"
    );
    assert_eq!(points(&state, Mountain), [0, 7]);
}

/// Two mountains of one nugget each, mined out, with a gap of one cell between them.
const GAP: &str =
    "tile 47a 0,0 90; tile 47a 0,1 180; tile 47a 1,1 180; tile 47a 2,1 180; tile 47a 2,0 270;
    pile 0,0 mountain E 0; pile 2,0 mountain W 0; acquired 0:2 1:2; ";

#[test]
fn g13_tied_miners_share_tokens_starting_with_the_player_to_move() {
    let mut state = game(&format!(
        "{GAP} cowboy 0 0,0 mountain E; cowboy 1 2,0 mountain W; turn 0 place; coming 71"
    ));
    play(&mut state, "place 1,0 0; none");
    shows(
        &state,
        r"
        0        1        2
     ·······  ·······  ·······
    ··t····^^^^·····^^^^t······
  0 ······^1^^^^^^^^3^^1^······
    ·······^^^^·····^^^^·······
     ·······  ·······  ·······
     ·······  ·······  ·······
    ··t········t········t······
  1 ···························
    ···^1^······^1^······^1^···
     ^^^^^^^  ^^^^^^^  ^^^^^^^
",
    );
    let takers: Vec<_> = state.scenario().acquired[2..]
        .iter()
        .map(|&(seat, _)| seat)
        .collect();
    assert_eq!(takers, [0, 1, 0], "three tokens: Blue, Red, Blue");
    assert_eq!(points(&state, Mountain), [5, 5]);
}

#[test]
fn g13_the_next_tied_seat_starts_if_the_player_to_move_is_not_tied() {
    let mut state = game(&format!(
        "players 4; {GAP} cowboy 0 0,0 mountain E; cowboy 3 2,0 mountain W; turn 1 place; coming 71"
    ));
    play(&mut state, "place 1,0 0; none");
    let takers: Vec<_> = state.scenario().acquired[2..]
        .iter()
        .map(|&(seat, _)| seat)
        .collect();
    assert_eq!(takers, [3, 0, 3]);
    assert_eq!(points(&state, Mountain), [5, 0, 0, 5]);
}

#[test]
fn g13_a_hole_keeps_a_mountain_open_only_beside_a_mountain_side() {
    let ring = |last: &str| {
        format!(
            "tile 56 0,0 180; tile 54 1,0 0; tile 56 2,0 270; tile 54 2,1 90; tile 56 2,2 0; tile 54 1,2 0;
             tile 56 0,2 90; {last} cowboy 0 1,0 mountain E; turn 0 act"
        )
    };
    let mut state = game(&ring("tile 54 0,1 90;"));
    shows(
        &state,
        r"
        0        1        2
     ·······  ·······  ·······
    ·······^^^^·····2^^^·······
  0 ·····^^2^^^^^^^^A^^^^^·····
    ···^^^^^^^^·····^^^^^^2^···
     ^^^^^^^  ·······  ^^^^^^^
     ^^^^^^^           ^^^^^^^
    ···^2^···         ···^2^···
  1 ····^····         ····^····
    ···^^^···         ···^^^···
     ^^^^^^^           ^^^^^^^
     ^^^^^^^  ·······  ^^^^^^^
    ···^2^^^^^^·····^^^^^^2^···
  2 ·····^^^^^^^^^^^2^^^^^·····
    ·······^^^^·····^^^^·······
     ·······  ·······  ·······
",
    );
    play(&mut state, "none");
    assert_eq!(
        points(&state, Mountain),
        [16, 0],
        "prairie all around the hole"
    );
    let state = game(&ring("tile 66 0,1 90;"));
    assert!(
        !state
            .table()
            .word(
                state
                    .table()
                    .feature(state.table().parse_place("1,0 mountain E").unwrap())
            )
            .is_complete()
    );
    shows(
        &state,
        r"
        0        1        2
     ·······  ·······  ·······
    ·······^^^^·····2^^^·······
  0 ·····^^2^^^^^^^^A^^^^^·····
    ···^^^^^^^^·····^^^^^^2^···
     ^^^^^^^  ·······  ^^^^^^^
     ^^^^^^^           ^^^^^^^
    ···^2^^^^         ···^2^···
  1 ····^^^^^         ····^····
    ···^^^^^^         ···^^^···
     ^^^^^^^           ^^^^^^^
     ^^^^^^^  ·······  ^^^^^^^
    ···^2^^^^^^·····^^^^^^2^···
  2 ·····^^^^^^^^^^^2^^^^^·····
    ·······^^^^·····^^^^·······
     ·······  ·······  ·······
",
    );
}

#[test]
fn g14_tents_do_not_count_for_majorities_and_return() {
    let mut state = game("tile 47a 0,0 0; tent 1 0,0 mountain N; turn 0 place; coming 47a 12d");
    play(&mut state, "place 0,-1 180; cowboy mountain S");
    assert_eq!(
        (points(&state, Mountain), token_count(&state)),
        (vec![2, 0], vec![2, 0])
    );
    let red = Player::new(1).unwrap();
    assert_eq!(
        (
            state.table().tents(red).len(),
            state.table().tent_supply(red)
        ),
        (0, 1)
    );
}

#[test]
fn g15_tokens_of_a_mountain_without_miners_return_to_the_supply() {
    let mut state = game("tile 47a 0,0 0; tent 1 0,0 mountain N; turn 0 place; coming 47a 12d");
    assert_eq!(state.table().token_supply(), 62);
    play(&mut state, "place 0,-1 180; none");
    assert_eq!(
        (state.table().token_supply(), token_count(&state)),
        (63, vec![0, 0])
    );
    assert_eq!(pile(&state, "0,0 mountain N"), 0);
}

#[test]
fn g16_a_railroad_that_begins_and_ends_at_the_city_counts_once() {
    let mut state = game(
        "tile 27 0,0 0; tile 26d -1,0 0; tile 01d 1,0 0; tile 01d 1,1 90; cowboy 0 0,0 city; turn 1 place; coming 01d",
    );
    play(&mut state, "place 0,1 180; none");
    shows(
        &state,
        r"
       -1        0        1
     ·······  ·······  ·······
    ···························
  0 ════+═══════[#]═══════╗····
    ····║········║········║····
     ···║···  ···║···  ···║···
              ···║···  ···║···
             ····║········║····
  1          ····╚════════╝····
             ··················
              ·······  ·······
",
    );
    assert_eq!(points(&state, City), [6, 0], "two completed railroads");
    assert_eq!(supplies(&state), [4, 4]);
}

#[test]
fn g16_a_city_is_completed_by_a_tile_far_away() {
    let mut state = game(
        "tile 27 0,0 0; tile 26d -1,0 0; tile 26d 0,1 90; tile 12d 1,0 0; tile 12d 2,0 0; tile 12d 3,0 0;
         cowboy 1 0,0 city; turn 0 place; coming 26d",
    );
    shows(
        &state,
        r"
       -1        0        1        2        3
     ·······  ·······  ·······  ·······  ·······
    ·············································
  0 ════+═══════[B]══════════════════════════════
    ····║········║·······························
     ···║···  ···║···  ·······  ·······  ·······
              ···║···
             ····║····
  1          ════+····
             ····║····
              ···║···
",
    );
    play(&mut state, "place 4,0 0; none");
    assert_eq!(points(&state, City), [0, 9]);
}

#[test]
fn g16_the_merchant_of_a_city_completed_by_its_own_tile_scores_at_once() {
    let mut state = game(
        "tile 26d 0,0 0; tile 26d 0,1 180; tile 26d 1,1 90; tile 01d 2,1 180; tile 26d 2,0 0; turn 0 place; coming 27",
    );
    shows(
        &state,
        r"
        0        1        2
     ·······           ·······
    ·········         ·········
  0 ════+════         ════+════
    ····║····         ····║····
     ···║···           ···║···
     ···║···  ···║···  ···║···
    ····║········║········║····
  1 ════+════════+········╚════
    ·············║·············
     ·······  ···║···  ·······
",
    );
    play(&mut state, "place 1,0 0; cowboy city");
    shows(
        &state,
        r"
        0        1        2
     ·······  ·······  ·······
    ···························
  0 ════+═══════[#]═══════+════
    ····║········║········║····
     ···║···  ···║···  ···║···
     ···║···  ···║···  ···║···
    ····║········║········║····
  1 ════+════════+········╚════
    ·············║·············
     ·······  ···║···  ·······
",
    );
    assert_eq!(points(&state, City), [9, 0]);
}

#[test]
fn g17_a_railroad_is_completed_claimed_and_scored_in_one_turn() {
    let mut state = game("tile 26d 0,0 0; tile 12d 1,0 0; turn 0 place; coming 26d 12d");
    play(&mut state, "place 2,0 0; cowboy railroad W");
    assert_eq!(
        (points(&state, Railroad), supplies(&state)),
        (vec![3, 0], vec![4, 4])
    );
}

#[test]
fn g17_a_mountain_is_completed_claimed_and_scored_in_one_turn() {
    let mut state = game("tile 47a 0,0 0; turn 0 place; coming 47a 12d");
    play(&mut state, "place 0,-1 180; cowboy mountain S");
    shows(
        &state,
        r"
        0
     ·······
    ··t······
 -1 ·········
    ···^1^···
     ^^^^^^^
     ^^^^^^^
    ···^1^·t·
  0 ·········
    ·········
     ·······
",
    );
    assert_eq!(
        (
            token_count(&state),
            points(&state, Mountain),
            supplies(&state)
        ),
        (vec![2, 0], vec![2, 0], vec![4, 4])
    );
}

#[test]
fn g17_cowboys_return_after_the_action_and_farmers_never() {
    // With no cowboy in supply, the returning one cannot be used in the same turn.
    let mut state = game(
        "rules cowboys=1; tile 26d 0,0 0; tile 12d 1,0 0; cowboy 0 1,0 railroad E; cowboy 1 1,0 prairie Nw;
         turn 0 place; coming 26d 12d 12d",
    );
    play(&mut state, "place 2,0 0");
    assert_eq!(super::actions(&state, "cowboy"), [""; 0]);
    play(&mut state, "none");
    assert_eq!(supplies(&state), [1, 0]);
}

#[test]
fn g18_the_mined_token_comes_first_then_two_mountains_in_catalogue_order() {
    // Two mountains of 52 are completed at once. North is tied between Blue and Red with two tokens, west is Red's
    // alone with one; Blue mines in the west first. Tokens are dealt 5, 1, 3, 0, …
    let mut state = game(
        "tile 54 0,0 0; tile 47a -1,0 90; tile 47a 0,-1 0; tile 54 1,-1 90; tile 47a 1,-2 180;
         tent 0 0,0 mountain E; cowboy 1 -1,0 mountain E; cowboy 0 1,-1 mountain N; cowboy 1 1,-2 mountain S;
         pile 0,0 mountain E 1; pile 1,-1 mountain N 1;
         turn 0 place; coming 52;
         tokens 5 1 3 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 3 3 3 3 3 3 3 3 3 5 5;
         tokens 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2",
    );
    shows(
        &state,
        r"
       -1        0        1
                       ·······
                      ··t······
 -2                   ·········
                      ···^B^···
                       ^^^1^^^
              ^^^^^^^  ^^^2^^^
             ···^1^·t····^A^···
 -1          ·············^····
             ············^^^···
              ·······  ^^^^^^^
     ·······  ·······
    ··t····1^^^·····2^
  0 ······^B^^^^^^^^a^
    ·······^^^^·····^^
     ·······  ·······
",
    );
    play(&mut state, "place 1,0 0; mine");
    let acquired = state.scenario().acquired;
    assert_eq!(
        acquired,
        [(0, 5), (0, 1), (1, 3), (1, 0)],
        "mined by Blue; north: Blue, Red; west: Red"
    );
    assert_eq!(points(&state, Mountain), [4, 8]);
    assert_eq!(
        (supplies(&state), state.table().tent_supply(Player::FIRST)),
        (vec![4, 4], 1)
    );
}
