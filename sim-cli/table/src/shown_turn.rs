//! A turn to be shown on the board: in a few words of the game, with what it brings at once, and drawn.

use std::collections::BTreeSet;

use goldrush_ai::search::Decisions;
use goldrush_engine::game::State as _;
use goldrush_engine::landscape::grid::Cell;
use goldrush_games::change::{in_words, outcomes};
use goldrush_games::playable::{Playable, StateOf};
use goldrush_games::viewer::{Viewer, count, direction, list};
use serde::{Deserialize, Serialize};

use super::game_history::GameHistory;
use super::preview::Preview;
use crate::analysis::source::notation;

/// A turn that was or could be played in a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ShownTurn {
    /// The turn in a few words, without places: the board shows those.
    pub words: String,
    /// Its worth, in short: the expected final lead, or the points that it is behind the best turn.
    pub worth: String,
    /// Gains and costs, now and later, in sentences.
    pub brings: String,
    /// Its moves, as text.
    pub moves: Vec<String>,
    /// The tile and pieces that it adds, and the features that it changes.
    pub preview: Preview,
}

impl ShownTurn {
    /// Describes a turn of the seat to move in a position, to which `history` has been played.
    pub(super) fn of<G: Playable>(
        history: &mut GameHistory<G>,
        state: &StateOf<G>,
        turn: Decisions<G::Move>,
        worth: String,
        viewer: &Viewer,
    ) -> ShownTurn {
        let moves: Vec<_> = turn.into_iter().flatten().collect();
        ShownTurn {
            words: G::brief(state, &moves, viewer),
            worth,
            brings: brings::<G>(state, &moves, viewer),
            moves: notation::<G>(state, turn),
            preview: Preview::of(history, moves),
        }
    }

    /// Returns the words of a turn that is better than this one; both may differ in the place alone.
    pub fn words_of_better(&self, better: &ShownTurn) -> String {
        if self.words == better.words {
            format!("{}{}", better.words, better.difference_from(self))
        } else {
            better.words.clone()
        }
    }

    /// Returns the cell of its tile.
    fn cell(&self) -> Option<Cell> {
        self.preview.tile.as_ref().map(|tile| tile.cell)
    }

    /// Returns how a turn differs from another one with the same words: in the place or the rotation of its tile, or else
    /// in the place of its piece.
    fn difference_from(&self, other: &ShownTurn) -> String {
        if let Some((own, other)) = self.preview.tile.as_ref().zip(other.preview.tile.as_ref()) {
            if own.cell != other.cell {
                return format!(", farther {}", direction(other.cell, own.cell));
            }
            match (own.turned + 360 - other.turned) % 360 {
                90 => return ", turned a quarter farther".into(),
                180 => return ", turned a half farther".into(),
                270 => return ", turned a quarter back".into(),
                _ => {}
            }
        }
        match (self.preview.piece_at(), other.preview.piece_at()) {
            (Some(own), Some(other)) => piece_beside(own, other).into(),
            _ => String::new(),
        }
    }
}

/// Says on which side of another one a piece goes; empty if both go to the same place.
fn piece_beside(own: (f64, f64), other: (f64, f64)) -> &'static str {
    let east = own.0 - other.0;
    let south = own.1 - other.1;
    if east.abs().max(south.abs()) < 1.0 {
        ""
    } else if east.abs() > south.abs() {
        if east > 0.0 {
            ", with the piece farther east"
        } else {
            ", with the piece farther west"
        }
    } else if south > 0.0 {
        ", with the piece farther south"
    } else {
        ", with the piece farther north"
    }
}

/// Adds to turns with the same words how they differ: by the place of the tile if there are several, or else from the first.
pub(super) fn distinguish(turns: &mut [ShownTurn]) {
    let words: Vec<String> = turns.iter().map(|turn| turn.words.clone()).collect();
    for first in 0..turns.len() {
        let alike = (first..turns.len()).filter(|&at| words[at] == words[first]);
        let alike: Vec<usize> = alike.collect();
        if alike.len() < 2 || words[..first].contains(&words[first]) {
            continue;
        }
        let differences = differences(&alike.iter().map(|&at| &turns[at]).collect::<Vec<_>>());
        for (&at, difference) in alike.iter().zip(&differences) {
            turns[at].words += difference;
        }
    }
}

/// Returns how each of several turns with the same words differs from the others.
fn differences(turns: &[&ShownTurn]) -> Vec<String> {
    let cells: Vec<Cell> = turns.iter().filter_map(|turn| turn.cell()).collect();
    let mut differences = Vec::new();
    for (at, turn) in turns.iter().enumerate() {
        let place = turn
            .cell()
            .map_or_else(String::new, |own| place_among(own, &cells));
        let mut before = turns[..at].iter();
        let first = before.find(|other| other.cell() == turn.cell());
        let rest = first.map_or_else(String::new, |first| turn.difference_from(first));
        differences.push(place + &rest);
    }
    differences
}

/// Returns the key by which cells are ordered: from the north, or from the west.
fn order(cell: Cell, by_row: bool) -> (i8, i8) {
    if by_row {
        (cell.y, cell.x)
    } else {
        (cell.x, cell.y)
    }
}

