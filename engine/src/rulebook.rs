//! Numbered rules in words; their only source is `engine/data/*_rules.md`.
//!
//! ```
//! use goldrush_engine::rulebook::{self, CARCASSONNE, GOLD_MINES};
//!
//! let majority = rulebook::find("G11").ok_or("there is no such rule")?;
//! assert_eq!(majority.title, "Majority");
//! // Five rules and six variants; The Gold Mines have seven rules more.
//! assert_eq!(CARCASSONNE.rules().count(), 11);
//! assert_eq!(GOLD_MINES.rules().count(), 18);
//! # Ok::<(), String>(())
//! ```

/// A numbered rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Number, such as `G11`.
    pub id: &'static str,
    /// Name.
    pub title: &'static str,
    /// Text, with [`MARKS`] in it.
    pub text: &'static str,
}

impl Rule {
    /// Returns true if the text has a mark.
    pub fn has(&self, mark: Mark) -> bool {
        self.text.contains(mark.sign)
    }

    /// Returns the text as players need it, without marks.
    pub fn unmarked(&self) -> String {
        let whole = [
            " The whole rule: [outside].",
            " The rest of this rule: [outside].",
        ]
        .map(str::to_owned);
        let signs = whole
            .into_iter()
            .chain(MARKS.map(|mark| format!(" {}", mark.sign)));
        signs.fold(self.text.to_owned(), |text, sign| text.replace(&sign, ""))
    }
}

/// A sign behind what does not stand in the printed rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// As it stands in a text: `[ruling]`.
    pub sign: &'static str,
    /// Explanation of the mark.
    pub meaning: &'static str,
}

/// All marks.
pub const MARKS: [Mark; 3] = [
    Mark {
        sign: "[ruling]",
        meaning: "what the sources leave open, or to the players, and this project decides",
    },
    Mark {
        sign: "[community]",
        meaning: "an interpretation or a house rule of a community page, which the printed rules lack",
    },
    Mark {
        sign: "[outside]",
        meaning: "what none of the texts at hand says and was taken from elsewhere (engine/data/README.md)",
    },
];

/// Rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rulebook {
    text: &'static str,
    /// First letter of the numbers of rules that the game does without.
    without: Option<char>,
}

/// Rules of Gold Rush.
pub const GOLD_RUSH: Rulebook = Rulebook {
    text: include_str!("../data/gold_rush_rules.md"),
    without: None,
};
/// Rules of Carcassonne.
pub const CARCASSONNE: Rulebook = Rulebook {
    without: Some('M'),
    ..GOLD_MINES
};
/// Rules of Carcassonne with The Gold Mines.
pub const GOLD_MINES: Rulebook = Rulebook {
    text: include_str!("../data/carcassonne_rules.md"),
    without: None,
};
/// Rules of Knizia's card game.
pub const KNIZIA_GOLD: Rulebook = Rulebook {
    text: include_str!("../data/knizia_gold_rules.md"),
    without: None,
};
/// Rulebooks with all rules.
pub const RULEBOOKS: [Rulebook; 3] = [GOLD_RUSH, GOLD_MINES, KNIZIA_GOLD];

impl Rulebook {
    /// Iterates over all rules in order.
    pub fn rules(self) -> impl Iterator<Item = Rule> {
        self.text.split("\n### ").skip(1).filter_map(move |part| {
            let (head, text) = part.split_once('\n')?;
            let (id, title) = head
                .split_once(' ')
                .filter(|_| !head.starts_with(|c| Some(c) == self.without))?;
            let text = text.split("\n## ").next()?.trim();
            Some(Rule { id, title, text })
        })
    }
}

/// Finds a rule of any game by its number, ignoring case.
pub fn find(id: &str) -> Option<Rule> {
    RULEBOOKS
        .into_iter()
        .flat_map(Rulebook::rules)
        .find(|rule| rule.id.eq_ignore_ascii_case(id))
}

