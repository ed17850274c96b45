//! Tables of a league's standings, for the terminal and the page.

use super::archive::ArchivedGame;
use super::results::FaultResult;
use super::standings::{DuelResult, PairResult, PlaceResult, Standings};
use crate::report::content::faults::words;
use crate::report::estimate;
use crate::report::number::{number, percent};
use crate::report::ratings::elo;
use crate::report::words::count;

/// Headings of the table of members.
pub const MEMBERS: [&str; 7] = [
    "",
    "Elo",
    "from",
    "to",
    "against all, %",
    "results",
    "faults",
];
/// Meaning of the table of members.
pub const MEMBERS_NOTE: &str = "Elo (average 0) with 95% intervals; a gap of 400 means odds of ten to one. Against all: how often a bot \
    is expected to finish ahead if it meets all others equally often";
/// Headings of the table of places in a Swiss tournament.
const SWISS: [&str; 3] = ["", "points", "opponents' points"];
/// Headings of the table of places in a knockout.
const KNOCKOUT: [&str; 2] = ["", "stages won"];
/// Headings of the table of duels.
pub const DUELS: [&str; 5] = ["round", "", "", "against", "finished ahead"];
/// Headings of the table of pairs.
pub const PAIRS: [&str; 7] = [
    "",
    "against",
    "won",
    "tied",
    "lost",
    "ahead, %",
    "stronger, %",
];
/// Headings of the table of games.
pub const GAMES: [&str; 5] = ["seats, with points", "round", "game", "turns", "lead"];
/// Headings of the table of faults.
pub const FAULTS: [&str; 8] = [
    "bot",
    "fault",
    "what happened",
    "round",
    "game",
    "turn",
    "decision",
    "seed",
];

/// Returns how much has been played: `2,010 games in 26 rounds`.
pub fn played(standings: &Standings) -> String {
    let of = |n: u64, one: &str| format!("{} {one}{}", count(n), if n == 1 { "" } else { "s" });
    format!(
        "{} in {}",
        of(standings.games, "game"),
        of(standings.rounds as u64, "round")
    )
}

/// Returns the rows of the last faults, the newest first.
pub fn faults(standings: &Standings) -> Vec<Vec<String>> {
    let row = |FaultResult { round, line }: &FaultResult| {
        let member = standings
            .members
            .iter()
            .find(|member| member.bot == line.bot);
        let name = member.map_or_else(|| line.bot.clone(), |member| member.name.clone());
        let numbers = [
            *round as u64,
            line.game,
            line.turn as u64,
            line.decision.into(),
            line.seed,
        ]
        .map(|number| number.to_string());
        [vec![name, line.fault.clone(), words(line)], numbers.into()].concat()
    };
    standings.faults.iter().rev().map(row).collect()
}

/// Returns the rows of the members, the best first.
pub fn members(standings: &Standings) -> Vec<Vec<String>> {
    let row = |(place, agent): (usize, usize)| {
        let member = &standings.members[agent];
        // In a tournament, the places are those of the standings.
        let number = if standings.places.is_empty() {
            format!("{} ", place + 1)
        } else {
            String::new()
        };
        let [mean_elo, low, high] = elo(&standings.ratings.agents[agent].elo);
        let more = match (&member.parent, member.retired) {
            (Some(parent), true) => format!(" (after {parent}, retired)"),
            (Some(parent), false) => format!(" (after {parent})"),
            (None, true) => " (retired)".into(),
            (None, false) => String::new(),
        };
        vec![
            format!("{number}{}{more}", member.name),
            mean_elo,
            low,
            high,
            member
                .expected
                .map_or_else(String::new, |share| percent(share, 1)),
            count(member.seats),
            count(member.faults),
        ]
    };
    standings
        .ratings
        .order()
        .into_iter()
        .enumerate()
        .map(row)
        .collect()
}

/// Returns the rows of the duels.
pub fn duels(standings: &Standings) -> Vec<Vec<String>> {
    let row = |duel: &DuelResult| {
        let result = if duel.is_tied { "tie" } else { "won" };
        let meetings = format!("{}:{}", number(duel.won, 1), number(duel.lost, 1));
        vec![
            duel.round.to_string(),
            duel.one.clone(),
            result.into(),
            duel.other.clone(),
            meetings,
        ]
    };
    standings.duels.iter().map(row).collect()
}

