//! End of the game: G19–G22.

use goldrush_engine::game::State as _;
use goldrush_engine::game::{WHOLE_WIN, win_shares};
use goldrush_engine::gold_rush::FeatureKind::{City, Mountain, Prairie, Railroad};
use goldrush_engine::player::{PerPlayer, Player};

use super::{end, game, play, points, shows, token_count};

#[test]
fn g19_the_game_ends_with_the_last_tiles_turn() {
    let mut state = game("tile 26d 0,0 0; tile 12d 1,0 0; turn 0 place; coming 26d 12d");
    play(&mut state, "place 2,0 0; none; place 3,0 0");
    assert_eq!(
        state.to_move(),
        Player::new(1),
        "the last tile lies, the action is still to come"
    );
    play(&mut state, "cowboy railroad E");
    assert_eq!(state.to_move(), None);
    assert_eq!(
        points(&state, Railroad),
        [0, 2],
        "and what is incomplete is scored"
    );
}

#[test]
fn g20_an_incomplete_railroad_ignores_its_locomotives() {
    let state = end(&game(
        "tile 17 0,0 0; tile 12d 1,0 0; cowboy 0 0,0 railroad E; turn 1 act",
    ));
    assert_eq!(points(&state, Railroad), [2, 0]);
}

#[test]
fn g20_an_incomplete_city_scores_three_for_each_completed_railroad() {
    let state = game("tile 27 0,0 0; tile 26d -1,0 0; cowboy 1 0,0 city; turn 0 act");
    shows(
        &state,
        r"
       -1        0
     ·······  ·······
    ··················
  0 ════+═══════[B]═══
    ····║········║····
     ···║···  ···║···
",
    );
    assert_eq!(points(&end(&state), City), [0, 3]);
}

#[test]
fn g20_incomplete_mountains_score_nuggets_for_the_majority() {
    // Seats: 0 Blue, 1 Green, 2 Black.
    let state = game(
        "players 3; tile 71 0,0 0; cowboy 0 0,0 mountain E; tile 12d 0,1 0; tile 47a 0,2 180;
         tile 72 0,3 0; tile 70 1,3 270; tile 70 -1,3 90; cowboy 1 0,3 mountain N; cowboy 1 1,3 mountain N;
         cowboy 2 -1,3 mountain N; turn 0 act",
    );
    shows(
        &state,
        r"
       -1        0        1
              ·······
             ^^·····3^
  0          ^^^^^^^A^
             ^^·····^^
              ·······
              ·······
             ·········
  1          ═════════
             ·········
              ·······
              ·······
             ··t······
  2          ·········
             ···^1^···
              ^^^^^^^
     ^^^3^^^  ^^^3^^^  ^^^3^^^
    ···^C^^^^^^^^B^^^^^^^^B^···
  3 ····^^^^^^^^^^^^^^^^^^^····
    ···^^^^^^^^^^^^^^^^^^^^^···
     ^^^^^^^  ^^^^^^^  ^^^^^^^
",
    );
    let state = end(&state);
    assert_eq!(points(&state, Mountain), [3, 10, 0]);
    assert_eq!(
        token_count(&state),
        [0, 0, 0],
        "tokens on incomplete mountains are removed"
    );
}

#[test]
fn g21_tied_farmers_both_score_a_prairie_fully() {
    let state = game(
        "tile 12a 0,0 0; tile 12b 1,0 0; tile 12d 2,0 0; cowboy 0 0,0 prairie Nw; cowboy 1 2,0 prairie Nw; turn 0 act",
    );
    shows(
        &state,
        r"
        0        1        2
     ·t·····  ·······  ·······
    ··A········h········B······
  0 ═══════════════════════════
    ···························
     ·······  ·······  ·······
",
    );
    assert_eq!(points(&end(&state), Prairie), [6, 6]);
}

#[test]
fn g21_a_small_prairie_scores_its_two_camps() {
    let state = game("tile 47d 0,0 0; cowboy 1 0,0 prairie En; turn 0 act");
    shows(
        &state,
        r"
        0
     ^^^^^^^
    ···^1^·B·
  0 ·····t·t·
    ·········
     ·······
",
    );
    assert_eq!(points(&end(&state), Prairie), [0, 4]);
}

