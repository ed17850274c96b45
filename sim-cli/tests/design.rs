//! `goldrush design`: searches for rules, resumes stopped searches, and refuses what it cannot search for.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Stdio;

use crate::command::{goldrush, ok, path, refused};
use crate::runs::Running;

/// Searches for a komi with few games; returns the output and the page as text.
fn search(folder: &Path, threads: &str) -> (String, String) {
    let text = ok(&[&words(threads, folder)[..], &["--games", "6000"]].concat());
    (text, fs::read_to_string(folder.join("report.md")).unwrap())
}

/// Returns the words of a search without its number of games.
fn words<'w>(threads: &'w str, folder: &'w Path) -> Vec<&'w str> {
    let args = [
        "design",
        "--want",
        "first-seat=50%±2,lead=min",
        "--vary",
        "komi=0..6",
        "--vary",
        "tents=0..1",
    ];
    let size = [
        "--agents",
        "random,greedy",
        "--no-adapt",
        "--threads",
        threads,
        "--out",
        path(folder),
    ];
    [&args[..], &size].concat()
}

#[test]
fn a_search_is_the_same_with_any_threads_and_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    let (text, page) = search(&one, "1");
    for part in [
        "Cannot tell yet whether other rules do better. Best so far: komi=3.",
        "Confirming the best 4 settings",
        "; before: ",
        "What else changed",
        "How often the better player wins was not measured",
        "first-seat",
        "as small as possible",
        "## Trade-offs",
        "| setting | from | first-seat, 2 players |",
        "| prediction |",
    ] {
        assert!(
            text.contains(part) || page.contains(part),
            "{part}: {text}\n{page}"
        );
    }
    // Each value of a rule has its interval.
    let effects = fs::read_to_string(one.join("figures/first-seat-2.svg")).unwrap();
    assert_eq!(effects.matches(" ± ").count(), 7 + 2, "{effects}");
    for file in [
        "report.html",
        "figures/lead-2.svg",
        "figures/front-first-seat-2.svg",
        "figures/front-lead-2.svg",
    ] {
        assert!(one.join(file).exists(), "{file}");
    }
    assert_eq!(search(&other, "2").1, page);
    let record = fs::read_to_string(one.join("design.json")).unwrap();
    assert_eq!(
        fs::read_to_string(other.join("design.json")).unwrap(),
        record
    );
    // Sums are believed only as they were written.
    let at = record.find("\"sum\":").unwrap() + 6;
    fs::write(
        one.join("design.json"),
        [&record[..at], "9", &record[at..]].concat(),
    )
    .unwrap();
    refused(
        &[&words("1", &one)[..], &["--games", "6000"]].concat(),
        &[
            "design.json: was changed since goldrush wrote it",
            "restore the file",
            "--out",
        ],
    );
    fs::write(one.join("design.json"), record).unwrap();
    assert_eq!(search(&one, "2").1, page);
    // Whatever a verdict rests on is shown in any terminal.
    for width in ["80", "120", "200"] {
        let shown = goldrush()
            .args([&words("1", &one)[..], &["--games", "6000"]].concat())
            .env("COLUMNS", width)
            .output()
            .unwrap();
        let shown = String::from_utf8(shown.stdout).unwrap();
        let goals = shown.split_once("\nThe goals\n").unwrap().1;
        let goals = goals.split_once("\nIn the search").unwrap().0;
        for heading in [
            "wanted",
            "verdict",
            "new deals",
            "as given",
            "in the search",
        ] {
            assert!(goals.contains(heading), "{width}, {heading}: {goals}");
        }
        let widest = goals.lines().map(|line| line.chars().count()).max();
        assert!(
            widest <= width.parse().ok() && !shown.contains("Not shown here"),
            "{width}: {shown}"
        );
    }
}

/// Skill is measured by three pairs of bots, and an answer says what else changed.
#[test]
fn goals_of_pairs_are_told_by_pair() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let search = |want: &str, agents: &str| {
        let _ = fs::remove_dir_all(&out);
        let args = ["design", "--want", want, "--vary", "nugget-points=0,1,2"];
        let size = ["--games", "1000", "--no-adapt", "--threads", "1"];
        let place = ["--agents", agents, "--out", path(&out)];
        ok(&[&args[..], &size, &place].concat())
    };
    let ladder = "random,greedy,level7,level9";
    let text = search("skill>=5%, level7>random>=90%, points<=60", ladder);
    for part in [
        "Met: in most pairs of bots the stronger one wins at least",
        "By pair, before and after: greedy against random ",
        "level9 against level7 ",
        "level7 alone against random wins ",
        "(at least 90.0% wanted); before: ",
        "Two of three pairs must agree and none contradict",
        "the bots were not retuned",
        "No goal asks for these",
    ] {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(part.trim()), "{part}: {text}");
    }
    let text = search("points=max, lead-changes=max", "random,greedy");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("beyond which other values may do better: nugget-points=2 (highest)")
            && text.contains("Better: players score "),
        "{text}"
    );
}

