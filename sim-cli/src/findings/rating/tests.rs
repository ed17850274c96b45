//! Ratings against closed forms, against another program, and their intervals by simulation.

use goldrush_engine::rng::{StreamRng, below, tool_stream};

use super::finishes::{Counted, Finish};
use super::fit::Model;
use super::*;

fn finish(agents: &[usize], ranks: &[u8]) -> Finish {
    Finish { agents: agents.to_vec(), ranks: ranks.to_vec() }
}

/// Bradley and Terry: with two agents who sit first equally often, e^θ is the ratio of wins.
#[test]
fn two_agents_are_apart_by_the_ratio_of_wins() {
    let finishes =
        [finish(&[0, 1], &[1, 2]), finish(&[0, 1], &[2, 1]), finish(&[1, 0], &[1, 2]), finish(&[1, 0], &[2, 1])];
    let model = Model::new(2, 2, &finishes);
    let fit = model.fit(&[30.0, 10.0, 10.0, 30.0], 1e-9, None);
    assert!((fit.agents[0] - fit.agents[1] - 3.0_f64.ln()).abs() < 1e-6, "{fit:?}");
    assert!(fit.seats[0].abs() < 1e-6);
    // The first seat wins 6 of 8, whoever sits there.
    let fit = model.fit(&[30.0, 10.0, 30.0, 10.0], 1e-9, None);
    assert!(fit.agents[0].abs() < 1e-6, "{fit:?}");
    assert!((fit.seats[0] - fit.seats[1] - 3.0_f64.ln()).abs() < 1e-6);
}

/// Plackett and Luce's model without seats, against the program choix 0.4.1: `opt_rankings(4, data, alpha=1e-9)` of these
/// orders, less the mean.
#[test]
fn strengths_are_those_that_another_program_finds() {
    let orders: [([usize; 3], u32); 10] = [
        ([0, 1, 2], 7),
        ([0, 2, 1], 5),
        ([1, 0, 3], 4),
        ([3, 1, 0], 2),
        ([2, 3, 1], 3),
        ([3, 2, 0], 1),
        ([1, 2, 3], 6),
        ([2, 0, 1], 2),
        ([0, 3, 1], 5),
        ([3, 0, 2], 1),
    ];
    let choix = [0.855_802_95, -0.264_539_75, -0.166_057_9, -0.425_205_3];
    // Each order in all rotations of the seats, so that no seat is better than another.
    let (mut finishes, mut counts) = (Vec::new(), Vec::new());
    for (order, count) in orders {
        for rotation in 0..3 {
            let seats = |i: usize| (i + rotation) % 3;
            let agents = [0, 1, 2].map(|i| order[seats(i)]);
            finishes.push(finish(&agents, &[0, 1, 2].map(|i| 1 + seats(i) as u8)));
            counts.push(f64::from(count));
        }
    }
    let fit = Model::new(4, 3, &finishes).fit(&counts, 1e-9, None);
    for (found, expected) in fit.agents.iter().zip(choix) {
        assert!((found - expected).abs() < 1e-6, "{fit:?}");
    }
    assert!(fit.seats.iter().all(|seat| seat.abs() < 1e-6), "{fit:?}");
}

#[test]
fn level_seats_are_half_ahead_each_and_who_never_loses_has_a_finite_rating() {
    let finishes =
        [finish(&[0, 1], &[1, 1]), finish(&[0, 2], &[1, 2]), finish(&[1, 0], &[1, 1]), finish(&[2, 0], &[2, 1])];
    let fit = Model::new(3, 2, &finishes).fit(&[10.0; 4], PSEUDO_GAMES, None);
    assert!(fit.agents[0] > fit.agents[1] && fit.agents[1] > fit.agents[2], "{fit:?}");
    assert!(fit.agents.iter().all(|x| x.abs() < 10.0), "{fit:?}");
    let ahead = Ahead::new(3, &finishes, &[10.0; 4]).shares();
    assert_eq!(ahead, [[None, Some(0.5), Some(1.0)], [Some(0.5), None, None], [Some(0.0), None, None]]);
}

