//! Agents shared by all landscape games.

use super::{Casual, ErrorModel, Greedy, Heuristic, LandscapeGame, LandscapeSearchPolicy};
use crate::environment::Environment;
use crate::parameter::{Parameter, ParameterKind, ParameterValues};
use crate::random::Random;
use crate::registry::{AgentEntry, Alias, BoxedAgent, alias};
use crate::search::analyzer::BoxedAnalyzer;
use crate::search::settings::{EXACT, TREE, joined, search_parameters};
use crate::search::{Mcts, PlayoutPolicy, PlayoutStrategy, Rollout, Search, settings};
use crate::weights::{SearchWeights, WeightSet};

/// Parameters of searches in landscape games only.
const LANDSCAPE_PARAMETERS: [Parameter; 1] = [EXACT];
/// Parameters of a rollout search, before the weights.
pub(crate) const ROLLOUT: [Parameter; 12] = joined(search_parameters(200), LANDSCAPE_PARAMETERS);
/// Parameters of a tree search, before the weights.
pub(crate) const MCTS: [Parameter; 17] = joined(
    joined::<11, 5, 16>(search_parameters(1000), TREE),
    LANDSCAPE_PARAMETERS,
);

/// Aliases in every landscape game. From `level2` on, each difficulty level wins 60% to 75% of games against the one below;
/// `level0` is there to be beaten: `random` wins about a quarter of its games against it. Measured by `scripts/levels.sh`.
pub(crate) static ALIASES: [Alias; 14] = [
    alias(
        "best",
        "rollout:playouts=3000,candidates=60,depth=10,racing=3,exact=200000",
        "the strongest",
    ),
    alias(
        "level0",
        "casual:notice=0.6,misjudge=20,floor=100",
        "for people: for children and a first look, plays to be beaten",
    ),
    alias(
        "level1",
        "casual:notice=0.79,misjudge=5.9,floor=20",
        "for people: guesses what its tiles will bring",
    ),
    alias(
        "level2",
        "casual:notice=0.82,misjudge=4.55,floor=17",
        "for people: a first game",
    ),
    alias(
        "level3",
        "casual:notice=0.86,misjudge=3.6,floor=15",
        "for people: has played once or twice",
    ),
    alias(
        "level4",
        "casual:notice=0.89,misjudge=2.7,floor=13",
        "for people: plays now and then",
    ),
    alias(
        "level5",
        "casual:notice=0.91,misjudge=2,floor=12",
        "for people: knows what counts",
    ),
    alias(
        "level6",
        "casual:notice=0.93,misjudge=1.45,floor=11",
        "for people: plays often",
    ),
    alias(
        "level7",
        "casual:notice=0.95,misjudge=1,floor=10",
        "for people: rarely makes mistakes",
    ),
    alias(
        "level8",
        "casual:notice=0.97,misjudge=0.6,floor=9",
        "for people: almost never makes mistakes",
    ),
    alias(
        "level9",
        "heuristic",
        "for people: sees every turn, but does not think ahead",
    ),
    alias("level10", "rollout:playouts=50", "for people: thinks ahead"),
    alias(
        "level11",
        "rollout:playouts=200",
        "for people: thinks far ahead",
    ),
    alias("level12", "best", "for people: the strongest"),
];

/// Number of playouts per turn from which luck estimation slows a search by at most 10%.
const MIN_PLAYOUTS_FOR_LUCK: u32 = 50;

/// Creates the analyzer for games of `players` players.
pub(crate) fn analyzer<G: LandscapeGame>(players: usize) -> BoxedAnalyzer<G> {
    Box::new(LandscapeSearchPolicy::<G>::new(
        PlayoutPolicy::Heuristic,
        SearchWeights::for_players(players),
    ))
}

/// Parameters of the agents of a game that value turns by the weights of its heuristic.
pub(crate) struct WeightedParameters {
    /// Parameters of `heuristic`.
    pub(crate) heuristic: &'static [Parameter],
    /// Parameters of `casual`.
    pub(crate) casual: &'static [Parameter],
    /// Parameters of `rollout`.
    pub(crate) rollout: &'static [Parameter],
    /// Parameters of `mcts`.
    pub(crate) mcts: &'static [Parameter],
}

