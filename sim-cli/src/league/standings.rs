//! Standings of a league: its results in the form in which they are printed.

use goldrush_harness::findings::rating::Ratings;
use goldrush_harness::protocol::limits::Limits;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;
use serde::Serialize;

use super::knockout;
use super::named_ratings;
use super::results::{FaultResult, MemberSums, PairSums, Results, WHOLE};
use super::roster::{Format, Member, Roster};
use super::tournament::{tournament_state, without_duel};
use super::tournament_results::{BracketResult, DuelResult, NoDuelResult, PlaceResult};
use super::voided::VoidedRounds;

/// Standings of a league.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// Number of finished rounds.
    pub rounds: usize,
    /// Number of the round after which places are compared with those of now, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<usize>,
    /// Number of their games that count.
    pub games: u64,
    /// Number of their games that do not.
    pub voided_games: u64,
    /// Ratings in the order of the members.
    #[serde(serialize_with = "named_ratings::serialize")]
    pub ratings: Ratings,
    /// Ratings by number of players, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_players: Vec<PlayersResult>,
    /// Members in the order in which they joined.
    pub members: Vec<MemberResult>,
    /// Places in a Swiss or knockout tournament, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceResult>,
    /// True if such a tournament has ended.
    pub has_ended: bool,
    /// Duels of such a tournament, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub duels: Vec<DuelResult>,
    /// Members without a duel in a round of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_duel: Vec<NoDuelResult>,
    /// Duels of each stage of a knockout, from top to bottom; each stage has half as many as the one before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bracket: Vec<Vec<BracketResult>>,
    /// Pairs of members that have met.
    pub pairs: Vec<PairResult>,
    /// The last faults of bots; the file `faults.jsonl` of a round has all of its.
    pub faults: Vec<FaultResult>,
}

/// Ratings by the games with one number of players.
#[derive(Clone, Debug, Serialize)]
pub struct PlayersResult {
    pub players: usize,
    /// Ratings in the order of the members.
    #[serde(serialize_with = "named_ratings::serialize")]
    pub ratings: Ratings,
}

/// Results of a member.
#[derive(Clone, Debug, Serialize)]
pub struct MemberResult {
    /// Name of the member.
    pub name: String,
    /// Place, from 1: in a tournament that among its places, otherwise by the ratings; `None` (null) before its first game.
    pub place: Option<usize>,
    /// Place after an earlier round, if the standings are compared with those; `None` (null) if it had not played then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place_before: Option<Option<usize>>,
    /// Bot, as on the command line.
    pub bot: String,
    /// Name of the member of which it is a later version.
    pub parent: Option<String>,
    /// True if it plays no more games.
    pub retired: bool,
    /// Limits of its bot, if that runs as a child process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// Rounds whose games with it do not count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub voided: Vec<VoidedRounds>,
    /// Seats it held in games so far.
    pub seats: u64,
    /// Mean share of the win in its games that somebody won, 0 to 1; as all means, `None` (null) before the first game.
    pub win_share: Option<f64>,
    /// Share of meetings in which it is expected to finish ahead if it meets all others that play equally often, 0 to 1; `None`
    /// (null) unless it is rated.
    pub expected: Option<f64>,
    /// Mean points.
    pub score: Option<f64>,
    /// Mean points above the best other seat.
    pub lead: Option<f64>,
    /// Games that it lost by a fault.
    pub faults: u64,
}

/// Results of one member against another.
#[derive(Clone, Debug, Serialize)]
pub struct PairResult {
    pub one: String,
    pub other: String,
    /// Meetings in which the one finished ahead; a game is a meeting of each pair of its seats.
    pub won: u64,
    /// Meetings in which both finished level.
    pub tied: u64,
    /// Meetings in which the other finished ahead.
    pub lost: u64,
    /// Share of meetings in which the one finished ahead, 0 to 1, a tie counting as half.
    pub share: Estimate,
    /// Chance that the one is stronger, 0 to 1, given all games of all members; `None` (null) if no games that somebody won
    /// connect them.
    pub stronger: Option<f64>,
}

