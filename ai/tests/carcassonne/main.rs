//! The agents for Carcassonne: what they are said to do, by the rules, without peeking.

mod greedy;

use std::sync::Arc;

use goldrush_engine::carcassonne::{Catalogue, Rules, Setup};

/// A setup that outlives the test.
fn setup(rules: Rules, players: usize) -> &'static Setup {
    Box::leak(Box::new(Setup::new(Arc::new(Catalogue::printed()), rules, players).unwrap()))
}
