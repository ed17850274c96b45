//! What things are worth with an eye on the turns to come: [`Weights`] made into small tables.
//!
//! Chance of completion: a cell for which f of the tiles left fit is filled with q = 1 − e^(−fill·f); its hardness is
//! −ln q. A feature is completed with p = e^(−closing·(sum of the hardness of its cells) − end·(open ends − 1)).
//! Not handled: which seat fills the cells, and how the tiles that fill them go on.

use goldrush_engine::carcassonne::rules::{FOLLOWERS, INGOTS};
use goldrush_engine::carcassonne::{FeatureKind, Table, field, ingots, monastery};
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::super::worth::{Stake, Totals, Worth};
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

/// Weights, made into tables that do not depend on the position.
#[derive(Clone)]
struct Tables {
    weights: Weights,
    /// By the number of tiles that fit a cell.
    hardness: [i32; 128],
    /// By kind of feature (road, city), open ends and hardness.
    completion: [[[i16; STEPS]; ENDS]; 2],
    /// By missing neighbours of a monastery.
    monastery: [i32; monastery::NEIGHBOURS as usize + 1],
}

/// What things are worth on one table.
#[derive(Clone)]
pub(in super::super) struct Outlook {
    tables: Box<Tables>,
    road_growth: i32,
    city_growth: i32,
    monastery_growth: i32,
    field_city: i32,
    field_growth: i32,
    field_lead: i32,
    minority: i32,
    shared: i32,
    comes_home: i32,
    best_rival: i32,
    supply: [i32; FOLLOWERS + 1],
    /// By number of ingots collected.
    ingots: [i32; INGOTS as usize + 1],
    /// By seat: what an ingot on a feature that will be completed is worth to it.
    ingot: [i32; MAX_PLAYERS],
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
            monastery: [ONE; monastery::NEIGHBOURS as usize + 1],
        };
        for (fitting, hardness) in tables.hardness.iter_mut().enumerate().skip(1) {
            let filled = 1.0 - (-weights.fill * fitting as f32).exp();
            *hardness = ((-filled.ln() * HARD).round() as i32).min(DEAD);
        }
        let exponents = [(weights.road_closing, weights.road_end), (weights.city_closing, weights.city_end)];
        for (by_ends, (closing, end)) in tables.completion.iter_mut().zip(exponents) {
            for (ends, by_hardness) in by_ends.iter_mut().enumerate() {
                for (step, chance) in by_hardness.iter_mut().enumerate() {
                    let hardness = (step as i32 * STEP) as f32 / HARD;
                    let exponent = closing * hardness + end * (ends as f32 - 1.0).max(0.0);
                    *chance = if step + 1 == STEPS { 0 } else { parts((-exponent).exp()) as i16 };
                }
            }
        }
        for (missing, chance) in tables.monastery.iter_mut().enumerate().skip(1) {
            *chance = parts((-weights.monastery_end * (missing as f32 - 1.0)).exp());
        }
        tables
    }
}

impl Outlook {
    /// An outlook to be set to one table after another.
    pub(in super::super) fn new(weights: &Weights) -> Outlook {
        Outlook {
            tables: Box::new(Tables::new(weights)),
            road_growth: 0,
            city_growth: 0,
            monastery_growth: 0,
            field_city: parts(weights.field_city),
            field_growth: 0,
            field_lead: 0,
            minority: parts(weights.minority),
            shared: parts(weights.shared),
            comes_home: 0,
            best_rival: parts(weights.best_rival),
            supply: [0; FOLLOWERS + 1],
            ingots: [0; INGOTS as usize + 1],
            ingot: [0; MAX_PLAYERS],
        }
    }

    /// Sets it to a table.
    pub(in super::super) fn set(&mut self, table: &Table) {
        const ALL_TILES: f32 = 71.0;
        /// An ingot is worth the mean of so many more.
        const NEXT: usize = 3;
        let w = &self.tables.weights;
        let early = (table.tiles_left() as f32 / ALL_TILES).min(1.0);
        let turns = table.tiles_left().div_ceil(table.players());
        self.road_growth = parts(w.road_growth * early);
        self.city_growth = parts(w.city_growth * early);
        self.monastery_growth = parts(w.monastery_growth * early.sqrt());
        self.field_growth = parts(w.field_growth * early);
        self.field_lead = parts(w.field_lead * early);
        self.comes_home = parts(w.comes_home * early);
        let in_supply = [w.first_in_supply, w.second_in_supply, w.third_in_supply];
        for followers in 1..self.supply.len() {
            let next = in_supply.get(followers - 1).copied().unwrap_or(w.more_in_supply);
            let late = if turns >= followers { w.late_supply } else { 0.0 };
            self.supply[followers] = self.supply[followers - 1] + parts(next * early + late);
        }
        if table.rules().gold_mines {
            for (collected, worth) in self.ingots.iter_mut().enumerate() {
                *worth =
                    ONE * i32::from(ingots::worth(collected as u8)) + parts(w.ingot_hope * early * collected as f32);
            }
            for seat in Player::all(table.players()) {
                let (now, most) = (usize::from(table.collected(seat)), self.ingots.len() - 1);
                let each = (self.ingots[(now + NEXT).min(most)] - self.ingots[now.min(most)]) / NEXT as i32;
                self.ingot[seat.index()] = scale(each, parts(w.ingot_open));
            }
        }
    }

