//! Prospects of a turn of a tile game: whose unfinished features it claims, makes larger or contests, in points at the
//! end as they now stand.

use goldrush_engine::game::{Points, State as _};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::table::{Table, TileGame};
use goldrush_engine::player::{Player, PlayerSet};

use super::change::{Change, feature_of};
use super::viewer::{Viewer, count};

/// Most features that are named: the largest changes.
const MOST: usize = 2;

/// Returns the points that a feature offers its majority at the end of the game.
type Worth<G> = fn(&Table<G>, SegmentId) -> Points;

/// A feature with pieces, before or after a turn.
#[derive(Clone, Copy)]
struct Standing {
    /// A segment of it.
    segment: SegmentId,
    /// The seats with most pieces there.
    seats: PlayerSet,
    points: Points,
}

impl Standing {
    /// Returns the points of a seat.
    fn of(&self, seat: Player) -> i32 {
        if self.seats.contains(seat) {
            self.points.into()
        } else {
            0
        }
    }
}

/// Returns the unfinished features on which pieces stand.
fn standings<G: TileGame>(table: &Table<G>, worth: Worth<G>) -> Vec<Standing> {
    let mut all: Vec<Standing> = Vec::new();
    for segment in segments(table) {
        let feature = table.feature(segment);
        let word = table.word(feature);
        let is_open = !word.pieces().is_empty() && !word.is_complete();
        let mut known = all.iter().map(|known| table.feature(known.segment));
        if is_open && known.all(|known| known != feature) {
            all.push(Standing {
                segment,
                seats: word.pieces().majority(),
                points: worth(table, segment),
            });
        }
    }
    all
}

fn segments<G: TileGame>(table: &Table<G>) -> impl Iterator<Item = SegmentId> {
    (0..table.landscape().features().len() as u16).map(SegmentId)
}

/// Returns what a turn changes in the points that unfinished features offer the seats, the largest changes first.
pub(super) fn prospects<G: TileGame<FeatureKind: Into<&'static str>>>(
    before: &G::State<'_>,
    moves: &[G::Move],
    viewer: &Viewer,
    worth: Worth<G>,
) -> Vec<Change> {
    let Some(mover) = before.to_move() else {
        return Vec::new();
    };
    let mut after = before.clone();
    moves.iter().for_each(|&mv| after.play_unchecked(mv));
    let table = G::table(&after);
    let old = standings(G::table(before), worth);
    let mut changes = Vec::new();
    for now in standings(table, worth) {
        let joined: Vec<Standing> = old
            .iter()
            .filter(|was| table.feature(was.segment) == table.feature(now.segment))
            .copied()
            .collect();
        let kind: &'static str = table.kind(now.segment).into();
        for seat in Player::all(before.players()) {
            let was: i32 = joined.iter().map(|was| was.of(seat)).sum();
            let grows = now.of(seat) - was;
            let is_new = seat == mover && joined.is_empty();
            if grows == 0 && !is_new {
                continue;
            }
            let what = Feature {
                kind,
                seat,
                mover,
                viewer,
            };
            changes.push((grows.abs(), what.change(grows, now, &joined)));
        }
    }
    changes.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    changes.truncate(MOST);
    changes.into_iter().map(|(_, change)| change).collect()
}

/// A feature as one seat has it, to be named.
struct Feature<'a> {
    kind: &'static str,
    seat: Player,
    mover: Player,
    viewer: &'a Viewer,
}

