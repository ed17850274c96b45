//! The interface a game provides so that people can play it and its records can be replayed.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use goldrush_engine::game::{Game, State as _};
use goldrush_engine::player::Player;
use goldrush_engine::record::BotEvaluations;

use super::Heading;
use super::Observers;
use super::analyzable::Analyzable;
use super::change::Change;
use super::lessons::Lesson;
use super::scene::Scene;
use super::turn_index::TurnIndex;
use super::viewer::Viewer;

/// A state of a game whose setup lives as long as the program.
pub type StateOf<G> = <G as Game>::State<'static>;

/// The recent moves, from the view of the seat to move.
pub struct RecentTurn<'a, G: Playable> {
    /// The state before the last turn of the seat to move.
    pub before: &'a StateOf<G>,
    /// Every move since then.
    pub moves: &'a [G::Move],
}

/// Text of components that do not come with the program.
pub struct Components {
    pub name: String,
    /// Place they were found in, for error messages.
    pub place: String,
    /// The whole text.
    pub text: String,
}

impl Components {
    /// Returns a finder for components whose text comes with a game, from a place for error messages; `None` if they come
    /// with the program.
    pub fn carried(
        text: Option<String>,
        place: &'static str,
    ) -> impl Fn(&str, &str) -> anyhow::Result<Option<Components>> {
        move |name, _| {
            Ok(text.clone().map(|text| Components {
                name: name.into(),
                place: place.into(),
                text,
            }))
        }
    }
}

/// Finds components by name and hash; `None` if they come with the program.
pub type Finder<'a> = dyn Fn(&str, &str) -> anyhow::Result<Option<Components>> + 'a;

/// Reason why a record cannot be replayed.
#[derive(Debug)]
pub enum Unreadable {
    /// It is not a record of this game, or its components cannot be found.
    Format(String),
    /// It breaks the rules.
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

/// A recorded game.
pub struct RecordedGame<G: Playable> {
    /// Setup it was dealt from; see [`cached_setup`].
    pub setup: &'static G::Setup,
    /// Origin of the record, and who sat where.
    pub heading: Heading,
    /// State before the first move.
    pub dealt: StateOf<G>,
    /// All moves, in order.
    pub moves: Vec<G::Move>,
    /// Evaluations and comments that bots gave with their turns.
    pub evaluations: BotEvaluations,
}

/// A game that people can play. All text about it comes from here; front ends only draw scenes.
pub trait Playable: Analyzable<Recorder: Send + Sync + 'static> {
    /// Help on the picture and the answers, a paragraph each.
    const HELP: &'static [&'static str];
    /// True if things are seen and hidden again, so that they may be marked instead. People are then shown each move
    /// separately.
    const ASSISTS: bool = false;
    /// Name of what each seat hides from the others, such as `tokens`; `None` if all is public.
    const SECRET: Option<&'static str> = None;

    /// Creates observers that record the game and log events for bots, starting from its deal.
    fn observers_of(dealt: &StateOf<Self>) -> Observers<Self> {
        let mut observers = Observers::<Self>::new(true, true);
        Self::on_deal(dealt, &mut observers);
        observers
    }

    /// Renders a position for a viewer. The observers have followed the game so far; `turns` lists the seats whose
    /// turns have begun, in order.
    fn scene(
        state: &StateOf<Self>,
        observers: &Observers<Self>,
        turns: &[Player],
        viewer: &Viewer,
    ) -> Scene;

    /// Names what the seat to move has to place or to flip, in a few words.
    fn at_hand(state: &StateOf<Self>) -> String;

    /// Describes a seat's moves from a position, in words.
    fn words(state: &StateOf<Self>, moves: &[Self::Move], viewer: &Viewer) -> String;

    /// Describes a seat's moves from a position in a few words of the game, without places, such as `a tent on the mountain
    /// with 7 tokens`: for people who see on a board where that is.
    fn brief(state: &StateOf<Self>, moves: &[Self::Move], viewer: &Viewer) -> String;

    /// Returns what a seat's moves from a position change at once, as far as the seat can foresee it.
    fn changes(before: &StateOf<Self>, moves: &[Self::Move], viewer: &Viewer) -> Vec<Change>;

    /// Returns what a seat's moves from a position bring or cost later, as far as that can be told: the points at stake in
    /// unfinished features, or what a card may show.
    fn prospects(before: &StateOf<Self>, moves: &[Self::Move], viewer: &Viewer) -> Vec<Change>;

    /// Describes what happened in a turn or the played part of it, in sentences.
    fn news(before: &StateOf<Self>, moves: &[Self::Move], viewer: &Viewer) -> Vec<String>;

    /// Describes a finished turn for later reading, without what is hidden again.
    fn recap(before: &StateOf<Self>, moves: &[Self::Move], viewer: &Viewer) -> Vec<String> {
        Self::news(before, moves, viewer)
    }

    /// Marks in a scene what a turn of the last round brought, or the played part of it: features scored, cards
    /// flipped. Call it for the turns in order.
    fn mark(_scene: &mut Scene, _before: &StateOf<Self>, _moves: &[Self::Move]) {}

    /// Turns the scene after these moves of a turn into what could be seen when they had been played: what they revealed is
    /// still revealed, and nothing has been drawn for the next turn.
    fn keep_unrevealed(scene: &mut Scene, before: &StateOf<Self>, moves: &[Self::Move]);

    /// Describes what chance brought before the first turn, in sentences.
    fn opening(_dealt: &StateOf<Self>) -> Vec<String> {
        Vec::new()
    }

    /// Returns the kinds of tiles or cards that chance could have brought with the last move or, before the first, with the
    /// deal, each with the number of copies that could have come, all equally likely. Kinds of tiles have their index in
    /// the line art, kinds of cards that of the engine. Empty if chance brought nothing.
    fn draws(
        dealt: &StateOf<Self>,
        moves: &[Self::Move],
        state: &StateOf<Self>,
    ) -> Vec<(usize, u8)>;

    /// Replaces the kind that chance brought by another one of [`Playable::draws`], in the deal and in the state to which the
    /// moves lead from it; what is still to come stays random. Returns false, and changes nothing, for any other kind.
    fn redraw(
        dealt: &mut StateOf<Self>,
        moves: &[Self::Move],
        state: &mut StateOf<Self>,
        kind: usize,
    ) -> bool;

    /// Returns a rule that matters now for the first time to the seat to move; `is_known` returns true for lessons
    /// already shown.
    fn lesson(
        now: &StateOf<Self>,
        recent_turn: &RecentTurn<Self>,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Option<&'static Lesson>;
}

