//! Layout of the screen: a title line, the landscape with a side panel, news, and a line of keys.

use goldrush_games::scene::Board;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::app::App;
use super::{cards, landscape, overlay, panels, side};

/// Smallest screen, in columns and rows, on which anything useful can be shown.
const LEAST: (u16, u16) = (60, 20);

/// Draws everything, and notes the areas for the mouse.
pub fn draw(frame: &mut Frame, app: &mut App) {
    let screen = frame.area();
    let buffer = frame.buffer_mut();
    buffer.set_style(screen, app.theme.page());
    if screen.width < LEAST.0 || screen.height < LEAST.1 {
        let text = format!(
            "The window is too small: it needs {} by {} characters.",
            LEAST.0, LEAST.1
        );
        Line::from(text).render(screen, buffer);
        return;
    }
    let side_width = (screen.width / 4).clamp(28, 46);
    let news_height = (screen.height / 6).clamp(4, 10);
    let map_height = screen.height - 2 - 1 - news_height;
    let map = Rect {
        x: 0,
        y: 1,
        width: screen.width - side_width - 2,
        height: map_height,
    };
    let beside = Rect {
        x: map.right() + 2,
        y: 1,
        width: side_width,
        height: map_height,
    };
    let rule = Rect {
        x: 0,
        y: map.bottom(),
        width: screen.width,
        height: 1,
    };
    let news = Rect {
        x: 1,
        y: rule.bottom(),
        width: screen.width - 2,
        height: news_height,
    };
    let keys = Rect {
        x: 0,
        y: screen.height - 1,
        width: screen.width,
        height: 1,
    };
    if app.map_area != map {
        app.map_area = map;
        app.follow();
    }
    bar(
        &app.title(),
        Rect {
            height: 1,
            ..screen
        },
        app.theme.bar(),
        buffer,
    );
    match &app.scene().ground {
        Board::Landscape(landscape) => landscape::draw(app, landscape, map, buffer),
        Board::Cards(cards) => cards::draw(app, cards, map, buffer),
    }
    side::draw(app, beside, buffer);
    lines(app, map, rule, buffer);
    let hidden = panels::news(app, news, buffer);
    if hidden > 0 {
        buffer.set_string(
            rule.x + 1,
            rule.y,
            format!(" ▲ {hidden} more: l "),
            app.theme.chosen(),
        );
    }
    bar(&app.keys(keys.width), keys, app.theme.bar(), buffer);
    if let Some(overlay) = app.overlay {
        overlay::draw(
            app,
            overlay,
            Rect {
                y: 1,
                height: screen.height - 2,
                ..screen
            },
            buffer,
        );
    }
}

fn bar(text: &str, area: Rect, style: Style, buffer: &mut Buffer) {
    let text = format!("{text:<width$}", width = usize::from(area.width));
    Line::styled(text, style).render(area, buffer);
}

/// Draws the lines between landscape, panel and news.
fn lines(app: &App, map: Rect, rule: Rect, buffer: &mut Buffer) {
    let style = app.theme.faint();
    for y in map.y..map.bottom() {
        buffer[(map.right(), y)].set_char('│').set_style(style);
    }
    for x in rule.x..rule.right() {
        let symbol = if x == map.right() { '┴' } else { '─' };
        buffer[(x, rule.y)].set_char(symbol).set_style(style);
    }
}
