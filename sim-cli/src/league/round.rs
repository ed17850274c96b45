//! Rounds of a league, each a run in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};

use goldrush_engine::rng::{SEEDS, StreamRng, derived_seed, tool_stream};
use goldrush_games::Choice;
use goldrush_harness::store::folder::is_complete;
use goldrush_harness::store::seal::{sha256_of, summary_text};
use goldrush_harness::study::{PLAN_FILE, Plan, Salt};
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use rand::Rng as _;

use super::ledger::Ledger;
use super::roster::{Format, Member, ROSTER_FILE, Roster};

/// Folder of the rounds in the folder of a league.
const ROUNDS: &str = "rounds";
/// Folder of the parts of a round in the folder of a league.
const PARTS: &str = "parts";

/// A round of a league.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Number, from 1.
    pub number: usize,
    /// Folder of its run.
    pub folder: PathBuf,
    /// Digest of its plan and summary in the ledger, if it is there.
    pub sha256: Option<String>,
}

impl Round {
    /// Returns the round of this number, from 1, with its digest if it is among these.
    fn numbered(league: &Path, number: usize, sha256: &[String]) -> Round {
        Round {
            number,
            folder: folder(league, number),
            sha256: sha256.get(number - 1).cloned(),
        }
    }

    /// True if all of its games have been played.
    pub fn is_complete(&self) -> bool {
        is_complete(&self.folder)
    }

    /// True if its plan has been written.
    pub fn has_begun(&self) -> bool {
        self.folder.join(PLAN_FILE).exists()
    }

    /// Returns the digest of its plan and its summary, which has the digests of its tables.
    ///
    /// # Errors
    /// Bad input if one cannot be read.
    fn digest(&self) -> anyhow::Result<String> {
        Ok(sha256_of(
            &(read_input(&self.folder.join(PLAN_FILE))?
                + &summary_text(&self.folder)?.unwrap_or_default()),
        ))
    }

