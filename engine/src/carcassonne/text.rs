//! Text form of moves and games.
//!
//! Moves: `place 3,-1 90`, `ingot 2,0`, `none`, `follower road N`, `take 1,1`. A game is a list of lines: tiles in the
//! order laid, followers in the order placed, points by kind of feature, ingots collected, claims while ingots are
//! taken, the seats to move and to decide, the tile in hand, and the upcoming tiles.

use std::fmt::Write;

use super::catalogue::FeatureKind;
use super::moves::Move;
use super::rules::INGOTS;
use super::setup::Setup;
use super::state::State;
use super::table::{Phase, Table};
use crate::game::{Points, State as _, Text, TextError};
use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Cell, Rotation};
use crate::landscape::tile::KindId;
use crate::landscape::{MAX_TILES, TileId};
use crate::player::Player;

/// Upper bound for the points of one kind of feature; no game reaches it.
const MOST_POINTS: Points = 10_000;

const PHASES: [(Phase, &str); 5] = [
    (Phase::Place, "place"),
    (Phase::Ingot, "ingot"),
    (Phase::Follow, "follow"),
    (Phase::Take, "take"),
    (Phase::Over, "over"),
];

impl Table<'_> {
    fn segment_named(&self, tile: TileId, label: &str) -> Result<SegmentId, String> {
        let tile = self.landscape().tile(tile);
        let labels: Vec<String> = (0..self.segments(tile).len())
            .map(|at| self.label(tile.segment(at)))
            .collect();
        match labels.iter().position(|known| known == label) {
            Some(at) => Ok(tile.segment(at)),
            None => Err(format!(
                "no segment \"{label}\"; there are {}",
                labels.join(", ")
            )),
        }
    }

    fn tile_on(&self, cell: &str) -> Result<TileId, String> {
        let cell: Cell = cell.parse().map_err(|e| format!("{e}"))?;
        self.landscape()
            .tile_at(cell)
            .ok_or_else(|| format!("no tile lies at {cell}"))
    }

    fn cell_of(&self, tile: TileId) -> Cell {
        self.landscape().tile(tile).cell()
    }
}

fn rotation(text: &str) -> Result<Rotation, String> {
    let degrees = text.parse().ok().and_then(Rotation::from_degrees);
    degrees.ok_or_else(|| format!("\"{text}\" is no angle; 0, 90, 180 and 270 are"))
}

fn kind(setup: &Setup, id: &str) -> Result<KindId, String> {
    setup
        .find(id)
        .ok_or_else(|| format!("there is no kind {id}"))
}

/// Parses one number for each seat.
fn by_seat<N: std::str::FromStr + Copy>(text: &str, players: usize) -> Result<Vec<N>, String> {
    let numbers: Option<Vec<N>> = text
        .split_whitespace()
        .map(|number| number.parse().ok())
        .collect();
    let numbers = numbers.filter(|numbers| numbers.len() == players);
    numbers.ok_or_else(|| format!("\"{text}\": a number for each of {players} seats is expected"))
}

fn seat(text: &str, players: usize) -> Result<Player, String> {
    let seat = text
        .parse()
        .ok()
        .filter(|seat| *seat < players)
        .and_then(Player::new);
    seat.ok_or_else(|| format!("\"{text}\" is no seat; 0 to {} are", players - 1))
}

impl State<'_> {
    fn read_move(&self, text: &str) -> Result<Move, String> {
        let table = &self.table;
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Ok(match word {
            "place" => {
                let (cell, angle) = rest
                    .split_once(' ')
                    .ok_or("a cell and an angle are expected")?;
                let cell = cell.parse().map_err(|e| format!("{e}"))?;
                Move::Place {
                    cell,
                    rotation: rotation(angle)?,
                }
            }
            "ingot" => Move::Ingot {
                on: table.tile_on(rest)?,
            },
            "none" => Move::Pass,
            "follower" => {
                let segment = table.segment_named(table.newest(), rest)?;
                Move::Follow {
                    segment: table.landscape().index_on_tile(segment) as u8,
                }
            }
            "take" => Move::Take {
                from: table.tile_on(rest)?,
            },
            _ => {
                return Err(format!(
                    "\"{word}\" is no move; place, ingot, none, follower and take are"
                ));
            }
        })
    }
}

