//! A session and its bots as a [`Host`], whatever the game.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use goldrush_engine::plain_error::plain;
use goldrush_engine::player::Player;
use goldrush_games::lessons::Lesson;
use goldrush_games::playable::{Playable, RecordedGame};
use goldrush_games::registry::{with_game, with_setup};
use goldrush_games::scene::{Art, Scene};
use goldrush_games::{GameName, Setup};
use goldrush_harness::protocol::limits::Limits;
use goldrush_harness::store::record::{components, game_of};
use goldrush_support::error::bad_input;
use serde_json::Value;

use super::again;
use super::bots::Bots;
use super::closing::{self, GameReview, Judgment, Scope};
use super::game_history::timeline;
use super::hint;
use super::host::{Host, Reply};
use super::next_game::{self, NextGame};
use super::saved_file::SavedFile;
use super::scene_frame::SceneFrame;
use super::seats::Seats;
use super::session::{GameSettings, NewGame, Session};
use super::shown_turn::ShownTurn;
use super::thinking::{Task, Waker};
use super::training::Puzzle;
use super::variation::{Variation, VariationPlayers};
use crate::analysis::move_report::{QUICK, THOROUGHNESS};

/// Time for a bot to read the result of a game and to end, before the program ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// A session and its bots.
pub struct LiveGame<G: Playable> {
    session: Session<G>,
    bots: Bots<G>,
    puzzle: Option<Puzzle>,
    /// True once the puzzle has been answered.
    answered: bool,
    /// True once hints have been asked for.
    hinted: bool,
}

/// Starts a game, and saves it at once.
///
/// # Errors
/// Fails if a bot cannot be started, or the file cannot be written.
pub fn begin(new_game: NewGame<Setup>, limits: Limits) -> anyhow::Result<Box<dyn Host>> {
    let NewGame {
        setup,
        seed,
        seats,
        settings,
        file,
        components,
    } = new_game;
    with_setup!(setup, G, setup => {
        let new_game = NewGame { setup, seed, seats, settings, file, components };
        LiveGame::<G>::start(Session::new(new_game), limits)
    })
}

/// Resumes a game from its file.
///
/// # Errors
/// Fails if the file is not a saved game of this kind, or a bot cannot be started.
pub fn resume(game: GameName, file: &Path, limits: Limits) -> anyhow::Result<Box<dyn Host>> {
    with_game!(game, G => LiveGame::<G>::start(Session::resume(file)?, limits))
}

/// Resumes a game from the text of its file, without a file.
///
/// # Errors
/// Bad input if the text is no game that people play.
pub fn read(text: &str, limits: Limits) -> anyhow::Result<Box<dyn Host>> {
    const SOURCE: &str = "the saved game";
    let value: Value = serde_json::from_str(text)
        .map_err(|e| bad_input(format!("{SOURCE}: {}", plain(&e.to_string()))))?;
    let game = game_of(&value).map_err(|e| bad_input(format!("{SOURCE}: {e}")))?;
    with_game!(game, G => LiveGame::<G>::start(Session::read(&value, SavedFile::new(None), SOURCE)?, limits))
}

/// Puts a puzzle on the table.
///
/// # Errors
/// Fails if the puzzle cannot be read.
pub fn of_puzzle(game: GameName, puzzle: Puzzle) -> anyhow::Result<Box<dyn Host>> {
    let (record, turn) = puzzle.position()?;
    with_game!(game, G => {
        let played = RecordedGame::<G>::read(&record, true, &components(None, None, &record)).map_err(|e| puzzle.wrong(&e))?;
        let session = Session::for_puzzle(&played, turn).map_err(|e| puzzle.wrong(&e))?;
        Ok(Box::new(LiveGame { puzzle: Some(puzzle), ..LiveGame::new(session, Bots::new(Limits::default())) }))
    })
}

/// Puts a recorded game on an analysis board, with the text of its components if they do not come with the program.
pub fn on_board<G: Playable>(
    played: &RecordedGame<G>,
    components: Option<String>,
) -> Box<dyn Host> {
    Box::new(LiveGame::new(
        Session::on_board(played, components),
        Bots::new(Limits::default()),
    ))
}

impl<G: Playable> LiveGame<G> {
    fn start(session: Session<G>, limits: Limits) -> anyhow::Result<Box<dyn Host>> {
        let bots = Bots::start(&session, limits)?;
        let mut live_game = LiveGame::new(session, bots);
        live_game.save()?;
        Ok(Box::new(live_game))
    }

