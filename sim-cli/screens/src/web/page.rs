//! The page itself: the parts that do not change during the game.

use std::time::Duration;

use goldrush_engine::rulebook::Rulebook;
use goldrush_games::scene::svg;
use goldrush_games::scene::{Art, Board, Scene};
use goldrush_report::document::html;
use goldrush_table::host::Host;
use maud::{Markup, PreEscaped, html};

use super::room::LONGEST;
use super::textures;

/// Script that all pages share.
pub(super) const PROGRAM: &str = include_str!("program.js");
pub(super) const SCRIPT: &str = concat!(include_str!("view.js"), include_str!("page.js"));

/// Returns the page's style sheet.
pub(super) fn style() -> String {
    [include_str!("page.css"), svg::STYLE, textures::STYLE].concat()
}

/// Renders the page of a game that is played here; in a room, each person has a screen of their own.
pub(super) fn shell(host: &dyn Host, art: Option<&Art>, pace: Duration, is_room: bool) -> String {
    let head = html! {
        link rel="stylesheet" href="page.css";
        script src="program.js" defer {}
        script src="page.js" defer {}
    };
    document(
        &look(host, art, &pace.as_secs_f64().to_string(), is_room),
        &head,
        &html! {},
    )
    .into_string()
}

/// Renders the page of a game that is played by a worker: with its style and its scripts, of which `PROGRAM` asks the page around
/// it instead of a server.
pub(super) fn in_worker(host: &dyn Host, art: Option<&Art>, pace: Duration) -> String {
    let head = html! { style { (PreEscaped(style())) } };
    let tail = html! {
        script { (PreEscaped(PROGRAM)) }
        script { "Object.assign(Program, parent.Worked);" }
        script { (PreEscaped(SCRIPT)) }
    };
    document(
        &look(host, art, &pace.as_secs_f64().to_string(), false),
        &head,
        &tail,
    )
    .into_string()
}

/// Returns the parts that differ, for a game that is played.
fn look<'a>(host: &'a dyn Host, art: Option<&'a Art>, pace: &'a str, is_room: bool) -> Look<'a> {
    let scene = host.scene();
    Look {
        title: scene.title,
        art,
        columns: columns(scene),
        pace,
        watched: host.seats().humans().is_empty(),
        shared: host.shared_secret().is_some() && !is_room,
        is_room,
        reviewed: scene.is_over(),
        rules: Some(host.game().about().book),
    }
}

/// Renders a page that needs no server: with its style, its script and the whole game, packed.
pub(super) fn whole(scene: &Scene, art: Option<&Art>, timeline: &str) -> String {
    let head = html! { style { (PreEscaped(style())) } };
    let tail = html! {
        script type="application/zlib+base64" id="story" { (PreEscaped(timeline)) }
        script { (PreEscaped(PROGRAM)) }
        script { (PreEscaped(SCRIPT)) }
    };
    let look = Look {
        title: scene.title,
        art,
        columns: columns(scene),
        pace: "0.6",
        watched: false,
        shared: false,
        is_room: false,
        reviewed: true,
        rules: None,
    };
    document(&look, &head, &tail).into_string()
}

/// The parts that differ from page to page.
struct Look<'a> {
    title: &'a str,
    art: Option<&'a Art>,
    /// Number of cards in a row.
    columns: usize,
    /// Time for which a frame is shown, in seconds.
    pace: &'a str,
    watched: bool,
    /// True if people with secrets from each other share the screen.
    shared: bool,
    /// True if people play in a room, each with a screen of their own.
    is_room: bool,
    /// True if the game was over when it was opened.
    reviewed: bool,
    /// The rules, if a running program answers the page.
    rules: Option<Rulebook>,
}

fn columns(scene: &Scene) -> usize {
    if let Board::Cards(cards) = &scene.ground {
        cards.columns
    } else {
        0
    }
}

