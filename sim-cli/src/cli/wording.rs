//! Questions in the words of the person who asks: `tent`, `komi`, `six tents`, `no farmers`.

use std::error::Error;
use std::fmt;

use goldrush_engine::options::{SetBy, Values};
use goldrush_games::about::{GameOption, PRINTED};
use goldrush_games::ask::{Ask, Element, GAME_QUESTIONS};
use goldrush_games::{Choice, GameName};
use goldrush_harness::study::factor::{Factor, Setting};
use goldrush_support::error::bad_input;
use strsim::damerau_levenshtein;

use super::ask::{STRATEGY, STYLES, game_questions, questions, rule_questions};

/// Values of a rule that words name.
struct Amount {
    numbers: Vec<usize>,
    /// True if they leave it out.
    leaves_out: bool,
    /// True if they ask for more of it than is printed.
    is_more: bool,
    /// True if they ask for less.
    is_less: bool,
}

/// A question by its name, and what else the words name.
#[derive(PartialEq, Debug)]
pub struct Wording {
    pub question: String,
    /// `NAME=BEFORE,AFTER,…`.
    pub factor: Option<String>,
    /// Number of players.
    pub players: Option<String>,
}

impl Wording {
    fn plain(question: &str) -> Wording {
        Wording {
            question: question.into(),
            factor: None,
            players: None,
        }
    }
}

/// Words that name no question. It is bad input: one line, and a line for each question that may be meant.
#[derive(Debug)]
pub struct NoQuestion {
    problem: String,
    pub suggestions: Vec<String>,
}

impl fmt::Display for NoQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)
    }
}

impl Error for NoQuestion {}

/// Words that say nothing about the subject.
const FILLERS: &str = "a about actually add added advantage affect affects all allow allowed also always am an and any anybody anyone are as at \
                       away bad be been better big by can change changed changes could did difference different do \
                       does doing each effect else enough ever every everybody everyone explain favored few find for \
                       from game games get gets give good great had happen happens has have help helps high how i if impact \
                       important in instead into is it its kindly know let like long low make makes many matter matters me \
                       most much my need number of off often on or our \
                       out per play played playing plays please really rule rules s see set should show so some tell than that the their them \
                       there these they thing things this to too us use used value want was way we were what when where whether which who \
                       why will win wins winning with work works would you your";

/// Words for the number of players, beside a number.
const PLAYERS_WORDS: [&str; 4] = ["player", "players", "person", "people"];

/// Words for numbers, from 0.
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Words that leave something out.
const WITHOUT: [&str; 4] = ["no", "without", "never", "not"];

/// Words for values above the printed one, and below it.
const MORE: [&str; 6] = ["more", "extra", "additional", "another", "bigger", "higher"];
const LESS: [&str; 5] = ["less", "fewer", "smaller", "lower", "only"];

