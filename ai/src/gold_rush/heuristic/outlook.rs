//! What things are worth with an eye on the turns to come: [`Weights`] made into small tables.
//!
//! Chance of completion: a cell for which f of the tiles left fit is filled with q = 1 − e^(−fill·f); its hardness is
//! −ln q. A feature is completed with p = e^(−closing·(sum of the hardness of its cells) − end·(open ends − 1)).
//! Not handled: which seat fills the cells, and how the tiles that fill them go on.

use goldrush_engine::gold_rush::{FeatureKind, Locomotives, Table};
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::super::worth::{Stake, Totals, Worth, points_now};
use super::weights::Weights;

/// Parts of a point, and of a chance of 1.
const ONE: i32 = 1024;
/// Parts of a unit of hardness.
const HARD: f32 = 16.0;
/// The hardness of a cell that no tile fits.
const DEAD: i32 = 400;
/// Hardness is looked up in steps of so much.
const STEP: i32 = 4;
const STEPS: usize = 64;
const ENDS: usize = 8;
const MAX_PILE: usize = 24;

/// Weights, made into tables that do not depend on the position.
#[derive(Clone)]
struct Tables {
    weights: Weights,
    /// By the number of tiles that fit a cell.
    hardness: [i32; 128],
    /// By kind of feature (railroad, mountain), open ends and hardness.
    completion: [[[i16; STEPS]; ENDS]; 2],
    /// By number of tokens under a tent: what they are worth in tokens, in parts of one.
    pile: [i32; MAX_PILE + 1],
}

/// What things are worth on one table.
#[derive(Clone)]
pub(in super::super) struct Outlook {
    tables: Box<Tables>,
    token: i32,
    /// Own turns left to the seat that has most.
    turns: usize,
    locomotives: Locomotives,
    railroad_growth: i32,
    gain_double: i32,
    keep_double: i32,
    mountain_growth: i32,
    mountain_tokens: i32,
    tent_growth: i32,
    tent_closing: i32,
    city_open: i32,
    prairie_growth: i32,
    prairie_lead: i32,
    minority: i32,
    comes_home: i32,
    best_rival: i32,
    supply: [i32; 9],
}

fn parts(value: f32) -> i32 {
    (value * ONE as f32).round() as i32
}

impl Tables {
    fn new(weights: &Weights) -> Tables {
        let mut tables = Tables {
            weights: *weights,
            hardness: [DEAD; 128],
            completion: [[[0; STEPS]; ENDS]; 2],
            pile: [0; MAX_PILE + 1],
        };
        for (fitting, hardness) in tables.hardness.iter_mut().enumerate().skip(1) {
            let filled = 1.0 - (-weights.fill * fitting as f32).exp();
            *hardness = ((-filled.ln() * HARD).round() as i32).min(DEAD);
        }
        let exponents =
            [(weights.railroad_closing, weights.railroad_end), (weights.mountain_closing, weights.mountain_end)];
        for (by_ends, (closing, end)) in tables.completion.iter_mut().zip(exponents) {
            for (ends, by_hardness) in by_ends.iter_mut().enumerate() {
                for (step, chance) in by_hardness.iter_mut().enumerate() {
                    let hardness = (step as i32 * STEP) as f32 / HARD;
                    let exponent = closing * hardness + end * (ends as f32 - 1.0).max(0.0);
                    *chance = if step + 1 == STEPS { 0 } else { parts((-exponent).exp()) as i16 };
                }
            }
        }
        let mut worth = weights.tent_token;
        for tokens in 1..=MAX_PILE {
            tables.pile[tokens] = tables.pile[tokens - 1] + parts(worth);
            worth *= weights.tent_decay;
        }
        tables
    }
}

