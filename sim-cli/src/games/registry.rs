//! The list of games: a row each, and nothing else in the harness knows a game by name.

use std::fmt;
use std::str::FromStr;

use goldrush_ai::parameter::unknown;
use goldrush_engine::game::Game;

use super::about::About;

/// Makes the names, the setups and the ways from them to a type of the rows below.
macro_rules! registry {
    ($($(#[$doc:meta])* $Name:ident: $Type:path, $about:path;)*) => {
        /// A game by name. The first is played if nothing is said.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum GameName {
            $($(#[$doc])* $Name,)*
        }

        /// What a game is dealt from: components, options and number of players.
        #[derive(Clone)]
        pub enum Setup {
            $($(#[$doc])* $Name(<$Type as Game>::Setup),)*
        }

        impl GameName {
            /// All of them.
            pub const ALL: &'static [GameName] = &[$(GameName::$Name),*];

            /// What there is to say of it before it is played.
            pub fn about(self) -> &'static About {
                match self {
                    $(GameName::$Name => &$about,)*
                }
            }
        }

        impl Setup {
            /// Which game it is.
            pub fn game(&self) -> GameName {
                match self {
                    $(Setup::$Name(_) => GameName::$Name,)*
                }
            }
        }

        /// Evaluates an expression with a type that stands for the game of a name, and what makes a [`Setup`] of its setup.
        macro_rules! with_game {
            ($game:expr, $G:ident => $body:expr) => {
                $crate::games::registry::with_game!($game, $G, _wrap => $body)
            };
            ($game:expr, $G:ident, $wrap:ident => $body:expr) => {
                match $game {
                    $($crate::games::GameName::$Name => {
                        type $G = $Type;
                        let $wrap = $crate::games::Setup::$Name;
                        $body
                    })*
                }
            };
        }

        /// Evaluates an expression with the game of a setup as a type, and what it is dealt from.
        macro_rules! with_setup {
            ($setup:expr, $G:ident, $inner:ident => $body:expr) => {
                match $setup {
                    $($crate::games::Setup::$Name($inner) => {
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

pub(crate) use {with_game, with_setup};

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
