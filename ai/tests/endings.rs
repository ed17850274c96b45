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
use goldrush_engine::carcassonne::ingot_distribution::IngotDistribution;
use goldrush_engine::carcassonne::ingots::ingot_points;
use goldrush_engine::carcassonne::tiles::{TileMask, bit};
use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::{State, Text, View, successors};
use goldrush_engine::gold_rush::{self, GoldRush};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::ties::Ties;
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, below, shuffle, tool_stream};

/// Returns a seat's lead over the best other.
fn lead(seat: Player, players: usize, points: &Estimates) -> f32 {
    let others = (0..players).filter(|&other| other != seat.index());
    points[seat.index()] - others.map(|other| points[other]).fold(f32::MIN, f32::max)
}

/// Returns each seat's final lead if all play their best and know the order of the tiles.
fn best_leads<S: State>(state: &S) -> Estimates {
    let Some(seat) = state.to_move() else {
        let (mut points, mut leads) = (Estimates::default(), Estimates::default());
        state
            .scores()
            .iter()
            .for_each(|(seat, score)| points[seat.index()] = f32::from(score));
        Player::all(state.players())
            .for_each(|seat| leads[seat.index()] = lead(seat, state.players(), &points));
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

fn solve<G: LandscapeGame>(
    state: &G::State<'_>,
    players: usize,
) -> Option<Vec<SolvedMove<G::Move>>> {
    let mut policy = LandscapeSearchPolicy::<G>::new(
        PlayoutPolicy::Heuristic,
        SearchWeights::for_players(players),
    );
    let mut moves = Vec::new();
    let seat = state.to_move().expect("the game is in progress");
    policy
        .solve(&View::new(state, seat), &lead, 1 << 40, &mut moves)
        .then_some(moves)
}

/// Returns each seat's mean final lead over positions that differ only in the order of the tiles to come, if all play their best and
/// know no more than the tiles drawn.
fn best_mean_leads<G: LandscapeGame>(states: &[G::State<'_>]) -> Estimates {
    let hand = G::table(&states[0]).hand();
    let Some(seat) = states[0]
        .to_move()
        .filter(|_| states.iter().all(|state| G::table(state).hand() == hand))
    else {
        // From here on they are known apart.
        let mut mean = Estimates::default();
        for leads in states.iter().map(best_leads) {
            mean.iter_mut()
                .zip(leads)
                .for_each(|(mean, lead)| *mean += lead / states.len() as f32);
        }
        return mean;
    };
    let mut best: Option<Estimates> = None;
    for (mv, _) in successors(&states[0]) {
        let leads = best_mean_leads::<G>(&played::<G>(states, mv));
        if best.is_none_or(|best| leads[seat.index()] > best[seat.index()]) {
            best = Some(leads);
        }
    }
    best.expect("the seat to move has a move")
}

/// Returns positions after a move.
fn played<'s, G: LandscapeGame>(states: &[G::State<'s>], mv: G::Move) -> Vec<G::State<'s>> {
    let mut after = states.to_vec();
    after.iter_mut().for_each(|state| state.play_unchecked(mv));
    after
}