impl Text for State<'_> {
    fn move_text(&self, mv: Move) -> String {
        let table = &self.table;
        match mv {
            Move::Place { cell, rotation } => format!("place {cell} {}", rotation.degrees()),
            Move::Ingot { on } => format!("ingot {}", table.cell_of(on)),
            Move::Pass => "none".into(),
            Move::Follow { segment } => {
                let tile = table.landscape().tile(table.newest());
                format!(
                    "follower {}",
                    table.label(tile.segment(usize::from(segment)))
                )
            }
            Move::Take { from } => format!("take {}", table.cell_of(from)),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        self.read_move(text.trim())
            .map_err(|problem| TextError { line: 1, problem })
    }

    fn to_text(&self) -> String {
        let table = &self.table;
        let catalogue = table.setup().catalogue();
        let mut text = String::new();
        for (at, tile) in table.landscape().tiles().iter().enumerate() {
            let ingots = table.ingots_on(TileId(at as u8));
            let _ = write!(
                text,
                "tile {} {} {}",
                catalogue.kind(tile.kind()).id,
                tile.cell(),
                tile.rotation().degrees()
            );
            let _ = if ingots > 0 {
                writeln!(text, " {ingots}")
            } else {
                writeln!(text)
            };
        }
        for seat in Player::all(table.players()) {
            for segment in table.followers(seat) {
                let cell = table.landscape().tile_of(*segment).cell();
                let _ = writeln!(text, "follower {seat} {cell} {}", table.label(*segment));
            }
        }
        for (kind, name) in FeatureKind::ALL.into_iter().zip(FeatureKind::NAMES) {
            let points: Vec<String> = Player::all(table.players())
                .map(|seat| table.points(kind, seat).to_string())
                .collect();
            let _ = writeln!(text, "points {name} {}", points.join(" "));
        }
        let collected: Vec<String> = Player::all(table.players())
            .map(|seat| table.collected(seat).to_string())
            .collect();
        let _ = writeln!(text, "ingots {}", collected.join(" "));
        for seat in Player::all(table.players()).filter(|seat| table.pieces.claims[*seat] != 0) {
            let _ = writeln!(text, "claim {seat} {:x}", table.pieces.claims[seat]);
        }
        let phase = PHASES
            .iter()
            .find(|(phase, _)| *phase == table.phase())
            .map_or("draw", |(_, name)| name);
        let hand = &catalogue.kind(table.hand()).id;
        let _ = writeln!(
            text,
            "turn {} {} {phase} {hand}",
            table.active(),
            table.seat()
        );
        let coming: Vec<&str> = self
            .deck
            .upcoming()
            .iter()
            .map(|kind| &catalogue.kind(*kind).id[..])
            .collect();
        let _ = writeln!(text, "coming {}", coming.join(" "));
        text
    }

    fn from_text(setup: Self::Setup, text: &str) -> Result<Self, TextError> {
        let mut state = State::before_first_draw(Table::empty(setup), &[], ());
        for (index, line) in text.lines().enumerate() {
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            read_line(&mut state, setup, word, rest).map_err(|problem| TextError {
                line: index + 1,
                problem,
            })?;
        }
        check(&state).map_err(|problem| TextError {
            line: text.lines().count(),
            problem,
        })?;
        Ok(state)
    }
}

