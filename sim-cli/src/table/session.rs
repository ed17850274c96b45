//! A game in progress with people in it: what is played, taken back, logged and kept in a file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use goldrush_engine::game::{Points, State as _, View};
use goldrush_engine::gold_rush::{Deal, GoldRush, Move, Phase, Record, Recorder, Setup, State, Table};
use goldrush_engine::player::{PerPlayer, Player};
use goldrush_engine::rng::{StreamRng, agent_stream, deal_stream};

use super::kept::Kept;
use super::saved;
use super::seats::Seats;
use super::words::{self, Log};
use crate::games::Harnessed as _;
use crate::games::gold_rush::event::EventLog;
use crate::protocol::fault::Fault;

/// How the game is played, apart from its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// Turns may be taken back.
    pub practice: bool,
    /// Rules are explained when they first matter.
    pub lessons: bool,
}

/// A game in progress.
pub struct Session {
    setup: &'static Setup,
    seed: u64,
    seats: Seats,
    manner: Manner,
    deal: Deal,
    state: State<'static>,
    moves: Vec<Move>,
    observers: (Recorder, (Log, EventLog)),
    /// Sentences about bots with a fault, since the program was started.
    faults: Vec<String>,
    /// Names of the lessons that were told.
    told: BTreeSet<String>,
    /// How many turns were taken back.
    undone: usize,
    /// The catalogue's text, if it is not a built-in one.
    tiles: Option<String>,
    kept: Kept,
}

impl Session {
    /// Deals a game, and keeps it in a file. The setup lives as long as the program, so that bots which are left to
    /// themselves may go on looking at it.
    pub fn new(setup: Setup, seed: u64, seats: Seats, manner: Manner, file: PathBuf) -> Session {
        let setup: &'static Setup = Box::leak(Box::new(setup));
        let deal = Deal::shuffled(setup, &mut deal_stream(seed, 0));
        Session::of_deal(setup, seed, seats, manner, deal, Kept::new(file))
    }

    fn of_deal(setup: &'static Setup, seed: u64, seats: Seats, manner: Manner, deal: Deal, kept: Kept) -> Session {
        let mut observers = Default::default();
        let state = State::with_deal(setup, &deal, &mut observers);
        let (moves, told) = (Vec::new(), BTreeSet::new());
        Session {
            setup,
            seed,
            seats,
            manner,
            deal,
            state,
            moves,
            observers,
            told,
            undone: 0,
            tiles: None,
            faults: Vec::new(),
            kept,
        }
    }

    /// Goes on with a game that was kept in a file.
    ///
    /// # Errors
    /// If it cannot be read, is not by the rules, or is being played: bad input.
    pub fn resume(file: &Path) -> anyhow::Result<Session> {
        let kept = Kept::take(file)?;
        let saved = saved::read(file)?;
        let setup: &'static Setup = Box::leak(Box::new(saved.setup));
        let (seed, manner) = (saved.seed, saved.manner);
        let mut session = Session::of_deal(setup, seed, saved.seats, manner, saved.deal, kept);
        for mv in saved.moves {
            session.advance(mv);
        }
        (session.told, session.undone, session.tiles) = (saved.told, saved.undone, saved.tiles);
        Ok(session)
    }

