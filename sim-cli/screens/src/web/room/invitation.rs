//! The invitation to a room: its address and its code, also as a QR code.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, TcpListener, UdpSocket};
use std::str::FromStr;

use anyhow::Context as _;
use goldrush_support::error::bad_input;
use goldrush_support::system::fill_random;
use maud::{Markup, html};
use qrcode::render::unicode::Dense1x2;
use qrcode::{Color, QrCode};

use crate::web::address;

/// Characters of a code: none that people mix up. 32 of them, so that each takes five random bits.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Number of characters in a code: 40 random bits.
const LENGTH: usize = 8;
/// An address outside every network, to which nothing is sent: it only selects the network that leads to others.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Where friends find a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// In the local network, at this address of this machine or the one that leads to other networks.
    Network(Option<Ipv4Addr>),
    /// At an address of a tunnel or a reverse proxy that leads to this machine.
    Public(Origin),
}

/// Scheme, name and port of a page: `https://games.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// As in a browser's address, without a slash at the end.
    text: String,
}

impl Origin {
    /// Returns the origin of this machine's server at `host`, with the port.
    pub(crate) fn of_server(host: &str) -> Origin {
        Origin {
            text: format!("http://{host}"),
        }
    }

    /// Returns the host that requests must name.
    pub(crate) fn host(&self) -> &str {
        self.text
            .split_once("://")
            .map_or(&self.text, |(_, host)| host)
    }

    /// True if browsers reach it encrypted.
    fn is_encrypted(&self) -> bool {
        self.text.starts_with("https://")
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Origin, String> {
        let lower = text.trim_end_matches('/').to_ascii_lowercase();
        let host = ["https://", "http://"]
            .iter()
            .find_map(|scheme| lower.strip_prefix(scheme));
        if !host.is_some_and(is_host) {
            return Err(
                "the address that friends open is expected, such as https://games.example or http://localhost:8000"
                    .into(),
            );
        }
        // Browsers leave out the usual port.
        let usual = if lower.starts_with("https://") {
            ":443"
        } else {
            ":80"
        };
        let text = lower.strip_suffix(usual).unwrap_or(&lower).to_owned();
        Ok(Origin { text })
    }
}

/// True if a text is the name of a machine, with or without a port.
fn is_host(text: &str) -> bool {
    let mut parts = text.splitn(2, ':');
    let is_name = parts.next().is_some_and(|name| {
        let mut characters = name.chars();
        // The page takes who opens it at 127.0.0.1 for the host.
        !name.is_empty()
            && name != "127.0.0.1"
            && characters.all(|c| c.is_ascii_alphanumeric() || ".-".contains(c))
    });
    is_name
        && parts
            .next()
            .is_none_or(|port| port.parse().is_ok_and(|port: u16| port > 0))
}

/// Address and code of a room.
pub(crate) struct Invitation {
    origin: Origin,
    /// Address to which a tunnel or a proxy must lead, if there is one.
    leads_to: Option<String>,
    code: String,
    /// The QR code as a picture.
    picture: Markup,
}

impl Invitation {
    /// Binds a port of this machine: in the local network, or for a tunnel or proxy on this machine.
    ///
    /// # Errors
    /// Fails if there is no network, or the address is not one of this machine.
    pub(crate) fn bind(meeting: &Meeting) -> anyhow::Result<(TcpListener, Invitation)> {
        let ip = match meeting {
            Meeting::Network(Some(Ipv4Addr::LOCALHOST)) => {
                return Err(bad_input(
                    "--lan=127.0.0.1: no other machine reaches this address; leave it out",
                ));
            }
            Meeting::Network(address) => {
                address.map_or_else(|| in_network().ok_or_else(no_network), Ok)?
            }
            Meeting::Public(_) => Ipv4Addr::LOCALHOST,
        };
        let bound = address::listener(address::NETWORK, ip)
            .map_err(|e| bad_input(format!("--lan={ip}: not an address of this machine ({e})")))?;
        let host = bound
            .local_addr()
            .context("the port cannot be determined")?
            .to_string();
        let mut invitation = Invitation {
            origin: Origin::of_server(&host),
            leads_to: None,
            code: String::new(),
            picture: html! {},
        };
        if let Meeting::Public(origin) = meeting {
            invitation.origin = origin.clone();
            invitation.leads_to = Some(host);
        }
        invitation.change_code();
        Ok((bound, invitation))
    }

    /// An invitation that is always the same.
    #[cfg(test)]
    pub(crate) fn fixed() -> Invitation {
        Invitation {
            origin: Origin::of_server("192.0.2.1:7000"),
            leads_to: None,
            code: "ABCDEFGH".into(),
            picture: html! {},
        }
    }

    /// Returns the origin that requests must name.
    pub(crate) fn origin(&self) -> &Origin {
        &self.origin
    }

    /// True if requests of all friends come from one program on this machine.
    pub(crate) fn is_public(&self) -> bool {
        self.leads_to.is_some()
    }

    /// Says who can read the connections.
    pub(crate) fn safety(&self) -> &'static str {
        match (self.is_public(), self.origin.is_encrypted()) {
            (false, _) => "The connection is not encrypted: play only on a network you trust.",
            (true, true) => "The connection is encrypted up to your proxy.",
            (true, false) => "The connection is as safe as your tunnel: nothing else encrypts it.",
        }
    }

