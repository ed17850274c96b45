//! A game with people as skins see it: they draw its scene and send choices back, whatever game it is.

use std::path::Path;
use std::time::Duration;

use goldrush_engine::player::Player;

use super::closing::GameReview;
use super::hint::Suggestion;
use super::scene_frame::SceneFrame;
use super::seats::Seats;
use super::session::GameSettings;
use super::thinking::Task;
use crate::games::playable::Lesson;
use crate::games::scene::{Art, Scene};
use crate::printable::printable;

/// A bot has played.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// What there is to see of it.
    pub steps: Vec<SceneFrame>,
    /// A sentence about it, if it had a fault or did not answer.
    pub trouble: Option<String>,
}

/// A game with people in it, and its bots.
pub trait Host {
    /// The position as the people here see it.
    fn scene(&self) -> &Scene;

    /// Name of what people who share the screen hide from each other, such as `tokens`: the scene has those of the
    /// [`viewer`](Host::viewer) alone. `None` if one person plays, or nothing is hidden.
    fn shared_secret(&self) -> Option<&'static str>;

    /// Where a screen is shared, the seat of the person at it while it is that person's turn.
    fn seat_at_screen(&self) -> Option<Player>;

    /// Hands a shared screen to the person whose turn it is, or covers that person's secrets again.
    fn hand_over(&mut self, to: Option<Player>);

    /// Whose secrets are covered: of the person whose turn it is, if the screen is shared and was not handed over.
    fn covered(&self) -> Option<Player> {
        let next = self.scene().to_move.filter(|&seat| self.shared_secret().is_some() && self.seats().is_human(seat));
        next.filter(|_| self.seat_at_screen() != next)
    }

    /// Who sits where.
    fn seats(&self) -> &Seats;

    /// How it is played.
    fn settings(&self) -> GameSettings;

    /// Turns the lessons on or off.
    fn set_lessons(&mut self, lessons: bool);

    /// The seed of the deal and of the bots' chance.
    fn seed(&self) -> u64;

    /// Where it is kept, if it is.
    fn file(&self) -> Option<&Path>;

    /// How many moves were played.
    fn moves(&self) -> usize;

    /// How many turns have ended.
    fn turns(&self) -> usize;

    /// What happened, in sentences, each with its turn.
    fn news(&self) -> &[(usize, String)];

    /// As much of the news as is still told later: nothing of an earlier turn that is hidden again.
    fn log(&self) -> &[(usize, String)];

    /// What its tiles look like in lines, if it has tiles.
    fn art(&self) -> Option<Art>;

    /// The game so far, a step each turn, and before the first: as the people here see it.
    fn timeline(&self) -> Vec<SceneFrame>;

    /// What the picture and the answers mean, a paragraph each.
    fn help(&self) -> &'static [&'static str];

    /// A rule to be explained now, which is not explained again.
    fn lesson(&mut self) -> Option<&'static Lesson>;

    /// Whether a text is a legal move.
    fn is_legal(&self, mv: &str) -> bool;

    /// Plays a move, and keeps the game; nothing is played if it is not legal. Returns what there is to see of it that the
    /// scene does not show any more.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn play(&mut self, mv: &str) -> anyhow::Result<Vec<SceneFrame>>;

    /// Takes up again what was laid in this turn. False if nothing was, or it cannot be.
    fn pick_up(&mut self) -> bool;

    /// In a practice game: goes back to where a person last began a turn. False if there is no such turn.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn undo(&mut self) -> anyhow::Result<bool>;

    /// Has the bot think whose turn it is.
    fn think(&mut self);

    /// Which bot thinks.
    fn thinking(&self) -> Option<Player>;

    /// Asks the bot that thinks to play what it has.
    fn interrupt(&mut self);

    /// Waits so long at most for the bot that thinks. What it plays is played and kept.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn wait(&mut self, time: Duration) -> anyhow::Result<Option<Reply>>;

    /// Begins to look for the best turns of whoever decides.
    fn hint(&self) -> Task<Vec<Suggestion>>;

    /// Begins to work out what lead over the best other seat whoever decides can expect at the end, in points.
    fn outlook(&self) -> Task<Option<f64>>;

    /// When the game is over: tells the bots, and begins to look for the moves that mattered.
    fn review_game(&mut self) -> Task<GameReview>;

    /// The result in lines: points by source, who won, the faults of bots.
    fn result(&self) -> Vec<String>;

    /// Who won, and the faults of bots: the sentences of the result.
    fn winners(&self) -> Vec<String>;

    /// The command that deals the same game once more.
    fn again(&self) -> String;

    /// What is said when the game leaves the screen: where it is kept, how to go on with it, and how a friend gets the
    /// same deal.
    fn closing_message(&self) -> Vec<String> {
        let file = self.file().map(|file| printable(file.display()));
        let (over, played) = (self.scene().is_over(), !self.seats().humans().is_empty());
        let kept = file.map(|file| match over {
            true => format!("The record of the game: {file}"),
            false => format!("The game is kept; go on with: goldrush play --resume {file}"),
        });
        let again = match played {
            true => format!("A friend gets the same deal with: {}", self.again()),
            false => format!("The same game again: {}", self.again()),
        };
        kept.into_iter().chain((over || !played).then_some(again)).collect()
    }

    /// Keeps the game as it is, whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn save(&mut self) -> anyhow::Result<()>;
}
