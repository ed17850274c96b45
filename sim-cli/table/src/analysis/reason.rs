//! Reasons: by seat and source, how many points more one turn brings than another in the same worlds.
//!
//! The largest of many noisy numbers is biased upward. So one half of the worlds selects what is named, and the other
//! half gives the numbers.

use goldrush_ai::search::Decisions;
use goldrush_ai::search::move_evaluation::{MoveEvaluation, PointsBySource};
use goldrush_engine::game::{MAX_SOURCES, State as _};
use goldrush_engine::player::{MAX_PLAYERS, Player};
use serde::{Deserialize, Serialize};

use goldrush_games::change::differences;
use goldrush_games::playable::{Playable, StateOf};
use goldrush_games::viewer::{Viewer, count};

/// Standard errors by which a difference must be beyond 0 to be named: with up to 25 differences at a time, two would
/// often be chance.
const CLEAR: f64 = 3.0;
/// Smallest difference that is named, in points: it rounds to one.
const LEAST: f64 = 0.5;

/// Points that one turn brings a seat more than another turn, from one source.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
pub struct Gain {
    /// Index of the seat.
    pub seat: usize,
    /// Index of the source, in the order of the game's tables.
    pub source: usize,
    /// Mean difference of the final points; negative if the turn brings the seat fewer.
    pub points: f64,
}

impl Gain {
    /// Returns true if it speaks for the turn, for a seat.
    fn helps(&self, seat: Player) -> bool {
        (self.seat == seat.index()) == (self.points > 0.0)
    }
}

/// The clearest difference that speaks for a turn, and then the largest other one, which may speak against it.
pub type Reason = [Option<Gain>; 2];

/// Returns why a turn is better for a seat than another: where the seat gets more, or a rival less.
pub fn reason<M>(better: &MoveEvaluation<M>, worse: &MoveEvaluation<M>, seat: Player) -> Reason {
    let worlds: Vec<_> = better.points.iter().zip(&worse.points).collect();
    let (selecting, measuring) = worlds.split_at(worlds.len() / 2);
    let mut gains = Vec::new();
    for at in 0..MAX_PLAYERS {
        for source in 0..MAX_SOURCES {
            let (mean, error) = difference(selecting, at, source);
            let points = difference(measuring, at, source).0;
            let is_clear = mean.abs() >= LEAST && mean.abs() > CLEAR * error;
            if is_clear && points.signum() == mean.signum() && points.abs() >= LEAST {
                gains.push((
                    mean.abs(),
                    Gain {
                        seat: at,
                        source,
                        points,
                    },
                ));
            }
        }
    }
    gains.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let Some(first) = gains.iter().position(|(_, gain)| gain.helps(seat)) else {
        return Reason::default();
    };
    let (_, first) = gains.remove(first);
    [Some(first), gains.first().map(|(_, gain)| *gain)]
}

/// Returns mean and standard error of the difference of a seat's points from a source; infinite error with fewer than
/// two worlds.
fn difference(
    worlds: &[(&PointsBySource, &PointsBySource)],
    seat: usize,
    source: usize,
) -> (f64, f64) {
    let differences = worlds
        .iter()
        .map(|(one, other)| f64::from(one[seat][source]) - f64::from(other[seat][source]));
    let n = worlds.len() as f64;
    let mean = differences.clone().sum::<f64>() / n.max(1.0);
    let squares: f64 = differences
        .map(|difference| (difference - mean).powi(2))
        .sum();
    (
        mean,
        if n < 2.0 {
            f64::INFINITY
        } else {
            (squares / (n * (n - 1.0))).sqrt()
        },
    )
}

/// Two turns from one position, to be compared in words for a viewer.
pub struct Comparison<'a, G: Playable> {
    /// The position before them.
    pub state: &'a StateOf<G>,
    /// The turn that is better.
    pub better: Decisions<G::Move>,
    /// The turn that is worse.
    pub worse: Decisions<G::Move>,
    pub viewer: &'a Viewer,
}

impl<G: Playable> Comparison<'_, G> {
    /// Returns why the better turn is better, in words; `None` if no difference in points is clear: such as `completes
    /// your railroad; about 4 more points for you from railroads, and about 2 fewer points for B from tokens; leaves 1
    /// more cowboy in supply`.
    pub fn why_better(&self, reason: &Reason) -> Option<String> {
        self.words(reason, true)
    }

    /// Returns why the worse turn is worse, like [`Comparison::why_better`].
    pub fn why_worse(&self, reason: &Reason) -> Option<String> {
        self.words(reason, false)
    }

    fn words(&self, reason: &Reason, is_better: bool) -> Option<String> {
        let seat = self.state.to_move()?;
        let points = points_in_words::<G>(reason, seat, self.viewer, is_better)?;
        let kept = self.pieces_kept(seat);
        let more = if is_better { "more" } else { "fewer" };
        let kept = (kept > 0).then(|| {
            format!(
                "leaves {} in supply",
                count(kept as usize, &format!("{more} {}", G::PIECE))
            )
        });
        let changes = Some(self.changes(is_better)).filter(|changes| !changes.is_empty());
        Some(
            [changes, Some(points), kept]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join("; "),
        )
    }

    /// Describes what one of the turns changes at once and the other does not.
    fn changes(&self, is_better: bool) -> String {
        let [better, worse] = [self.better, self.worse].map(|turn| {
            let moves: Vec<_> = turn.into_iter().flatten().collect();
            G::changes(self.state, &moves, self.viewer)
        });
        if is_better {
            differences(&better, &worse)
        } else {
            differences(&worse, &better)
        }
    }

    /// Returns how many more pieces the better turn leaves in the seat's supply.
    fn pieces_kept(&self, seat: Player) -> isize {
        let [better, worse] = [self.better, self.worse].map(|turn| {
            let mut after = self.state.clone();
            turn.into_iter()
                .flatten()
                .for_each(|mv| after.play_unchecked(mv));
            G::pieces_left(&after, seat) as isize
        });
        better - worse
    }
}

