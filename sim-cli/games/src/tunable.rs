//! Games whose heuristic has weights: their names and tuned values, and the estimates they produce.

use goldrush_ai::landscape::{Estimator, LandscapeGame};
use goldrush_ai::parameter::{Parameter, ParameterKind};
use goldrush_ai::registry::Roster;
use goldrush_ai::search::Estimates;
use goldrush_ai::search::analyzer::AnalyzedGame;
use goldrush_ai::weights::{Weight, WeightSet};
use goldrush_engine::game::View;
use goldrush_engine::landscape::table::TileGame;
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;
use goldrush_support::stats::spsa::Tuned;

use super::analyzable::Analyzable;
use super::protocol::Protocol;
use super::registry::{GameName, with_game};
use super::schema::Column;

/// A style of play: something a player can do more or less of, and the weights that control it in the heuristic.
pub struct PlayStyle {
    /// Column that counts it, or a name if none does.
    pub action: &'static str,
    /// Player who does more of it, if it makes a plan of its own: `farmer`.
    pub archetype: Option<&'static str>,
    /// The weights that are raised to do more of it and lowered to do less.
    pub weights: &'static [&'static str],
}

/// Beginning of the name of a style that does more of something.
pub const MORE: &str = "more ";
/// Beginning of the name of a style that does less of something.
pub const FEWER: &str = "fewer ";
/// To do more, each weight is multiplied by this, and raised by a share of its range at least: some weights are nearly 0.
const RAISED: (f64, f64) = (2.5, 1.0 / 6.0);
/// To do less, each weight is multiplied by this.
const LOWERED: f64 = 0.4;

/// Returns agents that play like the heuristic for `players` players except for one style, each with the name of the
/// style: `more tents pitched`.
pub fn habits<G: Tunable>(players: usize) -> Vec<(String, String)> {
    let tuned = G::tuned(players);
    let mut habits = Vec::new();
    for habit in G::HABITS {
        let action = G::SCHEMA
            .column(habit.action)
            .map_or_else(|| habit.action.to_owned(), Column::words);
        let more = agent::<G>(&tuned, habit, raised);
        let fewer = agent::<G>(&tuned, habit, lowered);
        habits.push((format!("{MORE}{action}"), more));
        habits.push((format!("{FEWER}{action}"), fewer));
    }
    habits
}

/// Returns the archetypes of a game for `players` players: agents that play like the heuristic but do more of one thing, each
/// with its name.
pub fn archetypes<G: Tunable>(players: usize) -> Vec<(&'static str, String)> {
    let tuned = G::tuned(players);
    G::HABITS
        .iter()
        .filter_map(|habit| Some((habit.archetype?, agent::<G>(&tuned, habit, raised))))
        .collect()
}

/// Returns a weight with which a bot does more of something; its range is from `low` to `high`.
fn raised(tuned: f64, [low, high]: [f64; 2]) -> f64 {
    let (times, share) = RAISED;
    (times * tuned).max(tuned + share * (high - low)).min(high)
}

/// Returns a weight with which a bot does less of something; its range is from `low` to `high`.
fn lowered(tuned: f64, [low, _]: [f64; 2]) -> f64 {
    (LOWERED * tuned).max(low)
}

/// Returns the heuristic with these tuned weights, except for those of a style.
fn agent<G: Tunable>(tuned: &[f64], habit: &PlayStyle, change: fn(f64, [f64; 2]) -> f64) -> String {
    let weights = G::WEIGHTS
        .iter()
        .zip(tuned)
        .filter(|(weight, _)| habit.weights.contains(&weight.name));
    let weights = weights.map(|(weight, tuned)| {
        let value = change(*tuned, [weight.range.0.into(), weight.range.1.into()]);
        format!("{}={}", weight.name, (1000.0 * value).round() / 1000.0)
    });
    format!("heuristic:{}", weights.collect::<Vec<_>>().join(","))
}

