//! The actions after a placement, in words, with the immediate effect of each; and whole turns in words.

use goldrush_engine::gold_rush::{Acquisition, Action, Evaluation, Move, Table, TableObserver};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::player::Player;

use super::describe::{after_placing, describe_feature};
use super::words::role;
use crate::laying::{part_words, turned};
use crate::viewer::{Viewer, count, direction, place};

/// A legal action after placing the tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionChoice {
    pub action: Action,
    /// Name of the action: `railwayman on railroad N`.
    pub what: String,
    /// Its immediate effect: `scores 8`, `3 points so far`.
    pub worth: String,
    /// The segment it concerns, on the picture.
    pub segment: Option<SegmentId>,
    /// True if it scores more than passing, or takes a token.
    brings_at_once: bool,
}

/// Points and tokens that a seat gets.
struct Gains {
    seat: Player,
    points: i32,
    tokens: usize,
}

impl TableObserver for Gains {
    fn on_token(&mut self, player: Player, _: Acquisition) {
        self.tokens += usize::from(player == self.seat);
    }

    fn on_evaluation(&mut self, _: &Table, evaluation: &Evaluation) {
        self.points += if evaluation.seats.contains(self.seat) {
            evaluation.points.into()
        } else {
            0
        };
    }
}

fn gains(table: &Table, action: Action) -> (Gains, Option<Evaluation>) {
    let mut after = table.clone();
    let mut gains = Gains {
        seat: table.seat(),
        points: 0,
        tokens: 0,
    };
    after.finish_turn(action, &mut gains);
    let mut stake = None;
    if let Action::Cowboy { segment } = action {
        let own = after.feature(
            after
                .landscape()
                .tile(after.newest())
                .segment(usize::from(segment)),
        );
        after.evaluate_unfinished(|evaluation| {
            stake = stake.or((evaluation.feature == own).then_some(*evaluation));
        });
    }
    (gains, stake)
}

/// Returns the points the tile scores at once for the seat that placed it, if it takes no action.
pub fn scores_anyway(table: &Table) -> i32 {
    gains(table, Action::None).0.points
}

/// Lists the legal actions, with only one of the ways to pitch a tent on the same mountain. Those that score or take a token
/// at once come first.
pub fn choices(table: &Table, viewer: &Viewer) -> Vec<ActionChoice> {
    let anyway = gains(table, Action::None).0;
    let tile = table.landscape().tile(table.newest());
    let mut mountains = Vec::new();
    let mut choices = Vec::new();
    for action in table.actions().iter() {
        let segment = match action {
            Action::None => None,
            Action::Cowboy { segment } => Some(tile.segment(usize::from(segment))),
            Action::Tent { to, .. } => Some(to),
            Action::Mine { tent } => table.tents(table.seat()).get(usize::from(tent)).copied(),
            Action::TakeBack { cowboy } => table
                .cowboys(table.seat())
                .get(usize::from(cowboy))
                .copied(),
        };
        if let Action::Tent { tent, to } = action {
            let mountain = (tent, table.feature(to));
            if mountains.contains(&mountain) {
                continue;
            }
            mountains.push(mountain);
        }
        choices.push(offered(table, action, segment, &anyway, viewer));
    }
    tell_apart(table, &mut choices);
    choices.sort_by_key(|choice| !choice.brings_at_once);
    choices
}

/// Adds the direction to choices that read the same.
fn tell_apart(table: &Table, choices: &mut [ActionChoice]) {
    let here = table.landscape().tile(table.newest()).cell();
    let names: Vec<_> = choices.iter().map(|choice| choice.what.clone()).collect();
    for choice in choices {
        let alike = names.iter().filter(|name| **name == choice.what);
        if let Some(segment) = choice.segment.filter(|_| alike.count() > 1) {
            let there = table.landscape().tile_of(segment).cell();
            choice.what += &match there == here {
                true => ", on the new tile".into(),
                false => format!(", to the {}", direction(here, there)),
            };
        }
    }
}

fn offered(
    table: &Table,
    action: Action,
    segment: Option<SegmentId>,
    anyway: &Gains,
    viewer: &Viewer,
) -> ActionChoice {
    let (gains, stake) = gains(table, action);
    let mut worth = Vec::new();
    match gains.points - anyway.points {
        0 => {}
        more @ 1.. => worth.push(format!("scores {more} now")),
        less => worth.push(format!("scores {} fewer now", -less)),
    }
    let tokens = gains.tokens.saturating_sub(anyway.tokens);
    if tokens > 0 {
        worth.push(format!("takes {}", count(tokens, "token")));
    }
    if let Some(stake) = stake {
        worth.push(format!("{} so far", count(stake.points.into(), "point")));
    }
    let on = segment.map_or_else(String::new, |segment| {
        describe_feature(table, segment, viewer)
    });
    let what = match action {
        Action::None => "pass".into(),
        Action::Cowboy { .. } => {
            let segment = segment.expect("a cowboy action has a segment");
            let label = table.label(segment);
            let role = role(table.kind(segment));
            format!("{role}, {}", part_words(&label).trim_start_matches("the "))
        }
        Action::Tent { tent, .. } => {
            let tents = table.tents(table.seat());
            match tents.get(usize::from(tent)) {
                // With several tents, the text must say which.
                Some(&from) if tents.len() > 1 => {
                    let from = describe_feature(table, from, viewer);
                    format!("move the tent from the {from} to the {on}")
                }
                Some(_) => format!("move the tent to the {on}"),
                None => format!("tent on the {on}"),
            }
        }
        Action::Mine { .. } => format!("mine the {on}"),
        Action::TakeBack { .. } => format!("take the cowboy back from the {on}"),
    };
    ActionChoice {
        action,
        what,
        worth: worth.join(", "),
        segment,
        brings_at_once: gains.points > anyway.points || tokens > 0,
    }
}

