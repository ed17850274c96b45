//! Plays one game of a plan.

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::State;
use goldrush_engine::plain_error::plain;
use goldrush_engine::record::{BotEvaluation, BotEvaluations, BotFault, Record};
use goldrush_engine::rng::{agent_stream, deal_stream};
use goldrush_games::analyzable::Analyzable;
use goldrush_games::playable::{Finder, Playable, RecordedGame};
use goldrush_games::protocol::Protocol;
use goldrush_games::record::StartedGame;
use goldrush_games::registry::with_setup;
use goldrush_games::scene::svg;
use goldrush_games::{Heading, Observers, Setup};
use goldrush_support::drawing::Drawing;

use super::bots::{BotPool, SeatFault};
use super::game_luck::{GameDraws, GameLuck};
use super::json;
use super::luck::{Followers, LuckSum};
use super::quality::QualityTracker;
use super::result::{FaultKinds, GameResult, kinds};
use super::seated_agents::SeatedAgents;
use super::timing::{Stopwatch, TurnTimer};
use crate::protocol::cannot_start::CannotStart;
use crate::study::lineup::Lineup;
use crate::study::{GameId, Plan};

/// Initial buffer size in bytes; most records are shorter.
const LONG_LINE: usize = 1 << 14;

/// Builds the heading of a record: where the game is from and who sits where.
fn heading<G: Protocol>(
    plan: &Plan,
    id: GameId,
    started: Option<&StartedGame<G>>,
    faults: Vec<BotFault>,
) -> Heading {
    let lineup = &plan.arm(id).lineup;
    let mut seats = Vec::new();
    let mut names = Vec::new();
    for seat in 0..lineup.players() {
        seats.push(lineup.agent(id.seating, seat).to_string());
        let side = lineup.side(id.seating, seat);
        let contestant = plan.contestants.index(id.arm, side);
        names.push(plan.contestants.titles[contestant].clone());
    }
    if !lineup.has_commands() || names == seats {
        names.clear();
    }
    let (chosen, opening) = started.map_or((false, 0), |started| (started.chosen, started.opening));
    Heading {
        seed: plan.seed,
        block: id.block,
        seating: id.seating,
        seats,
        names,
        faults,
        chosen,
        opening,
    }
}

/// Result of a game of a plan.
pub struct Outcome {
    /// Scores, ranks and counts.
    pub result: GameResult,
    /// Faults of its outside bots.
    pub faults: Vec<SeatFault>,
}

/// A reusable table that plays game after game.
pub struct GameRunner<'s, G: Analyzable> {
    setup: &'s G::Setup,
    undealt: G::State<'s>,
    state: G::State<'s>,
    /// Created when luck is first measured.
    luck: Option<LuckSum<'s, G>>,
    /// Created with the first game if the plan asks for measures of how games go; large, and rarely there.
    quality: Option<Box<QualityTracker<G>>>,
}

impl<'s, G: Analyzable> GameRunner<'s, G> {
    /// Creates a table for games of a setup.
    pub fn new(setup: &'s G::Setup) -> GameRunner<'s, G> {
        let undealt = G::undealt(setup);
        GameRunner {
            setup,
            state: undealt.clone(),
            undealt,
            luck: None,
            quality: None,
        }
    }

    fn begin(&mut self, seed: u64, block: u64, observers: &mut Observers<G>) {
        G::begin(
            self.setup,
            &self.undealt,
            &mut self.state,
            &mut deal_stream(seed, block),
            observers,
        );
    }

    /// Deals a game of a plan. Returns the rest of what the plan gives, such as opening moves, if it has deals of its own.
    fn begin_planned(
        &mut self,
        plan: &Plan,
        id: GameId,
        observers: &mut Observers<G>,
    ) -> Option<StartedGame<'s, G>> {
        let Some(deals) = &plan.deals else {
            self.begin(plan.seed, id.block, observers);
            return None;
        };
        let started = deals
            .begin::<G>(self.setup, id.block)
            .expect("recorded deals were checked with the plan");
        self.state.clone_from(&started.dealt);
        G::on_deal(&self.state, observers);
        Some(started)
    }

