//! Bots in a sandbox, which try what they must not be able to do, as an ordinary user and as root.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use flate2::read::MultiGzDecoder;
use tempfile::TempDir;

use crate::command::path;

/// A user who may do nothing special.
const ORDINARY: [&str; 4] = [
    "setpriv",
    "--reuid=65534",
    "--regid=65534",
    "--clear-groups",
];
/// A variable that no bot may see.
const TOKEN: (&str, &str) = ("GOLDRUSH_TEST_TOKEN", "made-up");
/// Starts a command where the user is root of a namespace, and `cups` is mounted at `mount`, too.
const MOUNTED: &str = "exec unshare --user --map-root-user --mount sh -c 'mount --bind cups mount && exec \"$@\"' sh \"$@\"";

/// A user who plays with bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum User {
    /// The one who runs this test.
    Own,
    /// An ordinary one, if this test is run by root.
    Ordinary,
}

/// Returns the users with whom to test.
fn users() -> Vec<User> {
    let id = Command::new("id").arg("-u").output().unwrap().stdout;
    if id == b"0\n" {
        vec![User::Own, User::Ordinary]
    } else {
        vec![User::Own]
    }
}

impl User {
    fn command(self, program: &Path) -> Command {
        match self {
            User::Own => Command::new(program),
            User::Ordinary => {
                let mut command = Command::new(ORDINARY[0]);
                command.args(&ORDINARY[1..]).arg(program);
                command
            }
        }
    }

    /// True if the user can open a folder or program.
    fn can_open(self, file: &Path) -> bool {
        self.command(Path::new("test"))
            .arg("-x")
            .arg(file)
            .status()
            .unwrap()
            .success()
    }
}

/// Attempts of a bot.
struct Attack<'a> {
    /// Files besides those that all cases have.
    files: &'a [(&'a str, &'a str)],
    /// Links, after what they lead to.
    links: &'a [(&'a str, &'a str)],
    /// The bot's program, a script.
    bot: &'a str,
    /// The bot's command.
    command: &'a str,
    /// Command of the bot that it plays against.
    other: &'a str,
    options: &'a [&'a str],
    /// Commands of goldrush that are given first.
    before: &'a [&'a str],
    /// Shell script that starts the command in `$@`.
    through: &'a str,
    /// Commands, and whether they must succeed. `HERE` stands for the current folder.
    attempts: &'a [(&'a str, bool)],
}

const USUAL: Attack<'_> = Attack {
    files: &[],
    links: &[],
    bot: "mine/bot.sh",
    command: "sh mine/bot.sh",
    other: "",
    options: &["--sandbox"],
    before: &[],
    through: "exec \"$@\"",
    attempts: &[],
};

/// A folder with bots and secrets, from which somebody plays.
struct Case {
    folder: TempDir,
    user: User,
    program: PathBuf,
}

/// Files of every case.
const FILES: [(&str, &str); 5] = [
    ("mine/model", "of the bot"),
    ("secret/deals", "of the run"),
    ("home/.ssh/key", "of the user"),
    ("cups/notes", "of a league"),
    ("mount/nothing", ""),
];

impl Case {
    fn new(user: User) -> Case {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = if user.can_open(target) {
            target.to_owned()
        } else {
            std::env::temp_dir()
        };
        let folder = tempfile::tempdir_in(folder).unwrap();
        let mut program = cargo_bin("goldrush");
        if !user.can_open(&program) {
            let copy = folder.path().join("goldrush");
            fs::copy(&program, &copy).unwrap();
            program = copy;
        }
        let case = Case {
            folder,
            user,
            program,
        };
        FILES.iter().for_each(|(file, text)| case.write(file, text));
        case
    }

