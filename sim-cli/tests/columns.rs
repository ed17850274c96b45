//! The counts in `games.csv` and `seats.csv` are those that one gets by reading the record of each game.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::command::{ok, path};
use serde_json::Value;

/// Counts by column, of the game or of one seat.
type Counts = BTreeMap<String, i64>;

/// Rows of a table, by column.
fn rows(run: &Path, table: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(run.join(table)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    value[key].as_array().into_iter().flatten()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn index(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

/// Plays some games and compares every count with the recount of a record, given the counts of the game and of each seat, all 0.
fn compare(args: &str, recount: impl Fn(&Value, &mut Counts, &mut [Counts])) {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let args: Vec<&str> = args.split(' ').collect();
    ok(&[
        &[
            "simulate",
            "--games",
            "60",
            "--seed",
            "3",
            "--records",
            "all",
            "--out",
            path(&run),
        ],
        &args[..],
    ]
    .concat());
    let (games, mut seats) = (rows(&run, "games.csv"), rows(&run, "seats.csv").into_iter());
    let mut seen = Counts::new();
    for (record, game) in fs::read_to_string(run.join("records.jsonl"))
        .unwrap()
        .lines()
        .zip(games)
    {
        let record: Value = serde_json::from_str(record).unwrap();
        let mut of_seats = vec![Counts::new(); list(&record, "seats").count()];
        let mut of_game = Counts::new();
        recount(&record, &mut of_game, &mut of_seats);
        let mut check = |row: &BTreeMap<String, String>,
                         counts: &Counts,
                         names: Vec<&'static str>,
                         has_unscored: bool| {
            for name in names {
                let count = counts.get(name).copied().unwrap_or(0);
                let value: i64 = row[name].parse().unwrap();
                // Records list completed features only if somebody scores them; games.csv counts all.
                let is_equal =
                    value == count || value > count && has_unscored && name.ends_with("_completed");
                assert!(is_equal, "{name} is {count} in the record of {row:?}");
                *seen.entry(name.into()).or_default() += count;
            }
            assert!(
                counts.keys().all(|name| row.contains_key(name)),
                "{counts:?} in {row:?}"
            );
        };
        let schema = text(&record, "game")
            .parse::<goldrush_games::GameName>()
            .unwrap()
            .schema();
        check(
            &game,
            &of_game,
            schema.game.iter().map(|column| column.name).collect(),
            true,
        );
        for (counts, sources) in of_seats.iter_mut().zip(list(&record, "sources")) {
            let points = sources.as_object().unwrap().iter();
            counts
                .extend(points.map(|(source, points)| (source.clone(), points.as_i64().unwrap())));
            check(
                &seats.next().unwrap(),
                counts,
                schema.stored().map(|column| column.name).collect(),
                false,
            );
        }
    }
    let never: Vec<_> = seen.iter().filter(|(_, count)| **count == 0).collect();
    assert!(
        never.is_empty(),
        "nothing shows that these are counted: {never:?}"
    );
}

fn add(counts: &mut Counts, name: &str, count: usize) {
    *counts.entry(name.into()).or_default() += count as i64;
}

/// Returns the name of the third of the game that each turn is in, by tiles drawn and left.
fn thirds(record: &Value) -> Vec<&'static str> {
    let (mut drawn, tiles) = (0, list(&record["deal"], "tiles").count());
    let turn = |(at, turn): (usize, &Value)| {
        drawn += 1 + list(turn, "discarded").count();
        let turns = at + 1;
        ["first", "second", "last"][(3 * turns / (turns + tiles - drawn)).min(2)]
    };
    list(record, "turns").enumerate().map(turn).collect()
}

fn role(turn: &Value, roles: [(&str, &'static str); 4]) -> &'static str {
    let segment = text(&turn["action"], "segment");
    roles
        .into_iter()
        .find(|(kind, _)| segment.starts_with(kind))
        .unwrap()
        .1
}

#[test]
fn counts_of_gold_rush_are_those_of_the_records() {
    const ROLES: [(&str, &str); 4] = [
        ("railroad", "railwaymen"),
        ("mountain", "miners"),
        ("city", "merchants"),
        ("prairie", "farmers"),
    ];
    let plurals = [
        ("railroad", "railroads"),
        ("mountain", "mountains"),
        ("city", "cities"),
    ];
    compare(
        "--agents greedy,random,heuristic --tents 2 --take-back",
        |record, game, seats| {
            let mut tokens = list(&record["deal"], "tokens").count();
            for (turn, third) in list(record, "turns").zip(thirds(record)) {
                let seat = index(&turn["seat"]);
                let (mut mined, mut done) = (0, |name: &str, what: &str| {
                    add(&mut seats[seat], name, 1);
                    if !what.is_empty() {
                        add(&mut seats[seat], &format!("{what}_{third}_third"), 1);
                    }
                });
                match text(&turn["action"], "kind") {
                    "cowboy" => done(role(turn, ROLES), "cowboys"),
                    "tent" => done("tents_pitched", "tents"),
                    "take_back" => done("take_backs", ""),
                    "mine" => {
                        done("tokens_mined", "mined");
                        mined = 1;
                    }
                    _ => {}
                }
                for taken in list(turn, "taken").skip(mined) {
                    add(&mut seats[index(&taken["seat"])], "tokens_won", 1);
                }
                tokens -= list(turn, "taken").count();
                add(game, "discarded", list(turn, "discarded").count());
                for scored in list(turn, "scored") {
                    let Some((_, plural)) = plurals
                        .iter()
                        .find(|(one, _)| *one == text(scored, "feature"))
                    else {
                        continue;
                    };
                    let name = format!("{plural}_completed");
                    add(game, &name, 1);
                    let points = index(&scored["points"]);
                    let doubled = if name.starts_with("railroads") {
                        points - list(scored, "tiles").count()
                    } else {
                        0
                    };
                    for seat in list(scored, "seats").map(index) {
                        add(&mut seats[seat], &name, 1);
                        add(&mut seats[seat], "locomotive_bonus", doubled);
                    }
                }
            }
            add(game, "tokens_left", tokens);
        },
    );
}

#[test]
fn counts_of_carcassonne_are_those_of_the_records() {
    const ROLES: [(&str, &str); 4] = [
        ("road", "highwaymen"),
        ("city", "knights"),
        ("monastery", "monks"),
        ("field", "farmers"),
    ];
    compare(
        "--game carcassonne+gold-mines --agents greedy,random,heuristic",
        |record, game, seats| {
            let mut ingots = 0;
            for (turn, third) in list(record, "turns").zip(thirds(record)) {
                let seat = &mut seats[index(&turn["seat"])];
                if text(&turn["action"], "kind") == "follower" {
                    add(seat, role(turn, ROLES), 1);
                    add(seat, &format!("followers_{third}_third"), 1);
                }
                add(game, "discarded", list(turn, "discarded").count());
                // One on the tile, one on another.
                ingots += if turn["ingot"].is_null() { 0 } else { 2 };
                ingots -= list(turn, "taken").count();
                for taken in list(turn, "taken") {
                    add(&mut seats[index(&taken["seat"])], "ingots", 1);
                }
            }
            add(game, "ingots_left", ingots);
        },
    );
}

#[test]
fn counts_of_the_cards_are_those_of_the_records() {
    for (options, is_match) in [("", false), (" --whole-match", true)] {
        compare(
            &format!("--game knizia-gold --agents memory,random,perfect{options}"),
            |record, game, seats| {
                for turn in list(record, "turns") {
                    for taken in list(turn, "taken").filter(|taken| taken["seat"] != turn["seat"]) {
                        add(
                            &mut seats[index(&turn["seat"])],
                            "given",
                            index(&taken["value"]),
                        );
                    }
                }
                let last = list(&record["final"], "games").last().unwrap();
                for (seat, counts) in seats.iter_mut().enumerate() {
                    add(
                        counts,
                        "tie_break",
                        index(&last[if is_match { "points" } else { "cards" }][seat]),
                    );
                }
                let games = list(&record["final"], "games").count();
                add(game, "games", games);
                // The last card of almost every game is taken by a rush.
                add(game, "rushes", games);
            },
        );
    }
}
