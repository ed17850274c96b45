//! `goldrush ask --browser`: turns the wishes of the studio into commands, and plays them.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use anyhow::Context as _;
use clap::Parser as _;
use goldrush_engine::options::Values;

use super::equal_games::Answer;
use super::retuning::retune;
use super::{ask, design, one_line, play, report, sampled};
use crate::cli::args::{Cli, Command, RunArgs};
use crate::cli::ask::{AskArgs, game_question, game_questions, rule_questions, unused};
use crate::error::bad_input;
use crate::findings::summary::Summary;
use crate::findings::tally::Tally;
use crate::games::GameName;
use crate::games::about::GameOption;
use crate::printable::printable;
use crate::report::content::LoadedRun;
use crate::report::page::{Page, PagePart, Section, html};
use crate::run::{self, Follower};
use crate::sim::retuning::has_weights;
use crate::sim::{batch, bots};
use crate::store::digest::Digest;
use crate::store::folder::RunFolder;
use crate::study::{Draft, Plan, Retuning, joined};
use crate::web::CurrentTable;
use crate::web::studio::{self, Desk, Kind, Preview, Question, StudioRequest, Workbench};

/// Games of a first look, which takes seconds.
const QUICK: &str = "20000";
/// Games of the first look of a search.
const QUICK_SEARCH: &str = "60000";
/// Opponents on a board with the rules of a study.
const OPPONENT: &str = "level4";

pub(super) fn open(args: &AskArgs, out: &mut dyn io::Write) -> anyhow::Result<()> {
    crate::interrupt::Interrupt::exit_at_once();
    let bench = Bench { threads: args.run.threads };
    studio::serve(Arc::new(bench), args.run.rules.game()?, out)
}

struct Bench {
    threads: Option<usize>,
}

impl Workbench for Bench {
    fn questions(&self, game: GameName) -> Vec<Question> {
        let all = rule_questions(game).chain(game_questions(game));
        all.map(|(name, text)| Question { name: name.into(), text: text.into() }).collect()
    }

    fn preview(&self, request: &StudioRequest) -> anyhow::Result<Preview> {
        let words = self.words(request)?;
        match parsed(&words)? {
            Command::Ask(args) if !args.is_sampled(&request.question) => {
                let checked = AskArgs { dry_run: true, ..args };
                checked.plan(&request.question, &|_, _| Ok(None)).map(drop)?;
            }
            Command::Balance(mut args) => {
                args.dry_run = true;
                args.plan(&|_, _| Ok(None)).map(drop)?;
            }
            Command::Design(args) => design::checked(&args).map(drop)?,
            _ => {}
        }
        Ok(Preview { command: joined(&words), plan: plan_file(&words) })
    }

    fn run(&self, request: &StudioRequest, desk: &Desk) -> anyhow::Result<()> {
        let page = match parsed(&self.words(request)?)? {
            Command::Ask(args) if args.is_sampled(&request.question) => html::fragment(&sampled_page(&args)?),
            Command::Ask(args) => ask_question(&args, "", desk)?,
            Command::Balance(args) => {
                let retune = retune(self.threads, args.run.seed.unwrap_or(1))?;
                let draft = args.plan(&|choice, players| said(desk, players, || retune(choice, players)))?;
                let out = args.run.out.clone().unwrap_or_else(|| unused("compare"));
                study(draft, &RunArgs { out: Some(out), ..args.run }, "", desk)?
            }
            Command::Design(args) => {
                desk.say(&format!("The search is saved in {}", printable(args.out.display())));
                html::fragment(&design::search(&args, &mut desk.writer())?)
            }
            _ => return Err(bad_input("this is no study")),
        };
        desk.show(page);
        Ok(())
    }