#[test]
fn a_cycle_is_found_and_named() {
    let beats = [vec![1], vec![2, 3], vec![0], vec![]];
    assert_eq!(shortest_path_back(&beats, 0), Some(vec![0, 1, 2]));
    assert_eq!(shortest_path_back(&beats, 3), None);
    let pairs = [(0, 1), (1, 2), (2, 0)];
    let finishes: Vec<Finish> = pairs.iter().map(|&(a, b)| finish(&[a, b], &[1, 2])).collect();
    let groups = vec![vec![(0, 3), (1, 3), (2, 3)]; 20];
    let found = Found::new(3, 2, &Counted { finishes, groups }, 100, 1);
    assert_eq!(found.cycle(), Some(vec![0, 1, 2]));
    let names = ["rock", "scissors", "paper"].map(String::from);
    assert!(warning(&[0, 1, 2], &names).ends_with("rock > scissors > paper > rock"));
}

/// A block of three players in three rotations: strengths, an advantage of the first seats, and luck of the deal
/// that all three games share.
fn block(rng: &mut StreamRng, strengths: &[f64; 3], seats: &[f64; 3], counts: &mut [u64], finishes: &[Finish]) {
    let noise = |rng: &mut StreamRng, width: u32| f64::from(below(rng, 2 * width + 1)) - f64::from(width);
    let luck: Vec<f64> = (0..3).map(|_| noise(rng, 30)).collect();
    for rotation in 0..3 {
        let agents: Vec<usize> = (0..3).map(|seat| (seat + rotation) % 3).collect();
        let scores: Vec<f64> =
            (0..3).map(|seat| strengths[agents[seat]] + seats[seat] + luck[seat] + noise(rng, 30)).collect();
        let ranks: Vec<u8> =
            scores.iter().map(|score| 1 + scores.iter().filter(|other| *other > score).count() as u8).collect();
        let at = finishes.iter().position(|f| f.agents == agents && f.ranks == ranks);
        counts[at.expect("all finishes are listed")] += 1;
    }
}

/// All ways in which three agents in three rotations can finish.
fn all_finishes() -> Vec<Finish> {
    let mut all = Vec::new();
    for rotation in 0..3 {
        let agents: Vec<usize> = (0..3).map(|seat| (seat + rotation) % 3).collect();
        for code in 0..27_u8 {
            let ranks = [1 + code % 3, 1 + code / 3 % 3, 1 + code / 9];
            all.push(finish(&agents, &ranks));
        }
    }
    all
}

/// The intervals cover what infinitely many blocks would give in 93 to 97 % of tournaments.
#[test]
fn intervals_cover_the_truth() {
    let (strengths, seats, finishes) = ([8.0, 0.0, -8.0], [6.0, 0.0, -3.0], all_finishes());
    let mut rng = tool_stream(77);
    let mut play = |blocks: usize| {
        let mut groups = Vec::new();
        for _ in 0..blocks {
            let mut counts = vec![0; finishes.len()];
            block(&mut rng, &strengths, &seats, &mut counts, &finishes);
            groups.push(counts.into_iter().enumerate().filter(|(_, n)| *n > 0).collect());
        }
        Counted { finishes: finishes.clone(), groups }
    };
    let truth = Found::new(3, 3, &play(200_000), 0, 1);
    let (mut covered, tournaments) = ([0; 2], 500);
    for seed in 0..tournaments {
        let found = Found::new(3, 3, &play(100), 200, seed);
        let of = [|s: &Strengths| s.agents[0], |s: &Strengths| s.seats[0]];
        for (covered, of) in covered.iter_mut().zip(of) {
            let (interval, true_elo) = (found.elo(of), truth.elo(of).mean);
            *covered += u64::from(interval.low.unwrap() <= true_elo && true_elo <= interval.high.unwrap());
        }
    }
    for covered in covered {
        let share = covered as f64 / tournaments as f64;
        assert!((0.93..=0.97).contains(&share), "{share}");
    }
}
