//! Public and hidden information: G23, G24.

use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Observation, Rules, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{below, tool_stream};

use super::{game, setup, shows};

/// Returns a position in the middle of a random game.
fn midgame(rules: Rules, players: usize, seed: u64) -> State<'static> {
    let setup = setup(rules, players);
    let mut rng = tool_stream(seed);
    let mut state = State::deal(setup, &mut rng);
    for _ in 0..30 + below(&mut rng, 100) {
        let Some(mv) = state.random_move(&mut rng) else {
            break;
        };
        state.play_unchecked(mv);
    }
    state
}

/// Returns the observer's information as bytes.
fn seen(state: &State, observer: Player) -> Vec<u8> {
    serde_json::to_vec(&View::new(state, observer).observation()).unwrap()
}

#[test]
fn g23_hidden_information_does_not_change_an_observation() {
    for seed in 0..60 {
        let players = 2 + seed as usize % 4;
        let state = midgame(Rules::default(), players, seed);
        let mut rng = tool_stream(seed + 1000);
        for observer in Player::all(players) {
            let before = seen(&state, observer);
            for _ in 0..5 {
                let mut other = state.clone();
                other.determinize(observer, &mut rng);
                assert_eq!(seen(&other, observer), before);
            }
        }
    }
}

/// A position rebuilt from an observation cannot be told from the true one by that seat.
#[test]
fn g23_a_position_rebuilds_from_an_observation() {
    let variant = Rules {
        tents: 2,
        take_back: true,
        mining_interval: 3,
        ..Rules::default()
    };
    for seed in 0..120 {
        let players = 2 + seed as usize % 4;
        let rules = if seed % 3 == 0 {
            variant.clone()
        } else {
            Rules::default()
        };
        let state = midgame(rules, players, seed);
        for observer in Player::all(players) {
            let sent = seen(&state, observer);
            let read: Observation = serde_json::from_slice(&sent).unwrap();
            let setup = state.table().setup();
            let again = read
                .scenario(setup)
                .and_then(|scenario| scenario.state(setup))
                .unwrap();
            assert_eq!(seen(&again, observer), sent);
            let (mut moves, mut moves_again) = (Vec::new(), Vec::new());
            state.legal_moves(&mut moves);
            again.legal_moves(&mut moves_again);
            assert_eq!(moves, moves_again);
        }
    }
}

#[test]
fn g23_invalid_observations_are_refused() {
    let state = midgame(Rules::default(), 2, 5);
    let setup = state.table().setup();
    let seen = state.observation(Player::FIRST);
    let refused = |wrong: &dyn Fn(&mut Observation)| {
        let mut seen = seen.clone();
        wrong(&mut seen);
        seen.scenario(setup)
            .and_then(|scenario| scenario.state(setup))
            .unwrap_err()
            .to_string()
    };
    assert!(refused(&|seen| seen.phase = "fly".into()).contains("turn: \"fly\""));
    assert!(refused(&|seen| seen.landscape[1].rotation = 45).contains("45 is no rotation"));
    assert!(refused(&|seen| seen.landscape[1].x = 50).contains("50,"));
    assert!(refused(&|seen| seen.own_tokens = vec![31]).contains("too many tokens of 31"));
    assert!(refused(&|seen| seen.seats.truncate(1)).contains("1 players"));
}

#[test]
fn g23_observations_show_all_public_information() {
    let state = game(
        "tile 33 0,0 0; tile 54 0,-1 90; cowboy 1 0,0 railroad E; tent 0 0,-1 mountain N; pile 0,0 mountain N 1;
         acquired 0:3; points 1 railroad 4; turn 1 place; discarded 31; coming 12d 27 27",
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
     ^^^^^^^
    ···^1^···
  0 ═══════B═
    ·········
     ·······
",
    );
    for observer in Player::all(2) {
        let seen = View::new(&state, observer).observation();
        assert_eq!(
            (seen.to_move, &seen.phase[..], seen.tile.as_str()),
            (Some(1), "place", "12d")
        );
        assert_eq!(seen.landscape.len(), 2);
        assert_eq!(
            (seen.piles.len(), seen.piles[0].tokens, seen.token_supply),
            (1, 1, 61)
        );
        assert_eq!((seen.seats[0].tokens, seen.seats[1].tokens), (1, 0));
        assert_eq!(
            (
                seen.seats[1].points["railroad"],
                seen.seats[1].cowboy_supply
            ),
            (4, 3)
        );
        assert_eq!(
            (
                seen.seats[0].tents[0].segment.as_str(),
                seen.seats[0].tent_supply
            ),
            ("mountain N", 0)
        );
        assert_eq!(
            (seen.discarded, seen.tiles_left),
            (vec!["31".to_owned()], [("27".to_owned(), 2)].into())
        );
        assert_eq!(
            seen.own_tokens,
            if observer == Player::FIRST {
                vec![3]
            } else {
                vec![]
            }
        );
    }
}

