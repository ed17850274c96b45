//! Members of a league, and what all of its games have in common.

use std::ops::RangeInclusive;
use std::path::Path;

use goldrush_engine::plain_error::toml_problem;
use serde::{Deserialize, Serialize};

use goldrush_games::GameName;
use goldrush_harness::protocol::limits::{Limits, OwnLimits};
use goldrush_harness::store::file::write_atomically;
use goldrush_harness::store::seal::{sealed_toml, unsealed_toml};
use goldrush_harness::study::check_seed;
use goldrush_harness::study::lineup::check_player_numbers;
use goldrush_harness::study::spec::Spec;
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use goldrush_support::lookalike::look_alike;

use super::voided::VoidedRounds;

/// Name of the roster in the folder of a league.
pub const ROSTER_FILE: &str = "league.toml";

/// Deals of each pair in a round of a tournament.
const DEALS: RangeInclusive<u64> = 1..=1 << 40;
/// Rounds of a Swiss tournament.
const ROUNDS: RangeInclusive<usize> = 1..=100;
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
    /// Folder from which its command is started, from that of the league, if it runs as a child process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The same bot as earlier rounds have it, if its command was changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<String>,
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
    /// Rounds whose games with this member are kept and shown, but do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub voided: Vec<VoidedRounds>,
    /// Limits that its bot has instead of those of the league.
    #[serde(default, skip_serializing_if = "OwnLimits::is_empty")]
    pub limits: OwnLimits,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Member {
    /// True if games of this bot are games of the member.
    pub fn plays(&self, bot: &str) -> bool {
        self.bot == bot || self.earlier.iter().any(|earlier| earlier == bot)
    }

    /// Says whether it plays, in words that follow its name.
    fn state(&self) -> &'static str {
        match self.left {
            Some(_) => "has retired",
            None => "is a member",
        }
    }

    /// Returns why its games in a round do not count, or `None` if they do.
    pub fn voided_in(&self, round: usize) -> Option<&str> {
        let mut voided = self.voided.iter();
        let found = voided.find(|rounds| (rounds.first..=rounds.last).contains(&round));
        found.map(|rounds| rounds.reason.as_str())
    }

    /// True if the member had joined when a round began, by its number from 1, and had not retired.
    pub fn takes_part(&self, round: usize) -> bool {
        self.joined < round && self.left.is_none_or(|left| round <= left)
    }
}

impl Roster {
    /// Returns the commands of all members that run as child processes.
    pub fn commands(&self) -> Vec<String> {
        // A command is the same in every game.
        let names = self
            .members
            .iter()
            .flat_map(|member| member.earlier.iter().chain([&member.bot]));
        let bots = names.filter_map(|name| Spec::read(GameName::GoldRush, name).ok());
        bots.filter_map(|bot| bot.command().map(|command| command.line.clone()))
            .collect()
    }

    /// Returns the limits of bots that run as child processes, with those of single members.
    pub fn limits(&self) -> Limits {
        let with_own = self
            .members
            .iter()
            .filter(|member| !member.limits.is_empty());
        let own = with_own.map(|member| (member.bot.clone(), member.limits.clone()));
        Limits {
            own: own.collect(),
            ..self.limits.clone()
        }
    }

    /// Reads the roster of a league.
    ///
    /// # Errors
    /// Bad input if the folder holds none, or it was changed since it was written.
    pub fn read(league: &Path) -> anyhow::Result<Roster> {
        let text = text(league)?;
        if unsealed_toml(&text).is_none() {
            let shown = league.display();
            let problem = "was changed since goldrush wrote it; undo that, make the change with goldrush league change";
            return Err(wrong(
                league,
                &format!("{problem}, or keep it with: goldrush league accept {shown}"),
            ));
        }
        Roster::parse(league, &text)
    }

