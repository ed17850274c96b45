//! Records: what we write replays, and what is not by the rules is refused with its turn.

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::{Catalogue, Deal, Record, Recorder, Rules, Setup, State};
use goldrush_engine::rng::tool_stream;

fn play(setup: &Setup, seed: u64) -> Record {
    let mut rng = tool_stream(seed);
    let mut recorder = Recorder::default();
    let mut state = State::with_deal(setup, &Deal::shuffled(setup, &mut rng), &mut recorder);
    while let Some(mv) = state.random_move(&mut rng) {
        state.play_observed(mv, &mut recorder);
    }
    recorder.finish(&state, seed, 0, 0, vec!["random".into(); setup.players()])
}

fn replay(record: &Record, setup: &Setup) -> Result<usize, String> {
    let mut replay = record.replay(setup).map_err(|e| e.to_string())?;
    while replay.step().map_err(|e| e.to_string())? {}
    Ok(replay.recorder().turns().len())
}

#[test]
fn records_survive_json_and_replay_in_all_variants() {
    let catalogue = std::sync::Arc::new(Catalogue::built_in("gold_rush").unwrap());
    let printed = Rules::default();
    for (i, rules) in [
        printed.clone(),
        Rules { tents: 3, take_back: true, ..printed.clone() },
        Rules { tents: 0, farmers: false, cowboys: 7, ..printed.clone() },
        Rules { tokens: Some("2=63".parse().unwrap()), mining_interval: 2, ..printed.clone() },
        Rules { restriction: Some("1:mining".parse().unwrap()), ..printed },
    ]
    .into_iter()
    .enumerate()
    {
        let setup = Setup::new(catalogue.clone(), rules, 2 + i % 4).unwrap();
        for seed in 0..5 {
            let record = play(&setup, seed);
            let read: Record = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
            assert_eq!(read, record);
            assert_eq!(replay(&read, &setup), Ok(record.turns.len()));
        }
    }
}

/// A change to a record that must be noticed, and what is said of it.
type Fault = (fn(&mut Record), &'static str);

#[test]
fn what_is_not_by_the_rules_is_refused() {
    let setup = Setup::printed(2);
    let record = play(&setup, 1);
    let faults: [Fault; 13] = [
        (|r| r.format = "x".into(), "format"),
        (|r| r.game = "chess".into(), "game"),
        (|r| r.catalogue_hash = "0".into(), "hash"),
        (|r| r.deal.tiles[0] = "zz".into(), "no kind of tile is called \"zz\""),
        (|r| drop(r.deal.tiles.pop()), "not the catalogue"),
        (|r| r.deal.tokens[0] = 31, "not those of the rules"),
        (|r| r.turns[3].seat = 0, "turn 4: seat"),
        (|r| r.turns[5].x += 50, "turn 6: "),
        (|r| r.turns[4].rotation = 33, "turn 5: 33 is no rotation"),
        (|r| drop(r.turns.pop()), "the record ends, but the game goes on"),
        (|r| r.scores[0] += 1, "scores"),
        (|r| r.sources[1].tokens += 1, "points by source: railroad "),
        (|r| r.end.scored.clear(), "scored at the end: nothing in the record, "),
    ];
    for (fault, says) in faults {
        let mut wrong = record.clone();
        fault(&mut wrong);
        let error = replay(&wrong, &setup).unwrap_err();
        assert!(error.contains(says), "{says}: {error}");
        // In words, not as a program has it.
        assert!(!error.contains(" { "), "{error}");
    }
    let mut wrong = record.clone();
    let turn = wrong.turns.iter().position(|t| !t.scored.is_empty()).unwrap();
    wrong.turns[turn].scored[0].points += 1;
    assert!(replay(&wrong, &setup).unwrap_err().starts_with(&format!("turn {}: scored", turn + 1)));
    let turn = record.turns.iter().position(|t| !t.taken.is_empty()).unwrap();
    let mut wrong = record.clone();
    wrong.turns[turn].taken.clear();
    assert!(
        replay(&wrong, &setup)
            .unwrap_err()
            .starts_with(&format!("turn {}: tokens taken: nothing in the record, a token of ", turn + 1))
    );
}

#[test]
fn with_several_tents_the_one_that_mines_is_named() {
    let catalogue = std::sync::Arc::new(Catalogue::built_in("gold_rush").unwrap());
    let setup = Setup::new(catalogue, Rules { tents: 2, ..Rules::default() }, 2).unwrap();
    let mut tried = 0;
    for seed in 0..5 {
        let record = play(&setup, seed);
        for turn in 0..record.turns.len() {
            let mut wrong = record.clone();
            if let goldrush_engine::gold_rush::ActionRecord::Mine { from } = &mut wrong.turns[turn].action {
                *from = None;
                tried += 1;
                assert!(replay(&wrong, &setup).is_err(), "seed {seed}, turn {turn}");
            }
        }
    }
    assert!(tried > 10);
}
