//! Files of the system, which every bot in a sandbox sees.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Files that programs run on.
const PROGRAMS: [&str; 8] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
];
/// Folder of the system's settings.
const SETTINGS: &str = "/etc";
/// Settings there that interpreters do not start without, or do not find their libraries without. Those of Java are in folders whose
/// names begin with this word.
const INTERPRETERS: [&str; 6] = ["R", "dotnet", "mono", "perl", "php", "racket"];
const JAVA: &str = "java";
/// Permissions of everybody to read a file, and a folder.
const READ: u32 = 0o004;
const READ_FOLDER: u32 = 0o005;

/// Returns the files and folders of the system that exist.
pub(super) fn all() -> &'static [PathBuf] {
    static ALL: OnceLock<Vec<PathBuf>> = OnceLock::new();
    ALL.get_or_init(|| {
        let programs = PROGRAMS.map(PathBuf::from).into_iter();
        programs
            .filter(|path| path.exists())
            .chain(settings().iter().cloned())
            .collect()
    })
}

/// Returns the folders with settings of interpreters.
pub(super) fn settings() -> &'static [PathBuf] {
    static SETTINGS_OF_INTERPRETERS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    SETTINGS_OF_INTERPRETERS.get_or_init(|| {
        let mut folders: Vec<PathBuf> = fs::read_dir(SETTINGS)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.file_name().to_str().is_some_and(is_of_interpreter))
            .map(|entry| entry.path())
            .filter(|path| path.is_dir() && !path.is_symlink())
            .collect();
        folders.sort();
        folders
    })
}

fn is_of_interpreter(name: &str) -> bool {
    INTERPRETERS.contains(&name) || name.starts_with(JAVA)
}

/// True for files of the system.
pub(super) fn is_system(path: &Path) -> bool {
    all().iter().any(|system| path.starts_with(system))
}

/// Returns the files and folders in a folder that not everybody may read, such as passwords. A bot's user may be their owner.
pub(super) fn secrets(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            let mode = metadata.permissions().mode();
            let needed = if metadata.is_dir() { READ_FOLDER } else { READ };
            if !metadata.is_symlink() && mode & needed != needed {
                found.push(entry.path());
            } else if metadata.is_dir() {
                open.push(entry.path());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;

    #[test]
    fn settings_of_interpreters_are_known_by_name() {
        for (name, expected) in [
            ("java", true),
            ("java-17-openjdk", true),
            ("perl", true),
            ("passwd", false),
            ("ssl", false),
            (".java", false),
        ] {
            assert_eq!(is_of_interpreter(name), expected, "{name}");
        }
    }

    #[test]
    fn files_that_not_everybody_may_read_are_found() {
        let folder = tempfile::tempdir().unwrap();
        for (name, mode) in [("open", 0o644), ("password", 0o640)] {
            let file = folder.path().join(name);
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        }
        for (name, mode) in [("inside", 0o755), ("closed", 0o750)] {
            let inner = folder.path().join(name);
            fs::create_dir(&inner).unwrap();
            fs::write(inner.join("file"), "").unwrap();
            fs::set_permissions(inner.join("file"), Permissions::from_mode(0o600)).unwrap();
            fs::set_permissions(&inner, Permissions::from_mode(mode)).unwrap();
        }
        let mut found = secrets(folder.path());
        found.sort();
        let expected = ["closed", "inside/file", "password"];
        assert_eq!(found, expected.map(|name| folder.path().join(name)));
    }
}
