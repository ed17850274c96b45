//! Game in progress: the table, and what is hidden from the players (G4, G23, G24).

use rand::Rng;

use super::catalogue::MAX_TOKENS;
use super::moves::{Action, Move};
use super::{GoldRush, Observer};

use super::observers::{AcquiredToken, Acquisition, Evaluation, TableObserver};
use super::setup::{Deal, Setup};
use super::table::{Phase, Table};
use crate::game::Points;
use crate::landscape::deck::Deck;
use crate::landscape::state;
use crate::landscape::table::Hidden;
use crate::landscape::tile::KindId;
use crate::player::{MAX_PLAYERS, Player};
use crate::rng::shuffle;

/// A game in progress.
///
/// # Examples
///
/// The same game as seen by its players and in full:
///
/// ```
/// use goldrush_engine::game::{Game, State};
/// use goldrush_engine::gold_rush::{GoldRush, SOURCES, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// let setup = Setup::printed(2);
/// let mut state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// state.play_out(&mut tool_stream(1));
///
/// for seat in Player::all(2) {
///     // The number of tokens of a seat is public; their values are not.
///     assert_eq!(usize::from(state.table().token_count(seat)), state.tokens_of(seat).count());
///     let sources = state.sources(seat);
///     assert_eq!(SOURCES.len(), sources.len());
///     assert_eq!(sources.iter().sum::<u16>(), state.scores()[seat]);
/// }
/// ```
pub type State<'s> = state::State<'s, GoldRush>;

// Search copies states constantly: keep them small.
const _: () = assert!(size_of::<State>() <= 12 * 1024);

/// Value and owner of each token in the order of acquisition: value | owner << 5.
#[derive(Clone, Copy)]
pub struct Tokens {
    order: [u8; MAX_TOKENS],
    len: u8,
    acquired: u8,
    /// Sum of all values.
    total: Points,
    /// Sum of the values held by each player.
    held: [Points; MAX_PLAYERS],
}

const VALUE: u8 = super::catalogue::MAX_TOKEN_VALUE;

impl Tokens {
    fn new(values: &[u8]) -> Tokens {
        let total = values.iter().map(|&value| Points::from(value)).sum();
        let len = values.len() as u8;
        let mut tokens = Tokens {
            order: [0; MAX_TOKENS],
            len,
            acquired: 0,
            total,
            held: [0; MAX_PLAYERS],
        };
        tokens.order[..values.len()].copy_from_slice(values);
        tokens
    }

    #[inline]
    fn acquire(&mut self, player: Player) -> u8 {
        let token = &mut self.order[usize::from(self.acquired)];
        self.acquired += 1;
        let value = *token;
        *token |= (player.index() as u8) << 5;
        self.held[player.index()] += Points::from(value);
        value
    }

    /// Iterates over owner and value of each acquired token, in the order of acquisition.
    pub(super) fn acquired(&self) -> impl Iterator<Item = (Player, u8)> + '_ {
        self.order[..usize::from(self.acquired)].iter().map(|&t| {
            (
                Player::new(usize::from(t >> 5)).expect("the packed token holds a valid seat"),
                t & VALUE,
            )
        })
    }

    /// Returns the values still to come.
    pub(super) fn upcoming(&self) -> &[u8] {
        &self.order[usize::from(self.acquired)..usize::from(self.len)]
    }

    /// Shuffles the values hidden from `observer`: those held by others and those still to come (G24).
    pub(super) fn shuffle_unseen<R: Rng>(&mut self, observer: Player, rng: &mut R) {
        let mut at = [0u8; MAX_TOKENS];
        let mut values = [0u8; MAX_TOKENS];
        let mut count = 0;
        for (k, &token) in self.order[..usize::from(self.len)].iter().enumerate() {
            let seen =
                k < usize::from(self.acquired) && usize::from(token >> 5) == observer.index();
            if !seen {
                at[count] = k as u8;
                values[count] = token & VALUE;
                count += 1;
            }
        }
        // Sort first, so that the result does not depend on the hidden order.
        values[..count].sort_unstable();
        shuffle(rng, &mut values[..count]);
        for (&k, value) in at[..count].iter().zip(values) {
            let token = &mut self.order[usize::from(k)];
            *token = *token & !VALUE | value;
        }
        self.count_held();
    }

    fn count_held(&mut self) {
        self.held = [0; MAX_PLAYERS];
        for &token in &self.order[..usize::from(self.acquired)] {
            self.held[usize::from(token >> 5) % MAX_PLAYERS] += Points::from(token & VALUE);
        }
    }
}

