//! Knizia's card game in arrays.

use goldrush_engine::game::{State as _, Text as _, TextError, View};
use goldrush_engine::knizia_gold::{Card, Flip, GRID, KINDS, KniziaGold, Setup, State};
use goldrush_engine::landscape::frontier::bits;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use crate::lens::{Layout, Lens, Section, numbers};
use crate::planes::Planes;
use crate::turns::{NONE, Turns};

/// Places in a row of the grid.
const SIDE: usize = 8;
/// Kinds of cards as a seat sees them: dynamite, gold of four values, then diggers of four strengths of each seat after it.
const FACES: usize = KINDS;

/// Returns the kind of a card, with colors from the viewpoint of a seat: its own first. Colors without a player stay last.
fn face(card: Card, observer: Player, players: usize) -> usize {
    match card {
        Card::Digger { color, strength } if usize::from(color) < players => {
            let color = (usize::from(color) + players - observer.index()) % players;
            Card::Digger {
                color: color as u8,
                strength,
            }
            .kind()
        }
        card => card.kind(),
    }
}

fn face_name(kind: usize) -> String {
    match Card::of_kind(kind) {
        Card::Dynamite => "dynamite".into(),
        Card::Gold(value) => format!("gold of {value}"),
        Card::Digger { color: 0, strength } => format!("digger of {strength} of the seat"),
        Card::Digger { color, strength } => {
            format!("digger of {strength}, color {color} after the seat's")
        }
    }
}

/// Features of one side.
const OF_A_SIDE: usize = 5;

impl Lens for KniziaGold {
    fn parse(setup: &'static Setup, text: &str) -> Result<State, TextError> {
        State::from_text(*setup, text)
    }

    fn turned_over(dealt: &State, moves: &[Flip]) -> Vec<usize> {
        let mut state = dealt.clone();
        let turn_over = |&flip: &Flip| {
            let kind = state.card_under(flip).kind();
            state.play_unchecked(flip);
            kind
        };
        moves.iter().map(turn_over).collect()
    }

    fn layout(_: &Setup, _: usize) -> Layout {
        let mut planes: Vec<String> = [
            "a card lies",
            "nobody has looked at it",
            "it lies open",
            "turns since it was flipped, at most 255",
        ]
        .map(Into::into)
        .to_vec();
        planes.extend((0..FACES).map(|kind| format!("seen: {}", face_name(kind))));
        let mut table: Vec<String> = [
            "cards left, in hundreds",
            "the seat decides",
            "the gold rush has begun",
            "games left of the match",
        ]
        .map(Into::into)
        .to_vec();
        for seat in 0..MAX_PLAYERS {
            let whose = if seat == 0 {
                "the seat".into()
            } else {
                format!("seat {seat} after it")
            };
            table.extend(
                ["plays", "value of its gold", "gold cards"].map(|what| format!("{whose}: {what}")),
            );
        }
        table.extend((0..FACES).map(|kind| format!("not seen by anybody: {}", face_name(kind))));
        let mut features: Vec<String> = ["1", "cards left", "cards nobody has looked at"]
            .map(Into::into)
            .to_vec();
        for whose in ["the seat", "others, on average"] {
            let told = [
                "gold",
                "gold cards",
                "seen gold it can dig with a seen digger",
                "the best of it",
                "seen diggers",
            ];
            features.extend(told.map(|what| format!("{whose}: {what}")));
        }
        features.push("seen gold".into());
        Layout {
            sections: vec![Section {
                name: "flip",
                size: GRID,
                meaning: "row * 8 + column".into(),
            }],
            draws: (0..KINDS)
                .map(|kind| Card::of_kind(kind).to_string())
                .collect(),
            planes,
            side: SIDE,
            table,
            terms: features.len(),
            features,
        }
    }

    fn action(_: &State, Flip(at): Flip, _: usize) -> Option<usize> {
        Some(usize::from(at))
    }

    fn board(view: &View<State>, _: usize, board: &mut Planes) {
        let seen = view.table();
        let observer = view.observer();
        let players = view.players();
        for at in (0..GRID as u8).filter(|at| seen.has_card(*at)) {
            let mut mark =
                |plane: usize, value: u8| board.add(plane * GRID + usize::from(at), value);
            mark(0, 1);
            mark(1, u8::from(seen.unseen() >> at & 1 == 1));
            mark(2, u8::from(seen.open() == Some(at)));
            if let Some(flipped) = seen.last_flipped(at) {
                mark(3, (seen.turns() - flipped).min(255) as u8);
            }
            if let Some(card) = seen.seen(at) {
                mark(4 + face(card, observer, players), 1);
            }
        }
    }

