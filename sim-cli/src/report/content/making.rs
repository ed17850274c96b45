//! Section on how a report was made, how to reproduce it, and how to read it.

use super::LoadedRun;
use crate::report::page::{PagePart, Section, Table};
use crate::report::words::{count, list};
use crate::study::arm::Arm;
use crate::study::{command_line, rule_options, tiles_file};

pub(super) fn section(run: &LoadedRun) -> Section {
    let plan = &run.plan;
    let mut parts = vec![PagePart::Code {
        fold: None,
        text: command_line(plan),
    }];
    let is_own = |arm: &&Arm| arm.tiles_text.is_some();
    let mut own: Vec<_> = plan
        .arms
        .iter()
        .filter(is_own)
        .map(|arm| arm.setup.components())
        .collect();
    own.dedup();
    for (name, hash) in own {
        let file = tiles_file(&hash);
        parts.push(PagePart::Text(format!(
            "The tiles {name} are in the run's folder, in the file {file}."
        )));
    }
    parts.push(PagePart::Table(versions(run)));
    parts.push(PagePart::Text(catalogue_line(run)));
    parts.push(PagePart::Text(
        "How to read it: a deal is an order of tiles and tokens. Each deal is played in every cyclic seating of the line-up, \
         so all bots get the same luck and the same seats. Intervals are 95% confidence intervals, computed from the means \
         of deals, since games of the same deal are not independent: about 95 of 100 such intervals contain the true mean. \
         Among many intervals, expect a few that do not. Ties for the win are split."
            .into(),
    ));
    parts.push(PagePart::Text(
        "The same command plays the same games, with any number of threads. games.csv has one row per game, seats.csv one \
         row per game and seat; everything above is computed from them."
            .into(),
    ));
    if plan.arms.len() > 1 {
        parts.push(PagePart::Table(arms(run)));
    }
    parts.push(PagePart::Code {
        fold: Some("The plan, run.toml".into()),
        text: run.plan_text.clone(),
    });
    Section {
        heading: "How this was made".into(),
        parts,
    }
}

fn versions(run: &LoadedRun) -> Table {
    let plan: toml::Table = toml::from_str(&run.plan_text).unwrap_or_default();
    let text = |key: &str| {
        plan.get(key)
            .and_then(toml::Value::as_str)
            .unwrap_or("unknown")
            .to_owned()
    };
    let catalogues = distinct(run, |arm| {
        format!("{} {}", arm.setup.components().0, arm.setup.components().1)
    });
    let rows = [
        ("run", text("run")),
        (
            "program",
            format!("goldrush {} (commit {})", text("version"), text("commit")),
        ),
        ("tiles", list(&catalogues)),
        (
            "deals",
            format!(
                "{}, {} games each",
                count(run.summary.blocks),
                run.plan.games_per_block()
            ),
        ),
        ("seed", run.plan.seed.to_string()),
    ];
    Table {
        headings: vec!["item".into(), "value".into()],
        texts: 2,
        rows: rows
            .map(|(what, build)| vec![what.to_owned(), build])
            .to_vec(),
        ..Table::default()
    }
}

/// Returns the table of arms.
fn arms(run: &LoadedRun) -> Table {
    let row = |(number, arm): (usize, &Arm)| {
        let agents: Vec<String> = arm.lineup.agents().map(ToString::to_string).collect();
        let numbers = [arm.lineup.players(), arm.lineup.seatings()].map(|n| n.to_string());
        let texts = [
            number.to_string(),
            arm.name.clone(),
            agents.join(", "),
            rule_options(arm).join(" "),
        ];
        texts.into_iter().chain(numbers).collect()
    };
    let headings = [
        "number",
        "name",
        "line-up",
        "changes to the printed rules",
        "players",
        "games per deal",
    ];
    Table {
        fold: Some("Rules and line-ups".into()),
        headings: headings.map(String::from).to_vec(),
        texts: 4,
        rows: run.plan.arms.iter().enumerate().map(row).collect(),
        ..Table::default()
    }
}

fn catalogue_line(run: &LoadedRun) -> String {
    let names = distinct(run, |arm| arm.setup.components().0);
    if run.plan.arms.iter().all(|arm| arm.tiles_text.is_none()) {
        format!(
            "Played with {}. {}",
            list(&names),
            run.plan.arms[0].setup.provenance()
        )
    } else {
        format!(
            "Played with {}. Some of them were made for this run and are in its folder.",
            list(&names)
        )
    }
}

/// Returns the distinct values of the arms, in order.
fn distinct(run: &LoadedRun, of: impl Fn(&Arm) -> String) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for value in run.plan.arms.iter().map(of) {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}
