//! Results of a league: everything its rounds tell about the members and their meetings.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use anyhow::Context as _;
use serde::Serialize;

use super::archive::ArchivedGame;
use super::course::course;
use super::duel::{Duel, Place};
use super::pairing::Meetings;
use super::roster::{Member, Roster};
use super::round::Round;
use crate::error::bad_input;
use crate::findings::rating::{Finishes, Ratings, Rounds};
use crate::sim::result::GameResult;
use crate::stats::confidence::Confidence;
use crate::stats::interval::Estimate;
use crate::stats::share::Shares;
use crate::store::faults::{FaultLine, first_faults};
use crate::store::written::{OnDamage, Reader, read_back};
use crate::study::{GameId, Plan};

/// Number of faults that are kept in mind.
const MOST_FAULTS: usize = 50;

/// A deal of a line-up whose meetings were all won by the same member; a multiple of the half meetings of 2 to 5 players.
const WHOLE: i64 = 120;

/// Results of the finished rounds of a league.
#[derive(Default)]
pub struct Results {
    rounds: Rounds,
    /// By number of players.
    by_players: BTreeMap<usize, Rounds>,
    /// Number of finished rounds.
    pub number: usize,
    /// Number of games.
    pub games: u64,
    records: Vec<MemberSums>,
    /// By index of both members, the smaller first; those that have met.
    pairs: BTreeMap<(usize, usize), PairSums>,
    /// Games of each pair in each round, in order.
    pub duels: Vec<Duel>,
    /// All games, in order.
    pub archive: Vec<ArchivedGame>,
    /// The last faults.
    faults: Vec<FaultResult>,
}

/// Sums over the games of a member.
#[derive(Clone, Copy, Default)]
struct MemberSums {
    seats: u64,
    /// Shares of the win, in sixtieths.
    wins: u64,
    score: i64,
    lead: i64,
    faults: u64,
}

/// Sums over the meetings of two members.
#[derive(Clone, Default)]
struct PairSums {
    won: u64,
    tied: u64,
    lost: u64,
    /// Share of the meetings that the first won, of [`WHOLE`], by deal and line-up.
    shares: Shares,
}

/// Standings of a league.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// Number of finished rounds.
    pub rounds: usize,
    /// Number of their games.
    pub games: u64,
    /// Ratings in the order of the members.
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
    /// Pairs of members that have met.
    pub pairs: Vec<PairResult>,
    /// The last faults of bots; the file `faults.jsonl` of a round has all of its.
    pub faults: Vec<FaultResult>,
}

/// Fault of a bot.
#[derive(Clone, Debug, Serialize)]
pub struct FaultResult {
    /// Number of the round, from 1.
    pub round: usize,
    /// Place and description of the fault.
    #[serde(flatten)]
    pub line: FaultLine,
}

/// Ratings by the games with one number of players.
#[derive(Clone, Debug, Serialize)]
pub struct PlayersResult {
    /// Number of players.
    pub players: usize,
    /// Ratings in the order of the members.
    pub ratings: Ratings,
}

/// Results of a member.
#[derive(Clone, Debug, Serialize)]
pub struct MemberResult {
    /// Name of the member.
    pub name: String,
    /// Bot, as on the command line.
    pub bot: String,
    /// Name of the member of which it is a later version.
    pub parent: Option<String>,
    /// True if it plays no more games.
    pub retired: bool,
    /// Seats it held in games so far.
    pub seats: u64,
    /// Mean share of the win in its games, 0 to 1; as all means, `None` (null) before the first game.
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

/// Place in a Swiss or knockout tournament.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceResult {
    /// Name of the member.
    pub name: String,
    /// Points of a Swiss tournament, or stages of a knockout that it won.
    pub points: f64,
    /// Sum of its opponents' points in a Swiss tournament (Buchholz).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buchholz: Option<f64>,
}

/// Duel of a Swiss or knockout tournament.
#[derive(Clone, Debug, Serialize)]
pub struct DuelResult {
    /// Number of the round, from 1.
    pub round: usize,
    /// Name of the winner; of the first of both after a tie.
    pub one: String,
    /// Name of the other.
    pub other: String,
    /// Meetings in which the one finished ahead, a tie counting as half.
    pub won: f64,
    /// Meetings in which the other did.
    pub lost: f64,
    /// True if neither won.
    pub is_tied: bool,
}

/// Results of one member against another.
#[derive(Clone, Debug, Serialize)]
pub struct PairResult {
    /// Name of the one.
    pub one: String,
    /// Name of the other.
    pub other: String,
    /// Meetings in which the one finished ahead; a game is a meeting of each pair of its seats.
    pub won: u64,
    /// Meetings in which both finished level.
    pub tied: u64,
    /// Meetings in which the other finished ahead.
    pub lost: u64,
    /// Share of meetings in which the one finished ahead, 0 to 1, a tie counting as half.
    pub share: Estimate,
    /// Chance that the one is stronger, 0 to 1, given all games of all members; `None` (null) unless both are rated.
    pub stronger: Option<f64>,
}

