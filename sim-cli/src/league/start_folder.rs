//! Folders from which the commands of members are started: those in which they were given, wherever `league play` is typed.

use std::collections::BTreeMap;
use std::env;
use std::path::{Component, Path, PathBuf};

use goldrush_games::GameName;
use goldrush_harness::protocol::guard::start_from;
use goldrush_harness::study::spec::Spec;
use goldrush_support::error::bad_input;

use super::roster::{Member, Roster};

/// Returns the current folder as a roster keeps it for a bot: relative to the league's folder if it lies in that or beside it, so that
/// both can be moved together, and otherwise whole. Returns `None` for a bot that comes with goldrush.
///
/// # Errors
/// Bad input if the name of the folder is not UTF-8.
pub fn kept_folder(league: &Path, bot: &Spec) -> anyhow::Result<Option<String>> {
    if bot.command().is_none() {
        return Ok(None);
    }
    let here = env::current_dir()?;
    let kept = relative(&whole(league), &here).unwrap_or(here);
    match kept.to_str() {
        Some(kept) => Ok(Some(kept.into())),
        None => Err(bad_input(format!(
            "{}: the name of this folder is not UTF-8; give the command from another one",
            kept.display()
        ))),
    }
}

/// Returns a folder relative to that of a league, if it lies in the same folder.
fn relative(league: &Path, folder: &Path) -> Option<PathBuf> {
    if let Ok(inside) = folder.strip_prefix(league) {
        return Some(Path::new(".").join(inside));
    }
    let around = league.parent().filter(|around| around.parent().is_some());
    Some(Path::new("..").join(folder.strip_prefix(around?).ok()?))
}

fn whole(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.into())
}

/// Returns the whole path of a folder that a roster keeps.
fn resolved(league: &Path, kept: &str) -> PathBuf {
    let mut path = whole(league);
    for component in Path::new(kept).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(path.pop()),
            _ => path.push(component),
        }
    }
    whole(&path)
}

/// Returns the command line of a bot that runs as a child process.
fn line(bot: &str) -> Option<String> {
    // A command is the same in every game.
    let bot = Spec::read(GameName::GoldRush, bot).ok()?;
    bot.command().map(|command| command.line.clone())
}

impl Roster {
    /// Lets the commands of all members be started from their folders, from now on.
    pub fn start_from_folders(&self, league: &Path) {
        for Member { bot, folder, .. } in &self.members {
            if let (Some(line), Some(folder)) = (line(bot), folder) {
                start_from(&line, &resolved(league, folder));
            }
        }
    }

    /// Checks that no two members give the same command in different folders: bots are known by their commands.
    ///
    /// # Errors
    /// Bad input if two do.
    pub fn check_folders(&self) -> anyhow::Result<()> {
        let mut known: BTreeMap<String, &Member> = BTreeMap::new();
        for member in &self.members {
            let Some(line) = line(&member.bot) else {
                continue;
            };
            let first = *known.entry(line).or_insert(member);
            if first.folder != member.folder {
                return Err(bad_input(format!(
                    "{} and {} have the same command in different folders; give one of them by a longer path, such as bots/mine/bot.py",
                    first.name, member.name
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_near_the_league_are_kept_relative_to_it() {
        let league = Path::new("/home/ann/cups/cup");
        for (folder, kept) in [
            ("/home/ann/cups/cup", Some("./")),
            ("/home/ann/cups/cup/bots", Some("./bots")),
            ("/home/ann/cups", Some("../")),
            ("/home/ann/cups/bots/mine", Some("../bots/mine")),
            ("/home/ann", None),
            ("/", None),
        ] {
            let found = relative(league, Path::new(folder));
            assert_eq!(found, kept.map(PathBuf::from), "{folder}");
            let kept = kept.unwrap_or(folder);
            assert_eq!(resolved(league, kept), Path::new(folder), "{kept}");
        }
        assert_eq!(relative(Path::new("/cup"), Path::new("/bots")), None);
    }
}
