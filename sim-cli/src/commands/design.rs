//! `goldrush design`.

use std::io::Write;
use std::path::PathBuf;

use goldrush_games::tunable;
use goldrush_games::variants::OptionValues;
use goldrush_games::{Choice, GameName};
use goldrush_harness::sim::batch;
use goldrush_harness::sim::retuning::{RETUNED, has_weights};
use goldrush_harness::store::digest::Digest;
use goldrush_harness::store::folder::REPORT_FILES;
use goldrush_harness::study::lineup::{check_player_numbers, parse, split_names};
use goldrush_harness::study::{LIMIT, Shard, check_seed, joined};
use goldrush_report::document::Document;
use goldrush_support::build;
use goldrush_support::error::bad_input;
use goldrush_support::interrupt::Interrupt;
use goldrush_support::printable::printable;

use super::documents;
use super::retuning::retune;
use crate::cli::design::DesignArgs;
use crate::cli::study::player_numbers;
use crate::design::goal::Goal;
use crate::design::grid::Grid;
use crate::design::page;
use crate::design::quantity::Quantity;
use crate::design::readings::{LEAST_PAIRS, Readings};
use crate::design::record::{Asked, OthersMissing, Store};
use crate::design::search::Search;

pub(super) fn run(args: &DesignArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    Interrupt::exit_at_once(
        "stopped; finished steps are saved, and the same command continues after them",
    );
    let (document, _) = match (search(args, out), &args.shard) {
        (Err(error), Some(shard)) if error.is::<OthersMissing>() => {
            writeln!(
                out,
                "Part {shard} of this step is complete; other parts are to be played."
            )?;
            return Ok(());
        }
        (found, _) => found?,
    };
    writeln!(out)?;
    documents::print(&document, out)?;
    let page = folder(args)?.join(REPORT_FILES[0]);
    writeln!(out, "\nThe page: {}", printable(page.display()))?;
    Ok(())
}

/// The arguments of a search, read.
pub(super) struct Checked {
    choice: Choice,
    /// By number of players.
    goals: Vec<Vec<Goal>>,
    players: Vec<usize>,
    grid: Grid,
    readings: Readings,
    /// The bot that plays against itself: the last of the ladder.
    strongest: String,
    /// True if the bots are retuned for the settings that are confirmed.
    adapts: bool,
}

/// Reads the arguments of a search.
///
/// # Errors
/// Bad input if one is wrong.
pub(super) fn checked(args: &DesignArgs) -> anyhow::Result<Checked> {
    let choice = args.rules.choice()?;
    let game = choice.game();
    let goals =
        Goal::parse_list(&args.want, game).map_err(|e| bad_input(format!("--want: {e}")))?;
    let players = player_numbers(&args.players)?;
    check_player_numbers(&players)?;
    let goals: Vec<Vec<Goal>> = players
        .iter()
        .map(|players| {
            goals
                .iter()
                .map(|goal| goal.with_players(*players))
                .collect()
        })
        .collect::<Result<_, String>>()
        .map_err(|e| bad_input(format!("--want: {e}")))?;
    let grid = Grid::parse(&args.vary, &choice, &players)?;
    let agents = agents(args, &goals[0], game)?;
    check_seed(args.seed)?;
    if args.games < 1000 || args.games >= LIMIT / 16 {
        return Err(bad_input(format!(
            "--games {}: at least 1000 are needed",
            args.games
        )));
    }
    let readings = Readings::new(&goals[0], &agents, game);
    let strongest = agents[agents.len() - 1].clone();
    let adapts = !args.no_adapt && has_weights(game) && takes_weights(game, &strongest, &readings);
    Ok(Checked {
        choice,
        goals,
        players,
        grid,
        readings,
        strongest,
        adapts,
    })
}

