//! Tests of what pages are sent, and what is kept from them.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_engine::game::{Game, State as _, Text as _};
use goldrush_engine::gold_rush::GoldRush;
use goldrush_engine::knizia_gold::KniziaGold;
use goldrush_engine::rng::{StreamRng, deal_stream, tool_stream};
use goldrush_games::GameName;
use goldrush_games::playable::{Playable, StateOf};
use goldrush_games::registry::with_setup;
use goldrush_harness::protocol::limits::Limits;
use goldrush_table::bots::Bots;
use goldrush_table::closing::Mark;
use goldrush_table::live_game::LiveGame;
use goldrush_table::saved_file::SavedFile;
use goldrush_table::seats::Seats;
use goldrush_table::session::{GameSettings, NewGame, Session};
use goldrush_table::thinking::Steps;
use serde_json::Value;

use super::super::room::{Invitation, Room};
use super::*;

/// Two people at one screen and a bot that plays independently of hidden information.
const OPPONENTS: &str = "human,random";
const SEED: u64 = 3;

fn session<G: Playable>(
    setup: &'static G::Setup,
    dealt: StateOf<G>,
    opponents: &str,
    practice: bool,
) -> Session<G> {
    let seats = Seats::of_options(G::name(setup).parse().unwrap(), opponents, 0).unwrap();
    let settings = GameSettings {
        practice,
        lessons: true,
        assist: false,
    };
    let new_game = NewGame {
        setup,
        seed: SEED,
        seats,
        settings,
        file: None,
        components: None,
    };
    Session::begin(new_game, dealt, SavedFile::new(None))
}

/// Creates a game loop for a game after some moves.
fn game_loop<G: Playable>(mut session: Session<G>, moves: &[G::Move]) -> GameLoop {
    session.follow(moves.iter().copied());
    let host: Box<dyn Host> = Box::new(LiveGame::new(session, Bots::new(Limits::default())));
    let art = host.art();
    let mut game_loop = open(host, art, None).0;
    game_loop.begin();
    settle(&mut game_loop);
    game_loop
}

/// Waits for the bots to play.
fn settle(game_loop: &mut GameLoop) {
    while game_loop.host.thinking().is_some() {
        let event = game_loop
            .events
            .recv_timeout(Duration::from_secs(60))
            .unwrap();
        game_loop.handle(event).unwrap();
    }
}

fn command(game_loop: &mut GameLoop, command: ClientCommand) -> bool {
    command_of(game_loop, Member::Host, command)
}

fn command_of(game_loop: &mut GameLoop, member: Member, command: ClientCommand) -> bool {
    let granted = game_loop
        .execute_for(
            member,
            ClientMessage {
                at: game_loop.position,
                command,
            },
        )
        .unwrap();
    settle(game_loop);
    granted
}

/// Returns every frame that a page can still get.
fn frames(game_loop: &GameLoop) -> Vec<String> {
    game_loop.screens.all(None)
}

/// Plays a whole game; returns its moves.
fn whole_game<G: Playable>(mut session: Session<G>) -> Vec<G::Move> {
    let mut bots = Bots::new(Limits::default());
    let mut rng = tool_stream(SEED);
    while let Some(seat) = session.to_move() {
        let moves = if session.seats().is_human(seat) {
            vec![session.state().random_move(&mut rng).unwrap()]
        } else {
            bots.begin(&session);
            bots.wait(&session, Duration::from_secs(60)).unwrap().moves
        };
        session.play(&moves).unwrap();
    }
    session.moves().to_vec()
}

/// Returns another deal that leads to the same position, for all that one seat knows, or for all that every seat knows.
fn dealt_anew<G: Playable>(
    setup: &'static G::Setup,
    dealt: &StateOf<G>,
    state: &StateOf<G>,
    seat_at_screen: Option<Player>,
    rng: &mut StreamRng,
) -> StateOf<G> {
    let mut other = state.clone();
    let seats =
        seat_at_screen.map_or_else(|| Player::all(state.players()).collect(), |seat| vec![seat]);
    seats
        .into_iter()
        .for_each(|seat| other.determinize(seat, rng));
    let [dealt, state, other] = [dealt, state, &other]
        .map(|state| serde_json::to_value(G::deal_of(state, &G::Recorder::default())).unwrap());
    let deal = serde_json::from_value(with_changes(&dealt, &state, &other)).unwrap();
    G::from_deal(setup, &deal, false, &mut G::Recorder::default()).unwrap()
}

