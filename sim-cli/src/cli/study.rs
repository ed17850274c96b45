//! Turns raw arguments into checked plans.

use std::collections::BTreeMap;

use goldrush_games::ask::Topic;
use goldrush_games::{Choice, GameName};
use goldrush_harness::sim::retuning::{RETUNED, has_weights};
use goldrush_harness::study::arm::{Arm, Handicap};
use goldrush_harness::study::factor::Factor;
use goldrush_harness::study::lineup::{Lineup, split_names};
use goldrush_harness::study::{
    Contest, Deals, Draft, Format, Margins, Question, Records, Retune, Run, Shard, Stop,
    StudyQuestion,
};
use goldrush_support::error::bad_input;
use goldrush_support::stats::sprt::{Sprt, USUAL_ERROR};

use super::args::{MatchArgs, RunArgs, SimulateArgs, TournamentArgs};
use super::balance::{BalanceArgs, Until};

/// Default number of games of a tournament of play styles.
const TOURNAMENT_GAMES: u64 = 20_000;

/// Default limit of games for a run that stops at a goal.
const MOST_GAMES: u64 = 300_000;

impl SimulateArgs {
    /// Returns the requested plan.
    ///
    /// # Errors
    /// Bad input if an argument is wrong or arguments do not fit together.
    pub fn plan(&self) -> anyhow::Result<Draft> {
        let game = self.run.rules.game()?;
        let agents = self.agents.as_deref().unwrap_or(game.about().lineup);
        let lineup = Lineup::from_names(game, &split_names(agents), self.players)?;
        let stop = precision(self.precision.as_deref())?;
        let run = self.run.run()?;
        let games = run
            .games
            .or((stop.is_some() && run.deals.is_none()).then_some(MOST_GAMES));
        let run = Run { stop, games, ..run };
        Draft::new(
            Question::Simulation,
            vec![Arm::only(lineup, &self.run.rules.choice()?)?],
            &run,
        )
    }
}

impl MatchArgs {
    /// Returns the requested plan.
    ///
    /// # Errors
    /// Bad input if an argument is wrong or arguments do not fit together.
    pub fn plan(&self) -> anyhow::Result<Draft> {
        let lineup = Lineup::of_match(
            self.run.rules.game()?,
            &self.a,
            &self.b,
            self.players,
            self.mirror,
        )?;
        if self.append.is_some() && self.run.shard.is_some() {
            return Err(bad_input(
                "--append: with --shard a match has no result until its parts are merged; leave one of them out",
            ));
        }
        let contest = Contest {
            mirror: self.mirror,
            sprt: self.sprt()?,
        };
        if self.handicap.is_some() && self.mirror {
            return Err(bad_input(
                "--handicap applies to A only, so it does not work with --mirror; leave one of them out",
            ));
        }
        let mut arm = Arm::only(lineup, &self.run.rules.choice()?)?;
        if let Some(denied) = self.handicap.as_deref() {
            self.run
                .rules
                .choice()?
                .check_denial(denied)
                .map_err(|e| bad_input(format!("--handicap {denied}: {e}")))?;
            arm.handicap = Some(Handicap::new(
                denied,
                &arm.setup,
                arm.tiles_text.as_deref(),
            )?);
        }
        Draft::new(Question::Match(contest), vec![arm], &self.run.run()?)
    }

    /// Returns the test that may stop the match.
    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let errors = [("--alpha", self.alpha), ("--beta", self.beta)];
        for (option, error) in errors {
            let Some(error) = error else { continue };
            if self.sprt.is_none() {
                return Err(bad_input(format!(
                    "{option} needs --sprt, whose error probability it sets"
                )));
            }
            if !(error > 0.0 && error < 0.5) {
                return Err(bad_input(format!(
                    "{option} {error}: expected a probability between 0 and 0.5, such as 0.05"
                )));
            }
        }
        let Some(text) = &self.sprt else {
            return Ok(None);
        };
        let errors = errors.map(|(_, error)| error.unwrap_or(USUAL_ERROR));
        Sprt::parse(text, self.players, errors)
            .map(Some)
            .map_err(|e| bad_input(format!("--sprt: {e}")))
    }
}

