//! Variations: a finished game played on differently from one of its turns, while the game itself stays as it was.

use goldrush_engine::game::State as _;
use goldrush_games::playable::{Playable, RecordedGame, StateOf, turns};
use goldrush_games::viewer::Viewer;

use super::main_line::MainLine;
pub use super::main_line::VariationPlayers;
use super::saved_file::SavedFile;
use super::seats::Seats;
use super::session::{GameSettings, NewGame, Session};
use crate::analysis::review::positions;

/// The variation on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variation {
    /// Number of turns before it leaves the game.
    pub turn: usize,
    pub players: VariationPlayers,
    /// True if others could play it: if people played the game who did not see everything.
    pub is_choice: bool,
}

impl<G: Playable> Session<G> {
    /// Goes back to the position before a turn of a finished game, counted from 0, to play on from there. False if the
    /// game has no such turn, or is still being played.
    pub(super) fn begin_variation(&mut self, turn: usize, players: VariationPlayers) -> bool {
        let is_possible = !self.has_own_screens()
            && (self.main_line.is_some() || self.is_over() || self.is_on_board());
        let main = self.main_line.as_ref();
        let (dealt, moves) = main.map_or((self.dealt(), self.moves()), |main| {
            (&main.dealt, &main.moves[..])
        });
        let first = turns::<G>(dealt, moves).get(turn).map(|(first, _)| *first);
        let Some(first) = first.filter(|_| is_possible) else {
            return false;
        };
        let dealt = dealt.clone();
        let prefix = moves[..first].to_vec();
        let main = self.main_line.take().unwrap_or_else(|| MainLine {
            dealt: dealt.clone(),
            moves: self.moves().to_vec(),
            seats: self.seats().clone(),
            viewer: self.viewer().clone(),
            undone: self.undone(),
            faults: self.faults().len(),
            turn,
            players,
            judged: 0,
        });
        self.main_line = Some(MainLine {
            turn,
            players,
            ..main
        });
        self.show_line(dealt, prefix);
        true
    }

    /// Puts a recorded game on an analysis board, where the person here moves for every seat and sees everything; with the
    /// text of its components, if they do not come with the program.
    pub fn on_board(played: &RecordedGame<G>, components: Option<String>) -> Session<G> {
        let names = played.heading.names();
        Session::of_record(
            played,
            Seats::of_people(names.len()),
            Viewer::open(names).calling(played.heading.named_people()),
            components,
        )
    }

    /// Puts a turn of a recorded game on the table as a puzzle: a person takes the seat that played it, and bots the
    /// others.
    ///
    /// # Errors
    /// Fails if the game has no such turn.
    pub(super) fn for_puzzle(played: &RecordedGame<G>, turn: usize) -> anyhow::Result<Session<G>> {
        let Some(&(_, own)) = played.turns().get(turn) else {
            anyhow::bail!("the game has no turn {turn}");
        };
        let game = G::name(played.setup)
            .parse()
            .expect("a game that is played has a name");
        let seats = Seats::against_those_of(game, &played.heading, own, G::POLICY)?;
        let viewer = seats.viewer(true);
        let mut session = Session::of_record(played, seats, viewer, None);
        let begins = session.begin_variation(turn, VariationPlayers::AsInTheGame);
        anyhow::ensure!(begins, "the game has no turn {turn}");
        Ok(session)
    }

    /// Puts a recorded game on the table, to be neither saved nor dealt again.
    fn of_record(
        played: &RecordedGame<G>,
        seats: Seats,
        viewer: Viewer,
        components: Option<String>,
    ) -> Session<G> {
        // An unfinished game is played on at once.
        let practice = played.after(played.moves.len()).to_move().is_some();
        let settings = GameSettings {
            practice,
            lessons: false,
            assist: true,
        };
        let new_game = NewGame {
            setup: played.setup,
            seed: played.heading.seed,
            seats: seats.clone(),
            settings,
            file: None,
            components,
        };
        let mut session = Session::begin(new_game, played.dealt.clone(), SavedFile::new(None));
        session.on_board = true;
        session.put_line(played.dealt.clone(), played.moves.clone(), seats, viewer);
        session
    }

    /// Lets others play a variation from the current position on. False if there is none.
    pub(super) fn change_variation_players(&mut self, players: VariationPlayers) -> bool {
        let is_variation = self.main_line.is_some();
        if let Some(main) = &mut self.main_line {
            main.players = players;
            self.show_line(self.dealt().clone(), self.moves().to_vec());
        }
        is_variation
    }

