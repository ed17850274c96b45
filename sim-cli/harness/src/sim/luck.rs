//! Adds up the luck of each seat during a game. Luck depends only on the game, and does not affect it.

use goldrush_ai::luck::{Draw, LuckEstimator};
use goldrush_ai::value::WinModel;
use goldrush_engine::game::State as _;
use goldrush_engine::player::MAX_PLAYERS;
use goldrush_engine::record::{BotComment, BotEvaluation, BotEvaluations};
use goldrush_games::Harness;
use goldrush_games::Observers;
use goldrush_games::analyzable::Analyzable;

use super::game_luck::{GameDraws, GameLuck, Luck, PARTS, WIN_PARTS};
use super::quality::QualityTracker;
use super::sampled_game::SampledGame;

/// Running sum of each seat's luck in a game.
pub struct LuckSum<'s, G: Harness> {
    estimator: G::LuckEstimator<'s>,
    sums: Sums,
}

/// Sums of the draws so far.
struct Sums {
    value: WinModel,
    points: [f64; MAX_PLAYERS],
    wins: [f64; MAX_PLAYERS],
    /// Sum of the luck of tiles or cards without sign, in points, and their number.
    sizes: (f64, u32),
}

impl Sums {
    fn add(
        &mut self,
        Draw {
            seat,
            kind,
            points,
            before,
        }: Draw,
    ) {
        self.points[seat.index()] += points;
        if kind.is_some() {
            self.sizes = (self.sizes.0 + points.abs(), self.sizes.1 + 1);
        }
        let change = self.value.change(&before, seat, points);
        self.wins
            .iter_mut()
            .zip(change)
            .for_each(|(sum, change)| *sum += change);
    }
}

impl<'s, G: Harness> LuckSum<'s, G> {
    /// Creates a sum for games of a setup.
    pub fn new(setup: &G::Setup, players: usize) -> LuckSum<'s, G> {
        let value = WinModel::fitted(G::name(setup), players)
            .expect("the value table is fitted for every game and number of players");
        let none = [0.0; MAX_PLAYERS];
        let sums = Sums {
            value,
            points: none,
            wins: none,
            sizes: (0.0, 0),
        };
        LuckSum {
            estimator: G::luck_estimator(players),
            sums,
        }
    }

    /// Starts a game that has been dealt.
    pub fn begin(&mut self, state: &G::State<'s>) {
        (self.sums.points, self.sums.wins) = ([0.0; MAX_PLAYERS], [0.0; MAX_PLAYERS]);
        self.sums.sizes = (0.0, 0);
        self.estimator.begin();
        self.after(state);
    }

    /// Called before a move is played.
    pub fn before(&mut self, state: &G::State<'s>, mv: G::Move) {
        let LuckSum { estimator, sums } = self;
        estimator.before_move(state, mv, |draw| sums.add(draw));
    }

    /// Called after the move was played.
    pub fn after(&mut self, state: &G::State<'s>) {
        let LuckSum { estimator, sums } = self;
        estimator.after_move(state, |draw| sums.add(draw));
    }

    /// Returns the luck since the game began.
    pub fn draws(&self) -> GameDraws {
        let Sums {
            points,
            wins,
            sizes: (sum, count),
            ..
        } = &self.sums;
        GameDraws {
            seats: std::array::from_fn(|seat| Luck {
                points: (points[seat] * f64::from(PARTS)).round() as i32,
                wins: (wins[seat] * f64::from(WIN_PARTS)).round() as i32,
            }),
            size: sum / f64::from((*count).max(1)),
        }
    }
}

/// Measures the luck of a game.
pub fn of_game<G: Analyzable>(setup: &G::Setup, game: &SampledGame<G::Move>) -> GameLuck {
    let mut state = game.dealt::<G>(setup);
    let mut sum = LuckSum::<G>::new(setup, state.players());
    sum.begin(&state);
    for &mv in game.moves() {
        sum.before(&state, mv);
        state.play_unchecked(mv);
        sum.after(&state);
    }
    GameLuck::new(&sum.draws(), game.win_shares.as_slice())
}

