//! Slow independent check of the fast state: features rebuilt by flood fill, open cells by inspecting neighbors, and
//! all conserved quantities. Point values come from the same functions.

use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::{FeatureKind, Segment};
use super::state::State;
use super::table::{Phase, Table};
use crate::landscape::LaidTile;
use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Cell, Rotation, Side};
use crate::landscape::tile::{KindId, TileSet};
use crate::player::Player;

/// Checks a state against its tiles.
///
/// # Errors
/// Describes the first inconsistency.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, State};
/// use goldrush_engine::gold_rush::audit::audit;
/// use goldrush_engine::gold_rush::{GoldRush, Setup};
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// let setup = Setup::printed(2);
/// let (mut state, mut rng) = (GoldRush::deal(&setup, &mut deal_stream(7, 0)), tool_stream(1));
/// for _ in 0..20 {
///     if let Some(mv) = state.random_move(&mut rng) {
///         state.play_unchecked(mv);
///         audit(&state)?;
///     }
/// }
/// # Ok::<(), String>(())
/// ```
pub fn audit(state: &State) -> Result<(), String> {
    let table = state.table();
    let board: BTreeMap<Cell, LaidTile> = table
        .landscape()
        .tiles()
        .iter()
        .map(|&t| (t.cell(), t))
        .collect();
    if board.len() != table.landscape().tiles().len() {
        return Err("two tiles on one cell".into());
    }
    audit_features(table, &board)?;
    audit_cities(table)?;
    audit_frontier(table, &board)?;
    audit_pieces(table)?;
    audit_tokens(state)?;
    audit_deck(state)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "callers give what they have just computed"
)]
fn expect<T: PartialEq + std::fmt::Debug>(
    what: impl Fn() -> String,
    found: T,
    expected: T,
) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{}: {found:?}, expected {expected:?}", what()))
    }
}

/// Returns the segment that touches `segment` across a side (at half-edge `half`, for prairies), if a tile lies there.
fn across(
    table: &Table,
    board: &BTreeMap<Cell, LaidTile>,
    tile: LaidTile,
    side: Side,
    half: Option<usize>,
) -> Option<SegmentId> {
    let beyond = *board.get(&tile.cell().neighbor(side))?;
    let place = table.segments(beyond).iter().position(|s| match half {
        None => {
            s.kind != FeatureKind::Prairie
                && beyond.rotation().turn_sides(s.sides) >> side.opposite() as u8 & 1 == 1
        }
        // Half-edges 0 and 5 touch, 1 and 4, 2 and 7, 3 and 6.
        Some(h) => beyond.rotation().turn_halves(s.halves) >> [5, 4, 7, 6, 1, 0, 3, 2][h] & 1 == 1,
    })?;
    Some(beyond.segment(place))
}

/// Returns the segments connected to one, and the number of ends at an empty cell.
fn flood(
    table: &Table,
    board: &BTreeMap<Cell, LaidTile>,
    from: SegmentId,
) -> (BTreeSet<SegmentId>, usize) {
    let mut seen = BTreeSet::from([from]);
    let mut todo = vec![from];
    let mut open = 0;
    while let Some(segment) = todo.pop() {
        let tile = table.landscape().tile_of(segment);
        let shape = table.segment(segment);
        let sides = tile.rotation().turn_sides(shape.sides);
        let halves = tile.rotation().turn_halves(shape.halves);
        let mut links: Vec<(Side, Option<usize>)> = Side::ALL
            .into_iter()
            .filter(|&s| sides >> s as u8 & 1 == 1)
            .map(|s| (s, None))
            .collect();
        links.extend(
            (0..8)
                .filter(|h| halves >> h & 1 == 1)
                .map(|h| (Side::ALL[h / 2], Some(h))),
        );
        let mut open_sides = BTreeSet::new();
        for (side, half) in links {
            match across(table, board, tile, side, half) {
                Some(next) => {
                    if seen.insert(next) {
                        todo.push(next);
                    }
                }
                None => {
                    // The two halves of a P side are one end of a prairie. The halves of an R side lie on opposite
                    // sides of the track; they count as two ends if a prairie that runs round the track has both.
                    let kind = table.setup().catalogue().kind(tile.kind());
                    let letter =
                        kind.edges[(side as usize + 4 - tile.rotation().quarters() as usize) % 4];
                    let end = if half.is_some() && letter == 'P' {
                        side as usize
                    } else {
                        8 + half.unwrap_or(side as usize)
                    };
                    open_sides.insert(end);
                }
            }
        }
        open += open_sides.len();
    }
    (seen, open)
}

