//! Questions that designers often ask, and the parts of the studies that answer them.

use std::fmt;
use std::str::FromStr;

use goldrush_engine::options::{SetBy, Values};
use serde::{Deserialize, Serialize};

use super::GameName;

/// A question and the study that answers it.
pub struct Ask {
    /// Name on the command line.
    pub name: &'static str,
    /// The question, as a sentence.
    pub question: &'static str,
    /// Elements to vary, each with its levels, the base first.
    pub factors: &'static [(Element, &'static [&'static str])],
    /// Actions denied to a seat.
    pub denied: &'static [&'static str],
    /// Answers to show; all if empty.
    pub about: &'static [Topic],
    /// True if it can be asked of any other rule as well.
    pub any_factor: bool,
}

/// Creates a question; all answers are shown.
pub const fn ask(
    name: &'static str,
    question: &'static str,
    factors: &'static [(Element, &'static [&'static str])],
    denied: &'static [&'static str],
) -> Ask {
    Ask {
        name,
        question,
        factors,
        denied,
        about: &[],
        any_factor: false,
    }
}

/// Questions that apply to every game.
pub const OF_ALL_GAMES: [Ask; 2] = [
    Ask {
        about: &[Topic::Seats],
        ..ask(
            "first-seat",
            "Is it an advantage to go first?",
            &[(Element::Seat, &["0", "1", "2", "3", "4"])],
            &[],
        )
    },
    ask(
        "players",
        "What changes with the number of players?",
        &[(Element::Players, &["2", "3", "4", "5"])],
        &[],
    ),
];

/// The question about farmers, for games that have them.
pub const FARMERS: Ask = ask(
    "farmers",
    "How do farmers change the game?",
    &[(Element::Option("farmers"), &["yes", "no"])],
    &[],
);

/// The question whether a rule lets the leader run away.
pub const fn runaway(
    question: &'static str,
    factors: &'static [(Element, &'static [&'static str])],
) -> Ask {
    let about = &[Topic::LeadChanges, Topic::Decided, Topic::Leader];
    Ask {
        about,
        any_factor: true,
        ..ask("runaway", question, factors, &[])
    }
}

/// The question whether farmers let the leader run away, for games that have them.
pub const RUNAWAY: Ask = runaway(
    "Do farmers let the leader run away?",
    &[(Element::Option("farmers"), &["yes", "no"])],
);

/// A question about a game as it is. Games between equal bots answer it, or games of pairs if it is about skill; of a rule, a study.
pub struct GameQuestion {
    /// Name on the command line.
    pub name: &'static str,
    /// The question, as a sentence.
    pub question: &'static str,
    /// Answers to show if a rule is varied.
    pub about: &'static [Topic],
}

/// The question about better players.
pub const SKILL: &str = "skill";
/// The question about longer thought.
pub const DEPTH: &str = "depth";

/// All questions about games as they are.
pub const GAME_QUESTIONS: [GameQuestion; 7] = [
    GameQuestion {
        name: "leads",
        question: "What does a typical game look like, and does the leader run away?",
        about: &[
            Topic::Closeness,
            Topic::Length,
            Topic::Points,
            Topic::LeadChanges,
            Topic::Leader,
        ],
    },
    GameQuestion {
        name: "luck",
        question: "How often does the luckiest player win?",
        about: &[Topic::Luck, Topic::DrawSize],
    },
    GameQuestion {
        name: "choices",
        question: "How many choices does a player have, early and late in the game?",
        about: &[Topic::Decisions, Topic::Choices, Topic::NearEqual],
    },
    GameQuestion {
        name: "tiles",
        question: "Which tile or card helps most when it is drawn, and how much do draws vary?",
        about: &[Topic::DrawSize],
    },
    GameQuestion {
        name: "points",
        question: "Where do points come from, early and late in the game?",
        about: &[Topic::Points, Topic::Sources],
    },
    GameQuestion {
        name: SKILL,
        question: "How often does the better player win?",
        about: &[Topic::Skill],
    },
    GameQuestion {
        name: DEPTH,
        question: "How much more does a player win who thinks longer?",
        about: &[Topic::Skill],
    },
];

/// An element of the game that can be varied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// The game, among those whose results can be compared.
    Game,
    /// An option of a game or of its components, by name.
    Option(&'static str),
    Players,
    /// The seat that is evaluated; the games are the same.
    Seat,
}

impl Element {
    /// Returns all elements that can be varied in some game.
    pub fn all() -> Vec<Element> {
        let mut all = vec![Element::Game];
        for option in GameName::ALL.iter().flat_map(|game| game.options()) {
            let element = Element::Option(option.name);
            if matches!(option.set_by, SetBy::User | SetBy::Number | SetBy::Study)
                && !all.contains(&element)
            {
                all.push(element);
            }
        }
        all.extend([Element::Players, Element::Seat]);
        all
    }

    /// True if a game has it.
    pub fn is_in(self, game: GameName) -> bool {
        match self {
            Element::Option(name) => game.options().iter().any(|option| option.name == name),
            Element::Game | Element::Players | Element::Seat => true,
        }
    }

    /// Returns the possible levels, in short notation.
    pub fn levels(self) -> String {
        match self {
            Element::Game => GameName::ALL
                .iter()
                .map(GameName::to_string)
                .collect::<Vec<_>>()
                .join(","),
            Element::Players => "2..5".into(),
            Element::Seat => "0..4".into(),
            Element::Option(name) => match GameName::ALL
                .iter()
                .flat_map(|game| game.options())
                .find(|option| option.name == name)
                .map(|option| option.values)
            {
                Some(Values::Switch) => "yes,no".into(),
                Some(Values::Number(least, most)) => format!("{least}..{most}"),
                Some(Values::Words(words)) => words.join(","),
                Some(Values::Text(_, example)) => format!("printed,{}", example.replace(',', "+")),
                None => String::new(),
            },
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Game => f.write_str("game"),
            Element::Option(name) => f.write_str(&name.replace('_', "-")),
            Element::Players => f.write_str("players"),
            Element::Seat => f.write_str("seat"),
        }
    }
}

/// A question about a rule, in the order in which they are answered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// Loss of a player who is denied something.
    Loss,
    /// Who wins: fairness of the seats.
    Seats,
    /// Closeness of games.
    Closeness,
    /// Length of games.
    Length,
    /// Points per player.
    Points,
    /// Sources of points.
    Sources,
    /// Importance of skill.
    Skill,
    /// Frequency of actions.
    Use,
    /// Frequency of changes of the lead.
    LeadChanges,
    /// When a game is decided.
    Decided,
    /// Severity of the positions from which winners came back.
    Drama,
    /// Safety of a lead at half-time.
    Leader,
    /// Closeness of games relative to the points.
    RelativeCloseness,
    Decisions,
    Choices,
    /// Number of good choices.
    NearEqual,
    /// Contact between players.
    Interaction,
    /// Influence of luck on who is ahead and who wins.
    Luck,
    /// Size of the difference between draws.
    DrawSize,
}

