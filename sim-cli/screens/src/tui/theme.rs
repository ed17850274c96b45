//! Colors and shapes. Without colors, everything is distinguished by shape, letter, bold, underline and inversion.

use goldrush_engine::player::Player;
use ratatui::style::{Color, Modifier, Style};

use goldrush_games::scene::{Base, Ink};

/// Appearance of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// True if colors are used.
    pub colors: bool,
}

const PRAIRIE: u8 = 22;
const MOUNTAIN: u8 = 94;
const CITY: u8 = 88;
const BLACK: u8 = 16;
const WHITE: u8 = 231;
/// Background and default text color, so that colors look the same on light and dark terminals.
const PAGE: u8 = 234;
const TEXT: u8 = 252;
/// Color and letter color by seat: blue, orange, violet and teal with black letters, black with white letters. Computed
/// to be distinguishable on every kind of terrain and by color-blind players.
const SEATS: [(u8, u8); 5] = [
    (153, BLACK),
    (172, BLACK),
    (141, BLACK),
    (36, BLACK),
    (BLACK, WHITE),
];

impl Theme {
    fn style(self, fg: u8, bg: Option<u8>) -> Style {
        match (self.colors, bg) {
            (false, _) => Style::new(),
            (true, None) => Style::new().fg(Color::Indexed(fg)),
            (true, Some(bg)) => Style::new().fg(Color::Indexed(fg)).bg(Color::Indexed(bg)),
        }
    }

    /// Returns the style of the background.
    pub(super) fn page(self) -> Style {
        self.style(TEXT, Some(PAGE))
    }

    /// Returns the style of a tile's character on this kind of terrain.
    pub(super) fn ink(self, ink: Ink, base: Option<Base>) -> Style {
        let bg = ground_color(base);
        match ink {
            Ink::Blank => self.style(WHITE, Some(bg)),
            Ink::Label if self.colors => self.style(BLACK, Some(159)).bold(),
            Ink::Label => Style::new().reversed(),
            Ink::Field => self.style(71, Some(bg)),
            Ink::Rock => self.style(179, Some(bg)),
            Ink::Track | Ink::Unowned => self.style(WHITE, Some(bg)).bold(),
            Ink::City | Ink::Cloister => self.style(223, Some(bg)).bold(),
            Ink::Bonus => self.style(BLACK, Some(252)).bold().underlined(),
            Ink::Gold => self.style(226, Some(bg)).bold(),
            Ink::Danger => self.style(203, Some(bg)).bold(),
            Ink::Pile | Ink::Ingots => self.style(BLACK, Some(220)).bold(),
            Ink::Sight => self.style(WHITE, Some(28)).bold(),
            Ink::Figure(seat) => self.seat(seat),
            Ink::Tent(seat) => self.seat(seat).italic(),
        }
    }

    /// Returns the style of a seat's belongings.
    pub(super) fn seat(self, seat: Player) -> Style {
        let (color, letter) = SEATS[seat.index()];
        let style = self.style(letter, Some(color)).bold();
        if self.colors { style } else { style.reversed() }
    }

    /// Returns the style for the frame of a tile that a seat has just placed: its color as text, where pieces are
    /// filled with it.
    pub(super) fn seat_frame(self, seat: Player) -> Style {
        let (color, letter) = SEATS[seat.index()];
        self.style(if letter == WHITE { WHITE } else { color }, Some(PAGE))
            .bold()
    }

    /// Returns the style of a card: face down, open, or marked as seen.
    pub(super) fn card(self, face: Option<Ink>) -> Style {
        match face {
            None => self.style(110, Some(24)),
            Some(Ink::Figure(seat)) => self.seat(seat),
            Some(Ink::Danger) => self.style(WHITE, Some(124)).bold(),
            Some(Ink::Gold) => self.style(BLACK, Some(220)).bold(),
            Some(_) => self.style(BLACK, Some(250)).bold(),
        }
    }

    /// Returns the style of a legal cell.
    pub(super) fn legal(self) -> Style {
        self.style(113, None)
    }

    /// Returns the style of the selected cell or choice.
    pub(super) fn chosen(self) -> Style {
        self.style(226, None).bold()
    }

    /// Returns the style of the selected card's ends.
    pub(super) fn chosen_card(self) -> Style {
        if self.colors {
            self.style(BLACK, Some(226)).bold()
        } else {
            Style::new().reversed().bold()
        }
    }

    /// Returns the style of a highlighted feature or selected line.
    pub(super) fn pointed(self) -> Style {
        if self.colors {
            self.style(BLACK, Some(226)).bold()
        } else {
            Style::new().reversed().bold()
        }
    }

    /// Returns the style of the features that a played turn changes, where a better one is shown too.
    pub(super) fn played(self) -> Style {
        if self.colors {
            self.style(BLACK, Some(250))
        } else {
            Style::new().reversed()
        }
    }

    /// Returns the style of the frame of what was played, where a better turn is shown too.
    pub(super) fn played_frame(self) -> Style {
        self.style(WHITE, None).bold()
    }

    /// Returns the style of the first and last lines of the screen.
    pub(super) fn bar(self) -> Style {
        if self.colors {
            self.style(WHITE, Some(238))
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// Returns the style of headings.
    pub(super) fn heading(self) -> Style {
        self.style(220, None).bold()
    }

    /// Returns the style of secondary text.
    pub(super) fn faint(self) -> Style {
        self.style(245, None)
    }

    /// Returns the style of the landscape around a highlighted feature.
    pub(super) fn dimmed(self) -> Style {
        if self.colors {
            self.style(240, Some(PAGE))
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }

    /// Returns the style of current messages.
    pub(super) fn news(self) -> Style {
        self.style(159, None)
    }
}

fn ground_color(base: Option<Base>) -> u8 {
    match base {
        Some(Base::Rock) => MOUNTAIN,
        Some(Base::City) => CITY,
        Some(Base::Field) | None => PRAIRIE,
    }
}
