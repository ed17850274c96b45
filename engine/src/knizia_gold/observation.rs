//! Information available to a seat, in a form that can be sent (K9–K11).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::cards::{Card, Code, GRID, KINDS};
use super::deck::Deck;
use super::setup::Setup;
use super::state::State;
use super::table::{RUSH, Table};
use super::text::position_text;
use crate::game::{State as _, Text};
use crate::player::Player;

/// Information available to a seat: every card that was ever flipped is public.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, State};
/// use goldrush_engine::knizia_gold::{Flip, KniziaGold, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::deal_stream;
///
/// let setup = Setup::new(2, false)?;
/// let mut game = KniziaGold::deal(&setup, &mut deal_stream(7, 0));
/// game.play(Flip(0))?;
/// let seen = game.observation(Player::FIRST);
/// assert_eq!(seen.grid[0], Some(game.card_under(Flip(0)).to_string()));
/// assert_eq!(seen.grid[1].as_deref(), Some("??"));
///
/// // A game consistent with the observation.
/// assert_eq!(seen.state(setup)?.observation(Player::FIRST), seen);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// Always `knizia-gold`.
    pub game: Cow<'static, str>,
    /// Observing seat. Seat i owns color i.
    pub seat: usize,
    /// Seat to move; `None` when all games are over.
    pub to_move: Option<usize>,
    /// `first`, `second`, `rush` where only one card is flipped, or `over`.
    pub phase: Cow<'static, str>,
    /// Index of the game in progress, from 0.
    pub game_number: usize,
    /// Number of games to play.
    pub games: usize,
    /// Number of finished turns of this game.
    pub turns: u16,
    /// Position of the open card, if one was flipped in this turn.
    pub open: Option<String>,
    /// By position: `None` without a card, `??` if no one has seen it, otherwise the card.
    pub grid: Vec<Option<String>>,
    /// Unseen cards of the grid with their numbers, regardless of position.
    pub unseen: BTreeMap<String, u8>,
    /// By position: the turn, from 1, in which the card was last flipped; 0 for never, or without a card.
    pub flipped: Vec<u16>,
    /// Public state of each seat.
    pub seats: Vec<ObservedSeat>,
}

/// Public state of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObservedSeat {
    /// Value of the seat's gold in this game.
    pub gold: u8,
    /// Number of its gold cards in this game.
    pub gold_cards: u8,
    /// Its points from earlier games.
    pub earlier_points: u16,
}

/// Returns the card at a position, if there is one: `??` if nobody has seen it.
fn card_text(table: &Table, position: u8) -> Option<String> {
    table.has_card(position).then(|| {
        table
            .seen(position)
            .map_or_else(|| "??".into(), |card| card.to_string())
    })
}

impl Observation {
    pub(super) fn of(state: &State, observer: Player) -> Observation {
        let table = state.table();
        let (game_number, games) = table.game();
        Observation {
            game: super::GAME.into(),
            seat: observer.index(),
            to_move: state.to_move().map(Player::index),
            phase: table.phase().into(),
            game_number,
            games,
            turns: state.turns,
            open: table.open().map(position_text),
            grid: (0..GRID as u8)
                .map(|position| card_text(&table, position))
                .collect(),
            unseen: (0..KINDS)
                .zip(table.unseen_kinds())
                .filter(|(_, count)| *count > 0)
                .map(|(kind, count)| (Card::of_kind(kind).to_string(), count))
                .collect(),
            flipped: state.flipped.to_vec(),
            seats: Player::all(table.players())
                .map(|seat| {
                    let (gold, gold_cards) = table.gold(seat);
                    ObservedSeat {
                        gold,
                        gold_cards,
                        earlier_points: state.series.before[seat.index()],
                    }
                })
                .collect(),
        }
    }

