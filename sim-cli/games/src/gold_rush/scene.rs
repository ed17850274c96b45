//! Scenes of Gold Rush.

use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::gold_rush::{
    Action, FeatureKind, GoldRush, Move, SOURCES, Setup, State, Table,
};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;

use super::actions::{self, ActionChoice};
use super::describe::{describe_feature, edge, joins, tile, tile_name};
use super::glyphs::{Marks, SIZES, landscape, legend, loose_picture};
use super::words::cell_of;
use crate::scene::{
    Choice, ChoiceSpot, Count, Landscape, LeadRange, Picture, Pieces, Question, Seat, Secret,
};
use crate::scored::potential;
use crate::tile_scene::{self, TileScene};
use crate::viewer::{Viewer, count};

/// The question once the tile is placed.
const ASKED: &str = "Cowboy, tent, mine or pass?";

/// Name of what a seat hides from the others.
pub(super) const TOKENS: &str = "tokens";

impl TileScene for GoldRush {
    const SCALES: &'static [(usize, usize)] = &SIZES;

    fn names(_: &Setup) -> (&'static str, &'static str) {
        ("Carcassonne: Gold Rush", "Gold Rush")
    }

    fn describe(table: &Table, segment: SegmentId, viewer: &Viewer) -> String {
        describe_feature(table, segment, viewer) + &potential(table.potential_points(segment))
    }

    fn joins(state: &State<'static>, cell: Cell, rotation: Rotation, viewer: &Viewer) -> String {
        joins(state, cell, rotation, viewer)
    }

    fn kind_name(setup: &Setup, kind: KindId) -> String {
        tile_name(setup.catalogue().kind(kind))
    }

    fn kind_words(setup: &Setup, kind: KindId) -> String {
        tile(setup.catalogue().kind(kind), Rotation::R0)
    }

    fn loose_picture(setup: &Setup, kind: KindId, rotation: Rotation, scale: usize) -> Picture {
        loose_picture(setup.catalogue().kind(kind), rotation, scale)
    }

    fn landscape(table: &Table, turns: &[Player], question: Option<&Question>) -> Landscape {
        landscape(table, turns, &Marks::new(table, question))
    }

    tile_scene::scene_items!();

    fn seat(state: &State<'static>, seat: Player, viewer: &Viewer) -> Seat {
        let table = state.table();
        let over = state.to_move().is_none();
        let sources = SOURCES.into_iter().zip(state.sources(seat)).enumerate();
        // The last source is tokens; they are revealed only at the end.
        let sources = sources.map(|(at, (name, points))| {
            (
                name,
                (over || at < FeatureKind::ALL.len()).then_some(points),
            )
        });
        let supply = [
            ("cowboy", seat.letter(), table.cowboy_supply(seat)),
            (
                "tent",
                seat.letter().to_ascii_lowercase(),
                table.tent_supply(seat),
            ),
        ];
        let mut values: Vec<u8> = state.tokens_of(seat).collect();
        values.sort_unstable();
        let secret = Secret {
            name: TOKENS,
            values,
            points: state.token_points(seat),
        };
        Seat {
            points: if over {
                state.scores()[seat]
            } else {
                table.feature_points(seat)
            },
            sources: sources.collect(),
            holds: vec![Count {
                name: "token",
                short: "tok",
                count: table.token_count(seat).into(),
            }],
            supply: supply
                .into_iter()
                .filter(|(name, ..)| *name != "tent" || table.rules().tents > 0)
                .map(|(name, mark, count)| Pieces { name, mark, count })
                .collect(),
            secret: viewer.may_see(seat).then_some(secret),
            ..Seat::new(state, seat, viewer)
        }
    }

    fn question(state: &State<'static>, seat: Player, viewer: &Viewer) -> Question {
        let table = state.table();
        let (anyway, brief) = match actions::scores_anyway(table) {
            0 => (String::new(), ASKED.into()),
            points => (
                format!(" It scores {points} for you in any case."),
                format!("The tile scores {points}. {ASKED}"),
            ),
        };
        Question {
            seat,
            task: "play a piece, mine or pass",
            text: format!("The tile is laid.{anyway} {ASKED}"),
            brief,
            hand: None,
            can_take_up: true,
            choices: actions::choices(table, viewer)
                .into_iter()
                .map(|action| choice(state, action))
                .collect(),
        }
    }

    fn standing(table: &Table, seat: Player, viewer: &Viewer) -> Vec<String> {
        let mut standing = Vec::new();
        for (piece, segments) in [("cowboy", table.cowboys(seat)), ("tent", table.tents(seat))] {
            for &segment in segments {
                let feature = describe_feature(table, segment, viewer);
                standing.push(format!("{piece} on a {feature}"));
            }
        }
        standing
    }

    /// Lists the mountains with tokens: `3 on a mountain with 4 nuggets`.
    fn piles(table: &Table) -> Option<String> {
        let mut seen = Vec::new();
        let mut piles = Vec::new();
        for segment in (0..table.landscape().features().len() as u16).map(SegmentId) {
            let feature = table.feature(segment);
            if table.kind(segment) == FeatureKind::Mountain
                && table.word(feature).tokens() > 0
                && !seen.contains(&feature)
            {
                seen.push(feature);
                let word = table.word(feature);
                let nuggets = count(word.nuggets().into(), "nugget");
                piles.push(format!("{} on a mountain with {nuggets}", word.tokens()));
            }
        }
        Some(format!(
            "Tokens on mountains: {}.",
            if piles.is_empty() {
                "none".into()
            } else {
                piles.join("; ")
            }
        ))
    }
}

fn choice(state: &State<'static>, offered: ActionChoice) -> Choice {
    let table = state.table();
    let mut spots = Vec::new();
    for (segment, action) in actions::spots(table, &offered) {
        spots.push(ChoiceSpot {
            claims: matches!(offered.action, Action::Cowboy { .. }),
            part: segment.0,
            cell: cell_of(table, segment),
            mv: state.move_text(Move::Act(action)),
        });
    }
    Choice {
        what: offered.what,
        worth: offered.worth,
        cell: offered.segment.map(|segment| cell_of(table, segment)),
        turned: None,
        feature: offered
            .segment
            .map(|segment| table.feature(segment).index() as u16),
        spots,
        leads: LeadRange::Move(state.move_text(Move::Act(offered.action))),
    }
}
