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
}

/// Describes the changes of one turn that another does not make, completed features first, such as `completes your
/// railroad and places a miner`. Empty if both make the same changes.
pub fn differences(one: &[Change], other: &[Change]) -> String {
    let only_in = |one: &[Change], other: &[Change], completing: bool| {
        let differs =
            |change: &&Change| (change.verb == COMPLETE) == completing && !other.contains(change);
        one.iter().filter(differs).cloned().collect::<Vec<_>>()
    };
    let done = |Change { verb, what }: Change| format!("{verb}s {what}");
    let missing = |Change { verb, what }: Change| format!("does not {verb} {what}");
    let completed = only_in(one, other, true).into_iter().map(done);
    let not_completed = only_in(other, one, true).into_iter().map(missing);
    let others = only_in(one, other, false).into_iter().map(done);
    list(
        &completed
            .chain(not_completed)
            .chain(others)
            .collect::<Vec<_>>(),
    )
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
    let (mut state, mut completed) = (before.clone(), Completed(Vec::new()));
    moves
        .iter()
        .for_each(|&mv| G::play_observed(&mut state, mv, &mut completed));
    let feature = |(kind, seats): (&str, PlayerSet)| match seats.iter().next() {
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
    };
    completed
        .0
        .into_iter()
        .map(|completed| Change::new(COMPLETE, feature(completed)))
        .collect()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::{Game as _, State as _};
    use goldrush_engine::gold_rush::{GoldRush, Setup};
    use goldrush_engine::record::Recordable as _;
    use goldrush_engine::rng::tool_stream;

    use super::*;
    use crate::games::playable::Playable as _;

    #[test]
    fn turns_complete_the_features_of_which_the_news_tell() {
        let setup = Box::leak(Box::new(Setup::printed(3)));
        let viewer = Viewer::open(["A", "B", "C"].map(String::from).into());
        let mut rng = tool_stream(4);
        let (mut state, mut owned, mut unclaimed) = (GoldRush::deal(setup, &mut rng), 0, 0);
        while state.to_move().is_some() {
            let (before, mut moves) = (state.clone(), Vec::new());
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
        let (one, other, alone) = ([miner.clone(), railroad], [city, merchant], [miner]);
        assert_eq!(
            differences(&one, &other),
            "completes your railroad, does not complete B's city and places a miner"
        );
        assert_eq!(differences(&alone, &one), "does not complete your railroad");
        assert_eq!(differences(&alone, &alone), "");
    }
}
