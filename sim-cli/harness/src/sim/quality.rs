//! Measures how a game goes while it is played: leads, decisions, luck and contact between players. The measures follow from the
//! moves alone, and do not affect them.

use goldrush_ai::search::analyzer::BoxedAnalyzer;
use goldrush_ai::value::{BySeat, WinModel};
use goldrush_engine::game::{Points, State as _, View, WHOLE_WIN};
use goldrush_engine::player::PerPlayer;
use goldrush_games::analyzable::Analyzable;
use goldrush_games::quality::{PARTS, Quality, QualityValues};

use super::choices::ChoiceObserver;
use super::game_luck::GameLuck;
use super::standings::standing;

/// Chance to win above which a game is decided, if it stays there.
const DECIDED: f64 = 0.9;

/// Seed of the samples in which chances are evaluated.
const SEED: u64 = 1;

/// Observer that measures one game after another.
pub struct QualityTracker<G: Analyzable> {
    measured: Vec<Quality>,
    players: usize,
    analyzer: BoxedAnalyzer<G>,
    value: WinModel,
    choices: ChoiceObserver<G>,
    trace: GameTrace,
}

/// Notes on one game.
#[derive(Clone, Default, Debug)]
struct GameTrace {
    turns: usize,
    /// Turns played in this round.
    round: usize,
    /// Points if the game ended after each round, at last those at the end of the game. In a round, each seat has one turn; the
    /// last one of a game of a match may be shorter.
    rounds: Vec<PerPlayer<Points>>,
    /// Chances to win before each turn, from the view of the seat to move.
    chances: Vec<BySeat>,
    /// Moves with a choice.
    decisions: u32,
    /// Sum of the legal moves at these.
    options: u32,
    /// Sum of the turns that were nearly as good as the best.
    near: u32,
    /// Turns with no choice that mattered.
    free: u32,
}

impl<G: Analyzable> QualityTracker<G> {
    /// Creates the observer of games of a setup that measures these.
    pub fn new(setup: &G::Setup, players: usize, measured: Vec<Quality>) -> QualityTracker<G> {
        let value = WinModel::fitted(G::name(setup), players)
            .expect("the value table is fitted for every game and number of players");
        let analyzer = G::analyzer(players);
        QualityTracker {
            measured,
            players,
            analyzer,
            value,
            choices: ChoiceObserver::new(players),
            trace: GameTrace::default(),
        }
    }

    /// Starts a game.
    pub fn begin(&mut self) {
        self.trace = GameTrace::default();
    }

    fn measures_any(&self, of: &[Quality]) -> bool {
        of.iter().any(|quality| self.measured.contains(quality))
    }

    /// Called before each move.
    pub fn before(&mut self, state: &G::State<'_>) {
        if self.measures_any(&[Quality::Decisions, Quality::Choices])
            && let Some(moves) = self.choices.legal_moves(state)
        {
            self.trace.decisions += 1;
            self.trace.options += moves;
        }
        if !G::begins_turn(state) {
            return;
        }
        if self.trace.round == self.players || (self.trace.round > 0 && G::begins_game(state)) {
            self.trace.round = 0;
            if self.measures_any(&[Quality::LeadChanges, Quality::Deficit, Quality::LeaderWins]) {
                self.trace.rounds.push(state.scores_if_over());
            }
        }
        let Some(view) = state.to_move().map(|seat| View::new(state, seat)) else {
            return;
        };
        if self.measures_any(&[Quality::DecidedTurn, Quality::Drama]) {
            let standing = standing::<G>(&mut self.analyzer, &view, SEED);
            self.trace.chances.push(self.value.chances(&standing));
        }
        if self.measures_any(&[Quality::NearEqual, Quality::FreeTurns]) {
            let turns = self.choices.turns(&view);
            self.trace.near += turns.others;
            self.trace.free += u32::from(turns.is_free);
        }
        self.trace.turns += 1;
        self.trace.round += 1;
    }

