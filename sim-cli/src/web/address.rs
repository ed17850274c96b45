//! Where the page is: a port of this machine that nobody else reaches, and a secret that only its user knows. Both stay
//! the same from game to game, so that a page which was left open finds a game that is gone on with.

use std::fs;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::table::shelf;

/// In the user's data folder.
const FILE: &str = "browser.json";

/// Where the page is, and what whoever asks for it must know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Address {
    /// Of this machine.
    pub(super) port: u16,
    /// In hexadecimal.
    pub(super) secret: String,
}

impl Address {
    /// What to open.
    pub(super) fn url(&self) -> String {
        self.with(&self.secret)
    }

    /// What to open with another secret.
    pub(super) fn with(&self, secret: &str) -> String {
        format!("http://127.0.0.1:{}/?key={secret}", self.port)
    }
}

/// Finds a port, the same as the last time if it is free.
///
/// # Errors
/// If there is none, or the machine has no secrets to give.
pub(super) fn bind() -> anyhow::Result<(TcpListener, Address)> {
    let file = shelf::folder().ok().map(|folder| folder.join(FILE));
    let before = file.as_deref().and_then(read);
    if let Some(address) = before
        && let Ok(bound) = TcpListener::bind((Ipv4Addr::LOCALHOST, address.port))
    {
        return Ok((bound, address));
    }
    let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port of this machine is free")?;
    let address = Address { port: bound.local_addr()?.port(), secret: secret()? };
    if let Some(file) = file {
        // Without it the next game has another address.
        let _ = write(&file, &address);
    }
    Ok((bound, address))
}

/// 128 bits that nobody can guess.
///
/// # Errors
/// If the machine has none to give.
pub(super) fn secret() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|e| anyhow::anyhow!("no secret can be made: {e}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn read(file: &Path) -> Option<Address> {
    let address: Address = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    (address.secret.len() == 32 && address.port != 0).then_some(address)
}

/// Only its owner may read it.
fn write(file: &PathBuf, address: &Address) -> io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    // A file that exists keeps its permissions, so it is made anew.
    let _ = fs::remove_file(file);
    let mut to = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?;
    to.write_all(serde_json::to_string(address)?.as_bytes())
}

/// Opens an address in the user's browser. False if there is none that is seen.
pub(super) fn show(url: &str) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    // Without a display, what opens addresses on Linux would start a browser of text in this terminal.
    let seen = !cfg!(target_os = "linux") || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].into_iter().any(set);
    seen && open::that_detached(url).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_the_file_is_for_its_owner() {
        use std::os::unix::fs::PermissionsExt as _;
        let (one, other) = (secret().unwrap(), secret().unwrap());
        assert!(one != other && one.len() == 32);
        let folder = tempfile::tempdir().unwrap();
        let (file, address) = (folder.path().join("a/b"), Address { port: 7, secret: one });
        write(&file, &address).unwrap();
        assert_eq!(read(&file), Some(address));
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        fs::write(&file, "{}").unwrap();
        assert_eq!(read(&file), None);
    }
}