/// Adds up a number printed on segments.
fn sum(table: &Table, segments: &BTreeSet<SegmentId>, number: impl Fn(&Segment) -> u8) -> u32 {
    segments
        .iter()
        .map(|&segment| u32::from(number(table.segment(segment))))
        .sum()
}

fn audit_features(table: &Table, board: &BTreeMap<Cell, LaidTile>) -> Result<(), String> {
    let features = table.landscape().features();
    let mut seen: BTreeSet<SegmentId> = BTreeSet::new();
    for segment in (0..features.len() as u16).map(SegmentId) {
        if seen.contains(&segment) {
            continue;
        }
        let (flooded, open) = flood(table, board, segment);
        seen.extend(&flooded);
        let feature = table.feature(segment);
        let at = table.place_text(segment);
        expect(
            || format!("segments joined to {at}"),
            features.ring(feature).collect(),
            flooded.clone(),
        )?;
        if flooded.iter().any(|&s| table.feature(s) != feature) {
            return Err(format!("{at}: its feature has two roots"));
        }
        let word = table.word(feature);
        let kind = table.kind(segment);
        if kind != FeatureKind::City {
            expect(
                || format!("open ends of {at}"),
                usize::from(word.open()),
                open,
            )?;
        }
        for player in Player::all(table.players()) {
            let standing = table
                .cowboys(player)
                .iter()
                .filter(|s| flooded.contains(s))
                .count();
            expect(
                || format!("cowboys of {player} at {at}"),
                usize::from(word.pieces().count(player)),
                standing,
            )?;
        }
        match kind {
            FeatureKind::Railroad => {
                let tiles: BTreeSet<_> = flooded
                    .iter()
                    .map(|&s| table.landscape().tile_of(s).cell())
                    .collect();
                expect(
                    || format!("tiles of {at}"),
                    usize::from(word.tiles()),
                    tiles.len(),
                )?;
                expect(
                    || format!("locomotives of {at}"),
                    u32::from(word.locomotives()),
                    sum(table, &flooded, |segment| segment.locomotives),
                )?;
            }
            FeatureKind::Mountain => {
                expect(
                    || format!("nuggets of {at}"),
                    u32::from(word.nuggets()),
                    sum(table, &flooded, |segment| segment.nuggets),
                )?;
                if u16::from(word.tokens())
                    > u16::from(word.nuggets()) * u16::from(table.rules().tokens_per_nugget)
                {
                    return Err(format!("{at}: more tokens than its nuggets allow"));
                }
                for &s in &flooded {
                    let taken = Player::all(table.players())
                        .any(|p| table.cowboys(p).contains(&s) || table.tents(p).contains(&s));
                    let vacant = !word.is_complete() && !taken;
                    expect(
                        || format!("whether {} is vacant", table.place_text(s)),
                        table.vacant().contains(s),
                        vacant,
                    )?;
                }
            }
            FeatureKind::Prairie => {
                expect(
                    || format!("camps of {at}"),
                    u32::from(word.camps()),
                    sum(table, &flooded, |segment| segment.camps),
                )?;
                expect(
                    || format!("herds of {at}"),
                    u32::from(word.herds()),
                    sum(table, &flooded, |segment| segment.herds),
                )?;
            }
            FeatureKind::City => {}
        }
        let waits = table.phase() == Phase::Act && {
            let newest = table.landscape().tile(table.newest()).cell();
            flooded
                .iter()
                .any(|&s| table.landscape().tile_of(s).cell() == newest)
        };
        if matches!(kind, FeatureKind::Railroad | FeatureKind::Mountain) && !waits {
            expect(
                || format!("whether {at} is settled"),
                word.is_settled(),
                word.is_complete(),
            )?;
        }
        if word.is_settled() && !word.pieces().is_empty() {
            return Err(format!("{at}: settled, but a cowboy stands there"));
        }
    }
    Ok(())
}

