//! Changes that a turn makes at once, in words, so that two turns can be told apart.

use goldrush_engine::landscape::table::{Evaluation, Observer, Table, TileGame};
use goldrush_engine::player::PlayerSet;

use super::viewer::{Viewer, list};

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

impl Change {
    /// Creates a change from a verb, whose third person ends in `s`, and what follows it.
    pub fn new(verb: &'static str, what: impl Into<String>) -> Change {
        Change {
            verb,
            what: what.into(),
        }
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

/// Returns the changes of one turn that another does not make.
fn only_in<'c>(one: &'c [Change], other: &'c [Change]) -> impl Iterator<Item = &'c Change> {
    one.iter().filter(|change| !other.contains(change))
}

/// Observer that collects completed features: their kinds, and the seats that score.
struct Completed(Vec<(&'static str, PlayerSet)>);

impl<G: TileGame<FeatureKind: Into<&'static str>>> Observer<G> for Completed {
    fn on_evaluation(&mut self, _: &Table<G>, evaluation: &Evaluation<G::FeatureKind>) {
        if evaluation.complete {
            self.0.push((evaluation.kind.into(), evaluation.seats));
        }
    }
}

/// Returns the features that a turn of a tile game completes.
pub(super) fn completed<G: TileGame<FeatureKind: Into<&'static str>>>(
    before: &G::State<'_>,
    moves: &[G::Move],
    viewer: &Viewer,
) -> Vec<Change> {
    let mut state = before.clone();
    let mut completed = Completed(Vec::new());
    for &mv in moves {
        G::play_observed(&mut state, mv, &mut completed);
    }
    completed
        .0
        .into_iter()
        .map(|(kind, seats)| Change::new(COMPLETE, feature_of(kind, seats, viewer)))
        .collect()
}

/// Names a feature by the seats that score it: `your railroad`.
fn feature_of(kind: &str, seats: PlayerSet, viewer: &Viewer) -> String {
    match seats.iter().next() {
        None => format!("an unclaimed {kind}"),
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
