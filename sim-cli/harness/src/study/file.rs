//! The plan as a file in the folder of its run, from which the run can be resumed and any game replayed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use goldrush_engine::fingerprint::fnv1a;
use goldrush_engine::plain_error::toml_problem;
use goldrush_games::{GameName, Setup};
use goldrush_support::build;
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use serde::{Deserialize, Serialize};

use super::arm::{Arm, Handicap};
use super::deals::{self, Deals};
use super::lineup::Lineup;
use super::spec::Spec;
use super::{
    Anchor, Balance, Contest, Contestants, LIMIT, Plan, Question, Salt, Shard, Stop, check_seed,
};
use crate::protocol::limits::Limits;

/// Name of the plan's file in a run's folder.
pub const PLAN_FILE: &str = "run.toml";
const FORMAT: &str = "goldrush-run/2";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    format: String,
    version: String,
    commit: String,
    run: String,
    game: String,
    question: String,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    bot_salt: Option<Salt>,
    blocks: u64,
    games: u64,
    records: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    deals: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    compress: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    luck: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    league_round: bool,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    contest: Option<Contest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    balance: Option<Balance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    anchor: Option<Anchor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bots: Option<Limits>,
    /// Titles that bots give themselves, by their names.
    #[serde(
        default,
        rename = "bot_names",
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    titles: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<Stop>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    arms: Vec<ArmFile>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmFile {
    name: String,
    players: usize,
    agents: Vec<String>,
    seatings: usize,
    catalogue: String,
    catalogue_hash: String,
    rules: toml::Table,
    /// Restriction of A in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    handicap: Option<String>,
}

impl ArmFile {
    fn new(arm: &Arm) -> ArmFile {
        let (catalogue, catalogue_hash) = arm.setup.components();
        ArmFile {
            name: arm.name.clone(),
            players: arm.setup.players(),
            agents: arm.lineup.agents().map(Spec::to_string).collect(),
            seatings: arm.lineup.seatings(),
            catalogue,
            catalogue_hash,
            rules: arm.setup.rules(),
            handicap: arm
                .handicap
                .as_ref()
                .map(|handicap| handicap.denied.clone()),
        }
    }

    fn read(
        &self,
        folder: &Path,
        game: GameName,
        contest: Option<&Contest>,
    ) -> anyhow::Result<Arm> {
        let ArmFile {
            catalogue: name,
            catalogue_hash: hash,
            ..
        } = self;
        let tiles = folder.join(tiles_file(hash));
        let tiles_text = if tiles.exists() {
            Some(read_input(&tiles)?)
        } else {
            None
        };
        let setup = Setup::stored(
            game,
            &self.rules,
            self.players,
            name,
            &tiles,
            tiles_text.as_deref(),
        )?;
        if setup.components() != (name.clone(), hash.clone()) {
            anyhow::bail!("catalogue {name} has changed since the run (hash {hash})");
        }
        let lineup = match (contest, &self.agents[..]) {
            (None, names) => Lineup::from_names(setup.game(), names, Some(self.players))?,
            (Some(contest), [a, b, ..]) => {
                Lineup::of_match(setup.game(), a, b, self.players, contest.mirror)?
            }
            (Some(_), _) => anyhow::bail!("a match needs two agents"),
        };
        if self.handicap.is_some() && contest.is_none_or(|contest| contest.mirror) {
            anyhow::bail!("a handicap is that of the A of a match without a mirror");
        }
        let denied = self.handicap.as_deref();
        let handicap = denied
            .map(|denied| Handicap::new(denied, &setup, tiles_text.as_deref()))
            .transpose()?;
        Ok(Arm {
            name: self.name.clone(),
            setup,
            handicap,
            lineup,
            tiles_text,
        })
    }
}

/// Returns the name of the file in a run's folder for a catalogue that is not built in, given its hash.
pub fn tiles_file(hash: &str) -> String {
    format!("tiles-{hash}.toml")
}

/// True if a file has the name of one stored beside a plan because it is not built in.
pub fn is_beside(name: &str) -> bool {
    name.starts_with("tiles-") && name.ends_with(".toml")
        || name.starts_with("deals-") && name.ends_with(".jsonl")
}

/// Returns the part of a run that a folder holds, or `None` if it holds a whole run.
///
/// # Errors
/// Bad input if the folder has no valid plan.
pub fn shard_of(folder: &Path) -> anyhow::Result<Option<Shard>> {
    #[derive(Deserialize)]
    struct ShardFile {
        shard: Option<Shard>,
    }
    let path = folder.join(PLAN_FILE);
    let text = read_input(&path)?;
    let file: ShardFile = toml::from_str(&text).map_err(|e| wrong_toml(&path, &text, &e))?;
    Ok(file.shard)
}

