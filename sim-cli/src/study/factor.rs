//! Factors of a balance study: an element of the game, and the levels at which it is played.

use goldrush_engine::options::{SetBy, Values};

use crate::error::bad_input;
use crate::games::ask::Element;
use crate::games::{Choice, GameName};
use crate::study::lineup::check_players;

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
    fn is_in(self, game: GameName) -> bool {
        match self {
            Element::Option(name) => game.options().iter().any(|option| option.name == name),
            Element::Game | Element::Players | Element::Seat => true,
        }
    }

    /// Returns the possible levels, in short notation.
    pub fn levels(self) -> String {
        let all = || GameName::ALL.iter().flat_map(|game| game.options());
        match self {
            Element::Game => GameName::ALL
                .iter()
                .map(GameName::to_string)
                .collect::<Vec<_>>()
                .join(","),
            Element::Players => "2..5".into(),
            Element::Seat => "0..4".into(),
            Element::Option(name) => match all()
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
    /// Number of players.
    pub players: usize,
}

impl Setting {
    /// Denies something to a seat (V9).
    ///
    /// # Errors
    /// Bad input if the game cannot deny this.
    pub fn deny(&mut self, seat: usize, what: &str) -> anyhow::Result<()> {
        let wrong = |e: String| bad_input(format!("--restrict {what}: {e}"));
        let option = self.choice.game().options_set_by(SetBy::Denial).next();
        let option = option.ok_or_else(|| wrong("no element of this game can be denied".into()))?;
        self.choice
            .set(option.name, &format!("{seat}:{what}"))
            .map_err(wrong)
    }
}

impl Factor {
    /// Parses `NAME=LEVEL,LEVEL,…`. Values within one level, such as those of tokens, are joined by `+`.
    ///
    /// # Errors
    /// Bad input if there is no such element, for which those of `game` are listed, or it does not have at least two different
    /// levels.
    pub fn parse(text: &str, game: GameName) -> anyhow::Result<Factor> {
        let wrong = |problem: String| bad_input(format!("--factor {text}: {problem}"));
        let form = || wrong("NAME=BEFORE,AFTER,… is expected, such as tents=1,0,2".into());
        let (name, levels) = text.split_once('=').ok_or_else(form)?;
        let name = name.trim().replace('_', "-");
        let all = Element::all();
        let element = all
            .iter()
            .copied()
            .find(|element| element.to_string() == name)
            .ok_or_else(|| {
                let known: Vec<String> = all
                    .iter()
                    .filter(|element| element.is_in(game))
                    .map(Element::to_string)
                    .collect();
                wrong(format!(
                    "\"{name}\" cannot be varied in {game}; {} can",
                    known.join(", ")
                ))
            })?;
        let levels: Vec<String> = levels
            .split(',')
            .map(|level| level.trim().to_owned())
            .collect();
        if levels.len() < 2 || levels.iter().any(String::is_empty) {
            return Err(form());
        }
        if let Some((_, twice)) = levels
            .iter()
            .enumerate()
            .find(|(i, level)| levels[..*i].contains(level))
        {
            return Err(wrong(format!("{twice} is given twice")));
        }
        Ok(Factor { element, levels })
    }

    /// Changes a game to a level.
    ///
    /// # Errors
    /// Bad input if the element has no such level.
    pub fn apply(&self, level: usize, to: &mut Setting) -> anyhow::Result<()> {
        let level = &self.levels[level];
        let wrong = |e: String| bad_input(format!("--factor {}={level}: {e}", self.element));
        match self.element {
            Element::Game => level
                .parse()
                .and_then(|game| to.choice.set_game(game))
                .map_err(wrong),
            Element::Option(name) => {
                let option = to
                    .choice
                    .game()
                    .options()
                    .into_iter()
                    .find(|option| option.name == name);
                let value = option.map_or(Ok(Some(level.clone())), |option| option.stored(level));
                match value.map_err(wrong)? {
                    Some(value) => to.choice.set(name, &value).map_err(wrong),
                    None => {
                        to.choice.unset(name);
                        Ok(())
                    }
                }
            }
            Element::Players => {
                to.players = level
                    .parse()
                    .map_err(|_| wrong("a whole number is expected".into()))?;
                check_players(to.players)
            }
            // Another seat is evaluated in the same games.
            Element::Seat => Ok(()),
        }
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