    /// Returns the measures of a finished game, given its shares of the win in sixtieths, the points that another seat
    /// had a part in, and its luck.
    pub fn finish(
        &mut self,
        state: &G::State<'_>,
        shares: &[u8],
        shared: u32,
        luck: GameLuck,
    ) -> QualityValues {
        let scores = state.scores();
        let trace = &mut self.trace;
        trace.rounds.push(scores);
        let points: u32 = scores.iter().map(|(_, points)| u32::from(points)).sum();
        let mut values = QualityValues::default();
        for &quality in &self.measured {
            values[quality as usize] = match quality {
                Quality::LeadChanges => lead_changes(&trace.rounds),
                Quality::DecidedTurn => decided_turn(&trace.chances, shares),
                Quality::Drama => drama(&trace.chances, shares),
                Quality::Deficit => deficit(&trace.rounds, shares),
                Quality::LeaderWins => leader_wins(&trace.rounds, shares),
                Quality::Decisions => trace.decisions,
                Quality::Choices => fraction(trace.options.into(), trace.decisions.into()),
                Quality::NearEqual => fraction(trace.near.into(), trace.turns as f64),
                Quality::FreeTurns => fraction(trace.free.into(), trace.turns as f64),
                Quality::Interaction => fraction(shared.into(), points.into()),
                Quality::LuckSpread => fraction(luck.spread, 1.0),
                Quality::LuckiestWins => fraction(luck.luckiest_wins, 1.0),
                Quality::DrawSize => fraction(luck.draw_size, 1.0),
            };
        }
        values
    }
}

/// Returns a ratio in units of 1/[`PARTS`], rounded; 0 if it has no value.
fn fraction(of: f64, whole: f64) -> u32 {
    if whole == 0.0 {
        0
    } else {
        (of / whole * PARTS as f64).round() as u32
    }
}

/// Returns the seats that have most points.
fn leaders(points: &PerPlayer<Points>) -> impl Iterator<Item = usize> {
    let best = points.as_slice().iter().max();
    points
        .as_slice()
        .iter()
        .enumerate()
        .filter(move |(_, points)| Some(*points) == best)
        .map(|(seat, _)| seat)
}

/// Returns the seats that share the win.
fn winners(shares: &[u8]) -> impl Iterator<Item = usize> {
    shares
        .iter()
        .enumerate()
        .filter(|(_, share)| **share > 0)
        .map(|(seat, _)| seat)
}

/// Counts how often a seat leads alone after another one did.
fn lead_changes(rounds: &[PerPlayer<Points>]) -> u32 {
    let alone = rounds.iter().filter_map(|points| {
        let mut leaders = leaders(points);
        leaders.next().filter(|_| leaders.next().is_none())
    });
    let leaders: Vec<usize> = alone.collect();
    leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32
}

/// Returns the number of turns after which the chance of the only winner is above [`DECIDED`] before every turn; all turns if
/// several win.
fn decided_turn(chances: &[BySeat], shares: &[u8]) -> u32 {
    let Some(winner) = shares.iter().position(|share| *share == WHOLE_WIN) else {
        return chances.len() as u32;
    };
    let open = chances
        .iter()
        .rposition(|chances| chances[winner] <= DECIDED);
    open.map_or(0, |last| last as u32 + 1)
}

/// Returns the mean square root of what the winner's chance lacked to the best one, over the turns at whose start it was behind,
/// in units of 1/[`PARTS`]; the mean of several winners.
fn drama(chances: &[BySeat], shares: &[u8]) -> u32 {
    let mut sum = 0.0;
    let mut count = 0.0;
    for winner in winners(shares) {
        sum += drama_of(winner, chances, shares.len());
        count += 1.0;
    }
    fraction(sum, count)
}

/// Returns the drama of one winner, from 0 to 1.
fn drama_of(winner: usize, chances: &[BySeat], players: usize) -> f64 {
    let mut sum = 0.0;
    let mut count: u32 = 0;
    for chances in chances {
        let best = chances[..players].iter().copied().fold(0.0, f64::max);
        let lack = best - chances[winner];
        if lack > 0.0 {
            sum += lack.sqrt();
            count += 1;
        }
    }
    sum / f64::from(count.max(1))
}

