//! The plan of a run: everything that determines its results, validated, and stored beside them.

pub mod arm;
mod balance;
mod command_line;
mod compare;
mod deals;
pub mod factor;
mod file;
pub mod lineup;
mod records;
mod salt;
mod shard;
pub mod spec;
mod stop;
mod tournament;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use goldrush_games::GameName;
use goldrush_games::quality::Quality;
use goldrush_games::schema::ResultSchema;
use goldrush_support::error::bad_input;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::sprt::Sprt;
use serde::{Deserialize, Serialize};

use crate::protocol::limits::Limits;
use crate::study::arm::Arm;
pub use balance::{
    ADAPTED_GAMES, AGAINST, Asked, BOTH, Balance, Cell, Comparison, Design, Margins, QuestionKind,
    Retune, Retuning, StudyQuestion, View,
};
pub use command_line::{command_line, joined, rule_options};
pub use compare::{Difference, differences};
pub use deals::Deals;
pub use file::{PLAN_FILE, check_is_run, is_beside, no_run, shard_of, tiles_file};
pub use records::Records;
pub use salt::{LIMIT, Salt, check_seed, draw_seed};
pub use shard::{Shard, array};
pub use stop::Stop;
pub use tournament::{Anchor, Format, meetings};

/// Default number of games of a run.
const USUAL_GAMES: u64 = 1000;

/// Default seed of a run of built-in agents.
const USUAL_SEED: u64 = 1;

/// Question that a run answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// Statistics of ordinary games.
    Simulation,
    /// Comparison of two agents: which one is stronger.
    Match(Contest),
    /// Ratings of several agents, optionally relative to the given rating of one of them.
    Tournament(Option<Anchor>),
    /// Effects of the elements of the game.
    Balance(Balance),
}

/// Parameters of a match besides its line-up, which is one A against Bs.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// True if one B against As is played as well.
    pub mirror: bool,
    /// Sequential test that stops the match once the games distinguish A from B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// Parameters of every run, whatever its question.
#[derive(Clone, Default, Debug)]
pub struct Run {
    /// Number of games to play, rounded up to whole blocks; the default if `None`.
    pub games: Option<u64>,
    /// Seed of all random numbers. `None` stands for 1, or for an unpredictable seed if bots that run as child processes
    /// play.
    pub seed: Option<u64>,
    /// Games that are recorded move by move.
    pub records: Records,
    /// True if the tables are compressed at the end.
    pub compress: bool,
    /// Part to play, or `None` for the whole run.
    pub shard: Option<Shard>,
    /// Limits of bots that run as child processes.
    pub limits: Limits,
    /// Salt of the seeds of these bots; drawn if `None`.
    pub salt: Option<Salt>,
    /// True if the luck of draws is to be estimated; if `None`, it depends on the agents.
    pub luck: Option<bool>,
    /// As [`Plan::is_league_round`].
    pub is_league_round: bool,
    /// Deal of each block; drawn from the seed if `None`.
    pub deals: Option<Deals>,
    /// Condition that ends the run before its last block.
    pub stop: Option<Stop>,
}

/// A validated plan, whose outside bots were asked for their titles.
#[derive(Clone)]
pub struct Plan {
    /// Question to answer.
    pub question: Question,
    /// Ways in which every deal is played; at least one.
    pub arms: Vec<Arm>,
    /// Contestants of the whole run, and the sides of the arms they correspond to.
    pub contestants: Contestants,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of deals, each played in every arm and seating.
    pub blocks: u64,
    /// Limits of bots that run as child processes, if any play.
    pub bots: Option<Limits>,
    /// Salt of the seeds of these bots, if any play.
    pub salt: Option<Salt>,
    /// Titles that bots give themselves, by their names.
    pub titles: BTreeMap<String, String>,
    /// Part of the blocks that is played here, or `None` for all.
    pub shard: Option<Shard>,
    /// Games that are recorded move by move.
    pub records: Records,
    /// True if the tables are compressed at the end.
    pub compress: bool,
    /// True if the luck of draws is estimated and results are adjusted for it.
    pub luck: bool,
    /// True if the run is a round of a league, which rates its bots by the games of all rounds: its own summary has no ratings.
    pub is_league_round: bool,
    /// Deal of each block; drawn from the seed if `None`.
    pub deals: Option<Deals>,
    /// Condition that ends the run before its last block, once its question is answered.
    pub stop: Option<Stop>,
}

