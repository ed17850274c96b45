//! The next puzzle of `goldrush train`. Another one is searched for while it is answered.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use goldrush_games::GameName;
use goldrush_harness::study::check_seed;
use goldrush_screens::tui;
use goldrush_support::error::bad_input;
use goldrush_table::host::Host;
use goldrush_table::live_game::of_puzzle;
use goldrush_table::training::{Difficulty, Puzzle, Training};
use rayon::ThreadPoolBuilder;

use super::play;
use crate::cli::args::{SkinArgs, TrainArgs};

/// The search for the puzzle after the one on the table.
static SEARCH: Mutex<Option<JoinHandle<()>>> = Mutex::new(None);

/// Finds the next puzzle and puts it on the table; says on the screen, or the terminal, how far the search is. `None` if the person
/// leaves during it.
pub(super) fn next(args: &TrainArgs, skin: &SkinArgs) -> anyhow::Result<Option<Box<dyn Host>>> {
    let game: GameName = args
        .game
        .parse()
        .map_err(|e| bad_input(format!("--game: {e}")))?;
    let difficulty =
        Difficulty::from_name(&args.difficulty).expect("the command line accepts these names only");
    check_seed(args.seed)?;
    let seed = args.seed;
    let fills_screen = !skin.browser && !play::is_plain(skin);
    let says = !fills_screen && io::stderr().is_terminal();
    let games = Arc::new(AtomicUsize::new(0));
    let searched = games.clone();
    let search = move || {
        find(game, difficulty, seed, &mut || {
            let games = searched.fetch_add(1, Ordering::Relaxed) + 1;
            if says {
                eprint!("\rLooking for a puzzle: game {games} …");
            }
        })
    };
    let puzzle = if fills_screen {
        let began = Instant::now();
        let words = || {
            let games = games.load(Ordering::Relaxed).max(1);
            let seconds = began.elapsed().as_secs();
            format!("Looking for a puzzle: game {games}, {seconds} s … q quits")
        };
        tui::wait_for(&words, skin.color.colors(), search)?
    } else {
        Some(search())
    };
    if says && games.load(Ordering::Relaxed) > 0 {
        eprintln!();
    }
    match puzzle {
        Some(puzzle) => Ok(Some(of_puzzle(game, puzzle?)?)),
        None => Ok(None),
    }
}

/// Finds the next puzzle, and begins to look for the one after it; calls `searching` before each game that is searched.
fn find(
    game: GameName,
    difficulty: Difficulty,
    seed: u64,
    searching: &mut dyn FnMut(),
) -> anyhow::Result<Puzzle> {
    let mut search = SEARCH.lock().unwrap_or_else(PoisonError::into_inner);
    let mut training = Training::read()?;
    if !training.has_next(game, difficulty)
        && let Some(running) = search.take()
    {
        searching();
        // If it has failed, so does the search below.
        let _ = running.join();
        training = Training::read()?;
    }
    let puzzle = training.next(game, difficulty, seed, searching)?;
    if search.as_ref().is_none_or(JoinHandle::is_finished) {
        // One thread leaves the others to what is judged meanwhile.
        let alone = ThreadPoolBuilder::new().num_threads(1).build()?;
        *search = Some(thread::spawn(move || {
            // The next call says why there is none.
            let _ = alone.install(|| Training::read()?.prepare(game, difficulty, seed));
        }));
    }
    Ok(puzzle)
}