/// Returns the headings and rows of the places in a Swiss or knockout tournament.
pub fn places(standings: &Standings) -> (&'static [&'static str], Vec<Vec<String>>) {
    let is_swiss = standings
        .places
        .iter()
        .any(|place| place.buchholz.is_some());
    let row = |(index, place): (usize, &PlaceResult)| {
        let numbers = match place.buchholz {
            Some(buchholz) => vec![number(place.points, 1), number(buchholz, 1)],
            None => vec![number(place.points, 0)],
        };
        [vec![format!("{} {}", index + 1, place.name)], numbers].concat()
    };
    let headings: &[&str] = if is_swiss { &SWISS } else { &KNOCKOUT };
    (
        headings,
        standings.places.iter().enumerate().map(row).collect(),
    )
}

/// Meaning of the ratings by number of players.
pub const BY_PLAYERS: &str = "Average 0 for each number of players, among the bots that are rated there: compare within a column";

/// Returns the headings and rows of the ratings by number of players, members in the order of their overall ratings.
pub fn by_players(standings: &Standings) -> (Vec<String>, Vec<Vec<String>>) {
    let numbers = || standings.by_players.iter();
    let heading = |players: usize| {
        [
            format!("Elo, {players} players"),
            "from".into(),
            "to".into(),
        ]
    };
    let headings = [String::new()]
        .into_iter()
        .chain(numbers().flat_map(|of| heading(of.players)))
        .collect();
    let row = |agent: usize| {
        let elos = numbers().flat_map(|of| elo(&of.ratings.agents[agent].elo));
        [standings.members[agent].name.clone()]
            .into_iter()
            .chain(elos)
            .collect()
    };
    (
        headings,
        standings.ratings.order().into_iter().map(row).collect(),
    )
}

/// Lists who sat at a game, with points and faults: `greedy 71, mine 0 (crash)`; `names` are those of all members.
pub fn seats(names: &[String], game: &ArchivedGame) -> String {
    let seat = |seat: usize| {
        let fault = game.faults[seat].map_or_else(String::new, |fault| format!(" ({fault})"));
        format!("{} {}{fault}", names[game.members[seat]], game.scores[seat])
    };
    (0..game.members.len())
        .map(seat)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the rows of games.
pub fn games(names: &[String], games: &[&ArchivedGame]) -> Vec<Vec<String>> {
    let row = |game: &&ArchivedGame| {
        let lead = game.leads.iter().max().copied().unwrap_or_default();
        let numbers = [
            game.round.to_string(),
            game.game.to_string(),
            game.turns.to_string(),
            lead.to_string(),
        ];
        [seats(names, game)].into_iter().chain(numbers).collect()
    };
    games.iter().map(row).collect()
}

/// Returns the rows of these pairs.
pub fn pairs(pairs: &[&PairResult]) -> Vec<Vec<String>> {
    let row = |pair: &&PairResult| {
        let numbers = [pair.won, pair.tied, pair.lost].map(count);
        let stronger = pair
            .stronger
            .map_or_else(String::new, |chance| percent(chance, 1));
        let shares = [estimate::percent(&pair.share, 1), stronger];
        [
            &[pair.one.clone(), pair.other.clone()],
            &numbers[..],
            &shares,
        ]
        .concat()
    };
    pairs.iter().map(row).collect()
}

/// Returns the pairs that have met, those of the best members first.
pub fn sorted_pairs(standings: &Standings) -> Vec<&PairResult> {
    let order = standings.ratings.order();
    let place = |name: &str| {
        order
            .iter()
            .position(|at| standings.members[*at].name == name)
    };
    let mut pairs: Vec<&PairResult> = standings.pairs.iter().collect();
    pairs.sort_by_key(|pair| {
        let (one, other) = (place(&pair.one), place(&pair.other));
        (one.min(other), one.max(other))
    });
    pairs
}
