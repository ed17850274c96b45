//! Secrets by which requests are known.

use goldrush_support::system::fill_random;

/// Returns 128 random bits, in hexadecimal.
///
/// # Errors
/// Fails if the machine provides no random bytes.
pub(super) fn secret() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    fill_random(&mut bytes).map_err(|e| anyhow::anyhow!("no secret can be made: {e}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares two texts in constant time for texts of equal length.
pub(super) fn constant_time_eq(one: &str, other: &str) -> bool {
    let differ = one
        .bytes()
        .zip(other.bytes())
        .fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}
