//! `goldrush play --browser`: access control, and protection of the game from others.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Creates a fake `xdg-open` that writes down the address it is asked to open.
fn opener(folder: &Path) {
    let program = folder.join("xdg-open");
    let told = folder.join("told");
    let lines = format!(
        "#!/bin/sh\nprintf %s \"$1\" > '{0}.partial'\nmv '{0}.partial' '{0}'\n",
        told.display()
    );
    fs::write(&program, lines).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A game on a board in the browser.
struct Board {
    game: Child,
    /// The address that was printed.
    address: String,
    /// Host and port.
    host: String,
    secret: String,
}

impl Board {
    /// Starts a game, after the shell command `before` if it is not empty.
    fn begin(folder: &Path, before: &str, environment: &[(&str, &str)]) -> Board {
        let command = format!(
            "{before} exec {} play --browser --opponents random",
            env!("CARGO_BIN_EXE_goldrush")
        );
        let mut game = Command::new("sh")
            .args(["-c", &command])
            .current_dir(folder)
            .env("XDG_DATA_HOME", folder.join("data"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut printed = String::new();
        BufReader::new(game.stdout.take().unwrap())
            .read_line(&mut printed)
            .unwrap();
        let address = printed
            .trim_end()
            .strip_prefix("The board: ")
            .unwrap()
            .to_owned();
        let (host, secret) = address
            .strip_prefix("http://")
            .and_then(|url| url.split_once("/#key="))
            .unwrap();
        let (host, secret) = (host.to_owned(), secret.to_owned());
        Board {
            game,
            address,
            host,
            secret,
        }
    }

    /// Returns a request as a page of the board makes it.
    fn request(&self, method: &str, path: &str, key: &str, body: &str) -> String {
        let Board { host, .. } = self;
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nX-Goldrush: {key}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
    }

    /// Returns the response to such a request.
    fn ask(&self, method: &str, path: &str, key: &str, body: &str) -> String {
        let mut server = TcpStream::connect(&self.host).unwrap();
        server
            .write_all(self.request(method, path, key, body).as_bytes())
            .unwrap();
        let mut answer = String::new();
        server.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Returns the first frame that a page is sent.
    fn frame(&self) -> Value {
        let mut server = TcpStream::connect(&self.host).unwrap();
        server
            .write_all(self.request("GET", "/events", &self.secret, "").as_bytes())
            .unwrap();
        let mut lines = BufReader::new(server).lines().map(Result::unwrap);
        let data = lines
            .find_map(|line| line.strip_prefix("data: ").map(str::to_owned))
            .unwrap();
        serde_json::from_str(&data).unwrap()
    }

    /// Returns the command that places the tile at its first legal place.
    fn first_move(&self) -> String {
        let frame = self.frame();
        json!({ "at": frame["at"], "act": "play", "moves": [frame["places"][0]["ways"][0]["move"]] }).to_string()
    }

    /// Kills the game; returns what it wrote to standard error.
    fn end(mut self) -> String {
        self.game.kill().unwrap();
        String::from_utf8(self.game.wait_with_output().unwrap().stderr).unwrap()
    }
}

/// Other users can read the command line that opens the browser, so its key works once, and not for them.
#[test]
fn browser_launch_key_is_useless_to_other_users() {
    let folder = tempfile::tempdir().unwrap();
    opener(folder.path());
    let path = format!(
        "{}:{}",
        folder.path().display(),
        std::env::var("PATH").unwrap()
    );
    let board = Board::begin(folder.path(), "", &[("PATH", &path), ("DISPLAY", ":0")]);
    let (told, begun) = (folder.path().join("told"), Instant::now());
    while !told.exists() && begun.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(20));
    }
    let opened = fs::read_to_string(told).unwrap();
    let key = opened
        .strip_prefix(&format!("http://{}/#launch=", board.host))
        .unwrap();
    assert!(!opened.contains(&board.secret), "{opened}");
    // Only root can act as another user.
    let is_root = rustix::process::geteuid().is_root();
    if is_root {
        let (host, port) = board.host.split_once(':').unwrap();
        let ask = format!("exec 3<>/dev/tcp/{host}/{port}; cat >&3; cat <&3");
        let mut other = Command::new("bash")
            .args(["-c", &ask])
            .uid(65534)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        other
            .stdin
            .take()
            .unwrap()
            .write_all(board.request("POST", "/launch", key, "").as_bytes())
            .unwrap();
        let answer = String::from_utf8(other.wait_with_output().unwrap().stdout).unwrap();
        assert!(
            answer.starts_with("HTTP/1.1 403 ")
                && answer.contains("the request comes from another user"),
            "{answer}"
        );
    }
    let answers = [(); 3].map(|()| board.ask("POST", "/launch", key, ""));
    assert!(
        answers[0].starts_with("HTTP/1.1 200 ") && answers[0].ends_with(&board.secret),
        "{}",
        answers[0]
    );
    for later in &answers[1..] {
        assert!(
            later.starts_with("HTTP/1.1 403 ")
                && later
                    .contains("this address opens the board only once and has already been used")
        );
    }
    assert!(answers.iter().all(|answer| !answer.contains("set-cookie")));
    assert!(
        board
            .ask("GET", "/story", &board.secret, "")
            .starts_with("HTTP/1.1 409 ")
    );
    assert!(
        board
            .ask("GET", "/story", key, "")
            .starts_with("HTTP/1.1 403 ")
    );
    let (address, warning) = (board.address.clone(), board.end());
    assert_eq!(
        warning
            .matches("tried the address that opens your browser, and was refused")
            .count(),
        1,
        "{warning}"
    );
    assert!(
        warning.contains(&address)
            && warning.starts_with(if is_root {
                "User 65534"
            } else {
                "Another program"
            })
    );
}

/// With few descriptors allowed, a flood of connections takes none from the game.
#[test]
fn idle_connections_do_not_end_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Board::begin(folder.path(), "ulimit -n 48;", &[]);
    let kept = || {
        let games = fs::read_dir(folder.path().join("data/goldrush"))
            .unwrap()
            .map(|entry| entry.unwrap().path());
        fs::read_to_string(
            { games }
                .find(|file| file.extension().is_some_and(|end| end == "json"))
                .unwrap(),
        )
        .unwrap()
    };
    let (before, order) = (kept(), board.first_move());
    // A page that connected first, and keeps its connection.
    let mut page = TcpStream::connect(&board.host).unwrap();
    let mut ask = |method, path, body: &str| {
        let request = board
            .request(method, path, &board.secret, body)
            .replace("Connection: close\r\n", "");
        let (mut answer, sent) = ([0; 4096], page.write_all(request.as_bytes()));
        let read = sent.and_then(|()| page.read(&mut answer)).unwrap_or(0);
        String::from_utf8_lossy(&answer[..read]).into_owned()
    };
    assert!(ask("GET", "/story", "").starts_with("HTTP/1.1 409 "));
    let idle: Vec<TcpStream> = (0..200)
        .map(|_| TcpStream::connect(&board.host).unwrap())
        .collect();
    // They are accepted in the meantime.
    sleep(Duration::from_millis(500));
    assert!(ask("POST", "/do", &order).starts_with("HTTP/1.1 204 "));
    assert!(
        board
            .ask("GET", "/page.css", "", "")
            .starts_with("HTTP/1.1 200 "),
        "a new connection finds room"
    );
    assert!(board.game.try_wait().unwrap().is_none() && kept() != before);
    drop(idle);
    board.end();
}

/// Holds whatever the mask for new files is, and even if the folders were open to others before.
#[test]
fn saved_games_are_accessible_to_their_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data/goldrush");
    fs::create_dir_all(&data).unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let board = Board::begin(folder.path(), "umask 0;", &[]);
    assert!(
        board
            .ask("POST", "/do", &board.secret, &board.first_move())
            .starts_with("HTTP/1.1 204 ")
    );
    board.end();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let files: Vec<_> = fs::read_dir(&data)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(
        files.len() == 2 && files.iter().all(|file| mode(file) == 0o600),
        "{files:?}"
    );
}

