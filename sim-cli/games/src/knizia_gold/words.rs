//! Texts of Knizia's card game.

use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::knizia_gold::turn::{Outcome, outcome};
use goldrush_engine::knizia_gold::{Card, Flip, KINDS, State, Table};
use goldrush_engine::player::Player;

use crate::change::Change;
use crate::viewer::{Viewer, count};

/// Describes a flip; what the card shows is included only for viewers for whom seen cards are marked.
pub(super) fn words(state: &State, mv: Flip, viewer: &Viewer) -> String {
    let at = state.move_text(mv);
    match state.table().seen(mv.0) {
        Some(card) if viewer.assist => {
            format!("{at} ({})", card_words(state.table(), card, viewer))
        }
        Some(_) => at,
        None => format!("{at} (a card nobody has seen)"),
    }
}

/// Describes a flip by its place, which is written on the card; what the card shows is included only for viewers for whom seen cards
/// are marked.
pub(super) fn brief(state: &State, mv: Flip, viewer: &Viewer) -> String {
    let at = state.move_text(mv);
    match state.table().seen(mv.0) {
        Some(card) if viewer.assist => {
            format!("{at}, {}", card_words(state.table(), card, viewer))
        }
        Some(_) => format!("{at}, seen before"),
        None => format!("{at}, which nobody has seen"),
    }
}

/// Returns what a flip changes, as far as the viewer is shown which cards were seen before.
pub(super) fn changed(state: &State, mv: Flip, viewer: &Viewer) -> Option<Change> {
    let seat = state.to_move()?;
    let table = state.table();
    let Some(card) = table.seen(mv.0) else {
        return Some(Change::new("turn", "up a new card"));
    };
    let open = table.open().map(|open| state.card_under(Flip(open)));
    match (card, open) {
        _ if !viewer.assist => None,
        (Card::Gold(value), None) if table.is_rush() => {
            Some(Change::new("get", format!("{value} gold now")))
        }
        (_, None) => None,
        (card, Some(first)) => match outcome(first, card) {
            Outcome::Nothing => None,
            Outcome::Blast => Some(Change::new("remove", "both cards")),
            Outcome::FirstLeaves | Outcome::SecondLeaves => {
                Some(Change::new("remove", "the weaker digger"))
            }
            Outcome::Dug { value, color } => {
                let gains = match table.owner(color).filter(|&owner| owner != seat) {
                    Some(owner) if viewer.you() == Some(owner) => format!("{value} gold for you"),
                    Some(owner) => format!("{value} gold for {}", viewer.subject(owner)),
                    None => format!("{value} gold"),
                };
                Some(Change::new("dig", gains))
            }
        },
    }
}

/// Returns what a flip may bring, as far as all players can know: by the cards that nobody has seen, or that none of them is
/// shown.
pub(super) fn prospect(state: &State, mv: Flip, viewer: &Viewer) -> Option<Change> {
    let seat = state.to_move()?;
    let table = state.table();
    if table.seen(mv.0).is_some() {
        // With the marks of cards seen before, the change itself is described.
        let is_told = viewer.assist && changed(state, mv, viewer).is_some();
        return (!is_told).then(|| Change::new("show", "the others no new card"));
    }
    let unseen = table.unseen_kinds();
    let all: usize = unseen.iter().map(|&copies| usize::from(copies)).sum();
    let open = table.open().map(|open| state.card_under(Flip(open)));
    let chances = match open {
        None => {
            let gold = copies_of(&unseen, |card| matches!(card, Card::Gold(_)));
            let own = copies_of(&unseen, |card| owner_of(table, card) == Some(seat));
            let gold = format!("gold with {}", of_all(gold, all));
            if table.is_rush() {
                gold
            } else {
                format!(
                    "{gold}, {} with {}",
                    own_digger(seat, viewer),
                    of_all(own, all)
                )
            }
        }
        Some(first) => {
            let own = copies_of(&unseen, |card| winner(state, first, card) == Some(seat));
            let others = copies_of(&unseen, |card| {
                winner(state, first, card).is_some_and(|winner| winner != seat)
            });
            let whom = if viewer.you() == Some(seat) {
                "you".into()
            } else {
                viewer.subject(seat)
            };
            format!(
                "gold for {whom} with {}, for others with {}",
                of_all(own, all),
                of_all(others, all)
            )
        }
    };
    Some(Change::new("bring", chances))
}

/// Counts the cards of the wanted kinds.
fn copies_of(cards: &[u8; KINDS], wanted: impl Fn(Card) -> bool) -> usize {
    let kinds = cards.iter().enumerate();
    let wanted = kinds.filter(|(kind, _)| wanted(Card::of_kind(*kind)));
    wanted.map(|(_, &copies)| usize::from(copies)).sum()
}

