//! Statistics of a game or match: who dug whose gold, and how long games last.

use arrayvec::ArrayVec;

use super::state::{Flip, State};
use super::turn::{Outcome, outcome};
use crate::game::State as _;
use crate::player::{MAX_PLAYERS, Player};

/// Statistics so far. Must be given every move before it is played.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::State as _;
/// use goldrush_engine::knizia_gold::{GameStats, Setup, State};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// let mut game = State::deal(Setup::new(2, false)?, &mut deal_stream(7, 0));
/// let (mut game_stats, mut rng) = (GameStats::default(), tool_stream(1));
/// while let Some(flip) = game.random_move(&mut rng) {
///     game_stats.observe(&game, flip);
///     game.play_unchecked(flip);
/// }
/// let (one, other) = (Player::FIRST, Player::FIRST.next(2));
/// let points = game_stats.own_gold(one) + game_stats.received_gold(one, other) + game_stats.rush_gold(one);
/// assert_eq!(points, game.scores()[one]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameStats {
    /// Gold dug before the rush, by the seat that got it, then by the seat that flipped the cards.
    dug: [[u16; MAX_PLAYERS]; MAX_PLAYERS],
    rush: [u16; MAX_PLAYERS],
    lengths: ArrayVec<u16, MAX_PLAYERS>,
    rushes: u8,
}

impl GameStats {
    /// Counts the effects of a legal move.
    pub fn observe(&mut self, before: &State, mv: Flip) {
        let Some(seat) = before.to_move() else { return };
        let card = before.code(mv.0).card();
        if before.rush {
            if let super::Card::Gold(value) = card {
                self.rush[seat.index()] += u16::from(value);
            }
        } else if let Some(first) = before.table().open() {
            if let Outcome::Dug { value, color } = outcome(before.code(first).card(), card) {
                let owner = before.table().owner(color).unwrap_or(seat);
                self.dug[owner.index()][seat.index()] += u16::from(value);
            }
        } else {
            return;
        }
        let mut after = before.clone();
        after.play_unchecked(mv);
        let next_game = after.series.game != before.series.game;
        if after.is_over() || next_game {
            self.lengths.push(before.turns + 1);
        }
        // It may begin with the deal (V31).
        let begins = if before.rush {
            before.turns == 0
        } else {
            after.rush && !next_game
        };
        self.rushes += u8::from(begins);
    }

    /// Returns the value of the gold a seat dug before the rush by its own flips, with its own or unowned diggers.
    pub fn own_gold(&self, seat: Player) -> u16 {
        self.dug[seat.index()][seat.index()]
    }

    /// Returns the value of the gold a seat got because another seat flipped its digger and gold.
    pub fn received_gold(&self, seat: Player, flipped_by: Player) -> u16 {
        if seat == flipped_by {
            0
        } else {
            self.dug[seat.index()][flipped_by.index()]
        }
    }

    /// Returns the value of the gold a seat took in gold rushes (K7).
    pub fn rush_gold(&self, seat: Player) -> u16 {
        self.rush[seat.index()]
    }

    /// Returns the number of turns of each finished game.
    pub fn game_lengths(&self) -> &[u16] {
        &self.lengths
    }

    /// Returns the number of games with a gold rush.
    pub fn rush_count(&self) -> u8 {
        self.rushes
    }
}
