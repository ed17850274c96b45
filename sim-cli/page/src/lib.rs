//! The bridge between the program and the worker of a page: texts to and fro in one buffer. The worker writes an argument there
//! and calls a function, which leaves its result there and returns its length in bytes: 0 for none, negative for the length of an
//! error message.

use std::cell::RefCell;
use std::panic;
use std::time::Duration;

use goldrush_screens::web::worker::{self, WorkerGame};
use goldrush_support::system::page::{
    finish_long, has_next, run_long, run_next, set_sources, wanted_long,
};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Returns the milliseconds since some moment.
    safe fn now() -> f64;
    /// Returns 32 unpredictable bits.
    safe fn random() -> u32;
    /// Shows that the program failed, with a message of this length in the buffer.
    safe fn failed(length: i32);
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static GAME: RefCell<Option<WorkerGame>> = const { RefCell::new(None) };
}

/// Leaves a text in the buffer and returns its length.
fn give(text: &str) -> i32 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.extend_from_slice(text.as_bytes());
        buffer.len() as i32
    })
}

/// Returns the text in the buffer.
fn taken() -> String {
    BUFFER.with_borrow(|buffer| String::from_utf8_lossy(buffer).into_owned())
}

fn give_or_error(result: anyhow::Result<Option<String>>) -> i32 {
    match result {
        Ok(text) => text.map_or(0, |text| give(&text)),
        Err(e) => -give(&format!("{e:#}")),
    }
}

/// Calls a function with the game; without one, returns nothing.
fn with_game(call: impl FnOnce(&mut WorkerGame) -> anyhow::Result<Option<String>>) -> i32 {
    give_or_error(GAME.with_borrow_mut(|game| game.as_mut().map_or(Ok(None), call)))
}

/// Returns the buffer, of this length from now on.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: u32) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.resize(length as usize, 0);
        buffer.as_mut_ptr()
    })
}

/// Prepares the program; called once, before all others.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    set_sources(
        || Duration::from_secs_f64(now().max(0.0) / 1e3),
        || random(),
    );
    panic::set_hook(Box::new(|what| failed(give(&what.to_string()))));
}

/// Returns the choices for a new game, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn choices() -> i32 {
    give(&worker::choices())
}

/// Plays games of bots, given as JSON: the game, the agents and how many games. Returns their fingerprint.
#[unsafe(no_mangle)]
pub extern "C" fn fingerprint() -> i32 {
    let play = || -> anyhow::Result<Option<String>> {
        let (game, agents, games): (String, String, u64) = serde_json::from_str(&taken())?;
        worker::fingerprint(&game, &agents, games).map(Some)
    };
    give_or_error(play())
}

/// Starts the game of a command, given as JSON: its words, a seed as text, and the pace in seconds. Or resumes one: its text
/// instead of the words. Returns its page.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> i32 {
    let open = || -> anyhow::Result<Option<String>> {
        let asked: serde_json::Value = serde_json::from_str(&taken())?;
        let pace = Duration::from_secs_f64(asked["pace"].as_f64().unwrap_or(0.0));
        let game = match asked["text"].as_str() {
            Some(text) => WorkerGame::resume(text, pace)?,
            None => {
                let words: Vec<String> = serde_json::from_value(asked["words"].clone())?;
                WorkerGame::begin(&words, asked["seed"].as_str().unwrap_or("1").parse()?, pace)?
            }
        };
        let page = game.page().to_owned();
        GAME.set(Some(game));
        Ok(Some(page))
    };
    give_or_error(open())
}

/// Executes a command of the page; returns a text if it was possible.
#[unsafe(no_mangle)]
pub extern "C" fn execute() -> i32 {
    let command = taken();
    with_game(|game| Ok(game.execute(&command)?.then(|| "done".to_owned())))
}

/// Does one piece of what goes on in the background. 1 if there may be more at once.
#[unsafe(no_mangle)]
pub extern "C" fn attend() -> i32 {
    let worked = run_next();
    let shown = with_game(|game| game.attend().map(|()| None));
    // The result of long work can be followed by a bot that thinks here.
    if shown < 0 {
        shown
    } else {
        i32::from(worked || has_next())
    }
}

/// Returns the next frame: its identifier, a line end, and the frame as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn frame() -> i32 {
    with_game(|game| {
        Ok(game
            .next_frame()
            .map(|(id, frame)| format!("{id}\n{frame}")))
    })
}

/// Returns the whole game so far as JSON, if all of it may be seen.
#[unsafe(no_mangle)]
pub extern "C" fn timeline() -> i32 {
    with_game(|game| Ok(game.timeline()))
}

/// Returns what to keep of the game, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn saved() -> i32 {
    with_game(|game| Ok(game.saved()))
}

/// Returns the command that deals the same game again.
#[unsafe(no_mangle)]
pub extern "C" fn again() -> i32 {
    with_game(|game| Ok(game.again()))
}

/// Once the game was left, returns the words of the next one as JSON; empty words lead to the menu.
#[unsafe(no_mangle)]
pub extern "C" fn departure() -> i32 {
    with_game(|game| {
        Ok(game
            .departure()?
            .map(|words| serde_json::json!(words).to_string()))
    })
}

/// Returns the numbers of the long work that has not ended and is still wanted, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn long_work() -> i32 {
    give(&serde_json::json!(wanted_long()).to_string())
}

/// In a copy of the worker: does long work and returns its result.
#[unsafe(no_mangle)]
pub extern "C" fn work(number: u32) -> i32 {
    give_or_error(Ok(run_long(number)))
}

/// Takes the result of long work from the buffer; an empty one means that it failed.
#[unsafe(no_mangle)]
pub extern "C" fn finish(number: u32) {
    let result = taken();
    finish_long(number, Some(&*result).filter(|result| !result.is_empty()));
}
