//! Values assumed by the heuristic, in points unless stated otherwise: its only constants, all tuned.

use super::tuned::{FITTED, PLAYOUTS, TUNED};
use crate::weights::weights;

weights! {
    tuned: TUNED, playouts: PLAYOUTS, fitted: FITTED;
    fill: 0.002 .. 0.5, "chance that a fitting tile goes to a cell: a cell that f remaining tiles fit is filled with 1 - exp(-fill * f)";
    road_closing: 0.0 .. 4.0, "effect of its cells' hardness against completing a road (exponent)";
    road_end: 0.0 .. 3.0, "effect of each open end but one against completing a road (exponent)";
    city_closing: 0.0 .. 4.0, "effect of its cells' hardness against completing a city (exponent)";
    city_end: 0.0 .. 3.0, "effect of each open end but one against completing a city (exponent)";
    road_growth: 0.0 .. 4.0, "expected tiles per open end of a road, early";
    city_growth: 0.0 .. 4.0, "expected tiles per open end of a city, early";
    monastery_growth: 0.0 .. 1.0, "expected share of a monastery's missing neighbors, early";
    monastery_end: 0.0 .. 3.0, "effect of each missing neighbor but one against completing a monastery (exponent)";
    field_city: 0.0 .. 1.5, "value of an open city to a field, as a share of its chance of completion";
    field_growth: 0.0 .. 2.0, "points per open end of a field, early";
    field_lead: 0.0 .. 20.0, "value of the majority in a field, early";
    minority: 0.0 .. 0.6, "value to an outnumbered seat, as a share of the majority's";
    shared: 0.5 .. 1.2, "value of a shared majority to each seat, relative to a sole one";
    first_in_supply: 0.0 .. 40.0, "first follower in supply, early";
    second_in_supply: 0.0 .. 20.0, "second follower in supply, early";
    third_in_supply: 0.0 .. 15.0, "third follower in supply, early";
    more_in_supply: 0.0 .. 10.0, "each further follower in supply, early";
    late_supply: 0.0 .. 3.0, "each follower in supply for which a turn is left";
    comes_home: 0.0 .. 15.0, "follower returning when its feature is completed, early";
    ingot_hope: 0.0 .. 4.0, "further ingots expected when valuing a collected one, early";
    ingot_open: 0.0 .. 2.0, "value of an ingot on a feature to its majority, as a share, if the feature is completed";
    joins: 0.0 .. 3.0, "change in margin by a later tile that joins two features, times the share of the tiles left that do";
    best_rival: 0.0 .. 1.0, "weight of the best rival against the mean of all rivals";
}
