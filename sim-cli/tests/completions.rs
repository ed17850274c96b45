//! `goldrush completions`: what a real shell offers.

use std::process::Command;

use crate::command::{goldrush, ok, path, refused};

/// Returns what bash offers when Tab is pressed at the end of a line: what it puts in place of what follows the last cut.
fn offered(line: &str) -> Vec<String> {
    // Bash cuts words at `=` and `:`, which are words of their own.
    let script = r#"
source <("$0" completions bash)
COMP_LINE=$1; COMP_POINT=${#1}; COMP_TYPE=9; COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
COMP_WORDS=($(sed 's/[=:]/ & /g' <<< "$1")); [[ $1 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_goldrush_complete
printf '%s\n' "${COMPREPLY[@]}"
"#;
    let output = Command::new("bash")
        .args([
            "-c",
            script,
            path(&assert_cmd::cargo::cargo_bin("goldrush")),
            line,
        ])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// `scripts/check_completions.py` presses Tab in real shells.
#[test]
fn bash_offers_games_agents_rules_and_factors() {
    for (line, all) in [
        ("goldrush tourn", &["tournament"][..]),
        ("goldrush lab reg", &["regret"]),
        ("goldrush play --game kn", &["knizia-gold"]),
        ("goldrush play --game=kn", &["knizia-gold"]),
        (
            "goldrush simulate --agents greedy,heur",
            &["greedy,heuristic"],
        ),
        (
            "goldrush simulate --agents=greedy,heur",
            &["greedy,heuristic"],
        ),
        ("goldrush simulate --agents rollout:play", &["playouts="]),
        ("goldrush simulate --agents=rollout:play", &["playouts="]),
        (
            "goldrush simulate --agents rollout:playouts=5,dep",
            &["5,depth="],
        ),
        ("goldrush match --game knizia-gold --a per", &["perfect"]),
        ("goldrush match --game=knizia-gold --a=per", &["perfect"]),
        ("goldrush match --a per", &[""]),
        ("goldrush play --opponents human,hum", &["human,human"]),
        ("goldrush rules K1", &["K1", "K10", "K11"]),
        ("goldrush balance --factor tents", &["tents="]),
        ("goldrush balance --factor farmers=", &["yes", "no"]),
        ("goldrush balance --factor farmers=y", &["yes"]),
        ("goldrush balance --factor=farmers=yes,n", &["yes,no"]),
        ("goldrush simulate --rule nug", &["nugget-points="]),
        ("goldrush simulate --rule ties=h", &["half"]),
        ("goldrush completions po", &["powershell"]),
    ] {
        assert_eq!(offered(line), all, "{line}");
    }
    assert!(offered("goldrush agents --game ").contains(&"carcassonne".to_owned()));
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(
            ok(&["completions", shell]).contains("GOLDRUSH_COMPLETE"),
            "{shell}"
        );
    }
    refused(&["completions", "hush"], &["hush", "bash"]);
    goldrush()
        .env("GOLDRUSH_COMPLETE", "hush")
        .args(["games"])
        .assert()
        .code(2)
        .stdout("");
}
