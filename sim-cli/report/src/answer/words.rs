//! Words for changes and responses.

use goldrush_games::GameName;
use goldrush_games::schema::ResultSchema;
use goldrush_harness::findings::answer::{Answer, AnsweredResponse};
use goldrush_harness::findings::effect::{Effect, Verdict};
use goldrush_harness::findings::response::SKILL;
use goldrush_harness::study::QuestionKind;
use goldrush_support::stats::interval::Estimate;

use super::numbers::{before_and_after, range, share, value};
use crate::words::{list, metric_words, ordinal};

/// Responses other than the counts and sources of a game: name, noun for use within a sentence, and the beginning of a
/// clause that a value follows.
const RESPONSES: [(&str, &str, &str); 22] = [
    ("win_share", "a player's wins", "a player wins"),
    ("score", "points", "players score"),
    (
        "score_of_others",
        "the other players' points",
        "the others score",
    ),
    (
        "first_seat",
        "the first player's wins",
        "the first player wins",
    ),
    ("winning_margin", "the winner's lead", "the winner leads by"),
    ("turns", "the length of a game", "a game lasts"),
    (
        "completed",
        "features completed",
        "features completed average",
    ),
    (
        "lead_changes",
        "changes of the lead",
        "changes of the lead average",
    ),
    (
        "decided_turn",
        "the turns until a game is decided",
        "a game is decided after",
    ),
    (
        "drama",
        "how far behind winners were (drama)",
        "drama, on a scale from 0 to 1, averages",
    ),
    (
        "deficit",
        "the winner's largest deficit",
        "the winner's largest deficit averages",
    ),
    (
        "leader_wins",
        "the half-time leader's wins",
        "the leader at half-time wins",
    ),
    (
        "relative_margin",
        "the winner's lead as a share of the winner's points",
        "the winner's lead as a share of the winner's points is",
    ),
    (
        "decisions",
        "decisions in a game",
        "decisions in a game average",
    ),
    (
        "choices",
        "choices at a decision",
        "choices at a decision average",
    ),
    (
        "near_equal",
        "turns nearly as good as the best",
        "turns that are nearly as good as the best one average",
    ),
    (
        "free_turns",
        "the share of turns with no choice that matters",
        "the share of turns with no choice that matters averages",
    ),
    (
        "interaction",
        "the share of points that involve others",
        "the share of points that involve others averages",
    ),
    (
        "luck_spread",
        "how far the luckiest player's draws are ahead of the others'",
        "the luckiest player's draws are ahead of the others' by",
    ),
    (
        "luckiest_wins",
        "the luckiest player's wins",
        "the luckiest player wins",
    ),
    (
        "draw_size",
        "how much a draw helps or hurts",
        "a draw helps or hurts by",
    ),
    (SKILL, "the better player's wins", "the better player wins"),
];

fn found(
    answered: &AnsweredResponse,
) -> Option<&'static (&'static str, &'static str, &'static str)> {
    RESPONSES
        .iter()
        .find(|(name, ..)| *name == answered.response)
}

/// Returns the name of a response for use within a sentence.
pub fn noun(schema: &ResultSchema, answered: &AnsweredResponse) -> String {
    match found(answered) {
        Some((_, noun, _)) => format!("{noun}{}", above_fair(answered)),
        None => metric_words(schema, answered.response),
    }
}

/// Returns the reference of a share in words; empty for a plain share.
pub(super) fn above_fair(answered: &AnsweredResponse) -> &'static str {
    if answered.above_fair {
        " above a fair share"
    } else {
        ""
    }
}

/// True if a response is one of pairs of bots, each of which has an answer of its own.
pub(super) fn is_of_pairs(answered: &AnsweredResponse) -> bool {
    answered.effects.iter().all(|effect| effect.is_of_pair())
}

/// Names the bot that the numbers are from, if it is not the strongest.
pub(super) fn by(answered: &AnsweredResponse) -> String {
    answered
        .agent
        .map_or_else(String::new, |agent| format!(" (games of {agent})"))
}

/// Returns the change in words, as the beginning of a sentence: `With 2 tents instead of 1`.
pub fn change(answer: &Answer) -> String {
    let Answer {
        question,
        factor,
        level,
        base,
        ..
    } = answer;
    let name = factor.replace('-', " ");
    match question {
        QuestionKind::Restriction => format!("Without {name}"),
        QuestionKind::Seat => {
            let [level, base] = [level, base].map(|seat| seat_words(seat));
            format!("In the {level} seat instead of the {base}")
        }
        QuestionKind::Habit => format!("Playing for {level}"),
        QuestionKind::Pair => level.to_string(),
        QuestionKind::Rule if factor.contains('×') => {
            format!("With {name} at {level}, beyond the sum of the single changes")
        }
        QuestionKind::Rule => rule(factor, level, base),
    }
}

/// Returns the ordinal number of a seat, given its number as text.
fn seat_words(number: &str) -> &'static str {
    number.parse().map_or("other", ordinal)
}

/// Returns the title of a game.
fn title_of_game(name: &str) -> String {
    name.parse::<GameName>()
        .map_or_else(|_| name.to_owned(), |game| game.about().title.into())
}

