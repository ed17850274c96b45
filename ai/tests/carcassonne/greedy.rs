//! Compares greedy, move for move, with a slow version that plays every combination of placement, second ingot and
//! follower.

use std::collections::BTreeSet;

use goldrush_ai::agent::Agent;
use goldrush_ai::carcassonne::greedy::Greedy;
use goldrush_engine::carcassonne::{FeatureKind, Move, Phase, Rules, Setup, State};
use goldrush_engine::changed_numbers;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::landscape::ties::Ties;
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, choose, tool_stream};

use super::setup;

/// C5, from scratch: returns the number of distinct completed cities beside the segments of a field.
fn completed_cities(
    state: &State,
    field: goldrush_engine::landscape::components::FeatureId,
) -> i64 {
    let table = state.table();
    let mut cities = BTreeSet::new();
    for segment in table.landscape().features().ring(field) {
        let tile = table.landscape().tile_of(segment);
        for at in (0..16).filter(|at| table.segment(segment).cities >> at & 1 == 1) {
            cities.insert(table.feature(tile.segment(at)));
        }
    }
    cities
        .into_iter()
        .filter(|city| table.word(*city).is_complete())
        .count() as i64
}

/// Returns the margin of `seat` if the game ended now: points, incomplete features, and ingots.
fn margin(state: &State, seat: Player) -> i64 {
    let table = state.table();
    let (rules, scores) = (table.rules(), state.scores());
    let mut totals: Vec<i64> = scores
        .as_slice()
        .iter()
        .map(|&score| score.into())
        .collect();
    if table.phase() != Phase::Over {
        let stands = |player: Player| table.followers(player).iter().map(|at| table.feature(*at));
        let features: BTreeSet<_> = Player::all(table.players()).flat_map(stands).collect();
        for feature in features {
            let (kind, word) = (table.segment(feature.segment()).kind, table.word(feature));
            let cell = table.landscape().tile_of(feature.segment()).cell();
            let near = |other: i8, one: i8| (other - one).abs() <= 1;
            let points = match kind {
                _ if kind != FeatureKind::Field && !rules.incomplete => 0,
                FeatureKind::Road => i64::from(word.tiles() * rules.road_points),
                FeatureKind::City => i64::from(
                    word.tiles() * (rules.city_points / 2)
                        + word.pennants() * (rules.pennant_points / 2),
                ),
                FeatureKind::Monastery => {
                    let tiles = table.landscape().tiles().iter().map(|tile| tile.cell());
                    let tiles = tiles
                        .filter(|other| near(other.x, cell.x) && near(other.y, cell.y))
                        .count();
                    (tiles * usize::from(rules.monastery_points)) as i64
                }
                FeatureKind::Field => {
                    i64::from(rules.field_points) * completed_cities(state, feature)
                }
            };
            let count = |player: Player| stands(player).filter(|at| *at == feature).count();
            let most = Player::all(table.players()).map(count).max().unwrap();
            let leaders: Vec<Player> = Player::all(table.players())
                .filter(|player| count(*player) == most)
                .collect();
            let each = match rules.ties {
                Ties::Nobody if leaders.len() > 1 => 0,
                Ties::Half if leaders.len() > 1 => points / 2,
                _ => points,
            };
            leaders
                .iter()
                .for_each(|player| totals[player.index()] += each);
        }
    }
    let others = totals
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != seat.index());
    totals[seat.index()] - others.map(|(_, total)| total).max().unwrap()
}

fn moves(state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves
}

/// Adds the margin after every way to finish the turn, in the order of the lists.
fn play_out<'s>(state: &State<'s>, seat: Player, margins: &mut Vec<i64>) {
    for mv in moves(state) {
        let mut after = state.clone();
        after.play_unchecked(mv);
        after_move(&mut after, mv, seat, margins);
    }
}

/// The turn ends with the follower; remaining ingots are taken from the most shared tiles.
fn after_move(state: &mut State, mv: Move, seat: Player, margins: &mut Vec<i64>) {
    if matches!(mv, Move::Place { .. } | Move::Ingot { .. }) {
        return play_out(state, seat, margins);
    }
    while state.table().phase() == Phase::Take {
        let table = state.table();
        let from = table.most_shared(table.claimable_ingots(table.seat()));
        state.play_unchecked(Move::Take { from });
    }
    margins.push(margin(state, seat));
}

fn slow_choice(state: &State, rng: &mut StreamRng) -> Move {
    let seat = state.to_move().unwrap();
    let mut ways = Vec::new();
    for mv in moves(state) {
        let (mut after, mut margins) = (state.clone(), Vec::new());
        after.play_unchecked(mv);
        after_move(&mut after, mv, seat, &mut margins);
        ways.extend(margins.into_iter().map(|margin| (margin, mv)));
    }
    let best = ways.iter().map(|(margin, _)| *margin).max().unwrap();
    ways.retain(|(margin, _)| *margin == best);
    ways[choose(rng, ways.len() as u32) as usize].1
}

/// Plays a game, partly at random for variety. Returns the numbers of decisions compared: all, and those about ingots.
fn compare(setup: &'static Setup, seed: u64) -> (usize, usize) {
    let mut rng = tool_stream(seed);
    let mut state = State::deal(setup, &mut rng);
    let (mut compared, mut ingots) = (0, 0);
    let mut greedy = Greedy::default();
    while let Some(seat) = state.to_move() {
        let (mut fast_rng, mut slow_rng) = (rng.clone(), rng.clone());
        let fast = greedy.choose(&View::new(&state, seat), &mut fast_rng);
        assert_eq!(fast, slow_choice(&state, &mut slow_rng), "{state:?}");
        compared += 1;
        ingots += usize::from(matches!(fast, Move::Ingot { .. } | Move::Take { .. }));
        let mv = if choose(&mut rng, 3) == 0 {
            state.random_move(&mut rng).unwrap()
        } else {
            fast
        };
        state.play_unchecked(mv);
    }
    (compared, ingots)
}

#[test]
fn greedy_matches_its_definition() {
    let (mut compared, mut ingots) = (0, 0);
    for players in 2..=5 {
        for (number, gold_mines) in [false, true, true].into_iter().enumerate() {
            let printed = Rules {
                gold_mines,
                farmers: number < 2 || players != 4,
                choose_ingots: players != 3,
                ..Rules::default()
            };
            let [more, fewer] = changed_numbers::carcassonne();
            for (seed, rules) in (0..).zip([printed, printed, printed, more, fewer]) {
                let (all, of_ingots) = compare(setup(rules, players), 10 * players as u64 + seed);
                (compared, ingots) = (compared + all, ingots + of_ingots);
            }
        }
    }
    assert!(
        compared > 4000 && ingots > 100,
        "{compared} decisions, {ingots} of them about ingots"
    );
}
