//! Sections of a balance study: each question with its answer, and at the end all effects for statisticians.

use super::LoadedRun;
use super::words::{self, estimate, row};
use crate::findings::answer::{Answer, AnsweredResponse, Outcome, answers};
use crate::findings::balance::BalanceSummary;
use crate::findings::effect::{Effect, Verdict};
use crate::findings::response::{SKILL, Unit};
use crate::games::schema::ResultSchema;
use crate::report::answer::{self, by_topic};
use crate::report::effects::method;
use crate::report::figure::Figure;
use crate::report::figure::interval::{Intervals, Row};
use crate::report::number::number;
use crate::report::page::{self, PagePart, Section, Table};
use crate::report::strategy;
use crate::report::words::{count, player_games};
use crate::stats::interval::Estimate;
use crate::study::QuestionKind;

/// Scale and unit in which effects are shown.
struct ShownEffect {
    /// Factor that multiplies the values.
    factor: f64,
    /// Unit after multiplication.
    unit: &'static str,
}

impl ShownEffect {
    fn new(unit: Unit) -> ShownEffect {
        match unit {
            Unit::Share => ShownEffect {
                factor: 100.0,
                unit: "% of games",
            },
            Unit::Part => ShownEffect {
                factor: 100.0,
                unit: "percentage points",
            },
            Unit::Index => ShownEffect {
                factor: 1.0,
                unit: "from 0 to 1",
            },
            Unit::Points | Unit::PointsOfDraw => ShownEffect {
                factor: 1.0,
                unit: "points",
            },
            Unit::Turns => ShownEffect {
                factor: 1.0,
                unit: "turns",
            },
            Unit::Features => ShownEffect {
                factor: 1.0,
                unit: "features",
            },
            Unit::Choices => ShownEffect {
                factor: 1.0,
                unit: "choices",
            },
            Unit::Times => ShownEffect {
                factor: 1.0,
                unit: "times per game",
            },
        }
    }
}

/// Returns the key answers, one for each question, in the order asked.
pub(super) fn heads(run: &LoadedRun, balance: &BalanceSummary) -> Vec<page::Answer> {
    let schema = run.plan.schema();
    let [rules, habits, _] = answer::sorted(schema, balance, &run.summary.winners);
    let several = rules
        .iter()
        .any(|answer| answer.players != rules[0].players);
    let head = |answer: Answer| {
        let (number, interval) = answer::key_number(schema, &answer);
        let sentence = answer::headline(schema, &answer);
        // An answer about a restriction already mentions the number of players.
        let is_of_several =
            several && answer.question != QuestionKind::Restriction && answer.factor != "players";
        let sentence = if is_of_several {
            format!("{} players: {sentence}", answer.players)
        } else {
            sentence
        };
        page::Answer {
            number,
            interval,
            sentence,
        }
    };
    let seats = answer::seats(&run.plan, &run.summary)
        .into_iter()
        .map(|sentence| page::Answer {
            number: "Seats".into(),
            interval: String::new(),
            sentence,
        });
    let habits = (!habits.is_empty()).then(|| {
        let (number, sentence) = answer::habits(&habits);
        page::Answer {
            number,
            interval: String::new(),
            sentence,
        }
    });
    habits
        .into_iter()
        .chain(seats)
        .chain(rules.into_iter().map(head))
        .collect()
}

/// Returns a section for each question.
pub(super) fn sections(run: &LoadedRun) -> Vec<Section> {
    let Some(balance) = &run.summary.balance else {
        return Vec::new();
    };
    let schema = run.plan.schema();
    let section = |(number, answer): (usize, Answer)| {
        let figures = [
            Unit::Share,
            Unit::Part,
            Unit::Index,
            Unit::Points,
            Unit::PointsOfDraw,
            Unit::Turns,
            Unit::Features,
            Unit::Times,
            Unit::Choices,
        ];
        // Responses that stay the same are in the table; a picture of them shows nothing.
        let moves = |unit: &Unit| {
            answer
                .responses
                .iter()
                .any(|answered| answered.unit == *unit && answered.outcome != Outcome::Stays)
        };
        let moving: Vec<Unit> = figures.into_iter().filter(moves).collect();
        let shown = if moving.is_empty() {
            vec![answer.responses[0].unit]
        } else {
            moving
        };
        let figures = shown
            .into_iter()
            .filter_map(|unit| forest(schema, &answer, unit, number))
            .collect();
        let mut parts = vec![
            PagePart::Pieces(figures),
            PagePart::Table(table(schema, &answer)),
        ];
        parts.extend(answer::misjudged(schema, &answer).map(PagePart::Text));
        Section {
            heading: answer::heading(&answer),
            parts,
        }
    };
    let [rules, habits, untried] = answer::sorted(schema, balance, &run.summary.winners);
    let habits = (!habits.is_empty()).then(|| winning_habits(schema, &habits, &untried));
    let sections = habits
        .into_iter()
        .chain(rules.into_iter().enumerate().map(section));
    sections.chain(all_values(schema, balance)).collect()
}

