//! What a game needs to be played by people, and to be told again from its record.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use goldrush_engine::game::{Game, State as _};
use goldrush_engine::player::Player;
use goldrush_engine::record::Thoughts;

use super::Heading;
use super::analyzable::Analyzable;
use super::eyes::Eyes;
use super::moment::Moment;
use super::scene::Scene;

/// A state in a game whose setup lives as long as the program.
pub type StateOf<G> = <G as Game>::State<'static>;

/// A rule, and its name in the file of a game.
pub struct Lesson {
    /// Its name.
    pub name: &'static str,
    /// The rule it is about, for `goldrush rules`.
    pub rule: &'static str,
    /// Two sentences.
    pub text: &'static str,
}

/// The first of some lessons that is due and was not told yet; with each stands what `applies` decides by.
pub fn first_due<A>(
    lessons: &'static [(Lesson, A)],
    applies: impl Fn(&A) -> bool,
    told: &dyn Fn(&str) -> bool,
) -> Option<&'static Lesson> {
    lessons.iter().find(|(lesson, decides)| !told(lesson.name) && applies(decides)).map(|(lesson, _)| lesson)
}

/// What happened lately to somebody who is to decide.
pub struct Lately<'a, G: Playable> {
    /// Before the last turn of the seat that decides now.
    pub before: &'a StateOf<G>,
    /// Every move since.
    pub moves: &'a [G::Move],
}

/// A text of components that do not come with the program.
pub struct Components {
    /// What they are called.
    pub name: String,
    /// Where they are from, for complaints about them.
    pub place: String,
    /// All of it.
    pub text: String,
}

/// Finds components by their name and hash, if there are others than those that come with the program.
pub type Finder<'a> = dyn Fn(&str, &str) -> anyhow::Result<Option<Components>> + 'a;

/// Why a game cannot be told again.
#[derive(Debug)]
pub enum Unreadable {
    /// It is no record of this game, or its components are not to be had.
    Format(String),
    /// It says something that is not by the rules.
    Rules(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Format(what) => f.write_str(what),
            Unreadable::Rules(what) => write!(f, "not by the rules: {what}"),
        }
    }
}

/// A game that was written down.
pub struct Played<G: Playable> {
    /// What it is dealt from; see [`kept`].
    pub setup: &'static G::Setup,
    /// Where it is from, and who sat where.
    pub heading: Heading,
    /// Before the first move.
    pub dealt: StateOf<G>,
    /// The moves in order.
    pub moves: Vec<G::Move>,
    /// What was thought of each turn.
    pub thoughts: Thoughts,
}

/// A game that people can play. Everything that is said of it is said from here: the skins draw scenes.
pub trait Playable: Analyzable<Ears: Clone + Send + 'static> {
    /// What the picture and the answers mean, a paragraph each.
    const HELP: &'static [&'static str];
    /// Whether something that was seen is hidden again, and may be marked instead. Then people are shown every move by
    /// itself.
    const ASSISTS: bool = false;
    /// Name of what each seat hides from the others, such as `tokens`; `None` if all is public.
    const SECRET: Option<&'static str> = None;

    /// Listens, writes and tells bots from a deal on.
    fn ears_of(dealt: &StateOf<Self>) -> Self::Ears {
        let mut ears = Self::ears(true, true);
        Self::hear_deal(dealt, &mut ears);
        ears
    }

    /// A position for certain eyes; the ears have heard the game so far, and `turns` says whose turns have begun.
    fn scene(state: &StateOf<Self>, ears: &Self::Ears, turns: &[Player], eyes: &Eyes) -> Scene;

    /// Moves of a seat from a position on, in words.
    fn words(state: &StateOf<Self>, moves: &[Self::Move], eyes: &Eyes) -> String;

    /// What happened in a turn, or in as much of it as was played: sentences.
    fn news(before: &StateOf<Self>, moves: &[Self::Move], eyes: &Eyes) -> Vec<String>;

    /// What is still told of a turn when it is over: nothing that is hidden again.
    fn recap(before: &StateOf<Self>, moves: &[Self::Move], eyes: &Eyes) -> Vec<String> {
        Self::news(before, moves, eyes)
    }

    /// Marks in a scene what a turn of the last round brought, or as much of it as was played: what was scored, what was
    /// flipped. Turns come in their order.
    fn mark(_scene: &mut Scene, _before: &StateOf<Self>, _moves: &[Self::Move]) {}

    /// Turns the scene after these moves of a turn into what was to be seen when they had been played: what they laid open
    /// lies open still, and nothing has been drawn for the next turn.
    fn hold_still(scene: &mut Scene, before: &StateOf<Self>, moves: &[Self::Move]);

    /// What chance brought before the first turn: sentences.
    fn opening(_dealt: &StateOf<Self>) -> Vec<String> {
        Vec::new()
    }

    /// A rule that matters now for the first time to whoever decides; `told` says which were told.
    fn lesson(now: &StateOf<Self>, lately: &Lately<Self>, told: &dyn Fn(&str) -> bool) -> Option<&'static Lesson>;
}

