//! Numbers of the rules: V10–V21.

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::FeatureKind::{City, Mountain, Prairie, Railroad};
use goldrush_engine::gold_rush::{Rules, State};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::rng::tool_stream;

use super::{actions, end, game, pile, play, points, setup, token_count};

/// Returns a position under other rules, at the end of the game.
fn ended(rules: &str, position: &str) -> State<'static> {
    end(&game(&format!("rules {rules}; {position}")))
}

/// A railroad of four tiles with one locomotive; the last one completes it for seat 0.
const RAILROAD: &str = "tile 26d 0,0 0; tile 17 1,0 0; tile 12d 2,0 0; cowboy 0 0,0 railroad E; turn 0 place; coming 26d";

/// Returns the points of the railroad for seat 0 under other rules.
fn railroad(rules: &str) -> u16 {
    let mut state = game(&format!("rules {rules}; {RAILROAD}"));
    play(&mut state, "place 3,0 0; none");
    points(&state, Railroad)[0]
}

#[test]
fn v10_railroads_score_other_points() {
    assert_eq!(
        ["tents=1", "railroad_points=3", "railroad_points=0"].map(railroad),
        [8, 24, 0]
    );
    let incomplete = "tile 17 0,0 0; tile 12d 1,0 0; cowboy 0 0,0 railroad E; turn 1 act";
    assert_eq!(
        points(
            &ended("railroad_points=3 locomotive_factor=3", incomplete),
            Railroad
        ),
        [6, 0]
    );
}

#[test]
fn v11_locomotives_multiply_by_other_factors() {
    assert_eq!(
        ["locomotive_factor=3", "locomotive_factor=1"].map(railroad),
        [12, 4]
    );
}

#[test]
fn v12_nuggets_score_other_points() {
    let position = "tile 71 0,0 0; cowboy 0 0,0 mountain E; turn 1 act";
    assert_eq!(
        points(&ended("nugget_points=2", position), Mountain),
        [6, 0]
    );
}

/// A city with one completed railroad.
const CITY: &str = "tile 27 0,0 0; tile 26d -1,0 0; cowboy 1 0,0 city; turn 0 act";

#[test]
fn v13_cities_score_other_points() {
    assert_eq!(points(&ended("city_points=5", CITY), City), [0, 5]);
}

/// A prairie with a camp and a herd, and a farmer of each seat.
const PRAIRIE: &str = "tile 12a 0,0 0; tile 12b 1,0 0; tile 12d 2,0 0; cowboy 0 0,0 prairie Nw; cowboy 1 2,0 prairie Nw; turn 0 act";

#[test]
fn v14_camps_score_other_points() {
    assert_eq!(points(&ended("camp_points=5", PRAIRIE), Prairie), [9, 9]);
}

#[test]
fn v15_herds_score_other_points() {
    assert_eq!(points(&ended("herd_points=0", PRAIRIE), Prairie), [2, 2]);
}

#[test]
fn v16_incomplete_features_score_nothing() {
    assert_eq!(points(&ended("incomplete=false", CITY), City), [0, 0]);
    let mountain = "tile 71 0,0 0; cowboy 0 0,0 mountain E; turn 1 act";
    assert_eq!(
        points(&ended("incomplete=false", mountain), Mountain),
        [0, 0]
    );
    let railroad = "tile 17 0,0 0; tile 12d 1,0 0; cowboy 0 0,0 railroad E; turn 1 act";
    assert_eq!(
        points(&ended("incomplete=false", railroad), Railroad),
        [0, 0]
    );
    assert_eq!(points(&ended("incomplete=false", PRAIRIE), Prairie), [6, 6]);
}

