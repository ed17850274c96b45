//! Command line that replays a plan.

use goldrush_games::GameName;
use goldrush_games::ask::Topic;
use goldrush_support::stats::sprt::{Sprt, USUAL_ERROR};

use super::arm::Arm;
use super::spec::Spec;
use super::tournament::lineups;
use super::{
    Anchor, Balance, Comparison, Contest, Format, Margins, Plan, Question, QuestionKind, Records,
};
use crate::protocol::limits::Limits;

/// The question about styles of play.
const STYLES: [&str; 2] = ["ask", "styles"];

/// Returns the command, quoted for a shell. A catalogue that is not built in is given as the file of its name.
pub fn command_line(plan: &Plan) -> String {
    let arm = &plan.arms[0];
    let agents: Vec<String> = arm.lineup.agents().map(Spec::to_string).collect();
    let mut words: Vec<String> = vec!["goldrush".into()];
    let is_retuned = match &plan.question {
        Question::Balance(balance) => balance.retuned.is_some(),
        _ => false,
    };
    // Only styles of play and retuned bots have titles that no bot chose.
    let is_of_styles = plan.bots.is_none() && !plan.titles.is_empty() && !is_retuned;
    match &plan.question {
        Question::Tournament(_) if is_of_styles => words.extend(STYLES.map(String::from)),
        Question::Balance(balance) if is_of_styles => {
            words.extend(STYLES.map(String::from));
            words.extend(varied(balance));
        }
        Question::Simulation => {
            words.extend(["simulate".into(), "--agents".into(), agents.join(",")]);
        }
        Question::Match(Contest { mirror, sprt }) => {
            words.extend([
                "match".into(),
                "--a".into(),
                agents[0].clone(),
                "--b".into(),
                agents[1].clone(),
            ]);
            words.extend(mirror.then(|| "--mirror".into()));
            words.extend(option(
                "--handicap",
                arm.handicap.as_ref().map(|handicap| &handicap.denied),
            ));
            words.extend(option(
                "--sprt",
                sprt.map(|Sprt { s0, s1, .. }| format!("{s0},{s1}")),
            ));
            words.extend(option(
                "--alpha",
                sprt.map(|sprt| sprt.alpha)
                    .filter(|&error| error != USUAL_ERROR),
            ));
            words.extend(option(
                "--beta",
                sprt.map(|sprt| sprt.beta)
                    .filter(|&error| error != USUAL_ERROR),
            ));
        }
        Question::Tournament(anchor) => {
            // No other command chooses its line-ups freely.
            let Some((format, challengers, names)) = format_of(plan) else {
                return "goldrush league play DIR".into();
            };
            words.extend(["tournament".into(), "--agents".into(), names.join(",")]);
            words.extend(["--format".into(), format.name().into()]);
            words.extend(option(
                "--challengers",
                Some(challengers).filter(|number| *number > 1),
            ));
            words.extend(option(
                "--anchor",
                anchor
                    .as_ref()
                    .map(|Anchor { agent, elo }| format!("{agent}={elo}")),
            ));
        }
        Question::Balance(balance) => words.extend(study(plan, balance)),
    }
    words.extend(["--players".into(), players(plan)]);
    words.extend([
        "--games".into(),
        plan.games().to_string(),
        "--seed".into(),
        plan.seed.to_string(),
    ]);
    words.extend(rule_options(arm));
    words.extend(option("--bot-salt", plan.salt));
    words.extend(plan.bots.iter().flat_map(Limits::options));
    words.extend(option(
        "--deals",
        plan.deals.as_ref().map(|deals| deals.file().0),
    ));
    words.extend(option(
        "--records",
        Some(plan.records).filter(|records| *records != Records::None),
    ));
    if let Some(stop) = &plan.stop {
        words.extend(option(
            "--until",
            (stop.settled && !is_of_styles).then_some("settled"),
        ));
        words.extend(option(
            "--precision",
            Some(stop.precision()).filter(|precision| !precision.is_empty()),
        ));
    }
    if plan.luck != plan.is_luck_on_by_default() {
        words.push(if plan.luck { "--luck" } else { "--no-luck" }.into());
    }
    words.extend(["--out".into(), "DIR".into()]);
    joined(&words)
}

/// Returns an option and its value, if it has one.
fn option(name: &str, value: Option<impl ToString>) -> impl Iterator<Item = String> {
    value
        .map(|value| [name.to_owned(), value.to_string()])
        .into_iter()
        .flatten()
}

/// Returns the options of a balance study, recovered from its comparisons.
fn study(plan: &Plan, balance: &Balance) -> Vec<String> {
    let mut words = vec!["balance".into()];
    let pairs = pairs(balance);
    if pairs.is_empty() {
        words.extend(["--agents".into(), balance.agents.join(",")]);
    }
    words.extend(pairs);
    words.extend(varied(balance));
    words.extend(balance.retuned.as_ref().map(|_| "--adapt".into()));
    if balance.comparisons.iter().any(|c| c.factor.contains('×')) {
        words.extend(["--design".into(), "full".into()]);
    }
    for Comparison {
        level, level_cells, ..
    } in balance
        .comparisons
        .iter()
        .filter(|c| c.question == QuestionKind::Habit)
    {
        let sides = plan.arms[level_cells[0].arm].lineup.sides();
        words.extend(["--habit".into(), format!("{level}={}", sides[0])]);
    }
    let about = balance
        .about
        .iter()
        .map(Topic::to_string)
        .collect::<Vec<_>>()
        .join(",");
    words.extend(option(
        "--about",
        Some(about).filter(|list| !list.is_empty()),
    ));
    let Margins { shares, points } = balance.margins;
    words.extend([
        "--margin".into(),
        shares.to_string(),
        "--margin-points".into(),
        points.to_string(),
    ]);
    words
}

