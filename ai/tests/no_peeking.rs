//! No agent of any game uses hidden information: when everything hidden from it is redealt, it plays the same move. A
//! cheater is detected in each game.

use std::sync::Arc;

use goldrush_ai::environment::Environment;
use goldrush_ai::parameter::ParameterKind;
use goldrush_ai::registry::{AgentEntry, Roster, Spec};
use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::fingerprint::fnv1a;
use goldrush_engine::game::{Game, State as _, Text as _, View};
use goldrush_engine::gold_rush::{self, GoldRush};
use goldrush_engine::knizia_gold::{self, KniziaGold};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, below, tool_stream};

/// Player under test; it gets the true state, so that a cheater can be tested too.
trait PlayerUnderTest<G: Game> {
    fn choose(&self, state: &G::State<'_>, seat: Player, rng: &mut StreamRng) -> G::Move;
}

/// Agent of the registry.
struct RegisteredAgent(Spec);

impl<G: Roster> PlayerUnderTest<G> for RegisteredAgent {
    /// Builds a fresh agent each time, since memory of the other world would mask peeking.
    fn choose(&self, state: &G::State<'_>, seat: Player, rng: &mut StreamRng) -> G::Move {
        self.0
            .build::<G>(&Environment::sequential(state.players()))
            .choose(&View::new(state, seat), rng)
    }
}

/// Plays at random or the first move, depending on a property of the whole state including hidden information.
struct Cheater;

impl<G: Game> PlayerUnderTest<G> for Cheater {
    fn choose(&self, state: &G::State<'_>, _: Player, rng: &mut StreamRng) -> G::Move {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let cheats = fnv1a(state.to_text().as_bytes()) >> 40 & 1 == 1;
        if cheats {
            moves[0]
        } else {
            state.random_move(rng).expect("the game goes on")
        }
    }
}

/// Returns true if the choice in any position depends on hidden information.
fn peeks<G: Game>(setups: &[G::Setup], suspect: &impl PlayerUnderTest<G>) -> bool {
    (0..120).any(|seed| {
        let mut rng = tool_stream(seed);
        let mut state = G::deal(&setups[seed as usize % setups.len()], &mut rng);
        for _ in 0..below(&mut rng, 130) {
            if let Some(mv) = state.random_move(&mut rng) {
                state.play_unchecked(mv);
            }
        }
        let Some(seat) = state.to_move() else {
            return false;
        };
        let chosen = suspect.choose(&state, seat, &mut rng.clone());
        let mut hidden = tool_stream(seed + 1000);
        (0..4).any(|_| {
            let mut other = state.clone();
            other.determinize(seat, &mut hidden);
            suspect.choose(&other, seat, &mut rng.clone()) != chosen
        })
    })
}

/// Returns the specifications of a fast version of an agent: its default, and one for each named choice.
fn specs<G: Game>(entry: &AgentEntry<G>) -> Vec<String> {
    let searches = entry
        .parameters
        .iter()
        .any(|parameter| parameter.name == "playouts");
    let quick = if searches { "playouts=12" } else { "" };
    let choices = entry
        .parameters
        .iter()
        .flat_map(|parameter| match parameter.kind {
            ParameterKind::Choice(names) => names[1..]
                .iter()
                .map(|name| format!("{}={name}", parameter.name))
                .collect(),
            _ => vec![],
        });
    let told = std::iter::once(String::new()).chain(choices);
    let spec = |told: String| {
        let parameters: Vec<&str> = [quick, &told]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        let colon = if parameters.is_empty() { "" } else { ":" };
        format!("{}{colon}{}", entry.name, parameters.join(","))
    };
    told.map(spec).collect()
}

fn check<G: Roster>(setups: &[G::Setup]) {
    for spec in G::ENTRIES.iter().flat_map(specs) {
        let agent = RegisteredAgent(Spec::read::<G>(&spec).unwrap());
        assert!(
            !peeks::<G>(setups, &agent),
            "{} {spec} sees what is hidden",
            G::NAME
        );
    }
    assert!(
        peeks::<G>(setups, &Cheater),
        "{}: a cheater is not found out",
        G::NAME
    );
}

#[test]
fn no_agent_of_gold_rush_peeks() {
    let printed: Vec<_> = (2..=5).map(gold_rush::Setup::printed).collect();
    check::<GoldRush>(&printed);
}

#[test]
fn no_agent_of_carcassonne_peeks() {
    let catalogue = Arc::new(carcassonne::Catalogue::printed());
    let setup = |(players, gold_mines)| {
        let rules = carcassonne::Rules {
            gold_mines,
            ..carcassonne::Rules::default()
        };
        carcassonne::Setup::new(catalogue.clone(), rules, players).unwrap()
    };
    let setups: Vec<_> = (2..=5)
        .flat_map(|players| [(players, false), (players, true)])
        .map(setup)
        .collect();
    check::<Carcassonne>(&setups);
}

#[test]
fn no_agent_of_the_card_game_peeks() {
    let setups = (2..=5).flat_map(|players| [(players, false), (players, true)]);
    let setups: Vec<_> = setups
        .map(|(players, series)| knizia_gold::Setup::new(players, series).unwrap())
        .collect();
    check::<KniziaGold>(&setups);
}
