//! Seats, sets of seats, and tables with one entry per seat.
//!
//! ```
//! use goldrush_engine::player::{PerPlayer, Player, PlayerSet};
//!
//! let mut points = PerPlayer::new(3, 0);
//! for seat in Player::all(3) {
//!     points[seat] = 10 * seat.index();
//! }
//! assert_eq!(points.as_slice(), [0, 10, 20]);
//! assert_eq!(Player::FIRST.next(3).letter(), 'B');
//!
//! let leaders: PlayerSet = points.iter().filter(|&(_, points)| points > 5).map(|(seat, _)| seat).collect();
//! assert_eq!(leaders.len(), 2);
//! ```

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// Largest number of seats in any game of the family.
pub const MAX_PLAYERS: usize = 5;

/// Seat at the table, numbered from 0 in playing order. It does not identify the program that plays it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "usize")]
pub struct Player(u8);

impl TryFrom<usize> for Player {
    type Error = String;

    fn try_from(index: usize) -> Result<Player, String> {
        Player::new(index).ok_or_else(|| format!("there is no seat {index}"))
    }
}

impl Player {
    /// The starting seat.
    pub const FIRST: Player = Player(0);

    /// Returns seat `index`, or `None` beyond [`MAX_PLAYERS`].
    pub fn new(index: usize) -> Option<Player> {
        (index < MAX_PLAYERS).then_some(Player(index as u8))
    }

    /// Returns the position in playing order, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the seat's letter; A is the starting seat.
    pub fn letter(self) -> char {
        char::from(b'A' + self.0)
    }

    /// Returns the seats of a game of `players`, in playing order.
    #[inline]
    pub fn all(
        players: usize,
    ) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone {
        debug_assert!(players <= MAX_PLAYERS);
        (0..players as u8).map(Player)
    }

    /// Returns the seat that moves next in a game of `players`.
    #[inline]
    pub fn next(self, players: usize) -> Player {
        let next = self.0 + 1;
        Player(if usize::from(next) >= players {
            0
        } else {
            next
        })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// The empty set.
    pub const EMPTY: PlayerSet = PlayerSet(0);

    /// Returns the set of one seat, given by its position in playing order.
    #[inline]
    pub(crate) fn of_index(index: u32) -> PlayerSet {
        PlayerSet(1 << index)
    }

    /// Adds a seat.
    #[inline]
    pub fn insert(&mut self, player: Player) {
        self.0 |= 1 << player.0;
    }

    /// Adds a seat, or removes it.
    pub fn set(&mut self, player: Player, is_in: bool) {
        self.0 = self.0 & !(1 << player.0) | u8::from(is_in) << player.0;
    }

    /// Returns true if the seat is in the set.
    #[inline]
    pub fn contains(self, player: Player) -> bool {
        self.0 >> player.0 & 1 == 1
    }

    /// Like [`PlayerSet::contains`], by position in playing order.
    #[inline]
    pub fn contains_index(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// Returns true if the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of seats in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Iterates over the seats in playing order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Player> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let player = Player(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                player
            })
        })
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> PlayerSet {
        let mut set = PlayerSet::EMPTY;
        players.into_iter().for_each(|p| set.insert(p));
        set
    }
}

/// One value per seat of a game; there is no entry beyond the number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PerPlayer<T> {
    values: [T; MAX_PLAYERS],
    players: u8,
}

impl<T: Copy> PerPlayer<T> {
    /// Creates a table with the same value for each of `players` seats.
    #[inline]
    pub fn new(players: usize, value: T) -> PerPlayer<T> {
        assert!(players <= MAX_PLAYERS, "at most {MAX_PLAYERS} players");
        PerPlayer {
            values: [value; MAX_PLAYERS],
            players: players as u8,
        }
    }

    /// Creates a table with the value that `value` gives for each of `players` seats.
    pub fn from_fn(players: usize, value: impl Fn(Player) -> T) -> PerPlayer<T> {
        let mut table = PerPlayer::new(players, value(Player::FIRST));
        Player::all(players).for_each(|player| table[player] = value(player));
        table
    }

    /// Returns the number of seats.
    #[inline]
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// Iterates over seats and values, in playing order.
    pub fn iter(&self) -> impl Iterator<Item = (Player, T)> + '_ {
        Player::all(self.players()).map(|p| (p, self[p]))
    }

    /// Returns the values in playing order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.values[..self.players()]
    }
}

impl<T> Index<Player> for PerPlayer<T> {
    type Output = T;
    #[inline]
    fn index(&self, player: Player) -> &T {
        debug_assert!(
            player.0 < self.players,
            "seat {player} of {} players",
            self.players
        );
        &self.values[player.index()]
    }
}

impl<T> IndexMut<Player> for PerPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        debug_assert!(
            player.0 < self.players,
            "seat {player} of {} players",
            self.players
        );
        &mut self.values[player.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_take_turns_cyclically() {
        let seats: Vec<usize> = std::iter::successors(Some(Player::FIRST), |p| Some(p.next(3)))
            .take(5)
            .map(Player::index)
            .collect();
        assert_eq!(seats, [0, 1, 2, 0, 1]);
    }

    #[test]
    fn a_set_lists_its_seats_in_playing_order() {
        let set: PlayerSet = [4, 1, 3].into_iter().filter_map(Player::new).collect();
        assert_eq!(set.iter().map(Player::index).collect::<Vec<_>>(), [1, 3, 4]);
        assert_eq!(set.len(), 3);
        assert!(set.contains(Player(4)) && !set.contains(Player(0)));
        assert_eq!(Player::new(5), None);
    }
}
