//! The legal moves as sent to bots, with what each brings.

use goldrush_engine::game::{Points, View};
use goldrush_engine::gold_rush::{
    Acquisition, Action, ActionRecord, Evaluation, Move, Phase, State, Table, TableObserver,
};
use goldrush_engine::player::{MAX_PLAYERS, PerPlayer, Player};

use crate::effects::Effects;
use crate::legal_moves::{Following, LegalMove, MoveSent, Outcome, Placement, Score};
use crate::requested::RequestedFields;

/// Converts a legal move on this table.
pub fn sent(table: &Table, mv: Move) -> MoveSent<ActionRecord> {
    match mv {
        Move::Place { cell, rotation } => MoveSent::Place(Placement::new(cell, rotation)),
        Move::Act(action) => MoveSent::Act(ActionRecord::new(table, action)),
    }
}

/// Points of tokens, as far as a seat knows them.
struct TokenValues {
    /// Points of the tokens that each seat holds: its own exactly, those of others expected.
    held: PerPlayer<f64>,
    /// Mean of the values that the seat has not seen.
    mean: f64,
}

impl TokenValues {
    fn new(view: &View<State>) -> TokenValues {
        let (sum, count) = view.unseen_tokens();
        let mean = f64::from(sum) / f64::from(count.max(1));
        let mut held = PerPlayer::from_fn(view.table().players(), |seat| {
            mean * f64::from(view.table().token_count(seat))
        });
        held[view.observer()] = view.own_token_points().into();
        TokenValues { held, mean }
    }

    /// Returns the expected scores, given all other points and the tokens acquired in a turn, by seat.
    fn scores(&self, points: &[Points], tokens: &[u8]) -> Vec<Score> {
        Player::all(points.len())
            .map(|p| {
                let gained = self.mean * f64::from(tokens[p.index()]);
                Score::new(f64::from(points[p.index()]) + self.held[p] + gained)
            })
            .collect()
    }
}

/// Tokens acquired in a turn, by seat, and what else it brings.
struct Turn {
    tokens: [u8; MAX_PLAYERS],
    effects: Option<Effects>,
}

impl TableObserver for Turn {
    fn on_token(&mut self, player: Player, _: Acquisition) {
        self.tokens[player.index()] += 1;
    }

    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
        if let Some(effects) = &mut self.effects {
            effects.evaluated(table, evaluation);
        }
    }
}

/// Ends the turn on a scratch table, which is of no further use, and returns what it brings.
fn outcome(
    table: &mut Table,
    action: Action,
    values: &TokenValues,
    requested: &RequestedFields,
) -> Outcome {
    let players = table.players();
    let mut turn = Turn {
        tokens: [0; MAX_PLAYERS],
        effects: requested.effects.then(|| Effects::new(players)),
    };
    table.finish_turn(action, &mut turn);
    let mut points: Vec<Points> = Player::all(players)
        .map(|p| table.feature_points(p))
        .collect();
    table.evaluate_unfinished(|evaluation| {
        evaluation
            .seats
            .iter()
            .for_each(|p| points[p.index()] += evaluation.points);
    });
    let tokens = &turn.tokens[..players];

    Outcome {
        scores: requested.scores.then(|| values.scores(&points, tokens)),
        tokens: if tokens.iter().any(|n| *n > 0) {
            tokens.to_vec()
        } else {
            Vec::new()
        },
        effects: turn.effects,
    }
}

