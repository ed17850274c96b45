//! Files as people have them: packed, with a byte-order mark, with Windows line ends, in UTF-16, or not what is expected.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::command::{goldrush, ok, path, refused};

/// Ways to save a text that change nothing in it.
const WAYS: [fn(&str) -> Vec<u8>; 4] = [windows, marked, packed, all_at_once];

fn windows(text: &str) -> Vec<u8> {
    text.replace('\n', "\r\n").into()
}

fn marked(text: &str) -> Vec<u8> {
    format!("\u{feff}{text}").into()
}

fn packed(text: &str) -> Vec<u8> {
    gzip(text.as_bytes())
}

fn all_at_once(text: &str) -> Vec<u8> {
    gzip(format!("\u{feff}{}", text.replace('\n', "\r\n")).as_bytes())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

fn utf16(text: &str) -> Vec<u8> {
    "\u{feff}"
        .encode_utf16()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect()
}

/// Records of a few games.
fn records(folder: &Path) -> String {
    let run = folder.join("recorded");
    ok(&[
        "simulate",
        "--agents",
        "random",
        "--games",
        "4",
        "--seed",
        "5",
        "--records",
        "all",
        "--out",
        path(&run),
    ]);
    fs::read_to_string(run.join("records.jsonl")).unwrap()
}

/// Writes a file whose name does not tell how it is saved.
fn file(folder: &Path, bytes: &[u8]) -> PathBuf {
    let file = folder.join("file.txt");
    fs::write(&file, bytes).unwrap();
    file
}

#[test]
fn files_are_read_whatever_they_are_saved_with() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let records = records(folder);
    let tiles = include_str!("../../engine/data/gold_rush.toml").to_owned();
    let plan = "games = 4\nseed = 5\nagents = [\"random\"]\n".to_owned();
    let saved = folder.join("saved.json");
    let play = [
        "play",
        "--plain",
        "--seed",
        "3",
        "--opponents",
        "random",
        "--save",
        path(&saved),
    ];
    goldrush()
        .args(play)
        .write_stdin("1\n1\nq\n")
        .assert()
        .success();
    let saved = fs::read_to_string(saved).unwrap();
    for (text, commands) in [
        (
            &records,
            &[
                &["replay", "FILE", "--number", "3"][..],
                &["simulate", "--games", "8", "--deals", "FILE"],
            ][..],
        ),
        (&plan, &[&["simulate", "--plan", "FILE"]]),
        (
            &tiles,
            &[
                &["tiles", "FILE"],
                &["simulate", "--games", "4", "--tiles", "FILE"],
            ],
        ),
        (&saved, &[&["replay", "FILE"]]),
    ] {
        for command in commands {
            let run = |bytes: &[u8]| {
                let file = file(folder, bytes);
                let words: Vec<&str> = command
                    .iter()
                    .map(|word| if *word == "FILE" { path(&file) } else { word })
                    .collect();
                let output = goldrush().args(&words).output().unwrap();
                let told = String::from_utf8(output.stdout).unwrap()
                    + &String::from_utf8(output.stderr).unwrap();
                (
                    output.status.code(),
                    told.lines()
                        .filter(|line| !line.contains("games/s") && !line.contains(" s)"))
                        .collect::<Vec<_>>()
                        .join("\n"),
                )
            };
            let plain = run(text.as_bytes());
            assert_ne!(plain.0, Some(2), "{command:?}: {}", plain.1);
            for way in WAYS {
                assert_eq!(run(&way(text)), plain, "{command:?}");
            }
        }
    }
}

#[test]
fn saved_game_is_resumed_whatever_it_is_saved_with() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved.json");
    let play = [
        "play",
        "--plain",
        "--seed",
        "3",
        "--opponents",
        "random",
        "--save",
        path(&saved),
    ];
    goldrush()
        .args(play)
        .write_stdin("1\n1\nq\n")
        .assert()
        .success();
    let text = fs::read_to_string(&saved).unwrap();
    for way in WAYS {
        let file = file(folder.path(), &way(&text));
        let resume = ["play", "--plain", "--resume", path(&file)];
        goldrush()
            .args(resume)
            .write_stdin("1\n1\nq\n")
            .assert()
            .success();
        assert!(fs::read_to_string(&file).unwrap().len() > text.len());
    }
}

