//! `goldrush league serve`: the standings and every game as pages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use goldrush_report::document::html;
use goldrush_screens::web::server::pages::{Pages, serve};

use super::standings::{game_page, title, worst_losses};
use super::{existing, game_words};
use crate::league::{
    LeaguePage, Results, Roster, Standings, games_page, member_page, page, rounds,
};

pub(super) fn run(league: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let league = existing(league)?.to_owned();
    serve(
        "The league",
        Arc::new(LeaguePages {
            league,
            read: Mutex::default(),
        }),
        out,
    )
}

/// Pages of a league, which may be played meanwhile.
struct LeaguePages {
    league: PathBuf,
    read: Mutex<ReadSoFar>,
}

/// Rounds read until now.
struct ReadSoFar {
    results: Results,
    shown: Option<Shown>,
}

/// Standings of some members after some rounds, and their page.
struct Shown {
    roster: Roster,
    rounds: usize,
    standings: Standings,
    page: String,
}

impl Default for ReadSoFar {
    fn default() -> ReadSoFar {
        ReadSoFar {
            results: Results::with_history(),
            shown: None,
        }
    }
}

impl ReadSoFar {
    /// Returns the standings with their page, if there are any.
    fn shown(&mut self, league: &Path, roster: &Roster) -> anyhow::Result<Option<&Shown>> {
        let rounds = self.results.number;
        let is_current = |shown: &Shown| shown.roster == *roster && shown.rounds == rounds;
        if !self.shown.as_ref().is_some_and(is_current) {
            self.shown = if rounds == 0 {
                None
            } else {
                let standings = self.results.standings(roster);
                Some(Shown {
                    roster: roster.clone(),
                    rounds,
                    page: self.page(league, roster, &standings)?,
                    standings,
                })
            };
        }
        Ok(self.shown.as_ref())
    }

    fn page(
        &self,
        league: &Path,
        roster: &Roster,
        standings: &Standings,
    ) -> anyhow::Result<String> {
        let losses = worst_losses(roster, &self.results);
        let title = title(league);
        let games = game_words(league, roster)?;
        let page = page(standings, &title, &games, &losses, &|page| {
            Some(page.file())
        });
        Ok(html::write(&page, "."))
    }
}

impl Pages for LeaguePages {
    fn page(&self, name: &str) -> anyhow::Result<Option<String>> {
        let Some(page) = LeaguePage::of_file(name) else {
            return Ok(None);
        };
        let roster = Roster::read(&self.league)?;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(e) = read.results.update(&roster, &rounds(&self.league)?) {
            *read = ReadSoFar::default();
            return Err(e);
        }
        let members = roster.members.len();
        match page {
            LeaguePage::Standings => Ok(Some(match read.shown(&self.league, &roster)? {
                Some(shown) => shown.page.clone(),
                None => html::waiting(&title(&self.league), "No round has been finished yet."),
            })),
            LeaguePage::Member(member) => {
                if member >= members || read.shown(&self.league, &roster)?.is_none() {
                    return Ok(None);
                }
                let shown = read.shown.as_ref().zip(read.results.history.as_ref());
                Ok(shown.map(|(shown, history)| {
                    let links = |page: LeaguePage| Some(page.file());
                    html::write(&member_page(&shown.standings, history, member, &links), ".")
                }))
            }
            LeaguePage::Games(of, against) => {
                let is_known = of < members && against.is_none_or(|against| against < members);
                let list = || games_page(&roster.names(), of, against, &read.results.archive);
                Ok(is_known.then(|| html::write(&list(), ".")))
            }
            LeaguePage::Game(round, game) => {
                let is_known = read
                    .results
                    .archive
                    .iter()
                    .any(|known| (known.round, known.game) == (round, game));
                drop(read);
                is_known
                    .then(|| game_page(&self.league, round, game))
                    .transpose()
            }
        }
    }
}