    fn here(&self) -> &str {
        path(self.folder.path())
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.folder.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text.replace("HERE", self.here())).unwrap();
    }

    /// Runs goldrush as the user.
    fn run(&self, through: &str, args: &[&str]) -> Output {
        if self.user == User::Ordinary {
            assert!(
                Command::new("chown")
                    .args(["-R", "65534:65534", self.here()])
                    .status()
                    .unwrap()
                    .success()
            );
        }
        let mut command = self.user.command(Path::new("sh"));
        command
            .args(["-c", through, "sh"])
            .arg(&self.program)
            .args(args.iter().map(|arg| arg.replace("HERE", self.here())));
        command
            .current_dir(self.folder.path())
            .env("HOME", self.folder.path().join("home"))
            .env(TOKEN.0, TOKEN.1);
        command.output().unwrap()
    }

    #[track_caller]
    fn ok(&self, through: &str, args: &[&str]) -> String {
        let output = self.run(through, args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{:?}: {error}", self.user);
        error.into_owned()
    }

    #[track_caller]
    fn refused(&self, args: &[&str]) -> String {
        let output = self.run(USUAL.through, args);
        assert!(!output.status.success(), "{:?}", self.user);
        String::from_utf8(output.stderr).unwrap()
    }
}

impl Attack<'_> {
    /// Returns a script that makes the attempts, says which succeed, and then plays well.
    fn script(&self, case: &Case) -> String {
        let lines = self
            .attempts
            .iter()
            .map(|(attempt, _)| format!("try '{}'\n", attempt.replace("HERE", case.here())));
        let lines: String = lines.collect();
        format!(
            "try() {{ if sh -c \"$1\" > /dev/null 2>&1; then can=can; else can=cannot; fi; printf '%s %s\\n' $can \"$1\" >&2; }}\n\
             {lines}{PLAY}"
        )
    }

    /// Plays a game as each user; checks which attempts succeed.
    #[track_caller]
    fn check(&self) {
        for user in users() {
            let case = Case::new(user);
            self.files
                .iter()
                .for_each(|(file, text)| case.write(file, text));
            case.write(self.bot, &self.script(&case));
            for (to, link) in self.links {
                symlink(
                    to.replace("HERE", case.here()),
                    case.folder.path().join(link),
                )
                .unwrap();
            }
            for command in self.before {
                case.ok(
                    USUAL.through,
                    &command.split_whitespace().collect::<Vec<_>>(),
                );
            }
            let other = if self.other.is_empty() {
                "random".into()
            } else {
                format!("exec:{}", self.other)
            };
            let agents = format!("{other},exec:{}", self.command);
            let words = [
                "simulate",
                "--games",
                "1",
                "--threads",
                "1",
                "--bot-log",
                "log",
                "--agents",
                &agents,
            ];
            case.ok(self.through, &[&words, self.options].concat());
            let expected = self.attempts.iter().map(|(attempt, can)| {
                format!(
                    "{} {}",
                    if *can { "can" } else { "cannot" },
                    attempt.replace("HERE", case.here())
                )
            });
            assert_eq!(said(&case), expected.collect::<Vec<_>>(), "{user:?}");
        }
    }
}

/// Returns what the last bot that said something wrote to standard error, a line each.
fn said(case: &Case) -> Vec<String> {
    let log = case.folder.path().join("log");
    let mut files: Vec<PathBuf> = fs::read_dir(log)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let said = files.iter().map(|file| {
        let mut log = String::new();
        MultiGzDecoder::new(fs::File::open(file).unwrap())
            .read_to_string(&mut log)
            .unwrap();
        log.lines()
            .filter_map(|line| line.strip_prefix("! "))
            .map(String::from)
            .collect::<Vec<_>>()
    });
    said.rev()
        .find(|lines| !lines.is_empty())
        .unwrap_or_default()
}

/// End of a bot's script: it takes the first move.
const PLAY: &str = r#"while read -r line; do
case $line in
*'"t":"hello"'*) echo '{"t":"ready","name":"test","send":[]}';;
*'"t":"decide"'*) echo '{"t":"move","id":0}';;
esac
done
"#;

#[test]
fn bots_in_a_sandbox_reach_nothing_but_their_own_files() {
    let own = std::process::id();
    let attempts = [
        // Of the other bot, or of an earlier start.
        ("cat /tmp/file", false),
        ("cat mine/model", true),
        ("touch /tmp/file", true),
        ("touch mine/file", false),
        ("touch /file", false),
        ("touch /dev/file", false),
        ("touch /usr/file", false),
        ("cat secret/deals", false),
        ("cat /etc/passwd", false),
        // `grep -q` finds a word even where another process, and its file, ends meanwhile.
        ("grep -q [s]imulate /proc/*/cmdline", false),
        (&format!("kill -0 {own}"), false),
        ("test $(grep -c : /proc/net/dev) -gt 1", false),
    ];
    let options = &["--sandbox", "--bot-memory-mb", "500"];
    Attack {
        attempts: &attempts,
        options,
        other: USUAL.command,
        ..USUAL
    }
    .check();
}

