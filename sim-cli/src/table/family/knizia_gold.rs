//! Knizia's card game in words.

use anstyle::{AnsiColor, Effects, Style};
use goldrush_engine::game::{State as _, Text as _, TextError};
use goldrush_engine::knizia_gold::turn::{Outcome, outcome};
use goldrush_engine::knizia_gold::{Card, Flip, KniziaGold, Setup, State, Table, picture};
use goldrush_engine::player::{Player, PlayerSet};

use super::shown::{Choice, Shown};
use crate::paint::seat_style;
use crate::table::seats::{Seats, letter};

impl Shown for KniziaGold {
    const HELP: &'static [&'static str] = &[
        "Answer with the position of the card to flip, column and row, such as c4.",
        "The grid: ## face down, [g3] open; g1 to g4 gold, a2 to e5 a digger's colour and strength, xx dynamite. Seat A \
         owns diggers a, seat B diggers b, and so on; the other colours are nobody's.",
        "A digger digs gold that is not worth more than its strength: the gold goes to the owner of the digger, or to who \
         flipped a digger of nobody's. Dynamite removes both cards, and of two diggers the weaker one leaves. With ten \
         cards or fewer the gold rush begins: one card a turn, and gold goes to who flips it.",
    ];
    const SUPPLIES: &'static [&'static str] = &["gold cards"];

    fn read_deal(setup: &'static Setup, text: &str) -> Result<State, TextError> {
        State::from_text(*setup, text)
    }

    fn picture(state: &State, assist: bool, colors: bool) -> String {
        let text = picture::picture(state.table(), assist);
        if colors { paint(&text, state.table()) } else { text }
    }

    fn supplies(state: &State, seat: Player) -> Vec<String> {
        vec![state.table().gold(seat).1.to_string()]
    }

    fn left(state: &State) -> String {
        let table = state.table();
        let (game, games) = table.game();
        let of = if games > 1 { format!("Game {} of {games}: ", game + 1) } else { String::new() };
        match table.cards_left() {
            1 => format!("{of}1 card is left."),
            cards => format!("{of}{cards} cards are left."),
        }
    }

    fn question(state: &State) -> String {
        let table = state.table();
        match table.open() {
            _ if table.is_rush() => "Gold rush: which card? A position such as c4.".into(),
            None => "Which card first? A position such as c4.".into(),
            Some(open) => {
                let shown = table.seen(open).map_or_else(String::new, |card| card_words(table, card));
                format!("{} is {shown}. Which card second?", state.move_text(Flip(open)))
            }
        }
    }

    fn choices(_: &State, _: &[Flip]) -> Vec<Choice<Flip>> {
        Vec::new()
    }

    fn words(state: &State, mv: Flip) -> String {
        let what = match state.table().seen(mv.0) {
            Some(card) => card_words(state.table(), card),
            None => "a card nobody has seen".into(),
        };
        format!("{} ({what})", state.move_text(mv))
    }

    fn news(before: &State, mv: Flip, after: &State, seats: &Seats) -> Vec<String> {
        let table = before.table();
        let Some(seat) = before.to_move() else { return Vec::new() };
        let of = |player: Player, verb: &str| {
            let verb = seats.verb(verb, [player].into_iter().collect::<PlayerSet>());
            format!("{} {verb}", seats.subject(player))
        };
        let card = before.turned_over(mv);
        let flipped = format!("{} {}: {}.", of(seat, "flip"), before.move_text(mv), card_words(table, card));
        let mut news = vec![flipped];
        match (table.open(), card) {
            _ if table.is_rush() => match card {
                Card::Gold(value) => news.push(format!("{} the gold of {value}.", of(seat, "get"))),
                Card::Dynamite | Card::Digger { .. } => news.push("It leaves the game.".into()),
            },
            (None, _) => return news,
            (Some(open), card) => {
                let first = before.turned_over(Flip(open));
                news.push(match outcome(first, card) {
                    Outcome::Nothing => "Both are turned face down again.".into(),
                    Outcome::Blast => "Both leave the game.".into(),
                    Outcome::FirstLeaves => format!("The weaker one, at {}, leaves.", before.move_text(Flip(open))),
                    Outcome::SecondLeaves => format!("The weaker one, at {}, leaves.", before.move_text(mv)),
                    Outcome::Dug { value, colour } => {
                        format!("{} the gold of {value}.", of(table.owner(colour).unwrap_or(seat), "get"))
                    }
                });
            }
        }
        let (now, games) = after.table().game();
        if now != table.game().0 {
            news.push(format!("Game {now} of {games} is over; the next one is dealt."));
        } else if after.table().is_rush() && !table.is_rush() && after.to_move().is_some() {
            news.push("The gold rush begins: from now on one card a turn, and gold goes to who flips it.".into());
        }
        news
    }
}

fn card_words(table: Table, card: Card) -> String {
    match card {
        Card::Dynamite => "dynamite".into(),
        Card::Gold(value) => format!("gold of {value}"),
        Card::Digger { colour, strength } => {
            let owner = table.owner(colour).map_or_else(|| "nobody".into(), |owner| letter(owner).to_string());
            format!("a digger of {owner}, strength {strength}")
        }
    }
}

/// The grid in colour: card by card.
fn paint(text: &str, table: Table) -> String {
    let style = |word: &str| {
        let plain = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
        match word.trim_matches(['[', ']']).parse::<Card>() {
            Ok(Card::Gold(_)) => plain(AnsiColor::BrightYellow).effects(Effects::BOLD),
            Ok(Card::Dynamite) => plain(AnsiColor::BrightRed).effects(Effects::BOLD),
            Ok(Card::Digger { colour, .. }) => table.owner(colour).map_or(plain(AnsiColor::White), seat_style),
            Err(_) => plain(AnsiColor::BrightBlack),
        }
    };
    let word = |word: &str| {
        let style = style(word);
        if word.is_empty() { String::new() } else { format!("{style}{word}{style:#}") }
    };
    let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ") + "\n";
    text.lines().map(line).collect()
}
