//! A game in progress with people in it: plays, undoes, describes and saves moves.

use std::collections::BTreeSet;
use std::iter;
use std::path::{Path, PathBuf};

use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::player::{Player, PlayerSet};
use goldrush_engine::record::Record;
use goldrush_engine::rng::{StreamRng, agent_stream, deal_stream};
use goldrush_games::GameName;
use goldrush_games::Heading;
use goldrush_games::Observers;
use goldrush_games::lessons::Lesson;
use goldrush_games::playable::{Playable, RecentTurn, StateOf};
use goldrush_games::scene::{Board, Scene};
use goldrush_games::viewer::Viewer;
use goldrush_harness::protocol::fault::Fault;
use goldrush_harness::study::spec::Spec;

use super::game_history::GameHistory;
use super::main_line::MainLine;
use super::saved_file::SavedFile;
use super::scene_frame::SceneFrame;
use super::seats::{DEFAULT_BOT, SeatOccupant, Seats};

/// The settings of a game, apart from its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSettings {
    /// True if turns may be undone.
    pub practice: bool,
    /// True if rules are explained when they first matter.
    pub lessons: bool,
    /// True if what was seen before is marked after it is hidden again.
    pub assist: bool,
}

/// Everything needed to start a game.
pub struct NewGame<S> {
    /// Setup from which the game is dealt.
    pub setup: S,
    /// Seed of the deal and of the bots' random numbers.
    pub seed: u64,
    /// The occupants of the seats.
    pub seats: Seats,
    pub settings: GameSettings,
    /// File in which the game is saved; `None` if it is not saved.
    pub file: Option<PathBuf>,
    /// Text of the components, if they do not come with the program.
    pub components: Option<String>,
}

/// A game in progress.
pub struct Session<G: Playable> {
    setup: &'static G::Setup,
    seed: u64,
    seats: Seats,
    settings: GameSettings,
    components: Option<String>,
    history: GameHistory<G>,
    /// The game as each seat's person sees it at a screen of their own; empty if people share one.
    own_screens: Vec<GameHistory<G>>,
    /// Seats of people for whom a bot plays.
    stand_ins: PlayerSet,
    /// Sentences about bots with a fault, since the program was started.
    faults: Vec<String>,
    /// Names of the lessons that were given.
    shown_lessons: BTreeSet<String>,
    /// Number of turns that were undone.
    undone: usize,
    /// True if the game was dealt and played elsewhere: a record on an analysis board, or the game of a puzzle.
    pub(super) on_board: bool,
    /// Number of times that a variation was put on the table or taken off.
    lines_shown: usize,
    /// The game, while a variation of it is on the table.
    pub(super) main_line: Option<MainLine<G>>,
    pub(super) kept: SavedFile,
}

/// Returns the random numbers of the seat that decides after `moves` moves.
pub(super) fn chance(seed: u64, moves: usize, seat: Option<Player>) -> StreamRng {
    agent_stream(seed, moves as u64, 0, seat.map_or(0, Player::index))
}

impl<G: Playable> Session<G> {
    /// Deals a game, without saving it yet. The setup lives as long as the program, because abandoned bots may still
    /// read it.
    pub fn new(new_game: NewGame<G::Setup>) -> Session<G> {
        let NewGame {
            setup,
            seed,
            seats,
            settings,
            file,
            components,
        } = new_game;
        let setup: &'static G::Setup = Box::leak(Box::new(setup));
        let dealt = G::deal(setup, &mut deal_stream(seed, 0));
        let new_game = NewGame {
            setup,
            seed,
            seats,
            settings,
            file,
            components,
        };
        let kept = SavedFile::new(new_game.file.clone());
        Session::begin(new_game, dealt, kept)
    }

    /// Starts a game from a given deal and its file.
    pub fn begin(
        new_game: NewGame<&'static G::Setup>,
        dealt: StateOf<G>,
        kept: SavedFile,
    ) -> Session<G> {
        let NewGame {
            setup,
            seed,
            seats,
            settings,
            components,
            ..
        } = new_game;
        let viewer = seats.viewer(settings.assist);
        Session {
            setup,
            seed,
            history: Session::history_for(setup, dealt, &seats, viewer),
            own_screens: Vec::new(),
            stand_ins: PlayerSet::EMPTY,
            seats,
            settings,
            components,
            faults: Vec::new(),
            shown_lessons: BTreeSet::new(),
            undone: 0,
            on_board: false,
            lines_shown: 0,
            main_line: None,
            kept,
        }
    }