impl Hidden for Tokens {
    fn adopt_deal(&mut self, later: &Tokens) {
        for (token, later) in self.order.iter_mut().zip(later.order) {
            *token = *token & !VALUE | later & VALUE;
        }
        self.count_held();
    }
}

/// Assigns values to tokens acquired at the table, and forwards all events.
struct Dealer<'a, O> {
    tokens: &'a mut Tokens,
    observer: &'a mut O,
}

impl<O: Observer<GoldRush>> TableObserver for Dealer<'_, O> {
    #[inline]
    fn on_token(&mut self, player: Player, how: Acquisition) {
        let value = self.tokens.acquire(player);
        self.observer.on_gain(player, AcquiredToken { value, how });
    }

    #[inline]
    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
        self.observer.on_evaluation(table, evaluation);
    }
}

impl<'s> State<'s> {
    /// Creates a game before the deal, as a template for [`State::begin`].
    pub fn undealt(setup: &'s Setup) -> State<'s> {
        State::before_first_draw(Table::opening(setup), &[], Tokens::new(&[]))
    }

    /// Starts a game from a deal (G3), and draws the first tile.
    pub fn with_deal<O: Observer<GoldRush>>(
        setup: &'s Setup,
        deal: &Deal,
        observer: &mut O,
    ) -> State<'s> {
        let mut state = State::undealt(setup);
        state.deal_out(deal, observer);
        state
    }

    /// Deals a game over an existing one: the same result as a new deal, without rebuilding the table.
    #[inline]
    pub fn begin<R: Rng, O: Observer<GoldRush>>(
        &mut self,
        undealt: &State<'s>,
        rng: &mut R,
        observer: &mut O,
    ) {
        self.table.clone_from(&undealt.table);
        self.deal_out(&Deal::shuffled(undealt.table.setup(), rng), observer);
    }

    #[inline]
    fn deal_out<O: Observer<GoldRush>>(&mut self, deal: &Deal, observer: &mut O) {
        self.stack(deal.tiles());
        self.hidden = Tokens::new(deal.tokens());
        self.draw(observer);
    }

