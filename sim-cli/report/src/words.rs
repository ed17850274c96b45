//! Formats lists and counts in words.

use goldrush_games::schema::{Column, ResultSchema};
pub use goldrush_games::viewer::{capital, list};
use goldrush_harness::findings::summary::Summary;

/// Returns the ordinal of a seat, given its number from 0: `first`.
pub fn ordinal(seat: usize) -> &'static str {
    ["first", "second", "third", "fourth", "fifth"][seat]
}

/// Returns the word for a game with this many players: `two-player`.
pub fn player_games(players: usize) -> String {
    let word = ["two", "three", "four", "five"].get(players.wrapping_sub(2));
    word.map_or_else(
        || format!("{players}-player"),
        |word| format!("{word}-player"),
    )
}

/// Returns the words for games with one of these numbers of players: `two-, three- and four-player`.
pub fn games_of_players(players: &[usize]) -> String {
    let words: Vec<String> = players
        .iter()
        .map(|players| player_games(*players))
        .collect();
    let last = words.len().saturating_sub(1);
    let parts = words
        .iter()
        .enumerate()
        .map(|(at, word)| match word.strip_suffix("player") {
            Some(number) if at < last => number.to_owned(),
            _ => word.clone(),
        });
    list(&parts.collect::<Vec<_>>())
}

/// Returns the words for a metric of a seat, given its name in files.
pub fn metric_words(schema: &ResultSchema, metric: &str) -> String {
    schema
        .column(metric)
        .map_or_else(|| metric.replace('_', " "), Column::words)
}

/// Formats a whole number with commas between thousands.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number of things, given the word for one: `1 deal`, `2,000 deals`.
pub fn counted(number: u64, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {one}{plural}", count(number))
}

/// Names the games over which win rates are computed, after `of`.
pub fn games_that_count(summary: &Summary) -> &'static str {
    if summary.unwon == 0 {
        "its games"
    } else {
        "the games that somebody won"
    }
}

/// Returns a sentence on the games that nobody won, if there are any.
pub fn unwon_games(summary: &Summary) -> Option<String> {
    let Summary { unwon, games, .. } = summary;
    (*unwon > 0).then(|| {
        let [unwon, games] = [unwon, games].map(|number| count(*number));
        format!(
            "Nobody won {unwon} of {games} games, since every bot lost through a fault: they count for nobody, and win rates \
             are those of the other games."
        )
    })
}

/// Returns a sentence on the games that points, leads and ranks are averages of, if bots lost some through faults.
pub fn games_with_faults(summary: &Summary) -> Option<&'static str> {
    let sentence = "Score, lead and rank are averages over all games: in a game lost through a fault the bot has no points and \
                    the last rank.";
    (!summary.faults.is_empty()).then_some(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!([7, 1000, 1_234_567].map(count), ["7", "1,000", "1,234,567"]);
    }
}
