//! The command with which somebody else can replay the same deal, or the same people play again.

use goldrush_engine::player::Player;
use goldrush_games::GameName;
use goldrush_games::playable::Playable;
use goldrush_games::variants::asked;
use goldrush_harness::study::joined;

use super::seats::Seats;

/// Returns the command that deals the same game with the same opponents, or has the same bots play it.
pub(super) fn command<G: Playable>(setup: &G::Setup, seats: &Seats, seed: u64) -> String {
    let mut words = same_rules::<G>(setup, seats);
    words.extend(["--seed".into(), seed.to_string()]);
    joined(&words)
}

/// Returns the words of the command for a new deal under the same rules.
pub(super) fn same_rules<G: Playable>(setup: &G::Setup, seats: &Seats) -> Vec<String> {
    let mut words = new_deal(G::name(setup), seats);
    for (option, value) in asked::<G>(setup) {
        words.extend(option.asking(value));
    }
    words
}

/// Returns the words of the command for a new deal of a game.
pub(super) fn new_deal(game: &str, seats: &Seats) -> Vec<String> {
    let mut words = vec!["goldrush".to_owned()];
    let names = seats.occupants();
    match seats.humans().iter().next().map(Player::index) {
        Some(own) => {
            let others = names
                .iter()
                .enumerate()
                .filter(|(seat, _)| *seat != own)
                .map(|(_, name)| name.as_str());
            words.extend([
                "play".into(),
                "--opponents".into(),
                others.collect::<Vec<_>>().join(","),
            ]);
            words.extend(
                (own > 0)
                    .then(|| ["--seat".into(), own.to_string()])
                    .into_iter()
                    .flatten(),
            );
        }
        None => words.extend(["watch".into(), "--agents".into(), names.join(",")]),
    }
    if game != GameName::default().about().name {
        words.extend(["--game".into(), game.into()]);
    }
    words
}
