//! The legal moves as sent to bots, with the score after each.

use goldrush_engine::carcassonne::scoring::completed_points;
use goldrush_engine::carcassonne::{FeatureKind, Move, Phase, State, Table};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::rng::tool_stream;
use serde::Serialize;

use crate::effects::{Completed, Effects};
use crate::legal_moves::{Following, LegalMove, MoveSent, Outcome, Placement, Score};
use crate::requested::RequestedFields;

/// A move other than a placement, as sent to bots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ActionSent {
    /// No follower.
    None,
    /// Follower on the new tile (C3).
    Follower {
        /// Label of the segment.
        segment: String,
    },
    /// Second ingot of a gold tile (M2).
    Ingot {
        /// Column of the tile it is put on.
        x: i8,
        /// Row of the tile it is put on.
        y: i8,
    },
    /// Ingot taken (M5).
    Take {
        /// Column of the tile it is taken from.
        x: i8,
        /// Row of the tile it is taken from.
        y: i8,
    },
}

/// Converts a legal move on this table.
pub fn sent(table: &Table, mv: Move) -> MoveSent<ActionSent> {
    match mv {
        Move::Place { cell, rotation } => MoveSent::Place(Placement::new(cell, rotation)),
        _ => MoveSent::Act(action_sent(table, mv)),
    }
}

fn action_sent(table: &Table, mv: Move) -> ActionSent {
    let landscape = table.landscape();
    match mv {
        Move::Pass | Move::Place { .. } => ActionSent::None,
        Move::Follow { segment } => {
            let segment = landscape.tile(table.newest()).segment(usize::from(segment));
            ActionSent::Follower {
                segment: table.label(segment),
            }
        }
        Move::Ingot { on } => {
            let Cell { x, y } = landscape.tile(on).cell();
            ActionSent::Ingot { x, y }
        }
        Move::Take { from } => {
            let Cell { x, y } = landscape.tile(from).cell();
            ActionSent::Take { x, y }
        }
    }
}

/// Lists the legal moves, in the engine's order; the id of a move is its index.
pub fn offer(
    view: &View<State<'_>>,
    moves: &[Move],
    requested: &RequestedFields,
) -> Vec<LegalMove<ActionSent>> {
    // Any world will do: tiles drawn after the turn do not affect its score.
    let world = requested
        .outcomes()
        .then(|| view.sample(&mut tool_stream(0)));
    let has_following = requested.then && view.table().phase() == Phase::Place;
    let mut offered = Vec::with_capacity(moves.len());
    for (id, &mv) in (0..).zip(moves) {
        let mut brings = Outcome::default();
        let mut then = None;
        if let Some(world) = &world {
            brings = outcome(world, mv, requested);
            if has_following {
                then = following(world, mv, requested);
            }
        }
        offered.push(LegalMove {
            id,
            mv: sent(view.table(), mv),
            outcome: brings,
            then,
        });
    }
    offered
}

/// Lists the moves that could follow a placement in the same turn; `None` if there are none.
fn following(
    world: &State<'_>,
    placement: Move,
    requested: &RequestedFields,
) -> Option<Vec<Following<ActionSent>>> {
    let mut placed = world.clone();
    placed.play_unchecked(placement);
    if !matches!(placed.table().phase(), Phase::Follow | Phase::Ingot) {
        return None;
    }
    let mut moves = Vec::new();
    placed.legal_moves(&mut moves);
    let following = moves.into_iter().map(|mv| Following {
        mv: action_sent(placed.table(), mv),
        outcome: outcome(&placed, mv, requested),
    });
    Some(following.collect())
}

/// Returns what a move brings if only mandatory moves follow it in its turn: no follower, and ingots are placed and taken
/// at the first legal place. Unfinished features count as at the end (C5, M7).
fn outcome(before: &State<'_>, mv: Move, requested: &RequestedFields) -> Outcome {
    let mut state = before.clone();
    let mut moves = Vec::new();
    let mut effects = Effects::new(state.table().players());
    state.play_observed(mv, &mut effects);
    while matches!(
        state.table().phase(),
        Phase::Ingot | Phase::Follow | Phase::Take
    ) {
        state.legal_moves(&mut moves);
        let mv = if state.table().phase() == Phase::Follow {
            Move::Pass
        } else {
            moves[0]
        };
        state.play_observed(mv, &mut effects);
    }
    // Features are completed before ingots are taken.
    if before.table().phase() != Phase::Take {
        add_unoccupied(&mut effects, state.table());
    }
    Outcome {
        scores: requested.scores.then(|| {
            state
                .scores_if_over()
                .as_slice()
                .iter()
                .copied()
                .map(Score::from)
                .collect()
        }),
        tokens: Vec::new(),
        effects: requested.effects.then_some(effects),
    }
}