/// Without a sandbox the same attempts succeed, so that the tests here can fail.
#[test]
fn bots_without_a_sandbox_can_do_what_their_user_can() {
    let attempts = [
        ("cat secret/deals", true),
        ("cat home/.ssh/key", true),
        ("grep -q [s]imulate /proc/*/cmdline", true),
        ("env | grep -q TOKEN", true),
        ("touch file", true),
    ];
    Attack {
        attempts: &attempts,
        options: &[],
        ..USUAL
    }
    .check();
}

#[test]
fn private_key_is_not_readable() {
    let attempts = [
        ("cat mine/model", true),
        ("cat mine/copy", true),
        ("cat home/.ssh/key", false),
        ("cat mine/key", false),
        ("cat mine/folder/key", false),
        ("cat mine/top/HERE/home/.ssh/key", false),
        ("cat /proc/1/root/HERE/home/.ssh/key", false),
        ("cat /proc/1/cwd/home/.ssh/key", false),
        ("ls home", false),
    ];
    let links = [
        ("HERE/home/.ssh/key", "mine/key"),
        ("../home/.ssh", "mine/folder"),
        ("/", "mine/top"),
        ("model", "mine/copy"),
    ];
    let command = "sh mine/bot.sh mine/key mine/folder/key mine/top/HERE/home/.ssh/key";
    for command in [USUAL.command, command] {
        Attack {
            attempts: &attempts,
            links: &links,
            command,
            ..USUAL
        }
        .check();
    }
    // The bot's folder is the home itself.
    let attempts = [("cat home/bot.sh", true), ("cat home/.ssh/key", false)];
    Attack {
        attempts: &attempts,
        bot: "home/bot.sh",
        command: "sh home/bot.sh",
        ..USUAL
    }
    .check();
}

#[test]
fn python_shows_no_private_folder() {
    let files = [
        ("mine/pyvenv.cfg", "home = HERE/home/python/bin\n"),
        ("home/pyvenv.cfg", "home = HERE/home/.ssh/bin\n"),
        ("home/python/bin/python", ""),
        ("home/.ssh/bin/python", ""),
    ];
    let (bot, command) = ("mine/bin/bot.sh", "sh mine/bin/bot.sh");
    let attempts = [("cat mine/model", true), ("ls home/python/bin", false)];
    Attack {
        attempts: &attempts,
        files: &files,
        bot,
        command,
        ..USUAL
    }
    .check();
    let options = ["--sandbox", "--sandbox-show", "home/python"];
    let attempts = [("ls home/python/bin", true), ("cat home/.ssh/key", false)];
    Attack {
        attempts: &attempts,
        files: &files,
        bot,
        command,
        options: &options,
        ..USUAL
    }
    .check();
    let (bot, command) = ("home/bin/bot.sh", "sh home/bin/bot.sh");
    let attempts = [("cat home/bin/bot.sh", true), ("cat home/.ssh/key", false)];
    Attack {
        attempts: &attempts,
        files: &files,
        bot,
        command,
        ..USUAL
    }
    .check();
}

#[test]
fn environment_is_path_home_and_language() {
    let names = |process: &str| {
        format!(
            "test \"$(tr \"\\0\" \"\\n\" < /proc/{process}/environ | cut -d= -f1 | sort | paste -sd +)\" = HOME+LANG+PATH"
        )
    };
    let attempts = [
        ("env | grep -q TOKEN", false),
        ("grep -qs TOKEN /proc/*/environ", false),
        (&names("1"), true),
        (&names("$PPID"), true),
    ];
    Attack {
        attempts: &attempts,
        ..USUAL
    }
    .check();
}

