//! Page about a search: the best setting and how well it meets the goals, what each rule does, and other settings.

use goldrush_report::document::{Answer, Cell, Document, Part, Section, Table};
use goldrush_report::figure::Figure;
use goldrush_report::figure::interval::{Intervals, Row};
use goldrush_report::number::signed;
use goldrush_report::words::{count, list, player_games};
use goldrush_support::stats::interval::Estimate;

use super::front::{MOST, TradeOff};
use super::goal::{Aim, Goal};
use super::measurement::{Sample, Samples};
use super::search::{Found, Search};

/// Explains the table of goals.
const READING: &str = "In the search, bots play that were not retuned, and the setting was chosen for these numbers: a part of what \
                       looked good was luck. The confirmed numbers are from new deals.";

/// Returns what the search found; `command` is its command line.
pub fn page(search: &Search, found: &Found, command: &str) -> Document {
    let best = search.grid.text(&found.best.levels);
    let verdicts = verdicts(search, &found.best.samples);
    let bots = if found.best.retuned.iter().any(Option::is_some) {
        format!("{}, retuned for these rules", search.agents[1])
    } else {
        search.agents[1].to_owned()
    };
    // A quantity that should be as large or small as possible is never met.
    let title = if verdicts.iter().all(|(verdict, _)| *verdict == "yes") {
        "Rules that meet your goals"
    } else {
        "The best rules found"
    };
    let subtitle = format!(
        "{} settings and {} games. The confirmed numbers are from new deals, played by {bots}.",
        count(found.settings as u64),
        count(found.games)
    );
    let goals = vec![
        Part::Table(goals(search, found)),
        Part::Text(READING.into()),
    ];
    let others = vec![Part::Table(others(search, found))];
    let command = vec![Part::Code {
        fold: None,
        text: command.to_owned(),
    }];
    Document {
        title: title.into(),
        subtitle,
        answers: vec![Answer {
            sentence: sentence(&best, &verdicts),
            number: best,
            interval: String::new(),
        }],
        sections: vec![
            Section::new("The goals", goals),
            Section::detail("What each rule does", effects(search, found)),
            Section::detail("Other good settings", others),
            Section::detail("Trade-offs", trade_offs(search, found)),
            Section::detail("The command", command),
        ],
        ..Document::default()
    }
}

/// Says what to set, and which goals that meets.
fn sentence(best: &str, verdicts: &[(&str, String)]) -> String {
    let settings: Vec<String> = best.split(", ").map(String::from).collect();
    let mut sentence = format!("Set {}.", list(&settings));
    for (verdict, heading) in [
        ("yes", "Met"),
        ("probably", "Probably met"),
        ("cannot tell", "Not settled"),
        ("no", "Missed"),
    ] {
        let goals = verdicts.iter().filter(|(found, _)| *found == verdict);
        let goals: Vec<String> = goals.map(|(_, text)| text.clone()).collect();
        if !goals.is_empty() {
            sentence += &format!(" {heading}: {}.", list(&goals));
        }
    }
    sentence
}

/// Returns for each goal that can be met, and each number of players, whether it is, and its value in words.
fn verdicts(search: &Search, samples: &Samples) -> Vec<(&'static str, String)> {
    let mut verdicts = Vec::new();
    for ((players, goals), of_players) in search.players.iter().zip(search.goals).zip(samples) {
        for (goal, sample) in goals.iter().zip(of_players) {
            if !matches!(goal.aim, Aim::Max | Aim::Min) {
                let words = goal.quantity.words();
                let value = value(goal, sample);
                let text = format!("{words} {value} in {} games", player_games(*players));
                verdicts.push((is_met(goal, sample), text));
            }
        }
    }
    verdicts
}

/// Formats a value with its interval: `50.2% (49.5% to 50.9%)`.
fn value(goal: &Goal, sample: &Sample) -> String {
    in_words(goal, &sample.estimate())
}

fn in_words(goal: &Goal, estimate: &Estimate) -> String {
    match estimate.ends() {
        Some((low, high)) => {
            format!(
                "{} ({} to {})",
                goal.value(estimate.mean, 1),
                goal.value(low, 1),
                goal.value(high, 1)
            )
        }
        None => goal.value(estimate.mean, 1),
    }
}

/// Returns whether a goal is met, as far as the interval tells.
fn is_met(goal: &Goal, sample: &Sample) -> &'static str {
    let estimate = sample.estimate();
    let Some((low, high)) = estimate
        .ends()
        .filter(|_| !matches!(goal.aim, Aim::Max | Aim::Min))
    else {
        return "";
    };
    // Between the ends is what is wanted, or both miss it on the same side.
    let can_be_met = goal.distance(goal.nearest(low, high)) == 0.0;
    match [low, high].map(|end| goal.distance(end) == 0.0) {
        [true, true] => "yes",
        _ if goal.distance(estimate.mean) == 0.0 => "probably",
        _ if can_be_met => "cannot tell",
        _ => "no",
    }
}

