//! Bad input, the one kind of error that is the user's: every room may find it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Bad input: one line that says what, where, and what would be right. The command ends with exit code 2.
#[derive(Debug)]
pub struct BadInput(pub String);

impl std::fmt::Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// The error of bad input.
pub fn bad_input(message: impl Into<String>) -> anyhow::Error {
    BadInput(message.into()).into()
}

/// The longest file that is read as a whole, in bytes: far more than any that this program writes.
const LONGEST: u64 = 64 << 20;

/// Opens a file for reading. It must be a regular one: another could keep the program waiting forever.
///
/// # Errors
/// If it is not, or cannot be opened.
pub fn open_input(file: &Path) -> io::Result<File> {
    if fs::metadata(file)?.is_file() { File::open(file) } else { Err(io::Error::other("not a regular file")) }
}

/// Reads a file that the user named.
///
/// # Errors
/// If it cannot be read as text, or is far longer than such files are: bad input.
pub fn read_input(file: &Path) -> anyhow::Result<String> {
    let wrong = |what: &dyn std::fmt::Display| bad_input(format!("{}: {what}", file.display()));
    let mut text = String::new();
    open_input(file).and_then(|file| file.take(LONGEST).read_to_string(&mut text)).map_err(|e| wrong(&e))?;
    if text.len() as u64 == LONGEST {
        return Err(wrong(&format!("longer than {} MB; no such file is", LONGEST >> 20)));
    }
    Ok(text)
}
