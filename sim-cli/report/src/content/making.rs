//! Section on how a report was made, how to reproduce it, and how to read it.

use goldrush_harness::study::arm::Arm;
use goldrush_harness::study::{command_line, rule_options, tiles_file};

use super::Run;
use crate::document::{Cell, Part, Section, Table};
use crate::words::{count, list};

pub(super) fn section(run: &Run, plan_text: &str) -> Section {
    let plan = run.plan;
    let mut parts = vec![Part::Code {
        fold: None,
        text: command_line(plan),
    }];
    let own = plan.arms.iter().filter(|arm| arm.tiles_text.is_some());
    let mut own: Vec<_> = own.map(|arm| arm.setup.components()).collect();
    own.dedup();
    for (name, hash) in own {
        let file = tiles_file(&hash);
        parts.push(Part::Text(format!(
            "The tiles {name} are in the run's folder, in the file {file}."
        )));
    }
    parts.push(Part::Table(versions(run, plan_text)));
    parts.push(Part::Text(catalogue_line(run)));
    parts.push(Part::Text(
        "How to read it: the lead is a player's points minus those of its best opponent. A deal is an order of tiles and tokens. Each deal is played in every cyclic seating of the line-up, \
         so all bots get the same luck and the same seats. Intervals are 95% confidence intervals, computed from the means \
         of deals, since games of the same deal are not independent: about 95 of 100 such intervals contain the true mean. \
         Among many intervals, expect a few that do not. Ties for the win are split."
            .into(),
    ));
    parts.push(Part::Text(
        "The same command plays the same games, with any number of threads. games.csv has one row per game, seats.csv one \
         row per game and seat; everything above is computed from them."
            .into(),
    ));
    if plan.arms.len() > 1 {
        parts.push(Part::Table(arms(run)));
    }
    parts.push(Part::Code {
        fold: Some("The plan, run.toml".into()),
        text: plan_text.to_owned(),
    });
    Section::detail("How this was made", parts)
}

/// Returns the text of a key of a plan.
fn text_of<'p>(plan: &'p toml::Table, key: &str) -> &'p str {
    plan.get(key)
        .and_then(toml::Value::as_str)
        .unwrap_or("unknown")
}

fn versions(run: &Run, plan_text: &str) -> Table {
    let plan: toml::Table = toml::from_str(plan_text).unwrap_or_default();
    let catalogues = distinct(run, |arm| {
        let (name, hash) = arm.setup.components();
        format!("{name} {hash}")
    });
    let program = format!(
        "goldrush {} (commit {})",
        text_of(&plan, "version"),
        text_of(&plan, "commit")
    );
    let deals = format!(
        "{}, {} games each",
        count(run.summary.blocks),
        run.plan.games_per_block()
    );
    let rows = [
        ("run", text_of(&plan, "run").to_owned()),
        ("program", program),
        ("tiles", list(&catalogues)),
        ("deals", deals),
        ("seed", run.plan.seed.to_string()),
    ];
    let rows = rows.map(|(item, value)| vec![item.into(), value.into()]);
    Table::new(["item", "value"], rows)
}

/// Returns the table of arms.
fn arms(run: &Run) -> Table {
    let rows = run.plan.arms.iter().enumerate().map(|(number, arm)| {
        let agents: Vec<String> = arm.lineup.agents().map(ToString::to_string).collect();
        vec![
            number.to_string().into(),
            arm.name.as_str().into(),
            agents.join(", ").into(),
            rule_options(arm).join(" ").into(),
            Cell::Count(arm.lineup.players() as u64),
            Cell::Count(arm.lineup.seatings() as u64),
        ]
    });
    let headings = [
        "number",
        "name",
        "line-up",
        "changes to the printed rules",
        "players",
        "games per deal",
    ];
    Table::new(headings, rows).folded("Rules and line-ups")
}

fn catalogue_line(run: &Run) -> String {
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
fn distinct(run: &Run, of: impl Fn(&Arm) -> String) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for value in run.plan.arms.iter().map(of) {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}