/// Applies to a value the changes from `from` to `to`: cards that have left the game are in the deal only.
fn with_changes(value: &Value, from: &Value, to: &Value) -> Value {
    match (value, from, to) {
        (Value::Array(value), Value::Array(from), Value::Array(to)) => {
            let all = value.iter().zip(from).zip(to);
            all.map(|((value, from), to)| with_changes(value, from, to))
                .collect()
        }
        (Value::Object(value), Value::Object(from), Value::Object(to)) => {
            let all = value
                .iter()
                .map(|(key, value)| (key.clone(), with_changes(value, &from[key], &to[key])));
            Value::Object(all.collect())
        }
        (value, from, to) => if from == to { value } else { to }.clone(),
    }
}

/// Returns the frames sent before the screen is handed over, after it is handed over and hints were asked for, and
/// after the next turn with the bot's. The leads and hints are made up of the scores, and so reveal the tokens of the
/// person whose turn it is.
fn told<G: Playable>(
    mut session: Session<G>,
    moves: &[G::Move],
    turn: &[String],
) -> [Vec<String>; 3] {
    session.follow(moves.iter().copied());
    let (scores, turns, next) = (
        session.state().scores(),
        session.turns(),
        session.to_move().unwrap(),
    );
    let mut game_loop = game_loop(session, &[]);
    for seat in Player::all(3) {
        game_loop
            .lead_curve
            .add_lead(turns, seat, scores[seat].into());
    }
    game_loop.show();
    game_loop.screens.forget();
    let before = frames(&game_loop);
    let covered = game_loop.host.covered().is_some();
    assert_eq!(command(&mut game_loop, ClientCommand::HandOver), covered);
    game_loop.suggestions = Some(vec![ShownTurn {
        words: scores[next].to_string(),
        ..ShownTurn::default()
    }]);
    game_loop.show();
    let then = frames(&game_loop);
    assert!(command(
        &mut game_loop,
        ClientCommand::Play {
            moves: turn.to_vec()
        }
    ));
    [before, then, frames(&game_loop)]
}

/// Checks that the frames are the same for every deal that the person at the screen cannot tell apart.
fn tells_nothing_hidden<G: Playable>(setup: G::Setup) {
    let setup: &'static G::Setup = Box::leak(Box::new(setup));
    let dealt = G::deal(setup, &mut deal_stream(SEED, 0));
    let all = whole_game::<G>(session(setup, dealt.clone(), OPPONENTS, false));
    let after = |moves: usize| {
        let mut state = dealt.clone();
        all[..moves].iter().for_each(|&mv| state.play_unchecked(mv));
        state
    };
    let turns = goldrush_games::playable::turns::<G>(&dealt, &all);
    let is_bot = |seat: Player| seat.index() == 2;
    let mut rng = tool_stream(SEED + 1);
    let is_shared = G::SECRET.is_some();
    // A turn of each person; the bot's turn follows the second.
    let first_of = |seat| {
        (turns.len() / 2..turns.len())
            .find(|&turn| turns[turn].1.index() == seat)
            .unwrap()
    };
    for turn in [0, 1].map(first_of) {
        let (first, seat) = turns[turn];
        let next = (turn + 1..turns.len()).find(|&turn| !is_bot(turns[turn].1));
        let end = next.map_or(all.len(), |turn| turns[turn].0);
        let mut state = after(first);
        let own: Vec<String> = (all[first..].iter().zip(first..turns[turn + 1].0))
            .map(|(&mv, _)| {
                let text = state.move_text(mv);
                state.play_unchecked(mv);
                text
            })
            .collect();
        let told = |dealt| told::<G>(session(setup, dealt, OPPONENTS, false), &all[..first], &own);
        let truth = told(dealt.clone());
        for (part, moves, seat_at_screen) in
            [(0, first, None), (1, first, Some(seat)), (2, end, None)]
        {
            // In games without secrets of single seats, the frames may hold what every seat knows.
            let seat_at_screen = seat_at_screen.filter(|_| is_shared);
            let other = dealt_anew::<G>(setup, &dealt, &after(moves), seat_at_screen, &mut rng);
            assert_ne!(other, dealt, "there is something to hide");
            assert!(
                told(other)[part] == truth[part],
                "{}: turn {turn}, part {part}",
                G::NAME
            );
        }
        assert_eq!(
            truth[1]
                .iter()
                .any(|frame| frame.contains("secret secret-")),
            is_shared
        );
        assert!(
            ![&truth[0], &truth[2]]
                .into_iter()
                .flatten()
                .any(|frame| frame.contains("secret secret-"))
        );
    }
}

