//! Rule options.
//!
//! ```
//! use goldrush_engine::knizia_gold::{Rules, Setup};
//!
//! let rules = Rules { whole_match: true };
//! assert_eq!(Setup::new(2, rules.whole_match)?.rules(), rules);
//! # Ok::<(), String>(())
//! ```

use crate::options::{self, Values};

options::rules! {
    /// Rule options of the card game. The default is one game.
    #[derive(Copy)]
    {
        /// True if the number of games equals the number of players (K10).
        whole_match: bool = false; "K10", Values::Switch, User, "Play a match of as many games as players",
            [
                ("true", "With a match of one game per player instead of a single game"),
                ("false", "With a single game instead of a match"),
            ];
    }
}
