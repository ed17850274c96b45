//! `goldrush rules`: prints the rules of a game, one by its number, or those that contain given words.

use std::io::Write;

use goldrush_engine::rulebook::{self, MARKS, RULEBOOKS, Rule, Rulebook};
use goldrush_games::GameName;
use goldrush_report::wrap;
use goldrush_support::error::bad_input;

use super::pager;
use crate::cli::args::RulesArgs;

pub(super) fn run(args: &RulesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut text = Vec::new();
    write(args, &mut text)?;
    Ok(pager::write(&String::from_utf8(text)?, out)?)
}

fn write(args: &RulesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game: Option<GameName> = args.game.as_deref().map(read_game).transpose()?;
    if args.words.is_empty() {
        let rules: Vec<_> = game.unwrap_or_default().about().book.rules().collect();
        print_all(&rules, out)?;
        return explain_marks(&rules, out);
    }
    if let [id] = &args.words[..]
        && let Some(rule) = rulebook::find(id)
    {
        print(&rule, out)?;
        return explain_marks(&[rule], out);
    }
    let books = game.map_or_else(|| RULEBOOKS.to_vec(), |game| vec![game.about().book]);
    let Matches { named, mentioned } = find(&books, &args.words);
    if named.is_empty() && mentioned.is_empty() {
        let words = args.words.join(" ");
        if let Some(rule) = of_option(&words, game) {
            print(&rule, out)?;
            return explain_marks(&[rule], out);
        }
        let numbers = rulebook::numbers();
        return Err(bad_input(format!(
            "no rule has \"{words}\" in it, and none has that number; rules are {numbers}"
        )));
    }
    // Rules that only mention the words are shown in full if there are no better matches.
    let (full, brief) = if named.is_empty() {
        (mentioned, Vec::new())
    } else {
        (named, mentioned)
    };
    print_all(&full, out)?;
    explain_marks(&full, out)?;
    if !brief.is_empty() {
        let list: Vec<_> = brief
            .iter()
            .map(|rule| format!("{} {}", rule.id, rule.title))
            .collect();
        wrap::write(&format!("Also in: {}.", list.join(", ")), "", "  ", out)?;
    }
    Ok(())
}

fn read_game(name: &str) -> anyhow::Result<GameName> {
    name.parse().map_err(|e| bad_input(format!("--game: {e}")))
}

/// Returns the rule of an option by its name, such as `tiles-left-out`; of several games, the first one's.
fn of_option(name: &str, game: Option<GameName>) -> Option<Rule> {
    let name = name.trim_start_matches('-').replace('-', "_");
    let games = GameName::ALL.iter().copied();
    let mut options = games
        .filter(|one| game.is_none_or(|game| game == *one))
        .flat_map(GameName::options);
    let option = options.find(|option| option.name == name)?;
    rulebook::find(option.rule)
}

/// Rules with all the words in their names, and others with them in their text.
struct Matches {
    named: Vec<Rule>,
    mentioned: Vec<Rule>,
}

/// True if a text has all of these words, which are in lower case.
fn has_all(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    words.iter().all(|word| text.contains(word))
}

fn find(books: &[Rulebook], words: &[String]) -> Matches {
    let words: Vec<String> = words
        .iter()
        .flat_map(|word| word.split_whitespace())
        .map(stem)
        .collect();
    let all = books.iter().flat_map(|book| book.rules());
    let found = all.filter(|rule| has_all(&format!("{} {}", rule.title, rule.text), &words));
    let (named, mentioned) = found.partition(|rule| has_all(rule.title, &words));
    Matches { named, mentioned }
}

/// Returns a word in lower case, without endings of inflection.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    let without = ["ies", "es", "s", "y"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending));
    without
        .filter(|stem| stem.len() >= 3)
        .unwrap_or(&word)
        .to_owned()
}

fn print_all(rules: &[Rule], out: &mut dyn Write) -> anyhow::Result<()> {
    for rule in rules {
        print(rule, out)?;
        writeln!(out)?;
    }
    Ok(())
}

fn print(rule: &Rule, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{} {}", rule.id, rule.title)?;
    Ok(wrap::write(rule.text, "  ", "  ", out)?)
}

/// Says what the marks in these rules mean.
fn explain_marks(rules: &[Rule], out: &mut dyn Write) -> anyhow::Result<()> {
    for mark in MARKS
        .into_iter()
        .filter(|mark| rules.iter().any(|rule| rule.has(*mark)))
    {
        wrap::write(
            &format!("{} marks {}.", mark.sign, mark.meaning),
            "",
            "  ",
            out,
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_found_by_singular_and_plural() {
        let ids = |words: &str| {
            let Matches { named, mentioned } = find(&RULEBOOKS, &[words.to_owned()]);
            let ids = |rules: Vec<Rule>| rules.iter().map(|rule| rule.id).collect::<Vec<_>>();
            (ids(named), ids(mentioned))
        };
        assert_eq!(
            of_option("tiles-left-out", None).map(|rule| rule.id),
            Some("V20")
        );
        assert!(of_option("herd", None).is_none());
        let (named, mentioned) = ids("Tents");
        assert_eq!(ids("tent"), (named.clone(), mentioned.clone()));
        assert!(
            !named.is_empty() && mentioned.contains(&"G9"),
            "{named:?} {mentioned:?}"
        );
        assert_eq!(ids("cities"), ids("city"));
        assert_eq!(ids("dynamite").0, ["K5", "V28"]);
        assert_eq!(ids("zeppelin"), (vec![], vec![]));
    }
}