    /// Prepares to measure a game that was dealt, if the plan asks for it.
    fn quality_tracker<'q>(
        quality: &'q mut Option<Box<QualityTracker<G>>>,
        setup: &G::Setup,
        plan: &Plan,
        players: usize,
        observers: &mut Observers<G>,
    ) -> Option<&'q mut QualityTracker<G>> {
        if !plan.measures_quality() {
            return None;
        }
        observers.shared_points = Some(0);
        let tracker = quality.get_or_insert_with(|| {
            QualityTracker::new(setup, players, plan.measured().collect()).into()
        });
        tracker.begin();
        Some(tracker)
    }

    /// Prepares to estimate the luck of a game that was dealt, if that is wanted.
    fn luck_sum<'l>(
        luck: &'l mut Option<LuckSum<'s, G>>,
        setup: &G::Setup,
        state: &G::State<'s>,
        is_wanted: bool,
    ) -> Option<&'l mut LuckSum<'s, G>> {
        if !is_wanted {
            return None;
        }
        let sum = luck.get_or_insert_with(|| LuckSum::new(setup, state.players()));
        sum.begin(state);
        Some(sum)
    }

    /// Returns the result of a game that is over, with the measures of how it went if these are wanted, given the luck of its
    /// draws if that was estimated.
    fn result(
        &mut self,
        observers: &Observers<G>,
        faults: &FaultKinds,
        draws: Option<&GameDraws>,
    ) -> GameResult {
        let mut result = GameResult::new(&G::counted(&self.state, observers), faults);
        if let Some(quality) = &mut self.quality {
            let shares: Vec<u8> = result.seats.iter().map(|seat| seat.win_share).collect();
            let luck = draws.map_or_else(GameLuck::default, |draws| GameLuck::new(draws, &shares));
            result.quality = quality.finish(
                &self.state,
                &shares,
                G::shared_points(&self.state, observers),
                luck,
            );
        }
        result
    }

    /// Plays a game with the plan's players, and returns its record if `records` is set.
    fn play_planned<W: Stopwatch>(
        &mut self,
        plan: &Plan,
        bots: &mut BotPool,
        id: GameId,
        records: bool,
        timer: &mut W,
    ) -> Result<(Outcome, Option<Record<G>>), CannotStart> {
        let lineup = &plan.arm(id).lineup;
        let mut observers = Observers::<G>::new(records, lineup.has_commands());
        let started = self.begin_planned(plan, id, &mut observers);
        let luck = Self::luck_sum(
            &mut self.luck,
            self.setup,
            &self.state,
            plan.luck || plan.measures_luck(),
        );
        let players = lineup.players();
        let quality =
            Self::quality_tracker(&mut self.quality, self.setup, plan, players, &mut observers);
        let evaluations = records.then(BotEvaluations::default);
        let mut followers = Followers {
            observers: &mut observers,
            luck,
            quality,
            evaluations,
        };
        for &mv in started.iter().flat_map(|started| &started.moves) {
            followers.play(&mut self.state, mv, BotEvaluation::default);
        }
        let mut faults = Vec::new();
        if lineup.has_commands() {
            faults =
                bots.play::<G, W>(plan, id, self.setup, &mut self.state, &mut followers, timer)?;
        } else {
            let mut agents = bots.take_agents::<G>();
            agents.sit(lineup, plan.seed, id);
            agents.play(&mut self.state, timer, |state, mv, agent| {
                followers.play(state, mv, || BotEvaluation {
                    value: agent.value(),
                    remark: None,
                });
            });
            bots.keep_agents(agents);
        }
        let Followers {
            luck, evaluations, ..
        } = followers;
        let draws = luck.map(|luck| luck.draws());
        let seats = draws.filter(|_| plan.luck).map(|draws| draws.seats);
        let result = self
            .result(&observers, &kinds(&faults), draws.as_ref())
            .with_luck(seats);
        let record = evaluations.zip(observers.recorder);
        let record = record.map(|(evaluations, recorder)| {
            let faults = faults.iter().map(SeatFault::recorded).collect();
            let heading = heading(plan, id, started.as_ref(), faults);
            Record::new(self.setup, &self.state, recorder, evaluations, heading)
        });
        Ok((Outcome { result, faults }, record))
    }

    /// Plays a game for speed, by built-in agents that are kept from game to game. Returns the fingerprint of its moves and
    /// scores, and the number of turns.
    pub fn play_hashed(
        &mut self,
        agents: &mut SeatedAgents<G>,
        lineup: &Lineup,
        seed: u64,
        block: u64,
    ) -> (Fingerprint, u64) {
        let (mut fingerprint, mut turns, mut observers) =
            (Fingerprint::EMPTY, 0, Observers::<G>::new(false, false));
        self.begin(seed, block, &mut observers);
        agents.sit(
            lineup,
            seed,
            GameId {
                block,
                arm: 0,
                seating: 0,
            },
        );
        agents.play(&mut self.state, &mut (), |state, mv, _| {
            G::stamp(mv, &mut fingerprint);
            turns += u64::from(G::begins_turn(state));
            state.play_unchecked(mv);
        });
        self.push_scores(&mut fingerprint);
        (fingerprint, turns)
    }

    /// Plays a random game with the engine alone, without agents. Returns the fingerprint of its scores.
    pub fn play_out(&mut self, seed: u64, block: u64) -> Fingerprint {
        let mut fingerprint = Fingerprint::EMPTY;
        self.begin(seed, block, &mut Observers::<G>::new(false, false));
        self.state.play_out(&mut agent_stream(seed, block, 0, 0));
        self.push_scores(&mut fingerprint);
        fingerprint
    }

    fn push_scores(&self, fingerprint: &mut Fingerprint) {
        for &score in self.state.scores().as_slice() {
            fingerprint.push(u64::from(score));
        }
    }
}

