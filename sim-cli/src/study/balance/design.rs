//! From the arguments of `goldrush balance` to its plan.

use std::str::FromStr;

use goldrush_engine::gold_rush::Denied;

use super::Design;
use super::study::{MOST_ARMS, Study};
use super::{Balance, Margins};
use crate::cli::balance::BalanceArgs;
use crate::error::bad_input;
use crate::study::factor::{Element, Factor};
use crate::study::lineup::{Lineup, check_players, split_names};
use crate::study::{Plan, Question};

impl Plan {
    /// Checks the arguments of `balance`.
    ///
    /// # Errors
    /// If something is wrong or does not fit together: bad input.
    pub fn of_balance(args: &BalanceArgs) -> anyhow::Result<Plan> {
        let factors: anyhow::Result<Vec<Factor>> = args.factor.iter().map(|text| Factor::parse(text)).collect();
        let factors = factors?;
        let game = args.run.rules.game()?;
        let spelled = |name: &String| Ok(Lineup::from_names(game, &[name], None)?.sides()[0].clone());
        let agents = split_names(args.agents.as_deref().unwrap_or(game.usual_agents()))
            .iter()
            .map(spelled)
            .collect::<anyhow::Result<Vec<String>>>()?;
        let denied = denied(args.restrict.as_deref())?;
        check(args, &factors, &agents, &denied)?;
        let mut study = Study::new(args, &factors, &agents);
        let players = players(&args.players)?;
        if players.len() > 1 && factors.iter().any(|f| f.element == Element::Players) {
            return Err(bad_input("--factor players and several --players exclude each other; give one of them"));
        }
        let (mut strengths, mut comparisons) = (Vec::new(), Vec::new());
        for players in players {
            study.play(players)?;
            strengths.extend(study.strengths());
            comparisons.extend(study.comparisons()?);
            for &denied in &denied {
                comparisons.extend(study.restrict(denied, players)?);
            }
        }
        let margins = Margins { shares: args.margin, points: args.margin_points };
        let balance = Balance { margins, agents: agents.clone(), strengths, comparisons };
        Plan::new(Question::Balance(balance), study.into_arms(), &args.run)
    }
}

fn check(args: &BalanceArgs, factors: &[Factor], agents: &[String], denied: &[Denied]) -> anyhow::Result<()> {
    if factors.is_empty() && denied.is_empty() {
        return Err(bad_input("say what is to be varied, such as --factor tents=1,0 or --restrict tents"));
    }
    for (i, factor) in factors.iter().enumerate() {
        let name = factor.element;
        if factors[..i].iter().any(|other| other.element == name) {
            return Err(bad_input(format!("--factor {name} is given twice; give all its levels at once")));
        }
        if args.design == Design::Full && matches!(name, Element::Players | Element::Seat) {
            return Err(bad_input(format!("--factor {name} does not go with --design full; leave one out")));
        }
    }
    let points = factors.iter().try_fold(1, |points: usize, factor| points.checked_mul(factor.levels.len()));
    if args.design == Design::Full && points.is_none_or(|points| points > MOST_ARMS) {
        return Err(bad_input(format!("--design full: more than {MOST_ARMS} arms; leave some levels out")));
    }
    if let Some((_, twice)) = agents.iter().enumerate().find(|(i, agent)| agents[..*i].contains(agent)) {
        return Err(bad_input(format!("--agents: {twice} is given twice; agents of different strength are expected")));
    }
    for (name, margin) in [("margin", args.margin), ("margin-points", args.margin_points)] {
        if !(margin.is_finite() && margin >= 0.0) {
            return Err(bad_input(format!("--{name} {margin}: a number from 0 is expected")));
        }
    }
    Ok(())
}

fn denied(list: Option<&str>) -> anyhow::Result<Vec<Denied>> {
    let mut all = Vec::new();
    for name in list.into_iter().flat_map(|list| list.split(',')) {
        let name = name.trim().replace('_', "-");
        let denied = Denied::from_str(&name).map_err(|e| bad_input(format!("--restrict: {e}")))?;
        if all.contains(&denied) {
            return Err(bad_input(format!("--restrict: {denied} is given twice")));
        }
        all.push(denied);
    }
    Ok(all)
}

fn players(list: &str) -> anyhow::Result<Vec<usize>> {
    let mut numbers = Vec::new();
    for number in list.split(',') {
        let parsed = number.trim().parse();
        let players = parsed.map_err(|_| bad_input(format!("--players {list}: numbers are expected, such as 2,3")))?;
        check_players(players)?;
        if numbers.contains(&players) {
            return Err(bad_input(format!("--players {list}: {players} is given twice")));
        }
        numbers.push(players);
    }
    Ok(numbers)
}
