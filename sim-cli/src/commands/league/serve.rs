//! `goldrush league serve`: the standings and every game as pages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use goldrush_report::document::html;
use goldrush_screens::web::server::pages::{Pages, serve};

use super::standings::{game_page, title, worst_losses};
use super::{existing, game_words};
use crate::league::{LeaguePage, Results, Roster, games_page, member_page, page, rounds};

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

/// Rounds read until now, and a page of the standings: its members, the number of rounds, and its text.
struct ReadSoFar {
    results: Results,
    standings: Option<(Roster, usize, String)>,
}

impl Default for ReadSoFar {
    fn default() -> ReadSoFar {
        ReadSoFar {
            results: Results::with_history(),
            standings: None,
        }
    }
}

impl ReadSoFar {
    fn standings(&mut self, league: &Path, roster: &Roster) -> anyhow::Result<String> {
        let rounds = self.results.number;
        let is_current =
            |(of, after, _): &&(Roster, usize, String)| of == roster && *after == rounds;
        if let Some((.., page)) = self.standings.as_ref().filter(is_current) {
            return Ok(page.clone());
        }
        let Some(standings) = self.results.standings(roster) else {
            return Ok(html::waiting(
                &title(league),
                "No round has been finished yet.",
            ));
        };
        let losses = worst_losses(roster, &self.results);
        let title = title(league);
        let games = game_words(league, roster)?;
        let page = page(&standings, &title, &games, &losses, &|page| {
            Some(page.file())
        });
        let page = html::write(&page, ".");
        self.standings = Some((roster.clone(), rounds, page.clone()));
        Ok(page)
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
            LeaguePage::Standings => read.standings(&self.league, &roster).map(Some),
            LeaguePage::Member(member) => {
                let standings = read.results.standings(&roster);
                let history = read.results.history.as_ref();
                let shown = standings.zip(history).filter(|_| member < members);
                Ok(shown.map(|(standings, history)| {
                    let links = |page: LeaguePage| Some(page.file());
                    html::write(&member_page(&standings, history, member, &links), ".")
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
