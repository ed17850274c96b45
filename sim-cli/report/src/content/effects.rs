//! Sections of a balance study: each question with its answer, and at the end all effects for statisticians.

use std::collections::BTreeMap;
use std::ptr;

use goldrush_games::schema::ResultSchema;
use goldrush_harness::findings::answer::{Answer, AnsweredResponse, ChangeOutcome, answers};
use goldrush_harness::findings::balance::BalanceSummary;
use goldrush_harness::findings::effect::{Effect, Verdict};
use goldrush_harness::findings::response::Unit;
use goldrush_harness::study::{Question, QuestionKind};
use goldrush_support::stats::interval::MIN_BLOCKS;

use super::{Run, row};
use crate::answer::{self, Sorted, by_topic};
use crate::document::{self, Cell, Part, Section, Table};
use crate::figure::interval::{Intervals, Row};
use crate::figure::{Drawing, Figure};
use crate::number::{Number, fair};
use crate::words::{capital, count, counted, list, player_games};

/// Units in the order of their figures.
const UNITS: [Unit; 9] = [
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
pub(super) fn heads(run: &Run, balance: &BalanceSummary) -> Vec<document::Answer> {
    let schema = run.plan.schema();
    let Sorted {
        rules,
        pairs,
        habits,
        ..
    } = answer::sorted(schema, balance, &run.summary.winners);
    let mut answers = answer::pair_answers(&pairs);
    if !habits.is_empty() {
        let (number, sentence) = answer::habits(&habits);
        answers.push(plain_answer(number, sentence));
    }
    for sentence in answer::seats(run.plan, run.summary) {
        answers.push(plain_answer("Seats".into(), sentence));
    }
    let template = run.asked().map(|asked| &asked.sentence[..]);
    let seats = seat_groups(&rules);
    for answer in &rules {
        let is_of_several = rules.iter().any(|other| other.players != answer.players);
        if let Some(group) = seats.iter().find(|group| ptr::eq(group[0], answer)) {
            let mut of_seats = answer::other_seats(schema, group);
            if is_of_several {
                of_seats.sentence = format!("{} players: {}", answer.players, of_seats.sentence);
            }
            answers.push(of_seats);
        }
        if is_in_group(answer, &seats) {
            continue;
        }
        let sentence = match template.filter(|template| !template.is_empty()) {
            Some(template) => answer::own_sentence(template, answer),
            None => answer::headline(schema, answer),
        };
        // An answer about a restriction already mentions the number of players.
        let is_of_several = is_of_several
            && answer.question != QuestionKind::Restriction
            && answer.factor != "players";
        let (number, interval) = answer::key_number(schema, answer);
        answers.push(document::Answer {
            number,
            interval,
            sentence: if is_of_several {
                format!("{} players: {sentence}", answer.players)
            } else {
                sentence
            },
        });
    }
    answers
}

/// Returns the answers that compare several seats with the first, by number of players.
fn seat_groups<'a, 'b>(answers: &'a [Answer<'b>]) -> Vec<Vec<&'a Answer<'b>>> {
    let mut groups: BTreeMap<usize, Vec<&Answer>> = BTreeMap::new();
    for answer in answers {
        if answer.question == QuestionKind::Seat {
            groups.entry(answer.players).or_default().push(answer);
        }
    }
    groups
        .into_values()
        .filter(|group| group.len() > 1)
        .collect()
}

/// True if one of these groups contains an answer.
fn is_in_group(answer: &Answer, groups: &[Vec<&Answer>]) -> bool {
    let mut all = groups.iter().flatten();
    all.any(|one| ptr::eq(*one, answer))
}

fn plain_answer(number: String, sentence: String) -> document::Answer {
    document::Answer {
        number,
        interval: String::new(),
        sentence,
    }
}

