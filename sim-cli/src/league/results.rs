//! Results of a league: everything its rounds tell about the members and their meetings.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use anyhow::Context as _;
use goldrush_harness::findings::rating::{Finishes, Rounds};
use goldrush_harness::sim::result::GameResult;
use goldrush_harness::store::faults::{FaultLine, first_faults};
use goldrush_harness::store::written::{OnDamage, Reader, read_back};
use goldrush_harness::study::{GameId, Plan};
use goldrush_support::error::bad_input;
use goldrush_support::stats::share::Shares;
use serde::Serialize;

use super::archive::ArchivedGame;
use super::duel::Duel;
use super::history::RatingHistory;
use super::pairing::Meetings;
use super::roster::Roster;
use super::round::Round;
use super::tournament::tournament_state;
use super::voided::VoidedRounds;

/// Number of faults that are kept in mind.
const MOST_FAULTS: usize = 50;

/// A deal of a line-up whose meetings were all won by the same member; a multiple of the half meetings of 2 to 5 players.
pub(super) const WHOLE: i64 = 120;

/// Results of the finished rounds of a league.
#[derive(Default)]
pub struct Results {
    pub(super) rounds: Rounds,
    pub(super) by_players: BTreeMap<usize, Rounds>,
    /// Number of finished rounds.
    pub number: usize,
    /// Number of games that count.
    pub games: u64,
    /// Number of games that do not.
    pub voided_games: u64,
    /// Rounds whose games do not count, by the index of a member; those of which the results are.
    voided: Vec<(usize, VoidedRounds)>,
    pub(super) records: Vec<MemberSums>,
    /// By index of both members, the smaller first; those that have met.
    pub(super) pairs: BTreeMap<(usize, usize), PairSums>,
    /// Games of each pair in each round, in order.
    pub duels: Vec<Duel>,
    /// All games, in order.
    pub archive: Vec<ArchivedGame>,
    /// The last faults.
    pub(super) faults: Vec<FaultResult>,
    /// Ratings after earlier rounds, if they are wanted.
    pub history: Option<RatingHistory>,
}

/// Sums over the games of a member.
#[derive(Clone, Copy, Default)]
pub(super) struct MemberSums {
    pub(super) seats: u64,
    /// Those in games that somebody won.
    pub(super) won_games: u64,
    /// Shares of the win, in sixtieths.
    pub(super) wins: u64,
    pub(super) score: i64,
    pub(super) lead: i64,
    pub(super) faults: u64,
}

/// Sums over the meetings of two members.
#[derive(Clone, Default)]
pub(super) struct PairSums {
    pub(super) won: u64,
    pub(super) tied: u64,
    pub(super) lost: u64,
    /// Share of the meetings that the first won, of [`WHOLE`], by deal and line-up.
    pub(super) shares: Shares,
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

impl Results {
    /// Returns results before the first round, which keep the ratings after each.
    pub fn with_history() -> Results {
        Results {
            history: Some(RatingHistory::default()),
            ..Results::default()
        }
    }

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
        let voided = voided(roster);
        if voided != self.voided {
            let history = self.history.as_ref().map(|_| RatingHistory::default());
            *self = Results {
                voided,
                history,
                ..Results::default()
            };
        }
        self.records
            .resize(roster.members.len(), MemberSums::default());
        let finished: Vec<&Round> = rounds
            .iter()
            .take_while(|round| round.is_complete())
            .collect();
        for round in finished.iter().skip(self.number) {
            self.add(roster, round)
                .with_context(|| round.folder.display().to_string())?;
            let number = self.number;
            if let Some(history) = &mut self.history
                && self.games > 0
                && (number == finished.len() || history.wants(number, finished.len()))
            {
                history.add(number, self.rounds.elos(roster.members.len()));
            }
        }
        Ok(())
    }

    fn add(&mut self, roster: &Roster, round: &Round) -> anyhow::Result<()> {
        let plan = Plan::read(&round.folder)?;
        round.check(roster, &plan)?;
        let mut agents = Vec::new();
        for bot in &plan.contestants.names {
            let member = roster.members.iter().position(|member| member.plays(bot));
            agents.push(member.ok_or_else(|| {
                bad_input(format!("{bot} played, but is no member of the league"))
            })?);
        }
        let mut reader = RoundReader {
            plan: &plan,
            agents: &agents,
            finishes: Finishes::default(),
            round,
            roster,
            to: self,
        };
        read_back(&round.folder, &plan, OnDamage::Refused, &mut reader)?;
        let finishes = reader.finishes;
        self.rounds.add(&plan, &finishes, &agents);
        for players in plan.players() {
            self.by_players
                .entry(players)
                .or_default()
                .add(&plan, &finishes, &agents);
        }
        self.number += 1;
        let faults = first_faults(&round.folder, MOST_FAULTS)?.into_iter();
        self.faults.extend(faults.map(|line| FaultResult {
            round: round.number,
            line,
        }));
        self.faults
            .drain(..self.faults.len().saturating_sub(MOST_FAULTS));
        Ok(())
    }