    /// Reads the roster of a league, whether or not it was changed by hand.
    ///
    /// # Errors
    /// Bad input if the folder holds none, or it cannot be that of a league after this many rounds.
    pub fn read_changed(league: &Path, rounds: usize) -> anyhow::Result<Roster> {
        let read = Roster::parse(league, &text(league)?)?;
        check_seed(read.seed).map_err(|e| wrong(league, &e.to_string()))?;
        let mut roster = Roster {
            members: Vec::new(),
            ..read
        };
        for member in read.members {
            let name = member.name.clone();
            if member.joined > rounds
                || member
                    .left
                    .is_some_and(|left| left > rounds || left < member.joined)
            {
                return Err(wrong(
                    league,
                    &format!("{name} joined or left after a round that has not begun"),
                ));
            }
            if !member.voided.iter().all(VoidedRounds::is_possible) {
                let problem =
                    format!("{name}: voided needs a first and a last round, and a reason");
                return Err(wrong(league, &problem));
            }
            roster
                .add(member)
                .map_err(|e| wrong(league, &e.to_string()))?;
        }
        Ok(roster)
    }

    fn parse(league: &Path, text: &str) -> anyhow::Result<Roster> {
        let roster: Roster =
            toml::from_str(text).map_err(|e| wrong(league, &toml_problem(text, &e)))?;
        check_player_numbers(&roster.players)
            .map_err(|e| wrong(league, &format!("players: {e}")))?;
        roster
            .limits
            .check()
            .map_err(|problem| wrong(league, &format!("limits: {problem}")))?;
        for member in &roster.members {
            roster.check_limits(member).map_err(|problem| {
                wrong(league, &format!("limits of {}: {problem}", member.name))
            })?;
        }
        if !DEALS.contains(&roster.deals) {
            let (least, most) = DEALS.into_inner();
            return Err(wrong(
                league,
                &format!(
                    "deals = {}: a number from {least} to {most} is expected",
                    roster.deals
                ),
            ));
        }
        if let Some(rounds) = roster.rounds.filter(|rounds| !ROUNDS.contains(rounds)) {
            let (least, most) = ROUNDS.into_inner();
            return Err(wrong(
                league,
                &format!("rounds = {rounds}: a number from {least} to {most} is expected"),
            ));
        }
        Ok(roster)
    }

    /// Writes the roster.
    pub fn write(&self, league: &Path) -> anyhow::Result<()> {
        write_atomically(
            &league.join(ROSTER_FILE),
            &sealed_toml(&toml::to_string(self)?),
        )
    }

    /// Returns the index of a member.
    ///
    /// # Errors
    /// Bad input if there is none of that name.
    pub fn find(&self, name: &str) -> anyhow::Result<usize> {
        self.members
            .iter()
            .position(|member| member.name == name)
            .ok_or_else(|| {
                bad_input(format!(
                    "{name} is no member of the league; {}",
                    self.members_in_words()
                ))
            })
    }

    /// Names the members, those that have retired apart: `playing: a, b; retired: c`.
    fn members_in_words(&self) -> String {
        let (retired, playing): (Vec<&Member>, Vec<&Member>) = self
            .members
            .iter()
            .partition(|member| member.left.is_some());
        let groups = [("playing", playing), ("retired", retired)];
        let groups = groups.iter().filter(|(_, members)| !members.is_empty());
        let groups: Vec<String> = groups
            .map(|(state, members)| {
                let names: Vec<&str> = members.iter().map(|member| &member.name[..]).collect();
                format!("{state}: {}", names.join(", "))
            })
            .collect();
        if groups.is_empty() {
            "it has none".into()
        } else {
            groups.join("; ")
        }
    }

    /// Adds a member.
    ///
    /// # Errors
    /// Bad input if its name or bot is taken, the name cannot be shown or looks like another, or its parent is no member.
    pub fn add(&mut self, member: Member) -> anyhow::Result<()> {
        self.check_name(&member.name, None)?;
        for bot in member.earlier.iter().chain([&member.bot]) {
            self.check_bot(bot, None)?;
        }
        member
            .parent
            .as_ref()
            .map_or(Ok(0), |parent| self.find(parent))?;
        self.members.push(member);
        self.check_folders()?;
        self.check_number()
    }

