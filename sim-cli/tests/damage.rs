//! Whatever happened to a run's files, damage is never taken for good data, and undamaged runs can be resumed.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::{goldrush, ok, path, refused};
use crate::runs::{Running, assert_same};
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

const GAMES: [&str; 4] = [
    "gold-rush",
    "carcassonne",
    "carcassonne+gold-mines",
    "knizia-gold",
];

fn simulate(args: &[&str], out: &Path) {
    let common = [
        "simulate",
        "--agents",
        "random",
        "--games",
        "12",
        "--records",
        "every=2",
    ];
    ok(&[&common[..], args, &["--out", path(out)]].concat());
}

/// Changes the last digit of a line in the middle.
fn change_a_digit(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(Into::into).collect();
    let middle = lines.len() / 2;
    let at = lines[middle].rfind(|c: char| c.is_ascii_digit()).unwrap();
    let digit = lines[middle].as_bytes()[at];
    lines[middle].replace_range(at..=at, if digit == b'1' { "2" } else { "1" });
    lines.join("\n") + "\n"
}

fn without_last_line(text: &str) -> String {
    let end = text.trim_end().rfind('\n').unwrap();
    text[..=end].to_owned()
}

#[test]
fn changed_complete_run_is_refused_by_every_reader() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    simulate(&[], &run);
    let readers = |says: &[&str]| {
        for args in [
            &["resume", path(&run), "--more", "5"][..],
            &["verify", path(&run)],
        ] {
            refused(args, says);
        }
    };
    for name in ["games.csv", "seats.csv", "records.jsonl"] {
        let file = run.join(name);
        let text = fs::read_to_string(&file).unwrap();
        let cut = text[..text.len() - 3].to_owned();
        for damaged in [
            change_a_digit(&text),
            without_last_line(&text),
            text.clone() + "7\n",
            text.clone() + "7",
            cut,
        ] {
            fs::write(&file, damaged).unwrap();
            readers(&[name, "goldrush resume --repair"]);
        }
        fs::remove_file(&file).unwrap();
        readers(&[name, "is missing", "goldrush resume --repair"]);
        fs::write(&file, text).unwrap();
    }
    // Rows of whole games are missing from both tables.
    let tables = ["games.csv", "seats.csv"]
        .map(|name| (run.join(name), fs::read_to_string(run.join(name)).unwrap()));
    fs::write(&tables[0].0, without_last_line(&tables[0].1)).unwrap();
    fs::write(
        &tables[1].0,
        without_last_line(&without_last_line(&tables[1].1)),
    )
    .unwrap();
    readers(&["games.csv", "was changed since the run was complete"]);
    tables
        .iter()
        .for_each(|(file, text)| fs::write(file, text).unwrap());
    let summary = run.join("summary.json");
    let text = fs::read_to_string(&summary).unwrap();
    for damaged in [
        change_a_digit(&text),
        text.replacen("\"blocks\": 12", "\"blocks\": 13", 1),
        text.clone() + "\n",
    ] {
        fs::write(&summary, damaged).unwrap();
        let says = [
            "summary.json: was changed since it was written",
            "goldrush resume --repair",
        ];
        readers(&says);
        refused(&["report", path(&run)], &says);
    }
    fs::write(&summary, text).unwrap();
    ok(&["verify", path(&run)]);
}

#[test]
fn unchanged_run_is_verified_in_every_game() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        let run = folder.path().join(game);
        for more in [&["--compress"][..], &["--players", "3"], &["--luck"]] {
            simulate(&[&["--game", game], more].concat(), &run);
            let text = ok(&["verify", path(&run)]);
            assert!(
                text.contains("complete and unchanged: 12 games") && text.contains("6 records"),
                "{text}"
            );
            // The summary and the tables made from it are compared too.
            let summary = fs::read_to_string(run.join("summary.json")).unwrap();
            let at = summary.find("\"mean\": ").unwrap() + 8;
            fs::write(
                run.join("summary.json"),
                [&summary[..at], "7", &summary[at..]].concat(),
            )
            .unwrap();
            refused(&["verify", path(&run)], &["summary.json: was changed"]);
            fs::remove_dir_all(&run).unwrap();
        }
    }
    let parts = folder.path().join("parts");
    let common = [
        "simulate",
        "--agents",
        "random",
        "--games",
        "12",
        "--out",
        path(&parts),
        "--shard",
    ];
    ok(&[&common[..], &["0/2"]].concat());
    let text = ok(&["verify", path(&parts)]);
    assert!(
        text.contains("complete and unchanged: 6 games") && text.contains("unfinished parts: 1"),
        "{text}"
    );
    refused(&["verify", path(folder.path())], &["holds no run"]);
}

