//! Replay of a record, and checks of it against the rules.

use std::fmt::{Debug, Display};

use super::{FORMAT, Record, Recordable, TurnRecorder as _};
use crate::game::State as _;
use crate::player::Player;
use crate::rng::SEEDS;

/// Disagreement between a record and the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{problem}", self.place())]
pub struct RecordError {
    /// Turn, from 0 (printed from 1, as in logs); `None` if the whole game is concerned.
    pub turn: Option<usize>,
    /// Description of the disagreement.
    pub problem: String,
}

impl RecordError {
    fn place(&self) -> String {
        self.turn
            .map(|t| format!("turn {}: ", t + 1))
            .unwrap_or_default()
    }
}

fn wrong(problem: impl Into<String>) -> RecordError {
    RecordError {
        turn: None,
        problem: problem.into(),
    }
}

impl<G: Recordable> Record<G> {
    /// Checks that the record fits a setup.
    ///
    /// # Errors
    /// If format, game, rules, components or number of seats differ, or the seed is out of range.
    pub fn check_heading(&self, setup: &G::Setup) -> Result<(), RecordError> {
        if self.format != FORMAT {
            return Err(wrong(format!(
                "format \"{}\"; {FORMAT} is expected",
                self.format
            )));
        }
        if self.seed >= SEEDS {
            return Err(wrong(format!(
                "seed {}: a program has rounded it; 0 to {} are possible",
                self.seed,
                SEEDS - 1
            )));
        }
        if self.rules != G::rules(setup) || self.seats.len() != G::players(setup) {
            return Err(wrong(
                "the rules or the number of seats are not those of the setup",
            ));
        }
        if self.game != G::name(setup) {
            return Err(wrong(format!(
                "game \"{}\"; these are rules of {}",
                self.game,
                G::name(setup)
            )));
        }
        let hash = format!("{:016x}", G::identity(setup).1);
        if !self.catalogue_hash.is_empty() && self.catalogue_hash != hash {
            return Err(wrong(format!(
                "catalogue {} has hash {}, here {hash}",
                self.catalogue, self.catalogue_hash
            )));
        }
        if self.opening > self.turns.len() {
            return Err(wrong(format!(
                "opening of {} turns; {} were played",
                self.opening,
                self.turns.len()
            )));
        }
        if !self.values.is_empty() && self.values.len() != self.turns.len() {
            return Err(wrong(format!(
                "{} values of {} turns",
                self.values.len(),
                self.turns.len()
            )));
        }
        if !self.remarks.is_empty() && self.remarks.len() != self.turns.len() {
            return Err(wrong(format!(
                "{} remarks of {} turns",
                self.remarks.len(),
                self.turns.len()
            )));
        }
        Ok(())
    }

    /// Starts replaying the game.
    ///
    /// # Errors
    /// If the record or its deal does not fit the setup.
    pub fn replay<'r, 's>(&'r self, setup: &'s G::Setup) -> Result<Replay<'r, 's, G>, RecordError> {
        self.check_heading(setup)?;
        Replay::begin(setup, &self.deal, self.chosen, &self.turns)
    }
}

/// Replay in progress.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, State};
/// use goldrush_engine::knizia_gold::{KniziaGold, Recorder, Setup};
/// use goldrush_engine::record::{Heading, Record, Recordable, BotEvaluations};
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// let setup = Setup::new(2, false)?;
/// let mut state = KniziaGold::deal(&setup, &mut deal_stream(7, 0));
/// let (mut recorder, mut rng) = (Recorder::default(), tool_stream(1));
/// while let Some(mv) = state.random_move(&mut rng) {
///     KniziaGold::play_and_record(&mut state, mv, &mut recorder);
/// }
/// let heading = Heading { seats: vec!["random".into(); 2], ..Heading::default() };
/// let mut record = Record::<KniziaGold>::new(&setup, &state, recorder, BotEvaluations::default(), heading);
///
/// // Tamper with the cards flipped in the first turn.
/// record.turns[0].flipped[0].card = "xx".into();
/// record.turns[0].flipped[1].card = "xx".into();
/// let error = record.replay(&setup)?.step().unwrap_err();
/// assert_eq!(error.turn, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Replay<'r, 's, G: Recordable> {
    turns: &'r [G::Turn],
    recorder: G::Recorder,
    state: G::State<'s>,
    moves: Vec<G::Move>,
}

impl<'r, 's, G: Recordable> Replay<'r, 's, G> {
    /// Starts replaying the turns of a deal, `chosen` by hand or not.
    ///
    /// # Errors
    /// If the deal does not fit the setup.
    pub fn begin(
        setup: &'s G::Setup,
        deal: &G::Deal,
        chosen: bool,
        turns: &'r [G::Turn],
    ) -> Result<Replay<'r, 's, G>, RecordError> {
        let mut recorder = G::Recorder::default();
        let state = G::from_deal(setup, deal, chosen, &mut recorder);
        let state = state.map_err(|e| wrong(format!("the deal: {e}")))?;
        Ok(Replay {
            turns,
            recorder,
            state,
            moves: Vec::new(),
        })
    }

