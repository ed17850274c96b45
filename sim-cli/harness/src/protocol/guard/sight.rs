//! Which files a bot in a sandbox sees besides those of the system: the files its command names, with what lies beside them, and
//! folders named by the option `--sandbox-show`. Nothing that a bot brings along, such as a link, shows it more.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::interpreter::is_interpreter;
use super::places::{Mounts, Place, joined};
use super::private::PlacedCommand;
use super::system_files::{self, is_system};
use super::{marks, private};

/// Settings and state of the system, of which nothing is shown.
const SETTINGS: [&str; 5] = ["/etc", "/proc", "/sys", "/dev", "/boot"];
/// Folders that are shared by many; a bot sees at most a folder in them.
const SHARED: [&str; 9] = [
    "/root", "/home", "/tmp", "/var/tmp", "/run", "/mnt", "/media", "/opt", "/srv",
];
/// Folder in which each user has one.
const HOMES: &str = "/home";
/// Settings of a virtual environment of Python.
const ENVIRONMENT: &str = "pyvenv.cfg";
/// Folder in which an administrator installs programs; it may hold other things, too.
const LOCAL: &str = "/usr/local";
/// Most folders of goldrush that are hidden one by one; each costs a start some time.
const MOST_MARKED: usize = 200;

/// Files outside the system that a sandbox shows.
#[derive(Serialize, Deserialize, Default, Debug)]
pub(super) struct Sight {
    /// Files and folders, by the path at which the bot finds them.
    pub(super) shown: BTreeMap<PathBuf, PathBuf>,
    /// Folders that a path in the command leads through and out of again by `..`; they are empty.
    pub(super) passed: BTreeSet<PathBuf>,
    /// Links, with what they lead to.
    pub(super) links: BTreeMap<PathBuf, PathBuf>,
    /// Files and folders in what is shown that are not.
    pub(super) masked: BTreeSet<PathBuf>,
    /// Files that the bot may miss, with the reasons.
    #[serde(skip)]
    pub(super) missing: Vec<String>,
    /// Files and folders of the person's that the bot sees, by their paths in the command.
    #[serde(skip)]
    pub(super) seen: Vec<PathBuf>,
}

/// A file that a command names.
struct NamedFile {
    /// Its path in the command, from the root.
    written: PathBuf,
    /// The same without links in its folders.
    path: PathBuf,
    /// File that it leads to, if it is a link.
    target: Option<PathBuf>,
}

/// A path with its place.
struct Located {
    path: PathBuf,
    place: Place,
}

/// Everything that decides which files a bot sees.
struct Surroundings {
    mounts: Mounts,
    /// Folder from which the bot is started.
    here: PathBuf,
    /// Folders that the person calls by paths with links, by these paths.
    called: Vec<(PathBuf, PathBuf)>,
    /// Folders that the person shows to bots, by the paths given.
    given: BTreeMap<PathBuf, PathBuf>,
    /// A folder that contains one of these is not shown as a whole.
    wide: Vec<Located>,
    /// Nothing of these is shown.
    hidden: Vec<Located>,
}

/// Returns what a bot with this command sees if the person shows these folders to bots.
pub(super) fn sight(command: &str, given: &[PathBuf]) -> Sight {
    let own = PlacedCommand::new(command);
    let surroundings = Surroundings::new(own.folder, given);
    surroundings.sight(command, &private::others(command))
}

/// Checks folders as [`check_shown_folder`] does.
///
/// # Errors
/// Describes the first one that may not be shown.
pub(super) fn check_given(given: &[PathBuf]) -> Result<(), String> {
    if given.is_empty() {
        return Ok(());
    }
    let surroundings = Surroundings::new(current_folder(), &[]);
    let wrong = given
        .iter()
        .find_map(|folder| Some((folder, surroundings.check_given(folder).err()?)));
    wrong.map_or(Ok(()), |(folder, problem)| {
        Err(format!("--sandbox-show {}: {problem}", folder.display()))
    })
}

