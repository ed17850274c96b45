//! Forward-looking values: [`Weights`] converted to small tables.

use goldrush_engine::gold_rush::scoring::Scoring;
use goldrush_engine::gold_rush::{FeatureKind, GoldRush, Locomotives, Table};
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::landscape::ties::Ties;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::super::feature_values::{ContestedFeature, FeatureValues, SeatCounts};
use super::weights::Weights;
use crate::landscape::chances::{Chances, CommonValues, ONE, scale, to_fixed_point};
use crate::landscape::{self, Totals};

const MAX_PILE: usize = 24;

/// Values on one table.
#[derive(Clone)]
pub struct Evaluator {
    common: CommonValues,
    weights: Weights,
    /// By number of tokens under a tent: their value in fixed-point tokens.
    pile: [i32; MAX_PILE + 1],
    token: i32,
    /// Remaining own turns of the seat that has most.
    turns: usize,
    scoring: Scoring,
    /// V10–V15: values of a tile of a railroad, a nugget, a railroad of a city, a camp and a herd.
    railroad_tile: i32,
    nugget: i32,
    city_railroad: i32,
    camp: i32,
    herd: i32,
    railroad_growth: i32,
    /// By number of locomotives, up to two: expected share by which they increase a completed railroad.
    doubling: [i32; 3],
    mountain_growth: i32,
    mountain_tokens: i32,
    tent_growth: i32,
    tent_closing: i32,
    city_open: i32,
    prairie_growth: i32,
    prairie_lead: i32,
}

impl landscape::Evaluator<GoldRush> for Evaluator {
    fn new(weights: &Weights) -> Evaluator {
        let exponents = [
            (weights.railroad_closing, weights.railroad_end),
            (weights.mountain_closing, weights.mountain_end),
        ];
        let mut pile = [0; MAX_PILE + 1];
        let mut values = weights.tent_token;
        for tokens in 1..=MAX_PILE {
            pile[tokens] = pile[tokens - 1] + to_fixed_point(values);
            values *= weights.tent_decay;
        }
        Evaluator {
            common: CommonValues::new(Chances::new(weights.fill, exponents)),
            weights: *weights,
            pile,
            token: 0,
            turns: 0,
            scoring: Scoring::default(),
            railroad_tile: 0,
            nugget: 0,
            city_railroad: 0,
            camp: 0,
            herd: 0,
            railroad_growth: 0,
            doubling: [0; 3],
            mountain_growth: 0,
            mountain_tokens: 0,
            tent_growth: 0,
            tent_closing: to_fixed_point(weights.tent_closing),
            city_open: 0,
            prairie_growth: 0,
            prairie_lead: 0,
        }
    }

    /// `token` is the mean value of an unseen token, in points.
    fn set(&mut self, table: &Table, token: f32) {
        const ALL_TILES: f32 = 71.0;
        let w = &self.weights;
        let early = table.tiles_left() as f32 / ALL_TILES;
        self.token = to_fixed_point(token);
        self.turns = table.tiles_left().div_ceil(table.players());
        let scoring = *table.setup().scoring();
        self.scoring = scoring;
        let numbers = [
            scoring.railroad_tile,
            scoring.nugget,
            scoring.city_railroad,
            scoring.camp,
            scoring.herd,
        ];
        let [tile, nugget, city, camp, herd] = numbers.map(i32::from);
        [self.railroad_tile, self.nugget, self.city_railroad] =
            [tile, nugget, city].map(|points| ONE * points);
        [self.camp, self.herd] = [camp, herd].map(|points| ONE * points);
        self.railroad_growth = tile * to_fixed_point(w.railroad_growth * early);
        let gain = to_fixed_point(w.gain_double * early);
        let keep = to_fixed_point(w.keep_double);
        let more = i32::from(scoring.locomotive_factor) - 1;
        self.doubling = match scoring.locomotives {
            Locomotives::ExactlyOne => [gain, keep, 0],
            Locomotives::Never => [0; 3],
            Locomotives::AtLeastOne => [gain, ONE, ONE],
        }
        .map(|share| more * share);
        self.mountain_growth = nugget * to_fixed_point(w.mountain_growth * early);
        self.mountain_tokens = to_fixed_point(w.mountain_tokens * token);
        self.tent_growth = if self.turns > 0 {
            to_fixed_point(w.tent_growth * early)
        } else {
            0
        };
        self.city_open = city * to_fixed_point(w.city_open * early);
        self.prairie_growth = to_fixed_point(w.prairie_growth * early);
        self.prairie_lead = to_fixed_point(w.prairie_lead * early);
        self.common.set(&w.common(), early, table);
    }
}

