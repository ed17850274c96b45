//! What the elements of the game do: the effects of a balance study and what may be claimed of them.

use super::Reading;
use super::words::{count, estimate, row};
use crate::findings::balance::BalanceSummary;
use crate::findings::claim::{Claim, Claimed};
use crate::findings::effect::{Effect, Verdict};
use crate::findings::response::Unit;
use crate::games::sheet::Sheet;
use crate::report::effects::{heading, verdict};
use crate::report::figure::Figure;
use crate::report::figure::interval::{Intervals, Row};
use crate::report::page::{Answer, Part, Section, Table};
use crate::stats::interval::Estimate;

/// So many answers stand above everything else.
const ANSWERS: usize = 4;

/// How effects are shown.
struct Shown {
    /// The values are shown so many times.
    factor: f64,
    /// What they are then counted in.
    unit: &'static str,
}

impl Shown {
    fn new(unit: Unit) -> Shown {
        match unit {
            Unit::Share => Shown { factor: 100.0, unit: "percentage points" },
            Unit::Points => Shown { factor: 1.0, unit: "points" },
            Unit::Turns => Shown { factor: 1.0, unit: "turns" },
            Unit::Features => Shown { factor: 1.0, unit: "features" },
        }
    }
}

pub(super) fn section(reading: &Reading) -> Option<Section> {
    let balance = reading.summary.balance.as_ref()?;
    let mut responses: Vec<&str> = Vec::new();
    for effect in &balance.effects {
        if !responses.contains(&effect.response) {
            responses.push(effect.response);
        }
    }
    let figures = responses.into_iter().map(|response| forest(reading, balance, response)).collect();
    let parts = vec![
        Part::Text(
            "An effect is the difference of a level from its base on the same deals. It is claimed only where at least two \
             agents of different strength show it after Holm's correction over all effects; balanced is what lies inside \
             the margin with its whole interval."
                .into(),
        ),
        Part::Table(claims(reading.plan.sheet(), balance)),
        Part::Figures(figures),
        Part::Table(effects(reading.plan.sheet(), balance)),
        Part::Table(strengths(balance)),
    ];
    Some(Section { heading: "What the elements of the game do", parts })
}

/// The largest of the effects that are claimed, one a level, in margins.
pub(super) fn answers(sheet: &Sheet, balance: &BalanceSummary) -> Vec<Answer> {
    let mut claimed: Vec<(&Claim, Vec<&Effect>)> = balance
        .claims
        .iter()
        .filter(|claim| matches!(claim.verdict, Claimed::Larger | Claimed::Smaller))
        .map(|claim| (claim, balance.effects.iter().filter(|effect| is_of(effect, claim)).collect()))
        .collect();
    let size = |effects: &[&Effect]| {
        effects.iter().map(|effect| effect.mean.abs() / effect.margin.max(1e-9)).fold(0.0, f64::max)
    };
    claimed.sort_by(|a, b| size(&b.1).total_cmp(&size(&a.1)));
    let mut answers: Vec<Answer> = Vec::new();
    let mut levels: Vec<String> = Vec::new();
    for (claim, effects) in claimed {
        let level = of_claim(claim);
        if levels.contains(&level) || answers.len() == ANSWERS {
            continue;
        }
        answers.push(answer(sheet, &level, claim, &effects));
        levels.push(level);
    }
    if answers.is_empty() {
        answers.push(Answer {
            number: "0".into(),
            interval: format!("of {} effects", balance.claims.len()),
            sentence: "No effect can be claimed: none is shown by two agents of different strength.".into(),
        });
    }
    answers
}

fn answer(sheet: &Sheet, level: &str, claim: &Claim, effects: &[&Effect]) -> Answer {
    let strongest = effects.iter().max_by_key(|effect| effect.rank).expect("a claim has effects");
    let Shown { factor, unit } = Shown::new(strongest.unit);
    let by = |effect: &&Effect| format!("{} ({})", signed(effect, factor), effect.agent);
    let all: Vec<String> = effects.iter().map(by).collect();
    let number = if unit == "percentage points" { " pp".into() } else { format!(" {unit}") };
    let (number, interval) = super::words::apart(&mean(strongest), factor, &number);
    let number = if strongest.mean > 0.0 { format!("+{number}") } else { number };
    let sentence = format!("{level}, on {}: {} {unit}.", name(sheet, claim.response), super::words::list(&all));
    Answer { number, interval, sentence }
}

fn is_of(effect: &Effect, claim: &Claim) -> bool {
    (effect.question, &effect.factor, &effect.level, &effect.base, effect.players, effect.response)
        == (claim.question, &claim.factor, &claim.level, &claim.base, claim.players, claim.response)
}

fn of_claim(claim: &Claim) -> String {
    heading(claim.question, &claim.factor, &claim.level, &claim.base, claim.players)
}

fn of_effect(effect: &Effect) -> String {
    heading(effect.question, &effect.factor, &effect.level, &effect.base, effect.players)
}

