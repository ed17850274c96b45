//! Looks one turn ahead: picks a turn with the best margin if the game ended after this turn's scoring. Ties are broken
//! uniformly over all turns.
//!
//! Margin: own total minus the best other total, including final scoring. Each game defines the values (`ImmediateValues`). Not
//! handled: anything beyond this turn.

use goldrush_engine::game::View;
use goldrush_engine::landscape::table::Table;
use goldrush_engine::rng::StreamRng;
use rand::Rng;

use super::game::place;
use super::plan::Plan;
use super::{LandscapeGame, Perspective, Placement, TurnEvaluator};
use crate::agent::Agent;
use crate::best::Best;

/// Greedy agent.
///
/// # Examples
///
/// ```
/// use goldrush_ai::agent::Agent;
/// use goldrush_ai::landscape::Greedy;
/// use goldrush_engine::game::{State as _, Text, View};
/// use goldrush_engine::gold_rush::{GoldRush, Setup, State};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::agent_stream;
///
/// // The last action of a game: a cowboy on the railroad of two tiles scores two points, everything else less.
/// let setup = Setup::printed(2);
/// let game = State::from_text(&setup, "tile 17 0,0 0\ntile 12d 1,0 0\nturn 0 act\n")?;
/// let mut greedy = Greedy::<GoldRush>::default();
/// let mv = greedy.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
/// assert_eq!(game.move_text(mv), "cowboy railroad E");
/// # Ok::<(), goldrush_engine::game::TextError>(())
/// ```
#[derive(Clone)]
pub struct Greedy<G: LandscapeGame> {
    turns: G::Turns,
    placements: Best<Placement>,
    actions: Best<G::TurnAction>,
    /// Placement that `actions` follow.
    plan: Plan<()>,
}

impl<G: LandscapeGame> Default for Greedy<G> {
    fn default() -> Greedy<G> {
        Greedy {
            turns: G::Turns::default(),
            placements: Best::default(),
            actions: Best::default(),
            plan: Plan::default(),
        }
    }
}

impl<G: LandscapeGame> Greedy<G> {
    /// Returns one of the best moves.
    pub(super) fn best_move<R: Rng>(&mut self, view: &View<G::State<'_>>, rng: &mut R) -> G::Move {
        let table = G::visible_table(view);
        if self.plan.take::<G>(table).is_none() {
            let values = G::immediate_values(view);
            let perspective = &Perspective::new(table, &values);
            self.turns.set_table(perspective);
            if table.is_placing() {
                return place::<G>(table, self.best_placement(perspective, rng));
            }
            self.actions.clear();
            self.turns
                .evaluate_actions(perspective, |action, value, weight| {
                    self.actions.add(value, weight, action);
                });
        }
        let (action, nth) = self.actions.pick(rng);
        G::decisions(table, action, nth).0
    }

    fn best_placement<R: Rng>(
        &mut self,
        perspective: &Perspective<Table<'_, G>, G::ImmediateValues>,
        rng: &mut R,
    ) -> Placement {
        self.placements.clear();
        let table = perspective.table;
        table.for_each_placement(|slot, rotation| {
            let mut best = i32::MIN;
            let mut ties = 0;
            self.turns.evaluate_placement(
                perspective,
                (slot, rotation),
                self.placements.value(),
                |_, value, weight| {
                    if value > best {
                        best = value;
                        ties = weight;
                    } else if value == best {
                        ties += weight;
                    }
                },
            );
            self.placements.add(best, ties, (slot, rotation));
        });
        let best = self.placements.pick(rng).0;
        // Less work than reading the table again once the tile is laid.
        self.actions.clear();
        self.turns
            .evaluate_placement(perspective, best, i32::MIN, |action, value, weight| {
                self.actions.add(value, weight, action);
            });
        self.plan.keep::<G>(table, best, ());
        best
    }
}

impl<'s, G: LandscapeGame> Agent<G::State<'s>> for Greedy<G> {
    fn choose(&mut self, view: &View<G::State<'s>>, rng: &mut StreamRng) -> G::Move {
        self.best_move(view, rng)
    }
}
