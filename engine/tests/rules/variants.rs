//! Variants: V1–V9.

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::FeatureKind::{Mountain, Railroad};
use goldrush_engine::gold_rush::{Rules, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;

use super::{actions, allowed, game, play, points, setup, shows, supplies, token_count, try_game};

#[test]
fn v01_without_farmers_prairies_are_closed() {
    let state = game("rules farmers=false; tile 33 0,0 0; turn 0 act");
    assert_eq!(actions(&state, "cowboy"), ["railroad E", "mountain N"]);
    assert!(
        try_game("rules farmers=false; tile 33 0,0 0; cowboy 0 0,0 prairie En; turn 0 act")
            .is_err()
    );
}

#[test]
fn v02_without_tents_no_tent_action_is_legal() {
    let state = game("rules tents=0; tile 33 0,0 0; turn 0 act");
    assert_eq!(actions(&state, "tent"), [""; 0]);
}

#[test]
fn v02_with_two_tents_moves_name_the_tent() {
    let mut state = game(
        "rules tents=2; tile 33 0,0 0; tile 33 1,0 0; tile 33 2,0 0; tent 0 0,0 mountain N; turn 0 act;
         coming 12d 12d 12d 12d",
    );
    shows(
        &state,
        r"
        0        1        2
     ^^^1^^^  ^^^^^^^  ^^^^^^^
    ···^a^······^1^······^1^···
  0 ═══════════════════════════
    ···························
     ·······  ·······  ·······
",
    );
    assert_eq!(
        actions(&state, "tent"),
        [
            "1,0 mountain N from 0,0 mountain N",
            "1,0 mountain N",
            "2,0 mountain N from 0,0 mountain N",
            "2,0 mountain N"
        ]
    );
    assert_eq!(actions(&state, "mine"), ["from 0,0 mountain N"]);
    play(
        &mut state,
        "tent 1,0 mountain N; place 3,0 0; none; place 4,0 0",
    );
    assert_eq!(
        actions(&state, "mine"),
        ["from 0,0 mountain N", "from 1,0 mountain N"]
    );
    assert_eq!(
        actions(&state, "tent"),
        [
            "2,0 mountain N from 0,0 mountain N",
            "2,0 mountain N from 1,0 mountain N"
        ],
        "none is left in supply"
    );
    play(&mut state, "mine from 1,0 mountain N");
    assert_eq!(
        (token_count(&state), super::pile(&state, "1,0 mountain N")),
        (vec![1, 0], 0)
    );
}

#[test]
fn v03_locomotives_double_never_or_with_one_or_more() {
    let railroad = |rule: &str, middle: &str| {
        let mut state = game(&format!(
            "rules locomotives={rule}; tile 26d 0,0 0; tile 17 1,0 0; tile {middle} 2,0 0; cowboy 0 1,0 railroad E;
             turn 0 place; coming 26d"
        ));
        play(&mut state, "place 3,0 0; none");
        points(&state, Railroad)[0]
    };
    assert_eq!(
        (
            railroad("exactly-one", "12d"),
            railroad("exactly-one", "17")
        ),
        (8, 4)
    );
    assert_eq!((railroad("never", "12d"), railroad("never", "17")), (4, 4));
    assert_eq!(
        (
            railroad("at-least-one", "12d"),
            railroad("at-least-one", "17")
        ),
        (8, 8)
    );
}

#[test]
fn v04_players_have_one_to_seven_cowboys() {
    for cowboys in [1, 5, 7] {
        let rules = Rules {
            cowboys,
            ..Rules::default()
        };
        let state = State::deal(setup(rules, 2), &mut tool_stream(1));
        assert_eq!(supplies(&state), [usize::from(cowboys); 2]);
    }
}

#[test]
fn v05_a_cowboy_taken_back_does_not_score() {
    let text =
        "tile 26d 0,0 0; tile 12d 1,0 0; cowboy 0 1,0 railroad E; cowboy 0 1,0 prairie Nw; cowboy 1 0,0 railroad S;
        turn 0 place; coming 26d 12d 12d";
    let mut state = game(&format!("rules take_back=true; {text}"));
    shows(
        &state,
        r"
        0        1
     ·······  ·······
    ···········A······
  0 ════+═══════════A═
    ····B·············
     ···║···  ·······
",
    );
    play(&mut state, "place 2,0 0");
    assert_eq!(
        actions(&state, "take_back"),
        ["1,0 railroad E", "1,0 prairie Nw"],
        "the own ones, in the order placed"
    );
    play(&mut state, "take_back 1,0 railroad E");
    assert_eq!(
        (points(&state, Railroad), supplies(&state)),
        (vec![0, 0], vec![3, 3]),
        "though it was just completed"
    );
    play(
        &mut state,
        "place 3,0 0; none; place 4,0 0; take_back 1,0 prairie Nw",
    );
    assert_eq!(supplies(&state), [4, 3]);
    let mut state = game(text);
    play(&mut state, "place 2,0 0");
    assert_eq!(
        actions(&state, "take_back"),
        [""; 0],
        "not by the printed rules"
    );
}

#[test]
fn v05_a_mountain_segment_left_is_vacant_for_tents() {
    let mut state = game(
        "rules take_back=true; tile 33 0,0 0; cowboy 0 0,0 mountain N; turn 0 act; coming 12d 12d",
    );
    assert_eq!(actions(&state, "tent"), [""; 0]);
    play(&mut state, "take_back 0,0 mountain N; place 1,0 0");
    assert_eq!(actions(&state, "tent"), ["0,0 mountain N"]);
}

#[test]
fn v06_tokens_can_be_replaced() {
    let mut state = game("rules tokens=2=63; tile 47a 0,0 0; turn 0 place; coming 47a");
    play(&mut state, "place 0,-1 180; cowboy mountain S");
    assert_eq!(
        (token_count(&state), state.scores().as_slice()),
        (vec![2, 0], &[2 + 2 * 2, 0][..])
    );
}

#[test]
fn v07_tiles_can_be_replaced() {
    use goldrush_engine::gold_rush::{Catalogue, Setup};
    let alt = Setup::new(
        Catalogue::built_in("gold_rush_alt").unwrap(),
        Rules::default(),
        2,
    )
    .unwrap();
    let mut rng = tool_stream(1);
    let mut state = State::deal(&alt, &mut rng);
    while let Some(mv) = state.random_move(&mut rng) {
        state.play_unchecked(mv);
    }
    assert!(state.table().landscape().tiles().len() > 60);
}

#[test]
fn v08_players_mine_at_most_once_in_k_turns() {
    let text = "tile 54 0,0 0; tile 54 1,0 0; tent 0 0,0 mountain E; turn 0 act;
        coming 12d 12d 12d 12d 12d 12d";
    let turns = |rules: &str| {
        let mut state = game(&format!("{rules}; {text}"));
        let mut mined = Vec::new();
        for x in 0..3 {
            let may = allowed(&state, "mine");
            mined.push(may);
            play(&mut state, if may { "mine" } else { "none" });
            play(&mut state, &format!("place {x},1 0; none; place {x},2 0"));
        }
        mined
    };
    assert_eq!(turns("rules cowboys=4"), [true, true, true]);
    assert_eq!(turns("rules mining_interval=2"), [true, false, true]);
    assert_eq!(turns("rules mining_interval=3"), [true, false, false]);
    let state = game(&format!("rules mining_interval=3; unmined 0 1; {text}"));
    assert!(!allowed(&state, "mine") && points(&state, Mountain) == [0, 0]);
    assert_eq!(state.table().unmined_turns(Player::FIRST), 1);
}

#[test]
fn v09_only_the_restricted_seat_is_denied_the_action() {
    // Number of actions of each kind for a seat with a tent on a mountain and a cowboy on the board.
    let counts = |seat: usize, denied: &str| {
        let state = game(&format!(
            "rules take_back=true restriction=0:{denied}; tile 54 0,0 0; tile 54 1,0 0; tile 33 0,1 180;
             tent 0 0,0 mountain E; tent 1 1,0 mountain E; cowboy {seat} 0,0 prairie Nw; turn {seat} act"
        ));
        [
            "cowboy railroad",
            "cowboy mountain",
            "cowboy prairie",
            "tent",
            "mine",
            "take_back",
        ]
        .map(|kind| actions(&state, kind).len())
    };
    let all = counts(1, "tents");
    assert!(all.iter().all(|&count| count > 0), "{all:?}");
    let kinds = [
        "railwaymen",
        "miners",
        "farmers",
        "tents",
        "mining",
        "take-back",
    ];
    for (gone, denied) in kinds.into_iter().enumerate() {
        assert_eq!(counts(1, denied), all, "the other seat may do everything");
        let mut left = all;
        left[gone] = 0;
        assert_eq!(counts(0, denied), left, "{denied}");
    }
    assert_eq!(counts(0, "merchants"), all, "there is no city");
    let city = |denied| {
        actions(
            &game(&format!(
                "rules restriction=1:{denied}; tile 27 0,0 0; turn 1 act"
            )),
            "cowboy city",
        )
    };
    assert_eq!((city("miners").len(), city("merchants").len()), (1, 0));
    let supplies = |rules: &str| {
        let state = game(&format!(
            "rules restriction=1:one-cowboy {rules}; tile 27 0,0 0; cowboy 0 0,0 city; turn 1 act"
        ));
        Player::all(2)
            .map(|seat| state.table().cowboy_supply(seat))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (supplies(""), supplies("cowboys=1")),
        (vec![3, 3], vec![0, 0])
    );
}
