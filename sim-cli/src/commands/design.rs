//! `goldrush design`.

use std::fs;
use std::io::Write;

use super::retuning::retune;
use crate::build;
use crate::cli::design::DesignArgs;
use crate::cli::study::player_numbers;
use crate::design::goal::Goal;
use crate::design::grid::Grid;
use crate::design::page;
use crate::design::record::{Asked, Store};
use crate::design::search::Search;
use crate::error::bad_input;
use crate::games::variants::OptionValues;
use crate::games::{Choice, GameName};
use crate::printable::printable;
use crate::report::page::{Page, PagePart, html, markdown};
use crate::report::{table, wrap};
use crate::sim::batch;
use crate::sim::retuning::{RETUNED, has_weights};
use crate::store::file::write_atomically;
use crate::store::folder::{FIGURES, REPORT_FILES};
use crate::study::lineup::{check_player_numbers, parse, split_names};
use crate::study::{LIMIT, check_seed, joined};

pub(super) fn run(args: &DesignArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (page, _) = search(args, out)?;
    writeln!(out)?;
    for answer in &page.answers {
        wrap::write(&answer.sentence, "", "", out)?;
    }
    if let PagePart::Table(goals) = &page.sections[0].parts[0] {
        let headings: Vec<&str> = goals.headings.iter().map(String::as_str).collect();
        writeln!(out, "\n{}\n", table::plain(&headings, goals.rows.iter().cloned()))?;
    }
    writeln!(out, "The page: {}", printable(args.out.join(REPORT_FILES[0]).display()))?;
    Ok(())
}

/// The arguments of a search, read.
pub(super) struct Checked {
    choice: Choice,
    /// By number of players.
    goals: Vec<Vec<Goal>>,
    players: Vec<usize>,
    grid: Grid,
    /// The weaker and the stronger bot.
    agents: [String; 2],
}

/// Reads the arguments of a search.
///
/// # Errors
/// Bad input if one is wrong.
pub(super) fn checked(args: &DesignArgs) -> anyhow::Result<Checked> {
    let choice = args.rules.choice()?;
    let game = choice.game();
    let goals = Goal::parse_list(&args.want, game).map_err(|e| bad_input(format!("--want: {e}")))?;
    let players = player_numbers(&args.players)?;
    check_player_numbers(&players)?;
    let goals: Vec<Vec<Goal>> =
        players.iter().map(|players| goals.iter().map(|goal| goal.with_players(*players)).collect()).collect();
    let grid = Grid::parse(&args.vary, &choice, &players)?;
    let agents = agents(args, game)?;
    check_seed(args.seed)?;
    if args.games < 1000 || args.games >= LIMIT / 16 {
        return Err(bad_input(format!("--games {}: at least 1000 are needed", args.games)));
    }
    Ok(Checked { choice, goals, players, grid, agents })
}

/// Searches, and writes the page of the search; returns the page, and the best rules as far as they differ from the
/// printed game.
///
/// # Errors
/// Bad input if an argument is wrong; fails if the folder cannot be written.
pub(super) fn search(args: &DesignArgs, out: &mut dyn Write) -> anyhow::Result<(Page, OptionValues)> {
    let Checked { choice, goals, players, grid, agents } = checked(args)?;
    let game = choice.game();
    let adapts = !args.no_adapt && agents[1] == RETUNED && has_weights(game);
    let command = command(args, game);
    let (_, components) = choice.setup(players[0])?.0.components();
    let asked = Asked { command: command.clone(), components, version: build::current().commit.into() };
    let mut store = Store::open(&args.out, asked)?;
    let retune = retune(args.threads, args.seed)?;
    let pool = batch::pool(args.threads)?;
    let search = Search {
        grid: &grid,
        choice: &choice,
        goals: &goals,
        players: &players,
        agents: [&agents[0], &agents[1]],
        games: args.games,
        seed: args.seed,
        retune: if adapts { Some(&retune) } else { None },
        pool: &pool,
    };
    let found = search.run(&mut store, out)?;
    let page = page(&search, &found, &format!("goldrush {}", joined(&command)));
    let figures = args.out.join(FIGURES);
    fs::create_dir_all(&figures).map_err(|e| bad_input(format!("{}: {e}", figures.display())))?;
    for figure in page.figures() {
        write_atomically(&figures.join(format!("{}.svg", figure.name)), &figure.file())?;
    }
    let [file, text] = REPORT_FILES.map(|name| args.out.join(name));
    write_atomically(&text, &markdown::write(&page, FIGURES))?;
    write_atomically(&file, &html::write(&page, FIGURES))?;
    Ok((page, grid.choice(&choice, &found.best.levels)?.into_values()))
}

/// Returns the weaker and the stronger bot.
fn agents(args: &DesignArgs, game: GameName) -> anyhow::Result<[String; 2]> {
    let given = split_names(args.agents.as_deref().unwrap_or(game.about().agents));
    let (([weaker, stronger], _) | ([.., weaker, stronger], None)) = (&given[..], &args.agents) else {
        return Err(bad_input("--agents: two bots are expected, the weaker first, such as greedy,heuristic"));
    };
    let name = |text: &str| anyhow::Ok(parse(game, "--agents", text)?.to_string());
    Ok([name(weaker)?, name(stronger)?])
}

/// Returns the words of the search's command line that decide its result.
fn command(args: &DesignArgs, game: GameName) -> Vec<String> {
    let mut words: Vec<String> = vec!["design".into(), "--want".into(), args.want.clone()];
    for rule in &args.vary {
        words.extend(["--vary".into(), rule.clone()]);
    }
    words.extend(["--players".into(), args.players.clone()]);
    if game != GameName::default() {
        words.extend(["--game".into(), game.to_string()]);
    }
    words.extend(args.rules.words());
    words.extend(args.agents.iter().flat_map(|agents| ["--agents".to_owned(), agents.clone()]));
    words.extend(["--games".into(), args.games.to_string(), "--seed".into(), args.seed.to_string()]);
    words.extend(args.no_adapt.then(|| "--no-adapt".to_owned()));
    words
}