fn document(look: &Look, head: &Markup, tail: &Markup) -> Markup {
    let Look {
        title,
        art,
        columns,
        pace,
        watched,
        shared,
        is_room,
        reviewed,
        rules,
    } = *look;
    let head = html! {
        link rel="icon" href="data:,";
        (head)
    };
    let body = html! {
        body data-pace=(pace) data-watched[watched] data-shared[shared] data-room[is_room] data-reviewed[reviewed] {
            header {
                div id="head" {}
                div id="news" {}
                p class="tools" {
                    @if art.is_some() {
                        button type="button" data-key="+" title="Larger" aria-label="Larger" { "+" }
                        button type="button" data-key="-" title="Smaller" aria-label="Smaller" { "−" }
                        button type="button" data-key="0" title="Whole board" aria-label="Whole board" { "All" }
                    }
                    @let left = if art.is_some() { "Tiles left" } else { "Cards left" };
                    button type="button" data-key="d" title=(left) { (left) }
                    button type="button" data-key="s" id="sound" hidden[rules.is_none()] aria-pressed="false" title="Sound" aria-label="Sound" { "♪" }
                    button type="button" data-key="t" title="Light or dark" aria-label="Light or dark" { "◐" }
                    button type="button" data-key="?" title="Keys and rules" aria-label="Keys and rules" { "?" }
                    button type="button" data-act="leave" hidden[rules.is_none()] title="The game is saved" { "Leave" }
                }
            }
            main {
                (table(title, art, columns))
                div id="banner" role="alert" hidden {}
                div id="tip" hidden {}
                div id="facts" hidden {}
            }
            aside {
                section id="seats" aria-label="Players" {}
                section id="ahead-box" hidden aria-label="Who is ahead" { (curve("ahead")) }
                section id="ask" tabindex="-1" aria-label="Your decision" {}
                @if is_room {
                    section id="room" aria-label="At the table" {}
                    form id="say" {
                        input id="say-text" required maxlength=(LONGEST) autocomplete="off" aria-label="Message to the table";
                        button { "Send" }
                    }
                }
                section { h2 { "What happened" } div role="log" tabindex="0" aria-label="What happened" id="log-box" { ol id="log" {} } }
            }
            footer id="stepper" hidden { (stepper(rules.is_some(), is_room)) }
            p id="status" role="status" class="unseen" {}
            dialog id="left-dialog" aria-label="What is left" { h2 { "What is left" } div id="left" {} form method="dialog" { button { "Close" } } }
            @if is_room { (join_dialog()) }
            dialog id="keys-dialog" aria-label="Keys and rules" {
                form method="dialog" { button { "Close" } }
                (keys(rules.is_some()))
                @if let Some(book) = rules { (self::rules(book)) }
            }
            (tail)
        }
    };
    html::file(title, &head, &body)
}

/// Renders the form with which a person comes to the table.
fn join_dialog() -> Markup {
    html! {
        dialog id="join-dialog" aria-label="Join the table" {
            form id="join" {
                h1 { "Join the table" }
                p { label { "Your name" input id="join-name" required maxlength="24" autocomplete="nickname"; } }
                p { label { "Code" input id="join-code" required maxlength="12" autocomplete="off" autocapitalize="characters"; } }
                p id="join-trouble" class="trouble" role="alert" hidden {}
                p { button class="main" { "Join" } }
            }
        }
    }
}

/// Renders the board, or the rows of cards.
fn table(title: &str, art: Option<&Art>, columns: usize) -> Markup {
    html! {
        @if let Some(art) = art {
            svg id="board" role="group" aria-label=(title) {
                defs { (svg::definitions(art, |_| true, true)) g id="hand" {} }
                g id="view" {
                    g id="under" {} g id="tiles" {} g id="laid" {} g id="parts" {} g id="pieces" {} g id="scored" {} g id="spots" {}
                    g id="ghost" {} g id="played" {} g id="better" {} g id="pointed" {}
                }
            }
        } @else {
            svg class="unseen" aria-hidden="true" { (textures::card_pictures()) }
            div id="cards" class={ "columns-" (columns) } data-columns=(columns) role="group" aria-label="Cards" {}
        }
    }
}

