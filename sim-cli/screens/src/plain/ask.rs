//! Numbered questions: an invalid answer is asked again, and the end of input leaves the game.

use std::io::{BufRead, Write};

use goldrush_games::scene::{Choice, Question};
use goldrush_report::wrap;
use goldrush_support::printable::printable;

/// A command that can be given instead of an answer, at any time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlayerCommand {
    Help,
    Map,
    Score,
    Secrets,
    Left,
    Log,
    Hint,
    Undo,
    Back,
    Lessons,
    Game,
    Leave,
}

/// Words of the commands, the commands, and their help.
pub(super) const COMMANDS: [(&str, PlayerCommand, &str); 12] = [
    ("?", PlayerCommand::Help, "this list"),
    (
        "m",
        PlayerCommand::Map,
        "draw the board and list all pieces",
    ),
    (
        "s",
        PlayerCommand::Score,
        "points and supply of every player",
    ),
    (
        "t",
        PlayerCommand::Secrets,
        "what only you can see, such as your tokens",
    ),
    ("d", PlayerCommand::Left, "what is left to draw"),
    ("l", PlayerCommand::Log, "everything that happened"),
    (
        "h",
        PlayerCommand::Hint,
        "the five best moves, with your expected lead at the end; h 1 plays the first",
    ),
    (
        "u",
        PlayerCommand::Undo,
        "undo your last turn, in a practice game",
    ),
    (
        "b",
        PlayerCommand::Back,
        "pick the tile up again and place it elsewhere",
    ),
    (
        "r",
        PlayerCommand::Lessons,
        "turn explanations of rules on or off",
    ),
    (
        "g",
        PlayerCommand::Game,
        "after a game, while you play on from one of its turns: back to it",
    ),
    ("q", PlayerCommand::Leave, "save and quit"),
];

pub(super) enum Answer<'q> {
    Choice(&'q Choice),
    /// A legal move, as text.
    Move(String),
    /// The hint with this number, from 1.
    Hint(usize),
    PlayerCommand(PlayerCommand),
}

/// Input and output: a terminal or a pipe.
pub(super) struct Dialogue<'a> {
    pub(super) input: &'a mut dyn BufRead,
    pub(super) out: &'a mut dyn Write,
    /// True if answers are also written, because no terminal echoes them.
    pub(super) echo: bool,
    /// Returns the width of a line, in columns.
    pub(super) width: fn() -> usize,
}

impl Dialogue<'_> {
    /// Writes a paragraph.
    pub(super) fn say(&mut self, text: &str) -> anyhow::Result<()> {
        Ok(wrap::write_within((self.width)(), text, "", "", self.out)?)
    }

    /// Writes a possible answer: what to type for it, and what it means.
    pub(super) fn offer(&mut self, answer: &str, text: &str) -> anyhow::Result<()> {
        Ok(wrap::write_within(
            (self.width)(),
            text,
            &format!("{answer:>3}  "),
            "     ",
            self.out,
        )?)
    }

    /// Reads an answer; `None` at the end of input.
    pub(super) fn line(&mut self) -> anyhow::Result<Option<String>> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let typed = line.trim();
        if self.echo {
            writeln!(self.out, "{}", shown(typed))?;
        }
        Ok(Some(typed.to_owned()))
    }

    /// Asks until it gets a valid answer: a command, a hint, a legal move as text or, if the choices are `numbered`, a
    /// number.
    pub(super) fn ask<'q>(
        &mut self,
        question: &'q Question,
        numbered: bool,
        is_legal: impl Fn(&str) -> bool,
    ) -> anyhow::Result<Answer<'q>> {
        loop {
            let Some(typed) = self.line()? else {
                return Ok(Answer::PlayerCommand(PlayerCommand::Leave));
            };
            if let Some(&(_, command, _)) = COMMANDS.iter().find(|(word, ..)| *word == typed) {
                return Ok(Answer::PlayerCommand(command));
            }
            let number = typed
                .parse::<usize>()
                .ok()
                .and_then(|number| number.checked_sub(1))
                .filter(|_| numbered);
            if let Some(choice) = number.and_then(|at| question.choices.get(at)) {
                return Ok(Answer::Choice(choice));
            }
            if is_legal(&typed) {
                return Ok(Answer::Move(typed));
            }
            if let Some(number) = hint_number(&typed) {
                return Ok(Answer::Hint(number));
            }
            let number = match question.choices.len() {
                most if numbered => format!("a number from 1 to {most}, "),
                _ => String::new(),
            };
            let example = question
                .choices
                .first()
                .and_then(|choice| choice.ways()[0].mv())
                .unwrap_or_default();
            let typed = shown(&typed);
            self.say(&format!(
                "\"{typed}\" is not an answer. Type {number}a move such as \"{example}\", or ? for help."
            ))?;
        }
    }
}

/// Returns what to type for a hint. It must not look like a choice or a move of any game: `h1` is a card, so `h 1`.
pub(super) fn hint_answer(number: usize) -> String {
    format!("h {number}")
}

/// Parses a request to play a hint.
fn hint_number(typed: &str) -> Option<usize> {
    typed.strip_prefix("h ")?.trim().parse().ok()
}

/// Returns the user's input, which may be anything, safe to display.
pub(super) fn shown(typed: &str) -> String {
    printable(typed.chars().take(40).collect::<String>())
}