/// Returns the setup for a key, made on first use and kept until the program ends. The key must include everything the
/// setup depends on.
///
/// # Errors
/// Fails if the setup cannot be made.
pub fn cached_setup<S: Any + Send + Sync>(
    key: String,
    make: impl FnOnce() -> Result<S, Unreadable>,
) -> Result<&'static S, Unreadable> {
    type Setups = BTreeMap<(TypeId, String), &'static (dyn Any + Send + Sync)>;
    static SETUPS: Mutex<Setups> = Mutex::new(BTreeMap::new());
    let mut all = SETUPS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (TypeId::of::<S>(), key);
    if let Some(setup) = all.get(&key).and_then(|setup| setup.downcast_ref()) {
        return Ok(setup);
    }
    let setup: &'static S = Box::leak(Box::new(make()?));
    all.insert(key, setup);
    Ok(setup)
}

/// Returns where each turn begins: the index of its first move, and the seat whose turn it is.
pub fn turns<G: Playable>(dealt: &StateOf<G>, moves: &[G::Move]) -> Vec<(usize, Player)> {
    let mut state = dealt.clone();
    let mut turns = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        if let Some(seat) = state.to_move().filter(|_| G::begins_turn(&state)) {
            turns.push((index, seat));
        }
        state.play_unchecked(mv);
    }
    turns
}

impl<G: Playable> RecordedGame<G> {
    /// Returns where each turn begins: the index of its first move, and the seat whose turn it is.
    pub fn turns(&self) -> Vec<(usize, Player)> {
        turns::<G>(&self.dealt, &self.moves)
    }

    /// Returns the position after a number of moves.
    pub fn after(&self, moves: usize) -> StateOf<G> {
        let mut state = self.dealt.clone();
        self.moves[..moves]
            .iter()
            .for_each(|&mv| state.play_unchecked(mv));
        state
    }

