//! Log of a tuning: a CSV row for each iteration, from which an interrupted tuning is resumed.

use std::path::{Path, PathBuf};

use goldrush_support::error::bad_input;

use super::file::AppendFile;
use super::lines::Lines;
use crate::sim::bots::other_version;

/// Columns before those of the tuned numbers.
const COLUMNS: [&str; 5] = ["command", "bot_name", "bot_salt", "iteration", "lead"];

/// Words before the name of a bot and before a salt, so that no reader of the table takes one for a number.
const BOT: &str = "bot ";
const SALT: &str = "salt ";
/// Cell without a name or salt.
const NONE: &str = "none";

/// Identity of a tuning: only the same one is resumed.
pub struct Tuning {
    /// Command that tunes.
    pub command: String,
    /// Name and version that an outside bot reports; empty for the heuristic.
    pub bot_name: String,
    /// Salt of the seeds of outside bots; a log keeps its own.
    pub salt: String,
}

/// Log of a tuning.
pub struct TuningLog {
    file: AppendFile,
    line_end: &'static str,
    tuning: Tuning,
    /// Mean lead in points by iteration, as far as it was measured before.
    leads: Vec<f64>,
}

/// Rows of a log, read back.
struct Known {
    path: PathBuf,
    bytes: u64,
    line_end: &'static str,
    salt: Option<String>,
    leads: Vec<f64>,
}

impl TuningLog {
    /// Opens a new log, or that of a tuning by the same command of the same version of a bot, whose salt is then kept. `names`
    /// are those of the tuned numbers.
    ///
    /// # Errors
    /// Bad input if the file holds anything else. Fails if it cannot be read or written.
    pub fn open(path: &Path, mut tuning: Tuning, names: &[&str]) -> anyhow::Result<TuningLog> {
        let heading: Vec<&str> = COLUMNS.iter().chain(names).copied().collect();
        let known = if path.exists() {
            Known::read(path, &tuning, &heading)?
        } else {
            Known::none(path)
        };
        tuning.salt = known.salt.unwrap_or(tuning.salt);
        let name = path.file_name().and_then(|name| name.to_str());
        let name =
            name.ok_or_else(|| bad_input(format!("{}: a file is expected", path.display())))?;
        let mut file = AppendFile::open(path.parent().unwrap_or(Path::new("")), name)?;
        file.cut(known.bytes)?;
        if known.bytes == 0 {
            file.write(&mut row(&heading, known.line_end)?)?;
        }
        Ok(TuningLog {
            file,
            line_end: known.line_end,
            tuning,
            leads: known.leads,
        })
    }

    /// Returns the salt of bots in other processes.
    pub fn salt(&self) -> &str {
        &self.tuning.salt
    }

    /// Returns the lead of an iteration that was measured before.
    pub fn lead(&self, iteration: u64) -> Option<f64> {
        self.leads.get(iteration as usize).copied()
    }

    /// Adds an iteration: the lead, and the values of the numbers before it.
    pub fn push(&mut self, iteration: u64, lead: f64, values: &[f64]) -> anyhow::Result<()> {
        let numbers = [iteration.to_string(), lead.to_string()]
            .into_iter()
            .chain(values.iter().map(f64::to_string));
        let Tuning {
            command,
            bot_name,
            salt,
        } = &self.tuning;
        let identity = [command.clone(), marked(BOT, bot_name), marked(SALT, salt)];
        let cells: Vec<String> = identity.into_iter().chain(numbers).collect();
        self.file.write(&mut row(&cells, self.line_end)?)
    }
}

impl Known {
    fn none(path: &Path) -> Known {
        Known {
            path: path.into(),
            bytes: 0,
            line_end: "\n",
            salt: None,
            leads: Vec::new(),
        }
    }

    fn read(path: &Path, tuning: &Tuning, heading: &[&str]) -> anyhow::Result<Known> {
        let mut known = Known::none(path);
        let mut lines = Lines::of_file(path.into())?;
        if lines.is_packed {
            return Err(bad_input(format!(
                "{}: is packed with gzip; unpack it to resume the tuning",
                path.display()
            )));
        }
        // A row that was being written when the program was killed is measured again.
        while let Some(line) = lines.next_whole()? {
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(line.as_bytes());
            let cells = reader
                .records()
                .next()
                .and_then(Result::ok)
                .unwrap_or_default();
            let number = lines.line;
            known.add(&cells, number, tuning, heading)?;
            (known.bytes, known.line_end) = (lines.bytes, lines.line_end);
        }
        Ok(known)
    }

