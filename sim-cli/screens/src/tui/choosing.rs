//! Selects a cell, rotation or choice, and plays it.

use goldrush_engine::landscape::grid::{Cell, Side};
use goldrush_games::scene::{Choice, Ink};
use goldrush_table::shown_turn::ShownTurn;

use super::app::{App, Decision, Hint};

/// Number of choices that have a digit of their own.
const DIGITS: usize = 9;

impl App {
    fn choices(&self) -> &[Choice] {
        self.question()
            .map(|question| &question.choices[..])
            .unwrap_or_default()
    }

    /// Selects another choice.
    fn point_at(&mut self, to: usize) {
        self.decision = match self.decision {
            Decision::Place { .. } => Decision::Place { at: to, turned: 0 },
            Decision::Act { .. } => Decision::Act { at: to, spot: 0 },
            Decision::Flip { .. } => Decision::Flip { at: to },
            other => other,
        };
        self.place = self
            .selected_position()
            .map_or(self.place, |(x, y)| self.place_of(x, y));
    }

    fn place_of(&self, x: i32, y: i32) -> usize {
        let columns = self.cards().map_or(1, |cards| cards.columns) as i32;
        (y * columns + x).max(0) as usize
    }

    /// Returns the position of a choice on the table: a cell, or column and row of a card.
    fn position(&self, choice: &Choice) -> Option<(i32, i32)> {
        if let Some(cards) = self.cards() {
            let place = cards.places.iter().position(|card| {
                let at = card.as_ref().map(|card| &card.at[..]);
                at.is_some() && at == choice.mv()
            })?;
            let columns = cards.columns.max(1);
            return Some(((place % columns) as i32, (place / columns) as i32));
        }
        choice.cell.map(|cell| (cell.x.into(), cell.y.into()))
    }

    /// Returns the position of the selected choice.
    pub(super) fn selected_position(&self) -> Option<(i32, i32)> {
        self.position(self.choice()?)
    }

    /// Returns the choice of the card nearest to a place.
    pub(super) fn card_near(&self, place: usize) -> usize {
        let columns = self.cards().map_or(1, |cards| cards.columns.max(1));
        let column = (place % columns) as i32;
        let row = (place / columns) as i32;
        let all = self.choices().iter().enumerate();
        let nearest = all.min_by_key(|(_, choice)| match self.position(choice) {
            Some((x, y)) => (x - column).abs() + (y - row).abs(),
            None => i32::MAX,
        });
        nearest.map_or(0, |(at, _)| at)
    }

    /// Selects the card at a place; true if it can be flipped, otherwise shows a message.
    pub(super) fn choose_card(&mut self, place: usize) -> bool {
        let position = self.choices().iter().position(|choice| {
            self.position(choice)
                .is_some_and(|(x, y)| self.place_of(x, y) == place)
        });
        match position {
            Some(to) => self.point_at(to),
            None => self.message = Some("There is no card to flip.".into()),
        }
        position.is_some()
    }

    /// Moves the selection by this many choices, wrapping around.
    pub(super) fn step(&mut self, by: isize) {
        let all = self.choices().len();
        if let Decision::Place { at, .. } | Decision::Act { at, .. } | Decision::Flip { at } =
            self.decision
        {
            self.point_at((at as isize + by).rem_euclid(all.max(1) as isize) as usize);
        }
        self.follow();
    }

    /// Selects the choice with this index, or the last one if there are fewer.
    pub(super) fn step_to(&mut self, number: usize) {
        if let Decision::Act { at, .. } = self.decision {
            let last = self.choices().len().saturating_sub(1);
            // The same digit again goes on to the choices after the ninth: 1 to the tenth.
            let again = at + DIGITS;
            let to = if at % DIGITS == number && again <= last {
                again
            } else {
                number
            };
            self.point_at(to.min(last));
            self.follow();
        }
    }

    /// Selects the nearest legal cell or card in a direction.
    pub(super) fn step_towards(&mut self, dx: i32, dy: i32) {
        if matches!(self.decision, Decision::Act { .. }) {
            return;
        }
        let Some(from) = self.selected_position() else {
            return;
        };
        let choices = self.choices().iter().enumerate();
        let ahead = choices.filter_map(|(to, choice)| {
            let distance = distance(from, self.position(choice)?, (dx, dy))?;
            Some((distance, to))
        });
        if let Some((_, to)) = ahead.min() {
            self.point_at(to);
        }
        self.follow();
    }