/// What games are dealt from, kept to the end of the program: one for each key, which says all that makes it what it is.
///
/// # Errors
/// If it cannot be made.
pub fn kept<S: Any + Send + Sync>(
    key: String,
    make: impl FnOnce() -> Result<S, Unreadable>,
) -> Result<&'static S, Unreadable> {
    type Kept = BTreeMap<(TypeId, String), &'static (dyn Any + Send + Sync)>;
    static KEPT: Mutex<Kept> = Mutex::new(BTreeMap::new());
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (TypeId::of::<S>(), key);
    if let Some(setup) = all.get(&key).and_then(|setup| setup.downcast_ref()) {
        return Ok(setup);
    }
    let setup: &'static S = Box::leak(Box::new(make()?));
    all.insert(key, setup);
    Ok(setup)
}

/// Where turns begin: before which move, and whose they are.
pub fn turns<G: Playable>(dealt: &StateOf<G>, moves: &[G::Move]) -> Vec<(usize, Player)> {
    let (mut state, mut turns) = (dealt.clone(), Vec::new());
    for (at, &mv) in moves.iter().enumerate() {
        if let Some(seat) = state.to_move().filter(|_| G::begins_turn(&state)) {
            turns.push((at, seat));
        }
        state.play_unchecked(mv);
    }
    turns
}

impl<G: Playable> Played<G> {
    /// Where turns begin: before which move, and whose they are.
    pub fn turns(&self) -> Vec<(usize, Player)> {
        turns::<G>(&self.dealt, &self.moves)
    }

    /// The position after so many moves.
    pub fn after(&self, moves: usize) -> StateOf<G> {
        let mut state = self.dealt.clone();
        self.moves[..moves].iter().for_each(|&mv| state.play_unchecked(mv));
        state
    }

    /// How many moves were played up to a moment.
    ///
    /// # Errors
    /// If the game was not played so far.
    pub fn moves_until(&self, moment: Moment) -> Result<usize, String> {
        let turns = self.turns();
        let begin = |turn: usize| turns.get(turn).map_or(self.moves.len(), |(first, _)| *first);
        let (first, end) = (begin(moment.turns), begin(moment.turns + 1));
        if moment.turns > turns.len() {
            return Err(format!("{} turns were played", turns.len()));
        }
        if first + moment.moves > end {
            return Err(format!("turn {} has {} moves", moment.turns + 1, end - first));
        }
        Ok(first + moment.moves)
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::player::PlayerSet;
    use goldrush_engine::rng::tool_stream;

    use super::*;
    use crate::games::registry::with_setup;
    use crate::games::{Choice, GameName};

    /// A scene is the same whatever else could be true for all that its eyes may know.
    fn shows_nothing_hidden<G: Playable>(setup: G::Setup) {
        let (players, setup) = (G::players(&setup), &*Box::leak(Box::new(setup)));
        let mut rng = tool_stream(7);
        let mut state: StateOf<G> = G::deal(setup, &mut rng);
        let (mut ears, mut turns) = (G::ears_of(&state), Vec::new());
        let titles: Vec<String> = (0..players).map(|seat| seat.to_string()).collect();
        while let Some(seat) = state.to_move() {
            let eyes = Eyes::at_terminal(titles.clone(), PlayerSet::from_iter([seat]), true);
            let mut other = state.clone();
            other.determinize(seat, &mut rng);
            let scene = G::scene(&state, &ears, &turns, &eyes);
            assert_eq!(G::scene(&other, &ears, &turns, &eyes), scene);
            assert!(scene.seats.iter().all(|shown| shown.seat == seat || shown.secret.is_none()));
            if G::begins_turn(&state) {
                turns.push(seat);
            }
            let mv = state.random_move(&mut rng).expect("it goes on");
            G::play(&mut state, mv, &mut ears);
        }
    }

    #[test]
    fn a_scene_shows_nothing_that_its_eyes_may_not_know() {
        for &game in GameName::ALL {
            let (setup, _) = Choice::printed(game).setup(3).unwrap();
            with_setup!(setup, G, setup => shows_nothing_hidden::<G>(setup));
        }
    }
}