    /// Catalogue, rules, number of players.
    pub fn setup(&self) -> &'static Setup {
        self.setup
    }

    /// Who sits where.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// How the game is played.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// Turns the lessons on or off.
    pub fn set_lessons(&mut self, lessons: bool) {
        self.manner.lessons = lessons;
    }

    /// Of the deal.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Where the game is kept.
    pub fn file(&self) -> &Path {
        self.kept.path()
    }

    /// What lies on the table, face up.
    pub fn table(&self) -> &Table<'static> {
        self.state.table()
    }

    /// What a seat sees.
    pub fn view(&self, seat: Player) -> View<'_, State<'static>> {
        View::new(&self.state, seat)
    }

    /// The state, for agents that think about it through a view on a thread of their own.
    pub(super) fn state(&self) -> &State<'static> {
        &self.state
    }

    /// Whose decision is next; nobody's when the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.state.to_move()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.to_move().is_none()
    }

    /// Points of all seats, tokens included, which all see when the game is over.
    pub fn scores(&self) -> PerPlayer<Points> {
        self.state.scores()
    }

    /// Turns that have ended.
    pub fn turns(&self) -> usize {
        self.moves.iter().filter(|mv| matches!(mv, Move::Act(_))).count()
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The order of tiles and tokens.
    pub(super) fn deal(&self) -> &Deal {
        &self.deal
    }

    /// What happened.
    pub fn log(&self) -> &Log {
        &self.observers.1.0
    }

    /// What happened, for bots in processes of their own.
    pub(super) fn events(&self) -> &EventLog {
        &self.observers.1.1
    }

    /// Notes a bot's fault; returns the sentence that tells it.
    pub fn note_fault(&mut self, seat: Player, fault: &Fault) -> String {
        let sentence =
            format!("{} had a fault ({fault}); {} plays on for it.", self.seats.subject(seat), GoldRush::FALLBACK);
        self.faults.push(sentence.clone());
        sentence
    }

    /// Sentences about bots with a fault, since the program was started.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// An entry of the log as a sentence, as people at this terminal may know it.
    pub fn sentence(&self, (_, event): &(usize, words::Event)) -> String {
        let known = match event {
            words::Event::Tokens { seat, .. } => self.is_over() || self.seats.only_human() == Some(*seat),
            _ => true,
        };
        words::sentence(event, self.setup, &self.seats, known)
    }

    /// The chance of the agent that decides next: of its own for every turn, so that a game that was resumed or taken
    /// back goes on as it would have.
    pub fn chance(&self) -> StreamRng {
        agent_stream(self.seed, self.turns() as u64, 0, self.table().seat().index())
    }

    fn advance(&mut self, mv: Move) {
        self.state.play_observed(mv, &mut self.observers);
        self.moves.push(mv);
    }

    /// Plays a legal move, and keeps the game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn play(&mut self, mv: Move) -> anyhow::Result<()> {
        self.play_turn(&[mv])
    }

    /// Plays legal moves, and keeps the game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn play_turn(&mut self, moves: &[Move]) -> anyhow::Result<()> {
        for &mv in moves {
            debug_assert!(self.state.is_legal(mv), "{mv:?}");
            self.advance(mv);
        }
        self.save()
    }

    fn rewind(&mut self, moves: usize) {
        let all = std::mem::take(&mut self.moves);
        self.observers = Default::default();
        self.state = State::with_deal(self.setup, &self.deal, &mut self.observers);
        all[..moves].iter().for_each(|&mv| self.advance(mv));
    }

    /// Takes up the tile again that was laid in this turn.
    pub fn take_up_tile(&mut self) {
        if self.table().phase() == Phase::Act {
            self.rewind(self.moves.len() - 1);
        }
    }

    /// In a practice game: goes back to where a person last had a whole turn to decide. False if there is no such
    /// turn or this is no practice game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn undo(&mut self) -> anyhow::Result<bool> {
        if !self.manner.practice {
            return Ok(false);
        }
        let turns = self.turns();
        let last = (0..turns).rev().find(|&turn| self.seats.is_human(self.seat_of_turn(turn)));
        let Some(turn) = last else { return Ok(false) };
        self.rewind(2 * turn);
        self.undone += turns - turn;
        self.save()?;
        Ok(true)
    }

    /// Who has the turn of that number, from 0.
    pub fn seat_of_turn(&self, turn: usize) -> Player {
        Player::all(self.setup.players()).nth(turn % self.setup.players()).expect("it is less than their number")
    }

    /// The catalogue's text, if it is not a built-in one.
    pub(super) fn tiles(&self) -> Option<&str> {
        self.tiles.as_deref()
    }

    /// Has the catalogue's text kept with the game, since it is not a built-in one.
    pub fn keep_tiles(&mut self, text: String) {
        self.tiles = Some(text);
    }

    /// How many turns were taken back.
    pub fn undone(&self) -> usize {
        self.undone
    }

    /// The names of the lessons that were told.
    pub(super) fn told(&self) -> &BTreeSet<String> {
        &self.told
    }

    /// Whether a lesson has not been told yet; from now on it has.
    pub(super) fn tell(&mut self, lesson: &str) -> bool {
        self.told.insert(lesson.to_owned())
    }

    /// The record of the turns that have ended, with the result if the game is over.
    pub fn record(&self) -> Record {
        let names = self.seats.names();
        let mut record = self.observers.0.clone().finish(&self.state, self.seed, 0, 0, names);
        record.turns.truncate(self.turns());
        record
    }

    /// Keeps the game as it is, whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&mut self) -> anyhow::Result<()> {
        self.kept.write(&saved::text(self)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(folder: &Path, practice: bool) -> Session {
        let seats = Seats::of_options(crate::games::GameName::GoldRush, "level1,level1", 1).unwrap();
        let manner = Manner { practice, lessons: true };
        Session::new(Setup::printed(3), 5, seats, manner, folder.join("game.json"))
    }

    fn play_turns(session: &mut Session, turns: usize) {
        for _ in 0..2 * turns {
            let mv = session.state().random_move(&mut session.chance()).unwrap();
            session.play(mv).unwrap();
        }
    }

    #[test]
    fn a_game_is_resumed_as_it_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let mut session = session(folder.path(), true);
        play_turns(&mut session, 10);
        let place = session.state().random_move(&mut session.chance()).unwrap();
        session.play(place).unwrap();
        session.tell("tent");
        session.save().unwrap();
        let copy = folder.path().join("copy.json");
        std::fs::copy(session.file(), &copy).unwrap();
        let mut resumed = Session::resume(&copy).unwrap();
        assert_eq!(resumed.state(), session.state());
        assert_eq!((resumed.moves(), resumed.told()), (session.moves(), session.told()));
        assert_eq!(resumed.log().entries(), session.log().entries());
        assert_eq!(resumed.record(), session.record());
        // What follows is the same too.
        for session in [&mut session, &mut resumed] {
            let action = session.state().random_move(&mut session.chance()).unwrap();
            session.play(action).unwrap();
            play_turns(session, 5);
        }
        assert_eq!(resumed.state(), session.state());
    }

    #[test]
    fn a_tile_is_taken_up_again_and_a_turn_undone_in_practice_only() {
        let folder = tempfile::tempdir().unwrap();
        let mut session = session(folder.path(), true);
        play_turns(&mut session, 4);
        let before = session.state().clone();
        let place = session.state().random_move(&mut session.chance()).unwrap();
        session.play(place).unwrap();
        assert!(session.state() != &before);
        session.take_up_tile();
        assert!(session.state() == &before);
        session.take_up_tile();
        assert!(session.state() == &before, "nothing was laid");
        // Seat 1 has the turns 1 and 4 from 0.
        assert!(session.undo().unwrap());
        assert_eq!((session.turns(), session.undone()), (1, 3));
        assert!(!session.undo().unwrap());
        let mut earnest = self::session(folder.path(), false);
        play_turns(&mut earnest, 4);
        assert!(!earnest.undo().unwrap());
    }
}
