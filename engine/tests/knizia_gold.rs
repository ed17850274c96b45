//! Knizia's gold-rush card game: a test for every rule at least, named after its number, and the contract of every game.

use goldrush_engine::conformance::check_game;
use goldrush_engine::game::{State as _, Text, View};
use goldrush_engine::knizia_gold::turn::{Outcome, outcome};
use goldrush_engine::knizia_gold::{Card, Flip, MAX_TURNS, RUSH, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;

/// A game of these cards at a1, b1, …; nothing lies elsewhere.
fn game(players: usize, cards: &str) -> State {
    let cards: Vec<&str> = cards.split_whitespace().collect();
    let rest = "-- ".repeat(64 - cards.len());
    let gold = " 0/0".repeat(players);
    let rush = u8::from(cards.len() <= RUSH as usize);
    let text = format!("turns 0\nseat 0\nrush {rush}\ngold{gold}\n{} {rest}", cards.join(" "));
    State::from_text(players, &text).unwrap_or_else(|e| panic!("{e}"))
}

fn play(state: &mut State, positions: &str) {
    for text in positions.split_whitespace() {
        let mv = state.parse_move(text).unwrap();
        state.play(mv).unwrap_or_else(|_| panic!("{text} is refused"));
    }
}

/// Value and number of the gold cards of each seat.
fn gold(state: &State) -> Vec<(u8, u8)> {
    Player::all(state.players()).map(|seat| state.gold(seat)).collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Enough other cards that the gold rush does not begin.
const FILLER: &str = "g4 g4 g4 g4 g4 g3 g3 g3 g3 g3 g3 d2 d5";

fn with_filler(players: usize, cards: &str) -> State {
    game(players, &format!("{cards} {FILLER}"))
}

#[test]
fn the_contract_holds_for_two_to_five_players() {
    for players in 2..=5 {
        for seed in 0..20 {
            check_game::<State>(players, seed, 2 * usize::from(MAX_TURNS), |state| {
                let removed = 64 - state.cards_left();
                let gold: u32 = gold(state).iter().map(|seat| u32::from(seat.1)).sum();
                assert!(gold <= removed && gold <= 24);
            });
        }
    }
}

#[test]
fn k1_sixty_four_cards() {
    let deck = Card::DECK;
    let count = |wanted: fn(&Card) -> bool| deck.iter().filter(|card| wanted(card)).count();
    assert_eq!(count(|card| *card == Card::Dynamite), 5);
    assert_eq!([1, 2, 3, 4].map(|v| deck.iter().filter(|c| **c == Card::Gold(v)).count()), [5, 7, 7, 5]);
    for colour in 0..5 {
        let strong = |s| deck.iter().filter(|c| **c == Card::Digger { colour, strength: s }).count();
        assert_eq!([2, 3, 4, 5].map(strong), [2, 2, 2, 1]);
    }
    let state = State::deal(3, &mut tool_stream(1));
    assert_eq!(state.cards_left(), 64);
    assert_eq!(state.owner(2), Player::new(2));
    assert_eq!(state.owner(3), None);
}

#[test]
fn k2_two_different_cards_and_the_first_is_seen_before_the_second() {
    let mut state = State::deal(2, &mut tool_stream(5));
    let first = Flip(9);
    assert_eq!(state.seen(9), None);
    state.play(first).unwrap();
    assert_eq!(state.open(), Some(9));
    assert!(state.seen(9).is_some());
    assert_eq!(state.to_move(), Some(Player::FIRST));
    assert!(!state.is_legal(first) && !state.is_legal(Flip(64)));
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    assert_eq!(moves.len(), 63);
    state.play(Flip(10)).unwrap();
    assert_eq!((state.open(), state.to_move(), state.turns()), (None, Player::new(1), 1));
}

#[test]
fn k3_gold_goes_to_the_owner_of_the_digger() {
    let mut state = with_filler(2, "b3 g3 c4 g1 a2 g3");
    play(&mut state, "a1 b1");
    assert_eq!(gold(&state), [(0, 0), (3, 1)]);
    assert!(!state.has_card(0) && !state.has_card(1));
    // Nobody owns c: seat 1 flipped.
    play(&mut state, "d1 c1");
    assert_eq!(gold(&state), [(0, 0), (4, 2)]);
    // Too weak.
    play(&mut state, "e1 f1");
    assert_eq!(gold(&state), [(0, 0), (4, 2)]);
    assert!(state.has_card(4) && state.has_card(5));
    assert_eq!(outcome(card("g2"), card("e2")), Outcome::Dug { value: 2, colour: 4 });
}

#[test]
fn k4_the_weaker_digger_leaves() {
    let mut state = with_filler(2, "a2 b4 a5 a3");
    play(&mut state, "a1 b1");
    assert!(!state.has_card(0) && state.has_card(1));
    assert_eq!(state.seen(1), Some(card("b4")));
    play(&mut state, "c1 d1");
    assert!(state.has_card(2) && !state.has_card(3));
}

#[test]
fn k5_dynamite_removes_both() {
    for other in ["g1", "a5", "xx"] {
        for positions in ["a1 b1", "b1 a1"] {
            let mut state = with_filler(2, &format!("xx {other}"));
            let before = state.cards_left();
            play(&mut state, positions);
            assert_eq!(state.cards_left(), before - 2);
            assert_eq!(gold(&state), [(0, 0); 2]);
        }
    }
}

#[test]
fn k6_otherwise_nothing_happens() {
    for (one, other) in [("g1", "g4"), ("a3", "b3"), ("a3", "a3"), ("a2", "g3"), ("g4", "e3")] {
        assert_eq!(outcome(card(one), card(other)), Outcome::Nothing, "{one} {other}");
    }
    let mut state = with_filler(2, "g1 g4");
    let before = state.cards_left();
    play(&mut state, "a1 b1");
    assert_eq!((state.cards_left(), state.to_move()), (before, Player::new(1)));
}

#[test]
fn k7_the_gold_rush() {
    let mut state = game(2, "xx g1 g4 g3 a2 b5 xx c4 g2 g2 a5 b2");
    assert!(!state.is_rush());
    play(&mut state, "a1 b1");
    assert!(state.is_rush());
    // Gold goes to whoever flips it, a digger or dynamite leaves, and one card is a turn.
    play(&mut state, "c1");
    assert_eq!(gold(&state), [(0, 0), (4, 1)]);
    play(&mut state, "f1 g1");
    assert_eq!((gold(&state), state.cards_left(), state.turns()), (vec![(0, 0), (4, 1)], 7, 4));
    // Fewer cards do not end it, the last one does.
    play(&mut state, "d1 e1 h1");
    assert_eq!(gold(&state), [(3, 1), (4, 1)]);
    play(&mut state, "a2 b2 c2 d2");
    assert_eq!((state.to_move(), gold(&state)), (None, vec![(5, 2), (6, 2)]));
}

#[test]
fn k8_the_end_when_nothing_can_be_removed() {
    // Twelve gold cards and a digger too weak for any of them.
    let stuck = "g4 g4 g4 g4 g4 g3 g3 g3 g3 g3 g3 g3 a2 a2";
    assert_eq!(game(2, stuck).to_move(), None);
    // One that is strong enough, another strength, or dynamite: play goes on.
    for more in ["a3", "xx", "b5"] {
        assert!(game(2, &format!("{stuck} {more}")).to_move().is_some(), "{more}");
    }
    // It may become so: dynamite takes the last digger with it.
    let mut state = game(2, "xx a5 g4 g4 g4 g4 g4 g3 g3 g3 g3 g3 g3 g3");
    play(&mut state, "a1 b1");
    assert_eq!((state.to_move(), state.cards_left()), (None, 12));
}

#[test]
fn k8_the_end_after_a_thousand_turns() {
    let mut state = State::deal(2, &mut tool_stream(3));
    let mut gold = (0..64).filter(|&at| {
        let mut tried = state.clone();
        tried.play_unchecked(Flip(at));
        matches!(tried.seen(at), Some(Card::Gold(_)))
    });
    let (one, other) = (gold.next().unwrap(), gold.next().unwrap());
    for turn in 0..MAX_TURNS {
        assert_eq!(state.turns(), turn);
        state.play(Flip(one)).unwrap();
        state.play(Flip(other)).unwrap();
    }
    assert_eq!((state.to_move(), state.cards_left()), (None, 64));
}

#[test]
fn k9_gold_is_public() {
    let mut state = with_filler(3, "b3 g3");
    play(&mut state, "a1 b1");
    for seat in Player::all(3) {
        let seen = state.observation(seat);
        assert_eq!((seen.gold, seen.gold_cards), (vec![0, 3, 0], vec![0, 1, 0]));
    }
    assert_eq!(state.scores().as_slice(), [0, 3, 0]);
}

#[test]
fn k11_what_was_flipped_is_known_to_all_and_the_rest_is_dealt_anew() {
    let mut state = State::deal(2, &mut tool_stream(11));
    play(&mut state, "a1 h8");
    let known: Vec<u8> = (0..64).filter(|&at| state.seen(at).is_some()).collect();
    let view = View::new(&state, Player::FIRST);
    let mut rng = tool_stream(12);
    let mut differs = false;
    for _ in 0..20 {
        let world = view.sample(&mut rng);
        for &at in &known {
            assert_eq!(world.seen(at), state.seen(at));
        }
        assert_eq!(world.observation(Player::FIRST), state.observation(Player::FIRST));
        // The same cards are left.
        let cards = |state: &State| {
            let text = state.to_text();
            let grid = text.lines().skip(4).flat_map(str::split_whitespace);
            let mut all: Vec<String> = grid.map(|card| card.trim_start_matches('+').to_owned()).collect();
            all.sort();
            all
        };
        assert_eq!(cards(&world), cards(&state));
        differs |= world != state;
    }
    assert!(differs);
}

#[test]
fn text_that_is_no_game_is_refused() {
    let good = State::deal(2, &mut tool_stream(1)).to_text();
    for (from, to, line) in [("turns 0", "turns 1001", 1), ("gold 0/0", "gold 0", 4), ("seat 0", "seat 2", 2)] {
        assert_eq!(State::from_text(2, &good.replace(from, to)).unwrap_err().line, line, "{to}");
    }
    assert!(State::from_text(2, &good.replace("xx", "zz")).unwrap_err().problem.contains("zz"));
    assert!(State::from_text(2, &format!("{good} g1")).is_err());
    assert!(State::from_text(2, "seat 0").is_err());
}
