//! `goldrush replay`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use goldrush_engine::game::State as _;
use goldrush_engine::player::Player;
use goldrush_engine::record::{BotComment, BotEvaluations, BotFault};
use goldrush_games::Heading;
use goldrush_games::playable::{Components, Finder, Playable, RecordedGame, Unreadable};
use goldrush_games::registry::with_game;
use goldrush_games::scene::{Scene, Seat};
use goldrush_games::turn_index::TurnIndex;
use goldrush_games::viewer::{Viewer, count};
use goldrush_harness::store::file::write_shared;
use goldrush_harness::store::record::{components, game_of, is_being_played, read_line};
use goldrush_harness::study::Plan;
use goldrush_report::document::Table;
use goldrush_report::wrap;
use goldrush_screens::plain::picture;
use goldrush_screens::web::viewer::{self, Account};
use goldrush_support::error::bad_input;
use goldrush_support::printable::printable;
use goldrush_support::progress::Progress;
use goldrush_table::closing::{GameReview, ReviewRun, looks_back, review_of};
use goldrush_table::game_history::timeline;
use goldrush_table::shelf::file_of;
use serde_json::Value;

use super::game_of_run::{Again, TILES, game_of_run, play_again};
use crate::cli::args::ReplayArgs;

pub(super) fn run(args: &ReplayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    match (&args.run, &args.file) {
        (Some(folder), _) => {
            let (record, tiles) = game_of_run(folder, args.game)?;
            print(&record, &Components::carried(tiles, TILES), args, out)
        }
        (None, Some(file)) => {
            let record = read_line(&file_of(file), args.game)?;
            print(
                &record,
                &components(args.tiles.as_deref(), Some(file), &record),
                args,
                out,
            )
        }
        (None, None) => Err(bad_input("give a file of records, or --run and a folder")),
    }
}

/// Replays a record, checks it, and shows the requested position.
fn print(
    record: &Value,
    components: &Finder,
    args: &ReplayArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let file = args
        .file
        .as_ref()
        .map_or_else(String::new, |file| format!("{}: ", file.display()));
    let game =
        game_of(record).map_err(|e| bad_input(format!("{file}line {}: {e}", args.game + 1)))?;
    with_game!(game, G => {
        match RecordedGame::<G>::read(record, !is_being_played(record), components) {
            Ok(played) => show(&played, args, out),
            Err(e @ Unreadable::Format(_)) => Err(bad_input(format!("{file}line {}: {e}", args.game + 1))),
            Err(e @ Unreadable::Rules(_)) => Err(anyhow::anyhow!("{file}game {} is {e}", args.game)),
        }
    })
}

