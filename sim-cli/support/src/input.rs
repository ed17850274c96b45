//! Files that people give to the program: text in UTF-8, which may be packed with gzip, begin with a byte-order mark, and have the
//! line ends of Windows. What such a file is packed with shows in its first bytes, not in its name.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;
use goldrush_engine::plain_error::plain;
use serde_json::Value;

use crate::error::bad_input;

/// Longest file that is read as a whole, in bytes: far longer than any that this program writes.
const LONGEST: u64 = 64 << 20;
const BUFFER: usize = 1 << 16;

/// First bytes of a file packed with gzip.
const GZIP: &[u8] = b"\x1f\x8b";
/// Byte-order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// First bytes of files that cannot be read, each with a description.
const OTHERS: [(&[u8], &str); 11] = [
    (GZIP, "is packed with gzip twice; unpack it once"),
    (
        b"PK\x03\x04",
        "is a zip archive or a spreadsheet; unpack it, or save it as text",
    ),
    (
        b"\x28\xb5\x2f\xfd",
        "is packed with zstd; unpack it, or pack it with gzip",
    ),
    (
        b"\xfd7zXZ",
        "is packed with xz; unpack it, or pack it with gzip",
    ),
    (
        b"BZh",
        "is packed with bzip2; unpack it, or pack it with gzip",
    ),
    // Before UTF-16, whose mark is the first half of this one.
    (b"\xff\xfe\x00\x00", "is text in UTF-32; save it as UTF-8"),
    (b"\x00\x00\xfe\xff", "is text in UTF-32; save it as UTF-8"),
    (b"\xff\xfe", "is text in UTF-16; save it as UTF-8"),
    (b"\xfe\xff", "is text in UTF-16; save it as UTF-8"),
    (b"%PDF", "is a PDF; text is expected"),
    (b"\x89PNG", "is a picture; text is expected"),
];

/// Number of bytes that tell what a file is.
const START: usize = 6;

/// A text that is open for reading.
pub struct OpenText {
    /// The text after the byte-order mark.
    pub reader: Box<dyn BufRead>,
    /// True if it is packed with gzip.
    pub is_packed: bool,
    /// Length of the byte-order mark, in bytes.
    pub mark: u64,
}

/// A text that was read as a whole.
pub struct Text {
    /// The text without a byte-order mark; its lines end in `\n`.
    pub text: String,
    /// True if it is packed with gzip.
    pub is_packed: bool,
    /// End of its first line in the file: `\n` or `\r\n`.
    pub line_end: &'static str,
    /// Length of its whole lines in the file, in bytes, if it is not packed.
    pub whole: u64,
}

/// Opens a file for reading. It must be a regular file: another could keep the program waiting forever.
///
/// # Errors
/// Fails if it is not, or cannot be opened.
pub fn open_file(file: &Path) -> io::Result<File> {
    let metadata = fs::metadata(file)?;
    match () {
        () if metadata.is_file() => File::open(file),
        () if metadata.is_dir() => Err(io::Error::other("is a folder; a file is expected")),
        () => Err(io::Error::other("not a regular file")),
    }
}

/// Opens a file for reading, and unpacks it if it is packed with gzip; also returns true if it is.
pub fn open_unpacked(file: &Path) -> io::Result<(bool, Box<dyn BufRead>)> {
    let (start, reader) = begin(BufReader::with_capacity(BUFFER, open_file(file)?))?;
    if !start.starts_with(GZIP) {
        return Ok((false, Box::new(reader)));
    }
    Ok((
        true,
        Box::new(BufReader::with_capacity(
            BUFFER,
            Members(Some(GzDecoder::new(reader))),
        )),
    ))
}

/// Unpacks all members of a file packed with gzip, one after the other, as `cat a.gz b.gz` writes them.
struct Members<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let read = member.read(to)?;
            if read > 0 || to.is_empty() {
                return Ok(read);
            }
            let mut rest = self.0.take().expect("it was there").into_inner();
            let next = rest.fill_buf()?;
            if next.is_empty() {
                return Ok(0);
            }
            if !next.starts_with(&GZIP[..next.len().min(GZIP.len())]) {
                return Err(io::Error::other(
                    "has other bytes after the end of what is packed with gzip; remove them",
                ));
            }
            self.0 = Some(GzDecoder::new(rest));
        }
        Ok(0)
    }
}

/// Returns the first bytes, and a reader that has them still before it.
fn begin<R: BufRead>(mut reader: R) -> io::Result<(Vec<u8>, impl BufRead)> {
    let mut start = Vec::with_capacity(START);
    reader.by_ref().take(START as u64).read_to_end(&mut start)?;
    Ok((start.clone(), Cursor::new(start).chain(reader)))
}

