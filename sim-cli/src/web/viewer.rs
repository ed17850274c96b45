//! A game to step through: the page on which games are played, with the whole game in it.

use std::collections::BTreeMap;
use std::io::Write as _;

use data_encoding::BASE64;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use goldrush_engine::player::Player;
use serde::Serialize;

use super::board;
use super::frame::{Frame, FrameSource, LeadCurve, Regions};
use super::page;
use super::panels::Panel;
use crate::games::scene::Art;
use crate::table::closing::{Alternative, GameReview, Mark, OtherChoice};
use crate::table::scene_frame::SceneFrame;

/// A game as one viewer sees it.
pub struct Account {
    /// Name of the viewer; empty if there is only one.
    pub name: String,
    /// One frame for the deal and one for each turn.
    pub steps: Vec<SceneFrame>,
}

impl Account {
    /// Creates the account of a game's only viewer.
    pub fn only(steps: Vec<SceneFrame>) -> Account {
        Account {
            name: String::new(),
            steps,
        }
    }
}

/// A game as the page reads it: each text once, and for each frame the texts it shows in each region.
#[derive(Serialize)]
struct Timeline<'a> {
    texts: Vec<String>,
    /// Frames as the first account has them.
    frames: Vec<TimelineFrame>,
    /// The first account, and those that differ from it.
    views: Vec<TimelineView>,
    marks: Vec<TimelineMark>,
    /// The choices that were no mistakes.
    others: &'a [OtherChoice],
    course: LeadCurve,
}

#[derive(Serialize)]
struct TimelineView {
    name: String,
    /// By frame: the regions that differ from the first account's, each as its difference from this account's previous
    /// frame.
    differs: Vec<Numbers>,
}

/// Indices of the texts, by region.
type Numbers = BTreeMap<&'static str, Vec<usize>>;

/// A mistake.
#[derive(Serialize)]
struct TimelineMark {
    /// Number of turns played, including the one with the mistake.
    turn: usize,
    who: String,
    words: String,
    drop: String,
    /// The better turn, and then the next best.
    alternatives: Vec<TimelineAlternative>,
}

/// A turn that could have been played instead of a mistake.
#[derive(Serialize)]
struct TimelineAlternative {
    words: String,
    behind: String,
    moves: Vec<String>,
    /// The tile and pieces that it adds, as SVG.
    drawn: String,
}

#[derive(Serialize)]
struct TimelineFrame {
    /// The frame without its texts.
    #[serde(flatten)]
    frame: Frame,
    /// The regions that differ from the previous frame: the number of that frame's texts with which each begins, then
    /// the indices of the texts that follow.
    parts: Numbers,
}

/// Texts that occur repeatedly, each stored once.
#[derive(Default)]
struct Texts {
    all: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: String) -> usize {
        *self.numbers.entry(text).or_insert_with_key(|text| {
            self.all.push(text.clone());
            self.all.len() - 1
        })
    }
}

/// Returns the game turn by turn, as JSON; the points are those of the first account.
pub(super) fn timeline(
    accounts: &[Account],
    art: Option<&Art>,
    found: Option<&GameReview>,
) -> String {
    let mut course = LeadCurve::default();
    accounts[0]
        .steps
        .iter()
        .enumerate()
        .for_each(|(turns, step)| course.add_turn(turns, &step.scene));
    for (seat, of_seat) in (0..).zip(found.map_or(&[][..], |found| &found.leads)) {
        let known = of_seat
            .iter()
            .enumerate()
            .filter_map(|(turns, lead)| Some((turns, (*lead)?)));
        known.for_each(|(turns, lead)| {
            course.expect(
                turns,
                Player::new(seat).expect("the seat is in the game"),
                lead,
            )
        });
    }
    let mut texts = Texts::default();
    let mut all = accounts
        .iter()
        .map(|account| frames(&account.steps, art, &mut texts))
        .collect::<Vec<_>>()
        .into_iter();
    let first = all.next().unwrap_or_default();
    let mut views = vec![TimelineView {
        name: accounts[0].name.clone(),
        differs: Vec::new(),
    }];
    for (account, other) in accounts[1..].iter().zip(all) {
        let differs = (other.iter().enumerate()).map(|(at, (_, numbers))| {
            let changed = numbers
                .iter()
                .filter(|(region, now)| first[at].1.get(*region) != Some(now));
            changed
                .map(|(region, now)| (*region, since(&other[..at], region, now)))
                .collect()
        });
        let differs: Vec<Numbers> = differs.collect();
        if differs.iter().any(|regions| !regions.is_empty()) {
            views.push(TimelineView {
                name: account.name.clone(),
                differs,
            });
        }
    }
    let frame = |(at, (frame, numbers)): (usize, &(Frame, Numbers))| {
        let is_new = |(region, now): &(&&'static str, &Vec<usize>)| {
            at == 0 && !now.is_empty() || at > 0 && first[at - 1].1.get(**region) != Some(*now)
        };
        let parts = numbers
            .iter()
            .filter(is_new)
            .map(|(region, now)| (*region, since(&first[..at], region, now)));
        TimelineFrame {
            frame: frame.clone(),
            parts: parts.collect(),
        }
    };
    let frames = first.iter().enumerate().map(frame).collect();
    let marks = found.map_or(Vec::new(), |found| {
        found
            .marks
            .iter()
            .map(|mark| timeline_mark(mark, art))
            .collect()
    });
    let others = found.map_or(&[][..], |found| &found.others);
    serde_json::to_string(&Timeline {
        texts: texts.all,
        frames,
        views,
        marks,
        others,
        course,
    })
    .expect("a timeline serializes to JSON")
}