/// A forger who also recomputes the checksum is caught by the rules.
#[test]
fn record_with_a_deal_other_than_its_seed_is_found() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        let [run, other] = ["", "-other"].map(|more| folder.path().join(format!("{game}{more}")));
        simulate(&["--game", game], &run);
        simulate(&["--game", game, "--seed", "2"], &other);
        let [own, foreign] =
            [&run, &other].map(|run| fs::read_to_string(run.join("records.jsonl")).unwrap());
        let mut lines: Vec<&str> = own.lines().collect();
        let stolen = foreign
            .lines()
            .next()
            .unwrap()
            .replace("\"seed\":2", "\"seed\":1");
        lines[0] = &stolen;
        fs::write(run.join("records.jsonl"), lines.join("\n") + "\n").unwrap();
        forge_checksum(&run, &(stolen.clone() + "\n"));
        // Nothing is left that says what the tables were.
        fs::remove_file(run.join("summary.json")).unwrap();
        refused(
            &["verify", path(&run)],
            &["records.jsonl: game 0", "not dealt by the seed of the run"],
        );
    }
}

/// Gives the first game of a run the checksum of this record.
fn forge_checksum(run: &Path, record: &str) {
    let [games, seats] =
        ["games.csv", "seats.csv"].map(|name| fs::read_to_string(run.join(name)).unwrap());
    let mut lines: Vec<String> = games.lines().map(Into::into).collect();
    let end = lines[1].rfind(',').unwrap() + 1;
    let mut checksum = Crc::new();
    let players = 2;
    let seats = seats.split_inclusive('\n').skip(1).take(players);
    [&lines[1][..end]]
        .into_iter()
        .chain(seats)
        .chain([record])
        .for_each(|part| checksum.update(part.as_bytes()));
    lines[1].replace_range(end.., &checksum.sum().to_string());
    fs::write(run.join("games.csv"), lines.join("\n") + "\n").unwrap();
}

#[test]
fn bad_line_in_the_middle_explains_how_to_continue() {
    let folder = tempfile::tempdir().unwrap();
    let [run, reference] = ["run", "reference"].map(|name| folder.path().join(name));
    simulate(&[], &run);
    simulate(&[], &reference);
    for name in ["summary.json", "machine.json"] {
        fs::remove_file(run.join(name)).unwrap();
    }
    let text = fs::read_to_string(run.join("games.csv")).unwrap();
    // Without it, nothing shows which part of the other tables is complete: they are left as they are.
    fs::remove_file(run.join("games.csv")).unwrap();
    let seats = fs::read(run.join("seats.csv")).unwrap();
    for command in ["resume", "verify", "report"] {
        refused(&[command, path(&run)], &["games.csv: is missing"]);
    }
    assert!(fs::read(run.join("seats.csv")).unwrap() == seats && !run.join("games.csv").exists());
    let mut lines: Vec<&str> = text.lines().collect();
    lines[5] = "nonsense";
    fs::write(run.join("games.csv"), lines.join("\n") + "\n").unwrap();
    let advice = format!(
        "goldrush resume --repair {} keeps the 4 deals before it",
        path(&run)
    );
    let wrong = "games.csv: line 6: the checksum of game 4 is wrong: this line, lines 10 to 11 of seats.csv or line 3 of \
                 records.jsonl was changed";
    refused(&["resume", path(&run)], &[wrong, &advice]);
    refused(&["verify", path(&run)], &["line 6"]);
    assert!(ok(&["resume", "--repair", path(&run)]).starts_with("Resuming after 4 of 12 deals."));
    assert_same(&run, &reference);
    refused(
        &["resume", "--repair", path(&run)],
        &["is complete and as it was written"],
    );
    // A complete run is repaired too, whatever was changed.
    for name in ["seats.csv", "summary.json"] {
        fs::write(
            run.join(name),
            change_a_digit(&fs::read_to_string(run.join(name)).unwrap()),
        )
        .unwrap();
        refused(
            &["resume", path(&run), "--more", "3"],
            &["goldrush resume --repair"],
        );
        ok(&["resume", "--repair", path(&run)]);
        assert_same(&run, &reference);
    }
}

