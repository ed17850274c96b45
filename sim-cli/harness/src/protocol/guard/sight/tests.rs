//! Tests of what a bot sees: whose files are shown, and which are hidden.

use std::os::unix::fs::symlink;

use tempfile::TempDir;

use super::*;

const FILES: [&str; 16] = [
    "bot.py",
    "mine/bot.py",
    "mine/model.bin",
    "mine/v1/bot.py",
    "other/bot.py",
    "other/part/bot.py",
    "other/data",
    "secret/key",
    "cup/league.toml",
    "cup/bot.py",
    "env/pyvenv.cfg",
    "env/bin/python",
    "python/bin/python",
    "python/bin/python3",
    "python/lib/python3.12/os.py",
    "settings/pyvenv.cfg",
];

/// A folder with bots and with what they are not to see.
struct Case {
    _folder: TempDir,
    here: PathBuf,
}

impl Case {
    fn new() -> Case {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        for file in FILES {
            let file = here.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        Case {
            _folder: folder,
            here,
        }
    }

    fn sight(&self, command: &str, others: &[&str], given: &[&str]) -> Sight {
        let given: Vec<PathBuf> = given.iter().map(|folder| self.here.join(folder)).collect();
        let mut surroundings = Surroundings::new(self.here.clone(), &given);
        surroundings
            .hidden
            .push(surroundings.located(&self.here.join("cup")));
        let mut all = Vec::new();
        for line in others.iter().map(|other| (*other).to_owned()) {
            let folder = self.here.clone();
            all.push(PlacedCommand { line, folder });
        }
        surroundings.sight(command, &all)
    }

    /// Returns what is shown.
    fn shown(&self, command: &str) -> String {
        self.words(self.sight(command, &[], &[]).shown.into_keys())
    }

    /// Sets the folder of the Python that the environment runs on.
    fn set_home(&self, home: &str) {
        fs::write(self.here.join("env/pyvenv.cfg"), format!("home = {home}\n")).unwrap();
    }

    fn words(&self, paths: impl IntoIterator<Item = PathBuf>) -> String {
        let paths = paths
            .into_iter()
            .map(|path| path.strip_prefix(&self.here).unwrap().display().to_string());
        paths.collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn bots_see_their_own_folders_but_not_the_current_one() {
    let case = Case::new();
    for (command, shown) in [
        ("sh bot.py --depth 3", "bot.py"),
        ("./bot.py cup", "bot.py"),
        ("sh mine/bot.py mine/model.bin", "mine"),
        ("sh ./mine/../mine/bot.py", "mine"),
        ("env/bin/python -u mine/bot.py", "env mine"),
        ("sh ../nowhere.py", ""),
        ("sh /etc/passwd", ""),
        ("sh /proc/self/environ", ""),
        ("sh /usr/bin/env", ""),
    ] {
        assert_eq!(case.shown(command), shown, "{command}");
    }
}

#[test]
fn bots_may_live_among_local_programs() {
    for (path, is_bot) in [
        ("/usr/local/bots/a", true),
        ("/usr/local/bin/a", false),
        ("/usr/bin/a", false),
    ] {
        assert_eq!(is_local(Path::new(path)), is_bot, "{path}");
    }
}

#[test]
fn nothing_below_a_hidden_folder_is_shown() {
    let case = Case::new();
    let sight = case.sight("sh cup/bot.py cup/league.toml", &[], &[]);
    assert!(sight.shown.is_empty(), "{sight:?}");
    assert!(sight.missing[0].contains("cup/bot.py lies in"), "{sight:?}");
    assert_eq!(case.shown("sh mine/bot.py cup/league.toml"), "mine");
    // The person shows a folder around it.
    let sight = case.sight("sh mine/bot.py", &[], &[""]);
    assert_eq!(case.words(sight.masked), "cup");
}

#[test]
fn links_out_of_a_folder_are_not_followed() {
    let case = Case::new();
    let links = [
        ("../secret/key", "mine/key"),
        ("../secret", "mine/folder"),
        ("v1", "mine/latest"),
        ("mine", "name"),
    ];
    for (to, link) in links {
        symlink(to, case.here.join(link)).unwrap();
    }
    symlink("/usr/bin/env", case.here.join("env/bin/tool")).unwrap();
    symlink(
        case.here.join("python/bin/python"),
        case.here.join("env/bin/python3"),
    )
    .unwrap();
    for (command, shown) in [
        ("sh mine/bot.py mine/key", "mine"),
        ("sh mine/key", ""),
        ("sh mine/folder/key", ""),
        ("sh mine/latest/bot.py", "mine/latest mine/v1"),
        ("sh name/bot.py", ""),
        ("env/bin/tool mine/bot.py", "env mine"),
        ("env/bin/python3 mine/bot.py", "mine"),
    ] {
        assert_eq!(case.shown(command), shown, "{command}");
    }
    let sight = case.sight("sh mine/key", &[], &[]);
    assert!(
        sight.missing[0].contains("mine/key is a link to"),
        "{sight:?}"
    );
    let sight = case.sight("env/bin/python3 mine/bot.py", &[], &[]);
    assert!(
        sight.missing[0].ends_with(&case.here.join("python").display().to_string()),
        "{sight:?}"
    );
    let sight = case.sight("env/bin/python3 mine/bot.py", &[], &["python"]);
    assert_eq!(case.words(sight.shown.into_keys()), "env mine python");
}

#[test]
fn a_python_is_shown_by_the_person_alone() {
    let case = Case::new();
    case.set_home(case.here.join("python/bin").to_str().unwrap());
    let sight = case.sight("env/bin/python mine/bot.py", &[], &[]);
    assert_eq!(case.words(sight.shown.into_keys()), "env mine");
    assert!(
        sight.missing[0].contains("show it with --sandbox-show"),
        "{:?}",
        sight.missing
    );
    let sight = case.sight("env/bin/python mine/bot.py", &[], &["python"]);
    assert_eq!(sight.missing, Vec::<String>::new());
    assert_eq!(case.words(sight.shown.into_keys()), "env mine python");
    case.set_home("/usr/bin");
    assert_eq!(
        case.sight("env/bin/python mine/bot.py", &[], &[]).missing,
        Vec::<String>::new()
    );
    // An environment that contains the current folder is not shown.
    fs::create_dir(case.here.join("bin")).unwrap();
    fs::write(case.here.join("bin/bot"), "").unwrap();
    fs::write(case.here.join("pyvenv.cfg"), "").unwrap();
    assert_eq!(case.shown("bin/bot"), "bin");
}

#[test]
fn only_the_folder_of_a_python_is_advised() {
    let case = Case::new();
    let (here, home) = (case.here.join("mine"), case.here.join("secret"));
    let python = case.here.join("python");
    assert!(is_python(&python, Some(&home), &here) && is_python(&python, None, &here));
    assert!(
        !is_python(&case.here.join("other"), Some(&home), &here),
        "no Python"
    );
    assert!(
        !is_python(&python, Some(&python), &here)
            && !is_python(&python, Some(&python.join("lib")), &here)
    );
    assert!(
        !is_python(&python, Some(&home), &python.join("bin")),
        "around the current folder"
    );
    fs::rename(&python, home.join(".python")).unwrap();
    assert!(
        !is_python(&home.join(".python"), Some(&home), &here),
        "settings"
    );
    assert!(is_python(&home.join(".python"), None, &here));
    case.set_home(case.here.join("other/bin").to_str().unwrap());
    let sight = case.sight("env/bin/python mine/bot.py", &[], &[]);
    assert!(
        sight.missing[0].contains("is not the folder of a Python"),
        "{:?}",
        sight.missing
    );
    assert!(
        !sight.missing[0].contains("--sandbox-show"),
        "{:?}",
        sight.missing
    );
}

#[test]
fn bots_are_found_within_the_words_of_a_command() {
    let case = Case::new();
    for other in [
        "sh -c 'exec python3 other/bot.py'",
        "sh -c 'cd other; exec python3 bot.py'",
        "sh -c \"cd 'other' && (python3 ./bot.py|cat)\"",
        "env --chdir=other python3 data",
        "env/bin/python other/bot.py",
    ] {
        // The person shows a folder around all of them.
        let sight = case.sight("sh mine/bot.py", &[other], &[""]);
        assert_eq!(case.words(sight.masked), "cup other", "{other}");
        let sight = case.sight("sh -c 'exec python3 mine/bot.py'", &[other], &[""]);
        assert_eq!(case.words(sight.masked), "cup other", "{other}");
    }
    // Two in one folder see all of it but each other.
    let other = "sh -c 'exec python3 mine/model.bin'";
    let sight = case.sight("sh -c 'exec python3 mine/bot.py'", &[other], &["mine"]);
    assert_eq!(case.words(sight.masked), "mine/model.bin");
}

#[test]
fn scripts_in_shown_folders_are_kept_apart() {
    let case = Case::new();
    for (interpreter, folder) in [("python/bin/python3", "python"), ("secret/key", "secret")] {
        let [own, other] = ["mine", "other"].map(|bot| format!("{interpreter} {bot}/bot.py"));
        let given = [folder, "mine", "other"];
        let sight = case.sight(&own, &[&other], &given);
        assert_eq!(case.words(sight.masked), "other", "{own}");
        // Each of two in one folder sees its own.
        let beside = format!("{interpreter} mine/model.bin");
        let sight = case.sight(&own, &[&beside], &given);
        assert_eq!(case.words(sight.masked), "mine/model.bin", "{own}");
    }
    // Another interpreter is no bot.
    let [own, other] = [
        "python/bin/python3 mine/bot.py",
        "python/bin/python other/bot.py",
    ];
    let sight = case.sight(own, &[other], &["python", "mine", "other"]);
    assert_eq!(case.words(sight.masked), "other");
    // The same bot with other data may read its own files.
    let sight = case.sight(
        "sh mine/bot.py",
        &["sh mine/bot.py mine/model.bin"],
        &["mine"],
    );
    assert_eq!(case.words(sight.masked), "");
}

#[test]
fn folders_of_goldrush_are_hidden_wherever_they_are() {
    let case = Case::new();
    for folder in ["mine/old/run", "other/part/run", "secret/run"] {
        fs::create_dir_all(case.here.join(folder)).unwrap();
        let text = "format = \"goldrush-run/2\"";
        fs::write(case.here.join(folder).join("run.toml"), text).unwrap();
        fs::write(case.here.join(folder).join("bot.py"), "").unwrap();
    }
    let sight = case.sight("sh mine/bot.py", &[], &["other"]);
    assert_eq!(case.words(sight.masked), "mine/old/run other/part/run");
    assert_eq!(case.words(sight.seen), "mine other");
    let sight = case.sight("sh secret/run/bot.py", &[], &[]);
    assert!(
        sight.shown.is_empty() && sight.missing[0].contains("which is hidden"),
        "{sight:?}"
    );
    let many = case.here.join("mine/many");
    for nth in 0..=MOST_MARKED {
        fs::create_dir_all(many.join(nth.to_string())).unwrap();
        fs::write(many.join(nth.to_string()).join("bot-1.txt.gz"), "").unwrap();
    }
    let sight = case.sight("sh mine/bot.py", &[], &[]);
    assert!(
        sight.shown.is_empty() && sight.missing[0].contains("which holds 202 folders of runs"),
        "{sight:?}"
    );
}

#[test]
fn shown_folders_are_as_narrow_as_those_of_bots() {
    let case = Case::new();
    let mut surroundings = Surroundings::new(case.here.clone(), &[]);
    assert!(!surroundings.is_showable(&case.here));
    assert!(surroundings.is_showable(&case.here.join("mine")));
    surroundings
        .hidden
        .push(surroundings.located(&case.here.join("cup")));
    let inside = format!(
        "bots do not see what is in {}",
        case.here.join("cup").display()
    );
    for (folder, expected) in [
        (
            case.here.clone(),
            "bots do not see all of it; name a folder",
        ),
        ("/home".into(), "bots do not see all of it; name a folder"),
        (
            "/home/somebody".into(),
            "it is a home folder; name a folder",
        ),
        ("/".into(), "it contains "),
        (case.here.join("cup"), &inside),
        (case.here.join("cup/rounds"), &inside),
        (case.here.join("mine"), ""),
    ] {
        let problem = surroundings.check_given(&folder).err().unwrap_or_default();
        assert!(
            problem.starts_with(expected) && problem.is_empty() == expected.is_empty(),
            "{}: {problem}",
            folder.display()
        );
    }
}

#[test]
fn bots_do_not_see_each_other() {
    let case = Case::new();
    for (command, other, shown) in [
        ("sh mine/bot.py", "sh other/bot.py", "mine"),
        ("sh mine/bot.py other/data", "sh other/bot.py", "mine"),
        (
            "sh mine/bot.py other/part/bot.py",
            "sh other/bot.py",
            "mine",
        ),
        // Their folders are one, or one is in the other.
        ("sh mine/bot.py", "sh mine/model.bin", "mine/bot.py"),
        ("sh other/bot.py", "sh other/part/bot.py", "other/bot.py"),
        ("sh other/part/bot.py", "sh other/bot.py", "other/part"),
        // The same bot, or the same environment.
        ("sh mine/bot.py", "sh mine/bot.py --fast", "mine"),
        (
            "env/bin/python mine/bot.py",
            "env/bin/python other/bot.py",
            "env mine",
        ),
    ] {
        let sight = case.sight(command, &[other], &[]);
        assert_eq!(
            case.words(sight.shown.into_keys()),
            shown,
            "{command}, {other}"
        );
    }
    let sight = case.sight("sh mine/bot.py", &["sh other/bot.py"], &[""]);
    assert_eq!(case.words(sight.masked), "cup other");
}
