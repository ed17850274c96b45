//! Command line that replays a plan.

use super::arm::Arm;
use super::spec::Spec;
use super::tournament::lineups;
use super::{Anchor, Balance, Comparison, Contest, Format, Margins, Plan, Question, QuestionKind, Records};
use crate::games::GameName;
use crate::games::ask::Topic;
use crate::protocol::limits::Limits;
use crate::stats::sprt::{Sprt, USUAL_ERROR};

/// Returns the command, quoted for a shell. A catalogue that is not built in is given as the file of its name.
pub fn command_line(plan: &Plan) -> String {
    let arm = &plan.arms[0];
    let agents: Vec<String> = arm.lineup.agents().map(Spec::to_string).collect();
    let mut words: Vec<String> = vec!["goldrush".into()];
    match &plan.question {
        Question::Simulation => {
            words.extend(["simulate".into(), "--agents".into(), agents.join(",")]);
        }
        Question::Match(Contest { mirror, sprt }) => {
            words.extend(["match".into(), "--a".into(), agents[0].clone(), "--b".into(), agents[1].clone()]);
            words.extend(mirror.then(|| "--mirror".into()));
            words.extend(arm.handicap.iter().flat_map(|handicap| ["--handicap".into(), handicap.denied.clone()]));
            if let Some(Sprt { s0, s1, alpha, beta }) = sprt {
                words.extend(["--sprt".into(), format!("{s0},{s1}")]);
                for (option, error) in [("--alpha", alpha), ("--beta", beta)] {
                    words.extend(
                        (*error != USUAL_ERROR).then(|| [option.into(), error.to_string()]).into_iter().flatten(),
                    );
                }
            }
        }
        Question::Tournament(anchor) => {
            words.extend(["tournament".into(), "--agents".into(), plan.contestants.names.join(",")]);
            words.extend(format_of(plan).iter().flat_map(|format| ["--format".into(), format.name().into()]));
            words.extend(anchor.iter().flat_map(|Anchor { agent, elo }| ["--anchor".into(), format!("{agent}={elo}")]));
        }
        Question::Balance(balance) => words.extend(study(plan, balance)),
    }
    words.extend(["--players".into(), players(plan)]);
    words.extend(["--games".into(), plan.games().to_string(), "--seed".into(), plan.seed.to_string()]);
    words.extend(rule_options(arm));
    words.extend(plan.salt.iter().flat_map(|salt| ["--bot-salt".into(), salt.to_string()]));
    words.extend(plan.bots.iter().flat_map(Limits::options));
    words.extend(plan.deals.iter().flat_map(|deals| ["--deals".into(), deals.file().0]));
    if plan.records != Records::None {
        words.extend(["--records".into(), plan.records.to_string()]);
    }
    if let Some(stop) = &plan.stop {
        let precision = stop.precision();
        words.extend(stop.settled.then(|| ["--until".into(), "settled".into()]).into_iter().flatten());
        words.extend((!precision.is_empty()).then(|| ["--precision".into(), precision]).into_iter().flatten());
    }
    words.extend(
        (plan.luck != plan.is_luck_on_by_default()).then(|| if plan.luck { "--luck" } else { "--no-luck" }.into()),
    );
    words.extend(["--out".into(), "DIR".into()]);
    joined(&words)
}

/// Returns the options of a balance study, recovered from its comparisons.
fn study(plan: &Plan, balance: &Balance) -> Vec<String> {
    let mut words = vec!["balance".into(), "--agents".into(), balance.agents.join(",")];
    let mut factors: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut restricted: Vec<&str> = Vec::new();
    for Comparison { question, factor, level, base, .. } in &balance.comparisons {
        // An interaction is named after two factors that are present themselves.
        let is_one = factor.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        match question {
            QuestionKind::Restriction if !restricted.contains(&&factor[..]) => restricted.push(factor),
            QuestionKind::Restriction => {}
            QuestionKind::Rule | QuestionKind::Seat if is_one => {
                let known = factors.iter().position(|(name, _)| name == factor);
                let at = known.unwrap_or_else(|| {
                    factors.push((factor, vec![base]));
                    factors.len() - 1
                });
                if !factors[at].1.contains(&&level[..]) {
                    factors[at].1.push(level);
                }
            }
            QuestionKind::Rule | QuestionKind::Seat | QuestionKind::Habit => {}
        }
    }
    for (name, levels) in &factors {
        words.extend(["--factor".into(), format!("{name}={}", levels.join(","))]);
    }
    if !restricted.is_empty() {
        words.extend(["--restrict".into(), restricted.join(",")]);
    }
    if balance.comparisons.iter().any(|c| c.factor.contains('×')) {
        words.extend(["--design".into(), "full".into()]);
    }
    for Comparison { level, level_cells, .. } in
        balance.comparisons.iter().filter(|c| c.question == QuestionKind::Habit)
    {
        let sides = plan.arms[level_cells[0].arm].lineup.sides();
        words.extend(["--habit".into(), format!("{level}={}", sides[0])]);
    }
    if !balance.about.is_empty() {
        let about: Vec<String> = balance.about.iter().map(Topic::to_string).collect();
        words.extend(["--about".into(), about.join(",")]);
    }
    let Margins { shares, points } = balance.margins;
    words.extend(["--margin".into(), shares.to_string(), "--margin-points".into(), points.to_string()]);
    words
}

/// Returns the numbers of players, in the order in which they are played; if a study varies them, only that of the base.
fn players(plan: &Plan) -> String {
    let mut all: Vec<String> = Vec::new();
    let is_varied = match &plan.question {
        Question::Balance(balance) => balance.comparisons.iter().any(|c| c.factor == "players"),
        _ => false,
    };
    for arm in plan.arms.iter().take(if is_varied { 1 } else { usize::MAX }) {
        let players = arm.lineup.players().to_string();
        if !all.contains(&players) {
            all.push(players);
        }
    }
    all.join(",")
}

/// Returns the format of a tournament, recovered from its line-ups. If several formats give these line-ups, returns the
/// first.
fn format_of(plan: &Plan) -> Option<Format> {
    let names = &plan.contestants.names;
    let index = |agent: &Spec| names.iter().position(|name| *name == agent.to_string());
    let played: Option<Vec<Vec<usize>>> =
        plan.arms.iter().map(|arm| arm.lineup.agents().map(index).collect()).collect();
    let players = plan.arms[0].lineup.players();
    let is_it = |format: &&Format| played.as_ref() == Some(&lineups(**format, names.len(), players));
    Format::ALL.iter().find(is_it).copied()
}

/// Returns the options that differ from the printed rules, as words of a command line.
pub fn rule_options(arm: &Arm) -> Vec<String> {
    let mut words = Vec::new();
    let game = arm.setup.game();
    if game != GameName::default() {
        words.extend(["--game".to_owned(), game.to_string()]);
    }
    for (option, value) in arm.setup.asked() {
        words.push(option.flag());
        words.extend((!option.is_switch()).then_some(value));
    }
    words
}

/// Joins words to a command line, quoted for a shell.
pub fn joined(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Returns a word quoted for a shell, if it needs quotes.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:=/+".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(super::quoted("mcts:playouts=4,c=0.4"), "mcts:playouts=4,c=0.4");
        assert_eq!(super::quoted("it's $HOME"), "'it'\\''s $HOME'");
    }
}
