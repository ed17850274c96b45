//! Numbered questions: a wrong answer is asked again, the end of input leaves the game.

use std::io::{BufRead, Write};

/// What can be said instead of a number, at any time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Help,
    Map,
    Score,
    Tokens,
    TilesLeft,
    Log,
    Hint,
    Undo,
    Back,
    Lessons,
    Leave,
}

/// Word, what it stands for, and what help says.
pub(super) const WISHES: [(&str, Wish, &str); 11] = [
    ("?", Wish::Help, "this list"),
    ("m", Wish::Map, "draw the landscape, and tell who stands where"),
    ("s", Wish::Score, "points and supplies of all"),
    ("t", Wish::Tokens, "your own tokens"),
    ("d", Wish::TilesLeft, "tiles left to draw, by kind"),
    ("l", Wish::Log, "everything that happened"),
    ("h", Wish::Hint, "the five best moves, with expected margin"),
    ("u", Wish::Undo, "take your last turn back, in a practice game"),
    ("b", Wish::Back, "take up the tile again and lay it elsewhere"),
    ("r", Wish::Lessons, "explain rules when they matter, or do not"),
    ("q", Wish::Leave, "save and leave"),
];

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// One of the choices, from 0.
    Choice(usize),
    Wish(Wish),
}

/// A terminal or pipe.
pub(crate) struct Dialogue<'a> {
    pub(crate) input: &'a mut dyn BufRead,
    pub(crate) out: &'a mut dyn Write,
    /// Whether answers are written too, because no terminal shows them.
    pub(crate) echo: bool,
}

impl Dialogue<'_> {
    /// A paragraph.
    pub(crate) fn say(&mut self, text: &str) -> anyhow::Result<()> {
        Ok(crate::report::wrap::write(text, "", "", self.out)?)
    }

    /// One of several choices, numbered from 1.
    pub(crate) fn offer(&mut self, number: usize, text: &str) -> anyhow::Result<()> {
        Ok(crate::report::wrap::write(text, &format!("{number:>3}  "), "     ", self.out)?)
    }

    /// What somebody answers; none at the end of input.
    pub(crate) fn line(&mut self) -> anyhow::Result<Option<String>> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let said = line.trim();
        if self.echo {
            writeln!(self.out, "{}", shown(said))?;
        }
        Ok(Some(said.to_owned()))
    }

    /// Asks until there is an answer to a question of so many choices.
    pub(super) fn ask(&mut self, choices: usize) -> anyhow::Result<Answer> {
        loop {
            let Some(said) = self.line()? else { return Ok(Answer::Wish(Wish::Leave)) };
            if let Some(&(_, wish, _)) = WISHES.iter().find(|(word, ..)| *word == said) {
                return Ok(Answer::Wish(wish));
            }
            match said.parse::<usize>() {
                Ok(number) if (1..=choices).contains(&number) => return Ok(Answer::Choice(number - 1)),
                _ => {
                    let said = shown(&said);
                    self.say(&format!("\"{said}\" is no answer: a number from 1 to {choices} is, or ? for help."))?;
                }
            }
        }
    }
}

/// What somebody wrote, which may be anything.
pub(crate) fn shown(said: &str) -> String {
    said.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect()
}
