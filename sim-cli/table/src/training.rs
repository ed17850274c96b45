//! Training: puzzles from the user's own games and from games of strong bots. Those that were missed come back soon, and
//! those that were solved ever later. Time is counted in puzzles, so that the same answers lead to the same puzzles.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use goldrush_ai::registry::Spec as BuiltIn;
use goldrush_ai::search::Decisions;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::plain_error::plain;
use goldrush_engine::player::Player;
use goldrush_engine::rng::{SEEDS, tool_stream};
use goldrush_games::playable::{Playable, RecordedGame};
use goldrush_games::registry::{with_game, with_setup};
use goldrush_games::viewer::count;
use goldrush_games::{Choice, GameName};
use goldrush_harness::store::file::write_private;
use goldrush_harness::store::record::{components, read_line};
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use goldrush_support::system::make_private;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::seats::{Seats, agent};
use super::session::{GameSettings, NewGame, Session};
use super::shelf;
use crate::analysis::puzzle::{Obvious, find_clear, find_missed};
use crate::analysis::review::positions;

const FORMAT: &str = "goldrush-training/1";
/// Name of the file in the user's data folder.
const FILE: &str = "training.json";
/// Puzzles after which a solved one is due again, by the number of times in a row that it was solved; then never.
const INTERVALS: [u64; 4] = [10, 30, 100, 300];
/// Most games of bots that are searched for a puzzle at a time.
const MOST_GAMES: usize = 100;
/// Beginning of the origin of a puzzle from a game of bots.
const SEED: &str = "seed ";
/// Puzzles after which a missed one is due again.
const SOON: u64 = 3;

/// Held while the file is read to be changed: a search for the next puzzle may end while one is answered.
static WRITING: Mutex<()> = Mutex::new(());

/// Difficulty of a puzzle: by how much the best turn is ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// The best turn is ahead by at least 4 points.
    Easy,
    /// By 2.5 to 4 points.
    Medium,
    /// By 1.5 to 2.5 points.
    Hard,
}

impl Difficulty {
    /// All difficulties, easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Returns the difficulty of this name.
    pub fn from_name(name: &str) -> Option<Difficulty> {
        Difficulty::ALL
            .into_iter()
            .find(|difficulty| difficulty.name() == name)
    }

    /// Returns the points by which the best turn is ahead: at least the first, less than the second.
    fn gap(self) -> (f64, f64) {
        match self {
            Difficulty::Easy => (4.0, f64::INFINITY),
            Difficulty::Medium => (2.5, 4.0),
            Difficulty::Hard => (1.5, 2.5),
        }
    }

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// A puzzle that has been shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptPuzzle {
    game: String,
    difficulty: Difficulty,
    /// File of the user's game, or seed of the bots' game.
    origin: String,
    /// Turns played before.
    turn: usize,
    /// True if it was answered before.
    answered: bool,
    /// Times in a row that it was solved.
    solved: usize,
    /// Number of puzzles after which it is due; `None` if it has been solved often enough.
    due: Option<u64>,
    record: Value,
}

/// The user's training, as its file has it.
#[derive(Debug, Serialize, Deserialize)]
struct TrainingFile {
    format: String,
    /// Number of puzzles answered.
    answered: u64,
    /// Number solved in a row.
    streak: u64,
    longest: u64,
    puzzles: Vec<KeptPuzzle>,
    /// By file of the user's games, or by game, difficulty and seed of those of bots: number of games searched.
    searched: BTreeMap<String, u64>,
}

/// The user's training.
pub struct Training {
    path: PathBuf,
    file: TrainingFile,
}

/// A puzzle to be answered.
#[derive(Clone, Debug)]
pub struct Puzzle {
    path: PathBuf,
    at: usize,
    /// Turns played before.
    pub turn: usize,
    /// The words of the command for the next puzzle.
    pub next: Vec<String>,
    /// The task, in a sentence.
    pub task: String,
}

impl Training {
    /// Reads the training of the user's data folder; it starts anew if there is none.
    ///
    /// # Errors
    /// Bad input if the folder is not known, or the file is damaged.
    pub fn read() -> anyhow::Result<Training> {
        let folder = shelf::folder()?;
        make_private(&folder).map_err(|e| bad_input(format!("{}: {e}", folder.display())))?;
        Training::of(&folder.join(FILE))
    }

