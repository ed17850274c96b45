//! Reasons of hints against a long analysis in other worlds: the seat, the source and the sign must be right.
//!
//! `GOLDRUSH_POSITIONS=200 cargo test --release -p goldrush reasons -- --nocapture` prints the table.

use std::fmt::Debug;

use goldrush_ai::search::PlayoutRng;
use goldrush_ai::search::move_evaluation::{MoveEvaluation, Thoroughness};
use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{self, GoldRush};
use goldrush_engine::knizia_gold::{self, KniziaGold};
use goldrush_engine::rng::{choose, tool_stream};
use goldrush_games::analyzable::Analyzable;
use goldrush_table::analysis::move_report::{THOROUGHNESS, evaluations};
use goldrush_table::analysis::reason::reason;

/// Number of times as many worlds that the long analysis plays.
const LONGER: usize = 10;

/// Differences that reasons named, and those that the long analysis confirmed.
#[derive(Clone, Copy, Default, Debug)]
struct Agreement {
    positions: usize,
    with_reason: usize,
    named: usize,
    right: usize,
    /// Sum of the distances between the number named and that of the long analysis, in points.
    distance: f64,
}

/// Returns how much more a seat gets from a source by one turn than by another.
fn difference<M>(
    one: &MoveEvaluation<M>,
    other: &MoveEvaluation<M>,
    seat: usize,
    source: usize,
) -> f64 {
    let each = one.points.iter().zip(&other.points);
    let sum: f64 = each
        .map(|(one, other)| f64::from(one[seat][source]) - f64::from(other[seat][source]))
        .sum();
    sum / one.points.len() as f64
}

fn agreement<G: Analyzable>(setup: &'static G::Setup, positions: usize) -> Agreement
where
    G::Move: Debug,
{
    let mut found = Agreement::default();
    for number in 0..positions as u64 {
        let mut rng = tool_stream(number);
        let mut state = G::deal(setup, &mut rng);
        let mut analyzer = G::analyzer(state.players());
        let mut playout_rng = PlayoutRng::new(1, number);
        for _ in 0..choose(&mut rng, 50) {
            analyzer.play_turn(&mut state, &mut playout_rng);
        }
        // If a game chooses move by move, half of the positions are within a turn.
        let mut within = state.clone();
        if let Some(mv) = state.random_move(&mut rng).filter(|_| number % 2 == 1) {
            within.play_unchecked(mv);
            if within.to_move() == state.to_move() && G::begins_choice(&within) {
                state = within;
            }
        }
        let Some(seat) = state.to_move().filter(|_| G::begins_choice(&state)) else {
            continue;
        };
        let view = View::new(&state, seat);
        let short = evaluations::<G>(&view, THOROUGHNESS, &[], &mut tool_stream(number), &|| {
            false
        });
        found.positions += 1;
        let Some(worse) = short[1..]
            .iter()
            .find(|other| reason(&short[0], other, seat)[0].is_some())
        else {
            continue;
        };
        found.with_reason += 1;
        let turns = [&short[0], worse].map(|evaluation| evaluation.turn.decisions());
        let long = Thoroughness {
            finalists: 0,
            worlds: LONGER * THOROUGHNESS.worlds,
            ..THOROUGHNESS
        };
        let long = evaluations::<G>(&view, long, &turns, &mut tool_stream(!number), &|| false);
        for gain in reason(&short[0], worse, seat).into_iter().flatten() {
            let truth = difference(&long[0], &long[1], gain.seat, gain.source);
            found.named += 1;
            found.right +=
                usize::from(truth.signum() == gain.points.signum() && truth.abs() >= 0.25);
            found.distance += (truth - gain.points).abs();
        }
    }
    found
}

#[test]
#[ignore = "slow"]
fn reasons_agree_with_a_long_analysis() {
    let positions =
        std::env::var("GOLDRUSH_POSITIONS").map_or(8, |number| number.parse().unwrap()) / 4;
    let landscape = |gold_mines| {
        let rules = carcassonne::Rules {
            gold_mines,
            ..Default::default()
        };
        let catalogue = carcassonne::Catalogue::printed().into();
        &*Box::leak(Box::new(
            carcassonne::Setup::new(catalogue, rules, 2).unwrap(),
        ))
    };
    let gold_rush = Box::leak(Box::new(gold_rush::Setup::printed(2)));
    let cards = Box::leak(Box::new(knizia_gold::Setup::new(2, false).unwrap()));
    let all = [
        ("Gold Rush", agreement::<GoldRush>(gold_rush, positions)),
        (
            "Carcassonne",
            agreement::<Carcassonne>(landscape(false), positions),
        ),
        (
            "The Gold Mines",
            agreement::<Carcassonne>(landscape(true), positions),
        ),
        ("card game", agreement::<KniziaGold>(cards, positions)),
    ];
    let (mut named, mut right) = (0, 0);
    for (game, found) in all {
        println!(
            "{game}: {} positions, {} with a reason; {} of {} differences right; {:.1} points off on average",
            found.positions,
            found.with_reason,
            found.right,
            found.named,
            found.distance / found.named.max(1) as f64
        );
        (named, right) = (named + found.named, right + found.right);
    }
    assert!(
        named > 0 && right as f64 >= 0.95 * named as f64,
        "{right} of {named}"
    );
}