/// Searches that are given no folder each have one to themselves, in which the same command finds its games again.
#[test]
fn searches_without_a_folder_do_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let search = |want: &str| {
        let words = [
            "design",
            "--want",
            want,
            "--vary",
            "komi=0..1",
            "--games",
            "1000",
        ];
        let bots = ["--agents", "random,greedy", "--no-adapt", "--threads", "1"];
        goldrush()
            .current_dir(folder.path())
            .args([&words[..], &bots].concat())
            .assert()
            .success();
        fs::read_dir(folder.path()).unwrap().count()
    };
    assert_eq!(search("lead=min"), 1);
    assert_eq!(search("turns=min"), 2);
    assert_eq!(search("lead=min"), 2);
}

/// Two searches in one folder would overwrite each other's games.
#[test]
fn second_search_in_a_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let long = [&words("1", &out)[..], &["--games", "10000000"]].concat();
    let mut running = Running::new(
        &long
            .iter()
            .map(|word| (*word).to_owned())
            .collect::<Vec<_>>(),
        out.clone(),
    );
    while !out.join("design.json").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    refused(&long, &["another process is searching in this folder"]);
    running.child.kill().unwrap();
    running.end();
}

#[test]
fn wrong_searches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let design = |want: &str, vary: &str, more: &[&str], parts: &[&str]| {
        let out = folder.path().join("out");
        let args = [
            "design",
            "--want",
            want,
            "--vary",
            vary,
            "--out",
            path(&out),
        ];
        refused(&[&args[..], more].concat(), parts);
    };
    design(
        "fun=max",
        "tents=0..2",
        &[],
        &["--want", "\"fun\" is not measured", "first-seat"],
    );
    design("skill=high", "tents=0..2", &[], &["--want", "0% to 100%"]);
    design("lead=high", "tents=0..2", &[], &["--want", "NAME>=VALUE"]);
    design("skill=max", "tents=0..9", &[], &["tents", "0 to 5"]);
    design(
        "skill=max",
        "weather=0..2",
        &[],
        &["--vary weather=0..2", "no factor \"weather\""],
    );
    design("skill=max", "tents=0..9", &[], &["--vary tents="]);
    design(
        "skill=max",
        "tents=0..2",
        &["--rule", "komi=B3", "--rule", "komi=A1"],
        &["--rule komi: given twice"],
    );
    design(
        "skill=max",
        "tents=0..2",
        &["--tents", "2"],
        &["--vary tents=0..2", "fixed value"],
    );
    design(
        "skill=max",
        "tents=0..2",
        &["--agents", "greedy,heuristic"],
        &["--agents", "at least 3 pairs", "heuristic>greedy>=70%"],
    );
    design(
        "lead=min",
        "tents=0..2",
        &["--agents", "greedy,greedy"],
        &["--agents: greedy is given twice"],
    );
    design(
        "third-seat=50%",
        "tents=0..2",
        &[],
        &["--want: third-seat", "no such seat in two-player games"],
    );
    design(
        "level7>levl4=60%",
        "tents=0..2",
        &[],
        &["--want", "did you mean level4?"],
    );
    design(
        "skill=max",
        "tents=0..2",
        &["--games", "10"],
        &["--games 10", "1000"],
    );
    fs::write(folder.path().join("notes"), "").unwrap();
    refused(
        &[
            "design",
            "--want",
            "skill=max",
            "--vary",
            "tents=0..2",
            "--out",
            path(folder.path()),
        ],
        &["--out", "not empty"],
    );
}

#[test]
fn numbers_of_the_rules_are_changed_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    ok(&[
        "simulate",
        "--games",
        "20",
        "--rule",
        "railroad-points=0",
        "--rule",
        "komi=99",
        "--out",
        path(&run),
    ]);
    let plan = fs::read_to_string(run.join("run.toml")).unwrap();
    assert!(
        plan.contains("railroad_points = 0")
            && plan.contains("komi = \"later99\"")
            && !plan.contains("nugget_points")
    );
    let seats = fs::read_to_string(run.join("seats.csv")).unwrap();
    let mut rows = seats
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let headings = rows.next().unwrap();
    let column = |name: &str| {
        headings
            .iter()
            .position(|heading| *heading == name)
            .unwrap()
    };
    for row in rows {
        let value = |name: &str| row[column(name)].parse::<u32>().unwrap();
        let sources: u32 = ["mountain", "city", "prairie", "tokens"]
            .map(value)
            .iter()
            .sum();
        assert_eq!(
            (value("railroad"), value("score")),
            (0, sources + 99 * value("seat")),
            "{row:?}"
        );
    }
    // A number of another game, and the printed one.
    let run = folder.path().join("carcassonne");
    let words = [
        "simulate",
        "--game",
        "carcassonne",
        "--games",
        "2",
        "--out",
        path(&run),
    ];
    ok(&[&words[..], &["--rule", "city-points=3", "--rule", "komi=0"]].concat());
    let plan = fs::read_to_string(run.join("run.toml")).unwrap();
    assert!(
        plan.contains("city_points = 3") && !plan.contains("komi"),
        "{plan}"
    );
    refused(
        &["simulate", "--rule", "nuggets=2"],
        &[
            "\"nuggets\" is no number of the rules of gold-rush",
            "nugget-points",
        ],
    );
    refused(
        &["simulate", "--rule", "nugget-points=21"],
        &["--rule nugget-points", "0 to 20"],
    );
    refused(&["simulate", "--rule", "komi"], &["NAME=VALUE"]);
    refused(
        &["simulate", "--rule", "dynamite=3"],
        &["option of knizia-gold"],
    );
    refused(
        &["simulate", "--game", "knizia-gold", "--rule", "dynamite=15"],
        &["74 cards", "12 to 64"],
    );
    let play = [
        "play",
        "--opponents",
        "greedy",
        "--seed",
        "7",
        "--rule",
        "ties=half",
        "--help",
    ];
    assert!(ok(&play).contains("--rule <NAME=VALUE>"));
}

