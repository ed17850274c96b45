//! The agents of Carcassonne by name.

use goldrush_engine::carcassonne::Carcassonne;

use super::greedy::Greedy;
use crate::random::Random;
use crate::registry::{Alias, Entry, Roster};

impl Roster for Carcassonne {
    const ENTRIES: &'static [Entry<Carcassonne>] = &ENTRIES;
    const ALIASES: &'static [Alias] = &[];
}

static ENTRIES: [Entry<Carcassonne>; 2] = [
    Entry {
        name: "random",
        summary: "uniform in each decision",
        cost: "0.0003 ms",
        strength: "",
        parameters: &[],
        build: |_, _| Box::new(Random),
    },
    Entry {
        name: "greedy",
        summary: "the placement and follower with the best margin if the game ended after this turn",
        cost: "0.002 ms",
        strength: "",
        parameters: &[],
        build: |_, _| Box::<Greedy>::default(),
    },
];
