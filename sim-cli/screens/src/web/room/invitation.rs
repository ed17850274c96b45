//! The invitation to a room: its address in the local network and its code, also as a QR code.

use std::net::{IpAddr, Ipv4Addr, TcpListener, UdpSocket};

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

/// Address and code of a room.
pub(crate) struct Invitation {
    /// Address of this machine in the local network, with the port.
    host: String,
    code: String,
    /// The QR code as a picture.
    picture: Markup,
}

impl Invitation {
    /// Binds a port of this machine in the local network, at the address given or the one that leads to other networks.
    ///
    /// # Errors
    /// Fails if there is no network, or the address is not one of this machine.
    pub(crate) fn bind(address: Option<Ipv4Addr>) -> anyhow::Result<(TcpListener, Invitation)> {
        let ip = address.map_or_else(|| in_network().ok_or_else(no_network), Ok)?;
        if ip == Ipv4Addr::LOCALHOST {
            return Err(bad_input(
                "--lan=127.0.0.1: no other machine reaches this address; leave it out",
            ));
        }
        let bound = address::listener(address::NETWORK, ip)
            .map_err(|e| bad_input(format!("--lan={ip}: not an address of this machine ({e})")))?;
        let host = bound
            .local_addr()
            .context("the port cannot be determined")?
            .to_string();
        let mut invitation = Invitation {
            host,
            code: String::new(),
            picture: html! {},
        };
        invitation.change_code();
        Ok((bound, invitation))
    }

    /// An invitation that is always the same.
    #[cfg(test)]
    pub(crate) fn fixed() -> Invitation {
        Invitation {
            host: "192.0.2.1:7000".into(),
            code: "ABCDEFGH".into(),
            picture: html! {},
        }
    }

    /// Returns the host that requests must name.
    pub(crate) fn host(&self) -> &str {
        &self.host
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
        format!("http://{}/#join={}", self.host, self.code)
    }

    /// Returns the invitation in lines for the terminal.
    pub(crate) fn printed(&self, colors: bool) -> String {
        let qr = self
            .qr()
            .map(|qr| printed_code(&qr, colors))
            .unwrap_or_default();
        format!(
            "{qr}Friends scan this code, or open http://{} and enter the code {}.\n\
             Devices on your local network can reach the game until you quit. Connections are not encrypted: play only on a \
             network you trust.",
            self.host,
            self.code()
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

    #[test]
    fn address_of_another_machine_is_refused() {
        let error = Invitation::bind(Some(Ipv4Addr::new(192, 0, 2, 1)))
            .err()
            .unwrap()
            .to_string();
        assert!(
            error.starts_with("--lan=192.0.2.1: not an address of this machine"),
            "{error}"
        );
    }
}
