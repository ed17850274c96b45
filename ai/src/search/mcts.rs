//! Monte Carlo tree search below the root candidates: one tree, with hidden information redealt in every iteration.
//!
//! A turn is one or several decisions, such as placement and action. After a turn's last decision the tree branches by
//! chance outcome ([`SearchPolicy::chance_key`]). Every seat maximizes its own reward (max^n; Luckhardt, Irani 1986).
//! At a decision with n visits the best ⌈w·√n⌉ children by prior are open (progressive widening; Chaslot et al. 2008),
//! and the one with the highest
//!
//! ```text
//! (sum of rewards + prior_weight · prior) / (visits + prior_weight) + c · √(ln n / (1 + visits))
//! ```
//!
//! is taken. A decision gets children at its second visit; the playout policy plays below that. All iterations end the
//! same number of turns after the root's, so that estimates are comparable. Information sets as in Cowling, Powley,
//! Whitehouse: Information set Monte Carlo tree search (2012).
//!
//! Not handled: transpositions; inferences of others from the searcher's moves.

use goldrush_engine::game::{State, View};
use goldrush_engine::player::Player;

use super::reward::{FIXED_POINT_UNIT, to_fixed_point};
use super::rollout::play_out;
use super::root::PlayoutStrategy;
use super::{Estimates, PlayoutRng, Reward, SearchPolicy, Turn};

/// Parameters of the tree.
#[derive(Clone, Copy, Debug)]
pub struct TreeConfig {
    /// Turns after the candidate's, in the tree and below it.
    pub depth: usize,
    /// Exploration constant c of the formula.
    pub exploration: f32,
    /// Progressive widening factor w of the formula.
    pub widening: f32,
    /// Weight of the prior, in visits.
    pub prior_weight: f32,
    /// Maximum number of turns that a decision branches into.
    pub branches: usize,
    /// Maximum number of decisions in memory; beyond it the tree stops growing.
    pub nodes: usize,
    /// Maximized reward.
    pub reward: Reward,
}

/// Decision in the tree.
struct Node {
    visits: u32,
    /// Children; empty until expanded.
    children: std::ops::Range<u32>,
}

/// Move in the tree.
struct Edge<M> {
    mv: M,
    /// Prior value as a reward.
    prior: f32,
    visits: u32,
    /// Sum of rewards of the seat that moves, in fixed point.
    sum: i64,
    /// Next decision of the same turn.
    follows: Option<u32>,
    /// First chance outcome after it.
    outcome: Option<u32>,
}

/// Chance outcome after a turn; a linked list of the outcomes seen so far.
struct Outcome {
    chance: u32,
    node: u32,
    other: Option<u32>,
}

