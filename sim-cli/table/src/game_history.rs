//! The history of a game: its moves, the position they lead to, the sentences about them, and the scene.

use std::cell::OnceCell;
use std::collections::VecDeque;

use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::player::Player;
use goldrush_engine::record::BotEvaluations;
use goldrush_engine::record::Record;
use goldrush_games::Heading;
use goldrush_games::Observers;
use goldrush_games::about::GameOption;
use goldrush_games::playable::{Playable, StateOf, turns};
use goldrush_games::scene::Scene;
use goldrush_games::variants::asked;
use goldrush_games::viewer::Viewer;

use super::scene_frame::SceneFrame;

/// A game up to the current position.
pub(super) struct GameHistory<G: Playable> {
    /// The viewer for whom scenes and sentences are made.
    viewer: Viewer,
    /// True if several people with secrets from each other share one screen.
    shared: bool,
    /// Seat of the person at a shared screen, during that person's turn.
    seat_at_screen: Option<Player>,
    dealt: StateOf<G>,
    moves: Vec<G::Move>,
    now: ObservedState<G>,
    /// The position at the beginning of the turn in progress.
    turn_start: ObservedState<G>,
    /// For each turn, the index of its first move and its seat.
    turns: Vec<(usize, Player)>,
    /// The positions before each turn of the last round.
    round: VecDeque<StateOf<G>>,
    /// The events in sentences, each with its turn from 1; chance events before the first turn have turn 0.
    news: Vec<(usize, String)>,
    /// The sentences that may still be shown when a turn is over.
    log: Vec<(usize, String)>,
    /// Built on first use.
    scene: OnceCell<Scene>,
}

/// Returns a game as a viewer sees it: one frame for the deal and one for each turn.
pub fn timeline<G: Playable>(
    setup: &G::Setup,
    dealt: &StateOf<G>,
    moves: &[G::Move],
    viewer: &Viewer,
) -> Vec<SceneFrame> {
    let mut history =
        GameHistory::<G>::begin(dealt.clone(), viewer.clone()).with_changed_rules(setup);
    let opening = history
        .news
        .iter()
        .map(|(_, sentence)| sentence.clone())
        .collect();
    let mut scene = history.scene().clone();
    scene.question = None;
    let first = SceneFrame {
        screen: None,
        seat: scene.to_move.unwrap_or(Player::FIRST),
        scene,
        news: opening,
        log: 0,
        fleeting: false,
    };
    let mut frames = vec![first];
    let turns = turns::<G>(dealt, moves);
    for (at, (begin, _)) in turns.iter().enumerate() {
        let end = turns.get(at + 1).map_or(moves.len(), |(next, _)| *next);
        moves[*begin..end].iter().for_each(|&mv| history.play(mv));
        frames.extend(history.last_turn_frame());
    }
    frames
}

/// A position, and observers that have followed the game up to it.
struct ObservedState<G: Playable> {
    state: StateOf<G>,
    observers: Observers<G>,
}

impl<G: Playable> ObservedState<G> {
    fn from_deal(dealt: &StateOf<G>) -> ObservedState<G> {
        ObservedState {
            state: dealt.clone(),
            observers: G::observers_of(dealt),
        }
    }
}

impl<G: Playable> Clone for ObservedState<G> {
    fn clone(&self) -> Self {
        ObservedState {
            state: self.state.clone(),
            observers: self.observers.clone(),
        }
    }
}

impl<G: Playable> GameHistory<G> {
    /// Creates the history of a game before its first move.
    pub(super) fn begin(dealt: StateOf<G>, viewer: Viewer) -> GameHistory<G> {
        let now = ObservedState::from_deal(&dealt);
        let opening: Vec<_> = G::opening(&dealt)
            .into_iter()
            .map(|sentence| (0, sentence))
            .collect();
        GameHistory {
            viewer,
            shared: false,
            seat_at_screen: None,
            moves: Vec::new(),
            turn_start: now.clone(),
            now,
            turns: Vec::new(),
            round: VecDeque::new(),
            news: opening.clone(),
            log: opening,
            dealt,
            scene: OnceCell::new(),
        }
    }

    /// Returns the history of a game after its first moves.
    pub(super) fn replay(dealt: &StateOf<G>, viewer: &Viewer, moves: &[G::Move]) -> GameHistory<G> {
        let mut history = GameHistory::begin(dealt.clone(), viewer.clone());
        for &mv in moves {
            history.play(mv);
        }
        history
    }

