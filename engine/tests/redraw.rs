//! Another tile in hand, or another card at a place, gives the game that had been dealt so.

use goldrush_engine::game::{State as _, Text};
use goldrush_engine::landscape::state::State;
use goldrush_engine::landscape::table::TileGame;
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::rng::tool_stream;
use goldrush_engine::{carcassonne, gold_rush, knizia_gold};

/// Plays a random game. Before every placement, draws each kind of tile instead and compares with a game dealt in that order; `audit`
/// recomputes everything that is kept up to date from move to move.
fn check<'s, G: TileGame>(
    dealt: State<'s, G>,
    dealt_in: impl Fn(&State<'s, G>) -> State<'s, G>,
    audit: impl Fn(&State<'s, G>) -> Result<(), String>,
) where
    State<'s, G>: Text<Move = G::Move>,
{
    let (mut state, mut played, mut rng) = (dealt, Vec::new(), tool_stream(5));
    let kinds = || (0..=255).map(KindId);
    while let Some(mv) = state.random_move(&mut rng) {
        let possible: Vec<KindId> = state
            .table()
            .possible_draws()
            .map(|(kind, _)| kind)
            .collect();
        for kind in kinds() {
            let mut other = state.clone();
            assert_eq!(
                other.redraw(kind, &mut rng),
                state.table().is_placing() && possible.contains(&kind)
            );
            let changed = other
                .draw_order()
                .iter()
                .zip(state.draw_order())
                .filter(|(now, before)| now != before);
            assert_eq!(changed.count(), if other == state { 0 } else { 2 });
            if other == state {
                continue;
            }
            assert_eq!(other.table().hand(), kind);
            let mut slow = dealt_in(&other);
            played
                .iter()
                .for_each(|&mv| slow.play(mv).expect("it was legal before the draw"));
            let mut redealt = state.clone();
            redealt.adopt_deal(&other);
            assert!(
                other == slow && redealt == slow,
                "{other:?}\n{redealt:?}\n{slow:?}"
            );
            let left = |state: &State<'s, G>| {
                (
                    state.table().tiles_left(),
                    kinds()
                        .take(99)
                        .map(|kind| state.table().left(kind))
                        .collect::<Vec<_>>(),
                )
            };
            assert_eq!([left(&other), left(&redealt)], [left(&slow), left(&slow)]);
            assert_eq!(audit(&other), Ok(()));
            let (mut moves, mut same) = (Vec::new(), Vec::new());
            other.legal_moves(&mut moves);
            slow.legal_moves(&mut same);
            assert_eq!(moves, same);
            other.play_out(&mut tool_stream(3));
            slow.play_out(&mut tool_stream(3));
            assert!(other == slow && other.scores() == slow.scores());
        }
        played.push(mv);
        state.play_unchecked(mv);
    }
}

#[test]
fn tile_in_hand_can_be_exchanged_in_gold_rush() {
    use gold_rush::{Catalogue, Deal, Rules, Setup, State};
    for (players, tiles_left_out) in [(2, 0), (3, 9)] {
        let rules = Rules {
            tiles_left_out,
            ..Rules::default()
        };
        let setup = Setup::new(Catalogue::built_in("gold_rush").unwrap(), rules, players).unwrap();
        let dealt_in = |state: &State<'_>| {
            let (tiles, tokens) = state.deal_order();
            State::with_deal(
                &setup,
                &Deal::new(&setup, &tiles, &tokens).unwrap(),
                &mut (),
            )
        };
        check(
            State::deal(&setup, &mut tool_stream(players as u64)),
            dealt_in,
            gold_rush::audit::audit,
        );
    }
}

#[test]
fn tile_in_hand_can_be_exchanged_in_carcassonne() {
    use carcassonne::{Catalogue, Rules, Setup, State};
    for (players, gold_mines) in [(2, false), (3, true)] {
        let rules = Rules {
            gold_mines,
            ..Rules::default()
        };
        let setup = Setup::new(Catalogue::printed().into(), rules, players).unwrap();
        let dealt_in = |state: &State<'_>| State::with_deal(&setup, state.deal_order(), &mut ());
        check(
            State::deal(&setup, &mut tool_stream(players as u64)),
            dealt_in,
            carcassonne::audit::audit,
        );
    }
}

/// In matches, too: games that have not begun keep their cards.
#[test]
fn unseen_card_can_be_exchanged() {
    use knizia_gold::{Card, KINDS, Setup, State};
    for players in 2..=5 {
        let mut rng = tool_stream(players as u64);
        let dealt = State::deal(Setup::new(players, players % 2 == 1).unwrap(), &mut rng);
        let (mut state, mut played) = (dealt.clone(), Vec::new());
        while let Some(mv) = state.random_move(&mut rng) {
            let (unseen, kinds) = (
                state.table().unseen() >> mv.0 & 1 == 1,
                state.table().unseen_kinds(),
            );
            for kind in 0..KINDS {
                let mut other = state.clone();
                assert_eq!(
                    other.redraw(mv, Card::of_kind(kind), &mut rng),
                    unseen && kinds[kind] > 0
                );
                if other == state {
                    continue;
                }
                assert_eq!(other.card_under(mv), Card::of_kind(kind));
                assert_eq!(other.table().unseen_kinds(), kinds);
                let mut slow = dealt.clone();
                slow.adopt_deal(&other);
                played.iter().for_each(|&mv| {
                    slow.play(mv)
                        .expect("it was legal before the card was seen");
                });
                assert_eq!(other, slow);
            }
            played.push(mv);
            state.play_unchecked(mv);
        }
    }
}
