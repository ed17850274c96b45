//! Arms of a balance study, and its comparisons.

use std::collections::BTreeMap;

use goldrush_games::ask::Element;
use goldrush_games::tunable;
use goldrush_support::error::bad_input;

use super::Design;
use super::{AGAINST, BOTH, Cell, Comparison, QuestionKind, Retuning, Strength, StudyQuestion};
use crate::study::arm::Arm;
use crate::study::factor::{Factor, Setting};
use crate::study::lineup::Lineup;

/// Maximum number of arms; more are taken for a mistake.
pub(super) const MOST_ARMS: usize = 1000;

/// Combination of levels, by factor: `[0, 2]` is the base of the first and the third level of the second factor.
type Point = Vec<usize>;

/// Arms of a combination of levels.
struct Played {
    point: Point,
    /// The first arm: one arm for each agent, then one for each pair.
    first: usize,
    /// Arm of the strongest agent retuned, if that gains anything.
    retuned: Option<usize>,
}

/// Arms under construction.
pub(super) struct Arms<'a> {
    inquiry: &'a StudyQuestion<'a>,
    agents: &'a [String],
    /// Positions of the agents of each pair, the weaker first.
    pairs: Vec<[usize; 2]>,
    pub(super) arms: Vec<Arm>,
    /// Combinations at the current number of players.
    points: Vec<Played>,
    /// Retuned agents by the name of the combination and its number of players.
    pub(super) retuned: BTreeMap<String, Retuning>,
    /// Titles of retuned agents, by their names.
    pub(super) titles: BTreeMap<String, String>,
}