    /// Returns the same history with sentences on the rules that differ from the printed game.
    pub(super) fn with_changed_rules(mut self, setup: &G::Setup) -> GameHistory<G> {
        let changed = asked::<G>(setup).into_iter();
        let sentences = changed.map(|(option, value)| (0, changed_rule(&option, &value)));
        self.news.splice(..0, sentences);
        self.log.clone_from(&self.news);
        self
    }

    /// The viewer for whom scenes and sentences are made.
    pub(super) fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    /// Returns the same history for people who share a screen: the scene shows a seat's secrets only during its own
    /// turn, once its person is at the screen.
    pub(super) fn on_shared_screen(self) -> GameHistory<G> {
        GameHistory {
            shared: true,
            ..self
        }
    }

    /// True if people with secrets share a screen.
    pub(super) fn is_shared(&self) -> bool {
        self.shared
    }

    /// Seat of the person at a shared screen, during that person's turn.
    pub(super) fn seat_at_screen(&self) -> Option<Player> {
        self.seat_at_screen
    }

    /// Hands a shared screen to the person whose turn it is, or covers that person's secrets again.
    pub(super) fn hand_over(&mut self, to: Option<Player>) {
        if self.shared {
            self.seat_at_screen = to
                .filter(|&seat| self.now.state.to_move() == Some(seat) && self.viewer.are_of(seat));
            self.scene.take();
        }
    }

    /// The position before the first move.
    pub(super) fn dealt(&self) -> &StateOf<G> {
        &self.dealt
    }

    /// The current position.
    pub(super) fn state(&self) -> &StateOf<G> {
        &self.now.state
    }

    /// Observers that have followed the whole game.
    pub(super) fn observers(&self) -> &Observers<G> {
        &self.now.observers
    }

    /// The moves so far.
    pub(super) fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// For each turn, the index of its first move and its seat.
    pub(super) fn turns(&self) -> &[(usize, Player)] {
        &self.turns
    }

    /// The events in sentences, each with its turn.
    pub(super) fn news(&self) -> &[(usize, String)] {
        &self.news
    }

    /// The sentences that remain in the log: nothing that an earlier turn showed and then hid again.
    pub(super) fn log(&self) -> &[(usize, String)] {
        &self.log
    }

    /// Returns the position after the first `moves` moves.
    pub(super) fn after(&self, moves: usize) -> StateOf<G> {
        let mut state = self.dealt.clone();
        self.moves[..moves]
            .iter()
            .for_each(|&mv| state.play_unchecked(mv));
        state
    }

    /// Number of turns that have ended.
    pub(super) fn ended(&self) -> usize {
        self.turns.len() - usize::from(!self.is_between_turns())
    }

    fn is_between_turns(&self) -> bool {
        self.now.state.to_move().is_none() || G::begins_turn(&self.now.state)
    }

    /// The position as the viewer sees it.
    pub(super) fn scene(&self) -> &Scene {
        self.scene.get_or_init(|| {
            let turns: Vec<Player> = self.turns.iter().map(|(_, seat)| *seat).collect();
            let hides = self.shared && self.now.state.to_move().is_some();
            let viewer = if hides {
                &self.viewer.turned_to(self.seat_at_screen)
            } else {
                &self.viewer
            };
            let mut scene = G::scene(&self.now.state, &self.now.observers, &turns, viewer);
            let first = turns.len() - self.round.len();
            for (before, turn) in self.round.iter().zip(first..) {
                G::mark(&mut scene, before, self.moves_of(turn));
            }
            scene
        })
    }

    /// Returns the moves of a turn, counted from 0.
    fn moves_of(&self, turn: usize) -> &[G::Move] {
        let end = self
            .turns
            .get(turn + 1)
            .map_or(self.moves.len(), |(next, _)| *next);
        &self.moves[self.turns[turn].0..end]
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: G::Move) {
        debug_assert!(self.now.state.is_legal(mv), "{mv:?}");
        if let Some(seat) = self.now.state.to_move().filter(|_| self.is_between_turns()) {
            self.turns.push((self.moves.len(), seat));
            self.turn_start = self.now.clone();
            self.round.push_back(self.now.state.clone());
            self.round
                .drain(..self.round.len().saturating_sub(self.viewer.players()));
        }
        G::play(&mut self.now.state, mv, &mut self.now.observers);
        self.moves.push(mv);
        self.hand_over(self.seat_at_screen);
        self.scene.take();
        if self.now.state.to_move().is_none() {
            self.rebuild_news();
        } else {
            self.update_news();
        }
    }

