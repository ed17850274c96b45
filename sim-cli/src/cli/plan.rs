//! The plan of a run: everything that decides its results, checked, and written beside them.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use goldrush_ai::registry::Spec;
use goldrush_engine::fingerprint::fnv1a;
use goldrush_engine::gold_rush::{Catalogue, GAME, Rules, Setup};
use serde::{Deserialize, Serialize};

use super::args::{MatchArgs, RunArgs, SimulateArgs};
use super::{bad_input, read_input};
use crate::sim::lineup::{Lineup, split_names};
use crate::stats::sprt::Hypotheses;

/// Seeds and numbers of games stay below this, so that every reader of the tables takes them for whole numbers.
pub const LIMIT: u64 = 1 << 63;

/// The plan's file in a run's folder.
pub const PLAN_FILE: &str = "run.toml";
/// The catalogue's file in a run's folder, if it is not a built-in one.
pub const TILES_FILE: &str = "tiles.toml";

/// Which games are written down move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Records {
    /// None.
    None,
    /// Every k-th, beginning with game 0; all if k is 1.
    Every(u64),
}

impl Records {
    /// Whether a game is written down.
    pub fn include(self, game: u64) -> bool {
        match self {
            Records::None => false,
            Records::Every(k) => game.is_multiple_of(k),
        }
    }
}

impl fmt::Display for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Records::None => f.write_str("none"),
            Records::Every(1) => f.write_str("all"),
            Records::Every(k) => write!(f, "every={k}"),
        }
    }
}

impl FromStr for Records {
    type Err = String;
    fn from_str(text: &str) -> Result<Records, String> {
        match text {
            "none" => Ok(Records::None),
            "all" => Ok(Records::Every(1)),
            _ => text
                .strip_prefix("every=")
                .and_then(|k| k.parse().ok())
                .filter(|&k| k > 0)
                .map(Records::Every)
                .ok_or_else(|| format!("\"{text}\" is unknown; none, all and every=K (K from 1) are possible")),
        }
    }
}

/// The plan as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    format: String,
    version: String,
    commit: String,
    run: String,
    game: String,
    catalogue: String,
    catalogue_hash: String,
    players: usize,
    agents: Vec<String>,
    seed: u64,
    blocks: u64,
    seatings: usize,
    games: u64,
    records: String,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    contest: Option<ContestFile>,
    rules: Rules,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContestFile {
    mirror: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<String>,
}

const FORMAT: &str = "goldrush-run/1";

/// What the plan of a match has besides: its line-up is one A and else Bs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contest {
    /// Whether one B and else As are played after it.
    pub mirror: bool,
    /// Stops the match before its last block if the games have told these apart.
    pub sprt: Option<Hypotheses>,
}

/// A checked plan.
pub struct Plan {
    /// Catalogue, rules, players.
    pub setup: Setup,
    /// Who plays.
    pub lineup: Lineup,
    /// Seed of all chance.
    pub seed: u64,
    /// Deals, each played in every seating.
    pub blocks: u64,
    /// Which games are written down move by move.
    pub records: Records,
    /// If it is a match.
    pub contest: Option<Contest>,
    /// The catalogue's text, if it is not a built-in one.
    pub tiles_text: Option<String>,
}

impl Plan {
    /// Checks the arguments of `simulate`.
    ///
    /// # Errors
    /// If something is wrong or does not fit together: bad input.
    pub fn of_simulation(args: &SimulateArgs) -> anyhow::Result<Plan> {
        let lineup = Lineup::from_names(&split_names(&args.agents), args.players)?;
        Plan::new(lineup, None, &args.run)
    }

    /// Checks the arguments of `match`.
    ///
    /// # Errors
    /// If something is wrong or does not fit together: bad input.
    pub fn of_match(args: &MatchArgs) -> anyhow::Result<Plan> {
        let lineup = Lineup::of_match(&args.a, &args.b, args.players, args.mirror)?;
        let sprt = args.sprt.as_ref().map(|text| text.parse().map_err(|e| bad_input(format!("--sprt: {e}"))));
        Plan::new(lineup, Some(Contest { mirror: args.mirror, sprt: sprt.transpose()? }), &args.run)
    }

    fn new(lineup: Lineup, contest: Option<Contest>, args: &RunArgs) -> anyhow::Result<Plan> {
        let setup = args.rules.setup(lineup.players())?;
        if args.games == 0 || args.games >= LIMIT / 16 {
            return Err(bad_input(format!("--games {}: at least 1 and less than 2^59 are possible", args.games)));
        }
        check_seed(args.seed)?;
        let records = args.records.parse().map_err(|e| bad_input(format!("--records: {e}")))?;
        if args.out.is_none() && records != Records::None {
            return Err(bad_input("--records needs --out, a folder to write them to"));
        }
        let built_in = Catalogue::built_in(&args.rules.tiles).is_some();
        Ok(Plan {
            blocks: args.games.div_ceil(lineup.seatings() as u64),
            setup,
            lineup,
            seed: args.seed,
            records,
            contest,
            tiles_text: if built_in { None } else { Some(read_input(Path::new(&args.rules.tiles))?) },
        })
    }

    /// Adds games, rounded up to whole blocks.
    ///
    /// # Errors
    /// If there would be none or too many: bad input.
    pub fn extend(&mut self, option: &str, games: u64) -> anyhow::Result<()> {
        if games == 0 || games >= LIMIT / 16 || self.games() + games >= LIMIT / 16 {
            return Err(bad_input(format!("{option} {games}: at least 1 and less than 2^59 in all are possible")));
        }
        self.blocks += games.div_ceil(self.lineup.seatings() as u64);
        Ok(())
    }