fn of_every_game(check: impl Fn(GameName, goldrush_games::Setup)) {
    for &game in GameName::ALL {
        check(
            game,
            goldrush_games::Choice::printed(game).setup(3).unwrap().0,
        );
    }
}

#[test]
fn frames_show_only_what_the_person_at_the_screen_may_know() {
    of_every_game(|_, setup| with_setup!(setup, G, setup => tells_nothing_hidden::<G>(setup)));
}

/// Checks that the screen is also handed over after an undo, and that everything is shown at the end.
fn is_handed_over<G: Playable>(setup: G::Setup) {
    let setup: &'static G::Setup = Box::leak(Box::new(setup));
    let dealt = G::deal(setup, &mut deal_stream(SEED, 0));
    let all = whole_game::<G>(session(setup, dealt.clone(), "human", false));
    let turns = goldrush_games::playable::turns::<G>(&dealt, &all);
    let mut game_loop = game_loop::<G>(
        session(setup, dealt.clone(), "human", true),
        &all[..turns[3].0],
    );
    let own = |game_loop: &GameLoop| {
        frames(game_loop)
            .last()
            .unwrap()
            .contains("secret secret-1")
    };
    assert!(game_loop.host.covered() == Player::new(1) && !own(&game_loop));
    assert!(
        !command(&mut game_loop, ClientCommand::Hint),
        "nobody is advised before"
    );
    assert!(
        command(&mut game_loop, ClientCommand::HandOver)
            && own(&game_loop)
            && !command(&mut game_loop, ClientCommand::HandOver)
    );
    assert!(command(&mut game_loop, ClientCommand::Hint) && game_loop.hint_task.is_some());
    assert!(command(&mut game_loop, ClientCommand::CloseHint) && game_loop.hint_task.is_none());
    assert!(command(&mut game_loop, ClientCommand::Undo));
    assert!(
        game_loop.host.covered() == Some(Player::FIRST)
            && !frames(&game_loop)
                .iter()
                .any(|frame| frame.contains("secret secret-"))
    );
    let mut last = self::game_loop::<G>(session(setup, dealt, "human", false), &all);
    assert!(
        own(&last)
            && game_loop.timeline().is_none()
            && last.timeline().unwrap().contains("secret secret-0")
    );
}

#[test]
fn screen_is_handed_over_after_undo_and_the_end_is_open() {
    let (setup, _) = goldrush_games::Choice::printed(GameName::GoldRush)
        .setup(2)
        .unwrap();
    let goldrush_games::Setup::GoldRush(setup) = setup else {
        unreachable!()
    };
    is_handed_over::<GoldRush>(setup);
}

/// A frame of a turn shows the number of tiles before the next one was drawn; cards are not drawn.
#[test]
fn frames_count_the_tiles_before_the_next_is_drawn() {
    of_every_game(|game, setup| {
        with_setup!(setup, G, setup => {
            let setup: &'static _ = Box::leak(Box::new(setup));
            let dealt = <G as Game>::deal(setup, &mut deal_stream(SEED, 0));
            let mut session = session::<G>(setup, dealt, OPPONENTS, false);
            let mut rng = tool_stream(SEED);
            while session.scene().landscape().is_some() && !session.is_over() {
                let initial = session.scene().clone();
                let turns = session.turns();
                let mut step = None;
                while session.turns() == turns {
                    let mv = session.state().random_move(&mut rng).unwrap();
                    step = session.play_shown(&[mv]).unwrap().pop();
                }
                let shown = step.unwrap().scene;
                assert_eq!((&shown.left, shown.turns), (&initial.left, initial.turns), "{game}: turn {turns}");
            }
        });
    });
}

