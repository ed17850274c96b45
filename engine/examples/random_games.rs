//! Plays random games of Knizia's card game as the harness does, a stream for the deal and one for each seat, and says
//! how long they are: `random_games GAMES`. Under callgrind, the difference between two numbers of games is what one costs.

use goldrush_engine::game::{State as _, View};
use goldrush_engine::knizia_gold::{Setup, State};
use goldrush_engine::rng::{agent_stream, deal_stream};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1000);
    let setup = Setup::new(2, false).expect("2 players");
    let (mut turns, mut flips, mut sum) = (0, 0u64, 0);
    for block in 0..games {
        let mut state = State::deal(setup, &mut deal_stream(1, block));
        let mut seats = [0, 1].map(|seat| agent_stream(1, block, 0, seat));
        while let Some(seat) = state.to_move() {
            let mv = View::new(&state, seat).random_move(&mut seats[seat.index()]).expect("the game goes on");
            state.play_unchecked(mv);
            flips += 1;
        }
        turns += u64::from(state.table().turns());
        sum += u64::from(state.scores().as_slice()[0]);
    }
    let mean = |n: u64| n as f64 / games as f64;
    println!(
        "{games} games, {:.1} turns, {:.1} flips, {:.2} points of the first seat",
        mean(turns),
        mean(flips),
        mean(sum)
    );
    println!("state: {} bytes", size_of::<State>());
}