    /// Checks that a finished round is as it was when it was finished, and that it is a round of this league.
    ///
    /// # Errors
    /// Bad input if it is not.
    pub fn check(&self, roster: &Roster, plan: &Plan) -> anyhow::Result<()> {
        self.check_place(roster, plan)?;
        match &self.sha256 {
            Some(sha256) if *sha256 != self.digest()? => {
                let league = self
                    .folder
                    .ancestors()
                    .nth(2)
                    .unwrap_or(&self.folder)
                    .display();
                let advice =
                    format!("restore it, or keep the change with: goldrush league accept {league}");
                Err(bad_input(format!(
                    "was changed since it was played; {advice}"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a plan is of this round of a league.
    ///
    /// # Errors
    /// Bad input if it is of another one.
    pub fn check_place(&self, roster: &Roster, plan: &Plan) -> anyhow::Result<()> {
        let players = roster.players_in(self.number);
        let played_as = Format::ALL
            .into_iter()
            .find(|format| RoundSeeds::new(roster.seed, *format, self.number).are_of(plan));
        let problem = if let Some(format) = played_as.filter(|format| *format != roster.format) {
            format!(
                "was played as \"{}\", but {ROSTER_FILE} has format = \"{}\"",
                format.name(),
                roster.format.name()
            )
        } else if played_as.is_none() {
            format!(
                "is not round {} of this league: another seed dealt it",
                self.number
            )
        } else if plan.arms.iter().any(|arm| arm.setup.players() != players) {
            format!(
                "was played by another number of players than {players}, which the league has in this round"
            )
        } else if plan
            .arms
            .iter()
            .any(|arm| arm.setup.components().1 != roster.components)
        {
            "was played with other tiles or cards than the league".into()
        } else {
            return Ok(());
        };
        Err(bad_input(format!(
            "{problem}; restore the round, or undo the change of the league"
        )))
    }

    /// Checks that the members that play by a plan had joined, and had not retired.
    ///
    /// # Errors
    /// Bad input if one had not joined yet, or had retired already.
    pub fn check_members(&self, roster: &Roster, plan: &Plan) -> anyhow::Result<()> {
        let mut playing = roster
            .members
            .iter()
            .filter(|member| plan.contestants.names.iter().any(|bot| member.plays(bot)));
        match playing.find(|member| !member.takes_part(self.number)) {
            Some(Member {
                name, joined, left, ..
            }) => {
                let left = left.map_or(String::new(), |left| format!(" and left = {left}"));
                let shown = self.folder.display();
                Err(bad_input(format!(
                    "{shown}: {name} plays in this round, which does not fit joined = {joined}{left}"
                )))
            }
            None => Ok(()),
        }
    }

    /// Checks that a plan has the rules of a league.
    ///
    /// # Errors
    /// Bad input if it has others.
    pub fn check_rules(&self, choice: &Choice, plan: &Plan) -> anyhow::Result<()> {
        for arm in &plan.arms {
            if arm.setup.rules() != choice.setup(arm.setup.players())?.0.rules() {
                let shown = self.folder.display();
                return Err(bad_input(format!(
                    "{shown}: was played by other rules than the league has"
                )));
            }
        }
        Ok(())
    }
}

/// Seeds of the deals of a round and of its bots.
pub struct RoundSeeds {
    /// Seed of the deals.
    pub seed: u64,
    /// Salt of the seeds of bots.
    pub salt: Salt,
}

impl RoundSeeds {
    /// Draws those of a round, by its number from 1: every part of a round has the same, on whatever machine it is played.
    /// They differ between formats, so a round shows by which one it was played.
    pub fn new(league: u64, format: Format, number: usize) -> RoundSeeds {
        let round = (format as u64) << 32 | number as u64;
        let mut rng: StreamRng = tool_stream(derived_seed(league, round));
        let seed = rng.next_u64() % SEEDS;
        let high = u128::from(rng.next_u64()) << 64;
        RoundSeeds {
            seed,
            salt: Salt(high | u128::from(rng.next_u64())),
        }
    }

    /// True if a plan has these seeds.
    fn are_of(&self, plan: &Plan) -> bool {
        plan.seed == self.seed && plan.salt.is_none_or(|used| used == self.salt)
    }
}

/// Returns the folder of the rounds of a league.
pub fn rounds_folder(league: &Path) -> PathBuf {
    league.join(ROUNDS)
}

/// Returns the folder of the parts of a round that is played in parts.
pub fn parts_folder(league: &Path, number: usize) -> PathBuf {
    league.join(PARTS).join(format!("{number:05}"))
}

/// Returns the folder of a round.
pub fn folder(league: &Path, number: usize) -> PathBuf {
    rounds_folder(league).join(format!("{number:05}"))
}

/// Returns the rounds of a league so far; only the last one may be unfinished.
///
/// # Errors
/// Bad input if one is missing, or one before the last is not complete.
pub fn rounds(league: &Path) -> anyhow::Result<Vec<Round>> {
    // Before the folders: rounds may be finished meanwhile.
    let Ledger { sha256, .. } = Ledger::read(league)?;
    let rounds = rounds_with_digests(league, &sha256)?;
    if rounds.len() < sha256.len() {
        return Err(missing(league, rounds.len() + 1, sha256.len()));
    }
    Ok(rounds)
}

/// Returns the error that the last rounds are missing, from the first to the second.
fn missing(league: &Path, first: usize, last: usize) -> anyhow::Error {
    let shown = folder(league, first);
    let (what, them) = match (first, last) {
        (1, 2..) => (format!("all {last} rounds are missing"), "them"),
        _ if first == last => (format!("round {first} of {last} is missing"), "it"),
        _ => (format!("rounds {first} to {last} are missing"), "them"),
    };
    bad_input(format!(
        "{}: {what}; restore {them}, or continue without {them}: goldrush league accept {}",
        shown.display(),
        league.display()
    ))
}

/// Returns the rounds of a league so far, whatever its ledger says.
///
/// # Errors
/// Bad input if one is missing, or one before the last is not complete.
pub fn found_rounds(league: &Path) -> anyhow::Result<Vec<Round>> {
    rounds_with_digests(league, &[])
}

/// Returns the rounds whose folders are there, the first of them with these digests.
fn rounds_with_digests(league: &Path, sha256: &[String]) -> anyhow::Result<Vec<Round>> {
    let all = (1..).map(|number| Round::numbered(league, number, sha256));
    let rounds: Vec<Round> = all.take_while(Round::has_begun).collect();
    let mut last = 0;
    for file in fs::read_dir(rounds_folder(league))
        .into_iter()
        .flatten()
        .flatten()
    {
        let path = file.path();
        let name = file.file_name().into_string().unwrap_or_default();
        let Some(number) = name.parse::<usize>().ok() else {
            continue;
        };
        if name != format!("{number:05}") || number == 0 || !path.is_dir() {
            let shown = path.display();
            return Err(bad_input(format!(
                "{shown}: is no round; rounds are folders 00001, 00002, …; move it elsewhere"
            )));
        }
        last = last.max(number);
    }
    let next = rounds.len() + 1;
    if last > next {
        let shown = folder(league, next);
        return Err(bad_input(format!(
            "{}: round {next} of {last} is missing; restore it",
            shown.display()
        )));
    }
    match rounds
        .iter()
        .rev()
        .skip(1)
        .find(|round| !round.is_complete())
    {
        Some(Round { folder, .. }) => {
            let shown = folder.display();
            Err(bad_input(format!(
                "{shown}: this round is not complete any more; restore it, or goldrush resume {shown}"
            )))
        }
        None => Ok(rounds),
    }
}

/// Enters the finished rounds of a league into its ledger, unless it has them.
pub fn enter(league: &Path, rounds: &[Round]) -> anyhow::Result<()> {
    if rounds
        .iter()
        .all(|round| round.sha256.is_some() || !round.is_complete())
    {
        return Ok(());
    }
    ledger(rounds)?.write(league)
}

/// Returns the ledger of the finished rounds: the digests that they have in the old one, and those of the others as they are now.
///
/// # Errors
/// Bad input if a plan or summary cannot be read.
pub fn ledger(rounds: &[Round]) -> anyhow::Result<Ledger> {
    let finished = rounds.iter().take_while(|round| round.is_complete());
    let sha256 = finished.map(|round| round.sha256.clone().map_or_else(|| round.digest(), Ok));
    let sha256: Vec<String> = sha256.collect::<anyhow::Result<_>>()?;
    Ok(Ledger { sha256 })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_only_looks_like_a_round_is_named() {
        let league = tempfile::tempdir().unwrap();
        let rounds = rounds_folder(league.path());
        fs::create_dir_all(rounds.join("00003")).unwrap();
        let error = found_rounds(league.path()).unwrap_err().to_string();
        assert!(
            error.contains("round 1 of 3 is missing; restore it"),
            "{error}"
        );
        for name in ["7", "0000000009", "+3", "00000"] {
            fs::create_dir(rounds.join(name)).unwrap();
            let error = found_rounds(league.path()).unwrap_err().to_string();
            assert!(error.contains(&format!("{name}: is no round")), "{error}");
            fs::remove_dir(rounds.join(name)).unwrap();
        }
        fs::remove_dir(rounds.join("00003")).unwrap();
        fs::create_dir(rounds.join("notes")).unwrap();
        assert_eq!(found_rounds(league.path()).unwrap(), []);
    }

    #[test]
    fn rounds_that_are_gone_are_counted() {
        let league = Path::new("cup");
        for ((first, last), says) in [
            ((13, 13), "00013: round 13 of 13 is missing; restore it,"),
            ((1, 1), "00001: round 1 of 1 is missing; restore it,"),
            ((1, 13), "00001: all 13 rounds are missing; restore them,"),
            ((5, 13), "00005: rounds 5 to 13 are missing; restore them,"),
        ] {
            let error = missing(league, first, last).to_string();
            assert!(
                error.contains(says) && error.ends_with("league accept cup"),
                "{error}"
            );
        }
    }

    #[test]
    fn rounds_of_leagues_with_neighboring_seeds_have_deals_of_their_own() {
        let mut all: Vec<(u64, u128)> = Vec::new();
        for (league, number) in (0..20).flat_map(|league| (1..20).map(move |n| (league, n))) {
            for format in Format::ALL {
                let RoundSeeds { seed, salt } = RoundSeeds::new(league, format, number);
                all.push((seed, salt.0));
            }
        }
        assert_eq!(
            all.iter()
                .map(|(seed, _)| seed)
                .collect::<BTreeSet<_>>()
                .len(),
            all.len()
        );
        assert_eq!(
            all.iter()
                .map(|(_, salt)| salt)
                .collect::<BTreeSet<_>>()
                .len(),
            all.len()
        );
    }
}