impl TournamentArgs {
    /// Returns the requested plan.
    ///
    /// # Errors
    /// Bad input if an argument is wrong or arguments do not fit together.
    pub fn plan(&self) -> anyhow::Result<Draft> {
        let choice = self.run.rules.choice()?;
        let names = split_names(&self.agents);

        Draft::of_tournament(
            &choice,
            &names,
            self.players,
            self.format,
            self.challengers,
            self.anchor.as_deref(),
            &self.run.run()?,
        )
    }
}

impl BalanceArgs {
    /// Returns the requested plan.
    ///
    /// # Errors
    /// Bad input if an argument is wrong or arguments do not fit together.
    pub fn plan(&self, retune: Retune) -> anyhow::Result<Draft> {
        let choice = self.run.rules.choice()?;
        let agents = self
            .agents
            .as_deref()
            .unwrap_or(choice.game().about().agents);
        let denied = self.restrict.iter().flat_map(|list| list.split(','));
        let about = self
            .about
            .iter()
            .flat_map(|list| list.split(','))
            .map(|topic| topic.trim().parse());
        let agents = split_names(agents);
        let strongest = agents.last().map_or("", String::as_str);
        let retunes = strongest == RETUNED || !self.pair.is_empty();
        if self.adapt && !(retunes && has_weights(choice.game())) {
            return Err(bad_input(format!(
                "--adapt retunes `{RETUNED}` as the strongest, last bot; here the last is {strongest}"
            )));
        }
        let about = match &self.about {
            None if !self.pair.is_empty() => vec![Topic::Skill],
            _ => about
                .collect::<Result<_, String>>()
                .map_err(|e| bad_input(format!("--about: {e}")))?,
        };
        let inquiry = StudyQuestion {
            pairs: self
                .pair
                .iter()
                .map(|text| pair(text))
                .collect::<anyhow::Result<_>>()?,
            factors: self
                .factor
                .iter()
                .map(|text| Factor::parse(text, choice.game()))
                .collect::<anyhow::Result<_>>()?,
            denied: denied.map(|what| what.trim().replace('_', "-")).collect(),
            agents,
            titles: BTreeMap::new(),
            habits: self
                .habit
                .iter()
                .map(|text| habit(text))
                .collect::<anyhow::Result<_>>()?,
            players: player_numbers(&self.players)?,
            design: self.design,
            margins: Margins {
                shares: self.margin,
                points: self.margin_points,
            },
            about,
            asked: None,
            retune: (self.adapt && !self.dry_run).then_some(retune),
            choice,
        };
        plan_study(
            &inquiry,
            self.until == Some(Until::Settled),
            self.precision.as_deref(),
            &self.run,
        )
    }
}

/// Plans a study that ends when every answer is settled, if that is asked for, or when a precision is reached.
///
/// # Errors
/// Bad input if an argument is wrong or arguments do not fit together.
pub(super) fn plan_study(
    study: &StudyQuestion,
    settled: bool,
    goal: Option<&str>,
    run: &RunArgs,
) -> anyhow::Result<Draft> {
    let stop = precision(goal)?;
    let stop = if settled {
        Some(Stop {
            settled,
            ..stop.unwrap_or_default()
        })
    } else {
        stop
    };
    let run = run.run()?;
    // An answer usually takes more than the default 1000 games.
    let games = run
        .games
        .or((stop.is_some() && run.deals.is_none()).then_some(MOST_GAMES));
    Draft::of_balance(study, &Run { stop, games, ..run })
}

