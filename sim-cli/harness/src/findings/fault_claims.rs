//! Tests of what is claimed from games with faults, over random tables of results: games that nobody wins count for nobody, and
//! claims about two sides are mirrored if they are swapped.

use goldrush_engine::rng::{StreamRng, below, tool_stream};
use goldrush_games::schema::Metric;
use goldrush_games::{Choice, GameName};
use goldrush_support::stats::sprt::{Decision, Sprt};
use serde_json::Value;

use super::balance::BalanceSummary;
use super::contest::{ContestSummary, MatchVerdict};
use super::paired::Paired;
use super::summary::Summary;
use super::tally::Tally;
use crate::sim::bots::titles;
use crate::sim::result::GameResult;
use crate::study::arm::Arm;
use crate::study::factor::Factor;
use crate::study::lineup::Lineup;
use crate::study::{Contest, Draft, Format, Plan, Question, Run, StudyQuestion};

/// A deal: its games by seating.
type Deal = Vec<GameResult>;

const GAME: GameName = GameName::GoldRush;
const LOOKS: [f64; 2] = [0.05, 0.05];

fn plan(draft: anyhow::Result<Draft>) -> Plan {
    draft.and_then(|draft| Ok(draft.complete(titles)?)).unwrap()
}

fn match_plan(players: usize, [a, b]: [&str; 2], sprt: Sprt) -> Plan {
    let lineup = Lineup::of_match(GAME, a, b, players, players > 2).unwrap();
    let contest = Contest {
        mirror: players > 2,
        sprt: Some(sprt),
    };
    let arm = Arm::only(lineup, &Choice::printed(GAME)).unwrap();
    plan(Draft::new(
        Question::Match(contest),
        vec![arm],
        &Run {
            games: Some(100_000),
            ..Run::default()
        },
    ))
}

/// Returns a game of agents that are this strong and have a fault this often, in percent, by seat.
fn game(strengths: &[u32], faults: &[u32], rng: &mut StreamRng) -> GameResult {
    let scores: Vec<u16> = strengths
        .iter()
        .map(|strength| 50 + (strength + below(rng, 30)) as u16)
        .collect();
    let faulty: Vec<usize> = (0..scores.len())
        .filter(|seat| below(rng, 100) < faults[*seat])
        .collect();
    GameResult::made_up_with_faults(&scores, &faulty)
}

/// Returns a game that nobody wins.
fn unwon(players: usize) -> GameResult {
    let all: Vec<usize> = (0..players).collect();
    GameResult::made_up_with_faults(&vec![60; players], &all)
}

/// Deals of a match: A alone in each seat and, with more than two players, B alone.
fn match_deals(players: usize, blocks: usize, rng: &mut StreamRng) -> Vec<Deal> {
    let strengths = [below(rng, 12), below(rng, 12)];
    // From bots without faults to bots that have nothing else.
    let faults = [(); 2].map(|()| [0, 3, 40, 100][below(rng, 4) as usize]);
    let seatings = if players == 2 { 2 } else { 2 * players };
    let deal = |_| {
        let seating = |seating: usize| {
            let alone = |seat: usize| seat == seating % players;
            let is_a = |seat: usize| alone(seat) == (seating < players);
            let by_seat = |of: [u32; 2]| {
                (0..players)
                    .map(|seat| of[usize::from(!is_a(seat))])
                    .collect::<Vec<_>>()
            };
            game(&by_seat(strengths), &by_seat(faults), rng)
        };
        (0..seatings).map(seating).collect()
    };
    (0..blocks).map(deal).collect()
}

fn tally(plan: &Plan, deals: &[Deal]) -> Tally {
    let mut tally = Tally::new(plan);
    for (block, deal) in (0..).zip(deals) {
        let first = block * plan.games_per_block();
        let games: Vec<_> = (first..)
            .zip(deal)
            .map(|(number, game)| (plan.game(number), game.clone()))
            .collect();
        assert_eq!(games.len() as u64, plan.games_per_block());
        tally.add_block(plan, &games);
    }
    tally
}

fn contest(plan: &Plan, tally: &Tally) -> ContestSummary {
    let Question::Match(contest) = &plan.question else {
        panic!("expected a match")
    };
    ContestSummary::new(plan, contest, tally)
}