    fn of(path: &Path) -> anyhow::Result<Training> {
        let file: TrainingFile = if path.exists() {
            let text = read_input(path)
                .map_err(|e| bad_input(format!("{e}; remove it to start again")))?;
            serde_json::from_str(&text).map_err(|e| wrong(path, plain(&e.to_string())))?
        } else {
            TrainingFile {
                format: FORMAT.into(),
                answered: 0,
                streak: 0,
                longest: 0,
                puzzles: Vec::new(),
                searched: BTreeMap::new(),
            }
        };
        if file.format != FORMAT {
            let problem = format!("format \"{}\"; {FORMAT} is expected", file.format);
            return Err(wrong(path, problem));
        }
        Ok(Training {
            path: path.to_owned(),
            file,
        })
    }

    fn write(&self) -> anyhow::Result<()> {
        write_private(
            &self.path,
            &format!("{}\n", serde_json::to_string(&self.file)?),
            |_| Ok(()),
        )?;
        Ok(())
    }

    /// Returns the index of the puzzle that is due next. Those that come back are due before new ones.
    fn due(&self, game: GameName, difficulty: Difficulty) -> Option<usize> {
        let name = game.about().name;
        let due = self.file.puzzles.iter().enumerate().filter(|(_, puzzle)| {
            puzzle.game == name
                && puzzle.difficulty == difficulty
                && puzzle.due.is_some_and(|due| due <= self.file.answered)
        });
        let (at, _) = due.min_by_key(|(_, puzzle)| (!puzzle.answered, puzzle.due))?;
        Some(at)
    }

    /// True if [`Training::next`] need not search.
    pub fn has_next(&self, game: GameName, difficulty: Difficulty) -> bool {
        self.due(game, difficulty).is_some()
    }

    /// Finds a new puzzle ahead of time, while another one is being answered; it will be due after it. Does nothing if it was
    /// found before.
    ///
    /// # Errors
    /// Fails like [`Training::next`].
    pub fn prepare(
        &mut self,
        game: GameName,
        difficulty: Difficulty,
        seed: u64,
    ) -> anyhow::Result<()> {
        let name = game.about().name;
        let new = self.file.puzzles.iter().filter(|puzzle| {
            puzzle.game == name && puzzle.difficulty == difficulty && !puzzle.answered
        });
        // One of them is on the table.
        if new.count() < 2 {
            self.find(game, difficulty, seed, &mut || ())?;
        }
        Ok(())
    }

    /// Searches for a new puzzle and adds it; calls `searching` before each game that is searched.
    fn find(
        &mut self,
        game: GameName,
        difficulty: Difficulty,
        seed: u64,
        searching: &mut dyn FnMut(),
    ) -> anyhow::Result<usize> {
        let own = with_game!(game, G => self.own::<G>(game, searching))?;
        let (origin, turn, record) = match own {
            Some(found) => found,
            None => self.bots_game(game, difficulty, seed, searching)?,
        };
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        // Puzzles may have been answered during the search.
        let searched = std::mem::take(&mut self.file.searched);
        self.file = Training::of(&self.path)?.file;
        for (origin, games) in searched {
            let known = self.file.searched.entry(origin).or_default();
            *known = games.max(*known);
        }
        self.file.puzzles.push(KeptPuzzle {
            game: game.about().name.into(),
            difficulty,
            origin,
            turn,
            answered: false,
            solved: 0,
            due: Some(self.file.answered),
            record,
        });
        self.write()?;
        Ok(self.file.puzzles.len() - 1)
    }

    /// Returns the next puzzle: one that is due, or else a new one, from the user's own games first. Calls `searching`
    /// before each game that is searched.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or a saved game cannot be read.
    pub fn next(
        &mut self,
        game: GameName,
        difficulty: Difficulty,
        seed: u64,
        searching: &mut dyn FnMut(),
    ) -> anyhow::Result<Puzzle> {
        let name = game.about().name;
        let at = match self.due(game, difficulty) {
            Some(at) => at,
            None => self.find(game, difficulty, seed, searching)?,
        };
        let again = self.file.puzzles[at].answered;
        let words = [
            "goldrush",
            "train",
            "--game",
            name,
            "--difficulty",
            difficulty.name(),
            "--seed",
            &seed.to_string(),
        ];
        let is_own = !self.file.puzzles[at].origin.starts_with(SEED);
        let again = if again { ", again" } else { "" };
        let streak = match self.file.streak {
            0 => String::new(),
            streak => format!(" {streak} solved in a row."),
        };
        let task = format!(
            "Puzzle {}{again}: {}{streak}",
            self.file.answered + 1,
            if is_own {
                "in your game you missed something here. Find a better turn!"
            } else {
                "find the best turn; most others are clearly worse."
            }
        );
        let turn = self.file.puzzles[at].turn;
        Ok(Puzzle {
            path: self.path.clone(),
            at,
            turn,
            next: words.map(str::to_owned).to_vec(),
            task,
        })
    }

