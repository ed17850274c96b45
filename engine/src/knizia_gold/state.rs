//! A game in progress (K2, K7–K9, K11).

use rand::Rng;
use serde::Serialize;

use super::cards::{CLASSES, Card, FIRST_DIGGER, GRID};
use super::turn::{Outcome, outcome};
use crate::game::{self, Points};
use crate::player::{MAX_PLAYERS, PerPlayer, Player};
use crate::rng::{choose, shuffle};

/// With so many cards or fewer at the start of a turn the gold rush begins (K7).
pub const RUSH: u32 = 10;
/// The game ends after so many turns (K8).
pub const MAX_TURNS: u16 = 1000;

/// Turns over the card at a position, 0 to 63, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Flip(pub u8);

/// Positions of the grid, one bit each.
pub(super) type Positions = u64;

/// A game in progress; the order of the cards is hidden where nobody has looked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) players: u8,
    pub(super) seat: u8,
    /// Turns that have ended.
    pub(super) turns: u16,
    pub(super) rush: bool,
    pub(super) over: bool,
    /// The card that was flipped first in this turn.
    pub(super) first: Option<u8>,
    /// Where cards lie.
    pub(super) present: Positions,
    /// Where a card has ever been seen.
    pub(super) seen: Positions,
    /// The card at each position; dynamite where none lies.
    pub(super) cards: [Card; GRID],
    /// How many cards of each class lie in the grid.
    left: [u8; CLASSES],
    /// Gold of each seat: its value and its cards.
    pub(super) gold: [(u8, u8); MAX_PLAYERS],
}

/// What a seat may know: everything that was ever flipped is known to all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Observation {
    /// Number of players; seat i owns colour i.
    pub players: usize,
    /// Whose turn it is; nobody's when the game is over.
    pub to_move: Option<usize>,
    /// Turns that have ended.
    pub turns: u16,
    /// Whether the gold rush has begun.
    pub rush: bool,
    /// The position of the card that lies open, if one was flipped in this turn.
    pub open: Option<u8>,
    /// By position: nothing where no card lies, `??` where nobody has looked, else the card.
    pub grid: Vec<Option<String>>,
    /// Value of the gold of each seat.
    pub gold: Vec<u8>,
    /// Number of gold cards of each seat.
    pub gold_cards: Vec<u8>,
}

fn bit(position: u8) -> Positions {
    1 << (position & 63)
}

/// The `index`-th position of a set, from 0: halves what is left by counting bits.
#[inline]
fn nth(positions: Positions, mut index: u32) -> u8 {
    let mut at = 0;
    for half in [32, 16, 8, 4, 2, 1] {
        let below = (positions >> at & ((1 << half) - 1)).count_ones();
        let beyond = u32::from(index >= below);
        index -= beyond * below;
        at += beyond * half;
    }
    at as u8
}

impl State {
    /// A new game with the cards in a given order (K1).
    ///
    /// # Panics
    /// If there are not 2 to 5 players.
    pub fn new(players: usize, cards: [Card; GRID]) -> State {
        assert!((2..=MAX_PLAYERS).contains(&players), "2 to 5 players");
        let mut state = State {
            players: players as u8,
            seat: 0,
            turns: 0,
            rush: false,
            over: false,
            first: None,
            present: Positions::MAX,
            seen: 0,
            cards,
            left: [0; CLASSES],
            gold: [(0, 0); MAX_PLAYERS],
        };
        state.count_classes();
        state
    }

    /// Counts the cards of each class.
    pub(super) fn count_classes(&mut self) {
        self.left = [0; CLASSES];
        for (position, card) in self.cards.iter().enumerate() {
            self.left[card.class()] += (self.present >> position & 1) as u8;
        }
    }

    /// How many cards lie in the grid.
    pub fn cards_left(&self) -> u32 {
        self.present.count_ones()
    }

    /// Whether a card lies at a position.
    pub fn has_card(&self, position: u8) -> bool {
        self.present & bit(position) != 0
    }

    /// Whether the gold rush has begun (K7).
    pub fn is_rush(&self) -> bool {
        self.rush
    }

    /// The position of the card that lies open, if one was flipped in this turn.
    pub fn open(&self) -> Option<u8> {
        self.first
    }

    /// Turns that have ended.
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// The card at a position, if one lies there that has been seen (K11).
    pub fn seen(&self, position: u8) -> Option<Card> {
        (self.present & self.seen & bit(position) != 0).then(|| self.cards[usize::from(position)])
    }

    /// Value and number of a seat's gold cards; public (K9).
    pub fn gold(&self, seat: Player) -> (u8, u8) {
        self.gold[seat.index()]
    }

    /// The seat that owns a colour; nobody for the colours beyond the last seat.
    pub fn owner(&self, colour: u8) -> Option<Player> {
        (colour < self.players).then(|| Player::new(usize::from(colour))).flatten()
    }

    fn remove(&mut self, position: u8) {
        let at = usize::from(position) & (GRID - 1);
        self.present &= !bit(position);
        self.left[self.cards[at].class()] -= 1;
        self.cards[at] = Card::Dynamite;
    }