#[test]
fn run_killed_before_its_plan_was_written_restarts_by_its_command() {
    let folder = tempfile::tempdir().unwrap();
    let reference = folder.path().join("reference");
    simulate(&[], &reference);
    for files in [
        &[][..],
        &["games.csv"],
        &[
            "games.csv",
            "seats.csv",
            "records.jsonl",
            "arms.csv",
            "run.toml.partial",
        ],
    ] {
        let run = folder.path().join("run");
        fs::create_dir(&run).unwrap();
        files
            .iter()
            .for_each(|name| fs::write(run.join(name), "").unwrap());
        refused(
            &["resume", path(&run)],
            &["if nothing was played here yet, give the command with --out"],
        );
        simulate(&[], &run);
        fs::remove_file(run.join("arms.csv")).ok();
        fs::remove_file(run.join("run.toml.partial")).ok();
        assert_same(&run, &reference);
        fs::remove_dir_all(&run).unwrap();
    }
    // A folder with any other files is not touched.
    let foreign = folder.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    for (name, text) in [("games.csv", "mine\n"), ("notes.txt", "")] {
        fs::write(foreign.join(name), text).unwrap();
        refused(
            &["simulate", "--games", "2", "--out", path(&foreign)],
            &["exists already"],
        );
        assert_eq!(fs::read_to_string(foreign.join(name)).unwrap(), text);
        fs::remove_file(foreign.join(name)).unwrap();
    }
}

#[test]
fn more_games_replace_tables_beside_packed_ones_and_old_reports() {
    let folder = tempfile::tempdir().unwrap();
    let [run, longer] = ["run", "longer"].map(|name| folder.path().join(name));
    simulate(&["--compress"], &run);
    ok(&[
        "simulate",
        "--agents",
        "random",
        "--games",
        "20",
        "--records",
        "every=2",
        "--compress",
        "--out",
        path(&longer),
    ]);
    fs::write(run.join("seats.csv"), "run,ga").unwrap();
    let unpacked = Command::new("gunzip")
        .args(["-k", path(&run.join("games.csv.gz"))])
        .status();
    assert!(unpacked.unwrap().success());
    refused(&["resume", path(&run)], &["is complete"]);
    ok(&["report", path(&run)]);
    assert!(run.join("report.html").exists() && run.join("report.md").exists());
    ok(&["resume", path(&run), "--more", "8"]);
    fs::remove_dir(run.join("figures")).unwrap();
    assert_same(&run, &longer);
}

/// Concurrent merges of the same parts do not undo each other's work.
#[test]
fn only_one_of_several_concurrent_merges_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let [parts, reference] = ["parts", "reference"].map(|name| folder.path().join(name));
    let common = ["simulate", "--agents", "random", "--games", "3000", "--out"];
    ok(&[&common[..], &[path(&reference)]].concat());
    for shard in ["0/2", "1/2"] {
        ok(&[&common[..], &[path(&parts), "--shard", shard]].concat());
    }
    let out = folder.path().join("run");
    let merge = || {
        [
            "merge".into(),
            path(&parts).into(),
            "--out".into(),
            path(&out).into(),
        ]
    };
    let running: Vec<_> = (0..4)
        .map(|_| Running::new(&merge(), out.clone()))
        .collect();
    let codes: Vec<_> = running
        .into_iter()
        .map(|running| running.end().status.code().unwrap())
        .collect();
    assert!(
        codes.iter().filter(|code| **code == 0).count() == 1
            && codes.iter().all(|code| [0, 2].contains(code)),
        "{codes:?}"
    );
    assert_same(&out, &reference);
    ok(&["verify", path(&out)]);
}

#[test]
fn removing_a_growing_table_is_reported() {
    for name in ["seats.csv", "records.jsonl"] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("run");
        let args = [
            "simulate",
            "--agents",
            "random",
            "--games",
            "1000000",
            "--records",
            "every=10",
            "--out",
            path(&out),
        ];
        let mut running = Running::new(&args.map(Into::into), out.clone());
        running.wait_for(1000);
        fs::rename(out.join(name), folder.path().join("elsewhere")).unwrap();
        let output = running.end();
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.contains(&format!("{name}: it has been removed or replaced")),
            "{error}"
        );
    }
}

#[test]
fn match_table_is_appended_atomically_by_one_process_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("ladder.csv");
    let args = |seed: &str| {
        let args = [
            "match",
            "--a",
            "random",
            "--b",
            "random",
            "--games",
            "2",
            "--append",
            path(&table),
            "--seed",
            seed,
        ];
        args.map(String::from)
    };
    let running: Vec<_> = (1..=6)
        .map(|seed| Running::new(&args(&seed.to_string()), table.clone()))
        .collect();
    running
        .into_iter()
        .for_each(|running| assert!(running.end().status.success()));
    let text = fs::read_to_string(&table).unwrap();
    assert_eq!(
        (text.lines().count(), text.matches("a,b,players").count()),
        (7, 1),
        "{text}"
    );
    fs::write(&table, &text[..text.len() - 9]).unwrap();
    let args = args("9");
    refused(
        &args.each_ref().map(String::as_str),
        &["--append", "ladder.csv: line 7 has no end"],
    );
}

