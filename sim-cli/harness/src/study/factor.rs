//! Factors of a balance study: an element of the game, and the levels at which it is played.

use goldrush_ai::parameter::unknown;
use goldrush_engine::options::SetBy;
use goldrush_games::ask::Element;
use goldrush_games::{Choice, GameName};
use goldrush_support::error::bad_input;

use crate::study::lineup::check_players;

/// An element and at least two levels; the first is the base.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factor {
    /// Element that is varied.
    pub element: Element,
    /// Levels as they were entered.
    pub levels: Vec<String>,
}

/// Game at a level.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The game and its options.
    pub choice: Choice,
    pub players: usize,
}

impl Setting {
    /// Denies something to a seat (V9).
    ///
    /// # Errors
    /// Bad input if the game cannot deny this.
    pub fn deny(&mut self, seat: usize, what: &str) -> anyhow::Result<()> {
        let option = self.choice.game().options_set_by(SetBy::Denial).next();
        option
            .ok_or_else(|| "no element of this game can be denied".into())
            .and_then(|option| self.choice.set(option.name, &format!("{seat}:{what}")))
            .map_err(|problem| bad_input(format!("--restrict {what}: {problem}")))
    }
}

impl Factor {
    /// Parses `NAME=LEVEL,LEVEL,…`. Values within one level, such as those of tokens, are joined by `+`.
    ///
    /// # Errors
    /// Bad input if there is no such element, for which those of `game` are listed, or it does not have at least two different
    /// levels.
    pub fn parse(text: &str, game: GameName) -> anyhow::Result<Factor> {
        Factor::read(text, game).map_err(|problem| bad_input(format!("--factor {text}: {problem}")))
    }

    fn read(text: &str, game: GameName) -> Result<Factor, String> {
        let form = "NAME=BEFORE,AFTER,… is expected, such as tents=1,0,2";
        let (name, levels) = text.split_once('=').ok_or(form)?;
        let name = name.trim().replace('_', "-");
        let all = Element::all();
        let element = all
            .iter()
            .copied()
            .find(|element| element.to_string() == name)
            .ok_or_else(|| {
                let known = all.iter().filter(|element| element.is_in(game));
                unknown("factor", &name, known.map(Element::to_string))
            })?;
        let levels: Vec<String> = levels
            .split(',')
            .map(|level| level.trim().to_owned())
            .collect();
        if levels.len() < 2 || levels.iter().any(String::is_empty) {
            return Err(form.into());
        }
        if let Some((_, twice)) = levels
            .iter()
            .enumerate()
            .find(|(i, level)| levels[..*i].contains(level))
        {
            return Err(format!("{twice} is given twice"));
        }
        Ok(Factor { element, levels })
    }

    /// Changes a game to a level.
    ///
    /// # Errors
    /// Bad input if the element has no such level.
    pub fn apply(&self, level: usize, to: &mut Setting) -> anyhow::Result<()> {
        let level = &self.levels[level];
        if self.element == Element::Players {
            to.players = level.parse().map_err(|_| {
                bad_input(format!(
                    "--factor players={level}: a whole number is expected"
                ))
            })?;
            return check_players(to.players);
        }
        self.apply_level(level, to)
            .map_err(|problem| bad_input(format!("--factor {}={level}: {problem}", self.element)))
    }

    /// Changes a game to a level of an element that is not its number of players.
    fn apply_level(&self, level: &str, to: &mut Setting) -> Result<(), String> {
        match self.element {
            Element::Game => level.parse().and_then(|game| to.choice.set_game(game)),
            Element::Option(name) => {
                let option = to
                    .choice
                    .game()
                    .options()
                    .into_iter()
                    .find(|option| option.name == name);
                let value =
                    option.map_or(Ok(Some(level.to_owned())), |option| option.stored(level));
                match value? {
                    Some(value) => to.choice.set(name, &value),
                    None => {
                        to.choice.unset(name);
                        Ok(())
                    }
                }
            }
            // Another seat is evaluated in the same games.
            Element::Players | Element::Seat => Ok(()),
        }
    }

    /// True if a level of a seat factor names a seat that exists with a number of players.
    pub(super) fn has_seat(&self, level: usize, players: usize) -> bool {
        self.seat(&self.levels[level], players).is_ok()
    }

    /// Returns the seat that a level of a seat factor names.
    ///
    /// # Errors
    /// Bad input if there is no such seat.
    pub fn seat(&self, level: &str, players: usize) -> anyhow::Result<usize> {
        level
            .parse()
            .ok()
            .filter(|&seat| seat < players)
            .ok_or_else(|| {
                bad_input(format!(
                    "--factor seat: no seat {level} of {players} players; 0 to {} are possible",
                    players - 1
                ))
            })
    }
}