    /// Gives a member, by its index, another name.
    ///
    /// # Errors
    /// Bad input if the name is taken, cannot be shown or looks like another.
    pub fn rename(&mut self, member: usize, name: &str) -> anyhow::Result<()> {
        self.check_name(name, Some(member))?;
        let before = std::mem::replace(&mut self.members[member].name, name.to_owned());
        for parent in self
            .members
            .iter_mut()
            .filter_map(|member| member.parent.as_mut())
        {
            if *parent == before {
                name.clone_into(parent);
            }
        }
        Ok(())
    }

    /// Gives a member, by its index, another command of the same bot, with the folder from which it is started.
    ///
    /// # Errors
    /// Bad input if another member has it.
    pub fn move_bot(
        &mut self,
        member: usize,
        bot: String,
        folder: Option<String>,
    ) -> anyhow::Result<()> {
        self.check_bot(&bot, Some(member))?;
        let moved = &mut self.members[member];
        moved.folder = folder;
        if moved.bot != bot {
            moved.earlier.retain(|known| *known != bot);
            moved.earlier.push(std::mem::replace(&mut moved.bot, bot));
        }
        self.check_folders()
    }

    /// Lets a retired member, by its index, play again.
    ///
    /// # Errors
    /// Bad input if too many play, or the league is a tournament.
    pub fn bring_back(&mut self, member: usize) -> anyhow::Result<()> {
        if self.format != Format::Ratings {
            return Err(bad_input(
                "nobody returns to a Swiss or knockout tournament",
            ));
        }
        self.members[member].left = None;
        self.check_number()
    }

    /// Lets the games of a member, by its index, not count in some rounds.
    ///
    /// # Errors
    /// Bad input if the reason is no line of 1 to 200 characters, or the league is a tournament, whose pairings follow from its results.
    pub fn void(&mut self, member: usize, rounds: VoidedRounds) -> anyhow::Result<()> {
        if self.format != Format::Ratings {
            return Err(bad_input(
                "the games of a Swiss or knockout tournament all count: its pairings follow from them; retire the member",
            ));
        }
        rounds.check().map_err(bad_input)?;
        let voided = &mut self.members[member].voided;
        // The command was stopped after its last change, or given twice.
        if !voided.contains(&rounds) {
            voided.push(rounds);
        }
        Ok(())
    }

    /// Returns the members but one.
    fn others(&self, but: Option<usize>) -> impl Iterator<Item = &Member> {
        self.members
            .iter()
            .enumerate()
            .filter(move |(index, _)| Some(*index) != but)
            .map(|(_, member)| member)
    }

    /// Checks the name of a member; that of member `but` may be replaced.
    fn check_name(&self, name: &str, but: Option<usize>) -> anyhow::Result<()> {
        let is_possible = (1..=40).contains(&name.chars().count()) && name.chars().all(is_of_name);
        if !is_possible || name.starts_with("top=") {
            return Err(bad_input(format!(
                "{name:?}: a name has 1 to 40 letters, digits and -_.+:=; give another one, and the bot with --bot"
            )));
        }
        match self.others(but).find(|known| look_alike(&known.name, name)) {
            Some(known) if known.name == name && known.left.is_some() => Err(bad_input(format!(
                "{name} is the name of a member that has retired; goldrush league return brings that one back, another bot needs a \
                 name of its own"
            ))),
            Some(known) if known.name == name => Err(bad_input(format!(
                "{name} is a member already; another bot, or a new version, needs a name of its own"
            ))),
            Some(known) => Err(bad_input(format!(
                "{name} looks like {}, which {}; give another name",
                known.name,
                known.state()
            ))),
            None => Ok(()),
        }
    }

