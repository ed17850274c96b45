//! Pictures in colour.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Effects, Style};
use goldrush_engine::carcassonne::{FeatureKind, picture as carcassonne};
use goldrush_engine::gold_rush::picture::{Glyph, Picture};
use goldrush_engine::player::Player;

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    /// Whether to colour what goes to standard output.
    pub fn colors(self) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
                io::stdout().is_terminal() && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
            }
        }
    }
}

/// The colour of a seat.
pub fn seat_style(player: Player) -> Style {
    let colors = [
        AnsiColor::BrightRed,
        AnsiColor::BrightBlue,
        AnsiColor::BrightMagenta,
        AnsiColor::BrightCyan,
        AnsiColor::BrightWhite,
    ];
    let color = colors[player.index()];
    Style::new().fg_color(Some(color.into())).effects(Effects::BOLD | Effects::INVERT)
}

fn style(glyph: Glyph) -> Style {
    let plain = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
    match glyph {
        Glyph::Nothing => Style::new(),
        Glyph::Prairie => plain(AnsiColor::Green),
        Glyph::Mountain => plain(AnsiColor::Yellow),
        Glyph::Track(_) | Glyph::Junction => plain(AnsiColor::White).effects(Effects::BOLD),
        Glyph::City(_) => plain(AnsiColor::BrightCyan).effects(Effects::BOLD),
        Glyph::Locomotive => plain(AnsiColor::BrightWhite).effects(Effects::BOLD | Effects::UNDERLINE),
        Glyph::Nuggets(_) | Glyph::Pile(_) => plain(AnsiColor::BrightYellow).effects(Effects::BOLD),
        Glyph::Camp => plain(AnsiColor::BrightGreen).effects(Effects::BOLD),
        Glyph::Herd => plain(AnsiColor::BrightGreen).effects(Effects::BOLD),
        Glyph::Cowboy(player) | Glyph::Tent(player) => seat_style(player),
        Glyph::Label(_) => plain(AnsiColor::BrightBlack),
    }
}

/// Writes a picture, coloured or plain.
///
/// # Errors
/// If it cannot be written.
pub fn write(picture: &Picture, colors: bool, to: &mut dyn Write) -> io::Result<()> {
    if !colors {
        return write!(to, "{picture}");
    }
    for row in picture.rows() {
        write_row(row, to)?;
        writeln!(to)?;
    }
    Ok(())
}

/// Writes a row in colour: one escape sequence for each run of a style.
///
/// # Errors
/// If it cannot be written.
pub fn write_row(row: &[Glyph], to: &mut dyn Write) -> io::Result<()> {
    paint_row(row, style, Glyph::symbol, to)
}

fn paint_row<G: Copy>(row: &[G], style: fn(G) -> Style, symbol: fn(G) -> char, to: &mut dyn Write) -> io::Result<()> {
    for run in row.chunk_by(|a, b| style(*a) == style(*b)) {
        let text: String = run.iter().map(|g| symbol(*g)).collect();
        let style = style(run[0]);
        write!(to, "{style}{text}{style:#}")?;
    }
    Ok(())
}

fn carcassonne_style(glyph: carcassonne::Glyph) -> Style {
    let plain = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
    match glyph {
        carcassonne::Glyph::Nothing => Style::new(),
        carcassonne::Glyph::Land(FeatureKind::Field, _) => plain(AnsiColor::Green),
        carcassonne::Glyph::Land(FeatureKind::City, _) => plain(AnsiColor::Yellow),
        carcassonne::Glyph::Land(FeatureKind::Road, _) => plain(AnsiColor::White).effects(Effects::BOLD),
        carcassonne::Glyph::Land(FeatureKind::Monastery, _) => plain(AnsiColor::BrightCyan).effects(Effects::BOLD),
        carcassonne::Glyph::Pennant => plain(AnsiColor::BrightCyan).effects(Effects::BOLD),
        carcassonne::Glyph::Ingots(_) => plain(AnsiColor::BrightYellow).effects(Effects::BOLD),
        carcassonne::Glyph::Follower(player) => seat_style(player),
        carcassonne::Glyph::Label(_) => plain(AnsiColor::BrightBlack),
    }
}

/// A picture of Carcassonne, coloured or plain.
pub fn carcassonne(picture: &carcassonne::Picture, colors: bool) -> String {
    if !colors {
        return picture.to_string();
    }
    let mut text = Vec::new();
    for row in picture.rows() {
        let end = row.iter().rposition(|glyph| glyph.symbol() != ' ').map_or(0, |last| last + 1);
        let painted = paint_row(&row[..end], carcassonne_style, carcassonne::Glyph::symbol, &mut text);
        painted.and_then(|()| writeln!(text)).expect("memory takes everything");
    }
    String::from_utf8(text).expect("characters were written")
}
