//! A game in progress with people in it: what is played, taken back, told and kept in a file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::player::Player;
use goldrush_engine::record::Record;
use goldrush_engine::rng::{StreamRng, agent_stream, deal_stream};

use super::game_history::GameHistory;
use super::saved;
use super::saved_file::SavedFile;
use super::scene_frame::SceneFrame;
use super::seats::Seats;
use crate::games::Heading;
use crate::games::playable::{Lesson, Playable, RecentTurn, StateOf};
use crate::games::scene::Scene;
use crate::games::viewer::Viewer;
use crate::protocol::fault::Fault;

/// How the game is played, apart from its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSettings {
    /// Turns may be taken back.
    pub practice: bool,
    /// Rules are explained when they first matter.
    pub lessons: bool,
    /// What was seen before is marked, where it is hidden again.
    pub assist: bool,
}

/// A game to begin.
pub struct NewGame<S> {
    /// What it is dealt from.
    pub setup: S,
    /// Of the deal and the bots' chance.
    pub seed: u64,
    /// Who sits where.
    pub seats: Seats,
    /// How it is played.
    pub settings: GameSettings,
    /// Where it is kept, if it is to be.
    pub file: Option<PathBuf>,
    /// The text of its components, if they do not come with the program.
    pub components: Option<String>,
}

/// A game in progress.
pub struct Session<G: Playable> {
    setup: &'static G::Setup,
    seed: u64,
    seats: Seats,
    settings: GameSettings,
    components: Option<String>,
    course: GameHistory<G>,
    /// Sentences about bots with a fault, since the program was started.
    faults: Vec<String>,
    /// Names of the lessons that were told.
    told: BTreeSet<String>,
    /// How many turns were taken back.
    undone: usize,
    kept: SavedFile,
}

/// The chance of a seat that decides after so many moves.
pub(super) fn chance(seed: u64, moves: usize, seat: Option<Player>) -> StreamRng {
    agent_stream(seed, moves as u64, 0, seat.map_or(0, Player::index))
}

impl<G: Playable> Session<G> {
    /// Deals a game, which is not kept yet. The setup lives as long as the program, so that bots which are left to
    /// themselves may go on looking at it.
    pub fn new(new_game: NewGame<G::Setup>) -> Session<G> {
        let NewGame { setup, seed, seats, settings, file, components } = new_game;
        let setup: &'static G::Setup = Box::leak(Box::new(setup));
        let dealt = G::deal(setup, &mut deal_stream(seed, 0));
        let new_game = NewGame { setup, seed, seats, settings, file, components };
        let kept = SavedFile::new(new_game.file.clone());
        Session::begin(new_game, dealt, kept)
    }

    /// A game of a deal, kept in a file.
    pub(crate) fn begin(new_game: NewGame<&'static G::Setup>, dealt: StateOf<G>, kept: SavedFile) -> Session<G> {
        let NewGame { setup, seed, seats, settings, components, .. } = new_game;
        let course = GameHistory::begin(dealt, seats.viewer(settings.assist));
        let shared = G::SECRET.is_some() && seats.humans().len() > 1;
        Session {
            setup,
            seed,
            seats,
            settings,
            components,
            course: if shared { course.on_shared_screen() } else { course },
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
    pub fn viewer(&self) -> &Viewer {
        self.course.viewer()
    }

    /// How the game is played.
    pub fn settings(&self) -> GameSettings {
        self.settings
    }

    /// Turns the lessons on or off.
    pub fn set_lessons(&mut self, lessons: bool) {
        self.settings.lessons = lessons;
    }

    /// The seed of the deal and of the bots' chance.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Where the game is kept, if it is.
    pub fn file(&self) -> Option<&Path> {
        self.kept.path()
    }

    /// The game as it stands, hidden things included.
    pub fn state(&self) -> &StateOf<G> {
        self.course.state()
    }

    /// What has happened, for bots in processes of their own.
    pub(super) fn observers(&self) -> &G::Observers {
        self.course.observers()
    }

    /// The game before its first move.
    pub(super) fn dealt(&self) -> &StateOf<G> {
        self.course.dealt()
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        self.course.moves()
    }

    /// Whose decision is next; nobody's when the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.course.state().to_move()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.to_move().is_none()
    }

    /// Turns that have ended.
    pub fn turns(&self) -> usize {
        self.course.ended()
    }

    /// What happened, in sentences, each with its turn.
    pub fn news(&self) -> &[(usize, String)] {
        self.course.news()
    }

    /// As much of the news as is still told later: nothing of an earlier turn that is hidden again.
    pub fn log(&self) -> &[(usize, String)] {
        self.course.log()
    }

    /// The position as the people at this terminal see it.
    pub fn scene(&self) -> &Scene {
        self.course.scene()
    }

    /// Name of what people who share the screen hide from each other, such as `tokens`.
    pub fn shared_secret(&self) -> Option<&'static str> {
        G::SECRET.filter(|_| self.course.is_shared())
    }

