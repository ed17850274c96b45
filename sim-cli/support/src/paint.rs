//! Pictures in color.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Effects, Style};
use goldrush_engine::gold_rush::picture::Glyph;
use goldrush_engine::player::Player;

/// When to use color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    Always,
    Never,
}

impl ColorChoice {
    /// All of them.
    pub const ALL: [ColorChoice; 3] = [ColorChoice::Auto, ColorChoice::Always, ColorChoice::Never];

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ColorChoice::Auto => "auto",
            ColorChoice::Always => "always",
            ColorChoice::Never => "never",
        }
    }

    /// True if standard output is to be colored.
    pub fn colors(self) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
                io::stdout().is_terminal()
                    && !set("NO_COLOR")
                    && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
            }
        }
    }
}

/// Returns the style of a seat's pieces.
pub fn seat_style(player: Player) -> Style {
    let colors = [
        AnsiColor::BrightRed,
        AnsiColor::BrightBlue,
        AnsiColor::BrightMagenta,
        AnsiColor::BrightCyan,
        AnsiColor::BrightWhite,
    ];
    let color = colors[player.index()];
    Style::new()
        .fg_color(Some(color.into()))
        .effects(Effects::BOLD | Effects::INVERT)
}

fn style(glyph: Glyph) -> Style {
    let plain = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
    match glyph {
        Glyph::Nothing => Style::new(),
        Glyph::Prairie => plain(AnsiColor::Green),
        Glyph::Mountain => plain(AnsiColor::Yellow),
        Glyph::Track(_) | Glyph::Junction => plain(AnsiColor::White).effects(Effects::BOLD),
        Glyph::City(_) => plain(AnsiColor::BrightCyan).effects(Effects::BOLD),
        Glyph::Locomotive => {
            plain(AnsiColor::BrightWhite).effects(Effects::BOLD | Effects::UNDERLINE)
        }
        Glyph::Nuggets(_) | Glyph::Pile(_) => plain(AnsiColor::BrightYellow).effects(Effects::BOLD),
        Glyph::Camp => plain(AnsiColor::BrightGreen).effects(Effects::BOLD),
        Glyph::Herd => plain(AnsiColor::BrightGreen).effects(Effects::BOLD),
        Glyph::Cowboy(player) | Glyph::Tent(player) => seat_style(player),
        Glyph::Label(_) => plain(AnsiColor::BrightBlack),
    }
}

/// Writes a row in color, with one escape sequence per run of a style.
pub fn write_row(row: &[Glyph], to: &mut dyn Write) -> io::Result<()> {
    for run in row.chunk_by(|a, b| style(*a) == style(*b)) {
        let text: String = run.iter().map(|glyph| glyph.symbol()).collect();
        let style = style(run[0]);
        write!(to, "{style}{text}{style:#}")?;
    }
    Ok(())
}
