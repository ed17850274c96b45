//! The merged parts of a run are the same run, byte for byte.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{goldrush, ok, path, refused};
use crate::runs::{Running, assert_same, length};
use serde_json::Value;

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

fn play_part(args: &str, shard: &str, collection: &Path) -> String {
    ok(&[
        &words(args)[..],
        &["--shard", shard, "--out", path(collection)],
    ]
    .concat())
}

fn name(index: u64, of: u64) -> String {
    format!("shard-{index:05}-of-{of:05}")
}

/// Returns the standard output and standard error of a merge that fails.
#[track_caller]
fn fails(args: &[&str]) -> (String, String) {
    let output = goldrush().args(args).assert().code(1).get_output().clone();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
#[ignore = "slow"]
fn any_number_of_merged_parts_is_the_run() {
    let tiles = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/data/gold_rush_alt.toml"
    );
    for args in [
        "simulate --agents greedy,random,random --games 20 --records every=2",
        "match --a greedy --b random --players 3 --mirror --games 30",
        "tournament --agents random,greedy,heuristic --games 30",
        "balance --agents random,greedy --factor tents=1,0 --restrict farmers --games 36",
        &format!("match --a random --b random --games 9 --compress --records all --tiles {tiles}"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole");
        ok(&[&words(args)[..], &["--out", path(&whole)]].concat());
        for of in [1, 2, 7, 13] {
            let parts = folder.path().join(format!("parts-{of}"));
            let merged = folder.path().join(format!("merged-{of}"));
            // In any order.
            for index in (0..of).rev() {
                play_part(args, &format!("{index}/{of}"), &parts);
            }
            let text = ok(&["merge", path(&parts), "--out", path(&merged)]);
            assert!(
                text.contains(&format!("Merged {of} parts.")) && text.contains(" deals"),
                "{text}"
            );
            assert_same(&merged, &whole);
            let machine: Value =
                serde_json::from_slice(&fs::read(merged.join("machine.json")).unwrap()).unwrap();
            assert_eq!(
                [
                    &machine["parts"],
                    &machine["hosts"].as_array().unwrap().len().into()
                ],
                [of, 1]
            );
            let turns = |folder: &Path| -> Value {
                let text = fs::read(folder.join("machine.json")).unwrap();
                serde_json::from_slice::<Value>(&text).unwrap()["effort"][0]["turns"].clone()
            };
            assert_eq!(turns(&merged), turns(&whole));
        }
        // A merged run can be resumed.
        let (merged, longer) = (folder.path().join("merged-7"), folder.path().join("longer"));
        let more = words(args)
            .iter()
            .map(|word| {
                if word.parse::<u64>().is_ok_and(|n| n >= 9) {
                    "60"
                } else {
                    word
                }
            })
            .collect::<Vec<_>>();
        ok(&[&more[..], &["--out", path(&longer)]].concat());
        let games = |run: &Path| plan_number(run, "games");
        ok(&[
            "resume",
            path(&merged),
            "--more",
            &(games(&longer) - games(&whole)).to_string(),
        ]);
        assert_same(&merged, &longer);
    }
}

fn plan_number(run: &Path, field: &str) -> u64 {
    let plan: toml::Table = fs::read_to_string(run.join("run.toml"))
        .unwrap()
        .parse()
        .unwrap();
    plan[field].as_integer().unwrap() as u64
}

#[test]
fn missing_parts_are_listed_as_an_array() {
    let folder = tempfile::tempdir().unwrap();
    let (parts, run) = (folder.path().join("parts"), folder.path().join("run"));
    let args = "simulate --agents random --games 40";
    for index in [0, 1, 2, 4, 5, 6, 10] {
        play_part(args, &format!("{index}/11"), &parts);
    }
    let merge = ["merge", path(&parts), "--out", path(&run)];
    let (array, error) = fails(&merge);
    assert_eq!(array, "3,7-9\n");
    assert!(error.contains("4 of 11 parts are missing"), "{error}");
    assert!(!run.exists());
    for index in [3, 7, 8] {
        play_part(args, &format!("{index}/11"), &parts);
    }
    // Started, but not complete.
    fs::create_dir(parts.join(name(9, 11) + ".partial")).unwrap();
    assert_eq!(fails(&merge).0, "9\n");
    play_part(args, "9/11", &parts);
    // The same part twice.
    let copy = parts.join("shard-copy");
    assert!(
        std::process::Command::new("cp")
            .args(["-r", path(&parts.join(name(4, 11))), path(&copy)])
            .status()
            .unwrap()
            .success()
    );
    let (_, error) = fails(&merge);
    assert!(
        error.contains("part 4 is there twice") && error.contains("shard-copy"),
        "{error}"
    );
    fs::remove_dir_all(copy).unwrap();
    // In two collections, as if from two machines.
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::rename(parts.join(name(4, 11)), other.join(name(4, 11))).unwrap();
    ok(&["merge", path(&other), path(&parts), "--out", path(&run)]);
    refused(&merge[..3], &["--out"]);
    refused(
        &["merge", path(&other), path(&parts), "--out", path(&run)],
        &["exists already"],
    );
}

#[test]
fn parts_of_other_runs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let parts = folder.path().join("parts");
    play_part("simulate --agents random --games 8", "0/4", &parts);
    for (args, shard, says) in [
        (
            "simulate --agents random --games 8 --seed 2",
            "1/4",
            "seed is 1 there, 2 here",
        ),
        (
            "simulate --agents random --games 9",
            "1/4",
            "blocks is 8 there, 9 here",
        ),
        (
            "simulate --agents random --games 9",
            "0/4",
            "blocks is 8 there, 9 here",
        ),
        (
            "simulate --agents random --games 8",
            "1/5",
            "shard.of is 4 there, 5 here",
        ),
        (
            "simulate --agents random --games 8 --tents 0",
            "1/4",
            "arms.0.rules.tents is 1 there, 0 here",
        ),
    ] {
        refused(
            &[&words(args)[..], &["--shard", shard, "--out", path(&parts)]].concat(),
            &["another run", says],
        );
    }
    // A part copied there from another run.
    let other = folder.path().join("other");
    for index in 0..4 {
        play_part(
            "simulate --agents random --games 8 --seed 2",
            &format!("{index}/4"),
            &other,
        );
    }
    for index in 1..4 {
        fs::rename(other.join(name(index, 4)), parts.join(name(index, 4))).unwrap();
    }
    let run = folder.path().join("run");
    refused(
        &["merge", path(&parts), "--out", path(&run)],
        &["another run", "seed is 2 there, 1 here"],
    );
    let wrong = path(&parts);
    refused(
        &["simulate", "--agents", "random", "--shard", "0/4"],
        &["--shard needs --out"],
    );
    refused(
        &["simulate", "--shard", "4/4", "--out", wrong],
        &["--shard", "no part"],
    );
    refused(
        &["simulate", "--shard", "auto/4", "--out", wrong],
        &["--shard", "SLURM_ARRAY_TASK_ID"],
    );
    let a_match = [
        "match", "--a", "greedy", "--b", "random", "--shard", "0/4", "--out", wrong,
    ];
    refused(
        &[&a_match[..], &["--sprt", "0.5,0.6"]].concat(),
        &["--shard", "--sprt"],
    );
    refused(
        &[&a_match[..], &["--append", "table.csv"]].concat(),
        &["--append"],
    );
    refused(
        &["resume", path(&parts.join(name(0, 4))), "--more", "4"],
        &["--more", "part of a run"],
    );
    refused(
        &["merge", path(folder.path()), "--out", path(&run)],
        &["no parts"],
    );
    fs::write(parts.join("run.toml"), "").unwrap();
    refused(
        &["simulate", "--shard", "0/4", "--out", wrong],
        &["holds a run"],
    );
}

