//! Hints: a bot's ranking of the best turns, from what the person who asks may know.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_engine::game::View;
use goldrush_engine::rng::tool_stream;
use serde::{Deserialize, Serialize};

use super::game_history::GameHistory;
use super::preview::Preview;
use super::session::Session;
use crate::analysis::move_report::{
    GLANCE, MoveReport, SEED, THOROUGHNESS, evaluations, move_reports, of_evaluations,
};
use crate::analysis::reason::{Comparison, Reason, reason};
use crate::analysis::source::notation;
use crate::games::playable::Playable;
use crate::report::number::{Number, chance, signed};
use crate::stats::interval::Estimate;

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
    let (state, viewer) = (session.state().clone(), session.viewer().clone());
    let (dealt, played) = (session.dealt().clone(), session.moves().to_vec());
    let seat = session.to_move();
    move |stop| {
        let Some(seat) = seat else { return Vec::new() };
        let stopped = || stop.load(Ordering::Relaxed);
        let view = View::new(&state, seat);
        let evaluations =
            evaluations::<G>(&view, THOROUGHNESS, &[], &mut tool_stream(SEED), &stopped);
        let all = of_evaluations(&evaluations);
        let why = |at: usize| {
            // The best turn against the first that is clearly worse, the others against the best.
            let clear = |other: &usize| {
                reason(&evaluations[0], &evaluations[*other], seat) != Reason::default()
            };
            let worse = if at == 0 {
                (1..all.len()).find(clear)?
            } else {
                at
            };
            let comparison = Comparison::<G> {
                state: &state,
                better: all[0].turn,
                worse: all[worse].turn,
                viewer: &viewer,
            };
            let reason = reason(&evaluations[0], &evaluations[worse], seat);
            let (why, other) = match at {
                0 => (comparison.why_better(&reason)?, worse + 1),
                _ => (comparison.why_worse(&reason)?, 1),
            };
            Some(format!("Compared with hint {other}: {why}."))
        };
        let leads = shown_leads(all.iter().map(|report| report.margin.mean));
        (all.iter().zip(leads).enumerate())
            .map(|(i, (report, lead))| {
                let mut history = GameHistory::<G>::begin(dealt.clone(), viewer.clone());
                played.iter().for_each(|&mv| history.play(mv));
                Suggestion {
                    moves: notation::<G>(&state, report.turn),
                    text: G::words(
                        &state,
                        &report.turn.into_iter().flatten().collect::<Vec<_>>(),
                        &viewer,
                    ),
                    margin: if i == 0 {
                        best(report, lead)
                    } else {
                        signed(lead, 1)
                    },
                    why: why(i),
                    preview: Preview::of(&mut history, report.turn.into_iter().flatten()),
                }
            })
            .collect()
    }
}

/// Returns the task that estimates the final lead over the best other seat that the seat to move can expect, in points,
/// from what that seat may know; to be run in the background. The result is `None` if the game is over.
pub fn win_chance<G: Playable>(
    session: &Session<G>,
) -> impl FnOnce(&AtomicBool) -> Option<f64> + Send + 'static {
    let (state, seat) = (session.state().clone(), session.to_move());
    move |stop| {
        let stopped = || stop.load(Ordering::Relaxed);
        let all = move_reports::<G>(
            &View::new(&state, seat?),
            GLANCE,
            &[],
            &mut tool_stream(SEED),
            &stopped,
        );
        all.first().map(|best| best.margin.mean)
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

    use super::*;
    use crate::games::GameName;
    use crate::table::seats::Seats;
    use crate::table::session::{GameSettings, NewGame};

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
