//! The plan of a run: everything that decides its results, checked, and written beside them.

pub mod arm;
mod balance;
mod command_line;
mod compare;
mod deals;
pub mod factor;
mod file;
pub mod lineup;
pub mod pairing;
mod records;
mod shard;
pub mod spec;
mod stop;
mod tournament;

use std::collections::BTreeMap;
use std::ops::Range;

pub use balance::{Asked, Balance, Cell, Comparison, Design, Inquiry, Margins, Topic, View};
pub use command_line::{command_line, quoted, rule_options};
pub use compare::{Difference, differences};
pub use deals::Deals;
pub use file::{PLAN_FILE, is_beside, shard_of, tiles_file};
pub use records::Records;
pub use shard::{Shard, array};
pub use stop::Stop;
pub use tournament::{Anchor, Format};

use crate::error::bad_input;
use crate::games::GameName;
use crate::games::sheet::Sheet;
use crate::protocol::limits::Limits;
use crate::stats::confidence::Confidence;
use crate::stats::sprt::Sprt;
use crate::study::arm::Arm;

/// Seeds and numbers of games stay below this, so that every reader of the tables takes them for whole numbers.
pub const LIMIT: u64 = 1 << 63;

/// Games of a run if nothing else is said.
const USUAL_GAMES: u64 = 1000;

/// What a run is to find out.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// How the games go.
    Simulation,
    /// Which of two agents is stronger.
    Match(Contest),
    /// How strong several agents are; from the rating of one of them, if it is given.
    Tournament(Option<Anchor>),
    /// What the elements of the game do.
    Balance(Balance),
}

/// What the plan of a match has besides: its line-up is one A and else Bs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contest {
    /// Whether one B and else As are played after it.
    pub mirror: bool,
    /// Stops the match before its last block if the games have told these apart.
    pub sprt: Option<Sprt>,
}

/// What every run has, whatever it is to find out.
#[derive(Clone, Debug)]
pub struct Run {
    /// Games to play, rounded up to whole blocks; what is usual if nothing is said.
    pub games: Option<u64>,
    /// Seed of all chance.
    pub seed: u64,
    /// Which games are written down move by move.
    pub records: Records,
    /// Whether the tables are packed at the end.
    pub compress: bool,
    /// The part that is played; all without one.
    pub shard: Option<Shard>,
    /// Limits of bots in processes of their own.
    pub limits: Limits,
    /// Whether the luck of draws is told; what fits the agents if nothing is said.
    pub luck: Option<bool>,
    /// What is dealt in each block; drawn from the seed without.
    pub deals: Option<Deals>,
    /// What ends it before its last block.
    pub stop: Option<Stop>,
}

/// A checked plan.
pub struct Plan {
    /// What is asked.
    pub question: Question,
    /// The ways in which every deal is played; at least one.
    pub arms: Vec<Arm>,
    /// Those whose results are told apart in the whole run, and where the sides of the arms are among them.
    pub contestants: Contestants,
    /// Seed of all chance.
    pub seed: u64,
    /// Deals, each played in every arm and seating.
    pub blocks: u64,
    /// Limits of bots in processes of their own, if any play.
    pub bots: Option<Limits>,
    /// What these call themselves, by their names, once they were asked.
    pub titles: BTreeMap<String, String>,
    /// The part of them that is played here; all without one.
    pub shard: Option<Shard>,
    /// Which games are written down move by move.
    pub records: Records,
    /// Whether the tables are packed at the end.
    pub compress: bool,
    /// Whether the luck of draws is told and taken out of results.
    pub luck: bool,
    /// What is dealt in each block; drawn from the seed without.
    pub deals: Option<Deals>,
    /// What ends it before its last block, if it has answered what was asked by then.
    pub stop: Option<Stop>,
}

/// Which game of a run: a deal, rules and line-up, and who of them sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameId {
    /// The deal.
    pub block: u64,
    /// The arm.
    pub arm: usize,
    /// The seating.
    pub seating: usize,
}

/// Those whose results are told apart over all arms: in a run of one arm its sides, otherwise the different agents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestants {
    /// Their names, as plans and tables of games have them.
    pub names: Vec<String>,
    /// The same for people: a bot in a process of its own is called as it calls itself.
    pub titles: Vec<String>,
    /// By arm and side.
    indices: Vec<Vec<usize>>,
    /// What the first of them may not do, in a match.
    handicap: Option<String>,
}