impl Evaluator {
    /// Returns the chance that a feature is completed; 0 for kinds where completion gains nothing.
    #[inline]
    fn completion(&self, contested: &ContestedFeature) -> i32 {
        match contested.kind {
            FeatureKind::Railroad | FeatureKind::Mountain => self.common.chances.completion(
                contested.kind as usize,
                contested.word.open(),
                contested.hardness,
            ),
            FeatureKind::City | FeatureKind::Prairie => 0,
        }
    }

    #[inline(always)]
    fn railroad(&self, contested: &ContestedFeature, completion: i32) -> i32 {
        let ends = i32::from(contested.word.open()).min(2);
        let points =
            i32::from(contested.word.tiles()) * self.railroad_tile + ends * self.railroad_growth;
        let doubling = self.doubling[usize::from(contested.word.locomotives().min(2))];
        self.if_scored(points, completion) + scale(points, scale(doubling, completion))
    }

    #[inline(always)]
    fn mountain(&self, contested: &ContestedFeature, completion: i32, leaders: usize) -> i32 {
        let growth = i32::from(contested.word.open()).min(6) * self.mountain_growth;
        let points = i32::from(contested.word.nuggets()) * self.nugget + growth;
        let tokens = i32::from(contested.word.tokens()) * scale(self.mountain_tokens, completion);
        let each = if leaders == 1 {
            tokens
        } else {
            tokens / leaders as i32
        };
        if self.scoring.ties == Ties::All || leaders == 1 {
            return self.if_scored(points, completion) + each;
        }
        self.tied_mountain(self.if_scored(points, completion), each)
    }

    /// V17: seats that share a majority may get half of the points, and still all of their tokens, or nothing.
    #[cold]
    fn tied_mountain(&self, points: i32, tokens: i32) -> i32 {
        if self.scoring.ties == Ties::Nobody {
            0
        } else {
            points / 2 + tokens
        }
    }

    #[inline(always)]
    fn city(&self, contested: &ContestedFeature) -> i32 {
        let open = i32::from(contested.word.open());
        let points =
            i32::from(contested.word.railroads()) * self.city_railroad + open * self.city_open;
        if self.scoring.incomplete {
            points
        } else {
            self.city_if_completed(contested)
        }
    }

    /// V16: returns the value of a city that only scores if it is completed, which takes all its railroads.
    #[cold]
    fn city_if_completed(&self, contested: &ContestedFeature) -> i32 {
        let open = i32::from(contested.word.open());
        let points = (i32::from(contested.word.railroads()) + open) * self.city_railroad;
        let chance = if self.city_railroad == 0 {
            0
        } else {
            self.city_open * ONE / self.city_railroad
        };
        (0..open).fold(points, |value, _| scale(value, chance))
    }

    #[inline(always)]
    fn prairie(&self, contested: &ContestedFeature) -> i32 {
        let ends = i32::from(contested.word.open()).min(20);
        let points = i32::from(contested.word.camps()) * self.camp
            + i32::from(contested.word.herds()) * self.herd;
        points + self.prairie_lead + ends * self.prairie_growth
    }

