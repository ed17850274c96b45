//! Scenes of Knizia's card game.

use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::knizia_gold::{Card, Flip, KINDS, KniziaGold, State, Table};
use goldrush_engine::player::Player;

use super::points;
use super::words::card_words;
use crate::Observers;
use crate::scene::{
    Base, Board, Card as CardScene, Cards, Choice, Count, Face, Ink, KindLeft, Left, Picture,
    Question, Scene, Seat, Sign, Spot,
};
use crate::viewer::Viewer;

/// Sign of a digger that nobody owns.
const NOBODY: char = '•';
/// Cards per row.
const COLUMNS: u8 = 8;

/// Renders the position for a viewer; `turns` lists the seats whose turns have begun.
pub(super) fn scene(
    state: &State,
    observers: &Observers<KniziaGold>,
    turns: &[Player],
    viewer: &Viewer,
) -> Scene {
    let table = state.table();
    let in_progress = state.to_move().is_some();
    let (game, games) = table.game();
    Scene {
        title: "Knizia's gold-rush card game",
        name: "Gold-rush cards",
        turn: turns.len() + usize::from(in_progress && table.open().is_none()),
        turns: None,
        to_move: state.to_move(),
        ground: Board::Cards(Cards {
            columns: COLUMNS.into(),
            places: (0..COLUMNS * COLUMNS)
                .map(|at| table.has_card(at).then(|| card(state, at, viewer.assist)))
                .collect(),
        }),
        scored: Vec::new(),
        notes: if games > 1 {
            vec![format!("Game {} of {games}.", game + 1)]
        } else {
            Vec::new()
        },
        legend: legend(table),
        seats: Player::all(state.players())
            .map(|player| seat(state, observers, player, viewer))
            .collect(),
        left: Left {
            count: table.cards_left() as usize,
            thing: "card",
            kinds: left_by_kind(state),
        },
        question: state
            .to_move()
            .filter(|&seat| viewer.are_of(seat))
            .map(|seat| question(state, seat, viewer)),
    }
}

fn seat(state: &State, observers: &Observers<KniziaGold>, seat: Player, viewer: &Viewer) -> Seat {
    Seat {
        sources: points(state, observers, seat)
            .map(|(name, points)| (name, Some(points)))
            .collect(),
        holds: vec![Count {
            name: "gold card",
            short: "crd",
            count: state.table().gold(seat).1.into(),
        }],
        ..Seat::new(state, seat, viewer)
    }
}

fn spot(symbol: char, ink: Ink, base: Option<Base>) -> Spot {
    Spot {
        symbol,
        ink,
        base,
        part: None,
        feature: None,
    }
}

/// Counts the cards in the grid by kind. All players know these numbers, because cards leave the game face up.
fn left_by_kind(state: &State) -> Vec<KindLeft> {
    let table = state.table();
    let there = (0..COLUMNS * COLUMNS)
        .filter(|&at| table.has_card(at))
        .map(|at| state.card_under(Flip(at)));
    let there: Vec<Card> = there.collect();
    let mut kinds: Vec<KindLeft> = Vec::new();
    for card in (0..KINDS).map(Card::of_kind) {
        let count = there.iter().filter(|&&other| other == card).count();
        let Face { short, words, ink } = face(table, card);
        match kinds.iter_mut().find(|kind| kind.words == words) {
            // Colors that nobody owns.
            Some(kind) => kind.count += count,
            None => {
                let drawn = short
                    .chars()
                    .map(|symbol| spot(symbol, ink, None))
                    .collect();
                kinds.push(KindLeft {
                    words,
                    count,
                    drawn: Picture(vec![drawn]),
                    art: 0,
                });
            }
        }
    }
    kinds.retain(|kind| kind.count > 0);
    kinds
}

fn card(state: &State, at: u8, assist: bool) -> CardScene {
    let table = state.table();
    let open = table.open() == Some(at);
    let face = table
        .seen(at)
        .filter(|_| open || assist)
        .map(|card| face(table, card));
    CardScene {
        at: state.move_text(Flip(at)),
        face,
        open,
        by: None,
    }
}

