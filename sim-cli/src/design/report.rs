//! Page about a search: the best setting and how well it meets the goals, what each rule does, and other settings.

use goldrush_harness::study::Margins;
use goldrush_report::document::{Answer, Cell, Document, Part, Section, Table};
use goldrush_report::figure::Figure;
use goldrush_report::figure::interval::{Intervals, Row};
use goldrush_report::number::{Number, number};
use goldrush_report::words::{count, list, player_games};
use goldrush_support::stats::interval::Estimate;

use super::front::{MOST, TradeOff, beats};
use super::grid::SetValue;
use super::measurement::Samples;
use super::objective::Objective;
use super::outcome::{Met, Outcome, SideEffect, estimate, in_words};
use super::quantity::Quantity;
use super::search::{Confirmed, Found, Search};

/// Explains the table of goals.
const READING: &str = "In the search, bots play that were not retuned, and the setting was chosen for these numbers: a part of what \
                       looked good was luck. Verdicts are about the numbers on new deals.";

/// Said of a search in which no bot plays against another.
const UNMEASURED: &str = "How often the better player wins was not measured: rules can take skill out of a game without changing any of \
                          these. To hold it, add skill>=now to --want.";

/// Returns what the search found; `command` is its command line.
///
/// # Errors
/// Bad input if the rules found cannot be played, which the search has done.
pub fn page(search: &Search, found: &Found, command: &str) -> anyhow::Result<Document> {
    let outcomes = Outcome::all(search, found);
    let aims = outcomes.iter().filter(|outcome| !outcome.goal.is_open());
    // A quantity that should be as large or small as possible is never met.
    let title = if aims.clone().count() > 0 && aims.clone().all(|one| one.met() == Met::Yes) {
        "Rules that meet your goals"
    } else {
        "The best rules found"
    };
    let subtitle = format!(
        "{} settings and {} games. The verdicts are about new deals, {}.",
        count(found.settings as u64),
        count(found.games),
        bots(search, found)
    );
    let mut goals = vec![Part::Table(goals(&outcomes)), Part::Text(READING.into())];
    goals.extend(pairs(&outcomes));
    let others = vec![Part::Table(others(search, found))];
    let command = vec![Part::Code {
        fold: None,
        text: command.to_owned(),
    }];
    Ok(Document {
        title: title.into(),
        subtitle,
        answers: answers(search, found, &outcomes)?,
        sections: vec![
            Section::new("The goals", goals),
            Section::new("What else changed", side_effects(search, found)),
            Section::detail("What each rule does", effects(search, found)),
            Section::detail("Other good settings", others),
            Section::detail("Trade-offs", trade_offs(search, found)),
            Section::detail("The command", command),
        ],
        ..Document::default()
    })
}

/// Says which bots played the confirmed games.
fn bots(search: &Search, found: &Found) -> String {
    let retuned = found.best.retuned.iter().any(Option::is_some);
    let text = match (search.retune.is_some(), retuned) {
        (true, true) => "every bot with weights retuned for these rules",
        (true, false) => "and retuning gained nothing for these rules",
        (false, _) => "and the bots were not retuned for these rules",
    };
    text.into()
}

/// Returns the answers: what to set, and then each goal.
fn answers(search: &Search, found: &Found, outcomes: &[Outcome]) -> anyhow::Result<Vec<Answer>> {
    let values = search
        .grid
        .values(search.choice, &found.best.levels, search.players[0])?;
    let [best, as_given] = [&found.best.samples, &found.as_given]
        .map(|samples| costs(search, found, samples).iter().sum::<f64>());
    let mut aims = outcomes.iter().filter(|outcome| !outcome.goal.is_open());
    let success = if !outcomes.iter().any(Outcome::is_gained) {
        if best < as_given {
            Success::Unclear
        } else {
            Success::Nothing
        }
    } else if aims.any(|outcome| outcome.met() == Met::No) {
        Success::Partial
    } else {
        Success::Full
    };
    let mut answers = vec![Answer {
        number: search.grid.text(&found.best.levels),
        interval: String::new(),
        sentence: advice(&values, success),
    }];
    for outcome in outcomes {
        let quantity = &outcome.goal.quantity;
        answers.push(Answer {
            number: quantity.value(outcome.after.mean()),
            interval: interval(quantity, &estimate(quantity, &outcome.after)),
            sentence: outcome.sentence(),
        });
    }
    Ok(answers)
}

/// Formats the ends of an interval.
fn interval(quantity: &Quantity, estimate: &Estimate) -> String {
    let ends = estimate.ends();
    ends.map_or_else(String::new, |(low, high)| {
        format!("{} to {}", quantity.value(low), quantity.value(high))
    })
}

