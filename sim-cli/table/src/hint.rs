//! Hints: a bot's ranking of the best turns, from what the person who asks may know.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::search::move_evaluation::Thoroughness;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;
use goldrush_games::playable::Playable;
use goldrush_games::viewer::Viewer;
use goldrush_report::number::{Number, chance, number, signed};
use goldrush_support::stats::interval::Estimate;

use super::game_history::GameHistory;
use super::session::Session;
use super::shown_turn::{ShownTurn, distinguish};
use crate::analysis::move_report::{
    GLANCE, MoveReport, SEED, evaluations, final_points, move_reports, of_evaluations,
};

/// Explains the numbers of a hint, in sentences.
pub const LEGEND: &str = "The first number is the lead you can expect at the end, in points, ± how far off it may be. \
     About equal: too close to the best move to tell.";

/// Returns the task that finds the five best turns of the seat to move, best first, as in `analyze`; to be run in the
/// background.
pub fn hint<G: Playable>(
    session: &Session<G>,
    thoroughness: Thoroughness,
) -> impl FnOnce(&AtomicBool) -> Vec<ShownTurn> + Send + 'static {
    let state = session.state().clone();
    let viewer = session.viewer().clone();
    let dealt = session.dealt().clone();
    let played = session.moves().to_vec();
    let seat = session.to_move();
    move |stop| {
        let Some(seat) = seat else { return Vec::new() };
        let evaluations = evaluations::<G>(
            &View::new(&state, seat),
            thoroughness,
            &[],
            &mut tool_stream(SEED),
            &|| stop.load(Ordering::Relaxed),
        );
        let reports = of_evaluations(&evaluations);
        let leads = shown_leads(reports.iter().map(|report| report.margin.mean));
        let mut suggestions = Vec::new();
        for (i, (report, lead)) in reports.iter().zip(leads).enumerate() {
            let worth = match i {
                0 => best(report, lead),
                _ if is_about_equal(report) => format!("{}, about equal", signed(lead, 1)),
                _ => signed(lead, 1),
            };
            let mut history = GameHistory::<G>::replay(&dealt, &viewer, &played);
            let mut turn = ShownTurn::of::<G>(&mut history, &state, report.turn, worth, &viewer);
            let own = final_points(&evaluations[i].points, seat);
            let other = other(state.players(), seat, &viewer);
            let about = if report.exact { "" } else { "about " };
            let ending = ending(own, lead, about, seat, &other, &viewer);
            turn.brings = [turn.brings, ending].join(" ").trim().to_owned();
            suggestions.push(turn);
        }
        distinguish(&mut suggestions);
        suggestions
    }
}

/// True if a turn's difference from the best one is smaller than its error.
fn is_about_equal<M>(report: &MoveReport<M>) -> bool {
    let half_width = report.behind.half_width.unwrap_or(f64::INFINITY);
    !report.exact && report.behind.mean < half_width
}

/// Returns the points that a seat and the best other one can expect, in a sentence; their difference is the lead as it is
/// shown.
fn ending(own: f64, lead: f64, about: &str, seat: Player, other: &str, viewer: &Viewer) -> String {
    // Both are shown to a tenth of a point.
    let others = ((10.0 * own).round() - (10.0 * lead).round()) / 10.0;
    format!(
        "{} with {about}{}, {other} with {}.",
        viewer.does(seat, "end"),
        number(own, 1),
        number(others, 1)
    )
}

/// Names the seat that another one's lead is counted over: the only other one, or the best of them.
pub(super) fn other(players: usize, seat: Player, viewer: &Viewer) -> String {
    let mut others = Player::all(players).filter(|&other| other != seat);
    match (others.next(), others.next()) {
        (Some(only), None) if viewer.you() == Some(only) => "you".into(),
        (Some(only), None) => viewer.name(only),
        _ => "the best other player".into(),
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
pub(super) fn shown_leads(means: impl Iterator<Item = f64>) -> Vec<f64> {
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
    use crate::analysis::move_report::{QUICK, THOROUGHNESS};
    use crate::seats::Seats;
    use crate::session::{GameSettings, NewGame};

    /// Words that name a place, a rotation, a tile or another hint.
    fn names_a_place(text: &str) -> bool {
        let is_way = |words: [&str; 2]| {
            let [steps, direction] = words;
            let directions = ["west", "east", "north", "south"];
            steps.parse::<u8>().is_ok() && directions.iter().any(|name| direction.starts_with(name))
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut pairs = words.windows(2);
        let names = ["°", "hint", "of the start"];
        names.iter().any(|name| text.contains(name)) || pairs.any(|pair| is_way([pair[0], pair[1]]))
    }

    #[test]
    fn hints_are_in_words_of_the_game_and_their_points_add_up() {
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
        for _ in 0..40 {
            let mv = session.state().random_move(&mut session.chance()).unwrap();
            session.play(&[mv]).unwrap();
        }
        let stop = AtomicBool::new(false);
        let [quick, hints] =
            [QUICK, THOROUGHNESS].map(|thoroughness| hint(&session, thoroughness)(&stop));
        assert_eq!((quick.len(), hints.len()), (5, 5));
        // The first estimate cannot tell all of them from the best.
        let equal = quick
            .iter()
            .filter(|hint| hint.worth.ends_with(", about equal"));
        assert!((1..5).contains(&equal.count()), "{quick:?}");
        for hint in quick.into_iter().chain(hints) {
            assert!(
                !names_a_place(&hint.words) && !names_a_place(&hint.brings),
                "{hint:?}"
            );
            let (own, other) = hint
                .brings
                .split_once("with about ")
                .unwrap()
                .1
                .split_once(", ")
                .unwrap();
            let other = other.split_once("with ").unwrap().1.trim_end_matches('.');
            let [own, other, lead] = [own, other, hint.worth.split([' ', ',']).next().unwrap()]
                .map(|text| text.replace('−', "-").parse::<f64>().unwrap());
            assert!((own - other - lead).abs() < 0.01, "{hint:?}");
            assert!(hint.preview.tile.is_some());
        }
    }

    #[test]
    fn hints_within_the_error_of_the_best_are_about_equal() {
        let report = |behind, exact| MoveReport {
            turn: [Some(()), None, None],
            exact,
            win_share: Estimate::around(0.5, None),
            margin: Estimate::around(0.0, None),
            behind: Estimate::around(behind, Some(2.0)),
        };
        let reports = [(-1.0, false), (1.5, false), (2.5, false), (1.5, true)];
        let equal = reports.map(|(behind, exact)| is_about_equal(&report(behind, exact)));
        assert_eq!(equal, [true, true, false, false]);
    }

    #[test]
    fn worse_hints_are_never_shown_with_a_larger_lead() {
        assert_eq!(
            shown_leads([3.0, 3.4, -1.0, -3.0, -1.0].into_iter()),
            [3.2, 3.2, -1.0, -2.0, -2.0]
        );
    }
}