/// Search tree.
///
/// # Examples
///
/// ```
/// use goldrush_ai::agent::Agent;
/// use goldrush_ai::knizia_gold::search_policy::KniziaSearchPolicy;
/// use goldrush_ai::search::{Budget, Mcts, Reward, RootConfig, Search, TreeConfig};
/// use goldrush_ai::environment::Environment;
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::knizia_gold::{KniziaGold, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{agent_stream, deal_stream};
///
/// let reward = Reward { scale: 15.0, near: 5.0 };
/// let tree = TreeConfig { depth: 6, exploration: 0.1, widening: 1.0, prior_weight: 3.0, branches: 8, nodes: 1000, reward };
/// let root = RootConfig { budget: Budget::Playouts(60), candidates: 4, prior_weight: 2.0, racing: 0.0, reward };
/// let search_policy = KniziaSearchPolicy::new();
/// let trees = vec![Mcts::new(search_policy.clone(), tree)];
/// let mut search = Search::new(search_policy, root, trees, Environment::sequential(2).workers);
///
/// let game = KniziaGold::deal(&Setup::new(2, false)?, &mut deal_stream(7, 0));
/// let flip = search.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
/// assert!(game.is_legal(flip));
/// # Ok::<(), String>(())
/// ```
pub struct Mcts<G, M> {
    search_policy: G,
    config: TreeConfig,
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    outcomes: Vec<Outcome>,
    /// First outcome by candidate.
    roots: Vec<Option<u32>>,
    turns: Vec<Turn<M>>,
    /// Edges of this iteration with the seat that moves.
    path: Vec<(u32, Player)>,
}

/// Start of a list of chance outcomes.
#[derive(Clone, Copy)]
enum After {
    Candidate(usize),
    Edge(u32),
}

impl<G, M: Copy> Mcts<G, M> {
    /// Creates an empty tree; allocates all its memory at once.
    pub fn new(search_policy: G, config: TreeConfig) -> Mcts<G, M> {
        Mcts {
            search_policy,
            nodes: Vec::with_capacity(config.nodes),
            // A turn of two decisions takes one edge for each turn and at most as many for placements.
            edges: Vec::with_capacity(2 * config.nodes),
            outcomes: Vec::with_capacity(config.nodes),
            roots: Vec::new(),
            turns: Vec::new(),
            path: Vec::with_capacity(3 * config.depth),
            config,
        }
    }

    /// Returns the number of decisions in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if the tree is empty.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the memory allocated for decisions, moves and outcomes, in bytes.
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge<M>>()
            + self.outcomes.capacity() * size_of::<Outcome>()
    }

    /// Finds the decision after a move and a chance outcome, or creates it if there is room.
    fn follow(&mut self, after: After, chance: u32) -> Option<u32> {
        let first = match after {
            After::Candidate(at) => self.roots[at],
            After::Edge(at) => self.edges[at as usize].outcome,
        };
        let mut outcome = first;
        while let Some(at) = outcome {
            let known = &self.outcomes[at as usize];
            if known.chance == chance {
                return Some(known.node);
            }
            outcome = known.other;
        }
        let node = self.new_node(0..0)?;
        let at = self.outcomes.len() as u32;
        self.outcomes.push(Outcome {
            chance,
            node,
            other: first,
        });
        match after {
            After::Candidate(candidate) => self.roots[candidate] = Some(at),
            After::Edge(edge) => self.edges[edge as usize].outcome = Some(at),
        }
        Some(node)
    }

    fn new_node(&mut self, children: std::ops::Range<u32>) -> Option<u32> {
        (self.nodes.len() < self.config.nodes).then(|| {
            self.nodes.push(Node {
                visits: 0,
                children,
            });
            self.nodes.len() as u32 - 1
        })
    }

    /// Adds a move.
    fn push_edge(&mut self, mv: M, value: f32) {
        let prior = self.config.reward.squash(value);
        self.edges.push(Edge {
            mv,
            prior,
            visits: 0,
            sum: 0,
            follows: None,
            outcome: None,
        });
    }

    /// Returns the child to visit.
    fn select(&self, node: u32) -> u32 {
        let node = &self.nodes[node as usize];
        let n = node.visits.max(1) as f32;
        let open =
            ((self.config.widening * n.sqrt()).ceil() as u32).clamp(1, node.children.len() as u32);
        let log = libm::logf(n + 1.0);
        let mut best = (f32::MIN, node.children.start);
        for at in node.children.start..node.children.start + open {
            let edge = &self.edges[at as usize];
            let visits = edge.visits as f32;
            let rewards =
                edge.sum as f32 / FIXED_POINT_UNIT + self.config.prior_weight * edge.prior;
            let mean = rewards / (visits + self.config.prior_weight).max(f32::MIN_POSITIVE);
            let value = mean + self.config.exploration * (log / (1.0 + visits)).sqrt();
            if value > best.0 {
                best = (value, at);
            }
        }
        best.1
    }
}

impl<G, M: Copy + PartialEq> Mcts<G, M> {
    /// Expands a decision by the best turns of the search policy, split into their decisions.
    fn expand<S: State<Move = M>>(&mut self, node: u32, world: &S)
    where
        G: SearchPolicy<S>,
    {
        self.search_policy
            .best_turns(world, self.config.branches, &mut self.turns);
        let turns = std::mem::take(&mut self.turns);
        let decisions = turns
            .iter()
            .map(|turn| turn.moves().count())
            .max()
            .unwrap_or(0)
            .max(2);
        if self.edges.len() + decisions * turns.len() <= self.edges.capacity() {
            let start = self.edges.len();
            match self.branch(&turns, 0, 0) {
                Some(children) => self.nodes[node as usize].children = children,
                None => self.edges.truncate(start),
            }
        }
        self.turns = turns;
    }