fn goals(search: &Search, found: &Found) -> Table {
    let mut rows = Vec::new();
    for (at, players) in search.players.iter().enumerate() {
        for (number, goal) in search.goals[at].iter().enumerate() {
            let [given, searched, best] =
                [&found.as_given, &found.best.searched, &found.best.samples]
                    .map(|samples| &samples[at][number]);
            rows.push(vec![
                goal.quantity.to_string().into(),
                Cell::Count(*players as u64),
                goal.wanted().into(),
                goal.value(given.mean(), 1).into(),
                goal.value(searched.mean(), 1).into(),
                value(goal, best).into(),
                is_met(goal, best).into(),
            ]);
        }
    }
    let headings = [
        "goal",
        "players",
        "wanted",
        "as given",
        "in the search",
        "confirmed",
        "met",
    ];
    Table::new(headings, rows)
}

/// Returns a figure for each goal: its predicted change with each value of a rule.
fn effects(search: &Search, found: &Found) -> Vec<Part> {
    let text = "What the search predicts for each value of a rule, beside the mean of all its values, averaged over the values of \
                the other rules. Equal numbers: the rule has no effect.";
    let mut figures = Vec::new();
    for (at, players) in search.players.iter().enumerate() {
        for (number, goal) in search.goals[at].iter().enumerate() {
            let is_share = goal.quantity.is_share();
            let factor = if is_share { 100.0 } else { 1.0 };
            let mut rows = Vec::new();
            for (rule, levels) in search.grid.factors().iter().zip(&found.effects) {
                let values: Vec<f64> = levels.iter().map(|values| values[at][number]).collect();
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                for (level, value) in values.into_iter().enumerate() {
                    let change = value - mean;
                    rows.push(Row {
                        heading: (level == 0).then(|| rule.element.to_string()),
                        label: rule.levels[level].clone(),
                        mean: change,
                        ends: None,
                        reference: Some(0.0),
                        value: signed(factor * change, 1),
                        strong: false,
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
        "For each of these, nothing the search tried was better in every goal. To get more of one goal, give up some of another. \
         The setting at the top was chosen on new deals, and may be missing here. The values, with 95% intervals, are predicted \
         from all games of the search, with bots that were not retuned. They are not confirmed on new deals. At most {MOST} \
         settings are shown, the one that meets all goals best first."
    );
    let rows = found.front.iter().map(|one| {
        let goals = search.goals.iter().flatten();
        let goals = goals.zip(one.predictions.iter().flatten());
        let values = goals.map(|(goal, &(mean, sd))| in_words(goal, &predicted(mean, sd)));
        setting_row(search.grid.text(&one.levels), values)
    });
    let table = settings_table(search, rows);
    let mut parts = vec![Part::Text(text), Part::Table(table)];
    if search.goals[0].len() > 1 {
        parts.push(Part::Figures(front_figures(search, found)));
    }
    parts
}

/// Returns a figure for each goal: its predicted value in each setting of the front, all in the order of the first goal.
fn front_figures(search: &Search, found: &Found) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (at, players) in search.players.iter().enumerate() {
        let mut front: Vec<&TradeOff> = found.front.iter().collect();
        front.sort_by(|one, other| {
            one.predictions[at][0]
                .0
                .total_cmp(&other.predictions[at][0].0)
        });
        for (number, goal) in search.goals[at].iter().enumerate() {
            let mut rows = Vec::new();
            for one in &front {
                let (mean, sd) = one.predictions[at][number];
                rows.push(Row {
                    heading: None,
                    label: search.grid.text(&one.levels),
                    mean,
                    ends: predicted(mean, sd).ends(),
                    reference: goal.limit(),
                    value: goal.value(mean, 1),
                    strong: goal.limit().is_some() && goal.distance(mean) == 0.0,
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
                caption: "Predicted by the search, not confirmed. The settings have the same order in all pictures."
                    .into(),
                drawing: intervals.draw(),
            });
        }
    }
    figures
}

/// Returns a prediction with its 95% interval.
fn predicted(mean: f64, sd: f64) -> Estimate {
    Estimate::around(mean, Some(1.96 * sd))
}

fn others(search: &Search, found: &Found) -> Table {
    let rows = found.others.iter().map(|confirmed| {
        let goals = search.goals.iter().flatten();
        let goals = goals.zip(confirmed.samples.iter().flatten());
        let values = goals.map(|(goal, sample)| value(goal, sample));
        setting_row(search.grid.text(&confirmed.levels), values)
    });
    settings_table(search, rows)
}

fn setting_row(setting: String, values: impl Iterator<Item = String>) -> Vec<Cell> {
    [setting]
        .into_iter()
        .chain(values)
        .map(Cell::from)
        .collect()
}

/// Returns a table of settings with a column for each goal and number of players.
fn settings_table(search: &Search, rows: impl Iterator<Item = Vec<Cell>>) -> Table {
    let headings = search.players.iter().flat_map(|players| {
        let goals = search.goals[0].iter();
        goals.map(move |goal| format!("{}, {players} players", goal.quantity))
    });
    Table::new(["setting".to_owned()].into_iter().chain(headings), rows)
}
