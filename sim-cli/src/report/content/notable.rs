//! A game to look at: the one with the highest score, played again from the plan.

use goldrush_engine::gold_rush::Record;

use super::Study;
use crate::report::figure::{Figure, landscape};
use crate::report::page::{Part, Section, Table};
use crate::sim::result::GameResult;

/// A game that was played again.
pub struct Replayed {
    result: GameResult,
    record: Record,
}

impl Replayed {
    pub(super) fn of(result: GameResult, record: Record) -> Replayed {
        Replayed { result, record }
    }
}

pub(super) fn section(study: &Study, replayed: &Replayed) -> Section {
    let heading = "A game to look at";
    let Some(highest) = &study.survey.highest else { return Section { heading, parts: vec![] } };
    let (game, seat) = (highest.game, highest.seat);
    let scores = |result: &GameResult| result.seats.iter().map(|seat| seat.sources).collect::<Vec<_>>();
    let arm = study.plan.arm(highest.id);
    let state = match replayed.record.replay(&arm.setup) {
        Ok(mut replay) if scores(&replayed.result) == scores(&highest.result) => {
            while matches!(replay.step(), Ok(true)) {}
            replay.state().clone()
        }
        _ => {
            let text = format!(
                "Game {game} has the highest score. It cannot be drawn: played again it goes another way, because an agent \
                 thinks by the clock or another version of the program played it."
            );
            return Section { heading, parts: vec![Part::Text(text)] };
        }
    };
    let best = &highest.result.seats[seat];
    let of_arm = if study.plan.arms.len() > 1 { format!(" (arm {})", highest.id.arm) } else { String::new() };
    let agents = &replayed.record.seats;
    let figure = Figure {
        name: "notable-game".into(),
        title: format!("The highest score of the run: {} points for {} in game {game}", best.score, agents[seat]),
        caption: format!(
            "The landscape at the end of game {game}{of_arm}, with the figures that are still in it: circles are cowboys, \
             triangles tents, letters and colours the seats; yellow dots are nuggets, tents of poles camps, horseshoes \
             herds. goldrush replay --run DIR --game {game} tells it turn by turn."
        ),
        drawing: landscape::draw(state.table()),
    };
    let row = |(seat, result): (usize, &crate::sim::result::SeatResult)| {
        let letter = char::from(b'A' + seat as u8);
        let points = result.sources.iter().map(ToString::to_string);
        [format!("{letter} {}", agents[seat])].into_iter().chain(points).chain([result.score.to_string()]).collect()
    };
    let headings = ["seat", "railroads", "mountains", "cities", "prairies", "tokens", "score"];
    let table = Table {
        fold: None,
        headings: headings.map(String::from).to_vec(),
        texts: 1,
        rows: highest.result.seats.iter().enumerate().map(row).collect(),
        seats: (0..agents.len()).collect(),
    };
    Section { heading, parts: vec![Part::Wide(figure), Part::Table(table)] }
}
