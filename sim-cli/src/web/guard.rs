//! Who may ask. Other pages in the same browser can send requests here, and so can other users of the machine: neither
//! may see or change anything.

use axum::http::{HeaderMap, Method, header};

use super::address::Address;

/// The header that a page of ours sends with what it asks for; no other page can.
pub(super) const HEADER: &str = "x-goldrush";

/// What is known of a server.
pub(super) struct Guard {
    hosts: [String; 2],
    cookie: String,
    secret: String,
}

impl Guard {
    pub(super) fn new(address: &Address) -> Guard {
        let port = address.port;
        Guard {
            hosts: ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}")),
            // Cookies do not know ports, so its name does.
            cookie: format!("goldrush-{port}"),
            secret: address.secret.clone(),
        }
    }

    /// The cookie by which a page is known later.
    pub(super) fn cookie(&self) -> String {
        format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie, self.secret)
    }

    /// Whether a text is the secret; takes the same time whatever the text.
    pub(super) fn knows(&self, text: &str) -> bool {
        is_same(text, &self.secret)
    }

    /// Why a request is refused, whoever asks; nothing if it is not.
    ///
    /// # Errors
    /// Why it is.
    pub(super) fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), &'static str> {
        let host = one(headers, header::HOST.as_str()).ok_or("the request names no host")?;
        if !self.hosts.iter().any(|own| own == host) {
            return Err("the request is for another machine");
        }
        if headers.contains_key("sec-fetch-site")
            && !matches!(one(headers, "sec-fetch-site"), Some("same-origin" | "none"))
        {
            return Err("the request comes from another page");
        }
        if *method == Method::GET {
            return Ok(());
        }
        let own = |origin: &str| origin.strip_prefix("http://") == Some(host);
        if !one(headers, header::ORIGIN.as_str()).is_some_and(own) {
            return Err("the request comes from another page");
        }
        if one(headers, HEADER) != Some("1") {
            return Err("the request did not come from the board");
        }
        Ok(())
    }

    /// Whether a request comes from a page that was let in.
    pub(super) fn is_let_in(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut own = cookies.flat_map(|all| all.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
        own.any(|(name, value)| name == self.cookie && self.knows(value))
    }
}

/// A header that is there once.
fn one<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut all = headers.get_all(name).iter();
    let value = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(value)
}

/// Compares without telling by its time how much is right.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}