    /// Where a screen is shared, the seat of the person at it while it is that person's turn.
    pub fn seat_at_screen(&self) -> Option<Player> {
        self.course.seat_at_screen()
    }

    /// Hands a shared screen to the person whose turn it is, or covers that person's secrets again.
    pub fn hand_over(&mut self, to: Option<Player>) {
        self.course.hand_over(to);
    }

    /// Notes a bot's fault; returns the sentence that tells it.
    pub fn note_fault(&mut self, seat: Player, fault: &Fault) -> String {
        let sentence =
            format!("{} had a fault ({fault}); {} plays on for it.", self.viewer().subject(seat), G::FALLBACK);
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
        chance(self.seed, self.moves().len(), self.to_move())
    }

    /// Plays legal moves, and keeps the game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn play(&mut self, moves: &[G::Move]) -> anyhow::Result<()> {
        moves.iter().for_each(|&mv| self.course.play(mv));
        self.save()
    }

    /// Plays legal moves of one turn, and keeps the game; returns what there is to see of them.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn play_shown(&mut self, moves: &[G::Move]) -> anyhow::Result<Vec<SceneFrame>> {
        let steps = self.course.play_shown(moves);
        self.save()?;
        Ok(steps)
    }

    /// Reads a legal move.
    pub fn legal(&self, text: &str) -> Option<G::Move> {
        self.state().parse_move(text).ok().filter(|mv| self.state().is_legal(*mv))
    }

    /// Takes up again what was laid in this turn. False if nothing was, or it cannot be.
    pub fn pick_up(&mut self) -> bool {
        let can = self.scene().question.as_ref().is_some_and(|question| question.can_take_up);
        if can && let Some(&(first, _)) = self.course.turns().last() {
            self.course.go_back(first);
        }
        can
    }

    /// In a practice game: goes back to where a person last began a turn. False if there is no such turn or this is no
    /// practice game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn undo(&mut self) -> anyhow::Result<bool> {
        let turns = self.course.turns();
        let last = turns.iter().rposition(|(_, seat)| self.seats.is_human(*seat));
        let Some(turn) = last.filter(|_| self.settings.practice) else { return Ok(false) };
        self.undone += turns.len() - turn;
        self.course.go_back(turns[turn].0);
        self.save()?;
        Ok(true)
    }

    /// How many turns were taken back.
    pub fn undone(&self) -> usize {
        self.undone
    }

    /// The lesson for the person whose decision it is, if one is due. It is not told again.
    pub fn lesson(&mut self) -> Option<&'static Lesson> {
        if !self.settings.lessons {
            return None;
        }
        let seat = self.to_move()?;
        let turns = &self.course.turns()[..self.turns()];
        let before = turns.iter().rfind(|(_, of)| *of == seat).map_or(0, |(first, _)| *first);
        let recent_turn = RecentTurn { before: &self.course.after(before), moves: &self.moves()[before..] };
        let lesson = G::lesson(self.state(), &recent_turn, &|name| self.told.contains(name))?;
        self.told.insert(lesson.name.to_owned());
        Some(lesson)
    }

    /// What a file needs besides the record.
    pub(super) fn part(&self) -> (GameSettings, &BTreeSet<String>, usize, Option<&str>) {
        (self.settings, &self.told, self.undone, self.components.as_deref())
    }

    /// As it was when the game was left.
    pub(super) fn restore(&mut self, told: BTreeSet<String>, undone: usize) {
        (self.told, self.undone) = (told, undone);
    }

    /// The game as it was played, for its file.
    pub(super) fn course(&self) -> &GameHistory<G> {
        &self.course
    }

    /// Goes on with moves that were played before.
    pub(crate) fn follow(&mut self, moves: impl IntoIterator<Item = G::Move>) {
        moves.into_iter().for_each(|mv| self.course.play(mv));
    }

    /// The record of the turns that have ended, with the result if the game is over.
    pub fn record(&self) -> Record<G> {
        let heading = Heading { seed: self.seed, seats: self.seats.names(), ..Heading::default() };
        self.course.record(self.setup, heading)
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
        let (settings, file) =
            (GameSettings { practice, lessons: true, assist: false }, Some(folder.join("game.json")));
        Session::new(NewGame { setup, seed: 5, seats, settings, file, components: None })
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
        std::fs::copy(session.file().unwrap(), &copy).unwrap();
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
        assert!(!session.pick_up(), "nothing was laid");
        play_moves(&mut session, 1);
        assert!(session.state() != &before);
        // It is the turn of seat 1, where the person sits.
        assert!(session.pick_up() && session.state() == &before);
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
        assert!(!session.pick_up() && session.state() == &seen);
    }
}
