//! Pointing at a cell, a rotation or a choice, and playing what is pointed at.

use goldrush_engine::landscape::grid::{Cell, Side};

use super::app::{App, Decision, Hint};
use crate::games::scene::{Choice, Ink};

impl App {
    /// How many choices there are.
    fn choices(&self) -> &[Choice] {
        self.question().map(|question| &question.choices[..]).unwrap_or_default()
    }

    /// Points at another choice.
    fn point_at(&mut self, to: usize) {
        self.decision = match self.decision {
            Decision::Place { .. } => Decision::Place { at: to, turned: 0 },
            Decision::Act { .. } => Decision::Act { at: to, spot: 0 },
            other => other,
        };
    }

    /// Chooses the next cell or choice that is so many further in the list.
    pub(super) fn step(&mut self, by: isize) {
        let all = self.choices().len();
        if let Decision::Place { at, .. } | Decision::Act { at, .. } = self.decision {
            self.point_at((at as isize + by).rem_euclid(all.max(1) as isize) as usize);
        }
        self.follow();
    }

    /// Chooses the choice of a number, or the last there is.
    pub(super) fn step_to(&mut self, number: usize) {
        if let Decision::Act { .. } = self.decision {
            let last = self.choices().len().saturating_sub(1);
            self.point_at(number.min(last));
            self.follow();
        }
    }

    /// Chooses the nearest legal cell in a direction.
    pub(super) fn step_towards(&mut self, dx: i32, dy: i32) {
        let (Decision::Place { .. }, Some(from)) = (self.decision, self.cell_at_hand()) else { return };
        let there = |(to, choice): (usize, &Choice)| {
            let cell = choice.cell?;
            let (x, y) = (i32::from(cell.x) - i32::from(from.x), i32::from(cell.y) - i32::from(from.y));
            let (ahead, aside) = (x * dx + y * dy, (x * dy).abs() + (y * dx).abs());
            (ahead > 0).then_some((ahead + 2 * aside, to))
        };
        if let Some((_, to)) = self.choices().iter().enumerate().filter_map(there).min() {
            self.point_at(to);
        }
        self.follow();
    }

    /// Turns the tile to the next rotation in which it fits here.
    pub(super) fn turn(&mut self, by: isize) {
        let (Decision::Place { at, turned }, Some(choice)) = (self.decision, self.choice()) else { return };
        let ways = choice.ways().len();
        let turned = (turned as isize + by).rem_euclid(ways.max(1) as isize) as usize;
        self.decision = Decision::Place { at, turned };
        if ways == 1 {
            self.message = Some("Here it fits in this rotation only.".into());
        }
    }

    /// Chooses a cell, or says why the tile cannot go there. True if it was chosen already.
    pub(super) fn choose_cell(&mut self, cell: Cell) -> bool {
        if self.cell_at_hand() == Some(cell) {
            return true;
        }
        match self.choices().iter().position(|choice| choice.cell == Some(cell)) {
            Some(to) => self.point_at(to),
            None => self.message = self.why_not(cell).map(|why| format!("Not there: {why}.")),
        }
        false
    }

    /// Why the tile cannot be laid on a cell as it is turned now.
    fn why_not(&self, cell: Cell) -> Option<String> {
        let landscape = self.landscape();
        if landscape.tile_at(cell).is_some() {
            return Some(format!("there is a tile at {cell} already"));
        }
        if Side::ALL.into_iter().all(|side| landscape.tile_at(cell.beyond(side)).is_none()) {
            return Some(format!("{cell} is not beside any tile"));
        }
        let hand = self.question()?.hand.as_ref()?;
        hand.refusals.iter().find(|refusal| refusal.cell == cell)?.why[self.quarters()].clone()
    }

