//! The panels beside the board, as HTML.

use std::cmp::Reverse;

use goldrush_engine::player::Player;
use goldrush_games::lessons::Lesson;
use goldrush_games::scene::svg;
use goldrush_games::scene::{Art, Board, KindLeft, Pieces, Question, Scene, Seat};
use goldrush_games::viewer::count;
use goldrush_report::number::signed;
use goldrush_table::balance::Balance;
use goldrush_table::closing::{GameReview, Judgment};
use goldrush_table::hint::LEGEND;
use goldrush_table::next_game::NextGame;
use goldrush_table::shown_turn::ShownTurn;
use goldrush_table::variation::{Variation, VariationPlayers};
use maud::{Markup, html};

use super::board::{self, entries};
use super::card;

/// A search in the background, whose result a panel shows.
#[derive(Clone, Copy, Default)]
pub(super) enum Search<T> {
    #[default]
    NotAsked,
    Running,
    Done(T),
}

impl<T> Search<T> {
    /// Returns the state of a search that was started and may have found something.
    pub(super) fn begun(found: Option<T>) -> Search<T> {
        found.map_or(Search::Running, Search::Done)
    }
}

/// Contents of the panels that are not part of the position.
#[derive(Default)]
pub(super) struct Panel<'a> {
    /// Number of people who play here.
    pub(super) people: usize,
    /// The people at the table, if each has a screen of their own.
    pub(super) room: Option<Markup>,
    /// A heading and a sentence about whom the game waits for, if not for the person at this screen.
    pub(super) waiting: Option<[String; 2]>,
    /// The seat to which the screen is to be handed over, and the name of what its person hides.
    pub(super) hand_over: Option<(Player, &'static str)>,
    /// Seat of the bot that is thinking.
    pub(super) thinks: Option<Player>,
    /// True if turns may be undone.
    pub(super) practice: bool,
    /// True if there is a turn to undo.
    pub(super) can_undo: bool,
    /// True if the best turns may be asked for.
    pub(super) has_hints: bool,
    /// The best turns.
    pub(super) suggestions: Search<&'a [ShownTurn]>,
    /// True while better hints are searched for.
    pub(super) is_advising: bool,
    /// A rule to explain.
    pub(super) lesson: Option<&'static Lesson>,
    /// A sentence about what went wrong.
    pub(super) notice: Option<&'a str>,
    /// The variation on the table.
    pub(super) variation: Option<Variation>,
    /// True if the person here may choose which tile is drawn.
    pub(super) chooses_tiles: bool,
    /// The task of a puzzle, or that the last turn is being judged.
    pub(super) task: Option<&'a str>,
    /// The judgment of the last turn in a variation.
    pub(super) verdict: Option<&'a Judgment>,
    /// True if the game stands still at the judgment of the answer to a puzzle.
    pub(super) is_stopped: bool,
    /// The winners in sentences, if the game is over.
    pub(super) result: Vec<String>,
    /// The moves that mattered, which nobody looks for before the end of a game or if only bots played.
    pub(super) review: Option<&'a GameReview>,
    /// True while the review is searching for more.
    pub(super) is_reviewing: bool,
    /// Share of the review that is done, in per cent.
    pub(super) review_percent: Option<usize>,
    /// The command with which a friend gets the same deal.
    pub(super) again: Option<String>,
    /// True if another puzzle can follow.
    pub(super) has_next_puzzle: bool,
    /// Games that can be played after this one, with the words on their buttons.
    pub(super) next: Vec<(String, NextGame)>,
}

impl Panel<'_> {
    /// Returns the best turns that are shown.
    pub(super) fn hints(&self) -> &[ShownTurn] {
        if let Search::Done(hints) = self.suggestions {
            hints
        } else {
            &[]
        }
    }
}