/// Returns the segments on which the action can be played, each with the action there: a tent may go onto any vacant
/// segment of its mountain.
pub fn spots(table: &Table, offered: &ActionChoice) -> Vec<(SegmentId, Action)> {
    let Some(segment) = offered.segment else {
        return Vec::new();
    };
    let mut spots = vec![(segment, offered.action)];
    if let Action::Tent { tent, .. } = offered.action {
        let vacant = table.vacant().iter();
        let others = vacant
            .filter(|&to| to != segment && table.feature(to) == table.feature(segment))
            .map(|to| (to, Action::Tent { tent, to }));
        spots.extend(others);
    }
    spots
}

/// Describes a whole turn, or only the action if the tile is already placed: `1 east of the start, turned 90°, railwayman, northern railroad`.
pub fn turn(table: &Table, moves: &[Move], viewer: &Viewer) -> String {
    match *moves {
        [Move::Place { cell, rotation }, ref rest @ ..] => {
            let then = match (rest, after_placing(table, cell, rotation)) {
                ([Move::Act(action), ..], Some(after)) => {
                    format!(", {}", action_words(&after, *action, viewer))
                }
                _ => String::new(),
            };
            format!("{}{}{then}", place(cell), turned(rotation))
        }
        [Move::Act(action), ..] => action_words(table, action, viewer),
        [] => String::new(),
    }
}

/// Describes an action by the spot where it is played.
fn action_words(table: &Table, action: Action, viewer: &Viewer) -> String {
    for choice in choices(table, viewer) {
        let mut spots = spots(table, &choice).into_iter();
        if choice.action == action || spots.any(|(_, there)| there == action) {
            return choice.what;
        }
    }
    table.action_text(action)
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::State as _;
    use goldrush_engine::gold_rush::{Phase, Rules, Setup, State};
    use goldrush_engine::rng::tool_stream;

    use super::*;

    /// The score a choice announces is the score that playing it brings.
    #[test]
    fn actions_score_what_they_announce() {
        let rules = Rules {
            take_back: true,
            ..Rules::default()
        };
        let catalogue = goldrush_engine::gold_rush::Catalogue::built_in("gold_rush").unwrap();
        let setup = Setup::new(catalogue, rules, 3).unwrap();
        let viewer = Viewer::open(["A", "B", "C"].map(String::from).to_vec());
        let mut mentions = 0;
        for seed in 0..5 {
            let mut rng = tool_stream(seed);
            let mut state = State::deal(&setup, &mut rng);
            while state.tiles_left() > 0 {
                if state.phase() == Phase::Act {
                    let seat = state.seat();
                    let anyway = scores_anyway(state.table());
                    let offered = choices(state.table(), &viewer);
                    let is_first = |choice: &ActionChoice| {
                        choice.worth.contains("scores ") && !choice.worth.contains(" fewer now")
                            || choice.worth.contains("takes ")
                    };
                    assert!(
                        offered.is_sorted_by_key(|choice| !is_first(choice)),
                        "{offered:?}"
                    );
                    for choice in offered {
                        let mut after = state.clone();
                        after.play(Move::Act(choice.action)).unwrap();
                        let scored = i32::from(after.feature_points(seat))
                            - i32::from(state.feature_points(seat));
                        let tokens = after.token_count(seat) - state.token_count(seat);
                        if after.phase() == Phase::Over {
                            continue;
                        }
                        let more = format!("scores {} now", scored - anyway);
                        assert_eq!(choice.worth.contains(&more), scored > anyway, "{choice:?}");
                        assert!(tokens > 0 || !choice.worth.contains("takes"), "{choice:?}");
                        mentions += usize::from(scored > anyway);
                    }
                }
                let mv = state.random_move(&mut rng).unwrap();
                if let Move::Act(action) = mv {
                    let notation = state.table().action_text(action);
                    assert_eq!(
                        turn(state.table(), &[mv], &viewer) == notation,
                        notation == "pass",
                        "{notation}"
                    );
                }
                state.play_unchecked(mv);
            }
        }
        assert!(mentions > 20, "{mentions}");
    }
}