    /// Games in all.
    pub fn games(&self) -> u64 {
        self.blocks * self.lineup.seatings() as u64
    }

    /// A name for the run that depends on everything that decides the result of each of its games, and on nothing else:
    /// a run of more games has the same name and begins with the same rows.
    pub fn run_id(&self) -> String {
        let plan = PlanFile { version: String::new(), commit: String::new(), blocks: 0, games: 0, ..self.file("") };
        let text = toml::to_string(&plan).expect("a plan is plain data");
        format!("r{:012x}", fnv1a(text.as_bytes()) >> 16)
    }

    fn file(&self, run: &str) -> PlanFile {
        let catalogue = self.setup.catalogue();
        PlanFile {
            format: FORMAT.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            commit: env!("GOLDRUSH_COMMIT").into(),
            run: run.into(),
            game: GAME.into(),
            catalogue: catalogue.name().into(),
            catalogue_hash: format!("{:016x}", catalogue.hash()),
            players: self.setup.players(),
            agents: self.lineup.agents().map(Spec::to_string).collect(),
            seed: self.seed,
            blocks: self.blocks,
            seatings: self.lineup.seatings(),
            games: self.games(),
            records: self.records.to_string(),
            contest: self.contest.map(|contest| ContestFile {
                mirror: contest.mirror,
                sprt: contest.sprt.map(|hypotheses| hypotheses.to_string()),
            }),
            rules: self.setup.rules().clone(),
        }
    }

    /// The text of [`PLAN_FILE`].
    pub fn to_toml(&self) -> String {
        toml::to_string(&self.file(&self.run_id())).expect("a plan is plain data")
    }

    /// Reads the plan of a run's folder, to play on.
    ///
    /// # Errors
    /// As [`Plan::read`]; also if another version of this program began the run, because its games might differ.
    pub fn read_to_go_on(folder: &Path) -> anyhow::Result<Plan> {
        let plan = Plan::read(folder)?;
        let path = folder.join(PLAN_FILE);
        let begun: PlanFile = toml::from_str(&read_input(&path)?)?;
        let this = plan.file(&begun.run);
        if (&begun.version, &begun.commit) != (&this.version, &this.commit) {
            return Err(bad_input(format!(
                "{}: begun by version {} (commit {}), which has to go on with it; this is {} (commit {})",
                path.display(),
                begun.version,
                begun.commit,
                this.version,
                this.commit
            )));
        }
        Ok(plan)
    }

    /// Reads the plan of a run's folder.
    ///
    /// # Errors
    /// If there is none or it cannot be played with this program: bad input.
    pub fn read(folder: &Path) -> anyhow::Result<Plan> {
        let path = folder.join(PLAN_FILE);
        let wrong = |what: &str| bad_input(format!("{}: {what}", path.display()));
        let text = read_input(&path)?;
        let file: PlanFile = toml::from_str(&text).map_err(|e| wrong(&e.message().replace('\n', " ")))?;
        if file.format != FORMAT || file.game != GAME {
            return Err(wrong(&format!(
                "format {}, game {}; {FORMAT} and {GAME} are expected",
                file.format, file.game
            )));
        }
        let tiles = folder.join(TILES_FILE);
        let tiles_text = if tiles.exists() { Some(read_input(&tiles)?) } else { None };
        let catalogue = match &tiles_text {
            Some(text) => Catalogue::parse(&file.catalogue, &tiles.display().to_string(), text)
                .map_err(|e| bad_input(e.to_string()))?,
            None => Catalogue::built_in(&file.catalogue)
                .ok_or_else(|| wrong(&format!("no catalogue {}, and no {TILES_FILE} beside it", file.catalogue)))?,
        };
        if format!("{:016x}", catalogue.hash()) != file.catalogue_hash {
            return Err(wrong(&format!(
                "catalogue {} has changed since the run (hash {})",
                file.catalogue, file.catalogue_hash
            )));
        }
        let setup = Setup::new(Arc::new(catalogue), file.rules.clone(), file.players).map_err(|e| wrong(&e))?;
        let lineup = match (&file.contest, &file.agents[..]) {
            (None, names) => Lineup::from_names(names, Some(file.players)),
            (Some(contest), [a, b, ..]) => Lineup::of_match(a, b, file.players, contest.mirror),
            (Some(_), _) => return Err(wrong("a match needs two agents")),
        };
        let lineup = lineup.map_err(|e| wrong(&e.to_string()))?;
        let sprt = file.contest.as_ref().and_then(|contest| contest.sprt.as_ref());
        let sprt = sprt.map(|text| text.parse().map_err(|e: String| wrong(&e))).transpose()?;
        let contest = file.contest.as_ref().map(|contest| Contest { mirror: contest.mirror, sprt });
        let records = file.records.parse().map_err(|e: String| wrong(&e))?;
        check_seed(file.seed)?;
        if !(1..LIMIT / 16).contains(&file.blocks) {
            return Err(wrong(&format!("{} blocks; 1 to 2^59 are possible", file.blocks)));
        }
        let plan = Plan { setup, lineup, seed: file.seed, blocks: file.blocks, records, contest, tiles_text };
        let as_written =
            PlanFile { version: file.version.clone(), commit: file.commit.clone(), ..plan.file(&plan.run_id()) };
        if as_written != file {
            return Err(wrong(&format!("changed since the run: {} is not the run of this plan", file.run)));
        }
        Ok(plan)
    }
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
