//! Finds the arms that two plans share: the same game, rules, components, players and line-up.

use toml::{Table, Value};

use super::Plan;
use super::arm::Arm;
use super::compare::{Difference, differences, differences_of_tables};
use super::spec::Spec;
use crate::games::GameName;

/// An arm that two plans share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedArm {
    /// Index of the arm in each plan.
    pub arms: [usize; 2],
    /// By side of the first arm, the same side in the second.
    pub sides: Vec<usize>,
}

/// Arms of two plans, shared and unshared.
pub struct Pairing {
    /// Arms in both plans, whatever their names and order.
    pub both: Vec<SharedArm>,
    /// Indices of the arms that are in one plan only.
    pub only: [Vec<usize>; 2],
}

/// Rules, components and players.
#[derive(PartialEq)]
struct Terms {
    game: GameName,
    players: usize,
    components: String,
    rules: Table,
    handicap: Option<String>,
}

impl Terms {
    fn new(arm: &Arm) -> Terms {
        let setup = &arm.setup;
        let (_, components) = setup.components();
        let handicap = arm
            .handicap
            .as_ref()
            .map(|handicap| handicap.denied.clone());
        Terms {
            game: setup.game(),
            players: setup.players(),
            components,
            rules: setup.rules(),
            handicap,
        }
    }
}

impl Pairing {
    /// Finds the shared arms.
    pub fn new(plans: [&Plan; 2]) -> Pairing {
        let [left, right] = plans.map(|plan| {
            plan.arms
                .iter()
                .map(|arm| (arm, Terms::new(arm)))
                .collect::<Vec<_>>()
        });
        let (mut both, mut only_left) = (Vec::new(), Vec::new());
        let mut free: Vec<usize> = (0..right.len()).collect();
        for (l, (arm, terms)) in left.iter().enumerate() {
            let mirrored = free.iter().enumerate().find_map(|(index, &r)| {
                let (other, others) = &right[r];
                let sides = arm
                    .lineup
                    .sides_in(&other.lineup)
                    .filter(|_| terms == others)?;
                Some((
                    index,
                    SharedArm {
                        arms: [l, r],
                        sides,
                    },
                ))
            });
            match mirrored {
                Some((index, mirrored)) => {
                    free.remove(index);
                    both.push(mirrored);
                }
                None => only_left.push(l),
            }
        }
        Pairing {
            both,
            only: [only_left, free],
        }
    }
}

const AGENTS: &str = "agents";
const GAMES: &str = "games of a deal";

/// True if a field of [`arm_differences`] describes the line-up, not the game.
pub fn is_of_lineup(difference: &Difference) -> bool {
    [AGENTS, GAMES].contains(&&difference.field[..])
}

/// Returns the differences between two arms, by field: `game`, `players`, each rule, `tiles`, and the line-up.
pub fn arm_differences(arms: [&Arm; 2]) -> Vec<Difference> {
    let same_components = arms[0].setup.components().1 == arms[1].setup.components().1;
    let [left, right] = arms.map(|arm| {
        let mut table = Table::new();
        table.insert("game".into(), arm.setup.game().to_string().into());
        table.insert("players".into(), Value::Integer(arm.setup.players() as i64));
        table.extend(arm.setup.rules());
        let tiles = arm.setup.components_text().filter(|_| !same_components);
        table.extend(tiles.map(|tiles| ("tiles".into(), tiles.into())));
        table.insert(AGENTS.into(), agents(arm).into());
        table
    });
    let found = differences_of_tables(left, right);
    if !found.is_empty() {
        return found;
    }
    // The agents are the same, so one arm is a match or has a mirror.
    let [left, right] = arms.map(|arm| arm.lineup.seatings().to_string());
    vec![Difference {
        field: GAMES.into(),
        left,
        right,
    }]
}

/// Returns the names of the agents of an arm.
pub fn agents(arm: &Arm) -> String {
    arm.lineup
        .agents()
        .map(Spec::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the differences between the texts of two plans outside their arms, by field. Leaves out what follows from the
/// rest.
pub fn plan_differences(texts: [&str; 2]) -> Vec<Difference> {
    let mut found = differences(texts[0], texts[1]);
    let is_of_arms = |field: &str| match field.split('.').next() {
        Some("balance") => !field.starts_with("balance.margins"),
        first => matches!(first, Some("arms" | "game")),
    };
    found.retain(|difference| !is_of_arms(&difference.field));
    found
}