/// Returns the beginning of a sentence on a change of a rule.
fn rule(factor: &str, level: &str, base: &str) -> String {
    let mut options = GameName::ALL.iter().flat_map(|game| game.options());
    match factor {
        "game" => format!(
            "In {} instead of {}",
            title_of_game(level),
            title_of_game(base)
        ),
        "players" => format!("With {level} players instead of {base}"),
        _ => match options.find(|option| option.name.replace('_', "-") == factor) {
            Some(option) => option.change(level, base),
            None => format!("With {level} instead of {base}"),
        },
    }
}

/// Returns the effect in words, to follow the change: `players score 77 points instead of 96 (17 to 20 fewer)`.
pub(super) fn clause(
    schema: &ResultSchema,
    answer: &Answer,
    answered: &AnsweredResponse,
) -> String {
    if is_of_pairs(answered) {
        let (more, verdict) = match answered.change.mean > 0.0 {
            true => ("more", Verdict::Larger),
            false => ("less", Verdict::Smaller),
        };
        return match &answered.effects[..] {
            [only] => format!(
                "{} wins {} (this pair of bots only)",
                only.agent,
                before_and_after(answered)
            ),
            _ => format!(
                "the better player wins {more} often: {}{}",
                list(&pairs(answered, verdict)),
                not_shown(answered, verdict)
            ),
        };
    }
    let begin = match (found(answered), answer.question) {
        (Some(("score", ..)), QuestionKind::Seat) => "a player scores".into(),
        (Some(("score", ..)), QuestionKind::Restriction) => "it scores".into(),
        (Some((.., begin)), _) if !answered.above_fair => (*begin).to_owned(),
        _ => format!("{} average", noun(schema, answered)),
    };
    format!("{begin} {}{}", before_and_after(answered), by(answered))
}

/// Returns the pairs of bots with a verdict, each with what the stronger one wins: `heuristic against greedy (83% instead of
/// 80%, a change between +1 and +5 percentage points)`.
fn pairs(answered: &AnsweredResponse, verdict: Verdict) -> Vec<String> {
    let pair = |effect: &&&Effect| {
        let precision = Estimate::around(effect.mean, effect.half_width);
        let shown = |mean: f64| value(answered.unit, mean + answered.fair, &precision);
        let (now, before) = (
            shown(effect.base_mean + effect.mean),
            shown(effect.base_mean),
        );
        let change = match range(answered.unit, &precision) {
            none if none.is_empty() => none,
            range => format!(", a change between {range} percentage points"),
        };
        format!("{} ({now} instead of {before}{change})", effect.agent)
    };
    answered
        .effects
        .iter()
        .filter(|effect| effect.verdict == verdict)
        .map(|effect| pair(&effect))
        .collect()
}

/// Names the pairs of bots for which a verdict is not shown, as the end of a sentence.
fn not_shown(answered: &AnsweredResponse, verdict: Verdict) -> String {
    let others = answered.effects.iter();
    let others: Vec<String> = others
        .filter(|effect| effect.verdict != verdict)
        .map(|effect| effect.agent.clone())
        .collect();
    if others.is_empty() {
        String::new()
    } else {
        format!("; not shown for {}", list(&others))
    }
}

/// Returns the answer on skill where pairs of bots differ, as the end of a sentence.
pub(super) fn depends(answered: &AnsweredResponse) -> String {
    format!(
        "whether the better player wins more often depends on who plays: {}",
        settled(answered)
    )
}

/// Says for which bots a response grows and for which it does not: `more with heuristic, less with level3`.
pub(super) fn who(answered: &AnsweredResponse) -> String {
    let directions = [
        ("more", Verdict::Larger),
        ("less", Verdict::Smaller),
        ("the same", Verdict::Balanced),
    ];
    let parts = directions.into_iter().filter_map(|(word, verdict)| {
        let effects = answered.effects.iter();
        let bots = effects.filter(|effect| effect.verdict == verdict);
        let bots: Vec<String> = bots.map(|effect| effect.agent.clone()).collect();
        (!bots.is_empty()).then(|| format!("{word} with {}", list(&bots)))
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns a sentence on the pairs of bots that are settled while others are not, if there are any.
pub(super) fn so_far(answered: &AnsweredResponse) -> Option<String> {
    let is_settled = answered
        .effects
        .iter()
        .any(|effect| effect.verdict.is_settled());
    is_settled.then(|| format!("So far, the better player wins {}.", settled(answered)))
}

/// Returns the pairs of bots that are settled, by what changes for them, and the fair share.
fn settled(answered: &AnsweredResponse) -> String {
    let parts = [
        ("more often", Verdict::Larger),
        ("less often", Verdict::Smaller),
        ("as often as before", Verdict::Balanced),
        (
            "not shown to win more or less often, among all comparisons,",
            Verdict::Unclear,
        ),
    ];
    let parts = parts.into_iter().filter_map(|(how, verdict)| {
        let pairs = pairs(answered, verdict);
        (!pairs.is_empty()).then(|| format!("{how} with {}", list(&pairs)))
    });
    let fair = (answered.fair > 0.0).then(|| format!("a fair share is {}", share(answered.fair)));
    parts.chain(fair).collect::<Vec<_>>().join("; ")
}
