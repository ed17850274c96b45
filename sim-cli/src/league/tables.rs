//! Tables of a league's standings.

use goldrush_report::content::faults::words;
use goldrush_report::content::ratings::elo;
use goldrush_report::document::{Cell, Table};
use goldrush_report::number::Number;

use super::archive::ArchivedGame;
use super::standings::{PairResult, Standings};
use super::voided::VoidedRounds;

/// Meaning of the table of members.
pub const MEMBERS_NOTE: &str = "Elo (average 0) with 95% intervals; a gap of 400 means odds of ten to one. Against all: how often a bot \
    is expected to finish ahead if it meets all others equally often.";
/// Meaning of the ratings by number of players.
pub const BY_PLAYERS: &str = "Average 0 for each number of players, among the bots that are rated there: compare within a column.";

/// Returns the last faults, the newest first.
pub fn faults(standings: &Standings) -> Table {
    let rows = standings.faults.iter().rev().map(|fault| {
        let line = &fault.line;
        let mut members = standings.members.iter();
        let member = members.find(|member| member.bot == line.bot);
        vec![
            member
                .map_or(&line.name, |member| &member.name)
                .as_str()
                .into(),
            line.fault.as_str().into(),
            words(line).into(),
            Cell::Id(fault.round as u64),
            Cell::Id(line.game),
            Cell::Id(line.turn as u64),
            Cell::Id(line.decision.into()),
            Cell::Id(line.seed),
        ]
    });
    let headings = [
        "bot",
        "fault",
        "what happened",
        "round",
        "game",
        "turn",
        "decision",
        "seed",
    ];
    Table::new(headings, rows)
}

/// Returns the members, the best first.
pub fn members(standings: &Standings) -> Table {
    let order = standings.ratings.order();
    let rows = order.into_iter().map(|agent| {
        let member = &standings.members[agent];
        let state = match (&member.parent, member.retired) {
            (Some(parent), true) => format!(" (after {parent}, retired)"),
            (Some(parent), false) => format!(" (after {parent})"),
            (None, true) => " (retired)".into(),
            (None, false) => String::new(),
        };
        // In a tournament, the places are those of the standings.
        let place = member.place.filter(|_| standings.places.is_empty());
        let place = place.map_or_else(String::new, |place| format!("{place} "));
        let mut row = vec![
            format!("{place}{}{state}", member.name).into(),
            elo(&standings.ratings.agents[agent].elo),
            share(member.expected),
            Cell::Count(member.seats),
            Cell::Count(member.faults),
        ];
        row.extend(
            member
                .place_before
                .map(|before| moved(before, member.place)),
        );
        row
    });
    let headings = ["member", "Elo", "against all", "results", "faults"];
    let since = standings.since.map(|round| format!("since round {round}"));
    Table::new(headings.map(str::to_owned).into_iter().chain(since), rows)
}

/// Says how a place has changed.
fn moved(before: Option<usize>, now: Option<usize>) -> Cell {
    match (before, now) {
        (Some(before), Some(now)) if now < before => format!("up {}", before - now).into(),
        (Some(before), Some(now)) if now > before => format!("down {}", now - before).into(),
        (Some(_), Some(_)) => "same".into(),
        (None, Some(_)) => "new".into(),
        (_, None) => "".into(),
    }
}