/// Other words for questions.
const NEAR: [(&str, &str); 79] = [
    ("komi", "first-seat"),
    ("compensation", "first-seat"),
    ("compensate", "first-seat"),
    ("handicap", "first-seat"),
    ("head start", "first-seat"),
    ("turn order", "first-seat"),
    ("seating", "first-seat"),
    ("first move", "first-seat"),
    ("second player", "first-seat"),
    ("last player", "first-seat"),
    ("balance", "first-seat"),
    ("balanced", "first-seat"),
    ("unfair", "first-seat"),
    ("seat", "first-seat"),
    ("start", "first-seat"),
    ("starting player", "first-seat"),
    ("start player", "first-seat"),
    ("first player", "first-seat"),
    ("first", "first-seat"),
    ("going first", "first-seat"),
    ("fair", "first-seat"),
    ("fairness", "first-seat"),
    ("first player advantage", "first-seat"),
    ("leader run", "runaway"),
    ("deep", "depth"),
    ("luck of the draw", "luck"),
    ("luckiest player", "luck"),
    ("length", "leads"),
    ("snowball", "runaway"),
    ("runaway leader", "runaway"),
    ("catch up", "runaway"),
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
    ("skilful", "skill"),
    ("skillful", "skill"),
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
    let mut sentences = rule_questions(game).chain(game_questions(game));
    if let Some((name, _)) = sentences.find(|(_, sentence)| plain(sentence) == plain(&text)) {
        return Ok(Wording::plain(name));
    }
    if let Some(other) = game_of(&dashed).filter(|other| *other != game) {
        return Err(bad_input(format!(
            "\"{text}\" is a question about {other}, not {game}: add --game {other}"
        )));
    }
    let words = plain(&text);
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let place = place_of_players(&words);
    let players = place.and_then(|at| number(words[at]).or_else(|| number(words[at + 1])));
    if let Some(at) = place {
        words.drain(at..at + 2);
    }
    let numbers: Vec<usize> = words.iter().copied().filter_map(number).collect();
    let amount = Amount {
        numbers,
        leaves_out: words.iter().any(|word| WITHOUT.contains(word)),
        is_more: words.iter().any(|word| MORE.contains(word)),
        is_less: words.iter().any(|word| LESS.contains(word)),
    };
    // A number is that of a rule, so `2 komi` is no question about seats.
    let of_rule = amount.leaves_out || !amount.numbers.is_empty();
    let mut wording = match subject(&words, game, of_rule) {
        Some(Subject::Question(name)) if of_rule => match rule_of(name, game) {
            Some(option) => varied(game, name, &option, &amount)?,
            None => Wording::plain(name),
        },
        Some(Subject::Question("tiles")) if amount.is_less && has_option(FEWER_TILES.0, game) => {
            Wording {
                question: FEWER_TILES.0.into(),
                factor: Some(format!("{}={}", FEWER_TILES.0, FEWER_TILES.1)),
                players: None,
            }
        }
        Some(Subject::Question(name)) if amount.is_more != amount.is_less => {
            match rule_of(name, game).filter(is_number) {
                Some(option) => varied(game, name, &option, &amount)?,
                None => Wording::plain(name),
            }
        }
        Some(Subject::Question(name)) => Wording::plain(name),
        Some(Subject::Rule(option)) => {
            let name = option.name.replace('_', "-");
            varied(game, &name, &option, &amount)?
        }
        None => match players.filter(|_| words.iter().all(is_filler)) {
            Some(players) => return Ok(number_of_players(players)),
            None => return Err(unknown(&text, game)),
        },
    };
    wording.players = players.map(|players| players.to_string());
    Ok(wording)
}

/// Returns the words of a sentence, without its capitals and signs.
fn plain(sentence: &str) -> Vec<String> {
    let lower = sentence.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the number that a word is.
fn number(word: &str) -> Option<usize> {
    let named = NUMBERS.iter().position(|name| *name == word);
    named.or_else(|| word.parse().ok())
}

/// True if a word says nothing about the subject.
fn is_filler(word: &&str) -> bool {
    FILLERS.split(' ').any(|filler| filler == *word)
        || WITHOUT.contains(word)
        || MORE.contains(word)
        || LESS.contains(word)
        || number(word).is_some()
}

/// Returns where two words name the number of players: `fair with 5 players`, `players 5`.
fn place_of_players(words: &[&str]) -> Option<usize> {
    words.windows(2).position(|pair| {
        let is_players = [pair[0], pair[1]].map(|word| PLAYERS_WORDS.contains(&word));
        let is_number = [pair[0], pair[1]].map(|word| number(word).is_some());
        is_players == [true, false] && is_number[1] || is_players == [false, true] && is_number[0]
    })
}

/// Returns the question what another number of players changes.
fn number_of_players(players: usize) -> Wording {
    Wording {
        factor: (players != 2).then(|| format!("players=2,{players}")),
        ..Wording::plain("players")
    }
}

/// Finds the longest part of the words that names a subject; all others must be fillers.
fn subject(words: &[&str], game: GameName, of_rule: bool) -> Option<Subject> {
    let mut told: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| number(word).is_none() && !WITHOUT.contains(word))
        .collect();
    // `no tents, two tents` is about tents.
    told.dedup();
    for length in (1..=told.len()).rev() {
        for at in 0..=told.len() - length {
            let end = at + length;
            let found = find(&told[at..end].join(" "), game, of_rule);
            if found.is_some() && told[..at].iter().chain(&told[end..]).all(is_filler) {
                return found;
            }
        }
    }
    None
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

/// True if a game has a rule of this name, as it is typed.
fn has_option(name: &str, game: GameName) -> bool {
    let mut options = game.options().into_iter();
    options.any(|option| option.name.replace('_', "-") == name)
}

/// True if the values of a rule are numbers.
fn is_number(option: &GameOption) -> bool {
    matches!(option.values, Values::Number(..))
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
    game: GameName,
    question: &str,
    option: &GameOption,
    amount: &Amount,
) -> anyhow::Result<Wording> {
    let name = option.name.replace('_', "-");
    let printed = match option.values {
        Values::Text(..) => PRINTED.to_owned(),
        _ => option.written(&option.printed),
    };
    let levels = match option.values {
        Values::Number(least, most) => {
            let mut levels: Vec<usize> = amount.numbers.clone();
            levels.extend(amount.leaves_out.then_some(0));
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
                let near = match (amount.is_more, amount.is_less) {
                    (true, false) => [usual + 1, usual + 2, usual + 3],
                    (false, true) => [usual - 1, usual - 2, usual - 3],
                    _ if usual == i64::from(least) => [usual + 1, usual + 2, usual + 3],
                    _ => [usual - 1, usual + 1, usual - 2],
                };
                let possible = near.into_iter().filter(|level| {
                    (least.into()..=most.into()).contains(level)
                        && is_playable(game, &format!("{name}={printed},{level}"))
                });
                levels.extend(possible.take(2).map(|level| level as usize));
            }
            levels.iter().map(usize::to_string).collect()
        }
        Values::Switch => {
            let other = if printed == "yes" { "no" } else { "yes" };
            vec![other.to_owned()]
        }
        Values::Words(words) if amount.leaves_out && words.contains(&"never") => {
            vec!["never".into()]
        }
        Values::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
        Values::Text(..) if !amount.numbers.is_empty() => {
            amount.numbers.iter().map(usize::to_string).collect()
        }
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
        players: None,
    })
}