/// Plans a tournament of agents with titles: every choice of different agents, one per seat.
///
/// # Errors
/// Bad input if an argument is wrong or arguments do not fit together.
pub(super) fn plan_tournament(
    choice: &Choice,
    agents: &[(String, String)],
    players: usize,
    run: &RunArgs,
) -> anyhow::Result<Draft> {
    let run = run.run()?;
    let games = run
        .games
        .or(run.deals.is_none().then_some(TOURNAMENT_GAMES));
    let names: Vec<String> = agents.iter().map(|(_, agent)| agent.clone()).collect();
    let run = Run { games, ..run };
    let draft = Draft::of_tournament(choice, &names, players, Format::AllLineups, 1, None, &run)?;
    Ok(draft.with_titles(titles(choice.game(), agents)?))
}

/// Returns the titles of agents by their names in plans, given each title with its agent.
///
/// # Errors
/// Bad input if there is no such agent.
pub(super) fn titles(
    game: GameName,
    agents: &[(String, String)],
) -> anyhow::Result<BTreeMap<String, String>> {
    let mut titles = BTreeMap::new();
    for (title, agent) in agents {
        let lineup = Lineup::from_names(game, &[agent], None)?;
        titles.insert(lineup.sides()[0].clone(), title.clone());
    }
    Ok(titles)
}

/// Reads a list of numbers of players.
///
/// # Errors
/// Bad input if one is not a number.
pub fn player_numbers(list: &str) -> anyhow::Result<Vec<usize>> {
    let numbers: Result<Vec<usize>, _> = list.split(',').map(|text| text.trim().parse()).collect();
    numbers.map_err(|_| {
        bad_input(format!(
            "--players {list}: expected numbers from 2 to 5, such as 2,3"
        ))
    })
}

impl RunArgs {
    /// Returns the settings common to all runs.
    ///
    /// # Errors
    /// Bad input if an argument is wrong or needs `--out`.
    fn run(&self) -> anyhow::Result<Run> {
        let records = self
            .records
            .parse()
            .map_err(|e| bad_input(format!("--records: {e}")))?;
        let needs_out = [
            ("--records", "to write them to", records != Records::None),
            ("--compress", "to write to", self.compress),
            ("--shard", "that collects the parts", self.shard.is_some()),
        ];
        if let Some((option, what, _)) = needs_out
            .into_iter()
            .find(|needs| needs.2 && self.out.is_none())
        {
            return Err(bad_input(format!("{option} needs --out, a folder {what}")));
        }

        let shard = self.shard.as_deref().map(Shard::of_task).transpose()?;
        let RunArgs {
            games,
            seed,
            bot_salt: salt,
            compress,
            ..
        } = *self;
        let deals = self.deals.as_deref().map(Deals::read).transpose()?;
        let luck = (self.luck || self.no_luck).then_some(self.luck);
        let limits = self.bots.limits()?;
        Ok(Run {
            games,
            seed,
            records,
            compress,
            shard,
            limits,
            salt,
            luck,
            is_league_round: false,
            deals,
            stop: None,
        })
    }
}

/// Reads `NAME=AGENT`.
fn habit(text: &str) -> anyhow::Result<(String, String)> {
    let (name, agent) = text.split_once('=').unwrap_or_default();
    if name.trim().is_empty() || agent.trim().is_empty() {
        return Err(bad_input(format!(
            "--habit {text}: expected NAME=AGENT, such as \"more tents=heuristic:tent_token=0.7\""
        )));
    }
    Ok((name.trim().into(), agent.trim().into()))
}

/// Reads `A>B`; returns the weaker one, B, first.
fn pair(text: &str) -> anyhow::Result<[String; 2]> {
    let (stronger, weaker) = text.split_once('>').unwrap_or_default();
    if stronger.trim().is_empty() || weaker.trim().is_empty() {
        return Err(bad_input(format!(
            "--pair {text}: expected A>B, such as \"level7>level4\""
        )));
    }
    Ok([weaker.trim().into(), stronger.trim().into()])
}

/// Returns the precision goal that stops a run, if given.
fn precision(text: Option<&str>) -> anyhow::Result<Option<Stop>> {
    text.map(Stop::parse_precision).transpose()
}
