//! Hints: a bot's ranking of the best turns, from what the person who asks may know.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::search::move_evaluation::MoveEvaluation;
use goldrush_engine::game::View;
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;
use goldrush_games::playable::{Playable, StateOf};
use goldrush_games::viewer::Viewer;
use goldrush_report::number::{Number, chance, signed};
use goldrush_support::stats::interval::Estimate;
use serde::{Deserialize, Serialize};

use super::game_history::GameHistory;
use super::preview::Preview;
use super::session::Session;
use crate::analysis::move_report::{
    GLANCE, MoveReport, SEED, THOROUGHNESS, evaluations, move_reports, of_evaluations,
};
use crate::analysis::reason::{Comparison, Reason, reason};
use crate::analysis::source::notation;

/// A turn that a bot suggests.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Suggestion {
    /// Its moves, as text.
    pub moves: Vec<String>,
    /// The turn in words.
    pub text: String,
    /// The expected final lead over the best other seat, in points: `−0.7`. For the best turn with its interval and the
    /// share of the same worlds that it wins: `+3.2 ± 2.1, 62% to win`, or `+3.2 exactly, 62% to win` if the rest of the game was
    /// solved.
    pub margin: String,
    /// For the best turn, how it beats a clearly worse one; for any other, how it compares with the best; `None` if
    /// nothing is clear.
    pub why: Option<String>,
    /// The tile and pieces that it adds.
    pub preview: Preview,
}

/// Returns the task that finds the five best turns of the seat to move, best first, as in `analyze`; to be run in the
/// background.
pub fn hint<G: Playable>(
    session: &Session<G>,
) -> impl FnOnce(&AtomicBool) -> Vec<Suggestion> + Send + 'static {
    let state = session.state().clone();
    let viewer = session.viewer().clone();
    let dealt = session.dealt().clone();
    let played = session.moves().to_vec();
    let seat = session.to_move();
    move |stop| {
        let Some(seat) = seat else { return Vec::new() };
        let evaluations = evaluations::<G>(
            &View::new(&state, seat),
            THOROUGHNESS,
            &[],
            &mut tool_stream(SEED),
            &|| stop.load(Ordering::Relaxed),
        );
        let reports = of_evaluations(&evaluations);
        let leads = shown_leads(reports.iter().map(|report| report.margin.mean));
        let mut suggestions = Vec::new();
        for (i, (report, lead)) in reports.iter().zip(leads).enumerate() {
            let moves: Vec<_> = report.turn.into_iter().flatten().collect();
            let mut history = GameHistory::<G>::replay(&dealt, &viewer, &played);
            suggestions.push(Suggestion {
                moves: notation::<G>(&state, report.turn),
                text: G::words(&state, &moves, &viewer),
                margin: if i == 0 {
                    best(report, lead)
                } else {
                    signed(lead, 1)
                },
                why: compared::<G>(i, &evaluations, &state, seat, &viewer),
                preview: Preview::of(&mut history, moves),
            });
        }
        suggestions
    }
}

/// Compares a turn with another in a sentence: the best with the first that is clearly worse, any other with the best.
/// `None` if nothing is clear.
fn compared<G: Playable>(
    at: usize,
    evaluations: &[MoveEvaluation<G::Move>],
    state: &StateOf<G>,
    seat: Player,
    viewer: &Viewer,
) -> Option<String> {
    let best = &evaluations[0];
    let worse = if at == 0 {
        (1..evaluations.len())
            .find(|&other| reason(best, &evaluations[other], seat) != Reason::default())?
    } else {
        at
    };
    let comparison = Comparison::<G> {
        state,
        better: best.turn.decisions(),
        worse: evaluations[worse].turn.decisions(),
        viewer,
    };
    let reason = reason(best, &evaluations[worse], seat);
    if at == 0 {
        let why = comparison.why_better(&reason)?;
        Some(format!("Compared with hint {}: {why}.", worse + 1))
    } else {
        let why = comparison.why_worse(&reason)?;
        Some(format!("Compared with hint 1: {why}."))
    }
}

