//! `goldrush ask --browser`: turns the requests of the studio into commands, and plays them.

mod words;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use anyhow::Context as _;
use clap::Parser as _;
use goldrush_games::{Choice, GameName};
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::findings::tally::Tally;
use goldrush_harness::sim::retuning::RETUNED;
use goldrush_harness::sim::{batch, bots};
use goldrush_harness::store::folder::RunFolder;
use goldrush_harness::study::{Draft, Plan, Retune, Retuning, joined};
use goldrush_report::content::LoadedRun;
use goldrush_report::document::html;
use goldrush_screens::web::server::CurrentTable;
use goldrush_screens::web::server::studio::{
    self, LiveStudy, Preview, Question, StudioRequest, Workbench,
};
use goldrush_support::error::bad_input;
use goldrush_support::interrupt::Interrupt;
use goldrush_support::printable::printable;

use super::retuning::retune;
use super::{ask, design, one_line, play, report, sampled};
use crate::cli::args::{Cli, Command, RunArgs};
use crate::cli::ask::{AskArgs, game_questions, rule_questions, unused};
use crate::design::quantity;
use crate::run::{self, Follower};

pub(super) fn open(args: &AskArgs, out: &mut dyn io::Write) -> anyhow::Result<()> {
    Interrupt::exit_at_once("stopped; what was played is saved");
    let bench = Bench {
        threads: args.run.threads,
    };
    studio::serve(Arc::new(bench), args.run.rules.game()?, out)
}

struct Bench {
    threads: Option<usize>,
}

impl Workbench for Bench {
    fn questions(&self, game: GameName) -> Vec<Question> {
        let all = rule_questions(game).chain(game_questions(game));
        all.map(|(name, text)| Question {
            name: name.into(),
            text: text.into(),
        })
        .collect()
    }

    fn quantities(&self, game: GameName) -> Vec<String> {
        quantity::names(game)
    }

    fn preview(&self, request: &StudioRequest) -> anyhow::Result<Preview> {
        self.checked(request)
            .map_err(|e| words::without_flags(request, &e))
    }

    fn run(&self, request: &StudioRequest, live_study: &LiveStudy) -> anyhow::Result<()> {
        let page = match parsed(&words::of_study(request, self.threads)?)? {
            Command::Ask(args) if args.is_sampled(&request.question) => {
                html::fragment(&sampled::play(&request.question, &args)?.document)
            }
            Command::Ask(args) => ask_question(&args, "", live_study)?,
            Command::Balance(args) => {
                let retune = retune(self.threads, args.run.seed.unwrap_or(1))?;
                let draft =
                    args.plan(&|choice, players| said(live_study, choice, players, &retune))?;
                let out = args.run.out.clone().unwrap_or_else(|| unused("compare"));
                study(
                    draft,
                    &RunArgs {
                        out: Some(out),
                        ..args.run
                    },
                    "",
                    live_study,
                )?
            }
            Command::Design(args) => {
                live_study.say(&format!(
                    "The search is saved in {}",
                    printable(design::folder(&args)?.display())
                ));
                let (page, best) = design::search(&args, &mut live_study.writer())?;
                live_study.offer(args.rules.game()?, best);
                html::fragment(&page)
            }
            _ => return Err(bad_input("this is no study")),
        };
        live_study.show(page);
        Ok(())
    }

    fn play(&self, request: &StudioRequest, table: CurrentTable) -> anyhow::Result<()> {
        let without_flags = |e| words::without_flags(request, &e);
        let words = words::of_board(request).map_err(without_flags)?;
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let opened = || drop(sender.send(Ok(())));
            if let Err(e) = play::at(&table, words, opened) {
                // Nobody waits for it once the board is open.
                let _ = sender.send(Err(e));
            }
        });
        receiver
            .recv()
            .context("the board was closed")?
            .map_err(without_flags)
    }
}

impl Bench {
    /// Checks a study as far as that is possible before it is played.
    fn checked(&self, request: &StudioRequest) -> anyhow::Result<Preview> {
        let words = words::of_study(request, self.threads)?;
        match parsed(&words)? {
            Command::Ask(args) if !args.is_sampled(&request.question) => {
                let checked = AskArgs {
                    dry_run: true,
                    ..args
                };
                checked
                    .plan(&request.question, &|_, _| Ok(None))
                    .map(drop)?;
            }
            Command::Balance(mut args) => {
                args.dry_run = true;
                args.plan(&|_, _| Ok(None)).map(drop)?;
            }
            Command::Design(args) => design::checked(&args).map(drop)?,
            _ => {}
        }
        Ok(Preview {
            command: joined(&words),
            plan: words::plan_file(&words),
        })
    }
}

