//! The messages: one JSON object per line, distinguished by the key `t`.

use std::collections::BTreeMap;
use std::mem::discriminant;

use goldrush_engine::game::Points;
use goldrush_engine::record::BotComment;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use goldrush_support::printable::printable;

/// First message of a connection; answered by [`FromBot::Ready`].
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename = "hello")]
pub struct Hello<'a> {
    /// Protocol version, [`super::VERSION`].
    pub proto: u32,
    /// Name of the host program.
    pub program: &'a str,
    /// Version of the host program.
    pub version: &'a str,
}

/// Catalogue of tiles or cards used in the games that follow.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename = "catalogue")]
pub struct Components<'a> {
    /// Name of the catalogue.
    pub name: &'a str,
    /// Its hash, in hexadecimal.
    pub hash: &'a str,
    /// Its contents.
    #[serde(flatten)]
    pub all: Value,
}

/// A bot's own options by name: numbers, booleans and strings.
pub type BotOptions = BTreeMap<String, Value>;

/// Start of a game.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename = "game")]
pub struct Game<'a, R> {
    pub game: &'static str,
    /// The bot's seat, from 0.
    pub seat: usize,
    /// Number of seats.
    pub players: usize,
    /// Random seed for all of the bot's random choices, below 2^53.
    pub seed: u64,
    pub catalogue: &'a str,
    /// Hash of the catalogue, in hexadecimal.
    pub catalogue_hash: &'a str,
    /// Rule options of the game.
    pub rules: R,
    /// Values of the bot's own options that were given with its name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: &'a BotOptions,
    /// Number of tokens of each value, in a game with tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<BTreeMap<u8, u8>>,
    /// Milliseconds per decision.
    pub move_ms: u64,
    /// Milliseconds for all decisions of the game.
    pub game_ms: u64,
    /// Time that each decision adds to that for the game, in milliseconds.
    pub increment_ms: u64,
}

/// Request for a decision; answered by [`FromBot::Move`].
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename = "decide")]
pub struct Decide<S, E, O, F, M> {
    /// Number of this decision among the bot's in this game, from 0.
    pub n: u32,
    /// Situation to decide.
    #[serde(flatten)]
    pub situation: S,
    /// Number of legal moves; their ids are 0 to `count` - 1.
    pub count: u32,
    /// Milliseconds left for this decision.
    pub time_ms: u64,
    /// Events since the last decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<E>>,
    /// Observation: what the seat may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observation: Option<O>,
    /// The connected features.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<F>>,
    /// The legal moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<M>>,
}

/// End of a game.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename = "over")]
pub struct Over<E> {
    /// Final score of each seat, including hidden points.
    pub scores: Vec<Points>,
    /// The last events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<E>>,
}

/// A message from a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum FromBot {
    /// The bot is ready to play.
    Ready(Ready),
    /// Its decision.
    Move(Chosen),
    /// An unknown message, which is ignored.
    #[serde(other)]
    Other,
}

/// A bot's decision.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Chosen {
    /// Id of the move.
    pub id: u32,
    /// Number of the decision, if the bot repeats it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// Expected final lead over the best other seat, in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Expected continuation, move by move, in the bot's notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// Any other comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Limits on what is kept of a bot's comment: number of moves, and characters of each text.
const MOST_MOVES: usize = 30;
const LONGEST_NOTE: usize = 500;

impl Chosen {
    /// Returns the bot's comment on its move, cut to the limits; `None` if it made none.
    pub fn remark(self) -> Option<BotComment> {
        let cut = |text: &str| text.chars().take(LONGEST_NOTE).collect::<String>();
        let pv: Vec<String> = self.pv.iter().take(MOST_MOVES).map(|mv| cut(mv)).collect();
        let remark = BotComment {
            pv,
            note: cut(&self.note),
        };
        (remark != BotComment::default()).then_some(remark)
    }
}

/// A bot's introduction of itself.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ready {
    /// Name of the bot.
    pub name: String,
    /// Version of the bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Protocol version it speaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proto: Option<u32>,
    /// Optional content it wants to receive; see [`goldrush_games::requested::RequestedFields`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send: Option<Vec<String>>,
    /// Games it plays; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// Rule options for which it also plays values other than the printed ones; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<String>>,
    /// Its own options with their defaults; no others may be given.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BotOptions,
    /// Numbers of players it plays with; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Vec<usize>>,
}

/// Most characters shown of a name.
const LONGEST_TITLE: usize = 40;

impl Ready {
    /// Returns its name and version, safe to display.
    pub fn title(&self) -> String {
        let all = format!(
            "{} {}",
            self.name,
            self.version.as_deref().unwrap_or_default()
        );
        let shown: String = printable(all.trim()).chars().take(LONGEST_TITLE).collect();
        if shown.is_empty() {
            "a bot without a name".into()
        } else {
            shown
        }
    }

