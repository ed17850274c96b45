//! Pages of a league: its standings, and lists of its games.

use super::archive::{ArchivedGame, Query};
use super::standings::Standings;
use super::tables;
use crate::report::content::ratings::drawing;
use crate::report::figure::Figure;
use crate::report::page::{Page, PagePart, Section, Table};
use crate::report::words::{capital, count};

/// Longest list of games.
const MOST_GAMES: usize = 500;

/// A page of a league, by what it shows; members have their index in the roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeaguePage {
    /// The standings.
    Standings,
    /// The games of a member, or those against another one.
    Games(usize, Option<usize>),
    /// A game to step through, by the number of its round and its own.
    Game(usize, u64),
}

impl LeaguePage {
    /// Returns the name of the file; that of the standings is empty.
    pub fn file(&self) -> String {
        match self {
            LeaguePage::Standings => String::new(),
            LeaguePage::Games(of, None) => format!("games-{of}.html"),
            LeaguePage::Games(of, Some(against)) => format!("games-{of}-{against}.html"),
            LeaguePage::Game(round, game) => format!("game-{round}-{game}.html"),
        }
    }

    /// Returns the page of a file; `None` if none has this name.
    pub fn of_file(name: &str) -> Option<LeaguePage> {
        let mut parts = name.strip_suffix(".html").unwrap_or(name).split('-');
        let kind = parts.next();
        let numbers = parts
            .map(|part| part.parse().ok())
            .collect::<Option<Vec<u64>>>()?;
        let page = match (kind?, &numbers[..]) {
            ("", []) => LeaguePage::Standings,
            ("games", [of]) => LeaguePage::Games(*of as usize, None),
            ("games", [of, against]) => LeaguePage::Games(*of as usize, Some(*against as usize)),
            ("game", [round, game]) => LeaguePage::Game(*round as usize, *game),
            _ => return None,
        };
        (page.file() == name).then_some(page)
    }
}

/// The worst loss of a member.
pub struct Loss {
    /// The game in words.
    pub words: String,
    /// Page of the game.
    pub page: LeaguePage,
}

/// Links to the pages that are there.
type Links<'a> = &'a dyn Fn(LeaguePage) -> Option<String>;

/// Returns the page of a league's standings; `title` names the league, `game` describes its games in words, and `links` has the files of other pages.
pub fn page(
    standings: &Standings,
    title: &str,
    game: &str,
    losses: &[Loss],
    links: Links<'_>,
) -> Page {
    let order = standings.ratings.order();
    let ratings: Vec<_> = order
        .iter()
        .map(|&at| &standings.ratings.agents[at])
        .collect();
    let figure = Figure {
        name: "ratings".into(),
        title: "Elo".into(),
        caption: format!("{}.", tables::MEMBERS_NOTE),
        drawing: drawing(&ratings, "average"),
    };
    let warnings = standings
        .ratings
        .warnings
        .iter()
        .map(|warning| PagePart::Text(format!("Warning: {warning}")));
    let of_members = order
        .iter()
        .map(|member| links(LeaguePage::Games(*member, None)))
        .collect();
    let parts = [
        PagePart::Pieces(vec![figure]),
        table(&tables::MEMBERS, 1, tables::members(standings), of_members),
    ];
    let mut sections = Vec::new();
    if !standings.places.is_empty() {
        let (headings, rows) = tables::places(standings);
        let heading = if standings.has_ended {
            "Final standings"
        } else {
            "Standings"
        };
        sections.push(section(heading, vec![table(headings, 1, rows, vec![])]));
        sections.push(section(
            "Duels",
            vec![table(&tables::DUELS, 4, tables::duels(standings), vec![])],
        ));
    }
    sections.push(section(
        "Ratings",
        parts.into_iter().chain(warnings).collect(),
    ));
    if !standings.by_players.is_empty() {
        let (headings, rows) = tables::by_players(standings);
        let parts = vec![
            table(&headings, 1, rows, vec![]),
            PagePart::Text(format!("{}.", tables::BY_PLAYERS)),
        ];
        sections.push(section("Ratings by number of players", parts));
    }
    let pairs = tables::sorted_pairs(standings);
    let index = |name: &str| {
        standings
            .members
            .iter()
            .position(|member| member.name == name)
    };
    let of_pairs = pairs
        .iter()
        .map(|pair| links(LeaguePage::Games(index(&pair.one)?, index(&pair.other))))
        .collect();
    sections.push(section(
        "Member against member",
        vec![table(&tables::PAIRS, 2, tables::pairs(&pairs), of_pairs)],
    ));
    if !losses.is_empty() {
        let link = |loss: &Loss| match links(loss.page.clone()) {
            Some(file) => PagePart::Link {
                text: loss.words.clone(),
                file,
            },
            None => PagePart::Text(loss.words.clone()),
        };
        sections.push(section("Worst losses", losses.iter().map(link).collect()));
    }
    if !standings.faults.is_empty() {
        let of_faults = standings.faults.iter().rev();
        let of_faults = of_faults
            .map(|fault| links(LeaguePage::Game(fault.round, fault.line.game)))
            .collect();
        sections.push(section(
            "Last faults",
            vec![table(
                &tables::FAULTS,
                3,
                tables::faults(standings),
                of_faults,
            )],
        ));
    }
    Page {
        title: title.into(),
        subtitle: format!("{}: {}", capital(game), tables::played(standings)),
        warnings: Vec::new(),
        answers: Vec::new(),
        sections,
        notable: None,
        is_live: true,
    }
}