#[test]
fn a_next_game_that_cannot_start_leaves_the_finished_one_on_the_screen() {
    of_every_game(|game, setup| {
        with_setup!(setup, G, setup => {
            let setup: &'static _ = Box::leak(Box::new(setup));
            let dealt = <G as Game>::deal(setup, &mut deal_stream(SEED, 0));
            let moves = whole_game(session::<G>(setup, dealt.clone(), OPPONENTS, false));
            let mut game_loop = game_loop(session::<G>(setup, dealt, OPPONENTS, false), &moves);
            let rematch = || ClientCommand::NextGame { next: NextGame::Rematch };
            assert!(command(&mut game_loop, rematch()), "{game}");
            assert!(game_loop.work().unwrap().next.is_some());
            game_loop.stay("no room on the disk".into());
            assert!(frames(&game_loop).last().unwrap().contains("no room on the disk"));
            assert!(command(&mut game_loop, rematch()), "it can be tried again");
        });
    });
}

/// Searches until it is to stop, and finds nothing.
fn endless<T: Default>(stop: &AtomicBool) -> T {
    while !stop.load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
    T::default()
}

/// Returns a mistake of a turn.
fn mark(turn: usize) -> Mark {
    Mark {
        turn,
        name: turn.to_string(),
        who: "You".into(),
        cost: 3.0,
        drop: "−3 points".into(),
        judgment: Judgment::default(),
    }
}

#[test]
fn first_mistakes_and_hints_are_shown_while_better_ones_are_searched_for() {
    let setup: &'static _ = Box::leak(Box::new(
        goldrush_engine::knizia_gold::Setup::new(3, false).unwrap(),
    ));
    let dealt = KniziaGold::deal(setup, &mut deal_stream(SEED, 0));
    let moves = whole_game(session::<KniziaGold>(
        setup,
        dealt.clone(),
        OPPONENTS,
        false,
    ));
    let mut ended = game_loop(
        session::<KniziaGold>(setup, dealt.clone(), OPPONENTS, false),
        &moves,
    );
    let steps = Steps::of(10, Waker::default());
    steps.find(GameReview {
        marks: vec![mark(5)],
        ..GameReview::default()
    });
    (0..4).for_each(|_| steps.count());
    ended.review = None;
    ended.review_task = Some(Task::begin(endless).counted(steps));
    ended.poll().unwrap();
    let shown = frames(&ended).pop().unwrap();
    assert!(
        shown.contains("Turn 5, You") && shown.contains("mattered… 40%"),
        "{shown}"
    );
    assert!(ended.timeline().unwrap().contains("−3 points"));

    let mut playing = game_loop(session::<KniziaGold>(setup, dealt, OPPONENTS, false), &[]);
    command(&mut playing, ClientCommand::HandOver);
    playing.hint_task = Some(Task::begin(endless));
    playing.quick_hint_task = Some(Task::begin(|_| {
        vec![ShownTurn {
            words: "flip the first card".into(),
            ..ShownTurn::default()
        }]
    }));
    while playing.quick_hint_task.is_some() {
        playing.poll().unwrap();
    }
    let shown = frames(&playing).pop().unwrap();
    assert!(
        shown.contains("flip the first card") && shown.contains("Looking for better ones"),
        "{shown}"
    );
}