    /// Draws another code. Without random bytes there is none, and nobody is let in.
    pub(super) fn change_code(&mut self) {
        let mut bytes = [0; LENGTH];
        self.code = match fill_random(&mut bytes) {
            Ok(()) => bytes
                .iter()
                .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
                .collect(),
            Err(_) => String::new(),
        };
        self.picture = self.qr().map_or_else(|| html! {}, |qr| drawn_code(&qr));
    }

    /// True if a person has typed the code, in small letters or with hyphens or spaces, too.
    pub(crate) fn is_code(&self, typed: &str) -> bool {
        let typed: String = typed.chars().filter(char::is_ascii_alphanumeric).collect();
        !self.code.is_empty()
            && crate::web::secret::constant_time_eq(&typed.to_ascii_uppercase(), &self.code)
    }

    /// Returns the code in two halves.
    pub(crate) fn code(&self) -> String {
        let (first, rest) = self.code.split_at(self.code.len() / 2);
        format!("{first}-{rest}")
    }

    /// Returns the address that opens the join form; the part after `#` stays in the browser.
    fn url(&self) -> String {
        format!("{}/#join={}", self.origin, self.code)
    }

    /// Returns the invitation in lines for the terminal.
    pub(crate) fn printed(&self, colors: bool) -> String {
        let qr = self
            .qr()
            .map(|qr| printed_code(&qr, colors))
            .unwrap_or_default();
        let reached = match &self.leads_to {
            Some(host) => {
                format!("Your tunnel or proxy must lead to http://{host} and keep the Host header.")
            }
            None => "Devices on your local network can reach the game until you quit.".to_owned(),
        };
        format!(
            "{qr}Friends scan this picture, or open {}\nand enter the code {}.\n{reached} {}",
            self.origin,
            self.code(),
            self.safety()
        )
    }

    fn qr(&self) -> Option<QrCode> {
        QrCode::new(self.url()).ok()
    }

    /// Returns the QR code as a picture.
    pub(super) fn picture(&self) -> &Markup {
        &self.picture
    }
}

/// Renders a QR code as a picture.
fn drawn_code(qr: &QrCode) -> Markup {
    let width = qr.width();
    let dark = qr
        .to_colors()
        .into_iter()
        .enumerate()
        .filter(|(_, color)| *color == Color::Dark);
    let path: String = dark
        .map(|(at, _)| format!("M{} {}h1v1h-1z", at % width, at / width))
        .collect();
    html! {
        // Four light squares on every side, as readers need them.
        svg class="qr" viewBox={ "-4 -4 " (width + 8) " " (width + 8) } role="img" aria-label="QR code of the invitation" {
            rect x="-4" y="-4" width=(width + 8) height=(width + 8) fill="#fff" {}
            path d=(path) fill="#000" {}
        }
    }
}

/// Draws a QR code dark on light, which all scanners read; without colors, for a dark terminal.
fn printed_code(qr: &QrCode, colors: bool) -> String {
    let mut renderer = qr.render::<Dense1x2>();
    if colors {
        return renderer
            .build()
            .lines()
            .map(|line| format!("\x1b[30;107m{line}\x1b[0m\n"))
            .collect();
    }
    renderer
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark)
        .build()
        + "\n"
}

fn no_network() -> anyhow::Error {
    bad_input(
        "--lan: no local network was found; name this machine's address in it, such as --lan=192.168.1.5",
    )
}

/// Returns the address of this machine in the network that leads to others.
fn in_network() -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Nothing is sent: the system only selects the way.
    socket.connect(ELSEWHERE).ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(address) if !address.is_loopback() && !address.is_unspecified() => Some(address),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_accepted_as_people_type_it_and_changes() {
        let mut invitation = Invitation::fixed();
        let code = invitation.code();
        assert_eq!(code.len(), LENGTH + 1);
        assert!(
            [&code, &code.to_lowercase(), &code.replace('-', " ")]
                .into_iter()
                .all(|typed| invitation.is_code(typed))
        );
        assert!(!invitation.is_code("") && !invitation.is_code(&code[1..]));
        invitation.change_code();
        assert!(!invitation.is_code(&code));
    }

    /// A terminal of 80 columns breaks long lines anywhere.
    #[test]
    fn printed_code_is_whole_in_any_window() {
        let mut invitation = Invitation::fixed();
        invitation.origin = format!("https://{}.example", "games".repeat(11))
            .parse()
            .unwrap();
        let printed = invitation.printed(false);
        let code = invitation.code();
        let line = printed.lines().find(|line| line.contains(&code)).unwrap();
        assert!(
            line.chars().count() <= 80 && line.starts_with("and enter the code "),
            "{line}"
        );
    }

    #[test]
    fn public_addresses_are_those_that_browsers_name() {
        let read = |text: &str| text.parse().map(|origin: Origin| origin.to_string());
        for (text, origin) in [
            ("https://games.example", "https://games.example"),
            ("https://Games.Example:443/", "https://games.example"),
            ("http://localhost:8000", "http://localhost:8000"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(origin));
        }
        for wrong in [
            "games.example",
            "https://",
            "https://a/b",
            "https://me@a",
            "https://a:0",
            "ftp://a",
            "http://127.0.0.1:8000",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn address_of_another_machine_is_refused() {
        let error = Invitation::bind(&Meeting::Network(Some(Ipv4Addr::new(192, 0, 2, 1))))
            .err()
            .unwrap()
            .to_string();
        assert!(
            error.starts_with("--lan=192.0.2.1: not an address of this machine"),
            "{error}"
        );
    }
}
