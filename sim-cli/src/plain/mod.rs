//! The game as numbered choices: text in and out, for screen readers, pipes and scripts.

pub(crate) mod ask;
mod telling;

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use goldrush_engine::gold_rush::{Move, Phase};
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::player::Player;

use self::ask::{Answer, Dialogue, Wish};
use crate::table::bots::Bots;
use crate::table::choices::{choices, scores_anyway};
use crate::table::describe::{joins, placements, tile};
use crate::table::session::Session;
use crate::table::{closing, lessons};

/// A game in plain text.
struct Plain<'a> {
    session: Session,
    dialogue: Dialogue<'a>,
    colors: bool,
    /// Log entries that were told.
    told: usize,
}

/// How a decision ended.
enum Decided {
    Yes,
    /// Something else came up; the position is to be looked at again.
    Again,
    Leave,
}

/// Where a game in plain text is played.
pub struct Console<'a> {
    /// Answers, a line each.
    pub input: &'a mut dyn BufRead,
    /// Everything that is said.
    pub out: &'a mut dyn Write,
    /// Whether answers are written too, because no terminal shows them.
    pub echo: bool,
    /// Whether the landscape is drawn in colour.
    pub colors: bool,
}

/// Plays a game to its end, or until somebody leaves.
///
/// # Errors
/// If the file of the game or the output cannot be written.
pub fn play(session: Session, bots: &mut Bots, console: Console) -> anyhow::Result<()> {
    let Console { input, out, echo, colors } = console;
    let dialogue = Dialogue { input, out, echo };
    let mut game = Plain { told: session.log().entries().len(), session, dialogue, colors };
    game.session.save()?;
    game.greet()?;
    if !game.turns(bots)? {
        let file = game.session.file().display().to_string();
        game.session.save()?;
        return game.dialogue.say(&format!("The game is kept; go on with: goldrush play --resume {file}"));
    }
    bots.end(&game.session);
    game.close()
}

impl Plain<'_> {
    fn is_only_human(&self) -> bool {
        self.session.seats().only_human().is_some()
    }

    fn you(&self, seat: Player) -> String {
        self.session.seats().subject(seat)
    }

    /// False if somebody left.
    fn turns(&mut self, bots: &mut Bots) -> anyhow::Result<bool> {
        while let Some(seat) = self.session.to_move() {
            self.tell_news()?;
            if !self.session.seats().is_human(seat) {
                bots.begin(&self.session);
                let decision = loop {
                    if let Some(decision) = bots.wait(&self.session, Duration::from_secs(1)) {
                        break decision;
                    }
                };
                self.session.play_turn(&decision.moves)?;
                if let Some(fault) = &decision.fault {
                    let sentence = self.session.note_fault(seat, fault);
                    self.dialogue.say(&sentence)?;
                }
                continue;
            }
            let decided = match self.session.table().phase() {
                Phase::Place => self.place(seat)?,
                _ => self.act(seat)?,
            };
            if let Decided::Leave = decided {
                return Ok(false);
            }
        }
        self.tell_news()?;
        Ok(true)
    }

    fn teach(&mut self) -> anyhow::Result<()> {
        if let Some(lesson) = lessons::next(&mut self.session) {
            self.dialogue.say(&format!("Rule {}: {}", lesson.rule, lesson.text))?;
        }
        Ok(())
    }

    fn place(&mut self, seat: Player) -> anyhow::Result<Decided> {
        let table = self.session.table();
        let kind = table.setup().catalogue().kind(table.hand());
        let of = self.session.turns() + table.tiles_left() + 1;
        let head = format!(
            "Turn {} of {of}. {} {} tile {}: {}.",
            self.session.turns() + 1,
            self.you(seat),
            if self.is_only_human() { "have" } else { "has" },
            kind.name,
            tile(kind, Rotation::R0)
        );
        writeln!(self.dialogue.out)?;
        self.dialogue.say(&head)?;
        self.tell_standing(seat)?;
        self.teach()?;
        let cells = placements(self.session.table());
        self.dialogue.say("Where does it go?")?;
        for (at, (cell, rotations)) in cells.iter().enumerate() {
            let text = match rotations[..] {
                [only] => format!("{cell}, turned {only}: {}", self.joins(*cell, only)),
                _ => format!("{cell}, turned in one of {} ways", rotations.len()),
            };
            self.dialogue.offer(at + 1, &text)?;
        }
        let (cell, rotations) = match self.dialogue.ask(cells.len())? {
            Answer::Choice(at) => &cells[at],
            Answer::Wish(wish) => return self.grant(wish, seat),
        };
        let rotation = match rotations[..] {
            [only] => only,
            _ => {
                self.dialogue.say("Turned how? Degrees are clockwise.")?;
                for (at, &rotation) in rotations.iter().enumerate() {
                    let text = format!("{rotation}: {}", self.joins(*cell, rotation));
                    self.dialogue.offer(at + 1, &text)?;
                }
                match self.dialogue.ask(rotations.len())? {
                    Answer::Choice(at) => rotations[at],
                    Answer::Wish(Wish::Back) => return Ok(Decided::Again),
                    Answer::Wish(wish) => return self.grant(wish, seat),
                }
            }
        };
        self.session.play(Move::Place { cell: *cell, rotation })?;
        self.told = self.session.log().entries().len();
        Ok(Decided::Yes)
    }

    fn joins(&self, cell: Cell, rotation: Rotation) -> String {
        joins(self.session.table(), cell, rotation, self.session.seats())
    }

    fn act(&mut self, seat: Player) -> anyhow::Result<Decided> {
        self.teach()?;
        let table = self.session.table();
        let cell = table.landscape().tile(table.newest()).cell();
        let anyway = match scores_anyway(table) {
            0 => String::new(),
            points => format!(" It scores {points} for you whatever you do."),
        };
        let choices = choices(table, self.session.seats());
        self.dialogue.say(&format!("The tile lies at {cell}.{anyway} What then?"))?;
        for (at, choice) in choices.iter().enumerate() {
            let worth = if choice.worth.is_empty() { String::new() } else { format!(": {}", choice.worth) };
            self.dialogue.offer(at + 1, &format!("{}{worth}", choice.what))?;
        }
        match self.dialogue.ask(choices.len())? {
            Answer::Choice(at) => {
                self.told -= 1;
                self.session.play(Move::Act(choices[at].action))?;
                Ok(Decided::Yes)
            }
            Answer::Wish(wish) => self.grant(wish, seat),
        }
    }

    fn close(&mut self) -> anyhow::Result<()> {
        writeln!(self.dialogue.out)?;
        for line in closing::result(&self.session) {
            writeln!(self.dialogue.out, "{line}")?;
        }
        writeln!(self.dialogue.out, "\nLooking back …")?;
        self.dialogue.out.flush()?;
        let reviews = closing::look_back(&self.session)(&AtomicBool::new(false));
        writeln!(self.dialogue.out, "The moves that mattered:")?;
        for line in closing::what_mattered(&self.session, &reviews) {
            self.dialogue.say(&line)?;
        }
        let file = self.session.file().display().to_string();
        writeln!(self.dialogue.out)?;
        self.dialogue.say(&format!("The record of the game: {file}"))
    }
}