    /// Builds a state whose first `drawn` tiles are drawn and whose first tokens have these owners.
    pub(super) fn assemble(
        table: Table<'s>,
        deal: &Deal,
        drawn: usize,
        owners: &[Player],
    ) -> State<'s> {
        let deck = Deck::new(deal.tiles(), table.rules().tiles_left_out);
        let mut state = State {
            table,
            deck,
            hidden: Tokens::new(deal.tokens()),
        };
        state.deck.skip(drawn);
        for &owner in owners {
            state.hidden.acquire(owner);
        }
        state
    }

    /// Returns the full hidden order: tiles in drawing order, token values in the order of acquisition.
    pub fn deal_order(&self) -> (Vec<KindId>, Vec<u8>) {
        let tiles = self.deck.order().to_vec();
        let tokens = self.hidden.order[..usize::from(self.hidden.len)]
            .iter()
            .map(|t| t & VALUE)
            .collect();
        (tiles, tokens)
    }

    /// Returns the upcoming tiles in order. Hidden from all.
    pub(super) fn upcoming_tiles(&self) -> &[KindId] {
        self.deck.upcoming()
    }

    /// Returns the drawn tiles that fitted nowhere, in the order drawn (G4). Public.
    pub fn discarded(&self) -> Vec<KindId> {
        let mut laid = self.table.landscape.tiles()[1..]
            .iter()
            .map(|t| t.kind())
            .peekable();
        let in_hand = usize::from(self.table.is_placing());
        let drawn = self.deck.drawn();
        let seen = &drawn[..drawn.len() - in_hand.min(drawn.len())];
        seen.iter()
            .copied()
            .filter(|&kind| laid.next_if_eq(&kind).is_none())
            .collect()
    }

    /// Returns the token values of a player, in the order of acquisition. Private to that player.
    pub fn tokens_of(&self, player: Player) -> impl Iterator<Item = u8> + '_ {
        self.hidden
            .acquired()
            .filter(move |&(owner, _)| owner == player)
            .map(|(_, value)| value)
    }

    /// Returns the points of a player's tokens so far.
    pub fn token_points(&self, player: Player) -> Points {
        self.hidden.held[player.index()]
    }

    /// Iterates over the tokens acquired after the first `after`, in order: owner, value, and (sum, number) of the
    /// values it could have had, its own included, given all earlier tokens and no later one (G24).
    pub fn tokens_drawn(
        &self,
        after: usize,
    ) -> impl Iterator<Item = (Player, u8, (u32, u32))> + '_ {
        let values = &self.hidden.order[..usize::from(self.hidden.len)];
        self.hidden
            .acquired()
            .enumerate()
            .skip(after)
            .map(|(nth, (owner, value))| {
                let coming = &values[nth..];
                (
                    owner,
                    value,
                    (
                        coming.iter().map(|token| u32::from(token & VALUE)).sum(),
                        coming.len() as u32,
                    ),
                )
            })
    }

    /// Returns the mean value of the tokens that nobody holds; 0 if there are none.
    pub fn mean_token(&self) -> f32 {
        let coming = self.hidden.upcoming();
        coming.iter().map(|&value| u32::from(value)).sum::<u32>() as f32
            / coming.len().max(1) as f32
    }

    /// Returns sum and number of the values a player has not seen: held by others or still to come.
    pub(super) fn unseen_tokens(&self, observer: Player) -> (u32, u32) {
        let sum = self.hidden.total - self.hidden.held[observer.index()];
        (
            sum.into(),
            u32::from(self.hidden.len) - u32::from(self.table.token_count(observer)),
        )
    }

    /// G4: draws until a tile fits; ends the game if none does.
    #[inline]
    fn draw<O: Observer<GoldRush>>(&mut self, observer: &mut O) {
        if !self.draw_tile(|kind| observer.on_discard(kind)) {
            self.end(observer);
        }
    }

    /// G19: ends the game.
    pub(super) fn end<O: Observer<GoldRush>>(&mut self, observer: &mut O) {
        self.table.end(&mut Dealer {
            tokens: &mut self.hidden,
            observer,
        });
    }

    /// Plays an action, scores, and passes the turn to the next seat.
    #[inline]
    pub(super) fn finish_turn<O: Observer<GoldRush>>(&mut self, action: Action, observer: &mut O) {
        self.table.finish_turn(
            action,
            &mut Dealer {
                tokens: &mut self.hidden,
                observer,
            },
        );
    }

    /// Plays a legal move and reports its effects to `observer`.
    ///
    /// # Panics
    /// May panic if the move is not legal.
    #[inline]
    pub fn play_observed<O: Observer<GoldRush>>(&mut self, mv: Move, observer: &mut O) {
        observer.on_move(&self.table, mv);
        match mv {
            Move::Place { cell, rotation } => {
                self.table.place(self.table.open_slot(cell), rotation);
            }
            Move::Act(action) => self.act_observed(action, observer),
        }
    }

    #[inline]
    fn act_observed<O: Observer<GoldRush>>(&mut self, action: Action, observer: &mut O) {
        self.finish_turn(action, observer);
        self.draw(observer);
    }

    /// Returns the number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> u32 {
        match self.table.phase {
            Phase::Place => self.table.count_placements(),
            Phase::Act => self.table.actions().count(),
            Phase::Over => 0,
        }
    }
}

/// Sources of points, as tables name them: the kinds of features, then tokens.
pub const SOURCES: [&str; 5] = ["railroad", "mountain", "city", "prairie", "tokens"];
