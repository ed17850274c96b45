//! Arms of a balance study, and its comparisons.

use std::collections::BTreeMap;

use super::Design;
use super::{BOTH, Cell, Comparison, QuestionKind, Retuning, Strength, StudyQuestion};
use crate::error::bad_input;
use crate::games::ask::Element;
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
    /// The first arm: one arm for each agent, then one for each agent against the one before it.
    first: usize,
    /// Arm of the strongest agent, retuned if that gains anything.
    retuned: usize,
}

/// Arms under construction.
pub(super) struct Arms<'a> {
    inquiry: &'a StudyQuestion<'a>,
    agents: &'a [String],
    arms: Vec<Arm>,
    /// Combinations at the current number of players.
    points: Vec<Played>,
    /// Retuned agents by the name of the combination and its number of players.
    retuned: BTreeMap<String, Retuning>,
}

impl<'a> Arms<'a> {
    pub(super) fn new(inquiry: &'a StudyQuestion, agents: &'a [String]) -> Arms<'a> {
        Arms {
            inquiry,
            agents,
            arms: Vec::new(),
            points: Vec::new(),
            retuned: BTreeMap::new(),
        }
    }

    /// Returns the arms, and the agents that were retuned.
    pub(super) fn into_parts(self) -> (Vec<Arm>, BTreeMap<String, Retuning>) {
        (self.arms, self.retuned)
    }

    /// Creates the arms for a number of players.
    pub(super) fn play(&mut self, players: usize) -> anyhow::Result<()> {
        self.points.clear();
        for point in points(&self.inquiry.factors, self.inquiry.design) {
            let setting = self.setting(&point, players)?;
            let levels = || {
                self.inquiry
                    .factors
                    .iter()
                    .zip(&point)
                    .filter(|(_, level)| **level > 0)
            };
            // Evaluating another seat needs no other games.
            if levels().any(|(factor, _)| factor.element == Element::Seat) {
                continue;
            }
            let name = levels()
                .map(|(factor, &level)| format!("{}={}", factor.element, factor.levels[level]));
            let name = if levels().count() == 0 {
                "base".into()
            } else {
                name.collect::<Vec<_>>().join(" ")
            };
            let first = self.arms.len();
            for agents in lineups(self.agents, self.pairs(), setting.players) {
                self.add(&name, &agents, &setting)?;
            }
            let retuned = self
                .retune(&name, &setting)?
                .unwrap_or(first + self.agents.len() - 1);
            self.points.push(Played {
                point,
                first,
                retuned,
            });
        }
        Ok(())
    }

    /// Creates the arm of the strongest agent retuned for a setting, if that is wanted and gains anything.
    fn retune(&mut self, name: &str, setting: &Setting) -> anyhow::Result<Option<usize>> {
        let Some(retune) = self.inquiry.retune else {
            return Ok(None);
        };
        // Only changes of rules are compared as the retuned agent plays them.
        if self
            .inquiry
            .factors
            .iter()
            .all(|factor| factor.element == Element::Seat)
        {
            return Ok(None);
        }
        let Some(retuning) = retune(&setting.choice, setting.players)? else {
            return Ok(None);
        };
        let arm = self.arms.len();
        self.add(
            name,
            &vec![retuning.agent.clone(); setting.players],
            setting,
        )?;
        self.arms[arm].name = format!(
            "{name}, {}, {} players",
            self.retuned_name(),
            setting.players
        );
        self.retuned
            .insert(format!("{name}, {} players", setting.players), retuning);
        Ok(Some(arm))
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

    /// Creates an arm.
    fn add(&mut self, rules: &str, agents: &[String], setting: &Setting) -> anyhow::Result<()> {
        let lineup = Lineup::from_names(setting.choice.game(), agents, Some(setting.players))?;
        let alone = lineup.sides().len() == 1;
        let who = if alone {
            agents[0].clone()
        } else {
            format!("{} against {}", agents[0], agents[1])
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
        let (base, first) = (self.base(), self.arms.len());
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
        let seats = |arm: &dyn Fn(usize) -> usize| -> Vec<Cell> {
            (0..players)
                .map(|seat| Cell {
                    arm: arm(seat),
                    seat: Some(seat),
                })
                .collect()
        };
        let cells = |lineup| {
            (
                seats(&|seat| first + lineup * players + seat),
                seats(&|_| base + lineup),
            )
        };
        let names = [denied.to_owned(), "denied".into(), "allowed".into()];
        Ok(self.compare(
            QuestionKind::Restriction,
            &names,
            self.names().take(agents.len()),
            cells,
        ))
    }

    /// Creates the arm in which an agent that plays differently sits alone among the strongest, in the game of the base.
    pub(super) fn habit(&mut self, habit: &str, agent: &str) -> anyhow::Result<Vec<Comparison>> {
        let (base, arm) = (self.base(), self.arms.len());
        let players = self.arms[base].lineup.players();
        let setting = self.setting(&vec![0; self.inquiry.factors.len()], players)?;
        let (rank, usual) = (self.agents.len() - 1, &self.agents[self.agents.len() - 1]);
        let mut lineup = vec![usual.clone(); players];
        lineup[0] = agent.to_owned();
        self.add(habit, &lineup, &setting)?;
        if self.arms[arm].lineup.sides().len() == 1 {
            return Err(bad_input(format!(
                "--habit {habit}={agent}: that is {usual} itself; another agent is expected"
            )));
        }
        let names = ["habit".to_owned(), habit.to_owned(), usual.clone()];
        let cells = |_| (vec![Cell { arm, seat: None }], Vec::new());
        Ok(self.compare(
            QuestionKind::Habit,
            &names,
            [(usual.clone(), rank)].into_iter(),
            cells,
        ))
    }

    /// Returns the arms at the points that a condition picks, for the n-th line-up.
    fn cells(&self, lineup: usize, picks: impl Fn(&Point) -> bool) -> Vec<Cell> {
        let picked = self.points.iter().filter(|played| picks(&played.point));
        // The last line-up is that of the retuned agent.
        let is_retuned = lineup == 2 * self.agents.len() - 1;
        let arm = |played: &Played| {
            if is_retuned {
                played.retuned
            } else {
                played.first + lineup
            }
        };
        picked
            .map(|played| Cell {
                arm: arm(played),
                seat: None,
            })
            .collect()
    }

    /// Returns the first arm of the base.
    fn base(&self) -> usize {
        let base = self
            .points
            .iter()
            .find(|played| played.point.iter().all(|&level| level == 0));
        base.expect("the plan contains the base arm").first
    }

    /// Returns the agents of which each plays against the one before it: all, if they are ordered by strength.
    fn pairs(&self) -> &'a [String] {
        if self.inquiry.titles.is_empty() {
            self.agents
        } else {
            &[]
        }
    }

    pub(super) fn strengths(&self) -> Vec<Strength> {
        let first = self.base();
        let pairs = 0..self.pairs().len().saturating_sub(1);
        let cell = |weaker| Cell {
            arm: first + self.agents.len() + weaker,
            seat: None,
        };
        let players = self.arms[first].lineup.players();
        pairs
            .map(|weaker| Strength {
                players,
                weaker,
                cell: cell(weaker),
            })
            .collect()
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
        let seat = |players| factor.seat(&factor.levels[level], players).is_ok();
        factor.element != Element::Seat
            || seat(players)
            || !self.inquiry.players.iter().any(|&other| seat(other))
    }

    /// Compares a level with the base, over all levels of the other factors.
    fn main_effect(&self, f: usize, level: usize) -> Vec<Comparison> {
        let factor = &self.inquiry.factors[f];
        // If one factor changes at a time, this is a single arm.
        let others = |point: &Point| {
            self.inquiry.design == Design::Full
                || point
                    .iter()
                    .enumerate()
                    .all(|(g, &other)| g == f || other == 0)
        };
        let of = |level: usize| move |point: &Point| point[f] == level && others(point);
        let names = [
            factor.element.to_string(),
            factor.levels[level].clone(),
            factor.levels[0].clone(),
        ];
        let cells = |lineup| (self.cells(lineup, of(level)), self.cells(lineup, of(0)));
        self.without_copy(self.compare(QuestionKind::Rule, &names, self.names(), cells))
    }

    /// Removes the comparison of the retuned agent if retuning gained nothing for any of these rules.
    fn without_copy(&self, mut all: Vec<Comparison>) -> Vec<Comparison> {
        let cells = |comparison: &Comparison| {
            (
                comparison.level_cells.clone(),
                comparison.base_cells.clone(),
            )
        };
        if all.len() == 2 * self.agents.len()
            && cells(&all[all.len() - 1]) == cells(&all[self.agents.len() - 1])
        {
            all.pop();
        }
        all
    }

    /// Returns the interaction of two levels, as in a two-level factorial: half the difference that one makes to the effect
    /// of the other.
    fn interaction(&self, one: (usize, usize), other: (usize, usize)) -> Vec<Comparison> {
        let ((f, a), (g, b)) = (one, other);
        let of = |x: usize, y: usize| move |point: &Point| point[f] == x && point[g] == y;
        let (one, other) = (&self.inquiry.factors[f], &self.inquiry.factors[g]);
        let names = [
            format!("{}{BOTH}{}", one.element, other.element),
            format!("{}{BOTH}{}", one.levels[a], other.levels[b]),
            format!("{}{BOTH}{}", one.levels[0], other.levels[0]),
        ];
        let both = |lineup, one: (usize, usize), other: (usize, usize)| {
            [
                self.cells(lineup, of(one.0, one.1)),
                self.cells(lineup, of(other.0, other.1)),
            ]
            .concat()
        };
        let cells = |lineup| (both(lineup, (a, b), (0, 0)), both(lineup, (a, 0), (0, b)));
        self.without_copy(self.compare(QuestionKind::Rule, &names, self.names(), cells))
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
        let seat = |lineup, seat| {
            vec![Cell {
                arm: first + lineup,
                seat: Some(seat),
            }]
        };
        let alone = self.names().take(self.agents.len());
        Ok(self.compare(QuestionKind::Seat, &names, alone, |lineup| {
            (seat(lineup, at), seat(lineup, base))
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
        let compared = |(lineup, (agent, rank))| {
            let (level_cells, base_cells) = cells(lineup);
            Comparison {
                question,
                factor: factor.clone(),
                level: level.clone(),
                base: base.clone(),
                agent,
                rank,
                players: self.arms[level_cells[0].arm].lineup.players(),
                level_cells,
                base_cells,
            }
        };
        lineups.enumerate().map(compared).collect()
    }

    /// Returns the name of each line-up and the rank of its weakest agent, in the order of [`lineups`]; at the end the strongest
    /// agent retuned, if it was.
    fn names(&self) -> impl Iterator<Item = (String, usize)> {
        let title = |agent: &String| self.inquiry.titles.get(agent).unwrap_or(agent).clone();
        let alone = self.agents.iter().map(title).enumerate();
        let pairs = self
            .pairs()
            .windows(2)
            .map(|pair| format!("{} against {}", pair[1], pair[0]))
            .enumerate();
        let strongest = self.agents.len() - 1;
        let is_retuned = self
            .points
            .iter()
            .any(|played| played.retuned != played.first + strongest);
        let retuned = is_retuned.then(|| (strongest, self.retuned_name()));
        alone
            .chain(pairs)
            .chain(retuned)
            .map(|(rank, name)| (name, rank))
    }
}

/// Returns the line-ups: each agent in all seats, then each of the pairs alone against the one before it.
fn lineups(agents: &[String], pairs: &[String], players: usize) -> Vec<Vec<String>> {
    let alone = agents.iter().map(|agent| vec![agent.clone(); players]);
    let pairs = pairs.windows(2).map(|pair| {
        let mut lineup = vec![pair[0].clone(); players];
        lineup[0].clone_from(&pair[1]);
        lineup
    });
    alone.chain(pairs).collect()
}

/// Returns the points to play, the base first.
fn points(factors: &[Factor], design: Design) -> Vec<Point> {
    let base = vec![0; factors.len()];
    match design {
        Design::OneAtATime => {
            let one = |f: usize| {
                let base = base.clone();
                (1..factors[f].levels.len()).map(move |level| {
                    let mut point = base.clone();
                    point[f] = level;
                    point
                })
            };
            [base.clone()]
                .into_iter()
                .chain((0..factors.len()).flat_map(one))
                .collect()
        }
        Design::Full => factors.iter().fold(vec![Vec::new()], |points, factor| {
            let more = |point: Point| {
                (0..factor.levels.len()).map(move |level| [&point[..], &[level]].concat())
            };
            points.into_iter().flat_map(more).collect()
        }),
    }
}
