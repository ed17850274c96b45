//! Forward-looking values: [`Weights`] converted to small tables.

use goldrush_engine::carcassonne::rules::INGOTS;
use goldrush_engine::carcassonne::{
    Carcassonne, FeatureKind, Rules, Table, field, ingots, monastery,
};
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::player::{MAX_PLAYERS, Player, PlayerSet};

use super::super::feature_values::{ContestedFeature, FeatureValues};
use super::weights::Weights;
use crate::landscape::chances::{Chances, CommonValues, ONE, scale, to_fixed_point};
use crate::landscape::{self, Totals};

/// Values on one table.
#[derive(Clone)]
pub struct Evaluator {
    common: CommonValues,
    weights: Weights,
    rules: Rules,
    /// By number of missing neighbors of a monastery.
    monastery: [i32; monastery::NEIGHBORS as usize + 1],
    road_growth: i32,
    city_growth: i32,
    monastery_growth: i32,
    field_city: i32,
    field_growth: i32,
    field_lead: i32,
    shared: i32,
    /// By number of ingots collected.
    ingots: [i32; INGOTS as usize + 1],
    /// Value by seat of an ingot on a feature that will be completed.
    ingot: [i32; MAX_PLAYERS],
}

impl landscape::Evaluator<Carcassonne> for Evaluator {
    fn new(weights: &Weights) -> Evaluator {
        let exponents = [
            (weights.road_closing, weights.road_end),
            (weights.city_closing, weights.city_end),
        ];
        let mut monastery = [ONE; monastery::NEIGHBORS as usize + 1];
        for (missing, chance) in monastery.iter_mut().enumerate().skip(1) {
            *chance = to_fixed_point(libm::expf(-weights.monastery_end * (missing as f32 - 1.0)));
        }
        Evaluator {
            common: CommonValues::new(Chances::new(weights.fill, exponents)),
            weights: *weights,
            rules: Rules::default(),
            monastery,
            road_growth: 0,
            city_growth: 0,
            monastery_growth: 0,
            field_city: to_fixed_point(weights.field_city),
            field_growth: 0,
            field_lead: 0,
            shared: to_fixed_point(weights.shared),
            ingots: [0; INGOTS as usize + 1],
            ingot: [0; MAX_PLAYERS],
        }
    }

    fn set(&mut self, table: &Table, _: ()) {
        const ALL_TILES: f32 = 71.0;
        /// Number of further ingots over which the value of one is averaged.
        const NEXT: usize = 3;
        self.rules = *table.rules();
        let w = &self.weights;
        let early = (table.tiles_left() as f32 / ALL_TILES).min(1.0);
        self.road_growth = to_fixed_point(w.road_growth * early);
        self.city_growth = to_fixed_point(w.city_growth * early);
        self.monastery_growth = to_fixed_point(w.monastery_growth * early.sqrt());
        self.field_growth = to_fixed_point(w.field_growth * early);
        self.field_lead = to_fixed_point(w.field_lead * early);
        self.common.set(&w.common(), early, table);
        if table.rules().gold_mines {
            for (collected, values) in self.ingots.iter_mut().enumerate() {
                *values = ONE * i32::from(ingots::ingot_points(collected as u8))
                    + to_fixed_point(w.ingot_hope * early * collected as f32);
            }
            for seat in Player::all(table.players()) {
                let now = usize::from(table.collected(seat));
                let most = self.ingots.len() - 1;
                let each = (self.ingots[(now + NEXT).min(most)] - self.ingots[now.min(most)])
                    / NEXT as i32;
                self.ingot[seat.index()] = scale(each, to_fixed_point(w.ingot_open));
            }
        }
    }
}

impl Evaluator {
    /// Returns the chance that a feature is completed; 0 for fields.
    #[inline]
    fn completion(&self, contested: &ContestedFeature) -> i32 {
        match contested.kind {
            FeatureKind::Road | FeatureKind::City => self.common.chances.completion(
                contested.kind as usize,
                contested.word.open(),
                contested.hardness,
            ),
            FeatureKind::Monastery => {
                let missing = monastery::NEIGHBORS.saturating_sub(contested.neighbors);
                scale(self.monastery[usize::from(missing)], self.monastery_growth)
            }
            FeatureKind::Field => 0,
        }
    }

