//! The `goldrush` command.

use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

use goldrush_support::build::{self, Build};

/// Bytes of stack. The system's limit for the first thread may be too small (`ulimit -s`).
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    build::set(Build {
        commit: goldrush_stamp::commit!(),
        date: goldrush_stamp::date!(),
    });
    match thread::Builder::new()
        .name("main".into())
        .stack_size(STACK)
        .spawn(goldrush::commands::main)
    {
        Ok(command) => command.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(e) => {
            eprintln!("error: cannot start a thread: {e}");
            ExitCode::FAILURE
        }
    }
}