/// Returns the section on rules with three or more values.
fn all_values(schema: &ResultSchema, balance: &BalanceSummary) -> Option<Section> {
    let mut parts = Vec::new();
    for (number, curve) in answer::curves(schema, balance).iter().enumerate() {
        let ShownEffect { factor, unit } = ShownEffect::new(curve.unit);
        let point = |(level, mean): &(String, Estimate)| {
            row(format!("{}={level}", curve.factor), mean, curve.value(mean))
        };
        let rows = curve.points.iter().map(point).collect();
        parts.push(PagePart::Text(curve.sentence()));
        parts.push(PagePart::Wide(Figure {
            name: format!("values-{}", number + 1),
            title: curve.title(),
            caption: "As the strongest bot plays. The intervals are of the difference from the value that has none."
                .into(),
            drawing: Intervals { rows, band: None, axis: unit, factor, reference: None }.draw(),
        }));
    }
    (!parts.is_empty()).then(|| Section {
        heading: "All values of a rule".into(),
        parts,
    })
}

/// Returns the section on the results of playing differently.
fn winning_habits(schema: &ResultSchema, habits: &[Answer], untried: &[Answer]) -> Section {
    let players = habits[0].players;
    let won = |habit: &Answer| {
        let answered = habit
            .responses
            .iter()
            .find(|answered| answered.response == SKILL)?;
        let [label, _, value, ..] = answer::habit_row(schema, habit)?;
        let share = answered.change.plus(answered.now - answered.change.mean);
        let strong = answered.outcome == Outcome::Changes;
        Some(Row {
            reference: Some(answered.before),
            strong,
            ..row(label, &share, value)
        })
    };
    let rows = habits.iter().filter_map(won).collect();
    let drawing = Intervals {
        rows,
        band: None,
        axis: "% of games",
        factor: 100.0,
        reference: Some("fair"),
    }
    .draw();
    let figure = Figure {
        name: "what-pays".into(),
        title: "Wins of a bot that plays differently from the others".into(),
        caption: format!("One of {players} players changes its style; the others play as tuned."),
        drawing,
    };
    let rows = habits
        .iter()
        .filter_map(|habit| answer::habit_row(schema, habit))
        .map(|row| row.to_vec())
        .collect();
    let headings = answer::HABIT_HEADINGS.map(String::from).to_vec();
    let table = Table {
        headings,
        texts: 2,
        rows,
        ..Table::default()
    };
    let mut parts = vec![PagePart::Wide(figure), PagePart::Table(table)];
    parts.extend(answer::untried(untried).map(PagePart::Text));
    Section {
        heading: format!("What pays in {} games", player_games(players)),
        parts,
    }
}

/// Returns the section on the differences between winners and losers, if equals played.
pub(super) fn winners(run: &LoadedRun) -> Option<Section> {
    let schema = run.plan.schema();
    let rows: Vec<_> = run
        .summary
        .winners
        .iter()
        .map(|row| strategy::row(schema, row).to_vec())
        .collect();
    let headings = strategy::HEADINGS.map(String::from).to_vec();
    let table = Table {
        headings,
        texts: 1,
        rows,
        ..Table::default()
    };
    let has_rows = !run.summary.winners.is_empty();
    let caution = if run.summary.balance.is_some() {
        strategy::BESIDE_PLAYED
    } else {
        strategy::CAUTION
    };
    has_rows.then(|| Section {
        heading: "What winners do more than losers".into(),
        parts: vec![PagePart::Text(caution.into()), PagePart::Table(table)],
    })
}

/// Returns the section for statisticians.
pub(super) fn statistics(run: &LoadedRun) -> Option<Section> {
    let balance = run.summary.balance.as_ref()?;
    let parts = vec![
        PagePart::Text(method(&run.plan, balance, &run.summary)),
        PagePart::Text(looks(balance)),
        PagePart::Text(
            "An effect is the paired difference between a level and its base on the same deals; its interval is Student's t over \
             deals. The verdict is a change if at least two bots of different strength, or for skill two pairs, show one, after \
             Holm's correction for all effects and, if the run could stop early, Bonferroni's for the interim looks. It is no change if the whole \
             interval of every bot lies inside the margin. The number of games settles a verdict with a probability of about 80%."
                .into(),
        ),
        PagePart::Table(effects(run.plan.schema(), balance)),
        PagePart::Table(strengths(balance)),
    ];
    Some(Section {
        heading: "For statisticians".into(),
        parts,
    })
}