/// Checks that a folder has the plan of a run.
///
/// # Errors
/// Bad input if the folder holds no run; the message says what it holds.
pub fn check_is_run(folder: &Path) -> anyhow::Result<()> {
    if folder.join(PLAN_FILE).exists() {
        Ok(())
    } else {
        Err(no_run(folder))
    }
}

/// Returns the error for a folder without the plan of a run: what the folder is instead, and what to do.
pub fn no_run(folder: &Path) -> anyhow::Error {
    let shown = folder.display();
    let problem = if !folder.exists() {
        "no such folder".to_owned()
    } else if !folder.is_dir() {
        format!("holds no run; a run is a folder with a file {PLAN_FILE}")
    } else if folder.join("league.toml").exists() {
        format!("is a league, not a run; continue it with: goldrush league play {shown}")
    } else if folder.join("design.json").exists() {
        "is a search of goldrush design, not a run; give that command again to continue it".into()
    } else if has_parts(folder) {
        "holds parts of a run; give the command of a part again, with its --shard, to continue it"
            .into()
    } else {
        format!(
            "holds no run, which has a file {PLAN_FILE}; if nothing was played here yet, give the command with --out {shown} again"
        )
    };
    bad_input(format!("{shown}: {problem}"))
}

/// True if a folder holds the folders of parts of a run.
fn has_parts(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders = entries.map(|entry| entry.path());
    folders
        .any(|part| part.join(PLAN_FILE).exists() && shard_of(&part).is_ok_and(|of| of.is_some()))
}

fn wrong(path: &Path, what: &str) -> anyhow::Error {
    bad_input(format!("{}: {what}", path.display()))
}

fn wrong_toml(path: &Path, text: &str, error: &toml::de::Error) -> anyhow::Error {
    wrong(path, &toml_problem(text, error))
}

impl Plan {
    /// Returns a name for the run that depends on everything that determines the results of its games, and on nothing else:
    /// a longer run has the same name and begins with the same rows, and so has a shard of it.
    pub fn run_id(&self) -> String {
        let file = self.file("");
        let plan = PlanFile {
            version: String::new(),
            commit: String::new(),
            blocks: 0,
            games: 0,
            compress: false,
            league_round: false,
            stop: None,
            shard: None,
            ..file
        };
        let text = toml::to_string(&plan).expect("a plan serializes to TOML");
        format!("r{:012x}", fnv1a(text.as_bytes()) >> 16)
    }

    fn file(&self, run: &str) -> PlanFile {
        let (question, contest, balance, anchor) = match &self.question {
            Question::Simulation => ("simulation", None, None, None),
            Question::Match(contest) => ("match", Some(*contest), None, None),
            Question::Tournament(anchor) => ("tournament", None, None, anchor.clone()),
            Question::Balance(balance) => ("balance", None, Some(balance.clone()), None),
        };
        PlanFile {
            format: FORMAT.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            commit: build::current().commit.into(),
            run: run.into(),
            game: self.kind().about().name.into(),
            question: question.into(),
            seed: self.seed,
            blocks: self.blocks,
            games: self.games(),
            records: self.records.to_string(),
            deals: self.deals.as_ref().map(Deals::hash),
            compress: self.compress,
            luck: self.luck,
            league_round: self.is_league_round,
            contest,
            balance,
            anchor,
            bots: self.bots.clone(),
            bot_salt: self.salt,
            titles: self.titles.clone(),
            stop: self.stop,
            shard: self.shard,
            arms: self.arms.iter().map(ArmFile::new).collect(),
        }
    }

    /// Returns the text of [`PLAN_FILE`].
    pub fn to_toml(&self) -> String {
        self.to_toml_of(self.shard)
    }

    /// Returns the same text for another shard, or for the whole run.
    pub fn to_toml_of(&self, shard: Option<Shard>) -> String {
        let file = PlanFile {
            shard,
            ..self.file(&self.run_id())
        };
        toml::to_string(&file).expect("a plan serializes to TOML")
    }

    /// Returns the names and texts of the files in a run's folder that are not built in: catalogues and deals.
    pub fn files_beside(&self) -> Vec<(String, &str)> {
        let mut files: Vec<(String, &str)> = Vec::new();
        for arm in &self.arms {
            if let Some(text) = &arm.tiles_text {
                let (_, hash) = arm.setup.components();
                files.push((tiles_file(&hash), text));
            }
        }
        files.extend(self.deals.iter().map(Deals::file));
        files.sort_unstable();
        files.dedup();
        files
    }

    /// Reads the plan of a run's folder to resume the run.
    ///
    /// # Errors
    /// As [`Plan::read`]; also bad input if the run was started by another version of this program, whose games might
    /// differ.
    pub fn read_to_resume(folder: &Path) -> anyhow::Result<Plan> {
        let plan = Plan::read(folder)?;
        let path = folder.join(PLAN_FILE);
        let stored: PlanFile = toml::from_str(&read_input(&path)?)?;
        let version = env!("CARGO_PKG_VERSION");
        let commit = build::current().commit;
        if (&*stored.version, &*stored.commit) != (version, commit) {
            return Err(bad_input(format!(
                "{}: started by version {} (commit {}), which must finish it; this is {version} (commit {commit})",
                path.display(),
                stored.version,
                stored.commit
            )));
        }
        Ok(plan)
    }

