//! Greedy with an eye on the turns to come: chances to complete a feature, followers in supply, fields, ingots.
//!
//! Of all ways to place the tile, the second ingot and a follower it takes one with the best margin, where everything on
//! the table counts what [`Weights`] believe it to be worth. A margin is the own total less that of the rivals, of whom
//! the best may count more than the others.

mod estimator;
mod outlook;
mod tuned;
mod weights;

use goldrush_engine::carcassonne::{Move, Phase, State, Table};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::rng::{StreamRng, below, choose};
use rand::Rng;

pub use estimator::Estimator;
pub(super) use outlook::Outlook;
pub use weights::{WEIGHTS, Weights};

use super::turns::{Deed, Seen, Turns};
use crate::agent::Agent;
use crate::search::Turn;

/// The heuristic agent.
#[derive(Clone)]
pub struct Heuristic {
    outlook: Outlook,
    turns: Turns,
    /// How many placements it looks at, about.
    width: u32,
    /// The turns that are equally good.
    best: Vec<Choice>,
}

/// What is left of a turn.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Choice {
    /// All of it.
    Place((Slot, Rotation), Deed),
    /// Second ingot and follower.
    Act(Deed),
    /// M5.
    Take(TileId),
}

impl Choice {
    /// Its decisions, in order; of no value yet.
    fn turn(self, table: &Table) -> Turn<Move> {
        let turn = |first, second, third| Turn { first, second, third, value: 0.0 };
        let follow = |deed: Deed| deed.follow.map_or(Move::Pass, |segment| Move::Follow { segment });
        match self {
            Choice::Take(from) => turn(Move::Take { from }, None, None),
            Choice::Act(deed) => match deed.second {
                Some(on) => turn(Move::Ingot { on }, Some(follow(deed)), None),
                None => turn(follow(deed), None, None),
            },
            Choice::Place((slot, rotation), deed) => {
                let place = Move::Place { cell: table.landscape().frontier().cell(slot), rotation };
                match deed.second {
                    Some(on) => turn(place, Some(Move::Ingot { on }), Some(follow(deed))),
                    None => turn(place, Some(follow(deed)), None),
                }
            }
        }
    }
}

impl Heuristic {
    /// With these weights. It looks at about `width` placements a turn, drawn at random: the fewer, the more careless.
    pub fn new(weights: &Weights, width: u32) -> Heuristic {
        Heuristic { outlook: Outlook::new(weights), turns: Turns::default(), width, best: Vec::new() }
    }

    /// Tells `each` the turns and their values, of placements that `look_at` admits (or the last).
    #[inline]
    fn value_turns(&mut self, table: &Table, mut look_at: impl FnMut() -> bool, mut each: impl FnMut(Choice, i32)) {
        let Heuristic { outlook, turns, .. } = self;
        outlook.set(table);
        let seen = &Seen::new(table, &*outlook);
        turns.look(seen);
        match table.phase() {
            Phase::Take => turns.takings(seen, |from, value| each(Choice::Take(from), value)),
            Phase::Place => {
                let mut left = table.count_placements();
                let mut seen_one = false;
                let tiles = table.setup().catalogue().tiles();
                table.landscape().frontier().each_placement(tiles, table.hand(), |slot, rotation| {
                    left -= 1;
                    if !look_at() && (seen_one || left > 0) {
                        return;
                    }
                    seen_one = true;
                    turns.after_placing(seen, slot, rotation, |deed, value| {
                        each(Choice::Place((slot, rotation), deed), value);
                    });
                });
            }
            _ => turns.after_placed(seen, |deed, value| each(Choice::Act(deed), value)),
        }
    }

    /// One of the best turns, or of what is left of one.
    pub(super) fn best_turn<R: Rng>(&mut self, table: &Table, rng: &mut R) -> Turn<Move> {
        let width = self.width;
        let ways = table.count_placements();
        let mut best = std::mem::take(&mut self.best);
        best.clear();
        let mut highest = i32::MIN;
        let look_at = || width >= ways || below(rng, ways) < width;
        self.value_turns(table, look_at, |choice, value| {
            if value > highest {
                best.clear();
                highest = value;
            }
            if value == highest {
                best.push(choice);
            }
        });
        let choice = best[choose(rng, best.len() as u32) as usize];
        self.best = best;
        choice.turn(table)
    }

