//! Sums over the blocks of a run, in whole numbers: exact in any order. Only [`SeatScores`] are kept game by game, in order.

use goldrush_support::stats::confidence::Confidence;

use super::group::Group;
use super::komi::SeatScores;
use super::luck_tally::LuckTally;
use super::paired::Paired;
use super::rating::Finishes;
use super::report_stats::ReportStats;
use super::variance::LeadVariance;
use super::winners::WinnerTally;
use crate::protocol::fault::FaultKind;
use crate::sim::result::GameResult;
use crate::study::GameId;
use crate::study::arm::Arm;
use crate::study::{Plan, Question, QuestionKind};

/// All sums of a run.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Number of finished blocks.
    pub blocks: u64,
    /// Number of games in them.
    pub games: u64,
    /// Number of games that nobody won, since every bot had a fault.
    pub unwon: u64,
    /// Sums by contestant, over all arms.
    pub contestants: Vec<Group>,
    /// Sums by arm.
    pub arms: Vec<ArmTally>,
    /// Number of games with a fault of a bot, by contestant and kind of fault.
    pub faults: Vec<[u64; FaultKind::ALL.len()]>,
    /// Finishing orders; in a tournament.
    pub finishes: Option<Finishes>,
    /// Sums of leads for the shares of luck and skill; in a tournament.
    pub leads: Option<LeadVariance>,
    /// Differences between arms; in a balance study.
    pub paired: Option<Paired>,
    /// Luck-adjusted sums, if luck is estimated.
    pub luck: Option<LuckTally>,
    /// Differences between winners and losers; among equals.
    pub winners: Option<WinnerTally>,
    /// Statistics for reports.
    pub report: ReportStats,
}

/// Sums of one arm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArmTally {
    /// By side of the line-up.
    pub sides: Vec<Group>,
    pub seats: Vec<Group>,
    /// Scores game by game, where seats are compared in games between equals.
    pub seat_scores: Option<SeatScores>,
}

impl ArmTally {
    fn new(arm: &Arm, compares_seats: bool, confidence: Confidence) -> ArmTally {
        let lineup = &arm.lineup;
        ArmTally {
            sides: (0..lineup.sides().len())
                .map(|side| Group::new(lineup.results_per_block(side), confidence))
                .collect(),
            seats: vec![Group::new(lineup.seatings(), confidence); lineup.players()],
            seat_scores: (compares_seats && lineup.seatings() == 1).then(SeatScores::default),
        }
    }
}

/// True if the seats of an arm are compared with each other.
fn compares_seats(plan: &Plan, arm: usize) -> bool {
    let Question::Balance(balance) = &plan.question else {
        return false;
    };
    balance.comparisons.iter().any(|comparison| {
        comparison.question == QuestionKind::Seat
            && comparison.level_cells.iter().any(|cell| cell.arm == arm)
    })
}

impl Tally {
    /// Creates empty sums.
    pub fn new(plan: &Plan) -> Tally {
        let mut per_block = vec![0; plan.contestants.names.len()];
        for (number, arm) in plan.arms.iter().enumerate() {
            for side in 0..arm.lineup.sides().len() {
                per_block[plan.contestants.index(number, side)] +=
                    arm.lineup.results_per_block(side);
            }
        }
        let is_rated = matches!(plan.question, Question::Tournament(_)) && !plan.is_league_round;
        let confidence = plan.confidence();
        Tally {
            blocks: 0,
            games: 0,
            unwon: 0,
            faults: vec![Default::default(); per_block.len()],
            leads: is_rated.then(|| LeadVariance::new(plan, &per_block)),
            contestants: per_block
                .into_iter()
                .map(|per_block| Group::new(per_block, confidence))
                .collect(),
            arms: (plan.arms.iter().enumerate())
                .map(|(number, arm)| ArmTally::new(arm, compares_seats(plan, number), confidence))
                .collect(),
            finishes: is_rated.then(Finishes::default),
            paired: Paired::new(plan),
            luck: plan.luck.then(|| LuckTally::new(plan)),
            winners: WinnerTally::new(plan),
            report: ReportStats::new(plan),
        }
    }

    /// Counts a game of the current block.
    pub fn add_game(&mut self, plan: &Plan, id: GameId, game: &GameResult) {
        self.games += 1;
        if let Some(finishes) = &mut self.finishes {
            finishes.add(id, game);
        }
        if let Some(leads) = &mut self.leads {
            leads.add_game(plan, id, game);
        }
        let lineup = &plan.arm(id).lineup;
        let fair = game.fair_share();
        self.unwon += u64::from(fair == 0);
        let arm = &mut self.arms[id.arm];
        for (seat, result) in game.seats.iter().enumerate() {
            let values = result.metrics(plan.schema());
            let side = lineup.side(id.seating, seat);
            let contestant = plan.contestants.index(id.arm, side);
            self.contestants[contestant].add(&values, fair);
            if let Some(kind) = result.fault {
                self.faults[contestant][kind as usize] += 1;
            }
            arm.sides[side].add(&values, fair);
            arm.seats[seat].add(&values, fair);
        }
        if let Some(scores) = &mut arm.seat_scores {
            scores.add(game);
        }
        if let Some(paired) = &mut self.paired {
            paired.add_game(plan, id, game);
        }
        if let Some(luck) = &mut self.luck {
            luck.add_game(plan, id, game);
        }
        if let Some(winners) = &mut self.winners {
            winners.add_game(plan, id, game);
        }
        self.report.add_game(plan, id, game);
    }

    /// Counts a block: all its games, in order.
    pub fn add_block(&mut self, plan: &Plan, games: &[(GameId, GameResult)]) {
        for (id, game) in games {
            self.add_game(plan, *id, game);
        }
        if let Some((id, _)) = games.first() {
            self.end_block(id.block);
        }
    }

    /// Returns the number of seats lost by a fault.
    pub fn fault_count(&self) -> u64 {
        self.faults.iter().flatten().sum()
    }

    /// Ends a block: its means are one observation.
    pub fn end_block(&mut self, block: u64) {
        self.blocks += 1;
        if let Some(leads) = &mut self.leads {
            leads.end_block(block);
        }
        let arms = self
            .arms
            .iter_mut()
            .flat_map(|arm| arm.sides.iter_mut().chain(&mut arm.seats));
        self.contestants
            .iter_mut()
            .chain(arms)
            .for_each(Group::end_block);
        if let Some(paired) = &mut self.paired {
            paired.end_block();
        }
        if let Some(luck) = &mut self.luck {
            luck.end_block();
        }
        if let Some(winners) = &mut self.winners {
            winners.end_block();
        }
        self.report.end_block();
    }
}
