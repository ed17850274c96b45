//! Agents of Knizia's card game: legal, deterministic, blind to unseen cards, and of the expected strength.

use goldrush_ai::agent::Agent;
use goldrush_ai::environment::Environment;
use goldrush_ai::knizia_gold::memory::Memory;
use goldrush_ai::knizia_gold::perfect::{Perfect, rush_value_of};
use goldrush_ai::knizia_gold::search_policy::KniziaSearchPolicy;
use goldrush_ai::random::Random;
use goldrush_ai::registry::Spec;
use goldrush_ai::search::{
    Budget, Mcts, PlayoutRng, PlayoutStrategy, Reward, Rollout, RootConfig, Search, TreeConfig,
};
use goldrush_engine::game::{State as _, Text, View, WHOLE_WIN, win_shares};
use goldrush_engine::knizia_gold::{Flip, KniziaGold, MAX_TURNS, Rules, Setup, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, agent_stream, deal_stream, tool_stream};

type Boxed = Box<dyn Agent<State>>;

fn random() -> Boxed {
    Box::new(Random)
}

fn memory<const PERCENT: u32>() -> Boxed {
    Box::new(Memory::new(PERCENT as f32 / 100.0))
}

fn perfect() -> Boxed {
    Box::<Perfect>::default()
}

const REWARD: Reward = Reward {
    scale: 15.0,
    near: 5.0,
};

fn tree(nodes: usize) -> Mcts<KniziaSearchPolicy, Flip> {
    let config = TreeConfig {
        depth: 100,
        exploration: 0.1,
        widening: 1.0,
        prior_weight: 3.0,
        branches: 8,
        nodes,
        reward: REWARD,
    };
    Mcts::new(KniziaSearchPolicy::new(), config)
}

fn search<C: PlayoutStrategy<State> + 'static>(playouts: u32, strategy: C) -> Boxed {
    let config = RootConfig {
        budget: Budget::Playouts(playouts),
        candidates: 12,
        prior_weight: 2.0,
        racing: 0.0,
        reward: REWARD,
    };
    let workers = Environment::sequential(2).workers;
    Box::new(Search::new(
        KniziaSearchPolicy::new(),
        config,
        vec![strategy],
        workers,
    ))
}

fn mcts() -> Boxed {
    search(24, tree(1000))
}

fn rollout() -> Boxed {
    search(12, Rollout::new(KniziaSearchPolicy::new(), 10))
}

type Maker = fn() -> Boxed;

const AGENTS: [(&str, Maker); 6] = [
    ("random", random),
    ("memory:p=0", memory::<0>),
    ("memory:p=0.9", memory::<90>),
    ("perfect", perfect),
    ("rollout", rollout),
    ("mcts", mcts),
];

/// Plays a game and returns its final state.
fn play(setup: Setup, block: u64, seating: usize, agents: &mut [Boxed]) -> State {
    let mut state = State::deal(setup, &mut deal_stream(1, block));
    let mut streams: Vec<StreamRng> = (0..agents.len())
        .map(|seat| agent_stream(1, block, seating, seat))
        .collect();
    let mut flips = 0;
    while let Some(seat) = state.to_move() {
        let at = seat.index();
        let mv = agents[at].choose(&View::new(&state, seat), &mut streams[at]);
        state
            .play(mv)
            .unwrap_or_else(|refused| panic!("{refused}\n{}", state.to_text()));
        flips += 1;
        assert!(flips <= 2 * usize::from(MAX_TURNS) * setup.games());
    }
    state
}

#[test]
fn every_agent_plays_games_and_matches_with_two_to_five_players() {
    for (name, make) in AGENTS {
        for players in 2..=5 {
            for is_match in [false, true] {
                let setup = Setup::new(players, is_match).unwrap();
                let play = || {
                    play(
                        setup,
                        3,
                        0,
                        &mut (0..players).map(|_| make()).collect::<Vec<_>>(),
                    )
                };
                let state = play();
                assert_eq!(
                    state.table().game(),
                    (setup.games() - 1, setup.games()),
                    "{name}"
                );
                assert!(play() == state, "{name}: the same seed gives another game");
            }
        }
    }
}