impl Outlook {
    /// An outlook to be set to one table after another.
    pub(in super::super) fn new(weights: &Weights) -> Outlook {
        Outlook {
            tables: Box::new(Tables::new(weights)),
            token: 0,
            turns: 0,
            locomotives: Locomotives::ExactlyOne,
            railroad_growth: 0,
            gain_double: 0,
            keep_double: parts(weights.keep_double),
            mountain_growth: 0,
            mountain_tokens: 0,
            tent_growth: 0,
            tent_closing: parts(weights.tent_closing),
            city_open: 0,
            prairie_growth: 0,
            prairie_lead: 0,
            minority: parts(weights.minority),
            comes_home: 0,
            best_rival: parts(weights.best_rival),
            supply: [0; 9],
        }
    }

    /// Sets it to a table; `token` is the mean value of a token that nobody has seen, in points.
    pub(in super::super) fn set(&mut self, table: &Table, token: f32) {
        const ALL_TILES: f32 = 71.0;
        let w = &self.tables.weights;
        let early = table.tiles_left() as f32 / ALL_TILES;
        self.token = parts(token);
        self.turns = table.tiles_left().div_ceil(table.players());
        self.locomotives = table.rules().locomotives;
        self.railroad_growth = parts(w.railroad_growth * early);
        self.gain_double = parts(w.gain_double * early);
        self.mountain_growth = parts(w.mountain_growth * early);
        self.mountain_tokens = parts(w.mountain_tokens * token);
        self.tent_growth = if self.turns > 0 { parts(w.tent_growth * early) } else { 0 };
        self.city_open = parts(w.city_open * early);
        self.prairie_growth = parts(w.prairie_growth * early);
        self.prairie_lead = parts(w.prairie_lead * early);
        self.comes_home = parts(w.comes_home * early);
        let in_supply = [w.first_in_supply, w.second_in_supply, w.third_in_supply];
        for cowboys in 1..self.supply.len() {
            let next = in_supply.get(cowboys - 1).copied().unwrap_or(w.more_in_supply);
            let late = if self.turns >= cowboys { w.late_supply } else { 0.0 };
            self.supply[cowboys] = self.supply[cowboys - 1] + parts(next * early + late);
        }
    }

    /// What each seat has in points and tokens, if the values of all tokens are means.
    pub(in super::super) fn seats(&self, table: &Table) -> Totals {
        let mut seats = Totals::default();
        for seat in Player::all(table.players()) {
            seats[seat.index()] =
                ONE * i32::from(table.feature_points(seat)) + self.token * i32::from(table.held(seat));
        }
        seats
    }

    /// A total in points.
    pub(in super::super) fn points(total: i32) -> f32 {
        total as f32 / ONE as f32
    }

    /// The chance that a railroad or mountain is completed.
    #[inline]
    fn completion(&self, stake: &Stake) -> i32 {
        let ends = usize::from(stake.word.open()).min(ENDS - 1);
        let step = (stake.hardness / STEP).clamp(0, STEPS as i32 - 1) as usize;
        i32::from(self.tables.completion[stake.kind as usize & 1][ends][step])
    }

    #[inline]
    fn railroad(&self, stake: &Stake) -> i32 {
        let ends = i32::from(stake.word.open()).min(2);
        let points = ONE * points_now(FeatureKind::Railroad, stake.word) + ends * self.railroad_growth;
        let doubling = match (self.locomotives, stake.word.a()) {
            (Locomotives::Never, _) => 0,
            (_, 0) => self.gain_double,
            (Locomotives::ExactlyOne, 1) => self.keep_double,
            (Locomotives::ExactlyOne, _) => 0,
            (Locomotives::AtLeastOne, _) => ONE,
        };
        points + scale(points, scale(doubling, self.completion(stake)))
    }

    #[inline]
    fn mountain(&self, stake: &Stake, leaders: usize) -> i32 {
        let growth = i32::from(stake.word.open()).min(6) * self.mountain_growth;
        let tokens = i32::from(stake.word.b()) * scale(self.mountain_tokens, self.completion(stake));
        ONE * points_now(FeatureKind::Mountain, stake.word) + growth + tokens / leaders as i32
    }