/// Cheating agent for the test: it uses the true order of the tiles.
fn cheater(state: &State) -> usize {
    state
        .deal_order()
        .0
        .iter()
        .map(|kind| usize::from(kind.0))
        .rev()
        .take(3)
        .sum()
}

#[test]
fn g23_the_peeking_test_detects_a_cheater() {
    let state = midgame(Rules::default(), 2, 3);
    let mut rng = tool_stream(4);
    let caught = (0..20).any(|_| {
        let mut other = state.clone();
        other.determinize(Player::FIRST, &mut rng);
        cheater(&other) != cheater(&state)
    });
    assert!(
        caught,
        "the cheater decides differently when the hidden order changes"
    );
}

#[test]
fn g23_samples_are_uniform_over_the_tiles_left() {
    let state = midgame(Rules::default(), 2, 8);
    let mut rng = tool_stream(9);
    let mut drawn = [0u32; 64];
    const WORLDS: u32 = 20_000;
    for _ in 0..WORLDS {
        let world = View::new(&state, Player::FIRST).sample(&mut rng);
        let (order, _) = world.deal_order();
        drawn[order[order.len() - world.table().tiles_left()].index()] += 1;
    }
    let left = state.table().tiles_left() as u32;
    for (i, _) in state.table().setup().catalogue().kinds().iter().enumerate() {
        let kind = goldrush_engine::landscape::tile::KindId(i as u8);
        let expected = f64::from(WORLDS * u32::from(state.table().left(kind))) / f64::from(left);
        assert!(
            (f64::from(drawn[i]) - expected).abs() <= 6.0 * expected.sqrt(),
            "{}: {} of {expected}",
            i,
            drawn[i]
        );
    }
}

#[test]
fn g24_token_values_follow_the_order_of_acquisition() {
    let setup = setup(Rules::default(), 3);
    for seed in 0..20 {
        let mut rng = tool_stream(seed);
        let mut state = State::deal(setup, &mut rng);
        let (_, tokens) = state.deal_order();
        while let Some(mv) = state.random_move(&mut rng) {
            state.play_unchecked(mv);
        }
        let acquired: Vec<u8> = state
            .scenario()
            .acquired
            .iter()
            .map(|&(_, value)| value)
            .collect();
        assert_eq!(acquired, tokens[..acquired.len()]);
    }
}

#[test]
fn g24_samples_draw_others_tokens_from_all_unseen_values() {
    // The observer holds the three 5s; in no sample does anybody else.
    let state = game("tile 33 0,0 0; acquired 0:5 1:3 0:5 1:0 0:5; turn 0 act; coming 12d");
    let mut rng = tool_stream(2);
    let mut sum = 0u32;
    for _ in 0..2000 {
        let world = View::new(&state, Player::FIRST).sample(&mut rng);
        let theirs: Vec<u8> = world.tokens_of(Player::new(1).unwrap()).collect();
        assert_eq!(
            world.tokens_of(Player::FIRST).collect::<Vec<_>>(),
            [5, 5, 5]
        );
        assert!(theirs.len() == 2 && !theirs.contains(&5));
        sum += theirs.iter().map(|&v| u32::from(v)).sum::<u32>();
    }
    // Two tokens of mean 100/60 each.
    assert!(
        (f64::from(sum) / 2000.0 - 2.0 * 100.0 / 60.0).abs() < 0.15,
        "{sum}"
    );
}
