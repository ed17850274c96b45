//! Building a state from a scenario, with an error message for every check.

use super::{Scenario, ScenarioError, Spot};
use crate::gold_rush::actions::holds_tents;
use crate::gold_rush::catalogue::{FeatureKind, Totals};
use crate::gold_rush::observation::piles;
use crate::gold_rush::setup::{Deal, Setup};
use crate::gold_rush::state::State;
use crate::gold_rush::table::{Phase, Table};
use crate::landscape::components::SegmentId;
use crate::landscape::tile::KindId;
use crate::player::Player;

impl Scenario {
    /// Builds the state.
    ///
    /// # Errors
    /// If the scenario does not describe a position of this setup; names the problem and what is expected.
    pub fn state<'s>(&self, setup: &'s Setup) -> Result<State<'s>, ScenarioError> {
        self.build(setup)
            .map_err(|(item, index, problem)| ScenarioError {
                item: item.word(),
                index,
                problem,
            })
    }

    fn build<'s>(&self, setup: &'s Setup) -> Result<State<'s>, Fault> {
        if self.players != setup.players() {
            return Err((
                Item::Players,
                0,
                format!(
                    "{} players, but the setup has {}",
                    self.players,
                    setup.players()
                ),
            ));
        }
        if &self.rules != setup.rules() {
            return Err((
                Item::Rules,
                0,
                "the rules are not those of the setup".into(),
            ));
        }
        let mut table = Table::new(setup);
        self.lay_tiles(&mut table)?;
        self.place_pieces(&mut table)?;
        self.fill_piles(&mut table)?;
        for &(seat, kind, points) in &self.points {
            let seat = self.seat(seat).map_err(|p| (Item::Points, 0, p))?;
            table.points[kind as usize][seat] = points;
        }
        for &(seat, turns) in &self.unmined {
            let seat = self.seat(seat).map_err(|p| (Item::Unmined, 0, p))?;
            table.pieces.unmined_turns[seat] = turns;
        }
        let tokens = self.count_tokens(&mut table)?;
        table.set_turn(self.seat(self.turn).map_err(|p| (Item::Turn, 0, p))?);
        table.phase = self.phase;
        self.stack_deck(table, &tokens)
    }

    fn seat(&self, seat: usize) -> Result<Player, String> {
        Player::new(seat)
            .filter(|_| seat < self.players)
            .ok_or_else(|| {
                format!(
                    "there is no seat {seat}; seats are 0 to {}",
                    self.players - 1
                )
            })
    }

    /// Lays the tiles. Completed features are settled, except those completed by the new tile of a turn in progress.
    pub(super) fn lay_tiles(&self, table: &mut Table) -> Result<(), Fault> {
        if self.tiles.is_empty() {
            return Err((
                Item::Tile,
                0,
                "no tile lies on the table; the first lies at 0,0".into(),
            ));
        }
        let mut totals = Totals::default();
        for i in 0..self.tiles.len() {
            self.lay_tile(table, &mut totals, i)
                .map_err(|problem| (Item::Tile, i, problem))?;
            if i + 1 < self.tiles.len() || self.phase != Phase::Act {
                table.score(&mut ());
            }
        }
        Ok(())
    }

    fn lay_tile(&self, table: &mut Table, totals: &mut Totals, i: usize) -> Result<(), String> {
        let (name, cell, rotation) = &self.tiles[i];
        let catalogue = table.setup.catalogue();
        let kind = find_kind(table.setup, name)?;
        totals.add(catalogue.kind(kind), 1);
        if let Some((what, sum, most)) = totals.over_capacity() {
            return Err(format!(
                "with this tile there are {sum} {what}; at most {most} are possible"
            ));
        }
        let frontier = table.landscape.frontier();
        let slot = frontier.slot(*cell).ok_or_else(|| {
            let first = if i == 0 {
                "; the first tile lies at 0,0"
            } else {
                ""
            };
            format!("{cell} is not an empty cell next to a tile{first}")
        })?;
        let tiles = catalogue.tiles();
        if tiles.rotations(kind) >> *rotation as u8 & 1 == 0 {
            return Err(format!(
                "{name} turned by {rotation} looks like a smaller rotation; write that"
            ));
        }
        if !frontier.allows(tiles, kind, slot, *rotation) {
            return Err(format!(
                "{name} turned by {rotation} does not match its neighbors at {cell}"
            ));
        }
        table.hand = kind;
        table.place(slot, *rotation);
        Ok(())
    }

    fn place_pieces(&self, table: &mut Table) -> Result<(), Fault> {
        let mut taken: Vec<SegmentId> = Vec::new();
        for (what, pieces) in [(Item::Cowboy, &self.cowboys), (Item::Tent, &self.tents)] {
            for (i, (seat, spot)) in pieces.iter().enumerate() {
                self.place_piece(table, &mut taken, what, *seat, spot)
                    .map_err(|problem| (what, i, problem))?;
            }
        }
        Ok(())
    }

    fn place_piece(
        &self,
        table: &mut Table,
        taken: &mut Vec<SegmentId>,
        what: Item,
        seat: usize,
        spot: &Spot,
    ) -> Result<(), String> {
        let player = self.seat(seat)?;
        let segment = table.find_segment(spot.cell, &spot.segment)?;
        let feature = table.feature(segment);
        let kind = table.kind(segment);
        if taken.contains(&segment) {
            return Err(format!("two pieces at {spot}; one is possible"));
        }
        taken.push(segment);
        if table.word(feature).is_settled() {
            return Err(format!(
                "the {} at {spot} is complete and nobody stands there",
                kind.name()
            ));
        }
        if what == Item::Cowboy {
            check_supply(
                seat,
                table.cowboys(player).len(),
                table.setup.cowboys(player),
            )?;
            if !table.rules().admits(kind) {
                return Err("no farmers in this game".into());
            }
            table.landscape.features_mut().add_piece(feature, player);
            table.pieces.cowboys[player].push(segment);
        } else {
            check_supply(seat, table.tents(player).len(), table.rules().tents)?;
            if !holds_tents(kind) {
                return Err(format!(
                    "a tent stands on a mountain, not on a {}",
                    kind.name()
                ));
            }
            table.pieces.tents[player].push(segment);
        }
        table.pieces.vacant.remove(segment);
        Ok(())
    }

    /// Puts the tokens of its nuggets on each mountain in play, or the number given by the scenario.
    fn fill_piles(&self, table: &mut Table) -> Result<(), Fault> {
        let each = table.rules().tokens_per_nugget;
        for segment in (0..table.landscape.features().len() as u16).map(SegmentId) {
            let mountain = table.feature(segment);
            let word = table.word(mountain);
            if table.kind(segment) == FeatureKind::Mountain && !word.is_settled() {
                table.landscape.features_mut().update(mountain, |totals| {
                    totals.with_tokens(totals.nuggets().saturating_mul(each))
                });
            }
        }
        for (i, (spot, tokens)) in self.piles.iter().enumerate() {
            fill_pile(table, spot, *tokens).map_err(|problem| (Item::Pile, i, problem))?;
        }
        Ok(())
    }

    /// Counts the tokens held and in supply; returns all values in the order of acquisition.
    fn count_tokens(&self, table: &mut Table) -> Result<Vec<u8>, Fault> {
        let mut rest: Vec<u8> = table.setup.tokens().values().collect();
        let mut order = Vec::with_capacity(rest.len());
        for &(seat, value) in &self.acquired {
            let player = self.seat(seat).map_err(|p| (Item::Acquisition, 0, p))?;
            let at = rest
                .iter()
                .position(|&v| v == value)
                .ok_or_else(|| (Item::Acquisition, 0, format!("too many tokens of {value}")))?;
            rest.remove(at);
            table.pieces.held[player] += 1;
            order.push(value);
        }
        let coming = self.tokens.clone().unwrap_or_else(|| rest.clone());
        let mut sorted = coming.clone();
        sorted.sort_unstable();
        if sorted != rest {
            return Err((
                Item::Tokens,
                0,
                "the tokens to come are not those that nobody has acquired".into(),
            ));
        }
        let on_mountains = piles(table)
            .map(|(_, tokens)| usize::from(tokens))
            .sum::<usize>();
        let Some(supply) = coming.len().checked_sub(on_mountains) else {
            let problem = format!(
                "{on_mountains} tokens lie on mountains, but only {} are not acquired",
                coming.len()
            );
            return Err((Item::Pile, 0, problem));
        };
        table.pieces.token_supply = supply as u8;
        order.extend(coming);
        Ok(order)
    }

    fn stack_deck<'s>(&self, mut table: Table<'s>, tokens: &[u8]) -> Result<State<'s>, Fault> {
        let setup = table.setup;
        let laid: Vec<KindId> = table.landscape.tiles()[1..]
            .iter()
            .map(|t| t.kind())
            .collect();
        let discarded = find_kinds(setup, Item::Discarded, &self.discarded)?;
        let coming = find_kinds(setup, Item::Coming, &self.coming)?;
        let order = [&laid[..], &discarded, &coming].concat();
        let deal = Deal::new(setup, &order, tokens).map_err(|p| (Item::Coming, 0, p))?;
        let mut drawn = laid.len() + discarded.len();
        match self.phase {
            Phase::Place => {
                let &hand = coming.first().ok_or((
                    Item::Turn,
                    0,
                    "no tile is in hand to be placed".to_owned(),
                ))?;
                if !table.try_hand(hand) {
                    return Err((
                        Item::Coming,
                        0,
                        format!("{} fits nowhere and would be discarded", self.coming[0]),
                    ));
                }
                drawn += 1;
            }
            Phase::Act => {}
            Phase::Over if coming.is_empty() => {}
            Phase::Over => {
                return Err((
                    Item::Coming,
                    0,
                    "the game is over, no tile is to come".into(),
                ));
            }
        }
        for kind in &order[drawn..] {
            table.left[kind.index()] += 1;
        }
        table.tiles_left =
            ((order.len() - drawn) as u8).saturating_sub(table.rules().tiles_left_out);
        let owners: Vec<Player> = self
            .acquired
            .iter()
            .map(|&(seat, _)| self.seat(seat))
            .collect::<Result<_, _>>()
            .map_err(|p| (Item::Acquisition, 0, p))?;
        Ok(State::assemble(table, &deal, drawn, &owners))
    }
}

