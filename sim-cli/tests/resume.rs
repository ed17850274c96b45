//! However a run ends, it resumes to the same bytes as one that was never stopped.
#![cfg(unix)]

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{goldrush, ok, path, refused};
use crate::runs::{Running, assert_same, length};
use predicates::str::contains;
use tempfile::TempDir;

/// A folder for runs, and the arguments of one.
struct Case {
    folder: TempDir,
    args: Vec<String>,
}

impl Case {
    fn new(args: &str) -> Case {
        Case {
            folder: tempfile::tempdir().unwrap(),
            args: args.split(' ').map(Into::into).collect(),
        }
    }

    fn out(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn play(&self, name: &str) -> PathBuf {
        let out = self.out(name);
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        ok(&[&args[..], &["--out", path(&out)]].concat());
        out
    }

    /// Starts the run in a separate process.
    fn spawn(&self, name: &str) -> Running {
        let out = self.out(name);
        let args = [&self.args[..], &["--out".into(), path(&out).into()]].concat();
        Running::new(&args, out)
    }

    fn resume_running(&self, name: &str) -> Running {
        let out = self.out(name);
        Running::new(&["resume".into(), path(&out).into()], out)
    }
}

fn cut(file: &Path, bytes: u64) {
    OpenOptions::new()
        .write(true)
        .open(file)
        .unwrap()
        .set_len(bytes)
        .unwrap();
}

/// Turns a complete run into an unfinished one, as if it had been killed just before its end.
fn unfinish(run: &Path) {
    fs::remove_file(run.join("summary.json")).unwrap();
    fs::remove_file(run.join("machine.json")).unwrap();
}

#[test]
#[ignore = "slow"]
fn repeatedly_killed_run_resumes_to_the_same_bytes() {
    for args in [
        "simulate --agents random --players 3 --games 24000 --records every=1000",
        "match --a random --b random --players 3 --mirror --games 24000",
        "match --a random --b random --games 36000 --sprt 0.5,0.5001",
        "tournament --agents random,heuristic:width=1 --players 4 --format all-lineups --games 8000",
        "balance --agents random --factor tents=1,0 --restrict farmers --games 24000",
    ] {
        let case = Case::new(args);
        let reference = case.play("reference");
        let mut running = case.spawn("killed");
        let mut bytes = 0;
        for _ in 0..3 {
            running.wait_for(bytes + 400_000);
            running.child.kill().unwrap();
            let out = running.out.clone();
            assert!(!running.end().status.success());
            assert!(!out.join("summary.json").exists());
            bytes = length(&out.join("seats.csv"));
            running = case.resume_running("killed");
        }
        let output = running.end();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.starts_with("Resuming after ") && !text.starts_with("Resuming after 0 "),
            "{text}"
        );
        assert_same(&case.out("killed"), &reference);
    }
}

#[test]
#[ignore = "slow"]
fn interrupted_run_ends_cleanly_and_explains_how_to_resume() {
    let case = Case::new("simulate --agents random --games 60000");
    let reference = case.play("reference");
    for signal in ["-INT", "-TERM"] {
        let mut running = case.spawn(signal);
        running.wait_for(1000);
        running.signal(signal);
        let out = running.out.clone();
        let output = running.end();
        assert_eq!(output.status.code(), Some(130));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.contains("finishing what is in progress") && output.stdout.is_empty(),
            "{error}"
        );
        assert!(
            error.contains(&format!(
                "of 60000 deals; continue with: goldrush resume {}",
                out.display()
            )),
            "{error}"
        );
        // All games played are there, and nothing is torn.
        let blocks = fs::read_to_string(out.join("games.csv"))
            .unwrap()
            .lines()
            .count()
            - 1;
        assert!(
            error.contains(&format!("stopped after {blocks} of")),
            "{blocks}: {error}"
        );
        ok(&["resume", path(&out), "--threads", "1"]);
        assert_same(&out, &reference);
    }
}