    /// Creates the history of a deal for a viewer. People who may not see each other's secrets share the screen.
    fn history_for(
        setup: &G::Setup,
        dealt: StateOf<G>,
        seats: &Seats,
        viewer: Viewer,
    ) -> GameHistory<G> {
        let shared = G::SECRET.is_some() && seats.humans().len() > 1 && !viewer.is_open();
        let history = GameHistory::begin(dealt, viewer).with_changed_rules(setup);
        if shared {
            history.on_shared_screen()
        } else {
            history
        }
    }

    /// Gives each person a screen of their own; what was shared becomes the screen of spectators, who know no secrets.
    pub(super) fn separate_screens(&mut self) {
        let titles = self.seats.titles();
        let called = self.seats.named();
        let assist = self.settings.assist;
        let mut own_screens = Vec::new();
        for seat in Player::all(self.seats.players()) {
            let own = [seat].into_iter().collect();
            let viewer = Viewer::at_terminal(titles.clone(), own, assist).calling(called);
            own_screens.push(self.history_seen_by(viewer));
        }
        let spectator = Viewer::spectator(titles, assist).calling(called);
        self.history = self.history_seen_by(spectator);
        self.own_screens = own_screens;
    }

    /// Names the people by seat, and tells the game so far by these names.
    pub(super) fn set_names(&mut self, names: Vec<Option<String>>) {
        self.seats.set_names(names);
        if self.has_own_screens() {
            self.separate_screens();
        } else {
            let moves = self.moves().to_vec();
            let viewer = self.seats.viewer(self.settings.assist);
            self.history =
                Session::history_for(self.setup, self.dealt().clone(), &self.seats, viewer);
            self.follow(moves);
        }
    }

    /// Returns the game so far as another viewer sees it.
    fn history_seen_by(&self, viewer: Viewer) -> GameHistory<G> {
        let mut history =
            GameHistory::begin(self.dealt().clone(), viewer).with_changed_rules(self.setup);
        for &mv in self.moves() {
            history.play(mv);
        }
        history
    }

    /// True if each person has a screen of their own.
    pub(super) fn has_own_screens(&self) -> bool {
        !self.own_screens.is_empty()
    }

    /// Returns the game as it is seen at the screen of a seat, or at the one that all others share.
    fn at(&self, screen: Option<Player>) -> &GameHistory<G> {
        screen
            .and_then(|seat| self.own_screens.get(seat.index()))
            .unwrap_or(&self.history)
    }

    fn histories(&mut self) -> impl Iterator<Item = &mut GameHistory<G>> {
        iter::once(&mut self.history).chain(&mut self.own_screens)
    }

    /// Returns the position as it is seen at a screen.
    pub(super) fn scene_at(&self, screen: Option<Player>) -> &Scene {
        self.at(screen).scene()
    }

    /// Returns the log as it is read at a screen.
    pub(super) fn log_at(&self, screen: Option<Player>) -> &[(usize, String)] {
        self.at(screen).log()
    }

    /// Returns the viewer for whom a screen is drawn.
    pub(super) fn viewer_at(&self, screen: Option<Player>) -> &Viewer {
        self.at(screen).viewer()
    }

    /// Lets a bot play for a person from now on, or that person again.
    pub(super) fn set_stand_in(&mut self, seat: Player, plays: bool) {
        self.stand_ins.set(seat, plays);
    }

    /// Returns the bot that plays a seat; `None` if a person plays it.
    pub(super) fn bot(&self, seat: Player) -> Option<Spec> {
        match self.seats.occupant(seat) {
            SeatOccupant::Bot(spec) => Some(spec.clone()),
            SeatOccupant::Human if self.stand_ins.contains(seat) => {
                Some(Spec::read(self.game(), DEFAULT_BOT).expect("every game has the default bot"))
            }
            SeatOccupant::Human => None,
        }
    }

    /// Puts other moves on the table, from this deal or one like it.
    pub(super) fn put_line(
        &mut self,
        dealt: StateOf<G>,
        moves: Vec<G::Move>,
        seats: Seats,
        viewer: Viewer,
    ) {
        self.history = Session::history_for(self.setup, dealt, &seats, viewer);
        self.seats = seats;
        self.lines_shown += 1;
        self.follow(moves);
    }

