//! Where files really lie: a folder that is mounted in two places has two paths, and is one folder.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

/// A file or folder of a device, whatever path leads to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The device, as the system names it; empty if it is unknown.
    device: Vec<u8>,
    /// Path on the device.
    path: PathBuf,
}

/// A folder of a device that is mounted.
#[derive(Clone)]
struct Mount {
    /// The folder where it is mounted.
    point: PathBuf,
    place: Place,
}

/// All that is mounted.
pub(super) struct Mounts(Vec<Mount>);

impl Mounts {
    /// Asks the system. Where it does not say, each path is taken for a place of its own.
    pub(super) fn read() -> Mounts {
        Mounts::parse(&fs::read("/proc/self/mountinfo").unwrap_or_default())
    }

    fn parse(table: &[u8]) -> Mounts {
        Mounts(
            table
                .split(|byte| *byte == b'\n')
                .filter_map(Mount::parse)
                .collect(),
        )
    }

    /// Returns the place of a path without links.
    pub(super) fn place(&self, path: &Path) -> Place {
        let around = self.0.iter().filter(|mount| path.starts_with(&mount.point));
        // Of several at the same point, the last one covers the others.
        let mount = around.max_by_key(|mount| mount.point.as_os_str().len());
        match mount {
            Some(Mount { point, place }) => {
                let rest = path
                    .strip_prefix(point)
                    .expect("the path is below this point");
                Place {
                    device: place.device.clone(),
                    path: joined(&place.path, rest),
                }
            }
            None => Place {
                device: Vec::new(),
                path: path.into(),
            },
        }
    }

    /// True if a path at or below `from` leads to a place.
    pub(super) fn contains(&self, from: &Path, to: &Place) -> bool {
        self.mounted_in(from)
            .iter()
            .any(|mount| mount.place.device == to.device && to.path.starts_with(&mount.place.path))
    }

    /// Returns the paths at or below `from` that lead to a place, or to something in it; `from` alone if that is in it.
    pub(super) fn routes(&self, from: &Path, to: &Place) -> Vec<PathBuf> {
        self.mounted_in(from)
            .iter()
            .filter_map(|mount| mount.route(to))
            .collect()
    }

    /// Returns a folder as if it were mounted, and what is mounted below it.
    fn mounted_in(&self, folder: &Path) -> Vec<Mount> {
        let own = Mount {
            point: folder.into(),
            place: self.place(folder),
        };
        let below = self
            .0
            .iter()
            .filter(|mount| mount.point != folder && mount.point.starts_with(folder));
        [own].into_iter().chain(below.cloned()).collect()
    }
}

impl Mount {
    /// Reads a line of the system's table.
    fn parse(line: &[u8]) -> Option<Mount> {
        let mut fields = line.split(|byte| *byte == b' ').skip(2);
        let device = fields.next()?.to_vec();
        let path = unescaped(fields.next()?);
        let point = unescaped(fields.next()?);
        Some(Mount {
            point,
            place: Place { device, path },
        })
    }

    /// Returns the path below the mount that leads to a place; the point itself if the mount is in that place.
    fn route(&self, to: &Place) -> Option<PathBuf> {
        if self.place.device != to.device {
            return None;
        }
        match to.path.strip_prefix(&self.place.path) {
            Ok(rest) => Some(joined(&self.point, rest)),
            Err(_) => self
                .place
                .path
                .starts_with(&to.path)
                .then(|| self.point.clone()),
        }
    }
}

/// Appends a path to a folder, without a slash at the end if it is empty.
pub(super) fn joined(folder: &Path, rest: &Path) -> PathBuf {
    if rest.as_os_str().is_empty() {
        folder.into()
    } else {
        folder.join(rest)
    }
}

/// Decodes a path, in which the system writes blanks and the like as three octal digits.
fn unescaped(field: &[u8]) -> PathBuf {
    let mut path = Vec::new();
    let mut rest = field;
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..3).filter(|_| *first == b'\\');
        let code =
            digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok());
        path.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[3..] } else { after };
    }
    OsString::from_vec(path).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[u8] = b"1 0 8:1 / / rw - ext4 /dev/sda1 rw\n\
        2 1 8:2 / /home rw - ext4 /dev/sda2 rw\n\
        3 1 8:2 /me/cups /mnt/all\\040cups rw - ext4 /dev/sda2 rw\n\
        4 1 8:2 /me/cups/spring/rounds /srv/bots/data rw - ext4 /dev/sda2 rw\n\
        5 1 0:9 / /srv rw - tmpfs none rw\n";

    #[test]
    fn a_folder_is_found_by_whatever_path() {
        let mounts = Mounts::parse(TABLE);
        let spring = mounts.place(Path::new("/home/me/cups/spring"));
        assert_eq!(spring, mounts.place(Path::new("/mnt/all cups/spring")));
        for (from, expected) in [
            ("/home/me/cups", &["/home/me/cups/spring"][..]),
            ("/home/me/cups/spring", &["/home/me/cups/spring"]),
            (
                "/home/me/cups/spring/rounds/1",
                &["/home/me/cups/spring/rounds/1"],
            ),
            ("/mnt/all cups", &["/mnt/all cups/spring"]),
            (
                "/mnt/all cups/spring/league.toml",
                &["/mnt/all cups/spring/league.toml"],
            ),
            ("/mnt/all cups/spring-2", &[]),
            ("/srv/bots", &["/srv/bots/data"]),
            ("/srv/bots/data/1", &["/srv/bots/data/1"]),
            ("/usr", &[]),
            ("/home/me/bots", &[]),
        ] {
            let routes = mounts.routes(Path::new(from), &spring);
            assert_eq!(
                routes,
                expected.iter().map(PathBuf::from).collect::<Vec<_>>(),
                "{from}"
            );
        }
    }

    #[test]
    fn a_mount_covers_earlier_ones_at_its_point() {
        let later = [TABLE, b"6 1 0:7 / /home rw - tmpfs none rw\n"].concat();
        assert_eq!(
            Mounts::parse(TABLE).place(Path::new("/home/me")).device,
            b"8:2"
        );
        assert_eq!(
            Mounts::parse(&later).place(Path::new("/home/me")).device,
            b"0:7"
        );
        assert_eq!(
            Mounts::parse(b"").place(Path::new("/a")),
            Place {
                device: Vec::new(),
                path: "/a".into()
            }
        );
    }

    #[test]
    fn octal_digits_in_paths_are_decoded() {
        for (field, path) in [
            ("/a\\040b\\134c", "/a b\\c"),
            ("/a\\04", "/a\\04"),
            ("/a\\999", "/a\\999"),
            ("/", "/"),
        ] {
            assert_eq!(unescaped(field.as_bytes()), Path::new(path));
        }
    }
}