    /// A feature that is not complete, to each of `leaders` seats that have the majority there.
    #[inline]
    fn lead(&self, stake: &Stake, leaders: usize) -> i32 {
        match stake.kind {
            FeatureKind::Railroad => self.railroad(stake),
            FeatureKind::Mountain => self.mountain(stake, leaders),
            FeatureKind::City => {
                ONE * points_now(FeatureKind::City, stake.word) + 3 * i32::from(stake.word.open()) * self.city_open
            }
            FeatureKind::Prairie => {
                let ends = i32::from(stake.word.open()).min(20);
                ONE * points_now(FeatureKind::Prairie, stake.word) + self.prairie_lead + ends * self.prairie_growth
            }
        }
    }

    /// That a cowboy may come home from a feature.
    #[inline]
    fn home(&self, stake: &Stake) -> i32 {
        match stake.kind {
            FeatureKind::Railroad | FeatureKind::Mountain => scale(self.comes_home, self.completion(stake)),
            FeatureKind::City | FeatureKind::Prairie => 0,
        }
    }
}

/// A value times a chance.
#[inline]
fn scale(value: i32, chance: i32) -> i32 {
    // With extreme tokens and weights a product of both is more than 32 bits hold.
    ((i64::from(value) * i64::from(chance)) >> 10) as i32
}

impl Worth for Outlook {
    const LOOKS_AHEAD: bool = true;

    #[inline]
    fn point(&self) -> i32 {
        ONE
    }

    #[inline]
    fn token(&self) -> i32 {
        self.token
    }

    #[inline]
    fn alone(&self, stake: &Stake) -> i32 {
        self.lead(stake, 1) + self.home(stake)
    }

    #[inline]
    fn unfinished(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        let figures = stake.word.figures();
        if !figures.is_empty() {
            let leaders = figures.majority();
            let lead = self.lead(stake, leaders.len());
            let (home, outnumbered) = (self.home(stake), scale(self.minority, lead));
            for (at, total) in to.iter_mut().enumerate() {
                let count = i32::from(figures.count_at(at));
                if count > 0 {
                    *total += sign * (home * count + if leaders.contains_index(at) { lead } else { outnumbered });
                }
            }
        }
        self.tents(stake, to, sign);
    }

    #[inline]
    fn tents(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        if stake.tents.is_empty() {
            return;
        }
        let total = stake.tents.total();
        let each = (usize::from(stake.word.b()).div_ceil(total)).min(MAX_PILE).min(self.turns);
        let growth = i32::from(stake.word.open()).min(6) * self.tent_growth / total as i32;
        let worth = scale(self.token, self.tables.pile[each]) + growth;
        let worth = worth - scale(worth, scale(self.tent_closing, self.completion(stake)));
        for (seat, total) in to.iter_mut().enumerate() {
            let tents = stake.tents.of_index(seat);
            if tents > 0 {
                *total += sign * worth * tents as i32;
            }
        }
    }

    #[inline]
    fn supply(&self, cowboys: usize) -> i32 {
        self.supply[cowboys.min(self.supply.len() - 1)]
    }

    #[inline]
    fn hardness(&self, tiles: u32) -> i32 {
        self.tables.hardness[tiles as usize & 127]
    }

    #[inline]
    fn margin(&self, totals: &Totals, seat: Player, players: usize) -> i32 {
        let me = seat.index() % MAX_PLAYERS;
        if players == 2 {
            return totals[me] - totals[me ^ 1];
        }
        let others = || totals[..players.min(MAX_PLAYERS)].iter().enumerate().filter(|&(at, _)| at != me);
        let best = others().map(|(_, &total)| total).max().unwrap_or(0);
        let sum: i32 = others().map(|(_, &total)| total).sum();
        let mean = sum / (players as i32 - 1);
        totals[me] - mean - scale(best - mean, self.best_rival)
    }
}