    fn play(&self, request: &StudioRequest, table: CurrentTable) -> anyhow::Result<()> {
        let game = game(request)?;
        let players = request.players.iter().min().context("choose a number of players")?;
        let opponents = vec![OPPONENT; players.saturating_sub(1)].join(",");
        let mut words: Vec<String> =
            ["goldrush", "play", "--browser", "--opponents", &opponents].map(str::to_owned).into();
        words.extend(of_game(game, request)?);
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let opened = || drop(sender.send(Ok(())));
            if let Err(e) = play::at(&table, words, opened) {
                // Nobody waits for it once the board is open.
                let _ = sender.send(Err(e));
            }
        });
        receiver.recv().context("the board was closed")?
    }
}

impl Bench {
    /// Returns the command of a request.
    fn words(&self, request: &StudioRequest) -> anyhow::Result<Vec<String>> {
        let (game, thorough) = (game(request)?, request.thorough);
        let players: Vec<String> = request.players.iter().map(usize::to_string).collect();
        if players.is_empty() {
            return Err(bad_input("choose at least one number of players"));
        }
        let mut words: Vec<String> = vec!["goldrush".into()];
        let mut add = |more: &[&str]| words.extend(more.iter().map(|&word| word.to_owned()));
        match request.kind {
            Kind::Ask => {
                add(&["ask", &request.question]);
                if game_question(&request.question).is_none() && !thorough {
                    add(&["--games", QUICK]);
                }
            }
            Kind::Compare => {
                let factors = factors(game, request)?;
                if factors.is_empty() {
                    return Err(bad_input("change at least one rule; each is compared with the printed one"));
                }
                add(&["balance", "--until", "settled"]);
                for factor in &factors {
                    add(&["--factor", factor]);
                }
                match thorough {
                    true if has_weights(game) => add(&["--adapt"]),
                    true => {}
                    false => add(&["--games", QUICK]),
                }
            }
            Kind::Search => {
                if request.goals.is_empty() || request.vary.is_empty() {
                    return Err(bad_input("choose at least one goal, and at least one rule that may vary"));
                }
                add(&["design", "--want", &request.goals.join(", ")]);
                for (name, values) in &request.vary {
                    add(&["--vary", &format!("{name}={values}")]);
                }
                if !thorough {
                    add(&["--games", QUICK_SEARCH, "--no-adapt"]);
                }
            }
        }
        if request.kind != Kind::Ask || request.question != "players" {
            add(&["--players", &players.join(",")]);
        }
        match request.kind {
            Kind::Compare if game != GameName::default() => add(&["--game", &game.to_string()]),
            Kind::Compare => {}
            Kind::Ask | Kind::Search => words.extend(of_game(game, request)?),
        }
        words.extend(self.threads.iter().flat_map(|threads| ["--threads".to_owned(), threads.to_string()]));
        if request.kind == Kind::Search {
            // The same search continues where it was stopped.
            let mut digest = Digest::default();
            digest.update(joined(&words).as_bytes());
            words.extend(["--out".to_owned(), format!("design-{}", &digest.hex()[..8])]);
        }
        Ok(words)
    }
}

fn game(request: &StudioRequest) -> anyhow::Result<GameName> {
    request.game.parse().map_err(|e: String| bad_input(e))
}

/// Returns the rules that are set, each with its value.
fn changed(game: GameName, request: &StudioRequest) -> anyhow::Result<Vec<(GameOption, String)>> {
    let found = |(name, value): (&String, &String)| {
        let option = game.user_options().find(|option| option.name == name);
        let option = option.ok_or_else(|| bad_input(format!("{game} has no rule {name}")))?;
        Ok((option, value.clone()))
    };
    request.rules.iter().map(found).collect()
}

/// Returns the words that ask for the game and its rules.
fn of_game(game: GameName, request: &StudioRequest) -> anyhow::Result<Vec<String>> {
    let named = (game != GameName::default()).then(|| ["--game".to_owned(), game.to_string()]);
    let rules = changed(game, request)?;
    let rules = rules.into_iter().flat_map(|(option, value)| option.asking(value));
    Ok(named.into_iter().flatten().chain(rules).collect())
}

