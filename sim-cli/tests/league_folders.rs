//! Commands of members are started from the folder in which they were added, wherever the league is played.

use std::fs;
use std::path::Path;

use crate::command::{goldrush, path};
use crate::league::{Case, rounds, standings};

/// A bot that takes the first move.
const BOT: &str = r#"
echo '{"t":"ready","name":"first","send":[]}'
while read -r line; do case $line in *decide*) echo '{"t":"move","id":0}';; esac; done
"#;

/// Output and error of a command, typed in a folder, that ends with this exit code.
fn typed(folder: &Path, args: &[&str], code: i32) -> (String, String) {
    let assert = goldrush()
        .current_dir(folder)
        .args(args)
        .assert()
        .code(code);
    let output = assert.get_output();
    let [out, error] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into());
    (out, error)
}

#[test]
fn league_is_played_from_any_folder_and_can_be_moved_with_its_bots() {
    let case = Case::new();
    for (name, option) in [("open", "--no-sandbox"), ("closed", "--bot-move-ms=9000")] {
        let site = case.league(name);
        let league = case.begin(
            &format!("{name}/cup"),
            &["--game", "knizia-gold", option],
            &["random"],
        );
        let bots = site.join("bots");
        fs::create_dir_all(bots.join("mine")).unwrap();
        fs::write(bots.join("mine/bot.sh"), BOT).unwrap();
        typed(
            &bots,
            &[
                "league",
                "add",
                "../cup",
                "mine",
                "--bot",
                "exec:sh mine/bot.sh",
            ],
            0,
        );
        let roster = fs::read_to_string(league.join("league.toml")).unwrap();
        assert!(roster.contains("folder = \"../bots\""), "{roster}");
        let root = Path::new("/");
        typed(root, &["league", "play", path(&league), "--games", "1"], 0);
        let faults = |league: &Path| standings(league)["members"][1]["faults"].as_u64().unwrap();
        assert_eq!(faults(&league), 0, "{name}");
        let moved = case.league(&format!("{name}-moved"));
        fs::rename(&site, &moved).unwrap();
        let league = moved.join("cup");
        typed(root, &["league", "play", path(&league), "--games", "1"], 0);
        assert_eq!((faults(&league), rounds(&league).len()), (0, 2), "{name}");
        // The command is given again in another folder.
        let other = moved.join("bots/mine");
        typed(
            &other,
            &[
                "league",
                "change",
                "../../cup",
                "mine",
                "--bot",
                "exec:sh bot.sh",
            ],
            0,
        );
        typed(root, &["league", "play", path(&league), "--games", "1"], 0);
        assert_eq!(faults(&league), 0, "{name}");
    }
}

#[test]
fn league_fails_after_rounds_that_a_member_lost_because_it_could_not_be_started() {
    let case = Case::new();
    let league = case.begin(
        "cup",
        &["--game", "knizia-gold", "--no-sandbox"],
        &["random"],
    );
    let bots = case.league("bots");
    fs::create_dir(&bots).unwrap();
    fs::write(bots.join("bot.sh"), BOT).unwrap();
    let cup = path(&league);
    typed(
        &bots,
        &["league", "add", cup, "mine", "--bot", "exec:sh bot.sh"],
        0,
    );
    // Bots are known by their commands.
    let other = case.league("other");
    fs::create_dir(&other).unwrap();
    let add = [
        "league",
        "add",
        cup,
        "bold",
        "--bot",
        "exec:\"sh bot.sh\":style=bold",
    ];
    let (_, error) = typed(&other, &add, 2);
    assert!(
        error.contains("have the same command in different folders"),
        "{error}"
    );
    let play = ["league", "play", cup, "--games", "1"];
    typed(&other, &play, 0);
    fs::remove_file(bots.join("bot.sh")).unwrap();
    for says in ["lost its games of round 2;", "lost its games of round 3;"] {
        let (out, error) = typed(&other, &play, 1);
        assert!(out.contains("The page: "), "the round is played: {out}");
        assert!(error.contains("warning: mine cannot be started"), "{error}");
        assert!(
            error.contains("mine could not be started") && error.contains(says),
            "{error}"
        );
        assert!(error.contains("goldrush league void "), "{error}");
    }
    fs::remove_dir(&bots).unwrap();
    typed(&other, &play, 1);
    let (faults, _) = typed(
        &other,
        &["league", "games", cup, "--faults", "--most", "99"],
        0,
    );
    let missing = format!("{}, from which it is started, is missing", path(&bots));
    assert!(faults.contains(&missing), "{faults}");
}
