//! Two members of a league side by side: against each other, and against the same opponents.

use goldrush_harness::findings::rating::SURE;
use goldrush_report::content::ratings::elo;
use goldrush_report::document::{Answer, Cell, Document, Part, Section, Table};
use goldrush_report::number::Number;
use goldrush_support::stats::interval::Estimate;

use super::standings::{MemberResult, PairResult, Standings};
use super::tables;

/// Returns what a league's standings tell about two members, by their indices.
pub fn compare(standings: &Standings, members: [usize; 2]) -> Document {
    let names = members.map(|member| standings.members[member].name.as_str());
    let mut sections = vec![
        Section::new(
            "Side by side",
            vec![Part::Table(side_by_side(standings, members))],
        ),
        Section::new("Against each other", vec![meetings(standings, names)]),
    ];
    let shared = against_others(standings, names);
    if !shared.rows.is_empty() {
        sections.push(Section::new(
            "How often each finished ahead of the same opponents",
            vec![Part::Table(shared)],
        ));
    }
    Document {
        title: format!("{} and {}", names[0], names[1]),
        answers: vec![verdict(standings, members)],
        sections,
        ..Document::default()
    }
}

/// Says which member is the stronger one.
fn verdict(standings: &Standings, members: [usize; 2]) -> Answer {
    let [one, other] = members.map(|member| standings.members[member].name.as_str());
    let chance = standings.ratings.stronger[members[0]][members[1]];
    let shown = Number::exact(100.0 * chance.unwrap_or(0.5), 1).with_unit("%");
    let sentence = match chance {
        None => format!("No games that count connect {one} and {other}."),
        Some(chance) if chance >= SURE => format!("{one} is stronger than {other}."),
        Some(chance) if chance <= 1.0 - SURE => format!("{other} is stronger than {one}."),
        Some(_) => {
            format!("Cannot tell yet: {one} is stronger than {other} with a chance of {shown}.")
        }
    };
    Answer::new(&shown, sentence)
}

fn side_by_side(standings: &Standings, members: [usize; 2]) -> Table {
    let results = members.map(|member| &standings.members[member]);
    let mut rows = vec![row(
        "Elo",
        members.map(|member| elo(&standings.ratings.agents[member].elo)),
    )];
    for of in &standings.by_players {
        let elos = members.map(|member| elo(&of.ratings.agents[member].elo));
        rows.push(row(&format!("Elo, {} players", of.players), elos));
    }
    rows.extend([
        row(
            "against all",
            results.map(|member| tables::share(member.expected)),
        ),
        row(
            "wins",
            results.map(|member| tables::share(member.win_share)),
        ),
        row("points", results.map(|member| points(member.score, false))),
        row("lead", results.map(|member| points(member.lead, true))),
        row("results", results.map(|member| Cell::Count(member.seats))),
        row("faults", results.map(|member| Cell::Count(member.faults))),
        row("state", results.map(state)),
    ]);
    let names = results.map(|member| member.name.clone());
    Table::new([String::new()].into_iter().chain(names), rows)
}

fn row(quantity: &str, of_members: [Cell; 2]) -> Vec<Cell> {
    [quantity.into()].into_iter().chain(of_members).collect()
}

/// Returns mean points, or points of lead with their sign.
fn points(mean: Option<f64>, is_signed: bool) -> Cell {
    let number = mean.map(|mean| Number::exact(mean, 1));
    if is_signed {
        number.map(Number::signed).into()
    } else {
        number.into()
    }
}

fn state(member: &MemberResult) -> Cell {
    if member.retired { "retired" } else { "plays" }.into()
}

fn meetings(standings: &Standings, [one, other]: [&str; 2]) -> Part {
    match pair(standings, one, other) {
        Some(pair) => Part::Table(tables::pairs(&[pair])),
        None => Part::Text(format!(
            "{one} and {other} have not met in games that count."
        )),
    }
}

/// Returns the results of two members against each other, whichever comes first.
fn pair<'s>(standings: &'s Standings, one: &str, other: &str) -> Option<&'s PairResult> {
    standings.pairs.iter().find(|pair| {
        [&pair.one[..], &pair.other[..]] == [one, other]
            || [&pair.one[..], &pair.other[..]] == [other, one]
    })
}

/// Returns the results of a member against each other one that it has met, in the order of the members.
pub(super) fn pairs_of(standings: &Standings, name: &str) -> Vec<PairResult> {
    let others = standings.members.iter();
    others
        .filter_map(|other| pair(standings, name, &other.name))
        .map(|pair| seen_by(pair, name))
        .collect()
}

/// Returns the results of a pair with this member first.
fn seen_by(pair: &PairResult, name: &str) -> PairResult {
    if pair.one == name {
        return pair.clone();
    }
    PairResult {
        one: pair.other.clone(),
        other: pair.one.clone(),
        won: pair.lost,
        tied: pair.tied,
        lost: pair.won,
        share: turned(&pair.share),
        stronger: pair.stronger.map(|chance| 1.0 - chance),
    }
}

/// Returns how often a member finished ahead of another one.
fn share_against(standings: &Standings, name: &str, opponent: &str) -> Option<Estimate> {
    Some(seen_by(pair(standings, name, opponent)?, name).share)
}

/// Returns the share of the second of two members, given that of the first.
fn turned(share: &Estimate) -> Estimate {
    Estimate {
        mean: 1.0 - share.mean,
        half_width: share.half_width,
        low: share.high.map(|high| 1.0 - high),
        high: share.low.map(|low| 1.0 - low),
    }
}

fn against_others(standings: &Standings, [one, other]: [&str; 2]) -> Table {
    let mut rows = Vec::new();
    for opponent in &standings.members {
        let shares = [one, other].map(|name| share_against(standings, name, &opponent.name));
        if let [Some(of_one), Some(of_other)] = shares {
            rows.push(vec![
                opponent.name.as_str().into(),
                Number::percent(&of_one).into(),
                Number::percent(&of_other).into(),
            ]);
        }
    }
    Table::new(["opponent", one, other], rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_the_second_are_what_the_first_leaves() {
        let share = Estimate {
            mean: 0.75,
            half_width: None,
            low: Some(0.5),
            high: Some(0.875),
        };
        let left = turned(&share);
        assert_eq!(
            (left.mean, left.low, left.high),
            (0.25, Some(0.125), Some(0.5))
        );
    }
}
