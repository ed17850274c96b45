//! A game in progress with people in it: what is played, taken back, told and kept in a file.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, agent_stream, deal_stream};

use super::kept::Kept;
use super::saved;
use super::seats::Seats;
use crate::games::Heading;
use crate::games::eyes::Eyes;
use crate::games::playable::{Lately, Lesson, Playable, StateOf};
use crate::games::scene::Scene;
use crate::protocol::fault::Fault;

/// How the game is played, apart from its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// Turns may be taken back.
    pub practice: bool,
    /// Rules are explained when they first matter.
    pub lessons: bool,
    /// What was seen before is marked, where it is hidden again.
    pub assist: bool,
}

/// A game to begin.
pub struct Beginning<S> {
    /// What it is dealt from.
    pub setup: S,
    /// Of the deal and the bots' chance.
    pub seed: u64,
    /// Who sits where.
    pub seats: Seats,
    /// How it is played.
    pub manner: Manner,
    /// Where it is kept.
    pub file: PathBuf,
    /// The text of its components, if they do not come with the program.
    pub components: Option<String>,
}

/// A game in progress.
pub struct Session<G: Playable> {
    setup: &'static G::Setup,
    seed: u64,
    seats: Seats,
    eyes: Eyes,
    manner: Manner,
    components: Option<String>,
    dealt: StateOf<G>,
    moves: Vec<G::Move>,
    now: Heard<G>,
    /// When the turn in progress began.
    began: Heard<G>,
    /// Where turns began: before which move, and whose they are.
    turns: Vec<(usize, Player)>,
    /// What happened, in sentences, with the turn in which it did; what chance brought before the first is of turn 0.
    log: Vec<(usize, String)>,
    /// Made when it is first asked for.
    scene: OnceCell<Scene>,
    /// Sentences about bots with a fault, since the program was started.
    faults: Vec<String>,
    /// Names of the lessons that were told.
    told: BTreeSet<String>,
    /// How many turns were taken back.
    undone: usize,
    kept: Kept,
}

/// A position, and ears that have heard the game up to it.
struct Heard<G: Playable> {
    state: StateOf<G>,
    ears: G::Ears,
}

impl<G: Playable> Heard<G> {
    fn from_deal(dealt: &StateOf<G>) -> Heard<G> {
        Heard { state: dealt.clone(), ears: G::ears_of(dealt) }
    }
}

impl<G: Playable> Clone for Heard<G> {
    fn clone(&self) -> Self {
        Heard { state: self.state.clone(), ears: self.ears.clone() }
    }
}

impl<G: Playable> Session<G> {
    /// Deals a game, which is not kept yet. The setup lives as long as the program, so that bots which are left to
    /// themselves may go on looking at it.
    pub fn new(beginning: Beginning<G::Setup>) -> Session<G> {
        let Beginning { setup, seed, seats, manner, file, components } = beginning;
        let setup: &'static G::Setup = Box::leak(Box::new(setup));
        let dealt = G::deal(setup, &mut deal_stream(seed, 0));
        let beginning = Beginning { setup, seed, seats, manner, file, components };
        let kept = Kept::new(beginning.file.clone());
        Session::begin(beginning, dealt, kept)
    }

    /// A game of a deal, kept in a file.
    pub(super) fn begin(beginning: Beginning<&'static G::Setup>, dealt: StateOf<G>, kept: Kept) -> Session<G> {
        let Beginning { setup, seed, seats, manner, components, .. } = beginning;
        let now = Heard::from_deal(&dealt);
        Session {
            setup,
            seed,
            eyes: seats.eyes(manner.assist),
            seats,
            manner,
            components,
            moves: Vec::new(),
            began: now.clone(),
            now,
            turns: Vec::new(),
            log: G::opening(&dealt).into_iter().map(|sentence| (0, sentence)).collect(),
            dealt,
            scene: OnceCell::new(),
            faults: Vec::new(),
            told: BTreeSet::new(),
            undone: 0,
            kept,
        }
    }

