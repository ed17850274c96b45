//! Means of an agent or a seat.

use std::collections::BTreeMap;

use goldrush_games::schema::{Metric, ResultSchema};
use goldrush_support::stats::interval::Estimate;
use serde::{Deserialize, Serialize};

use super::group::Group;

/// Estimates for one side or one seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MeanRow {
    /// Name of the agent, or number of the seat.
    pub name: String,
    /// Number of results behind the estimates.
    pub results: u64,
    /// Estimates by metric; that of the win share is over the games that somebody won.
    pub metrics: BTreeMap<Metric, Estimate>,
    /// Share of the win that equals would have in the games that somebody won, 0 to 1; `None` if somebody won every game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair_share: Option<f64>,
}

impl MeanRow {
    /// Returns the mean of a metric of the game, with its interval.
    ///
    /// # Panics
    /// Panics if it is a metric of another game.
    pub fn mean(&self, metric: Metric) -> Estimate {
        self.metrics[&metric]
    }

    fn new(schema: &ResultSchema, name: String, blocks: u64, group: &Group) -> MeanRow {
        let estimates = schema
            .metrics()
            .into_iter()
            .enumerate()
            .map(|(i, metric)| (metric, group.estimate(i)));
        let fair_share = (!group.is_won())
            .then(|| group.fair_share())
            .filter(|share| share.is_finite());
        MeanRow {
            name,
            results: blocks * group.per_block,
            metrics: estimates.collect(),
            fair_share,
        }
    }
}

/// Returns a row for each of several groups.
pub(super) fn rows(
    schema: &ResultSchema,
    names: impl Iterator<Item = String>,
    groups: &[Group],
    blocks: u64,
) -> Vec<MeanRow> {
    let mut rows: Vec<MeanRow> = names
        .zip(groups)
        .map(|(name, group)| MeanRow::new(schema, name, blocks, group))
        .collect();
    if let [only] = &mut rows[..] {
        // A single agent in every seat wins every game, so there is nothing to estimate.
        let share = only
            .metrics
            .get_mut(&Metric::WIN_SHARE)
            .expect("every agent has a win share");
        *share = Estimate::around(share.mean, None);
    }
    rows
}
