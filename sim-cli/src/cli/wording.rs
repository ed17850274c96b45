//! Questions in the words of the person who asks: `tent`, `komi`, `six tents`, `no farmers`.

use goldrush_ai::parameter::unknown as unknown_name;
use goldrush_engine::options::{SetBy, Values};
use goldrush_games::GameName;
use goldrush_games::about::{GameOption, PRINTED};
use goldrush_games::ask::{Ask, Element, GAME_QUESTIONS};
use goldrush_support::error::bad_input;

use super::ask::{STRATEGY, STYLES, questions};

/// A question by its name, and the rule to vary if the words name one.
#[derive(PartialEq, Debug)]
pub struct Wording {
    pub question: String,
    /// `NAME=BEFORE,AFTER,…`.
    pub factor: Option<String>,
}

impl Wording {
    fn plain(question: &str) -> Wording {
        Wording {
            question: question.into(),
            factor: None,
        }
    }
}

/// Words that say nothing about the subject.
const FILLERS: [&str; 31] = [
    "a", "about", "an", "and", "are", "be", "better", "by", "can", "do", "does", "each", "game",
    "games", "had", "has", "have", "how", "if", "is", "many", "more", "of", "or", "per", "should",
    "the", "there", "to", "what", "with",
];

/// Words for numbers, from 0.
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Words that leave something out.
const WITHOUT: [&str; 4] = ["no", "without", "never", "not"];

/// Other words for questions.
const NEAR: [(&str, &str); 58] = [
    ("komi", "first-seat"),
    ("seat", "first-seat"),
    ("start", "first-seat"),
    ("starting player", "first-seat"),
    ("start player", "first-seat"),
    ("first player", "first-seat"),
    ("first", "first-seat"),
    ("going first", "first-seat"),
    ("fair", "first-seat"),
    ("fairness", "first-seat"),
    ("snowball", "runaway"),
    ("runaway leader", "runaway"),
    ("leader", "leads"),
    ("lead", "leads"),
    ("close", "leads"),
    ("closeness", "leads"),
    ("typical", "leads"),
    ("lucky", "luck"),
    ("draw", "luck"),
    ("chance", "luck"),
    ("random", "luck"),
    ("choice", "choices"),
    ("decision", "choices"),
    ("branching", "choices"),
    ("complexity", "choices"),
    ("tile", "tiles"),
    ("card", "tiles"),
    ("score", "points"),
    ("scoring", "points"),
    ("point", "points"),
    ("style", "styles"),
    ("archetype", "styles"),
    ("tactic", "strategy"),
    ("strategies", "strategy"),
    ("what pays", "strategy"),
    ("think", "depth"),
    ("thinking", "depth"),
    ("thinking longer", "depth"),
    ("search", "depth"),
    ("playout", "depth"),
    ("level", "depth"),
    ("time", "depth"),
    ("better player", "skill"),
    ("experience", "skill"),
    ("strength", "skill"),
    ("farm", "farmers"),
    ("field", "farmers"),
    ("prairie", "farmers"),
    ("meeple", "cowboys"),
    ("follower", "cowboys"),
    ("mine", "mining"),
    ("nugget", "mining"),
    ("train", "locomotives"),
    ("engine", "locomotives"),
    ("match", "whole-match"),
    ("memory", "whole-match"),
    ("expansion", "gold-mines"),
    ("number of players", "players"),
];