    /// Returns the position after the turns played so far.
    pub fn state(&self) -> &G::State<'s> {
        &self.state
    }

    /// Returns the recorder of the turns played so far.
    pub fn recorder(&self) -> &G::Recorder {
        &self.recorder
    }

    /// Returns the moves played so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Plays the next turn; returns false when all have been played.
    ///
    /// # Errors
    /// If the turn breaks the rules.
    pub fn step(&mut self) -> Result<bool, RecordError> {
        let number = self.recorder.turns().len();
        let Some(recorded) = self.turns.get(number) else {
            return Ok(false);
        };
        self.play_turn(number, recorded)
            .map_err(|problem| RecordError {
                turn: Some(number),
                problem,
            })?;
        Ok(true)
    }

    fn play_turn(&mut self, number: usize, recorded: &G::Turn) -> Result<(), String> {
        if self.state.to_move().is_none() {
            return Err("the game is over, but the record has more moves".into());
        }
        loop {
            let mv = G::next_move(&self.state, recorded, self.recorder.turns().get(number))?;
            G::play_and_record(&mut self.state, mv, &mut self.recorder);
            self.moves.push(mv);
            if self.state.to_move().is_none() || G::begins_turn(&self.state) {
                return G::compare_turn(&self.recorder.turns()[number], recorded);
            }
        }
    }

    /// Checks that the game is over and ended as recorded.
    ///
    /// # Errors
    /// Describes the first difference.
    pub fn check_end(&self, record: &Record<G>) -> Result<(), RecordError> {
        if self.state.to_move().is_some() {
            return Err(wrong("the record ends, but the game is not over"));
        }
        G::compare_end(&G::end(&self.recorder), &record.end).map_err(wrong)?;
        let seats = Player::all(self.state.players());
        let sources: Vec<_> = seats
            .map(|player| G::sources(&self.state, &self.recorder, player))
            .collect();
        compare_lists("points by source", &sources, &record.sources).map_err(wrong)?;
        compare_values(
            "scores",
            &self.state.scores().as_slice(),
            &record.scores.as_slice(),
        )
        .map_err(wrong)
    }
}

/// Compares a replayed value with the recorded one.
///
/// # Errors
/// Names both values if they differ.
pub fn compare_values<T: PartialEq + Debug>(
    what: &str,
    played: &T,
    recorded: &T,
) -> Result<(), String> {
    if played == recorded {
        Ok(())
    } else {
        Err(format!(
            "{what} {recorded:?} in the record, {played:?} by the rules"
        ))
    }
}

/// Compares lists entry by entry, their order included; names only the differing entries.
///
/// # Errors
/// If they differ.
///
/// # Examples
///
/// ```
/// use goldrush_engine::record::compare_lists;
///
/// assert_eq!(
///     compare_lists("removed from", &["a1", "b1"], &["a1", "a1"]),
///     Err("removed from: a1 in the record, b1 by the rules".into())
/// );
/// assert_eq!(
///     compare_lists("removed from", &["a1", "b1"], &["b1", "a1"]),
///     Err("removed from, number 1: b1 in the record, a1 by the rules".into())
/// );
/// ```
pub fn compare_lists<T: PartialEq + Display>(
    what: &str,
    played: &[T],
    recorded: &[T],
) -> Result<(), String> {
    let Some(at) =
        (0..played.len().max(recorded.len())).find(|&at| played.get(at) != recorded.get(at))
    else {
        return Ok(());
    };
    let more = without(recorded, played);
    let fewer = without(played, recorded);
    if more.is_empty() && fewer.is_empty() {
        return Err(format!(
            "{what}, number {}: {} in the record, {} by the rules",
            at + 1,
            recorded[at],
            played[at]
        ));
    }
    Err(format!(
        "{what}: {} in the record, {} by the rules",
        joined(&more),
        joined(&fewer)
    ))
}

fn joined(entries: &[String]) -> String {
    if entries.is_empty() {
        "nothing".into()
    } else {
        entries.join(" and ")
    }
}

/// Returns the entries that a list has beyond those of another, as text; an entry counts as often as it occurs.
fn without<T: PartialEq + Display>(some: &[T], others: &[T]) -> Vec<String> {
    let mut others: Vec<&T> = others.iter().collect();
    let mut more = Vec::new();
    for entry in some {
        match others.iter().position(|other| *other == entry) {
            Some(at) => {
                others.remove(at);
            }
            None => more.push(entry.to_string()),
        }
    }
    more
}