/// Compares the values of all moves of a position; `states` are all orders of its tiles, each as likely as the others.
fn compare<G: LandscapeGame>(states: &[G::State<'_>]) {
    let (first, players) = (&states[0], states[0].players());
    let seat = first.to_move().expect("the game is in progress").index();
    let solved = solve::<G>(first, players).expect("few tiles are left");
    for (mv, _) in successors(first) {
        let value = best_mean_leads::<G>(&played::<G>(states, mv))[seat];
        let found = solved
            .iter()
            .find(|solved| solved.mv == mv)
            .expect("all moves have a value")
            .value;
        assert!(
            (found - value).abs() < 0.001,
            "{mv:?}: {found} instead of {value} in {first:?}"
        );
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
        let (mut agent, mut rng) = (
            heuristic.build::<G>(&Environment::sequential(state.players())),
            tool_stream(1),
        );
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
    last_positions::<G>(setup, 0..3, most_left, |state, _| {
        compare::<G>(std::slice::from_ref(state));
    })
}

/// Gold Rush with equal tokens, so that nothing that scores is hidden.
fn gold_rush(players: usize, tokens: &str) -> gold_rush::Setup {
    let rules = gold_rush::Rules {
        tokens: Some(tokens.parse().unwrap()),
        ..gold_rush::Rules::default()
    };
    gold_rush::Setup::new(
        gold_rush::Catalogue::built_in("gold_rush").unwrap(),
        rules,
        players,
    )
    .unwrap()
}

fn carcassonne(players: usize, gold_mines: bool, choose_ingots: bool) -> carcassonne::Setup {
    let rules = carcassonne::Rules {
        gold_mines,
        choose_ingots,
        ..carcassonne::Rules::default()
    };
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
    let state =
        |coming| gold_rush::State::from_text(&setup, &format!("{table}coming {coming}\n")).unwrap();
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

/// Three tiles may come in any order.
#[test]
fn three_tiles_left_are_averaged() {
    let setup = carcassonne(2, false, true);
    let states = ["B B A", "B A B", "A B B"].map(|coming| {
        let text = format!("tile D 0,0 0\nturn 0 0 place C\ncoming {coming}\n");
        carcassonne::State::from_text(&setup, &text).unwrap()
    });
    compare::<Carcassonne>(&states);
}

/// The tokens of others and the order of the tiles may be any.
#[test]
fn solutions_do_not_depend_on_what_is_hidden() {
    let mut rng = tool_stream(1);
    let found =
        last_positions::<GoldRush>(&gold_rush::Setup::printed(2), 0..6, 2, |state, solved| {
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
                let new =
                    f32::from(table.token_count(seat)) - f32::from(state.table().token_count(seat));
                let points = |seat| f32::from(table.feature_points(seat));
                let lead = points(seat) + own + mean * new
                    - points(rival)
                    - mean * f32::from(table.token_count(rival));
                assert!(
                    (value - lead).abs() < 0.001,
                    "{mv:?}: {value} instead of {lead} in {state:?}"
                );
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
        let (players, seat) = (
            state.players(),
            state.to_move().expect("the game is in progress"),
        );
        let mut policy = LandscapeSearchPolicy::<G>::new(
            PlayoutPolicy::Heuristic,
            SearchWeights::for_players(players),
        );
        let thoroughness = Thoroughness {
            selection: Selection::Outright(2),
            finalists: 6,
            worlds: 3,
        };
        let workers = Environment::sequential(players).workers;
        let request = EvaluationRequest {
            thoroughness,
            include: &[],
            workers,
            stopped: &|| false,
        };
        let evaluations = evaluate_moves(
            &mut policy,
            &View::new(state, seat),
            &request,
            &mut tool_stream(1),
        );
        let leads: Vec<f32> = evaluations
            .iter()
            .map(|evaluation| evaluation.margins[0])
            .collect();
        assert!(leads.is_sorted_by(|one, next| one >= next), "{leads:?}");
        for MoveEvaluation {
            turn,
            exact,
            margins,
            ..
        } in &evaluations
        {
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
    last_positions::<GoldRush>(
        &gold_rush::Setup::printed(2),
        games,
        most_left,
        |state, solved| {
            let view = View::new(state, state.to_move().expect("the game is in progress"));
            let mv = bot
                .build::<GoldRush>(&Environment::sequential(2))
                .choose(&view, &mut tool_stream(1));
            let value = solved
                .iter()
                .find(|solved| solved.mv == mv)
                .expect("it is legal")
                .value;
            lost += solved
                .iter()
                .map(|solved| solved.value)
                .fold(f32::MIN, f32::max)
                - value;
        },
    );
    lost
}

/// A search that may solve them makes no mistake in last turns; another one does.
#[test]
fn searches_play_solved_turns_perfectly() {
    // Rewards flatten, so that a safe lead may be worth more than a bigger one.
    let scale = "scale=10000";
    let exact = lost(
        &format!("rollout:playouts=2,{scale},exact=1000000"),
        0..6,
        1,
    );
    assert!(exact.abs() < 0.01, "{exact} points lost");
    assert!(lost(&format!("rollout:playouts=2,{scale}"), 0..40, 1) > 1.0);
}

/// Returns the tiles from which a seat with these claims may take an ingot.
fn claimed_tiles(claims: u8, left: [u8; 3]) -> impl Iterator<Item = usize> {
    (0..left.len()).filter(move |tile| claims >> tile & 1 == 1 && left[*tile] > 0)
}

/// Returns the lead of the first of two seats if both take their best ingots, in turn order from `seat`, of those left on tiles.
fn best_ingot_lead(claims: [u8; 2], left: [u8; 3], taken: [u8; 2], seat: usize) -> i32 {
    let seat = if claimed_tiles(claims[seat], left).next().is_none() {
        1 - seat
    } else {
        seat
    };
    let leads = claimed_tiles(claims[seat], left).map(|tile| {
        let (mut left, mut taken) = (left, taken);
        left[tile] -= 1;
        taken[seat] += 1;
        best_ingot_lead(claims, left, taken, 1 - seat)
    });
    let best = if seat == 0 { leads.max() } else { leads.min() };
    best.unwrap_or_else(|| i32::from(ingot_points(taken[0])) - i32::from(ingot_points(taken[1])))
}

/// Returns the number of ingots that each of two seats takes by the automatic rule.
fn taken_by_rule(claims: [u8; 2], left: [u8; 3], seat: usize) -> [u8; 2] {
    let golden = (0..3_u8)
        .filter(|tile| left[usize::from(*tile)] > 0)
        .fold(0, |set, tile| set | bit(TileId(tile)));
    let claims = claims.map(TileMask::from);
    let mut taking = IngotDistribution::new(&claims, golden, |tile| left[usize::from(tile.0)]);
    taking.take_all(Player::new(seat).unwrap());
    [0, 1].map(|seat| taking.taken(Player::new(seat).unwrap()))
}

/// M5: between two seats the automatic rule takes as if both played their best: with all claims to three tiles, up to two ingots on
/// each, and numbers of ingots taken before around which their points jump.
#[test]
fn automatic_rule_for_shared_ingots_is_best_for_both_of_two() {
    let before = [0, 2, 3, 5, 8];
    let (mut tried, mut matters) = (0, 0);
    for (ingots, claims, seat) in (0..27_u8).flat_map(|ingots| {
        (0..64_u8).flat_map(move |claims| [(ingots, claims, 0), (ingots, claims, 1)])
    }) {
        let left = [ingots % 3, ingots / 3 % 3, ingots / 9];
        let claims = [claims % 8, claims / 8];
        let taken = taken_by_rule(claims, left, seat);
        for before in before
            .into_iter()
            .flat_map(|one| before.map(|other| [one, other]))
        {
            let [one, other] =
                [0, 1].map(|seat| i32::from(ingot_points(before[seat] + taken[seat])));
            let best = best_ingot_lead(claims, left, before, seat);
            assert_eq!(
                one - other,
                best,
                "{claims:?} {left:?} {before:?}, from {seat}"
            );
            tried += 1;
            matters += usize::from(claims[0] & claims[1] != 0 && claims[0] != claims[1]);
        }
    }
    assert!(tried > 80_000 && matters > 20_000, "{matters} of {tried}");
}

/// Returns the number of positions from here to the end of the game that `is_special` selects.
fn special<S: State>(state: &S, is_special: &impl Fn(&S) -> bool) -> usize {
    usize::from(is_special(state))
        + successors(state)
            .map(|(_, after)| special(&after, is_special))
            .sum::<usize>()
}

/// Plays random games of a few tiles and compares all positions with at most two tiles left from which a special one may follow; of
/// those that begin with a placement and two tiles left, which cost most, only some. `begin` deals a game twice: with the last two
/// tiles in both orders. Returns the numbers of positions compared, by tiles left.
fn compare_small_games<'s, G: LandscapeGame>(
    games: u64,
    begin: impl Fn(&mut StreamRng) -> [G::State<'s>; 2],
    is_special: impl Fn(&G::State<'s>) -> bool,
) -> [usize; 3] {
    const MOST_PLACEMENTS: usize = 1;
    let (mut compared, mut placements) = ([0; 3], 0);
    for game in 0..games {
        let mut rng = tool_stream(game);
        let mut orders = begin(&mut rng).to_vec();
        while orders[0].to_move().is_some() {
            let table = G::table(&orders[0]);
            let left = table.tiles_left();
            let is_costly = left == 2 && table.is_placing();
            if left <= 2
                && !(is_costly && placements == MOST_PLACEMENTS)
                && solve::<G>(&orders[0], 2).is_some()
                && special(&orders[0], &is_special) > 0
            {
                compare::<G>(&orders);
                compared[left] += 1;
                placements += usize::from(is_costly);
            }
            let mv = orders[0]
                .random_move(&mut rng)
                .expect("the game is in progress");
            orders.iter_mut().for_each(|state| state.play_unchecked(mv));
            // Now the two differ in the tile in hand.
            if G::table(&orders[0]).tiles_left() < 2 {
                orders.truncate(1);
            }
        }
    }
    compared
}

/// Returns some tiles of a bag, and the same with the last two exchanged.
fn two_orders(mut bag: Vec<KindId>, tiles: usize, rng: &mut StreamRng) -> [Vec<KindId>; 2] {
    shuffle(rng, &mut bag);
    bag.truncate(tiles);
    let mut other = bag.clone();
    other.swap(tiles - 2, tiles - 1);
    [bag, other]
}

/// True if the newest tile completes a mountain with tokens, of which several seats have the majority.
fn completes_tied_mountain(state: &gold_rush::State<'_>) -> bool {
    let table = state.table();
    let tile = table.landscape().tile(table.newest());
    let words = (0..table.segments(tile).len())
        .filter(|at| table.segments(tile)[*at].kind == gold_rush::FeatureKind::Mountain)
        .map(|at| table.word(table.feature(tile.segment(at))));
    table.phase() == gold_rush::Phase::Act
        && words.into_iter().any(|word| {
            word.is_complete() && word.tokens() > 0 && word.pieces().majority().len() > 1
        })
}

#[test]
#[ignore = "slow"]
fn v17_endings_with_tied_mountains_are_solved_exactly() {
    let rules = gold_rush::Rules {
        tokens: Some("3=63".parse().unwrap()),
        ties: Ties::Nobody,
        ..gold_rush::Rules::default()
    };
    let catalogue = gold_rush::Catalogue::built_in("gold_rush").unwrap();
    let setup = gold_rush::Setup::new(catalogue, rules, 2).unwrap();
    let mountains: Vec<KindId> = setup
        .catalogue()
        .bag()
        .into_iter()
        .filter(|kind| {
            let kind = &setup.catalogue().kinds()[kind.index()];
            kind.segments
                .iter()
                .any(|segment| segment.kind == gold_rush::FeatureKind::Mountain)
        })
        .collect();
    let compared = compare_small_games::<GoldRush>(
        60,
        |rng| {
            two_orders(mountains.clone(), 8, rng).map(|tiles| {
                let deal = gold_rush::Deal::new(&setup, &tiles, &[3; 63]).unwrap();
                gold_rush::State::with_deal(&setup, &deal, &mut ())
            })
        },
        completes_tied_mountain,
    );
    assert!(compared.iter().sum::<usize>() > 0, "{compared:?}");
}

/// Returns a position in which tile W, laid at 0,2, completes a road of both seats and up to two roads of either: with ingots on all
/// of them, it matters in which order these are taken. `coming` are the tile in hand and those after it.
fn shared_roads(rng: &mut StreamRng, coming: &str) -> String {
    let (hand, after) = coming.split_once(' ').unwrap_or((coming, ""));
    let mut text = String::new();
    for tile in [
        "A 0,0 0", "U 0,1 90", "B 1,1 0", "B -1,1 0", "A 1,2 90", "W -1,2 0",
    ] {
        let ingots = if tile.starts_with('B') {
            0
        } else {
            below(rng, 3)
        };
        text += &match ingots {
            0 => format!("tile {tile}\n"),
            _ => format!("tile {tile} {ingots}\n"),
        };
    }
    let [one, mover] = [0, 0].map(|_| below(rng, 2));
    text += &format!("follower {one} 0,0 road\nfollower {} 0,1 road\n", 1 - one);
    for place in ["1,2 road", "-1,2 road E"] {
        match below(rng, 3) {
            2 => {}
            seat => text += &format!("follower {seat} {place}\n"),
        }
    }
    let [first, second] = [0, 0].map(|_| below(rng, 4));
    text +=
        &format!("ingots {first} {second}\nturn {mover} {mover} place {hand}\ncoming {after}\n");
    text
}

/// True if a seat takes an ingot, and its lead depends on from which tile.
fn has_choice_of_ingots(state: &carcassonne::State<'_>) -> bool {
    let (Some(seat), carcassonne::Phase::Take) = (state.to_move(), state.table().phase()) else {
        return false;
    };
    let leads: Vec<f32> = successors(state)
        .map(|(_, after)| best_leads(&after)[seat.index()])
        .collect();
    leads.iter().any(|lead| *lead != leads[0])
}

/// Compares positions with shared ingots; returns the number of those in which it matters which ingot somebody takes.
fn compare_shared_ingots(positions: u64, orders: &[&str]) -> usize {
    let setup = carcassonne(2, true, true);
    let choices = (0..positions).map(|position| {
        let states: Vec<_> = orders
            .iter()
            .map(|order| {
                let text = shared_roads(&mut tool_stream(position), order);
                carcassonne::State::from_text(&setup, &text).unwrap()
            })
            .collect();
        compare::<Carcassonne>(&states);
        special(&states[0], &has_choice_of_ingots)
    });
    choices.filter(|choices| *choices > 0).count()
}

/// M5: two seats that share ingots in the last turn have a choice, and the automatic rule is best for both.
#[test]
fn m5_endings_with_a_choice_of_ingots_are_solved_exactly() {
    let last = compare_shared_ingots(200, &["W"]);
    assert!(last > 40, "{last} positions with a choice");
    let before = compare_shared_ingots(4, &["U W"]);
    assert!(before > 0, "{before} positions with a choice");
}
