//! What a seat may know, as it is sent (K9–K11).

use serde::Serialize;

use super::cards::GRID;
use super::state::State;
use crate::game::State as _;
use crate::player::Player;

/// What a seat may know: everything that was ever flipped is known to all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Observation {
    /// Number of players; seat i owns colour i.
    pub players: usize,
    /// Whose turn it is; nobody's when all is over.
    pub to_move: Option<usize>,
    /// The game in progress, from 0.
    pub game: usize,
    /// How many games are played.
    pub games: usize,
    /// Turns of this game that have ended.
    pub turns: u16,
    /// Whether the gold rush has begun.
    pub rush: bool,
    /// The position of the card that lies open, if one was flipped in this turn.
    pub open: Option<u8>,
    /// By position: nothing where no card lies, `??` where nobody has looked, else the card.
    pub grid: Vec<Option<String>>,
    /// By position: the turn, from 1, in which the card there was last flipped; 0 for never, and where none lies.
    pub flipped: Vec<u16>,
    /// Value of the gold of each seat in this game.
    pub gold: Vec<u8>,
    /// Number of gold cards of each seat in this game.
    pub gold_cards: Vec<u8>,
    /// Points of each seat from the games before this one.
    pub earlier_games: Vec<u16>,
}

impl Observation {
    pub(super) fn of(state: &State) -> Observation {
        let (players, table) = (usize::from(state.players), state.table());
        let shown = |position: u8| {
            table.has_card(position).then(|| table.seen(position).map_or_else(|| "??".into(), |card| card.to_string()))
        };
        let (game, games) = table.game();
        Observation {
            players,
            to_move: state.to_move().map(Player::index),
            game,
            games,
            turns: state.turns,
            rush: state.rush,
            open: table.open(),
            grid: (0..GRID as u8).map(shown).collect(),
            flipped: state.flipped.to_vec(),
            gold: state.gold[..players].iter().map(|gold| gold.0).collect(),
            gold_cards: state.gold[..players].iter().map(|gold| gold.1).collect(),
            earlier_games: state.series.before[..players].to_vec(),
        }
    }
}
