//! Records of all games: our records replay, and violations of the rules are refused with their turn.

use std::sync::Arc;

use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::changed_numbers;
use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::{ActionRecord, Catalogue, GoldRush, Rules, Setup};
use goldrush_engine::knizia_gold::{self, KniziaGold};
use goldrush_engine::komi::Komi;
use goldrush_engine::player::Player;
use goldrush_engine::record::{BotEvaluations, Heading, Record, Recordable, TurnRecorder as _};
use goldrush_engine::rng::{SEEDS, tool_stream};
use serde_json::Value;

/// Returns the record of a random game.
fn play<G: Recordable>(setup: &G::Setup, seed: u64) -> Record<G> {
    let mut rng = tool_stream(seed);
    let mut recorder = G::Recorder::default();
    let dealt = G::deal_of(&G::deal(setup, &mut rng), &recorder);
    let mut state = G::from_deal(setup, &dealt, false, &mut recorder).unwrap();
    while let Some(mv) = state.random_move(&mut rng) {
        G::play_and_record(&mut state, mv, &mut recorder);
    }
    let seats = vec!["random".into(); state.players()];
    Record::new(
        setup,
        &state,
        recorder,
        BotEvaluations::default(),
        Heading {
            seed,
            seats,
            ..Heading::default()
        },
    )
}

/// Replays a record and returns its number of turns.
fn replay<G: Recordable>(record: &Record<G>, setup: &G::Setup) -> Result<usize, String> {
    let mut replay = record.replay(setup).map_err(|e| e.to_string())?;
    while replay.step().map_err(|e| e.to_string())? {}
    replay.check_end(record).map_err(|e| e.to_string())?;
    Ok(replay.recorder().turns().len())
}

fn json<G: Recordable>(record: &Record<G>) -> Value {
    serde_json::to_value(record).unwrap()
}

fn gold_rush(rules: Rules, players: usize) -> Setup {
    Setup::new(Catalogue::built_in("gold_rush").unwrap(), rules, players).unwrap()
}

fn carcassonne(rules: carcassonne::Rules, players: usize) -> carcassonne::Setup {
    carcassonne::Setup::new(Arc::new(carcassonne::Catalogue::printed()), rules, players).unwrap()
}

fn cards(players: usize, is_match: bool) -> knizia_gold::Setup {
    knizia_gold::Setup::new(players, is_match).unwrap()
}

fn survives<G: Recordable>(setup: &G::Setup) {
    for seed in 0..5 {
        let record = play::<G>(setup, seed);
        let read: Record<G> =
            serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
        assert_eq!(json(&read), json(&record));
        assert_eq!(replay(&read, setup), Ok(record.turns.len()));
        for (number, sources) in json(&record)["sources"]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            let points: u64 = sources
                .as_object()
                .unwrap()
                .values()
                .map(|n| n.as_u64().unwrap())
                .sum();
            let komi: Option<Komi> = json(&record)["rules"]["komi"]
                .as_str()
                .map(|komi| komi.parse().unwrap());
            let komi = u64::from(komi.unwrap_or_default().of(Player::new(number).unwrap()));
            assert_eq!(
                points + komi,
                u64::from(record.scores[number]),
                "every other point has a source"
            );
        }
    }
}

#[test]
fn records_survive_json_and_replay_in_all_games_and_variants() {
    let printed = Rules::default();
    for (i, rules) in [
        printed.clone(),
        Rules {
            tents: 3,
            take_back: true,
            ..printed.clone()
        },
        Rules {
            tents: 0,
            farmers: false,
            cowboys: 7,
            ..printed.clone()
        },
        Rules {
            tokens: Some("2=63".parse().unwrap()),
            mining_interval: 2,
            ..printed.clone()
        },
        Rules {
            restriction: Some("1:mining".parse().unwrap()),
            ..printed
        },
    ]
    .into_iter()
    .chain(changed_numbers::gold_rush())
    .enumerate()
    {
        survives::<GoldRush>(&gold_rush(rules, 2 + i % 4));
    }
    let base = carcassonne::Rules::default();
    let mines = carcassonne::Rules {
        gold_mines: true,
        ..base
    };
    for players in 2..=5 {
        let [more, fewer] = changed_numbers::carcassonne();
        for rules in [
            base,
            mines,
            carcassonne::Rules {
                choose_ingots: false,
                ..mines
            },
            more,
            fewer,
        ] {
            survives::<Carcassonne>(&carcassonne(rules, players));
        }
        for is_match in [false, true] {
            survives::<KniziaGold>(&cards(players, is_match));
            for rules in changed_numbers::knizia_gold(is_match) {
                survives::<KniziaGold>(&knizia_gold::Setup::with_rules(players, rules).unwrap());
            }
        }
    }
}

