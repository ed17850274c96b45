//! Features that later tiles join: a heuristic that values them beats one that does not.

use goldrush_ai::environment::Environment;
use goldrush_ai::registry::{Roster, Spec};
use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::{State as _, View, WHOLE_WIN, win_shares};
use goldrush_engine::gold_rush::{self, GoldRush};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{agent_stream, deal_stream};

/// Returns the share of games that `heuristic` wins in every seat against itself without joins in all others.
fn win_share<G: Roster>(setup: &'static G::Setup, players: usize, deals: u64) -> f64 {
    let mut wins = 0;
    for (deal, seat) in
        (0..deals).flat_map(|deal| Player::all(players).map(move |seat| (deal, seat)))
    {
        let mut agents: Vec<_> = Player::all(players)
            .map(|at| {
                let spec = Spec::read::<G>(if at == seat {
                    "heuristic"
                } else {
                    "heuristic:joins=0"
                })
                .unwrap();
                let rng = agent_stream(7, deal, seat.index(), at.index());
                (spec.build::<G>(&Environment::sequential(players)), rng)
            })
            .collect();
        let mut state = G::deal(setup, &mut deal_stream(7, deal));
        while let Some(mover) = state.to_move() {
            let (agent, rng) = &mut agents[mover.index()];
            let mv = agent.choose(&View::new(&state, mover), rng);
            state.play_unchecked(mv);
        }
        wins += u64::from(win_shares(&state.standings())[seat]);
    }
    wins as f64 / (deals * players as u64 * u64::from(WHOLE_WIN)) as f64
}

#[test]
fn joins_make_the_heuristic_stronger() {
    let printed = |players| &*Box::leak(Box::new(gold_rush::Setup::printed(players)));
    let base = |players| {
        let catalogue = carcassonne::Catalogue::printed().into();
        let setup = carcassonne::Setup::new(catalogue, carcassonne::Rules::default(), players);
        &*Box::leak(Box::new(setup.unwrap()))
    };
    for (players, more_than) in [(2, [0.58, 0.53]), (4, [0.33, 0.28])] {
        let shares = [
            win_share::<GoldRush>(printed(players), players, 200),
            win_share::<Carcassonne>(base(players), players, 200),
        ];
        assert!(
            shares
                .iter()
                .zip(more_than)
                .all(|(share, least)| *share > least),
            "{players} players: {shares:?}"
        );
    }
}