#[test]
fn files_torn_anywhere_are_cut_to_whole_blocks() {
    let case = Case::new("simulate --agents greedy,random,random --games 12 --records every=2");
    let reference = case.play("reference");
    let torn = case.play("torn");
    for name in ["games.csv", "seats.csv", "records.jsonl"] {
        let whole = length(&torn.join(name));
        for bytes in [
            0,
            1,
            70,
            whole / 3,
            whole / 2,
            whole - 200,
            whole - 1,
            whole,
        ] {
            unfinish(&torn);
            cut(&torn.join(name), bytes);
            ok(&["resume", path(&torn)]);
            assert_same(&torn, &reference);
        }
    }
    for name in ["seats.csv", "records.jsonl"] {
        unfinish(&torn);
        fs::remove_file(torn.join(name)).unwrap();
        refused(
            &["resume", path(&torn)],
            &[name, "is missing", "goldrush resume --repair"],
        );
        ok(&["resume", path(&torn), "--repair"]);
        assert_same(&torn, &reference);
    }
}

#[test]
fn foreign_lines_are_refused_and_nothing_is_cut() {
    let case = Case::new("match --a greedy --b random --games 8");
    let out = case.play("run");
    unfinish(&out);
    let seats = fs::read_to_string(out.join("seats.csv")).unwrap();
    let games = fs::read_to_string(out.join("games.csv")).unwrap();
    for (name, text, from, to, says) in [
        (
            "seats.csv",
            &seats,
            "greedy",
            "random",
            "the checksum of game 0 is wrong",
        ),
        (
            "seats.csv",
            &seats,
            ",1,1.0,",
            ",1,0.5,",
            "the checksum of game",
        ),
        (
            "seats.csv",
            &seats,
            "seat,agent",
            "agent,seat",
            "line 1: not the header",
        ),
        ("games.csv", &games, "\n", "\r\n", "Windows line ends"),
        ("games.csv", &games, ",2,", ",x,", "the checksum of game"),
    ] {
        assert!(text.contains(from), "{from}");
        let wrong = text.replacen(from, to, 1);
        fs::write(out.join(name), &wrong).unwrap();
        refused(&["resume", path(&out)], &[name, says, "resume --repair"]);
        assert_eq!(fs::read_to_string(out.join(name)).unwrap(), wrong);
        fs::write(out.join(name), text).unwrap();
    }
    // Tables of another run have the right checksums.
    let other = Case::new("match --a random --b random --games 8");
    let foreign = other.play("run");
    for name in ["games.csv", "seats.csv"] {
        fs::copy(foreign.join(name), out.join(name)).unwrap();
    }
    refused(
        &["resume", path(&out)],
        &["games.csv: line 2: not of game 0"],
    );
    fs::write(out.join("seats.csv"), seats).unwrap();
    fs::write(out.join("games.csv"), games).unwrap();
    let plan = fs::read_to_string(out.join("run.toml")).unwrap();
    fs::write(
        out.join("run.toml"),
        plan.replace("version = \"0", "version = \"9"),
    )
    .unwrap();
    refused(
        &["resume", path(&out)],
        &["run.toml", "started by version 9"],
    );
    fs::write(out.join("run.toml"), plan.replace("seed = 1", "seed = 2")).unwrap();
    refused(
        &["resume", path(&out)],
        &["run.toml", "changed since the run"],
    );
}

#[test]
fn more_games_give_the_same_bytes_as_a_longer_run() {
    for args in [
        "simulate --agents greedy,random --records every=3",
        "match --a greedy --b greedy --sprt 0.5,0.501",
    ] {
        let [short, long] = ["20", "50"].map(|games| Case::new(&format!("{args} --games {games}")));
        let (run, reference) = (short.play("run"), long.play("reference"));
        ok(&["resume", path(&run), "--more", "29"]);
        assert_same(&run, &reference);
    }
}

