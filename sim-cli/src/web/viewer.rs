//! A game to step through: the same page as the one that is played on, with all of the game in it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::board;
use super::frame::{Frame, Regions, Sight};
use super::page;
use super::panels::Panel;
use crate::games::scene::Art;
use crate::table::closing::{LookBack, Mark};
use crate::table::step::Step;

/// A game as it is told: texts once, and which of them each frame shows where.
#[derive(Serialize)]
struct Story {
    texts: Vec<String>,
    frames: Vec<StoryFrame>,
    marks: Vec<StoryMark>,
    /// By seat and turns played: the lead over the best other seat that could be expected at the end, in points; null where it
    /// was not worked out.
    leads: Vec<Vec<Option<f64>>>,
}

/// A mistake.
#[derive(Serialize)]
struct StoryMark {
    /// How many turns were played with it.
    turn: usize,
    seat: char,
    words: String,
    drop: String,
    /// What would have been better, as SVG.
    better: String,
}

#[derive(Serialize)]
struct StoryFrame {
    /// The moment, without its texts.
    #[serde(flatten)]
    frame: Frame,
    /// By region that differs from the frame before: how many of that frame's texts it begins with, and the numbers of those
    /// that follow.
    parts: BTreeMap<&'static str, Vec<usize>>,
}

/// The game turn by turn, as text of JSON.
pub(super) fn story(steps: &[Step], art: Option<&Art>, found: Option<&LookBack>) -> String {
    let (mut texts, mut numbers) = (Vec::new(), BTreeMap::new());
    let mut log = Vec::new();
    let (mut frames, mut before) = (Vec::new(), BTreeMap::new());
    for (at, step) in steps.iter().enumerate() {
        let sight = Sight {
            scene: &step.scene,
            art,
            at: at as u64,
            mover: Some(step.seat),
            fleeting: false,
            news: &step.news,
            log: &log,
            panel: Panel::default(),
        };
        let mut frame = sight.frame();
        let regions = std::mem::take(&mut frame.regions);
        let mut parts = BTreeMap::new();
        for (region, pieces) in pieces(&regions) {
            let number = |text: String| {
                *numbers.entry(text.clone()).or_insert_with(|| {
                    texts.push(text);
                    texts.len() - 1
                })
            };
            let now: Vec<usize> = pieces.into_iter().map(number).collect();
            let old = before.insert(region, now.clone()).unwrap_or_default();
            if now != old {
                let same = now.iter().zip(&old).take_while(|(now, old)| now == old).count();
                parts.insert(region, [&[same], &now[same..]].concat());
            }
        }
        frames.push(StoryFrame { frame, parts });
        log.extend(step.news.iter().map(|sentence| (step.scene.turn, sentence.clone())));
    }
    let marks = found.map_or(Vec::new(), |found| found.marks.iter().map(|mark| story_mark(mark, art)).collect());
    let rounded = |lead: &Option<f64>| lead.map(|lead| (10.0 * lead).round() / 10.0);
    let of_seat = |leads: &Vec<Option<f64>>| leads.iter().map(rounded).collect();
    let leads = found.map_or(Vec::new(), |found| found.leads.iter().map(of_seat).collect());
    serde_json::to_string(&Story { texts, frames, marks, leads }).expect("a story is plain data")
}

fn story_mark(mark: &Mark, art: Option<&Art>) -> StoryMark {
    let better = mark.better.landscape().zip(art).map(|(landscape, art)| board::newest(landscape, art).0);
    StoryMark {
        turn: mark.turn,
        seat: mark.seat.letter(),
        words: mark.words.clone(),
        drop: mark.drop.clone(),
        better: better.unwrap_or_default(),
    }
}

/// What is in each region, in pieces that come again in other frames.
fn pieces(regions: &Regions) -> Vec<(&'static str, Vec<String>)> {
    let Regions { head, tiles, laid, parts, pieces, cards, seats, news, log, left, scored, facts, .. } = regions;
    let cut = |text: &String, end: &str| text.split_inclusive(end).map(str::to_owned).collect::<Vec<String>>();
    vec![
        ("head", vec![head.clone()]),
        ("tiles", cut(tiles, "</g>")),
        ("laid", cut(laid, "</g>")),
        ("parts", cut(parts, "</g>")),
        ("scored", cut(scored, "</g>")),
        ("facts", cut(facts, "</i>")),
        ("pieces", cut(pieces, "</g>")),
        ("cards", cut(cards, "</button>")),
        ("seats", cut(seats, "</strong></div>")),
        ("news", vec![news.clone()]),
        ("log", cut(log, "</li>")),
        ("left", cut(left, "</figure>")),
    ]
}

/// A file that shows a game by itself.
///
/// # Panics
/// Without a step: a game has one before its first turn.
pub fn file(steps: &[Step], art: Option<&Art>, found: Option<&LookBack>) -> String {
    page::whole(&steps[0].scene, art, &story(steps, art, found))
}