/// Subject that words name.
enum Subject {
    Question(&'static str),
    Rule(GameOption),
}

/// Returns the question that words name.
///
/// # Errors
/// Bad input if they name none; says what can be asked, and what is near.
pub fn read(words: &[String], game: GameName) -> anyhow::Result<Wording> {
    let text = words.join(" ").trim().to_lowercase();
    if let [word] = words
        && word.ends_with(".toml")
    {
        return Ok(Wording::plain(word));
    }
    let dashed = text.trim_end_matches('?').replace([' ', '_'], "-");
    if names(game).any(|name| name == dashed) {
        return Ok(Wording::plain(&dashed));
    }
    if let Some(other) = game_of(&dashed).filter(|other| *other != game) {
        return Err(bad_input(format!(
            "\"{text}\" is a question about {other}, not {game}: add --game {other}"
        )));
    }
    let mut numbers = Vec::new();
    let mut leaves_out = false;
    let mut subject = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let number = NUMBERS.iter().position(|name| *name == word);
        let number = number.or_else(|| word.parse().ok());
        match number {
            Some(number) => numbers.push(number),
            None if WITHOUT.contains(&word) => leaves_out = true,
            None if word.is_empty() || FILLERS.contains(&word) => {}
            None => subject.push(word),
        }
    }
    let noun = subject.join(" ");
    // A number is that of a rule, so `2 komi` is no question about seats.
    let of_rule = leaves_out || !numbers.is_empty();
    match find(&noun, game, of_rule).or_else(|| find(&text, game, false)) {
        Some(Subject::Question(name)) if of_rule => match rule_of(name, game) {
            Some(option) => varied(name, &option, &numbers, leaves_out),
            None => Ok(Wording::plain(name)),
        },
        Some(Subject::Question(name)) => Ok(Wording::plain(name)),
        Some(Subject::Rule(option)) => {
            let name = option.name.replace('_', "-");
            varied(&name, &option, &numbers, leaves_out)
        }
        None => Err(unknown(&text, game)),
    }
}

/// Returns the names of all questions about a game.
fn names(game: GameName) -> impl Iterator<Item = &'static str> {
    questions(game)
        .map(|ask| ask.name)
        .chain(GAME_QUESTIONS.iter().map(|asked| asked.name))
        .chain([STRATEGY, STYLES])
}

/// Returns the first game that has a question of this name.
fn game_of(name: &str) -> Option<GameName> {
    let mut games = GameName::ALL.iter().copied();
    let is_of_all = GAME_QUESTIONS.iter().any(|asked| asked.name == name);
    games.find(|game| !is_of_all && questions(*game).any(|ask| ask.name == name))
}

/// Returns the rules that can be asked about.
fn rules(game: GameName) -> impl Iterator<Item = GameOption> {
    game.options().into_iter().filter(|option| {
        matches!(option.set_by, SetBy::User | SetBy::Number | SetBy::Study)
            && option.name != "tiles"
    })
}

/// Finds what a noun names, in singular or plural; a rule first if one is meant.
fn find(noun: &str, game: GameName, of_rule: bool) -> Option<Subject> {
    let forms = forms(noun);
    let rule = rules(game).find(|option| {
        let name = option.name.replace('_', " ");
        forms.contains(&name)
    });
    let question = names(game).find(|name| forms.contains(&name.replace('-', " ")));
    let near = NEAR
        .iter()
        .find(|(near, _)| forms.iter().any(|form| form == near));
    let near = near.and_then(|(_, name)| names(game).find(|known| known == name));
    match (rule, question.or(near)) {
        (Some(rule), Some(name)) if of_rule && rule_of(name, game).is_none() => {
            Some(Subject::Rule(rule))
        }
        (_, Some(name)) => Some(Subject::Question(name)),
        (Some(rule), None) => Some(Subject::Rule(rule)),
        (None, None) => None,
    }
}

/// Returns a noun, its singular and its plural.
fn forms(noun: &str) -> Vec<String> {
    let singular = noun.strip_suffix('s').unwrap_or(noun);
    vec![noun.to_owned(), singular.to_owned(), format!("{singular}s")]
}

/// Returns the rule that a question varies, if there is one.
fn rule_of(question: &str, game: GameName) -> Option<GameOption> {
    let ask: &Ask = questions(game).find(|ask| ask.name == question)?;
    let Some((Element::Option(name), _)) = ask.factors.first() else {
        return None;
    };
    game.options()
        .into_iter()
        .find(|option| option.name == *name)
}

