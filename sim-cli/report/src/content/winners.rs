//! Section on the differences between winners and losers, if equals played.

use goldrush_games::schema::ResultSchema;
use goldrush_harness::findings::winners::WinnerRow;
use goldrush_harness::study::{Question, QuestionKind};

use super::Run;
use crate::document::{Cell, Media, Part, Section, Table};
use crate::number::Number;
use crate::words::{capital, metric_words};

/// Caution about what these rows do not prove.
const CAUTION: &str = "Winners may do these things because they are ahead, rather than win because of them. goldrush ask strategy tests \
                       it: it lets a bot do more of something and counts the wins.";

/// Same caution for a report that also has results of bots that play differently.
const BESIDE_PLAYED: &str = "Careful: winners may do these things because they are winning. The results above, of a bot that does \
                             more of something, are better evidence.";

pub(super) fn section(run: &Run) -> Option<Section> {
    if run.summary.winners.is_empty() {
        return None;
    }
    let schema = run.plan.schema();
    let rows = run.summary.winners.iter().map(|winner| row(schema, winner));
    let table = Table::new(["", "each player", "winners − losers", ""], rows);
    let caution = if run.summary.balance.is_some() {
        BESIDE_PLAYED
    } else {
        CAUTION
    };
    let parts = vec![Part::Text(caution.into()), Part::Table(table)];
    Some(Section {
        on: if is_about_strategy(run) {
            Media::All
        } else {
            Media::Page
        },
        ..Section::new("What winners do more than losers", parts)
    })
}

fn is_about_strategy(run: &Run) -> bool {
    let Question::Balance(balance) = &run.plan.question else {
        return false;
    };
    let mut comparisons = balance.comparisons.iter();
    comparisons.any(|comparison| comparison.question == QuestionKind::Habit)
}

/// Returns a row: the metric, its mean per player, the difference between a winner and a loser, and the conclusion.
fn row(schema: &ResultSchema, winner: &WinnerRow) -> Vec<Cell> {
    let conclusion = match winner.difference.ends() {
        Some((low, _)) if low > 0.0 => "more",
        Some((_, high)) if high < 0.0 => "less",
        _ => "",
    };
    vec![
        capital(&metric_words(schema, winner.metric.name())).into(),
        Number::exact(winner.mean, 1).into(),
        Number::new(&winner.difference, 2).signed().into(),
        conclusion.into(),
    ]
}
