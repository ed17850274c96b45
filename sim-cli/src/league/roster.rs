//! Members of a league, and what all of its games have in common.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::{bad_input, read_input};
use crate::games::GameName;
use crate::protocol::limits::Limits;
use crate::store::file::write_atomically;
use crate::study::lineup::check_player_numbers;
use crate::study::spec::Spec;

/// Name of the roster in the folder of a league.
pub const ROSTER_FILE: &str = "league.toml";

/// Largest number of members that have not retired.
const MOST_MEMBERS: usize = 100;

/// Order in which the members of a league meet.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Those pairs meet whose games tell most about the ratings, without end.
    #[default]
    Ratings,
    /// Members with about equally many points meet, none twice.
    Swiss,
    /// The loser of a duel is out.
    Knockout,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Ratings, Format::Swiss, Format::Knockout];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Ratings => "ratings",
            Format::Swiss => "swiss",
            Format::Knockout => "knockout",
        }
    }
}

/// Roster of a league.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// Options of the game, as words of a command line.
    pub rules: Vec<String>,
    /// Hash of the tiles or cards.
    pub components: String,
    /// Players per game; with several numbers the rounds take turns.
    pub players: Vec<usize>,
    /// Order in which members meet.
    #[serde(default)]
    pub format: Format,
    /// Rounds of a Swiss tournament, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// Deals of each pair in a round of a Swiss or knockout tournament.
    pub deals: u64,
    /// Seed from which each round gets its own.
    pub seed: u64,
    /// Limits of bots that run as child processes.
    pub limits: Limits,
    /// Members in the order in which they joined.
    #[serde(default, rename = "member", skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

/// Member of a league.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Name, different from those of all other members.
    pub name: String,
    /// Bot, as on the command line.
    pub bot: String,
    /// Name and version that the bot gave itself when it joined, if it runs as a child process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Name of the member of which it is a later version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Number of rounds that had begun when it joined.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub joined: usize,
    /// Number of rounds that had begun when it retired, if it plays no more games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<usize>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Roster {
    /// Returns the commands of all members that run as child processes.
    pub fn commands(&self) -> Vec<String> {
        // What a command is does not depend on the game.
        let bots = self.members.iter().filter_map(|member| Spec::read(GameName::GoldRush, &member.bot).ok());
        bots.filter_map(|bot| bot.command().map(|command| command.line.clone())).collect()
    }

    /// Reads the roster of a league.
    ///
    /// # Errors
    /// Bad input if the folder holds none.
    pub fn read(league: &Path) -> anyhow::Result<Roster> {
        let path = league.join(ROSTER_FILE);
        if !path.exists() {
            let shown = league.display();
            return Err(bad_input(format!("{shown}: holds no league; begin one with: goldrush league init {shown}")));
        }
        let wrong = |what: String| bad_input(format!("{}: {what}", path.display()));
        let roster: Roster = toml::from_str(&read_input(&path)?).map_err(|e| wrong(e.message().replace('\n', " ")))?;
        check_player_numbers(&roster.players).map_err(|e| wrong(e.to_string()))?;
        Ok(roster)
    }

    /// Writes the roster.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn write(&self, league: &Path) -> anyhow::Result<()> {
        write_atomically(&league.join(ROSTER_FILE), &toml::to_string(self)?)
    }

    /// Returns the index of a member.
    ///
    /// # Errors
    /// Bad input if there is none of that name.
    pub fn find(&self, name: &str) -> anyhow::Result<usize> {
        self.members.iter().position(|member| member.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.members.iter().map(|member| &member.name[..]).collect();
            bad_input(format!("{name} is no member of the league; {} are", names.join(", ")))
        })
    }

    /// Adds a member.
    ///
    /// # Errors
    /// Bad input if its name or bot is taken, the name cannot be shown, or its parent is no member.
    pub fn add(&mut self, member: Member) -> anyhow::Result<()> {
        let Member { name, bot, parent, .. } = &member;
        let is_name = |c: char| c.is_alphanumeric() || "-_.+:=".contains(c);
        if name.is_empty() || name.starts_with("top=") || name.chars().count() > 40 || !name.chars().all(is_name) {
            return Err(bad_input(format!(
                "{name:?}: a name has 1 to 40 letters, digits and -_.+:=; give another one, and the bot with --bot"
            )));
        }
        if let Some(known) = self.members.iter().find(|known| known.name == *name || known.bot == *bot) {
            return Err(bad_input(match known.name == *name {
                true => format!("{name} is a member already; another bot, or a new version, needs a name of its own"),
                false => format!("{} plays this bot already; a new version needs a command of its own", known.name),
            }));
        }
        parent.as_ref().map_or(Ok(0), |parent| self.find(parent))?;
        self.members.push(member);
        if self.playing().count() > MOST_MEMBERS {
            return Err(bad_input(format!("at most {MOST_MEMBERS} members can play; retire some")));
        }
        Ok(())
    }

    /// Returns the indices of the members that have not retired.
    pub fn playing(&self) -> impl Iterator<Item = usize> {
        self.members.iter().enumerate().filter(|(_, member)| member.left.is_none()).map(|(index, _)| index)
    }

    /// Returns the players per game in a round, by its number from 1.
    pub fn players_in(&self, round: usize) -> usize {
        self.players[(round - 1) % self.players.len()]
    }

    /// Returns the names of all members.
    pub fn names(&self) -> Vec<String> {
        self.members.iter().map(|member| member.name.clone()).collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn roster(bots: &[&str]) -> Roster {
        let mut roster = Roster {
            rules: Vec::new(),
            components: String::new(),
            players: vec![2],
            format: Format::Ratings,
            rounds: None,
            deals: 4,
            seed: 1,
            limits: Limits::default(),
            members: Vec::new(),
        };
        bots.iter().for_each(|bot| roster.add(member(bot, bot)).unwrap());
        roster
    }

    fn member(name: &str, bot: &str) -> Member {
        Member { name: name.into(), bot: bot.into(), title: None, parent: None, joined: 0, left: None }
    }

    #[test]
    fn names_and_bots_are_unique() {
        let mut roster = roster(&["greedy", "random"]);
        for (name, bot) in
            [("greedy", "heuristic"), ("other", "greedy"), ("", "best"), ("a b", "best"), ("a\n", "best")]
        {
            assert!(roster.clone().add(member(name, bot)).is_err(), "{name:?} {bot}");
        }
        let version = |parent: &str| Member { parent: Some(parent.into()), ..member("greedy-2", "greedy:width=2") };
        assert!(roster.add(version("nobody")).is_err());
        roster.add(version("greedy")).unwrap();
        roster.members[0].left = Some(3);
        assert_eq!(roster.playing().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn roster_survives_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let roster = roster(&["greedy", "random"]);
        roster.write(folder.path()).unwrap();
        assert_eq!(Roster::read(folder.path()).unwrap(), roster);
        assert!(Roster::read(&folder.path().join("nowhere")).is_err());
    }
}
