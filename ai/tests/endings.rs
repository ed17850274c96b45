//! Solutions of last turns against trying every legal move to the end of the game.

use std::sync::Arc;

use goldrush_ai::environment::Environment;
use goldrush_ai::gold_rush::heuristic::mean_token;
use goldrush_ai::landscape::{LandscapeGame, LandscapeSearchPolicy};
use goldrush_ai::registry::{Roster, Spec};
use goldrush_ai::search::move_evaluation::{
    EvaluationRequest, MoveEvaluation, Selection, Thoroughness, evaluate_moves,
};
use goldrush_ai::search::{Estimates, PlayoutPolicy, SearchPolicy as _, SolvedMove};
use goldrush_ai::weights::SearchWeights;
use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::{State, Text, View, successors};
use goldrush_engine::gold_rush::{self, GoldRush};
use goldrush_engine::player::Player;
use goldrush_engine::rng::tool_stream;

/// Returns a seat's lead over the best other.
fn lead(seat: Player, players: usize, points: &Estimates) -> f32 {
    let others = (0..players).filter(|&other| other != seat.index());
    points[seat.index()] - others.map(|other| points[other]).fold(f32::MIN, f32::max)
}

/// Returns each seat's final lead if all play their best and know the order of the tiles.
fn best_leads<S: State>(state: &S) -> Estimates {
    let Some(seat) = state.to_move() else {
        let (mut points, mut leads) = (Estimates::default(), Estimates::default());
        state.scores().iter().for_each(|(seat, score)| points[seat.index()] = f32::from(score));
        Player::all(state.players()).for_each(|seat| leads[seat.index()] = lead(seat, state.players(), &points));
        return leads;
    };
    let mut best: Option<Estimates> = None;
    for (_, after) in successors(state) {
        let leads = best_leads(&after);
        if best.is_none_or(|best| leads[seat.index()] > best[seat.index()]) {
            best = Some(leads);
        }
    }
    best.expect("the seat to move has a move")
}

fn solve<G: LandscapeGame>(state: &G::State<'_>, players: usize) -> Option<Vec<SolvedMove<G::Move>>> {
    let mut policy = LandscapeSearchPolicy::<G>::new(PlayoutPolicy::Heuristic, SearchWeights::for_players(players));
    let mut moves = Vec::new();
    let seat = state.to_move().expect("the game is in progress");
    policy.solve(&View::new(state, seat), &lead, 1 << 40, &mut moves).then_some(moves)
}

/// Compares the values of all moves of a position; `states` are all orders of its tiles, each as likely as the others.
fn compare<G: LandscapeGame>(states: &[G::State<'_>]) {
    let (first, players) = (&states[0], states[0].players());
    let seat = first.to_move().expect("the game is in progress").index();
    let solved = solve::<G>(first, players).expect("few tiles are left");
    for (mv, _) in successors(first) {
        let after = |state: &G::State<'_>| {
            let mut after = state.clone();
            after.play_unchecked(mv);
            best_leads(&after)[seat]
        };
        let value = states.iter().map(after).sum::<f32>() / states.len() as f32;
        let found = solved.iter().find(|solved| solved.mv == mv).expect("all moves have a value").value;
        assert!((found - value).abs() < 0.001, "{mv:?}: {found} instead of {value} in {first:?}");
    }
}

