//! Compares greedy, move for move, with a slow version that plays every pair of placement and action.

use goldrush_ai::agent::Agent;
use goldrush_ai::gold_rush::greedy::Greedy;
use goldrush_engine::changed_numbers;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Catalogue, Locomotives, Move, Phase, Rules, Setup, State};
use goldrush_engine::player::{PerPlayer, Player};
use goldrush_engine::rng::{StreamRng, choose, tool_stream};

/// Returns the margin of `seat` if the game ended now, times `count`, from a fully known world; token values are
/// replaced according to the definition.
fn margin(before: &State, after: &State, seat: Player) -> i64 {
    let view = View::new(before, seat);
    let (sum, count) = view.unseen_tokens();
    let (sum, count) = (i64::from(sum), i64::from(count.max(1)));
    let mut totals = PerPlayer::new(before.players(), 0i64);
    for p in Player::all(before.players()) {
        let mut points = i64::from(after.table().feature_points(p));
        if after.table().phase() != Phase::Over {
            after.table().evaluate_unfinished(|e| {
                points += i64::from(e.points) * i64::from(e.seats.contains(p));
            });
        }
        let known = if p == seat {
            before.table().token_count(p)
        } else {
            0
        };
        let own: i64 = if p == seat {
            view.own_tokens().map(i64::from).sum()
        } else {
            0
        };
        totals[p] = count * (points + own) + sum * i64::from(after.table().token_count(p) - known);
    }
    let best = totals
        .iter()
        .filter(|&(p, _)| p != seat)
        .map(|(_, t)| t)
        .max()
        .unwrap();
    totals[seat] - best
}

fn moves(state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves
}

/// Returns every best pair, in the order of the lists.
fn best_pairs(state: &State) -> Vec<(Move, Move)> {
    let seat = state.to_move().unwrap();
    let mut best = (i64::MIN, Vec::new());
    for place in moves(state) {
        let mut placed = state.clone();
        placed.play_unchecked(place);
        for (action, value) in valued_actions(state, &placed, seat) {
            if value > best.0 {
                best = (value, Vec::new());
            }
            if value == best.0 {
                best.1.push((place, action));
            }
        }
    }
    best.1
}

fn valued_actions(before: &State, placed: &State, seat: Player) -> Vec<(Move, i64)> {
    let valued = moves(placed).into_iter().map(|action| {
        let mut after = placed.clone();
        after.play_unchecked(action);
        (action, margin(before, &after, seat))
    });
    valued.collect()
}

fn slow_choice(state: &State, rng: &mut StreamRng) -> Move {
    if state.table().phase() == Phase::Place {
        let pairs = best_pairs(state);
        return pairs[choose(rng, pairs.len() as u32) as usize].0;
    }
    let seat = state.to_move().unwrap();
    let valued = valued_actions(state, state, seat);
    let best = valued.iter().map(|&(_, v)| v).max().unwrap();
    let tied: Vec<_> = valued
        .into_iter()
        .filter(|&(_, v)| v == best)
        .map(|(mv, _)| mv)
        .collect();
    tied[choose(rng, tied.len() as u32) as usize]
}

/// Plays a game of greedy agents, with half of the moves random for variety.
fn compare(setup: &Setup, seed: u64) -> usize {
    let mut rng = tool_stream(seed);
    let mut state = State::deal(setup, &mut rng);
    let mut compared = 0;
    let mut greedy = Greedy::default();
    while let Some(seat) = state.to_move() {
        // The definition ignores that the last turn ends the game: both evaluate the table before that.
        let (mut fast_rng, mut slow_rng) = (rng.clone(), rng.clone());
        let fast = greedy.choose(&View::new(&state, seat), &mut fast_rng);
        assert_eq!(fast, slow_choice(&state, &mut slow_rng), "{state:?}");
        compared += 1;
        let random = choose(&mut rng, 2) == 0;
        let mv = if random {
            state.random_move(&mut rng).unwrap()
        } else {
            fast
        };
        state.play_unchecked(mv);
    }
    compared
}

#[test]
fn greedy_matches_its_definition() {
    let printed = Rules::default();
    let variants = [
        printed.clone(),
        Rules {
            mining_interval: 2,
            ..printed.clone()
        },
        Rules {
            tents: 2,
            take_back: true,
            ..printed.clone()
        },
        Rules {
            farmers: false,
            cowboys: 2,
            ..printed.clone()
        },
        Rules {
            locomotives: Locomotives::AtLeastOne,
            tokens: Some("5=10".parse().unwrap()),
            ..printed.clone()
        },
        Rules {
            locomotives: Locomotives::Never,
            tents: 0,
            ..printed.clone()
        },
        Rules {
            restriction: Some("1:tents".parse().unwrap()),
            ..printed.clone()
        },
        Rules {
            restriction: Some("0:miners".parse().unwrap()),
            ..printed.clone()
        },
        Rules {
            restriction: Some("1:mining".parse().unwrap()),
            ..printed
        },
    ]
    .into_iter()
    .chain(changed_numbers::gold_rush());
    let catalogue = Catalogue::built_in("gold_rush").unwrap();
    let mut compared = 0;
    for (i, rules) in variants.enumerate() {
        // With a single rival it takes a short cut.
        for players in [2, 3 + i % 3] {
            let setup = Setup::new(catalogue.clone(), rules.clone(), players).unwrap();
            compared += (0..6)
                .map(|seed| compare(&setup, seed + 10 * i as u64))
                .sum::<usize>();
        }
    }
    assert!(compared > 9000, "{compared} positions");
}

/// With nothing else to gain, greedy scores at once: it claims a railroad that its tile completes.
#[test]
fn greedy_takes_immediate_points() {
    let setup = Setup::printed(2);
    let scenario: goldrush_engine::gold_rush::Scenario =
        "tile 33 0,0 0\ntile 26d 1,0 90\nturn 0 place\ncoming 26d 27"
            .parse()
            .unwrap();
    let mut state = scenario.state(&setup).unwrap();
    let mut rng = tool_stream(1);
    let mut greedy = Greedy::default();
    for _ in 0..2 {
        let mv = greedy.choose(&View::new(&state, Player::FIRST), &mut rng);
        state.play(mv).unwrap();
    }
    assert_eq!(state.scores()[Player::FIRST], 3, "{state:?}");
}
