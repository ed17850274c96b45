//! What the heuristic believes things to be worth, in points unless said: the only numbers of it, all tuned.

use super::fitted::FITTED;
use super::tuned::TUNED;
use crate::weights::weights;

weights! {
    tuned: TUNED, fitted: FITTED;
    fill: 0.002 .. 0.5, "how likely a tile that fits a cell will go there: a cell for which f are left is filled with 1 - exp(-fill * f)";
    railroad_closing: 0.0 .. 4.0, "how much the hardness of its cells keeps a railroad from being completed (exponent)";
    railroad_end: 0.0 .. 3.0, "how much each open end keeps a railroad from being completed (exponent)";
    mountain_closing: 0.0 .. 4.0, "the same of the cells of a mountain";
    mountain_end: 0.0 .. 3.0, "the same of the open ends of a mountain";
    railroad_growth: 0.0 .. 6.0, "tiles that an open end of a railroad adds, early";
    keep_double: 0.0 .. 1.0, "share of a locomotive's doubling that is expected of a railroad that has it, if it is completed";
    gain_double: 0.0 .. 1.0, "the same of a railroad without a locomotive, early";
    mountain_growth: 0.0 .. 4.0, "nuggets that an open end of a mountain adds, early";
    mountain_tokens: 0.0 .. 2.0, "share of the tokens on a mountain that its majority gets, if it is completed";
    tent_token: 0.0 .. 1.5, "share of its mean value that the first token under a tent is worth";
    tent_decay: 0.2 .. 0.98, "each further token under a tent is worth this much of the one before";
    tent_growth: 0.0 .. 3.0, "what an open end of a mountain adds for a tent on it, early";
    tent_closing: 0.0 .. 1.0, "share of a tent's worth that is lost if its mountain is completed";
    city_open: 0.0 .. 1.0, "chance that an open railroad of a city is completed, early";
    prairie_growth: 0.0 .. 2.0, "points that an open end of a prairie adds, early";
    prairie_lead: 0.0 .. 20.0, "having the majority in a prairie, early";
    minority: 0.0 .. 0.6, "share of the majority's worth that a seat has which is outnumbered";
    first_in_supply: 0.0 .. 40.0, "the first cowboy in supply, early";
    second_in_supply: 0.0 .. 15.0, "the second";
    third_in_supply: 0.0 .. 12.0, "the third";
    more_in_supply: 0.0 .. 8.0, "every further one";
    late_supply: 0.0 .. 3.0, "every cowboy in supply as long as there are turns";
    comes_home: 0.0 .. 12.0, "a cowboy who will come home, early, if his feature is completed";
    best_rival: 0.0 .. 1.0, "how much the best of several rivals counts, against all of them";
}