/// Checks that a folder may be shown to bots: that it contains nothing that a bot's own folder must not contain, and is not of goldrush.
///
/// # Errors
/// Describes what is wrong with it.
pub fn check_shown_folder(folder: &Path) -> Result<(), String> {
    Surroundings::new(current_folder(), &[]).check_given(folder)
}

fn current_folder() -> PathBuf {
    env::current_dir().unwrap_or_else(|_| "/".into())
}

impl Surroundings {
    fn new(here: PathBuf, given: &[PathBuf]) -> Surroundings {
        let ways = [env::home_dir(), env::var_os("PWD").map(PathBuf::from)];
        let called = ways.into_iter().flatten().filter(|way| way.is_absolute());
        let called = called
            .filter_map(|way| Some((way.clone(), way.canonicalize().ok()?)))
            .collect();
        let given = given
            .iter()
            .filter_map(|path| Some((path.clone(), path.canonicalize().ok()?)))
            .collect();
        let mounts = Mounts::read();
        let mut new = Surroundings {
            mounts,
            here,
            called,
            given,
            wide: Vec::new(),
            hidden: Vec::new(),
        };
        let own = [
            Some(new.here.clone()),
            env::home_dir(),
            Some(env::temp_dir()),
        ]
        .into_iter()
        .flatten();
        let wide: Vec<PathBuf> = own.chain(SHARED.map(PathBuf::from)).collect();
        new.wide = wide.iter().map(|path| new.located(path)).collect();
        new.hidden = private::hidden()
            .iter()
            .map(|path| new.located(path))
            .collect();
        new
    }

    fn located(&self, path: &Path) -> Located {
        let path = path.canonicalize().unwrap_or_else(|_| path.into());
        Located {
            place: self.mounts.place(&path),
            path,
        }
    }

    /// Returns the files that a command names from a folder; a description instead of one behind a link that is not followed.
    fn files(&self, command: &str, from: &Path) -> Vec<Result<NamedFile, String>> {
        let words = shlex::split(command).unwrap_or_default();
        // The first word without a slash is a program of the system.
        let words = words
            .into_iter()
            .enumerate()
            .filter(|(nth, word)| *nth > 0 || word.contains('/'));
        let written = words
            .map(|(_, word)| from.join(word))
            .filter(|written| written.is_file());
        written.map(|written| self.named_file(written)).collect()
    }

    /// Returns the files that a command names, then those that its words name within them, as those of `sh -c` do; also by their
    /// paths from folders named before them, the last of these first.
    fn all_files(&self, command: &str, from: &Path) -> Vec<NamedFile> {
        let mut files: Vec<NamedFile> = self.files(command, from).into_iter().flatten().collect();
        let mut folders = vec![from.to_owned()];
        for name in command
            .split(|c: char| c.is_whitespace() || "\"';&|()=".contains(c))
            .filter(|name| !name.is_empty())
        {
            let found: Vec<PathBuf> = folders
                .iter()
                .rev()
                .map(|folder| folder.join(name))
                .collect();
            folders.extend(found.iter().find(|path| path.is_dir()).cloned());
            let found = found.into_iter().filter(|path| path.is_file());
            for file in found.filter_map(|path| self.named_file(path).ok()) {
                if files.iter().all(|known| known.path != file.path) {
                    files.push(file);
                }
            }
        }
        files
    }

    /// Follows a path. Links in it are followed where the person or the system made them, and within a folder that is shown as a
    /// whole.
    fn named_file(&self, written: PathBuf) -> Result<NamedFile, String> {
        let called = self
            .called
            .iter()
            .filter(|(way, _)| written.starts_with(way));
        let called = called.max_by_key(|(way, _)| way.as_os_str().len());
        let (mut path, rest) = match called {
            Some((way, real)) => (
                real.clone(),
                written
                    .strip_prefix(way)
                    .expect("the path is below this one"),
            ),
            None => (
                PathBuf::from("/"),
                written.strip_prefix("/").unwrap_or(&written),
            ),
        };
        let mut target = None;
        let mut components = rest.components().peekable();
        while let Some(component) = components.next() {
            let Component::Normal(name) = component else {
                path = if component == Component::ParentDir {
                    path.join("..").canonicalize().unwrap_or(path)
                } else {
                    path
                };
                continue;
            };
            let next = path.join(name);
            if !next.is_symlink() {
                path = next;
                continue;
            }
            let to = next
                .canonicalize()
                .map_err(|e| format!("{}: {e}", next.display()))?;
            let is_last = components.peek().is_none();
            let is_of_the_system = path == Path::new("/") || is_system(&next) && is_system(&to);
            let stays = to.starts_with(&path) && self.is_showable(&path);
            if is_last && (stays || is_system(&to) || self.is_given(&to)) {
                path = next;
                target = Some(to);
            } else if stays || is_of_the_system {
                path = to;
            } else {
                return Err(not_followed(&next, &to));
            }
        }
        Ok(NamedFile {
            written,
            path,
            target,
        })
    }

