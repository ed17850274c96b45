//! Dealing over an existing game equals dealing a new one, in every game and variant.

use std::sync::Arc;

use goldrush_engine::changed_numbers;
use goldrush_engine::game::Text;
use goldrush_engine::gold_rush::{Catalogue, Locomotives, Rules, Setup, State};
use goldrush_engine::rng::{StreamRng, tool_stream};
use goldrush_engine::{carcassonne, knizia_gold};

/// Repeatedly deals over finished games and compares with new deals, now and then in full; `begin` deals in place.
fn check<S: Text>(setup: S::Setup, mut place: S, mut begin: impl FnMut(&mut S, &mut StreamRng)) {
    for seed in 0..4 {
        begin(&mut place, &mut tool_stream(seed));
        let mut anew = S::deal(setup, &mut tool_stream(seed));
        let mut rng = tool_stream(seed + 100);
        let mut played = 0;
        while let Some(mv) = anew.random_move(&mut rng) {
            assert!(
                played % 24 != 0 || place == anew,
                "seed {seed}:\n{place:?}\n{anew:?}"
            );
            played += 1;
            assert!(place.is_legal(mv), "seed {seed}: {mv:?}");
            place.play_unchecked(mv);
            anew.play_unchecked(mv);
        }
        assert!(place == anew, "seed {seed}:\n{place:?}\n{anew:?}");
        assert_eq!(place.scores(), anew.scores());
    }
}

#[test]
fn gold_rush_deals_in_place() {
    let printed = Rules::default();
    let variants = [
        printed.clone(),
        Rules {
            farmers: false,
            tents: 0,
            ..printed.clone()
        },
        Rules {
            tents: 3,
            take_back: true,
            cowboys: 7,
            ..printed.clone()
        },
        Rules {
            locomotives: Locomotives::Never,
            cowboys: 1,
            ..printed.clone()
        },
        Rules {
            locomotives: Locomotives::AtLeastOne,
            mining_interval: 3,
            tents: 2,
            ..printed.clone()
        },
        Rules {
            tokens: Some("1=20".parse().unwrap()),
            ..printed.clone()
        },
        Rules {
            tokens: Some("31=255".parse().unwrap()),
            mining_interval: 255,
            ..printed.clone()
        },
        changed_numbers::gold_rush()[0].clone(),
        Rules {
            restriction: Some("1:tents".parse().unwrap()),
            ..printed
        },
    ];
    for name in ["gold_rush", "gold_rush_alt"] {
        let catalogue = Catalogue::built_in(name).unwrap();
        for (number, rules) in variants.iter().enumerate() {
            let setup = Setup::new(catalogue.clone(), rules.clone(), 2 + number % 4).unwrap();
            let undealt = State::undealt(&setup);
            check(&setup, undealt.clone(), |place: &mut State, rng| {
                place.begin(&undealt, rng, &mut ());
            });
        }
    }
}

#[test]
fn carcassonne_deals_in_place() {
    use carcassonne::{Catalogue, Rules, Setup, State};
    let catalogue = Arc::new(Catalogue::printed());
    for number in 0..16 {
        let bit = |at: usize| number >> at & 1 == 1;
        let changed = |is_changed| {
            if is_changed {
                changed_numbers::carcassonne()[0]
            } else {
                Rules::default()
            }
        };
        let rules = Rules {
            farmers: bit(0),
            gold_mines: bit(1),
            choose_ingots: bit(2),
            ..changed(bit(3))
        };
        let setup = Setup::new(catalogue.clone(), rules, 2 + number % 4).unwrap();
        let undealt = State::undealt(&setup);
        check(&setup, undealt.clone(), |place: &mut State, rng| {
            place.begin(&undealt, rng, &mut ());
        });
    }
}

#[test]
fn the_card_game_deals_in_place() {
    use knizia_gold::{Rules, Setup, State};
    for players in 2..=5 {
        for is_match in [false, true] {
            let [more, fewer] = changed_numbers::knizia_gold(is_match);
            for rules in [
                Rules {
                    whole_match: is_match,
                    ..Rules::default()
                },
                more,
                fewer,
            ] {
                let setup = Setup::with_rules(players, rules).unwrap();
                let undealt = State::undealt(setup);
                check(setup, undealt.clone(), |place: &mut State, rng| {
                    place.begin(&undealt, rng);
                });
            }
        }
    }
}