/// Calls `each` with the last positions of games by the heuristic that can be solved; returns their number.
fn last_positions<G: LandscapeGame + Roster>(
    setup: &G::Setup,
    games: std::ops::Range<u64>,
    most_left: usize,
    mut each: impl FnMut(&G::State<'_>, Vec<SolvedMove<G::Move>>),
) -> usize {
    let mut found = 0;
    for game in games {
        let mut state = G::deal(setup, &mut tool_stream(game));
        let heuristic = Spec::read::<G>("heuristic").unwrap();
        let (mut agent, mut rng) = (heuristic.build::<G>(&Environment::sequential(state.players())), tool_stream(1));
        while let Some(seat) = state.to_move() {
            if G::table(&state).tiles_left() <= most_left
                && let Some(solved) = solve::<G>(&state, state.players())
            {
                each(&state, solved);
                found += 1;
            }
            let mv = agent.choose(&View::new(&state, seat), &mut rng);
            state.play_unchecked(mv);
        }
    }
    found
}

fn compare_games<G: LandscapeGame + Roster>(setup: &G::Setup, most_left: usize) -> usize {
    last_positions::<G>(setup, 0..3, most_left, |state, _| compare::<G>(std::slice::from_ref(state)))
}

/// Gold Rush with equal tokens, so that nothing that scores is hidden.
fn gold_rush(players: usize, tokens: &str) -> gold_rush::Setup {
    let rules = gold_rush::Rules { tokens: Some(tokens.parse().unwrap()), ..gold_rush::Rules::default() };
    gold_rush::Setup::new(Arc::new(gold_rush::Catalogue::built_in("gold_rush").unwrap()), rules, players).unwrap()
}

fn carcassonne(players: usize, gold_mines: bool, choose_ingots: bool) -> carcassonne::Setup {
    let rules = carcassonne::Rules { gold_mines, choose_ingots, ..carcassonne::Rules::default() };
    carcassonne::Setup::new(Arc::new(carcassonne::Catalogue::printed()), rules, players).unwrap()
}

#[test]
fn last_turns_are_solved_exactly() {
    assert!(compare_games::<GoldRush>(&gold_rush(2, "2=63"), 1) >= 8);
    assert!(compare_games::<GoldRush>(&gold_rush(3, "2=63"), 0) >= 4);
    assert!(compare_games::<Carcassonne>(&carcassonne(2, false, true), 1) >= 8);
    assert!(compare_games::<Carcassonne>(&carcassonne(4, false, true), 0) >= 4);
    for choose_ingots in [false, true] {
        assert!(compare_games::<Carcassonne>(&carcassonne(2, true, choose_ingots), 1) >= 8);
    }
}

/// Both orders of the last two tiles are as likely.
#[test]
fn tiles_that_may_come_next_are_averaged() {
    // A tent pitched now can mine in the last turn, which is worth more than most of what a tile brings.
    let setup = gold_rush(2, "5=63");
    let table = "rules tokens=5=63\ntile 33 0,0 0\ntile 12d 1,0 0\ntile 26d 2,0 0\nturn 0 place\n";
    let state = |coming| gold_rush::State::from_text(&setup, &format!("{table}coming {coming}\n")).unwrap();
    let states = ["12d 12d 26d", "12d 26d 12d"].map(state);
    compare::<GoldRush>(&states);
    // Two tiles of one kind.
    compare::<GoldRush>(&[state("12d 12d 12d")]);
    for players in [2, 3] {
        let setup = carcassonne(players, false, true);
        let states = ["U V", "V U"].map(|coming| {
            let text = format!("tile D 0,0 0\nturn 0 0 place U\ncoming {coming}\n");
            carcassonne::State::from_text(&setup, &text).unwrap()
        });
        compare::<Carcassonne>(&states);
    }
}

/// The tokens of others and the order of the tiles may be any.
#[test]
fn solutions_do_not_depend_on_what_is_hidden() {
    let mut rng = tool_stream(1);
    let found = last_positions::<GoldRush>(&gold_rush::Setup::printed(2), 0..6, 2, |state, solved| {
        let mut other = state.clone();
        other.determinize(state.to_move().expect("the game is in progress"), &mut rng);
        assert_eq!(solve::<GoldRush>(&other, 2), Some(solved), "{state:?}");
    });
    assert!(found >= 20, "{found} positions");
}

/// G24: a seat knows its own tokens; those of others and new ones count with the mean of the unseen.
#[test]
fn own_tokens_count_with_their_values() {
    let mut compared = 0;
    last_positions::<GoldRush>(&gold_rush::Setup::printed(2), 0..6, 0, |state, solved| {
        let seat = state.to_move().expect("the game is in progress");
        let rival = seat.next(2);
        let view = View::new(state, seat);
        let (own, mean) = (f32::from(view.own_token_points()), mean_token(&view));
        for SolvedMove { mv, value } in solved {
            let mut after = state.clone();
            after.play_unchecked(mv);
            if after.to_move().is_none() {
                let table = after.table();
                let new = f32::from(table.token_count(seat)) - f32::from(state.table().token_count(seat));
                let points = |seat| f32::from(table.feature_points(seat));
                let lead = points(seat) + own + mean * new - points(rival) - mean * f32::from(table.token_count(rival));
                assert!((value - lead).abs() < 0.001, "{mv:?}: {value} instead of {lead} in {state:?}");
                compared += 1;
            }
        }
    });
    assert!(compared > 10, "{compared} moves");
}

/// Compares the leads of whole turns in evaluations, for hints and analysis, with trying every move to the end.
fn compare_evaluations<G: LandscapeGame + Roster>(setup: &G::Setup, most_left: usize) -> usize {
    let mut compared = 0;
    last_positions::<G>(setup, 0..3, most_left, |state, _| {
        let (players, seat) = (state.players(), state.to_move().expect("the game is in progress"));
        let mut policy = LandscapeSearchPolicy::<G>::new(PlayoutPolicy::Heuristic, SearchWeights::for_players(players));
        let thoroughness = Thoroughness { selection: Selection::Outright(2), finalists: 6, worlds: 3 };
        let workers = Environment::sequential(players).workers;
        let request = EvaluationRequest { thoroughness, include: &[], workers, stopped: &|| false };
        let evaluations = evaluate_moves(&mut policy, &View::new(state, seat), &request, &mut tool_stream(1));
        let leads: Vec<f32> = evaluations.iter().map(|evaluation| evaluation.margins[0]).collect();
        assert!(leads.is_sorted_by(|one, next| one >= next), "{leads:?}");
        for MoveEvaluation { turn, exact, margins, .. } in &evaluations {
            let mut after = state.clone();
            turn.moves().for_each(|mv| after.play_unchecked(mv));
            let lead = best_leads(&after)[seat.index()];
            assert!(
                *exact && margins.iter().all(|margin| (margin - lead).abs() < 0.001),
                "{turn:?}: {lead} {margins:?}"
            );
            compared += 1;
        }
    });
    compared
}

#[test]
fn last_turns_are_evaluated_exactly() {
    let compared = [
        compare_evaluations::<GoldRush>(&gold_rush(2, "2=63"), 1),
        compare_evaluations::<GoldRush>(&gold_rush(3, "2=63"), 0),
        compare_evaluations::<Carcassonne>(&carcassonne(2, true, true), 1),
    ];
    assert!(compared.iter().all(|&turns| turns > 10), "{compared:?}");
}

/// Returns the points that a bot loses in the last decisions of some games, with at most this number of tiles left.
fn lost(spec: &str, games: std::ops::Range<u64>, most_left: usize) -> f32 {
    let bot = Spec::read::<GoldRush>(spec).unwrap();
    let mut lost = 0.0;
    last_positions::<GoldRush>(&gold_rush::Setup::printed(2), games, most_left, |state, solved| {
        let view = View::new(state, state.to_move().expect("the game is in progress"));
        let mv = bot.build::<GoldRush>(&Environment::sequential(2)).choose(&view, &mut tool_stream(1));
        let value = solved.iter().find(|solved| solved.mv == mv).expect("it is legal").value;
        lost += solved.iter().map(|solved| solved.value).fold(f32::MIN, f32::max) - value;
    });
    lost
}

/// A search that may solve them makes no mistake in last turns; another one does.
#[test]
fn searches_play_solved_turns_perfectly() {
    // Rewards flatten, so that a safe lead may be worth more than a bigger one.
    let scale = "scale=10000";
    let exact = lost(&format!("rollout:playouts=2,{scale},exact=1000000"), 0..6, 1);
    assert!(exact.abs() < 0.01, "{exact} points lost");
    assert!(lost(&format!("rollout:playouts=2,{scale}"), 0..40, 1) > 1.0);
}