    /// Hides another bot from the one that these files belong to.
    fn keep_apart(&mut self, own: &[&NamedFile], other: &PlacedCommand) {
        let theirs = self.all_files(&other.line, &other.folder);
        let theirs: Vec<&NamedFile> = theirs.iter().collect();
        let only_theirs: Vec<&NamedFile> = theirs
            .iter()
            .filter(|file| own.iter().all(|own| own.real() != file.real()))
            .copied()
            .collect();
        let own_program = self.program(own);
        let until = own
            .iter()
            .position(|file| own_program.is_some_and(|own| own.path == file.path));
        let (runs_on, data) = own.split_at(until.map_or(0, |nth| nth + 1));
        let theirs_program = self.program(&theirs);
        let is_same = theirs_program
            .zip(own_program)
            .is_some_and(|(theirs, own)| theirs.real() == own.real());
        let hidden: Vec<PathBuf> = if is_same {
            // They differ in what the same program is given: its script in a language, or its data.
            only_theirs
                .iter()
                .filter(|file| !is_system(&file.path) || is_local(&file.path))
                .filter_map(|file| self.apart_from(&file.path, runs_on, data))
                .collect()
        } else {
            theirs_program
                .map(|program| {
                    self.whole(&program.path, runs_on)
                        .unwrap_or_else(|| program.path.clone())
                })
                .into_iter()
                .collect()
        };
        let hidden: Vec<Located> = hidden.iter().map(|path| self.located(path)).collect();
        self.hidden.extend(hidden);
        let apart: Vec<Located> = only_theirs
            .iter()
            .map(|file| self.located(&file.path))
            .collect();
        self.wide.extend(apart);
    }

    /// Returns the folder of a file of another bot, if a bot that runs on these files needs nothing in it.
    fn whole(&self, file: &Path, runs_on: &[&NamedFile]) -> Option<PathBuf> {
        let folder = self
            .environment(file)
            .or_else(|| file.parent().map(PathBuf::from))?;
        let is_free =
            self.is_showable(&folder) && !runs_on.iter().any(|file| file.path.starts_with(&folder));
        is_free.then_some(folder)
    }

    /// Returns what to hide of a file that another bot gives to the same program: its folder, or the file alone if both have files
    /// there; nothing if the program itself may read it.
    fn apart_from(
        &self,
        file: &Path,
        runs_on: &[&NamedFile],
        data: &[&NamedFile],
    ) -> Option<PathBuf> {
        let folder = file.parent()?;
        if data.iter().any(|own| own.path.starts_with(folder)) {
            return Some(file.into());
        }
        self.whole(file, runs_on)
    }