fn show<G: Playable>(
    played: &RecordedGame<G>,
    args: &ReplayArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let names = played.heading.names();
    let seats = Player::all(names.len());
    let called = played.heading.named_people();
    let viewer = match args.as_seat {
        None => Viewer::open(names.clone()).calling(called),
        Some(seat) => match seats.clone().nth(seat) {
            Some(seat) => Viewer::beside(names.clone(), seat).calling(called),
            None => {
                return Err(bad_input(format!(
                    "--as-seat {seat}: the game has seats 0 to {}",
                    names.len() - 1
                )));
            }
        },
    };
    if let Some(file) = &args.html {
        return write_page(played, &viewer, file, args, out);
    }
    let turns = played.turns();
    let at_turn = args.turn.unwrap_or(TurnIndex {
        turns: turns.len(),
        moves: 0,
    });
    let until = played
        .moves_until(at_turn)
        .map_err(|what| bad_input(format!("--turn {at_turn}: {what}")))?;
    // Without `--turn`, a game in progress is shown as it was left, within a turn if need be.
    let until = if args.turn.is_none() {
        played.moves.len()
    } else {
        until
    };
    let movers: Vec<Player> = turns
        .iter()
        .filter(|(first, _)| *first < until)
        .map(|(_, seat)| *seat)
        .collect();
    let mut state = played.dealt.clone();
    let mut observers = G::observers_of(&state);
    let over = played.after(until).to_move().is_none();
    let for_news = if over {
        viewer.at_the_end()
    } else {
        viewer.clone()
    };
    let mut news = Vec::new();
    for (i, &(first, _)) in turns
        .iter()
        .enumerate()
        .filter(|(_, (first, _))| *first < until)
    {
        let end = turns.get(i + 1).map_or(until, |(next, _)| until.min(*next));
        let moves = &played.moves[first..end];
        news.push(G::news(&state, moves, &for_news).join(" "));
        moves
            .iter()
            .for_each(|&mv| G::play(&mut state, mv, &mut observers));
    }
    let scene = G::scene(&state, &observers, &movers, &viewer);
    let heading = &played.heading;
    let who: Vec<_> = seats
        .zip(&names)
        .map(|(seat, name)| format!("{} {name}", seat.letter()))
        .collect();
    writeln!(
        out,
        "{}, seed {}, deal {}, seating {}: {}",
        scene.title,
        heading.seed,
        heading.block,
        heading.seating,
        who.join(", ")
    )?;
    let after = if at_turn.moves == 0 {
        format!("{}", at_turn.turns)
    } else {
        format!("move {at_turn}")
    };
    writeln!(out, "After {after} of {} turns\n", turns.len())?;
    for opening in G::opening(&played.dealt) {
        wrap::write(&opening, "      ", "      ", out)?;
    }
    for (turn, news) in (1..).zip(news) {
        wrap::write(&news, &format!("{turn:>4}  "), "      ", out)?;
        for fault in heading
            .faults
            .iter()
            .filter(|fault| fault.turn.max(1) == turn)
        {
            wrap::write(&fault_text::<G>(fault), "      ", "      ", out)?;
        }
        if let Some(evaluation_text) = evaluation_text(&played.evaluations, turn - 1) {
            wrap::write(&evaluation_text, "      ", "      ", out)?;
        }
    }
    writeln!(out)?;
    picture::write(&scene.ground, args.color.colors(), out)?;
    writeln!(out)?;
    G::HELP
        .iter()
        .try_for_each(|paragraph| wrap::write(paragraph, "", "", out))?;
    writeln!(out, "\n{}", standing(&scene))?;
    if let Some(seat) = scene.to_move {
        // Everybody sees the tile.
        let question = G::scene(
            &state,
            &observers,
            &movers,
            &Viewer::open(names.clone()).calling(called),
        )
        .question;
        let task = question.as_ref().map(|question| match &question.hand {
            Some(hand) => format!("{}: {}", question.task, hand.words),
            None => question.task.trim_end_matches('?').to_owned(),
        });
        let left = count(scene.left.count, scene.left.thing);
        let line = format!(
            "{} is to {}; {left} left",
            seat.letter(),
            task.unwrap_or_default()
        );
        wrap::write(&line, "\n", "", out)?;
    }
    Ok(())
}

/// Describes a bot's fault in a sentence.
fn fault_text<G: Playable>(
    BotFault {
        seat, kind, what, ..
    }: &BotFault,
) -> String {
    let letter = Player::new(*seat).map_or_else(String::new, |seat| seat.letter().to_string());
    format!(
        "({letter} loses the game by a fault, and {} plays on for it. {kind}: {what})",
        G::FALLBACK
    )
}

/// Describes the evaluation of a turn in a sentence, if there is one.
fn evaluation_text(
    BotEvaluations { values, remarks }: &BotEvaluations,
    turn: usize,
) -> Option<String> {
    let value = values
        .get(turn)
        .copied()
        .flatten()
        .map(|value| format!("expected a lead of {value:+.1}"));
    let BotComment { pv, note } = remarks.get(turn).cloned().flatten().unwrap_or_default();
    let note = (!note.is_empty()).then(|| format!("comment: {}", printable(note)));
    let line = (!pv.is_empty()).then(|| format!("expected moves: {}", printable(pv.join(", "))));
    let all: Vec<String> = [value, note, line].into_iter().flatten().collect();
    (!all.is_empty()).then(|| format!("({})", all.join("; ")))
}