fn turned(verdict: MatchVerdict) -> MatchVerdict {
    match verdict {
        MatchVerdict::Stronger => MatchVerdict::Weaker,
        MatchVerdict::Weaker => MatchVerdict::Stronger,
        MatchVerdict::NoDifferenceShown => MatchVerdict::NoDifferenceShown,
    }
}

fn json(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

/// True if two numbers are the same, or both unknown.
fn alike(one: f64, other: f64) -> bool {
    one == other
        || (one.is_nan() && other.is_nan())
        || (one - other).abs() < 1e-5 * (1.0 + one.abs())
}

#[test]
fn swapping_the_sides_of_a_match_mirrors_all_that_is_said() {
    let mut rng = tool_stream(61);
    let mut verdicts = [0; 3];
    for table in 0..60 {
        let players = 2 + table % 4;
        let (s0, s1) = (0.3, 0.6);
        let sprt = Sprt::parse(&format!("{s0},{s1}"), players, LOOKS).unwrap();
        let mirrored = Sprt::parse(&format!("{},{}", 1.0 - s1, 1.0 - s0), players, LOOKS).unwrap();
        let [one, other] = [
            (["greedy", "random"], sprt),
            (["random", "greedy"], mirrored),
        ]
        .map(|(ab, sprt)| match_plan(players, ab, sprt));
        let blocks = 1 + below(&mut rng, 60) as usize;
        let deals = match_deals(players, blocks, &mut rng);
        let swap = |deal: &Deal| -> Deal {
            (0..deal.len())
                .map(|at| deal[(at + deal.len() / 2) % deal.len()].clone())
                .collect()
        };
        let swapped: Vec<Deal> = deals.iter().map(swap).collect();
        let (ab, ba) = (
            contest(&one, &tally(&one, &deals)),
            contest(&other, &tally(&other, &swapped)),
        );
        verdicts[ab.a.verdict as usize] += 1;
        if players > 2 {
            let [ab, ba] = [ab, ba].map(|contest| [json(contest.a), json(contest.mirror_b)]);
            assert_eq!([&ab[0], &ab[1]], [&ba[1], &ba[0]], "table {table}");
            continue;
        }
        assert_eq!(ab.a.verdict, turned(ba.a.verdict), "table {table}");
        assert!(
            alike(ab.a.difference.mean, -ba.a.difference.mean),
            "{ab:?} {ba:?}"
        );
        let ends =
            |contest: &ContestSummary| contest.a.difference.ends().unwrap_or((f64::NAN, f64::NAN));
        let ((low, high), (other_low, other_high)) = (ends(&ab), ends(&ba));
        assert!(
            alike(low, -other_high) && alike(high, -other_low),
            "{ab:?} {ba:?}"
        );
        assert!(
            alike(ab.elo.mean, -ba.elo.mean) && alike(ab.elo.low, -ba.elo.high),
            "{ab:?} {ba:?}"
        );
        let [ab, ba] = [ab.sprt, ba.sprt].map(Option::unwrap);
        let decision = ba.decision.map(|decision| {
            if decision == Decision::S0 {
                Decision::S1
            } else {
                Decision::S0
            }
        });
        assert!(
            (ab.llr + ba.llr).abs() < 1e-6 && ab.decision == decision,
            "{ab:?} {ba:?}"
        );
    }
    assert!(verdicts.iter().all(|n| *n > 5), "{verdicts:?}");
}

/// Shares add up to one, so that a distance from the fair share is one from the others.
#[test]
fn win_shares_of_all_sides_and_seats_add_up_to_one() {
    let mut rng = tool_stream(62);
    for table in 0..40 {
        let players = 2 + table % 4;
        let sprt = Sprt::parse("0.3,0.6", players, LOOKS).unwrap();
        let plan = match_plan(players, ["greedy", "random"], sprt);
        let deals = match_deals(players, 1 + below(&mut rng, 40) as usize, &mut rng);
        let tally = tally(&plan, &deals);
        let is_known = deals.iter().flatten().any(|game| game.fair_share() > 0);
        let share = |group: &super::group::Group| group.estimate(0).mean;
        let seats: f64 = tally.arms[0].seats.iter().map(share).sum();
        assert!(
            if is_known {
                alike(seats, 1.0)
            } else {
                seats.is_nan()
            },
            "{seats}"
        );
        let sides =
            share(&tally.contestants[0]) + (players - 1) as f64 * share(&tally.contestants[1]);
        assert!(alike(sides, 1.0) || sides.is_nan(), "{sides}");
    }
}

#[test]
fn deals_that_nobody_wins_change_no_claim() {
    let mut rng = tool_stream(63);
    for table in 0..30 {
        let players = 2 + table % 4;
        let plan = match_plan(
            players,
            ["greedy", "random"],
            Sprt::parse("0.3,0.6", players, LOOKS).unwrap(),
        );
        let deals = match_deals(players, 1 + below(&mut rng, 40) as usize, &mut rng);
        let none = vec![unwon(players); deals[0].len()];
        let more: Vec<Deal> = deals
            .iter()
            .flat_map(|deal| [deal.clone(), none.clone()])
            .collect();
        let [few, many] = [&deals, &more].map(|deals| json(contest(&plan, &tally(&plan, deals))));
        assert_eq!(few, many, "table {table}");
    }
}

#[test]
fn nothing_is_claimed_when_nobody_wins_a_game() {
    for players in 2..=5 {
        let plan = match_plan(
            players,
            ["greedy", "random"],
            Sprt::parse("0.3,0.6", players, LOOKS).unwrap(),
        );
        let deal = vec![unwon(players); plan.games_per_block() as usize];
        let tally = tally(&plan, &vec![deal; 500]);
        let found = contest(&plan, &tally);
        assert_eq!(
            (found.a.verdict, found.a.difference.half_width),
            (MatchVerdict::NoDifferenceShown, None)
        );
        let sprt = found.sprt.unwrap();
        assert!(
            found.elo.mean.is_nan() && sprt.decision.is_none() && sprt.llr == 0.0,
            "{found:?}"
        );
        assert!(!super::stop::is_decided(&plan, &tally));
        // Written files can be read.
        let text = serde_json::to_string(&Summary::new(&plan, &tally)).unwrap();
        let read: Summary = serde_json::from_str(&text).unwrap();
        assert_eq!(read.unwon, 500 * plan.games_per_block());
        assert!(
            read.agents[0].mean(Metric::WIN_SHARE).mean.is_nan(),
            "{text}"
        );
    }
}

/// Returns the summary of a round-robin of three agents that are this strong and have a fault this often, in percent.
fn tournament(names: [&str; 3], strengths: [u32; 3], faults: [u32; 3]) -> Summary {
    let run = Run {
        games: Some(100_000),
        ..Run::default()
    };
    let choice = Choice::printed(GAME);
    let names = names.map(String::from);
    let plan = plan(Draft::of_tournament(
        &choice,
        &names,
        2,
        Format::RoundRobin,
        1,
        None,
        &run,
    ));
    let mut rng = tool_stream(64);
    let mut deals = Vec::new();
    for block in 0..30 {
        let mut deal = Deal::new();
        for number in block * plan.games_per_block()..(block + 1) * plan.games_per_block() {
            let id = plan.game(number);
            let side = |seat| plan.arm(id).lineup.side(id.seating, seat);
            let agents = [0, 1].map(|seat| plan.contestants.index(id.arm, side(seat)));
            deal.push(game(
                &agents.map(|agent| strengths[agent]),
                &agents.map(|agent| faults[agent]),
                &mut rng,
            ));
        }
        deals.push(deal);
    }
    Summary::new(&plan, &tally(&plan, &deals))
}

#[test]
fn ratings_know_nothing_of_games_that_nobody_wins() {
    let names = ["random", "greedy", "heuristic"];
    let rated = |faults| tournament(names, [0, 6, 9], faults).ratings.unwrap();
    // All always have a fault: nothing is known of anybody.
    let none = rated([100; 3]);
    assert!(
        none.agents.iter().all(|agent| agent.elo.mean.is_nan()),
        "{none:?}"
    );
    assert!(
        none.seats
            .iter()
            .all(|seat| seat.elo.mean.is_nan() && seat.elo.low.is_none()),
        "{none:?}"
    );
    assert!(none.ahead.iter().flatten().all(Option::is_none), "{none:?}");
    assert!(
        none.stronger.iter().flatten().all(Option::is_none),
        "{none:?}"
    );
    // Two of them: both are weaker than the third, and nothing is known of one against the other.
    let two = rated([100, 100, 0]);
    assert_eq!(
        (two.ahead[0][1], two.ahead[2][0], two.ahead[2][1]),
        (None, Some(1.0), Some(1.0)),
        "{two:?}"
    );
    let between = two.stronger[0][1].unwrap();
    assert!((0.3..0.7).contains(&between), "{between}");
    // So both have a bound, whichever comes first.
    let elos: Vec<f64> = two.agents.iter().map(|agent| agent.elo.mean).collect();
    assert_eq!(elos, [f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0], "{two:?}");
    assert!(
        two.agents[..2]
            .iter()
            .all(|agent| agent.elo.high.is_some_and(|high| high < 0.0)),
        "{two:?}"
    );
    // Faults that strike both alike change no order.
    let (without, with) = (rated([0; 3]), rated([30; 3]));
    assert_eq!(without.order(), with.order(), "{with:?}");
}

#[test]
fn a_fair_share_is_that_of_the_games_that_somebody_won() {
    let found = tournament(["random", "greedy", "heuristic"], [0, 6, 9], [100, 100, 0]);
    assert!(
        found
            .agents
            .iter()
            .all(|row| row.fair_share == Some(0.5) || row.fair_share.is_none()),
        "{found:?}"
    );
    assert_eq!(
        found.agents[0].mean(Metric::WIN_SHARE).mean,
        0.0,
        "it lost all games that somebody won"
    );
    assert_eq!(found.unwon, 60, "of two games of each deal");
}

/// Deals that nobody wins have no part in what a study claims about wins.
#[test]
fn studies_leave_unwon_deals_out_of_wins() {
    let inquiry = StudyQuestion {
        factors: vec![Factor::parse("tents=1,0", GAME).unwrap()],
        players: vec![2],
        ..StudyQuestion::new(Choice::printed(GAME), "random,greedy")
    };
    let plan = plan(Draft::of_balance(
        &inquiry,
        &Run {
            games: Some(1),
            ..Run::default()
        },
    ));
    let Question::Balance(balance) = &plan.question else {
        panic!("expected a balance study")
    };
    let mut rng = tool_stream(65);
    let mut deals: Vec<Deal> = Vec::new();
    for _ in 0..40 {
        deals.push(
            (0..plan.games_per_block())
                .map(|_| game(&[4, 0], &[0, 0], &mut rng))
                .collect(),
        );
    }
    let none = vec![unwon(2); plan.games_per_block() as usize];
    let summary = |deals: &[Deal]| {
        let mut paired = Paired::new(&plan).unwrap();
        for (block, deal) in (0..).zip(deals) {
            let first = block * plan.games_per_block();
            (first..)
                .zip(deal)
                .for_each(|(number, game)| paired.add_game(&plan, plan.game(number), game));
            paired.end_block();
        }
        BalanceSummary::new(&plan, balance, &paired)
    };
    let few = summary(&deals);
    let many = summary(
        &deals
            .iter()
            .flat_map(|deal| [deal.clone(), none.clone()])
            .collect::<Vec<_>>(),
    );
    assert_eq!(json(&few.strengths), json(&many.strengths));
    for response in ["first_seat", "skill"] {
        let of = |summary: &BalanceSummary| -> Vec<(f64, f64, Option<f64>, Option<f64>)> {
            let effects = summary
                .effects
                .iter()
                .filter(|effect| effect.response == response);
            effects
                .map(|effect| (effect.base_mean, effect.mean, effect.half_width, effect.p))
                .collect()
        };
        assert!(!of(&few).is_empty());
        assert_eq!(of(&few), of(&many), "{response}");
    }
    let nothing = summary(&vec![none; 100]);
    for effect in nothing
        .effects
        .iter()
        .filter(|effect| ["first_seat", "skill"].contains(&&effect.response[..]))
    {
        assert!(
            effect.mean.is_nan() && effect.p.is_none() && !effect.verdict.is_settled(),
            "{effect:?}"
        );
    }
    let read: BalanceSummary = serde_json::from_value(json(&nothing)).unwrap();
    assert_eq!(json(read), json(nothing));
}