    fn wrong(&self, line: u64, what: &str) -> anyhow::Error {
        bad_input(format!("{}: line {line}: {what}", self.path.display()))
    }

    fn add(
        &mut self,
        cells: &csv::StringRecord,
        line: u64,
        tuning: &Tuning,
        heading: &[&str],
    ) -> anyhow::Result<()> {
        if line == 1 {
            if cells.iter().eq(heading.iter().copied()) {
                return Ok(());
            }
            return Err(self.wrong(
                line,
                "this is no log of a tuning of these numbers; give another file",
            ));
        }
        if cells.get(0) != Some(&*tuning.command) {
            let other = cells.get(0).unwrap_or_default();
            return Err(self.wrong(
                line,
                &format!("the log belongs to another command: {other}"),
            ));
        }
        let known = unmarked(BOT, cells.get(1).unwrap_or_default());
        if known != tuning.bot_name {
            return Err(self.wrong(line, &other_version(&tuning.bot_name, "log", known)));
        }
        let expected = (line - 2).to_string();
        let lead = cells
            .get(4)
            .and_then(|lead| lead.parse().ok())
            .filter(|lead: &f64| lead.is_finite());
        let lead = lead.filter(|_| cells.get(3) == Some(&expected) && cells.len() == heading.len());
        let lead = lead
            .ok_or_else(|| self.wrong(line, "the row is damaged; delete it and those after it"))?;
        self.leads.push(lead);
        self.salt = cells.get(2).map(|cell| unmarked(SALT, cell).to_owned());
        Ok(())
    }
}

/// Returns a cell with a word before its text.
fn marked(word: &str, text: &str) -> String {
    if text.is_empty() {
        NONE.into()
    } else {
        format!("{word}{text}")
    }
}

/// Returns the text of a cell that [`marked`] wrote.
fn unmarked<'c>(word: &str, cell: &'c str) -> &'c str {
    if cell == NONE {
        ""
    } else {
        cell.strip_prefix(word).unwrap_or(cell)
    }
}

fn row<C: AsRef<[u8]>>(cells: &[C], line_end: &str) -> anyhow::Result<Vec<u8>> {
    let terminator = if line_end == "\r\n" {
        csv::Terminator::CRLF
    } else {
        csv::Terminator::Any(b'\n')
    };
    let mut writer = csv::WriterBuilder::new()
        .terminator(terminator)
        .from_writer(Vec::new());
    writer.write_record(cells)?;
    Ok(writer.into_inner()?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn open(path: &Path, command: &str, bot_name: &str) -> anyhow::Result<TuningLog> {
        let tuning = Tuning {
            command: command.into(),
            bot_name: bot_name.into(),
            salt: "new".into(),
        };
        TuningLog::open(path, tuning, &["depth"])
    }

    #[test]
    fn log_is_continued_after_its_last_whole_row() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.csv");
        let mut log = open(&path, "tune --bot 'a,b'", "a 1").unwrap();
        assert_eq!(log.lead(0), None);
        log.push(0, 0.1, &[3.5]).unwrap();
        log.push(1, -1.0 / 3.0, &[4.0]).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}\"tune --bot 'a,b'\",ne")).unwrap();
        let mut log = open(&path, "tune --bot 'a,b'", "a 1").unwrap();
        assert_eq!(
            [log.lead(0), log.lead(1), log.lead(2)],
            [Some(0.1), Some(-1.0 / 3.0), None]
        );
        assert_eq!(log.salt(), "new");
        log.push(2, 2.0, &[4.5]).unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            format!("{text}\"tune --bot 'a,b'\",bot a 1,salt new,2,2,4.5\n")
        );
    }

    #[test]
    fn logs_of_other_commands_and_damaged_ones_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.csv");
        open(&path, "one", "a 1")
            .unwrap()
            .push(0, 0.5, &[1.0])
            .unwrap();
        let refused = |command: &str| {
            open(&path, command, "a 1")
                .err()
                .map(|e| e.to_string())
                .unwrap_or_default()
        };
        assert!(refused("other").contains("line 2: the log belongs to another command: one"));
        let newer = open(&path, "one", "a 2").err().unwrap().to_string();
        assert!(
            newer.contains("the bot now says \"a 2\"; this log was started with \"a 1\""),
            "{newer}"
        );
        fs::write(&path, "a,b\n").unwrap();
        assert!(refused("one").contains("line 1: this is no log"));
        fs::write(
            &path,
            "command,bot_name,bot_salt,iteration,lead,depth\none,bot a 1,none,1,0.5,1\n",
        )
        .unwrap();
        assert!(refused("one").contains("line 2: the row is damaged"));
    }
}
