//! Pages of a league: its standings, and lists of its games.

use goldrush_report::content::faults::tracebacks;
use goldrush_report::content::ratings::drawing;
use goldrush_report::document::{Document, Part, Section, Table};
use goldrush_report::figure::Figure;
use goldrush_report::figure::bracket::{Bracket, BracketDuel, Side};
use goldrush_report::number::Number;
use goldrush_report::words::{capital, count, counted};

use super::archive::{ArchivedGame, Query};
use super::standings::Standings;
use super::tournament_results::BracketResult;
use super::{tables, tournament_tables};

/// Longest list of games.
const MOST_GAMES: usize = 500;

/// A page of a league, by what it shows; members have their index in the roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeaguePage {
    Standings,
    /// A member: its rating over the rounds, and its results.
    Member(usize),
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
            LeaguePage::Member(member) => format!("member-{member}.html"),
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
            ("member", [member]) => LeaguePage::Member(*member as usize),
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
pub(super) type Links<'a> = &'a dyn Fn(LeaguePage) -> Option<String>;

/// Returns how much has been played: `2,010 games in 26 rounds`.
fn played(standings: &Standings) -> String {
    let games = counted(standings.games, "game");
    let rounds = counted(standings.rounds as u64, "round");
    match standings.voided_games {
        0 => format!("{games} in {rounds}"),
        voided => format!("{games} in {rounds}; {} more do not count", count(voided)),
    }
}

/// Returns a league's standings; `title` names the league, `game` describes its games in words, and `links` has the files of
/// other pages.
pub fn page(
    standings: &Standings,
    title: &str,
    game: &str,
    losses: &[Loss],
    links: Links<'_>,
) -> Document {
    let mut sections = Vec::new();
    if !standings.places.is_empty() {
        sections.extend(tournament(standings));
    }
    sections.push(ratings(standings, links));
    if !standings.by_players.is_empty() {
        let parts = vec![
            Part::Table(tables::by_players(standings)),
            Part::Text(tables::BY_PLAYERS.into()),
        ];
        sections.push(Section::new("Ratings by number of players", parts));
    }
    sections.push(pairs(standings, links));
    if !losses.is_empty() {
        let parts = losses.iter().map(|loss| match links(loss.page.clone()) {
            Some(file) => Part::Link {
                text: loss.words.clone(),
                file,
            },
            None => Part::Text(loss.words.clone()),
        });
        sections.push(Section::detail("Worst losses", parts.collect()));
    }
    let voided = tables::voided(standings);
    if !voided.rows.is_empty() {
        let parts = vec![
            Part::Text("These games stay visible, but do not count:".into()),
            Part::Table(voided),
        ];
        sections.push(Section::new("Games that do not count", parts));
    }
    if !standings.faults.is_empty() {
        let of_faults = standings.faults.iter().rev();
        let of_faults =
            of_faults.map(|fault| links(LeaguePage::Game(fault.round, fault.line.game)));
        let table = linked(tables::faults(standings), of_faults);
        let mut parts = vec![table];
        parts.extend(tracebacks(
            standings.faults.iter().rev().map(|fault| &fault.line),
        ));
        sections.push(Section::detail("Last faults", parts));
    }
    Document {
        title: title.into(),
        subtitle: format!("{}: {}", capital(game), played(standings)),
        sections,
        is_live: true,
        ..Document::default()
    }
}

/// Returns the sections on places and duels of a Swiss or knockout tournament.
fn tournament(standings: &Standings) -> [Section; 2] {
    let (heading, state) = if standings.has_ended {
        ("Final standings", "The tournament has ended.")
    } else {
        ("Standings", "More rounds follow.")
    };
    let mut places = vec![
        Part::Table(tournament_tables::places(standings)),
        Part::Text(state.into()),
    ];
    if tournament_tables::is_swiss(standings) {
        places.push(Part::Text(tournament_tables::TIES_NOTE.into()));
    }
    let mut duels = Vec::new();
    if !standings.bracket.is_empty() {
        duels.push(Part::Wide(Figure {
            name: "bracket".into(),
            title: "Bracket".into(),
            caption: "Duels of each stage, with the meetings in which each member finished ahead."
                .into(),
            drawing: bracket(standings).draw(),
        }));
    }
    duels.push(Part::Table(tournament_tables::duels(standings)));
    [Section::new(heading, places), Section::new("Duels", duels)]
}

fn bracket(standings: &Standings) -> Bracket {
    let mut stages = Vec::new();
    for stage in &standings.bracket {
        stages.push(stage.iter().map(sides).collect());
    }
    Bracket { stages }
}

/// Returns the sides of a duel in the bracket.
fn sides(duel: &BracketResult) -> BracketDuel {
    [0, 1].map(|at| {
        duel.members[at].as_ref().map(|name| Side {
            name: name.clone(),
            result: duel.ahead.map(|ahead| {
                Number::exact(ahead[at], usize::from(ahead[at].fract() > 0.0)).to_string()
            }),
            is_winner: duel.winner.as_ref() == Some(name),
        })
    })
}

fn ratings(standings: &Standings, links: Links<'_>) -> Section {
    let order = standings.ratings.order();
    let ratings: Vec<_> = order
        .iter()
        .map(|&at| &standings.ratings.agents[at])
        .collect();
    let figure = Figure {
        name: "ratings".into(),
        title: "Elo".into(),
        caption: "Elo of each member, with its 95% interval.".into(),
        drawing: drawing(&ratings, "average"),
    };
    let of_members = order
        .iter()
        .map(|member| links(LeaguePage::Member(*member)));
    let mut parts = vec![
        Part::Figures(vec![figure]),
        linked(tables::members(standings), of_members),
        Part::Text(tables::MEMBERS_NOTE.into()),
    ];
    let warnings = standings.ratings.warnings.iter();
    parts.extend(warnings.map(|warning| Part::Text(format!("Warning: {warning}"))));
    Section::new("Ratings", parts)
}

fn pairs(standings: &Standings, links: Links<'_>) -> Section {
    let pairs = tables::sorted_pairs(standings);
    let of_pairs = pairs.iter().map(|pair| {
        let one = standings.index(&pair.one)?;
        links(LeaguePage::Games(one, standings.index(&pair.other)))
    });
    let table = linked(tables::pairs(&pairs), of_pairs);
    Section::new("Member against member", vec![table])
}

fn linked(table: Table, links: impl Iterator<Item = Option<String>>) -> Part {
    Part::Table(Table {
        links: links.collect(),
        ..table
    })
}

/// Returns a page that lists the games of a member, or those against another one, the worst for it first; `names` are those of
/// all members.
pub fn games_page(
    names: &[String],
    of: usize,
    against: Option<usize>,
    all: &[ArchivedGame],
) -> Document {
    let query = Query {
        of: Some(of),
        against,
        ..Query::default()
    };
    let mut games = query.find(all);
    games.reverse();
    let shown = &games[..games.len().min(MOST_GAMES)];
    let links = shown
        .iter()
        .map(|game| Some(LeaguePage::Game(game.round, game.game).file()));
    let table = linked(tables::games(names, shown), links);
    Document {
        title: match against {
            Some(against) => format!("{} against {}", names[of], names[against]),
            None => names[of].clone(),
        },
        subtitle: format!(
            "{} of {} games, those that {} lost by most first",
            count(shown.len() as u64),
            count(games.len() as u64),
            names[of]
        ),
        sections: vec![Section::new("Games", vec![table])],
        ..Document::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_by_their_files() {
        for page in [
            LeaguePage::Standings,
            LeaguePage::Member(4),
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
