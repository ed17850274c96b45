//! What the plain game tells: news, points, tokens, the landscape, hints, help.

use std::sync::atomic::AtomicBool;

use goldrush_engine::gold_rush::picture::Picture;
use goldrush_engine::gold_rush::{FeatureKind, Table};
use goldrush_engine::landscape::components::SegmentId;
use goldrush_engine::player::Player;

use super::ask::{WISHES, Wish};
use super::{Decided, Plain};
use crate::paint;
use crate::table::describe::{describe_feature, tiles_left};
use crate::table::hint::hint;
use crate::table::seats::letter;
use crate::table::words::count;

impl Plain<'_> {
    pub(super) fn greet(&mut self) -> anyhow::Result<()> {
        let seats = self.session.seats();
        let who: Vec<_> =
            Player::all(seats.players()).map(|seat| format!("{} {}", letter(seat), seats.title(seat))).collect();
        let file = self.session.file().display();
        let text = format!(
            "Carcassonne: Gold Rush. {}. Seed {}. The game is kept in {file}. Answer with a number; m draws the landscape, ? is help, q saves \
             and leaves.",
            who.join(", "),
            self.session.seed()
        );
        self.dialogue.say(&text)
    }

    /// What happened since it was last told.
    pub(super) fn tell_news(&mut self) -> anyhow::Result<()> {
        let entries = self.session.log().entries();
        let texts: Vec<_> =
            entries[self.told.min(entries.len())..].iter().map(|entry| self.session.sentence(entry)).collect();
        self.told = entries.len();
        texts.iter().try_for_each(|text| self.dialogue.say(text))
    }

    /// One line of points and supplies.
    pub(super) fn tell_standing(&mut self, seat: Player) -> anyhow::Result<()> {
        let table = self.session.table();
        let points: Vec<_> = Player::all(table.players())
            .map(|p| {
                let tokens = count(table.held(p).into(), "token");
                let who = if self.is_only_human() && p == seat { "you".into() } else { letter(p).to_string() };
                format!("{who} {} and {tokens}", table.feature_points(p))
            })
            .collect();
        let cowboys = count(table.cowboy_supply(seat), "cowboy");
        let tents = if table.rules().tents > 0 {
            format!(" and {}", count(table.tent_supply(seat), "tent"))
        } else {
            String::new()
        };
        let text = format!("Points: {}. {cowboys}{tents} in supply.", points.join(", "));
        self.dialogue.say(&text)
    }

    /// Does what was asked for instead of a number.
    pub(super) fn grant(&mut self, wish: Wish, seat: Player) -> anyhow::Result<Decided> {
        match wish {
            Wish::Leave => return Ok(Decided::Leave),
            Wish::Back => {
                self.session.take_up_tile();
                self.told = self.session.log().entries().len();
            }
            Wish::Undo if self.session.undo()? => self.told = self.session.log().entries().len(),
            Wish::Undo if self.session.manner().practice => self.dialogue.say("There is no turn to take back.")?,
            Wish::Undo => self.dialogue.say("Only in practice games, begun with --practice.")?,
            Wish::Help => self.help()?,
            Wish::Map => self.map()?,
            Wish::Score => self.score()?,
            Wish::Tokens => self.tokens(seat)?,
            Wish::TilesLeft => {
                let kinds: Vec<_> =
                    tiles_left(self.session.table()).map(|(kind, n)| format!("{} of {}", n, kind.name)).collect();
                let all = self.session.table().tiles_left();
                self.dialogue.say(&format!("{}: {}.", count(all, "tile"), kinds.join(", ")))?;
            }
            Wish::Log => {
                let texts: Vec<_> = self.session.log().entries().iter().map(|e| self.session.sentence(e)).collect();
                texts.iter().try_for_each(|text| self.dialogue.say(text))?;
            }
            Wish::Hint => {
                let lines = hint(&self.session)(&AtomicBool::new(false));
                self.dialogue.say("The five best moves, with the lead they are expected to end with:")?;
                for (at, idea) in lines.iter().enumerate() {
                    self.dialogue.offer(at + 1, &format!("{}: {}", idea.margin, idea.text))?;
                }
            }
            Wish::Lessons => {
                let lessons = !self.session.manner().lessons;
                self.session.set_lessons(lessons);
                let text = if lessons { "Rules will be explained." } else { "Rules will not be explained." };
                self.dialogue.say(text)?;
            }
        }
        Ok(Decided::Again)
    }

    fn help(&mut self) -> anyhow::Result<()> {
        self.dialogue.say("Answer with the number of a choice, or with one of these:")?;
        for (word, _, meaning) in WISHES {
            writeln!(self.dialogue.out, "  {word}  {meaning}")?;
        }
        self.dialogue.say(
            "Cells are written east,south of the start tile, which lies at 0,0: -1,2 is one to the west and two to the \
             south. goldrush rules prints the rules.",
        )
    }

    fn map(&mut self) -> anyhow::Result<()> {
        let table = self.session.table();
        paint::write(&Picture::of_table(table), self.colors, self.dialogue.out)?;
        writeln!(self.dialogue.out, "L locomotive  ^ mountain  digit nuggets  [#] city  + junction  t camp  h herd")?;
        writeln!(self.dialogue.out, "A-E cowboys of seats A-E, a-e their tents")?;
        let mut texts = Vec::new();
        for seat in Player::all(table.players()) {
            let place = |&segment: &SegmentId| {
                format!("{} ({})", table.place_text(segment), describe_feature(table, segment, self.session.seats()))
            };
            let cowboys = table.cowboys(seat).iter().map(|at| format!("cowboy {}", place(at)));
            let tents = table.tents(seat).iter().map(|at| format!("tent {}", place(at)));
            let all: Vec<_> = cowboys.chain(tents).collect();
            let all = if all.is_empty() { "nothing on the landscape".into() } else { all.join("; ") };
            texts.push(format!("{}: {all}.", letter(seat)));
        }
        texts.push(format!("Tokens on mountains: {}.", piles(table)));
        texts.iter().try_for_each(|text| self.dialogue.say(text))
    }

    fn score(&mut self) -> anyhow::Result<()> {
        let table = self.session.table();
        let mut texts = Vec::new();
        for seat in Player::all(table.players()) {
            let by_kind: Vec<_> =
                FeatureKind::ALL.map(|kind| format!("{} {}", kind.name(), table.points(kind, seat))).to_vec();
            texts.push(format!(
                "{} {}: {} points ({}) and {}; {} and {} in supply.",
                letter(seat),
                self.session.seats().title(seat),
                table.feature_points(seat),
                by_kind.join(", "),
                count(table.held(seat).into(), "token"),
                count(table.cowboy_supply(seat), "cowboy"),
                count(table.tent_supply(seat), "tent"),
            ));
        }
        texts.iter().try_for_each(|text| self.dialogue.say(text))
    }

    fn tokens(&mut self, seat: Player) -> anyhow::Result<()> {
        let view = self.session.view(seat);
        let values: Vec<_> = view.own_tokens().map(|value| value.to_string()).collect();
        let text = if values.is_empty() {
            "No tokens yet.".into()
        } else {
            format!("Tokens of {}: {}, together {}.", letter(seat), values.join(", "), view.own_token_points())
        };
        self.dialogue.say(&text)
    }
}

/// Mountains with tokens: `3 at 1,0 mountain N`.
fn piles(table: &Table) -> String {
    let mut seen = Vec::new();
    let mut piles = Vec::new();
    for segment in (0..table.landscape().features().len() as u16).map(SegmentId) {
        let feature = table.feature(segment);
        if table.kind(segment) == FeatureKind::Mountain && table.word(feature).tokens() > 0 && !seen.contains(&feature)
        {
            seen.push(feature);
            piles.push(format!("{} at {}", table.word(feature).tokens(), table.place_text(segment)));
        }
    }
    if piles.is_empty() { "none".into() } else { piles.join(", ") }
}