/// Opens a text.
///
/// # Errors
/// Fails if it cannot be opened, or is no text in UTF-8; the error names the cause.
pub fn open_text(file: &Path) -> io::Result<OpenText> {
    let (is_packed, reader) = open_unpacked(file)?;
    let (start, mut reader) = begin(reader)?;
    if let Some(what) = what_else(&start) {
        return Err(io::Error::other(what));
    }
    let mark = if start.starts_with(MARK) {
        MARK.len()
    } else {
        0
    };
    reader.read_exact(&mut vec![0; mark])?;
    Ok(OpenText {
        reader: Box::new(reader),
        is_packed,
        mark: mark as u64,
    })
}

/// Returns what a file is whose first bytes are no text in UTF-8.
fn what_else(start: &[u8]) -> Option<&'static str> {
    let known = OTHERS
        .iter()
        .find(|(first, _)| start.starts_with(first))
        .map(|(_, what)| *what);
    known.or_else(|| without_mark(start))
}

/// Returns what a file is that has a byte of 0 and no byte-order mark: of each letter, UTF-16 has one, and UTF-32 three.
fn without_mark(start: &[u8]) -> Option<&'static str> {
    match start.windows(3).any(|bytes| bytes == [0; 3]) {
        true => Some("is text in UTF-32, or no text; save it as UTF-8"),
        false if start.contains(&0) => Some("is text in UTF-16, or no text; save it as UTF-8"),
        false => None,
    }
}

/// Returns the cause of an error of reading, in words.
pub fn cause(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".into(),
        io::ErrorKind::UnexpectedEof => "is packed with gzip and cut short".into(),
        io::ErrorKind::InvalidInput if error.raw_os_error().is_none() => {
            "is packed with gzip and damaged".into()
        }
        _ => error.to_string(),
    }
}

/// Words for bytes that are no UTF-8.
pub const NOT_UTF8: &str = "not text in UTF-8; save the file as UTF-8";

/// Reads a text as a whole; it may be empty.
///
/// # Errors
/// Bad input that names the cause if it cannot be read as text, or is too long.
pub fn read_text(file: &Path) -> anyhow::Result<Text> {
    let wrong = |what: &str| bad_input(format!("{}: {what}", file.display()));
    let OpenText {
        reader,
        is_packed,
        mark,
    } = open_text(file).map_err(|e| wrong(&cause(&e)))?;
    let mut bytes = Vec::new();
    reader
        .take(LONGEST)
        .read_to_end(&mut bytes)
        .map_err(|e| wrong(&cause(&e)))?;
    if bytes.len() as u64 == LONGEST {
        return Err(wrong(&format!(
            "longer than {} MB; no such file is",
            LONGEST >> 20
        )));
    }
    let whole = mark
        + bytes
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |end| end as u64 + 1);
    let text = String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        wrong(&format!("line {line}: {NOT_UTF8}"))
    })?;
    let line_end = if text
        .split_inclusive('\n')
        .next()
        .is_some_and(|line| line.ends_with("\r\n"))
    {
        "\r\n"
    } else {
        "\n"
    };
    let text = if text.contains('\r') {
        text.replace("\r\n", "\n")
    } else {
        text
    };
    Ok(Text {
        text,
        is_packed,
        line_end,
        whole,
    })
}

/// Reads a text as a whole; its lines end in `\n`, whatever they end in there.
///
/// # Errors
/// Bad input that names the cause if it cannot be read as text, is empty, or is too long.
pub fn read_input(file: &Path) -> anyhow::Result<String> {
    let Text { text, .. } = read_text(file)?;
    match text.trim().is_empty() {
        true => Err(bad_input(format!("{}: is empty", file.display()))),
        false => Ok(text),
    }
}

/// Reads a text to which lines are to be appended; it may be empty.
///
/// # Errors
/// As [`read_text`]; also bad input if it is packed.
pub fn read_to_append(file: &Path) -> anyhow::Result<Text> {
    let text = read_text(file)?;
    match text.is_packed {
        true => Err(bad_input(format!(
            "{}: is packed with gzip; unpack it to append to it",
            file.display()
        ))),
        false => Ok(text),
    }
}