fn find_kind(setup: &Setup, name: &str) -> Result<KindId, String> {
    setup.catalogue().find(name).ok_or_else(|| {
        format!(
            "\"{name}\" is no kind of tile in {}",
            setup.catalogue().name()
        )
    })
}

fn find_kinds(setup: &Setup, what: Item, names: &[String]) -> Result<Vec<KindId>, Fault> {
    names
        .iter()
        .map(|name| find_kind(setup, name).map_err(|p| (what, 0, p)))
        .collect()
}

fn check_supply(seat: usize, standing: usize, each: u8) -> Result<(), String> {
    if standing < usize::from(each) {
        Ok(())
    } else {
        Err(format!("player {seat} has more than {each} on the table"))
    }
}

fn fill_pile(table: &mut Table, spot: &Spot, tokens: u8) -> Result<(), String> {
    let segment = table.find_segment(spot.cell, &spot.segment)?;
    let mountain = table.feature(segment);
    let word = table.word(mountain);
    if table.kind(segment) != FeatureKind::Mountain {
        return Err(format!("{spot} is no mountain"));
    }
    let most = if word.is_settled() {
        0
    } else {
        word.nuggets()
            .saturating_mul(table.rules().tokens_per_nugget)
    };
    if tokens > most {
        return Err(format!(
            "{tokens} tokens on the mountain at {spot}; at most {most} are possible"
        ));
    }
    table
        .landscape
        .features_mut()
        .update(mountain, |totals| totals.with_tokens(tokens));
    Ok(())
}

/// Error: kind of line, index among these lines, and problem.
pub(super) type Fault = (Item, usize, String);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Players,
    Rules,
    Tile,
    Cowboy,
    Tent,
    Pile,
    Points,
    Acquisition,
    Unmined,
    Turn,
    Discarded,
    Coming,
    Tokens,
}

impl Item {
    pub(super) fn word(self) -> &'static str {
        [
            "players",
            "rules",
            "tile",
            "cowboy",
            "tent",
            "pile",
            "points",
            "acquired",
            "unmined",
            "turn",
            "discarded",
            "coming",
            "tokens",
        ][self as usize]
    }
}
