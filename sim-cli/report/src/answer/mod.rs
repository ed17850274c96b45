//! Answers of a balance study in sentences, the same on the terminal and on the page.

mod curve;
mod habit;
mod numbers;
mod pair;
mod seats;
mod table;
mod words;

use goldrush_games::GameName;
use goldrush_games::schema::ResultSchema;
use goldrush_harness::findings::answer::{Answer, AnsweredResponse, ChangeOutcome};
use goldrush_harness::findings::balance::BalanceSummary;
use goldrush_harness::findings::response::SKILL;
use goldrush_harness::sim::retuning::has_weights;
use goldrush_harness::study::{ADAPTED_GAMES, Balance, Comparison, QuestionKind};
use goldrush_support::stats::interval::Estimate;

use super::number::Number;
use super::words::{capital, count, list, player_games};
pub use curve::curves;
pub use habit::{HABIT_HEADINGS, Sorted, habit_row, habit_wins, habits, sorted, untried};
use numbers::{
    before_and_after, difference, ends, factor, inside, points_of_share, range, share, unit_name,
    value, within,
};
pub use numbers::{level, margin};
pub use pair::{PAIR_HEADINGS, pair_answers, pair_row};
pub use seats::{other_seats, seat_arms, seat_name, seats};
pub use table::{HEADINGS, by_topic, change as change_of, label, rows, same, verdict};
pub use words::noun;
use words::{change, clause, depends, is_of_pairs, so_far, who};

/// Main responses, mentioned in a headline if they were asked for.
const MAIN: [&str; 20] = [
    "win_share",
    "score",
    "score_of_others",
    "first_seat",
    "winning_margin",
    "turns",
    SKILL,
    "lead_changes",
    "decided_turn",
    "deficit",
    "leader_wins",
    "relative_margin",
    "decisions",
    "choices",
    "near_equal",
    "free_turns",
    "interaction",
    "luck_spread",
    "luckiest_wins",
    "draw_size",
];

/// Says where a bot that was not retuned gives another answer, or nothing.
pub fn misjudged(schema: &ResultSchema, answer: &Answer) -> Option<String> {
    let mut agent = None;
    let mut changes = Vec::new();
    for answered in &answer.responses {
        let Some(effect) = answered.misjudged else {
            continue;
        };
        agent.get_or_insert(&effect.agent);
        let change = Estimate::around(effect.mean, effect.half_width).times(factor(answered.unit));
        let change = Number::new(&change, 0).briefly().signed();
        changes.push(format!("{} {change}", noun(schema, answered)));
    }
    Some(format!(
        "Without retuning, {} misjudges the new rules and shows other changes: {}.",
        agent?,
        list(&changes)
    ))
}

/// Says whether the bots were retuned for changed rules, and what that gained.
pub fn retuning(balance: &Balance, game: GameName) -> Option<String> {
    let mut comparisons = balance.comparisons.iter();
    if !comparisons.any(is_of_changed_rules) {
        return None;
    }
    Some(match &balance.retuned {
        None => {
            let later = if balance.asked.is_some() && has_weights(game) {
                format!(
                    " With {} games or more, `ask` retunes them.",
                    count(ADAPTED_GAMES)
                )
            } else {
                String::new()
            };
            format!(
                "The bots were not retuned for the changed rules; where those call for different play, an effect may be wrong.{later}"
            )
        }
        Some(retuned) if retuned.is_empty() => {
            "Retuning the bots for the changed rules gained nothing.".into()
        }
        Some(retuned) => {
            let gains = retuned.iter().map(|(name, retuning)| {
                let gain = Estimate::around(retuning.gain, Some(retuning.half_width));
                format!("{name}: {}", Number::points(&gain).signed())
            });
            format!(
                "The heuristic was retuned for the changed rules. Its lead over the untuned one, in points, on new deals: {}. In pairs, \
                 every bot that plays by its weights has the new ones; other bots were not retuned.",
                gains.collect::<Vec<String>>().join("; ")
            )
        }
    })
}

fn is_of_changed_rules(comparison: &Comparison) -> bool {
    comparison.question == QuestionKind::Rule
        && !["players", "game"].contains(&&comparison.factor[..])
}