impl Contestants {
    fn new(arms: &[Arm]) -> Contestants {
        if let [arm] = arms {
            let names = arm.lineup.sides().to_vec();
            let handicap = arm.handicap.as_ref().map(|handicap| handicap.denied.clone());
            let indices = vec![(0..names.len()).collect()];
            let mut contestants = Contestants { indices, titles: Vec::new(), names, handicap };
            contestants.entitle(&BTreeMap::new());
            return contestants;
        }
        let mut names: Vec<String> = Vec::new();
        let mut index = |name: &String| {
            names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            })
        };
        let indices = arms.iter().map(|arm| arm.lineup.sides().iter().map(&mut index).collect()).collect();
        Contestants { titles: names.clone(), names, indices, handicap: None }
    }

    /// Gives bots their own titles, by name, as long as these tell them apart.
    fn entitle(&mut self, titles: &BTreeMap<String, String>) {
        let title = |name: &String| {
            let called = titles.iter().find_map(|(spec, title)| {
                name.ends_with(spec).then(|| format!("{}{title}", name.strip_suffix(spec).unwrap_or_default()))
            });
            called.unwrap_or_else(|| name.clone())
        };
        let titles: Vec<String> = self.names.iter().map(title).collect();
        let is_one = |title: &String| titles.iter().filter(|other| *other == title).count() == 1;
        let chosen = titles.iter().zip(&self.names).map(|(title, name)| if is_one(title) { title } else { name });
        self.titles = chosen.cloned().collect();
        if let (Some(denied), Some(first)) = (&self.handicap, self.titles.first_mut()) {
            *first += &format!(" without {denied}");
        }
    }

    /// The titles of the sides of an arm.
    pub fn titles_of(&self, arm: usize) -> impl Iterator<Item = String> + '_ {
        self.indices[arm].iter().map(|index| self.titles[*index].clone())
    }

    /// Which one a side of an arm is.
    pub fn index(&self, arm: usize, side: usize) -> usize {
        self.indices[arm][side]
    }
}

impl Plan {
    /// Has bots called as they call themselves, by their names.
    pub fn introduce(&mut self, titles: BTreeMap<String, String>) {
        self.contestants.entitle(&titles);
        self.titles = titles;
    }

    /// A plan of these arms.
    ///
    /// # Errors
    /// If they or the rest of what is asked for do not go together: bad input.
    pub fn new(question: Question, arms: Vec<Arm>, run: &Run) -> anyhow::Result<Plan> {
        check_seed(run.seed)?;
        if !alike(&arms) {
            return Err(bad_input("the results of games as different as these cannot be compared"));
        }
        let contestants = Contestants::new(&arms);
        let bots = arms.iter().any(|arm| arm.lineup.has_commands()).then_some(run.limits);
        let Run { seed, records, compress, shard, stop, .. } = *run;
        let luck = run.luck.unwrap_or_else(|| is_luck_told(&question, &arms));
        let deals = run.deals.clone();
        let mut plan = Plan {
            question,
            arms,
            contestants,
            seed,
            blocks: 0,
            bots,
            titles: BTreeMap::new(),
            shard: None,
            records,
            compress,
            luck,
            deals,
            stop,
        };
        let all = plan.deals.as_ref().map(|deals| deals.len() * plan.games_per_block());
        plan.extend("--games", run.games.or(all).unwrap_or(USUAL_GAMES))?;
        let ends_early = [("--sprt", plan.sprt().is_some()), ("--until or --precision", stop.is_some())];
        if let Some((option, _)) = ends_early.into_iter().find(|(_, asked)| *asked && shard.is_some()) {
            return Err(bad_input(format!(
                "--shard: a run that may stop early ({option}) needs all games in order, in one run"
            )));
        }
        Ok(Plan { shard, ..plan })
    }

    /// Adds games, rounded up to whole blocks.
    ///
    /// # Errors
    /// If there would be none or too many: bad input.
    pub fn extend(&mut self, option: &str, games: u64) -> anyhow::Result<()> {
        if games == 0 || games >= LIMIT / 16 || self.games() + games >= LIMIT / 16 {
            return Err(bad_input(format!("{option} {games}: at least 1 and less than 2^59 in all are possible")));
        }
        self.blocks += games.div_ceil(self.games_per_block());
        self.check_deals()
    }