/// Identity of a game in a run: the deal, the arm, and the seating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameId {
    /// Number of the deal, from 0.
    pub block: u64,
    /// Index of the arm.
    pub arm: usize,
    /// Index of the seating.
    pub seating: usize,
}

/// Participants whose results are counted separately over all arms: in a run of one arm its sides, otherwise the different
/// agents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestants {
    /// Names, as in plans and tables of games.
    pub names: Vec<String>,
    /// Titles for people: a bot that runs as a child process chooses its own.
    pub titles: Vec<String>,
    /// Index of a contestant, by arm and side.
    indices: Vec<Vec<usize>>,
}

/// A plan whose outside bots have not been asked yet what they are called and whether they play these games.
pub struct Draft(Plan);

impl Contestants {
    /// Bots have the titles they give themselves, by name, unless two of them would be the same.
    fn new(arms: &[Arm], titles: &BTreeMap<String, String>) -> Contestants {
        if let [arm] = arms {
            let names = arm.lineup.sides().to_vec();
            let mut titles = distinct_titles(&names, titles);
            if let (Some(handicap), Some(first)) = (&arm.handicap, titles.first_mut()) {
                *first += &format!(" without {}", handicap.denied);
            }
            return Contestants {
                indices: vec![(0..names.len()).collect()],
                titles,
                names,
            };
        }
        let mut names: Vec<String> = Vec::new();
        let mut indices = Vec::new();
        for arm in arms {
            let mut of_arm = Vec::new();
            for name in arm.lineup.sides() {
                let known = names.iter().position(|known| known == name);
                of_arm.push(known.unwrap_or(names.len()));
                if known.is_none() {
                    names.push(name.clone());
                }
            }
            indices.push(of_arm);
        }
        Contestants {
            titles: distinct_titles(&names, titles),
            names,
            indices,
        }
    }

    /// Returns the titles of the sides of an arm.
    pub fn titles_of(&self, arm: usize) -> impl Iterator<Item = String> + '_ {
        self.indices[arm]
            .iter()
            .map(|index| self.titles[*index].clone())
    }

    /// Returns the index of the contestant that is this side of an arm.
    pub fn index(&self, arm: usize, side: usize) -> usize {
        self.indices[arm][side]
    }
}

/// Returns the titles of contestants by the titles of agents; a contestant whose title another one has keeps its name.
fn distinct_titles(names: &[String], titles: &BTreeMap<String, String>) -> Vec<String> {
    let of_contestants: Vec<String> = names.iter().map(|name| title_of(name, titles)).collect();
    let mut distinct = Vec::new();
    for (title, name) in of_contestants.iter().zip(names) {
        let bearers = of_contestants.iter().filter(|other| *other == title);
        let is_distinct = bearers.count() == 1;
        distinct.push(if is_distinct { title } else { name }.clone());
    }
    distinct
}

/// Returns a contestant's name with its agent's title instead of the agent.
fn title_of(name: &str, titles: &BTreeMap<String, String>) -> String {
    for (agent, title) in titles {
        if let Some(side) = name.strip_suffix(&**agent) {
            return format!("{side}{title}");
        }
    }
    name.to_owned()
}