/// Renders the controls that step through a game; a running program can also play on from any turn.
fn stepper(is_live: bool, is_room: bool) -> Markup {
    html! {
        button type="button" data-key="Home" aria-label="First turn" { "|◀" }
        button type="button" data-key="ArrowLeft" aria-label="Previous turn" { "◀" }
        button type="button" data-key=" " aria-label="Play or pause" { "▶ ❙❙" }
        button type="button" data-key="ArrowRight" aria-label="Next turn" { "▶" }
        button type="button" data-key="End" aria-label="Last turn" { "▶|" }
        input type="range" id="turn" min="0" value="0" aria-label="Turn";
        output id="turn-name" {}
        label id="views" class="quiet" hidden { "View " select id="eyes" {} }
        button type="button" data-key="M" id="last-mistake" hidden aria-label="Previous mistake" { "◀ Mistake" kbd { "M" } }
        button type="button" data-key="m" id="next-mistake" hidden aria-label="Next mistake" { "Mistake ▶" kbd { "m" } }
        @if is_live && !is_room { button type="button" data-key="b" { "Play on from here" kbd { "b" } } }
        @if is_live { button type="button" data-key="Escape" { "Close" kbd { "Esc" } } }
        (curve("curve"))
    }
}

/// Renders an empty chart of lines over the turns of a game, with places for its title and its seats.
fn curve(id: &str) -> Markup {
    html! {
        span id={ (id) "-name" } class="quiet" {}
        span id={ (id) "-seats" } class="curve-seats" {}
        svg id=(id) class="curve" viewBox="0 0 1000 90" preserveAspectRatio="none" role="img" aria-label="Nothing yet" {}
    }
}

/// Renders the rules, each of which can be scrolled to.
fn rules(book: Rulebook) -> Markup {
    html! {
        h2 { "Rules" }
        @for rule in book.rules() {
            section id={ "rule-" (rule.id) } { h3 { (rule.id) " " (rule.title) } p { (rule.unmarked()) } }
        }
    }
}

/// Renders the keys: all of them if a running program answers the page, or those that step through a game.
fn keys(is_live: bool) -> Markup {
    let stepping = ["+ − 0, wheel, drag", "d", "v", "m, M", "t"];
    let keys = [
        ("arrows", "choose a place or a card"),
        ("r, R, right click", "turn the tile"),
        (
            "click, tap",
            "lay the tile lightly; again: turn it, or lay it if it fits only so",
        ),
        ("Enter, ✓", "lay it, play it, flip it"),
        ("1–9, ⇧1–⇧0", "choose the answer with that number"),
        ("Backspace", "pick the tile up again"),
        ("h", "hint: the best turns found"),
        ("u", "undo the turn (practice)"),
        ("Esc", "close; make the bot move now"),
        (
            "+ − 0, wheel, drag",
            "zoom in, zoom out, the whole board; move",
        ),
        ("d", "tiles or cards left"),
        ("p, .", "pause or resume; next turn (watching)"),
        (
            "r, >, <",
            "after a game: rematch, against stronger or weaker opponents",
        ),
        ("n", "training: the next puzzle"),
        (
            "v",
            "step through a finished game: ← → Home End, space plays it",
        ),
        ("m, M", "the next mistake; the one before"),
        (
            "b",
            "play on from the turn shown; where it shows a mistake: try that turn again",
        ),
        (
            "d, click",
            "on an analysis board: choose the tile to be drawn",
        ),
        (
            "g, a",
            "playing on: back to the game; move for everybody, or for yourself alone",
        ),
        ("s", "sound on or off"),
        ("t", "light or dark"),
    ];
    html! {
        section class="keyboard" { h2 { "Keys" } dl { @for (key, what) in keys.into_iter().filter(|(key, _)| is_live || stepping.contains(key)) { div { dt { (key) } dd { (what) } } } }
        p { label { input type="checkbox" id="letters" checked; " Letters, digits and symbols are shortcuts" } } }
    }
}
