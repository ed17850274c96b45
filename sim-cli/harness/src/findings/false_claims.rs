//! Test of how often a study claims a change where there is none: results of studies of every kind are drawn from one distribution,
//! whatever the rule, the seat or the style of play.

use goldrush_engine::rng::{StreamRng, below, tool_stream};
use goldrush_games::ask::Topic;
use goldrush_games::{Choice, GameName};
use goldrush_support::stats::distribution::normal_quantile;

use super::answer::{ChangeOutcome, answers};
use super::balance::BalanceSummary;
use super::paired::Paired;
use crate::sim::bots::titles;
use crate::sim::result::GameResult;
use crate::study::factor::Factor;
use crate::study::{Design, Draft, Plan, Question, Run, Stop, StudyQuestion};

const GAME: GameName = GameName::GoldRush;
/// Bots of different strength.
const LADDER: &str = "random,greedy,heuristic";
/// Studies of each kind.
const STUDIES: u32 = 200;
/// Deals of each study.
const DEALS: u64 = 200;
/// Largest share of studies that may claim something.
const LEVEL: f64 = 0.05;

/// Kind of study, and one of them.
type Kind = (&'static str, StudyQuestion<'static>);

fn inquiry(agents: &str, players: usize, factors: &[&str]) -> StudyQuestion<'static> {
    let factors = factors.iter().map(|text| Factor::parse(text, GAME));
    StudyQuestion {
        factors: factors.map(Result::unwrap).collect(),
        players: vec![players],
        ..StudyQuestion::new(Choice::printed(GAME), agents)
    }
}

/// Returns a bot of the same strength as `heuristic` that is another bot.
fn equal(number: usize) -> String {
    format!("heuristic:fill=0.1{number}")
}

/// Returns a study of rules by bots of different strength.
fn rules(factors: &[&str]) -> StudyQuestion<'static> {
    inquiry(LADDER, 2, factors)
}

fn kinds() -> Vec<Kind> {
    let styles = (1..5).map(|number| (equal(number), format!("style {number}")));
    let habits = (1..7).map(|number| (format!("habit {number}"), equal(number)));
    let pairs = (1..5).map(|number| [equal(number), equal(number + 1)]);
    vec![
        ("a rule", rules(&["tents=1,0"])),
        ("a curve", rules(&["cowboys=4,2,3,5,6"])),
        (
            "two rules at once",
            StudyQuestion {
                design: Design::Full,
                ..rules(&["tents=1,0", "farmers=yes,no"])
            },
        ),
        ("seats", inquiry(LADDER, 3, &["seat=0,1,2"])),
        (
            "a restriction",
            StudyQuestion {
                denied: vec!["tents".into()],
                ..rules(&[])
            },
        ),
        (
            "skill",
            StudyQuestion {
                about: vec![Topic::Skill],
                ..rules(&["tents=1,0,2"])
            },
        ),
        (
            "pairs",
            StudyQuestion {
                about: vec![Topic::Skill],
                pairs: pairs.collect(),
                ..rules(&[])
            },
        ),
        (
            "strategy",
            StudyQuestion {
                habits: habits.collect(),
                ..inquiry("heuristic", 2, &[])
            },
        ),
        (
            "styles",
            StudyQuestion {
                agents: (1..5).map(equal).collect(),
                titles: styles.collect(),
                about: vec![Topic::Points, Topic::Sources],
                ..rules(&["tents=1,0"])
            },
        ),
    ]
}

/// Returns the plan of a study that may stop early, or not.
fn plan(inquiry: &StudyQuestion, stops: bool) -> Plan {
    let stop = stops.then_some(Stop {
        settled: true,
        ..Stop::default()
    });
    let first = Draft::of_balance(inquiry, &Run::default())
        .and_then(|draft| Ok(draft.complete(titles)?))
        .unwrap();
    let run = Run {
        games: Some(DEALS * first.games_per_block()),
        stop,
        ..Run::default()
    };
    Draft::of_balance(inquiry, &run)
        .and_then(|draft| Ok(draft.complete(titles)?))
        .unwrap()
}

/// Draws a game: points depend on the bots and the deal alone.
fn game(plan: &Plan, number: u64, deal: u32, rng: &mut StreamRng) -> GameResult {
    let id = plan.game(number);
    let lineup = &plan.arm(id).lineup;
    let points = (0..lineup.players()).map(|seat| {
        let agent = lineup.agent(id.seating, seat).to_string();
        let strength = match agent.split(':').next() {
            Some("random") => 0,
            Some("greedy") => 8,
            _ => 16,
        };
        (50 + deal + strength + below(rng, 40)) as u16
    });
    GameResult::made_up(&points.collect::<Vec<_>>())
}

/// True if a study claims a change at some look.
fn claims_something(plan: &Plan, rng: &mut StreamRng) -> bool {
    let Question::Balance(balance) = &plan.question else {
        panic!("it is a balance study")
    };
    let looks = match plan.stop {
        Some(stop) => stop.looks(plan.blocks),
        None => vec![plan.blocks],
    };
    let mut paired = Paired::new(plan).unwrap();
    for block in 0..plan.blocks {
        let deal = below(rng, 20);
        for number in block * plan.games_per_block()..(block + 1) * plan.games_per_block() {
            let result = game(plan, number, deal, rng);
            paired.add_game(plan, plan.game(number), &result);
        }
        paired.end_block();
        if looks.contains(&(block + 1)) {
            let summary = BalanceSummary::new(plan, balance, &paired);
            let mut responses = answers(&summary)
                .into_iter()
                .flat_map(|answer| answer.responses);
            if responses.any(|answered| answered.outcome == ChangeOutcome::Changes) {
                return true;
            }
        }
    }
    false
}

/// At most one study in twenty may claim anything if nothing changes, however many answers it has and however often it looks.
#[test]
#[ignore = "slow"]
fn studies_without_effects_claim_nothing() {
    // Chance alone gives more than this in one of a thousand tests.
    let spread = (LEVEL * (1.0 - LEVEL) / f64::from(STUDIES)).sqrt();
    let most = LEVEL + normal_quantile(0.999) * spread;
    let mut rng = tool_stream(71);
    let mut too_many = Vec::new();
    println!("{:<20} {:>10} {:>10}", "kind", "once", "more looks");
    for (kind, inquiry) in kinds() {
        let mut shares = Vec::new();
        for stops in [false, true] {
            let plan = plan(&inquiry, stops);
            let claimed = (0..STUDIES).filter(|_| claims_something(&plan, &mut rng));
            shares.push(claimed.count() as f64 / f64::from(STUDIES));
        }
        println!(
            "{kind:<20} {:>9.1}% {:>9.1}%",
            100.0 * shares[0],
            100.0 * shares[1]
        );
        if shares.iter().any(|share| *share > most) {
            too_many.push(kind);
        }
    }
    assert!(too_many.is_empty(), "{too_many:?}");
}