    fn table(view: &View<State>, table: &mut [f32]) {
        let seen = view.table();
        let observer = view.observer();
        let players = view.players();
        let (game, games) = seen.game();
        let mut entries = table.iter_mut();
        let mut put = |value: f32| *entries.next().expect("as many entries as names") = value;
        put(seen.cards_left() as f32 / 100.0);
        put(f32::from(u8::from(view.to_move() == Some(observer))));
        put(f32::from(u8::from(seen.is_rush())));
        put((games - game - 1) as f32);
        let mut seat = observer;
        for nth in 0..MAX_PLAYERS {
            let (value, cards) = if nth < players {
                seen.gold(seat)
            } else {
                (0, 0)
            };
            put(f32::from(u8::from(nth < players)));
            put(f32::from(value));
            put(f32::from(cards));
            seat = seat.next(players);
        }
        let mut unseen = [0.0; FACES];
        for (kind, count) in seen.unseen_kinds().into_iter().enumerate() {
            unseen[face(Card::of_kind(kind), observer, players)] += f32::from(count);
        }
        unseen.into_iter().for_each(put);
    }

    fn describe(view: &View<State>, terms: &mut [f32]) {
        let seen = view.table();
        let observer = view.observer();
        let players = view.players();
        terms[0] = 1.0;
        terms[1] = seen.cards_left() as f32;
        terms[2] = seen.unseen().count_ones() as f32;
        let mut strongest = [0_u8; MAX_PLAYERS];
        let mut diggers = [0_u8; MAX_PLAYERS];
        let mut gold = [0_u8; 5];
        for card in bits(seen.present() & !seen.unseen()).filter_map(|at| seen.seen(at)) {
            match card {
                Card::Dynamite => {}
                Card::Gold(value) => gold[usize::from(value)] += 1,
                Card::Digger { color, strength } => {
                    let best = &mut strongest[usize::from(color)];
                    *best = strength.max(*best);
                    diggers[usize::from(color)] += 1;
                }
            }
        }
        for seat in Player::all(players) {
            let own = seat == observer;
            let weight = if own { 1.0 } else { 1.0 / (players - 1) as f32 };
            let at = 3 + usize::from(!own) * OF_A_SIDE;
            let (value, cards) = seen.gold(seat);
            let can = || {
                (1..=4.min(strongest[seat.index()])).filter(|value| gold[usize::from(*value)] > 0)
            };
            let all: u8 = can().map(|value| value * gold[usize::from(value)]).sum();
            let told = [
                value,
                cards,
                all,
                can().max().unwrap_or(0),
                diggers[seat.index()],
            ];
            for (term, told) in terms[at..at + OF_A_SIDE].iter_mut().zip(told) {
                *term += weight * f32::from(told);
            }
        }
        terms[3 + 2 * OF_A_SIDE] = (1..=4_u8)
            .map(|value| f32::from(value * gold[usize::from(value)]))
            .sum();
    }

    fn expect(before: &State, flip: Flip, after: &State, seat: Player, terms: &mut [f32]) {
        if before.table().seen(flip.0).is_some() {
            return Self::describe(&View::new(after, seat), terms);
        }
        describe_unseen(before, seat, terms);
    }

    /// A turn here is one flip. What it leads to depends on the kind of the card alone, not on its place.
    fn list_turns(state: &State, seat: Player, window: usize, layout: &Layout, turns: &mut Turns) {
        let table = state.table();
        let mut flips = Vec::new();
        state.legal_moves(&mut flips);
        let numbers = numbers::<KniziaGold>(state, &flips, window, layout.actions());
        let mut seen = [None; KINDS];
        let mut unseen = None;
        let mut after = state.clone();
        for (flip, number) in flips.iter().zip(numbers) {
            let row = match table.seen(flip.0) {
                Some(card) => *seen[card.kind()].get_or_insert_with(|| {
                    after.clone_from(state);
                    after.play_unchecked(*flip);
                    let row = turns.add_row();
                    Self::describe(&View::new(&after, seat), turns.row_mut(row));
                    row
                }),
                None => *unseen.get_or_insert_with(|| {
                    let row = turns.add_row();
                    describe_unseen(state, seat, turns.row_mut(row));
                    row
                }),
            };
            turns.push([number as i32, NONE, NONE], row);
        }
    }

    fn lead(terms: &[f32]) -> f32 {
        terms[3] - terms[3 + OF_A_SIDE]
    }
}

/// Adds the mean of the terms after flipping a card that nobody has seen, over all cards that it may be.
fn describe_unseen(before: &State, seat: Player, terms: &mut [f32]) {
    let table = before.table();
    let mut of_kind = [None; KINDS];
    let kinds = table.unseen_kinds();
    for at in bits(table.unseen()) {
        // The terms are the same wherever the card lies.
        of_kind[before.card_under(Flip(at)).kind()] = Some(Flip(at));
    }
    let mut one = before.clone();
    let mut other = vec![0.0; terms.len()];
    for (flip, count) in of_kind.into_iter().zip(kinds) {
        let Some(flip) = flip else { continue };
        one.clone_from(before);
        one.play_unchecked(flip);
        other.fill(0.0);
        KniziaGold::describe(&View::new(&one, seat), &mut other);
        terms
            .iter_mut()
            .zip(&other)
            .for_each(|(sum, value)| *sum += f32::from(count) * value);
    }
    let unseen = table.unseen().count_ones();
    terms.iter_mut().for_each(|sum| *sum /= unseen as f32);
}