/// Returns the most points by which a winner was behind after a round.
fn deficit(rounds: &[PerPlayer<Points>], shares: &[u8]) -> u32 {
    let mut most: Points = 0;
    for points in &rounds[..rounds.len() - 1] {
        let points = points.as_slice();
        let best = *points.iter().max().expect("a game has at least one seat");
        for winner in winners(shares) {
            most = most.max(best - points[winner]);
        }
    }
    most.into()
}

/// Returns the share of the win of the seat that led after half of the rounds, in units of 1/[`PARTS`]; the mean of several
/// leaders, and of all seats if there is no such round.
fn leader_wins(rounds: &[PerPlayer<Points>], shares: &[u8]) -> u32 {
    let leaders: Vec<usize> = match (rounds.len() / 2).checked_sub(1) {
        Some(half) => leaders(&rounds[half]).collect(),
        None => (0..shares.len()).collect(),
    };
    let won: u32 = leaders
        .iter()
        .map(|&leader| u32::from(shares[leader]))
        .sum();
    fraction(won.into(), leaders.len() as f64 * f64::from(WHOLE_WIN))
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup, State};
    use goldrush_engine::game::{Game, Text as _};
    use goldrush_engine::knizia_gold::{self, KniziaGold};
    use goldrush_engine::record::Recordable as _;
    use goldrush_engine::rng::deal_stream;
    use goldrush_games::{Harness, Observers};

    use super::*;

    fn rounds(all: &[[Points; 3]]) -> Vec<PerPlayer<Points>> {
        all.iter()
            .map(|points| PerPlayer::from_fn(3, |seat| points[seat.index()]))
            .collect()
    }

    fn chances(all: &[[f64; 2]]) -> Vec<BySeat> {
        all.iter()
            .map(|&[one, other]| [one, other, 0.0, 0.0, 0.0])
            .collect()
    }

    /// The first leads, all three lead, the first again, the second, and the third wins.
    const ROUNDS: [[Points; 3]; 5] = [[4, 0, 3], [5, 5, 5], [9, 5, 8], [9, 12, 10], [20, 15, 30]];

    #[test]
    fn a_tie_does_not_change_the_lead() {
        assert_eq!(lead_changes(&rounds(&ROUNDS)), 2);
        assert_eq!(lead_changes(&rounds(&[[0, 4, 0], [4, 4, 0], [4, 5, 0]])), 0);
        assert_eq!(lead_changes(&rounds(&[[0, 0, 0]])), 0);
    }

    #[test]
    fn a_game_is_decided_once_the_winner_stays_above_nine_in_ten() {
        let course = chances(&[
            [0.5, 0.5],
            [0.95, 0.05],
            [0.9, 0.1],
            [0.91, 0.09],
            [0.99, 0.01],
        ]);
        assert_eq!(decided_turn(&course, &[60, 0]), 3);
        assert_eq!(
            decided_turn(&course, &[0, 60]),
            5,
            "the favorite lost at the last turn"
        );
        assert_eq!(decided_turn(&course, &[30, 30]), 5, "nobody won alone");
        assert_eq!(decided_turn(&course[3..], &[60, 0]), 0);
    }

    #[test]
    fn drama_averages_square_roots_where_the_winner_is_behind() {
        let course = chances(&[[0.5, 0.5], [0.48, 0.52], [0.32, 0.68], [0.7, 0.3]]);
        // The first is behind by 0.04 and 0.36, the second by 0.4.
        assert_eq!(drama(&course, &[60, 0]), 400);
        assert_eq!(drama(&course, &[0, 60]), 632);
        assert_eq!(drama(&course, &[30, 30]), 516);
        assert_eq!(drama(&course[..1], &[60, 0]), 0);
        assert_eq!(drama(&course, &[0, 0]), 0, "all bots had a fault");
    }

    #[test]
    fn deficit_is_the_largest_before_the_end() {
        assert_eq!(deficit(&rounds(&ROUNDS), &[0, 0, 60]), 2);
        assert_eq!(deficit(&rounds(&ROUNDS), &[60, 0, 0]), 3);
        assert_eq!(deficit(&rounds(&ROUNDS), &[0, 30, 30]), 4);
        assert_eq!(deficit(&rounds(&ROUNDS[4..]), &[0, 0, 60]), 0);
    }

    #[test]
    fn the_half_time_leader_is_that_of_half_the_rounds() {
        let course = rounds(&ROUNDS);
        assert_eq!(
            leader_wins(&course, &[0, 0, 60]),
            333,
            "all three lead after two of five rounds"
        );
        assert_eq!(leader_wins(&course[1..], &[0, 0, 60]), 0);
        assert_eq!(leader_wins(&course[1..], &[30, 0, 30]), 500);
        assert_eq!(
            leader_wins(&course[4..], &[0, 60, 0]),
            333,
            "nobody has led"
        );
    }

    #[test]
    fn moves_with_a_choice_are_decisions() {
        let setup = knizia_gold::Setup::new(2, false).unwrap();
        let mut state = KniziaGold::deal(&setup, &mut deal_stream(7, 0));
        let mut tracker = QualityTracker::<KniziaGold>::new(
            &setup,
            2,
            vec![Quality::Decisions, Quality::Choices],
        );
        // Any of 64 cards can be flipped, then any of the others.
        for flip in [0, 1] {
            tracker.before(&state);
            state.play_unchecked(knizia_gold::Flip(flip));
        }
        let values = tracker.finish(&state, &[60, 0], 0, GameLuck::default());
        let [decisions, choices] =
            [Quality::Decisions, Quality::Choices].map(|quality| values[quality as usize]);
        assert_eq!((decisions, choices), (2, 63_500));
    }

    #[test]
    fn each_game_of_a_match_begins_a_round() {
        let setup = knizia_gold::Setup::new(3, true).unwrap();
        let mut state = KniziaGold::deal(&setup, &mut deal_stream(7, 0));
        let mut tracker = QualityTracker::<KniziaGold>::new(&setup, 3, vec![Quality::LeadChanges]);
        let (mut moves, mut turns, mut rounds) = (Vec::new(), [0; 3], 1);
        while state.to_move().is_some() {
            tracker.before(&state);
            if KniziaGold::begins_turn(&state) {
                let (game, _) = state.table().game();
                rounds += usize::from(if turns[game] == 0 {
                    game > 0
                } else {
                    turns[game] % 3 == 0
                });
                turns[game] += 1;
            }
            state.legal_moves(&mut moves);
            state.play_unchecked(moves[turns.iter().sum::<usize>() % moves.len()]);
        }
        assert!(
            turns[..2].iter().any(|turns| turns % 3 != 0),
            "a round that stays short: {turns:?}"
        );
        tracker.finish(&state, &[60, 0, 0], 0, GameLuck::default());
        assert_eq!(tracker.trace.rounds.len(), rounds);
    }

    /// A game in which the first seat lays a last tile, and other followers stand in the city of the start tile.
    #[test]
    fn points_of_shared_features_count_for_every_seat() {
        let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2).unwrap();
        let played = |knights: &str| {
            let text = format!("tile D 0,0 0\n{knights}turn 0 0 place U\ncoming\n");
            let mut state = State::from_text(&setup, &text).unwrap();
            let mut moves = Vec::new();
            let mut observers = Observers::<Carcassonne>::new(false, false);
            observers.shared_points = Some(0);
            while state.to_move().is_some() {
                state.legal_moves(&mut moves);
                Carcassonne::play(&mut state, moves[moves.len() - 1], &mut observers);
            }
            let points: Points = state.scores().iter().map(|(_, points)| points).sum();
            (Carcassonne::shared_points(&state, &observers), points)
        };
        let (one, both) = (
            played("follower 0 0,0 city\n"),
            played("follower 0 0,0 city\nfollower 1 0,0 city\n"),
        );
        assert_eq!((one, both), ((0, 1), (2, 2)), "a city of one tile");
    }

    #[test]
    fn fractions_are_rounded() {
        assert_eq!(
            [fraction(2.0, 3.0), fraction(1.0, 0.0), fraction(7.0, 2.0)],
            [667, 0, 3500]
        );
    }
}