    fn take(&mut self, seat: usize, value: u8) {
        let (total, cards) = &mut self.gold[seat];
        *total += value;
        *cards += 1;
    }

    /// K3–K6.
    fn resolve(&mut self, first: u8, second: u8) {
        let card = |position: u8| self.cards[usize::from(position) & (GRID - 1)];
        match outcome(card(first), card(second)) {
            Outcome::Nothing => return,
            Outcome::FirstLeaves => self.remove(first),
            Outcome::SecondLeaves => self.remove(second),
            Outcome::Blast => {
                self.remove(first);
                self.remove(second);
            }
            Outcome::Dug { value, colour } => {
                self.remove(first);
                self.remove(second);
                self.take(if colour < self.players { colour } else { self.seat }.into(), value);
            }
        }
        self.find_end();
    }

    /// K8: whether the game is over before it has lasted too long.
    pub(super) fn find_end(&mut self) {
        self.over = self.present == 0 || self.turns == MAX_TURNS || self.cards_left() > RUSH && self.is_stuck();
    }

    /// K7.
    fn dig_in_rush(&mut self, position: u8) {
        if let Card::Gold(value) = self.cards[usize::from(position) & (GRID - 1)] {
            self.take(self.seat.into(), value);
        }
        self.remove(position);
        self.over = self.present == 0;
    }

    /// K8: whether no two cards could remove anything.
    fn is_stuck(&self) -> bool {
        if self.left[0] > 0 {
            return false;
        }
        let mut diggers = (FIRST_DIGGER..CLASSES).filter(|&class| self.left[class] > 0);
        let strongest = match (diggers.next(), diggers.next()) {
            (_, Some(_)) => return false,
            (Some(class), None) => class - 3,
            (None, None) => 0,
        };
        self.left[1..].iter().take(strongest.min(4)).all(|&gold| gold == 0)
    }

    fn end_turn(&mut self) {
        self.first = None;
        self.turns += 1;
        self.seat = if self.seat + 1 == self.players { 0 } else { self.seat + 1 };
        self.rush |= self.cards_left() <= RUSH;
        self.over |= self.turns == MAX_TURNS;
    }

    /// Positions that may be flipped (K2).
    pub(super) fn flippable(&self) -> Positions {
        if self.over { 0 } else { self.present & !self.first.map_or(0, bit) }
    }
}

impl game::State for State {
    /// The number of players.
    type Setup = usize;
    type Move = Flip;
    type Observation = Observation;

    fn deal<R: Rng>(players: usize, rng: &mut R) -> State {
        let mut cards = Card::DECK;
        shuffle(rng, &mut cards);
        State::new(players, cards)
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    fn to_move(&self) -> Option<Player> {
        if self.over { None } else { Player::new(self.seat.into()) }
    }

    /// By position.
    fn legal_moves(&self, moves: &mut Vec<Flip>) {
        moves.clear();
        let mut left = self.flippable();
        while left != 0 {
            moves.push(Flip(left.trailing_zeros() as u8));
            left &= left - 1;
        }
    }

    fn is_legal(&self, mv: Flip) -> bool {
        usize::from(mv.0) < GRID && self.flippable() & bit(mv.0) != 0
    }

    fn play_unchecked(&mut self, Flip(position): Flip) {
        self.seen |= bit(position);
        if self.rush {
            self.dig_in_rush(position);
        } else if let Some(first) = self.first {
            self.resolve(first, position);
        } else {
            self.first = Some(position);
            return;
        }
        self.end_turn();
    }

    /// Uniform.
    fn random_move<R: Rng>(&self, rng: &mut R) -> Option<Flip> {
        let flippable = self.flippable();
        (flippable != 0).then(|| Flip(nth(flippable, choose(rng, flippable.count_ones()))))
    }

    /// Value of the gold (K8).
    fn scores(&self) -> PerPlayer<Points> {
        let mut scores = PerPlayer::new(self.players.into(), 0);
        for seat in Player::all(self.players.into()) {
            scores[seat] = self.gold[seat.index()].0.into();
        }
        scores
    }

    fn determinize<R: Rng>(&mut self, _: Player, rng: &mut R) {
        let mut hidden = [Card::Dynamite; GRID];
        let mut count = 0;
        let unseen = (0..GRID).filter(|&at| (self.present & !self.seen) >> at & 1 == 1);
        for at in unseen.clone() {
            hidden[count] = self.cards[at];
            count += 1;
        }
        shuffle(rng, &mut hidden[..count]);
        for (at, card) in unseen.zip(hidden) {
            self.cards[at] = card;
        }
    }

    fn observation(&self, _: Player) -> Observation {
        let seats = &self.gold[..self.players.into()];
        let shown = |position: u8| {
            self.has_card(position).then(|| self.seen(position).map_or_else(|| "??".into(), |card| card.to_string()))
        };
        Observation {
            players: self.players.into(),
            to_move: self.to_move().map(Player::index),
            turns: self.turns,
            rush: self.rush,
            open: self.first,
            grid: (0..GRID as u8).map(shown).collect(),
            gold: seats.iter().map(|gold| gold.0).collect(),
            gold_cards: seats.iter().map(|gold| gold.1).collect(),
        }
    }
}