/// Names a place among others by how far north or west it is: `, in the northern place`; empty if there is one only.
fn place_among(own: Cell, places: &[Cell]) -> String {
    const NTH: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    let rows: BTreeSet<i8> = places.iter().map(|cell| cell.y).collect();
    let columns: BTreeSet<i8> = places.iter().map(|cell| cell.x).collect();
    let by_row = rows.len() >= columns.len();
    let all: BTreeSet<(i8, i8)> = places.iter().map(|cell| order(*cell, by_row)).collect();
    let own = order(own, by_row);
    let rank = all.iter().filter(|other| **other < own).count();
    let side = if by_row { "north" } else { "west" };
    match (rank, all.len()) {
        (_, 0 | 1) => String::new(),
        (0, 2) if by_row => ", in the northern place".into(),
        (_, 2) if by_row => ", in the southern place".into(),
        (0, 2) => ", in the western place".into(),
        (_, 2) => ", in the eastern place".into(),
        _ => format!(
            ", in the {} place from the {side}",
            NTH.get(rank).unwrap_or(&"last")
        ),
    }
}

/// Returns what a turn brings and costs at once, and what it is worth later, in a sentence: `It completes your railroad, gets
/// 8 points now, adds 2 points to B's city and brings back 1 cowboy.`
pub(super) fn brings<G: Playable>(
    state: &StateOf<G>,
    moves: &[G::Move],
    viewer: &Viewer,
) -> String {
    let mut parts = outcomes(&G::changes(state, moves, viewer));
    parts.extend(in_words(&G::prospects(state, moves, viewer)));
    let touches_none = parts.is_empty();
    if let Some(seat) = state.to_move().filter(|_| !G::PIECE.is_empty()) {
        let mut after = state.clone();
        moves.iter().for_each(|&mv| after.play_unchecked(mv));
        let [before, after] = [state, &after].map(|state| G::pieces_left(state, seat));
        if after > before {
            parts.push(format!("brings back {}", count(after - before, G::PIECE)));
        } else if after < before {
            parts.push(match after {
                0 => format!("uses the last {}", G::PIECE),
                left => format!("leaves {} to play", count(left, G::PIECE)),
            });
        } else if touches_none && after > 0 {
            parts.push(format!("keeps {} for later", count(after, G::PIECE)));
        }
    }
    if touches_none {
        parts.insert(0, "changes nobody's points".into());
    }
    format!("It {}.", list(&parts))
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::tool_stream;
    use goldrush_games::registry::with_setup;
    use goldrush_games::scene::Tile;
    use goldrush_games::{Choice, GameName};

    use super::*;

    /// Returns what the turns of a random game bring, as a person in the first seat is told.
    fn brought<G: Playable>(setup: G::Setup) -> Vec<String> {
        let setup = Box::leak(Box::new(setup));
        let viewer = Viewer::at_terminal(
            vec!["Ann".into(), "Bo".into()],
            [goldrush_engine::player::Player::FIRST]
                .into_iter()
                .collect(),
            false,
        );
        let mut rng = tool_stream(8);
        let mut state = G::deal(setup, &mut rng);
        let mut all = Vec::new();
        while let Some(mv) = state.random_move(&mut rng) {
            all.push(brings::<G>(&state, &[mv], &viewer));
            state.play_unchecked(mv);
        }
        all
    }

    /// Returns a turn with a tile in a cell, turned by quarters.
    fn turn(x: i8, y: i8, quarters: u16) -> ShownTurn {
        let tile = Tile {
            kind: String::new(),
            words: String::new(),
            cell: Cell { x, y },
            turned: 90 * quarters,
            by: None,
            drawn: Vec::new(),
            art: 0,
            segments: Vec::new(),
        };
        ShownTurn {
            words: "just the tile".into(),
            preview: Preview {
                tile: Some(tile),
                ..Preview::default()
            },
            ..ShownTurn::default()
        }
    }

    #[test]
    fn turns_with_the_same_words_are_told_apart() {
        for (turns, expected) in [
            (vec![turn(0, 0, 0)], vec![""]),
            (
                vec![turn(0, 1, 0), turn(3, -1, 0)],
                vec![", in the southern place", ", in the northern place"],
            ),
            (
                vec![turn(2, 1, 0), turn(-3, 1, 0)],
                vec![", in the eastern place", ", in the western place"],
            ),
            (
                vec![turn(0, 0, 3), turn(0, 0, 0), turn(0, 0, 1), turn(0, 0, 2)],
                vec![
                    "",
                    ", turned a quarter farther",
                    ", turned a half farther",
                    ", turned a quarter back",
                ],
            ),
            (
                vec![turn(0, 2, 0), turn(0, 1, 0), turn(1, 2, 0), turn(0, 2, 1)],
                vec![
                    ", in the second place from the north",
                    ", in the first place from the north",
                    ", in the third place from the north",
                    ", in the second place from the north, turned a quarter farther",
                ],
            ),
        ] {
            let mut turns = turns;
            distinguish(&mut turns);
            let added = turns
                .iter()
                .map(|turn| turn.words.strip_prefix("just the tile"));
            assert_eq!(added.map(Option::unwrap).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn every_turn_of_every_game_has_a_reason() {
        for (game, wanted) in GameName::ALL.iter().copied().zip([
            &[
                "It claims a ",
                "to mining",
                "changes nobody's points and keeps",
            ][..],
            &["It claims a ", "changes nobody's points and keeps"],
            &["It claims a ", "changes nobody's points and keeps"],
            &[
                "It brings gold with ",
                "your digger with ",
                "gold for you with ",
                "no new card",
            ],
        ]) {
            let (setup, _) = Choice::printed(game).setup(2).unwrap();
            let all = with_setup!(setup, G, setup => brought::<G>(setup));
            assert!(
                all.iter().all(|reason| reason.len() > 10),
                "{game}: {all:?}"
            );
            for words in wanted {
                let mut reasons = all.iter();
                assert!(
                    reasons.any(|reason| reason.contains(words)),
                    "{game}, {words}: {all:?}"
                );
            }
        }
    }
}
