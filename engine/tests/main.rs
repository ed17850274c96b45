//! Tests of the rules and of all that games promise, as used from outside.

mod carcassonne;
mod catalogue;
mod conformance;
mod dealing;
mod knizia_gold;
mod knizia_playthroughs;
mod options;
mod perft;
mod playthroughs;
mod preview;
mod random_play;
mod record;
mod redraw;
mod rules;
mod scenario;