/// Returns the ranges of rule numbers for display: `G1 to G24, V1 to V21`.
pub fn numbers() -> String {
    let ids: Vec<&str> = RULEBOOKS
        .into_iter()
        .flat_map(Rulebook::rules)
        .map(|rule| rule.id)
        .collect();
    let chapters = ids.chunk_by(|one, next| one[..1] == next[..1]);
    chapters
        .map(|chapter| format!("{} to {}", chapter[0], chapter[chapter.len() - 1]))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_numbers_are_unique_and_in_order() {
        let ids: Vec<_> = RULEBOOKS
            .into_iter()
            .flat_map(Rulebook::rules)
            .map(|r| r.id.to_owned())
            .collect();
        let numbers = [
            ("G", 1, 24),
            ("V", 1, 21),
            ("C", 1, 5),
            ("M", 1, 7),
            ("V", 22, 27),
            ("K", 1, 11),
            ("V", 28, 31),
        ];
        let expected: Vec<_> = numbers
            .iter()
            .flat_map(|(letter, first, last)| (*first..=*last).map(move |n| format!("{letter}{n}")))
            .collect();
        assert_eq!(ids, expected);
        assert_eq!(
            super::numbers(),
            "G1 to G24, V1 to V21, C1 to C5, M1 to M7, V22 to V27, K1 to K11, V28 to V31"
        );
        assert!(
            RULEBOOKS
                .into_iter()
                .flat_map(Rulebook::rules)
                .all(|r| !r.title.is_empty() && r.text.len() > 25)
        );
        assert_eq!(find("g11").map(|r| r.title), Some("Majority"));
        assert_eq!(find("k10").map(|r| r.title), Some("A match"));
        assert_eq!(find("G25"), None);
    }

    #[test]
    fn every_mark_in_a_book_is_explained_at_its_head() {
        for book in RULEBOOKS {
            let head = book.text.split("\n## ").next().unwrap_or_default();
            for mark in MARKS {
                let is_used = book.rules().any(|rule| rule.has(mark));
                let explained =
                    head.contains(&format!("\n`{}` marks {}.\n", mark.sign, mark.meaning));
                assert_eq!(is_used, explained, "{} in {head}", mark.sign);
            }
            let signs = book.rules().flat_map(|rule| {
                rule.text
                    .split('[')
                    .skip(1)
                    .filter_map(|part| part.split_once(']'))
            });
            for (sign, _) in signs {
                assert!(
                    MARKS.iter().any(|mark| mark.sign == format!("[{sign}]")),
                    "[{sign}] is no mark"
                );
            }
        }
    }

    #[test]
    fn texts_for_players_have_no_marks_and_lose_nothing_else() {
        for rule in RULEBOOKS.into_iter().flat_map(Rulebook::rules) {
            let text = rule.unmarked();
            assert!(
                !text.contains('[') && !text.contains(" : ") && text.ends_with('.'),
                "{}: {text}",
                rule.id
            );
        }
        let rule = find("C1").unwrap();
        assert!(
            rule.text
                .ends_with(" Seat 0 begins [ruling]. The rest of this rule: [outside].")
        );
        assert!(
            rule.unmarked()
                .ends_with(" each with seven followers. Seat 0 begins.")
        );
    }

    #[test]
    fn what_the_texts_at_hand_do_not_say_is_marked() {
        let marked = |id: &str| {
            let rule = find(id).unwrap();
            MARKS
                .iter()
                .filter(|mark| rule.has(**mark))
                .map(|mark| mark.sign)
                .collect::<Vec<_>>()
        };
        for id in ["C2", "C3", "C4", "C5", "M7"] {
            assert_eq!(marked(id), ["[outside]"], "{id}");
        }
        // The rule about the starting player.
        assert_eq!(marked("C1"), ["[ruling]", "[outside]"]);
        assert_eq!(marked("G3"), ["[ruling]"]);
        assert_eq!(marked("K2"), ["[ruling]"]);
        // Answers and house rules of the community page.
        assert_eq!(marked("G9"), ["[community]"]);
        assert_eq!(marked("G15"), ["[community]"]);
        assert_eq!(marked("V5"), ["[ruling]", "[community]"]);
        // What the printed rules say in full.
        for id in ["G10", "G14", "G19", "M1", "M3", "K5", "K6"] {
            assert_eq!(marked(id), [""; 0], "{id}");
        }
    }
}