    /// Chooses what can be done on a part of the landscape, the next if there are several. True if it was the only choice
    /// there and chosen already.
    pub(super) fn choose_part(&mut self, cell: Cell, part: Option<u16>) -> bool {
        let Decision::Act { at, spot } = self.decision else { return false };
        let there = |(number, choice): (usize, &Choice)| {
            let on_cell = choice.spots.is_empty() && choice.cell == Some(cell);
            let spot = choice.spots.iter().position(|spot| Some(spot.part) == part);
            spot.or(on_cell.then_some(0)).map(|spot| (number, spot))
        };
        let all: Vec<_> = self.choices().iter().enumerate().filter_map(there).collect();
        let next = match all.iter().position(|&(number, _)| number == at) {
            None => all.first(),
            Some(now) if all[now].1 != spot => all.get(now),
            Some(_) if all.len() == 1 => return true,
            Some(now) => all.get((now + 1) % all.len()),
        };
        match next {
            Some(&(at, spot)) => self.decision = Decision::Act { at, spot },
            None => self.message = self.is_occupied(part).then(|| "Somebody stands on it already.".into()),
        }
        false
    }

    /// Whether a figure stands on the feature of a part.
    fn is_occupied(&self, part: Option<u16>) -> bool {
        let drawn = self.landscape().tiles.iter().filter_map(|tile| tile.drawn.first());
        let spots: Vec<_> = drawn.flat_map(|picture| picture.0.iter().flatten()).collect();
        let of = spots.iter().find(|spot| part.is_some() && spot.part == part).and_then(|spot| spot.feature);
        of.is_some() && spots.iter().any(|spot| spot.feature == of && matches!(spot.ink, Ink::Figure(_)))
    }

    /// The move that is pointed at, as text.
    fn pointed_move(&self) -> Option<String> {
        let mv = match self.decision {
            Decision::Place { .. } => self.way()?.mv(),
            Decision::Act { spot, .. } => {
                let choice = self.choice()?;
                choice.spots.get(spot).map(|spot| &spot.mv[..]).or_else(|| choice.mv())
            }
            Decision::Wait(_) | Decision::Over => None,
        };
        mv.map(str::to_owned)
    }

    /// Points at a move, if it is among the choices.
    fn point_at_move(&mut self, mv: &str) {
        for (at, choice) in self.choices().iter().enumerate() {
            let way = choice.ways().iter().position(|way| way.mv() == Some(mv));
            let spot = choice.spots.iter().position(|spot| spot.mv == mv).or(way);
            self.decision = match (self.decision, way, spot) {
                (Decision::Place { .. }, Some(turned), _) => Decision::Place { at, turned },
                (Decision::Act { .. }, _, Some(spot)) => Decision::Act { at, spot },
                _ => continue,
            };
            break;
        }
        self.follow();
    }

    /// Plays what is chosen.
    pub(super) fn confirm(&mut self) -> anyhow::Result<()> {
        let Some(mv) = self.pointed_move() else { return Ok(()) };
        // A hint is about the whole turn.
        let then = match &self.hint {
            Hint::Given { ideas, at } => ideas
                .get(*at)
                .filter(|idea| idea.moves.first() == Some(&mv))
                .and_then(|idea| idea.moves.get(1).cloned()),
            Hint::None | Hint::Asked(_) => None,
        };
        let now = (self.scene().turn, self.scene().to_move);
        self.host.play(&mv)?;
        self.secret_shown = self.secret_shown && (self.scene().turn, self.scene().to_move) == now;
        self.look();
        if let Some(then) = then {
            self.point_at_move(&then);
        }
        Ok(())
    }

    /// Takes up the tile that was laid in this turn.
    pub(super) fn take_up_tile(&mut self) {
        let Decision::Act { .. } = self.decision else { return };
        let laid = self.landscape().tiles.last().map(|tile| (tile.cell, tile.turned));
        if !self.host.take_up() {
            return;
        }
        self.look();
        let was = |choice: &Choice| {
            let turned = choice.ways().iter().position(|way| laid == way.cell.zip(way.turned))?;
            Some(turned)
        };
        let found = self.choices().iter().enumerate().find_map(|(at, choice)| Some((at, was(choice)?)));
        if let (Decision::Place { .. }, Some((at, turned))) = (self.decision, found) {
            self.decision = Decision::Place { at, turned };
        }
    }

    /// Points at the move of the hint that is selected.
    pub(super) fn take_idea(&mut self) {
        let Hint::Given { ideas, at } = &self.hint else { return };
        if let Some(first) = ideas.get(*at).and_then(|idea| idea.moves.first().cloned()) {
            self.point_at_move(&first);
        }
    }
}