    /// Returns a game consistent with the observation; the unseen cards are in some order.
    ///
    /// # Errors
    /// If the observation does not fit this setup.
    pub fn state(&self, setup: Setup) -> Result<State, String> {
        if self.seats.len() != setup.players() {
            return Err("another number of players".into());
        }
        if [self.grid.len(), self.flipped.len()] != [GRID; 2] {
            return Err("the grid has not 64 places".into());
        }
        if self.game_number >= self.games || self.games > setup.games() {
            return Err("the game number is out of range".into());
        }
        let seat = self.to_move.ok_or("all is over")?;
        let mut text = format!(
            "turns {}\nseat {seat}\nrush {}\ngold",
            self.turns,
            u8::from(self.phase == RUSH)
        );
        for ObservedSeat {
            gold, gold_cards, ..
        } in &self.seats
        {
            let _ = write!(text, " {gold}/{gold_cards}");
        }
        text.push('\n');
        if setup.is_match() {
            let before: Vec<String> = self
                .seats
                .iter()
                .map(|seat| seat.earlier_points.to_string())
                .collect();
            let _ = writeln!(
                text,
                "game {} of {}\nbefore {}",
                self.game_number + 1,
                self.games,
                before.join(" ")
            );
        }
        if let Some(open) = &self.open {
            if open.contains(char::is_whitespace) {
                return Err("the open card lies nowhere".into());
            }
            let _ = writeln!(text, "open {open}");
        }
        for card in self.unseen.keys().chain(self.grid.iter().flatten()) {
            if card != "??" {
                card.parse::<Card>()?;
            }
        }
        let mut unseen = self
            .unseen
            .iter()
            .flat_map(|(card, count)| (0..*count).map(move |_| &card[..]));
        for (i, (card, turn)) in self.grid.iter().zip(&self.flipped).enumerate() {
            let _ = match card.as_deref() {
                None => write!(text, " --"),
                Some("??") => {
                    write!(
                        text,
                        " {}",
                        unseen.next().ok_or("fewer unseen cards than places")?
                    )
                }
                Some(card) if *turn > 0 => write!(text, " +{card}@{turn}"),
                Some(card) => write!(text, " +{card}"),
            };
            text.push_str(if i % 8 == 7 { "\n" } else { "" });
        }
        let deck = Deck::new(&setup.rules()).cards.map(Code::card);
        for card in (self.game_number + 1..self.games).flat_map(|_| deck) {
            let _ = write!(text, " {card}");
        }
        State::from_text(setup, &text).map_err(|e| e.problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{check_observations, check_refused};
    use crate::rng::tool_stream;

    /// Parsing a sent observation gives a game that the seat cannot distinguish, with the same moves.
    #[test]
    fn observation_round_trips_to_an_equivalent_game() {
        let mut rng = tool_stream(12);
        for game in 0..40 {
            let setup = Setup::new(2 + game % 4, game % 3 == 0).unwrap();
            let state = State::deal(setup, &mut rng);
            check_observations(
                state,
                &mut rng,
                |seen: &Observation| seen.state(setup).unwrap(),
                |_| (),
            );
        }
    }

    #[test]
    fn invalid_observations_are_refused() {
        let setup = Setup::new(2, false).unwrap();
        let seen = State::deal(setup, &mut tool_stream(1)).observation(Player::FIRST);
        check_refused(
            &seen,
            |seen| seen.state(setup),
            &[
                |seen| seen.seats.truncate(1),
                |seen| seen.grid.truncate(60),
                |seen| seen.open = Some("i9".into()),
                |seen| drop(seen.unseen.pop_first()),
                |seen| seen.games = 2,
                |seen| seen.to_move = None,
                |seen| seen.unseen = [("--".into(), 64)].into(),
                |seen| (seen.grid[3], seen.flipped[3]) = (Some("g1".into()), 2),
                |seen| seen.unseen = [("??".into(), 64)].into(),
                |seen| {
                    (seen.grid, seen.open, seen.unseen) =
                        (vec![None; GRID], Some("a2".into()), [].into());
                    seen.grid[8] = Some("b2".into());
                },
            ],
        );
    }
}