/// Returns the task that estimates the final lead over the best other seat that the seat to move can expect, in points,
/// from what that seat may know; to be run in the background. The result is `None` if the game is over.
pub fn expected_lead<G: Playable>(
    session: &Session<G>,
) -> impl FnOnce(&AtomicBool) -> Option<f64> + Send + 'static {
    let state = session.state().clone();
    let seat = session.to_move();
    move |stop| {
        let reports = move_reports::<G>(
            &View::new(&state, seat?),
            GLANCE,
            &[],
            &mut tool_stream(SEED),
            &|| stop.load(Ordering::Relaxed),
        );
        reports.first().map(|best| best.margin.mean)
    }
}

/// Formats the best turn's expected lead, which is `lead`, and its chance to win.
fn best<M>(report: &MoveReport<M>, lead: f64) -> String {
    let lead = if report.exact {
        format!("{} exactly", signed(lead, 1))
    } else {
        let lead = Estimate::around(lead, report.margin.half_width);
        Number::points(&lead).signed().to_string()
    };
    format!("{lead}, {} to win", chance(report.win_share.mean))
}

/// Returns the leads to show for turns ranked best first. The ranking rests on far more playouts than these estimates,
/// so turns whose estimates contradict it share their mean: none is shown with a larger lead than one ranked above it.
fn shown_leads(means: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for mean in means {
        groups.push((mean, 1));
        while let [.., (above, n), (below, m)] = groups[..]
            && below > above
        {
            let shared = (above * n as f64 + below * m as f64) / (n + m) as f64;
            groups.truncate(groups.len() - 2);
            groups.push((shared, n + m));
        }
    }
    groups
        .into_iter()
        .flat_map(|(mean, count)| std::iter::repeat_n(mean, count))
        .collect()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::State as _;
    use goldrush_engine::gold_rush::{GoldRush, Setup};
    use goldrush_games::GameName;

    use super::*;
    use crate::seats::Seats;
    use crate::session::{GameSettings, NewGame};

    /// Looks for the first position in which a turn is clearly worse.
    #[test]
    fn hints_say_why_a_turn_is_better_or_worse() {
        let seats = Seats::of_options(GameName::GoldRush, "level1,level1", 1).unwrap();
        let settings = GameSettings {
            practice: false,
            lessons: false,
            assist: false,
        };
        let setup = Setup::printed(2);
        let new_game = NewGame {
            setup,
            seed: 5,
            seats,
            settings,
            file: None,
            components: None,
        };
        let mut session = Session::<GoldRush>::new(new_game);
        let hints = loop {
            for _ in 0..40 {
                let mv = session
                    .state()
                    .random_move(&mut session.chance())
                    .expect("no turn was clearly worse");
                session.play(&[mv]).unwrap();
            }
            let hints = hint(&session)(&AtomicBool::new(false));
            if hints.iter().any(|hint| hint.why.is_some()) {
                break hints;
            }
        };
        let [best, others @ ..] = &hints[..] else {
            panic!("there are hints")
        };
        let worse: Vec<_> = (1..)
            .zip(others)
            .filter_map(|(at, hint)| Some((at, hint.why.as_ref()?)))
            .collect();
        let (first, why) = worse.first().unwrap();
        let of_best = best.why.as_ref().unwrap();
        assert!(of_best.starts_with(&format!("Compared with hint {}: ", first + 1)));
        assert!(why.starts_with("Compared with hint 1: "));
        let [more, why] = [of_best, why].map(|text| &text[text.find("about").unwrap()..]);
        // The same from both sides, with more and fewer swapped.
        assert_eq!(more.replace("more", "fewer"), why.replace("more", "fewer"));
        assert_ne!(more, why);
    }

    #[test]
    fn worse_hints_are_never_shown_with_a_larger_lead() {
        assert_eq!(
            shown_leads([3.0, 3.4, -1.0, -3.0, -1.0].into_iter()),
            [3.2, 3.2, -1.0, -2.0, -2.0]
        );
    }
}