/// Values of a number of the rules in the reference: its words, and the ends of its range.
fn documented_values(cell: &str) -> Vec<String> {
    let words = cell.split('`').skip(1).step_by(2).map(str::to_owned);
    let range = cell
        .split(" points")
        .next()
        .unwrap_or(cell)
        .split(',')
        .next()
        .unwrap_or(cell);
    let range = range.contains(" to ").then(|| {
        range
            .split(" cards")
            .next()
            .unwrap_or(range)
            .trim()
            .to_owned()
    });
    words
        .chain(range.filter(|range| range.starts_with(|c: char| c.is_ascii_digit())))
        .collect()
}

/// A wrong value of any number of the rules is refused in every game that has it, in the words of the reference.
#[test]
fn wrong_numbers_of_the_rules_are_refused_in_the_words_of_the_reference() {
    let reference =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("REFERENCE.md")).unwrap();
    let games = [
        ("Gold Rush", "gold-rush"),
        ("Carcassonne", "carcassonne"),
        ("The Gold Mines", "carcassonne+gold-mines"),
        ("card game", "knizia-gold"),
    ];
    let rows = reference
        .lines()
        .skip_while(|line| *line != "### Numbers of the rules")
        .skip(7);
    let mut refusals = 0;
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let values = documented_values(cells[2]);
        let words: Vec<&str> = values.iter().map(String::as_str).collect();
        for name in cells[0].split('`').skip(1).step_by(2) {
            for (_, game) in games.iter().filter(|(of, _)| {
                cells[1] == "all" || cells[1].split(", ").any(|in_row| in_row == *of)
            }) {
                let rule = format!("{name}=maybe");
                refused(
                    &["simulate", "--game", game, "--rule", &rule, "--games", "1"],
                    &[&[name], &words[..]].concat(),
                );
                refusals += 1;
            }
        }
    }
    assert!(refusals > 35, "{refusals}");
    // Only the rules of the game are named.
    let text = refused(
        &["simulate", "--game", "carcassonne", "--rule", "dynamyte=1"],
        &["city-points", "komi"],
    );
    assert!(
        !text.contains("dynamite,") && !text.contains("nugget-points"),
        "{text}"
    );
    let text = refused(
        &[
            "balance",
            "--game",
            "carcassonne",
            "--factor",
            "dynamyte=1,2",
        ],
        &["city-points", "farmers"],
    );
    assert!(
        !text.contains("tents") && !text.contains("rush-cards"),
        "{text}"
    );
}

/// A search says how many times it retunes its bots, each of which takes up to a minute.
#[test]
fn search_counts_its_retunings() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let words = [
        "design",
        "--want",
        "lead=min",
        "--vary",
        "tents=0,1",
        "--agents",
        "random,heuristic",
        "--games",
        "1000",
        "--out",
        path(&out),
    ];
    let mut running = std::process::Command::new(env!("CARGO_BIN_EXE_goldrush"))
        .args(words)
        .env("XDG_CACHE_HOME", "/dev/null")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let errors = BufReader::new(running.stderr.take().unwrap());
    let told = errors
        .lines()
        .map_while(Result::ok)
        .find(|line| line.starts_with("retuning 1 of "));
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(told.is_some_and(|line| line.contains("players")));
}

/// The rules as given are played in the search, too; a search that finds nothing better says so.
#[test]
fn goals_compare_with_the_rules_as_given() {
    let folder = tempfile::tempdir().unwrap();
    let found = |want: &str, name: &str| {
        let out = folder.path().join(name);
        let args = [
            "design",
            "--want",
            want,
            "--vary",
            "tents=0..2",
            "--agents",
            "random,greedy",
        ];
        let size = [
            "--no-adapt",
            "--games",
            "3000",
            "--threads",
            "1",
            "--out",
            path(&out),
        ];
        let text = ok(&[&args[..], &size].concat());
        (text, fs::read_to_string(out.join("design.json")).unwrap())
    };
    let (text, record) = found("points=max,turns>=now", "now");
    assert!(text.contains("no less than now"), "{text}");
    assert!(record.contains("now: as given"), "{record}");
    let (text, record) = found("first-seat=90%±1", "far");
    assert!(!record.contains("now: as given"), "{record}");
    let text = text.replace("\n  ", " ");
    assert!(
        text.contains("No setting of the search met it; the nearest had"),
        "{text}"
    );
}