    /// Looks for a puzzle in the user's own games that were not searched yet: a turn that the user missed.
    fn own<G: Playable>(
        &mut self,
        game: GameName,
        searching: &mut dyn FnMut(),
    ) -> anyhow::Result<Option<(String, usize, Value)>> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let mut games = shelf::games(folder);
        games.retain(|kept| kept.game == game && kept.is_over());
        for kept in games {
            let origin = kept
                .file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if self.file.searched.insert(origin.clone(), 1).is_some() {
                continue;
            }
            searching();
            let record = read_line(&kept.file, 0)?;
            let played = RecordedGame::<G>::read(&record, true, &components(None, None, &record));
            let Ok(played) = played else { continue };
            let seats = kept.seats.humans();
            let positions = positions::<G>(played.dealt.clone(), &played.moves);
            if let Some(at) = find_missed::<G>(&positions, seats, 1) {
                return Ok(Some((origin, positions[at].turn, record)));
            }
        }
        Ok(None)
    }

    /// Looks for a puzzle in games of bots.
    ///
    /// # Errors
    /// Bad input if [`MOST_GAMES`] games have none.
    fn bots_game(
        &mut self,
        game: GameName,
        difficulty: Difficulty,
        seed: u64,
        searching: &mut dyn FnMut(),
    ) -> anyhow::Result<(String, usize, Value)> {
        for _ in 0..MOST_GAMES {
            searching();
            let searched = format!("{game}, {}, seed {seed}", difficulty.name());
            let searched = self.file.searched.entry(searched).or_default();
            let number = seed.wrapping_mul(1_000_003).wrapping_add(*searched) % SEEDS;
            *searched += 1;
            let (setup, _) = Choice::printed(game).setup(2)?;
            let found = with_setup!(setup, G, setup => {
                let record = bots_record::<G>(game, setup, number)?;
                let played = RecordedGame::<G>::read(&record, true, &|_, _| Ok(None)).map_err(|e| anyhow::anyhow!("{e}"))?;
                let seats = Player::all(played.heading.seats.len()).collect();
                let positions = positions::<G>(played.dealt.clone(), &played.moves);
                let ruled_out: &Obvious<G> = match difficulty {
                    // Few turns are that far ahead, and a beginner may look for any of them.
                    Difficulty::Easy | Difficulty::Medium => &|_| [None; 3],
                    Difficulty::Hard => &obvious::<G>,
                };
                let at = find_clear::<G>(&positions, seats, ruled_out, difficulty.gap(), number);
                at.map(|at| (positions[at].turn, record))
            });
            if let Some((turn, record)) = found {
                return Ok((format!("{SEED}{number}"), turn, record));
            }
        }
        self.write()?;
        let name = difficulty.name();
        Err(bad_input(format!(
            "no {name} puzzle of {game} in {MOST_GAMES} games; try another --difficulty"
        )))
    }
}

/// Returns the record of a game between bots that do not search.
fn bots_record<G: Playable>(game: GameName, setup: G::Setup, seed: u64) -> anyhow::Result<Value> {
    let seats = Seats::of_agents(game, &[G::POLICY; 2].join(","))?;
    let settings = GameSettings {
        practice: false,
        lessons: false,
        assist: true,
    };
    let mut session = Session::<G>::new(NewGame {
        setup,
        seed,
        seats,
        settings,
        file: None,
        components: None,
    });
    let policy = BuiltIn::read::<G>(G::POLICY).expect("the agent is registered");
    let mut agents = [agent::<G>(&policy, 2, None), agent::<G>(&policy, 2, None)];
    while let Some(seat) = session.to_move() {
        let mv =
            agents[seat.index()].choose(&View::new(session.state(), seat), &mut session.chance());
        session.play(&[mv])?;
    }
    Ok(serde_json::to_value(session.record())?)
}

