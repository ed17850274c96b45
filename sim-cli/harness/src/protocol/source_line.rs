//! The line of its source at which a bot stopped, as its standard error names it.

/// Returns the line of its source where a bot that crashed ended, with the error if the last line of its standard error has one.
pub(super) fn source_line(stderr: &[String]) -> Option<String> {
    let last = stderr.last()?.trim();
    match python_line(stderr) {
        Some(line) => Some(format!("{line}: {last}")),
        None => stderr.iter().find_map(|line| place_in(line)),
    }
}

/// Returns the last line of a traceback of Python that is not in Python itself: `line 6 of bot.py`.
fn python_line(stderr: &[String]) -> Option<String> {
    let mut places = stderr.iter().filter_map(|line| {
        let (file, rest) = line
            .trim()
            .strip_prefix("File \"")?
            .split_once("\", line ")?;
        let number = rest.split(',').next()?;
        let is_own = !file.starts_with('<') && !file.contains("/lib/python");
        is_own.then(|| format!("line {number} of {file}"))
    });
    places.next_back()
}

/// Returns the first place in a source, `src/main.rs:3` with or without a column, that a line names: `line 3 of src/main.rs`.
fn place_in(line: &str) -> Option<String> {
    line.split_whitespace().find_map(|word| {
        let word = word.trim_matches(['(', ')', ':', ',']);
        let mut parts = word.split(':');
        let file = parts.next()?;
        let number = parts.next()?;
        let has_type = file
            .rsplit_once('.')
            .is_some_and(|(name, kind)| !name.is_empty() && kind.chars().all(char::is_alphabetic));
        let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
        (has_type && is_number).then(|| format!("line {number} of {file}"))
    })
}