#[test]
fn a_page_plays_on_from_a_finished_game_and_returns_to_it() {
    of_every_game(|game, setup| {
        with_setup!(setup, G, setup => {
            let setup: &'static _ = Box::leak(Box::new(setup));
            let dealt = <G as Game>::deal(setup, &mut deal_stream(SEED, 0));
            let moves = whole_game(session::<G>(setup, dealt.clone(), OPPONENTS, false));
            let mut game_loop = game_loop(session::<G>(setup, dealt, OPPONENTS, false), &moves);
            let turns = game_loop.host.turns();
            // The last turn of the first person.
            let dealt = <G as Game>::deal(setup, &mut deal_stream(SEED, 0));
            let all = goldrush_games::playable::turns::<G>(&dealt, &moves);
            let turn = all.iter().rposition(|(_, seat)| seat.index() == 0).unwrap();
            let next = |game_loop: &GameLoop| {
                let kinds = &game_loop.host.scene().left.kinds;
                ClientCommand::Draw { kind: kinds.first().map_or(0, |kind| kind.art) }
            };
            // Nothing of this is possible in the game itself.
            for refused in [ClientCommand::Vary { turn: turns }, ClientCommand::Return, next(&game_loop)] {
                assert!(!command(&mut game_loop, refused), "{game}");
            }
            assert!(command(&mut game_loop, ClientCommand::Vary { turn }));
            assert_eq!((game_loop.host.turns(), game_loop.host.scene().is_over()), (turn, false), "{game}");
            let said = "Playing this turn again";
            assert!(frames(&game_loop).last().unwrap().contains(said), "{game}");
            for refused in [ClientCommand::NextGame { next: NextGame::Rematch }, next(&game_loop)] {
                assert!(!command(&mut game_loop, refused), "{game}");
            }
            let players = VariationPlayers::PersonHere;
            assert!(command(&mut game_loop, ClientCommand::ChangePlayers { players }));
            assert_eq!(game_loop.host.seats().humans().len(), 3);
            let has_tiles = game_loop.host.scene().landscape().is_some();
            let drawn = next(&game_loop);
            assert_eq!(command(&mut game_loop, drawn), has_tiles, "{game}");
            // Turns of bots are judged, too.
            while !game_loop.host.scene().is_over() {
                let question = game_loop.host.scene().question.clone().unwrap();
                let mv = question.choices[0].ways()[0].mv().unwrap().to_owned();
                assert!(command(&mut game_loop, ClientCommand::Play { moves: vec![mv] }));
            }
            assert!(game_loop.judge_task.is_some() || game_loop.verdict.is_some(), "{game}");
            assert!(game_loop.timeline().is_none(), "a page steps through the game, not through the line");
            assert!(command(&mut game_loop, ClientCommand::Return));
            let host = &game_loop.host;
            assert_eq!((host.moves(), host.turns(), host.seats().humans().len()), (moves.len(), turns, 2), "{game}");
            assert!(game_loop.verdict.is_none() && game_loop.judge_task.is_none() && game_loop.timeline().is_some());
        });
    });
}

/// Creates a room of the host and Bo, and the game loop of a game there after some moves.
fn room_loop<G: Playable>(session: Session<G>, moves: &[G::Move]) -> (GameLoop, SharedRoom) {
    timed_room_loop(session, moves, None)
}

/// Does the same where each person has this time.
fn timed_room_loop<G: Playable>(
    mut session: Session<G>,
    moves: &[G::Move],
    time: Option<Duration>,
) -> (GameLoop, SharedRoom) {
    session.follow(moves.iter().copied());
    let mut room = Room::new("Ann".into(), Player::FIRST, time, Invitation::fixed());
    room.join("Bo").unwrap();
    let room = SharedRoom::new(room);
    let host: Box<dyn Host> = Box::new(LiveGame::new(session, Bots::new(Limits::default())));
    let art = host.art();
    let mut game_loop = open(host, art, Some(room.clone())).0;
    // In a game that is resumed, people say which seat was theirs.
    room.lock()
        .fulfill(Member::Guest(0), &RoomRequest::Sit(1), false);
    game_loop.begin();
    settle(&mut game_loop);
    (game_loop, room)
}