/// Parses a line of a file that has a JSON object on each line.
///
/// # Errors
/// Names the cause if it is none: `one` is what a line should hold.
pub fn json_line(line: &str, one: &str) -> Result<Value, String> {
    let expected = format!("one {one} per line is expected");
    match serde_json::from_str(line) {
        Ok(Value::Array(_)) => Err(format!(
            "{expected}: this line is a list; write each of its entries on a line"
        )),
        Ok(value) => Ok(value),
        // The end of the line is not the end of what it begins with.
        Err(e)
            if e.is_eof()
                && line.trim_start().starts_with('{')
                && line.trim_end().ends_with(['{', '[', ',']) =>
        {
            Err(format!("{expected}: this file is pretty-printed JSON"))
        }
        Err(e) if e.is_eof() && line.trim_start().starts_with('[') => Err(format!(
            "{expected}: this file is a list in JSON; write each of its entries on a line, without the brackets"
        )),
        Err(e) if e.is_eof() => Err(format!("not a {one}: the line is cut short")),
        Err(e) => {
            let column = e.column();
            let problem = plain(&e.to_string());
            Err(format!("not a {one}: column {column}: {problem}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    }

    fn utf16(text: &str, mark: bool) -> Vec<u8> {
        let units = mark
            .then_some(0xfeff)
            .into_iter()
            .chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    }

    fn utf32(text: &str, mark: bool) -> Vec<u8> {
        let mark = mark.then_some('\u{feff}');
        let letters = mark.into_iter().chain(text.chars());
        letters.flat_map(|c| (c as u32).to_le_bytes()).collect()
    }

    #[test]
    fn text_is_the_same_whatever_it_is_packed_and_saved_with() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("text");
        let [unix, windows] = ["a = 1\nb = \"ż\"\n", "a = 1\r\nb = \"ż\"\r\n"];
        for (bytes, is_packed, line_end) in [
            (unix.as_bytes().to_vec(), false, "\n"),
            (windows.as_bytes().to_vec(), false, "\r\n"),
            ([MARK, windows.as_bytes()].concat(), false, "\r\n"),
            (gzip(unix.as_bytes()), true, "\n"),
            (gzip(&[MARK, windows.as_bytes()].concat()), true, "\r\n"),
            (
                [gzip(&unix.as_bytes()[..4]), gzip(&unix.as_bytes()[4..])].concat(),
                true,
                "\n",
            ),
        ] {
            fs::write(&file, &bytes).unwrap();
            let read = read_text(&file).unwrap();
            assert_eq!(
                (&*read.text, read.is_packed, read.line_end),
                (unix, is_packed, line_end)
            );
            assert_eq!(read_input(&file).unwrap(), unix);
            assert_eq!(read_to_append(&file).is_err(), is_packed);
            assert!(is_packed || read.whole == bytes.len() as u64);
        }
        fs::write(&file, [MARK, b"a\r\nb"].concat()).unwrap();
        assert_eq!(read_text(&file).unwrap().whole, 6);
    }

    #[test]
    fn file_that_cannot_be_read_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("text");
        let cut = gzip(&[b'x'; 1000]);
        for (bytes, part) in [
            (utf16("a = 1", true), "UTF-16"),
            (utf16("a = 1", false), "UTF-16"),
            (b"\xfe\xff\0a".to_vec(), "UTF-16"),
            (utf32("a = 1", true), "UTF-32"),
            (utf32("a = 1", false), "UTF-32"),
            (b"\0\0\xfe\xff\0\0\0a".to_vec(), "UTF-32"),
            (
                b"a = 1\nb = \"\xe9\"\n".to_vec(),
                "line 2: not text in UTF-8",
            ),
            (b"PK\x03\x04...".to_vec(), "zip archive or a spreadsheet"),
            (b"\x28\xb5\x2f\xfd...".to_vec(), "zstd"),
            (gzip(&gzip(b"a = 1\n")), "twice"),
            (cut[..cut.len() - 9].to_vec(), "cut short"),
            ([&cut[..], b"x"].concat(), "other bytes after the end"),
            (
                [&cut[..], b"more than a header"].concat(),
                "other bytes after the end",
            ),
            ([&cut[..], &cut[..12]].concat(), "cut short"),
            ([&cut[..15], b"xxxxxxxxxxxxxxx"].concat(), "damaged"),
            (Vec::new(), "is empty"),
            (b"\xef\xbb\xbf\r\n".to_vec(), "is empty"),
        ] {
            fs::write(&file, &bytes).unwrap();
            let error = read_input(&file).unwrap_err().to_string();
            assert!(error.contains(part), "{error} instead of {part}");
        }
        assert!(
            read_input(folder.path())
                .unwrap_err()
                .to_string()
                .contains("is a folder")
        );
        assert!(
            read_input(&folder.path().join("none"))
                .unwrap_err()
                .to_string()
                .contains("no such file")
        );
    }

    #[test]
    fn line_that_is_no_json_says_why() {
        for (line, part) in [
            (
                "{",
                "one record per line is expected: this file is pretty-printed JSON",
            ),
            ("{\"format\": 1,", "pretty-printed"),
            ("[", "a list in JSON"),
            ("[{\"a\":1},", "a list in JSON"),
            ("[{\"a\":1}]", "this line is a list"),
            ("{\"a\":1,\"b", "cut short"),
            (
                "tiles = 1",
                "not a record: column 2: a value of JSON is expected",
            ),
        ] {
            let error = json_line(line, "record").unwrap_err();
            assert!(error.contains(part), "{error} instead of {part}");
        }
        assert!(json_line("{\"a\":1}\r\n", "record").is_ok());
    }
}
