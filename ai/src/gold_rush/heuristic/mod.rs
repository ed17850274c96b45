//! Greedy with an eye on the turns to come: chances to complete a feature, cowboys in supply, tents.
//!
//! Of all pairs of placement and action it takes one with the best margin, where everything on the table counts what
//! [`Weights`] believe it to be worth. A margin is the own total less that of the rivals, of whom the best may count
//! more than the others.

mod estimator;
mod fitted;
mod outlook;
mod tuned;
mod weights;

use goldrush_engine::game::View;
use goldrush_engine::gold_rush::{Action, Move, Phase, State, Table};
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
    /// Placement, none if the tile lies already, and action of the turns that are equally good.
    best: Vec<(Option<(Slot, Rotation)>, Action)>,
}

impl Heuristic {
    /// With these weights. It looks at about `width` placements a turn, drawn at random: the fewer, the more careless.
    pub fn new(weights: &Weights, width: u32) -> Heuristic {
        Heuristic { outlook: Outlook::new(weights), turns: Turns::default(), width, best: Vec::new() }
    }

    /// Tells `each` the turns and their values, of placements that `look_at` admits (or the last): placement, none if the tile lies already, action, value.
    #[inline]
    fn value_turns(
        &mut self,
        table: &Table,
        token: f32,
        mut look_at: impl FnMut() -> bool,
        mut each: impl FnMut(Option<(Slot, Rotation)>, Action, i32),
    ) {
        let Heuristic { outlook, turns, .. } = self;
        outlook.set(table, token);
        let seen = &Seen::new(table, &*outlook);
        turns.look(seen, &outlook.seats(table));
        let mut tell = |placement, deed, value| {
            if let Deed::Act(action) = deed {
                each(placement, action, value);
            }
        };
        if table.phase() == Phase::Act {
            turns.after_placed(seen, |deed, value, _| tell(None, deed, value));
        } else {
            let mut left = table.count_placements();
            let mut seen_one = false;
            table.each_placement(|slot, rotation| {
                left -= 1;
                if !look_at() && (seen_one || left > 0) {
                    return;
                }
                seen_one = true;
                turns.after_placing(seen, slot, rotation, |deed, value, _| tell(Some((slot, rotation)), deed, value));
            });
        }
    }

    /// One of the best turns, or of the best actions if the tile lies already.
    pub(super) fn best_turn<R: Rng>(&mut self, table: &Table, token: f32, rng: &mut R) -> (Option<Move>, Action) {
        let width = self.width;
        let ways = table.count_placements();
        let mut best = std::mem::take(&mut self.best);
        best.clear();
        let mut highest = i32::MIN;
        let look_at = || width >= ways || below(rng, ways) < width;
        self.value_turns(table, token, look_at, |placement, action, value| {
            if value > highest {
                best.clear();
                highest = value;
            }
            if value == highest {
                best.push((placement, action));
            }
        });
        let (placement, action) = best[choose(rng, best.len() as u32) as usize];
        self.best = best;
        (placement.map(|(slot, rotation)| place(table, slot, rotation)), action)
    }

    /// Replaces the content of `turns` by the best turns, at most so many, the best first.
    pub(super) fn rank(&mut self, table: &Table, token: f32, most: usize, turns: &mut Vec<Turn<Move>>) {
        turns.clear();
        self.value_turns(
            table,
            token,
            || true,
            |placement, action, value| {
                let value = Outlook::points(value);
                let act = Move::Act(action);
                turns.push(match placement {
                    Some((slot, rotation)) => {
                        Turn { first: place(table, slot, rotation), second: Some(act), third: None, value }
                    }
                    None => Turn { first: act, second: None, third: None, value },
                });
            },
        );
        // Unstable sorting allocates nothing, and gives the same order for the same turns.
        turns.sort_unstable_by(|x, y| y.value.total_cmp(&x.value));
        turns.truncate(most);
    }
}

impl<'s> Agent<State<'s>> for Heuristic {
    fn choose(&mut self, view: &View<State<'s>>, rng: &mut StreamRng) -> Move {
        match self.best_turn(view.table(), mean_token(view), rng) {
            (Some(place), _) => place,
            (None, action) => Move::Act(action),
        }
    }
}

fn place(table: &Table, slot: Slot, rotation: Rotation) -> Move {
    Move::Place { cell: table.landscape().frontier().cell(slot), rotation }
}

