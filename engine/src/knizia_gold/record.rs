//! Record format of the card game (see [`crate::record`]): the cards, and each turn's flips and effects.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cards::{Card, GRID};
use super::deck::Deck;
use super::rules::Rules;
use super::setup::Setup;
use super::state::{Flip, State};
use super::text::{NO_CARD, position_text};
use super::turn::{Outcome, outcome};
use super::{GAME, KniziaGold};
use crate::game::{Points, State as _, Text as _};
use crate::player::{MAX_PLAYERS, Player};
use crate::record::{Recordable, TurnRecorder, compare_lists, compare_values};

/// Hidden order of the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRecord {
    /// Cards of each game, row by row; `--` at the places without one, which are the last.
    pub cards: Vec<Vec<String>>,
}

/// One turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnRecord {
    /// Index of the game in the match, from 0.
    pub game: usize,
    /// Seat to move.
    pub seat: usize,
    /// Cards flipped, in order: one in the gold rush, else two.
    pub flipped: Vec<FlippedRecord>,
    /// Positions from which cards left the game.
    pub removed: Vec<String>,
    /// Gold dug.
    pub taken: Vec<TokenRecord>,
}

/// A card flipped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FlippedRecord {
    /// Position of the card.
    pub at: String,
    /// The card.
    pub card: String,
}

impl fmt::Display for FlippedRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.card, self.at)
    }
}

/// Gold dug.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenRecord {
    /// Seat that gets it.
    pub seat: usize,
    /// Value of the gold.
    pub value: u8,
}

impl fmt::Display for TokenRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gold of {} for seat {}", self.value, self.seat)
    }
}

/// Result of a game or match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndRecord {
    /// Result of each game.
    pub games: Vec<GameRecord>,
}

/// Result of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Value of each seat's gold.
    pub points: Vec<Points>,
    /// Number of each seat's gold cards, which break ties (K8).
    pub cards: Vec<u8>,
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a game of points {:?} with {:?} gold cards",
            self.points, self.cards
        )
    }
}

/// Points of a seat by source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sources {
    /// Gold dug by its own flips before the gold rush.
    pub dug: Points,
    /// Gold received by flips of others.
    pub received: Points,
    /// Gold taken in gold rushes.
    pub rush: Points,
}

impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sources {
            dug,
            received,
            rush,
        } = self;
        write!(f, "dug {dug}, received {received}, rush {rush}")
    }
}

/// Returns the cards of a game before its first move.
fn undealt(state: &State) -> DealRecord {
    let first = (0..GRID as u8)
        .map(|at| state.card_under(Flip(at)).to_string())
        .collect();
    let mut series = state.series.clone();
    let later = series
        .upcoming()
        .iter()
        .map(|cards| cards.iter().map(|code| code.card().to_string()).collect());
    let mut cards: Vec<Vec<String>> = std::iter::once(first).chain(later).collect();
    // Every game of a match has as many cards.
    let count = Deck::new(&state.rules).count;
    cards
        .iter_mut()
        .for_each(|cards| cards[count..].fill(NO_CARD.into()));
    DealRecord { cards }
}

/// Observer that records a game.
#[derive(Clone, Default, Debug)]
pub struct Recorder {
    players: usize,
    /// Kept from the first move on, since cards leave the state when they leave the grid.
    deal: Option<DealRecord>,
    turns: Vec<TurnRecord>,
}

impl Recorder {
    /// Records a legal move that is about to be played.
    pub fn on_move(&mut self, state: &State, mv: Flip) {
        let Some(seat) = state.to_move() else { return };
        let table = state.table();
        let card = state.card_under(mv);
        if self.turns.is_empty() {
            self.players = state.players();
            self.deal = Some(undealt(state));
        }
        if table.open().is_none() {
            let game = table.game().0;
            let seat = seat.index();
            self.turns.push(TurnRecord {
                game,
                seat,
                flipped: Vec::new(),
                removed: Vec::new(),
                taken: Vec::new(),
            });
        }
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        turn.flipped.push(FlippedRecord {
            at: state.move_text(mv),
            card: card.to_string(),
        });
        if table.is_rush() {
            turn.removed.push(position_text(mv.0));
            if let Card::Gold(value) = card {
                turn.taken.push(TokenRecord {
                    seat: seat.index(),
                    value,
                });
            }
            return;
        }
        let Some(open) = table.open() else { return };
        let effect = outcome(state.card_under(Flip(open)), card);
        let removed = match effect {
            Outcome::Nothing => &[][..],
            Outcome::FirstLeaves => &[open],
            Outcome::SecondLeaves => &[mv.0],
            Outcome::Blast | Outcome::Dug { .. } => &[open, mv.0],
        };
        let removed = removed.iter().map(|position| position_text(*position));
        turn.removed.extend(removed);
        if let Outcome::Dug { value, color } = effect {
            turn.taken.push(TokenRecord {
                seat: table.owner(color).unwrap_or(seat).index(),
                value,
            });
        }
    }

    fn sources(&self, player: Player) -> Sources {
        let mut sources = Sources::default();
        for turn in &self.turns {
            for taken in turn
                .taken
                .iter()
                .filter(|taken| taken.seat == player.index())
            {
                *match (turn.flipped.len(), turn.seat == taken.seat) {
                    (1, _) => &mut sources.rush,
                    (_, true) => &mut sources.dug,
                    (_, false) => &mut sources.received,
                } += Points::from(taken.value);
            }
        }
        sources
    }