/// Returns a warning if the bots are not in order of strength.
pub fn order(balance: &BalanceSummary) -> Option<String> {
    let reversed = balance.reversed()?;
    Some(format!(
        "The bots are not listed by strength: {} wins less than a fair share. List the weakest first, or conclusions from all \
         of them, and about skill, are wrong or missing.",
        reversed.agent
    ))
}

/// Returns the heading of an answer: the change and the number of players.
pub fn heading(answer: &Answer) -> String {
    let change = match answer.question {
        QuestionKind::Restriction => format!("One player {}", change(answer).to_lowercase()),
        _ => change(answer),
    };
    match answer.factor {
        "players" => change,
        _ => format!("{change}, {} players", answer.players),
    }
}

/// Returns the answer in one or two sentences.
pub fn headline(schema: &ResultSchema, answer: &Answer) -> String {
    if answer.question == QuestionKind::Restriction
        && let Some(lost) = response(answer, "win_share")
    {
        return loss(schema, answer, lost);
    }
    let main = main_responses(answer);
    let changes = with_outcome(&main, is_change);
    let stays = nouns(schema, &with_outcome(&main, is_same));
    let mut open = with_outcome(&main, is_open);
    let mut few = open.clone();
    few.retain(|answered| answered.is_too_few);
    open.retain(|answered| !answered.is_too_few);
    let split = with_outcome(&main, is_split);
    let mut sentences = Vec::new();
    if !changes.is_empty() {
        let clauses = changes
            .iter()
            .map(|answered| clause(schema, answer, answered));
        let clauses: Vec<String> = clauses.collect();
        sentences.push(format!("{}, {}.", change(answer), list(&clauses)));
    } else if !stays.is_empty() && open.is_empty() && few.is_empty() && split.is_empty() {
        return format!(
            "{}, there is no change in {} ({}).",
            change(answer),
            list(&stays),
            within(&main)
        );
    }
    if !stays.is_empty() {
        let so = if sentences.is_empty() {
            format!("{}, no change", change(answer))
        } else {
            "No change".into()
        };
        sentences.push(format!("{so} in {}.", list(&stays)));
    }
    if !few.is_empty() {
        let there = if sentences.is_empty() {
            format!("{}: there", change(answer))
        } else {
            "There".into()
        };
        sentences.push(format!(
            "{there} are too few deals to tell anything about {}{}.",
            list(&nouns(schema, &few)),
            if open.is_empty() {
                more(answer)
            } else {
                String::new()
            }
        ));
    }
    if !open.is_empty() {
        let yet = if sentences.is_empty() {
            format!("{}: cannot", change(answer))
        } else {
            "Cannot".into()
        };
        let names = open
            .iter()
            .map(|answered| noun(schema, answered) + &possible(answered));
        let names: Vec<String> = names.collect();
        sentences.push(format!(
            "{yet} tell yet about {}{}.",
            list(&names),
            more(answer)
        ));
        let pairs = open.into_iter().filter(|answered| is_of_pairs(answered));
        sentences.extend(pairs.filter_map(so_far));
    }
    let (pairs, split): (Vec<_>, Vec<_>) = split.into_iter().partition(|one| is_of_pairs(one));
    for answered in pairs {
        sentences.push(if sentences.is_empty() {
            format!("{}, {}.", change(answer), depends(answered))
        } else {
            format!("{}.", capital(&depends(answered)))
        });
    }
    if !split.is_empty() {
        let names = split
            .iter()
            .map(|answered| format!("{} ({})", noun(schema, answered), who(answered)));
        let names: Vec<String> = names.collect();
        sentences.push(format!(
            "The answer depends on the bot for {}.",
            list(&names)
        ));
    }
    sentences.join(" ")
}

/// Returns the answer in the words of the person who asked: what is in braces stands for what was found.
pub fn own_sentence(template: &str, answer: &Answer) -> String {
    let mut parts = template.split('{');
    let mut sentence = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        sentence += &match part.split_once('}') {
            Some((name, rest)) => named(name, answer) + rest,
            None => part.to_owned(),
        };
    }
    sentence
}