#[test]
fn index_comes_from_the_scheduler_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let parts = folder.path().join("parts");
    let args = [
        "simulate",
        "--agents",
        "random",
        "--games",
        "8",
        "--shard",
        "auto/4",
        "--out",
        path(&parts),
    ];
    for (variable, index) in [
        ("SLURM_ARRAY_TASK_ID", 0),
        ("HQ_TASK_ID", 3),
        ("JOB_COMPLETION_INDEX", 2),
    ] {
        goldrush()
            .args(args)
            .env(variable, index.to_string())
            .assert()
            .success();
        assert!(parts.join(name(index, 4)).exists());
    }
    let both = goldrush()
        .args(args)
        .env("SLURM_ARRAY_TASK_ID", "0")
        .env("HQ_TASK_ID", "1")
        .assert()
        .code(2);
    assert!(
        String::from_utf8_lossy(&both.get_output().stderr)
            .contains("HQ_TASK_ID is 1; give the index")
    );
}

/// Starts a part in a separate process, and waits until more of it has been written.
fn spawn(args: &str, shard: &str, collection: &Path, partial: PathBuf) -> Running {
    let args = format!("{args} --shard {shard} --out {}", path(collection));
    let args: Vec<String> = words(&args).into_iter().map(Into::into).collect();
    let before = length(&partial.join("seats.csv"));
    let mut running = Running::new(&args, partial);
    running.wait_for(before + 1_000_000);
    running
}