    /// Checks the bot of a member; that of member `but` may be replaced.
    fn check_bot(&self, bot: &str, but: Option<usize>) -> anyhow::Result<()> {
        match self.others(but).find(|known| known.plays(bot)) {
            Some(Member {
                name,
                left: Some(_),
                ..
            }) => Err(bad_input(format!(
                "this is the bot of {name}, which has retired; goldrush league return brings it back, a new version needs a command \
                 of its own"
            ))),
            Some(Member { name, bot, .. }) if !bot.starts_with("exec:") => Err(bad_input(format!(
                "{name} plays this bot already, and a bot plays under one name; with other options it is another bot"
            ))),
            Some(Member { name, .. }) => Err(bad_input(format!(
                "{name} plays this bot already; a new version needs a command of its own"
            ))),
            None => Ok(()),
        }
    }

    /// Checks that the bot of a member can have its limits.
    ///
    /// # Errors
    /// A description of what is wrong with them.
    fn check_limits(&self, member: &Member) -> Result<(), String> {
        if member.limits.is_empty() {
            return Ok(());
        }
        if !member.bot.starts_with("exec:") {
            return Err("only a bot of your own has limits; this one comes with goldrush".into());
        }
        self.limits.with(&member.limits).check()
    }

    /// Gives the bot of a member, by its index, other limits.
    ///
    /// # Errors
    /// Bad input if it cannot have them.
    pub fn limit(&mut self, member: usize, limits: OwnLimits) -> anyhow::Result<()> {
        let limited = &mut self.members[member];
        limited.limits = limits;
        let name = &self.members[member].name;
        self.check_limits(&self.members[member])
            .map_err(|problem| bad_input(format!("{name}: {problem}")))
    }

    fn check_number(&self) -> anyhow::Result<()> {
        match self.playing().count() {
            0..=MOST_MEMBERS => Ok(()),
            _ => Err(bad_input(format!(
                "at most {MOST_MEMBERS} members can play; retire some"
            ))),
        }
    }

    /// Returns the indices of the members that have not retired.
    pub fn playing(&self) -> impl Iterator<Item = usize> {
        self.members
            .iter()
            .enumerate()
            .filter(|(_, member)| member.left.is_none())
            .map(|(index, _)| index)
    }

    /// Returns the players per game in a round, by its number from 1.
    pub fn players_in(&self, round: usize) -> usize {
        self.players[(round - 1) % self.players.len()]
    }

    /// Returns the names of all members.
    pub fn names(&self) -> Vec<String> {
        self.members
            .iter()
            .map(|member| member.name.clone())
            .collect()
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "-_.+:=".contains(c)
}

fn text(league: &Path) -> anyhow::Result<String> {
    let path = league.join(ROSTER_FILE);
    if !path.exists() {
        let shown = league.display();
        return Err(bad_input(format!(
            "{shown}: holds no league; begin one with: goldrush league init {shown}"
        )));
    }
    read_input(&path).map_err(|e| {
        bad_input(format!(
            "{e}; restore it from a copy, or begin another league in a new folder"
        ))
    })
}

fn wrong(league: &Path, what: &str) -> anyhow::Error {
    bad_input(format!("{}: {what}", league.join(ROSTER_FILE).display()))
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
        bots.iter()
            .for_each(|bot| roster.add(member(bot, bot)).unwrap());
        roster
    }

    fn member(name: &str, bot: &str) -> Member {
        Member {
            name: name.into(),
            bot: bot.into(),
            folder: None,
            earlier: Vec::new(),
            title: None,
            parent: None,
            joined: 0,
            left: None,
            voided: Vec::new(),
            limits: OwnLimits::default(),
        }
    }

