//! Frames sent to the page: everything to be seen at one moment, as HTML and SVG by region of the page.

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use goldrush_games::scene::{Art, Board, Choice, Question, Scene};
use serde::Serialize;

use super::{board, panels};

/// Everything to be seen at one moment.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Frame {
    /// Number of the position, used only once; a command given in another position is refused.
    pub(super) at: u64,
    /// The turn, from 1.
    pub(super) turn: usize,
    /// True if the frame is to be shown for a while before the next one.
    pub(super) holds: bool,
    /// True if it shows something that is hidden again afterwards.
    pub(super) fleeting: bool,
    /// True if the game has ended.
    pub(super) over: bool,
    /// True if the player at the screen is asked for a choice.
    pub(super) waits: bool,
    pub(super) regions: Regions,
    /// First column, first row, last column and last row to be shown.
    pub(super) extent: Option<[i8; 4]>,
    /// The cells where the tile in hand may be placed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) places: Vec<Place>,
    /// The board before the turn that is judged, to be shown with that turn and better ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<Regions>,
    /// True if the game stands still there.
    pub(super) stopped: bool,
    /// The lead curve of the game so far, beside the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lead_curve: Option<LeadCurve>,
}

/// Points and expected leads, turn by turn.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct LeadCurve {
    /// Number of turns in the game, if it is known.
    pub(super) turns: Option<usize>,
    /// Points, by seat and number of turns played.
    pub(super) points: Vec<Vec<u16>>,
    /// Expected final lead over the best other seat in points, by seat and number of turns played; null where it was
    /// not estimated.
    pub(super) leads: Vec<Vec<Option<f64>>>,
}

impl LeadCurve {
    /// Records the points of a position after `turns` turns, and drops everything recorded for later ones.
    pub(super) fn add_turn(&mut self, turns: usize, scene: &Scene) {
        self.turns = scene.turns;
        self.points.resize(scene.seats.len(), Vec::new());
        for (of_seat, seat) in self.points.iter_mut().zip(&scene.seats) {
            of_seat.resize(turns, of_seat.last().copied().unwrap_or(0));
            of_seat.push(seat.points);
        }
        self.leads
            .iter_mut()
            .for_each(|of_seat| of_seat.truncate(turns + 1));
    }

    /// Records the final lead that a seat can expect after `turns` turns.
    pub(super) fn add_lead(&mut self, turns: usize, seat: Player, lead: f64) {
        self.leads.resize(self.points.len(), Vec::new());
        let of_seat = &mut self.leads[seat.index()];
        of_seat.resize(of_seat.len().max(turns + 1), None);
        of_seat[turns] = Some((10.0 * lead).round() / 10.0);
    }
}

/// HTML and SVG by region of the page.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct Regions {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) head: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) tiles: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) laid: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) parts: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) pieces: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) spots: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) hand: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) cards: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) seats: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) ask: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) room: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) news: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) log: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) left: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) scored: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) facts: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) status: String,
}

/// A cell where the tile in hand may be placed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Place {
    x: i8,
    y: i8,
    ways: Vec<Way>,
}

/// A way to place the tile in a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Way {
    /// Rotation in degrees.
    turned: u16,
    #[serde(rename = "move")]
    mv: String,
    /// The features it joins, in words.
    words: String,
}

/// Everything from which a frame is rendered.
pub(super) struct FrameSource<'a> {
    /// The position.
    pub(super) scene: &'a Scene,
    /// Line drawings of the tiles.
    pub(super) art: Option<&'a Art>,
    /// See [`Frame::at`].
    pub(super) at: u64,
    /// The seat that did what the news describe, if the frame is to be shown for a while.
    pub(super) mover: Option<Player>,
    /// True if part of it is hidden again afterwards.
    pub(super) fleeting: bool,
    /// The latest events, in sentences.
    pub(super) news: &'a [String],
    /// The earlier events, each with its turn.
    pub(super) log: &'a [(usize, String)],
    /// Contents of the panels beside the board.
    pub(super) panel: panels::Panel<'a>,
}

impl FrameSource<'_> {
    pub(super) fn frame(&self) -> Frame {
        let scene = self.scene;
        let mut regions = Regions {
            head: panels::head(scene, &self.panel).0,
            seats: panels::seats(scene).0,
            ask: panels::ask(scene, self.art, &self.panel).0,
            room: self
                .panel
                .room
                .clone()
                .map_or_else(String::new, |room| room.0),
            news: panels::news(self.mover, self.news, scene).0,
            log: panels::log(self.log, self.news, scene).0,
            status: panels::status(scene, self.news, &self.panel).0,
            ..Regions::default()
        };
        let mut extent = None;
        if let (Board::Landscape(landscape), Some(art)) = (&scene.ground, self.art) {
            extent = Some(board::extent(landscape, !scene.is_over()));
            regions.facts = board::facts(landscape).0;
            let hints = self.panel.hints();
            regions.spots = board::spots(landscape, scene.question.as_ref(), hints).0;
            regions.hand = board::hand(scene.question.as_ref(), art).0;
        }
        put_board(&mut regions, scene, self.art);
        regions.left = panels::left(scene, self.art, self.panel.chooses_tiles).0;
        Frame {
            at: self.at,
            turn: scene.turn,
            holds: self.mover.is_some(),
            fleeting: self.fleeting,
            over: scene.is_over(),
            waits: scene.question.is_some(),
            regions,
            extent,
            places: scene.question.as_ref().map(places).unwrap_or_default(),
            before: None,
            stopped: self.panel.is_stopped,
            lead_curve: None,
        }
    }
}

