//! Content of the report on a run: answers first, then the evidence, then how it was made. The terminal shows it without the details.

mod agents;
mod answers;
pub mod contest;
mod effects;
pub mod faults;
mod games;
mod luck;
mod making;
mod notable;
mod points;
pub mod ratings;
mod seats;
mod timing;
mod winners;

use goldrush_games::GameName;
use goldrush_games::schema::Metric;
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::sim::timing::TimingStats;
use goldrush_harness::store::faults::FaultLine;
use goldrush_harness::study::{Asked, Balance, Plan, Question, QuestionKind};
use goldrush_support::stats::interval::{Estimate, MIN_BLOCKS};

use super::answer;
use super::document::{Document, Section};
use super::figure::interval::Row;
use super::number::{Number, differs, known};
use super::words::{count, counted, games_with_faults, list, unwon_games};
pub use faults::SHOWN as FAULTS_SHOWN;
pub use notable::Replayed;

/// A run as far as it was played.
pub struct Run<'r> {
    /// Plan of the run.
    pub plan: &'r Plan,
    /// Everything that was counted.
    pub summary: &'r Summary,
    /// Effort of each side by name, if it was measured.
    pub timings: &'r [(String, TimingStats)],
    /// First faults of bots, at most [`FAULTS_SHOWN`].
    pub faults: &'r [FaultLine],
    /// True if the run is complete.
    pub is_complete: bool,
}

/// A run loaded from its folder.
pub struct LoadedRun {
    /// Plan of the run.
    pub plan: Plan,
    /// Text of the plan in the folder.
    pub plan_text: String,
    /// Everything that was counted.
    pub summary: Summary,
    /// First faults of bots, at most [`FAULTS_SHOWN`].
    pub faults: Vec<FaultLine>,
    /// True if the run is complete.
    pub is_complete: bool,
}

impl LoadedRun {
    /// Returns the report on the run, with a game to look at and how it was made.
    pub fn document(&self) -> Document {
        let run = Run {
            plan: &self.plan,
            summary: &self.summary,
            timings: &[],
            faults: &self.faults,
            is_complete: self.is_complete,
        };
        let mut document = run.document();
        if let Some(highest) = &self.summary.highest
            && let Some(replayed) = Replayed::new(&self.plan, highest)
        {
            document.notable = replayed.is_game(highest).then_some(highest.game);
            let section = notable::section(&run, highest, replayed);
            document.sections.push(section);
        }
        document.sections.extend(effects::statistics(&run));
        document
            .sections
            .push(making::section(&run, &self.plan_text));
        document
    }
}

