//! Bad input, the one kind of error that is the user's: every room may find it.

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

/// Reads a file that the user named.
///
/// # Errors
/// If it cannot be read as text: bad input.
pub fn read_input(file: &std::path::Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).map_err(|e| bad_input(format!("{}: {e}", file.display())))
}