/// Returns each rule that is set as a factor, the printed rule first.
fn factors(game: GameName, request: &StudioRequest) -> anyhow::Result<Vec<String>> {
    let level = |option: &GameOption, value: &str| match (option.values, value) {
        (Values::Switch, "true") => "yes".into(),
        (Values::Switch, "false") => "no".into(),
        (Values::Text(..), "") => "printed".into(),
        _ => value.replace(',', "+"),
    };
    let factor = |(option, value): (GameOption, String)| {
        let name = option.name.replace('_', "-");
        format!("{name}={},{}", level(&option, &option.printed), level(&option, &value))
    };
    Ok(changed(game, request)?.into_iter().map(factor).collect())
}

/// Returns the options of a command as a plan file.
fn plan_file(words: &[String]) -> String {
    let (given, options) = words.split_at(words.iter().position(|word| word.starts_with("--")).unwrap_or(words.len()));
    let mut table = toml::Table::new();
    let mut at = 0;
    while at < options.len() {
        let name = options[at].trim_start_matches('-').to_owned();
        let value = options.get(at + 1).filter(|next| !next.starts_with("--"));
        at += 1 + usize::from(value.is_some());
        let value = value.map_or(toml::Value::Boolean(true), |value| value.clone().into());
        match table.entry(name) {
            toml::map::Entry::Vacant(entry) => drop(entry.insert(value)),
            toml::map::Entry::Occupied(mut entry) => match entry.get_mut() {
                toml::Value::Array(values) => values.push(value),
                one => *one = toml::Value::Array(vec![one.clone(), value]),
            },
        }
    }
    format!("# {} --plan FILE\n{table}", joined(given))
}

fn parsed(words: &[String]) -> anyhow::Result<Command> {
    Ok(Cli::try_parse_from(words).map_err(|e| bad_input(one_line(&e)))?.command)
}

/// Plays the games of a question that describes games between equal bots.
fn sampled_page(args: &AskArgs) -> anyhow::Result<Page> {
    let question = args.question.as_deref().unwrap_or_default();
    let Answer { text, figures, .. } = sampled::play(question, args)?;
    let title = game_question(question).map_or("", |asked| asked.question);
    let parts = vec![PagePart::Pieces(figures), PagePart::Code { fold: None, text }];
    let sections = vec![Section { heading: "Games between equal bots".into(), parts }];
    let (title, subtitle) = (title.into(), String::new());
    Ok(Page { title, subtitle, warnings: Vec::new(), answers: Vec::new(), sections, notable: None })
}

/// Plays the study of a question, and the studies that confirm it; returns their pages after `before`.
fn ask_question(args: &AskArgs, before: &str, desk: &Desk) -> anyhow::Result<String> {
    let retune = retune(args.run.threads, args.run.seed.unwrap_or(1))?;
    let question = args.question.as_deref().unwrap_or_default();
    let (draft, run) = args.plan(question, &|choice, players| said(desk, players, || retune(choice, players)))?;
    let mut page = study(draft, &run, before, desk)?;
    for (heading, again) in ask::confirmations(args, &run.out.unwrap_or_default())? {
        desk.say(&heading);
        page += &html::heading(&heading);
        page = ask_question(&again, &page, desk)?;
    }
    Ok(page)
}

/// Says that a bot is retuned, which takes a while.
fn said(
    desk: &Desk,
    players: usize,
    retune: impl FnOnce() -> anyhow::Result<Option<Retuning>>,
) -> anyhow::Result<Option<Retuning>> {
    if desk.interrupt().requested() {
        return Err(bad_input("stopped while the bots were retuned; nothing was played"));
    }
    desk.say(&format!("Retuning the strongest bot for a rule, with {players} players …"));
    retune()
}