/// Searches, and writes the page of the search; returns the page, and the best rules as far as they differ from the
/// printed game.
///
/// # Errors
/// Bad input if an argument is wrong; fails if the folder cannot be written.
pub(super) fn search(
    args: &DesignArgs,
    out: &mut dyn Write,
) -> anyhow::Result<(Document, OptionValues)> {
    let Checked {
        choice,
        goals,
        players,
        grid,
        readings,
        strongest,
        adapts,
    } = checked(args)?;
    let game = choice.game();
    let command = command(args, game);
    let (_, components) = choice.setup(players[0])?.0.components();
    let asked = Asked {
        command: command.clone(),
        components,
        version: build::current().commit.into(),
    };
    let shard = args.shard.as_deref().map(Shard::of_task).transpose()?;
    let size = (players.len(), readings.measured.len());
    let folder = folder(args)?;
    let mut store = Store::open(&folder, asked, size, shard)?;
    let retune = retune(args.threads, args.seed)?;
    let pool = batch::pool(args.threads)?;
    let search = Search {
        grid: &grid,
        choice: &choice,
        goals: &goals,
        players: &players,
        readings: &readings,
        strongest: &strongest,
        games: args.games,
        seed: args.seed,
        retune: if adapts { Some(&retune) } else { None },
        pool: &pool,
    };
    let found = search.run(&mut store, out)?;
    let page = page(&search, &found, &format!("goldrush {}", joined(&command)))?;
    documents::write(&page, &folder, REPORT_FILES)?;
    Ok((
        page,
        grid.choice(&choice, &found.best.levels)?.into_values(),
    ))
}

/// Returns the folder of a search: the given one, or one that each search has to itself, so that the same command resumes it.
///
/// # Errors
/// Bad input if there is no such game.
pub(super) fn folder(args: &DesignArgs) -> anyhow::Result<PathBuf> {
    if let Some(out) = &args.out {
        return Ok(out.clone());
    }
    let mut digest = Digest::default();
    digest.update(joined(&command(args, args.rules.game()?)).as_bytes());
    Ok(format!("design-{}", &digest.hex()[..8]).into())
}

/// Returns the ladder of bots, the weakest first.
fn agents(args: &DesignArgs, goals: &[Goal], game: GameName) -> anyhow::Result<Vec<String>> {
    let given = split_names(args.agents.as_deref().unwrap_or(game.about().agents));
    let agents: Vec<String> = given
        .iter()
        .map(|name| anyhow::Ok(parse(game, "--agents", name)?.to_string()))
        .collect::<anyhow::Result<_>>()?;
    if let Some((_, twice)) = agents
        .iter()
        .enumerate()
        .find(|(at, agent)| agents[..*at].contains(agent))
    {
        return Err(bad_input(format!("--agents: {twice} is given twice")));
    }
    let measures_skill = goals.iter().any(|goal| goal.quantity == Quantity::Skill);
    if measures_skill && agents.len() <= LEAST_PAIRS {
        return Err(bad_input(format!(
            "--agents: skill is measured by at least {LEAST_PAIRS} pairs, so {} bots are needed, the weakest first; \
             for one pair, give --want \"heuristic>greedy>=70%\"",
            LEAST_PAIRS + 1
        )));
    }
    Ok(agents)
}

/// True if any bot that plays changes with the weights of the heuristic.
fn takes_weights(game: GameName, strongest: &str, readings: &Readings) -> bool {
    let pairs = readings.measured.iter().filter_map(Quantity::pair);
    let bots = pairs.flat_map(|pair| [&pair.stronger[..], &pair.weaker]);
    bots.chain([strongest]).any(|bot| {
        let weights = format!("{RETUNED}:fill=0.05");
        tunable::retuned(game, bot, Some(&weights)) != bot
    })
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
    words.extend(
        args.agents
            .iter()
            .flat_map(|agents| ["--agents".to_owned(), agents.clone()]),
    );
    words.extend([
        "--games".into(),
        args.games.to_string(),
        "--seed".into(),
        args.seed.to_string(),
    ]);
    words.extend(args.no_adapt.then(|| "--no-adapt".to_owned()));
    words
}

#[cfg(test)]
mod tests {
    use std::fs;

    use goldrush_harness::store::seal::{sealed_json, unsealed_json};

    use crate::commands::stopping::Stopping;

    const SEARCH: &str = "design --want first-seat=50%±2,lead=min --vary komi=0..1 --agents random,greedy --games 1000 \
                          --no-adapt --threads 1 --out HERE/found";

    #[test]
    #[ignore = "slow"]
    fn stopped_search_is_finished_by_the_same_command() {
        Stopping::new().stop_everywhere(SEARCH, false);
    }

