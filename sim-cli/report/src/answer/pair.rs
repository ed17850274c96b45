//! Words for what the stronger bots of pairs win.

use goldrush_harness::findings::answer::{Answer, AnsweredResponse, ChangeOutcome};
use goldrush_harness::study::AGAINST;

use super::habit::habit_wins;
use super::numbers::share;
use super::table::outcome;
use crate::document::{self, Cell};
use crate::words::{count, list, player_games};

/// Most pairs of different bots that one sentence lists.
const LISTED: usize = 3;

/// Headings of the table of pairs.
pub const PAIR_HEADINGS: [&str; 5] = ["bot", "against", "wins", "verdict", "more games"];

/// Wins of the stronger bot of a pair.
struct Pair<'a> {
    stronger: String,
    weaker: String,
    won: &'a AnsweredResponse<'a>,
    /// Its share of games.
    wins: String,
}

impl<'a> Pair<'a> {
    fn new(answer: &'a Answer<'a>) -> Option<Pair<'a>> {
        let (won, wins) = habit_wins(answer)?;
        let stronger = answer.level.split(AGAINST).next().unwrap_or_default();
        Some(Pair {
            stronger: spoken(stronger),
            weaker: spoken(answer.base),
            won,
            wins: wins.to_string(),
        })
    }

    /// True if it is shown which of the two wins more.
    fn is_shown(&self) -> bool {
        self.won.outcome == ChangeOutcome::Changes
    }

    /// Returns what is known of the stronger bot against the weaker one, to follow its name.
    fn clause(&self) -> String {
        let Pair { weaker, wins, .. } = self;
        match self.won.outcome {
            ChangeOutcome::Changes if self.won.change.mean < 0.0 => {
                format!("wins only {wins} against {weaker}")
            }
            ChangeOutcome::Changes => format!("wins {wins} against {weaker}"),
            ChangeOutcome::Stays => format!("wins as many games as {weaker} ({wins})"),
            ChangeOutcome::Depends | ChangeOutcome::Open(_) => {
                format!("may or may not beat {weaker} ({wins} so far)")
            }
        }
    }
}

/// Returns the name of a bot for people: `rollout with 200 playouts`.
pub(super) fn spoken(bot: &str) -> String {
    match bot.split_once(":playouts=") {
        Some((name, playouts)) if playouts.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{name} with {playouts} playouts")
        }
        _ => bot.to_owned(),
    }
}

/// Returns the key answers: one for each bot that plays against several weaker ones, and one for all other pairs.
pub fn pair_answers(answers: &[Answer]) -> Vec<document::Answer> {
    let mut numbers: Vec<usize> = answers.iter().map(|answer| answer.players).collect();
    numbers.dedup();
    let mut all = Vec::new();
    for players in numbers {
        let of_players = answers.iter().filter(|answer| answer.players == players);
        let pairs: Vec<Pair> = of_players.filter_map(Pair::new).collect();
        let (several, mut single): (Vec<&Pair>, Vec<&Pair>) = pairs.iter().partition(|pair| {
            let same = pairs.iter().filter(|one| one.stronger == pair.stronger);
            same.count() > 1
        });
        // Pairs that are settled come first.
        single.sort_by_key(|pair| !pair.is_shown());
        for group in several.chunk_by(|one, other| one.stronger == other.stronger) {
            all.push(answer(group, players));
        }
        if single.len() > LISTED {
            all.push(range(&single, players));
        } else if !single.is_empty() {
            all.push(answer(&single, players));
        }
    }
    all
}

/// Lists pairs.
fn answer(pairs: &[&Pair], players: usize) -> document::Answer {
    let mut clauses = Vec::new();
    let mut before = "";
    for pair in pairs {
        let name = if pair.stronger == before {
            String::new()
        } else {
            format!("{} ", pair.stronger)
        };
        clauses.push(name + &pair.clause());
        before = &pair.stronger;
    }
    document::Answer {
        number: pairs[0].wins.clone(),
        interval: String::new(),
        sentence: format!(
            "In {} games, {}.{}",
            player_games(players),
            list(&clauses),
            fair(players)
        ),
    }
}

/// Names the closest and the most unequal of many pairs.
fn range(pairs: &[&Pair], players: usize) -> document::Answer {
    let mut sorted: Vec<&&Pair> = pairs.iter().collect();
    sorted.sort_by(|one, other| one.won.now.total_cmp(&other.won.now));
    let [least, most] = [0, sorted.len() - 1].map(|at| {
        let Pair {
            stronger,
            weaker,
            wins,
            ..
        } = sorted[at];
        format!("{wins} ({stronger} against {weaker})")
    });
    let shown = pairs
        .iter()
        .filter(|pair| pair.is_shown() && pair.won.change.mean > 0.0);
    let shown = match shown.count() {
        all if all == pairs.len() => "In each of them it wins more than its fair share.".into(),
        some => format!(
            "In {} of {} it is shown to win more than its fair share.",
            count(some as u64),
            count(pairs.len() as u64)
        ),
    };
    document::Answer {
        number: format!(
            "{} to {}",
            share(sorted[0].won.now),
            share(sorted[sorted.len() - 1].won.now)
        ),
        interval: String::new(),
        sentence: format!(
            "In {} games between neighbors, the stronger bot wins from {least} to {most}. {shown}",
            player_games(players)
        ),
    }
}

/// Reminds of the fair share where it is not a half.
fn fair(players: usize) -> String {
    match players {
        2 => String::new(),
        _ => format!(" A fair share is {}.", share(1.0 / players as f64)),
    }
}

/// Returns a row of the table of pairs, under [`PAIR_HEADINGS`].
pub fn pair_row(answer: &Answer) -> Option<Vec<Cell>> {
    let pair = Pair::new(answer)?;
    let more = match pair.won.outcome {
        ChangeOutcome::Open(more) => more,
        _ => None,
    };
    Some(vec![
        pair.stronger.into(),
        pair.weaker.into(),
        pair.wins.into(),
        outcome(pair.won).into(),
        more.map(Cell::Count).into(),
    ])
}
