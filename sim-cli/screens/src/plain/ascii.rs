//! Text output for ASCII-only terminals: lines and signs become the nearest ASCII characters.

use std::io::{self, Write};

/// Writer that replaces characters outside ASCII.
pub(super) struct Ascii<'a> {
    to: &'a mut dyn Write,
    /// First bytes of an incomplete character.
    pending: Vec<u8>,
}

impl<'a> Ascii<'a> {
    pub(super) fn new(to: &'a mut dyn Write) -> Ascii<'a> {
        Ascii {
            to,
            pending: Vec::new(),
        }
    }
}

impl Write for Ascii<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.pending) {
            Ok(text) => text.len(),
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            Err(_) => self.pending.len(),
        };
        let text: Vec<u8> = self.pending.drain(..whole).collect();
        let plain: String = String::from_utf8_lossy(&text)
            .chars()
            .map(nearest)
            .collect();
        self.to.write_all(plain.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Returns the nearest ASCII character.
fn nearest(sign: char) -> char {
    match sign {
        sign if sign.is_ascii() => sign,
        '═' | '─' | '–' | '−' => '-',
        '║' | '│' => '|',
        '╔' | '╗' | '╚' | '╝' | '╬' | '╠' | '╣' | '╦' | '╩' | '┴' => '+',
        '╲' => '\\',
        '╱' => '/',
        '·' => '.',
        '•' => 'o',
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
    fn signs_become_nearest_ascii_even_when_split() {
        let text = "╔══L· ③ 5×2 ±1 é\n";
        let mut out = Vec::new();
        let mut ascii = Ascii::new(&mut out);
        for byte in text.as_bytes() {
            ascii.write_all(&[*byte]).unwrap();
        }
        assert_eq!(String::from_utf8(out).unwrap(), "+--L. 3 5x2 ~1 ?\n");
    }
}
