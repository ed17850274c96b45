//! Knizia's gold-rush card game: at least one test per rule, named after its number, and the contract of every game.

use goldrush_engine::changed_numbers;
use goldrush_engine::conformance::check_game;
use goldrush_engine::game::{State as _, Text, View, win_shares};
use goldrush_engine::knizia_gold::picture::picture;
use goldrush_engine::knizia_gold::turn::{Outcome, outcome};
use goldrush_engine::knizia_gold::{
    Card, Flip, GameStats, MAX_TURNS, RUSH_CARDS, Rules, Setup, State,
};
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;

fn single(players: usize) -> Setup {
    Setup::new(players, false).unwrap()
}

/// Returns a game with these cards at a1, b1, …; other positions are empty.
fn game(players: usize, cards: &str) -> State {
    let cards: Vec<&str> = cards.split_whitespace().collect();
    let rest = "-- ".repeat(64 - cards.len());
    let gold = " 0/0".repeat(players);
    let rush = u8::from(cards.len() <= RUSH_CARDS as usize);
    let text = format!(
        "turns 0\nseat 0\nrush {rush}\ngold{gold}\n{} {rest}",
        cards.join(" ")
    );
    State::from_text(single(players), &text).unwrap_or_else(|e| panic!("{e}"))
}

fn play(state: &mut State, positions: &str) {
    for text in positions.split_whitespace() {
        let mv = state.parse_move(text).unwrap();
        state
            .play(mv)
            .unwrap_or_else(|_| panic!("{text} is refused"));
    }
}

