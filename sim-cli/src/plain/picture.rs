//! Draws the tiles or cards of a scene as lines of text.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};

use crate::games::scene::{Board, Card, Cards, Ink, Landscape, Spot};
use crate::paint::seat_style;

/// Columns left of the landscape.
const MARGIN: usize = 4;

/// A character and what it depicts.
type Place = (char, Ink);

/// Draws the table, in color or plain.
///
/// # Errors
/// Fails if the output cannot be written.
pub fn write(ground: &Board, colors: bool, to: &mut dyn Write) -> io::Result<()> {
    let rows = match ground {
        Board::Landscape(landscape) => tiles(landscape),
        Board::Cards(cards) => grid(cards),
    };
    for row in rows {
        let end = row
            .iter()
            .rposition(|(symbol, _)| *symbol != ' ')
            .map_or(0, |last| last + 1);
        write_row(&row[..end], colors, to)?;
    }
    Ok(())
}

/// Writes a row with one escape sequence per run of a style.
fn write_row(row: &[Place], colors: bool, to: &mut dyn Write) -> io::Result<()> {
    for run in row.chunk_by(|(_, one), (_, other)| style(*one) == style(*other)) {
        let text: String = run.iter().map(|(symbol, _)| symbol).collect();
        let style = if colors {
            style(run[0].1)
        } else {
            Style::new()
        };
        write!(to, "{style}{text}{style:#}")?;
    }
    writeln!(to)
}

/// Returns all tiles, with the coordinates of columns and rows.
fn tiles(landscape: &Landscape) -> Vec<Vec<Place>> {
    let Some(&(width, height)) = landscape.scales.first() else {
        return Vec::new();
    };
    let xs = || landscape.tiles.iter().map(|tile| tile.cell.x);
    let ys = || landscape.tiles.iter().map(|tile| tile.cell.y);
    let (west, east) = (xs().min().unwrap_or(0), xs().max().unwrap_or(0));
    let (north, south) = (ys().min().unwrap_or(0), ys().max().unwrap_or(0));
    let steps = |n: i8, first: i8| (i32::from(n) - i32::from(first)) as usize;
    let (left, top) = (
        |x: i8| MARGIN + width * steps(x, west),
        |y: i8| 1 + height * steps(y, north),
    );
    let mut rows = vec![vec![(' ', Ink::Blank); left(east) + width]; top(south) + height];
    let mut label = |text: String, column: usize, row: usize| {
        for (place, symbol) in rows[row][column..].iter_mut().zip(text.chars()) {
            *place = (symbol, Ink::Label);
        }
    };
    (west..=east).for_each(|x| label(format!("{x:^width$}"), left(x), 0));
    (north..=south).for_each(|y| label(format!("{y:>3}"), 0, top(y) + height / 2));
    for tile in &landscape.tiles {
        let drawn = tile
            .drawn
            .first()
            .map(|picture| &picture.0[..])
            .unwrap_or_default();
        for (index, line) in drawn.iter().enumerate() {
            for (place, spot) in rows[top(tile.cell.y) + index][left(tile.cell.x)..]
                .iter_mut()
                .zip(line)
            {
                *place = place_of(spot);
            }
        }
    }
    rows
}

fn place_of(spot: &Spot) -> Place {
    (spot.symbol, spot.ink)
}

/// Returns the cards with column letters and row numbers: `[g3]` is open, `##` face down.
fn grid(cards: &Cards) -> Vec<Vec<Place>> {
    let written = |text: String, ink: Ink| {
        text.chars()
            .map(|symbol| (symbol, ink))
            .collect::<Vec<Place>>()
    };
    let columns =
        (0..cards.columns).map(|column| format!("{:<4}", char::from(b'a' + column as u8)));
    let heading = written(format!("    {}", columns.collect::<String>()), Ink::Label);
    let card = |card: &Option<Card>| match card {
        None => written("    ".into(), Ink::Blank),
        Some(Card {
            face: Some(face),
            open: true,
            ..
        }) => written(format!("[{}]", face.short), face.ink),
        Some(Card {
            face: Some(face), ..
        }) => written(format!(" {} ", face.short), face.ink),
        Some(Card { face: None, .. }) => written(" ## ".into(), Ink::Field),
    };
    let row = |(number, places): (usize, &[Option<Card>])| {
        let number = written(format!("{} ", number + 1), Ink::Label);
        number
            .into_iter()
            .chain(places.iter().flat_map(card))
            .collect()
    };
    [heading]
        .into_iter()
        .chain(
            cards
                .places
                .chunks(cards.columns.max(1))
                .enumerate()
                .map(row),
        )
        .collect()
}

fn style(ink: Ink) -> Style {
    let plain = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
    match ink {
        Ink::Blank => Style::new(),
        Ink::Field => plain(AnsiColor::Green),
        Ink::Rock => plain(AnsiColor::Yellow),
        Ink::Track => plain(AnsiColor::White).effects(Effects::BOLD),
        Ink::City | Ink::Cloister => plain(AnsiColor::BrightCyan).effects(Effects::BOLD),
        Ink::Bonus => plain(AnsiColor::BrightWhite).effects(Effects::BOLD | Effects::UNDERLINE),
        Ink::Gold | Ink::Pile | Ink::Ingots => {
            plain(AnsiColor::BrightYellow).effects(Effects::BOLD)
        }
        Ink::Sight => plain(AnsiColor::BrightGreen).effects(Effects::BOLD),
        Ink::Figure(seat) | Ink::Tent(seat) => seat_style(seat),
        Ink::Unowned => plain(AnsiColor::White),
        Ink::Danger => plain(AnsiColor::BrightRed).effects(Effects::BOLD),
        Ink::Label => plain(AnsiColor::BrightBlack),
    }
}