    /// Adds the n-th decisions of all turns that share their first n with turn `reference`, and what follows them. `None` if
    /// there is no room.
    fn branch(
        &mut self,
        turns: &[Turn<M>],
        reference: usize,
        n: usize,
    ) -> Option<std::ops::Range<u32>> {
        let first_of_each =
            (0..turns.len()).filter(|&at| is_first_to_continue(turns, at, &turns[reference], n));
        let start = self.edges.len() as u32;
        for at in first_of_each.clone() {
            self.push_edge(turns[at].nth(n)?, turns[at].value);
        }
        let end = self.edges.len() as u32;
        for (edge, at) in (start..end).zip(first_of_each) {
            let children = self.branch(turns, at, n + 1)?;
            if !children.is_empty() {
                let follows = self.new_node(children)?;
                self.edges[edge as usize].follows = Some(follows);
            }
        }
        Some(start..end)
    }

    /// Plays the selected child; returns its edge.
    fn step<S: State<Move = M>>(&mut self, node: u32, seat: Player, world: &mut S) -> u32 {
        let edge = self.select(node);
        self.nodes[node as usize].visits += 1;
        self.path.push((edge, seat));
        world.play_unchecked(self.edges[edge as usize].mv);
        edge
    }
}

/// Returns true if turn `at` has an n-th decision after the first n of `reference`, and no earlier turn has the same.
fn is_first_to_continue<M: Copy + PartialEq>(
    turns: &[Turn<M>],
    at: usize,
    reference: &Turn<M>,
    n: usize,
) -> bool {
    let turn = &turns[at];
    share_decisions(turn, reference, n)
        && turn.nth(n).is_some()
        && !turns[..at]
            .iter()
            .any(|earlier| share_decisions(earlier, turn, n + 1))
}

/// Returns true if the first n decisions of two turns are the same.
fn share_decisions<M: Copy + PartialEq>(one: &Turn<M>, other: &Turn<M>, n: usize) -> bool {
    (0..n).all(|at| one.nth(at) == other.nth(at))
}

impl<S: State, G: SearchPolicy<S>> PlayoutStrategy<S> for Mcts<G, S::Move>
where
    S::Move: Send,
{
    fn begin(&mut self, view: &View<S>) {
        self.search_policy.begin(view);
        self.nodes.clear();
        self.edges.clear();
        self.outcomes.clear();
        self.roots.clear();
    }

    fn run_playout(
        &mut self,
        world: &mut S,
        candidate: usize,
        playout_rng: &mut PlayoutRng,
    ) -> Estimates {
        if self.roots.len() <= candidate {
            self.roots.resize(candidate + 1, None);
        }
        self.path.clear();
        self.search_policy.begin_playout();
        let mut after = After::Candidate(candidate);
        let mut turns = 0;
        while turns < self.config.depth
            && let Some(seat) = world.to_move()
            && let Some(node) = self.follow(after, self.search_policy.chance_key(world))
        {
            if self.nodes[node as usize].children.is_empty() {
                self.nodes[node as usize].visits += 1;
                if self.nodes[node as usize].visits == 2 {
                    self.expand(node, world);
                }
                if self.nodes[node as usize].children.is_empty() {
                    break;
                }
            }
            let mut edge = self.step(node, seat, world);
            while let Some(next) = self.edges[edge as usize].follows {
                edge = self.step(next, seat, world);
            }
            after = After::Edge(edge);
            turns += 1;
        }
        let estimates = play_out(
            &mut self.search_policy,
            world,
            self.config.depth - turns,
            playout_rng,
        );
        let players = world.players();
        for &(edge, seat) in &self.path {
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.sum += to_fixed_point(self.config.reward.of(seat, players, &estimates));
        }
        estimates
    }
}