/// All topics in order, each with its name on the command line and its question.
const TOPICS: [(Topic, &str, &str); 19] = [
    (Topic::Loss, "loss", "What a player loses without it"),
    (Topic::Seats, "seats", "Who wins"),
    (Topic::Closeness, "closeness", "How close games are"),
    (Topic::Length, "length", "How long games last"),
    (Topic::Points, "points", "How many points players score"),
    (Topic::Sources, "sources", "Where points come from"),
    (Topic::Skill, "skill", "How much skill counts"),
    (Topic::Use, "use", "How often actions are taken"),
    (
        Topic::LeadChanges,
        "lead-changes",
        "How often the lead changes",
    ),
    (Topic::Decided, "decided", "When a game is decided"),
    (Topic::Drama, "drama", "How far behind winners were"),
    (Topic::Leader, "leader", "How safe a lead is at half-time"),
    (
        Topic::RelativeCloseness,
        "relative-closeness",
        "How close games are, relative to the points scored",
    ),
    (
        Topic::Decisions,
        "decisions",
        "How many decisions a game has",
    ),
    (Topic::Choices, "choices", "How many choices a decision has"),
    (
        Topic::NearEqual,
        "near-equal",
        "How many choices are nearly as good as the best",
    ),
    (
        Topic::Interaction,
        "interaction",
        "How much players interact",
    ),
    (Topic::Luck, "luck", "How much luck decides"),
    (
        Topic::DrawSize,
        "draw-size",
        "How much one draw differs from another",
    ),
];

impl Topic {
    /// Returns the question in words.
    pub fn question(self) -> &'static str {
        TOPICS[self as usize].2
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(TOPICS[*self as usize].1)
    }
}

impl FromStr for Topic {
    type Err = String;

    fn from_str(text: &str) -> Result<Topic, String> {
        let found = TOPICS.iter().find(|(_, name, _)| *name == text);
        found.map(|(topic, ..)| *topic).ok_or_else(|| {
            let names = TOPICS.map(|(_, name, _)| name).join(", ");
            format!("\"{text}\" is none of the questions: {names}")
        })
    }
}
