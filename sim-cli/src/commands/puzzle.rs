//! The next puzzle of `goldrush train`. Another one is searched for while it is answered.

use std::io::{self, IsTerminal as _};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use goldrush_games::GameName;
use goldrush_harness::study::check_seed;
use goldrush_support::error::bad_input;
use goldrush_table::host::Host;
use goldrush_table::live_game::of_puzzle;
use goldrush_table::training::{Difficulty, Training};
use rayon::ThreadPoolBuilder;

use crate::cli::args::TrainArgs;

/// The search for the puzzle after the one on the table.
static SEARCH: Mutex<Option<JoinHandle<()>>> = Mutex::new(None);

/// Finds the next puzzle and puts it on the table.
pub(super) fn next(args: &TrainArgs) -> anyhow::Result<Box<dyn Host>> {
    let game: GameName = args
        .game
        .parse()
        .map_err(|e| bad_input(format!("--game: {e}")))?;
    let difficulty =
        Difficulty::from_name(&args.difficulty).expect("the command line accepts these names only");
    check_seed(args.seed)?;
    let mut games = 0;
    let mut searching = || {
        games += 1;
        if io::stderr().is_terminal() {
            eprint!("\rLooking for a puzzle: game {games} …");
        }
    };
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
    let puzzle = training.next(game, difficulty, args.seed, &mut searching);
    if games > 0 && io::stderr().is_terminal() {
        eprintln!();
    }
    let puzzle = puzzle?;
    if search.as_ref().is_none_or(JoinHandle::is_finished) {
        let seed = args.seed;
        // One thread leaves the others to what is judged meanwhile.
        let alone = ThreadPoolBuilder::new().num_threads(1).build()?;
        *search = Some(thread::spawn(move || {
            // The next call says why there is none.
            let _ = alone.install(|| Training::read()?.prepare(game, difficulty, seed));
        }));
    }
    of_puzzle(game, puzzle)
}
