//! A game in progress with people in it: what is played and taken back, and where it is kept.

use std::path::{Path, PathBuf};

use goldrush_engine::game::State as _;
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, agent_stream, deal_stream};

use super::Manner;
use super::saved;
use super::shown::{Shown, StateOf};
use crate::games::diary::{Diary, MoveRecord};
use crate::games::{Counted, Heading};
use crate::protocol::fault::Fault;
use crate::table::kept::Kept;
use crate::table::seats::Seats;

/// A game in progress.
pub(super) struct Session<G: Shown> {
    setup: &'static G::Setup,
    seed: u64,
    seats: Seats,
    manner: Manner,
    dealt: StateOf<G>,
    state: StateOf<G>,
    ears: G::Ears,
    diary: Diary,
    moves: Vec<G::Move>,
    /// Where turns began: before which move, and whose.
    turns: Vec<(usize, Player)>,
    /// How many turns were taken back.
    undone: usize,
    /// Sentences about bots with a fault, since the program was started.
    faults: Vec<String>,
    kept: Kept,
}

impl<G: Shown> Session<G> {
    /// Deals a game. The setup lives as long as the program.
    pub(super) fn new(setup: G::Setup, seed: u64, seats: Seats, manner: Manner, file: PathBuf) -> Session<G> {
        let setup: &'static G::Setup = Box::leak(Box::new(setup));
        let dealt = G::deal(setup, &mut deal_stream(seed, 0));
        Session::of_deal(setup, seed, seats, manner, dealt, Kept::new(file))
    }

    /// A game with that deal.
    pub(super) fn of_deal(
        setup: &'static G::Setup,
        seed: u64,
        seats: Seats,
        manner: Manner,
        dealt: StateOf<G>,
        kept: Kept,
    ) -> Session<G> {
        let (state, diary) = (dealt.clone(), Diary::begin(&dealt));
        let (ears, moves, turns, faults) = (G::ears(false, false), Vec::new(), Vec::new(), Vec::new());
        Session { setup, seed, seats, manner, dealt, state, ears, diary, moves, turns, undone: 0, faults, kept }
    }

    /// What it is dealt from.
    pub(super) fn setup(&self) -> &'static G::Setup {
        self.setup
    }

    /// Of the deal and the bots' chance.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Who sits where.
    pub(super) fn seats(&self) -> &Seats {
        &self.seats
    }

    /// How it is played.
    pub(super) fn manner(&self) -> Manner {
        self.manner
    }

    /// Where it is kept.
    pub(super) fn file(&self) -> &Path {
        self.kept.path()
    }

    /// The game as it stands.
    pub(super) fn state(&self) -> &StateOf<G> {
        &self.state
    }

    /// Whose decision is next; nobody's when the game is over.
    pub(super) fn to_move(&self) -> Option<Player> {
        self.state.to_move()
    }

    /// What has happened, for bots in processes of their own.
    pub(super) fn diary(&self) -> &Diary {
        &self.diary
    }

    /// The number of the turn in progress, from 1.
    pub(super) fn turn(&self) -> usize {
        self.turns.len() + usize::from(self.begins_turn())
    }

    /// Whether a turn begins with the decision at hand.
    pub(super) fn begins_turn(&self) -> bool {
        self.to_move().is_some() && G::begins_turn(&self.state)
    }

    /// What was counted so far.
    pub(super) fn counted(&self) -> Counted {
        G::counted(&self.state, &self.ears)
    }

    /// The chance of whoever decides next, of its own for every place in the game: what was taken back or resumed goes on
    /// as it would have.
    pub(super) fn chance(&self, seat: Player) -> StreamRng {
        agent_stream(self.seed, self.moves.len() as u64, 0, seat.index())
    }

    /// Plays a legal move, which is not kept yet; tells what came of it.
    pub(super) fn advance(&mut self, mv: G::Move) -> Vec<String> {
        let before = self.state.clone();
        self.follow(mv);
        G::news(&before, mv, &self.state, &self.seats)
    }

    /// Plays a legal move without a word.
    pub(super) fn follow(&mut self, mv: G::Move) {
        debug_assert!(self.state.is_legal(mv), "{mv:?}");
        if let Some(seat) = self.to_move().filter(|_| self.begins_turn()) {
            self.turns.push((self.moves.len(), seat));
        }
        self.diary.moving(&self.state, mv);
        G::play(&mut self.state, mv, &mut self.ears);
        self.moves.push(mv);
    }

    /// In a practice game: goes back to where a person last began a turn. False if there is no such turn or this is no
    /// practice game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn undo(&mut self) -> anyhow::Result<bool> {
        let last = self.turns.iter().rposition(|(_, seat)| self.seats.is_human(*seat));
        let Some(turn) = last.filter(|_| self.manner.practice) else { return Ok(false) };
        self.undone += self.turns.len() - turn;
        let mut moves = std::mem::take(&mut self.moves);
        moves.truncate(self.turns[turn].0);
        (self.state, self.diary) = (self.dealt.clone(), Diary::begin(&self.dealt));
        self.ears = G::ears(false, false);
        self.turns.clear();
        moves.into_iter().for_each(|mv| self.follow(mv));
        self.save()?;
        Ok(true)
    }

    /// How many turns were taken back.
    pub(super) fn undone(&self) -> usize {
        self.undone
    }

    /// As it was when the game was left.
    pub(super) fn set_undone(&mut self, undone: usize) {
        self.undone = undone;
    }

    /// Notes a bot's fault; returns the sentence that tells it.
    pub(super) fn note_fault(&mut self, seat: Player, fault: &Fault) -> String {
        let sentence = format!("{} had a fault ({fault}); {} plays on for it.", self.seats.subject(seat), G::FALLBACK);
        self.faults.push(sentence.clone());
        sentence
    }

    /// Sentences about bots with a fault, since the program was started.
    pub(super) fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The moves so far as a record, which is complete when the game is over.
    pub(super) fn record(&self) -> MoveRecord<G::Rules> {
        let heading = Heading { seed: self.seed, block: 0, seating: 0, seats: self.seats.names() };
        self.diary.clone().finish(G::name(self.setup), G::rules(self.setup), &self.state, heading)
    }

    /// Keeps the game as it is, whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn save(&mut self) -> anyhow::Result<()> {
        self.kept.write(&saved::text(self)?)
    }
}