/// Returns a seat's points from the features scored in the record of a tile game, without ingots and tokens.
fn told(record: &Value, seat: usize) -> u64 {
    let turns = record["turns"]
        .as_array()
        .unwrap()
        .iter()
        .chain([&record["final"]]);
    let scored = turns.flat_map(|turn| turn["scored"].as_array().unwrap());
    let own = scored.filter(|one| one["seats"].as_array().unwrap().contains(&seat.into()));
    own.map(|one| one["points"].as_u64().unwrap()).sum()
}

#[test]
fn recorded_effects_add_up_to_the_points() {
    for seed in 0..10 {
        let record = json(&play::<GoldRush>(&gold_rush(Rules::default(), 3), seed));
        let mines = carcassonne::Rules {
            gold_mines: true,
            ..carcassonne::Rules::default()
        };
        let other = json(&play::<Carcassonne>(&carcassonne(mines, 3), seed));
        for seat in 0..3 {
            let points = |record: &Value, hidden: &str| {
                record["scores"][seat].as_u64().unwrap()
                    - record["sources"][seat][hidden].as_u64().unwrap()
            };
            assert_eq!(told(&record, seat), points(&record, "tokens"));
            assert_eq!(told(&other, seat), points(&other, "gold"));
        }
    }
}

/// Reads the flipped cards of a record without asking the engine for their effects.
#[test]
fn flipped_cards_are_those_dealt() {
    for players in 2..=5 {
        let record = play::<KniziaGold>(&cards(players, true), 3);
        assert_eq!(record.deal.cards.len(), players);
        for turn in &record.turns {
            for flipped in &turn.flipped {
                let [column, row] = flipped.at.as_bytes() else {
                    panic!("{}", flipped.at)
                };
                let at = usize::from(row - b'1') * 8 + usize::from(column - b'a');
                assert_eq!(record.deal.cards[turn.game][at], flipped.card);
            }
            assert!(turn.taken.len() <= 1 && (1..=2).contains(&turn.flipped.len()));
        }
        let points = |seat: usize| {
            record
                .end
                .games
                .iter()
                .map(|game| game.points[seat])
                .sum::<u16>()
        };
        assert!(
            Player::all(players).all(|seat| points(seat.index()) == record.scores[seat.index()])
        );
    }
}