    /// Makes the bots forget the position if it has changed.
    fn forget_if(&mut self, changed: bool) -> bool {
        if changed {
            self.bots.forget();
        }
        changed
    }

    /// Says why a bot did not choose its own move.
    fn replacement_notice(&self, seat: Player) -> String {
        let name = self.session.viewer().subject(seat);
        let reason = if self.bots.was_interrupted() {
            "was asked to move now"
        } else {
            "did not answer"
        };
        format!("{name} {reason}, so goldrush played a quick move for it.")
    }

    /// Creates a live game from a session and bots that were started.
    pub fn new(session: Session<G>, bots: Bots<G>) -> LiveGame<G> {
        LiveGame {
            session,
            bots,
            puzzle: None,
            answered: false,
            hinted: false,
        }
    }
}

impl<G: Playable> Host for LiveGame<G> {
    fn scene(&self) -> &Scene {
        self.session.scene()
    }

    fn shared_secret(&self) -> Option<&'static str> {
        self.session.shared_secret()
    }

    fn seat_at_screen(&self) -> Option<Player> {
        self.session.seat_at_screen()
    }

    fn hand_over(&mut self, to: Option<Player>) {
        self.session.hand_over(to);
    }

    fn set_names(&mut self, names: Vec<Option<String>>) {
        self.session.set_names(names);
    }

    fn separate_screens(&mut self) {
        self.session.separate_screens();
    }

    fn scene_at(&self, screen: Option<Player>) -> &Scene {
        self.session.scene_at(screen)
    }

    fn log_at(&self, screen: Option<Player>) -> &[(usize, String)] {
        self.session.log_at(screen)
    }

    fn is_played_by_person(&self, seat: Player) -> bool {
        self.session.bot(seat).is_none()
    }

    fn set_stand_in(&mut self, seat: Player, plays: bool) {
        // A bot is not waited for when the person is back, and has not seen what that person played when it returns.
        self.bots.forget_seat(seat);
        self.session.set_stand_in(seat, plays);
    }

    fn take_back(&mut self, seat: Player) -> anyhow::Result<bool> {
        let undone = self.session.take_back(seat)?;
        Ok(self.forget_if(undone))
    }

    fn game(&self) -> GameName {
        self.session.game()
    }

    fn seats(&self) -> &Seats {
        self.session.seats()
    }

    fn settings(&self) -> GameSettings {
        self.session.settings()
    }

    fn set_lessons(&mut self, lessons: bool) {
        self.session.set_lessons(lessons);
    }

    fn seed(&self) -> u64 {
        self.session.seed()
    }

    fn file(&self) -> Option<&Path> {
        self.session.file()
    }

    fn saved(&self) -> Option<String> {
        self.session.saved()
    }

    fn moves(&self) -> usize {
        self.session.moves().len()
    }

    fn turns(&self) -> usize {
        self.session.turns()
    }

    fn news(&self) -> &[(usize, String)] {
        self.session.news()
    }

    fn log(&self) -> &[(usize, String)] {
        self.session.log()
    }

    fn art(&self) -> Option<Art> {
        G::art(self.session.setup())
    }

    fn timeline(&self) -> Vec<SceneFrame> {
        let history = self.session.history();
        timeline::<G>(
            self.session.setup(),
            history.dealt(),
            history.moves(),
            history.viewer(),
        )
    }

    fn frame_before(&self, judgment: &Judgment) -> Option<SceneFrame> {
        let history = self.session.history();
        let moves = history.moves().get(..judgment.moves)?;
        let setup = self.session.setup();
        // The last frame may be that of a turn in progress.
        let frames = timeline::<G>(setup, history.dealt(), moves, history.viewer());
        frames.into_iter().next_back()
    }

    fn help(&self) -> &'static [&'static str] {
        G::HELP
    }

    fn lesson(&mut self) -> Option<&'static Lesson> {
        self.session.lesson()
    }

    fn is_legal(&self, mv: &str) -> bool {
        self.session.legal(mv).is_some()
    }

    fn play(&mut self, mv: &str) -> anyhow::Result<Option<Vec<SceneFrame>>> {
        let Some(mv) = self.session.legal(mv) else {
            return Ok(None);
        };
        let turns = self.session.turns();
        let mut frames = self.session.play_shown(&[mv])?;
        while self.session.turns() == turns
            && let Some(only) = self.session.only_move()
        {
            frames.extend(self.session.play_shown(&[only])?);
        }
        // While the turn is in progress, the scene still shows what it revealed.
        frames.retain(|frame| frame.fleeting && self.session.turns() > turns);
        Ok(Some(frames))
    }

    fn pick_up(&mut self) -> bool {
        self.session.pick_up()
    }

    fn can_undo(&self) -> bool {
        self.session.can_undo()
    }

    fn undo(&mut self) -> anyhow::Result<bool> {
        let undone = self.session.undo()?;
        Ok(self.forget_if(undone))
    }

    fn begin_variation(&mut self, turn: usize, players: VariationPlayers) -> bool {
        let begins = self.session.begin_variation(turn, players);
        self.forget_if(begins)
    }

    fn change_variation_players(&mut self, players: VariationPlayers) -> bool {
        let changes = self.session.change_variation_players(players);
        self.forget_if(changes)
    }

    fn end_variation(&mut self) -> bool {
        let ends = self.session.end_variation();
        self.forget_if(ends)
    }

    fn is_by_hand(&self) -> bool {
        self.session.is_by_hand()
    }

    fn put_tile_in_hand(&mut self, kind: usize) -> bool {
        let puts = self.session.put_tile_in_hand(kind);
        self.forget_if(puts)
    }

    fn puzzle(&self) -> Option<&str> {
        self.puzzle.as_ref().map(|puzzle| &puzzle.task[..])
    }

    fn variation(&self) -> Option<Variation> {
        self.session.variation()
    }

    fn judge(&mut self) -> Option<Task<Option<Judgment>>> {
        let turn = self.session.completed_choice()?;
        // Only the first answer counts, and no other turn.
        let puzzle = self.puzzle.clone().filter(|puzzle| {
            !self.answered && turn == puzzle.turn && self.session.branches_at(turn)
        });
        let scope = match &puzzle {
            // The whole turn is the answer.
            Some(puzzle) if self.session.turns() <= puzzle.turn => return None,
            Some(_) => Scope::Turn,
            None => Scope::Choice,
        };
        let judge = closing::judge(&self.session, scope);
        self.answered |= puzzle.is_some();
        let after_hint = self.hinted;
        Some(Task::begin_long(&self.bots.waker, move |stop| {
            // An answer is recorded whatever the player does next.
            let never = AtomicBool::new(false);
            let mut judgment = judge(if puzzle.is_some() { &never } else { stop })?;
            if let Some(puzzle) = puzzle {
                let answer = puzzle.answer(judgment.is_good, after_hint);
                let answer =
                    answer.unwrap_or_else(|e| format!("The answer could not be saved: {e:#}."));
                // A solved puzzle needs no second verdict.
                let rest = if judgment.is_good {
                    &judgment.played.brings
                } else {
                    &judgment.words
                };
                judgment.words = format!("{answer} {rest}").trim().to_owned();
            }
            Some(judgment)
        }))
    }

    fn wake_by(&mut self, waker: Waker) {
        self.bots.waker = waker;
    }

    fn think(&mut self) {
        self.bots.begin(&self.session);
    }

    fn thinking(&self) -> Option<Player> {
        self.bots.thinking()
    }

    fn interrupt(&mut self) {
        self.bots.interrupt();
    }

    fn wait(&mut self, time: Duration) -> anyhow::Result<Option<Reply>> {
        let seat = self.bots.thinking();
        let (Some(seat), Some(decision)) = (seat, self.bots.wait(&self.session, time)) else {
            return Ok(None);
        };
        let frames = self.session.play_shown(&decision.moves)?;
        let notice = match &decision.fault {
            None => decision.replaced.then(|| self.replacement_notice(seat)),
            Some(fault) => Some(self.session.note_fault(seat, fault)),
        };
        Ok(Some(Reply { frames, notice }))
    }

    fn hint(&mut self) -> Task<Vec<ShownTurn>> {
        self.hinted = true;
        Task::begin_long(&self.bots.waker, hint::hint(&self.session, THOROUGHNESS))
    }

    fn quick_hint(&self) -> Task<Vec<ShownTurn>> {
        Task::begin_long(&self.bots.waker, hint::hint(&self.session, QUICK))
    }

    fn expected_lead(&self) -> Task<Option<f64>> {
        Task::begin_long(&self.bots.waker, hint::expected_lead(&self.session))
    }

    fn end_bots(&mut self) {
        for mut task in self.bots.end(&self.session) {
            task.wait(FAREWELL);
        }
    }

    fn review_game(&mut self) -> Task<GameReview> {
        drop(self.bots.end(&self.session));
        let steps = closing::steps(&self.session, self.bots.waker.clone());
        let work = closing::review_game(&self.session, steps.clone());
        Task::begin_long(&self.bots.waker, work).counted(steps)
    }

    fn result(&self) -> Vec<String> {
        closing::result(&self.session)
    }

    fn winners(&self, screen: Option<Player>) -> Vec<String> {
        closing::winners(&self.session, self.session.viewer_at(screen))
    }

    fn again(&self) -> Option<String> {
        let session = &self.session;
        (!session.is_on_board())
            .then(|| again::command::<G>(session.setup(), session.seats(), session.seed()))
    }

    fn next_game(&self, next: &NextGame) -> Option<Vec<String>> {
        match (next, &self.puzzle) {
            (NextGame::Puzzle, Some(puzzle)) => Some(puzzle.next.clone()),
            _ if self.session.is_on_board() => None,
            _ => next_game::words(&self.session, next),
        }
    }

    fn save(&mut self) -> anyhow::Result<()> {
        self.session.save()
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::{State as _, Text as _};
    use goldrush_games::Choice;
    use goldrush_games::scene::Board;

    use super::*;

    /// Plays a game at random, with a person in seat 1; returns the most moves that one of the person's answers led to.
    fn most_moves_at_once(game: GameName) -> usize {
        let (setup, _) = Choice::printed(game).setup(2).unwrap();
        let seats = Seats::of_options(game, "level1", 1).unwrap();
        let settings = GameSettings {
            practice: false,
            lessons: false,
            assist: false,
        };
        with_setup!(setup, G, setup => {
            let new_game = NewGame { setup, seed: 3, seats, settings, file: None, components: None };
            let mut live_game = LiveGame::<G>::new(Session::new(new_game), Bots::new(Limits::default()));
            let mut most = 0;
            while let Some(seat) = live_game.session.to_move() {
                let session = &live_game.session;
                let mv = session.state().random_move(&mut session.chance()).unwrap();
                let text = session.state().move_text(mv);
                let before = live_game.moves();
                let turns = live_game.turns();
                live_game.play(&text).unwrap().unwrap();
                if live_game.is_played_by_person(seat) {
                    most = most.max(live_game.moves() - before);
                    let mut legal = Vec::new();
                    live_game.session.state().legal_moves(&mut legal);
                    let asks = turns < live_game.turns() || legal.len() > 1 || matches!(live_game.scene().ground, Board::Cards(_));
                    assert!(asks, "{game}: one answer after {before} moves");
                }
            }
            most
        })
    }

    /// Returns the number of cards that lie open before a choice of the first turn of the card game.
    fn open_cards_before(moves: usize) -> usize {
        let (setup, _) = Choice::printed(GameName::KniziaGold).setup(2).unwrap();
        let seats = Seats::of_options(GameName::KniziaGold, "level1", 1).unwrap();
        let settings = GameSettings {
            practice: false,
            lessons: false,
            assist: false,
        };
        with_setup!(setup, G, setup => {
            let new_game = NewGame { setup, seed: 3, seats, settings, file: None, components: None };
            let mut live_game = LiveGame::<G>::new(Session::new(new_game), Bots::new(Limits::default()));
            while live_game.turns() == 0 {
                let session = &live_game.session;
                let mv = session.state().random_move(&mut session.chance()).unwrap();
                let text = session.state().move_text(mv);
                live_game.play(&text).unwrap().unwrap();
            }
            let judgment = Judgment { moves, ..Judgment::default() };
            let frame = live_game.frame_before(&judgment).unwrap();
            let Board::Cards(cards) = &frame.scene.ground else { unreachable!() };
            cards.places.iter().flatten().filter(|card| card.open).count()
        })
    }

    #[test]
    fn cards_turned_up_before_a_judged_choice_are_shown() {
        assert_eq!([0, 1].map(open_cards_before), [0, 1]);
    }

    #[test]
    fn questions_with_one_answer_are_not_asked() {
        assert_eq!(
            GameName::ALL
                .iter()
                .map(|&game| most_moves_at_once(game))
                .collect::<Vec<_>>(),
            // With a tent one can always do something; an ingot may go with the tile, too.
            [1, 2, 3, 1]
        );
    }
}