    /// Returns to the game as it was played. False if there is no variation.
    pub(super) fn end_variation(&mut self) -> bool {
        let Some(MainLine {
            dealt,
            moves,
            seats,
            viewer,
            undone,
            faults,
            ..
        }) = self.main_line.take()
        else {
            return false;
        };
        self.put_line(dealt, moves, seats, viewer);
        self.forget_variation(undone, faults);
        true
    }

    /// True if the person here moves for every seat and sees everything, and so may also choose which tile is drawn.
    pub(super) fn is_by_hand(&self) -> bool {
        let moves_for_all =
            self.seats().humans().len() == self.seats().players() && self.viewer().is_open();
        moves_for_all && (self.main_line.is_some() || self.is_on_board())
    }

    /// Puts another kind of tile in hand, by its index in the line art, where the person here moves for every seat. False
    /// if there is no tile in hand, or none of that kind could have been drawn.
    pub(super) fn put_tile_in_hand(&mut self, kind: usize) -> bool {
        let Some(dealt) = self
            .deal_with_tile_in_hand(kind)
            .filter(|_| self.is_by_hand())
        else {
            return false;
        };
        self.put_line(
            dealt,
            self.moves().to_vec(),
            self.seats().clone(),
            self.viewer().clone(),
        );
        true
    }

    /// Returns the variation on the table, if there is one.
    pub(super) fn variation(&self) -> Option<Variation> {
        let main = self.main_line.as_ref()?;
        Some(Variation {
            turn: main.turn,
            players: main.players,
            is_choice: !main.seats.humans().is_empty() && !main.viewer.is_open(),
        })
    }

    /// Puts moves of a variation on the table. Without people in the game, the person here plays every seat.
    fn show_line(&mut self, dealt: StateOf<G>, moves: Vec<G::Move>) {
        let main = self
            .main_line
            .as_ref()
            .expect("a variation has a main line");
        let (seats, viewer) = match main.players {
            VariationPlayers::AsInTheGame if !main.seats.humans().is_empty() => {
                (main.seats.clone(), main.viewer.clone())
            }
            _ => (Seats::of_people(main.seats.players()), main.viewer.opened()),
        };
        self.put_line(dealt, moves, seats, viewer);
        let judged = positions::<G>(self.dealt().clone(), self.moves()).len();
        self.main_line
            .as_mut()
            .expect("a variation has a main line")
            .judged = judged;
    }

    /// Returns the number of turns before the choice of the variation that a person here has completed since this was last asked.
    /// `None` if there is none.
    pub(super) fn completed_choice(&mut self) -> Option<usize> {
        let positions = positions::<G>(self.dealt().clone(), self.moves());
        let main = self.main_line.as_mut()?;
        let is_new = positions.len() > main.judged;
        main.judged = positions.len();
        let last = positions.last().filter(|_| is_new)?;
        let is_human = last
            .state
            .to_move()
            .is_some_and(|seat| self.seats().is_human(seat));
        is_human.then_some(last.turn)
    }

    /// True if a turn is the first of the variation, which leaves the game as it was dealt before it.
    pub(super) fn branches_at(&self, turn: usize) -> bool {
        self.variation().is_some_and(|variation| {
            variation.turn == turn && variation.players == VariationPlayers::AsInTheGame
        })
    }