/// Returns a section for each question, and how they were answered.
pub(super) fn sections(run: &Run) -> Vec<Section> {
    let Some(balance) = &run.summary.balance else {
        return Vec::new();
    };
    let schema = run.plan.schema();
    let Sorted {
        rules,
        pairs,
        habits,
        untried,
    } = answer::sorted(schema, balance, &run.summary.winners);
    let mut sections = Vec::new();
    if !pairs.is_empty() {
        sections.push(pairs_section(&pairs));
    }
    if !habits.is_empty() {
        sections.push(winning_habits(schema, &habits, &untried));
    }
    let seats = seat_groups(&rules);
    for (number, answer) in rules.iter().enumerate() {
        if let Some(group) = seats.iter().find(|group| ptr::eq(group[0], answer)) {
            sections.push(section(schema, group, number));
        } else if !is_in_group(answer, &seats) {
            sections.push(section(schema, &[answer], number));
        }
    }
    sections.extend(all_values(schema, balance));
    let missing = rules.iter().chain(&pairs).filter_map(Answer::missing).max();
    sections.push(method_section(run, balance, missing));
    sections
}

/// Returns the section on one question, or on all seats; `first` is the number of its first answer.
fn section(schema: &ResultSchema, answers: &[&Answer], first: usize) -> Section {
    let mut figures = Vec::new();
    for (number, answer) in (first..).zip(answers) {
        let units = units_to_draw(answer).into_iter();
        figures.extend(units.filter_map(|unit| forest(schema, answer, unit, number)));
    }
    let mut parts = vec![Part::Figures(figures)];
    let mut responses = answers.iter().flat_map(|answer| &answer.responses);
    // Rows that all say the same tell nothing.
    if !responses.all(|answered| answered.is_too_few) {
        parts.push(Part::Table(table(schema, answers)));
    }
    for answer in answers {
        let mut texts: Vec<String> = unchanged(schema, answer).into_iter().collect();
        texts.extend(answer::misjudged(schema, answer));
        if answers.len() > 1 {
            let seat = answer::seat_name(answer);
            texts
                .iter_mut()
                .for_each(|text| *text = format!("In the {seat} seat: {text}"));
        }
        parts.extend(texts.into_iter().map(Part::Text));
    }
    let heading = match answers {
        [only] => answer::heading(only),
        all => format!(
            "The other seats compared with the first, {} players",
            all[0].players
        ),
    };
    Section::new(heading, parts)
}

/// Returns the units of which a figure is drawn. Responses that stay the same are in the text; a picture of them shows nothing.
fn units_to_draw(answer: &Answer) -> Vec<Unit> {
    let moving = UNITS.into_iter().filter(|unit| {
        let mut responses = answer.responses.iter();
        responses.any(|answered| answered.unit == *unit && is_moving(answered))
    });
    let moving: Vec<Unit> = moving.collect();
    if moving.is_empty() {
        vec![answer.responses[0].unit]
    } else {
        moving
    }
}

fn is_moving(answered: &AnsweredResponse) -> bool {
    answered.outcome != ChangeOutcome::Stays
}

/// Lists what stays the same.
fn unchanged(schema: &ResultSchema, answer: &Answer) -> Option<String> {
    let same = answer
        .responses
        .iter()
        .filter(|answered| !is_moving(answered))
        .filter_map(|answered| answer::same(schema, answered));
    let same: Vec<String> = same.collect();
    (!same.is_empty()).then(|| format!("No change that matters in: {}.", same.join(", ")))
}

/// Says who played, and how many more games would settle what is unclear.
fn method_section(run: &Run, balance: &BalanceSummary, missing: Option<u64>) -> Section {
    let mut parts = vec![Part::Text(method(run, balance))];
    let mut unclear = Vec::new();
    if let Some(missing) = missing {
        let in_all = run.summary.games + missing;
        let mut verdicts = balance.effects.iter().map(|effect| effect.verdict);
        let aim = if verdicts.any(|verdict| verdict == Verdict::TooFewBlocks) {
            format!("For a first verdict, run the same command with --games {in_all}.")
        } else {
            // A rough estimate that people have to type: whole thousands suffice.
            let games = in_all.next_multiple_of(1000);
            format!("To settle what is unclear, run the same command with --games {games}.")
        };
        unclear.push(aim);
    }
    unclear.extend(why_unclear(
        &balance.effects,
        bots_to_agree(balance),
        run.summary.blocks,
    ));
    if !unclear.is_empty() {
        parts.push(Part::Text(unclear.join(" ")));
    }
    Section::new("How it was measured", parts)
}

