//! Planes of a board that are written again and again: only what was written is cleared, since nearly all of it stays zero.

/// Planes being written.
pub struct Planes<'a> {
    entries: &'a mut [u8],
    written: &'a mut Vec<u32>,
}

impl<'a> Planes<'a> {
    /// Clears the entries listed in `written`; all others must hold zeros. The list then follows what is written.
    pub fn cleared(entries: &'a mut [u8], written: &'a mut Vec<u32>) -> Planes<'a> {
        written.drain(..).for_each(|at| entries[at as usize] = 0);
        Planes { entries, written }
    }

    /// Adds to an entry.
    #[inline]
    pub fn add(&mut self, at: usize, value: u8) {
        let entry = &mut self.entries[at];
        if *entry == 0 {
            self.written.push(at as u32);
        }
        *entry = entry.wrapping_add(value);
    }
}