/// Change to a record that must be noticed, and the expected error.
type Fault<G> = (fn(&mut Record<G>), &'static str);

fn assert_refused<G: Recordable>(setup: &G::Setup, faults: &[Fault<G>]) {
    let record = play::<G>(setup, 1);
    for (fault, says) in faults {
        let mut wrong = record.clone();
        fault(&mut wrong);
        let Err(error) = replay(&wrong, setup) else {
            panic!("accepted though it should say: {says}")
        };
        assert!(error.contains(says), "{says}: {error}");
        // In words, not in Rust's debug format.
        assert!(!error.contains(" { "), "{error}");
    }
}

#[test]
fn gold_rush_records_that_break_the_rules_are_refused() {
    let setup = gold_rush(Rules::default(), 2);
    assert_refused::<GoldRush>(
        &setup,
        &[
            (|r| r.format = "x".into(), "format"),
            (|r| r.game = "chess".into(), "game"),
            (|r| r.catalogue_hash = "0".into(), "hash"),
            (
                |r| r.deal.tiles[0] = "zz".into(),
                "no kind of tile is called \"zz\"",
            ),
            (|r| drop(r.deal.tiles.pop()), "not the catalogue"),
            (|r| r.deal.tokens[0] = 31, "not those of the rules"),
            (|r| r.turns[3].seat = 0, "turn 4: seat"),
            (|r| r.turns[5].x += 50, "turn 6: "),
            (|r| r.turns[4].rotation = 33, "turn 5: 33 is no rotation"),
            (
                |r| drop(r.turns.pop()),
                "the record ends, but the game is not over",
            ),
            (|r| r.scores[0] += 1, "scores"),
            (|r| r.sources[1].tokens += 1, "points by source: railroad "),
            (
                |r| r.end.scored.clear(),
                "scored at the end: nothing in the record, ",
            ),
            (|r| r.opening = 100, "opening of 100 turns"),
            (|r| r.values = vec![None], "1 values of"),
            (|r| r.remarks = vec![None], "1 remarks of"),
        ],
    );
    let record = play::<GoldRush>(&setup, 1);
    let mut wrong = record.clone();
    let turn = wrong
        .turns
        .iter()
        .position(|t| !t.scored.is_empty())
        .unwrap();
    wrong.turns[turn].scored[0].points += 1;
    assert!(
        replay(&wrong, &setup)
            .unwrap_err()
            .starts_with(&format!("turn {}: scored", turn + 1))
    );
    let turn = record
        .turns
        .iter()
        .position(|t| !t.taken.is_empty())
        .unwrap();
    let mut wrong = record.clone();
    wrong.turns[turn].taken.clear();
    assert!(replay(&wrong, &setup).unwrap_err().starts_with(&format!(
        "turn {}: tokens taken: nothing in the record, a token of ",
        turn + 1
    )));
}

/// Exchanges a tile with the next one of another kind.
fn exchange<T: PartialEq>(tiles: &mut [T], at: usize) {
    let other = (at + 1..tiles.len())
        .find(|&other| tiles[other] != tiles[at])
        .expect("a tile of another kind");
    tiles.swap(at, other);
}

#[test]
fn carcassonne_records_that_break_the_rules_are_refused() {
    let setup = carcassonne(
        carcassonne::Rules {
            gold_mines: true,
            ..carcassonne::Rules::default()
        },
        3,
    );
    assert_refused::<Carcassonne>(
        &setup,
        &[
            (
                |r| r.game = "carcassonne".into(),
                "these are rules of carcassonne+gold-mines",
            ),
            (
                |r| r.deal.tiles[0] = "zz".into(),
                "no kind of tile is called \"zz\"",
            ),
            (
                |r| drop(r.deal.tiles.pop()),
                "does not have the tiles of the game",
            ),
            (|r| exchange(&mut r.deal.tiles, 10), "turn "),
            (
                |r| r.turns[3].discarded.push("A".into()),
                "turn 4: discarded",
            ),
            (|r| r.turns[4].rotation = 33, "turn 5: 33 is no rotation"),
            (|r| r.scores[0] += 1, "scores"),
            (|r| r.sources[1].gold += 1, "points by source: road "),
            (
                |r| r.end.scored.clear(),
                "scored at the end: nothing in the record, ",
            ),
        ],
    );
    let told = |change: fn(&mut carcassonne::TurnRecord),
                of: fn(&carcassonne::TurnRecord) -> bool| {
        let mut games = (0..100).map(|seed| play::<Carcassonne>(&setup, seed));
        let found = games.find_map(|game| Some((game.turns.iter().position(of)?, game)));
        let (turn, mut wrong) = found.expect("it happens");
        change(&mut wrong.turns[turn]);
        replay(&wrong, &setup)
            .unwrap_err()
            .replacen(&format!("turn {}: ", turn + 1), "", 1)
    };
    assert!(told(|t| t.scored[0].seats.push(2), |t| t.scored.len() == 1).starts_with("scored: "));
    assert!(told(|t| t.taken.clear(), |t| !t.taken.is_empty()).contains("ingots"));
    assert!(told(|t| t.ingot = None, |t| t.ingot.is_some()).contains("second ingot"));
    // A follower that scores at once: without it, nobody would.
    let scores = |t: &carcassonne::TurnRecord| {
        t.action != carcassonne::ActionRecord::None
            && t.taken.is_empty()
            && t.scored.len() == 1
            && t.scored[0].seats == [t.seat]
    };
    let told = told(|t| t.action = carcassonne::ActionRecord::None, scores);
    assert!(told.starts_with("scored: "), "{told}");
}

#[test]
fn ingots_that_a_seat_takes_in_a_row_are_read_in_any_order() {
    let setup = carcassonne(
        carcassonne::Rules {
            gold_mines: true,
            ..carcassonne::Rules::default()
        },
        3,
    );
    let (mut reversed, mut repeated) = (0, 0);
    for seed in 0..300 {
        let record = play::<Carcassonne>(&setup, seed);
        for (turn, played) in record.turns.iter().enumerate() {
            let [first, .., last] = &played.taken[..] else {
                continue;
            };
            if first == last || played.taken.iter().any(|taken| taken.seat != first.seat) {
                continue;
            }
            let mut other = record.clone();
            other.turns[turn].taken.reverse();
            assert_eq!(
                replay(&other, &setup),
                Ok(record.turns.len()),
                "seed {seed}, turn {turn}"
            );
            reversed += 1;
            // One of them taken twice is another matter, and each tile is named.
            if played.taken.len() == 2 {
                other.turns[turn].taken[0] = first.clone();
                let says = format!(
                    "turn {}: ingots taken: {first} in the record, {last} by the rules",
                    turn + 1
                );
                assert_eq!(replay(&other, &setup), Err(says));
                repeated += 1;
            }
        }
    }
    assert!(reversed > 10 && repeated > 5, "{reversed} {repeated}");
}

#[test]
fn seats_that_share_ingots_take_them_in_turn() {
    let rules = carcassonne::Rules {
        gold_mines: true,
        choose_ingots: false,
        ..carcassonne::Rules::default()
    };
    let setup = carcassonne(rules, 2);
    let mut tried = 0;
    for seed in 0..300 {
        let record = play::<Carcassonne>(&setup, seed);
        for (turn, played) in record.turns.iter().enumerate() {
            let [first, second, ..] = &played.taken[..] else {
                continue;
            };
            if first.seat == second.seat {
                continue;
            }
            let mut other = record.clone();
            other.turns[turn].taken.swap(0, 1);
            let says = format!(
                "turn {}: ingots taken, number 1: {second} in the record, {first} by the rules",
                turn + 1
            );
            assert_eq!(replay(&other, &setup), Err(says), "seed {seed}");
            tried += 1;
        }
    }
    assert!(tried > 1, "{tried}");
}

#[test]
fn card_game_records_that_break_the_rules_are_refused() {
    assert_refused::<KniziaGold>(
        &cards(3, true),
        &[
            (
                |r| drop(r.deal.cards.pop()),
                "the cards of 2 games; 3 are played",
            ),
            (
                |r| drop(r.deal.cards[1].pop()),
                "game 1 does not have the 64 cards",
            ),
            (|r| r.deal.cards[0][5] = "zz".into(), "zz"),
            (|r| r.turns[3].seat = 1, "turn 4: seat"),
            (
                |r| r.turns[5].flipped[0].card = "g9".into(),
                "turn 6: flipped: g9 at ",
            ),
            (
                |r| r.turns[2].flipped[1].at = "z9".into(),
                "turn 3: \"z9\" is no position",
            ),
            (
                |r| drop(r.turns[2].flipped.pop()),
                "turn 3: a card is to be flipped, and none is recorded",
            ),
            (
                |r| drop(r.turns.pop()),
                "the record ends, but the game is not over",
            ),
            (|r| r.end.games[0].points[0] += 1, "games at the end"),
            (|r| r.sources[1].rush += 1, "points by source: dug "),
        ],
    );
}

#[test]
fn records_name_the_mining_tent_if_there_are_several() {
    let setup = gold_rush(
        Rules {
            tents: 2,
            ..Rules::default()
        },
        2,
    );
    let mut tried = 0;
    for seed in 0..5 {
        let record = play::<GoldRush>(&setup, seed);
        for turn in 0..record.turns.len() {
            let mut wrong = record.clone();
            if let ActionRecord::Mine { from } = &mut wrong.turns[turn].action {
                *from = None;
                tried += 1;
                assert!(replay(&wrong, &setup).is_err(), "seed {seed}, turn {turn}");
            }
        }
    }
    assert!(tried > 10);
}

#[test]
fn incomplete_deals_are_accepted_only_if_marked_chosen() {
    fn shortened<G: Recordable>(setup: &G::Setup, shorten: impl Fn(&mut G::Deal)) {
        let mut rng = tool_stream(4);
        let mut recorder = G::Recorder::default();
        let mut deal = G::deal_of(&G::deal(setup, &mut rng), &recorder);
        shorten(&mut deal);
        assert!(G::from_deal(setup, &deal, false, &mut recorder.clone()).is_err());
        let mut state = G::from_deal(setup, &deal, true, &mut recorder).unwrap();
        while let Some(mv) = state.random_move(&mut rng) {
            G::play_and_record(&mut state, mv, &mut recorder);
        }
        let heading = Heading {
            seats: vec!["a".into(); 2],
            chosen: true,
            ..Heading::default()
        };
        let mut record: Record<G> =
            Record::new(setup, &state, recorder, BotEvaluations::default(), heading);
        assert!(replay(&record, setup).is_ok_and(|turns| (5..=20).contains(&turns)));
        record.chosen = false;
        assert!(
            replay(&record, setup)
                .unwrap_err()
                .contains("does not say that it was chosen")
        );
    }
    shortened::<GoldRush>(&gold_rush(Rules::default(), 2), |deal| {
        deal.tiles.truncate(20);
    });
    shortened::<Carcassonne>(&carcassonne(carcassonne::Rules::default(), 2), |deal| {
        deal.tiles.truncate(20);
    });
}

/// jq 1.6 makes 9223372036854776000 of 2^63 - 1.
#[test]
fn seeds_that_a_program_has_rounded_are_refused() {
    let setup = knizia_gold::Setup::new(2, false).unwrap();
    let mut record = play::<KniziaGold>(&setup, SEEDS - 1);
    assert!(replay(&record, &setup).is_ok());
    record.seed = 9_223_372_036_854_776_000;
    let refused = replay(&record, &setup).unwrap_err();
    assert!(
        refused.starts_with("seed 9223372036854776000: "),
        "{refused}"
    );
}