/// Returns the difference of a region from the previous frame: the number of texts kept from its beginning, then the
/// texts that follow.
fn since(before: &[(Frame, Numbers)], region: &str, now: &[usize]) -> Vec<usize> {
    let old = before
        .last()
        .and_then(|(_, numbers)| numbers.get(region))
        .map_or(&[][..], |old| old);
    let same = now
        .iter()
        .zip(old)
        .take_while(|(now, old)| now == old)
        .count();
    [&[same], &now[same..]].concat()
}

/// Splits each step into a frame without texts and the indices of its texts.
fn frames(steps: &[SceneFrame], art: Option<&Art>, texts: &mut Texts) -> Vec<(Frame, Numbers)> {
    let (mut log, mut frames) = (Vec::new(), Vec::new());
    for (at, step) in steps.iter().enumerate() {
        let source = FrameSource {
            scene: &step.scene,
            art,
            at: at as u64,
            mover: Some(step.seat),
            fleeting: false,
            news: &step.news,
            log: &log,
            panel: Panel::default(),
        };
        let mut frame = source.frame();
        let pieces = pieces(&std::mem::take(&mut frame.regions)).into_iter();
        let numbers = |(region, pieces): (_, Vec<String>)| {
            (
                region,
                pieces.into_iter().map(|text| texts.number(text)).collect(),
            )
        };
        frames.push((frame, pieces.map(numbers).collect()));
        log.extend(
            step.news
                .iter()
                .map(|sentence| (step.scene.turn, sentence.clone())),
        );
    }
    frames
}

fn timeline_mark(mark: &Mark, art: Option<&Art>) -> TimelineMark {
    let alternative = |alternative: &Alternative| TimelineAlternative {
        words: alternative.words.clone(),
        behind: alternative.behind.clone(),
        moves: alternative.moves.clone(),
        drawn: art
            .map(|art| board::preview(&alternative.preview, art).0)
            .unwrap_or_default(),
    };
    TimelineMark {
        turn: mark.turn,
        who: mark.who.clone(),
        words: mark.words.clone(),
        drop: mark.drop.clone(),
        alternatives: mark.alternatives.iter().map(alternative).collect(),
    }
}

/// Splits each region into pieces that also occur in other frames.
fn pieces(regions: &Regions) -> Vec<(&'static str, Vec<String>)> {
    let Regions {
        head,
        tiles,
        laid,
        parts,
        pieces,
        cards,
        seats,
        news,
        log,
        left,
        scored,
        facts,
        ..
    } = regions;
    let cut = |text: &String, end: &str| {
        text.split_inclusive(end)
            .map(str::to_owned)
            .collect::<Vec<String>>()
    };
    vec![
        ("head", vec![head.clone()]),
        ("tiles", cut(tiles, "</g>")),
        ("laid", cut(laid, "</g>")),
        ("parts", cut(parts, "</g>")),
        ("scored", cut(scored, "</g>")),
        ("facts", cut(facts, "</i>")),
        ("pieces", cut(pieces, "</g>")),
        ("cards", cut(cards, "</button>")),
        ("seats", cut(seats, "</span>")),
        ("news", vec![news.clone()]),
        ("log", cut(log, "</li>")),
        ("left", cut(left, "</figure>")),
    ]
}

/// Compresses a text for the page, which unpacks it: zlib, as Base64.
fn packed(text: &str) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let written = encoder
        .write_all(text.as_bytes())
        .and_then(|()| encoder.finish());
    BASE64.encode(&written.expect("writing to memory succeeds"))
}

/// Returns a self-contained file that shows a game.
///
/// # Panics
/// Panics if there is no account, or the first has no step: a game has one before its first turn.
pub fn file(accounts: &[Account], art: Option<&Art>, found: Option<&GameReview>) -> String {
    page::whole(
        &accounts[0].steps[0].scene,
        art,
        &packed(&timeline(accounts, art, found)),
    )
}