/// Returns the agents of a game, given summaries of `random` and `greedy` and the parameters of the others.
pub(crate) const fn entries<G: LandscapeGame>(
    random_play: &'static str,
    greedy_play: &'static str,
    parameters: &WeightedParameters,
) -> [AgentEntry<G>; 6] {
    [
        AgentEntry {
            name: "random",
            summary: random_play,
            parameters: &[],
            luck: None,
            build: random::<G>,
        },
        AgentEntry {
            name: "greedy",
            summary: greedy_play,
            parameters: &[],
            luck: None,
            build: greedy::<G>,
        },
        AgentEntry {
            name: "heuristic",
            summary: "like greedy, but also values what may still come; its parameters are weights, in points",
            parameters: parameters.heuristic,
            luck: None,
            build: heuristic::<G>,
        },
        AgentEntry {
            name: "casual",
            summary: "plays like a beginner: overlooks and misjudges, but makes no absurd moves",
            parameters: parameters.casual,
            luck: None,
            build: casual::<G>,
        },
        AgentEntry {
            name: "rollout",
            summary: "tries the heuristic's best turns in sampled worlds, playing some turns ahead",
            parameters: parameters.rollout,
            luck: Some(MIN_PLAYOUTS_FOR_LUCK),
            build: rollout::<G>,
        },
        AgentEntry {
            name: "mcts",
            summary: "like rollout, with a search tree of all seats' replies",
            parameters: parameters.mcts,
            luck: Some(MIN_PLAYOUTS_FOR_LUCK),
            build: mcts::<G>,
        },
    ]
}

/// Parameters of the casual agent, before the weights.
pub(crate) const CASUAL: [Parameter; 3] = [
    Parameter {
        name: "notice",
        meaning: "chance to notice a place, to the power of its distance from the last tile",
        kind: ParameterKind::Real(0.0, 1.0, 0.9),
    },
    Parameter {
        name: "misjudge",
        meaning: "standard deviation of its errors in the middle of the game, in points",
        kind: ParameterKind::Real(0.0, 1000.0, 2.0),
    },
    Parameter {
        name: "floor",
        meaning: "largest loss against the best turn, in points",
        kind: ParameterKind::Real(0.0, 1000.0, 12.0),
    },
];

fn casual<G: LandscapeGame>(values: &ParameterValues, environment: &Environment) -> BoxedAgent<G> {
    let weights = G::Weights::tuned(environment.players).with_overrides(values);
    let heuristic = Heuristic::<G>::new(&weights, u32::MAX);
    let [notice, misjudge, floor] = ["notice", "misjudge", "floor"].map(|name| values.get(name));
    Box::new(Casual::new(
        heuristic,
        ErrorModel {
            notice,
            misjudge,
            floor,
        },
    ))
}

fn random<G: LandscapeGame>(_: &ParameterValues, _: &Environment) -> BoxedAgent<G> {
    Box::new(Random)
}

fn greedy<G: LandscapeGame>(_: &ParameterValues, _: &Environment) -> BoxedAgent<G> {
    Box::<Greedy<G>>::default()
}

fn heuristic<G: LandscapeGame>(
    values: &ParameterValues,
    environment: &Environment,
) -> BoxedAgent<G> {
    let weights = G::Weights::tuned(environment.players).with_overrides(values);
    Box::new(Heuristic::<G>::new(&weights, values.whole("width") as u32))
}

fn rollout<G: LandscapeGame>(values: &ParameterValues, environment: &Environment) -> BoxedAgent<G> {
    let depth = settings::depth(values, environment.players);
    search::<G, _>(values, environment, |search_policy| {
        Rollout::new(search_policy, depth)
    })
}

fn mcts<G: LandscapeGame>(values: &ParameterValues, environment: &Environment) -> BoxedAgent<G> {
    let config = settings::tree_config(values, environment.players);
    search::<G, _>(values, environment, |search_policy| {
        Mcts::<_, G::Move>::new(search_policy, config)
    })
}

/// Builds a search with one strategy per thread.
fn search<G: LandscapeGame, C>(
    values: &ParameterValues,
    environment: &Environment,
    strategy: impl Fn(LandscapeSearchPolicy<G>) -> C,
) -> BoxedAgent<G>
where
    C: for<'s> PlayoutStrategy<G::State<'s>> + 'static,
{
    let mut weights = SearchWeights::<G::Weights>::for_players(environment.players);
    weights.turns = weights.turns.with_overrides(values);
    weights.playouts = weights.playouts.with_overrides(values);
    weights.estimates = [weights.estimates, weights.turns][values.whole("estimate")];
    let search_policy =
        LandscapeSearchPolicy::<G>::new(PlayoutPolicy::ALL[values.whole("policy")], weights);
    let strategies = (0..values.whole("threads"))
        .map(|_| strategy(search_policy.clone()))
        .collect();
    let root = settings::root_config(values, environment);
    let search = Search::<_, _, G::Move>::new(search_policy, root, strategies, environment.workers);
    Box::new(search.with_exact(values.whole(EXACT.name) as u64))
}