/// Checks that cities count their completed railroads.
fn audit_cities(table: &Table) -> Result<(), String> {
    for &tile in table.landscape().tiles() {
        let segments = table.segments(tile);
        let Some(city) = segments.iter().position(|s| s.kind == FeatureKind::City) else {
            continue;
        };
        let rails = (0..segments.len()).filter(|&i| segments[i].kind == FeatureKind::Railroad);
        let roots: Vec<_> = rails.map(|i| table.feature(tile.segment(i))).collect();
        let done: BTreeSet<_> = roots
            .iter()
            .filter(|&&r| table.word(r).is_settled())
            .collect();
        let word = table.word(table.feature(tile.segment(city)));
        let open = roots
            .iter()
            .filter(|&&r| !table.word(r).is_settled())
            .count();
        let at = tile.cell();
        expect(
            || format!("open railroads of the city at {at}"),
            usize::from(word.open()),
            open,
        )?;
        expect(
            || format!("completed railroads of the city at {at}"),
            usize::from(word.railroads()),
            done.len(),
        )?;
    }
    Ok(())
}

/// Returns the terrain that the neighbors of an open cell require on each side.
fn required_terrain(
    tiles: &TileSet,
    board: &BTreeMap<Cell, LaidTile>,
    cell: Cell,
) -> [Option<u8>; 4] {
    Side::ALL.map(|side| {
        let neighbor = board.get(&cell.neighbor(side))?;
        let shape = TileSet::shape_index(neighbor.kind(), neighbor.rotation());
        Some(tiles.shape(shape).terrain[side.opposite() as usize])
    })
}

fn fits(terrain: [u8; 4], required: [Option<u8>; 4]) -> bool {
    required
        .iter()
        .zip(terrain)
        .all(|(required, shown)| required.is_none_or(|required| required == shown))
}

fn sorted(mut placements: Vec<(Cell, Rotation)>) -> Vec<(Cell, Rotation)> {
    placements.sort_unstable();
    placements
}

