//! `goldrush completions`: what a real shell offers.

use std::process::Command;

use crate::command::{goldrush, ok, path, refused};

/// Returns what bash offers when Tab is pressed at the end of a line.
fn offered(line: &str) -> Vec<String> {
    // Bash splits words at `=` and `:`, and passes the part after them to the function.
    let script = r#"
source <("$0" completions bash)
COMP_WORDS=($1); [[ $1 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_TYPE=9
_clap_complete_goldrush goldrush "${COMP_WORDS[COMP_CWORD]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;
    let output = Command::new("bash")
        .args(["-c", script, path(&assert_cmd::cargo::cargo_bin("goldrush")), line])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_offers_games_agents_rules_and_factors() {
    for (line, all) in [
        ("goldrush tourn", &["tournament"][..]),
        ("goldrush lab reg", &["regret"]),
        ("goldrush play --game kn", &["knizia-gold"]),
        ("goldrush simulate --agents greedy,heur", &["greedy,heuristic"]),
        ("goldrush match --game knizia-gold --a per", &["perfect"]),
        ("goldrush match --game = knizia-gold --a per", &["perfect"]),
        ("goldrush match --a per", &[""]),
        ("goldrush play --opponents human,hum", &["human,human"]),
        ("goldrush rules K1", &["K1", "K10", "K11"]),
        ("goldrush balance --factor tents", &["tents="]),
        ("goldrush simulate --rule nug", &["nugget-points="]),
        ("goldrush completions po", &["powershell"]),
    ] {
        assert_eq!(offered(line), all, "{line}");
    }
    assert!(offered("goldrush agents --game ").contains(&"carcassonne".to_owned()));
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(ok(&["completions", shell]).contains("GOLDRUSH_COMPLETE"), "{shell}");
    }
    refused(&["completions", "hush"], &["hush", "bash"]);
    goldrush().env("GOLDRUSH_COMPLETE", "hush").args(["games"]).assert().code(2).stdout("");
}