#[test]
#[ignore = "slow"]
fn killed_part_resumes_and_complete_part_is_not_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged, whole] = ["parts", "merged", "whole"].map(|name| folder.path().join(name));
    let args = "simulate --agents random --players 3 --games 90000 --threads 1";
    ok(&[&words(args)[..], &["--out", path(&whole)]].concat());
    let complete = parts.join(name(1, 2));
    let partial = parts.join(name(1, 2) + ".partial");
    let mut killed = spawn(args, "1/2", &parts, partial.clone());
    refused(
        &[&words(args)[..], &["--shard", "1/2", "--out", path(&parts)]].concat(),
        &["another process is playing this run"],
    );
    killed.child.kill().unwrap();
    killed.end();
    assert!(!complete.exists() && length(&partial.join("seats.csv")) > 1_000_000);
    let stopped = spawn(args, "1/2", &parts, partial.clone());
    stopped.signal("-TERM");
    let output = stopped.end();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(130)
            && error.contains(&format!("goldrush resume {}", path(&partial))),
        "{error}"
    );
    assert_eq!(
        fails(&["merge", path(&parts), "--out", path(&merged)]).0,
        "0-1\n"
    );
    let text = play_part(args, "1/2", &parts);
    assert!(
        text.starts_with("Part 1/2: ") && !text.starts_with("Part 1/2: 0 of"),
        "{text}"
    );
    assert!(complete.exists() && !partial.exists());
    let before = fs::metadata(complete.join("games.csv"))
        .unwrap()
        .modified()
        .unwrap();
    assert_eq!(
        play_part(args, "1/2", &parts),
        format!("Part 1/2 is complete: {}\n", path(&complete))
    );
    assert_eq!(
        fs::metadata(complete.join("games.csv"))
            .unwrap()
            .modified()
            .unwrap(),
        before
    );
    // `resume` also completes a part.
    spawn(args, "0/2", &parts, parts.join(name(0, 2) + ".partial"))
        .child
        .kill()
        .unwrap();
    ok(&["resume", path(&parts.join(name(0, 2) + ".partial"))]);
    ok(&["merge", path(&parts), "--out", path(&merged)]);
    assert_same(&merged, &whole);
}

#[test]
fn part_killed_while_starting_or_ending_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let parts = folder.path().join("parts");
    let args = "simulate --agents random --games 20 --compress";
    let partial = parts.join(name(0, 1) + ".partial");
    let complete = parts.join(name(0, 1));
    let reference = folder.path().join("reference");
    play_part(args, "0/1", &parts);
    fs::rename(&complete, &reference).unwrap();
    let again = || {
        play_part(args, "0/1", &parts);
        assert_same(&complete, &reference);
        fs::rename(&complete, &partial).unwrap();
    };
    fs::create_dir(&partial).unwrap();
    fs::write(partial.join("games.csv"), "").unwrap();
    again();
    // Everything is there except the final name.
    again();
    fs::remove_file(partial.join("summary.json")).unwrap();
    again();
    assert!(partial.exists());
}

