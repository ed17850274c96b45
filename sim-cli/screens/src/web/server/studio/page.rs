//! The page of the studio: games, questions, rules and goals, made of the games' tables.

use goldrush_engine::options::Values;
use maud::{Markup, html};

use goldrush_games::GameName;
use goldrush_games::about::GameOption;
use goldrush_report::document::html;
use goldrush_support::build;

use super::Workbench;

pub(super) const SCRIPT: &str = include_str!("studio.js");
/// The style sheet, after that of reports.
pub(super) const STYLE: &str = include_str!("studio.css");

/// Largest range of whole numbers for which a slider is fine enough.
const SLIDER: u8 = 40;
/// Rules shown before the others are unfolded.
const FIRST: usize = 8;

/// A question about a game.
pub struct Question {
    /// Name on the command line.
    pub name: String,
    /// The question, as a sentence.
    pub text: String,
}

/// A goal of a search, with a number that the designer sets.
struct Goal {
    /// Goal on the command line; `{}` stands for the number.
    form: &'static str,
    /// Text before and after the number.
    text: [&'static str; 2],
    /// Usual number, and the largest; `None` if the goal has none.
    number: Option<[u32; 2]>,
    /// True if it is wanted at first.
    wanted: bool,
}

const GOALS: [Goal; 5] = [
    Goal {
        form: "first-seat=50%±{}",
        text: [
            "The first seat wins its fair share, within",
            "percentage points",
        ],
        number: Some([1, 10]),
        wanted: true,
    },
    Goal {
        form: "skill>={}%",
        text: ["The better player wins at least", "% of games"],
        number: Some([70, 100]),
        wanted: false,
    },
    Goal {
        form: "closeness=max",
        text: ["Games are as close as possible", ""],
        number: None,
        wanted: true,
    },
    Goal {
        form: "points>={}",
        text: ["Players score at least", "points"],
        number: Some([100, 1000]),
        wanted: false,
    },
    Goal {
        form: "points<={}",
        text: ["Players score at most", "points"],
        number: Some([150, 1000]),
        wanted: false,
    },
];

/// Goals that the designer writes out of a quantity, an aim and a number.
const OTHER_GOALS: usize = 3;
/// Aims for a quantity: the sign on the command line, and the words.
const AIMS: [(&str, &str); 5] = [
    (">=", "at least"),
    ("<=", "at most"),
    ("=", "about"),
    ("=max", "as large as possible"),
    ("=min", "as small as possible"),
];

/// Renders the page, with `game` chosen.
pub(super) fn shell(game: GameName, workbench: &dyn Workbench) -> String {
    let head = html! {
        link rel="icon" href="data:,";
        link rel="stylesheet" href="studio.css";
        script src="program.js" defer {}
        script src="studio.js" defer {}
    };
    let body = html! {
        body {
            form id="setup" aria-label="Study" autocomplete="off" { (setup(game, workbench)) }
            main {
                p id="banner" role="alert" hidden {}
                section id="progress" aria-label="Progress" hidden {
                    p id="command" {}
                    p { progress id="bar" max="1" aria-label="Games played" {} " " span id="games" role="status" {} }
                    ol id="lines" aria-label="What happened" {}
                }
                details id="earlier" hidden { summary { "Earlier answers" } ol id="answers" {} }
                p { button type="button" id="use" hidden { "Use these rules" } }
                div id="answer" { (welcome()) }
            }
        }
    };
    html::file("Studio: what do the rules do?", &head, &body).into_string()
}

fn welcome() -> Markup {
    html! {
        section class="report" {
            h1 { "What do the rules do?" }
            p {
                "Bots play the same deals with and without a change of the rules. The difference appears here, with the range in \
                 which it lies, and gets more exact while you watch."
            }
            ol {
                li { b { "Ask a question" } ": choose one of the common questions, and the rules it is about." }
                li { b { "Compare rules" } ": change some rules. Each is compared with the printed one." }
                li { b { "Search for rules" } ": say what you want, and which rules may vary. The best are confirmed on other deals." }
            }
        }
    }
}

fn setup(game: GameName, workbench: &dyn Workbench) -> Markup {
    html! {
        label class="field" { "Game " select id="game" {
            @for one in GameName::ALL { option value=(one) selected[*one == game] { (one.about().title) } }
        } }
        fieldset class="tabs" {
            legend { "What would you like to do?" }
            (radio("kind", "ask", true, "Ask a question"))
            (radio("kind", "compare", false, "Compare rules"))
            (radio("kind", "search", false, "Search for rules"))
        }
        @for one in GameName::ALL {
            fieldset data-game=(one) data-kind="ask" hidden {
                legend { "Question" }
                @for (at, question) in workbench.questions(*one).iter().enumerate() {
                    (radio(&format!("question-{one}"), &question.name, at == 0, &question.text))
                }
            }
        }
        fieldset data-kind="search" hidden {
            legend { "Goals" }
            @for goal in &GOALS { (self::goal(goal)) }
            p class="quiet" { "Anything else that is measured, or one bot against another, such as level7>level4:" }
            @for number in 1..=OTHER_GOALS { (other_goal(number)) }
        }
        @for one in GameName::ALL {
            datalist id={ "quantities-" (one) } { @for name in workbench.quantities(*one) { option value=(name) {} } }
        }
        @for one in GameName::ALL { (rules(*one)) }
        fieldset class="row" {
            legend { "Players" }
            @for players in 2..=5 {
                label { input type="checkbox" name="players" value=(players) checked[players == 2]; span { (players) } }
            }
        }
        fieldset class="row" {
            legend { "How exact" }
            (radio("exact", "quick", true, "First look: seconds"))
            (radio("exact", "thorough", false, "Thorough: minutes, with bots retuned for the rules"))
        }
        div class="bar" {
            p id="wrong" role="alert" hidden {}
            p class="buttons" {
                button type="submit" class="main" id="run" { "Play the games" }
                button type="button" class="main" id="stop" hidden { "Stop" }
                button type="button" id="play" { "Play with these rules" }
                button type="button" id="save" { "Save as a plan" }
            }
        }
        p class="quiet" { "The same in a terminal: " code id="typed" {} }
        p class="quiet" { "goldrush, commit " code { (build::current().commit) } }
    }
}

fn radio(name: &str, value: &str, checked: bool, label: &str) -> Markup {
    html! { label { input type="radio" id={ (name) "-" (value) } name=(name) value=(value) checked[checked]; span { (label) } } }
}

fn goal(goal: &Goal) -> Markup {
    html! {
        p class="goal" {
            label { input type="checkbox" class="wanted" data-form=(goal.form) checked[goal.wanted]; span { (goal.text[0]) } }
            @if let Some([usual, most]) = goal.number {
                " " input type="number" min="0" max=(most) value=(usual) aria-label={ (goal.text[0]) " … " (goal.text[1]) };
                " " (goal.text[1])
            }
        }
    }
}

fn other_goal(number: usize) -> Markup {
    html! {
        p class="other" {
            input type="text" class="quantity" placeholder="lead-changes" aria-label={ "Goal " (number) ": what" };
            select class="aim" aria-label={ "Goal " (number) ": how much" } { @for (sign, words) in AIMS { option value=(sign) { (words) } } }
            input type="number" class="limit" step="any" value="0" aria-label={ "Goal " (number) ": number" };
        }
    }
}

fn rules(game: GameName) -> Markup {
    let options: Vec<GameOption> = game.user_options().collect();
    let (first, others) = options.split_at(FIRST.min(options.len()));
    html! {
        fieldset class="rules" data-game=(game) hidden {
            legend class="unseen" { "Rules" }
            details class="all-rules" {
                summary { "Rules" }
                p class="quiet" data-kind="ask" { "The question is asked under these rules." }
                p class="quiet" data-kind="compare" {
                    "Each rule you change is compared with the printed rule. To compare more than one value, tick “Several values” \
                     under the rule."
                }
                p class="quiet" data-kind="search" { "Tick the rules that may vary; the others stay as set." }
                @for option in first { (rule(game, option)) }
                @if !others.is_empty() {
                    details { summary { "More rules" } @for option in others { (rule(game, option)) } }
                }
            }
        }
    }
}

/// Renders a rule: its control, and the values it may take in a search.
fn rule(game: GameName, option: &GameOption) -> Markup {
    let id = format!("{game}-{}", option.name).replace('+', "-");
    let name = option.label();
    html! {
        div class="rule" {
            label for=(id) { (name) " " span class="quiet" { (option.rule) } }
            (control(&id, option))
            output for=(id) {}
            button type="button" class="reset" hidden aria-label={ "Reset: " (name) } { "as printed" }
            p class="vary" data-kind="compare search" hidden {
                label { input type="checkbox" class="varies" data-vary=(option.name.replace('_', "-")); " Several values: " }
                input type="text" value=(values(option)) aria-label={ "Values of: " (name) };
            }
        }
    }
}

fn control(id: &str, option: &GameOption) -> Markup {
    let name = option.name;
    let printed = &option.printed;
    html! {
        @match option.values {
            Values::Switch => { input type="checkbox" id=(id) data-rule=(name) data-printed=(printed) checked[printed == "true"]; }
            Values::Number(least, most) if most - least <= SLIDER => {
                input type="range" id=(id) data-rule=(name) data-printed=(printed) min=(least) max=(most) value=(printed);
            }
            Values::Number(least, most) => {
                input type="number" id=(id) data-rule=(name) data-printed=(printed) min=(least) max=(most) value=(printed);
            }
            Values::Words(words) => {
                select id=(id) data-rule=(name) data-printed=(printed) {
                    @for word in words { option value=(word) selected[printed == *word] { (word.replace('-', " ")) } }
                }
            }
            Values::Text(_, example) => {
                input type="text" id=(id) data-rule=(name) data-printed=(printed) value=(printed) placeholder=(example);
            }
        }
    }
}

/// Returns the values that a rule may take at first in a search.
fn values(option: &GameOption) -> String {
    match option.values {
        Values::Switch => "yes,no".into(),
        Values::Number(least, most) => {
            let printed: u8 = option.printed.parse().unwrap_or(least);
            format!(
                "{}..{}",
                printed.saturating_sub(2).max(least),
                printed.saturating_add(2).min(most)
            )
        }
        Values::Words(words) => words.join(","),
        Values::Text(_, example) => {
            let printed = if option.printed.is_empty() {
                "printed"
            } else {
                &option.printed
            };
            format!("{printed},{}", example.replace(',', "+"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Fixed;
    use super::*;

    #[test]
    fn page_has_every_game_with_its_rules_questions_and_goals() {
        let page = shell(GameName::Carcassonne, &Fixed);
        for game in GameName::ALL {
            assert!(page.contains(&format!("value=\"about-{game}\"")), "{game}");
            assert!(
                page.contains(&format!("id=\"quantities-{game}\"")),
                "{game}"
            );
            for option in game.user_options() {
                assert!(
                    page.contains(&format!("data-rule=\"{}\"", option.name)),
                    "{}",
                    option.name
                );
            }
        }
        assert!(page.contains("<option value=\"carcassonne\" selected>"));
        assert!(page.contains("commit"));
    }
}
