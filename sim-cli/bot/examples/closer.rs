//! A bot for all games that likes to complete features and to get its pieces back; in the card game, it takes the best expected lead:
//!
//! ```sh
//! cargo build --release -p goldrush-bot --example closer
//! goldrush match --a exec:target/release/examples/closer --b random --games 40
//! goldrush match --game carcassonne --a 'exec:"target/release/examples/closer":piece=3' --b greedy --games 40
//! ```

use std::process::ExitCode;

use goldrush_bot::{Bot, Decision, Game, Move, Outcome, Random};

/// Returns the value of a turn: the lead after it, and something for each piece that comes home.
fn value(outcome: &Outcome, seat: usize, piece: f64) -> f64 {
    let home = outcome
        .comes_home
        .iter()
        .filter(|piece| piece.seat == seat)
        .count();
    outcome.lead(seat) + piece * home as f64
}

/// Returns the value of a move: of the best action after it, if more follows a placement.
fn best_value(mv: &Move, seat: usize, piece: f64) -> f64 {
    let after = mv
        .then
        .iter()
        .map(|following| value(&following.outcome, seat, piece));
    after
        .reduce(f64::max)
        .unwrap_or_else(|| value(&mv.outcome, seat, piece))
}

/// Takes one of the best moves.
fn choose(game: &Game, decision: &Decision, random: &mut Random) -> u32 {
    let piece = game.options["piece"].as_f64().unwrap_or_default();
    let moves = decision.moves.iter();
    let values: Vec<f64> = moves.map(|mv| best_value(mv, game.seat, piece)).collect();
    let most = values.iter().copied().fold(f64::MIN, f64::max);
    let best: Vec<u32> = (0..)
        .zip(&values)
        .filter(|(_, value)| **value >= most)
        .map(|(id, _)| id)
        .collect();
    best[random.below(best.len())]
}

fn bot() -> Bot {
    Bot::new("closer")
        .games(&[
            "gold-rush",
            "carcassonne",
            "carcassonne+gold-mines",
            "knizia-gold",
        ])
        .send(&["effects", "then"])
        .option("piece", 1.0)
}

fn main() -> ExitCode {
    let mut random = Random::default();
    bot().serve(|game, decision| {
        if decision.n == 0 {
            random = Random::new(game.seed);
        }
        choose(game, decision, &mut random)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"{"t":"game","game":"carcassonne","seat":0,"players":2,"seed":7,"rules":{},"move_ms":10000,"game_ms":100000,"increment_ms":0}"#;

    /// Sends lines to the bot, and returns what it answers.
    fn answers(lines: &[&str]) -> String {
        let mut output = Vec::new();
        let mut random = Random::new(7);
        bot()
            .answer(
                lines.join("\n").as_bytes(),
                &mut output,
                |game, decision| choose(game, decision, &mut random),
            )
            .unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn takes_the_best_lead_and_its_pieces_back() {
        let decide = r#"{"t":"decide","n":0,"phase":"follow","tile":"D","count":3,"time_ms":10000,"moves":[{"id":0,"kind":"none","scores":[1,2]},{"id":1,"kind":"none","scores":[4,2]},{"id":2,"kind":"none","scores":[3,2]}]}"#;
        assert!(answers(&[GAME, decide]).contains(r#""id":1"#));
        let home = decide.replace(
            r#""scores":[3,2]"#,
            r#""scores":[3.5,2],"comes_home":[{"seat":0,"piece":"follower","x":0,"y":0,"segment":"road"}]"#,
        );
        let said = answers(&[GAME, &home]);
        assert!(said.contains(r#""id":2"#), "{said}");
    }

    #[test]
    fn ignores_what_it_does_not_know() {
        assert_eq!(answers(&["]no JSON", r#"{"t":"news"}"#, "[1]"]), "");
    }
}