/// Returns the question about a rule: these numbers of it, none of it, or what is nearest to the printed value.
fn varied(
    question: &str,
    option: &GameOption,
    numbers: &[usize],
    leaves_out: bool,
) -> anyhow::Result<Wording> {
    let name = option.name.replace('_', "-");
    let printed = match option.values {
        Values::Text(..) => PRINTED.to_owned(),
        _ => option.written(&option.printed),
    };
    let levels = match option.values {
        Values::Number(least, most) => {
            let mut levels: Vec<usize> = numbers.to_vec();
            levels.extend(leaves_out.then_some(0));
            if let Some(wrong) = levels
                .iter()
                .find(|level| !(usize::from(least)..=usize::from(most)).contains(level))
            {
                return Err(bad_input(format!(
                    "{name}: {wrong} is not possible; {least} to {most} are{}",
                    reason(option.name)
                )));
            }
            if levels.is_empty() {
                let usual: i64 = printed.parse().unwrap_or_else(|_| least.into());
                let near = if usual == i64::from(least) {
                    [usual + 1, usual + 2]
                } else {
                    [usual - 1, usual + 1]
                };
                let possible = near
                    .into_iter()
                    .filter(|level| (least.into()..=most.into()).contains(level));
                levels.extend(possible.map(|level| level as usize));
            }
            levels.iter().map(usize::to_string).collect()
        }
        Values::Switch => {
            let other = if printed == "yes" { "no" } else { "yes" };
            vec![other.to_owned()]
        }
        Values::Words(words) if leaves_out && words.contains(&"never") => vec!["never".into()],
        Values::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
        Values::Text(..) if !numbers.is_empty() => numbers.iter().map(usize::to_string).collect(),
        Values::Text(_, example) => {
            return Err(bad_input(format!(
                "{name}: say which to compare, such as goldrush balance --factor {name}=printed,{}",
                example.replace(',', "+")
            )));
        }
    };
    let others: Vec<String> = levels
        .into_iter()
        .filter(|level| *level != printed)
        .collect();
    if others.is_empty() {
        return Err(bad_input(format!(
            "{name}: {printed} is the printed rule; ask about another value"
        )));
    }
    Ok(Wording {
        question: question.into(),
        factor: Some(format!("{name}={printed},{}", others.join(","))),
    })
}

/// Says why there are no more of something, if people ask for more than there can be.
fn reason(option: &str) -> &'static str {
    match option {
        "tents" => " (a position has room for five tents of five players)",
        _ => "",
    }
}

/// Returns the error for words that name nothing.
fn unknown(text: &str, game: GameName) -> anyhow::Error {
    let rules: Vec<String> = rules(game)
        .map(|option| option.name.replace('_', "-"))
        .collect();
    bad_input(
        unknown_name("question", text, names(game))
            + &format!(
                "; a rule can be asked about, too ({}), and a .toml file of tiles or of a question of your own",
                rules.join(", ")
            ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what words ask: the question and, after a space, the factor.
    fn asked(text: &str, game: GameName) -> Result<String, String> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let wording = read(&words, game).map_err(|e| e.to_string())?;
        let factor = wording.factor.map(|factor| format!(" {factor}"));
        Ok(wording.question + &factor.unwrap_or_default())
    }

    #[test]
    fn people_ask_in_their_own_words() {
        let game = GameName::GoldRush;
        for (text, expected) in [
            ("tents", "tents"),
            ("tent", "tents"),
            ("Tents?", "tents"),
            ("komi", "first-seat"),
            ("komi 3", "komi komi=printed,3"),
            ("cowboy", "cowboys"),
            ("first seat", "first-seat"),
            ("two tents", "tents tents=1,2"),
            ("2 or 3 tents", "tents tents=1,2,3"),
            ("no tents", "tents tents=1,0"),
            ("without farmers", "farmers farmers=yes,no"),
            ("how many cowboys should there be", "cowboys"),
            ("herd points", "herd-points herd-points=4,3,5"),
            ("my-tiles.toml", "my-tiles.toml"),
            ("thinking", "depth"),
        ] {
            assert_eq!(asked(text, game).as_deref(), Ok(expected), "{text}");
        }
        let card = GameName::KniziaGold;
        assert_eq!(asked("match", card).as_deref(), Ok("whole-match"));
        assert_eq!(
            asked("dynamite", card).map(|asked| asked.starts_with("dynamite ")),
            Ok(true)
        );
    }

    #[test]
    fn what_cannot_be_asked_is_told_in_a_line() {
        let game = GameName::GoldRush;
        for (text, expected) in [
            ("six tents", "0 to 5"),
            ("one tent", "printed rule"),
            ("tnets", "did you mean tents?"),
            ("whole match", "--game knizia-gold"),
            ("weather", "there is no question"),
            ("", "there is no question"),
        ] {
            let error = asked(text, game).unwrap_err();
            assert!(
                error.contains(expected) && !error.contains('\n'),
                "{text}: {error}"
            );
        }
    }
}