/// Checks that each screen of a room shows the same for every deal that its person cannot tell apart.
fn room_tells_nothing_hidden<G: Playable>(setup: G::Setup) {
    let setup: &'static G::Setup = Box::leak(Box::new(setup));
    let dealt = G::deal(setup, &mut deal_stream(SEED, 0));
    let all = whole_game::<G>(session(setup, dealt.clone(), OPPONENTS, false));
    let turns = goldrush_games::playable::turns::<G>(&dealt, &all);
    // The bot's turn follows that of the second person.
    let turn = (turns.len() / 2..turns.len())
        .find(|&turn| turns[turn].1.index() == 1)
        .unwrap();
    let bots = (turn + 1..turns.len())
        .find(|&turn| turns[turn].1.index() != 2)
        .unwrap();
    let after = |moves: usize| {
        let mut state = dealt.clone();
        all[..moves].iter().for_each(|&mv| state.play_unchecked(mv));
        state
    };
    let mut state = after(turns[turn].0);
    let own = all[turns[turn].0..turns[turn + 1].0].iter().map(|&mv| {
        let text = state.move_text(mv);
        state.play_unchecked(mv);
        text
    });
    let own: Vec<String> = own.collect();
    let told = |dealt, screen| {
        let (mut game_loop, _) = room_loop::<G>(
            session(setup, dealt, OPPONENTS, false),
            &all[..turns[turn].0],
        );
        let before = game_loop.screens.all(screen);
        assert!(
            !command_of(
                &mut game_loop,
                Member::Host,
                ClientCommand::Play { moves: own.clone() }
            ),
            "not the host's turn"
        );
        assert!(command_of(
            &mut game_loop,
            Member::Guest(0),
            ClientCommand::Play { moves: own.clone() }
        ));
        [before, game_loop.screens.all(screen)]
    };
    let mut rng = tool_stream(SEED + 1);
    let is_secret = G::SECRET.is_some();
    for screen in [None, Some(Player::FIRST), Player::new(1)] {
        let truth = told(dealt.clone(), screen);
        for (part, moves) in [(0, turns[turn].0), (1, turns[bots].0)] {
            let viewer = screen.filter(|_| is_secret);
            let other = dealt_anew::<G>(setup, &dealt, &after(moves), viewer, &mut rng);
            assert_ne!(other, dealt, "there is something to hide");
            assert!(
                told(other, screen)[part] == truth[part],
                "{}: {screen:?}, part {part}",
                G::NAME
            );
        }
        for seat in 0..3 {
            let shows = truth
                .iter()
                .flatten()
                .any(|frame| frame.contains(&format!("secret secret-{seat}")));
            assert_eq!(
                shows,
                is_secret && screen == Player::new(seat),
                "{}: {screen:?}, seat {seat}",
                G::NAME
            );
        }
        let asks = |frame: &String| serde_json::from_str::<Value>(frame).unwrap()["waits"] == true;
        assert_eq!(
            truth[0].iter().any(asks),
            screen == Player::new(1),
            "{}: only the seat to move is asked",
            G::NAME
        );
    }
}

#[test]
fn screens_of_a_room_show_only_what_their_seats_may_know() {
    of_every_game(|_, setup| with_setup!(setup, G, setup => room_tells_nothing_hidden::<G>(setup)));
}

/// Returns a room of three people in a new game, of whom the third has not come.
fn new_room(game: GameName) -> (GameLoop, SharedRoom) {
    let setup = goldrush_games::Choice::printed(game).setup(3).unwrap().0;
    with_setup!(setup, G, setup => {
        let setup: &'static _ = Box::leak(Box::new(setup));
        let dealt = <G as Game>::deal(setup, &mut deal_stream(SEED, 0));
        room_loop::<G>(session(setup, dealt, "human,human", false), &[])
    })
}

/// Plays the first move that the screen of the seat to move offers.
fn play_first(game_loop: &mut GameLoop, member: Member) -> bool {
    let scene = game_loop
        .host
        .scene_at(game_loop.host.scene().to_move)
        .clone();
    let mv = scene.question.unwrap().choices[0].ways()[0]
        .mv()
        .unwrap()
        .to_owned();
    command_of(game_loop, member, ClientCommand::Play { moves: vec![mv] })
}

fn play_turn(game_loop: &mut GameLoop, member: Member) {
    let turns = game_loop.host.turns();
    while game_loop.host.turns() == turns {
        assert!(play_first(game_loop, member));
    }
}

fn ask(game_loop: &mut GameLoop, member: Member, request: RoomRequest) -> bool {
    command_of(game_loop, member, ClientCommand::Room { request })
}

