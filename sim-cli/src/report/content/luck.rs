//! Section on luck-adjusted margins and win shares.

use super::LoadedRun;
use super::words::{percent, points};
use crate::games::schema::Metric;
use crate::report::luck::{EFFECT_HEADINGS, MEANING, effect, worth};
use crate::report::page::{PagePart, Section, Table};

pub(super) fn section(run: &LoadedRun) -> Option<Section> {
    let luck = run.summary.luck.as_ref()?;
    let mut rows = Vec::new();
    for agent in run
        .ranking()
        .into_iter()
        .filter(|&agent| agent < luck.agents.len())
    {
        let (without, as_played) = (&luck.agents[agent], &run.summary.agents[agent]);
        rows.push(vec![
            without.name.clone(),
            points(&as_played.mean(Metric::MARGIN)),
            points(&without.margin.estimate),
            worth(&without.margin),
            percent(&as_played.mean(Metric::WIN_SHARE)),
            percent(&without.win_share.estimate),
            worth(&without.win_share),
        ]);
    }
    let agents = [
        "bot",
        "lead",
        "adjusted",
        "as precise as",
        "win rate",
        "adjusted",
        "as precise as",
    ];
    let (headings, texts) = if rows.is_empty() {
        (&EFFECT_HEADINGS[..], 2)
    } else {
        (&agents[..], 1)
    };
    rows.extend(luck.effects.iter().map(effect));
    let headings = headings
        .iter()
        .map(|heading| (*heading).to_owned())
        .collect();
    let table = Table {
        headings,
        texts,
        rows,
        ..Table::default()
    };
    let parts = vec![PagePart::Text(MEANING.into()), PagePart::Table(table)];
    Some(Section {
        heading: "Adjusted for the luck of the draw".into(),
        parts,
    })
}
