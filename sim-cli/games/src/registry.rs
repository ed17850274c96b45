//! The list of games, one row each; no other code of the harness refers to a game by name.

use std::fmt;
use std::str::FromStr;

use goldrush_ai::parameter::unknown;
use goldrush_engine::game::Game;

use super::about::About;

/// Generates the game names, the setups, and the macros that turn either into a type, from the rows below.
macro_rules! registry {
    ($($(#[$doc:meta])* $Name:ident: $Type:path, $about:path;)*) => {
        /// A game by name. The first is the default.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum GameName {
            $($(#[$doc])* $Name,)*
        }

        /// Everything needed to deal a game: components, options and number of players.
        #[derive(Clone)]
        pub enum Setup {
            $($(#[$doc])* $Name(<$Type as Game>::Setup),)*
        }

        impl GameName {
            /// All games.
            pub const ALL: &'static [GameName] = &[$(GameName::$Name),*];

            /// Returns the description of the game.
            pub fn about(self) -> &'static About {
                match self {
                    $(GameName::$Name => &$about,)*
                }
            }
        }

        impl Setup {
            /// Returns which game it is.
            pub fn game(&self) -> GameName {
                match self {
                    $(Setup::$Name(_) => GameName::$Name,)*
                }
            }
        }

        /// Evaluates an expression with the type of a named game, and optionally with the constructor of [`Setup`] for
        /// it.
        #[macro_export]
        macro_rules! with_game {
            ($game:expr, $G:ident => $body:expr) => {
                match $game {
                    $($crate::GameName::$Name => {
                        type $G = $Type;
                        $body
                    })*
                }
            };
            ($game:expr, $G:ident, $wrap:ident => $body:expr) => {
                match $game {
                    $($crate::GameName::$Name => {
                        type $G = $Type;
                        let $wrap = $crate::Setup::$Name;
                        $body
                    })*
                }
            };
        }

        /// Evaluates an expression with the game of a setup as a type, and its own setup as a variable.
        #[macro_export]
        macro_rules! with_setup {
            ($setup:expr, $G:ident, $inner:ident => $body:expr) => {
                match $setup {
                    $($crate::Setup::$Name($inner) => {
                        type $G = $Type;
                        $body
                    })*
                }
            };
        }
    };
}

registry! {
    /// Carcassonne: Gold Rush.
    GoldRush: goldrush_engine::gold_rush::GoldRush, super::gold_rush::ABOUT;
    /// Carcassonne, the base game.
    Carcassonne: goldrush_engine::carcassonne::Carcassonne, super::carcassonne::ABOUT;
    /// Carcassonne with The Gold Mines.
    CarcassonneWithMines: goldrush_engine::carcassonne::Carcassonne, super::carcassonne::ABOUT_WITH_MINES;
    /// Knizia's gold-rush card game.
    KniziaGold: goldrush_engine::knizia_gold::KniziaGold, super::knizia_gold::ABOUT;
}

pub use {with_game, with_setup};

impl Default for GameName {
    fn default() -> GameName {
        GameName::ALL[0]
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about().name)
    }
}

impl FromStr for GameName {
    type Err = String;

    fn from_str(text: &str) -> Result<GameName, String> {
        let names = GameName::ALL.iter().map(|game| game.about().name);
        let found = GameName::ALL.iter().find(|game| game.about().name == text);
        found.copied().ok_or_else(|| unknown("game", text, names))
    }
}
