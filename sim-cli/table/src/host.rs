//! The interface to a game with people: a skin draws its scene and sends choices back, whatever the game.

use std::path::Path;
use std::time::Duration;

use goldrush_engine::player::Player;
use goldrush_games::GameName;
use goldrush_games::lessons::Lesson;
use goldrush_games::scene::{Art, Scene};
use goldrush_report::wrap::{self, WIDTH};
use goldrush_support::printable::printable;

use super::closing::{GameReview, Judgment};
use super::next_game::NextGame;
use super::scene_frame::SceneFrame;
use super::seats::Seats;
use super::session::GameSettings;
use super::shown_turn::ShownTurn;
use super::thinking::{Task, Waker};
use super::variation::{Variation, VariationPlayers};

/// A bot's turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The frames to show.
    pub frames: Vec<SceneFrame>,
    /// A sentence about the bot, if it had a fault or did not answer.
    pub notice: Option<String>,
}

/// A game with people in it, and its bots.
pub trait Host {
    /// The position as the people here see it.
    fn scene(&self) -> &Scene;

    /// Name of what people who share the screen hide from each other, such as `tokens`: the scene shows only the
    /// [`seat_at_screen`](Host::seat_at_screen)'s. `None` if one person plays, or nothing is hidden.
    fn shared_secret(&self) -> Option<&'static str>;

    /// Seat of the person at a shared screen, during that person's turn.
    fn seat_at_screen(&self) -> Option<Player>;

    /// Hands a shared screen to the person whose turn it is, or covers that person's secrets again.
    fn hand_over(&mut self, to: Option<Player>);

    /// Seat of the person whose turn it is, if the screen is shared and has not been handed over: its secrets are
    /// covered.
    fn covered(&self) -> Option<Player> {
        let next = self
            .scene()
            .to_move
            .filter(|&seat| self.shared_secret().is_some() && self.seats().is_human(seat));
        next.filter(|_| self.seat_at_screen() != next)
    }

    /// Names the people by seat, `None` where nobody is known; tells the game so far by these names.
    fn set_names(&mut self, names: Vec<Option<String>>);

    /// Gives each person a screen of their own, with what that seat may know; [`scene`](Host::scene) becomes the one of
    /// spectators, who know no secrets.
    fn separate_screens(&mut self);

    /// The position as it is seen at the screen of a seat, or at the one that all others share.
    fn scene_at(&self, screen: Option<Player>) -> &Scene;

    /// The log as it is read at a screen.
    fn log_at(&self, screen: Option<Player>) -> &[(usize, String)];

    /// True if a person plays a seat now: no bot, and none that stands in.
    fn is_played_by_person(&self, seat: Player) -> bool;

    /// Lets a bot play for the person in a seat from now on, or that person again.
    fn set_stand_in(&mut self, seat: Player, plays: bool);

    /// Goes back to the beginning of a seat's last turn, with the consent of the others. False if there is no such turn.
    fn take_back(&mut self, seat: Player) -> anyhow::Result<bool>;

    /// The game being played.
    fn game(&self) -> GameName;

    /// The occupants of the seats.
    fn seats(&self) -> &Seats;

    /// The settings of the game.
    fn settings(&self) -> GameSettings;

    /// Turns the lessons on or off.
    fn set_lessons(&mut self, lessons: bool);

    /// Seed of the deal and of the bots' random numbers.
    fn seed(&self) -> u64;

    /// File in which the game is saved; `None` if it is not saved.
    fn file(&self) -> Option<&Path>;

    /// Text of the file, from which [`read`](super::live_game::read) goes on; `None` in a variation.
    fn saved(&self) -> Option<String>;

    /// Number of moves played.
    fn moves(&self) -> usize;

    /// Number of turns that have ended.
    fn turns(&self) -> usize;

    /// The events in sentences, each with its turn.
    fn news(&self) -> &[(usize, String)];

    /// The sentences that remain in the log: nothing that an earlier turn showed and then hid again.
    fn log(&self) -> &[(usize, String)];

    /// Line drawings of its tiles, if it has tiles.
    fn art(&self) -> Option<Art>;

    /// The game so far as the people here see it: one frame for the deal and one for each turn.
    fn timeline(&self) -> Vec<SceneFrame>;

    /// The position in which a choice of the game so far was made, as the frame of what led to it; `None` if there is none.
    fn frame_before(&self, judgment: &Judgment) -> Option<SceneFrame>;