/// What a response is, for people.
fn name(sheet: &Sheet, response: &str) -> String {
    match response {
        "first_seat" => "the win share of seat 0 above a fair one".into(),
        "skill" => "the win share of the stronger agent above a fair one".into(),
        "score_of_others" => "the score of the others".into(),
        "win_share" => "the win share".into(),
        "completed" => "the number of features completed".into(),
        source if sheet.sources.iter().any(|known| known.name == source) => format!("the points from {source}"),
        other => format!("the {}", other.replace('_', " ")),
    }
}

fn mean(effect: &Effect) -> Estimate {
    Estimate::around(effect.mean, effect.half_width)
}

fn signed(effect: &Effect, factor: f64) -> String {
    let text = estimate(&mean(effect), factor, 2);
    if effect.mean > 0.0 { format!("+{text}") } else { text }
}

fn forest(reading: &Reading, balance: &BalanceSummary, response: &str) -> Figure {
    let effects: Vec<&Effect> = balance.effects.iter().filter(|effect| effect.response == response).collect();
    let Shown { factor, unit } = Shown::new(effects[0].unit);
    let mut last = String::new();
    let rows: Vec<Row> = effects
        .iter()
        .map(|effect| {
            let heading = of_effect(effect);
            let is_new = heading != last;
            last.clone_from(&heading);
            Row {
                heading: is_new.then_some(heading),
                reference: Some(0.0),
                strong: matches!(effect.verdict, Verdict::Larger | Verdict::Smaller),
                ..row(
                    effect.agent.clone(),
                    &mean(effect),
                    format!("{}  {}", signed(effect, factor), verdict(effect.verdict)),
                )
            }
        })
        .collect();
    let name = name(reading.plan.sheet(), response);
    let claimed = balance
        .claims
        .iter()
        .filter(|claim| claim.response == response && matches!(claim.verdict, Claimed::Larger | Claimed::Smaller));
    let largest = claimed
        .flat_map(|claim| effects.iter().filter(move |effect| is_of(effect, claim)))
        .max_by(|a, b| a.mean.abs().total_cmp(&b.mean.abs()));
    let title = match largest {
        Some(effect) => format!("{} moves {name} the most: {} {unit}", of_effect(effect), signed(effect, factor)),
        None => format!("No effect on {name} can be claimed"),
    };
    let margin = effects[0].margin;
    let caption = format!(
        "Level less base on the same deals, in {unit}, with 95 % intervals from {} deals; shaded is what is too small to \
         matter (± {}); verdicts after Holm's correction over all effects.",
        count(reading.summary.blocks),
        margin * factor
    );
    let drawing = Intervals { rows, band: Some(margin), axis: unit, factor, reference: None }.draw();
    Figure { name: format!("effects-on-{}", response.replace('_', "-")), title, caption, drawing }
}

fn claims(sheet: &Sheet, balance: &BalanceSummary) -> Table {
    let shown = |claim: &&Claim| !matches!(claim.verdict, Claimed::NotShown | Claimed::NoSecondAgent);
    let row = |claim: &Claim| vec![of_claim(claim), name(sheet, claim.response), claim.words.clone()];
    Table {
        fold: None,
        headings: ["what is varied", "what is looked at", "what the agents show together"].map(String::from).to_vec(),
        texts: 3,
        rows: balance.claims.iter().filter(shown).map(row).collect(),
        seats: vec![],
    }
}

fn effects(sheet: &Sheet, balance: &BalanceSummary) -> Table {
    let row = |effect: &Effect| {
        let Shown { factor, unit } = Shown::new(effect.unit);
        vec![
            of_effect(effect),
            effect.agent.clone(),
            name(sheet, effect.response),
            format!("{:.2}", effect.base_mean * factor),
            format!("{} {unit}", signed(effect, factor)),
            effect.p_holm.map_or_else(String::new, |p| if p < 1e-4 { "< 0.0001".into() } else { format!("{p:.4}") }),
            verdict(effect.verdict).into(),
        ]
    };
    let headings = ["what is varied", "agent", "what is looked at", "base", "difference", "p (Holm)", "verdict"];
    Table {
        fold: Some("All effects in numbers".into()),
        headings: headings.map(String::from).to_vec(),
        texts: 3,
        rows: balance.effects.iter().map(row).collect(),
        seats: vec![],
    }
}

fn strengths(balance: &BalanceSummary) -> Table {
    let row = |strength: &crate::findings::effect::StrengthSummary| {
        vec![
            strength.agent.clone(),
            strength.players.to_string(),
            format!("{} pp", estimate(&strength.advantage, 100.0, 2)),
        ]
    };
    Table {
        fold: Some("How much the agents differ in strength".into()),
        headings: ["agent", "players", "win share above a fair one"].map(String::from).to_vec(),
        texts: 1,
        rows: balance.strengths.iter().map(row).collect(),
        seats: vec![],
    }
}
