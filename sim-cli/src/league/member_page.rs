//! Page of a member of a league: its rating over the rounds, and its results against each other member.

use goldrush_harness::protocol::limits::Limits;
use goldrush_report::content::ratings::elo;
use goldrush_report::document::{Document, Part, Section};
use goldrush_report::figure::Figure;
use goldrush_report::figure::lead_curve::{LeadCurve, LeadCurves, Point};
use goldrush_report::words::{count, counted};

use super::compare::pairs_of;
use super::history::RatingHistory;
use super::page::{LeaguePage, Links};
use super::standings::Standings;
use super::tables;

/// Returns the page of a member, by its index.
pub fn member_page(
    standings: &Standings,
    history: &RatingHistory,
    member: usize,
    links: Links<'_>,
) -> Document {
    let result = &standings.members[member];
    // A command may name private folders.
    let mut about = if result.bot.starts_with("exec:") {
        vec!["a program of its own".to_owned()]
    } else {
        vec![result.bot.clone()]
    };
    about.extend(
        result
            .parent
            .as_ref()
            .map(|parent| format!("after {parent}")),
    );
    about.push(counted(result.seats, "result"));
    about.push(counted(result.faults, "fault"));
    if result.retired {
        about.push("retired".into());
    }
    let mut sections = vec![rating(standings, history, member)];
    if let Some(limits) = &result.limits {
        let parts = vec![Part::Text(limits_in_words(limits))];
        sections.push(Section::new("Limits", parts));
    }
    let pairs = pairs_of(standings, &result.name);
    let pairs: Vec<_> = pairs.iter().collect();
    sections.push(Section::new(
        "Against each other member",
        vec![Part::Table(tables::pairs(&pairs))],
    ));
    if let Some(file) = links(LeaguePage::Games(member, None)) {
        let text = format!("All games of {}", result.name);
        sections.push(Section::new("Games", vec![Part::Link { text, file }]));
    }
    Document {
        title: result.name.clone(),
        subtitle: about.join("; "),
        sections,
        ..Document::default()
    }
}

/// Lists limits: `At most 500 ms per decision, 600 seconds per game, 256 MiB per process, 1 CPU.`
pub fn limits_in_words(limits: &Limits) -> String {
    let mut words = vec![
        format!("{} ms per decision", count(limits.move_ms)),
        format!("{} seconds per game", limits.clock),
    ];
    let memory = limits
        .memory_mb
        .map(|mb| format!("{} MiB per process", count(mb)));
    words.extend(memory);
    let processor = limits.cpu_s.map(|s| {
        format!(
            "{} of processor time per process and game",
            counted(s, "second")
        )
    });
    words.extend(processor);
    let cpus = if limits.pin { Some(1) } else { limits.cpus };
    words.extend(cpus.map(|cpus| counted(cpus, "CPU")));
    format!("At most {}.", words.join(", "))
}

/// Returns the section with the picture of a member's rating.
fn rating(standings: &Standings, history: &RatingHistory, member: usize) -> Section {
    let now = elo(&standings.ratings.agents[member].elo);
    let mut parts = vec![Part::Text(format!("Elo now: {now}"))];
    let mut points = Vec::new();
    for (round, mean) in history.of_member(member, standings.rounds) {
        points.push(Point {
            turn: round,
            mean,
            half_width: 0.0,
            note: None,
        });
    }
    if points.len() > 1 {
        let name = standings.members[member].name.clone();
        let curves = LeadCurves {
            curves: vec![LeadCurve {
                label: name.clone(),
                points,
            }],
            turns: standings.rounds,
            unit: "round",
            axis: "Elo",
        };
        parts.push(Part::Wide(Figure {
            name: format!("member-{member}"),
            title: format!("Rating of {name} over the rounds"),
            caption: "Elo after each round by all games that count until then; the average of the rated members is 0.".into(),
            drawing: curves.draw(),
        }));
    }
    Section::new("Rating", parts)
}
