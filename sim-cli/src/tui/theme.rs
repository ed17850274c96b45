//! Colours and shapes. Without colours everything is told apart by shape, letter, bold, underline and inversion.

use goldrush_engine::player::Player;
use ratatui::style::{Color, Modifier, Style};

use crate::games::scene::{Base, Ink};

/// How things look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Whether there are colours.
    pub colors: bool,
}

const PRAIRIE: u8 = 22;
const MOUNTAIN: u8 = 94;
const CITY: u8 = 88;
const BLACK: u8 = 16;
const WHITE: u8 = 231;
/// What everything is drawn on, so that colours are the same on light and dark terminals; and what is written there.
const PAGE: u8 = 234;
const TEXT: u8 = 252;
/// By seat: blue, orange, violet, teal with black letters, black with white ones. Computed to be told apart on all kinds of
/// ground and by the colour-blind.
const SEATS: [(u8, u8); 5] = [(153, BLACK), (172, BLACK), (141, BLACK), (36, BLACK), (BLACK, WHITE)];

impl Theme {
    fn style(self, fg: u8, bg: Option<u8>) -> Style {
        match (self.colors, bg) {
            (false, _) => Style::new(),
            (true, None) => Style::new().fg(Color::Indexed(fg)),
            (true, Some(bg)) => Style::new().fg(Color::Indexed(fg)).bg(Color::Indexed(bg)),
        }
    }

    /// The page under everything.
    pub(super) fn page(self) -> Style {
        self.style(TEXT, Some(PAGE))
    }

    /// A character of a tile, on ground of this kind.
    pub(super) fn ink(self, ink: Ink, base: Option<Base>) -> Style {
        let bg = ground_color(base);
        match ink {
            Ink::Blank => self.style(WHITE, Some(bg)),
            Ink::Label if self.colors => self.style(BLACK, Some(159)).bold(),
            Ink::Label => Style::new().reversed(),
            Ink::Field => self.style(71, Some(bg)),
            Ink::Rock => self.style(179, Some(bg)),
            Ink::Track | Ink::Stranger => self.style(WHITE, Some(bg)).bold(),
            Ink::City | Ink::Cloister => self.style(223, Some(bg)).bold(),
            Ink::Bonus => self.style(BLACK, Some(252)).bold().underlined(),
            Ink::Gold => self.style(226, Some(bg)).bold(),
            Ink::Danger => self.style(203, Some(bg)).bold(),
            Ink::Pile => self.style(BLACK, Some(220)).bold(),
            Ink::Sight => self.style(WHITE, Some(28)).bold(),
            Ink::Figure(seat) => self.seat(seat),
            Ink::Tent(seat) => self.seat(seat).italic(),
        }
    }

    /// Whatever belongs to a seat.
    pub(super) fn seat(self, seat: Player) -> Style {
        let (color, letter) = SEATS[seat.index()];
        let style = self.style(letter, Some(color)).bold();
        if self.colors { style } else { style.reversed() }
    }

    /// The frame of a tile that a seat has just laid: written in its colour, where figures are filled with it.
    pub(super) fn seat_frame(self, seat: Player) -> Style {
        let (color, letter) = SEATS[seat.index()];
        self.style(if letter == WHITE { WHITE } else { color }, Some(PAGE)).bold()
    }

    /// A card: lying face down, open, or marked because it was seen.
    pub(super) fn card(self, face: Option<Ink>) -> Style {
        match face {
            None => self.style(110, Some(24)),
            Some(Ink::Figure(seat)) => self.seat(seat),
            Some(Ink::Danger) => self.style(WHITE, Some(124)).bold(),
            Some(Ink::Gold) => self.style(BLACK, Some(220)).bold(),
            Some(_) => self.style(BLACK, Some(250)).bold(),
        }
    }

    /// A cell where the tile may go.
    pub(super) fn legal(self) -> Style {
        self.style(113, None)
    }

    /// The cell or choice at hand.
    pub(super) fn chosen(self) -> Style {
        self.style(226, None).bold()
    }

    /// The ends of the card at hand.
    pub(super) fn chosen_card(self) -> Style {
        if self.colors { self.style(BLACK, Some(226)).bold() } else { Style::new().reversed().bold() }
    }

    /// A feature that is pointed at, and a line that is selected.
    pub(super) fn pointed(self) -> Style {
        if self.colors { self.style(BLACK, Some(226)).bold() } else { Style::new().reversed().bold() }
    }

    /// The first and the last line of the screen.
    pub(super) fn bar(self) -> Style {
        if self.colors { self.style(WHITE, Some(238)) } else { Style::new().add_modifier(Modifier::REVERSED) }
    }

    /// Headings.
    pub(super) fn heading(self) -> Style {
        self.style(220, None).bold()
    }

    /// What matters less.
    pub(super) fn faint(self) -> Style {
        self.style(245, None)
    }

    /// The landscape around what is pointed at.
    pub(super) fn dimmed(self) -> Style {
        if self.colors { self.style(240, Some(PAGE)) } else { Style::new().add_modifier(Modifier::DIM) }
    }

    /// What is to be read now.
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
