//! Values by seat.

use goldrush_engine::player::MAX_PLAYERS;

/// One number per seat, in the unit of [`FeatureValues`](super::FeatureValues).
pub type Totals = [i32; MAX_PLAYERS];

/// Adds `more` to `to`, times `sign`.
#[inline]
pub(crate) fn add(to: &mut Totals, more: &Totals, sign: i32) {
    *to = std::array::from_fn(|seat| to[seat] + sign * more[seat]);
}
