//! Table of options of every game: each row formats, parses and checks its own field and no other.

use std::fmt::Debug;

use goldrush_engine::options::{Options, SetBy, Values, validate};
use goldrush_engine::{carcassonne, gold_rush, knizia_gold};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[test]
fn every_option_round_trips_through_its_row() {
    check_table::<gold_rush::Rules>();
    check_table::<carcassonne::Rules>();
    check_table::<knizia_gold::Rules>();
}

fn check_table<R: Options + Serialize + DeserializeOwned + Debug>() {
    for option in R::TABLE {
        let mut rules = R::default();
        let values: Vec<String> = match option.values {
            Values::Switch => vec!["true".into(), "false".into()],
            Values::Number(least, most) => vec![least.to_string(), most.to_string()],
            Values::Words(words) => words.iter().map(ToString::to_string).collect(),
            Values::Text(_, example) => vec![example.into()],
        };
        for value in values {
            option
                .read(&mut rules, &value)
                .unwrap_or_else(|e| panic!("{} {value}: {e}", option.name));
            assert_eq!((option.get)(&rules), value, "{}", option.name);
            assert_eq!(validate(&rules), Ok(()));
            let others = R::TABLE.iter().filter(|other| other.name != option.name);
            others.for_each(|other| {
                assert_eq!(
                    (other.get)(&rules),
                    other.printed(),
                    "{} sets it",
                    option.name
                );
            });
        }
        for wrong in ["", "no such value", "-1", "256"] {
            let before = rules.clone();
            assert!(
                option.read(&mut rules, wrong).is_err() && rules == before,
                "{} takes \"{wrong}\"",
                option.name
            );
        }
        // A plan names the option as the table does.
        let written = serde_json::to_value(&rules).expect("rules are plain data");
        let printed = option.printed();
        let is_left_out = option.set_by == SetBy::Number && (option.get)(&rules) == printed;
        let set = written.get(option.name);
        assert_eq!(set.is_none(), is_left_out, "{}", option.name);
        let Some(set) = set else { continue };
        assert!(
            printed.is_empty() || set.to_string().trim_matches('"') == (option.get)(&rules),
            "{}",
            option.name
        );
        assert_eq!(
            serde_json::from_value::<R>(written).expect("rules parse back"),
            rules
        );
    }
}