/// True if the game can be played with the second value of a factor, and its other rules as printed.
fn is_playable(game: GameName, factor: &str) -> bool {
    let mut setting = Setting {
        choice: Choice::printed(game),
        players: 2,
    };
    Factor::parse(factor, game).is_ok_and(|factor| factor.apply(1, &mut setting).is_ok())
        && setting.choice.setup(setting.players).is_ok()
}

/// Says why there are no more of something, if people ask for more than there can be.
fn reason(option: &str) -> &'static str {
    match option {
        "tents" => " (a position has room for five tents of five players)",
        _ => "",
    }
}

/// Rule that people mean by fewer tiles, and numbers of tiles left out that make a difference.
const FEWER_TILES: (&str, &str) = ("tiles-left-out", "0,12,24");

/// Most questions that are suggested.
const SUGGESTED: usize = 3;

/// Returns the error for words that name nothing: the nearest questions and rules, each in a line.
fn unknown(text: &str, game: GameName) -> anyhow::Error {
    let mut known: Vec<(String, String)> = rule_questions(game)
        .chain(game_questions(game))
        .map(|(name, question)| (format!("ask {name}"), question.to_owned()))
        .collect();
    for option in rules(game) {
        let name = format!("ask {}", option.name.replace('_', "-"));
        if known.iter().all(|(other, _)| *other != name) {
            known.push((name, "What does this rule change?".into()));
        }
    }
    known.push((
        "design".into(),
        "Search for rules: closer, fairer, shorter or longer games, the best rules for your goals"
            .into(),
    ));
    let words = plain(text);
    let told: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !is_filler(word))
        .collect();
    let mut near: Vec<(usize, &(String, String))> = Vec::new();
    for one in &known {
        near.extend(distance_of(&told, one).map(|distance| (distance, one)));
    }
    near.sort_by_key(|(distance, _)| *distance);
    let game = if game == GameName::default() {
        String::new()
    } else {
        format!(" --game {game}")
    };
    let suggestions = near
        .iter()
        .take(SUGGESTED)
        .map(|(_, one)| format!("goldrush {}{game}: {}", one.0, one.1));
    let suggestions: Vec<String> = suggestions.collect();
    let more = if suggestions.is_empty() {
        ""
    } else {
        ". Did you mean one of these?"
    };
    NoQuestion {
        problem: format!(
            "there is no question \"{text}\"; goldrush ask{game} lists all, and a .toml file of tiles or of a question of your \
             own can be asked, too{more}"
        ),
        suggestions,
    }
    .into()
}