    /// Turns the tile to the next rotation that fits here.
    pub(super) fn turn(&mut self, by: isize) {
        let (Decision::Place { at, turned }, Some(choice)) = (self.decision, self.choice()) else {
            return;
        };
        let ways = choice.ways().len();
        let turned = (turned as isize + by).rem_euclid(ways.max(1) as isize) as usize;
        self.decision = Decision::Place { at, turned };
        if ways == 1 {
            self.message = Some("It fits here in this rotation only.".into());
        }
    }

    /// Selects a cell, or shows why the tile does not fit there. True if it was already selected.
    pub(super) fn choose_cell(&mut self, cell: Cell) -> bool {
        if self.selected_cell() == Some(cell) {
            return true;
        }
        match self
            .choices()
            .iter()
            .position(|choice| choice.cell == Some(cell))
        {
            Some(to) => self.point_at(to),
            None => self.message = self.why_not(cell).map(|why| format!("Not there: {why}.")),
        }
        false
    }

    /// Returns why the tile cannot be placed on a cell in its current rotation.
    fn why_not(&self, cell: Cell) -> Option<String> {
        let landscape = self.landscape()?;
        if landscape.tile_at(cell).is_some() {
            return Some("there is a tile already".into());
        }
        if Side::ALL
            .into_iter()
            .all(|side| landscape.tile_at(cell.neighbor(side)).is_none())
        {
            return Some("no tile is next to it".into());
        }
        let hand = self.question()?.hand.as_ref()?;
        hand.illegal_reasons
            .iter()
            .find(|illegal_reason| illegal_reason.cell == cell)?
            .why[self.quarters()]
        .clone()
    }

    /// Selects an action on a part of the landscape, cycling through them if there are several. True if the only action
    /// there was already selected.
    pub(super) fn choose_part(&mut self, cell: Cell, part: Option<u16>) -> bool {
        let Decision::Act { at, spot } = self.decision else {
            return false;
        };
        let choices = self.choices().iter().enumerate();
        let there = choices.filter_map(|(number, choice)| {
            let spot = spot_there(choice, cell, part)?;
            Some((number, spot))
        });
        let all: Vec<(usize, usize)> = there.collect();
        let next = match all.iter().position(|&(number, _)| number == at) {
            None => all.first(),
            Some(now) if all[now].1 != spot => all.get(now),
            Some(_) if all.len() == 1 => return true,
            Some(now) => all.get((now + 1) % all.len()),
        };
        match next {
            Some(&(at, spot)) => self.decision = Decision::Act { at, spot },
            None => {
                self.message = self
                    .is_occupied(part)
                    .then(|| "Somebody stands on it already.".into());
            }
        }
        false
    }

    /// True if a piece stands on the feature of a part.
    fn is_occupied(&self, part: Option<u16>) -> bool {
        let Some(landscape) = self.landscape() else {
            return false;
        };
        let drawn = landscape.tiles.iter().filter_map(|tile| tile.drawn.first());
        let spots: Vec<_> = drawn
            .flat_map(|picture| picture.0.iter().flatten())
            .collect();
        let of = spots
            .iter()
            .find(|spot| part.is_some() && spot.part == part)
            .and_then(|spot| spot.feature);
        of.is_some()
            && spots
                .iter()
                .any(|spot| spot.feature == of && matches!(spot.ink, Ink::Figure(_)))
    }

    /// Returns the text of the selected move.
    fn pointed_move(&self) -> Option<String> {
        let mv = match self.decision {
            Decision::Place { .. } => self.way()?.mv(),
            Decision::Act { spot, .. } => {
                let choice = self.choice()?;
                choice
                    .spots
                    .get(spot)
                    .map(|spot| &spot.mv[..])
                    .or_else(|| choice.mv())
            }
            Decision::Flip { .. } => self.choice()?.mv(),
            Decision::Animation(_)
            | Decision::Step
            | Decision::Stop
            | Decision::Wait(_)
            | Decision::Over => None,
        };
        mv.map(str::to_owned)
    }