#[test]
fn v17_tied_seats_score_nothing_or_half() {
    assert_eq!(points(&ended("ties=nobody", PRAIRIE), Prairie), [0, 0]);
    assert_eq!(
        points(&ended("ties=half camp_points=3", PRAIRIE), Prairie),
        [3, 3]
    );
    // A completed mountain of five nuggets with three tokens.
    let tied = |rules: &str| {
        let mut state = game(&format!(
            "rules {rules}; tile 47a 0,0 90; tile 47a 0,1 180; tile 47a 1,1 180; tile 47a 2,1 180; tile 47a 2,0 270;
             cowboy 0 0,0 mountain E; cowboy 1 2,0 mountain W; turn 0 place; coming 71"
        ));
        play(&mut state, "place 1,0 0; none");
        (
            points(&state, Mountain),
            token_count(&state).iter().sum::<u8>(),
        )
    };
    let (all, tokens) = tied("ties=all");
    assert!(all[0] == all[1] && all[0] > 1 && tokens > 0);
    assert_eq!(tied("ties=half"), (vec![all[0] / 2; 2], tokens));
    assert_eq!(
        tied("ties=nobody"),
        (vec![0, 0], 0),
        "tokens return to the supply"
    );
}

#[test]
fn v18_tents_keep_to_some_mountains() {
    // Mountains with a cowboy of seat 0 in the west, with one of seat 1, and without any in the east.
    let targets = |rules: &str| {
        let state = game(&format!(
            "rules {rules}; tile 70 0,0 270; tile 70 1,0 90; tile 70 2,0 270; tile 70 3,0 90; tile 70 -1,0 90;
             cowboy 0 0,0 mountain N; cowboy 1 2,0 mountain N; turn 0 act"
        ));
        let column = |place: &String| {
            place
                .split(',')
                .next()
                .and_then(|x| x.parse().ok())
                .unwrap()
        };
        actions(&state, "tent")
            .iter()
            .map(column)
            .collect::<Vec<i8>>()
    };
    assert_eq!(targets("tent_places=any"), [1, 3, -1]);
    assert_eq!(targets("tent_places=without-others"), [3, -1]);
    assert_eq!(targets("tent_places=with-cowboys"), [1, -1]);
    assert_eq!(targets("tent_places=with-own"), [-1]);
}

#[test]
fn v19_nuggets_bring_other_numbers_of_tokens() {
    let tokens = |rules: &str| {
        let mut state = game(&format!(
            "rules {rules}; tile 33 0,0 0; turn 0 place; coming 71"
        ));
        play(&mut state, "place 0,1 0");
        pile(&state, "0,1 mountain E")
    };
    let printed = tokens("tokens_per_nugget=1");
    assert!(printed > 0);
    assert_eq!(tokens("tokens_per_nugget=3"), 3 * printed);
    assert_eq!(tokens("tokens_per_nugget=0"), 0);
}

#[test]
fn v20_tiles_left_out_are_never_drawn() {
    let mut rng = tool_stream(3);
    let rules = Rules {
        tiles_left_out: 12,
        ..Rules::default()
    };
    let mut state = State::deal(setup(rules, 2), &mut rng);
    assert_eq!(state.table().tiles_left(), 71 - 12 - 1);
    state.play_out(&mut rng);
    let table = state.table();
    assert_eq!(
        table.landscape().tiles().len() + state.discarded().len(),
        72 - 12
    );
    let kinds = (0..table.tiles().kinds() as u8).map(KindId);
    assert_eq!(
        kinds.map(|kind| table.left(kind)).sum::<u8>(),
        12,
        "nobody has seen them"
    );
}

#[test]
fn v21_seats_begin_with_points() {
    let mut rng = tool_stream(3);
    let rules = Rules {
        komi: "4".parse().unwrap(),
        ..Rules::default()
    };
    let mut state = State::deal(setup(rules, 3), &mut rng);
    assert_eq!(state.scores().as_slice(), [0, 4, 4]);
    state.play_out(&mut rng);
    let sources = |seat| state.sources(seat).iter().sum::<u16>();
    for (seat, score) in state.scores().iter() {
        assert_eq!(score, sources(seat) + if seat.index() == 0 { 0 } else { 4 });
    }
}