#[test]
fn empty_lines_are_no_records() {
    let folder = tempfile::tempdir().unwrap();
    let records = records(folder.path());
    let spaced = file(
        folder.path(),
        format!("\n{}\n\n", records.replace('\n', "\n\r\n")).as_bytes(),
    );
    for number in ["0", "3"] {
        let plain = folder.path().join("recorded/records.jsonl");
        assert_eq!(
            ok(&["replay", path(&spaced), "--number", number]),
            ok(&["replay", path(&plain), "--number", number])
        );
    }
    refused(
        &["replay", path(&spaced), "--number", "4"],
        &["has 4 games"],
    );
    ok(&[
        "simulate",
        "--agents",
        "random",
        "--games",
        "4",
        "--deals",
        path(&spaced),
    ]);
    refused(
        &[
            "simulate",
            "--agents",
            "random",
            "--games",
            "6",
            "--deals",
            path(&spaced),
        ],
        &["has 4 deals"],
    );
}

#[test]
fn file_that_cannot_be_taken_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let records = records(folder);
    let first = records.lines().next().unwrap();
    let value: serde_json::Value = serde_json::from_str(first).unwrap();
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    let list = format!("[{}]\n", records.trim_end().replace('\n', ",\n"));
    let readers = [
        &["replay", "FILE"][..],
        &["analyze", "FILE", "--mistakes"],
        &["board", "FILE"],
        &["play", "--plain", "--resume", "FILE"],
        &[
            "simulate", "--agents", "random", "--games", "4", "--deals", "FILE",
        ],
        &["simulate", "--plan", "FILE"],
        &["simulate", "--tiles", "FILE"],
        &["tiles", "FILE"],
        &[
            "match", "--a", "random", "--b", "random", "--append", "FILE",
        ],
    ];
    for words in readers {
        let is_lines = !words.contains(&"--plan")
            && !words.contains(&"--append")
            && !words.iter().any(|word| word.contains("tiles"));
        let mut cases: Vec<(Vec<u8>, &str)> = vec![
            (utf16(&records), "UTF-16"),
            (gzip(&gzip(b"text")), "twice"),
            (gzip(&vec![b'x'; 5000])[..20].to_vec(), "gzip and cut short"),
            (b"PK\x03\x04\x14\0".to_vec(), "zip archive or a spreadsheet"),
            (b"caf\xe9\n".to_vec(), "UTF-8"),
        ];
        if is_lines {
            cases.push((
                pretty.clone().into(),
                "per line is expected: this file is pretty-printed JSON",
            ));
            cases.push((list.clone().into(), "this file is a list in JSON"));
        }
        if !words.contains(&"--append") {
            cases.push((Vec::new(), "is empty"));
        }
        for (bytes, part) in cases {
            let file = file(folder, &bytes);
            let words: Vec<&str> = words
                .iter()
                .map(|word| if *word == "FILE" { path(&file) } else { word })
                .collect();
            refused(&words, &[part, "file.txt"]);
        }
        let words: Vec<&str> = words
            .iter()
            .map(|word| if *word == "FILE" { path(folder) } else { word })
            .collect();
        refused(&words, &["is a folder"]);
    }
    // The first line shows the fault of a file, whichever line is asked for.
    let file = file(folder, pretty.as_bytes());
    refused(
        &["replay", path(&file), "--number", "3"],
        &["line 1", "pretty-printed"],
    );
}