impl Draft {
    /// Creates a plan of these arms.
    ///
    /// # Errors
    /// Bad input if the arms and the other parameters do not go together.
    pub fn new(question: Question, arms: Vec<Arm>, run: &Run) -> anyhow::Result<Draft> {
        if !alike(&arms) {
            return Err(bad_input(
                "the results of games as different as these cannot be compared",
            ));
        }
        let contestants = Contestants::new(&arms, &BTreeMap::new());
        let bots = arms
            .iter()
            .any(|arm| arm.lineup.has_commands())
            .then(|| run.limits.clone());
        let Run {
            records,
            compress,
            shard,
            stop,
            is_league_round,
            ..
        } = *run;
        if let (Some(_), Some(_), (None, _) | (_, None)) = (&bots, shard, (run.seed, run.salt)) {
            return Err(bad_input(format!(
                "--shard: parts in which bots of your own play need the same seeds; give all of them, for example, \
                 --seed {} --bot-salt {}",
                draw_seed()?,
                Salt::draw()?
            )));
        }
        let (seed, salt) = match &bots {
            Some(_) => (
                run.seed.map_or_else(draw_seed, Ok)?,
                Some(run.salt.map_or_else(Salt::draw, Ok)?),
            ),
            None => (run.seed.unwrap_or(USUAL_SEED), None),
        };
        check_seed(seed)?;
        let luck = run
            .luck
            .unwrap_or_else(|| luck_by_default(&question, &arms));
        let deals = run.deals.clone();
        let mut plan = Plan {
            question,
            arms,
            contestants,
            seed,
            blocks: 0,
            bots,
            salt,
            titles: BTreeMap::new(),
            shard: None,
            records,
            compress,
            luck,
            is_league_round,
            deals,
            stop,
        };
        let all = plan
            .deals
            .as_ref()
            .map(|deals| deals.len() * plan.games_per_block());
        plan.extend("--games", run.games.or(all).unwrap_or(USUAL_GAMES))?;
        let ends_early = [
            ("--sprt", plan.sprt().is_some()),
            ("--until or --precision", stop.is_some()),
        ];
        if let Some((option, _)) = ends_early
            .into_iter()
            .find(|(_, asked)| *asked && shard.is_some())
        {
            return Err(bad_input(format!(
                "--shard: a run that may stop early ({option}) needs all games in order, in one run"
            )));
        }
        Ok(Draft(Plan { shard, ..plan }))
    }

    /// Gives built-in agents titles, by their names; arms are named by them, too.
    pub fn with_titles(self, titles: BTreeMap<String, String>) -> Draft {
        let Draft(mut plan) = self;
        // A name may contain a shorter one.
        let mut longest_first: Vec<(&String, &String)> = titles.iter().collect();
        longest_first.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        for arm in &mut plan.arms {
            for (name, title) in &longest_first {
                arm.name = arm.name.replace(*name, title);
            }
        }
        Draft(Plan {
            contestants: Contestants::new(&plan.arms, &titles),
            titles,
            ..plan
        })
    }

    /// Completes the plan with the titles of its outside bots, by name. `ask` asks the outside bots of some arms for theirs; it is
    /// not called if none play.
    pub fn complete<E>(
        self,
        ask: impl FnOnce(&[Arm], &Limits) -> Result<BTreeMap<String, String>, E>,
    ) -> Result<Plan, E> {
        let Draft(plan) = self;
        let Some(limits) = &plan.bots else {
            return Ok(plan);
        };
        let titles = ask(&plan.arms, limits)?;
        Ok(Plan {
            contestants: Contestants::new(&plan.arms, &titles),
            titles,
            ..plan
        })
    }
}

impl Plan {
    /// Gives the contestants these titles, by their names.
    pub fn set_titles(&mut self, titles: BTreeMap<String, String>) {
        self.contestants = Contestants::new(&self.arms, &titles);
        self.titles = titles;
    }

    /// Adds games, rounded up to whole blocks.
    ///
    /// # Errors
    /// Bad input if there would be none or too many.
    pub fn extend(&mut self, option: &str, games: u64) -> anyhow::Result<()> {
        if games == 0 || games >= LIMIT / 16 || self.games() + games >= LIMIT / 16 {
            return Err(bad_input(format!(
                "{option} {games}: at least 1 and less than 2^59 in all are possible"
            )));
        }
        self.blocks += games.div_ceil(self.games_per_block());
        self.check_deals()
    }

    /// Returns the measures of how games go that its study asks for.
    pub fn measured(&self) -> impl Iterator<Item = Quality> {
        let about = if let Question::Balance(balance) = &self.question {
            &balance.about[..]
        } else {
            &[]
        };
        Quality::ALL
            .into_iter()
            .filter(|quality| about.contains(&quality.topic()))
    }

    /// True if its study asks for any of them.
    pub fn measures_quality(&self) -> bool {
        self.measured().next().is_some()
    }

    /// True if its study asks for one that follows from the luck of draws.
    pub fn measures_luck(&self) -> bool {
        self.measured().any(Quality::is_of_luck)
    }

    fn check_deals(&self) -> anyhow::Result<()> {
        match &self.deals {
            Some(deals) => deals.check(&self.arms, self.blocks, self.games_per_block()),
            None => Ok(()),
        }
    }