impl Results {
    /// Returns the standings.
    pub fn standings(&self, roster: &Roster) -> Standings {
        let names = roster.names();
        let ratings = self.rounds.ratings(&names, None, roster.seed);
        let mut by_players = Vec::new();
        if roster.players.len() > 1 {
            for (&players, rounds) in &self.by_players {
                let ratings = rounds.ratings(&names, None, roster.seed);
                by_players.push(PlayersResult { players, ratings });
            }
        }
        let order = ratings.order();
        let state = tournament_state(roster, &self.duels, self.number);
        let mut members = Vec::new();
        for (index, (member, sums)) in roster.members.iter().zip(&self.records).enumerate() {
            let is_outside = member.bot.starts_with("exec:");
            let place = match &state {
                Some(state) => state.place_of(index),
                None => order.iter().position(|at| *at == index).map(|at| at + 1),
            };
            members.push(MemberResult {
                place: place.filter(|_| sums.seats > 0),
                limits: is_outside.then(|| roster.limits.with(&member.limits)),
                expected: expected_ahead(&ratings, roster, index),
                ..member_result(member, sums)
            });
        }
        let mut pairs = Vec::new();
        for (&(one, other), sums) in &self.pairs {
            let mut by_rating = order.iter().filter(|at| **at == one || **at == other);
            // The higher rated one first.
            pairs.push(if by_rating.next() == Some(&one) {
                pair_result(&names, [one, other], sums, &ratings)
            } else {
                pair_result(&names, [other, one], &sums.turned(), &ratings)
            });
        }
        let mut places = Vec::new();
        let mut duels = Vec::new();
        let mut bracket = Vec::new();
        if roster.format == Format::Knockout {
            for stage in knockout::stages(&roster.members, &self.duels) {
                let results = stage
                    .iter()
                    .map(|pairing| BracketResult::new(pairing, &self.duels, &names));
                bracket.push(results.collect());
            }
        }
        if let Some(state) = state {
            let of = state.places.iter();
            places.extend(of.map(|place| PlaceResult::new(place, &roster.members)));
            duels.extend(self.duels.iter().map(|duel| DuelResult::new(duel, &names)));
        }
        let without = without_duel(roster, &self.duels, self.number);
        let without = without.iter().map(|of| NoDuelResult::new(of, &names));
        Standings {
            rounds: self.number,
            since: None,
            games: self.games,
            voided_games: self.voided_games,
            ratings,
            by_players,
            members,
            places,
            has_ended: self.has_ended(roster),
            duels,
            without_duel: without.collect(),
            bracket,
            pairs,
            faults: self.faults.clone(),
        }
    }
}

impl Standings {
    /// Notes the places of earlier standings.
    pub fn compare_with(&mut self, earlier: &Standings) {
        for (member, before) in self.members.iter_mut().zip(&earlier.members) {
            member.place_before = Some(before.place);
        }
        self.since = Some(earlier.rounds);
    }

    /// Returns the index of a member.
    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.members.iter().position(|member| member.name == name)
    }
}

/// Returns the share of meetings in which a member is expected to finish ahead if it meets all others that play equally often.
fn expected_ahead(ratings: &Ratings, roster: &Roster, member: usize) -> Option<f64> {
    let elo = ratings.agents[member].elo.mean;
    let mut chances = Vec::new();
    for opponent in roster.playing().filter(|other| *other != member) {
        let other = ratings.agents[opponent].elo.mean;
        if other.is_finite() {
            chances.push(expected_share(elo - other));
        }
    }
    (elo.is_finite() && !chances.is_empty())
        .then(|| chances.iter().sum::<f64>() / chances.len() as f64)
}

/// Returns the results of a member without what depends on others.
fn member_result(member: &Member, sums: &MemberSums) -> MemberResult {
    let seats = sums.seats as f64;
    MemberResult {
        name: member.name.clone(),
        place: None,
        place_before: None,
        bot: member.bot.clone(),
        parent: member.parent.clone(),
        retired: member.left.is_some(),
        limits: None,
        voided: member.voided.clone(),
        seats: sums.seats,
        win_share: (sums.won_games > 0).then(|| sums.wins as f64 / 60.0 / sums.won_games as f64),
        expected: None,
        score: (sums.seats > 0).then(|| sums.score as f64 / seats),
        lead: (sums.seats > 0).then(|| sums.lead as f64 / seats),
        faults: sums.faults,
    }
}

/// Returns the share of meetings that a difference in Elo leads to.
fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

fn pair_result(
    names: &[String],
    members: [usize; 2],
    pair: &PairSums,
    ratings: &Ratings,
) -> PairResult {
    let [one, other] = members;
    PairResult {
        one: names[one].clone(),
        other: names[other].clone(),
        won: pair.won,
        tied: pair.tied,
        lost: pair.lost,
        share: pair.shares.estimate(Confidence::SINGLE_LOOK, WHOLE),
        stronger: ratings.stronger[one][other],
    }
}
