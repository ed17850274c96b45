//! A bot for the games of tiles that likes to complete features and to get its pieces back:
//!
//! ```sh
//! cargo build --release -p goldrush-bot --example closer
//! goldrush match --a exec:target/release/examples/closer --b random --games 40
//! goldrush match --game carcassonne --a 'exec:"target/release/examples/closer":piece=3' --b greedy --games 40
//! ```

use std::process::ExitCode;

use goldrush_bot::{Bot, Decision, Game, Outcome, Random};

/// Returns the value of a turn: the lead after it, and something for each piece that comes home.
fn value(outcome: &Outcome, seat: usize, piece: f64) -> f64 {
    let home = outcome
        .comes_home
        .iter()
        .filter(|piece| piece.seat == seat)
        .count();
    outcome.lead(seat) + piece * home as f64
}

fn main() -> ExitCode {
    let games = ["gold-rush", "carcassonne", "carcassonne+gold-mines"];
    let bot = Bot::new("closer")
        .games(&games)
        .send(&["effects", "then"])
        .option("piece", 1.0);
    let mut random = Random::default();
    bot.serve(|game: &Game, decision: &Decision| {
        if decision.n == 0 {
            random = Random::new(game.seed);
        }
        let piece = game.options["piece"].as_f64().unwrap_or_default();
        let values: Vec<f64> = (decision.moves.iter())
            .map(|mv| {
                let ends = mv.then.iter().map(|following| &following.outcome);
                let ends = ends.map(|end| value(end, game.seat, piece));
                ends.reduce(f64::max)
                    .unwrap_or_else(|| value(&mv.outcome, game.seat, piece))
            })
            .collect();
        let most = values.iter().copied().fold(f64::MIN, f64::max);
        let best: Vec<u32> = (0..)
            .zip(&values)
            .filter(|(_, value)| **value >= most)
            .map(|(id, _)| id)
            .collect();
        best[random.below(best.len())]
    })
}
