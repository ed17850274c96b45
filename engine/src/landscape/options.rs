//! Rows of the table of options that all games of tiles have.

use crate::options::{Row, Values, row};

/// V16: features that are incomplete at the end.
pub const INCOMPLETE: Row = row(
    "V16",
    Values::Switch,
    "Incomplete features score at the end",
    &[
        ("false", "If incomplete features score nothing"),
        ("true", "If incomplete features score at the end"),
    ],
);

/// V20: tiles left out at random.
pub const TILES_LEFT_OUT: Row = row(
    "V20",
    Values::Number(0, 60),
    "Tiles left out at random",
    &[
        ("0", "With all tiles"),
        (
            "*",
            "With {level} tile{s} left out at random instead of {base}",
        ),
    ],
);