    /// Explanation of the picture and the choices, one string per paragraph.
    fn help(&self) -> &'static [&'static str];

    /// Returns the rule to explain now, if any; it is not explained again.
    fn lesson(&mut self) -> Option<&'static Lesson>;

    /// True if a text is a legal move.
    fn is_legal(&self, mv: &str) -> bool;

    /// Plays a move and saves the game; returns the frames that show what the scene no longer does. `None` if the move is
    /// not legal; then nothing changes.
    fn play(&mut self, mv: &str) -> anyhow::Result<Option<Vec<SceneFrame>>>;

    /// Picks up the tile placed in this turn. False if there is none, or it must stay.
    fn pick_up(&mut self) -> bool;

    /// Goes back to the beginning of a person's last turn, in a practice game. False if there is no such turn.
    fn undo(&mut self) -> anyhow::Result<bool>;

    /// True if [`undo`](Host::undo) goes back.
    fn can_undo(&self) -> bool;

    /// Goes back to the position before a turn of a finished game, counted from 0, to play on from there; the game
    /// itself stays as it was. False if the game has no such turn, or is not over.
    fn begin_variation(&mut self, turn: usize, players: VariationPlayers) -> bool;

    /// Lets others play the variation from the current position on. False if there is none.
    fn change_variation_players(&mut self, players: VariationPlayers) -> bool;

    /// Returns to the game as it was played. False if there is no variation.
    fn end_variation(&mut self) -> bool;

    /// True if the person here moves for every seat, and so may also choose which tile is drawn.
    fn is_by_hand(&self) -> bool;

    /// Puts another kind of tile in hand, by its index in the line art. False if the person here does not move for every
    /// seat, there is no tile in hand, or none of that kind could have been drawn.
    fn put_tile_in_hand(&mut self, kind: usize) -> bool;

    /// Returns the task, in a sentence, if the variation began as a puzzle.
    fn puzzle(&self) -> Option<&str>;

    /// Returns the variation on the table, if there is one.
    fn variation(&self) -> Option<Variation>;

    /// True if the game stands still at the verdict on what a person has just played: at the answer to a puzzle, or where a game
    /// against bots is tried otherwise.
    fn stops_at_answer(&self) -> bool {
        let seats = self.seats();
        let has_bots = seats.humans().len() < seats.players();
        self.variation().is_some_and(|variation| {
            self.turns() <= variation.turn + 1 && (has_bots || self.puzzle().is_some())
        })
    }

    /// Starts judging the choice in a variation that a person here has completed. `None` if there is none, or it has been
    /// judged.
    fn judge(&mut self) -> Option<Task<Option<Judgment>>>;

    /// Sets the function that is called from another thread when a bot, a hint, an expected lead or a review started later is
    /// ready.
    fn wake_by(&mut self, waker: Waker);

    /// Starts the thinking of the bot whose turn it is.
    fn think(&mut self);

    /// Returns the seat of the bot that is thinking.
    fn thinking(&self) -> Option<Player>;

    /// Asks the thinking bot to play the best move it has found.
    fn interrupt(&mut self);

    /// Waits at most `time` for the thinking bot, then plays its move and saves the game. `None` if it has not
    /// answered.
    fn wait(&mut self, time: Duration) -> anyhow::Result<Option<Reply>>;

    /// Starts a search for the best turns of the seat to move.
    fn hint(&mut self) -> Task<Vec<ShownTurn>>;

    /// Starts a search for the same in about a fifth of the time, to be shown until the other one is ready.
    fn quick_hint(&self) -> Task<Vec<ShownTurn>>;

    /// Starts estimating the final lead over the best other seat that the seat to move can expect, in points.
    fn expected_lead(&self) -> Task<Option<f64>>;

    /// Sends the bots the result of a finished game, and waits for a moment until they have it.
    fn end_bots(&mut self);

    /// Sends the bots the result of a finished game, and starts a search for the moves that mattered.
    fn review_game(&mut self) -> Task<GameReview>;

    /// Returns the result as lines: points by source, winners, faults of bots.
    fn result(&self) -> Vec<String>;

    /// Returns the winners and the faults of bots as a screen shows them: the sentences of the result.
    fn winners(&self, screen: Option<Player>) -> Vec<String>;

    /// Returns the command that deals the same game again; `None` if it was dealt elsewhere.
    fn again(&self) -> Option<String>;

    /// Returns the words of the command for the game after this one; `None` if it cannot be played.
    fn next_game(&self, next: &NextGame) -> Option<Vec<String>>;

    /// Returns the message to print when the game leaves the screen: its file, how to resume it, and how a friend gets
    /// the same deal.
    fn closing_message(&self) -> Vec<String> {
        let file = self.file().map(|file| printable(file.display()));
        let over = self.scene().is_over();
        let played = !self.seats().humans().is_empty();
        let kept = file.map(|file| {
            if over {
                format!("The record of the game: {file}")
            } else {
                format!("The game is saved. Resume it with: goldrush play --resume {file}")
            }
        });
        let again = self.again().map(|again| {
            if played {
                format!("The same deal for a friend: {again}")
            } else {
                format!("The same game again: {again}")
            }
        });
        kept.into_iter()
            .chain(again.filter(|_| over || !played))
            .collect()
    }

    /// Returns the text to print when the game leaves the screen: after its end also the result and the moves that
    /// mattered, if they were `found`.
    fn printed_end(&self, found: &[String]) -> String {
        if self.puzzle().is_some() {
            return String::new();
        }
        let closing = self.closing_message();
        if !self.scene().is_over() {
            return closing.join("\n");
        }
        let found = found
            .iter()
            .flat_map(|line| wrap::lines(line, WIDTH, "", "  "));
        let mut found: Vec<String> = found.collect();
        if !found.is_empty() {
            found.insert(0, "The moves that mattered:".into());
        }
        let parts = [self.result(), found, closing]
            .into_iter()
            .filter(|part| !part.is_empty());
        parts
            .map(|part| part.join("\n"))
            .collect::<Vec<_>>()
            .join("\n\n")
    }

    /// Saves the game atomically.
    fn save(&mut self) -> anyhow::Result<()>;
}
