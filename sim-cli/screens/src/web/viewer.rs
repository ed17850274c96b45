//! A game to step through: the page on which games are played, with the whole game in it.

use std::collections::BTreeMap;
use std::io::Write as _;

use data_encoding::BASE64;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use goldrush_engine::player::Player;
use goldrush_games::scene::Art;
use goldrush_table::closing::{GameReview, OtherChoice, costliest};
use goldrush_table::scene_frame::SceneFrame;
use serde::Serialize;

use super::card;
use super::frame::{Frame, FrameSource, LeadCurve, Regions};
use super::page;
use super::panels::Panel;

/// A game as one viewer sees it.
pub struct Account {
    /// Name of the viewer; empty if there is only one.
    pub name: String,
    /// One frame for the deal and one for each turn.
    pub frames: Vec<SceneFrame>,
}

impl Account {
    /// Creates the account of a game's only viewer.
    pub fn only(frames: Vec<SceneFrame>) -> Account {
        Account {
            name: String::new(),
            frames,
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
    /// The list of all mistakes.
    mistakes: String,
    /// The choices that were no mistakes.
    others: &'a [OtherChoice],
    lead_curve: LeadCurve,
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
    /// True if no other mistake cost more.
    is_costliest: bool,
    /// Text of the panel there, with the drawings of the turn and of better ones.
    panel: String,
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

/// Returns the game turn by turn, as JSON; the points are those of the first account. More mistakes may be found if the review
/// `is_searching`.
pub(super) fn timeline(
    accounts: &[Account],
    art: Option<&Art>,
    review: Option<&GameReview>,
    is_searching: bool,
) -> String {
    let mut lead_curve = LeadCurve::default();
    accounts[0]
        .frames
        .iter()
        .enumerate()
        .for_each(|(turns, frame)| lead_curve.add_turn(turns, &frame.scene));
    for (seat, of_seat) in (0..).zip(review.map_or(&[][..], |review| &review.leads)) {
        let known = of_seat
            .iter()
            .enumerate()
            .filter_map(|(turns, lead)| Some((turns, (*lead)?)));
        known.for_each(|(turns, lead)| {
            lead_curve.add_lead(
                turns,
                Player::new(seat).expect("the seat is in the game"),
                lead,
            );
        });
    }
    let mut texts = Texts::default();
    let mut all = accounts
        .iter()
        .map(|account| numbered_frames(&account.frames, art, &mut texts))
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
    let frames = (0..first.len())
        .map(|at| timeline_frame(&first, at))
        .collect();
    let found = review.map_or(&[][..], |review| &review.marks);
    let costliest = costliest(found);
    let marks = found.iter().enumerate().map(|(at, mark)| TimelineMark {
        turn: mark.turn,
        is_costliest: Some(at) == costliest,
        panel: card::judgment(&mark.judgment, art, true).0,
    });
    let others = review.map_or(&[][..], |review| &review.others);
    let mut mistakes = card::mistakes(found).0;
    if is_searching {
        mistakes += &card::searching(None).0;
    }
    serde_json::to_string(&Timeline {
        texts: texts.all,
        frames,
        views,
        marks: marks.collect(),
        mistakes,
        others,
        lead_curve,
    })
    .expect("a timeline serializes to JSON")
}

/// Returns a frame, with the parts of its regions that the frame before does not show.
fn timeline_frame(frames: &[(Frame, Numbers)], at: usize) -> TimelineFrame {
    let (frame, numbers) = &frames[at];
    let before = at.checked_sub(1).map(|before| &frames[before].1);
    let parts = numbers
        .iter()
        .filter(|(region, now)| match before {
            None => !now.is_empty(),
            Some(before) => before.get(**region) != Some(*now),
        })
        .map(|(region, now)| (*region, since(&frames[..at], region, now)));
    TimelineFrame {
        frame: frame.clone(),
        parts: parts.collect(),
    }
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

/// Splits each moment into a frame without texts and the indices of its texts.
fn numbered_frames(
    scene_frames: &[SceneFrame],
    art: Option<&Art>,
    texts: &mut Texts,
) -> Vec<(Frame, Numbers)> {
    let mut log = Vec::new();
    let mut frames = Vec::new();
    for (at, scene_frame) in scene_frames.iter().enumerate() {
        let source = FrameSource {
            scene: &scene_frame.scene,
            art,
            at: at as u64,
            mover: Some(scene_frame.seat),
            fleeting: false,
            news: &scene_frame.news,
            log: &log,
            panel: Panel::default(),
        };
        let mut frame = source.frame();
        let mut numbers = Numbers::default();
        for (region, pieces) in pieces(&std::mem::take(&mut frame.regions)) {
            let pieces = pieces.into_iter().map(|text| texts.number(text));
            numbers.insert(region, pieces.collect());
        }
        frames.push((frame, numbers));
        log.extend(
            scene_frame
                .news
                .iter()
                .map(|sentence| (scene_frame.scene.turn, sentence.clone())),
        );
    }
    frames
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

/// Cuts a text after each of these ends.
fn cut(text: &str, end: &str) -> Vec<String> {
    text.split_inclusive(end).map(str::to_owned).collect()
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
/// Panics if there is no account, or the first has no frame: a game has one before its first turn.
pub fn file(accounts: &[Account], art: Option<&Art>, review: Option<&GameReview>) -> String {
    page::whole(
        &accounts[0].frames[0].scene,
        art,
        &packed(&timeline(accounts, art, review, false)),
    )
}