/// Returns the win share of one agent against others of one kind, 0 to 1: the mean over blocks of rotated seats, and
/// the half-width of its 95% interval.
fn share(one: Maker, others: Maker, players: usize, blocks: u64) -> (f64, f64) {
    let setup = Setup::new(players, false).unwrap();
    let shares: Vec<f64> = (0..blocks)
        .map(|block| {
            let of = |seating: usize| {
                let mut agents: Vec<Boxed> = (0..players)
                    .map(|seat| if seat == seating { one() } else { others() })
                    .collect();
                let shares = win_shares(&play(setup, block, seating, &mut agents).standings());
                f64::from(shares.as_slice()[seating]) / f64::from(WHOLE_WIN)
            };
            (0..players).map(of).sum::<f64>() / players as f64
        })
        .collect();
    let n = blocks as f64;
    let mean = shares.iter().sum::<f64>() / n;
    let variance = shares
        .iter()
        .map(|share| (share - mean).powi(2))
        .sum::<f64>()
        / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}

#[test]
fn better_memory_wins() {
    let ladder: [Maker; 4] = [memory::<0>, memory::<50>, memory::<90>, memory::<100>];
    for players in [2, 4] {
        for rung in ladder.windows(2) {
            let (mean, half) = share(rung[1], rung[0], players, 150);
            assert!(mean - half > 1.0 / players as f64, "{mean} ± {half}");
        }
    }
}

/// It only knows the open card, which gives it no advantage over a random player.
#[test]
fn no_memory_equals_random_play() {
    let (mean, half) = share(memory::<0>, random, 2, 400);
    assert!((mean - 0.5).abs() < 2.0 * half, "{mean} ± {half}");
    assert!(share(memory::<50>, random, 2, 100).0 > 0.6);
}

#[test]
fn expected_values_beat_memory_alone() {
    for players in 2..=5 {
        let (mean, half) = share(perfect, memory::<100>, players, 250);
        assert!(
            mean - half > 1.0 / players as f64,
            "{players} players: {mean} ± {half}"
        );
    }
}

/// Both would rather wait for the other to start the gold rush; neither may do so forever.
#[test]
fn perfect_players_do_not_wait_forever() {
    let text = "turns 30\nseat 0\nrush 0\ngold 25/11 22/9\n+g4@27 +g4@29 +b3@30 +e2@30 a2 d2 b4 xx g3 b3 xx c3";
    let text = format!("{text} {}", "-- ".repeat(52));
    let mut state =
        State::from_text(Setup::new(2, false).unwrap(), &text).unwrap_or_else(|e| panic!("{e}"));
    let mut rng = tool_stream(1);
    while let Some(seat) = state.to_move() {
        let mv = perfect().choose(&View::new(&state, seat), &mut rng);
        state.play(mv).unwrap();
    }
    assert!(
        state.table().turns() < 300,
        "{} turns",
        state.table().turns()
    );
}

