//! A report shows what the summary says, is self-contained, and never takes a name for markup.

use goldrush_games::quality::Quality;
use goldrush_games::schema::Column;
use goldrush_games::{GameName, Setup};
use goldrush_harness::store::arms;
use goldrush_report::effects;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::command::{ok, path, refused};
use tempfile::TempDir;

/// Plays a run, writes its report, and returns the run's folder.
fn reported(folder: &TempDir, name: &str, args: &[&str]) -> PathBuf {
    let run = folder.path().join(name);
    ok(&[args, &["--out", path(&run)]].concat());
    ok(&["report", path(&run)]);
    run
}

fn text(run: &Path, file: &str) -> String {
    fs::read_to_string(run.join(file)).unwrap()
}

fn figures(run: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(run.join("figures"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = entries
        .filter(|path| path.extension().unwrap() == "svg")
        .collect();
    all.sort();
    all
}

/// Checks that a page loads nothing from elsewhere: any such reference contains one of these.
#[track_caller]
fn assert_self_contained(html: &str) {
    // A reference to a part of the page itself is none to the outside.
    let html = html
        .replace("http://www.w3.org/2000/svg", "")
        .replace("url(#", "");
    for outside in [
        "http:", "https:", "src=", "url(", "@import", "<link", "<script", "<iframe", "<object",
    ] {
        assert!(!html.contains(outside), "{outside}");
    }
    for link in html.split("href=\"").skip(1) {
        // A game to step through is a separate file.
        assert!(
            link.starts_with('#') || link.starts_with("figures/game-"),
            "{}",
            &link[..40]
        );
    }
}

#[test]
fn report_is_self_contained_and_matches_the_summary() {
    let folder = tempfile::tempdir().unwrap();
    let run = reported(
        &folder,
        "run",
        &[
            "simulate",
            "--agents",
            "greedy,random,random",
            "--games",
            "60",
        ],
    );
    let html = text(&run, "report.html");
    assert_self_contained(&html);
    let summary: serde_json::Value = serde_json::from_str(&text(&run, "summary.json")).unwrap();
    // As written there: `55.4 ± 0.3`, or `99.0% (95.0 to 100.0)`.
    let shown = |estimate: &serde_json::Value, factor: f64, unit: &str| {
        let number = |key: &str| {
            estimate[key]
                .as_f64()
                .map(|value| format!("{:.1}", factor * value))
        };
        let spread = match number("low").zip(number("high")) {
            None => format!("± {}", number("half_width").unwrap()),
            Some((low, high)) => format!("({low} to {high})"),
        };
        format!("{}{unit} {spread}", number("mean").unwrap())
    };
    let score = shown(&summary["agents"][0]["metrics"]["score"], 1.0, "");
    let percent = shown(
        &summary["arms"][0]["seats"][2]["metrics"]["win_share"],
        100.0,
        "%",
    );
    for number in [score, percent] {
        assert!(
            html.contains(&number.replace(' ', "\u{a0}"))
                && text(&run, "report.md").contains(&number),
            "{number}"
        );
    }
    let command =
        "goldrush simulate --agents greedy,random,random --players 3 --games 60 --seed 1 --out DIR";
    assert!(html.contains(command) && text(&run, "report.md").contains(command));
    let names: Vec<_> = figures(&run)
        .iter()
        .map(|f| f.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let expected = [
        "cowboys-by-role.svg",
        "notable-game.svg",
        "points-by-source.svg",
        "scores.svg",
        "win-share-by-agent.svg",
        "win-share-by-seat-3-players.svg",
        "winning-margins.svg",
    ];
    assert_eq!(names, expected);
    for figure in figures(&run) {
        let svg = fs::read_to_string(&figure).unwrap();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        assert_self_contained(&svg);
        assert!(
            !svg.contains("NaN") && !svg.contains("inf"),
            "{}",
            figure.display()
        );
        let name = figure.file_name().unwrap().to_string_lossy();
        assert!(text(&run, "report.md").contains(&format!("(figures/{name})")));
    }
}

#[test]
#[ignore = "slow"]
fn report_needs_only_the_plan_and_the_summary() {
    let folder = tempfile::tempdir().unwrap();
    let runs = [
        ("match", "match --a greedy --b random --games 32 --luck"),
        ("cup", "tournament --agents greedy,random --games 32"),
        (
            "study",
            "balance --agents random,greedy --factor tents=1,0 --restrict mining --players 2 --games 96 --luck",
        ),
    ];
    for (name, options) in runs {
        let run = reported(&folder, name, &options.split(' ').collect::<Vec<_>>());
        let [elsewhere, out] =
            ["elsewhere", "out"].map(|to| folder.path().join(format!("{name}-{to}")));
        fs::create_dir(&elsewhere).unwrap();
        fs::copy(run.join("run.toml"), elsewhere.join("run.toml")).unwrap();
        let packed = fs::File::create(elsewhere.join("summary.json.gz")).unwrap();
        let mut packed = flate2::write::GzEncoder::new(packed, flate2::Compression::fast());
        packed
            .write_all(text(&run, "summary.json").as_bytes())
            .unwrap();
        packed.finish().unwrap();
        ok(&["report", path(&elsewhere), "--out", path(&out)]);
        assert!(!elsewhere.join("report.html").exists());
        let figures = figures(&run)
            .into_iter()
            .map(|figure| format!("figures/{}", figure.file_name().unwrap().display()));
        let effects = run
            .join("effects.csv")
            .exists()
            .then(|| "effects.csv".to_owned());
        for file in figures
            .chain(effects)
            .chain(["report.html", "report.md"].map(String::from))
        {
            assert_eq!(text(&run, &file), text(&out, &file), "{name}: {file}");
        }
        // Counted from the tables, the pages are the same.
        fs::remove_file(run.join("summary.json")).unwrap();
        ok(&["report", path(&run)]);
        let counted: Vec<String> = text(&run, "report.md").lines().map(String::from).collect();
        let read = text(&out, "report.md");
        let new: Vec<_> = counted
            .iter()
            .filter(|line| !read.contains(&***line))
            .collect();
        assert!(
            new.len() == 1 && new[0].contains("not finished"),
            "{name}: {new:?}"
        );
    }
}

#[test]
fn summary_of_another_plan_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = reported(&folder, "run", &["simulate", "--games", "10"]);
    let other = reported(
        &folder,
        "other",
        &["simulate", "--games", "10", "--seed", "2"],
    );
    fs::copy(other.join("summary.json"), run.join("summary.json")).unwrap();
    refused(&["report", path(&run)], &["its summary is of another plan"]);
}

#[test]
fn names_are_never_markup() {
    let folder = tempfile::tempdir().unwrap();
    let name = "<script>alert('x')<!-- & \"quoted\" *b*|`c`";
    let tiles = folder
        .path()
        .join(format!("{}.toml", name.replace('/', "")));
    fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/data/gold_rush.toml"),
        &tiles,
    )
    .unwrap();
    let run = reported(
        &folder,
        "run",
        &["simulate", "--games", "10", "--tiles", path(&tiles)],
    );
    let html = text(&run, "report.html");
    assert_self_contained(&html);
    assert!(html.contains("&lt;script&gt;alert('x')&lt;!-- &amp; &quot;quoted&quot;"));
    let file = html
        .split("figures/game-")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap();
    let game = text(&run, &format!("figures/game-{file}"));
    assert!(
        game.contains("application/zlib+base64") && !game.contains("<!--"),
        "{file}"
    );
    assert!(!game.contains("alert('x')<"));
    let markdown = text(&run, "report.md");
    // Outside verbatim blocks.
    let prose: String = markdown.split("\n```").step_by(2).collect();
    assert!(
        !prose.contains("<script")
            && prose.contains("&lt;script&gt;")
            && prose.contains("\\*b\\*\\|\\`c\\`")
    );
    for figure in figures(&run) {
        assert!(!fs::read_to_string(figure).unwrap().contains("<script"));
    }
}

#[test]
fn tournament_report_has_ratings_and_pairwise_results() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "tournament",
        "--agents",
        "random,greedy,level1",
        "--players",
        "3",
        "--format",
        "all-lineups",
    ];
    let run = reported(&folder, "cup", &[&args[..], &["--games", "60"]].concat());
    let html = text(&run, "report.html");
    for part in [
        "greedy comes first",
        "Elo",
        "How strong the bots are",
        "finishes ahead of",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let command = "goldrush tournament --agents random,greedy,level1 --format all-lineups --players 3 --games 60 --seed 1";
    assert!(html.contains(command));
    for name in [
        "ratings",
        "seat-ratings",
        "finishes-ahead",
        "luck-and-skill",
    ] {
        assert!(run.join(format!("figures/{name}.svg")).exists(), "{name}");
    }
}