impl Results {
    /// Reads the finished rounds of a league.
    ///
    /// # Errors
    /// Bad input if a round is damaged, or a bot that played is no member.
    pub fn read(roster: &Roster, rounds: &[Round]) -> anyhow::Result<Results> {
        let mut results = Results::default();
        results.update(roster, rounds)?;
        Ok(results)
    }

    /// Adds the rounds that have been finished since; `roster` may have more members than before.
    ///
    /// # Errors
    /// As [`Results::read`]; the results are of no use then.
    pub fn update(&mut self, roster: &Roster, rounds: &[Round]) -> anyhow::Result<()> {
        self.records.resize(roster.members.len(), MemberSums::default());
        for round in rounds.iter().skip(self.number).take_while(|round| round.is_complete()) {
            self.add(roster, round).with_context(|| round.folder.display().to_string())?;
        }
        Ok(())
    }

    fn add(&mut self, roster: &Roster, round: &Round) -> anyhow::Result<()> {
        let plan = Plan::read(&round.folder)?;
        let names = &plan.contestants.names;
        let member = |bot: &String| {
            let found = roster.members.iter().position(|member| member.bot == *bot);
            found.ok_or_else(|| bad_input(format!("{bot} played, but is no member of the league")))
        };
        let agents = names.iter().map(member).collect::<anyhow::Result<Vec<_>>>()?;
        let mut reader = RoundReader { plan: &plan, agents: &agents, finishes: Finishes::default(), round, to: self };
        read_back(&round.folder, &plan, OnDamage::Refused, &mut reader)?;
        let finishes = reader.finishes;
        self.rounds.add(&plan, &finishes, &agents);
        for players in plan.players() {
            self.by_players.entry(players).or_default().add(&plan, &finishes, &agents);
        }
        self.number += 1;
        let faults = first_faults(&round.folder, MOST_FAULTS)?.into_iter();
        self.faults.extend(faults.map(|line| FaultResult { round: round.number, line }));
        self.faults.drain(..self.faults.len().saturating_sub(MOST_FAULTS));
        Ok(())
    }

    /// Adds a meeting to the duel of two members in the last round, of which the first won half meetings.
    fn add_to_duel(&mut self, round: usize, members: [usize; 2], halves: i64, lead: i64) {
        let of_round = self.duels.iter().rev().take_while(|duel| duel.round == round).count();
        let known = self.duels.len() - of_round;
        let at = self.duels[known..].iter().position(|duel| duel.members == members).map(|at| known + at);
        let at = at.unwrap_or_else(|| {
            self.duels.push(Duel { round, members, halves: [0, 0], lead: 0 });
            self.duels.len() - 1
        });
        let duel = &mut self.duels[at];
        duel.halves[0] += halves as u64;
        duel.halves[1] += 2 - halves as u64;
        duel.lead += lead;
    }

    /// Returns how often members finished ahead of each other, to choose the next pairings.
    pub fn meetings(&self) -> Meetings {
        let mut meetings = Meetings::new(self.records.len());
        for (&(one, other), PairSums { won, tied, lost, .. }) in &self.pairs {
            meetings.add(one, other, *won as f64 + *tied as f64 / 2.0);
            meetings.add(other, one, *lost as f64 + *tied as f64 / 2.0);
        }
        meetings
    }

    /// Returns if the tournament of a league has ended; a league for ratings never does.
    pub fn has_ended(&self, roster: &Roster) -> bool {
        self.number > 0 && course(roster, &self.duels, self.number).is_some_and(|course| course.next.is_empty())
    }