/// Returns the choice of the bot that sees no further than the points in sight.
fn obvious<G: Playable>(state: &G::State<'_>) -> Decisions<G::Move> {
    let bot = BuiltIn::read::<G>(G::OBVIOUS).expect("the agent is registered");
    let mut bot = agent::<G>(&bot, state.players(), None);
    let rng = &mut tool_stream(SEEDS);
    let seat = state.to_move();
    let mut state = state.clone();
    let mut choice = [None; 3];
    for decision in &mut choice {
        let Some(seat) = state.to_move().filter(|_| state.to_move() == seat) else {
            break;
        };
        let mv = bot.choose(&View::new(&state, seat), rng);
        *decision = Some(mv);
        state.play_unchecked(mv);
        if state.to_move().is_none() || G::begins_choice(&state) {
            break;
        }
    }
    choice
}

impl Puzzle {
    /// Records whether the puzzle was solved, which a right answer after a hint does not; returns a sentence about it.
    pub fn answer(&self, is_right: bool, after_hint: bool) -> anyhow::Result<String> {
        let is_solved = is_right && !after_hint;
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let Training { path, mut file } = Training::of(&self.path)?;
        file.answered += 1;
        file.streak = if is_solved { file.streak + 1 } else { 0 };
        file.longest = file.longest.max(file.streak);
        let answered = file.answered;
        if let Some(puzzle) = file.puzzles.get_mut(self.at) {
            let after = if is_solved {
                INTERVALS.get(puzzle.solved).copied()
            } else {
                Some(SOON)
            };
            puzzle.answered = true;
            puzzle.solved = if is_solved { puzzle.solved + 1 } else { 0 };
            puzzle.due = after.map(|after| answered + after);
            if puzzle.due.is_none() {
                // It is never shown again.
                puzzle.record = Value::Null;
            }
        }
        let said = if is_solved {
            let streak = count(file.streak as usize, "puzzle");
            format!("Solved! {streak} in a row, {} at best.", file.longest)
        } else if is_right {
            "Right, with a hint: it comes back soon.".into()
        } else {
            "Not solved: it comes back soon.".into()
        };
        Training { path, file }.write()?;
        Ok(said)
    }

    /// Returns the error that the puzzle cannot be shown.
    pub fn wrong(&self, what: &dyn Display) -> anyhow::Error {
        bad_input(format!(
            "{}: puzzle {}: {what}; remove the file to start again",
            self.path.display(),
            self.at + 1
        ))
    }

    /// Returns the record of the game it is from, and the number of turns before it.
    pub fn position(&self) -> anyhow::Result<(Value, usize)> {
        let training = Training::of(&self.path)?;
        let puzzle = training
            .file
            .puzzles
            .get(self.at)
            .ok_or_else(|| bad_input("the training has lost a puzzle"))?;
        Ok((puzzle.record.clone(), puzzle.turn))
    }
}

