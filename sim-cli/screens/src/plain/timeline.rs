//! Output of the plain game: events, points, hidden information, the picture, hints, help.

use std::time::Duration;

use goldrush_engine::player::Player;
use goldrush_games::scene::{Board, Left, Question, Seat};
use goldrush_games::viewer::count;
use goldrush_table::hint::LEGEND;
use goldrush_table::shown_turn::ShownTurn;
use goldrush_table::thinking::Progress;

use super::ask::{COMMANDS, PlayerCommand, hint_answer};
use super::{Decided, Plain, picture};

impl Plain<'_> {
    pub(super) fn greet(&mut self) -> anyhow::Result<()> {
        let scene = self.host.scene();
        let who: Vec<_> = scene
            .seats
            .iter()
            .map(|seat| format!("{} {}", seat.seat.letter(), seat.title))
            .collect();
        let mut text = format!(
            "{}. {}. Seed {}.",
            scene.title,
            who.join(", "),
            self.host.seed()
        );
        if let Some(file) = self.host.file() {
            text += &format!(" The game is saved in {}.", file.display());
        }
        if !self.host.seats().humans().is_empty() {
            let answer = if self.has_numbers() {
                "a number or a move"
            } else {
                "a position such as c4"
            };
            text += &format!(
                " Answer with {answer}; m draws the board, ? shows help, q saves and quits."
            );
        }
        self.dialogue.say(&text)
    }

    /// Writes events since the last call. Those that can still be undone wait until they no longer can.
    pub(super) fn print_news(&mut self) -> anyhow::Result<()> {
        let stays = self
            .host
            .scene()
            .question
            .as_ref()
            .is_none_or(|question| !question.can_take_up);
        let ended = self.host.turns();
        let entries = self.host.news();
        let news = entries
            .iter()
            .skip(self.printed)
            .take_while(|(turn, _)| stays || *turn <= ended);
        let texts: Vec<_> = news.map(|(_, text)| text.clone()).collect();
        self.printed += texts.len();
        texts.iter().try_for_each(|text| self.dialogue.say(text))
    }

    /// Announces the decision and the score of every seat.
    pub(super) fn announce(&mut self, question: &Question) -> anyhow::Result<()> {
        let scene = self.host.scene();
        let of = scene
            .turns
            .map(|turns| format!(" of {turns}"))
            .unwrap_or_default();
        let you = self.host.seats().only_human() == Some(question.seat);
        let who = if you {
            "You".into()
        } else {
            scene.seats[question.seat.index()].name.clone()
        };
        let task = match &question.hand {
            Some(hand) => {
                let have = if you { "have" } else { "has" };
                format!("{who} {have} a tile: {}", hand.words)
            }
            None => format!("{who}: {}", question.task.trim_end_matches('?')),
        };
        let head = format!("Turn {}{of}. {task}.", scene.turn);
        let mut points = Vec::new();
        for seat in &scene.seats {
            let name = if you && seat.seat == question.seat {
                "you".into()
            } else {
                seat.name.clone()
            };
            points.push(format!("{name} {}{}", seat.points, held(seat)));
        }
        let supply = scene
            .seats
            .get(question.seat.index())
            .map(supply)
            .unwrap_or_default();
        let standing = format!(
            "Points: {}.{}",
            points.join(", "),
            if supply.is_empty() {
                supply
            } else {
                format!(" {supply}.")
            }
        );
        writeln!(self.dialogue.out)?;
        self.dialogue.say(&head)?;
        self.dialogue.say(&standing)
    }

    /// Carries out a command that was given instead of an answer.
    pub(super) fn execute(
        &mut self,
        command: PlayerCommand,
        seat: Player,
    ) -> anyhow::Result<Decided> {
        match command {
            PlayerCommand::Leave => return Ok(Decided::Leave),
            PlayerCommand::Game if self.host.variation().is_some() => return Ok(Decided::Leave),
            PlayerCommand::Game => self
                .dialogue
                .say("You can go back to a game that is over; this one is not.")?,
            PlayerCommand::Back => {
                self.suggestions.clear();
                if !self.host.pick_up() {
                    self.dialogue.say("There is no tile to pick up.")?;
                }
                self.printed = self.printed.min(self.host.news().len());
            }
            PlayerCommand::Undo if self.host.undo()? => {
                self.suggestions.clear();
                self.printed = self.host.news().len();
            }
            PlayerCommand::Undo if self.host.settings().practice => {
                self.dialogue.say("There is no turn to undo.")?;
            }
            PlayerCommand::Undo => self
                .dialogue
                .say("Undo works only in practice games: goldrush play --practice.")?,
            PlayerCommand::Help => self.help()?,
            PlayerCommand::Map => self.map()?,
            PlayerCommand::Score => {
                let texts: Vec<_> = self.host.scene().seats.iter().map(score).collect();
                texts.iter().try_for_each(|text| self.dialogue.say(text))?;
            }
            PlayerCommand::Secrets => self.secrets(seat)?,
            PlayerCommand::Left => {
                let Left {
                    count: number,
                    thing,
                    kinds,
                } = self.host.scene().left.clone();
                self.dialogue.say(&format!(
                    "{}{}",
                    count(number, thing),
                    if kinds.is_empty() { "." } else { ":" }
                ))?;
                kinds.iter().try_for_each(|kind| {
                    self.dialogue.offer(&kind.count.to_string(), &kind.words)
                })?;
            }
            PlayerCommand::Log => {
                let texts: Vec<_> = self
                    .host
                    .log()
                    .iter()
                    .map(|(_, text)| text.clone())
                    .collect();
                texts.iter().try_for_each(|text| self.dialogue.say(text))?;
            }
            PlayerCommand::Hint => self.hint()?,
            PlayerCommand::Lessons => {
                let lessons = !self.host.settings().lessons;
                self.host.set_lessons(lessons);
                let text = if lessons {
                    "Explanations of rules are on."
                } else {
                    "Explanations of rules are off."
                };
                self.dialogue.say(text)?;
            }
        }
        Ok(Decided::Again)
    }

    /// Says that hints are still searched for: after a second, and then every five.
    fn tell_search(&mut self, seconds: usize) -> anyhow::Result<()> {
        if seconds == 1 {
            self.dialogue.say("Looking for the best moves …")?;
        } else if seconds.is_multiple_of(5) {
            self.dialogue
                .say(&format!("Still looking, after {seconds} seconds …"))?;
        }
        Ok(self.dialogue.out.flush()?)
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let mut task = self.host.hint();
        let mut seconds = 0;
        let suggestions = loop {
            match task.wait(Duration::from_secs(1)) {
                Progress::Working => {
                    seconds += 1;
                    self.tell_search(seconds)?;
                }
                Progress::Done(suggestions) => break suggestions,
                Progress::Failed => return self.dialogue.say("The search for a hint failed."),
            }
        };
        self.dialogue
            .say(&format!("The best moves. h 1 plays the first. {LEGEND}"))?;
        for (i, suggestion) in suggestions.iter().enumerate() {
            let ShownTurn {
                words,
                worth,
                brings,
                moves,
                ..
            } = suggestion;
            // Without a board to show the turn on, its moves say where it is played.
            let moves = moves.join(", ");
            let dot = if brings.is_empty() { "" } else { ". " };
            self.dialogue.offer(
                &hint_answer(i + 1),
                &format!("{worth}: {words} ({moves}){dot}{brings}"),
            )?;
        }
        self.suggestions = suggestions;
        Ok(())
    }

    /// True if choices have numbers; cards have positions instead.
    pub(super) fn has_numbers(&self) -> bool {
        !matches!(self.host.scene().ground, Board::Cards(_))
    }

    fn help(&mut self) -> anyhow::Result<()> {
        let numbers = self.has_numbers();
        let answer = if numbers {
            "the number of a choice, a move as text"
        } else {
            "a position such as c4"
        };
        self.dialogue
            .say(&format!("Answer with {answer}, or one of these:"))?;
        // Nothing is picked up or hidden among cards.
        for (word, command, meaning) in COMMANDS {
            if numbers || !matches!(command, PlayerCommand::Back | PlayerCommand::Secrets) {
                self.dialogue.offer(word, meaning)?;
            }
        }
        self.host
            .help()
            .iter()
            .try_for_each(|paragraph| self.dialogue.say(paragraph))
    }

    /// Draws the table.
    pub(super) fn draw(&mut self) -> anyhow::Result<()> {
        Ok(picture::write(
            &self.host.scene().ground,
            self.colors,
            self.dialogue.out,
        )?)
    }

    pub(super) fn map(&mut self) -> anyhow::Result<()> {
        self.draw()?;
        let scene = self.host.scene();
        let signs: Vec<_> = scene
            .legend
            .iter()
            .map(|sign| format!("{} {}", sign.spot.symbol, sign.meaning))
            .collect();
        let texts: Vec<_> = [format!("{}.", signs.join(", "))]
            .into_iter()
            .chain(scene.notes.iter().cloned())
            .collect();
        texts.iter().try_for_each(|text| self.dialogue.say(text))
    }

    fn secrets(&mut self, seat: Player) -> anyhow::Result<()> {
        self.host.hand_over(Some(seat));
        let shown = self
            .host
            .scene()
            .seats
            .get(seat.index())
            .and_then(|seat| seat.secret.as_ref());
        let text = match shown {
            None => "In this game nothing is hidden from the other players.".into(),
            Some(secret) if secret.values.is_empty() => format!("No {} yet.", secret.name),
            Some(secret) => {
                let values: Vec<_> = secret.values.iter().map(ToString::to_string).collect();
                format!(
                    "{}'s {}: {}; {} in all.",
                    seat.letter(),
                    secret.name,
                    values.join(", "),
                    secret.points
                )
            }
        };
        self.dialogue.say(&text)
    }

    /// Writes lines unchanged, except that long ones are wrapped to the terminal.
    pub(super) fn say_lines(&mut self, lines: &[String]) -> anyhow::Result<()> {
        for line in lines {
            if line.chars().count() > 80 {
                self.dialogue.say(line)?;
            } else {
                writeln!(self.dialogue.out, "{line}")?;
            }
        }
        Ok(())
    }
}

/// Formats holdings: ` and 2 tokens`.
fn held(seat: &Seat) -> String {
    seat.holds
        .iter()
        .map(|held| format!(" and {}", count(held.count, held.name)))
        .collect()
}

/// Formats the supply: `5 cowboys and 1 tent in supply`; empty in games without pieces.
fn supply(seat: &Seat) -> String {
    let supply: Vec<_> = seat
        .supply
        .iter()
        .map(|figures| count(figures.count, figures.name))
        .collect();
    if supply.is_empty() {
        String::new()
    } else {
        format!("{} in supply", supply.join(" and "))
    }
}

/// Formats a seat with its points by source.
fn score(seat: &Seat) -> String {
    let sources = seat
        .sources
        .iter()
        .filter_map(|(name, points)| Some(format!("{name} {}", (*points)?)));
    let points = count(seat.points.into(), "point");
    let supply = supply(seat);
    let supply = if supply.is_empty() {
        supply
    } else {
        format!("; {supply}")
    };
    format!(
        "{} {}: {points} ({}){}{supply}.",
        seat.seat.letter(),
        seat.title,
        sources.collect::<Vec<_>>().join(", "),
        held(seat),
    )
}