    /// Returns the number of moves played up to a point in the game.
    ///
    /// # Errors
    /// Fails if the game did not get that far.
    pub fn moves_until(&self, at_turn: TurnIndex) -> Result<usize, String> {
        let turns = self.turns();
        if at_turn.turns > turns.len() {
            return Err(format!("{} turns were played", turns.len()));
        }
        let mut begins = turns[at_turn.turns..].iter().map(|(first, _)| *first);
        let first = begins.next().unwrap_or(self.moves.len());
        let end = begins.next().unwrap_or(self.moves.len());
        if first + at_turn.moves > end {
            return Err(format!(
                "turn {} has {} moves",
                at_turn.turns + 1,
                end - first
            ));
        }
        Ok(first + at_turn.moves)
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::player::PlayerSet;
    use goldrush_engine::rng::tool_stream;

    use super::*;
    use crate::registry::with_setup;
    use crate::{Choice, GameName};

    /// Checks that scenes, and the described changes of moves, are the same for every state the viewer cannot tell apart
    /// from the true one.
    fn shows_nothing_hidden<G: Playable>(setup: G::Setup) {
        let players = G::players(&setup);
        let setup = &*Box::leak(Box::new(setup));
        let mut rng = tool_stream(7);
        let mut state: StateOf<G> = G::deal(setup, &mut rng);
        let mut observers = G::observers_of(&state);
        let mut turns = Vec::new();
        let titles: Vec<String> = (0..players).map(|seat| seat.to_string()).collect();
        while let Some(seat) = state.to_move() {
            let viewer = Viewer::at_terminal(titles.clone(), PlayerSet::from_iter([seat]), true);
            let mut other = state.clone();
            other.determinize(seat, &mut rng);
            let scene = G::scene(&state, &observers, &turns, &viewer);
            assert_eq!(G::scene(&other, &observers, &turns, &viewer), scene);
            assert!(
                scene
                    .seats
                    .iter()
                    .all(|shown| shown.seat == seat || shown.secret.is_none())
            );
            if G::begins_turn(&state) {
                turns.push(seat);
            }
            let mv = state
                .random_move(&mut rng)
                .expect("the game is in progress");
            assert_eq!(
                G::changes(&other, &[mv], &viewer),
                G::changes(&state, &[mv], &viewer)
            );
            G::play(&mut state, mv, &mut observers);
        }
    }

    /// Plays a random game of tiles, and returns everything that its log and its questions say.
    fn told<G: Playable>(setup: G::Setup) -> String {
        let setup = &*Box::leak(Box::new(setup));
        let mut rng = tool_stream(9);
        let mut state: StateOf<G> = G::deal(setup, &mut rng);
        let mut observers = G::observers_of(&state);
        let viewer = Viewer::open((0..3).map(|seat| seat.to_string()).collect());
        let mut told = Vec::new();
        while state.to_move().is_some() {
            let scene = G::scene(&state, &observers, &[], &viewer);
            told.extend(scene.notes);
            // Where a tile goes is asked by places for those who have no board.
            let question = scene.question.filter(|question| question.hand.is_none());
            told.extend(question.into_iter().flat_map(|question| {
                let choices = question.choices.into_iter().map(|choice| choice.what);
                choices.chain([question.text])
            }));
            let mv = state
                .random_move(&mut rng)
                .expect("the game is in progress");
            told.extend(G::news(&state, &[mv], &viewer));
            G::play(&mut state, mv, &mut observers);
        }
        told.join("\n")
    }

    #[test]
    fn log_and_choices_name_features_and_no_coordinates() {
        for game in [GameName::GoldRush, GameName::CarcassonneWithMines] {
            let (setup, _) = Choice::printed(game).setup(3).unwrap();
            let told = with_setup!(setup, G, setup => told::<G>(setup));
            for place in [
                "of the start",
                "of here",
                "°",
                "1 north",
                "2 east",
                "3 west",
            ] {
                assert!(!told.contains(place), "{place}: {told}");
            }
            for feature in ["extending a ", "completing ", " on the "] {
                assert!(told.contains(feature), "{feature}: {told}");
            }
        }
    }

    #[test]
    fn scenes_show_nothing_hidden_from_their_viewer() {
        for &game in GameName::ALL {
            let (setup, _) = Choice::printed(game).setup(3).unwrap();
            with_setup!(setup, G, setup => shows_nothing_hidden::<G>(setup));
        }
    }
}