/// Returns value and number of each seat's gold cards.
fn gold(state: &State) -> Vec<(u8, u8)> {
    Player::all(state.players())
        .map(|seat| state.table().gold(seat))
        .collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Enough filler cards to keep the gold rush from starting.
const FILLER: &str = "g4 g4 g4 g4 g4 g3 g3 g3 g3 g3 g3 d2 d5";

fn with_filler(players: usize, cards: &str) -> State {
    game(players, &format!("{cards} {FILLER}"))
}

#[test]
fn the_contract_holds_for_two_to_five_players() {
    for players in 2..=5 {
        for seed in 0..20 {
            let law = |state: &State| {
                let removed = 64 - state.table().cards_left();
                let gold: u32 = gold(state).iter().map(|seat| u32::from(seat.1)).sum();
                assert!(gold <= removed && gold <= 24);
            };
            for is_match in [false, true] {
                let setup = Setup::new(players, is_match).unwrap();
                check_game::<State>(setup, seed, 2 * usize::from(MAX_TURNS) * setup.games(), law);
                for rules in changed_numbers::knizia_gold(is_match) {
                    let setup = Setup::with_rules(players, rules).unwrap();
                    check_game::<State>(
                        setup,
                        seed,
                        2 * usize::from(MAX_TURNS) * setup.games(),
                        |_| (),
                    );
                }
            }
        }
    }
}

#[test]
fn k1_the_deck_has_sixty_four_cards() {
    let deck = Card::DECK;
    let count = |wanted: fn(&Card) -> bool| deck.iter().filter(|card| wanted(card)).count();
    assert_eq!(count(|card| *card == Card::Dynamite), 5);
    assert_eq!(
        [1, 2, 3, 4].map(|v| deck.iter().filter(|c| **c == Card::Gold(v)).count()),
        [5, 7, 7, 5]
    );
    for color in 0..5 {
        let strong = |s| {
            deck.iter()
                .filter(|c| **c == Card::Digger { color, strength: s })
                .count()
        };
        assert_eq!([2, 3, 4, 5].map(strong), [2, 2, 2, 1]);
    }
    let state = State::deal(single(3), &mut tool_stream(1));
    assert_eq!(state.table().cards_left(), 64);
    assert_eq!(state.table().owner(2), Player::new(2));
    assert_eq!(state.table().owner(3), None);
}

#[test]
fn k2_a_turn_flips_two_different_cards_one_after_the_other() {
    let mut state = State::deal(single(2), &mut tool_stream(5));
    let first = Flip(9);
    assert_eq!(state.table().seen(9), None);
    state.play(first).unwrap();
    assert_eq!(state.table().open(), Some(9));
    assert!(state.table().seen(9).is_some());
    assert_eq!(state.to_move(), Some(Player::FIRST));
    assert!(!state.is_legal(first) && !state.is_legal(Flip(64)));
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    assert_eq!(moves.len(), 63);
    state.play(Flip(10)).unwrap();
    assert_eq!(
        (state.table().open(), state.to_move(), state.table().turns()),
        (None, Player::new(1), 1)
    );
}

#[test]
fn k3_gold_goes_to_the_owner_of_the_digger() {
    let mut state = with_filler(2, "b3 g3 c4 g1 a2 g3");
    play(&mut state, "a1 b1");
    assert_eq!(gold(&state), [(0, 0), (3, 1)]);
    assert!(!state.table().has_card(0) && !state.table().has_card(1));
    // Color c is unowned: seat 1 flipped.
    play(&mut state, "d1 c1");
    assert_eq!(gold(&state), [(0, 0), (4, 2)]);
    // Too weak.
    play(&mut state, "e1 f1");
    assert_eq!(gold(&state), [(0, 0), (4, 2)]);
    assert!(state.table().has_card(4) && state.table().has_card(5));
    assert_eq!(
        outcome(card("g2"), card("e2")),
        Outcome::Dug { value: 2, color: 4 }
    );
}

#[test]
fn k4_the_weaker_digger_leaves() {
    let mut state = with_filler(2, "a2 b4 a5 a3");
    play(&mut state, "a1 b1");
    assert!(!state.table().has_card(0) && state.table().has_card(1));
    assert_eq!(state.table().seen(1), Some(card("b4")));
    play(&mut state, "c1 d1");
    assert!(state.table().has_card(2) && !state.table().has_card(3));
}

#[test]
fn k5_dynamite_removes_both() {
    for other in ["g1", "a5", "xx"] {
        for positions in ["a1 b1", "b1 a1"] {
            let mut state = with_filler(2, &format!("xx {other}"));
            let before = state.table().cards_left();
            play(&mut state, positions);
            assert_eq!(state.table().cards_left(), before - 2);
            assert_eq!(gold(&state), [(0, 0); 2]);
        }
    }
}

#[test]
fn k6_other_pairs_are_turned_back() {
    for (one, other) in [
        ("g1", "g4"),
        ("a3", "b3"),
        ("a3", "a3"),
        ("a2", "g3"),
        ("g4", "e3"),
    ] {
        assert_eq!(
            outcome(card(one), card(other)),
            Outcome::Nothing,
            "{one} {other}"
        );
    }
    let mut state = with_filler(2, "g1 g4");
    let before = state.table().cards_left();
    play(&mut state, "a1 b1");
    assert_eq!(
        (state.table().cards_left(), state.to_move()),
        (before, Player::new(1))
    );
}

#[test]
fn k7_the_gold_rush_flips_one_card_per_turn() {
    let mut state = game(2, "xx g1 g4 g3 a2 b5 xx c4 g2 g2 a5 b2");
    assert!(!state.table().is_rush());
    play(&mut state, "a1 b1");
    assert!(state.table().is_rush());
    // Gold goes to the seat that flips it, a digger or dynamite leaves, and one card is a turn.
    play(&mut state, "c1");
    assert_eq!(gold(&state), [(0, 0), (4, 1)]);
    play(&mut state, "f1 g1");
    assert_eq!(
        (
            gold(&state),
            state.table().cards_left(),
            state.table().turns()
        ),
        (vec![(0, 0), (4, 1)], 7, 4)
    );
    // The rush only ends with the last card.
    play(&mut state, "d1 e1 h1");
    assert_eq!(gold(&state), [(3, 1), (4, 1)]);
    play(&mut state, "a2 b2 c2 d2");
    assert_eq!(
        (state.to_move(), gold(&state)),
        (None, vec![(5, 2), (6, 2)])
    );
}

#[test]
fn k8_the_game_ends_when_no_card_can_be_removed() {
    // Twelve gold cards and a digger too weak for any of them.
    let stuck = "g4 g4 g4 g4 g4 g3 g3 g3 g3 g3 g3 g3 a2 a2";
    assert_eq!(game(2, stuck).to_move(), None);
    // With a strong enough digger, another strength, or dynamite, play continues.
    for more in ["a3", "xx", "b5"] {
        assert!(
            game(2, &format!("{stuck} {more}")).to_move().is_some(),
            "{more}"
        );
    }
    // The position may become stuck: dynamite takes the last digger with it.
    let mut state = game(2, "xx a5 g4 g4 g4 g4 g4 g3 g3 g3 g3 g3 g3 g3");
    play(&mut state, "a1 b1");
    assert_eq!((state.to_move(), state.table().cards_left()), (None, 12));
}

#[test]
fn k8_the_game_ends_after_a_thousand_turns() {
    let mut state = State::deal(single(2), &mut tool_stream(3));
    let mut gold = (0..64).filter(|&at| {
        let mut tried = state.clone();
        tried.play_unchecked(Flip(at));
        matches!(tried.table().seen(at), Some(Card::Gold(_)))
    });
    let (one, other) = (gold.next().unwrap(), gold.next().unwrap());
    for turn in 0..MAX_TURNS {
        assert_eq!(state.table().turns(), turn);
        state.play(Flip(one)).unwrap();
        state.play(Flip(other)).unwrap();
    }
    assert_eq!((state.to_move(), state.table().cards_left()), (None, 64));
}

#[test]
fn k9_gold_is_public() {
    let mut state = with_filler(3, "b3 g3");
    play(&mut state, "a1 b1");
    for seat in Player::all(3) {
        let seen = state.observation(seat);
        assert_eq!(
            seen.seats
                .iter()
                .map(|seat| (seat.gold, seat.gold_cards))
                .collect::<Vec<_>>(),
            [(0, 0), (3, 1), (0, 0)]
        );
    }
    assert_eq!(state.scores().as_slice(), [0, 3, 0]);
}

/// Returns a match at the last card of game `game` of 2, with the points of the earlier games.
fn last_card(game: u8, before: &str, gold: &str, card: &str, later: &str) -> State {
    let rest = "-- ".repeat(63);
    let text = format!(
        "turns 70\nseat 0\nrush 1\ngold {gold}\ngame {game} of 2\nbefore {before}\n{card} {rest}\n{later}"
    );
    State::from_text(Setup::new(2, true).unwrap(), &text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn k10_each_player_starts_one_game_of_a_match() {
    for players in 2..=5 {
        let mut rng = tool_stream(players as u64);
        let mut state = State::deal(Setup::new(players, true).unwrap(), &mut rng);
        let (mut starters, mut game_stats) = (Vec::new(), GameStats::default());
        while let Some(seat) = state.to_move() {
            if state.table().cards_left() == 64
                && state.table().turns() == 0
                && state.table().open().is_none()
            {
                assert_eq!(state.table().game(), (starters.len(), players));
                assert_eq!(state.table().unseen(), u64::MAX);
                assert!((0..64).all(|at| state.table().last_flipped(at).is_none()));
                starters.push(seat.index());
            }
            let mv = state.random_move(&mut rng).unwrap();
            game_stats.observe(&state, mv);
            state.play(mv).unwrap();
        }
        assert_eq!(starters, (0..players).collect::<Vec<_>>());
        assert_eq!(game_stats.game_lengths().len(), players);
        // The totals are the gold of all games, from any source.
        for seat in Player::all(players) {
            let received: u16 = Player::all(players)
                .map(|other| game_stats.received_gold(seat, other))
                .sum();
            assert_eq!(
                state.scores()[seat],
                game_stats.own_gold(seat) + received + game_stats.rush_gold(seat)
            );
        }
    }
}

#[test]
fn k10_totals_and_colors_carry_over() {
    let deck: String = Card::DECK.map(|card| format!("{card} ")).concat();
    // The second game starts when the last card of the first is gone, with seat 1.
    let mut state = last_card(1, "0 0", "7/3 5/2", "g4", &deck);
    play(&mut state, "a1");
    assert_eq!(
        (state.to_move(), state.table().game()),
        (Player::new(1), (1, 2))
    );
    assert_eq!(
        (state.scores().as_slice(), gold(&state)),
        (&[11, 5][..], vec![(0, 0), (0, 0)])
    );
    // Card 5 is gold of 1, card 29 a digger of color a: seat 1 flips them, seat 0 gets the gold.
    play(&mut state, "f1 f4");
    assert_eq!(
        (state.scores().as_slice(), gold(&state)),
        (&[12, 5][..], vec![(1, 1), (0, 0)])
    );
    assert_eq!(
        state
            .observation(Player::FIRST)
            .seats
            .iter()
            .map(|seat| seat.earlier_points)
            .collect::<Vec<_>>(),
        [11, 5]
    );
}

#[test]
fn k10_a_tie_goes_to_the_last_game() {
    // 20 + 4 against 16 + 8: equal totals, seat 1 has more in the last game.
    let mut state = last_card(2, "20 16", "4/2 8/2", "xx", "");
    play(&mut state, "a1");
    assert_eq!(state.to_move(), None);
    assert_eq!(state.scores().as_slice(), [24, 24]);
    assert_eq!(win_shares(&state.standings()).as_slice(), [0, 60]);
    // A higher total wins regardless, and the number of gold cards does not matter.
    let mut state = last_card(2, "20 16", "5/5 8/2", "xx", "");
    play(&mut state, "a1");
    assert_eq!(win_shares(&state.standings()).as_slice(), [60, 0]);
    let mut state = last_card(2, "16 16", "8/5 8/2", "xx", "");
    play(&mut state, "a1");
    assert_eq!(win_shares(&state.standings()).as_slice(), [30, 30]);
}

#[test]
fn k10_later_games_are_hidden() {
    let state = State::deal(Setup::new(3, true).unwrap(), &mut tool_stream(2));
    let later = |state: &State| {
        state
            .to_text()
            .lines()
            .skip(14)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(later(&state).len(), 16);
    let world = View::new(&state, Player::FIRST).sample(&mut tool_stream(3));
    assert_ne!(later(&world), later(&state));
    let sorted = |rows: Vec<String>| {
        let mut all: Vec<String> = rows
            .iter()
            .flat_map(|row| row.split_whitespace())
            .map(str::to_owned)
            .collect();
        all.sort();
        all
    };
    assert_eq!(sorted(later(&world)), sorted(later(&state)));
}

#[test]
fn k8_a_tie_goes_to_more_gold_cards() {
    let mut state = game(2, "xx");
    play(&mut state, "a1");
    assert_eq!(win_shares(&state.standings()).as_slice(), [30, 30]);
    for (gold, shares) in [
        ("4/2 4/1", [60, 0]),
        ("4/1 4/2", [0, 60]),
        ("4/3 5/2", [0, 60]),
        ("4/2 4/2", [30, 30]),
    ] {
        let rest = "-- ".repeat(63);
        let text = format!("turns 9\nseat 0\nrush 1\ngold {gold}\nxx {rest}");
        let mut state = State::from_text(single(2), &text).unwrap();
        play(&mut state, "a1");
        assert_eq!(win_shares(&state.standings()).as_slice(), shares, "{gold}");
    }
}

#[test]
fn k11_it_is_public_when_a_card_was_last_flipped() {
    let mut state = with_filler(2, "a3 g4 b3");
    assert_eq!(state.table().last_flipped(0), None);
    play(&mut state, "a1 b1");
    play(&mut state, "b1 c1");
    play(&mut state, "c1");
    assert_eq!(
        [0, 1, 2, 3].map(|at| state.table().last_flipped(at)),
        [Some(0), Some(1), Some(2), None]
    );
    assert_eq!(state.table().turns(), 2);
    // A card that is gone has no history.
    let mut state = with_filler(2, "xx g4");
    play(&mut state, "a1 b1");
    assert_eq!(state.table().last_flipped(0), None);
}

#[test]
fn game_stats_count_who_dug_for_whom() {
    let seats = [Player::FIRST, Player::new(1).unwrap()];
    let mut state = game(2, "a5 g4 g3 c4 a4 g2 xx g1 g1 g1 g1 g1 g2 b2 g1 g1");
    let mut game_stats = GameStats::default();
    // Seat 0 digs for itself, seat 1 with an unowned digger, seat 0 for itself, the rush starts with seat 1.
    for mv in "a1 b1 c1 d1 f1 e1 h1 g1".split_whitespace() {
        let mv = state.parse_move(mv).unwrap();
        game_stats.observe(&state, mv);
        state.play(mv).unwrap();
    }
    assert_eq!(seats.map(|seat| game_stats.own_gold(seat)), [6, 3]);
    assert_eq!(
        (game_stats.rush_count(), state.table().is_rush()),
        (1, true)
    );
    assert_eq!(
        (game_stats.rush_gold(seats[1]), game_stats.game_lengths()),
        (1, &[][..])
    );
    // Here seat 0 flips for seat 1.
    let mut state = with_filler(2, "b5 g4");
    let mut game_stats = GameStats::default();
    for mv in [Flip(0), Flip(1)] {
        game_stats.observe(&state, mv);
        state.play(mv).unwrap();
    }
    assert_eq!(
        (
            game_stats.received_gold(seats[1], seats[0]),
            game_stats.own_gold(seats[1])
        ),
        (4, 0)
    );
}

#[test]
fn picture_shows_open_cards_and_seen_cards_on_request() {
    let mut state = with_filler(2, "xx g4 a3 b4");
    play(&mut state, "a1 b1 c1");
    let row = |state: &State, assist| {
        picture(state.table(), assist)
            .lines()
            .nth(1)
            .unwrap()
            .to_owned()
    };
    assert_eq!(row(&state, false), "1         [a3] ##  ##  ##  ##  ##");
    play(&mut state, "d1");
    // The weaker digger has left; the stronger is face down again.
    assert_eq!(row(&state, false), "1              ##  ##  ##  ##  ##");
    assert_eq!(row(&state, true), "1              b4  ##  ##  ##  ##");
    assert!(picture(state.table(), true).starts_with("    a   b   c   d   e   f   g   h\n"));
}

#[test]
fn k11_flipped_cards_are_public_and_unseen_cards_are_redealt() {
    let mut state = State::deal(single(2), &mut tool_stream(11));
    play(&mut state, "a1 h8");
    let known: Vec<u8> = (0..64)
        .filter(|&at| state.table().seen(at).is_some())
        .collect();
    let view = View::new(&state, Player::FIRST);
    let mut rng = tool_stream(12);
    let mut differs = false;
    for _ in 0..20 {
        let world = view.sample(&mut rng);
        for &at in &known {
            assert_eq!(world.table().seen(at), state.table().seen(at));
        }
        assert_eq!(
            world.observation(Player::FIRST),
            state.observation(Player::FIRST)
        );
        // The same cards are left.
        let cards = |state: &State| {
            let text = state.to_text();
            let grid = text.lines().skip(4).flat_map(str::split_whitespace);
            let mut all: Vec<String> = grid
                .map(|card| card.trim_start_matches('+').to_owned())
                .collect();
            all.sort();
            all
        };
        assert_eq!(cards(&world), cards(&state));
        differs |= world != state;
    }
    assert!(differs);
}

/// A redeal depends on the set of unseen cards, not on where they truly are.
#[test]
fn k11_redeal_does_not_depend_on_the_hidden_order() {
    for setup in [single(2), Setup::new(3, true).unwrap()] {
        let mut state = State::deal(setup, &mut tool_stream(11));
        play(&mut state, "a1 h8 c4");
        let mut other = state.clone();
        other.determinize(Player::FIRST, &mut tool_stream(1));
        assert_ne!(other, state);
        let world = |state| View::new(state, Player::FIRST).sample(&mut tool_stream(2));
        assert_eq!(world(&other), world(&state));
    }
}

#[test]
fn invalid_game_text_is_refused() {
    let good = State::deal(single(2), &mut tool_stream(1)).to_text();
    for (from, to, line) in [
        ("turns 0", "turns 1001", 1),
        ("gold 0/0", "gold 0", 4),
        ("seat 0", "seat 2", 2),
    ] {
        assert_eq!(
            State::from_text(single(2), &good.replace(from, to))
                .unwrap_err()
                .line,
            line,
            "{to}"
        );
    }
    assert!(
        State::from_text(single(2), &good.replace("xx", "zz"))
            .unwrap_err()
            .problem
            .contains("zz")
    );
    assert!(State::from_text(single(2), &format!("{good} g1")).is_err());
    assert!(State::from_text(single(2), "seat 0").is_err());
}

#[test]
fn v21_and_v28_to_v31_change_the_cards_and_the_rush() {
    for whole_match in [false, true] {
        for (rules, cards) in changed_numbers::knizia_gold(whole_match)
            .into_iter()
            .zip([7 + 20 + 30, 8 + 10])
        {
            let setup = Setup::with_rules(3, rules).unwrap();
            let mut rng = tool_stream(5);
            let mut state = State::deal(setup, &mut rng);
            assert_eq!(
                (state.table().cards_left(), state.scores().as_slice()),
                (cards, &[1, 9, 0][..])
            );
            let count = |kind: Card| setup.cards().filter(|card| *card == kind).count();
            assert_eq!(count(Card::Dynamite), usize::from(rules.dynamite));
            let gold: Vec<_> = rules
                .gold_cards
                .counts()
                .map(|(value, _)| count(Card::Gold(value)) as u8)
                .collect();
            assert_eq!(
                gold,
                rules
                    .gold_cards
                    .counts()
                    .map(|(_, count)| count)
                    .collect::<Vec<_>>()
            );
            let mut began = None;
            while let Some(flip) = state.random_move(&mut rng) {
                state.play_unchecked(flip);
                if state.table().is_rush() && began.is_none() {
                    began = Some(state.table().cards_left());
                }
            }
            // Two cards may leave at once.
            let most = u32::from(rules.rush_cards);
            assert!(
                began.is_none_or(|left| left <= most && left + 2 > most),
                "{began:?}"
            );
        }
    }
    let dynamite = |dynamite| {
        Setup::with_rules(
            2,
            Rules {
                dynamite,
                ..Rules::default()
            },
        )
    };
    assert!(dynamite(5).is_ok() && dynamite(6).is_err_and(|e| e.contains("12 to 64")));
    let gold = Rules {
        dynamite: 0,
        digger_cards: "2=0".parse().unwrap(),
        ..Rules::default()
    };
    assert!(Setup::with_rules(2, gold).is_err_and(|e| e.contains("no two of these cards")));
    assert!(
        Setup::with_rules(
            2,
            Rules {
                rush_cards: 64,
                ..gold
            }
        )
        .is_ok()
    );
}

/// With 64 cards each turn flips one card, each card leaves, and the flipping seat takes all gold; with 0 each turn flips
/// two to the end.
#[test]
fn v31_allows_no_rush_and_nothing_but_the_rush() {
    for seed in 0..200 {
        for (rush_cards, whole_match) in [(0, false), (0, true), (64, false), (64, true)] {
            let setup = Setup::with_rules(
                3,
                Rules {
                    rush_cards,
                    whole_match,
                    ..Rules::default()
                },
            )
            .unwrap();
            let mut rng = tool_stream(seed);
            let mut state = State::deal(setup, &mut rng);
            let (mut flips, mut stats) = (0, GameStats::default());
            while let Some(flip) = state.random_move(&mut rng) {
                let table = state.table();
                assert_eq!(table.is_rush(), rush_cards == 64);
                stats.observe(&state, flip);
                state.play(flip).unwrap();
                flips += 1;
            }
            let (games, turns) = (
                setup.games(),
                stats.game_lengths().iter().copied().sum::<u16>(),
            );
            assert_eq!(stats.game_lengths().len(), games);
            if rush_cards == 64 {
                assert_eq!(
                    (flips, turns, usize::from(stats.rush_count())),
                    (64 * games, 64 * games as u16, games)
                );
                let gold: u16 = Player::all(3).map(|seat| stats.rush_gold(seat)).sum();
                assert_eq!(usize::from(gold), games * (5 + 2 * 7 + 3 * 7 + 4 * 5));
            } else {
                assert_eq!((flips, stats.rush_count()), (2 * usize::from(turns), 0));
            }
        }
    }
}
