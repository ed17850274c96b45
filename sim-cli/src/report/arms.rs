//! `arms.csv`: what the arms of a run are, so that its tables can be joined with their rules.

use crate::sim::arm::Arm;
use crate::sim::spec::Spec;

/// Its columns.
pub const COLUMNS: [&str; 14] = [
    "arm",
    "name",
    "players",
    "agents",
    "seatings",
    "catalogue",
    "farmers",
    "tents",
    "locomotives",
    "cowboys",
    "take_back",
    "mining_interval",
    "tokens",
    "restriction",
];

/// The table of these arms; tokens are empty if they are the catalogue's; a restriction is the seat and what it may
/// not do.
pub fn to_csv(arms: &[Arm]) -> String {
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(COLUMNS).expect("writing to memory");
    for (number, arm) in arms.iter().enumerate() {
        let rules = arm.setup.rules();
        let agents: Vec<String> = arm.lineup.agents().map(Spec::to_string).collect();
        let row = [
            number.to_string(),
            arm.name.clone(),
            arm.setup.players().to_string(),
            agents.join(" "),
            arm.lineup.seatings().to_string(),
            arm.setup.catalogue().name().to_owned(),
            rules.farmers.to_string(),
            rules.tents.to_string(),
            rules.locomotives.to_string(),
            rules.cowboys.to_string(),
            rules.take_back.to_string(),
            rules.mining_interval.to_string(),
            rules.tokens.as_ref().map(ToString::to_string).unwrap_or_default(),
            rules.restriction.as_ref().map(ToString::to_string).unwrap_or_default(),
        ];
        rows.write_record(row).expect("writing to memory");
    }
    String::from_utf8(rows.into_inner().expect("writing to memory")).expect("it was written as text")
}
