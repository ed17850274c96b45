//! Turns that a seat can take, and the features of the positions they lead to.

use arrayvec::ArrayVec;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;
use goldrush_games::playable::StateOf;

use crate::lens::{Layout, Lens, numbers};

/// Maximum number of decisions per turn.
pub const TURN: usize = 3;
/// Bits for the number of a turn in what turns are sorted by; a turn's hash and lead stand above them.
const TURN_BITS: u32 = 20;
/// Number of outcomes of a decision that are remembered.
const OUTCOMES: usize = 16;
/// Entry without an action.
pub const NONE: i32 = -1;

/// Actions of a turn, padded with [`NONE`].
pub type Actions = [i32; TURN];

/// Possible turns. Reused between positions so that nothing is allocated.
#[derive(Default)]
pub struct Turns {
    actions: Vec<Actions>,
    /// Row of terms of each turn; turns that lead to the same features share one.
    rows: Vec<usize>,
    terms: Vec<f32>,
    /// Number of terms in a row.
    width: usize,
    /// Turns chosen, in order.
    chosen: Vec<u64>,
    /// Row of the terms of the position before the turns, if they are known.
    before: Option<usize>,
}

impl Turns {
    /// Lists the turns of the seat to move, each up to the next draw or the decision of another seat. With `best`, keeps that
    /// many with the highest lead if the game ended after them, highest first; the order of equal ones means nothing.
    pub fn list<G: Lens>(
        &mut self,
        state: &StateOf<G>,
        window: usize,
        layout: &Layout,
        best: Option<usize>,
    ) {
        self.actions.clear();
        self.rows.clear();
        self.terms.clear();
        self.chosen.clear();
        self.before = None;
        self.width = layout.terms;
        if let Some(seat) = state.to_move() {
            G::list_turns(state, seat, window, layout, self);
        }
        match best {
            Some(best) => self.choose_best::<G>(best),
            None => self.chosen.extend(0..self.actions.len() as u64),
        }
    }

    /// Returns the number of turns.
    pub fn len(&self) -> usize {
        self.chosen.len()
    }

    /// Iterates over the actions of the turns.
    pub fn actions(&self) -> impl Iterator<Item = Actions> {
        self.chosen.iter().map(|turn| self.actions[*turn as usize])
    }

    /// Writes the features of the turns, a row for each.
    pub fn write_features<G: Lens>(&self, layout: &Layout, features: &mut [f32]) {
        let rows = features.chunks_exact_mut(layout.features.len());
        for (features, turn) in rows.zip(&self.chosen) {
            features[..self.width].copy_from_slice(self.row(self.rows[*turn as usize]));
            G::complete(features);
        }
    }

    /// Adds a row of terms, which are 0, and returns its number.
    pub fn add_row(&mut self) -> usize {
        self.terms.resize(self.terms.len() + self.width, 0.0);
        self.terms.len() / self.width - 1
    }

    /// Returns a row of terms, for writing.
    pub fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.terms[row * self.width..][..self.width]
    }

    /// Notes the row with the terms of the position before the turns, from the viewpoint of the seat to move.
    pub fn set_before(&mut self, row: usize) {
        self.before = Some(row);
    }

    /// Returns these terms, if they are known.
    pub fn before(&self) -> Option<&[f32]> {
        self.before.map(|row| self.row(row))
    }

    /// Adds a turn that leads to the terms of a row.
    pub fn push(&mut self, actions: Actions, row: usize) {
        self.actions.push(actions);
        self.rows.push(row);
    }

    fn row(&self, row: usize) -> &[f32] {
        &self.terms[row * self.width..][..self.width]
    }

    /// Chooses the turns with the highest leads. Equal ones are shuffled, always alike in the same position: by place, the first of
    /// them would be a poor turn, as most of Gold Rush are ties.
    fn choose_best<G: Lens>(&mut self, count: usize) {
        let leads: Vec<u32> = (0..self.terms.len() / self.width)
            .map(|row| descending(G::lead(self.row(row))))
            .collect();
        let turns = self.actions.iter().zip(&self.rows).enumerate();
        let salt = self.actions.len() as u64;
        self.chosen.extend(turns.map(|(turn, (actions, row))| {
            u64::from(leads[*row]) << 32 | shuffled(actions, salt) << TURN_BITS | turn as u64
        }));
        if count < self.chosen.len() {
            self.chosen.select_nth_unstable(count);
            self.chosen.truncate(count);
        }
        self.chosen.sort_unstable();
        self.chosen
            .iter_mut()
            .for_each(|key| *key &= (1 << TURN_BITS) - 1);
    }

    /// Lists the turns by playing each of them in a world that is possible for the seat to move.
    pub fn play_each<G: Lens>(
        &mut self,
        state: &StateOf<G>,
        seat: Player,
        window: usize,
        layout: &Layout,
    ) {
        // Any world will do: turns are described by what is expected of them.
        let world = View::new(state, seat).sample(&mut tool_stream(0));
        self.expand::<G>(&world, &world, seat, &mut Vec::new(), window, layout);
    }

    /// Adds the turns that go on from a position of a turn that began with `root` and these actions.
    pub fn expand<G: Lens>(
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
        let mut rows = ArrayVec::<(u32, usize), OUTCOMES>::new();
        for (mv, action) in moves
            .iter()
            .zip(numbers::<G>(world, &moves, window, layout.actions()))
        {
            begun.push(action as i32);
            let outcome = G::outcome(world, *mv);
            let known = rows.iter().find(|(known, _)| Some(*known) == outcome);
            if let Some((_, row)) = known {
                self.push(padded(begun), *row);
                begun.pop();
                continue;
            }
            after.clone_from(world);
            after.play_unchecked(*mv);
            if begun.len() < TURN && after.to_move() == Some(seat) && !G::begins_choice(&after) {
                self.expand::<G>(root, &after, seat, begun, window, layout);
            } else {
                let row = self.add_row();
                G::expect(root, *mv, &after, seat, self.row_mut(row));
                self.push(padded(begun), row);
                if let Some(outcome) = outcome {
                    // Beyond the capacity, turns are played each.
                    let _ = rows.try_push((outcome, row));
                }
            }
            begun.pop();
        }
    }
}

/// Pads the actions of a turn.
fn padded(actions: &[i32]) -> Actions {
    let mut padded = [NONE; TURN];
    padded[..actions.len()].copy_from_slice(actions);
    padded
}

/// Returns a number below 2^12 that has nothing to do with what the actions are: a hash (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014, with the constants of David Stafford).
fn shuffled(actions: &Actions, salt: u64) -> u64 {
    let [first, second, third] = actions.map(|action| u64::from(action as u32));
    let mut hash = first | second << 20 | third << 40;
    hash ^= salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (hash ^ hash >> 31) >> 52
}

/// Returns a number that is smaller the larger the value is, in the order of [`f32::total_cmp`].
fn descending(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 0 {
        // All bits but the sign, so that any positive value comes before any negative one.
        !bits & (u32::MAX >> 1)
    } else {
        bits
    }
}
