//! `goldrush league add`, `change`, `retire` and `return`: the members of a league. Each waits while another process changes them.

use std::io::Write;
use std::path::Path;

use goldrush_games::Choice;
use goldrush_harness::protocol::limits::{Limits, OwnLimits};
use goldrush_harness::sim::bots;
use goldrush_harness::store::folder::LockedFolder;
use goldrush_harness::study::arm::Arm;
use goldrush_harness::study::lineup::{Lineup, parse};
use goldrush_harness::study::spec::Spec;
use goldrush_support::error::bad_input;

use super::{choice, existing};
use crate::cli::args::{LeagueAddArgs, LeagueChangeArgs};
use crate::league::{Format, Member, Results, Roster, kept_folder, limits_in_words, rounds};

pub(super) fn add(args: &LeagueAddArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let _lock = LockedFolder::wait_for(existing(&args.league)?)?;
    let mut roster = Roster::read(&args.league)?;
    let choice = choice(&args.league, &roster)?;
    let bot = parse(
        choice.game(),
        "--bot",
        args.bot.as_ref().unwrap_or(&args.name),
    )?;
    let name = args.name.clone();
    let parent = args.from.clone();
    let limits = args.limits.limits();
    let folder = kept_folder(&args.league, &bot)?;
    if roster.members.iter().any(|known| {
        known.name == name
            && known.bot == bot.to_string()
            && known.folder == folder
            && known.parent == parent
            && known.left.is_none()
            && known.limits == limits
    }) {
        // The command was stopped after its last change, or given twice.
        writeln!(
            out,
            "{name} is a member already; {} play.",
            roster.playing().count()
        )?;
        return Ok(());
    }
    let rounds = rounds(&args.league)?;
    let joined = rounds.len();
    if roster.format == Format::Knockout && joined > 0 {
        return Err(bad_input(
            "the knockout has begun; nobody can join it any more",
        ));
    }
    if roster.format == Format::Swiss && Results::read(&roster, &rounds)?.has_ended(&roster) {
        return Err(bad_input(
            "the tournament has ended; nobody can join it any more",
        ));
    }
    let added = roster.members.len();
    roster.add(Member {
        name,
        bot: bot.to_string(),
        folder,
        earlier: Vec::new(),
        title: None,
        parent,
        joined,
        left: None,
        voided: Vec::new(),
        limits: OwnLimits::default(),
    })?;
    roster.limit(added, limits)?;
    let own = &roster.members[added].limits;
    roster.members[added].title = title(&roster, &choice, &bot, own)?;
    roster.write(&args.league)?;
    writeln!(
        out,
        "{} is a member; {} play.",
        args.name,
        roster.playing().count()
    )?;
    Ok(())
}

/// Starts a bot with its limits, since one that cannot be started would lose every round, and returns its name and version.
fn title(
    roster: &Roster,
    choice: &Choice,
    bot: &Spec,
    own: &OwnLimits,
) -> anyhow::Result<Option<String>> {
    let arms = roster
        .players
        .iter()
        .map(|players| Arm::only(Lineup::new(vec![bot.clone(); *players]), choice));
    let limits = Limits {
        absent_loses: false,
        ..roster.limits.with(own)
    };
    Ok(bots::titles(&arms.collect::<anyhow::Result<Vec<_>>>()?, &limits)?.remove(&bot.to_string()))
}