fn program() -> std::path::PathBuf {
    assert_cmd::cargo::cargo_bin("goldrush")
}

/// A file far longer than expected is not read into memory.
#[test]
fn endless_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |args: &[&str], says: &str| {
        let script = "ulimit -v 1500000; exec \"$@\"";
        let mut command = Command::new("sh");
        command
            .args(["-c", script, "sh", path(&program())])
            .args(args)
            .stdin(Stdio::null());
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(2) && error.contains(says) && error.lines().count() == 1,
            "{error}"
        );
    };
    let long = folder.path().join("long");
    fs::write(&long, vec![b'7'; 70 << 20]).unwrap();
    limited(&["simulate", "--plan", path(&long)], "long: longer than");
    limited(&["simulate", "--tiles", path(&long)], "long: longer than");
    limited(
        &["replay", path(&long)],
        "long: line 1: longer than any line",
    );
    let bomb = folder.path().join("records.jsonl.gz");
    let mut packed = GzEncoder::new(fs::File::create(&bomb).unwrap(), Compression::fast());
    (0..40).for_each(|_| packed.write_all(&[b'7'; 1 << 20]).unwrap());
    packed.finish().unwrap();
    limited(&["replay", path(&bomb)], "line 1: longer than any line");
    let output = Command::new("sh")
        .args([
            "-c",
            "head -c 40000000 /dev/zero | \"$1\" lab serve --agent random",
            "sh",
            path(&program()),
        ])
        .output();
    let error = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(
        error.contains("the host sent a line longer than"),
        "{error}"
    );
    let run = folder.path().join("run");
    simulate(&["--compress"], &run);
    fs::copy(&bomb, run.join("seats.csv.gz")).unwrap();
    limited(
        &["verify", path(&run)],
        "seats.csv.gz: line 1: longer than any line",
    );
    goldrush().args(["verify", "--help"]).assert().success();
}

/// A pipe that nobody writes to would keep the program waiting.
#[test]
fn file_that_is_no_regular_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let run = folder.path().join("run");
    simulate(&[], &run);
    for args in [
        &["simulate", "--plan", path(&pipe)][..],
        &["simulate", "--tiles", path(&pipe)],
        &["simulate", "--deals", path(&pipe)],
        &[
            "match",
            "--a",
            "random",
            "--b",
            "random",
            "--append",
            path(&pipe),
        ],
        &["replay", path(&pipe)],
        &["replay", "/dev/zero"],
        &["analyze", path(&pipe)],
        &["play", "--plain", "--resume", path(&pipe)],
        &["tiles", path(&pipe)],
    ] {
        refused(args, &["not a regular file"]);
    }
    for name in ["run.toml", "summary.json"] {
        let text = fs::read(run.join(name)).unwrap();
        fs::remove_file(run.join(name)).unwrap();
        fs::rename(&pipe, run.join(name)).unwrap();
        refused(&["verify", path(&run)], &[name, "not a regular file"]);
        fs::rename(run.join(name), &pipe).unwrap();
        fs::write(run.join(name), text).unwrap();
    }
    fs::remove_file(run.join("seats.csv")).unwrap();
    fs::rename(&pipe, run.join("seats.csv")).unwrap();
    let repair = goldrush()
        .args(["resume", "--repair", path(&run)])
        .assert()
        .code(1);
    assert!(
        String::from_utf8_lossy(&repair.get_output().stderr)
            .contains("seats.csv: not a regular file")
    );
}

/// The stack of the first thread may be smaller than any command needs.
#[test]
fn small_stack_is_enough() {
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "ulimit -s 64; exec \"$@\"",
        "sh",
        path(&program()),
        "simulate",
        "--agents",
        "greedy",
    ]);
    assert!(
        command
            .args(["--games", "2"])
            .output()
            .unwrap()
            .status
            .success()
    );
}

#[test]
fn unfinished_run_is_verified_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let args = [
        "simulate",
        "--agents",
        "random",
        "--games",
        "1000000",
        "--records",
        "every=10",
        "--out",
        path(&out),
    ];
    let mut running = Running::new(&args.map(Into::into), out.clone());
    running.wait_for(1000);
    running.signal("-INT");
    assert_eq!(running.end().status.code(), Some(130));
    let text = ok(&["verify", path(&out)]);
    assert!(
        text.contains("not finished: ")
            && text.contains("of 1000000 deals")
            && text.contains("follow the rules"),
        "{text}"
    );
}