fn parsed(words: &[String]) -> anyhow::Result<Command> {
    Ok(Cli::try_parse_from(words)
        .map_err(|e| bad_input(one_line(&e)))?
        .command)
}

/// Plays the study of a question, and the studies that confirm it; returns their pages after `before`.
fn ask_question(args: &AskArgs, before: &str, live_study: &LiveStudy) -> anyhow::Result<String> {
    let retune = retune(args.run.threads, args.run.seed.unwrap_or(1))?;
    let question = args.question().unwrap_or_default();
    let (draft, run) = args.plan(question, &|choice, players| {
        said(live_study, choice, players, &retune)
    })?;
    let mut page = study(draft, &run, before, live_study)?;
    for (heading, again) in ask::confirmations(args, &run.out.unwrap_or_default())? {
        live_study.say(&heading);
        page += &html::heading(&heading);
        page = ask_question(&again, &page, live_study)?;
    }
    Ok(page)
}

/// Retunes the strongest bot, and says for which rules: it takes a while.
fn said(
    live_study: &LiveStudy,
    choice: &Choice,
    players: usize,
    retune: Retune,
) -> anyhow::Result<Option<Retuning>> {
    if live_study.interrupt().requested() {
        return Err(bad_input(
            "stopped while the bots were retuned; nothing was played",
        ));
    }
    let rules = choice.clone().into_values();
    let rules: Vec<String> = rules
        .iter()
        .map(|(name, value)| format!("{}={value}", name.replace('_', "-")))
        .collect();
    live_study.say(&format!(
        "Retuning {RETUNED} for {}, {players} players; this can take a minute.",
        rules.join(", ")
    ));
    retune(choice, players)
}

/// Plays a study, and shows its answer after `before` at each look; returns both.
fn study(
    draft: Draft,
    run: &RunArgs,
    before: &str,
    live_study: &LiveStudy,
) -> anyhow::Result<String> {
    let pool = batch::pool(run.threads)?;
    let plan = draft.complete(bots::titles)?;
    let folder: PathBuf = run.out.clone().context("a study has a folder")?;
    live_study.say(&format!(
        "The games are saved in {}",
        printable(folder.display())
    ));
    let of = plan.blocks_here() * plan.games_per_block();
    let mut follower = PageFollower {
        live_study,
        before,
        games: 0,
        of,
    };
    let created = RunFolder::create(&folder, &plan)?;
    let outcome = run::follow(
        &plan,
        Tally::new(&plan),
        Some(created),
        &pool,
        &live_study.interrupt(),
        &mut follower,
    )?;
    live_study.count(outcome.games, outcome.games);
    report::write(&folder, &folder, false, &mut io::sink())?;
    Ok(format!("{before}{}", shown(report::read(&folder)?)))
}

/// Returns the page of a run, without the picture of its highest score: the ends of games say little about rules.
fn shown(mut run: LoadedRun) -> String {
    run.summary.highest = None;
    html::fragment(&run.document())
}

/// Shows a study on the page while it is played.
struct PageFollower<'s> {
    live_study: &'s LiveStudy,
    /// Pages shown above it, in HTML.
    before: &'s str,
    games: u64,
    of: u64,
}

impl Follower for PageFollower<'_> {
    fn advance(&mut self, _: &Plan, _: &Tally, games: u64) {
        self.games += games;
        self.live_study.count(self.games, self.of);
    }

    fn look(&mut self, plan: &Plan, tally: &Tally) {
        let so_far = LoadedRun {
            plan: plan.clone(),
            plan_text: String::new(),
            summary: Summary::new(plan, tally),
            faults: Vec::new(),
            // The progress bar shows that it is not.
            is_complete: true,
        };
        self.live_study
            .show(format!("{}{}", self.before, shown(so_far)));
    }
}

#[cfg(test)]
mod tests {
    use goldrush_screens::web::server::studio::Kind;

    use super::*;
    use crate::cli::ask::rule_questions;

    fn request(kind: Kind, game: GameName) -> StudioRequest {
        StudioRequest {
            kind,
            game: game.to_string(),
            title: String::new(),
            question: rule_questions(game).next().unwrap().0.into(),
            rules: game
                .user_options()
                .map(|option| (option.name.to_owned(), option.other()))
                .collect(),
            vary: Default::default(),
            goals: Vec::new(),
            players: vec![2],
            thorough: false,
        }
    }

    const BENCH: Bench = Bench { threads: None };