    /// Returns the file of a bot's own that its command runs: the first one that is not of the system, and neither an interpreter
    /// nor shown by the person, if there is such a file.
    fn program<'a>(&self, files: &[&'a NamedFile]) -> Option<&'a NamedFile> {
        let not_of_the_system = files
            .iter()
            .filter(|file| !is_system(&file.path) || is_local(&file.path));
        not_of_the_system
            .min_by_key(|file| {
                (
                    self.environment(&file.path).is_some() || is_interpreter(&file.path),
                    self.is_given(&file.path),
                )
            })
            .copied()
    }

    fn sight(mut self, command: &str, others: &[PlacedCommand]) -> Sight {
        let files = self.files(command, &self.here);
        let own = self.all_files(command, &self.here);
        let own: Vec<&NamedFile> = own.iter().collect();
        for other in others {
            self.keep_apart(&own, other);
        }
        let mut sight = Sight::default();
        for (written, real) in &self.given {
            sight.shown.extend([
                (written.clone(), real.clone()),
                (real.clone(), real.clone()),
            ]);
        }
        for file in &files {
            match file {
                Ok(file) => self.show(file, &mut sight),
                Err(link) => sight.missing.push(link.clone()),
            }
        }
        if command.split_whitespace().any(|word| word.starts_with('~')) {
            sight
                .missing
                .push("~ is another folder there; write the whole path".into());
        }
        let all = sight.shown.clone();
        sight
            .shown
            .retain(|path, real| !is_inside(path, real, &all));
        sight.masked = self.masked(&sight.shown);
        mask_marked(&mut sight);
        // Files in a masked folder are masked.
        let all = sight.masked.clone();
        sight
            .masked
            .retain(|path| !path.ancestors().skip(1).any(|folder| all.contains(folder)));
        sight.seen = sight
            .shown
            .keys()
            .chain(sight.links.keys())
            .cloned()
            .collect();
        sight
    }

    /// Shows a file with what lies beside it.
    fn show(&self, file: &NamedFile, sight: &mut Sight) {
        let NamedFile {
            written,
            path,
            target,
        } = file;
        let shown = written.display();
        if let Some(hidden) = [Some(path), target.as_ref()]
            .into_iter()
            .flatten()
            .find_map(|path| self.hidden_around(path))
        {
            sight.missing.push(format!(
                "{shown} lies in {}, which is hidden from it: keep a bot apart from runs, leagues, logs, other bots and settings",
                hidden.display()
            ));
            return;
        }
        let (written, passed) = plain(written);
        sight.passed.extend(passed);
        if is_system(path) {
            return;
        }
        let environment = self
            .environment(path)
            .filter(|folder| self.is_showable(folder));
        let python = environment
            .as_ref()
            .and_then(|folder| python_of(folder))
            .filter(|python| !self.is_visible(python));
        if let Some(python) = python {
            let named = python.display();
            // The bot's files name it, and may name any folder.
            sight.missing.push(if is_python(&python, env::home_dir().as_deref(), &self.here) {
                format!("{shown} runs on the Python in {named}, which it does not see; show it with --sandbox-show {named}")
            } else {
                format!("{shown} does not see {named}, which its {ENVIRONMENT} names, and which is not the folder of a Python")
            });
        }
        let folder = path
            .parent()
            .filter(|folder| self.is_showable(folder))
            .map(PathBuf::from);
        let whole = environment.or(folder);
        if self.is_given(path) || whole.is_some() {
            sight
                .shown
                .extend(whole.map(|folder| (folder.clone(), folder)));
            let beside = written.parent().zip(path.parent());
            sight
                .shown
                .extend(beside.map(|(written, real)| (written.into(), real.into())));
            return;
        }
        let places = [path.clone(), written].into_iter();
        match target {
            Some(target) => sight
                .links
                .extend(places.map(|place| (place, target.clone()))),
            None => sight
                .shown
                .extend(places.map(|place| (place, path.clone()))),
        }
        sight.missing.push(format!(
            "it sees {shown} without what lies beside it, since that folder is not its own; keep a bot in a folder of its own"
        ));
    }

    /// Returns the hidden files and folders in what is shown.
    fn masked(&self, shown: &BTreeMap<PathBuf, PathBuf>) -> BTreeSet<PathBuf> {
        let system = system_files::all()
            .iter()
            .filter_map(|path| Some((path.clone(), path.canonicalize().ok()?)));
        let shown = shown
            .iter()
            .map(|(path, real)| (path.clone(), real.clone()));
        let mut masked = BTreeSet::new();
        for (path, real) in system.chain(shown) {
            for hidden in &self.hidden {
                let routes = self
                    .mounts
                    .routes(&real, &hidden.place)
                    .into_iter()
                    .filter(|route| route.exists());
                masked.extend(
                    routes.filter_map(|route| Some(joined(&path, route.strip_prefix(&real).ok()?))),
                );
            }
        }
        masked
    }

    /// Returns the virtual environment of Python that a program belongs to.
    fn environment(&self, program: &Path) -> Option<PathBuf> {
        let folder = program
            .parent()
            .filter(|folder| folder.ends_with("bin"))?
            .parent()?;
        let settings = folder.join(ENVIRONMENT).symlink_metadata();
        settings
            .is_ok_and(|file| file.is_file())
            .then(|| folder.into())
    }

    /// True if a folder may be shown as a whole.
    fn is_showable(&self, folder: &Path) -> bool {
        let hidden = self
            .hidden
            .iter()
            .all(|hidden| self.mounts.routes(folder, &hidden.place).is_empty());
        self.wide_in(folder).is_none() && hidden && self.hidden_around(folder).is_none()
    }

    /// Returns a file or folder in a folder, or the folder itself, that makes it too wide to be shown as a whole.
    fn wide_in(&self, folder: &Path) -> Option<&Path> {
        if folder.parent() == Some(Path::new(HOMES)) {
            return Some(Path::new(HOMES));
        }
        let wide = self
            .wide
            .iter()
            .find(|wide| self.mounts.contains(folder, &wide.place));
        wide.map(|wide| wide.path.as_path())
    }

    /// Checks that a folder may be shown to bots.
    ///
    /// # Errors
    /// Describes what is wrong with it.
    fn check_given(&self, folder: &Path) -> Result<(), String> {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.into());
        let advice = "name a folder below it that has only what bots need";
        if let Some(wide) = self.wide_in(&real) {
            return Err(if wide == real {
                format!("bots do not see all of it; {advice}")
            } else if real.starts_with(wide) {
                format!("it is a home folder; {advice}")
            } else {
                format!("it contains {}; {advice}", wide.display())
            });
        }
        match self.hidden_around(&real) {
            Some(hidden) => Err(format!("bots do not see what is in {}", hidden.display())),
            None => Ok(()),
        }
    }

    /// Returns the hidden file or folder that a path leads into.
    fn hidden_around(&self, path: &Path) -> Option<PathBuf> {
        let settings = SETTINGS.iter().map(Path::new).filter(|_| !is_system(path));
        let settings =
            settings.filter(|folder| path.starts_with(folder) && !is_shared_memory(path));
        let hidden = self.hidden.iter().filter(|hidden| {
            path.starts_with(&hidden.path)
                || self
                    .mounts
                    .routes(path, &hidden.place)
                    .iter()
                    .any(|route| route == path)
        });
        hidden
            .map(|hidden| hidden.path.as_path())
            .chain(settings)
            .next()
            .map(PathBuf::from)
            // In a folder that many share, anybody could put such files.
            .or_else(|| marks::around(path).filter(|folder| self.wide_in(folder).is_none()))
    }

    /// True if the person shows this to bots.
    fn is_given(&self, path: &Path) -> bool {
        self.given.values().any(|folder| path.starts_with(folder))
    }

    fn is_visible(&self, path: &Path) -> bool {
        let real = path.canonicalize();
        real.is_ok_and(|real| is_system(&real) || self.is_given(&real))
    }
}

