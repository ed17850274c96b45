//! Names of the files in a run's folder.

/// One row per game.
pub const GAMES_FILE: &str = "games.csv";
/// One row per game and seat.
pub const SEATS_FILE: &str = "seats.csv";
/// One line per recorded game.
pub const RECORDS_FILE: &str = "records.jsonl";
/// All means of the run; exists only once the run is complete.
pub const SUMMARY_FILE: &str = "summary.json";
/// Definitions of the arms, if the run has several.
pub const ARMS_FILE: &str = "arms.csv";
/// Effects of a balance study.
pub const EFFECTS_FILE: &str = "effects.csv";
/// Facts that may differ between two runs of a plan, such as host and time.
pub const MACHINE_FILE: &str = "machine.json";

/// Files that `goldrush report` writes into the folder of a run.
pub const REPORT_FILES: [&str; 2] = ["report.html", "report.md"];
/// Folder of the report's pictures.
pub const FIGURES: &str = "figures";
