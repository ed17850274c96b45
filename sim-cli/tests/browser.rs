//! `goldrush play --browser`: access control.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Creates a fake `xdg-open` that writes down the address it is asked to open.
fn opener(folder: &Path) {
    let program = folder.join("xdg-open");
    let told = folder.join("told");
    let lines = format!("#!/bin/sh\nprintf %s \"$1\" > '{0}.partial'\nmv '{0}.partial' '{0}'\n", told.display());
    fs::write(&program, lines).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns the server's answer to a request for an address.
fn get(url: &str) -> String {
    let (host, place) = url.strip_prefix("http://").and_then(|url| url.split_once('/')).unwrap();
    let mut server = TcpStream::connect(host).unwrap();
    write!(server, "GET /{place} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    server.read_to_string(&mut answer).unwrap();
    answer
}

/// The address that opens the browser appears on a command line that others can see, so it works only once; later
/// requests are refused, and the player is warned.
#[test]
fn launch_address_works_only_once() {
    let folder = tempfile::tempdir().unwrap();
    opener(folder.path());
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut game = Command::new(env!("CARGO_BIN_EXE_goldrush"))
        .args(["play", "--browser", "--opponents", "random", "--save", "game.json"])
        .current_dir(folder.path())
        .env("XDG_DATA_HOME", folder.path())
        .envs([("PATH", &path[..]), ("DISPLAY", ":0")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (told, begun) = (folder.path().join("told"), Instant::now());
    while !told.exists() && begun.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(20));
    }
    let launch = fs::read_to_string(told).unwrap();
    let mut printed = String::new();
    BufReader::new(game.stdout.take().unwrap()).read_line(&mut printed).unwrap();
    let answers = [(); 3].map(|()| get(&launch));
    game.kill().unwrap();
    let output = game.wait_with_output().unwrap();
    assert!(answers[0].starts_with("HTTP/1.1 303 ") && answers[0].contains("set-cookie: "), "{}", answers[0]);
    for later in &answers[1..] {
        assert!(later.starts_with("HTTP/1.1 403 ") && !later.contains("set-cookie"), "{later}");
        assert!(later.contains("this address opens the board once, and has"), "{later}");
    }
    let warning = String::from_utf8(output.stderr).unwrap();
    assert_eq!(warning.matches("was used a second time, and refused").count(), 1, "{warning}");
    // The printed address is a different one, which the warning repeats.
    let address = printed.trim_end().strip_prefix("The board: ").unwrap();
    assert!(address != launch && warning.contains(address), "{printed}{warning}");
}