/// Plays a study, and shows its answer after `before` at each look; returns both.
fn study(draft: Draft, run: &RunArgs, before: &str, desk: &Desk) -> anyhow::Result<String> {
    let pool = batch::pool(run.threads)?;
    let plan = draft.meet(bots::titles)?;
    let folder: PathBuf = run.out.clone().context("a study has a folder")?;
    desk.say(&format!("The games are saved in {}", printable(folder.display())));
    let of = plan.blocks_here() * plan.games_per_block();
    let mut follower = OnDesk { desk, before, games: 0, of };
    let created = RunFolder::create(&folder, &plan)?;
    let outcome = run::follow(&plan, Tally::new(&plan), Some(created), &pool, &desk.interrupt(), &mut follower)?;
    desk.count(outcome.games, outcome.games);
    report::write(&folder, &folder, false, &mut io::sink())?;
    Ok(format!("{before}{}", shown(report::read(&folder)?)))
}

/// Returns the page of a run, without the picture of its highest score: the ends of games say little about rules.
fn shown(mut run: LoadedRun) -> String {
    run.summary.highest = None;
    html::fragment(&run.page())
}

/// Shows a study on the desk while it is played.
struct OnDesk<'d> {
    desk: &'d Desk,
    /// Pages shown above it, in HTML.
    before: &'d str,
    games: u64,
    of: u64,
}

impl Follower for OnDesk<'_> {
    fn advance(&mut self, _: &Plan, _: &Tally, games: u64) {
        self.games += games;
        self.desk.count(self.games, self.of);
    }

    fn look(&mut self, plan: &Plan, tally: &Tally) {
        let so_far = LoadedRun {
            plan: plan.clone(),
            plan_text: String::new(),
            summary: Summary::new(plan, tally),
            faults: Vec::new(),
            // How far it is stands above.
            is_complete: true,
        };
        self.desk.show(format!("{}{}", self.before, shown(so_far)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Choice;

    fn request(kind: Kind, game: GameName) -> StudioRequest {
        StudioRequest {
            kind,
            game: game.to_string(),
            question: rule_questions(game).next().unwrap().0.into(),
            rules: game.user_options().map(|option| (option.name.to_owned(), option.other())).collect(),
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
                let one = StudioRequest { rules, ..all.clone() };
                let preview = BENCH.preview(&one).unwrap_or_else(|e| panic!("{game} {name}={value}: {e}"));
                assert!(preview.command.contains(&name.replace('_', "-")), "{}", preview.command);
                let under = StudioRequest { kind: Kind::Ask, question: "leads".into(), ..one };
                BENCH.preview(&under).unwrap_or_else(|e| panic!("{game} {name}={value}: {e}"));
            }
        }
    }

    #[test]
    fn every_question_is_a_command_and_a_plan_file_repeats_it() {
        for &game in GameName::ALL {
            for (question, _) in rule_questions(game).chain(game_questions(game)) {
                let asked =
                    StudioRequest { question: question.into(), rules: Default::default(), ..request(Kind::Ask, game) };
                let preview = BENCH.preview(&asked).unwrap_or_else(|e| panic!("{game} {question}: {e}"));
                assert!(preview.command.starts_with(&format!("goldrush ask {question}")), "{}", preview.command);
                assert!(preview.plan.parse::<toml::Table>().is_ok(), "{}", preview.plan);
            }
        }
        let rules = [("tents".to_owned(), "2".to_owned()), ("komi".to_owned(), "0/3".to_owned())].into();
        let mut asked = StudioRequest { rules, ..request(Kind::Compare, GameName::GoldRush) };
        let preview = BENCH.preview(&asked).unwrap();
        let expected =
            ["# goldrush balance --plan FILE\n", "\nfactor = [\"komi=0,0/3\", \"tents=1,2\"]\n", "\nplayers = \"2\"\n"];
        assert!(expected.iter().all(|line| preview.plan.contains(line)), "{}", preview.plan);
        asked.kind = Kind::Search;
        assert!(BENCH.preview(&asked).is_err_and(|e| e.to_string().contains("goal")));
        asked.goals = vec!["first-seat=50%±1".into()];
        asked.vary = [("komi".to_owned(), "0,0/2,0/4".to_owned())].into();
        asked.rules.remove("komi");
        let command = BENCH.preview(&asked).unwrap().command;
        assert!(command.contains("--tents 2") && command.contains("--vary komi=0,0/2,0/4"), "{command}");
    }
}