/// Renders the tiles and pieces or the cards of a position.
fn put_board(regions: &mut Regions, scene: &Scene, art: Option<&Art>) {
    match (&scene.ground, art) {
        (Board::Landscape(landscape), Some(art)) => {
            regions.tiles = board::tiles(landscape, art).0;
            regions.laid = board::laid(landscape).0;
            regions.parts = board::parts(landscape, art).0;
            regions.pieces = board::pieces(landscape, &scene.seats).0;
            regions.scored = board::scored(landscape, &scene.scored).0;
        }
        (Board::Cards(cards), _) => {
            regions.cards = board::cards(cards, scene.question.as_ref()).0;
        }
        (Board::Landscape(_), None) => {}
    }
}

/// Renders only the board of a position.
pub(super) fn board_alone(scene: &Scene, art: Option<&Art>) -> Regions {
    let mut regions = Regions::default();
    put_board(&mut regions, scene, art);
    regions
}

fn places(question: &Question) -> Vec<Place> {
    if question.hand.is_none() {
        return Vec::new();
    }
    question.choices.iter().filter_map(place).collect()
}

/// Returns where a choice places the tile, if it names a cell.
fn place(choice: &Choice) -> Option<Place> {
    let Cell { x, y } = choice.cell?;
    let mut ways = Vec::new();
    for way in choice.ways() {
        if let Some(mv) = way.mv() {
            ways.push(Way {
                turned: way.turned.unwrap_or(0),
                mv: mv.to_owned(),
                words: way.worth.clone(),
            });
        }
    }
    Some(Place { x, y, ways })
}

#[cfg(test)]
mod tests {
    use goldrush_games::{Choice, GameName};
    use goldrush_harness::protocol::limits::Limits;
    use goldrush_table::live_game;
    use goldrush_table::seats::Seats;
    use goldrush_table::session::{GameSettings, NewGame};

    use super::*;
    use crate::web::viewer::{self, Account};

    /// Returns the moves that a page offers.
    fn offered(frame: &Frame) -> Vec<String> {
        let Regions {
            spots, ask, cards, ..
        } = &frame.regions;
        let marked = [spots, ask, cards]
            .into_iter()
            .flat_map(|text| text.split("data-move=\"").skip(1));
        let marked = marked.map(|rest| rest[..rest.find('"').unwrap()].to_owned());
        let laid = frame
            .places
            .iter()
            .flat_map(|place| &place.ways)
            .map(|way| way.mv.clone());
        marked.chain(laid).collect()
    }

    #[test]
    fn moves_offered_by_a_page_lead_to_the_end_of_the_game() {
        for &game in GameName::ALL {
            let seats = Seats::of_options(game, "human", 0).unwrap();
            let (setup, components) = Choice::printed(game).setup(2).unwrap();
            let settings = GameSettings {
                practice: true,
                lessons: true,
                assist: false,
            };
            let new_game = NewGame {
                setup,
                seed: 3,
                seats,
                settings,
                file: None,
                components,
            };
            let mut host = live_game::begin(new_game, Limits::default()).unwrap();
            let art = host.art();
            let mut turns = 0;
            while !host.scene().is_over() {
                let source = FrameSource {
                    scene: host.scene(),
                    art: art.as_ref(),
                    at: 0,
                    mover: None,
                    fleeting: false,
                    news: &[],
                    log: host.log(),
                    panel: panels::Panel {
                        people: 2,
                        practice: true,
                        ..Default::default()
                    },
                };
                let frame = source.frame();
                let moves = offered(&frame);
                assert!(!moves.is_empty(), "{game}: nothing is offered");
                assert!(
                    moves.iter().all(|mv| host.is_legal(mv)),
                    "{game}: {moves:?}"
                );
                turns = frame.turn;
                host.play(&moves[host.moves() % moves.len()]).unwrap();
            }
            let timeline: serde_json::Value = serde_json::from_str(&viewer::timeline(
                &[Account::only(host.timeline())],
                art.as_ref(),
                None,
                false,
            ))
            .unwrap();
            assert_eq!(
                timeline["frames"].as_array().unwrap().len(),
                turns + 1,
                "{game}"
            );
        }
    }
}
