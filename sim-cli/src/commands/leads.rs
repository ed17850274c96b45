//! `goldrush ask leads`: what games between equals look like, and whether the leader runs away.

use goldrush_games::analyzable::Analyzable;
use goldrush_harness::sim::game_profile::{GameProfile, LeadStats};
use goldrush_report::document::{Cell, Table};
use goldrush_report::figure::lead_curve::{LeadCurve as Line, LeadCurves, Point};
use goldrush_report::figure::{Figure, histogram};
use goldrush_report::number::Number;
use goldrush_report::words::{count, player_games};
use goldrush_support::stats::histogram::Histogram;

use super::equal_games::{EqualGames, Sampled, cells};

/// Percentiles to show.
const PERCENTILES: [u32; 5] = [5, 25, 50, 75, 95];

/// Plays the games of every bot, and describes them.
pub(super) fn answer<G: Analyzable>(
    games: &EqualGames,
    setup: &G::Setup,
) -> anyhow::Result<Sampled> {
    let mut all: Vec<(&str, GameProfile)> = Vec::new();
    for (name, bot) in &games.bots {
        let mut profile = GameProfile::default();
        games.each::<G, _>(
            setup,
            bot,
            |game| GameProfile::of_game::<G>(setup, game),
            |game| profile.add(&game),
        );
        all.push((name, profile));
    }
    let ends = (0..GameProfile::ENDS.len()).map(|at| percentiles(&all, at));
    let document = games.document(
        "How games between equals go",
        Vec::new(),
        "Played: the share of the turns. Lead: the leader's over the second then. Left of 10: how much of a lead of 10 points is left \
         at the end.",
        ends.chain([leads_table(&all)]).collect(),
        vec![leads(games, &all), points(games, &all)],
    );
    Ok(Sampled {
        document,
        csv: csv(games.players, &all)?,
    })
}

/// Returns the percentiles of one of the numbers at the end of a game.
fn percentiles(all: &[(&str, GameProfile)], at: usize) -> Table {
    let rows = all.iter().map(|(name, profile)| {
        let cells = PERCENTILES.map(|percent| {
            let value = quantile(&profile.ends[at], percent, 0.0);
            Cell::Count(value.into())
        });
        [(*name).into()].into_iter().chain(cells).collect()
    });
    let headings = [GameProfile::ENDS[at], "5%", "25%", "median", "75%", "95%"];
    Table::new(headings, rows)
}

/// Returns the leads after each tenth of the turns.
fn leads_table(all: &[(&str, GameProfile)]) -> Table {
    let rows = all.iter().flat_map(|(name, profile)| {
        let played = (1..).zip(&profile.leads);
        let played = played.filter(|(_, leads)| leads.kept.count > 0);
        played.map(|(tenths, leads)| {
            vec![
                (*name).into(),
                format!("{}%", 10 * tenths).into(),
                Number::points(&leads.lead.estimate()).into(),
                Number::percent(&leads.wins.estimate()).into(),
                Number::points(&leads.kept.estimate().times(10.0)).into(),
            ]
        })
    });
    Table::new(["bot", "played", "lead", "leader wins", "left of 10"], rows)
}

/// Returns a percentile of the numbers, with its share shifted by this many standard errors.
fn quantile(histogram: &Histogram, percent: u32, errors: f64) -> u16 {
    let share = f64::from(percent) / 100.0;
    let error = (share * (1.0 - share) / histogram.total().max(1) as f64).sqrt();
    histogram
        .quantile((share + errors * error).clamp(0.0, 1.0))
        .unwrap_or(0)
}

/// Returns the results as CSV, with the ends of the intervals; `at` is a percentile of the games, or the percentage of
/// turns played.
fn csv(players: usize, all: &[(&str, GameProfile)]) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["players", "bot", "what", "at", "value", "low", "high"])?;
    let mut write = |bot: &str, what: &str, at: u32, [value, low, high]: [String; 3]| {
        table.write_record([
            &players.to_string(),
            bot,
            what,
            &at.to_string(),
            &value,
            &low,
            &high,
        ])
    };
    for (name, profile) in all {
        for (what, histogram) in GameProfile::ENDS.iter().zip(&profile.ends) {
            for percent in PERCENTILES {
                // The seats of one game are correlated, so they count as one observation.
                let error = 1.96
                    * if *what == GameProfile::ENDS[0] {
                        (players as f64).sqrt()
                    } else {
                        1.0
                    };
                let values = [0.0, -error, error]
                    .map(|errors| quantile(histogram, percent, errors).to_string());
                write(name, what, percent, values)?;
            }
        }
        for (leads, tenths) in profile.leads.iter().zip(1..) {
            if leads.kept.count == 0 {
                continue;
            }
            let series = [
                ("lead", leads.lead),
                ("leader wins", leads.wins),
                ("left of a point", leads.kept),
            ];
            for (what, ratio) in series {
                write(name, what, 10 * tenths, cells(Some(ratio.estimate())))?;
            }
        }
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

fn leads(games: &EqualGames, all: &[(&str, GameProfile)]) -> Figure {
    let point = |(tenths, leads): (usize, &LeadStats)| {
        let wins = leads
            .wins
            .estimate()
            .plus(-1.0 / games.players as f64)
            .times(100.0);
        Point {
            turn: 10 * tenths,
            mean: wins.mean,
            half_width: wins.half_width.unwrap_or(0.0),
            note: None,
        }
    };
    let line = |(name, profile): &(&str, GameProfile)| {
        let series = (1..)
            .zip(&profile.leads)
            .filter(|(_, leads)| leads.wins.count > 0);
        Line {
            label: (*name).to_owned(),
            points: series.map(point).collect(),
        }
    };
    let curves = LeadCurves {
        curves: all.iter().map(line).collect(),
        turns: 90,
        unit: "turns played, %",
        axis: "leader's wins above a fair share, percentage points",
    };
    Figure {
        name: "leads".into(),
        title: "How often the leader wins in the end".into(),
        caption: format!(
            "How much more often than a fair share the current leader wins in the end, in {} games ({} by each bot against itself), \
             with 95% intervals.",
            player_games(games.players),
            count(games.games)
        ),
        drawing: curves.draw(),
    }
}

fn points(games: &EqualGames, all: &[(&str, GameProfile)]) -> Figure {
    let mut rows = Vec::new();
    for (name, profile) in all {
        let histogram = &profile.ends[0];
        let [low, median, high] = [5, 50, 95].map(|percent| quantile(histogram, percent, 0.0));
        let value = format!("median {median}, nine in ten from {low} to {high}");
        rows.push(histogram::Row {
            label: (*name).into(),
            value,
            histogram,
        });
    }
    Figure {
        name: "points".into(),
        title: format!(
            "Points of each player in {} games, by bot",
            player_games(games.players)
        ),
        caption: format!(
            "How often each score occurs in {} games of each bot against itself; the line is the median.",
            count(games.games)
        ),
        drawing: histogram::draw(&rows, "points per game"),
    }
}
