//! The games of a league, to be looked for.

use std::cmp::Reverse;

use serde::Serialize;

use goldrush_harness::protocol::fault::FaultKind;
use goldrush_harness::sim::result::GameResult;

/// A game of a league.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ArchivedGame {
    /// Number of the round, from 1.
    pub round: usize,
    /// Number of the game in the round, from 0.
    pub game: u64,
    /// Index of the member in each seat; JSON has the names.
    #[serde(skip)]
    pub members: Vec<usize>,
    /// Points by seat.
    pub scores: Vec<i32>,
    /// Points above the best other seat, by seat.
    pub leads: Vec<i32>,
    /// Rank by seat; 1 is best.
    pub ranks: Vec<u8>,
    /// Turns played.
    pub turns: u16,
    /// Kind of fault by seat.
    pub faults: Vec<Option<&'static str>>,
    /// Why the game does not count, if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voided: Option<String>,
}

impl ArchivedGame {
    /// Creates the entry of a game.
    pub fn new(round: usize, game: u64, members: Vec<usize>, result: &GameResult) -> ArchivedGame {
        let mut archived = ArchivedGame {
            round,
            game,
            members,
            scores: Vec::new(),
            leads: Vec::new(),
            ranks: Vec::new(),
            turns: result.turns,
            faults: Vec::new(),
            voided: None,
        };
        for seat in &result.seats {
            archived.scores.push(seat.score.into());
            archived.leads.push(seat.margin);
            archived.ranks.push(seat.rank);
            archived.faults.push(seat.fault.map(FaultKind::name));
        }
        archived
    }
}

/// A game with the names of its members.
#[derive(Serialize)]
pub struct NamedGame<'g> {
    /// Name of the member in each seat.
    members: Vec<&'g str>,
    #[serde(flatten)]
    game: &'g ArchivedGame,
}

impl<'g> NamedGame<'g> {
    /// Names the members of a game; `names` are those of all members.
    pub fn new(game: &'g ArchivedGame, names: &'g [String]) -> NamedGame<'g> {
        let members = game.members.iter().map(|member| names[*member].as_str());
        NamedGame {
            members: members.collect(),
            game,
        }
    }
}

/// Question about the games of a league.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// Index of a member that plays.
    pub of: Option<usize>,
    /// Index of another member that plays.
    pub against: Option<usize>,
    /// Only games in which the first member came first, alone or with others, or only games in which it did not.
    pub won: Option<bool>,
    /// Only games with a fault, of that member if one is given.
    pub faults: bool,
    pub players: Option<usize>,
    /// Least and most points by which the first led.
    pub lead: Option<(i32, i32)>,
    /// Least and most turns.
    pub turns: Option<(u16, u16)>,
}

impl Query {
    /// Returns the games that match, those that the first member lost or won by most first; without a member, those
    /// with the largest lead first.
    pub fn find<'g>(&self, games: &'g [ArchivedGame]) -> Vec<&'g ArchivedGame> {
        let mut matching: Vec<_> = games.iter().filter(|game| self.matches(game)).collect();
        matching.sort_by_key(|game| {
            let lead = self.lead_of(game);
            Reverse(if self.won == Some(false) { -lead } else { lead })
        });
        matching
    }

    /// Returns the lead in a game of the seat asked about: in lost games the smallest one, otherwise the largest.
    pub fn lead_of(&self, game: &ArchivedGame) -> i32 {
        let leads = self.seats(game).map(|seat| game.leads[seat]);
        let lead = if self.won == Some(false) {
            leads.min()
        } else {
            leads.max()
        };
        lead.unwrap_or(0)
    }

    /// Iterates over the seats of the member asked about, or all.
    fn seats<'g>(&self, game: &'g ArchivedGame) -> impl Iterator<Item = usize> + use<'g> {
        let of = self.of;
        (0..game.members.len()).filter(move |seat| of.is_none_or(|of| game.members[*seat] == of))
    }

    fn matches(&self, game: &ArchivedGame) -> bool {
        self.against
            .is_none_or(|other| game.members.contains(&other))
            && self.lead.is_none_or(|(least, most)| {
                game.leads
                    .iter()
                    .max()
                    .is_some_and(|lead| (least..=most).contains(lead))
            })
            && self
                .players
                .is_none_or(|players| game.members.len() == players)
            && self
                .turns
                .is_none_or(|(least, most)| (least..=most).contains(&game.turns))
            && self.seats(game).any(|seat| {
                let is_first = game.ranks[seat] == 1;
                (!self.faults || game.faults[seat].is_some())
                    && self.won.is_none_or(|won| won == is_first)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64, members: [usize; 2], scores: [i32; 2]) -> ArchivedGame {
        let lead = scores[0] - scores[1];
        ArchivedGame {
            round: 1,
            game: number,
            members: members.into(),
            scores: scores.into(),
            leads: vec![lead, -lead],
            ranks: if lead >= 0 {
                vec![1, if lead == 0 { 1 } else { 2 }]
            } else {
                vec![2, 1]
            },
            turns: 60 + number as u16,
            faults: vec![None; 2],
            voided: None,
        }
    }

    #[test]
    fn games_are_found_by_member_opponent_and_result() {
        let mut games = vec![
            game(0, [0, 1], [50, 40]),
            game(1, [1, 0], [70, 40]),
            game(2, [0, 2], [60, 60]),
            game(3, [0, 2], [9, 10]),
        ];
        games[3].faults[0] = Some("crash");
        let found = |query: Query| {
            query
                .find(&games)
                .into_iter()
                .map(|game| game.game)
                .collect::<Vec<_>>()
        };
        let of = Query {
            of: Some(0),
            ..Query::default()
        };
        assert_eq!(found(of.clone()), [0, 2, 3, 1]);
        assert_eq!(
            found(Query {
                won: Some(false),
                ..of.clone()
            }),
            [1, 3],
            "the worst first"
        );
        assert_eq!(
            found(Query {
                won: Some(true),
                ..of.clone()
            }),
            [0, 2]
        );
        assert_eq!(
            found(Query {
                against: Some(1),
                ..of.clone()
            }),
            [0, 1]
        );
        assert_eq!(found(Query { faults: true, ..of }), [3]);
        assert_eq!(
            found(Query {
                lead: Some((1, 29)),
                ..Query::default()
            }),
            [0, 3]
        );
        assert_eq!(
            found(Query {
                players: Some(2),
                ..Query::default()
            })
            .len(),
            4
        );
        assert!(
            found(Query {
                players: Some(3),
                ..Query::default()
            })
            .is_empty()
        );
        assert_eq!(
            found(Query {
                turns: Some((61, 62)),
                ..Query::default()
            }),
            [1, 2]
        );
    }
}