/// Returns how far words are from a command or its sentence: the least distance of one of them from a word there that says what it is
/// about, if any may be meant.
fn distance_of(told: &[&str], (command, sentence): &(String, String)) -> Option<usize> {
    let about = plain(&format!("{command} {sentence}"));
    let about = about.iter().filter(|word| !is_filler(&word.as_str()));
    let pairs = about.flat_map(|known| told.iter().map(move |word| distance(word, known)));
    pairs.flatten().min()
}

/// Returns the distance of a word from a name that may be meant: at most a third of its length.
fn distance(word: &str, name: &str) -> Option<usize> {
    let distance = damerau_levenshtein(word, name);
    (3 * distance <= name.len().max(word.len())).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what words ask: the question and, after a space, the factor.
    fn asked(text: &str, game: GameName) -> Result<String, String> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let wording = read(&words, game).map_err(|e| e.to_string())?;
        let factor = wording.factor.map(|factor| format!(" {factor}"));
        let players = wording
            .players
            .map(|players| format!(" --players {players}"));
        Ok(wording.question + &factor.unwrap_or_default() + &players.unwrap_or_default())
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
            ("compensation", "first-seat"),
            ("fair with 5 players", "first-seat --players 5"),
            ("is it fair for three players?", "first-seat --players 3"),
            ("players 5", "players players=2,5"),
            ("what about four players", "players players=2,4"),
            ("two tents with 3 players", "tents tents=1,2 --players 3"),
            ("please, do the tents matter?", "tents"),
            ("does the first player win", "first-seat"),
            ("does the better player win more", "skill"),
            ("how many players", "players"),
            ("number of players 5", "players players=2,5"),
            ("is the first player favored", "first-seat"),
            ("first player advantage", "first-seat"),
            ("what if everybody had two tents", "tents tents=1,2"),
            ("no tents, two tents", "tents tents=1,2,0"),
            ("luck of the draw", "luck"),
            ("how deep is it", "depth"),
            ("does the leader run away", "runaway"),
            ("more tents", "tents tents=1,2,3"),
            ("fewer tiles", "tiles-left-out tiles-left-out=0,12,24"),
            ("another tent", "tents tents=1,2,3"),
            ("fewer cowboys", "cowboys cowboys=4,3,2"),
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

    /// The sentences of the list are names of their questions.
    #[test]
    fn listed_sentences_are_understood() {
        for game in GameName::ALL.iter().copied() {
            for (name, sentence) in rule_questions(game).chain(game_questions(game)) {
                assert_eq!(asked(sentence, game).as_deref(), Ok(name), "{sentence}");
            }
        }
    }

    #[test]
    fn wishes_for_better_rules_point_to_the_search() {
        for text in ["I want closer games", "shorter games", "best rules"] {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let error = read(&words, GameName::GoldRush).unwrap_err();
            let suggestions = error.downcast::<NoQuestion>().unwrap().suggestions;
            assert!(
                suggestions
                    .iter()
                    .any(|line| line.starts_with("goldrush design: ")),
                "{text}: {suggestions:?}"
            );
        }
        let words = ["why", "is", "the", "sky", "blue"].map(str::to_owned);
        let error = read(&words, GameName::GoldRush).unwrap_err();
        let suggestions = error.downcast::<NoQuestion>().unwrap().suggestions;
        assert!(suggestions.is_empty(), "{suggestions:?}");
    }

    #[test]
    fn what_cannot_be_asked_is_told_in_a_line() {
        let game = GameName::GoldRush;
        for (text, expected) in [
            ("six tents", "0 to 5"),
            ("one tent", "printed rule"),
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

    fn suggested(game: GameName) -> Vec<String> {
        let error = read(&["tnets".to_owned()], game).unwrap_err();
        error.downcast::<NoQuestion>().unwrap().suggestions
    }

    #[test]
    fn what_may_be_meant_is_suggested_line_by_line() {
        let suggestions = suggested(GameName::GoldRush);
        assert!(
            suggestions[0].starts_with("goldrush ask tents: ") && suggestions.len() <= SUGGESTED,
            "{suggestions:?}"
        );
        let others = suggested(GameName::Carcassonne);
        assert!(
            others.iter().all(|line| !line.contains("ask tents")),
            "{others:?}"
        );
    }
}
