//! No agent decides by what it cannot know: when everything hidden from it is dealt anew, it plays the same move.

use goldrush_ai::agent::Agent;
use goldrush_ai::registry::{BoxedAgent, Roster as _, Spec};
use goldrush_ai::surroundings::Surroundings;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Action, GoldRush, Move, Phase, Setup, State};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, below, tool_stream};

/// Whether an agent's choice in some position depends on what its seat cannot know. `choose` gets the true state,
/// so that an agent that cheats can be put to the test too.
fn peeks(mut choose: impl FnMut(&State, Player, &mut StreamRng) -> Move) -> bool {
    for seed in 0..200 {
        let setup = Setup::printed(2 + seed as usize % 4);
        let mut rng = tool_stream(seed);
        let mut state = State::deal(&setup, &mut rng);
        for _ in 0..below(&mut rng, 130) {
            if let Some(mv) = state.random_move(&mut rng) {
                state.play_unchecked(mv);
            }
        }
        let Some(seat) = state.to_move() else { continue };
        let chosen = choose(&state, seat, &mut rng.clone());
        let mut hidden = tool_stream(seed + 1000);
        for _ in 0..5 {
            let mut other = state.clone();
            other.determinize(seat, &mut hidden);
            if choose(&other, seat, &mut rng.clone()) != chosen {
                return true;
            }
        }
    }
    false
}

#[test]
fn no_registered_agent_peeks() {
    for entry in GoldRush::ENTRIES {
        let searches = entry.parameters.iter().any(|p| p.name == "playouts");
        let spec = if searches { format!("{}:playouts=12", entry.name) } else { entry.name.to_owned() };
        let spec = Spec::read::<GoldRush>(&spec).unwrap();
        // A fresh agent each time: what it remembered of the other world would hide that it peeks.
        let choose = |state: &State, seat, rng: &mut StreamRng| {
            let mut agent: BoxedAgent<GoldRush> = spec.build::<GoldRush>(&Surroundings::still(state.players()));
            agent.choose(&View::new(state, seat), rng)
        };
        assert!(!peeks(choose), "{}", entry.name);
    }
}

/// Looks at the next tile to come and passes or not accordingly.
struct Cheater;

impl Cheater {
    fn choose(&self, state: &State, rng: &mut StreamRng) -> Move {
        let (order, _) = state.deal_order();
        let left = state.table().tiles_left();
        if state.table().phase() == Phase::Act && left > 0 && order[order.len() - left].0 % 2 == 0 {
            return Move::Act(Action::None);
        }
        goldrush_ai::random::Random.choose(&View::new(state, state.to_move().expect("it is asked")), rng)
    }
}

#[test]
fn an_agent_that_looks_at_the_next_tile_is_found_out() {
    assert!(peeks(|state, _, rng| Cheater.choose(state, rng)));
}
