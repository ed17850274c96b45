//! Changes that a turn makes at once, in words, so that two turns can be told apart.

use goldrush_engine::game::{Points, State as _};
use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::landscape::table::{Evaluation, Observer, Table, TileGame};
use goldrush_engine::player::{MAX_PLAYERS, Player, PlayerSet};

use super::viewer::{Viewer, count, list};

/// A change that a turn makes at once, such as `complete` and `B's railroad`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The verb; its third person ends in `s`.
    verb: &'static str,
    /// The words after the verb.
    what: String,
}

/// Verb of the change that completes a feature.
const COMPLETE: &str = "complete";
/// Beginning of the name of a feature that nobody scores.
const UNCLAIMED: &str = "an unclaimed ";

impl Change {
    /// Creates a change from a verb, whose third person ends in `s`, and what follows it.
    pub fn new(verb: &'static str, what: impl Into<String>) -> Change {
        Change {
            verb,
            what: what.into(),
        }
    }

    /// True if it brings or costs a seat something at once, other than the figure that the turn plays.
    fn is_outcome(&self) -> bool {
        ["complete", "get", "give", "remove", "dig"].contains(&self.verb)
            && !self.what.starts_with(UNCLAIMED)
    }

    fn is_completion(&self) -> bool {
        self.verb == COMPLETE
    }

    /// Says that a turn makes the change: `completes your railroad`.
    fn made(&self) -> String {
        format!("{}s {}", self.verb, self.what)
    }

    /// Says that a turn does not make the change: `does not complete your railroad`.
    fn not_made(&self) -> String {
        format!("does not {} {}", self.verb, self.what)
    }
}

/// Describes the changes of one turn that another does not make, completed features first, such as `completes your
/// railroad and places a miner`. Empty if both make the same changes.
pub fn differences(one: &[Change], other: &[Change]) -> String {
    let (completed, others): (Vec<_>, Vec<_>) =
        only_in(one, other).partition(|change| change.is_completion());
    let not_completed = only_in(other, one).filter(|change| change.is_completion());
    let words: Vec<String> = completed
        .into_iter()
        .map(Change::made)
        .chain(not_completed.map(Change::not_made))
        .chain(others.into_iter().map(Change::made))
        .collect();
    list(&words)
}

/// Describes what a turn brings and costs at once, such as `completes your railroad` and `gets 8 points now`, one by one.
pub fn outcomes(changes: &[Change]) -> Vec<String> {
    let outcomes = changes.iter().filter(|change| change.is_outcome());
    outcomes.map(Change::made).collect()
}

/// Describes all changes, such as `adds 2 points to your city`, one by one.
pub fn in_words(changes: &[Change]) -> Vec<String> {
    changes.iter().map(Change::made).collect()
}

/// Returns the changes of one turn that another does not make.
fn only_in<'c>(one: &'c [Change], other: &'c [Change]) -> impl Iterator<Item = &'c Change> {
    one.iter().filter(|change| !other.contains(change))
}

/// Observer that collects completed features, each by its kind and the seats that score, and what each seat gets.
#[derive(Default)]
struct Effects {
    completed: Vec<(&'static str, PlayerSet)>,
    points: [Points; MAX_PLAYERS],
    /// Tokens or ingots.
    gains: [usize; MAX_PLAYERS],
}

impl<G: TileGame<FeatureKind: Into<&'static str>>> Observer<G> for Effects {
    fn on_gain(&mut self, seat: Player, _: G::Gain) {
        self.gains[seat.index()] += 1;
    }

    fn on_evaluation(&mut self, _: &Table<G>, evaluation: &Evaluation<G::FeatureKind>) {
        if evaluation.complete {
            self.completed
                .push((evaluation.kind.into(), evaluation.seats));
            for seat in evaluation.seats.iter() {
                self.points[seat.index()] += evaluation.points;
            }
        }
    }
}

/// Returns the features that a turn of a tile game completes, and the points and things (`token`) that each seat gets at
/// once.
pub(super) fn effects<G: TileGame<FeatureKind: Into<&'static str>>>(
    before: &G::State<'_>,
    moves: &[G::Move],
    thing: &str,
    viewer: &Viewer,
) -> Vec<Change> {
    let Some(mover) = before.to_move() else {
        return Vec::new();
    };
    let mut state = before.clone();
    let mut effects = Effects::default();
    for &mv in moves {
        G::play_observed(&mut state, mv, &mut effects);
    }
    let mut changes = Vec::new();
    for (kind, seats) in effects.completed {
        changes.push(Change::new(COMPLETE, feature_of(kind, seats, viewer)));
    }
    for seat in Player::all(before.players()) {
        let (points, gains) = (effects.points[seat.index()], effects.gains[seat.index()]);
        let mut got = Vec::new();
        if points > 0 {
            got.push(count(points.into(), "point"));
        }
        if gains > 0 {
            got.push(count(gains, thing));
        }
        let got = list(&got);
        if got.is_empty() {
            continue;
        }
        changes.push(if seat == mover {
            Change::new("get", format!("{got} now"))
        } else {
            let other = if viewer.you() == Some(seat) {
                "you".into()
            } else {
                viewer.subject(seat)
            };
            Change::new("give", format!("{other} {got} now"))
        });
    }
    changes
}

/// Effect of a tile just laid on a feature that lay there before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TileEffect {
    completes: bool,
    kind: &'static str,
    /// The seats with pieces on the feature.
    seats: PlayerSet,
    /// The feature by what makes it valuable: `railroad of 4 tiles`.
    name: String,
}

