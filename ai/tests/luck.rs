//! The luck of draws is 0 on average: exactly, over all possible draws in one position, and over many games of any
//! agents.

use std::sync::Arc;

use goldrush_ai::environment::Environment;
use goldrush_ai::luck::{Draw, LuckEstimator, LuckModel, coefficients};
use goldrush_ai::registry::{Roster, Spec};
use goldrush_ai::value::{Standing, WinModel};
use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::{Game as _, State as _, View};
use goldrush_engine::gold_rush::{self, Deal, GoldRush};
use goldrush_engine::knizia_gold::{self, KniziaGold};
use goldrush_engine::player::{MAX_PLAYERS, Player};
use goldrush_engine::rng::{agent_stream, deal_stream, tool_stream};

fn carcassonne(gold_mines: bool, players: usize) -> carcassonne::Setup {
    let rules = carcassonne::Rules {
        gold_mines,
        ..carcassonne::Rules::default()
    };
    carcassonne::Setup::new(Arc::new(carcassonne::Catalogue::printed()), rules, players).unwrap()
}

/// Gold Rush with two tents per player and at most ten tokens.
fn variant(players: usize) -> gold_rush::Setup {
    let catalogue = gold_rush::Catalogue::built_in("gold_rush").unwrap();
    let rules = gold_rush::Rules {
        tents: 2,
        tokens: Some("5=10".parse().unwrap()),
        ..gold_rush::Rules::default()
    };
    gold_rush::Setup::new(catalogue, rules, players).unwrap()
}

/// Sums the luck of each seat in a game.
struct Follower<'s, G: LuckModel> {
    estimator: G::LuckEstimator<'s>,
    luck: [f64; MAX_PLAYERS],
    /// Luck of the last draw.
    last: f64,
}

impl<'s, G: LuckModel> Follower<'s, G> {
    fn new(players: usize) -> Follower<'s, G> {
        Follower {
            estimator: G::luck_estimator(players),
            luck: [0.0; MAX_PLAYERS],
            last: 0.0,
        }
    }

    fn begin(&mut self, state: &G::State<'s>) {
        self.luck = [0.0; MAX_PLAYERS];
        self.estimator.begin();
        self.estimator.after_move(state, |draw| {
            self.luck[draw.seat.index()] += draw.points;
            self.last = draw.points;
        });
    }

    fn play(&mut self, state: &mut G::State<'s>, mv: G::Move) {
        self.last = 0.0;
        let Follower {
            estimator,
            luck,
            last,
        } = self;
        let mut told = |draw: Draw| {
            luck[draw.seat.index()] += draw.points;
            *last = draw.points;
        };
        estimator.before_move(state, mv, &mut told);
        state.play_unchecked(mv);
        estimator.after_move(state, &mut told);
    }
}

/// Returns the luck of the last draw after some moves of each game that is a valid alternative, and the number of
/// invalid ones.
fn luck_of_alternatives<'s, G: LuckModel>(
    players: usize,
    games: impl Iterator<Item = G::State<'s>>,
    moves: &[G::Move],
    is_it: impl Fn(usize, &G::State<'s>) -> bool,
) -> (Vec<f64>, usize) {
    let (mut luck, mut refused) = (Vec::new(), 0);
    for (nth, mut state) in games.enumerate() {
        let mut follower = Follower::<G>::new(players);
        follower.begin(&state);
        for &mv in moves {
            assert!(
                state.is_legal(mv),
                "what was to come is not seen before it comes"
            );
            follower.play(&mut state, mv);
        }
        if is_it(nth, &state) {
            luck.push(follower.last);
        } else {
            refused += 1;
        }
    }
    (luck, refused)
}

