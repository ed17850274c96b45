//! `goldrush course`: what games between equals look like, and whether the leader runs away.

use std::io::Write;

use super::equals;
use crate::cli::args::{CourseArgs, EqualsArgs};
use crate::games::analyzable::Analyzable;
use crate::games::registry::with_setup;
use crate::report::estimate;
use crate::report::figure::Figure;
use crate::report::figure::lead_curve::{LeadCurve as Line, LeadCurves, Point};
use crate::report::table::plain;
use crate::sim::batch;
use crate::sim::game_profile::{GameProfile, LeadStats};
use crate::sim::sampled_game::{SampledGame, Samplers};
use crate::stats::histogram::Histogram;
use crate::study::lineup;

/// Percentiles to show.
const PERCENTILES: [u32; 5] = [5, 25, 50, 75, 95];

pub(super) fn run(args: &CourseArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let setup = equals::setup(&args.equals)?;
    with_setup!(&setup, G, setup => course::<G>(args, setup, out))
}

fn course<G: Analyzable>(args: &CourseArgs, setup: &G::Setup, out: &mut dyn Write) -> anyhow::Result<()> {
    let names = lineup::split_names(args.agents.as_deref().unwrap_or(G::POLICY));
    let pool = batch::pool(args.equals.threads)?;
    let mut all: Vec<(String, GameProfile)> = Vec::new();
    for name in names {
        let player = lineup::parse(args.equals.rules.game()?, "--agents", &name)?.built_in("--agents")?;
        let explorers = Samplers::alike(player);
        let mut course = GameProfile::default();
        let play = |block| {
            GameProfile::of_game::<G>(setup, &SampledGame::play::<G>(setup, &explorers, args.equals.seed, block))
        };
        batch::each(&pool, args.equals.games, play, |game| course.add(&game));
        all.push((name, course));
    }
    write(&args.equals, &all, out)?;
    equals::write_files(&args.equals, &csv(args.equals.players, &all)?, &figure(&args.equals, &all))
}

fn write(args: &EqualsArgs, all: &[(String, GameProfile)], out: &mut dyn Write) -> anyhow::Result<()> {
    let (games, players) = (args.games, args.players);
    writeln!(out, "{games} games of {players} players, each bot against itself.\n")?;
    for (what, at) in GameProfile::ENDS.iter().zip(0..) {
        let rows = all.iter().map(|(name, course)| {
            let histogram = &course.ends[at];
            let mut row = vec![name.clone()];
            row.extend(PERCENTILES.map(|percent| quantile(histogram, percent, 0.0).to_string()));
            row
        });
        let headings = [*what, "5 %", "25 %", "median", "75 %", "95 %"];
        writeln!(out, "{}\n", plain(&headings, rows))?;
    }
    writeln!(
        out,
        "If the game ended after that many of its turns: how far the leader is ahead of the next, how often the leader goes on to\n\
         win, and how much of a lead of 10 points is left at the end. 95 % intervals.\n"
    )?;
    let rows = all.iter().flat_map(|(name, course)| {
        let row = |(tenths, leads): (u32, &LeadStats)| {
            vec![
                name.clone(),
                format!("{} %", 10 * tenths),
                estimate::text(&leads.lead.estimate(), 1),
                estimate::text(&leads.wins.estimate().times(100.0), 1),
                estimate::text(&leads.kept.estimate().times(10.0), 1),
            ]
        };
        (1..).zip(&course.leads).filter(|(_, leads)| leads.kept.count > 0).map(row)
    });
    Ok(writeln!(out, "{}", plain(&["bot", "played", "lead", "leader wins, %", "left of 10"], rows))?)
}

/// Returns a percentile of the numbers, with its share shifted by this many standard errors.
fn quantile(histogram: &Histogram, percent: u32, errors: f64) -> u16 {
    let share = f64::from(percent) / 100.0;
    let error = (share * (1.0 - share) / histogram.total().max(1) as f64).sqrt();
    histogram.quantile((share + errors * error).clamp(0.0, 1.0)).unwrap_or(0)
}

/// Returns the results as CSV, with the ends of the intervals; `at` is a percentile of the games, or the percentage of
/// turns played.
fn csv(players: usize, all: &[(String, GameProfile)]) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["players", "bot", "what", "at", "value", "low", "high"])?;
    let mut write = |bot: &str, what: &str, at: u32, [value, low, high]: [String; 3]| {
        table.write_record([&players.to_string(), bot, what, &at.to_string(), &value, &low, &high])
    };
    for (name, course) in all {
        for (what, histogram) in GameProfile::ENDS.iter().zip(&course.ends) {
            for percent in PERCENTILES {
                // The seats of one game are correlated, so they count as one observation.
                let error = 1.96 * if *what == GameProfile::ENDS[0] { (players as f64).sqrt() } else { 1.0 };
                let values = [0.0, -error, error].map(|errors| quantile(histogram, percent, errors).to_string());
                write(name, what, percent, values)?;
            }
        }
        for (leads, tenths) in course.leads.iter().zip(1..) {
            if leads.kept.count == 0 {
                continue;
            }
            let told = [("lead", leads.lead), ("leader wins", leads.wins), ("left of a point", leads.kept)];
            for (what, ratio) in told {
                write(name, what, 10 * tenths, equals::cells(Some(ratio.estimate())))?;
            }
        }
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

fn figure(args: &EqualsArgs, all: &[(String, GameProfile)]) -> Figure {
    let point = |(tenths, leads): (usize, &LeadStats)| {
        let wins = leads.wins.estimate().plus(-1.0 / args.players as f64).times(100.0);
        Point { turn: 10 * tenths, mean: wins.mean, half_width: wins.half_width.unwrap_or(0.0), note: None }
    };
    let line = |(name, course): &(String, GameProfile)| {
        let told = (1..).zip(&course.leads).filter(|(_, leads)| leads.wins.count > 0);
        Line { label: name.clone(), points: told.map(point).collect() }
    };
    let courses = LeadCurves {
        courses: all.iter().map(line).collect(),
        turns: 90,
        unit: "turns played, %",
        axis: "how much more often than an equal the leader wins, percentage points",
    };
    Figure {
        name: "course".into(),
        title: "How often whoever leads wins in the end".into(),
        caption: format!(
            "Who would win if the game ended then wins it in the end so many games in a hundred more than one of {} equals; {} games \
             by each bot against itself, with 95 % intervals.",
            args.players, args.games
        ),
        drawing: courses.draw(),
    }
}