    /// V16: returns the value of points that also score if the feature stays incomplete, or only if it is completed.
    #[inline(always)]
    fn if_scored(&self, points: i32, completion: i32) -> i32 {
        if self.scoring.incomplete {
            points
        } else {
            scale(points, completion)
        }
    }

    /// Returns the value of an incomplete feature to each of `leaders` seats that share its majority.
    // Inlined with its parts: twice for each feature that a placement changes.
    #[inline(always)]
    fn lead(&self, contested: &ContestedFeature, completion: i32, leaders: usize) -> i32 {
        match contested.kind {
            FeatureKind::Railroad => self.railroad(contested, completion),
            FeatureKind::Mountain => self.mountain(contested, completion, leaders),
            FeatureKind::City => self.city(contested),
            FeatureKind::Prairie => self.prairie(contested),
        }
    }
}

impl landscape::FeatureValues for Evaluator {
    type ContestedFeature = ContestedFeature;

    #[inline]
    fn common(&self) -> Option<&CommonValues> {
        Some(&self.common)
    }

    #[inline]
    fn unfinished(&self, contested: &ContestedFeature, to: &mut Totals, sign: i32) {
        let pieces = contested.word.pieces();
        if !pieces.is_empty() {
            let leaders = pieces.majority();
            let completion = self.completion(contested);
            let lead = self.lead(contested, completion, leaders.len());
            let home = scale(self.common.comes_home, completion);
            let outnumbered = scale(self.common.minority, lead);
            let lead = match contested.kind {
                FeatureKind::Mountain => lead,
                _ => self.scoring.ties.lead(lead, leaders.len()),
            };
            pieces.for_each_seat(|at, count| {
                to[at] += sign
                    * (home * i32::from(count)
                        + if leaders.contains_index(at) {
                            lead
                        } else {
                            outnumbered
                        });
            });
        }
        if !contested.tents.is_empty() {
            self.tents(contested, to, sign);
        }
    }
}

impl FeatureValues for Evaluator {
    #[inline]
    fn token_value(&self) -> i32 {
        self.token
    }

    /// Counts all tokens at the mean value.
    fn seats(&self, table: &Table) -> Totals {
        let mut seats = Totals::default();
        for seat in Player::all(table.players()) {
            seats[seat.index()] = ONE * i32::from(table.feature_points(seat))
                + self.token * i32::from(table.token_count(seat));
        }
        seats
    }

    #[inline]
    fn alone(&self, contested: &ContestedFeature) -> i32 {
        let completion = self.completion(contested);
        self.lead(contested, completion, 1) + scale(self.common.comes_home, completion)
    }

    fn most(&self, kind: FeatureKind, word: FeatureWord) -> i32 {
        let easiest = ContestedFeature {
            kind,
            word,
            tents: SeatCounts::EMPTY,
            hardness: 0,
        };
        let hardest = ContestedFeature {
            hardness: i32::MAX,
            ..easiest
        };
        // Values grow or fall with the chance of completion, and both are rounded.
        self.alone(&easiest).max(self.alone(&hardest)) + 2
    }

    #[inline]
    fn tent(&self, contested: &ContestedFeature, tents: usize) -> i32 {
        let tokens = usize::from(contested.word.tokens());
        let share = if tents == 1 {
            tokens
        } else {
            tokens.div_ceil(tents)
        };
        let growth = i32::from(contested.word.open()).min(6) * self.tent_growth;
        let growth = if tents == 1 {
            growth
        } else {
            growth / tents as i32
        };
        let value = scale(self.token, self.pile[share.min(MAX_PILE).min(self.turns)]) + growth;
        value - scale(value, scale(self.tent_closing, self.completion(contested)))
    }

    #[inline]
    fn tents(&self, contested: &ContestedFeature, to: &mut Totals, sign: i32) {
        let total = contested.tents.total();
        if total == 0 {
            return;
        }
        let value = self.tent(contested, total);
        for seat in contested.tents.seats() {
            to[seat % MAX_PLAYERS] += sign * value * contested.tents.of_index(seat) as i32;
        }
    }
}
