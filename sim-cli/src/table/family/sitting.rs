//! A game from its beginning, or where it was left, to its end.

use goldrush_engine::game::State as _;
use goldrush_engine::player::Player;

use super::ask::{Answer, WISHES, Wish, ask};
use super::bots::Bots;
use super::session::Session;
use super::shown::Shown;
use super::{closing, hint};
use crate::plain::Console;
use crate::plain::ask::Dialogue;
use crate::protocol::limits::Limits;
use crate::table::seats::letter;

struct Sitting<'a, G: Shown> {
    session: Session<G>,
    bots: Bots<G>,
    dialogue: Dialogue<'a>,
    colors: bool,
}

/// How a decision ended.
enum Decided {
    Yes,
    /// Turns were taken back; it may be another's decision now.
    Again,
    Leave,
}

/// Plays a game to its end, or until somebody leaves.
///
/// # Errors
/// If a bot cannot be started, or the file of the game or the output cannot be written.
pub(super) fn play<G: Shown>(mut session: Session<G>, limits: Limits, console: Console) -> anyhow::Result<()> {
    let Console { input, out, echo, colors } = console;
    session.save()?;
    let bots = Bots::start(&session, limits)?;
    let mut sitting = Sitting { session, bots, dialogue: Dialogue { input, out, echo }, colors };
    sitting.greet()?;
    if !sitting.turns()? {
        let file = sitting.session.file().display().to_string();
        return sitting.dialogue.say(&format!("The game is kept; go on with: goldrush play --resume {file}"));
    }
    sitting.close()
}

impl<G: Shown> Sitting<'_, G> {
    fn greet(&mut self) -> anyhow::Result<()> {
        let seats = self.session.seats();
        let names: Vec<_> =
            Player::all(seats.players()).map(|seat| format!("{} {}", letter(seat), seats.title(seat))).collect();
        let game = G::name(self.session.setup());
        self.dialogue.say(&format!("A game of {game}, seed {}: {}.", self.session.seed(), names.join(", ")))?;
        self.dialogue.say("Answer with a number or a move; ? is help.")
    }

    fn tell(&mut self, sentences: &[String]) -> anyhow::Result<()> {
        if sentences.is_empty() { Ok(()) } else { self.dialogue.say(&sentences.join(" ")) }
    }

    /// False if somebody left.
    fn turns(&mut self) -> anyhow::Result<bool> {
        while let Some(seat) = self.session.to_move() {
            if !self.session.seats().is_human(seat) {
                self.bot_turn(seat)?;
            } else if let Decided::Leave = self.decide(seat)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A bot's decisions until a turn begins or another decides. They are kept together: whoever ends the program in
    /// between finds them done again.
    fn bot_turn(&mut self, seat: Player) -> anyhow::Result<()> {
        let mut rng = self.session.chance(seat);
        loop {
            let (mv, fault) = self.bots.choose(&self.session, seat, &mut rng);
            if let Some(fault) = fault {
                let sentence = self.session.note_fault(seat, &fault);
                self.dialogue.say(&sentence)?;
            }
            let news = self.session.advance(mv);
            self.tell(&news)?;
            if self.session.to_move() != Some(seat) || self.session.begins_turn() {
                return self.session.save();
            }
        }
    }

    fn decide(&mut self, seat: Player) -> anyhow::Result<Decided> {
        let mut moves = Vec::new();
        self.session.state().legal_moves(&mut moves);
        writeln!(self.dialogue.out)?;
        self.show_picture()?;
        self.show_standing()?;
        let subject = self.session.seats().subject(seat);
        let verb = if subject == "You" { "decide" } else { "decides" };
        self.dialogue.say(&format!("Turn {}: {subject} {verb}.", self.session.turn()))?;
        let mut offered = moves.clone();
        loop {
            let choices = G::choices(self.session.state(), &offered);
            self.dialogue.say(&G::question(self.session.state()))?;
            for (at, choice) in choices.iter().enumerate() {
                self.dialogue.offer(at + 1, &choice.what)?;
            }
            let answer = loop {
                match ask::<G>(&mut self.dialogue, self.session.state(), &choices)? {
                    Answer::Wish(wish) if self.inform(wish, seat)? => {}
                    answer => break answer,
                }
            };
            match answer {
                Answer::Moves(moves) if moves.len() == 1 => {
                    let news = self.session.advance(moves[0]);
                    self.session.save()?;
                    self.tell(&news)?;
                    return Ok(Decided::Yes);
                }
                Answer::Moves(moves) => offered = moves,
                Answer::Wish(Wish::Leave) => return Ok(Decided::Leave),
                Answer::Wish(Wish::Undo) if self.session.undo()? => {
                    self.bots.forget(&self.session);
                    return Ok(Decided::Again);
                }
                Answer::Wish(Wish::Undo) => {
                    let practice = self.session.manner().practice;
                    let none = "There is no turn to take back.";
                    let text = if practice { none } else { "Only in practice games (--practice)." };
                    self.dialogue.say(text)?;
                }
                Answer::Wish(_) => offered.clone_from(&moves),
            }
        }
    }

    /// Grants a wish that changes nothing; false if it is none of these.
    fn inform(&mut self, wish: Wish, seat: Player) -> anyhow::Result<bool> {
        match wish {
            Wish::Help => {
                for (word, _, meaning) in WISHES {
                    writeln!(self.dialogue.out, "  {word}  {meaning}")?;
                }
                for paragraph in G::HELP {
                    self.dialogue.say(paragraph)?;
                }
            }
            Wish::Picture => self.show_picture()?,
            Wish::Standing => self.show_standing()?,
            Wish::Hint => {
                for (at, idea) in hint::hint(&self.session, seat).iter().enumerate() {
                    self.dialogue.offer(at + 1, idea)?;
                }
            }
            Wish::Undo | Wish::Back | Wish::Leave => return Ok(false),
        }
        Ok(true)
    }

    fn show_picture(&mut self) -> anyhow::Result<()> {
        let assist = self.session.manner().assist;
        Ok(write!(self.dialogue.out, "{}", G::picture(self.session.state(), assist, self.colors))?)
    }

    fn show_standing(&mut self) -> anyhow::Result<()> {
        write!(self.dialogue.out, "{}", closing::standing(&self.session))?;
        self.dialogue.say(&G::left(self.session.state()))
    }

    fn close(self) -> anyhow::Result<()> {
        let Sitting { session, bots, mut dialogue, colors } = self;
        bots.leave(&session);
        let picture = G::picture(session.state(), session.manner().assist, colors);
        write!(dialogue.out, "\n{picture}{}", closing::standing(&session))?;
        for sentence in closing::result(&session) {
            dialogue.say(&sentence)?;
        }
        dialogue.say(&format!("The record of the game: {}", session.file().display()))
    }
}
