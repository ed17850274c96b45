//! The `goldrush` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    goldrush::commands::main()
}