pub(super) fn change(args: &LeagueChangeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let _lock = LockedFolder::wait_for(existing(&args.league)?)?;
    let mut roster = Roster::read(&args.league)?;
    let limits = args.changes.limits.limits();
    let usual_limits = args.changes.usual_limits;
    if args.changes.name.is_none()
        && args.changes.bot.is_none()
        && limits.is_empty()
        && !usual_limits
    {
        return Err(bad_input(
            "nothing to change: give --name, --bot, --usual-limits or a limit, such as --bot-move-ms 500",
        ));
    }
    let new_name = args.changes.name.as_deref().unwrap_or(&args.member);
    // The name is new already if the command was stopped after its last change.
    let member = roster
        .find(&args.member)
        .or_else(|e| roster.find(new_name).map_err(|_| e))?;
    change_limits(&args.league, &mut roster, member, usual_limits, &limits)?;
    if let Some(bot) = &args.changes.bot {
        move_bot(&args.league, &mut roster, member, bot)?;
    }
    roster.rename(member, new_name)?;
    roster.write(&args.league)?;
    let Member {
        name, bot, limits, ..
    } = &roster.members[member];
    writeln!(
        out,
        "{name} plays {bot}; {} play.",
        roster.playing().count()
    )?;
    if usual_limits || !args.changes.limits.limits().is_empty() {
        let limits = roster.limits.with(limits);
        writeln!(out, "{}", limits_in_words(&limits))?;
    }
    Ok(())
}

/// Gives the bot of a member these limits instead of those that it has, or of those of the league.
fn change_limits(
    league: &Path,
    roster: &mut Roster,
    member: usize,
    usual: bool,
    limits: &OwnLimits,
) -> anyhow::Result<()> {
    let mut changed = roster.members[member].limits.clone();
    if usual {
        changed = OwnLimits::default();
    }
    changed.change(limits);
    if changed == roster.members[member].limits {
        return Ok(());
    }
    roster.limit(member, changed)?;
    let choice = choice(league, roster)?;
    let Member { bot, limits, .. } = &roster.members[member];
    title(roster, &choice, &parse(choice.game(), "bot", bot)?, limits)?;
    Ok(())
}

/// Gives a member another command that starts the same bot.
fn move_bot(league: &Path, roster: &mut Roster, member: usize, bot: &str) -> anyhow::Result<()> {
    let choice = choice(league, roster)?;
    let [before, bot] =
        [&roster.members[member].bot[..], bot].map(|bot| parse(choice.game(), "--bot", bot));
    let before = before?;
    let bot = bot?;
    let name = &roster.members[member].name;
    let is_other = format!(
        "a changed bot is a new member: goldrush league add DIR NAME --bot … --from {name}"
    );
    if before.command().is_none() || bot.command().is_none() {
        return Err(bad_input(format!(
            "--bot: only the command of a bot of your own can change; {is_other}"
        )));
    }
    roster.move_bot(member, bot.to_string(), kept_folder(league, &bot)?)?;
    roster.start_from_folders(league);
    let Member {
        name,
        title: known,
        limits,
        ..
    } = &roster.members[member];
    let title = title(roster, &choice, &bot, limits)?;
    if title != *known {
        let [now, then] = [&title, known].map(|title| title.as_deref().unwrap_or("nothing"));
        return Err(bad_input(format!(
            "--bot: calls itself \"{now}\", and {name} \"{then}\" when it joined; {is_other}"
        )));
    }
    Ok(())
}

pub(super) fn retire(league: &Path, name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let _lock = LockedFolder::wait_for(existing(league)?)?;
    let mut roster = Roster::read(league)?;
    let member = roster.find(name)?;
    let has_retired = if roster.members[member].left.is_none() {
        roster.members[member].left = Some(rounds(league)?.len());
        roster.write(league)?;
        "has retired"
    } else {
        "had retired before"
    };
    writeln!(
        out,
        "{name} {has_retired}, and its games still count; {} play.",
        roster.playing().count()
    )?;
    Ok(())
}

pub(super) fn bring_back(league: &Path, name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let _lock = LockedFolder::wait_for(existing(league)?)?;
    let mut roster = Roster::read(league)?;
    let member = roster.find(name)?;
    let plays = if roster.members[member].left.is_some() {
        roster.bring_back(member)?;
        roster.write(league)?;
        "plays again"
    } else {
        "had not retired"
    };
    writeln!(out, "{name} {plays}; {} play.", roster.playing().count())?;
    Ok(())
}