#[test]
fn balance_report_has_effects_and_its_command() {
    let folder = tempfile::tempdir().unwrap();
    let options = "balance --agents random,greedy --factor tents=1,0 --factor farmers=yes,no --restrict mining \
                   --margin 0.02 --margin-points 2 --players 2 --games 500 --seed 3";
    let words: Vec<&str> = options.split_whitespace().collect();
    let run = reported(&folder, "study", &words);
    let html = text(&run, "report.html");
    assert_self_contained(&html);
    for part in [
        "What changes with tents, farmers and mining, as played by random and greedy",
        "All effects in numbers",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let effects = text(&run, "effects.csv");
    assert!(
        effects
            .lines()
            .skip(1)
            .all(|row| html.contains(row.split(',').nth(4).unwrap()))
    );
    assert!(run.join("figures/answer-1-points.svg").exists());
    // The games are rounded up to whole blocks.
    let markdown = text(&run, "report.md");
    let command = markdown
        .lines()
        .find(|line| line.starts_with("goldrush balance"))
        .unwrap();
    let again = folder.path().join("again");
    let words: Vec<&str> = command
        .split_whitespace()
        .skip(1)
        .map(|w| if w == "DIR" { path(&again) } else { w })
        .collect();
    ok(&words);
    assert_eq!(text(&run, "run.toml"), text(&again, "run.toml"));
}

#[test]
fn unfinished_run_has_a_report_of_its_games_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let run = reported(&folder, "run", &["simulate", "--games", "40"]);
    assert!(!text(&run, "report.html").contains("not finished"));
    fs::remove_file(run.join("summary.json")).unwrap();
    let games = text(&run, "games.csv");
    let kept: Vec<&str> = games.split_inclusive('\n').take(12).collect();
    // The sixth block has only one game.
    fs::write(run.join("games.csv"), kept.concat()).unwrap();
    let printed = ok(&["report", path(&run)]);
    assert!(printed.contains("not finished: 5 of 20 deals"), "{printed}");
    assert!(text(&run, "report.html").contains("10 games with 2 players"));
}