#[test]
fn people_in_a_room_move_only_for_their_own_seats() {
    for &game in GameName::ALL {
        let (mut game_loop, room) = new_room(game);
        let bo = Member::Guest(0);
        let nobody = Member::Guest(7);
        assert!(
            !play_first(&mut game_loop, bo) && !play_first(&mut game_loop, nobody),
            "{game}"
        );
        play_turn(&mut game_loop, Member::Host);
        assert!(!play_first(&mut game_loop, Member::Host), "{game}");
        for forbidden in [
            ClientCommand::Hint,
            ClientCommand::Undo,
            ClientCommand::Next,
            ClientCommand::Vary { turn: 0 },
        ] {
            assert!(!command_of(&mut game_loop, bo, forbidden), "{game}");
        }
        for forbidden in [
            ClientCommand::Leave,
            ClientCommand::NextGame {
                next: NextGame::Rematch,
            },
        ] {
            assert!(
                !command_of(&mut game_loop, bo, forbidden) && !game_loop.leaving,
                "{game}"
            );
        }
        // Nobody moves during a pause, which only the host begins and ends.
        assert!(
            !ask(&mut game_loop, bo, RoomRequest::Pause)
                && ask(&mut game_loop, Member::Host, RoomRequest::Pause)
        );
        assert!(
            !play_first(&mut game_loop, bo) && !ask(&mut game_loop, bo, RoomRequest::Resume),
            "{game}"
        );
        assert!(
            ask(&mut game_loop, Member::Host, RoomRequest::Resume),
            "{game}"
        );
        play_turn(&mut game_loop, bo);
        // The third seat is free: the game waits for a friend, or the host lets a bot play.
        let before = game_loop.host.turns();
        assert!(
            game_loop
                .screens
                .all(None)
                .last()
                .unwrap()
                .contains("Seat C is free"),
            "{game}"
        );
        assert!(!ask(&mut game_loop, bo, RoomRequest::StandIn(2)), "{game}");
        assert!(
            ask(&mut game_loop, Member::Host, RoomRequest::StandIn(2))
                && game_loop.host.turns() == before + 1,
            "{game}"
        );
        assert!(
            room.lock().join("Cy").is_ok() && !play_first(&mut game_loop, Member::Guest(1)),
            "{game}"
        );
        play_turn(&mut game_loop, Member::Host);
        play_turn(&mut game_loop, bo);
        // Cy plays again instead of the bot, before its next turn.
        assert_eq!(game_loop.host.turns(), before + 4, "{game}");
        assert!(
            ask(&mut game_loop, Member::Guest(1), RoomRequest::EndStandIn(2)),
            "{game}"
        );
        play_turn(&mut game_loop, Member::Host);
        play_turn(&mut game_loop, bo);
        play_turn(&mut game_loop, Member::Guest(1));
    }
}

#[test]
fn turns_in_a_room_are_taken_back_when_everybody_agrees() {
    for &game in GameName::ALL {
        let (mut game_loop, room) = new_room(game);
        let bo = Member::Guest(0);
        let cy = Member::Guest(1);
        let dee = Member::Guest(2);
        room.lock().join("Cy").unwrap();
        room.lock().join("Dee").unwrap();
        play_turn(&mut game_loop, Member::Host);
        play_turn(&mut game_loop, bo);
        assert!(
            !ask(&mut game_loop, dee, RoomRequest::RequestTakeBack),
            "{game}: spectators have no turns"
        );
        assert!(
            ask(&mut game_loop, Member::Host, RoomRequest::RequestTakeBack),
            "{game}"
        );
        assert!(
            ask(&mut game_loop, bo, RoomRequest::Agree(0))
                && !ask(&mut game_loop, bo, RoomRequest::Agree(0)),
            "{game}"
        );
        assert!(
            !ask(&mut game_loop, dee, RoomRequest::Agree(0)) && game_loop.host.turns() == 2,
            "{game}"
        );
        assert!(
            ask(&mut game_loop, cy, RoomRequest::Agree(0)) && game_loop.host.turns() == 0,
            "{game}"
        );
        play_turn(&mut game_loop, Member::Host);
        // A refusal ends the request, and so does the next move.
        assert!(
            ask(&mut game_loop, Member::Host, RoomRequest::RequestTakeBack)
                && ask(&mut game_loop, cy, RoomRequest::Refuse(0))
        );
        assert!(!ask(&mut game_loop, bo, RoomRequest::Agree(0)), "{game}");
        assert!(
            ask(&mut game_loop, Member::Host, RoomRequest::RequestTakeBack),
            "{game}"
        );
        play_turn(&mut game_loop, bo);
        assert!(
            !ask(&mut game_loop, cy, RoomRequest::Agree(0)) && game_loop.host.turns() == 2,
            "{game}"
        );
    }
}