/// Returns the texts of the values that are as given, or of the others.
fn texts(values: &[SetValue], is_given: bool) -> Vec<String> {
    let chosen = values.iter().filter(|value| value.is_given == is_given);
    chosen.map(|value| value.text.clone()).collect()
}

/// Success of a search.
#[derive(Clone, Copy)]
enum Success {
    /// The best setting is no nearer to the goals on new deals than the rules as given.
    Nothing,
    /// Nearer, which may be chance.
    Unclear,
    /// A goal is shown to be served, and another one missed.
    Partial,
    /// A goal is shown to be served, and none missed.
    Full,
}

/// Says what to set, as far as that is shown to serve a goal, what stays, and which values a wider search could pass.
fn advice(values: &[SetValue], success: Success) -> String {
    let set = list(&texts(values, false));
    let keep = texts(values, true);
    let keep = if keep.is_empty() {
        String::new()
    } else {
        format!("; leave {} as given", list(&keep))
    };
    let mut sentence = match success {
        _ if set.is_empty() => {
            "Leave the rules as they are: nothing that was tried is shown to do better.".to_owned()
        }
        Success::Nothing => "Leave the rules as they are: what looked best in the search is no nearer to the goals on new deals. \
                          More --games, or other rules to vary, may find something."
            .to_owned(),
        Success::Unclear => format!(
            "Cannot tell yet whether other rules do better. Best so far: {set}."
        ),
        Success::Partial => format!(
            "Nothing that was played on new deals meets all goals. Nearest to them: set {set}{keep}."
        ),
        Success::Full => format!("Set {set}{keep}."),
    };
    let edges = values.iter().filter_map(|value| {
        let edge = value.edge?;
        Some(format!("{} ({edge})", value.text))
    });
    let edges: Vec<String> = edges.collect();
    if !edges.is_empty() && !matches!(success, Success::Nothing) {
        sentence += &format!(
            " At the end of what was tried, beyond which other values may do better: {}.",
            list(&edges)
        );
    }
    sentence
}

/// Returns the table of goals. Verdicts rest on all of its columns.
fn goals(outcomes: &[Outcome]) -> Table {
    let rows = outcomes.iter().map(|outcome| {
        let quantity = &outcome.goal.quantity;
        vec![
            quantity.to_string().into(),
            Cell::Count(outcome.players as u64),
            outcome.goal.wanted().into(),
            outcome.met().words(outcome.goal.is_open()).into(),
            in_words(quantity, &estimate(quantity, &outcome.after)).into(),
            in_words(quantity, &estimate(quantity, &outcome.before)).into(),
            in_words(quantity, &estimate(quantity, &outcome.searched)).into(),
        ]
    });
    let headings = [
        "goal",
        "players",
        "wanted",
        "verdict",
        "on new deals",
        "as given",
        "in the search",
    ];
    Table::new(headings, rows).whole()
}

