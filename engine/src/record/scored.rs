//! Features and cells in records of tile games.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::compare_lists;
use crate::game::Points;
use crate::landscape::Landscape;
use crate::landscape::components::FeatureId;
use crate::player::{Player, PlayerSet};

/// A scored feature.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ScoredRecord {
    /// Kind of the feature.
    pub feature: String,
    /// Distinct cells that it covers.
    pub tiles: Vec<[i8; 2]>,
    /// Points for each scoring seat.
    pub points: Points,
    /// Seats that score.
    pub seats: Vec<usize>,
}

/// Final scoring.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EndRecord {
    /// Features scored when the game was over.
    pub scored: Vec<ScoredRecord>,
}

impl ScoredRecord {
    /// Creates the record of a feature of a landscape, or returns `None` if nobody scores.
    pub fn new(
        landscape: &Landscape,
        kind: &str,
        feature: FeatureId,
        points: Points,
        seats: PlayerSet,
    ) -> Option<ScoredRecord> {
        if points == 0 || seats.is_empty() {
            return None;
        }
        let cells = landscape
            .features()
            .ring(feature)
            .map(|segment| landscape.tile_of(segment).cell());
        let mut tiles: Vec<_> = cells.map(|cell| [cell.x, cell.y]).collect();
        tiles.sort_unstable();
        tiles.dedup();
        Some(ScoredRecord {
            feature: kind.into(),
            tiles,
            points,
            seats: seats.iter().map(Player::index).collect(),
        })
    }
}

impl fmt::Display for ScoredRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for a {}", self.points, self.feature)?;
        let places: Vec<String> = self.tiles.iter().map(|[x, y]| format!("{x},{y}")).collect();
        let seats: Vec<String> = self.seats.iter().map(usize::to_string).collect();
        write!(f, " on {} to seats {}", places.join(" "), seats.join(" "))
    }
}

/// Compares scored features regardless of order; features without points are ignored.
///
/// # Errors
/// If they differ.
///
/// # Examples
///
/// ```
/// use goldrush_engine::record::{ScoredRecord, compare_scored};
///
/// let road = ScoredRecord { feature: "road".into(), tiles: vec![[0, 0], [1, 0]], points: 2, seats: vec![1] };
/// let city = ScoredRecord { feature: "city".into(), tiles: vec![[0, -1], [0, 0]], points: 4, seats: vec![0] };
/// let (one, other) = ([road.clone(), city.clone()], [city, road]);
/// assert!(compare_scored("scored", &one, &other).is_ok());
/// assert!(compare_scored("scored", &one, &other[..1]).is_err());
/// ```
pub fn compare_scored(
    what: &str,
    played: &[ScoredRecord],
    recorded: &[ScoredRecord],
) -> Result<(), String> {
    compare_lists(what, &sorted(played), &sorted(recorded))
}

fn sorted(scored: &[ScoredRecord]) -> Vec<ScoredRecord> {
    let mut all: Vec<_> = scored.iter().filter(|s| s.points > 0).cloned().collect();
    for scored in &mut all {
        scored.tiles.sort_unstable();
        scored.seats.sort_unstable();
    }
    all.sort();
    all
}
