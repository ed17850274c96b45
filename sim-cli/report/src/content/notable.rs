//! Section on a notable game: the one with the highest score, replayed from the plan.

use goldrush_harness::findings::report_stats::Highest;
use goldrush_harness::sim::bots::BotPool;
use goldrush_harness::sim::play;
use goldrush_harness::sim::result::GameResult;
use goldrush_harness::study::Plan;

use super::Run;
use crate::document::{Cell, Part, Section, Table, game_file};
use crate::figure::{Drawing, Figure};
use crate::number::Number;

/// A replayed game.
pub struct Replayed {
    result: GameResult,
    /// Picture of the final board, if games of this kind can be drawn.
    drawing: Option<Drawing>,
}

impl Replayed {
    /// Replays the game, or returns `None` if that fails or bots run as child processes: reading about a run must not
    /// start programs.
    pub(super) fn new(plan: &Plan, highest: &Highest) -> Option<Replayed> {
        let id = plan.game(highest.game);
        let arm = plan.arm(id);
        if arm.lineup.agents().any(|agent| agent.command().is_some()) {
            return None;
        }
        let mut bots = BotPool::of(plan);
        let mut game_runner = play::game_runner(arm.setup_of(id.seating));
        let (outcome, _) = game_runner.play(plan, &mut bots, id, false, None).ok()?;
        Some(Replayed {
            result: outcome.result,
            drawing: game_runner.draw(),
        })
    }

    /// True if the replay has the scores of the game.
    pub(super) fn is_game(&self, highest: &Highest) -> bool {
        self.result
            .seats
            .iter()
            .map(|seat| seat.score)
            .eq(highest.scores.iter().copied())
    }
}

const HEADING: &str = "A game to look at";

pub(super) fn section(run: &Run, highest: &Highest, replayed: Replayed) -> Section {
    let game = highest.game;
    if !replayed.is_game(highest) {
        let text = format!(
            "Game {game} has the highest score, but it cannot be shown: when replayed, it takes another course. Either a bot is \
             limited by time, or another version of the program played it."
        );
        return Section::detail(HEADING, vec![Part::Text(text)]);
    }
    let id = run.plan.game(game);
    let best = highest.scores.iter().max().copied().unwrap_or(0);
    let seat = highest
        .scores
        .iter()
        .position(|score| *score == best)
        .unwrap_or(0);
    let of_arm = if run.plan.arms.len() > 1 {
        format!(" ({})", run.plan.arm(id).name)
    } else {
        String::new()
    };
    let lineup = &run.plan.arm(id).lineup;
    let agents: Vec<String> = (0..lineup.players())
        .map(|seat| lineup.agent(id.seating, seat).to_string())
        .collect();
    let title = format!(
        "The highest score of the run: {best} points by {} in game {game}",
        agents[seat]
    );
    let shown = match replayed.drawing {
        Some(drawing) => Part::Wide(Figure {
            name: "notable-game".into(),
            title,
            caption: format!(
                "The board at the end of game {game}{of_arm}, with the pieces still on it. Letters and colors stand for \
                 the seats."
            ),
            drawing,
        }),
        None => Part::Text(format!("{title}{of_arm}.")),
    };
    let link = Part::Link {
        text: format!("Step through game {game}, turn by turn"),
        file: game_file(game),
    };
    let sources = run.plan.schema().sources().iter().map(|source| source.noun);
    let headings = ["seat"].into_iter().chain(sources).chain(["score"]);
    let rows = replayed.result.seats.iter().zip('A'..).zip(&agents);
    let rows = rows.map(|((result, letter), agent)| {
        let points = run.plan.schema().points(&result.values);
        let points = points.iter().map(|points| Cell::Count((*points).into()));
        [format!("{letter} {agent}").into()]
            .into_iter()
            .chain(points)
            .chain([Number::exact(result.score.into(), 0).into()])
            .collect()
    });
    let table = Table {
        seats: (0..agents.len()).collect(),
        ..Table::new(headings, rows)
    };
    Section::detail(HEADING, vec![shown, link, Part::Table(table)])
}