/// Returns the pairs of bots by which skill is measured; nothing if no goal is about skill.
fn pairs(outcomes: &[Outcome]) -> Vec<Part> {
    let mut rows = Vec::new();
    for outcome in outcomes {
        for (pair, before, after) in &outcome.pairs {
            let quantity = &outcome.goal.quantity;
            rows.push(vec![
                pair.words().into(),
                Cell::Count(outcome.players as u64),
                in_words(quantity, &estimate(quantity, before)).into(),
                in_words(quantity, &estimate(quantity, after)).into(),
            ]);
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let text = "Skill: how often the first bot wins, alone against others. Two of three pairs must agree and none contradict, and the \
                value of the goal is the one that two of three pairs reach: rules that only confuse a weaker bot do not reward \
                skill.";
    let headings = ["pair", "players", "as given", "on new deals"];
    vec![
        Part::Text(text.into()),
        Part::Table(Table::new(headings, rows).whole()),
    ]
}

/// Returns what changed though no goal asks for it, and says if nothing was measured of skill.
fn side_effects(search: &Search, found: &Found) -> Vec<Part> {
    let mut parts = changes(search, found);
    let mut measured = search.readings.measured.iter();
    if !measured.any(|quantity| quantity.pair().is_some()) {
        parts.push(Part::Text(UNMEASURED.into()));
    }
    parts
}

fn changes(search: &Search, found: &Found) -> Vec<Part> {
    let changed = SideEffect::all(search, &found.as_given, &found.best.samples);
    let Margins { shares, points } = Margins::default();
    let margins = format!(
        "{} percentage points, {} point or {} turn",
        number(100.0 * shares, 0),
        number(points, 0),
        number(points, 0)
    );
    if changed.is_empty() {
        return vec![Part::Text(format!(
            "No other quantity is shown to change by more than {margins}."
        ))];
    }
    let rows = changed.iter().map(|one| {
        vec![
            one.quantity.to_string().into(),
            Cell::Count(one.players as u64),
            in_words(one.quantity, &estimate(one.quantity, &one.before)).into(),
            in_words(one.quantity, &estimate(one.quantity, &one.after)).into(),
        ]
    });
    let headings = ["quantity", "players", "as given", "on new deals"];
    vec![
        Part::Text(format!(
            "No goal asks for these; they change by more than {margins}."
        )),
        Part::Table(Table::new(headings, rows).whole()),
    ]
}

/// Returns a figure for each goal: its predicted change with each value of a rule.
fn effects(search: &Search, found: &Found) -> Vec<Part> {
    let text = "By how much the search expects each value of a rule to differ from the mean of all its values, averaged over the \
                values of the other rules, with 95% intervals. Where all intervals of a rule hold 0, the search shows no effect of it. \
                These are predictions from the deals of the search, with bots that were not retuned.";
    let mut figures = Vec::new();
    for (at, players) in search.players.iter().enumerate() {
        for (number, goal) in search.goals[at].iter().enumerate() {
            let is_share = goal.quantity.is_share();
            let factor = if is_share { 100.0 } else { 1.0 };
            let mut rows = Vec::new();
            for (rule, levels) in search.grid.factors().iter().zip(&found.effects) {
                for (level, values) in levels.iter().enumerate() {
                    let change = predicted(values[at][number]);
                    let ends = change.ends();
                    rows.push(Row {
                        heading: (level == 0).then(|| rule.element.to_string()),
                        label: rule.levels[level].clone(),
                        mean: change.mean,
                        ends,
                        reference: Some(0.0),
                        value: Number::points(&change.times(factor)).signed().to_string(),
                        strong: ends.is_some_and(|(low, high)| low > 0.0 || high < 0.0),
                    });
                }
            }
            let intervals = Intervals {
                rows,
                band: None,
                axis: if is_share {
                    "change, percentage points"
                } else {
                    "change"
                },
                factor,
                reference: Some("mean"),
            };
            figures.push(Figure {
                name: format!("{}-{players}", goal.quantity),
                title: format!(
                    "How the rules move {} in {} games",
                    goal.quantity,
                    player_games(*players)
                ),
                caption: "Predicted from all settings that were played.".into(),
                drawing: intervals.draw(),
            });
        }
    }
    vec![Part::Text(text.into()), Part::Figures(figures)]
}

/// Returns the front of trade-offs: a table with a column for each goal and, if there are several, a figure of each.
fn trade_offs(search: &Search, found: &Found) -> Vec<Part> {
    let text = format!(
        "For each of these, the search expected no other to be better in every goal. To get more of one goal, give up some of \
         another. The setting at the top was chosen on new deals, and may be missing here. What was played on new deals has the \
         values measured there, as above; all others are predictions from the deals of the search, with bots that were not \
         retuned, and new deals may contradict them. What the setting at the top beats in every goal on new deals is left out. At most {MOST} settings are shown, the one expected to meet all goals best first."
    );
    let shown = shown(search, found);
    if shown.is_empty() {
        return vec![Part::Text(
            "None: in every goal the setting at the top is at least as good as all others.".into(),
        )];
    }
    let rows = shown.into_iter().map(|one| {
        let mut row = vec![
            search.grid.text(&one.levels).into(),
            source(found, one).into(),
        ];
        for (at, goals) in search.goals.iter().enumerate() {
            for (number, goal) in goals.iter().enumerate() {
                let value = trade_off(search, found, one, at, number);
                row.push(in_words(&goal.quantity, &value).into());
            }
        }
        row
    });
    let mut headings = headings(search);
    headings.insert(1, "from".to_owned());
    let table = Table::new(headings, rows);
    let mut parts = vec![Part::Text(text), Part::Table(table)];
    if search.goals[0].len() > 1 {
        parts.push(Part::Figures(front_figures(search, found)));
    }
    parts
}

/// Returns the settings of the front, without those that the best one beats in every goal where both were confirmed.
fn shown<'a>(search: &Search, found: &'a Found) -> Vec<&'a TradeOff> {
    let best = costs(search, found, &found.best.samples);
    let is_beaten = |one: &TradeOff| {
        let other = confirmed(found, one);
        other.is_some_and(|other| beats(&best, &costs(search, found, &other.samples)))
    };
    found.front.iter().filter(|one| !is_beaten(one)).collect()
}