#[test]
fn runs_that_cannot_be_resumed_are_refused() {
    let case = Case::new("match --a greedy --b random --games 40 --sprt 0.5,0.6");
    let run = case.play("run");
    refused(&["resume", path(&run)], &["is complete", "--more"]);
    refused(
        &["resume", path(&run), "--more", "0"],
        &["--more 0", "at least 1"],
    );
    refused(
        &["resume", path(&run), "--more", "100"],
        &["--more", "has decided"],
    );
    assert!(run.join("summary.json").exists());
    refused(&["simulate", "--out", path(&run)], &["exists already"]);
    unfinish(&run);
    refused(
        &["resume", path(&run), "--more", "10"],
        &["is not finished", "goldrush resume"],
    );
    refused(
        &["simulate", "--out", path(&run)],
        &["is not finished", "goldrush resume"],
    );
    refused(
        &["resume", path(case.folder.path())],
        &["holds no run", "give the command with --out"],
    );
    refused(&["resume", path(&run), "--threads", "0"], &["--threads"]);
    goldrush()
        .args(["resume", "--help"])
        .assert()
        .success()
        .stdout(contains("Example"));
}

#[test]
fn second_process_on_a_run_is_refused() {
    let case = Case::new("simulate --agents random --games 1000000");
    let mut running = case.spawn("run");
    running.wait_for(0);
    refused(
        &["resume", path(&running.out)],
        &["another process is playing this run"],
    );
    refused(
        &["simulate", "--out", path(&running.out)],
        &["is not finished"],
    );
    running.child.kill().unwrap();
    running.end();
}

#[test]
#[ignore = "slow"]
fn full_disk_is_reported_and_written_data_stays_valid() {
    let case = Case::new("simulate --agents random --games 40000");
    let reference = case.play("reference");
    let full = case.out("full");
    // Limits the size of a file, in blocks of 512 bytes, which looks like a full disk.
    let script = "ulimit -f 4000; exec \"$@\"";
    let program = assert_cmd::cargo::cargo_bin("goldrush");
    let output = Command::new("sh")
        .args(["-c", script, "sh", path(&program)])
        .args(&case.args)
        .args(["--out", path(&full)])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    // On a slow machine, lines of progress come before it.
    let last = error.lines().last().unwrap();
    assert!(
        last.starts_with("error: cannot write ") && last.contains("seats.csv"),
        "{error}"
    );
    ok(&["resume", path(&full)]);
    assert_same(&full, &reference);
}

#[test]
fn vanished_folder_is_reported() {
    let case = Case::new("simulate --agents random --games 1000000");
    let mut running = case.spawn("run");
    running.wait_for(1000);
    fs::remove_dir_all(&running.out).unwrap();
    let output = running.end();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("games.csv: it has been removed"), "{error}");
}

/// A tuning that is interrupted or killed and resumed ends as one that is not.
#[test]
fn tuning_is_resumed_from_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let [straight, stopped] = ["straight.csv", "stopped.csv"].map(|name| folder.path().join(name));
    let tune = |out: &Path, iterations: &str| -> Vec<String> {
        let words = [
            "lab",
            "tune",
            "--iterations",
            iterations,
            "--games",
            "2",
            "--test",
            "4",
            "--threads",
            "1",
        ];
        words
            .into_iter()
            .chain(["--out", path(out)])
            .map(String::from)
            .collect()
    };
    let run = |words: &[String]| ok(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let text = run(&tune(&straight, "12"));
    let table = fs::read_to_string(&straight).unwrap();
    assert_eq!(table.lines().count(), 13, "{table}");
    let half: Vec<&str> = table.lines().take(6).collect();
    fs::write(
        &stopped,
        format!(
            "{}\n{}",
            half.join("\n"),
            &table.lines().nth(6).unwrap()[..40]
        ),
    )
    .unwrap();
    assert_eq!(run(&tune(&stopped, "12")), text);
    assert_eq!(fs::read_to_string(&stopped).unwrap(), table);
    refused(
        &["lab", "tune", "--seed", "2", "--out", path(&stopped)],
        &["line 2", "another command", "--seed 1"],
    );
    // Ctrl-C prints what there is.
    let long = folder.path().join("long.csv");
    let running = Running::new(&tune(&long, "1000000"), long.clone());
    while fs::read_to_string(&long)
        .unwrap_or_default()
        .lines()
        .count()
        < 4
    {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    running.signal("-INT");
    let output = running.end();
    let [text, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(
        error.contains(" of 1000000 iterations; the same command resumes it"),
        "{error}"
    );
    assert!(
        text.lines().last().unwrap().starts_with("heuristic"),
        "{text}"
    );
}