impl TileEffect {
    /// Finds the effect that matters most to the seat to move: on features with pieces before others, on completed ones
    /// before others, on its own before others. `skipped` is a feature that is mentioned anyway, `name` names the feature
    /// of a segment, or returns `None` if it is not worth mentioning without pieces.
    pub(super) fn of<G: TileGame<FeatureKind: Into<&'static str>>>(
        table: &Table<G>,
        skipped: Option<FeatureId>,
        mover: Player,
        name: impl Fn(SegmentId) -> Option<String>,
    ) -> Option<TileEffect> {
        let tile = table.landscape().tile(table.newest());
        let features = table.landscape().features();
        let mut best: Option<((bool, bool, bool), TileEffect)> = None;
        for at in 0..table.segments(tile).len() {
            let segment = tile.segment(at);
            let feature = table.feature(segment);
            let pieces = table.word(feature).pieces();
            let seats: PlayerSet = Player::all(table.players())
                .filter(|&seat| pieces.count(seat) > 0)
                .collect();
            let is_joined = features
                .ring(feature)
                .any(|part| table.landscape().tile_of(part) != tile);
            let named = name(segment);
            if Some(feature) == skipped || !is_joined || seats.is_empty() && named.is_none() {
                continue;
            }
            let completes = table.word(feature).is_complete();
            let rank = (!seats.is_empty(), completes, seats.contains(mover));
            if best.as_ref().is_none_or(|(best, _)| rank > *best) {
                let effect = TileEffect {
                    completes,
                    kind: G::feature_kind(table.setup(), tile.kind(), at).into(),
                    seats,
                    name: named.unwrap_or_default(),
                };
                best = Some((rank, effect));
            }
        }
        best.map(|(_, effect)| effect)
    }

    /// Describes it as the rest of a sentence that begins with another deed: `completing your railroad`, or `extending a
    /// railroad of 4 tiles` if nobody has a piece there.
    pub(super) fn words(&self, viewer: &Viewer) -> String {
        let verb = if self.completes {
            "completing"
        } else {
            "extending"
        };
        if self.seats.is_empty() {
            format!("{verb} a {}", self.name)
        } else {
            format!("{verb} {}", feature_of(self.kind, self.seats, viewer))
        }
    }
}

/// Names a feature by the seats that score it: `your railroad`.
pub(super) fn feature_of(kind: &str, seats: PlayerSet, viewer: &Viewer) -> String {
    match seats.iter().next() {
        None => format!("{UNCLAIMED}{kind}"),
        Some(owner) if seats.len() > 1 || viewer.you() != Some(owner) => {
            let owners = viewer.owners(|seat| seats.contains(seat).into());
            if seats.len() > 1 {
                format!("a {kind} of {owners}")
            } else {
                format!("{owners} {kind}")
            }
        }
        Some(_) => format!("your {kind}"),
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::{Game as _, State as _};
    use goldrush_engine::gold_rush::{GoldRush, Setup};
    use goldrush_engine::record::Recordable as _;
    use goldrush_engine::rng::tool_stream;

    use super::*;
    use crate::playable::Playable as _;

    #[test]
    fn turns_complete_the_features_of_which_the_news_tell() {
        let setup = Box::leak(Box::new(Setup::printed(3)));
        let viewer = Viewer::open(["A", "B", "C"].map(String::from).into());
        let mut rng = tool_stream(4);
        let mut state = GoldRush::deal(setup, &mut rng);
        let mut owned = 0;
        let mut unclaimed = 0;
        while state.to_move().is_some() {
            let before = state.clone();
            let mut moves = Vec::new();
            while moves.is_empty() || (state.to_move().is_some() && !GoldRush::begins_turn(&state))
            {
                let mv = state
                    .random_move(&mut rng)
                    .expect("the game is in progress");
                state.play_unchecked(mv);
                moves.push(mv);
            }
            let words = differences(&GoldRush::changes(&before, &moves, &viewer), &[]);
            let news = GoldRush::news(&before, &moves, &viewer).join(" ");
            assert_eq!(
                words.matches("completes").count(),
                news.matches("a completed ").count(),
                "{words}; {news}"
            );
            let nobody = news.matches("Nobody scores for a completed ").count();
            assert_eq!(
                words.matches("an unclaimed").count(),
                nobody,
                "{words}; {news}"
            );
            (owned, unclaimed) = (
                owned + words.matches("completes").count() - nobody,
                unclaimed + nobody,
            );
        }
        assert!(owned > 0 && unclaimed > 0, "{owned} {unclaimed}");
    }

    #[test]
    fn outcomes_are_what_a_turn_brings_and_costs() {
        let change = Change::new;
        let changes = [
            change(COMPLETE, "an unclaimed city"),
            change(COMPLETE, "your railroad"),
            change("get", "8 points now"),
            change("give", "B 2 tokens now"),
            change("place", "a miner"),
        ];
        assert_eq!(
            outcomes(&changes),
            [
                "completes your railroad",
                "gets 8 points now",
                "gives B 2 tokens now"
            ]
        );
    }

    #[test]
    fn turns_are_told_apart_by_what_only_one_of_them_changes() {
        let [railroad, city] =
            ["your railroad", "B's city"].map(|what| Change::new(COMPLETE, what));
        let [miner, merchant] = ["a miner", "a merchant"].map(|what| Change::new("place", what));
        let one = [miner.clone(), railroad];
        let other = [city, merchant];
        let alone = [miner];
        assert_eq!(
            differences(&one, &other),
            "completes your railroad, does not complete B's city and places a miner"
        );
        assert_eq!(differences(&alone, &one), "does not complete your railroad");
        assert_eq!(differences(&alone, &alone), "");
    }
}