#[test]
#[ignore = "slow"]
fn killed_merge_is_redone_by_the_same_command() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged, whole] = ["parts", "merged", "whole"].map(|name| folder.path().join(name));
    let args = "simulate --agents random --players 3 --games 60000";
    for index in 0..2 {
        play_part(args, &format!("{index}/2"), &parts);
    }
    let merge = ["merge", path(&parts), "--out", path(&merged)];
    ok(&["merge", path(&parts), "--out", path(&whole)]);
    let mut killed = Running::new(&merge.map(Into::into), merged.clone());
    killed.wait_for(1_000_000);
    refused(&merge, &["another process is playing this run"]);
    killed.child.kill().unwrap();
    killed.end();
    assert!(!merged.join("summary.json").exists() && length(&merged.join("seats.csv")) > 1_000_000);
    ok(&merge);
    assert_same(&merged, &whole);
    refused(&merge, &["exists already"]);
}

#[test]
fn merge_killed_while_starting_or_ending_is_redone() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, merged, whole, other] =
        ["parts", "merged", "whole", "other"].map(|name| folder.path().join(name));
    play_part(
        "tournament --agents random,greedy --games 12 --compress --records all",
        "0/1",
        &parts,
    );
    let merge = ["merge", path(&parts), "--out", path(&merged)];
    ok(&["merge", path(&parts), "--out", path(&whole)]);
    let again = || {
        ok(&merge);
        assert_same(&merged, &whole);
        fs::remove_file(merged.join("summary.json")).unwrap();
    };
    fs::create_dir(&merged).unwrap();
    again();
    // Packed, but not complete.
    again();
    // One table is packed, the other is not.
    fs::write(merged.join("seats.csv"), "torn").unwrap();
    fs::remove_file(merged.join("seats.csv.gz")).unwrap();
    again();
    fs::remove_dir_all(&merged).unwrap();
    fs::create_dir(&merged).unwrap();
    fs::write(merged.join("games.csv"), "").unwrap();
    again();
    // Another run's folder is left as it is.
    play_part(
        "tournament --agents random,greedy --games 12 --seed 2",
        "0/1",
        &other,
    );
    refused(
        &["merge", path(&other), "--out", path(&merged)],
        &["a run that is not finished"],
    );
    fs::remove_file(merged.join("run.toml")).unwrap();
    fs::write(merged.join("games.csv"), "game\n").unwrap();
    refused(&merge, &["exists already"]);
    assert_eq!(
        fs::read_to_string(merged.join("games.csv")).unwrap(),
        "game\n"
    );
}

#[test]
fn incomplete_part_is_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let (parts, run) = (folder.path().join("parts"), folder.path().join("run"));
    for shard in ["0/2", "1/2"] {
        play_part("simulate --agents random --games 8", shard, &parts);
    }
    let merge = ["merge", path(&parts), "--out", path(&run)];
    // Its last row is gone, although it claims to be complete.
    let table = parts.join(name(1, 2)).join("games.csv");
    let text = fs::read_to_string(&table).unwrap();
    let rows = text.trim_end().rfind('\n').unwrap() + 1;
    fs::write(&table, &text[..rows]).unwrap();
    refused(
        &merge,
        &[
            &name(1, 2),
            "games.csv: was changed since the run was complete",
        ],
    );
    fs::write(&table, text).unwrap();
    let summary = parts.join(name(1, 2)).join("summary.json");
    let text = fs::read_to_string(&summary).unwrap();
    fs::write(&summary, text.replacen("\"mean\": ", "\"mean\": 1", 1)).unwrap();
    refused(
        &merge,
        &[
            &name(1, 2),
            "summary.json: was changed since it was written",
            "resume --repair",
        ],
    );
    fs::write(&summary, text).unwrap();
    // Complete, but without its final name: another process may still be playing it.
    let complete = parts.join(name(0, 2));
    let partial = parts.join(name(0, 2) + ".partial");
    fs::rename(&complete, &partial).unwrap();
    assert_eq!(fails(&merge).0, "0\n");
    fs::rename(&partial, &complete).unwrap();
    ok(&merge);
}
