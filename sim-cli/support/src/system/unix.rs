//! The functions on a Unix system.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::path::Path;

use rustix::process::{Resource, geteuid, getrlimit};

/// True if a file that is open can be replaced by another one of its name.
pub const REPLACES_OPEN_FILES: bool = true;

/// Returns what is equal for two descriptions of the same file only.
pub fn identity(file: &Metadata) -> impl Eq + use<> {
    (file.dev(), file.ino())
}

/// Lets only the owner read and write a file that is created.
pub fn make_owned(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(0o600)
}

/// Creates a folder that only its owner can access, or restricts an existing one.
///
/// # Errors
/// Fails if it cannot be created or restricted.
pub fn make_private(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

/// Opens an address in the user's browser. False if there is no graphical browser.
pub fn open_in_browser(url: &str) -> bool {
    // Without a display, Linux would start a text browser in this terminal.
    let displays = ["DISPLAY", "WAYLAND_DISPLAY"].map(std::env::var_os);
    let has_display = displays.iter().flatten().any(|value| !value.is_empty());
    // The key in the address is safe only if the server can tell which user sends it.
    cfg!(target_os = "linux") && has_display && open::that_detached(url).is_ok()
}

/// Waits until the names of a folder's files are on the disk.
///
/// # Errors
/// Fails if the folder cannot be opened or synced; some file systems cannot sync folders.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Number of the user who runs this program; `None` if the system does not tell.
pub fn own_user() -> Option<u32> {
    Some(geteuid().as_raw())
}

/// Largest number of files and connections that this program may have open.
pub fn most_open_files() -> u64 {
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}
