//! Values assumed by the heuristic, in points unless stated otherwise: its only constants, all tuned.

use super::fitted::FITTED;
use super::tuned::{PLAYOUTS, TUNED};
use crate::weights::weights;

weights! {
    tuned: TUNED, playouts: PLAYOUTS, fitted: FITTED;
    fill: 0.002 .. 0.5, "chance that a fitting tile goes to a cell: a cell that f remaining tiles fit is filled with 1 - exp(-fill * f)";
    railroad_closing: 0.0 .. 4.0, "effect of its cells' hardness against completing a railroad (exponent)";
    railroad_end: 0.0 .. 3.0, "effect of each open end against completing a railroad (exponent)";
    mountain_closing: 0.0 .. 4.0, "effect of its cells' hardness against completing a mountain (exponent)";
    mountain_end: 0.0 .. 3.0, "effect of each open end against completing a mountain (exponent)";
    railroad_growth: 0.0 .. 6.0, "expected tiles per open end of a railroad, early";
    keep_double: 0.0 .. 1.0, "expected share of a locomotive's doubling for a completed railroad that has one";
    gain_double: 0.0 .. 1.0, "expected share of a doubling for a completed railroad without a locomotive, early";
    mountain_growth: 0.0 .. 4.0, "expected nuggets per open end of a mountain, early";
    mountain_tokens: 0.0 .. 2.0, "share of a mountain's tokens that its majority gets if it is completed";
    tent_token: 0.0 .. 1.5, "value of the first token under a tent, as a share of the mean token";
    tent_decay: 0.2 .. 0.98, "value of each further token under a tent, relative to the one before";
    tent_growth: 0.0 .. 3.0, "value of an open end of a mountain to a tent on it, early";
    tent_closing: 0.0 .. 1.0, "share of a tent's value lost if its mountain is completed";
    city_open: 0.0 .. 1.0, "chance that an open railroad of a city is completed, early";
    prairie_growth: 0.0 .. 2.0, "points per open end of a prairie, early";
    prairie_lead: 0.0 .. 20.0, "value of the majority in a prairie, early";
    minority: 0.0 .. 0.6, "value to an outnumbered seat, as a share of the majority's";
    first_in_supply: 0.0 .. 40.0, "first cowboy in supply, early";
    second_in_supply: 0.0 .. 15.0, "second cowboy in supply, early";
    third_in_supply: 0.0 .. 12.0, "third cowboy in supply, early";
    more_in_supply: 0.0 .. 8.0, "each further cowboy in supply, early";
    late_supply: 0.0 .. 3.0, "each cowboy in supply for which a turn is left";
    comes_home: 0.0 .. 12.0, "cowboy returning when its feature is completed, early";
    joins: 0.0 .. 3.0, "change in margin by a later tile that joins two features, times the share of the tiles left that do";
    best_rival: 0.0 .. 1.0, "weight of the best rival against the mean of all rivals";
}
