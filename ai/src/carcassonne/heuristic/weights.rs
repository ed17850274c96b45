//! What the heuristic believes things to be worth, in points unless said: the only numbers of it, all tuned.

use super::tuned::{FITTED, TUNED};
use crate::weights::weights;

weights! {
    tuned: TUNED, fitted: FITTED;
    fill: 0.002 .. 0.5, "how likely a tile that fits a cell will go there: a cell for which f are left is filled with 1 - exp(-fill * f)";
    road_closing: 0.0 .. 4.0, "how much the hardness of its cells keeps a road from being completed (exponent)";
    road_end: 0.0 .. 3.0, "how much each open end but one keeps a road from being completed (exponent)";
    city_closing: 0.0 .. 4.0, "how much the hardness of its cells keeps a city from being completed (exponent)";
    city_end: 0.0 .. 3.0, "how much each open end but one keeps a city from being completed (exponent)";
    road_growth: 0.0 .. 4.0, "tiles that an open end of a road adds, early";
    city_growth: 0.0 .. 4.0, "tiles that an open end of a city adds, early";
    monastery_growth: 0.0 .. 1.0, "share of the missing neighbors of a monastery that will lie, early";
    monastery_end: 0.0 .. 3.0, "how much each missing neighbor but one keeps a monastery from being completed (exponent)";
    field_city: 0.0 .. 1.5, "share of its chance of completion that an open city is worth to a field";
    field_growth: 0.0 .. 2.0, "points that an open end of a field adds, early";
    field_lead: 0.0 .. 20.0, "having the majority in a field, early";
    minority: 0.0 .. 0.6, "share of the majority's worth that a seat has which is outnumbered";
    shared: 0.5 .. 1.2, "worth of a majority that several seats share, to each, against one alone";
    first_in_supply: 0.0 .. 40.0, "the first follower in supply, early";
    second_in_supply: 0.0 .. 20.0, "the second";
    third_in_supply: 0.0 .. 15.0, "the third";
    more_in_supply: 0.0 .. 10.0, "every further one";
    late_supply: 0.0 .. 3.0, "every follower in supply as long as there are turns";
    comes_home: 0.0 .. 15.0, "a follower who will come home, early, if his feature is completed";
    ingot_hope: 0.0 .. 4.0, "that ingots to come make a collected one dearer, early";
    ingot_open: 0.0 .. 2.0, "share of its worth that an ingot on a feature has to its majority, if the feature is completed";
    best_rival: 0.0 .. 1.0, "how much the best of several rivals counts, against all of them";
}