/// Returns what a name in braces stands for.
fn named(name: &str, answer: &Answer) -> String {
    match response(answer, &name.replace('-', "_")) {
        Some(answered) => found(answered),
        None if name == "change" => change(answer),
        None => format!("(no {name} here)"),
    }
}

/// Returns what is found for a response, as a phrase by its verdict.
fn found(answered: &AnsweredResponse) -> String {
    if is_of_pairs(answered) {
        return match answered.outcome {
            ChangeOutcome::Changes if answered.change.mean > 0.0 => "more often".into(),
            ChangeOutcome::Changes => "less often".into(),
            ChangeOutcome::Stays => "as often as before".into(),
            ChangeOutcome::Depends => "more or less often, depending on the bots".into(),
            ChangeOutcome::Open(_) => "as often as before, or not: that is not clear yet".into(),
        };
    }
    match answered.outcome {
        ChangeOutcome::Changes => before_and_after(answered),
        ChangeOutcome::Stays => format!(
            "{}{} as before (within {})",
            value(answered.unit, answered.before, &answered.change),
            unit_name(answered.unit),
            margin(answered)
        ),
        ChangeOutcome::Depends => "more or less, depending on the bot".into(),
        ChangeOutcome::Open(_) => format!(
            "{}{}, as far as can be told yet{}",
            value(answered.unit, answered.now, &answered.change),
            unit_name(answered.unit),
            possible(answered)
        ),
    }
}

/// Returns the result for a response, if it was asked for.
fn response<'a, 'b>(answer: &'a Answer<'b>, name: &str) -> Option<&'a AnsweredResponse<'b>> {
    let mut responses = answer.responses.iter();
    responses.find(|answered| answered.response == name)
}

/// Returns the main responses; if none of them was asked for, all.
fn main_responses<'a, 'b>(answer: &'a Answer<'b>) -> Vec<&'a AnsweredResponse<'b>> {
    let main = MAIN.iter().filter_map(|name| response(answer, name));
    let main: Vec<_> = main.collect();
    if main.is_empty() {
        answer.responses.iter().collect()
    } else {
        main
    }
}

fn with_outcome<'a, 'b>(
    responses: &[&'a AnsweredResponse<'b>],
    is_it: fn(ChangeOutcome) -> bool,
) -> Vec<&'a AnsweredResponse<'b>> {
    let responses = responses.iter().copied();
    responses
        .filter(|answered| is_it(answered.outcome))
        .collect()
}

fn nouns(schema: &ResultSchema, responses: &[&AnsweredResponse]) -> Vec<String> {
    let nouns = responses.iter().map(|answered| noun(schema, answered));
    nouns.collect()
}

/// Returns the most memorable number of an answer, and its interval: the first main response that changes.
pub fn key_number(schema: &ResultSchema, answer: &Answer) -> (String, String) {
    let main = MAIN.iter().filter_map(|name| response(answer, name));
    let main = main.chain(&answer.responses);
    let mut changed = main.clone().filter(|answered| is_change(answered.outcome));
    let mut open = main.clone().filter(|answered| {
        is_open(answered.outcome) && !is_of_pairs(answered) && !never_varied(answered)
    });
    match (changed.next(), main.clone().next()) {
        // The other seats of the same games are no fixed base: the interval of a difference from one of them is none of the share.
        (Some(answered), _)
            if answered.response == "win_share" && answer.question != QuestionKind::Seat =>
        {
            let interval_text = ends(answered.unit, &level(answered));
            (
                value(answered.unit, answered.now, &answered.change).to_string(),
                inside(&interval_text),
            )
        }
        (Some(answered), _) => {
            let number = format!("{}: {}", label(schema, answered), difference(answered));
            let range = range(answered.unit, &answered.change);
            (number, format!("between {range}"))
        }
        (None, Some(answered)) if is_same(answered.outcome) => ("no change".into(), String::new()),
        (None, Some(answered)) if is_split(answered.outcome) => {
            ("it depends".into(), String::new())
        }
        _ => match open.next() {
            Some(answered) if answered.is_too_few => ("too few deals".into(), String::new()),
            Some(answered) => {
                let so_far = format!(
                    "so far {}, between {}",
                    difference(answered),
                    range(answered.unit, &answered.change)
                );
                (
                    format!("{}: cannot tell yet", label(schema, answered)),
                    so_far,
                )
            }
            None => ("cannot tell yet".into(), String::new()),
        },
    }
}