    /// Restores the number of turns undone and of faults in the game, after a variation.
    pub(super) fn forget_variation(&mut self, undone: usize, faults: usize) {
        self.lines_shown += self.undone - undone;
        self.undone = undone;
        self.faults.truncate(faults);
    }

    /// Setup from which the game was dealt.
    pub(super) fn setup(&self) -> &'static G::Setup {
        self.setup
    }

    /// Returns the name of the game.
    pub(super) fn game(&self) -> GameName {
        G::name(self.setup)
            .parse()
            .expect("a game that is played has a name")
    }

    /// The occupants of the seats.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The viewer for the people at this terminal.
    pub fn viewer(&self) -> &Viewer {
        self.history.viewer()
    }

    /// True if the game was dealt and played elsewhere: a record on an analysis board, or the game of a puzzle.
    pub fn is_on_board(&self) -> bool {
        self.on_board
    }

    /// The settings of the game; a variation is always practice, without lessons.
    pub fn settings(&self) -> GameSettings {
        match self.main_line {
            None => self.settings,
            Some(_) => GameSettings {
                practice: true,
                lessons: false,
                ..self.settings
            },
        }
    }

    /// Turns the lessons on or off.
    pub fn set_lessons(&mut self, lessons: bool) {
        // A variation has none.
        if self.main_line.is_none() {
            self.settings.lessons = lessons;
        }
    }

    /// Seed of the deal and of the bots' random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// File in which the game is saved; `None` if it is not saved.
    pub fn file(&self) -> Option<&Path> {
        self.kept.path()
    }

    /// The current position, hidden information included.
    pub fn state(&self) -> &StateOf<G> {
        self.history.state()
    }

    /// Observers that have followed the whole game, for bots that run as child processes.
    pub(super) fn observers(&self) -> &Observers<G> {
        self.history.observers()
    }

    /// The position before the first move.
    pub(super) fn dealt(&self) -> &StateOf<G> {
        self.history.dealt()
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        self.history.moves()
    }

    /// Seat that decides next; `None` if the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.history.state().to_move()
    }

    /// True if the game has ended.
    pub fn is_over(&self) -> bool {
        self.to_move().is_none()
    }

    /// Number of turns that have ended.
    pub fn turns(&self) -> usize {
        self.history.ended()
    }

    /// The events in sentences, each with its turn.
    pub fn news(&self) -> &[(usize, String)] {
        self.history.news()
    }

    /// The sentences that remain in the log: nothing that an earlier turn showed and then hid again.
    pub fn log(&self) -> &[(usize, String)] {
        self.history.log()
    }

    /// The position as the people at this terminal see it.
    pub fn scene(&self) -> &Scene {
        self.history.scene()
    }

    /// Name of what people who share the screen hide from each other, such as `tokens`; `None` if they do not.
    pub fn shared_secret(&self) -> Option<&'static str> {
        G::SECRET.filter(|_| self.history.is_shared())
    }

    /// Seat of the person at a shared screen, during that person's turn.
    pub fn seat_at_screen(&self) -> Option<Player> {
        self.history.seat_at_screen()
    }

    /// Hands a shared screen to the person whose turn it is, or covers that person's secrets again.
    pub fn hand_over(&mut self, to: Option<Player>) {
        self.history.hand_over(to);
    }

    /// Records a bot's fault; returns a sentence about it.
    pub fn note_fault(&mut self, seat: Player, fault: &Fault) -> String {
        let sentence = format!(
            "{} had a fault ({fault}); {} takes over its seat.",
            self.viewer().subject(seat),
            G::FALLBACK
        );
        self.faults.push(sentence.clone());
        sentence
    }

    /// Sentences about bots with a fault, since the program was started.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Random numbers of the seat that decides next. Every place in the game has its own, so that a game continues in
    /// the same way after an undo or when resumed.
    pub fn chance(&self) -> StreamRng {
        chance(self.seed, self.moves().len(), self.to_move())
    }

    /// Plays legal moves and saves the game.
    pub fn play(&mut self, moves: &[G::Move]) -> anyhow::Result<()> {
        self.follow(moves.iter().copied());
        self.save()
    }

    /// Plays legal moves of one turn and saves the game; returns the frames to show.
    pub fn play_shown(&mut self, moves: &[G::Move]) -> anyhow::Result<Vec<SceneFrame>> {
        let mut frames = self.history.play_shown(moves);
        for (seat, history) in Player::all(self.own_screens.len()).zip(&mut self.own_screens) {
            let own = history.play_shown(moves).into_iter();
            frames.extend(own.map(|frame| SceneFrame {
                screen: Some(seat),
                ..frame
            }));
        }
        self.save()?;
        Ok(frames)
    }

    /// Parses a legal move; `None` if it is not one.
    pub fn legal(&self, text: &str) -> Option<G::Move> {
        self.state()
            .parse_move(text)
            .ok()
            .filter(|mv| self.state().is_legal(*mv))
    }

    /// Returns the only move after a tile was laid, if a person has no other.
    pub fn only_move(&self) -> Option<G::Move> {
        let scene = self.scene_at(self.to_move());
        let question = scene.question.as_ref()?;
        // To flip the last card is still for the player to do.
        if question.hand.is_some() || matches!(scene.ground, Board::Cards(_)) {
            return None;
        }
        let mut legal = Vec::new();
        self.state().legal_moves(&mut legal);
        legal.pop().filter(|_| legal.is_empty())
    }

    /// Picks up the tile placed in this turn. False if there is none, or it must stay.
    pub fn pick_up(&mut self) -> bool {
        let scene = self.scene_at(self.to_move());
        let can = scene
            .question
            .as_ref()
            .is_some_and(|question| question.can_take_up);
        if can && let Some(&(first, _)) = self.history.turns().last() {
            self.histories().for_each(|history| history.go_back(first));
        }
        can
    }

    /// Goes back to the beginning of a person's last turn, in a practice game. False if there is no such turn, or this
    /// is not a practice game.
    pub fn undo(&mut self) -> anyhow::Result<bool> {
        self.go_back_to(self.undoable_turn())
    }

    /// True if [`undo`](Session::undo) goes back.
    pub fn can_undo(&self) -> bool {
        self.undoable_turn().is_some()
    }

    fn undoable_turn(&self) -> Option<usize> {
        let turns = self.history.turns();
        let last = turns
            .iter()
            .rposition(|(_, seat)| self.seats.is_human(*seat));
        // The turns before a variation are those of the game.
        let first = self.main_line.as_ref().map_or(0, |main| main.turn);
        last.filter(|turn| self.settings().practice && *turn >= first)
    }

    /// Goes back to the beginning of a seat's last turn, with the consent of the others. False if there is no such turn.
    pub(super) fn take_back(&mut self, seat: Player) -> anyhow::Result<bool> {
        let last = self.history.turns().iter().rposition(|(_, of)| *of == seat);
        self.go_back_to(last)
    }

    fn go_back_to(&mut self, turn: Option<usize>) -> anyhow::Result<bool> {
        let Some(turn) = turn else { return Ok(false) };
        let turns = self.history.turns();
        let (first, _) = turns[turn];
        self.undone += turns.len() - turn;
        self.histories().for_each(|history| history.go_back(first));
        self.forget_judged();
        self.save()?;
        Ok(true)
    }

    /// Number of turns that were undone.
    pub fn undone(&self) -> usize {
        self.undone
    }

    /// Number that differs whenever the game has gone back since it was last asked for.
    pub(super) fn times_gone_back(&self) -> usize {
        self.undone + self.lines_shown
    }

    /// Returns the lesson that is due for the person to move, if any; it is not given again.
    pub fn lesson(&mut self) -> Option<&'static Lesson> {
        if !self.settings().lessons {
            return None;
        }
        let seat = self.to_move()?;
        let turns = &self.history.turns()[..self.turns()];
        let before = turns
            .iter()
            .rfind(|(_, of)| *of == seat)
            .map_or(0, |(first, _)| *first);
        let recent_turn = RecentTurn {
            before: &self.history.after(before),
            moves: &self.moves()[before..],
        };
        let lesson = G::lesson(self.state(), &recent_turn, &|name| {
            self.shown_lessons.contains(&self.lesson_key(seat, name))
        })?;
        let key = self.lesson_key(seat, lesson.name);
        self.shown_lessons.insert(key);
        Some(lesson)
    }

    /// Returns the name under which a lesson is remembered: at screens of their own, each person is given every lesson.
    fn lesson_key(&self, seat: Player, name: &str) -> String {
        if self.has_own_screens() {
            format!("{seat}:{name}")
        } else {
            name.to_owned()
        }
    }

    /// True if the components do not come with the program.
    pub(super) fn has_own_components(&self) -> bool {
        self.components.is_some()
    }

    /// Returns the deal with another kind of tile in hand now; `None` if there is no tile in hand, or none of that kind could
    /// have been drawn.
    pub(super) fn deal_with_tile_in_hand(&self, kind: usize) -> Option<StateOf<G>> {
        self.scene().question.as_ref()?.hand.as_ref()?;
        let mut dealt = self.dealt().clone();
        let mut state = self.state().clone();
        G::redraw(&mut dealt, self.moves(), &mut state, kind).then_some(dealt)
    }

    /// Returns what the file holds besides the record: settings, lessons given, turns undone, text of the components.
    pub(super) fn part(&self) -> (GameSettings, &BTreeSet<String>, usize, Option<&str>) {
        (
            self.settings,
            &self.shown_lessons,
            self.undone,
            self.components.as_deref(),
        )
    }

    /// Restores the lessons given and the turns undone from a file.
    pub(super) fn restore(&mut self, shown_lessons: BTreeSet<String>, undone: usize) {
        (self.shown_lessons, self.undone) = (shown_lessons, undone);
    }

    /// The history of the game, for its file.
    pub(super) fn history(&self) -> &GameHistory<G> {
        &self.history
    }

    /// Plays moves of a resumed game without saving it.
    pub fn follow(&mut self, moves: impl IntoIterator<Item = G::Move>) {
        moves
            .into_iter()
            .for_each(|mv| self.histories().for_each(|history| history.play(mv)));
    }

    /// Returns the record of the turns that have ended, with the result if the game is over.
    pub fn record(&self) -> Record<G> {
        let heading = Heading {
            seed: self.seed,
            seats: self.seats.occupants(),
            names: self.seats.kept_names(),
            ..Heading::default()
        };
        self.history.record(self.setup, heading)
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::Carcassonne;
    use goldrush_engine::gold_rush::GoldRush;
    use goldrush_engine::knizia_gold::KniziaGold;
    use goldrush_games::{GameName, Setup};

    use super::*;

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
        let (settings, file) = (
            GameSettings {
                practice,
                lessons: true,
                assist: false,
            },
            Some(folder.join("game.json")),
        );
        Session::new(NewGame {
            setup,
            seed: 5,
            seats,
            settings,
            file,
            components: None,
        })
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
        session.shown_lessons.insert("tent".into());
        session.save().unwrap();
        let copy = folder.path().join("copy.json");
        std::fs::copy(session.file().unwrap(), &copy).unwrap();
        let mut resumed = Session::<G>::resume(&copy).unwrap();
        // Both games must also continue in the same way.
        for more in [0, 1, 10] {
            play_moves(&mut session, more);
            play_moves(&mut resumed, more);
            assert_eq!(resumed.state(), session.state());
            assert_eq!(
                (resumed.moves(), &resumed.shown_lessons),
                (session.moves(), &session.shown_lessons)
            );
            assert_eq!(
                (resumed.log(), resumed.scene()),
                (session.log(), session.scene())
            );
            let record = |session: &Session<G>| serde_json::to_value(session.record()).unwrap();
            assert_eq!(record(&resumed), record(&session));
        }
    }

    #[test]
    fn a_game_is_resumed_as_it_was_left_within_and_between_turns() {
        for moves in [20, 21] {
            is_resumed_as_it_was_left::<GoldRush>(setup!(GoldRush, 3), moves);
            is_resumed_as_it_was_left::<Carcassonne>(setup!(Carcassonne, 3), moves);
            is_resumed_as_it_was_left::<KniziaGold>(setup!(KniziaGold, 3), moves);
        }
    }

    #[test]
    fn a_tile_is_picked_up_and_a_turn_undone_in_practice_only() {
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
        assert!(session.can_undo() && session.undo().unwrap() && session.state() == &before);
        // Counted from 0, seat 1 has turns 1 and 4.
        assert!(session.undo().unwrap());
        assert_eq!((session.turns(), session.undone()), (1, 4));
        assert!(!session.can_undo() && !session.undo().unwrap());
        let mut without_practice =
            self::session::<GoldRush>(setup!(GoldRush, 3), folder.path(), false);
        play_moves(&mut without_practice, 8);
        assert!(!without_practice.undo().unwrap());
    }

    #[test]
    fn a_card_that_was_seen_cannot_be_picked_up() {
        let folder = tempfile::tempdir().unwrap();
        let mut session = session::<KniziaGold>(setup!(KniziaGold, 3), folder.path(), true);
        play_moves(&mut session, 3);
        let seen = session.state().clone();
        assert!(!session.pick_up() && session.state() == &seen);
    }
}