    /// True if it plays with this many players, as far as it declares.
    pub fn plays_with(&self, players: usize) -> bool {
        self.players
            .as_ref()
            .is_none_or(|played| played.contains(&players))
    }

    /// Returns why it does not support a game with this many players and these unprinted options; `None` if it does.
    pub fn refuses(&self, game: &str, players: usize, options: &[&str]) -> Option<String> {
        if let Some(games) = self
            .games
            .as_ref()
            .filter(|games| !games.iter().any(|own| own == game))
        {
            return Some(format!(
                "it says that it plays {}, and not {game}",
                listed(games)
            ));
        }
        if !self.plays_with(players) {
            let played: Vec<String> = self
                .players
                .iter()
                .flatten()
                .map(usize::to_string)
                .collect();
            return Some(format!(
                "it says that it plays with {} players, and not with {players}",
                listed(&played)
            ));
        }
        let played = self.rules.as_ref()?;
        let foreign = options
            .iter()
            .find(|option| !played.iter().any(|own| own == *option))?;
        Some(format!(
            "it says that it does not play with {foreign} other than printed, but with {}",
            listed(played)
        ))
    }

    /// Returns the values of its own options in a game: the defaults, except those given.
    ///
    /// # Errors
    /// If it has no such option, or one of another type.
    pub fn options_with(&self, given: &BotOptions) -> Result<BotOptions, String> {
        let mut options = self.options.clone();
        for (name, value) in given {
            let own: Vec<String> = self.options.keys().cloned().collect();
            let option = options.get_mut(name).ok_or_else(|| {
                format!(
                    "it has no option \"{name}\"; its options are: {}",
                    listed(&own)
                )
            })?;
            if discriminant(option) != discriminant(value) {
                return Err(format!(
                    "{value} is given for its option \"{name}\"; a value such as {option} is expected"
                ));
            }
            option.clone_from(value);
        }
        Ok(options)
    }
}

fn listed(words: &[String]) -> String {
    if words.is_empty() {
        "nothing".into()
    } else {
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use goldrush_games::requested::RequestedFields;

    use super::*;

    #[test]
    fn unknown_messages_fields_and_requests_are_ignored() {
        let read = |line: &str| serde_json::from_str::<FromBot>(line).unwrap();
        assert_eq!(
            read(r#"{"t":"move","id":3,"why":[1]}"#),
            FromBot::Move(Chosen {
                id: 3,
                ..Chosen::default()
            })
        );
        assert_eq!(read(r#"{"t":"info","nodes":12}"#), FromBot::Other);
        let words = ["scores".to_owned(), "poetry".to_owned()];
        let requested = RequestedFields::new(Some(&words));
        assert!(requested.moves && requested.scores && !requested.then && !requested.observation);
        assert!(!RequestedFields::new(Some(&[])).moves);
        assert!(RequestedFields::new(None).observation);
    }

    #[test]
    fn refuses_only_what_bot_excludes() {
        let read = |line: &str| match serde_json::from_str(line).unwrap() {
            FromBot::Ready(ready) => ready,
            other => panic!("{other:?}"),
        };
        let all = read(r#"{"t":"ready","name":"a"}"#);
        assert_eq!(all.refuses("carcassonne", 5, &["farmers"]), None);
        let some = read(
            r#"{"t":"ready","name":"a","games":["carcassonne"],"rules":["farmers"],"players":[2,3]}"#,
        );
        assert_eq!(some.refuses("carcassonne", 3, &["farmers"]), None);
        assert!(
            some.refuses("gold-rush", 2, &[])
                .unwrap()
                .contains("plays carcassonne, and not gold-rush")
        );
        assert!(
            some.refuses("carcassonne", 2, &["choose_ingots"])
                .unwrap()
                .contains("choose_ingots")
        );
        assert!(
            some.refuses("carcassonne", 4, &[])
                .unwrap()
                .contains("with 2, 3 players, and not with 4")
        );
    }

    #[test]
    fn only_declared_options_are_given() {
        let options = |text: &str| serde_json::from_str::<BotOptions>(text).unwrap();
        let ready = Ready {
            options: options(r#"{"bold":false,"depth":3,"style":"calm"}"#),
            ..Ready::default()
        };
        let given = options(r#"{"bold":true,"depth":0.5}"#);
        assert_eq!(
            ready.options_with(&given),
            Ok(options(r#"{"bold":true,"depth":0.5,"style":"calm"}"#))
        );
        let refused = |given: &str| ready.options_with(&options(given)).unwrap_err();
        assert_eq!(
            refused(r#"{"dept":3}"#),
            "it has no option \"dept\"; its options are: bold, depth, style"
        );
        assert!(
            refused(r#"{"depth":"deep"}"#)
                .contains("\"deep\" is given for its option \"depth\"; a value such as 3")
        );
        let none = Ready::default().options_with(&given).unwrap_err();
        assert_eq!(none, "it has no option \"bold\"; its options are: nothing");
    }
}
