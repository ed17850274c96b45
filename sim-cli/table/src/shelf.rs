//! The user's data folder, where games with people are saved by default, and the games in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use goldrush_engine::game::State as _;
use goldrush_engine::player::Player;
use goldrush_games::GameName;
use goldrush_games::playable::{Playable, RecordedGame};
use goldrush_games::registry::with_game;
use goldrush_games::viewer::count;
use goldrush_harness::store::record::{components, game_of, is_being_played, read_line};
use goldrush_support::error::bad_input;
use goldrush_support::system::make_private;
use serde_json::Value;

use super::seats::Seats;

/// A saved game.
#[derive(Clone, Debug)]
pub struct KeptGame {
    /// File of the game.
    pub file: PathBuf,
    /// Time of the last write.
    pub when: SystemTime,
    pub game: GameName,
    /// The occupants of the seats.
    pub seats: Seats,
    /// Number of turns that have begun.
    pub turns: usize,
    /// Points by seat; in an unfinished game, those scored so far.
    pub points: Vec<u32>,
    /// By seat: number of seats ahead in the game's own ranking, which may look at more than points; `None` if the game
    /// is not over.
    pub ahead: Option<Vec<usize>>,
}

impl KeptGame {
    /// True if the game has ended.
    pub fn is_over(&self) -> bool {
        self.ahead.is_some()
    }

    /// Formats how long ago it was last played: `12 min ago`.
    pub fn ago(&self) -> String {
        match self.when.elapsed().unwrap_or_default().as_secs() / 60 {
            0 => "just now".into(),
            minutes @ 1..60 => format!("{minutes} min ago"),
            minutes @ 60..1440 => format!("{} h ago", minutes / 60),
            minutes => format!("{} ago", count(minutes as usize / 1440, "day")),
        }
    }

    /// The opponents of the first person.
    pub fn opponents(&self) -> impl Iterator<Item = (Player, String)> + '_ {
        let own = self.own();
        let others = Player::all(self.seats.players()).filter(move |seat| Some(*seat) != own);
        others.map(|seat| (seat, self.seats.title(seat)))
    }

    /// Lists the opponents in at most `room` characters: `2 × level4, level1`.
    pub fn against(&self, room: usize) -> String {
        let mut names: Vec<(usize, String)> = Vec::new();
        for (_, title) in self.opponents() {
            match names.iter_mut().find(|(_, name)| *name == title) {
                Some((count, _)) => *count += 1,
                None => names.push((1, title)),
            }
        }
        for (count, name) in &mut names {
            if *count > 1 {
                *name = format!("{count} × {name}");
            }
        }
        let names: Vec<String> = names.into_iter().map(|(_, name)| name).collect();
        let all = names.join(", ");
        if all.chars().count() <= room {
            return all;
        }
        all.chars()
            .take(room.saturating_sub(1))
            .chain(['…'])
            .collect()
    }

    /// Seat of the first person; `None` if only bots play.
    pub fn own(&self) -> Option<Player> {
        self.seats.humans().iter().next()
    }
}

/// Returns the folder: `goldrush` in the user's data folder, by the XDG Base Directory Specification.
///
/// # Errors
/// Bad input if neither `XDG_DATA_HOME` nor the home folder is known.
pub fn folder() -> anyhow::Result<PathBuf> {
    let named = std::env::var_os("XDG_DATA_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let data = named.or_else(|| Some(std::env::home_dir()?.join(".local/share")));
    let data = data.ok_or_else(|| {
        bad_input("no home folder is known: say with --save where the game is to be kept")
    })?;
    Ok(data.join("goldrush"))
}

/// Resolves a file name: an existing file, or else a saved game of that name in the folder, as `history` lists it.
pub fn file_of(name: &Path) -> PathBuf {
    let is_path = name.exists() || name.components().count() > 1;
    if !is_path && let Ok(folder) = folder() {
        let kept = folder.join(name);
        if kept.exists() {
            return kept;
        }
    }
    name.to_owned()
}

/// Returns a path for a new game at which no file exists yet; creates its folder.
///
/// # Errors
/// Bad input if the folder is not known, or cannot be created.
pub fn new_file(game: GameName, seed: u64) -> anyhow::Result<PathBuf> {
    let folder = folder()?;
    make_private(&folder).map_err(|e| {
        let folder = folder.display();
        bad_input(format!("{folder}: {e}; --save keeps the game elsewhere"))
    })?;
    let mut file = folder.join(format!("{game}-{seed}.json"));
    let mut number = 1;
    while file.exists() {
        number += 1;
        file = folder.join(format!("{game}-{seed}-{number}.json"));
    }
    Ok(file)
}

/// Returns the games in the user's folder, newest first.
pub fn saved() -> Vec<KeptGame> {
    folder().map(|folder| games(&folder)).unwrap_or_default()
}

/// Returns the readable games of a folder, newest first; empty if there is no such folder.
pub fn games(folder: &Path) -> Vec<KeptGame> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let mut games: Vec<KeptGame> = files.filter_map(|file| read(&file)).collect();
    games.sort_by(|one, other| {
        other
            .when
            .cmp(&one.when)
            .then_with(|| one.file.cmp(&other.file))
    });
    games
}

fn read(file: &Path) -> Option<KeptGame> {
    let record = read_line(file, 0).ok().filter(is_being_played)?;
    let when = fs::metadata(file).and_then(|data| data.modified()).ok()?;
    let game = game_of(&record).ok()?;
    with_game!(game, G => summary::<G>(game, &record, file, when))
}

fn summary<G: Playable>(
    game: GameName,
    record: &Value,
    file: &Path,
    when: SystemTime,
) -> Option<KeptGame> {
    let played = RecordedGame::<G>::read(record, false, &components(None, None, record)).ok()?;
    let seats = Seats::of_heading(game, &played.heading).ok()?;
    let state = played.after(played.moves.len());
    let points = state
        .scores()
        .as_slice()
        .iter()
        .map(|&points| points.into())
        .collect();
    let standings = state.standings();
    let ahead = standings
        .iter()
        .map(|(_, own)| standings.iter().filter(|&(_, other)| other > own).count());
    let ahead = state.to_move().is_none().then(|| ahead.collect());
    Some(KeptGame {
        file: file.into(),
        when,
        game,
        seats,
        turns: played.turns().len(),
        points,
        ahead,
    })
}
