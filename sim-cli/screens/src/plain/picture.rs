//! Draws the tiles or cards of a scene as lines of text.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};

use goldrush_games::scene::{Board, Card, Cards, Ink, Landscape, Spot};
use goldrush_support::paint::seat_style;

/// Columns left of the landscape.
const MARGIN: usize = 4;

/// A character and what it depicts.
type Place = (char, Ink);

/// Draws the table, in color or plain.
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
    let xs = landscape.tiles.iter().map(|tile| tile.cell.x);
    let ys = landscape.tiles.iter().map(|tile| tile.cell.y);
    let west = xs.clone().min().unwrap_or(0);
    let east = xs.max().unwrap_or(0);
    let north = ys.clone().min().unwrap_or(0);
    let south = ys.max().unwrap_or(0);
    let columns = MARGIN + width * (steps(west, east) + 1);
    let lines = 1 + height * (steps(north, south) + 1);
    let mut rows = vec![vec![(' ', Ink::Blank); columns]; lines];
    for x in west..=east {
        let left = MARGIN + width * steps(west, x);
        label(&mut rows[0][left..], &format!("{x:^width$}"));
    }
    for y in north..=south {
        let top = 1 + height * steps(north, y);
        label(&mut rows[top + height / 2], &format!("{y:>3}"));
    }
    for tile in &landscape.tiles {
        let left = MARGIN + width * steps(west, tile.cell.x);
        let top = 1 + height * steps(north, tile.cell.y);
        let drawn = tile
            .drawn
            .first()
            .map(|picture| &picture.0[..])
            .unwrap_or_default();
        for (row, line) in rows[top..].iter_mut().zip(drawn) {
            for (place, spot) in row[left..].iter_mut().zip(line) {
                *place = place_of(spot);
            }
        }
    }
    rows
}

/// Returns the number of cells from one to another, to the east or south.
fn steps(from: i8, to: i8) -> usize {
    (i32::from(to) - i32::from(from)) as usize
}

/// Writes a coordinate.
fn label(places: &mut [Place], text: &str) {
    for (place, symbol) in places.iter_mut().zip(text.chars()) {
        *place = (symbol, Ink::Label);
    }
}

fn place_of(spot: &Spot) -> Place {
    (spot.symbol, spot.ink)
}

/// Returns the cards with column letters and row numbers: `[g3]` is open, `##` face down.
fn grid(cards: &Cards) -> Vec<Vec<Place>> {
    let columns =
        (0..cards.columns).map(|column| format!("{:<4}", char::from(b'a' + column as u8)));
    let heading = format!("    {}", columns.collect::<String>());
    let mut rows = vec![written(&heading, Ink::Label)];
    for (number, places) in (1..).zip(cards.places.chunks(cards.columns.max(1))) {
        let mut row = written(&format!("{number} "), Ink::Label);
        for card in places {
            row.extend(card_places(card.as_ref()));
        }
        rows.push(row);
    }
    rows
}

fn card_places(card: Option<&Card>) -> Vec<Place> {
    match card {
        None => written("    ", Ink::Blank),
        Some(Card {
            face: Some(face),
            open: true,
            ..
        }) => written(&format!("[{}]", face.short), face.ink),
        Some(Card {
            face: Some(face), ..
        }) => written(&format!(" {} ", face.short), face.ink),
        Some(Card { face: None, .. }) => written(" ## ", Ink::Field),
    }
}

fn written(text: &str, ink: Ink) -> Vec<Place> {
    text.chars().map(|symbol| (symbol, ink)).collect()
}

fn style(ink: Ink) -> Style {
    match ink {
        Ink::Blank => Style::new(),
        Ink::Field => colored(AnsiColor::Green),
        Ink::Rock => colored(AnsiColor::Yellow),
        Ink::Track => colored(AnsiColor::White).effects(Effects::BOLD),
        Ink::City | Ink::Cloister => colored(AnsiColor::BrightCyan).effects(Effects::BOLD),
        Ink::Bonus => colored(AnsiColor::BrightWhite).effects(Effects::BOLD | Effects::UNDERLINE),
        Ink::Gold | Ink::Pile | Ink::Ingots => {
            colored(AnsiColor::BrightYellow).effects(Effects::BOLD)
        }
        Ink::Sight => colored(AnsiColor::BrightGreen).effects(Effects::BOLD),
        Ink::Figure(seat) | Ink::Tent(seat) => seat_style(seat),
        Ink::Unowned => colored(AnsiColor::White),
        Ink::Danger => colored(AnsiColor::BrightRed).effects(Effects::BOLD),
        Ink::Label => colored(AnsiColor::BrightBlack),
    }
}

fn colored(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(color.into()))
}