    #[test]
    fn every_rule_of_every_game_can_be_compared_and_set() {
        for &game in GameName::ALL {
            let all = request(Kind::Compare, game);
            for (name, value) in &all.rules {
                let mut choice = Choice::printed(game);
                choice.set(name, value).unwrap();
                if choice.setup(2).is_err() {
                    // One card more does not fit.
                    continue;
                }
                let rules = [(name.clone(), value.clone())].into();
                let one = StudioRequest {
                    rules,
                    ..all.clone()
                };
                let preview = BENCH
                    .preview(&one)
                    .unwrap_or_else(|e| panic!("{game} {name}={value}: {e}"));
                assert!(
                    preview.command.contains(&name.replace('_', "-")),
                    "{}",
                    preview.command
                );
                let under = StudioRequest {
                    kind: Kind::Ask,
                    question: "leads".into(),
                    ..one
                };
                BENCH
                    .preview(&under)
                    .unwrap_or_else(|e| panic!("{game} {name}={value}: {e}"));
            }
        }
    }

    #[test]
    fn mistakes_are_explained_without_flags() {
        let search = StudioRequest {
            rules: Default::default(),
            ..request(Kind::Search, GameName::GoldRush)
        };
        for (kind, name, values, expected) in [
            (
                Kind::Search,
                "tents",
                "0..6",
                "Tents per player: \"6\" is wrong; whole numbers from 0 to 5 are possible",
            ),
            (
                Kind::Compare,
                "tents",
                "0..6",
                "Tents per player: \"6\" is wrong; whole numbers from 0 to 5 are possible",
            ),
            (
                Kind::Search,
                "tents",
                "2",
                "Tents per player: enter at least two values",
            ),
            (
                Kind::Compare,
                "tents",
                "3..1",
                "Tents per player: 3..1 is not a range",
            ),
        ] {
            let vary = [(name.to_owned(), values.to_owned())].into();
            let wrong = StudioRequest {
                kind,
                vary,
                goals: vec!["closeness=max".into()],
                ..search.clone()
            };
            let problem = BENCH.preview(&wrong).err().unwrap().to_string();
            assert!(problem.starts_with(expected), "{problem}");
        }
        let rules = [("tents".to_owned(), "2".to_owned())].into();
        let wrong = StudioRequest {
            question: "tents".into(),
            rules,
            ..request(Kind::Ask, GameName::GoldRush)
        };
        let problem = BENCH.preview(&wrong).err().unwrap().to_string();
        assert!(
            problem.starts_with("Tents per player: this question tries tents 1, 0, 2 itself"),
            "{problem}"
        );
    }

    #[test]
    fn every_question_is_a_command_and_a_plan_file_repeats_it() {
        for &game in GameName::ALL {
            for (question, _) in rule_questions(game).chain(game_questions(game)) {
                let asked = StudioRequest {
                    question: question.into(),
                    rules: Default::default(),
                    ..request(Kind::Ask, game)
                };
                let preview = BENCH
                    .preview(&asked)
                    .unwrap_or_else(|e| panic!("{game} {question}: {e}"));
                assert!(
                    preview
                        .command
                        .starts_with(&format!("goldrush ask {question}")),
                    "{}",
                    preview.command
                );
                assert!(
                    preview.plan.parse::<toml::Table>().is_ok(),
                    "{}",
                    preview.plan
                );
            }
        }
        let rules = [
            ("tents".to_owned(), "2".to_owned()),
            ("komi".to_owned(), "B3".to_owned()),
        ]
        .into();
        let mut asked = StudioRequest {
            rules,
            ..request(Kind::Compare, GameName::GoldRush)
        };
        let preview = BENCH.preview(&asked).unwrap();
        let expected = [
            "# goldrush balance --plan FILE\n",
            "\nfactor = [\"komi=none,B3\", \"tents=1,2\"]\n",
            "\nplayers = \"2\"\n",
        ];
        assert!(
            expected.iter().all(|line| preview.plan.contains(line)),
            "{}",
            preview.plan
        );
        let several = StudioRequest {
            vary: [("tents".to_owned(), "0..3".to_owned())].into(),
            ..asked.clone()
        };
        let several = StudioRequest {
            rules: Default::default(),
            ..several
        };
        let command = BENCH.preview(&several).unwrap().command;
        assert!(command.contains("--factor tents=1,0,2,3"), "{command}");
        asked.kind = Kind::Search;
        assert!(
            BENCH
                .preview(&asked)
                .is_err_and(|e| e.to_string().contains("goal"))
        );
        asked.goals = vec!["first-seat=50%±1".into()];
        asked.vary = [("komi".to_owned(), "0,B2,B4".to_owned())].into();
        asked.rules.remove("komi");
        let command = BENCH.preview(&asked).unwrap().command;
        assert!(
            command.contains("--tents 2") && command.contains("--vary komi=0,B2,B4"),
            "{command}"
        );
    }
}
