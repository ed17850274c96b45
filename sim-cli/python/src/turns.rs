//! Turns that a seat can take, and the features of the positions they lead to.

use goldrush::games::playable::StateOf;
use goldrush_engine::game::State as _;
use goldrush_engine::player::Player;

use crate::lens::{Layout, Lens, numbers};

/// Maximum number of decisions per turn.
pub const TURN: usize = 3;
/// Entry without an action.
pub const NONE: i32 = -1;

/// Possible turns.
#[derive(Default)]
pub struct Turns {
    /// Actions of each turn, padded with [`NONE`] to [`TURN`] entries.
    pub actions: Vec<i32>,
    /// Features of the position that each turn leads to.
    pub features: Vec<f32>,
    /// Number of turns.
    pub count: usize,
}

impl Turns {
    /// Adds the turns of the seat to move in a possible world, each up to the next draw or the decision of another seat.
    pub fn add<G: Lens>(
        &mut self,
        world: &StateOf<G>,
        seat: Player,
        window: usize,
        layout: &Layout,
    ) {
        self.expand::<G>(
            world,
            world,
            seat,
            &mut Vec::with_capacity(TURN),
            window,
            layout,
        );
    }

    /// Keeps the `count` turns with the highest lead if the game ended after them, highest first.
    pub fn keep_best<G: Lens>(&mut self, count: usize, layout: &Layout) {
        let features =
            |turn: usize| &self.features[turn * layout.features.len()..][..layout.features.len()];
        let leads: Vec<f32> = (0..self.count)
            .map(|turn| G::lead(features(turn)))
            .collect();
        let mut best: Vec<usize> = (0..self.count).collect();
        best.sort_by(|one, other| leads[*other].total_cmp(&leads[*one]));
        best.truncate(count);
        *self = Turns {
            actions: best
                .iter()
                .flat_map(|turn| &self.actions[turn * TURN..][..TURN])
                .copied()
                .collect(),
            features: best
                .iter()
                .flat_map(|turn| features(*turn))
                .copied()
                .collect(),
            count: best.len(),
        };
    }

    /// Adds the turns that go on from a position of a turn that began with `root`.
    fn expand<G: Lens>(
        &mut self,
        root: &StateOf<G>,
        world: &StateOf<G>,
        seat: Player,
        begun: &mut Vec<i32>,
        window: usize,
        layout: &Layout,
    ) {
        let mut moves = Vec::new();
        world.legal_moves(&mut moves);
        let mut after = world.clone();
        for (mv, action) in moves
            .iter()
            .zip(numbers::<G>(world, &moves, window, layout.actions()))
        {
            after.clone_from(world);
            begun.push(action as i32);
            after.play_unchecked(*mv);
            if begun.len() < TURN && after.to_move() == Some(seat) && !G::begins_choice(&after) {
                self.expand::<G>(root, &after, seat, begun, window, layout);
            } else {
                self.actions.extend(
                    begun
                        .iter()
                        .copied()
                        .chain(std::iter::repeat(NONE))
                        .take(TURN),
                );
                let start = self.features.len();
                self.features.resize(start + layout.features.len(), 0.0);
                G::expect(root, *mv, &after, seat, &mut self.features[start..]);
                self.count += 1;
            }
            begun.pop();
        }
    }
}
