//! Builds the plan of a balance study from its parameters.

use std::fmt::Display;

use goldrush_games::GameName;
use goldrush_games::ask::{Element, Topic};
use goldrush_support::error::bad_input;

use super::Design;
use super::arms::{Arms, MOST_ARMS};
use super::{Balance, StudyQuestion};
use crate::study::lineup::{Lineup, check_player_numbers};
use crate::study::{Draft, Question, Run};

impl Draft {
    /// Creates a balance study.
    ///
    /// # Errors
    /// Bad input if something is invalid or does not go together.
    pub fn of_balance(inquiry: &StudyQuestion, run: &Run) -> anyhow::Result<Draft> {
        let game = inquiry.choice.game();
        let mut agents = Vec::new();
        for name in &inquiry.agents {
            agents.push(name_in_plans(game, name)?);
        }
        check(inquiry, &agents)?;
        let pairs = pairs(inquiry, &mut agents)?;
        let mut arms = Arms::new(inquiry, &agents, pairs);
        let is_of_pairs = inquiry.asks_for_pairs();
        let mut strengths = Vec::new();
        let mut comparisons = Vec::new();
        for &players in &inquiry.players {
            arms.play(players)?;
            if is_of_pairs {
                comparisons.extend(arms.wins_of_pairs());
                continue;
            }
            strengths.extend(arms.strengths());
            comparisons.extend(arms.comparisons()?);
            for denied in &inquiry.denied {
                comparisons.extend(arms.restrict(denied, players)?);
            }
            for (habit, agent) in &inquiry.habits {
                comparisons.extend(arms.habit(habit, agent)?);
            }
        }
        let Arms {
            arms,
            retuned,
            titles: of_retuned,
            ..
        } = arms;
        let mut titles = inquiry.titles.clone();
        titles.extend(of_retuned);
        let balance = Balance {
            agents,
            margins: inquiry.margins,
            about: inquiry.about.clone(),
            asked: inquiry.asked.clone(),
            retuned: inquiry.retune.map(|_| retuned),
            strengths,
            comparisons,
        };
        Ok(Draft::new(Question::Balance(balance), arms, run)?.with_titles(titles))
    }
}

/// Returns the name of an agent as plans have it.
fn name_in_plans(game: GameName, agent: &str) -> anyhow::Result<String> {
    Ok(Lineup::from_names(game, &[agent], None)?.sides()[0].clone())
}