/// Deals every upcoming tile in place of the actual draw: their luck adds up to 0. Tiles that do not fit are set aside.
/// Returns the numbers of draws examined and of tiles that did not fit.
fn check_tiles<'s, G: Roster + LuckModel>(
    order: &[u8],
    with_order: impl Fn(&[u8]) -> G::State<'s>,
    drawn: impl Fn(&G::State<'s>) -> (usize, u8),
    is_placing: impl Fn(&G::State<'s>) -> bool,
    every: usize,
) -> (usize, usize) {
    let mut state = with_order(order);
    let players = state.players();
    let mut agent = Spec::read::<G>("heuristic")
        .unwrap()
        .build::<G>(&Environment::sequential(players));
    let (mut moves, mut rng, mut looked_at, mut refused) = (Vec::new(), tool_stream(3), 0, 0);
    let (mut turns, mut size) = (0, 0.0);
    while let Some(seat) = state.to_move() {
        if is_placing(&state) {
            turns += 1;
            if turns % every == 0 {
                // The tile in hand is the last one drawn.
                let (at, _) = drawn(&state);
                let games = (at..order.len()).map(|other| {
                    let mut order = order.to_vec();
                    order.swap(at, other);
                    with_order(&order)
                });
                let comes =
                    |nth: usize, state: &G::State<'s>| drawn(state) == (at, order[at + nth]);
                let (luck, unfit) = luck_of_alternatives::<G>(players, games, &moves, comes);
                let sum: f64 = luck.iter().sum();
                assert!(
                    sum.abs() < 1e-9 * luck.len() as f64,
                    "turn {turns}: {sum} in {} draws",
                    luck.len()
                );
                size += luck.iter().map(|luck| luck.abs()).sum::<f64>();
                (looked_at, refused) = (looked_at + luck.len(), refused + unfit);
            }
        }
        let mv = agent.choose(&View::new(&state, seat), &mut rng);
        moves.push(mv);
        state.play_unchecked(mv);
    }
    assert!(
        size > looked_at as f64,
        "a tile makes a difference of more than a point on average"
    );
    (looked_at, refused)
}

#[test]
fn tile_luck_averages_to_zero_over_all_possible_draws() {
    for players in [2, 3] {
        for setup in [gold_rush::Setup::printed(players), variant(players)] {
            let deal = Deal::shuffled(&setup, &mut tool_stream(players as u64));
            let order: Vec<u8> = deal.tiles().iter().map(|tile| tile.0).collect();
            let with_order = |order: &[u8]| {
                let tiles: Vec<_> = order
                    .iter()
                    .map(|&tile| goldrush_engine::landscape::tile::KindId(tile))
                    .collect();
                let deal = Deal::new(&setup, &tiles, deal.tokens()).unwrap();
                gold_rush::State::with_deal(&setup, &deal, &mut ())
            };
            let drawn = |state: &gold_rush::State| {
                let left = state.table().tiles_left();
                (order.len() - left - 1, state.table().hand().0)
            };
            let placing =
                |state: &gold_rush::State| state.table().phase() == gold_rush::Phase::Place;
            let (draws, _) = check_tiles::<GoldRush>(&order, with_order, drawn, placing, 5);
            assert!(draws > 300, "{draws}");
        }
    }
    let mut refused = 0;
    for (gold_mines, players) in [(false, 2), (true, 3), (false, 5)] {
        let setup = carcassonne(gold_mines, players);
        let dealt = carcassonne::State::deal(&setup, &mut tool_stream(9));
        let order: Vec<u8> = dealt.deal_order().iter().map(|tile| tile.0).collect();
        let with_order = |order: &[u8]| {
            let tiles: Vec<_> = order
                .iter()
                .map(|&tile| goldrush_engine::landscape::tile::KindId(tile))
                .collect();
            carcassonne::State::with_deal(&setup, &tiles, &mut ())
        };
        let drawn = |state: &carcassonne::State| {
            let left = state.table().tiles_left();
            (order.len() - left - 1, state.table().hand().0)
        };
        let placing =
            |state: &carcassonne::State| state.table().phase() == carcassonne::Phase::Place;
        let (draws, unfit) = check_tiles::<Carcassonne>(&order, with_order, drawn, placing, 5);
        assert!(draws > 300, "{draws}");
        refused += unfit;
    }
    assert!(
        refused > 0,
        "some tile that could not be laid is to be among them"
    );
}

/// G24: deals each possible token in place of the next one.
#[test]
fn token_luck_averages_to_zero_over_all_possible_draws() {
    let setup = gold_rush::Setup::printed(3);
    let deal = Deal::shuffled(&setup, &mut tool_stream(4));
    let mut state = gold_rush::State::with_deal(&setup, &deal, &mut ());
    let mut agent = Spec::read::<GoldRush>("heuristic")
        .unwrap()
        .build::<GoldRush>(&Environment::sequential(3));
    let (mut rng, mut told, mut checked) = (tool_stream(1), 0, 0);
    while let Some(seat) = state.to_move() {
        let mv = agent.choose(&View::new(&state, seat), &mut rng);
        state.play_unchecked(mv);
        for (nth, (_, value, (sum, count))) in state.tokens_drawn(told).enumerate() {
            let coming = &deal.tokens()[told + nth..];
            assert_eq!(value, coming[0]);
            assert_eq!(
                (sum, count as usize),
                (coming.iter().map(|&v| u32::from(v)).sum(), coming.len())
            );
            checked += 1;
        }
        told = state.tokens_drawn(0).count();
    }
    assert!(checked > 20, "{checked}");
}

/// Deals every unseen card in place of the one that is flipped.
#[test]
fn card_luck_averages_to_zero_over_all_unseen_cards() {
    for (players, is_match) in [(2, false), (3, true), (5, false)] {
        let setup = knizia_gold::Setup::new(players, is_match).unwrap();
        let mut state = knizia_gold::State::deal(setup, &mut tool_stream(players as u64));
        let mut agent = Spec::read::<KniziaGold>("memory:p=0.7")
            .unwrap()
            .build::<KniziaGold>(&Environment::sequential(players));
        let (mut rng, mut checked) = (tool_stream(2), 0);
        while let Some(seat) = state.to_move() {
            let mv = agent.choose(&View::new(&state, seat), &mut rng);
            let unseen = state.table().unseen();
            if unseen >> mv.0 & 1 == 1 {
                // Resampled worlds are the alternatives; they are weighted by the number of cards of each kind.
                let counts = state.table().unseen_kinds();
                let mut luck = [None; knizia_gold::KINDS];
                let mut worlds = 0;
                while counts
                    .iter()
                    .zip(luck)
                    .any(|(&count, luck)| count > 0 && luck.is_none())
                {
                    let mut world = state.clone();
                    world.determinize(seat, &mut rng);
                    let kind = world.card_under(mv).kind();
                    let mut told = None;
                    KniziaGold::luck_estimator(players).before_move(&world, mv, |draw| {
                        assert_eq!(draw.seat, seat);
                        told = Some(draw.points);
                    });
                    assert!(
                        luck[kind].is_none_or(|luck| Some(luck) == told),
                        "cards not flipped make no difference"
                    );
                    luck[kind] = told;
                    worlds += 1;
                    assert!(worlds < 100_000);
                }
                let sum: f64 = counts
                    .iter()
                    .zip(luck)
                    .map(|(&count, luck)| f64::from(count) * luck.unwrap_or(0.0))
                    .sum();
                assert!(sum.abs() < 1e-4, "{sum}");
                checked += 1;
            } else {
                KniziaGold::luck_estimator(players)
                    .before_move(&state, mv, |_| panic!("a card that was seen is no luck"));
            }
            state.play_unchecked(mv);
        }
        assert!(checked > 20, "{checked}");
    }
}

/// Over many games of all kinds of agents, the mean luck of each seat is 0 within four standard errors.
fn check_mean<G: Roster + LuckModel>(setup: &G::Setup, agents: &[&str], games: u64) {
    let players = G::deal(setup, &mut tool_stream(0)).players();
    let (mut sums, mut squares) = ([0.0; MAX_PLAYERS], [0.0; MAX_PLAYERS]);
    let mut follower = Follower::<G>::new(players);
    for block in 0..games {
        let mut state = G::deal(setup, &mut deal_stream(77, block));
        let spec =
            |seat: usize| Spec::read::<G>(agents[(seat + block as usize) % agents.len()]).unwrap();
        let around = Environment::sequential(players);
        let mut seats: Vec<_> = (0..players)
            .map(|seat| {
                (
                    spec(seat).build::<G>(&around),
                    agent_stream(77, block, 0, seat),
                )
            })
            .collect();
        follower.begin(&state);
        while let Some(seat) = state.to_move() {
            let (agent, rng) = &mut seats[seat.index()];
            let mv = agent.choose(&View::new(&state, seat), rng);
            follower.play(&mut state, mv);
        }
        for seat in 0..players {
            sums[seat] += follower.luck[seat];
            squares[seat] += follower.luck[seat].powi(2);
        }
    }
    for seat in 0..players {
        let n = games as f64;
        let mean = sums[seat] / n;
        let error = ((squares[seat] / n - mean * mean) / n).sqrt();
        let name = format!(
            "{} {agents:?} seat {seat} of {players}: {mean} ± {error}",
            G::NAME
        );
        assert!(error > 0.0 && mean.abs() < 4.0 * error, "{name}");
    }
}

#[test]
#[ignore = "slow"]
fn luck_averages_to_zero_for_all_agents() {
    for players in 2..=5 {
        for agents in [&["random"][..], &["greedy", "random"], &["heuristic"]] {
            check_mean::<GoldRush>(&gold_rush::Setup::printed(players), agents, 60);
            for gold_mines in [false, true] {
                check_mean::<Carcassonne>(&carcassonne(gold_mines, players), agents, 60);
            }
        }
        for agents in [&["random"][..], &["memory:p=0.5", "perfect"], &["perfect"]] {
            check_mean::<KniziaGold>(
                &knizia_gold::Setup::new(players, false).unwrap(),
                agents,
                400,
            );
            check_mean::<KniziaGold>(
                &knizia_gold::Setup::new(players, true).unwrap(),
                agents,
                100,
            );
        }
        check_mean::<GoldRush>(&variant(players), &["greedy"], 60);
    }
}

/// Luck depends only on what has been seen, not on what is still to come.
#[test]
fn luck_does_not_depend_on_future_draws() {
    let setup = gold_rush::Setup::printed(2);
    let mut state = gold_rush::State::deal(&setup, &mut tool_stream(6));
    let mut rng = tool_stream(8);
    while let Some(seat) = state.to_move() {
        let luck = |state: &gold_rush::State| {
            let mut luck = Vec::new();
            let mut estimator = GoldRush::luck_estimator(2);
            estimator.begin();
            // Without the tokens, all of which have luck in their order of acquisition.
            estimator.after_move(state, |draw| luck.push(draw.points));
            luck.pop()
                .filter(|_| state.table().phase() == gold_rush::Phase::Place)
        };
        let here = luck(&state);
        for _ in 0..2 {
            let mut world = state.clone();
            world.determinize(seat, &mut rng);
            // Tokens of others are redealt too, and with them the mean of the remaining ones.
            if world
                .tokens_drawn(0)
                .map(|(_, value, _)| value)
                .eq(state.tokens_drawn(0).map(|(_, value, _)| value))
            {
                assert_eq!(luck(&world), here);
            }
        }
        let mv = state.random_move(&mut rng).unwrap();
        state.play_unchecked(mv);
    }
}

#[test]
fn tile_luck_allocates_nothing() {
    let setup = gold_rush::Setup::printed(2);
    let mut state = gold_rush::State::deal(&setup, &mut tool_stream(5));
    let (mut follower, mut rng) = (Follower::<GoldRush>::new(2), tool_stream(5));
    follower.begin(&state);
    while let Some(mv) = state.random_move(&mut rng) {
        let allocated = allocation_counter::measure(|| follower.play(&mut state, mv));
        assert_eq!(allocated.count_total, 0);
    }
}

#[test]
fn every_game_has_luck_coefficients_and_win_chances() {
    for game in [
        GoldRush::NAME,
        Carcassonne::NAME,
        carcassonne::GAME_WITH_MINES,
        KniziaGold::NAME,
    ] {
        for players in 2..=5 {
            let of = coefficients(game, players).unwrap();
            assert!(
                (0.1..2.0).contains(&of.margin) && (0.2..1.5).contains(&of.share),
                "{game} {players}: {of:?}"
            );
            assert!(
                of.score > 0.0 && of.others < 0.0,
                "{game} {players}: {of:?}"
            );
            let value = WinModel::fitted(game, players).unwrap();
            let leader = |draws_left| {
                let expected = [60.0, 50.0, 50.0, 50.0, 50.0];
                value.chances(&Standing {
                    expected,
                    turn: Player::FIRST,
                    draws_left,
                })[0]
            };
            let course = [60, 40, 20, 6, 1].map(leader);
            assert!(
                course.is_sorted() && course[0] > 1.2 / players as f64 && course[4] > 0.8,
                "{game} {players}: {course:?}"
            );
        }
    }
    assert_eq!(coefficients("chess", 2), None);
    assert_eq!(WinModel::fitted("chess", 2), None);
}