/// Returns the number of bots whose agreement decides an answer: each pair has one of its own.
fn bots_to_agree(balance: &BalanceSummary) -> usize {
    let mut effects = balance.effects.iter();
    if effects.any(|effect| effect.question == QuestionKind::Pair) {
        1
    } else {
        balance.agents.len()
    }
}

/// Says why answers from some bots are unclear although their intervals may exclude 0; nothing if none is unclear.
fn why_unclear(effects: &[Effect], bots: usize, deals: u64) -> Option<String> {
    if effects
        .iter()
        .any(|effect| effect.verdict == Verdict::TooFewBlocks)
    {
        return Some(format!(
            "With {} there is no verdict: at least {MIN_BLOCKS} are needed, in each of which somebody wins.",
            counted(deals, "deal")
        ));
    }
    let mut verdicts = effects.iter().map(|effect| effect.verdict);
    if verdicts.all(|verdict| verdict != Verdict::Unclear) {
        return None;
    }
    let agree = if bots > 1 {
        "need two bots or pairs that agree, and "
    } else {
        ""
    };
    Some(format!(
        "`more` and `less` {agree}allow for chance among all {} effects; so an answer can be unclear although its interval \
         excludes 0.",
        count(effects.len() as u64)
    ))
}

/// Returns a sentence or two on the method: games, deals and bots.
fn method(run: &Run, balance: &BalanceSummary) -> String {
    let is_of_pairs = balance
        .effects
        .iter()
        .all(|effect| effect.question == QuestionKind::Pair || effect.is_of_pair());
    let who = match &balance.agents[..] {
        _ if is_of_pairs => "Played by pairs of bots, the first alone against the second.".into(),
        [only] => format!("All were played by {only}; another bot might give other results."),
        // There are no numbers to tell the source of.
        all if run.summary.nobody_won() => format!("Played by {}.", list(all)),
        all => {
            let strongest = all.last().map_or("", |agent| agent);
            let order = if balance.reversed().is_some() || balance.strengths.is_empty() {
                "last"
            } else {
                "strongest"
            };
            format!(
                "Played by {}; unless another bot is named, the numbers are from the games of {strongest}, the {order}.",
                list(all)
            )
        }
    };
    let retuning = match &run.plan.question {
        Question::Balance(balance) => answer::retuning(balance, run.plan.kind()),
        _ => None,
    };
    let retuning = retuning.map_or_else(String::new, |sentence| format!(" {sentence}"));
    format!(
        "{} games, {} deals. {who}{retuning}",
        count(run.summary.games),
        count(run.summary.blocks)
    )
}

/// Returns the section on rules with three or more values.
fn all_values(schema: &ResultSchema, balance: &BalanceSummary) -> Option<Section> {
    let mut parts = Vec::new();
    for (number, curve) in answer::curves(schema, balance).iter().enumerate() {
        let ShownEffect { factor, unit } = ShownEffect::new(curve.unit);
        let rows = curve.points.iter().map(|point| {
            let label = format!("{}={}", curve.factor, point.level);
            row(label, &point.mean, &curve.value(&point.mean))
        });
        let drawing = Intervals {
            rows: rows.collect(),
            band: None,
            axis: unit,
            factor,
            reference: None,
        };
        parts.push(Part::Text(curve.sentence()));
        parts.push(Part::Wide(Figure {
            name: format!("values-{}", number + 1),
            title: curve.title(),
            caption:
                "As the strongest bot plays. The intervals are of the difference from the value that has none."
                    .into(),
            drawing: drawing.draw(),
        }));
    }
    (!parts.is_empty()).then(|| Section::new("All values of a rule", parts))
}

/// Draws the wins of bots that sit alone among others.
fn wins(answers: &[Answer]) -> Drawing {
    let rows = answers.iter().filter_map(|answer| {
        let (won, wins) = answer::habit_wins(answer)?;
        Some(Row {
            reference: Some(won.before),
            strong: won.outcome == ChangeOutcome::Changes,
            ..row(capital(answer.level), &answer::level(won), &wins)
        })
    });
    let drawing = Intervals {
        rows: rows.collect(),
        band: None,
        axis: "% of games",
        factor: 100.0,
        reference: Some("fair"),
    };
    drawing.draw()
}