impl Run<'_> {
    /// Returns what the run says.
    pub fn document(&self) -> Document {
        // With different rules in the arms, means over agents and seats would be meaningless.
        let is_study = self.summary.balance.is_some();
        let means = |section: fn(&Run) -> Option<Section>| {
            if is_study { None } else { section(self) }
        };
        let sections = [
            faults::section(self),
            contest::section(self),
            ratings::section(self),
            means(agents::section),
            luck::section(self),
            means(seats::section),
            means(points::section),
            means(games::section),
            winners::section(self),
            timing::section(self),
        ];
        Document {
            title: self.title(),
            subtitle: self.subtitle(),
            warnings: self.warnings(),
            answers: answers::answers(self),
            sections: effects::sections(self)
                .into_iter()
                .chain(sections.into_iter().flatten())
                .collect(),
            notable: None,
            is_live: false,
        }
    }

    /// Returns the question in somebody's own words, if it was asked so.
    fn asked(&self) -> Option<&Asked> {
        match &self.plan.question {
            Question::Balance(balance) => balance.asked.as_ref(),
            _ => None,
        }
    }

    fn title(&self) -> String {
        let agents = || -> Vec<String> {
            self.summary
                .agents
                .iter()
                .map(|row| row.name.clone())
                .collect()
        };
        match (&self.plan.question, &agents()[..]) {
            (Question::Match(_), [a, b, ..]) => format!("{a} against {b}"),
            (
                Question::Balance(Balance {
                    asked: Some(asked), ..
                }),
                _,
            ) => asked.question.clone(),
            (Question::Balance(balance), _) if balance.is_of_pairs() => subject(balance),
            (Question::Balance(balance), _) => format!(
                "{}, as played by {}",
                subject(balance),
                list(&balance.names())
            ),
            (Question::Tournament(_), all) => format!("A tournament of {}", list(all)),
            (_, [only]) => format!("{only} against itself"),
            (_, all) => list(all),
        }
    }

    fn subtitle(&self) -> String {
        let Summary {
            games,
            blocks,
            seed,
            ..
        } = &self.summary;
        let players: Vec<String> = self
            .plan
            .players()
            .iter()
            .map(ToString::to_string)
            .collect();
        let arms = match self.plan.arms.len() {
            1 => String::new(),
            arms => format!(", with {arms} combinations of rules and line-ups"),
        };
        let times = match self.plan.games_per_block() {
            1 => "once".into(),
            2 => "twice".into(),
            times => format!("{times} times"),
        };
        let game = match self.plan.kind() {
            usual if usual == GameName::default() => String::new(),
            other => format!(" of {}", other.about().title),
        };
        format!(
            "{}{game} with {} players: {}, each played {times}{arms}; seed {seed}. Intervals are 95%.",
            counted(*games, "game"),
            list(&players),
            counted(*blocks, "deal"),
        )
    }

    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if let Some(shard) = self.plan.shard {
            warnings.push(format!("This is only part {shard} of a run."));
        }
        if !self.is_complete {
            warnings.push(format!(
                "This run is not finished: {} of {} deals were played. goldrush resume continues it.",
                count(self.summary.blocks),
                count(self.plan.blocks_here())
            ));
        }
        if self.summary.blocks < MIN_BLOCKS {
            let deals = counted(self.summary.blocks, "deal");
            warnings.push(if self.summary.balance.is_some() {
                format!("No intervals and verdicts follow from {deals}: {MIN_BLOCKS} are needed.")
            } else {
                format!("With only {deals}, the intervals are unreliable: {MIN_BLOCKS} are needed.")
            });
        }
        if self
            .summary
            .contest
            .as_ref()
            .and_then(|contest| contest.sprt)
            .is_some_and(|sprt| sprt.stopped_early)
        {
            warnings
                .push("A sequential test stopped this match early, so all estimates and intervals are biased.".into());
        }
        warnings.extend(self.summary.balance.as_ref().and_then(answer::order));
        for row in &self.summary.faults {
            warnings.push(format!(
                "{} lost {} through faults, so its results do not show how well it plays.",
                row.name,
                counted(row.games.values().sum(), "game")
            ));
        }
        warnings.extend(games_with_faults(self.summary).map(String::from));
        warnings.extend(unwon_games(self.summary));
        warnings
    }

    /// Returns the contestants, starting with the one furthest above its fair share; in a match A and B in their order.
    fn ranking(&self) -> Vec<usize> {
        let agents = &self.summary.agents;
        let above = |i: usize| known(agents[i].mean(Metric::WIN_SHARE).mean - self.fair_share(i));
        let mut ranking: Vec<usize> = (0..agents.len()).collect();
        if self.summary.contest.is_none() {
            ranking.sort_by(|a, b| above(*b).total_cmp(&above(*a)));
        }
        ranking
    }

    /// Returns the share of the win that a contestant would have among equals in the games that somebody won.
    fn fair_share(&self, contestant: usize) -> f64 {
        if let Some(fair) = self.summary.agents[contestant].fair_share {
            return fair;
        }
        let mut results = 0.0;
        let mut fair = 0.0;
        for (number, arm) in self.plan.arms.iter().enumerate() {
            for side in 0..arm.lineup.sides().len() {
                if self.plan.contestants.index(number, side) == contestant {
                    let here = arm.lineup.results_per_block(side) as f64;
                    results += here;
                    fair += here / arm.lineup.players() as f64;
                }
            }
        }
        fair / results
    }
}

/// Returns the subject of a study, in words.
fn subject(balance: &Balance) -> String {
    let mut all: Vec<String> = Vec::new();
    for comparison in balance.comparisons.iter().filter(|comparison| {
        !matches!(
            comparison.question,
            QuestionKind::Habit | QuestionKind::Pair
        )
    }) {
        let factor = comparison.factor.replace('-', " ");
        if !all.contains(&factor) {
            all.push(factor);
        }
    }
    if balance.is_of_pairs() {
        "What better play wins".into()
    } else if all.is_empty() {
        "What pays".into()
    } else {
        format!("What changes with {}", list(&all))
    }
}

/// Returns a row of a figure of shares.
fn share_row(label: String, share: &Estimate, fair: f64) -> Row {
    Row {
        reference: Some(fair),
        strong: differs(share, fair),
        ..row(label, share, &Number::percent(share))
    }
}

/// Returns a row of a figure.
fn row(label: String, estimate: &Estimate, value: &Number) -> Row {
    Row {
        heading: None,
        label,
        mean: estimate.mean,
        ends: estimate.ends(),
        reference: None,
        value: value.to_string(),
        strong: true,
    }
}
