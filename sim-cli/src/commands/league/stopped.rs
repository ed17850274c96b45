//! The command that continues a `league play` that was interrupted.

use std::time::Duration;

use goldrush_harness::study::joined;
use goldrush_support::interrupt::Interrupted;

use crate::cli::args::LeaguePlayArgs;

/// Adds to the error of an interrupted round the command that plays what is left: `games`, unless the time limits them or a tournament
/// is played to its end, within a time of which this much has passed.
pub(super) fn stopped(
    error: anyhow::Error,
    args: &LeaguePlayArgs,
    games: u64,
    passed: Duration,
) -> anyhow::Error {
    if !error.is::<Interrupted>() {
        return error;
    }
    let command = joined(&rest(args, games, passed));
    error.context(format!(
        "stopped within a round; continue with: goldrush {command}"
    ))
}

/// Returns the words of that command.
fn rest(args: &LeaguePlayArgs, games: u64, passed: Duration) -> Vec<String> {
    let mut words = vec![
        "league".to_owned(),
        "play".into(),
        args.league.display().to_string(),
    ];
    if let Some(limit) = args.duration {
        let left = limit.saturating_sub(passed).as_secs().max(1);
        words.extend(["--for".into(), format!("{left}s")]);
    } else if games < u64::MAX {
        words.extend(["--games".into(), games.to_string()]);
    }
    if let Some(focus) = &args.focus {
        words.extend(["--focus".into(), focus.clone()]);
    }
    if let Some(threads) = args.threads {
        words.extend(["--threads".into(), threads.to_string()]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rest_of_the_games_or_of_the_time_is_left() {
        let args = LeaguePlayArgs {
            league: "my cup".into(),
            games: Some(1500),
            duration: None,
            focus: Some("top=3".into()),
            shard: None,
            threads: None,
        };
        let command =
            |args: &LeaguePlayArgs, games| joined(&rest(args, games, Duration::from_secs(100)));
        let shown = command(&args, 700);
        assert!(
            shown.starts_with("league play ") && shown.ends_with(" --games 700 --focus top=3"),
            "{shown}"
        );
        let duration = Some(Duration::from_secs(3600));
        let timed = LeaguePlayArgs { duration, ..args };
        assert!(command(&timed, u64::MAX).ends_with(" --for 3500s --focus top=3"));
        let to_the_end = LeaguePlayArgs {
            duration: None,
            focus: None,
            ..timed
        };
        assert!(!command(&to_the_end, u64::MAX).contains("--games"));
    }
}