/// Returns the cost of each goal with what was measured.
fn costs(search: &Search, found: &Found, samples: &Samples) -> Vec<f64> {
    let objective = Objective {
        goals: &found.goals,
    };
    objective.costs_of(&|players, goal| search.readings.sample(goal, &samples[players]).mean())
}

/// Returns a setting of the front as it was confirmed, if it was.
fn confirmed<'a>(found: &'a Found, one: &TradeOff) -> Option<&'a Confirmed> {
    let mut all = [&found.best].into_iter().chain(&found.others);
    all.find(|confirmed| confirmed.levels == one.levels)
}

/// Says where the values of a setting of the front are from.
fn source(found: &Found, one: &TradeOff) -> &'static str {
    match confirmed(found, one) {
        Some(_) => "new deals",
        None => "prediction",
    }
}

/// Returns the value of a goal in a setting of the front: as confirmed, or else as predicted.
fn trade_off(search: &Search, found: &Found, one: &TradeOff, at: usize, goal: usize) -> Estimate {
    match confirmed(found, one) {
        Some(confirmed) => {
            let sample = search.readings.sample(goal, &confirmed.samples[at]);
            estimate(&search.goals[at][goal].quantity, &sample)
        }
        None => {
            let value = predicted(one.predictions[at][goal]);
            if search.goals[at][goal].quantity.is_share() {
                within_shares(&value)
            } else {
                value
            }
        }
    }
}

/// Returns a figure for each goal: its value in each setting of the front, all in the order of the first goal.
fn front_figures(search: &Search, found: &Found) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (at, players) in search.players.iter().enumerate() {
        let mut front = shown(search, found);
        front.sort_by(|one, other| {
            let [one, other] = [one, other].map(|one| trade_off(search, found, one, at, 0).mean);
            one.total_cmp(&other)
        });
        for (number, goal) in search.goals[at].iter().enumerate() {
            let mut rows = Vec::new();
            for one in &front {
                let value = trade_off(search, found, one, at, number);
                rows.push(Row {
                    heading: None,
                    label: format!("{} ({})", search.grid.text(&one.levels), source(found, one)),
                    mean: value.mean,
                    ends: value.ends(),
                    reference: goal.limit(),
                    value: goal.value(value.mean),
                    strong: goal.limit().is_some() && goal.distance(value.mean) == 0.0,
                });
            }
            let is_share = goal.quantity.is_share();
            let intervals = Intervals {
                rows,
                band: None,
                axis: if is_share { "percent" } else { "" },
                factor: if is_share { 100.0 } else { 1.0 },
                reference: goal.limit().map(|_| "wanted"),
            };
            figures.push(Figure {
                name: format!("front-{}-{players}", goal.quantity),
                title: format!("{} in {} games: {}", goal.quantity, player_games(*players), goal.wanted()),
                caption: "Measured on new deals where it says so, and predicted elsewhere. The settings have the same order in all \
                          pictures."
                    .into(),
                drawing: intervals.draw(),
            });
        }
    }
    figures
}

/// Returns a prediction, a mean and its standard deviation, with its 95% interval.
fn predicted(prediction: (f64, f64)) -> Estimate {
    Estimate::around(prediction.0, Some(1.96 * prediction.1))
}

/// Returns the prediction of a share, which lies within 0 and 1.
fn within_shares(value: &Estimate) -> Estimate {
    let mean = value.mean.clamp(0.0, 1.0);
    let half = value.half_width.unwrap_or_default();
    let inside = ((mean - half).max(0.0), (mean + half).min(1.0));
    Estimate::within(mean, inside, (0.0, 1.0))
}

fn others(search: &Search, found: &Found) -> Table {
    let rows = found.others.iter().map(|confirmed| {
        let goals = search.goals.iter().flatten();
        let samples = search.readings.by_goal(&confirmed.samples);
        let mut row: Vec<Cell> = vec![search.grid.text(&confirmed.levels).into()];
        for (goal, sample) in goals.zip(samples.iter().flatten()) {
            row.push(in_words(&goal.quantity, &estimate(&goal.quantity, sample)).into());
        }
        row
    });
    Table::new(headings(search), rows)
}

/// Returns the headings of a table of settings, with a column for each goal and number of players.
fn headings(search: &Search) -> Vec<String> {
    let goals = search.players.iter().flat_map(|players| {
        let goals = search.goals[0].iter();
        goals.map(move |goal| format!("{}, {players} players", goal.quantity))
    });
    ["setting".to_owned()].into_iter().chain(goals).collect()
}