/// Returns the seat that gets gold for two open cards; `None` if nobody does.
fn winner(state: &State, first: Card, second: Card) -> Option<Player> {
    match outcome(first, second) {
        Outcome::Dug { color, .. } => state.table().owner(color).or(state.to_move()),
        Outcome::Nothing | Outcome::Blast | Outcome::FirstLeaves | Outcome::SecondLeaves => None,
    }
}

/// Returns the seat that owns a digger; `None` for other cards, and a digger that nobody owns.
fn owner_of(table: Table, card: Card) -> Option<Player> {
    match card {
        Card::Digger { color, .. } => table.owner(color),
        Card::Dynamite | Card::Gold(_) => None,
    }
}

fn own_digger(seat: Player, viewer: &Viewer) -> String {
    if viewer.you() == Some(seat) {
        "your digger".into()
    } else {
        format!("{}'s digger", viewer.subject(seat))
    }
}

/// Counts cards among those that nobody has seen: `9 of 42 unseen cards`.
fn of_all(copies: usize, all: usize) -> String {
    let all = count(all, "unseen card");
    match copies {
        0 => format!("none of {all}"),
        _ => format!("{copies} of {all}"),
    }
}

/// Describes a finished turn for later reading: the positions flipped and the results, but not the faces of cards that
/// lie face down again.
pub(super) fn recap(before: &State, moves: &[Flip], viewer: &Viewer) -> Vec<String> {
    let Some(seat) = before.to_move() else {
        return Vec::new();
    };
    let mut state = before.clone();
    let mut flipped = Vec::new();
    let mut revealed = Vec::new();
    for &mv in moves {
        let was = state.clone();
        flipped.push((mv, was.card_under(mv)));
        state.play_unchecked(mv);
        revealed.extend(news(&was, mv, &state, viewer).into_iter().skip(1));
    }
    // If the next game was dealt, other cards lie there.
    let is_same_game = state.table().game() == before.table().game();
    let mut places = Vec::new();
    for (mv, card) in flipped {
        let at = before.move_text(mv);
        if is_same_game && !state.table().has_card(mv.0) {
            places.push(format!(
                "{at} ({})",
                card_words(before.table(), card, viewer)
            ));
        } else {
            places.push(at);
        }
    }
    [format!(
        "{} {}.",
        viewer.does(seat, "flip"),
        places.join(" and ")
    )]
    .into_iter()
    .chain(revealed)
    .collect()
}

/// Describes what happened when a seat flipped a card, in sentences.
pub(super) fn news(before: &State, mv: Flip, after: &State, viewer: &Viewer) -> Vec<String> {
    let table = before.table();
    let Some(seat) = before.to_move() else {
        return Vec::new();
    };
    let card = before.card_under(mv);
    let flipped = format!(
        "{} {}: {}.",
        viewer.does(seat, "flip"),
        before.move_text(mv),
        card_words(table, card, viewer)
    );
    let mut news = vec![flipped];
    match (table.open(), card) {
        _ if table.is_rush() => match card {
            Card::Gold(value) => news.push(format!("{} {value} gold.", viewer.does(seat, "get"))),
            Card::Dynamite | Card::Digger { .. } => news.push("It leaves the game.".into()),
        },
        (None, _) => return news,
        (Some(open), card) => {
            let first = before.card_under(Flip(open));
            news.push(match outcome(first, card) {
                Outcome::Nothing => "Both are turned face down again.".into(),
                Outcome::Blast => "Both leave the game.".into(),
                Outcome::FirstLeaves => {
                    format!(
                        "The weaker digger, at {}, leaves the game.",
                        before.move_text(Flip(open))
                    )
                }
                Outcome::SecondLeaves => format!(
                    "The weaker digger, at {}, leaves the game.",
                    before.move_text(mv)
                ),
                Outcome::Dug { value, color } => {
                    format!(
                        "{} {value} gold.",
                        viewer.does(table.owner(color).unwrap_or(seat), "get")
                    )
                }
            });
        }
    }
    let (now, games) = after.table().game();
    if now != table.game().0 {
        news.push(format!(
            "Game {now} of {games} is over; the next one is dealt."
        ));
    } else if after.table().is_rush() && !table.is_rush() && after.to_move().is_some() {
        news.push(
            "The gold rush begins: from now on each turn is one flip, and the player who flips gold keeps it.".into(),
        );
    }
    news
}

pub(super) fn card_words(table: Table, card: Card, viewer: &Viewer) -> String {
    match card {
        Card::Dynamite => "dynamite".into(),
        Card::Gold(value) => format!("gold worth {value}"),
        Card::Digger { color, strength } => {
            let owner = table
                .owner(color)
                .map_or_else(|| "nobody".into(), |owner| viewer.name(owner));
            format!("{owner}'s digger, strength {strength}")
        }
    }
}
