//! Tables of a Swiss or knockout tournament.

use goldrush_report::document::{Cell, Table};
use goldrush_report::number::Number;

use super::standings::Standings;

/// Meaning of the order of members with equally many points in a Swiss tournament.
pub const TIES_NOTE: &str = "Members with equally many points stand in the order of their duels if all of them have met each other, then \
    of their opponents' points, to which a round without an opponent adds nothing. Members that are still level share a place.";

/// True if the standings are those of a Swiss tournament.
pub fn is_swiss(standings: &Standings) -> bool {
    standings
        .places
        .iter()
        .any(|place| place.buchholz.is_some())
}

/// Returns the places.
pub fn places(standings: &Standings) -> Table {
    let is_swiss = is_swiss(standings);
    let rows = standings.places.iter().map(|place| {
        let retired = if place.retired { " (retired)" } else { "" };
        let mut row = vec![
            format!("{} {}{retired}", place.place, place.name).into(),
            Number::exact(place.points, usize::from(is_swiss)).into(),
        ];
        row.extend(place.buchholz.map(|points| Number::exact(points, 1).into()));
        row
    });
    if is_swiss {
        Table::new(["member", "points", "opponents' points"], rows)
    } else {
        Table::new(["member", "stages won"], rows)
    }
}

/// Returns the duels, and the members without one, round by round.
pub fn duels(standings: &Standings) -> Table {
    let is_swiss = is_swiss(standings);
    let mut rows: Vec<(usize, Vec<Cell>)> = Vec::new();
    for duel in &standings.duels {
        let verb = match (duel.is_tied, is_swiss) {
            (false, _) => "won",
            (true, true) => "tie",
            (true, false) => "tied, advances",
        };
        let ahead = format!("{}:{}", duel.won, duel.lost);
        let [first, second] = duel.points;
        let points = format!("{first}:{second}");
        let row = [duel.one.as_str(), verb, &duel.other, &ahead, &points];
        rows.push((duel.round, row.map(Cell::from).into()));
    }
    for without in &standings.without_duel {
        let other = without
            .retired
            .as_ref()
            .map(|name| format!("{name} (retired)"));
        let verb = if other.is_some() { "advances" } else { "rests" };
        let other = other.as_deref().unwrap_or_default();
        let row = [without.name.as_str(), verb, other, "", ""];
        rows.push((without.round, row.map(Cell::from).into()));
    }
    rows.sort_by_key(|(round, _)| *round);
    let rows = rows.into_iter().map(|(round, row)| {
        let round: Cell = round.to_string().into();
        [round].into_iter().chain(row).collect()
    });
    Table::new(
        ["round", "", "", "against", "finished ahead", "points"],
        rows,
    )
}