    /// Notes that turns of a variation were undone, so that what is played instead is judged again.
    pub(super) fn forget_judged(&mut self) {
        let choices = positions::<G>(self.dealt().clone(), self.moves()).len();
        if let Some(main) = &mut self.main_line {
            main.judged = choices;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use goldrush_engine::carcassonne::Carcassonne;
    use goldrush_engine::gold_rush::GoldRush;
    use goldrush_engine::knizia_gold::KniziaGold;
    use goldrush_engine::player::Player;
    use goldrush_games::{GameName, Setup};

    use super::*;
    use crate::closing::{Scope, judge};
    use crate::session::{GameSettings, NewGame};

    /// Plays random moves, to the end at most.
    fn play_moves<G: Playable>(session: &mut Session<G>, moves: usize) {
        for _ in 0..moves {
            let Some(mv) = session.state().random_move(&mut session.chance()) else {
                break;
            };
            session.play(&[mv]).unwrap();
        }
    }

    /// Plays a game at random, then on from some of its turns: the file and the game must stay as they were.
    fn leaves_the_game_as_it_was<G: Playable>(setup: G::Setup) {
        let folder = tempfile::tempdir().unwrap();
        let game = G::name(&setup).parse::<GameName>().unwrap();
        let seats = Seats::of_options(game, "level1", 1).unwrap();
        let settings = GameSettings {
            practice: false,
            lessons: false,
            assist: false,
        };
        let file = Some(folder.path().join("game.json"));
        let mut session = Session::<G>::new(NewGame {
            setup,
            seed: 4,
            seats: seats.clone(),
            settings,
            file,
            components: None,
        });
        play_moves(&mut session, 7);
        assert!(
            !session.begin_variation(0, VariationPlayers::AsInTheGame),
            "the game is not over"
        );
        play_moves(&mut session, usize::MAX);
        let text = |session: &Session<G>| std::fs::read_to_string(session.file().unwrap()).unwrap();
        let (moves, file, log) = (
            session.moves().to_vec(),
            text(&session),
            session.log().to_vec(),
        );
        assert!(
            !session.begin_variation(session.turns(), VariationPlayers::AsInTheGame),
            "there is no such turn"
        );
        for turn in [3, 0, session.turns() - 1] {
            let gone_back = session.times_gone_back();
            assert!(session.begin_variation(turn, VariationPlayers::AsInTheGame));
            assert!(session.turns() == turn && session.times_gone_back() > gone_back);
            assert_eq!(session.moves()[..], moves[..session.moves().len()]);
            assert_eq!(session.seats(), &seats);
            assert_eq!(session.completed_choice(), None, "nobody has played yet");
            assert!(
                !session.undo().unwrap(),
                "the turns before it are the game's"
            );
            play_moves(&mut session, 4);
            // Every seat by hand, with nothing hidden; the line goes on where it was.
            let line = session.moves().to_vec();
            assert!(session.change_variation_players(VariationPlayers::PersonHere));
            assert_eq!(
                (session.moves(), session.seats().humans().len()),
                (&line[..], 2)
            );
            assert!(
                session.viewer().are_announced(Player::FIRST) && session.shared_secret().is_none()
            );
            let variation = session.variation().unwrap();
            let players = VariationPlayers::PersonHere;
            assert_eq!(
                variation,
                Variation {
                    turn,
                    players,
                    is_choice: true
                }
            );
            chooses_the_next_tile(&mut session, &line);
            let ended = session.is_over();
            play_moves(&mut session, 5);
            assert!(
                session.is_over() || session.undo().unwrap(),
                "a variation is practice"
            );
            play_moves(&mut session, usize::MAX);
            assert_eq!(
                [
                    session.completed_choice().is_some(),
                    session.completed_choice().is_some()
                ],
                [!ended, false]
            );
            assert_eq!(text(&session), file);
            assert!(session.end_variation() && !session.end_variation());
            assert_eq!(
                (session.moves(), session.log(), session.undone()),
                (&moves[..], &log[..], 0)
            );
            assert_eq!(session.variation(), None);
            session.save().unwrap();
            assert_eq!(text(&session), file);
        }
    }

    /// Puts each kind of tile that is left in hand in turn, where a tile is in hand: nothing else may change.
    fn chooses_the_next_tile<G: Playable>(session: &mut Session<G>, line: &[G::Move]) {
        let left = session.scene().left.clone();
        let in_hand = |session: &Session<G>| {
            Some(
                session
                    .scene()
                    .question
                    .as_ref()?
                    .hand
                    .as_ref()?
                    .words
                    .clone(),
            )
        };
        for kind in &left.kinds {
            let draws = G::draws(session.dealt(), session.moves(), session.state());
            let can_come =
                draws.iter().any(|(drawn, _)| *drawn == kind.art) && in_hand(session).is_some();
            assert_eq!(
                session.put_tile_in_hand(kind.art),
                can_come,
                "{}",
                kind.words
            );
            assert_eq!(
                (session.moves(), session.scene().left.count),
                (line, left.count)
            );
            assert!(!can_come || in_hand(session).as_ref() == Some(&kind.words));
        }
        assert!(!session.put_tile_in_hand(999));
    }

    fn setup(game: GameName) -> Setup {
        Setup::printed(game, 2).unwrap()
    }

    /// Returns a game of Gold Rush, played at random by a person in this seat and a bot.
    fn played_at_random(seat: usize) -> Session<GoldRush> {
        let Setup::GoldRush(setup) = setup(GameName::GoldRush) else {
            unreachable!()
        };
        let seats = Seats::of_options(GameName::GoldRush, "level1", seat).unwrap();
        let settings = GameSettings {
            practice: false,
            lessons: true,
            assist: false,
        };
        let mut session = Session::new(NewGame {
            setup,
            seed: 4,
            seats,
            settings,
            file: None,
            components: None,
        });
        play_moves(&mut session, usize::MAX);
        session
    }

    #[test]
    fn variations_leave_the_game_as_it_was() {
        let Setup::GoldRush(gold_rush) = setup(GameName::GoldRush) else {
            unreachable!()
        };
        leaves_the_game_as_it_was::<GoldRush>(gold_rush);
        let Setup::Carcassonne(carcassonne) = setup(GameName::Carcassonne) else {
            unreachable!()
        };
        leaves_the_game_as_it_was::<Carcassonne>(carcassonne);
        let Setup::KniziaGold(cards) = setup(GameName::KniziaGold) else {
            unreachable!()
        };
        leaves_the_game_as_it_was::<KniziaGold>(cards);
    }

    /// Plays a turn, takes it back and plays another one: both are judged, and only as choices of that turn.
    #[test]
    fn turn_played_instead_of_an_undone_one_is_judged_too() {
        let mut session = played_at_random(1);
        assert!(session.begin_variation(3, VariationPlayers::AsInTheGame));
        assert_eq!(session.completed_choice(), None);
        for _ in 0..2 {
            while session.turns() < 4 {
                play_moves(&mut session, 1);
            }
            assert_eq!(session.completed_choice(), Some(3));
            assert!(session.branches_at(3) && !session.branches_at(5));
            assert!(session.undo().unwrap() && !session.undo().unwrap());
            assert_eq!((session.turns(), session.variation().unwrap().turn), (3, 3));
        }
        // The settings of the game stay too.
        session.set_lessons(false);
        session.end_variation();
        assert!(session.settings().lessons);
        session.begin_variation(3, VariationPlayers::PersonHere);
        assert!(!session.branches_at(3), "another tile may be in hand");
    }

    /// Returns the numbers in a text, negative before `fewer`.
    fn points(text: &str) -> Vec<i64> {
        let words: Vec<&str> = text.split([' ', '.', ',']).collect();
        let mut numbers = Vec::new();
        for (at, word) in words.iter().enumerate() {
            if let Ok(number) = word.parse::<i64>() {
                let is_fewer = words[at..].iter().take(3).any(|word| *word == "fewer");
                numbers.push(if is_fewer { -number } else { number });
            }
        }
        numbers
    }

    /// Plays the best turn and then a random one, and compares the verdicts.
    #[test]
    fn choices_of_a_variation_are_judged() {
        let mut session = played_at_random(0);
        let stop = AtomicBool::new(false);
        let mut judged = |turns: &mut dyn FnMut(&Session<GoldRush>) -> Vec<_>| {
            session.begin_variation(56, VariationPlayers::AsInTheGame);
            let moves = turns(&session);
            session.play(&moves).unwrap();
            judge(&session, Scope::Choice)(&stop).unwrap()
        };
        let mut hints = Vec::new();
        let best = judged(&mut |session| {
            hints = crate::hint::hint(session, crate::analysis::move_report::THOROUGHNESS)(&stop);
            let mut state = session.state().clone();
            let mut play = |text: &String| {
                let mv = goldrush_engine::game::Text::parse_move(&state, text).unwrap();
                state.play_unchecked(mv);
                mv
            };
            hints[0].moves.iter().map(&mut play).collect()
        });
        assert!(
            best.words.contains("the best turn found")
                || best.words.contains("as good as the best"),
            "{best:?}"
        );
        assert!(best.is_good && best.better.is_empty());
        let worst = judged(&mut |session| {
            let mut state = session.state().clone();
            let mut rng = goldrush_engine::rng::tool_stream(2);
            std::iter::from_fn(|| {
                let mv = state.random_move(&mut rng)?;
                (state.to_move() == session.to_move())
                    .then(|| state.play_unchecked(mv))
                    .map(|()| mv)
            })
            .collect()
        });
        assert!(
            worst.words.starts_with("Turn 57, You: ") && worst.words.contains(" that cost about "),
            "{worst:?}"
        );
        assert!(worst.in_full().contains(" Better: "), "{worst:?}");
        assert!(worst.played.preview.tile.is_some() && worst.better[0].preview.tile.is_some());
        for place in [" of the start", "°", "hint"] {
            assert!(!worst.in_full().contains(place), "{worst:?}");
        }
        // The points of both seats add up to the cost, and no turn is better than the best.
        let cost = points(worst.words.split_once(" that cost ").unwrap().1);
        let (_, ends) = worst.why.split_once("With it ").unwrap();
        let parts = points(ends);
        let difference = match (&parts[..], ends.starts_with("B ")) {
            ([own, other], _) => own - other,
            ([only], false) => *only,
            (only, _) => -only[0],
        };
        assert_eq!(cost, [difference], "{worst:?}");
        assert!(
            worst.better[1..]
                .iter()
                .all(|turn| !turn.worth.starts_with('+')),
            "{worst:?}"
        );
    }
}