    /// Plays legal moves of one turn; returns the frames to show, one for each move in games where something is visible
    /// only for a moment.
    pub(super) fn play_shown(&mut self, moves: &[G::Move]) -> Vec<SceneFrame> {
        let mut frames = Vec::new();
        for (at, &mv) in moves.iter().enumerate() {
            self.play(mv);
            if G::ASSISTS || at + 1 == moves.len() {
                frames.extend(self.last_turn_frame());
            }
        }
        frames
    }

    /// Returns the frame of the turn in progress, or of the last turn.
    fn last_turn_frame(&self) -> Option<SceneFrame> {
        let &(first, seat) = self.turns.last()?;
        let mut scene = self.scene().clone();
        (scene.turn, scene.to_move, scene.question) = (self.turns.len(), Some(seat), None);
        G::keep_unrevealed(&mut scene, &self.turn_start.state, &self.moves[first..]);
        let news = self
            .news
            .iter()
            .filter(|(turn, _)| *turn == self.turns.len())
            .map(|(_, sentence)| sentence.clone())
            .collect();
        let log = self
            .log
            .iter()
            .take_while(|(turn, _)| *turn < self.turns.len())
            .count();
        Some(SceneFrame {
            screen: None,
            seat,
            scene,
            news,
            log,
            fleeting: G::ASSISTS,
        })
    }

    /// Goes back to the position after the first `moves` moves.
    pub(super) fn go_back(&mut self, moves: usize) {
        let mut all = std::mem::take(&mut self.moves);
        all.truncate(moves);
        let seat_at_screen = self.seat_at_screen;
        self.news.retain(|(of, _)| *of == 0);
        *self = GameHistory {
            shared: self.shared,
            news: self.news.clone(),
            log: std::mem::take(&mut self.news),
            ..GameHistory::begin(self.dealt.clone(), self.viewer.clone())
        };
        all.into_iter().for_each(|mv| self.play(mv));
        self.hand_over(seat_at_screen);
    }

    /// Updates the sentences about the turn in progress, or the one that has just ended.
    fn update_news(&mut self) {
        let turn = self.turns.len();
        let first = self.turns.last().map_or(0, |(first, _)| *first);
        let before = &self.turn_start.state;
        let moves = &self.moves[first..];
        let news = G::news(before, moves, &self.viewer);
        let recap = if self.is_between_turns() {
            G::recap(before, moves, &self.viewer)
        } else {
            news.clone()
        };
        for (list, sentences) in [(&mut self.news, news), (&mut self.log, recap)] {
            list.retain(|(of, _)| *of < turn);
            list.extend(sentences.into_iter().map(|sentence| (turn, sentence)));
        }
    }

    /// Rewrites the sentences about the whole game; when it is over nothing is hidden any more.
    fn rebuild_news(&mut self) {
        let open = self.viewer.at_the_end();
        self.news.retain(|(of, _)| *of == 0);
        let mut state = self.dealt.clone();
        for at in 0..self.turns.len() {
            let moves = self.moves_of(at);
            let news = G::news(&state, moves, &open);
            moves.iter().for_each(|&mv| state.play_unchecked(mv));
            self.news
                .extend(news.into_iter().map(|sentence| (at + 1, sentence)));
        }
        self.log.clone_from(&self.news);
    }

    /// Returns the record of the turns that have ended, with the result if the game is over.
    pub(super) fn record(&self, setup: &G::Setup, heading: Heading) -> Record<G> {
        let ObservedState { state, observers } = if self.is_between_turns() {
            &self.now
        } else {
            &self.turn_start
        };
        Record::new(
            setup,
            state,
            observers
                .recorder
                .clone()
                .expect("the observers were created with a recorder"),
            BotEvaluations::default(),
            heading,
        )
    }

    /// Returns the moves of the turn in progress, as text.
    pub(super) fn unfinished(&self) -> Vec<String> {
        let mut texts = Vec::new();
        if !self.is_between_turns()
            && let Some((first, _)) = self.turns.last()
        {
            let mut state = self.turn_start.state.clone();
            for &mv in &self.moves[*first..] {
                texts.push(state.move_text(mv));
                state.play_unchecked(mv);
            }
        }
        texts
    }
}

