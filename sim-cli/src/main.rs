//! The command `goldrush`.

use std::process::ExitCode;

fn main() -> ExitCode {
    goldrush::commands::main()
}