    /// Adds a meeting to the duel of two members in the last round: the half meetings that each of them won, and their points.
    fn add_to_duel(
        &mut self,
        round: usize,
        members: [usize; 2],
        halves: [u64; 2],
        points: [i64; 2],
    ) {
        let of_round = self
            .duels
            .iter()
            .rev()
            .take_while(|duel| duel.round == round)
            .count();
        let known = self.duels.len() - of_round;
        let at = self.duels[known..]
            .iter()
            .position(|duel| duel.members == members)
            .map(|at| known + at);
        let at = at.unwrap_or_else(|| {
            self.duels.push(Duel {
                round,
                members,
                halves: [0, 0],
                points: [0, 0],
            });
            self.duels.len() - 1
        });
        let duel = &mut self.duels[at];
        duel.halves
            .iter_mut()
            .zip(halves)
            .for_each(|(sum, halves)| *sum += halves);
        duel.points
            .iter_mut()
            .zip(points)
            .for_each(|(sum, points)| *sum += points);
    }

    /// Returns how often members finished ahead of each other, to choose the next tables.
    pub fn meetings(&self) -> Meetings {
        let mut meetings = Meetings::new(self.records.len());
        for (
            &(one, other),
            PairSums {
                won, tied, lost, ..
            },
        ) in &self.pairs
        {
            meetings.add(one, other, *won as f64 + *tied as f64 / 2.0);
            meetings.add(other, one, *lost as f64 + *tied as f64 / 2.0);
        }
        meetings
    }

    /// Returns if the tournament of a league has ended; a league for ratings never does.
    pub fn has_ended(&self, roster: &Roster) -> bool {
        self.number > 0
            && tournament_state(roster, &self.duels, self.number)
                .is_some_and(|state| state.next.is_empty())
    }
}

impl PairSums {
    /// Returns the sums of the second against the first.
    pub(super) fn turned(&self) -> PairSums {
        PairSums {
            won: self.lost,
            tied: self.tied,
            lost: self.won,
            shares: self.shares.turned(),
        }
    }
}

/// Counts the games of a round.
struct RoundReader<'r> {
    plan: &'r Plan,
    /// Member by contestant.
    agents: &'r [usize],
    finishes: Finishes,
    round: &'r Round,
    roster: &'r Roster,
    to: &'r mut Results,
}

impl RoundReader<'_> {
    /// Returns why a game of these members does not count, or `None` if it does.
    fn voided(&self, members: &[usize]) -> Option<&str> {
        members
            .iter()
            .find_map(|member| self.roster.members[*member].voided_in(self.round.number))
    }
}

/// Returns the rounds in which games do not count, with the index of each member.
fn voided(roster: &Roster) -> Vec<(usize, VoidedRounds)> {
    let members = roster.members.iter().enumerate();
    members
        .flat_map(|(index, member)| {
            member
                .voided
                .iter()
                .map(move |rounds| (index, rounds.clone()))
        })
        .collect()
}

impl Reader for RoundReader<'_> {
    fn block(&mut self, games: &[(GameId, GameResult)]) -> ControlFlow<()> {
        // By line-up and pair of members: half meetings that the first won, of how many.
        let mut halves = BTreeMap::<(usize, usize, usize), (i64, i64)>::new();
        for (at, (id, game)) in games.iter().enumerate() {
            let lineup = &self.plan.arm(*id).lineup;
            let seats: Vec<usize> = (0..game.seats.len())
                .map(|seat| {
                    let side = lineup.side(id.seating, seat);
                    self.agents[self.plan.contestants.index(id.arm, side)]
                })
                .collect();
            let number = id.block * self.plan.games_per_block() + at as u64;
            if let Some(reason) = self.voided(&seats) {
                self.to.archive.push(ArchivedGame {
                    voided: Some(reason.to_owned()),
                    ..ArchivedGame::new(self.round.number, number, seats, game)
                });
                self.to.voided_games += 1;
                continue;
            }
            self.finishes.add(*id, game);
            for (member, seat) in seats.iter().zip(&game.seats) {
                let sums = &mut self.to.records[*member];
                sums.seats += 1;
                sums.won_games += u64::from(game.fair_share() > 0);
                sums.wins += u64::from(seat.win_share);
                sums.score += i64::from(seat.score);
                sums.lead += i64::from(seat.margin);
                sums.faults += u64::from(seat.fault.is_some());
            }
            for (one, of_one) in seats.iter().zip(&game.seats) {
                for (other, of_other) in seats
                    .iter()
                    .zip(&game.seats)
                    .filter(|(other, _)| one < *other)
                {
                    let points = [of_one.score, of_other.score].map(i64::from);
                    if of_one.fault.is_some() && of_other.fault.is_some() {
                        // Neither of them won this meeting, and they are not tied either.
                        self.to
                            .add_to_duel(self.round.number, [*one, *other], [0, 0], points);
                        continue;
                    }
                    let pair = self.to.pairs.entry((*one, *other)).or_default();
                    let (count, won) = match of_one.rank.cmp(&of_other.rank) {
                        Ordering::Less => (&mut pair.won, 2),
                        Ordering::Equal => (&mut pair.tied, 1),
                        Ordering::Greater => (&mut pair.lost, 0),
                    };
                    *count += 1;
                    let (sum, of) = halves.entry((id.arm, *one, *other)).or_default();
                    *sum += won;
                    *of += 2;
                    self.to.add_to_duel(
                        self.round.number,
                        [*one, *other],
                        [won as u64, 2 - won as u64],
                        points,
                    );
                }
            }
            self.to
                .archive
                .push(ArchivedGame::new(self.round.number, number, seats, game));
            self.to.games += 1;
        }
        for ((_, one, other), (halves, of)) in halves {
            self.to
                .pairs
                .entry((one, other))
                .or_default()
                .shares
                .push(halves * WHOLE / of, WHOLE);
        }
        ControlFlow::Continue(())
    }
}
