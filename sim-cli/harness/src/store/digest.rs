//! SHA-256 digests.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// SHA-256 of the bytes added so far.
#[derive(Clone, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the digest in hexadecimal digits.
    pub fn hex(&self) -> String {
        self.0
            .clone()
            .finalize()
            .iter()
            .fold(String::new(), |mut hex, byte| {
                let _ = write!(hex, "{byte:02x}");
                hex
            })
    }
}
