//! Access control. Other pages in the same browser can send requests here, and so can other users of the machine;
//! neither may see or change anything. The secret comes in a header that the page's script sets. A cookie would also be
//! sent to servers on other ports of this machine.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, Method, header};
use goldrush_support::system::own_user;

use crate::web::address::Address;
use crate::web::room::Origin;
use crate::web::secret::constant_time_eq;

/// Header with the secret, or with the key that is exchanged for it.
pub(super) const HEADER: &str = "x-goldrush";
/// Lifetime of the key that opens the browser.
const LAUNCH_TIME: Duration = Duration::from_secs(120);

/// Decides which requests are answered.
pub(super) struct Guard {
    origin: Origin,
    secret: String,
    launch: Mutex<Launch>,
}

/// The key on the command line that opens the browser, which other users of the machine can read.
struct Launch {
    key: String,
    issued_at: Instant,
    used: bool,
    /// True if the player has been warned that another user tried the key.
    warned: bool,
}

/// A refused launch key: the reason, and a warning for the player unless one was already given.
pub(super) struct Refusal {
    pub(super) reason: &'static str,
    pub(super) warning: Option<String>,
}

impl Refusal {
    fn without_warning(reason: &'static str) -> Refusal {
        Refusal {
            reason,
            warning: None,
        }
    }
}

impl Guard {
    pub(super) fn new(address: &Address, launch: String) -> Guard {
        let launch = Launch {
            key: launch,
            issued_at: Instant::now(),
            used: false,
            warned: false,
        };
        Guard {
            origin: Origin::of_server(&address.host()),
            secret: address.secret.clone(),
            launch: Mutex::new(launch),
        }
    }

    /// Checks that a request is for this host and does not come from another page; see [`check`].
    pub(super) fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), &'static str> {
        check(&self.origin, method, headers)
    }

    /// Returns true if a request carries the secret.
    pub(super) fn is_authorized(&self, headers: &HeaderMap) -> bool {
        one(headers, HEADER).is_some_and(|key| constant_time_eq(key, &self.secret))
    }

    /// Exchanges the launch key for the secret: once, within [`LAUNCH_TIME`], and only for a program of the user who
    /// plays.
    ///
    /// # Errors
    /// Fails if the key is refused.
    pub(super) fn launch(&self, headers: &HeaderMap, user: Option<u32>) -> Result<&str, Refusal> {
        let mut launch = self.launch.lock().unwrap_or_else(PoisonError::into_inner);
        if !one(headers, HEADER).is_some_and(|key| constant_time_eq(key, &launch.key)) {
            return Err(Refusal::without_warning(
                "this is not the address of the board",
            ));
        }
        let (reason, who) = match user {
            None => {
                return Err(Refusal::without_warning(
                    "the requesting user could not be determined",
                ));
            }
            Some(user) if Some(user) != own_user() => (
                "the request comes from another user",
                format!("User {user}"),
            ),
            Some(_) if launch.used => (
                "this address opens the board only once and has already been used",
                "Another program".to_owned(),
            ),
            Some(_) if launch.issued_at.elapsed() > LAUNCH_TIME => {
                return Err(Refusal::without_warning(
                    "this address expired after two minutes",
                ));
            }
            Some(_) => {
                launch.used = true;
                return Ok(&self.secret);
            }
        };
        let is_first = !std::mem::replace(&mut launch.warned, true);
        let warning = format!("{who} tried the address that opens your browser, and was refused.");
        Err(Refusal {
            reason,
            warning: is_first.then_some(warning),
        })
    }
}

/// Checks that a request is for this host and does not come from another page.
pub(super) fn check(
    origin: &Origin,
    method: &Method,
    headers: &HeaderMap,
) -> Result<(), &'static str> {
    let host = one(headers, header::HOST.as_str()).ok_or("the request has no Host header")?;
    if host != origin.host() {
        return Err("the request is for another machine");
    }
    if headers.contains_key("sec-fetch-site")
        && !matches!(one(headers, "sec-fetch-site"), Some("same-origin" | "none"))
    {
        return Err("the request comes from another page");
    }
    let from = one(headers, header::ORIGIN.as_str());
    let is_own = from.is_some_and(|from| from == origin.to_string());
    if *method != Method::GET && !is_own {
        return Err("the request comes from another page");
    }
    Ok(())
}

/// Returns a header's value if the header occurs exactly once.
pub(super) fn one<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut all = headers.get_all(name).iter();
    let value = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0123";

    fn guard() -> Guard {
        Guard::new(
            &Address {
                port: 7000,
                secret: "4567".into(),
            },
            KEY.into(),
        )
    }

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        all.iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect::<HeaderMap>()
    }

    #[test]
    fn launch_key_is_exchanged_once_and_only_for_the_player() {
        let guard = guard();
        let own = rustix::process::geteuid().as_raw();
        let launch = |key, user| {
            guard
                .launch(&headers(&[(HEADER, key)]), user)
                .map_err(|refused| (refused.reason, refused.warning))
        };
        assert_eq!(
            launch("0124", Some(own)),
            Err(("this is not the address of the board", None))
        );
        assert_eq!(
            launch(KEY, None),
            Err(("the requesting user could not be determined", None))
        );
        let warning =
            "User 4711 tried the address that opens your browser, and was refused.".to_owned();
        assert_eq!(
            launch(KEY, Some(4711)),
            Err(("the request comes from another user", Some(warning)))
        );
        assert_eq!(launch(KEY, Some(own)), Ok("4567"));
        assert_eq!(
            launch(KEY, Some(own)),
            Err((
                "this address opens the board only once and has already been used",
                None
            ))
        );
    }

    #[test]
    fn requests_from_other_pages_or_for_other_hosts_are_refused() {
        let guard = guard();
        let is_refused = |method, all: &[_]| guard.check(&method, &headers(all)).is_err();
        let host = ("host", "127.0.0.1:7000");
        assert!(!is_refused(Method::GET, &[host]));
        assert!(
            is_refused(Method::GET, &[("host", "localhost:7000")]),
            "somebody else may listen at ::1"
        );
        assert!(is_refused(
            Method::GET,
            &[host, ("sec-fetch-site", "same-site")]
        ));
        assert!(is_refused(Method::POST, &[host]));
        assert!(is_refused(
            Method::POST,
            &[host, ("origin", "http://127.0.0.1:7001")]
        ));
        assert!(!is_refused(
            Method::POST,
            &[host, ("origin", "http://127.0.0.1:7000")]
        ));
        let public: Origin = "https://games.example".parse().unwrap();
        let is_public = |host, from| {
            let all = headers(&[("host", host), ("origin", from)]);
            check(&public, &Method::POST, &all).is_ok()
        };
        assert!(is_public("games.example", "https://games.example"));
        assert!(!is_public("games.example", "http://games.example"));
        assert!(!is_public("127.0.0.1:7000", "https://games.example"));
        assert!(guard.is_authorized(&headers(&[(HEADER, "4567")])));
        assert!(!guard.is_authorized(&headers(&[("cookie", "goldrush-7000=4567")])));
    }
}