/// A table for the games of an arm, for any game of the family.
pub trait AnyGameRunner {
    /// Plays a game of a plan and counts its events; `timer` measures the decisions. Also returns the record as a line of JSON if
    /// `records` is set, otherwise an empty line.
    ///
    /// # Errors
    /// Fails if a bot cannot be started.
    fn play(
        &mut self,
        plan: &Plan,
        bots: &mut BotPool,
        id: GameId,
        records: bool,
        timer: Option<&mut TurnTimer>,
    ) -> Result<(Outcome, Vec<u8>), CannotStart>;

    /// Deals a game of a plan and replays the moves of its record. Returns its result, except for luck, and the record as this
    /// program writes it.
    ///
    /// # Errors
    /// Fails if it is not a record of this game, or its moves break the rules.
    fn replay(
        &mut self,
        plan: &Plan,
        id: GameId,
        record: &str,
        components: &Finder,
        faults: &FaultKinds,
    ) -> Result<(GameResult, Vec<u8>), String>;

    /// Draws the table, if this game can be drawn.
    fn draw(&self) -> Option<Drawing>;
}

/// Writes a record as a line of JSON.
fn line<G: Protocol>(record: &Record<G>) -> Vec<u8> {
    let mut line = Vec::with_capacity(LONG_LINE);
    json::write(record, &mut line).expect("a record serializes to JSON");
    line.push(b'\n');
    line
}