/// Observers of a game in progress: the recorder, and the luck estimator and quality tracker if these are measured.
pub struct Followers<'f, 's, G: Analyzable> {
    /// Counts events, and logs them if asked.
    pub observers: &'f mut Observers<G>,
    /// Estimates the luck of each draw.
    pub luck: Option<&'f mut LuckSum<'s, G>>,
    /// Measures how the game goes.
    pub quality: Option<&'f mut QualityTracker<G>>,
    /// Evaluations and remarks of the agents, if they are kept.
    pub evaluations: Option<BotEvaluations>,
}

/// Joins the remark on a turn with that on a later decision in it.
fn both(mut before: BotComment, more: &BotComment) -> BotComment {
    before.note = [&before.note[..], &more.note]
        .into_iter()
        .filter(|note| !note.is_empty())
        .collect::<Vec<_>>()
        .join("; ");
    before
}

impl<'s, G: Analyzable> Followers<'_, 's, G> {
    /// Plays a legal move, and lets the observers see it with the agent's evaluation.
    #[inline]
    pub fn play(
        &mut self,
        state: &mut G::State<'s>,
        mv: G::Move,
        evaluation: impl FnOnce() -> BotEvaluation,
    ) {
        if let Some(BotEvaluations { values, remarks }) = &mut self.evaluations {
            let BotEvaluation { value, remark } = evaluation();
            if G::begins_turn(state) {
                // Rounded to hundredths of a point.
                values.push(value.map(|value| (value * 100.0).round() / 100.0));
                remarks.push(remark);
            } else if let (Some(more), Some(last_remark)) = (remark, remarks.last_mut()) {
                *last_remark = Some(
                    last_remark
                        .take()
                        .map_or(more.clone(), |before| both(before, &more)),
                );
            }
        }
        if let Some(quality) = &mut self.quality {
            quality.before(state);
        }
        let Some(luck) = &mut self.luck else {
            return G::play(state, mv, self.observers);
        };
        luck.before(state, mv);
        G::play(state, mv, self.observers);
        luck.after(state);
    }
}

#[cfg(test)]
mod tests {
    use goldrush_ai::luck::LuckModel as _;
    use goldrush_engine::game::Game as _;
    use goldrush_engine::gold_rush::{GoldRush, Setup};
    use goldrush_engine::rng::{deal_stream, tool_stream};

    use super::*;

    /// A game with tokens, which count for the luck of a seat but not for the size of a draw.
    #[test]
    fn the_size_of_a_draw_is_the_mean_over_its_tiles() {
        let setup = Setup::printed(2);
        let (mut state, mut rng) = (
            GoldRush::deal(&setup, &mut deal_stream(7, 0)),
            tool_stream(1),
        );
        let (mut sum, mut estimator) = (
            LuckSum::<GoldRush>::new(&setup, 2),
            GoldRush::luck_estimator(2),
        );
        let mut tiles = Vec::new();
        let mut others = 0;
        for _ in 0..2 {
            // A second game starts from nothing.
            state.clone_from(&GoldRush::deal(&setup, &mut deal_stream(7, 0)));
            (tiles, others) = (Vec::new(), 0);
            sum.begin(&state);
            estimator.begin();
            let mut add = |draw: Draw| match draw.kind {
                Some(_) => tiles.push(draw.points),
                None => others += 1,
            };
            estimator.after_move(&state, &mut add);
            while let Some(mv) = state.random_move(&mut rng) {
                sum.before(&state, mv);
                estimator.before_move(&state, mv, &mut add);
                state.play_unchecked(mv);
                sum.after(&state);
                estimator.after_move(&state, &mut add);
            }
        }
        let size = tiles.iter().map(|points| points.abs()).sum::<f64>() / tiles.len() as f64;
        assert!(
            (sum.draws().size - size).abs() < 1e-12 && size > 0.2,
            "{size}"
        );
        assert!(
            tiles.len() > 50 && others > 0,
            "{} tiles, {others} tokens",
            tiles.len()
        );
    }
}