/// Returns the members as CSV, those with the best places first; what is not known is empty.
///
/// # Errors
/// Fails if a name cannot be written.
pub fn members_csv(standings: &Standings) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let headings = [
        "place",
        "name",
        "bot",
        "parent",
        "retired",
        "elo",
        "elo_low",
        "elo_high",
        "expected",
        "results",
        "win_share",
        "score",
        "lead",
        "faults",
    ];
    let since = standings.since.map(|_| "place_before");
    table.write_record(headings.into_iter().chain(since))?;
    let mut members: Vec<_> = standings
        .members
        .iter()
        .zip(&standings.ratings.agents)
        .collect();
    members.sort_by_key(|(member, _)| member.place.unwrap_or(usize::MAX));
    for (member, rating) in members {
        let mut row = vec![
            known(member.place),
            member.name.clone(),
            member.bot.clone(),
            member.parent.clone().unwrap_or_default(),
            member.retired.to_string(),
        ];
        let ends = [Some(rating.elo.mean), rating.elo.low, rating.elo.high];
        row.extend(ends.map(|end| known(end.filter(|end| end.is_finite()))));
        row.extend([known(member.expected), member.seats.to_string()]);
        row.extend([member.win_share, member.score, member.lead].map(known));
        row.push(member.faults.to_string());
        row.extend(member.place_before.map(known));
        table.write_record(row)?;
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

fn known(number: Option<impl ToString>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// Returns a share without an interval; empty if it is unknown.
pub(super) fn share(share: Option<f64>) -> Cell {
    share
        .map(|share| Number::exact(100.0 * share, 1).with_unit("%"))
        .into()
}

/// Returns the ratings by number of players, members in the order of their overall ratings.
pub fn by_players(standings: &Standings) -> Table {
    let of_players = &standings.by_players;
    let headings = of_players
        .iter()
        .map(|of| format!("Elo, {} players", of.players));
    let rows = standings.ratings.order().into_iter().map(|agent| {
        let elos = of_players
            .iter()
            .map(|of| elo(&of.ratings.agents[agent].elo));
        [standings.members[agent].name.as_str().into()]
            .into_iter()
            .chain(elos)
            .collect()
    });
    Table::new(["member".to_owned()].into_iter().chain(headings), rows)
}

/// Lists who sat at a game, with points and faults: `greedy 71, mine 0 (crash)`; `names` are those of all members.
pub fn seats(names: &[String], game: &ArchivedGame) -> String {
    let mut seats = Vec::new();
    for (seat, &member) in game.members.iter().enumerate() {
        let fault = game.faults[seat].map_or_else(String::new, |fault| format!(" ({fault})"));
        seats.push(format!("{} {}{fault}", names[member], game.scores[seat]));
    }
    let seats = seats.join(", ");
    match &game.voided {
        Some(reason) => format!("{seats} (does not count: {reason})"),
        None => seats,
    }
}

/// Returns the rounds whose games with a member do not count.
pub fn voided(standings: &Standings) -> Table {
    let mut rows = Vec::new();
    for member in &standings.members {
        for voided in &member.voided {
            rows.push(vec![
                member.name.as_str().into(),
                VoidedRounds::words(voided.first, voided.last).into(),
                voided.reason.as_str().into(),
            ]);
        }
    }
    Table::new(["member", "games in", "reason"], rows)
}

/// Returns a list of games.
pub fn games(names: &[String], games: &[&ArchivedGame]) -> Table {
    let rows = games.iter().map(|game| {
        let lead = game.leads.iter().max().copied().unwrap_or_default();
        vec![
            seats(names, game).into(),
            Cell::Id(game.round as u64),
            Cell::Id(game.game),
            Cell::Count(game.turns.into()),
            Number::exact(lead.into(), 0).into(),
        ]
    });
    Table::new(
        ["seats, with points", "round", "game", "turns", "lead"],
        rows,
    )
}

/// Returns these pairs.
pub fn pairs(pairs: &[&PairResult]) -> Table {
    let rows = pairs.iter().map(|pair| {
        vec![
            pair.one.as_str().into(),
            pair.other.as_str().into(),
            Number::percent(&pair.share).into(),
            share(pair.stronger),
            Cell::Count(pair.won),
            Cell::Count(pair.tied),
            Cell::Count(pair.lost),
        ]
    });
    let headings = [
        "member", "against", "ahead", "stronger", "won", "tied", "lost",
    ];
    Table::new(headings, rows)
}

/// Returns the pairs that have met, those of the best members first.
pub fn sorted_pairs(standings: &Standings) -> Vec<&PairResult> {
    let order = standings.ratings.order();
    let mut pairs: Vec<&PairResult> = standings.pairs.iter().collect();
    pairs.sort_by_cached_key(|pair| {
        let mut places = [&pair.one, &pair.other].map(|name| {
            order
                .iter()
                .position(|at| standings.members[*at].name == *name)
        });
        places.sort_unstable();
        places
    });
    pairs
}
