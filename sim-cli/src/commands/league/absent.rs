//! Members whose bots could not be started in a round, or are not those that joined.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use goldrush_harness::sim::bots;
use goldrush_harness::study::Plan;
use goldrush_support::printable::printable;

use crate::league::{Format, Member, Roster, VoidedRounds};

/// Members that could not be started, by the rounds that they lost.
#[derive(Default)]
pub(super) struct Absences {
    rounds: BTreeMap<String, Vec<usize>>,
}

impl Absences {
    /// Warns of bots that cannot be started, and notes them, and of those that have changed since they joined; `titles` has the titles
    /// that the bots of a round give themselves.
    pub(super) fn note(
        &mut self,
        roster: &Roster,
        plan: &Plan,
        titles: &BTreeMap<String, String>,
        (league, round): (&Path, usize),
    ) {
        let bots: BTreeSet<&String> = plan.contestants.names.iter().collect();
        let members = roster.members.iter();
        for Member {
            name, bot, title, ..
        } in members.filter(|member| bots.contains(&member.bot))
        {
            match (title, titles.get(bot)) {
                (Some(_), None) => {
                    eprintln!(
                        "warning: {name} cannot be started; it loses the games of this round"
                    );
                    self.rounds.entry(name.clone()).or_default().push(round);
                }
                (Some(before), Some(now)) if before != now => eprintln!(
                    "warning: {name} calls itself \"{now}\", and \"{before}\" when it joined; a changed bot is a new member: goldrush \
                     league add {} {name}-2 --from {name} --bot …",
                    printable(league.display())
                ),
                _ => {}
            }
        }
    }

    /// As [`Absences::note`], for a round that has begun before: starts its bots once.
    ///
    /// # Errors
    /// Fails if a bot runs, but does not play this game.
    pub(super) fn note_begun(
        &mut self,
        roster: &Roster,
        plan: &Plan,
        place: (&Path, usize),
    ) -> anyhow::Result<()> {
        if let Some(limits) = &plan.bots {
            self.note(roster, plan, &bots::titles(&plan.arms, limits)?, place);
        }
        Ok(())
    }

    /// Fails if a member could not be started, once everything has been played and written.
    ///
    /// # Errors
    /// Names the members, the rounds, and how to leave these out.
    pub(super) fn check(&self, roster: &Roster, league: &Path) -> anyhow::Result<()> {
        if self.rounds.is_empty() {
            return Ok(());
        }
        let mut lost = Vec::new();
        for (name, rounds) in &self.rounds {
            let first = rounds.iter().min().copied().unwrap_or_default();
            let last = rounds.iter().max().copied().unwrap_or_default();
            lost.push(format!(
                "{name} could not be started and lost its games of {}",
                VoidedRounds::words(first, last)
            ));
        }
        let mut problem = lost.join("; ");
        if roster.format == Format::Ratings {
            let league = printable(league.display());
            problem += &format!(
                "; once that is mended, leave these out: goldrush league void {league} NAME --rounds N --reason …"
            );
        }
        Err(anyhow::Error::msg(problem))
    }
}