/// Returns differences in points in words; for the worse turn, more and fewer are swapped. `None` if nothing is clear.
fn points_in_words<G: Playable>(
    reason: &Reason,
    seat: Player,
    viewer: &Viewer,
    is_better: bool,
) -> Option<String> {
    // Among points of several seats, those of the seat itself are told apart, too.
    let is_alone = reason
        .iter()
        .flatten()
        .all(|gain| gain.seat == seat.index());
    let [first, second] = reason;
    let mut text = gain_in_words::<G>(first.as_ref()?, is_alone, viewer, is_better);
    if let Some(second) = second {
        text += if second.helps(seat) {
            ", and "
        } else {
            ", but "
        };
        text += &gain_in_words::<G>(second, is_alone, viewer, is_better);
    }
    Some(text)
}

/// Returns a gain in words; without the seat that has it, if all gains are those of one seat.
fn gain_in_words<G: Playable>(
    gain: &Gain,
    is_alone: bool,
    viewer: &Viewer,
    is_better: bool,
) -> String {
    let points = (gain.points.abs().round() as usize).max(1);
    let whom = match Player::new(gain.seat) {
        Some(of) if !is_alone && viewer.you() == Some(of) => " for you".into(),
        Some(of) if !is_alone => format!(" for {}", viewer.subject(of)),
        _ => String::new(),
    };
    let more = if (gain.points > 0.0) == is_better {
        "more"
    } else {
        "fewer"
    };
    format!(
        "about {}{whom} from {}",
        count(points, &format!("{more} point")),
        G::source_names()[gain.source]
    )
}

#[cfg(test)]
mod tests {
    use goldrush_ai::search::Turn;
    use goldrush_engine::gold_rush::GoldRush;

    use super::*;

    fn evaluation(points: impl Fn(usize) -> PointsBySource) -> MoveEvaluation<()> {
        let turn = Turn {
            first: (),
            second: None,
            third: None,
            value: 0.0,
        };
        MoveEvaluation {
            turn,
            exact: false,
            margins: Vec::new(),
            wins: Vec::new(),
            points: (0..40).map(points).collect(),
        }
    }

    #[test]
    fn reason_names_what_is_clear() {
        let mut with = PointsBySource::default();
        (with[0], with[1]) = ([9, 3, 0, 60, 0], [0, 4, 0, 0, 2]);
        // 4 more from railroads, 3 fewer from mountains; 6 fewer for the rival from tokens. From prairies 50 more or 30
        // fewer: 10 on average, by chance.
        let without = |world: usize| {
            let mut points = with;
            points[0] = [5, 6, 0, if world.is_multiple_of(2) { 10 } else { 90 }, 0];
            points[1][4] = 8;
            points
        };
        let (better, worse) = (evaluation(|_| with), evaluation(without));
        let found = reason(&better, &worse, Player::FIRST);
        let gain = |seat, source, points| {
            Some(Gain {
                seat,
                source,
                points,
            })
        };
        assert_eq!(found, [gain(1, 4, -6.0), gain(0, 0, 4.0)]);
        let viewer = Viewer::open(vec!["Ann".into(), "Bo".into()]);
        let text = |is_better| {
            points_in_words::<GoldRush>(&found, Player::FIRST, &viewer, is_better).unwrap()
        };
        assert_eq!(
            text(true),
            "about 6 fewer points for B from tokens, and about 4 more points for A from railroads"
        );
        assert_eq!(
            text(false),
            "about 6 more points for B from tokens, and about 4 fewer points for A from railroads"
        );
        let mut costly = with;
        (costly[0][1], costly[1][4]) = (0, 8);
        let found = reason(&evaluation(|_| costly), &worse, Player::FIRST);
        let text = points_in_words::<GoldRush>(&found, Player::FIRST, &viewer, true);
        assert_eq!(
            text.as_deref(),
            Some("about 4 more points from railroads, but about 6 fewer points from mountains")
        );
        assert_eq!(reason(&better, &better, Player::FIRST), [None, None]);
        assert_eq!(
            points_in_words::<GoldRush>(&[None, None], Player::FIRST, &viewer, true),
            None
        );
    }
}