    #[test]
    fn search_in_parts_is_that_of_one_process() {
        let stopping = Stopping::new();
        stopping.give(SEARCH).unwrap();
        let parts = SEARCH.replace("HERE/found", "HERE/parts");
        let found = |folder: &str, file: &str| {
            fs::read(stopping.here().join(folder).join(file)).unwrap_or_default()
        };
        // The second part of a step may be played first.
        for step in 0..20 {
            for index in [1, 0, 2] {
                stopping
                    .give(&format!("{parts} --shard {index}/3"))
                    .unwrap();
                // A part plays none of the others.
                assert!(step > 0 || found("parts", "report.html").is_empty());
            }
            if !found("parts", "report.html").is_empty() {
                break;
            }
            assert!(step < 19, "the search does not end");
        }
        for file in ["design.json", "report.html", "report.md"] {
            assert_eq!(found("parts", file), found("found", file), "{file}");
        }
    }

    /// Machines that share no folder play parts of a step each in a copy, and `merge` adds them to the search.
    #[test]
    fn search_merged_from_copies_is_that_of_one_process() {
        let stopping = Stopping::new();
        stopping.give(SEARCH).unwrap();
        let here = stopping.here();
        for step in 0..20 {
            for index in 0..3 {
                let copied = here.join(format!("parts/{index}"));
                fs::create_dir_all(&copied).unwrap();
                if step > 0 {
                    fs::copy(here.join("merged/design.json"), copied.join("design.json")).unwrap();
                }
                let part = SEARCH.replace("HERE/found", &format!("HERE/parts/{index}"));
                stopping.give(&format!("{part} --shard {index}/3")).unwrap();
            }
            stopping.give("merge HERE/parts --out HERE/merged").unwrap();
            if here.join("parts/0/report.html").exists() {
                break;
            }
            assert!(step < 19, "the search does not end");
        }
        for file in ["merged/design.json", "parts/0/report.html"] {
            let whole = here.join("found").join(file.rsplit('/').next().unwrap());
            assert_eq!(fs::read(here.join(file)).unwrap(), fs::read(whole).unwrap());
        }
        let other = SEARCH.replace("komi=0..1", "komi=0..2");
        stopping
            .give(&other.replace("HERE/found", "HERE/others/0"))
            .unwrap();
        let error = stopping
            .give("merge HERE/others --out HERE/merged")
            .unwrap_err();
        assert!(
            format!("{error:#}").contains("is of another search"),
            "{error:#}"
        );
    }

    /// A record that was changed and sealed again is refused if no games have such results; the program never panics.
    #[test]
    fn changed_record_is_refused() {
        let stopping = Stopping::new();
        stopping.give(SEARCH).unwrap();
        let path = stopping.here().join("found/design.json");
        let text = fs::read_to_string(&path).unwrap();
        let refuses = |changed: &str, says: &str| {
            fs::write(&path, changed).unwrap();
            let error = format!("{:#}", stopping.give(SEARCH).unwrap_err());
            assert!(
                error.contains("design.json: ") && error.contains(says),
                "{says}: {error}"
            );
        };
        let digits = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| byte.is_ascii_digit())
            .map(|(at, _)| at);
        for at in digits.step_by(7) {
            let digit = if &text[at..=at] == "7" { "8" } else { "7" };
            refuses(
                &[&text[..at], digit, &text[at + 1..]].concat(),
                "was changed since goldrush wrote it; restore",
            );
        }
        let object: serde_json::Value =
            serde_json::from_str(&unsealed_json(&text).unwrap()).unwrap();
        let name = object["played"]
            .as_object()
            .unwrap()
            .keys()
            .next()
            .unwrap()
            .clone();
        for (at, value, says) in [
            ("", serde_json::json!([]), "impossible results"),
            ("/0", serde_json::json!([]), "impossible results"),
            ("/0/0", serde_json::json!({}), "is missing"),
            ("/0/0/deals", serde_json::json!(0), "impossible results"),
            ("/0/0/deals", serde_json::json!(9_000_000), "is not of"),
            ("/0/0/sum", serde_json::json!(1e300), "impossible results"),
            (
                "/0/0/squares",
                serde_json::json!(-1.0),
                "impossible results",
            ),
            (
                "/0/0/squares",
                serde_json::json!(null),
                "where a number is expected",
            ),
        ] {
            let mut changed = object.clone();
            *changed["played"][&name].pointer_mut(at).unwrap() = value;
            refuses(&sealed_json(&changed.to_string()).unwrap(), says);
        }
        fs::write(&path, text).unwrap();
        stopping.give(SEARCH).unwrap();
    }
}