/// True if a response was the same before and after in every game, as in games that nobody won: "between 0 and 0" would claim
/// that it cannot change.
fn never_varied(answered: &AnsweredResponse) -> bool {
    answered.change.mean == 0.0 && answered.change.half_width == Some(0.0)
}

/// Returns the interval of an undecided change, in parentheses after a space; empty for pairs of bots.
fn possible(answered: &AnsweredResponse) -> String {
    match answered.change.half_width {
        Some(_) if !is_of_pairs(answered) && !never_varied(answered) => {
            format!(
                " (a change between {}{})",
                range(answered.unit, &answered.change),
                points_of_share(answered)
            )
        }
        _ => String::new(),
    }
}

fn is_change(outcome: ChangeOutcome) -> bool {
    outcome == ChangeOutcome::Changes
}

fn is_same(outcome: ChangeOutcome) -> bool {
    outcome == ChangeOutcome::Stays
}

fn is_open(outcome: ChangeOutcome) -> bool {
    matches!(outcome, ChangeOutcome::Open(_))
}

fn is_split(outcome: ChangeOutcome) -> bool {
    outcome == ChangeOutcome::Depends
}

/// Returns the answer to what a player loses without something.
fn loss(schema: &ResultSchema, answer: &Answer, lost: &AnsweredResponse) -> String {
    let (what, games) = (
        change(answer).to_lowercase(),
        format!("{} games", player_games(answer.players)),
    );
    let now = value(lost.unit, lost.now, &lost.change);
    let before = share(lost.before);
    let interval_text = ends(lost.unit, &level(lost));
    let score = response(answer, "score").filter(|answered| is_change(answered.outcome));
    let score = score.map_or_else(String::new, |answered| {
        format!(
            ", and {}",
            clause(schema, answer, answered).replacen("it ", "", 1)
        )
    });
    match lost.outcome {
        ChangeOutcome::Changes => format!(
            "A player {what} wins {now}{interval_text} of {games} instead of {before}{score}."
        ),
        ChangeOutcome::Stays => {
            format!(
                "A player {what} wins {now}{interval_text} of {games}, as many as before ({before}){score}."
            )
        }
        ChangeOutcome::Depends => format!("How much a player {what} loses depends on the bot."),
        ChangeOutcome::Open(_) if lost.is_too_few => format!(
            "There are too few deals to tell whether a player {what} wins less{}.",
            more(answer)
        ),
        ChangeOutcome::Open(_) => {
            format!(
                "Cannot tell yet whether a player {what} wins less: {now}{interval_text} of {games}{}.",
                more(answer)
            )
        }
    }
}

