//! What a page is told: everything that is to be seen at a moment, in pieces of HTML and SVG by the place where they go.

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use serde::Serialize;

use super::{board, panels};
use crate::games::scene::{Art, Board, Choice, Question, Scene};

/// A moment.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Frame {
    /// Which position it is, by a number that does not come again; a wish that was made in another is not granted.
    pub(super) at: u64,
    /// The turn, from 1.
    pub(super) turn: usize,
    /// Whether it is to be seen for a while before the next one.
    pub(super) holds: bool,
    /// Whether it shows what is hidden again afterwards.
    pub(super) fleeting: bool,
    /// Whether the game has ended.
    pub(super) over: bool,
    /// Whether whoever looks is asked what happens next.
    pub(super) waits: bool,
    /// What goes where.
    pub(super) regions: Regions,
    /// The first and last column and row that are to be seen.
    pub(super) extent: Option<[i8; 4]>,
    /// Where the tile at hand may be laid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) places: Vec<Place>,
    /// How the game went so far, beside the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) course: Option<LeadCurve>,
}

/// Who was how far ahead, turn by turn.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct LeadCurve {
    /// How many turns there will be, if that is known.
    pub(super) turns: Option<usize>,
    /// By seat and turns played: points.
    pub(super) points: Vec<Vec<u16>>,
    /// By seat and turns played: the lead over the best other seat that could be expected at the end, in points; null where it
    /// was not worked out.
    pub(super) leads: Vec<Vec<Option<f64>>>,
}

impl LeadCurve {
    /// The points of a position after so many turns; what was told of later ones is forgotten.
    pub(super) fn tell(&mut self, turns: usize, scene: &Scene) {
        self.turns = scene.turns;
        self.points.resize(scene.seats.len(), Vec::new());
        for (of_seat, seat) in self.points.iter_mut().zip(&scene.seats) {
            of_seat.resize(turns, of_seat.last().copied().unwrap_or(0));
            of_seat.push(seat.points);
        }
        self.leads.iter_mut().for_each(|of_seat| of_seat.truncate(turns + 1));
    }

    /// The lead that a seat can expect after so many turns.
    pub(super) fn expect(&mut self, turns: usize, seat: Player, lead: f64) {
        self.leads.resize(self.points.len(), Vec::new());
        let of_seat = &mut self.leads[seat.index()];
        of_seat.resize(of_seat.len().max(turns + 1), None);
        of_seat[turns] = Some((10.0 * lead).round() / 10.0);
    }
}

/// Pieces of a page by the place where they go.
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

/// A cell where the tile at hand may be laid.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Place {
    x: i8,
    y: i8,
    ways: Vec<Way>,
}

/// A way to lay it there.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Way {
    /// In degrees.
    turned: u16,
    #[serde(rename = "move")]
    mv: String,
    /// What it joins.
    words: String,
}

/// A moment to be shown.
pub(super) struct Sight<'a> {
    /// The position.
    pub(super) scene: &'a Scene,
    /// Its tiles in lines.
    pub(super) art: Option<&'a Art>,
    /// See [`Frame::at`].
    pub(super) at: u64,
    /// Who has done what the news tell, if it is to be seen for a while.
    pub(super) mover: Option<Player>,
    /// Whether some of it is hidden again afterwards.
    pub(super) fleeting: bool,
    /// What happened, in sentences.
    pub(super) news: &'a [String],
    /// What happened before, with the turn in which it did.
    pub(super) log: &'a [(usize, String)],
    /// What is beside the board.
    pub(super) panel: panels::Panel<'a>,
}

impl Sight<'_> {
    /// All that is seen of it.
    pub(super) fn frame(&self) -> Frame {
        let scene = self.scene;
        let mut regions = Regions {
            head: panels::head(scene).0,
            seats: panels::seats(scene).0,
            ask: panels::ask(scene, &self.panel).0,
            news: panels::news(self.mover, self.news).0,
            log: panels::log(self.log, self.news, scene.turn).0,
            status: panels::status(scene, self.news, &self.panel).0,
            ..Regions::default()
        };
        let mut extent = None;
        match (&scene.ground, self.art) {
            (Board::Landscape(landscape), Some(art)) => {
                extent = Some(board::extent(landscape, scene.question.as_ref()));
                regions.tiles = board::tiles(landscape, art).0;
                regions.laid = board::laid(landscape).0;
                regions.parts = board::parts(landscape, art).0;
                regions.pieces = board::pieces(landscape).0;
                regions.scored = board::scored(landscape, &scene.scored).0;
                regions.facts = board::facts(landscape).0;
                regions.spots = board::spots(landscape, scene.question.as_ref()).0;
                regions.hand = board::hand(scene.question.as_ref(), art).0;
                regions.left = panels::left(scene, art).0;
            }
            (Board::Cards(cards), _) => regions.cards = board::cards(cards, scene.question.as_ref()).0,
            (Board::Landscape(_), None) => {}
        }
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
            course: None,
        }
    }
}

fn places(question: &Question) -> Vec<Place> {
    if question.hand.is_none() {
        return Vec::new();
    }
    let place = |choice: &Choice| {
        let Cell { x, y } = choice.cell?;
        let way = |way: &Choice| {
            Some(Way { turned: way.turned.unwrap_or(0), mv: way.mv()?.to_owned(), words: way.worth.clone() })
        };
        Some(Place { x, y, ways: choice.ways().iter().filter_map(way).collect() })
    };
    question.choices.iter().filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, GameName};
    use crate::protocol::limits::Limits;
    use crate::table::live_game;
    use crate::table::seats::Seats;
    use crate::table::session::{GameSettings, NewGame};
    use crate::web::viewer::{self, Account};

    /// The moves that a page offers.
    fn offered(frame: &Frame) -> Vec<String> {
        let Regions { spots, ask, cards, .. } = &frame.regions;
        let marked = [spots, ask, cards].into_iter().flat_map(|text| text.split("data-move=\"").skip(1));
        let marked = marked.map(|rest| rest[..rest.find('"').unwrap()].to_owned());
        let laid = frame.places.iter().flat_map(|place| &place.ways).map(|way| way.mv.clone());
        marked.chain(laid).collect()
    }

    #[test]
    fn what_a_page_offers_can_be_played_to_the_end_of_the_game() {
        for &game in GameName::ALL {
            let seats = Seats::of_options(game, "human", 0).unwrap();
            let (setup, components) = games::Choice::printed(game).setup(2).unwrap();
            let settings = GameSettings { practice: true, lessons: true, assist: false };
            let new_game = NewGame { setup, seed: 3, seats, settings, file: None, components };
            let mut host = live_game::begin(new_game, Limits::default()).unwrap();
            let art = host.art();
            let mut turns = 0;
            while !host.scene().is_over() {
                let sight = Sight {
                    scene: host.scene(),
                    art: art.as_ref(),
                    at: 0,
                    mover: None,
                    fleeting: false,
                    news: &[],
                    log: host.log(),
                    panel: panels::Panel { people: 2, practice: true, ..Default::default() },
                };
                let frame = sight.frame();
                let moves = offered(&frame);
                assert!(!moves.is_empty(), "{game}: nothing is offered");
                assert!(moves.iter().all(|mv| host.is_legal(mv)), "{game}: {moves:?}");
                turns = frame.turn;
                host.play(&moves[host.moves() % moves.len()]).unwrap();
            }
            let timeline: serde_json::Value =
                serde_json::from_str(&viewer::timeline(&[Account::only(host.timeline())], art.as_ref(), None)).unwrap();
            assert_eq!(timeline["frames"].as_array().unwrap().len(), turns + 1, "{game}");
        }
    }
}