    /// Returns the value of an incomplete feature to a seat with the majority, without ingots.
    #[inline]
    fn lead(&self, contested: &ContestedFeature, completion: i32) -> i32 {
        let open = i32::from(contested.word.open());
        match contested.kind {
            FeatureKind::Road => {
                let growth = i32::from(self.rules.road_points) * open.min(2) * self.road_growth;
                self.if_scored(
                    self.scored(contested, PlayerSet::EMPTY) + growth,
                    completion,
                )
            }
            FeatureKind::City => {
                let each = i32::from(self.rules.city_points);
                let tiles = open.min(6) * self.city_growth;
                let complete = self.scored(contested, PlayerSet::EMPTY) + each * tiles;
                let growth = if self.rules.incomplete {
                    each / 2 * tiles
                } else {
                    0
                };
                let incomplete = self.scored_at_the_end(contested) + growth;
                incomplete + scale(complete - incomplete, completion)
            }
            FeatureKind::Monastery => {
                let missing = i32::from(monastery::NEIGHBORS.saturating_sub(contested.neighbors));
                let growth =
                    i32::from(self.rules.monastery_points) * missing * self.monastery_growth;
                self.if_scored(
                    self.scored(contested, PlayerSet::EMPTY) + growth,
                    completion,
                )
            }
            FeatureKind::Field => {
                contested.cities + self.field_lead + open.min(20) * self.field_growth
            }
        }
    }

    /// V16: returns the value of points that also score if the feature stays incomplete, or only if it is completed.
    #[inline]
    fn if_scored(&self, points: i32, completion: i32) -> i32 {
        if self.rules.incomplete {
            points
        } else {
            scale(points, completion)
        }
    }

    /// Returns the value of the ingots on an incomplete feature to one of `leaders` seats.
    #[inline]
    fn golden(
        &self,
        contested: &ContestedFeature,
        completion: i32,
        seat: usize,
        leaders: usize,
    ) -> i32 {
        if contested.ingots == 0 {
            return 0;
        }
        scale(
            i32::from(contested.ingots) * self.ingot[seat % MAX_PLAYERS],
            completion,
        ) / leaders as i32
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
        if pieces.is_empty() {
            return;
        }
        let leaders = pieces.majority();
        let completion = self.completion(contested);
        let lead = self.lead(contested, completion);
        let home = scale(self.common.comes_home, completion);
        let outnumbered = scale(self.common.minority, lead);
        let lead = if leaders.len() > 1 {
            self.rules
                .ties
                .lead(scale(lead, self.shared), leaders.len())
        } else {
            lead
        };
        let scorers = self.rules.ties.scorers(pieces);
        pieces.for_each_seat(|at, count| {
            let value = if leaders.contains_index(at) && scorers.is_empty() {
                lead
            } else if leaders.contains_index(at) {
                lead + self.golden(contested, completion, at, leaders.len())
            } else {
                outnumbered
            };
            to[at] += sign * (home * i32::from(count) + value);
        });
    }
}

impl FeatureValues for Evaluator {
    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn ingots(&self, collected: u8) -> i32 {
        self.ingots[usize::from(collected).min(self.ingots.len() - 1)]
    }

    #[inline]
    fn city(&self, city: &ContestedFeature) -> i32 {
        let points = ONE * i32::from(field::points(1, &self.rules));
        if city.is_complete() {
            points
        } else {
            scale(points, scale(self.field_city, self.completion(city)))
        }
    }

    fn most(&self, kind: FeatureKind, word: FeatureWord, cities: u32) -> i32 {
        let cities = cities as i32
            * self.city(&ContestedFeature::new(
                FeatureKind::City,
                FeatureWord::EMPTY,
            ));
        let easiest = ContestedFeature {
            hardness: 0,
            cities,
            ..ContestedFeature::new(kind, word)
        };
        let hardest = ContestedFeature {
            hardness: i32::MAX,
            ..easiest
        };
        // Values grow or fall with the chance of completion, and both are rounded.
        let most = self
            .alone(&easiest, Player::FIRST)
            .max(self.alone(&hardest, Player::FIRST));
        most + 2
    }

    #[inline]
    fn alone(&self, contested: &ContestedFeature, seat: Player) -> i32 {
        let completion = self.completion(contested);
        self.lead(contested, completion)
            + scale(self.common.comes_home, completion)
            + self.golden(contested, completion, seat.index(), 1)
    }
}