/// The mean value of the tokens that a seat has not seen, in points.
pub fn mean_token(view: &View<State>) -> f32 {
    let (sum, count) = view.unseen_tokens();
    sum as f32 / count.max(1) as f32
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::State as _;
    use goldrush_engine::gold_rush::{Catalogue, Locomotives, Rules, Setup};
    use goldrush_engine::player::Player;
    use goldrush_engine::rng::tool_stream;

    use super::super::worth::Worth;
    use super::*;

    /// The margin of a seat on a table, looked at as a whole.
    fn margin(heuristic: &Heuristic, table: &Table, seat: Player) -> i32 {
        let outlook = &heuristic.outlook;
        let totals = Turns::default().worth(&Seen::new(table, outlook), &outlook.seats(table));
        outlook.margin(&totals, seat, table.players())
    }

    /// What each turn is said to change is what laying the tile, acting and scoring do change. Returns how many turns
    /// were compared, and for how many that is nearly so.
    fn compare(heuristic: &mut Heuristic, state: &State) -> (usize, usize) {
        let (table, seat) = (state.table(), state.table().seat());
        let mut turns = Vec::new();
        let all = || true;
        heuristic.value_turns(table, 1.5, all, |placement, action, value| turns.push((placement, action, value)));
        let mut inexact = 0;
        for &(placement, action, value) in &turns {
            let mut after = table.clone();
            if let Some((slot, rotation)) = placement {
                after.place(slot, rotation);
            }
            assert!(after.actions().allow(action), "{action:?} {state:?}");
            after.finish_turn(action, &mut ());
            // That the tile makes cells of other mountains harder to fill is left out for tents.
            let error = value.abs_diff(margin(heuristic, &after, seat));
            let tent = matches!(action, Action::Tent { .. } | Action::Mine { .. });
            assert!(error == 0 || tent && error < 1024, "{error}: {placement:?} {action:?} {state:?}");
            inexact += usize::from(error > 0);
        }
        (turns.len(), inexact)
    }

    /// Compares all turns of a game.
    fn compare_game(setup: &Setup, seed: u64) -> usize {
        let mut rng = tool_stream(seed);
        let mut state = State::deal(setup, &mut rng);
        let mut heuristic = Heuristic::new(&Weights::tuned(setup.players()), u32::MAX);
        let (mut compared, mut inexact) = (0, 0);
        while let Some(seat) = state.to_move() {
            let (turns, nearly) = compare(&mut heuristic, &state);
            (compared, inexact) = (compared + turns, inexact + nearly);
            let mv = if choose(&mut rng, 3) == 0 {
                state.random_move(&mut rng).unwrap()
            } else {
                heuristic.choose(&View::new(&state, seat), &mut rng)
            };
            state.play_unchecked(mv);
        }
        assert!(inexact < compared / 20, "{inexact} of {compared} turns");
        compared
    }

    /// G16: a railroad with both ends at one city is one railroad of it. Games seldom show that.
    #[test]
    fn a_railroad_from_a_city_to_itself_is_valued_once() {
        let setup = Setup::printed(2);
        let scenario: goldrush_engine::gold_rush::Scenario = "tile 27 0,0 0\ntile 26d -1,0 0\ntile 01d 1,0 0\n\
             tile 01d 1,1 90\ncowboy 0 0,0 city\nturn 1 place\ncoming 01d"
            .parse()
            .unwrap();
        let state = scenario.state(&setup).unwrap();
        let (compared, _) = compare(&mut Heuristic::new(&Weights::tuned(2), u32::MAX), &state);
        assert!(compared > 10);
    }

    #[test]
    fn turns_are_valued_as_the_tables_they_lead_to() {
        let printed = Rules::default();
        let variants = [
            printed.clone(),
            Rules { tents: 2, take_back: true, ..printed.clone() },
            Rules { farmers: false, cowboys: 2, mining_interval: 2, ..printed.clone() },
            Rules { locomotives: Locomotives::AtLeastOne, tokens: Some("5=10".parse().unwrap()), ..printed.clone() },
            Rules { locomotives: Locomotives::Never, tents: 0, cowboys: 7, ..printed.clone() },
            Rules { restriction: Some("1:tents".parse().unwrap()), ..printed.clone() },
            Rules { restriction: Some("0:railwaymen".parse().unwrap()), ..printed },
        ];
        let catalogue = std::sync::Arc::new(Catalogue::built_in("gold_rush").unwrap());
        let mut compared = 0;
        for (i, rules) in variants.into_iter().enumerate() {
            let setup = Setup::new(catalogue.clone(), rules, 2).unwrap();
            compared += (0..8).map(|seed| compare_game(&setup, seed + 10 * i as u64)).sum::<usize>();
        }
        assert!(compared > 150_000, "{compared} turns");
    }
}