#[test]
fn a_bot_plays_on_for_a_person_whose_time_is_up() {
    let setup = goldrush_games::Choice::printed(GameName::GoldRush)
        .setup(2)
        .unwrap()
        .0;
    let goldrush_games::Setup::GoldRush(setup) = setup else {
        unreachable!()
    };
    let setup: &'static _ = Box::leak(Box::new(setup));
    let dealt = <GoldRush as Game>::deal(setup, &mut deal_stream(SEED, 0));
    let session = session::<GoldRush>(setup, dealt, "human", false);
    let minutes = |n: u64| Duration::from_secs(60 * n);
    let (mut game_loop, room) = timed_room_loop(session, &[], Some(minutes(10)));
    play_turn(&mut game_loop, Member::Host);
    let now = clock();
    assert!(
        game_loop.time_to_timeout(now) <= minutes(10)
            && game_loop.time_to_timeout(now + minutes(4)) <= minutes(6)
    );
    game_loop
        .replace_timed_out_player(now + minutes(9))
        .unwrap();
    assert!(room.lock().stand_ins().is_empty(), "there is time left");
    game_loop
        .replace_timed_out_player(now + minutes(11))
        .unwrap();
    assert_eq!(
        room.lock().stand_ins().iter().collect::<Vec<_>>(),
        [Player::new(1).unwrap()]
    );
    settle(&mut game_loop);
    assert_eq!(game_loop.host.turns(), 2);
    assert!(
        game_loop
            .screens
            .all(None)
            .last()
            .unwrap()
            .contains("Bo's time is up")
    );
}

#[test]
fn only_the_host_of_a_room_begins_the_next_game() {
    let setup = goldrush_games::Choice::printed(GameName::KniziaGold)
        .setup(3)
        .unwrap()
        .0;
    let goldrush_games::Setup::KniziaGold(setup) = setup else {
        unreachable!()
    };
    let setup: &'static _ = Box::leak(Box::new(setup));
    let dealt = <KniziaGold as Game>::deal(setup, &mut deal_stream(SEED, 0));
    let moves = whole_game(session::<KniziaGold>(
        setup,
        dealt.clone(),
        OPPONENTS,
        false,
    ));
    let (mut game_loop, _) = room_loop(
        session::<KniziaGold>(setup, dealt, OPPONENTS, false),
        &moves,
    );
    let next = || ClientCommand::NextGame {
        next: NextGame::Rematch,
    };
    assert!(!command_of(&mut game_loop, Member::Guest(0), next()) && !game_loop.leaving);
    for member in [Member::Guest(0), Member::Host] {
        assert!(
            !command_of(&mut game_loop, member, ClientCommand::Vary { turn: 0 }),
            "all others look at the end"
        );
    }
    let offers = |screen| {
        game_loop
            .screens
            .all(screen)
            .last()
            .unwrap()
            .contains("rematch")
    };
    assert_eq!(
        [None, Some(Player::FIRST), Player::new(1)].map(offers),
        [false, true, false]
    );
    assert!(command_of(&mut game_loop, Member::Host, next()) && game_loop.leaving);
}

#[test]
fn each_person_in_a_room_is_given_the_lessons() {
    let (mut game_loop, _) = new_room(GameName::GoldRush);
    let teaches = |game_loop: &GameLoop, seat| {
        game_loop
            .screens
            .all(Player::new(seat))
            .last()
            .unwrap()
            .contains("A rule you need now")
    };
    assert!(teaches(&game_loop, 0) && !teaches(&game_loop, 1));
    play_turn(&mut game_loop, Member::Host);
    assert!(teaches(&game_loop, 1) && !teaches(&game_loop, 0));
}

#[test]
fn bots_wait_while_a_turn_may_be_taken_back() {
    let (mut game_loop, _) = new_room(GameName::GoldRush);
    let bo = Member::Guest(0);
    play_turn(&mut game_loop, Member::Host);
    assert!(
        ask(&mut game_loop, bo, RoomRequest::RequestTakeBack)
            && ask(&mut game_loop, Member::Host, RoomRequest::Agree(1))
    );
    play_turn(&mut game_loop, bo);
    assert!(ask(
        &mut game_loop,
        Member::Host,
        RoomRequest::RequestTakeBack
    ));
    assert!(
        ask(&mut game_loop, Member::Host, RoomRequest::StandIn(2)) && game_loop.host.turns() == 2
    );
    assert!(
        ask(&mut game_loop, bo, RoomRequest::Refuse(0)) && game_loop.host.turns() == 3,
        "the bot plays on"
    );
    assert!(
        game_loop
            .screens
            .all(None)
            .last()
            .unwrap()
            .contains("Bo did not agree")
    );
}