/// Lists the legal moves, in the engine's order; the id of a move is its index.
pub fn offer(
    view: &View<State>,
    moves: &[Move],
    requested: &RequestedFields,
) -> Vec<LegalMove<ActionRecord>> {
    let table = view.table();
    let values = TokenValues::new(view);
    let mut placed = table.clone();
    let mut scratch = table.clone();
    let mut offered = Vec::with_capacity(moves.len());
    for (id, &mv) in (0..).zip(moves) {
        let mut brings = Outcome::default();
        let mut then = None;
        if requested.outcomes() {
            placed.clone_from(table);
            let action = match mv {
                Move::Place { cell, rotation } => {
                    let slot = table
                        .landscape()
                        .frontier()
                        .slot(cell)
                        .expect("a legal move is on an open cell");
                    placed.place(slot, rotation);
                    Action::None
                }
                Move::Act(action) => action,
            };
            scratch.clone_from(&placed);
            brings = outcome(&mut scratch, action, &values, requested);
        }
        if requested.then && table.phase() == Phase::Place {
            let mut following = Vec::new();
            for action in placed.actions().iter() {
                scratch.clone_from(&placed);
                following.push(Following {
                    mv: ActionRecord::new(&placed, action),
                    outcome: outcome(&mut scratch, action, &values, requested),
                });
            }
            then = Some(following);
        }
        offered.push(LegalMove {
            id,
            mv: sent(table, mv),
            outcome: brings,
            then,
        });
    }
    offered
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::State as _;
    use goldrush_engine::gold_rush::Setup;
    use goldrush_engine::rng::tool_stream;

    use super::*;

    /// A move announces what happens once it is played: standings with the tokens that the seat knows, tokens,
    /// points at once and pieces in supply.
    #[test]
    fn announced_outcomes_are_correct() {
        let requested = RequestedFields::new(Some(&["then".to_owned(), "effects".to_owned()]));
        let setup = Setup::printed(3);
        let mut rng = tool_stream(5);
        let mut moves = Vec::new();
        let mut tokens = 0;
        let mut returned = 0;
        let mut state = State::deal(&setup, &mut rng);
        for _ in 0..400 {
            if state.table().tiles_left() <= 1 {
                state = State::deal(&setup, &mut rng);
            }
            state.legal_moves(&mut moves);
            let seat = state.to_move().unwrap();
            let offered = offer(&View::new(&state, seat), &moves, &requested);
            let mv = state.random_move(&mut rng).unwrap();
            let at = moves.iter().position(|m| *m == mv).unwrap();
            assert_eq!(offered[at].id as usize, at);
            let values = TokenValues::new(&View::new(&state, seat));
            let on_table = |state: &State| {
                Player::all(3)
                    .map(|p| state.cowboys(p).len() + state.tents(p).len())
                    .sum::<usize>()
            };
            let held: Vec<u8> = Player::all(3).map(|p| state.token_count(p)).collect();
            let scored: Vec<Points> = Player::all(3).map(|p| state.feature_points(p)).collect();
            let announced = match &offered[at].then {
                None => {
                    let pieces = on_table(&state);
                    let pitched = match mv {
                        Move::Act(Action::Cowboy { .. }) => 1,
                        Move::Act(Action::Tent { tent, .. }) => {
                            usize::from(usize::from(tent) == state.tents(seat).len())
                        }
                        _ => 0,
                    };
                    state.play_unchecked(mv);
                    let announced = offered[at].outcome.clone();
                    let home = announced.effects.as_ref().unwrap().comes_home.len();
                    assert_eq!(on_table(&state), pieces + pitched - home);
                    returned += home;
                    announced
                }
                Some(then) => {
                    state.play_unchecked(mv);
                    state.legal_moves(&mut moves);
                    assert_eq!(then.len(), moves.len());
                    let action = state.random_move(&mut rng).unwrap();
                    // Every other action is announced by itself.
                    if state.table().tiles_left() % 2 == 0 {
                        continue;
                    }
                    state.play_unchecked(action);
                    then[moves.iter().position(|m| *m == action).unwrap()]
                        .outcome
                        .clone()
                }
            };
            let mut points: Vec<Points> = Player::all(3).map(|p| state.feature_points(p)).collect();
            let gained: Vec<u8> = Player::all(3)
                .map(|p| state.token_count(p) - held[p.index()])
                .collect();
            let at_once: Vec<Points> = points
                .iter()
                .zip(&scored)
                .map(|(after, before)| after - before)
                .collect();
            assert_eq!(announced.effects.unwrap().points, at_once);
            state.evaluate_unfinished(|e| {
                e.seats.iter().for_each(|p| points[p.index()] += e.points);
            });
            let scores = Player::all(3).map(|p| {
                let tokens = values.held[p] + values.mean * f64::from(gained[p.index()]);
                Score::new(f64::from(points[p.index()]) + tokens)
            });
            assert_eq!(announced.scores.unwrap(), scores.collect::<Vec<_>>());
            tokens += gained.iter().sum::<u8>();
            assert_eq!(
                announced.tokens,
                if gained == [0; 3] { vec![] } else { gained }
            );
        }
        assert!(
            tokens > 0 && returned > 0,
            "no token was ever acquired, or no piece returned"
        );
    }

    /// The bot learns nothing about tokens that others hold or that are still to come.
    #[test]
    fn hidden_tokens_do_not_change_what_is_announced() {
        let setup = Setup::printed(2);
        let mut rng = tool_stream(3);
        let mut state = State::deal(&setup, &mut rng);
        let requested = RequestedFields::new(None);
        let mut moves = Vec::new();
        let mut held = 0;
        while let Some(seat) = state.to_move() {
            state.legal_moves(&mut moves);
            let announced = |state: &State| {
                serde_json::to_string(&offer(&View::new(state, seat), &moves, &requested)).unwrap()
            };
            let mut other = state.clone();
            other.determinize(seat, &mut rng);
            assert_eq!(announced(&state), announced(&other));
            held = held.max(state.token_count(seat.next(2)));
            let mv = state.random_move(&mut rng).unwrap();
            state.play_unchecked(mv);
        }
        assert!(held > 0);
    }
}