/// Returns the section on what the stronger bots of pairs win.
fn pairs_section(pairs: &[Answer]) -> Section {
    let figure = Figure {
        name: "pairs".into(),
        title: "Wins of the stronger bot, alone against the weaker one".into(),
        caption: "The stronger bot sits in each seat in turn.".into(),
        drawing: wins(pairs),
    };
    let table = Table::new(
        answer::PAIR_HEADINGS,
        pairs.iter().filter_map(answer::pair_row),
    );
    Section::new(
        "What better play wins",
        vec![Part::Wide(figure), Part::Table(table)],
    )
}

/// Returns the section on the results of playing differently.
fn winning_habits(schema: &ResultSchema, habits: &[Answer], untried: &[Answer]) -> Section {
    let players = habits[0].players;
    let figure = Figure {
        name: "what-pays".into(),
        title: "Wins of a bot that plays differently from the others".into(),
        caption: format!("One of {players} players changes its style; the others play as tuned."),
        drawing: wins(habits),
    };
    let meaning = format!(
        "One bot plays differently from the others; a fair share is {} of games.",
        fair(1.0 / players as f64)
    );
    let rows = habits
        .iter()
        .filter_map(|habit| answer::habit_row(schema, habit));
    let mut parts = vec![
        Part::Wide(figure),
        Part::Text(meaning),
        Part::Table(Table::new(answer::HABIT_HEADINGS, rows)),
    ];
    parts.extend(answer::untried(untried).map(Part::Text));
    Section::new(
        format!("What pays in {} games", player_games(players)),
        parts,
    )
}

