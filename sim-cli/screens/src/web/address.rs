//! The address of the page: a port that is reachable from this machine only, and a secret that only its user knows. The
//! port stays the same from game to game, so that a page that was left open finds a resumed game, once the browser has
//! been let in again. The secret is new each time, because a program that used the port in between may have been sent
//! the old one.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::{fs, io};

use anyhow::Context as _;
use goldrush_harness::store::file::write_private;
use goldrush_support::system::make_private;
use goldrush_table::shelf;

use super::secret::secret;

/// Name of the file with the port of the board, in the user's data folder.
pub(super) const BOARD: &str = "browser-port";
/// Name of the file with the port of the board in the local network.
pub(super) const NETWORK: &str = "network-port";
/// Name of the file with the port of the studio.
pub(super) const STUDIO: &str = "studio-port";

/// Name of the file with the port of pages that link to each other.
pub(super) const PAGES: &str = "pages-port";

/// The address of the page, and the secret that requests must carry.
pub(super) struct Address {
    /// Port on this machine.
    pub(super) port: u16,
    /// The secret, in hexadecimal.
    pub(super) secret: String,
}

impl Address {
    /// Returns the host that requests must name. Other names of this machine are refused: another program may listen at
    /// its port.
    pub(super) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Returns the address to open. Browsers keep what follows `#` to themselves and the page.
    pub(super) fn url(&self) -> String {
        format!("http://{}/#key={}", self.host(), self.secret)
    }

    /// Returns the address below which pages are found that have no program of their own.
    pub(super) fn below(&self) -> String {
        format!("http://{}/{}/", self.host(), self.secret)
    }

    /// Returns the address to open with a key that is exchanged for the secret.
    pub(super) fn launch(&self, key: &str) -> String {
        format!("http://{}/#launch={key}", self.host())
    }
}

/// Binds a port: the same as last time, which `name` keeps, if it is free.
///
/// # Errors
/// Fails if no port is free, or the machine provides no random bytes.
pub(super) fn bind(name: &str) -> anyhow::Result<(TcpListener, Address)> {
    let bound = listener(name, Ipv4Addr::LOCALHOST).context("no port of this machine is free")?;
    let address = Address {
        port: bound.local_addr()?.port(),
        secret: secret()?,
    };
    Ok((bound, address))
}

/// Binds a port at an address of this machine: the same as last time, which `name` keeps, if it is free.
///
/// # Errors
/// Fails if no port is free, or the address is not one of this machine.
pub(super) fn listener(name: &str, ip: Ipv4Addr) -> io::Result<TcpListener> {
    let file = shelf::folder().ok().map(|folder| folder.join(name));
    let before = file.as_deref().and_then(read);
    let same = before.and_then(|port| TcpListener::bind((ip, port)).ok());
    let bound = same.map_or_else(|| TcpListener::bind((ip, 0)), Ok)?;
    // A second game at the same time does not replace the port of the first.
    if before.is_none()
        && let Some(file) = file
    {
        // If it cannot be written, the next game has another port.
        let _ = write(&file, bound.local_addr()?.port());
    }
    Ok(bound)
}

fn read(file: &Path) -> Option<u16> {
    fs::read_to_string(file)
        .ok()?
        .trim()
        .parse()
        .ok()
        .filter(|&port| port != 0)
}

fn write(file: &Path, port: u16) -> anyhow::Result<()> {
    if let Some(folder) = file.parent() {
        make_private(folder)?;
    }
    write_private(file, &format!("{port}\n"), |_| Ok(())).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_the_port_is_kept() {
        let one = secret().unwrap();
        let other = secret().unwrap();
        assert!(one != other && one.len() == 32);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a/b");
        write(&file, 7000).unwrap();
        assert_eq!(read(&file), Some(7000));
        fs::write(&file, "none").unwrap();
        assert_eq!(read(&file), None);
    }
}
