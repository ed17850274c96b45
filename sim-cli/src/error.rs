//! Bad input, the kind of error that is the user's fault; any module may report it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Bad input: one line that says what is wrong, where, and what would be right. The command ends with exit code 2.
#[derive(Debug)]
pub struct BadInput(pub String);

impl std::fmt::Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// Creates the error for bad input.
pub fn bad_input(message: impl Into<String>) -> anyhow::Error {
    BadInput(message.into()).into()
}

/// Longest file that is read as a whole, in bytes: far longer than any that this program writes.
const LONGEST: u64 = 64 << 20;

/// Opens a file for reading. It must be a regular file: another could keep the program waiting forever.
///
/// # Errors
/// Fails if it is not, or cannot be opened.
pub fn open_input(file: &Path) -> io::Result<File> {
    if fs::metadata(file)?.is_file() { File::open(file) } else { Err(io::Error::other("not a regular file")) }
}

/// Reads a file named by the user.
///
/// # Errors
/// Bad input if it cannot be read as text, or is too long.
pub fn read_input(file: &Path) -> anyhow::Result<String> {
    let wrong = |what: &dyn std::fmt::Display| bad_input(format!("{}: {what}", file.display()));
    let mut text = String::new();
    open_input(file).and_then(|file| file.take(LONGEST).read_to_string(&mut text)).map_err(|e| wrong(&e))?;
    if text.len() as u64 == LONGEST {
        return Err(wrong(&format!("longer than {} MB; no such file is", LONGEST >> 20)));
    }
    Ok(text)
}