/// A key of the session, as `keyctl` adds it.
const ADD_KEY: &str = "exec /usr/bin/python3 -c '
import ctypes, os, platform, sys
first = {\"x86_64\": 248, \"aarch64\": 217}[platform.machine()]
call = ctypes.CDLL(None).syscall
call(first + 2, 1, None)
assert call(first, b\"user\", b\"goldrush\", b\"secret\", 6, -3) > 0
os.execv(sys.argv[1], sys.argv[1:])' \"$@\"";

#[test]
fn keys_of_the_session_are_not_readable() {
    let find = "/usr/bin/python3 -c \"import ctypes, platform; \
                first = dict(x86_64=248, aarch64=217)[platform.machine()]; \
                exit(ctypes.CDLL(None).syscall(first + 2, 10, -3, b\\\"user\\\", b\\\"goldrush\\\", 0) <= 0)\"";
    for (options, can) in [(&["--sandbox"][..], false), (&[], true)] {
        let attempts = [(find, can), ("test -z \"$(cat /proc/keys)\"", !can)];
        Attack {
            attempts: &attempts,
            options,
            through: ADD_KEY,
            ..USUAL
        }
        .check();
    }
}

/// A folder that is read-only does not keep programs from connecting to a socket, or from writing to a pipe.
#[test]
fn sockets_and_pipes_lead_nowhere() {
    let through = "mkfifo mine/pipe; chmod 666 mine/pipe; exec 7<> mine/pipe; exec \"$@\"";
    for (options, can) in [(&["--sandbox"][..], false), (&[], true)] {
        Attack {
            attempts: &[("echo words > mine/pipe && test -p mine/pipe", can)],
            options,
            through,
            ..USUAL
        }
        .check();
    }
}

#[test]
fn kernel_settings_are_read_only() {
    let attempts = [
        ("cat /proc/sys/vm/swappiness", true),
        // The value that it has.
        (
            "cat /proc/sys/vm/swappiness > /proc/sys/vm/swappiness",
            false,
        ),
        ("test -w /proc/sys/kernel/core_pattern", false),
        ("test -w /proc/sysrq-trigger", false),
        ("test -w /proc/self/oom_score_adj", false),
        ("ls /sys/kernel", false),
        ("echo nothing > /dev/null", true),
        // The permissions that it has.
        ("chmod 666 /dev/null", false),
        ("chmod 666 /dev/full", false),
        ("grep -q Cap.*[1-9a-f]$ /proc/self/status", false),
        ("unshare --user true", false),
    ];
    Attack {
        attempts: &attempts,
        ..USUAL
    }
    .check();
}

#[test]
fn files_and_processes_are_limited() {
    let files = "n=0; while [ $n -lt 11000 ]; do n=$((n + 1)); : > /tmp/$n; done";
    let processes = "n=0; while [ $n -lt 600 ]; do n=$((n + 1)); sleep 2 & done";
    let attempts = [
        ("test -e /tmp/1", false),
        ("head -c 50000000 /dev/zero > /tmp/large", true),
        ("head -c 20000000 /dev/zero > /dev/shm/large", false),
        ("rm /tmp/large /dev/shm/large", true),
        (files, false),
    ];
    Attack {
        attempts: &attempts,
        ..USUAL
    }
    .check();
    for user in users() {
        let line = Case::new(user).ok(USUAL.through, &["simulate", "--games", "1", "--sandbox"]);
        assert!(
            line.starts_with("note: not limited for a bot in the sandbox: memory"),
            "{line}"
        );
        assert_eq!(line.lines().count(), 1, "{line}");
        if line.contains("the number of its processes") {
            return;
        }
    }
    Attack {
        attempts: &[(processes, false)],
        ..USUAL
    }
    .check();
}

#[test]
fn other_bots_are_hidden() {
    let (files, other) = (
        [("bots/b/bot.sh", PLAY), ("bots/b/model", "")],
        "sh bots/b/bot.sh",
    );
    let attempts = [
        ("cat bots/b/bot.sh", false),
        ("cat bots/b/model", false),
        ("ls log/bot-1.txt.gz", false),
    ];
    for (bot, command, options) in [
        (
            "bots/a/bot.sh",
            "sh bots/a/bot.sh bots/b/model bots/b/bot.sh",
            &["--sandbox"][..],
        ),
        ("bots/bot.sh", "sh bots/bot.sh", &["--sandbox"]),
        (
            "bots/a/bot.sh",
            "sh bots/a/bot.sh",
            &["--sandbox", "--sandbox-show", "HERE/bots"],
        ),
        ("bots/bot.sh", "sh HERE/mine/../bots/bot.sh", &["--sandbox"]),
    ] {
        Attack {
            attempts: &attempts,
            files: &files,
            bot,
            command,
            other,
            options,
            ..USUAL
        }
        .check();
    }
}

/// Bots that one interpreter runs, and that lie in folders shown to all.
#[test]
fn scripts_in_shown_folders_are_hidden_from_each_other() {
    for interpreter in ["tools/bin/python3", "tools/bin/language"] {
        let files = [
            (interpreter, "exec sh \"$@\""),
            ("bots/b/bot.sh", PLAY),
            ("bots/b/model", ""),
            ("bots/a/model", ""),
        ];
        let attempts = [
            ("cat bots/b/bot.sh", false),
            ("cat bots/b/model", false),
            ("cat bots/a/model", true),
        ];
        let [command, other] = ["a", "b"].map(|bot| format!("sh {interpreter} bots/{bot}/bot.sh"));
        let shown = [
            "--sandbox-show",
            "HERE/tools",
            "--sandbox-show",
            "HERE/bots",
        ];
        Attack {
            attempts: &attempts,
            files: &files,
            bot: "bots/a/bot.sh",
            command: &command,
            other: &other,
            options: &[&["--sandbox"], &shown[..]].concat(),
            ..USUAL
        }
        .check();
    }
}

/// Folders of goldrush from earlier that lie in the bot's folder, or in one that is shown.
#[test]
fn earlier_runs_and_leagues_are_hidden() {
    let before = [
        "simulate --agents random --games 1 --out mine/run",
        "simulate --agents random --games 2 --shard 0/2 --out secret/parts",
        "league init mine/deep/cup",
        "league init secret/cup",
        "design --want first-seat=50%±2 --vary komi=0..1 --agents random,greedy --games 1000 --no-adapt --out mine/found",
    ];
    let files = [
        ("mine/log/bot-1.txt.gz", "of another bot"),
        ("mine/run.toml", "of the bot's own"),
        ("secret/table", "for all bots"),
    ];
    let attempts = [
        ("cat mine/model", true),
        ("cat mine/run.toml", true),
        ("cat secret/table", true),
        ("cat mine/run/run.toml", false),
        ("cat mine/run/seats.csv", false),
        ("ls mine/run/*", false),
        ("cat mine/deep/cup/league.toml", false),
        ("cat mine/deep/cup/rounds.toml", false),
        ("cat mine/found/design.json", false),
        ("cat mine/log/bot-1.txt.gz", false),
        ("cat secret/parts/shard-00000-of-00002/run.toml", false),
        ("cat secret/cup/league.toml", false),
    ];
    Attack {
        before: &before,
        files: &files,
        options: &["--sandbox", "--sandbox-show", "secret"],
        attempts: &attempts,
        ..USUAL
    }
    .check();
    // A bot within one of them sees nothing of it.
    for user in users() {
        let case = Case::new(user);
        case.ok(USUAL.through, &["league", "init", "mine/cup"]);
        case.write("mine/cup/bots/bot.sh", PLAY);
        let agents = "exec:sh mine/cup/bots/bot.sh,random";
        let error = case.refused(&["simulate", "--games", "1", "--sandbox", "--agents", agents]);
        assert!(
            error.contains("lies in ") && error.contains("/mine/cup, which is hidden from it"),
            "{error}"
        );
    }
}

/// Those that are installed; Java needs its settings.
#[test]
fn interpreters_of_the_system_start() {
    let attempts = [
        ("test ! -e /usr/bin/java || java -version", true),
        (
            "test ! -e /usr/bin/keytool || keytool -genkeypair -alias a -keyalg EC -dname cn=a -storepass changeit -keystore /tmp/a",
            true,
        ),
        (
            "test ! -e /usr/bin/python3 || python3 -c \"import json, random\"",
            true,
        ),
        ("test ! -e /usr/bin/perl || perl -MNet::Config -e 1", true),
        ("test ! -e /usr/bin/node || node -e 0", true),
        ("test ! -e /usr/bin/ruby || ruby -e 0", true),
        ("cat /etc/passwd", false),
        ("cat /etc/hostname", false),
    ];
    Attack {
        attempts: &attempts,
        options: &["--sandbox", "--bot-start-s", "60"],
        ..USUAL
    }
    .check();
}

/// A program within a command finds only files that the person shows.
#[test]
fn commands_within_a_command_find_what_is_shown() {
    for command in [
        "sh -c 'cd mine && exec sh bot.sh'",
        "env -C mine sh bot.sh",
        "cd mine && exec sh bot.sh",
        "exec sh mine/bot.sh",
    ] {
        Attack {
            attempts: &[
                ("cat HERE/mine/model", true),
                ("cat HERE/secret/deals", false),
            ],
            command,
            options: &["--sandbox", "--sandbox-show", "HERE/mine"],
            ..USUAL
        }
        .check();
    }
}

#[test]
fn inherited_folders_lead_nowhere() {
    let attempts = [("cat /proc/self/fd/7/deals", false), ("cat <&8", false)];
    Attack {
        attempts: &attempts,
        through: "exec 7< secret 8< secret/deals; exec \"$@\"",
        ..USUAL
    }
    .check();
}

/// Bots that end if they find the league or another bot, by whatever path.
#[test]
fn leagues_are_hidden_by_whatever_path() {
    let find = "find HERE -name league.toml -o -name other.sh -o -name seed";
    let spy =
        format!("test -z \"$({find})\" || exit 3\ntest $(ulimit -v) = 4194304 || exit 4\n{PLAY}");
    for (league, bot, command, options, through) in [
        (
            "mine/cup",
            "mine/bot.sh",
            "sh mine/bot.sh",
            &[][..],
            USUAL.through,
        ),
        (
            "cup",
            "mine/bot.sh",
            "sh mine/bot.sh cup/league.toml mine/link others/other.sh",
            &[],
            USUAL.through,
        ),
        (
            "cups/cup",
            "mine/bot.sh",
            "sh mine/bot.sh",
            &["--sandbox-show", "HERE/cups"],
            USUAL.through,
        ),
        ("cups/cup", "cups/bot.sh", "sh mount/bot.sh", &[], MOUNTED),
        (
            "cups/cup",
            "cups/a/bot.sh",
            "sh mount/a/bot.sh mount/cup/league.toml",
            &[],
            MOUNTED,
        ),
        (
            "cups/cup",
            "mine/bot.sh",
            "sh mine/bot.sh",
            &["--sandbox-show", "HERE/mount"],
            MOUNTED,
        ),
    ] {
        for user in users() {
            let case = Case::new(user);
            symlink("../cup/league.toml", case.folder.path().join("mine/link")).unwrap();
            case.write("others/other.sh", PLAY);
            case.write(bot, &spy);
            case.ok(
                USUAL.through,
                &[&["league", "init", league], options].concat(),
            );
            case.ok(
                through,
                &[
                    "league",
                    "add",
                    league,
                    "other",
                    "--bot",
                    "exec:sh others/other.sh",
                ],
            );
            case.ok(
                through,
                &[
                    "league",
                    "add",
                    league,
                    "spy",
                    "--bot",
                    &format!("exec:{command}"),
                ],
            );
            case.ok(
                through,
                &["league", "play", league, "--games", "1", "--threads", "1"],
            );
            let faults = case
                .run(USUAL.through, &["league", "table", league, "--json"])
                .stdout;
            let table: serde_json::Value = serde_json::from_slice(&faults).unwrap();
            assert_eq!(
                table["members"][1]["faults"], 0,
                "{user:?}: {league}, {command}: {table}"
            );
        }
    }
}

#[test]
fn bot_in_a_league_is_refused_with_the_reason() {
    for user in users() {
        let case = Case::new(user);
        case.ok(USUAL.through, &["league", "init", "cup"]);
        case.write("cup/bots/bot.sh", PLAY);
        symlink("../secret/deals", case.folder.path().join("mine/link")).unwrap();
        for (command, reason) in [
            (
                "sh cup/bots/bot.sh",
                "cup/bots/bot.sh lies in HERE/cup, which is hidden from it",
            ),
            (
                "sh mine/link",
                "mine/link is a link to HERE/secret/deals, outside its folder, and is not followed",
            ),
            (
                "sh ~/bot.sh",
                "~ is another folder there; write the whole path",
            ),
            (
                "sh -c 'cd mine && exec sh bot.sh'",
                "it sees no file of yours, since its command names none that it may see; --sandbox-show DIR shows it another",
            ),
            (
                "env -C mine sh model",
                "it sees no file of yours, since its command names none that it may see; --sandbox-show DIR shows it another",
            ),
            (
                "python3 -m nothing mine/model",
                "it sees nothing of yours but HERE/mine; --sandbox-show DIR shows it another folder",
            ),
            (
                "nothing run mine/model",
                "there is no program nothing; check its spelling",
            ),
        ] {
            let error = case.refused(&[
                "league",
                "add",
                "cup",
                "spy",
                "--bot",
                &format!("exec:{command}"),
            ]);
            assert!(
                error.contains(&reason.replace("HERE", case.here())),
                "{error}"
            );
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}

#[test]
fn folders_that_cannot_be_shown_are_refused() {
    let case = Case::new(User::Own);
    case.ok(USUAL.through, &["league", "init", "cup"]);
    for (options, reason) in [
        (
            &["--sandbox", "--sandbox-show", "/"][..],
            "a sandbox has a folder",
        ),
        (
            &["--sandbox", "--sandbox-show", "/proc"],
            "a sandbox has a folder /proc of its own",
        ),
        (&["--sandbox", "--sandbox-show", "nowhere"], "No such file"),
        (
            &["--sandbox", "--sandbox-show", "."],
            "bots do not see all of it; name a folder below it",
        ),
        (
            &["--sandbox", "--sandbox-show", "mine/.."],
            "bots do not see all of it",
        ),
        (
            &["--sandbox", "--sandbox-show", "home"],
            "bots do not see all of it",
        ),
        (
            &["--sandbox", "--sandbox-show", "/home"],
            "bots do not see all of it",
        ),
        (
            &["--sandbox", "--sandbox-show", "HERE/.."],
            "it contains HERE; name a folder below it",
        ),
        (
            &["--sandbox", "--sandbox-show", "cup/rounds"],
            "bots do not see what is in HERE/cup",
        ),
        (
            &["--sandbox", "--sandbox-show", "mine/model"],
            "a folder is expected",
        ),
        (&["--sandbox-show", "mine"], "unless --sandbox is given"),
    ] {
        let error = case.refused(&[&["simulate", "--games", "1"], options].concat());
        assert!(
            error.contains(&reason.replace("HERE", case.here())),
            "{error}"
        );
        assert_eq!(
            error
                .lines()
                .filter(|line| !line.starts_with("note"))
                .count(),
            1,
            "{error}"
        );
    }
}

#[test]
fn processes_of_a_sandbox_end_with_it() {
    // A duration that no other process sleeps.
    let duration = format!("{}.25", 100_000 + std::process::id());
    let sleep = format!("sleep {duration} & setsid sleep {duration} &");
    Attack {
        attempts: &[(&sleep, true)],
        ..USUAL
    }
    .check();
    let left = Command::new("pgrep")
        .args(["-f", &format!("sleep {duration}")])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&left.stdout), "");
}

#[test]
fn missing_bubblewrap_is_one_clear_line() {
    let case = Case::new(User::Own);
    let without = "PATH=/nowhere; export PATH; exec \"$@\"";
    case.ok(USUAL.through, &["league", "init", "cup"]);
    for (args, reason) in [
        (
            &["simulate", "--games", "1", "--sandbox"][..],
            "--sandbox: bubblewrap (bwrap) is needed",
        ),
        // Members of a league play in sandboxes.
        (
            &["league", "add", "cup", "mine", "--bot", "exec:sh bot.sh"],
            "cannot run in a sandbox: bubblewrap (bwrap) is needed",
        ),
    ] {
        let output = case.run(without, args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(
            error.contains(reason) && error.lines().count() == 1,
            "{error}"
        );
        assert!(
            error.contains("or begin a league with --no-sandbox"),
            "{error}"
        );
    }
}