impl Feature<'_> {
    /// Describes how many points more or fewer it now offers the seat; `joined` are the features of before in it.
    fn change(&self, grows: i32, now: Standing, joined: &[Standing]) -> Change {
        let Feature { kind, viewer, .. } = *self;
        let points = count(grows.unsigned_abs() as usize, "point");
        let is_own = self.seat == self.mover;
        let held_before: PlayerSet = joined.iter().flat_map(|was| was.seats.iter()).collect();
        let whose = feature_of(kind, [self.seat].into_iter().collect(), viewer);
        if is_own && joined.is_empty() {
            let worth = match now.points {
                0 => "that is worth nothing yet".into(),
                _ => format!("worth {points} so far"),
            };
            return Change::new("claim", format!("a {kind} {worth}"));
        }
        if is_own && !held_before.contains(self.seat) {
            let others = feature_of(kind, held_before, viewer);
            let verb = if now.seats.len() > 1 { "share" } else { "take" };
            return Change::new(verb, format!("{others}, worth {points} so far"));
        }
        match (grows < 0, is_own) {
            (false, _) => Change::new("add", format!("{points} to {whose}")),
            (true, true) => Change::new("cost", format!("{points} of {whose}")),
            (true, false) => Change::new("take", format!("{points} from {whose}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};
    use goldrush_engine::gold_rush::{self, GoldRush};
    use goldrush_engine::rng::tool_stream;

    use super::*;
    use crate::change::in_words;
    use crate::playable::Playable;

    /// Plays a random game; returns what its turns change in unfinished features, in words.
    fn of_game<G: Playable>(setup: G::Setup) -> Vec<String> {
        let setup = Box::leak(Box::new(setup));
        let mut rng = tool_stream(4);
        let mut state = G::deal(setup, &mut rng);
        let names = Player::all(state.players()).map(|seat| seat.letter().to_string());
        let viewer = Viewer::open(names.collect());
        let mut all = Vec::new();
        while state.to_move().is_some() {
            let before = state.clone();
            let mut moves = Vec::new();
            while moves.is_empty() || (state.to_move().is_some() && !G::begins_turn(&state)) {
                let mv = state
                    .random_move(&mut rng)
                    .expect("the game is in progress");
                state.play_unchecked(mv);
                moves.push(mv);
            }
            all.extend(in_words(&G::prospects(&before, &moves, &viewer)));
        }
        all
    }

    #[test]
    fn turns_say_what_they_change_in_unfinished_features() {
        let carcassonne = |players, gold_mines| {
            let rules = Rules {
                gold_mines,
                ..Rules::default()
            };
            let setup = Setup::new(Catalogue::printed().into(), rules, players).unwrap();
            of_game::<Carcassonne>(setup)
        };
        for players in 2..=5 {
            let games = [
                carcassonne(players, false),
                carcassonne(players, true),
                of_game::<GoldRush>(gold_rush::Setup::printed(players)),
            ];
            for game in &games {
                for part in ["claims a ", " to A's "] {
                    let mut said = game.iter();
                    assert!(said.any(|words| words.contains(part)), "{part}: {game:?}");
                }
            }
            for seat in Player::all(players) {
                let part = format!(" to {}'s ", seat.letter());
                let mut said = games.iter().flatten();
                assert!(said.any(|words| words.contains(&part)), "{players}, {part}");
            }
        }
    }

    #[test]
    fn claims_shares_and_losses_have_their_words() {
        let viewer = Viewer::open(["A", "B"].map(String::from).into());
        let [a, b] = [0, 1].map(|seat| Player::new(seat).unwrap());
        let standing = |seats: &[Player], points| Standing {
            segment: SegmentId(0),
            seats: seats.iter().copied().collect(),
            points,
        };
        let said = |seat, grows, now, joined: &[Standing]| {
            let kind = "city";
            let feature = Feature {
                kind,
                seat,
                mover: a,
                viewer: &viewer,
            };
            in_words(&[feature.change(grows, now, joined)]).concat()
        };
        let theirs = [standing(&[b], 4)];
        for (words, wanted) in [
            (
                said(a, 3, standing(&[a], 3), &[]),
                "claims a city worth 3 points so far",
            ),
            (
                said(a, 0, standing(&[a], 0), &[]),
                "claims a city that is worth nothing yet",
            ),
            (
                said(a, 6, standing(&[a, b], 6), &theirs),
                "shares B's city, worth 6 points so far",
            ),
            (
                said(a, 6, standing(&[a], 6), &theirs),
                "takes B's city, worth 6 points so far",
            ),
            (
                said(b, -4, standing(&[a], 6), &theirs),
                "takes 4 points from B's city",
            ),
            (
                said(b, 2, standing(&[b], 6), &theirs),
                "adds 2 points to B's city",
            ),
            (
                said(a, -1, standing(&[b], 6), &[standing(&[a], 1)]),
                "costs 1 point of A's city",
            ),
        ] {
            assert_eq!(words, wanted);
        }
    }
}