impl NamedFile {
    /// Returns the file that is read.
    fn real(&self) -> &Path {
        self.target.as_ref().unwrap_or(&self.path)
    }
}

/// Hides the folders of goldrush in what is shown, and the files among the settings of the system that not everybody may read.
fn mask_marked(sight: &mut Sight) {
    let settings = system_files::settings().iter();
    sight
        .masked
        .extend(settings.flat_map(|folder| system_files::secrets(folder)));
    let local = fs::read_dir(LOCAL).into_iter().flatten().flatten();
    let local = local
        .map(|entry| entry.path())
        .filter(|path| is_local(path));
    sight
        .masked
        .extend(local.flat_map(|path| marks::within(&path)));
    let mut crowded = Vec::new();
    for (path, real) in &sight.shown {
        let marked = marks::within(real);
        if marked.len() > MOST_MARKED {
            crowded.push((path.clone(), marked.len()));
            continue;
        }
        let masked = marked
            .iter()
            .filter_map(|folder| Some(joined(path, folder.strip_prefix(real).ok()?)));
        sight.masked.extend(masked);
    }
    for (path, count) in crowded {
        sight.shown.remove(&path);
        sight.missing.push(format!(
            "it does not see {}, which holds {count} folders of runs and leagues, sockets or pipes; keep a bot apart from them",
            path.display()
        ));
    }
}