/// Renders the name of the game and the turn: while the game stands still at a verdict, the turn that it is about.
pub(super) fn head(scene: &Scene, panel: &Panel) -> Markup {
    let judged = panel.variation.filter(|_| panel.is_stopped);
    let number = judged.map_or(scene.turn, |variation| variation.turn + 1);
    let turn = match scene.turns {
        Some(turns) => format!("Turn {number} of {turns}"),
        None => format!("Turn {number}"),
    };
    let notes = if matches!(scene.ground, Board::Cards(_)) {
        &scene.notes[..]
    } else {
        &[]
    };
    html! {
        h1 { (scene.name) }
        p { (turn) " · " (count(scene.left.count, scene.left.thing)) " left" @for note in notes { " · " (note) } }
    }
}

/// Renders the seats in playing order.
pub(super) fn seats(scene: &Scene) -> Markup {
    html! { @for seat in &scene.seats { (self::seat(seat, scene)) } }
}

fn seat(seat: &Seat, scene: &Scene) -> Markup {
    let number = seat.seat.index();
    html! {
        div class=(if scene.to_move == Some(seat.seat) { "seat moves" } else { "seat" }) {
            span class={ "badge seat-" (number) " on-seat-" (number) } { (seat.seat.letter()) }
            div {
                b { (seat.title) }
                p class="holds" {
                    @for figures in &seat.supply {
                        span title={ (count(figures.count, figures.name)) " to play" } {
                            @if figures.count == 0 { span class="long" { "no " (figures.name) " to play" } } @else { (unplayed_pieces(figures, number)) }
                        }
                        " "
                    }
                    @for held in &seat.holds { span { (count(held.count, held.name)) } " " }
                    @if let Some(secret) = &seat.secret {
                        span class={ "secret secret-" (number) } title={ (secret.name) ": " (spaced(&secret.values)) } {
                            "worth " (secret.points)
                        }
                    }
                }
            }
            strong { (seat.points) }
        }
    }
}

