//! Plan of a round: a run in which the tables that tell most are played.

use std::collections::BTreeMap;

use goldrush_games::Choice;
use goldrush_harness::sim::bots;
use goldrush_harness::study::lineup::parse;
use goldrush_harness::study::{Draft, Plan, Records, Run, meetings};
use goldrush_support::error::bad_input;

use super::pairing::{self, Focus};
use super::results::Results;
use super::roster::{Format, Roster};
use super::round::RoundSeeds;
use super::tournament::tournament_state;

/// Deals of the first rounds that are chosen for the ratings; every table plays each in all seats.
const DEALS: u64 = 4;
/// A round has at most about this part of the games so far, so that tables are chosen anew while it matters.
const SHARE: u64 = 10;

/// Wishes of the organizer for the next round of a league.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundRequest {
    /// Win rates that its games should tell most about.
    pub focus: Focus,
    /// Least number of games, unless a tournament decides it.
    pub games: u64,
    /// Number of games that are enough, unless the least size of a round is larger.
    pub enough: u64,
}

/// Returns the number of games in which the members of a table play a deal: once in each seat or, if two members share more
/// seats, one of either against the other in each seat.
fn games_per_deal(size: usize, players: usize) -> u64 {
    (if size == players {
        players
    } else {
        2 * players
    }) as u64
}

/// Returns the number of times that two members of a table meet in these games.
fn meetings_per_deal(size: usize, players: usize) -> u64 {
    games_per_deal(size, players)
        * if size == players {
            1
        } else {
            players as u64 - 1
        }
}

/// The next round of a league.
pub struct NextRound {
    /// Its run, in which bots have the names of their members.
    pub plan: Plan,
    /// Title that each bot that runs as a child process gives itself, by the bot; without those that could not be started.
    pub titles: BTreeMap<String, String>,
}

/// Plans the next round of a league, or returns `None` if its tournament has ended. The plan depends on the roster, the
/// games so far and the request alone.
///
/// # Errors
/// Bad input if fewer than two members play; fails if a bot cannot be started.
pub fn next(
    roster: &Roster,
    choice: &Choice,
    results: &Results,
    number: usize,
    request: RoundRequest,
) -> anyhow::Result<Option<NextRound>> {
    let playing: Vec<usize> = roster.playing().collect();
    let members = if roster.format == Format::Ratings {
        playing.len()
    } else {
        roster.members.len()
    };
    if members < 2 {
        return Err(bad_input(
            "a league needs at least two members; goldrush league add DIR NAME adds one",
        ));
    }
    let players = roster.players_in(number);
    let tables: Vec<Vec<usize>>;
    let deals: u64;
    if let Some(state) = tournament_state(roster, &results.duels, results.number) {
        let duels = state.next.into_iter();
        tables = duels.map(|(one, other)| vec![one, other]).collect();
        deals = roster.deals;
    } else {
        // Where there are too few members for tables of different ones, two meet.
        let size = if playing.len() < players { 2 } else { players };
        let at_once = playing.len().div_ceil(size);
        let per_deal = at_once as u64 * games_per_deal(size, players);
        let games = (results.games / SHARE)
            .min(request.enough)
            .max(request.games);
        deals = DEALS.max(games.div_ceil(per_deal));
        let each = (deals * meetings_per_deal(size, players)) as f64;
        tables = pairing::tables(
            &results.meetings(),
            &playing,
            (at_once, size),
            each,
            request.focus,
        );
    }
    let Some(size) = tables.first().map(Vec::len) else {
        return Ok(None);
    };
    let agents = roster
        .members
        .iter()
        .map(|member| parse(choice.game(), "league", &member.bot));
    let agents = agents.collect::<anyhow::Result<Vec<_>>>()?;
    let mut lineups: Vec<Vec<usize>> = Vec::new();
    for table in &tables {
        match table[..] {
            [one, other] => lineups.extend(meetings(one, other, players)),
            _ => lineups.push(table.clone()),
        }
    }
    let RoundSeeds { seed, salt } = RoundSeeds::new(roster.seed, roster.format, number);
    let games = deals.checked_mul(tables.len() as u64 * games_per_deal(size, players));
    let games = games.ok_or_else(|| bad_input(format!("deals = {deals}: too many for a round")))?;
    let run = Run {
        games: Some(games),
        seed: Some(seed),
        salt: Some(salt),
        records: Records::Every(1),
        compress: true,
        limits: roster.limits(),
        luck: Some(false),
        is_league_round: true,
        ..Run::default()
    };
    let mut plan =
        Draft::of_lineups(choice, &agents, &lineups, None, &run)?.complete(bots::titles)?;
    let titles = std::mem::take(&mut plan.titles);
    plan.set_titles(
        roster
            .members
            .iter()
            .map(|member| (member.bot.clone(), member.name.clone()))
            .collect(),
    );
    Ok(Some(NextRound { plan, titles }))
}