/// Returns the state after some flips; the second line of the text is the seat to move.
fn position(players: usize, text: &str) -> State {
    let head = format!("turns 20\nseat 0\nrush 0\ngold{}\n", " 0/0".repeat(players));
    let cells = text.split_whitespace().count();
    let text = format!("{head}{text} {}", "-- ".repeat(64 - cells));
    State::from_text(Setup::new(players, false).unwrap(), &text).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns the flips of one turn.
fn turn(mut agent: Boxed, mut state: State) -> Vec<String> {
    let (seat, turns) = (state.to_move().unwrap(), state.table().turns());
    let mut flips = Vec::new();
    let mut rng = tool_stream(5);
    while state.table().turns() == turns {
        let mv = agent.choose(&View::new(&state, seat), &mut rng);
        flips.push(state.move_text(mv));
        state.play(mv).unwrap();
    }
    flips.sort();
    flips
}

/// Unseen cards, none of them gold.
const DARK: &str = "c2 c2 c3 d2 d3 e2 e3 c4 d4 e4";

#[test]
fn known_gold_is_dug_for_oneself_only() {
    // Known: gold of 4, seat 1's digger that can carry it, seat 0's that carries only 3, gold of 3.
    let dark = "b2 ".repeat(10);
    let state = position(2, &format!("+g4@20 +b5@20 +a3@20 +g3@20 {dark}"));
    for make in [memory::<100>, perfect, mcts] {
        let flips = turn(make(), state.clone());
        assert_eq!(flips, ["c1", "d1"]);
    }
}

#[test]
fn unowned_diggers_dig_for_the_seat_that_flips_them() {
    let state = position(3, &format!("+g4@20 +d5@20 +a3@20 +g2@20 {DARK}"));
    for make in [memory::<100>, perfect] {
        assert_eq!(turn(make(), state.clone()), ["a1", "b1"]);
    }
}

#[test]
fn in_the_rush_the_best_known_gold_is_flipped() {
    let state = position(2, "+g2@20 +b5@20 +g3@20 g1 c2 c3");
    assert!(state.table().is_rush());
    for make in [memory::<100>, perfect, rollout, mcts] {
        assert_eq!(turn(make(), state.clone()), ["c1"]);
    }
}

/// Returns an agent's loss in the gold rush against the exact solution, in points per seat and game. `perfect` plays
/// until the rush starts.
fn lost_in_rush(make: Maker, players: usize, games: u64) -> f64 {
    let mut lost = 0.0;
    for game in 0..games {
        let mut state = State::deal(
            Setup::new(players, false).unwrap(),
            &mut deal_stream(3, game),
        );
        let (mut player, mut agent) = (perfect(), make());
        let mut rng = agent_stream(3, game, 0, 0);
        while let Some(seat) = state.to_move() {
            let view = View::new(&state, seat);
            let flip = if state.table().is_rush() {
                let flip = agent.choose(&view, &mut rng);
                let value =
                    |position: u8| f64::from(rush_value_of(view.table(), seat, Flip(position)));
                let present = (0..64).filter(|at| view.table().present() >> at & 1 == 1);
                lost += present.map(value).fold(f64::MIN, f64::max) - value(flip.0);
                flip
            } else {
                player.choose(&view, &mut rng)
            };
            state.play_unchecked(flip);
        }
    }
    lost / (games * players as u64) as f64
}

/// `cargo test -p goldrush-ai solved -- --nocapture` prints the loss of each agent.
#[test]
fn the_gold_rush_is_played_as_solved() {
    let best = || {
        let spec = Spec::read::<KniziaGold>("best").unwrap();
        spec.build::<KniziaGold>(&Environment::sequential(2)) as Boxed
    };
    for players in [2, 4] {
        let agents: [(&str, Maker, u64); 4] = [
            ("perfect", perfect, 400),
            ("memory:p=1", memory::<100>, 400),
            ("best", best, 20),
            ("random", random, 400),
        ];
        let lost = agents.map(|(name, make, games)| {
            let lost = lost_in_rush(make, players, games);
            println!("{players} players, {name}: {lost:.3} points a game in the gold rush, over {games} games");
            lost
        });
        assert_eq!(lost[0], 0.0);
        assert!(lost[2] < 0.2 && lost[3] > 1.0, "{lost:?}");
    }
}

/// V31: a rush that is too long to be solved: the gold of a flip, minus half of the best that the next seat can expect.
#[test]
fn v31_long_gold_rush_is_played_by_estimates() {
    let setup = Setup::with_rules(
        2,
        Rules {
            rush_cards: 30,
            ..Rules::default()
        },
    )
    .unwrap();
    let cards = "+g4@1 +g1@1 +g1@1 +g2@1 +g3@1 +g3@1 g1 g1 g2 g2 g3 g3 g4 xx xx xx";
    let text = format!(
        "turns 20\nseat 0\nrush 1\ngold 0/0 0/0\n{cards} {}",
        "-- ".repeat(48)
    );
    let game = State::from_text(setup, &text).unwrap();
    let value = |flip| rush_value_of(game.table(), Player::FIRST, Flip(flip));
    // An unseen card is worth 16 points in 10 cards on average.
    assert_eq!(
        [0, 1, 4].map(value),
        [4.0 - 0.5 * 3.0, 1.0 - 0.5 * 4.0, 3.0 - 0.5 * 4.0]
    );
    assert!((value(6) - (1.6 - 0.5 * 4.0)).abs() < 1e-5, "{}", value(6));
    assert_eq!(
        Perfect.choose(&View::new(&game, Player::FIRST), &mut tool_stream(1)),
        Flip(0)
    );
    // With 64 cards every turn flips an unseen one.
    let setup = Setup::with_rules(
        4,
        Rules {
            rush_cards: 64,
            ..Rules::default()
        },
    )
    .unwrap();
    let mut state = State::deal(setup, &mut deal_stream(5, 0));
    while let Some(seat) = state.to_move() {
        let flip = Perfect.choose(&View::new(&state, seat), &mut tool_stream(1));
        assert!(state.table().seen(flip.0).is_none());
        state.play(flip).unwrap();
    }
}

/// In sampled worlds where everybody plays by the solution, the solved values are the actual means.
#[test]
fn solved_gold_rush_values_match_playouts() {
    for players in [2, 3] {
        let mut errors = Vec::new();
        for game in 0..40 {
            let mut state = State::deal(
                Setup::new(players, false).unwrap(),
                &mut deal_stream(4, game),
            );
            let mut rng = tool_stream(game);
            while !state.table().is_rush() && state.to_move().is_some() {
                let mv = Perfect.choose(&View::new(&state, state.to_move().unwrap()), &mut rng);
                state.play_unchecked(mv);
            }
            let Some(seat) = state.to_move() else {
                continue;
            };
            let view = View::new(&state, seat);
            let flip = Perfect.choose(&view, &mut rng);
            let said = f64::from(rush_value_of(view.table(), seat, flip));
            let ahead = |state: &State| {
                let scores: Vec<f64> = state
                    .scores()
                    .iter()
                    .map(|(_, score)| f64::from(score))
                    .collect();
                let own = scores[seat.index()];
                own - (scores.iter().sum::<f64>() - own) / (players - 1) as f64
            };
            let before = ahead(&state);
            let came = (0..200).map(|_| {
                let mut world = view.sample(&mut rng);
                while let Some(seat) = world.to_move() {
                    let mv = Perfect.choose(&View::new(&world, seat), &mut rng);
                    world.play_unchecked(mv);
                }
                ahead(&world) - before
            });
            errors.push(came.sum::<f64>() / 200.0 - said);
        }
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let spread =
            errors.iter().map(|error| error * error).sum::<f64>().sqrt() / errors.len() as f64;
        assert!(
            mean.abs() < 3.0 * spread + 1e-6 && spread < 0.1,
            "{mean} ± {spread}"
        );
    }
}

/// A card flipped again is fresh: with p = 0.9 a card last flipped long ago is remembered less often than one flipped
/// in the last turn.
#[test]
fn cards_flipped_long_ago_are_forgotten() {
    let digs = |turn_of_gold: u32| {
        let state = position(2, &format!("+g4@{turn_of_gold} +a5@20 {DARK} c2 c2"));
        let dug = |seed: &u64| {
            let mut state = state.clone();
            let (mut agent, mut rng) = (Memory::new(0.9), tool_stream(*seed));
            for _ in 0..2 {
                let mv = agent.choose(&View::new(&state, Player::FIRST), &mut rng);
                state.play(mv).unwrap();
            }
            state.scores()[Player::FIRST] == 4
        };
        (0..1000).filter(dug).count() as f64 / 1000.0
    };
    // Flipped in turn 20 (from 1), now 20 have ended: each has one turn to be forgotten. Chances of a lucky find are
    // small.
    let (fresh, old) = (digs(20), digs(6));
    assert!((fresh - 0.81).abs() < 0.08, "{fresh}");
    assert!(old > 0.15 && old < 0.45, "{old}");
}

/// Plays sampled worlds.
fn iterate(
    strategy: &mut impl PlayoutStrategy<State>,
    view: &View<State>,
    worlds: std::ops::Range<u64>,
) {
    let mut world = view.sample(&mut PlayoutRng::new(1, 0));
    for number in worlds {
        let mut playout_rng = PlayoutRng::new(1, number);
        view.sample_into(&mut world, &mut playout_rng);
        strategy.run_playout(&mut world, (number % 3) as usize, &mut playout_rng);
    }
}

/// The first iterations grow the lists; after that nothing is allocated, including in the gold rush.
#[test]
fn playouts_allocate_nothing() {
    for is_match in [false, true] {
        for moves in [0, 40, 100] {
            let mut rng = tool_stream(8);
            let mut state = State::deal(Setup::new(3, is_match).unwrap(), &mut rng);
            for _ in 0..moves {
                let mv = state.random_move(&mut rng).expect("the game goes on");
                state.play_unchecked(mv);
            }
            let view = View::new(&state, state.to_move().unwrap());
            let mut rollout = Rollout::new(KniziaSearchPolicy::new(), 100);
            rollout.begin(&view);
            iterate(&mut rollout, &view, 0..100);
            let counted = allocation_counter::measure(|| iterate(&mut rollout, &view, 0..100));
            assert_eq!(counted.count_total, 0, "rollout");
            let mut tree = tree(5000);
            tree.begin(&view);
            iterate(&mut tree, &view, 0..300);
            tree.begin(&view);
            let counted = allocation_counter::measure(|| iterate(&mut tree, &view, 0..300));
            assert_eq!(counted.count_total, 0, "mcts");
        }
    }
}