fn spaced(values: &[u8]) -> String {
    values
        .iter()
        .map(u8::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Renders the pieces that a seat has not played yet.
fn unplayed_pieces(figures: &Pieces, seat: usize) -> Markup {
    let symbol = if figures.mark.is_uppercase() {
        "#figure"
    } else {
        "#tent"
    };
    let width = 36 * figures.count;
    html! {
        svg class="mini" width=(width * 3 / 7) viewBox={ "-18 -18 " (width) " 32" } aria-hidden="true" {
            g class={ "seat-" (seat) } { @for i in 0..figures.count { use href=(symbol) x=[(i > 0).then_some(36 * i)] {} } }
        }
    }
}

/// Renders the question to the player, or the state of the game if there is none.
pub(super) fn ask(scene: &Scene, art: Option<&Art>, panel: &Panel) -> Markup {
    html! {
        @if let Some(notice) = panel.notice { p class="trouble" role="alert" { (notice) } }
        @if let Some(task) = panel.task { p class="verdict" role="status" { (task) } }
        @if let Some(verdict) = panel.verdict { (card::judgment(verdict, art, panel.is_stopped)) }
        @if let Some(lesson) = panel.lesson {
            details class="lesson" open { summary { "A rule you need now" } p { (lesson.text) }
                p { button type="button" data-rule=(lesson.rule) { "The full rule" } } }
        }
        @match (&scene.question, panel.hand_over, panel.thinks) {
            _ if scene.is_over() => (game_over(scene, panel)),
            (_, Some((seat, secret)), _) => (hand_over(&scene.seats[seat.index()].name, secret)),
            (Some(question), ..) => (question_form(question, scene, art, panel)),
            (None, ..) if let Some([heading, sentence]) = &panel.waiting => {
                h2 { (heading) }
                @if !sentence.is_empty() { p { (sentence) } }
            }
            (None, ..) if panel.is_stopped => {}
            (None, _, Some(seat)) => {
                h2 { (scene.seats[seat.index()].title) " is thinking" }
                @if panel.room.is_none() || panel.people == 1 { p { button type="button" data-act="hurry" { "Move now" kbd { "Esc" } } } }
            }
            (None, ..) if panel.people == 0 => (watching(art, panel)),
            (None, ..) => {}
        }
        @if let Some(variation) = panel.variation { (self::variation(variation, scene.turn, panel)) }
    }
}

/// Renders what leads back from a variation, and who plays it.
fn variation(variation: Variation, turn: usize, panel: &Panel) -> Markup {
    let (players, words) = match variation.players {
        VariationPlayers::AsInTheGame => ("person_here", "Move for everybody"),
        VariationPlayers::PersonHere => ("as_in_the_game", "Let the others move"),
    };
    html! {
        div class="variation" {
            // The number of the turn stands at the top of the page.
            @let is_again = turn <= variation.turn + 1;
            @if !panel.has_next_puzzle { p { b { (if is_again { "Playing this turn again" } else { "Playing on" }) } ". The game stays as it was." } }
            p class="dock" {
                @if panel.has_next_puzzle {
                    button type="button" class="main" data-act="next_game" data-next="\"puzzle\"" { "Next puzzle" kbd { "n" } }
                }
                @if panel.is_stopped {
                    button type="button" data-act="vary" data-with={ "{\"turn\":" (variation.turn) "}" } { "Try again" kbd { "u" } }
                    button type="button" data-act="hurry" { "Play on" kbd { "Esc" } }
                }
                button type="button" data-act="return" data-turn-after=(variation.turn + 1) { "Back to the game" kbd { "g" } }
                @if variation.is_choice { button type="button" data-act="change_players" data-players=(players) { (words) kbd { "a" } } }
            }
        }
    }
}

/// Renders the screen between the turns of two people who share it.
fn hand_over(name: &str, secret: &str) -> Markup {
    html! {
        h2 { (handed_to(name)) }
        p { (name) "'s " (secret) " and choices are shown when " (name) " is ready." }
        p { button type="button" class="main" data-act="hand_over" { (name) " is ready" kbd { "⏎" } } }
    }
}

fn handed_to(name: &str) -> String {
    format!("Hand the screen to {name}")
}

fn question_form(question: &Question, scene: &Scene, art: Option<&Art>, panel: &Panel) -> Markup {
    let whose = &scene.seats[question.seat.index()].title;
    html! {
        @let task = if question.hand.is_some() { question.task } else { &question.brief };
        h2 { @if panel.people > 1 { (whose) ": " } (task) }
        @if let Some(hand) = &question.hand {
            div class="hand" {
                button type="button" class="round" data-key="R" aria-label="Turn left" { "↺" }
                svg viewBox="-3 -3 106 106" role="img" aria-label={ "The tile: " (hand.words) } { use id="in-hand" href="#hand-0" {} }
                button type="button" class="round" data-key="r" aria-label="Turn right" { "↻" }
                button type="button" class="main" data-lay { "Lay it here" kbd { "⏎" } }
            }
            p id="here" class="here" {}
            p class="quiet mouse" { "A click on the board puts the tile there, another click or R turns it, and ✓ or Enter lays it." }
            (hints(art, panel, true))
        } @else {
            (hints(art, panel, true))
            @let entries = entries(question);
            // The digits are those of the hints while these are shown.
            @let has_keys = panel.hints().is_empty();
            @if !matches!(scene.ground, Board::Cards(_)) {
                ol class="choices" {
                    @for (i, entry) in entries.iter().enumerate() {
                        li { button type="button" data-entry=(i) data-move=(entry.mv) data-f=[entry.feature] {
                            b { (entry.what) } @if !entry.worth.is_empty() { span { (entry.worth) } }
                            @if entry.places.len() > 1 { span { "or elsewhere on it: choose on the board" } }
                            @if let Some(key) = choice_key(i).filter(|_| has_keys) { kbd { (key) } }
                        } }
                    }
                }
            }
        }
        p class="dock" {
            @if panel.has_hints { button type="button" data-act="hint" { "Hint" kbd { "h" } } }
            @if question.can_take_up && question.hand.is_none() {
                button type="button" data-act="take_up" { "Pick the tile up again" kbd { "⌫" } }
            }
            @if panel.practice { button type="button" data-act="undo" disabled[!panel.can_undo] { "Undo the turn" kbd { "u" } } }
        }
    }
}

/// Returns the key of a choice: a digit, and from the tenth on a digit with Shift.
fn choice_key(at: usize) -> Option<String> {
    match at {
        0..9 => Some((at + 1).to_string()),
        9..19 => Some(format!("⇧{}", (at - 8) % 10)),
        _ => None,
    }
}

fn hints(art: Option<&Art>, panel: &Panel, can_play: bool) -> Markup {
    html! {
        @match panel.suggestions {
            Search::NotAsked => {}
            Search::Running => p class="quiet" role="status" { "Looking for the best turns…" }
            Search::Done(suggestions) => {
                h3 { "Best turns, with the expected lead at the end" }
                p class="quiet" { "Choose one to see it on the board" @if can_play { ", again to play it" } "." }
                (card::hints(suggestions, art))
                p class="quiet" { (LEGEND) }
                @if panel.is_advising { p class="quiet" { "Looking for better ones…" } }
            }
        }
    }
}

fn watching(art: Option<&Art>, panel: &Panel) -> Markup {
    html! {
        h2 { "Watching" }
        (hints(art, panel, false))
        p class="dock" {
            button type="button" data-key="p" { "Pause or resume" kbd { "p" } }
            button type="button" data-key="." { "Next turn" kbd { "." } }
            button type="button" data-act="hint" { "Hint" kbd { "h" } }
        }
    }
}

fn game_over(scene: &Scene, panel: &Panel) -> Markup {
    html! {
        h2 { "The game is over" }
        (points(scene))
        @for line in &panel.result { p { b { (line) } } }
        @if panel.variation.is_none() {
            p class="dock" { button type="button" class="main" data-key="v" { "Step through the game" kbd { "v" } } }
        }
        @if let Some(review) = panel.review {
            ul class="back" { @for line in &review.summaries { li { (line) } } }
            @for balance in &review.balances { (self::balance(balance)) }
            (card::mistakes(&review.marks))
        }
        @if panel.is_reviewing { (card::searching(panel.review_percent)) }
        @if panel.room.is_some() && panel.next.is_empty() { p class="quiet" { "The host starts the next game." } }
        @if !panel.next.is_empty() {
            h3 { "Next game" }
            p class="dock" { @for (words, next) in &panel.next {
                button type="button" data-act="next_game" data-next=(serde_json::to_string(next).unwrap_or_default()) {
                    (words) @if let Some(key) = key(next) { kbd { (key) } }
                }
            } }
        }
        // The words of the command do not break.
        @if let Some(again) = &panel.again { p class="quiet" data-again { "The same deal for a friend: " code { @for word in again.split(' ') { span { (word) } " " } } } }
    }
}

/// Renders why a game ended as it did, as a sum.
fn balance(balance: &Balance) -> Markup {
    html! {
        h3 { (balance.result) }
        table class="result" {
            @for (name, part) in &balance.parts { tr { th scope="row" { (name) } td { (signed(*part as f64, 0)) } } }
            tr class="sum" { th scope="row" { (if balance.unexplained == 0 { "final lead" } else { "together" }) } td { (signed(balance.sum() as f64, 0)) } }
        }
        @if let Some(rest) = balance.rest() { p { (rest) } }
    }
}

/// Returns the key that starts a game, if it has one.
fn key(next: &NextGame) -> Option<char> {
    match next {
        NextGame::Rematch => Some('r'),
        NextGame::Stronger => Some('>'),
        NextGame::Weaker => Some('<'),
        NextGame::Puzzle => Some('n'),
        NextGame::Game(_) => None,
    }
}

/// Renders the points by source, with a column for each seat.
fn points(scene: &Scene) -> Markup {
    let sources = scene.seats.first().map_or(&[][..], |seat| &seat.sources);
    // Points that no source brought: those at the start (V21).
    let rest: Option<Vec<u16>> = (scene.seats.iter())
        .map(|seat| {
            Some(
                seat.points
                    - seat
                        .sources
                        .iter()
                        .map(|(_, points)| *points)
                        .sum::<Option<u16>>()?,
            )
        })
        .collect();
    let start = rest.filter(|rest| rest.iter().any(|points| *points > 0));
    html! {
        table class="result" {
            tr { td {} @for seat in &scene.seats { th scope="col" title=(seat.title) { (seat.seat.letter()) } } }
            @for (i, (name, _)) in sources.iter().enumerate() {
                tr {
                    th scope="row" { (name) }
                    @for seat in &scene.seats { td { (seat.sources[i].1.map_or_else(|| "?".into(), |n| n.to_string())) } }
                }
            }
            @if let Some(start) = start {
                tr { th scope="row" { "at the start" } @for points in start { td { (points) } } }
            }
            tr class="sum" { th scope="row" { "points" } @for seat in &scene.seats { td { (seat.points) } } }
        }
    }
}

/// Renders what a seat has just done.
pub(super) fn news(mover: Option<Player>, news: &[String], scene: &Scene) -> Markup {
    let Some(seat) = mover.filter(|_| !news.is_empty()) else {
        return html! {};
    };
    let news = news.join(" ");
    html! {
        span class={ "badge seat-" (seat.index()) " on-seat-" (seat.index()) } { (seat.letter()) }
        // Long news can be scrolled, with keys too.
        span tabindex="0" data-of=[tile_of(scene, scene.turn)] data-cards=[cards_in(scene, &news)] { (news) }
    }
}

/// Renders the log of the game, the last turn first. Lines that are pointed at show their place on the table.
pub(super) fn log(log: &[(usize, String)], news: &[String], scene: &Scene) -> Markup {
    let now = news.iter().map(|sentence| (scene.turn, sentence));
    let mut all: Vec<_> = log
        .iter()
        .map(|(turn, sentence)| (*turn, sentence))
        .chain(now)
        .collect();
    all.sort_by_key(|(turn, _)| Reverse(*turn));
    html! {
        @for (turn, sentence) in all {
            li data-of=[tile_of(scene, turn)] data-cards=[cards_in(scene, sentence)] { span { (turn) } " " (sentence) }
        }
    }
}

/// Returns the index of the tile that was laid in a turn: the start tile is the first.
fn tile_of(scene: &Scene, turn: usize) -> Option<usize> {
    scene.landscape().map(|_| turn).filter(|turn| *turn > 0)
}

/// Returns the places of cards that a sentence names.
fn cards_in(scene: &Scene, sentence: &str) -> Option<String> {
    let Board::Cards(cards) = &scene.ground else {
        return None;
    };
    let words = sentence.split(|c: char| !c.is_ascii_alphanumeric());
    let places: Vec<_> = words.filter(|word| is_place_of_card(word)).collect();
    (!places.is_empty() && !cards.places.is_empty()).then(|| places.join(" "))
}

/// True if a word is the place of a card: `c4`.
fn is_place_of_card(word: &str) -> bool {
    let mut letters = word.bytes();
    let column = letters.next();
    column.is_some_and(|letter| letter.is_ascii_lowercase())
        && letters.len() > 0
        && letters.all(|letter| letter.is_ascii_digit())
}

/// Renders the kinds of tiles or cards that are left; with buttons where one may be chosen as the tile in hand.
pub(super) fn left(scene: &Scene, art: Option<&Art>, chooses: bool) -> Markup {
    html! {
        @for kind in &scene.left.kinds {
            figure {
                @if chooses { button type="button" data-kind=(kind.art) title="Draw this one now" { (kind_left(kind, art)) } }
                @else { (kind_left(kind, art)) }
                figcaption { (kind.count) }
            }
        }
    }
}

fn kind_left(kind: &KindLeft, art: Option<&Art>) -> Markup {
    match art {
        None => board::face_alone(kind),
        Some(art) => {
            let label = format!("tile: {}", kind.words);
            html! { svg viewBox="0 0 100 100" role="img" aria-label=(label) { (svg::printed(art, kind.art, 0)) } }
        }
    }
}

/// Renders the status for screen readers: what happened, and the question.
pub(super) fn status(scene: &Scene, news: &[String], panel: &Panel) -> Markup {
    html! { (news.join(" ")) @if let Some((seat, _)) = panel.hand_over { " " (handed_to(&scene.seats[seat.index()].name)) "." } @if let Some(question) = &scene.question { " " (question.brief) } }
}