/// Says in a sentence that a rule differs from the printed game.
fn changed_rule(option: &GameOption, value: &str) -> String {
    let change = option.change(value, &option.printed);
    let (first, rest) = change.split_at(1);
    format!("Changed rule: {}{rest}.", first.to_lowercase())
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{self, Carcassonne};
    use goldrush_engine::gold_rush::{self, GoldRush};
    use goldrush_engine::knizia_gold::{self, KniziaGold};
    use goldrush_engine::landscape::components::SegmentId;
    use goldrush_engine::player::PlayerSet;
    use goldrush_engine::rng::tool_stream;
    use goldrush_games::scene::{Board, Scored};

    use super::*;

    const PLAYERS: usize = 3;

    /// Plays a random game, and calls `look` after each move with the history as seat 0 sees it.
    fn looked_at<G: Playable>(setup: G::Setup, seed: u64, mut look: impl FnMut(&GameHistory<G>)) {
        let setup = Box::leak(Box::new(setup));
        let mut rng = tool_stream(seed);
        let titles = (0..PLAYERS).map(|seat| seat.to_string()).collect();
        let viewer = Viewer::at_terminal(titles, PlayerSet::from_iter([Player::FIRST]), false);
        let mut history = GameHistory::<G>::begin(G::deal(setup, &mut rng), viewer);
        while let Some(mv) = history.state().random_move(&mut rng) {
            history.play(mv);
            look(&history);
        }
    }

    /// Evaluates a sum in words, such as `(3 tiles + 1 pennant) × 2 = 8`.
    fn evaluate_sum(sum: &str) -> u16 {
        let number = |text: &str| {
            text.split(|c: char| !c.is_ascii_digit())
                .find_map(|n| n.parse().ok())
                .unwrap_or(0)
        };
        let plus = |text: &str| {
            text.split(" + ")
                .map(|part| part.split(" × ").map(number).product::<u16>())
                .sum()
        };
        match sum
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(") × "))
        {
            Some((inner, factor)) => number(factor) * plus(inner),
            None => plus(sum),
        }
    }

    /// Checks that the points scored in the scene are those by which the seats' points from features grew in a round.
    fn shows_what_was_scored<G: Playable>(setup: G::Setup, points: fn(&StateOf<G>, Player) -> u16) {
        let mut most = 0;
        looked_at::<G>(setup, 5, |history| {
            let now = history.state();
            let scene = history.scene();
            let first = history.turns.len().saturating_sub(PLAYERS);
            let before = history.after(history.turns[first].0);
            for seat in Player::all(PLAYERS) {
                let of_seat = scene
                    .scored
                    .iter()
                    .filter(|scored| scored.seats.contains(&seat));
                let reported: u16 = of_seat.map(|scored| scored.points).sum();
                assert_eq!(
                    reported,
                    points(now, seat) - points(&before, seat),
                    "{:?}",
                    scene.scored
                );
            }
            for Scored {
                points,
                sum,
                feature,
                part,
                cell,
                ..
            } in &scene.scored
            {
                let (words, result) = sum.rsplit_once(" = ").unwrap();
                assert_eq!(
                    (result.parse(), evaluate_sum(words)),
                    (Ok(*points), *points),
                    "{sum}"
                );
                let tile = scene.landscape().unwrap().tile_at(*cell).unwrap();
                let mut spots = tile.drawn[0]
                    .0
                    .iter()
                    .flatten()
                    .filter(|spot| spot.part == Some(*part))
                    .peekable();
                assert!(spots.peek().is_some() && spots.all(|spot| spot.feature == Some(*feature)));
            }
            most = most.max(scene.scored.len());
        });
        assert!(most > 1);
    }

    #[test]
    fn scored_features_stay_in_the_scene_for_a_round() {
        let catalogue = carcassonne::Catalogue::printed();
        let rules = carcassonne::Rules {
            gold_mines: true,
            ..Default::default()
        };
        let setup = carcassonne::Setup::new(catalogue.into(), rules, PLAYERS).unwrap();
        shows_what_was_scored::<Carcassonne>(setup, |state, seat| {
            state.table().feature_points(seat)
        });
        let setup = gold_rush::Setup::printed(PLAYERS);
        shows_what_was_scored::<GoldRush>(setup, |state, seat| state.table().feature_points(seat));
    }

    /// Returns the sentences before the first turn of a game, at its start, after some moves were taken back, and at its
    /// end, which must be the same.
    fn opening<G: Playable>(setup: G::Setup) -> Vec<String> {
        let setup = Box::leak(Box::new(setup));
        let mut rng = tool_stream(7);
        let viewer = Viewer::open(vec!["Ann".into(), "Bo".into(), "Cy".into()]);
        let mut history =
            GameHistory::<G>::begin(G::deal(setup, &mut rng), viewer).with_changed_rules(setup);
        let of = |log: &[(usize, String)]| -> Vec<String> {
            log.iter()
                .take_while(|(turn, _)| *turn == 0)
                .map(|(_, text)| text.clone())
                .collect()
        };
        let first = of(history.log());
        for moves in [6, usize::MAX] {
            while history.moves().len() < moves
                && let Some(mv) = history.state().random_move(&mut rng)
            {
                history.play(mv);
            }
            assert_eq!(
                (of(history.log()), of(history.news())),
                (first.clone(), first.clone())
            );
            if moves == 6 {
                history.go_back(2);
                assert_eq!(
                    (of(history.log()), of(history.news())),
                    (first.clone(), first.clone())
                );
            }
        }
        first
    }

    #[test]
    fn changed_rules_are_announced_first_in_every_game() {
        let tents = gold_rush::Rules {
            tents: 2,
            ..Default::default()
        };
        let catalogue = gold_rush::Catalogue::built_in("gold_rush").unwrap();
        let gold_rush = gold_rush::Setup::new(catalogue, tents, PLAYERS).unwrap();
        assert_eq!(
            opening::<GoldRush>(gold_rush)[0],
            "Changed rule: with 2 tents instead of 1."
        );
        for gold_mines in [false, true] {
            let rules = carcassonne::Rules {
                gold_mines,
                field_points: 4,
                ..Default::default()
            };
            let setup =
                carcassonne::Setup::new(carcassonne::Catalogue::printed().into(), rules, PLAYERS)
                    .unwrap();
            assert_eq!(
                opening::<Carcassonne>(setup),
                ["Changed rule: with 4 points of a field for each city instead of 3."]
            );
        }
        let setup = knizia_gold::Setup::with_rules(
            PLAYERS,
            knizia_gold::Rules {
                rush_cards: 64,
                dynamite: 4,
                ..Default::default()
            },
        );
        let expected = [
            "with 4 dynamite cards instead of 5",
            "with only one card flipped in every turn",
        ];
        let expected = expected.map(|change| format!("Changed rule: {change}."));
        assert_eq!(opening::<KniziaGold>(setup.unwrap()), expected);
        assert!(opening::<KniziaGold>(knizia_gold::Setup::new(PLAYERS, false).unwrap()).is_empty());
    }

    /// The points predicted for unfinished features are those they score at the end.
    #[test]
    fn predicted_feature_points_are_scored_at_the_end() {
        let setup = gold_rush::Setup::printed(PLAYERS);
        let mut checked = 0;
        looked_at::<GoldRush>(setup, 5, |history| {
            let table = history.state().table();
            table.evaluate_unfinished(|evaluation| {
                assert_eq!(
                    table.potential_points(evaluation.feature.segment()).1,
                    evaluation.points,
                    "{evaluation:?}"
                );
                checked += 1;
            });
        });
        assert!(checked > 100);
        let setup = carcassonne::Setup::new(
            carcassonne::Catalogue::printed().into(),
            Default::default(),
            PLAYERS,
        )
        .unwrap();
        let mut scored = Vec::new();
        looked_at::<Carcassonne>(setup, 5, |history| {
            let table = history.state().table();
            if history.scene().is_over() {
                let potential = |scored: &Scored| {
                    (
                        table.potential_points(SegmentId(scored.part)),
                        scored.points,
                    )
                };
                scored = history
                    .scene()
                    .scored
                    .iter()
                    .map(potential)
                    .filter(|((_, end), _)| *end > 0)
                    .collect();
            }
        });
        assert!(
            scored.len() > 3 && scored.iter().all(|((_, end), points)| end == points),
            "{scored:?}"
        );
    }

    /// Each is marked with the seat that flipped it; once it lies face down again, no scene shows its face.
    #[test]
    fn flipped_cards_stay_marked_for_a_round_without_their_faces() {
        let mut marked = 0;
        looked_at::<KniziaGold>(
            knizia_gold::Setup::new(PLAYERS, true).unwrap(),
            5,
            |history| {
                let Board::Cards(cards) = &history.scene().ground else {
                    panic!("expected a card scene")
                };
                let first = history.turns.len().saturating_sub(PLAYERS);
                for card in cards.places.iter().flatten() {
                    assert!(card.open || card.face.is_none(), "{card:?}");
                    let turn = (first..history.turns.len()).rev().find(|&turn| {
                        let before = history.after(history.turns[turn].0);
                        history
                            .moves_of(turn)
                            .iter()
                            .any(|&mv| before.move_text(mv) == card.at)
                    });
                    let same_game = |turn: usize| {
                        history.after(history.turns[turn].0).table().game()
                            == history.state().table().game()
                    };
                    let by = turn
                        .filter(|&turn| !card.open && same_game(turn))
                        .map(|turn| history.turns[turn].1);
                    assert_eq!(card.by, by, "{card:?}");
                    marked += usize::from(by.is_some());
                }
            },
        );
        assert!(marked > 100, "{marked}");
    }
}