/// Returns a page that lists the games of a member, or those against another one, the worst for it first; `names` are those of
/// all members.
pub fn games_page(
    names: &[String],
    of: usize,
    against: Option<usize>,
    all: &[ArchivedGame],
) -> Page {
    let query = Query {
        of: Some(of),
        against,
        ..Query::default()
    };
    let mut found = query.find(all);
    found.reverse();
    let shown = &found[..found.len().min(MOST_GAMES)];
    let links = shown
        .iter()
        .map(|game| Some(LeaguePage::Game(game.round, game.game).file()))
        .collect();
    let (shown_count, all_count) = (count(shown.len() as u64), count(found.len() as u64));
    Page {
        title: match against {
            Some(against) => format!("{} against {}", names[of], names[against]),
            None => names[of].clone(),
        },
        subtitle: format!(
            "{shown_count} of {all_count} games, those that {} lost by most first",
            names[of]
        ),
        warnings: Vec::new(),
        answers: Vec::new(),
        sections: vec![section(
            "Games",
            vec![table(&tables::GAMES, 1, tables::games(names, shown), links)],
        )],
        notable: None,
        is_live: false,
    }
}

fn section(heading: &str, parts: Vec<PagePart>) -> Section {
    Section {
        heading: heading.into(),
        parts,
    }
}

fn table(
    headings: &[impl ToString],
    texts: usize,
    rows: Vec<Vec<String>>,
    links: Vec<Option<String>>,
) -> PagePart {
    let headings = headings.iter().map(ToString::to_string).collect();
    let cell = |(column, cell): (usize, String)| {
        if column < texts {
            cell
        } else {
            cell.replace('-', "−")
        }
    };
    let rows = rows
        .into_iter()
        .map(|row| row.into_iter().enumerate().map(cell).collect())
        .collect();
    PagePart::Table(Table {
        headings,
        texts,
        rows,
        links,
        ..Table::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_by_their_files() {
        for page in [
            LeaguePage::Standings,
            LeaguePage::Games(3, None),
            LeaguePage::Games(0, Some(11)),
            LeaguePage::Game(2, 140),
        ] {
            assert_eq!(LeaguePage::of_file(&page.file()), Some(page));
        }
        for wrong in [
            "game-1.html",
            "games.html",
            "game-1-2",
            "game-01-2.html",
            "games-1-x.html",
            "../game-1-2.html",
            "x",
        ] {
            assert_eq!(LeaguePage::of_file(wrong), None, "{wrong}");
        }
    }
}
