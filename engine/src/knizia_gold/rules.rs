//! Rule options (K10, V21, V28–V31).
//!
//! ```
//! use goldrush_engine::knizia_gold::{Rules, Setup};
//!
//! let rules = Rules { whole_match: true, ..Rules::default() };
//! assert_eq!(Setup::with_rules(2, rules)?, Setup::new(2, true)?);
//! // At most 64 cards lie in the grid.
//! assert!(Setup::with_rules(2, Rules { dynamite: 15, ..rules }).is_err());
//! # Ok::<(), String>(())
//! ```

use super::card_counts::{DiggerCards, GoldCards};
use super::cards::GRID;
use crate::komi::{KOMI, Komi};
use crate::options::{self, Values, row};

/// The gold rush begins at the start of a turn with this many cards or fewer (K7).
pub const RUSH_CARDS: u32 = 10;

options::rules! {
    /// Rule options of the card game. The default is one game.
    #[derive(Copy)]
    {
        /// True if the number of games equals the number of players (K10).
        whole_match: bool = false; User, row("K10", Values::Switch, "Play a match of as many games as players",
            &[
                ("true", "With a match of one game per player instead of a single game"),
                ("false", "With a single game instead of a match"),
            ]);
        /// V28: number of dynamite cards.
        dynamite: u8 = 5; Number, row("V28", Values::Number(0, 15), "Dynamite cards",
            &[("*", "With {level} dynamite card{s} instead of {base}")]);
        /// V29: number of gold cards of each value.
        gold_cards: GoldCards = GoldCards::new([5, 7, 7, 5]);
            Number, row("V29", Values::Text("value=count,…", "1=6,2=6,3=6,4=6"), "Gold cards by value",
            &[("*", "With the gold cards {level} instead of {base}")]);
        /// V30: number of diggers of each strength in each color.
        digger_cards: DiggerCards = DiggerCards::new([2, 2, 2, 1]);
            Number, row("V30", Values::Text("strength=count,…", "2=1,3=2,4=2,5=2"), "Diggers of each color by strength",
            &[("*", "With the diggers {level} of each color instead of {base}")]);
        /// V31: number of cards in the grid with which the gold rush begins; with 0 it never does, and with as many as
        /// are dealt, all turns flip one card.
        rush_cards: u8 = RUSH_CARDS as u8;
            Number, row("V31", Values::Number(0, GRID as u8), "Cards left when the gold rush begins",
            &[
                ("0", "Without a gold rush"),
                ("64", "With only one card flipped in every turn"),
                ("*", "With the gold rush starting at {level} card{s} instead of {base}"),
            ]);
        /// V21: points of the seats at the start.
        komi: Komi = Komi::default(); Number, KOMI;
    }
}