/// Returns a path without `..`, and the folders that these lead out of.
fn plain(path: &Path) -> (PathBuf, Vec<PathBuf>) {
    let mut plain = PathBuf::new();
    let mut passed = Vec::new();
    for component in path.components() {
        if component == Component::ParentDir {
            passed.push(plain.clone());
            plain.pop();
        } else {
            plain.push(component);
        }
    }
    (plain, passed)
}

/// True if a file lies in another folder that is shown, and is there already.
fn is_inside(path: &Path, real: &Path, shown: &BTreeMap<PathBuf, PathBuf>) -> bool {
    let around = path
        .ancestors()
        .skip(1)
        .find_map(|folder| Some((folder, shown.get(folder)?)));
    let inside = around.and_then(|(folder, source)| {
        source
            .join(path.strip_prefix(folder).ok()?)
            .canonicalize()
            .ok()
    });
    inside.is_some_and(|inside| inside == real)
}

/// Returns the folder of the Python that a virtual environment runs on, as its settings say.
fn python_of(environment: &Path) -> Option<PathBuf> {
    let settings = fs::read_to_string(environment.join(ENVIRONMENT)).ok()?;
    let (_, home) = settings
        .lines()
        .filter_map(|line| line.split_once('='))
        .find(|(name, _)| name.trim() == "home")?;
    Some(Path::new(home.trim()).parent()?.into())
}

/// True if a folder looks like that of a Python, and is neither around the current or home folder nor one of the settings there.
fn is_python(folder: &Path, home: Option<&Path>, here: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else {
        return false;
    };
    let home = home.map(|home| home.canonicalize().unwrap_or_else(|_| home.into()));
    let is_around = [home.as_deref(), Some(here)]
        .into_iter()
        .flatten()
        .any(|inside| inside.starts_with(&folder));
    let is_dotted = folder
        .file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let is_of_settings = is_dotted && home.is_some() && folder.parent() == home.as_deref();
    let files = fs::read_dir(folder.join("lib"))
        .into_iter()
        .flatten()
        .flatten();
    let has_library = files
        .map(|file| file.file_name())
        .any(|name| name.to_string_lossy().starts_with("python3."));
    has_library && folder.join("bin/python3").exists() && !is_around && !is_of_settings
}

/// True for a file in `/usr/local` that belongs to none of the system's own folders there.
fn is_local(path: &Path) -> bool {
    let local = path.strip_prefix(LOCAL).ok();
    let first = local.and_then(|rest| rest.components().next());
    first.is_some_and(|first| {
        !["bin", "sbin", "lib", "libexec", "share"]
            .map(Path::new)
            .contains(&first.as_ref())
    })
}

/// True for files in the folder of shared memory, which may be anybody's.
fn is_shared_memory(path: &Path) -> bool {
    path.starts_with("/dev/shm")
}

/// Says that a link is not followed, and how what it leads to can be shown. The Python of a virtual environment must be started by its
/// link, or it does not find the environment.
fn not_followed(link: &Path, to: &Path) -> String {
    let folder = |path: &Path| path.parent().and_then(Path::parent).map(PathBuf::from);
    let environment = folder(link).filter(|folder| folder.join("pyvenv.cfg").exists());
    let advice = match environment.and(folder(to)) {
        Some(python) => format!("show that Python with --sandbox-show {}", python.display()),
        None => "write the path it leads to, or show its folder with --sandbox-show".into(),
    };
    format!(
        "{} is a link to {}, outside its folder, and is not followed; {advice}",
        link.display(),
        to.display()
    )
}

#[cfg(test)]
mod tests;
