//! Random play draws by rejection for speed; these tests compare it with exact counting.

use std::fmt::Debug;

use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::{Game, State};
use goldrush_engine::gold_rush::{self, GoldRush, Phase, Rules, Setup};
use goldrush_engine::rng::{StreamRng, below, tool_stream};

/// Pearson's chi-squared sum of draws against their chances; impossible values must not occur.
fn chi_squared<T: PartialEq + Debug>(
    chances: &[(T, f64)],
    draws: usize,
    mut draw: impl FnMut() -> T,
) -> f64 {
    let mut found = vec![0_usize; chances.len()];
    for _ in 0..draws {
        let drawn = draw();
        let at = chances.iter().position(|(what, _)| *what == drawn);
        found[at.unwrap_or_else(|| panic!("{drawn:?} has no chance"))] += 1;
    }
    let square = |(&found, (_, chance)): (&usize, &(T, f64))| {
        let expected = chance * draws as f64;
        (found as f64 - expected).powi(2) / expected
    };
    found.iter().zip(chances).map(square).sum()
}

/// Sum over many positions; each chi-squared sum has one degree of freedom fewer than it has possibilities.
#[derive(Default)]
struct Fit {
    chi_squared: f64,
    freedom: f64,
}

impl Fit {
    fn add<T: PartialEq + Debug>(&mut self, chances: &[(T, f64)], draw: impl FnMut() -> T) {
        self.chi_squared += chi_squared(chances, 40 * chances.len(), draw);
        self.freedom += chances.len() as f64 - 1.0;
    }

    /// Checks the sum to five standard deviations.
    fn check(&self) {
        assert!(self.freedom > 1000.0, "{} possibilities", self.freedom);
        let deviation = (self.chi_squared - self.freedom) / (2.0 * self.freedom).sqrt();
        assert!(deviation.abs() < 5.0, "{deviation} standard deviations");
    }
}

/// Checks the moves of a game against their chances.
fn check_moves<S: State>(
    setup: S::Setup,
    seed: u64,
    fit: &mut Fit,
    chances: impl Fn(&S, &[S::Move]) -> Vec<f64>,
) {
    let mut rng = tool_stream(seed);
    let (mut state, mut moves) = (S::deal(setup, &mut rng), Vec::new());
    while state.to_move().is_some() {
        state.legal_moves(&mut moves);
        let chances = chances(&state, &moves);
        let each: Vec<_> = moves.iter().copied().zip(chances).collect();
        fit.add(&each, || state.random_move(&mut rng).unwrap());
        state.play_unchecked(moves[below(&mut rng, moves.len() as u32) as usize]);
    }
}

/// G7–G10: a kind uniformly among those available, then uniformly within it.
#[test]
fn gold_rush_moves_have_the_right_distribution() {
    let mut fit = Fit::default();
    let printed = Rules::default();
    let rules = [
        printed.clone(),
        Rules {
            tents: 3,
            take_back: true,
            ..printed.clone()
        },
        Rules {
            farmers: false,
            mining_interval: 2,
            cowboys: 2,
            ..printed.clone()
        },
        Rules {
            restriction: Some("0:railwaymen".parse().unwrap()),
            ..printed
        },
    ];
    let catalogue = gold_rush::Catalogue::built_in("gold_rush").unwrap();
    for (seed, rules) in rules.into_iter().enumerate() {
        let setup = Setup::new(catalogue.clone(), rules, 2 + seed % 2).unwrap();
        check_moves::<gold_rush::State>(&setup, seed as u64, &mut fit, |state, moves| {
            if state.table().phase() == Phase::Place {
                return vec![1.0 / moves.len() as f64; moves.len()];
            }
            let counts = state.table().actions().counts();
            let kinds = counts.iter().filter(|&&count| count > 0).count() as f64;
            let within = counts
                .iter()
                .flat_map(|&count| vec![1.0 / kinds / f64::from(count); count as usize]);
            within.collect()
        });
    }
    fit.check();
}

/// C3: uniform for each decision.
#[test]
fn carcassonne_moves_have_the_right_distribution() {
    let mut fit = Fit::default();
    let catalogue = std::sync::Arc::new(carcassonne::Catalogue::printed());
    for (seed, gold_mines) in [false, true].into_iter().enumerate() {
        let rules = carcassonne::Rules {
            gold_mines,
            ..Default::default()
        };
        let setup = carcassonne::Setup::new(catalogue.clone(), rules, 3).unwrap();
        check_moves::<carcassonne::State>(&setup, seed as u64, &mut fit, |_, moves| {
            vec![1.0 / moves.len() as f64; moves.len()]
        });
    }
    fit.check();
}

/// Returns means and mean squares of the scores of 5000 games.
fn scores<G: Game>(
    setup: &G::Setup,
    mut play: impl FnMut(&mut G::State<'_>, &mut StreamRng),
) -> Vec<(f64, f64)> {
    const GAMES: u64 = 5000;
    let mut sums = Vec::new();
    for game in 0..GAMES {
        let mut rng = tool_stream(game);
        let mut state = G::deal(setup, &mut rng);
        play(&mut state, &mut rng);
        let scores = state.scores();
        sums.resize(scores.players(), (0.0, 0.0));
        for (sum, &score) in sums.iter_mut().zip(scores.as_slice()) {
            sum.0 += f64::from(score) / GAMES as f64;
            sum.1 += f64::from(score).powi(2) / GAMES as f64;
        }
    }
    sums
}

fn check_playouts<G: Game>(setup: &G::Setup) {
    let slow = scores::<G>(setup, |state, rng| {
        while let Some(mv) = state.random_move(rng) {
            state.play_unchecked(mv);
        }
    });
    let fast = scores::<G>(setup, |state, rng| state.play_out(rng));
    for (slow, fast) in slow.iter().zip(&fast) {
        let error = ((slow.1 - slow.0 * slow.0) * 2.0 / 5000.0).sqrt();
        assert!(
            (slow.0 - fast.0).abs() < 4.0 * error,
            "{} and {} points ± {error}",
            slow.0,
            fast.0
        );
        assert!(
            (slow.1 / fast.1 - 1.0).abs() < 0.08,
            "squares {} and {}",
            slow.1,
            fast.1
        );
    }
}

#[test]
fn playouts_match_games_of_random_moves() {
    check_playouts::<GoldRush>(&Setup::printed(3));
    let catalogue = std::sync::Arc::new(carcassonne::Catalogue::printed());
    let rules = carcassonne::Rules {
        gold_mines: true,
        ..Default::default()
    };
    check_playouts::<Carcassonne>(&carcassonne::Setup::new(catalogue, rules, 2).unwrap());
}