/// Returns the options for the pairs of bots, unless each bot plays against the one before it.
fn pairs(balance: &Balance) -> Vec<String> {
    let are_neighbors = balance
        .strengths
        .iter()
        .all(|strength| (strength.weaker, strength.stronger) == (strength.pair, strength.pair + 1));
    let mut pairs = Vec::new();
    if !are_neighbors {
        for strength in &balance.strengths {
            let [stronger, weaker] =
                [strength.stronger, strength.weaker].map(|at| &balance.agents[at]);
            pairs.push(format!("{stronger}>{weaker}"));
        }
    }
    for Comparison { agent, base, .. } in balance
        .comparisons
        .iter()
        .filter(|comparison| comparison.question == QuestionKind::Pair)
    {
        pairs.push(format!("{agent}>{base}"));
    }
    let mut words = Vec::new();
    for (number, pair) in pairs.iter().enumerate() {
        // Each number of players has the same ones.
        if !pairs[..number].contains(pair) {
            words.extend(["--pair".into(), pair.clone()]);
        }
    }
    words
}

/// Returns the options for what a balance study varies for everybody or denies to a player.
fn varied(balance: &Balance) -> Vec<String> {
    let mut words = Vec::new();
    let mut factors: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut restricted: Vec<&str> = Vec::new();
    for Comparison {
        question,
        factor,
        level,
        base,
        ..
    } in &balance.comparisons
    {
        match question {
            QuestionKind::Restriction if !restricted.contains(&&factor[..]) => {
                restricted.push(factor);
            }
            // An interaction is named after two factors that are present themselves.
            QuestionKind::Rule | QuestionKind::Seat if !factor.contains('×') => {
                match factors.iter_mut().find(|(name, _)| name == factor) {
                    Some((_, levels)) if levels.contains(&&level[..]) => {}
                    Some((_, levels)) => levels.push(level),
                    None => factors.push((factor, vec![base, level])),
                }
            }
            _ => {}
        }
    }
    for (name, levels) in &factors {
        words.extend(["--factor".into(), format!("{name}={}", levels.join(","))]);
    }
    words.extend(option(
        "--restrict",
        Some(restricted.join(",")).filter(|list| !list.is_empty()),
    ));
    words
}

/// Returns the numbers of players, in the order in which they are played; if a study varies them, only that of the base.
fn players(plan: &Plan) -> String {
    let mut all: Vec<String> = Vec::new();
    let is_varied = match &plan.question {
        Question::Balance(balance) => balance.comparisons.iter().any(|c| c.factor == "players"),
        _ => false,
    };
    for arm in plan
        .arms
        .iter()
        .take(if is_varied { 1 } else { usize::MAX })
    {
        let players = arm.lineup.players().to_string();
        if !all.contains(&players) {
            all.push(players);
        }
    }
    all.join(",")
}

/// Returns the format of a tournament with its number of challengers and its agents, recovered from its line-ups. If several
/// formats give these line-ups, returns the first.
fn format_of(plan: &Plan) -> Option<(Format, usize, Vec<&str>)> {
    let met: Vec<&str> = plan.contestants.names.iter().map(String::as_str).collect();
    let players = plan.arms[0].lineup.players();
    let gauntlets = (2..met.len()).map(|challengers| (Format::Gauntlet, challengers));
    Format::ALL
        .map(|format| (format, 1))
        .into_iter()
        .chain(gauntlets)
        .find_map(|(format, challengers)| {
            // Agents are known in the order in which they first meet: the other challengers of a gauntlet last.
            let (others, rest) = met[1..].split_at(met.len() - challengers);
            let names: Vec<&str> = [&met[..1], rest, others].concat();
            let played: Option<Vec<Vec<usize>>> = plan
                .arms
                .iter()
                .map(|arm| {
                    arm.lineup
                        .agents()
                        .map(|agent| names.iter().position(|name| *name == agent.to_string()))
                        .collect()
                })
                .collect();
            (played? == lineups(format, challengers, names.len(), players)).then_some((
                format,
                challengers,
                names,
            ))
        })
}

/// Returns the options that differ from the printed rules, as words of a command line.
pub fn rule_options(arm: &Arm) -> Vec<String> {
    let mut words = Vec::new();
    let game = arm.setup.game();
    if game != GameName::default() {
        words.extend(["--game".to_owned(), game.to_string()]);
    }
    for (option, value) in arm.setup.asked() {
        words.extend(option.asking(value));
    }
    words
}

/// Joins words to a command line, quoted for a shell.
pub fn joined(words: &[String]) -> String {
    words
        .iter()
        .map(|word| quoted(word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns a word quoted for a shell, if it needs quotes.
fn quoted(word: &str) -> String {
    let is_plain = word
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_.,:=/+".contains(c));
    if is_plain && !word.is_empty() {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(
            super::quoted("mcts:playouts=4,c=0.4"),
            "mcts:playouts=4,c=0.4"
        );
        assert_eq!(super::quoted("it's $HOME"), "'it'\\''s $HOME'");
    }
}
