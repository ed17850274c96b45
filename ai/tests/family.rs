//! Every registered agent of every game plays legal games, and forgets them.

use std::sync::Arc;

use goldrush_ai::environment::Environment;
use goldrush_ai::registry::{AgentEntry, BoxedAgent, Roster, Spec};
use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::changed_numbers;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{self, GoldRush};
use goldrush_engine::knizia_gold::{self, KniziaGold};
use goldrush_engine::rng::tool_stream;

/// Returns a fast version of an agent.
fn quick<G: Roster>(entry: &AgentEntry<G>, players: usize) -> BoxedAgent<G> {
    let playouts = entry.parameters.iter().any(|p| p.name == "playouts");
    let spec = if playouts {
        format!("{}:playouts=4", entry.name)
    } else {
        entry.name.to_owned()
    };
    Spec::read::<G>(&spec)
        .unwrap()
        .build::<G>(&Environment::sequential(players))
}

/// A game of an agent against itself.
#[derive(PartialEq)]
struct PlayedGame<M> {
    /// Moves with the agent's evaluations.
    moves: Vec<(M, Option<f64>)>,
    playouts: u64,
}

fn play<G: Roster>(setup: &G::Setup, agent: &mut BoxedAgent<G>) -> PlayedGame<G::Move> {
    let (mut state, mut rng, mut moves) = (
        G::deal(setup, &mut tool_stream(7)),
        tool_stream(1),
        Vec::new(),
    );
    while let Some(seat) = state.to_move() {
        let mv = agent.choose(&View::new(&state, seat), &mut rng);
        assert!(
            state.play(mv).is_ok(),
            "{} plays {mv:?}, which is not legal",
            G::NAME
        );
        moves.push((mv, agent.value()));
    }
    PlayedGame {
        moves,
        playouts: agent.playouts(),
    }
}

/// Greedy keeps the rest of a turn in mind: compares its game with the moves of one that has to read each table.
fn check_rest_of_turn<G: Roster>(setup: &G::Setup) {
    let spec = Spec::read::<G>("greedy").unwrap();
    let mut state = G::deal(setup, &mut tool_stream(7));
    let surroundings = Environment::sequential(state.players());
    let mut agent = spec.build::<G>(&surroundings);
    let mut rng = tool_stream(1);
    while let Some(seat) = state.to_move() {
        let view = View::new(&state, seat);
        let expected = spec
            .build::<G>(&surroundings)
            .choose(&view, &mut rng.clone());
        let mv = agent.choose(&view, &mut rng);
        assert_eq!(mv, expected, "{}", G::NAME);
        state.play_unchecked(mv);
    }
}

/// Plays the same game twice with each agent.
fn check<G: Roster>(setup: &G::Setup) {
    let players = G::deal(setup, &mut tool_stream(7)).players();
    for entry in G::ENTRIES {
        let mut agent = quick(entry, players);
        let first = play::<G>(setup, &mut agent);
        agent.new_game();
        assert_eq!(agent.value(), None);
        assert!(
            play::<G>(setup, &mut agent) == first,
            "{} {} does not forget its last game",
            G::NAME,
            entry.name
        );
    }
}

/// Returns setups of Carcassonne for a number of players, without and with The Gold Mines.
fn carcassonne_setups(players: usize) -> [carcassonne::Setup; 2] {
    [false, true].map(|gold_mines| {
        let rules = carcassonne::Rules {
            gold_mines,
            farmers: players != 3,
            choose_ingots: players != 5,
            ..Default::default()
        };
        let catalogue = Arc::new(carcassonne::Catalogue::printed());
        carcassonne::Setup::new(catalogue, rules, players).unwrap()
    })
}

#[test]
fn greedy_ends_a_turn_as_if_it_began_there() {
    for players in [2, 3, 5] {
        check_rest_of_turn::<GoldRush>(&gold_rush::Setup::printed(players));
        for setup in carcassonne_setups(players) {
            check_rest_of_turn::<Carcassonne>(&setup);
        }
    }
}

#[test]
fn agents_play_legally_and_forget_their_last_game() {
    for players in [2, 3, 5] {
        check::<GoldRush>(&gold_rush::Setup::printed(players));
        for setup in carcassonne_setups(players) {
            check::<Carcassonne>(&setup);
        }
        for is_match in [false, true] {
            check::<KniziaGold>(&knizia_gold::Setup::new(players, is_match).unwrap());
            for rules in changed_numbers::knizia_gold(is_match) {
                check::<KniziaGold>(&knizia_gold::Setup::with_rules(players, rules).unwrap());
            }
        }
    }
}
