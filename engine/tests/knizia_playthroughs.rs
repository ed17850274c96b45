//! Golden playthroughs of Knizia's card game: whole random games and matches, in `data/knizia-….txt`. To accept a
//! change: `GOLDRUSH_BLESS=1 cargo test knizia_playthroughs`.

#![expect(clippy::disallowed_methods, reason = "a test reads its golden files")]

use std::fmt::Write as _;
use std::path::PathBuf;

use goldrush_engine::game::{State as _, Text};
use goldrush_engine::knizia_gold::picture::picture;
use goldrush_engine::knizia_gold::{Flip, GameStats, Setup, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{agent_stream, deal_stream};

/// Formats a flip with its card.
fn shown(state: &State, mv: Flip) -> String {
    let mut after = state.clone();
    if !state.table().is_rush() && state.table().open().is_none() {
        after.play_unchecked(mv);
        return format!(
            "{} {}",
            state.move_text(mv),
            after.table().seen(mv.0).unwrap()
        );
    }
    // The turn ends, and the card may be gone: read it from the text of the whole state.
    let text = state.to_text();
    let cards = text
        .lines()
        .filter(|line| !line.starts_with(char::is_alphabetic))
        .flat_map(str::split_whitespace);
    let card = cards
        .map(|cell| cell.trim_start_matches('+').split('@').next().unwrap())
        .nth(mv.0.into());
    format!("{} {}", state.move_text(mv), card.unwrap())
}

fn playthrough(setup: Setup) -> String {
    let mut state = State::deal(setup, &mut deal_stream(1, setup.players() as u64));
    let mut rng = agent_stream(1, setup.players() as u64, 0, 0);
    let (mut text, mut game_stats) = (String::new(), GameStats::default());
    while let Some(mv) = state.random_move(&mut rng) {
        let (seat, before) = (state.to_move().unwrap(), state.scores());
        if state.table().open().is_none() {
            write!(text, "{seat}").unwrap();
        }
        write!(text, " {}", shown(&state, mv)).unwrap();
        let (game, rush) = (state.table().game().0, state.table().is_rush());
        game_stats.observe(&state, mv);
        state.play(mv).unwrap();
        if state.table().open().is_some() {
            text.push(',');
            continue;
        }
        for (seat, points) in state
            .scores()
            .iter()
            .filter(|&(seat, points)| points > before[seat])
        {
            write!(text, "  {seat}+{}", points - before[seat]).unwrap();
        }
        text.push('\n');
        if state.table().is_rush() && !rush {
            writeln!(text, "gold rush\n{}", picture(state.table(), true)).unwrap();
        }
        if state.table().game().0 != game {
            writeln!(text, "next game, {:?}", state.scores().as_slice()).unwrap();
        }
    }
    writeln!(text, "scores {:?}", state.scores().as_slice()).unwrap();
    for seat in Player::all(setup.players()) {
        let received: Vec<u16> = Player::all(setup.players())
            .map(|by| game_stats.received_gold(seat, by))
            .collect();
        let (own, rush) = (game_stats.own_gold(seat), game_stats.rush_gold(seat));
        writeln!(
            text,
            "{seat}: {own} by own flips, {received:?} by others', {rush} in the rush"
        )
        .unwrap();
    }
    writeln!(
        text,
        "turns {:?}, {} with a gold rush",
        game_stats.game_lengths(),
        game_stats.rush_count()
    )
    .unwrap();
    text
}

#[test]
fn playthroughs_match_the_golden_files() {
    for players in 2..=5 {
        // A match of two covers all features of a match.
        for is_match in [false, true]
            .into_iter()
            .take(if players == 2 { 2 } else { 1 })
        {
            let name = format!(
                "knizia-{}-{players}.txt",
                if is_match { "match" } else { "game" }
            );
            let file = PathBuf::from(format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR")));
            let played = playthrough(Setup::new(players, is_match).unwrap());
            if std::env::var_os("GOLDRUSH_BLESS").is_some() {
                std::fs::write(&file, &played).unwrap();
            }
            let golden = std::fs::read_to_string(&file).unwrap();
            for (i, (was, is)) in golden.lines().zip(played.lines()).enumerate() {
                assert_eq!(was, is, "{}: line {}", file.display(), i + 1);
            }
            assert_eq!(golden.lines().count(), played.lines().count());
        }
    }
}