/// Checks that a game can be in this state, as far as the next decision depends on it.
fn check(state: &State) -> Result<(), String> {
    let table = &state.table;
    if table.landscape().tiles().is_empty() {
        return Err("no tile lies; the start tile does in every game".into());
    }
    if table.phase() == Phase::Draw {
        return Err("no line says whose turn it is, such as \"turn 0 0 place D\"".into());
    }
    let catalogue = table.setup().catalogue();
    let newest = table.landscape().tile(table.newest()).kind();
    if matches!(table.phase(), Phase::Ingot | Phase::Follow) && table.hand() != newest {
        return Err(format!(
            "{} is in hand, and {} was laid last",
            catalogue.kind(table.hand()).id,
            catalogue.kind(newest).id
        ));
    }
    if table.phase() != Phase::Take && table.seat() != table.active() {
        return Err(format!(
            "it is the turn of seat {}, so that seat {} has no decision",
            table.active(),
            table.seat()
        ));
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    if moves.is_empty() && table.phase() != Phase::Over {
        return Err("nothing can be done in this position".into());
    }
    Ok(())
}

fn read_line(state: &mut State, setup: &Setup, word: &str, rest: &str) -> Result<(), String> {
    let table = &mut state.table;
    let players = setup.players();
    let words: Vec<&str> = rest.split_whitespace().collect();
    match (word, &words[..]) {
        ("tile", [id, cell, angle, ingots @ ..]) => {
            let ingots = ingots
                .first()
                .map_or(Some(0), |n| n.parse().ok())
                .filter(|n| *n <= table.pieces.ingot_supply);
            let ingots = ingots.ok_or_else(|| format!("more than {INGOTS} ingots in all"))?;
            lay(table, kind(setup, id)?, cell, rotation(angle)?)?;
            table.pieces.ingots[table.newest().index()] = ingots;
            table.pieces.ingot_supply -= ingots;
        }
        ("follower", [owner, cell, ..]) => {
            let label = words[2..].join(" ");
            let segment = table.segment_named(table.tile_on(cell)?, &label)?;
            let owner = seat(owner, players)?;
            if table.follower_supply(owner) == 0 {
                return Err(format!("seat {owner} has no more followers"));
            }
            table.place_follower(owner, segment);
            if table.segment(segment).kind == FeatureKind::Monastery {
                let cell = table.landscape().tile_of(segment).cell();
                table
                    .pieces
                    .occupied_monasteries
                    .push(segment, table.neighbors(cell));
            }
        }
        ("points", [name, ..]) => {
            let at = FeatureKind::NAMES.iter().position(|known| known == name);
            let at = at.ok_or_else(|| format!("{name} is no kind of feature"))?;
            let points = by_seat::<Points>(&words[1..].join(" "), players)?;
            if points.iter().any(|points| *points > MOST_POINTS) {
                return Err(format!("points {name}: at most {MOST_POINTS} are possible"));
            }
            Player::all(players)
                .zip(points)
                .for_each(|(seat, points)| table.points[at][seat] = points);
        }
        ("ingots", _) => {
            let collected = by_seat::<u8>(rest, players)?;
            let sum: u16 = collected.iter().map(|n| u16::from(*n)).sum();
            if sum > u16::from(table.pieces.ingot_supply) {
                return Err(format!("more than {INGOTS} ingots in all"));
            }
            table.pieces.ingot_supply -= sum as u8;
            Player::all(players)
                .zip(collected)
                .for_each(|(seat, ingots)| table.pieces.collected[seat] = ingots);
        }
        ("claim", [owner, tiles]) => {
            let tiles = u128::from_str_radix(tiles, 16).map_err(|e| format!("{tiles}: {e}"))?;
            table.pieces.claims[seat(owner, players)?] = tiles;
        }
        ("turn", [active, to_move, phase, hand]) => {
            table.hand = kind(setup, hand)?;
            table.try_hand(table.hand);
            table.active = seat(active, players)?;
            table.to_move = seat(to_move, players)?;
            let known = PHASES
                .iter()
                .find(|(_, name)| name == phase)
                .ok_or_else(|| format!("{phase} is no phase"))?;
            table.phase = known.0;
        }
        ("coming", _) => {
            let coming: Result<Vec<KindId>, String> =
                words.iter().map(|id| kind(setup, id)).collect();
            let coming = coming?;
            if coming.len() + table.landscape().tiles().len() > MAX_TILES {
                return Err(format!(
                    "{} tiles to come are more than a landscape holds",
                    coming.len()
                ));
            }
            state.stack(&coming);
        }
        _ => {
            return Err(format!(
                "\"{word}\" with {} words is not expected",
                words.len()
            ));
        }
    }
    Ok(())
}

fn lay(table: &mut Table, kind: KindId, cell: &str, rotation: Rotation) -> Result<(), String> {
    let cell: Cell = cell.parse().map_err(|e| format!("{e}"))?;
    let frontier = table.landscape.frontier();
    let tiles = table.tiles();
    let slot = frontier
        .slot(cell)
        .filter(|slot| frontier.allows(tiles, kind, *slot, rotation));
    let slot = slot.ok_or_else(|| format!("the tile does not fit at {cell}"))?;
    if table.landscape.tiles().len() == MAX_TILES {
        return Err(format!("more than {MAX_TILES} tiles"));
    }
    table.landscape.lay(tiles, kind, slot, rotation);
    Ok(())
}