#[test]
fn report_warns_about_intervals_from_few_deals() {
    let folder = tempfile::tempdir().unwrap();
    let run = |games| folder.path().join(games);
    for (games, few) in [("30", true), ("32", false)] {
        let printed = ok(&["simulate", "--games", games, "--out", path(&run(games))]);
        assert_eq!(
            printed.contains("the intervals are unreliable"),
            few,
            "{printed}"
        );
        ok(&["report", path(&run(games))]);
        assert_eq!(
            text(&run(games), "report.html").contains("With only 15 deals"),
            few
        );
    }
}

#[test]
fn command_in_the_report_has_every_option() {
    let folder = tempfile::tempdir().unwrap();
    let options = "match --a greedy --b random --mirror --players 3 --games 24 --seed 7 --tiles gold_rush_alt --no-farmers \
                   --tents 2 --locomotives never --cowboys 5 --take-back --mining-interval 2 --tokens 1=10,2=20 --records every=3";
    let words: Vec<&str> = options.split_whitespace().collect();
    let run = reported(&folder, "run", &words);
    assert!(text(&run, "report.md").contains(&format!("goldrush {} --out DIR", words.join(" "))));
}

#[test]
fn folder_without_a_run_is_a_one_line_error() {
    let folder = tempfile::tempdir().unwrap();
    refused(
        &["report", path(&folder.path().join("none"))],
        &["none: no such folder"],
    );
    refused(&["report", path(folder.path())], &["run.toml"]);
    let run = reported(&folder, "run", &["simulate", "--games", "10"]);
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    refused(
        &["report", path(&run), "--out", path(&file)],
        &["file", "cannot be made"],
    );
    fs::remove_file(run.join("summary.json")).unwrap();
    fs::write(run.join("games.csv"), "run,game\n").unwrap();
    refused(&["report", path(&run)], &["games.csv", "line 1"]);
    fs::write(run.join("games.csv"), "").unwrap();
    refused(&["report", path(&run)], &["no whole deal"]);
}

