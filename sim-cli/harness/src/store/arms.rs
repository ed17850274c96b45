//! `arms.csv`: the definitions of a run's arms, so that its tables can be joined with their rules.

use goldrush_games::Setup;

use crate::study::arm::Arm;
use crate::study::spec::Spec;

/// Returns the columns for a game: the definition of an arm, then the options in the order of the game's table.
pub fn columns(setup: &Setup) -> Vec<&'static str> {
    let rules = setup.rule_values().into_iter().map(|(name, _)| name);
    ["arm", "name", "players", "agents", "seatings", "catalogue"]
        .into_iter()
        .chain(rules)
        .collect()
}

/// Returns the name of the tiles of an arm.
fn catalogue(arm: &Arm) -> String {
    let name = arm.setup.components().0;
    if arm.tiles_text.is_some() {
        format!("{name}.toml")
    } else {
        name
    }
}

/// Returns the value of a rule, given its name and its text.
fn rule((name, value): (&'static str, String)) -> String {
    match (name, &*value) {
        (RESTRICTION, "") => "none".into(),
        (_, "") => "printed".into(),
        _ => value,
    }
}

/// Name of the option that is empty if nothing is denied to anybody; others are empty if the components decide.
const RESTRICTION: &str = "restriction";

/// Formats the table of these arms, of which there is at least one. No reader takes a text for anything else: tiles that do not
/// come with the program end in `.toml`, what the components decide is `printed`, and a restriction, the seat and what it may
/// not do, is `none` if there is none.
pub fn to_csv(arms: &[Arm]) -> String {
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(columns(&arms[0].setup))
        .expect("writing to memory cannot fail");
    for (number, arm) in arms.iter().enumerate() {
        let agents: Vec<String> = arm.lineup.agents().map(Spec::to_string).collect();
        let key = [
            number.to_string(),
            arm.name.clone(),
            arm.setup.players().to_string(),
            agents.join(" "),
            arm.lineup.seatings().to_string(),
            catalogue(arm),
        ];
        rows.write_record(
            key.into_iter()
                .chain(arm.setup.rule_values().into_iter().map(rule)),
        )
        .expect("writing to memory cannot fail");
    }
    String::from_utf8(rows.into_inner().expect("writing to memory cannot fail"))
        .expect("the CSV is valid UTF-8")
}
