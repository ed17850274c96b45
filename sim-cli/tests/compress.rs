//! `--compress`: the same tables, packed when the run is complete.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::command::{ok, path, refused};
use crate::runs::{Running, assert_same, length};
use flate2::read::GzDecoder;

const TABLES: [&str; 3] = ["games.csv", "seats.csv", "records.jsonl"];

fn play(args: &[&str], out: &Path) {
    let common = [
        "simulate",
        "--agents",
        "greedy,random",
        "--records",
        "every=3",
    ];
    ok(&[&common[..], args, &["--out", path(out)]].concat());
}

fn unpacked(file: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(file).unwrap())
        .read_to_end(&mut bytes)
        .unwrap();
    bytes
}

#[test]
fn packed_tables_have_the_same_content_and_bytes_with_any_threads() {
    let folder = tempfile::tempdir().unwrap();
    let [plain, one, three] = ["plain", "one", "three"].map(|name| folder.path().join(name));
    play(&["--games", "40"], &plain);
    play(&["--games", "40", "--compress", "--threads", "1"], &one);
    play(&["--games", "40", "--compress", "--threads", "3"], &three);
    assert_same(&three, &one);
    for name in TABLES {
        let gz = one.join(format!("{name}.gz"));
        assert!(
            unpacked(&gz) == fs::read(plain.join(name)).unwrap(),
            "{name}"
        );
        assert!(
            !one.join(name).exists() && length(&gz) < length(&plain.join(name)) / 2,
            "{name}"
        );
    }
    let [with, without] = [&one, &plain].map(|run| fs::read(run.join("summary.json")).unwrap());
    assert!(with == without);
    let game = ok(&["replay", "--run", path(&one), "--number", "3"]);
    assert_eq!(
        ok(&[
            "replay",
            path(&one.join("records.jsonl.gz")),
            "--number",
            "1"
        ]),
        game
    );
    refused(&["simulate", "--compress"], &["--compress needs --out"]);
}

#[test]
fn adding_games_or_dying_while_packing_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let [run, longer] = ["run", "longer"].map(|name| folder.path().join(name));
    play(&["--games", "40", "--compress"], &run);
    play(&["--games", "70", "--compress"], &longer);
    ok(&["resume", path(&run), "--more", "30"]);
    assert_same(&run, &longer);
    // As if killed when some or all of the tables were packed, and some of the originals removed.
    for packed in 0..=TABLES.len() {
        for removed in 0..=packed {
            fs::remove_file(run.join("summary.json")).unwrap();
            for (i, name) in TABLES.iter().enumerate() {
                let gz = run.join(format!("{name}.gz"));
                if i >= removed {
                    fs::write(run.join(name), unpacked(&gz)).unwrap();
                }
                if i >= packed {
                    fs::rename(&gz, run.join(format!("{name}.gz.partial"))).unwrap();
                }
            }
            ok(&["resume", path(&run)]);
            assert_same(&run, &longer);
        }
    }
    refused(&["resume", path(&run)], &["is complete"]);
}

#[test]
fn packed_run_being_resumed_is_locked() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    play(&["--games", "40", "--compress"], &run);
    let args = ["resume", path(&run), "--more", "1000000"];
    let mut running = Running::new(&args.map(Into::into), run.clone());
    running.wait_for(100_000);
    refused(&args, &["another process is playing this run"]);
    running.signal("-INT");
    assert_eq!(running.end().status.code(), Some(130));
    let mut running = Running::new(
        &args[..2]
            .iter()
            .map(|&arg| arg.into())
            .collect::<Vec<String>>(),
        run.clone(),
    );
    running.wait_for(length(&run.join("seats.csv")));
    running.child.kill().unwrap();
    assert!(running.out.join("games.csv").exists());
}
