//! Previews of placements equal the result of laying the tile, for every placement of whole games.

use std::collections::BTreeSet;

use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::{Phase, Setup, State, Table};
use goldrush_engine::landscape::Landscape;
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::landscape::preview::Preview;
use goldrush_engine::rng::tool_stream;

/// Returns the groups of the newest tile, the slow way: segments that share a feature, and the totals.
fn laid(table: &Table, landscape: &Landscape) -> Vec<(usize, String)> {
    let tile = *landscape.tiles().last().unwrap();
    let feature = |at| landscape.features().find(tile.segment(at));
    let segments = table.setup().catalogue().kind(tile.kind()).segments.len();
    (0..segments)
        .map(|at| {
            let first = (0..segments)
                .position(|other| feature(other) == feature(at))
                .unwrap();
            (
                first,
                format!("{:?}", landscape.features().word(feature(at)).totals()),
            )
        })
        .collect()
}

fn previewed(preview: &Preview, segments: usize) -> Vec<(usize, String)> {
    (0..segments)
        .map(|at| {
            let group = preview.group(at);
            assert!(preview.is_group(group));
            let first = (0..segments)
                .position(|other| preview.group(other) == group)
                .unwrap();
            (first, format!("{:?}", preview.word(group).totals()))
        })
        .collect()
}

#[test]
fn previews_equal_the_laid_result() {
    let mut compared = 0;
    let (mut preview, mut landscape) = (Preview::default(), Landscape::new());
    for seed in 0..60 {
        let setup = Setup::printed(2 + seed as usize % 4);
        let tiles = setup.catalogue().tiles();
        let mut rng = tool_stream(seed);
        let mut state = State::deal(&setup, &mut rng);
        while let Some(mv) = state.random_move(&mut rng) {
            let table = state.table();
            if table.phase() == Phase::Place {
                let mut keys = BTreeSet::new();
                for (slot, rotation) in table.placements() {
                    let kind = table.hand();
                    table.landscape().preview(
                        tiles,
                        kind,
                        tiles.all_words(kind),
                        slot,
                        rotation,
                        &mut preview,
                    );
                    landscape.clone_from(table.landscape());
                    let before = landscape.features().len();
                    landscape.lay(tiles, kind, slot, rotation);
                    let cell = table.landscape().frontier().cell(slot);
                    assert_eq!(
                        landscape.key(),
                        table.landscape().key_after(cell, kind, rotation)
                    );
                    assert!(keys.insert(landscape.key()));
                    let laid = laid(table, &landscape);
                    assert_eq!(previewed(&preview, laid.len()), laid, "{state:?}");
                    let touched = preview
                        .joined()
                        .iter()
                        .fold(0, |set, &(_, group)| set | 1 << group);
                    assert_eq!(preview.touched(), touched);
                    for &(feature, group) in preview.joined() {
                        let now = landscape.features().find(feature.segment());
                        let there = SegmentId((before + usize::from(group)) as u16);
                        assert_eq!(now, landscape.features().find(there));
                    }
                    compared += 1;
                }
            } else {
                table.landscape().groups_of(
                    tiles,
                    table.landscape().tile(table.newest()),
                    &mut preview,
                );
                let laid = laid(table, table.landscape());
                assert_eq!(previewed(&preview, laid.len()), laid);
            }
            state.play_unchecked(mv);
        }
    }
    assert!(compared > 50_000, "{compared} placements");
}
