//! Who dug whose gold, and how long games last: counted while a game or a match is played.

use arrayvec::ArrayVec;

use super::state::{Flip, State};
use super::turn::{Outcome, outcome};
use crate::game::State as _;
use crate::player::{MAX_PLAYERS, Player};

/// What happened so far. Is shown every move before it is played.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::State as _;
/// use goldrush_engine::knizia_gold::{Chronicle, Setup, State};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// let mut game = State::deal(Setup::new(2, false)?, &mut deal_stream(7, 0));
/// let (mut chronicle, mut rng) = (Chronicle::default(), tool_stream(1));
/// while let Some(flip) = game.random_move(&mut rng) {
///     chronicle.watch(&game, flip);
///     game.play_unchecked(flip);
/// }
/// let (one, other) = (Player::FIRST, Player::FIRST.next(2));
/// let points = chronicle.own(one) + chronicle.received(one, other) + chronicle.rush(one);
/// assert_eq!(points, game.scores()[one]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Chronicle {
    /// Gold dug before the rush, by who got it, then by who flipped the cards.
    dug: [[u16; MAX_PLAYERS]; MAX_PLAYERS],
    rush: [u16; MAX_PLAYERS],
    lengths: ArrayVec<u16, MAX_PLAYERS>,
    rushes: u8,
}

impl Chronicle {
    /// Counts what comes of a legal move.
    pub fn watch(&mut self, before: &State, mv: Flip) {
        let Some(seat) = before.to_move() else { return };
        let card = before.code(mv.0).card();
        if before.rush {
            if let super::Card::Gold(value) = card {
                self.rush[seat.index()] += u16::from(value);
            }
        } else if let Some(first) = before.table().open() {
            if let Outcome::Dug { value, colour } = outcome(before.code(first).card(), card) {
                let owner = before.table().owner(colour).unwrap_or(seat);
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
        self.rushes += u8::from(after.rush && !before.rush && !next_game);
    }

    /// Value of the gold a seat got by its own flips before the rush: with its own diggers or nobody's.
    pub fn own(&self, seat: Player) -> u16 {
        self.dug[seat.index()][seat.index()]
    }

    /// Value of the gold a seat got because another flipped its digger and gold.
    pub fn received(&self, seat: Player, flipped_by: Player) -> u16 {
        if seat == flipped_by { 0 } else { self.dug[seat.index()][flipped_by.index()] }
    }

    /// Value of the gold a seat took in gold rushes (K7).
    pub fn rush(&self, seat: Player) -> u16 {
        self.rush[seat.index()]
    }

    /// Returns the turns of each game that is over.
    pub fn lengths(&self) -> &[u16] {
        &self.lengths
    }

    /// In how many games there was a gold rush.
    pub fn rushes(&self) -> u8 {
        self.rushes
    }
}