impl<'a> Arms<'a> {
    pub(super) fn new(
        inquiry: &'a StudyQuestion,
        agents: &'a [String],
        pairs: Vec<[usize; 2]>,
    ) -> Arms<'a> {
        Arms {
            inquiry,
            agents,
            pairs,
            arms: Vec::new(),
            points: Vec::new(),
            retuned: BTreeMap::new(),
            titles: BTreeMap::new(),
        }
    }

    /// Creates the arms for a number of players.
    pub(super) fn play(&mut self, players: usize) -> anyhow::Result<()> {
        self.points.clear();
        for point in points(&self.inquiry.factors, self.inquiry.design) {
            let setting = self.setting(&point, players)?;
            let mut changes = Vec::new();
            let mut changes_seat = false;
            for (factor, &level) in self.inquiry.factors.iter().zip(&point) {
                if level > 0 {
                    changes.push(format!("{}={}", factor.element, factor.levels[level]));
                    changes_seat |= factor.element == Element::Seat;
                }
            }
            // Evaluating another seat needs no other games.
            if changes_seat {
                continue;
            }
            let name = if changes.is_empty() {
                "base".into()
            } else {
                changes.join(" ")
            };
            let retuning = self.retune(&setting)?;
            let heuristic = retuning.as_ref().map(|retuning| &retuning.agent[..]);
            let first = self.arms.len();
            for agent in self.alone() {
                self.add(&name, &vec![agent.clone(); setting.players], &setting)?;
            }
            for pair in self.pairs.clone() {
                self.add_pair(&name, pair, heuristic, &setting)?;
            }
            let mut retuned = None;
            if let Some(retuning) = retuning {
                if !self.alone().is_empty() {
                    retuned = Some(self.arms.len());
                    self.add_retuned(&name, &retuning.agent, &setting)?;
                }
                let rules = format!("{name}, {} players", setting.players);
                self.retuned.insert(rules, retuning);
            }
            self.points.push(Played {
                point,
                first,
                retuned,
            });
        }
        Ok(())
    }

    /// Returns the agents that play themselves.
    fn alone(&self) -> &'a [String] {
        if self.inquiry.is_of_pairs() {
            &[]
        } else {
            self.agents
        }
    }

    /// Creates the arm of a pair, by the weights of a retuned heuristic.
    fn add_pair(
        &mut self,
        name: &str,
        [weaker, stronger]: [usize; 2],
        heuristic: Option<&str>,
        setting: &Setting,
    ) -> anyhow::Result<()> {
        let game = setting.choice.game();
        let mut pair = Vec::new();
        for at in [stronger, weaker] {
            let usual = &self.agents[at];
            let agent = tunable::retuned(game, usual, heuristic);
            if agent != *usual {
                self.add_title(name, &agent, usual, setting.players);
            }
            pair.push(agent);
        }
        let mut agents = vec![pair[1].clone(); setting.players];
        agents[0].clone_from(&pair[0]);
        self.add(name, &agents, setting)
    }

    /// Names a retuned agent: its own name lists all its weights, which no table has room for.
    fn add_title(&mut self, rules: &str, agent: &str, usual: &str, players: usize) {
        let title = format!("{usual} retuned for {rules}, {players} players");
        self.titles.insert(agent.to_owned(), title);
    }

    /// Returns the heuristic retuned for a setting, if that is wanted and gains anything.
    fn retune(&self, setting: &Setting) -> anyhow::Result<Option<Retuning>> {
        let mut factors = self.inquiry.factors.iter();
        // Only changes of rules are compared as the retuned agent plays them.
        match self.inquiry.retune {
            Some(retune)
                if self.inquiry.is_of_pairs()
                    || factors.any(|factor| factor.element != Element::Seat) =>
            {
                retune(&setting.choice, setting.players)
            }
            _ => Ok(None),
        }
    }

    /// Creates the arm of the strongest agent retuned.
    fn add_retuned(&mut self, name: &str, agent: &str, setting: &Setting) -> anyhow::Result<()> {
        let players = setting.players;
        let arm = self.arms.len();
        self.add(name, &vec![agent.to_owned(); players], setting)?;
        self.arms[arm].name = format!("{name}, {}, {players} players", self.retuned_name());
        self.add_title(name, agent, &self.agents[self.agents.len() - 1], players);
        Ok(())
    }

    fn retuned_name(&self) -> String {
        format!("{} retuned", self.agents[self.agents.len() - 1])
    }

    /// Returns the game at a point.
    fn setting(&self, point: &[usize], players: usize) -> anyhow::Result<Setting> {
        let mut setting = Setting {
            choice: self.inquiry.choice.clone(),
            players,
        };
        for (factor, &level) in self.inquiry.factors.iter().zip(point) {
            factor.apply(level, &mut setting)?;
        }
        Ok(setting)
    }

    fn add(&mut self, rules: &str, agents: &[String], setting: &Setting) -> anyhow::Result<()> {
        let lineup = Lineup::from_names(setting.choice.game(), agents, Some(setting.players))?;
        let alone = lineup.sides().len() == 1;
        let who = if alone {
            agents[0].clone()
        } else {
            format!("{}{AGAINST}{}", agents[0], agents[1])
        };
        let name = format!("{rules}, {who}, {} players", setting.players);
        let (setup, tiles_text) = setting.choice.setup(setting.players)?;
        self.arms.push(Arm {
            name,
            setup,
            handicap: None,
            lineup,
            tiles_text,
        });
        if self.arms.len() > MOST_ARMS {
            return Err(bad_input(format!(
                "--factor: more than {MOST_ARMS} rules and line-ups; leave some values out"
            )));
        }
        Ok(())
    }

    /// Creates the arms in which one seat, each in turn, is denied something in the game of the base, and compares them with
    /// the base.
    pub(super) fn restrict(
        &mut self,
        denied: &str,
        players: usize,
    ) -> anyhow::Result<Vec<Comparison>> {
        let mut setting = self.setting(&vec![0; self.inquiry.factors.len()], players)?;
        setting
            .choice
            .check_denial(denied)
            .map_err(|e| bad_input(format!("--restrict {denied}: {e}")))?;
        let base = self.base();
        let first = self.arms.len();
        let players = setting.players;
        let agents = self.agents;
        for agent in agents {
            for seat in 0..players {
                setting.deny(seat, denied)?;
                self.add(
                    &format!("seat {seat} without {denied}"),
                    &vec![agent.clone(); players],
                    &setting,
                )?;
            }
        }
        let names = [denied.to_owned(), "denied".into(), "allowed".into()];
        let lineups = self.names().take(agents.len());
        Ok(
            self.compare(QuestionKind::Restriction, &names, lineups, |lineup| {
                let mut level_cells = Vec::new();
                let mut base_cells = Vec::new();
                for seat in 0..players {
                    level_cells.push(Cell::of_seat(first + lineup * players + seat, seat));
                    base_cells.push(Cell::of_seat(base + lineup, seat));
                }
                (level_cells, base_cells)
            }),
        )
    }

    /// Creates the arm in which an agent that plays differently sits alone among the strongest, in the game of the base.
    pub(super) fn habit(&mut self, habit: &str, agent: &str) -> anyhow::Result<Vec<Comparison>> {
        let arm = self.arms.len();
        let players = self.arms[self.base()].lineup.players();
        let setting = self.setting(&vec![0; self.inquiry.factors.len()], players)?;
        let rank = self.agents.len() - 1;
        let usual = &self.agents[rank];
        let mut lineup = vec![usual.clone(); players];
        lineup[0] = agent.to_owned();
        self.add(habit, &lineup, &setting)?;
        if self.arms[arm].lineup.sides().len() == 1 {
            return Err(bad_input(format!(
                "--habit {habit}={agent}: that is {usual} itself; another agent is expected"
            )));
        }
        let names = ["habit".to_owned(), habit.to_owned(), usual.clone()];
        let lineups = [(usual.clone(), rank)].into_iter();
        Ok(self.compare(QuestionKind::Habit, &names, lineups, |_| {
            (vec![Cell::of_arm(arm)], Vec::new())
        }))
    }

    /// Returns the arms at the points that a condition picks, for the n-th line-up.
    fn cells(&self, lineup: usize, picks: impl Fn(&Point) -> bool) -> Vec<Cell> {
        // The last line-up is that of the retuned agent.
        let is_retuned = lineup == self.alone().len() + self.pairs.len();
        let mut cells = Vec::new();
        for played in self.points.iter().filter(|played| picks(&played.point)) {
            cells.push(Cell::of_arm(match played.retuned {
                Some(retuned) if is_retuned => retuned,
                None if is_retuned => played.first + self.agents.len() - 1,
                _ => played.first + lineup,
            }));
        }
        cells
    }

    /// Returns the first arm of the base.
    fn base(&self) -> usize {
        let base = self
            .points
            .iter()
            .find(|played| played.point.iter().all(|&level| level == 0));
        base.expect("the plan contains the base arm").first
    }

    /// Returns the arms of the pairs in the game of the base, each with the number of its pair.
    fn base_pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let first = self.base() + self.alone().len();
        (0..self.pairs.len()).map(move |pair| (pair, first + pair))
    }

    pub(super) fn strengths(&self) -> Vec<Strength> {
        let mut strengths = Vec::new();
        for (pair, arm) in self.base_pairs() {
            let [weaker, stronger] = self.pairs[pair];
            strengths.push(Strength {
                players: self.arms[arm].lineup.players(),
                pair,
                weaker,
                stronger,
                cell: Cell::of_arm(arm),
            });
        }
        strengths
    }

    /// Compares what the stronger agent of each pair wins in the game of the base with a fair share.
    pub(super) fn wins_of_pairs(&self) -> Vec<Comparison> {
        let mut all = Vec::new();
        for (pair, arm) in self.base_pairs() {
            let [weaker, stronger] = self.pairs[pair].map(|at| self.agents[at].clone());
            all.push(Comparison {
                question: QuestionKind::Pair,
                factor: "pair".into(),
                level: format!("{stronger}{AGAINST}{weaker}"),
                base: weaker,
                agent: stronger,
                rank: pair,
                players: self.arms[arm].lineup.players(),
                level_cells: vec![Cell::of_arm(arm)],
                base_cells: Vec::new(),
            });
        }
        all
    }

    pub(super) fn comparisons(&self) -> anyhow::Result<Vec<Comparison>> {
        let mut all = Vec::new();
        for (f, factor) in self.inquiry.factors.iter().enumerate() {
            for level in 1..factor.levels.len() {
                if !self.has_seat(factor, level) {
                    continue;
                }
                all.extend(match factor.element {
                    Element::Seat => self.seats(factor, level)?,
                    _ => self.main_effect(f, level),
                });
            }
        }
        if self.inquiry.design == Design::Full {
            for (f, one) in self.inquiry.factors.iter().enumerate() {
                for (g, other) in self.inquiry.factors.iter().enumerate().skip(f + 1) {
                    for (a, b) in (1..one.levels.len())
                        .flat_map(|a| (1..other.levels.len()).map(move |b| (a, b)))
                    {
                        all.extend(self.interaction((f, a), (g, b)));
                    }
                }
            }
        }
        Ok(all)
    }

    /// False if a level is a seat that exists only with another number of players of the study.
    fn has_seat(&self, factor: &Factor, level: usize) -> bool {
        let players = self.arms[self.base()].lineup.players();
        factor.element != Element::Seat
            || factor.has_seat(level, players)
            || !self
                .inquiry
                .players
                .iter()
                .any(|&other| factor.has_seat(level, other))
    }

    /// Compares a level with the base, over all levels of the other factors.
    fn main_effect(&self, f: usize, level: usize) -> Vec<Comparison> {
        let factor = &self.inquiry.factors[f];
        let names = [
            factor.element.to_string(),
            factor.levels[level].clone(),
            factor.levels[0].clone(),
        ];
        self.without_copy(
            self.compare(QuestionKind::Rule, &names, self.names(), |lineup| {
                (self.cells_at(lineup, f, level), self.cells_at(lineup, f, 0))
            }),
        )
    }

    /// Returns the arms of the n-th line-up that play a level of a factor: over all levels of the other factors, or, if one
    /// factor changes at a time, a single arm.
    fn cells_at(&self, lineup: usize, f: usize, level: usize) -> Vec<Cell> {
        self.cells(lineup, |point| {
            let mut others = point.iter().enumerate().filter(|(g, _)| *g != f);
            point[f] == level
                && (self.inquiry.design == Design::Full || others.all(|(_, &other)| other == 0))
        })
    }

    /// Removes the comparison of the retuned agent if retuning gained nothing for any of these rules.
    fn without_copy(&self, mut all: Vec<Comparison>) -> Vec<Comparison> {
        if !self.alone().is_empty() && all.len() > self.agents.len() + self.pairs.len() {
            let retuned = &all[all.len() - 1];
            let usual = &all[self.agents.len() - 1];
            if retuned.level_cells == usual.level_cells && retuned.base_cells == usual.base_cells {
                all.pop();
            }
        }
        all
    }

    /// Returns the interaction of two levels, as in a two-level factorial: half the difference that one makes to the effect
    /// of the other.
    fn interaction(&self, one: (usize, usize), other: (usize, usize)) -> Vec<Comparison> {
        let (f, a) = one;
        let (g, b) = other;
        let one = &self.inquiry.factors[f];
        let other = &self.inquiry.factors[g];
        let names = [
            format!("{}{BOTH}{}", one.element, other.element),
            format!("{}{BOTH}{}", one.levels[a], other.levels[b]),
            format!("{}{BOTH}{}", one.levels[0], other.levels[0]),
        ];
        self.without_copy(
            self.compare(QuestionKind::Rule, &names, self.names(), |lineup| {
                let both = self.cells(lineup, |point| point[f] == a && point[g] == b);
                let neither = self.cells(lineup, |point| point[f] == 0 && point[g] == 0);
                let only_one = self.cells(lineup, |point| point[f] == a && point[g] == 0);
                let only_other = self.cells(lineup, |point| point[f] == 0 && point[g] == b);
                ([both, neither].concat(), [only_one, only_other].concat())
            }),
        )
    }

    /// Compares two seats in the games of the base.
    fn seats(&self, factor: &Factor, level: usize) -> anyhow::Result<Vec<Comparison>> {
        let first = self.base();
        let players = self.arms[first].lineup.players();
        let at = factor.seat(&factor.levels[level], players)?;
        let base = factor.seat(&factor.levels[0], players)?;
        let names = [
            factor.element.to_string(),
            factor.levels[level].clone(),
            factor.levels[0].clone(),
        ];
        let alone = self.names().take(self.agents.len());
        Ok(self.compare(QuestionKind::Seat, &names, alone, |lineup| {
            let arm = first + lineup;
            (vec![Cell::of_seat(arm, at)], vec![Cell::of_seat(arm, base)])
        }))
    }

    /// Returns the same comparison for each of some line-ups; `names` are those of factor, level and base, and `cells`
    /// returns where a line-up plays level and base.
    fn compare(
        &self,
        question: QuestionKind,
        names: &[String; 3],
        lineups: impl Iterator<Item = (String, usize)>,
        cells: impl Fn(usize) -> (Vec<Cell>, Vec<Cell>),
    ) -> Vec<Comparison> {
        let [factor, level, base] = names;
        let mut comparisons = Vec::new();
        for (lineup, (agent, rank)) in lineups.enumerate() {
            let (level_cells, base_cells) = cells(lineup);
            comparisons.push(Comparison {
                question,
                factor: factor.clone(),
                level: level.clone(),
                base: base.clone(),
                agent,
                rank,
                players: self.arms[level_cells[0].arm].lineup.players(),
                level_cells,
                base_cells,
            });
        }
        comparisons
    }

    /// Returns the name of each line-up and the rank of its weakest agent, in the order of [`lineups`]; at the end the strongest
    /// agent retuned, if it was.
    fn names(&self) -> impl Iterator<Item = (String, usize)> {
        let mut names = Vec::new();
        for (rank, agent) in self.alone().iter().enumerate() {
            let title = self.inquiry.titles.get(agent).unwrap_or(agent);
            names.push((title.clone(), rank));
        }
        for (rank, pair) in self.pairs.iter().enumerate() {
            let [weaker, stronger] = pair.map(|at| &self.agents[at]);
            names.push((format!("{stronger}{AGAINST}{weaker}"), rank));
        }
        let strongest = self.agents.len() - 1;
        if self.points.iter().any(|played| played.retuned.is_some()) {
            names.push((self.retuned_name(), strongest));
        }
        names.into_iter()
    }
}

/// Returns the points to play, the base first.
fn points(factors: &[Factor], design: Design) -> Vec<Point> {
    match design {
        Design::OneAtATime => {
            let base = vec![0; factors.len()];
            let mut points = vec![base.clone()];
            for (f, factor) in factors.iter().enumerate() {
                for level in 1..factor.levels.len() {
                    let mut point = base.clone();
                    point[f] = level;
                    points.push(point);
                }
            }
            points
        }
        Design::Full => {
            let mut points: Vec<Point> = vec![Vec::new()];
            for factor in factors {
                let mut longer = Vec::new();
                for point in &points {
                    for level in 0..factor.levels.len() {
                        longer.push([&point[..], &[level]].concat());
                    }
                }
                points = longer;
            }
            points
        }
    }
}