#[test]
fn g21_an_outnumbered_farmer_scores_nothing() {
    let state = game(
        "tile 12a 0,0 0; tile 12b 1,0 0; tile 12a 2,0 0; tile 12b 3,0 0; tile 12b 4,0 0; tile 12d 5,0 0;
         cowboy 0 0,0 prairie Nw; cowboy 0 2,0 prairie Nw; cowboy 1 5,0 prairie Nw; turn 0 act",
    );
    shows(
        &state,
        r"
        0        1        2        3        4        5
     ·t·····  ·······  ·t·····  ·······  ·······  ·······
    ··A········h········A········h········h········B······
  0 ══════════════════════════════════════════════════════
    ······················································
     ·······  ·······  ·······  ·······  ·······  ·······
",
    );
    assert_eq!(points(&end(&state), Prairie), [16, 0]);
}

#[test]
fn g21_railroads_and_mountains_bound_a_prairie() {
    let differ = |state: &goldrush_engine::gold_rush::State, one: &str, other: &str| {
        let find = |place| {
            state
                .table()
                .feature(state.table().parse_place(place).unwrap())
        };
        assert_ne!(find(one), find(other));
    };
    let state =
        game("tile 12d 0,0 0; cowboy 0 0,0 prairie Nw; cowboy 1 0,0 prairie Es; turn 0 act");
    differ(&state, "0,0 prairie Nw", "0,0 prairie Es");
    // Where the railroad ends at the mountains, they continue to separate.
    let mut state = game(
        "tile 45 0,0 270; cowboy 0 0,0 prairie En; cowboy 1 0,0 prairie Es; turn 0 place; coming 45 47a",
    );
    play(&mut state, "place 1,0 90");
    shows(
        &state,
        r"
        0        1
     ^^^^^^^  ^^^^^^^
    ^^^^2^·A····^2^^^^
  0 ^^^^^════════^^^^^
    ^^^^^^·B····^^^^^^
     ^^^^^^^  ^^^^^^^
",
    );
    differ(&state, "0,0 prairie En", "0,0 prairie Es");
}

#[test]
fn g21_joined_prairies_combine_farmers_camps_and_herds() {
    let mut state = game(
        "tile 47b 0,0 0; tile 33 0,-1 180; tile 33 1,-1 180; tile 33 2,-1 180; tile 47a 2,0 0;
         cowboy 0 0,0 prairie En; cowboy 1 2,0 prairie En; turn 0 place; coming 47c",
    );
    shows(
        &state,
        r"
        0        1        2
     ·······  ·······  ·······
    ···························
 -1 ═══════════════════════════
    ···^1^······^1^······^1^···
     ^^^^^^^  ^^^^^^^  ^^^^^^^
     ^^^^^^^           ^^^^^^^
    ···^1^·A·         ···^1^·B·
  0 ·······h·         ·······t·
    ·········         ·········
     ·······           ·······
",
    );
    play(&mut state, "place 1,0 0");
    assert_eq!(
        super::actions(&state, "cowboy"),
        ["mountain N"],
        "no farmer beside farmers"
    );
    play(&mut state, "none");
    // Camps 1 + 1, herds 1 + 1: 12 for each.
    assert_eq!(points(&state, Prairie), [12, 12]);
}

#[test]
fn g22_tokens_are_added_to_the_points() {
    let state = game("tile 33 0,0 0; acquired 0:1 0:1 0:1 0:2 0:2 0:2 0:2 0:5 0:0; turn 0 act");
    let state = end(&state);
    assert_eq!(state.scores().as_slice(), [16, 0]);
}

#[test]
fn g22_tied_winners_share_the_win() {
    let shares = |scores: &[u16]| {
        let mut all = PerPlayer::new(scores.len(), 0);
        Player::all(scores.len())
            .zip(scores)
            .for_each(|(p, &s)| all[p] = s);
        win_shares(&all).as_slice().to_vec()
    };
    assert_eq!(shares(&[135, 134]), [WHOLE_WIN, 0]);
    assert_eq!(shares(&[7, 9, 9]), [0, 30, 30]);
    assert_eq!(shares(&[4, 4, 4, 4, 4]), [12; 5]);
    assert_eq!(shares(&[0, 0, 0]), [20; 3]);
}
