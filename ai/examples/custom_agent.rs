//! A complete agent of one's own, and a match of ten games against random play:
//! `cargo run --release -p goldrush-ai --example custom_agent`

use goldrush_ai::agent::Agent;
use goldrush_ai::random::Random;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Action, Move, Setup, State};
use goldrush_engine::rng::{StreamRng, agent_stream, deal_stream};

/// Mines whenever it can, else pitches its tent, else plays at random.
struct Miner;

impl<'s> Agent<State<'s>> for Miner {
    fn choose(&mut self, view: &View<State<'s>>, rng: &mut StreamRng) -> Move {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        let find = |wanted: fn(&Move) -> bool| moves.iter().copied().find(wanted);
        find(|mv| matches!(mv, Move::Act(Action::Mine { .. })))
            .or_else(|| find(|mv| matches!(mv, Move::Act(Action::Tent { .. }))))
            .or_else(|| view.random_move(rng))
            .expect("an agent is asked only while the game goes on")
    }
}

fn main() {
    let setup = Setup::printed(2);
    let mut totals = [0u32; 2];
    for game in 0..10 {
        let mut state = State::deal(&setup, &mut deal_stream(1, game));
        let mut rngs = [0, 1].map(|seat| agent_stream(1, game, 0, seat));
        while let Some(seat) = state.to_move() {
            let (view, rng) = (View::new(&state, seat), &mut rngs[seat.index()]);
            let mv = if seat.index() == 0 { Miner.choose(&view, rng) } else { Random.choose(&view, rng) };
            state.play(mv).expect("a legal move");
        }
        for (total, &score) in totals.iter_mut().zip(state.scores().as_slice()) {
            *total += u32::from(score);
        }
    }
    println!("ten games: miner {} points, random {} points", totals[0], totals[1]);
}