/// Returns the weights of the heuristic for `players` players, to tune further.
pub fn numbers<G: Tunable>(players: usize) -> Vec<Tuned> {
    let weights = G::WEIGHTS.iter().zip(G::tuned(players));
    let tuned = weights.map(|(weight, value)| {
        let (low, high) = weight.range;
        Tuned {
            low: low.into(),
            high: high.into(),
            value,
            least: 0.0,
        }
    });
    tuned.collect()
}

/// Returns the heuristic with these weights.
pub fn spec<G: Tunable>(values: &[f64]) -> String {
    let pairs: Vec<_> = G::WEIGHTS
        .iter()
        .zip(values)
        .map(|(weight, value)| format!("{}={value:.4}", weight.name))
        .collect();
    format!("heuristic:{}", pairs.join(","))
}

/// Returns an agent that values turns by the weights of a heuristic, `heuristic:NAME=VALUE,…`. An agent without weights, or with
/// weights of its own, stays as it is.
fn with_weights<G: Roster>(agent: &str, heuristic: &str) -> String {
    let Some((_, weights)) = heuristic.split_once(':') else {
        return agent.to_owned();
    };
    let Written {
        name,
        given,
        parameters,
    } = Written::read::<G>(agent);
    let names: Vec<&str> = parameters
        .iter()
        .filter(|parameter| matches!(parameter.kind, ParameterKind::Tuned(..)))
        .map(|parameter| parameter.name)
        .collect();
    let has_own = given
        .split(',')
        .any(|part| names.contains(&part.split('=').next().unwrap_or_default()));
    if names.is_empty() || has_own {
        agent.to_owned()
    } else if given.is_empty() {
        format!("{name}:{weights}")
    } else {
        format!("{name}:{given},{weights}")
    }
}

/// Returns an agent as it plays after the heuristic was retuned: by the same weights. `None` if retuning gained nothing.
pub fn retuned(game: GameName, agent: &str, heuristic: Option<&str>) -> String {
    match heuristic {
        Some(heuristic) => with_game!(game, G => with_weights::<G>(agent, heuristic)),
        None => agent.to_owned(),
    }
}

/// Parts of an agent's specification.
pub(super) struct Written<'a> {
    /// Name without parameters; short names are replaced by what they stand for.
    pub name: &'a str,
    /// Parameters given, `NAME=VALUE,…`.
    pub given: &'a str,
    /// All parameters that it has.
    pub parameters: &'static [Parameter],
}

impl<'a> Written<'a> {
    pub fn read<G: Roster>(agent: &'a str) -> Written<'a> {
        let mut spec = agent;
        while let Some(alias) = G::ALIASES.iter().find(|alias| alias.name == spec) {
            spec = alias.spec;
        }
        let name = spec.split(':').next().unwrap_or_default();
        let entry = G::ENTRIES.iter().find(|entry| entry.name == name);
        Written {
            name,
            given: spec[name.len()..].trim_start_matches(':'),
            parameters: entry.map_or(&[][..], |entry| entry.parameters),
        }
    }
}

/// A game whose agent `heuristic` has weights. Games without such an agent have no weights.
pub trait Tunable: Protocol {
    /// The weights, which are also parameters of the agent.
    const WEIGHTS: &'static [Weight];
    /// The styles of play.
    const HABITS: &'static [PlayStyle];
    /// Estimator of the final points from a position.
    type Estimator: Clone + Send + Sync;

    /// Returns the weights for `players` players, in the order of [`Tunable::WEIGHTS`].
    fn tuned(players: usize) -> Vec<f64>;

    /// Creates an estimator with these weights, in the order of [`Tunable::WEIGHTS`].
    fn estimator(values: &[f64]) -> Self::Estimator;

    /// Returns the points that each seat is expected to have at the end.
    fn estimate(estimator: &mut Self::Estimator, state: &Self::State<'_>) -> Estimates;
}

/// A tile game with a heuristic: what its analysis and tuning need beyond the weights.
pub trait TilePolicy: Protocol + LandscapeGame + AnalyzedGame {
    /// See [`Tunable::HABITS`].
    const STYLES: &'static [PlayStyle];

