//! A league that was stopped goes on where it was.

use crate::command::{ok, path};
use crate::league::{Case, play, rounds};
use crate::runs::{Running, assert_same};

/// The command that an interrupted league prints plays what is left as if it had never been stopped, byte for byte. A killed one
/// finishes its round.
#[test]
#[ignore = "slow"]
fn stopped_league_goes_on_where_it_was() {
    let case = Case::new();
    let bots = ["greedy", "random", "heuristic:width=3", "heuristic:width=2"];
    let [straight, stopped, killed] =
        ["straight", "stopped", "killed"].map(|name| case.begin(name, &[], &bots));
    play(&straight, "1500");
    let begun = |league: &str| {
        [
            "league",
            "play",
            league,
            "--games",
            "1500",
            "--threads",
            "1",
        ]
        .map(String::from)
    };
    let mut words = begun(path(&stopped)).to_vec();
    for round in ["00002", "00009"] {
        let mut running = Running::new(&words, stopped.join("rounds").join(round));
        running.wait_for(0);
        running.signal("-INT");
        let output = running.end();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{error}");
        let hint = error
            .trim_end()
            .split("continue with: goldrush ")
            .nth(1)
            .unwrap();
        words = hint.split(' ').map(String::from).collect();
        assert!(words.contains(&"--games".to_owned()), "{hint}");
    }
    ok(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let mut running = Running::new(&begun(path(&killed)), killed.join("rounds/00002"));
    running.wait_for(0);
    running.signal("-KILL");
    running.end();
    play(&killed, "1");
    let all = rounds(&straight);
    assert_eq!(rounds(&stopped).len(), all.len());
    assert!(rounds(&killed).len() >= 2);
    for league in [stopped, killed] {
        for (one, other) in all.iter().zip(rounds(&league)) {
            assert_same(&other, one);
        }
    }
}