    #[test]
    fn names_and_bots_are_unique() {
        let mut roster = roster(&["greedy", "random"]);
        for (name, bot) in [
            ("greedy", "heuristic"),
            ("Greedy", "heuristic"),
            ("gr\u{435}edy", "heuristic"),
            ("ｇreedy", "heuristic"),
            ("other", "greedy"),
            ("", "best"),
            ("a b", "best"),
            ("a\n", "best"),
        ] {
            assert!(
                roster.clone().add(member(name, bot)).is_err(),
                "{name:?} {bot}"
            );
        }
        let version = |parent: &str| Member {
            parent: Some(parent.into()),
            ..member("greedy-2", "greedy:width=2")
        };
        assert!(roster.add(version("nobody")).is_err());
        roster.add(version("greedy")).unwrap();
        roster.members[0].left = Some(3);
        assert_eq!(roster.playing().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn members_take_part_from_joining_to_leaving() {
        let late = Member {
            joined: 1,
            left: Some(3),
            ..member("late", "greedy")
        };
        assert_eq!(
            [1, 2, 3, 4].map(|round| late.takes_part(round)),
            [false, true, true, false]
        );
        assert!(member("always", "greedy").takes_part(1));
    }

    #[test]
    fn changed_members_keep_their_games() {
        let mut roster = roster(&["greedy", "random", "level1"]);
        roster.members[1].parent = Some("greedy".into());
        assert!(
            roster.rename(0, "random").is_err()
                && roster.move_bot(0, "random".into(), None).is_err()
        );
        roster.rename(0, "greedy").unwrap();
        roster.rename(0, "old").unwrap();
        assert_eq!(roster.members[1].parent.as_deref(), Some("old"));
        roster.move_bot(0, "exec:a".into(), None).unwrap();
        roster.move_bot(0, "exec:b".into(), None).unwrap();
        roster.move_bot(0, "exec:a".into(), None).unwrap();
        assert_eq!(roster.members[0].earlier, ["greedy", "exec:b"]);
        assert!(
            ["greedy", "exec:a", "exec:b"]
                .iter()
                .all(|bot| roster.members[0].plays(bot))
        );
        assert!(
            roster.add(member("new", "exec:b")).is_err(),
            "games of the bot are those of another member"
        );
        let earlier = vec!["exec:b".into()];
        assert!(
            roster
                .add(Member {
                    earlier,
                    ..member("new", "exec:c")
                })
                .is_err(),
            "and so are those of an earlier one"
        );
        roster.members[2].left = Some(0);
        roster.bring_back(2).unwrap();
        assert_eq!(roster.playing().count(), 3);
        assert!(
            Roster {
                format: Format::Swiss,
                ..roster
            }
            .bring_back(2)
            .is_err()
        );
    }

    #[test]
    fn changed_roster_is_refused_until_it_is_accepted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(ROSTER_FILE);
        roster(&["greedy", "random"]).write(folder.path()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        for (from, to) in [
            ("seed = 1", "seed = 2"),
            ("name = \"greedy\"", "name = \"mine\""),
            ("[2]", "[2, 3]"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert!(changed != text, "{from}");
            std::fs::write(&path, &changed).unwrap();
            let error = Roster::read(folder.path()).unwrap_err().to_string();
            assert!(
                error.contains("league.toml: was changed") && error.contains("league accept"),
                "{error}"
            );
            assert!(Roster::read_changed(folder.path(), 0).is_ok());
        }
        for (from, to) in [
            ("name = \"greedy\"", "name = \"random\""),
            ("joined", "rejoined"),
            ("[2]", "[9]"),
        ] {
            std::fs::write(
                &path,
                text.replace("bot = \"random\"", "bot = \"random\"\njoined = 0")
                    .replacen(from, to, 1),
            )
            .unwrap();
            assert!(Roster::read_changed(folder.path(), 0).is_err(), "{to}");
        }
        for (from, to) in [
            ("start_s = 10", "start_s = 9223372036854775807"),
            ("deals = 4", "deals = 4611686018427387904"),
            ("deals = 4", "deals = 0"),
            ("deals = 4", "deals = 4\nrounds = 0"),
        ] {
            assert!(text.contains(from), "{text}");
            std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
            let error = Roster::read_changed(folder.path(), 0)
                .unwrap_err()
                .to_string();
            assert!(error.contains(" is expected"), "{to}: {error}");
        }
        std::fs::write(
            &path,
            text.replace("bot = \"random\"", "bot = \"random\"\njoined = 4"),
        )
        .unwrap();
        assert!(
            Roster::read_changed(folder.path(), 3).is_err()
                && Roster::read_changed(folder.path(), 4).is_ok()
        );
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