    /// Plays the turn of the seat to move in a world, ingots included.
    pub(super) fn play_turn<R: Rng>(&mut self, world: &mut State, rng: &mut R) {
        loop {
            let turn = self.best_turn(world.table(), rng);
            turn.moves().for_each(|mv| world.play_unchecked(mv));
            if world.table().phase() != Phase::Take {
                break;
            }
        }
    }

    /// Replaces the content of `turns` by the best turns, at most so many, the best first.
    pub(super) fn rank(&mut self, table: &Table, most: usize, turns: &mut Vec<Turn<Move>>) {
        turns.clear();
        let all = || true;
        self.value_turns(table, all, |choice, value| {
            turns.push(Turn { value: Outlook::points(value), ..choice.turn(table) });
        });
        // Unstable sorting allocates nothing, and gives the same order for the same turns.
        turns.sort_unstable_by(|x, y| y.value.total_cmp(&x.value));
        turns.truncate(most);
    }
}

impl<'s> Agent<State<'s>> for Heuristic {
    fn choose(&mut self, view: &View<State<'s>>, rng: &mut StreamRng) -> Move {
        self.best_turn(view.table(), rng).first
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goldrush_engine::carcassonne::{Catalogue, Rules, Setup};
    use goldrush_engine::player::Player;
    use goldrush_engine::rng::tool_stream;

    use super::super::worth::Worth;
    use super::*;

    /// The margin of a seat on a table, looked at as a whole.
    fn margin(outlook: &Outlook, table: &Table, seat: Player) -> i32 {
        outlook.margin(&Turns::default().worth(&Seen::new(table, outlook)), seat, table.players())
    }

    /// Plays a turn on a table alone, so that no tile is drawn after it.
    fn apply(table: &mut Table, choice: Choice) {
        if let Choice::Place((slot, rotation), _) = choice {
            table.place(slot, rotation);
        }
        match choice {
            Choice::Place(_, deed) | Choice::Act(deed) => {
                deed.second.into_iter().for_each(|on| table.lay_second_ingot(on));
                deed.follow.into_iter().for_each(|segment| table.follow(segment));
                table.finish_turn();
            }
            Choice::Take(from) => table.take(from),
        }
        while table.phase() == Phase::Take {
            table.take(table.most_shared(table.takings(table.seat())));
        }
    }

    /// What each turn is said to change is what playing it does change. Returns how many turns were compared.
    fn compare(heuristic: &mut Heuristic, state: &State) -> usize {
        let (table, seat) = (state.table(), state.table().seat());
        let mut turns = Vec::new();
        heuristic.value_turns(table, || true, |choice, value| turns.push((choice, value)));
        for &(choice, value) in &turns {
            let mut after = table.clone();
            apply(&mut after, choice);
            let found = margin(&heuristic.outlook, &after, seat);
            // That an ingot taken is lost to other features on its tile is left out.
            let collected = |table: &Table| Player::all(table.players()).map(|seat| table.collected(seat)).sum::<u8>();
            let most = if collected(&after) == collected(table) { 8 } else { 4096 };
            assert!(value.abs_diff(found) <= most, "{choice:?} is said {value}, is {found}, {state:?}");
        }
        turns.len()
    }

    #[test]
    fn turns_are_valued_as_the_tables_they_lead_to() {
        let mut compared = 0;
        for (seed, gold_mines) in [false, true, true].into_iter().enumerate() {
            let players = 2 + seed;
            let rules = Rules { gold_mines, ..Rules::default() };
            let setup = Setup::new(Arc::new(Catalogue::printed()), rules, players).unwrap();
            let mut rng = tool_stream(seed as u64);
            let mut state = State::deal(&setup, &mut rng);
            let mut heuristic = Heuristic::new(&Weights::tuned(players), u32::MAX);
            while let Some(seat) = state.to_move() {
                compared += compare(&mut heuristic, &state);
                let mv = heuristic.choose(&View::new(&state, seat), &mut rng);
                state.play_unchecked(mv);
            }
        }
        assert!(compared > 5000, "{compared} turns");
    }
}
