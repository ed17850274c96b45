//! Features and places in records of games of tiles.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::same_list;
use crate::game::Points;
use crate::landscape::Landscape;
use crate::landscape::components::FeatureId;
use crate::player::{Player, PlayerSet};

/// A feature that scored.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ScoredRecord {
    /// Its kind.
    pub feature: String,
    /// The distinct cells it lies on.
    pub tiles: Vec<[i8; 2]>,
    /// Points for each of its seats.
    pub points: Points,
    /// The seats that score.
    pub seats: Vec<usize>,
}

/// The final scoring.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EndRecord {
    /// Features that scored when the game was over.
    pub scored: Vec<ScoredRecord>,
}

impl ScoredRecord {
    /// A feature of a landscape.
    pub fn new(
        landscape: &Landscape,
        kind: &str,
        feature: FeatureId,
        points: Points,
        seats: PlayerSet,
    ) -> ScoredRecord {
        let cells = landscape.features().ring(feature).map(|segment| landscape.tile_of(segment).cell());
        let mut tiles: Vec<_> = cells.map(|cell| [cell.x, cell.y]).collect();
        tiles.sort_unstable();
        tiles.dedup();
        ScoredRecord { feature: kind.into(), tiles, points, seats: seats.iter().map(Player::index).collect() }
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

/// Compares features that scored, in whatever order they are listed; those without points do not count.
///
/// # Errors
/// If they differ.
///
/// # Examples
///
/// ```
/// use goldrush_engine::record::{ScoredRecord, same_scored};
///
/// let road = ScoredRecord { feature: "road".into(), tiles: vec![[0, 0], [1, 0]], points: 2, seats: vec![1] };
/// let city = ScoredRecord { feature: "city".into(), tiles: vec![[0, -1], [0, 0]], points: 4, seats: vec![0] };
/// let (one, other) = ([road.clone(), city.clone()], [city, road]);
/// assert!(same_scored("scored", &one, &other).is_ok());
/// assert!(same_scored("scored", &one, &other[..1]).is_err());
/// ```
pub fn same_scored(what: &str, played: &[ScoredRecord], recorded: &[ScoredRecord]) -> Result<(), String> {
    same_list(what, &in_order(played), &in_order(recorded))
}

fn in_order(scored: &[ScoredRecord]) -> Vec<ScoredRecord> {
    let mut all: Vec<_> = scored.iter().filter(|s| s.points > 0).cloned().collect();
    for scored in &mut all {
        scored.tiles.sort_unstable();
        scored.seats.sort_unstable();
    }
    all.sort();
    all
}
