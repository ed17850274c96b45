//! The game as numbered choices in plain text, for screen readers, pipes and scripts.

mod ascii;
mod ask;
pub mod picture;
mod timeline;

use std::io::{BufRead, Write};
use std::time::Duration;

use goldrush_engine::player::Player;
use goldrush_games::scene::{Board, Choice, LeadRange, Question};
use goldrush_table::host::Host;
use goldrush_table::shown_turn::ShownTurn;
use goldrush_table::thinking::Progress;
use goldrush_table::variation::VariationPlayers;

use self::ascii::Ascii;
use self::ask::{Answer, Dialogue, PlayerCommand, shown};

/// A game in plain text.
struct Plain<'a> {
    host: &'a mut dyn Host,
    dialogue: Dialogue<'a>,
    colors: bool,
    /// Number of log entries already written.
    printed: usize,
    /// Turn and seat last announced.
    announced: Option<(usize, Player)>,
    /// Hints given for the current position.
    suggestions: Vec<ShownTurn>,
}

/// Outcome of a question.
enum Decided {
    Yes,
    /// Something else happened; the position has to be checked again.
    Again,
    Leave,
}

/// Input and output of a game in plain text.
pub struct Console<'a> {
    /// Answers, one per line.
    pub input: &'a mut dyn BufRead,
    /// All output.
    pub out: &'a mut dyn Write,
    /// True if answers are also written, because no terminal echoes them.
    pub echo: bool,
    /// True if pictures are drawn in color.
    pub colors: bool,
    /// True if only ASCII characters can be shown.
    pub ascii: bool,
    /// Returns the width of a line, in columns; a terminal may become wider or narrower.
    pub width: fn() -> usize,
    /// True if people's mistakes are looked for after the game, which takes some seconds.
    pub review: bool,
}

/// Plays a game until it ends or the player leaves.
///
/// # Errors
/// Fails if the file of the game or the output cannot be written.
pub fn play(host: &mut dyn Host, console: Console) -> anyhow::Result<()> {
    let Console {
        input,
        out,
        echo,
        colors,
        ascii,
        width,
        review,
    } = console;
    let mut ascii_out;
    let out = if ascii {
        ascii_out = Ascii::new(out);
        &mut ascii_out
    } else {
        out
    };
    // A new game begins with what differs from the printed rules, and what the deal did.
    let printed = if host.moves() == 0 {
        0
    } else {
        host.news().len()
    };
    let mut game = Plain {
        host,
        dialogue: Dialogue {
            input,
            out,
            echo,
            width,
        },
        colors,
        printed,
        announced: None,
        suggestions: Vec::new(),
    };
    game.greet()?;
    if let Some(task) = game.host.puzzle().map(str::to_owned) {
        game.dialogue.say(&task)?;
        game.map()?;
    }
    let is_board = game.host.variation().is_some() && game.host.puzzle().is_none();
    let is_over = game.turns()?;
    if is_board {
        game.leave_variation(is_over)?;
        return if echo { Ok(()) } else { game.variations() };
    }
    if !is_over {
        game.host.save()?;
        return game
            .host
            .closing_message()
            .iter()
            .try_for_each(|sentence| game.dialogue.say(sentence));
    }
    game.close(review)
}

