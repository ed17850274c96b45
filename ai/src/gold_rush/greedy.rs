//! Looks one turn ahead: of all pairs of placement and action, one with the best margin if the game ended after
//! this turn's scoring.
//!
//! Margin: own total minus the best other total. The own tokens count with their values; tokens that others hold,
//! and tokens that change hands in this turn, with the mean of the values this seat has not seen. Everything is
//! multiplied by the number of such values, so it stays in whole numbers. Ties are broken uniformly over the pairs.
//!
//! Not handled: anything beyond this turn. A tent is worth nothing to it, a cowboy in hand neither.

use goldrush_engine::game::{Points, View};
use goldrush_engine::gold_rush::{Action, FeatureKind, Move, Phase, State, Table, city, mountain, prairie, railroad};
use goldrush_engine::player::{PerPlayer, Player};
use goldrush_engine::rng::{StreamRng, choose};

use crate::agent::Agent;

/// The greedy agent.
#[derive(Default)]
pub struct Greedy {
    /// Kept from turn to turn so that nothing is allocated.
    best: Best<Move>,
    actions: Best<Action>,
}

impl<'s> Agent<State<'s>> for Greedy {
    fn choose(&mut self, view: &View<State<'s>>, rng: &mut StreamRng) -> Move {
        let scale = Scale::new(view);
        let table = view.table();
        let mut after = table.clone();
        if table.phase() == Phase::Act {
            rate_actions(table, &mut after, &scale, &mut self.actions);
            return Move::Act(self.actions.pick(rng));
        }
        self.best.clear();
        let mut placed = table.clone();
        for (slot, rotation) in table.placements() {
            placed.clone_from(table);
            placed.place(slot, rotation);
            rate_actions(&placed, &mut after, &scale, &mut self.actions);
            let place = Move::Place { cell: table.landscape().frontier().cell(slot), rotation };
            self.best.offer(self.actions.value, self.actions.weight, place);
        }
        self.best.pick(rng)
    }
}

/// How tokens and points are brought to one unit.
struct Scale {
    seat: Player,
    /// Points of the own tokens.
    own_tokens: i64,
    /// How many of them there are.
    own_count: u8,
    /// Sum of the values not seen.
    sum: i64,
    /// Number of the values not seen, at least 1: the unit in which a point is counted.
    count: i64,
}

impl Scale {
    fn new(view: &View<State>) -> Scale {
        let (sum, count) = view.unseen_tokens();
        Scale {
            seat: view.observer(),
            own_tokens: i64::from(view.own_token_points()),
            own_count: view.table().held(view.observer()),
            sum: i64::from(sum),
            count: i64::from(count.max(1)),
        }
    }

    /// The margin on a table after this turn's scoring, in points times `count`.
    fn margin(&self, table: &Table) -> i64 {
        let mut totals = PerPlayer::new(table.players(), 0i64);
        for seat in Player::all(table.players()) {
            let unseen = if seat == self.seat {
                totals[seat] = self.count * self.own_tokens;
                table.held(seat) - self.own_count
            } else {
                table.held(seat)
            };
            totals[seat] += self.count * i64::from(table.feature_points(seat)) + self.sum * i64::from(unseen);
        }
        table.unfinished(|evaluation| {
            for seat in evaluation.seats.iter() {
                totals[seat] += self.count * i64::from(evaluation.points);
            }
        });
        let others = totals.iter().filter(|&(seat, _)| seat != self.seat).map(|(_, total)| total);
        totals[self.seat] - others.max().unwrap_or(0)
    }
}

/// Finds the best actions on a table where the tile was just laid. `after` is room to look ahead in.
///
/// Most actions change only what the player himself scores, so that their value follows from doing nothing.
fn rate_actions<'s>(placed: &Table<'s>, after: &mut Table<'s>, scale: &Scale, best: &mut Best<Action>) {
    best.clear();
    let mut look_ahead = |action: Action| {
        after.clone_from(placed);
        after.finish_turn(action, &mut ());
        (scale.margin(after), city_points(placed, after))
    };
    let (none, city) = look_ahead(Action::None);
    for action in placed.actions().iter() {
        let value = match action {
            // Tents count for nothing in any scoring (G14).
            Action::None | Action::Tent { .. } => none,
            Action::Cowboy { segment } => none + scale.claim(placed, usize::from(segment), city),
            Action::Mine { tent } if is_open(placed, tent) => none + scale.sum,
            // A token less to be shared out, or a majority that changes.
            Action::Mine { .. } | Action::TakeBack { .. } => look_ahead(action).0,
        };
        best.offer(value, 1, action);
    }
}

/// Whether the mountain of a tent stays open.
fn is_open(placed: &Table, tent: u8) -> bool {
    let tent = placed.tents(placed.seat())[usize::from(tent)];
    !placed.word(placed.feature(tent)).is_complete()
}

/// What a merchant on the new tile would score, after the railroads that it completes.
fn city_points(placed: &Table, after: &Table) -> Points {
    let tile = placed.landscape().tile(placed.newest());
    let city = placed.setup().catalogue().kind(tile.kind()).city();
    city.map_or(0, |at| city::points(after.word(after.feature(tile.segment(at)))))
}

impl Scale {
    /// What a cowboy alone on a segment of the new tile scores, in points times `count`.
    fn claim(&self, placed: &Table, segment: usize, city: Points) -> i64 {
        let tile = placed.landscape().tile(placed.newest());
        let word = placed.word(placed.feature(tile.segment(segment)));
        let points = match placed.segments(tile)[segment].kind {
            FeatureKind::Railroad if word.is_complete() => {
                railroad::completed_points(word, placed.rules().locomotives).0
            }
            FeatureKind::Railroad => railroad::incomplete_points(word),
            FeatureKind::Mountain if word.is_complete() => {
                return self.count * i64::from(mountain::points(word)) + self.sum * i64::from(word.b());
            }
            FeatureKind::Mountain => mountain::points(word),
            FeatureKind::City => city,
            FeatureKind::Prairie => prairie::points(word),
        };
        self.count * i64::from(points)
    }
}

/// The best candidates so far; a candidate may stand for several that are equally good.
struct Best<T> {
    value: i64,
    weight: u32,
    candidates: Vec<(u32, T)>,
}

impl<T> Default for Best<T> {
    fn default() -> Best<T> {
        Best { value: i64::MIN, weight: 0, candidates: Vec::new() }
    }
}

impl<T: Copy> Best<T> {
    fn clear(&mut self) {
        self.value = i64::MIN;
        self.weight = 0;
        self.candidates.clear();
    }

    fn offer(&mut self, value: i64, weight: u32, candidate: T) {
        if value > self.value {
            self.clear();
            self.value = value;
        }
        if value == self.value {
            self.weight += weight;
            self.candidates.push((weight, candidate));
        }
    }

    /// One of the best, with a probability in proportion to its weight.
    fn pick(&self, rng: &mut StreamRng) -> T {
        let mut at = choose(rng, self.weight);
        for &(weight, candidate) in &self.candidates {
            if at < weight {
                return candidate;
            }
            at -= weight;
        }
        unreachable!("the weights add up")
    }
}
