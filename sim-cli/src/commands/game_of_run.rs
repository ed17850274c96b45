//! A game of a run: as it was recorded, or played again.

use std::ops::ControlFlow;
use std::path::Path;

use serde_json::Value;

use goldrush_harness::sim::bots::BotPool;
use goldrush_harness::sim::play::game_runner;
use goldrush_harness::sim::result::{GameResult, SeatResult};
use goldrush_harness::store::folder::RECORDS_FILE;
use goldrush_harness::store::record::read_line;
use goldrush_harness::store::written::{OnDamage, Reader, read_back};
use goldrush_harness::study::{GameId, Plan, Records};
use goldrush_support::error::bad_input;

/// Place of the tiles of a run, for error messages.
pub(super) const TILES: &str = "the run's tiles";

/// A game that was played again.
pub(super) struct Again {
    pub(super) result: GameResult,
    pub(super) record: Value,
    /// Text of the tiles, if they are not built in.
    pub(super) tiles: Option<String>,
}

/// Returns the record of a game of a run, and its tiles if they are not built in.
///
/// # Errors
/// Bad input if the run has no such game, or the game takes another course when it has to be played again.
pub(super) fn game_of_run(folder: &Path, game: u64) -> anyhow::Result<(Value, Option<String>)> {
    let plan = Plan::read(folder)?;
    check_number(&plan, game)?;
    let id = plan.game(game);
    if let (Records::Every(step), None) = (plan.records, &plan.shard)
        && plan.records.include(game)
    {
        let tables =
            [RECORDS_FILE.to_owned(), format!("{RECORDS_FILE}.gz")].map(|name| folder.join(name));
        // A run in progress may not have written it yet.
        if let Some(Ok(record)) = tables
            .iter()
            .find(|file| file.exists())
            .map(|file| read_line(file, game / step))
        {
            return Ok((record, tiles_of(&plan, id)));
        }
    }
    let Again {
        result,
        record,
        tiles,
    } = play_again(&plan, game)?;
    let mut reader = GameReader { id, found: None };
    read_back(folder, &plan, OnDamage::CutOff, &mut reader)?;
    match reader.found {
        Some(first) if ending(&first) != ending(&result) => Err(bad_input(format!(
            "game {game} ended {} in the run, and {} when it was played again: a bot has changed since, or plays by the clock or \
             at random; only recorded games can be shown (--records all)",
            ending(&first),
            ending(&result)
        ))),
        _ => Ok((record, tiles)),
    }
}

/// Plays a game of a run again.
///
/// # Errors
/// Bad input if the run has no such game; fails if a bot cannot be started.
pub(super) fn play_again(plan: &Plan, game: u64) -> anyhow::Result<Again> {
    check_number(plan, game)?;
    let id = plan.game(game);
    let mut bots = BotPool::of(plan);
    let (outcome, line) =
        game_runner(plan.arm(id).setup_of(id.seating)).play(plan, &mut bots, id, true, None)?;
    Ok(Again {
        result: outcome.result,
        record: serde_json::from_slice(&line)?,
        tiles: tiles_of(plan, id),
    })
}

fn check_number(plan: &Plan, game: u64) -> anyhow::Result<()> {
    if game >= plan.games() {
        return Err(bad_input(format!(
            "--number {game}: the run has games 0 to {}",
            plan.games() - 1
        )));
    }
    Ok(())
}

fn tiles_of(plan: &Plan, id: GameId) -> Option<String> {
    plan.arm(id).tiles_text.clone()
}

/// Returns the points or the fault of each seat.
fn ending(result: &GameResult) -> String {
    let seats: Vec<String> = result.seats.iter().map(ending_of_seat).collect();
    seats.join(":")
}

fn ending_of_seat(seat: &SeatResult) -> String {
    seat.fault
        .map_or_else(|| seat.score.to_string(), |fault| fault.to_string())
}

/// Finds the result of a game.
struct GameReader {
    id: GameId,
    found: Option<GameResult>,
}

impl Reader for GameReader {
    fn block(&mut self, games: &[(GameId, GameResult)]) -> ControlFlow<()> {
        let found = games.iter().find(|(id, _)| *id == self.id);
        self.found = found.map(|(_, result)| result.clone());
        if found.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