/// Writes a page to step through the game.
fn write_page<G: Playable>(
    played: &RecordedGame<G>,
    viewer: &Viewer,
    file: &Path,
    args: &ReplayArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let RecordedGame { dealt, moves, .. } = played;
    let found = args.mistakes.then(|| {
        let progress = Mutex::new(Progress::new("looks", looks_back::<G>(dealt, moves) as u64));
        let done = |_| {
            progress
                .lock()
                .expect("no thread panicked while holding the lock")
                .add(1);
        };
        let all_seats = Player::all(dealt.players()).collect();
        let run = ReviewRun {
            stop: &AtomicBool::new(false),
            known: &BTreeMap::new(),
            judged: &|_| {},
            done: &done,
        };
        let found = review_of::<G>(played.setup, dealt, moves, all_seats, viewer, &run);
        progress
            .into_inner()
            .expect("no thread panicked while holding the lock")
            .finish();
        found
    });
    let page = match args.as_seat {
        Some(_) => page(played, &[(String::new(), viewer.clone())], found.as_ref()),
        None => page(played, &all_viewers(&played.heading), found.as_ref()),
    };
    write_shared(file, &page)?;
    writeln!(
        out,
        "Written to {}; open it in a browser.",
        printable(file.display())
    )?;
    Ok(())
}

/// Returns the viewpoints offered on a page: first all seats at once, then each seat's own.
fn all_viewers(heading: &Heading) -> Vec<(String, Viewer)> {
    let names = heading.names();
    let called = heading.named_people();
    let open = Viewer::open(names.clone()).calling(called);
    let mut viewers = vec![("everybody’s".to_owned(), open)];
    for seat in Player::all(names.len()) {
        let name = format!("{} {}", seat.letter(), names[seat.index()]);
        let beside = Viewer::beside(names.clone(), seat).calling(called);
        viewers.push((name, beside));
    }
    viewers
}

fn page<G: Playable>(
    played: &RecordedGame<G>,
    viewer: &[(String, Viewer)],
    found: Option<&GameReview>,
) -> String {
    let mut accounts = Vec::new();
    for (name, viewer) in viewer {
        accounts.push(Account {
            name: name.clone(),
            frames: timeline::<G>(played.setup, &played.dealt, &played.moves, viewer),
        });
    }
    viewer::file(&accounts, G::art(played.setup).as_ref(), found)
}

/// Returns a page to step through a game of a run.
pub(super) fn page_of_run(plan: &Plan, game: u64) -> anyhow::Result<String> {
    let Again { record, tiles, .. } = play_again(plan, game)?;
    page_of(&record, &Components::carried(tiles, TILES))
}

/// Returns a page to step through a game of a file of records.
pub(super) fn page_of_record(file: &Path, game: u64) -> anyhow::Result<String> {
    let record = read_line(file, game)?;
    page_of(&record, &components(None, Some(file), &record))
}

fn page_of(record: &Value, components: &Finder) -> anyhow::Result<String> {
    with_game!(game_of(record).map_err(anyhow::Error::msg)?, G => {
        let played = RecordedGame::<G>::read(record, true, components).map_err(|e| anyhow::anyhow!("{e}"))?;
        Ok(page(&played, &all_viewers(&played.heading), None))
    })
}

/// Returns a table of the seats with points by source, holdings and supply.
fn standing(scene: &Scene) -> Table {
    let first = &scene.seats[0];
    let sources = first.sources.iter().map(|(name, _)| (*name).to_owned());
    let holds = first
        .holds
        .iter()
        .map(|held| format!("{}s held", held.name));
    let supply = first
        .supply
        .iter()
        .map(|figures| format!("{}s", figures.name));
    let headings: Vec<String> = [String::new()]
        .into_iter()
        .chain(sources)
        .chain(["points".into()])
        .chain(holds)
        .chain(supply)
        .collect();
    let rows = scene.seats.iter().map(|seat| row(seat, scene.is_over()));
    Table::of_texts(headings, rows)
}

fn row(seat: &Seat, over: bool) -> Vec<String> {
    let secret = seat
        .secret
        .as_ref()
        .filter(|_| !over)
        .map(|secret| secret.points);
    let hides = seat.sources.iter().any(|(_, points)| points.is_none());
    let points = match secret {
        Some(secret) => (seat.points + secret).to_string(),
        None if hides => format!("{}+?", seat.points),
        None => seat.points.to_string(),
    };
    let holds = seat.holds.iter().map(|held| held.count.to_string());
    let supply = seat.supply.iter().map(|figures| figures.count.to_string());
    let sources = seat.sources.iter().map(|(_, points)| {
        points
            .or(secret)
            .map_or_else(|| "?".into(), |points| points.to_string())
    });
    let name = format!("{} {}", seat.seat.letter(), seat.title);
    [name]
        .into_iter()
        .chain(sources)
        .chain([points])
        .chain(holds)
        .chain(supply)
        .collect()
}
