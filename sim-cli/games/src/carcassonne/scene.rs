//! Scenes of Carcassonne.

use goldrush_engine::carcassonne::{Carcassonne, Move, Phase, Setup, State, Table};
use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;

use super::SCHEMA;
use super::glyphs::{SCALES, landscape, legend, picture};
use super::words::{edge, feature, joins, kind_name, new_segment, now, tile_words, words};
use crate::scene::{Choice, ChoiceSpot, Count, Landscape, Picture, Pieces, Question, Seat};
use crate::scored::potential;
use crate::tile_scene::{self, TileScene};
use crate::viewer::Viewer;

impl TileScene for Carcassonne {
    const SCALES: &'static [(usize, usize)] = &SCALES;

    fn names(setup: &Setup) -> (&'static str, &'static str) {
        if setup.rules().gold_mines {
            ("Carcassonne with The Gold Mines", "Gold Mines")
        } else {
            ("Carcassonne", "Carcassonne")
        }
    }

    fn describe(table: &Table, segment: SegmentId, viewer: &Viewer) -> String {
        feature(table, segment, viewer) + &potential(table.potential_points(segment))
    }

    fn joins(state: &State<'static>, cell: Cell, rotation: Rotation, viewer: &Viewer) -> String {
        joins(state, Move::Place { cell, rotation }, viewer)
    }

    fn kind_name(setup: &Setup, kind: KindId) -> String {
        kind_name(setup.catalogue().kind(kind))
    }

    fn kind_words(setup: &Setup, kind: KindId) -> String {
        tile_words(setup.catalogue().kind(kind))
    }

    fn loose_picture(setup: &Setup, kind: KindId, rotation: Rotation, scale: usize) -> Picture {
        let kind = setup.catalogue().kind(kind);
        // A tile with the sign of gold comes with an ingot.
        picture(kind, rotation, scale, kind.gold.into(), |_| None, |_| None)
    }

    fn landscape(table: &Table, turns: &[Player], question: Option<&Question>) -> Landscape {
        landscape(table, turns, question)
    }

    tile_scene::scene_items!();

    fn seat(state: &State<'static>, seat: Player, viewer: &Viewer) -> Seat {
        let table = state.table();
        let mines = table.rules().gold_mines;
        let sources = SCHEMA
            .sources()
            .iter()
            .zip(state.sources(seat))
            .map(|(source, points)| (source.name, Some(points)));
        let ingots = Count {
            name: "ingot",
            short: "ing",
            count: table.collected(seat).into(),
        };
        Seat {
            // Ingots are the last source.
            sources: sources.take(if mines { 5 } else { 4 }).collect(),
            holds: if mines { vec![ingots] } else { Vec::new() },
            supply: vec![Pieces {
                name: "follower",
                mark: seat.letter(),
                count: table.follower_supply(seat),
            }],
            ..Seat::new(state, seat, viewer)
        }
    }

    fn question(state: &State<'static>, seat: Player, viewer: &Viewer) -> Question {
        let table = state.table();
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let (task, text, brief) = match table.phase() {
            Phase::Ingot => (
                "place the second ingot",
                "The new tile gets an ingot. Where does the second one go?".into(),
                "Where does the second ingot go?",
            ),
            Phase::Take => (
                "take an ingot",
                "From which tile do you take an ingot?".into(),
                "Take an ingot from where?",
            ),
            Phase::Place | Phase::Follow | Phase::Draw | Phase::Over => (
                "place a follower?",
                "The tile is laid. Place a follower?".into(),
                "Place a follower?",
            ),
        };
        let choices = moves
            .into_iter()
            .map(|mv| choice(state, mv, viewer))
            .collect();
        Question {
            seat,
            task,
            text,
            brief: brief.into(),
            hand: None,
            can_take_up: table.phase() != Phase::Take,
            choices,
        }
    }

    fn standing(table: &Table, seat: Player, viewer: &Viewer) -> Vec<String> {
        let mut standing = Vec::new();
        for &segment in table.followers(seat) {
            standing.push(format!("on a {}", feature(table, segment, viewer)));
        }
        standing
    }

    fn piles(table: &Table) -> Option<String> {
        if !table.rules().gold_mines {
            return None;
        }
        let mut piles = Vec::new();
        for (i, tile) in table.landscape().tiles().iter().enumerate() {
            let ingots = table.ingots_on(TileId(i as u8));
            if ingots > 0 {
                let tile = kind_name(table.setup().catalogue().kind(tile.kind()));
                piles.push(format!("{ingots} on a {tile}"));
            }
        }
        if piles.is_empty() {
            Some("Ingots: none.".into())
        } else {
            Some(format!("Ingots: {}.", piles.join("; ")))
        }
    }
}

fn choice(state: &State<'static>, mv: Move, viewer: &Viewer) -> Choice {
    let table = state.table();
    let plain = Choice::plain(words(state, mv), state.move_text(mv));

    match mv {
        Move::Follow { segment } => {
            let segment = new_segment(table, segment);
            let about = [
                Some(Carcassonne::describe(table, segment, viewer)),
                now(state, mv),
            ];
            let spot = ChoiceSpot {
                part: segment.0,
                claims: true,
                cell: table.landscape().tile_of(segment).cell(),
                mv: state.move_text(mv),
            };
            Choice {
                worth: about.into_iter().flatten().collect::<Vec<_>>().join("; "),
                cell: Some(spot.cell),
                feature: Some(table.feature(segment).index() as u16),
                spots: vec![spot],
                ..plain
            }
        }
        Move::Pass => Choice {
            worth: now(state, mv).unwrap_or_default(),
            ..plain
        },
        Move::Ingot { on: tile } | Move::Take { from: tile } => Choice {
            cell: Some(table.landscape().tile(tile).cell()),
            ..plain
        },
        Move::Place { .. } => plain,
    }
}