/// Returns the error that the file of a training cannot be used.
fn wrong(path: &Path, problem: impl Display) -> anyhow::Error {
    let path = path.display();
    bad_input(format!("{path}: {problem}; remove it to start again"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use goldrush_engine::knizia_gold::{KniziaGold, Setup, State};

    use super::*;
    use crate::analysis::move_report::{QUICK, move_reports};
    use crate::host::Host;
    use crate::live_game::of_puzzle;
    use crate::thinking::Progress;

    fn next(folder: &Path, game: GameName) -> Puzzle {
        let mut training = Training::of(&folder.join(FILE)).unwrap();
        training
            .next(game, Difficulty::Medium, 1, &mut || ())
            .unwrap()
    }

    /// Answers puzzles, the first of them wrongly; returns the positions asked.
    fn answered(folder: &Path, puzzles: usize) -> Vec<(Value, usize)> {
        let answer = |at| {
            let puzzle = next(folder, GameName::KniziaGold);
            let said = puzzle.answer(at > 0, false).unwrap();
            assert!(
                said.starts_with(if at > 0 { "Solved!" } else { "Not solved" }),
                "{said}"
            );
            let position = puzzle.position().unwrap();
            assert_eq!(
                puzzle.task.contains(", again"),
                at > 0 && puzzle.at == 0,
                "{}",
                puzzle.task
            );
            position
        };
        (0..puzzles).map(answer).collect()
    }

    #[test]
    fn missed_puzzles_come_back_soon_and_solved_ones_later() {
        let [folder, other] = [0; 2].map(|_| tempfile::tempdir().unwrap());
        next(folder.path(), GameName::KniziaGold);
        // Three more, as if they had been found.
        let mut training = Training::of(&folder.path().join(FILE)).unwrap();
        let first = training.file.puzzles[0].clone();
        training.file.puzzles.extend((1..4).map(|later| KeptPuzzle {
            turn: first.turn + later,
            ..first.clone()
        }));
        training.write().unwrap();
        let asked = answered(folder.path(), 6);
        let same = |at: usize| (0..at).find(|&before| asked[before] == asked[at]);
        assert_eq!(
            [1, 2, 3, 4, 5].map(same),
            [None, None, None, Some(0), None],
            "three others come between"
        );
        let training = Training::of(&folder.path().join(FILE)).unwrap();
        let dues: Vec<_> = training
            .file
            .puzzles
            .iter()
            .map(|puzzle| (puzzle.solved, puzzle.due))
            .collect();
        assert_eq!(
            dues,
            [
                (1, Some(15)),
                (1, Some(12)),
                (1, Some(13)),
                (1, Some(14)),
                (1, Some(16))
            ]
        );
        assert_eq!(
            (
                training.file.answered,
                training.file.streak,
                training.file.longest
            ),
            (6, 5, 5)
        );
        // The same answers lead to the same puzzles.
        assert_eq!(answered(other.path(), 1), asked[..1]);
    }

    #[test]
    fn next_puzzle_is_found_while_one_is_answered() {
        let folder = tempfile::tempdir().unwrap();
        let first = next(folder.path(), GameName::KniziaGold);
        let read = || Training::of(&folder.path().join(FILE)).unwrap();
        let mut searching = read();
        first.answer(true, false).unwrap();
        assert!(!read().has_next(GameName::KniziaGold, Difficulty::Medium));
        // Both searches began before the answer, which is kept.
        for _ in 0..2 {
            searching
                .prepare(GameName::KniziaGold, Difficulty::Medium, 1)
                .unwrap();
        }
        let mut training = read();
        assert_eq!(
            (training.file.answered, training.file.puzzles.len()),
            (1, 3)
        );
        let second = training
            .next(GameName::KniziaGold, Difficulty::Medium, 1, &mut || {
                panic!("it searches")
            })
            .unwrap();
        assert_eq!(second.at, 1);
        searching = read();
        searching
            .prepare(GameName::KniziaGold, Difficulty::Medium, 1)
            .unwrap();
        assert_eq!(
            read().file.puzzles.len(),
            3,
            "one is on the table, one is ready"
        );
    }

    #[test]
    fn turns_missed_in_own_games_come_first() {
        let folder = tempfile::tempdir().unwrap();
        let seats = Seats::of_options(GameName::KniziaGold, "level1", 0).unwrap();
        let settings = GameSettings {
            practice: false,
            lessons: false,
            assist: false,
        };
        let file = Some(folder.path().join("mine.json"));
        let setup = Setup::new(2, false).unwrap();
        let new_game = NewGame {
            setup,
            seed: 5,
            seats,
            settings,
            file,
            components: None,
        };
        let mut session = Session::<KniziaGold>::new(new_game);
        while let Some(mv) = session.state().random_move(&mut session.chance()) {
            session.play(&[mv]).unwrap();
        }
        let puzzle = next(folder.path(), GameName::KniziaGold);
        let training = Training::of(&folder.path().join(FILE)).unwrap();
        assert_eq!(training.file.puzzles[0].origin, "mine.json");
        // The person sits in the seat that missed it.
        let host = of_puzzle(GameName::KniziaGold, puzzle).unwrap();
        let seat = host.scene().to_move.unwrap();
        assert_eq!(
            (seat, host.seats().only_human()),
            (Player::FIRST, Some(seat))
        );
        // The opponent is the one of that game.
        assert_eq!(host.seats().titles(), ["you", "level1"]);
        let other = next(folder.path(), GameName::KniziaGold);
        assert_eq!(other.at, 0, "it has not been answered yet");
        other.answer(true, false).unwrap();
        next(folder.path(), GameName::KniziaGold);
        let training = Training::of(&folder.path().join(FILE)).unwrap();
        assert!(training.file.puzzles[1].origin.starts_with("seed "));
    }

    /// Returns a flip that no hint names; the last hint if all are named.
    fn unnamed(host: &dyn Host, hints: &[String]) -> String {
        let all = (0..64_u8).map(|at| format!("{}{}", char::from(b'a' + at % 8), at / 8 + 1));
        let mut others = all.filter(|flip| host.is_legal(flip) && !hints.contains(flip));
        others
            .next()
            .unwrap_or_else(|| hints.last().unwrap().clone())
    }

    /// Answers a puzzle by the best turn or by another one, and asks for hints or knows them; returns the notes on the answer
    /// and on the next turn.
    fn answered_by(folder: &Path, is_best: bool, asks: bool) -> [String; 2] {
        let puzzle = next(folder, GameName::KniziaGold);
        // Another table, where hints cost nothing.
        let turn = puzzle.turn;
        let mut adviser = of_puzzle(GameName::KniziaGold, puzzle.clone()).unwrap();
        let mut host = of_puzzle(GameName::KniziaGold, puzzle).unwrap();
        let mut wait = |host: &mut dyn Host, asks: bool| loop {
            if let Some(mut task) = host.judge()
                && let Progress::Done(verdict) = task.wait(Duration::from_secs(60))
            {
                assert!(host.turns() > turn, "half a turn is no answer");
                break verdict.unwrap().words;
            }
            if host
                .scene()
                .to_move
                .is_some_and(|seat| !host.seats().is_human(seat))
            {
                host.think();
                host.wait(Duration::from_secs(60)).unwrap();
                continue;
            }
            let mut task = if asks { host.hint() } else { adviser.hint() };
            let Progress::Done(hints) = task.wait(Duration::from_secs(60)) else {
                unreachable!()
            };
            let hints: Vec<String> = hints
                .into_iter()
                .map(|hint| hint.moves[0].clone())
                .collect();
            let flip = if is_best {
                hints[0].clone()
            } else {
                unnamed(host, &hints)
            };
            host.play(&flip).unwrap();
            adviser.play(&flip).unwrap();
        };
        [wait(&mut *host, asks), wait(&mut *host, true)]
    }

    #[test]
    fn only_the_first_turn_answers_a_puzzle() {
        let folder = tempfile::tempdir().unwrap();
        for (is_best, asks, said) in [
            (true, false, "Solved! 1 puzzle in a row"),
            (false, false, "Not solved: it comes back soon."),
            (true, true, "Right, with a hint: it comes back soon."),
        ] {
            let [first, second] = answered_by(folder.path(), is_best, asks);
            assert!(
                first.starts_with(said) && second.starts_with("Turn "),
                "{first}\n{second}"
            );
        }
        assert_eq!(
            Training::of(&folder.path().join(FILE))
                .unwrap()
                .file
                .answered,
            3
        );
    }

    #[test]
    fn turns_that_anybody_finds_are_no_puzzles() {
        let setup = Setup::new(2, false).unwrap();
        let record = bots_record::<KniziaGold>(GameName::KniziaGold, setup, 3).unwrap();
        let game = RecordedGame::<KniziaGold>::read(&record, true, &|_, _| Ok(None));
        let game = game.unwrap_or_else(|e| panic!("{e}"));
        let positions = positions::<KniziaGold>(game.dealt.clone(), &game.moves);
        let seats = Player::all(2).collect();
        let find = |obvious: &Obvious<KniziaGold>| {
            find_clear::<KniziaGold>(&positions, seats, obvious, (1.0, f64::INFINITY), 1)
        };
        let all = find(&|_| [None; 3]);
        assert!(all.is_some());
        // Somebody who always finds the best turn.
        let best = |state: &State| {
            let view = View::new(state, state.to_move().unwrap());
            let stop = || false;
            let found = move_reports::<KniziaGold>(&view, QUICK, &[], &mut tool_stream(1), &stop);
            found[0].turn
        };
        assert_ne!(find(&best), all);
    }

    #[test]
    fn damaged_training_is_named_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        for text in [
            "{",
            r#"{"format":"x","answered":0,"streak":0,"longest":0,"puzzles":[],"searched":{}}"#,
        ] {
            std::fs::write(&path, text).unwrap();
            let refused = Training::of(&path).err().unwrap().to_string();
            assert!(
                refused.contains("training.json") && refused.contains("remove it"),
                "{refused}"
            );
        }
    }
}
