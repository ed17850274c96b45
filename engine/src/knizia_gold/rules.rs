//! The options of a game.
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
    /// The options of a game. The default is one game.
    #[derive(Copy)]
    {
        /// Whether as many games are played as there are players (K10).
        whole_match: bool = false; "K10", Values::Switch, Anybody, "Play a match of as many games as players";
    }
}