#[test]
fn table_keeps_its_line_ends_when_a_match_is_appended() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("matches.csv");
    let append = |file: &Path| {
        ok(&[
            "match",
            "--a",
            "random",
            "--b",
            "random",
            "--games",
            "2",
            "--append",
            path(file),
        ])
    };
    append(&table);
    let once = fs::read_to_string(&table).unwrap();
    assert!(once.contains(",g") && !once.contains('\r'), "{once}");
    for (bytes, line_end) in [
        (windows(&once), "\r\n"),
        (marked(&once), "\n"),
        (windows(&format!("\u{feff}{once}")), "\r\n"),
    ] {
        let file = file(folder.path(), &bytes);
        append(&file);
        let twice = fs::read(&file).unwrap();
        assert!(twice.starts_with(&bytes));
        let added = String::from_utf8(twice[bytes.len()..].to_vec()).unwrap();
        assert_eq!(
            (added.lines().count(), added.ends_with(line_end)),
            (1, true),
            "{added:?}"
        );
        assert_eq!(added.contains('\r'), line_end == "\r\n");
    }
    let quoted = once.replacen("a,b,players", "\"a\",\"b\",\"players\"", 1);
    append(&file(folder.path(), quoted.as_bytes()));
    let append = |bytes: &[u8]| {
        [
            "match",
            "--a",
            "random",
            "--b",
            "random",
            "--append",
            path(&file(folder.path(), bytes)),
        ]
        .map(str::to_owned)
    };
    for (bytes, part) in [
        (packed(&once), "unpack it to append"),
        (once.replace(',', ";").into(), "semicolons"),
    ] {
        refused(&append(&bytes).each_ref().map(String::as_str), &[part]);
    }
}

#[test]
fn table_without_text_gets_a_heading() {
    let folder = tempfile::tempdir().unwrap();
    for before in ["", "\u{feff}", "\u{feff}\r\n", "\n\n", "  "] {
        let file = file(folder.path(), before.as_bytes());
        let args = [
            "match",
            "--a",
            "random",
            "--b",
            "random",
            "--games",
            "2",
            "--append",
            path(&file),
        ];
        ok(&args);
        ok(&args);
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text
            .trim_start_matches('\u{feff}')
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        assert!(
            text.starts_with(before) && lines.len() == 3 && lines[0].starts_with("a,b,players"),
            "{text:?}"
        );
    }
}

/// Errors of options from a file name the file, the line and the key, also those that show only later.
#[test]
fn wrong_plans_name_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    for (text, line, says) in [
        ("games = 10\nseed = \n", 2, ""),
        (
            "games = 10\nsede = 1\n",
            2,
            "sede is not an option of simulate",
        ),
        (
            "seed = 1\ngames = \"many\"\n",
            2,
            "invalid value 'many' for '--games",
        ),
        ("seed = 1\n\n[rules]\ntents = 99\n", 4, "whole numbers from"),
        (
            "seed = 1\n[rules]\nkomi = \"C4\"\n",
            3,
            "--rule komi: C4 gives points to seat C",
        ),
        ("[rules]\nkomi = 1000\n", 2, "--rule komi: "),
        (
            "[rules]\nincomplete = \"maybe\"\n",
            2,
            "yes and no are possible",
        ),
        ("agents = [\"gredy\"]\n", 1, "greedy"),
    ] {
        fs::write(&plan, text).unwrap();
        let place = format!("error: {}: line {line}: ", path(&plan));
        let error = refused(&["simulate", "--plan", path(&plan)], &[says]);
        assert!(error.starts_with(&place), "{error} instead of {place}");
    }
    fs::write(
        &plan,
        "games = 4\n[rules]\nkomi = \"B4\"\nfarmers = false\n",
    )
    .unwrap();
    let run = folder.path().join("run");
    ok(&[
        "simulate",
        "--agents",
        "random",
        "--plan",
        path(&plan),
        "--out",
        path(&run),
    ]);
    let written = fs::read_to_string(run.join("run.toml")).unwrap();
    assert!(
        written.contains("komi = \"B4\"") && written.contains("farmers = false"),
        "{written}"
    );
}

/// `printed` is a value of every rule, as it is of every factor.
#[test]
fn rules_may_be_as_printed() {
    for words in [
        ["--game", "knizia-gold", "--rule", "gold-cards=printed"],
        ["--game", "gold-rush", "--rule", "komi=printed"],
        ["--game", "gold-rush", "--tokens", "printed"],
        ["--game", "gold-rush", "--tents", "printed"],
    ] {
        assert_eq!(results(&words), results(&words[..2]), "{words:?}");
    }
    let joined = [
        "--game",
        "knizia-gold",
        "--rule",
        "gold-cards=1=5+2=7+3=6+4=5",
    ];
    assert_ne!(results(&joined), results(&joined[..2]));
}

