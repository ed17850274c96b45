//! `arms.csv`: the definitions of a run's arms, so that its tables can be joined with their rules.

use crate::games::Setup;
use crate::study::arm::Arm;
use crate::study::spec::Spec;

/// Returns the columns for a game: the definition of an arm, then the options in the order of the game's table.
pub fn columns(setup: &Setup) -> Vec<&'static str> {
    let rules = setup.rule_values().into_iter().map(|(name, _)| name);
    ["arm", "name", "players", "agents", "seatings", "catalogue"].into_iter().chain(rules).collect()
}

/// Formats the table of these arms, of which there is at least one. Tokens are empty if they are the catalogue's; a restriction
/// is the seat and what it may not do.
pub fn to_csv(arms: &[Arm]) -> String {
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(columns(&arms[0].setup)).expect("writing to memory cannot fail");
    for (number, arm) in arms.iter().enumerate() {
        let agents: Vec<String> = arm.lineup.agents().map(Spec::to_string).collect();
        let key = [
            number.to_string(),
            arm.name.clone(),
            arm.setup.players().to_string(),
            agents.join(" "),
            arm.lineup.seatings().to_string(),
            arm.setup.components().0,
        ];
        rows.write_record(key.into_iter().chain(arm.setup.rule_values().into_iter().map(|(_, value)| value)))
            .expect("writing to memory cannot fail");
    }
    String::from_utf8(rows.into_inner().expect("writing to memory cannot fail")).expect("the CSV is valid UTF-8")
}