/// Browsers withhold these from pages of a server without encryption, as on a plain web server or in a local network.
#[test]
fn scripts_use_nothing_that_browsers_withhold_without_encryption() {
    const WITHHELD: [&str; 17] = [
        "navigator.clipboard",
        "navigator.share",
        "navigator.wakeLock",
        "navigator.locks",
        "navigator.storage",
        "navigator.serviceWorker",
        "navigator.mediaDevices",
        "navigator.geolocation",
        "crypto.subtle",
        "crypto.randomUUID",
        "caches.",
        "Notification",
        "SharedArrayBuffer",
        "showSaveFilePicker",
        "showOpenFilePicker",
        "cookieStore",
        "DeviceOrientation",
    ];
    // The only one, and what happens without it.
    const ALLOWED: &str =
        "try { await navigator.clipboard.writeText(location.href); } catch { prompt(";
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut folders, mut scripts) = (vec![here.join("screens/src"), here.join("page")], 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let file = entry.unwrap().path();
            if file.is_dir() {
                folders.push(file);
                continue;
            }
            if !file
                .extension()
                .is_some_and(|ending| ["js", "html"].iter().any(|script| ending == *script))
            {
                continue;
            }
            scripts += 1;
            for line in fs::read_to_string(&file).unwrap().lines() {
                let is_withheld =
                    WITHHELD.iter().any(|name| line.contains(name)) && !line.contains(ALLOWED);
                assert!(!is_withheld, "{}: {line}", file.display());
            }
        }
    }
    assert!(scripts >= 4, "{scripts} scripts");
}
