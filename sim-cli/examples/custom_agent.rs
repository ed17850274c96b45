//! A complete custom bot, for all games: it samples some worlds consistent with what it knows, tries every move in
//! each, plays on at random, and chooses the move with the best results. It is a separate program that `goldrush` plays
//! with like any other bot:
//!
//! ```sh
//! cargo build --release --example custom_agent
//! goldrush match --a "exec:target/release/examples/custom_agent" --b random --games 20
//! goldrush match --game carcassonne --a "exec:target/release/examples/custom_agent carcassonne" --b random --games 20
//! goldrush match --a 'exec:"target/release/examples/custom_agent":worlds=8' --b random --games 20
//! ```

use std::error::Error;

use goldrush_ai::agent::Agent;
use goldrush_engine::carcassonne::Carcassonne;
use goldrush_engine::game::{State, View};
use goldrush_engine::gold_rush::GoldRush;
use goldrush_engine::knizia_gold::KniziaGold;
use goldrush_engine::rng::StreamRng;
use goldrush_harness::BotOptions;

struct Sampler {
    /// Worlds in which each move is tried.
    worlds: u64,
}

impl<S: State> Agent<S> for Sampler {
    fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        let mut leads = vec![0; moves.len()];
        for _ in 0..self.worlds {
            let world = view.sample(rng);
            for (mv, lead) in moves.iter().zip(&mut leads) {
                let mut end = world.clone();
                end.play_unchecked(*mv);
                end.play_out(rng);
                let scores = end.scores();
                let others = scores
                    .iter()
                    .filter(|&(seat, _)| seat != view.observer())
                    .map(|(_, score)| score);
                *lead += i32::from(scores[view.observer()]) - i32::from(others.max().unwrap_or(0));
            }
        }
        let best = (0..moves.len())
            .max_by_key(|&at| leads[at])
            .expect("an agent is asked only while the game goes on");
        moves[best]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = [("worlds", 4.into())];
    let make = |_players: usize, options: &BotOptions| Sampler {
        worlds: options["worlds"].as_u64().unwrap_or(1),
    };
    match std::env::args().nth(1).as_deref() {
        None | Some("gold-rush") => {
            goldrush_harness::serve::<GoldRush, _>("sampler", &options, make)
        }
        Some("carcassonne" | "carcassonne+gold-mines") => {
            goldrush_harness::serve::<Carcassonne, _>("sampler", &options, make)
        }
        Some("knizia-gold") => goldrush_harness::serve::<KniziaGold, _>("sampler", &options, make),
        Some(game) => Err(format!("there is no game \"{game}\"").into()),
    }
}