    /// A total in points.
    pub(in super::super) fn points(total: i32) -> f32 {
        total as f32 / ONE as f32
    }

    /// The chance that a feature is completed; a field never is.
    #[inline]
    fn completion(&self, stake: &Stake) -> i32 {
        match stake.kind {
            FeatureKind::Road | FeatureKind::City => {
                let ends = usize::from(stake.word.open()).min(ENDS - 1);
                let step = (stake.hardness / STEP).clamp(0, STEPS as i32 - 1) as usize;
                i32::from(self.tables.completion[stake.kind as usize & 1][ends][step])
            }
            FeatureKind::Monastery => {
                let missing = monastery::NEIGHBOURS.saturating_sub(stake.neighbours);
                scale(self.tables.monastery[usize::from(missing)], self.monastery_growth)
            }
            FeatureKind::Field => 0,
        }
    }

    /// A feature that is not complete, to a seat that has the majority there; ingots not included.
    #[inline]
    fn lead(&self, stake: &Stake, completion: i32) -> i32 {
        let open = i32::from(stake.word.open());
        match stake.kind {
            FeatureKind::Road => self.scored_at_the_end(stake) + open.min(2) * self.road_growth,
            FeatureKind::City => {
                let points = self.scored_at_the_end(stake) + open.min(6) * self.city_growth;
                points + scale(points, completion)
            }
            FeatureKind::Monastery => {
                let missing = i32::from(monastery::NEIGHBOURS.saturating_sub(stake.neighbours));
                self.scored_at_the_end(stake) + missing * self.monastery_growth
            }
            FeatureKind::Field => stake.cities + self.field_lead + open.min(20) * self.field_growth,
        }
    }

    /// The ingots on a feature that is not complete, to one of `leaders` seats.
    #[inline]
    fn golden(&self, stake: &Stake, completion: i32, seat: usize, leaders: usize) -> i32 {
        if stake.ingots == 0 {
            return 0;
        }
        scale(i32::from(stake.ingots) * self.ingot[seat % MAX_PLAYERS], completion) / leaders as i32
    }
}

/// A value times a chance.
#[inline]
fn scale(value: i32, chance: i32) -> i32 {
    ((i64::from(value) * i64::from(chance)) >> 10) as i32
}

impl Worth for Outlook {
    const LOOKS_AHEAD: bool = true;

    #[inline]
    fn point(&self) -> i32 {
        ONE
    }

    #[inline]
    fn ingots(&self, collected: u8) -> i32 {
        self.ingots[usize::from(collected).min(self.ingots.len() - 1)]
    }

    #[inline]
    fn city(&self, city: &Stake) -> i32 {
        let points = ONE * i32::from(field::CITY_POINTS);
        if city.is_complete() { points } else { scale(points, scale(self.field_city, self.completion(city))) }
    }

    #[inline]
    fn alone(&self, stake: &Stake, seat: Player) -> i32 {
        let completion = self.completion(stake);
        self.lead(stake, completion)
            + scale(self.comes_home, completion)
            + self.golden(stake, completion, seat.index(), 1)
    }

    #[inline]
    fn unfinished(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        let figures = stake.word.figures();
        if figures.is_empty() {
            return;
        }
        let (leaders, completion) = (figures.majority(), self.completion(stake));
        let lead = self.lead(stake, completion);
        let home = scale(self.comes_home, completion);
        let outnumbered = scale(self.minority, lead);
        let lead = if leaders.len() > 1 { scale(lead, self.shared) } else { lead };
        for (at, total) in to.iter_mut().enumerate() {
            let count = i32::from(figures.count_at(at));
            if count > 0 {
                let worth = if leaders.contains_index(at) {
                    lead + self.golden(stake, completion, at, leaders.len())
                } else {
                    outnumbered
                };
                *total += sign * (home * count + worth);
            }
        }
    }

    #[inline]
    fn supply(&self, followers: usize) -> i32 {
        self.supply[followers.min(self.supply.len() - 1)]
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
