//! The messages: one JSON object a line, told apart by the key `t`.

use std::collections::BTreeMap;

use goldrush_engine::game::Points;
use goldrush_engine::record::BotComment;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::printable::printable;

/// First of all; [`FromBot::Ready`] is the answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename = "hello")]
pub struct Hello<'a> {
    /// [`super::VERSION`].
    pub proto: u32,
    /// Who asks.
    pub program: &'a str,
    /// Its version.
    pub version: &'a str,
}

/// What the games that follow are played with.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename = "catalogue")]
pub struct Components<'a> {
    /// What it is called.
    pub name: &'a str,
    /// Its hash, in hexadecimal.
    pub hash: &'a str,
    /// All of it.
    #[serde(flatten)]
    pub all: Value,
}

/// Numbers and words that a bot is to go by, by their names.
pub type BotOptions = BTreeMap<String, Value>;

/// A game begins.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename = "game")]
pub struct Game<'a, R> {
    /// Which.
    pub game: &'static str,
    /// The bot's seat, from 0.
    pub seat: usize,
    /// How many seats there are.
    pub players: usize,
    /// All the bot's chance should come from this, below 2^53.
    pub seed: u64,
    /// The name of what it is played with.
    pub catalogue: &'a str,
    /// Its hash, in hexadecimal.
    pub catalogue_hash: &'a str,
    /// The options.
    pub rules: R,
    /// What the bot is to go by, if whoever named it said so.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: &'a BotOptions,
    /// How many tokens there are of each value, in a game that has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<BTreeMap<u8, u8>>,
    /// Milliseconds for a decision.
    pub move_ms: u64,
    /// Milliseconds for all decisions of the game.
    pub game_ms: u64,
}

/// A decision is due; [`FromBot::Move`] is the answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename = "decide")]
pub struct Decide<S, E, O, M> {
    /// Which of the bot's decisions in this game, from 0.
    pub n: u32,
    /// What is to be decided.
    #[serde(flatten)]
    pub situation: S,
    /// How many legal moves there are; their ids are 0 to one less.
    pub count: u32,
    /// Milliseconds left for this decision.
    pub time_ms: u64,
    /// What happened since the last decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<E>>,
    /// What the seat knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observation: Option<O>,
    /// The legal moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<M>>,
}

/// The game is over.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename = "over")]
pub struct Over<E> {
    /// Points of each seat, hidden ones included.
    pub scores: Vec<Points>,
    /// The last events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<E>>,
}

/// What a bot says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum FromBot {
    /// It can play.
    Ready(Ready),
    /// Its decision.
    Move(Chosen),
    /// Something that is not known here, and ignored.
    #[serde(other)]
    Other,
}

/// A bot's decision.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Chosen {
    /// The move's id.
    pub id: u32,
    /// The decision's number, if it cares to repeat it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// How many points it expects to be ahead of the best other seat at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// How it expects the game to go on, move by move, in its own words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// Anything else it has to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// So much of what a bot says of a move is kept.
const MOST_MOVES: usize = 30;
const LONGEST_NOTE: usize = 500;

impl Chosen {
    /// What it said of its move, if it said anything, within bounds.
    pub fn remark(self) -> Option<BotComment> {
        let cut = |text: &str| text.chars().take(LONGEST_NOTE).collect::<String>();
        let pv: Vec<String> = self.pv.iter().take(MOST_MOVES).map(|mv| cut(mv)).collect();
        let remark = BotComment { pv, note: cut(&self.note) };
        (remark != BotComment::default()).then_some(remark)
    }
}

/// How a bot introduces itself.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ready {
    /// What it is called.
    pub name: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The version of the protocol it speaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proto: Option<u32>,
    /// What it wants to be sent; see [`crate::games::wishes::Wishes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send: Option<Vec<String>>,
    /// The games it plays; all, if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// The options of the rules that it plays when they are not as printed; all, if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// The numbers of players it plays with; all, if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Vec<usize>>,
}

/// As many characters of a name are shown.
const LONGEST_TITLE: usize = 40;

impl Ready {
    /// Its name and version, fit to be shown.
    pub fn title(&self) -> String {
        let all = format!("{} {}", self.name, self.version.as_deref().unwrap_or_default());
        let shown: String = printable(all.trim()).chars().take(LONGEST_TITLE).collect();
        if shown.is_empty() { "a bot without a name".into() } else { shown }
    }

    /// Whether it plays with so many, as far as it says.
    pub fn plays_with(&self, players: usize) -> bool {
        self.players.as_ref().is_none_or(|played| played.contains(&players))
    }

    /// Why it does not play a game of so many with these options that are not as printed, if it says so.
    pub fn refuses(&self, game: &str, players: usize, options: &[&str]) -> Option<String> {
        if let Some(games) = self.games.as_ref().filter(|games| !games.iter().any(|own| own == game)) {
            return Some(format!("it says that it plays {}, and not {game}", listed(games)));
        }
        if !self.plays_with(players) {
            let played: Vec<String> = self.players.iter().flatten().map(usize::to_string).collect();
            return Some(format!("it says that it plays with {} players, and not with {players}", listed(&played)));
        }
        let played = self.options.as_ref()?;
        let foreign = options.iter().find(|option| !played.iter().any(|own| own == *option))?;
        Some(format!("it says that it does not play with {foreign} other than printed, but with {}", listed(played)))
    }
}

fn listed(words: &[String]) -> String {
    if words.is_empty() { "nothing".into() } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::wishes::Wishes;

    #[test]
    fn unknown_messages_fields_and_wishes_are_ignored() {
        let read = |line: &str| serde_json::from_str::<FromBot>(line).unwrap();
        assert_eq!(read(r#"{"t":"move","id":3,"why":[1]}"#), FromBot::Move(Chosen { id: 3, ..Chosen::default() }));
        assert_eq!(read(r#"{"t":"info","nodes":12}"#), FromBot::Other);
        let words = ["scores".to_owned(), "poetry".to_owned()];
        let wishes = Wishes::new(Some(&words));
        assert!(wishes.moves && wishes.scores && !wishes.then && !wishes.observation);
        assert!(!Wishes::new(Some(&[])).moves);
        assert!(Wishes::new(None).observation);
    }

    #[test]
    fn a_bot_is_taken_at_its_word() {
        let read = |line: &str| match serde_json::from_str(line).unwrap() {
            FromBot::Ready(ready) => ready,
            other => panic!("{other:?}"),
        };
        let all = read(r#"{"t":"ready","name":"a"}"#);
        assert_eq!(all.refuses("carcassonne", 5, &["farmers"]), None);
        let some = read(r#"{"t":"ready","name":"a","games":["carcassonne"],"options":["farmers"],"players":[2,3]}"#);
        assert_eq!(some.refuses("carcassonne", 3, &["farmers"]), None);
        assert!(some.refuses("gold-rush", 2, &[]).unwrap().contains("plays carcassonne, and not gold-rush"));
        assert!(some.refuses("carcassonne", 2, &["choose_ingots"]).unwrap().contains("choose_ingots"));
        assert!(some.refuses("carcassonne", 4, &[]).unwrap().contains("with 2, 3 players, and not with 4"));
    }
}
