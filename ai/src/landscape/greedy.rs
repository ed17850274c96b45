//! Looks one turn ahead: picks a turn with the best margin if the game ended after this turn's scoring. Ties are broken
//! uniformly over all turns.
//!
//! Margin: own total minus the best other total, including final scoring. Each game defines the values (`EndsNow`). Not
//! handled: anything beyond this turn.

use goldrush_engine::game::View;
use goldrush_engine::rng::StreamRng;
use rand::Rng;

use super::game::place;
use super::{Board, LandscapeGame, Placement, Seen, Valuer};
use crate::agent::Agent;
use crate::best::Best;

/// Greedy agent.
///
/// # Examples
///
/// ```
/// use goldrush_ai::agent::Agent;
/// use goldrush_ai::landscape::Greedy;
/// use goldrush_engine::game::{State as _, Text, View};
/// use goldrush_engine::gold_rush::{GoldRush, Setup, State};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::agent_stream;
///
/// // The last action of a game: a cowboy on the railroad of two tiles scores two points, everything else less.
/// let setup = Setup::printed(2);
/// let game = State::from_text(&setup, "tile 17 0,0 0\ntile 12d 1,0 0\nturn 0 act\n")?;
/// let mut greedy = Greedy::<GoldRush>::default();
/// let mv = greedy.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
/// assert_eq!(game.move_text(mv), "cowboy railroad E");
/// # Ok::<(), goldrush_engine::game::TextError>(())
/// ```
#[derive(Clone)]
pub struct Greedy<G: LandscapeGame> {
    turns: G::Turns,
    placements: Best<Placement>,
    deeds: Best<G::Deed>,
}

impl<G: LandscapeGame> Default for Greedy<G> {
    fn default() -> Greedy<G> {
        Greedy { turns: G::Turns::default(), placements: Best::default(), deeds: Best::default() }
    }
}

impl<G: LandscapeGame> Greedy<G> {
    /// Returns one of the best moves.
    pub(super) fn best_move<R: Rng>(&mut self, view: &View<G::State<'_>>, rng: &mut R) -> G::Move {
        let (table, worth) = (G::seen(view), G::ends_now(view));
        let seen = &Seen::new(table, &worth);
        self.turns.look(seen);
        if table.is_placing() {
            return place::<G>(table, self.best_placement(seen, rng));
        }
        self.deeds.clear();
        self.turns.after_placed(seen, |deed, value, weight| self.deeds.add(value, weight, deed));
        let (deed, nth) = self.deeds.pick(rng);
        G::decisions(table, deed, nth).0
    }

    fn best_placement<R: Rng>(&mut self, seen: &Seen<G::Table<'_>, G::EndsNow>, rng: &mut R) -> Placement {
        self.placements.clear();
        let table = seen.table;
        table.landscape().frontier().for_each_placement(table.tiles(), table.hand(), |slot, rotation| {
            let (mut best, mut ties) = (i32::MIN, 0);
            self.turns.after_placing(seen, (slot, rotation), |_, value, weight| {
                if value > best {
                    (best, ties) = (value, weight);
                } else if value == best {
                    ties += weight;
                }
            });
            self.placements.add(best, ties, (slot, rotation));
        });
        self.placements.pick(rng).0
    }
}

impl<'s, G: LandscapeGame> Agent<G::State<'s>> for Greedy<G> {
    fn choose(&mut self, view: &View<G::State<'s>>, rng: &mut StreamRng) -> G::Move {
        self.best_move(view, rng)
    }
}