    /// Selects a move, if it is among the choices.
    fn point_at_move(&mut self, mv: &str) {
        for (at, choice) in self.choices().iter().enumerate() {
            let way = choice.ways().iter().position(|way| way.mv() == Some(mv));
            let spot = choice.spots.iter().position(|spot| spot.mv == mv).or(way);
            self.decision = match (self.decision, way, spot) {
                (Decision::Place { .. }, Some(turned), _) => Decision::Place { at, turned },
                (Decision::Act { .. }, _, Some(spot)) => Decision::Act { at, spot },
                (Decision::Flip { .. }, Some(_), _) => Decision::Flip { at },
                _ => continue,
            };
            break;
        }
        self.follow();
    }

    /// Plays the selected move.
    pub(super) fn confirm(&mut self) -> anyhow::Result<()> {
        let Some(mv) = self.pointed_move().filter(|_| !self.show.has_just_ended()) else {
            return Ok(());
        };
        // A hint covers the whole turn.
        if let Hint::Given {
            suggestions, at, ..
        } = &self.hint
            && let Some(suggestion) = suggestions.get(*at)
        {
            self.advised.clone_from(&suggestion.moves);
        }
        let rest = match self.advised.split_first() {
            Some((first, rest)) if *first == mv => rest.to_vec(),
            _ => Vec::new(),
        };
        let frames = self.host.play(&mv)?.unwrap_or_default();
        self.show.add(frames);
        self.judge();
        self.refresh();
        if let Some(then) = rest.first() {
            self.point_at_move(then);
        }
        self.advised = rest;
        Ok(())
    }

    /// Picks up the tile placed in this turn.
    pub(super) fn pick_up_tile(&mut self) {
        let Decision::Act { .. } = self.decision else {
            return;
        };
        let laid = self
            .landscape()
            .and_then(|landscape| landscape.tiles.last())
            .map(|tile| (tile.cell, tile.turned));
        if !self.host.pick_up() {
            return;
        }
        self.refresh();
        let mut choices = self.choices().iter().enumerate();
        let found = choices.find_map(|(at, choice)| {
            let mut ways = choice.ways().iter();
            let turned = ways.position(|way| laid == way.cell.zip(way.turned))?;
            Some((at, turned))
        });
        if let (Decision::Place { .. }, Some((at, turned))) = (self.decision, found) {
            self.decision = Decision::Place { at, turned };
        }
    }

    /// Returns the index of the hint that is played on a segment.
    pub(super) fn hint_on(&self, part: Option<u16>) -> Option<usize> {
        let Hint::Given { suggestions, .. } = &self.hint else {
            return None;
        };
        let mut spots = self.choices().iter().flat_map(|choice| &choice.spots);
        let spot = spots.find(|spot| Some(spot.part) == part)?;
        suggestions
            .iter()
            .position(|hint| hint.moves.first() == Some(&spot.mv))
    }

    /// True if the number of a hint stands where that of its choice stood, on the new tile.
    pub(super) fn is_labeled(&self, hint: &ShownTurn) -> bool {
        let mut spots = self.choices().iter().flat_map(|choice| &choice.spots);
        spots.any(|spot| spot.claims && hint.moves.first() == Some(&spot.mv))
    }

    /// Selects the move of the current hint.
    pub(super) fn take_suggestion(&mut self) {
        let Hint::Given {
            suggestions, at, ..
        } = &self.hint
        else {
            return;
        };
        if let Some(first) = suggestions
            .get(*at)
            .and_then(|suggestion| suggestion.moves.first().cloned())
        {
            self.point_at_move(&first);
        }
    }
}

/// Returns how far a position is in a direction: steps aside count twice. `None` if it is not ahead.
fn distance(from: (i32, i32), to: (i32, i32), (dx, dy): (i32, i32)) -> Option<i32> {
    let x = to.0 - from.0;
    let y = to.1 - from.1;
    let ahead = x * dx + y * dy;
    let aside = (x * dy).abs() + (y * dx).abs();
    (ahead > 0).then_some(ahead + 2 * aside)
}

/// Returns the spot of a choice that lies on this segment, or 0 if the choice has no spots and concerns the cell.
fn spot_there(choice: &Choice, cell: Cell, part: Option<u16>) -> Option<usize> {
    let spot = choice.spots.iter().position(|spot| Some(spot.part) == part);
    let on_cell = choice.spots.is_empty() && choice.cell == Some(cell);
    spot.or(on_cell.then_some(0))
}
