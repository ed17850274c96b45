//! Pointing at a cell, a rotation or an action, and playing what is pointed at.

use goldrush_engine::gold_rush::{Action, Move};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::{Cell, Rotation};

use super::app::{App, Decision, Hint};
use crate::table::choices::Choice;
use crate::table::describe::why_not;

impl App {
    /// Chooses the next cell, rotation or action that is so many further in the list.
    pub(super) fn step(&mut self, by: isize) {
        let next = |at: usize, len: usize| (at as isize + by).rem_euclid(len.max(1) as isize) as usize;
        match &mut self.decision {
            Decision::Place { cells, at, turned } => (*at, *turned) = (next(*at, cells.len()), 0),
            Decision::Act { choices, at, .. } => *at = next(*at, choices.len()),
            Decision::Wait(_) | Decision::Over => {}
        }
        self.follow();
    }

    /// Chooses the nearest legal cell in a direction.
    pub(super) fn step_towards(&mut self, dx: i32, dy: i32) {
        let Decision::Place { cells, at, turned } = &mut self.decision else { return };
        let from = cells[*at].0;
        let nearest = (0..cells.len())
            .filter_map(|to| {
                let (x, y) =
                    (i32::from(cells[to].0.x) - i32::from(from.x), i32::from(cells[to].0.y) - i32::from(from.y));
                let (ahead, aside) = (x * dx + y * dy, (x * dy).abs() + (y * dx).abs());
                (ahead > 0).then_some((ahead + 2 * aside, to))
            })
            .min();
        if let Some((_, to)) = nearest {
            (*at, *turned) = (to, 0);
        }
        self.follow();
    }

    /// Turns the tile to the next rotation in which it fits here.
    pub(super) fn turn(&mut self, by: isize) {
        if let Decision::Place { cells, at, turned } = &mut self.decision {
            let rotations = cells[*at].1.len();
            *turned = (*turned as isize + by).rem_euclid(rotations as isize) as usize;
            if rotations == 1 {
                self.message = Some("Here it fits in this rotation only.".into());
            }
        }
    }

    /// Chooses a cell, or says why the tile cannot go there. True if it was chosen already.
    pub(super) fn choose_cell(&mut self, cell: Cell) -> bool {
        let rotation = self.rotation();
        let Decision::Place { cells, at, turned } = &mut self.decision else { return false };
        match cells.iter().position(|(known, _)| *known == cell) {
            Some(to) if to == *at => return true,
            Some(to) => (*at, *turned) = (to, 0),
            None => {
                let why = why_not(self.session.table(), cell, rotation);
                self.message = why.map(|why| format!("Not there: {why}."));
            }
        }
        false
    }

    /// Chooses what can be done on a segment: the cowboy or, again, the tent or the mining there. True if it was the
    /// only choice there and chosen already.
    pub(super) fn choose_segment(&mut self, segment: SegmentId) -> bool {
        let table = self.session.table();
        let vacant = table.vacant().contains(segment);
        let Decision::Act { choices, at, .. } = &mut self.decision else { return false };
        let feature = table.feature(segment);
        let here = |choice: &Choice| match choice.action {
            Action::Tent { .. } => vacant && choice.segment.is_some_and(|s| table.feature(s) == feature),
            _ => choice.segment == Some(segment),
        };
        let all: Vec<_> = (0..choices.len()).filter(|&n| here(&choices[n])).collect();
        match all.iter().position(|n| n == at) {
            None if all.is_empty() => {
                let figures = table.word(feature).figures();
                self.message = (!figures.is_empty()).then(|| "Somebody's cowboy stands on it already.".into());
                return false;
            }
            None => *at = all[0],
            Some(_) if all.len() == 1 => return true,
            Some(now) => *at = all[(now + 1) % all.len()],
        }
        let choice = &mut choices[*at];
        if let Action::Tent { tent, .. } = choice.action {
            // Exactly where it was pointed at, since somebody else may be kept away from there.
            choice.action = Action::Tent { tent, to: segment };
            choice.segment = Some(segment);
            choice.what = format!("tent to {}", table.place_text(segment));
        }
        false
    }

    /// Plays what is chosen.
    pub(super) fn confirm(&mut self) -> anyhow::Result<()> {
        let mv = match &self.decision {
            Decision::Place { cells, at, turned } => {
                Move::Place { cell: cells[*at].0, rotation: cells[*at].1[*turned] }
            }
            Decision::Act { choices, at, .. } => Move::Act(choices[*at].action),
            Decision::Wait(_) | Decision::Over => return Ok(()),
        };
        // A hint is about the whole turn.
        let then = match &self.hint {
            Hint::Given { ideas, at } => {
                ideas.get(*at).filter(|idea| idea.turn[0] == Some(mv)).and_then(|idea| idea.turn[1])
            }
            Hint::None | Hint::Asked(_) => None,
        };
        self.session.play(mv)?;
        self.tokens_shown = self.tokens_shown && matches!(mv, Move::Place { .. });
        self.look();
        if let (Decision::Act { choices, at, .. }, Some(Move::Act(action))) = (&mut self.decision, then) {
            *at = choices.iter().position(|choice| choice.action == action).unwrap_or(0);
            self.follow();
        }
        Ok(())
    }

    /// Takes up the tile that was laid in this turn.
    pub(super) fn take_up_tile(&mut self) {
        if let Decision::Act { .. } = self.decision {
            let (cell, rotation) = (self.newest_cell(), self.session.moves().last().copied());
            self.session.take_up_tile();
            self.look();
            if let Decision::Place { cells, at, turned } = &mut self.decision
                && let Some(to) = cells.iter().position(|(known, _)| *known == cell)
            {
                let was = |r: &Rotation| matches!(rotation, Some(Move::Place { rotation, .. }) if rotation == *r);
                (*at, *turned) = (to, cells[to].1.iter().position(was).unwrap_or(0));
            }
        }
    }

    /// Points at the move of the hint that is selected.
    pub(super) fn take_idea(&mut self) {
        let Hint::Given { ideas, at } = &self.hint else { return };
        let Some(first) = ideas.get(*at).and_then(|idea| idea.turn[0]) else { return };
        match (&mut self.decision, first) {
            (Decision::Place { cells, at, turned }, Move::Place { cell, rotation }) => {
                if let Some(to) = cells.iter().position(|(known, _)| *known == cell) {
                    (*at, *turned) = (to, cells[to].1.iter().position(|r| *r == rotation).unwrap_or(0));
                }
            }
            (Decision::Act { choices, at, .. }, Move::Act(action)) => {
                *at = choices.iter().position(|choice| choice.action == action).unwrap_or(*at);
            }
            _ => {}
        }
        self.follow();
    }
}
