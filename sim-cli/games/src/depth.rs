//! Bots that think for a while, beside the same ones with less time, and the levels beside their neighbors.

use goldrush_ai::parameter::ParameterKind;
use goldrush_ai::registry::Roster;

use super::registry::{GameName, with_game};
use super::tunable::Written;

/// Parameter that says how long a search thinks.
const PLAYOUTS: &str = "playouts";
/// Fractions of the playouts to compare with all, as divisors.
const FRACTIONS: [u32; 3] = [2, 4, 8];
/// Name of the strongest agent: a game of it takes too long for a question.
const STRONGEST: &str = "best";

/// Pairs of agents of a game, the weaker first: a search beside itself with a half, a quarter and an eighth of its playouts.
///
/// # Errors
/// If the agent is no search with as many playouts.
pub fn fractions(game: GameName, search: &str) -> Result<Vec<[String; 2]>, String> {
    with_game!(game, G => fractions_of::<G>(search))
}

/// Returns the search whose playouts are varied unless another one is asked for.
pub fn search(game: GameName) -> String {
    with_game!(game, G => search_of::<G>())
}

/// Level that plays to be beaten, so that the step to the next one is none.
const BEATEN: &str = "level0";

/// Pairs of neighboring levels, the weaker first, without the strongest agent and the one that plays to be beaten.
pub fn levels(game: GameName) -> Vec<[String; 2]> {
    with_game!(game, G => levels_of::<G>())
}

fn fractions_of<G: Roster>(search: &str) -> Result<Vec<[String; 2]>, String> {
    let Written {
        name,
        given,
        parameters,
    } = Written::read::<G>(search);
    let playouts = parameters
        .iter()
        .find(|parameter| parameter.name == PLAYOUTS);
    let Some(ParameterKind::Whole(_, _, usual)) = playouts.map(|parameter| parameter.kind) else {
        return Err(format!(
            "{search} does not think by playouts; a search such as {} does",
            search_of::<G>()
        ));
    };
    let mut all = usual;
    let mut others = Vec::new();
    for part in given.split(',').filter(|part| !part.is_empty()) {
        match part.split_once('=') {
            Some((PLAYOUTS, number)) => all = number.parse().unwrap_or(usual),
            _ => others.push(part.to_owned()),
        }
    }
    if all < FRACTIONS[2] {
        return Err(format!(
            "{search} has no eighth of its playouts; at least {} are expected",
            FRACTIONS[2]
        ));
    }
    Ok(FRACTIONS
        .map(|divisor| [all / divisor, all].map(|playouts| thinking(name, playouts, &others)))
        .into())
}

/// Returns a search with these playouts and other parameters.
fn thinking(name: &str, playouts: u32, others: &[String]) -> String {
    let playouts = [format!("{PLAYOUTS}={playouts}")];
    format!("{name}:{}", [&playouts[..], others].concat().join(","))
}

fn search_of<G: Roster>() -> String {
    let searches = G::ENTRIES.iter().filter_map(|entry| {
        let mut parameters = entry.parameters.iter();
        let playouts = parameters.find(|parameter| parameter.name == PLAYOUTS)?;
        match playouts.kind {
            ParameterKind::Whole(_, _, usual) => Some(format!("{}:{PLAYOUTS}={usual}", entry.name)),
            _ => None,
        }
    });
    searches.into_iter().next().unwrap_or_default()
}

fn levels_of<G: Roster>() -> Vec<[String; 2]> {
    let levels = G::ALIASES.iter().filter(|alias| {
        alias.name.starts_with("level")
            && ![alias.name, alias.spec]
                .iter()
                .any(|name| [BEATEN, STRONGEST].contains(name))
    });
    let levels: Vec<&str> = levels.map(|alias| alias.name).collect();
    levels
        .windows(2)
        .map(|pair| [pair[0].to_owned(), pair[1].to_owned()])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_search_and_levels() {
        for &game in GameName::ALL {
            let pairs = fractions(game, &search(game)).unwrap();
            assert_eq!(pairs.len(), 3, "{game}");
            for agent in pairs.iter().chain(&levels(game)).flatten() {
                game.read_agent(agent).unwrap();
            }
            assert!(levels(game).len() >= 5, "{game}");
        }
    }

    #[test]
    fn a_search_keeps_its_other_parameters() {
        let game = GameName::GoldRush;
        let pairs = fractions(game, "rollout:depth=3,playouts=80").unwrap();
        assert_eq!(
            pairs[1],
            ["rollout:playouts=20,depth=3", "rollout:playouts=80,depth=3"]
        );
        assert!(fractions(game, "best").unwrap()[0][0].starts_with("rollout:playouts=1500,"));
        assert!(fractions(game, "heuristic").is_err_and(|e| e.contains("rollout:playouts=")));
        assert!(fractions(game, "rollout:playouts=7").is_err());
    }
}
