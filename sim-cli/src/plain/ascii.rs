//! Text for terminals that know only the letters of English: lines and signs become the nearest they have.

use std::io::{self, Write};

/// Passes text on, with other letters where there are none like these.
pub(super) struct Ascii<'a> {
    to: &'a mut dyn Write,
    /// The beginning of a letter whose rest has not come yet.
    begun: Vec<u8>,
}

impl<'a> Ascii<'a> {
    pub(super) fn new(to: &'a mut dyn Write) -> Ascii<'a> {
        Ascii { to, begun: Vec::new() }
    }
}

impl Write for Ascii<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Ok(text) => text.len(),
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            Err(_) => self.begun.len(),
        };
        let text: Vec<u8> = self.begun.drain(..whole).collect();
        let plain: String = String::from_utf8_lossy(&text).chars().map(nearest).collect();
        self.to.write_all(plain.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The nearest sign that every terminal has.
fn nearest(sign: char) -> char {
    match sign {
        sign if sign.is_ascii() => sign,
        '═' | '─' | '–' | '−' => '-',
        '║' | '│' => '|',
        '╔' | '╗' | '╚' | '╝' | '╬' | '╠' | '╣' | '╦' | '╩' | '┴' => '+',
        '╲' => '\\',
        '╱' => '/',
        '·' => '.',
        '×' => 'x',
        '±' => '~',
        '…' => '.',
        '①'..='⑨' => char::from(b'1' + (u32::from(sign) - u32::from('①')) as u8),
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_come_through_as_the_nearest_letters_also_in_pieces() {
        let (text, mut out) = ("╔══L· ③ 5×2 ±1 é\n", Vec::new());
        let mut ascii = Ascii::new(&mut out);
        for byte in text.as_bytes() {
            ascii.write_all(&[*byte]).unwrap();
        }
        assert_eq!(String::from_utf8(out).unwrap(), "+--L. 3 5x2 ~1 ?\n");
    }
}
