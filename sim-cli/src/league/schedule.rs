//! Plan of a round: a run in which the pairings that tell most are played.

use std::collections::BTreeMap;

use goldrush_engine::rng::tool_stream;
use rand::Rng as _;

use super::course::course;
use super::pairing::{Focus, pairings};
use super::results::Results;
use super::roster::{Format, Roster};
use crate::error::bad_input;
use crate::games::Choice;
use crate::protocol::bot::CannotStart;
use crate::sim::bots;
use crate::study::lineup::parse;
use crate::study::{Draft, LIMIT, Plan, Records, Run, Salt, meetings};

/// Deals of the first rounds that are chosen for the ratings; every pair plays each in all seats.
const DEALS: u64 = 4;
/// A round has at most about this part of the games so far, so that pairings are chosen anew while it matters.
const SHARE: u64 = 10;

/// Wishes for the next round of a league.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wishes {
    /// Win rates that its games should tell most about.
    pub focus: Focus,
    /// Least number of games, unless a tournament decides it.
    pub games: u64,
    /// Number of games that are enough, unless the least size of a round is larger.
    pub enough: u64,
}

/// The next round of a league.
pub struct NextRound {
    /// Its run, in which bots have the names of their members.
    pub plan: Plan,
    /// Title that each bot that runs as a child process gives itself, by the bot; without those that could not be started.
    pub titles: BTreeMap<String, String>,
}

/// Plans the next round of a league, or returns `None` if its tournament has ended. The plan depends on the roster, the
/// games so far and the wishes alone.
///
/// # Errors
/// Bad input if fewer than two members play; fails if a bot cannot be started.
pub fn next(
    roster: &Roster,
    choice: &Choice,
    results: &Results,
    number: usize,
    wishes: Wishes,
) -> anyhow::Result<Option<NextRound>> {
    let playing: Vec<usize> = roster.playing().collect();
    let members = if roster.format == Format::Ratings { playing.len() } else { roster.members.len() };
    if members < 2 {
        return Err(bad_input("a league needs at least two members; goldrush league add DIR NAME adds one"));
    }
    // A deal is played by each pairing in all seats, and with more than two players by one of either against the other.
    let players = roster.players_in(number);
    let per_deal = |pairs: usize| (pairs * if players == 2 { 2 } else { 2 * players }) as u64;
    let (pairs, deals) = match course(roster, &results.duels, results.number) {
        Some(course) => (course.next, roster.deals),
        None => {
            let at_once = playing.len().div_ceil(2);
            let deals =
                DEALS.max((results.games / SHARE).min(wishes.enough).max(wishes.games).div_ceil(per_deal(at_once)));
            let each = (deals * per_deal(1) * (players as u64 - 1)) as f64;
            (pairings(&results.meetings(), &playing, at_once, each, wishes.focus), deals)
        }
    };
    if pairs.is_empty() {
        return Ok(None);
    }
    let agents = roster.members.iter().map(|member| parse(choice.game(), "league", &member.bot));
    let agents = agents.collect::<anyhow::Result<Vec<_>>>()?;
    let lineups: Vec<Vec<usize>> = pairs.iter().flat_map(|(one, other)| meetings(*one, *other, players)).collect();
    // Every part of a round has the same deals and bots' seeds, on whatever machine it is played.
    let mut rng = tool_stream(roster.seed.wrapping_add(number as u64));
    let run = Run {
        games: Some(deals * per_deal(pairs.len())),
        seed: Some(rng.next_u64() % LIMIT),
        salt: Some(Salt(u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()))),
        records: Records::Every(1),
        compress: true,
        limits: roster.limits,
        luck: Some(false),
        ..Run::default()
    };
    let ask = |arms: &[_], limits| bots::titles(arms, limits).map_err(CannotStart::into);
    let mut plan = Draft::of_lineups(choice, &agents, &lineups, None, &run)?.meet::<anyhow::Error>(ask)?;
    let titles = std::mem::take(&mut plan.titles);
    plan.entitle(roster.members.iter().map(|member| (member.bot.clone(), member.name.clone())).collect());
    Ok(Some(NextRound { plan, titles }))
}