impl<G: Playable> AnyGameRunner for GameRunner<'_, G> {
    fn play(
        &mut self,
        plan: &Plan,
        bots: &mut BotPool,
        id: GameId,
        records: bool,
        timer: Option<&mut TurnTimer>,
    ) -> Result<(Outcome, Vec<u8>), CannotStart> {
        let (outcome, record) = match timer {
            Some(timer) => self.play_planned(plan, bots, id, records, timer)?,
            None => self.play_planned(plan, bots, id, records, &mut ())?,
        };
        Ok((outcome, record.as_ref().map(line).unwrap_or_default()))
    }

    fn replay(
        &mut self,
        plan: &Plan,
        id: GameId,
        record: &str,
        components: &Finder,
        faults: &FaultKinds,
    ) -> Result<(GameResult, Vec<u8>), String> {
        let value = serde_json::from_str(record)
            .map_err(|e| format!("not a record: {}", plain(&e.to_string())))?;
        let played =
            RecordedGame::<G>::read(&value, true, components).map_err(|e| e.to_string())?;
        let mut observers = Observers::<G>::new(true, false);
        let started = self.begin_planned(plan, id, &mut observers);
        let players = self.state.players();
        let luck = Self::luck_sum(
            &mut self.luck,
            self.setup,
            &self.state,
            plan.measures_luck(),
        );
        let quality =
            Self::quality_tracker(&mut self.quality, self.setup, plan, players, &mut observers);
        let mut followers = Followers {
            observers: &mut observers,
            luck,
            quality,
            evaluations: None,
        };
        for mv in played.moves {
            if self.state.to_move().is_none() || !self.state.is_legal(mv) {
                return Err("it was not dealt by the seed of the run".into());
            }
            followers.play(&mut self.state, mv, BotEvaluation::default);
        }
        if self.state.to_move().is_some() {
            return Err("it was not dealt by the seed of the run".into());
        }
        let draws = followers.luck.map(|luck| luck.draws());
        let result = self.result(&observers, faults, draws.as_ref());
        let recorder = observers
            .recorder
            .expect("the observers were created with a recorder");
        let heading = heading(plan, id, started.as_ref(), played.heading.faults);
        let record = Record::<G>::new(
            self.setup,
            &self.state,
            recorder,
            played.evaluations,
            heading,
        );
        Ok((result, line(&record)))
    }

    fn draw(&self) -> Option<Drawing> {
        let landscape = G::landscape(&self.state)?;
        Some(svg::drawing(&landscape, &G::art(self.setup)?))
    }
}

/// Creates a table for games of a setup.
pub fn game_runner(setup: &Setup) -> Box<dyn AnyGameRunner + '_> {
    with_setup!(setup, G, setup => Box::new(GameRunner::<G>::new(setup)))
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{self, Carcassonne};
    use goldrush_engine::gold_rush::{self, GoldRush};
    use goldrush_engine::knizia_gold::{self, KniziaGold};
    use goldrush_games::GameName;

    use super::*;

    /// Compares games of agents that have played others before, and in other seats, with those of new ones.
    fn compare<G: Analyzable>(setup: &G::Setup, game: GameName, lineups: [&[&str]; 2]) {
        let lineups = lineups.map(|names| Lineup::from_names(game, names, None).unwrap());
        let mut game_runner = GameRunner::<G>::new(setup);
        let mut agents = SeatedAgents::default();
        // Each deal twice, so that whatever is remembered of it would show.
        for (block, lineup) in [0, 0, 1]
            .into_iter()
            .flat_map(|block| lineups.iter().map(move |lineup| (block, lineup)))
        {
            let by_new = game_runner.play_hashed(&mut SeatedAgents::default(), lineup, 1, block);
            assert_eq!(
                game_runner.play_hashed(&mut agents, lineup, 1, block),
                by_new,
                "{game}, {block}"
            );
        }
    }

    #[test]
    fn agents_of_the_last_game_play_as_new_ones() {
        let three: [&[&str]; 2] = [
            &["level4", "heuristic", "level4"],
            &["heuristic", "greedy", "level4"],
        ];
        compare::<GoldRush>(&gold_rush::Setup::printed(3), GameName::GoldRush, three);
        let catalogue = carcassonne::Catalogue::printed().into();
        let setup = carcassonne::Setup::new(catalogue, carcassonne::Rules::default(), 3).unwrap();
        compare::<Carcassonne>(&setup, GameName::Carcassonne, three);
        let two: [&[&str]; 2] = [
            &["memory:p=0.5", "mcts:playouts=4"],
            &["random", "memory:p=0.5"],
        ];
        compare::<KniziaGold>(
            &knizia_gold::Setup::new(2, false).unwrap(),
            GameName::KniziaGold,
            two,
        );
    }
}