/// Returns the number of additional games needed, in words; empty if unknown.
fn more(answer: &Answer) -> String {
    answer.missing().map_or_else(String::new, |games| {
        let games = count(games);
        if answer.is_too_few() {
            format!("; at least {games} more games are needed")
        } else {
            format!("; about {games} more games would settle it")
        }
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use goldrush_games::ask::Topic;
    use goldrush_harness::findings::effect::{Effect, Verdict};
    use goldrush_harness::findings::response::Unit;

    use super::*;

    /// Returns an effect of no tents on points.
    pub fn effect(agent: &str, verdict: Verdict) -> Effect {
        Effect {
            question: QuestionKind::Rule,
            factor: "tents".into(),
            level: "0".into(),
            base: "1".into(),
            agent: agent.into(),
            players: 2,
            about: Topic::Points,
            response: "score".into(),
            base_mean: 100.0,
            mean: 2.0,
            half_width: Some(1.0),
            p: Some(0.01),
            p_holm: Some(0.1),
            margin: 1.0,
            verdict,
            more_games: None,
            blocks: 100,
            unit: Unit::Points,
            rank: 0,
        }
    }

    /// Returns an answer by which a player wins 11 ± 4 percentage points less than 55%.
    fn answer<'a>(question: QuestionKind) -> Answer<'a> {
        let wins = AnsweredResponse {
            about: Topic::Seats,
            response: "win_share",
            unit: Unit::Share,
            above_fair: false,
            fair: 0.5,
            before: 0.55,
            now: 0.44,
            change: Estimate::around(-0.11, Some(0.04)),
            margin: 0.02,
            outcome: ChangeOutcome::Changes,
            is_too_few: false,
            agent: None,
            effects: Vec::new(),
            excluded: Vec::new(),
            misjudged: None,
        };
        Answer {
            question,
            factor: "seat",
            level: "1",
            base: "0",
            players: 2,
            responses: vec![wins],
        }
    }

    /// The first seat's share is as uncertain as the second's: the interval of their difference is none of either.
    #[test]
    fn the_interval_of_a_difference_stands_beside_the_difference() {
        let schema = GameName::GoldRush.schema();
        let (number, interval) = key_number(schema, &answer(QuestionKind::Seat));
        assert_eq!(number, "Wins: −11 percentage points");
        assert_eq!(interval, "between −15 and −7");
        // Without a restriction every player wins a fair share, which is exact.
        let (number, interval) = key_number(schema, &answer(QuestionKind::Restriction));
        assert_eq!((&number[..], &interval[..]), ("44%", "40 to 48"));
    }

    /// Returns the answer with other wins after a restriction.
    fn lost(now: f64, half_width: Option<f64>, outcome: ChangeOutcome) -> String {
        let mut answer = answer(QuestionKind::Restriction);
        let wins = &mut answer.responses[0];
        wins.is_too_few = half_width.is_none();
        wins.now = now;
        wins.change = Estimate::around(now - wins.before, half_width);
        wins.outcome = outcome;
        headline(GameName::GoldRush.schema(), &answer)
    }

    #[test]
    fn no_interval_of_wins_is_impossible_and_few_deals_have_none() {
        let sure = lost(0.04, Some(0.1), ChangeOutcome::Changes);
        assert!(sure.contains("wins 4% (0 to 14) of"), "{sure}");
        let few = lost(0.0, None, ChangeOutcome::Open(Some(380)));
        assert_eq!(
            few,
            "There are too few deals to tell whether a player without seat wins less; at least 380 more games are needed."
        );
    }

    #[test]
    fn bots_on_which_an_answer_depends_are_named() {
        let effects = [
            effect("level3", Verdict::Smaller),
            effect("greedy", Verdict::Larger),
            effect("heuristic", Verdict::Larger),
        ];
        let mut answer = answer(QuestionKind::Rule);
        let points = &mut answer.responses[0];
        points.response = "score";
        points.unit = Unit::Points;
        points.outcome = ChangeOutcome::Depends;
        points.effects = effects.iter().collect();
        let text = headline(GameName::GoldRush.schema(), &answer);
        assert!(
            text.contains(
                "The answer depends on the bot for points (more with greedy and heuristic, less with level3)."
            ),
            "{text}"
        );
    }

    /// Seats are compared with the first in one sentence.
    #[test]
    fn all_seats_share_a_sentence() {
        let seat = |level, mean, outcome| {
            let mut answer = answer(QuestionKind::Seat);
            answer.level = level;
            answer.responses[0].change = Estimate::around(mean, Some(0.04));
            answer.responses[0].outcome = outcome;
            answer
        };
        let all = [
            seat("1", -0.08, ChangeOutcome::Changes),
            seat("2", -0.11, ChangeOutcome::Changes),
            seat("3", -0.03, ChangeOutcome::Open(Some(5000))),
        ];
        let all: Vec<&Answer> = all.iter().collect();
        let schema = GameName::GoldRush.schema();
        let told = other_seats(schema, &all);
        assert_eq!(told.number, "Wins: −11 percentage points");
        assert_eq!(told.interval, "between −15 and −7, in the third seat");
        assert_eq!(
            told.sentence,
            "Compared with the first seat, a player wins less often in the second and third; not clear yet for the fourth."
        );
        assert_eq!(
            other_seats(schema, &all[2..]).sentence,
            "Cannot tell yet whether a player wins more or less often in another seat than in the first; about 5,000 more games \
             would settle it."
        );
    }
}