fn audit_frontier(table: &Table, board: &BTreeMap<Cell, LaidTile>) -> Result<(), String> {
    let frontier = table.landscape().frontier();
    let tiles = table.setup().catalogue().tiles();
    let around: BTreeSet<Cell> = board
        .keys()
        .flat_map(|c| Side::ALL.map(|s| c.neighbor(s)))
        .filter(|c| !board.contains_key(c))
        .collect();
    expect(
        || "open cells".into(),
        frontier.slots().map(|s| frontier.cell(s)).collect(),
        around.clone(),
    )?;
    let demands: Vec<(Cell, [Option<u8>; 4])> = around
        .iter()
        .map(|&cell| (cell, required_terrain(tiles, board, cell)))
        .collect();
    for kind in (0..tiles.kinds() as u8).map(KindId) {
        let mut expected = Vec::new();
        for rotation in Rotation::ALL
            .into_iter()
            .filter(|&r| tiles.rotations(kind) >> r as u8 & 1 == 1)
        {
            let terrain = tiles.shape(TileSet::shape_index(kind, rotation)).terrain;
            expected.extend(
                demands
                    .iter()
                    .filter(|(_, required)| fits(terrain, *required))
                    .map(|&(cell, _)| (cell, rotation)),
            );
        }
        expected.sort_unstable();
        let listed: Vec<_> = frontier
            .placements(tiles, kind)
            .map(|(s, r)| (frontier.cell(s), r))
            .collect();
        let count = frontier.count_placements(tiles, kind) as usize;
        expect(
            || format!("number of placements of kind {}", kind.0),
            count,
            listed.len(),
        )?;
        expect(
            || format!("whether kind {} fits", kind.0),
            frontier.has_placement(tiles, kind),
            count > 0,
        )?;
        let mut visited = Vec::new();
        frontier.for_each_placement(tiles, kind, |slot, rotation| {
            visited.push((frontier.cell(slot), rotation));
        });
        expect(
            || format!("placements of kind {}", kind.0),
            &visited,
            &listed,
        )?;
        if table.phase() == Phase::Place && kind == table.hand() {
            expect(
                || "ways to lay the tile in hand".into(),
                table.count_placements() as usize,
                listed.len(),
            )?;
        }
        let by_constraint = frontier
            .slots()
            .flat_map(|slot| Rotation::ALL.map(|r| (slot, r)))
            .filter(|&(slot, r)| frontier.allows(tiles, kind, slot, r))
            .map(|(slot, r)| (frontier.cell(slot), r));
        let by_constraint = sorted(by_constraint.collect());
        expect(
            || format!("placements of kind {} by constraint", kind.0),
            &by_constraint,
            &expected,
        )?;
        expect(
            || format!("placements of kind {}", kind.0),
            sorted(listed),
            expected,
        )?;
    }
    Ok(())
}

fn audit_pieces(table: &Table) -> Result<(), String> {
    let mut taken = BTreeSet::new();
    for player in Player::all(table.players()) {
        for &segment in table.cowboys(player).iter().chain(table.tents(player)) {
            if !taken.insert(segment) {
                return Err(format!("two pieces at {}", table.place_text(segment)));
            }
        }
        if table.cowboys(player).len() > usize::from(table.setup.cowboys(player)) {
            return Err(format!(
                "player {player} has more cowboys on the table than exist"
            ));
        }
        if table.tents(player).len() > usize::from(table.rules().tents) {
            return Err(format!(
                "player {player} has more tents on the table than exist"
            ));
        }
    }
    Ok(())
}

fn audit_tokens(state: &State) -> Result<(), String> {
    let table = state.table();
    let piles: usize = super::observation::piles(table)
        .map(|(_, n)| usize::from(n))
        .sum();
    let held: usize = Player::all(table.players())
        .map(|p| usize::from(table.token_count(p)))
        .sum();
    let tokens = state.deal_order().1;
    expect(
        || "tokens in all".into(),
        piles + held + usize::from(table.token_supply()),
        tokens.len(),
    )?;
    expect(
        || "tokens held".into(),
        held,
        state.hidden.acquired().count(),
    )?;
    for player in Player::all(table.players()) {
        expect(
            || format!("tokens of {player}"),
            state.tokens_of(player).count(),
            usize::from(table.token_count(player)),
        )?;
    }
    Ok(())
}

fn audit_deck(state: &State) -> Result<(), String> {
    let table = state.table();
    let mut left = BTreeMap::new();
    for &kind in state.upcoming_tiles() {
        *left.entry(kind).or_insert(0u8) += 1;
    }
    for kind in (0..table.setup().catalogue().kinds().len() as u8).map(KindId) {
        expect(
            || format!("tiles left of kind {}", kind.0),
            table.left(kind),
            left.get(&kind).copied().unwrap_or(0),
        )?;
    }
    let left_out = usize::from(table.rules().tiles_left_out);
    expect(
        || "tiles left".into(),
        table.tiles_left() + left_out,
        state.upcoming_tiles().len(),
    )?;
    let in_hand = usize::from(table.phase() == Phase::Place);
    let seen = table.landscape().tiles().len() - 1
        + in_hand
        + state.discarded().len()
        + table.tiles_left()
        + left_out;
    expect(|| "tiles in all".into(), seen, state.deal_order().0.len())
}