/// Returns the positions of the agents of each pair, the weaker first; if the pairs are given, their agents are all that play. The list
/// is empty if the agents are not ordered by strength.
fn pairs(inquiry: &StudyQuestion, agents: &mut Vec<String>) -> anyhow::Result<Vec<[usize; 2]>> {
    if inquiry.pairs.is_empty() {
        let count = if inquiry.titles.is_empty() {
            agents.len()
        } else {
            0
        };
        return Ok((1..count)
            .map(|stronger| [stronger - 1, stronger])
            .collect());
    }
    agents.clear();
    let mut pairs = Vec::new();
    for names in &inquiry.pairs {
        let mut pair = [0, 0];
        for (at, name) in pair.iter_mut().zip(names) {
            let name = name_in_plans(inquiry.choice.game(), name)?;
            let known = agents.iter().position(|agent| *agent == name);
            *at = known.unwrap_or(agents.len());
            if known.is_none() {
                agents.push(name);
            }
        }
        let [weaker, stronger] = names;
        if pair[0] == pair[1] {
            return Err(bad_input(format!(
                "--pair {stronger}>{weaker}: two different bots are expected"
            )));
        }
        if pairs.contains(&pair) {
            return Err(bad_input(format!(
                "--pair {stronger}>{weaker} is given twice"
            )));
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

impl StudyQuestion<'_> {
    /// True if the question is what the stronger agents of pairs win, in one game.
    fn asks_for_pairs(&self) -> bool {
        self.is_of_pairs() && self.factors.is_empty()
    }
}

fn check(inquiry: &StudyQuestion, agents: &[String]) -> anyhow::Result<()> {
    let StudyQuestion {
        factors,
        denied,
        habits,
        players,
        design,
        margins,
        ..
    } = inquiry;
    once(
        "--habit",
        &habits
            .iter()
            .map(|(name, _)| format!("\"{name}\""))
            .collect::<Vec<_>>(),
        "",
    )?;
    if !inquiry.pairs.is_empty() && !inquiry.is_of_pairs() {
        return Err(bad_input(
            "--pair asks what better play wins; add --about skill, or leave it out",
        ));
    }
    if factors.is_empty() && denied.is_empty() && habits.is_empty() && !inquiry.asks_for_pairs() {
        return Err(bad_input(
            "say what is to be varied, such as --factor tents=1,0 or --restrict tents",
        ));
    }
    for (i, factor) in factors.iter().enumerate() {
        let name = factor.element;
        if factors[..i].iter().any(|other| other.element == name) {
            return Err(bad_input(format!(
                "--factor {name} is given twice; give all its values at once"
            )));
        }
        if let Element::Option(option) = name
            && let Some(value) = inquiry.choice.given(option)
        {
            return Err(bad_input(format!(
                "--{name} {value}: this question tries {name} {} itself; leave it as printed, or compare other values (goldrush balance --factor {name}=…)",
                factor.levels.join(", ")
            )));
        }
        if *design == Design::Full && matches!(name, Element::Players | Element::Seat) {
            return Err(bad_input(format!(
                "--factor {name} does not go with --design full; leave one out"
            )));
        }
    }
    let points = factors.iter().try_fold(1, |points: usize, factor| {
        points.checked_mul(factor.levels.len())
    });
    if *design == Design::Full && points.is_none_or(|points| points > MOST_ARMS) {
        return Err(bad_input(format!(
            "--design full: more than {MOST_ARMS} rules and line-ups; leave some values out"
        )));
    }
    once(
        "--agents",
        agents,
        "; bots of different strength are expected",
    )?;
    once("--restrict", denied, "")?;
    once("--about", &inquiry.about, "")?;
    if !inquiry.about.is_empty() && !denied.is_empty() && !inquiry.about.contains(&Topic::Loss) {
        return Err(bad_input(
            "--restrict asks what a player loses without something: --about loss",
        ));
    }
    if inquiry.about[..] == [Topic::Loss] && !factors.is_empty() {
        return Err(bad_input(
            "--about loss is what --restrict asks; ask something else of a --factor",
        ));
    }
    if inquiry.is_of_pairs() && inquiry.pairs.is_empty() && agents.len() < 2 {
        return Err(bad_input(
            "--about skill needs two bots of different strength: --agents greedy,heuristic",
        ));
    }
    check_player_numbers(players)?;
    if players.len() > 1
        && factors
            .iter()
            .any(|factor| factor.element == Element::Players)
    {
        return Err(bad_input(
            "--factor players and several --players exclude each other; give one of them",
        ));
    }
    for (name, margin, most, range) in [
        ("margin", margins.shares, 1.0, "from 0 to 1"),
        ("margin-points", margins.points, f64::MAX, "from 0"),
    ] {
        if !(0.0..=most).contains(&margin) {
            return Err(bad_input(format!(
                "--{name} {margin}: a number {range} is expected"
            )));
        }
    }
    Ok(())
}

/// Checks that a list has no element twice.
fn once<T: PartialEq + Display>(option: &str, all: &[T], advice: &str) -> anyhow::Result<()> {
    match all
        .iter()
        .enumerate()
        .find(|(i, one)| all[..*i].contains(one))
    {
        Some((_, twice)) => Err(bad_input(format!(
            "{option}: {twice} is given twice{advice}"
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use goldrush_games::{Choice, GameName};

    use super::*;
    use crate::study::Retuning;
    use crate::study::factor::Factor;

    #[test]
    fn the_strongest_agent_is_retuned_where_rules_are_changed() {
        let retune = |choice: &Choice, _: usize| {
            let agent = "heuristic:tent_token=0.7".to_owned();
            let gains = choice.given("tents") == Some("0");
            Ok(gains.then_some(Retuning {
                agent,
                gain: 2.0,
                half_width: 0.5,
            }))
        };
        let mut study = StudyQuestion::new(Choice::printed(GameName::GoldRush), "greedy,heuristic");
        study.players = vec![2];
        study.retune = Some(&retune);
        study.factors = vec![Factor::parse("tents=1,0,2", GameName::default()).unwrap()];
        let draft = Draft::of_balance(&study, &Run::default()).unwrap();
        let Question::Balance(balance) = &draft.0.question else {
            panic!("it is a balance study")
        };
        let names: Vec<&str> = balance
            .comparisons
            .iter()
            .map(|comparison| &comparison.agent[..])
            .collect();
        let usual = ["greedy", "heuristic", "heuristic against greedy"];
        assert_eq!(
            names,
            [&usual[..], &["heuristic retuned"], &usual].concat(),
            "with two tents it gains nothing"
        );
        let [untuned, retuned] = [1, 3].map(|index| &balance.comparisons[index]);
        assert_eq!(
            (retuned.rank, &retuned.base_cells),
            (untuned.rank, &untuned.base_cells)
        );
        let arm = &draft.0.arms[retuned.level_cells[0].arm];
        assert_eq!(arm.name, "tents=0, heuristic retuned, 2 players");
        let titles = &draft.0.contestants.titles;
        assert!(titles.contains(&"heuristic retuned for tents=0, 2 players".to_owned()));
        assert!(
            arm.lineup
                .agent(0, 0)
                .to_string()
                .contains("tent_token=0.7")
        );
        assert_eq!(
            balance.retuned.as_ref().unwrap().keys().collect::<Vec<_>>(),
            ["tents=0, 2 players"]
        );
    }
}