/// Shows the cards flipped in a turn face up in a scene, whether they were turned back or left the game.
pub(super) fn reveal(scene: &mut Scene, before: &State, moves: &[Flip]) {
    let Board::Cards(cards) = &mut scene.ground else {
        return;
    };
    let mut state = before.clone();
    for &mv in moves {
        if let Some(place) = cards.places.get_mut(usize::from(mv.0)) {
            *place = Some(CardScene {
                at: state.move_text(mv),
                face: Some(face(state.table(), state.card_under(mv))),
                open: true,
                by: None,
            });
        }
        state.play_unchecked(mv);
    }
}

/// Marks the face-down cards that a turn of the last round flipped with the seat that flipped them, not with their
/// faces.
pub(super) fn mark(scene: &mut Scene, before: &State, moves: &[Flip]) {
    let Board::Cards(cards) = &mut scene.ground else {
        return;
    };
    let mut after = before.clone();
    moves.iter().for_each(|&mv| after.play_unchecked(mv));
    if after.table().game() != before.table().game() {
        // A new game was dealt, so other cards lie there now.
        cards
            .places
            .iter_mut()
            .flatten()
            .for_each(|card| card.by = None);
        return;
    }
    for Flip(at) in moves {
        if let Some(Some(card)) = cards.places.get_mut(usize::from(*at)) {
            card.by = before.to_move().filter(|_| !card.open);
        }
    }
}

fn face(table: Table, card: Card) -> Face {
    // Diggers are drawn with their owner's letter.
    let by_letters = Viewer::open(Vec::new());
    Face {
        short: short(table, card),
        words: card_words(table, card, &by_letters),
        ink: ink(table, card),
    }
}

/// Returns two characters for a card. Diggers have their owner's letter, in upper case because `a2` is a place; the
/// colors that nobody owns need not be told apart.
fn short(table: Table, card: Card) -> String {
    match card {
        Card::Digger { color, strength } => {
            format!(
                "{}{strength}",
                table.owner(color).map_or(NOBODY, Player::letter)
            )
        }
        Card::Gold(_) | Card::Dynamite => card.to_string(),
    }
}

fn ink(table: Table, card: Card) -> Ink {
    match card {
        Card::Gold(_) => Ink::Gold,
        Card::Dynamite => Ink::Danger,
        Card::Digger { color, .. } => table.owner(color).map_or(Ink::Unowned, Ink::Figure),
    }
}

fn question(state: &State, seat: Player, viewer: &Viewer) -> Question {
    let table = state.table();
    let (task, brief) = match table.open() {
        _ if table.is_rush() => ("flip a card", "Gold rush: flip which card?".to_owned()),
        None => ("flip a card", "Flip which card?".into()),
        Some(open) => {
            let shown = table
                .seen(open)
                .map_or_else(String::new, |card| card_words(table, card, viewer));
            (
                "flip a second card",
                format!(
                    "{} is {shown}. Flip which second card?",
                    state.move_text(Flip(open))
                ),
            )
        }
    };
    let text = if table.open().is_some() {
        brief.clone()
    } else {
        format!("{brief} Type its position, such as c4.")
    };
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let texts = moves.into_iter().map(|mv| state.move_text(mv));
    let choices = texts
        .map(|text| Choice::plain(text.clone(), text))
        .collect();
    Question {
        seat,
        task,
        brief,
        text,
        hand: None,
        can_take_up: false,
        choices,
    }
}

fn legend(table: Table) -> Vec<Sign> {
    let mut signs = vec![
        sign('#', Ink::Field, "face down"),
        sign('g', Ink::Gold, "gold and its value"),
        sign('x', Ink::Danger, "dynamite"),
    ];
    for owner in (0..5).filter_map(|color| table.owner(color)) {
        let letter = owner.letter();
        signs.push(sign(
            letter,
            Ink::Figure(owner),
            format!("{letter}'s digger"),
        ));
    }
    signs.push(sign(NOBODY, Ink::Unowned, "nobody's digger"));
    signs
}

fn sign(symbol: char, ink: Ink, meaning: impl Into<String>) -> Sign {
    Sign {
        spot: spot(symbol, ink, Some(Base::Field)),
        meaning: meaning.into(),
    }
}