    fn check_deals(&self) -> anyhow::Result<()> {
        match &self.deals {
            Some(deals) => deals.check(&self.arms, self.blocks, self.games_per_block()),
            None => Ok(()),
        }
    }

    /// Whether the blocks of another plan are the same deals, as far as both go and if their arms are the same.
    pub fn shares_deals(&self, other: &Plan) -> bool {
        match (&self.deals, &other.deals) {
            (None, None) => self.seed == other.seed,
            (Some(one), Some(other)) => one.hash() == other.hash(),
            _ => false,
        }
    }

    /// The game of the first arm; the other arms are of the same or of one with the same sheet.
    pub fn kind(&self) -> GameName {
        self.arms[0].setup.game()
    }

    /// How results are written down.
    pub fn sheet(&self) -> &'static Sheet {
        self.arms[0].setup.sheet()
    }

    /// Games of a deal: each arm in each of its seatings.
    pub fn games_per_block(&self) -> u64 {
        self.arms.iter().map(|arm| arm.lineup.seatings() as u64).sum()
    }

    /// Games of the whole run, of which a shard is only some.
    pub fn games(&self) -> u64 {
        self.blocks * self.games_per_block()
    }

    /// The blocks that are played here.
    pub fn range(&self) -> Range<u64> {
        self.shard.map_or(0..self.blocks, |shard| shard.blocks(self.blocks))
    }

    /// How many blocks are played here.
    pub fn blocks_here(&self) -> u64 {
        self.range().end - self.range().start
    }

    /// Which game of the run has a number.
    pub fn game(&self, number: u64) -> GameId {
        let per_block = self.games_per_block();
        let (block, mut seating) = (number / per_block, (number % per_block) as usize);
        let mut arm = 0;
        while seating >= self.arms[arm].lineup.seatings() {
            seating -= self.arms[arm].lineup.seatings();
            arm += 1;
        }
        GameId { block, arm, seating }
    }

    /// The arm of a game.
    pub fn arm(&self, id: GameId) -> &Arm {
        &self.arms[id.arm]
    }

    /// Whether it is agents that are compared, so that what deciding costs them is of interest.
    pub fn compares_agents(&self) -> bool {
        matches!(self.question, Question::Match(_) | Question::Tournament(_))
    }

    /// Whether the luck of draws would be told if nothing were said.
    pub fn is_luck_usual(&self) -> bool {
        is_luck_told(&self.question, &self.arms)
    }

    /// How sure each interval is.
    pub fn confidence(&self) -> Confidence {
        self.stop.map_or(Confidence::USUAL, |stop| stop.confidence(self.blocks))
    }

    /// The test of a match, if there is one.
    pub fn sprt(&self) -> Option<Sprt> {
        match &self.question {
            Question::Match(contest) => contest.sprt,
            Question::Simulation | Question::Tournament(_) | Question::Balance(_) => None,
        }
    }

    /// The agent of a tournament from which ratings are counted, if it is not the mean of all.
    pub fn anchor(&self) -> Option<&Anchor> {
        match &self.question {
            Question::Tournament(anchor) => anchor.as_ref(),
            Question::Simulation | Question::Match(_) | Question::Balance(_) => None,
        }
    }
}

/// Whether the luck of draws is told if nothing is said: where agents or rules are compared, and agents think so long
/// that telling it does not slow them by more than a tenth.
fn is_luck_told(question: &Question, arms: &[Arm]) -> bool {
    let (mut pays, mut seats) = (0.0, 0.0);
    for arm in arms {
        for seating in 0..arm.lineup.seatings() {
            for seat in 0..arm.lineup.players() {
                pays += arm.lineup.agent(seating, seat).luck_affordability(arm.setup.game());
                seats += 1.0;
            }
        }
    }
    *question != Question::Simulation && pays >= seats
}

/// Whether the results of all arms are written down in the same way.
fn alike(arms: &[Arm]) -> bool {
    arms.iter().all(|arm| std::ptr::eq(arm.setup.sheet(), arms[0].setup.sheet()))
}

/// Checks that a seed can be written into tables.
///
/// # Errors
/// If it is too large: bad input.
pub fn check_seed(seed: u64) -> anyhow::Result<()> {
    if seed >= LIMIT {
        return Err(bad_input(format!("--seed {seed}: 0 to {} are possible", LIMIT - 1)));
    }
    Ok(())
}
