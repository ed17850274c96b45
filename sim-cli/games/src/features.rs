//! The connected features of a position in tile games, as sent to bots.

use goldrush_engine::game::Points;
use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::landscape::observed::Place;
use goldrush_engine::landscape::table::{Table, TileGame};
use goldrush_engine::landscape::ties::Ties;
use goldrush_engine::player::Player;
use serde::Serialize;

/// Tile game whose features can be sent.
pub trait FeatureGame: TileGame<FeatureKind: Into<&'static str>> {
    /// Returns the kinds of a seat's pieces and where they stand.
    fn pieces<'t>(table: &'t Table<Self>, seat: Player) -> Vec<(&'static str, &'t [SegmentId])>;

    /// Returns the rule for tied majorities.
    fn ties(table: &Table<Self>) -> Ties;

    /// Returns the points and gold of a feature.
    fn offer(table: &Table<Self>, feature: FeatureId) -> FeatureOffer;
}

/// Points and gold that a feature offers its majority.
pub struct FeatureOffer {
    /// Number of ends, or of cells around a monastery, that are still open.
    pub open: u8,
    /// Points if the game ended now; 0 once scored.
    pub points: Points,
    /// Points once it is completed as it stands; `None` if it cannot be or has been.
    pub completed_points: Option<Points>,
    /// Number of tokens or ingots on it.
    pub gold: u8,
}

/// A piece on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceSent {
    pub seat: usize,
    /// Its kind.
    pub piece: &'static str,
    #[serde(flatten)]
    pub at: Place,
}

/// A feature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FeatureSent {
    /// Number of its oldest segment, in the order laid: it stays the same while the feature grows.
    pub id: u16,
    /// Kind of the feature.
    pub feature: &'static str,
    /// Its segments in the order laid.
    pub segments: Vec<Place>,
    /// Number of open ends.
    pub open: u8,
    /// Pieces on it, by seat and in the order placed.
    pub pieces: Vec<PieceSent>,
    /// Seats that would score it.
    pub leaders: Vec<usize>,
    /// Points of each leader if the game ended now.
    pub points: Points,
    /// Points of each leader once it is completed as it stands, if that can happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_points: Option<Points>,
    /// Number of tokens or ingots on it; left out if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    pub gold: u8,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// Returns all features, by id.
pub fn features<G: FeatureGame>(table: &Table<G>) -> Vec<FeatureSent> {
    let all = (0..table.landscape().features().len() as u16).map(SegmentId);
    // The oldest segment is the root.
    let roots = all
        .map(|segment| (segment, table.feature(segment)))
        .filter(|(segment, root)| root.segment() == *segment);
    roots
        .map(|(_, feature)| feature_sent(table, feature))
        .collect()
}

fn feature_sent<G: FeatureGame>(table: &Table<G>, feature: FeatureId) -> FeatureSent {
    let mut segments: Vec<SegmentId> = table.landscape().features().ring(feature).collect();
    segments.sort_unstable();
    let FeatureOffer {
        open,
        points,
        completed_points,
        gold,
    } = G::offer(table, feature);
    let figures = table.word(feature).pieces();
    let (leaders, [points, completed]) =
        G::ties(table).shared(figures, [points, completed_points.unwrap_or(0)]);
    FeatureSent {
        id: feature.segment().0,
        feature: table.kind(feature.segment()).into(),
        segments: segments
            .into_iter()
            .map(|segment| Place::new(table, segment))
            .collect(),
        open,
        pieces: pieces_on(table, feature),
        leaders: leaders.iter().map(Player::index).collect(),
        points,
        completed_points: completed_points.map(|_| completed),
        gold,
    }
}

/// Returns the pieces on a feature, by seat and in the order placed.
pub fn pieces_on<G: FeatureGame>(table: &Table<G>, feature: FeatureId) -> Vec<PieceSent> {
    let mut found = Vec::new();
    for seat in Player::all(table.players()) {
        for (piece, segments) in G::pieces(table, seat) {
            for &segment in segments {
                if table.feature(segment) == feature {
                    found.push(PieceSent {
                        seat: seat.index(),
                        piece,
                        at: Place::new(table, segment),
                    });
                }
            }
        }
    }
    found
}