/// Returns the section for statisticians.
pub(super) fn statistics(run: &Run) -> Option<Section> {
    let balance = run.summary.balance.as_ref()?;
    let verdicts = "An effect is the paired difference between a level and its base on the same deals; its interval is Student's t over \
             deals. The verdict is a change if at least two bots of different strength, or for skill two pairs, show one, after \
             Holm's correction for all effects and, if the run could stop early, Bonferroni's for the interim looks. It is no change if the whole \
             interval of every bot lies inside the margin. The number of games settles a verdict with a probability of about 80%.";
    let mut parts = vec![
        Part::Text(looks(balance)),
        Part::Text(verdicts.into()),
        Part::Table(effects(run.plan.schema(), balance)),
    ];
    if !balance.strengths.is_empty() {
        parts.push(Part::Table(strengths(balance)));
    }
    Some(Section::detail("For statisticians", parts))
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

fn signed(effect: &Effect, factor: f64) -> Number {
    Number::new(&answer::change_of(effect).times(factor), 2).signed()
}

/// Draws the changes of all responses that share a unit, for each bot.
fn forest(schema: &ResultSchema, answer: &Answer, unit: Unit, number: usize) -> Option<Figure> {
    let answered = answer.responses.iter().filter(|one| one.unit == unit);
    let first = answered.clone().next()?;
    let ShownEffect { factor, unit: name } = ShownEffect::new(unit);
    let mut rows = Vec::new();
    answered.for_each(|answered| {
        rows.extend(
            answered
                .effects
                .iter()
                .enumerate()
                .map(|(index, effect)| Row {
                    heading: (index == 0).then(|| answer::label(schema, answered)),
                    reference: Some(0.0),
                    strong: matches!(effect.verdict, Verdict::Larger | Verdict::Smaller),
                    ..row(
                        effect.agent.clone(),
                        &answer::change_of(effect),
                        &signed(effect, factor),
                    )
                }),
        );
    });
    let drawing = Intervals {
        rows,
        band: Some(first.margin),
        axis: name,
        factor,
        reference: None,
    };
    let file = name.trim_start_matches("% of ").replace(' ', "-");
    Some(Figure {
        name: format!("answer-{}-{file}", number + 1),
        title: format!("{}: change in {name}", answer::heading(answer)),
        caption: format!(
            "Shaded: too small to matter (within {}).",
            answer::margin(first)
        ),
        drawing: drawing.draw(),
    })
}

/// Returns the table of what moves, or may move, before and after; of several seats, each with its name.
fn table(schema: &ResultSchema, answers: &[&Answer]) -> Table {
    let is_of_seats = answers.len() > 1;
    let mut rows = Vec::new();
    for answer in answers {
        for (topic, answered) in by_topic(answer) {
            let moving = answered.iter().filter(|answered| is_moving(answered));
            for (index, mut row) in moving
                .flat_map(|answered| answer::rows(schema, answered))
                .enumerate()
            {
                let question = if index == 0 { topic.question() } else { "" };
                if is_of_seats {
                    row[0] =
                        format!("{} seat: {}", capital(answer::seat_name(answer)), row[0]).into();
                }
                rows.push([row, vec![question.into()]].concat());
            }
        }
    }
    let mut headings = answer::HEADINGS;
    if is_of_seats {
        headings[1] = "first seat";
        headings[2] = "this seat";
    }
    let mut table = Table {
        details: 1,
        ..Table::new(headings.into_iter().chain(["question"]), rows)
    };
    if table
        .rows
        .iter()
        .all(|row| row[MORE_GAMES].to_string().is_empty())
    {
        table.headings.remove(MORE_GAMES);
        table
            .rows
            .iter_mut()
            .for_each(|row| drop(row.remove(MORE_GAMES)));
    }
    table
}

/// Column of the games that would settle an answer, which only an open one has.
const MORE_GAMES: usize = answer::HEADINGS.len() - 1;

fn effects(schema: &ResultSchema, balance: &BalanceSummary) -> Table {
    let mut rows = Vec::new();
    for answer in answers(balance) {
        for answered in &answer.responses {
            let all = answered.effects.iter();
            rows.extend(all.map(|effect| effect_row(schema, &answer, answered, effect)));
        }
    }
    let headings = [
        "change",
        "bot",
        "response",
        "base",
        "difference",
        "unit",
        "p",
        "verdict",
        "more games",
    ];
    Table::new(headings, rows).folded("All effects in numbers (win rates relative to a fair share)")
}

fn effect_row(
    schema: &ResultSchema,
    answer: &Answer,
    answered: &AnsweredResponse,
    effect: &Effect,
) -> Vec<Cell> {
    let ShownEffect { factor, unit } = ShownEffect::new(effect.unit);
    let p = effect.p_holm.map_or_else(String::new, |p| {
        if p < 1e-4 {
            "< 0.0001".into()
        } else {
            format!("{p:.4}")
        }
    });
    vec![
        answer::heading(answer).into(),
        effect.agent.as_str().into(),
        answer::noun(schema, answered).into(),
        Number::exact(effect.base_mean * factor, 2).into(),
        signed(effect, factor).into(),
        unit.into(),
        p.into(),
        answer::verdict(effect.verdict).into(),
        effect.more_games.map(Cell::Count).into(),
    ]
}

fn strengths(balance: &BalanceSummary) -> Table {
    let rows = balance.strengths.iter().map(|strength| {
        vec![
            strength.agent.as_str().into(),
            Cell::Count(strength.players as u64),
            Number::new(&strength.advantage.times(100.0), 2).into(),
        ]
    });
    let headings = [
        "bot",
        "players",
        "wins above a fair share, percentage points",
    ];
    Table::new(headings, rows).folded("Strength of the bots")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::tests::effect;

    #[test]
    fn the_true_reason_for_an_unclear_answer_is_told() {
        let effect = |verdict, blocks| Effect {
            blocks,
            ..effect("greedy", verdict)
        };
        let unclear = [effect(Verdict::Unclear, 100)];
        let one = why_unclear(&unclear, 1, 100).unwrap();
        assert!(!one.contains("two bots") && one.contains("allow for chance"));
        assert!(why_unclear(&unclear, 2, 100).unwrap().contains("two bots"));
        let few = why_unclear(&[effect(Verdict::TooFewBlocks, 13)], 2, 13).unwrap();
        assert_eq!(
            few,
            "With 13 deals there is no verdict: at least 16 are needed, in each of which somebody wins."
        );
        assert_eq!(why_unclear(&[effect(Verdict::Larger, 100)], 2, 100), None);
    }
}