/// Explains the effect of repeated looks on intervals.
fn looks(balance: &BalanceSummary) -> String {
    match balance.looks {
        1 => "The results were tested once, at the end.".into(),
        looks => format!(
            "The results were tested at most {looks} times; the intervals are valid for all of these looks together."
        ),
    }
}

fn mean(effect: &Effect) -> Estimate {
    Estimate::around(effect.mean, effect.half_width)
}

fn signed(effect: &Effect, factor: f64) -> String {
    words::signed(&mean(effect), factor, 2)
}

/// Draws the changes of all responses that share a unit, for each bot.
fn forest(schema: &ResultSchema, answer: &Answer, unit: Unit, number: usize) -> Option<Figure> {
    let answered: Vec<&AnsweredResponse> = answer
        .responses
        .iter()
        .filter(|answered| answered.unit == unit)
        .collect();
    let first = *answered.first()?;
    let ShownEffect { factor, unit: name } = ShownEffect::new(unit);
    let rows = answered.iter().flat_map(|answered| {
        answered
            .effects
            .iter()
            .enumerate()
            .map(move |(index, effect)| Row {
                heading: (index == 0).then(|| answer::label(schema, answered)),
                reference: Some(0.0),
                strong: matches!(effect.verdict, Verdict::Larger | Verdict::Smaller),
                ..row(effect.agent.clone(), &mean(effect), signed(effect, factor))
            })
    });
    let drawing = Intervals {
        rows: rows.collect(),
        band: Some(first.margin),
        axis: name,
        factor,
        reference: None,
    }
    .draw();
    let file = name.trim_start_matches("% of ").replace(' ', "-");
    Some(Figure {
        name: format!("answer-{}-{file}", number + 1),
        title: format!("{}: change in {name}", answer::heading(answer)),
        caption: format!(
            "Shaded: too small to matter (within {}).",
            answer::margin(first)
        ),
        drawing,
    })
}

/// Returns the table of topics and responses, before and after.
fn table(schema: &ResultSchema, answer: &Answer) -> Table {
    let rows = by_topic(answer).into_iter().flat_map(|(topic, answered)| {
        let rows = answered
            .iter()
            .flat_map(|answered| answer::rows(schema, answered));
        rows.enumerate().map(move |(index, row)| {
            let question = if index == 0 { topic.question() } else { "" };
            [question.to_owned()].into_iter().chain(row).collect()
        })
    });
    let headings = ["question"].into_iter().chain(answer::HEADINGS);
    Table {
        headings: headings.map(String::from).collect(),
        texts: 2,
        rows: rows.collect(),
        ..Table::default()
    }
}

fn effects(schema: &ResultSchema, balance: &BalanceSummary) -> Table {
    let all = answers(balance);
    let row = |answer: &Answer, answered: &AnsweredResponse, effect: &Effect| {
        let ShownEffect { factor, unit } = ShownEffect::new(effect.unit);
        vec![
            answer::heading(answer),
            effect.agent.clone(),
            answer::noun(schema, answered),
            number(effect.base_mean * factor, 2),
            format!("{} {unit}", signed(effect, factor)),
            effect.p_holm.map_or_else(String::new, |p| {
                if p < 1e-4 {
                    "< 0.0001".into()
                } else {
                    format!("{p:.4}")
                }
            }),
            answer::verdict(effect.verdict).into(),
            effect.more_games.map_or_else(String::new, count),
        ]
    };
    let rows = all.iter().flat_map(|answer| {
        let answered = answer.responses.iter().flat_map(move |answered| {
            answered
                .effects
                .iter()
                .map(move |effect| (answered, effect))
        });
        answered.map(move |(answered, effect)| row(answer, answered, effect))
    });
    let headings = [
        "change",
        "bot",
        "response",
        "base",
        "difference",
        "p",
        "verdict",
        "more games",
    ];
    Table {
        fold: Some("All effects in numbers (win rates relative to a fair share)".into()),
        headings: headings.map(String::from).to_vec(),
        texts: 3,
        rows: rows.collect(),
        ..Table::default()
    }
}

fn strengths(balance: &BalanceSummary) -> Table {
    let row = |strength: &crate::findings::effect::StrengthSummary| {
        vec![
            strength.agent.clone(),
            strength.players.to_string(),
            estimate(&strength.advantage, 100.0, 2),
        ]
    };
    Table {
        fold: Some("Strength of the bots".into()),
        headings: [
            "bot",
            "players",
            "wins above a fair share, percentage points",
        ]
        .map(String::from)
        .to_vec(),
        texts: 1,
        rows: balance.strengths.iter().map(row).collect(),
        ..Table::default()
    }
}