    /// Returns the standings; `None` before the first game.
    pub fn standings(&self, roster: &Roster) -> Option<Standings> {
        if self.games == 0 {
            return None;
        }
        let names = roster.names();
        let rated = |rounds: &Rounds| rounds.ratings(&names, None, roster.seed);
        let ratings = rated(&self.rounds);
        let elo = |member: usize| Some(ratings.agents[member].elo.mean).filter(|elo| elo.is_finite());
        let expected = |member: usize| -> Option<f64> {
            let opponents = roster.playing().filter(|other| *other != member).filter_map(elo);
            let chances: Vec<f64> =
                opponents.map(|other| expected_share(elo(member)? - other).into()).collect::<Option<_>>()?;
            (!chances.is_empty()).then(|| chances.iter().sum::<f64>() / chances.len() as f64)
        };
        let member = |(index, member): (usize, &Member)| {
            let MemberSums { seats, wins, score, lead, faults } = self.records[index];
            let mean = |sum: f64| (seats > 0).then(|| sum / seats as f64);
            MemberResult {
                name: member.name.clone(),
                bot: member.bot.clone(),
                parent: member.parent.clone(),
                retired: member.left.is_some(),
                seats,
                win_share: mean(wins as f64 / 60.0),
                expected: expected(index),
                score: mean(score as f64),
                lead: mean(lead as f64),
                faults,
            }
        };
        let several = self.by_players.iter().filter(|_| roster.players.len() > 1);
        let order = ratings.order();
        let place = |member: usize| order.iter().position(|at| *at == member);
        // The higher rated one first.
        let pair = |(&(one, other), pair): (&(usize, usize), &PairSums)| match place(one) < place(other) {
            true => pair_result(&names, [one, other], pair, &ratings),
            false => pair_result(&names, [other, one], &pair.turned(), &ratings),
        };
        let place = |place: Place| PlaceResult {
            name: names[place.member].clone(),
            points: place.points,
            buchholz: place.buchholz,
        };
        let duel = |duel: &Duel| {
            let winner = duel.winner();
            let first = usize::from(winner == Some(duel.members[1]));
            let [one, other] = [first, 1 - first].map(|side| names[duel.members[side]].clone());
            let [won, lost] = [first, 1 - first].map(|side| duel.halves[side] as f64 / 2.0);
            DuelResult { round: duel.round, one, other, won, lost, is_tied: winner.is_none() }
        };
        let course = course(roster, &self.duels, self.number);
        Some(Standings {
            duels: if course.is_some() { self.duels.iter().map(duel).collect() } else { Vec::new() },
            has_ended: self.has_ended(roster),
            places: course.map_or_else(Vec::new, |course| course.places.into_iter().map(place).collect()),
            rounds: self.number,
            games: self.games,
            members: roster.members.iter().enumerate().map(member).collect(),
            pairs: self.pairs.iter().map(pair).collect(),
            by_players: several.map(|(&players, rounds)| PlayersResult { players, ratings: rated(rounds) }).collect(),
            ratings,
            faults: self.faults.clone(),
        })
    }
}

/// Returns the share of meetings that a difference in Elo leads to.
fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

fn pair_result(names: &[String], members: [usize; 2], pair: &PairSums, ratings: &Ratings) -> PairResult {
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

impl PairSums {
    /// Returns the sums of the second against the first.
    fn turned(&self) -> PairSums {
        PairSums { won: self.lost, tied: self.tied, lost: self.won, shares: self.shares.turned(WHOLE) }
    }
}

/// Counts the games of a round.
struct RoundReader<'r> {
    plan: &'r Plan,
    /// Member by contestant.
    agents: &'r [usize],
    finishes: Finishes,
    round: &'r Round,
    to: &'r mut Results,
}

impl Reader for RoundReader<'_> {
    fn block(&mut self, games: &[(GameId, GameResult)]) -> ControlFlow<()> {
        // Half meetings that the first of the two members of a line-up won.
        let mut halves = vec![0; self.plan.arms.len()];
        for (at, (id, game)) in games.iter().enumerate() {
            self.finishes.add(*id, game);
            let lineup = &self.plan.arm(*id).lineup;
            let contestant = |seat| self.plan.contestants.index(id.arm, lineup.side(id.seating, seat));
            let seats: Vec<usize> = (0..game.seats.len()).map(|seat| self.agents[contestant(seat)]).collect();
            for (member, seat) in seats.iter().zip(&game.seats) {
                let sums = &mut self.to.records[*member];
                sums.seats += 1;
                sums.wins += u64::from(seat.win_share);
                sums.score += i64::from(seat.score);
                sums.lead += i64::from(seat.margin);
                sums.faults += u64::from(seat.fault.is_some());
            }
            for (one, of_one) in seats.iter().zip(&game.seats) {
                for (other, of_other) in seats.iter().zip(&game.seats).filter(|(other, _)| one < *other) {
                    let pair = self.to.pairs.entry((*one, *other)).or_default();
                    let (count, won) = match of_one.rank.cmp(&of_other.rank) {
                        Ordering::Less => (&mut pair.won, 2),
                        Ordering::Equal => (&mut pair.tied, 1),
                        Ordering::Greater => (&mut pair.lost, 0),
                    };
                    *count += 1;
                    halves[id.arm] += won;
                    let lead = i64::from(of_one.score) - i64::from(of_other.score);
                    self.to.add_to_duel(self.round.number, [*one, *other], won, lead);
                }
            }
            let number = id.block * self.plan.games_per_block() + at as u64;
            self.to.archive.push(ArchivedGame::new(self.round.number, number, seats, game));
            self.to.games += 1;
        }
        for (arm, halves) in halves.into_iter().enumerate() {
            let lineup = &self.plan.arms[arm].lineup;
            let members = (0..lineup.sides().len()).map(|side| self.agents[self.plan.contestants.index(arm, side)]);
            if let (Some(one), Some(other)) = (members.clone().min(), members.max()) {
                // Every seat meets every other in each rotation.
                let most = 2 * (lineup.players() * (lineup.players() - 1)) as i64;
                self.to.pairs.entry((one, other)).or_default().shares.push(halves * WHOLE / most);
            }
        }
        ControlFlow::Continue(())
    }
}
