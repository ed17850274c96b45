//! Grouping of a tile's half-edges into prairies: half-edges that no railroad and no mountain separates.

/// Obstacle across the tile that touches several sides of its rim.
pub(super) struct Barrier {
    /// Name, for messages.
    pub(super) name: String,
    /// Sides whose middle it touches, 0 north, clockwise.
    pub(super) sides: Vec<usize>,
}

impl Barrier {
    /// Returns the arc of the rim, as cut by the barrier, that a half-edge lies on.
    fn arc(&self, half: usize) -> usize {
        // On a rim of 16 steps side s has its middle at 4s+2, half-edge h at 2h+1.
        let before = self
            .sides
            .iter()
            .filter(|&&side| 4 * side + 2 < 2 * half + 1)
            .count();
        before % self.sides.len().max(1)
    }

    pub(super) fn separates(&self, one: usize, other: usize) -> bool {
        self.arc(one) != self.arc(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_track_has_two_sides_and_a_junction_of_three_has_three() {
        let track = Barrier {
            name: "SW".into(),
            sides: vec![2, 3],
        };
        assert!(track.separates(5, 4) && track.separates(6, 7));
        assert!(!track.separates(5, 6) && !track.separates(7, 4) && !track.separates(0, 3));
        let junction = Barrier {
            name: "junction".into(),
            sides: vec![1, 2, 3],
        };
        assert!(junction.separates(2, 3) && junction.separates(4, 5) && junction.separates(3, 5));
        assert!(
            !junction.separates(3, 4) && !junction.separates(0, 7) && !junction.separates(7, 2)
        );
    }

    #[test]
    fn a_mountain_on_one_side_separates_nothing() {
        let mountain = Barrier {
            name: "N".into(),
            sides: vec![0],
        };
        assert!((2..8).all(|half| !mountain.separates(2, half)));
    }
}
