//! No agent decides by the order of the tiles to come, the only thing that is hidden.

use goldrush_engine::carcassonne::{Move, Phase, Rules, State};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, below, tool_stream};

use super::{AGENTS, agent, setup};

/// Whether a choice in some position depends on what the seat cannot know. `choose` gets the true state, so that an
/// agent that cheats can be put to the test too.
fn peeks(mut choose: impl FnMut(&State<'static>, Player, &mut StreamRng) -> Move) -> bool {
    for seed in 0..120 {
        let rules = Rules { gold_mines: seed % 3 == 0, ..Rules::default() };
        let setup = setup(rules, 2 + seed as usize % 4);
        let mut rng = tool_stream(seed);
        let mut state = State::deal(setup, &mut rng);
        for _ in 0..below(&mut rng, 150) {
            if let Some(mv) = state.random_move(&mut rng) {
                state.play_unchecked(mv);
            }
        }
        let Some(seat) = state.to_move() else { continue };
        let chosen = choose(&state, seat, &mut rng.clone());
        let mut hidden = tool_stream(seed + 1000);
        for _ in 0..4 {
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
fn no_agent_peeks() {
    for name in AGENTS {
        // A fresh agent each time: what it remembered of the other world would hide that it peeks.
        let choose = |state: &State<'static>, seat, rng: &mut StreamRng| {
            agent(name, state.players(), 12).choose(&View::new(state, seat), rng)
        };
        assert!(!peeks(choose), "{name}");
    }
}

/// Passes or not by the next tile to come.
#[test]
fn an_agent_that_looks_at_the_next_tile_is_found_out() {
    assert!(peeks(|state, seat, rng| {
        let (order, left) = (state.deal_order(), state.table().tiles_left());
        if state.table().phase() == Phase::Follow && left > 0 && order[order.len() - left].0 % 2 == 0 {
            return Move::Pass;
        }
        View::new(state, seat).random_move(rng).expect("the game goes on")
    }));
}