    fn end(&self) -> EndRecord {
        let games = self.turns.last().map_or(0, |turn| turn.game + 1);
        EndRecord {
            games: (0..games).map(|game| self.game_record(game)).collect(),
        }
    }

    fn game_record(&self, game: usize) -> GameRecord {
        let mut points = [0; MAX_PLAYERS];
        let mut cards = [0; MAX_PLAYERS];
        let turns = self.turns.iter().filter(|turn| turn.game == game);
        for taken in turns.flat_map(|turn| &turn.taken) {
            points[taken.seat] += Points::from(taken.value);
            cards[taken.seat] += 1;
        }
        GameRecord {
            points: points[..self.players].into(),
            cards: cards[..self.players].into(),
        }
    }
}

impl TurnRecorder for Recorder {
    type Turn = TurnRecord;

    fn turns(&self) -> &[TurnRecord] {
        &self.turns
    }

    fn into_turns(self) -> Vec<TurnRecord> {
        self.turns
    }
}

/// Identifies the printed deck in records and plans; a test fails if the deck changes without it.
const DECK_HASH: u64 = 0x9b54_4460_5000_591e;

impl Recordable for KniziaGold {
    type Rules = Rules;
    type Deal = DealRecord;
    type Turn = TurnRecord;
    type End = EndRecord;
    type Sources = Sources;
    type Recorder = Recorder;

    fn identity(_: &Setup) -> (String, u64) {
        (GAME.into(), DECK_HASH)
    }

    fn rules(setup: &Setup) -> Rules {
        setup.rules()
    }

    fn players(setup: &Setup) -> usize {
        setup.players()
    }

    #[inline]
    fn begins_turn(state: &State) -> bool {
        state.table().open().is_none()
    }

    fn deal_of(state: &State, recorder: &Recorder) -> DealRecord {
        recorder.deal.clone().unwrap_or_else(|| undealt(state))
    }

    /// Ignores `chosen`: every game must have all cards, since players rely on that.
    fn from_deal(
        setup: &Setup,
        deal: &DealRecord,
        _: bool,
        _: &mut Recorder,
    ) -> Result<State, String> {
        let mut state = State::undealt(*setup);
        if deal.cards.len() != setup.games() {
            return Err(format!(
                "it has the cards of {} games; {} are played",
                deal.cards.len(),
                setup.games()
            ));
        }
        let Deck { cards, count, .. } = Deck::new(&setup.rules());
        let mut whole: Vec<usize> = cards[..count].iter().map(|code| code.kind()).collect();
        whole.sort_unstable();
        for (number, names) in deal.cards.iter().enumerate() {
            let (dealt, gaps) = names.split_at(count.min(names.len()));
            let cards = dealt
                .iter()
                .map(|name| name.parse())
                .collect::<Result<Vec<Card>, _>>()?;
            let mut kinds: Vec<usize> = cards.iter().copied().map(Card::kind).collect();
            kinds.sort_unstable();
            if kinds != whole || names.len() != GRID || gaps.iter().any(|gap| gap != NO_CARD) {
                let rest = GRID - count;
                let gaps = if rest > 0 {
                    format!(", and {NO_CARD} at the other {rest} places")
                } else {
                    String::new()
                };
                return Err(format!(
                    "game {number} does not have the {count} cards of the game{gaps}"
                ));
            }
            let to = if number == 0 {
                &mut state.cards
            } else {
                &mut state.series.upcoming()[number - 1]
            };
            to.iter_mut()
                .zip(cards)
                .for_each(|(to, card)| *to = card.code());
        }
        Ok(state)
    }

    fn play_and_record(state: &mut State, mv: Flip, recorder: &mut Recorder) {
        recorder.on_move(state, mv);
        state.play_unchecked(mv);
    }

    fn next_move(state: &State, turn: &TurnRecord, _: Option<&TurnRecord>) -> Result<Flip, String> {
        let nth = usize::from(state.table().open().is_some());
        let flipped = turn
            .flipped
            .get(nth)
            .ok_or("a card is to be flipped, and none is recorded")?;
        let flip = state.parse_move(&flipped.at).map_err(|e| e.problem)?;
        state
            .is_legal(flip)
            .then_some(flip)
            .ok_or_else(|| format!("no card can be flipped at {}", flipped.at))
    }

    fn compare_turn(played: &TurnRecord, recorded: &TurnRecord) -> Result<(), String> {
        compare_values("game", &played.game, &recorded.game)?;
        compare_values("seat", &played.seat, &recorded.seat)?;
        compare_lists("flipped", &played.flipped, &recorded.flipped)?;
        compare_lists("removed from", &played.removed, &recorded.removed)?;
        compare_lists("gold dug", &played.taken, &recorded.taken)
    }

    fn end(recorder: &Recorder) -> EndRecord {
        recorder.end()
    }

    fn compare_end(played: &EndRecord, recorded: &EndRecord) -> Result<(), String> {
        compare_lists("games at the end", &played.games, &recorded.games)
    }

    fn sources(_: &State, recorder: &Recorder, player: Player) -> Sources {
        recorder.sources(player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::fnv1a;

    #[test]
    fn deck_is_the_one_that_the_hash_identifies() {
        let cards = Card::DECK.map(|card| card.to_string()).join(" ");
        assert_eq!(
            fnv1a(cards.as_bytes()),
            0x5626_2883_135d_eb93,
            "another deck needs another DECK_HASH: {cards}"
        );
    }
}