/// To accept a change of a game's columns: `GOLDRUSH_BLESS=1 cargo test -p goldrush every_column`.
#[test]
fn every_column_is_documented() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("COLUMNS.md");
    let written = fs::read_to_string(&file).unwrap();
    let mut sections: Vec<String> = written.split("\n## ").map(String::from).collect();
    for schema in GameName::ALL.iter().map(|game| game.schema()) {
        let is_first = schema.name == GameName::default().schema().name;
        let title = |table: &str| {
            if is_first {
                format!("{table}\n")
            } else {
                format!("{table} of {}\n", schema.name)
            }
        };
        let rows = |columns: &mut dyn Iterator<Item = &Column>| -> String {
            columns
                .map(|column| format!("| `{}` | integer | {} |\n", column.name, column.meaning))
                .collect()
        };
        let game = (
            title("games.csv"),
            ["| `turns`", "| `best_score`"],
            rows(&mut schema.game.iter()),
        );
        let seat = (
            title("seats.csv"),
            ["| `win_share`", "| `fault`"],
            rows(&mut schema.stored()),
        );
        for (title, neighbors, rows) in [game, seat] {
            let section = sections
                .iter_mut()
                .find(|section| section.starts_with(&title))
                .expect(&title);
            // The rows between those of all games, or all rows.
            let [before, after] = if is_first { neighbors } else { ["|---|", "\n"] };
            let start = section.find(&format!("\n{before}")).unwrap() + 1;
            let start = start + section[start..].find('\n').unwrap() + 1;
            let mut lines = section[start..].split_inclusive('\n');
            let end = start
                + lines
                    .by_ref()
                    .take_while(|line| !line.starts_with(after))
                    .map(str::len)
                    .sum::<usize>();
            section.replace_range(start..end, &rows);
        }
    }
    let measures = Quality::ALL.map(|quality| {
        let unit = if quality.is_fraction() {
            "decimal"
        } else {
            "integer"
        };
        format!(
            "| `{}` | {unit} | {} |\n",
            quality.name(),
            quality.meaning()
        )
    });
    let studies = sections
        .iter_mut()
        .find(|section| section.starts_with("games.csv of studies\n"))
        .unwrap();
    let start = studies.find("|---|---|---|\n").unwrap() + "|---|---|---|\n".len();
    studies.replace_range(start.., &measures.concat());
    let expected = sections.join("\n## ");
    if std::env::var_os("GOLDRUSH_BLESS").is_some() {
        fs::write(&file, &expected).unwrap();
    } else {
        assert_eq!(written, expected);
    }
    let section = |name: &str| -> Vec<String> {
        let section = sections
            .iter()
            .find(|section| section.starts_with(&format!("{name}\n")))
            .unwrap();
        let rows = section
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        rows.map(|(column, _)| column.to_owned()).collect()
    };
    let first = GameName::default().schema();
    assert_eq!(section("games.csv"), first.game_columns());
    assert_eq!(section("seats.csv"), first.seat_columns());
    assert_eq!(section("effects.csv"), effects::COLUMNS);
    for game in GameName::ALL {
        let (name, columns) = (
            game.schema().name,
            arms::columns(&Setup::printed(*game, 2).unwrap()),
        );
        if name == first.name {
            assert_eq!(section("arms.csv"), columns);
        } else {
            assert_eq!(section(&format!("arms.csv of {name}")), columns[6..]);
        }
    }
}