/// Adds the roads and cities completed by the newest tile that nobody scores.
fn add_unoccupied(effects: &mut Effects, table: &Table) {
    let tile = table.landscape().tile(table.newest());
    for at in 0..table.segments(tile).len() {
        let segment = tile.segment(at);
        let feature = table.feature(segment);
        let kind = table.kind(segment);
        let id = feature.segment().0;
        let word = table.word(feature);
        let is_new = effects.completes.iter().all(|completed| completed.id != id);
        if matches!(kind, FeatureKind::Road | FeatureKind::City) && word.is_complete() && is_new {
            let points = completed_points(kind, word, 0, table.rules());
            effects.completes.push(Completed {
                id,
                feature: kind.name(),
                points,
                seats: Vec::new(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{Catalogue, Rules, Setup};
    use goldrush_engine::player::Player;

    use super::*;

    /// The score announced for the last placement and its follower is the final score, and a placement that completes a
    /// feature announces the full score of that feature.
    #[test]
    fn scores_announced_in_the_last_turn_are_final() {
        let mut completed = 0;
        for gold_mines in [false, true] {
            let rules = Rules {
                gold_mines,
                ..Rules::default()
            };
            let setup = Setup::new(Catalogue::printed().into(), rules, 3).unwrap();
            let mut rng = tool_stream(8);
            let requested = RequestedFields::new(Some(&["then".to_owned()]));
            let mut moves = Vec::new();
            for _ in 0..40 {
                let mut state = State::deal(&setup, &mut rng);
                let mut promised = Vec::new();
                while let Some(seat) = state.to_move() {
                    state.legal_moves(&mut moves);
                    let phase = state.table().phase();
                    let offered = offer(&View::new(&state, seat), &moves, &requested);
                    // In the last turn only mandatory moves are played.
                    let is_last = state.table().tiles_left() == 0 && phase != Phase::Place;
                    let mv = match phase {
                        Phase::Follow if is_last => Move::Pass,
                        _ if is_last => moves[0],
                        _ => state.random_move(&mut rng).unwrap(),
                    };
                    let at = moves.iter().position(|legal| *legal == mv).unwrap();
                    assert_eq!(offered[at].then.is_some(), phase == Phase::Place);
                    if phase == Phase::Place {
                        promised.clear();
                    }
                    promised.push(offered[at].outcome.scores.clone().unwrap());
                    state.play_unchecked(mv);
                }
                for promised in &promised {
                    assert_eq!(
                        *promised,
                        state
                            .scores()
                            .as_slice()
                            .iter()
                            .copied()
                            .map(Score::from)
                            .collect::<Vec<_>>()
                    );
                }
                completed += usize::from(promised.len() > 1);
            }
        }
        assert_eq!(completed, 80);
    }

    /// C4: a completed city is worth twice its value at the end of the game; the placement that completes it announces
    /// that, the points at once, and the followers that come home.
    #[test]
    fn completing_placements_announce_the_full_score() {
        let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2).unwrap();
        let words = ["scores", "effects"].map(str::to_owned);
        let (mut rng, requested, mut moves, mut more) = (
            tool_stream(9),
            RequestedFields::new(Some(&words)),
            Vec::new(),
            0,
        );
        for _ in 0..20 {
            let mut state = State::deal(&setup, &mut rng);
            while let Some(seat) = state.to_move() {
                state.legal_moves(&mut moves);
                let mv = state.random_move(&mut rng).unwrap();
                if state.table().phase() == Phase::Place {
                    let at = moves.iter().position(|legal| *legal == mv).unwrap();
                    let promised = offer(&View::new(&state, seat), &moves, &requested)[at]
                        .outcome
                        .clone();
                    let effects = promised.effects.unwrap();
                    let (mut after, on_table) = (state.clone(), |state: &State| {
                        Player::all(2)
                            .map(|seat| state.table().followers(seat).len())
                            .sum::<usize>()
                    });
                    [mv, Move::Pass]
                        .into_iter()
                        .for_each(|mv| after.play_unchecked(mv));
                    let gain = |seat| {
                        after.table().feature_points(seat) - state.table().feature_points(seat)
                    };
                    more += u32::from(!effects.comes_home.is_empty());
                    assert_eq!(
                        promised.scores.unwrap(),
                        after
                            .scores_if_over()
                            .as_slice()
                            .iter()
                            .copied()
                            .map(Score::from)
                            .collect::<Vec<_>>()
                    );
                    // The last turn is followed by the final scoring.
                    if after.to_move().is_some() {
                        assert_eq!(effects.points, Player::all(2).map(gain).collect::<Vec<_>>());
                        assert_eq!(
                            effects.comes_home.len(),
                            on_table(&state) - on_table(&after)
                        );
                    }
                }
                state.play_unchecked(mv);
            }
        }
        assert!(more > 20, "hardly anything was completed");
    }
}