impl Plain<'_> {
    /// Plays all turns; false if the player left.
    fn turns(&mut self) -> anyhow::Result<bool> {
        while let Some(seat) = self.host.scene().to_move {
            self.print_news()?;
            if !self.host.seats().is_human(seat) {
                self.host.think();
                let reply = loop {
                    if let Some(reply) = self.host.wait(Duration::from_secs(1))? {
                        break reply;
                    }
                };
                reply
                    .notice
                    .iter()
                    .try_for_each(|notice| self.dialogue.say(notice))?;
            } else if let Decided::Leave = self.decide()? {
                return Ok(false);
            }
        }
        self.print_news()?;
        Ok(true)
    }

    fn decide(&mut self) -> anyhow::Result<Decided> {
        let Some(question) = self.host.scene().question.clone() else {
            return Ok(Decided::Leave);
        };
        let now = Some((self.host.scene().turn, question.seat));
        let cards = matches!(self.host.scene().ground, Board::Cards(_));
        if question.hand.is_some() || self.announced != now {
            self.announced = now;
            self.announce(&question)?;
        }
        if cards {
            self.draw()?;
        }
        if let Some(lesson) = self.host.lesson() {
            self.dialogue
                .say(&format!("Rule {}: {}", lesson.rule, lesson.text))?;
        }
        self.ask(&question)
    }

    /// Asks a question and its follow-up question.
    fn ask(&mut self, question: &Question) -> anyhow::Result<Decided> {
        // With cards on the table, the answers are cards rather than numbers.
        let numbered = self.has_numbers();
        self.dialogue.say(&question.text)?;
        for (index, choice) in question.choices.iter().enumerate().filter(|_| numbered) {
            self.dialogue
                .offer(&(index + 1).to_string(), &choice.words())?;
        }
        let host = &*self.host;
        let mv = match self
            .dialogue
            .ask(question, numbered, |text| host.is_legal(text))?
        {
            Answer::Choice(Choice {
                leads: LeadRange::Question(next),
                ..
            }) => return self.ask(next),
            Answer::Choice(Choice {
                leads: LeadRange::Move(mv),
                ..
            }) => mv.clone(),
            Answer::Move(mv) => mv,
            Answer::Hint(number) => return self.follow(number),
            Answer::PlayerCommand(PlayerCommand::Back)
                if question.hand.is_none() && !question.can_take_up =>
            {
                return Ok(Decided::Again);
            }
            Answer::PlayerCommand(command) => return self.execute(command, question.seat),
        };
        self.suggestions.clear();
        self.host.play(&mv)?;
        self.judge()
    }

    /// Plays a given hint to the end of its turn.
    fn follow(&mut self, number: usize) -> anyhow::Result<Decided> {
        let mut suggestions = std::mem::take(&mut self.suggestions);
        if !(1..=suggestions.len()).contains(&number) {
            let text = match suggestions.len() {
                0 => "Ask for hints first, with h.".into(),
                all => format!("Hints go from h 1 to h {all}."),
            };
            self.suggestions = suggestions;
            self.dialogue.say(&text)?;
            return Ok(Decided::Again);
        }
        suggestions
            .swap_remove(number - 1)
            .moves
            .iter()
            .try_for_each(|mv| self.host.play(mv).map(|_| ()))?;
        self.judge()
    }

    fn close(&mut self, review: bool) -> anyhow::Result<()> {
        writeln!(self.dialogue.out)?;
        self.say_lines(&self.host.result())?;
        self.host.end_bots();
        if !self.host.seats().humans().is_empty() {
            if review {
                self.review_game()?;
            }
            // A script that answers on and on has played one game.
            if !self.dialogue.echo {
                self.variations()?;
            }
        }
        writeln!(self.dialogue.out)?;
        self.host
            .closing_message()
            .iter()
            .try_for_each(|sentence| self.dialogue.say(sentence))
    }

    /// Plays on from turns of the finished game that the player names.
    fn variations(&mut self) -> anyhow::Result<()> {
        let turns = self.host.turns();
        writeln!(self.dialogue.out)?;
        loop {
            self.dialogue.say(&format!(
                "To play a turn again and on from there, type its number, 1 to {turns}; q leaves the game, which is saved."
            ))?;
            let Some(typed) = self.dialogue.line()?.filter(|typed| typed != "q") else {
                return Ok(());
            };
            let turn = typed
                .parse::<usize>()
                .ok()
                .and_then(|turn| turn.checked_sub(1));
            if !turn.is_some_and(|turn| {
                self.host
                    .begin_variation(turn, VariationPlayers::AsInTheGame)
            }) {
                self.dialogue.say(&format!(
                    "\"{}\" is not a turn of this game.",
                    shown(&typed)
                ))?;
                continue;
            }
            (self.printed, self.announced) = (self.host.news().len(), None);
            let is_over = self.turns()?;
            self.leave_variation(is_over)?;
        }
    }

    /// Returns from a variation to the game; writes its result first if it was played to its end.
    fn leave_variation(&mut self, is_over: bool) -> anyhow::Result<()> {
        if is_over {
            writeln!(self.dialogue.out)?;
            self.say_lines(&self.host.result())?;
        }
        self.host.end_variation();
        self.dialogue
            .say("Back to the game, which stays as it was.")
    }

    /// Writes how good the turn is that a person here has completed in a variation. A puzzle ends with it.
    fn judge(&mut self) -> anyhow::Result<Decided> {
        let Some(mut task) = self.host.judge() else {
            return Ok(Decided::Yes);
        };
        let verdict = loop {
            match task.wait(Duration::from_secs(1)) {
                Progress::Working => {}
                Progress::Done(judgment) => break judgment.map(|judgment| judgment.in_full()),
                Progress::Failed => break Some("The search failed.".into()),
            }
        };
        verdict
            .iter()
            .try_for_each(|verdict| self.dialogue.say(verdict))?;
        Ok(if self.host.puzzle().is_some() {
            Decided::Leave
        } else {
            Decided::Yes
        })
    }

    fn review_game(&mut self) -> anyhow::Result<()> {
        writeln!(self.dialogue.out, "\nLooking for the moves that mattered …")?;
        self.dialogue.out.flush()?;
        let mut task = self.host.review_game();
        let mattered = loop {
            match task.wait(Duration::from_secs(1)) {
                Progress::Working => {}
                Progress::Done(found) => break found.lines(),
                Progress::Failed => break vec!["The search failed.".into()],
            }
        };
        writeln!(self.dialogue.out, "The moves that mattered:")?;
        mattered.iter().try_for_each(|line| self.dialogue.say(line))
    }
}