    /// Goes on with a game that was kept in a file.
    ///
    /// # Errors
    /// If it cannot be read, is not by the rules, or is being played: bad input.
    pub fn resume(file: &Path) -> anyhow::Result<Session<G>> {
        saved::read(file)
    }

    /// What it is dealt from.
    pub(super) fn setup(&self) -> &'static G::Setup {
        self.setup
    }

    /// Who sits where.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The people at this terminal.
    pub fn eyes(&self) -> &Eyes {
        &self.eyes
    }

    /// How the game is played.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// Turns the lessons on or off.
    pub fn set_lessons(&mut self, lessons: bool) {
        self.manner.lessons = lessons;
    }

    /// The seed of the deal and of the bots' chance.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Where the game is kept.
    pub fn file(&self) -> &Path {
        self.kept.path()
    }

    /// The game as it stands, hidden things included.
    pub fn state(&self) -> &StateOf<G> {
        &self.now.state
    }

    /// What has happened, for bots in processes of their own.
    pub(super) fn ears(&self) -> &G::Ears {
        &self.now.ears
    }

    /// The game before its first move.
    pub(super) fn dealt(&self) -> &StateOf<G> {
        &self.dealt
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Whose decision is next; nobody's when the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.now.state.to_move()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.to_move().is_none()
    }

    /// Whether a turn begins with the decision at hand.
    fn begins_turn(&self) -> bool {
        !self.is_over() && G::begins_turn(&self.now.state)
    }

    /// Turns that have ended.
    pub fn turns(&self) -> usize {
        self.turns.len() - usize::from(!self.begins_turn() && !self.is_over())
    }

    /// What happened, in sentences, each with its turn.
    pub fn log(&self) -> &[(usize, String)] {
        &self.log
    }

    /// The position as the people at this terminal see it.
    pub fn scene(&self) -> &Scene {
        self.scene.get_or_init(|| {
            let turns: Vec<Player> = self.turns.iter().map(|(_, seat)| *seat).collect();
            G::scene(&self.now.state, &self.now.ears, &turns, &self.eyes)
        })
    }

    /// Notes a bot's fault; returns the sentence that tells it.
    pub fn note_fault(&mut self, seat: Player, fault: &Fault) -> String {
        let sentence = format!("{} had a fault ({fault}); {} plays on for it.", self.eyes.subject(seat), G::FALLBACK);
        self.faults.push(sentence.clone());
        sentence
    }

    /// Sentences about bots with a fault, since the program was started.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The chance of whoever decides next, of its own for every place in the game: what was taken back or resumed goes
    /// on as it would have.
    pub fn chance(&self) -> StreamRng {
        let seat = self.to_move().map_or(0, Player::index);
        agent_stream(self.seed, self.moves.len() as u64, 0, seat)
    }

    /// Plays a legal move, which is not kept yet.
    pub(super) fn advance(&mut self, mv: G::Move) {
        debug_assert!(self.now.state.is_legal(mv), "{mv:?}");
        if let Some(seat) = self.to_move().filter(|_| self.begins_turn()) {
            self.turns.push((self.moves.len(), seat));
            self.began = self.now.clone();
        }
        G::play(&mut self.now.state, mv, &mut self.now.ears);
        self.moves.push(mv);
        self.scene.take();
        if self.is_over() {
            self.tell_all();
        } else {
            self.tell_turn();
        }
    }

    /// Tells the turn in progress.
    fn tell_turn(&mut self) {
        let (turn, first) = (self.turns.len(), self.turns.last().map_or(0, |(first, _)| *first));
        self.log.retain(|(of, _)| *of < turn);
        let news = G::news(&self.began.state, &self.moves[first..], &self.eyes);
        self.log.extend(news.into_iter().map(|sentence| (turn, sentence)));
    }

    /// Tells the whole game again: when it is over nothing is hidden any more.
    fn tell_all(&mut self) {
        let open = self.eyes.at_the_end();
        self.log.retain(|(of, _)| *of == 0);
        let mut state = self.dealt.clone();
        for (at, &(first, _)) in self.turns.iter().enumerate() {
            let end = self.turns.get(at + 1).map_or(self.moves.len(), |(next, _)| *next);
            let moves = &self.moves[first..end];
            self.log.extend(G::news(&state, moves, &open).into_iter().map(|sentence| (at + 1, sentence)));
            moves.iter().for_each(|&mv| state.play_unchecked(mv));
        }
    }

    /// Plays legal moves, and keeps the game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn play(&mut self, moves: &[G::Move]) -> anyhow::Result<()> {
        moves.iter().for_each(|&mv| self.advance(mv));
        self.save()
    }

    /// Reads a legal move.
    pub fn legal(&self, text: &str) -> Option<G::Move> {
        self.now.state.parse_move(text).ok().filter(|mv| self.now.state.is_legal(*mv))
    }

    fn rewind(&mut self, moves: usize) {
        let mut all = std::mem::take(&mut self.moves);
        all.truncate(moves);
        self.now = Heard::from_deal(&self.dealt);
        self.began = self.now.clone();
        self.turns.clear();
        self.log.retain(|(of, _)| *of == 0);
        self.scene.take();
        all.into_iter().for_each(|mv| self.advance(mv));
    }

    /// Takes up again what was laid in this turn. False if nothing was, or it cannot be.
    pub fn take_up(&mut self) -> bool {
        let can = self.scene().question.as_ref().is_some_and(|question| question.can_take_up);
        if can && let Some(&(first, _)) = self.turns.last() {
            self.rewind(first);
        }
        can
    }

    /// In a practice game: goes back to where a person last began a turn. False if there is no such turn or this is no
    /// practice game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn undo(&mut self) -> anyhow::Result<bool> {
        let last = self.turns.iter().rposition(|(_, seat)| self.seats.is_human(*seat));
        let Some(turn) = last.filter(|_| self.manner.practice) else { return Ok(false) };
        self.undone += self.turns.len() - turn;
        self.rewind(self.turns[turn].0);
        self.save()?;
        Ok(true)
    }

    /// How many turns were taken back.
    pub fn undone(&self) -> usize {
        self.undone
    }

    /// The lesson for the person whose decision it is, if one is due. It is not told again.
    pub fn lesson(&mut self) -> Option<&'static Lesson> {
        if !self.manner.lessons {
            return None;
        }
        let seat = self.to_move()?;
        let before = self.turns[..self.turns()].iter().rfind(|(_, of)| *of == seat).map_or(0, |(first, _)| *first);
        let mut state = self.dealt.clone();
        self.moves[..before].iter().for_each(|&mv| state.play_unchecked(mv));
        let lately = Lately { before: &state, moves: &self.moves[before..] };
        let lesson = G::lesson(&self.now.state, &lately, &|name| self.told.contains(name))?;
        self.told.insert(lesson.name.to_owned());
        Some(lesson)
    }

    /// What a file needs besides the record.
    pub(super) fn part(&self) -> (Manner, &BTreeSet<String>, usize, Option<&str>) {
        (self.manner, &self.told, self.undone, self.components.as_deref())
    }

    /// As it was when the game was left.
    pub(super) fn restore(&mut self, told: BTreeSet<String>, undone: usize) {
        (self.told, self.undone) = (told, undone);
    }

    /// The record of the turns that have ended, with the result if the game is over.
    pub fn record(&self) -> G::Record {
        let heading = Heading { seed: self.seed, block: 0, seating: 0, seats: self.seats.names() };
        let Heard { state, ears } = if self.is_over() || self.begins_turn() { &self.now } else { &self.began };
        G::record(state, ears.clone(), heading).expect("its ears write")
    }

    /// The moves of the turn in progress, as text.
    pub(super) fn unfinished(&self) -> Vec<String> {
        if self.is_over() || self.begins_turn() {
            return Vec::new();
        }
        let mut state = self.began.state.clone();
        let text = |&mv: &G::Move| {
            let text = state.move_text(mv);
            state.play_unchecked(mv);
            text
        };
        self.turns.last().map_or(Vec::new(), |(first, _)| self.moves[*first..].iter().map(text).collect())
    }

    /// Keeps the game as it is, whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&mut self) -> anyhow::Result<()> {
        let text = saved::text(self)?;
        self.kept.write(&text)
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::Carcassonne;
    use goldrush_engine::gold_rush::GoldRush;
    use goldrush_engine::knizia_gold::KniziaGold;

    use super::*;
    use crate::games::{GameName, Setup};

    macro_rules! setup {
        ($game:ident, $players:literal) => {
            match Setup::printed(GameName::$game, $players).unwrap() {
                Setup::$game(setup) => setup,
                _ => unreachable!(),
            }
        };
    }

    fn session<G: Playable>(setup: G::Setup, folder: &Path, practice: bool) -> Session<G> {
        let game = G::name(&setup).parse().unwrap();
        let seats = Seats::of_options(game, "level1,level1", 1).unwrap();
        let (manner, file) = (Manner { practice, lessons: true, assist: false }, folder.join("game.json"));
        Session::new(Beginning { setup, seed: 5, seats, manner, file, components: None })
    }

    fn play_moves<G: Playable>(session: &mut Session<G>, moves: usize) {
        for _ in 0..moves {
            let mv = session.state().random_move(&mut session.chance()).unwrap();
            session.play(&[mv]).unwrap();
        }
    }

    fn is_resumed_as_it_was_left<G: Playable>(setup: G::Setup, moves: usize) {
        let folder = tempfile::tempdir().unwrap();
        let mut session = session::<G>(setup, folder.path(), true);
        play_moves(&mut session, moves);
        session.told.insert("tent".into());
        session.save().unwrap();
        let copy = folder.path().join("copy.json");
        std::fs::copy(session.file(), &copy).unwrap();
        let mut resumed = Session::<G>::resume(&copy).unwrap();
        // What follows is the same too.
        for more in [0, 1, 10] {
            play_moves(&mut session, more);
            play_moves(&mut resumed, more);
            assert_eq!(resumed.state(), session.state());
            assert_eq!((resumed.moves(), &resumed.told), (session.moves(), &session.told));
            assert_eq!((resumed.log(), resumed.scene()), (session.log(), session.scene()));
            let record = |session: &Session<G>| serde_json::to_value(session.record()).unwrap();
            assert_eq!(record(&resumed), record(&session));
        }
    }

    #[test]
    fn a_game_is_resumed_as_it_was_left_in_the_middle_of_a_turn_or_between_two() {
        for moves in [20, 21] {
            is_resumed_as_it_was_left::<GoldRush>(setup!(GoldRush, 3), moves);
            is_resumed_as_it_was_left::<Carcassonne>(setup!(Carcassonne, 3), moves);
            is_resumed_as_it_was_left::<KniziaGold>(setup!(KniziaGold, 3), moves);
        }
    }

    #[test]
    fn a_tile_is_taken_up_again_and_a_turn_undone_in_practice_only() {
        let folder = tempfile::tempdir().unwrap();
        let mut session = session::<GoldRush>(setup!(GoldRush, 3), folder.path(), true);
        play_moves(&mut session, 8);
        let before = session.state().clone();
        assert!(!session.take_up(), "nothing was laid");
        play_moves(&mut session, 1);
        assert!(session.state() != &before);
        // It is the turn of seat 1, where the person sits.
        assert!(session.take_up() && session.state() == &before);
        play_moves(&mut session, 2);
        assert!(session.undo().unwrap() && session.state() == &before);
        // Seat 1 has the turns 1 and 4 from 0.
        assert!(session.undo().unwrap());
        assert_eq!((session.turns(), session.undone()), (1, 4));
        assert!(!session.undo().unwrap());
        let mut earnest = self::session::<GoldRush>(setup!(GoldRush, 3), folder.path(), false);
        play_moves(&mut earnest, 8);
        assert!(!earnest.undo().unwrap());
    }

    #[test]
    fn a_card_that_was_seen_is_not_taken_up() {
        let folder = tempfile::tempdir().unwrap();
        let mut session = session::<KniziaGold>(setup!(KniziaGold, 3), folder.path(), true);
        play_moves(&mut session, 3);
        let seen = session.state().clone();
        assert!(!session.take_up() && session.state() == &seen);
    }
}
