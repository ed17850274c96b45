//! The studio: a page on which designers set up a study by clicks and watch its answer, on this machine only.

mod live_study;
mod page;
mod request;
mod routes;

use std::io::Write;
use std::sync::Arc;

use goldrush_games::GameName;

pub use self::live_study::LiveStudy;
pub use self::page::Question;
pub use self::request::{Kind, StudioRequest};
use super::{CurrentTable, announce, http};
use crate::web::address;

/// Commands behind the page.
pub trait Workbench: Send + Sync {
    /// Returns the questions about a game.
    fn questions(&self, game: GameName) -> Vec<Question>;

    /// Returns the names of all that a search can be asked for, besides one bot against another.
    fn quantities(&self, game: GameName) -> Vec<String>;

    /// Returns the command of a request, and its options as a plan file.
    ///
    /// # Errors
    /// Bad input if the request is wrong; the message says what would be right.
    fn preview(&self, request: &StudioRequest) -> anyhow::Result<Preview>;

    /// Plays what is requested, and shows how it goes and the answer in `live_study`.
    ///
    /// # Errors
    /// Bad input as in [`Workbench::preview`]; fails if the run cannot be written or the user ends it.
    fn run(&self, request: &StudioRequest, live_study: &LiveStudy) -> anyhow::Result<()>;

    /// Begins a game with the rules of a request at a table.
    ///
    /// # Errors
    /// Bad input if the rules are wrong; fails if the game cannot be saved.
    fn play(&self, request: &StudioRequest, table: CurrentTable) -> anyhow::Result<()>;
}

/// A command, and the file that repeats it.
pub struct Preview {
    /// The command, as typed in a shell.
    pub command: String,
    /// The options as TOML for `--plan`.
    pub plan: String,
}

/// Serves the studio until the program ends.
pub fn serve(
    workbench: Arc<dyn Workbench>,
    game: GameName,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (bound, address) = address::bind(address::STUDIO)?;
    let shell = page::shell(game, &*workbench);
    let launch = http::start(
        bound,
        &address,
        &routes::OPEN,
        routes::routes(shell, workbench),
    )?;
    writeln!(out, "The studio: {}", address.url())?;
    announce(
        &launch,
        "Ctrl-C quits; finished games of a run are saved.",
        out,
    )?;
    loop {
        std::thread::park();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workbench with a question for each game that plays nothing.
    pub struct Fixed;

    impl Workbench for Fixed {
        fn questions(&self, game: GameName) -> Vec<Question> {
            vec![Question {
                name: format!("about-{game}"),
                text: "Why?".into(),
            }]
        }

        fn quantities(&self, _: GameName) -> Vec<String> {
            vec!["lead".into()]
        }

        fn preview(&self, _: &StudioRequest) -> anyhow::Result<Preview> {
            anyhow::bail!("nothing is played")
        }

        fn run(&self, _: &StudioRequest, _: &LiveStudy) -> anyhow::Result<()> {
            anyhow::bail!("nothing is played")
        }

        fn play(&self, _: &StudioRequest, _: CurrentTable) -> anyhow::Result<()> {
            anyhow::bail!("nothing is played")
        }
    }
}