    /// True if the blocks of another plan are the same deals, as far as both plans go, provided that their arms are the
    /// same.
    pub fn shares_deals(&self, other: &Plan) -> bool {
        match (&self.deals, &other.deals) {
            (None, None) => self.seed == other.seed,
            (Some(one), Some(other)) => one.hash() == other.hash(),
            _ => false,
        }
    }

    /// Returns the game of the first arm; the other arms play the same game or one with the same sheet.
    pub fn kind(&self) -> GameName {
        self.arms[0].setup.game()
    }

    /// Returns the schema of the results.
    pub fn schema(&self) -> &'static ResultSchema {
        self.arms[0].setup.schema()
    }

    /// Returns the numbers of players, smallest first.
    pub fn players(&self) -> Vec<usize> {
        let all: BTreeSet<usize> = self.arms.iter().map(|arm| arm.lineup.players()).collect();
        all.into_iter().collect()
    }

    /// Returns the number of games per deal: each arm in each of its seatings.
    pub fn games_per_block(&self) -> u64 {
        self.arms
            .iter()
            .map(|arm| arm.lineup.seatings() as u64)
            .sum()
    }

    /// Returns the number of games of the whole run, of which a shard plays only a part.
    pub fn games(&self) -> u64 {
        self.blocks * self.games_per_block()
    }

    /// Returns the blocks that are played here.
    pub fn range(&self) -> Range<u64> {
        self.shard
            .map_or(0..self.blocks, |shard| shard.blocks(self.blocks))
    }

    /// Returns the number of blocks played here.
    pub fn blocks_here(&self) -> u64 {
        self.range().end - self.range().start
    }

    /// Returns the identity of the game with this number in the run.
    pub fn game(&self, number: u64) -> GameId {
        let per_block = self.games_per_block();
        let block = number / per_block;
        let mut seating = (number % per_block) as usize;
        let mut arm = 0;
        while seating >= self.arms[arm].lineup.seatings() {
            seating -= self.arms[arm].lineup.seatings();
            arm += 1;
        }
        GameId {
            block,
            arm,
            seating,
        }
    }

    /// Returns the number of a game, the inverse of [`Plan::game`].
    pub fn number(&self, id: GameId) -> u64 {
        let before: usize = self.arms[..id.arm]
            .iter()
            .map(|arm| arm.lineup.seatings())
            .sum();
        id.block * self.games_per_block() + (before + id.seating) as u64
    }

    /// Returns the arm of a game.
    pub fn arm(&self, id: GameId) -> &Arm {
        &self.arms[id.arm]
    }

    /// True if the run compares agents, so that the time of their decisions is of interest.
    pub fn compares_agents(&self) -> bool {
        matches!(self.question, Question::Match(_) | Question::Tournament(_))
    }

    /// True if the luck of draws is estimated by default.
    pub fn is_luck_on_by_default(&self) -> bool {
        luck_by_default(&self.question, &self.arms)
    }

    /// Returns the confidence of each interval.
    pub fn confidence(&self) -> Confidence {
        self.stop
            .map_or(Confidence::SINGLE_LOOK, |stop| stop.confidence(self.blocks))
    }

    /// Returns the sequential test of a match, if there is one.
    pub fn sprt(&self) -> Option<Sprt> {
        if let Question::Match(contest) = &self.question {
            contest.sprt
        } else {
            None
        }
    }

    /// Returns the agent that anchors the ratings of a tournament, or `None` if they are relative to the mean of all.
    pub fn anchor(&self) -> Option<&Anchor> {
        if let Question::Tournament(anchor) = &self.question {
            anchor.as_ref()
        } else {
            None
        }
    }
}

/// True if the luck of draws is estimated by default: where agents or rules are compared, and agents think long enough that
/// estimating it takes at most a tenth more time.
fn luck_by_default(question: &Question, arms: &[Arm]) -> bool {
    let mut pays = 0.0;
    let mut seats = 0.0;
    for arm in arms {
        for seating in 0..arm.lineup.seatings() {
            for seat in 0..arm.lineup.players() {
                pays += arm
                    .lineup
                    .agent(seating, seat)
                    .luck_affordability(arm.setup.game());
                seats += 1.0;
            }
        }
    }
    *question != Question::Simulation && pays >= seats
}

/// True if the results of all arms have the same schema.
fn alike(arms: &[Arm]) -> bool {
    arms.iter()
        .all(|arm| std::ptr::eq(arm.setup.schema(), arms[0].setup.schema()))
}