    /// See [`Analyzable::PIECE`].
    const PIECE: &'static str;

    /// See [`Analyzable::pieces_left`].
    fn pieces_left(state: &Self::State<'_>, seat: Player) -> usize;

    /// See [`Analyzable::begins_choice`].
    fn is_choice(state: &Self::State<'_>) -> bool {
        Self::begins_turn(state)
    }
}

impl<G: TilePolicy> Analyzable for G {
    const CHOICE: &'static str = "turn";
    const POLICY: &'static str = "heuristic";
    const PIECE: &'static str = <G as TilePolicy>::PIECE;

    fn pieces_left(state: &Self::State<'_>, seat: Player) -> usize {
        <G as TilePolicy>::pieces_left(state, seat)
    }

    fn kind_name(setup: &Self::Setup, _: Player, kind: u8) -> String {
        format!("tile {}", <G as TileGame>::kind_name(setup, KindId(kind)))
    }

    fn begins_choice(state: &Self::State<'_>) -> bool {
        G::is_choice(state)
    }
}

impl<G: TilePolicy> Tunable for G {
    const WEIGHTS: &'static [Weight] = <G::Weights as WeightSet>::WEIGHTS;
    const HABITS: &'static [PlayStyle] = G::STYLES;
    type Estimator = Estimator<G>;

    fn tuned(players: usize) -> Vec<f64> {
        G::Weights::tuned(players)
            .to_list()
            .into_iter()
            .map(f64::from)
            .collect()
    }

    fn estimator(values: &[f64]) -> Estimator<G> {
        let values: Vec<f32> = values.iter().map(|value| *value as f32).collect();
        Estimator::new(&G::Weights::from_list(&values))
    }

    fn estimate(estimator: &mut Estimator<G>, state: &Self::State<'_>) -> Estimates {
        let table = G::table(state);
        estimator.estimate(table, G::expectation(&View::new(state, table.seat())))
    }
}

#[cfg(test)]
mod tests {
    use goldrush_ai::registry::Spec;
    use goldrush_engine::carcassonne::Carcassonne;
    use goldrush_engine::gold_rush::GoldRush;

    use super::*;

    /// Returns true if no style has the name of a column that does not exist.
    fn are_named<G: Tunable>() -> bool {
        habits::<G>(2).iter().all(|(name, _)| !name.contains('_'))
    }

    #[test]
    fn styles_are_named_by_a_column_or_in_words() {
        assert!(are_named::<GoldRush>() && are_named::<Carcassonne>());
    }

    #[test]
    fn levels_take_the_weights_of_the_heuristic_they_are_built_on() {
        let heuristic = "heuristic:fill=0.1,joins=2";
        let with = |agent: &str| with_weights::<GoldRush>(agent, heuristic);
        assert_eq!(
            with("level7"),
            "casual:notice=0.95,misjudge=1,floor=10,fill=0.1,joins=2"
        );
        assert_eq!(with("level9"), heuristic);
        assert!(with("level12").starts_with("rollout:playouts=3000"));
        assert!(with("level12").ends_with(",fill=0.1,joins=2"));
        for same in ["greedy", "random", "heuristic:fill=0.3"] {
            assert_eq!(with(same), same);
        }
        for agent in ["level7", "level9", "level12", "mcts"] {
            assert!(Spec::read::<GoldRush>(&with(agent)).is_ok(), "{agent}");
        }
    }

    #[test]
    fn weights_are_changed_within_their_range_even_if_they_are_zero() {
        let range = [1.0, 7.0];
        assert_eq!(
            [0.0, 2.0, 5.0].map(|tuned| raised(tuned, range)),
            [1.0, 5.0, 7.0]
        );
        assert_eq!([1.0, 5.0].map(|tuned| lowered(tuned, range)), [1.0, 2.0]);
    }
}