    /// Reads the plan of a run's folder.
    ///
    /// # Errors
    /// Bad input if there is no plan, it was changed, or this program cannot play it.
    pub fn read(folder: &Path) -> anyhow::Result<Plan> {
        let path = folder.join(PLAN_FILE);
        check_is_run(folder)?;
        let text = read_input(&path)?;
        let file: PlanFile = toml::from_str(&text).map_err(|e| wrong_toml(&path, &text, &e))?;
        if file.format != FORMAT {
            return Err(wrong(
                &path,
                &format!("format {}; {FORMAT} is expected", file.format),
            ));
        }
        let game: GameName = file.game.parse().map_err(|e: String| wrong(&path, &e))?;
        check_seed(file.seed)?;
        if file.bots.is_some() != file.bot_salt.is_some() {
            return Err(wrong(&path, "bots need a bot_salt, and nothing else does"));
        }
        if let Some(Err(problem)) = file.bots.as_ref().map(Limits::check) {
            return Err(wrong(&path, &format!("bots: {problem}")));
        }
        if file.arms.is_empty() || file.contest.is_some() && file.arms.len() > 1 {
            return Err(wrong(&path, &format!("{} arms", file.arms.len())));
        }
        if let Some(shard) = file.shard.filter(|shard| !shard.is_possible()) {
            return Err(wrong(&path, &format!("shard {shard}")));
        }
        let arms: anyhow::Result<Vec<Arm>> = file
            .arms
            .iter()
            .map(|arm| arm.read(folder, game, file.contest.as_ref()))
            .collect();
        let arms = arms.map_err(|e| wrong(&path, &e.to_string()))?;
        if !super::alike(&arms) {
            return Err(wrong(
                &path,
                "arms of games whose results cannot be compared",
            ));
        }
        if !file
            .stop
            .is_none_or(|stop| stop.is_possible() && file.contest.is_none())
        {
            return Err(wrong(&path, "stop: a goal that cannot be"));
        }
        let per_block: u64 = arms.iter().map(|arm| arm.lineup.seatings() as u64).sum();
        if !file
            .blocks
            .checked_mul(per_block)
            .is_some_and(|games| (1..LIMIT / 16).contains(&games))
        {
            return Err(wrong(
                &path,
                &format!(
                    "{} blocks of {per_block} games; less than 2^59 games are possible",
                    file.blocks
                ),
            ));
        }
        let question = match (
            &file.question[..],
            &file.contest,
            &file.balance,
            &file.anchor,
        ) {
            ("simulation", None, None, None) => Question::Simulation,
            ("tournament", None, None, anchor) => Question::Tournament(anchor.clone()),
            ("balance", None, Some(balance), None) => {
                balance.check(&arms).map_err(|e| wrong(&path, &e))?;
                Question::Balance(balance.clone())
            }
            ("match", Some(contest), None, None) => {
                if !contest.sprt.is_none_or(|sprt| sprt.is_possible()) {
                    return Err(wrong(&path, "sprt: shares and errors that cannot be"));
                }
                Question::Match(*contest)
            }
            (other, ..) => {
                return Err(wrong(
                    &path,
                    &format!("question {other} is unknown, or does not fit the rest"),
                ));
            }
        };
        let deals = file
            .deals
            .as_ref()
            .map(|hash| Deals::read(&folder.join(deals::file_name(hash))))
            .transpose()?;
        let contestants = Contestants::new(&arms, &file.titles);
        if let Some(Anchor { agent, .. }) = file
            .anchor
            .as_ref()
            .filter(|anchor| !contestants.names.contains(&anchor.agent))
        {
            return Err(wrong(&path, &format!("anchor: {agent} does not play")));
        }
        let plan = Plan {
            question,
            contestants,
            arms,
            seed: file.seed,
            blocks: file.blocks,
            bots: file.bots.clone(),
            salt: file.bot_salt,
            titles: file.titles.clone(),
            shard: file.shard,
            records: file.records.parse().map_err(|e: String| wrong(&path, &e))?,
            compress: file.compress,
            luck: file.luck,
            is_league_round: file.league_round,
            deals,
            stop: file.stop,
        };
        plan.check_deals()?;
        let as_written = PlanFile {
            version: file.version.clone(),
            commit: file.commit.clone(),
            ..plan.file(&plan.run_id())
        };
        if as_written != file {
            return Err(wrong(
                &path,
                &format!(
                    "changed since the run: {} is not the run of this plan; restore the file",
                    file.run
                ),
            ));
        }
        Ok(plan)
    }
}