/// Plays a few games by these rules; returns what is printed, without times.
fn results(rules: &[&str]) -> String {
    let words = [
        "simulate", "--agents", "random", "--games", "20", "--seed", "1",
    ];
    let text = ok(&[&words[..], rules].concat());
    let lines = text.lines().filter(|line| !line.contains(" games/s"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Folders that hold no run, and files where a folder is expected, are called what they are, and the message says what to do.
#[test]
fn what_is_no_run_is_called_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let [empty, cup, file, none] =
        ["empty", "cup", "file", "none"].map(|name| folder.path().join(name));
    fs::create_dir(&empty).unwrap();
    fs::write(&file, "odd\n").unwrap();
    ok(&["league", "init", path(&cup)]);
    let begin = format!(
        "empty: holds no run, which has a file run.toml; if nothing was played here yet, give the command with --out {} again",
        path(&empty)
    );
    for command in ["resume", "report", "verify"] {
        refused(&[command, path(&empty)], &[&begin]);
        refused(
            &[command, path(&cup)],
            &["cup: is a league, not a run", "goldrush league play "],
        );
        refused(
            &[command, path(&file)],
            &["file: holds no run; a run is a folder"],
        );
        refused(&[command, path(&none)], &["none: no such folder"]);
    }
    refused(
        &[
            "merge",
            path(&file),
            path(&none),
            "--out",
            path(&folder.path().join("all")),
        ],
        &["file: is a file; the folder of the parts of a run is expected"],
    );
    for words in [["league", "table"], ["league", "play"]] {
        let error = refused(&[words[0], words[1], path(&file)], &["file: "]);
        assert!(!error.contains("os error"), "{error}");
    }
}

#[test]
fn wrong_files_are_named_in_the_words_of_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(folder.path(), b"odd\n");
    refused(
        &["replay", path(&file), "--number", "2"],
        &["line 1: not a record"],
    );
    refused(&["report", path(&file)], &["file.txt: holds no run"]);
    let error = refused(&["tiles", "./nope"], &["./nope: no such file"]);
    assert!(!error.contains("--tiles"), "{error}");
    fs::write(&file, "{}\n").unwrap();
    refused(
        &["replay", path(&file), "--number", "2"],
        &["the file has 1 game, numbered from 0"],
    );
}

#[test]
fn tuning_log_keeps_its_line_ends() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.csv");
    let tune = [
        "lab",
        "tune",
        "--iterations",
        "3",
        "--games",
        "4",
        "--test",
        "4",
        "--out",
        path(&log),
    ];
    ok(&tune);
    let whole = fs::read_to_string(&log).unwrap();
    let cut: String = whole.split_inclusive('\n').take(3).collect();
    for (saved, expected) in [
        (windows(&cut), windows(&whole)),
        (marked(&cut), marked(&whole)),
    ] {
        fs::write(&log, saved).unwrap();
        ok(&tune);
        assert_eq!(fs::read(&log).unwrap(), expected);
    }
    fs::write(&log, packed(&whole)).unwrap();
    refused(&tune, &["unpack it to resume"]);
}

#[test]
fn table_of_a_run_that_an_editor_saved_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    ok(&[
        "simulate",
        "--agents",
        "random",
        "--games",
        "4",
        "--out",
        path(&run),
    ]);
    let table = run.join("games.csv");
    let text = fs::read_to_string(&table).unwrap();
    for bytes in [windows(&text), marked(&text)] {
        fs::write(&table, bytes).unwrap();
        refused(
            &["verify", path(&run)],
            &[
                "games.csv",
                "byte-order mark or Windows line ends",
                "--repair",
            ],
        );
    }
    // Packed, under a name that does not say so.
    fs::write(&table, packed(&text)).unwrap();
    refused(
        &["verify", path(&run)],
        &["games.csv: is packed with gzip", "add .gz to its name"],
    );
    fs::rename(&table, run.join("games.csv.gz")).unwrap();
    ok(&["verify", path(&run)]);
    fs::remove_file(run.join("games.csv.gz")).unwrap();
    // Files without a checksum of their bytes may be saved by any editor.
    fs::write(&table, &text).unwrap();
    for name in ["run.toml", "summary.json"] {
        let text = fs::read_to_string(run.join(name)).unwrap();
        fs::write(run.join(name), windows(&text)).unwrap();
    }
    ok(&["verify", path(&run)]);
    ok(&["report", path(&run)]);
}
