//! The course of games between equal players: scores, length, and whether leads grow.

use goldrush_engine::game::{Points, State as _, WHOLE_WIN};
use goldrush_engine::player::PerPlayer;
use goldrush_games::analyzable::Analyzable;
use goldrush_support::stats::histogram::Histogram;
use goldrush_support::stats::ratio::Ratio;

use super::sampled_game::SampledGame;

/// Leads are measured after each tenth of the turns except the last.
pub const LOOKS: usize = 9;

/// Statistics of the course of several games.
#[derive(Clone, Default, Debug)]
pub struct GameProfile {
    /// Histograms of final results, in the order of [`GameProfile::ENDS`].
    pub ends: [Histogram; 4],
    /// Leads after each tenth of the turns.
    pub leads: [LeadStats; LOOKS],
}

/// Statistics of leads, by the score if the game ended at that point.
#[derive(Clone, Copy, Default, Debug)]
pub struct LeadStats {
    /// Points of the leader above the best other seat; 0 if several seats lead.
    pub lead: Ratio,
    /// The leader's share of the win; with several leaders, their mean share.
    pub wins: Ratio,
    /// Part of a one-point lead over the mean of the others that is left at the end: the slope of the final lead on the current
    /// lead, through 0.
    pub kept: Ratio,
}

impl GameProfile {
    /// Headings of [`GameProfile::ends`].
    pub const ENDS: [&'static str; 4] = [
        "points of a player",
        "points of the winner",
        "winner's lead",
        "turns",
    ];

    /// Measures one game.
    pub fn of_game<G: Analyzable>(setup: &G::Setup, game: &SampledGame<G::Move>) -> GameProfile {
        let mut state = game.dealt::<G>(setup);
        let mut after: Vec<PerPlayer<Points>> = Vec::new();
        for &mv in game.moves() {
            state.play_unchecked(mv);
            if state.to_move().is_none() || G::begins_turn(&state) {
                after.push(state.scores_if_over());
            }
        }
        let scores = game.scores;
        let shares = game.win_shares;
        let mut profile = GameProfile::default();
        let mut sorted: Vec<Points> = scores.as_slice().to_vec();
        sorted.sort_unstable_by(|x, y| y.cmp(x));
        let [each, best, lead, turns] = &mut profile.ends;
        sorted.iter().for_each(|&points| each.add(points));
        best.add(sorted[0]);
        lead.add(sorted[0] - sorted[1]);
        turns.add(after.len() as u16);
        for (leads, tenths) in profile.leads.iter_mut().zip(1..) {
            // Skipped if the game is over before its first tenth.
            if let Some(then) = (after.len() * tenths / 10).checked_sub(1) {
                leads.add_game(after[then].as_slice(), scores.as_slice(), shares.as_slice());
            }
        }
        profile
    }

    /// Adds the statistics of other games.
    pub fn add(&mut self, other: &GameProfile) {
        self.ends
            .iter_mut()
            .zip(&other.ends)
            .for_each(|(own, more)| own.merge(more));
        for (own, more) in self.leads.iter_mut().zip(&other.leads) {
            own.lead.add(&more.lead);
            own.wins.add(&more.wins);
            own.kept.add(&more.kept);
        }
    }
}

impl LeadStats {
    /// Adds a game: points of the seats now and at the end, and their shares of the win in sixtieths.
    fn add_game(&mut self, then: &[Points], last: &[Points], shares: &[u8]) {
        let best = then.iter().max().expect("a game has at least one seat");
        let leaders: Vec<usize> = (0..then.len())
            .filter(|&seat| then[seat] == *best)
            .collect();
        let second = then
            .iter()
            .enumerate()
            .filter(|(seat, _)| *seat != leaders[0])
            .map(|(_, points)| points)
            .max();
        self.lead.push(
            f64::from(best - second.expect("a game has at least two seats")),
            1,
        );
        let won: f64 = leaders.iter().map(|&seat| f64::from(shares[seat])).sum();
        self.wins
            .push(won / leaders.len() as f64 / f64::from(WHOLE_WIN), 1);
        let mut product = 0;
        let mut square = 0;
        for seat in 0..then.len() {
            let lead_then = scaled_lead(then, seat);
            product += lead_then * scaled_lead(last, seat);
            square += lead_then * lead_then;
        }
        if square > 0 {
            self.kept.push(product as f64, square as u64);
        }
    }
}

/// Returns a seat's lead over the mean of the others, times their number, which makes it a whole number.
fn scaled_lead(points: &[Points], seat: usize) -> i64 {
    let all: i64 = points.iter().map(|&points| i64::from(points)).sum();
    points.len() as i64 * i64::from(points[seat]) - all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_match_hand_calculation() {
        let mut leads = LeadStats::default();
        // The first leads by 4 and wins by 6; then two lead, and the other of three wins.
        leads.add_game(&[10, 6], &[30, 24], &[60, 0]);
        assert_eq!(
            (
                leads.lead.estimate().mean,
                leads.wins.estimate().mean,
                leads.kept.estimate().mean
            ),
            (4.0, 1.0, 1.5)
        );
        leads.add_game(&[5, 5, 2], &[9, 8, 20], &[0, 0, 60]);
        assert_eq!(
            (leads.lead.estimate().mean, leads.wins.estimate().mean),
            (2.0, 0.5)
        );
        let kept: f64 = 2.0 * 4.0 * 6.0 + (3.0 * (-10.0 - 13.0) - 6.0 * 23.0);
        assert!((leads.kept.estimate().mean - kept / (32.0 + 54.0)).abs() < 1e-12);
    }
}
